"""Settings that ask for more rounds than an event has are doubts; settings that fit are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from xl_dipscore import Settings
from xl_dipscore.errors import Fault
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.doubts.settings import (
    CountsEvery,
    CountsEverySoFar,
    CountsNone,
    MoreThanRounds,
    odd_settings,
)

SOS = find("SOS")


def kinds(settings: Settings, played: int = 0, **options: object) -> list[type[Fault]]:
    return [type(one) for one in odd_settings(SOS, settings, options, played)]


@given(st.integers(1, 9), st.integers(1, 12))
def test_best_counts_every_round_or_drops_some(rounds: int, best: int) -> None:
    """A rule that counts as many rounds as there are is usual: it is a rule for players who miss none."""
    for rule in (f"best {best}", "/".join(["100"] * max(2, best)), f"ranks best {best}"):
        most = max(2, best) if "/" in rule else best
        more = most > rounds
        assert kinds(Settings(combine=rule, rounds=rounds)) == [CountsEvery] * more
        assert kinds(Settings(combine=rule), rounds) == [CountsEverySoFar] * more
        assert kinds(Settings(combine=rule)) == []


@given(st.integers(1, 9), st.integers(0, 12))
def test_a_rule_that_drops_every_round_is_told(rounds: int, drop: int) -> None:
    assert kinds(Settings(combine=f"drop {drop}", rounds=rounds)) == [CountsNone] * (drop >= rounds)


@pytest.mark.parametrize(
    "settings",
    [
        {"min_rounds": 4},
        {"most_rounds": 4},
        {"round_weights": (1, 1, 1, 2)},
    ],
)
def test_an_option_for_more_rounds_than_planned(settings: dict[str, object]) -> None:
    assert kinds(Settings(rounds=3, **settings)) == [MoreThanRounds]  # type: ignore[arg-type]
    assert kinds(Settings(rounds=4, **settings)) == []  # type: ignore[arg-type]
    assert kinds(Settings(**settings), 3) == []  # type: ignore[arg-type]


def test_systems_of_more_rounds_than_planned() -> None:
    assert kinds(Settings(rounds=2), round_systems="SOS, DCC, WBC") == [MoreThanRounds]
    assert kinds(Settings(rounds=3), round_systems="SOS, DCC, WBC") == []


@each("rule", ["sum", "mean all", "best 3 + last", "100/50...", "best 9 games", "best 2"])
def test_rules_that_fit_four_rounds(rule: str) -> None:
    assert kinds(Settings(combine=rule, rounds=4)) == []


def test_the_systems_own_rule_is_no_choice_of_the_director() -> None:
    assert [*odd_settings(find("ARMADA"), Settings(combine="best 3", rounds=2), {}, 0)] == []
    assert [*odd_settings(find("ARMADA"), Settings(combine="best 4", rounds=2), {}, 0)]
