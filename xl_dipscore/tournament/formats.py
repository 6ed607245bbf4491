"""How an event is decided: by all rounds, in a final game, or on a top board."""

from collections.abc import Callable, Mapping, Sequence

from xl_dipscore.errors import gathered
from xl_dipscore.event import WINNER, Decision, Event, Format, Scored, Tier, players_of, results_of, score_of
from xl_dipscore.system import Options


def all_rounds(event: Event, options: Options) -> Decision:
    """All rounds alike."""
    return Decision(event.scored, event.rounds)


def final(event: Event, options: Options) -> Decision:
    """The Final's winner first; a drawn final counts in full and is added."""
    before = [one for one in event.scored if one.game.round != "Final"]
    winner = {result.player for result in results_of(event.finals) if result.won}
    return Decision(before, event.rounds + 1, added=event.finals, tiers=[Tier(winner, WINNER)])


def top_board(event: Event, options: Options) -> Decision:
    """The Top board's seven first; the last round is added to an event one round shorter."""
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
    """The Top board's scores fix places 1 to 7 and add nothing; who is level on it stands by points.

    With groups so does each other board of the last round, below it, in an event one round shorter.
    """
    boards, groups, tops = placed(event), event.settings.groups, event.tops
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
    """The table before a Final or a top board that nobody has begun: all rounds alike, without the last."""
    to_come = event.settings.format != "final"
    return Decision(event.scored, max(event.played, event.rounds - to_come, 1))


def placed(event: Event) -> Sequence[Scored]:
    """The boards that decide places and add nothing, where the format is top-places."""
    return _last_round(event) if event.settings.groups else event.tops


def _last_round(event: Event) -> Sequence[Scored]:
    """The boards of the last round, which may be the one to come."""
    return event.last if event.tops or event.played == event.rounds else []


def _places(boards: Sequence[Scored], name: str) -> Sequence[Tier]:
    """The players of a board, by its scores."""
    best_first = sorted(results_of(boards), key=score_of, reverse=True)
    place, tiers = 1, []
    for level in gathered((score_of(result), result.player) for result in best_first).values():
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
