"""An event by chance through a workbook: made, named, filled, saved by LibreOffice, rebuilt and read again.

Nothing may be kept, listed or read that was not put in, and the standings are those of the same games file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from engines import converted
from plain_boards import ENDINGS, game

from xl_dipscore.board import FIRST_YEAR, POWERS, SEATS
from xl_dipscore.cells import GameList, csv_rows, is_blank, read_games
from xl_dipscore.errors import Faults
from xl_dipscore.event import Format, Game, Settings
from xl_dipscore.system import System
from xl_dipscore.tournament import standings
from xl_dipscore.workbook.author.plan import CHART_YEARS, STAND_IN, Plan, fitting_rounds
from xl_dipscore.workbook.extract import extract
from xl_dipscore.workbook.fill import fill
from xl_dipscore.workbook.layout.setup import EVENT, named
from xl_dipscore.workbook.layout.tables import standings_header, standings_shown
from xl_dipscore.workbook.new import create, create_native
from xl_dipscore.workbook.rebuild import rebuild
from xl_dipscore.workbook.rebuilt import Report
from xl_dipscore.xlsx.formula import address
from xl_dipscore.xlsx.package import Package

ROUNDS, BOARDS = 3, 12
NAMED = "Spring Cup"
PLAYERS = (
    *("Ann", "ann lee", "O'Brien", "Zoë", "Smith-Jones", "D'Arcy", "Łukasz", "Nr. 7", "Émile Zola"),
    *("van der Berg", "Ng", '"Doc" Hall', "J.R.", "Mc Adam", "Élan", "Ø"),
    *(f"Player {number}" for number in range(1, 25)),
)
"""More than there are seats in a round, so that everybody misses one now and then."""
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
"""What a games file says beside counts and draws, by what an event is called here."""
WITH_YEARS = tuple(name for name in FACTS if name not in ("nothing", "years", "everything"))
"""Those of which every system has what it needs too."""


@dataclass(frozen=True)
class Trial:
    """A system, a kind of workbook, what the games file says, and a seed."""

    system: System
    native: bool
    says: str
    seed: int
    ending: Format = "league"

    def __str__(self) -> str:
        kind = "plain" if self.native else "ordinary"
        return f"{self.system.key}, {kind}, {self.says}, {self.ending}, seed {self.seed}"

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
        usual = Plan(self.system, rounds, BOARDS // rounds, self.ending)
        there = {str(heading).casefold() for heading in usual.inputs}
        wanted = {fact if "chart" not in fact else "1901" for fact in self.facts}
        if wanted <= there:
            return usual
        return Plan(self.system, rounds, BOARDS // rounds, self.ending, every_column=True)

    @property
    def settings(self) -> Settings:
        """What Setup says of the event from the start."""
        combine = STAND_IN if self.plan.no_total else None
        return Settings(rounds=self.plan.rounds, combine=combine, format=self.ending)

    @cached_property
    def table(self) -> list[list[str]]:
        """The games file."""
        return _table(self)

    @cached_property
    def games(self) -> GameList:
        return read_games([*csv_rows(_csv(self.table).encode(), "games.csv")], fewer=self.system.fewer)


@dataclass(frozen=True)
class Verdict:
    """What went wrong with one trial."""

    trial: Trial
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((str(self.trial), *(f"    {one}" for one in self.wrong)))


def swept(trials: Sequence[Trial], folder: Path, told: Callable[[str], None] = print) -> Iterator[Verdict]:
    """Each trial's verdict; LibreOffice is started once for all of them."""
    filled: dict[Path, Trial] = {}
    wrong: dict[Path, list[str]] = {}
    for trial in trials:
        path = folder / trial.file
        wrong[path] = _filled(trial, path)
        filled[path] = trial
        told(f"filled {trial}")
    there = [path for path in filled if path.exists()]
    for path, saved in zip(there, converted(there, folder), strict=True):
        wrong[path] += _rebuilt(filled[path], saved)
    for path, trial in filled.items():
        yield Verdict(trial, tuple(wrong[path]))


def _filled(trial: Trial, path: Path) -> list[str]:
    """Make, name and fill the workbook; what is wrong then."""
    (create_native if trial.native else create)(path, trial.plan)
    package = Package.read(path)
    place = named(package, EVENT)
    assert place is not None
    package.set_value(place.sheet, address(place.top, place.left), NAMED)
    package.write()
    done = fill(path, trial.games.games)
    return [f"filled: {one}" for one in (*_said(done), *done.put.notes, *_shown(trial, path))]


def _rebuilt(trial: Trial, path: Path) -> list[str]:
    """What is wrong once LibreOffice has written the file anew."""
    before = [f"LibreOffice: {one}" for one in _shown(trial, path)] if trial.native else []
    done = rebuild(path, engine="python")
    return [*before, *(f"saved: {one}" for one in (*_said(done), *_shown(trial, path)))]


def _said(report: Report) -> Iterator[str]:
    yield from report.notes
    yield from (f"{one.sheet}!{one.ref} keeps its old value: {one.reason}" for one in report.not_computed)


def _shown(trial: Trial, path: Path) -> Iterator[str]:
    """How what a workbook holds and shows differs from the games file."""
    package = Package.read(path)
    found = extract(package)
    yield from map(str, (*found.faults, *found.notes))
    words = {str(word) for n, word in enumerate(found.columns) if any(not is_blank(r[n]) for r in found.rows)}
    more = words - {heading.replace(" ", "_") for heading in trial.table[0]}
    if more:
        yield f"has read more than was put in: {', '.join(sorted(more))}"
    back = read_games([*csv_rows(_csv(found.table).encode(), "back.csv")], fewer=trial.system.fewer)
    there, put = ({(g.round, g.name): _facts(g) for g in listed} for listed in (back.games, trial.games.games))
    for name in there.keys() | put.keys():
        if there.get(name) != put.get(name):
            yield f"board {name} is read as {there.get(name)}, not {put.get(name)}"
    yield from _standings(trial, package)


def _facts(game: Game) -> tuple[object, ...]:
    faults = tuple(type(fault) for fault in game.faults)
    return game.board, game.seats, game.weight, faults


def _standings(trial: Trial, package: Package) -> Iterator[str]:
    """Lines of the table that differ from those of the same games, where nothing decides, in any order."""
    settings = trial.games.of_event(trial.settings)
    try:
        found = standings(trial.system, trial.games.games, settings).table(for_sheet=True)
    except Faults as why:
        found = [["Rank", "Player", "Total"]]
        yield from (str(why),)
    table = standings_shown(package)
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
    """Those of one rank by name: programs put names in different orders."""
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


def _table(trial: Trial) -> list[list[str]]:
    # Not of the kind of workbook, so that both are filled from the same file.
    dice = Random(f"{trial.system.key} {trial.says} {trial.seed}")
    rows: list[dict[str, object]] = []
    endings = dice.sample(ENDINGS, BOARDS)
    slots = list(trial.plan.slots)
    by_round: dict[object, list[str]] = {}
    for number, ((round_, name), ending) in enumerate(zip(slots, [*endings, "clock"], strict=False)):
        if round_ not in by_round:
            by_round[round_] = dice.sample(PLAYERS, len(PLAYERS))
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
