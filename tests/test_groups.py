"""Values by key."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.errors import group_by_key, set_by_key

PAIRS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 4)), max_size=20)


@given(PAIRS)
def test_the_sets_have_the_values_of_the_groups(pairs) -> None:
    sets, groups = set_by_key(pairs), group_by_key(pairs)
    assert [*sets.items()] == [(key, frozenset(values)) for key, values in groups.items()]


def test_equal_sets_are_one_object() -> None:
    sets = set_by_key([("a", 1), ("b", 1), ("a", 2), ("b", 2), ("c", 2)])
    assert sets["a"] is sets["b"] is not sets["c"]
