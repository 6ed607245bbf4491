"""Lower bounds: the fewest repeats, and the least costs, that any way to seat the players can have."""

from collections.abc import Sequence

from xl_dipscore.rules.board import SEATS


def count_forced_pairs(count: int, boards: int) -> int:
    """The fewest pairs of players that share a board, if `count` players are spread over `boards` boards.

    For the fewest repeats of a power, `count` is how often it is played, `boards` how many people play it.
    """
    each, more = divmod(count, boards)
    return more * _pairs(each + 1) + (boards - more) * _pairs(each)


def count_mixed_pairs(count: int, size: int = 7) -> int:
    """The fewest pairs of unlike players on full boards of `size`, if `count` players are of one kind."""
    return count % size * (-count % size)


def count_forced_meetings(common: int, boards: int, others: int) -> int:
    """The fewest pairs of `common` players who meet in two rounds, on `boards` and then `others` boards."""
    each, more = divmod(common, boards)
    return more * count_forced_pairs(each + 1, others) + (boards - more) * count_forced_pairs(each, others)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def least(costs: Sequence[Sequence[int]]) -> int:
    """The least cost of powers if each power goes to a seventh of the players. Boards do not matter here.

    costs: for each player, the cost of each of the seven powers.
    From any assignment, players move around circles of powers, one player from each power to the next, while
    this saves costs. Once no such circle saves costs, the cost is minimal.
    """
    of = [list(costs[i : len(costs) : 7]) for i in SEATS]
    total = sum(cost[power] for power in SEATS for cost in of[power])
    if not of[0]:
        return total
    hand_over = [_cheapest_hand_overs(of[power], power) for power in SEATS]
    while (circle := _find_saving_circle(hand_over)) is not None:
        total += _hand_on(of, circle, hand_over)
        for power in circle:
            hand_over[power] = _cheapest_hand_overs(of[power], power)
    return total


HandOver = tuple[int, int]
"""The change of cost if the cheapest player moves from a power to another, and that player's index."""


def _cheapest_hand_overs(costs: Sequence[Sequence[int]], power: int) -> list[HandOver]:
    """The cheapest move from a power to each power. costs: those of the players who have the power."""
    own = [cost[power] for cost in costs]
    found = []
    for other in SEATS:
        changes = [cost[other] - now for cost, now in zip(costs, own, strict=True)]
        cheapest = min(changes)
        found.append((cheapest, changes.index(cheapest)))
    return found


def _find_saving_circle(hand_over: Sequence[Sequence[HandOver]]) -> list[int] | None:
    """Find a circle of powers that saves costs if one player of each moves on (Bellman-Ford); else None."""
    cost = [[change for change, _ in its] for its in hand_over]
    distance, before = [0] * 7, [-1] * 7
    reached = -1
    for _ in SEATS:
        reached = -1
        for k in SEATS:
            for m in SEATS:
                if distance[k] + cost[k][m] < distance[m]:
                    distance[m], before[m], reached = distance[k] + cost[k][m], k, m
    if reached < 0:
        return None
    for _ in SEATS:
        reached = before[reached]
    circle, at = [reached], before[reached]
    while at != reached:
        circle.append(at)
        at = before[at]
    return circle[::-1]


def _hand_on(
    of: list[list[Sequence[int]]], circle: Sequence[int], hand_over: Sequence[Sequence[HandOver]]
) -> int:
    """Move the cheapest player of each power in the circle to the next power; return the change of cost."""
    steps = [(k, m, *hand_over[k][m]) for k, m in zip(circle, [*circle[1:], circle[0]], strict=True)]
    moved = [(m, of[k][n]) for k, m, _, n in steps]
    for k, _, _, n in steps:
        del of[k][n]
    for m, cost in moved:
        of[m].append(cost)
    return sum(cost for _, _, cost, _ in steps)
