"""Every language of the table: its words one by one, and whole boards beside their twins in English."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.boards import Facts, games
from tests.each import each
from xl_dipscore import POWERS
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.event.typed import NO, YES
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.tables.cells.columns import HEADED as GAMES
from xl_dipscore.tables.cells.columns import OF_PEOPLE as ROSTER
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.headings import header_word, header_words
from xl_dipscore.tables.cells.languages import (
    _INITIALS,
    LANGUAGES,
    NOBODY,
    is_final,
    is_nobody,
    is_novice,
    letters_in,
    plain,
    presence,
    spellings,
    words_of_entry,
)
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.cells.roster import NOVICE, OTHERS, read_roster, roster_word
from xl_dipscore.tables.cells.seats import read_seats
from xl_dipscore.tables.cells.values import Cell, power, read_mark
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_check, dip_score
from xl_dipscore.tables.functions.events import dip_seats_check, dip_standings

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def names(language: str) -> list[list[str]]:
    """The names of each power, the usual one first."""
    return [one.strip().split("/") for one in LANGUAGES[language].powers.split(",")]


def typed(word: str) -> set[str]:
    """A word as people type it."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    german = word.translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ö": "Oe", "å": "aa", "Å": "Aa"}))
    forms = {word, bare, german, unicodedata.normalize("NFD", word), f" {word} "}
    forms |= {word.replace(" ", "_"), word.replace(" ", ""), word.replace("ß", "ss")}
    return forms | {form.upper() for form in forms} | {form.lower() for form in forms}


# -- the table --------------------------------------------------------------------------------


def test_no_heading_means_two_things_in_any_language() -> None:
    meanings: dict[str, set[str]] = {}
    for one in LANGUAGES.values():
        for word, headings in one.headings.items():
            for form in chain.from_iterable(map(spellings, words_of_entry(headings))):
                meanings.setdefault(form, set()).add(word)
        for form in chain.from_iterable(map(spellings, words_of_entry(one.here))):
            meanings.setdefault(form, set()).add("here")
    assert {form: words for form, words in meanings.items() if len(words) > 1} == {}
    assert meanings.keys() & {"", *GAMES, *ROSTER, "here", "score", "counts", "check"} == {"score"} - {
        "score"
    }


ENGLISH = (
    *(
        "Points",
        "Rank",
        "Total",
        "Place",
        "Time",
        "Start",
        "End",
        "Notes",
        "Remarks",
        "Result",
        "Bid",
    ),
    *(
        "Coefficient",
        "Elimination",
        "Association",
        "Centre",
        "Center",
        "Location",
        "Status",
        "Winner",
        "Solo",
    ),
    *("Survived", "Seat", "Number", "No", "Id", "Email", "Phone", "Age", "City", "State", "Region", "Group"),
    *(
        "Season",
        "Ranking",
        "Beginner",
        "Absent",
        "Paid",
        "Counts",
        "Check",
        "Position",
        "Order",
        "Game",
        "GM",
    ),
)
"""Headings of columns that a director keeps for themselves: they mean nothing here in any language."""


@each("heading", ENGLISH)
def test_what_a_director_keeps_in_english_stays_their_own(heading: str) -> None:
    assert header_word(heading) is None
    assert roster_word(heading) is None


@each("words", [NOBODY, *(one.nobody for one in LANGUAGES.values())])
def test_words_for_nobody_are_no_names(words: str) -> None:
    forms = {
        *chain.from_iterable(map(typed, words_of_entry(words))),
        *(f"{word} 2" for word in words_of_entry(words)),
    }
    assert [form for form in forms if not is_nobody(form)] == []


def test_names_are_no_words_for_nobody() -> None:
    names_ = (
        "Ai Weiwei",
        "Bot Vacante",
        "Player 14",
        "Ted Desmond",
        "G. M. Cane",
        "A",
        "i",
        "Nina Nobody",
        "7",
    )
    assert [name for name in names_ if is_nobody(name)] == []


@LANGUAGE
def test_every_heading_is_understood_however_it_is_typed(language: str) -> None:
    translated = Counter(chain.from_iterable(one.headings for one in LANGUAGES.values()))
    usual = {word for word, languages in translated.items() if 2 * languages > len(LANGUAGES)}
    assert len(usual) > 20
    missing = usual - {*LANGUAGES[language].headings}
    assert missing <= {"club"}, "the English word is the usual one"
    for word, headings in LANGUAGES[language].headings.items():
        for form in chain.from_iterable(map(typed, words_of_entry(headings))):
            assert header_word(form) == (word if word in GAMES.values() else None), form
            assert roster_word(form) == (word if word in ROSTER.values() else None), form
    for form in chain.from_iterable(map(typed, words_of_entry(LANGUAGES[language].here))):
        assert roster_word(f"{form} 12") == presence(f"{form}12") == 12
        assert roster_word(form) is None


@LANGUAGE
def test_every_name_of_a_power_is_understood_however_it_is_typed(language: str) -> None:
    assert len(names(language)) == 7
    for seat, own in enumerate(names(language)):
        for form in chain.from_iterable(map(typed, own)):
            assert power(form) == seat, form
            assert power(form, letters_in([form])) == seat, form


@LANGUAGE
def test_marks_the_final_and_levels_are_understood_however_they_are_typed(language: str) -> None:
    one = LANGUAGES[language]
    for words, meaning in ((one.yes, True), (one.no, False)):
        for form in chain.from_iterable(map(typed, words_of_entry(words))):
            assert read_mark(form) is meaning, form
    for form in chain.from_iterable(map(typed, words_of_entry(one.final))):
        assert is_final(form), form
    for words, meaning in ((one.novice, True), (one.experienced, False)):
        for form in chain.from_iterable(map(typed, words_of_entry(words))):
            assert is_novice(form) is meaning, form
            assert (plain(form) not in OTHERS) if meaning else (plain(form) not in NOVICE)


def test_no_mark_of_one_language_is_the_contrary_in_another() -> None:
    yes = set(
        chain.from_iterable(spellings(w) for one in LANGUAGES.values() for w in words_of_entry(one.yes))
    )
    no = set(chain.from_iterable(spellings(w) for one in LANGUAGES.values() for w in words_of_entry(one.no)))
    assert not yes & no.union(NO)
    assert not no & yes.union(YES)


def test_a_letter_with_one_meaning_has_the_same_in_every_language() -> None:
    """A board alone is read as in its list, or it is a fault."""
    meanings: dict[str, set[int]] = {}
    for initials in _INITIALS.values():
        for letter, found in initials.items():
            if len(found) == 1:
                meanings.setdefault(letter, set()).update(found)
    assert {letter: seats for letter, seats in meanings.items() if len(seats) > 1} == {}
    assert len(meanings) > 7


# -- letters ----------------------------------------------------------------------------------


def read(column: list[str]) -> list[int | None]:
    return [power(cell, letters_in(column)) for cell in column]


def test_letters_alone_are_english() -> None:
    assert read(list("AEFGIRT")) == [*SEATS]
    assert read(["Austria-Hungary", *"EFGIRT"]) == [*SEATS]
    assert read(["Austria", "England", "F", "germany", "I.", "r", "T"]) == [*SEATS]
    assert read(list("OEFDIRT")) == [None, 1, 2, None, 4, 5, 6]
    assert read(["А", "Ф"]) == [None, None], "Cyrillic letters are not English"


@each(
    ("column", "seats"),
    [
        (["Autriche", "Angleterre", "F", "Allemagne", "I", "R", "T"], [*SEATS]),
        (["Autriche", "A", "F", "A", "I", "R", "T"], [0, None, 2, None, 4, 5, 6]),
        (["Österreich", *"EFDIRT"], [*SEATS]),
        ([*"ÖEFDIR", "Tuerkei"], [*SEATS]),
        ([*"OEFDIR", "Turkije"], [*SEATS]),
        (["Österreich", *"EFGIRT"], [0, 1, 2, None, 4, 5, 6]),
        (["Австрия", "Англия", *"ФГИРТ"], [*SEATS]),
        (["Austria", "Anglia", *"FNWRT"], [*SEATS]),
        (["A", "Inghilterra", "F", "G", "Italia", "R", "T"], [*SEATS]),
        # What two languages share leaves both possible; English names count as a language then.
        (["Italia", "R", "A"], [4, 5, None]),
        (["Germany", "Autriche", "A", "F"], [3, 0, None, 2]),
        (["Deutschland", "Turquie", "F", "D"], [3, 6, 2, 3]),
    ],
)
def test_letters_beside_a_name_are_of_its_language(column: list[str], seats: list[int | None]) -> None:
    assert read(column) == seats


def listing(powers: list[str], **columns: list[Any]) -> list[list[Cell]]:
    """One board, its columns headed in English."""
    centres = [5, 5, 5, 5, 5, 5, 4]
    header = ["Round", "Board", "Power", "Player", "Centres", *columns]
    rows = zip(powers, "abcdefg", centres, *columns.values(), strict=True)
    return [header, *([1, "A", *row] for row in rows)]


def test_a_letter_that_two_names_share_is_a_fault_that_names_them() -> None:
    powers = ["Autriche", "A", "F", "Allemagne", "I", "R", "T"]
    (game,) = read_games(listing(powers), "jeux.csv").games
    assert [str(fault) for fault in game.faults] == [
        "jeux.csv row 3, column Power: 'A' may be Autriche, Angleterre or Allemagne in French, the language "
        "of another cell; type the whole name."
    ]
    assert dip_standings("DCC", listing(powers))[1][2] == "#N/A"
    assert "'A' may be Autriche" in dip_check("DCC", *[None] * 5, *split(listing(powers)))[0][0]
    with pytest.raises(Faults) as caught:
        read_options(["powers", *powers], find("DCC"))
    assert str(caught.value.faults[0]).startswith("'A' may be Autriche, Angleterre or Allemagne in French")


def test_a_letter_of_no_name_is_a_fault_that_says_so() -> None:
    powers = ["Österreich", "England", "F", "G", "I", "R", "T"]
    (game,) = read_games(listing(powers)).games
    assert [str(fault) for fault in game.faults] == [
        "row 5, column Power: No power begins with 'G' in German, the language of another cell; "
        "type the whole name."
    ]
    (drawn,) = read_seats(listing(powers)).games
    assert [str(fault) for fault in drawn.faults] == [str(fault) for fault in game.faults]


def test_a_letter_is_of_the_language_of_the_whole_column() -> None:
    german = [name[0] for name in names("German")]
    letters = [name[0] for name in german]
    rows = [*listing(german), *([1, "B", *row[2:]] for row in listing(letters)[1:])]
    assert [game.faults for game in read_games(rows).games] == [(), ()]
    assert len(read_games(listing(letters)).faults) == 2, "Ö and D are not English"


# -- headings beside each other ---------------------------------------------------------------


@each(
    ("header", "meant"),
    [
        (["Round", "Table", "Board"], ["round", None, "board"]),
        (["Runde", "Tour", "Tisch"], ["round", None, "board"]),
        (["Ronda", "Turno", "Mesa"], ["round", None, "board"]),
        (["Turno", "Tavolo", "Paese"], ["round", "board", "power"]),
        (["Macht", "Land", "Name", "Spieler"], ["power", None, "player", None]),
        (["Pays", "Nom", "1901"], ["power", "player", 1901]),
        (["Brett", "Tisch"], ["board", "board"]),
        (["Centres", "Centers"], ["centres", "centres"]),
    ],
)
def test_a_clearer_heading_comes_before_another(header: list[str], meant: list[Any]) -> None:
    assert header_words(header) == meant


def test_two_headings_of_one_rank_are_a_fault() -> None:
    rows = listing([*POWERS], Brett=["A"] * 7, Tisch=["A"] * 7)
    assert read_games(rows).faults == (), "beside Board they are other columns"
    rows[0][1] = "Saal"
    with pytest.raises(Faults, match="Two columns are headed Tisch"):
        read_games(rows)


# -- whole boards -----------------------------------------------------------------------------


def split(rows: list[list[Cell]]) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """The headings and the rows below."""
    return rows[:1], rows[1:]


def board_rows(facts: Facts, language: str = "") -> list[list[Cell]]:
    """A board with every fact, in English or in another language, with its own headings, names and marks."""
    words = {
        "round": ["Final"] * 7,
        "board": ["Top"] * 7,
        "power": [*POWERS],
        "player": [f"Player {seat}" for seat in SEATS],
        "centres": [*facts.centres],
        "draw": ["yes" if seat in facts.draw else "no" for seat in SEATS],
        "eliminated": [*facts.eliminated],
        "year": [facts.year] * 7,
        "docked": [*facts.docked],
        "civil_disorder": ["yes" if seat in facts.civil_disorder else "" for seat in SEATS],
        "new_player": ["yes" if seat in facts.new_player else "" for seat in SEATS],
        "unranked": ["yes", *["no"] * 6],
        "tiebreak": [3, *[None] * 6],
        "override": [None, 2, *[None] * 5],
        "extra_points": [None, None, "1,5", *[None] * 4],
        "weight": [2, *[None] * 6],
        "team": ["Foxes"] * 7,
    }
    header: list[Cell] = [word.replace("_", " ").capitalize() for word in words]
    if language:
        own = LANGUAGES[language]
        header = [words_of_entry(own.headings[word])[0] for word in words]
        said = {
            "yes": words_of_entry(own.yes)[0],
            "no": words_of_entry(own.no)[0],
            "Final": words_of_entry(own.final)[0],
        }
        words = {word: [said.get(str(cell), cell) for cell in cells] for word, cells in words.items()}
        words["power"] = [own[0] for own in names(language)]
    chart: list[list[Cell]] = [[year, *counts] for year, counts in facts.chart.items()]
    columns = [[title, *cells] for title, cells in zip(header, words.values(), strict=True)]
    return [list(row) for row in zip(*columns, *chart, strict=True)]


@LANGUAGE
@settings(max_examples=10)
@given(facts=games())
def test_a_board_is_the_same_as_in_english(language: str, facts: Facts) -> None:
    ours, theirs = board_rows(facts), board_rows(facts, language)
    assert not {*ours[0]} & {*theirs[0]} - {*facts.chart}
    (one,), (other,) = read_games(ours).games, read_games(theirs).games
    assert (other.round, other.faults) == ("Final", ())
    assert (other.round, other.name, other.seats, other.board, other.weight) == (
        *(one.round, one.name, one.seats, one.board, one.weight),
    )
    for system in ("CONQUEST", "DCC", "CDIPLO"):
        assert dip_score(system, *[None] * 5, *split(theirs)) == dip_score(system, *[None] * 5, *split(ours))
        assert dip_check(system, *[None] * 5, *split(theirs)) == dip_check(system, *[None] * 5, *split(ours))
    rules = find("DCC")
    assert [(row.player, row.total, row.rank) for row in standings(rules, [other])] == [
        (row.player, row.total, row.rank) for row in standings(rules, [one])
    ]


@pytest.fixture(scope="module")
def played() -> Facts:
    """A draw of three after 1903."""
    return Facts(
        (0, 13, 10, 3, 8, 0, 0),
        frozenset({1, 2, 4}),
        (1903, None, None, None, None, 1902, 1902),
        1903,
        (0, 1, 0, 0, 0, 0, 0),
        frozenset({3}),
        frozenset({2}),
        {1901: (3, 5, 5, 5, 4, 4, 3), 1902: (2, 9, 8, 5, 6, 0, 0), 1903: (0, 13, 10, 3, 8, 0, 0)},
    )


@LANGUAGE
def test_functions_of_an_event_are_the_same_as_in_english(language: str, played: Facts) -> None:
    ours, theirs = board_rows(played), board_rows(played, language)
    calls = {one.name: one.call for one in FUNCTIONS}
    for name in ("DIP_STANDINGS", "DIP_AWARDS", "DIP_TEAMS", "DIP_PROBLEMS"):
        assert calls[name]("DCC", theirs) == calls[name]("DCC", ours), name
    assert dip_seats_check(theirs) == dip_seats_check(ours)
    arguments = [["Ann"] * 7, [*range(7)], 1]
    own = [name[0] for name in names(language)]
    msd = calls["DCC_MSD"]
    assert msd([arguments[0]], [own], [arguments[1]]) == msd([arguments[0]], [[*POWERS]], [arguments[1]])
    order = [own[seat] for seat in (6, 5, 4, 3, 2, 1, 0)]
    assert read_options(["powers", *order], find("DCC")).order == (6, 5, 4, 3, 2, 1, 0)


@LANGUAGE
def test_a_games_file_scores_the_same_as_in_english(
    language: str, played: Facts, dipscore: Any, tmp_path: Path
) -> None:
    for name, rows in (("en.csv", board_rows(played)), ("own.csv", board_rows(played, language))):
        text = io.StringIO()
        csv.writer(text, delimiter=";").writerows(rows)
        (tmp_path / name).write_text(text.getvalue(), encoding="utf-8")
    ours, theirs = dipscore("score", "DCC", "en.csv"), dipscore("score", "DCC", "own.csv")
    assert (ours.status, theirs.status, theirs.err) == (0, 0, ours.err)
    assert [row[-1] for row in theirs.table[1:]] == [row[-1] for row in ours.table[1:]]
    assert [row[:-1] for row in theirs.table] == [
        [str(cell) if cell is not None else "" for cell in row] for row in board_rows(played, language)
    ]
    assert dipscore("standings", "DCC", "own.csv").out == dipscore("standings", "DCC", "en.csv").out


@LANGUAGE
def test_a_file_is_read_in_the_code_page_of_its_windows(language: str, played: Facts) -> None:
    page = {"Polish": "cp1250", "Russian": "cp1251"}.get(language, "cp1252")
    rows = board_rows(played, language)
    rows[1][3] = {"Polish": "Łucja", "Russian": "Зоя"}.get(language, "Zoë")
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(rows)
    (game,) = read_games(csv_rows(text.getvalue().encode(page), "own.csv")).games
    (same,) = read_games(rows).games
    assert (game.faults, game.board, game.seats) == ((), same.board, same.seats)


def test_a_fault_names_the_column_by_its_own_heading(played: Facts) -> None:
    rows = board_rows(played, "German")
    rows[2][4], rows[3][5] = "viele", "vielleicht"
    (game,) = read_games(rows, "liste.csv").games
    assert [str(fault) for fault in game.faults] == [
        "liste.csv row 4, column Remis: France is marked 'vielleicht'; type x for yes, or leave it blank "
        "for no.",
        "liste.csv row 3, column Zentren: England has 'viele' centres; a count is a whole number from 0 "
        "to 34.",
    ]


# -- rosters ----------------------------------------------------------------------------------


@LANGUAGE
def test_a_roster_is_the_same_as_in_english(language: str) -> None:
    own = LANGUAGES[language]
    words: dict[str, list[Cell]] = {
        "player": ["Ann", "Bob", "Cid"],
        "club": ["Foxes", "", ""],
        "team": ["", "Hares", ""],
        "apart": ["Bob; Cid", "", ""],
        "level": ["novice", "experienced", ""],
        "novice": ["", "", "yes"],
        "prefers": ["FGIRT", "", "A"],
        "rating": [1500, "", 1400],
        "score": ["", 2, 3],
        "two boards": ["no", "yes", ""],
        "unranked": ["", "", "yes"],
    }
    here: list[Cell] = ["yes", "no", "yes"]
    said = {
        "yes": words_of_entry(own.yes)[0],
        "no": words_of_entry(own.no)[0],
        "novice": words_of_entry(own.novice)[0],
        "experienced": words_of_entry(own.experienced)[0],
    }

    def rows(columns: list[list[Cell]]) -> list[list[Cell]]:
        return [list(row) for row in zip(*columns, strict=True)]

    ours = rows([*([word, *cells] for word, cells in words.items()), ["Here 2", *here]])
    titles = {word: words_of_entry(own.headings[word])[0] if word in own.headings else word for word in words}
    theirs = rows(
        [
            *([titles[word], *(said.get(str(c), c) for c in cells)] for word, cells in words.items()),
            [f"{words_of_entry(own.here)[0]} 2", *(said[str(cell)] for cell in here)],
        ]
    )
    assert read_roster(theirs) == read_roster(ours)
    assert [one.novice for one in read_roster(theirs)] == [True, False, True]
