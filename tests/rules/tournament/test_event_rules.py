"""Rules of events that other programs have: last rounds, ranks, extra points, weights, and who is level."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.each import each
from tests.rules.tournament.events import (
    BAD,
    FOUR,
    SOLO,
    THREE,
    board,
    fixed,
    games,
    listed,
    listing,
    ranks,
    totals,
    write,
)
from xl_dipscore import Faults, Settings, standings
from xl_dipscore.cli.commands import app
from xl_dipscore.rules.event.decision import TOP_TO_COME
from xl_dipscore.rules.event.settings import Besides, TeamRule
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.combine import NotOfScoresAlone, UnknownCombiningRule, rule_of, total_of
from xl_dipscore.rules.tournament.explain import explain_total
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.rules.tournament.teams import team_table
from xl_dipscore.tables.cells.games import NotAWeight, WeightsDiffer
from xl_dipscore.tables.functions.events import dip_standings
from xl_dipscore.tables.functions.totals import dip_total


def table(*boards: Any, system: str = "SOS", **settings: Any) -> Any:
    return standings(system, games(*boards), Settings(**settings))


def made(*boards: Any, **settings: Any) -> dict[str, Any]:
    return totals(table(*boards, **settings))


def lines(player: str, *boards: Any, system: str = "SOS", **settings: Any) -> list[list[object]]:
    """The lines of the explanation up to the total."""
    told = explain_total(find(system), games(*boards), Settings(**settings), {}, player).table()
    return told[1 : next(n for n, row in enumerate(told) if row[0] == "Total") + 1]


def rounds(**scores: list[Any]) -> list[Any]:
    """A board a round; None where a player is not there."""
    count = len(next(iter(scores.values())))
    return [
        fixed({player: of[n] for player, of in scores.items() if of[n] is not None}, n + 1)
        for n in range(count)
    ]


# -- combining rounds ---------------------------------------------------------------------------


@each(
    ("rule", "scores", "expected"),
    [
        ("sum/(count+10)", [30, 20, 10], Fraction(30 + 20 + 10, 3 + 10)),
        ("sum/(count+10)", [30, None, None], Fraction(30, 1 + 10)),
        ("SUM / (played + 4)", [30, 20, None], Fraction(30 + 20, 2 + 4)),
        ("London Open", [40, 30, 20, 0], 40 + 30 + Fraction(20, 2)),
        ("London Open", [0, 20, 30, 40], 40 + 30 + Fraction(20, 2)),
        ("London Open", [40, 30, 20, 18], 40 + 30 + Fraction(20 + 18, 3)),
        ("London Open", [40, 30, 20, 10], 40 + 30 + Fraction(20, 2)),
        ("London Open", [40, 30, 20, 18, 17], 40 + 30 + Fraction(20 + 18, 3)),
        ("london open", [40, 30, 20], 40 + 30 + Fraction(20, 2)),
        ("London Open", [40, None, None], 40),
    ],
)
def test_of_one_players_scores(rule: str, scores: list[Any], expected: Fraction) -> None:
    exact = [None if score is None else Fraction(score) for score in scores]
    assert total_of(rule_of(rule), exact) == expected
    assert dip_total(rule, [scores]) == [[pytest.approx(float(expected))]]


@each(
    ("typed", "name"),
    [
        ("Best2+Last", "best 2 + last"),
        ("best 2 + last x 1.5", "best 2 + last x1.5"),
        ("BEST 2 + LAST X1.5 for Top 21", "best 2 + last x1.5 for top 21"),
        ("100/80/40 then 100/100/80/40", "100/80/40 then 100/100/80/40"),
        ("dcc then sum", "DCC then sum"),
        ("Ranks", "ranks sum"),
        ("ranks  best 3", "ranks best 3"),
    ],
)
def test_the_grammar_of_whole_events(typed: str, name: str) -> None:
    rule = rule_of(typed)
    assert rule.name == rule_of(rule.name).name == name
    with pytest.raises(Faults, match="needs a whole event") as caught:
        total_of(rule, [Fraction(1), Fraction(2)])
    assert isinstance(caught.value.faults[0], NotOfScoresAlone)
    assert dip_total(typed, [[1, 2]]) == [["#N/A"]]


@each(
    "typed",
    ["worst 2 + last", "best 2 + last for top 3", "ranks ranks", "sum then", "sum then mean then sum"],
)
def test_what_is_no_rule(typed: str) -> None:
    with pytest.raises(UnknownCombiningRule):
        rule_of(typed)


WDC = rounds(a=[50, 40, 30, 20], b=[60, 50, None, 8], c=[10, 10, 10, 70])


def test_the_last_round_in_full() -> None:
    assert made(*WDC, combine="best 2 + last") == {"a": 50 + 40 + 20, "b": 60 + 50 + 8, "c": 10 + 10 + 70}
    assert made(*WDC, combine="best 2 + last x2") == {"a": 90 + 2 * 20, "b": 110 + 2 * 8, "c": 20 + 2 * 70}
    before = made(*WDC[:3], combine="best 2 + last", rounds=4)
    assert before == {"a": 50 + 40, "b": 60 + 50, "c": 10 + 10}


def test_a_factor_for_the_best_before_the_last_round() -> None:
    """WDC 2025, with the top 2 in the place of the top 21: b 110, a 90, c 20 before it."""
    rule = "best 2 + last x1.5 for top 2"
    half_more = Fraction(3, 2)
    assert made(*WDC, combine=rule) == {"a": 90 + half_more * 20, "b": 110 + half_more * 8, "c": 20 + 70}
    assert lines("a", *WDC, combine=rule)[3:] == [
        ["Round 4, board 1, Austria, typed by the director: added at 150 %", 20, half_more, 30],
        ["Total", None, None, 90 + 30],
    ]
    late = [*WDC[:3], fixed({"a": 20, "b": 8, "c": 70, "d": 5}, 4)]
    assert made(*late, combine="best 2 + last x1.5 for top 9")["d"] == 5, "d is not in a table before it"


def test_who_is_level_with_the_last_of_the_best_has_the_factor_too() -> None:
    level = rounds(a=[30, 10], b=[20, 10], c=[20, 10], d=[10, 10])
    assert made(*level, combine="sum + last x2 for top 2") == {"a": 50, "b": 40, "c": 40, "d": 20}
    unranked = fixed({"a": 30, "b": 20, "c": 20, "d": 10}, unranked=["x"] + [None] * 6)
    found = made(unranked, level[1], combine="sum + last x2 for top 2")
    assert found == {"a": 50, "b": 40, "c": 40, "d": 20}, "who has no rank takes no place, and is level here"


def test_a_final_and_a_top_board_take_the_factor() -> None:
    final = [*rounds(a=[30, 20], b=[10, 40]), fixed({"a": 8, "b": 6}, "Final")]
    assert made(*final, combine="best 1 + last x2") == {"a": 30 + 2 * 8, "b": 40 + 2 * 6}
    assert made(*final[:2], combine="best 1 + last x2", format="final") == {"a": 30, "b": 40}
    top = [*rounds(a=[30, 20], b=[10, 40]), fixed({"a": 8, "b": 6}, 3, "Top")]
    assert made(*top, combine="best 1 + last x2", format="top-board") == {"a": 30 + 2 * 8, "b": 40 + 2 * 6}


EDC = rounds(a=[100, 50, 30, 10], b=[60, 60, 60, 60])


def test_one_rule_to_qualify_and_another_with_the_last_round() -> None:
    """EDC 2016."""
    rule = "100/80/40 then 100/100/80/40"
    eighty, forty = Fraction(80, 100), Fraction(40, 100)
    before = {"a": 100 + eighty * 50 + forty * 30, "b": 60 + eighty * 60 + forty * 60}
    after = {"a": 100 + 50 + eighty * 30 + forty * 10, "b": 60 + 60 + eighty * 60 + forty * 60}
    assert made(*EDC[:3], combine=rule, rounds=4) == before
    assert made(*EDC, combine=rule, rounds=4) == after
    final = [*EDC[:3], fixed({"a": 10, "b": 60}, "Final")]
    assert made(*EDC[:3], combine=rule, format="final") == before
    assert made(*final, combine=rule) == after
    top = [*EDC[:3], fixed({"a": 10, "b": 60}, 4, "Top")]
    assert made(*top, combine=rule, format="top-board") == after
    assert made(*EDC[:3], combine=rule, format="top-board", rounds=4) == before
    for boards, format_ in ((final, None), (top, "top-board"), (EDC[:3], "final")):
        found = qualify(find("SOS"), games(*boards), Settings(combine=rule, format=format_))
        assert {row.player: row.worth for row in found.rows} == before
    wdc = qualify(find("SOS"), games(*WDC[:3]), Settings(combine="best 2 + last x1.5 for top 2"))
    assert {row.player: row.worth for row in wdc.rows} == {"a": 90, "b": 110, "c": 20}


def test_ranks_summed_over_the_best_rounds() -> None:
    """Conquest 2008: a is 1st, 2nd, 2nd; b 2nd, 1st, and not there; c 3rd, level 2nd, 1st."""
    boards = rounds(a=[50, 20, 10], b=[40, 30, None], c=[30, 20, 20])
    assert made(*boards, combine="ranks") == {"a": -(1 + 2 + 2), "b": -(2 + 1 + 3), "c": -(3 + 2 + 1)}
    found = table(*boards, combine="ranks best 2")
    assert ranks(found) == [(1, "a"), (1, "b"), (1, "c")]
    assert totals(found) == {"a": -(1 + 2), "b": -(2 + 1), "c": -(2 + 1)}
    assert lines("b", *boards, combine="ranks") == [
        ["Round 1, board 1, England, typed by the director: score 40, rank 2: in full", -2, 1, -2],
        ["Round 2, board 1, England, typed by the director: score 30, rank 1: in full", -1, 1, -1],
        ["Round 3: not played, so ranked 3: in full", -3, 1, -3],
        ["Total", None, None, -6],
    ]


def test_ranks_are_those_of_all_boards_of_a_round() -> None:
    boards = [fixed({"a": 50, "b": 10}), fixed({"c": 40, "d": 10}, name=2)]
    assert made(*boards, combine="ranks") == {"a": -1, "c": -2, "b": -3, "d": -3}
    faulty = table(*boards, board(BAD, "efg", name=3), combine="ranks")
    assert "Ranks in round 1 may change: one of its boards has no scores." in faulty.notes


def test_on_the_command_line_and_on_a_worksheet(tmp_path: Path) -> None:
    path = write(tmp_path / "games.csv", *WDC)
    rule = "best 2 + last x1.5 for top 2"
    found = CliRunner().invoke(app, ["standings", "SOS", str(path), "--combine", rule])
    assert found.exit_code == 0
    assert found.stdout.splitlines()[1].split(",")[:3] == ["1", "b", str(110 + 12)]
    table_ = dip_standings("SOS", listing(*WDC), [["combine", rule]])
    assert [row[:3] for row in table_[1:]] == [[1, "b", 122], [2, "a", 120], [3, "c", 90]]


# -- the Top board that fixes places --------------------------------------------------------------

SEVEN = dict(zip("abcdefg", (70, 60, 50, 40, 30, 20, 10), strict=True))
LAST = [
    fixed({"h": 99, "i": 95}, 2, "B"),
    fixed(dict(zip("abcdefg", (1, 1, 9, 2, 3, 4, 5), strict=True)), 2, "Top"),
]


def test_a_top_board_fixes_places_and_adds_nothing() -> None:
    found = table(fixed(SEVEN), fixed({"h": 5}, 1, 2), *LAST, format="top-places")
    assert [row.player for row in found] == [*"cgfedab", "h", "i"]
    assert totals(found) == {**SEVEN, "h": 5 + 99, "i": 95}
    assert [row.rank for row in found] == [*range(1, 10)], "a and b are level on it: a is seeded higher"
    assert found[0].scores == {1: 50, 2: 9}
    assert found[0].counted == (1,)
    told = lines("c", fixed(SEVEN), *LAST, format="top-places")
    where = "Round 2, board Top, France, typed by the director: decides the place and adds nothing"
    assert told[1] == [where, 9, 0, 0]
    sections = explain_total(
        find("SOS"), games(fixed(SEVEN), *LAST), Settings(format="top-places"), {}, "g"
    ).table()
    assert ["Below c: number 1 of the Top board.", None, None, None] in sections
    assert ["Above f as number 2 of the Top board.", None, None, None] in sections


GROUPS: list[Any] = [
    fixed(SEVEN),
    fixed(dict(zip("hijklmn", (7, 6, 5, 4, 3, 2, 1), strict=True)), 1, 2),
    fixed({"o": 4, "p": 3}, 1, 3),
    fixed({"p": 99, "o": 98}, 2, "C"),
    fixed({"n": 9, "h": 8, "i": 8}, 2, "B"),
    LAST[1],
]


def test_with_groups_each_board_of_the_last_round_decides_its_own_places(tmp_path: Path) -> None:
    """The best of board B, h with 7, was better before than that of board C; j did not play it."""
    found = table(*GROUPS, format="top-places", groups=True)
    assert order(found) == [*"cgfedab", *"nhi", *"po", *"jklm"]
    assert totals(found) == {p: s for boards in GROUPS[:3] for p, s in totals(table(boards)).items()}
    row = next(row for row in found if row.player == "n")
    assert (row.scores, row.counted) == ({1: 1, 2: 9}, (1,))
    told = lines("n", *GROUPS, format="top-places", groups=True)
    where = "Round 2, board B, Austria, typed by the director: decides the place and adds nothing"
    assert told[1] == [where, 9, 0, 0]
    path = write(tmp_path / "games.csv", *GROUPS)
    words = ["standings", "SOS", str(path), "--format", "top-places", "--groups"]
    shown = CliRunner().invoke(app, words).stdout.splitlines()
    assert [line.split(",")[1] for line in shown[1:]] == order(found)
    cells = dip_standings("SOS", listing(*GROUPS), [["format", "top-places"], ["groups", True]])
    assert [line[1] for line in cells[1:]] == order(found)


def test_a_top_board_decides_the_places_of_a_league_and_is_none_of_its_best_games() -> None:
    """Best two games: a has 70 + 40, b 60 + 50, h one of 99; the play-off's 1 and 9 are for places alone."""
    evenings = [fixed(SEVEN), fixed({"a": 40, "b": 50, "h": 99}, 2), fixed({"a": 30}, 2, "B")]
    last = fixed(dict(zip("abcdefg", (1, 9, 2, 3, 4, 5, 6), strict=True)), 3, "Top")
    asked: dict[str, Any] = {"combine": "best 2 games", "min_games": 1, "format": "top-places"}
    found = table(*evenings, last, **asked)
    assert order(found) == [*"bgfedcah"]
    assert totals(found) == {**SEVEN, "a": 70 + 40, "b": 60 + 50, "h": 99}
    groups = table(*evenings, fixed({"h": 5, "i": 7}, 3, "B"), last, groups=True, **asked)
    assert order(groups) == [*"bgfedca", *"ih"]
    assert totals(groups)["h"] == 99


def test_rounds_before_places_of_groups_are_an_event_one_round_shorter() -> None:
    """Three rounds before the last: the mean of all is by three, for everybody."""
    boards = [fixed({"a": 30, "b": 60}), fixed({"a": 30}, 2), fixed({"b": 30}, 3)]
    last = [fixed({"a": 1}, 4, "Top"), fixed({"b": 99}, 4, "B")]
    found = made(*boards, *last, format="top-places", groups=True, combine="mean all")
    assert found == {"a": Fraction(30 + 30, 3), "b": Fraction(60 + 30, 3)}


def test_groups_have_no_places_before_the_top_board_is_played() -> None:
    to_come = Besides(to_come=tuple(games(GROUPS[-1])))
    early = table(*GROUPS[:-1], format="top-places", groups=True, rounds=2, besides=to_come)
    assert order(early) == [*"abcdefg", *"h", *"i", *"j", *"ko", *"lp", *"m", *"n"]
    assert TOP_TO_COME in early.notes


def order(found: Any) -> list[str]:
    return [row.player for row in found]


def test_before_the_top_board_and_where_it_is_missing_or_faulty() -> None:
    early = table(fixed(SEVEN), format="top-places", rounds=2)
    assert early.notes == (TOP_TO_COME,)
    assert [*table(fixed(SEVEN), format="top-places")] == [*early]
    faulty = table(fixed(SEVEN), LAST[0], board(BAD, "abcdefg", 2, "Top"), format="top-places")
    assert ranks(faulty) == [(1, "h"), (2, "i"), *((None, player) for player in "abcdefg")]


# -- extra points and weights ---------------------------------------------------------------------


@pytest.mark.parametrize("heading", ["Extra points", "Bonus", "handicap", "EXTRA POINTS"])
def test_extra_points_are_added_once_for_each_time_they_are_typed(heading: str) -> None:
    rows = [*fixed({"a": 40, "b": 30}), *fixed({"a": 10, "b": 30}, 2), *fixed({"a": 20, "b": 0}, 3)]
    for row in rows:
        row[heading] = {("a", 1): 5, ("a", 2): 3, ("b", 3): -7.5}.get((row["Player"], row["Round"]))
    found = table(rows, combine="best 2")
    assert totals(found) == {"a": 40 + 20 + 5 + 3, "b": 30 + 30 - Fraction(15, 2)}
    assert lines("a", rows, combine="best 2")[-2:] == [
        ["Extra points, typed by the director", None, None, 5 + 3],
        ["Total", None, None, 40 + 20 + 5 + 3],
    ]
    cells = [[*rows[0]], *([row[word] for word in rows[0]] for row in rows)]
    assert dip_standings("SOS", cells, [["combine", "best 2"]])[1][:3] == [1, "a", 68]


def test_extra_points_count_in_a_final_too() -> None:
    boards = [fixed({"a": 40, "b": 30}, extra_points=[1, 2, *[None] * 5])]
    final = fixed({"a": 10, "b": 20}, "Final", extra_points=[4, *[None] * 6])
    assert made(*boards, final) == {"a": 40 + 1 + 10 + 4, "b": 30 + 2 + 20}


def test_a_boards_weight_multiplies_its_scores_in_totals() -> None:
    boards = [
        fixed({"a": 40, "b": 30}, weight=[1.5, *[None] * 6]),
        fixed({"a": 50, "b": 20}, 2),
        fixed({"a": 10, "b": 90}, 3, weight=[0.5] * 7),
    ]
    three_halves, half = Fraction(3, 2), Fraction(1, 2)
    found = table(*boards, combine="best 2")
    assert totals(found) == {"a": three_halves * 40 + 50, "b": three_halves * 30 + half * 90}
    assert found[0].scores == {1: 60, 2: 50, 3: 5}
    told = lines("a", *boards, combine="best 2")
    typed = ", typed by the director"
    weighed = f"Round 1, board 1, Austria{typed}, a board of weight 1.5: in full"
    assert told[0] == [weighed, 40, three_halves, three_halves * 40]
    assert told[1] == [f"Round 2, board 1, Austria{typed}: in full", 50, 1, 50]


ZERO: list[Any] = [0, *[None] * 6]


@pytest.mark.parametrize(
    ("combine", "total"),
    [("mean", (40 + 20) / 2), ("mean all", (40 + 20) / 2), ("best 2", 40 + 20), ("drop 1", 40)],
)
def test_a_game_of_weight_0_is_for_totals_as_though_it_were_not_played(combine: str, total: float) -> None:
    """Round 3 is such a game for all; in round 2 there is another, with who plays nowhere else."""
    boards = [
        fixed({"a": 40, "b": 30}),
        fixed({"a": 20, "b": 10}, 2),
        fixed({"c": 99, "d": 5}, 2, 2, weight=ZERO),
        fixed({"a": 90, "b": 80}, 3, weight=ZERO),
    ]
    found = table(*boards, combine=combine)
    assert found.table() == table(*boards[:2], combine=combine).table()
    assert (totals(found)["a"], found[0].scores) == (total, {1: 40, 2: 20})
    assert [one.scores[0] for one in found.scored] == [40, 20, 99, 90], "each board has its scores"


def test_a_game_of_weight_0_is_no_round_played() -> None:
    boards = [fixed({"a": 40, "b": 30}), fixed({"a": 20, "b": 10}, 2, weight=ZERO)]
    found = table(*boards, min_rounds=2)
    assert ranks(found) == [(None, "a"), (None, "b")]
    assert found[0].counted == (1,)
    assert lines("a", *boards)[1][1:] == [20, 0, 0]
    assert "a board of weight 0: does not count" in str(lines("a", *boards)[1][0])
    assert table(*boards, rounds=1).table() == table(boards[0]).table(), "nor is it beyond the plan"


def test_a_game_of_weight_0_breaks_no_tie_and_is_no_second_board() -> None:
    beside = [board(SOLO, ["", "a", "b"], 1, 2, weight=ZERO), board(BAD, "b", 2, weight=ZERO)]
    boards = [board(SOLO, "ab"), *beside]
    found = table(*boards, tiebreak=("wins", "centres", "best game"))
    assert found.table() == table(boards[0], tiebreak=("wins", "centres", "best game")).table()
    assert [type(fault).__name__ for fault in found.faults] == ["NotACount"]


def test_a_new_players_points_are_for_the_first_game_that_counts() -> None:
    new: Any = {"new_player": {"A": "x"}}
    boards = [board(FOUR, "a", weight=ZERO, **new), board(FOUR, "a", 2, **new), board(FOUR, "a", 3, **new)]
    for options in ({}, {"new_player": "event"}):
        with_it = standings("CONQUEST", games(*boards), Settings("sum"), **options)
        without = standings("CONQUEST", games(*boards[1:]), Settings("sum"), **options)
        assert totals(with_it) == totals(without)


def test_a_final_of_weight_0_decides_and_adds_nothing() -> None:
    boards = [fixed({"a": 40, "b": 30}), board(SOLO, "ba", "Final", weight=ZERO)]
    assert made(*boards) == {"a": 40, "b": 30}
    assert ranks(table(*boards)) == [(1, "b"), (2, "a")]
    places = [fixed(SEVEN), fixed({"h": 5}, 1, 2), LAST[0], [row | {"Weight": 0} for row in LAST[1]]]
    found = table(*places, format="top-places")
    assert [row.player for row in found] == [*"cgfedab", "h", "i"]


def test_a_solo_in_a_game_of_weight_0_is_not_shared_with() -> None:
    """Two drawn games of 300 points; one solo counts: 300 / 1."""
    drawn = [board(THREE, "abc", n, draw="AEF") for n in (1, 2)]
    boards = [*drawn, board(SOLO, "a", 3), board(SOLO, "b", 3, 2, weight=ZERO)]
    found = table(*boards, system="MYSTERY", provisional=True, combine="sum")
    assert totals(found)["a"] == 100 + 100 + 300
    assert [one.scores[0] for one in found.scored if one.scores] == [100, 100, 300, 300]
    alone = table(*drawn, boards[-1], system="MYSTERY", combine="sum")
    assert totals(alone) == {"a": 200, "b": 200, "c": 200}


def test_teams_and_awards_where_a_board_has_weight_0() -> None:
    """A board's weight matters only for totals: its scores can win a country's award."""
    reds: Any = {"team": dict.fromkeys("AE", "Reds")}
    boards = [fixed({"a": 40, "b": 30}, **reds), fixed({"c": 90, "b": 80}, 2, weight=ZERO, **reds)]
    teams = team_table(find("SOS"), games(*boards), Settings(team=TeamRule("sum", 2)))
    assert [(team.name, team.total, team.faults) for team in teams] == [("Reds", 40 + 30, ())]
    best = {one.power: one.player for one in awards(table(*boards).scored)}
    assert (best["Austria"], best["England"]) == ("c", "b")


def test_a_country_does_not_go_on_from_a_game_of_weight_0() -> None:
    boards = [fixed({"a": 9}), fixed({"b": 9}, 1, 2, weight=ZERO)]
    rows = qualify(find("GENCON"), games(*boards), Settings()).rows
    assert {row.player for row in rows} == {"a"}


@pytest.mark.parametrize("words", [["export", "wdd"], ["export", "json"], ["export", "text"]])
def test_an_event_with_a_game_of_weight_0_goes_out(tmp_path: Path, words: list[str]) -> None:
    path = write(tmp_path / "games.csv", board(FOUR, "abcd"), board(THREE, "defg", 2, weight=ZERO))
    found = CliRunner().invoke(app, [*words, str(path), "--system", "SOS", "-o", str(tmp_path / "out")])
    assert found.exit_code == 0, found.output
    for player in "ae":
        words = ["explain", "SOS", str(path), "--player", player]
        assert CliRunner().invoke(app, words).exit_code == 0


def test_what_is_no_weight() -> None:
    for weights, kind in (([1, 2], WeightsDiffer), ([-1], NotAWeight)):
        found = listed(fixed({"a": 40}, weight=[*weights, *[None] * 7][:7]))
        assert [type(fault) for fault in found.faults] == [kind]
    assert listed(fixed({"a": 40}, extra_points=["lots", *[None] * 6])).faults


# -- tie-breaks -----------------------------------------------------------------------------------


def decided(name: str, *boards: Any, **settings: Any) -> dict[str, tuple[int | None, Any]]:
    """Rank and the tie-break's value as a cell, of a, b and c."""
    found = table(*boards, tiebreak=(name,), **settings)
    return {row[1]: (row[0], row[-1]) for row in found.table()[1:] if row[1] in "abc"}


def test_head_to_head() -> None:
    """a beat b, b beat c, c beat nobody of them; d is not level."""
    boards = [
        fixed({"a": 30, "b": 20, "d": 99}),
        fixed({"b": 30, "c": 10, "d": 1}, 2),
        fixed({"a": 20}, 3),
        fixed({"c": 40}, 3, 2),
    ]
    assert decided("head to head", *boards) == {"a": (2, 1), "b": (3, -1 + 1), "c": (4, -1)}
    found = explain_total(find("SOS"), games(*boards), Settings(tiebreak=("Head-to-Head",)), {}, "b").table()
    assert ["Round 1, board 1, England", -1, None, None] in found
    assert ["Round 2, board 1, Austria", 1, None, None] in found


def test_head_to_head_is_among_those_still_level_after_the_tie_breaks_before_it() -> None:
    boards = [board(SOLO, "a"), fixed({"b": 60, "c": 40}, name=2), fixed({"b": 40, "c": 60}, 2)]
    assert decided("head to head", *boards) == {"a": (1, 0), "b": (1, 0), "c": (1, 0)}
    chain = table(*boards, tiebreak=("wins", "head to head"))
    assert [(row.rank, row.player) for row in chain][:3] == [(1, "a"), (2, "b"), (2, "c")]
    assert chain[0].breaks[1] == ()


def test_shared_games() -> None:
    """Only the first board had all three of them."""
    boards = [fixed({"a": 30, "b": 20, "c": 10}), fixed({"b": 10, "a": 0}, 2), fixed({"c": 20}, 2, 2)]
    assert decided("shared games", *boards) == {"a": (1, 30), "b": (2, 20), "c": (3, 10)}
    apart = [fixed({"a": 30}), fixed({"b": 30}, name=2)]
    assert decided("shared games", *apart) == {"a": (1, None), "b": (1, None)}


def test_best_round_and_second_best() -> None:
    boards = rounds(a=[50, 10, 20], b=[40, 40, 0], c=[50, 30, None])
    assert decided("best round", *boards) == {"a": (1, 50), "b": (3, 40), "c": (1, 50)}
    assert decided("second best", *boards) == {"a": (3, 20), "b": (1, 40), "c": (2, 30)}
    single = [fixed({"a": 60}), fixed({"b": 40}, 1, 2), fixed({"b": 20}, 2)]
    assert decided("second best", *single) == {"b": (1, 20), "a": (2, None)}
    chain = table(board(FOUR, "a"), tiebreak=("wins", "draws", "second best"))
    assert chain.tiebreaks == ("wins", "draws", "second best")


def test_two_boards_in_a_round_are_one_round() -> None:
    boards = [fixed({"a": 30, "b": 40}), fixed({"a": 20}, name=2), fixed({"b": 10, "a": 0}, 2)]
    assert decided("best round", *boards, double="sum") == {"a": (1, 30 + 20), "b": (2, 40)}
    assert decided("best round", *boards, double="best")["a"][1] == 30


def test_dropped_scores() -> None:
    boards = rounds(a=[50, 10, 40, 5], b=[50, 40, 12, 2], c=[45, 45, None, None])
    assert decided("dropped scores", *boards, combine="best 2") == {
        "a": (1, 10 + 5),
        "b": (2, 12 + 2),
        "c": (3, 0),
    }


def test_names_as_people_type_them() -> None:
    found = table(board(THREE, "abc"), tiebreak=("HeadToHead", "shared_games", "Dropped Scores"))
    assert found.tiebreaks == ("head to head", "shared games", "dropped scores")
