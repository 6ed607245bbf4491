"""What each call of ours comes to in cells."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xl_dipscore.functions import FUNCTIONS
from xl_dipscore.plain.answers import Answer, BoardRows, checks, scores
from xl_dipscore.plain.boards import BoardCells, boards
from xl_dipscore.plain.calls import NOTHING, Arguments, Call, NotPlain, Source, Sources
from xl_dipscore.plain.columns import Group
from xl_dipscore.plain.events import Tables, tables
from xl_dipscore.plain.ranks import Ranks, ranks
from xl_dipscore.plain.settings import Settings, settings
from xl_dipscore.plain.totals import rule_named, totals
from xl_dipscore.system import System, systems
from xl_dipscore.tournament import own_rule
from xl_dipscore.xlsx.formula import Area
from xl_dipscore.xlsx.package import Package

_ARGUMENTS = {function.name: [one.name for one in function.arguments] for function in FUNCTIONS}
_KEYS = {f"{system.key}_SCORE": system for system in systems()}
_EACH = {"NDC_PROSPECTS": "IF({n}>=18,NA(),{n}/(18-{n}))"}
"""Functions of each count by itself: the formula of one."""
_TOTALS: Mapping[str, System] = {
    "DIP_TOTAL": systems()[0],
    **{f"{system.key}_TOTAL": system for system in systems() if system.by_scores},
}
TABLES = ("DIP_STANDINGS", "DIP_AWARDS")
"""Functions of a list of games."""


@dataclass(frozen=True)
class Asked:
    """A call, and the cells of the formula that it stands in."""

    call: Call
    area: Area


@dataclass
class Book:
    """The columns that the calls of one workbook need."""

    package: Package
    given: Arguments
    computed: Collection[tuple[str, int, int]]
    """The cells that functions of ours fill."""
    _groups: dict[tuple[object, ...], Group] = field(default_factory=dict)
    ranks: list[Ranks] = field(default_factory=list)
    _events: dict[tuple[object, ...], Tables] = field(default_factory=dict)

    @property
    def events(self) -> list[Tables]:
        return list(self._events.values())

    @property
    def groups(self) -> list[Group]:
        return [*(event.group for event in self.events), *self._groups.values()]

    @property
    def notes(self) -> list[str]:
        """What has no form in cells of what else has one."""
        return list(dict.fromkeys(note for group in self.groups for note in group.notes))

    @property
    def main(self) -> str:
        """The system of most rows."""
        rows: Counter[str] = Counter()
        for group in self.groups:
            rows[group.settings.system.key] += group.next
        return max(rows, key=rows.__getitem__, default="")

    def answer(self, asked: Asked) -> Answer:
        """What stands in for a call. Raises NotPlain, Fault or Faults."""
        name = asked.call.name
        if name in _KEYS or name in ("DIP_SCORE", "DIP_CHECK"):
            return self._boards(asked)
        if name in _EACH:
            return self._each(asked)
        if name in TABLES:
            return self._table(asked)
        if name in _TOTALS:
            return self._totals(asked)
        if name == "DIP_RANK":
            return self._ranks(asked)
        raise NotPlain(f"{name} has no form in cells")

    def _totals(self, asked: Asked) -> Answer:
        given = self._given(asked)
        name = given["rule"][0][0] if "rule" in given else None
        self._fixed(given.get("rule", []), "rule")
        rule = own_rule(_TOTALS[asked.call.name]) if name is None else rule_named(name)
        sheet = asked.area.sheet
        texts = totals(rule, name, given["scores"], given["rounds"][0][0], sheet)
        return Answer((len(texts), 1), lambda row, column, here: texts[row])

    def _ranks(self, asked: Asked) -> Answer:
        given = self._given(asked)
        new = ranks(given["totals"], given["tiebreaks"])
        found = next((one for one in self.ranks if one == new), new)
        if found is new:
            self.ranks.append(new)
        return Answer((len(given["totals"]), 1), lambda row, column, here: found.cell(row, here))

    def _table(self, asked: Asked) -> Answer:
        given = self._given(asked)
        for word in ("system", "options"):
            self._fixed(given[word], word)
        self._fixed(given["games"][:1], "headings")
        new = tables(given["system"][0][0], given["games"], given["options"])
        key = new.group.settings.key, new.own, new.group.placed[0][1].first
        found = self._events.setdefault(key, new)
        return Answer(asked.area.shape, lambda row, column, here: found.cell(asked.call.name, row, column))

    def _boards(self, asked: Asked) -> Answer:
        given = self._given(asked, computed=("year", "row"))
        key = asked.call.name.removesuffix("_SCORE")
        system = given.get("system", [[Source(key)]])[0][0]
        self._fixed([[system]], "system")
        self._fixed(given["options"], "options")
        self._fixed(given["headings"], "headings")
        known = settings(system, given["options"])
        found, shape = boards(given, known)
        rows = [self._rows(known, board) for board in found]
        return checks(rows) if asked.call.name == "DIP_CHECK" else scores(rows, shape)

    def _rows(self, known: Settings, board: BoardCells) -> BoardRows:
        """Where a board stands: in a list of games that has its rows, or in rows of its own."""
        for event in self.events if board.named else ():
            if event.group.settings.key == known.key and (top := event.group.within(board)):
                return BoardRows(event.group, top, board)
        group = self._groups.setdefault((*known.key, board.layout), Group(known))
        return BoardRows(group, group.place(board), board)

    def _fixed(self, cells: Sources, what: str) -> None:
        """What is fixed must not be what another function of ours comes to. Raises NotPlain."""
        if any(one.place in self.computed for row in cells for one in row):
            raise NotPlain(f"another function of ours gives its {what}")

    def _each(self, asked: Asked) -> Answer:
        [cells] = self._given(asked).values()
        formula, sheet = _EACH[asked.call.name], asked.area.sheet

        def count(one: Source) -> str:
            return f"SUM({one.near(sheet)})" if one.place or not isinstance(one.value, str | None) else "0"

        texts = [[formula.format(n=count(one)) for one in row] for row in cells]
        return Answer((len(cells), len(cells[0])), lambda row, column, here: texts[row][column])

    def _given(self, asked: Asked, computed: Sequence[str] = ()) -> dict[str, Sources]:
        """The arguments by their names; nothing for those that are left out."""
        sheet, row, column, *_ = asked.area
        names = _ARGUMENTS[asked.call.name]
        if len(asked.call.arguments) > len(names):
            raise NotPlain("it has too many arguments")
        found: dict[str, Sources] = {name: [[NOTHING]] for name in names}
        for name, text in zip(names, asked.call.arguments, strict=False):
            found[name] = self.given.read(text, sheet, row, column, computed=name in computed)
        return found
