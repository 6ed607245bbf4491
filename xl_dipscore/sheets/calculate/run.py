"""Compute a workbook's formulas once, each when its value is first needed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from xl_dipscore.sheets.calculate.block import OurFunction
from xl_dipscore.sheets.calculate.compiled import code_of
from xl_dipscore.sheets.calculate.criteria import Index, equal_value, number_order, test_of
from xl_dipscore.sheets.calculate.digits import to_15_digits
from xl_dipscore.sheets.calculate.functions.registry import Code, numbers_among
from xl_dipscore.sheets.calculate.hidden import counted_parts, totals_in
from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    MISSING,
    Ambiguous,
    Answers,
    Array,
    Err,
    Given,
    Raise,
    Ref,
    Unsure,
    Value,
    Why,
    unsure_if,
)
from xl_dipscore.sheets.calculate.links import Outside, Unit
from xl_dipscore.sheets.calculate.operators import value_at
from xl_dipscore.sheets.calculate.reader import Reader
from xl_dipscore.sheets.calculate.room import with_room
from xl_dipscore.sheets.calculate.values import value_in
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import COLUMNS, ROWS, Area, BadReference, Token
from xl_dipscore.sheets.xlsx.package import Package

_DEEPEST = 12
"""The most nested computations of formulas. A deeper formula is computed first, and then its dependants."""
_MOST_CELLS = 3_000_000
_SPARE, _MORE_SPARE = 1, 4
"""Numbers of blank rows and columns to keep after the used cells when whole columns and rows are clipped.

A formula with such references is computed with each number, and is unsure if the two results differ.
"""
NO_LONGER_FITS = "its result no longer fits the cells it fills"
Place = tuple[int, int]
_SINGLE = frozenset({float, str, bool, Err})
"""The types of a plain formula's result that is the value of its cell as it is."""
_UNREAD: Any = object()


class _NeededFirst(Exception):
    """Raised for a formula that must be computed before the formulas that need its value."""

    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self.unit = unit


class Run:
    """One computation of a workbook. Worksheet functions receive it as `cells` or `run`, to read cells."""

    def __init__(
        self,
        package: Package,
        outside: Outside,
        reader: Reader,
        functions: Iterable[OurFunction],
        now: float,
        *,
        any_order: Collection[Unit] = (),
    ) -> None:
        """any_order: formulas that may sort texts in any order if Excel's order of the texts is uncertain."""
        self._package, self._outside, self._reader = package, outside, reader
        self._functions = {function.name.upper(): function for function in functions}
        self._names_of_ours = frozenset(self._functions)
        self.now, self.date1904 = now, package.date1904
        self.here = Area("", 1, 1, 1, 1)
        self._any_order = any_order
        self.compared: dict[Any, Any] = {}
        self._compared: dict[tuple[int, bool], dict[Any, Any]] = defaultdict(dict)
        """Caches by `Answers.chosen` and `Answers.any_order`. `compared` is the cache that is in use."""
        self.failures: dict[Unit, Unsure] = {}
        self.results: dict[Unit, Array] = {}
        self.sizes: dict[Unit, tuple[int, int]] = {}
        """The sizes of computed dynamic arrays that do not fit the cells of their formulas."""
        self._units: dict[str, dict[Place, Unit]] = defaultdict(dict)
        self._known: dict[str, dict[Place, Value]] = defaultdict(dict)
        self._singles: dict[Area, Value] = {}
        self._blocks: dict[Area, Array] = {}
        self._flats: dict[Area, Sequence[Value]] = {}
        self._numbers: dict[Area, Sequence[float]] = {}
        self._indexes: dict[Area, Index] = {}
        self._hits: dict[Any, frozenset[int]] = {}
        self._ranked: dict[Area, Sequence[float]] = {}
        self._given: dict[Area, list[list[CellValue]]] = {}
        """The areas that our functions got. They do not change what they get."""
        self._ours: dict[Any, Given] = {}
        self._open: set[Unit] = set()
        self._waiting: set[Unit] = set()
        self._depth, self._spare = 0, _SPARE

    @with_room
    def compute(self, units: Collection[Unit], refused: Mapping[Unit, Unsure]) -> None:
        """Fill `results` and `failures`. refused: units that must not be computed, with the reasons."""
        for unit in units:
            there = self._units[unit.area.sheet]
            for place in unit.cells:
                there[place] = unit
        self.failures.update(refused)
        for unit in units:
            waiting = [unit]
            while waiting:
                if waiting[-1] in self.results or waiting[-1] in self.failures:
                    self._waiting.discard(waiting.pop())
                    continue
                try:
                    self._evaluate(waiting[-1])
                except _NeededFirst as first:
                    self._waiting.add(waiting[-1])
                    waiting.append(first.unit)

    def _evaluate(self, unit: Unit) -> None:
        before = self.here, self._spare, self.compared, Answers.chosen, Answers.any_order
        self.here, self._spare, Answers.chosen = unit.area, _SPARE, 0
        Answers.any_order = unit in self._any_order
        self.compared = self._compared[0, Answers.any_order]
        self._depth += 1
        self._open.add(unit)
        try:
            found = self._compute_unit(unit)
        except Unsure as why:
            self.failures[unit] = why
        except OverflowError:
            self.failures[unit] = Unsure("it has a number that is too large")
        except RecursionError:
            if self._depth > 1:
                raise _NeededFirst(unit) from None
            self.failures[unit] = Unsure("it has too many parentheses within each other")
        else:
            self.results[unit] = found
            self._known[unit.area.sheet].update(zip(unit.cells, chain.from_iterable(found), strict=True))
        finally:
            self._open.discard(unit)
            self._depth -= 1
            self.here, self._spare, self.compared, Answers.chosen, Answers.any_order = before

    def _compute_unit(self, unit: Unit) -> Array:
        """The values of a formula's cells. Raises Unsure if they are not equal for all of `Answers.ALL`."""
        try:
            return self._with_spare(unit)
        except Ambiguous:
            found = []
            for chosen in Answers.ALL:
                Answers.chosen, self.compared = chosen, self._compared[chosen, Answers.any_order]
                found.append(self._with_spare(unit))
            first = in_15_digits(found[0])
            if any(in_15_digits(other) != first for other in found):
                raise
            return found[0]

    def _with_spare(self, unit: Unit) -> Array:
        """The values of a formula's cells. Raises Unsure if they depend on `_spare`."""
        code, areas, self._spare = self._code(unit), unit.reading.areas, _SPARE
        result = code(self, areas)
        if type(result) in _SINGLE and not unit.array:
            found: Array = [[result]]
        else:
            found = self._fill_area(unit, result)
        if any(map(_is_endless, areas)):
            self._spare, self.compared = _MORE_SPARE, {}
            unsure_if(self._fill_area(unit, code(self, areas)) != found, Why.COLUMNS_WHOLE)
        return found

    def _code(self, unit: Unit) -> Code:
        shape = unit.reading.shape
        if unit.array not in shape.codes:
            parts, single = shape.parts.copy(), tuple(area.single for area in unit.reading.areas)
            for number, place in enumerate(shape.places):
                parts[place] = Token("moved", str(number))
            try:
                shape.codes[unit.array] = code_of(tuple(parts), single, self._names_of_ours, array=unit.array)
            except Unsure as why:
                shape.codes[unit.array] = why
        code = shape.codes[unit.array]
        if isinstance(code, Unsure):
            raise Unsure(str(code))
        return code  # type: ignore[return-value]

    def _fill_area(self, unit: Unit, found: Given) -> Array:
        if type(found) is Ref:
            found = self.block(found.area if unit.array else self._cell_in_line(unit, found.area))
        found = None if found is MISSING else found
        block = found if type(found) is list else [[found]]
        rows, columns = unit.area.shape
        size = len(block), len(block[0])
        if not unit.array:
            block = [[block[0][0]]]
        elif unit.dynamic and size != (rows, columns):
            self.sizes[unit] = size
            raise Unsure(NO_LONGER_FITS)
        elif size != (rows, columns):
            block = [
                [value_at(block, row, column, Err.NA) for column in range(columns)] for row in range(rows)
            ]
        return [[0.0 if value is None or value is MISSING else value for value in row] for row in block]

    def _cell_in_line(self, unit: Unit, area: Area) -> Area:
        """The only cell of a range that a plain formula uses: the cell in the formula's row or column."""
        row, column = unit.area.top, unit.area.left
        if area.left == area.right and area.top <= row <= area.bottom:
            return area._replace(top=row, bottom=row)
        if area.top == area.bottom and area.left <= column <= area.right:
            return area._replace(left=column, right=column)
        unsure_if(not area.single, Why.WHOLE)
        return area

    def cell(self, sheet: str, row: int, column: int) -> Value:
        value = self._known[sheet].get((row, column), _UNREAD)
        return self._compute_cell(sheet, (row, column)) if value is _UNREAD else value

    def _compute_cell(self, sheet: str, place: Place) -> Value:
        unit = self._units[sheet].get(place)
        if unit is None:
            value = self._known[sheet][place] = value_in(self._stored_value(sheet, place))
            return value
        unsure_if(unit in self._open or unit in self._waiting, Why.CIRCLE)
        if unit not in self.failures:
            if self._depth >= _DEEPEST:
                raise _NeededFirst(unit)
            self._evaluate(unit)
        unsure_if(unit in self.failures, Why.DEPENDS)
        known: Value = self._known[sheet][place]
        return known

    def _stored_value(self, sheet: str, place: Place) -> CellValue:
        if sheet in self._outside.cells:
            return self._outside.cells[sheet].get(place)
        cell = self._package.sheet(sheet).cells.get(place)
        return None if cell is None else cell.value

    def at(self, area: Area) -> Value:
        """The value of an area of one cell."""
        value = self._singles.get(area, _UNREAD)
        if value is _UNREAD:
            self._singles[area] = value = self.cell(area.sheet, area.top, area.left)
        return value  # type: ignore[no-any-return]

    def read_single(self, given: Given) -> Any:
        """Read an argument as a single value. Raises Unsure for an array, and for a Ref of several cells."""
        if type(given) is Ref and given.area.single:
            return self.at(given.area)
        unsure_if(type(given) in (Ref, list), Why.WHOLE)
        return given

    def _clip_area(self, area: Area, spare: int) -> Area:
        """Clip whole columns and rows `spare` cells after the last used cell. At least two cells remain."""
        if not _is_endless(area):
            return area
        row, column = self._reader.last
        row, column = max(row + spare, area.top + 1), max(column + spare, area.left + 1)
        return area.clip(min(row, ROWS), min(column, COLUMNS))

    def block(self, area: Area) -> Array:
        """The values of an area; whole columns and rows are clipped to the used cells."""
        area = self._clip_area(area, self._spare)
        block = self._blocks.get(area)
        if block is None:
            block = self._blocks[area] = self._read_area(area)
        return block

    def _read_area(self, area: Area) -> Array:
        unsure_if(area.size > _MOST_CELLS, "it refers to more cells than any tournament has")
        sheet, columns = area.sheet, range(area.left, area.right + 1)
        known, asked = self._known[sheet], self._compute_cell
        found = []
        for row in range(area.top, area.bottom + 1):
            values = [known.get((row, column), _UNREAD) for column in columns]
            if _UNREAD in values:
                values = [
                    asked(sheet, (row, column)) if value is _UNREAD else value
                    for column, value in zip(columns, values, strict=True)
                ]
            found.append(values)
        return found

    def flat(self, area: Area) -> Sequence[Value]:
        """The values of `block(area)`, row by row."""
        area = self._clip_area(area, self._spare)
        if area not in self._flats:
            self._flats[area] = tuple(chain.from_iterable(self.block(area)))
        return self._flats[area]

    def numbers(self, area: Area) -> Sequence[float]:
        """The numbers in an area, row by row. Raises `Raise` with the first error in the area."""
        area = self._clip_area(area, self._spare)
        if area not in self._numbers:
            self._numbers[area] = numbers_among(self.flat(area))
        return self._numbers[area]

    def index(self, area: Area) -> Index:
        area = self._clip_area(area, self._spare)
        if area not in self._indexes:
            self._indexes[area] = Index(self.flat(area))
        return self._indexes[area]

    def numbers_in_order(self, area: Area) -> Sequence[float]:
        """The numbers in an area, sorted. Raises the exception Raise with the area's first error value."""
        area = self._clip_area(area, self._spare)
        if area not in self._ranked:
            self._ranked[area] = sorted(self.numbers(area))
        return self._ranked[area]

    def hits(self, area: Area, criterion: Value) -> frozenset[int]:
        """The indexes in `flat(area)` of the values that meet a criterion of COUNTIF."""
        way = Answers.chosen, Answers.any_order
        key = self._clip_area(area, self._spare), type(criterion), criterion, way
        if key not in self._hits:
            index, test = self.index(area), test_of(criterion, self.date1904)
            order = number_order(criterion)
            if order is not None:
                self._hits[key] = frozenset(index.places_below_or_above(*order))
            elif (wanted := equal_value(criterion, self.date1904)) is not None:
                self._hits[key] = frozenset(index.places_equal(wanted, test))
            else:
                self._hits[key] = frozenset(index.places_passing(test))
        return self._hits[key]

    def included_parts(self, area: Area, *, by_hand: bool, nested: bool) -> Sequence[Area]:
        """The parts of an area that SUBTOTAL or AGGREGATE includes. Raises Unsure.

        by_hand: are rows that a person hid left out?
        nested: may the area contain cells with SUBTOTAL or AGGREGATE? If not, such a cell raises Unsure.
        """
        others = () if nested else self._totals.get(area.sheet, ())
        return counted_parts(self._package, area, others, by_hand=by_hand)

    @cached_property
    def _totals(self) -> Mapping[str, Sequence[Place]]:
        return totals_in(self._package)

    def area_of_indirect(self, text: str) -> Area:
        """The cells to which a text refers in INDIRECT. Raises Unsure if the text is not a reference."""
        try:
            area = self._reader.area_of_text(text, self.here)
        except BadReference:
            raise Raise(Err.REF) from None
        if area is None:
            raise Unsure("its INDIRECT names no cells")
        return area

    def call_ours(self, name: str, given: Sequence[Given]) -> Given:
        function = self._functions[name]
        needed = sum(not argument.optional for argument in function.arguments)
        if not needed <= len(given) <= len(function.arguments):
            return Err.VALUE
        if any(type(one) is list for one in given):
            return _result(function.call(*map(self._argument_for_ours, given)))
        # Cached: all formulas beside a board call the function with the same cells, those of the whole board.
        key = name, *[one.area if type(one) is Ref else (type(one), one) for one in given]
        if key not in self._ours:
            self._ours[key] = _result(function.call(*map(self._argument_for_ours, given)))
        return self._ours[key]

    def _argument_for_ours(self, given: Given) -> Any:
        """Convert an argument for one of our functions: errors become texts such as #N/A."""
        if type(given) is Ref:
            area = self._clip_area(given.area, 0)
            if area.single:
                return _value_or_mark(self.at(area))
            if area not in self._given:
                block = self._blocks.get(area) or self._blocks.setdefault(area, self._read_area(area))
                self._given[area] = [list(map(_value_or_mark, row)) for row in block]
            return self._given[area]
        if type(given) is list:
            return [list(map(_value_or_mark, row)) for row in given]
        return None if given is MISSING else _value_or_mark(given)


def in_15_digits(block: Array) -> Array:
    """The values with 15 digits of numbers: results that differ only behind them are the same result."""
    return [[to_15_digits(value) if type(value) is float else value for value in row] for row in block]


def _is_endless(area: Area) -> bool:
    return area[3] == ROWS or area[4] == COLUMNS


def _value_or_mark(value: Value) -> CellValue:
    return value.value if isinstance(value, Err) else value


def _result(found: Any) -> Given:
    """The result of one of our functions as a value inside formulas."""
    if not isinstance(found, list | tuple):
        return _value(found)
    block = [list(map(_value, row)) for row in found]
    return block[0][0] if len(block) == len(block[0]) == 1 else block


def _value(value: Any) -> Value:
    if value is None:
        return ""
    if isinstance(value, str):
        return ERRORS.get(value, value)
    if isinstance(value, bool):
        return value
    return float(value) + 0.0 if math.isfinite(value) else Err.NUM


def stored_value(value: Value) -> CellValue:
    if type(value) is float:
        return value + 0.0
    return ErrorMark(value.value) if isinstance(value, Err) else value
