"""The web application on the page of the API answers with exact scores, or with the faults of a board."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards import games
from tests.each import each
from tests.test_api import BLOCKS
from xl_dipscore import POWERS, scores

(CODE,) = (one for one in BLOCKS if "flask" in one)
BOARD: dict[str, Any] = {**dict(zip(POWERS, (0, 13, 10, 3, 8, 0, 0), strict=True)), "Draw": "EFG"}
MADE: dict[str, Any] = {"__name__": "application"}
exec(compile(CODE, "api.md", "exec"), MADE)


def post(path: str, body: object) -> tuple[int, Any]:
    got = MADE["app"].test_client().post(path, data=json.dumps(body), content_type="application/json")
    return got.status_code, got.json


def test_it_has_at_most_25_lines() -> None:
    assert len(CODE.strip().splitlines()) <= 25


def test_a_score_is_a_number_with_its_fraction_beside_it() -> None:
    status, found = post("/score/DCC", BOARD)
    exact = 200 + Fraction(100 * 13**2, 13**2 + 10**2 + 3**2 + 8**2)
    assert (status, found["system"], found["notes"]) == (200, "DCC", [])
    assert found["powers"]["England"] == {"score": float(exact), "score_exact": str(exact)}


@given(games())
def test_every_board_is_answered_as_scores_does(game: Any) -> None:
    board = dict(zip(POWERS, game.centres, strict=True))
    (expected,) = scores("SOS", [board])
    status, found = post("/score/SOS", board)
    assert status == (200 if expected.scores else 422)
    if expected.scores:
        assert [Fraction(found["powers"][power]["score_exact"]) for power in POWERS] == [*expected.scores]
    else:
        assert len(found["faults"]) == len(expected.faults) > 0


@each(
    ("path", "body", "status"),
    [
        ("/score/DCCX", BOARD, 400),
        ("/score/DCC", {**BOARD, "Italy": 80}, 422),
        ("/score/DCC", {}, 422),
        ("/score/NDC", BOARD, 422),
        ("/score/DCC", [1, 2], 400),
        ("/score/DCC", None, 400),
        ("/score/DCC", "text", 400),
    ],
)
def test_a_mistake_is_a_list_of_sentences(path: str, body: object, status: int) -> None:
    got, found = post(path, body)
    assert got == status
    assert found["faults"]
    assert all(one.endswith(".") for one in found["faults"])


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from([*POWERS, "Draw", "Year", "Drwa"]),
        st.integers() | st.text() | st.none() | st.lists(st.integers()),
    )
)
def test_no_body_is_a_failure_of_the_application(body: dict[str, Any]) -> None:
    status, found = post("/score/DCC", body)
    assert status in (200, 400, 422)
    assert ("faults" in found) == (status != 200)
