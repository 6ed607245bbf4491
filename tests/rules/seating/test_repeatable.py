"""A draw can be repeated before witnesses: the same seats in another process and on another computer."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from xl_dipscore.rules.seating import BoardCall, Player, Wishes, draw, order_of, powers_of, search

AGREED = "adf0dce3305e66f1"
"""Recorded once; every version of Python and every system must give the same."""


def roster() -> list[Player]:
    return [
        Player(
            f"P{n}",
            club="Bonn" if n % 4 == 1 else "",
            apart=("x",) if n in (10, 17) else (),
            rating=n * 37 % 50,
            away=frozenset({2}) if n < 7 else frozenset(),
            two_boards=n == 30,
        )
        for n in range(42)
    ]


def fingerprint() -> str:
    """Draws of rounds one by one, of rounds at once, of two boards, and of groups."""
    regions = Wishes(powers_of("regions"))
    calls: list[BoardCall] = []
    for round_ in (1, 2, 3):
        calls += draw(roster(), [round_], calls, regions, seed=round_).calls
    calls += draw(roster()[:28], [1, 2, 3], (), regions, seed=7).calls
    calls += draw(roster()[7:41], [1], (), Wishes(**order_of("groups=2")), seed=7, sit_out=True).calls
    calls += draw([*roster()[8:41], Player("Zoe", two_boards=True)], [1], seed=9).calls
    return hashlib.sha256(repr([tuple(call) for call in calls]).encode()).hexdigest()[:16]


def test_the_seats_agreed_on(short) -> None:
    assert fingerprint() == AGREED


@pytest.mark.parametrize("salt", ["1", "2"])
def test_in_another_process(salt) -> None:
    """Where sets of names stand in another order."""
    code = "from xl_dipscore.rules.seating import *\n"
    code += "p = [Player(f'P{n}', club='ab'[n % 2]) for n in range(21)]\n"
    code += "print(draw(p, [1, 2], seed=4).calls)"
    env = {**os.environ, "PYTHONHASHSEED": salt}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    players = [Player(f"P{n}", club="ab"[n % 2]) for n in range(21)]
    assert ran.stdout.strip() == str(draw(players, [1, 2], seed=4).calls)


def test_how_likely_a_change_for_the_worse_is() -> None:
    """e to the power of -x, within a thousandth."""
    likely = search._acceptance_odds(4.0)
    assert likely[0] == 1
    assert abs(likely[4] - 0.367879) < 0.001
    assert likely == sorted(likely, reverse=True)
    assert search._levels(1.0, 0.5) == [1.0, *search._levels(0.93, 0.5)]
