"""What the formulas of one workbook refer to, its names, sheets and tables known."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import add

from xl_dipscore.calculate.rewritten import OF_VALUES, REWRITTEN, Rewriter, without_let
from xl_dipscore.calculate.tree import Beyond, Call, Node, parsed, values_in
from xl_dipscore.calculate.trust import GUARDED, OF_PLACES, STRANGE, Guard, filled, judge, stand_in, write
from xl_dipscore.xlsx.book import Book
from xl_dipscore.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    BadReference,
    Name,
    Table,
    Token,
    area_of,
    by_letters,
    function_name,
    in_order,
    is_fixed,
    is_reference,
    quoted,
    reference,
    tokens,
    unquoted,
)
from xl_dipscore.xlsx.sheet import CellValue

_PLAIN = frozenset({"operator", "comma", "open", "close", "number", "text", "space", "percent"})
_VOLATILE = frozenset({"TODAY", "NOW", "RAND", "RANDBETWEEN"})
_WHOLE = frozenset({"ROWS", "COLUMNS", "COUNTBLANK", "ROW", "COLUMN", "OFFSET"})
"""Functions to which a whole column is more than its used cells."""
_LONGEST = 8_192
"""Characters that Excel allows in a formula."""
_MOST_PARTS = 20_000
"""Names within names may write out to more than fits in memory."""
_DEEPEST = 64
"""Names within each other, as many as Excel allows of functions."""
_MORE_SPARE = 3
"""Blank rows and columns for the second calculator: where their number matters, the two differ."""
_MOST_CELLS = 3_000_000


Argument = Area | CellValue | list[list[CellValue]]
Results = Callable[[str, list[Argument]], str]
"""From a function of ours and its arguments to what it gives, as it is written in a formula."""


@dataclass(eq=False)
class Shape:
    """What formulas have in common that are copies of each other, but for the places of some cells."""

    areas: list[Area] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    anywhere: bool = False
    problem: str = ""
    parts: list[Token] = field(default_factory=list)
    here: bool = False
    """Whether it means something else in another row."""
    places: list[int] = field(default_factory=list)
    """Which of the parts are references that every copy has of its own."""
    sheets: list[str] = field(default_factory=list)
    """Of which sheets these are."""
    prefixes: list[str] = field(default_factory=list)
    """And how that is written."""
    problems: dict[bool, str] = field(default_factory=dict)
    """The reason not to trust the calculator, as found out already for array formulas and plain ones."""


@dataclass
class Reading:
    """One formula, read."""

    shape: Shape
    moved: Sequence[str]
    """The references that are its own."""
    areas: list[Area]
    """The cells of these, and then all others."""

    def __post_init__(self) -> None:
        self.anywhere = self.shape.anywhere
        """Whether its references depend on values, so that they may point at any cell."""
        self.problem = self.shape.problem

    @cached_property
    def arguments(self) -> list[list[Node]]:
        """What stands between its commas. Raises Beyond."""
        return parsed(self.parts)

    @property
    def functions(self) -> set[str]:
        return self.shape.functions

    @property
    def volatile(self) -> bool:
        """Whether it comes out different without any cell having changed."""
        return not self.functions.isdisjoint(_VOLATILE)

    @property
    def parts(self) -> list[Token]:
        if not self.moved:
            return self.shape.parts
        parts = self.shape.parts.copy()
        for place, cells in zip(self.shape.places, self.moved, strict=True):
            parts[place] = Token("reference", cells)
        return parts


class Reader:
    """Reads the formulas of one workbook."""

    def __init__(
        self,
        package: Book,
        ours: Collection[str],
        *,
        external: Mapping[tuple[str, str], str] | None = None,
        last: tuple[int, int] = (ROWS, COLUMNS),
        rewriter: Rewriter | None = None,
    ) -> None:
        """`external` says where the kept cells of other workbooks are, by number and sheet; `last` is
        the last row and column that is used at all; `rewriter` puts formulas into words for calculators."""
        self._sheets: Mapping[str, str] = {sheet.casefold(): sheet for sheet in package.sheet_names}
        self._names = {(name.sheet.casefold(), name.name.casefold()): name for name in package.defined_names}
        self._tables = {table.name.casefold(): table for table in package.tables}
        self._ours = frozenset(ours)
        self._ours_spelled = by_letters(ours)
        self._external = external or {}
        self._last = last
        self._rewriter = rewriter
        self._copies: dict[tuple[object, ...], Shape | None] = {}

    def read(self, formula: str, sheet: str, row: int = 1, column: int = 1) -> Reading:
        """The formula of a cell; where that is matters only to names of a table's own row.

        Most formulas are copies of each other, which differ only in cells; one of them is read.
        """
        if len(formula) > _LONGEST:
            return Reading(Shape(anywhere=True, problem="it is longer than any formula may be"), (), [])
        here = Area(sheet, row, column, row, column)
        pieces = _MOVING.split(formula)
        moving = pieces[1::2]
        try:
            key = sheet, *pieces[::2], *[_size(cells) if ":" in cells else None for cells in moving]
            if key not in self._copies:
                self._copies[key] = self._shape(_ANY.join(pieces[::2]), here, len(moving))
            if (shape := self._copies[key]) is not None:
                moved = list(map(add, shape.prefixes, map(in_order, moving)))
                areas = [*map(area_of, moving, shape.sheets), *shape.areas]
                return Reading(shape, moved, areas)
        except BadReference:
            pass  # to be listed as this formula's own problem
        alone = Shape()
        self._gather(formula, here, alone)
        if self._rewriter is not None and (alone.functions & REWRITTEN or alone.anywhere):
            self._rewrite(alone, here, self._rewriter)
        return Reading(alone, (), alone.areas)

    def _rewrite(self, reading: Shape, here: Area, rewriter: Rewriter) -> None:
        def resolved(text: str) -> list[Token]:
            meant = Shape()
            self._gather(text, here, meant)
            return [] if meant.problem or meant.anywhere else meant.parts

        parts, areas = rewriter.rewritten(reading.parts, here, resolved)
        functions = {part.text for part in parts if part.kind == "function"}
        strange = any(part.kind == "other" for part in parts)
        if reading.problem == STRANGE and not strange:
            reading.problem = ""
        if not (reading.problem or strange or functions & OF_VALUES):
            reading.anywhere = False
        reading.parts, reading.functions = parts, functions
        reading.areas += areas

    def _shape(self, formula: str, here: Area, moving: int) -> Shape | None:
        """What is common to copies of a formula, in which one reference stands for all that move."""
        shape = Shape()
        self._gather(formula, here, shape)
        if self._rewriter is not None and (shape.functions & REWRITTEN or shape.anywhere):
            return None
        shape.places = [n for n, part in enumerate(shape.parts) if part.text.endswith(f"!{_ANY}")]
        shape.sheets = [area.sheet for area in shape.areas if _is_any(area)]
        shape.prefixes = [f"{quoted(sheet)}!" for sheet in shape.sheets]
        shape.areas = [area for area in shape.areas if not _is_any(area)]
        return None if shape.here or not len(shape.places) == len(shape.sheets) == moving else shape

    def _gather(self, formula: str, here: Area, reading: Shape, within: tuple[Name, ...] = ()) -> None:
        """`within` are the names that this is the text of, the outermost first."""
        pieces = tokens(formula)
        if self._rewriter is not None and "LET(" in formula.upper():
            pieces = without_let(pieces)
        for token in pieces:
            if token.kind in _PLAIN:
                reading.parts.append(token)
                continue
            if len(reading.parts) > _MOST_PARTS:
                reading.problem = "its names expand to too long a formula"
                reading.anywhere = True
                return
            match token.kind:
                case "reference":
                    token = self._reference(token, here.sheet, reading, named=bool(within))
                case "error":
                    token = Token("error", "#" + token.text.rpartition("#")[2])
                case "function":
                    name = function_name(token.text[:-1], self._ours_spelled)
                    reading.functions.add(name)
                    reading.anywhere |= name in OF_VALUES
                    token = Token("function", name)
                case "name":
                    self._name(token.text, here, reading, within)
                    continue
                case "table":
                    token = self._table(token, here, reading)
                case "external":
                    token = self._other_workbook(token, here.sheet, reading, named=bool(within))
                case "other":
                    reading.anywhere |= token.text == ":"
                    reading.problem = reading.problem or STRANGE
            reading.parts.append(token)

    def _reference(self, token: Token, here: str, reading: Shape, named: bool) -> Token:
        sheet = here
        written, mark, cells = token.text.rpartition("!")
        if mark:
            plain = unquoted(written)
            found = self._sheets.get(plain.casefold())
            if found is None:
                reading.problem = reading.problem or f"it refers to a sheet that does not exist ({plain})"
                reading.anywhere |= ":" in plain
                return token
            sheet = found
        if named and not (mark and is_fixed(cells)):
            reading.problem = reading.problem or "it uses a name whose cells depend on where it is used"
            reading.anywhere = True
        try:
            area = area_of(cells, sheet)
        except BadReference:
            reading.problem = reading.problem or f"it refers to {cells}, which is not a cell"
            return token
        reading.areas.append(area)
        return Token("reference", f"{quoted(sheet)}!{in_order(cells)}")

    def _name(self, written: str, here: Area, reading: Shape, within: tuple[Name, ...]) -> None:
        if written.upper() in ("TRUE", "FALSE"):
            reading.parts.append(Token("number", written.upper()))
            return
        prefix, _, plain = written.rpartition("!")
        scope = unquoted(prefix) or here.sheet
        key = plain.casefold()
        name = self._names.get((scope.casefold(), key)) or self._names.get(("", key))
        if name is None and key in self._tables:
            reading.parts.append(self._table(Token("table", f"{plain}[]"), here, reading))
            return
        if name is None:
            why = f"the name {plain} is not known"
            if plain.casefold().startswith("_xlpm."):
                why = (
                    f"the calculator has no {'LAMBDA' if 'LAMBDA' in reading.functions else 'LET'} like this"
                )
            reading.problem = reading.problem or why
            reading.parts.append(Token("name", written))
            return
        if name in within or len(within) == _DEEPEST:
            why = "it depends on itself" if name in within else f"it stands in {_DEEPEST} others"
            reading.problem = f"it uses the name {plain}, but {why}"
            reading.anywhere = True
            return
        start = len(reading.parts)
        self._gather(name.text, here, reading, (*within, name))
        if len(reading.parts) - start != 1:
            reading.parts.insert(start, Token("open", "("))
            reading.parts.append(Token("close", ")"))

    def _table(self, token: Token, here: Area, reading: Shape) -> Token:
        """The cells that a table's column names stand for."""
        name, _, inside = token.text.partition("[")
        reading.here = True
        here_are = (table for table in self._tables.values() if table.area.overlaps(here))
        table = self._tables.get(name.casefold()) if name else next(here_are, None)
        area = None if table is None else _columns(table, inside.removesuffix("]"), here)
        if area is None:
            reading.problem = (
                reading.problem or f"it refers to part of a table that does not exist ({token.text})"
            )
            if table is not None:
                reading.areas.append(table.area)
            return token
        reading.areas.append(area)
        return Token("reference", f"{quoted(area.sheet)}!{reference(area)}")

    def _other_workbook(self, token: Token, here: str, reading: Shape, named: bool) -> Token:
        """Excel keeps, of another workbook, the cells that formulas refer to.

        A sheet's own name may look like one of another workbook's.
        """
        found = _OTHER.match(token.text)
        if found is not None and is_reference(found[3]):
            sheet = self._external.get((found[1], found[2].replace("''", "'").casefold()))
            if sheet is not None:
                reading.areas.append(area_of(found[3], sheet))
                return Token("reference", f"{quoted(sheet)}!{found[3]}")
        if unquoted(token.text.rpartition("!")[0]).casefold() in self._sheets and is_reference(token.text):
            return self._reference(token, here, reading, named)
        reading.problem = reading.problem or "it refers to another workbook"
        return token

    def text(self, reading: Reading, array: bool, guard: Guard) -> str:
        """The formula for the calculator; only for formulas that `problem` has nothing against."""
        shape = reading.shape
        if OF_PLACES & shape.functions:
            return write(self._arguments(reading), array, self._ours, guard)
        own = reading.areas[: len(reading.moved)]
        free = not (GUARDED & shape.functions or is_endless(reading))
        seen = tuple([guard.computed(area) if free or area.single else area for area in own])
        key = shape, array, seen
        if key not in guard.texts:
            parts = (self._clipped(reading, 1) or reading.parts).copy()
            for number, (place, known) in enumerate(zip(shape.places, seen, strict=True)):
                if isinstance(known, bool):
                    parts[place] = stand_in(number, single=own[number].single, computed=known)
            try:
                guard.texts[key] = write(parsed(parts), array, self._ours, guard)
            except Beyond:  # a single cell where a range is looked at
                return write(self._arguments(reading), array, self._ours, guard)
        return filled(guard.texts[key], reading.moved)

    def plain(self, reading: Reading, results: Results) -> list[Node] | None:
        """The formula for a calculator that does as Excel does: the calls of ours by their `results`.

        Nothing where one of these has an argument that is computed.
        """
        [nodes] = self._arguments(reading, _MORE_SPARE)
        if not self._ours & reading.functions:
            return nodes
        try:
            return self._with_results(nodes, results)
        except _Computed:
            return None

    def _with_results(self, nodes: Iterable[Node], results: Results) -> list[Node]:
        found: list[Node] = []
        for node in nodes:
            match node:
                case Call(name) if name in self._ours:
                    found.append(Token("constants", results(name, _given(node))))
                case Call(name, arguments):
                    found.append(Call(name, [self._with_results(one, results) for one in arguments]))
                case _:
                    found.append(node)
        return found

    def is_call(self, reading: Reading) -> bool:
        """Whether a formula is nothing but a call of ours."""
        [nodes] = reading.arguments
        return len(nodes) == 1 and isinstance(nodes[0], Call) and nodes[0].name in self._ours

    def call(self, reading: Reading) -> tuple[str, list[Argument], int] | None:
        """A formula that is nothing but a call of ours with cells, numbers and texts: the name and these.

        And which of its cells INDEX picks, from 1; 0 for all of them.
        """
        one = 0
        match self._arguments(reading):
            case [[Call("INDEX", [[Call() as call], [Token("number", number)]])]] if number.isdecimal():
                one = int(number)
            case [[Call() as call]]:
                pass
            case _:
                return None
        try:
            return (call.name, _given(call), one) if call.name in self._ours else None
        except _Computed:
            return None

    def problem(self, reading: Reading, array: bool) -> str:
        """The reason why the calculator may not be trusted with a formula, or nothing."""
        if reading.problem:
            return reading.problem
        known = reading.shape.problems
        if array not in known:
            known[array] = self._problem(reading, array)
        return known[array]

    def _problem(self, reading: Reading, array: bool) -> str:
        if any(_large(area, self._last) for area in reading.areas):
            return "it refers to more cells than any tournament has"
        if (
            self._ours & reading.functions
            and _WHOLE & reading.functions
            and any(map(_endless, reading.areas))
        ):
            return "it refers to whole columns"
        try:
            return judge(reading.arguments, array, self._ours)
        except Beyond as why:
            return str(why)

    def _arguments(self, reading: Reading, blanks: int = 1) -> list[list[Node]]:
        parts = self._clipped(reading, blanks)
        return reading.arguments if parts is None else parsed(parts)

    def _clipped(self, reading: Reading, blanks: int) -> list[Token] | None:
        """Without the cells below and right of everything, which our functions would be handed too."""
        if _WHOLE & reading.functions or not is_endless(reading):
            return None
        # A blank row or column stands for all the others, where a function might find them.
        spare = 0 if self._ours & reading.functions else blanks
        last = self._last[0] + spare, self._last[1] + spare
        indexed = _indexed(reading.parts)
        return [
            part if part.kind != "reference" else _clip(part, (ROWS, COLUMNS) if place in indexed else last)
            for place, part in enumerate(reading.parts)
        ]


_ANY = "XFC1048575"
"""Stands for a cell or cells in what is common to copies of a formula."""
_END = r"\$?[A-Z]{1,3}\$?[1-9]\d{0,6}"
_STAYS = r"\$[A-Z]{1,3}\$[1-9]\d{0,6}"
_MOVING = re.compile(
    rf"(?<![\w$:.\[\]'\"\\])(?!{_STAYS}(?::{_STAYS})?(?![\w:$]))({_END}(?::{_END})?)(?![\w(:!.\[\"'\\?])"
)


@lru_cache(maxsize=1 << 16)
def _size(cells: str) -> tuple[int, int]:
    area = area_of(cells)
    return area.bottom - area.top, area.right - area.left


def _is_any(area: Area) -> bool:
    return area[1:] == area_of(_ANY)[1:]


_OTHER = re.compile(r"^'?\[(\d+)\]((?:[^'!]|'')*)'?!(.+)$")


class _Computed(Exception):
    """An argument is computed within its formula."""


def _given(call: Call) -> list[Argument]:
    """What a call is given: cells, and what is written out. Raises _Computed."""
    arguments = call.arguments if call.arguments[-1] else call.arguments[:-1]
    return list(map(_argument, arguments))


def _argument(nodes: Sequence[Node]) -> Argument:
    match nodes:
        case []:
            return None
        case [Token("reference", text)]:
            return area_of(text)
        case [Call("ROW" | "COLUMN" as name, [[Token("reference", text)]])] if (area := area_of(text)).single:
            return float(area.top if name == "ROW" else area.left)
        case [Token() as token] if token.kind != "error" and (rows := values_in(token)) is not None:
            return rows if token.kind == "constants" else rows[0][0]
    raise _Computed


def is_endless(reading: Reading) -> bool:
    """Whether it refers to whole rows or columns."""
    return any(map(_endless, reading.areas))


def _endless(area: Area) -> bool:
    return area.bottom == ROWS or area.right == COLUMNS


def _clip(token: Token, last: tuple[int, int]) -> Token:
    """A whole row or column as far as the last row and column: more than one cell all the same."""
    area = area_of(token.text)
    if not _endless(area):
        return token
    row, column = max(last[0], area.top + 1), max(last[1], area.left + 1)
    area = area.clipped(min(row, ROWS), min(column, COLUMNS))
    return Token("reference", f"{quoted(area.sheet)}!{reference(area)}")


def _indexed(parts: Sequence[Token]) -> set[int]:
    """Where cells stand of which INDEX picks one: perhaps beyond all that is used, and then it is blank."""
    said = [(place, part) for place, part in enumerate(parts) if part.kind != "space"]
    return {
        place
        for (_, before), (place, part), (_, after) in zip(said, said[1:], said[2:], strict=False)
        if (before, part.kind, after.kind) == (_INDEX, "reference", "comma")
    }


_INDEX = Token("function", "INDEX")


def _large(area: Area, last: tuple[int, int]) -> bool:
    rows, columns = min(area.bottom, last[0]) - area.top + 1, min(area.right, last[1]) - area.left + 1
    return rows * columns > _MOST_CELLS


_ITEM = re.compile(r"\[((?:'.|[^\[\]'])*)\]|(:)|(@)|[,\s]+")


def _columns(table: Table, inside: str, here: Area) -> Area | None:
    """The cells of `Points`, `[#Headers],[Points]`, `@Points`, `[Won]:[Lost]`, `#All` or nothing."""
    if inside.startswith("@") and not inside.startswith("@["):
        inside = f"@[{inside[1:]}]" if len(inside) > 1 else "[#This Row]"
    elif inside and not inside.startswith(("[", "@")):
        inside = f"[{inside}]"
    rows: set[str] = set()
    columns: list[str] = []
    for found in _ITEM.finditer(inside):
        if found[3]:
            rows.add("#this row")
        elif found[1] is not None and found[1].startswith("#"):
            rows.add(found[1].casefold())
        elif found[1] is not None:
            columns.append(re.sub(r"'(.)", r"\1", found[1]).casefold())
    known = [column.casefold() for column in table.columns]
    if not set(columns) <= set(known) or len(columns) > 2:
        return None
    places = [known.index(column) + table.area.left for column in columns]
    left, right = (min(places), max(places)) if places else (table.area.left, table.area.right)
    first, last = table.area.top + table.header_rows, table.area.bottom - table.totals_rows
    spans = {
        "#all": (table.area.top, table.area.bottom),
        "#headers": (table.area.top, first - 1),
        "#data": (first, last),
        "#totals": (last + 1, table.area.bottom),
        "#this row": (here.top, here.top),
    }
    if not rows <= set(spans) or ("#this row" in rows and not first <= here.top <= last):
        return None
    chosen = [spans[row] for row in rows or {"#data"}]
    top, bottom = min(span[0] for span in chosen), max(span[1] for span in chosen)
    return Area(table.area.sheet, top, left, bottom, right) if top <= bottom else None
