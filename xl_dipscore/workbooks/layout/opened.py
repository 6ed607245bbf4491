"""The parts of an open workbook. Each part is found when it is first needed."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from xl_dipscore.errors import Fault, Faults, WithFaults
from xl_dipscore.sheets.calculate.reader import Reading
from xl_dipscore.sheets.xlsx.book import EditableBook, Page
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.boards import Boards, look_for_boards, unread_in
from xl_dipscore.workbooks.layout.games import GamesSheet, NoGamesSheet, Slot, sheets_with_games
from xl_dipscore.workbooks.layout.log import LogSheet, find_log
from xl_dipscore.workbooks.layout.marks import typed_pages
from xl_dipscore.workbooks.layout.roster import (
    PlayerList,
    find_unlisted_players,
    named_list,
    roster_teams,
    titled_list,
)
from xl_dipscore.workbooks.layout.season import circuit_in
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.layout.system import Scoring
from xl_dipscore.workbooks.layout.tables import (
    NOW_SAYS,
    ShownTable,
    best_shown,
    standings_shown,
    table_formulas,
)

if TYPE_CHECKING:
    from typing import Self  # LibreOffice's Python may be 3.10

Table = tuple[Page, Cell, Reading]
"""The page and the cell of a formula that calls a function of all games, and the parsed formula."""


class Opened:
    """A workbook's parts, each cached when first needed. After changing cells, continue with `anew()`."""

    def __init__(self, book: EditableBook) -> None:
        self.book = book
        self.setup = Setup(book)
        self.circuit = circuit_in(self.setup)

    def anew(self) -> "Self":
        """A fresh view of the same workbook, without cached parts."""
        return type(self)(self.book)

    @property
    def file(self) -> Package:
        """The workbook, which must be a file and not open in a program."""
        assert isinstance(self.book, Package), "The workbook is open in a program: use book, not file."
        return self.book

    @cached_property
    def scoring(self) -> Scoring:
        return Scoring(self.setup, self.sheets)

    @cached_property
    def pages(self) -> Sequence[Page]:
        return [*typed_pages(self.book)]

    @cached_property
    def sheets(self) -> tuple[GamesSheet, ...]:
        return sheets_with_games(self.pages, any_order=bool(self.setup.plain))

    def check_sheets(self) -> tuple[GamesSheet, ...]:
        """The sheets with a games list. Raises NoGamesSheet, and Faults for doubts, such as two lists."""
        if doubts := [doubt for sheet in self.sheets for doubt in sheet.doubts]:
            raise Faults(doubts)
        if not self.sheets:
            raise NoGamesSheet(file=self.book.name)
        return self.sheets

    @cached_property
    def slots(self) -> Sequence[Slot]:
        """The boards on the sheets with a games list. Raises as `check_sheets`."""
        return [slot for home in self.check_sheets() for slot in home.slots]

    @cached_property
    def boards(self) -> Boards:
        explains = self.setup.area("Explain_board") is not None
        return look_for_boards(self.book, self.pages, self.sheets, explains=explains)

    @cached_property
    def unread(self) -> Sequence[Fault]:
        """Faults for unread columns with values beside the games."""
        return unread_in(self.boards.sound, self.pages, self.roster, plain=bool(self.setup.plain))

    @cached_property
    def roster(self) -> PlayerList | None:
        return named_list(self.setup)

    @property
    def any_roster(self) -> PlayerList | None:
        """The roster, or else the column Player of a sheet Players or Roster."""
        return self.roster or titled_list(self.book)

    @property
    def players(self) -> dict[str, int]:
        return {} if self.roster is None else self.roster.rows_by_name

    @property
    def teams(self) -> WithFaults[dict[str, str]]:
        """The team of each player, and faults for players in two teams. Both empty without a column Team."""
        return roster_teams(self.roster, self.book.name)

    @property
    def unlisted_player_notes(self) -> tuple[str, ...]:
        """A sentence for each player in games who is not on the list of players."""
        return find_unlisted_players(self.roster, self.sheets, self.book.name)

    @cached_property
    def table_formulas(self) -> Sequence[Table]:
        return [*table_formulas(self.book)]

    @property
    def shown_tables(self) -> Sequence[Table]:
        """The tables that people read, without hidden standings on Print that leave out a running round."""
        says = self.setup.area(NOW_SAYS)
        return [one for one in self.table_formulas if says not in one[2].areas]

    @cached_property
    def standings_shown(self) -> ShownTable | None:
        return standings_shown(self.book)

    @cached_property
    def best_shown(self) -> ShownTable | None:
        return best_shown(self.book)

    @property
    def log(self) -> LogSheet | None:
        """The sheet Log. Raises NoLogHeading."""
        return find_log(self.setup)
