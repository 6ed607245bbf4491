"""Read a games list from a worksheet or a CSV file. It has one row for each player of each game."""

from __future__ import annotations

from collections.abc import Callable, Container, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from xl_dipscore.errors import At, Fault, Faults, WithFaults, group_by_key, join, without_cycle_collector
from xl_dipscore.rules.board import POWERS, SEATS, BlankCount, NoCentres, SamePowerTwice
from xl_dipscore.rules.event.days import day_in_words, day_number
from xl_dipscore.rules.event.games import (
    Game,
    Place,
    Round,
    SatOut,
    Seat,
    Stray,
    add_places,
    cells_of,
    place_in_words,
)
from xl_dipscore.rules.event.settings import USUAL, Besides, Settings
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.points import as_fraction
from xl_dipscore.rules.system import UnknownSystem, find
from xl_dipscore.tables.cells.boards import NotAMark, board_from
from xl_dipscore.tables.cells.columns import SCORING, TYPED_ORDER, is_count, spoken
from xl_dipscore.tables.cells.dates import date_in, reader_of, span_in
from xl_dipscore.tables.cells.headings import (
    PARTS,
    are_statuses,
    header_word,
    header_words,
    is_status,
    list_word,
    name_word,
    parts_of_name,
)
from xl_dipscore.tables.cells.languages import Letters, Word, is_final, is_nobody, is_total, letters_in
from xl_dipscore.tables.cells.one_table import list_alone
from xl_dipscore.tables.cells.options import not_a_power
from xl_dipscore.tables.cells.results import are_results_in_words, result_in_words
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.unread import find_unread_columns
from xl_dipscore.tables.cells.values import (
    Cell,
    error_in,
    fraction,
    is_blank,
    is_date,
    number,
    power,
    quote_value,
    read_mark,
    text_in_one_line,
)

T = TypeVar("T")
D = TypeVar("D", Game, SatOut)


class MissingColumn(Fault):
    """There is no column headed {name}."""


class SameColumnTwice(Fault):
    """Two columns are headed {name}."""


class NobodyNamed(Fault, remedy="Type names under Player."):
    """Boards have results but no players. Type the names."""


class NotARound(Fault):
    """{value} is not a round; type a whole number from 1 to 9999, or Final."""


class NotADate(Fault):
    """{value} is not a date, or could be two dates. Type one such as 2024-01-31."""


class NoDateTyped(NotADate):
    """This row has no date. Type one such as 2024-01-31."""


class NoDate(Fault):
    """Board {board} of round {round} has no date, so its season is unknown. Type one such as 2024-01-31."""


class NoBoardName(Fault):
    """This row does not name its board."""


class BoardIsADate(Fault):
    """{value} is a date: spreadsheets turn a name such as 1-1 into a date. Format the cell as text, then \
type the board again."""


class MissingPowers(Fault):
    """{board} has no row for {powers}."""


class NotANumber(Fault):
    """{value} is not a number."""


class NotAWeight(Fault):
    """{value} is not a weight; type 0 or more, or a fraction such as 2/3."""


class WeightIsADate(Fault):
    """{value} is a date: spreadsheets turn a weight such as 2/3 into a date. Format the cell as text, then \
type the weight again."""


class WeightsDiffer(Fault):
    """The weights of this board differ."""


class SystemsDiffer(Fault):
    """The systems of this board differ."""


class ErrorInCell(Fault):
    """A cell holds an error, {value}."""


@dataclass(frozen=True)
class GameList(Besides):
    """The games of an event, and the other contents of their list.

    Rows of a board with neither a player nor a result are not a game, but free space in a workbook.
    """

    games: tuple[Game, ...] = ()

    def of_event(self, settings: Settings = USUAL) -> Settings:
        """The settings of an event with this list added, for its contents besides games."""
        return replace(settings, besides=self)

    def is_nobody(self, name: str) -> bool:
        return is_nobody(name)

    @property
    def strays(self) -> tuple[Fault, ...]:
        """The reasons why rows belong to no game."""
        return tuple(fault for row in self.rows for fault in row.faults)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(chain(self.strays, *(game.faults for game in self.games)))

    @property
    def boards(self) -> int:
        """The number of boards, including boards not yet played and boards of players who sat out."""
        return len(self.games) + len(self.to_come) + len([*self._sitting])

    @property
    def _sitting(self) -> Iterator[Game]:
        """The players who sat out, as unplayed boards of a workbook."""
        seats = group_by_key(((one.round, one.date), Seat(one.player)) for one in self.out)
        for (round_, day), its in seats.items():
            for first in range(0, len(its), len(SEATS)):
                seven = (*its[first : first + len(SEATS)], *[Seat()] * len(SEATS))[: len(SEATS)]
                yield Game(round_, OUT, seven, None, Place("", (None,) * len(SEATS), {}), date=day)

    @property
    def usable(self) -> WithFaults[list[Game]]:
        """Boards without faults, played or not, and players who sat out, for a workbook; and all faults."""
        sound = [game for game in self.games if not game.faults]
        sound += (game for game in self.to_come if not game.faults)
        sound += self._sitting
        return WithFaults(sound, [*self.faults, *chain.from_iterable(game.faults for game in self.to_come)])


def of_season(listed: GameList, settings: Settings) -> GameList:
    """The part of a list in the season of the settings. If the list has no rounds, dates become the rounds.

    If the settings have a season, raises Faults for a game without a date, except the Final.
    """
    since, until = settings.since or date.min, settings.until or date.max
    if settings.since or settings.until or settings.last:
        games = (*listed.games, *listed.to_come)
        undated = [one for one in games if one.date is None and one.round != "Final"]
        if undated:
            faults = (add_places([NoDate(board=g.name, round=g.round)], g.place) for g in undated)
            raise Faults(chain(*faults))
        if settings.last and (back := span_in(settings.last)):
            last = max((one.date for one in listed.games if one.date and one.date <= until), default=until)
            since = max(since, back(last) + timedelta(1))
    known = (one.date for its in (listed.games, listed.to_come, listed.out) for one in its)
    days = sorted({day for day in known if day is not None and since <= day <= until})
    rounds: Mapping[date | None, Round] = {day: n for n, day in enumerate(days, 1)} if listed.by_dates else {}

    def in_its_round(one: D) -> D:
        round_ = rounds.get(one.date, one.round)
        return one if round_ == one.round else replace(one, round=round_)

    def keep_season(these: Iterable[D]) -> tuple[D, ...]:
        there = (one for one in these if one.date is None or since <= one.date <= until)
        return tuple(in_its_round(one) for one in there)

    return replace(
        listed,
        games=keep_season(listed.games),
        to_come=keep_season(listed.to_come),
        out=keep_season(listed.out),
    )


_DAYS = range(day_number(date(2000, 1, 1)), day_number(date(2100, 1, 1)))
"""Day numbers of dates from 2000 to 2099. Spreadsheets turn a board's name such as 1-1 into a date."""


class CellsOfRow(Mapping[str | int, Cell]):
    """The cells of a row by the meaning of their columns. It needs less memory than a dictionary."""

    __slots__ = ("_columns", "_row")

    def __init__(self, columns: Mapping[str | int, int], row: Sequence[Cell]) -> None:
        """columns: the position of each column, shared by all rows."""
        self._columns, self._row = columns, row

    def __getitem__(self, word: str | int) -> Cell:
        return self._row[self._columns[word]]

    def get(self, word: Any, default: object = None) -> Any:
        at = self._columns.get(word)
        return default if at is None else self._row[at]

    def __iter__(self) -> Iterator[str | int]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def items(self) -> ItemsView[str | int, Cell]:
        row = self._row
        return {word: row[at] for word, at in self._columns.items()}.items()

    def values(self) -> ValuesView[Cell]:
        row = self._row
        return {word: row[at] for word, at in self._columns.items()}.values()

    def __repr__(self) -> str:
        return repr({**self})


class GameRow(NamedTuple):
    """One row of a games list: the row's number, and its cells by the meaning of their columns."""

    row: int
    cells: Mapping[str | int, Cell]
    headers: Mapping[str, str]
    source: str
    turned: bool = False
    letters: Letters | None = None
    """The meaning of single letters in the column of powers; None if they are English."""
    places: Mapping[str, At] = MappingProxyType({})
    """The place of each fact's cell, if the list is in a workbook."""

    @property
    def seat(self) -> int | None:
        return power(self.get("power"), self.letters)

    @property
    def has_count(self) -> bool:
        return any(is_count(word) and not is_blank(cell) for word, cell in self.cells.items())

    def at(self, word: str | int) -> str:
        """The place of a cell in words: `games.csv row 9, column Centres`."""
        return place_in_words(self.source, [self.row], self.headers.get(str(word), ""), turned=self.turned)

    def wrong(self, kind: type[Fault], word: Word, **facts: Any) -> Fault:
        fault = kind(place=self.at(word), field=str(word), **facts)
        fault.cells = cells_of([self.places], str(word))
        fault.row = self.row
        return fault

    def get(self, word: str | int) -> Cell:
        return self.cells.get(word)

    def name(self, word: Word) -> str:
        """A name, trimmed, with single spaces inside; "" for a blank cell."""
        return text_in_one_line(self.get(word))

    @property
    def player(self) -> str:
        return self.name("player")

    def number(self, word: Word, faults: list[Fault]) -> Fraction | None:
        """The number in a cell; None for a blank cell. For any other value, adds a fault and returns None."""
        cell = self.get(word)
        value = number(cell)
        if value is None and not is_blank(cell):
            faults.append(self.wrong(NotANumber, word, value=quote_value(cell)))
        return None if value is None else as_fraction(value)

    def is_marked(self, word: Word, faults: list[Fault]) -> bool:
        """Is the cell marked? A value that is not a mark adds a fault."""
        mark = read_mark(self.get(word))
        if mark is None:
            faults.append(self.wrong(NotAMark, word, power="The row", value=quote_value(self.get(word))))
        return bool(mark)

    def read_round(self) -> Round:
        """Read the row's round. Raises NotARound, NotADate and NoDateTyped."""
        if (known := round_in(self.get("round"))) is not None:
            return known
        day = self.get("date")
        if "date" not in self.cells or isinstance(day, date) or not is_blank(self.get("round")):
            raise self.wrong(NotARound, "round", value=quote_value(self.get("round")))
        if is_blank(day):
            raise self.wrong(NoDateTyped, "date")
        raise self.wrong(NotADate, "date", value=quote_value(day))

    def read_board_name(self) -> str:
        """Read the name of the row's board. Raises NoBoardName and BoardIsADate."""
        cell = self.get("board")
        if (value := number(cell)) is not None:
            if value in _DAYS:
                raise self.wrong(BoardIsADate, "board", value=quote_value(cell))
            return str(value) if isinstance(value, int) else quote_value(cell)
        if is_blank(cell):
            raise self.wrong(NoBoardName, "board")
        return text_in_one_line(cell)

    @property
    def key(self) -> tuple[Round, str] | None:
        """The row's round and board, or None if either cannot be read."""
        try:
            return self.read_round(), self.read_board_name()
        except Fault:
            return None

    def errors(self, *words: str) -> list[Fault]:
        """A fault for each cell with an error. words: the columns to check; by default all."""
        if not error_in(self.cells.values()):
            return []
        return [
            self.wrong(ErrorInCell, str(word), seat=self.seat, value=cell)
            for word, cell in self.cells.items()
            if error_in([cell]) and (not words or word in words)
        ]

    def without_errors(self) -> GameRow:
        """The row with blanks in place of errors."""
        if not error_in(self.cells.values()):
            return self
        kept = {word: None if error_in([cell]) else cell for word, cell in self.cells.items()}
        return self._replace(cells=kept)


@without_cycle_collector("Reading the games")
def read_games(
    rows: Sequence[Sequence[Cell]],
    source: str = "",
    first_row: int = 1,
    *,
    fewer: bool = False,
    people: bool = False,
) -> GameList:
    """Read games from a block with a header row, and one row for each player of each game.

    source, first_row: the file's name and the header's row number, for places in faults.
    fewer: may powers have no row? Such powers were not played, and have no centres.
    people: must the list name players? If it names none, raises NobodyNamed.
    Raises Faults if the header cannot be used; all other faults are in the result.
    """
    rows, notes = beside_others(rows)
    header, below = (rows[0], rows[1:]) if rows else ((), ())
    needed = (*PLACED_BY, *(["player"] if people else []))
    names: dict[str, str] = {}
    listed = games_of(
        game_rows(header, below, source, first_row + 1, needed=needed), fewer=fewer, names=names
    )
    if people and listed.games and not any(names.values()):
        raise NobodyNamed(place=source)
    return replace(listed, unread=(*notes, *unread_in(header, below)))


class ListAlone(NamedTuple):
    """A games list without the tables beside it, and notes on these tables."""

    rows: Sequence[Sequence[Cell]]
    notes: tuple[Fault, ...]


def beside_others(rows: Sequence[Sequence[Cell]]) -> ListAlone:
    """A games list without tables beside it, and notes on such tables. Raises Faults for columns in doubt."""
    alone, table = list_alone(rows, list_word, ["power"], ("board", "power"))
    if table is None:
        return ListAlone(rows, ())
    if doubts := [*table.doubts()]:
        raise Faults(doubts)
    return ListAlone(alone, tuple(table.notes()))


def in_one_spelling(rows: Iterable[GameRow], names: dict[str, str]) -> Iterator[GameRow]:
    """The rows, with each name spelt as in its first row: names that differ only in capitals are one person.

    names: known spellings; the function adds further spellings.
    """
    named = [(row, row.player) for row in rows]
    spelt: dict[str, str] = {}  # most names of a large event are in several rows
    for _, name in sorted(named, key=lambda one: one[0].row):
        if name not in spelt:
            spelt[name] = names.setdefault(same_person(name), name)
    for row, name in named:
        first = spelt[name]
        yield row if first == name else row._replace(cells={**row.cells, "player": first})


def join_game_lists(lists: Sequence[GameList]) -> GameList:
    parts = ("games", "rows", "to_come", "out")
    whole: dict[str, Any] = {part: tuple(chain(*(getattr(one, part) for one in lists))) for part in parts}
    return GameList(**whole)


def unread_in(header: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> tuple[Fault, ...]:
    """Columns of a games list that are not read. Raises Faults if two columns have the same heading."""
    columns = _columns(header, below, "", (), results=False)
    known = headings_besides(columns)
    return find_unread_columns(header, below, columns.values(), known, words=columns.keys())


def headings_besides(used: Container[str | int]) -> Iterator[str]:
    """The headings that a games list could have in addition to the headings in `used`."""
    return (spoken(word) for word in TYPED_ORDER if word not in used)


def games_of(
    rows: Iterable[GameRow], *, fewer: bool = False, names: dict[str, str] | None = None
) -> GameList:
    """Build games from the rows of a list.

    fewer: may powers have no row?
    names: spellings of players in other rows of the event; the function adds those of these rows.
    """
    rows, by_dates = read_dates(in_one_spelling(map(with_result, rows), {} if names is None else names))
    boards, strays = group_by_board(rows)
    del rows  # the rows of a long list need more memory than its games: each is dropped once it is read
    games, seatless, out = list[Game](), list[Stray](), list[SatOut]()
    seats: dict[str, Seat] = {}
    drawn: dict[tuple[Round, str], list[GameRow]] = {}
    for round_, name in [*boards]:
        its_rows = boards.pop((round_, name))
        day = _day_of(its_rows)
        scored = any(row.has_count or not is_blank(row.get("override")) for row in its_rows)
        if name.casefold() == OUT and not scored:
            out += (SatOut(player, round_, day) for row in its_rows if (player := row.player))
            continue
        few = fewer and not _may_be_short(round_, name, its_rows, strays)
        when = day_in_words(day) if by_dates and day else f"round {round_}"
        called = f"Board {name} of {when}"
        game = game_of_rows((round_, name), its_rows, called, fewer=few, seats=seats)
        if game is not None:
            games.append(game)
            seatless += (_stray(row, round_, name) for row in its_rows if row.row not in game.place.rows)
        elif any(row.player for row in its_rows):
            drawn[round_, name] = its_rows
    to_come = tuple(read_seating(key, its_rows) for key, its_rows in drawn.items())
    return GameList((*strays, *seatless), to_come, tuple(out), by_dates=by_dates, games=tuple(games))


def with_result(row: GameRow) -> GameRow:
    """The row with numbers in place of a result in words, such as `Eliminated in 1905` under Centres."""
    said = result_in_words(row.get("centres"))
    if said is None:
        return row
    cells: dict[str | int, Cell] = {**row.cells, "centres": said.centres}
    headers = row.headers
    if said.eliminated is not None and is_blank(cells.get("eliminated")):
        cells["eliminated"] = said.eliminated
        headers = {**headers, "eliminated": headers.get("centres", "")}
    return row._replace(cells=cells, headers=headers)


class RowsOfBoards(NamedTuple):
    """The rows of each round and board, and the rows that do not name both."""

    boards: dict[tuple[Round, str], list[GameRow]]
    strays: list[Stray]


def group_by_board(rows: Iterable[GameRow]) -> RowsOfBoards:
    """The rows of each round and board, and the rows that do not name both."""
    boards: dict[tuple[Round, str], list[GameRow]] = {}
    strays: list[Stray] = []
    names: dict[str, str] = {}  # a large event has the same boards in each round
    for row in rows:
        round_, name = _value_or_fault(GameRow.read_round, row), _value_or_fault(GameRow.read_board_name, row)
        if isinstance(round_, Fault) or isinstance(name, Fault):
            strays.append(_stray(row, round_, name))
        else:
            boards.setdefault((round_, names.setdefault(name, name)), []).append(row)
    return RowsOfBoards(boards, strays)


class DatedRows(NamedTuple):
    """Rows of a games list; do their dates replace rounds?"""

    rows: list[GameRow]
    by_dates: bool


def read_dates(rows: Iterable[GameRow]) -> DatedRows:
    """The rows, with dates for typed text; and whether dates replace rounds, because no round is typed."""
    listed = [*rows]
    if not any("date" in row.cells for row in listed):
        return DatedRows(listed, False)
    spare = ("round", "date", "player", "centres", "override")  # a row without these is for a later game
    listed = [row for row in listed if not all(is_blank(row.get(word)) for word in spare)]
    read = reader_of(row.get("date") for row in listed)
    days = [read(row.get("date")) for row in listed]
    by_dates = all(is_blank(row.get("round")) or is_final(row.get("round")) for row in listed)
    numbers = {day: n for n, day in enumerate(sorted({*days} - {None}, key=str), 1)}
    for n, (row, day) in enumerate(zip(listed, days, strict=True)):
        dated: dict[str | int, Cell] = {"date": day or row.get("date")}
        if by_dates and is_blank(row.get("round")):
            dated["round"] = "Final" if is_final(row.get("date")) else numbers.get(day)
        listed[n] = row._replace(cells={**row.cells, **dated})
    return DatedRows(listed, by_dates)


def _day_of(rows: Iterable[GameRow]) -> date | None:
    return next((day for row in rows if isinstance(day := row.get("date"), date)), None)


PLACED_BY = ("round", "board", "power")
"""The columns that identify a row."""
OUT = "out"
"""The board name for players who sat out."""


def read_seating(key: tuple[Round, str], rows: Sequence[GameRow]) -> Game:
    """A game with only the players of a board, and the faults of the cells for powers and players."""
    errors = [error for row in rows for error in row.errors("power", "player")]
    faults: list[Fault] = []
    its = _by_seat([row.without_errors() for row in rows], faults)
    faults = [*errors, *(one for one in faults if one.place not in {error.place for error in errors})]
    seats = [Seat(its[seat].player) if seat in its else Seat() for seat in SEATS]
    place = _place(rows, its)
    waiting = tuple(row.player for row in rows if row.row in place.without_seat and row.player)
    game = Game(*key, tuple(seats), None, place, tuple(faults), date=_day_of(rows))
    return replace(game, without_power=waiting)


def game_rows(
    header: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    source: str = "",
    first: int = 1,
    *,
    needed: Sequence[str] = PLACED_BY,
    turned: bool = False,
    results: bool = True,
) -> Iterator[GameRow]:
    """The rows of a list below its header, without blank rows, up to another table or a remark.

    first: the number of the first row below the header.
    results: must there be a column of centres, chart years or typed scores?
    Raises Faults if the header cannot be used.
    """
    columns = _columns(header, rows, source, needed, results)
    at = columns["power"]
    letters = letters_in(cells[at] for cells in rows if len(cells) > at)
    listed = [*rows_below(columns, header, rows, source, first, turned=turned, letters=letters)]
    if {"round", "board"} <= {*needed}:
        listed = [_with_round_and_board(row) for row in listed]
    last = max((n for n, row in enumerate(listed) if row.seat is not None), default=len(listed))
    for n, row in enumerate(listed):
        if n > last and ends_list(row.cells, blank_above=listed[n - 1].row < row.row - 1):
            return
        if row.seat is not None or (header_word(row.get("power")) != "power" and not _is_sum(row)):
            yield row if columns.keys().isdisjoint(PARTS) else join_name(row)


def _is_sum(row: GameRow) -> bool:
    """Is this a row of sums, with a word such as Total in place of a power or player, or with none?"""
    labels = [row.cells.get(word) for word in (*PLACED_BY, "player", *PARTS)]
    return row.seat is None and (any(map(is_total, labels)) or all(map(is_blank, labels)))


def _with_round_and_board(row: GameRow) -> GameRow:
    """The row in round 1 if its list has no column for rounds, on board 1 if it has none for boards."""
    missing: dict[Word, Cell] = {} if "date" in row.cells else {"round": 1}
    missing = {word: n for word, n in {**missing, "board": 1}.items() if word not in row.cells}
    return row._replace(cells={**row.cells, **missing}) if missing else row


def ends_list(cells: Mapping[Any, Cell], *, blank_above: bool) -> bool:
    """Does another table or a remark begin in this row? The row is below the last row with a power."""
    round_ = cells.get("round")
    if round_in(round_) is not None or date_in(round_) is not None or date_in(cells.get("date")) is not None:
        return False
    return blank_above or all(is_blank(cell) or number(cell) is None for cell in cells.values())


def rows_below(
    columns: Mapping[Any, int],
    header: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    source: str,
    first: int,
    **more: Any,
) -> Iterator[GameRow]:
    """The rows below a header, without blank rows. A row's cells are keyed by the words of `columns`.

    more: further fields of GameRow.
    """
    headers = {str(word): str(header[i]).strip() for word, i in columns.items()}
    width = max(columns.values()) + 1
    for i, cells in enumerate(rows, first):
        whole = cells if len(cells) >= width else [*cells, *[None] * (width - len(cells))]
        if not all(is_blank(whole[at]) for at in columns.values()):
            yield GameRow(i, CellsOfRow(columns, whole), headers, source, **more)


def join_name(row: GameRow) -> GameRow:
    """The row with the player's whole name, joined from the columns of first and last name."""
    cells: dict[str | int, Cell] = {**row.cells}
    parts = [text_in_one_line(cells.pop(part, None)) for part in PARTS]
    cells["player"] = " ".join(filter(None, parts))
    heading = next(row.headers[part] for part in PARTS if part in row.headers)
    return row._replace(cells=cells, headers={**row.headers, "player": heading})


def columns_in(
    header: Sequence[Cell], meanings: Sequence[Word | None], source: str
) -> WithFaults[dict[Word, int]]:
    """The column of each word that the headings mean, and a fault for each repetition of a word."""
    columns: dict[Word, int] = {}
    faults: list[Fault] = []
    for i, (cell, word) in enumerate(zip(header, meanings, strict=True)):
        if word in columns:
            faults.append(SameColumnTwice(place=source, name=str(cell).strip()))
        elif word is not None:
            columns[word] = i
    return WithFaults(columns, faults)


def _columns(
    header: Sequence[Cell], below: Sequence[Sequence[Cell]], source: str, needed: Sequence[str], results: bool
) -> dict[Word, int]:
    columns, faults = columns_in(header, header_words(header), source)
    columns |= find_columns_by_cells(columns, header, lambda i: (row[i] for row in below if i < len(row)))
    has_chart = any(isinstance(word, int) for word in columns)
    named = not columns.keys().isdisjoint(PARTS)
    known = {*columns, *({"round"} if "date" in columns else ()), *({"player"} if named else ())}
    known |= _labels_not_needed(columns, below) if {"round", "board"} <= {*needed} else set()
    wanted = [*needed, *(["centres"] if results and not has_chart and "override" not in columns else [])]
    faults += (MissingColumn(place=source, name=word.capitalize()) for word in wanted if word not in known)
    if faults:
        raise Faults(faults)
    return columns


def _labels_not_needed(columns: Mapping[Word, int], below: Sequence[Sequence[Cell]]) -> set[str]:
    """The words `round` and `board`, as far as the rows make one board in each round without them."""
    if "power" not in columns or "board" in columns:
        return set()
    at = columns["power"]
    when = columns.get("round", columns.get("date"))
    cells = [row for row in below if at < len(row) and not is_blank(row[at])]
    letters = letters_in(row[at] for row in cells)
    seats = [
        (str(row[when]) if when is not None and when < len(row) else "", power(row[at], letters))
        for row in cells
    ]
    known = [one for one in seats if one[1] is not None]
    whole = len(known) == len({*known}) == len({one for one, _ in known}) * len(SEATS)
    return {"round", "board"} if known and whole else set()


def find_columns_by_cells(
    columns: dict[Word, int], header: Sequence[Cell], below: Callable[[int], Iterable[Cell]]
) -> dict[Word, int]:
    """Find columns whose meaning depends on their cells or on other headings.

    These are `Status`, if its cells are words for how the game ended; a column of results such as
    `13 centres`, if no other column has centres; and `Name`, if another column is for one part of the name.
    In the last case, `player` is removed from `columns`.
    below: returns the cells below the heading with this index.
    """
    drew = (("draw", i) for i, cell in enumerate(header) if is_status(cell) and are_statuses(below(i)))
    found: dict[Word, int] = dict(islice(drew, "draw" not in columns))
    if not any(map(is_count, columns)):
        free = [i for i in range(len(header)) if i not in {*columns.values(), *found.values()}]
        found.update(("centres", i) for i in free if are_results_in_words(below(i)))
    parts, _twice = columns_in(header, [*map(name_word, header)], "")
    parts_of_name(parts, header)
    if "player" in parts or not parts:
        return found
    columns.pop("player", None)
    return found | {word: column for word, column in parts.items() if word in PARTS}


def _stray(row: GameRow, round_: Round | Fault, name: str | Fault) -> Stray:
    seat = row.seat
    return Stray(
        tuple(found for found in (round_, name) if isinstance(found, Fault)),
        row.row,
        row.without_errors().player,
        None if isinstance(round_, Fault) else round_,
        "" if isinstance(name, Fault) else name,
        "" if seat is None else POWERS[seat],
    )


def _may_be_short(round_: Round, name: str, rows: Sequence[GameRow], strays: Sequence[Stray]) -> bool:
    """May a row without a readable round or board belong to a power that seems to be missing in this game?"""
    seated = {row.seat for row in rows} if strays else set()
    return any(
        (stray.round in (None, round_) and stray.board in ("", name))
        and (not stray.power or POWERS.index(stray.power) not in seated)
        for stray in strays
    )


def _value_or_fault(part: Callable[[GameRow], T], row: GameRow) -> T | Fault:
    try:
        return part(row)
    except Fault as fault:
        return fault


NOBODY = Seat()


def game_of_rows(
    key: tuple[Round, str],
    rows: Sequence[GameRow],
    called: str,
    *,
    fewer: bool,
    seats: dict[str, Seat] | None = None,
) -> Game | None:
    """Build the game of these rows, in any order. It may have faults. None if not yet played.

    key: the board's round and name.
    called: the board's name in a sentence.
    seats: by player, the seats of other games for which only the player is typed; the function adds its own.
        Most players have such a seat in each round, and share one object: a large event has many seats.
    """
    errors = [error for row in rows for error in row.errors()]
    rows = [row.without_errors() for row in rows] if errors else rows
    faults: list[Fault] = []
    by_seat = _by_seat(rows, faults)
    place = _place(rows, by_seat)
    absent = frozenset(SEATS) - by_seat.keys()
    if absent and not fewer and not faults:
        powers = join(POWERS[seat] for seat in sorted(absent))
        faults += add_places([MissingPowers(field="power", board=called, powers=powers)], place)
    known = {} if seats is None else seats
    seated = tuple(_seat(by_seat[seat], faults, known) if seat in by_seat else NOBODY for seat in SEATS)
    facts = _facts_of_board(rows, faults)
    if not errors and not any(row.has_count for row in rows):
        if not _is_scored(seated):
            return None
        faults = [fault for fault in faults if not isinstance(fault, MissingPowers)]
        return Game(*key, seated, None, place, tuple(faults), **facts)
    board = None
    try:
        board = board_from(_scoring_cells(by_seat), absent)
    except Faults as found:
        missing = frozenset() if fewer else absent
        faults += add_places(_without_missing(found.faults, missing), place) if by_seat else ()
    faults = [*errors, *_drop_consequent_faults(faults, errors, place)]
    return Game(*key, seated, None if faults else board, place, tuple(faults), **facts)


def _facts_of_board(rows: Sequence[GameRow], faults: list[Fault]) -> dict[str, Any]:
    """Facts about the whole board. Any row of the board may contain such a fact."""
    return {
        "date": _day_of(rows),
        "weight": _read_common_value(rows, "weight", _weight, WeightsDiffer, faults, as_fraction(1)),
        "system": _read_common_value(rows, "system", _system, SystemsDiffer, faults, ""),
        "left_out": True in [row.is_marked("not_counted", faults) for row in rows],
    }


def _is_scored(seats: Iterable[Seat]) -> bool:
    """Does every seat that is in use have a typed score?"""
    scores = [seat.override for seat in seats if seat.player or seat.override is not None]
    return bool(scores) and None not in scores


def _scoring_cells(by_seat: Mapping[int, GameRow]) -> dict[Word, list[Cell]]:
    """Seven cells of each fact for scores. A power without a row has 0 centres if any power has a count."""
    typed: dict[Word, list[Cell]] = {}
    # A result in words gives only its own row a year of elimination.
    for word in {word: None for row in by_seat.values() for word in row.cells}:
        if word in SCORING or isinstance(word, int):
            its = {seat: row.get(word) for seat, row in by_seat.items()}
            missing = 0 if is_count(word) and not all(map(is_blank, its.values())) else None
            typed[word] = [its.get(seat, missing) for seat in SEATS]
    return typed


def _without_missing(faults: Iterable[Fault], missing: Container[int]) -> Iterator[Fault]:
    """Drop the faults of powers without a row: such powers have no cells that could be wrong."""
    for fault in faults:
        if not missing or (fault.seat not in missing and not isinstance(fault, NoCentres)):
            yield fault


def _by_seat(rows: Iterable[GameRow], faults: list[Fault]) -> dict[int, GameRow]:
    """The row of each power; an unknown or repeated power adds a fault."""
    found: dict[int, GameRow] = {}
    for row in rows:
        if (seat := row.seat) is None:
            kind, facts = not_a_power(row.get("power"), row.letters)
            faults.append(row.wrong(kind, "power", **facts))
        elif seat in found:
            faults.append(row.wrong(SamePowerTwice, "power", power=POWERS[seat]))
        else:
            found[seat] = row
    return found


def _place(rows: Sequence[GameRow], by_seat: Mapping[int, GameRow]) -> Place:
    first = rows[0]
    numbers = _in_short(tuple(by_seat[seat].row if seat in by_seat else None for seat in SEATS))
    others = tuple(row.row for row in rows if row.row not in numbers)
    seated = (by_seat[seat].places if seat in by_seat else {} for seat in SEATS)
    cells = (*seated, *(row.places for row in rows if row.row not in numbers))
    cells = cells if any(cells) else ()
    if all(row.headers is first.headers for row in rows):
        return Place(first.source, numbers, first.headers, first.turned, None, others, cells)
    alike = {w: name for w, name in first.headers.items() if all(r.headers.get(w) == name for r in rows)}
    own = {(seat, word): name for seat, row in by_seat.items() for word, name in row.headers.items()}
    return Place(first.source, numbers, alike, first.turned, own, others, cells)


def _in_short(rows: tuple[int | None, ...]) -> Sequence[int | None]:
    """The same rows, as a range if each is the next one: a range needs less memory."""
    first = rows[0] or 0
    following = range(first, first + len(rows))
    return following if rows == (*following,) else rows


def _drop_consequent_faults(
    faults: Sequence[Fault], errors: Sequence[Fault], place: Place
) -> Iterator[Fault]:
    """Drop the faults that only follow from an error in a cell."""
    spoilt = {error.place for error in errors}
    for fault in faults:
        if isinstance(fault, BlankCount):
            under = {error.seat for error in errors if error.field == fault.field}
            seats = [seat for seat in fault.seats if seat not in under]
            if len(seats) < len(fault.seats):
                yield from add_places([BlankCount(seats, fault.field, fault.when)] if seats else [], place)
                continue
        if fault.place not in spoilt:
            yield fault


def _seat(row: GameRow, faults: list[Fault], seats: dict[str, Seat]) -> Seat:
    """seats: as in `game_of_rows`."""
    override, tiebreak = row.number("override", faults), row.number("tiebreak", faults)
    extra = row.number("extra_points", faults)
    unranked = row.is_marked("unranked", faults)
    words = row.name("team"), row.name("reason")
    typed = override, unranked, tiebreak, extra or as_fraction(0), *words
    player = row.player
    if typed != _NOTHING_TYPED:
        return Seat(player, *typed)
    if (seat := seats.get(player)) is None:
        seat = seats[player] = Seat(player)
    return seat


_NOTHING_TYPED = (None, False, None, as_fraction(0), "", "")


def _read_common_value(
    rows: Iterable[GameRow],
    word: str,
    read: Callable[[GameRow], T],
    differ: type[Fault],
    faults: list[Fault],
    otherwise: T,
) -> T:
    """The value that a board's rows share; `otherwise` if there is none, or if values differ (a fault)."""
    found: list[T] = []
    for row in rows:
        if is_blank(row.get(word)):
            continue
        value = _value_or_fault(read, row)
        if isinstance(value, Fault):
            faults.append(value)
        elif not found or value != found[0]:
            found.append(value)
            faults += [row.wrong(differ, word, seat=row.seat)] if len(found) > 1 else []
    return found[0] if len(found) == 1 else otherwise


def _weight(row: GameRow) -> Fraction:
    """Read the weight of the row's board. Raises NotAWeight and WeightIsADate."""
    cell = row.get("weight")
    weight = fraction(cell)
    if weight is None or weight < 0 or is_date(cell):
        raise row.wrong(WeightIsADate if is_date(cell) else NotAWeight, "weight", value=quote_value(cell))
    return Fraction(weight)


def _system(row: GameRow) -> str:
    """The key of the board's own system. Raises UnknownSystem."""
    try:
        return find(str(row.get("system"))).key
    except UnknownSystem as unknown:
        raise row.wrong(type(unknown), "system", **unknown.facts) from None
