"""Read a power's result as people write it in a list: `13 centres`, `Eliminated in 1905`."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.columns import HEADED, LOOSE, squeeze_heading
from xl_dipscore.tables.cells.languages import WITH_ENGLISH, heading, is_gone, words_of_entry
from xl_dipscore.tables.cells.values import Cell, is_blank, number

_COUNTED = r"(\d{1,2})\s*([^\W\d].*)"
_GONE = r"([^\W\d][^\d(]*?)\W*(?:\bin\b|\ben\b|\bem\b|\bnel\b|\bw\b|\bв\b)?\W*((?:19)?\d\d)?\W*"
"""Patterns, compiled when the first words are read: most lists have numbers, and compiling takes long."""


class InWords(NamedTuple):
    """A result in words: the centres at the end, and the year of elimination if the words name one."""

    centres: int
    eliminated: int | None = None


def result_in_words(cell: Cell) -> InWords | None:
    """The result that a text states; None for numbers and other texts."""
    if not isinstance(cell, str) or cell.isdecimal():
        return None
    text = visible_text(cell).strip()
    if (counted := re.fullmatch(_COUNTED, text)) and _is_centres(counted[2]):
        return InWords(int(counted[1]))
    if (gone := re.fullmatch(_GONE, text)) and is_gone(gone[1]):
        year = int(gone[2]) if gone[2] else None
        return InWords(0, year if year is None or year >= FIRST_YEAR else 1900 + year)
    return None


def _is_centres(text: str) -> bool:
    word = squeeze_heading(text.strip(" ."))
    known = HEADED.get(word) or LOOSE.get(word) or heading(text)
    return known == "centres" or word in _nouns_for_centres()


@cache
def _nouns_for_centres() -> frozenset[str]:
    """The nouns that mean centres beside a count, in all languages."""
    entries = (one.within.get("centres", "") for one in WITH_ENGLISH.values())
    return frozenset(squeeze_heading(noun) for entry in entries for noun in words_of_entry(entry) if noun)


def are_results_in_words(cells: Iterable[Cell]) -> bool:
    """Is each filled cell a count, or a result in words, and at least one in words?"""
    filled = [cell for cell in cells if not is_blank(cell)]
    said = [result_in_words(cell) for cell in filled]
    return any(said) and all(
        one is not None or number(cell) is not None for one, cell in zip(said, filled, strict=True)
    )
