"""Lists as people have them: headings, rounds and results in other words, titles above, one game alone."""

from __future__ import annotations

import io
import re
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.each import each
from tests.said import check_said
from xl_dipscore.rules.board import LETTERS, POWERS, SEATS
from xl_dipscore.rules.seating.wishes import NotPowers
from xl_dipscore.tables.cells.boards import NotAMark
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.games import MissingColumn, SameColumnTwice
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.unread import UnreadFact
from xl_dipscore.tables.cells.values import read_mark
from xl_dipscore.tables.exchange.rosters import person_heading
from xl_dipscore.workbooks.acts.take_in import TakenIn, read_import
from xl_dipscore.workbooks.layout.boards import BoardLeftOut, HalfKnown, TwoOfOneName

COUNTS = (0, 13, 10, 3, 8, 0, 0)
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFG")
DREW = frozenset({1, 2, 3})


def taken(text: str, name: str = "list.csv") -> TakenIn:
    return read_import(name, text.encode(), beside=Path())


def rows(*heads: str, **columns: Any) -> str:
    """A board with one row each power; each column has seven values, or one value for all rows."""
    cells = {"Power": POWERS, "Player": NAMES, "Centres": COUNTS, **columns}
    lines = [",".join(map(str, (its[seat] if isinstance(its, tuple) else its for its in cells.values())))
             for seat in SEATS]  # fmt: skip
    return "\n".join((",".join(heads or cells), *lines))


def wide(*heads: str, cells: str) -> str:
    return f"{','.join((*heads[:2], *POWERS, *heads[2:]))}\n{cells}\n"


# -- rounds ---------------------------------------------------------------------------------------

ROUND_2 = """2 R2 R-2 Rd.2 Round_2 round#2 No.2 2nd 2nd_Round Round_Two second II Round_II (2) Week_2
Evening_2 Session_2 Game_2 Heat_2 Day_2 Runde_2 2._Runde 2e_ronde Manche_2
Woche_2 Soirée_2 Round_2_(Friday) #2"""
FINALS = "Final Finals The_Final Final_round Grand_final Top_Board Top_table Finale"
NO_ROUND = "A 2A Board_2 Round_2_of_3 1/2 Friday x Semi-final Top_5 Semifinal_2"


@pytest.mark.parametrize(
    ("texts", "wanted"), [(ROUND_2, 2), (FINALS, "Final"), (NO_ROUND, None)], ids=["2", "Final", "none"]
)
def test_rounds_in_words(texts: str, wanted: object) -> None:
    read = {text: round_in(text.replace("_", " ")) for text in texts.split()}
    assert read == dict.fromkeys(read, wanted)


@each("heading", ["Week", "Evening", "Session", "Game", "Woche", "Soirée", "Game No."])
@each("board", ["Board", "Table"])
def test_headings_that_mean_the_round(heading: str, board: str) -> None:
    long = rows(heading, board, "Power", "Player", "Centres", Power=POWERS).splitlines()
    long[1:] = [f"2,B,{line}" for line in long[1:]]
    one_row = wide(heading, board, cells=f"2,B,{','.join(map(str, COUNTS))}")
    for text in ("\n".join(long), one_row):
        found = taken(text)
        assert [str(fault) for fault in found.faults] == []
        (game,) = found.good
        assert (game.round, game.name) == (2, "B")
        assert game.board is not None
        assert game.board.centres == COUNTS


# -- one game, dates ------------------------------------------------------------------------------


def test_one_game_needs_neither_round_nor_board() -> None:
    for text in (rows(), f"{','.join(POWERS)},Draw\n{','.join(map(str, COUNTS))},EFG\n"):
        (game,) = taken(text).good
        assert game.board is not None
        assert (game.round, game.name, game.board.centres) == (1, "1", COUNTS)


def test_two_games_need_them() -> None:
    text = rows()
    found = taken("\n".join((text, *text.splitlines()[1:])))
    assert (found.good, {type(fault) for fault in found.faults}) == ((), {HalfKnown})


def test_a_row_a_board_takes_a_date_in_place_of_a_round() -> None:
    counts = ",".join(map(str, COUNTS))
    found = taken(
        wide("Date", "Board", cells=f'"Thursday, February 12, 2026",1,{counts}\n2026-02-19,1,{counts}')
    )
    assert [str(fault) for fault in found.faults] == []
    assert [(game.date, game.name) for game in found.good] == [
        (date(2026, 2, 12), "1"),
        (date(2026, 2, 19), "1"),
    ]


@each(
    ("text", "wanted"),
    [
        ("Wednesday, February 12, 2020", date(2020, 2, 12)),
        ("Wed 12 Feb 2020", date(2020, 2, 12)),
        ("12th February 2020", date(2020, 2, 12)),
        ("Tuesday, February 12, 2020", None),
        ("February 2020", None),
    ],
)
def test_dates_with_the_day_of_the_week(text: str, wanted: date | None) -> None:
    assert date_in(text) == wanted


# -- draws ----------------------------------------------------------------------------------------

QUESTIONS = """Which powers share the draw?|Draw participants|If drawn, which powers?|Who drew?|Draw between
Powers in draw|Draw includes|Which countries were included in the draw?
List all powers in the draw|Draw members
Participants in the draw|If the game was a draw, which powers were included?
Powers sharing the draw
Members of the draw|In case of a draw, tick the powers|Which nations drew?|Who shares the draw?
Which powers agreed to the draw?"""


@each("question", QUESTIONS.replace("\n", "|").split("|"))
def test_questions_about_the_draw(question: str) -> None:
    cells = f'1,A,{",".join(map(str, COUNTS))},"England, France, Germany"'
    (game,) = taken(wide("Round", "Board", f'"{question}"', cells=cells)).good
    assert game.board is not None
    assert game.board.draw == DREW


def test_a_question_for_yes_or_no_stands_beside_the_draw() -> None:
    heads = ("Round", "Board", "Was there a draw?", "Which powers?", "If drawn between whom?")
    (game,) = taken(wide(*heads, cells=f"1,A,{','.join(map(str, COUNTS))},Yes,,EFG")).good
    assert game.board is not None
    assert game.board.draw == DREW


# -- results --------------------------------------------------------------------------------------


@each(("noun", "gone"), [("centres", "Eliminated in 1905"), (" SCs", "Elim. (1905)"), ("dots", "out 05")])
@each("heading", ["Result", "Outcome", "How it went", "Centres"])
def test_results_in_words(heading: str, noun: str, gone: str) -> None:
    words = tuple(f"{count} {noun}" if count else gone for count in COUNTS)
    (game,) = taken(rows("Power", "Player", heading, Centres=words)).good
    assert game.board is not None
    assert game.board.centres == COUNTS
    assert game.board.eliminated == tuple(None if count else 1905 for count in COUNTS)


# -- lists of people ------------------------------------------------------------------------------

NAMED = """Name|Player|Full name|Your name|What is your full name?|What's your name?
Participant|Participant name|Attendee|Attendee name|Teilnehmer|Name des Teilnehmers|Deelnemer
Partecipante|Entrant
Contestant|Registrant name|First and last name|First & Last Name|Name and surname|Name of participant
Legal name|Badge name|Name on badge
Please enter your full name|Nom du participant|Ticket holder name|Player Name (as on badge)
NAME *|Competitor"""
NAMELESS = "Nickname|Buyer name|Ticket type|Order #|Which rounds will you play?"


def test_headings_for_a_name() -> None:
    said = {heading: person_heading(heading) for heading in NAMED.replace("\n", "|").split("|")}
    assert said == dict.fromkeys(said, "Player")
    assert "Player" not in {person_heading(heading) for heading in NAMELESS.split("|")}


PEOPLE = ("Anna A", "Berta B", "Carl C")
SIGNED_UP = {
    "a ticket": "Attendee name,Ticket type,Paid\n{},Player,yes\n{},Player,yes\n{},TD,no",
    "a role": "Participant name;Role;E-mail\n{};Player;a@x\n{};Player;b@x\n{};TD;c@x",
    "one role": "Full name,Role\n{},Player\n{},Player\n{},Player",
    "a title": "Spring Cup 2026\n\nName,Club\n{},Player\n{},Player\n{},X",
    "titles of two cells": "Event,Spring Cup\nVenue,Town Hall\n\nName,Club\n{},X\n{},Y\n{},Z",
    "a total": "Name,Paid\n{},10\n{},10\n{},10\n\nTotal,30",
    "headings again": "Name,Club\n{},X\nName,Club\n{},Y\n{},Z",
}


@each("kind", SIGNED_UP)
def test_people_below_their_headings(kind: str) -> None:
    found = taken(SIGNED_UP[kind].format(*PEOPLE))
    assert [one.player for one in found.read.people] == [*PEOPLE]
    assert [str(fault) for fault in found.faults] == []


def test_values_are_no_headings() -> None:
    with pytest.raises(Exception, match="no headings"):
        taken("Anna A,Player\nBerta B,Player\nCarl C,Player\n")


ATTENDING = {
    "columns": "Name,Round 1,Can you play round 2?\nAnna,yes,no\nBerta,no,x\nCarl,yes,",
    "an answer": "Name,Which rounds will you play?\nAnna,Round 1\nBerta,R2\nCarl,1",
}


@pytest.mark.parametrize("kind", ATTENDING)
def test_who_plays_when(kind: str) -> None:
    found = taken(ATTENDING[kind])
    assert found.read.notes == ()
    here = {one.player: (one.cells["Here 1"], one.cells.get("Here 2", "no")) for one in found.read.people}
    said = {name: tuple(read_mark(mark) for mark in marks) for name, marks in here.items()}
    assert said == {"Anna": (True, False), "Berta": (False, True), "Carl": (True, False)}


@pytest.mark.parametrize("word", ["out", "Away", "not attending"])
def test_words_of_people_who_do_not_play(word: str) -> None:
    found = taken(f"Name,Round 1,Here 2\nAnna,yes,yes\nBerta,{word},{word}\n")
    assert found.read.notes == ()
    assert not found.faults
    assert [(one.cells["Here 1"], one.cells["Here 2"]) for one in found.read.people] == [
        ("yes", "yes"),
        ("no", "no"),
    ]


@each("word", ["late", "?", "from 10 am"])
@each("heading", ["Round 2", "Here 2"])
def test_a_word_among_marks_does_not_drop_the_round(word: str, heading: str) -> None:
    (fault,) = taken(f"Name,Round 1,{heading}\nAnna,yes,yes\nBerta,no,{word}\n").faults
    assert type(fault) is NotAMark
    assert str(fault).startswith(f"list.csv row 3, column {heading}: ")


@pytest.mark.parametrize("cells", [("England", "no"), ("Board A", "out"), ("A", "X"), ("17.5", "-")])
def test_seats_and_scores_of_rounds_are_no_attendance(cells: tuple[str, str]) -> None:
    found = taken("Name,Round 1\nAnna,{}\nBerta,{}\n".format(*cells))
    assert not [fault for fault in found.faults if isinstance(fault, NotAMark)]
    assert [one.cells for one in found.read.people if "Here 1" in one.cells] == []


def test_scores_of_rounds_are_no_attendance() -> None:
    found = taken("Name,Round 1\nAnna,17.5\nBerta,1\n")
    assert [dict(one.cells) for one in found.read.people] == [{"Player": "Anna"}, {"Player": "Berta"}]
    assert found.read.notes == ("Columns left out: Round 1.",)


@pytest.mark.parametrize("label", ["Total", "Total players", "Players total:", "Summe"])
def test_a_row_of_sums_is_no_player(label: str) -> None:
    found = taken(f"Name,Here 1,Here 2\nAnna,1,1\nBerta,1,\n{label},2,1\n")
    assert ([one.player for one in found.read.people], [*found.faults]) == (["Anna", "Berta"], [])


@pytest.mark.parametrize("labels", ["Total,", ",Total", "Summe:,"])
def test_a_row_of_sums_is_no_board(labels: str) -> None:
    counts = ",".join(map(str, COUNTS))
    found = taken(f"Round,Board,{','.join(POWERS)}\n1,A,{counts}\n{labels},{counts}\n")
    assert (len(found.read.rows), [*found.faults]) == (7, [])


@each(
    ("headings", "cells", "facts"),
    [
        ("Round 1 power,Round 1 SC,Round 2 SC", "Italy,4,", ["Centres", "Power"]),
        ("R1 country,R1 centres", "ENG,34", ["Centres", "Power"]),
        ("Round 1 power", "Italy", ["Power"]),
        ("Round 1,Round 2", "4,12", ["Centres", "Centres"]),
        ("Round 1,Round 2", "49.4,38.2", []),
        ("Favourite power,Shirt number", "Italy,4", []),
        ("Note on SCs,SCs per game", "4,7.5", []),
    ],
)
def test_results_beside_players_are_not_left_out(headings: str, cells: str, facts: list[str]) -> None:
    found = taken(f"Player,{headings}\nAnna,{cells}\n").faults
    assert [one.facts["heading"] for one in found if isinstance(one, UnreadFact)] == facts
    assert len(found) == len(facts)


def test_preferences_in_words() -> None:
    wishes = 'Anna,"France, Germany"\nBerta,any\nCarl,FGE\nDora,Turkey\nEve,Spain\n'
    found = taken(f"Name,Country preference\n{wishes}")
    assert [one.cells.get("Prefers") for one in found.read.people] == ["FG", None, "FGE", "T"]
    check_said(str(found.faults[0]), NotPowers, value="'Spain'")


# -- one row a board ------------------------------------------------------------------------------

OF_PLAYERS = {
    "letters": ([f"{letter} player" for letter in LETTERS], [*LETTERS]),
    "letters behind": ([f"Player ({letter})" for letter in LETTERS], [f"SC {letter}" for letter in LETTERS]),
    "bare powers": ([*POWERS], [f"{power} SC" for power in POWERS]),
}


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_players_and_counts_of_powers(kind: str, dipscore: Any, tmp_path: Path) -> None:
    players, counts = OF_PLAYERS[kind]
    table = [["Round", "Board", *players, *counts], [1, "A", *NAMES, *COUNTS]]
    (tmp_path / "own.csv").write_text(csv_text(table))
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in table:
        book.active.append(row)
    book.save(tmp_path / "own.xlsx")
    for words in (("import", "own.csv"), ("import", "own.xlsx"), ("extract", "own.xlsx")):
        got = dipscore(*words)
        assert (got.status, [row[3:5] for row in got.table[1:]]) == (
            0,
            [[name, str(count)] for name, count in zip(NAMES, COUNTS, strict=True)],
        )


def test_numbers_below_a_bare_power_are_no_players() -> None:
    players, counts = OF_PLAYERS["bare powers"]
    found = taken(csv_text([["Round", "Board", *players, *counts], [1, "A", *COUNTS, *COUNTS]]))
    assert {type(fault) for fault in found.faults} == {SameColumnTwice}


def test_flags_are_powers() -> None:
    codes = ("AT", "GB", "FR", "DE", "IT", "RU", "TR")
    flags = tuple("".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code) for code in codes)
    (game,) = taken(rows(Power=flags)).good
    assert game.board is not None
    assert game.board.centres == COUNTS


# -- several boards below one row of headings -----------------------------------------------------

OTHER = (5, 4, 9, 6, 6, 4, 0)
BOARDS = {(1, "A"): COUNTS, (1, "B"): OTHER, (2, "A"): OTHER, (2, "B"): COUNTS}
SHAPES = {
    "plain": "{round_board}{seven}",
    "merged": "{round_board}{seven}",
    "blank rows": "-{round_board}-{seven}",
    "total rows": "{round_board}{seven}{total}",
    "round once": "{round}{board}{seven}",
    "round once and blank rows": "{round}-{board}-{seven}-",
    "a title above": "{round_board}{seven}",
}
Row = tuple[object, ...]


def in_shape(shape: str) -> list[Row]:
    """The boards below one row of headings, in one of the shapes that directors use."""
    table: list[Row] = [("Power", "Player", "SC")]
    for (round_, board), counts in BOARDS.items():
        parts = {
            "{round_board}": [(f"Round {round_} Board {board}",)],
            "{round}": [(f"Round {round_}",)] if board == "A" else [],
            "{board}": [(f"Board {board}",)],
            "{seven}": [*zip(POWERS, NAMES, counts, strict=True)],
            "{total}": [(None, "Total", 34)],
            "-": [()],
        }
        for part in re.findall(r"\{\w+\}|-", SHAPES[shape]):
            table += parts[part]
    return [("Spring Cup",), (), *table] if shape == "a title above" else table


@pytest.mark.parametrize("shape", SHAPES)
def test_boards_below_one_row_of_headings(shape: str) -> None:
    table = in_shape(shape)
    book = openpyxl.Workbook()
    assert book.active is not None
    for n, row in enumerate(table, 1):
        book.active.append(row)
        if shape == "merged" and len(row) == 1:
            book.active.merge_cells(start_row=n, start_column=1, end_row=n, end_column=3)
    made = io.BytesIO()
    book.save(made)
    for name, data in (("own.xlsx", made.getvalue()), ("own.csv", csv_text(table).encode())):
        found = read_import(name, data, beside=Path())
        assert [str(fault) for fault in found.faults] == []
        said = {(g.round, g.name): g.board.centres for g in found.good if g.board is not None}
        assert said == BOARDS
        assert {tuple(seat.player for seat in game.seats) for game in found.good} == {NAMES}


def test_a_board_without_a_name_is_left_out_and_that_is_a_fault(dipscore: Any, tmp_path: Path) -> None:
    table = in_shape("plain")
    table[1] = ("The board by the window",)
    (tmp_path / "own.csv").write_text(csv_text(table))
    for more, boards in (((), 0), (("--rest",), 3)):
        got = dipscore("import", "own.csv", *more)
        assert (got.status, len(got.out.splitlines())) == (1, 7 * boards + 1 if boards else 0)
        check_said(got.err, BoardLeftOut)


def test_two_boards_of_one_name_are_a_fault_of_the_file(dipscore: Any, tmp_path: Path) -> None:
    table = in_shape("plain")
    table[9] = ("The board by the window",)
    (tmp_path / "own.csv").write_text(csv_text(table))
    got = dipscore("import", "own.csv")
    assert (got.status, got.out) == (1, "")
    check_said(got.err, TwoOfOneName, board="A", round="1")


def test_countries_are_powers_where_all_seven_are_listed() -> None:
    table = [("Country", "Name", "Dots"), *in_shape("plain")[1:]]
    found = taken(csv_text(table))
    assert (found.faults, found.read.people, len(found.good)) == ([], (), 4)


def test_results_that_cannot_be_read_are_refused() -> None:
    cells = {"Round": 1, "Board": "A", "Centres": ("gone", "about 13", "10?", 3, 8, "gone", "-")}
    found = taken(rows("Power", "Player", "Outcome", "Round", "Board", **cells))
    assert [type(fault) for fault in found.faults] == [UnreadFact]


@pytest.mark.parametrize("label", ["Week", "Evening", "Session", "Game"])
def test_labels_above_a_block_name_the_round(label: str) -> None:
    heads, _, *seven = in_shape("plain")[:9]
    (game,) = taken(csv_text([(label, 2), ("Board", "B"), heads, *seven])).good
    assert (game.round, game.name) == (2, "B")


@each(("cell", "facts"), [(1908, ["Year"]), (8, []), ("49.5", [])])
@each("heading", ["Total", "Points"])
def test_a_year_below_a_heading_of_sums_is_not_left_out(heading: str, cell: object, facts: list[str]) -> None:
    found = taken(rows("Power", "Player", "Centres", heading, total=cell)).faults
    assert [one.facts["heading"] for one in found if isinstance(one, UnreadFact)] == facts


@pytest.mark.parametrize("heading", ["Points", "Score", "Pts", "Total"])
def test_numbers_below_points_alone_are_not_lost_as_counts(heading):
    head = f"Round,Board,Power,Player,{heading}\n"
    lines = [f"1,A,{power},{name}" for power, name in zip(POWERS, NAMES, strict=True)]
    counted = head + "\n".join(f"{line},{n}" for line, n in zip(lines, COUNTS, strict=True))
    (fault,) = taken(counted).faults
    assert (type(fault), fault.facts["name"]) == (MissingColumn, "Centres")
    assert not taken(head + "\n".join(f"{line},0" for line in lines)).faults
