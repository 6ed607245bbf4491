"""The tie-breaks that any event may use. Tie-breaks of one system are in the system's file."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial

from xl_dipscore.errors import Fault, check_once, did_you_mean, join
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.scored import Result, score_of, worth_of
from xl_dipscore.rules.event.tiebreak import (
    TieBreak,
    declared_tie_breaks,
    tie_break,
    tie_break_without_form,
)
from xl_dipscore.rules.event.worth import (
    InOrder,
    InOrderOfScore,
    NthBestGame,
    NthBestRound,
    Number,
    OfDroppedRounds,
    Ratio,
    Total,
    Worked,
    Worth,
)
from xl_dipscore.rules.systems import declare_all


class UnknownTieBreak(Fault):
    """There is no tie-break {name}.{hint} Known: {known}."""


def tie_breaks() -> tuple[TieBreak, ...]:
    """All tie-breaks: first those of systems, then the tie-breaks of this file."""
    declare_all()
    return declared_tie_breaks()


def tie_breaks_named(names: Iterable[str]) -> list[TieBreak]:
    """The tie-breaks with these names; case and spaces do not matter. Raises UnknownTieBreak."""
    typed = [(name, re.sub(r"[\s_-]", "", name).casefold()) for name in names]
    known = _by_word(declared_tie_breaks())
    if any(word not in known for _, word in typed):  # perhaps of a system whose file is not imported yet
        known = _by_word(tie_breaks())
    found = []
    for name, word in typed:
        if word not in known:
            every = [one.name for one in known.values()]
            hint = did_you_mean(" ".join(name.split()).casefold(), every)
            raise UnknownTieBreak(field="tiebreak", name=repr(name), hint=hint, known=join(every))
        found.append(known[word])
    # A tie-break among level players may be named twice: the second time, fewer players may be level.
    check_once("tiebreak", (one.name for one in found if not one.among))
    return found


def _by_word(declared: Iterable[TieBreak]) -> dict[str, TieBreak]:
    """The tie-breaks by their names without spaces."""
    return {one.name.replace(" ", ""): one for one in declared}


@tie_break("centres")
def centres() -> Worth:
    """The centres of all games together."""
    return Total("centres", lambda game: game.centres)


@tie_break(
    "mean centres", needs="chart", without="Without a centre chart for every game there are no mean centres"
)
def mean_centres() -> Worth:
    """Centres per game-year, from the charts (WBC); no value if one of the player's games has no chart."""
    return Ratio(
        "centres",
        lambda game: game.chart_centres,
        over=lambda game: game.chart_years,
        of_what="game-years",
        in_every_game=True,
    )


@tie_break("countback centres")
def countback_centres() -> Worth:
    """The centres of the best counting game, then of the next best, and so on (ARMADA)."""
    return InOrderOfScore("centres", lambda game: game.centres)


@tie_break("wins")
def wins() -> Worth:
    """Games won, by a solo or by concession."""
    return Number("wins", lambda game: game.won)


@tie_break("draws")
def draws() -> Worth:
    """Games drawn as a member of the draw."""
    return Number("draws", lambda game: game.drew)


@tie_break("best game")
def best_game() -> Worth:
    """The best score, then the second best, and so on."""
    return InOrder("score", lambda game: game.worth)


@tie_break("best round")
def best_round() -> Worth:
    """The score of the best single round."""
    return NthBestRound("score", lambda game: game.worth, n=1)


@tie_break("second best")
def second_best() -> Worth:
    """The score of the second best round; no value for a single round."""
    return NthBestRound("score", lambda game: game.worth, n=2)


@tie_break("dropped scores")
def dropped_scores() -> Worth:
    """The sum of the scores of rounds that do not count."""
    return OfDroppedRounds("score", lambda game: game.worth)


@tie_break_without_form("head to head", ", for it looks at who is level", among=True)
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


@tie_break_without_form("shared games", ", for it looks at who is level", among=True)
def shared_games(event: Event) -> Mapping[str, Worked]:
    """The sum of the scores in games that all level players shared; no value without such a game."""
    found = {}
    for player, results in event.results.items():
        level = event.tied.get(player, frozenset())
        games = [one for one in results if level <= {seat.player for seat in one.game.seats}]
        if len(level) > 1 and games:
            found[player] = Worked("score", games, worth_of)
    return found


SIT_OUT = ", for it counts times that players sat out"


@tie_break_without_form("games", SIT_OUT)
def games(event: Event) -> Mapping[str, int]:
    """Games played that count, and times sat out that count as games; the most first."""
    return {player: event.games_of(player) for player in {*event.results, *event.sat_out}}


@tie_break_without_form("sat out", SIT_OUT)
def sat_out(event: Event) -> Mapping[str, int]:
    """Times sat out for lack of a place, the most first."""
    return {player: len(event.sat_out.get(player, ())) for player in {*event.results, *event.sat_out}}


@tie_break("best centres")
def best_centres() -> Worth:
    """The most centres in a single game."""
    return NthBestGame("centres", lambda game: game.centres, n=1)


@tie_break("centre gain")
def centre_gain() -> Worth:
    """Centres at the end less those at the start, 4 for Russia and 3 for others, of all games together."""
    return Total("gain", lambda game: game.gain)


@tie_break_without_form("board tops", ", for the option board tops says what to count")
def board_tops(event: Event) -> Mapping[str, Worked]:
    """Boards topped: won, or else with the most centres; half a top if others have as many, or an equal part
    of one top with the option board tops.
    """
    top = partial(_top, whole=event.settings.tops == "1/n")
    return {player: Worked("tops", [*filter(top, games)], top) for player, games in event.results.items()}


def _top(result: Result, *, whole: bool) -> Fraction:
    """The player's part of a board top. Level players have half a top each or, if `whole`, share one top."""
    board = result.board
    if board is None or board.winner is not None:
        return Fraction(board is not None and result.won)
    most = max(board.counts)
    level = board.counts.count(most)
    return Fraction(board.counts[result.seat] == most) / (level if whole else min(2, level))


@tie_break("typed", needs="tiebreak")
def typed() -> Worth:
    """The sum of the numbers typed under Tiebreak; no value if nothing is typed."""
    return Total("typed", lambda game: game.typed.tiebreak)
