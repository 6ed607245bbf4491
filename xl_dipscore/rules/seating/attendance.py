"""Choose the players of a round. A board has seven players, so some play on two boards or sit out."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from xl_dipscore.errors import Fault, Faults, did_you_mean, join
from xl_dipscore.rules.board import are, count_of
from xl_dipscore.rules.seating.people import Player, in_rounds

Before = Mapping[int, Sequence[str]]
"""The players of each round that has boards, earlier or later; a player on two boards is named twice."""


class TooFew(Fault):
    """{count} for {round}, but a board takes seven."""


class NotSevens(
    Fault,
    remedy="On Players type - under Here to sit out, or x under Two boards to play on two; "
    'or add --away "Ann, Bob", or --sit-out.',
    in_menu="Type who sits out beside Away; or tick Sit out, and the draw decides. For players on two "
    "boards, type x under Two boards on Players.",
):
    """{here} for {round}, {more} more than {boards} can seat. Either {out}, or {twice}."""


@dataclass(frozen=True)
class Fixed:
    """The limits that the standings set to the choice of those who sit out or play on two boards."""

    staying: Container[str] = ()
    """Players who cannot sit out."""
    twice: Container[str] | None = None
    """Players who can play on two boards; None: everybody."""


FREE = Fixed()


class NotAPlayer(Fault):
    """{name} cannot be away: the list of players has no such name.{hint}"""


def mark_absent(players: Sequence[Player], round_: int, away: Sequence[str]) -> list[Player]:
    """Mark the named players as away in a round. Raises Faults for unknown names."""
    names = {player.name.casefold(): player.name for player in players}
    faults = [
        NotAPlayer(name=one, hint=did_you_mean(one, names.values()))
        for one in away
        if one.casefold() not in names
    ]
    if faults:
        raise Faults(faults)
    gone = {one.casefold() for one in away}
    return [replace(one, away=one.away | {round_}) if one.name.casefold() in gone else one for one in players]


def choose_players(
    players: Sequence[Player],
    round_: int,
    before: Before,
    *,
    seated: Sequence[str] = (),
    fixed: Fixed = FREE,
    sit_out: bool = False,
    seed: int = 0,
) -> list[str]:
    """Choose the players to seat; players on two boards are named twice.

    seated: players on boards that are kept. fixed: players whose place the standings fix.
    sit_out: let the players in excess of a multiple of seven sit out. Without it, willing players play on
    two boards. If too few are willing, the fault NotSevens names players to sit out or to play twice. Those
    who did so least often come first; the seed decides ties.
    """
    chance = Random(f"{seed}, round {round_}")
    here = [player for player in players if player.is_here(round_) and player.name not in seated]
    names = [player.name for player in here]
    more = len(here) % 7
    count = f"{are(len(here), 'player')} {'left' if seated else 'here'}"
    if len(here) < 7:
        if seated and not here:
            return []
        raise TooFew(field=f"here {round_}", count=count, round=in_rounds([round_]))
    if not more:
        return names
    free = [player for player in here if player.name not in fixed.staying]
    least_out, least_doubled = _least_out(round_, before), _least_doubled(before)
    out = sorted(_shuffle_players(free, chance), key=least_out)[:more]
    if sit_out:
        return [player.name for player in here if player not in out]
    able = [player for player in here if fixed.twice is None or player.name in fixed.twice]
    twice = sorted(_shuffle_players(able, chance), key=least_doubled)[: 7 - more]
    if all(player.two_boards for player in twice):
        return [*names, *(player.name for player in twice)]
    limit = "among those whose place the standings leave open" if len(free) < len(here) else ""
    out_because = _reason(out, free, least_out, limit)
    twice_because = _reason(twice, able, least_doubled, limit)
    raise NotSevens(
        field=f"here {round_}",
        here=count,
        round=in_rounds([round_]),
        more=more,
        boards=count_of(len(here) // 7, "board"),
        out=f"{_join_names(out)} sit{'s' if more == 1 else ''} out{out_because}",
        twice=f"{_join_names(twice)} play{'s' if more == 6 else ''} on two boards{twice_because}",
    )


Key = Callable[[Player], tuple[bool, int]]
"""A sort key: False for those who go first anyway, and how often the player did so."""


def _join_names(players: Sequence[Player]) -> str:
    return join(player.name for player in players)


def _reason(chosen: Sequence[Player], free: Sequence[Player], key: Key, limit: str) -> str:
    """Say in brackets why these were chosen among the free players; "" without a reason that is true."""
    others = [player for player in free if player not in chosen]
    last = max(map(key, chosen))
    level = [player for player in free if key(player) == last]
    why = []
    if others and len({key(player)[1] for player in free}) > 1:
        fair = max(key(one)[1] for one in chosen) <= min(key(one)[1] for one in others)
        why += ["so far least often"] if fair else []
    if any(player not in chosen for player in level):
        why += ["by lot" if limit or len(level) == len(free) else f"by lot among {len(level)}"]
    told = f"{', '.join(why)} {limit}".strip()
    return f" ({told})" if told else ""


def tied_sit_outs(free: Sequence[Player], out: Container[str], round_: int, before: Before) -> list[str]:
    """The tied players among whom the seed drew the last to sit out; [] if no lot was needed.

    free: the players who could sit out.
    """
    least = _least_out(round_, before)
    last = max((least(player) for player in free if player.name in out), default=None)
    level = [player.name for player in free if least(player) == last]
    return [] if all(name in out for name in level) else level


def _shuffle_players(players: Sequence[Player], chance: Random) -> list[Player]:
    """Shuffle the players, so that their order on the list does not matter."""
    return chance.sample(sorted(players, key=lambda player: player.name), len(players))


def _least_out(round_: int, before: Before) -> Key:
    """Sort key for sitting out: unranked players first, then players who sat out least often.

    Whoever missed a round did not sit out in it.
    """
    rounds = [(one, names) for one, names in before.items() if one < round_]
    return lambda player: (
        not player.unranked,
        sum(player.is_here(one) and player.name not in names for one, names in rounds),
    )


def _least_doubled(before: Before) -> Key:
    """Sort key for playing on two boards: willing players first, then players who did this least often."""
    rounds = before.values()
    return lambda player: (not player.two_boards, sum(names.count(player.name) > 1 for names in rounds))
