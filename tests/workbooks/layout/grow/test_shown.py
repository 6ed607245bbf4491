"""Sheets that show each board or each player below each other."""

from typing import Any

from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.sheets.xlsx.breaks import breaks_of, set_breaks
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards
from xl_dipscore.workbooks.layout.grow.shown import (
    _lines_of_name,
    _pieces,
    break_pages_at_rounds,
    page_sizes_by_sheet,
)

TWO = [HEADER, *board(1, "A"), *board(2, "B")]


def slips(*, rows: int = 3, boards: int = 2) -> list[list[Any]]:
    """A slip of some rows for each board: its round, and its first players."""
    found: list[list[Any]] = [["Slips"]]
    for n in range(boards):
        top = 2 + 7 * n
        found += [[f"=Games!A{top}"], *([f"=Games!D{top + k}"] for k in range(rows - 1))]
    return found


def grown(sheets: dict[str, Any], more: int = 1) -> tuple[EventIn, list[str]]:
    return with_more_boards(event_of({"Games": TWO, **sheets}), {"Games": more})


def formulas(event: EventIn, sheet: str, column: str, rows: int) -> list[str]:
    return [event.book.cell(sheet, f"{column}{row}").formula for row in range(1, rows + 1)]


def test_a_new_board_has_its_piece_before_the_last() -> None:
    event, notes = grown({"Slips": slips()})
    assert notes == []
    assert formulas(event, "Slips", "A", 10)[1:] == [
        *("Games!A2", "Games!D2", "Games!D3"),
        *("Games!A9", "Games!D9", "Games!D10"),
        *("Games!A16", "Games!D16", "Games!D17"),
    ]


def test_a_sheet_of_single_boards_is_told() -> None:
    odd = [["=Games!A2"], ["=Games!D2"], [None], ["=Games!A9"], ["=Games!D9"], ["=Games!E9"]]
    _, (note,) = grown({"Slips": odd})
    assert note == "Slips shows single boards; the new ones are not on it."
    one, notes = grown({"Slips": [["=Games!D2"]]})
    assert notes == []
    assert formulas(one, "Slips", "A", 1) == ["Games!D2"]


def test_lines_of_a_name_by_number_and_by_rows() -> None:
    assert [*_lines_of_name("INDEX(Roster,3)&INDEX(ROSTER, 4)&INDEX(Other,5)", "Roster")] == [3, 4]
    assert [*_lines_of_name("INDEX(Roster,ROWS(A$1:A7))", "roster")] == [7]
    assert [*_lines_of_name("INDEX(Roster,ROWS(nowhere))+INDEX(Roster,A1)", "Roster")] == []


def test_pieces_of_equal_size() -> None:
    sheet = book_of({"S": [["x"], *slips()[1:]]}).sheet("S")
    assert _pieces(sheet, [{2, 3, 4}, {5, 6, 7}]) == (2, 3, range(1, 2))
    assert _pieces(sheet, [{2, 3}, {5, 6}]) == (2, 3, range(1, 2))
    assert _pieces(sheet, [{2, 3, 4}, set()]) is None
    assert _pieces(sheet, [{5}, {2}]) is None
    assert _pieces(sheet, [{2}, {4}, {7}]) is None
    assert _pieces(sheet, [{2, 3, 4}]) is None


def test_a_piece_begins_with_the_blank_rows_above_it() -> None:
    rows = [[None], [None], ["=Games!A2"], [None], [None], ["=Games!A9"]]
    assert _pieces(book_of({"S": rows}).sheet("S"), [{3}, {6}]) == (1, 3, range(1, 2))


def list_of(lines: int, sheet: str = "Roster", name: str = "Players") -> tuple[EventIn, list[str]]:
    """A workbook with 14 players on a list, and a sheet that shows some of them, with room for 20."""
    players = [[name], *[[f"P{n}"] for n in range(14)]]
    shown = [["Who"], *([f"={sheet}!A{n + 2}"] for n in range(lines)), [None], ["end"]]
    event = event_of({"Games": TWO, sheet: players, "Wall": shown}, Roster=f"{sheet}!$A$2:$A$15")
    return with_more_boards(event, {"Games": 0}, players=20)


def test_a_list_of_all_players_gets_a_line_for_each() -> None:
    event, notes = list_of(14)
    assert notes == []
    assert formulas(event, "Wall", "A", 21)[1:] == [f"Roster!A{n}" for n in range(2, 22)]


def test_a_list_of_the_first_few_stays() -> None:
    event, notes = list_of(10)
    assert notes == []
    assert event.book.value("Wall", "A13") == "end"


def test_pages_that_begin_with_each_round() -> None:
    event = event_of({"Games": [HEADER, *board(1, "A"), *board(1, "B"), *board(2, "A")]})
    assert page_sizes_by_sheet(event) == {}  # a list without breaks, in a workbook of others
    set_breaks(event.file, "Games", [15])
    assert page_sizes_by_sheet(event)["Games"] >= 2
    break_pages_at_rounds(event, {"Games": 1})
    assert breaks_of(event.file, "Games") == [8, 15]
    assert page_sizes_by_sheet(event) == {"Games": 1}
    for torn in ([9], [8, 10]):
        set_breaks(event.file, "Games", torn)
        assert page_sizes_by_sheet(event) == {}
