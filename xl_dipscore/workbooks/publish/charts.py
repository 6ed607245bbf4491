"""Positions of lines and bars in a page's charts; the template draws the charts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS, SEATS, Board

NARROW = 5
"""The width, in percent, below which a part of a bar has no label."""
LETTER = 11
"""The height of a letter, in percent of a chart."""


class BarPart(NamedTuple):
    """A part of a bar; left, width and middle are percentages of the whole chart."""

    left: str
    width: str
    number: int
    """The index of the part in its bar, which selects the shade."""
    label: str
    """Empty if the part is too narrow for a label."""
    middle: str


class Bar(NamedTuple):
    """A player's total, divided into rounds."""

    player: str
    total: str
    parts: tuple[BarPart, ...]
    said: str
    """The bar in words, for screen readers."""


class Range(NamedTuple):
    """The scores with a power: positions in percent of the chart; the mean and best score also as text."""

    power: str
    low: str
    width: str
    mean: str
    best: str
    mean_said: str
    best_said: str
    games: int


class Curve(NamedTuple):
    """A power's line: an SVG path through its centres of each year; the position of its letter in percent."""

    letters: str
    """The letter to draw at the end of the line. If several lines end at the same point, the first line has
    the letters of all these lines, and the other lines have ""."""
    path: str
    left: int
    top: int


class Lines(NamedTuple):
    """The chart of a board's centres, year by year."""

    years: tuple[str, ...]
    """The first and the last year."""
    box: str
    lines: tuple[Curve, ...]
    guides: tuple[tuple[str, str], ...]
    """Horizontal lines: for each line, its height in percent and its number of centres."""
    said: str


def percent(part: float, whole: float) -> str:
    """A percentage with at most one decimal: `12.5`."""
    return f"{100 * part / whole:.1f}".rstrip("0").rstrip(".")


class Bars(NamedTuple):
    """The legend of a chart (each part's number and name), and a bar for each player."""

    legend: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]


def bars(
    totals: Iterable[tuple[str, float, str, Sequence[tuple[str, float]]]],
) -> Bars:
    """The legend (each part's number and name) and a bar for each player; both empty if no total is above 0.

    totals: for each player the name, the total, the total as text, and the total's parts by name.
    """
    listed = [*totals]
    most = max((total for _, total, _, _ in listed), default=0)
    if most <= 0:
        return Bars((), ())
    made = []
    for player, _, written, parts in listed:
        left, shown = 0.0, []
        for number, (name, amount) in enumerate(parts):
            if amount > 0:
                wide = 100 * amount / most
                said = name.removeprefix("R") if wide >= NARROW else ""
                middle = percent(left + amount / 2, most)
                shown.append(BarPart(percent(left, most), percent(amount, most), number, said, middle))
                left += amount
        names = join(name for name, amount in parts if amount > 0) or "nothing"
        made.append(Bar(player, written, tuple(shown), f"{player} {written}, from {names}"))
    there = [*enumerate(name for name, _ in listed[0][3])]
    used = {part.number for bar in made for part in bar.parts}
    legend = tuple((str(n), "extra points" if name == "+" else name) for n, name in there if n in used)
    return Bars(legend, tuple(made))


def ranges(scores: Mapping[str, Sequence[float]], written: Callable[[float], str]) -> tuple[Range, ...]:
    """A Range of scores for each power; empty if all scores are 0. written: formats a score as text."""
    every = [score for theirs in scores.values() for score in theirs]
    low, high = min([0.0, *every]), max([0.0, *every])
    if low == high:
        return ()
    found = []
    for power, theirs in scores.items():
        least, most, mean = min(theirs), max(theirs), sum(theirs) / len(theirs)
        left, width, middle, right = (
            percent(part, high - low) for part in (least - low, most - least, mean - low, most - low)
        )
        found.append(Range(power, left, width, middle, right, written(mean), written(most), len(theirs)))
    return tuple(found)


def centres_by_year(board: Board) -> Lines | None:
    """A line for each power, which ends when the power has no centre. None for fewer than two years."""
    if len(board.chart) < 2:
        return None
    years = [year for year, _ in board.chart]
    most = max(max(counts) for _, counts in board.chart)
    wide = years[-1] - years[0]
    ends: dict[tuple[int, int], list[int]] = {}
    paths: dict[int, str] = {}
    for seat in SEATS:
        theirs: list[tuple[int, int]] = []
        for year, counts in board.chart:
            theirs.append((year, counts[seat]))
            if not counts[seat]:
                break
        paths[seat] = "M" + " ".join(f"{year - years[0]} {most - count}" for year, count in theirs)
        ends.setdefault(theirs[-1], []).append(seat)
    lines = {}
    for (year, count), seats in ends.items():
        letters = "".join(POWERS[seat][0] for seat in seats)
        left, top = round(100 * (year - years[0]) / wide), round(100 * (most - count) / most)
        for seat in seats:
            lines[seat] = Curve(letters if seat == seats[0] else "", paths[seat], left, top)
    lines |= _spread_letters(
        {seat: line for seat, line in lines.items() if line.letters and line.left == 100}
    )
    guides = tuple((str(round(100 * (most - n) / most)), str(n)) for n in range(6, most + 1, 6))
    said = ", ".join(
        f"{POWERS[seat][0]} {' '.join(str(counts[seat]) for _, counts in board.chart)}" for seat in SEATS
    )
    span = (str(years[0]), str(years[-1]))
    return Lines(
        span,
        f"0 0 {wide} {most}",
        tuple(lines[seat] for seat in SEATS),
        guides,
        f"Centres {span[0]} to {span[1]}: {said}",
    )


def _spread_letters(lines: Mapping[int, Curve]) -> dict[int, Curve]:
    """Move apart the letters of lines that reach the last year, so that each can be read."""
    moved: dict[int, Curve] = {}
    above = -LETTER
    for seat, line in sorted(lines.items(), key=lambda item: item[1].top):
        above = max(line.top, above + LETTER)
        moved[seat] = line._replace(top=above)
    below = 100 + LETTER
    for seat, line in reversed(moved.items()):
        below = min(line.top, below - LETTER)
        moved[seat] = line._replace(top=below)
    return moved
