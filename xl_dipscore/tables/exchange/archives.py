"""Tables of finished games without players, rounds and boards, as researchers keep them."""

from collections.abc import Mapping

from xl_dipscore.rules.board import SEATS
from xl_dipscore.tables.cells.headings import name_word
from xl_dipscore.tables.cells.languages import plain
from xl_dipscore.tables.cells.unread import is_time
from xl_dipscore.tables.cells.values import Cell, is_blank, number, text_in_one_line
from xl_dipscore.tables.cells.wide import WideHeading
from xl_dipscore.tables.cells.wide_rows import LABELS
from xl_dipscore.tables.exchange.formats import File

_IDS = frozenset(("id", "gameid", "no", "nr", "number", "key", "url", "link"))
"""Headings above a name of each game."""


def is_archive(file: File, places: Mapping[WideHeading, int]) -> bool:
    """Is each row a finished game, and does nothing say who played, when, or at which board?

    places: the position of each column that is read.
    """
    header = file.rows[0] if file.rows else ()
    counts = [i for about, i in places.items() if about.word == "centres"]
    if len(counts) < len(SEATS) or any(about.word in (*LABELS, "player") for about in places):
        return False
    if any(map(is_time, file.headings)) or any(map(name_word, header)):
        return False
    rows = [row for _, row in file.lines]
    headed = {i for i, title in enumerate(header) if not is_blank(title)}
    for row in rows:
        if any(i not in headed and not is_blank(cell) for i, cell in enumerate(row)):
            return False  # a column without a heading may name the rows
        if any(i >= len(row) or not isinstance(number(row[i]), int) for i in counts):
            return False
    return bool(rows)


def names_of_archive(file: File) -> Mapping[int, Cell]:
    """The name of the game in each row: that in a column such as Id, if all differ, or its number."""
    lines = [*file.lines]
    for i, title in enumerate(file.rows[0]):
        if plain(str(title)) in _IDS:
            names = {n: row[i] if i < len(row) else None for n, row in lines}
            texts = {text_in_one_line(cell).casefold() for cell in names.values() if not is_blank(cell)}
            if len(texts) == len(lines):
                return names
    return {n: number_ for number_, (n, _) in enumerate(lines, 1)}
