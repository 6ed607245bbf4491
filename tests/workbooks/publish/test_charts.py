"""Positions in the charts of a page."""

from xl_dipscore.rules.board import Board
from xl_dipscore.workbooks.publish.charts import (
    LETTER,
    Curve,
    _spread_letters,
    bars,
    centres_by_year,
    percent,
    ranges,
)


def test_percentages_have_at_most_one_decimal() -> None:
    assert [percent(*pair) for pair in ((1, 8), (1, 3), (1, 1), (0, 5), (1, 10))] == [
        "12.5",
        "33.3",
        "100",
        "0",
        "10",
    ]


def test_bars_are_parts_of_the_largest_total() -> None:
    legend, made = bars(
        [
            ("Ann", 40.0, "40", [("R1", 30.0), ("R2", 0.0), ("+", 10.0)]),
            ("Ben", 20.0, "20", [("R1", 19.0), ("R2", 1.0), ("+", 0.0)]),
            ("Cas", 0.0, "0", [("R1", 0.0), ("R2", 0.0), ("+", 0.0)]),
        ]
    )
    assert legend == (("0", "R1"), ("1", "R2"), ("2", "extra points"))
    ann, ben, cas = made
    assert [part[:4] for part in ann.parts] == [("0", "75", 0, "1"), ("75", "25", 2, "+")]
    assert [part.middle for part in ann.parts] == ["37.5", "87.5"]
    assert [part.label for part in ben.parts] == ["1", ""]
    assert (cas.parts, cas.said) == ((), "Cas 0, from nothing")
    assert ann.said == "Ann 40, from R1 and +"


def test_no_bars_without_a_total_above_zero() -> None:
    assert bars([]) == bars([("Ann", 0.0, "0", [("R1", 0.0)])]) == ((), ())
    legend, _ = bars([("Ann", 5.0, "5", [("R1", 5.0), ("R2", 0.0)])])
    assert legend == (("0", "R1"),)


def test_a_part_of_five_percent_has_a_label() -> None:
    _, (bar,) = bars([("Ann", 100.0, "100", [("R1", 95.0), ("R2", 5.0)])])
    assert [part.label for part in bar.parts] == ["1", "2"]


def test_ranges_of_scores() -> None:
    (austria, england) = ranges({"Austria": [10.0, 20.0], "England": [40.0]}, "{:.0f}".format)
    assert austria == ("Austria", "25", "25", "37.5", "50", "15", "20", 2)
    assert (england.low, england.width, england.best, england.games) == ("100", "0", "100", 1)
    (below,) = ranges({"Austria": [-10.0, 10.0]}, str)
    assert (below.low, below.width, below.mean) == ("0", "100", "50")
    assert ranges({"Austria": [0.0]}, str) == ranges({}, str) == ()


CHART = {1901: [5, 4, 4, 5, 4, 6, 6], 1902: [12, 0, 4, 6, 0, 6, 6]}


def test_a_line_for_each_power_until_it_is_out() -> None:
    lines = centres_by_year(
        Board(CHART[1902], chart=CHART, year=1902, eliminated=[None, 1902, None, None, 1902, None, None])
    )
    assert lines is not None
    assert (lines.years, lines.box, lines.guides) == (
        ("1901", "1902"),
        "0 0 1 12",
        (("50", "6"), ("0", "12")),
    )
    austria, england = lines.lines[:2]
    assert (austria.path, austria.left, austria.top) == ("M0 7 1 0", 100, 0)
    assert england.path == "M0 8 1 12"
    assert [line.letters for line in lines.lines] == ["A", "EI", "F", "GRT", "", "", ""]
    assert lines.said.startswith("Centres 1901 to 1902: A 5 12, E 4 0")
    assert centres_by_year(Board(CHART[1902])) is None


def test_letters_at_the_end_do_not_overlap() -> None:
    def tops(*heights: int) -> list[int]:
        moved = _spread_letters({n: Curve("A", "", 100, top) for n, top in enumerate(heights)})
        return [moved[n].top for n in range(len(heights))]

    assert tops(0, 50, 100) == [0, 50, 100]
    assert tops(50, 52) == [50, 50 + LETTER]
    assert tops(100, 99) == [100, 100 - LETTER]
