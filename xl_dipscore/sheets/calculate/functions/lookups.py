"""Lookup functions, which find an equal value or the nearest value."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, pairwise
from typing import Any

from xl_dipscore.sheets.calculate.criteria import Test, pattern
from xl_dipscore.sheets.calculate.digits import order_in_lists
from xl_dipscore.sheets.calculate.functions.registry import (
    Build,
    Cells,
    Code,
    builds,
    computes,
    rows_of,
    shape_of,
    value_of,
)
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
    fail_if,
    ref_to,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import over_arrays
from xl_dipscore.sheets.calculate.tree import Node
from xl_dipscore.sheets.calculate.values import compare_in_lists, num, text_equal, truth, whole


def _is_vector(cells: Cells, given: Given) -> bool:
    block = rows_of(cells, given)
    return len(block) == 1 or len(block[0]) == 1


def _flat(cells: Cells, given: Given) -> Sequence[Value]:
    return cells.flat(given.area) if type(given) is Ref else list(chain.from_iterable(rows_of(cells, given)))


def _make_test(wanted: Value, *, wild: bool) -> Test:
    if isinstance(wanted, str):
        found = pattern(wanted) if wild else None
        if found is not None:
            return lambda value: isinstance(value, str) and found.fullmatch(value) is not None
        unsure_if(wanted == "", "it looks for an empty text")
        return lambda value: isinstance(value, str) and text_equal(value, wanted)
    if type(wanted) is float:
        return lambda value: type(value) is float and order_in_lists(value, wanted) == 0
    return lambda value: value is wanted


def _lookup_key(value: Value) -> Value:
    if isinstance(value, Err):
        raise Raise(value)
    return 0.0 if value is None else value


def _exact(cells: Cells, wanted: Value, given: Given, *, wild: bool = True, last: bool = False) -> int:
    """The position, from 0, of the first value equal to `wanted`; with `last`, of the last equal value."""
    wanted = _lookup_key(wanted)
    test = _make_test(wanted, wild=wild)
    if type(given) is Ref:
        index = cells.index(given.area)
        plain = not isinstance(wanted, str) or not wild or pattern(wanted) is None
        places: list[int] = list(index.places_equal(wanted, test) if plain else index.places_passing(test))
    else:
        places = [place for place, value in enumerate(_flat(cells, given)) if test(value)]
    fail_if(not places, Err.NA)
    return max(places) if last else min(places)


def _nearest(wanted: Value, values: Sequence[Value], sign: int = 1) -> int:
    """The position of the last value that is not above `wanted`; the values must rise.

    With sign -1: the position of the last value that is not below `wanted`; the values must fall.
    """
    wanted = _lookup_key(wanted)
    kind = type(wanted)
    there = [(place, value) for place, value in enumerate(values) if type(value) is kind]
    unsure_if(any(isinstance(value, Err) for value in values), Why.UNSORTED)
    unsure_if(kind is not float and len(there) < sum(value is not None for value in values), Why.UNSORTED)
    if kind is float and sign > 0 and there and _is_above(wanted, (value for _, value in there)):
        return there[-1][0]
    for (_, before), (_, after) in pairwise(there):
        unsure_if(compare_in_lists(before, after) * sign > 0, Why.UNSORTED)
    found = [place for place, value in there if compare_in_lists(value, wanted) * sign <= 0]
    fail_if(not found, Err.NA)
    return found[-1]


def _is_above(wanted: Value, numbers: Iterable[Any]) -> bool:
    return compare_in_lists(wanted, max(numbers)) > 0


@computes("MATCH", "srs", 2, 3)
def _match(cells: Cells, wanted: Value, given: Given, kind: Value = 1.0) -> float:
    fail_if(not _is_vector(cells, given), Err.NA)
    unsure_if(isinstance(kind, str), "it has a text where a number belongs")
    way = num(kind)
    if way == 0:
        return _exact(cells, wanted, given) + 1.0
    return _nearest(wanted, _flat(cells, given), 1 if way > 0 else -1) + 1.0


def _table(*, across: bool) -> Callable[..., Value]:
    def look_up(cells: Cells, wanted: Value, given: Given, line: Value, near: Value = True) -> Value:
        number = whole(line)
        unsure_if(isinstance(near, str), "it has a text where a truth belongs")
        fail_if(number < 1, Err.VALUE)
        wanted = _lookup_key(wanted)
        block = rows_of(cells, given)
        fail_if(number > (len(block) if across else len(block[0])), Err.REF)
        key: Given = block[:1] if across else [row[:1] for row in block]
        if type(given) is Ref:
            area = given.area
            key = Ref(area._replace(bottom=area.top) if across else area._replace(right=area.left))
        place = _nearest(wanted, _flat(cells, key)) if truth(near) else _exact(cells, wanted, key)
        return block[number - 1][place] if across else block[place][number - 1]

    return look_up


computes("VLOOKUP", "srss", 3, 4)(_table(across=False))
computes("HLOOKUP", "srss", 3, 4)(_table(across=True))


@computes("LOOKUP", "saa", 2, 3)
def _lookup(cells: Cells, wanted: Value, given: Given, results: Given = MISSING) -> Value:
    wanted = _lookup_key(wanted)
    block = rows_of(cells, given)
    if results is MISSING:
        across = len(block[0]) > len(block)
        keys = block[0] if across else [row[0] for row in block]
        found = block[-1] if across else [row[-1] for row in block]
    else:
        unsure_if(not (_is_vector(cells, given) and _is_vector(cells, results)), "it looks up in a block")
        keys, found = list(_flat(cells, given)), list(_flat(cells, results))
    place = _last_number(wanted, keys) if type(wanted) is float else _nearest(wanted, keys)
    unsure_if(place >= len(found), "it looks up in lists of different lengths")
    return found[place]


def _last_number(wanted: float, keys: Sequence[Value]) -> int:
    """The position of the last number if `wanted` is above all numbers, sorted or not; else `_nearest`'s."""
    numbers = [(place, value) for place, value in enumerate(keys) if type(value) is float]
    fail_if(not numbers, Err.NA)
    if _is_above(wanted, (value for _, value in numbers)):
        return numbers[-1][0]
    return _nearest(wanted, keys)


def _find(cells: Cells, wanted: Value, given: Given, mode: Value, search: Value) -> int:
    """The position that XMATCH or XLOOKUP finds, from 0. Raises `Raise`, with Err.NA if no value is found."""
    kind, way = whole(mode), whole(search)
    unsure_if(way in (2, -2), "it searches as if cells were sorted")
    if isinstance(wanted, Err):
        raise Raise(wanted)
    fail_if(way not in (1, -1) or kind not in (0, -1, 1, 2), Err.VALUE)
    unsure_if(wanted is None or wanted == "", "it looks for a blank")
    try:
        return _exact(cells, wanted, given, wild=kind == 2, last=way == -1)
    except Raise:
        if kind in (0, 2):
            raise
    values = _flat(cells, given)
    if any(type(value) is not type(wanted) for value in values):
        raise Unsure("it looks up the nearest value among cells of several kinds")
    best = -1
    for place in range(len(values))[::way]:
        value = values[place]
        beyond = (compare_in_lists(value, wanted) < 0) == (kind == -1)
        if beyond and (best < 0 or compare_in_lists(value, values[best]) * kind < 0):
            best = place
    fail_if(best < 0, Err.NA)
    return best


@computes("XMATCH", "sass", 2, 4)
def _xmatch(cells: Cells, wanted: Value, given: Given, mode: Value = 0.0, search: Value = 1.0) -> float:
    fail_if(not _is_vector(cells, given), Err.VALUE)
    return _find(cells, wanted, given, mode, 1.0 if search is None else search) + 1.0


@builds("XLOOKUP", 3, 6)
def _xlookup(build: Build, name: str, given: Sequence[list[Node]], cells: bool) -> Code:
    mode = build.mode
    wanted, mode_, search = (build.code(one) for one in (given[0], *[*given[4:], [], []][:2]))
    keys, results = (build.for_array_argument().code(one, cells=True) for one in given[1:3])
    other = build.code(given[3], cells=cells) if len(given) > 3 and given[3] else None

    def evaluate_xlookup(run: Cells, areas: Any) -> Given:
        value, where, there = (one(run, areas) for one in (wanted, keys, results))
        value = value_of(run, value, mode)
        for argument in (where, there):
            if isinstance(argument, Err):
                return argument
        how = [run.read_single(one(run, areas)) for one in (mode_, search)]

        def once(one: Value) -> Given:
            try:
                place = _find(run, one, where, how[0], 1.0 if how[1] is None else how[1])
                return _line(run, where, there, place, cells)
            except Raise as failure:
                if failure.err is Err.NA and not isinstance(one, Err) and other is not None:
                    return other(run, areas)
                return failure.err

        if type(value) is list:
            return over_arrays(lambda one: run.read_single(once(one)), [value])
        return once(value)

    return evaluate_xlookup


def _line(cells: Cells, keys: Given, results: Given, place: int, named: bool) -> Given:
    """The row or column of `results` beside the key at position `place`, from 0.

    named: is a single cell returned as a Ref?
    """
    fail_if(not _is_vector(cells, keys), Err.VALUE)
    height, width = shape_of(keys)
    block_height, block_width = shape_of(results)
    down, length = width == 1, max(height, width)
    fail_if(length not in (1, block_height if down else block_width), Err.VALUE)
    if type(results) is Ref:
        area = results.area
        at = area.top + place if down else area.left + place
        found = area._replace(top=at, bottom=at) if down else area._replace(left=at, right=at)
        return ref_to(found) if named or not found.single else cells.at(found)
    block = rows_of(cells, results)
    lines: Array = [block[place]] if down else [[row[place]] for row in block]
    return lines[0][0] if len(lines) == len(lines[0]) == 1 else lines
