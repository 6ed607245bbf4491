"""The cells of a row answer as a dictionary of the same cells does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.tables.cells.games import CellsOfRow

WORDS = st.sampled_from(["round", "power", "centres", "year", 1901, 1908])
CELLS = st.one_of(st.none(), st.just(""), st.integers(0, 34), st.text(max_size=3))


@given(st.dictionaries(WORDS, CELLS), st.lists(CELLS, max_size=3), WORDS)
def test_the_cells_of_a_row_are_like_a_dictionary(cells, before, asked) -> None:
    row = [*before, *cells.values()]
    read = CellsOfRow({word: n for n, word in enumerate(cells, len(before))}, row)
    assert read == cells
    assert cells == read
    assert {**read} == cells
    assert [*read.items()] == [*cells.items()]
    assert [*read.values()] == [*cells.values()]
    assert [*read] == [*cells]
    assert len(read) == len(cells)
    assert (asked in read) == (asked in cells)
    assert read.get(asked) == cells.get(asked)
    assert read.get(asked, "none") == cells.get(asked, "none")
    assert repr(read) == repr(cells)
