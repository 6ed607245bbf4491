"""The list of doubts: whatever looks wrong in an event, the worst first. Every other place asks it."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from statistics import median
from typing import Any

from xl_dipscore.board import POWERS, SEATS, Board
from xl_dipscore.errors import Doubt, Fault, Faults, Note, gathered, join, nearest, some, steady
from xl_dipscore.event import (
    USUAL,
    Besides,
    Event,
    Game,
    Progress,
    Result,
    Round,
    Scored,
    Settings,
    by_player,
    day_in_words,
    final_last,
    last_round,
    results_of,
    same_person,
)
from xl_dipscore.points import text
from xl_dipscore.system import System, find
from xl_dipscore.tournament.awards import awards
from xl_dipscore.tournament.games import NO_OPTIONS, faulty_doubles, score_games, told_twice
from xl_dipscore.tournament.problem import Problem, of_game, of_result, of_seat, of_stray, worst_first
from xl_dipscore.tournament.seats import draw_again, said_once
from xl_dipscore.tournament.spelling import alike
from xl_dipscore.tournament.standings import NoTieBreak, Standings, TooFewPlayed, scored_event, standings
from xl_dipscore.tournament.teams import team_table
from xl_dipscore.tournament.tiebreaks import chain

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
MOST_LINES = 10
"""About seats or names of one kind; more would hide the rest."""
NEAR = 0.75
"""How alike a name on the list of players is that may have been meant."""


class TypedScore(Note, remedy="Ignore this if it is intended."):
    """{power} counts {score}, typed by the director."""


class FarScore(Doubt, remedy="Check the column Override."):
    """{power} counts {score}, typed by the director; the rule gives {computed}."""


class RuleNote(Note, remedy="Ignore this if the table agreed to it."):
    """{words}"""


class SameCounts(Doubt, remedy="Check that the results of one were not typed for another."):
    """These boards have the same seven counts: {boards}."""


class FarYear(Doubt, remedy="Check the year."):
    """The game ended in {year}, other games around {usual}."""


class PastLastYear(Doubt, remedy="Check the year."):
    """The game ended in {year}; the event's last year seems to be {usual}."""


class FarDate(Doubt, remedy="Check the date."):
    """The game is dated {day}, more than a year from all others."""


class FarRound(Doubt, remedy="Check the round."):
    """Round {round} comes right after round {usual}."""


class MuchWeight(Doubt, remedy="Check the column Weight."):
    """The scores of this board count {weight} times."""


class NoWeight(Doubt, remedy="Correct the column Weight; or mark the board under Not counted."):
    """The scores of this board do not count: its weight is 0."""


class SeatedAgain(Doubt, remedy="Check that the seats of one round were not typed for the other."):
    """Round {round} is seated like round {before}: everybody has the same power again. Boards: {boards}."""


class SatOutAndPlays(Doubt, remedy="Remove the player from this board, or from those who sat out."):
    """{player} is listed as out of round {round} but plays on board {board}."""


class NoResultYet(Doubt, remedy="Type its result; or, if it was not played, remove its players."):
    """Board {board} of round {round} has players but no result, and a later round has results."""


class NoSeats(Doubt, remedy="Correct the powers and the players, then type the result."):
    """It is unclear who plays which power on board {board} of round {round}. {why}"""


class ToCome(Note, remedy="Nothing to do while they are played."):
    """Round {round}: {boards} to come."""


class NoPlayer(Doubt, remedy="Type the player's name; or, if nobody played, mark civil disorder."):
    """{powers} {have} a result but no player."""


class FinalOfNoFinalists(Doubt, remedy="If it is a board of that round, type the round's number."):
    """Nobody on the Final played on a board of round {round}."""


class SeveralFinals(Doubt, remedy="Keep one Final, and give the others the number of a round."):
    """There are {count} Finals: boards {boards}."""


class UnknownFinalist(Doubt, remedy="Check the name."):
    """{player} won the Final but played no round before it."""


class ExtraForNobody(Doubt, remedy="Type them beside a player."):
    """There are {extra} extra points beside {power}, which has no player."""


class MuchExtra(Doubt, remedy="Check the column Extra points."):
    """{player} has {extra} extra points; the best score of a game is {best}."""


class UnrankedInPart(Doubt, remedy="Mark all of the player's games, or none."):
    """{player} is marked unranked in {marked} of {games} games; one mark makes the player unranked in all."""


class NotNew(Doubt, remedy="Remove the mark."):
    """{player} has played before, so is not a new player here."""


class AlikeNames(Doubt, remedy="If they are one player, write the name the same way everywhere."):
    """{names} {how}: one player or two?"""


class NotOnPlayers(Doubt, remedy="Correct the name, or add it to the list."):
    """{player} is not on the list of players.{hint}"""


class ManyNotOnPlayers(Doubt, remedy="Add them to the list."):
    """{count} more are not on the list of players."""


class NumberForAName(Doubt, remedy="Type the player's name."):
    """{player} is a number, not a name."""


class NoName(Doubt, remedy="Type the player's name; leave it blank if nobody gets the score."):
    """{player} is not a name."""


class TwoPeople(Doubt, remedy="Type the name of the one who gets it."):
    """{player} may be two people, but one player gets the score."""


class StandsIn(Note, remedy="Correct the name, unless one stood in for the other."):
    """{player} played only round {round}, and {other} every round except that one."""


class SamePowerAgain(Note, remedy="Ignore this if it was drawn so; else correct the player or the power."):
    """{player} has {power} more than once, in rounds {rounds}."""


class SamePowersAgain(Note, remedy="Ignore this if they were drawn so."):
    """These players have a power more than once: {players}."""


class AgainstTheDraw(
    Doubt, remedy="Correct the player or the power; or, if any draw is allowed, set the option powers to any."
):
    """{words}."""


class MuchAgainstTheDraw(
    Doubt, remedy="DIP_SEATS_CHECK and the sheet Seats list each one; or set the option powers to any."
):
    """{words}"""


class BestWithoutCentres(Note, remedy="Leave this line out of the prizes."):
    """Best {power} is a player without a centre: {players}."""


class InNoTeam(Note, remedy="Type their team, unless they play for none."):
    """These players are in no team: {players}."""


@steady("Looking for problems")
def problems(
    system: System | None,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    best: bool = False,
    table: Standings | None = None,
    roster: Sequence[str] = (),
) -> list[Problem]:
    """Everything that looks wrong in an event, worst first, as its options would have it scored.

    system: None leaves out what a scoring system thinks of it.
    roster: the list of players; none where there is no list.
    best: are the best of each country looked at, too?
    table: the standings, if they are made already.
    """
    listed = list(games)
    found = [of_stray(fault, stray) for stray in settings.besides.rows for fault in stray.faults]
    found += map(Problem, settings.besides.unread)
    scored: Sequence[Scored] = ()
    if system is not None:
        try:
            table = table or standings(system, listed, settings, options)
        except Faults as refused:
            found += [Problem(fault, whole=True) for fault in refused.faults]
        try:
            scored = table.scored if table is not None else scored_event(system, listed, settings, options)
        except Faults:
            system = None
    if system is None:
        plain = [_by_its_own(game) for game in listed]
        scored = told_twice(plain, faulty_doubles(plain, settings), settings)
    found += [of_game(one.game, fault) for one in scored for fault in one.faults]
    found += slips(scored)
    found += _boards_together(listed)
    found += _seated_again([*listed, *settings.besides.to_come])
    found += _times(listed, settings)
    found += _missing(listed, Progress(settings, listed).to_come)
    found += _finals(scored)
    found += _amounts(system, scored, options)
    found += _people(settings.besides, [*listed, *settings.besides.to_come], roster)
    found += _powers(listed, scored, settings)
    found += () if settings.besides.by_dates else _stand_ins(scored)
    if system is not None:
        found += _rule(system, scored, options)
        found += _under(system, listed, scored, settings, options)
        if best and last_round(listed) > 1 and not system.progress(settings, listed).reasons:
            found += _awards(scored, settings)
    if table is not None:
        found += _left_open(table)
    if system is not None and table is not None:
        found += () if system.progress(settings, listed).reasons else _too_few(table)
        found += _teams(system, listed, settings, table)
    if settings.besides.by_dates:
        dated = (*listed, *settings.besides.to_come)
        days: dict[Round, date | None] = {game.round: game.date for game in dated}
        found = [replace(one, days=days) for one in found]
    return worst_first(found)


def _by_its_own(game: Game) -> Scored:
    """A game of an event without a system: scored by its own one, if it has any."""
    if game.system:
        return score_games(find(game.system), [game])[0]
    return Scored(game, None, game.faults, game.board)


# -- boards -------------------------------------------------------------------------------------


def slips(scored: Iterable[Scored]) -> Iterator[Problem]:
    """What is likely to be a slip of the pen on boards that can be scored."""
    for one in scored:
        if one.board is not None and (one.scores is not None or not one.faults):
            yield from (of_game(one.game, fault) for fault in one.board.slips())


def _rule(system: System, scored: Sequence[Scored], options: Mapping[str, object]) -> Iterator[Problem]:
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


def _boards_together(games: Sequence[Game]) -> Iterator[Problem]:
    """Boards that are the same, and years that are far from the others."""
    played = [(game, game.board) for game in games if game.board is not None]
    same = gathered((board.centres, game) for game, board in played)
    for twins in same.values() if len(played) <= A_WEEKEND else ():
        if len(twins) > 1:
            named = [f"{game.name} of round {game.round}" for game in twins]
            yield of_game(twins[-1], SameCounts(field="centres", boards=some(named, MOST_NAMES)))
    years = Counter(board.year for _, board in played if board.year is not None)
    for game, board in played:
        if board.year is not None:
            yield from _odd_year(game, board.year, years)
    for game in games:
        if game.weight > HEAVY:
            yield of_game(game, MuchWeight(field="weight", weight=text(game.weight)))
        elif not game.weight and not game.left_out:
            yield of_game(game, NoWeight(field="weight"))


def _seated_again(games: Iterable[Game]) -> Iterator[Problem]:
    """Rounds of which every board was seated so in the round before."""
    rounds = gathered((game.round, game) for game in games)
    before: Mapping[tuple[str, ...], Game] = {}
    for round_ in sorted(rounds, key=final_last):
        boards = {tuple(same_person(seat.player) for seat in game.seats): game for game in rounds[round_]}
        if boards.keys() <= before.keys() and max(players.count("") for players in boards) < FEW:
            last = next(iter(before.values())).round
            names = join(one.name for one in boards.values())
            facts: dict[str, Any] = {"round": round_, "before": last, "boards": names}
            yield of_game(rounds[round_][0], SeatedAgain(field="player", **facts))
        before = boards


def _times(games: Sequence[Game], settings: Settings) -> Iterator[Problem]:
    """Dates and rounds that are far from the others, and who sat out one in which they play."""
    dated = [(game, game.date) for game in games if game.date is not None]
    days = sorted({id(day): day for _, day in dated}.values())
    for game, day in dated if len(dated) > FEW else ():
        at = bisect_left(days, day)
        beside = (other for other in days[max(0, at - 1) : at + 2] if other is not day)
        if all(abs((other - day).days) > A_YEAR for other in beside):
            yield of_game(game, FarDate(field="date", day=day_in_words(day)))
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


def _odd_year(game: Game, year: int, years: Counter[int]) -> Iterator[Problem]:
    others = years - Counter([year])
    count = others.total()
    latest = max(others, default=year)
    times = others[latest]
    if others and min(abs(year - other) for other in others) >= FAR:
        yield of_game(game, FarYear(field="year", year=year, usual=int(median(others.elements()))))
    elif year > LAST:
        yield of_game(game, FarYear(field="year", year=year, usual="1908 as a rule"))
    elif times >= SAME_END and 4 * times >= 3 * count and year >= latest + PAST:
        yield of_game(game, PastLastYear(field="year", year=year, usual=latest))


# -- what is missing ------------------------------------------------------------------------------


def _missing(games: Sequence[Game], to_come: Sequence[Game]) -> Iterator[Problem]:
    """Boards without a result, and results without a player."""
    last = max((final_last(game.round) for game in games), default=0)
    for game in to_come:
        for fault in game.faults[:1]:
            facts: dict[str, Any] = {"board": game.name, "round": game.round, "why": fault.sentence}
            doubt = NoSeats(field=fault.field, **facts)
            doubt.place, doubt.row, doubt.cells = fault.place, fault.row, fault.cells
            yield of_game(game, doubt)
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


def _finals(scored: Sequence[Scored]) -> Iterator[Problem]:
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


def _amounts(
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
    if computed is None or computed == typed or (typed and lowest <= typed <= highest):
        return of_seat(game, seat, TypedScore, "override", score=text(typed))
    return of_seat(game, seat, FarScore, "override", score=text(typed), computed=text(computed))


def _unranked(scored: Sequence[Scored]) -> Iterator[Problem]:
    for player, results in by_player(results_of(scored)).items():
        marked = [result for result in results if result.typed.unranked]
        if 0 < len(marked) < len(results):
            facts: dict[str, Any] = {"player": player, "marked": len(marked), "games": len(results)}
            yield of_result(marked[0], UnrankedInPart(field="unranked", **facts))


# -- who ----------------------------------------------------------------------------------------


def _people(besides: Besides, everybody: Sequence[Game], roster: Sequence[str]) -> Iterator[Problem]:
    """Names that may be one player's, or nobody's. everybody: who only sits on a board to come, too."""
    seats = gathered(
        (its.player, (game, seat)) for game in everybody for seat, its in enumerate(game.seats) if its.player
    )

    def at(player: str, kind: type[Fault], **facts: Any) -> Problem:
        game, seat = seats[player][0]
        return of_seat(game, seat, kind, "player", player=player, **facts)

    for names, how in alike(everybody):
        # The rarest is the likeliest to be wrong.
        yield at(min(names, key=lambda name: len(seats[name])), AlikeNames, names=join(names), how=how)
    numbers = [name for name in seats if re.fullmatch(r"[\d.,]+", name)]
    for name in numbers if 2 * len(numbers) < len(seats) else ():
        yield at(name, NumberForAName)
    for name in seats:
        if besides.is_nobody(name) or not re.search(r"\w", name):
            yield at(name, NoName)
        if re.search(r"[^\W\d]\.?( *[/&+] *| (and|or|und|et|y) )[^\W\d]", name):
            yield at(name, TwoPeople)
    known = {*map(same_person, roster)}
    strangers = [name for name in seats if known and same_person(name) not in known]
    for name in strangers[:MOST_LINES]:
        yield at(name, NotOnPlayers, hint=nearest(name, roster, NEAR))
    if more := strangers[MOST_LINES:]:
        yield at(more[0], ManyNotOnPlayers, count=len(more))


def _stand_ins(scored: Sequence[Scored]) -> Iterator[Problem]:
    """The only one who played no other round, where one who played all others is missing."""
    rounds: dict[str, dict[Round, Result]] = defaultdict(dict)
    for result in results_of(scored):
        if isinstance(result.round, int):
            rounds[result.player][result.round] = result
    played = sorted({round_ for its in rounds.values() for round_ in its})
    once = gathered((next(iter(its)), name) for name, its in rounds.items() if len(its) == 1)
    all_but_one = ((name, its) for name, its in rounds.items() if len(its) == len(played) - 1)
    missing = gathered((next(r for r in played if r not in its), name) for name, its in all_but_one)
    for round_ in played if len(played) > 2 else ():
        new, gone = once.get(round_, ()), missing.get(round_, ())
        if len(new) == len(gone) == 1:
            fault = StandsIn(field="player", player=new[0], round=round_, other=gone[0])
            yield of_result(rounds[new[0]][round_], fault)


def _powers(games: Sequence[Game], scored: Sequence[Scored], settings: Settings) -> Iterator[Problem]:
    """Powers that a player has again."""
    if settings.powers is not None:
        yield from _against_the_draw([*games, *settings.besides.to_come], settings.powers)
        return
    if settings.besides.by_dates:
        return  # of many evenings all have a power again
    theirs = by_player(results_of(scored))
    again = [one for player, results in theirs.items() for one in _powers_again(player, results)]
    if len(again) <= MOST_NAMES:
        yield from again
    else:
        # Where powers are drawn by lot there are many, and they would hide the rest.
        players = some(dict.fromkeys(one.player for one in again), MOST_NAMES)
        yield Problem(SamePowersAgain(field="player", players=players).locate(again[0].fault.cells))


def _against_the_draw(games: Sequence[Game], powers: str) -> Iterator[Problem]:
    """What seats cost by how the event gives out powers; of each kind that is much, in one sentence."""
    for words, costs in said_once(draw_again(games, powers), MOST_LINES):
        if words:
            first, cost = costs[0]
            much = MuchAgainstTheDraw(seat=cost.seats[0], field="player", words=words)
            yield Problem(much.locate(first.place.cells_of(much)))
            continue
        for game, cost in costs:
            yield of_game(game, AgainstTheDraw(seat=cost.seats[0], field="player", words=cost.words))


def _powers_again(player: str, results: Iterable[Result]) -> Iterator[Problem]:
    """Where seven powers were enough for all rounds; in a Final and on a Top board powers are chosen."""
    drawn = [one for one in results if isinstance(one.round, int) and not one.game.is_top]
    if len(drawn) > len(POWERS):
        return
    by_power: dict[int, dict[Round, Result]] = defaultdict(dict)
    for one in drawn:
        by_power[one.seat][one.round] = one
    for seat, rounds in by_power.items():
        if len(rounds) > 1:
            in_order = sorted(rounds, key=final_last)
            again = SamePowerAgain(field="player", player=player, power=POWERS[seat], rounds=join(in_order))
            yield of_result(rounds[in_order[-1]], again)


def _under(
    system: System,
    games: Sequence[Game],
    scored: Sequence[Scored],
    settings: Settings,
    options: Mapping[str, object],
) -> Iterator[Problem]:
    """What the system itself says."""
    if system.welcome is not None:
        for typed, one in zip(games, scored, strict=True):
            for seat in sorted(_new_players(typed) - _new_players(one.game)):
                player = typed.seats[seat].player
                yield of_game(typed, NotNew(seat=seat, field="new_player", player=player))
    if system.doubts is not None:
        event = Event(scored, max(settings.rounds or 0, last_round(games)), settings)
        for result, fault in system.doubts(event, system.chosen(options)):
            yield of_result(result, fault)


def _new_players(game: Game) -> frozenset[int]:
    return game.board.new_player if game.board is not None else frozenset()


def _awards(scored: Sequence[Scored], settings: Settings) -> Iterator[Problem]:
    """Countries whose best is dead, perhaps with others."""
    best = awards(scored, settings)
    dead = ((one.power, one) for one in best if one.board and not one.board.centres[one.seat])
    for power, results in gathered(dead).items():
        names = (one.player or f"board {one.game.name} of round {one.round}" for one in results)
        players = some(dict.fromkeys(names), MOST_NAMES)
        yield of_result(results[0], BestWithoutCentres(field="centres", power=power, players=players))


def _teams(system: System, games: Sequence[Game], settings: Settings, table: Standings) -> Iterator[Problem]:
    """What leaves teams without a total, and who is in none, where there are any teams."""
    seats = [seat for game in games for seat in game.seats]
    if not any(seat.team for seat in seats):
        return
    alone = {seat.player for seat in seats} - {seat.player for seat in seats if seat.team}
    if players := sorted(filter(None, alone), key=str.casefold):
        yield Problem(InNoTeam(field="team", players=some(players, MOST_NAMES)))
    try:
        faults = team_table(system, games, settings, table=table).faults
    except Faults as refused:
        yield from (Problem(fault, whole=True) for fault in refused.faults)
        return
    for fault in faults:
        game = next(game for game in games if game.place.of(fault) == fault.place)
        yield of_game(game, fault)


def _left_open(table: Standings) -> Iterator[Problem]:
    """Ties that a tie-break cannot break for want of a value."""
    totals = gathered((row.total, row) for row in table if row.rank is not None)
    level = [row for rows in totals.values() if len(rows) > 1 for row in rows]
    for position, one in enumerate(chain(table.tiebreaks)):
        without = [row.player for row in level if not row.breaks[position]]
        known = any(row.breaks[position] for row in table)  # else nobody can do anything about it
        if without and one.without and known:
            yield Problem(NoTieBreak(without=one.without, players=some(without, MOST_NAMES)))


def _too_few(table: Standings) -> Iterator[Problem]:
    """Who played too few rounds or games for a rank."""
    for few, fewest in table.too_few:
        yield Problem(TooFewPlayed(fewest=fewest, players=some(few, MOST_NAMES)))
