"""Cells and games lists, as directors type them."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.lists import COUNTS, HEADER, board_rows, game, listed
from xl_dipscore import POWERS, Faults
from xl_dipscore.cli.reading import rows_of
from xl_dipscore.rules.board import NoCentres, NotAPower, TooManyCentres
from xl_dipscore.rules.system import find
from xl_dipscore.tables.cells.games import MissingPowers, read_games
from xl_dipscore.tables.cells.headings import header_word
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.cells.values import (
    block,
    is_blank,
    is_omitted,
    number,
    power,
    quote_value,
    read_mark,
    year,
)

# -- single cells -----------------------------------------------------------------------------


@each(
    ("cell", "exact"),
    [
        (3, 3),
        (3.0, 3),
        (0.1, Fraction(1, 10)),
        ("12", 12),
        (" 12,5 ", Fraction(25, 2)),
        ("-.5", Fraction(-1, 2)),
        ("7.0", 7),
        (True, None),
        (None, None),
        ("", None),
        ("1e3", None),
        ("#N/A", None),
        ("ten", None),
        (float("inf"), None),
        (float("nan"), None),
        (10**99, 10**99),
        (-1e99, int(-1e99)),
        (10**100, None),
        (-1e300, None),
        ("9" * 100, int("9" * 100)),
        ("9" * 101, None),
        (f"{5e-324:.1100f}".rstrip("0")[:390], Fraction("5e-324")),
        (0.12345678901234, Fraction(12345678901234, 10**14)),
        (26.6666666666667, Fraction(80, 3)),
        ("26,6666666666667", Fraction(80, 3)),
        (80 / 3, Fraction(80, 3)),
        (0.1 + 0.2, Fraction(3, 10)),
        (10.000000000000002, 10),
        ("10.0000000000000001", 10),
        (0.123456789012345, Fraction("0.123456789012345")),
        (0.12345678901234567, Fraction("0.123456789012346")),
        ("9" * 5000, None),  # Python itself refuses to read these
    ],
)
def test_numbers_are_exact_as_typed(cell: Any, exact: Any) -> None:
    assert number(cell) == exact
    assert type(number(cell)) is type(exact)


@each("cell", ["x", "X", " x ", "yes", "Y", "TRUE", "true", True, 1, 1.0, "1", "✓", "✔", "☑"])
def test_marks_in(cell: Any) -> None:
    assert read_mark(cell) is True


@each("cell", [None, "", "  ", "no", "N", "FALSE", False, 0, 0.0, "0"])
def test_marks_out(cell: Any) -> None:
    assert read_mark(cell) is False


@each("cell", ["perhaps", 2, -1, 0.5, "#N/A"])
def test_marks_that_are_neither(cell: Any) -> None:
    assert read_mark(cell) is None


@each(
    ("cell", "meant"),
    [
        (1908, 1908),
        ("1908", 1908),
        (1908.0, 1908),
        ("05", 1905),
        (5, 1905),
        (99, 1999),
        (0, None),
        ("0", None),
        ("", None),
        (None, None),
        ("soon", "soon"),
        (1850, 1850),
    ],
)
def test_years(cell: Any, meant: Any) -> None:
    assert year(cell) == meant


def test_powers_by_name_first_letter_and_double_name() -> None:
    for seat, name in enumerate(POWERS):
        assert {power(word) for word in (name, name.upper(), name[0], f" {name[0].lower()}. ")} == {seat}
    assert {power(word) for word in ("Austria-Hungary", "austria hungary", "Austria_Hungary")} == {0}
    assert {power(word) for word in ("Au", "", None, 1, "Atlantis")} == {None}


@each(
    ("cell", "quoted"),
    [(2.5, "2.5"), ("2,5", "2.5"), ("abc", "'abc'"), (1234567, "1234567"), (None, "A blank cell")],
)
def test_quoted_cells(cell: Any, quoted: str) -> None:
    assert quote_value(cell) == quoted


@each(
    ("value", "rows"),
    [
        (5, [[5]]),
        (None, [[None]]),
        ([], [[None]]),
        ([1, 2], [[1, 2]]),
        ((1, 2), [[1, 2]]),
        ([[1], [2]], [[1], [2]]),
        (((1, 2), (3, 4)), [[1, 2], [3, 4]]),
    ],
)
def test_whatever_a_host_passes_is_a_block(value: Any, rows: Any) -> None:
    assert block(value) == rows


@each("cell", [None, "", " ", 0, 0.0, "0"])
def test_a_single_blank_or_0_is_omitted(cell: Any) -> None:
    assert is_omitted([[cell]])
    assert not is_omitted([[cell, cell]])
    assert is_blank(cell) == (number(cell) is None)


# -- options ----------------------------------------------------------------------------------


def test_options_in_any_spelling_and_with_blanks_skipped() -> None:
    options = read_options(
        [
            ["SCS", " Share "],
            [None, 7],
            ["", ""],
            ["members", None],
            ["Civil_Disorder", None, "x"],
            ["new player", 1],
            ["05", *COUNTS],
            [1906, *COUNTS],
            ["rows", "12"],
        ],
        find("DCC"),
    )
    assert options.parameters == {"scs": "share"}
    assert options.facts == {
        "civil_disorder": [None, "x", *[None] * 5],
        "new_player": [1, *[None] * 6],
        1905: list(COUNTS),
        1906: list(COUNTS),
    }
    assert options.rows == 12


def test_options_of_one_row_and_of_many_values() -> None:
    assert read_options(["win", "50,5"], find("WBC")).parameters == {"win": Fraction(101, 2)}
    assert read_options([["draw", 20, None, "5", None]], find("WBC")).parameters == {"draw": (20, 0, 5)}
    assert read_options(["win", " 1/3 "], find("WBC")).parameters == {"win": Fraction(1, 3)}
    assert read_options([["draw", "20 1/3 5"]], find("WBC")).parameters == {"draw": (20, Fraction(1, 3), 5)}
    assert read_options([["winner survival", "x"]], find("NDC")).parameters == {"winner_survival": True}
    assert read_options([["dead share", "no"]], find("CDIPLO")).parameters == {"dead_share": False}


def test_all_that_is_wrong_with_options_is_told_together() -> None:
    with pytest.raises(Faults) as caught:
        read_options([["wins", 1], ["win", -1], ["powers", "A"]], find("WBC"))
    assert [fault.cell for fault in caught.value.faults] == ["#VALUE!", "#NUM!", "#VALUE!"]


# -- games lists ------------------------------------------------------------------------------


@each(
    ("word", "meaning"),
    [
        ("ROUND", "round"),
        (" Civil_Disorder", "civil_disorder"),
        ("New Player", "new_player"),
        ("SCs", "centres"),
        ("Supply Centers", "centres"),
        ("Centers", "centres"),
        ("Country", "power"),
        ("Name", "player"),
        ("1901", 1901),
        (1901.0, 1901),
        ("05", None),
        ("Score", None),
        (None, None),
        ("1850", None),
    ],
)
def test_headers(word: Any, meaning: Any) -> None:
    assert header_word(word) == meaning


def test_columns_and_rows_in_any_order() -> None:
    rows = listed(
        Draw=["x", "x", "", "", "", "", ""], Eliminated=[""] * 4 + [1904, 1905, "06"], Year=[""] * 6 + [8]
    )
    expected = read_games(rows).games[0].board
    assert expected is not None
    assert expected.draw == {0, 1}
    assert expected.eliminated[4:] == (1904, 1905, 1906)
    assert expected.year == 1908
    backwards = [row[::-1] for row in [rows[0], *rows[:0:-1]]]
    assert read_games(backwards).games[0].board == expected


def test_other_columns_a_score_and_blank_rows_are_nothing() -> None:
    plain = listed()
    header, *rows = listed(Score=[1, "#N/A", 3, 4, 5, 6, 7], Remarks=["loud"] * 7)
    spaced = [header, [], *[[None] * 7, *rows[:3]], ["", " "], *rows[3:]]
    found = read_games(spaced)
    assert found.faults == ()
    (ours,) = found.games
    assert ours.board == read_games(plain).games[0].board
    assert ours.place.rows == (4, 5, 6, 8, 9, 10, 11)


def test_short_rows_are_blank_at_the_end() -> None:
    rows = [row[:5] if i > 1 else row for i, row in enumerate(listed(Year=[1908] + [None] * 6))]
    (one,) = read_games(rows).games
    assert one.board is not None
    assert one.board.year == 1908


def test_what_a_row_says_about_its_player() -> None:
    one = game(
        players=["  Ann  Lee ", "", None, "=1+1", "@x", 7, "g"],
        Override=["12,5", 0, "", None, "", "", ""],
        Unranked=["", "x", "", "", "", "", ""],
        Tiebreak=[0.24, *[""] * 6],
    )
    assert [seat.player for seat in one.seats] == ["Ann Lee", "", "", "=1+1", "@x", "7", "g"]
    assert [seat.override for seat in one.seats[:3]] == [Fraction(25, 2), 0, None]
    assert [seat.unranked for seat in one.seats[:2]] == [False, True]
    assert one.seats[0].tiebreak == Fraction(6, 25)


def test_facts_of_a_board() -> None:
    nothing: list[Any] = [None] * 6
    board = game(Docked=[2, *nothing], Civil_disorder=["x", *nothing], New_player=["x", *nothing]).board
    assert board is not None
    assert (board.docked[0], board.civil_disorder, board.new_player) == (2, {0}, {0})


def test_rounds_and_boards_keep_their_order_and_names() -> None:
    rows = [
        HEADER,
        *board_rows(round_=2, board="Top  Board"),
        *board_rows(round_=" FINAL", board=1.0),
        *board_rows(round_="2", board="b"),
    ]
    found = read_games([*rows, *board_rows(round_=1, board=1234567), *board_rows(round_=1, board=1234568)])
    assert [(g.round, g.name) for g in found.games] == [
        (2, "Top Board"),
        ("Final", "1"),
        (2, "b"),
        (1, "1234567"),
        (1, "1234568"),
    ]
    assert found.faults == ()


def test_a_board_without_a_count_has_not_been_played() -> None:
    rows = [HEADER, *board_rows([None] * 7), *board_rows([""] * 7, board=2)[:3], *board_rows(board=3)]
    assert [one.name for one in read_games(rows).games] == ["3"]


def test_powers_that_nobody_knows_do_not_make_a_board_vanish() -> None:
    greek = ["Αυστρία", "Αγγλία", "Γαλλία", "Γερμανία", "Ιταλία", "Ρωσία", "Τουρκία"]
    for fewer in (False, True):
        (one,) = read_games(listed(powers=greek), fewer=fewer).games
        assert one.board is None
        assert [type(fault) for fault in one.faults] == [NotAPower] * 7


def test_of_a_board_with_a_missing_row_only_what_is_there_is_judged() -> None:
    rows = listed([0] * 7)[:-1]
    assert [type(fault) for fault in read_games(rows).faults] == [MissingPowers]
    assert [type(fault) for fault in read_games(rows, fewer=True).faults] == [NoCentres]
    crowded = listed([30, 20, 0, 0, 0, 0, 0])[:-1]
    assert [type(fault) for fault in read_games(crowded).faults] == [MissingPowers, TooManyCentres]


def test_a_bad_board_or_row_spoils_only_itself() -> None:
    rows = [HEADER, *board_rows((40, 0, 0, 0, 0, 0, 0)), *board_rows(board=2), ["x", 1, "A", "p", 3]]
    found = read_games(rows)
    assert [one.board is None for one in found.games] == [True, False]
    assert len(found.strays) == 1
    assert len(found.faults) == 2


def test_of_who_is_on_a_row_without_a_seat_nobody_knows_the_total() -> None:
    """Their board is refused, and they may be on it."""
    twice, mistyped = [2, "A", "France", "Ann", 0], [2, "A", "Turky", "Bob", 0]
    found = read_games([HEADER, *board_rows(round_=2, board="A"), twice, mistyped])
    assert [(one.row, one.player, one.round, one.faults) for one in found.rows] == [
        (9, "Ann", 2, ()),
        (10, "Bob", 2, ()),
    ]
    assert len(found.faults) == 2


# -- the centre chart -------------------------------------------------------------------------

CHART = {
    "y1901": (5, 5, 5, 5, 5, 5, 0),
    "y1902": (6, 6, 6, 6, 6, 0, 0),
    "y1903": (10, 10, 10, 4, 0, 0, 0),
}


def test_a_chart_fills_what_is_blank() -> None:
    board = game([None] * 7, **CHART).board
    assert board is not None
    assert board.centres == COUNTS
    assert board.year == 1903
    assert board.eliminated == (None, None, None, None, 1903, 1902, 1901)
    assert board.chart == ((1901, CHART["y1901"]), (1902, CHART["y1902"]), (1903, CHART["y1903"]))


def test_a_chart_alone_needs_no_column_of_centres() -> None:
    header, *rows = listed([None] * 7, **CHART)
    (one,) = read_games([[*header[:4], *header[5:]], *([*row[:4], *row[5:]] for row in rows)]).games
    assert one.board is not None
    assert one.board.centres == COUNTS


def test_a_chart_that_agrees_and_later_years_without_a_count() -> None:
    gone = [None, None, None, None, 1903, 1902, 1901]
    board = game(**CHART, y1904=[None] * 7, Eliminated=gone, Year=[1903] * 7).board
    assert board == game([None] * 7, **CHART).board


def test_a_chart_with_years_missing_does_not_guess_an_elimination() -> None:
    board = game([None] * 7, y1901=CHART["y1901"], y1903=CHART["y1903"]).board
    assert board is not None
    assert board.eliminated == (None,) * 6 + (1901,)


@pytest.mark.parametrize(
    ("columns", "field", "seats"),
    [
        ({"counts": (10, 10, 9, 5, 0, 0, 0)}, "centres", [2, 3]),
        ({"Year": [1904] * 7}, "year", [None]),
        pytest.param(
            {"Eliminated": [None] * 4 + [1901, 1902, 1901]},
            "eliminated",
            [4],
        ),
    ],
)
def test_a_chart_that_contradicts(columns: dict[str, Any], field: str, seats: list[Any]) -> None:
    faults = game(**{**CHART, **columns}).faults
    assert [(fault.field, fault.seat) for fault in faults] == [(field, seat) for seat in seats]


# -- files ------------------------------------------------------------------------------------

TABLE = [["Round", "Board", "Power", "Player", "Override"], ["1", "Top", "A", "Zoë", "12,5"]]


def test_commas_with_a_quoted_one(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("\n".join([",".join(TABLE[0]), '1,Top,A,Zoë,"12,5"', ""]), encoding="utf-8")
    assert rows_of(file) == TABLE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_spreadsheets_save(tmp_path: Path, encoding: str, delimiter: str, newline: str) -> None:
    file = tmp_path / "games.csv"
    text = newline.join(delimiter.join(row) for row in TABLE) + newline
    file.write_bytes(text.encode(encoding))
    assert rows_of(file) == TABLE


def test_a_file_is_a_games_list(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    lines = [";".join(str(cell or "") if cell != 0 else "0" for cell in row) for row in listed()]
    file.write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    (one,) = read_games(rows_of(file), "games.csv").games
    assert one.board == game().board
    assert [seat.player for seat in one.seats] == list("abcdefg")


def test_an_empty_file_lacks_its_columns(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(b"")
    with pytest.raises(Faults) as caught:
        read_games(rows_of(file), "games.csv")
    assert [str(fault) for fault in caught.value.faults] == [
        f"games.csv: There is no column headed {name}." for name in ("Round", "Board", "Power", "Centres")
    ]
