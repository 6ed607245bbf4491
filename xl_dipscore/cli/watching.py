"""Watch workbooks, and call a function with a workbook after each complete save."""

import io
import stat
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Generic, NoReturn, TypeVar

from xl_dipscore.cli.app import leave
from xl_dipscore.cli.many import progress
from xl_dipscore.cli.writing import note
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.files import NoSuchFile, NotAFile, kind_of
from xl_dipscore.workbooks.acts.attempt import Failed
from xl_dipscore.workbooks.acts.batch import run_batch
from xl_dipscore.workbooks.acts.paths import is_pattern, workbooks
from xl_dipscore.workbooks.acts.rebuild_data import digest

T = TypeVar("T")
_Stamp = tuple[int, ...]

QUIET = 0.2
"""Seconds for which a file must be unchanged before it is read."""
PATIENCE = 5.0
"""Seconds to wait for the rest of an incomplete file before its fault is reported."""
GONE = 3.0
"""Seconds before a missing file is reported: some programs delete the old file, then write the new file."""
LOOK = 0.5
"""Seconds between polls. Files are polled: no system reports every save, for example on network drives."""
_PAUSE = 10
"""The shortest pause after a poll or a failed try, as a multiple of its duration: folders may be large."""
_LARGEST = 100_000_000
"""The largest file, in bytes, that is read to check whether it is complete."""


class Gone(Fault):
    """{name} is missing. It is read again as soon as it is back."""


@dataclass
class _Seen:
    """The last known state of a file."""

    stamp: _Stamp | None
    since: float
    """When this state was first seen."""
    pending: bool = True
    """Must the work still be done for this state?"""
    content: str = ""
    done: str = ""
    """The digest of the content for which the work was last done; "" after a fault."""
    reported: tuple[str, ...] = ()
    """The faults reported last."""
    not_before: float = 0.0
    """When the work may be tried again, after a fault."""


@dataclass
class Watched(Generic[T]):
    """Watched workbooks. The work runs once for each existing file, and again after each save.

    The work runs when a file is complete and has not changed for a moment, but only once for the same
    content. A fault is reported once. After a fault, the work is tried again when the file changes. If the
    fault may pass (a program may have the file open), the work is also tried again from time to time.
    """

    paths: Sequence[Path]
    """Workbooks, folders and patterns, as for `paths.workbooks`; files that appear later are found too."""
    work: Callable[[Path], T]
    """The work on one file, as in `run_batch`."""
    lines_of: Callable[[Path, T], Iterable[str]]
    """The lines to print for a result of the work."""
    wrote: Callable[[T], str] = lambda one: ""
    """From a result of the work: the digest of the file if the work changed it, otherwise ""."""
    known: Callable[[Path], T | None] = lambda path: None
    """The result for a file if it needs no work, otherwise None; as in `run_batch`."""
    jobs: int | None = None
    _seen: dict[Path, _Seen] = field(default_factory=dict)

    def watch(self, stop: Event | None = None) -> NoReturn:
        """Watch until a signal comes or `stop` is set.

        stop: for callers that receive no signals, because they are not in the main thread or block signals.
        """
        paths = self.paths
        for path in paths:
            kind = kind_of(path)
            if kind not in ("", "a folder"):
                raise NotAFile(name=path.name, kind=kind, wanted="a workbook")
            if not kind and not path.exists() and not is_pattern(path):
                raise NoSuchFile(name=path.name)
        named = paths[0] if len(paths) == 1 else count_of(len(paths), "path")
        with suppress(KeyboardInterrupt):
            note(f"Watching {named}; Ctrl-C ends it.")
            self._poll(stop or Event())
        with suppress(OSError):  # the terminal may be gone
            note("No longer watching.")
        leave()

    def _poll(self, stop: Event) -> None:
        pause = 0.0
        while not stop.wait(pause):
            start = time.monotonic()
            ready = self._look(start)
            took = time.monotonic() - start
            if ready:
                self._run_work(ready)
            waiting = any(one.pending for one in self._seen.values())
            pause = max(QUIET if waiting else LOOK, _PAUSE * took)

    def _look(self, now: float) -> list[Path]:
        """Update the states of all files. Returns the files that are ready for work."""
        for path in workbooks(self.paths):
            if path not in self._seen and (stamp := _stamp(path)) is not None:
                self._seen[path] = _Seen(stamp, now)
        return [path for path, one in self._seen.items() if self._is_ready(path, one, now)]

    def _is_ready(self, path: Path, one: _Seen, now: float) -> bool:
        stamp = _stamp(path)
        if stamp != one.stamp:
            one.reported = one.reported if one.stamp else ()
            one.stamp, one.since, one.pending, one.not_before = stamp, now, True, 0.0
        age = now - one.since
        if stamp is None:
            if age > GONE and one.pending:
                self._report_faults(path, one, str(Gone(name=path.name)))
                one.pending = False
            return False
        if not one.pending or age < QUIET or now < one.not_before:
            return False
        whole = self._read_content(path, one)
        if one.content == one.done != "":
            one.pending = False
            return False
        return _stamp(path) == stamp and (whole or age > PATIENCE)

    def _read_content(self, path: Path, one: _Seen) -> bool:
        """Store the digest of a file's content. Returns whether the file is complete."""
        one.content = repr(one.stamp)
        try:
            if path.stat().st_size > _LARGEST:
                return True
            data = path.read_bytes()
        except OSError:  # while it is being saved
            return False
        one.content = digest(data)
        return _is_whole(data)

    def _run_work(self, ready: Sequence[Path]) -> None:
        start = time.monotonic()
        with progress(len(ready)) as bar:
            batch = run_batch(self.work, ready, known=self.known, jobs=self.jobs, watch=bar)
        end = time.monotonic()
        later = end + max(LOOK, _PAUSE * (end - start) / len(ready))
        for path, done in batch.done.items():
            one = self._seen[path]
            if not isinstance(done, Failed):
                one.pending, one.done, one.reported = False, self.wrote(done) or one.content, ()
                for line in self.lines_of(path, done):
                    _note(line)
            elif _stamp(path) == one.stamp:  # else the next save has begun
                one.pending, one.done, one.not_before = done.passing, "", later
                self._report_faults(path, one, *done.sentences)
        if batch.left:
            raise KeyboardInterrupt

    def _report_faults(self, path: Path, one: _Seen, *sentences: str) -> None:
        if sentences != one.reported:
            one.reported = sentences
            for sentence in sentences:
                _note(sentence)


def _note(line: str) -> None:
    note(f"{time.strftime('%H:%M:%S')} {line}")


def _stamp(path: Path) -> _Stamp | None:
    """A value that differs after every save; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def _is_whole(data: bytes) -> bool:
    """Is the workbook complete? True also for files of other kinds, so that their fault is reported."""
    if data.strip(b"\0") and not data.startswith(b"PK"):
        return True
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return file.testzip() is None
    except RuntimeError:  # it has a password
        return True
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError):
        return False
