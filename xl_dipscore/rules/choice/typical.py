"""Eight typical boards, and their scores under a system: what a club looks at before it chooses one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, SEATS, STANDARD_VICTORY, STARTED, Board
from xl_dipscore.rules.choice.worth import Worth, worth_of_centre
from xl_dipscore.rules.points import Points
from xl_dipscore.rules.system import System

YEAR = 1908
"""The last year of every typical board."""
TableCell = str | int | Fraction
GONE = (None, None, 1907, 1906, 1905, 1904, 1903)
"""The years in which the powers without a centre were eliminated, Austria to Turkey."""


class Typical(NamedTuple):
    """A typical result: its name, and the centres from Austria to Turkey."""

    name: str
    centres: tuple[int, ...]


TYPICAL = (
    Typical("A solo", (18, 9, 7, 0, 0, 0, 0)),
    Typical("A two-way draw", (17, 17, 0, 0, 0, 0, 0)),
    Typical("A three-way draw", (12, 11, 11, 0, 0, 0, 0)),
    Typical("A four-way draw", (9, 9, 8, 8, 0, 0, 0)),
    Typical("Five survivors, a clear leader", (10, 8, 7, 5, 4, 0, 0)),
    Typical("All seven level, or nearly", (5, 5, 5, 5, 5, 5, 4)),
    Typical("A leader with 16", (16, 10, 8, 0, 0, 0, 0)),
    Typical("Everybody alive, some barely", (9, 8, 6, 5, 3, 2, 1)),
)


def board_of(
    system: System, centres: Sequence[int], year: int | None = YEAR, gone: Sequence[int | None] = GONE
) -> Board:
    """A board of these counts with the facts that the system needs; all survivors share the draw.

    The survivors are marked where a system would otherwise not score a draw of all of them, unless it has a
    rule for games without marks.
    """
    alive = [seat for seat in SEATS if centres[seat]]
    drawn = max(centres) < STANDARD_VICTORY.centres
    eliminated = years_gone(centres, gone)
    chart = chart_to(centres, eliminated, year or YEAR) if "chart" in system.needs else None
    marks = alive if drawn and system.draws_unmarked else ()
    return Board(centres, draw=marks, eliminated=eliminated, year=year, chart=chart)


def years_gone(centres: Sequence[int], gone: Sequence[int | None] = GONE) -> list[int | None]:
    """For each power its year of elimination; None for a survivor."""
    return [None if count else year for count, year in zip(centres, gone, strict=True)]


def chart_to(centres: Sequence[int], gone: Sequence[int | None], year: int) -> dict[int, tuple[int, ...]]:
    """A centre chart in which every power goes evenly from its start to its end, rounded down.

    No power has 0 before its last year.
    """
    before = FIRST_YEAR - 1

    def count(seat: int, at: int) -> int:
        last = gone[seat] or year
        if at >= last:
            return centres[seat]
        return max(1, STARTED[seat] + (centres[seat] - STARTED[seat]) * (at - before) // (last - before))

    return {at: tuple(count(seat, at) for seat in SEATS) for at in range(FIRST_YEAR, year + 1)}


@dataclass(frozen=True)
class Scored:
    """A typical board under a system: its points, or the sentence of why the system refuses the board."""

    typical: Typical
    board: Board
    ending: str
    points: Points | None
    worth: Sequence[Worth | None] = (None,) * 7
    refused: str = ""

    @property
    def scores(self) -> tuple[Fraction | None, ...]:
        """The seven scores; None for a score that is known only when the event is over."""
        if self.points is None:
            return (None,) * 7
        return tuple(None if n in self.points.untold else one for n, one in enumerate(self.points.totals))


@dataclass(frozen=True)
class ScoreSheet:
    """The scores of the typical boards under a system, and the facts that they suppose."""

    system: System
    options: Mapping[str, object]

    @cached_property
    def boards(self) -> tuple[Scored, ...]:
        return tuple(map(self._score, TYPICAL))

    def _score(self, typical: Typical) -> Scored:
        board = board_of(self.system, typical.centres)
        try:
            ending = self.system.text_of_ending(self.system.read(board, **self.options))
            points = self.system.so_far(board, **self.options)
        except Faults as faults:
            return Scored(typical, board, "", None, refused=str(faults))
        return Scored(typical, board, ending, points, worth_of_centre(self.system, board, self.options))

    @property
    def facts(self) -> Iterator[str]:
        """Sentences about the facts that the boards share."""
        gone = join(f"{POWERS[seat]} in {year}" for seat, year in enumerate(GONE) if year)
        yield f"Each board is the only one of its round, and ended in {YEAR}."
        yield f"Powers without a centre were eliminated: {gone}."
        if self.system.draws_unmarked:
            yield "Without a solo, all survivors are marked in the draw."
        else:
            yield f"No power is marked in a draw. {self.system.unmarked_game}"
        if "chart" in self.system.needs:
            yield (
                "The centre chart leads each power evenly from its start to its end, rounded down, and never "
                "to 0 before its last year."
            )

    @property
    def needs(self) -> Iterator[str]:
        """Sentences about what one board alone cannot show."""
        system = self.system
        if system.meanwhile:
            names = join(name.replace("_", " ") for name in system.meanwhile)
            yield (
                f"Scores that depend on the option {names} are shown as {UNKNOWN}: it is known when the "
                "event is over, and needs all its games. Set the option to see them."
            )
        elif system.at_the_end is not None:
            yield "Scores change when the event is over: they need all its games."
        if system.qualifies is not None:
            yield "Who goes on is decided by all boards of the event: scores of single boards do not add up."
        if callable(system.combine):
            yield f"{system.key} has its own rule for several rounds; these are scores of single boards."
        if system.unmarked:
            yield "An agreed draw can be scored differently: mark its members to see."


WORTH_ROWS = ("One more, from who loses least", "One more, from who loses most")
WORTH_MEANS = (
    "One more: what a power's score gains with one more centre, taken from the survivor whose own score "
    "falls least by it, or most. Blank for the dead, and where the board is over."
)

UNKNOWN = "?"
"""What a table shows for a number that is known only when the event is over."""


def score_table(sheet: ScoreSheet) -> list[list[TableCell]]:
    """The sheet of scores as a table: four rows for each board, below a row of headings."""
    table: list[list[TableCell]] = [["Board", "", *POWERS]]
    for one in sheet.boards:
        told = one.refused or one.ending
        scores = [_score_cell(one, score) for score in one.scores]
        table += [[one.typical.name, "Centres", *one.board.centres], [told, "Score", *scores]]
        for name, pick in zip(WORTH_ROWS, (0, 1), strict=True):
            table.append(["", name, *(_worth_cell(worth, pick) for worth in one.worth)])
    return table


def _worth_cell(worth: Worth | None, pick: int) -> TableCell:
    if worth is None:
        return ""
    amount = worth[pick]
    return UNKNOWN if amount is None else amount


def sentences_about(system: System) -> Iterator[tuple[str, str]]:
    """The rule in its article's words, its source, and the open points, each below a heading."""
    for number, paragraph in enumerate(system.rule_text.split("\n\n")):
        yield ("Rule" if not number else ""), " ".join(paragraph.split())
    for remark in system.remarks:
        yield "Note", remark
    yield "Source", f"{system.source}."
    for number, point in enumerate(system.unsettled):
        yield ("Open" if not number else ""), point


def _score_cell(one: Scored, score: Fraction | None) -> TableCell:
    if one.refused:
        return ""
    return UNKNOWN if score is None else score
