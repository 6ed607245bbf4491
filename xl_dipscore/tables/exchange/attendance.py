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
    if i >= len(row) or not _is_away(row[i]):
        return row
    return [*row[:i], "no", *row[i + 1 :]]


def _are_marks(cells: Sequence[Cell]) -> bool:
    """Are the cells of a round marks, perhaps with a few words among them that are none, such as `late`?

    Powers, boards and scores are no such words, unless the word yes is among the cells.
    """
    others = [cell for cell in cells if read_mark(cell) is None and not _is_away(cell)]
    if not others:
        return True
    clear = [cell for cell in cells if _is_away(cell) or _is_clear(cell)]
    if not clear:
        return False
    says_yes = any(read_mark(cell) and len(str(cell).strip()) > 1 for cell in clear)
    return says_yes or not any(map(_is_seat, others))


def _is_clear(cell: Cell) -> bool:
    """Is a cell a mark that is neither a number, nor a dash, nor a letter that may be a board?"""
    if read_mark(cell) is None or number(cell) is not None:
        return False
    text = str(cell).strip().casefold()
    may_be_board = len(text) == 1 and text.isalpha() and text not in "xy"
    return text not in DASHES and not may_be_board


def _is_seat(cell: Cell) -> bool:
    """May a cell be a power, a board or a score?"""
    if named_power(cell) is not None:
        return True
    words = re.findall(r"\w+", str(cell))
    return any(len(word) == 1 or not word.isalpha() for word in words)


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
    plurals = [word for word in words if word.endswith(("s", "n", "i"))]
    meanings = [meaning(word.removesuffix("s")) for word in plurals]
    return any(one is not None and one.word == "round" for one in meanings)


def _rounds_in(cell: Cell) -> list[int]:
    """The rounds that a cell lists; empty if it has any other word."""
    parts = [part.strip() for part in _BETWEEN.split(str(cell))]
    found = [round_in(part) for part in parts if part]
    rounds = [one for one in found if isinstance(one, int)]
    return rounds if len(rounds) == len(found) else []


class _WideTable(NamedTuple):
    """A table with a column for each round."""

    header: list[Cell]
    rows: list[list[Cell]]


def _with_columns(
    header: list[Cell], below: Sequence[list[Cell]], cells: Sequence[Cell], rounds: Sequence[int]
) -> _WideTable:
    """The table with a column for each round, from one column of lists of rounds."""
    width = max(map(len, (header, *below)))
    rows = []
    for row, cell in zip(below, cells, strict=True):
        marks: list[Cell] = [None] * len(rounds)
        if any(map(str, filter(None, row))):
            listed = _rounds_in(cell)
            marks = ["yes" if n in listed else "no" for n in rounds]
        rows.append([*_pad(row, width), *marks])
    headings = [HERE.format(n) for n in rounds]
    return _WideTable([*_pad(header, width), *headings], rows)


def _pad(row: list[Cell], width: int) -> list[Cell]:
    return row + [None] * (width - len(row))
