"""Find scores of the Diplomacy Tournament Visualiser that differ from ours, and the reasons.

A reason is named only if scoring the board in that way makes exactly the program's scores.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.board import POWERS, Board, count_of
from xl_dipscore.rules.event.games import Game, Round, round_order
from xl_dipscore.rules.points import to_15_digits
from xl_dipscore.rules.system import System
from xl_dipscore.tables.cells.csv_text import as_text
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.exchange.formats import Read, Seated
from xl_dipscore.tables.exchange.visualiser import system_called

LAST_YEAR = "leaves out the last year, which the system's own text counts"
OPTIONS: Mapping[str, tuple[Mapping[str, object], str]] = {
    key: ({"last_year": False}, LAST_YEAR)
    for key in ("BANGKOK", "MANORCON", "MANORCONORIGINAL", "MANORCONV2")
}
"""For each system: the options that produce the program's scores, and the reason as the end of a sentence."""
AS_DRAWN = "scores a conceded game as a drawn one"
NEAR = Fraction(1, 10**9)
"""Scores that differ by at most this fraction are taken as equal, because the program adds floats."""


def differences(read: Read, games: Iterable[Game]) -> list[str]:
    """A line for each board whose scores differ from ours or cannot be compared, and a line with totals.

    read: the contents of the file. There are no lines without scores, or if the format names no systems.
    games: the games from the rows of the file.
    """
    if not read.scores or read.systems is None:
        return []
    lines: list[str] = []
    compared = differing = 0
    unknown: dict[str, set[Round]] = {}
    for game in games:
        theirs = [read.scores.get((game.round, game.name, seat)) for seat in range(7)]
        name = read.systems.get(game.round, "")
        if game.board is None or all(score is None for score in theirs):
            continue
        system = system_called(name) if name else None
        if system is None:
            unknown.setdefault(name, set()).add(game.round)
            continue
        where = f"Round {game.round}, board {game.name}, {system.name}"
        try:
            ours = system.score(game.board)
        except Faults as found:
            lines.append(f"{where}: not compared. {found.faults[0].sentence}")
            continue
        compared += 1
        if not _same(ours, theirs):
            differing += 1
            lines.append(f"{where}: {_list_differences(ours, theirs)}. {_why(system, game.board, theirs)}")
    for name, rounds in unknown.items():
        in_order: list[Round] = sorted(rounds, key=round_order)
        what = f"{name!r} is not a system here" if name else "the file names no system"
        lines.append(f"Round{'s' if len(rounds) > 1 else ''} {join(in_order)}: not compared, for {what}.")
    if compared:
        boards = count_of(compared, "board")
        result = f"{differing} with scores that differ from ours" if differing else "all scores are the same"
        lines.append(f"{boards} compared: {result}.")
    return lines


def _same(ours: Sequence[Fraction | None], theirs: Sequence[Fraction | None]) -> bool:
    return not any(_differ(*pair) for pair in zip(ours, theirs, strict=True))


def _differ(ours: Fraction | None, theirs: Fraction | None) -> bool:
    """Do two scores differ? A missing score is equal to every score."""
    if ours is None or theirs is None:
        return False
    return abs(ours - theirs) > NEAR * max(Fraction(1), abs(ours))


def _list_differences(ours: Sequence[Fraction | None], theirs: Sequence[Fraction | None]) -> str:
    """`Austria 0.9, here 1.2`."""
    return "; ".join(
        f"{name} {as_text(to_15_digits(their))}, here {as_text(to_15_digits(our))}"
        for name, our, their in zip(POWERS, ours, theirs, strict=True)
        if our is not None and their is not None and _differ(our, their)
    )


def _why(system: System, board: Board, theirs: Sequence[Fraction | None]) -> str:
    """The reason for the program's scores, if it is known."""
    for deviations, options, read in sorted(_readings(system, board), key=lambda one: len(one[0])):
        try:
            if deviations and _same(system.score(read, **options), theirs):
                return f"The program {' and '.join(deviations)}."
        except Faults:
            continue  # read in this way, the board has no score
    return "The reason is unknown: check the counts, the draw and the years there, or look for a typed score."


def _readings(system: System, board: Board) -> Iterator[tuple[list[str], Mapping[str, object], Board]]:
    """Each way in which the program may score the board: the deviations in words, the options, the board."""
    options, reason = OPTIONS.get(system.key, ({}, ""))
    boards = [("", board)]
    if board.conceded:
        boards.append((AS_DRAWN, replace(board, draw=frozenset())))
    for (how, read), (what, chosen) in product(boards, {"": {}, reason: options}.items()):
        yield [one for one in (how, what) if one], chosen, read


def with_scores(read: Read) -> tuple[GameRow, ...]:
    """The rows with the file's scores under Override, where the file's scores replace computed scores."""
    return tuple(_with_score(row, read.scores or {}) for row in read.rows)


def _with_score(row: GameRow, scores: Mapping[Seated, Fraction]) -> GameRow:
    seat, board = row.seat, row.key
    score = None if seat is None or board is None else scores.get((*board, seat))
    if score is None:
        return row
    return row._replace(cells={**row.cells, "override": score if score.denominator > 1 else int(score)})
