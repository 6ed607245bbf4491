"""The options of a rebuild, and its report."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from xl_dipscore.sheets.calculate.block import Change, NotComputed
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark

if TYPE_CHECKING:
    from xl_dipscore.workbooks.acts.shown_numbers import Difference

Engine = Literal["auto", "python", "libreoffice", "excel"]


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
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
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
