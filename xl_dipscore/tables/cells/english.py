"""Write the cells of a row in English, as our own games files have them."""

from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.columns import MARKS
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.games import GameRow, with_result
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import Cell, count, is_blank, is_in_draw, is_starred, read_mark


def in_english(row: GameRow, game: Game | None = None) -> dict[Word, Cell]:
    """The cells of a row in English, with days as ISO dates, marks as `x`, and results as numbers.

    game: the row's game. If the row has only a centre chart, the game has the centres and year at the end.
    """
    row = with_result(row)
    cells: dict[Word, Cell] = {**row.cells}
    if row.seat is not None:
        cells["power"] = POWERS[row.seat]
    counted = count(cells.get("centres"))
    if isinstance(counted, int) and not is_starred(cells["centres"]):
        cells["centres"] = counted  # a dash means 0; a star stays, because its meaning is not known
    if day := date_in(cells.get("date")):
        cells["date"] = str(day)
    if isinstance(cells.get("round"), str) and (known := round_in(cells["round"])) is not None:
        cells["round"] = known
    for word in MARKS & cells.keys():
        yes = is_in_draw(cells[word]) if word == "draw" else read_mark(cells[word])
        if yes is not None:
            cells[word] = "x" if yes else None
    board = None if game is None else game.board
    years = sum(isinstance(word, int) for word in cells)
    if board is not None and row.seat is not None and is_blank(cells.get("centres")) and years > 1:
        cells["centres"] = board.centres[row.seat]
        cells["year"] = board.year if is_blank(cells.get("year")) else cells["year"]
    return cells
