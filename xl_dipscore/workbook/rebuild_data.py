"""What a rebuild was asked for, and what it did."""

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
    """The numbers that changed though nothing that they come from did."""

    version: str
    """Which one computed them before; nothing where that is not known."""
    changes: tuple[Difference, ...]


@dataclass(frozen=True)
class Report:
    """What rebuilding one workbook did."""

    path: Path
    changed: tuple[Change, ...]
    not_computed: tuple[NotComputed, ...]
    seconds: float
    notes: tuple[str, ...] = ()
    """What was not put into it, where results were, and which formulas of ours cannot be right."""
    once: tuple[str, ...] = ()
    """Those of the notes that another rebuild would not give again."""
    by_version: ByVersion | None = None
    """None where there are no such numbers, or the workbook does not say what its values come from."""
    problems: tuple[str, ...] = ()
    """What looks wrong in the event, as sentences, where it was asked."""
    boards: int | None = None
    """How many have results; None where there are no games, or it was not asked."""
    moved: tuple[Difference, ...] | None = None
    """What changed of the players; None where it was not asked, or the workbook lists none."""
    wrote: str = ""
    """The digest of what was put into the file; nothing where it stayed as it was."""
    did: str = ""
    """What an act did before it was computed, as the beginning of a sentence."""


@dataclass(frozen=True)
class Order:
    """What `dipscore rebuild` was asked for."""

    engine: Engine = "auto"
    dry_run: bool = False
    backup: bool = False
    changes: bool = False
    keep_stale: bool = False


def digest(data: bytes) -> str:
    """What tells one content of a file from another."""
    return blake2b(data, digest_size=20).hexdigest()


def text_of_value(value: CellValue) -> str:
    """A cell's value as a sentence shows it."""
    if value is None or value == "":
        return "blank"
    if isinstance(value, bool | ErrorMark):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else f"{value:.15g}"
