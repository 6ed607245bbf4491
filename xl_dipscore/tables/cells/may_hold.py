"""Decide whether an unread column may hold a fact that scores depend on, by its heading and its cells.

Such a column must not be left out in silence: a draw that is not read changes every score of its board.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from xl_dipscore.errors import did_you_mean
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, SEATS
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.columns import ASKED, is_count
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.headings import is_status
from xl_dipscore.tables.cells.languages import heading, is_gone, is_shared, status_in
from xl_dipscore.tables.cells.values import Cell, is_blank, last_year, named_power, number, read_mark

LAST_YEAR = 1935
"""Years after this are no game years: they may be years of birth."""
MOST_CENTRES = 34
MOST_SAME = 2
"""Of the names of a board, at most this many may be repeated words."""
_COUNTING = frozenset(("how", "many", "number", "size", "count", "no", "sizes", "counts", "points", "pot"))
"""Words of headings above numbers: `Draw size` does not tell who drew."""
_CROSSES = frozenset("x✓✔☑√✗✘")
"""Marks that people use for few rows of a list, such as those of the powers in a draw."""
_ENDED = re.compile(r"(?:draws?|drawn|solo(?:s|ed)?|conced(?:e|es|ed|ing)|concessions?)$")
"""Words for ends of a game that change its scores."""
_WON = frozenset(("win", "wins", "won", "winner", "victory"))
"""Words that tell such an end beside a power."""
_ELSE = frozenset(("time", "timed", "clock", "stopped", "adjudicated", "survived", "survivor", "abandoned"))
"""Words for other ends of a game."""
_DENIED = frozenset(("no", "not", "none", "nobody", "without"))
_LONGEST, _SHORT = 6, 2
"""Texts of more words are remarks; words of so few letters are not looked up in languages."""
_LIKE = 0.74
_NAMES = frozenset(("player", "first name", "last name"))
"""Meanings of columns with names of people."""
Cells = Sequence[Cell]


def fact_that_may_be_in(title: str, cells: Cells, words: Collection[object]) -> str:
    """The column that an unread column may be, such as `Draw`; blank if it can be left out.

    words: the meanings of the columns that are read; with powers in them, a row is a board.
    """
    filled = [cell for cell in cells if not is_blank(cell)]
    known = {word[0] if isinstance(word, tuple) else word for word in words}
    by_boards = any(isinstance(word, tuple) for word in words)
    charted = any(isinstance(word, int) for word in known)
    if not filled:
        return ""
    if by_boards:
        seat = _seat_of_player(title)
        if seat is not None and ("player", seat) not in words:
            return f"{POWERS[seat]} player"
    if "draw" not in known and _may_be_draw(title, filled, by_boards=by_boards):
        return "Draw"
    if not by_boards:
        if not any(map(_counts, known)) and (is_status(title) or _are_counts(filled)):
            return "Centres"
        if known.isdisjoint(_NAMES) and _are_names(filled):
            return "Player"
    if not charted and _are_years(filled):
        if "year" not in known and not _differ(filled):
            return "Year"
        if "eliminated" not in known:
            return "Eliminated"
    return ""


def players_that_may_be_in(columns: Mapping[str, Cells], words: Collection[object]) -> dict[str, str]:
    """The columns of a row a board that may hold players: by title, the heading that each may need.

    columns: the unread columns. If some powers have players, these are all columns of names; if none has,
    columns with a power in their headings, and with different names.
    """
    known = {word[1] for word in words if isinstance(word, tuple) and word[0] == "player"}
    missing = [power for seat, power in enumerate(POWERS) if seat not in known]
    if not missing:
        return {}
    of_names = []
    for title, cells in columns.items():
        if cells and all(_is_name(str(cell)) for cell in cells):
            of_names.append(title)
    if not known:
        of_names = [title for title in of_names if _names_power(title)]
        different = {str(columns[title][0]) for title in of_names}
        if not len(different) >= len(of_names) - MOST_SAME > MOST_SAME:
            return {}
    return dict.fromkeys(of_names, f"{missing[0]} player")


def _names_power(title: str) -> bool:
    said = re.findall(r"[^\W\d_]+", visible_text(title))
    return any(len(word) > 1 and named_power(word) is not None for word in said)


def _seat_of_player(title: str) -> int | None:
    """The seat of the power in a heading of a power and a word like Player; None for other headings."""
    said = re.findall(r"[^\W\d_]+", visible_text(title))
    powers = [word for word in said if _is_power(word)]
    others = [word for word in said if word not in powers]
    if len({*powers}) != 1 or len(others) != 1:
        return None
    return named_power(powers[0]) if _is_like(others[0].casefold(), "player") else None


def _counts(word: object) -> bool:
    return word == "override" or is_count(word if isinstance(word, int | str) else None)


def _are_counts(cells: Cells) -> bool:
    """May the cells be counts? Words for an eliminated power, and dashes, may be among them."""
    return 3 * sum(map(is_count_in, cells)) >= len(cells)


def is_count_in(cell: Cell) -> bool:
    """Does a cell begin with a possible number of centres?"""
    found = re.match(r"\s*(\d+)(?![\d.,:/-])", visible_text(str(cell)))
    return found is not None and int(found[1]) <= MOST_CENTRES


def _are_years(cells: Cells) -> bool:
    return 2 * sum(map(_is_year, cells)) >= len(cells)


def _is_year(cell: Cell) -> bool:
    found = last_year(cell)
    return isinstance(found, int) and FIRST_YEAR <= found <= LAST_YEAR and len(str(cell).strip()) > 2


def _differ(cells: Cells) -> bool:
    """Do the cells of the first board differ?"""
    return len({str(cell) for cell in cells[: len(SEATS)]}) > 1


def _are_names(cells: Cells) -> bool:
    """May the cells be the names of people? On a board they are different words."""
    first = [str(cell).strip() for cell in islice(cells, len(SEATS))]
    return len({*first}) >= len(first) - MOST_SAME > MOST_SAME and all(map(_is_name, first))


def _is_name(text: str) -> bool:
    if re.fullmatch(r"[^\W\d_][^@\d]+", text) is None:
        return False
    return named_power(text) is None and read_mark(text) is None and date_in(text) is None


def _may_be_draw(title: str, cells: Cells, *, by_boards: bool) -> bool:
    """May a column tell who drew? Its heading has a word for it, or its cells marks, powers or words."""
    said = re.findall(r"[^\W\d_]+", visible_text(title).casefold())
    drawn = any(_is_like(word, "draw") for word in said) and _COUNTING.isdisjoint(said)
    said_so = [cell for cell in cells if read_mark(cell) is not False]
    if drawn and any(number(cell) in (None, 1) for cell in said_so):
        return True
    if _are_endings(cells) or (by_boards and _asks_who_won(said, said_so)):
        return True
    return by_boards and all(1 < len(_powers(cell)) < len(SEATS) for cell in cells)


def _asks_who_won(said: Sequence[str], cells: Cells) -> bool:
    """Does a heading ask about a solo or a concession, above cells that are neither marks nor numbers?"""
    asked = any(_ENDED.match(word) for word in said) and _COUNTING.isdisjoint(said)
    return asked and any(read_mark(cell) is None and number(cell) is None for cell in cells)


def _are_endings(cells: Cells) -> bool:
    """Do most cells tell how a game ended, and at least one of them a draw, a solo or a concession?"""
    said = [*map(_ending_in, cells)]
    return True in said and 2 * (len(said) - said.count(None)) > len(said)


def _ending_in(cell: Cell) -> bool | None:
    """Does a cell tell a draw, a solo or a concession? False for other ends, None for other texts."""
    if not isinstance(cell, str):
        return None
    words = re.findall(r"[^\W\d_]+", visible_text(cell).casefold())
    if not words or len(words) > _LONGEST:
        return None
    won = is_shared(cell) or (bool(_WON.intersection(words)) and any(map(_is_power, words)))
    if won or any(_ENDED.match(word) or (len(word) > _SHORT and heading(word) == "draw") for word in words):
        return _DENIED.isdisjoint(words)
    ended = status_in(cell) is not None or is_gone(cell) or not _ELSE.isdisjoint(words)
    return False if ended else None


def _is_power(word: str) -> bool:
    return len(word) > 1 and named_power(word) is not None


def are_crosses(cells: Cells) -> bool:
    """Are most cells marks such as x, as in a column for the draw?"""
    return 2 * sum(str(cell).strip().casefold() in _CROSSES for cell in cells) > len(cells)


def _powers(cell: Cell) -> set[int | None]:
    """The powers that a cell lists; empty if it has any other word."""
    words = [word for word in re.split(r"[,;/&+]|\band\b", visible_text(str(cell))) if word.strip()]
    seats = {named_power(word) for word in words}
    return set() if None in seats else seats


def _is_like(text: str, word: str) -> bool:
    """Does a word mean this column in some language, or is it a misspelling of it?"""
    return (
        ASKED.get(text) == word
        or heading(text) == word
        or (len(text) > 2 and bool(did_you_mean(text, [word], _LIKE)))
    )
