"""Scores are written as the nearest doubles, add up to the pot, and are read back unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from typer.testing import CliRunner

from tests import games
from tests.boards import games as boards_played
from tests.each import each
from tests.samples import one_of_each_event, slow_but
from xl_dipscore import Settings, standings, systems
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.rules.points import as_double, to_15_digits
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.values import number
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_score
from xl_dipscore.tables.functions.declared import Function
from xl_dipscore.tables.functions.events import dip_standings
from xl_dipscore.tables.functions.totals import dip_rank, dip_total
from xl_dipscore.workbooks.author import make_of_values, make_package
from xl_dipscore.workbooks.author.values import ValueTable

every_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


SIMPLE = 1_000_000
"""The largest denominator of an exact score that comes back from 15 digits."""


def digits(number_: float) -> int:
    """The digits of a number that is joined to a text."""
    written = repr(number_).partition("e")[0].replace("-", "").replace(".", "")
    return len(written.strip("0"))


def is_nearest_double(found: float) -> bool:
    """Is a number the double nearest to the simple fraction that its first 15 digits show?"""
    exact = Fraction(number(found) or 0)
    return exact.denominator > SIMPLE or float(exact) == found


# Thirds and sevenths: 31 centres, and a draw of three.
GAMES = games.event()
GAMES[1][4] = 15
ARGUMENTS: dict[str, Any] = {
    "system": "DCC", "games": GAMES, "player": "Player 0", "rule": "mean", "row": 2, "rounds": None,
    "centres": [[n] for n in (10, 9, 7, 5, 0, 0, 0)], "draw": [["x"]] * 3 + [[None]] * 4, "year": 1908,
    "eliminated": [[None]] * 4 + [[1903], [1905], [1905]], "headings": None, "facts": None,
    "scores": [[80 / 3, 10 / 3, 0.1 + 0.2], [100 / 7, 1, 2], [100 / 7 + 1e-13, 1, 2]],
    "totals": [[80 / 3], [100 / 7], [50]], "tiebreaks": None, "systems": None, "options": None,
    "roster": None,
}  # fmt: skip
COLUMNS = {
    "players": [[row[3]] for row in GAMES[1:]],
    "powers": [[row[2]] for row in GAMES[1:]],
    "scores": [[n % 5 * n / 7] for n in range(len(GAMES) - 1)],
}


def numbers_of(answer: object) -> Iterator[float]:
    if isinstance(answer, list):
        for one in answer:
            yield from numbers_of(one)
    elif isinstance(answer, float):
        yield answer


def found_by(function: Function) -> list[float]:
    names = [argument.name for argument in function.arguments]
    given_ = ARGUMENTS | (COLUMNS if "powers" in names else {})
    return [*numbers_of(function.call(*(given_[name] for name in names)))]


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_number_of_every_function_is_the_nearest_double(function: Function) -> None:
    assert [one for one in found_by(function) if not is_nearest_double(one)] == []


def test_most_functions_give_such_numbers() -> None:
    long = {function.name for function in FUNCTIONS if any(digits(n) > 12 for n in found_by(function))}
    assert long >= {
        "DIP_SCORE",
        "DIP_EXPLAIN",
        "DIP_STANDINGS",
        "DIP_EXPLAIN_TOTAL",
        "DIP_AWARDS",
        "DIP_TOTAL",
    }
    assert long >= {"SOS_SCORE", "SOS_TOTAL", "DCC_MSD", "MYSTERY_MPPD"}


@pytest.mark.slow
@every_system
@given(boards_played())
def test_a_score_comes_back_as_it_was(system: System, game: Any) -> None:
    try:
        exact = system.score(game.board(), **({"solo": 200} if system.key == "MYSTERY" else {}))
    except Faults:
        return
    cells = [as_double(one) for one in exact]
    back = [Fraction(number(cell) or 0) for cell in cells]
    assert [to_15_digits(one) for one in back] == [to_15_digits(cell) for cell in cells]
    if max(one.denominator for one in exact) <= SIMPLE:
        assert back == list(exact)
        # Old files, and files of some programs, have only 15 digits.
        assert [number(to_15_digits(cell)) for cell in cells] == list(exact)
        assert [number(repr(cell)) for cell in cells] == list(exact)


WITH_POT = [system for system in systems() if system.pot is not None and not system.needs]


@pytest.mark.parametrize("system", slow_but([find("SOS"), find("DCC")], WITH_POT))
def test_the_scores_of_a_board_add_up_to_the_pot(system: System) -> None:
    """As spreadsheets add them, one by one, and to the 15 digits that spreadsheets compare."""
    dice, wrong = Random(system.key), []
    for _ in range(400):
        ends = sorted(dice.randint(0, 34) for _ in range(6))
        counts = [last - first for first, last in zip([0, *ends], [*ends, 34], strict=True)]
        exact = sum(system.score(Board(counts)))
        total = reduce(add, (score for (score,) in dip_score(system.key, [[one] for one in counts])))
        if f"{total:.15g}" != f"{float(exact):.15g}":
            wrong.append((counts, total, exact))
    assert wrong == []


def season(seed: int) -> list[list[Any]]:
    """Two rounds of two boards, some of the same counts with other powers, so that many are level."""
    dice = Random(seed)
    usual = [(10, 9, 8, 7, 0, 0, 0), (12, 11, 11, 0, 0, 0, 0), (7, 7, 7, 7, 6, 0, 0), (17, 10, 7, 0, 0, 0, 0)]
    rows: list[list[Any]] = [["Round", "Board", "Power", "Player", "Centres", "Eliminated", "Year"]]
    for round_ in (1, 2):
        players = [f"Player {n}" for n in range(14)]
        dice.shuffle(players)
        for board in (1, 2):
            counts = list(dice.choice(usual))
            dice.shuffle(counts)
            for seat, power in enumerate(POWERS):
                player = players[7 * board - 7 + seat]
                gone = None if counts[seat] else 1905
                rows.append([round_, board, power, player, counts[seat], gone, 1908])
    return rows


def scores_of(system: System, rows: list[list[Any]]) -> list[Any]:
    """The scores that cells hold, in the order of the rows."""
    counts, gone = ([[row[column]] for row in rows[1:]] for column in (4, 5))
    found = []
    for first in range(0, len(counts), 7):
        there = slice(first, first + 7)
        found += [score for (score,) in dip_score(system.key, counts[there], None, gone[there], 1908)]
    return found


BY_SCORES = [system for system in systems() if system.by_scores and "chart" not in system.needs]
every_sum = pytest.mark.parametrize("system", slow_but(one_of_each_event(), BY_SCORES))


@every_sum
def test_totals_of_cells_are_those_of_the_games(system: System) -> None:
    """And so are the ties: scores in cells, totals of these, and ranks of those."""
    for seed in range(5):
        totals_are_those_of(system, season(seed))


def totals_are_those_of(system: System, rows: list[list[Any]]) -> None:
    scores = scores_of(system, rows)
    players = sorted({row[3] for row in rows[1:]})
    of_round = {(row[3], row[0]): score for row, score in zip(rows[1:], scores, strict=True)}
    block = [[of_round[player, round_] for round_ in (1, 2)] for player in players]
    totals = dip_total(system.key, block)
    table = standings(system.key, read_games(rows, fewer=system.fewer).games, Settings(tiebreak=()))
    assert [n for (n,) in dip_rank(totals)] == [
        next(row.rank for row in table if row.player == player) for player in players
    ]
    exact = {row.player: row.total for row in table}
    if max((total or Fraction()).denominator for total in exact.values()) <= SIMPLE:
        assert [total for (total,) in totals] == [as_double(exact[player] or 0) for player in players]


@every_sum
def test_scores_that_are_typed_again_are_as_level_as_before(system: System) -> None:
    for rows in map(season, range(5)):
        typed = [[*row, score] for row, score in zip(rows[1:], scores_of(system, rows), strict=True)]
        options = [["tiebreak", "best game"]]
        before, after = (
            dip_standings(system.key, block, options) for block in (rows, [[*rows[0], "Override"], *typed])
        )
        assert [row[:2] for row in after] == [row[:2] for row in before]
        assert after == before or system.key.startswith("NDC")


@pytest.mark.parametrize(
    "command",
    [("score", "SOS"), ("score", "MANORCON", "--lines"), ("standings", "DCC"), ("awards", "MANORCON")],
    ids=" ".join,
)
def test_files_have_all_digits(command: tuple[str, ...], tmp_path: Path) -> None:
    games.write(tmp_path / "games.csv", games.event())
    name, system, *rest = command
    call = [name, system, str(tmp_path / "games.csv"), *rest, "-o", str(tmp_path / "out.csv")]
    assert CliRunner().invoke(app, call).exit_code == 0
    written = (tmp_path / "out.csv").read_text()
    numbers = [float(word) for word in re.findall(r"(?<![\w.])-?\d+\.\d+(?![\w.])", written)]
    assert [one for one in numbers if not is_nearest_double(one)] == []
    assert any(digits(one) > 15 for one in numbers)


def test_new_workbooks_of_values_have_all_digits() -> None:
    rows: list[list[Any]] = [["Ann", 80 / 3], ["=Bob", 0.1 + 0.2], ["#N/A", 25.5]]
    table = ValueTable("Standings", {"Player": 20, "Total": 10}, rows)
    package = make_package(make_of_values("Spring", "", [table]))
    assert [[package.value("Standings", f"{column}{row}") for column in "AB"] for row in (5, 6, 7)] == rows
