"""The result of work on one file among many, and a `Desk` that collects such results."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from xl_dipscore.errors import Fault, Faults, Misuse

T = TypeVar("T")
Watch = Callable[[Path, int], None]
"""Called with the file in hand and the number of finished files."""


class Unexpected(Fault):
    """{name} was not changed: an internal error occurred ({what}). Please report it."""


@dataclass(frozen=True)
class Failed:
    """A file that failed, with the reasons as sentences."""

    sentences: tuple[str, ...]
    passing: bool = False
    """Might another try succeed in a moment, without a change to the file?"""
    misuse: bool = False
    """Is the call itself wrong, for example because there is no such file?"""


class Desk:
    """The results by file. `watch` is called for each file that is begun or finished."""

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
    """Do the work for one file. An error becomes the file's result."""
    try:
        return work(path)
    except Faults as wrong:
        return failure(path, *wrong.faults, misuse=isinstance(wrong, Misuse))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as odd:  # breakdowns of the calculator may be BaseExceptions
        return failure(path, Unexpected(name=path.name, what=f"{type(odd).__name__}: {odd}"))


def failure(path: Path, *faults: Fault, misuse: bool = False) -> Failed:
    """Describe a file's faults. Each sentence begins with a path that has folders: file names may repeat."""
    folder = "" if path.name == str(path) else f"{path}: "
    sentences = tuple(f"{folder}{fault}" for fault in faults)
    return Failed(sentences, any(fault.passing for fault in faults), misuse)
