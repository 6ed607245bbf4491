"""Players, records of boards, and words for numbers and rounds."""

import pytest

from xl_dipscore.errors import Faults
from xl_dipscore.rules.seating.people import (
    NEIGHBOURS,
    BoardCall,
    Player,
    Record,
    check_roster,
    in_rounds,
    ordinal,
    source_of,
    words_apart,
)


def faults(*players: Player) -> list[tuple[str, str]]:
    with pytest.raises(Faults) as found:
        check_roster(players)
    return [(type(fault).__name__, fault.field) for fault in found.value.faults]


def test_neighbours_are_mutual() -> None:
    assert all((m in NEIGHBOURS[k]) == (k in NEIGHBOURS[m]) for k in range(7) for m in range(7))
    assert not any(k in NEIGHBOURS[k] for k in range(7))
    assert [len(powers) for powers in NEIGHBOURS] == [4, 3, 3, 5, 4, 4, 3]


def test_who_is_here() -> None:
    assert Player("A").is_here(1)
    assert [Player("A", away=frozenset({2})).is_here(n) for n in (1, 2)] == [True, False]
    assert not Player("A", away=frozenset({0})).is_here(1)


def test_a_record_counts_meetings_neighbours_and_powers() -> None:
    record = Record([BoardCall(1, "A", (*"abcdefg",)), BoardCall(2, "A", ("b", "a", "", *"defg"))])
    assert record.met[frozenset("ab")] == [1, 2]
    assert record.met[frozenset("ac")] == [1]
    assert frozenset("ab") not in record.near
    assert record.near[frozenset("de")] == [1, 2]
    assert record.powers_played("a") == [(1, 0), (2, 1)]
    assert record.powers_played("z") == ()
    assert record.playing(2, 0) == ["b"]
    assert record.playing(2, 2) == ()
    assert "" not in record.played


def test_mistakes_of_a_roster() -> None:
    assert faults(Player(""), Player("A"), Player("A")) == [
        ("NamelessPlayer", "player"),
        ("NameTwice", "player"),
    ]
    assert faults(Player("A", apart=("B",)), Player("C")) == [("ApartFromNobody", "apart")]
    assert faults(Player("A", "Club"), Player("B", "Club")) == [("OneGroup", "club")]
    assert faults(Player("A", team="T"), Player("B", team="T")) == [("OneGroup", "team")]
    check_roster([Player("A", "Club", apart=("x", "B")), Player("B"), Player("C", apart=("x",))])
    check_roster([Player("A", "Club")])


def test_words_to_keep_apart() -> None:
    shared = words_apart([Player("A", apart=("x", "x")), Player("B", apart=("x", "y"))])
    assert dict(shared) == {"x": ["A", "B"], "y": ["B"]}
    assert source_of([Player("A", place="list.csv row 2")]) == "list.csv"


def test_numbers_and_rounds_in_words() -> None:
    numbers = (1, 7, 8, 11, 12, 13, 21, 22, 23, 24, 111, 112)
    assert [ordinal(n) for n in numbers] == [
        *("first", "seventh", "8th", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th", "111th", "112th")
    ]
    assert in_rounds([1]) == "round 1"
    assert in_rounds([2, 1]) == "rounds 1 and 2"
