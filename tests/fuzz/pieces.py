"""A formula taken apart, so that the smallest part that goes wrong can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xl_dipscore.sheets.xlsx.formula import Token, function_name, is_reference, tokens

COMPARISONS = ("=", "<>", "<", ">", "<=", ">=")
_TRUTHS = {"AND", "OR", "NOT", "EXACT", "ISNUMBER", "ISTEXT", "ISBLANK", "ISERROR", "ISNA"}
_TRUTHS |= {"ISLOGICAL", "ISEVEN", "ISODD"}


@dataclass(frozen=True)
class Piece:
    """A function call or an operator with its arguments; `what` is empty for all other parts."""

    text: str
    what: str = ""
    arguments: tuple[Piece, ...] = ()

    @property
    def compares_truth(self) -> bool:
        """Does a part inside it compare truth values?"""
        return any(
            one.what in COMPARISONS and any(argument.is_truth for argument in one.arguments)
            for one in self.all()
        )

    @property
    def is_truth(self) -> bool:
        if self.what in ("IF", "IFERROR", "CHOOSE"):
            return any(branch.is_truth for branch in self.arguments)
        return self.text in ("TRUE", "FALSE") or self.what in COMPARISONS or self.what in _TRUTHS

    @property
    def may_be_cells(self) -> bool:
        """Does Excel take it as a reference, where it takes both references and values?"""
        if self.what in ("IF", "CHOOSE"):
            return any(branch.may_be_cells for branch in self.arguments[1:])
        return self.what in ("INDEX", "OFFSET") or is_reference(self.text)

    def all(self) -> Iterator[Piece]:
        yield self
        for argument in self.arguments:
            yield from argument.all()


_LOOSEST_FIRST = (COMPARISONS, ("&",), ("+", "-"), ("*", "/"), ("^",))


def read(formula: str) -> Piece:
    """The parts of a formula that follows the grammar, without its equals sign."""
    return _read([token for token in tokens(formula) if token.kind != "space"])


def _read(line: Sequence[Token]) -> Piece:
    text = "".join(token.text for token in line)
    for operators in _LOOSEST_FIRST:
        for place in reversed(_outside(line)):
            if line[place].text in operators and line[place].kind == "operator" and _joins(line, place):
                return Piece(text, line[place].text, (_read(line[:place]), _read(line[place + 1 :])))
    if line and line[0].kind == "operator":
        return Piece(text, line[0].text, (_read(line[1:]),))
    if line and line[-1].kind == "percent":
        return Piece(text, "%", (_read(line[:-1]),))
    if line and line[0].kind == "open":
        return _read(line[1:-1])
    if line and line[0].kind == "function":
        return Piece(text, function_name(line[0].text[:-1], {}), tuple(map(_read, _arguments(line[1:-1]))))
    return Piece(text)


def _outside(line: Sequence[Token]) -> list[int]:
    """The places outside every parenthesis."""
    depth, found = 0, []
    for place, token in enumerate(line):
        depth -= token.kind == "close"
        if depth == 0:
            found.append(place)
        depth += token.kind in ("open", "function")
    return found


def _joins(line: Sequence[Token], place: int) -> bool:
    """Is this an operator between two operands, and not a sign?"""
    return place > 0 and line[place - 1].kind not in ("operator", "open", "function", "comma")


def _arguments(line: Sequence[Token]) -> list[Sequence[Token]]:
    if not line:
        return []
    commas = [place for place in _outside(line) if line[place].kind == "comma"]
    starts, ends = [0, *(place + 1 for place in commas)], [*commas, len(line)]
    return [line[start:end] for start, end in zip(starts, ends, strict=True)]
