"""A record in a cell of a workbook: the program version that computed the scores, and digests of the inputs.

A rebuild reads the record to find numbers that changed although nothing typed changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from xl_dipscore import __version__
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.acts.rebuild_data import ByVersion
from xl_dipscore.workbooks.acts.shown_numbers import Difference, ShownNumbers, compare_results, numbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.own import is_computed, value_at
from xl_dipscore.workbooks.layout.setup import COMPUTED_BY, SYSTEM, YEAR

SHOWN = 20
"""The number of changes that are listed at most; only the number of the others is given."""
LONGEST = 32_000
"""The most characters of the record: a little fewer than Excel allows in a cell."""
BoardName = tuple[str, str]
"""The round and the name of a board."""


@dataclass(frozen=True)
class ComputedBefore:
    """The record and the numbers of a workbook before the workbook is computed again."""

    cell: Area
    """The cell for the record."""
    version: str
    """The version that computed the workbook last; blank if this is not known."""
    text: str
    """The record to write after the computation."""
    boards: frozenset[BoardName]
    """The boards whose scores should stay, because their inputs are unchanged."""
    everything: bool
    """Are all inputs unchanged?"""
    numbers: ShownNumbers | None
    """All numbers shown before the computation; None if `boards` is empty."""


def read_computed_before(event: EventIn) -> ComputedBefore | None:
    """Read a workbook's record and its numbers; None if the workbook has no cell for the record."""
    cell = _cell(event)
    if cell is None:
        return None
    said = event.book.value(cell.sheet, address(cell.top, cell.left))
    # The parts of the record: the version, a digest for Setup, and a digest for each played board.
    version, old_setup, *old_boards = [*(said.split() if isinstance(said, str) else []), "", ""]
    setup, boards = _digest_inputs(event)
    text = " ".join((__version__, setup, *dict.fromkeys(boards.values())))
    same = frozenset(board for board, digest in boards.items() if digest in old_boards)
    everything = setup == old_setup and set(boards.values()) == {*filter(None, old_boards)}
    if setup != old_setup or (not everything and _are_boards_dependent(event)):
        same = frozenset()
    return ComputedBefore(cell, version, text, same, everything, numbers(event) if same else None)


def by_version(event: EventIn, old: ComputedBefore | None) -> ByVersion | None:
    """Find numbers that changed although inputs did not; None if there are none, or nothing to compare."""
    if old is None or old.numbers is None:
        return None
    found = compare_results(old.numbers, numbers(event)) or ()
    changes = tuple(one for one in found if _is_unexplained(one, old))
    version = "" if old.version == __version__ else old.version
    return ByVersion(version, changes) if changes else None


def write_computed_by(book: EditableBook, old: ComputedBefore | None) -> None:
    """Write the record, if the workbook has a cell for it. If the record is too long, clear the cell."""
    if old is None:
        return
    wanted = old.text if len(old.text) <= LONGEST else None
    ref = address(old.cell.top, old.cell.left)
    if book.value(old.cell.sheet, ref) != wanted:
        book.set_value(old.cell.sheet, ref, wanted)


def score_places(event: EventIn) -> frozenset[tuple[str, str]]:
    """The sheet and the reference of each cell with a board's score."""
    scored = (cells[word] for _, cells in event.boards.sound.results for word in cells.keys() & SCORED)
    return frozenset((sheet, address(row, column)) for sheet, row, column in scored)


def version_sentences(done: ByVersion | None) -> Iterator[str]:
    if done is None:
        return
    count, one = count_of(len(done.changes), "number"), len(done.changes) == 1
    them = "it" if one else "them"
    who = f"version {done.version} computed {them} before" if done.version else ""
    who = who or f"the version that computed {them} before is unknown"
    yield f"{count} changed although nothing typed changed; {who}."
    for change in done.changes[:SHOWN]:
        yield change.change_line
    if (more := len(done.changes) - SHOWN) > 0:
        yield f"and {more} more."


def _is_unexplained(one: Difference, old: ComputedBefore) -> bool:
    if not isinstance(one.old, int | float) or isinstance(one.old, bool):
        return False  # the old value was blank, or an error from a program without our functions
    return (one.round, one.board) in old.boards if one.board else old.everything


def _cell(event: EventIn) -> Area | None:
    area = event.setup.area(COMPUTED_BY)
    if area is None or event.book.sheet(area.sheet).is_computed(area.top, area.left):
        return None
    return area


class _Digests(NamedTuple):
    """A digest of the inputs on Setup, and of the typed inputs of each played board."""

    setup: str
    boards: Mapping[BoardName, str]


def _digest_inputs(event: EventIn) -> _Digests:
    """Return a digest of the inputs on Setup, and a digest of the typed inputs of each played board."""
    setup = [[event.setup.value(SYSTEM)], [event.setup.value(YEAR)], *event.scoring.option_rows()]
    typed: dict[BoardName, list[tuple[str, str, CellValue]]] = {}
    for (round_, board, power), cells in event.boards.sound.results:
        its = typed.setdefault((round_, board), [])
        for word in cells.keys() - SCORED:
            value = value_at(event.book, cells[word])
            if not is_blank(value) and not is_computed(event.book, cells[word]):
                its.append((str(POWERS.index(power)), str(word), value))
    return _Digests(
        _digest(setup),
        {board: _digest([board, *sorted(its, key=lambda one: one[:2])]) for board, its in typed.items()},
    )


def _digest(rows: Iterable[Iterable[object]]) -> str:
    labels = [[label(value) for value in row] for row in rows]
    return blake2b(repr(labels).encode(), digest_size=4).hexdigest()


def _are_boards_dependent(event: EventIn) -> bool:
    """Can the result of one board change the scores of another board?"""
    try:
        system = event.system
    except Fault:
        return True
    return bool(system.meanwhile) or system.at_the_end is not None
