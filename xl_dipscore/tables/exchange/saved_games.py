"""Read saved games of the Python package `diplomacy`: one game, a list of games, or a game on each line.

A phase, such as F1907M, has the centres from before the orders of that phase. So the counts at the end of a
year are in the first phase after the Fall phases of that year.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import FIRST_YEAR, POWERS
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.exchange.formats import File, Read, reads
from xl_dipscore.tables.exchange.webdiplomacy import OtherVariant

STANDARD = "standard"
_PHASE = re.compile(r"([SFW])(\d{4})[MRA]")
Counts = Mapping[str, int]


class NoWholeYear(Fault):
    """Game {board} of {file} has no complete year with the centres of all seven powers."""


def _games(data: Any) -> Sequence[Mapping[str, Any]]:
    """The games; [] if the data is no game or list of games."""
    games = data if isinstance(data, list) else [data]
    alike = all(
        isinstance(one, Mapping) and isinstance(one.get("phases"), list) and "map" in one for one in games
    )
    return games if alike else []


@reads("diplomacy", "saved games of the package diplomacy", lambda file: bool(_games(file.data)))
def read_saved_games(file: File) -> Read:
    """Each game with the counts of every year, as a board of round 1."""
    rows: list[GameRow] = []
    faults: list[Fault] = []
    names: dict[str, int] = {}
    for n, game in enumerate(_games(file.data), 1):
        name = str(game.get("id") or n)
        names[name] = names.get(name, 0) + 1
        board = name if names[name] == 1 else f"{name} ({names[name]})"
        try:
            rows += _rows(file.name, board, game)
        except Fault as fault:
            faults.append(fault)
    note = "These files name no players and no draw: a game without a winner is read as stopped by the clock."
    return Read(tuple(rows), notes=(note,), faults=tuple(faults))


def _rows(source: str, board: str, game: Mapping[str, Any]) -> Iterator[GameRow]:
    """The rows of a game. Raises OtherVariant and NoWholeYear."""
    if game["map"] != STANDARD:
        raise OtherVariant(name=board, variant=game["map"])
    chart = dict(_years(game["phases"]))
    if not chart or any({*counts} != {*POWERS} for counts in chart.values()):
        raise NoWholeYear(board=board, file=source)
    last = max(chart)
    whole = {*range(FIRST_YEAR, last + 1)} == {*chart}
    for power in POWERS:
        cells: dict[str | int, Any] = {"round": 1, "board": board, "power": power, "year": last}
        cells["centres"] = chart[last][power]
        cells |= {year: counts[power] for year, counts in chart.items()} if whole else {}
        yield GameRow(0, cells, {str(word): str(word) for word in cells}, source)


def _years(phases: Sequence[Any]) -> Iterator[tuple[int, Counts]]:
    """Each complete year, once, and the counts at its end."""
    last, before = FIRST_YEAR - 1, None
    for phase in phases:
        if not isinstance(phase, Mapping):
            continue
        found = _PHASE.fullmatch(str(phase.get("name")))
        season, year = (found[1], int(found[2])) if found else ("", 0)
        if season == "S":
            season, year = "W", year - 1
        elif not season and before is not None:  # the phase COMPLETED
            season, year = "W", before[1] - (before[0] == "S")
        before = (found[1], int(found[2])) if found else before
        if season == "W" and year > last:
            last = year
            yield year, _counts(phase)


def _counts(phase: Mapping[str, Any]) -> Counts:
    state = phase.get("state")
    centres = state.get("centers") if isinstance(state, Mapping) else None
    owned = centres.items() if isinstance(centres, Mapping) else ()
    return {str(power).capitalize(): len(its) for power, its in owned if isinstance(its, list)}
