"""What a score's explanation says, found by a word of its labels."""

from collections.abc import Sequence
from fractions import Fraction

from xl_dipscore import Board, explain

Amounts = list[Fraction | int]


def lines(system: str, board: Board, **options: object) -> dict[str, Amounts]:
    """{label: seven amounts}, in the order in which a director reads them."""
    return {part.label: list(part.amounts) for part in explain(system, board, **options).lines}


def amounts(system: str, board: Board, **options: object) -> Sequence[Amounts]:
    """Those of the lines, in that order."""
    return [*lines(system, board, **options).values()]


def about(system: str, board: Board, words: str, **options: object) -> Amounts:
    """Those of the only line or figure that begins with these words, or else has them in its label."""
    points = explain(system, board, **options)
    labels = {one: one.label.casefold() for one in (*points.lines, *points.figures)}
    word = words.casefold()
    found = [one for one, label in labels.items() if label.startswith(word)] or [
        one for one, label in labels.items() if word in label
    ]
    assert len(found) == 1, [one.label for one in found]
    return list(found[0].amounts)
