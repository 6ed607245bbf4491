"""Circuits: the points of places, and totals, by the examples that their sources and arithmetic give."""

from __future__ import annotations

from fractions import Fraction

import pytest

import xl_dipscore.rules.circuits  # noqa: F401  they declare themselves
from tests.each import each
from xl_dipscore import Faults
from xl_dipscore.rules.circuit import (
    Circuit,
    Field,
    NoSuchOption,
    OptionRefused,
    UnknownCircuit,
    circuits,
    find_circuit,
)
from xl_dipscore.tables.native.circuits import PointsCells, total_text
from xl_dipscore.tables.native.symbols import Num, number_in_formula

FIVE = Fraction(1, 10**5)


def event(circuit: Circuit, ranked: int = 0, boards: int = 0, games: int = 0) -> Field:
    """An event whose first player has the circuit's points."""
    field = Field(Fraction(ranked), Fraction(boards), Fraction(games), None)
    return field._replace(first=circuit.points(1, field))


def worth(circuit: Circuit, place: int, level: int = 1, **sizes: int) -> Fraction:
    return Fraction(circuit.share_of_places(place, level, event(circuit, **sizes)))


def near(got: Fraction, published: str) -> bool:
    """Is a number equal to the published one, in its decimals?"""
    places = len(published.partition(".")[2])
    return abs(got - Fraction(published)) <= Fraction(1, 2 * 10**places)


# -- Tour de France -----------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "points"), [(1, "1011"), (2, "794.328"), (6, "316.228"), (11, "100.000")])
def test_tour_de_france_among_eleven(place: int, points: str) -> None:
    assert near(worth(find_circuit("TDF"), place, ranked=11), points)


def test_tour_de_france_of_one_championship_and_three_others() -> None:
    """Third of 30 in a championship; first of 15, second of 12, tenth of 20 elsewhere."""
    tour = find_circuit("tdf")
    third, first, second, tenth = (
        worth(tour, place, ranked=ranked) for place, ranked in ((3, 30), (1, 15), (2, 12), (10, 20))
    )
    assert near(third, "853.168")
    assert near(tenth, "335.982")
    total = third + tour.rule({1: first, 2: second, 3: tenth}, 3).total
    assert total == third + (1000 + 15) + second * Fraction(80, 100) + tenth * Fraction(40, 100)
    assert near(total, "2651.465")


def test_from_the_fifth_event_on_each_counts_a_tenth() -> None:
    scores = {n: Fraction(1000) for n in range(1, 8)}
    assert find_circuit("TDF").rule(scores, 7).total == 1000 + 800 + 400 + 200 + 3 * 100


# -- the others -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "points"), [(1, "71"), (2, "64.3064"), (8, "35.5"), (11, "26.3764")])
def test_bismark_cup_of_63_games(place: int, points: str) -> None:
    assert near(worth(find_circuit("BISMARK"), place, games=63), points)


def test_bismark_cup_divides_by_seven_or_three_more_than_the_events() -> None:
    rule = find_circuit("BISMARK").rule
    assert rule({1: Fraction(71), 2: Fraction(20)}, 9).total == Fraction(71 + 20, 7)
    assert rule({n: Fraction(50) for n in range(6)}, 9).total == Fraction(6 * 50, 6 + 3)


def test_nadf_grand_prix_of_fifteen_boards() -> None:
    """Rounds of 5, 6, 4 and 2 boards: the three largest have 15."""
    prix = find_circuit("NADF2010")
    sizes = {"boards": 5 + 6 + 4}
    assert [worth(prix, place, **sizes) for place in (1, 2, 3)] == [
        150,
        150 * Fraction(9, 10),
        Fraction(243, 2),
    ]
    assert worth(prix, 60, **sizes) == 5
    assert worth(prix, 1, boards=31) == 300


@pytest.mark.parametrize("circuit", circuits(), ids=lambda one: one.key)
def test_level_players_share_the_mean_of_the_places_they_fill(circuit: Circuit) -> None:
    sizes = {"ranked": 20, "boards": 9, "games": 60}
    two, three = (worth(circuit, place, **sizes) for place in (2, 3))
    assert worth(circuit, 2, 2, **sizes) == (two + three) / 2
    assert worth(circuit, 1, 2, **sizes) == (worth(circuit, 1, **sizes) + two) / 2


def test_a_circuit_of_ones_own() -> None:
    own = find_circuit("custom circuit")
    assert [worth(own, place, ranked=20) for place in (1, 2, 20)] == [100, 100 * Fraction(19, 20), 5]
    falling = own.with_options({"first": "200", "factor": "90%", "least": "50"})
    assert [worth(falling, place, ranked=20) for place in (1, 2, 3, 20)] == [200, 180, 162, 50]
    listed = own.with_options({"points": "25,18,15", "total": "best 2", "events": "2"})
    assert [worth(listed, place, ranked=20) for place in (1, 3, 4)] == [25, 15, 0]
    assert listed.events_needed == 2
    assert listed.rule({1: Fraction(25), 2: Fraction(15), 3: Fraction(18)}, 3).total == 25 + 18


@each(
    ("options", "kind"),
    [
        ({"points": "25,x"}, OptionRefused),
        ({"first": "-1"}, OptionRefused),
        ({"factor": "1/0"}, OptionRefused),
        ({"events": "0"}, OptionRefused),
        ({"pionts": "25"}, NoSuchOption),
        ({"total": "worst of all"}, Faults),
    ],
)
def test_options_that_are_none_are_refused(options: dict[str, str], kind: type[Faults]) -> None:
    with pytest.raises(kind):
        find_circuit("CUSTOMCIRCUIT").with_options(options)


def test_a_circuit_that_nobody_knows() -> None:
    with pytest.raises(UnknownCircuit):
        find_circuit("TOUR")


# -- in cells ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("circuit", circuits(), ids=lambda one: one.key)
def test_every_rule_has_a_form_in_cells(circuit: Circuit) -> None:
    cells = Field(Num("[ranked]"), Num("[boards]"), Num("[games]"), Num("[first]"))
    assert "[place]" in number_in_formula(circuit.points(Num("[place]"), cells))
    assert number_in_formula(circuit.points(1, cells))
    assert total_text(circuit.rule, 12, PointsCells("[1]:[12]", "[by rule]", "[events]"))


@pytest.mark.parametrize("circuit", circuits(), ids=lambda one: one.key)
def test_every_circuit_says_its_rule_its_source_and_what_is_open(circuit: Circuit) -> None:
    assert all((circuit.help, circuit.source, circuit.unsettled))
