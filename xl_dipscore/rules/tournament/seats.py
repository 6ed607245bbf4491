"""Check seats that were typed or drawn elsewhere: what would these seats cost as a draw by `seating`?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from xl_dipscore.errors import Fault, group_by_key, join
from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.rules.event.games import Game, Round, round_order
from xl_dipscore.rules.seating.explain import NOTHING, BoardCosts, Sum, explain, sums
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.terms import Cost, OnSeat, terms
from xl_dipscore.rules.seating.wishes import Powers, Wishes, powers_of
from xl_dipscore.rules.tournament.games import TwoBoards, TwoSeats

TITLES = {kind.name: kind.title for kind in terms()}
CHECKED = ("met", "neighbours", "club")
"""The costs that a director may leave out. Costs of powers depend on the way of assigning powers."""


class NobodyPlays(Fault):
    """Nobody plays {powers}."""


@dataclass(frozen=True)
class SeatsAsked:
    powers: str = "never twice"
    """The way of assigning powers, as typed."""
    clubs: Mapping[str, str] = field(default_factory=dict)
    """The club of each player by name; overrides the roster."""
    without: frozenset[str] = frozenset()
    """The costs to leave out, from `CHECKED`."""
    round: Round | None = None
    """The round to check; None: all rounds."""
    team_powers: bool = False
    """Must team mates play different powers in a round?"""
    double: bool = False
    """May a player be on two boards of a round?"""
    roster: Sequence[Player] = ()

    @property
    def wishes(self) -> Wishes:
        weights = dict.fromkeys(self.without, 0)
        return Wishes(powers_of(self.powers), team_powers=self.team_powers, weights=weights)

    def people(self, names: Iterable[str]) -> list[Player]:
        """All players of the roster, then the other named players. `clubs` replaces clubs of the roster."""
        listed = {player.name: player for player in self.roster}
        everybody = dict.fromkeys((*listed, *names))
        known = (listed.get(name, Player(name)) for name in everybody)
        return [replace(one, club=self.clubs.get(one.name, one.club)) for one in known]


class Checked(NamedTuple):
    """A board, and a line for each fault or cost of its seats."""

    game: Game
    lines: tuple[str, ...]
    without: str
    """The line if there is none."""


class CheckedSeats(NamedTuple):
    """What was found on each board, and the last lines: sums of costs, or an OK."""

    boards: list[Checked]
    closing: list[str]


def check_seats(games: Iterable[Game], asked: SeatsAsked, *, well: bool = True) -> CheckedSeats:
    """Check each board that has players. The second list has the last lines: sums of costs, or an OK.

    well: is everything else in the games in order? If not, there is no OK.
    On a Final and on a Top board, only impossible seats are reported: players choose their powers, and have
    qualified to meet.
    """
    listed = [game for game in games if any(_names(game))]
    listed.sort(key=lambda game: round_order(game.round))
    looked = [game for game in listed if asked.round in (None, game.round)]
    wrong = impossible_seats(looked, asked)
    calls = {id(game): _board_call(game) for game in listed if _is_drawn(game)}
    here = [calls[id(game)] for game in looked if id(game) in calls]
    first = here[0].round if here else 0
    before = [call for call in calls.values() if call.round < first]
    people = asked.people(_everybody(listed))
    explained = explain(people, asked.wishes, here, before)
    costs_of_call = {id(costs.call): costs for costs in explained}
    checked = []
    for game in looked:
        call = calls.get(id(game))
        checked.append(_checked(game, wrong[id(game)], costs_of_call.get(id(call))))
    if any(one.lines for one in checked):
        summed = sums(people, asked.wishes, explained, before)
        return CheckedSeats(checked, [*map(str, summed)])
    return CheckedSeats(checked, [_all_well(looked, asked)] if looked and well else [])


def _checked(game: Game, faults: Iterable[Fault], explained: BoardCosts | None) -> Checked:
    """explained: None for a Final or a Top board, on which nobody looks for costs."""
    costs = explained.costs if explained else ()
    lines = (*map(sentence_with_place, faults), *(f"{cost.words}." for cost in costs))
    without = explained.without if explained else NOTHING
    return Checked(game, lines, f"{without.capitalize()}.")


def costs_against_draw(games: Iterable[Game], powers: str) -> list[tuple[Game, Cost]]:
    """The costs of powers under a way of assigning powers. Kinds that no draw could reduce are left out."""
    drawn = sorted(filter(_is_drawn, games), key=lambda game: round_order(game.round))
    weights = {kind.name: 0 for kind in terms() if not issubclass(kind, OnSeat)}
    wishes = Wishes(powers_of(powers), weights=weights)
    explained = explain((), wishes, [*map(_board_call, drawn)])
    summed = sums((), wishes, explained)
    could_be_less = {one.title for one in summed if one.times > one.forced}
    found = []
    for game, board in zip(drawn, explained, strict=True):
        costs = [cost for cost in board.costs if TITLES[cost.term] in could_be_less]
        found += [(game, cost) for cost in costs]
    return found


def _names(game: Game) -> tuple[str, ...]:
    return tuple(seat.player for seat in game.seats)


def _everybody(games: Iterable[Game]) -> dict[str, None]:
    return dict.fromkeys(name for game in games for name in _names(game) if name)


def _is_drawn(game: Game) -> bool:
    return isinstance(game.round, int) and not game.is_top


def _board_call(game: Game) -> BoardCall:
    """The game as a drawn board. If a player has two seats, the second seat is blank."""
    assert isinstance(game.round, int)
    names = _names(game)
    once = tuple(name if name not in names[:seat] else "" for seat, name in enumerate(names))
    return BoardCall(game.round, game.name, once)


def impossible_seats(games: Sequence[Game], asked: SeatsAsked) -> dict[int, list[Fault]]:
    """The faults of each game by `id(game)`, including players with two seats or boards, and blank seats."""
    found: dict[int, list[Fault]] = {id(game): [*game.faults] for game in games}
    for game in games:
        names = _names(game)
        for name in _everybody([game]):
            own = [power for power, other in zip(POWERS, names, strict=True) if other == name]
            if len(own) > 1:
                twice = TwoSeats(player=name, board=game.name, when=f"round {game.round}", powers=join(own))
                found[id(game)].append(twice)
        if empty := [power for power, name in zip(POWERS, names, strict=True) if not name]:
            found[id(game)].append(NobodyPlays(powers=join(empty)))
    seated = group_by_key(((game.round, name), game) for game in games for name in _everybody([game]))
    for (round_, name), boards in seated.items():
        if len(boards) > 1 and not asked.double:
            on = join(game.name for game in boards)
            found[id(boards[-1])].append(TwoBoards(player=name, when=f"round {round_}", boards=on))
    return found


def sentence_with_place(fault: Fault) -> str:
    """The fault with its place, as a sentence that begins with a capital letter."""
    words = str(fault)
    return words[:1].upper() + words[1:] if fault.place else words


def _all_well(games: Sequence[Game], asked: SeatsAsked) -> str:
    """`OK: 14 players on 2 boards of 1 round: no powers again or meetings again.`"""
    roster = asked.people(asked.clubs)
    shared = {what for what in ("club", "team") if any(getattr(one, what) for one in roster)}
    names = {"met", "neighbours", *shared, *_of_powers(asked.wishes.powers)} - asked.without
    titles = [title.casefold() for name, title in TITLES.items() if name in names]
    people, rounds = len(_everybody(games)), len({game.round for game in games})
    of = f"{count_of(people, 'player')} on {count_of(len(games), 'board')} of {count_of(rounds, 'round')}"
    return f"OK: {of}{': no ' + join(titles, 'or') if titles else ''}."


def _of_powers(powers: Powers) -> tuple[str, ...]:
    own = {"any": (), "regions": ("power", "region"), "wheel": ("power", "wheel")}
    return own.get(powers.method, ("power",))


def group_costs(
    costs: Sequence[tuple[Game, Cost]], most: int
) -> Iterator[tuple[str, list[tuple[Game, Cost]]]]:
    """Group costs by kind, each group with a text: its sum if it has more than `most` costs, otherwise ""."""
    for name, title in TITLES.items():
        theirs = [one for one in costs if one[1].term == name]
        if theirs:
            times = sum(cost.times for _, cost in theirs)
            yield (str(Sum(title, times, 0)) if len(theirs) > most else ""), theirs
