"""The number of decimals with which sheets show a system's scores."""

from random import Random

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import System


def score_decimals(system: System) -> int:
    """The number of decimals on sheets: 0 if all scores are whole, 3 if some have exactly 3, otherwise 2."""
    if (system.options and system.family == "any") or system.meanwhile:
        return 2  # scores that depend on a director's options, or on the event, are seldom whole
    denominators = set(_denominators(system))
    if denominators <= {1}:
        return 0
    return 3 if any(1000 % d == 0 and 100 % d for d in denominators) else 2


def _denominators(system: System) -> list[int]:
    """The denominators of the scores of some random boards; [3], as for thirds, if none can be scored."""
    found: list[int] = []
    for board in _some_boards():
        try:
            found += [score.denominator for score in system.score(board)]
        except Faults:
            continue
    return found or [3]


def _some_boards() -> list[Board]:
    dice = Random(1901)
    boards = []
    for _ in range(60):
        cuts = sorted(dice.sample(range(1, 34 + 6), 6))
        ends = zip([0, *cuts], [*cuts, 34 + 7], strict=True)
        counts = [high - low - 1 for low, high in ends]
        gone = {power: 1905 for power, count in enumerate(counts) if count == 0}
        boards.append(Board(counts, year=1908, eliminated=[gone.get(seat) for seat in range(7)]))
    return boards
