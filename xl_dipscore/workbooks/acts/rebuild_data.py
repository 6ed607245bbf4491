"""The options of a rebuild, and its report."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from xl_dipscore.sheets.calculate.block import Change, NotComputed
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark

if TYPE_CHECKING:
    from xl_dipscore.workbooks.acts.shown_numbers import Difference

Engine = Literal["auto", "python", "libreoffice", "excel"]
T = TypeVar("T")


class Compact(Sequence[T]):
    """Items that are compressed until they are read."""

    __slots__ = ("_count", "_data")

    def __init__(self, items: Sequence[T]) -> None:
        self._count, self._data = len(items), zlib.compress(pickle.dumps(tuple(items)), 1)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        yield from self[:]

    def __getitem__(self, place: Any) -> Any:
        return pickle.loads(zlib.decompress(self._data))[place]


@dataclass(frozen=True)
class ByVersion:
    """Numbers that changed although their inputs did not change."""

    version: str
    """The program version that computed the old numbers; blank if it is the same version or not known."""
    changes: tuple[Difference, ...]


@dataclass(frozen=True)
class Report:
    """The result of rebuilding one workbook."""

    path: Path
    changed: Sequence[Change]
    not_computed: Sequence[NotComputed]
    seconds: float
    notes: tuple[str, ...] = ()
    """Sentences, for example on omitted values, boards that already had results, or wrong formulas."""
    once: tuple[str, ...] = ()
    """The notes that another rebuild would not repeat."""
    by_version: ByVersion | None = None
    """See `ByVersion`; None if there are no such numbers, or if the old inputs are not known."""
    problems: tuple[str, ...] = ()
    """Possible mistakes in the event, as sentences; empty if the caller did not ask for them."""
    boards: int | None = None
    """The number of boards with results; None if there are no games, or if nobody asked for the number."""
    moved: tuple[Difference, ...] | None = None
    """Changed results of players; None if nobody asked for them, or if the workbook shows no results."""
    wrote: str = ""
    """The digest of the file that `rebuild_with_order` wrote; blank if it wrote no file."""
    did: str = ""
    """What a command did before the computation, to begin a sentence: `9 of 9 boards filled`."""

    def compact(self) -> Report:
        """The same report in a tenth of the memory: a command keeps the reports of all its workbooks."""
        return replace(self, changed=Compact(self.changed), not_computed=Compact(self.not_computed))


@dataclass(frozen=True)
class Order:
    """The options of `dipscore rebuild`."""

    engine: Engine = "auto"
    dry_run: bool = False
    backup: bool = False
    changes: bool = False
    keep_stale: bool = False


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=20).hexdigest()


def text_of_value(value: CellValue) -> str:
    if value is None or value == "":
        return "blank"
    if isinstance(value, bool | ErrorMark):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else f"{value:.15g}"
