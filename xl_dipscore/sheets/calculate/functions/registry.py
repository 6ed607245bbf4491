"""Register worksheet functions by name, with the kinds of arguments that each function accepts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

from xl_dipscore.sheets.calculate.kinds import (
    MISSING,
    Array,
    Err,
    Given,
    Raise,
    Ref,
    Union,
    Value,
    Why,
    unsure_if,
)
from xl_dipscore.sheets.calculate.tree import Node
from xl_dipscore.sheets.calculate.values import num

Cells: TypeAlias = Any
"""The running computation, which reads cells for a formula: a run.Run."""
Build: TypeAlias = Any
"""Compiles arguments, for functions such as IF that compute only some of them: a compiled.Compiler."""


class Spec(NamedTuple):
    call: Callable[..., Any]
    kinds: str
    """A letter for each argument. s: one value; r: cells or values as passed; u: like r, and may be a Union;
    a: like r, but computed cell by cell, as in array formulas. The last letter is repeated, or all letters
    after *: `r*rs` means rrsrsrs...
    """
    least: int
    most: int
    takes_cells: bool

    def kind(self, place: int) -> str:
        first, star, again = self.kinds.partition("*")
        if place < len(first):
            return first[place]
        return again[(place - len(first)) % len(again)] if star else first[-1]


Code = Callable[[Cells, Sequence[Any]], Given]
"""A compiled formula: a function of a Run, which reads cells, and of the areas that the formula refers to."""
PLAIN, WITHIN, ARRAY = 0, 1, 2
"""Where arrays are computed: nowhere; inside functions such as SUMPRODUCT; everywhere (an array formula)."""
Special = Callable[[Build, str, Sequence[list[Node]], bool], Code]
FUNCTIONS: dict[str, Spec] = {}
SPECIAL: dict[str, Special] = {}
"""Functions that make the code of a worksheet function, by its name. They accept the compiler, this name, the
arguments, and whether a single cell is returned as a Ref.
"""
_Call = TypeVar("_Call", bound=Callable[..., Any])


def computes(names: str, kinds: str, least: int, most: int | None = None) -> Callable[[_Call], _Call]:
    """Register a worksheet function under these names, with from `least` to `most` arguments.

    kinds: see `Spec.kinds`. If the first parameter is called `cells`, it is the Run. If an array is passed
    for an s argument, the function is applied to each value. An argument omitted between commas is None for
    s, and MISSING for r and a; arguments omitted at the end have the parameters' defaults. The function
    raises `Raise` for an error value, and Unsure if Excel's answer is uncertain.
    """

    def register(call: _Call) -> _Call:
        code = call.__code__
        takes_cells = code.co_argcount > 0 and code.co_varnames[0] == "cells"
        for name in names.split():
            FUNCTIONS[name] = Spec(call, kinds, least, least if most is None else most, takes_cells)
        return call

    return register


def builds(names: str, least: int, most: int) -> Callable[[Special], Special]:
    """Register a function that makes the code of a worksheet function: see SPECIAL."""

    def register(make: Special) -> Special:
        def check_and_build(build: Build, name: str, given: Sequence[list[Node]], cells: bool) -> Code:
            unsure_if(not least <= len(given) <= most, Why.COUNT)
            return make(build, name, given, cells)

        SPECIAL.update(dict.fromkeys(names.split(), check_and_build))
        return make

    return register


def value_of(cells: Cells, given: Given, mode: int) -> Given:
    """Read an argument. An area of several cells becomes an array; in mode PLAIN it raises Unsure."""
    if type(given) is not Ref:
        return given
    if given.area.single:
        return cells.at(given.area)
    unsure_if(mode == PLAIN, Why.WHOLE)
    return cells.block(given.area)


def rows_of(cells: Cells, given: Given) -> Array:
    if type(given) is Ref:
        return cells.block(given.area)
    if type(given) is list:
        return given
    return [[None if given is MISSING else given]]


def shape_of(given: Given) -> tuple[int, int]:
    """The number of rows and of columns."""
    if type(given) is Ref:
        return given.area.shape
    return (len(given), len(given[0])) if type(given) is list else (1, 1)


def values_of(cells: Cells, given: Given) -> Iterator[Value]:
    """The values of an argument, row by row."""
    return chain.from_iterable(rows_of(cells, given))


def raise_first_error(values: Iterable[Value]) -> None:
    for value in values:
        if isinstance(value, Err):
            raise Raise(value)


def parts_of(given: Iterable[Given]) -> Iterator[Given]:
    """The arguments, with the areas of a Union one by one."""
    for argument in given:
        if type(argument) is Union:
            yield from argument.refs
        else:
            yield argument


def numbers_among(values: Sequence[Value]) -> list[float]:
    """The numbers among the values of cells or of an array. Raises `Raise` with their first error."""
    numbers = [value for value in values if type(value) is float]
    if len(numbers) < len(values):
        raise_first_error(values)
    return numbers


def numbers_of(cells: Cells, given: Sequence[Given]) -> list[float]:
    """The numbers in cells and arrays. Single values are converted, even TRUE and texts that show a number.

    Raises `Raise` with the first error among the values.
    """
    found: list[float] = []
    for argument in parts_of(given):
        if argument is MISSING:
            found.append(0.0)
        elif type(argument) is Ref:
            found += cells.numbers(argument.area)
        elif type(argument) is list:
            found += numbers_among([*chain(*argument)])
        else:
            found.append(num(argument))
    return found
