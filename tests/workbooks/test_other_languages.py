"""A workbook whose Games sheet is typed in French: checked, drawn, filled, computed and read."""

from __future__ import annotations

import pytest

from tests import games
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.languages import LANGUAGES, words_of_entry
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.shown_numbers import numbers
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1
FRENCH = LANGUAGES["French"]
NAMES = [names.strip().split("/")[0] for names in FRENCH.powers.split(",")]


def in_french(data: bytes, *, final: bool = False) -> bytes:
    """A workbook of ours with French headings and powers on Games; is its last round called Finale?"""
    package = Package.read(data)
    (home,) = EventIn(package).check_sheets()
    for word, column in home.columns.items():
        if str(word) in FRENCH.headings:
            package.set_value(
                home.name, f"{chr(64 + column)}1", words_of_entry(FRENCH.headings[str(word)])[0]
            )
    for slot in home.slots:
        for row, name in zip(slot.rows, NAMES, strict=True):
            package.set_value(home.name, f"C{row}", name)
            if final and slot.round == 2:
                package.set_value(home.name, f"A{row}", "Finale")
    return package.to_bytes()


def typed(*, final: bool = False) -> list[list[object]]:
    """The event of the tests in French; is its second round the final?"""
    header, *rows = games.event()
    said = {"x": "oui"} | ({2: "Finale"} if final else {}) | dict(zip(POWERS, NAMES, strict=True))
    kept = ("player", "centres", "eliminated", "year")
    columns = [
        words_of_entry(FRENCH.headings[word])[0] if word in FRENCH.headings else word for word in games.HEADER
    ]
    assert columns[0] == "Ronde"
    french = [
        [
            cell if word in kept else said.get(cell, cell)  # type: ignore[call-overload]
            for word, cell in zip(header, row, strict=True)
        ]
        for row in rows
    ]
    return [columns, *french]


def english() -> list[list[object]]:
    header, *rows = games.event()
    return [header, *(["Final" if row[0] == 2 else row[0], *row[1:]] for row in rows)]


@pytest.mark.calc
def test_it_is_checked_filled_and_computed_as_in_english(dipscore, tmp_path, makes, played):
    (tmp_path / "fr.xlsx").write_bytes(in_french(makes()))
    games.write(tmp_path / "fr.csv", typed())
    empty = dipscore("template", "check", "fr.xlsx")
    assert (empty.status, "Wrong:" in empty.out) == (OK, False)
    assert "4 boards in 2 rounds, 0 with results. Headings in row 1: Ronde, Table, Puissance" in empty.out
    got = dipscore("fill", "fr.xlsx", "fr.csv")
    assert (got.status, got.err.splitlines()[0][:7]) == (OK, "fr.xlsx"), got.err
    ours, theirs = Package.read(played), Package.read(tmp_path / "fr.xlsx")
    assert [theirs.value("Games", f"C{row}") for row in range(2, 9)] == NAMES
    scores = numbers(EventIn(theirs))
    assert len(scores.scores) == 2 * 28
    assert scores == numbers(EventIn(ours))
    full = dipscore("template", "check", "fr.xlsx")
    assert (full.status, "4 boards in 2 rounds, 4 with results" in full.out) == (OK, True)
    again = put_games(EventIn(theirs), read_games(games.event()).games)
    assert (again.boards, again.replaced) == (4, ()), "what is the same in both languages is not replaced"


def test_what_is_read_out_of_it_is_english(makes):
    package = Package.read(in_french(makes(), final=True))
    assert put_games(EventIn(package), read_games(typed(final=True)).games).boards == 4
    assert package.value("Games", "A16") == "Finale"
    package.set_value("Games", "F10", "Oui")  # England on board B
    found = EventIn(package).game_extract
    assert found.faults == []
    plain = [[str(cell) for cell in row] for row in english()]
    width = found.table[0].index("year") + 1
    assert [row[:width] for row in found.table] == plain
    assert {row[2] for row in found.table[1:]} == {*POWERS}


def test_letters_of_a_board_are_of_the_sheets_language(makes):
    letters = [name[0] for name in NAMES]
    package = Package.read(in_french(makes()))
    for row, letter in zip(range(2, 9), letters, strict=True):
        package.set_value("Games", f"C{row}", letter)
        package.set_value("Games", f"E{row}", 4)
    said = [str(fault) for fault in EventIn(package).game_extract.faults]
    assert len(said) == 3, "for Austria, England and Germany"
    assert all("'A' may be Autriche, Angleterre or Allemagne" in sentence for sentence in said)
    wrong = [str(fault) for fault in check(package).wrong]
    assert [sentence for sentence in wrong if "'A'" in sentence] == [
        f"Games row {row}: 'A' may be Autriche, Angleterre or Allemagne in French, the language of another "
        "cell; type the whole name."
        for row in (2, 3, 5)
    ]


@pytest.mark.calc
def test_a_draw_goes_into_it(dipscore, tmp_path, makes):
    package = Package.read(in_french(makes()))
    for row in range(14):
        package.set_value("Players", f"A{5 + row}", f"P{row}")
    package.set_value("Players", "A4", "Joueur")
    here = column_letters(EventIn(package).roster.columns["here 1"])
    package.set_value("Players", f"{here}4", "Présent 1")
    for row in range(14):
        package.set_value("Players", f"{here}{5 + row}", "oui" if row < 7 else "non")
    (tmp_path / "fr.xlsx").write_bytes(package.to_bytes())
    got = dipscore("seat", "fr.xlsx", "--round", "1", "--seed", "1")
    assert got.status == OK, got.err
    seated = Package.read(tmp_path / "fr.xlsx")
    assert {seated.value("Games", f"D{row}") for row in range(2, 9)} == {f"P{row}" for row in range(7)}


def test_a_list_of_players_says_team_and_presence_in_its_own_words(makes):
    package = Package.read(makes())
    ours = EventIn(package).roster.columns
    for column, heading in (("T", "Équipe"), ("U", "Présent 9"), ("V", "Remarques")):
        package.set_value("Players", f"{column}4", heading)
    for column, word in (("A", "P1"), ("T", "Renards")):
        package.set_value("Players", f"{column}5", word)
    assert EventIn(package).roster.columns == ours | {"team": 20, "here 9": 21, "remarques": 22}
    assert EventIn(package).teams == ({"P1": "Renards"}, [])


def test_a_heading_in_english_comes_before_one_that_may_be_another(makes):
    package = Package.read(makes())
    (home,) = EventIn(package).check_sheets()
    free = max(home.columns.values()) + 4
    package.set_value("Games", f"{chr(64 + free)}1", "Table")
    package.set_value("Games", f"{chr(65 + free)}1", "Tour")
    (again,) = EventIn(Package.read(package.to_bytes())).check_sheets()
    assert again.columns == home.columns
    assert check(Package.read(package.to_bytes())).wrong == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_in_any_language_has_slots(language, makes):
    own = [names.strip().split("/")[0] for names in LANGUAGES[language].powers.split(",")]
    package = Package.read(makes())
    for row in range(2, 30):
        package.set_value("Games", f"C{row}", own[(row - 2) % 7])
    (home,) = EventIn(package).check_sheets()
    assert [slot.rows for slot in home.slots] == [tuple(range(first, first + 7)) for first in (2, 9, 16, 23)]
    rows = [[*games.HEADER], *games.rows(1, "A", games.CLOCK)]
    assert read_games(rows).faults == ()
