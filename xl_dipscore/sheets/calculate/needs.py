"""Find the references of a formula that give its result their values.

Functions such as AREAS use only the place or the look of the cells that they are given, however the
reference is written: the values of these cells do not matter.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.sheets.calculate.tree import Call, Node, NotParsed, parse_tokens
from xl_dipscore.sheets.xlsx.formula import Token, words

OF_VALUES = frozenset({"OFFSET", "INDIRECT"})
"""Functions whose results are references that depend on values."""
OF_PLACES = words("AREAS SHEET SHEETS ISREF CELL")
"""Functions that may use a reference without the values of its cells. ROW is not among them: its result
changes when rows are inserted, so it is always computed."""
_OF_LOOKS = words("color filename format parentheses protect width")
"""What CELL says of a cell, whatever its value and wherever it moves."""
_GIVES = {
    "": range(255),
    "IF": (1, 2),
    "IFS": range(1, 255, 2),
    "CHOOSE": range(1, 255),
    "SWITCH": range(2, 255, 2),
    "INDEX": (0,),
    "OFFSET": (0,),
    "SINGLE": (0,),
    "XLOOKUP": (2, 3),
}
"""The arguments from which functions take the reference that they return. Other arguments are values."""


class Needs(NamedTuple):
    """references: those whose values are needed. anywhere: may any other cell's value be needed, too?"""

    references: Sequence[str]
    anywhere: bool


def needs_of(parts: Sequence[Token]) -> Needs | None:
    """The needs of a formula; None if it cannot be parsed."""
    try:
        needed = [*_find_in_call(Call("", parse_tokens(parts)), of_place=False)]
    except NotParsed:
        return None
    references = [token.text for token in needed if token.kind == "reference"]
    return Needs(references, anywhere=len(needed) > len(references))


def _find_in_call(call: Call, *, of_place: bool) -> Iterator[Token]:
    """Yield the needed references of a call, and the functions and colons that make others from values.

    of_place: does the formula use only the place of the call's result?
    """
    if call.name in OF_VALUES and not of_place:
        yield Token("function", call.name)
    for number, nodes in enumerate(call.arguments):
        place = _uses_only_place(call, number) or (of_place and number in _GIVES.get(call.name, ()))
        yield from _find_in(nodes, of_place=place and _is_reference(nodes))


def _find_in(nodes: Sequence[Node], *, of_place: bool) -> Iterator[Token]:
    for node in nodes:
        if isinstance(node, Call):
            yield from _find_in_call(node, of_place=of_place)
        elif not of_place and (node.kind == "reference" or node.text == ":"):
            yield node


def _is_reference(nodes: Sequence[Node]) -> bool:
    """May an expression be a reference? One with operators is a value."""
    return all(isinstance(node, Call) or node.kind in ("reference", "other") for node in nodes)


def _uses_only_place(call: Call, number: int) -> bool:
    if call.name != "CELL":
        return call.name in OF_PLACES
    match call.arguments[0]:
        case [Token("text", what)]:
            return number == 1 and what.strip('"').casefold() in _OF_LOOKS
    return False
