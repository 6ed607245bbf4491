"""Array functions, LET, and totals that leave out rows or errors."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import chain
from operator import mul
from typing import Any

from xl_dipscore.sheets.calculate.digits import in_lists
from xl_dipscore.sheets.calculate.functions.numbers import total
from xl_dipscore.sheets.calculate.functions.registry import ARRAY as ARRAY_FORMULA
from xl_dipscore.sheets.calculate.functions.registry import (
    FUNCTIONS,
    Build,
    Cells,
    Code,
    builds,
    computes,
    rows_of,
    value_of,
    values_of,
)
from xl_dipscore.sheets.calculate.functions.text import check_length
from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Array,
    Err,
    Given,
    Raise,
    Ref,
    Unsure,
    Value,
    Why,
    either,
    fail_if,
    unsure_if,
)
from xl_dipscore.sheets.calculate.tree import Node
from xl_dipscore.sheets.calculate.values import compare_in_lists, finite, num, truth, txt, whole, without_form
from xl_dipscore.sheets.xlsx.formula import Token

_NOTHING = "it finds nothing, which is an error of newer programs"
_MOST_CELLS = 100_000


@builds("LET", 3, 253)
def _let(build: Build, name: str, given: Sequence[list[Node]], cells: bool) -> Code:
    unsure_if(len(given) % 2 == 0, Why.COUNT)
    steps = []
    for named, value in zip(given[:-1:2], given[1::2], strict=True):
        match named:
            case [Token("local", word)]:
                steps.append(build.code(value, cells=True))
                build = build.with_name(word)
            case _:
                raise Unsure("its LET has something else where a name belongs")
    last = build.code(given[-1], cells=cells)

    def evaluate_let(run: Cells, areas: Sequence[Any]) -> Given:
        known = list(areas)
        for step in steps:
            known.append(step(run, known))
        return last(run, known)

    return evaluate_let


@computes("SEQUENCE", "s", 1, 4)
def _sequence(cells: Cells, rows: Value, columns: Value = 1.0, start: Value = 1.0, by: Value = 1.0) -> Array:
    height, width = whole(rows), 1 if columns is None else whole(columns)
    unsure_if(height < 1 or width < 1 or height * width > _MOST_CELLS, "it makes a list of no cells")
    first, step = (1.0 if one is None else num(one) for one in (start, by))
    return [[finite(first + step * (row * width + n)) for n in range(width)] for row in range(height)]


def _transpose_rows(block: Sequence[Sequence[Value]]) -> Array:
    return list(map(list, zip(*block, strict=True)))


computes("TRANSPOSE", "a", 1)(lambda cells, given: _transpose_rows(rows_of(cells, given)))

_ORDER: dict[type, int] = {float: 0, str: 1, bool: 2, Err: 3}


def _in_order(one: Value, other: Value) -> int:
    rank, beside = _ORDER[type(one)], _ORDER[type(other)]
    if rank != beside:
        return -1 if rank < beside else 1
    if isinstance(one, Err):
        if one is other:
            return 0
        raise Unsure("it sorts cells with several kinds of errors")
    order = compare_in_lists(one, other)
    if order or one == other or not (isinstance(one, str) and isinstance(other, str)):
        return order
    # If texts differ only in capitals, some programs keep their order, and others put small letters first.
    return either(Why.ORDER, 0, 1 if one < other else -1)


def _sort_rows(rows: Array, keys: Sequence[tuple[Sequence[Value], int]]) -> Array:
    """Sort rows, blanks last. Each key: a column's values, and 1, or -1 to descend. The main key is first."""
    order = list(range(len(rows)))

    def key_of(column: Sequence[Value]) -> Callable[[int], Any]:
        return cmp_to_key(lambda one, other: _in_order(column[one], column[other]))

    for column, sign in reversed(keys):
        there = [place for place in order if column[place] is not None]
        there.sort(key=key_of(column), reverse=sign < 0)
        order = there + [place for place in order if column[place] is None]
    return [rows[place] for place in order]


def _sign(value: Given) -> int:
    sign = 1 if value is None or value is MISSING else whole(value)
    fail_if(sign not in (1, -1), Err.VALUE)
    return sign


@computes("SORT", "asss", 1, 4)
def _sort(
    cells: Cells, given: Given, column: Value = None, order: Value = None, across: Value = False
) -> Array:
    turn = truth(across)
    block = _transpose_rows(rows_of(cells, given)) if turn else rows_of(cells, given)
    place = 1 if column is None else whole(column)
    sign = _sign(order)
    fail_if(not 1 <= place <= len(block[0]), Err.VALUE)
    found = _sort_rows(block, [([row[place - 1] for row in block], sign)])
    return _transpose_rows(found) if turn else found


@computes("SORTBY", "a", 2, 253)
def _sortby(cells: Cells, given: Given, *by: Given) -> Array:
    block = rows_of(cells, given)
    keys = []
    for place in range(0, len(by), 2):
        column = rows_of(cells, by[place])
        unsure_if(len(column) != len(block) or len(column[0]) != 1, "it sorts by a row")
        keys.append(([row[0] for row in column], _sign(cells.read_single((*by, MISSING)[place + 1]))))
    return _sort_rows(block, keys)


@computes("FILTER", "aar", 2, 3)
def _filter(cells: Cells, given: Given, wanted: Given, otherwise: Given = MISSING) -> Given:
    block, tests = rows_of(cells, given), rows_of(cells, wanted)
    flat = list(chain.from_iterable(tests))
    for one in flat:
        if isinstance(one, Err):
            raise Raise(one)
        if isinstance(one, str):
            raise Raise(Err.VALUE)
    if len(tests[0]) == 1 and len(tests) == len(block):
        found = [row for row, one in zip(block, flat, strict=True) if one]
    elif len(tests) == 1 and len(flat) == len(block[0]):
        found = [[value for value, one in zip(row, flat, strict=True) if one] for row in block]
        found = found if found[0] else []
    else:
        raise Raise(Err.VALUE)
    if found:
        return found
    unsure_if(otherwise is MISSING, _NOTHING)
    return value_of(cells, otherwise, ARRAY_FORMULA)


@computes("UNIQUE", "ass", 1, 3)
def _unique(cells: Cells, given: Given, across: Value = False, once: Value = False) -> Array:
    turn = truth(across)
    block = _transpose_rows(rows_of(cells, given)) if turn else rows_of(cells, given)
    numbers = iter(in_lists(value for row in block for value in row if type(value) is float))
    keys = [tuple((type(v), _unique_key(v, numbers)) for v in row) for row in block]
    _compare_other_letters(chain.from_iterable(block))
    kinds = {value for row in block for value in row if value is None or value == ""}
    unsure_if(len(kinds) > 1, Why.EMPTY)
    if truth(once):
        counts = Counter(keys)
        found = [row for key, row in zip(keys, block, strict=True) if counts[key] == 1]
    else:
        seen: dict[Any, list[Value]] = {}
        for key, row in zip(keys, block, strict=True):
            seen.setdefault(key, row)
        found = list(seen.values())
    unsure_if(not found, _NOTHING)
    return _transpose_rows(found) if turn else found


def _unique_key(value: Value, numbers: Iterator[float]) -> Value:
    """A value as UNIQUE compares it. numbers: yields each number of the block in its turn."""
    if type(value) is float:
        return next(numbers)
    return value.lower() if isinstance(value, str) else value


def _compare_other_letters(values: Iterable[Value]) -> None:
    """Raise Unsure if two texts differ only in letter forms, such as ß and ss."""
    texts = {value.lower() for value in values if isinstance(value, str)}
    unsure_if(len({*map(without_form, texts)}) < len(texts), Why.ORDER)


def _lines(given: Value, length: int) -> int:
    number = whole(given)
    unsure_if(number == 0 or abs(number) > length, "it takes rows or columns that are not there")
    return number


def _choose_rows(block: Array, wanted: Sequence[Value]) -> Array:
    places = [_lines(one, len(block)) for one in wanted]
    return [block[place - 1 if place > 0 else place] for place in places]


computes("CHOOSEROWS", "as", 2, 254)(
    lambda cells, given, *wanted: _choose_rows(rows_of(cells, given), wanted)
)


@computes("CHOOSECOLS", "as", 2, 254)
def _choose_columns(cells: Cells, given: Given, *wanted: Value) -> Array:
    return _transpose_rows(_choose_rows(_transpose_rows(rows_of(cells, given)), wanted))


def _take_or_drop(block: Array, count: Value, *, take: bool) -> Array:
    """Take or drop the first rows; with a negative count, the last rows."""
    if count is None:
        return block
    number = whole(count)
    kept = min(abs(number), len(block)) if take else len(block) - abs(number)
    unsure_if(kept <= 0, _NOTHING)
    return block[:kept] if (number > 0) == take else block[len(block) - kept :]


def _take_part(cells: Cells, given: Given, rows: Value, columns: Value, *, take: bool) -> Array:
    block = _take_or_drop(rows_of(cells, given), rows, take=take)
    return _transpose_rows(_take_or_drop(_transpose_rows(block), columns, take=take))


for _name, _takes in (("TAKE", True), ("DROP", False)):
    computes(_name, "ass", 2, 3)(
        lambda cells, given, rows, columns=None, take=_takes: _take_part(
            cells, given, rows, columns, take=take
        )
    )


def _stack_rows(blocks: Sequence[Array]) -> Array:
    unsure_if(len({len(block[0]) for block in blocks}) > 1, "it joins arrays of different sizes")
    return [row for block in blocks for row in block]


computes("VSTACK", "a", 1, 254)(lambda cells, *given: _stack_rows([rows_of(cells, one) for one in given]))


@computes("HSTACK", "a", 1, 254)
def _hstack(cells: Cells, *given: Given) -> Array:
    return _transpose_rows(_stack_rows([_transpose_rows(rows_of(cells, one)) for one in given]))


computes("TOCOL", "a", 1)(lambda cells, given: [[value] for value in values_of(cells, given)])
computes("TOROW", "a", 1)(lambda cells, given: [list(values_of(cells, given))])


@computes("CONCAT", "r", 1, 255)
def _concat(cells: Cells, *given: Given) -> str:
    there = (one for one in given if one is not MISSING)
    return check_length("".join([txt(value) for one in there for value in values_of(cells, one)]))


@computes("TEXTJOIN", "ssr", 3, 255)
def _textjoin(cells: Cells, between: Value, skip: Value, *given: Given) -> str:
    there = (one for one in given if one is not MISSING)
    texts = [txt(value) for one in there for value in values_of(cells, one)]
    skips = truth(skip)
    return check_length(txt(between).join([text for text in texts if text or not skips]))


_TOTALS = (
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV.S", "STDEV.P", "SUM", "VAR.S", "VAR.P"),
    *("MEDIAN", "MODE.SNGL", "LARGE", "SMALL", "PERCENTILE.INC", "QUARTILE.INC"),
)
"""The functions that AGGREGATE applies, by number from 1. SUBTOTAL applies only the first eleven."""
_OF_SUBTOTAL = 11
_HIDDEN = 100
"""SUBTOTAL with a number above 100 also leaves out rows that a person hid: 109 is SUM, like 9."""
_OF_PLACES = 14
"""From this number on, AGGREGATE's functions need one array and a second argument, such as the place."""
_LEAVES_OUT_ERRORS, _LEAVES_OUT_HIDDEN, _COUNTS_NESTED = {2, 3, 6, 7}, {1, 3, 5, 7}, {4, 5, 6, 7}


@computes("SUBTOTAL", "sr", 2, 255)
def _subtotal(cells: Cells, number: Value, *given: Given) -> Given:
    kind = whole(number)
    by_hand = kind > _HIDDEN
    kind -= _HIDDEN if by_hand else 0
    fail_if(not 1 <= kind <= _OF_SUBTOTAL, Err.VALUE)
    unsure_if(not all(type(one) is Ref for one in given), "it makes a subtotal of values outside cells")
    areas = [area for one in given for area in cells.included_parts(one.area, by_hand=by_hand, nested=False)]
    unsure_if(not areas, "all of its rows are hidden")
    return FUNCTIONS[_TOTALS[kind - 1]].call(cells, *map(Ref, areas))


@computes("AGGREGATE", "ssaa", 3, 255)
def _aggregate(cells: Cells, number: Value, option: Value, *given: Given) -> Given:
    kind, how = whole(number), whole(option)
    unsure_if(not 1 <= kind <= len(_TOTALS) or not 0 <= how <= 7, "it has no AGGREGATE of that kind")
    places = given[1:] if kind >= _OF_PLACES else ()
    what = given[: len(given) - len(places)]
    fail_if(kind >= _OF_PLACES and len(places) != 1, Err.VALUE)
    if kind < _OF_PLACES and not all(type(one) is Ref for one in what):
        raise Unsure("it makes a total of values outside cells")
    by_hand, nested = how in _LEAVES_OUT_HIDDEN, how in _COUNTS_NESTED
    counted: list[Given] = []
    for one in what:
        if type(one) is Ref:
            counted += map(Ref, cells.included_parts(one.area, by_hand=by_hand, nested=nested))
        else:
            counted.append(one)
    values = [value for one in counted for value in values_of(cells, one)]
    if how in _LEAVES_OUT_ERRORS:
        values = [None if isinstance(value, Err) else value for value in values]
    if _TOTALS[kind - 1] == "COUNTA":
        return float(sum(value is not None for value in values))
    place = [cells.read_single(one) for one in places]
    return FUNCTIONS[_TOTALS[kind - 1]].call(cells, [[value] for value in values] or [[None]], *place)


@computes("MMULT", "a", 2)
def _multiply_matrices(cells: Cells, one: Given, other: Given) -> Array:
    """The product of two matrices; a cell without a number is an error."""
    left, right = rows_of(cells, one), rows_of(cells, other)
    for value in chain(*left, *right):
        if isinstance(value, Err):
            raise Raise(value)
    numeric = all(type(value) is float for value in chain(*left, *right))
    fail_if(not numeric or len(left[0]) != len(right), Err.VALUE)
    columns = _transpose_rows(right)
    return [[total(map(mul, row, column)) for column in columns] for row in left]
