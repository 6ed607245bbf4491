"""Our own games file, so that one command takes whatever there is."""

from xl_dipscore.cells import header_word
from xl_dipscore.cells.games import game_rows, loose_word, unread_in
from xl_dipscore.errors import Faults
from xl_dipscore.exchange.formats import File, Read, reads

_OTHERS = frozenset({"firstname", "homonyme", "playername"})
"""Headings of lists that are to be read by a format of their own, for NAME is a surname there."""


def _is_one(file: File) -> bool:
    header = file.rows[0] if file.rows else ()
    words = {meaning(cell) for cell in header for meaning in (header_word, loose_word)}
    return words >= {"round", "board", "power"} and _OTHERS.isdisjoint(file.headings)


@reads("games", "a games file", _is_one, last=True)
def games(file: File) -> Read:
    """Its rows as they are."""
    try:
        rows = game_rows(file.rows[0], file.rows[1:], file.name, file.first + 1, results=False)
        return Read(tuple(rows), notes=unread_in(file.rows[0], file.rows[1:]))
    except Faults as wrong:
        return Read(faults=tuple(wrong.faults))
