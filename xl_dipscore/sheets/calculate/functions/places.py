"""Functions of positions: the position of a cell (ROW, ADDRESS); the cell at a position (INDEX, OFFSET)."""

from collections.abc import Sequence
from typing import Any

from xl_dipscore.sheets.calculate.functions.registry import (
    PLAIN,
    Build,
    Cells,
    Code,
    builds,
    computes,
    shape_of,
)
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Err,
    Given,
    Raise,
    Ref,
    Unsure,
    Value,
    Why,
    fail_if,
    ref_to,
    unsure_if,
)
from xl_dipscore.sheets.calculate.tree import Node, text_of
from xl_dipscore.sheets.calculate.values import truth, txt, whole
from xl_dipscore.sheets.xlsx.formula import Area, Token, address

_MOST_NUMBERS = 10_000


@builds("ROW COLUMN", 0, 1)
def _place(build: Build, name: str, given: Sequence[list[Node]], cells: bool) -> Code:
    columns, mode = name == "COLUMN", build.mode
    if not given:
        return lambda run, _: float(run.here.left if columns else run.here.top)
    code = build.code(given[0], cells=True)

    def evaluate_place(run: Cells, areas: Any) -> Given:
        found = code(run, areas)
        if isinstance(found, Err):
            return found
        unsure_if(type(found) is not Ref, "it asks for the row of a value outside cells")
        first, last = found.area.span(columns=columns)
        if first == last:
            return float(first)
        unsure_if(mode == PLAIN, Why.WHOLE)
        unsure_if(last - first > _MOST_NUMBERS, Why.COLUMNS_WHOLE)
        numbers = [float(number) for number in range(first, last + 1)]
        return [numbers] if columns else [[number] for number in numbers]

    return evaluate_place


@builds("CELL", 1, 2)
def _cell(build: Build, name: str, given: Sequence[list[Node]], cells: bool) -> Code:
    """The place of a cell. Other facts, such as the width of its column, depend on the program."""
    match given:
        case [[Token("text", text)], place]:
            what, code = text_of(text).casefold(), build.code(place, cells=True)
            unsure_if(what not in ("row", "col", "address"), Why.COMPUTER)
        case _:
            raise Unsure(Why.COMPUTER)

    def evaluate_cell(run: Cells, areas: Any) -> Given:
        found = code(run, areas)
        if isinstance(found, Err):
            return found
        unsure_if(type(found) is not Ref or found.area.sheet != run.here.sheet, Why.COMPUTER)
        row, column = float(found.area.top), float(found.area.left)
        return {"row": row, "col": column, "address": _address(row, column)}[what]

    return evaluate_cell


def _size(given: Given, place: int) -> float:
    if isinstance(given, Err):
        raise Raise(given)
    return float(shape_of(given)[place])


computes("ROWS", "a", 1)(lambda given: _size(given, 0))
computes("COLUMNS", "a", 1)(lambda given: _size(given, 1))


@computes("INDEX", "ass", 2, 3)
def _index(given: Given, row: Value, column: Given = MISSING) -> Given:
    if isinstance(given, Err):
        raise Raise(given)
    height, width = shape_of(given)
    down = whole(row)
    if column is not MISSING:
        right = whole(column)
    elif height == 1:
        down, right = 1, down
    elif width == 1:
        right = 1
    else:
        raise Unsure("it asks for all of a row")
    fail_if(down < 0 or right < 0, Err.VALUE)
    fail_if(down > height or right > width, Err.REF)
    if type(given) is Ref:
        area = given.area
        top, bottom = (area.top + down - 1,) * 2 if down else (area.top, area.bottom)
        left, last = (area.left + right - 1,) * 2 if right else (area.left, area.right)
        return ref_to(Area(area.sheet, top, left, bottom, last))
    block = given if type(given) is list else [[given]]
    rows = [block[down - 1]] if down else block
    found = [[line[right - 1]] if right else line for line in rows]
    return found[0][0] if len(found) == len(found[0]) == 1 else found


@computes("OFFSET", "rssss", 3, 5)
def _offset(
    given: Given, down: Value, right: Value, height: Given = MISSING, width: Given = MISSING
) -> Given:
    unsure_if(type(given) is not Ref, "it moves a value outside cells")
    area = given.area
    of_part = any(type(size) is float and 0 < abs(size) < 1 for size in (height, width))
    unsure_if(of_part, "it asks for a part of a row or column")
    sizes = zip((height, width), area.shape, strict=True)
    rows, columns = (usual if size is MISSING or size is None else whole(size) for size, usual in sizes)
    top, left = area.top + whole(down), area.left + whole(right)
    fail_if(rows == 0 or columns == 0, Err.REF)
    top, rows = (top, rows) if rows > 0 else (top + rows + 1, -rows)
    left, columns = (left, columns) if columns > 0 else (left + columns + 1, -columns)
    return ref_to(Area(area.sheet, top, left, top + rows - 1, left + columns - 1))


@computes("INDIRECT", "s", 1, 2)
def _indirect(cells: Cells, written: Value, usual: Value = True) -> Given:
    unsure_if(not truth(usual), "its INDIRECT counts rows and columns")
    return ref_to(cells.area_of_indirect(txt(written)))


@computes("ADDRESS", "s", 2, 3)
def _address(row: Value, column: Value, kind: Value = 1.0) -> str:
    """A cell's address. kind 1: $ before column and row, 2: before the row, 3: before the column, 4: no $."""
    down, right, way = whole(row), whole(column), whole(kind)
    fail_if(not Area("", down, right, down, right).on_sheet or not 1 <= way <= 4, Err.VALUE)
    return f"{'$' * (way % 2)}{address(1, right)[:-1]}{'$' * (way < 3)}{down}"


@computes("SINGLE", "r", 1)
def _single(cells: Cells, given: Given) -> Given:
    if type(given) is Ref:
        return cells.read_single(given)
    return given[0][0] if type(given) is list else given
