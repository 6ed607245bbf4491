"""Many boards of a program: each scores as it does alone, however many came before."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import boards
from tests.each import each
from xl_dipscore import POWERS, Board, score, scores, systems

COUNTS = (0, 13, 10, 3, 8, 0, 0)


def forms_of(board: Board) -> Iterator[Any]:
    """The centres, the draw and the year of a board, in each form that many boards have."""
    yield [*board.centres]
    yield board
    draw = ", ".join(POWERS[seat] for seat in sorted(board.draw))
    row = {**dict(zip(POWERS, board.centres, strict=True)), "Draw": draw, "Year": board.year, "Site": 7}
    yield row
    yield {word: "" if cell is None else str(cell) for word, cell in row.items()}


@settings(max_examples=40)
@given(
    st.sampled_from([(system.key, {}) for system in systems()] + [("CUSTOM", {"country": "1 2 3 4 5 6 7"})]),
    st.lists(boards.games(), min_size=1, max_size=2),
    st.lists(st.permutations(range(7)), min_size=2, max_size=2),
)
def test_a_board_among_many_scores_as_it_does_alone(system: Any, games: Any, orders: Any) -> None:
    key, options = system
    seated = [game.seated(order).board() for game in games for order in orders]
    many = [form for board in seated for form in forms_of(board)]
    for together, form in zip(scores(key, many, **options), many, strict=True):
        (alone,) = scores(key, [form], **options)
        assert (together.scores, together.notes) == (alone.scores, alone.notes)
        assert [fault.sentence for fault in together.faults] == [fault.sentence for fault in alone.faults]


@pytest.mark.parametrize(
    ("system", "options"), [("TOWNSEND", {}), ("CUSTOM", {"country": "1 2 3 4 5 6 7"}), ("SOS", {})]
)
def test_the_country_counts_among_many_boards(system: str, options: dict[str, Any]) -> None:
    turned = [COUNTS[n:] + COUNTS[:n] for n in range(7)]
    found = [one.scores for one in scores(system, turned, **options)]
    assert found == [score(system, counts, **options) for counts in turned]


@each("count", [True, 13.0, "13*", " 13", None, -13, 1013, "x"])
def test_a_board_that_resembles_an_earlier_one_is_read_in_full(count: Any) -> None:
    """A count that is equal to another count, or that code might take for it, is no count for that reason."""
    odd = [*COUNTS[:1], count, *COUNTS[2:]]
    for one in (odd, dict(zip(POWERS, odd, strict=True))):
        for before in (COUNTS, [0, 1, 10, 3, 8, 0, 12]):
            *_, found = scores("SOS", [before, one])
            (alone,) = scores("SOS", [one])
            assert found.scores == alone.scores
            assert found.notes == alone.notes
            assert [*map(type, found.faults)] == [*map(type, alone.faults)]
