"""The Mystery system of 2020: the value of a solo is unknown until the event is over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Literal

from xl_dipscore.errors import NA, Fault, join
from xl_dipscore.rules.board import SEATS, Board
from xl_dipscore.rules.event.decision import WINNER, Decision, Part, Tier, Weight, Weights
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import add_places, round_order, rounds_of
from xl_dipscore.rules.event.progress import Progress
from xl_dipscore.rules.event.scored import Scored, players_of, results_of
from xl_dipscore.rules.event.settings import TOP_FORMATS
from xl_dipscore.rules.event.tiebreak import tie_break
from xl_dipscore.rules.event.worth import LessMeanOfPower, Worth
from xl_dipscore.rules.points import Exact, Points, round_to_decimals, text, to_draw, to_each, winner_takes
from xl_dipscore.rules.system import Amount, EachPlayer, OfEvent, Options, in_cells, system


class SoloUnknown(Fault):
    """MYSTERY has no value for a solo until the event is over; to score it now, set the option solo."""

    cell = NA


class EventNotOver(Fault):
    """MYSTERY has no value for a solo until the event is over ({why})."""

    cell = NA


class NoDrawnGame(Fault):
    """MYSTERY cannot value a solo without a drawn game in the event; type its value in the option solo."""

    cell = NA


@in_cells("solos at their value")
def solos_at_their_value(event: Event, options: Options) -> Event:
    """Score each solo at the mean sum of scores of a drawn game, divided by the number of solos in the event.

    For a player with a solo who joined after round 1 and missed no later round, the score is the mean of that
    value and of the value computed from only the drawn games since the player joined. The player's total is
    divided by the number of rounds since then, a Final included. A Final that was won gives no points, unless
    the event has a top board.
    """
    if event.settings.format not in TOP_FORMATS:
        event = replace(event, scored=[drop_scores(one) if won_final(one) else one for one in event.scored])
    last = event.rounds + any(one.game.round == "Final" for one in event.by_points)
    joined = late_joiners(event, options["start"])
    own_rounds = {player: last - first + 1 for player, first in joined.items()}
    values = Values(event, options["solo"])
    notes = tuple(notes_on(values, joined))
    return replace(event, own_rounds=own_rounds, scored=value_solos(values, joined), notes=notes)


def won_final(one: Scored) -> bool:
    return one.game.round == "Final" and one.winner is not None


def drop_scores(one: Scored) -> Scored:
    return replace(one, scores=(None,) * 7, apart=True)


@dataclass(frozen=True)
class Values:
    """The value of a solo. A director's value, if any, is in `typed` and replaces the usual value. The value
    for a late joiner is the mean of the usual value and of the value from the late joiner's own rounds."""

    event: Event
    typed: Exact | None

    def why_unknown(self, first: int) -> Fault | None:
        """Why the value for a player who joined in round `first` is unknown; None if it is known."""
        if self.typed is not None and first == 1:
            return None
        if not self.event.settings.provisional and (why := why_not_over(self.event)):
            return EventNotOver(why=join(why))
        return NoDrawnGame() if self.typed is None and self.average_draw(1) is None else None

    def worth(self, first: int) -> Fraction:
        """The value for a player who joined in round `first`; for a late joiner, a mean of two values."""
        own = self.average_draw(first) if first > 1 else None
        solos = max(self.solos, 1)
        common = self.average_draw(1) if self.typed is None else self.typed * solos
        assert common is not None
        mean = common if own is None else (common + own) / 2
        return round_to_decimals(Fraction(mean) / solos, self.event.settings.decimals)

    @property
    def solos(self) -> int:
        """The number of solos that divides the value. Solos on boards of weight 0 score but are left out."""
        return sum(one.winner is not None for one in self.event.by_points)

    def average_draw(self, first: int) -> Fraction | None:
        """The mean sum of scores of the drawn games from round `first` on; None without a drawn game."""
        points = self.totals_of_draws(first)
        return Fraction(sum(points), len(points)) if points else None

    def totals_of_draws(self, first: int) -> list[Exact]:
        """For each game without a winner from round `first` on, the sum of its scores."""
        games = (one for one in self.event.by_points if round_order(one.game.round) >= first)
        drawn = (one.scores for one in games if one.scores is not None and one.winner is None)
        return [sum(score for score in scores if score is not None) for scores in drawn]


def value_solos(values: Values, joined: Mapping[str, int]) -> list[Scored]:
    """Score each solo at its winner's value. A winner whose value is unknown or in doubt has no score."""
    why_unknown, worth = cache(values.why_unknown), cache(values.worth)
    scored = []
    for one in values.event.scored:
        seat = one.winner
        if seat is None or one.scores is None or one.apart or one.game.seats[seat].override is not None:
            scored.append(one)
            continue
        first = joined.get(one.game.seats[seat].player, 1)
        unknown = why_unknown(first)
        value = None if unknown or in_doubt(values.event, one) else worth(first)
        faults = [type(unknown)(seat=seat, field="centres", place="", **unknown.facts)] if unknown else []
        scores = tuple(value if s == seat else one.scores[s] for s in SEATS)
        scored.append(replace(one, scores=scores, faults=add_places(faults, one.game.place)))
    return scored


def in_doubt(event: Event, one: Scored) -> bool:
    """Is the winner's value uncertain because not all of the winner's games are known?"""
    return any(
        result.won
        and result.round != 1
        and (result.round in event.unsure.get(result.player, ()) or start_in_doubt(event, result.player))
        for result in one.results
    )


def start_in_doubt(event: Event, player: str) -> bool:
    """Is it uncertain whether the player played in round 1?"""
    return player in event.unsure and all(game.round != 1 for game in event.results.get(player, ()))


def value_of_a_solo(event: Event, options: Options, player: str = "") -> Fraction | None:
    """The value of a solo in this event, the same for all who played from its first round; empty text while
    nobody can know it."""
    values = Values(event, options["solo"])
    first = late_joiners(event, options["start"]).get(player, 1)
    if values.typed is not None and first == 1:
        return Fraction(values.typed)
    if start_in_doubt(event, player):
        return None
    won = any(one.winner is not None and not one.apart for one in event.scored)
    if not won or isinstance(unknown := values.why_unknown(first), EventNotOver):
        return None
    if unknown:
        raise unknown
    return values.worth(first)


def notes_on(values: Values, joined: Mapping[str, int]) -> Iterator[str]:
    """A note for each late joiner for whom a solo has another value than usual."""
    results = values.event.results
    for player, first in sorted(joined.items()):
        if all(result.typed.override is not None for result in results[player] if result.won):
            continue
        if values.why_unknown(first) is None and values.worth(first) != values.worth(1):
            yield f"{player} joined in round {first}: their solo counts {text(values.worth(first))}."


def how_valued(event: Event, options: Options, player: str) -> Iterator[Part]:
    """Explain the value of this player's solo, line by line."""
    values = Values(event, options["solo"])
    first = late_joiners(event, options["start"]).get(player, 1)
    won = (result for result in event.results.get(player, ()) if result.won)
    if all(result.typed.override is not None for result in won) or values.why_unknown(first) is not None:
        return
    if values.typed is None:
        yield from average_parts(values, 1, "")
    yield Part("Solos in the event", (values.solos,))
    if values.typed is not None:
        yield Part("A solo counts what the director typed", (values.typed,))
    else:
        yield Part("A solo counts these points / drawn games / solos", (values.worth(1),))
    if first > 1:
        since = f"from round {first} on"
        yield from average_parts(values, first, f" {since}")
        mean = f"the mean of two values, over all rounds and {since}"
        yield Part(f"Joined in round {first}, so a solo counts {mean}", (values.worth(first),))
        yield Part("MPPD takes this value too, as their score and in the mean of the power.")


def average_parts(values: Values, first: int, since: str) -> Iterator[Part]:
    points = values.totals_of_draws(first)
    yield Part(f"Points scored in drawn games{since}", (sum(points),))
    yield Part(f"Drawn games{since}", (len(points),))


def why_not_over(event: Event) -> Sequence[str]:
    faulty = any(one.scores is None for one in event.by_points)
    reasons = Progress(event.settings, [one.game for one in event.scored]).reasons
    return reasons or (["a board is faulty"] if faulty else [])


def late_joiners(event: Event, start: Literal["started", "scored"]) -> dict[str, int]:
    """The first round of each player with a solo who joined after round 1 and missed no later round."""
    rounds = rounds_of(one.game for one in event.by_points)
    joined = {}
    for player, theirs in event.results.items():
        played = {result.round for result in theirs}
        numbered = [round_ for round_ in played if isinstance(round_, int)]
        if player in event.unsure:
            continue
        if not numbered or min(numbered) == 1 or not any(result.won for result in theirs):
            continue
        if any(round_order(round_) > min(numbered) and round_ not in played for round_ in rounds):
            continue
        scoring = [r.round for r in theirs if isinstance(r.round, int) and (r.score or r.won)]
        joined[player] = min(numbered) if start == "started" else min(scoring, default=min(numbered))
    return joined


def over_the_rounds(
    scores: Sequence[Fraction], rounds: int, *, start: Literal["started", "scored"] = "started"
) -> Weights:
    """The sum of the scores, divided by the event's rounds. For players with a solo who joined after round 1
    and missed no later round, the sum is divided by the number of rounds from their start on.

    Options:
        start: where a late joiner's rounds begin, with their first game or their first score
    """
    return [Weight(over=rounds)] * len(scores)


@tie_break("mppd", letters=True)
def mppd() -> Worth:
    """Mean Points per Power Difference of Mystery: points less the mean of that power, by the rounds."""
    return LessMeanOfPower("difference", lambda game: game.score)


@in_cells("final without points")
def final(event: Event, options: Options) -> Decision:
    """Put the winner of the Final first; a Final that was won gives no points.

    A Final without a winner is one more round. Then only the finalists are in the table, and the draw's
    members are above the other finalists.
    """
    finals = event.finals
    if any(one.apart for one in finals):
        before = [one for one in event.scored if one.game.round != "Final"]
        champion = {result.player for result in results_of(finals) if result.won}
        won = "The Final was won: it decides who is first and adds no points."
        return Decision(before, event.rounds, tiers=[Tier(champion, WINNER)], notes=(won,))
    if any(one.scores is None for one in finals):
        return Decision(event.scored, event.rounds + 1)
    drew = {result.player for result in results_of(finals) if result.drew}
    return Decision(
        event.scored,
        event.rounds + 1,
        tiers=[Tier(drew, "one of the draw in the Final")],
        only=players_of(finals),
    )


@in_cells("champion on the top board")
def top_board(event: Event, options: Options) -> Decision:
    """All rounds give points as usual, but only a player of the Top board can be first."""
    won = {result.player for result in results_of(event.tops) if result.won}
    rounds = event.rounds + bool(event.finals)
    if won:
        return Decision(event.scored, rounds, tiers=[Tier(won, "winner of the Top board")])
    return Decision(event.scored, rounds, champions=Tier(players_of(event.tops), "best of the Top board"))


@system(
    "MYSTERY",
    "Mystery",
    family="draw",
    source="Tournament Scoring, Part 7: The Mystery Scoring System (The Embassy, 2020)",
    meanwhile={"solo": 0},
    at_the_end=solos_at_their_value,
    explains=how_valued,
    combine=over_the_rounds,
    tiebreak=("mppd",),
    formats={"final": final, "top-board": top_board},
    functions={"MPPD": EachPlayer(mppd), "SOLO": OfEvent(value_of_a_solo)},
)
def mystery(board: Board, *, solo: Amount | None = None, draw: Amount = 100, survivor: Amount = 10) -> Points:
    """100 each for the draw's members, 10 for a survivor outside the draw, 0 for the dead. The value of a
    solo is known when the event is over; its losers get 0.

    A solo's value is the average of the points scored in a drawn game of the event, divided by the number of
    solos: 2410 points in six drawn games and two solos make 2410 / 6 / 2 = 200.83. A concession is scored as
    a solo.

    Options:
        solo: points for a solo, if the director sets them; else they are computed when the event is over
        draw: points for each member of the draw
        survivor: points for a survivor outside the draw

    Open:
        Without a drawn game in the event, a solo has no value: 0 divided by 0.
        MPPD takes a late joiner's solo at that player's own value, in the mean of its power too. MPPD counts
            every game, also boards that `double` or a rule such as best 2 drops.
        Points set for a solo replace only the usual value. A late joiner's solo still counts the mean of
            these points and of the value of their own rounds.
    """
    if board.winner is not None:
        if solo is None:
            raise SoloUnknown(field="solo")
        return winner_takes(board, solo)
    points = to_draw(board, draw)
    left = board.outside
    return points + to_each("Survivor outside the draw", survivor, left) if left else points
