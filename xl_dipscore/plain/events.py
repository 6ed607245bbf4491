"""An event's standings and best countries, for the list of games that a call is given."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from xl_dipscore.cells import EVENT_OPTIONS, EventOptions, read_event_options
from xl_dipscore.cells.columns import FIRST_COLUMNS
from xl_dipscore.errors import Faults
from xl_dipscore.layout.added import VALUE, AddedSheet
from xl_dipscore.native.columns import Column, Table
from xl_dipscore.native.event import check, countries_columns, messages, standings_columns, totals_columns
from xl_dipscore.native.plan import EventPlan
from xl_dipscore.plain.boards import Board, listed
from xl_dipscore.plain.calls import NotPlain, Source, Sources, quoted, written
from xl_dipscore.plain.columns import Group
from xl_dipscore.plain.settings import (
    Setting,
    Settings,
    lines_of,
    named,
    option_of,
    system_line,
    system_of,
)
from xl_dipscore.system import System
from xl_dipscore.xlsx.formula import absolute, column_letters

_MORE_PLAYERS = 14
"""Places for players who are not on the list yet; half as many again as a round has seats at least."""
_NUMBERS = ("rounds", "min rounds", "decimals")
"""Numbers of an event that stay cells."""
_REMADE = "made for other options of the event: attach the workbook anew"


@dataclass
class Tables:
    """The tables of one event: where its games, its totals and its options stand."""

    group: Group
    plan: EventPlan
    own: tuple[Setting, ...]
    """The lines of its own options."""
    same: str
    """Whether these are still as they were."""
    last: int
    totals: Table | None = None
    games: Table | None = None
    made_for: str = ""

    def write_settings(self, page: AddedSheet, row: int) -> int:
        """Put its options on the sheet, from a row on; the next free row."""
        cells = {}
        for line in self.own:
            page.setting(row, line.label, line.shown)
            if line.parameter:
                cells[line.parameter] = absolute(row, VALUE)
            row += 1
        page.setting(row, "not as made", f'IF({self.same},"","{_REMADE}")')
        self.made_for = f"{quoted(page.name)}!{absolute(row, VALUE)}"
        self.plan = _with_cells(self.plan, cells)
        self.group.plan = self.plan
        return row + 2

    def write(self, page: AddedSheet) -> None:
        """Put the totals on the sheet, a row a player."""
        here = Table(self.group.letters, self.group.last)
        columns = totals_columns(self.plan, here)
        letters = {one.name: column_letters(n) for n, one in enumerate(columns, page.next)}
        table = Table(letters, self.last + 1)
        for one in columns:
            cells = {row: "=" + table.formula(one.text, row) for row in range(2, self.last + 1)}
            page.column(one.heading, cells)
        page.gap()
        sheet = quoted(page.name)
        self.totals = Table(letters, self.last + 1, sheet)
        self.games = Table(self.group.letters, self.group.last, sheet)

    def cell(self, name: str, row: int, column: int) -> str:
        """A cell of Standings or Best countries: its headings in row 0, a place in each row below."""
        if self.group.problem:
            raise NotPlain(self.group.problem)
        assert self.totals is not None
        assert self.games is not None
        columns = self._columns(name)
        if column >= len(columns) or row >= self.last:
            return '""'
        if row == 0:
            return written(columns[column].heading)
        text = self.totals.formula(columns[column].text, row + 1)
        return f'IF({self.made_for}="",{text},NA())'

    def _columns(self, name: str) -> Sequence[Column]:
        assert self.games is not None
        if name == "DIP_STANDINGS":
            return standings_columns(self.plan)
        return countries_columns(self.plan, self.games)


def tables(system: Source, games: Sources, options: Sources) -> Tables:
    """The tables of a call. Raises NotPlain."""
    known = system_of(system)
    if known.at_the_end is not None:
        raise NotPlain(f"{known.key} values its solos at the end, and only a workbook made for it does that")
    try:
        chosen = read_event_options([[one.value for one in row] for row in options], known)
    except Faults as wrong:
        raise NotPlain(str(wrong)) from None
    if chosen.by != "score":
        raise NotPlain("best countries by centres have no form in cells")
    lines, own, same = _lines(system, known, options, chosen)
    board = listed(games, frozenset(FIRST_COLUMNS))
    plan = _plan(known, chosen, board)
    try:
        check(plan)
    except Faults as none:
        raise NotPlain(str(none)) from None
    group = Group(Settings(known, chosen.parameters, tuple(lines)), listed=True, notes=messages(plan))
    group.place(board)
    return Tables(group, plan, tuple(own), f"AND({','.join(same or ['1=1'])})", plan.players + 1)


def _plan(known: System, chosen: EventOptions, board: Board) -> EventPlan:
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
) -> tuple[list[Setting], list[Setting], list[str]]:
    """The lines of the system's options and of the event's own, and the conditions that these hold still."""
    lines, own, same = [system_line(system, known)], [], []
    for name, values in named(options):
        word = re.sub(r"[\s_-]", "", str(name.value)).casefold()
        if word not in {*EVENT_OPTIONS, "combine", "tiebreak", "rows", "columns"}:
            if (option := option_of(known, name)) is not None:
                value = chosen.parameters.get(option.parameter, option.default)
                lines += lines_of(option, values, value)
            continue
        if word in ("rows", "columns"):
            continue
        number = EVENT_OPTIONS[word].name if word in EVENT_OPTIONS else ""
        plain = number in _NUMBERS and not isinstance(values[0].value, str)
        for n, one in enumerate(values):
            if one.reference and not (plain and n == 0):
                same.append(_as_it_was(one))
        first = values[0]
        own.append(Setting(number or word, first.copied, number if plain else ""))
    return lines, own, same


def _as_it_was(one: Source) -> str:
    if isinstance(one.value, bool):
        return f"{one.reference}=({written(one.value)})"
    if isinstance(one.value, int | float):
        return f"{one.reference}={written(one.value)}"
    return f"TRIM({one.reference})={written(str(one.value or '').strip())}"


def _with_cells(plan: EventPlan, cells: dict[str, str]) -> EventPlan:
    return replace(plan, cells={**plan.cells, **cells})
