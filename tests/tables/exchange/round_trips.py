"""Events that are exported and imported again: those of the ready workbooks, with their scores."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.samples import slow_but
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import System, find, systems
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import games_of
from xl_dipscore.tables.exchange.formats import File, Read, reader_of
from xl_dipscore.tables.exchange.writers import Outgoing, Written, writer_of
from xl_dipscore.workbooks.layout.event import EventIn

ROOT = Path(__file__).parents[3]
EXAMPLES = {path.stem: path for path in sorted((ROOT / "templates" / "examples").glob("*.xlsx"))}
FEW = slow_but(("conquest", "dcc-final-game", "wbc"), EXAMPLES)


@cache
def games_in(name: str) -> tuple[Game, ...]:
    """The games of an example, with the years that Setup says."""
    found = EventIn(Package.read(EXAMPLES[name])).game_extract
    assert not found.faults
    assert len(found.game_list.games) > 3
    return found.game_list.games


def outgoing(games: Iterable[Game], system: str = "SOS", **changes: Any) -> Outgoing:
    listed, known = [*games], find(system)
    table = standings(known, listed, Settings(combine="sum", tiebreak=(), double="sum"))
    assert not table.faults
    return replace(Outgoing("event.xlsx", "Spring 2026", listed, system=known, table=table), **changes)


def written(kind: str, event: Outgoing) -> Written:
    return writer_of(kind).write(event)


def file_of(files: Written, name: str) -> File:
    """An exported file as import reads it, with the files beside it."""
    if not name.endswith(".json"):
        return File(name, csv_rows(files.files[name].encode(), name))
    parsed = {other: json.loads(text) for other, text in files.files.items()}
    return File(name, data=parsed[name], beside=parsed.get)


def read(file: File, kind: str | None = None) -> Read:
    return reader_of(file, kind).read(file)


def boards_of(found: Read, *, fewer: bool = False) -> list[Game]:
    """The games of an import without faults."""
    listed = games_of(found.rows, fewer=fewer)
    assert [str(fault) for fault in (*found.faults, *listed.faults)] == []
    return [*listed.games]


def faults_of(found: Read) -> list[str]:
    """All faults of an import, as sentences."""
    return [str(fault) for fault in (*found.faults, *games_of(found.rows).faults)]


def scores(system: System, board: Board | None) -> object:
    """A board's scores, or its faults."""
    assert board is not None
    try:
        return system.score(board)
    except Faults as found:
        return [str(fault) for fault in found.faults]


SEVERAL = ("SOS", "NDC", "MANORCON", "HOWELL", "CDIPLO", "DRAWSIZE", "CALGARY", "WBC")
"""Systems that together need every fact that a system can need."""


def systems_for(game: Game) -> list[System]:
    """All these systems for the first board, several for the others."""
    return [*systems()] if (game.round, game.name) == (1, "A") else [find(key) for key in SEVERAL]


def as_elsewhere(board: Board | None) -> Board:
    """The board without the facts that other programs' files cannot hold."""
    assert board is not None
    return replace(board, docked=(0,) * 7, civil_disorder=frozenset(), new_player=frozenset())
