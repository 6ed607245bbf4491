"""Lower bounds on the costs of draws."""

from collections.abc import Sequence

from xl_dipscore.board import SEATS


def count_forced_pairs(count: int, boards: int) -> int:
    """Fewest pairs of `count` players that share a board, if they are spread over so many boards.

    Also the fewest repeats if a thing is done `count` times by so many people.
    """
    each, more = divmod(count, boards)
    return more * _pairs(each + 1) + (boards - more) * _pairs(each)


def count_mixed_pairs(count: int, size: int = 7) -> int:
    """Fewest pairs of two different kinds on boards of `size`, if `count` players are of one kind."""
    return count % size * (-count % size)


def count_forced_meetings(common: int, boards: int, others: int) -> int:
    """Fewest repeated meetings between two rounds with `common` players and these numbers of boards."""
    each, more = divmod(common, boards)
    return more * count_forced_pairs(each + 1, others) + (boards - more) * count_forced_pairs(each, others)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def least(costs: Sequence[Sequence[int]]) -> int:
    """The least cost of giving each power to a seventh of these players, whoever sits with whom.

    costs: the costs of the seven powers, for each player. As long as a circle of powers saves costs by
    handing players on, it does; when no circle saves, the cost is minimal.
    """
    of = [list(costs[i : len(costs) : 7]) for i in SEATS]
    total = sum(cost[power] for power in SEATS for cost in of[power])
    while (circle := _saving(of)) is not None:
        total += _hand_on(of, circle)
    return total


def _cheapest(of: Sequence[Sequence[Sequence[int]]], power: int, other: int) -> tuple[int, int]:
    """The cheapest hand-over from one power to another: its cost, and the player's index."""
    return min((cost[other] - cost[power], n) for n, cost in enumerate(of[power]))


def _saving(of: Sequence[Sequence[Sequence[int]]]) -> list[int] | None:
    """Find a circle of powers whose hand-overs together save costs, by Bellman and Ford."""
    if not of[0]:
        return None
    cost = [[0 if k == m else _cheapest(of, k, m)[0] for m in SEATS] for k in SEATS]
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


def _hand_on(of: list[list[Sequence[int]]], circle: Sequence[int]) -> int:
    """Let each power of the circle hand a player on to the next; return the cost."""
    steps = [(k, m, *_cheapest(of, k, m)) for k, m in zip(circle, [*circle[1:], circle[0]], strict=True)]
    moved = [(m, of[k][n]) for k, m, _, n in steps]
    for k, _, _, n in steps:
        del of[k][n]
    for m, cost in moved:
        of[m].append(cost)
    return sum(cost for _, _, cost, _ in steps)
