"""Score games, and make events of scored games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from xl_dipscore.errors import Fault, Faults, group_by_key, join
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, Round, add_places, last_round, round_order
from xl_dipscore.rules.event.scored import Result, Scored, results_of
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.points import round_to_decimals
from xl_dipscore.rules.system import ScoredBy, System
from xl_dipscore.rules.tournament.combine import is_of_games


class TwoBoards(Fault, remedy="Correct the name; or, if both count, set the option double to best or sum."):
    """{player} is on two boards of {when}: {boards}."""


class TwoSeats(Fault, remedy=TwoBoards.remedy):
    """{player} has two powers on board {board} of {when}: {powers}."""


class NotBesideOthers(Fault, remedy="Leave the column System and the option round systems blank."):
    """{system} scores an event as a whole: no game of it can have another system."""


NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def score_games(
    system: System,
    games: Iterable[Game],
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    decimals: int | None = None,
) -> list[Scored]:
    """Score every game under a system. A score that the director typed replaces the computed score.

    A fault on one board does not affect the scores of other boards.

    decimals: round each score to this number of decimals, as some events do.
    Raises Faults for an unknown or invalid option.
    """
    system.accept(options)
    known: dict[tuple[int, int], Fraction] = {}
    return [_score(system, game, decimals, options, known) for game in drop_repeated_new_marks(games)]


def event_of(
    system: System, games: Iterable[Game], settings: Settings, options: Mapping[str, object] = NO_OPTIONS
) -> Event:
    """Make an event of the games, in the given order, with all scores that are known.

    If the option `double` is blank, a player on two boards of a round has no known score there (if the rule
    combines games: only with two seats on one board). Nor has a player in a row that belongs to no game.
    Raises Faults for an unknown or invalid option.
    """
    listed = [*_apply_round_weights(games, settings)]
    _refuse_mixed_systems(system, listed, options)
    scored = score_games(system, listed, system.for_now(options), decimals=settings.decimals)
    played = last_round(one.game for one in scored)
    of_games = is_of_games(system, settings.combine)
    twice = faulty_doubles(scored, settings, of_games=of_games)
    rounds, unsure = max(settings.rounds or 0, played), _unsure(twice, settings)
    event = Event(scored, rounds, settings, unsure=unsure, of_games=of_games)
    event = event if system.at_the_end is None else system.at_the_end(event, system.all_settings(options))
    return replace(event, scored=add_double_faults(event.scored, twice, settings)) if twice else event


def _apply_round_weights(games: Iterable[Game], settings: Settings) -> Iterator[Game]:
    """Multiply each game's weight by its round's weight. A Final has no round weight."""
    for game in games:
        at = game.round if isinstance(game.round, int) else len(settings.round_weights) + 1
        by = [*settings.round_weights[at - 1 : at], Fraction(1)][0]
        yield game if by == 1 else replace(game, weight=game.weight * by)


def _refuse_mixed_systems(system: System, games: Sequence[Game], options: Mapping[str, object]) -> None:
    """Raise Faults if a game's system is not the event's, and one of these systems scores whole events."""
    others = [system.of_game(game.round, game.system, options).system for game in games]
    for one in {system.key: system, **{other.key: other for other in others}}.values():
        if one.at_the_end is not None and any(other is not one for other in (system, *others)):
            raise NotBesideOthers(field="system", system=one.key)


def _unsure(twice: Iterable[tuple[Result, Result]], settings: Settings) -> dict[str, set[Round | None]]:
    """For each player in doubt: the rounds with two boards, or with a row that belongs to no game."""
    unsure: list[tuple[str, Round | None]] = [(result.player, result.round) for _, result in twice]
    unsure += ((stray.player, stray.round) for stray in settings.besides.rows if stray.player)
    return {player: {*rounds} for player, rounds in group_by_key(unsure).items()}


def add_double_faults(
    scored: Iterable[Scored], twice: Iterable[tuple[Result, Result]], settings: Settings
) -> list[Scored]:
    """Add a fault to each game with a player's further seat in a round. twice: from `faulty_doubles`."""
    faults = group_by_key((id(last.game), _double_fault(first, last, settings)) for first, last in twice)
    return [
        replace(one, faults=(*one.faults, *add_places(faults[id(one.game)], one.game.place)))
        if id(one.game) in faults
        else one
        for one in scored
    ]


def _double_fault(before: Result, result: Result, settings: Settings) -> Fault:
    day = result.game.date if settings.besides.by_dates else None
    when = f"round {result.round}" if day is None else day_in_words(day)
    kind, word, both = (
        (TwoSeats, "powers", [one.power for one in (before, result)])
        if before.game is result.game
        else (TwoBoards, "boards", [one.game.name for one in (before, result)])
    )
    facts: dict[str, Any] = {"player": result.player, "when": when, word: join(both)}
    return kind(seat=result.seat, field="player", board=result.game.name, **facts)


def system_and_options(
    system: System, event: Event, game: Game, options: Mapping[str, object] = NO_OPTIONS
) -> ScoredBy:
    """The system of a game, and the options. Options that depend on the whole event have their final values.

    Raises Faults for an invalid option, and for a board that the system refuses.
    """
    system, options = system.of_game(game.round, game.system, options)
    accepted = system.accept(options)
    of_event_options = system.computed_at_the_end
    own = {name: value for name, value in accepted.items() if name not in of_event_options}
    if not of_event_options or game.board is None:
        return ScoredBy(system, accepted)
    for seat in sorted(system.so_far(game.board, **own).untold):
        for name, of_event in of_event_options.items():
            try:
                value = of_event.value(event, system.all_settings(accepted), player=game.seats[seat].player)
            except Faults:
                continue  # The standings report the fault.
            own |= {name: value} if value is not None else {}
    return ScoredBy(system, own)


def _score(
    system: System,
    game: Game,
    decimals: int | None,
    options: Mapping[str, object],
    known: dict[tuple[int, int], Fraction],
) -> Scored:
    """Score a game. known: the scores of other games, so that equal scores are one object."""
    if game.board is None:
        typed = None if game.faults else tuple(seat.override for seat in game.seats)
        return Scored(game, typed, game.faults)
    system, options = system.of_game(game.round, game.system, options)
    try:
        computed = system.score(game.board, **options)
    except Faults as found:
        return Scored(game, None, add_places(found.faults, game.place), system.read(game.board, **options))
    exact = (c if s.override is None else s.override for c, s in zip(computed, game.seats, strict=True))
    rounded = (round_to_decimals(value, decimals) for value in exact)
    scores = tuple(known.setdefault(value.as_integer_ratio(), value) for value in rounded)
    return Scored(game, scores, board=system.read(game.board, **options))


def drop_repeated_new_marks(games: Iterable[Game]) -> Iterator[Game]:
    """Remove each new-player mark after the player's first game, because the bonus is given once.

    Games without effect on totals are no first games. Of two boards in a player's first round, the board
    whose name sorts first is the first game.
    """
    listed = list(games)
    if not any(game.board.new_player for game in listed if game.board is not None):
        return iter(listed)
    seen: set[str] = set()
    done: dict[int, Game] = {}
    for game in sorted(listed, key=lambda game: (round_order(game.round), game.name.casefold(), game.name)):
        board = game.board
        players = {game.seats[seat].player for seat in SEATS}
        if board is not None:
            new = [s for s in board.new_player if (p := game.seats[s].player) not in seen or not p]
            if len(new) < len(board.new_player):
                done[id(game)] = replace(game, board=replace(board, new_player=frozenset(new)))
        seen |= players if game.counts else set()
    return (done.get(id(game), game) for game in listed)


def faulty_doubles(
    scored: Iterable[Scored], settings: Settings, *, of_games: bool = False
) -> list[tuple[Result, Result]]:
    """The pairs from `doubles` that are faults; none if the option `double` is set.

    of_games: does the rule combine games? Then only two seats on the same board are a fault.
    """
    if settings.double is not None:
        return []
    found = doubles(scored)
    return [(one, other) for one, other in found if not of_games or one.game is other.game]


def doubles(scored: Iterable[Scored]) -> list[tuple[Result, Result]]:
    """Pairs of a player's first seat and a further seat in the same round, in games that count for totals."""
    counted = [one for one in scored if one.game.counts]
    found: list[tuple[Result, Result]] = []
    for games in group_by_key((one.game.round, one) for one in counted).values():
        seated: dict[str, Result] = {}  # of one round at a time: a large event has many seats
        for result in results_of(games):
            before = seated.setdefault(result.player, result)
            if before is not result:
                found.append((before, result))
    place = {id(one): n for n, one in enumerate(counted)} if found else {}
    return sorted(found, key=lambda pair: place[id(pair[1].scored)])
