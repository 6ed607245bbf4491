"""After a director's edits of a games list, every score is right, or its check is not OK."""

from collections.abc import Iterator, Sequence

import pytest
from openpyxl.utils import get_column_letter

from tests.hosts.calc.calc_office import Book as Open
from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.calc_office import missing as no_office
from tests.tables.native.engines import missing, same
from tests.tables.native.plain_boards import boards
from tests.tables.native.plain_books import CHECK, SCORE, Book, expected, written
from xl_dipscore.rules.system import find

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(bool(missing() or no_office()), reason=missing() or no_office()),
]

BOARDS = 6
LAST = 1 + 7 * BOARDS
"""The last row that is typed."""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    office = Office(tmp_path_factory.mktemp("office"))
    yield office
    office.end()


@pytest.fixture(scope="module", params=["DCC", "BOSTON"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """Boards one after another, none of them faulty."""
    system = find(request.param)
    played = [one for one in boards(5, 20, plain=True) if "no" not in one.what.split()]
    rows = [row for one in played for row in one.rows if "nobody" not in one.what][: 7 * BOARDS]
    return written(tmp_path_factory.mktemp("made") / "games.xlsx", system, {}, rows, last=200)


@pytest.fixture
def opened(office: Office, made: Book) -> Iterator[Open]:
    with office.book(made.path) as book:
        yield book


def area(made: Book, first: int, last: int, *, typed: bool) -> str:
    """Rows of Games: their typed cells, or all."""
    columns = len(made.words) if typed else max(map(made.column, made.table.letters))
    return f"A{first}:{get_column_letter(columns)}{last}"


def judged(opened: Open, made: Book) -> tuple[int, int]:
    """Of rows with a score or a fault: the number that are OK and right, and the number that are not OK."""
    opened.calculate()
    width = max(map(made.column, made.table.letters))
    cells = opened.read("Games", f"A2:{get_column_letter(width)}{LAST + 20}")
    words = list(made.words)
    rows = [{word: row[made.column(str(word)) - 1] for word in words} for row in cells]
    assert made.system is not None
    told = expected(made.system, {}, rows, words)
    right = refused = 0
    for number, (row, one) in enumerate(zip(cells, told, strict=True), 2):
        score, check = row[made.column(SCORE) - 1], row[made.column(CHECK) - 1]
        if str(check).startswith("OK"):
            assert one.ok, (number, score, check, rows[number - 2], one.faults)
            assert same(score, one.score), (number, score, float(one.score or 0), rows[number - 2])
            right += 1
        elif check != "":
            refused += 1
    return right, refused


def test_as_it_is_made(opened: Open, made: Book) -> None:
    assert judged(opened, made) == (7 * BOARDS, 0)


@pytest.mark.parametrize("typed", [False, True], ids=["whole rows", "typed columns"])
@pytest.mark.parametrize("word", ["player", "power", "centres", "board"])
def test_sorted(opened: Open, made: Book, word: str, typed: bool) -> None:
    opened.sort("Games", area(made, 2, LAST, typed=typed), made.column(word) - 1)
    assert judged(opened, made) == (7 * BOARDS, 0)


def test_rows_of_a_board_copied_below(opened: Open, made: Book) -> None:
    opened.copy("Games", area(made, 9, 15, typed=False), f"A{LAST + 1}")
    assert judged(opened, made) == (7 * (BOARDS - 1), 14)
    opened.put("Games", f"B{LAST + 1}:B{LAST + 7}", [["another"]] * 7)
    assert judged(opened, made) == (7 * (BOARDS + 1), 0)


def test_what_is_typed_copied_below(opened: Open, made: Book) -> None:
    """There are no formulas."""
    opened.copy("Games", area(made, 9, 15, typed=True), f"A{LAST + 1}")
    assert judged(opened, made) == (7 * (BOARDS - 1), 7)


@pytest.mark.parametrize("row", [2, LAST])
def test_a_row_moved_below(opened: Open, made: Book, row: int) -> None:
    opened.shift("Games", area(made, row, row, typed=False), f"A{LAST + 5}")
    assert judged(opened, made) == (7 * BOARDS, 0)


@pytest.mark.parametrize("row", [2, LAST])
def test_what_is_typed_of_a_row_moved_below(opened: Open, made: Book, row: int) -> None:
    """The formulas stay in place, and read blank cells now."""
    opened.shift("Games", area(made, row, row, typed=True), f"A{LAST + 5}")
    assert judged(opened, made) == (7 * (BOARDS - 1), 6)
    assert opened.value("Games", f"{made.table.letters['who']}{row}") == ""


@pytest.mark.parametrize("row", [2, LAST])
def test_a_row_moved_onto_another(opened: Open, made: Book, row: int) -> None:
    opened.shift("Games", area(made, row, row, typed=False), "A20")
    assert judged(opened, made) == (7 * (BOARDS - 1), 6)


@pytest.mark.parametrize("row", [2, LAST, LAST + 1])
def test_a_row_inserted(opened: Open, made: Book, row: int) -> None:
    opened.insert("Games", "Rows", row - 1, 1)
    assert judged(opened, made) == (7 * BOARDS, 0)


@pytest.mark.parametrize("row", [2, LAST])
def test_a_row_deleted(opened: Open, made: Book, row: int) -> None:
    opened.delete("Games", "Rows", row - 1, 1)
    assert judged(opened, made) == (7 * (BOARDS - 1), 6)


def test_two_rows_change_places(opened: Open, made: Book) -> None:
    first, second = area(made, 3, 3, typed=True), area(made, 30, 30, typed=True)
    one, other = opened.read("Games", first), opened.read("Games", second)
    opened.put("Games", first, _blanks(other))
    opened.put("Games", second, _blanks(one))
    assert judged(opened, made) == (7 * BOARDS, 0)


def _blanks(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    return [[None if value == "" else value for value in row] for row in rows]
