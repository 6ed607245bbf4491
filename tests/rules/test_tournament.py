"""Games to totals to standings."""

from fractions import Fraction
from typing import Any

import pytest

from tests.lists import HEADER, board_rows
from xl_dipscore import Faults, standings
from xl_dipscore.rules.event.games import Game, rounds_of
from xl_dipscore.rules.event.scored import Result, ResultsByPlayer
from xl_dipscore.rules.event.settings import AwardRule, Settings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.combine import UnknownCombiningRule, rule_of
from xl_dipscore.rules.tournament.games import doubles, score_games
from xl_dipscore.rules.tournament.table import Standing
from xl_dipscore.tables.cells.games import read_games

SOLO = (34, 0, 0, 0, 0, 0, 0)
THREE = (10, 10, 10, 0, 0, 0, 0)
BAD = (36, 0, 0, 0, 0, 0, 0)


def event(*boards: list[list[Any]]) -> tuple[Game, ...]:
    """A games list of these boards, each with an Override column."""
    return read_games([[*HEADER, "Override"], *(row for board in boards for row in board)]).games


def played(counts: Any, players: Any, round_: Any = 1, board: Any = 1, override: Any = (None,) * 7) -> Any:
    return board_rows(counts, players=players, round_=round_, board=board, Override=override)


def table(rows: list[Standing]) -> list[tuple[int | None, str, Fraction | None]]:
    return [(row.rank, row.player, row.total) for row in rows]


NOBODY = ("",) * 7


def seated(*players: str) -> tuple[str, ...]:
    return (*players, *NOBODY)[:7]


def test_ranks_are_1_1_3() -> None:
    games = event(played((16, 16, 1, 1, 0, 0, 0), seated("cy", "Al", "bo")))
    assert [(row.rank, row.player) for row in standings("SOS", games)] == [(1, "Al"), (1, "cy"), (3, "bo")]


def test_three_thirds_of_a_hundred_tie_with_a_hundred() -> None:
    rounds = [played(THREE, seated("thirds"), round_) for round_ in (1, 2, 3)]
    rounds.append(played(SOLO, seated("whole"), board=2))
    assert table(standings("SOS", event(*rounds))) == [(1, "thirds", 100), (1, "whole", 100)]


def test_totals_scores_and_counted_rounds() -> None:
    games = event(
        played(SOLO, seated("a", "b"), "Final"), played(THREE, seated("a"), 10), played(THREE, seated("b"), 2)
    )
    first, second = standings("SOS", games)
    assert (first.player, first.total) == ("a", 100 + Fraction(100, 3))
    assert first.scores == {"Final": 100, 10: Fraction(100, 3)}
    assert first.counted == (10, "Final")
    assert second.counted == (2, "Final")
    assert rounds_of(games) == [2, 10, "Final"]


def test_players_of_a_faulty_board_are_last_and_without_a_rank() -> None:
    games = event(
        played(BAD, seated("a", "b"), 2), played(SOLO, seated("a", "c")), played(THREE, seated("d"), 2, "B")
    )
    assert table(standings("SOS", games)) == [
        (1, "d", Fraction(100, 3)),
        (2, "c", 0),
        (None, "a", None),
        (None, "b", None),
    ]
    faulty = standings("SOS", games)[2]
    assert faulty.scores == {1: 100, 2: None}
    assert faulty.counted == ()


def test_who_has_no_total_has_no_values_under_tie_breaks() -> None:
    games = event(
        played(BAD, seated("a"), 2), played(SOLO, seated("a", "c")), played(SOLO, seated("d"), 2, "B")
    )
    rows = standings("SOS", games, Settings(tiebreak=("wins", "centres")))
    assert [(row.player, row.breaks) for row in rows] == [
        ("d", ((1,), (34,))),
        ("c", ((0,), (0,))),
        ("a", ((), ())),
    ]


def test_a_board_that_the_system_refuses_is_faulty_too() -> None:
    games = event(played(THREE, seated("a")))
    assert table(standings("NDC", games, Settings(combine="sum"))) == [(None, "a", None)]
    (one,) = score_games(find("NDC"), games)
    assert one.scores is None
    assert str(one.faults[0]) == "rows 2 to 8: NDC needs the last game year."
    assert str(one.faults[1]) == "row 5: NDC needs the year in which Germany was eliminated."


def test_an_override_replaces_the_score() -> None:
    games = event(played(THREE, seated("a", "b", "c"), override=("12,5", 0, None, None, None, None, None)))
    assert table(standings("SOS", games)) == [
        (1, "c", Fraction(100, 3)),
        (2, "a", Fraction(25, 2)),
        (3, "b", 0),
    ]


def test_a_blank_player_is_nobody() -> None:
    games = event(played(THREE, seated("a", "", " ")), played(THREE, seated(""), board=2))
    assert table(standings("SOS", games)) == [(1, "a", Fraction(100, 3))]


def test_a_player_is_on_one_board_a_round() -> None:
    games = event(
        played(THREE, seated("a", "b")),
        played(THREE, seated("b", "a"), board="Top"),
        played(THREE, seated("a", "c"), 2),
    )
    found = standings("SOS", games)
    assert table(found) == [(1, "c", Fraction(100, 3)), (None, "a", None), (None, "b", None)]
    assert found[1].scores == {1: None, 2: Fraction(100, 3)}
    assert sorted(map(str, found.faults)) == [
        "row 10, column Player: a is on two boards of round 1: 1 and Top.",
        "row 9, column Player: b is on two boards of round 1: 1 and Top.",
    ]


def test_case_and_spaces_of_a_rule_do_not_matter() -> None:
    games = event(played(SOLO, seated("a")), played(SOLO, seated("a"), 2))
    assert table(standings("DCC", games, Settings(combine=" SUM "))) == [(1, "a", 1400)]
    assert table(standings("DCC", games, Settings(combine="dcc"))) == [(1, "a", 700)]


def test_a_rule_that_nobody_knows() -> None:
    with pytest.raises(UnknownCombiningRule, match="Known: sum, mean, mean all, best N, drop N, weights"):
        rule_of("best of luck")


def test_an_option_of_the_system_reaches_every_game() -> None:
    games = event(played(SOLO, seated("a")), played(THREE, seated("a"), 2))
    assert table(standings("SOS", games, pot=30)) == [(1, "a", 30 + 10)]
    with pytest.raises(Faults, match="SOS has no option pit"):
        standings("SOS", [], pit=30)


def test_best_of_each_country_lists_ties() -> None:
    games = event(
        played(THREE, seated("a", "b")),
        played((10, 12, 8, 4, 0, 0, 0), seated("c", "d"), board=2),
        played(THREE, seated("e", "f"), 2),
        played(BAD, seated("g"), 3),
    )
    best = [(one.power, one.player, one.score) for one in awards(score_games(find("SOS"), games))]
    assert best == [
        ("Austria", "a", Fraction(100, 3)),
        ("Austria", "e", Fraction(100, 3)),
        ("England", "d", Fraction(100 * 12**2, 10**2 + 12**2 + 8**2 + 4**2)),
    ]
    by_centres = Settings(awards=AwardRule(by="centres"))
    most_centres = [
        (one.power, one.player, one.centres) for one in awards(score_games(find("SOS"), games), by_centres)
    ]
    assert most_centres == [("Austria", p, 10) for p in "ace"] + [("England", "d", 12)]
    assert awards([]) == []


def test_the_results_of_each_player_in_the_order_of_the_games() -> None:
    games = event(
        played(THREE, seated("Ann", "Bob"), 2), played(SOLO, seated("Bob", "Ann"), 1), played(BAD, NOBODY, 3)
    )
    scored = score_games(find("SOS"), games)
    results = ResultsByPlayer(scored)
    assert {player: [*its] for player, its in results.items()} == {
        "Ann": [Result(scored[0], 0), Result(scored[1], 1)],
        "Bob": [Result(scored[0], 1), Result(scored[1], 0)],
    }
    assert [*map(results.count, ("Ann", "Bob", "Zoe"))] == [2, 2, 0]
    assert results.get("Zoe", ()) == ()


def test_players_on_two_boards_are_found_in_the_order_of_the_games() -> None:
    """Their rounds stand in any order in a list."""
    games = event(
        played(THREE, seated("Ann", "Bob"), 2, 1),
        played(THREE, seated("Cem", "Dan"), 1, 1),
        played(SOLO, seated("Dan"), 1, 2),
        played(SOLO, seated("Bob", "Ann"), 2, 2),
        played(SOLO, seated("Cem"), 1, 3),
    )
    found = [
        (one.player, one.game.name, other.game.name)
        for one, other in doubles(score_games(find("SOS"), games))
    ]
    assert found == [("Dan", "1", "2"), ("Bob", "1", "2"), ("Ann", "1", "2"), ("Cem", "1", "3")]
