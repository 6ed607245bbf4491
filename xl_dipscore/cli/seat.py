"""The commands that draw who sits at which board and plays which power."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from xl_dipscore.cli.app import AnyOf, ListFile, OptionalListFile, Table, group, kinds, leave
from xl_dipscore.cli.output import print_document
from xl_dipscore.cli.writing import (
    check_output,
    exit_on_fault,
    leave_acted,
    note,
    prefix_file,
    show_table,
    write,
)
from xl_dipscore.errors import Fault, check_once, report_step
from xl_dipscore.rules.board import POWERS, count_of

if TYPE_CHECKING:
    from xl_dipscore.rules.seating.drawing import Drawn
    from xl_dipscore.rules.seating.search import Progress
    from xl_dipscore.workbooks.acts.seat import RoundDraw

command = group("Events", kinds("seat"))


class NotAWeighting(Fault):
    """{word} is not NAME=WEIGHT with a whole number from 0 to 100000, such as met=20."""


class NoScoresYet(Fault):
    """A whole event is drawn before there are scores. Order the boards by rating instead."""


@dataclass(frozen=True)
class Drawing(Table):
    """Options of a draw, in a workbook and for a whole event.

    Options:
        --seed: The same seed and roster give the same seats; by default, a random number.
        --powers METHOD: How powers are given out: never twice, regions=FR-IGA-TE, wheel, preferences or any.
        --novices: Where novices sit: together, spread over the boards, or anywhere.
        --novice-powers LETTERS: Powers for novices, such as FT; or 2=FT,3=FEG for boards with two and with
            three players in their first game. By default, the system's rule; any: no such powers.
        --team-powers: Give team mates different powers in each round.
        --by ORDER: score or rating: players of equal strength meet. groups=2: boards are drawn two at a
            time, by standing. dragonflight: round 1 by rating, then two, three and four groups by score.
        --top-board: Put the first seven of the standings on one board, Top.
        --sit-out: If the number of players is not a multiple of seven, let those sit out who have sat out
            least; the seed decides among equals. Players of the top board and of full groups stay.
        --weight NAME=WEIGHT: Change how much a cost of the draw counts, such as met=20; may be repeated.
        --best-so-far: Ctrl-C ends the search with the best draw found by then.
    """

    seed: Annotated[int | None, typer.Option(min=0)] = None
    powers: str = "never twice"
    novices: Literal["together", "spread", "any"] = "any"
    novice_powers: str = ""
    team_powers: bool = False
    by: str | None = None
    top_board: bool = False
    sit_out: bool = False
    weight: list[str] | None = None
    best_so_far: bool = False

    def of_round(self, round_: str | None = None, **further: Any) -> RoundDraw:
        """The draw of a round (by default, round 1) that these options describe. Raises Faults."""
        from xl_dipscore.rules.seating.wishes import Wishes, novice_powers_of, order_of, powers_of
        from xl_dipscore.tables.cells.dates import when_typed
        from xl_dipscore.workbooks.acts.seat import RoundDraw, seed_of

        weights = [*map(_weight, self.weight or ())]
        check_once("--weight", (name for name, _ in weights))
        wishes = Wishes(
            powers=powers_of(self.powers),
            novices=self.novices,
            team_powers=self.team_powers,
            top_board=self.top_board,
            weights=dict(weights),
            **(order_of(self.by) if self.by else {}),
            **(novice_powers_of(self.novice_powers) if self.novice_powers else {}),
        )
        when = when_typed(round_) if round_ else 1
        return RoundDraw(when, wishes, seed=seed_of(self.seed), sit_out=self.sit_out, **further)


AS_USUAL = Drawing()


@command("workbook")
def in_workbook(
    event: Path,
    round_: str | None = None,
    keep: list[str] | None = None,
    away: str = "",
    again: bool = False,
    dry_run: bool = False,
    who: str | None = None,
    no_log: bool = False,
    how: Drawing = AS_USUAL,
    json_: bool = False,
) -> None:
    """Draw a round of a workbook, and write the names into it.

    Options:
        event EVENT.XLSX: The workbook.
        --round: The round to draw; in a league the date of an evening, such as 2026-05-28.
        --keep BOARD: Leave this board as it is, such as 'Board A'; may be repeated.
        --away NAMES: Players who miss this round, such as 'Ann, Bob'.
        --again: Draw a round again that has names already.
        --dry-run: Show the draw and its costs, but write nothing.
    """
    from xl_dipscore.workbooks.acts.log import Act
    from xl_dipscore.workbooks.acts.seat import costs_of, names_in, with_capital
    from xl_dipscore.workbooks.acts.seat import seat as seated

    if round_ is None:
        raise typer.BadParameter("Which round? Add --round 2.")
    check_once("--keep", keep or ())
    asked = how.of_round(round_, keep=keep or (), away=names_in(away), again=again)
    act = None if no_log else Act("seat", f"seed {asked.seed}", who or "")
    with exit_on_fault(None if dry_run else event), _progress(how.best_so_far) as show:
        drawn, done = seated(event, asked, dry_run=dry_run, told=show, act=act)
    costs = [*costs_of(drawn, asked.round_text)]
    if json_:
        _print_draw(drawn, asked.seed, costs)
    else:
        boards = [(call.name, *call.players) for call in drawn.calls]
        show_table(with_capital(asked.round_text), ("Board", *POWERS), boards)
        print(*costs, sep="\n")
    if dry_run:
        note(*prefix_file(event, done.notes), f"{event} was not changed: {done.did}, shown only.")
        leave()
    leave_acted(event, done)


@command("roster")
def for_roster(
    event: ListFile,
    rounds: Annotated[int | None, typer.Option(min=1, max=20)] = None,
    output: OptionalListFile = None,
    how: Drawing = AS_USUAL,
    excel: bool = False,
    json_: bool = False,
) -> None:
    """Draw all rounds of an event for a roster, as a games file without results.

    Options:
        event PLAYERS.CSV: The roster; - for standard input.
        --rounds: How many rounds to draw; by default, 1.
    """
    from xl_dipscore.cli.reading import rows_of
    from xl_dipscore.rules.seating.drawing import draw
    from xl_dipscore.rules.seating.terms import counting_terms
    from xl_dipscore.sheets.xlsx.target import check_free
    from xl_dipscore.tables.cells.columns import ALWAYS
    from xl_dipscore.tables.cells.csv_text import csv_text
    from xl_dipscore.tables.cells.roster import read_roster
    from xl_dipscore.workbooks.acts.seat import costs_of

    asked, rounds = how.of_round(), rounds or 1
    if output is not None:
        check_free(output)  # an existing file may hold results
    check_output(output)
    if asked.wishes.by == "score" or (asked.wishes.dragonflight and rounds > 1):
        raise NoScoresYet
    counting_terms({}, asked.wishes)  # raises a fault if a weight names no cost of this draw
    rows = rows_of(event)
    with exit_on_fault():
        listed = read_roster(rows, event.name)
        wishes, seed = asked.wishes.in_round(1), asked.seed
        with _progress(how.best_so_far) as show:
            drawn = draw(listed, range(1, rounds + 1), (), wishes, told=show, seed=seed, sit_out=how.sit_out)
    games = csv_text([ALWAYS, *_rows(drawn)])
    words = [*costs_of(drawn)]
    if output is not None:
        write(output, games, excel=excel)
    if json_:
        _print_draw(drawn, asked.seed, words)
    elif output is None:
        print(games, end="")
        note(*words)
    else:
        print(*words, sep="\n")
    boards = count_of(len(drawn.calls), "board")
    note(f"{boards} in {count_of(rounds, 'round')}, drawn with --seed {asked.seed}.")


@command()
def seat(
    event: ListFile, how: Drawing = AS_USUAL, typed: Mapping[str, Any] = AnyOf(in_workbook, for_roster)
) -> None:
    """Draw who sits at which board and plays which power: a round of a workbook, or an event for a roster.

    For the options type, for example, dipscore seat workbook --help.
    The kind may be left out: the file says which one is meant, as in dipscore seat spring.xlsx --round 2.

    Options:
        event EVENT: A workbook or a roster; - for standard input.
    """
    from xl_dipscore.workbooks.acts.paths import is_workbook

    draw, other = (in_workbook, "a roster, a CSV file") if is_workbook(event) else (for_roster, "a workbook")
    if wrong := [word for word in typed if word not in signature(draw).parameters]:
        raise typer.BadParameter(f"--{wrong[0].strip('_').replace('_', '-')} is for {other}.")
    draw(event, how=how, **typed)


def _print_draw(drawn: Drawn, seed: int, costs: Sequence[str]) -> None:
    """Print a draw as JSON."""
    rows = [
        {"round": call.round, "board": call.name, **dict(zip(POWERS, call.players, strict=True))}
        for call in drawn.calls
    ]
    print_document("seat", seed=seed, complete=drawn.complete, rows=rows, costs=costs)


def _weight(word: str) -> tuple[str, int]:
    name, _, typed = (part.strip() for part in word.partition("="))
    if not name or not typed.isdecimal() or int(typed) > 100_000:
        raise NotAWeighting(word=repr(word))
    return name.casefold().replace("-", " "), int(typed)


def _rows(drawn: Drawn) -> Iterator[Sequence[object]]:
    for call in drawn.calls:
        for power, name in zip(POWERS, call.players, strict=True):
            yield (call.round, call.name, power, name, *[""] * 4)


@contextmanager
def _progress(best_so_far: bool) -> Iterator[Callable[[str, Progress], bool]]:
    """Show the progress of a search. best_so_far: does Ctrl-C end only the search, not the command?"""
    pressed = list[int]()

    def report_progress(what: str, progress: Progress) -> bool:
        report_step(f"{what}: {progress.done:.0%}, costs {progress.best}, at least {progress.bound}")
        return bool(pressed)

    before = signal.getsignal(signal.SIGINT)
    if best_so_far:
        signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield report_progress
    finally:
        if best_so_far:
            signal.signal(signal.SIGINT, before)
        report_step("")
