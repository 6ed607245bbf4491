"""The Python API: what `from xl_dipscore import ...` promises."""

from fractions import Fraction
from pathlib import Path

import pytest

import xl_dipscore
from xl_dipscore import Board, Fault, Faults, Points, explain, score, systems

BOARD = Board((0, 12, 8, 7, 5, 2, 0), ["England", "France", "Germany", "Italy", "Russia"])


def test_every_public_name_is_there() -> None:
    assert {"Board", "score", "explain", "systems", "standings"} <= set(xl_dipscore.__all__)
    assert all(getattr(xl_dipscore, name) for name in xl_dipscore.__all__)
    assert (Path(xl_dipscore.__file__).parent / "py.typed").exists()


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Season'"):
        xl_dipscore.Season  # type: ignore[attr-defined]  # noqa: B018


def test_scores_are_exact() -> None:
    squares = 12**2 + 8**2 + 7**2 + 5**2 + 2**2
    assert score("DC(C)", BOARD)[1] == 120 + Fraction(100 * 144, squares)
    assert score("dcc", BOARD, scs="share")[1] == 120 + Fraction(100 * 12, 34)


def test_an_explanation_is_the_score() -> None:
    points = explain("DCC", BOARD)
    assert isinstance(points, Points)
    assert [line.label for line in points.lines] == [
        "600 points shared by 5 members of the draw",
        "Share of the 100 points: 144 of 286 centres squared is 50.35",
    ]
    assert points.totals == score("DCC", BOARD)
    (squares,) = points.figures
    assert squares.amounts == tuple(n * n for n in BOARD.centres)


def test_mistakes() -> None:
    with pytest.raises(Fault, match="Did you mean TOWNSEND"):
        score("Townshend", BOARD)
    with pytest.raises(Faults, match="has no option"):
        score("DCC", BOARD, size=3)
    with pytest.raises(Faults, match="add up to 40"):
        Board((10, 10, 10, 10, 0, 0, 0))


def test_systems_say_what_they_are() -> None:
    assert {"NDC", "DCC"} <= {one.key for one in systems()}
    (ndc,) = (one for one in systems() if one.key == "NDC")
    assert (ndc.name, ndc.needs) == ("NDC 1995", ("year", "eliminated"))
