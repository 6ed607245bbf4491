"""The sheet Scores in plain formulas: columns beside the typical boards compute their scores by the rule."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.choice.typical import TYPICAL, YEAR, Typical, board_of
from xl_dipscore.rules.choice.worth import worth_of_centre
from xl_dipscore.tables.native.columns import Column, PlacedColumns, chart_letters
from xl_dipscore.tables.native.compiled import compile_system, find_needed_columns
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.native.setup import Choices
from xl_dipscore.workbooks.author.scores import FIRST, TOP, write_worth

AS_MADE = FIRST + len(POWERS) + 1
"""The column that says whether a board and the options are as they were when the workbook was made."""
TYPED = AS_MADE + 1
"""The first column that repeats the facts of the boards, one power below the other."""
FIXED = (
    "These worths are numbers for the options with which the workbook was made: if a number on Setup or a "
    "board changes, they are blank."
)


@dataclass(frozen=True)
class TypicalColumns:
    """The columns of the typical boards, one board below the other."""

    choices: Choices
    by_name: bool

    @cached_property
    def _typed(self) -> dict[str, str]:
        """By word, the letters of the columns that repeat facts."""
        words = ["centres", "eliminated", "year"]
        letters = {word: letter(TYPED + n) for n, word in enumerate(words)}
        return letters | chart_letters(dict(zip(self._years, self._free_letters(len(words)), strict=False)))

    @cached_property
    def _years(self) -> list[int]:
        chart = board_of(self.choices.plan.system, TYPICAL[0].centres).chart
        return [year for year, _ in chart]

    def _free_letters(self, used: int) -> Iterator[str]:
        return (letter(TYPED + used + n) for n in range(200))

    @cached_property
    def _columns(self) -> list[Column]:
        choices = self.choices
        made = compile_system(choices.plan.system, choices.options, self._typed, choices.cells())
        kept = find_needed_columns(made.columns, (), made.score + made.check)
        number = Column("seat", "seat", Formula(""))
        score = Formula(f'IFERROR({made.score},"")')  # blank if the system needs more facts
        return [Column("score", "Score", score), Column("check", "Check", made.check), number, *kept]

    @cached_property
    def _letters(self) -> Mapping[str, str]:
        free = self._free_letters(3 + len(self._years))
        return {**self._typed, **{one.name: at for one, at in zip(self._columns, free, strict=False)}}

    def write(self, sheet: Worksheet, row: int, typical: Typical) -> str:
        """Write the scores and the worths of a board, and the columns beside it; return its check."""
        top = TOP + 1 + TYPICAL.index(typical) * len(POWERS)
        table = PlacedColumns(self._letters, top + len(POWERS) - 1, first=top)
        for seat in SEATS:
            self._write_seat(sheet, table, (row, top), seat, typical)
            score = f"=${self._letters['score']}${top + seat}"
            style.write_cell(sheet, row + 2, FIRST + seat, score)
        if self.by_name:
            write_worth(sheet, row, f'"{self.choices.plan.system.key}"')
        else:
            self._write_fixed_worth(sheet, row, typical)
        return f"=${self._letters['check']}${top}"

    def write_headings(self, sheet: Worksheet) -> None:
        last = max(TYPED + 2 + len(self._years) + len(self._columns), TYPED)
        heads = ["centres", "eliminated", "year", *map(str, self._years)]
        named = [Column(word, word, Formula("")) for word in heads]
        marked = [one.marked_heading for one in (*named, *self._columns)]
        style.header(sheet, TOP, marked, TYPED, "center")
        style.fold(sheet, columns=range(AS_MADE, last + 1))

    def _write_seat(
        self, sheet: Worksheet, table: PlacedColumns, rows: tuple[int, int], seat: int, typical: Typical
    ) -> None:
        (row, top), at = rows, letter(FIRST + seat)
        chart = board_of(self.choices.plan.system, typical.centres).chart
        typed = [f"={at}{row}", f'=IF({at}{row + 1}="","",{at}{row + 1})', YEAR]
        typed += [counts[seat] for _, counts in chart]
        for column, value in enumerate(typed, TYPED):
            style.write_cell(sheet, top + seat, column, value)
        for column, one in enumerate(self._columns, TYPED + len(typed)):
            text = f"={table.formula(one.text, top + seat)}" if one.text else seat + 1
            style.write_cell(sheet, top + seat, column, text)

    def _write_fixed_worth(self, sheet: Worksheet, row: int, typical: Typical) -> None:
        """Write the worths as numbers that are shown while the board and the options are as they were."""
        system, options = self.choices.plan.system, self.choices.options
        same = ",".join(self._conditions(sheet, row))
        style.write_cell(sheet, row, AS_MADE, f"=IF(AND({same}),1,0)")
        board = board_of(system, typical.centres)
        for seat, worth in enumerate(worth_of_centre(system, board, options)):
            for shift, amount in enumerate(worth or ()):
                if amount is not None:
                    text = f'=IF(${letter(AS_MADE)}${row}=1,{float(amount)!r},"")'
                    style.write_cell(sheet, row + 3 + shift, FIRST + seat, text)

    def _conditions(self, sheet: Worksheet, row: int) -> Iterator[str]:
        made_for = self.choices.cells()["made_for"][0]
        yield f'{made_for}=""'
        for line in self.choices.own:
            for cell, value in zip(line.cells, line.values, strict=False):
                if line.option is not None:
                    yield f'{cell}=""' if value is None else f"{cell}={value}"
        for column in range(FIRST, FIRST + len(POWERS)):
            for below in (row, row + 1):
                value = sheet.cell(below, column).value
                yield f'{letter(column)}{below}=""' if value is None else f"{letter(column)}{below}={value}"
