"""An event from cells, and all its problems although parts of it cannot be read."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest

from tests.lists import HEADER, board_rows
from xl_dipscore.errors import Faults
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import UnknownOption, UnknownSystem, find
from xl_dipscore.rules.tournament.problem import Problem
from xl_dipscore.tables.cells.event import GivenEvent, NotTogether, read_problems
from xl_dipscore.tables.cells.event_options import EventOptions
from xl_dipscore.tables.cells.games import GameList, MissingColumn, read_games

SOS, HUNDRED = find("SOS"), find("TEMPEST")
ONE = [HEADER, *board_rows()]
TWO = [HEADER, *board_rows(), *board_rows(board=2)]
MIXED = [HEADER, *(row for pair in zip(board_rows(), board_rows(board=2), strict=True) for row in pair)]


def kinds(
    table: Any, options: Sequence[Any] = (), *, system: Any = lambda: SOS, **more: Any
) -> dict[type, Problem]:
    """The problems of a list by the kinds of their faults."""

    def read(fewer: bool) -> GameList:
        return read_games(table, fewer=fewer)

    found, _ = read_problems(system, read, options, **more)
    return {type(one.fault): one for one in found}


def test_a_right_list_has_no_fault() -> None:
    assert not [one for one in kinds(ONE).values() if one.rank == "wrong"]


def test_faults_of_system_options_and_list_are_found_together() -> None:
    def unknown() -> Any:
        return find("NOSUCH")

    found = kinds([["Name", "Points"], ["a", 1]], [("nosuch", 1)], system=unknown)
    assert {UnknownSystem, MissingColumn} <= found.keys()
    assert found[UnknownSystem].whole
    assert found[MissingColumn].whole
    assert found[MissingColumn].row == 1
    assert kinds(ONE, [("nosuch", 1)])[UnknownOption].whole


def test_valid_options_stay_beside_wrong_ones() -> None:
    _, chosen = read_problems(lambda: SOS, lambda fewer: read_games(ONE), [("rounds", 3), ("combine", "odd")])
    assert chosen.settings.rounds == 3


def test_mixed_boards_matter_only_to_scores_beside_them() -> None:
    assert NotTogether not in kinds(MIXED)
    assert NotTogether not in kinds(TWO, together=True)
    assert "1" in str(kinds(MIXED, together=True)[NotTogether].fault.facts["boards"])


def test_only_a_known_system_for_fewer_powers_reads_fewer_rows() -> None:
    asked: list[bool] = []

    def read(fewer: bool) -> GameList:
        asked.append(fewer)
        return read_games(ONE)

    def unknown() -> Any:
        return find("NOSUCH")

    for system in (lambda: SOS, unknown, lambda: find("CUSTOM")):
        read_problems(system, read, ())
    assert asked == [SOS.fewer, False, find("CUSTOM").fewer]


def dated(*days: str) -> GameList:
    rows = [[day, *row] for n, day in enumerate(days) for row in board_rows(board=n + 1)]
    return read_games([["Date", *HEADER], *rows])


def test_a_season_limits_the_games_and_needs_their_dates() -> None:
    year = Settings(since=dt.date(2024, 1, 1), until=dt.date(2024, 12, 31))
    three = dated("2023-12-31", "2024-01-01", "2024-12-31")
    _, games, _, _ = GivenEvent(SOS, three, EventOptions(year, {})).call_arguments
    assert [game.date for game in games] == [dt.date(2024, 1, 1), dt.date(2024, 12, 31)]
    _, every, _, parameters = GivenEvent(SOS, three, EventOptions(Settings(), {"a": 1})).call_arguments
    assert (len(every), parameters) == (3, {"a": 1})
    with pytest.raises(Faults):
        _ = GivenEvent(SOS, read_games(ONE), EventOptions(year, {})).call_arguments


def test_teams_are_known_from_one_seat() -> None:
    teams = [[*HEADER, "Team"], *board_rows(team=["", "", "", "", "", "", "Reds"])]
    assert GivenEvent(SOS, read_games(teams), EventOptions(Settings(), {})).has_teams
    assert not GivenEvent(SOS, read_games(ONE), EventOptions(Settings(), {})).has_teams
