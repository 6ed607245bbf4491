"""Give new players their powers, which depend on how many new players a board has."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.seating.explain import costs_of
from xl_dipscore.rules.seating.people import BoardCall, Player, Record
from xl_dipscore.rules.seating.terms import Term
from xl_dipscore.rules.seating.wishes import Wishes


def give_newcomers_powers(
    calls: Sequence[BoardCall],
    players: Sequence[Player],
    wishes: Wishes,
    fixed: Sequence[BoardCall],
    terms: Sequence[Term],
    dice: Random,
) -> Iterator[tuple[BoardCall, str]]:
    """Each board, with new players on the powers for them and the others at the least cost, and a remark."""
    drawn = [*calls]
    for n, call in enumerate(drawn):
        record = Record([*fixed, *drawn[:n], *drawn[n + 1 :]])
        novices = [player.name for player in players if player.novice and player.name in call.players]
        new = [
            name for name in novices if all(round_ >= call.round for round_, _ in record.powers_played(name))
        ]
        powers = (wishes.newcomers or {}).get(len(new), ())
        if not powers:
            yield call, ""
            continue
        ways = _possible_boards(call, sorted(new, key=lambda _: dice.random()), powers)
        drawn[n] = min(ways, key=lambda way: sum(cost.weighted for cost in costs_of(terms, way, record)))
        given = join(f"{drawn[n].players[power]} has {POWERS[power]}" for power in powers)
        yield drawn[n], f"Round {call.round}, board {call.name}, new players: {given}."


def _possible_boards(call: BoardCall, new: Sequence[str], powers: Sequence[int]) -> Iterator[BoardCall]:
    seats = [*powers, *(power for power in range(7) if power not in powers)]
    others = [name for name in call.players if name not in new]
    for first in permutations(new):
        for rest in permutations(others):
            names = dict(zip(seats, (*first, *rest), strict=True))
            yield call._replace(players=tuple(names[power] for power in range(7)))
