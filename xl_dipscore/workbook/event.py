"""A workbook's life: made, filled, read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.errors import Fault
from xl_dipscore.system import System
from xl_dipscore.tournament import Game
from xl_dipscore.workbook import extract
from xl_dipscore.workbook.author import Plan, make
from xl_dipscore.workbook.fill import find_games, label, put_games
from xl_dipscore.workbook.rebuild import Report, rebuild_package
from xl_dipscore.workbook.start import start
from xl_dipscore.xlsx.package import Package


class FileThere(Fault):
    """{path} is there already; choose another name or delete it first."""


class NotAnXlsx(Fault):
    """{path} must end in .xlsx."""


def create(path: Path, plan: Plan) -> Report:
    """Make a workbook that shows its values from the start. Raises FileThere rather than write over one."""
    if path.suffix.casefold() != ".xlsx":
        raise NotAnXlsx(path=path)
    if path.exists():
        raise FileThere(path=path)
    made = BytesIO()
    make(plan).save(made)
    package = Package.read(made.getvalue())
    report = rebuild_package(package, path)
    package.write(path)
    return report


def fill(path: Path, games: Sequence[Game]) -> Report:
    """Put games into a workbook's own cells, compute it, and replace the file in one step. Raises Faults."""
    package = Package.read(path)
    package.check_writable()
    notes = put_games(package, games)
    report = rebuild_package(package, path)
    package.write()
    return replace(report, notes=tuple(notes))


def create_from(
    template: Path, path: Path, system: System, *, rounds: int | None = None, boards: int | None = None
) -> Report:
    """Make a workbook for an event from a director's template, sized for so many rounds and boards.

    What is not said about rounds or boards stays as the template has it. Raises Faults, and writes nothing.
    """
    if path.exists():
        raise FileThere(path=path)
    package, notes = start(Package.read(template), system, path, rounds=rounds, boards=boards)
    report = rebuild_package(package, path)
    package.write(path)
    return replace(report, notes=tuple(notes))


def scores(path: Path) -> dict[tuple[str, str, str], object]:
    """What a workbook's Score column holds, by round, board and power, as text."""
    return {
        (label(block.round), label(block.board), POWERS[seat]): block.home.value(block.rows[seat], "score")
        for sheet in find_games(Package.read(path))
        for block in sheet.blocks
        for seat in SEATS
    }


def takes_fewer(path: Path) -> bool:
    """Does the workbook's system take a board of fewer than seven powers?"""
    return extract.takes_fewer(Package.read(path))
