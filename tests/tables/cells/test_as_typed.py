"""Cells as people type them: powers, rounds, years, counts, marks, and invisible characters."""

from __future__ import annotations

import csv
import io
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from xl_dipscore.rules.board import POWERS, StarredCounts
from xl_dipscore.rules.event.typed import same_person, visible_text
from xl_dipscore.tables.cells.csv_text import AssumedEncoding, csv_rows, encoding_assumed
from xl_dipscore.tables.cells.games import BoardIsADate, NotARound, read_games
from xl_dipscore.tables.cells.languages import _CODES, LANGUAGES
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.unread import NoHeading
from xl_dipscore.tables.cells.values import (
    count,
    is_blank,
    last_year,
    number,
    power,
    read_mark,
    text_in_one_line,
    year,
)
from xl_dipscore.tables.functions.boards import dip_check, dip_score
from xl_dipscore.tables.functions.events import dip_standings

COUNTS = [0, 13, 10, 3, 8, 0, 0]


def listing(**columns: Any) -> list[list[Any]]:
    """A board; a column of one value is the same in all rows."""
    usual = {"Round": 1, "Board": "A", "Power": [*POWERS], "Player": [*"abcdefg"], "Centres": COUNTS}
    both = {
        name: [its] * 7 if not isinstance(its, list) else its for name, its in {**usual, **columns}.items()
    }
    return [[*both], *map(list, zip(*both.values(), strict=True))]


# -- powers and rounds --------------------------------------------------------------------------


def test_powers_by_their_first_three_letters() -> None:
    (game,) = read_games(listing(Power=[name[:3].upper() for name in POWERS])).games
    assert game.faults == ()
    assert game.board is not None
    assert game.board.centres == tuple(COUNTS)


@each(
    ("typed", "seat"),
    [
        ("Austria-Hungary (A)", 0),
        ("ENG - England", 1),
        ("Great Britain", 1),
        ("Germany/Deutschland", 3),
        ("Türkiye [TUR]", 6),
        ("England/France", None),
        ("Ann (A)", None),
        ("", None),
    ],
)
def test_a_power_by_two_names_or_another(typed: str, seat: int | None) -> None:
    assert power(typed) == seat


@each("language", LANGUAGES)
def test_the_same_in_other_languages(language: str) -> None:
    names = [one.strip().split("/")[0] for one in LANGUAGES[language].powers.split(",")]
    assert [power(name[:3]) for name in names] == [*range(7)]


def test_three_letters_are_of_one_power_in_all_languages() -> None:
    assert {code for code, seat in _CODES.items() if seat is None} == {"imp"}, (
        "Imperio alemán, Impero ottomano"
    )


@each("typed", ["R2", "r 2", "Round 2", "Rd. 2", "Round #2", "2nd round", "Runde 2", "2. Runde"])
def test_a_round_in_words(typed: str) -> None:
    assert round_in(typed) == 2
    assert [game.round for game in read_games(listing(Round=typed)).games] == [2]


@each("language", LANGUAGES)
def test_a_round_in_words_of_other_languages(language: str) -> None:
    for word in LANGUAGES[language].headings["round"].split(", "):
        assert round_in(f"{word.strip('()')} 3") == 3


@each("typed", ["Round 1 of 3", "R", "B2", "A1", "Round", "Round 1 Board 2", "R0"])
def test_what_is_no_round_stays_a_fault(typed: str) -> None:
    assert round_in(typed) is None
    assert [type(one) for one in read_games(listing(Round=[1, typed, *[1] * 5])).strays] == [NotARound]


# -- years, counts, marks -----------------------------------------------------------------------


@each(
    ("typed", "gone", "last"),
    [
        *(
            (one, 1908, 1908)
            for one in ("Fall 1908", "F1908", "Autumn 1908", "Winter 08", "1908 Fall", "F08")
        ),
        *((one, 1908, 1908) for one in ("Automne 1908", "Herbst 1908", "Jesień 1908", "осень 1908")),
        *((one, one, 1907) for one in ("Spring 1908", "S1908", "S08", "Printemps 1908", "Wiosna 1908")),
        *((one, one, one) for one in ("F1908M", "Summer 1908", "Fall", "X1908")),
    ],
)
def test_a_turn_is_a_year(typed: str, gone: object, last: object) -> None:
    """After Fall it is complete; in Spring the last complete year is the one before."""
    assert (year(typed), last_year(typed)) == (gone, last)


def test_a_game_that_stopped_in_spring_is_of_the_year_before() -> None:
    (game,) = read_games(listing(Year="Spring 1908")).games
    assert game.board is not None
    assert game.board.year == 1908 - 1
    assert "1907" in dip_check("SOS", COUNTS, None, None, "S1908")[0][0]


@each("dash", [" -   ", "-", "–", "—", "\N{MINUS SIGN}"])
def test_a_dash_is_nought(dash: str) -> None:
    rows = listing(Centres=[dash if n == 0 else f" {n} " for n in COUNTS])
    assert read_games(rows).games[0].board == read_games(listing()).games[0].board
    assert dip_score("SOS", [[dash if n == 0 else n for n in COUNTS]]) == dip_score("SOS", [COUNTS])


def test_a_count_with_a_star_is_read_with_a_note() -> None:
    (game,) = read_games(listing(Centres=[0, "13*", 10, 3, "8 *", 0, 0])).games
    assert game.board is not None
    assert game.board.centres == tuple(COUNTS)
    (note,) = (one for one in game.board.probable_typos() if isinstance(one, StarredCounts))
    assert (note.rank, note.facts["powers"]) == ("note", "England and Italy")
    assert str(note.sentence) in dip_check("SOS", [[0, "13*", 10, 3, "8 *", 0, 0]])[0][0]
    assert count("*") == "*"


@each(
    ("typed", "meant"),
    [
        *((box, False) for box in "☐□⬜○-–"),
        *((box, True) for box in "☑✅☒✓✔●"),
        *((box, None) for box in ("✗", "✘", "?", "Drawn")),
        ("✔\N{VARIATION SELECTOR-16}", True),
        ("☑\N{VARIATION SELECTOR-16}", True),
    ],
)
def test_boxes_and_marks(typed: str, meant: bool | None) -> None:
    assert read_mark(typed) is meant


# -- what nobody sees ---------------------------------------------------------------------------

HIDDEN = "\u200b\u200c\u200d\u200e\u200f\u00ad\u2060\ufeff\u202a\u202c\u2066\u2069\ufe0f\u034f\u061c"


@each("sign", HIDDEN)
def test_a_hidden_character_makes_no_other_name_count_board_or_heading(sign: str) -> None:
    first, second = listing(), listing(Board="B")
    first[0][4] = f"Cen{sign}tres"
    first[1:] = [
        [f"1{sign}", f"A{sign}", f"{sign}{row[2]}", f"{row[3]}{sign}", f"{row[4]}{sign}"] for row in first[1:]
    ]
    found = read_games([*first, *second[1:]])
    assert (found.faults, found.unread) == ((), ())
    one, other = found.games
    assert (one.name, other.name, one.seats, one.board) == ("A", "B", other.seats, other.board)
    assert (
        len(
            dip_standings(
                "SOS", [*listing(), *[[2, *row[1:3], f"{row[3]}{sign}", row[4]] for row in second[1:]]]
            )
        )
        == 1 + 7
    )


def test_decomposed_letters_are_letters() -> None:
    """As names come from a Mac."""
    name = unicodedata.normalize("NFD", "José Müller Østergård Łucja")
    assert text_in_one_line(name) == "José Müller Østergård Łucja"
    assert same_person(name.upper()) == same_person("José Müller Østergård Łucja")


def test_joiners_stay_where_they_shape_letters_and_make_no_other_person() -> None:
    persian, woman = "می\N{ZERO WIDTH NON-JOINER}خواهم", "👩\N{ZERO WIDTH JOINER}💻"
    assert (text_in_one_line(persian), text_in_one_line(woman)) == (persian, woman)
    assert same_person(persian) == same_person(persian.replace("\N{ZERO WIDTH NON-JOINER}", ""))
    assert text_in_one_line("Ann\N{ZERO WIDTH JOINER} Lee") == "Ann Lee"


def test_a_cell_of_hidden_characters_is_blank_and_a_hard_space_is_a_space() -> None:
    assert is_blank("\u200b \u00a0")
    assert text_in_one_line("Ann\u00a0 Lee\u202f") == "Ann Lee"
    assert number("\u00a013\u200b") == 13
    assert visible_text("Ann") == "Ann"


# -- files --------------------------------------------------------------------------------------


def encoded(page: str, *names: str) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([["player", "centres"], *([name, 5] for name in names)])
    return text.getvalue().encode(page)


@each(
    ("page", "names"),
    [
        ("cp1252", ("José", "Jörg", "François", "Åse", "O’Brien")),
        ("cp1250", ("Łukasz", "Michał", "Jiří Dvořák", "Čapek")),
        ("cp1251", ("Иван", "Зоя", "Щукин")),
        ("cp1254", ("Ayşe", "Çağlar", "Işıl")),
        ("mac_roman", ("José", "García", "Zoë", "Ångström")),
    ],
)
def test_names_are_read_in_the_encoding_that_makes_words_of_them(page: str, names: tuple[str, ...]) -> None:
    data = encoded(page, *names)
    assert [row[0] for row in csv_rows(data, "list.csv")[1:]] == [*names]
    assert [*encoding_assumed(data, "list.csv")] == []


@pytest.mark.parametrize(("page", "name"), [("cp1250", "Zięba"), ("cp1252", "Åse")])
def test_where_two_are_possible_the_one_that_was_assumed_is_told(page: str, name: str) -> None:
    data = encoded(page, name)
    assert csv_rows(data, "list.csv")[1][0] == name
    assert [type(one) for one in encoding_assumed(data, "list.csv")] == [AssumedEncoding]
    assert [*encoding_assumed(encoded("utf-8", name), "list.csv")] == []


def test_lines_of_an_old_mac_tell_its_encoding() -> None:
    data = encoded("mac_roman", "Jörg").replace(b"\r\n", b"\r")
    assert csv_rows(data, "list.csv")[1][0] == "Jörg"
    assert [*encoding_assumed(data, "list.csv")] == []


def test_a_command_says_which_encoding_it_assumed(dipscore: Any, tmp_path: Path) -> None:
    text = io.StringIO()
    csv.writer(text).writerows(listing(Player=["Zięba", *"bcdefg"]))
    (tmp_path / "list.csv").write_bytes(text.getvalue().encode("cp1250"))
    told = str(AssumedEncoding(file="list.csv", encoding="Central European"))
    for words in (("standings", "SOS", "list.csv"), ("import", "list.csv")):
        got = dipscore(*words)
        assert (got.status, got.err.count(told)) == (0, 1)
        assert "Zięba" in got.out


def test_a_board_that_became_a_date_is_refused() -> None:
    """Spreadsheets turn a typed 1-1 into 46023, the number of 2026-01-01."""
    found = read_games([*listing(Board=46023), *listing(Board="1-2")[1:]])
    assert {type(one) for one in found.strays} == {BoardIsADate}
    assert [game.name for game in found.games] == ["1-2"]
    assert [game.name for game in read_games(listing(Board=170)).games] == ["170"]


def test_a_season_without_games_is_told_and_no_bare_header(dipscore: Any, tmp_path: Path) -> None:
    with (tmp_path / "list.csv").open("w", newline="") as file:
        csv.writer(file).writerows(listing(Date="2026-01-03"))
    got = dipscore("standings", "SOS", "list.csv", "--from", "2027-01-01")
    assert (got.status, got.out) == (1, "")
    assert "2026-01-03" in got.err
    assert dipscore("standings", "SOS", "list.csv", "--from", "2026-01-03").status == 0


def test_check_says_that_nothing_is_wrong(dipscore: Any, tmp_path: Path) -> None:
    with (tmp_path / "list.csv").open("w", newline="") as file:
        csv.writer(file).writerows(listing())
    assert dipscore("check", "SOS", "list.csv").err == "1 board: nothing wrong.\n"


def test_a_heading_in_the_row_above_is_no_missing_one(dipscore: Any, tmp_path: Path) -> None:
    """The column is read, so no message says that it is not."""
    above = ["Round", "Board", *(cell for name in POWERS for cell in (name, ""))]
    header = ["", "", *["Player", "SCs"] * 7]
    board = [1, "A", *(cell for n, name in zip(COUNTS, "abcdefg", strict=True) for cell in (name, n))]
    with (tmp_path / "wide.csv").open("w", newline="") as file:
        csv.writer(file).writerows([above, header, board])
    got = dipscore("import", "wide.csv")
    assert got.status == 0
    assert len(got.out.splitlines()) == 1 + 7
    assert str(NoHeading.__doc__).partition("{")[0] not in got.err
