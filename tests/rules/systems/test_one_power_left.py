"""A game that nobody marked and in which one power is still played: conceded to it, under every system."""

from fractions import Fraction
from typing import Any

import pytest

from tests.boards import full
from tests.each import each
from tests.rules.systems.explained import about, amounts
from xl_dipscore import Board, Faults, explain, score, systems
from xl_dipscore.rules.system import ConcessionTooSmall, ConcessionToSmaller, NobodyDraws, System, find
from xl_dipscore.tables.functions.boards import dip_check, dip_score

GONE = [1904, 1905, 1906, 1907]
LARGE = full(16, 10, 8, 0, 0, 0, 0, gone=[None] * 3 + GONE, civil_disorder=[1, 2])
LEVEL = full(17, 17, 0, 0, 0, 0, 0, gone=[None, None, 1903, *GONE], civil_disorder=[1])
CHART = {y: (4, 4, 4, 4, int(y < 1904), int(y < 1905), int(y < 1906)) for y in range(1901, 1908)}
CHART |= {1908: (10, 9, 8, 7, 0, 0, 0)}
SMALL = full(*CHART[1908], civil_disorder=[0, 1, 2], chart=CHART)
SURVIVOR = full(17, 0, 0, 0, 0, 0, 0)

NOBODY = (0, 0, 0, 0, 0, 0)
YEARS = (8, 8, 4, 5, 6, 7)
"""The years that the six others of LARGE played."""


@each(
    ("key", "board", "scores"),
    [
        ("WBC", LARGE, (18 + 46, 10, 8, 0, 0, 0, 0)),
        ("WBC", LEVEL, (18 + 46, 17, 0, 0, 0, 0, 0)),
        ("WBC", SURVIVOR, (18 + 46, *NOBODY)),
        ("TOWNSEND", LARGE, (16 + 100 + 1, 10 - 2, 8 - 2, 0, 2, 0, -1)),
        ("TOWNSEND", LEVEL, (17 + 100 + 1, 17 - 2, -2, 0, 2, 0, -1)),
        ("TOWNSEND", SMALL, (10 + 1, 9 - 2, 8 - 2, 7 + 100, 2, 0, -1)),
        ("BOSTON", LARGE, (110, *NOBODY)),
        ("BOSTON", LEVEL, (110, *NOBODY)),
        ("BOSTON", SMALL, (0, 0, 0, 110, 0, 0, 0)),
        ("PIGGYBACK", LARGE, (80 + 16, 1 + 10, 1 + 8, 1, 1, 1, 1)),
        ("PIGGYBACK", LEVEL, (80 + 17, 1 + 17, 1, 1, 1, 1, 1)),
        ("PIGGYBACK", SMALL, (1 + 10, 1 + 9, 1 + 8, 80 + 7, 1, 1, 1)),
        ("ARMADA", LARGE, (104 - 8, *YEARS)),
        ("CALGARY", LARGE, (12 + 16, 10, 8, 0, 0, 0, 0)),
        ("CALGARY", LEVEL, (12 + 17, 17, 0, 0, 0, 0, 0)),
        ("CALGARY", SMALL, (10, 9, 8, 12 + 7, 0, 0, 0)),
        ("CARNAGE", LARGE, (28034, *NOBODY)),
        ("CDIPLO", LARGE, (100, *NOBODY)),
        ("CONQUEST", LARGE, (34, *NOBODY)),
        ("DCC", LARGE, (700, *NOBODY)),
        ("DIXIECON", LARGE, (270 + 4 * 16, 70 + 4 * 10, 50 + 4 * 8, 0, 10, 20, 34)),
        ("DRAGONFLIGHT", LARGE, (61, *NOBODY)),
        ("DRAGONFLIGHT", SURVIVOR, (61, *NOBODY)),
        ("GENCON", LARGE, LARGE.centres),
        ("MANORCON", LARGE, (75, *(Fraction(n, 10) for n in YEARS))),
        ("NDC", LARGE, (100, *(Fraction(n, 10) for n in (8, 8, 3, 4, 5, 6)))),
        ("SOS", LARGE, (100, *NOBODY)),
        ("SOS", SMALL, (0, 0, 0, 100, 0, 0, 0)),
        ("TEMPEST", LARGE, (150, *NOBODY)),
        ("TRIBUTE", LARGE, (100, *NOBODY)),
        ("VICTORIA", LARGE, (125, *NOBODY)),
        ("WHIPPING", LARGE, (450, *NOBODY)),
        ("WHIPPING24", LARGE, (468, *YEARS)),
    ],
)
def test_it_scores_as_a_concession(key: str, board: Board, scores: Any) -> None:
    assert score(key, board) == scores


def test_its_explanation_says_what_it_is() -> None:
    assert amounts("WBC", LARGE) == [[18, 10, 8, 0, 0, 0, 0], [46, *NOBODY]]
    assert about("WBC", LARGE, "conceded win counts as 18")[0] == 18


@pytest.mark.parametrize("key", ["DIXIECON", "ORIGINS", "PREZCON", "WBC"])
def test_it_is_held_to_the_threshold(key: str) -> None:
    centres = (10, 9, 8, 7, 0, 0, 0)
    gone = {"Italy": 1901, "Russia": 1901, "Turkey": 1901}
    board = Board(centres, (), gone, 1901, civil_disorder=[0, 1, 2], chart={1901: centres})
    with pytest.raises(Faults) as refused:
        score(key, board)
    assert [type(fault) for fault in refused.value.faults] == [ConcessionTooSmall, ConcessionToSmaller]
    assert str(refused.value).count("Germany is the only power still played") == 1


UNBOUND = [system for system in systems() if system.concession is None]


@each("system", UNBOUND, ids=lambda system: system.key)
def test_without_a_threshold_any_size_will_do(system: System) -> None:
    value = {"solo": 200} if system.key == "MYSTERY" else {}
    assert not any("1-way" in part.label for part in explain(system.key, SMALL, **value).lines)
    assert [*[*system.notes(SMALL)][:2], str(next(SMALL.probable_typos()))] == [
        "Austria, England and France in civil disorder.",
        "Germany is the only power still played, and none is marked: read as conceded to it.",
        "Germany is not the largest power; Austria has 10 centres.",
    ]


@each("system", systems(), ids=lambda system: system.key)
def test_nobody_left_is_a_fault_until_the_director_marks_somebody(system: System) -> None:
    facts: dict[str, Any] = {"civil_disorder": range(7), "chart": {1901: (12, 12, 10, 0, 0, 0, 0)}}
    for draw, faults in (((), [NobodyDraws]), ((0, 1), [])):
        board = Board((12, 12, 10, 0, 0, 0, 0), draw, [None] * 3 + [1901] * 4, 1901, **facts)
        found = []
        try:
            system(board)
        except Faults as refused:
            found = [type(fault) for fault in refused.faults]
        assert found == faults


def test_armada_reads_its_victory_first() -> None:
    won = full(17, 10, 7, 0, 0, 0, 0, civil_disorder=[0, 2])
    nobody = full(17, 10, 7, 0, 0, 0, 0, civil_disorder=[0, 1, 2])
    for board in (won, nobody):
        assert find("ARMADA").read(board).ending_in_words() == "solo Austria with 17 centres, 1908"
        assert score("ARMADA", board)[:3] == (104 - 8, 8, 8)
    assert score("ARMADA", won, declining=False)[:3] == (8, 104 - 8, 8)
    with pytest.raises(Faults, match="nobody draws"):
        score("ARMADA", nobody, declining=False)


def test_what_a_worksheet_says() -> None:
    def check(system: str, idle: list[Any], draw: Any = None) -> Any:
        return dip_check(system, [16, 10, 8, 0, 0, 0, 0], draw, None, None, [["civil disorder", *idle]])

    assert check("WBC", [None, "x", "x"]) == [
        [
            "OK: conceded to Austria with 16 centres. Note: England and France in civil disorder. "
            "Austria is the only power still played, and none is marked: read as conceded to it."
        ]
    ]
    assert check("WBC", ["x", "x", "x"]) == [
        ["All survivors are in civil disorder, so nobody draws: the director marks the result."]
    ]
    nobody = [["civil disorder", "x", "x", "x"]]
    assert dip_score("WBC", [16, 10, 8, 0, 0, 0, 0], None, None, None, nobody) == [["#N/A"] * 7]
    assert check("SOS", [None, "x", "x"], [None, None, "x", *[None] * 4]) == [
        [
            "OK: conceded to France with 8 centres. Doubt: France is not the largest power; Austria has 16 "
            "centres. France is marked in the draw, and in civil disorder. Note: England in civil disorder."
        ]
    ]
