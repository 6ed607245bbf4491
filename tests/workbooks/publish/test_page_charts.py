"""Where lines and bars go, and how numbers are written."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.workbooks.publish.charts import LETTER, bars, centres_by_year, ranges
from xl_dipscore.workbooks.publish.stored import decimals_of, format_short, format_value

counts = st.lists(st.integers(0, 4), min_size=7, max_size=7).filter(any)


@given(st.lists(counts, min_size=2, max_size=12))
def test_a_line_goes_through_every_year_until_the_power_is_dead(years: list[list[int]]) -> None:
    for before, now in pairwise(years):
        for seat in SEATS:
            now[seat] = now[seat] if before[seat] else 0
    if not any(years[-1]):
        years[-1] = [0] * 7
        return
    chart = {1901 + n: row for n, row in enumerate(years)}
    lines = centres_by_year(Board(years[-1], year=1900 + len(years), chart=chart))
    assert lines is not None
    _, _, wide, most = map(int, lines.box.split())
    assert wide == len(years) - 1
    for seat, line in enumerate(lines.lines):
        points = [most - int(top) for top in line.path.split()[1::2]]
        theirs = [row[seat] for row in years]
        dead = theirs.index(0) + 1 if 0 in theirs else len(theirs)
        assert points == theirs[:dead]
        if line.letters and line.left < 100:
            assert line.top == 100, "it died, and its letter stands at the bottom"
    assert sorted("".join(line.letters for line in lines.lines)) == sorted("AEFGIRT")


def test_letters_at_the_end_of_lines_do_not_cover_each_other() -> None:
    last = [16, 15, 1, 0, 2, 0, 0]
    lines = centres_by_year(Board(last, year=1902, chart={1901: [5, 5, 5, 5, 5, 5, 4], 1902: last}))
    assert lines is not None
    tops = sorted(line.top for line in lines.lines if line.letters)
    assert len(tops) == 5
    assert all(below - above >= LETTER for above, below in pairwise(tops))
    assert (tops[0], tops[-1]) == (0, 100)


def test_no_chart_of_a_single_year() -> None:
    assert centres_by_year(Board([5, 5, 5, 5, 5, 5, 4])) is None
    assert centres_by_year(Board([5] * 6 + [4], year=1901, chart={1901: [5] * 6 + [4]})) is None


def test_bars_add_up_to_the_total() -> None:
    legend, made = bars(
        [
            ("Ann", 90.0, "90", [("R1", 60.0), ("R2", 0.0), ("+", 30.0)]),
            ("Bob", 45.0, "45", [("R1", 45.0), ("R2", 0.0), ("+", 0.0)]),
        ]
    )
    assert legend == (("0", "R1"), ("2", "extra points"))
    assert [(part.left, part.width, part.label) for part in made[0].parts] == [
        ("0", "66.7", "1"),
        ("66.7", "33.3", "+"),
    ]
    assert made[1].parts[0].width == "50"
    assert made[0].said == "Ann 90, from R1 and +"
    assert bars([("Ann", 0.0, "0", [("R1", 0.0)])]) == ((), ())


def test_ranges_begin_at_nought_or_below() -> None:
    (one,) = ranges({"Austria": [-10.0, 0.0, 30.0]}, str)
    assert (one.low, one.width, one.best) == ("0", "100", "100")
    assert one.mean_said == str(20 / 3)
    (other,) = ranges({"Italy": [5.0, 20.0]}, str)
    assert (other.low, other.width) == ("25", "75")
    assert ranges({"Italy": [0.0]}, str) == ()


@given(st.decimals(-10_000, 10_000, places=6), st.integers(0, 3))
def test_numbers_are_rounded_as_people_round(number: Decimal, decimals: int) -> None:
    exact = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert format_value(float(number), decimals) == f"{exact or abs(exact):f}".replace("-", "−")


def test_cells_that_are_no_numbers() -> None:
    assert format_value(None, 2) == format_value("", 2) == ""
    assert format_value(ErrorMark("#N/A"), 2) == "–"
    assert format_value("best", 2) == "best"
    assert format_short(12.5) == "12.5"
    assert format_short(12.0) == "12"
    assert format_short(-0.25) == "−0.25"
    assert format_short(100) == "100"


def test_as_many_decimals_as_there_are() -> None:
    assert decimals_of([1, 20.0]) == 0
    assert decimals_of([1, 0.5]) == 1
    assert decimals_of([33.125]) == 3
    assert decimals_of([100 / 3]) == 2
    assert decimals_of([]) == 0
