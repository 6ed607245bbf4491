"""The sheets of new workbooks: `@sheet_kind` declares each above the function that writes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, NamedTuple, get_args

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.choice.typical import Typical
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import Plan

Kind = Literal["functions", "plain"]
"""A kind of workbook: with our functions, or with plain formulas."""
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class SheetKind:
    """A sheet of new workbooks."""

    name: str
    sentence: str
    """What Guide says about the sheet."""
    place: int
    """Sorts the tabs. The numbers have gaps, so that a sheet fits between two others."""
    write: Callable[[Worksheet, Any], None]
    """Writes the sheet. Its second argument is an `EventCells`."""
    colour: str = style.FURTHER
    """The colour of the tab: `style.TYPED` if the event is read from the sheet, `style.COMPUTED` for results
    that every director reads, `style.FURTHER` for all other sheets."""
    hidden: bool = True
    """Does a new workbook hide the sheet?"""
    kinds: Collection[Kind] = KINDS
    """The kinds of workbooks that have the sheet."""
    when: Callable[[Plan], bool] = lambda plan: True
    """Do workbooks with this plan have the sheet?"""
    of_league: str = ""
    """What Guide says about the sheet in a league, if it is something else."""
    written: int | None = None
    """Sorts the writing, if not as the tabs. Styles and names of cells are numbered as they are written."""

    @property
    def is_typed(self) -> bool:
        """Is an event read from this sheet? All other sheets only show results."""
        return self.colour == style.TYPED

    @property
    def turn(self) -> int:
        return self.place if self.written is None else self.written

    def sentence_for(self, plan: Plan) -> str:
        return (self.of_league if plan.league else "") or self.sentence


Writer = Callable[[Worksheet, Any], None]
_DECLARED: list[SheetKind] = []


def sheet_kind(name: str, sentence: str, *, place: int, **facts: Any) -> Callable[[Writer], Writer]:
    """Declare the sheet that the decorated function writes. facts: as in `SheetKind`."""

    def decorate(write: Writer) -> Writer:
        _DECLARED.append(SheetKind(name, sentence, place, write, **facts))
        return write

    return decorate


@cache
def all_sheets() -> tuple[SheetKind, ...]:
    """The sheets that this folder declares, in the order of their tabs."""
    folder = __name__.rpartition(".")[0]
    for module in walk_packages(import_module(folder).__path__, f"{folder}."):
        import_module(module.name)
    return tuple(sorted(_DECLARED, key=lambda one: (one.place, one.name)))


def sheets_of(plan: Plan, kind: Kind) -> list[SheetKind]:
    """The sheets of a workbook, in the order of their tabs."""
    return [one for one in all_sheets() if kind in one.kinds and one.when(plan)]


class CallFormulas(NamedTuple):
    """Formulas that find the boards of a round on Games, for Board calls and Slips.

    {row} stands for the number of the row with a board's hidden cells, {number} for a formula: the board's
    number within the round, from 1.
    """

    player: str
    latest: str
    """The latest round with players."""
    helper: str
    """The round's number (`formulas_by_slip`), or the number of its boards (`formulas_by_array`)."""
    boards: str
    """The number of boards in the round."""
    line: str
    """A number that locates the board of the row on Games; 0 if the row is empty."""
    board: str
    """The board's name."""
    rows: Sequence[str]
    """For each power, its row in `player`, or 0. Austria is left out if `line` already is Austria's row."""


@dataclass(frozen=True)
class CentresOwned:
    """Formulas for the sheet Print: the centres that players owned, and whether a round is being played."""

    players: str
    formulas_of: Callable[[str, int | str | None], tuple[str, str]]
    """From a player's cell and a round (None: all rounds): formulas for the numbers of boards and centres."""
    in_a_round: str
    """The condition that a round is being played: some of its boards have results, other boards have none."""
    tops: str = "0"
    """The number of players on a Top board that ranks above all other players; 0 without such a board."""
    running: str = ""
    """A formula for the round being played; "" if formulas cannot compute standings without that round."""


class ChartFormulas(NamedTuple):
    """Formulas for the sheet Charts."""

    heading: str
    """The number of the column with the heading `{word}` among the cells `{among}`; 0 or an error if the
    heading is missing."""
    mean: str
    boards: str
    """The mean score and the number of games of the power that is named in `$A{row}`."""


class PlaceTable(ABC):
    """A table with a row for each place below a row of headings, as on Standings and Best countries."""

    columns: int
    places: int

    @abstractmethod
    def write(self, sheet: Worksheet) -> None:
        """Write the headings and the rows."""

    def note(self) -> str:
        """A formula for a sentence above the headings if the table may lack rows; "" if it never does."""
        return ""


class RankTable(PlaceTable):
    """The table of Standings."""

    @property
    @abstractmethod
    def players(self) -> str:
        """A formula for the number of players in the table."""

    @property
    @abstractmethod
    def widths(self) -> Sequence[float]:
        """The widths of the columns after the total."""

    @abstractmethod
    def mark_qualifiers(self, sheet: Worksheet) -> None:
        """Draw a line below the players who go to a Final or a top board."""

    @abstractmethod
    def align_tie_breaks(self, sheet: Worksheet) -> None:
        """Set the looks of the columns right of the rounds."""


def equal_to(text: str) -> str:
    """A condition for COUNTIFS and SUMIFS: cells with this text, which may look like a condition itself."""
    for sign in "~*?":
        text = f'SUBSTITUTE({text},"{sign}","~{sign}")'
    return f'"="&{text}'


class EventCells(ABC):
    """The event in a new workbook: references and formulas that any sheet may use.

    Each kind of workbook has its own class, so that one function can write a sheet for both kinds.
    """

    kind: Kind
    lost: str | None
    """A condition that is true if the functions of this workbook are missing in the program, for
    `style.write_event_title`: None for our functions, "" if the workbook needs no function."""
    without_form: Sequence[str] | None = None
    """With plain formulas, sentences about parts of the event that they cannot compute."""

    def __init__(self, book: Workbook, plan: Plan) -> None:
        self.book, self.plan = book, plan

    @abstractmethod
    def column(self, heading: str | int) -> str:
        """A reference to a column of Games, by its heading.

        With plain formulas it includes the heading, because people insert and sort rows. COUNTIFS, SUMIFS and
        MAX ignore the heading. SUMPRODUCT ignores it if the numbers are an argument of their own.
        """

    @property
    def round(self) -> str:
        return self.column("Round")

    @property
    def board(self) -> str:
        return self.column("Board")

    @property
    def power(self) -> str:
        return self.column("Power")

    @abstractmethod
    def of_power(self, cell: str) -> str:
        """Two arguments for COUNTIFS and SUMIFS: the rows of the power that a cell names."""

    @abstractmethod
    def of_player(self, cell: str) -> str:
        """Two arguments for COUNTIFS and SUMIFS: the rows of the player whom a cell names.

        Names that look like numbers, such as 7 and 007, are compared as numbers. `count_games` tells them
        apart.
        """

    @property
    def player(self) -> str:
        return self.column("Player")

    @property
    def centres(self) -> str:
        return self.column("Centres")

    @property
    def score(self) -> str:
        """The scores by the system's rule."""
        return self.column("Score")

    @property
    def counts(self) -> str:
        """The scores that count: those typed under Override, otherwise those by the rule."""
        return self.column("Counts")

    @abstractmethod
    def count_games(self, player: str, power: str = "") -> str:
        """A formula for the number of a player's games. player, power: cells; "": games with any power."""

    @property
    @abstractmethod
    def calls(self) -> CallFormulas: ...

    @property
    @abstractmethod
    def centres_owned(self) -> CentresOwned: ...

    @property
    @abstractmethod
    def charts(self) -> ChartFormulas: ...

    @property
    @abstractmethod
    def standings(self) -> RankTable: ...

    @property
    @abstractmethod
    def countries(self) -> PlaceTable: ...

    @abstractmethod
    def write_setup(self, sheet: Worksheet) -> None: ...

    @abstractmethod
    def write_games(self, sheet: Worksheet) -> None: ...

    worth_is_fixed: str = ""
    """What the sheet Scores says of worths that formulas cannot compute; blank if they can."""

    @abstractmethod
    def write_scores(self, sheet: Worksheet, row: int, typical: Typical) -> str:
        """Write the scores and the worths of a typical board on the sheet Scores; return its check.

        row: the row of its counts.
        """

    @abstractmethod
    def hide_lost(self, sheet: Worksheet, sentence: str = "$A$2", heads: str = "") -> None:
        """Hide errors on a finished sheet while functions are missing; see `style.hide_lost`."""

    @abstractmethod
    def finish(self) -> None:
        """Do what remains when all sheets are written."""
