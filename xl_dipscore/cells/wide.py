"""Games with a row each: a column a power, headed with its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells.games import GameRow, header_word
from xl_dipscore.cells.options import NotAPower
from xl_dipscore.cells.values import NO, Cell, is_blank, power, shown
from xl_dipscore.errors import Fault

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
_ALSO = {
    **dict.fromkeys(("game", "table"), "board"),
    **dict.fromkeys(("sc", "dots"), "centres"),
    **dict.fromkeys(("points", "scores"), "score"),
    "elim": "eliminated",
}
_CODES = {name[:3].casefold(): seat for seat, name in enumerate(POWERS)}
_NOBODY = NO | {"none", "nobody", "-", "–", "—", "n/a", "solo"}


def seat_of(cell: Cell) -> int | None:
    """The seat of a power's name, also where that is cut to its first three letters: AUS, Eng."""
    seat = power(cell)
    return _CODES.get(cell.strip().casefold()) if seat is None and isinstance(cell, str) else seat


def word_of(cell: Cell, meaning: Meaning = header_word) -> Word | None:
    """What a heading means: as in a games list, or in words that only other layouts have.

    meaning: what a heading of a games list means.
    """
    found = meaning(cell)
    return _ALSO.get(cell.strip().casefold()) if found is None and isinstance(cell, str) else found


def wide_word(cell: Cell, meaning: Meaning = header_word) -> WideHeading | None:
    """What one heading means: `Austria`, `Austria player`, `Player (Austria)`, `Draw`; None for another."""
    if is_blank(cell) or not isinstance(cell, str):
        return None
    if (seat := seat_of(cell)) is not None:
        return WideHeading("centres", seat)
    whole = word_of(cell, meaning)
    if whole is not None:
        return WideHeading(whole) if whole in OF_A_BOARD else None
    words = re.findall(r"[^\s()\[\]:,]+", cell)
    for n in range(1, len(words)):
        first, last = " ".join(words[:n]), " ".join(words[n:])
        for name, what in ((first, last), (last, first)):
            word = word_of(what, meaning)
            if word in OF_A_POWER and len(name) > 1 and (seat := seat_of(name)) is not None:
                return WideHeading(word or "", seat)
    return None


def wide_headings(
    header: Sequence[Cell], above: Sequence[Cell] = (), meaning: Meaning = header_word
) -> list[WideHeading | None]:
    """What each column holds, under headings in which all seven powers are; nothing under others.

    above: the row above it. One cell of it may stand over several: Players over the seven powers, or a power
    over Player and SCs. A heading that follows each of the powers, such as SCs, is of that power.
    """
    above = [*above, *[None] * (len(header) - len(above))]
    found = [wide_word(cell, meaning) for cell in header]
    named = _named(header)
    if not _all_powers(found):
        return _under_powers(header, above, found, meaning)
    follow = {word_of(header[i + 1], meaning) if i + 1 < len(header) else None for i in named}
    if len(follow) == 1 and len(named) == len(SEATS) and (word := follow.pop()) in OF_A_POWER:
        for i in named:
            found[i + 1] = WideHeading(word or "", seat_of(header[i]))
            found[i] = WideHeading("player" if word == "centres" else "centres", seat_of(header[i]))
        return found
    over: Word | None = None
    for i, title in enumerate(above):
        over = over if is_blank(title) else _over(title, meaning)
        if i in named and over in OF_A_POWER:
            found[i] = WideHeading(over or "", seat_of(header[i]))
    return found


def _named(cells: Sequence[Cell]) -> list[int]:
    """Where names of powers stand."""
    return [i for i, cell in enumerate(cells) if isinstance(cell, str) and seat_of(cell) is not None]


def _all_powers(headings: Sequence[WideHeading | None]) -> bool:
    return {one.seat for one in headings if one is not None and one.word == "centres"} >= {*SEATS}


def _under_powers(
    header: Sequence[Cell], above: Sequence[Cell], found: list[WideHeading | None], meaning: Meaning
) -> list[WideHeading | None]:
    """What columns hold where each power stands over some of them."""
    powers = [seat_of(above[i]) for i in _named(above)]
    if len(powers) != len(SEATS) or {*powers} != {*SEATS} or _named(header):
        return []
    seat: int | None = None
    under: dict[Word, dict[int, int]] = {}
    for i, cell in enumerate(header):
        seat = seat if is_blank(above[i]) else seat_of(above[i])
        word = word_of(cell, meaning)
        if seat is not None and word in OF_A_POWER:
            under.setdefault(word or "", {}).setdefault(seat, i)
        elif is_blank(cell) and not is_blank(above[i]):
            found[i] = wide_word(above[i], meaning) if seat is None else None
    for word, columns in under.items():
        for seat, i in columns.items() if len(columns) == len(SEATS) else ():
            found[i] = WideHeading(word, seat)
    return found if _all_powers(found) else []


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
    return frozenset(_listed(re.split(r"[,;/&+|\n]+", text)))


def _listed(pieces: Sequence[str]) -> Iterator[int]:
    """The powers of a list; where a piece is none, those of its words."""
    for piece in filter(str.strip, pieces):
        seat = seat_of(piece)
        if seat is not None:
            yield seat
        else:
            yield from _seats(word for word in piece.split() if word.casefold() not in _BETWEEN)


_BETWEEN = frozenset(("and", "und", "et", "y", "e", "en", "och", "oraz", "и"))


def _seats(words: Iterator[str] | str) -> Iterator[int]:
    for word in words:
        seat = seat_of(word)
        if seat is None:
            raise NotAPower(field="draw", value=shown(word))
        yield seat


def _over(cell: Cell, meaning: Meaning) -> Word | None:
    """What a title over seven powers means; Players is Player."""
    found = word_of(cell, meaning)
    return (
        word_of(cell.strip().removesuffix("s"), meaning) if found is None and isinstance(cell, str) else found
    )
