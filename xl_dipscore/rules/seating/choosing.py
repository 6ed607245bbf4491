"""Choose who plays in each round of a draw: first the places that are certain, then the lot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.seating.attendance import Fixed, NotSevens, TooFew, choose_players, tied_sit_outs
from xl_dipscore.rules.seating.people import BoardCall, Player, in_rounds, source_of
from xl_dipscore.rules.seating.pools import (
    TOP,
    Pool,
    fixed_by_standing,
    make_name_giver,
    may_play_twice,
    order_by_standing,
    pools_of,
    tied_at_the_cut,
)
from xl_dipscore.rules.seating.wishes import Wishes


@dataclass
class Choosing:
    """The choice of the players of each round, one round after the other."""

    players: Sequence[Player]
    wishes: Wishes
    kept: Sequence[BoardCall]
    before: dict[int, list[str]]
    """The players of each round with boards; each choice adds its round."""
    first: Sequence[str]
    """Players who rank above all others, whatever their score."""
    sit_out: bool
    seed: int
    faults: list[Fault] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Who sits out or plays on two boards, and what the lot or the list decided."""

    def pools(self, round_: int, names: Sequence[str], top: str) -> list[Pool]:
        """The pools of a round, with `names` for its boards. Keeps the faults of the round in `faults`."""
        kept = [call for call in self.kept if call.round == round_]
        seated = [name for call in kept for _, name in call.seats]
        here = [player for player in self.players if player.is_here(round_)]
        wishes = self._beside_kept(kept, [player.name for player in here])
        playing = self._choose(round_, [one for one in here if one.name not in seated], seated, wishes)
        self.before[round_] = seated + playing
        give = make_name_giver(names, [call.name for call in kept])
        return pools_of(self.players, round_, playing, wishes, give, self.first, top)

    def _beside_kept(self, kept: Sequence[BoardCall], here: Sequence[str]) -> Wishes:
        """The wishes for the boards that are not kept: if the top board is kept, there is no other one.

        If one of the first seven is on another board that is kept, somebody moves up, and a remark says so.
        """
        if not self.wishes.top_board or not kept:
            return self.wishes
        leaders = order_by_standing(self.players, here, self.wishes, self.first)[:7]
        if any(call.name.casefold() == TOP.casefold() or {*call.players} == {*leaders} for call in kept):
            return replace(self.wishes, top_board=False)
        for call in kept:
            if names := [name for name in leaders if name in call.players]:
                stay = f"stay{'s' if len(names) == 1 else ''} on board {call.name}, which is kept"
                up = "others move up to the top board"
                self.remarks.append(f"Round {call.round}: {join(names)}, of the first seven, {stay}; {up}.")
        return self.wishes

    def _choose(
        self, round_: int, left: Sequence[Player], seated: Sequence[str], wishes: Wishes
    ) -> list[str]:
        """The players of the boards that are not kept; players on two boards are named twice."""
        names = [one.name for one in left]
        order = order_by_standing(self.players, names, wishes, self.first) if left else []
        fixed = Fixed(fixed_by_standing(order, wishes), may_play_twice(order, wishes))
        free = [one for one in left if one.name not in fixed.staying]
        chosen: list[str] = []
        for sit_out in (self.sit_out, True):  # later rounds are still checked if this one is no multiple of 7
            try:
                chosen = choose_players(
                    left, round_, self.before, seated=seated, fixed=fixed, sit_out=sit_out, seed=self.seed
                )
                break
            except (TooFew, NotSevens) as fault:
                fault.place = source_of(self.players)
                self.faults.append(fault)
                if isinstance(fault, TooFew):
                    break
        self.remarks += self._who_plays(round_, free, [*seated, *chosen])
        self.remarks += self._who_leads(round_, order, wishes)
        return chosen

    def _who_plays(self, round_: int, free: Sequence[Player], names: Sequence[str]) -> Iterator[str]:
        """Yield sentences about players who sit out or play on two boards. free: those who could sit out."""
        out = [one.name for one in self.players if one.is_here(round_) and one.name not in names]
        twice = [one.name for one in self.players if names.count(one.name) > 1]
        if out:
            level = tied_sit_outs(free, out, round_, self.before)
            drawn = [name for name in out if name in level]
            sure = [name for name in out if name not in level]
            how = f"drawn by lot among {len(level)} who have sat out equally often"
            parts = [f"{join(some)} sit{'s' if len(some) == 1 else ''} out" for some in (sure, drawn) if some]
            yield f"{_when(round_)}: {'; '.join(parts)}{f', {how}' if level else ''}."
        if twice:
            yield f"{_when(round_)}: {join(twice)} play{'s' if len(twice) == 1 else ''} on two boards."

    def _who_leads(self, round_: int, order: Sequence[str], wishes: Wishes) -> Iterator[str]:
        """Yield a sentence if the standings do not decide who is on the top board."""
        if wishes.top_board and (tied := tied_at_the_cut(self.players, order, wishes, self.first)):
            decided = "the order of the list decides"
            yield f"{_when(round_)}: {join(tied)} are level for the last places of the top board; {decided}."


def _when(round_: int) -> str:
    """`Round 2`, or the date of an evening."""
    words = in_rounds([round_])
    return words[0].upper() + words[1:]
