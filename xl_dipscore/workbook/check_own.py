"""What `template check` says of boards in a layout of the director's own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from xl_dipscore.board import count_of
from xl_dipscore.cells.columns import FIRST_COLUMNS, PLACED, SCORED, spoken
from xl_dipscore.cells.languages import Word
from xl_dipscore.errors import join
from xl_dipscore.layout.boards import Boards, said_of
from xl_dipscore.layout.games import label
from xl_dipscore.layout.own import OwnBoard, is_computed
from xl_dipscore.layout.rows import SPARE
from xl_dipscore.xlsx.formula import address

NO_LIST = "No games list with a row for each player of each game: seat and new --template need one."
STANDS = {
    "row": "a row a game on",
    "column": "a column a game on",
    "sheet": "a sheet a board,",
    "block": "a block a board on",
    "map": "as is said on",
}
FEW = 3
"""Sheets that are all named."""


def own_found(boards: Sequence[OwnBoard]) -> Iterator[str]:
    """How many boards there are, how they stand, and what they have cells for."""
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
    named = [board for board in boards if board.named]
    rounds = {label(board.round) for board in named}
    played = sum(not board.free for board in boards)
    size = f"{count_of(len(named), 'board')} in {count_of(len(rounds), 'round')}, {played} with results"
    words = facts(word for board in boards for word in board.places if word not in ("round", "board"))
    free = len(boards) - len(named)
    more = "as many more as it needs" if free >= SPARE else f"{free} more"
    return f"Games: {how}, {size}. Cells for {join(words)}.{f' Room for {more}.' if free else ''}"


def facts(words: Iterable[Word]) -> list[str]:
    """Facts in words and in their order, the years of a chart as one."""
    there = {*words}
    years = sorted(word for word in there if isinstance(word, int))
    order = {word: n for n, word in enumerate(FIRST_COLUMNS)}
    known = sorted(
        (word for word in there if isinstance(word, str)), key=lambda word: order.get(word, len(order))
    )
    chart = [f"a centre chart from {years[0]} to {years[-1]}"] if years else []
    return [*map(spoken, known), *chart]


def own_unfilled(there: Boards) -> Iterator[str]:
    """Counts of which something is not known, what has no cells, and cells that compute themselves."""
    for one in there.unsure:
        yield f"{said_of(one)}."
    if not there.own:
        return
    common = set.intersection(*({*board.places} for board in there.own))
    lacking = [word for word in FIRST_COLUMNS if word not in {*common, *PLACED}]
    if any(isinstance(word, int) for word in common) and "centres" in lacking:
        lacking.remove("centres")
    if lacking:
        what = join(facts(lacking))
        yield f"No cells, or not on every board, for {what}: fill refuses a game that has such a fact."
    for word in dict.fromkeys(word for board in there.own for word in board.places if word not in SCORED):
        places = (at for board in there.own for at in board.cells(word))
        computed = [at for at in places if is_computed(there.own[0].package, at)]
        if computed:
            have = "contains a formula" if len(computed) == 1 else "contain formulas"
            first = f"{computed[0][0]}!{address(*computed[0][1:])}"
            cells = f"{count_of(len(computed), 'cell')} of {facts([word])[0]}"
            yield f"{cells} (the first is {first}) {have}: a game's own value replaces it."
