"""Parse a formula into nested calls, and read the constants in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import Token


@dataclass
class Call:
    """A function call; with an empty name, an expression in parentheses."""

    name: str
    arguments: list[list[Node]] = field(default_factory=lambda: [[]])

    @property
    def given(self) -> list[list[Node]]:
        """The arguments, without the one empty argument of empty parentheses."""
        return [] if self.arguments == [[]] else self.arguments


Node = Token | Call


class NotParsed(Exception):
    """Raised if a formula cannot be parsed. The text of the exception is the reason."""


_DEEPEST = 100
"""The most calls and parentheses within each other; Excel allows 64."""


def parse_tokens(parts: Iterable[Token]) -> list[list[Node]]:
    """Parse a formula: return the expressions between the outermost commas, usually one. Raises NotParsed."""
    stack = [Call("")]
    here = stack[0].arguments
    for part in parts:
        kind = part.kind
        if kind in ("function", "open"):
            call = Call(part.text if kind == "function" else "")
            here[-1].append(call)
            stack.append(call)
            if len(stack) > _DEEPEST:
                raise NotParsed("it has too many parentheses within each other")
        elif kind == "close":
            stack.pop()
            if not stack:
                raise NotParsed(_UNMATCHED)
        elif kind == "comma":
            here.append([])
        elif kind != "space":
            here[-1].append(part)
        here = stack[-1].arguments
    if len(stack) > 1:
        raise NotParsed(_UNMATCHED)
    return stack[0].arguments


def is_same_everywhere(nodes: Sequence[Node]) -> bool:
    """Is this an expression with a call, which has the same result in all copies of a formula?"""
    return any(isinstance(node, Call) for node in nodes) and all(map(_is_same, nodes))


def _is_same(node: Node) -> bool:
    if not isinstance(node, Call):
        return node.kind not in ("moved", "local")
    if node.name in _OF_PLACE and (node.name == "INDIRECT" or not node.given):
        return False
    return all(_is_same(inner) for given in node.arguments for inner in given)


_OF_PLACE = ("ROW", "COLUMN", "INDIRECT")
"""Functions whose result may depend on the place of the formula."""
_UNMATCHED = "its parentheses do not match"


def text_of(written: str) -> str:
    """The text of a text constant."""
    return written[1:-1].replace('""', '"')


def constant(text: str) -> CellValue:
    text = text.strip()
    if text.startswith('"'):
        return text_of(text)
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    return ErrorMark(text) if text.startswith("#") else float(text)


_CONSTANT = re.compile(r'((?:"(?:[^"]|"")*"|[^",;])+)([,;]?)')


def constants(text: str) -> list[list[CellValue]]:
    """The rows of an array constant in braces."""
    rows: list[list[CellValue]] = [[]]
    for found in _CONSTANT.finditer(text[1:-1]):
        rows[-1].append(constant(found[1]))
        if found[2] == ";":
            rows.append([])
    return rows
