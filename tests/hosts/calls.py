"""Calls of every worksheet function, with arguments as cells hold them and as each host passes them.

The same table runs on every host: the values and the errors must be those of the plain functions.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.games import CLOCK, SOLO, THREE_WAY, event
from tests.hosts.fake_com import OMITTED, Range, Time, error_code
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.system import systems
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import Function

BY_NAME = {function.name: function for function in FUNCTIONS}


class Date(float):
    """The number of a day, in a cell with a date format."""


class Money(float):
    """A number in a cell with a currency format."""


class Error(str):
    """An error cell, by its mark."""

    __slots__ = ()


class Left:
    """An argument that is left out."""

    def __repr__(self) -> str:
        return "left out"


LEFT = Left()
NA, REF = Error("#N/A"), Error("#REF!")


@dataclass(frozen=True)
class Call:
    what: str
    function: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.function}: {self.what}"

    @property
    def declared(self) -> Function:
        return BY_NAME[self.function]

    def given(self, hand: Callable[[Any], Any]) -> list[Any]:
        """The arguments as a host passes them, one for each declared argument."""
        missing = len(self.declared.arguments) - len(self.arguments)
        return [hand(argument) for argument in (*self.arguments, *[LEFT] * missing)]

    @property
    def expected(self) -> list[list[Any]]:
        """The plain function's result, as rows."""
        return rows(self.declared.call(*self.given(plain)))


def rows(result: Any) -> list[list[Any]]:
    """A result as rows, with empty text for nothing."""
    block = result if isinstance(result, list) else [[result]]
    block = block if isinstance(block[0], list) else [block]  # one row, which VBA takes flat
    return [["" if cell is None else cell for cell in row] for row in block]


# -- the hosts ----------------------------------------------------------------------------------


def plain(argument: Any) -> Any:
    """An argument as Python holds it."""
    return _each(argument, lambda cell: cell if cell is not LEFT else None)


def macros(argument: Any) -> Any:
    """An argument as our macros pass it: only values, whatever their format."""
    return _tuples(_each(argument, _value))


def ranges(argument: Any) -> Any:
    """An argument as xlwings' own macros would pass it: references, whose values come with their formats."""
    if argument is LEFT:
        return OMITTED
    return Range(_tuples(_each(argument, _formatted)))


def office(argument: Any) -> Any:
    """An argument as Office.js sends it to xlwings Lite: always rows; None if it is left out."""
    if argument is LEFT:
        return None
    block = argument if isinstance(argument, list) else [[argument]]
    return _each(block, _sent)


def received(result: Any) -> list[list[Any]]:
    """A result that Office.js gets back, in the form of the other hosts."""
    names = {"NotAvailable": "#N/A", "Value": "#VALUE!", "Num": "#NUM!", "Ref": "#REF!", "Div0": "#DIV/0!"}

    def cell(value: Any) -> Any:
        if isinstance(value, str) and value in ERRORS:
            return f"the text {value}"
        return names[value["errorType"]] if isinstance(value, dict) else value

    return [[cell(value) for value in row] for row in rows(result)]


def _each(argument: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(argument, list):
        return [[change(cell) for cell in row] for row in argument]
    return change(argument)


def _tuples(argument: Any) -> Any:
    return tuple(map(tuple, argument)) if isinstance(argument, list) else argument


_CODES = {"#N/A": 2042, "#REF!": 2023, "#VALUE!": 2015, "#NUM!": 2036}


def _value(cell: Any) -> Any:
    if isinstance(cell, Error):
        return error_code(_CODES[cell])
    if cell is LEFT:
        return None
    return float(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell


def _formatted(cell: Any) -> Any:
    if isinstance(cell, Date):
        return Time(1899, 12, 30, tzinfo=dt.UTC) + dt.timedelta(days=float(cell))
    return Decimal(f"{cell:.4f}") if isinstance(cell, Money) else _value(cell)


def _sent(cell: Any) -> Any:
    if isinstance(cell, Error):
        return {"type": "Error", "basicType": "Error", "basicValue": str(cell), "errorType": "any"}
    return "" if cell is None else cell


def write_office_calls(path: Path) -> None:
    path.write_text(json.dumps([{"function": c.function, "arguments": c.given(office)} for c in CALLS]))


# -- the table ----------------------------------------------------------------------------------


def column(*cells: Any) -> list[list[Any]]:
    return [[cell] for cell in cells]


def row(*cells: Any) -> list[list[Any]]:
    return [list(cells)]


X = "x"
DRAW = (None, X, X, X, None, None, None)
EVEN = (None, 12, None, 11, 11, None, None)
FACTS = (row(*THREE_WAY), row(*DRAW), row(1903, None, None, None, None, 1905, 1904), 1908)
STANDING = (column(*CLOCK), LEFT, LEFT, 1907)
GAMES = event()
RESULTS = [list(row[3:4]) + list(row[2:3]) + [i * 1.25] for i, row in enumerate(GAMES[1:])]
SCORES = [[10, 20.5, None], [None, None, None], [1, 2, 3], ["7", 8, 9], [100, 46, 0]]
RULES = (
    "sum",
    "mean",
    "best 2",
    "drop 1",
    "100/100/50",
    "London Open",
    "sum/(count+10)",
    "ranks",
    "best 2 games",
    "sum/(games+3)",
    "best 1 games + half the mean of the rest",
    "NDC",
    "DCC",
    "best 0",
    "no such rule",
)


def _calls() -> Iterator[Call]:
    for system in systems():
        name = f"{system.key}_SCORE"
        yield Call("every fact, in a row", name, FACTS)
        yield Call("the clock, in a column", name, STANDING)
        yield Call("a solo and a board not played", name, ([list(SOLO), [None] * 7], LEFT, LEFT, 1908))
    for function in FUNCTIONS:
        if function.name.endswith("_TOTAL") and not function.name.startswith("DIP_"):
            yield Call("scores of three rounds", function.name, (SCORES[:4],))
            yield Call("four rounds planned", function.name, (SCORES[2:], 4))
    for rule in RULES:
        yield Call(f"by {rule}", "DIP_TOTAL", (rule, SCORES))
    yield Call("a rule typed as a number", "DIP_TOTAL", (5, SCORES))
    yield Call("an error in one row", "DIP_TOTAL", ("sum", [[1, NA], [1, 2]]))
    for word in ("SCORE", "CHECK", "EXPLAIN", "WORTH"):
        yield from (Call(what, f"DIP_{word}", arguments) for what, arguments in _boards())
    yield from _others()


def _boards() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Arguments of DIP_SCORE, DIP_CHECK, DIP_EXPLAIN and DIP_WORTH."""
    yield "a row", ("SOS", row(*CLOCK))
    yield "a column", ("SOS", column(*CLOCK))
    yield "seven boards", ("SOS", [list(CLOCK)] * 7)
    yield "five hundred boards", ("DCC", [[*CLOCK[i % 7 :], *CLOCK[: i % 7]] for i in range(500)])
    yield "whole numbers and fractions", ("SOS", row(4.0, 5, 6.0, 7, 8.0, 2, 2.0))
    yield "numbers as text", ("SOS", row("4", 5, "6", 7, " 8 ", 2, "2"))
    yield "counts formatted as dates", ("SOS", row(Date(4), Date(5), 6, 7, 8, 2, 2))
    yield "counts formatted as money", ("SOS", row(Money(4), Money(5), 6, 7, 8, 2, 2))
    yield "half a centre", ("SOS", row(4.5, 5, 6, 7, 8, 2, 1))
    yield "ticks for counts", ("SOS", row(True, 5, 6, 7, 8, 2, 2))
    yield "a word for a count", ("SOS", row("four", 5, 6, 7, 8, 2, 2))
    yield "not played", ("SOS", row(*[None] * 7))
    yield "not played, empty text", ("SOS", row(*[""] * 7))
    yield "not finished", ("SOS", row(4, 5, None, 7, 8, 2, 2))
    yield "35 centres", ("SOS", row(5, 5, 6, 7, 8, 2, 2))
    yield "33 centres", ("SOS", row(3, 5, 6, 7, 8, 2, 2))
    yield "six cells", ("SOS", row(4, 5, 6, 7, 8, 4))
    yield "one cell", ("SOS", row(4))
    yield "one cell alone", ("SOS", 4)
    yield "an error in a board", ("SOS", [[REF, *CLOCK[1:]], list(CLOCK)])
    yield "an error for the board", ("SOS", NA)
    yield "an error for the system", (NA, row(*CLOCK))
    yield "an error in the draw", ("DCC", row(*THREE_WAY), row(None, X, NA, X, None, None, None))
    yield "an error for the year", ("NDC", row(*CLOCK), LEFT, LEFT, NA)
    yield "no such system", ("no such system", row(*CLOCK))
    yield "no system", (None, row(*CLOCK))
    yield "a system in small letters", ("c-diplo", row(*CLOCK))
    yield "a system in a cell", ([["DCC"]], row(*THREE_WAY), row(*DRAW))
    yield "marks of every kind", ("DCC", row(*THREE_WAY), row(0, True, "yes", 1, None, False, "no"))
    yield "a mark that is none", ("DCC", row(*THREE_WAY), row("maybe", X, X, X, None, None, None))
    yield "marks in another shape", ("DCC", row(*THREE_WAY), column(*DRAW))
    yield "the year in a cell", ("NDC", row(*CLOCK), LEFT, LEFT, [[1907]])
    yield "the year formatted as a date", ("NDC", row(*CLOCK), LEFT, LEFT, Date(1907))
    yield "the year in two digits as text", ("NDC", row(*CLOCK), LEFT, LEFT, "07")
    yield "a year for each board", ("NDC", [list(CLOCK)] * 2, LEFT, LEFT, column(1907, 1908))
    yield "no year", ("NDC", row(*CLOCK))
    yield "nothing between commas", ("SOS", row(*CLOCK), None, None, None, None)
    yield "zeros for what is left out", ("SOS", row(*CLOCK), 0, 0, 0, 0)
    yield "empty texts for what is left out", ("SOS", row(*CLOCK), "", "", "", "")
    yield "a solo that nobody can value yet", ("MYSTERY", row(*SOLO))
    yield "an option", ("WBC", row(*SOLO), LEFT, LEFT, LEFT, [["win", 50]])
    yield "no such option", ("WBC", row(*SOLO), LEFT, LEFT, LEFT, [["prize", 50]])
    yield "an option out of range", ("WBC", row(*SOLO), LEFT, LEFT, LEFT, [["win", -5]])
    yield (
        "the powers in another order",
        (("SOS", row(*CLOCK), LEFT, LEFT, LEFT, [["powers", *"TRIGFEA"], ["", *[None] * 7]])),
    )
    yield from _facts_beside()


def _facts_beside() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The columns beside one board's rows: headings, and seven cells for each."""
    headings = row("Docked", 1906, "Unranked", None, "New player", "Civil disorder", 1907)
    facts = [
        [1 if n == 4 else None, Date(5), X, 5, X if n < 2 else None, "", count]
        for n, count in enumerate(CLOCK)
    ]
    facts[6][1] = 4
    yield "facts in seven rows", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, LEFT, headings, facts)
    turned = [list(cells) for cells in zip(*facts, strict=True)]
    yield "facts in rows of seven", ("NDC", row(*CLOCK), LEFT, LEFT, 0, "", column(*headings[0]), turned)
    chart = column(*[None] * 7), LEFT, LEFT, LEFT, LEFT, headings, facts
    yield "a board known by its chart", ("SOS", *chart)
    yield "one fact", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, LEFT, "docked", column(*[1, None] * 3, 0))
    yield "blank facts", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, LEFT, headings, [[None] * 7] * 7)
    yield "facts without headings", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, LEFT, LEFT, facts)
    twice = [["docked", 1], ["", 2]]
    yield "a fact twice", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, twice, headings, facts)
    spoilt = column(NA, *[None] * 6)
    yield "an error among the facts", ("DCC", column(*CLOCK), LEFT, LEFT, LEFT, LEFT, "Docked", spoilt)

    yield from _rows_of_games()


def _rows_of_games() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A board's rows in place of its centres: headings with Power, and the rows in any order."""
    headings, listed = row(*GAMES[0], "Docked", "Override"), [[*cells, None, None] for cells in GAMES[8:15]]
    beside = LEFT, LEFT, LEFT, LEFT, LEFT, headings
    yield "the rows of a board", ("DCC", *beside, [*listed[3:], *listed[:3]])
    turned = [list(cells) for cells in zip(*listed, strict=True)]
    yield "the rows beside each other", ("DCC", *beside[:-1], column(*headings[0]), turned)
    yield "nothing between commas before rows", ("DCC", *[None] * 5, headings, listed)
    yield "zeros before rows", ("DCC", 0, "", 0, None, 0, headings, listed)
    yield "the rows of two boards", ("DCC", *beside, [*listed[3:], *GAMES[15:18]])
    blank = [[*cells[:4], *[""] * 4, None, None] for cells in listed]
    yield "rows of a board not played", ("DCC", *beside, blank)
    yield "an error among the rows", ("DCC", *beside, [[*listed[0][:4], NA, *listed[0][5:]], *listed[1:]])
    yield "rows and a range", ("DCC", row(*CLOCK), *beside[1:], listed)
    yield "neither centres nor rows", ("DCC", LEFT, LEFT, LEFT, 1908)


def _others() -> Iterator[Call]:
    rows_of_bad = [[*cells[:4], 40, *cells[5:]] for cells in GAMES[8:15]]
    beside = LEFT, LEFT, LEFT, LEFT, LEFT, row(*GAMES[0])
    for first in (9, [[9]], "9", None, "", 0, -1, "here", NA):
        yield Call(f"with the row {first!r}", "DIP_CHECK", ("SOS", *beside, rows_of_bad, first))
    yield Call("rows and a system's own name", "SOS_SCORE", (*beside, GAMES[8:15]))
    yield Call("a cell", "NDC_PROSPECTS", (9,))
    yield Call("a block", "NDC_PROSPECTS", ([[0, 9, 17], [18, None, "x"], [2.5, NA, "12"]],))
    yield Call("totals", "DIP_RANK", (column(10, 20.5, None, 20.5, NA, "7", "seven"),))
    yield Call("totals in a row", "DIP_RANK", (row(1, 3, 2),))
    yield Call("with tie-breaks", "DIP_RANK", (column(5, 5, 5), [[1, 2], [1, 3], [2, 0]]))
    yield Call("with tie-breaks of another length", "DIP_RANK", (column(5, 5, 5), column(1, 2)))
    for system in ("SOS", "DCC", "NDC", "MYSTERY"):
        yield Call(f"{system}", "DIP_STANDINGS", (system, GAMES))
        yield Call(f"{system}", "DIP_AWARDS", (system, GAMES))
    options = [["rounds", 2], ["combine", "best 1"], ["rows", 20]]
    yield Call("with options", "DIP_STANDINGS", ("SOS", GAMES, options))
    dated = [["Date", *GAMES[0][1:]], *([45296 + 7 * cells[0], *cells[1:]] for cells in GAMES[1:])]
    league = [["combine", "best 1 games"], ["min games", 1], ["from", 45296], ["last", "12 months"]]
    yield Call(
        "a league", "DIP_STANDINGS", ("SOS", dated, [*league, ["tiebreak", "board tops, centre gain"]])
    )
    yield Call("a league", "DIP_EXPLAIN_TOTAL", ("SOS", dated, "@x", league))
    yield from _explained_totals()
    yield from _teams()
    yield Call("by centres", "DIP_AWARDS", ("SOS", GAMES, [["by", "centres"]]))
    yield Call("no such option", "DIP_STANDINGS", ("SOS", GAMES, [["prize", 1]]))
    yield Call("every system", "DIP_COMPARE", (GAMES,))
    asked = [["c-diplo", "NDC"], [None, "no such system"], ["", 7], ["rows", 20], ["columns", 8]]
    yield Call("some systems", "DIP_COMPARE", (GAMES, asked))
    yield Call("one system", "DIP_COMPARE", (GAMES, "MYSTERY"))
    yield Call("blank cells", "DIP_COMPARE", (GAMES, column(None, None)))
    yield Call("an error among the systems", "DIP_COMPARE", (GAMES, row("SOS", NA)))
    yield Call("no header", "DIP_COMPARE", (GAMES[1:], "SOS"))
    twice = [*GAMES[:8], *([*line[:3], GAMES[1][3], *line[4:]] for line in GAMES[8:9]), *GAMES[9:]]
    yield Call("a name picked twice", "DIP_STANDINGS", ("SOS", twice))
    yield Call("a name picked twice", "DIP_COMPARE", (twice, "SOS"))
    yield Call("a name picked twice", "DIP_PROBLEMS", ("SOS", twice))
    stray = [*GAMES, ["", *GAMES[1][1:]]]
    for function in ("DIP_STANDINGS", "DIP_AWARDS", "DIP_PROBLEMS"):
        yield Call("a row without a round", function, ("SOS", stray))
    yield Call("a solo to come", "DIP_PROBLEMS", ("MYSTERY", GAMES, [["rounds", 3], ["rows", 20]]))
    yield Call("options that are none", "DIP_PROBLEMS", ("SOS", GAMES, [["prize", 1], ["rounds", "two"]]))
    yield Call("no such system", "DIP_PROBLEMS", ("no such system", GAMES, [["rows", 5], ["columns", 9]]))
    yield Call("no header", "DIP_PROBLEMS", ("SOS", GAMES[1:]))
    yield Call("an error for the games", "DIP_PROBLEMS", ("SOS", REF))
    yield from _seats()
    yield Call("no header", "DIP_STANDINGS", ("SOS", GAMES[1:]))
    yield Call("a board short of a row", "DIP_STANDINGS", ("SOS", GAMES[:-1]))
    yield Call("an error for the games", "DIP_STANDINGS", ("SOS", REF))
    for name in ("DCC_MSD", "MYSTERY_MPPD"):
        columns = tuple(column(*cells) for cells in zip(*RESULTS, strict=True))
        yield Call("columns", name, columns)
        yield Call("rounds planned", name, (*columns, 4))
        yield Call("columns of two lengths", name, (*columns[:2], columns[2][:5]))
    yield Call("an event", "MYSTERY_SOLO", (GAMES,))
    yield Call("a round to come", "MYSTERY_SOLO", (GAMES, [["rounds", 9]]))
    yield Call("given by hand", "MYSTERY_SOLO", (GAMES, [["rounds", 9], ["solo", 150]]))
    yield Call("as if it were over", "MYSTERY_SOLO", (GAMES, [["rounds", 9], ["provisional", "yes"]]))
    yield Call("an error for the games", "MYSTERY_SOLO", (REF,))
    yield Call("all", "DIP_SYSTEMS", ())
    yield Call("filled to a size", "DIP_SYSTEMS", ([["rows", 40], ["columns", 8]],))
    yield Call("no such option", "DIP_SYSTEMS", ([["prize", 1]],))
    yield Call("this one", "DIP_VERSION", ())


def _teams() -> Iterator[Call]:
    """Teams: the same for each player in both rounds, or for the first player only."""
    teams = ["Reds", "Blues", "Reds", 7, None, "", "blues"]
    team_of = {line[3]: team for line, team in zip(GAMES[1:15], teams * 2, strict=True)}
    listed = [[*GAMES[0], "Team"], *([*line, team_of[line[3]]] for line in GAMES[1:])]
    for rule in ("sum", "best 3", "Best 2 per round", "mean of totals", "no such rule"):
        yield Call(f"by {rule}", "DIP_TEAMS", ("DCC", listed, [["team rule", rule], ["rounds", 2]]))
    missing = [["team size", 5], ["team missing", "lowest"], ["team rounds", 2], ["rows", 9], ["columns", 9]]
    yield Call("with missing members", "DIP_TEAMS", ("SOS", listed, missing))
    yield Call("too many members", "DIP_TEAMS", ("SOS", listed, [["team size", 3]]))
    yield Call("two rounds", "DIP_TEAMS", ("SOS", listed, [["team rounds", 1, 2]]))
    yield Call("rounds that are none", "DIP_TEAMS", ("SOS", listed, [["team rounds", "the first"]]))
    yield Call("without teams", "DIP_TEAMS", ("SOS", GAMES, [["rows", 4], ["columns", 7]]))
    yield Call("an error for the games", "DIP_TEAMS", ("SOS", NA))
    two = [*listed[:15], [*listed[15][:-1], "Greens"], *listed[16:]]
    yield Call("a player in two teams", "DIP_TEAMS", ("SOS", two))


def _seats() -> Iterator[Call]:
    drawn = [cells[:4] for cells in GAMES]
    yield Call("games that are played", "DIP_SEATS_CHECK", (GAMES,))
    yield Call("seats alone", "DIP_SEATS_CHECK", (drawn,))
    options = [
        ["powers", "regions=FR-IGA-TE"],
        ["boards", True],
        ["round", 2.0],
        ["rows", 60],
        ["columns", 12],
    ]
    yield Call("with options", "DIP_SEATS_CHECK", (drawn, options))
    yield Call("club mates", "DIP_SEATS_CHECK", (drawn, [["club", "Paris", drawn[1][3], drawn[2][3], None]]))
    yield Call("options that are none", "DIP_SEATS_CHECK", (drawn, [["prize", 1], ["met", "maybe"]]))
    yield Call("no header", "DIP_SEATS_CHECK", (drawn[1:],))
    yield Call("an error for the games", "DIP_SEATS_CHECK", (REF,))


def _explained_totals() -> Iterator[Call]:
    player = GAMES[1][GAMES[0].index("player")]
    for system in ("SOS", "DCC", "NDC", "MYSTERY", "BOSTON"):
        yield Call(f"{system}", "DIP_EXPLAIN_TOTAL", (system, GAMES, player))
    options = [["rounds", 3], ["combine", "best 1"], ["rows", 40], ["columns", 8]]
    yield Call("with options", "DIP_EXPLAIN_TOTAL", ("SOS", GAMES, f" {player.upper()} ", options))
    yield Call("nobody", "DIP_EXPLAIN_TOTAL", ("SOS", GAMES, None))
    yield Call("an unknown player", "DIP_EXPLAIN_TOTAL", ("SOS", GAMES, "no such player"))
    yield Call("an error for the player", "DIP_EXPLAIN_TOTAL", ("SOS", GAMES, NA))
    yield Call("no such option", "DIP_EXPLAIN_TOTAL", ("SOS", GAMES, player, [["prize", 1]]))


def _untold(called: set[str]) -> Iterator[Call]:
    """Calls of functions without an entry in the table, made from the names of their arguments."""
    usual = {"system": "SOS", "rule": "sum", "games": GAMES, "centres": row(*CLOCK), "scores": SCORES}
    for function in FUNCTIONS:
        if function.name not in called:
            needed = [argument.name for argument in function.arguments if not argument.optional]
            yield Call("as usual", function.name, tuple(usual.get(name, column(1, 2, 3)) for name in needed))


_TOLD = tuple(_calls())
CALLS = (*_TOLD, *_untold({call.function for call in _TOLD}))
CALLS_OF = {name: [call for call in CALLS if call.function == name] for name in BY_NAME}
