"""The laws of systems: three derived by hand, and all stored ones compared with what `score` gives."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from templates.systems import compute_laws
from xl_dipscore import score, systems
from xl_dipscore.rules.board import CENTRES
from xl_dipscore.rules.choice.laws import Found, contradictions, laws_of
from xl_dipscore.rules.choice.shares import shares
from xl_dipscore.rules.choice.stored import Stored, as_data, from_data, stored_laws
from xl_dipscore.rules.system import System, find

SAMPLE = [*islice(systems(), 3, None, 24)]
"""The systems whose laws are computed again: each takes a second or two."""
NOT_AT_THE_END = {"SAMUEL": "the cost is of a power that lost its last centre in an earlier year"}
"""Systems that say that taking a centre can cost points, where no exchange in the last year does."""


def law(key: str, name: str) -> Found:
    (found,) = [one for one in stored_laws(find(key)).laws.found if one.law == name]
    return found


def test_the_shares_are_the_partitions_of_34_into_at_most_seven_parts() -> None:
    made = shares()
    assert len(made) == len({*made}) == 3120
    assert all(sum(one) == CENTRES and sorted(one, reverse=True) == [*one] for one in made)


def test_by_hand_the_sum_of_wbc_is_least_in_a_six_or_seven_way_draw_and_most_after_a_two_way_one() -> None:
    """34 centres, and nothing for 6 or 7, 5 for a 5-way draw, ... 44 for a 2-way draw, 46 for a win.

    A win of 18 centres or more adds 46 to the 34.
    """
    found = law("WBC", "sum")
    assert not found.holds
    totals = sorted({sum(score("WBC", one.board)) for one in found.scores})
    assert totals == [34, 34 + 46]


def test_by_hand_a_solo_of_armada_2018_is_worth_less_than_a_two_way_draw() -> None:
    """28 1 1 1 1 1 1 in 1908: each loser has 6 x 8 - 1 = 47, and the winner what is left of 420."""
    found = law("ARMADA18", "solo")
    worst, best = found.scores
    assert (worst.board.centres, worst.points) == ((28, 1, 1, 1, 1, 1, 1), 420 - 6 * (6 * 8 - 1))
    gone = [None, None, 1907, 1906, 1905, 1904, 1903]
    two_way = score("ARMADA18", [17, 17, 0, 0, 0, 0, 0], draw=[0, 1], eliminated=gone, year=1908)
    dead = 1 * 3 + 2 * 4 + 3 * 5 + 4 * 6 + 5 * 7
    assert two_way[0] == Fraction(420 - dead, 2) > worst.points
    assert best.points >= two_way[0]


def test_by_hand_a_centre_can_cost_a_member_of_a_draw_under_burgess() -> None:
    """A member of the draw loses a point for each centre, by the system's own words."""
    before, after = law("BURGESS", "taking").scores
    assert after.board.centres[after.seat] == before.board.centres[before.seat] + 1
    assert after.points < before.points


def test_by_hand_every_solo_beats_every_draw_where_a_draw_shares_what_a_solo_takes() -> None:
    assert law("DRAWSIZE", "solo").holds
    assert law("DRAWSIZE", "sum").holds
    assert law("DRAWSIZE", "smaller draw").holds
    broken = [s.key for s in systems() for f in stored_laws(s).laws.found if f.law == "solo" and not f.holds]
    assert broken == ["ARMADA18", "DIPLOLIGUE"]


def test_every_system_has_laws_or_says_why_not() -> None:
    without = {system.key for system in systems() if stored_laws(system).laws.left_out}
    charts = {system.key for system in systems() if "chart" in system.needs}
    assert without == charts | {"CUSTOM", "GENCON", "MYSTERY"}
    assert all(stored_laws(system).sentences for system in systems())


def test_a_stored_board_scores_what_its_law_says() -> None:
    for system in systems():
        for found in stored_laws(system).laws.found:
            for one in found.scores:
                assert score(system, one.board)[one.seat] == one.points, found.sentence


def test_declarations_and_laws_agree() -> None:
    for system in systems():
        laws = stored_laws(system).laws
        assert [*contradictions(laws)] == []
        broken = {one.law for one in laws.found if not one.holds}
        if system.taking_costs and laws.found and system.key not in NOT_AT_THE_END:
            assert "taking" in broken, system.key


def test_a_declaration_that_the_boards_refute_is_found() -> None:
    laws = stored_laws(find("BURGESS")).laws
    silent = replace(find("BURGESS"), taking_costs="")
    assert len([*contradictions(type(laws)(silent, "", laws.found))]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("system", SAMPLE, ids=lambda system: system.key)
def test_the_stored_laws_are_those_that_the_rules_give(system: System) -> None:
    assert as_data(compute_laws(system)) == as_data(stored_laws(system))


def test_stored_laws_come_back_as_they_were() -> None:
    system = find("SOS")
    stored = stored_laws(system)
    assert from_data(system, as_data(stored)) == stored
    assert isinstance(stored, Stored)
    assert laws_of(find("CUSTOM")).left_out
