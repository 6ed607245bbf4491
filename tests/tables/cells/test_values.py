"""Single cells and blocks of cells, at the edges of what each means."""

from fractions import Fraction

from tests.each import each
from xl_dipscore.rules.event.days import DATES
from xl_dipscore.tables.cells.values import (
    as_cell,
    block,
    count,
    error_in,
    fill_down,
    fraction,
    is_blank,
    is_date,
    is_in_draw,
    is_omitted,
    is_starred,
    last_year,
    match_orientation,
    named_power,
    number,
    power,
    quote_value,
    read_mark,
    replace_backticks,
    size,
    text_in_one_line,
    year,
)


def test_an_exact_number_becomes_a_double_and_nothing_an_empty_text() -> None:
    assert as_cell(Fraction(1, 4)) == 0.25
    assert isinstance(as_cell(Fraction(1, 4)), float)
    assert [as_cell(None), as_cell(3), as_cell("x"), as_cell(0)] == ["", 3, "x", 0]


def test_only_spaces_are_blank() -> None:
    assert all(map(is_blank, (None, "", " ", "\u200b ")))
    assert not any(map(is_blank, (0, False, "0", "-")))


@each(
    ("cell", "value"),
    [
        *((10**100 - 1, 10**100 - 1), (-(10**100), None), (10**100, None)),
        *(("+3", 3), ("3.", 3), ("3,50", Fraction(7, 2)), ("3.5.1", None), ("", None), (" ", None)),
        *((2.5, Fraction(5, 2)), (Fraction(4, 2), 2), (Fraction(1, 3), Fraction(1, 3)), (False, None)),
        *((1 / 3, Fraction(1, 3)), (1 / 1_000_000, Fraction(1, 10**6)), ("0" * 401, None)),
        ((1,), None),
    ],
)
def test_a_number_is_read_exactly(cell: object, value: object) -> None:
    found = number(cell)
    assert found == value
    assert type(found) is not float


@each(
    ("cell", "value"),
    [
        *(("2/3", Fraction(2, 3)), ("8/9*6/7", Fraction(48, 63)), (" 1 / 2 ", Fraction(1, 2))),
        *(("4/2", 2), ("2×3", 6), ("1/0", None), ("2/3/4", None), (0.5, Fraction(1, 2)), ("x", None)),
        *(("1" * 16 + "/3", None), ("1" * 15 + "/1", int("1" * 15)), ("", None)),
    ],
)
def test_a_weight_may_be_a_product_of_fractions(cell: object, value: object) -> None:
    assert fraction(cell) == value


def test_a_day_number_or_its_text_is_a_date() -> None:
    first, last = DATES
    assert [is_date(day) for day in (first - 1, first, last, last + 1)] == [False, True, True, False]
    assert all(map(is_date, ("2/3/2024", "2024-03-02", "2. März 2024", "3 Mar", "Mar 3", "2-3-24 20:00")))
    assert not any(map(is_date, ("2/3", "1-2/3", "March", "12", 0.5, first + 0.5)))


@each(
    ("cell", "value"),
    [
        *((None, None), (" ", None), ("7", 7), (7.0, 7), ("13*", 13), ("13 **", 13), ("113*", "113*")),
        *(("-", 0), ("\N{EN DASH}", 0), ("--", "--"), ("x", "x"), (True, True), (2.5, Fraction(5, 2))),
    ],
)
def test_a_count(cell: object, value: object) -> None:
    assert count(cell) == value
    assert type(count(cell)) is type(value)


def test_a_star_beside_a_count() -> None:
    assert [is_starred(cell) for cell in ("13*", "3 *", "*", "13", 13, "113*")] == [
        *(True, True, False, False, False, False)
    ]


@each(
    ("cell", "ended", "completed"),
    [
        *((1908, 1908, 1908), (8, 1908, 1908), (1, 1901, 1901), (99, 1999, 1999), (100, 100, 100)),
        *((0, None, None), (None, None, None), ("-", None, None), (-1, -1, -1), ("soon", "soon", "soon")),
        *(
            ("F08", 1908, 1908),
            ("Fall 1908", 1908, 1908),
            ("S08", "S08", 1907),
            ("Spring 1908",) * 2 + (1907,),
        ),
    ],
)
def test_a_year_and_the_last_completed_year(cell: object, ended: object, completed: object) -> None:
    assert year(cell) == ended
    assert last_year(cell) == completed


def test_marks_and_other_words() -> None:
    assert [read_mark(cell) for cell in ("x", "X ", "yes", "1", 1, True, "✓", "ja")] == [True] * 8
    assert [read_mark(cell) for cell in (None, "", False, 0, "no", "-", "□", "nein")] == [False] * 8
    assert [read_mark(cell) for cell in ("✗", "maybe", 2, "2")] == [None] * 4
    assert [is_in_draw(cell) for cell in ("x", "drew", "Won", "lost", "", "maybe")] == [
        *(True, True, True, False, False, None)
    ]


def test_a_power_by_its_name_letter_or_code() -> None:
    assert [power(cell) for cell in ("Austria", "t", "ENG", "Frankreich", "DEU", "Spain", 3)] == [
        *(0, 6, 1, 2, 3, None, None)
    ]
    assert [named_power(cell) for cell in ("Austria", "ENG", "DEU")] == [0, 1, None]


def test_a_cell_in_words() -> None:
    assert [text_in_one_line(cell) for cell in (None, 3.0, 3.5, " a \n b ", 0)] == [
        "",
        "3",
        "3.5",
        "a b",
        "0",
    ]
    assert [quote_value(cell) for cell in ("", 3, "3", 2.5, "x")] == ["A blank cell", "3", "3", "2.5", "'x'"]
    assert replace_backticks("the `year`") == 'the "year"'


def test_blocks_of_any_shape() -> None:
    assert block(3) == [[3]]
    assert block([1, 2]) == [[1, 2]]
    assert block(((1, 2), (3, 4))) == [[1, 2], [3, 4]]
    assert block([]) == [[None]]
    assert block([[1, 2], 3]) == [[[1, 2], 3]]
    assert size([[1, 2, 3]]) == (1, 3)
    assert match_orientation([[1, 2, 3]], (3, 1)) == [[1], [2], [3]]
    assert match_orientation([(1, 2, 3)], (1, 3)) == [[1, 2, 3]]
    assert [is_omitted(cells) for cells in ([[None]], [[0]], [[1]], [[None, None]], [[None], [None]])] == [
        *(True, True, False, False, False)
    ]


def test_the_first_error_and_texts_of_merged_cells() -> None:
    assert error_in([1, "#N/A", "#REF!"]) == "#N/A"
    assert error_in([1, "N/A", "#"]) == ""
    assert fill_down([None, "a", None, "b", None]) == ["a", "a", "a", "b", "b"]
    assert fill_down([None]) == [""]
