"""The tie-breaks that any event may use. Tie-breaks of one system are in the system's file."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain as chained

from xl_dipscore.errors import Fault, check_once, did_you_mean, join
from xl_dipscore.rules.board import FIRST_YEAR, STARTED, Board
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Unit
from xl_dipscore.rules.event.scored import Result, score_of, worth_of
from xl_dipscore.rules.event.tiebreak import TieBreak, Worked, declared_tie_breaks, tie_break
from xl_dipscore.rules.systems import declare_all


class UnknownTieBreak(Fault):
    """There is no tie-break {name}.{hint} Known: {known}."""


def tie_breaks() -> tuple[TieBreak, ...]:
    """All tie-breaks: first those of systems, then the tie-breaks of this file."""
    declare_all()
    return declared_tie_breaks()


def tie_breaks_named(names: Iterable[str]) -> list[TieBreak]:
    """The tie-breaks with these names; case and spaces do not matter. Raises UnknownTieBreak."""
    known = {one.name: one for one in tie_breaks()}
    words = {name.replace(" ", ""): one for name, one in known.items()}
    found = []
    for name in names:
        match = words.get(re.sub(r"[\s_-]", "", name).casefold())
        if match is None:
            hint = did_you_mean(" ".join(name.split()).casefold(), known)
            raise UnknownTieBreak(field="tiebreak", name=repr(name), hint=hint, known=join(known))
        found.append(match)
    # A tie-break among level players may be named twice: the second time, fewer players may be level.
    check_once("tiebreak", (one.name for one in found if not one.among))
    return found


@tie_break("centres")
def centres(event: Event) -> Mapping[str, Worked]:
    """The centres of all games together."""
    return _each(event, lambda results: Worked("centres", results, _centres))


def _each(event: Event, worked: Callable[[Sequence[Result]], Worked | None]) -> Mapping[str, Worked]:
    """Call `worked` with each player's games. Players for whom `worked` returns None have no value."""
    found = ((player, worked(results)) for player, results in event.results.items())
    return {player: one for player, one in found if one is not None}


@tie_break(
    "mean centres", needs="chart", without="Without a centre chart for every game there are no mean centres"
)
def mean_centres(event: Event) -> Mapping[str, Worked]:
    """Centres per game-year, from the charts (WBC); no value if one of the player's games has no chart."""

    def mean(results: Sequence[Result]) -> Worked | None:
        shown, years = {"game-years": _years}, [*map(_years, results)]
        counted = Worked("centres", results, _yearly, shown, over=sum(years), of_what="game-years")
        return counted if all(years) else None

    return _each(event, mean)


def _years(result: Result) -> int:
    return len(_whole_chart(result.board))


def _yearly(result: Result) -> int:
    """The player's centres of every year, summed."""
    return sum(counts[result.seat] for counts in _whole_chart(result.board))


def _whole_chart(board: Board | None) -> Sequence[Sequence[int]]:
    """The centre counts of each year, from 1901 on; empty if the chart lacks a year."""
    chart = board.chart if board is not None else ()
    whole = [year for year, _ in chart] == [*range(FIRST_YEAR, FIRST_YEAR + len(chart))]
    return [counts for _, counts in chart] if whole else ()


@tie_break("countback centres")
def countback_centres(event: Event) -> Mapping[str, Worked]:
    """The centres of the best counting game, then of the next best, and so on (ARMADA)."""
    shown = {"score": worth_of}
    return {
        player: Worked("centres", [*_counting(event, player, results)], _centres, shown, one_by_one=True)
        for player, results in event.results.items()
    }


def _counting(event: Event, player: str, results: Iterable[Result]) -> Iterator[Result]:
    """The games in a player's total, best first. Of two in a round, the better; both if `double` is sum."""
    seen = set()
    for result in _best_first(results):
        unit = event.unit(result)
        if unit in event.counted.get(player, ()):
            if event.settings.double == "sum" or unit not in seen:
                yield result
            seen.add(unit)


@tie_break("wins")
def wins(event: Event) -> Mapping[str, Worked]:
    """Games won, by a solo or by concession."""
    return _such_games(event, "wins", lambda result: result.won)


@tie_break("draws")
def draws(event: Event) -> Mapping[str, Worked]:
    """Games drawn as a member of the draw."""
    return _such_games(event, "draws", lambda result: result.drew)


def _such_games(event: Event, heading: str, such: Callable[[Result], bool]) -> Mapping[str, Worked]:
    return _each(event, lambda results: Worked(heading, [*filter(such, results)], lambda result: 1))


@tie_break("best game")
def best_game(event: Event) -> Mapping[str, Worked]:
    """The best score, then the second best, and so on."""

    def best(results: Sequence[Result]) -> Worked:
        known = [one for one in _best_first(results) if one.score is not None]
        return Worked("score", known, worth_of, one_by_one=True)

    return _each(event, best)


@tie_break("best round")
def best_round(event: Event) -> Mapping[str, Worked]:
    """The score of the best single round."""
    return _nth_round(event, 1)


@tie_break("second best")
def second_best(event: Event) -> Mapping[str, Worked]:
    """The score of the second best round; no value for a single round."""
    return _nth_round(event, 2)


def _nth_round(event: Event, n: int) -> Mapping[str, Worked]:
    def nth(results: Sequence[Result]) -> Worked | None:
        rounds = _rounds(event, results)
        return Worked("score", rounds[n - 1], worth_of) if len(rounds) >= n else None

    return _each(event, nth)


@tie_break("dropped scores")
def dropped_scores(event: Event) -> Mapping[str, Worked]:
    """The sum of the scores of rounds that do not count."""
    found = {}
    for player, results in event.results.items():
        counted = event.counted.get(player, ())
        dropped = [one for one in _rounds(event, results) if event.unit(one[0]) not in counted]
        found[player] = Worked("score", [*chained.from_iterable(dropped)], worth_of)
    return found


def _rounds(event: Event, results: Iterable[Result]) -> list[list[Result]]:
    """The games of each round's score, the best round first; if the rule combines games, one game each."""
    found: dict[Unit, list[Result]] = {}
    for one in _best_first(one for one in results if one.score is not None):
        games = found.setdefault(event.unit(one), [])
        if not games or event.settings.double == "sum":
            games.append(one)
    return sorted(found.values(), key=lambda games: sum(map(worth_of, games)), reverse=True)


@tie_break("head to head", among=True)
def head_to_head(event: Event) -> Mapping[str, Worked]:
    """On each shared board, one for each level player outscored, less one for each who scored more."""
    boards = {id(one.game): one.results for one in event.by_points}

    def rivals(result: Result) -> list[Result]:
        level = event.tied.get(result.player, ())
        these = boards[id(result.game)] if result.score is not None else ()
        return [one for one in these if one.player in level and one.player != result.player]

    def ahead(result: Result) -> int:
        mine = score_of(result)
        return sum((mine > score_of(one)) - (mine < score_of(one)) for one in rivals(result))

    return {
        player: Worked("ahead", [*filter(rivals, results)], ahead)
        for player, results in event.results.items()
        if len(event.tied.get(player, ())) > 1
    }


@tie_break("shared games", among=True)
def shared_games(event: Event) -> Mapping[str, Worked]:
    """The sum of the scores in games that all level players shared; no value without such a game."""
    found = {}
    for player, results in event.results.items():
        level = event.tied.get(player, frozenset())
        games = [one for one in results if level <= {seat.player for seat in one.game.seats}]
        if len(level) > 1 and games:
            found[player] = Worked("score", games, worth_of)
    return found


@tie_break("games")
def games(event: Event) -> Mapping[str, int]:
    """Games played that count, and times sat out that count as games; the most first."""
    return {player: event.games_of(player) for player in {*event.results, *event.sat_out}}


@tie_break("sat out")
def sat_out(event: Event) -> Mapping[str, int]:
    """Times sat out for lack of a place, the most first."""
    return {player: len(event.sat_out.get(player, ())) for player in {*event.results, *event.sat_out}}


@tie_break("best centres")
def best_centres(event: Event) -> Mapping[str, Worked]:
    """The most centres in a single game."""
    return _each(event, lambda results: Worked("centres", [max(results, key=_centres)], _centres))


@tie_break("centre gain")
def centre_gain(event: Event) -> Mapping[str, Worked]:
    """Centres at the end less those at the start, 4 for Russia and 3 for others, of all games together."""

    def gain(results: Sequence[Result]) -> Worked:
        counted = [one for one in results if one.board is not None]
        return Worked("gain", counted, lambda one: _centres(one) - STARTED[one.seat])

    return _each(event, gain)


@tie_break("board tops")
def board_tops(event: Event) -> Mapping[str, Worked]:
    """Boards topped: won, or else with the most centres; half a top if others have as many, or an equal part
    of one top with the option board tops.
    """
    top = partial(_top, whole=event.settings.tops == "1/n")
    return _each(event, lambda results: Worked("tops", [*filter(top, results)], top))


def _top(result: Result, *, whole: bool) -> Fraction:
    """The player's part of a board top. Level players have half a top each or, if `whole`, share one top."""
    board = result.board
    if board is None or board.winner is not None:
        return Fraction(board is not None and result.won)
    most = max(board.counts)
    level = board.counts.count(most)
    return Fraction(board.counts[result.seat] == most) / (level if whole else min(2, level))


@tie_break("typed", needs="tiebreak")
def typed(event: Event) -> Mapping[str, Worked]:
    """The sum of the numbers typed under Tiebreak; no value if nothing is typed."""

    def sum_typed(results: Sequence[Result]) -> Worked | None:
        typed = [one for one in results if one.typed.tiebreak is not None]
        return Worked("typed", typed, lambda one: one.typed.tiebreak or 0) if typed else None

    return _each(event, sum_typed)


def _centres(result: Result) -> int:
    return result.centres


def _best_first(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda result: (-worth_of(result), -_centres(result)))
