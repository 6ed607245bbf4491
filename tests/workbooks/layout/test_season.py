"""A season in a workbook: its tables, what counts in a total, and its problems."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.workbooks.layout.books import book_of
from tests.workbooks.layout.seasons import EVENTS, book, season_of
from xl_dipscore.rules.tournament.explain import NoSuchPlayer
from xl_dipscore.workbooks.layout.season import (
    CopiedEvent,
    NoSeasonTable,
    NoSuchEvent,
    NotAPlace,
    NotOnNames,
    OpenProposal,
    SeasonIn,
    TwiceInOneEvent,
    UnknownPoints,
    circuit_in,
    set_cell,
)
from xl_dipscore.workbooks.layout.setup import Setup

ONE = EVENTS[:1]
NAMES = [("Ann",), ("Anne", "Ann"), ("Bob",)]


def problems(kind: type, **facts: Any) -> list[Any]:
    return [fault for fault in season_of(**facts).problems if type(fault) is kind]


def test_the_title_and_the_circuit() -> None:
    assert season_of().title == "Season 2026"
    assert season_of(title=None).title == season_of().circuit.name
    assert circuit_in(Setup(book(circuit="NADF2010"))) == "NADF2010"
    assert circuit_in(Setup(book_of({"Setup": [["TDF"]]}, Circuit="Setup!$A$1"))) == ""


def test_options_of_the_circuit_are_typed_in_one_cell() -> None:
    its = season_of(circuit="CUSTOMCIRCUIT", options="points=25,18,15; total=best 2").circuit
    assert its.rule.name == "best 2"


@pytest.mark.parametrize("name", ["Season", "Events", "Results", "Names"])
def test_a_table_without_a_heading_or_a_name_cannot_be_read(name: str) -> None:
    package = book()
    package.set_value(name, "B2", "Something else")
    with pytest.raises(NoSeasonTable) as lost:
        SeasonIn(Setup(package))
    assert lost.value.facts["name"] == name


def test_the_lines_of_the_table() -> None:
    ann, bob, cas = season_of().lines
    assert ann.points == {"Spring Cup": 36, "Worlds": 88, "Picnic": 20}
    assert (bob.total, bob.points) == (40, {"Spring Cup": 40})
    assert (cas.rank, cas.total) == ("-", None)
    assert len(season_of(lines=[(1, None, 5, 1), (1, "Ann", 5, 1)]).lines) == 1
    exact = season_of(lines=[(1, "Ann", 0.5, 1, 0.1)]).lines[0]
    assert exact.points["Spring Cup"] == Fraction(1, 10)


def test_a_spelling_is_the_person_under_is() -> None:
    its = season_of(names=NAMES)
    assert [its.person(name) for name in ("ANNE", "ann", "Bob", "Zoe")] == ["Ann", "Ann", "Bob", "Zoe"]


def test_an_event_counts_in_full_by_the_rule_or_not_at_all() -> None:
    its = season_of()
    assert [(event, how) for event, how, _ in its.weights(its.lines[0])][1:] == [
        ("Worlds", "in full"),
        ("Picnic", "dropped"),
    ]
    weights = [weight for _, _, weight in its.weights(its.lines[0])]
    assert weights == [its.circuit.rule({0: Fraction(36)}, 1).weights[0].exact, 1, 0]
    best = season_of(
        circuit="CUSTOMCIRCUIT",
        options="points=9,8; total=best 1",
        events=[{"Event": "A"}, {"Event": "B"}, {"Event": "C", "Counts": "no"}],
        lines=[(1, "Ann", 9, 3, 8, 9, 10)],
    )
    assert [weight for _, _, weight in best.weights(best.lines[0])] == [0, 1, 0]


def test_a_total_is_explained_event_by_event() -> None:
    its = season_of(names=NAMES)
    shown = its.explain_season_total(" anne ")
    assert shown.title.startswith("Ann, rank 1;")
    assert [part.numbers for part in shown.lines][1:] == [(88, 1, 88), (20, 0, 0), (None, None, 124)]
    weight = shown.lines[0].numbers[1]
    assert shown.lines[0].numbers == (36, weight, 36 * Fraction(str(weight)))
    with pytest.raises(NoSuchPlayer):
        its.explain_season_total("Zoe")


def test_a_player_without_a_rank_is_told_why() -> None:
    unknown = season_of().explain_season_total("Cas")
    assert "no rank, for the points of an event are unknown" in unknown.title
    few = season_of(lines=[("-", "Cas", 18, 1, 18)]).explain_season_total("Cas")
    assert "no rank, for 2 events are needed" in few.title


def unknown(circuit: str, **cells: Any) -> list[str]:
    event = {"Event": "Cup", "Boards": 4, "First": 40, "Counts": "Yes", **cells}
    return [fault.facts["facts"] for fault in problems(UnknownPoints, events=[event], circuit=circuit)]


def test_blank_facts_that_the_points_need() -> None:
    assert unknown("NADF2010") == []
    assert unknown("NADF2010", First=None) == ["First"]
    assert unknown("NADF2010", First=None, Counts="No") == []
    assert unknown("NADF2010", First=None, Counts="not") == []
    assert unknown("NADF2010", Counts=None) == ["Counts"]
    assert unknown("TDF", Counts=None, Boards=None) == []


def test_a_computed_first_needs_the_facts_of_its_formula() -> None:
    computed = {"First": "=10*E3", "Boards": None, "Counts": '=IF(E3>5,"Yes","No")'}
    assert unknown("NADF2010", **computed) == ["Boards"]
    assert unknown("TDF", **computed) == []


def test_names_that_may_be_another_player() -> None:
    (only,) = problems(OpenProposal, names=[("Ann", None, "Anne"), ("Bob", "Bob", "Rob"), ("Cas",)])
    assert (only.facts["name"], only.facts["proposal"]) == ("Ann", "Anne")
    assert "Names!B3" in str(only)


def test_results_without_an_event_a_name_or_a_place() -> None:
    results = [
        ("Spring cup", "Ann", 1),
        ("Autumn", "Zoe", 0),
        (None, "Bob", 1.5),
        ("Worlds", "Ann", "2"),
        ("Worlds",),
    ]
    facts = {"results": results, "names": NAMES}
    assert [fault.facts["event"] for fault in problems(NoSuchEvent, **facts)] == ["Autumn", "without a name"]
    assert [fault.facts["name"] for fault in problems(NotOnNames, **facts)] == ["Zoe"]
    assert [fault.facts["value"] for fault in problems(NotAPlace, **facts)] == ["0", "1.5"]
    (blank,) = problems(NotAPlace, results=[("Worlds", "Ann", None)], names=NAMES)
    assert blank.facts["value"] == "A blank cell"


def test_one_player_twice_in_an_event_under_two_spellings() -> None:
    results = [("Worlds", "Ann", 1), ("worlds", "Anne", 2), ("Spring Cup", "Ann", 1), ("Worlds", "Bob", 3)]
    (twice,) = problems(TwiceInOneEvent, results=results, names=NAMES)
    assert (twice.facts["name"], twice.facts["event"]) == ("Ann", "worlds")
    assert "Results!B4" in str(twice)


def copies(players: str, places: Sequence[int]) -> list[Any]:
    """Doubts about Spring Cup, with the players in order, and Worlds, with these places."""
    first = [("Spring Cup", name, n) for n, name in enumerate(players, 1)]
    second = [("Worlds", name, place) for name, place in zip(players, places, strict=True)]
    return problems(CopiedEvent, results=[*first, *second], names=[(name,) for name in players])


def test_events_with_the_same_players_in_the_same_places() -> None:
    (copied,) = copies("abcdefgh", [1, 2, 3, 4, 5, 6, 8, 7])  # six of eight
    assert (copied.facts["event"], copied.facts["other"]) == ("Worlds", "Spring Cup")
    assert (copied.facts["same"], copied.facts["players"]) == (6, 8)
    assert copies("abcdefgh", [1, 2, 3, 4, 5, 7, 8, 6]) == []
    assert copies("abcdefg", range(1, 8))
    assert copies("abcdef", range(1, 7)) == []


def test_one_more_player_makes_another_event() -> None:
    first = [("Spring Cup", name, n) for n, name in enumerate("abcdefg", 1)]
    second = [("Worlds", name, n) for n, name in enumerate("abcdefgh", 1)]
    assert problems(CopiedEvent, results=[*first, *second], names=[*"abcdefgh"]) == []


def test_a_cell_is_set_by_its_heading() -> None:
    package = book()
    its = SeasonIn(Setup(package))
    set_cell(package, its.events, 4, "grade", "regional")
    assert SeasonIn(Setup(package)).events.text(4, "grade") == "regional"
    assert its.events.rows_by("event") == {"spring cup": 3, "worlds": 4, "picnic": 5}
