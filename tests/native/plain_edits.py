"""What a director does to a workbook that people get, by name: in LibreOffice, where references move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from calc_office import Book
from openpyxl.utils import get_column_letter

from xl_dipscore.workbook.author import Plan


@dataclass(frozen=True)
class Games:
    """The games list of an open workbook: rows of seats are counted from 1."""

    book: Book
    plan: Plan

    @property
    def seats(self) -> int:
        return 7 * len(self.plan.slots)

    def cell(self, heading: str, seat: int) -> str:
        return f"{self.plan.column(heading)}{1 + seat}"

    def typed(self, first: int, last: int) -> str:
        """What is typed in these rows."""
        return f"A{1 + first}:{self.plan.column(self.plan.inputs[-1])}{1 + last}"

    def whole(self, first: int, last: int) -> str:
        """These rows, formulas too."""
        return f"A{1 + first}:{get_column_letter(200)}{1 + last}"

    def value(self, heading: str, seat: int) -> Any:
        return self.book.value("Games", self.cell(heading, seat))

    def put(self, heading: str, seat: int, *values: Any) -> None:
        """Type these below each other; a text of digits behind an apostrophe."""
        last = self.cell(heading, seat + len(values) - 1)
        self.book.put("Games", f"{self.cell(heading, seat)}:{last}", [[value] for value in values])

    def cut(self, heading: str, seat: int, onto: int) -> None:
        self.book.shift("Games", self.cell(heading, seat), self.cell(heading, onto))

    def board(self, number: int, heading: str, values: Sequence[Any]) -> None:
        """Type what is of the seven seats of a board, which is counted from 0."""
        self.put(heading, 1 + 7 * number, *values)


class Edit(NamedTuple):
    """An edit, and how many rows are refused after it: those that our functions refuse too."""

    name: str
    do: Callable[[Games], None]
    refused: int


EDITS: list[Edit] = []


def edit(name: str, refused: int = 0) -> Callable[[Callable[[Games], None]], None]:
    """The decorated function is the edit of that name."""

    def add(do: Callable[[Games], None]) -> None:
        EDITS.append(Edit(name, do, refused))

    return add


# -- rows and columns ---------------------------------------------------------------------------


@edit("a title row above the headings")
def _(games: Games) -> None:
    games.book.insert("Games", "Rows", 0, 1)
    games.book.put("Games", "A1", [["The games of the Spring Cup"]])


@edit("a column for notes among what is typed")
def _(games: Games) -> None:
    games.book.insert("Games", "Columns", 4, 1)
    games.book.put("Games", "E1:E2", [["Note"], ["stabbed in 1907"]])


@edit("a row deleted", 6)
def _(games: Games) -> None:
    games.book.delete("Games", "Rows", 11, 1)


@edit("a board deleted")
def _(games: Games) -> None:
    games.book.delete("Games", "Rows", 8, 7)


@edit("a row inserted")
def _(games: Games) -> None:
    games.book.insert("Games", "Rows", 10, 1)


@edit("rows sorted by player")
def _(games: Games) -> None:
    games.book.sort("Games", games.whole(1, games.seats), games.plan.headings.index("Player"))


@edit("what is typed sorted by power")
def _(games: Games) -> None:
    games.book.sort("Games", games.typed(1, games.seats), games.plan.headings.index("Power"))


@edit("what is typed sorted by centres")
def _(games: Games) -> None:
    games.book.sort("Games", games.typed(1, games.seats), games.plan.headings.index("Centres"))


@edit("a board copied below, by another name")
def _(games: Games) -> None:
    below = games.seats + 3
    games.book.copy("Games", games.whole(1, 7), f"A{1 + below}")
    games.put("Board", below, *["Late"] * 7)
    games.put("Player", below, *(f"Guest {n}" for n in range(7)))


@edit("a row cut and pasted below")
def _(games: Games) -> None:
    games.book.shift("Games", games.whole(12, 12), f"A{1 + games.seats + 4}")


# -- cells cut and pasted -----------------------------------------------------------------------


@edit("two counts changed places by cut and paste")
def _(games: Games) -> None:
    games.cut("Centres", 3, games.seats + 40)
    games.cut("Centres", 4, 3)
    games.cut("Centres", games.seats + 40, 4)


@edit("a count cut and pasted over another, and typed again")
def _(games: Games) -> None:
    other = games.value("Centres", 5)
    games.cut("Centres", 4, 5)
    games.put("Centres", 4, other)


@edit("a count cut and pasted over another, and left blank", 7)
def _(games: Games) -> None:
    games.cut("Centres", 2, 4)


@edit("players changed places by cut and paste")
def _(games: Games) -> None:
    games.cut("Player", 3, games.seats + 40)
    games.cut("Player", 17, 3)
    games.cut("Player", games.seats + 40, 17)


# -- what is typed ------------------------------------------------------------------------------


@edit("spaces and capitals in a board's name")
def _(games: Games) -> None:
    name = games.value("Board", 1)
    games.board(0, "Board", [f"{name} ", name.lower(), f" {name}", *[name] * 4])


@edit("boards called 1-1, 01, 1 and 1/1")
def _(games: Games) -> None:
    for number, name in enumerate(("'1-1", "'01", 1, "'1/1")):
        games.board(number, "Board", [name] * 7)


@edit("TRUE as a count", 7)
def _(games: Games) -> None:
    games.put("Centres", 3, "TRUE")


@edit("an x, TRUE, 1, yes and a tick in a draw")
def _(games: Games) -> None:
    alive = [seat for seat in range(15, 22) if games.value("Centres", seat)]
    for seat, mark in zip(alive, ("TRUE", 1, "yes", "✓", "X", "y", " x "), strict=False):
        games.put("Draw", seat, mark)


@edit("players called like what is hidden")
def _(games: Games) -> None:
    headings = [one for one in games.book.read("Games", "A1:BZ1")[0] if one]
    games.board(1, "Player", ["Player", "player", *headings[-5:]])


@edit("names with spaces, accents and apostrophes")
def _(games: Games) -> None:
    names = ["Zoë  van der Berg", " O'Brien", "ÅSA ", "'1", "'=1+1", "Ann-Marie", "ann marie"]
    games.board(2, "Player", names)


@edit("a player twice in a round")
def _(games: Games) -> None:
    games.put("Player", 9, games.value("Player", 1))


@edit("Override, Unranked and Extra points")
def _(games: Games) -> None:
    games.put("Override", 2, 12.5, 0)
    games.put("Unranked", 5, "x")
    games.put("Extra points", 8, 3, -1.5)


@edit("a board without results, and one without players")
def _(games: Games) -> None:
    games.board(3, "Centres", [None] * 7)
    games.board(3, "Draw", [None] * 7)
    games.board(3, "Eliminated", [None] * 7)
    games.board(2, "Player", [None] * 7)


@edit("one decimal and two rounds at least, typed on Setup")
def _(games: Games) -> None:
    lines = [row[0] for row in games.book.read("Setup", "A1:A40")]
    for name, value in {"decimals": 1, "min rounds": 2}.items():
        games.book.put("Setup", f"B{1 + lines.index(name)}", [[value]])
