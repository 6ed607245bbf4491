"""The commands that make a workbook: for an event, for a league, from a template or the last event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from xl_dipscore.cli.app import AnyOf, OnlyFor, group, kinds, leave
from xl_dipscore.cli.writing import exit_on_fault, lines_of_not_computed, note
from xl_dipscore.errors import check_once, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.system import OptionOutOfRange, System, find

if TYPE_CHECKING:
    from xl_dipscore.workbooks.acts.rebuild_data import Report

command = group("Workbooks", kinds("new"))
ROUNDS, BOARDS, GAMES = 3, 4, 40
"""The default numbers of rounds, of boards in a round, and of games in a league."""
HOW = {
    None: "",
    "native": ", in plain formulas that need nothing",
    "names": ", by functions that it carries as names",
}
"""For each value of --host (None if it is not typed): how the workbook computes scores, in words."""
MOST_ROUNDS = 20
Rounds = Annotated[int | None, typer.Option(min=1, max=MOST_ROUNDS)]
Boards = Annotated[int | None, typer.Option(min=1, max=60)]


@command()
def event(
    system: str,
    out: Path,
    rounds: Rounds = None,
    boards: Boards = None,
    format_: str | None = None,
    host: Literal["native", "names"] | None = None,
    teams: bool = False,
    name: str | None = None,
    set_: list[str] | None = None,
) -> None:
    """For an event, sized for its rounds and boards. The word "event" may be left out.

    Options:
        --rounds: Rounds of the event; by default {ROUNDS}, or fewer if the system cannot add up so many.
        --boards: Boards in a round; by default {BOARDS}.
        --format: How the event is decided: all rounds, final, top-board or top-places. By default, the
            system's own format; most systems have all rounds.
        --host: native: plain formulas, which any spreadsheet program computes without installing anything.
            names: plain formulas too, but functions that the workbook carries compute the scores; for
            Excel 365 and 2024.
        --teams: Add a column Team on Players, and a sheet for the table of teams.
        --name: The event's name, such as "Spring Cup".
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import setup_of
    from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, SEASON_OPTIONS
    from xl_dipscore.workbooks.acts.new import create, create_native
    from xl_dipscore.workbooks.author.plan import STAND_IN, Plan, fitting_rounds

    known = find(system)
    typed = EVENT_OPTIONS["format"].accept(format_) if format_ else None
    boards = boards or BOARDS
    options = setup_of(known, set_)
    rounds = _once("rounds", rounds, options)
    ending = _once("format", typed, options) or known.format
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise OptionOutOfRange(name="rounds", what=f"a number from 1 to {MOST_ROUNDS}", value=rounds)
    rounds = rounds or fitting_rounds(known, ROUNDS, ending)
    if not teams and (names := [name for name in options if name.startswith("team ")]):
        raise OnlyFor(what="teams", flag="--teams", options=join(names))
    if names := [name for name in options if name in SEASON_OPTIONS]:
        raise OnlyFor(what="a league", flag="--league", options=join(names))
    by_name = host == "names"
    plan = Plan(known, rounds, boards, ending, options, teams=teams, name=name or "", by_name=by_name)
    report = (create if host is None else create_native)(out, plan)
    scored = f"scored by {known.name}{HOW[host]}"
    note(f"{out}: {count_of(rounds, 'round')} of {count_of(boards, 'board')}, {scored}.")
    if plan.no_total and "combine" not in options:
        note(f"{plan.no_total} On Setup, combine is {STAND_IN} until you choose otherwise.")
    note(*_doubts_about_options(known, rounds, options))
    _leave_made(out, report)


def _once(word: str, typed: Any, options: dict[str, object]) -> Any:
    """The value of an option of Setup that is typed as --WORD or with --set. Raises NamedTwice."""
    set_ = options.pop(word, None)
    check_once("the command", [word] * sum(one is not None for one in (typed, set_)))
    return typed if set_ is None else set_


def _doubts_about_options(system: System, rounds: int, options: Mapping[str, object]) -> Iterator[str]:
    """Sentences about options that do not fit the number of rounds."""
    from xl_dipscore.rules.tournament.doubts.settings import odd_settings
    from xl_dipscore.rules.tournament.problem import Problem
    from xl_dipscore.tables.cells.event_options import read_valid_options

    rows = ((name, *(value if isinstance(value, tuple) else (value,))) for name, value in options.items())
    given, _ = read_valid_options([("rounds", rounds), *rows], system)
    yield from (str(Problem(one)) for one in odd_settings(system, given.settings, given.parameters, 0))


@command("league")
def of_league(
    system: str,
    out: Path,
    games: Annotated[int | None, typer.Option(min=1, max=500)] = None,
    name: str | None = None,
    set_: list[str] | None = None,
) -> None:
    """For a season of evenings: dates in place of rounds, and each player's best games in the table.

    Options:
        --games: Places for games; by default {GAMES}.
        --name: The league's name.
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import setup_of
    from xl_dipscore.rules.tournament.combine import own_rule
    from xl_dipscore.workbooks.acts.new import create
    from xl_dipscore.workbooks.author.plan import Plan

    known = find(system)
    plan = Plan(known, 1, games or GAMES, options=setup_of(known, set_), league=True, name=name or "")
    report = create(out, plan)
    note(f"{out}: a league with places for {count_of(plan.boards, 'game')}, scored by {known.name}.")
    note(f"A total is {plan.rule or own_rule(known).name}: change combine on Setup for another rule.")
    _leave_made(out, report)


@command("from-last")
def from_last(
    last: Path,
    out: Path,
    system: str | None = None,
    name: str | None = None,
    rounds: Rounds = None,
    boards: Boards = None,
) -> None:
    """For the next event: people, Setup and looks of a finished one, without its results.

    Options:
        last LAST.XLSX: The workbook of the finished event.
        --system KEY: Another scoring system; by default, that of the last event.
        --name: The name of the next event.
        --rounds: Rounds of the event; by default, as many as the last one has.
        --boards: Boards in a round; by default, as many as the last event has.
    """
    from xl_dipscore.workbooks.acts.next_event import create_next

    another = None if system is None else find(system)
    with exit_on_fault():
        report = create_next(last, out, another, name=name, rounds=rounds, boards=boards)
    note(f"{out}: made from {last}, without its results.")
    _leave_made(out, report)


@command("from-template")
def from_template(
    template: Path,
    system: str,
    out: Path,
    name: str | None = None,
    rounds: Rounds = None,
    boards: Boards = None,
) -> None:
    """For an event, from a workbook of your own without results; it grows if it has too few boards.

    Options:
        template MINE.XLSX: A workbook of your own, without results.
        --name: The event's name.
        --rounds: Rounds of the event; by default, as many as the template has.
        --boards: Boards in a round; by default, as many as the template has.
    """
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.acts.new import NoSystemCell, create_from
    from xl_dipscore.workbooks.layout.boards import OwnLayout
    from xl_dipscore.workbooks.layout.event import EventIn
    from xl_dipscore.workbooks.layout.games import NoSlots
    from xl_dipscore.workbooks.layout.grow.boards import InTheWay
    from xl_dipscore.workbooks.layout.grow.rounds import MadeForRounds
    from xl_dipscore.workbooks.layout.system import MadeForAnother

    known = find(system)
    with exit_on_fault(kinds=(NoSystemCell, NoSlots, OwnLayout, InTheWay, MadeForAnother, MadeForRounds)):
        report = create_from(template, out, known, name=name, rounds=rounds, boards=boards)
    places = len(EventIn(Package.read(out)).slots)
    note(f"{out}: made from {template}, with {count_of(places, 'board')}, scored by {known.name}.")
    _leave_made(out, report)


def _leave_made(workbook: Path, report: Report) -> NoReturn:
    """Print the notes on a workbook that was made, and exit."""
    note(*report.notes, *lines_of_not_computed(workbook, report))
    leave(report.not_computed)


KINDS: Mapping[str, Callable[..., None]] = {
    "from_": from_last,
    "league": of_league,
    "template": from_template,
    "": event,
}
"""The command for each kind of workbook, by the option of `new` that implies the kind ("": no option)."""
_GAMES = "--games is for --league; otherwise give --rounds and --boards."
NOT_WITH = (
    ("from_", "template format_ host teams league games set_",
     "--from keeps the last event's settings: leave out {}."),
    ("league", "rounds boards format_ teams", "A league has dates in place of rounds: leave {} out."),
    ("league", "host template",
     "A league cannot be made of plain formulas or from a template: leave these out."),
    ("template", "games", _GAMES),
    ("template", "format_", "A template has its own format: choose it there, on Setup."),
    ("template", "host", "--host {1} makes its own workbook for one system, without a template."),
    ("template", "teams", "A template has its own sheets: leave --teams out."),
    ("template", "set_", "A template has its own options: type them there, on Setup."),
    ("", "games", _GAMES),
)  # fmt: skip
"""In each entry: a kind, the options that this kind lacks, and a sentence that says what to do instead."""


@command()
def new(
    system: str | None = None,
    out: Path | None = None,
    from_: Path | None = None,
    league: bool = False,
    template: Path | None = None,
    typed: Mapping[str, Any] = AnyOf(event, of_league, from_last, from_template),
) -> None:
    """Make a workbook: for an event (dipscore new DCC spring.xlsx), for a league, or from another workbook.

    For the options type, for example, dipscore new event --help.
    The kind may be left out: --league, --from LAST.XLSX or --template MINE.XLSX implies it.

    Options:
        --from LAST.XLSX: The workbook of the finished event.
        --league: For a season of evenings.
        --template MINE.XLSX: A workbook of your own, without results.
    """
    own = {"from_": from_, "league": league, "template": template}
    kind = next((word for word, given in own.items() if given), "")
    if kind == "from_":
        _check_options_of_kind(kind, {**own, **typed})
        if out is None:  # a single argument is the new workbook; the system of the last event stays
            system, out = None, None if system is None else Path(system)
    if out is None or (system is None and kind != "from_"):
        raise typer.BadParameter("A scoring system and a workbook are needed: dipscore new DCC spring.xlsx")
    if system is not None:
        find(system)
    _check_options_of_kind(kind, {**own, **typed})
    KINDS[kind](*filter(None, (from_, template)), system=system, out=out, **typed)


def _check_options_of_kind(kind: str, given: Mapping[str, object]) -> None:
    """Raise BadParameter if an option was typed that this kind lacks."""
    for its, words, why in NOT_WITH:
        wrong = [word for word in words.split() if its == kind and given.get(word)]
        if wrong:
            raise typer.BadParameter(why.format(f"--{wrong[0].strip('_')}", given[wrong[0]]))
