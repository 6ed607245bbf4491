"""The formats of events: decided by all rounds, by a Final, or by a Top board."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from xl_dipscore.errors import NUM, Fault, group_by_key
from xl_dipscore.rules.board import are
from xl_dipscore.rules.event.decision import TOP_TO_COME, WINNER, Decision, Tier
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, last_round
from xl_dipscore.rules.event.scored import Scored, players_of, results_of, score_of
from xl_dipscore.rules.event.settings import HOW_DECIDED, TOP_FORMATS, Format, Settings
from xl_dipscore.rules.system import Options, System


class FinalAmongAll(Fault):
    """A round is called Final: the format must then be final, top-board or top-places, not all rounds."""


class TooFewRounds(Fault):
    """{given} planned, but there is a game of round {played}."""

    cell = NUM


def all_rounds(event: Event, options: Options) -> Decision:
    """All rounds are combined alike."""
    return Decision(event.scored, event.rounds)


def final(event: Event, options: Options) -> Decision:
    """The winner of the Final ranks first. The scores of the Final are added to the totals in full."""
    before = [one for one in event.scored if one.game.round != "Final"]
    winner = {result.player for result in results_of(event.finals) if result.won}
    return Decision(before, event.rounds + 1, added=event.finals, tiers=[Tier(winner, WINNER)])


def top_board(event: Event, options: Options) -> Decision:
    """The seven players of the Top board rank first.

    The rule combines only the earlier rounds, as if the event were one round shorter. The scores of the last
    round are then added. With the option groups, the players of each other board of that round rank together.
    """
    lasts, tops = _last_round(event), event.tops
    others = [
        [Tier(players_of([one]), f"player of board {one.game.name}")] for one in lasts if one not in tops
    ]
    return Decision(
        [one for one in event.scored if one not in lasts],
        event.rounds + bool(event.finals),
        added=lasts,
        tiers=[Tier(players_of(tops), "player of the Top board")],
        groups=others if event.settings.groups else (),
    )


def top_places(event: Event, options: Options) -> Decision:
    """The scores of the Top board decide places 1 to 7 and add nothing to totals. Totals decide ties.

    With the option groups, each other board of the last round decides the places of its players in the same
    way. Then totals are made of the earlier rounds only, as if the event were one round shorter.
    """
    boards, groups, tops = boards_deciding_places(event), event.settings.groups, event.tops
    others = [one for one in boards if one not in tops] if tops else []
    return Decision(
        [one for one in event.scored if one not in boards],
        event.rounds + bool(event.finals and (groups or event.finals != tops)),
        added=() if groups else None,
        placed=boards,
        tiers=_places(tops, "the Top board"),
        groups=[_places([one], f"board {one.game.name}") for one in others],
    )


def after_qualifying(event: Event) -> Decision:
    """The decision until the Final or the Top board has begun: all rounds so far are combined alike."""
    to_come = event.settings.format != "final"
    return Decision(event.scored, max(event.last_round_played, event.rounds - to_come, 1))


def boards_deciding_places(event: Event) -> Sequence[Scored]:
    """In the format top-places: the boards that decide places and add nothing to totals."""
    return _last_round(event) if event.settings.groups else event.tops


def _last_round(event: Event) -> Sequence[Scored]:
    """The boards of the last round; none before a Top board, a Final or the last planned round is played."""
    return event.last_boards if event.tops or event.last_round_played == event.rounds else []


def _places(boards: Sequence[Scored], name: str) -> Sequence[Tier]:
    """A tier for each score on these boards, the best first. Players with the same score share a tier."""
    best_first = sorted(results_of(boards), key=score_of, reverse=True)
    place, tiers = 1, []
    for level in group_by_key((score_of(result), result.player) for result in best_first).values():
        players = {*level}
        tiers.append(Tier(players, f"number {place} of {name}"))
        place += len(players)
    return tiers


USUALLY: Mapping[Format, Callable[[Event, Options], Decision]] = {
    "all rounds": all_rounds,
    "final": final,
    "top-board": top_board,
    "top-places": top_places,
}


def format_of(system: System, games: Sequence[Game], settings: Settings) -> Format:
    """The director's format, or else the system's. With a Final, the system's `all rounds` becomes `final`.

    Raises Faults if more rounds are played than planned, or if the director chose all rounds despite a Final.
    """
    played = last_round(games)
    if settings.rounds and settings.rounds < played:
        raise TooFewRounds(field="rounds", given=are(settings.rounds, "round"), played=played)
    has_final = any(game.round == "Final" for game in games)
    if has_final and settings.format == "all rounds":
        raise FinalAmongAll(field="format")
    usual: Format = "final" if has_final and system.format == "all rounds" else system.format
    return settings.format or usual


def decision_of(system: System, event: Event, options: Options) -> Decision:
    """Apply the event's format. Before the Final or the Top board begins, all rounds are combined alike."""
    if is_before_the_last(event):
        return after_qualifying(event)
    return {**USUALLY, **system.formats}[event.settings.format or "all rounds"](event, options)


def is_before_the_last(event: Event) -> bool:
    """Will a Final or a Top board decide the event, and is no board of that round played yet?"""
    format_, to_come = event.settings.format, event.settings.besides.to_come
    begun = format_ != "final" and any(one.is_top and one.round == event.last_round_played for one in to_come)
    return format_ != "all rounds" and not event.is_decided and not begun


def notes_on_format(system: System, event: Event, chosen: Format | None) -> Iterator[str]:
    """Notes if no format is `chosen` by the director: the system's format, or a Top board without effect."""
    if chosen is None and system.format != "all rounds":
        yield system.how_decided
    elif chosen is None and event.settings.format == "all rounds" and event.tops:
        yield (
            f"Board Top of round {event.last_round_played} counts like any other, "
            f"for {HOW_DECIDED['all rounds']}. If it decides, choose the format top-board or top-places."
        )


def notes_to_come(event: Event) -> Iterator[str]:
    if event.settings.format == "final" and not event.finals:
        yield "No round is called Final yet: this is the table before it."
    if event.settings.format in TOP_FORMATS and not event.tops:
        yield TOP_TO_COME
