"""Games with a row each: a column a power, headed with its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells.games import GameRow, SameColumnTwice, header_word
from xl_dipscore.cells.options import NotAPower
from xl_dipscore.cells.values import NO, Cell, is_blank, power, shown
from xl_dipscore.errors import Fault, Faults

Word = str | int
Meaning = Callable[[Cell], Word | None]


class WideHeading(NamedTuple):
    """What a column of such a row holds: of one power, or (seat None) of the whole board."""

    word: Word
    seat: int | None = None


OF_A_POWER = frozenset(
    ("player", "centres", "draw", "eliminated", "docked", "civil_disorder", "new_player", "unranked")
) | frozenset(("tiebreak", "override", "extra_points", "team", "club", "score", "counts"))
"""What a column may hold of one power."""
OF_A_BOARD = frozenset(("round", "board", "draw", "year", "weight"))
"""What it may hold of the whole board; the draw has names of powers then."""
_ALSO_BOARD = frozenset(("game", "table"))
_SCORES = frozenset(("points", "scores"))
_NOBODY = NO | {"none", "nobody", "-", "–", "—", "n/a", "solo"}


def wide_word(cell: Cell, meaning: Meaning = header_word) -> WideHeading | None:
    """What one heading means: `Austria`, `Austria player`, `Player (Austria)`, `Draw`; None for another.

    meaning: what a heading of a games list means.
    """
    if is_blank(cell) or not isinstance(cell, str):
        return None
    if (seat := power(cell)) is not None:
        return WideHeading("centres", seat)
    whole = _of_list(cell, meaning)
    if whole is not None:
        return WideHeading(whole) if whole in OF_A_BOARD else None
    words = re.findall(r"[^\s()\[\]:,]+", cell)
    for n in range(1, len(words)):
        first, last = " ".join(words[:n]), " ".join(words[n:])
        for name, what in ((first, last), (last, first)):
            word = _of_list(what, meaning)
            if word in OF_A_POWER and len(name) > 1 and (seat := power(name)) is not None:
                return WideHeading(word, seat)
    return None


def wide_headings(
    header: Sequence[Cell], above: Sequence[Cell] = (), meaning: Meaning = header_word
) -> list[WideHeading | None]:
    """What each column holds, below a row of headings in which all seven powers are; else nothing.

    above: the row above it, where one cell may stand over seven powers, such as Players or Score.
    A heading that follows each of the seven powers, such as SCs, is of that power.
    """
    found = [wide_word(cell, meaning) for cell in header]
    if {heading.seat for heading in found if heading is not None and heading.word == "centres"} < {*SEATS}:
        return []
    named = [i for i, cell in enumerate(header) if isinstance(cell, str) and power(cell) is not None]
    follow = {_of_list(header[i + 1], meaning) if i + 1 < len(header) else None for i in named}
    if len(follow) == 1 and len(named) == len(SEATS) and (word := follow.pop()) in OF_A_POWER:
        assert word is not None
        for i in named:
            seat = power(header[i])
            found[i + 1] = WideHeading(word, seat)
            found[i] = WideHeading("player" if word == "centres" else "centres", seat)
        return found
    over: Word | None = None
    for i in range(len(header)):
        title = above[i] if i < len(above) else None
        if not is_blank(title):
            over = _over(title, meaning)
        if i in named and over in OF_A_POWER:
            found[i] = WideHeading(over or "", power(header[i]))
    return found


def wide_rows(
    header: Sequence[Cell], rows: Sequence[Sequence[Cell]], source: str = "", first: int = 2
) -> tuple[list[GameRow], list[Fault]]:
    """Seven rows of a games list for each row, and what is wrong with the powers of a draw.

    first: the number of the first row below the header. Raises Faults when two headings mean the same.
    """
    columns: dict[WideHeading, int] = {}
    twice: list[Fault] = []
    for i, heading in enumerate(wide_headings(header)):
        if heading in columns:
            twice.append(SameColumnTwice(place=source, name=str(header[i]).strip()))
        elif heading is not None:
            columns[heading] = i
    if twice:
        raise Faults(twice)
    listed: list[GameRow] = []
    faults: list[Fault] = []
    for number, cells in enumerate(rows, first):
        if any(not is_blank(cells[i]) for i in columns.values() if i < len(cells)):
            row, wrong = _seven(header, columns, cells, source, number)
            listed += row
            faults += wrong
    return listed, faults


def _seven(
    header: Sequence[Cell],
    columns: dict[WideHeading, int],
    cells: Sequence[Cell],
    source: str,
    number: int,
) -> tuple[list[GameRow], list[Fault]]:
    shared: dict[Word, int] = {one.word: i for one, i in columns.items() if one.seat is None}
    rows: list[GameRow] = []
    faults: list[Fault] = []
    for seat in SEATS:
        own = {one.word: i for one, i in columns.items() if one.seat == seat}
        here = shared | own
        found: dict[Word, Cell] = {word: cells[i] if i < len(cells) else None for word, i in here.items()}
        headers = {str(word): str(header[i]).strip() for word, i in here.items()}
        row = GameRow(number, found | {"power": POWERS[seat]}, headers, source)
        if "draw" in shared and "draw" not in own:
            row, wrong = with_draw(row, seat)
            faults += wrong if seat == 0 else []
        rows.append(row)
    return rows, faults


def with_draw(row: GameRow, seat: int) -> tuple[GameRow, list[Fault]]:
    """A row whose draw names powers, with the mark of its own; and what is wrong with the names."""
    try:
        mark = "x" if seat in powers_in(row.get("draw")) else None
    except Fault as fault:
        wrong = row.wrong(type(fault), "draw", **fault.facts)
        return row._replace(cells={**row.cells, "draw": None}), [wrong]
    return row._replace(cells={**row.cells, "draw": mark}), []


def powers_in(cell: Cell) -> frozenset[int]:
    """The seats of powers that a cell names: `Austria, England`, `A/E`, `AE`. Raises NotAPower."""
    text = "" if cell is None else str(cell).strip()
    if text.casefold() in _NOBODY:
        return frozenset()
    if re.fullmatch(r"[AEFGIRT]{2,7}", text) and len(set(text)) == len(text):
        return frozenset(_seats(text))
    return frozenset(_named(re.split(r"[,;/&+|\n]+", text)))


def _named(pieces: Sequence[str]) -> Iterator[int]:
    """The powers of a list; where a piece is none, those of its words."""
    for piece in filter(str.strip, pieces):
        seat = power(piece)
        if seat is not None:
            yield seat
        else:
            yield from _seats(word for word in piece.split() if word.casefold() not in _BETWEEN)


_BETWEEN = frozenset(("and", "und", "et", "y", "e", "en", "och", "oraz", "и"))


def _seats(words: Iterator[str] | str) -> Iterator[int]:
    for word in words:
        seat = power(word)
        if seat is None:
            raise NotAPower(field="draw", value=shown(word))
        yield seat


def _of_list(cell: Cell, meaning: Meaning) -> Word | None:
    """What a heading means, and a Game or a Table, which is a board."""
    if not isinstance(cell, str):
        return None
    word = cell.strip().casefold()
    if word in _ALSO_BOARD:
        return "board"
    found = meaning(cell)
    return "score" if found is None and word in _SCORES else found


def _over(cell: Cell, meaning: Meaning) -> Word | None:
    """What a title over seven powers means; Players is Player."""
    found = _of_list(cell, meaning)
    if found is None and isinstance(cell, str):
        found = _of_list(cell.strip().removesuffix("s"), meaning)
    return found
