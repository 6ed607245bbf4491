"""IF and similar functions, TRUE and FALSE, types of values, and sums over cells that meet conditions."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from xl_dipscore.sheets.calculate.criteria import test_of
from xl_dipscore.sheets.calculate.functions.numbers import total
from xl_dipscore.sheets.calculate.functions.registry import (
    ARRAY,
    Build,
    Cells,
    Code,
    builds,
    computes,
    value_of,
    values_of,
)
from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    MISSING,
    Err,
    Given,
    Raise,
    Ref,
    Unsure,
    Value,
    Why,
    fail_if,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import over_arrays
from xl_dipscore.sheets.calculate.tree import Node
from xl_dipscore.sheets.calculate.values import equal, num, truth, whole

Arguments = Sequence[list[Node]]


def _read_argument(cells: Cells, given: Given, mode: int) -> Given:
    """Read an argument. An array outside array formulas raises Unsure: older programs use one value of it."""
    value = value_of(cells, given, mode)
    unsure_if(type(value) is list and mode != ARRAY, Why.WHOLE)
    return value


@builds("IF", 2, 3)
def _if(build: Build, name: str, given: Arguments, cells: bool) -> Code:
    mode, test = build.mode, build.code(given[0])
    yes, no = (
        build.code(one, cells=cells) if one is not None else (lambda _, __: False)
        for one in (given[1], given[2] if len(given) > 2 else None)
    )

    def evaluate_if(run: Cells, areas: Any) -> Given:
        wanted = _read_argument(run, test(run, areas), mode)
        if type(wanted) is list:
            both = [_read_argument(run, branch(run, areas), mode) for branch in (yes, no)]
            return over_arrays(lambda one, true, false: true if truth(one) else false, [wanted, *both])
        try:
            return yes(run, areas) if truth(wanted) else no(run, areas)
        except Raise as failure:
            return failure.err

    return evaluate_if


@builds("IFERROR IFNA", 2, 2)
def _iferror(build: Build, name: str, given: Arguments, cells: bool) -> Code:
    mode = build.mode
    first, second = (build.code(one, cells=cells) for one in given)

    def is_hit(value: Value) -> bool:
        return value is Err.NA if name == "IFNA" else isinstance(value, Err)

    def read_operand(run: Cells, found: Given) -> Given:
        value = _read_argument(run, found, mode)
        if cells and type(found) is Ref and not isinstance(value, float | Err | list):
            raise Unsure(f"{name} passes on a value that is no number, which programs treat differently")
        return value

    def evaluate_iferror(run: Cells, areas: Any) -> Given:
        value = read_operand(run, first(run, areas))
        if type(value) is list:
            if not any(is_hit(one) for row in value for one in row):
                return value
            other = read_operand(run, second(run, areas))
            return over_arrays(lambda one, instead: instead if is_hit(one) else one, [value, other])
        if not is_hit(value):
            return value
        other = read_operand(run, second(run, areas))
        return 0.0 if other is None else other

    return evaluate_iferror


@builds("IFS", 2, 254)
def _ifs(build: Build, name: str, given: Arguments, cells: bool) -> Code:
    unsure_if(len(given) % 2, Why.COUNT)
    tests = [build.code(one) for one in given[::2]]
    results = [build.code(one, cells=cells) for one in given[1::2]]

    def evaluate_ifs(run: Cells, areas: Any) -> Given:
        try:
            for test, result in zip(tests, results, strict=True):
                if truth(run.read_single(test(run, areas))):
                    return result(run, areas)
        except Raise as failure:
            return failure.err
        return Err.NA

    return evaluate_ifs


@builds("SWITCH", 3, 254)
def _switch(build: Build, name: str, given: Arguments, cells: bool) -> Code:
    wanted, *rest = (build.code(one, cells=cells and place > 0) for place, one in enumerate(given))

    def evaluate_switch(run: Cells, areas: Any) -> Given:
        value = run.read_single(wanted(run, areas))
        for place in range(0, len(rest) - 1, 2):
            case = run.read_single(rest[place](run, areas))
            unsure_if(value is None or case is None, "it chooses by a blank cell")
            try:
                if equal(value, case):
                    return rest[place + 1](run, areas)
            except Raise as failure:
                return failure.err
        return rest[-1](run, areas) if len(rest) % 2 else Err.NA

    return evaluate_switch


@builds("CHOOSE", 2, 255)
def _choose(build: Build, name: str, given: Arguments, cells: bool) -> Code:
    place, *choices = (build.code(one, cells=cells and n > 0) for n, one in enumerate(given))

    def evaluate_choose(run: Cells, areas: Any) -> Given:
        try:
            number = whole(run.read_single(place(run, areas)))
        except Raise as failure:
            return failure.err
        return choices[number - 1](run, areas) if 1 <= number <= len(choices) else Err.VALUE

    return evaluate_choose


def _truths(cells: Cells, given: Sequence[Given]) -> list[bool]:
    found = []
    for argument in given:
        if argument is MISSING or argument is None:
            found.append(False)
        elif type(argument) is Ref or type(argument) is list:
            for value in values_of(cells, argument):
                if isinstance(value, Err):
                    raise Raise(value)
                if isinstance(value, str) and value.upper() in ("TRUE", "FALSE"):
                    raise Unsure("it takes a text for TRUE or FALSE")
                if isinstance(value, float | bool):
                    found.append(bool(value))
        else:
            found.append(truth(argument.strip(" ") if type(argument) is str else argument))
    fail_if(not found, Err.VALUE)
    return found


computes("AND", "r", 1, 255)(lambda cells, *given: all(_truths(cells, given)))
computes("OR", "r", 1, 255)(lambda cells, *given: any(_truths(cells, given)))
computes("XOR", "r", 1, 255)(lambda cells, *given: sum(_truths(cells, given)) % 2 == 1)
computes("NOT", "s", 1)(lambda value: not truth(value))
computes("TRUE", "s", 0)(lambda: True)
computes("FALSE", "s", 0)(lambda: False)
computes("NA", "s", 0)(lambda: Err.NA)

_IS: dict[str, Callable[[Value], bool]] = {
    "ISNUMBER": lambda value: type(value) is float,
    "ISTEXT": lambda value: type(value) is str,
    "ISBLANK": lambda value: value is None,
    "ISERROR": lambda value: isinstance(value, Err),
    "ISERR": lambda value: isinstance(value, Err) and value is not Err.NA,
    "ISNA": lambda value: value is Err.NA,
    "ISLOGICAL": lambda value: type(value) is bool,
    "ISNONTEXT": lambda value: type(value) is not str,
}
for _name, _test in _IS.items():
    computes(_name, "s", 1)(_test)


def _is_odd(value: Value) -> bool:
    fail_if(type(value) is bool, Err.VALUE)
    unsure_if(value is None, "it asks whether a blank cell is odd")
    return whole(value) % 2 == 1


computes("ISODD", "s", 1)(_is_odd)
computes("ISEVEN", "s", 1)(lambda value: not _is_odd(value))
computes("ISREF", "r", 1)(lambda given: type(given) is Ref)


@computes("ERROR.TYPE", "s", 1)
def _error_type(value: Value) -> float:
    if not isinstance(value, Err):
        raise Raise(Err.NA)
    return [*ERRORS].index(value.value) + 1.0


computes("N", "s", 1)(lambda value: num(value) if isinstance(value, float | bool | Err) else 0.0)


@computes("T", "s", 1)
def _t(value: Value) -> str:
    if isinstance(value, Err):
        raise Raise(value)
    return value if type(value) is str else ""


class _Hits(NamedTuple):
    """The positions of cells that meet all criteria, and the shape of the ranges."""

    cells: frozenset[int]
    shape: tuple[int, int]


def _hits(cells: Cells, given: Sequence[Given]) -> _Hits:
    """The positions of cells that meet all criteria, and the ranges' shape. given: range, criterion, ..."""
    unsure_if(len(given) % 2, Why.COUNT)
    unsure_if(
        any(type(one) is not Ref for one in given[::2]), "it looks for conditions in values outside cells"
    )
    shapes = {one.area.shape for one in given[::2]}
    fail_if(len(shapes) > 1, Err.VALUE)
    hits = [cells.hits(one.area, wanted) for one, wanted in zip(given[::2], given[1::2], strict=True)]
    return _Hits(frozenset.intersection(*hits), shapes.pop())


@computes("COUNTIFS", "*rs", 2, 254)
def _countifs(cells: Cells, *given: Given) -> float:
    found, shape = _hits(cells, given)
    block = cells.block(given[0].area)
    beyond = shape[0] * shape[1] - len(block) * len(block[0])
    if beyond and all(test_of(criterion, cells.date1904)(None) for criterion in given[1::2]):
        return float(len(found) + beyond)
    return float(len(found))


computes("COUNTIF", "rs", 2)(_countifs)


def _numbers_at_places(
    cells: Cells, given: Given, found: frozenset[int], shape: tuple[int, int]
) -> list[float]:
    unsure_if(type(given) is not Ref, "it adds values outside cells")
    unsure_if(given.area.shape != shape, "it uses ranges of different sizes")
    values = cells.flat(given.area)
    numbers = []
    for place in sorted(found):
        value = values[place]
        if type(value) is float:
            numbers.append(value)
        elif isinstance(value, Err):
            raise Raise(value)
    return numbers


def mean(numbers: Sequence[float]) -> float:
    fail_if(not numbers, Err.DIV)
    return total(numbers) / len(numbers)


def _register(name: str, together: Callable[[Sequence[float]], float]) -> None:
    def many(cells: Cells, summed: Given, *given: Given) -> float:
        found, shape = _hits(cells, given)
        fail_if(type(summed) is Ref and summed.area.shape != shape, Err.VALUE)
        return together(_numbers_at_places(cells, summed, found, shape))

    def one(cells: Cells, area: Given, criterion: Value, summed: Given = MISSING) -> float:
        found, shape = _hits(cells, [area, criterion])
        return together(_numbers_at_places(cells, area if summed is MISSING else summed, found, shape))

    computes(f"{name}IFS", "r*rs", 3, 255)(many)
    if name in ("SUM", "AVERAGE"):
        computes(f"{name}IF", "rsr", 2, 3)(one)


_register("SUM", total)
_register("AVERAGE", mean)
_register("MAX", lambda numbers: max(numbers, default=0.0))
_register("MIN", lambda numbers: min(numbers, default=0.0))
