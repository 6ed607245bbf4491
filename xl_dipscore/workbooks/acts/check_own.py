"""Sentences of `template check` about the cells of boards, and about boards in a director's own layout."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from xl_dipscore.errors import At, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.formula import Area, address, reference
from xl_dipscore.tables.cells.columns import GAME_COLUMNS, ROW_LABELS, SCORED, column_order, spoken
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.workbooks.layout.games import Slot, label
from xl_dipscore.workbooks.layout.own import OwnBoard, is_computed
from xl_dipscore.workbooks.layout.rows import SPARE

NO_LIST = "No games list with a row for each player of each game: seat and new --template need one."
STANDS = {
    "row": "a row a game on",
    "column": "a column a game on",
    "sheet": "a sheet a board,",
    "block": "a block a board on",
    "map": "as given on",
}
FEW = 3
"""The most sheets that a sentence names one by one."""


def describe_own_boards(boards: Sequence[OwnBoard]) -> Iterator[str]:
    """Describe boards in a director's own layout: their number, arrangement and facts."""
    blocks = Counter(board.sheet for board in boards if board.kind == "block")
    groups: dict[str, list[OwnBoard]] = {}
    for board in boards:
        kind: str = "sheet" if blocks[board.sheet] == 1 and board.kind == "block" else board.kind
        groups.setdefault(kind, []).append(board)
    for kind, its in groups.items():
        names = list(dict.fromkeys(one.sheet for one in its))
        sheets = join(names) if len(names) <= FEW else f"{names[0]} to {names[-1]}"
        yield _sentence(its, f"{STANDS[kind]} {sheets}")


def _sentence(boards: Sequence[OwnBoard], how: str) -> str:
    named = [board for board in boards if board.is_named]
    rounds = {label(board.round) for board in named}
    played = sum(not board.free for board in boards)
    size = f"{count_of(len(named), 'board')} in {count_of(len(rounds), 'round')}, {played} with results"
    there = sorted({word for board in boards for word in board.places} - {"round", "board"}, key=column_order)
    years = [word for word in there if isinstance(word, int)]
    words = [spoken(word) for word in there if isinstance(word, str)]
    words += [f"a centre chart from {years[0]} to {years[-1]}"] if years else []
    free = len(boards) - len(named)
    more = "as many more as it needs" if free >= SPARE else f"{free} more"
    return f"Games: {how}, {size}. Cells for {join(words)}.{f' Room for {more}.' if free else ''}"


def find_unfilled_facts(
    package: Book, boards: Sequence[Slot | OwnBoard], words: Sequence[Iterable[Word]], none: str
) -> Iterator[str]:
    """Describe facts that the boards have no cells for, and cells that contain formulas.

    words: the facts with cells, for each board or sheet. none: how the sentence on missing cells begins.
    """
    common = set.intersection(*map(set, words))
    years = any(isinstance(word, int) for word in common)
    lacking = [word for word in GAME_COLUMNS if word not in {*common, *ROW_LABELS}]
    # The last row of a centre chart shows the final centres.
    absent = [spoken(word) for word in lacking if not (years and word == "centres")]
    absent += [] if years else ["a centre chart"]
    if absent:
        yield f"{none} for {join(absent)}: fill refuses a game that has such a fact."
    for word in dict.fromkeys(chain.from_iterable(words)):
        places = (at for board in boards for at in board.cells(word)) if word not in SCORED else ()
        computed = [at for at in places if is_computed(package, at)]
        if not computed:
            continue
        alone = all(package.cell(sheet, address(*place)).kind != "array" for sheet, *place in computed)
        so = "an array formula fills them, so a game's own values cannot go there"
        if alone:
            so = "a game's own value replaces the formula; without one the formula stays"
        have = "contains a formula" if len(computed) == 1 else "contain formulas"
        cells = f"{count_of(len(computed), 'cell')} of {boards[0].heading(word)} ({_span(computed)})"
        yield f"{cells} {have}: {so}."


def _span(places: Sequence[At]) -> str:
    """The reference of the cells if all are in one column, otherwise the reference of the first cell."""
    sheet, row, column = places[0]
    if any((one[0], one[2]) != (sheet, column) for one in places):
        return f"the first is {sheet}!{address(row, column)}"
    rows = [one[1] for one in places]
    return f"{sheet}!{reference(Area('', min(rows), column, max(rows), column))}"
