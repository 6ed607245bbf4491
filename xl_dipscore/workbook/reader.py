"""What the formulas of one workbook refer to, its names, sheets and tables known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.workbook.formula import (
    Area,
    BadReference,
    Name,
    Table,
    Token,
    block,
    function_name,
    is_fixed,
    tokens,
)
from xl_dipscore.workbook.trust import Guard, judge, write

_PLAIN = frozenset({"operator", "comma", "open", "close", "number", "text", "space"})


@dataclass
class Reading:
    """One formula, read."""

    areas: list[Area]
    functions: set[str]
    anywhere: bool
    """Whether its references depend on values, so that they may point at any cell."""
    problem: str
    parts: list[Token]


class Reader:
    """Reads the formulas of one workbook."""

    def __init__(
        self, sheets: Sequence[str], names: Sequence[Name], tables: Sequence[Table], ours: Collection[str]
    ) -> None:
        self._sheets: Mapping[str, str] = {sheet.casefold(): sheet for sheet in sheets}
        self._names = {(name.sheet.casefold(), name.name.casefold()): name for name in names}
        self._tables = {table.name.casefold(): table for table in tables}
        self._ours = frozenset(ours)

    def read(self, formula: str, sheet: str) -> Reading:
        reading = Reading([], set(), False, "", [])
        self._gather(formula, sheet, reading, depth=0)
        return reading

    def _gather(self, formula: str, sheet: str, reading: Reading, depth: int) -> None:
        for token in tokens(formula):
            if token.kind in _PLAIN:
                reading.parts.append(token)
                continue
            match token.kind:
                case "reference":
                    token = self._reference(token, sheet, reading, named=depth > 0)
                case "error":
                    token = Token("error", "#" + token.text.rpartition("#")[2])
                case "function":
                    name = function_name(token.text[:-1])
                    reading.functions.add(name)
                    reading.anywhere |= name in ("OFFSET", "INDIRECT")
                    token = Token("function", name)
                case "name":
                    self._name(token.text, sheet, reading, depth)
                    continue
                case "table":
                    self._table(token.text, sheet, reading)
                case "external":
                    reading.problem = reading.problem or "it refers to another workbook"
                case "other":
                    reading.anywhere |= token.text == ":"
                    reading.problem = reading.problem or "it is written in a way the calculator does not know"
            reading.parts.append(token)

    def _reference(self, token: Token, sheet: str, reading: Reading, named: bool) -> Token:
        written, mark, cells = token.text.rpartition("!")
        if mark:
            plain = written[1:-1].replace("''", "'") if written.startswith("'") else written
            found = self._sheets.get(plain.casefold())
            if found is None:
                reading.problem = reading.problem or f"it refers to a sheet that is not there ({plain})"
                reading.anywhere |= ":" in plain
                return token
            sheet = found
        if named and not (mark and is_fixed(cells)):
            reading.problem = reading.problem or "it uses a name whose cells depend on where it is used"
            reading.anywhere = True
        try:
            area = block(cells, sheet)
        except BadReference:
            reading.problem = reading.problem or f"it refers to {cells}, which is no cell"
            return token
        reading.areas.append(area)
        quoted = sheet.replace("'", "''")
        return Token("reference", f"'{quoted}'!{cells}")

    def _name(self, written: str, sheet: str, reading: Reading, depth: int) -> None:
        if written.upper() in ("TRUE", "FALSE"):
            reading.parts.append(Token("number", written.upper()))
            return
        prefix, _, plain = written.rpartition("!")
        scope = (prefix[1:-1].replace("''", "'") if prefix.startswith("'") else prefix) or sheet
        key = plain.casefold()
        name = self._names.get((scope.casefold(), key)) or self._names.get(("", key))
        if name is None or depth > 8:
            if (table := self._tables.get(key)) is not None:
                self._table(table.name + "[]", sheet, reading)
            reading.problem = reading.problem or f"the name {plain} is not known"
            return
        start = len(reading.parts)
        self._gather(name.text, sheet, reading, depth + 1)
        if len(reading.parts) - start != 1:
            reading.parts.insert(start, Token("open", "("))
            reading.parts.append(Token("close", ")"))

    def _table(self, written: str, sheet: str, reading: Reading) -> None:
        """A table's formulas are left alone; that they depend on its cells must be known all the same."""
        reading.problem = reading.problem or "it refers to a table by its column names"
        name = written.partition("[")[0].casefold()
        if name in self._tables:
            reading.areas.append(self._tables[name].area)
        elif not name:
            reading.areas += [table.area for table in self._tables.values() if table.area.sheet == sheet]

    def text(self, reading: Reading, array: bool, guard: Guard) -> str:
        """The formula for the calculator; only for formulas that `problem` has nothing against."""
        return write(reading.parts, array, self._ours, guard)

    def problem(self, reading: Reading, array: bool) -> str:
        """The reason why the calculator may not be trusted with a formula, or nothing."""
        return reading.problem or judge(reading.parts, array, self._ours)
