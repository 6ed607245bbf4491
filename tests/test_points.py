"""The words that rules are written in: what each gives, and what its line says."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from boards import full

from xl_dipscore import Faults
from xl_dipscore import points as p
from xl_dipscore.points import Exact, Points

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


@pytest.mark.parametrize(
    ("points", "label", "amounts"),
    [
        # by result
        (p.winner_takes(SOLO, 100), "solo", [100, 0, 0, 0, 0, 0, 0]),
        (p.winner_takes(SOLO, 73, -15), "solo, -15 to each other power", [73] + [-15] * 6),
        (p.winner_takes(CONCEDED, 73, 1), "conceded win, 1 to each other power", [73] + [1] * 6),
        (p.win_or_draw(ADJUDGED, 46, (22,)), "adjudicated win", [46, 0, 0, 0, 0, 0, 0]),
        (p.win_or_draw(DREW, 46, (22, 10)), "3-way draw", [10, 10, 10, 0, 0, 0, 0]),
        (p.win_or_draw(DREW, 46, (22,)), "3-way draw", NONE),
        (p.win_or_draw(UNDRAWN, 46, (22,)), "0-way draw", NONE),
        (p.to_draw(DREW, 10), "3-way draw", [10, 10, 10, 0, 0, 0, 0]),
        (p.win_or_share(SOLO, 60), "solo", [60, 0, 0, 0, 0, 0, 0]),
        (p.win_or_share(DREW, 60), "60 shared by the draw (3)", [20, 20, 20, 0, 0, 0, 0]),
        (
            p.pool(60, (0, 1, 2), "the draw", 6, "for late orders"),
            "60 less 6 for late orders is 54, shared by the draw (3)",
            [18, 18, 18, 0, 0, 0, 0],
        ),
        (
            p.win_or_share(SOLO, 60, 34, "for centres"),
            "solo, 60 less 34 for centres is 26",
            [26, 0, 0, 0, 0, 0, 0],
        ),
        (
            p.win_or_share(DREW, 60, 34, "for centres"),
            "60 less 34 for centres is 26, shared by the draw (3)",
            [Fraction(26, 3)] * 3 + [0] * 4,
        ),
        (p.product("both", p.centres(FOUR), p.to_draw(DREW, 2)), "both", [24, 18, 16, 0, 0, 0, 0]),
        (p.places((9, 5, 1), p.by_centres(FOUR)), "place (9/5/1)", [9, 5, 1, 0, 0, 0, 0]),
        (p.win_or_share(UNDRAWN, 12), "12 shared by the draw: nobody", NONE),
        # by centres
        (p.centres(FOUR), "centres", FOUR.centres),
        (p.centres(FOUR, 4), "4 a centre", [48, 36, 32, 20, 0, 0, 0]),
        (p.centres(SOLO, cap=18), "centres (at most 18 count)", [18, 8, 6, 0, 0, 0, 0]),
        (
            p.centres(CONCEDED, 2, cap=10, conceded=18),
            "2 a centre (at most 10 count) (the conceded win counts as 18)",
            [36, 20, 16, 0, 0, 0, 0],
        ),
        (p.centres(FOUR, over=8), "centres above 8", [4, 1, 0, 0, 0, 0, 0]),
        (
            p.centres(FOUR, 2, over=8, cap=11),
            "2 a centre above 8 (at most 11 count)",
            [6, 2, 0, 0, 0, 0, 0],
        ),
        (p.line("as they are", FOUR.counts), "as they are", FOUR.counts),
        (p.centre_table(FOUR, (5, 9)), "centres (5/9 for 1 to 2, then 1 each)", [19, 16, 15, 12, 0, 0, 0]),
        (
            p.squares(LEVEL, 300),
            "300 in proportion to centres squared (together 300)",
            [100, 100, 64, 36, 0, 0, 0],
        ),
        (p.squares(NOTHING, 100), "100 in proportion to centres squared (together 0)", NONE),
        (p.share(FOUR, 34), "34 in proportion to centres (together 34)", FOUR.centres),
        (p.share(NOTHING, 34), "34 in proportion to centres (together 0)", NONE),
        (p.prospects(SOLO, 100), "100 to 18 centres", [100, 0, 0, 0, 0, 0, 0]),
        (p.prospects(NOTHING, 100), "prospects, n / (18 - n)", NONE),
        (p.lead(FOUR), "lead (12 over 9)", [3, 0, 0, 0, 0, 0, 0]),
        (p.lead(FOUR, 2), "2 a centre of lead (12 over 9)", [6, 0, 0, 0, 0, 0, 0]),
        (p.top(FOUR, 5, "top"), "top", [5, 0, 0, 0, 0, 0, 0]),
        (p.top(LEVEL, 5, "top"), "top: nobody, 2 are level", NONE),
        (p.top(LEVEL, 5, "top", "share"), "top", [Fraction(5, 2)] * 2 + [0] * 5),
        (
            p.gap(FOUR),
            "1 a centre ahead of each smaller power",
            [3 + 4 + 7 + 36, 1 + 4 + 27, 3 + 24, 15, 0, 0, 0],
        ),
        (
            p.gap(LEVEL, 2),
            "2 a centre ahead of each smaller power",
            [2 * (2 + 4 + 30)] * 2 + [2 * (2 + 24), 2 * 18, 0, 0, 0],
        ),
        (p.beaten(LEVEL, 25), "25 for each power with fewer centres", [125, 125, 100, 75, 0, 0, 0]),
        (p.behind(FOUR), "1 a centre behind the top (12)", [0, 3, 4, 7, 12, 12, 12]),
        (p.behind(FOUR, -2, [1, 2]), "-2 a centre behind the top (12)", [0, -6, -8, 0, 0, 0, 0]),
        (p.above_least(DREW, -1, DREW.drew), "-1 a centre above the smallest (8)", [-4, -1, 0, 0, 0, 0, 0]),
        (p.above_least(FOUR, 3, ()), "3 a centre above the smallest (0)", NONE),
        (
            p.levy(FOUR, p.centres(FOUR), Fraction(1, 2)),
            "the lead (12 over 9) from every other power, at most 0.5 of its points",
            [3 + 3 + Fraction(5, 2), -3, -3, Fraction(-5, 2), 0, 0, 0],
        ),
        (
            p.levy(LEVEL, p.centres(LEVEL), 1),
            "the lead (10 over 10) from every other power, at most 1 of its points",
            NONE,
        ),
        (p.top_table(FOUR, (5, 1)), "top (5/1)", [5, 0, 0, 0, 0, 0, 0]),
        (p.top_table(LEVEL, (5, 1)), "top (5/1): 2 are level", [1, 1, 0, 0, 0, 0, 0]),
        (p.top_table(LEVEL, (5,)), "top (5): 2 are level", NONE),
        (p.clear_top(FOUR, (4, 2, 1)), "nobody within 1/2/3 of a lone top (4/2/1)", [6, 0, 0, 0, 0, 0, 0]),
        (p.clear_top(SOLO, (4,)), "nobody within 1 of a lone top (4)", [4, 0, 0, 0, 0, 0, 0]),
        (p.clear_top(LEVEL, (4, 2)), "nobody within 1/2 of a lone top (4/2)", NONE),
        (p.near_top(FOUR, (9, 4, 3, 2)), "near the top (9/4/3/2)", [9, 2, 0, 0, 0, 0, 0]),
        (p.near_top(LEVEL, (9, 4, 3)), "near the top (9/4/3)", [9, 9, 3, 0, 0, 0, 0]),
        # by place
        (
            p.places((9, 5, 1), p.by_centres(LEVEL)),
            "place (9/5/1): places 1 and 2, 7 each",
            [7, 7, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="lower"),
            "place (9/5/1, level takes lower): places 1 and 2, 5 each",
            [5, 5, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="higher"),
            "place (9/5/1, level takes higher): places 1 and 2, 9 each",
            [9, 9, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), p.by_centres(LEVEL), ties="lower", pairs=(8,)),
            "place (9/5/1, 8 for two level, level takes lower): places 1 and 2, 8 each",
            [8, 8, 1, 0, 0, 0, 0],
        ),
        (
            p.places((9, 5, 1), [(0, 1, 2), (3, 4), (5,)], pairs=(8, 4, 0, 3)),
            "place (9/5/1, 8/4/0/3 for two level): places 1 to 3, 5 each; places 4 and 5, 3 each",
            [5, 5, 5, 3, 3, 0, 0],
        ),
        (
            p.places((9, 5, 1), [(0, 1, 2), (3, 4), (5, 6)], ties="pair", pairs=(8, 4)),
            "place (9/5/1, 8/4 for two level): places 1 to 3, 4 each",
            [4, 4, 4, 0, 0, 0, 0],
        ),
        # by the way the game went
        (
            p.years_survived(FOUR, Fraction(1, 5)),
            "0.2 a complete year survived",
            fifths(8, 8, 8, 8, 3, 4, 6),
        ),
        (
            p.years_survived(FOUR, 1, [1, 4]),
            "1 a complete year survived",
            [0, 8, 0, 0, 3, 0, 0],
        ),
        (
            p.years_played(FOUR, Fraction(1, 5)),
            "0.2 a year played, the last one too",
            fifths(8, 8, 8, 8, 4, 5, 7),
        ),
        (p.years_played(FOUR, 1, [1, 4]), "1 a year played, the last one too", [0, 8, 0, 0, 4, 0, 0]),
        (
            p.years_played(FOUR, 1, [4, 5, 6], last_too=False, at_most=4),
            "1 a year played, without the last one, at most 4",
            [0, 0, 0, 0, 3, 4, 4],
        ),
        (p.alive_after(FOUR, 1905, 1), "alive after 1905", [1, 1, 1, 1, 0, 0, 1]),
        (p.alive_after(SHORT, 1905, 1), "alive after 1905", NONE),
        (p.kills(IDLE, 2), "2 for each dead position (4)", [8, 8, 8, 8, 0, 0, 0]),
        (p.country((1, -2, -2, 0, 2, 0, -1)), "country", [1, -2, -2, 0, 2, 0, -1]),
    ],
)
def test_a_word_and_its_line(points: Points, label: str, amounts: Sequence[Exact]) -> None:
    (only,) = points.lines
    assert only.label == label
    assert list(only.amounts) == list(amounts)


def test_a_tribute_is_two_lines() -> None:
    shared, paid = p.tribute(FOUR, 60).lines
    assert (shared.label, list(shared.amounts)) == ("60 shared by the survivors (4)", [15] * 4 + [0] * 3)
    assert (paid.label, list(paid.amounts)) == (
        "tribute to the top, 6 from each other survivor",
        [3 * 6, -6, -6, -6, 0, 0, 0],
    )


def test_half_of_a_tribute() -> None:
    _, paid = p.tribute(FOUR, 60, each=Fraction(1, 2)).lines
    assert list(paid.amounts) == [3 * 3, -3, -3, -3, 0, 0, 0]
    _, paid = p.tribute(FOUR, 60, each=3).lines
    assert list(paid.amounts) == [3 * 15, -15, -15, -15, 0, 0, 0]


@pytest.mark.parametrize(("whole", "gained"), [(True, 9), (False, Fraction(36, 4))])
def test_an_open_tribute_is_paid_for_the_dead_too(whole: bool, gained: Exact) -> None:
    behind, paid = p.open_tribute(LEVEL, whole=whole).lines
    assert (behind.label, list(behind.amounts)) == (
        "-1 a centre behind the top (10)",
        [0, 0, -2, -4, 0, 0, 0],
    )
    assert 36 == 2 + 4 + 3 * 10
    rounded = ", rounded down" if whole else ""
    assert (paid.label, list(paid.amounts)) == (
        f"tribute to the top, 36 in all, over 2 x 2{rounded}",
        [gained, gained, 0, 0, 0, 0, 0],
    )


def test_scaling_adds_a_line_that_makes_the_difference() -> None:
    *_, scaled = p.centres(FOUR).scaled(100).lines
    assert scaled.label == "scaled to 100: 12 of 34 is 35.294, 9 is 26.471, 8 is 23.529, 5 is 14.706"
    assert scaled.amounts[0] == Fraction(12 * 100, 34) - 12
    assert scaled.amounts[4:] == (0, 0, 0)


def test_nothing_cannot_be_scaled() -> None:
    points = p.centres(NOTHING)
    assert points.scaled(100) == points
    assert points.scaled(100).totals == (0,) * 7


def test_a_maximum_is_a_line_where_it_takes_something_away() -> None:
    assert p.centres(FOUR).capped(12) == p.centres(FOUR)
    owned, over = p.centres(FOUR).capped(9).lines
    assert (over.label, list(over.amounts)) == ("at most 9", [-3, 0, 0, 0, 0, 0, 0])
    assert list(owned.amounts) == list(FOUR.centres)


def test_the_least_is_a_line_that_makes_the_difference() -> None:
    owned, missing = p.centres(FOUR, 2).at_least(p.years_played(FOUR, 3, FOUR.others)).lines
    assert (owned.label, missing.label) == ("2 a centre", "at least 3 a year played, the last one too")
    assert list(missing.amounts) == [0, 0, 0, 0, 12, 15, 21]
    more = p.centres(FOUR, 2).at_least(p.to_each("survivor", 17, FOUR.survivors)).lines[1]
    assert list(more.amounts) == [0, 0, 1, 7, 0, 0, 0]


def test_factors_on_a_win_are_a_line_that_makes_the_difference() -> None:
    assert p.centres(FOUR).times_on_a_win(FOUR, 3, 0) == p.centres(FOUR)
    owned, change = p.centres(SOLO).times_on_a_win(SOLO, 3, Fraction(1, 2)).lines
    assert list(owned.amounts) == list(SOLO.centres)
    assert change.label == "3 times that for the winner, 0.5 for the others"
    assert list(change.amounts) == [40, -4, -3, 0, 0, 0, 0]


def test_half_is_rounded_to_even() -> None:
    (only,) = p.centres(FOUR, Fraction(1, 2)).rounded().lines
    assert (only.label, list(only.amounts)) == ("0.5 a centre, rounded", [6, 4, 4, 2, 0, 0, 0])
    assert p.centres(FOUR, Fraction(1, 3)).rounded().totals == (4, 3, 3, 2, 0, 0, 0)


def test_a_maximum_may_be_points_and_a_minimum_is_a_line_too() -> None:
    _, over = p.to_each("part", 20, range(7)).capped(p.centres(FOUR, 2)).lines
    assert over.label == "at most 2 a centre"
    assert list(over.amounts) == [0, 18 - 20, 16 - 20, 10 - 20, -20, -20, -20]
    assert p.centres(FOUR).at_least(0) == p.centres(FOUR)
    _, short = p.centres(FOUR).at_least(9).lines
    assert (short.label, list(short.amounts)) == ("at least 9", [0, 0, 1, 4, 9, 9, 9])


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


@pytest.mark.parametrize(
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
    monkeypatch.setattr(p.InCells, "forms", forms)
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


HELPERS = {p.as_double, p.as_fraction, p.as_typed, p.how_won, p.prospect, p.rounded, p.text, p.word}
"""What rules say of numbers that they know."""
OF_OTHERS = {
    *(
        p.beaten,
        p.behind,
        p.by_last_year,
        p.country,
        p.gap,
        p.near_pots,
        p.product,
        p.share,
        p.squares,
        p.to_draw,
    ),
}
"""Words made of other words, which have the forms; every system that says them is tried in cells."""


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
