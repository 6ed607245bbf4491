"""Read lists of players: a club's own list, answers to a form, or a list of dipvis."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, WithFaults, join
from xl_dipscore.rules.board import LETTERS, SEATS
from xl_dipscore.rules.seating.wishes import NotPowers, letters_of
from xl_dipscore.tables.cells.boards import NotAMark
from xl_dipscore.tables.cells.columns import PEOPLE, squeeze_heading, title_of
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.headings import header_word, meaning, parts_of_name, rank
from xl_dipscore.tables.cells.languages import is_total, plain, seat_named
from xl_dipscore.tables.cells.may_hold import is_count_in
from xl_dipscore.tables.cells.one_table import list_alone
from xl_dipscore.tables.cells.roster import roster_word
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.unread import UnreadFact, typed_columns
from xl_dipscore.tables.cells.values import Cell, is_blank, named_power, number, read_mark
from xl_dipscore.tables.exchange.attendance import HERE, with_attendance
from xl_dipscore.tables.exchange.formats import (
    BACKSTABBR,
    COUNTRY,
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    PERSON,
    PLAYER,
    PREFERS,
    WDD_ID,
    WDR_ID,
    File,
    Person,
    Read,
    reads,
)


class SamePersonTwice(
    Fault, remedy="If they are two people, write longer names; if they are one, delete a row."
):
    """{name} is in row {row} already, with another {heading}: {first}, not {other}."""


class SameHeadingTwice(Fault, remedy="Delete one of them."):
    """Two columns mean the same: {first} and {other}."""


class Nameless(Fault):
    """This row has no name."""


class NotAName(Fault):
    """{value} is not a name."""


class NotAnId(Fault):
    """{value} is neither a number nor the address of a player's page."""


_OURS = {one.word: title_of(one.word) for one in PEOPLE if one.word != "score"}
"""The headings that we write above columns of a player list, by the column's word in `PEOPLE`."""
_CALLED = {
    COUNTRY: "country nationality",
    WDR_ID: "wdrid wdrurl",
    WDD_ID: "wddid wddurl",
    BACKSTABBR: "backstabbr backstabbrname backstabbrusername",
    EMAIL: "email e-mail emailaddress",
    "Note": "note notes",
}
_OTHERS = {word: ours for ours, words in _CALLED.items() for word in words.split()}
_UNLIKE = frozenset({"round", "board", "game", "power", "centres", "rank", "total", "score", "homonyme"})
"""Headings that show that a list with players' names is not a list of players."""
_ASKED = ("id", "starttime", "completiontime", "email", "name")
"""The columns that Microsoft Forms puts before the answers, about the person who sent them."""
NO_ADDRESS = "anonymous"
"""The e-mail address that Microsoft Forms writes if nobody has to sign in."""
_ASKING = re.compile(
    r"^\s*(?:what(?: is|[’']s) (?:your|the)|(?:please )?(?:enter|give|type|write) your|your|the)\s+"
    r"|[\s?:*]+$",
    re.IGNORECASE,
)
"""Words of a question around a heading: `What is your full name?`"""
_PARTS = {"player": PLAYER, "first name": FIRST_NAME, "last name": LAST_NAME}


def person_heading(cell: Cell) -> str | None:
    """Our heading for a column of a player list; None for other columns."""
    title = _ASKING.sub("", str(cell))
    fact = roster_word(title)
    if fact is None and "(" in title:
        fact = roster_word(re.sub(r"\([^)]*\)", "", title))  # a hint, such as `Name (as on your badge)`
    if isinstance(fact, int):
        return f"Here {fact}"
    return _OURS.get(fact or "") or _OTHERS.get(squeeze_heading(title))


class _Columns(NamedTuple):
    """The position of each column, by our heading, and faults for two columns with the same meaning."""

    positions: dict[str, int]
    faults: list[Fault]


def _columns(file: File) -> _Columns:
    header = file.rows[0] if file.rows else ()
    first_answer = len(_ASKED) if file.headings[: len(_ASKED)] == _ASKED else 0
    columns: dict[str, int] = {}
    faults: list[Fault] = []
    for column, cell in enumerate(header):
        heading = person_heading(cell)
        if heading is None or (heading in (WDR_ID, WDD_ID) and heading in columns):
            continue  # of two columns for one id, one has numbers, the other addresses of pages
        earlier = columns.get(heading, -1)
        if earlier < first_answer:  # none, or the form's own column, which an answer replaces
            columns[heading] = column
        elif rank(header[earlier]) != rank(cell):
            columns[heading] = max(earlier, column, key=lambda n: rank(header[n]))
        else:
            first, other = (str(header[n]).strip() for n in (earlier, column))
            faults.append(SameHeadingTwice(place=file.name, first=first, other=other))
    return _Columns(_with_whole_name(columns, header, first_answer), faults)


def _with_whole_name(columns: Mapping[str, int], header: Sequence[Cell], first_answer: int) -> dict[str, int]:
    """The columns, after it is decided which of them have whole names, and which have parts of names."""
    parts: dict[str | int, int] = {part: columns[ours] for part, ours in _PARTS.items() if ours in columns}
    parts_of_name(parts, header)
    if parts.keys() == _PARTS.keys() and parts["player"] < first_answer:
        del parts["player"]
    of_names = {_PARTS[str(part)]: column for part, column in parts.items()}
    others = {heading: column for heading, column in columns.items() if heading not in _PARTS.values()}
    return {**of_names, **others}


_HERE = re.compile(HERE.format(r"\d+$"))
_GAMES = {"board", "power"}
"""Headings of a list of games."""


def _cut_out_list(file: File) -> WithFaults[File]:
    """The file without tables beside the list or games below it. Also doubts about the list's columns."""
    below = (n for n, row in enumerate(file.rows) if n and {*map(header_word, row)} >= _GAMES)
    rows, table = list_alone(file.rows[: next(below, None)], person_heading, _PARTS.values())
    return WithFaults(replace(file, rows=rows), [] if table is None else [*table.doubts(file.name)])


def _is_visualiser(file: File) -> bool:
    its = {"emailaddress", "backstabbrusername", "wddid", "wddurl", "wdrid", "wdrurl"}
    return file.headings[:2] == ("firstname", "lastname") and {*file.headings[2:]} <= its


def _is_roster(file: File) -> bool:
    file, _ = _cut_out_list(file)
    columns = _columns(file).positions
    named = PLAYER in columns or {FIRST_NAME, LAST_NAME} <= columns.keys()
    if COUNTRY in columns:
        cells = (row[columns[COUNTRY]] for _, row in file.lines if len(row) > columns[COUNTRY])
        if {named_power(cell) for cell in cells} >= {*SEATS}:
            return False  # the countries are the powers of a board
    words = {header_word(cell) for cell in file.rows[0]} if named else set()
    # The heading Country means a power in a list of games, but a person's country in a list of players.
    return named and words.isdisjoint(_UNLIKE - {"power"}) and _UNLIKE.isdisjoint(file.headings)


@reads(
    "visualiser-preferences",
    "what players prefer, from the Diplomacy Tournament Visualiser",
    lambda file: file.headings[:4] == ("id", "firstname", "lastname", "preferences"),
)
@reads("visualiser-players", "players from the Diplomacy Tournament Visualiser", _is_visualiser)
@reads("roster", "a list of players", _is_roster, tried_last=True)
def roster(file: File) -> Read:
    """Read the people on the list, with all known columns."""
    file, doubts = _cut_out_list(file)
    given, file = file.rows[0], with_attendance(file)
    columns, faults = _columns(file)
    reading = _Reading(columns, [*faults, *doubts])
    typed_titles = {
        heading: str(given[i]) for heading, i in columns.items() if i < len(given) and not is_blank(given[i])
    }
    for row in _people(file, columns):
        reading.add(row.without_errors()._replace(headers={**row.headers, **typed_titles}), row.errors())
    titles = [str("" if cell is None else cell).strip() for cell in file.rows[0][: len(given)]]
    left_out = {title: i for i, title in enumerate(titles) if title and i not in columns.values()}
    results = _results_in(file, left_out)
    for title, heading in results.items():
        fault = UnreadFact(place=file.name, column=repr(title), place_="", heading=heading)
        reading.faults.append(fault)
    if others := [title for title in left_out if title not in results]:
        reading.notes.append(f"Columns left out: {join(others)}.")
    people = tuple(listed.person for listed in reading.people.values())
    return Read((), people, tuple(reading.notes), tuple(reading.faults))


class _Listed(NamedTuple):
    """A person, and the first row with the name."""

    row: int
    person: Person


@dataclass
class _Reading:
    """The people of a list while it is read, by their names in small letters."""

    columns: Mapping[str, int]
    faults: list[Fault]
    notes: list[str] = field(default_factory=list)
    people: dict[str, _Listed] = field(default_factory=dict)

    def add(self, row: GameRow, faults: list[Fault]) -> None:
        """Add the person of a row; if the row has faults, keep only these."""
        cells = self._read_cells(row, faults)
        person = Person(cells, row.at(""))
        name = person.player
        if not name and not faults:
            faults.append(Nameless(place=person.place))
        elif name and not re.search(r"[^\W\d_]", name):
            faults.append(row.wrong(NotAName, _first_of_name(self.columns), value=repr(name)))
        first = self.people.get(name.casefold(), _Listed(row.row, person))
        faults += _contradictions(row, name, cells, first)
        self.faults += faults
        if faults:
            return
        if first.row != row.row:
            self.notes.append(f"{name} is in rows {first.row} and {row.row}, and taken once.")
        both = {**cells, **first.person.cells}
        self.people[name.casefold()] = _Listed(first.row, Person(both, first.person.place))

    def _read_cells(self, row: GameRow, faults: list[Fault]) -> dict[str, str]:
        cells: dict[str, str] = {}
        for heading in self.columns:
            try:
                if text := _text(row, heading):
                    cells[heading] = text
            except Fault as fault:
                faults.append(fault)
        return cells


def _contradictions(row: GameRow, name: str, cells: Mapping[str, str], first: _Listed) -> Iterator[Fault]:
    """Faults for cells that differ from those of an earlier row with the same name."""
    for heading, text in cells.items():
        earlier = first.person.cells.get(heading, text)
        if earlier.casefold() != text.casefold():
            facts: dict[str, Any] = {"row": first.row, "heading": heading, "first": earlier, "other": text}
            yield row.wrong(SamePersonTwice, heading, name=name, **facts)


def _results_in(file: File, left: Mapping[str, int]) -> dict[str, str]:
    """The columns of results of rounds among those left out: by title, the heading that each may need.

    They are headed with a word for centres or for a power, or with a round alone, above nothing but counts or
    powers. A power without a round may be anything, unless there are counts too. Below a round alone, 0 and 1
    may be marks.
    """
    counts, powers, has_rounds = dict[str, str](), dict[str, str](), False
    for title in (str(cell) for _, cell in typed_columns([*left])):
        column = left[title]
        cells = [row[column] for row in file.rows[1:] if column < len(row) and not is_blank(row[column])]
        parts = re.findall(r"[^\W\d_]+", title)
        nouns = [part for part in parts if round_in(f"{part} 1") is None]
        senses = map(meaning, (*nouns, " ".join(nouns)))
        facts = {sense.word for sense in senses if sense is not None}
        marks = {number(cell) for cell in cells} <= {0, 1}
        counted = "centres" in facts or not (nouns or marks)
        if cells and counted and all(map(is_count_in, cells)):
            counts[title] = "Centres"
        elif cells and "power" in facts and all(named_power(cell) is not None for cell in cells):
            powers[title] = "Power"
            has_rounds |= len(nouns) == 1 < len(parts)
    return {**counts, **powers} if counts or has_rounds else counts


def _first_of_name(columns: Mapping[str, int]) -> str:
    return next(heading for heading in _PARTS.values() if heading in columns)


def _people(file: File, columns: Mapping[str, int]) -> Iterator[GameRow]:
    """The rows of a list, without sums and without headings that come again, as on each printed page."""
    for row in file.below(columns):
        called = (row.name(heading) for heading in _PARTS.values())
        summed = any(map(_is_sum, called)) and all(
            is_blank(cell) or number(cell) is not None or _is_sum(cell) for cell in row.cells.values()
        )
        if not summed and any(row.name(word) != title for word, title in row.headers.items()):
            yield row


def _is_sum(cell: Cell) -> bool:
    """Is this a word beside a sum, perhaps with a word for the people counted, as in `Total players`?"""
    words = [word for word in re.findall(r"[^\W\d_]+", str(cell)) if plain(word) not in _COUNTED]
    others = [word for word in words if (said := meaning(word)) is None or said.word != "player"]
    return is_total(cell) or (len(others) == 1 and is_total(others[0]))


_COUNTED = frozenset(("players", "people", "attending", "attendance", "attendees", "present", "of", "here"))
"""Words for the people whose number stands in the same row."""


def _text(row: GameRow, heading: str) -> str:
    """The text to store for a cell: an id's number; powers and country codes in capitals. Raises Fault."""
    text = row.name(heading)
    if not text or (heading == EMAIL and text.casefold() == NO_ADDRESS):
        return ""
    if heading in (WDR_ID, WDD_ID):
        found = re.search(r"(\d+)\W*$", text)
        if found is None:
            raise row.wrong(NotAnId, heading, value=repr(text))
        return "" if text == "-1" else found[1]
    if _HERE.match(heading) and read_mark(row.get(heading)) is None:
        raise row.wrong(NotAMark, heading, power="The row", value=repr(text))
    if heading == PREFERS:
        text = _letters_in(text)
        try:
            letters_of(text)
        except NotPowers as wrong:
            raise row.wrong(NotPowers, heading, **wrong.facts) from None
        return text.upper()
    return text.upper() if heading == COUNTRY and len(text) == 2 else text


def _letters_in(text: str) -> str:
    """The letters of the powers that a person prefers in words: `FG` for `France, Germany`."""
    parts = [part for part in re.split(r"[,;/>&+]|\band\b", text) if part.strip()]
    if parts and not {plain(part) for part in parts} - _NO_WISH:
        return ""
    seats = [seat_named(part) for part in parts if len(part.strip()) > 1]
    named = len(seats) == len(parts) and None not in seats
    return "".join(LETTERS[seat] for seat in seats if seat is not None) if named else text


_NO_WISH = frozenset(("any", "none", "nopreference", "nopreferences", "no", "all"))
"""Words of people who have no wish."""
HEADINGS = (*PERSON, *(one for one in _OURS.values() if one not in PERSON), "Note")
"""All headings that we write, except `Here 1`, `Here 2` ..., in the order in which columns are added."""
