"""Make stand-ins for calls of our functions: formulas that refer to columns of the added sheet."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from xl_dipscore.rules.system import systems
from xl_dipscore.rules.tournament.combine import own_rule
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.native.facts import IMPOSSIBLE, OUT_OF_RANGE
from xl_dipscore.workbooks.plain.boards import BoardCells, boards
from xl_dipscore.workbooks.plain.calls import NOTHING, ArgumentReader, NotPlain, OurCall, Source, Sources
from xl_dipscore.workbooks.plain.columns import SharedColumns, row_of
from xl_dipscore.workbooks.plain.events import WITHOUT_TABLE, EventTables, tables
from xl_dipscore.workbooks.plain.settings import ChosenSystem, settings
from xl_dipscore.workbooks.plain.totals import Ranks, ranks, rule_named, totals

_ARGUMENTS = {function.name: [one.name for one in function.arguments] for function in FUNCTIONS}
_SCORES = {"DIP_SCORE", "DIP_CHECK", *(f"{system.key}_SCORE" for system in systems())}
_TOTALS = {f"{system.key}_TOTAL": system for system in systems() if system.by_scores}
OF_EVENTS = {
    f"{system.key}_{name.upper()}": system for system in systems() for name in system.computed_at_the_end
}
"""Functions for a value that depends on a whole event, such as that of a solo."""
TABLES = ("DIP_STANDINGS", "DIP_AWARDS")
"""Functions of a whole games list, which return a table with headings."""
_FIXED = frozenset({"system", "options", "headings", "rule"})
"""Arguments that must keep the values that they have at the conversion."""


@dataclass(frozen=True)
class StandIn:
    """Formulas for the cells that a call fills. Each callable may raise NotPlain."""

    shape: tuple[int, int]
    one: Callable[[int, int, Area], str]
    """The formula for a row and a column of the result, counted from 0, to put into the given cell."""
    range: Callable[[], str] | None = None
    """All cells as one range, if they are adjacent."""
    summed: Callable[[Area], str] | None = None
    """A shorter argument for SUM than a list of all cells, if possible."""

    def whole(self, here: Area) -> tuple[str, ...]:
        if self.range:
            return (self.range(),)
        rows, columns = self.shape
        return tuple(self.one(row, column, here) for row in range(rows) for column in range(columns))


@dataclass(frozen=True)
class BoardRows:
    """The rows of the added sheet that score one board: among the rows of a games list, or separate rows."""

    group: SharedColumns
    top: int
    board: BoardCells

    def cell(self, token: str, seat: int, here: Area) -> str:
        """A formula for a seat's cell in a column. It looks up the board's row, since rows may be sorted."""
        table, down, right = self.group.table, *((seat, 0) if self.board.upright else (0, seat))
        found = f"MATCH({row_of(self.board.first, down, here)},{table.column('at')},0)"
        return f"INDEX({table.column(token)},{found}{f'+{right}' if right else ''})"

    def total(self, here: Area) -> str:
        """A formula for the sum of the scores of a board that stands in one row."""
        at, scores = map(self.group.table.column, ("at", "score"))
        return f"SUMIF({at},{row_of(self.board.first, 0, here)},{scores})"

    def scores(self) -> str:
        last = self.top + len(self.board.rows) - 1
        return replace(self.group.table, first=self.top, last=last).column("score")


def scores(boards: Sequence[BoardRows], shape: tuple[int, int]) -> StandIn:
    first = boards[0]

    def one(row: int, column: int, here: Area) -> str:
        board, seat = (first, row) if first.board.upright else (boards[row], column)
        return board.cell("score", seat, here)

    if first.board.upright:
        return StandIn(shape, one, first.scores)
    return StandIn(shape, one, summed=lambda here: ",".join(board.total(here) for board in boards))


@dataclass
class StandIns:
    """The stand-ins for the calls of one workbook, and the columns that the stand-ins need."""

    reader: ArgumentReader
    computed: Collection[tuple[str, int, int]]
    """The cells that our functions fill."""
    ranks: list[Ranks] = field(default_factory=list)
    _groups: dict[tuple[object, ...], SharedColumns] = field(default_factory=dict)
    _events: dict[tuple[object, ...], EventTables] = field(default_factory=dict)

    @property
    def events(self) -> list[EventTables]:
        return list(self._events.values())

    @property
    def groups(self) -> list[SharedColumns]:
        return [*(event.group for event in self.events), *self._groups.values()]

    @property
    def notes(self) -> list[str]:
        """Notes on details of the rules that plain formulas cannot express."""
        return list(dict.fromkeys(note for group in self.groups for note in group.notes))

    @property
    def sentences(self) -> list[str]:
        """Formulas for sentences on what is wrong in the games: in each event, or else among most boards."""
        events = [event for event in self.events if not event.group.problem]
        groups = [group for group in self.groups if not group.problem]
        most = sorted(groups, key=lambda group: group.next_row)[-1:]
        of_boards = [group.status() for group in ([event.group for event in events] or most)]
        return [*of_boards, *(event.status() for event in events)]

    @property
    def main_system(self) -> str:
        """The key of the system with the most rows."""
        rows: Counter[str] = Counter()
        for group in self.groups:
            rows[group.settings.system.key] += group.next_row
        return max(rows, key=rows.__getitem__, default="")

    def answer(self, call: OurCall, area: Area) -> StandIn:
        """The stand-in for a call. area: the cells of the call's formula. Raises NotPlain or Faults."""
        name = call.name
        if name in _SCORES:
            return self._boards(name, self._arguments_by_name(call, area))
        if name in TABLES:
            return self._table(name, self._arguments_by_name(call, area), area.shape)
        if name in _TOTALS or name == "DIP_TOTAL":
            return _total(name, self._arguments_by_name(call, area), area.sheet)
        if name == "DIP_RANK":
            return self._ranks(self._arguments_by_name(call, area))
        if name in OF_EVENTS:
            return self._value_of_event(name, self._arguments_by_name(call, area)["games"])
        if name == "NDC_PROSPECTS":
            return _prospects(self._arguments_by_name(call, area)["centres"], area.sheet)
        raise NotPlain(f"{name} has no form in cells")

    def _ranks(self, given: Mapping[str, Sources]) -> StandIn:
        new = ranks(given["totals"], given["tiebreaks"])
        found = next((one for one in self.ranks if one == new), new)
        if found is new:
            self.ranks.append(new)
        return StandIn((len(given["totals"]), 1), lambda row, column, here: found.cell(row, here))

    def _table(self, name: str, given: Mapping[str, Sources], shape: tuple[int, int]) -> StandIn:
        self._refuse_computed(given["games"][:1], "headings")
        new = tables(given["system"][0][0], given["games"], given["options"])
        key = new.group.settings.key, new.own, new.group.placed[0][1].first
        found = self._events.setdefault(key, new)
        return StandIn(shape, lambda row, column, here: found.cell(name, row, column))

    def _value_of_event(self, name: str, games: Sources) -> StandIn:
        first = games[1][0].place if len(games) > 1 else None
        events = (event for event in self.events if event.plan.system == OF_EVENTS[name])
        event = next((event for event in events if event.group.placed[0][1].first == first), None)
        if event is None:
            raise NotPlain(WITHOUT_TABLE)
        value = event.value_of_a_solo
        return StandIn((1, 1), lambda row, column, here: value())

    def _boards(self, name: str, given: Mapping[str, Sources]) -> StandIn:
        system = given.get("system", [[Source(name.removesuffix("_SCORE"))]])[0][0]
        known = settings(system, given["options"])
        found, shape = boards(given, known)
        rows = [self._rows(known, board) for board in found]
        if name == "DIP_CHECK":
            return StandIn((len(rows), 1), lambda row, column, here: rows[row].cell("says", 0, here))
        return scores(rows, shape)

    def _rows(self, known: ChosenSystem, board: BoardCells) -> BoardRows:
        """The rows of a board: in a games list that contains the board, or else rows of its own."""
        for event in self.events if board.named else ():
            if event.group.settings.key == known.key and (top := event.group.within(board)):
                return BoardRows(event.group, top, board)
        group = self._groups.setdefault((*known.key, board.layout), SharedColumns(known))
        return BoardRows(group, group.place(board), board)

    def _arguments_by_name(self, call: OurCall, area: Area) -> dict[str, Sources]:
        """The arguments by name; an omitted argument is NOTHING. Raises NotPlain."""
        names = _ARGUMENTS[call.name]
        if len(call.arguments) > len(names):
            raise NotPlain("it has too many arguments")
        found: dict[str, Sources] = {name: [[NOTHING]] for name in names}
        for name, text in zip(names, call.arguments, strict=False):
            computed = name in ("year", "row") and call.name in _SCORES
            found[name] = self.reader.read(text, *area[:3], computed=computed)
            if name in _FIXED:
                self._refuse_computed(found[name], name)
        return found

    def _refuse_computed(self, cells: Sources, what: str) -> None:
        """Raise NotPlain if our functions compute one of the cells, so that its value could change later."""
        if any(one.place in self.computed for row in cells for one in row):
            raise NotPlain(f"another function of ours gives its {what}")


def _total(name: str, given: Mapping[str, Sources], sheet: str) -> StandIn:
    said = given["rule"][0][0] if "rule" in given else None
    rule = own_rule(_TOTALS[name]) if said is None else rule_named(said)
    texts = totals(rule, said, given["scores"], given["rounds"][0][0], sheet)
    return StandIn((len(texts), 1), lambda row, column, here: texts[row])


def _prospects(counts: Sources, sheet: str) -> StandIn:
    def one(row: int, column: int, here: Area) -> str:
        count = counts[row][column].relative_reference(sheet)
        known = f"IF({count}>=18,{OUT_OF_RANGE},{count}/(18-{count}))"
        whole = f"IF(OR({count}<0,{count}<>INT({count})),{IMPOSSIBLE},{known})"
        blank = f'IF(TRIM({count})="",0,{IMPOSSIBLE})'
        return f"IF(ISLOGICAL({count}),{IMPOSSIBLE},IF(ISNUMBER({count}),{whole},{blank}))"

    return StandIn((len(counts), len(counts[0])), one)
