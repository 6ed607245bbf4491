"""A roster: who is there, in which rounds, and what each player wishes."""

from typing import Any

import pytest

from xl_dipscore.errors import Faults
from xl_dipscore.rules.seating.people import Player
from xl_dipscore.tables.cells.roster import names_in, read_roster, roster_word


def players(header: str, *rows: str) -> list[Player]:
    return read_roster([header.split("|"), *(row.split("|") for row in rows)])


def faults(header: str, *rows: str) -> list[str]:
    with pytest.raises(Faults) as found:
        players(header, *rows)
    return [type(fault).__name__ for fault in found.value.faults]


def test_meanings_of_headings() -> None:
    assert [
        roster_word(cell) for cell in ("Player", "Name", "Club", "Keep apart", "Here", "Here 2", "here12")
    ] == [*("player", "player", "club", "apart", 0, 2, 12)]
    assert [
        roster_word(cell) for cell in ("Attendee", "Présent 3", "Here 0", "Here 12345", "Shoe size", "Power")
    ] == [*("player", 3, None, None, None, None)]


def test_all_facts_of_a_player() -> None:
    header = "Player|Club|Team|Keep apart|Level|Prefers|Rating|Score|Two boards|Unranked"
    ann, ben, _ = players(
        header, " Ann  B |C|T|Ben; Cas|novice|FA|1500|12.5|x|x", "Ben|||||||||", "Cas|||||||||"
    )
    assert (ann.name, ann.club, ann.team, ann.apart) == ("Ann B", "C", "T", ("Ben", "Cas"))
    assert (ann.novice, ann.prefers, ann.rating, ann.score) == (True, (2, 0), 1500, 12.5)
    assert (ann.two_boards, ann.unranked) == (True, True)
    assert (ben.apart, ben.novice, ben.prefers, ben.rating, ben.two_boards) == ((), False, (), None, False)


def test_levels() -> None:
    said = [one.novice for one in players("Player|Level", "A|first-time", "B|expert", "C|Anfänger", "D|")]
    assert said == [True, False, True, False]
    assert faults("Player|Level", "A|wizard") == ["UnknownLevel"]
    assert [one.novice for one in players("Player|Novice", "A|x", "B|")] == [True, False]


def test_a_blank_under_here_means_yes_unless_all_marks_are_yes() -> None:
    assert [sorted(one.away) for one in players("Player|Here 1|Here 2", "A|no|x", "B||", "C|yes|x")] == [
        [1],
        [2],
        [],
    ]
    assert [sorted(one.away) for one in players("Player|Here", "A|no", "B|")] == [[0], []]
    assert [sorted(one.away) for one in players("Player|Here", "A|", "B|")] == [[], []]
    assert faults("Player|Here", "A|maybe", "B|no") == ["NotAMark"]


def test_a_name_in_two_columns() -> None:
    assert [one.name for one in players("First name|Last name", "Ann|B", "|C")] == ["Ann B", "C"]
    assert names_in([["First name", "Last name"], ["Ann", "B"]]) == ["Ann B"]


def test_names_even_of_a_roster_with_faults() -> None:
    rows: list[list[Any]] = [["Ann"], ["#N/A"], [""], ["Ben  C"]]
    assert names_in([["Player"], *rows]) == ["Ann", "Ben C"]
    assert names_in(rows) == ["Ann", "Ben C"]
    assert names_in([]) == []


def test_what_a_roster_needs() -> None:
    assert faults("Club|Level", "A|novice") == ["MissingColumn"]
    assert faults("Player|Player", "A|B") == ["SameColumnTwice"]
    assert faults("Player") == ["EmptyRoster"]
    assert faults("Player|Prefers|Rating", "A|XYZ|best", "B||") == ["NotPowers", "NotANumber"]
    assert faults("Player|Club", "A|#N/A") == ["ErrorInCell"]
