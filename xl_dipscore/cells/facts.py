"""Facts of one board as they stand beside its rows in a games list: headings, and seven cells for each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from xl_dipscore.cells.columns import FACTS, title_of
from xl_dipscore.cells.games import SameColumnTwice, header_words
from xl_dipscore.cells.options import BoardOptions
from xl_dipscore.cells.values import Block, Cell, block, is_blank, is_omitted, size
from xl_dipscore.errors import Fault, Faults

T = TypeVar("T")


class HalfGiven(Fault):
    """The {given} of a board are given without the {missing}."""


class OtherFacts(Fault):
    """A board in a {board} takes a {line} of headings and seven facts for each, not {names} and {facts}."""


class GivenTwice(Fault):
    """{name} is given {where} and beside the board; leave one of them blank."""


def with_facts(options: BoardOptions, headings: Cell, facts: Cell, *, upright: bool) -> BoardOptions:
    """The options, and what is typed beside the board; a blank column is not given.

    upright: does the board stand in a column? The headings are a row then, and the facts seven rows.
    Raises Faults when a shape is wrong or a fact is given twice.
    """
    given = {
        word: cells
        for word, cells in _by_heading(block(headings), block(facts), upright).items()
        if not all(map(is_blank, cells))
    }
    twice = [word for word in given if word in options.facts or word in options.chart]
    if twice:
        raise Faults(given_twice(word) for word in twice)
    own = {word: cells for word, cells in given.items() if isinstance(word, str)}
    chart = {word: cells for word, cells in given.items() if isinstance(word, int)}
    return replace(
        options,
        facts={**options.facts, **own},
        chart={**options.chart, **chart},
        beside=frozenset(own),
    )


def given_twice(word: str | int, where: str = "in the options") -> GivenTwice:
    return GivenTwice(field="facts", name=title_of(word), where=where)


def _by_heading(headings: Block, facts: Block, upright: bool) -> dict[str | int, list[Cell]]:
    """Seven cells for each heading of a fact."""
    if _is_blank(headings) and _is_blank(facts):
        return {}
    both_given(headings, facts)
    # As if the board stood in a row, whichever way it does.
    names, rows = (turned(headings), turned(facts)) if upright else (headings, facts)
    if len(names[0]) != 1 or size(rows) != (len(names), 7):
        raise Faults([other_facts(headings, facts, upright)])
    found: dict[str | int, list[Cell]] = {}
    words = header_words(name for (name,) in names)
    for word, cells in zip(words, rows, strict=True):
        if word is None or (isinstance(word, str) and word not in FACTS.values()):
            continue
        if word in found:
            raise Faults([SameColumnTwice(field="headings", name=title_of(word))])
        found[word] = cells
    return found


def both_given(headings: Block, facts: Block) -> None:
    """Raises Faults where the one stands without the other."""
    for given, other, missing in (("headings", facts, "facts"), ("facts", headings, "headings")):
        if is_omitted(other):
            raise Faults([HalfGiven(field=missing, given=given, missing=missing)])


def _is_blank(cells: Block) -> bool:
    return is_omitted(cells) or all(is_blank(cell) for row in cells for cell in row)


def turned(cells: Sequence[Sequence[T]]) -> list[list[T]]:
    """Rows as columns."""
    return [list(column) for column in zip(*cells, strict=True)]


def other_facts(headings: Block, facts: Block, upright: bool) -> Fault:
    names, typed = (f"{rows} x {columns}" for rows, columns in map(size, (headings, facts)))
    board, line = ("column", "row") if upright else ("row", "column")
    return OtherFacts(field="facts", board=board, line=line, names=names, facts=typed)
