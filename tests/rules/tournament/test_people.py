"""People as they are: replacements, double play, house players, yellow cards, overrides, new players."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.events import (
    BAD,
    BLANK,
    FOUR,
    SOLO,
    THREE,
    board,
    fixed,
    games,
    listed,
    ranks,
    totals,
)
from xl_dipscore import Faults, Settings, standings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.games import TwoBoards, score_games
from xl_dipscore.rules.tournament.spelling import alike

SQUARES = 12**2 + 11**2 + 11**2


def test_a_blank_players_position_counts_and_is_nobodys() -> None:
    table = standings("SOS", games(board(THREE, ["a", "", "  "])))
    assert totals(table) == {"a": Fraction(100 * 12**2, SQUARES)}
    boards = [fixed({"a": 60}), board(THREE, "", 2, override=[0, *[None] * 6])]
    assert totals(standings("DCC", games(*boards), Settings(combine="sum", tiebreak=("msd",)))) == {"a": 60}
    assert standings("DCC", games(*boards), Settings(combine="sum"))[0].breaks == ((Fraction(30, 2),),)


def test_a_player_on_two_boards_of_a_round() -> None:
    boards = [fixed({"a": 50, "b": 10}), fixed({"a": 30}, 1, "B"), fixed({"a": 5}, 2)]
    table = standings("SOS", games(*boards))
    assert ranks(table) == [(1, "b"), (None, "a")]
    assert table.table()[2] == [None, "a", "#N/A", "#N/A", 5, ""]
    assert [str(fault) for fault in table.faults] == [
        "games.csv row 9, column Player: a is on two boards of round 1: 1 and B."
    ]
    assert isinstance(table.faults[0], TwoBoards)
    best = standings("SOS", games(*boards), Settings(double="best"))
    assert (totals(best), best[0].counted) == ({"a": 55, "b": 10}, (1, 2))
    assert best[0].scores == {1: 50, 2: 5}
    assert totals(standings("SOS", games(*boards), Settings(double="sum"))) == {"a": 85, "b": 10}
    assert totals(standings("SOS", games(*boards), Settings(double="sum", combine="best 1")))["a"] == 80


def test_three_boards_of_a_round_are_told_one_by_one() -> None:
    boards = [fixed({"a": 1}, 1, n) for n in (1, 2, 3)]
    assert len(standings("SOS", games(*boards)).faults) == 2
    assert totals(standings("SOS", games(*boards), Settings(double="sum"))) == {"a": 3}


def test_two_boards_are_told_with_all_that_is_wrong_elsewhere() -> None:
    boards = [fixed({"a": 1}), fixed({"a": 1}, 1, 2), board(BAD, "c", 1, 3)]
    assert [fault.field for fault in standings("SOS", games(*boards)).faults] == ["player", "centres"]


def test_a_faulty_second_board_leaves_the_round_open() -> None:
    boards = [fixed({"a": 1}), board(BAD, "a", 1, 2), fixed({"b": 9}, 2)]
    for double in ("best", "sum"):
        table = standings("SOS", games(*boards), Settings(double=double))  # type: ignore[arg-type]
        assert ranks(table) == [(1, "b"), (None, "a")]


def test_an_unranked_player_is_listed_and_holds_up_nobody() -> None:
    boards = [fixed({"td": 90, "a": 80, "b": 70}, unranked={"A": "x"}), fixed({"td": 90, "a": 1, "b": 1}, 2)]
    table = standings("SOS", games(*boards))
    assert ranks(table) == [(1, "a"), (2, "b"), (None, "td")]
    assert totals(table)["td"] == 180
    level = standings("SOS", games(fixed({"a": 5, "td": 5, "b": 5}, unranked="E")))
    assert ranks(level) == [(1, "a"), (1, "b"), (None, "td")]


def test_the_fewest_rounds_that_give_a_rank() -> None:
    boards = [fixed({"a": 90, "b": 10}), fixed({"b": 10}, 2)]
    table = standings("SOS", games(*boards), Settings(min_rounds=2))
    assert ranks(table) == [(1, "b"), (None, "a")]
    assert table.notes == ("Fewer than 2 rounds played: a.",)


def test_yellow_cards() -> None:
    table = standings("SOS", games(board(THREE, "abc", docked=[2, 0, 0, 0, 0, 0, 0])))
    lowered = 10**2 + 11**2 + 11**2
    assert totals(table) == {
        "a": Fraction(100 * 10**2, lowered),
        **dict.fromkeys("bc", Fraction(12100, lowered)),
    }
    win = standings("SOS", games(board(SOLO, "ab", docked={"A": 4})))
    assert ranks(win)[0] == (1, "a")


def test_an_override_replaces_the_score_and_is_marked() -> None:
    table = standings("DCC", games(board(THREE, "abc", override=["12,5", 0, *BLANK[2:]])))
    assert totals(table) == {"a": Fraction(25, 2), "b": 0, "c": 200 + Fraction(100 * 121, SQUARES)}
    assert {row.player: row.overridden for row in table} == {"a": {1}, "b": {1}, "c": frozenset()}


def test_a_faulty_board_hides_nobody_else() -> None:
    boards = [board(BAD, "ab"), fixed({"c": 10, "d": 20}, 1, 2), fixed({"a": 99, "c": 5}, 2)]
    found = listed(*boards)
    table = standings("SOS", found.games)
    assert ranks(table) == [(1, "d"), (2, "c"), (None, "a"), (None, "b")]
    assert table.table()[3] == [None, "a", "#N/A", "#N/A", 99, ""]
    assert [str(fault) for fault in table.faults] == [
        "games.csv row 2, column Centres: Austria has 36 centres; a count is a whole number from 0 to 34.",
    ]


def test_a_board_not_yet_played_does_not_exist() -> None:
    played = [fixed({"a": 10, "b": 20})]
    waiting = [*played, board(BLANK, "ba", 2), board(BLANK, "cd", 1, "B")]
    assert standings("DCC", games(*waiting)).table() == standings("DCC", games(*played)).table()


# -- new players ----------------------------------------------------------------------------------

NEW = (9, 9, 8, 8, 0, 0, 0)
BASE = 9 + 1 + 2 * 3
"""Nine centres, alive after 1905, three dead powers; level leaders have no lead."""
GONE = {"I": 1902, "R": 1903, "T": 1904}


def newcomer(round_: int, name: Any = 1, players: str = "a", new: str = "A") -> Any:
    return board(NEW, players, round_, name, new_player=new, eliminated=GONE)


def test_the_bonus_is_given_once() -> None:
    once = [newcomer(1), newcomer(2, new="")]
    both = [newcomer(2), newcomer(1)]
    for boards in (once, both):
        table = standings("CONQUEST", games(*boards))
        assert table[0].scores == {1: BASE + 5, 2: BASE}
        assert table[0].total == 2 * BASE + 5


def test_the_bonus_is_inside_the_maximum_or_added_to_the_total() -> None:
    lead = board((16, 10, 8, 0, 0, 0, 0), "a", new_player="A", eliminated={"G": 1902, **GONE})
    raw = 16 + 1 + 2 * 4 + 2 * 6
    assert raw > 27
    in_the_game = standings("CONQUEST", games(lead))
    assert (in_the_game[0].scores, in_the_game[0].total) == ({1: 27}, 27)
    in_the_event = standings("CONQUEST", games(lead), **{"new player": "event"})
    assert (in_the_event[0].scores, in_the_event[0].total) == ({1: 27}, 27 + 5)


def test_the_events_bonus_is_once_and_not_dropped_with_its_game() -> None:
    boards = [newcomer(1), newcomer(2), newcomer(3)]
    table = standings("CONQUEST", games(*boards), **{"new player": "event", "newcomer": 3})
    assert table[0].total == 2 * BASE + 3
    top = games(newcomer(1), newcomer(2, "Top"))
    with_top = standings("CONQUEST", top, Settings(format="top-board"), **{"new player": "event"})
    assert with_top[0].total == 2 * BASE + 5


def test_of_two_first_boards_the_first_by_name_has_the_bonus() -> None:
    a, b = newcomer(1, "A"), newcomer(1, "B")
    for boards in ([a, b], [b, a]):
        table = standings("CONQUEST", games(*boards), Settings(double="sum"))
        assert table[0].total == 2 * BASE + 5
        by_name = {
            one.game.name: one.scores[0]
            for one in score_games(find("CONQUEST"), games(*boards))
            if one.scores
        }
        assert by_name == {"A": BASE + 5, "B": BASE}


def test_fewer_than_seven_at_the_conquest() -> None:
    five = [row for row in board((12, 8, 6, 5, 3, 0, 0), "abcde") if row["Power"] not in ("Russia", "Turkey")]
    table = standings("CONQUEST", games(five, fewer=True))
    assert totals(table)["a"] == 12 + 1 + 2 * 2 + 2 * 4
    assert len(table) == 5


def test_a_board_without_a_single_power_is_told_where_fewer_are_allowed() -> None:
    row = {**board(THREE, "abcdefg")[0], "Power": "Spain"}
    found = listed([row], fewer=True)
    told = "games.csv row 2, column Power: 'Spain' is not one of the seven powers."
    assert [str(fault) for fault in found.faults] == [told]


# -- names ----------------------------------------------------------------------------------------


def test_names_are_trimmed_and_inner_spaces_collapsed() -> None:
    boards = [fixed({" Ann  Lee ": 10}), fixed({"Ann Lee": 20}, 2), fixed({"Ann\u00a0Lee\t": 5}, 3)]
    assert totals(standings("SOS", games(*boards))) == {"Ann Lee": 35}


def test_a_number_is_a_name_like_any_other() -> None:
    boards = [board(THREE, [12.0]), board(THREE, ["12"], 2), board(THREE, [12], 3)]  # type: ignore[list-item]
    assert list(totals(standings("SOS", games(*boards)))) == ["12"]


def test_capitals_make_no_other_player_and_an_accent_does() -> None:
    boards = [
        board(THREE, ["Zoë", "", "Bo"]),
        board(THREE, ["ZOE", "bo ", "zoë"], 2),
        board(THREE, ["zoe"], 3),
    ]
    assert {row.player for row in standings("SOS", games(*boards))} == {"Zoë", "ZOE", "Bo"}
    assert [names for names, _ in alike(games(boards[0], boards[2]))] == [("Zoë", "zoe")]


# -- laws -----------------------------------------------------------------------------------------

NAMES = "abcdefghijklmn"
shapes = st.sampled_from([SOLO, THREE, FOUR, (10, 10, 10, 4, 0, 0, 0), (5, 5, 5, 5, 5, 5, 4)])


@st.composite
def events(draw: st.DrawFn) -> list[Any]:
    """Up to four rounds of one or two boards; some seats are nobody's."""
    boards = []
    for round_ in range(1, draw(st.integers(1, 4)) + 1):
        people = draw(st.permutations(NAMES))
        for table in range(draw(st.integers(1, 2))):
            players = [draw(st.sampled_from([p, p, p, ""])) for p in people[7 * table : 7 * table + 7]]
            boards.append(board(draw(shapes), players, round_, table))
    return boards


def outcome(system: str, boards: list[Any], **settings: Any) -> Any:
    try:
        table = standings(system, games(*boards), Settings(**settings))
    except Faults as refused:
        return str(refused)
    return [(row.rank, row.player, row.total, row.counted, row.breaks) for row in table]


several = st.sampled_from(["DCC", "MYSTERY", "SOS", "BOSTON", "ARMADA", "WBC", "CONQUEST"])
rules = st.sampled_from([None, "sum", "best 2", "drop 1", "100/50", "mean all"])


@pytest.mark.slow
@given(events(), several, rules, st.randoms())
def test_permuting_the_games_changes_nothing(boards: list[Any], system: str, rule: Any, chance: Any) -> None:
    mixed = list(boards)
    chance.shuffle(mixed)
    assert outcome(system, boards, combine=rule) == outcome(system, mixed, combine=rule)
    rows = [row for rows in boards for row in rows]
    chance.shuffle(rows)
    assert outcome(system, boards, combine=rule) == outcome(system, [rows], combine=rule)


@given(events(), several, rules, st.permutations(NAMES))
def test_renaming_players_permutes_the_standings(
    boards: list[Any], system: str, rule: Any, names: list[str]
) -> None:
    new = dict(zip(NAMES, names, strict=True)) | {"": ""}
    renamed = [[{**row, "Player": new[row["Player"]]} for row in rows] for rows in boards]
    before, after = (outcome(system, some, combine=rule) for some in (boards, renamed))
    assert sorted((new[player], *rest) for (rank, player, *rest) in before) == sorted(
        (player, *rest) for (rank, player, *rest) in after
    )
    assert {(new[player], rank) for rank, player, *_ in before} == {
        (player, rank) for rank, player, *_ in after
    }


@given(events(), rules)
def test_ranks_are_1_1_3(boards: list[Any], rule: Any) -> None:
    rows = outcome("DCC", boards, combine=rule)
    for rank, _, total, _, breaks in rows:
        assert rank == 1 + sum((other[2], other[4]) > (total, breaks) for other in rows)


@pytest.mark.slow
@given(events(), st.integers(1, 3), st.data())
def test_a_better_score_never_lowers_a_total_under_best_n(
    boards: list[Any], n: int, data: st.DataObject
) -> None:
    rows = [row for rows in boards for row in rows if row["Player"]]
    if not rows:
        return
    row = data.draw(st.sampled_from(rows))
    found = standings("SOS", games(*boards), Settings(combine=f"best {n}"))
    mine = next(one for one in found if one.player == row["Player"])
    better = float(mine.scores[row["Round"]] or 0) + data.draw(st.integers(0, 100))
    raised = [[{**r, "Override": better if r is row else None} for r in rows_] for rows_ in boards]
    after = standings("SOS", games(*raised), Settings(combine=f"best {n}"))
    assert float(totals(after)[row["Player"]]) >= float(mine.total or 0) - 1e-9
