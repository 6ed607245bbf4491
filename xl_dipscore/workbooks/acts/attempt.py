"""Do the work on one of many files: an error becomes the file's result. A `Desk` collects the results."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from xl_dipscore.errors import Fault, Faults, Misuse

T = TypeVar("T")
Watch = Callable[[Path, int], None]
"""A function that shows progress: called with a begun or finished file, and the number of finished files."""


class Unexpected(Fault):
    """{name} was not changed: an internal error occurred ({what}). Please report it."""


@dataclass(frozen=True)
class Failed:
    """The result of a file for which the work failed: the reasons, as sentences."""

    sentences: tuple[str, ...]
    passing: bool = False
    """Might a second try succeed soon, although the file is the same?"""
    misuse: bool = False
    """Is the command wrong, for example because there is no such file, and not the content of the file?"""


class Desk:
    """Collects results by file, and calls `watch` when work on a file begins or ends."""

    def __init__(self, watch: Watch) -> None:
        self.results: dict[Path, Any] = {}
        self._watch = watch

    def store_known_result(self, path: Path, known: Callable[[Path], object]) -> bool:
        result = known(path)
        if result is not None:
            self.store_result(path, result)
        return result is not None

    def begin(self, path: Path) -> None:
        self._watch(path, len(self.results))

    def store_result(self, path: Path, result: object) -> None:
        self.results[path] = result
        self._watch(path, len(self.results))


def attempt(work: Callable[[Path], T], path: Path) -> T | Failed:
    """Return the result of the work on one file. If the work raises an error, return a Failed instead."""
    try:
        return work(path)
    except Faults as wrong:
        return failure(path, *wrong.faults, misuse=isinstance(wrong, Misuse))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as odd:  # a failure while computing may be a BaseException
        return failure(path, Unexpected(name=path.name, what=f"{type(odd).__name__}: {odd}"))


def failure(path: Path, *faults: Fault, misuse: bool = False) -> Failed:
    """Describe a file's faults. If the path has folders, sentences begin with it: file names may repeat."""
    folder = "" if path.name == str(path) else f"{path}: "
    sentences = tuple(f"{folder}{fault} {fault.remedy}".rstrip() for fault in faults)
    return Failed(sentences, any(fault.passing for fault in faults), misuse)
