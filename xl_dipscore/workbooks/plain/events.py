"""Plain formulas in place of calls of DIP_STANDINGS and DIP_AWARDS.

They make the standings and best countries from the games list that the call reads.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from xl_dipscore.rules.system import System
from xl_dipscore.sheets.xlsx.formula import position, quote_sheet
from xl_dipscore.tables.cells.columns import GAME_COLUMNS
from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, EventOptions, read_event_options
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.event import (
    check,
    countries_columns,
    messages,
    solo_cell,
    standings_columns,
    status,
    totals_columns,
)
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL, EventPlan
from xl_dipscore.workbooks.layout.added import AddedSheet
from xl_dipscore.workbooks.plain.boards import BoardCells, board_of_list
from xl_dipscore.workbooks.plain.calls import NotPlain, Source, Sources, formula_literal
from xl_dipscore.workbooks.plain.columns import SharedColumns, add_columns
from xl_dipscore.workbooks.plain.settings import (
    ChosenSystem,
    SettingLine,
    fixed_line,
    lines_of,
    option_of,
    put_settings,
    rows_with_name,
    system_of,
    warning_formula,
)

_MORE_PLAYERS = 14
"""Spare lines for players not yet in the games list.

In all there are at least 1.5 lines for each seat of the largest round, but no more than the list has rows.
"""
_BEFORE_ROUNDS = 3
"""The number of columns of the standings to the left of the rounds: Rank, Player, Total."""
_NUMBERS = ("rounds", "min rounds", "decimals")
"""Event options whose numbers stay editable in cells."""
WITHOUT_TABLE = "its event has no table of plain formulas"
_REMADE = "made for other options of the event: attach the workbook again"


@dataclass
class EventTables:
    """The tables of one event, with the columns of its games and totals, and the lines of its options."""

    group: SharedColumns
    plan: EventPlan
    own: tuple[SettingLine, ...]
    """The setting lines of the event's own options."""
    last: int
    """The last row of the totals, whose headings are in row 1."""
    totals: PlacedColumns | None = None
    made_for: str = ""
    """The cell that is empty while the options are as the formulas expect."""

    def write_settings(self, page: AddedSheet) -> None:
        cells, conditions = put_settings(page, self.own)
        made_for = page.setting("not as made", warning_formula(conditions, _REMADE))
        page.free_row += 1
        self.made_for = f"{quote_sheet(page.name)}!{made_for}"
        first = {name: places[0] for name, places in cells.items()}
        self.group.plan = self.plan = replace(self.plan, cells=first)

    def write(self, page: AddedSheet) -> None:
        """Put the totals on the sheet, one row for each player."""
        if self.group.plan is not None:  # with the cell for a typed value of a solo
            self.plan = self.group.plan
        here = PlacedColumns(self.group.letters, self.group.last_row)
        made = add_columns(page, totals_columns(self.plan, here), {}, range(2, self.last + 1), self.last + 1)
        self.totals = replace(made, sheet=quote_sheet(page.name))
        if self.group.solo:
            page.cells[position(self.group.solo)] = f"={self.value_of_a_solo()}"

    def value_of_a_solo(self) -> str:
        """A formula for the value of a solo. Raises NotPlain if it does not depend on the event."""
        if self.totals is None or not self.group.solo:
            raise NotPlain(WITHOUT_TABLE)
        return solo_cell(self.totals)

    def cell(self, name: str, row: int, column: int) -> str:
        """A formula for a cell of the table of DIP_STANDINGS or DIP_AWARDS. Row 0 has the headings."""
        games = self.group.table
        assert self.totals is not None
        standings = name == "DIP_STANDINGS"
        columns = standings_columns(self.plan) if standings else countries_columns(self.plan, games)
        if row >= self.last:
            return '""'
        text = self._text(columns, row, column)
        if standings and FINAL in self.plan.columns and column >= _BEFORE_ROUNDS + self.plan.rounds:
            # Until a Final is played, the table lacks its column: others are one column further left.
            a_final = self.totals.formula(Formula("[finals]"), 2)
            text = f"IF({a_final}=1,{text},{self._text(columns, row, column + 1)})"
        return text if row == 0 or text == '""' else f'IF({self.made_for}="",{text},NA())'

    def _text(self, columns: Sequence[Column], row: int, column: int) -> str:
        """A formula for a cell of a table with these columns; empty text beyond them."""
        if column >= len(columns):
            return '""'
        if row == 0:
            return formula_literal(columns[column].heading)
        assert self.totals is not None
        return self.totals.formula(columns[column].text, row + 1)

    def status(self) -> str:
        """A formula for the sentence on the event: why there are no totals, or what they still lack."""
        assert self.totals is not None
        return f'IF({self.made_for}="",{self.totals.formula(Formula(status(self.plan)), 2)},{self.made_for})'


def tables(system: Source, games: Sources, options: Sources) -> EventTables:
    """The tables of the event whose games a call reads. Raises NotPlain or Faults."""
    known = system_of(system)
    chosen = read_event_options([[one.value for one in row] for row in options], known)
    lines, own = _lines(system, known, options, chosen)
    board = board_of_list(games, frozenset(GAME_COLUMNS))
    plan = _plan(known, chosen, board)
    check(plan)
    group = SharedColumns(
        ChosenSystem(known, chosen.parameters, tuple(lines)), listed=True, notes=messages(plan)
    )
    group.place(board)
    return EventTables(group, plan, tuple(own), plan.players + 1)


def _plan(known: System, chosen: EventOptions, board: BoardCells) -> EventPlan:
    rounds = [source.value for row in board.rows if (source := row.get("round")) is not None]
    numbered = [int(one) for one in rounds if isinstance(one, int | float) and not isinstance(one, bool)]
    names = {str(row["player"].value).strip().casefold() for row in board.rows if "player" in row}
    round_ = max(Counter(map(str, rounds)).values(), default=0)
    players = min(len(board.rows), max(len(names) + _MORE_PLAYERS, 3 * round_ // 2))
    words = board.words
    return EventPlan(
        known,
        rounds=max([*numbered, chosen.settings.rounds or 1, 1]),
        players=players,
        settings=chosen.settings,
        options=chosen.parameters,
        typed=sorted(word for word in words if isinstance(word, str)),
        chart=any(isinstance(word, int) for word in words),
    )


def _lines(
    system: Source, known: System, options: Sources, chosen: EventOptions
) -> tuple[list[SettingLine], list[SettingLine]]:
    """The setting lines of the system, and of the event."""
    lines, own = [fixed_line("system", system)], []
    free: list[str] = []
    for name, values in rows_with_name(options):
        word = re.sub(r"[\s_-]", "", str(name.value)).casefold()
        if word in ("rows", "columns", "eventisover"):  # these options change no number
            continue
        if word not in {*EVENT_OPTIONS, "combine", "tiebreak"}:
            if (option := option_of(known, name)) is not None:
                lines += lines_of(known, option, values, chosen.parameters)
            continue
        label = EVENT_OPTIONS[word].name if word in EVENT_OPTIONS else word
        first, *others = values
        if label in _NUMBERS and not isinstance(first.value, str):
            own.append(SettingLine(label, first.copy_formula, label, may_be_blank=True))
        else:
            own.append(fixed_line(label, first))
        own += (fixed_line(f"{label} {n}", one) for n, one in enumerate(others, 2) if not one.blank)
        free += (one.reference for one in others if one.blank and one.reference)
    if free:
        own.append(SettingLine("further values", "&".join(free), fixed=True))
    return lines, own
