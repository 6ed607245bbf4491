"""The columns on the added sheet for one system with its options, and the rows of boards in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.sheets.xlsx.formula import (
    Area,
    absolute,
    address,
    column_letters,
    column_number,
    position,
    quote_sheet,
)
from xl_dipscore.tables.cells.columns import GAME_COLUMNS, spoken
from xl_dipscore.tables.native.columns import Column, PlacedColumns, chart_letters
from xl_dipscore.tables.native.compiled import Compiled, compile_system
from xl_dipscore.tables.native.event import for_an_event
from xl_dipscore.tables.native.notation import Formula, cell_text
from xl_dipscore.tables.native.plan import EventPlan
from xl_dipscore.tables.native.results import games_columns
from xl_dipscore.workbooks.layout.added import AddedSheet
from xl_dipscore.workbooks.plain.boards import BoardCells, TypedRow
from xl_dipscore.workbooks.plain.calls import NotPlain, Source
from xl_dipscore.workbooks.plain.settings import ChosenSystem, put_settings, warning_formula

SOLO = "solo"
"""The parameter of a system whose value depends on the whole event."""


@dataclass
class SharedColumns:
    """Boards of one layout under one system with the same options. They share their columns."""

    settings: ChosenSystem
    placed: list[tuple[int, BoardCells]] = field(default_factory=list)
    """Each board with its first row on the added sheet."""
    listed: bool = False
    """Are the rows exactly the rows of one games list?"""
    letters: dict[str, str] = field(default_factory=dict)
    """The letters of each column by its name."""
    sheet: str = ""
    problem: str = ""
    """The reason why there are no columns; empty if there are columns."""
    plan: EventPlan | None = None
    """The plan of the event, if the rows are its games list."""
    notes: tuple[str, ...] = ()
    made_for: str = ""
    """The cell that is empty while the system and its options are as the formulas expect."""
    solo: str = ""
    """The cell for the value of a solo, if it depends on the whole event."""

    @property
    def next_row(self) -> int:
        return max((top + len(board.rows) for top, board in self.placed), default=2)

    @property
    def last_row(self) -> int:
        return self.next_row + 1

    def place(self, board: BoardCells) -> int:
        """Return the first row of a board. Add the board first if it has no rows here yet."""
        for top, one in self.placed:
            if one == board:
                return top
        self.placed.append((self.next_row, board))
        return self.placed[-1][0]

    def within(self, board: BoardCells) -> int | None:
        """The row where a board begins in the rows of a games list; None if the list has no such board."""
        [(top, whole)] = self.placed
        for start in range(len(whole.rows) - len(board.rows) + 1):
            rows = whole.rows[start : start + len(board.rows)]
            if all(_same(own, theirs) for own, theirs in zip(board.rows, rows, strict=True)):
                return top + start
        return None

    def write(self, page: AddedSheet) -> None:
        """Put the columns on the sheet. Raises NotPlain."""
        self.sheet = quote_sheet(page.name)
        words = {word for _, board in self.placed for word in board.words}
        years = _years(words)
        typed = [word for word in GAME_COLUMNS if word in words or word in ("round", "board")]
        asked = [*typed, *(["chart", *map(str, years)] if years else [])]
        made = self._compile_on_page(page, asked)
        cells = {top: f"{board.first[0]}!{address(*board.first[1:])}" for top, board in self.placed}
        page.column(self.settings.system.key, cells)
        self._add_input_column(page, "at", "row", "at")
        for word in typed:
            self._add_input_column(page, word, spoken(word), word)
        self.letters |= chart_letters(
            {year: self._add_input_column(page, str(year), str(year), year) for year in years}
        )
        own = made.columns
        if self.plan is not None:
            own = (*for_an_event(made, self.plan, self.solo), *games_columns(self.plan))
        before = (Column("score", "Score", made.score), Column("check", "Check", made.check))
        columns = (*before, Column("says", "Board", Formula("")), *own)
        rows = [row for top, board in self.placed for row in range(top, top + len(board.rows))]
        table = add_columns(page, columns, self.letters, rows, self.last_row)
        says = column_number(self.letters["says"])
        page.cells |= {
            (row, says): self._check_formula(row, count, table) for row, count in self._rows_of_checks()
        }

    @property
    def table(self) -> PlacedColumns:
        """The columns as other sheets refer to them. Raises NotPlain."""
        if self.problem:
            raise NotPlain(self.problem)
        return PlacedColumns(self.letters, self.last_row, self.sheet)

    def status(self) -> str:
        """A formula for the sentence on the boards: other options than expected, or boards with faults."""
        bad = f"COUNTIFS({self.table.column('played')},1,{self.table.column('ok')},0)"
        rows = f'{bad}&IF({bad}=1," row of games needs"," rows of games need")&" a look: see Check."'
        return f'IF({self.made_for}="",IF({bad}=0,"",{rows}),{self.made_for})'

    def _compile_on_page(self, page: AddedSheet, typed: Sequence[str]) -> Compiled:
        """Put the settings on the sheet, and compile the system with references to them."""
        system = self.settings.system
        cells, conditions = put_settings(page, self.settings.lines)
        if self.plan is not None and self.plan.valued_at_the_end:
            typed_solo = {name: places[0] for name, places in cells.items() if name == SOLO}
            self.plan = replace(self.plan, cells={**self.plan.cells, **typed_solo})
            self.solo = page.setting("solo, from the games")
            cells[SOLO] = [self.solo]
        made_for = page.setting("not as made")
        page.free_row += 1
        made = compile_system(system, self.settings.parameters, typed, {**cells, "made_for": [made_for]})
        conditions += (f"{cell}{'<>' if other else '='}0" for cell, other in made.assumed.items())
        text = warning_formula(conditions, f"made for {system.name}: make a new one")
        self.made_for = f"{quote_sheet(page.name)}!{made_for}"
        page.cells[position(made_for)] = f"={text}"
        return made

    def _add_input_column(self, page: AddedSheet, token: str, heading: str, word: str | int) -> str:
        """Add a column that repeats typed cells; return its letters."""
        cells = {
            top + down: _formula_of_input(n, board, down, word)
            for n, (top, board) in enumerate(self.placed, 1)
            for down in range(len(board.rows))
        }
        self.letters[token] = page.column(heading, cells)
        return self.letters[token]

    def _rows_of_checks(self) -> Iterator[tuple[int, int]]:
        """Yield each row with a check, and how many rows it checks. In a games list, each row has a check."""
        for top, board in self.placed:
            count = len(board.rows)
            if self.listed:
                yield from ((top + n, min(7, count - n)) for n in range(count))
            else:
                yield top, count

    def _check_formula(self, row: int, count: int, table: PlacedColumns) -> str:
        """The formula for the check of `count` rows: the first row's check, or the faults of each row."""
        wrong = "&".join(
            table.formula(Formula('IF([wrong]="","",[power]&": "&[wrong]&" ")'), one)
            for one in range(row, row + count)
        )
        apart = f"{table.cell('b', row)}<>{table.cell('b', row + count - 1)}"
        alone = table.formula(Formula(f"OR([played]=0,[all_bad]=0,{apart})"), row)
        return f"=IF({alone},{table.cell('check', row)},TRIM({wrong}))"


def add_columns(
    page: AddedSheet, columns: Sequence[Column], letters: dict[str, str], rows: Iterable[int], last: int
) -> PlacedColumns:
    """Add columns and a gap to the sheet. letters: the letters of columns by name; the new ones are added."""
    letters |= {one.name: column_letters(n) for n, one in enumerate(columns, page.next_column)}
    table, rows = PlacedColumns(letters, last), [*rows]
    for one in columns:
        page.column(one.heading, {row: cell_text(table.formula(one.text, row)) for row in rows if one.text})
    page.gap()
    return table


def row_of(first: tuple[str, int, int], down: int, here: Area) -> str:
    """A formula for the number of the row `down` rows below `first`.

    Its reference has no $ before the row, so that sorting rows adjusts it.
    """
    sheet, row, column = first
    mark = "" if sheet == here.sheet else f"{quote_sheet(sheet)}!"
    return f"ROW({mark}${address(row + down, column)})"


def _years(words: Iterable[str | int]) -> Sequence[int]:
    """The years of a centre chart that need a column, from 1901 on. Raises NotPlain."""
    years = [word for word in words if isinstance(word, int)]
    if years and min(years) != FIRST_YEAR:
        raise NotPlain("its centre chart does not begin in 1901")
    return range(FIRST_YEAR, max(*years, FIRST_YEAR + 1) + 1) if years else ()


def _formula_of_input(number: int, board: BoardCells, down: int, word: str | int) -> str:
    """The formula that repeats a typed cell; for the word `at`, the cell's row number on its sheet."""
    if word == "at":
        sheet, row, column = board.first
        return f"=ROW({quote_sheet(sheet)}!{absolute(row + down if board.upright else row, column)})"
    if word in ("round", "board") and not board.named:
        return "=1" if word == "round" else f'="#{number}"'
    source = board.rows[down].get(word)
    return f"={source.copy_formula}" if source is not None and source.copy_formula else ""


def _same(own: TypedRow, theirs: TypedRow) -> bool:
    return all(_place(source) == _place(theirs.get(word)) for word, source in own.items())


def _place(source: Source | None) -> object:
    return None if source is None else source.place or source.value
