"""Headings of lists with a row a game: each column's power and fact; and draws that name powers."""

from itertools import combinations

import pytest

from tests.each import each
from xl_dipscore.rules.board import POWERS, SEATS, SamePowerTwice
from xl_dipscore.tables.cells.games import ErrorInCell
from xl_dipscore.tables.cells.languages import letters_in
from xl_dipscore.tables.cells.options import SharedLetter
from xl_dipscore.tables.cells.wide import (
    NotADraw,
    UnclearDraw,
    WideHeading,
    powers_in,
    read_headings,
    wide_headings,
)

CODES = [power[:3].upper() for power in POWERS]


@each(
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
    assert read_headings([heading])[0] == (None if meant is None else WideHeading(*meant))


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


@each(
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
        ("No draw.", set()),
        ("-", set()),
        (None, set()),
        ("A E T", {0, 1, 6}),
        ("A, E and T", {0, 1, 6}),
        ("A and E and T", {0, 1, 6}),
        ("A y E", {0, 1}),
        ("a and e and t", {0, 1, 6}),
        ("a, e, t", {0, 1, 6}),
        ("A e", {0, 1}),
        ("A - E - T", {0, 1, 6}),
        ("A.E.T.", {0, 1, 6}),
        ("Austria e Turchia", {0, 6}),
        ("Italia ed Austria", {0, 4}),
        ("Gran Bretagna e Turchia", {1, 6}),
        ("Austria, England e Turchia", {0, 1, 6}),
        ("Austria i Turcja", {0, 6}),
        ("AUSTRIA Y TURQUÍA", {0, 6}),
        ("AUSTRIA ET TURQUIE", {0, 6}),
        ("Австрия и Турция", {0, 6}),
        ("A, E e T", {0, 1, 6}),  # England is there, so the small one is "and"
        ("A ET T", {0, 6}),
        ("Ita", {4}),
        ("FRA/GER", {2, 3}),
    ],
)
def test_the_powers_of_a_draw(text, powers):
    assert powers_in(text) == powers


AND = ("and", "AND", "und", "et", "y", "e", "ed", "en", "och", "i", "oraz", "и")
IN_LETTERS = (" ".join, ", ".join, "/".join, " and ".join, "".join)


def _with_last(letters, word):
    return f"{', '.join(letters[:-1])} {word} {letters[-1]}"


@pytest.mark.parametrize("size", [2, 3, pytest.param(4, marks=pytest.mark.slow), 6, 7])
def test_every_draw_in_letters_is_read_whole_or_refused(size):
    """Law: no word for "and" takes a power out of a draw."""
    for seats in combinations(SEATS, size):
        letters = [POWERS[seat][0] for seat in seats]
        small = [letter.lower() for letter in letters]
        for join in IN_LETTERS:
            assert powers_in(join(letters)) == {*seats}, join(letters)
        for word in AND:
            names = [POWERS[seat] for seat in seats]
            assert powers_in(_with_last(names, word)) == {*seats}
            for some in (letters, small):
                text = _with_last(some, word)
                try:
                    assert powers_in(text) == {*seats}, text
                except UnclearDraw:
                    assert word in ("e", "i"), text
        try:
            assert powers_in(" ".join(small)) == {*seats}
        except UnclearDraw:
            assert {"e", "i"} & {*small[1:-1]}


@each(
    ("text", "said"),
    [
        ("a e t", "'e' may be England, or mean 'and'"),
        ("A e T", "'e' may be England, or mean 'and'"),
        ("F i T", "'i' may be Italy, or mean 'and'"),
        ("Austria E Turchia", "'E' may be England, or mean 'and'"),
        ("AUSTRIA I TURCJA", "'I' may be Italy, or mean 'and'"),
        ("A ET F", "'ET' may be England and Turkey, or mean 'and'"),
        ("ITA", "'ITA' may be Italy, or mean Italy, Turkey and Austria"),
    ],
)
def test_what_may_be_read_in_two_ways_is_refused(text, said):
    with pytest.raises(UnclearDraw) as unclear:
        powers_in(text)
    assert str(unclear.value).startswith(said)


def test_letters_are_of_the_language_of_the_powers():
    italian = letters_in(["Austria", "Inghilterra", "Turchia"])
    assert powers_in("A e T", italian) == {0, 6}
    assert powers_in("AT", italian) == {0, 6}
    with pytest.raises(SharedLetter):
        powers_in("A, I", italian)  # Inghilterra or Italia
    french = letters_in(["Autriche", "Angleterre", "Turquie"])
    with pytest.raises(SharedLetter):
        powers_in("A et T", french)


@each(
    ("text", "fault"),
    [
        ("Austria, Spain", NotADraw),
        ("all", NotADraw),
        ("AEX", NotADraw),
        (3, NotADraw),
        ("A, A, T", SamePowerTwice),
        ("#REF!", ErrorInCell),
    ],
)
def test_what_is_no_draw_is_refused(text, fault):
    with pytest.raises(fault):
        powers_in(text)
