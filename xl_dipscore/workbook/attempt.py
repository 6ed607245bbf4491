"""One file of many: what became of it, and the desk where results come in."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from xl_dipscore.errors import Fault, Faults, Misuse

T = TypeVar("T")
Watch = Callable[[Path, int], None]
"""Told the file in hand and how many are done."""


class Unexpected(Fault):
    """{name} was not changed: an internal error occurred ({what}). Please report it."""


@dataclass(frozen=True)
class Failed:
    """A file that could not be done, and why, as sentences."""

    sentences: tuple[str, ...]
    passing: bool = False
    """Whether another try in a moment may do, without a change of the file."""
    misuse: bool = False
    """Whether there is no such file, so that the call is wrong."""


class Desk:
    """The results that have come in, by file; whoever waits is told of each."""

    def __init__(self, watch: Watch) -> None:
        self.results: dict[Path, Any] = {}
        self._watch = watch

    def knows(self, path: Path, known: Callable[[Path], object]) -> bool:
        result = known(path)
        if result is not None:
            self.gets(path, result)
        return result is not None

    def takes(self, path: Path) -> None:
        self._watch(path, len(self.results))

    def gets(self, path: Path, result: object) -> None:
        self.results[path] = result
        self._watch(path, len(self.results))


def attempt(work: Callable[[Path], T], path: Path) -> T | Failed:
    """Do the work for one file; whatever goes wrong with it becomes its result."""
    try:
        return work(path)
    except Faults as wrong:
        return failure(path, *wrong.faults, misuse=isinstance(wrong, Misuse))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as odd:  # the calculator's own breakdowns are no Exceptions
        return failure(path, Unexpected(name=path.name, what=f"{type(odd).__name__}: {odd}"))


def failure(path: Path, *faults: Fault, misuse: bool = False) -> Failed:
    """The faults of a file. A sentence names the file; of two files with one name, the folder tells which."""
    folder = "" if path.name == str(path) else f"{path}: "
    sentences = tuple(f"{folder}{fault}" for fault in faults)
    return Failed(sentences, any(fault.passing for fault in faults), misuse)
