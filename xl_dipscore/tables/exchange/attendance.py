"""Read who plays when from a sign-up list: columns for rounds, or one answer that lists rounds."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from xl_dipscore.tables.cells.headings import meaning
from xl_dipscore.tables.cells.roster import roster_word
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import DASHES, Cell, is_blank, named_power, number, read_mark
from xl_dipscore.tables.exchange.formats import File

_ROUND = re.compile(r"\b(?:round|rd|r|runde|ronde|ronda|rodada)\W{0,2}(\d{1,2})\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;/&+\r\n]|\band\b")
_AWAY = frozenset(("out", "away", "absent", "not attending", "not here", "not coming", "not playing"))
"""Words of people who do not play a round."""
HERE = "Here {}"
"""Our heading for a round: may a player be seated in it?"""


def with_attendance(file: File) -> File:
    """The file with our headings above columns that tell who plays when.

    These are columns of marks headed with a round, and columns of lists such as `Round 1, Round 3`.
    Words such as `away` become `no`. Other cells among the marks stay as they are.
    """
    if not file.rows:
        return file
    header, *below = ([*row] for row in file.rows)
    for i, title in enumerate([*header]):
        cells = [row[i] if i < len(row) else None for row in below]
        filled = [cell for cell in cells if not is_blank(cell)]
        if not filled or is_blank(title):
            continue
        if isinstance(roster_word(title), int):
            below = [_with_no(row, i) for row in below]
        elif (n := _round_of(title)) and _are_marks(filled):
            header[i] = HERE.format(n)
            below = [_with_no(row, i) for row in below]
        elif _asks_for_rounds(title) and all(map(_rounds_in, filled)):
            header[i] = None
            rounds = sorted({one for cell in filled for one in _rounds_in(cell)})
            header, below = _with_columns(header, below, cells, rounds)
    return replace(file, rows=[header, *below])


def _is_away(cell: Cell) -> bool:
    return isinstance(cell, str) and " ".join(cell.split()).casefold() in _AWAY


def _with_no(row: list[Cell], i: int) -> list[Cell]:
    return [*row[:i], "no", *row[i + 1 :]] if i < len(row) and _is_away(row[i]) else row


def _are_marks(cells: Sequence[Cell]) -> bool:
    """Are the cells of a round marks, perhaps with a few words among them that are none, such as `late`?

    Powers, boards and scores are no such words, unless the word yes is among the cells.
    """
    others = [cell for cell in cells if read_mark(cell) is None and not _is_away(cell)]
    words = [cell for cell in cells if _is_away(cell) or _is_clear(cell)]
    yes = any(read_mark(cell) and len(str(cell).strip()) > 1 for cell in words)
    return not others or (bool(words) and (yes or not any(map(_is_seat, others))))


def _is_clear(cell: Cell) -> bool:
    """Is a cell a mark that is neither a number, nor a dash, nor a letter that may be a board?"""
    text = str(cell).strip().casefold()
    single = len(text) == 1 and text.isalpha() and text not in "xy"
    return read_mark(cell) is not None and number(cell) is None and text not in DASHES and not single


def _is_seat(cell: Cell) -> bool:
    """May a cell be a power, a board or a score?"""
    words = re.findall(r"\w+", str(cell))
    return named_power(cell) is not None or any(len(w) == 1 or not w.isalpha() for w in words)


def _round_of(title: Cell) -> int | None:
    """The round in a heading, such as `Round 1` or `Can you play round 2?`"""
    found = round_in(title) if isinstance(title, str) else None
    if isinstance(found, int) and not str(title).strip().isdecimal():
        return found
    said = _ROUND.findall(str(title))
    return int(said[0]) if len(said) == 1 else None


def _asks_for_rounds(title: Cell) -> bool:
    """Does a heading have the word Rounds, such as `Which rounds will you play?`"""
    words = re.findall(r"[^\W\d_]+", str(title))
    said = [meaning(word.removesuffix("s")) for word in words if word.endswith(("s", "n", "i"))] or [None]
    return any(one is not None and one.word == "round" for one in said)


def _rounds_in(cell: Cell) -> list[int]:
    """The rounds that a cell lists; empty if it has any other word."""
    found = [round_in(part.strip()) for part in _BETWEEN.split(str(cell)) if part.strip()]
    return [one for one in found if isinstance(one, int)] if all(isinstance(n, int) for n in found) else []


class _WideTable(NamedTuple):
    """A table with a column for each round."""

    header: list[Cell]
    rows: list[list[Cell]]


def _with_columns(
    header: list[Cell], below: Sequence[list[Cell]], cells: Sequence[Cell], rounds: Sequence[int]
) -> _WideTable:
    """The table with a column for each round, from one column of lists of rounds."""
    width = max(map(len, (header, *below)))
    padded = (row + [None] * (width - len(row)) for row in below)
    marks = (["yes" if n in _rounds_in(cell) else "no" for n in rounds] for cell in cells)
    blank = (not any(map(str, filter(None, row))) for row in below)
    rows = [
        [*row, *([None] * len(rounds) if empty else its)]
        for row, its, empty in zip(padded, marks, blank, strict=True)
    ]
    return _WideTable([*header, *[None] * (width - len(header)), *(HERE.format(n) for n in rounds)], rows)
