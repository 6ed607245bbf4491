"""Doubts about scores, extra points and marks that the director typed."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from xl_dipscore.errors import Doubt, Faults, Note
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.scored import ResultsByPlayer, Scored, results_of
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.problem import Problem, of_result, of_seat


class TypedScore(Note, remedy="Ignore this if it is intended."):
    """{power} counts {score}, typed by the director."""


class FarScore(Doubt, remedy="Check the column Override."):
    """{power} counts {score}, typed by the director; the rule gives {computed}."""


class ExtraForNobody(Doubt, remedy="Type them beside a player."):
    """There are {extra} extra points beside {power}, which has no player."""


class MuchExtra(Doubt, remedy="Check the column Extra points."):
    """{player} has {extra} extra points; the best score of a game is {best}."""


class UnrankedInPart(Doubt, remedy="Mark all of the player's games, or none."):
    """{player} is marked unranked in {marked} of {games} games; one mark makes the player unranked in all."""


def odd_amounts(
    system: System | None, scored: Sequence[Scored], options: Mapping[str, object]
) -> Iterator[Problem]:
    computed = [_by_the_rule(system, one, options) for one in scored]
    known = [score for scores in computed for score in scores or () if score is not None]
    best = max(known, default=None)
    for one, scores in zip(scored, computed, strict=True):
        played = SEATS if one.game.board is not None else ()  # without centres, typed scores replace nothing
        typed = [seat for seat in played if one.game.seats[seat].override is not None]
        for seat in typed:
            yield _typed_score(one.game, seat, scores if len(typed) < len(SEATS) else None, known)
        for seat, its in enumerate(one.game.seats):
            if not its.extra:
                continue
            if not its.player:
                yield of_seat(one.game, seat, ExtraForNobody, "extra_points", extra=text(its.extra))
            elif best is not None and abs(its.extra) > best:
                facts = {"player": its.player, "extra": text(its.extra), "best": text(best)}
                yield of_seat(one.game, seat, MuchExtra, "extra_points", **facts)
    yield from _find_partly_unranked(scored)


def _by_the_rule(
    system: System | None, one: Scored, options: Mapping[str, object]
) -> Sequence[Fraction | None] | None:
    """The scores of a board by the rule, even if scores are typed; None if the rule cannot be applied."""
    if system is None or one.game.board is None:
        return None
    if one.scores is not None and all(seat.override is None for seat in one.game.seats):
        return one.scores
    try:
        own, its = system.of_game(one.game.round, one.game.system, system.for_now(options))
        return own.score(one.game.board, **its)
    except Faults:
        return None


def _typed_score(
    game: Game, seat: int, scores: Sequence[Fraction | None] | None, known: Sequence[Fraction]
) -> Problem:
    typed, computed = game.seats[seat].override, None if scores is None else scores[seat]
    assert typed is not None
    lowest, highest = min([Fraction(), *known]), max([Fraction(), *known])
    if computed is None or computed == typed or (typed and lowest <= typed <= highest):
        return of_seat(game, seat, TypedScore, "override", score=text(typed))
    return of_seat(game, seat, FarScore, "override", score=text(typed), computed=text(computed))


def _find_partly_unranked(scored: Sequence[Scored]) -> Iterator[Problem]:
    players = {result.player for result in results_of(scored) if result.typed.unranked}
    if not players:
        return
    theirs = ResultsByPlayer(scored)
    for player in filter(players.__contains__, theirs):
        results = theirs[player]
        marked = [result for result in results if result.typed.unranked]
        if len(marked) < len(results):
            facts: dict[str, Any] = {"player": player, "marked": len(marked), "games": len(results)}
            yield of_result(marked[0], UnrankedInPart(field="unranked", **facts))
