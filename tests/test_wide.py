"""Headings of a row a game: which power a column is of, and what it holds."""

import pytest

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.cells import NotAPower
from xl_dipscore.cells.wide import WideHeading, powers_in, wide_headings, wide_word

CODES = [power[:3].upper() for power in POWERS]


@pytest.mark.parametrize(
    ("heading", "meant"),
    [
        ("Austria", ("centres", 0)),
        ("ENG", ("centres", 1)),
        ("F", ("centres", 2)),
        ("Germany player", ("player", 3)),
        ("Player (Italy)", ("player", 4)),
        ("Austria-Hungary eliminated", ("eliminated", 0)),
        ("Russia: supply centres", ("centres", 5)),
        ("Civil disorder Turkey", ("civil_disorder", 6)),
        ("Turkey points", ("score", 6)),
        ("Game", ("board", None)),
        ("Draw", ("draw", None)),
        ("Year", ("year", None)),
        ("Player", None),
        ("Best of Austria", None),
        ("A player", None),
        ("", None),
        (1908, None),
    ],
)
def test_one_heading(heading, meant):
    assert wide_word(heading) == (None if meant is None else WideHeading(*meant))


@pytest.mark.parametrize("names", [POWERS, CODES, tuple("AEFGIRT"), POWERS[::-1]])
def test_seven_powers_are_their_centres(names):
    found = wide_headings(["Round", "Board", *names])
    assert {one.seat for one in found[2:]} == {*SEATS}
    assert {one.word for one in found[2:]} == {"centres"}


def test_six_powers_are_nothing():
    assert wide_headings(["Round", "Board", *POWERS[:6]]) == []


def test_what_follows_each_power_is_of_it():
    found = wide_headings(["Board", *[one for power in POWERS for one in (power, "SCs")], "Draw"])
    assert found[1:5] == [("player", 0), ("centres", 0), ("player", 1), ("centres", 1)]
    assert found[-1] == ("draw", None)
    found = wide_headings(["Board", *[one for power in POWERS for one in (power, "Player")]])
    assert found[1:5] == [("centres", 0), ("player", 0), ("centres", 1), ("player", 1)]


def test_a_title_over_seven_powers_says_what_they_are():
    above = ["", "Players", *[""] * 6, "Centres", *[""] * 6, "", "Eliminated"]
    found = wide_headings(["Board", *POWERS, *POWERS, "Year", *POWERS], above)
    assert [one.word for one in found] == [
        "board",
        *["player"] * 7,
        *["centres"] * 7,
        "year",
        *["eliminated"] * 7,
    ]


def test_a_power_over_several_columns_is_that_of_each():
    above = ["Round", "", *[one for power in POWERS for one in (power, "", "")], "", "Year"]
    found = wide_headings(["", "Board", *["Player", "SCs", "Notes"] * 7, "Draw", ""], above)
    assert found[:6] == [("round", None), ("board", None), ("player", 0), ("centres", 0), None, ("player", 1)]
    assert found[-2] == ("draw", None)


@pytest.mark.parametrize(
    ("text", "powers"),
    [
        ("Austria, England", {0, 1}),
        ("A/E", {0, 1}),
        ("AEF", {0, 1, 2}),
        ("ENG & Turkey", {1, 6}),
        ("Italy and Russia", {4, 5}),
        ("Austria-Hungary; Germany", {0, 3}),
        ("Turkey", {6}),
        ("none", set()),
        ("-", set()),
        (None, set()),
    ],
)
def test_the_powers_of_a_draw(text, powers):
    assert powers_in(text) == powers


@pytest.mark.parametrize("text", ["Austria, Spain", "all", "AEX", 3])
def test_what_is_no_power_is_named(text):
    with pytest.raises(NotAPower):
        powers_in(text)
