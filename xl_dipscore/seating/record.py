"""What was played, as a draw looks at it."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from xl_dipscore.seating.people import NEIGHBOURS, BoardCall


class Record:
    """What happened: who met, who were neighbours, and who played what, each with its rounds."""

    def __init__(self, calls: Iterable[BoardCall] = ()) -> None:
        self.met: dict[frozenset[str], list[int]] = {}
        self.near: dict[frozenset[str], list[int]] = {}
        self.played: dict[str, list[tuple[int, int]]] = {}
        self.calls: list[BoardCall] = []
        self._playing: dict[tuple[int, int], list[str]] = {}
        for call in calls:
            self.add(call)

    def add(self, call: BoardCall) -> None:
        self.calls.append(call)
        for (k, a), (m, b) in combinations(call.seats, 2):
            both = frozenset((a, b))
            self.met.setdefault(both, []).append(call.round)
            if m in NEIGHBOURS[k]:
                self.near.setdefault(both, []).append(call.round)
        for power, name in call.seats:
            self.played.setdefault(name, []).append((call.round, power))
            self._playing.setdefault((call.round, power), []).append(name)

    def playing(self, round_: int, power: int) -> Sequence[str]:
        """Who plays that power in that round."""
        return self._playing.get((round_, power), ())

    def others(self, name: str) -> Sequence[tuple[int, int]]:
        return self.played.get(name, ())
