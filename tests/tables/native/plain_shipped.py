"""Shipped workbooks, filled and named, and our functions' results for their typed cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from templates.make import READY, games
from tests.tables.native.engines import Rows, at, same
from tests.tables.native.plain_events import differences
from xl_dipscore.errors import ERRORS, NA, Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.system import System, by_family
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.games import event_of
from xl_dipscore.rules.tournament.standings import scored_event, standings
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.event_options import EventOptions, read_event_options
from xl_dipscore.tables.cells.games import GameList, game_rows, read_games
from xl_dipscore.tables.cells.headings import header_word
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.author import Plan, make, make_compact_package, templates_folder
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import EVENT, EVENT_OPTIONS, OPTIONS, Setup

EVENT_NAME = "Spring Cup"
CLEAN = "No problems."
SHIPPED = {name: plan for name, plan in READY.items() if name != "any-system"}
ENDINGS = ("all rounds", "final", "top-board", "top-places")
FAMILIES = {
    f"a system of the family {family}": Plan(
        [one for one in some if one.key != "HURST"][-1], 2, 2, ENDINGS[n % len(ENDINGS)]
    )
    for n, (family, some) in enumerate(by_family().items())
}
"""One system of each family beside the shipped ones, each with another way to decide an event; not HURST,
whose standings plain formulas cannot express."""
PLANS: Mapping[str, Plan] = {**SHIPPED, **FAMILIES}


def filled(name: str, path: Path) -> Path:
    """The workbook of that name with the event's name, and the invented event in its games."""
    plan = PLANS[name]
    if name in SHIPPED:
        package = Package.read(templates_folder() / "anywhere" / f"{name}.xlsx")
    else:
        package = make_compact_package(make(plan, "plain"))
    cell = Setup(package).area(EVENT)
    assert cell is not None
    package.set_value(cell.sheet, address(cell.top, cell.left), EVENT_NAME)
    put_games(EventIn(package), games(plan))
    path.write_bytes(package.to_bytes())
    return path


class Wrong(NamedTuple):
    """A wrong cell."""

    sheet: str
    where: Any
    got: Any
    expected: Any
    what: Any = ""


@dataclass
class Typed:
    """The typed cells of a workbook, and our functions' results for them.

    computed: its values by a program, for cells that are formulas of the director's.
    """

    path: Path
    plan: Plan
    computed: Mapping[str, Rows]

    @property
    def system(self) -> System:
        return self.plan.system

    @cached_property
    def chosen(self) -> EventOptions:
        """The settings on Setup."""
        package = Package.read(self.path)
        event, own = (Setup(package).options(name) or {} for name in (EVENT_OPTIONS, OPTIONS))
        return read_event_options([*event.values(), *own.values()], self.system)

    @cached_property
    def rows(self) -> Rows:
        """Games from its headings down to the last row, as far as anything is typed."""
        rows, columns = self.computed["Games"], range(1, self.headings.index("Score") + 1)
        return [[at(rows, row, column) for column in columns] for row in range(self.top, len(rows) + 1)]

    @cached_property
    def top(self) -> int:
        """The row of the headings."""
        rows = enumerate(self.computed["Games"], 1)
        return next(n for n, row in rows if "round" in map(header_word, row))

    @cached_property
    def headings(self) -> list[Any]:
        return [str(cell) for cell in self.computed["Games"][self.top - 1]]

    @cached_property
    def games(self) -> GameList:
        return read_games(self.rows, first_row=self.top, fewer=self.system.fewer)

    @cached_property
    def event(self) -> Event:
        """The event with scores that are not rounded."""
        settings = replace(self.games.of_event(self.chosen.settings), decimals=None)
        return event_of(self.system, self.games.games, settings, self.chosen.parameters)

    def wrong(self, sheets: Mapping[str, Rows]) -> list[Wrong]:
        """The wrong cells of a program."""
        if [*sheets] != [*self.computed]:
            return [Wrong("", "the sheets", [*sheets], [*self.computed])]
        looks = (_games, _tables, _totals, _players, _charts, _calls, _slips, _status)
        return [wrong for look in looks for wrong in look(self, sheets)]

    @cached_property
    def table(self) -> list[list[Any]]:
        """Standings as a sheet shows them; only the headings where there can be none."""
        chosen = self.chosen
        try:
            found = standings(
                self.system, self.games.games, self.games.of_event(chosen.settings), chosen.parameters
            )
        except Faults:
            return []
        return found.table(for_sheet=True)

    @cached_property
    def results(self) -> dict[int, tuple[Any, bool]]:
        """Each row's score and its check against the rule; its error if its board is refused."""
        found: dict[int, tuple[Any, bool]] = {
            stray.row: (Faults(stray.faults).cell if stray.faults else NA, True) for stray in self.games.rows
        }
        scored = {(one.game.round, one.game.name): one for one in self.event.scored}
        own = {stray.row for stray in self.games.rows if stray.faults}
        for row in game_rows(self.rows[0], self.rows[1:], first=self.top + 1):
            if row.row in own or (one := scored.get(row.key)) is None:
                continue
            found[row.row] = (Faults(one.faults).cell if one.faults else NA), True
            if one.scores is not None and row.row in one.game.place.rows:
                seat = one.game.place.rows.index(row.row)
                found[row.row] = one.scores[seat], one.game.seats[seat].override is None
        return found

    def of(self, word: str) -> list[str]:
        """A typed column below its heading, as text without outer spaces or two in a row."""
        column = [header_word(heading) for heading in self.headings].index(word)
        cells = ("" if row[column] is None else str(row[column]) for row in self.rows[1:])
        return [" ".join(cell.split()) for cell in cells]

    def called(self, game: Game) -> str:
        """The board as it is typed: we take 01 for 1."""
        row = next(row for row in game.place.rows if row is not None)
        return self.of("board")[row - self.top - 1]


def below(rows: Rows, heading: str, down: int = 0) -> tuple[int, list[str]]:
    """The row, from 1, and the headings of the table with this first heading."""
    top = next(n for n, row in enumerate(rows, 1) if n > down and at(rows, n, 1) == heading)
    return top, [str(cell) for cell in rows[top - 1] if cell not in (None, "")]


def _cell(sheet: str, rows: Rows, row: int, column: int, expected: Any, what: Any = "") -> Iterator[Wrong]:
    if not same(got := at(rows, row, column), expected):
        yield Wrong(sheet, address(row, column), got, expected, what)


def _games(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    rows, columns = sheets["Games"], typed.headings
    check = next(n for n, heading in enumerate(columns, 1) if heading.startswith("Check"))
    for row in range(typed.top + 1, len(rows) + 1):
        value, own = typed.results.get(row, ("", True))
        said = str(at(rows, row, check) or "")
        what = said, typed.rows[row - typed.top :][:1]
        fine = "" if value == "" else value not in ERRORS
        if ("" if said == "" else said.startswith("OK")) != fine:
            yield Wrong("Games", address(row, check), said, value, what)
        if value is not None:  # only the end of the event tells
            yield from _cell("Games", rows, row, columns.index("Counts") + 1, value, what)
            if own:
                yield from _cell("Games", rows, row, columns.index("Score") + 1, value, what)


def _tables(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    chosen = typed.chosen
    scored = scored_event(typed.system, typed.games.games, chosen.settings, chosen.parameters)
    best = awards(scored, chosen.settings)
    lines = [[x.power, x.player, x.score, x.centres, x.game.round, typed.called(x.game)] for x in best]
    most = typed.plan.expected_players
    cut = "More players are level than there are lines: the last are not shown." if len(lines) > most else ""
    top, _ = below(sheets["Best countries"], "Power")
    yield from _cell("Best countries", sheets["Best countries"], top - 1, 1, cut)
    headings = ["Power", "Player", "Score", "Centres", "Round", "Board"]
    for sheet, first, expected in (
        ("Standings", "Rank", typed.table),
        ("Best countries", "Power", [headings, *lines[:most]]),
    ):
        top, _ = below(sheets[sheet], first)
        if expected:
            for wrong in differences(sheets[sheet][top - 1 :], _in_order(expected, sheets[sheet][top:])):
                yield Wrong(sheet, wrong[:2], *(*wrong[2:], None, None, None)[:3])
        else:
            totals = {at(sheets[sheet], row, 3) for row in range(top + 1, len(sheets[sheet]) + 1)}
            if not totals <= {NA, "", None}:
                yield Wrong(sheet, "Total", totals, NA)


def _in_order(expected: list[list[Any]], rows: Rows) -> list[list[Any]]:
    """The lines in one order for level players: each program sorts names differently."""
    if expected[0][0] != "Rank":
        return expected
    places = {name: place for place, (_, name, *_) in enumerate(row for row in rows if len(row) > 1)}
    lines = enumerate(expected[1:])
    level: dict[Any, int] = {}
    for n, (rank, _, total, *_) in lines:
        level.setdefault((rank, str(total)), n)
    ordered = sorted(expected[1:], key=lambda line: (level[line[0], str(line[2])], places.get(line[1], 0)))
    return [expected[0], *ordered]


def _totals(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    """Each player's row repeats their values on Standings."""
    rows = sheets["Totals"]
    headings = next(row for row in rows if {"Player", "Total", "Rank"} <= {*row})
    for line in typed.table[1:]:
        want = dict(zip(typed.table[0], line, strict=True))
        player = headings.index("Player")
        named = (row for row in rows[rows.index(headings) + 1 :] if row[player : player + 1])
        own = next((row for row in named if row[player] == want["Player"]), None)
        for heading in ("Rank", "Total"):
            got = None if own is None else own[headings.index(heading)]
            expected = "n/a" if want[heading] == NA else want[heading]
            if not same(got, expected):
                yield Wrong("Totals", heading, got, expected, want)


def _players(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    """How often everybody played, and each power."""
    rows = sheets["Players"]
    top, headings = below(rows, "Player")
    seats = Counter(zip(typed.of("player"), (power[:1] for power in typed.of("power")), strict=True))
    for row in range(top + 1, len(rows) + 1):
        name = at(rows, row, 1)
        for power in POWERS if name else ():
            expected = seats[str(name).strip(), power[0]]
            yield from _cell("Players", rows, row, headings.index(power) + 1, expected, name)
        if name:
            expected = sum(count for (player, _), count in seats.items() if player == str(name).strip())
            yield from _cell("Players", rows, row, headings.index("Games") + 1, expected, name)


def _charts(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    rows = sheets["Charts"]
    top, _ = below(rows, "Power", below(rows, "Player")[0])
    for seat, power in enumerate(POWERS):
        scores = [one.scores[seat] for one in typed.event.scored if one.scores is not None]
        told = [score for score in scores if score is not None]
        if len(told) == len(scores):
            yield from _cell("Charts", rows, top + 1 + seat, 2, sum(told) / len(told) if told else "", power)
            yield from _cell("Charts", rows, top + 1 + seat, 3, len(told), power)


def _boards(typed: Typed) -> dict[tuple[str, str], dict[str, str]]:
    """Who plays what, by round and board as typed, in the order of their first rows."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for round_, board, power, player in zip(
        *map(typed.of, ("round", "board", "power", "player")), strict=True
    ):
        if round_ and board:
            found.setdefault((round_, board), {}).setdefault(power[:1], player)
    return found


def _last_round(typed: Typed) -> str:
    rounds = [round_ for (round_, _), seats in _boards(typed).items() if any(seats.values())]
    known = [one for one in rounds if one.isdecimal() or one.casefold() == "final"]
    return max(known, key=lambda one: int(one) if one.isdecimal() else 10_000, default="")


def _calls(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    """The boards of the last round with players."""
    rows, boards = sheets["Board calls"], _boards(typed)
    last = _last_round(typed)
    shown = f"Round {last}" if last.isdecimal() else last
    top, _ = below(rows, "Board")
    yield from _cell("Board calls", rows, top - 3, 1, f"{EVENT_NAME}: {shown}")
    its = [(board, seats) for (round_, board), seats in boards.items() if round_ == last]
    for row in range(top + 1, len(rows) + 1):
        board, seats = its[row - top - 1] if row - top <= len(its) else ("", {})
        expected = [board, *(seats.get(power[0], "") for power in POWERS)]
        for column, value in enumerate(expected, 1):
            yield from _cell("Board calls", rows, row, column, value, (last, board))


def _slips(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    """Each board with players in the last round has one, in whatever order."""
    last = _last_round(typed)
    boards = {key: seats for key, seats in _boards(typed).items() if key[0] == last and any(seats.values())}
    rows, left = sheets["Slips"], dict(boards)
    for row, line in enumerate(rows, 1):
        if at(rows, row + 1, 1) != "Power":
            continue
        said = str(line[2])
        key = next((key for key in left if said.casefold() == _slip_of(*key).casefold()), None)
        seats = left.pop(key) if key else {}
        if key is None and said:
            yield Wrong("Slips", address(row, 3), said, [_slip_of(*key) for key in left])
        for seat, power in enumerate(POWERS):
            yield from _cell("Slips", rows, row + 2 + seat, 2, seats.get(power[0], ""), said)
    if left and len(left) > len(boards) - len(typed.plan.slots):
        yield Wrong("Slips", "missing", "", [*left])


def _slip_of(round_: str, board: str) -> str:
    called = f"Round {round_}" if round_.isdecimal() else round_
    if round_ == board:
        return called
    return f"{called}, top board" if board.casefold() == "top" else f"{called}, board {board}"


def _status(typed: Typed, sheets: Mapping[str, Rows]) -> Iterator[Wrong]:
    """Guide shows a problem exactly if we find one; Setup shows none."""
    fine = typed.table and not typed.games.rows and not any(one.faults for one in typed.event.scored)
    said = at(sheets["Guide"], 3, 2)
    wrong = re.sub(r"\d+ doubts?: see Check\.", "", str(said)).strip()
    if (wrong in ("", CLEAN)) != bool(fine):
        yield Wrong("Guide", "B3", said, CLEAN if fine else "what is wrong")
    yield from _cell("Guide", sheets["Guide"], 1, 1, EVENT_NAME)
    yield from _cell("Setup", sheets["Setup"], 5, 2, "")
    top, _ = below(sheets["Standings"], "Rank")
    yield from _cell("Standings", sheets["Standings"], top - 3, 1, f"Standings of {EVENT_NAME}")
    yield from _cell("Standings", sheets["Standings"], top - 1, 1, said)


def apart(one: Mapping[str, Rows], other: Mapping[str, Rows], but: Collection[str] = ()) -> Iterator[Wrong]:
    """Every cell whose value differs in another program; all errors count as equal.

    but: headings of columns left out.
    """
    for sheet, rows in one.items():
        left_out = {
            n for row in rows for n, cell in enumerate(row, 1) if str(cell).removeprefix("ƒ  ") in but
        }
        both = rows, other.get(sheet, [])
        for row in range(1, max(map(len, both)) + 1):
            widths = (len(some[row - 1]) if row <= len(some) else 0 for some in both)
            for column in {*range(1, max(widths) + 1)} - left_out:
                if not {at(shown, row, column) for shown in both} <= {*ERRORS} - {NA}:
                    yield from _cell(sheet, both[1], row, column, at(rows, row, column))
