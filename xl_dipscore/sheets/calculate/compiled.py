"""Compile a formula to a Python function, called the formula's code. Copies of a formula share the code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import xl_dipscore.sheets.calculate.functions  # noqa: F401  (registers them)
from xl_dipscore.sheets.calculate.functions.registry import (
    ARRAY,
    FUNCTIONS,
    PLAIN,
    SPECIAL,
    WITHIN,
    Code,
    Spec,
    value_of,
)
from xl_dipscore.sheets.calculate.kinds import (
    ERRORS,
    MISSING,
    OF_COMPUTER,
    Given,
    Raise,
    Ref,
    Union,
    Unsure,
    Value,
    Why,
    ref_to,
    unsure_if,
)
from xl_dipscore.sheets.calculate.operators import (
    LAST_OPERATORS,
    LEVELS,
    OPERATORS,
    Operator,
    is_error,
    negative,
    over_arrays,
    percent,
    value_or_error,
)
from xl_dipscore.sheets.calculate.tree import (
    Call,
    Node,
    NotParsed,
    constants,
    is_same_everywhere,
    parse_tokens,
    text_of,
)
from xl_dipscore.sheets.calculate.values import finite, value_in
from xl_dipscore.sheets.xlsx.formula import Token, area_of

STRANGE = "it is written in a way that is not known"
_SEPARATE = "it joins separate ranges"


@lru_cache(maxsize=1 << 10)
def code_of(parts: tuple[Token, ...], single: tuple[bool, ...], ours: frozenset[str], *, array: bool) -> Code:
    """Return a formula's code: a function of a Run, which reads cells, and of the areas. Raises Unsure.

    A token of kind `moved` is a reference that differs from copy to copy; its text is the index of its area.
    single: which areas are one cell? ours: names of our functions. array: is the formula an array formula?
    Codes are cached, because the workbooks of one event have many formulas in common.
    """
    try:
        given = parse_tokens(parts)
    except NotParsed as why:
        raise Unsure(str(why)) from None
    unsure_if(len(given) != 1, _SEPARATE)
    return Compiler(single, ours, ARRAY if array else PLAIN, {}, len(single)).code_of_formula(given[0])


class Compiler:
    """Compiles the parts of a formula. extent: the number of areas plus the number of LET values so far."""

    def __init__(
        self, single: Sequence[bool], ours: Collection[str], mode: int, scope: Mapping[str, int], extent: int
    ) -> None:
        self._single, self._ours, self._scope = single, ours, scope
        self.mode, self.extent = mode, extent

    def for_array_argument(self) -> Compiler:
        """Return a compiler for an argument that is computed cell by cell, as in an array formula."""
        mode = self.mode or WITHIN
        return Compiler(self._single, self._ours, mode, self._scope, self.extent)

    def with_name(self, name: str) -> Compiler:
        """Return a compiler that also knows this LET name; its value follows the areas and earlier values."""
        scope = {**self._scope, name.casefold(): self.extent}
        return Compiler(self._single, self._ours, self.mode, scope, self.extent + 1)

    def code(self, nodes: Sequence[Node], *, cells: bool = False) -> Code:
        """The code of an expression. cells: does the code return a single cell as a Ref, not as a value?"""
        if not nodes:
            return lambda _, __: None
        found = _Expression(self, nodes, cells).code()
        return _kept(found) if self.mode != PLAIN and is_same_everywhere(nodes) else found

    def code_of_formula(self, nodes: Sequence[Node]) -> Code:
        """The code of a whole formula. See `operators.add_last` for its last operation."""
        return _Expression(self, nodes, cells=False, last=True).code() if nodes else lambda _, __: None

    def operand(self, node: Node, *, cells: bool) -> Code:
        if isinstance(node, Call):
            return self._call(node, cells)
        kind, text = node
        match kind:
            case "moved":
                return _code_of_moving_reference(int(text), single=self._single[int(text)] and not cells)
            case "reference":
                return _code_of_reference(Ref(area_of(text)), cells)
            case "local" if text.casefold() in self._scope:
                place = self._scope[text.casefold()]
                return lambda _, given: given[place]
            case "local":
                raise Unsure(f"the name {text} is not known")
            case "constants":
                rows = [[value_in(value) for value in row] for row in constants(text)]
                unsure_if(len(set(map(len, rows))) > 1, STRANGE)
                return lambda _, __: rows
        value = _constant(kind, text)
        return lambda _, __: value

    def _call(self, call: Call, cells: bool) -> Code:
        name, given = call.name, call.given
        if name == "":
            unsure_if(len(given) != 1, _SEPARATE)
            return self.code(given[0], cells=cells)
        if name in self._ours:
            arguments = [self.code(one, cells=True) if one else _missing for one in given]
            return lambda run, areas: run.call_ours(name, [one(run, areas) for one in arguments])
        if name in SPECIAL:
            return SPECIAL[name](self, name, given, cells)
        unsure_if(name in OF_COMPUTER, Why.COMPUTER)
        spec = FUNCTIONS.get(name)
        if spec is None:
            raise Unsure(f"the calculator has no {name}")
        unsure_if(not spec.least <= len(given) <= spec.most, Why.COUNT)
        return self._function(spec, given)

    def _function(self, spec: Spec, given: Sequence[Sequence[Node]]) -> Code:
        kinds = [spec.kind(place) for place in range(len(given))]
        arguments = [self._argument(nodes, kind) for nodes, kind in zip(given, kinds, strict=True)]
        singles = [place for place, kind in enumerate(kinds) if kind == "s"]
        if len(arguments) == 1 and singles and not spec.takes_cells:
            return _unary(spec.call, arguments[0], self.mode)
        return _code_of_call(spec, arguments, singles, self.mode)

    def _argument(self, nodes: Sequence[Node], kind: str) -> Code:
        if not nodes:
            return (lambda _, __: None) if kind == "s" else _missing
        match nodes:
            case [Call("", parts)] if kind == "u" and len(parts) > 1 and all(parts):
                return _code_of_union([self.code(part, cells=True) for part in parts])
        return (self.for_array_argument() if kind == "a" else self).code(nodes, cells=kind != "s")


class _Expression:
    def __init__(self, compiler: Compiler, nodes: Sequence[Node], cells: bool, *, last: bool = False) -> None:
        """last: is the expression a whole formula, so that its last operation gives the formula's result?"""
        self._compiler, self._nodes, self._at, self._last = compiler, nodes, 0, last
        kinds = {node.kind for node in nodes if isinstance(node, Token)}
        self._cells = cells and not kinds & {"operator", "percent"}

    def code(self) -> Code:
        found = self._level(0, last=self._last)
        unsure_if(self._at != len(self._nodes), STRANGE)
        return found

    def _level(self, number: int, *, last: bool = False) -> Code:
        """The code of operations of a level and above. last: may the last of them end the formula?"""
        if number == len(LEVELS):
            return self._parse_sign()
        found = self._level(number + 1, last=last)
        while self._next("operator") in LEVELS[number]:
            sign, right = self._take().text, self._level(number + 1)
            ends = last and self._at == len(self._nodes)
            found = _binary((LAST_OPERATORS if ends else OPERATORS)[sign], found, right, self._compiler.mode)
        return found

    def _next(self, kind: str) -> str:
        """The text of the next node if the node is a token of this kind; otherwise an empty text."""
        node = self._nodes[self._at] if self._at < len(self._nodes) else None
        return node.text if isinstance(node, Token) and node.kind == kind else ""

    def _take(self) -> Any:
        unsure_if(self._at >= len(self._nodes), STRANGE)
        self._at += 1
        return self._nodes[self._at - 1]

    def _parse_sign(self) -> Code:
        if self._next("operator") in ("+", "-"):
            sign, inner = self._take().text, self._parse_sign()
            return inner if sign == "+" else _unary(negative, inner, self._compiler.mode)
        found = self._range()
        while self._next("percent"):
            self._take()
            found = _unary(percent, found, self._compiler.mode)
        return found

    def _range(self) -> Code:
        """The code of an operand, or of a range from one reference to another."""
        node = self._take()
        if not self._next("other"):
            return self._compiler.operand(node, cells=self._cells)
        found = self._compiler.operand(node, cells=True)
        while self._next("other") == ":":
            self._take()
            found = _code_of_range(found, self._compiler.operand(self._take(), cells=True))
        return found


def _kept(code: Code) -> Code:
    """Keep the result of an expression that is the same in all copies of a formula."""

    def evaluate_once(run: Any, areas: Any) -> Given:
        if code not in run.compared:
            run.compared[code] = code(run, areas)
        return run.compared[code]

    return evaluate_once


def _code_of_moving_reference(place: int, *, single: bool) -> Code:
    if single:
        return lambda run, areas: run.at(areas[place])
    return lambda _, areas: Ref(areas[place])


def _code_of_reference(ref: Ref, cells: bool) -> Code:
    area = ref.area
    if area.single and not cells:
        return lambda run, _: run.at(area)
    return lambda _, __: ref


def _missing(_: Any, __: Any) -> Given:
    return MISSING


def _constant(kind: str, text: str) -> Value:
    if kind == "number":
        return text == "TRUE" if text in ("TRUE", "FALSE") else finite(float(text))
    if kind == "text":
        return text_of(text)
    if kind == "error" and text in ERRORS:
        return ERRORS[text]
    raise Unsure(STRANGE)


def _code_of_union(parts: Sequence[Code]) -> Code:
    def evaluate_union(run: Any, areas: Any) -> Given:
        found = [part(run, areas) for part in parts]
        if wrong := next(filter(is_error, found), None):
            return wrong
        unsure_if(any(type(one) is not Ref for one in found), _SEPARATE)
        return Union(found)

    return evaluate_union


def _code_of_range(first: Code, last: Code) -> Code:
    def evaluate_range(run: Any, areas: Any) -> Given:
        one, other = first(run, areas), last(run, areas)
        for end in (one, other):
            if is_error(end):
                return end
        if type(one) is not Ref or type(other) is not Ref or one.area.sheet != other.area.sheet:
            raise Unsure(STRANGE)
        return ref_to(one.area.hull(other.area))

    return evaluate_range


def _unary(function: Callable[[Any], Any], inner: Code, mode: int) -> Code:
    def evaluate_unary(run: Any, areas: Any) -> Given:
        value = inner(run, areas)
        if type(value) is Ref:
            value = value_of(run, value, mode)
        if type(value) is list:
            return over_arrays(function, [value])
        try:
            return function(value)
        except Raise as failure:
            return failure.err

    return evaluate_unary


def _binary(function: Operator, left: Code, right: Code, mode: int) -> Code:
    def evaluate_binary(run: Any, areas: Any) -> Given:
        one, other = left(run, areas), right(run, areas)
        if type(one) is list or type(other) is list or type(one) is Ref or type(other) is Ref:
            return _over(run, function, one, other, mode)
        try:
            return function(one, other)
        except Raise as failure:
            return failure.err

    return evaluate_binary


def _over(run: Any, function: Callable[..., Any], one: Given, other: Given, mode: int) -> Given:
    """Apply an operator to arrays or cells. Cached: formulas compare the same cells with the same value."""
    key = None
    if mode != PLAIN and type(one) is Ref and type(other) in (float, str, bool):
        key = function, one.area, type(other), other
        if (known := run.compared.get(key)) is not None:
            return known
    one, other = value_of(run, one, mode), value_of(run, other, mode)
    if type(one) is not list and type(other) is not list:
        return value_or_error(function, one, other)
    found = over_arrays(function, [one, other])
    if key is not None:
        run.compared[key] = found
    return found


def _code_of_call(spec: Spec, arguments: Sequence[Code], singles: Sequence[int], mode: int) -> Code:
    function, takes_cells = spec.call, spec.takes_cells

    def evaluate_call(run: Any, areas: Any) -> Given:
        given = [one(run, areas) for one in arguments]
        over = []
        for place in singles:
            value = given[place]
            if type(value) is Ref:
                value = given[place] = value_of(run, value, mode)
            if type(value) is list:
                over.append(place)
        # Cached, because formulas in many rows apply the same function to the same cells.
        key = (function, *[one.area for one in given if type(one) is Ref]) if takes_cells and given else ()
        if len(key) == len(given) + 1 and key in run.compared:
            return run.compared[key]
        try:
            if over:
                return _each(run, spec, given, over)
            found = function(run, *given) if takes_cells else function(*given)
        except Raise as failure:
            found = failure.err
        if len(key) == len(given) + 1:
            run.compared[key] = found
        return found

    return evaluate_call


def _each(run: Any, spec: Spec, given: list[Given], over: Sequence[int]) -> Given:
    """Apply a function value by value: arguments with the indexes `over` are arrays, not single values.

    A function that reads cells is called once for equal values: an event's rows repeat rounds and boards.
    """
    known: dict[Any, Value] = {}

    def once(*values: Value) -> Value:
        key = values, *map(type, values)
        if key in known:
            return known[key]
        for place, value in zip(over, values, strict=True):
            given[place] = value
        found: Value = run.read_single(spec.call(run, *given))
        known[key] = found
        return found

    def each(*values: Value) -> Value:
        for place, value in zip(over, values, strict=True):
            given[place] = value
        single: Value = run.read_single(spec.call(*given))
        return single

    return over_arrays(once if spec.takes_cells else each, [given[place] for place in over])
