"""The command that draws seats and powers."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from xl_dipscore.board import POWERS, count_of
from xl_dipscore.cli.app import FAULTY, OK, Output, group
from xl_dipscore.errors import Fault, Faults

if TYPE_CHECKING:
    from xl_dipscore.seating import Drawn, Player, Progress, Wishes

command = group("Events")
HEADER = ("round", "board", "power", "player", "centres", "draw", "eliminated", "year")
SEEDS = 1_000_000


class DrawnAlready(Fault):
    """{path} is there already, and may hold results; name another file with -o."""


class NotAWeighting(Fault):
    """{word} is not NAME=WEIGHT with a whole number from 0 to 100000, such as met=20."""


class NoScoresYet(Fault):
    """A whole event is drawn before anybody has a score; order the boards by rating."""


@command()
def seat(
    players: Annotated[
        Path, typer.Argument(metavar="PLAYERS.CSV", help="The roster: a column Player, and what is wished.")
    ],
    rounds: Annotated[int, typer.Option(min=1, max=20, help="How many rounds to draw.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, help="The same number and the same roster give the same seats; by default, one by chance."
        ),
    ] = None,
    powers: Annotated[
        str,
        typer.Option(
            metavar="METHOD",
            help="How powers are given out: never twice, regions=FR-IGA-TE, wheel, preferences or any.",
        ),
    ] = "never twice",
    novices: Annotated[
        Literal["together", "spread", "any"],
        typer.Option(help="Where novices sit: together, spread over the boards, or anywhere."),
    ] = "any",
    novice_powers: Annotated[
        str, typer.Option(metavar="LETTERS", help="The powers that novices are to have, such as FT.")
    ] = "",
    by: Annotated[
        str | None,
        typer.Option(
            metavar="ORDER",
            help="rating: equals meet. groups=2: boards are drawn among groups of two boards, by rating.",
        ),
    ] = None,
    top_board: Annotated[
        bool, typer.Option("--top-board", help="The seven with the highest rating make a board, Top.")
    ] = False,
    sit_out: Annotated[
        bool,
        typer.Option(
            "--sit-out", help="Where players make no sevens, let those sit out who have done so least."
        ),
    ] = False,
    weight: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WEIGHT", help="Another weight for something that counts; may be repeated."
        ),
    ] = None,
    best_so_far: Annotated[
        bool, typer.Option("--best-so-far", help="Ctrl-C ends the search with the best draw found by then.")
    ] = False,
    output: Output = None,
) -> None:
    """Draw who sits where and plays what: all rounds of an event, as a games file without results."""
    from xl_dipscore.cells import csv_text
    from xl_dipscore.cli.writing import note, say, write
    from xl_dipscore.seating import Wishes, draw, letters_of, order_of, powers_of
    from xl_dipscore.xlsx.replace import is_there

    if output is not None and is_there(output):
        raise DrawnAlready(path=output)
    order = order_of(by) if by else {}
    if order.get("by") == "score":
        raise NoScoresYet
    wishes = Wishes(
        powers=powers_of(powers),
        novices=novices,
        novice_powers=frozenset(letters_of(novice_powers)),
        top_board=top_board,
        weights=dict(map(_weight, weight or ())),
        **order,
    )
    listed = _roster(players)
    if seed is None:
        seed = _by_chance()
    try:
        with _interrupt(best_so_far) as stop, _progress(stop) as told:
            drawn = draw(listed, range(1, rounds + 1), (), wishes, seed=seed, sit_out=sit_out, told=told)
    except Faults as found:
        say(found.faults)
        raise typer.Exit(FAULTY) from None
    games = csv_text([HEADER, *_rows(drawn)])
    words = [*_words(drawn, wishes)]
    if output is None:
        print(games, end="")
        for line in words:
            note(line)
    else:
        write(output, games)
        print(*words, sep="\n")
    boards = count_of(len(drawn.calls), "board")
    note(f"{boards} in {count_of(rounds, 'round')}, drawn with --seed {seed}.")
    raise typer.Exit(OK)


def _roster(path: Path) -> list[Player]:
    """The players of a file; one that cannot be used ends the command."""
    from xl_dipscore.cells.roster import read_roster
    from xl_dipscore.cli.reading import rows_of
    from xl_dipscore.cli.writing import say

    try:
        return read_roster(rows_of(path), path.name)
    except Faults as unusable:
        say(unusable.faults)
        raise typer.Exit(FAULTY) from None


def _weight(word: str) -> tuple[str, int]:
    name, _, typed = (part.strip() for part in word.partition("="))
    if not typed.isdecimal() or int(typed) > 100_000:
        raise NotAWeighting(word=repr(word))
    return name.casefold().replace("-", " "), int(typed)


def _by_chance() -> int:
    from secrets import randbelow

    return randbelow(SEEDS)


def _rows(drawn: Drawn) -> Iterator[Sequence[object]]:
    for call in drawn.calls:
        for power, name in zip(POWERS, call.players, strict=True):
            yield (call.round, call.name, power, name, *[""] * (len(HEADER) - 4))


def _words(drawn: Drawn, wishes: Wishes) -> Iterator[str]:
    """What each board costs, and all of them together."""
    for board in drawn.boards:
        where = f"Round {board.call.round}, board {board.call.name}"
        if not board.costs:
            yield f"{where}: nothing."
        for cost in board.costs:
            yield f"{where}: {cost.words}."
    yield from map(str, drawn.sums)
    yield from drawn.remarks
    if not drawn.complete:
        yield "The search was ended: there may be a better draw."


@contextmanager
def _interrupt(best_so_far: bool) -> Iterator[Callable[[], bool]]:
    """Says whether Ctrl-C was pressed, where it is to end the search and not the command."""
    pressed: list[int] = []
    if not best_so_far:
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(stop: Callable[[], bool]) -> Iterator[Callable[[str, Progress], bool]]:
    """Tells how far the search is, on a terminal in one line."""
    shown = sys.stderr.isatty()

    def told(what: str, progress: Progress) -> bool:
        if shown:
            line = f"{what}: {progress.done:.0%}, costs {progress.best}, at least {progress.bound}"
            print(f"\r{line:60}", end="", file=sys.stderr, flush=True)
        return stop()

    try:
        yield told
    finally:
        if shown:
            print(f"\r{'':60}\r", end="", file=sys.stderr, flush=True)
