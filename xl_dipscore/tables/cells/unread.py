"""Report columns that are not read, and suggest headings. Skip remarks, and columns that programs add."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from xl_dipscore.errors import Doubt, Fault, Note, did_you_mean, join
from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.tables.cells.headings import meaning, name_word
from xl_dipscore.tables.cells.languages import heading, of_all, plain
from xl_dipscore.tables.cells.may_hold import are_crosses, fact_that_may_be_in, players_that_may_be_in
from xl_dipscore.tables.cells.values import Cell, is_blank, named_power, number, read_mark


class NearColumn(Doubt, remedy="Correct the heading."):
    """The column {column}{place_} is not read.{hint}"""


class SecondColumn(Doubt, remedy="Delete one of them, or write another heading."):
    """The column {column}{place_} is not read, because {first} means the same."""


class UnreadFact(
    Doubt, remedy="Write the heading so. If the column holds something else, begin its heading with Note."
):
    """The column {column}{place_} is not read, but may be the column {heading}."""


class UnreadColumns(Note, remedy="Ignore this if the column is your own."):
    """The {columns} not read."""


class NoHeading(Doubt, remedy="Type its heading."):
    """Column {column}{place_} has no heading, so {cells} cells below it are not read."""


Unread = UnreadFact | NearColumn | SecondColumn | UnreadColumns | NoHeading
"""Notices that a column is not read."""


def _words(text: str) -> frozenset[str]:
    return frozenset(map(plain, text.split(", ")))


TIMES = of_all("sent")
"""Headings that form programs write above the time at which each form was sent, in our languages."""
_PROGRAMS = TIMES | of_all("email") | _words("Last modified time, Language, Username")
_OURS = _words("Score, Scores, Points, Pts, Counts, Rank, Total, Published")
"""A heading of only these words, with or without a power, is above numbers that some program computes."""
_POINTS = _OURS - _words("Rank, Published")
_BESIDE = re.compile(
    "id$|note|nota|notiz|comm?ent|komm?ent|remar[kq]|bemerk|observa|osserva|opmerk|anteckn|uwag|примеч|коммент"
)
"""The word `ID`, and beginnings of words for notes and remarks. Headings with such words are not reported."""
_LONGEST, _NEAR = 60, 0.6
_YEARS = range(FIRST_YEAR, 1951)


class NotesAndFaults(NamedTuple):
    """Sentences about columns that are left out, and faults for columns that must not be left out."""

    notes: list[str]
    faults: list[Fault]


def notes_and_faults(unread: Iterable[Fault], file: str) -> NotesAndFaults:
    """Sentences about columns that are left out, and faults for columns that must not be left out."""
    notes, faults = list[str](), list[Fault]()
    for one in unread:
        if isinstance(one, UnreadFact):
            faults += [type(one)(place=file, **dict[str, Any](one.facts))]
        else:
            notes.append(str(one))
    return NotesAndFaults(notes, faults)


def is_time(title: Cell) -> bool:
    """Does a column with this heading contain the times at which forms were sent?"""
    return plain(str(title)) in TIMES


def find_unread_columns(
    header: Sequence[Cell],
    below: Sequence[Sequence[Cell]],
    read: Collection[int],
    known: Iterable[str],
    sheet: str = "",
    words: Collection[object] = (),
) -> tuple[Fault, ...]:
    """Report the columns of a table that have cells but are not read.

    header: the headings in the order of the columns.
    below: the rows, without computed cells.
    read: the indexes of the columns that are read.
    known: other headings that the table could have.
    words: the meanings of the columns that are read; without them, no UnreadFact is found.
    """
    place = f" on {sheet}" if sheet else ""
    cells: dict[str, list[Cell]] = {}
    for i, cell in typed_columns(header, read):
        cells[" ".join(str(cell).split())] = _filled(below, i)
    facts = {**_find_facts(cells, words), **_years_below_totals(header, below, read, words)}
    titles = [title for title, filled in cells.items() if filled and title not in facts]
    twice = _columns_read_before(titles, [header[i] for i in read])
    used = {str(header[i]).casefold() for i in read}
    not_used = [word for word in known if word.casefold() not in used]
    hints = {title: did_you_mean(title, not_used, _NEAR) for title in titles if title not in twice}
    others = [title for title, hint in hints.items() if not hint]
    if words and not _by_boards(words) and "draw" not in words:
        crossed = [title for title in others if are_crosses(cells[title]) and name_word(title) is None]
        facts |= dict.fromkeys(crossed, "Draw")
    facts |= _find_facts_without_heading(header, below, read, words)
    found: list[Fault] = []
    for title, column in facts.items():
        found.append(UnreadFact(column=_quote_title(title), place_=place, heading=column))
    for title, first in twice.items():
        found.append(SecondColumn(column=_quote_title(title), first=_quote_title(first), place_=place))
    for title, hint in hints.items():
        if hint:
            found.append(NearColumn(column=_quote_title(title), place_=place, hint=hint))
    left_out = [_quote_title(title) for title in others if title not in facts]
    if left_out:
        found.append(UnreadColumns(columns=_columns_in_words(left_out, place)))
    headless = _find_headless(header, below, read, place)
    found += [fault for fault in headless if fault.facts["column"] not in facts]
    return tuple(found)


def _columns_read_before(titles: Iterable[str], read: Iterable[Cell]) -> dict[str, str]:
    """By title of an unread column, the heading of the column that is read and means the same."""
    firsts = {}
    for heading_ in read:
        if (known := meaning(heading_)) is not None:
            firsts[known.word] = str(heading_).strip()
    twice = {}
    for title in titles:
        known = meaning(title)
        if known is not None and known.word in firsts:
            twice[title] = firsts[known.word]
    return twice


def _columns_in_words(titles: Sequence[str], place: str) -> str:
    if len(titles) == 1:
        return f"column {titles[0]}{place} is"
    return f"columns {join(titles)}{place} are"


def _filled(below: Sequence[Sequence[Cell]], i: int) -> list[Cell]:
    return [row[i] for row in below if i < len(row) and not is_blank(row[i])]


def _by_boards(words: Collection[object]) -> bool:
    """Is each row a board? Then the meanings of columns have powers."""
    return any(isinstance(word, tuple) for word in words)


def _find_facts(cells: Mapping[str, Sequence[Cell]], words: Collection[object]) -> dict[str, str]:
    """Unread columns that may hold a fact: by title, the heading that each may need."""
    if not words:
        return {}
    found = {title: fact_that_may_be_in(title, filled, words) for title, filled in cells.items()}
    facts = {title: column for title, column in found.items() if column}
    if _by_boards(words):
        others = {title: filled for title, filled in cells.items() if title not in facts}
        facts |= players_that_may_be_in(others, words)
    return facts


def _years_below_totals(
    header: Sequence[Cell], below: Sequence[Sequence[Cell]], read: Collection[int], words: Collection[object]
) -> dict[str, str]:
    """Columns of game years below a heading such as Total, where no program has computed a sum."""
    is_dated = not words or not {"year", "eliminated"}.isdisjoint(words)
    if is_dated:
        return {}
    cells = {}
    for i, title in takewhile(lambda one: not _is_check(one[1]), enumerate(header)):
        if i not in read and not is_blank(title) and _is_computed(str(title), _OURS):
            cells[str(title)] = _filled(below, i)
    years = [title for title, filled in cells.items() if filled and all(map(_is_year, filled))]
    return dict.fromkeys(years, "Year")


def _is_year(cell: Cell) -> bool:
    """Is this a game year in full? A year such as 08 may be a score."""
    return (number(cell) or 0) in _YEARS


def _find_facts_without_heading(
    header: Sequence[Cell],
    below: Sequence[Sequence[Cell]],
    read: Collection[int],
    words: Collection[object],
) -> dict[str, str]:
    """As `_find_facts`, for columns without a heading among those that are read, or beside them."""
    near = range(max(0, min(read, default=0) - 1), max(read, default=0) + 2) if words else ()
    blank = (i for i in near if i not in read and (i >= len(header) or is_blank(header[i])))
    cells = {letter_of(i + 1): its for i in blank if (its := _filled(below, i))}
    found = {letter: fact_that_may_be_in("", its, words) for letter, its in cells.items()}
    facts = {letter: column for letter, column in found.items() if column}
    if _by_boards(words):
        return facts | players_that_may_be_in(cells, words)
    crossed = [letter for letter, its in cells.items() if are_crosses(its) and "draw" not in words]
    return facts | dict.fromkeys(crossed, "Draw")


def _find_headless(
    header: Sequence[Cell], below: Sequence[Sequence[Cell]], read: Collection[int], place: str
) -> Iterator[Fault]:
    """Report columns of marks and numbers without a heading, between columns that are read."""
    for i in range(min(read, default=0), max(read, default=0)):
        if i in read or not is_blank(header[i]):
            continue
        cells = _filled(below, i)
        if cells and all(number(cell) is not None or read_mark(cell) for cell in cells):
            yield NoHeading(column=letter_of(i + 1), place_=place, cells=len(cells))


def letter_of(column: int) -> str:
    """The letter of a column: `A` for 1."""
    first, last = divmod(column - 1, 26)
    return (letter_of(first) if first else "") + chr(ord("A") + last)


def _quote_title(title: str) -> str:
    return repr(title if len(title) <= _LONGEST else f"{title[:_LONGEST]}...")


def typed_columns(header: Sequence[Cell], read: Collection[int] = ()) -> Iterator[tuple[int, Cell]]:
    """Indexes and headings of the columns that a person may have typed for us, without those in `read`."""
    for i, title in takewhile(lambda one: not _is_check(one[1]), enumerate(header)):
        if i in read:
            continue
        text = "" if is_blank(title) else str(title)
        words = [plain(word) for word in re.findall(r"[^\W_]+", text)]
        known = _is_computed(text, _OURS) or plain(text) in _PROGRAMS
        if words and not known and not any(map(_BESIDE.match, words)):
            yield i, title


def has_points(header: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> bool:
    """Has a column such as Points or Score a number besides zero? Its numbers may be counts of centres."""
    titles = takewhile(lambda one: not _is_check(one[1]), enumerate(header))
    columns = [i for i, title in titles if _is_computed("" if is_blank(title) else str(title), _POINTS)]
    return any(number(cell) for i in columns for cell in _filled(below, i))


def _is_computed(text: str, words: Collection[str]) -> bool:
    """Has a heading only these words or a word for Score in some language, with or without a power?"""
    typed = (plain(word) for word in re.findall(r"[^\W_]+", text))
    said = {word for word in typed if not word.isdigit() and named_power(word) is None}
    return (bool(said) and said <= {*words}) or heading(text) == "score"


def _is_check(title: Cell) -> bool:
    """Is this the heading `Check | Spring Cup` of our own sheets? Columns to its right are computed."""
    return str(title).partition("|")[0].strip().casefold() == "check"
