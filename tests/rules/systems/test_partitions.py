"""Every way to split 34 centres among seven powers, times every way a game can end, under every system.

3,120 splits, 18,190 finished games. Systems with the same rule differ only in numbers: one is enough.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

import pytest

from tests.rules.systems.finished import Key, finished, key_of, takings
from tests.samples import one_of_each_rule
from xl_dipscore import Board, Faults, systems
from xl_dipscore.rules.board import SEATS, End
from xl_dipscore.rules.system import System, find

pytestmark = pytest.mark.slow

OPTIONS: dict[str, dict[str, Any]] = {
    # The country's adjustment would hide whether the larger power of a standing scores more.
    "TOWNSEND": {"country_table": (0,) * 7},
}
CONCESSIONS = {"WBC": 15, "ORIGINS": 13, "DIXIECON": 12, "PREZCON": 12}


def test_that_is_all_of_them() -> None:
    games = finished()
    assert len({board.centres for board in games}) == 3120
    assert len(games) == 18190
    ends = [board.ending.end for board in games]
    assert [ends.count(end) for end in End] == [634, 2486, 12584, 2486]
    drawn = {len(board.drew) for board in games if board.ending.end is End.DRAW}
    assert drawn == {2, 3, 4, 5, 6, 7}


def reason_to_refuse(key: str, board: Board) -> str | None:
    """The fault that a system must find with this board, if any."""
    if board.conceded and board.centres[0] < CONCESSIONS.get(key, find(key).concession or 0):
        return "ConcessionTooSmall"
    if board.ending.end is End.DRAW:
        if key == "CALGARY" and len(board.drew) > 4:
            return "DrawTooLarge"
        if key == "NDC" and len({board.centres[seat] for seat in board.drew}) > 1:
            return "UnequalDraw"
    return "SoloUnknown" if key == "MYSTERY" and board.winner is not None else None


Scores = Mapping[Key, Sequence[Fraction] | set[str]]


SYSTEMS = [one for one in systems() if one in one_of_each_rule() or one.taking_costs]


@pytest.fixture(scope="module", params=SYSTEMS, ids=lambda system: system.key)
def scored(request: pytest.FixtureRequest) -> tuple[System, Scores]:
    """A system, and each game's scores under it, or the faults that it finds."""
    system, scores = request.param, {}
    for board in finished():
        try:
            scores[key_of(board)] = system.score(board, **OPTIONS.get(system.key, {}))
        except Faults as refused:
            scores[key_of(board)] = {type(fault).__name__ for fault in refused.faults}
    return system, scores


def test_every_finished_game_has_its_score(scored: tuple[System, Scores]) -> None:
    system, scores = scored
    options = OPTIONS.get(system.key, {})
    for board in finished():
        totals, reason = scores[key_of(board)], reason_to_refuse(system.key, board)
        if reason is not None:
            assert totals == {reason}, board
            continue
        assert not isinstance(totals, set), (board, totals)
        assert all(isfinite(total) for total in totals), board
        if system.monotone:
            assert not out_of_order(system.read(board, **options), totals), (
                board,
                totals,
            )


def test_whether_taking_a_centre_can_lower_a_score_is_declared(scored: tuple[System, Scores]) -> None:
    """In both directions: a declared exception has an example, and no other system has one."""
    system, scores = scored
    lower = []
    for before, seat, after, there in takings():
        less, more = scores[after], scores[before]
        if not isinstance(less, set) and not isinstance(more, set) and less[there] < more[seat]:
            lower.append((before, seat, after))
    assert bool(lower) == bool(system.taking_costs), lower[:1]


def out_of_order(board: Board, totals: Any) -> list[int]:
    """Seats that score less than the next smaller power of their standing, or not as an equal one."""
    standing = [2 * (seat == board.winner) + (seat in board.drew) for seat in SEATS]
    wrong = []
    for larger, smaller in zip(board.survivors, board.survivors[1:], strict=False):
        if standing[larger] == standing[smaller] and totals[larger] != totals[smaller]:
            level = board.centres[larger] == board.centres[smaller]
            if level or totals[larger] < totals[smaller]:
                wrong.append(larger)
    return wrong


def test_mystery_with_the_value_of_a_solo() -> None:
    (mystery,) = (system for system in systems() if system.key == "MYSTERY")
    for board in finished():
        assert sum(mystery.score(board, solo=200)) >= 200


@pytest.mark.parametrize("year", [1901, 1907, 1909, 1911, 1913, 1920])
def test_armada_in_other_years(year: int) -> None:
    (armada,) = (system for system in systems() if system.key == "ARMADA")
    for board in finished():
        if board.ending.end in (End.SOLO, End.CLOCK):
            gone = [None if n else year for n in board.centres]
            later = Board(board.centres, eliminated=gone, year=year)
            totals = armada.score(later)
            assert not out_of_order(armada.read(later), totals), (later, totals)
