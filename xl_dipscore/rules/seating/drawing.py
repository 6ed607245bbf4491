"""Draw the next round of an event, or several rounds at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from xl_dipscore.errors import Fault, Faults, did_you_mean, group_by_key, join
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.seating.choosing import Choosing
from xl_dipscore.rules.seating.explain import BoardCosts, Sum, explain, sums
from xl_dipscore.rules.seating.newcomers import give_newcomers_powers
from xl_dipscore.rules.seating.people import BoardCall, Player, check_roster, in_rounds
from xl_dipscore.rules.seating.planning import Search, TellProgress
from xl_dipscore.rules.seating.pools import TOP, by_standing
from xl_dipscore.rules.seating.terms import counting_terms
from xl_dipscore.rules.seating.wishes import USUAL, Wishes


class NoSuchKept(Fault):
    """There is no board {name} of {round} to keep.{hint}"""


class KeptNotWhole(Fault):
    """Board {name} of {round} cannot be kept: it has no player for {powers}. Type one."""


@dataclass(frozen=True)
class Drawn:
    """A finished draw: the seats, the costs of each board in words, and the sum of each kind of cost."""

    calls: tuple[BoardCall, ...]
    boards: tuple[BoardCosts, ...]
    sums: tuple[Sum, ...]
    remarks: tuple[str, ...] = ()
    """Remarks for the director: players who sit out or play on two boards, and wishes that cannot be met."""
    top: str = ""
    """The name of the board that was drawn as the top board; blank: none."""
    complete: bool = True
    """Did the search end by itself, without being stopped?"""

    @property
    def total(self) -> int:
        return sum(board.total for board in self.boards)


def draw(
    players: Sequence[Player],
    rounds: Sequence[int],
    played: Iterable[BoardCall] = (),
    wishes: Wishes = USUAL,
    *,
    seed: int,
    keep: Sequence[str] = (),
    names: Sequence[str] = (),
    top: str = TOP,
    first: Sequence[str] = (),
    sit_out: bool = False,
    told: TellProgress | None = None,
) -> Drawn:
    """Draw seats and powers for one round or several at once. The same seed gives the same draw.

    played: the event's boards so far. Of the boards in `rounds`, only those named in `keep` stay.
    names: names for the boards; when they are used up, boards are named 1, 2, 3 and so on.
    top: the name of the top board.
    first: players who rank above all others by the event's own rule, whatever their score.
    sit_out: let players sit out if their number is not a multiple of seven?
    Raises Faults for errors in the roster, the wishes or the number of players.
    """
    check_roster(players)
    known = [*played]
    others = [call for call in known if call.round not in rounds]
    kept = [_find_kept_board(known, round_, name) for round_ in rounds for name in keep]
    fixed = others + kept
    terms = counting_terms({player.name: player for player in players}, wishes)
    before = group_by_key((call.round, name) for call in fixed for _, name in call.seats)
    choosing = Choosing(players, wishes, kept, before, first, sit_out, seed)
    pools = [pool for round_ in rounds for pool in choosing.pools(round_, names, top)]
    if choosing.faults:
        raise Faults(choosing.faults)
    dice = Random(seed)
    search = Search(terms, wishes, fixed, dice, told)
    calls = []
    for pool, boards in zip(pools, search.run(pools), strict=True):
        in_order = by_standing(boards, players, wishes)
        for name, seven in zip(pool.names, in_order, strict=True):
            calls.append(BoardCall(pool.round, name, tuple(seven)))
    given = [*give_newcomers_powers(calls, players, wishes, fixed, terms, dice)]
    calls = [call for call, _ in given]
    costs = explain(players, wishes, calls, fixed)
    summed = sums(players, wishes, costs, fixed, [pool.share for pool in pools])
    remarks = [*choosing.remarks]
    remarks += [remark for _, remark in given if remark]
    remarks += filter(None, (term.remark(max(rounds)) for term in terms))
    return Drawn(
        tuple(calls),
        tuple(costs),
        tuple(summed),
        tuple(remarks),
        top=top if any(pool.top for pool in pools) else "",
        complete=not search.stopped,
    )


def _find_kept_board(known: Sequence[BoardCall], round_: int, name: str) -> BoardCall:
    """The board with this name, to be kept. Raises NoSuchKept and KeptNotWhole."""
    boards = {call.name.casefold(): call for call in known if call.round == round_}
    word = " ".join(name.split()).casefold()
    bare = word.removeprefix("board ")
    call = boards.get(word) or boards.get(bare)
    if call is None:
        hint = did_you_mean(bare, [board.name for board in boards.values()])
        raise NoSuchKept(name=name, round=in_rounds([round_]), hint=hint)
    empty = [power for power, player in zip(POWERS, call.players, strict=True) if not player]
    if empty:
        raise KeptNotWhole(name=call.name, round=in_rounds([round_]), powers=join(empty, "or"))
    return call
