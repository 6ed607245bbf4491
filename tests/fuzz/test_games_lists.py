"""Readers of any games list report its faults, and never break."""

from __future__ import annotations

import os
import secrets

import pytest

from tests.fuzz import any_list
from tests.fuzz.games_lists import examined

SEED = "DIPSCORE_LISTS"
"""The environment variable that sets the seed of the lists."""
LISTS = 200


@pytest.mark.slow
def test_new_lists_each_time() -> None:
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    print(f"python -m tests.fuzz.games_lists {seed} {LISTS}")
    if wrong := examined(seed, LISTS):
        pytest.fail("\n".join(wrong), pytrace=False)


def test_whatever_stands_on_a_list_comes_out_or_is_named() -> None:
    assert any_list.examined("steady", 24) == []


@pytest.mark.slow
def test_many_lists_lose_nothing() -> None:
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    print(f"python -m tests.fuzz.any_list {seed} {LISTS}")
    if wrong := any_list.examined(seed, LISTS):
        pytest.fail("\n".join(wrong), pytrace=False)
