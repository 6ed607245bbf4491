"""What a score's lines say."""

from fractions import Fraction

from xl_dipscore import Board, explain


def lines(system: str, board: Board, **options: object) -> dict[str, list[Fraction | int]]:
    """{label: seven amounts}, in the order in which a director reads them."""
    return {part.label: list(part.amounts) for part in explain(system, board, **options).lines}
