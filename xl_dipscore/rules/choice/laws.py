"""Laws of a scoring system, each with a board that breaks it: every way to share 34 centres is tried."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.board import POWERS, SEATS, Board, count_of
from xl_dipscore.rules.choice.shares import Enumeration, Exchanged, One, why_left_out
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System


class Score(NamedTuple):
    """The score of one seat of a board, as a board that anybody can type in."""

    board: Board
    seat: int
    points: Fraction


class Found(NamedTuple):
    """What the enumeration says of a law: the sentence, and the scores that break it (none: it holds)."""

    law: str
    sentence: str
    scores: Sequence[Score] = ()

    @property
    def holds(self) -> bool:
        return not self.scores


@dataclass(frozen=True)
class Laws:
    """All laws of one system, or why it has none."""

    system: System
    left_out: str
    found: Sequence[Found] = ()
    centre: Sequence[Fraction] = ()
    """The least, the median and the largest worth of one more centre."""


def laws_of(system: System) -> Laws:
    """Try every board under a system."""
    if why := why_left_out(system):
        return Laws(system, why)
    tried = Enumeration(system)
    exchanged = Extremes(tried)
    found = [law(tried) for law in _OF_BOARDS]
    found += [law(exchanged) for law in _OF_EXCHANGES]
    return Laws(system, "", found, exchanged.worth)


def words_of(board: Board) -> str:
    """The facts of a board as they are typed: the counts, the draw, the years."""
    counts = " ".join(map(str, board.centres))
    gone = sorted({year for year in board.eliminated if year})
    facts = [str(board.year)] if board.year else []
    if gone:
        facts.append(f"eliminated {' '.join(str(year or '-') for year in board.eliminated)}")
    if len(board.draw) < len(board.survivors) and board.draw:
        facts.append(f"drawn by {join(POWERS[seat] for seat in sorted(board.draw))}")
    return f"{counts} ({', '.join(facts)})" if facts else counts


def _score(one: One, seat: int) -> Score:
    return Score(one.board, seat, one.totals[seat])


def _solo_beats_draws(tried: Enumeration) -> Found:
    solos = ((one, one.counts.index(max(one.counts))) for one in tried.won)
    draws = ((one, one.whole.index(max(one.whole))) for one in chain(tried.drawn, tried.agreed))
    worst, best = _score(*min(solos, key=_whole)), _score(*max(draws, key=_whole))
    if worst.points > best.points:
        least = f"the least is {text(worst.points)}, and the most in a draw is {text(best.points)}"
        return Found("solo", f"Every solo scores more than anybody in any draw: {least}.")
    sentence = (
        f"Not every solo beats every draw: the winner of {words_of(worst.board)} scores "
        f"{text(worst.points)}, and {POWERS[best.seat]} in {words_of(best.board)} scores {text(best.points)}."
    )
    return Found("solo", sentence, (worst, best))


def _whole(scored: tuple[One, int]) -> int:
    one, seat = scored
    return one.whole[seat]


def _constant_sum(tried: Enumeration) -> Found:
    least, most = (pick(tried.boards, key=lambda one: sum(one.whole)) for pick in (min, max))
    low, high = sum(least.totals), sum(most.totals)
    if low == high:
        return Found("sum", f"The seven scores of a board always add up to {text(low)}.")
    sentence = (
        f"The sum of a board varies: {words_of(least.board)} adds up to {text(low)}, and "
        f"{words_of(most.board)} to {text(high)}."
    )
    return Found("sum", sentence, tuple(_score(one, seat) for one in (least, most) for seat in SEATS))


def _smaller_draw_pays_more(tried: Enumeration) -> Found:
    """Compare members with equal counts, in draws of all survivors that differ in size."""
    low: dict[tuple[int | None, int, int], tuple[One, int]] = {}
    high: dict[tuple[int | None, int, int], tuple[One, int]] = {}
    for one in tried.drawn:
        for seat in one.drew:
            key = (one.board.year, one.counts[seat], len(one.drew))
            if key not in low or one.whole[seat] < _whole(low[key]):
                low[key] = one, seat
            if key not in high or one.whole[seat] > _whole(high[key]):
                high[key] = one, seat
    for (year, count, size), smaller in low.items():
        for larger in range(size + 1, 8):
            found = high.get((year, count, larger))
            if found is not None and _whole(found) >= _whole(smaller):
                small, large = _score(*smaller), _score(*found)
                more = "scores" if large.points > small.points else "also scores"
                sentence = (
                    f"A smaller draw does not always pay more: with {count_of(count)}, "
                    f"{POWERS[small.seat]} scores {text(small.points)} in the {size}-way draw "
                    f"{words_of(small.board)}, and {POWERS[large.seat]} {more} {text(large.points)} in the "
                    f"{larger}-way draw {words_of(large.board)}."
                )
                return Found("smaller draw", sentence, (small, large))
    if not low:
        return Found("smaller draw", "No game ends in a draw.")
    return Found("smaller draw", "With the same centres, a member of a smaller draw always scores more.")


def _top_is_first(tried: Enumeration) -> Found:
    for one in tried.drawn:
        top = one.counts.index(max(one.counts))
        for seat in SEATS:
            if one.counts[seat] < one.counts[top] and one.whole[seat] > one.whole[top]:
                sentence = (
                    f"A smaller power can outscore the largest: in {words_of(one.board)}, {POWERS[top]} with "
                    f"{count_of(one.counts[top])} scores {text(one.totals[top])}, and {POWERS[seat]} with "
                    f"{count_of(one.counts[seat])} scores {text(one.totals[seat])}."
                )
                return Found("top", sentence, (_score(one, top), _score(one, seat)))
    return Found("top", "No power outscores the largest one in a draw of all survivors.")


_OF_BOARDS: tuple[Callable[[Enumeration], Found], ...] = (
    _solo_beats_draws,
    _constant_sum,
    _smaller_draw_pays_more,
    _top_is_first,
)


class Extremes:
    """The worst exchanges of a centre for the taker, the best for the giver and for the five others."""

    def __init__(self, tried: Enumeration) -> None:
        self.taking: tuple[Exchanged, int] | None = None
        self.giving: tuple[Exchanged, int] | None = None
        self.third: tuple[Exchanged, int] | None = None
        """The first exchange that raises another survivor's score, and the place of that survivor."""
        self.worth: Sequence[Fraction] = ()
        found = tried.exchanges
        if not found:
            return
        gains, losses = [one.gain for one in found], [one.giver_gains for one in found]
        self.taking = found[gains.index(min(gains))], min(gains)
        self.giving = found[losses.index(max(losses))], max(losses)
        places = ((one, one.third_that_gains) for one in found)
        self.third = next(((one, place) for one, place in places if place is not None), None)
        gains.sort()
        middle = Fraction(gains[len(gains) // 2] + gains[(len(gains) - 1) // 2], 2)
        self.worth = (gains[0] * tried.unit, middle * tried.unit, gains[-1] * tried.unit)


def _taking_pays(found: Extremes) -> Found:
    return _law_of_exchange(
        "taking",
        found.taking,
        lambda gain: gain < 0,
        "Taking a centre never lowers the taker's own score.",
        "Taking a centre can cost points",
        taker=True,
    )


def _giving_costs(found: Extremes) -> Found:
    return _law_of_exchange(
        "losing",
        found.giving,
        lambda gain: gain > 0,
        "Losing a centre to another power never raises one's score.",
        "Losing a centre can pay",
        taker=False,
    )


def _law_of_exchange(
    law: str,
    extreme: tuple[Exchanged, int] | None,
    breaks: Callable[[int], bool],
    holds: str,
    broken: str,
    *,
    taker: bool,
) -> Found:
    if extreme is None or not breaks(extreme[1]):
        return Found(law, holds)
    (one, _), move = extreme, extreme[0].move
    seats = (move.taker, move.taker_after) if taker else (move.giver, move.giver_after)
    before, after = _score(one.before, seats[0]), _score(one.after, seats[1])
    verb, other = ("takes", "from") if taker else ("loses", "to")
    counterpart = POWERS[move.giver if taker else move.taker]
    sentence = (
        f"{broken}: in {words_of(before.board)}, {POWERS[before.seat]} with "
        f"{count_of(before.board.centres[before.seat])} scores {text(before.points)}; it {verb} a centre "
        f"{other} {counterpart}, and in {words_of(after.board)} the power with "
        f"{count_of(after.board.centres[after.seat])} scores {text(after.points)}."
    )
    return Found(law, sentence, (before, after))


def _third_never_gains(found: Extremes) -> Found:
    if found.third is None:
        return Found("third", "A centre that one power takes from another never raises the score of a third.")
    one, here = found.third
    seat = one.move.places[here]
    before, after = _score(one.before, seat), _score(one.after, here)
    sentence = (
        f"A centre that others exchange can raise a score: in {words_of(before.board)}, {POWERS[seat]} with "
        f"{count_of(before.board.centres[seat])} scores {text(before.points)}; {POWERS[one.move.taker]} "
        f"takes a centre from {POWERS[one.move.giver]}, and in {words_of(after.board)} the power with "
        f"{count_of(after.board.centres[here])} scores {text(after.points)}."
    )
    return Found("third", sentence, (before, after))


_OF_EXCHANGES: tuple[Callable[[Extremes], Found], ...] = (_taking_pays, _giving_costs, _third_never_gains)


def country_means(
    system: System,
    boards: Iterable[Board],
) -> list[Fraction]:
    """The mean score of each country over these boards; empty if the system cannot score all of them."""
    try:
        totals = [system.score(board) for board in boards]
    except Faults:
        return []
    return [Fraction(sum(one[seat] for one in totals), len(totals)) for seat in SEATS] if totals else []


def contradictions(laws: Laws) -> Iterator[str]:
    """Yield each claim of the system's declaration that the enumeration refutes."""
    system, broken = laws.system, {one.law for one in laws.found if not one.holds}
    if "taking" in broken and not system.taking_costs:
        yield f"{system.key}: taking a centre can cost points, and `taking_costs` does not say so."
    for one in laws.found:
        if one.law == "sum" and not one.holds and system.pot is not None:
            for board in {score.board for score in one.scores}:
                total = system.pot(system.read(board), system.settings({}))
                if total is not None and total != sum(system.score(board)):
                    yield f"{system.key}: {words_of(board)} does not add up to the pot, {text(total)}."
