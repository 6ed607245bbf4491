"""An event's scoring system and its options, from Setup or else from the formulas."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import At, Fault, group_by_key
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.reader import Reader, Reading, Shape
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import (
    Area,
    Token,
    address,
    area_of,
    arguments,
    function_name,
    reference,
    tokens,
)
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.layout.games import GamesSheet, day_in, label
from xl_dipscore.workbooks.layout.ours import OURS
from xl_dipscore.workbooks.layout.setup import (
    EVENT_OPTIONS,
    MADE_FOR,
    OPTIONS,
    OVER,
    SYSTEM,
    Row,
    Setup,
    key_of,
)

DAYS = frozenset(("from", "to"))
"""Options whose values are days."""

TABLE = "DIP_STANDINGS"
_ARGUMENTS = {
    function.name: [argument.name for argument in function.arguments]
    for function in FUNCTIONS
    if function.name.endswith("_SCORE") or function.name == TABLE
}


class MadeForAnother(
    Fault,
    remedy="Make a new one with dipscore new SYSTEM NEW.xlsx; for plain formulas, add --host native.",
    in_menu="New Event, ticked From nothing, makes one for another system.",
):
    """{file} is made for {made}, and {what}."""


class NotAsMade(Fault):
    """The formulas of {file} expect other settings. {what}"""


class _Call(NamedTuple):
    """A call of a scoring function or of TABLE in a formula.

    counts: the areas with the centres. games: the areas with the games, for a call of TABLE.
    """

    function: str
    system: str
    options: tuple[Token, ...]
    at: At
    beside: bool
    """Is the call in the column Score of a games list?"""
    counts: tuple[Area, ...]
    games: tuple[Area, ...]


class _SystemOfCalls(NamedTuple):
    """The system that all calls name, and the areas of its options."""

    system: str
    options: list[Area]


class _Found(NamedTuple):
    calls: list[_Call]
    """Every call of a function that scores boards or makes the standings."""
    of_others: list[tuple[At, range]]
    """The cells of columns Score whose formula reads the rows of another board, and these rows."""


class Scoring:
    def __init__(self, setup: Setup, sheets: Sequence[GamesSheet]) -> None:
        self._setup, self._sheets = setup, sheets

    @cached_property
    def system_name(self) -> str:
        """The name of the system on Setup, or else in the formulas; empty if both name no system."""
        typed = self._setup.value(SYSTEM)
        return str(typed) if not is_blank(typed) else self._by_formulas[0]

    @cached_property
    def calls(self) -> Mapping[str, Sequence[_Call]]:
        """By system, the calls in columns Score of games lists, or if there are none, all with a system."""
        scores = [call for call in self._calls if call.beside] or self._calls
        return group_by_key((key_of(call.system), call) for call in scores if call.system)

    @property
    def standings(self) -> Sequence[tuple[At, Sequence[Area]]]:
        """The cell of each formula for the standings, and the areas with its games; () if unknown."""
        return [(call.at, call.games) for call in self._calls if call.function == TABLE]

    def _system_of_own_function(self) -> str:
        """The key of the system whose own function, such as DCC_SCORE, scores all boards of games lists.

        Empty if there are several such functions, or DIP_SCORE, or if Setup has no cell for the system.
        """
        begun: set[str] = set()
        for home in self._sheets if self._setup.area(SYSTEM) else ():
            scored = home.columns.get("score")
            cells = (cell for (_, column), cell in home.sheet.cells.items() if column == scored)
            texts = (cell.formula.upper().partition("SCORE(") for cell in cells)
            begun |= {before + call for before, call, _ in texts if call}
        called = {
            function_name(piece.text[:-1], OURS)
            for text in begun
            for piece in tokens(text)
            if piece.kind == "function"
        }
        keys = {name.removesuffix("_SCORE") for name in called & _ARGUMENTS.keys()}
        return keys.pop() if len(keys) == 1 and not keys & {"DIP"} else ""

    def made_for_another(
        self, system: CellValue = None, said: str = "Setup says {}"
    ) -> MadeForAnother | None:
        """The warning if the formulas compute another system than `system` (by default, the system on Setup).

        said: the words of the warning on where the system was named; {} is replaced by its name.
        """
        plain = self._setup.plain
        system = self._setup.value(SYSTEM) if system is None else system
        made = plain or self._system_of_own_function()
        if not made or key_of(made) == key_of(system):
            return None
        what = said.format("nothing" if is_blank(system) else system)
        return MadeForAnother(file=self._setup.book.name, made=made, what=what)

    def let_setup_choose(self, system: str) -> list[str]:
        """Replace calls of another system's function by DIP_SCORE with the system on Setup. Returns notes."""
        if self._setup.plain or (other := self.made_for_another(system)) is None:
            return []
        own, book = f"{other.facts['made']}_SCORE", self._setup.book
        for name in book.sheet_names:
            for (row, column), cell in [*book.sheet(name).cells.items()]:
                where = reference(cell.area) if cell.area else address(row, column)
                if f"{own}(" in cell.formula:
                    text = cell.formula.replace(f"{own}(", "DIP_SCORE(Scoring_system,")
                    book.set_formula(name, where, text, array=cell.kind == "array")
                elif f"by {own}:" in cell.formula:  # Setup's warning that another system is chosen
                    book.set_value(name, where, None)
        return [f"Boards are scored by DIP_SCORE, which takes the system from Setup: the template has {own}."]

    def not_as_made(self) -> NotAsMade | MadeForAnother | None:
        """The warning if Setup asks for a score that the formulas do not compute.

        In a workbook of plain formulas, the text is that of the cell Made_for, which must be computed.
        """
        if (other := self.made_for_another()) is not None:
            return other
        what = self._setup.value(MADE_FOR) if self._setup.plain else None
        return None if is_blank(what) else NotAsMade(file=self._setup.book.name, what=what)

    def option_rows(self, *, own: bool = True) -> list[Row]:
        """The rows with options of the event, and if `own`, of the system too. Each row has a name."""
        setup, names = self._setup, (EVENT_OPTIONS, OPTIONS) if own else (EVENT_OPTIONS,)
        rows = [row for name in names for row in (setup.options(name) or {}).values()]
        if own and is_blank(setup.value(SYSTEM)) and not any(setup.area(name) for name in names):
            rows += (row for area in self._by_formulas[1] for row in setup.rows_typed(area).values())
        over, event = setup.area(OVER), setup.area(EVENT_OPTIONS)
        inside = over and event and event.sheet == over.sheet and event.overlaps(over)
        if over is not None and not inside:
            rows.append(["event is over", setup.value(OVER)])
        return [
            [row[0], *(day_in(setup.book, cell) for cell in row[1:])]
            if label(row[0]).casefold() in DAYS
            else row
            for row in rows
        ]

    @property
    def takes_fewer(self) -> bool:
        """Does the system accept boards of fewer than seven powers?"""
        try:
            return find(self.system_name).fewer
        except Fault:
            return False

    @cached_property
    def _by_formulas(self) -> _SystemOfCalls:
        """The system that all `calls` name, and the areas of its options; both empty for several systems.

        Both are also empty if boards have different options: one list of options cannot express these.
        """
        if len(self.calls) != 1:
            return _SystemOfCalls("", [])
        ((key, scores),) = self.calls.items()
        mine = {call.options for call in scores if call.function != TABLE}
        if len(mine) > 1:
            return _SystemOfCalls("", [])
        system = scores[-1].system
        tables = (call for call in self._calls if call.function == TABLE)
        shown = {call.options for call in tables if key_of(call.system) == key}
        blocks = [next(iter(found)) for found in (mine, shown) if len(found) == 1]
        if any(len(block) > 1 or (block and block[0].kind != "reference") for block in blocks):
            return _SystemOfCalls("", [])
        return _SystemOfCalls(
            system, [area_of(one.text) for one in dict.fromkeys(chain.from_iterable(blocks))]
        )

    @property
    def scores_of_others(self) -> Sequence[tuple[At, range]]:
        """The cells of columns Score that score another board, as after a cut and paste, and its rows."""
        return self._found.of_others

    @property
    def _calls(self) -> Sequence[_Call]:
        return self._found.calls

    @cached_property
    def _found(self) -> _Found:
        """The calls in all cells of the workbook."""
        book, found = self._setup.book, _Found([], [])
        reader = Reader(book, _ARGUMENTS.keys())
        homes = {home.name: home for home in self._sheets}
        alike: dict[Shape, Sequence[_Call]] = {}
        for name in book.sheet_names:
            for (row, column), cell in book.sheet(name).cells.items():
                if not cell.formula or not _CALLED.search(cell.formula):
                    continue
                reading = reader.read(cell.formula, name, row, column)
                its = alike.get(reading.shape)
                if its is None:
                    its = [*_calls_in(book, reading)]
                    if not _reads_moving_cells(reading, its):
                        alike[reading.shape] = its
                home, at = homes.get(name), (name, row, column)
                own = home is not None and home.columns.get("score") == column
                found.calls.extend(one._replace(at=at, beside=own) for one in its)
                if home is not None and own and (rows := _rows_of_another(home, row, reading.areas)):
                    found.of_others.append((at, rows))
        return found


def _rows_of_another(home: GamesSheet, row: int, areas: Iterable[Area]) -> range:
    """The seven rows that the formula of a score reads, if its own row is none of them; else no rows."""
    counted = [home.columns[word] for word in home.count_words]
    here = (area for area in areas if area.sheet == home.name and area.top > home.header)
    read = (area for area in here if any(area.left <= one <= area.right for one in counted))
    rows, *others = {range(area.top, area.bottom + 1) for area in read} or {range(0)}
    moved = not others and len(rows) == len(SEATS) and row not in rows
    return rows if moved and not is_blank(home.value(row, "power")) else range(0)


def _calls_in(book: Book, reading: Reading) -> Iterator[_Call]:
    """The calls in a formula, as if in the cell A1."""
    parts = [part for part in reading.parts if part.kind != "space"]
    for at, part in enumerate(parts):
        if part.kind == "function" and part.text in _ARGUMENTS:
            given = dict(zip(_ARGUMENTS[part.text], arguments(parts, at), strict=False))
            own = part.text.removesuffix("_SCORE")
            system = _text_of_argument(book, given["system"]) if "system" in given else own
            options = tuple(given.get("options", ()))
            counts, read = _areas(given.get("centres", ())), given.get("games", ())
            games = (
                _areas(read) if all(one.kind != "function" or one.text in _LEAVES_OUT for one in read) else ()
            )
            yield _Call(part.text, system, options, ("", 1, 1), False, counts, games)


def _reads_moving_cells(reading: Reading, calls_: Sequence[_Call]) -> bool:
    """May the calls of a copy of this formula be others, because they name cells that move with the copy?"""
    options = {part.text for call in calls_ for part in call.options}
    moving = {reading.parts[place].text for place in reading.shape.places}
    named = any("system" in _ARGUMENTS[call.function] for call in calls_)
    return bool(moving) and (
        named or any(call.counts or call.games for call in calls_) or not moving.isdisjoint(options)
    )


_CALLED = re.compile(r"(?:SCORE|STANDINGS)(?!S?'?!)", re.IGNORECASE)
"""Found in formulas with one of these functions, or a name like them; not in references to such a sheet."""


_LEAVES_OUT = ("IF", "ISERROR", "AND", "OR", "NOT", "LEN")
"""Functions with which a formula leaves out games of an area. Any other one may read games elsewhere."""


def _areas(parts: Iterable[Token]) -> tuple[Area, ...]:
    return tuple(area_of(part.text) for part in parts if part.kind == "reference")


def _text_of_argument(book: Book, parts: Sequence[Token]) -> str:
    """The text of a literal, or of the first cell of a reference; empty for anything computed."""
    kinds = [part.kind for part in parts]
    if kinds == ["text"]:
        return parts[0].text[1:-1]
    if kinds != ["reference"]:
        return ""
    area = area_of(parts[0].text)
    return label(book.value(area.sheet, address(area.top, area.left)))
