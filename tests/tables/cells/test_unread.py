"""Columns of a games file that nobody reads: told once by each command, and never without a reason."""

from pathlib import Path

import pytest

from tests import games
from tests.each import each
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.unread import SecondColumn, UnreadFact
from xl_dipscore.workbooks.acts.take_in import read_import

FAULTY = 1
DRWA = str(UnreadFact(column="'drwa'", place_="", heading="Draw"))
COMMANDS = [
    ("score", "DCC", "games.csv"),
    ("score", "DCC", "games.csv", "--lines"),
    ("check", "DCC", "games.csv"),
    ("standings", "DCC", "games.csv"),
    ("explain", "DCC", "games.csv", "--round", "1", "--board", "B"),
    ("explain", "DCC", "games.csv", "--player", "Player 1"),
    ("qualify", "DCC", "games.csv", "--format", "final"),
    ("awards", "DCC", "games.csv"),
    ("compare", "games.csv", "DCC", "CONQUEST"),
    ("export", "text", "games.csv", "--system", "DCC"),
    ("import", "games.csv"),
]


def headed(heading, column=5):
    """The event with another heading over one of its columns."""
    header, *rows = games.event()
    return [[*header[:column], heading, *header[column + 1 :]], *rows]


def told(header, *rows) -> tuple[str, ...]:
    return tuple(map(str, read_games([header, *rows]).unread))


def test_a_file_without_such_a_heading_is_silent(dipscore, tmp_path):
    games.write(tmp_path / "games.csv", games.event())
    assert "not read" not in dipscore("standings", "DCC", "games.csv").err


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_each_command_names_a_misspelt_heading_once(dipscore, tmp_path, words):
    games.write(tmp_path / "games.csv", headed("drwa"))
    got = dipscore(*words)
    assert got.err.count("not read") == 1
    assert got.err.count(f"games.csv: {DRWA}") == 1
    assert (got.status, got.out) == (FAULTY, "")


LIST = ("Round", "Board", "Power", "Player", "Centres")
ROW = (1, "A", "Austria", "Ann", 5)


@each(
    "heading",
    [
        *("Timestamp", "Horodateur", "ID", "WDR id", "player_id", "Email Address", "E-mail", "Username"),
        *("Score", "Counts", "Check", "Check   |   Spring Cup", "Punkte", "Rank", "Notes", "Commentaires"),
        *("Austria - comments", "Score 2", "published", ""),
    ],
)
def test_what_programs_write_and_remarks_are_known(heading):
    assert told((*LIST, heading), (*ROW, "something")) == ()


def test_a_column_without_anything_below_it_is_nobodys_loss():
    assert told((*LIST, "drwa"), (*ROW, ""), (*ROW, " "), ROW) == ()


def test_what_a_workbook_computes_with_is_to_the_right_of_check():
    assert told((*LIST, "Check | Spring Cup", "ƒ won", "Weight of it"), (*ROW, "OK", 1, 2)) == ()


@each(
    ("heading", "hint"),
    [
        ("Eliminted", "eliminated"),
        ("wieght", "weight"),
        ("New plyer", "new player"),
        ("Extra", "extra points"),
        ("Unrankd", "unranked"),
        ("overide", "override"),
    ],
)
def test_a_near_spelling_is_proposed(heading, hint):
    assert told((*LIST, heading), (*ROW, "x")) == (
        f"The column {heading!r} is not read. Did you mean {hint}?",
    )


def test_others_are_named_together_and_none_is_proposed_that_is_there():
    """`Pay` is like `player`, which is there."""
    columns = (*LIST, "Pay", "drwa", "Bonus points", "", 1091)
    assert told(columns, (*ROW, "CH", "x", 3, "?", 5)) == (
        DRWA,
        "The columns 'Pay', 'Bonus points' and '1091' are not read.",
    )


@pytest.mark.parametrize(
    ("heading", "first"),
    [("Pays", "Power"), ("Board name", "Board"), ("Table", "Board"), ("Final SCs", "Centres")],
)
def test_a_second_heading_for_a_column_is_a_doubt_that_names_both(heading, first):
    (doubt,) = read_games([(*LIST, heading), (*ROW, "7")]).unread
    assert str(doubt) == str(SecondColumn(column=repr(heading), first=repr(first), place_=""))
    assert doubt.rank == "doubt"


def test_a_form_names_what_is_no_question_of_ours(dipscore, tmp_path):
    heads = ["Timestamp", "Round", "Board", *POWERS, "Austria palyer", "Anything else?"]
    games.write(tmp_path / "form.csv", [heads, ["9:00", 1, "A", 8, 8, 2, 3, 3, 3, 7, "Ann", "no"]])
    got = dipscore("import", "form.csv")
    assert got.status == FAULTY
    assert (
        "form.csv: The column 'Austria palyer' is not read, but may be the column Austria player." in got.err
    )
    assert "form.csv: The column 'Anything else?' is not read.\n" in got.err


@pytest.mark.parametrize(
    ("heading", "cells", "column"),
    [
        ("Who voted against the draw?", ["Turkey"], "Draw"),
        ("DIAS draw", ["y"], "Draw"),
        ("Unentschieden unter", ["E, F"], "Draw"),
        ("Died", [1904, "", "F05"], "Eliminated"),
        ("Finished", ["Fall 1907", "Fall 1907"], "Year"),
        ("Ending", ["draw", "", "survived", "eliminated"], "Draw"),
        ("Co-winners", ["draw", "draw"], "Draw"),
        ("Type of result", ["3-way draw"], "Draw"),
        ("How it ended", ["Time limit", "England won"], "Draw"),
        ("How it ended", ["Time limit", "no draw"], ""),
        ("Remarks on the end", ["Draw"], ""),
        ("Best story", ["The draw was voted down four times"], ""),
        ("Draw size", [3], ""),
        ("Number of powers in draw", ["three"], ""),
        ("Draw pot", [50], ""),
        ("Note on the draw", ["all agreed"], ""),
        ("Born", [1975, 1980], ""),
        ("Town", ["York", "Leeds"], ""),
    ],
)
def test_a_column_that_may_hold_a_fact_is_told_with_its_heading(heading, cells, column):
    found = read_games([(*LIST, heading), *((*ROW, cell) for cell in cells)]).unread
    assert [one.facts["heading"] for one in found if isinstance(one, UnreadFact)] == [column] * bool(column)


def test_names_and_counts_below_unknown_headings_are_told():
    names = [*zip(POWERS, [f"Player {letter}" for letter in "ABCDEFG"], (0, 13, 10, 3, 8, 0, 0), strict=True)]
    rows = [(1, "A", power, name, count) for power, name, count in names]
    (one,) = read_games([("Round", "Board", "Power", "Zzz", "Centres"), *rows]).unread
    assert (type(one), one.facts["heading"]) == (UnreadFact, "Player")
    counted = csv_text([("Round", "Board", "Power", "Player", "Zzz"), *rows])
    taken = read_import("list.csv", counted.encode(), beside=Path())
    assert [one.facts.get("heading") for one in taken.faults] == ["Centres"]


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ("Result", "Draw E/F/G"),
        ("Outcome", "Solo by England"),
        ("How did the game end?", "Draw"),
        ("Who conceded?", "Germany"),
    ],
)
def test_an_answer_about_the_end_that_is_not_read_is_a_fault(heading, cell):
    form = csv_text(
        [("Timestamp", "Round", "Board", heading, *POWERS), (9, 1, "A", cell, 0, 13, 8, 5, 4, 4, 0)]
    )
    (fault,) = read_import("form.csv", form.encode(), beside=Path()).faults
    assert (type(fault), fault.facts["heading"]) == (UnreadFact, "Draw")
    assert fault.facts["column"] == repr(heading)
