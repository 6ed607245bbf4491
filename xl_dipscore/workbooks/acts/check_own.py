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
    for kind, boards_of_kind in groups.items():
        names = list(dict.fromkeys(board.sheet for board in boards_of_kind))
        sheets = join(names) if len(names) <= FEW else f"{names[0]} to {names[-1]}"
        yield _sentence(boards_of_kind, f"{STANDS[kind]} {sheets}")


def _sentence(boards: Sequence[OwnBoard], arrangement: str) -> str:
    named_boards = [board for board in boards if board.is_named]
    rounds = {label(board.round) for board in named_boards}
    played = sum(not board.free for board in boards)
    boards_and_rounds = f"{count_of(len(named_boards), 'board')} in {count_of(len(rounds), 'round')}"
    facts = join(_describe_facts(boards))
    sentence = f"Games: {arrangement}, {boards_and_rounds}, {played} with results. Cells for {facts}."
    free = len(boards) - len(named_boards)
    if not free:
        return sentence
    room = "as many more as it needs" if free >= SPARE else f"{free} more"
    return f"{sentence} Room for {room}."


def _describe_facts(boards: Sequence[OwnBoard]) -> list[str]:
    """The facts that the boards have cells for, in words; the years of a chart together."""
    facts = {word for board in boards for word in board.places} - {"round", "board"}
    in_order = sorted(facts, key=column_order)
    years = [fact for fact in in_order if isinstance(fact, int)]
    described = [spoken(fact) for fact in in_order if isinstance(fact, str)]
    if years:
        described.append(f"a centre chart from {years[0]} to {years[-1]}")
    return described


def find_unfilled_facts(
    package: Book, boards: Sequence[Slot | OwnBoard], words: Sequence[Iterable[Word]], none: str
) -> Iterator[str]:
    """Describe facts that the boards have no cells for, and cells that contain formulas.

    words: the facts with cells, for each board or sheet. none: how the sentence on missing cells begins.
    """
    common = set.intersection(*map(set, words))
    has_chart = any(isinstance(fact, int) for fact in common)
    lacking = [fact for fact in GAME_COLUMNS if fact not in {*common, *ROW_LABELS}]
    if has_chart:  # the last row of a centre chart shows the final centres
        lacking = [fact for fact in lacking if fact != "centres"]
    absent = [*map(spoken, lacking)]
    if not has_chart:
        absent.append("a centre chart")
    if absent:
        yield f"{none} for {join(absent)}: fill refuses a game that has such a fact."
    facts = dict.fromkeys(chain.from_iterable(words))
    for fact in (fact for fact in facts if fact not in SCORED):
        cells = [cell for board in boards for cell in board.cells(fact)]
        computed = [cell for cell in cells if is_computed(package, cell)]
        if computed:
            yield _describe_computed_cells(package, boards[0].heading(fact), computed)


def _describe_computed_cells(package: Book, heading: str, computed: Sequence[At]) -> str:
    """A sentence on the cells of a fact that contain formulas."""
    kinds = {package.cell(sheet, address(*place)).kind for sheet, *place in computed}
    if "array" in kinds:
        effect = "an array formula fills them, so a game's own values cannot go there"
    else:
        effect = "a game's own value replaces the formula; without one the formula stays"
    contain = "contains a formula" if len(computed) == 1 else "contain formulas"
    return f"{count_of(len(computed), 'cell')} of {heading} ({_span(computed)}) {contain}: {effect}."


def _span(places: Sequence[At]) -> str:
    """The reference of the cells if all are in one column, otherwise the reference of the first cell."""
    sheet, row, column = places[0]
    if any((one[0], one[2]) != (sheet, column) for one in places):
        return f"the first is {sheet}!{address(row, column)}"
    rows = [one[1] for one in places]
    return f"{sheet}!{reference(Area('', min(rows), column, max(rows), column))}"
