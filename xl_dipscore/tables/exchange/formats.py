"""Formats that can be read: declare a format, find the format of a file, and represent its data."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeVar

from xl_dipscore.errors import Fault, did_you_mean, group_by_key, join
from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.rules.event.games import Round
from xl_dipscore.tables.cells.columns import ALWAYS, TYPED_ORDER, squeeze_heading
from xl_dipscore.tables.cells.games import GameRow, rows_below
from xl_dipscore.tables.cells.values import Cell, is_blank, number

Table = Sequence[Sequence[Cell]]

PLAYER, FIRST_NAME, LAST_NAME = "Player", "First name", "Last name"
COUNTRY, CLUB, TEAM = "Country", "Club", "Team"
WDR_ID, WDD_ID, BACKSTABBR, EMAIL, PREFERS = "WDR id", "WDD id", "Backstabbr", "Email", "Prefers"
PERSON = (PLAYER, FIRST_NAME, LAST_NAME, COUNTRY, CLUB, TEAM, WDR_ID, WDD_ID, BACKSTABBR, EMAIL, PREFERS)
"""The columns of a player list that describe a person."""


class UnknownKind(Fault, remedy="For the known kinds: dipscore import --list"):
    """{file} is of no known kind: {seen}."""


class NoSuchKind(Fault):
    """{kind} is not a format.{hint}"""


class NotThatKind(Fault):
    """{file} is not {name}: {seen}."""


@dataclass(frozen=True)
class File:
    """A file of another program: rows of a table, JSON data, or text."""

    name: str
    rows: Table = ()
    data: Any = None
    text: str = field(default="", repr=False)
    """The text of a file that is no table."""
    beside: Callable[[str], Any] = field(default=lambda name: None, repr=False, compare=False)
    """Reads the JSON file of a given name in the same folder; returns None if there is no such file."""
    first: int = 1
    """The number that the first of `rows`, the row of headings, has in the file."""
    above: Sequence[Cell] = ()
    """The row above the headings. A cell in that row may head several columns."""

    @property
    def lines(self) -> Iterator[tuple[int, Sequence[Cell]]]:
        """The rows below the headings, each with its number in the file. Blank rows are left out."""
        for n, row in enumerate(self.rows[1:], self.first + 1):
            if not all(map(is_blank, row)):
                yield n, row

    def below(self, columns: Mapping[Any, int]) -> Iterator[GameRow]:
        """The rows below the headings. columns: the position of each column, by our word for the column."""
        return rows_below(columns, self.rows[0], self.rows[1:], self.name, self.first + 1)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """The cells of the first row, in lower case without spaces and underscores."""
        return tuple(map(squeeze_heading, self.rows[0])) if self.rows else ()

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(self.data) if isinstance(self.data, Mapping) else frozenset()

    @property
    def content_text(self) -> str:
        """`its headings are ...` or `its keys are ...`, for the message about a file of unknown kind."""
        if self.data is not None:
            return f"its keys are {join(sorted(map(str, self.keys))[:8])}" if self.keys else "it has no keys"
        row = self.rows[0] if self.rows else ()
        titles = [str(cell).strip() for cell in row if str(cell or "").strip()]
        return f"its headings are {join(titles[:8])}" if titles else "it has no headings"


@dataclass(frozen=True)
class Person:
    """One row of a list of players: its cells by our headings."""

    cells: Mapping[str, str]
    place: str = ""

    @property
    def player(self) -> str:
        """The name under Player or, if it is blank, first and last name together."""
        whole = self.cells.get(PLAYER, "")
        return whole or " ".join(filter(None, (self.cells.get(FIRST_NAME), self.cells.get(LAST_NAME))))


Seated = tuple[Round, str, int]
"""A round, a board and a seat."""


@dataclass(frozen=True)
class Read:
    """The data read from a file."""

    rows: tuple[GameRow, ...] = ()
    """The rows of a games list, each with its place in the file."""
    people: tuple[Person, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the person who imports the file."""
    faults: tuple[Fault, ...] = ()
    scores: Mapping[Seated, Fraction] | None = None
    """The scores in the file; None if there is no score."""
    systems: Mapping[Round, str] | None = None
    """The file's name for the scoring system of each round; None if the format has no such names."""


def with_last_years(rows: Iterable[GameRow]) -> Iterator[GameRow]:
    """Yield the rows. If a board has centres of a single year after 1901, replace them by the cell Year.

    Centres by year begin in 1901, so a single later year is only the game's last. If Year or Centres
    contradict this, the rows of the board stay unchanged.
    """
    boards = group_by_key(((str(row.get("round")), str(row.get("board"))), row) for row in rows)
    for its in boards.values():
        cells = [one for row in its for one in row.cells.items()]
        years = {word for word, cell in cells if isinstance(word, int) and not is_blank(cell)}
        last = years.pop() if len(years) == 1 else FIRST_YEAR
        alike = [(row.get(last), row.get("centres")) for row in its]
        alike += [(row.get("year"), last) for row in its]
        alone = all(number(one) in (None, number(other)) for one, other in alike)
        if not alone or last == FIRST_YEAR:
            yield from its
            continue
        for row in its:
            kept = {word: None if isinstance(word, int) else cell for word, cell in row.cells.items()}
            headers = {**row.headers, "year": row.headers[str(last)]}
            yield row._replace(cells={**kept, "year": last}, headers=headers)


@dataclass
class reads:  # noqa: N801  used as a decorator, so named like a function
    """Declare the decorated function as the reader of a format."""

    key: str
    name: str
    """What messages call the format, such as `boards of the World Diplomacy Database`."""
    matches: Callable[[File], bool]
    """Does a file have this format? The answer must depend on all headings or keys, not on a single one."""
    tried_last: bool = field(default=False, kw_only=True)
    """Do many tables look like this format? Then all other formats are tried first."""
    read: Callable[[File], Read] = field(init=False)

    def __call__(self, read: Callable[[File], Read]) -> Callable[[File], Read]:
        self.read = read
        DECLARED[self.key] = self
        return read


DECLARED: dict[str, reads] = {}
"""The formats of the files that are imported already."""
T = TypeVar("T")


@cache
def import_formats() -> None:
    """Import all files of this folder, each of which may declare formats. Few commands need them all."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules([str(Path(__file__).parent)]):
        import_module(f"{package}.{module.name}")


def readers() -> Mapping[str, reads]:
    """All formats that can be read, in the order of their files."""
    import_formats()
    return dict(sorted(DECLARED.items(), key=lambda one: one[1].read.__module__))


def of_kind(kinds: Mapping[str, T], key: str, unknown: type[Fault]) -> T:
    """Find the format with this key; case does not matter, and _ means -. Raises `unknown`."""
    found = kinds.get(key.casefold().replace("_", "-"))
    if found is None:
        raise unknown(kind=repr(key), hint=did_you_mean(key, kinds) or f" There are {join(sorted(kinds))}.")
    return found


def reader_of(file: File, key: str | None = None) -> reads:
    """The format of a file. key: the format that the user named; None: detect the format. Raises Fault."""
    if key is not None:
        found = of_kind(readers(), key, NoSuchKind)
        if not found.matches(file):
            raise NotThatKind(file=file.name, name=found.name, seen=file.content_text)
        return found
    for reader in sorted(readers().values(), key=lambda one: one.tried_last):
        if reader.matches(file):
            return reader
    raise UnknownKind(file=file.name, seen=file.content_text)


class KnownFile(NamedTuple):
    """A file, and the format in which it is written."""

    file: File
    format: reads


def find_known_file(files: Iterable[File], key: str | None = None) -> KnownFile:
    """The first of `files` with a known format, and the format. If there is none, raises the first Fault.

    `files` are parts of one real file: the sheets, and the rows below a title on a sheet.
    """
    wrong: Fault | None = None
    for file in files:
        try:
            return KnownFile(file, reader_of(file, key))
        except (UnknownKind, NotThatKind) as fault:
            wrong = wrong or fault
    assert wrong is not None
    raise wrong


def games_table(rows: Iterable[GameRow]) -> Iterator[list[Cell]]:
    """Make the table of a games file, with headings, years last. Blank columns not in ALWAYS are left out."""
    listed = list(rows)
    filled = {word for row in listed for word, cell in row.cells.items() if cell not in (None, "")}
    words: list[str | int] = [word for word in TYPED_ORDER if word in filled or word in ALWAYS]
    words += sorted(word for word in filled if isinstance(word, int))
    yield [str(word) for word in words]
    for row in listed:
        yield [row.get(word) for word in words]
