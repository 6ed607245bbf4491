"""The lines of a score's explanation, found by a word of their labels."""

from collections.abc import Sequence
from fractions import Fraction

from xl_dipscore import Board, explain

Amounts = list[Fraction | int]


def lines(system: str, board: Board, **options: object) -> dict[str, Amounts]:
    """{label: seven amounts}, in the order in which a director reads them."""
    return {part.label: list(part.amounts) for part in explain(system, board, **options).lines}


def amounts(system: str, board: Board, **options: object) -> Sequence[Amounts]:
    """The labels and amounts of the lines alone, in the same order."""
    return [*lines(system, board, **options).values()]


def about(system: str, board: Board, words: str, **options: object) -> Amounts:
    """The amounts of the only line or figure whose label begins with these words, or else contains them."""
    points = explain(system, board, **options)
    labels = {one: one.label.casefold() for one in (*points.lines, *points.figures)}
    word = words.casefold()
    found = [one for one, label in labels.items() if label.startswith(word)] or [
        one for one, label in labels.items() if word in label
    ]
    assert len(found) == 1, [one.label for one in found]
    return list(found[0].amounts)
