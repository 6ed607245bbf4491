"""Legal boards for the tests: all of them, by hypothesis, and a few by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xl_dipscore.rules.board import CENTRES, FIRST_YEAR, SEATS, Board

DRAWS = tuple(range(2, 8))
"""Agreed draws, by their size."""
ENDINGS = ("solo", "concession", "clock", *DRAWS)


@dataclass(frozen=True)
class Facts:
    """The arguments of a Board: a test can remove or change one before it makes the Board."""

    centres: tuple[int, ...]
    draw: frozenset[int]
    eliminated: tuple[int | None, ...]
    year: int | None
    docked: tuple[int, ...]
    civil_disorder: frozenset[int]
    new_player: frozenset[int]
    chart: dict[int, tuple[int, ...]]

    def board(self, **changes: Any) -> Board:
        return Board(**{**vars(self), **changes})

    def seated(self, lots: Sequence[int]) -> "Facts":
        """The same game with permuted seats: seat i gets everything of seat lots[i]."""

        def counts(seven: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(seven[lot] for lot in lots)

        def seats(some: frozenset[int]) -> frozenset[int]:
            return frozenset(i for i in SEATS if lots[i] in some)

        return Facts(
            counts(self.centres),
            seats(self.draw),
            counts(self.eliminated),
            self.year,
            counts(self.docked),
            seats(self.civil_disorder),
            seats(self.new_player),
            {year: counts(row) for year, row in self.chart.items()},
        )


@st.composite
def games(draw: st.DrawFn, endings: Sequence[str | int] = ENDINGS) -> Facts:
    """Every kind of finished game, with every fact that a system may need.

    At least one survivor is played: never are all survivors in civil disorder, or docked to 0 centres.
    """
    ending = draw(st.sampled_from(endings))
    least = ending if isinstance(ending, int) else 1
    alive = list(draw(st.permutations(SEATS))[: draw(st.integers(least, 7))])
    counts = draw(st.lists(st.integers(1, 17), min_size=len(alive), max_size=len(alive)))
    drew = alive[:ending] if isinstance(ending, int) else []
    if ending == "solo":
        counts[0] = draw(st.integers(18, CENTRES))
    elif ending == "concession":
        drew = alive[:1]
        counts[0] = max(counts) if draw(st.booleans()) else counts[0]
    elif drew and draw(st.booleans()):
        counts[: len(drew)] = [counts[0]] * len(drew)
    centres = [0] * 7
    for seat, count in zip(alive, _fitted(counts, len(drew)), strict=True):
        centres[seat] = count
    year = draw(st.integers(FIRST_YEAR + 1, FIRST_YEAR + 14))
    gone = [None if n else draw(st.integers(FIRST_YEAR, year)) for n in centres]
    few = st.frozensets(st.sampled_from(SEATS), max_size=2)
    docked = [0] * 7
    for seat in draw(few):
        docked[seat] = draw(st.integers(1, 3))
    if not any(own > off for own, off in zip(centres, docked, strict=True)):
        docked = [0] * 7
    idle = draw(few) - frozenset(alive[:1]) - frozenset(drew)
    chart = _chart(centres, gone, year, Random(draw(st.integers(0, 9))))
    return Facts(
        tuple(centres),
        frozenset(drew),
        tuple(gone),
        year,
        tuple(docked),
        frozenset(idle),
        draw(few),
        chart,
    )


POOL = 200
"""Number of boards that the laws of all systems share: drawing a board takes longer than scoring it."""


def shared(endings: Sequence[str | int] = ENDINGS) -> st.SearchStrategy[Facts]:
    """Games drawn once; drawn anew for every test if the hypothesis profile is `explore`."""
    drawn: list[Facts] = []

    @settings(max_examples=POOL, database=None, suppress_health_check=[*HealthCheck])
    @given(games(endings))
    def draw(game: Facts) -> None:
        drawn.append(game)

    if settings().max_examples > POOL:
        return games(endings)
    draw()
    return st.sampled_from(drawn)


def _fitted(counts: list[int], keep: int) -> list[int]:
    """Lower the counts to a sum of 34: first those of powers outside the draw, then always the largest."""
    fitted = list(counts)
    for i in reversed(range(max(keep, 1), len(fitted))):
        fitted[i] = max(0, min(fitted[i], fitted[i] + CENTRES - sum(fitted)))
    while sum(fitted) > CENTRES:
        most = max(fitted)
        fitted = [n - (n == most) for n in fitted]
    return fitted


def _chart(centres: Sequence[int], gone: Sequence[int | None], last: int, dice: Random) -> dict[int, Any]:
    years = range(FIRST_YEAR, last)
    chart = {y: tuple(0 if g and g <= y else dice.randint(1, 4) for g in gone) for y in years}
    return {**chart, last: tuple(centres)}


def full(*counts: int, draw: Any = (), year: int = 1908, gone: Any = None, **facts: Any) -> Board:
    """A board with the year given, and elimination years: by default the dead went in 1904, 1905, ..."""
    if gone is None:
        years = iter(range(1904, 1911))
        gone = [None if n else min(next(years), year) for n in counts]
    return Board(counts, draw, gone, year, **facts)
