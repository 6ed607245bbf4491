"""Extract the results of a workbook as a games list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, product
from typing import NamedTuple

from xl_dipscore.errors import At, Fault
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import USUAL
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.columns import SCORED, column_order
from xl_dipscore.tables.cells.csv_text import as_text
from xl_dipscore.tables.cells.english import in_english
from xl_dipscore.tables.cells.games import OUT, GameList, GameRow, games_of, join_game_lists, of_season
from xl_dipscore.tables.cells.headings import PARTS
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.unread import notes_and_faults
from xl_dipscore.tables.cells.values import Cell, is_blank
from xl_dipscore.tables.cells.wide import with_draw
from xl_dipscore.tables.cells.wide_rows import initials_in
from xl_dipscore.workbooks.layout.boards import boards_left_out, describe_unsure_board
from xl_dipscore.workbooks.layout.games import GamesSheet, day_in, label
from xl_dipscore.workbooks.layout.opened import Opened
from xl_dipscore.workbooks.layout.own import OwnBoard, value_at
from xl_dipscore.workbooks.layout.setup import YEAR


class NoValueYet(Fault):
    """{file}: {cell} holds a formula without a value. First rebuild the workbook, or save it in Excel."""


class SameBoardTwice(Fault):
    """{file}: board {board} of round {round} is on two sheets, {first} and {second}."""


@dataclass
class Extract:
    columns: Sequence[Word]
    rows: list[list[Cell]] = field(default_factory=list)
    """The rows of the played boards, with a cell for each of `columns`."""
    lists: list[GameList] = field(default_factory=list)
    """A list of games for each sheet with a games list, then one for boards in the director's own layout."""
    unplayed: int = 0
    """The number of boards without results, including spare boards."""
    by_dates: bool = False
    """Do games have dates instead of rounds?"""
    faults: list[Fault] = field(default_factory=list)
    unread: tuple[Fault, ...] = ()
    unread_facts: Sequence[Fault] = ()
    """Doubts among `unread` about columns that a list must not leave out."""
    notes: list[str] = field(default_factory=list)
    """Sentences about columns and boards that are left out, with the reasons."""

    @cached_property
    def game_list(self) -> GameList:
        """The games of all sheets together, for scoring."""
        listed = replace(join_game_lists(self.lists), by_dates=self.by_dates, unread=self.unread)
        return of_season(listed, USUAL)

    @property
    def table(self) -> list[list[str]]:
        """The games list as text, headings first."""
        return self._as_text(self.rows)

    @property
    def notes_beside_facts(self) -> list[str]:
        """The notes without those on columns in `unread_facts`."""
        facts = {fault.sentence for fault in self.unread_facts}
        return [line for line in self.notes if line not in facts]

    @property
    def good_games(self) -> list[Game]:
        """The games without a fault; none if a value is missing, or a board double."""
        unclear = any(isinstance(fault, NoValueYet | SameBoardTwice) for fault in self.faults)
        return [] if unclear else self.game_list.usable[0]

    @property
    def sound_table(self) -> list[list[str]]:
        """The games list as `table`, with only the boards that have no fault."""
        when, board = (self.columns.index(word) for word in ("date" if self.by_dates else "round", "board"))
        good = {(str(game.date if self.by_dates else game.round), game.name) for game in self.good_games}
        return self._as_text([row for row in self.rows if (label(row[when]), label(row[board])) in good])

    def _as_text(self, rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
        return [list(map(as_text, row)) for row in (self.columns, *rows)]


class _BoardRows(NamedTuple):
    rows: Sequence[GameRow]
    played: bool
    faults: Sequence[Fault] = ()
    """Faults in the names of the powers that drew."""


def extract(
    event: Opened, *, setup_year: bool = True, roster_team: bool = True, fewer: bool = False
) -> Extract:
    """Extract the boards of a workbook, with its columns. Raises NoGamesSheet and Faults as `Boards.check`.

    setup_year: fill in the last year from Setup on boards that have no year, as scoring does.
    roster_team: if the games have no column for teams, take the teams from the list of players.
    fewer: accept boards of fewer than seven powers even if the workbook's system does not.
    """
    there, book = event.boards.check(), event.book
    sheets, own = there.sheets, there.own
    year = event.setup.value(YEAR) if setup_year else None
    teams, in_two = event.teams if roster_team else ({}, [])
    days = [board.day for board in own if board.is_named]
    by_dates = any(sheet.by_dates for sheet in sheets) or (bool(days) and None not in days)
    words = there.words | ({"round", "board", "power"} if own else set())
    words -= SCORED | ({"round"} if by_dates else set())
    further = {*([] if is_blank(year) else ["year"]), *(["team"] if teams else [])}
    found = Extract(sorted(words | further, key=column_order), by_dates=by_dates, faults=[*in_two])
    found.unread = tuple(event.unread)
    found.notes += map(str, found.unread)
    _, found.unread_facts = notes_and_faults(found.unread, book.name)
    left = [*boards_left_out(there)]
    found.faults += left
    said = {fault.facts.get("unsure") for fault in left}
    others = (describe_unsure_board(one) for one in there.unsure if not one.free)
    found.notes += (f"Left out: {one}." for one in others if one not in said)
    found.faults += chain(*(without_value(book, cells) for cells in _input_cells(sheets, own)))
    found.faults += _find_boards_on_two_sheets(book.name, sheets)
    names: dict[str, str] = {}
    fewer = fewer or event.scoring.takes_fewer
    listed = [_boards_on(sheet, book.name, found.columns) for sheet in sheets]
    named = [board for board in own if board.is_named or not board.free]
    once = (board for board in named if len(board.cells("draw")) == 1)
    initials = initials_in(value_at(board.package, board.cells("draw")[0]) for board in once)
    for boards in (*listed, (_own_board(board, initials) for board in named)):
        played: list[GameRow] = []
        to_come: list[GameRow] = []
        unread: dict[object, Sequence[Fault]] = {}
        for board in boards:
            rows = [*_complete_rows(board.rows, year, teams)]
            unread |= {board.rows[0].key: board.faults} if board.faults else {}
            found.faults += board.faults
            if board.played:
                played += rows
                continue
            found.unplayed += 1
            if any(not is_blank(row.get("player")) for row in rows):
                to_come += rows
        found.rows += ([*map(in_english(row).get, found.columns)] for row in played)
        read = games_of([*played, *to_come], fewer=fewer, names=names)
        read = replace(read, games=tuple(_with_faults(game, unread) for game in read.games))
        found.lists.append(read)
        # A fault in a cell for the whole board is found again in each row of the board: keep it once.
        found.faults = [*{str(fault): fault for fault in (*found.faults, *read.faults)}.values()]
    return found


def _with_faults(game: Game, unread: Mapping[object, Sequence[Fault]]) -> Game:
    """The game; without a board, if its draw could not be read. unread: faults by round and name."""
    faults = unread.get((game.round, game.name), ())
    return replace(game, board=None, faults=(*game.faults, *faults)) if faults else game


def _input_cells(sheets: Iterable[GamesSheet], own: Iterable[OwnBoard]) -> Iterator[Iterable[At]]:
    """The cells of each games list, and of each board in the director's own layout, without scores."""
    for sheet in sheets:
        columns = [column for word, column in sheet.columns.items() if word not in SCORED]
        yield product([sheet.name], filter(partial(_may_be_seat, sheet), sheet.rows), columns)
    for board in own:
        yield chain(*(board.cells(word) for word in board.places if word not in SCORED))


def _may_be_seat(sheet: GamesSheet, row: int) -> bool:
    """Can a row be a seat, and not a line of sums? Its power may be a formula that has no value yet."""
    return sheet.seat(row) is not None or sheet.is_computed(row, sheet.columns["power"])


def _find_boards_on_two_sheets(file: str, sheets: Iterable[GamesSheet]) -> Iterator[Fault]:
    homes: dict[tuple[str, str], str] = {}
    for sheet in sheets:
        for (round_, board), rows in sheet.boards.items():
            if not sheet.has_results(rows) and board.casefold() != OUT:
                continue
            first = homes.setdefault((round_.casefold(), board.casefold()), sheet.name)
            if first != sheet.name:
                again = SameBoardTwice(file=file, board=board, round=round_, first=first, second=sheet.name)
                yield again.locate([(sheet.name, min(rows), sheet.columns["board"])])


def _complete_rows(rows: Sequence[GameRow], year: CellValue, teams: Mapping[str, str]) -> Iterator[GameRow]:
    """Add the year of Setup if the board has no year, and players' teams if there is no column for teams."""
    words = [word for word in rows[0].cells if word == "year" or isinstance(word, int)]
    dated = any(not is_blank(row.get(word)) for row in rows for word in words)
    more: dict[Word, Cell] = {} if dated or is_blank(year) else {"year": year}
    for row in rows:
        if teams and "team" not in row.cells:
            more["team"] = teams.get(label(row.get("player") or ""))
        yield row._replace(cells={**row.cells, **more}) if more else row


def _boards_on(sheet: GamesSheet, file: str, columns: Iterable[Word]) -> list[_BoardRows]:
    boards, source = [], f"{file} {sheet.name}".rstrip()
    words = sheet.words - SCORED
    columns_of = {"player" if word in PARTS else str(word): n for word, n in sheet.columns.items()}
    titles = {str(word): str(sheet.value(sheet.header, word) or word).strip() for word in columns}
    for (_, name), rows in sheet.boards.items():
        its = []
        for row, (head, board) in sorted(rows.items()):
            cells: dict[Word, Cell] = {word: sheet.value(row, word) for word in words}
            cells |= {"board": board, "round": None if sheet.by_dates else head}
            cells |= {"date": head} if sheet.by_dates else {}
            places = {word: (sheet.name, row, column) for word, column in columns_of.items()}
            its.append(GameRow(row, cells, titles, source, letters=sheet.letters, places=places))
        boards.append(_BoardRows(its, sheet.has_results(rows) or name.casefold() == OUT))
    return sorted(boards, key=lambda board: board.rows[0].row)


def _own_board(board: OwnBoard, initials: bool | None) -> _BoardRows:
    """Convert a board in the director's own layout to seven rows, which keep the address of each cell.

    initials: as in `powers_in`.
    """
    rows: list[GameRow] = []
    faults: list[Fault] = []
    for seat in SEATS:
        places = board.of(seat)
        values = {word: value_at(board.package, at) for word, at in places.items() if word not in SCORED}
        values |= {"date": day_in(board.package, values["date"])} if "date" in values else {}
        cells: dict[Word, Cell] = {**values}
        headers = {str(word): board.titles.get((word, seat), board.heading(word)) for word in board.places}
        round_ = board.round if board.day is None else None
        cells |= {"round": round_, "board": board.board, "power": POWERS[seat]}
        sheet, row, column = board.cells(board.count_words[0])[seat]
        line = column if board.turned else row
        its = {str(word): at for word, at in places.items()}
        one = GameRow(
            line, cells, headers, f"{board.package.name} {sheet}".rstrip(), board.turned, board.letters, its
        )
        if len(board.cells("draw")) == 1:
            one, wrong = with_draw(one, seat, initials=initials)
            faults += wrong if seat == 0 else []
        rows.append(one)
    return _BoardRows(rows, not board.free, faults)


def without_value(book: Book, places: Iterable[At]) -> Iterator[Fault]:
    """Report the first formula without a stored value. Programs that compute no formulas save such cells."""
    for sheet, row, column in places:
        cell = book.sheet(sheet).cells.get((row, column))
        if cell is not None and cell.formula_xml and cell.value is None:
            place = f"{sheet}!{address(row, column)}"
            yield NoValueYet(file=book.name, cell=place).locate([(sheet, row, column)])
            return
