"""Find the boards of a workbook: in games lists, in the director's own layout, or listed on a sheet Map."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import At, Doubt, Fault, Faults, join
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.typed import WIDTHLESS, same_person
from xl_dipscore.sheets.xlsx.book import Book, Page, value_in
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.columns import WIDE_HEADINGS
from xl_dipscore.tables.cells.games import headings_besides
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.one_table import MOST_CENTRES
from xl_dipscore.tables.cells.unread import NoHeading
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.layout.blocks import PowerBlock, boards_of_blocks, find_blocks, find_broken_runs
from xl_dipscore.workbooks.layout.games import GamesSheet, NoGamesSheet, Slot, header_rows, label
from xl_dipscore.workbooks.layout.maps import map_of, read_map
from xl_dipscore.workbooks.layout.own import NO_HEADS, Grid, OwnBoard, heads_in, value_at
from xl_dipscore.workbooks.layout.roster import PlayerList
from xl_dipscore.workbooks.layout.rows import RowList, boards_in, lines_of, row_lists


class OwnLayout(
    NoGamesSheet,
    remedy="dipscore new makes such a workbook, and dipscore regenerate copies the results into it.",
    in_menu="New Event, ticked From nothing, makes such a workbook; there Take In Results reads this file.",
):
    """{file} keeps its boards in a layout of its own. This needs a games list: one row for each player of \
each game."""


_ON_MAP = "Type it there, or on a sheet Map: dipscore template map adds one."


class HalfKnown(NoGamesSheet, remedy=_ON_MAP, in_menu="Type it there."):
    """{file}: {unsure}."""


class BoardLeftOut(Fault, remedy=_ON_MAP, in_menu="Type it there."):
    """{file}: {unsure}. The board is left out."""


class BoardLacksPowers(
    Fault, remedy="Each of the seven powers needs a row of its own, also one that is out."
):
    """{file}: {where} begins a board without {powers}, so the board is left out."""


class HiddenCharacters(Doubt, remedy="Type the name again in one of them."):
    """{player} has hidden characters in {one} or {other}: plain formulas read them as two players."""


class TwoOfOneName(Fault, remedy="Or correct their names on a sheet Map: dipscore template map adds one."):
    """Board {board} of round {round} is listed twice, here and at {other}. Rename or clear one of them."""


@dataclass(frozen=True)
class Boards:
    """The boards of a workbook: `sheets` have games lists, `own` are boards in other layouts or on a Map."""

    sheets: tuple[GamesSheet, ...] = ()
    own: tuple[OwnBoard, ...] = ()
    unsure: tuple[OwnBoard, ...] = ()
    """Boards in the director's own layout whose round or name is unknown."""
    map: str = ""
    """The name of the sheet with the Map; empty without a Map."""
    broken: tuple[Fault, ...] = ()
    """Boards that lack powers."""
    faults: tuple[Fault, ...] = ()
    file: str = ""

    def check(self) -> "Boards":
        """Return self. Raises Faults if `faults` is not empty, and NoGamesSheet if there are no boards."""
        if self.faults:
            raise Faults(self.faults)
        if self.sheets or self.own:
            return self
        if self.unsure:
            raise HalfKnown(file=self.file, unsure=describe_unsure_board(self.unsure[0]))
        raise NoGamesSheet(file=self.file)

    @property
    def sound(self) -> "Boards":
        """Self if there are no faults; otherwise an object without boards."""
        return Boards() if self.faults else self

    def check_listed(self) -> None:
        """Raise OwnLayout if some boards are not in games lists, but in the director's layout or on a Map."""
        if self.sound.own:
            raise OwnLayout(file=self.file)

    @property
    def slots(self) -> list[Slot | OwnBoard]:
        listed: list[Slot | OwnBoard] = [slot for sheet in self.sheets for slot in sheet.slots]
        return [*listed, *self.own]

    @property
    def results(self) -> Iterator[tuple[tuple[str, str, str], Mapping[Word, At]]]:
        """For each seat of a played board: its round, board and power, and by fact the cell of the fact."""
        for sheet in self.sheets:
            for board, rows in sheet.boards.items():
                for row in rows if sheet.has_results(rows) else ():
                    if (seat := sheet.seat(row)) is not None:
                        columns = sheet.columns.items()
                        yield (*board, POWERS[seat]), {word: (sheet.name, row, n) for word, n in columns}
        for own in self.own:
            for seat in SEATS if own.is_named and not own.free else ():
                yield (label(own.round), label(own.board), POWERS[seat]), own.of(seat)

    @property
    def words(self) -> set[Word]:
        listed = (home.words for home in self.sheets)
        return {word for there in (*listed, *(board.places for board in self.own)) for word in there}


def look_for_boards(
    book: Book, pages: Sequence[Page], sheets: tuple[GamesSheet, ...], *, explains: bool
) -> Boards:
    """Find the boards and their faults: by a Map if there is one, else in games lists, else in other layouts.

    pages: sheets that may have games. sheets: the sheets with games lists.
    explains: does a cell choose a board to explain? Only our workbooks have such a cell.
    """
    if (home := map_of(book)) is not None:
        boards, faults = read_map(book, home)
        return Boards(own=boards, map=home.sheet.name, faults=faults, file=book.name)
    if any(sheet.keeps_boards or sheet.has_moved_headings for sheet in sheets):
        more = [] if explains else [*_without_round(book, pages, sheets)]
        own, unsure = (tuple(one for one in more if bool(one.lacks) is lacks) for lacks in (False, True))
        faults = tuple(doubt for one in sheets for doubt in one.doubts)
        return Boards(sheets, own, unsure, faults=faults, file=book.name)
    if explains:
        # Our workbook with a broken games list: its slips and tables must not be read as boards.
        return Boards(tuple(sheet for sheet in sheets if not sheet.is_view), file=book.name)
    tables = [_tables(page) for page in pages]
    found = _name_lone_board([one for lists, blocks in tables for one in _boards_of(book, lists, blocks)])
    beside = ((one.table, one.grid.sheet.name) for lists, _ in tables for one in lists)
    doubts = chain(*(table.doubts(name) for table, name in beside if table is not None))
    own = tuple(one for one in found if not one.lacks)
    if not own and sheets:
        return Boards(sheets, file=book.name)
    unsure = tuple(one for one in found if one.lacks)
    faults = (*doubts, *_find_double_boards(book.name, own))
    broken = tuple(chain(*(_find_broken(book.name, blocks) for _, blocks in tables)))
    return Boards(own=own, unsure=unsure, broken=broken, faults=faults, file=book.name)


def _find_broken(file: str, blocks: Sequence[PowerBlock]) -> Iterator[BoardLacksPowers]:
    for (sheet, row, column), seats in find_broken_runs(blocks):
        where = f"{sheet} {address(row, column)}".lstrip()
        lacks = [power for seat, power in enumerate(POWERS) if seat not in seats]
        missing = join(lacks or ["rows in one block"])
        yield BoardLacksPowers(file=file, where=where, powers=missing).locate([(sheet, row, column)])


def _without_round(book: Book, pages: Iterable[Page], sheets: Sequence[GamesSheet]) -> Iterator[OwnBoard]:
    """Played boards in lists without Round on other pages; boards that are also on `sheets` are left out."""
    known = {(round_.casefold(), name.casefold()) for sheet in sheets for round_, name in sheet.boards}
    names = {sheet.name for sheet in sheets}
    for page in pages:
        lists = () if page.name in names else header_rows(page, games_header, "power", _LISTED)
        if any(one.columns.keys() >= _LISTED for one in lists):
            for board in _boards_of(book, *_tables(page)):
                at = label(board.round).casefold(), label(board.board).casefold()
                if not board.free and at not in known:
                    yield board


_LISTED = frozenset({"board", "power", "player", "centres"})


def unread_in(
    there: Boards, pages: Iterable[Page], players: PlayerList | None, *, plain: bool
) -> list[Fault]:
    """Report unread columns with values beside the games; if `plain`, also hidden characters in names."""
    found: list[Fault] = []
    for home in there.sheets:
        known = headings_besides(home.columns)
        found += home.table.notes(home.name)
        found += Grid(home.sheet).unread(
            home.header, home.columns.values(), home.rows, known, words=home.columns.keys()
        )
        found += _find_hidden_characters(players, home) if plain else ()
    of_boards = {board.sheet for board in there.own if not there.map}
    for page in pages if of_boards else ():
        lists, blocks = _tables(page) if page.name in of_boards else ([], [])
        for listed in lists:
            lines, _ = lines_of(listed)
            found += () if listed.table is None else listed.table.notes(page.name)
            found += _drop_heading_faults(
                listed.grid.unread(
                    listed.header, listed.columns.values(), lines, WIDE_HEADINGS, words=listed.columns
                )
            )
        for block in blocks:
            used, known = [block.across, *block.columns.values()], headings_besides(block.columns)
            rows, across = range(block.first, block.last + 1), range(block.left, block.right + 1)
            words = {"round", "date", *block.columns}
            found += _drop_heading_faults(
                block.grid.unread(block.header, used, rows, known, across, words=words)
            )
    return [*{str(one): one for one in found}.values()]


def _find_hidden_characters(there: PlayerList | None, home: GamesSheet) -> Iterator[Fault]:
    """Report names that differ in hidden characters: plain formulas drop these only in games lists."""
    cells = [(there.sheet, row, there.area.left, "") for row in there.rows] if there is not None else []
    cells += [
        (home.sheet, row, home.columns["player"], WIDTHLESS) for row in home.rows if "player" in home.columns
    ]
    firsts: dict[str, tuple[str, str]] = {}
    for sheet, row, column, cleaned in cells:
        text = str(value_in(sheet, row, column) or "").translate(dict.fromkeys(map(ord, cleaned)))
        name, at = " ".join(text.split()), f"{sheet.name}!{address(row, column)}"
        first, its = firsts.setdefault(same_person(name), (name, at))
        if first.lower() != name.lower():
            yield HiddenCharacters(player=label(name), one=its, other=at)


def _drop_heading_faults(found: Iterable[Fault]) -> Iterator[Fault]:
    """Drop NoHeading: in the director's own layout a column may have no heading."""
    return (one for one in found if not isinstance(one, NoHeading))


def _boards_of(book: Book, lists: Iterable[RowList], blocks: Sequence[PowerBlock]) -> Iterator[OwnBoard]:
    for listed in lists:
        yield from boards_in(book, listed)
    yield from boards_of_blocks(book, blocks)


class _TablesOfSheet(NamedTuple):
    """The lists and blocks of a sheet."""

    lists: list[RowList]
    blocks: list[PowerBlock]


def _tables(sheet: Page) -> _TablesOfSheet:
    """The lists and blocks of a sheet, upright or on their side. Powers that fit both are read upright."""
    upright, turned = Grid(sheet), Grid(sheet, turned=True)
    rows = list(row_lists(upright))
    blocks = find_blocks(upright)
    columns = [one for one in row_lists(turned) if one.header not in {block.across for block in blocks}]
    aside = find_blocks(turned, {one.header for one in rows})
    return _TablesOfSheet([*rows, *columns], [*blocks, *aside])


def _name_lone_board(boards: list[OwnBoard]) -> list[OwnBoard]:
    """The boards; the only one with results is board 1 of round 1, if its sheet names no round and no board.

    A board with blank cells for its round and name stays as it is: somebody will type them.
    """
    played = [board for board in boards if not board.free]
    if len(played) != 1 or played[0].lacks != ("round", "board"):
        return boards
    (one,) = played
    page = one.package.sheet(one.sheet)
    texts = [page.name, *(cell.value for cell in page.cells.values())]
    if any(one.cells(word) for word in one.lacks) or any(heads_in(text) != NO_HEADS for text in texts):
        return boards
    return [replace(board, round=1, board="1") if board is one else board for board in boards]


def _find_double_boards(file: str, boards: Sequence[OwnBoard]) -> Iterator[Fault]:
    known: dict[tuple[str, str], OwnBoard] = {}
    for board in boards:
        if not board.is_named:
            continue
        round_, name = label(board.round), label(board.board)
        first = known.setdefault((round_.casefold(), name.casefold()), board)
        if first is not board:
            place = f"{file} {where_is(board)}"
            twice = TwoOfOneName(place=place, board=name, round=round_, other=where_is(first))
            yield twice.locate(board.cells(board.count_words[0]))


def describe_unsure_board(unsure: OwnBoard) -> str:
    what = join(unsure.lacks)
    return f"{where_is(unsure)} begins the counts of seven powers, but nothing names its {what}"


def boards_left_out(there: Boards) -> Iterator[Fault]:
    """A fault for each board with results whose round or name is unknown, or that lacks powers."""
    yield from there.broken
    for one in there.unsure:
        cells = [value_at(one.package, at) for at in one.cells(one.count_words[-1])]
        counts = [number(cell) for cell in cells]
        whole = [count for count in counts if isinstance(count, int)]
        summed = len(whole) < sum(count is not None for count in counts) or sum(whole) > 2 * MOST_CENTRES
        if not one.free and not summed:  # the means or sums of several boards are no board
            fault = BoardLeftOut(file=there.file, unsure=describe_unsure_board(one))
            yield fault.locate(one.cells(one.count_words[-1]))


def where_is(board: OwnBoard) -> str:
    """The sheet and the address of the first cell with a centre count of a board, as text."""
    sheet, row, column = board.cells(board.count_words[0])[0]
    return f"{sheet} {address(row, column)}".lstrip()
