"""The boards of a call as rows of typed columns: a row for each power, whichever way the boards stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from xl_dipscore.board import POWERS
from xl_dipscore.cells import has_rows
from xl_dipscore.cells.columns import FACTS, OF_THE_BOARD
from xl_dipscore.cells.facts import turned
from xl_dipscore.cells.games import header_words
from xl_dipscore.plain.calls import NOTHING, NotPlain, Source, Sources
from xl_dipscore.plain.settings import Settings

Typed = Mapping[str | int, Source]
"""What is typed in one row, by the word of its column or the year of a chart."""


@dataclass(frozen=True)
class Board:
    """Rows of one board: seven, or as many as the call has."""

    rows: tuple[Typed, ...]
    first: tuple[str, int, int] | None
    """Its first cell, by which the cells beside it find its rows."""
    upright: bool = True
    """Does it stand in a column? Each of its rows is one of the sheet's then."""
    named: bool = False
    """Do its rows say themselves which round and board they are of?"""

    @property
    def words(self) -> set[str | int]:
        return {word for row in self.rows for word in row}


@dataclass(frozen=True)
class Boards:
    """The boards of a call, and the shape of its scores."""

    boards: tuple[Board, ...]
    shape: tuple[int, int]


def boards(given: Mapping[str, Sources], known: Settings) -> Boards:
    """The boards of a call by the names of its arguments. Raises NotPlain."""
    if has_rows(_values(given["headings"])):
        return _of_rows(given, known)
    centres = given["centres"]
    shape = len(centres), len(centres[0])
    if shape != (7, 1) and shape[1] != 7:
        raise NotPlain("its centres are not seven cells, or rows of seven")
    upright = shape == (7, 1)
    lines = turned(centres) if upright else centres
    draw, eliminated = (_alongside(given[word], shape, upright) for word in ("draw", "eliminated"))
    years = _years(given["year"], len(lines))
    facts = {**known.facts, **_facts(given["headings"], given["facts"], upright)}
    if len(lines) > 1 and facts:
        raise NotPlain("facts of one board are given to several")
    found = []
    for line, marks, gone, ended in zip(lines, draw, eliminated, years, strict=True):
        rows = [
            {
                "power": Source(POWERS[seat], formula=f'"{POWERS[seat]}"'),
                "centres": line[place],
                **({"draw": marks[place]} if marks else {}),
                **({"eliminated": gone[place]} if gone else {}),
                **({"year": ended[place]} if ended else {}),
                **{word: values[place] for word, values in facts.items()},
            }
            for place, seat in enumerate(known.order)
        ]
        found.append(Board(tuple(rows), line[0].place, upright))
    return Boards(tuple(found), shape)


def listed(games: Sources, words: frozenset[str]) -> Board:
    """The rows of a list of games, below its headings. Raises NotPlain."""
    headings, *rows = games
    return _board(headings, rows, words, upright=True, named=True)


def _of_rows(given: Mapping[str, Sources], known: Settings) -> Boards:
    if known.facts:
        raise NotPlain("its options have facts of one board, beside rows that say their powers")
    headings, rows = given["headings"], given["facts"]
    upright = len(headings) == 1 and (len(headings[0]) > 1 or len(rows[0]) == 1)
    shape = (len(rows), 1) if upright else (1, len(rows[0]))
    if not upright:
        headings, rows = turned(headings), turned(rows)
    if len(headings) != 1 or len(headings[0]) != len(rows[0]):
        raise NotPlain("its headings are not those of its rows")
    return Boards((_board(headings[0], rows, OF_THE_BOARD, upright=upright, named=False),), shape)


def _board(
    headings: Sequence[Source],
    rows: Sequence[Sequence[Source]],
    words: frozenset[str],
    *,
    upright: bool,
    named: bool,
) -> Board:
    columns: dict[str | int, int] = {}
    meant = header_words(one.value for one in headings)
    for place, (one, word) in enumerate(zip(headings, meant, strict=True)):
        if word is None or (isinstance(word, str) and word not in words):
            continue
        if word in columns:
            raise NotPlain(f"two columns are headed {one.value}")
        columns[word] = place
    typed = tuple({word: row[place] for word, place in columns.items()} for row in rows)
    own = {"round", "board"} <= columns.keys() and not any(
        row[word].blank for row in typed for word in ("round", "board") if _holds(row)
    )
    if named and not own:
        raise NotPlain("its rows do not all say their round and board")
    return Board(typed, rows[0][0].place, upright, own)


def _holds(row: Typed) -> bool:
    return not all(source.blank for source in row.values())


def _alongside(cells: Sources, shape: tuple[int, int], upright: bool) -> list[list[Source]]:
    """Marks or years for each board, in the shape of the centres; nothing for each where none are given."""
    if _left_out(cells):
        return [[] for _ in range(1 if upright else shape[0])]
    if (len(cells), len(cells[0])) != shape:
        raise NotPlain("its ranges do not have the shape of the centres")
    return turned(cells) if upright else cells


def _years(cells: Sources, count: int) -> list[list[Source]]:
    flat = [*chain(*cells)]
    if cells == [[NOTHING]]:
        return [[] for _ in range(count)]
    if len(flat) == 1:
        return [flat * 7] * count
    if count == 1 and len(flat) == 7:
        return [flat]
    if len(flat) == count and 1 in (len(cells), len(cells[0])):
        return [[one] * 7 for one in flat]
    raise NotPlain("its years are not one, or one for each board")


def _facts(headings: Sources, facts: Sources, upright: bool) -> dict[str | int, list[Source]]:
    """What stands beside a board: seven cells for each heading."""
    if _left_out(headings) and _left_out(facts):
        return {}
    names, rows = (turned(headings), turned(facts)) if upright else (headings, facts)
    if len(names[0]) != 1 or len(rows) != len(names) or len(rows[0]) != 7:
        raise NotPlain("its headings and facts do not fit its board")
    words = header_words(name.value for [name] in names)
    return {
        word: cells
        for word, cells in zip(words, rows, strict=True)
        if isinstance(word, int) or (word is not None and word in FACTS.values())
    }


def _left_out(cells: Sources) -> bool:
    return len(cells) == 1 and len(cells[0]) == 1 and (cells[0][0].blank or cells[0][0].value == 0)


def _values(cells: Sources) -> list[list[object]]:
    return [[one.value for one in row] for row in cells]
