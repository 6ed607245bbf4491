"""A director's edits of a shipped workbook, by name, in LibreOffice, where references move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from openpyxl.utils import get_column_letter

from tests.hosts.calc.calc_office import Book
from xl_dipscore.workbooks.author import Plan


@dataclass(frozen=True)
class Games:
    """The games list of an open workbook: seats are counted from 1, seven a board."""

    book: Book
    plan: Plan

    @property
    def seats(self) -> int:
        return 7 * len(self.plan.slots)

    def cell(self, heading: str, seat: int) -> str:
        return f"{self.plan.column(heading)}{1 + seat}"

    def number(self, heading: str) -> int:
        """The number of a column, from 0."""
        return self.plan.headings.index(heading)

    def typed(self, first: int, last: int) -> str:
        """The typed cells of some seats."""
        return f"A{1 + first}:{self.plan.column(self.plan.inputs[-1])}{1 + last}"

    def whole(self, first: int, last: int) -> str:
        """The rows of some seats, formulas too."""
        return f"A{1 + first}:{get_column_letter(200)}{1 + last}"

    def value(self, heading: str, seat: int) -> Any:
        return self.book.value("Games", self.cell(heading, seat)) or None

    def put(self, heading: str, seat: int, *values: Any) -> None:
        """Type values below each other; an apostrophe keeps a text that looks like a number."""
        for number, value in enumerate(values, seat):
            self.book.put("Games", self.cell(heading, number), [[value]])

    def cut(self, heading: str, seat: int, onto: int) -> None:
        """Cut a cell and paste it onto another of its column."""
        self.book.shift("Games", self.cell(heading, seat), self.cell(heading, onto))

    def alive(self, board: int) -> list[int]:
        """The seats with centres of a board, which is counted from 0."""
        return [seat for seat in range(1 + 7 * board, 8 + 7 * board) if self.value("Centres", seat)]

    def rename(self, *names: str) -> None:
        """Rename the first players on each of their boards."""
        seats = {seat: self.value("Player", seat) for seat in range(1, self.seats + 1)}
        others = dict(zip(dict.fromkeys(filter(None, seats.values())), names, strict=False))
        for seat, player in seats.items():
            if player in others:
                self.put("Player", seat, f"'{others[player]}")


class Edit(NamedTuple):
    """An edit, and the number of rows that our functions refuse after it too."""

    name: str
    do: Callable[[Games], None]
    refused: int
    apart: frozenset[str]
    """Headings of columns that differ between programs for a known reason."""


IN_ORDER = ("Name, in order", "Name, in order if level")
"""Columns of names in alphabetical order, which programs sort in different ways."""
EDITS: list[Edit] = []


def edit(
    name: str, refused: int = 0, *, apart: tuple[str, ...] = ()
) -> Callable[[Callable[[Games], None]], None]:
    """The decorated function is the edit of that name."""

    def add(do: Callable[[Games], None]) -> None:
        EDITS.append(Edit(name, do, refused, frozenset(apart)))

    return add


# -- rows and columns ---------------------------------------------------------------------------


@edit("a title above the headings")
def _(games: Games) -> None:
    games.book.insert("Games", "Rows", 0, 1)
    games.book.put("Games", "A1", [["The games of the Spring Cup"]])


@edit("titles above the other tables")
def _(games: Games) -> None:
    games.book.unprotect()
    for sheet in ("Totals", "Standings", "Slips", "Players", "Best countries", "Board calls"):
        games.book.insert(sheet, "Rows", 0, 2)


@edit("a column for notes among what is typed")
def _(games: Games) -> None:
    games.book.insert("Games", "Columns", 4, 1)
    games.book.put("Games", "E1:E2", [["Note"], ["stabbed in 1907"]])


@edit("a row deleted", 6)
def _(games: Games) -> None:
    games.book.delete("Games", "Rows", 11, 1)


@edit("the first board deleted, and the last row", 6)
def _(games: Games) -> None:
    games.book.delete("Games", "Rows", games.seats, 1)
    games.book.delete("Games", "Rows", 1, 7)


@edit("blank rows between and above")
def _(games: Games) -> None:
    for seat in (games.seats, 11, 1):
        games.book.insert("Games", "Rows", seat, 1)


@edit("rows sorted by player")
def _(games: Games) -> None:
    games.book.sort("Games", games.whole(1, games.seats), games.number("Player"))


@edit("what is typed sorted by power, then by board")
def _(games: Games) -> None:
    for heading in ("Power", "Board"):
        games.book.sort("Games", games.typed(1, games.seats), games.number(heading))


@edit("what is typed sorted by centres")
def _(games: Games) -> None:
    games.book.sort("Games", games.typed(1, games.seats), games.number("Centres"))


@edit("a board copied below", 14)
def _(games: Games) -> None:
    games.book.copy("Games", games.whole(1, 7), f"A{2 + games.seats}")


@edit("a board copied below, by another name")
def _(games: Games) -> None:
    first = games.seats + 3
    games.book.copy("Games", games.whole(1, 7), f"A{1 + first}")
    games.put("Board", first, *["Late"] * 7)
    games.put("Player", first, "One guest", "Another guest", *[None] * 5)


@edit("a row cut and pasted below")
def _(games: Games) -> None:
    games.book.shift("Games", games.whole(12, 12), f"A{1 + games.seats + 4}")
    games.book.calculate()  # LibreOffice does not recompute some lookups of a moved row


@edit("a row cut and pasted onto another of its board", 6)
def _(games: Games) -> None:
    games.book.shift("Games", games.whole(12, 12), f"A{1 + 10}")
    games.book.calculate()


# -- cells cut and pasted -----------------------------------------------------------------------


@edit("two counts changed places by cut and paste")
def _(games: Games) -> None:
    one, other, *_ = games.alive(1)
    games.cut("Centres", one, games.seats + 40)
    games.cut("Centres", other, one)
    games.cut("Centres", games.seats + 40, other)


@edit("a count cut and pasted over another, and typed again")
def _(games: Games) -> None:
    one, other, *_ = games.alive(1)
    count = games.value("Centres", other)
    games.cut("Centres", one, other)
    games.put("Centres", one, count)


@edit("a count cut and pasted over another, and left blank", 7)
def _(games: Games) -> None:
    one, other, *_ = games.alive(1)
    games.cut("Centres", one, other)


@edit("a round and a board's name cut and pasted onto others", 21)
def _(games: Games) -> None:
    games.cut("Round", 1, 17)
    games.cut("Board", 30, 38)


@edit("marks and years cut and pasted onto others", 14)
def _(games: Games) -> None:
    dead = next(seat for seat in range(1, 8) if games.value("Eliminated", seat))
    games.cut("Eliminated", dead, games.alive(1)[0])
    games.cut("Draw", games.alive(2)[0], games.alive(2)[-1])
    games.cut("Year", 22, 29)


@edit("players changed places by cut and paste, on Players too")
def _(games: Games) -> None:
    for one, other, spare in ((3, 17, games.seats + 40),):
        games.cut("Player", one, spare)
        games.cut("Player", other, one)
        games.cut("Player", spare, other)
    games.book.shift("Players", "A5", "A46")


# -- what is typed ------------------------------------------------------------------------------


@edit("spaces around a board's name")
def _(games: Games) -> None:
    name = games.value("Board", 1)
    games.put("Board", 1, f"{name} ", f" {name}", f"{name}\N{NO-BREAK SPACE}")


@edit("boards called 1-1, 01, 1/1 and 2")
def _(games: Games) -> None:
    for number, name in enumerate(("'1-1", "'01", "'1/1", 2)):
        games.put("Board", 1 + 7 * number, *[name] * 7)


@edit("TRUE as a count, a year and a round", 21)
def _(games: Games) -> None:
    games.put("Centres", 3, "TRUE")
    games.put("Year", 10, "TRUE")
    games.put("Round", 17, "TRUE")


@edit("TRUE as what is docked, and as a score", 14)
def _(games: Games) -> None:
    games.put("Docked", 3, "TRUE")
    games.put("Override", 10, "FALSE")


@edit("an x, TRUE, 1, yes and a tick in a draw")
def _(games: Games) -> None:
    for seat, mark in zip(games.alive(2), ("TRUE", 1, "yes", "✓", "X", "y", " x "), strict=False):
        games.put("Draw", seat, mark)


@edit("players called like what is hidden", apart=IN_ORDER)
def _(games: Games) -> None:
    headings = [one for one in games.book.read("Games", "A1:DZ1")[0] if one]
    games.rename("Player", *headings[-6:-1])


@edit("names with spaces, signs, accents and apostrophes", apart=IN_ORDER)
def _(games: Games) -> None:
    games.rename(
        "Zoë  van der Berg", " O'Brien", "ÅSA ", "1-1", "=1+1", "Ann-Marie", "ann marie", "Jo*", ">5"
    )


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
    for heading in ("Centres", "Draw", "Eliminated"):
        games.put(heading, 22, *[None] * 7)
    games.put("Player", 15, *[None] * 7)


@edit("one decimal and two rounds at least, typed on Setup")
def _(games: Games) -> None:
    lines = [row[0] for row in games.book.read("Setup", "A1:A40")]
    for name, value in {"decimals": 1, "min rounds": 2}.items():
        games.book.put("Setup", f"B{1 + lines.index(name)}", [[value]])
