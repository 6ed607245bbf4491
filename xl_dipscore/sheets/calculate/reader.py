"""Read the formulas of one workbook: resolve names, sheets and tables to cells."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from xl_dipscore.sheets.calculate.needs import OF_PLACES, OF_VALUES, Needs, needs_of
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    BadReference,
    Name,
    Table,
    Token,
    area_of,
    arguments,
    by_letters,
    function_name,
    in_order,
    is_fixed,
    is_reference,
    position,
    quote_sheet,
    reference,
    tokens,
    unquote_sheet,
)

_PLAIN = frozenset({"operator", "comma", "open", "close", "number", "text", "space", "percent"})
_VOLATILE = frozenset({"TODAY", "NOW", "RAND", "RANDBETWEEN"})
STRANGE = "it is written in a way that is not known"
_LONGEST = 8_192
"""The most characters that Excel allows in a formula."""
_MOST_PARTS = 20_000
"""The most parts of a formula. If names use other names, a formula may expand to more than fits in memory."""
_DEEPEST = 64
"""The most names within each other's texts: Excel allows as many functions within each other."""


@dataclass(eq=False)
class Shape:
    """The common part of formulas that are copies of each other: only some of their references differ."""

    areas: list[Area] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    anywhere: bool = False
    problem: str = ""
    parts: list[Token] = field(default_factory=list)
    here: bool = False
    """Whether the formula means something else in another row."""
    places: list[int] = field(default_factory=list)
    """The indexes in `parts` of the references that differ from copy to copy."""
    sheets: list[str] = field(default_factory=list)
    """The sheet of each reference in `places`."""
    prefixes: list[str] = field(default_factory=list)
    """The sheet of each reference in `places` as formulas write it, with `!`."""
    codes: dict[bool, object] = field(default_factory=dict)
    """The code as an array formula (True) and as a plain formula (False), if it has been compiled."""

    def refuse(self, problem: str, *, anywhere: bool = False) -> None:
        """Keep the first problem of the formula. anywhere: may the formula refer to any cell?"""
        self.problem = self.problem or problem
        self.anywhere |= anywhere


class Reading:
    __slots__ = ("_moving", "anywhere", "areas", "problem", "shape")

    def __init__(self, shape: Shape, moving: Sequence[str], areas: list[Area]) -> None:
        """moving: references that differ from copy to copy. areas: of `moving`, then of other references."""
        self.shape, self._moving, self.areas = shape, moving, areas
        self.anywhere = shape.anywhere
        """Whether the formula has references that depend on values. Such references may point at any cell."""
        self.problem = shape.problem

    @property
    def functions(self) -> set[str]:
        return self.shape.functions

    @property
    def volatile(self) -> bool:
        """Whether the formula's result can change although no cell has changed."""
        return not self.functions.isdisjoint(_VOLATILE)

    @property
    def parts(self) -> list[Token]:
        shape = self.shape
        if not self._moving:
            return shape.parts
        parts = shape.parts.copy()
        for place, prefix, cells in zip(shape.places, shape.prefixes, self._moving, strict=True):
            parts[place] = Token("reference", prefix + in_order(cells))
        return parts

    @property
    def needs_anywhere(self) -> bool:
        """Whether the result may depend on the value of any cell."""
        return self.anywhere and (self._needs is None or self._needs.anywhere)

    @property
    def needed_areas(self) -> list[Area]:
        """The areas on whose values the result depends."""
        return self.areas if self._needs is None else [*map(area_of, self._needs.references)]

    @property
    def _needs(self) -> Needs | None:
        """None if the formula needs all its references."""
        plain = self.problem or self.functions.isdisjoint(OF_PLACES)
        return None if plain else needs_of(self.parts)


_IS_COLUMN = re.compile(r"\$?[A-Z]{1,3}")
_OWN = "\0"
"""In place of the row of a formula's references. No formula has this character."""


def _without_row(cells: str, row: str) -> str:
    """A reference with _OWN in place of this row; unchanged if it is to other rows too."""
    columns = [end.removesuffix(row) for end in cells.split(":")]
    return ":".join(f"{one}{_OWN}" for one in columns) if all(map(_IS_COLUMN.fullmatch, columns)) else cells


class _Column:
    """Copies of one formula in a column. Its moving references are cells of its own row, or stay the same."""

    __slots__ = ("_areas", "_moving", "_own", "_shape", "_text")

    def __init__(self, pieces: Sequence[str], row: int, reading: Reading) -> None:
        """pieces: as split by _MOVING. row: the row of the formula that was read."""
        self._moving = [_without_row(cells, str(row)) for cells in pieces[1::2]]
        self._own = [place for place, cells in enumerate(self._moving) if _OWN in cells]
        self._text = "".join(
            one for both in zip(pieces[::2], [*self._moving, ""], strict=True) for one in both
        )
        self._shape, self._areas = reading.shape, reading.areas

    def read(self, formula: str, row: int) -> Reading | None:
        """The reading of a copy in this row; None if the formula is another one."""
        own = str(row)
        if self._text.replace(_OWN, own) != formula:
            return None
        moving, areas = self._moving.copy(), self._areas.copy()
        for place in self._own:
            moving[place] = moving[place].replace(_OWN, own)
            sheet, _, left, _, right = areas[place]
            areas[place] = Area(sheet, row, left, row, right)
        return Reading(self._shape, moving, areas)


class Reader:
    def __init__(
        self,
        package: Book,
        ours: Collection[str],
        *,
        external: Mapping[tuple[str, str], str] | None = None,
        last: tuple[int, int] = (ROWS, COLUMNS),
    ) -> None:
        """external: our names for sheets of other workbooks, by the workbook's number and the sheet's name.

        last: the last row and column used in the workbook.
        """
        self._sheets: Mapping[str, str] = {sheet.casefold(): sheet for sheet in package.sheet_names}
        self._names = {(name.sheet.casefold(), name.name.casefold()): name for name in package.defined_names}
        self._tables = {table.name.casefold(): table for table in package.tables}
        self._ours = frozenset(ours)
        self._ours_spelled = by_letters(ours)
        self._external = external or {}
        self.last = last
        self._copies: dict[tuple[object, ...], Shape | None] = {}
        self._columns: dict[tuple[str, int], _Column] = {}
        """By sheet and column, the last formula that was read there in full."""

    def read(self, formula: str, sheet: str, row: int = 1, column: int = 1) -> Reading:
        """Read the formula of a cell. `row` and `column` are used only for references to tables.

        Most formulas are copies that differ only in the cells to which they refer: only one copy is read.
        """
        if len(formula) > _LONGEST:
            return Reading(Shape(anywhere=True, problem="it is longer than any formula may be"), (), [])
        above = self._columns.get((sheet, column))
        if above is not None and (found := above.read(formula, row)) is not None:
            return found
        here = Area(sheet, row, column, row, column)
        pieces = _MOVING.split(formula)
        moving = pieces[1::2]
        try:
            key = sheet, *pieces[::2], *[_size(cells) if ":" in cells else None for cells in moving]
            if key not in self._copies:
                self._copies[key] = self._shape(_ANY.join(pieces[::2]), here, len(moving))
            if (shape := self._copies[key]) is not None:
                areas = [*map(area_of, moving, shape.sheets), *shape.areas]
                reading = Reading(shape, moving, areas)
                self._columns[sheet, column] = _Column(pieces, row, reading)
                return reading
        except BadReference:
            pass  # `_gather` below reports the bad reference as a problem of this formula alone
        alone = Shape()
        self._gather(formula, here, alone)
        return Reading(alone, (), alone.areas)

    def area_of_text(self, text: str, here: Area) -> Area | None:
        """The cells to which a text refers in INDIRECT; None if the text is not a reference.

        Raises BadReference if the text refers to cells or to a sheet that no workbook of these sheets has.
        """
        sheet, mark, cells = text.rpartition("!")
        named = any(self._is_name(end, here.sheet) for end in (text, *cells.split(":")))
        if text == "" or (is_reference(text) and not named):
            if not cells or (mark and self._sheet_named(sheet) is None):
                raise BadReference(reference=text)
            area_of(cells)
        shape = Shape()
        self._gather(text, here, shape)
        if shape.problem or shape.anywhere:
            return None
        return shape.areas[0] if [part.kind for part in shape.parts] == ["reference"] else None

    def _shape(self, formula: str, here: Area, moving: int) -> Shape | None:
        """The common part of a formula's copies; None if each copy must be read alone.

        moving: the number of references that differ from copy to copy. In `formula`, _ANY replaces them.
        """
        shape = Shape()
        self._gather(formula, here, shape)
        shape.places = [n for n, part in enumerate(shape.parts) if part.text.endswith(f"!{_ANY}")]
        shape.sheets = [area.sheet for area in shape.areas if _is_any(area)]
        shape.prefixes = [f"{quote_sheet(sheet)}!" for sheet in shape.sheets]
        shape.areas = [area for area in shape.areas if not _is_any(area)]
        return None if shape.here or not len(shape.places) == len(shape.sheets) == moving else shape

    def _gather(self, formula: str, here: Area, shape: Shape, within: tuple[Name, ...] = ()) -> None:
        """Add a formula to `shape`. within: the names whose texts contain the formula, outermost first."""
        pieces = tokens(formula)
        local = _names_of_let(pieces) if "LET(" in formula.upper() else ()
        for token in pieces:
            if token.kind in _PLAIN:
                shape.parts.append(token)
                continue
            if len(shape.parts) > _MOST_PARTS:
                shape.problem = "its names expand to too long a formula"
                shape.anywhere = True
                return
            match token.kind:
                case "reference" if self._is_name(token.text, here.sheet):
                    self._name(token.text, here, shape, within)
                    continue
                case "reference" if sheets := self._sheets_between(token.text):
                    self._over_sheets(token, sheets, shape, named=bool(within))
                    continue
                case "reference":
                    token = self._reference(token, here.sheet, shape, named=bool(within))
                case "error":
                    token = Token("error", "#" + token.text.rpartition("#")[2])
                case "function":
                    name = function_name(token.text[:-1], self._ours_spelled)
                    shape.functions.add(name)
                    shape.anywhere |= name in OF_VALUES
                    token = Token("function", name)
                case "name" if token.text.casefold() in local:
                    token = Token("local", token.text)
                case "name":
                    self._name(token.text, here, shape, within)
                    continue
                case "table":
                    token = self._table(token, here, shape)
                case "external":
                    token = self._other_workbook(token, here.sheet, shape, named=bool(within))
                case "other":
                    shape.anywhere |= token.text == ":"
                    if token.text != ":":
                        shape.refuse(STRANGE)
            shape.parts.append(token)

    def _sheet_named(self, written: str) -> str | None:
        return self._sheets.get(unquote_sheet(written).casefold())

    def _is_name(self, written: str, here: str) -> bool:
        """Is a text that looks like a cell a defined name? ZED2024 is one, as its column is no column."""
        key = written.casefold()
        if ("", key) not in self._names and (here.casefold(), key) not in self._names:
            return False
        try:
            position(written)
        except BadReference:
            return True
        return False

    def _sheets_between(self, written: str) -> Sequence[str]:
        """The sheets of a reference to several, from the first to the last; empty if it is to one or none."""
        first, mark, last = unquote_sheet(written.rpartition("!")[0]).partition(":")
        one, other = (self._sheets.get(sheet.casefold()) for sheet in (first, last))
        if not mark or one is None or other is None:
            return ()
        order = [*self._sheets.values()]
        start, end = sorted((order.index(one), order.index(other)))
        return order[start : end + 1]

    def _over_sheets(self, token: Token, sheets: Sequence[str], shape: Shape, named: bool) -> None:
        """Add a reference to several sheets, as separate areas in parentheses."""
        cells = token.text.rpartition("!")[2]
        for number, sheet in enumerate(sheets):
            shape.parts.append(Token("comma", ",") if number else Token("open", "("))
            text = f"{quote_sheet(sheet)}!{cells}"
            shape.parts.append(self._reference(Token("reference", text), sheet, shape, named))
        shape.parts.append(Token("close", ")"))

    def _reference(self, token: Token, here: str, shape: Shape, named: bool) -> Token:
        sheet = here
        written, mark, cells = token.text.rpartition("!")
        if mark:
            plain = unquote_sheet(written)
            found = self._sheet_named(written)
            if found is None:
                shape.refuse(f"it refers to a sheet that does not exist ({plain})", anywhere=":" in plain)
                return token
            sheet = found
        if named and not (mark and is_fixed(cells)):
            shape.refuse("it uses a name whose cells depend on where it is used", anywhere=True)
        try:
            area = area_of(cells, sheet)
        except BadReference:
            shape.refuse(f"it refers to {cells}, which is not a cell")
            return token
        shape.areas.append(area)
        return Token("reference", f"{quote_sheet(sheet)}!{in_order(cells)}")

    def _name(self, written: str, here: Area, shape: Shape, within: tuple[Name, ...]) -> None:
        if written.upper() in ("TRUE", "FALSE"):
            shape.parts.append(Token("number", written.upper()))
            return
        prefix, _, plain = written.rpartition("!")
        scope = unquote_sheet(prefix) or here.sheet
        key = plain.casefold()
        name = self._names.get((scope.casefold(), key)) or self._names.get(("", key))
        if name is None and key in self._tables:
            shape.parts.append(self._table(Token("table", f"{plain}[]"), here, shape))
            return
        if name is None:
            of_lambda, unknown = key.startswith("_xlpm."), f"the name {plain} is not known"
            shape.refuse("the calculator has no LAMBDA" if of_lambda else unknown)
            shape.parts.append(Token("name", written))
            return
        if name in within or len(within) == _DEEPEST:
            why = "it depends on itself" if name in within else f"it stands in {_DEEPEST} others"
            shape.problem = f"it uses the name {plain}, but {why}"
            shape.anywhere = True
            return
        start = len(shape.parts)
        self._gather(name.text, here, shape, (*within, name))
        if len(shape.parts) - start != 1:
            shape.parts.insert(start, Token("open", "("))
            shape.parts.append(Token("close", ")"))

    def _table(self, token: Token, here: Area, shape: Shape) -> Token:
        name, _, inside = token.text.partition("[")
        shape.here = True
        here_are = (table for table in self._tables.values() if table.area.overlaps(here))
        table = self._tables.get(name.casefold()) if name else next(here_are, None)
        area = None if table is None else _columns(table, inside.removesuffix("]"), here)
        if area is None:
            shape.refuse(f"it refers to part of a table that does not exist ({token.text})")
            if table is not None:
                shape.areas.append(table.area)
            return token
        shape.areas.append(area)
        return Token("reference", f"{quote_sheet(area.sheet)}!{reference(area)}")

    def _other_workbook(self, token: Token, here: str, shape: Shape, named: bool) -> Token:
        """Resolve a reference to another workbook. Excel stores the other workbook's cells that formulas use.

        The reference may be to a sheet of this workbook whose name looks like a name of another workbook.
        """
        found = _OTHER.match(token.text)
        if found is not None and is_reference(found[3]):
            sheet = self._external.get((found[1], found[2].replace("''", "'").casefold()))
            if sheet is not None:
                shape.areas.append(area_of(found[3], sheet))
                return Token("reference", f"{quote_sheet(sheet)}!{found[3]}")
        name = unquote_sheet(token.text.rpartition("!")[0])
        if name.casefold() in self._sheets and is_reference(token.text):
            return self._reference(token, here, shape, named)
        shape.refuse("it refers to another workbook")
        return token


_ANY = "XFC1048575"
"""The address that replaces each reference that differs from copy to copy of a formula."""
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


def _names_of_let(pieces: Sequence[Token]) -> set[str]:
    found = set()
    for place, piece in enumerate(pieces):
        if piece.kind == "function" and function_name(piece.text[:-1], {}) == "LET":
            for named in arguments(pieces, place)[:-1:2]:
                found |= {part.text.casefold() for part in named if part.kind == "name"}
    return found


_ITEM = re.compile(r"\[((?:'.|[^\[\]'])*)\]|(:)|(@)|[,\s]+")


def _columns(table: Table, inside: str, here: Area) -> Area | None:
    """The cells of a table for a text in brackets: `Points`, `@Points`, `[Won]:[Lost]`, `#All`, or empty."""
    if inside.strip().startswith(("[", "@[")):
        inside = inside.strip()
    elif inside.startswith("@"):
        inside = f"@[{inside[1:]}]" if len(inside) > 1 else "[#This Row]"
    elif inside:
        inside = f"[{inside}]"
    rows: set[str] = set()
    columns: list[str] = []
    items = [*_ITEM.finditer(inside)]
    for found in items:
        if found[3]:
            rows.add("#this row")
        elif found[1] is not None and found[1].startswith("#"):
            rows.add(found[1].casefold())
        elif found[1] is not None:
            columns.append(re.sub(r"'(.)", r"\1", found[1], flags=re.DOTALL).casefold())
    known = [column.casefold() for column in table.columns]
    colons, read = sum(found[2] is not None for found in items), "".join(found[0] for found in items)
    if len(columns) > 2 or colons != len(columns[1:]) or read != inside:
        return None
    if any(known.count(column) != 1 for column in columns):
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
