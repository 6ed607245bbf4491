"""The command that draws seats and powers."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

from xl_dipscore.board import POWERS, count_of
from xl_dipscore.cli.app import group, leave
from xl_dipscore.cli.writing import about, check_output, giving_up, leave_acted, note, show_table, write
from xl_dipscore.errors import Fault, check_once, tell

if TYPE_CHECKING:
    from xl_dipscore.seating import Drawn, Progress
    from xl_dipscore.workbook.log import Act
    from xl_dipscore.workbook.seat import RoundDraw

command = group("Events")


class NotAWeighting(Fault):
    """{word} is not NAME=WEIGHT with a whole number from 0 to 100000, such as met=20."""


class NoScoresYet(Fault):
    """A whole event is drawn before there are scores. Order the boards by rating instead."""


@command()
def seat(
    event: Path,
    round_: str | None = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=20)] = None,
    seed: Annotated[int | None, typer.Option(min=0)] = None,
    powers: str = "never twice",
    novices: Literal["together", "spread", "any"] = "any",
    novice_powers: str = "",
    team_powers: bool = False,
    by: str | None = None,
    top_board: bool = False,
    sit_out: bool = False,
    keep: list[str] | None = None,
    away: str = "",
    again: bool = False,
    dry_run: bool = False,
    weight: list[str] | None = None,
    best_so_far: bool = False,
    who: str | None = None,
    no_log: bool = False,
    output: Path | None = None,
) -> None:
    """Draw who sits at which board and plays which power, in the next round of a workbook.

    From a roster, a CSV file, all rounds of an event are drawn at once, as a games file without results.

    Options:
        event EVENT: A workbook, whose next round is drawn; or PLAYERS.CSV, a roster for a whole event.
        --round: The round of the workbook to draw; in a league the date of an evening, such as 2026-05-28.
        --rounds: For a roster: how many rounds to draw; by default, 1.
        --seed: The same seed and roster give the same seats; by default, a random number.
        --powers METHOD: How powers are given out: never twice, regions=FR-IGA-TE, wheel, preferences or any.
        --novices: Where novices sit: together, spread over the boards, or anywhere.
        --novice-powers LETTERS: The powers that novices are to have, such as FT; or 2=FT,3=FEG for those in
            their first game, by how many a board has; by default, as the system says; any: no such powers.
        --team-powers: Give team mates different powers in each round.
        --by ORDER: score or rating: equals meet. groups=2: boards are drawn among groups of two, by standing.
            dragonflight: round 1 by rating, then two, three and four groups by score.
        --top-board: Put the first seven of the standings on one board, Top.
        --sit-out: Where players make no sevens, let those sit out who have done so least; among equals
            the seed decides.
        --keep BOARD: In a workbook: leave this board as it is, such as 'Board A'; may be repeated.
        --away NAMES: In a workbook: players who miss this round, such as 'Ann, Bob'.
        --again: In a workbook: draw a round again that has names already.
        --dry-run: In a workbook: show the draw and its costs, but write nothing.
        --weight NAME=WEIGHT: Change the weight of a cost; may be repeated.
        --best-so-far: Ctrl-C ends the search with the best draw found by then.
    """
    from xl_dipscore.cells.dates import when_typed
    from xl_dipscore.seating import Wishes, novice_powers_of, order_of, powers_of
    from xl_dipscore.workbook.log import Act
    from xl_dipscore.workbook.paths import is_workbook
    from xl_dipscore.workbook.seat import RoundDraw, names_in, seed_of

    in_workbook = is_workbook(event)
    its: dict[str, object] = {"--round": round_, "--keep": keep, "--away": away, "--again": again}
    its |= {"--dry-run": dry_run, "--who": who, "--no-log": no_log}
    _check_usage(in_workbook, its, {"--rounds": rounds, "--output": output})
    weights = [*map(_weight, weight or ())]
    check_once("--weight", (name for name, _ in weights))
    check_once("--keep", keep or ())
    wishes = Wishes(
        powers=powers_of(powers),
        novices=novices,
        team_powers=team_powers,
        top_board=top_board,
        weights=dict(weights),
        **(order_of(by) if by else {}),
        **(novice_powers_of(novice_powers) if novice_powers else {}),
    )
    asked = RoundDraw(
        when_typed(round_) if round_ else 1,
        wishes,
        seed=seed_of(seed),
        keep=keep or (),
        away=names_in(away),
        again=again,
        sit_out=sit_out,
    )
    if in_workbook:
        act = None if no_log else Act("seat", f"seed {asked.seed}", who or "")
        _in_workbook(event, asked, dry_run=dry_run, best_so_far=best_so_far, act=act)
    _whole_event(event, rounds or 1, asked, best_so_far, output)


def _check_usage(in_workbook: bool, its: Mapping[str, object], others: Mapping[str, object]) -> None:
    """Options that a workbook has, and those of a roster."""
    wrong = next((name for name, given in (others if in_workbook else its).items() if given), None)
    if wrong is not None:
        what = "a roster, a CSV file" if in_workbook else "a workbook"
        raise typer.BadParameter(f"{wrong} is for {what}.")
    if in_workbook and its["--round"] is None:
        raise typer.BadParameter("Which round? Add --round 2.")


def _in_workbook(
    path: Path, asked: RoundDraw, *, dry_run: bool, best_so_far: bool, act: Act | None
) -> NoReturn:
    """Draw a round of a workbook, and say what became of it. act: for the sheet Log."""
    from xl_dipscore.workbook.seat import capital, costs_of
    from xl_dipscore.workbook.seat import seat as seated

    with giving_up(None if dry_run else path), _progress(best_so_far) as told:
        drawn, done = seated(path, asked, dry_run=dry_run, told=told, act=act)
    boards = [(call.name, *call.players) for call in drawn.calls]
    show_table(capital(asked.called), ("Board", *POWERS), boards)
    print(*costs_of(drawn, asked.called), sep="\n")
    if dry_run:
        note(*about(path, done.notes), f"{path} was not changed: {done.did}, shown only.")
        leave()
    leave_acted(path, done)


def _whole_event(
    path: Path, rounds: int, asked: RoundDraw, best_so_far: bool, output: Path | None
) -> NoReturn:
    """Draw all rounds for a roster, as a games file."""
    from xl_dipscore.cells.columns import ALWAYS
    from xl_dipscore.cells.csv_text import csv_text
    from xl_dipscore.cells.roster import read_roster
    from xl_dipscore.cli.reading import rows_of
    from xl_dipscore.seating import draw
    from xl_dipscore.seating.terms import counting
    from xl_dipscore.workbook.seat import costs_of
    from xl_dipscore.xlsx.target import check_free

    if output is not None:
        check_free(output)  # it may hold results
    check_output(output)
    if asked.wishes.by == "score" or (asked.wishes.dragonflight and rounds > 1):
        raise NoScoresYet
    counting({}, asked.wishes)  # a weight of nothing that counts is a wrong call
    rows = rows_of(path)
    how: dict[str, Any] = {"seed": asked.seed, "sit_out": asked.sit_out}
    with giving_up():
        listed = read_roster(rows, path.name)
        with _progress(best_so_far) as told:
            drawn = draw(listed, range(1, rounds + 1), (), asked.wishes.in_round(1), told=told, **how)
    games = csv_text([ALWAYS, *_rows(drawn)])
    words = [*costs_of(drawn)]
    if output is None:
        print(games, end="")
        for line in words:
            note(line)
    else:
        write(output, games)
        print(*words, sep="\n")
    boards = count_of(len(drawn.calls), "board")
    note(f"{boards} in {count_of(rounds, 'round')}, drawn with --seed {asked.seed}.")
    leave()


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
    """Tell how far the search is.

    best_so_far: is Ctrl-C to end the search, and not the command?
    """
    pressed = list[int]()

    def told(what: str, progress: Progress) -> bool:
        tell(f"{what}: {progress.done:.0%}, costs {progress.best}, at least {progress.bound}")
        return bool(pressed)

    before = signal.getsignal(signal.SIGINT)
    if best_so_far:
        signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield told
    finally:
        if best_so_far:
            signal.signal(signal.SIGINT, before)
        tell("")
