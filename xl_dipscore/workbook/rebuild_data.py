"""The options of a rebuild, and its report."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from xl_dipscore.calculate.block import Change, NotComputed
from xl_dipscore.xlsx.cell import CellValue, ErrorMark

if TYPE_CHECKING:
    from xl_dipscore.workbook.shown_numbers import Difference

Engine = Literal["auto", "python", "libreoffice", "excel"]


@dataclass(frozen=True)
class ByVersion:
    """Numbers that changed although their inputs did not."""

    version: str
    """The version that computed them before; blank if unknown."""
    changes: tuple[Difference, ...]


@dataclass(frozen=True)
class Report:
    """The result of rebuilding one workbook."""

    path: Path
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
    seconds: float
    notes: tuple[str, ...] = ()
    """Sentences on values left out, boards that already had results, and formulas that cannot be right."""
    once: tuple[str, ...] = ()
    """The notes that another rebuild would not repeat."""
    by_version: ByVersion | None = None
    """Numbers that changed although their inputs did not; None if there are none, or inputs are unknown."""
    problems: tuple[str, ...] = ()
    """Possible mistakes in the event, as sentences; empty if not asked for."""
    boards: int | None = None
    """The number of boards with results; None if there are no games, or if not asked for."""
    moved: tuple[Difference, ...] | None = None
    """Changed results of players; None if not asked for, or if the workbook shows no results."""
    wrote: str = ""
    """The digest of the written file; blank if it is unchanged."""
    did: str = ""
    """The command's work before the computation, as the beginning of a sentence: `9 of 9 boards filled`."""


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
