"""The words in which rules are written: the points of each, and its line."""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.boards import full
from tests.each import each
from xl_dipscore import Faults
from xl_dipscore.rules import points as p
from xl_dipscore.rules.points import Exact, Points

FOUR = full(12, 9, 8, 5, 0, 0, 0, gone=[None] * 4 + [1904, 1905, 1907])
IDLE = full(12, 9, 8, 5, 0, 0, 0, gone=[None] * 4 + [1904, 1905, 1907], civil_disorder=[3])
LEVEL = full(10, 10, 8, 6, 0, 0, 0)
SHORT = full(12, 9, 8, 5, 0, 0, 0, gone=[None] * 4 + [1902, 1903, 1904], year=1904)
SOLO = full(20, 8, 6, 0, 0, 0, 0, gone=[None] * 3 + [1904, 1905, 1906, 1907])
CONCEDED = full(14, 12, 8, 0, 0, 0, 0, draw=[0])
DREW = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2])
NOTHING = full(3, 2, 1, 0, 0, 0, 0, docked=(3, 2, 1, 0, 0, 0, 0))
UNDRAWN = full(12, 9, 8, 5, 0, 0, 0, adjudicated=())
ADJUDGED = full(12, 9, 8, 5, 0, 0, 0, adjudicated=(0,))

NONE = [0] * 7


def fifths(*counts: int) -> list[Fraction]:
    return [Fraction(n, 5) for n in counts]


@each(
    ("points", "label", "amounts"),
    [
        # by result
        (p.winner_takes(SOLO, 100), "Solo", [100, 0, 0, 0, 0, 0, 0]),
        (p.winner_takes(SOLO, 73, -15), "Solo; -15 points for every other power", [73] + [-15] * 6),
        (p.winner_takes(CONCEDED, 73, 1), "Conceded win; 1 point for every other power", [73] + [1] * 6),
        (p.win_or_draw(ADJUDGED, 46, (22,)), "Adjudicated win", [46, 0, 0, 0, 0, 0, 0]),
        (p.win_or_draw(DREW, 46, (22, 10)), "Member of the 3-way draw", [10, 10, 10, 0, 0, 0, 0]),
        (p.win_or_draw(DREW, 46, (22,)), "No points for a 3-way draw", NONE),
        (p.win_or_draw(UNDRAWN, 46, (22,)), "Neither won nor drawn", NONE),
        (p.to_draw(DREW, 10), "Member of the 3-way draw", [10, 10, 10, 0, 0, 0, 0]),
        (p.win_or_share(SOLO, 60), "Solo", [60, 0, 0, 0, 0, 0, 0]),
        (p.win_or_share(DREW, 60), "60 points shared by 3 members of the draw", [20, 20, 20, 0, 0, 0, 0]),
        (
            p.pool(60, (0, 1, 2), "member of the draw", 6, "for late orders"),
            "54 points (60 less 6 for late orders) shared by 3 members of the draw",
            [18, 18, 18, 0, 0, 0, 0],
        ),
        (
            p.win_or_share(SOLO, 60, 34, "for centres"),
            "Solo: 26 points (60 less 34 for centres)",
            [26, 0, 0, 0, 0, 0, 0],
        ),
        (
            p.win_or_share(DREW, 60, 34, "for centres"),
            "26 points (60 less 34 for centres) shared by 3 members of the draw",
            [Fraction(26, 3)] * 3 + [0] * 4,
        ),
        (p.product("both", p.centres(FOUR), p.to_draw(DREW, 2)), "both", [24, 18, 16, 0, 0, 0, 0]),
        (p.places((9, 5, 1), p.by_centres(FOUR)), "Points by place, 9/5/1", [9, 5, 1, 0, 0, 0, 0]),
        (p.win_or_share(UNDRAWN, 12), "Nobody gets the 12 points: the game was neither won nor drawn.", NONE),
        # by centres
        (p.centres(FOUR), "1 point per centre", FOUR.centres),
        (p.centres(FOUR, 4), "4 points per centre", [48, 36, 32, 20, 0, 0, 0]),
        (p.centres(SOLO, cap=18), "1 point per centre, for at most 18 centres", [18, 8, 6, 0, 0, 0, 0]),
        (
            p.centres(CONCEDED, 2, cap=10, conceded=18),
            "2 points per centre, for at most 10 centres; the conceded win counts as 18 centres",
            [36, 20, 16, 0, 0, 0, 0],
        ),
        (p.centres(FOUR, over=8), "1 point per centre above 8", [4, 1, 0, 0, 0, 0, 0]),
        (
            p.centres(FOUR, 2, over=8, cap=11),
            "2 points per centre above 8, for at most 11 centres",
            [6, 2, 0, 0, 0, 0, 0],
        ),
        (p.line("as they are", FOUR.counts), "as they are", FOUR.counts),
        (
            p.centre_table(FOUR, (5, 9)),
            "Points for centres: 5/9 for 1 to 2 centres, and 1 for each further centre",
            [19, 16, 15, 12, 0, 0, 0],
        ),
        (
            p.squares(LEVEL, 300),
            "Share of the 300 points: 100 of 300 centres squared is 100",
            [100, 100, 64, 36, 0, 0, 0],
        ),
        (p.squares(NOTHING, 100), "Share of the 100 points", NONE),
        (p.share(FOUR, 34), "Share of the 34 points: 12 of 34 centres is 12", FOUR.centres),
        (p.share(NOTHING, 34), "Share of the 34 points", NONE),
        (p.prospects(SOLO, 100), "100 points for 18 centres", [100, 0, 0, 0, 0, 0, 0]),
        (p.prospects(NOTHING, 100), "Share of the 100 points", NONE),
        (p.lead(FOUR), "Lead of 3 centres over second place", [3, 0, 0, 0, 0, 0, 0]),
        (p.lead(FOUR, 2), "Lead of 3 centres over second place, 2 points per centre", [6, 0, 0, 0, 0, 0, 0]),
        (p.top(FOUR, 5, "top"), "top", [5, 0, 0, 0, 0, 0, 0]),
        (
            p.top(LEVEL, 5, "top"),
            "No points for the largest power: 2 powers are level at the top with 10 centres.",
            NONE,
        ),
        (
            p.top(LEVEL, 5, "top", "share"),
            "5 points shared by the 2 largest powers",
            [Fraction(5, 2)] * 2 + [0] * 5,
        ),
        (
            p.gap(FOUR),
            "1 point per centre ahead of each smaller power",
            [3 + 4 + 7 + 36, 1 + 4 + 27, 3 + 24, 15, 0, 0, 0],
        ),
        (
            p.gap(LEVEL, 2),
            "2 points per centre ahead of each smaller power",
            [2 * (2 + 4 + 30)] * 2 + [2 * (2 + 24), 2 * 18, 0, 0, 0],
        ),
        (p.beaten(LEVEL, 25), "25 points per power with fewer centres", [125, 125, 100, 75, 0, 0, 0]),
        (p.behind(FOUR), "1 point per centre fewer than the top's 12", [0, 3, 4, 7, 12, 12, 12]),
        (p.behind(FOUR, -2, [1, 2]), "-2 points per centre fewer than the top's 12", [0, -6, -8, 0, 0, 0, 0]),
        (
            p.above_least(DREW, -1, DREW.drew),
            "-1 point per centre more than the smallest member's 8",
            [-4, -1, 0, 0, 0, 0, 0],
        ),
        (
            p.levy(FOUR, p.centres(FOUR), Fraction(1, 2)),
            "Paid to the top for its lead of 3 centres: 3 points from every other power, at "
            "most 0.5 of its points",
            [3 + 3 + Fraction(5, 2), -3, -3, Fraction(-5, 2), 0, 0, 0],
        ),
        (
            p.levy(LEVEL, p.centres(LEVEL), 1),
            "Nobody pays the top for a lead.",
            NONE,
        ),
        (p.top_table(FOUR, (5, 1)), "Largest power", [5, 0, 0, 0, 0, 0, 0]),
        (p.top_table(LEVEL, (5, 1)), "One of the 2 largest powers", [1, 1, 0, 0, 0, 0, 0]),
        (
            p.top_table(LEVEL, (5,)),
            "No points for the largest power: 2 powers are level at the top with 10 centres.",
            NONE,
        ),
        (p.clear_top(FOUR, (4, 2, 1)), "No other power within 2 centres of the top", [6, 0, 0, 0, 0, 0, 0]),
        (p.clear_top(SOLO, (4,)), "No other power within 1 centre of the top", [4, 0, 0, 0, 0, 0, 0]),
        (
            p.clear_top(LEVEL, (4, 2)),
            "No points for a clear lead: another power is within 1 centre of the top.",
            NONE,
        ),
        (
            p.near_top(FOUR, (9, 4, 3, 2)),
            "At or near the top: 9/4/3/2 for 0/1/2/3 centres behind it",
            [9, 2, 0, 0, 0, 0, 0],
        ),
        (
            p.near_top(LEVEL, (9, 4, 3)),
            "At or near the top: 9/4/3 for 0/1/2 centres behind it",
            [9, 9, 3, 0, 0, 0, 0],
        ),
        # by place
        (
            p.places((9, 5, 1), p.by_centres(LEVEL)),
            "Points by place, 9/5/1: places 1 and 2 are level, 7 each",
            [7, 7, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="lower"),
            "Points by place, 9/5/1, level powers take the lower place: places 1 and 2 are level, 5 each",
            [5, 5, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="higher"),
            "Points by place, 9/5/1, level powers take the higher place: places 1 and 2 are level, 9 each",
            [9, 9, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="lower", pairs=(8,)),
            "Points by place, 9/5/1, for two level 8: places 1 and 2 are level, 8 each",
            [8, 8, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), [(0, 1, 2), (3,), (4,)], ties="lower", pairs=(8,)),
            "Points by place, 9/5/1, for two level 8, three or more level powers take the lower place: "
            "places 1 to 3 are level, 1 each",
            [1, 1, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), [(0, 1, 2), (3, 4), (5,)], pairs=(8, 4, 0, 3)),
            "Points by place, 9/5/1, for two level 8/4/0/3: places 1 to 3 are level, 5 each; "
            "4 and 5 are level, 3 each",
            [5, 5, 5, 3, 3, 0, 0],
        ),
        (
            p.places((9, 5, 1), [(0, 1, 2), (3, 4), (5, 6)], ties="pair", pairs=(8, 4)),
            "Points by place, 9/5/1, for level powers 8/4 by the last two of their places: "
            "places 1 to 3 are level, 4 each",
            [4, 4, 4, 0, 0, 0, 0],
        ),
        # by the way the game went
        (
            p.years_survived(FOUR, Fraction(1, 5)),
            "0.2 points per complete year survived",
            fifths(8, 8, 8, 8, 3, 4, 6),
        ),
        (
            p.years_survived(FOUR, 1, [1, 4]),
            "1 point per complete year survived",
            [0, 8, 0, 0, 3, 0, 0],
        ),
        (
            p.years_played(FOUR, Fraction(1, 5)),
            "0.2 points per year played",
            fifths(8, 8, 8, 8, 4, 5, 7),
        ),
        (p.years_played(FOUR, 1, [1, 4]), "1 point per year played", [0, 8, 0, 0, 4, 0, 0]),
        (
            p.years_played(FOUR, 1, [4, 5, 6], last_too=False, at_most=4),
            "1 point per year played before the last, at most 4 points",
            [0, 0, 0, 0, 3, 4, 4],
        ),
        (p.alive_after(FOUR, 1905, 1), "Still owned a centre after 1905", [1, 1, 1, 1, 0, 0, 1]),
        (p.alive_after(SHORT, 1905, 1), "Still owned a centre after 1905", NONE),
        (p.kills(IDLE, 2), "2 points per dead power (4)", [8, 8, 8, 8, 0, 0, 0]),
        (p.country((1, -2, -2, 0, 2, 0, -1)), "Adjustment for the country played", [1, -2, -2, 0, 2, 0, -1]),
    ],
)
def test_a_word_and_its_line(points: Points, label: str, amounts: Sequence[Exact]) -> None:
    """Or a note, where nobody gets anything."""
    assert [*(one.label for one in points.lines), *points.notes] == [label]
    assert list(points.totals) == list(amounts)


def test_a_tribute_is_two_lines() -> None:
    shared, paid = p.tribute(FOUR, 60).lines
    assert list(shared.amounts) == [15] * 4 + [0] * 3
    assert list(paid.amounts) == [3 * 6, -6, -6, -6, 0, 0, 0]
    assert " 6 points from every " in paid.label
    assert len(p.tribute(LEVEL, 60, over=10).lines) == len(p.tribute(LEVEL, 60, over=10).notes) == 1


def test_half_of_a_tribute() -> None:
    _, paid = p.tribute(FOUR, 60, each=Fraction(1, 2)).lines
    assert list(paid.amounts) == [3 * 3, -3, -3, -3, 0, 0, 0]
    _, paid = p.tribute(FOUR, 60, each=3).lines
    assert list(paid.amounts) == [3 * 15, -15, -15, -15, 0, 0, 0]


@pytest.mark.parametrize(("whole", "gained"), [(True, 9), (False, Fraction(36, 4))])
def test_an_open_tribute_is_paid_for_the_dead_too(whole: bool, gained: Exact) -> None:
    behind, paid = p.open_tribute(LEVEL, whole=whole).lines
    assert list(behind.amounts) == [0, 0, -2, -4, 0, 0, 0]
    assert 36 == 2 + 4 + 3 * 10
    assert " 36 points / (2 x 2)" in paid.label
    assert ("rounded down" in paid.label) == whole
    assert list(paid.amounts) == [gained, gained, 0, 0, 0, 0, 0]


def test_what_is_scaled_is_a_figure_and_no_part_of_the_score() -> None:
    points = p.centres(FOUR).scaled(100)
    (scaled,) = points.lines
    assert scaled.label.endswith(": 12 of 34 is 35.294")
    assert list(scaled.amounts) == [Fraction(n * 100, 34) for n in FOUR.centres]
    assert points.figures == p.centres(FOUR).lines
    *several, together = (p.centres(FOUR) + p.to_draw(DREW, 2)).scaled(100).figures
    assert together.amounts == tuple(map(sum, zip(*(one.amounts for one in several), strict=True)))


def test_a_figure_stays_where_only_some_keep_their_points() -> None:
    points = p.squares(FOUR, 100).only([1])
    assert points.figures == p.squares(FOUR, 100).figures
    assert [n > 0 for n in points.totals] == [seat == 1 for seat in range(7)]


def test_a_label_announces_nothing_that_is_lost() -> None:
    """Of the largest share, of level powers, and of what is rounded."""
    for points, lost in (
        (p.squares(FOUR, 100).only([1]), "is"),
        (p.places((9, 5, 1), p.by_centres(LEVEL)).only([3]), "each"),
        (p.places((9, 4, 1), p.by_centres(LEVEL)).rounded(), "each"),
    ):
        assert not re.search(rf"\b{lost}\b", points.lines[0].label)
    assert p.places((9, 5, 1), p.by_centres(LEVEL)).rounded() == p.places((9, 5, 1), p.by_centres(LEVEL))


def test_a_label_says_whose_points_they_are() -> None:
    (only,) = p.centres(SOLO).only(SOLO.others).lines
    assert only.label.startswith(f"{SOLO.others.who.capitalize()}: ")
    assert p.centres(FOUR).only(()).lines == ()


def test_nothing_cannot_be_scaled() -> None:
    points = p.centres(NOTHING)
    assert points.scaled(100) == points
    assert points.scaled(100).totals == (0,) * 7


def test_a_maximum_is_a_line_where_it_takes_something_away() -> None:
    assert p.centres(FOUR).capped(12) == p.centres(FOUR)
    owned, over = p.centres(FOUR).capped(9).lines
    assert over.label.endswith(" at most 9 points")
    assert list(over.amounts) == [-3, 0, 0, 0, 0, 0, 0]
    assert list(owned.amounts) == list(FOUR.centres)


def test_the_least_is_a_line_that_makes_the_difference() -> None:
    owned, missing = p.centres(FOUR, 2).at_least(p.years_played(FOUR, 3, FOUR.others)).lines
    least = p.years_played(FOUR, 3).lines[0].label
    assert missing.label.endswith(f" at least {FOUR.others.who}: {least}")
    assert list(owned.amounts) == [2 * n for n in FOUR.centres]
    assert list(missing.amounts) == [0, 0, 0, 0, 12, 15, 21]
    more = p.centres(FOUR, 2).at_least(p.to_each("survivor", 17, FOUR.survivors)).lines[1]
    assert list(more.amounts) == [0, 0, 1, 7, 0, 0, 0]


def test_factors_on_a_win_are_a_line_that_makes_the_difference() -> None:
    assert p.centres(FOUR).times_on_a_win(FOUR, 3, 0) == p.centres(FOUR)
    owned, change = p.centres(SOLO).times_on_a_win(SOLO, 3, Fraction(1, 2)).lines
    assert list(owned.amounts) == list(SOLO.centres)
    assert re.findall(r"times ([\d.]+)", change.label) == ["3", "0.5"]
    assert list(change.amounts) == [40, -4, -3, 0, 0, 0, 0]


def test_half_is_rounded_to_even() -> None:
    halves = p.centres(FOUR, Fraction(1, 2))
    (only,) = halves.rounded().lines
    assert "rounded" in only.label
    assert list(only.amounts) == [6, 4, 4, 2, 0, 0, 0]
    assert halves.rounded().figures == halves.lines
    assert p.centres(FOUR, Fraction(1, 3)).rounded().totals == (4, 3, 3, 2, 0, 0, 0)


def test_a_maximum_may_be_points_and_a_minimum_is_a_line_too() -> None:
    _, over = p.to_each("part", 20, range(7)).capped(p.centres(FOUR, 2)).lines
    assert over.label.endswith(" at most 2 points per centre")
    assert list(over.amounts) == [0, 18 - 20, 16 - 20, 10 - 20, -20, -20, -20]
    assert p.centres(FOUR).at_least(0) == p.centres(FOUR)
    _, short = p.centres(FOUR).at_least(9).lines
    assert short.label.endswith(" at least 9 points")
    assert list(short.amounts) == [0, 0, 1, 4, 9, 9, 9]


def test_who_is_near_the_top() -> None:
    assert p.within(FOUR, 0) == (0,)
    assert p.within(FOUR, 3) == (0, 1)
    assert p.within(LEVEL, 0) == (0, 1)
    assert p.beyond(FOUR, 3) == (2, 3, 4, 5, 6)


def test_no_lines_are_no_points() -> None:
    assert Points().totals == (0,) * 7
    assert Points().whole == 0
    assert (p.centres(FOUR) + p.to_draw(DREW, 2)).whole == 34 + 6
    assert p.centres(FOUR).only([1]).totals == (0, 9, 0, 0, 0, 0, 0)


CHARTED = full(
    9, 9, 9, 7, 0, 0, 0,
    year=1904,
    gone=[None] * 4 + [1904, 1904, 1902],
    chart={
        1901: (5, 5, 6, 4, 2, 3, 4),
        1902: (6, 6, 5, 4, 2, 3, 0),
        1903: (8, 8, 8, 4, 2, 2, 0),
        1904: (9, 9, 9, 7, 0, 0, 0),
    },
)  # fmt: skip


def test_who_was_ahead_in_the_latest_year_in_which_they_were_apart() -> None:
    assert p.by_history(CHARTED) == [(0, 1), (2,), (3,), (5,), (4,), (6,)]
    docked = replace(CHARTED, docked=(0, 9, 0, 7, 0, 0, 0))
    assert p.by_history(docked) == [(0,), (2,), (1,), (3,), (5,), (4,), (6,)]
    assert p.by_history(full(9, 8, 7, 5, 3, 2, 0)) == [(seat,) for seat in range(7)]
    with pytest.raises(Faults, match="needs the centre chart"):
        p.by_history(FOUR)


def test_centres_of_all_years() -> None:
    assert p.centres_of_years(CHARTED) == (28, 28, 28, 19, 6, 8, 4)
    docked = replace(CHARTED, docked=(2, 0, 0, 0, 0, 0, 0))
    assert p.centres_of_years(docked) == (26, 28, 28, 19, 6, 8, 4)
    with pytest.raises(Faults, match="needs the centre chart"):
        p.centres_of_years(FOUR)


def test_counts_of_some_seats() -> None:
    docked = full(12, 9, 9, 4, 0, 0, 0, docked=(0, 2, 0, 0, 0, 0, 0))
    assert p.centres_of(docked, [1, 3]) == 9 - 2 + 4
    assert p.centres_of(docked, [1, 3], docked=False) == 9 + 4
    assert p.centres_of(docked, []) == 0
    assert p.number_of([1, 3]) == 2
    assert p.number_of(docked.dead) == 3
    assert p.level(docked, [1, 2])  # as owned: what is docked plays no part
    assert not p.level(docked, [0, 1, 2])
    assert (
        p.counts_of(docked, [0, 1, 4])
        == "Austria has 12 centres, England has 9 centres and Italy has 0 centres"
    )
    assert p.names([0, 1, 6]) == "Austria, England and Turkey"


@each(
    ("counts", "to"),
    [
        ((9, 12, 8, 5, 0, 0, 0), (1,)),  # three more than any other
        ((8, 12, 10, 4, 0, 0, 0), (0, 1, 2)),  # 12 and 10 stand too close, and no pair is 3 above 8
        ((10, 8, 4, 4, 4, 4, 0), (0, 1)),  # 18 of 34 are more than half
        ((9, 8, 4, 4, 4, 4, 1), ()),  # 17 are not
        ((5, 5, 5, 5, 5, 5, 4), ()),
    ],
)
def test_who_stands_out(counts: tuple[int, ...], to: tuple[int, ...]) -> None:
    assert p.stand_out(full(*counts), 4, 12, 3, "nobody") == to
    board = full(*counts, civil_disorder=[3])
    assert p.stand_out(board, 4, 12, 3, "survivors") == (to or board.active)


# -- in cells ---------------------------------------------------------------------------------


class Cell(p.InCells):
    """Something in cells, and points there."""

    def __radd__(self, other: Points) -> str:
        return f"{len(other.lines)} lines and these"


IN_CELLS: Any = Cell()


@pytest.fixture
def forms(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[..., Any]]:
    forms: dict[str, Callable[..., Any]] = {}
    monkeypatch.setattr(p.InCells, "formulas", forms)
    return forms


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ((IN_CELLS, 4), {"cap": 3}),  # a board
        ((60, IN_CELLS), {}),  # seats
        ((60, [IN_CELLS, IN_CELLS], "what"), {}),  # a ranking, weights
        ((60, (IN_CELLS,)), {"whole": 7}),
        ((), {"seats": IN_CELLS}),
        ((60,), {"seats": [IN_CELLS]}),
    ],
)
def test_a_word_is_said_in_cells(
    forms: dict[str, Callable[..., Any]], given: tuple[Any, ...], options: dict[str, Any]
) -> None:
    forms["pool"] = lambda *given, **options: (given, options)
    assert p.pool(*given, **options) == (given, options)


def test_a_word_without_a_form_in_cells(forms: dict[str, Callable[..., Any]]) -> None:
    with pytest.raises(p.NoForm) as told:
        p.centres(IN_CELLS)
    assert str(told.value) == "The word centres has no form in cells."


HELPERS = {
    p.as_double,
    p.as_fraction,
    p.as_typed,
    p.how_won,
    p.note,
    p.points_of,
    p.prospect,
    p.round_to_decimals,
    p.text,
    p.to_15_digits,
    p.word,
}
"""What rules say of numbers that they know."""
OF_OTHERS = {
    *(
        p.beaten,
        p.behind,
        p.by_last_year,
        p.country,
        p.gap,
        p.near_by,
        p.near_pots,
        p.product,
        p.share,
        p.squares,
        p.to_draw,
        p.top_centres,
        p.weighted_share,
    ),
}
"""Words made of other words, which have the forms; every system with such words is tried in cells."""


@pytest.mark.parametrize(
    "say",
    [
        pytest.param(say, id=name)
        for name, say in vars(p).items()
        if inspect.isfunction(say)
        and say.__module__ == p.__name__
        and name[0] != "_"
        and say not in HELPERS | OF_OTHERS
    ],
)
def test_every_word_asks_for_its_form(say: Callable[..., Any], forms: dict[str, Callable[..., Any]]) -> None:
    with pytest.raises(p.NoForm, match=f"The word {say.__name__} has"):
        say(IN_CELLS)


def test_numbers_and_points_in_cells() -> None:
    assert p.text(IN_CELLS) == "…"
    assert p.centres(FOUR) + IN_CELLS == "1 lines and these"
    with pytest.raises(TypeError):
        p.centres(FOUR) + 1  # type: ignore[operator]


def test_a_number_is_shown_as_spreadsheets_round() -> None:
    numbers = Fraction(125, 16), Fraction(-125, 16), Fraction(1, 3), Fraction(-1, 10_000), Fraction(5), 7
    assert [*map(p.text, numbers)] == ["7.813", "-7.813", "0.333", "0", "5", "7"]
