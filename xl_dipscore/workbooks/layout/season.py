"""A season of several events in a workbook: its typed tables, its computed table, and its problems."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import xl_dipscore.rules.circuits  # noqa: F401  declares the circuits
from xl_dipscore.errors import Doubt, Fault, did_you_mean, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.circuit import find_circuit
from xl_dipscore.rules.event.decision import Part
from xl_dipscore.rules.event.games import Unit
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, Section
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.values import Cell, number, text_in_one_line
from xl_dipscore.workbooks.layout.games import Headed, label
from xl_dipscore.workbooks.layout.setup import Setup

CIRCUIT, OPTIONS = "Circuit", "Circuit_options"
"""The defined names of the cells with the key of the circuit and with the options."""
COUNTS, YES, NO = "Counts", "Yes", "No"
TABLES: Mapping[str, Sequence[str]] = {
    "Season": ("Rank", "Player", "Total", "Events"),
    "Events": ("Event", "Date", "File", "Ranked", "Boards", "Games", "Grade", "First", COUNTS, "Page"),
    "Results": ("Event", "Player", "Place", "Who", "Level", "Points"),
    "Names": ("Name", "Is", "Proposal", "To do"),
}
"""By sheet, the headings that a person reads. The cells of each table have a name such as Table_season."""


A_BOARD, ALIKE = 7, 0.75
"""Two events with at least A_BOARD players, the same in both, are probably one event if at least the share
ALIKE of them have the same place in both. By chance, seven players hardly ever have."""


class NoSeasonTable(Fault):
    """{file} no longer has the table {name} with the headings {headings}, so it cannot be read."""


class OpenProposal(Doubt):
    """{name} may be {proposal}. Type the player's name under Is, or {name} again if it is another player."""


class TwiceInOneEvent(Doubt):
    """{name} is in {event} more than once; the points are added."""


class CopiedEvent(
    Doubt, remedy="If one is a copy of the other, empty its rows on the sheets Events and Results."
):
    """{event} and {other} have the same results: {same} of {players} players have the same place."""


class NoSuchEvent(Fault):
    """There is no event {event} on the sheet Events."""


class UnknownPoints(Fault):
    """The points of {event} are unknown, because {facts} is blank. Type it here."""


class NotAPlace(Fault):
    """{value} is not a place; type a whole number, 1 or more."""


class NotOnNames(Fault):
    """{name} is not on the sheet Names, so nobody gets these points. Type the name there."""


@dataclass(frozen=True)
class SeasonTable(Headed):
    rows: range

    def text(self, row: int, word: str) -> str:
        return text_in_one_line(self.value(row, word))

    def rows_by(self, word: str) -> Mapping[str, int]:
        return {text.casefold(): row for row in self.rows if (text := self.text(row, word))}


class SeasonLine(NamedTuple):
    rank: str
    player: str
    total: Fraction | None
    """None if the points of an event that counts are unknown."""
    points: Mapping[str, Fraction]
    """Points by event."""


def circuit_in(setup: Setup) -> str:
    """The key of the circuit in a season's workbook; empty in other workbooks."""
    return label(setup.value(CIRCUIT)) if setup.area("Table_season") else ""


class SeasonIn:
    """A workbook's season. Raises NoSeasonTable and UnknownCircuit."""

    def __init__(self, setup: Setup) -> None:
        self._setup, self.file = setup, setup.book.name
        options = label(setup.value(OPTIONS))
        typed = dict(one.split("=", 1) for one in options.split("; ") if "=" in one)
        self.circuit = find_circuit(circuit_in(setup)).with_options(typed)
        self.table, self.events, self.results, self.names = map(self._table, TABLES)

    def _table(self, name: str) -> SeasonTable:
        area = self._setup.area(f"Table_{name.casefold()}")
        columns: dict[str | int, int] = {}
        if area is not None:
            sheet = self._setup.book.sheet(area.sheet)
            for column in range(area.left, area.right + 1):
                columns.setdefault(label(value_in(sheet, area.top, column)).casefold(), column)
            if columns.keys() >= {*map(str.casefold, TABLES[name])}:
                return SeasonTable(sheet, area.top, columns, range(area.top + 1, area.bottom))
        raise NoSeasonTable(file=self.file, name=name, headings=", ".join(TABLES[name]))

    @cached_property
    def title(self) -> str:
        """The text in A1, above the table; the name of the circuit if A1 is blank."""
        return label(value_in(self.table.sheet, 1, 1)) or self.circuit.name

    @cached_property
    def row_of_event(self) -> Mapping[str, int]:
        """The row of each event, by its name in small letters."""
        return self.events.rows_by("event")

    @cached_property
    def row_of_name(self) -> Mapping[str, int]:
        """By spelling in small letters, the row on the sheet Names."""
        return self.names.rows_by("name")

    def person(self, spelling: str) -> str:
        row = self.row_of_name.get(spelling.casefold())
        return spelling if row is None else self.names.text(row, "is") or self.names.text(row, "name")

    @cached_property
    def lines(self) -> Sequence[SeasonLine]:
        events = [self.events.text(row, "event") for row in self.row_of_event.values()]
        first = self.table.columns["events"] + 1
        found = []
        for row in self.table.rows:
            player = self.table.text(row, "player")
            if not player:
                continue
            points = {}
            for column, event in enumerate(events, first):
                cell = number(value_in(self.table.sheet, row, column))
                if cell is not None:
                    points[event] = Fraction(cell)
            typed_total = number(self.table.value(row, "total"))
            total = None if typed_total is None else Fraction(typed_total)
            found.append(SeasonLine(self.table.text(row, "rank"), player, total, points))
        return found

    def explain_season_total(self, typed: str) -> Section:
        """A player's total, event by event. Raises NoSuchPlayer."""
        whose = self.person(text_in_one_line(typed)).casefold()
        line = next((one for one in self.lines if one.player.casefold() == whose), None)
        if line is None:
            raise NoSuchPlayer(name=repr(typed), hint=did_you_mean(typed, [one.player for one in self.lines]))
        parts = []
        for event, how, weight in self.weights(line):
            points = line.points[event]
            parts.append(Part(f"{event}: {how}", (points, weight, points * weight)))
        place = f"rank {line.rank}"
        if line.rank == "-":
            needed = count_of(self.circuit.events_needed, "event")
            place = f"no rank, for {needed} are needed"
            if line.total is None:
                place = "no rank, for the points of an event are unknown"
        title = f"{line.player}, {place}; {self.circuit.name}: {self.circuit.rule.name}"
        return Section(title, parts, ("Points", "Weight", "Counts"), Part("Total", (None, None, line.total)))

    def weights(self, line: SeasonLine) -> Iterator[tuple[str, str, Fraction]]:
        """For each event of a player: the name, and the weight in the total in words and as a number."""
        rows = {event: self.row_of_event[event.casefold()] for event in line.points}
        every = self.row_of_event.values()
        by_rule = [row for row in every if self._counts(row) and not self._in_full(row)]
        planned = len(by_rule)
        scores: dict[Unit, Fraction] = {}
        for event, row in rows.items():
            if row in by_rule:
                scores[row] = line.points[event]
        weights = self.circuit.rule(scores, planned).weights if scores else {}
        for event, row in rows.items():
            if self._in_full(row):
                yield event, "in full", Fraction(1)
            elif row in weights:
                yield event, str(weights[row]), weights[row].exact
            else:
                yield event, "dropped", Fraction()

    def _counts(self, row: int) -> bool:
        return not self.events.text(row, "counts").upper().startswith(NO[0])

    def _in_full(self, row: int) -> bool:
        return self._counts(row) and self.events.text(row, "grade") in self.circuit.in_full

    @cached_property
    def problems(self) -> Sequence[Fault]:
        return [*self._of_events(), *self._of_names(), *self._of_results(), *self._of_copies()]

    def _of_events(self) -> Iterator[Fault]:
        for row in self.row_of_event.values():
            if blank := [*self._unknown_facts(row)]:
                event, facts = self.events.text(row, "event"), join(word.capitalize() for word in blank)
                yield _fault(self.events, row, blank[0], UnknownPoints, event=event, facts=facts)

    def _unknown_facts(self, row: int) -> Iterator[str]:
        """The columns of Events that are blank, although the points of an event that counts need them."""
        table, counts = self.events, COUNTS.casefold()
        needed = {"first": self.circuit.needs, counts: ["boards"] if self.circuit.least_boards else []}
        asked: list[str] = []
        for word, facts in needed.items():
            computed = table.sheet.is_computed(row, table.columns[word])
            asked += facts if computed else [word] * bool(word == "first" or facts)
        if self._counts(row):
            yield from (word for word in dict.fromkeys(asked) if not table.text(row, word))

    def _of_copies(self) -> Iterator[Fault]:
        """Events with the players of an earlier event, nearly all in the same places."""
        places: dict[int, dict[str, str]] = {row: {} for row in self.row_of_event.values()}
        for row in self.results.rows:
            event = self.row_of_event.get(self.results.text(row, "event").casefold())
            if event is not None and (name := self.results.text(row, "player")):
                places[event][self.person(name).casefold()] = self.results.text(row, "place")
        for (earlier, its), (row, own) in combinations(places.items(), 2):
            same = sum(own[name] == its.get(name) for name in own)
            if len(own) >= A_BOARD and own.keys() == its.keys() and same >= ALIKE * len(own):
                names = (self.events.text(one, "event") for one in (row, earlier))
                facts = dict(zip(("event", "other"), names, strict=True), same=same, players=len(own))
                yield _fault(self.events, row, "event", CopiedEvent, **facts)

    def _of_names(self) -> Iterator[Fault]:
        for row in self.row_of_name.values():
            proposal = self.names.text(row, "proposal")
            if proposal and not self.names.text(row, "is"):
                name = self.names.text(row, "name")
                yield _fault(self.names, row, "is", OpenProposal, name=name, proposal=proposal)

    def _of_results(self) -> Iterator[Fault]:
        table = self.results
        people: dict[tuple[str, str], list[int]] = {}
        for row in table.rows:
            event, name = table.text(row, "event"), table.text(row, "player")
            if not name:
                continue
            person = self.person(name).casefold()
            people.setdefault((event.casefold(), person), []).append(row)
            if event.casefold() not in self.row_of_event:
                yield _fault(table, row, "event", NoSuchEvent, event=event or "without a name")
            if name.casefold() not in self.row_of_name:
                yield _fault(table, row, "player", NotOnNames, name=name)
            place = number(table.value(row, "place"))
            if not isinstance(place, int) or place < 1:
                value = table.text(row, "place") or "A blank cell"
                yield _fault(table, row, "place", NotAPlace, value=value)
        for _, *again in people.values():
            for row in again:
                event = table.text(row, "event")
                name = self.person(table.text(row, "player"))
                yield _fault(table, row, "player", TwiceInOneEvent, name=name, event=event)


def _fault(table: SeasonTable, row: int, word: str, kind: type[Fault], **facts: Any) -> Fault:
    column = table.columns[word]
    fault = kind(place=f"{table.sheet.name}!{address(row, column)}", field=word, **facts)
    return fault.locate([(table.sheet.name, row, column)])


def set_cell(package: Any, table: SeasonTable, row: int, word: str, value: Cell) -> None:
    package.set_value(table.sheet.name, address(row, table.columns[word]), value)
