"""Take a random event through a workbook: make, name, fill, save by LibreOffice, rebuild and read it again.

Nothing may be kept, listed or read that was not in the event, and the standings equal the games file's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from tests.tables.native.engines import converted
from tests.tables.native.plain_boards import ENDINGS, game
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, SEATS
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import Format, Settings
from xl_dipscore.rules.system import System, find
from xl_dipscore.rules.systems.mystery import late_joiners, solos_at_their_value
from xl_dipscore.rules.tournament.games import score_games
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import GameList, read_games
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.native.plan import NoFormInEvent
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create, create_native
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.author.plan import CHART_YEARS, STAND_IN, Plan, fitting_rounds
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import EVENT, Setup
from xl_dipscore.workbooks.layout.tables import standings_header

ROUNDS = 3
NAMED = "Spring Cup"
SHOWN = 12
"""Sentences about one trial."""
ABSENT = 5
"""Players that miss a round."""
PLAYERS = (
    *("Ann", "ann lee", "O'Brien", "Zoë", "Smith-Jones", "D'Arcy", "Łukasz", "Nr. 7", "Émile Zola"),
    *("van der Berg", "Ng", '"Doc" Hall', "J.R.", "Mc Adam", "Élan", "Ø"),
    *(f"Player {number}" for number in range(1, 80)),
)
LISTED = range(FIRST_YEAR, FIRST_YEAR + CHART_YEARS)
"""The years of a chart that a workbook has columns for."""
ALWAYS = ("round", "board", "power", "player", "centres", "draw")
FACTS: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "years": ("eliminated", "year"),
    "docked": ("docked",),
    "civil disorder": ("civil disorder",),
    "new player": ("new player",),
    "charts": ("chart",),
    "some charts": ("some charts",),
    "unranked": ("unranked",),
    "tiebreak": ("tiebreak",),
    "override": ("override",),
    "extra points": ("extra points",),
    "weight": ("weight",),
    "everything": (
        *("eliminated", "year", "docked", "civil disorder", "new player", "some charts", "unranked"),
        *("tiebreak", "override", "extra points", "weight"),
    ),
}
"""The facts in a games file beside counts and draws, by the name of the kind of event."""
WITH_YEARS = tuple(name for name in FACTS if name not in ("nothing", "years", "everything"))
"""Kinds of events that have every fact that a system can need."""


@dataclass(frozen=True)
class Trial:
    """A system, a kind of workbook, a kind of event, and a seed."""

    key: str
    native: bool
    says: str
    seed: int
    ending: Format = "all rounds"
    boards: int = 12
    """All rounds together, a Final aside."""

    @property
    def system(self) -> System:
        return find(self.key)

    def __str__(self) -> str:
        kind = "plain" if self.native else "ordinary"
        return f"{self.key}, {kind}, {self.says}, {self.ending}, seed {self.seed}"

    @property
    def file(self) -> str:
        words = str(self).replace(",", "").split()
        return f"{'-'.join(words)}.xlsx"

    @cached_property
    def facts(self) -> frozenset[str]:
        needed = () if self.says == "nothing" else ("eliminated", "year", *self.system.needs)
        return frozenset((*needed, *FACTS[self.says]))

    @cached_property
    def plan(self) -> Plan:
        rounds = fitting_rounds(self.system, ROUNDS, self.ending)
        usual = Plan(self.system, rounds, self.boards // rounds, self.ending)
        there = {str(heading).casefold() for heading in usual.inputs}
        wanted = {fact if "chart" not in fact else "1901" for fact in self.facts}
        if wanted <= there:
            return usual
        return Plan(self.system, rounds, self.boards // rounds, self.ending, every_column=True)

    @property
    def settings(self) -> Settings:
        """The settings on Setup from the start."""
        combine = STAND_IN if self.plan.no_total else None
        return Settings(rounds=self.plan.rounds, combine=combine, format=self.ending)

    @cached_property
    def table(self) -> list[list[str]]:
        """The games file."""
        # Independent of the kind of workbook, so that both are filled from the same file.
        dice = Random(f"{self.key} {self.says} {self.ending} {self.seed}")
        while _has_no_form(self, table := _table(self, dice)):
            pass
        return table

    @cached_property
    def games(self) -> GameList:
        return _read(self, self.table)


@dataclass(frozen=True)
class Verdict:
    """The verdict on one trial."""

    trial: Trial
    wrong: tuple[str, ...]
    without_form: bool = False
    """Is there no such workbook, because plain formulas cannot express its event?"""

    def __str__(self) -> str:
        return "\n".join((str(self.trial), *(f"    {one}" for one in self.wrong[:SHOWN])))


def swept(trials: Sequence[Trial], folder: Path) -> Iterator[Verdict]:
    """Each trial's verdict; LibreOffice is started once for all of them."""
    filled: dict[Path, tuple[Trial, list[str]]] = {}
    for trial in trials:
        path = folder / trial.file
        try:
            filled[path] = trial, _filled(trial, path)
        except NoForm:
            yield Verdict(trial, (), without_form=True)
        except (Fault, Faults) as refused:
            yield Verdict(trial, (f"is refused: {refused}",))
    for (trial, wrong), saved in zip(filled.values(), converted([*filled], folder), strict=True):
        yield Verdict(trial, (*wrong, *_rebuilt(trial, saved)))


class NoForm(Exception):
    """Plain formulas cannot express this event."""


def _filled(trial: Trial, path: Path) -> list[str]:
    """Make, name and fill the workbook, and return what is wrong."""
    try:
        (create_native if trial.native else create)(path, trial.plan)
    except Faults as refused:
        if all(isinstance(fault, NoFormInEvent) for fault in refused.faults):
            raise NoForm from None
        raise
    package = Package.read(path)
    place = Setup(package).area(EVENT)
    assert place is not None
    package.set_value(place.sheet, address(place.top, place.left), NAMED)
    package.write()
    done = fill(path, trial.games.games)
    return [f"filled: {one}" for one in (*_said(done), *done.notes, *_shown(trial, path))]


def _rebuilt(trial: Trial, path: Path) -> list[str]:
    """The faults once LibreOffice has written the file anew."""
    before = [f"LibreOffice: {one}" for one in _shown(trial, path)] if trial.native else []
    done = rebuild(path, engine="python")
    return [*before, *(f"saved: {one}" for one in (*_said(done), *_shown(trial, path)))]


def _said(report: Report) -> Iterator[str]:
    yield from report.notes
    yield from (f"{one.sheet}!{one.ref} keeps its old value: {one.reason}" for one in report.not_computed)


def _shown(trial: Trial, path: Path) -> Iterator[str]:
    """The differences between a workbook's contents and the games file."""
    package = Package.read(path)
    found = EventIn(package).game_extract
    yield from map(str, (*found.faults, *found.notes))
    words = {str(word) for n, word in enumerate(found.columns) if any(not is_blank(r[n]) for r in found.rows)}
    more = words - {heading.replace(" ", "_") for heading in trial.table[0]}
    if more:
        yield f"has read more than was put in: {', '.join(sorted(more))}"
    back = _read(trial, found.table)
    there, put = (
        {(game.round, game.name): _facts(game) for game in listed.games} for listed in (back, trial.games)
    )
    for name in sorted(there.keys() | put.keys(), key=str):
        if there.get(name) != put.get(name):
            yield f"board {name} is read as {there.get(name)}, not {put.get(name)}"
    yield from _standings(trial, package)


def _facts(game: Game) -> tuple[object, ...]:
    faults = tuple(type(fault) for fault in game.faults)
    return game.board, game.seats, game.weight, faults


def _standings(trial: Trial, package: Package) -> Iterator[str]:
    """Lines of the standings that differ from the games file's; level players may be in any order."""
    settings = trial.games.of_event(trial.settings)
    try:
        found = standings(trial.system, trial.games.games, settings).table(for_sheet=True)
    except Faults as why:
        found = [["Rank", "Player", "Total"]]
        yield from (str(why),)
    table = EventIn(package).standings_shown
    assert table is not None
    headings = [standings_header(heading) for heading in found[0]]
    unknown = [str(heading) for heading in headings if heading not in table.columns]
    if unknown:
        yield f"Standings has no column for {', '.join(unknown)}"
    due = [[_cell(cell) for cell in line] for line in found[1:]]
    shown = [[_cell(table.value(row, str(word))) for word in headings] for row in table.lines]
    shown = [line for line in shown if any(line)]
    for number, (one, other) in enumerate(zip_longest(_sorted(shown), _sorted(due)), 1):
        if one != other:
            yield f"Standings line {number} is {one}, not {other}"


def _sorted(lines: Sequence[list[str]]) -> list[list[str]]:
    """The players of one rank sorted by name, because programs sort names differently."""
    return sorted(lines, key=lambda line: (not line[0], int(line[0] or 0), line[1]))


def _cell(value: Any) -> str:
    if is_blank(value):
        return ""
    if isinstance(value, str):
        return value
    return f"{round(float(value), 7) + 0:g}" if abs(value) < 1e5 else f"{float(value):.12g}"


# -- a games file -----------------------------------------------------------------------------


def _csv(table: Iterable[Sequence[str]]) -> str:
    return "".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n" for row in table)


def _read(trial: Trial, table: Iterable[Sequence[str]]) -> GameList:
    return read_games([*csv_rows(_csv(table).encode(), "games.csv")], fewer=trial.system.fewer)


def _has_no_form(trial: Trial, table: Iterable[Sequence[str]]) -> bool:
    """Did a late joiner win, whose MYSTERY value plain formulas cannot express?"""
    if trial.system.at_the_end is not solos_at_their_value:
        return False
    scored = score_games(trial.system, _read(trial, table).games, trial.system.for_now({}))
    return bool(late_joiners(Event(scored, trial.plan.rounds, trial.settings), "started"))


def _table(trial: Trial, dice: Random) -> list[list[str]]:
    rows: list[dict[str, object]] = []
    endings = [*dice.sample(ENDINGS, len(ENDINGS)), *dice.sample(ENDINGS, len(ENDINGS))]
    by_round: dict[object, list[str]] = {}
    for number, ((round_, name), ending) in enumerate(zip(trial.plan.slots, endings, strict=False)):
        if round_ not in by_round:
            here = PLAYERS[: 7 * trial.plan.boards + ABSENT]
            by_round[round_] = dice.sample(here, len(here))
        while (facts := game(dice, ending)).year not in LISTED:
            pass
        charted = "chart" in trial.facts or ("some charts" in trial.facts and number % 2 == 0)
        for seat in SEATS:
            player = by_round[round_].pop()
            row: dict[str, object] = {
                "round": round_,
                "board": name,
                "power": POWERS[seat],
                "player": "" if dice.random() < 0.03 else player,
                "centres": facts.centres[seat],
                "draw": "x" if seat in facts.draw else "",
                "eliminated": facts.eliminated[seat] or "",
                "year": facts.year,
                "docked": facts.docked[seat] or "",
                "civil disorder": "x" if seat in facts.civil_disorder else "",
                "new player": "x" if dice.random() < 0.3 else "",
                "unranked": "x" if dice.random() < 0.05 else "",
                "tiebreak": dice.choice(("", "", "", "1", "2.5")),
                "override": dice.choice((*[""] * 12, "0", "12.5", "-3")),
                "extra points": dice.choice((*[""] * 6, "1", "-2.5")),
                "weight": ("", "2", "0.5")[number % 3],
            }
            if charted:
                row |= {str(year): counts[seat] for year, counts in facts.chart.items()}
            rows.append(row)
    years = sorted({word for row in rows for word in row if word.isdigit()})
    words = [*ALWAYS, *(word for word in rows[0] if word in trial.facts and word not in ALWAYS), *years]
    return [words, *([str(row.get(word, "")) for word in words] for row in rows)]
