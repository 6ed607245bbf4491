"""What looks like a slip in an event: boards, years, what is missing, amounts; and what to do about it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import Any

from xl_dipscore.board import POWERS, SEATS, Board
from xl_dipscore.errors import Doubt, Faults, Note, gathered, join, some
from xl_dipscore.event import (
    Game,
    Scored,
    Settings,
    by_player,
    day_in_words,
    final_last,
    last_round,
    results_of,
)
from xl_dipscore.points import text
from xl_dipscore.system import System
from xl_dipscore.tournament.problem import Problem, of_game, of_result, of_seat

MOST_NAMES = 3
"""Names in one sentence."""
FAR = 15
"""Years by which a game may last longer than the others of its event, or be shorter."""
A_WEEKEND = 60
"""Boards from which on some may well be the same."""
LAST = 1900 + 4 * FAR
"""No game has lasted so long."""
A_YEAR = 366
GAP, HEAVY = 5, 3
"""So many rounds are not left out, and so much nobody's board weighs."""
FEW = 3
"""Of so many seats at most one has no player where players are named."""
PAST = 7
"""The same where most others end in one year, which is the event's last."""
SAME_END = 5
"""Boards that must end in it."""


class TypedScore(Note, remedy="Nothing, if it is meant."):
    """{power} counts {score}, typed by the director."""


class FarScore(Doubt, remedy="Check the column Override."):
    """{power} counts {score}, typed by the director; the rule gives {computed}."""


class RuleNote(Note, remedy="Nothing, if the table ended so."):
    """{words}"""


class SameCounts(Doubt, remedy="Check that the results of one were not typed for another."):
    """Boards with the same seven counts: {boards}."""


class FarYear(Doubt, remedy="Check the year."):
    """The game ended in {year}; the others of the event about {usual}."""


class PastLastYear(Doubt, remedy="Check the year."):
    """The game ended in {year}; the event's last year seems to be {usual}."""


class FarDate(Doubt, remedy="Check the date."):
    """The game is of {day}, more than a year from all others."""


class FarRound(Doubt, remedy="Check the round."):
    """The rounds before round {round} go up to {usual}."""


class MuchWeight(Doubt, remedy="Check the column Weight."):
    """The scores of this board count {weight} times."""


class SatOutAndPlays(Doubt, remedy="Take the player out, here or of those who sat out."):
    """{player} sat out round {round} and is on board {board} of it."""


class NoResultYet(Doubt, remedy="Type its result; or take its players out, if it was not played."):
    """Board {board} of round {round} has players and no result, though a later round has."""


class ToCome(Note, remedy="Nothing to do while they are played."):
    """Round {round}: {boards} to come."""


class NoPlayer(Doubt, remedy="Type who played; or mark civil disorder, if nobody did."):
    """{powers} {have} a result and no player."""


class FinalOfNoFinalists(Doubt, remedy="If it is a board of that round, type the round's number."):
    """Nobody on the Final played on a board of round {round}."""


class SeveralFinals(Doubt, remedy="Give all but one of them the number of a round."):
    """There are {count} Finals: boards {boards}."""


class UnknownFinalist(Doubt, remedy="Check the name."):
    """{player} won the Final and has played no round before it."""


class ExtraForNobody(Doubt, remedy="Type them beside a player."):
    """There are {extra} extra points beside {power}, which has no player."""


class MuchExtra(Doubt, remedy="Check the column Extra points."):
    """{player} has {extra} extra points; the best score of a game is {best}."""


class UnrankedInPart(Doubt, remedy="Mark all of the player's games, or none."):
    """{player} is marked unranked in {marked} of {games} games; one mark takes all of them out."""


def slips(scored: Iterable[Scored]) -> Iterator[Problem]:
    """What is likely to be a slip of the pen on boards that can be scored."""
    for one in scored:
        if one.board is not None and (one.scores is not None or not one.faults):
            yield from (of_game(one.game, fault) for fault in one.board.slips())


def of_rule(system: System, scored: Sequence[Scored], options: Mapping[str, object]) -> Iterator[Problem]:
    """Where boards contradict the rule, and are scored all the same; not what most of them have."""
    found: list[tuple[Game, str]] = []
    for one in scored:
        if one.game.board is not None and one.scores is not None:
            own, its = system.of_game(one.game.round, one.game.system, options)
            found += ((one.game, words) for words in own.house_notes(one.game.board, **its))
    often = Counter(_alike(words) for _, words in found)
    for game, words in found:
        if len(scored) == 1 or 2 * often[_alike(words)] < len(scored):
            yield of_game(game, RuleNote(field="draw", words=words))


def _alike(words: str) -> str:
    return re.sub(rf"\d+|{'|'.join(POWERS)}", "", words)


# -- boards beside each other ---------------------------------------------------------------------


def of_boards_together(games: Sequence[Game]) -> Iterator[Problem]:
    """Boards that are the same, and years that are far from the others."""
    played = [(game, game.board) for game in games if game.board is not None]
    same = gathered((board.centres, game) for game, board in played)
    for twins in same.values() if len(played) <= A_WEEKEND else ():
        if len(twins) > 1:
            named = [f"{game.name} of round {game.round}" for game in twins]
            yield of_game(twins[-1], SameCounts(field="centres", boards=some(named, MOST_NAMES)))
    years = [board.year for _, board in played if board.year is not None]
    for game, board in played:
        if board.year is not None:
            yield from _odd_year(game, board.year, years)
    for game in games:
        if game.weight > HEAVY:
            yield of_game(game, MuchWeight(field="weight", weight=text(game.weight)))


def of_times(games: Sequence[Game], settings: Settings) -> Iterator[Problem]:
    """Dates and rounds that are far from the others, and who sat out one in which they play."""
    days = sorted(day for game in games if (day := game.date) is not None)
    for game in games if len(days) > FEW else ():
        if game.date is not None and all(
            other is game.date or abs((other - game.date).days) > A_YEAR for other in days
        ):
            yield of_game(game, FarDate(field="date", day=day_in_words(game.date)))
    numbered = sorted({game.round for game in games if isinstance(game.round, int)})
    if len(numbered) > 1 and numbered[-1] - numbered[-2] >= GAP:
        there = next(game for game in games if game.round == numbered[-1])
        yield of_game(there, FarRound(field="round", round=numbered[-1], usual=numbered[-2]))
    out = {(one.player, one.round) for one in settings.besides.out}
    for game in (*games, *settings.besides.to_come) if out else ():
        for seat, its in enumerate(game.seats):
            if (its.player, game.round) in out:
                facts = {"player": its.player, "round": game.round, "board": game.name}
                yield of_seat(game, seat, SatOutAndPlays, "player", **facts)


def _odd_year(game: Game, year: int, years: Sequence[int]) -> Iterator[Problem]:
    others = [*years]
    others.remove(year)
    latest = max(others, default=year)
    times = others.count(latest)
    if others and min(abs(year - other) for other in others) >= FAR:
        yield of_game(game, FarYear(field="year", year=year, usual=int(median(others))))
    elif year > LAST:
        yield of_game(game, FarYear(field="year", year=year, usual="1908 as a rule"))
    elif times >= SAME_END and 4 * times >= 3 * len(others) and year >= latest + PAST:
        yield of_game(game, PastLastYear(field="year", year=year, usual=latest))


# -- what is missing ------------------------------------------------------------------------------


def of_missing(games: Sequence[Game], to_come: Sequence[Game]) -> Iterator[Problem]:
    """Boards without a result, and results without a player."""
    last = max((final_last(game.round) for game in games), default=0)
    for game in to_come:
        if final_last(game.round) < last:
            yield of_game(game, NoResultYet(field="centres", board=game.name, round=game.round))
    for round_, boards in gathered((game.round, game) for game in to_come).items():
        if final_last(round_) >= last and any(game.round == round_ for game in games):
            words = f"board{'s' if len(boards) > 1 else ''} {join(game.name for game in boards)}"
            yield of_game(boards[0], ToCome(field="centres", round=round_, boards=words))
    names = [seat.player for game in games for seat in game.seats]
    if FEW * names.count("") > len(names):
        return
    for game in games:
        board = game.board
        if board is not None:
            empty = [seat for seat in SEATS if not game.seats[seat].player and _is_played(board, seat)]
            have = "has" if len(empty) == 1 else "have"
            if empty:
                powers = join(POWERS[seat] for seat in empty)
                yield of_game(game, NoPlayer(seat=empty[0], field="player", powers=powers, have=have))


def _is_played(board: Board, seat: int) -> bool:
    return seat not in board.unplayed | board.civil_disorder


def of_finals(scored: Sequence[Scored]) -> Iterator[Problem]:
    """Finals that may be boards of a round."""
    finals = [one for one in scored if one.game.round == "Final"]
    if len(finals) > 1:
        boards = join(one.game.name for one in finals)
        yield of_game(finals[-1].game, SeveralFinals(field="round", boards=boards, count=len(finals)))
    before = [result for result in results_of(scored) if result.round != "Final"]
    known = {result.player for result in before}
    last = last_round(one.game for one in scored)
    there = {result.player for result in before if result.round == last}
    for one in finals:
        seated = {result.player for result in one.results}
        if seated and seated <= known and not seated & there:
            yield of_game(one.game, FinalOfNoFinalists(field="round", round=last))
    for result in results_of(finals):
        if known and result.won and result.player not in known:
            yield of_result(result, UnknownFinalist(field="player", player=result.player))


# -- amounts --------------------------------------------------------------------------------------


def of_amounts(
    system: System | None, scored: Sequence[Scored], options: Mapping[str, object]
) -> Iterator[Problem]:
    """What the director typed in place of a score or beside it."""
    computed = [_by_the_rule(system, one, options) for one in scored]
    known = [score for scores in computed for score in scores or () if score is not None]
    best = max(known, default=None)
    for one, scores in zip(scored, computed, strict=True):
        played = SEATS if one.game.board is not None else ()  # scores alone are no overrides
        typed = [seat for seat in played if one.game.seats[seat].override is not None]
        for seat in typed:
            yield _typed_score(one.game, seat, scores if len(typed) < len(SEATS) else None, known)
        for seat, its in enumerate(one.game.seats):
            if its.extra and not its.player:
                yield of_seat(one.game, seat, ExtraForNobody, "extra_points", extra=text(its.extra))
            elif best is not None and abs(its.extra) > best:
                facts = {"player": its.player, "extra": text(its.extra), "best": text(best)}
                yield of_seat(one.game, seat, MuchExtra, "extra_points", **facts)
    yield from _unranked(scored)


def _by_the_rule(
    system: System | None, one: Scored, options: Mapping[str, object]
) -> Sequence[Fraction | None] | None:
    """The scores of a board, whatever is typed in place of one; without those that only the event tells."""
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
    if computed is None or lowest <= typed <= highest:
        return of_seat(game, seat, TypedScore, "override", score=text(typed))
    return of_seat(game, seat, FarScore, "override", score=text(typed), computed=text(computed))


def _unranked(scored: Sequence[Scored]) -> Iterator[Problem]:
    for player, results in by_player(results_of(scored)).items():
        marked = [result for result in results if result.typed.unranked]
        if 0 < len(marked) < len(results):
            facts: dict[str, Any] = {"player": player, "marked": len(marked), "games": len(results)}
            yield of_result(marked[0], UnrankedInPart(field="unranked", **facts))
