"""Games with a row each: a column a power, headed with its name."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells.games import ErrorInGame, GameRow, header_word
from xl_dipscore.cells.languages import Letters, is_letter
from xl_dipscore.cells.options import NotAPower, SamePowerTwice, not_a_power
from xl_dipscore.cells.values import Cell, error_in, is_blank, marked, power
from xl_dipscore.errors import Fault, join
from xl_dipscore.seating.people import LETTERS

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
HEADINGS = tuple(
    word.replace("_", " ")
    for word in (*sorted(OF_A_BOARD), *(f"{name} {word}" for name in POWERS for word in sorted(OF_A_POWER)))
)
"""What a column of such a row may be headed with, beside the power alone."""
_ALSO = {
    **dict.fromkeys(("game", "table"), "board"),
    **dict.fromkeys(("sc", "dots"), "centres"),
    **dict.fromkeys(("points", "scores"), "score"),
    "elim": "eliminated",
}
_CODES = {name[:3].casefold(): seat for seat, name in enumerate(POWERS)}
_NOBODY = frozenset(("none", "nobody", "nodraw", "-", "–", "—", "n/a", "solo"))
_AND = frozenset(("and", "und", "et", "y", "e", "ed", "en", "och", "i", "oraz", "и"))
_LETTERS = frozenset(LETTERS)


class NotADraw(Fault):
    """{value} is not a power in the draw."""

    remedy = "Write powers with commas between them, or none."


class UnclearDraw(Fault):
    """{value} may be {powers}, or mean {other}."""

    remedy = "Write the names of the powers in full, with commas between them."


def seat_of(cell: Cell, letters: Letters | None = None) -> int | None:
    """The seat of a power's name, also where that is cut to its first three letters: AUS, Eng.

    letters: what letters mean there, where they are not English.
    """
    seat = power(cell, letters)
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
        mark = "x" if seat in powers_in(row.get("draw"), row.letters) else None
    except Fault as fault:
        wrong = row.wrong(type(fault), "draw", **fault.facts)
        return row._replace(cells={**row.cells, "draw": None}), [wrong]
    return row._replace(cells={**row.cells, "draw": mark}), []


def powers_in(cell: Cell, letters: Letters | None = None) -> frozenset[int]:
    """The seats of powers that a cell names: `Austria, England`, `A/E`, `AE`, `A E T`, `Austria e Turchia`.

    letters: what letters mean there, where they are not English.
    Raises NotADraw and others for what is no power, and UnclearDraw for what may be read in two ways.
    """
    if error := error_in([cell]):
        raise ErrorInGame(field="draw", value=error)
    text = "" if cell is None else str(cell).strip()
    if marked(text) is False or re.sub(r"[\s.]", "", text).casefold() in _NOBODY:
        return frozenset()
    seat = seat_of(text)
    if seat is not None and len(text) > 1 and {*text} <= _LETTERS:
        powers = join(POWERS[LETTERS.index(letter)] for letter in text)
        raise UnclearDraw(field="draw", value=repr(text), powers=POWERS[seat], other=powers)
    pieces = filter(str.strip, re.split(r"[,;/&+|\r\n]|\s[–—>-]+\s", text))
    words = [_word(word, letters) for piece in pieces for word in (*piece.split(), "")]
    found: set[int] = set()
    for seat in _listed(words, letters):
        if seat in found:
            raise SamePowerTwice(field="draw", power=POWERS[seat])
        found.add(seat)
    return frozenset(found)


class _Word(NamedTuple):
    """A word of a draw; a blank one ends a piece."""

    text: str
    seats: tuple[int, ...] = ()
    """The power that it names, or those of a run of capital letters."""
    in_letters: bool = False


def _word(text: str, letters: Letters | None) -> _Word:
    seat = seat_of(text, letters)
    if seat is not None:
        return _Word(text, (seat,), is_letter(text))
    run = [*filter(str.isalpha, text)]
    if not run or not {*run} <= _LETTERS:
        return _Word(text)
    seats = [seat for letter in run if (seat := power(letter, letters)) is not None]
    return _Word(text, tuple(seats) if len(seats) == len(run) else (), in_letters=True)


def _listed(words: Sequence[_Word], letters: Letters | None) -> Iterator[int]:
    """The powers of all words, between those that mean "and"."""
    ands = {*_ands(words)}
    part: list[_Word] = []
    for n, word in enumerate(words):
        if word.text and n not in ands:
            part.append(word)
            continue
        if part:
            yield from _seats(part, letters)
        part = []


def _seats(part: Sequence[_Word], letters: Letters | None) -> Iterator[int]:
    whole = " ".join(word.text for word in part)
    seat = seat_of(whole, letters)
    if seat is not None:
        yield seat
        return
    for word in part if any(word.seats for word in part) else [_Word(whole)]:
        if not word.seats:
            kind, facts = not_a_power(word.text, letters)
            raise (NotADraw if kind is NotAPower else kind)(field="draw", **facts)
        yield from word.seats


def _ands(words: Sequence[_Word]) -> Iterator[int]:
    """Where words mean "and". A small `e` does between names; a capital one between letters is England."""
    may = {n for n, word in enumerate(words) if n and word.text.casefold() in _AND and words[n + 1].text}
    capital = {n for n in may if words[n].text in _LETTERS}
    sure = {n for n in may - capital if not words[n].seats}
    in_letters = all(word.in_letters for n, word in enumerate(words) if word.text and n not in may)
    may -= (capital if in_letters else set()) | {n + 1 for n in sure} | {n - 1 for n in sure}
    named = {seat for n, word in enumerate(words) if n not in may for seat in word.seats}
    for n in sorted(may):
        if named.isdisjoint(words[n].seats) and n not in sure and (in_letters or n in capital):
            powers = join(POWERS[seat] for seat in words[n].seats)
            raise UnclearDraw(field="draw", value=repr(words[n].text), powers=powers, other="'and'")
        yield n


def _over(cell: Cell, meaning: Meaning) -> Word | None:
    """What a title over seven powers means; Players is Player."""
    found = word_of(cell, meaning)
    return (
        word_of(cell.strip().removesuffix("s"), meaning) if found is None and isinstance(cell, str) else found
    )
