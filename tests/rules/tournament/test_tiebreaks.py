"""Each tie-break with a tie that it decides and one that it leaves level; MSD and its laws."""

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.events import FOUR, SOLO, THREE, TWO, board, fixed, games, listing, ranks
from xl_dipscore import Fault, Faults, Settings, standings, systems
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.tiebreak import declared_tie_breaks, value_of
from xl_dipscore.rules.event.worth import Number, Total, Worked
from xl_dipscore.rules.points import lead
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.tiebreaks import UnknownTieBreak, tie_breaks_named
from xl_dipscore.tables.functions.events import dip_standings


def decided(
    name: str, *boards: Any, system: str = "SOS", **settings: Any
) -> list[tuple[int | None, str, Any]]:
    """Rank, player and the tie-break's value as a cell, of the players that matter: a, b and c."""
    chosen = Settings(tiebreak=(name,), **settings)
    table = standings(system, games(*boards), chosen)
    assert table.tiebreaks == (name,)
    return [(row[0], row[1], row[-1]) for row in table.table()[1:] if row[1] in ("a", "b", "c")]


def test_the_chains_of_the_articles() -> None:
    declared = {
        "DCC": ("msd",),
        "MYSTERY": ("mppd",),
        "WBC": ("mean centres",),
        "ARMADA": ("countback centres",),
        "BOSTON": ("wins", "draws", "best game"),
        "DRAGONFLIGHT": ("typed",),
        "CONQUEST": ("typed",),
    }
    none = (
        "CARNAGE",
        "CDIPLO",
        "DIXIECON",
        "DRAWSIZE",
        "GENCON",
        "MANORCON",
        "NDC",
        "ORIGINS",
        "SOS",
        "TOWNSEND",
    )
    assert {key: find(key).tiebreak for key in (*declared, *none)} == {**declared, **dict.fromkeys(none, ())}
    for system in systems():
        assert [one.name for one in tie_breaks_named(system.tiebreak)] == [*system.tiebreak]


def test_msd() -> None:
    """a and b both have 60; b's came with Austria, whose mean is 40, a's with England, whose mean is 50."""
    first = fixed({"b": 60, "a": 60, "c": 0})
    second = fixed({"x": 20, "y": 40, "z": 9}, name=2)
    b, a = 60 - Fraction(60 + 20, 2), 60 - Fraction(60 + 40, 2)
    assert decided("msd", first, second, rounds=1)[:2] == [(1, "b", b), (2, "a", a)]
    assert decided("msd", first, second, rounds=4, combine="sum")[:2] == [(1, "b", b / 4), (2, "a", a / 4)]
    level = fixed({"x": 20, "y": 20, "z": 9}, name=2)
    assert decided("msd", first, level)[:2] == [(1, "a", 20), (1, "b", 20)]


def test_msd_takes_scores_at_a_hundred_per_cent() -> None:
    boards = [fixed({"a": 300, "b": 100}, n) for n in (1, 2, 3)] + [fixed({"x": 0, "y": 0}, 4)]
    table = standings("DCC", games(*boards), Settings(rounds=4))
    found = {row.player: row for row in table}
    assert found["a"].total == Fraction(95, 100) * 900 / 3
    assert found["a"].breaks == ((3 * (300 - Fraction(900, 4)) / 4,),)


def test_mppd_takes_the_solos_at_their_final_value() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", name=2), board(FOUR, "", 2)]
    table = standings("MYSTERY", games(*boards))
    worth = Fraction(800, 2) / 1
    mean = (worth + 100 + 100) / 3
    values = {row.player: row.breaks for row in table}
    assert values == {"a": (((worth - mean) / 2,),), "b": (((100 - mean) / 2,),)}


def test_centres() -> None:
    same = {"a": 50, "b": 50, "c": 50}
    uneven = fixed(same, counts=(12, 11, 11, 0, 0, 0, 0))
    assert decided("centres", uneven) == [(1, "a", 12), (2, "b", 11), (2, "c", 11)]
    docked = fixed(same, counts=(12, 11, 11, 0, 0, 0, 0), docked={"A": 1})
    assert decided("centres", docked) == [(1, "a", 11), (1, "b", 11), (1, "c", 11)]
    two = [uneven, fixed({"b": 1, "a": 1}, 2, counts=(14, 10, 10, 0, 0, 0, 0))]
    assert decided("centres", *two)[:2] == [(1, "b", 11 + 14), (2, "a", 12 + 10)]


def test_mean_centres_per_game_year() -> None:
    """a had 4, 6 and 8 centres in three years, b 5 and 8 in two: 6 against 6.5; both end with 8."""
    three = fixed(
        {"a": 50}, counts=(8, 9, 9, 8, 0, 0, 0),
        y1901=(4, 5, 5, 5, 4, 5, 5), y1902=(6, 7, 6, 6, 2, 4, 3), y1903=(8, 9, 9, 8, 0, 0, 0),
    )  # fmt: skip
    two = fixed(
        {"b": 50}, name=2, counts=(8, 9, 9, 8, 0, 0, 0),
        y1901=(5, 5, 5, 5, 4, 5, 5), y1902=(8, 9, 9, 8, 0, 0, 0),
    )  # fmt: skip
    found = decided("mean centres", three, two, system="WBC")
    assert found == [(1, "b", Fraction(5 + 8, 2)), (2, "a", Fraction(4 + 6 + 8, 3))]
    level = [{**row, "1901": 4} if row["Power"] == "Austria" else row for row in two]
    assert [rank for rank, _, _ in decided("mean centres", three, level, system="WBC")] == [1, 1]


def test_mean_centres_needs_every_chart_and_says_so() -> None:
    chart = {"y1901": (4, 5, 5, 5, 4, 5, 5), "y1902": (8, 9, 9, 8, 0, 0, 0)}
    counts = (8, 9, 9, 8, 0, 0, 0)
    gap = {"y1901": (None,) * 7, "y1902": counts}
    boards = [fixed({"a": 50}, counts=counts, **chart), fixed({"b": 50}, name=2, counts=counts, **gap)]
    table = standings("WBC", games(*boards))
    assert ranks(table) == [(1, "a"), (2, "b")]
    assert table.table()[2][-1] is None
    assert table.notes == ("Without a centre chart for every game there are no mean centres: b.",)


def test_countback_of_centres_from_the_best_counting_game() -> None:
    a = (
        fixed({"a": 40}, 1, counts=(9, 15, 10, 0, 0, 0, 0)),
        fixed({"a": 30}, 2, counts=(12, 12, 10, 0, 0, 0, 0)),
    )
    b = (
        fixed({"b": 30}, 1, 2, counts=(17, 17, 0, 0, 0, 0, 0)),
        fixed({"b": 40}, 2, 2, counts=(9, 15, 10, 0, 0, 0, 0)),
    )
    assert decided("countback centres", *a, *b, system="ARMADA") == [(1, "b", "9 17"), (2, "a", "9 12")]
    even = b[1], fixed({"b": 30}, 1, 2, counts=(12, 12, 10, 0, 0, 0, 0))
    assert decided("countback centres", *a, *even, system="ARMADA") == [(1, "a", "9 12"), (1, "b", "9 12")]


def test_countback_looks_at_counting_games_only() -> None:
    boards = [fixed({"a": 50, "b": 50}, counts=(9, 9, 16, 0, 0, 0, 0))]
    boards.append(fixed({"a": 0, "b": 0}, 2, counts=(17, 3, 14, 0, 0, 0, 0)))
    assert decided("countback centres", *boards, combine="best 1") == [(1, "a", 9), (1, "b", 9)]
    assert decided("countback centres", *boards) == [(1, "a", "9 17"), (2, "b", "9 3")]


def test_countback_of_two_boards_in_a_round() -> None:
    boards = [fixed({"a": 50, "b": 50}, counts=(9, 9, 16, 0, 0, 0, 0)), fixed({"a": 20}, 1, 2, counts=TWO)]
    assert decided("countback centres", *boards, double="best") == [(1, "a", 9), (1, "b", 9)]
    summed = decided("countback centres", *boards, double="sum")
    assert summed == [(1, "a", "9 17"), (2, "b", 9)]


def test_wins() -> None:
    """b's concession is a win as well; c drew."""
    boards = [
        fixed({"a": 50}, counts=SOLO),
        fixed({"b": 50}, name=2, counts=FOUR, draw="A"),
        fixed({"c": 50}, name=3),
    ]
    assert decided("wins", *boards) == [(1, "a", 1), (1, "b", 1), (3, "c", 0)]


def test_draws() -> None:
    boards = [fixed({"x": 1, "a": 50, "b": 50, "c": 50}, counts=FOUR, draw="EF")]
    assert decided("draws", *boards) == [(1, "a", 1), (1, "b", 1), (3, "c", 0)]


def test_best_game_then_the_second_best() -> None:
    rounds = ({"a": 50, "b": 20, "c": 50}, {"a": 30, "b": 40, "c": 30}, {"a": 10, "b": 30, "c": 10})
    boards = [fixed(scores, n) for n, scores in enumerate(rounds, 1)]
    assert decided("best game", *boards) == [(1, "a", "50 30 10"), (1, "c", "50 30 10"), (3, "b", "40 30 20")]


def test_boston_goes_down_its_chain() -> None:
    """Wins level at 0, draws decide: b drew twice, a once."""
    boards = [
        fixed({"a": 60, "b": 40}, counts=FOUR, draw="EF"),
        fixed({"a": 40, "b": 60}, 2, counts=FOUR, draw="AE"),
    ]
    table = standings("BOSTON", games(*boards))
    assert table.table()[0][-3:] == ["wins", "draws", "best game"]
    assert [row[:2] + row[-3:] for row in table.table()[1:]] == [
        [1, "b", 0, 2, "60 40"],
        [2, "a", 0, 1, "60 40"],
    ]


def test_typed() -> None:
    boards = [
        fixed({"a": 30, "b": 30, "c": 30}, tiebreak={"A": "0.11", "E": ".2"}),
        fixed({"a": 30, "b": 30, "c": 30}, 2, tiebreak={"A": "0,13", "E": 0.04}),
    ]
    assert decided("typed", *boards) == [
        (1, "a", Fraction("0.24")),
        (1, "b", Fraction("0.24")),
        (3, "c", None),
    ]
    far = fixed({"a": 30, "b": 30}, tiebreak={"A": 100, "E": 900})
    assert ranks(standings("CONQUEST", games(far))) == [(1, "b"), (2, "a")]
    assert ranks(standings("DRAGONFLIGHT", games(far))) == [(1, "b"), (2, "a")]


def test_a_tie_break_never_moves_a_better_total() -> None:
    boards = [fixed({"a": 51, "b": 50}, counts=(3, 18, 13, 0, 0, 0, 0))]
    for name in ("centres", "wins", "countback centres"):
        assert [row[:2] for row in decided(name, *boards)] == [(1, "a"), (2, "b")]


def test_a_chain_of_the_directors_own() -> None:
    boards = [fixed({"a": 50, "b": 50, "c": 50}, counts=(10, 12, 12, 0, 0, 0, 0), tiebreak={"F": 1})]
    table = standings("DCC", games(*boards), Settings(tiebreak=(" Centres ", "TYPED")))
    assert table.tiebreaks == ("centres", "typed")
    assert table.table()[0][-3:] == ["Counted", "centres", "typed"]
    assert ranks(table) == [(1, "c"), (2, "b"), (3, "a")]
    without = standings("DCC", games(*boards), Settings(tiebreak=()))
    assert (ranks(without), without.table()[0][-1]) == ([(1, "a"), (1, "b"), (1, "c")], "Counted")


@pytest.mark.parametrize("typed", ["mean centers", "msdd", "coin"])
def test_an_unknown_tie_break_lists_the_known(typed: str) -> None:
    with pytest.raises(UnknownTieBreak) as caught:
        tie_breaks_named(["wins", typed])
    names = (
        "msd",
        "mppd",
        "centres",
        "mean centres",
        "countback centres",
        "wins",
        "draws",
        "best game",
        "typed",
    )
    assert all(name in str(caught.value) for name in names)
    with pytest.raises((Fault, Faults), match="There is no tie-break"):
        standings("SOS", games(board(THREE, "a")), Settings(tiebreak=(typed,)))


# -- laws ---------------------------------------------------------------------------------------

played = st.lists(
    st.tuples(st.sampled_from(["", "a", "b", "c"]), st.integers(0, 6), st.fractions(0, 700)), max_size=40
)


def msd_of(event: Event) -> dict[str, Fraction]:
    (msd,) = tie_breaks_named(["msd"])
    return {player: value for player, found in msd.values(event).items() for value in value_of(found)}


@pytest.mark.slow
@given(played, st.integers(1, 6))
def test_power_by_power_is_the_value(rows: list[Any], rounds: int) -> None:
    """The quick computation equals the sum over the games."""
    (msd,) = tie_breaks_named(["msd"])
    for worked in msd.values(Event.of_scores(rows, rounds)).values():
        assert isinstance(worked, Worked)
        games = [worked.amount(result) for result in worked.games]
        assert worked.value == (sum(games, Fraction()) / rounds,)
        score, mean = worked.shown.values()
        assert games == [score(result) - mean(result) for result in worked.games]


@given(played, st.integers(1, 6))
def test_the_differences_over_a_powers_games_are_nothing(rows: list[Any], rounds: int) -> None:
    """Every game its own player: then a power's players have together what the power has, which is 0."""
    alone = [(f"game {i}", power, score) for i, (_, power, score) in enumerate(rows)]
    found = msd_of(Event.of_scores(alone, rounds))
    for power in range(7):
        assert sum(found[player] for player, seat, _ in alone if seat == power) == 0


@given(played, st.integers(1, 6))
def test_everybodys_differences_add_up_to_nothing(rows: list[Any], rounds: int) -> None:
    named = [(player or "nobody", power, score) for player, power, score in rows]
    assert sum(msd_of(Event.of_scores(named, rounds)).values()) == 0
    known = msd_of(Event.of_scores(rows, rounds))
    all_ = msd_of(Event.of_scores(named, rounds))
    assert known == {player: value for player, value in all_.items() if player != "nobody"}


@pytest.mark.parametrize(("tops", "level"), [("half", Fraction(1, 2)), ("1/n", Fraction(1, 3))])
def test_a_board_top_is_shared_by_halves_or_by_parts(tops: Any, level: Fraction) -> None:
    """Three level have half a top each, or a third of one; two have half of one; a win is a whole one."""
    boards = [board((10, 10, 10, 4, 0, 0, 0), "abc"), board(TWO, "ab", 2), board(SOLO, "a", 3)]
    table = standings("SOS", games(*boards), Settings(tiebreak=("board tops",), tops=tops))
    half = Fraction(1, 2)
    assert {row.player: row.breaks[0] for row in table} == {
        "a": (level + half + 1,),
        "b": (level + half,),
        "c": (level,),
    }
    asked = [["combine", "sum games"], ["board tops", tops]]
    header, first, *_ = dip_standings("SOS", listing(*boards), asked)
    assert dict(zip(header, first, strict=True))["Board tops"] == pytest.approx(float(level + half + 1))


FAULTY = fixed({"b": 50, "c": 50}, 2, counts=(36, 0, 0, 0, 0, 0, 0))
"""A board with too many centres, so that no fact of it is known."""


@pytest.mark.parametrize(
    ("amount", "of_a"),
    [
        (lambda game: game.by(lead) >= 3, 1),
        (lambda game: game.by(lead) + game.gain, 12 - 9 + 12 - 3),
        (lambda game: game.worth / 5, 50 // 5),
        (lambda game: 2 * game.typed.tiebreak, None),
    ],
)
def test_a_game_without_a_fact_is_without_an_amount_of_it(amount: Any, of_a: int | None) -> None:
    sound = fixed({"a": 50, "b": 50}, counts=(12, 9, 9, 4, 0, 0, 0))
    table = standings("SOS", games(sound, FAULTY))
    kind = Number if of_a == 1 else Total
    found = {player: one.value for player, one in kind("amounts", amount).values(table.event).items()}
    assert found.get("a", (None,)) == (of_a,)
    assert found.get("c", (0,)) == (0,)


def test_a_name_finds_the_tie_break_of_a_system_that_is_not_imported() -> None:
    """And to find those of this room, no system is imported."""
    script = (
        "import sys; from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named;"
        "tie_breaks_named(['centres', 'mean centres']);"
        "print('xl_dipscore.rules.systems.dcc' in sys.modules, tie_breaks_named(['MSD', 'wins'])[0].name)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "msd"]


@given(st.lists(st.permutations("abcdefghijklmn"), min_size=1, max_size=4), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_the_workings_of_a_tie_break_make_the_value_that_ranked(rounds: list[list[str]], dice: Any) -> None:
    """They are computed again when somebody reads them, also of players whom a format ranks apart."""
    systems()  # imports all tie-breaks
    boards = []
    for number, players in enumerate(rounds, 1):
        for name, seven in (("A", players[:7]), ("Top" if number == len(rounds) else "B", players[7:])):
            boards.append(board(dice.choice([FOUR, SOLO, THREE, TWO]), seven, number, name))
    names = tuple(dice.sample([one.name for one in declared_tie_breaks()], 3))
    chosen = Settings(tiebreak=names, format=dice.choice(["all rounds", "top-board", "top-places"]))
    table = standings("DCC", games(*boards), chosen)
    workings = table.workings()
    assert workings.keys() == {row.player for row in table}
    for row in table:
        assert tuple(map(value_of, workings[row.player])) == row.breaks
