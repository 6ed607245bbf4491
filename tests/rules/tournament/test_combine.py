"""How rounds make a total: the numbers of the articles, the grammar, and its laws."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from tests.rules.tournament.events import THREE, board, fixed, games, totals, write
from xl_dipscore import Faults, Settings, score, standings, systems
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import find
from xl_dipscore.rules.systems.ndc import NoRuleForRounds, two_days
from xl_dipscore.rules.tournament.combine import UnknownCombiningRule, own_rule, rule_of, total_of, ways
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.totals import dip_total

VECTORS = Path(__file__).parents[2] / "vectors" / "tournaments.json"
KNOWN = {one["id"]: one for one in json.loads(VECTORS.read_text("utf-8"))}
CALLS = {function.name: function.call for function in FUNCTIONS}


def exact(*scores: Any) -> list[Fraction | None]:
    return [None if s is None else Fraction(str(s)) for s in scores]


def total(rule: str, *scores: Any, rounds: int | None = None) -> Fraction | None:
    return total_of(rule_of(rule), exact(*scores), rounds)


def in_an_event(system: str, scores: list[Any], rounds: int, **options: object) -> Fraction:
    """The total of a player with these scores, by way of games."""
    listed = games(*(fixed({"a": s}, n) for n, s in enumerate(scores, 1)))
    settings = Settings(rounds=rounds)
    found: Fraction = totals(standings(system, listed, settings, **options))["a"]
    return found


# -- the articles -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", KNOWN["ndc_one_round"]["cases"], ids=lambda case: str(case["rounds"]))
def test_ndc_of_the_vectors(case: dict[str, Any]) -> None:
    assert float(total("NDC", *case["rounds"], rounds=2) or 0) == pytest.approx(case["total"], abs=0.0051)
    scores = [[*case["rounds"], None][:2]]
    assert CALLS["NDC_TOTAL"](scores)[0][0] == pytest.approx(case["total"], abs=0.0051)


def test_ndc_a_win_on_one_day_is_a_third_of_a_hundred() -> None:
    assert total("NDC", 100, None) == Fraction(100, 3)
    assert total("NDC", None, 100) == Fraction(100, 3)
    assert total("NDC", 100, 0) == Fraction(100, 2)
    assert total("NDC", 100, rounds=1) == 100
    assert total("NDC", 100, rounds=2) == Fraction(100, 3)


def test_ndc_does_not_say_how_three_rounds_combine() -> None:
    for rounds in (3, 4):
        with pytest.raises(Faults, match="choose best 2 or mean all") as caught:
            total("NDC", 100, 50, rounds=rounds)
        assert isinstance(caught.value.faults[0], NoRuleForRounds)
        assert caught.value.cell == "#NUM!"
    assert CALLS["NDC_TOTAL"]([[1, 2, 3], [None, None, None]]) == [["#NUM!"], [""]]
    gone = {"G": 1904, "I": 1905, "R": 1905, "T": 1906}
    three = games(*(board(THREE, "a", n, eliminated=gone) for n in (1, 2, 3)))
    with pytest.raises(Faults, match="NDC says how to combine two rounds, not 3"):
        standings("NDC", three)
    years = {"Germany": 1904, "Italy": 1905, "Russia": 1905, "Turkey": 1906}
    one = score("NDC", Board(THREE, year=1908, eliminated=years))
    assert totals(standings("NDC", three, Settings(combine="best 2")))["a"] == 2 * one[0]


@each("case", KNOWN["dcc_rounds"]["cases"], ids=str)
def test_dcc_of_the_vectors(case: dict[str, Any]) -> None:
    rounds, scores = case["tournament_rounds"], case["scores"]
    expected = pytest.approx(case["total"], abs=1e-6)
    assert float(total("DCC", *scores, rounds=rounds) or 0) == expected
    row = [[*scores, *[None] * (rounds - len(scores))]]
    assert dip_total("dcc", row)[0][0] == expected
    assert CALLS["DCC_TOTAL"]([scores], rounds)[0][0] == expected
    assert float(in_an_event("DCC", scores, rounds)) == expected


@each(
    ("rounds", "scores", "expected"),
    [
        (4, [400, 300, 200, 100], Fraction(1000, 4)),
        (4, [400, 300, 200], Fraction(95, 100) * 900 / 3),
        (4, [400, 300], Fraction(875, 1000) * 700 / 2),
        (4, [400], Fraction(80, 100) * 400 / 2),
        (3, [400, 300, 200], Fraction(900, 3)),
        (3, [400, 300], Fraction(85, 100) * 700 / 2),
        (3, [400], Fraction(75, 100) * 400 / (2 * 1)),
        (5, [400, 300, 200, 100, 0], Fraction(1000, 5)),
        (5, [400, 300, 200], Fraction(900, 3)),
        (5, [400, 300], 700 / Fraction(5, 2)),
        (5, [400], 400 / Fraction(5, 2)),
        (6, [400, 300, 200, 100], Fraction(1000, 4)),
        (6, [400, 300, 200], Fraction(900, 3)),
        (6, [400], Fraction(400, 3)),
        (8, [700], Fraction(700, 4)),
        (2, [400, 300], Fraction(700, 2)),
        (2, [400], Fraction(400, 2)),
        (1, [400], Fraction(400)),
    ],
)
def test_dcc_every_number_of_rounds(rounds: int, scores: list[int], expected: Fraction) -> None:
    assert total("DCC", *scores, rounds=rounds) == expected
    assert in_an_event("DCC", scores, rounds) == expected


def test_dcc_what_r_is_in_three_rounds_is_the_directors() -> None:
    assert in_an_event("DCC", [400, 300], 3, divisor="event") == Fraction(85, 100) * 700 / 3
    assert in_an_event("DCC", [400], 3, divisor="event") == Fraction(75, 100) * 400 / (2 * 3)
    assert in_an_event("DCC", [400, 300], 4, divisor="event") == Fraction(875, 1000) * 700 / 2
    named = standings("DCC", games(fixed({"a": 400})), Settings(rounds=3, combine="dcc"), divisor="event")
    assert named[0].total == Fraction(75, 100) * 400 / 6


@pytest.mark.parametrize(("system", "kept"), [("ARMADA", 3), ("CONQUEST", 2), ("ORIGINS", 2), ("WBC", 2)])
def test_the_best_rounds_of_the_articles(system: str, kept: int) -> None:
    assert own_rule(find(system)).name == f"best {kept}"
    scores = [30, 10, 40, 20]
    assert total(system, *scores) == sum(sorted(scores)[-kept:])
    assert CALLS[f"{system}_TOTAL"]([scores]) == [[sum(sorted(scores)[-kept:])]]


def test_everybody_else_adds_up() -> None:
    own = {"NDC", "DCC", "MYSTERY", "ARMADA", "CONQUEST", "ORIGINS", "WBC", "MANORCON"}
    for system in systems():
        if system.key not in own and system.combine == "sum":
            assert total_of(own_rule(system), exact(30, None, 40, 20)) == 90, system.key
    others = ("BOSTON", "CDIPLO", "DIXIECON", "DRAWSIZE", "GENCON", "SOS", "TEMPEST", "TOWNSEND", "TRIBUTE")
    assert {total_of(own_rule(find(key)), exact(30, None, 40, 20)) for key in others} == {90}


def test_mystery_divides_by_the_events_rounds() -> None:
    assert total("MYSTERY", 100, None, 10, rounds=4) == Fraction(110, 4)
    assert dip_total("mystery", [[100, None, 10]], 4) == [[27.5]]
    assert "MYSTERY_TOTAL" not in CALLS
    assert "GENCON_TOTAL" not in CALLS


# -- what Birsan says of wins and draws -----------------------------------------------------------


def test_value_of_a_win() -> None:
    """The comparisons of the article, and where they do not hold."""
    claims = KNOWN["birsan_claims"]["claims"]
    dixie = next(c for c in claims if c["claim"].startswith("DixieCon: two 3-ways"))
    three_way_11 = Fraction(270 + 70 + 50, 3) + 4 * 11
    win = 270 + 4 * 18
    assert total("sum", 2 * [three_way_11][0]) == dixie["left"] == 348
    assert win == 342
    assert total("DIXIECON", three_way_11, three_way_11) > total("DIXIECON", win, 5)  # type: ignore[operator]
    assert total("DIXIECON", three_way_11, three_way_11) < total("DIXIECON", win, 10)  # type: ignore[operator]
    assert total("ARMADA", 56, 56) > total("ARMADA", 104, 0)  # type: ignore[operator]
    in_1908 = total("ARMADA", 56 - 8, 56 - 8), total("ARMADA", 104 - 8, 8)
    assert in_1908 == (96, 104)
    assert total("DRAGONFLIGHT", 61, 0) > total("DRAGONFLIGHT", 30, 30)  # type: ignore[operator]
    assert total("DRAGONFLIGHT", 61, 0, 0) > total("DRAGONFLIGHT", 20, 20, 20)  # type: ignore[operator]
    assert total("sum", 46) > total("sum", 10, 10, 10, 10)  # type: ignore[operator]
    assert total("sum", 18 + 46) == total("sum", *[6 + 10] * 4)
    assert total("TEMPEST", 150) > total("TEMPEST", *[Fraction(150 - 5, 3)] * 3)  # type: ignore[operator]
    assert total("TEMPEST", 150) == total("TEMPEST", *[Fraction(150, 3)] * 3)
    assert Fraction(270 + 70 + 50 + 34, 4) + 4 * 5 < 70 + 4 * 16


# -- the grammar ---------------------------------------------------------------------------------


@each(
    ("rule", "scores", "rounds", "expected"),
    [
        ("sum", [10, None, 20], None, 30),
        ("mean", [10, None, 20], None, 15),
        ("mean", [10, None, 20], 5, 15),
        ("mean all", [10, None, 20], None, 10),
        ("mean all", [10, None, 20], 5, 6),
        ("best 2", [10, 30, 20], None, 50),
        ("best 2", [10, None, None], None, 10),
        ("best 1", [10, 30, 20], None, 30),
        ("best 12", [10, 30, 20], None, 60),
        ("best 999999999999", [10, 30, 20], None, 60),
        ("drop 1", [10, 30, 20], None, 50),
        ("drop 1", [10, None, 20], None, 30),
        ("drop 1", [None, None, 20], None, 20),
        ("drop 1", [10, 30, 20], 4, 60),
        ("drop 2", [10, 30, 20], 4, 50),
        ("drop 0", [10, 30, 20], None, 60),
        ("drop 3", [10, 30, 20], None, 0),
        ("100/100/50", [10, 30, 20], None, 30 + 20 + 5),
        ("100/100/50", [10, None, 30], None, 40),
        ("100/80/40", [50, 50, 100, 7], None, 100 + 40 + 20),
        ("100/33.3", [30, 10], None, 30 + Fraction("3.33")),
        ("100%/50%", [30, 10], None, 35),
    ],
)
def test_the_grammar(rule: str, scores: list[Any], rounds: int | None, expected: Fraction) -> None:
    assert total(rule, *scores, rounds=rounds) == expected


@each(
    ("typed", "name"),
    [
        (" SUM ", "sum"),
        ("Mean", "mean"),
        ("MeanAll", "mean all"),
        ("mean  all", "mean all"),
        ("BEST2", "best 2"),
        ("Best  2", "best 2"),
        ("Drop 1", "drop 1"),
        ("100 / 100 / 50", "100/100/50"),
        ("ndc", "NDC"),
        (" DcC", "DCC"),
        ("mystery", "MYSTERY"),
        ("armada", "best 3"),
    ],
)
def test_case_and_spaces_do_not_matter(typed: str, name: str) -> None:
    assert rule_of(typed).name == name


@each("typed", ["", "best", "best 0", "best -1", "best two", "drop", "100", "100/", "1/x", "DC(C)", "median"])
def test_an_unknown_rule_lists_the_known(typed: str) -> None:
    with pytest.raises(UnknownCombiningRule) as caught:
        rule_of(typed)
    for known in ("sum", "mean", "mean all", "best N", "drop N", "100/100/50", "DCC", "MYSTERY", "NDC"):
        assert known in str(caught.value)
    assert dip_total(typed, [[1, 2], [3, 4]]) == [["#N/A"], ["#N/A"]]


def test_the_rounds_that_made_the_total() -> None:
    listed = games(*(fixed({"a": s}, n) for n, s in enumerate([10, 40, 30, 40], 1)))

    def counted(rule: str) -> tuple[object, ...]:
        return standings("SOS", listed, Settings(combine=rule))[0].counted

    assert counted("best 2") == (2, 4)
    assert counted("best 1") == (2,)
    assert counted("best 3") == (2, 3, 4)
    assert counted("100/50") == (2, 4)
    assert counted("sum") == counted("mean") == (1, 2, 3, 4)


def test_the_events_rounds_are_the_last_with_a_result() -> None:
    boards = [fixed({"a": 60}), fixed({"a": 60}, 3), board((None,) * 7, "ab", 4)]
    assert totals(standings("SOS", games(*boards), Settings(combine="mean all")))["a"] == Fraction(120, 3)
    planned = standings("SOS", games(*boards), Settings(combine="mean all", rounds=4))
    assert totals(planned)["a"] == Fraction(120, 4)
    assert planned.rounds == (1, 2, 3, 4)


def test_a_wholly_blank_row_has_no_total() -> None:
    for rule in ("sum", "mean", "best 2", "100/50", "NDC", "DCC"):
        assert total_of(rule_of(rule), [None, None]) is None
        assert dip_total(rule, [[None, ""], [None, 6]])[0] == [""]


# -- weights ------------------------------------------------------------------------------------


def number_of(words: str) -> Fraction:
    """The meaning of `95 %, divided by 3`."""
    found = re.fullmatch(r"(?:in full|(?:([\d.]+) %)?(?:(?:, )?divided by ([\d.]+)(?:, only .*)?)?)", words)
    assert found is not None, words
    return Fraction(found[1] or 100) / 100 / Fraction(found[2] or 1)


RULES = [one.example for one in ways()] + [system.key for system in systems() if callable(system.combine)]


@pytest.mark.parametrize("rule", RULES)
@given(st.lists(st.fractions(-50, 700), min_size=1, max_size=6), st.integers(0, 3))
def test_a_total_is_the_scores_by_their_weights_and_the_words_say_them(
    rule: str, scores: list[Fraction], missed: int
) -> None:
    most = 2 if rule == "NDC" else 9
    played = dict(enumerate(scores[:most], 1))
    rounds = min(len(scores) + missed, most)
    found = rule_of(rule)(played, rounds)
    assert sum(played[n] * weight.exact for n, weight in found.weights.items()) == found.total
    assert list(found.weights) == sorted(found.weights)
    for weight in found.weights.values():
        assert number_of(str(weight)) == weight.exact


@each(
    ("rule", "scores", "rounds", "words"),
    [
        ("sum", [10, 20], 4, ["in full", "in full"]),
        ("mean", [10, 20, 30], 4, ["divided by 3"] * 3),
        ("mean", [10], 4, ["in full"]),
        ("mean all", [10, 20], 4, ["divided by 4"] * 2),
        ("best 2", [10, 30, 20], 3, ["", "in full", "in full"]),
        ("drop 1", [10, 30], 3, ["in full", "in full"]),
        ("100/100/50", [10, 30, 20, 5], 4, ["50 %", "in full", "in full", ""]),
        ("DCC", [10, 30, 20], 4, ["95 %, divided by 3"] * 3),
        ("DCC", [10, 30], 4, ["87.5 %, divided by 2"] * 2),
        ("DCC", [10], 3, ["75 %, divided by 2"]),
        ("DCC", [10, 30], 5, ["divided by 2.5"] * 2),
        ("NDC", [10], 2, [str(two_days([Fraction(10)], 2)[0])]),
        ("NDC", [10, 30], 2, ["divided by 2"] * 2),
        ("MYSTERY", [10, 30], 3, ["divided by 3"] * 2),
        ("GENCON", [10, 30], 3, ["in full"] * 2),
    ],
)
def test_how_each_score_counts(rule: str, scores: list[int], rounds: int, words: list[str]) -> None:
    played = {n: Fraction(score) for n, score in enumerate(scores, 1)}
    weights = rule_of(rule)(played, rounds).weights
    assert [str(weights.get(n, "")) for n in played] == words


# -- exactness ----------------------------------------------------------------------------------


def test_three_thirds_tie_with_a_plain_hundred() -> None:
    even = (10, 10, 10, 0, 0, 0, 0)
    listed = games(*(board(even, "t", n) for n in (1, 2, 3)), board((34, 0, 0, 0, 0, 0, 0), "wl", 1, 2))
    table = standings("SOS", listed)
    assert [(row.rank, row.player, row.total) for row in table] == [(1, "t", 100), (1, "w", 100), (3, "l", 0)]


def test_scores_may_be_rounded_before_they_are_added() -> None:
    listed = games(*(board((10, 10, 10, 0, 0, 0, 0), "t", n) for n in (1, 2, 3)))
    assert standings("SOS", listed, Settings(decimals=2))[0].total == 3 * Fraction("33.33")
    assert standings("SOS", listed, Settings(decimals=0))[0].total == 99
    half = games(fixed({"a": 12.5, "b": "-0.5"}))
    assert totals(standings("SOS", half, Settings(decimals=0))) == {"a": 13, "b": -1}


# -- laws ---------------------------------------------------------------------------------------

scores_ = st.lists(st.none() | st.integers(0, 700), min_size=1, max_size=6)


@given(scores_, st.integers(1, 7), st.data())
def test_a_better_score_never_lowers_a_total_under_best_n(
    scores: list[Any], n: int, data: st.DataObject
) -> None:
    rule = rule_of(f"best {n}")
    before = total_of(rule, exact(*scores)) or 0
    better = list(scores)
    at = data.draw(st.integers(0, len(scores) - 1))
    better[at] = data.draw(st.integers(better[at] or 0, 800))
    assert (total_of(rule, exact(*better)) or 0) >= before


@given(
    scores_,
    st.permutations(range(6)),
    st.sampled_from(["sum", "mean", "mean all", "best 2", "drop 1", "100/50", "DCC"]),
)
def test_the_order_of_the_rounds_changes_no_total(scores: list[Any], order: list[int], rule: str) -> None:
    moved = [scores[i] for i in order if i < len(scores)]
    assert total(rule, *scores) == total(rule, *moved)


@given(scores_)
def test_rules_that_are_the_same_agree(scores: list[Any]) -> None:
    n = len(scores)
    assert total("sum", *scores) == total(f"best {n}", *scores) == total("drop 0", *scores)
    assert total("best 2", *scores) == total("100/100", *scores)
    if n > 1:
        assert total("drop 1", *scores) == total(f"best {n - 1}", *scores)


# -- at most so many rounds ---------------------------------------------------------------------

FOUR_ROUNDS = [fixed({"a": points}, round_) for round_, points in enumerate((40, 10, 30, 20), 1)]


@each(
    ("rule", "most", "expected"),
    [
        ("sum", 3, 40 + 30 + 20),
        ("mean", 3, Fraction(40 + 30 + 20, 3)),
        ("mean all", 3, Fraction(40 + 30 + 20, 3)),
        ("mean all", 5, Fraction(40 + 30 + 20 + 10, 4)),
        ("best 2", 3, 40 + 30),
        ("drop 1", 3, 40 + 30),
        ("100/50", 1, 40),
        ("London Open", 3, 40 + 30 + Fraction(20, 2)),
        ("sum then best 2", 3, 40 + 30),
        ("sum", 0, 40 + 30 + 20 + 10),
    ],
)
def test_at_most_so_many_rounds_count(rule: str, most: int, expected: Any) -> None:
    table = standings("SOS", games(*FOUR_ROUNDS), Settings(combine=rule, most_rounds=most, rounds=4))
    assert totals(table)["a"] == expected


def test_at_most_three_of_four_rounds_by_the_systems_own_rule(dipscore: Any, tmp_path: Path) -> None:
    """DC(C) of three rounds: their mean. The explanation and the rule's name say which three counted."""
    path = write(tmp_path / "games.csv", *FOUR_ROUNDS)
    got = dipscore("standings", "DCC", path, "--most-rounds", 3)
    line = dict(zip(got.table[0], got.table[1], strict=True))
    assert (line["player"], float(line["total"]), line["counted"]) == ("a", (40 + 30 + 20) / 3, "1 3 4")
    table = standings("DCC", games(*FOUR_ROUNDS), Settings(most_rounds=3))
    assert table.rule == "DCC, of at most 3 rounds"
