"""What is wrong or odd in an event, the worst first: what, where, what to do."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from xl_dipscore.board import POWERS, count_of
from xl_dipscore.errors import Fault, Faults, join, some
from xl_dipscore.event import (
    USUAL,
    Event,
    Game,
    Result,
    Round,
    Scored,
    Settings,
    final_last,
    last_round,
    located,
    results_of,
)
from xl_dipscore.points import text
from xl_dipscore.system import System
from xl_dipscore.tournament.awards import By, awards
from xl_dipscore.tournament.collector import steady
from xl_dipscore.tournament.games import NO_OPTIONS, faulty_doubles, told_twice
from xl_dipscore.tournament.seats import draw_again, said_once
from xl_dipscore.tournament.spelling import near_twins, spelling_twins
from xl_dipscore.tournament.standings import NoTieBreak, Standings, TooFewPlayed, scored_event, standings
from xl_dipscore.tournament.teams import team_table
from xl_dipscore.tournament.tiebreaks import chain

Weight = Literal["no table", "no rank", "to check"]
WEIGHTS: tuple[Weight, ...] = ("no table", "no rank", "to check")
"""What a problem costs, the worst first."""
MOST_NAMES = 3
"""Names in one sentence."""
MOST_LINES = 10
"""About seats of one kind; more would hide the rest."""


class TypedScore(Fault):
    """{power} counts {score}, typed by the director."""


class NotNew(Fault):
    """{player} has played before and is not a new player here."""

    remedy = "Take the mark out."


class SpellingTwins(Fault):
    """{names} differ only in case, spaces, signs or accents: one player or several?"""

    remedy = "Write one player's name in one way."


class NearTwins(Fault):
    """{name} and {other} differ only in one letter: one player or two?"""

    remedy = SpellingTwins.remedy


class SamePowerAgain(Fault):
    """{player} has {power} more than once, in rounds {rounds}."""

    remedy = "Nothing, if it was drawn so; or correct the player or the power."


class SamePowersAgain(Fault):
    """Players who have a power more than once: {players}."""

    remedy = "Nothing, if they were drawn so."


class AgainstTheDraw(Fault):
    """{words}."""

    remedy = "Correct the player or the power; or set the option powers to any, if nothing is forbidden."


class MuchAgainstTheDraw(Fault):
    """{words}"""

    remedy = "DIP_SEATS_CHECK and the sheet Seats have a line for each; or set the option powers to any."


class SeveralFinals(Fault):
    """There are {count} Finals: boards {boards}."""

    remedy = "Give all but one of them the number of a round."


class UnknownFinalist(Fault):
    """{player} won the Final and has played no round before it."""

    remedy = "Check the name."


class BestWithoutCentres(Fault):
    """Best {power} is a player without a centre: {players}."""

    remedy = "Leave this line out of the prizes."


class InNoTeam(Fault):
    """In no team: {players}."""

    remedy = "Nothing, if they play for none; or type their team."


@dataclass(frozen=True)
class Problem:
    """Something that is wrong or odd: what it costs, what it is, and where."""

    weight: Weight
    fault: Fault
    round: Round | None = None
    board: str = ""
    power: str = ""
    player: str = ""
    row: int | None = None

    @property
    def cells(self) -> list[object]:
        """A line of their table, None where nothing is."""
        where = (self.round, self.board, self.power, self.player, self.row)
        return [self.weight, self.fault.sentence, *where, self.fault.remedy]

    def __str__(self) -> str:
        """`games.csv row 9, column Player: Note: Ann ...`."""
        place = f"{self.fault.place}: " if self.fault.place else ""
        kind = "Note: " if self.weight == "to check" else ""
        return f"{place}{kind}{self.fault.told}"


HEADER = ("Weight", "Problem", "Round", "Board", "Power", "Player", "Row", "What to do")


def worst_first(found: Iterable[Problem]) -> list[Problem]:
    """By weight, and by the row."""
    return sorted(found, key=lambda one: (WEIGHTS.index(one.weight), one.row or float("inf")))


def summary(found: Sequence[Problem]) -> str:
    """`3 problems, 1 leaves players without a rank; 2 notes to check.`"""
    count = Counter(one.weight for one in found)
    told = [f"{count_of(count['to check'], 'note')} to check"] if count["to check"] else []
    if so_many := len(found) - count["to check"]:
        costs: dict[Weight, str] = {"no table": "the table unmade", "no rank": "players without a rank"}
        left = (f"{count[w]} {'leaves' if count[w] == 1 else 'leave'} {costs[w]}" for w in costs if count[w])
        told.insert(0, f"{count_of(so_many, 'problem')}, {', '.join(left)}")
    return f"{'; '.join(told)}."


def lines(found: Sequence[Problem], said: Iterable[Fault] = (), *, most: int | None = None) -> Iterator[str]:
    """Each problem that has not been said yet, and how many there are in all; nothing where nothing is wrong.

    most: so many of those that are only to check.
    """
    before = set(map(str, said))
    room = len(found) if most is None else most
    left = 0
    for one in found:
        if str(one.fault) in before:
            continue
        room -= one.weight == "to check"
        if room < 0 and one.weight == "to check":
            left += 1
        else:
            yield str(one)
    if left:
        yield f"And {left} more to check."
    if found:
        yield summary(found)


@steady()
def problems(
    system: System | None,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    by: By | None = None,
    table: Standings | None = None,
) -> list[Problem]:
    """Everything that is wrong or odd in an event, worst first, as its options would have it scored.

    system: None leaves out what a scoring system thinks of it.
    by: what decides the best of each country, where they are looked at.
    table: the standings, if they are made already.
    """
    listed = list(games)
    found = [_stray(fault, settings) for stray in settings.strays for fault in stray.faults]
    scored: Sequence[Scored] = ()
    if system is not None:
        try:
            table = table or standings(system, listed, settings, options)
        except Faults as refused:
            found += [Problem("no table", fault) for fault in refused.faults]
        try:
            scored = table.scored if table is not None else scored_event(system, listed, settings, options)
        except Faults:
            system = None
    if system is None:
        plain = [Scored(game, None, game.faults, game.board) for game in listed]
        scored = told_twice(plain, faulty_doubles(plain, settings))
    found += [_at(one.game, fault, "no rank") for one in scored for fault in one.faults]
    found += _boards(scored)
    found += _people(listed, scored, settings)
    found += _finals(scored)
    if system is not None:
        found += _under(system, listed, scored, settings, options)
        if by is not None:
            found += _awards(scored, by)
    if table is not None:
        found += _left_open(table, settings, listed)
    if system is not None and table is not None:
        found += _teams(system, listed, settings, table)
    return worst_first(found)


# -- where --------------------------------------------------------------------------------------


def _stray(fault: Fault, settings: Settings) -> Problem:
    stray = next(one for one in settings.strays if fault in one.faults)
    return Problem("no rank", fault, stray.round, stray.board, stray.power, stray.player, stray.row)


def _at(game: Game, fault: Fault, weight: Weight = "to check") -> Problem:
    located([fault], game.place)
    seat = fault.seat
    if seat is None and fault.row in game.place.rows:
        seat = game.place.rows.index(fault.row)
    power, player = ("", "") if seat is None else (POWERS[seat], game.seats[seat].player)
    rows = [row for row in game.place.rows if row is not None]
    return Problem(weight, fault, game.round, game.name, power, player, fault.row or min(rows, default=None))


def _of(result: Result, fault: Fault) -> Problem:
    fault.seat = result.seat
    return _at(result.game, fault)


# -- what ---------------------------------------------------------------------------------------


def slips(scored: Iterable[Scored]) -> Iterator[Problem]:
    """What is likely to be a slip of the pen on boards that can be scored."""
    for one in scored:
        if one.board is not None and (one.scores is not None or not one.faults):
            yield from (_at(one.game, fault) for fault in one.board.slips())


def _boards(scored: Sequence[Scored]) -> Iterator[Problem]:
    """Such slips, and scores that were typed."""
    yield from slips(scored)
    for one in scored:
        for seat, typed in enumerate(one.game.seats):
            if typed.override is not None and one.game.board is not None:
                fault = TypedScore(
                    seat=seat, field="override", power=POWERS[seat], score=text(typed.override)
                )
                yield _at(one.game, fault)


def _people(games: Sequence[Game], scored: Sequence[Scored], settings: Settings) -> Iterator[Problem]:
    """Names that may be one player's, and powers that a player has again."""
    theirs: dict[str, list[Result]] = defaultdict(list)
    for result in results_of(scored):
        theirs[result.player].append(result)
    for names in spelling_twins(games):
        # The rarest is the likeliest to be wrong.
        rare = min(names, key=lambda name: len(theirs[name]))
        yield _of(theirs[rare][0], SpellingTwins(field="player", names=join(names)))
    for pair in near_twins(games):
        rare, usual = sorted(pair, key=lambda name: len(theirs[name]))
        yield _of(theirs[rare][0], NearTwins(field="player", name=rare, other=usual))
    if settings.powers is not None:
        yield from _against_the_draw([*games, *settings.to_come], settings.powers)
        return
    if settings.by_dates:
        return  # of many evenings all have a power again
    again = [one for player, results in theirs.items() for one in _powers_again(player, results)]
    if len(again) <= MOST_NAMES:
        yield from again
    else:
        # Where powers are drawn by lot there are many, and they would hide the rest.
        players = some(dict.fromkeys(one.player for one in again), MOST_NAMES)
        yield Problem("to check", SamePowersAgain(field="player", players=players))


def _against_the_draw(games: Sequence[Game], powers: str) -> Iterator[Problem]:
    """What seats cost by how the event gives out powers; of each kind that is much, in one sentence."""
    for words, costs in said_once(draw_again(games, powers), MOST_LINES):
        if words:
            yield Problem("to check", MuchAgainstTheDraw(field="player", words=words))
            continue
        for game, cost in costs:
            yield _at(game, AgainstTheDraw(seat=cost.seats[0], field="player", words=cost.words))


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
            yield _of(rounds[in_order[-1]], again)


def _finals(scored: Sequence[Scored]) -> Iterator[Problem]:
    finals = [one for one in scored if one.game.round == "Final"]
    if len(finals) > 1:
        boards = join(one.game.name for one in finals)
        yield _at(finals[1].game, SeveralFinals(field="round", count=len(finals), boards=boards))
    before = {result.player for result in results_of(scored) if result.round != "Final"}
    for result in results_of(finals):
        if before and result.won and result.player not in before:
            yield _of(result, UnknownFinalist(field="player", player=result.player))


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
                yield _at(typed, NotNew(seat=seat, field="new_player", player=player))
    if system.doubts is not None:
        event = Event(scored, max(settings.rounds or 0, last_round(games)), settings)
        for result, fault in system.doubts(event, system.chosen(options)):
            yield _of(result, fault)


def _new_players(game: Game) -> frozenset[int]:
    return game.board.new_player if game.board is not None else frozenset()


def _awards(scored: Sequence[Scored], by: By) -> Iterator[Problem]:
    """Countries whose best is dead, perhaps with others."""
    dead: dict[str, list[Result]] = defaultdict(list)
    games = {id(one.game): one for one in scored}
    for best in awards(scored, by):
        seat = POWERS.index(best.power)
        board = best.game.board
        if board is not None and not board.centres[seat]:
            one = games[id(best.game)]
            dead[best.power].append(Result(best.player, best.game.round, best.game, seat, None, one.board))
    for power, results in dead.items():
        names = (one.player or f"board {one.game.name} of round {one.round}" for one in results)
        players = some(dict.fromkeys(names), MOST_NAMES)
        yield _of(results[0], BestWithoutCentres(field="centres", power=power, players=players))


def _teams(system: System, games: Sequence[Game], settings: Settings, table: Standings) -> Iterator[Problem]:
    """What leaves teams without a total, and who is in none, where there are any teams."""
    seats = [seat for game in games for seat in game.seats]
    if not any(seat.team for seat in seats):
        return
    alone = {seat.player for seat in seats} - {seat.player for seat in seats if seat.team}
    if players := sorted(filter(None, alone), key=str.casefold):
        yield Problem("to check", InNoTeam(field="team", players=some(players, MOST_NAMES)))
    try:
        faults = team_table(system, games, settings, table=table).faults
    except Faults as refused:
        yield from (Problem("no table", fault) for fault in refused.faults)
        return
    for fault in faults:
        game = next(game for game in games if game.place.of(fault) == fault.place)
        yield _at(game, fault, "no rank")


def _left_open(table: Standings, settings: Settings, games: Sequence[Game]) -> Iterator[Problem]:
    """Ties that a tie-break cannot break for want of a value, and after the last round, too few rounds."""
    totals = defaultdict(list)
    for row in table:
        if row.rank is not None:
            totals[row.total].append(row)
    for position, one in enumerate(chain(table.tiebreaks)):
        level = [row for rows in totals.values() if len(rows) > 1 for row in rows]
        without = [row.player for row in level if not row.breaks[position]]
        if without and one.without:
            yield Problem("to check", NoTieBreak(without=one.without, players=some(without, MOST_NAMES)))
    over = not settings.unplayed and last_round(games) >= (settings.rounds or 0)
    for few, fewest in table.too_few if over else ():
        yield Problem("to check", TooFewPlayed(fewest=fewest, players=some(few, MOST_NAMES)))
