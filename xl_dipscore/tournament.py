"""Games to totals to standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from xl_dipscore.board import POWERS, SEATS, Board
from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.system import System

Round = int | Literal["Final"]


class NoCombiningRule(Fault):
    """{system} combines rounds by a rule of its own ({rule}), which is not built yet. Choose one: {known}."""


class UnknownCombiningRule(Fault):
    """There is no rule {name} for combining rounds. Known: {known}."""


class TwoBoards(Fault):
    """{player} is on two boards of round {round}: {boards}."""


@dataclass(frozen=True)
class Place:
    """Where a game's cells stand, so that a fault can say so."""

    source: str
    rows: tuple[int | None, ...]
    columns: Mapping[str, str]

    def of(self, fault: Fault) -> str:
        """`games.csv row 9, column Centres`."""
        row = self.rows[fault.seat] if fault.seat is not None else None
        if row is None:
            known = [number for number in self.rows if number is not None]
            where = f"rows {min(known)} to {max(known)}"
        else:
            where = f"row {row}"
        column = self.columns.get(fault.field)
        return f"{self.source} {where}{f', column {column}' if column else ''}".strip()


@dataclass(frozen=True)
class Seat:
    """One row of a games list: who played a power, and what the director typed about it."""

    player: str = ""
    override: Fraction | None = None
    unranked: bool = False
    tiebreak: Fraction | None = None


@dataclass(frozen=True)
class Game:
    """One board of a round. `board` is None when it is faulty: `faults` then says why."""

    round: Round
    name: str
    seats: tuple[Seat, ...]
    board: Board | None
    place: Place
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Scored:
    """A game with its seven scores, or with the faults that leave it without."""

    game: Game
    scores: tuple[Fraction, ...] | None
    faults: tuple[Fault, ...] = ()


def score_games(system: System, games: Iterable[Game], **options: object) -> list[Scored]:
    """Every game under a system. A faulty board spoils only itself; an override replaces a score."""
    system.accept(options)
    return [_score(system, game, options) for game in games]


def _score(system: System, game: Game, options: Mapping[str, object]) -> Scored:
    if game.board is None:
        return Scored(game, None, game.faults)
    try:
        computed = system.score(game.board, **options)
    except Faults as found:
        return Scored(game, None, located(found.faults, game.place))
    typed = (seat.override for seat in game.seats)
    return Scored(game, tuple(c if t is None else t for c, t in zip(computed, typed, strict=True)))


def located(faults: Iterable[Fault], place: Place) -> tuple[Fault, ...]:
    """The same faults, each with its place."""
    for fault in (found := tuple(faults)):
        fault.place = fault.place or place.of(fault)
    return found


@dataclass(frozen=True)
class Standing:
    """One row of the standings. A score, and so the total, is None where a board is faulty."""

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Round, Fraction | None]
    counted: tuple[Round, ...]


COMBINE = {"sum": sum}
"""How a player's scores make a total, by the name of the rule."""


def combining_rule(system: System, combine: str | None) -> str:
    """The rule to combine rounds by: the one asked for, or the system's own. Raises Faults."""
    known = join(COMBINE)
    if combine is None:
        if system.combine not in COMBINE:
            raise Faults(
                [NoCombiningRule(field="combine", system=system.key, rule=system.combine, known=known)]
            )
        return system.combine
    wanted = " ".join(combine.split()).casefold()
    if wanted not in COMBINE:
        raise Faults([UnknownCombiningRule(field="combine", name=repr(combine), known=known)])
    return wanted


def rounds_of(games: Iterable[Game]) -> list[Round]:
    """The rounds that have a game, in order, a Final last."""
    return sorted({game.round for game in games}, key=_final_last)


def _final_last(round_: Round) -> float:
    return float("inf") if round_ == "Final" else round_


def standings(scored: Sequence[Scored], *, combine: str = "sum") -> list[Standing]:
    """A row a player, best first, ranks 1, 1, 3; players of a faulty board last, without a rank.

    A blank player is nobody: the position counts on its board and is credited to no one.
    Raises Faults when a player is on two boards of one round.
    """
    results: dict[str, dict[Round, tuple[str, Fraction | None]]] = {}
    faults: list[Fault] = []
    for one in scored:
        for seat in SEATS:
            player = one.game.seats[seat].player
            if not player:
                continue
            mine = results.setdefault(player, {})
            if one.game.round in mine:
                boards = join([mine[one.game.round][0], one.game.name])
                fault = TwoBoards(
                    seat=seat, field="player", player=player, round=one.game.round, boards=boards
                )
                faults.extend(located([fault], one.game.place))
                continue
            mine[one.game.round] = (one.game.name, one.scores[seat] if one.scores else None)
    if faults:
        raise Faults(faults)
    rows = [
        _standing(player, {r: score for r, (_, score) in mine.items()}, combine)
        for player, mine in results.items()
    ]
    rows.sort(key=lambda row: (row.total is None, -(row.total or 0), row.player.casefold(), row.player))
    totals = [row.total for row in rows]
    return [
        Standing(
            None if row.total is None else totals.index(row.total) + 1,
            row.player,
            row.total,
            row.scores,
            row.counted,
        )
        for row in rows
    ]


def _standing(player: str, scores: Mapping[Round, Fraction | None], combine: str) -> Standing:
    known = [score for score in scores.values() if score is not None]
    total = Fraction(COMBINE[combine](known)) if len(known) == len(scores) else None
    counted = tuple(sorted(scores, key=_final_last)) if total is not None else ()
    return Standing(None, player, total, scores, counted)


def best_of_each_country(scored: Iterable[Scored]) -> dict[str, tuple[Fraction, list[Game]]]:
    """Each power's best score, and every game that made it."""
    best: dict[str, tuple[Fraction, list[Game]]] = {}
    for one in scored:
        for seat, score in enumerate(one.scores or ()):
            power = POWERS[seat]
            if power not in best or score > best[power][0]:
                best[power] = (score, [one.game])
            elif score == best[power][0]:
                best[power][1].append(one.game)
    return {power: best[power] for power in POWERS if power in best}
