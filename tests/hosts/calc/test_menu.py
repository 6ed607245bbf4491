"""The menu in an open LibreOffice: the same cells as in a closed file, and one step of its Undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games import HEADER
from tests.hosts.calc.calc_office import Book, Office
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.live.menu import item_of

pytestmark = [pytest.mark.calc, pytest.mark.usefixtures("new_books")]
REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def event(tmp_path_factory) -> Path:
    """Three rounds of two boards; the first has results of fourteen players."""
    path = tmp_path_factory.mktemp("menu") / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=3, boards=2))
    rows = [
        [1, board, power, f"{board}. {power}", centres, None, None, 1908]
        for board, counts in (("A", (10, 7, 6, 5, 3, 2, 1)), ("B", (9, 8, 6, 5, 3, 2, 1)))
        for power, centres in zip(POWERS, counts, strict=True)
    ]
    fill(path, read_games([HEADER, *rows]).games, act=Act("fill", "round-1.csv"))
    return path


def copied(event: Path, folder: Path, office: Office, ending: str) -> Path:
    path = folder / f"event{ending}"
    if ending == ".xlsx":
        path.write_bytes(event.read_bytes())
    else:
        with office.book(event) as book:
            book.store(path)
    return path


@pytest.mark.parametrize("ending", [".xlsx", ".ods"])
def test_a_draw_is_one_step_and_the_same_as_in_a_file(
    ending: str, event: Path, office: Office, tmp_path: Path
) -> None:
    in_file = item_of("draw_round").run(Package.read(event), round_=2, seed=7)
    with office.book(copied(event, tmp_path, office, ending)) as book:
        before = book.everything()
        assert book.menu("draw_round", {"round_": 2, "seed": 7}) == [True, list(in_file.said)]
        assert book.steps()[:1] == ["Diplomacy: Draw a Round"]
        for one in in_file.edits:
            if one.sheet == "Games":
                assert book.value(one.sheet, one.ref) == one.value
        assert {"seat"} == {row[0] for row in book.read("Log", "C8:C30") if row[0]} - {"fill"}
        after = book.everything()
        assert {name for name in after if after[name] != before[name]} == {"Games", "Log"}
        book.undo()
        assert book.everything() == before


def test_a_draw_again_keeps_a_board_and_is_taken_back(event: Path, office: Office, tmp_path: Path) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.menu("draw_round", {"round_": 2, "seed": 7})
        first = book.read("Games", "D16:D29")
        assert book.menu("draw_again", {"round_": 2, "seed": 8, "keep": "A"})[0]
        second = book.read("Games", "D16:D29")
        assert first[:7] == second[:7]
        assert first[7:] != second[7:]
        done, said = book.menu("take_back", {})
        assert done
        assert said[0].startswith("Taken back: seat of ")
        assert book.read("Games", "D16:D29") == first


def test_check_names_a_count_that_is_true(event: Path, office: Office, tmp_path: Path) -> None:
    """A function gets the number 1 for it; Check sees what the cell shows."""
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.put("Games", "E10", [["TRUE"]])
        assert book.value("Games", "E10") == 1
        assert "England has True centres" in book.menu("check", {})[1][0]
        assert book.selected() == ["Games", 10, 5]
        book.put("Games", "E10", [[7]])
        book.put("Games", "F10", [["TRUE"]])
        assert "True" not in book.menu("check", {})[1][0]


def test_one_stands_on_what_an_act_changed(event: Path, office: Office, tmp_path: Path) -> None:
    """After a draw, its undo, its redo and Take Back: on Games, and never in a hidden column of Log."""
    wishes = {"round_": 2, "seed": 7, "top_board": True}
    done = item_of("draw_round").run(Package.read(event), **wishes)
    assert done.first is not None
    name = list(done.first[:3])
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.menu("draw_round", wishes)
        assert book.selected() == name
        book.undo()
        assert book.selected()[0] == "Games"
        book.redo()
        assert book.selected()[0] == "Games"
        assert book.value("Games", address(*name[1:])) == done.edits[0].value
        book.menu("take_back", {})
        assert book.selected()[0] == "Games"
        assert book.value("Games", address(*name[1:])) == ""


def test_check_selects_the_cell_and_explain_shows_the_board(
    event: Path, office: Office, tmp_path: Path
) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        assert book.menu("check", {}) == [True, ["Nothing is wrong."]]
        book.put("Games", "E10", [["many"]])
        assert "many" in book.menu("check", {})[1][0]
        assert book.selected() == ["Games", 10, 5]
        book.put("Games", "E10", [[8]])
        book.select("Games", "M12")
        assert book.menu("explain", {}) == [True, []]
        assert book.selected()[0] == "Explain"
        assert book.value("Explain", "B4") == "B"


def test_a_title_above_the_list_of_games_changes_no_other_sheet(
    event: Path, office: Office, tmp_path: Path
) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.menu("draw_round", {"round_": 2, "seed": 7})
        book.menu("explain", {"at": None})
        before = {sheet: book.read(sheet, "A1:Z90") for sheet in book.sheets() if sheet != "Games"}
        book.unprotect()
        book.insert("Games", "Rows", 0, 1)
        book.put("Games", "A1", [["Spring cup, results"]])
        book.calculate()
        after = {sheet: book.read(sheet, "A1:Z90") for sheet in before}
        assert [sheet for sheet in before if after[sheet] != before[sheet]] == []


def test_a_locked_or_computed_cell_is_never_replaced(event: Path, office: Office, tmp_path: Path) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.put("Games", "D16", [["=D2"]])
        book.lock("Games", "D30")
        before = book.everything()
        for word, round_, why in (
            ("draw_again", 2, "holds a formula"),
            ("draw_round", 3, "the sheet is protected"),
        ):
            done, said = book.menu(word, {"round_": round_, "seed": 7})
            assert not done
            assert why in said[0]
            assert book.everything() == before


def test_more_boards_are_put_into_the_file(event: Path, office: Office, tmp_path: Path) -> None:
    path = copied(event, tmp_path, office, ".xlsx")
    with office.book(path) as book:
        book.put("Players", "A19:A25", [[f"New {n}"] for n in range(7)])
        done, _ = book.menu("draw_round", {"round_": 2, "seed": 7})
        assert done
        assert sorted({row[0] for row in book.read("Games", "B16:B36")}) == ["A", "B", "C"]
        book.put("Games", "E16:E22", [[n] for n in (10, 7, 6, 5, 3, 2, 1)])
        scores = [row[0] for row in book.read("Games", "M16:M22")]
        assert scores == [row[0] for row in book.read("Games", "M2:M8")]
        assert path.with_name("event.bak.xlsx").exists()
    assert len(Package.read(path).sheet("Games").cells)


def test_a_workbook_that_is_no_xlsx_file_does_not_grow(event: Path, office: Office, tmp_path: Path) -> None:
    with office.book(copied(event, tmp_path, office, ".ods")) as book:
        book.put("Players", "A19:A25", [[f"New {n}"] for n in range(7)])
        before = book.everything()
        done, said = book.menu("draw_round", {"round_": 2, "seed": 7})
        assert not done
        assert "Draw a Round needs an .xlsx file" in said[0]
        assert book.everything() == before


def test_the_page_is_made_of_the_open_cells(event: Path, office: Office, tmp_path: Path) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.put("Games", "D2", [["Zoë Émile"]])
        done, said = book.menu("publish", {"folder": str(tmp_path / "site")})
        assert done, said
    assert "Zoë Émile" in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_hidden_sheets_that_are_filled_are_shown(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    new.create(path, Plan(find("DCC"), rounds=1, boards=1))
    with office.book(path) as book:
        book.put("Players", "A5:A11", [[f"Player {n}"] for n in range(7)])
        hidden = {*book.sheets()} - {*book.shown()}
        assert {"Seats", "Board calls", "Log"} <= hidden
        book.menu("draw_round", {"round_": 1, "seed": 7})
        assert {*book.sheets()} - {*book.shown()} == hidden - {"Seats", "Board calls", "Log"}
        assert book.steps()[:1] == ["Diplomacy: Draw a Round"]


@pytest.mark.parametrize("ending", [".xlsx", ".ods"])
def test_a_copy_for_excel_has_what_is_open(ending: str, event: Path, office: Office, tmp_path: Path) -> None:
    path = copied(event, tmp_path, office, ending)
    with office.book(path) as book:
        book.put("Games", "D2", [["Zoë Émile"]])
        done, said = book.menu("attach", {})
        assert done, said
        assert not book.menu("attach", {})[0]  # never over a file
    copy = Package.read(path.with_suffix(".xlsm"))
    assert copy.value("Games", "D2") == "Zoë Émile"
    assert copy.related_parts("vbaProject")
    assert "DCC_SCORE(" in copy.sheet("Games").cells[2, 13].formula


def test_an_export_and_the_next_event(event: Path, office: Office, tmp_path: Path) -> None:
    with office.book(copied(event, tmp_path, office, ".xlsx")) as book:
        book.put("Games", "D2", [["Zoë Émile"]])
        done, said = book.menu("export", {"what": "games", "folder": str(tmp_path)})
        assert done, said
        assert "Zoë Émile" in (tmp_path / "games.csv").read_text("utf-8")
        done, said = book.menu("new_event", {"called": "Autumn"})
        assert done, said
        other = Book(office, office.made())
        assert other.value("Setup", "B2") == "Autumn"
        assert not other.address()
        people = [row[0] for row in book.read("Players", "A5:A18")]
        assert [row[0] for row in other.read("Players", "A5:A18")] == people
        assert {row[0] for row in other.read("Games", "D2:D15")} == {""}
        other.put("Games", "E2:E8", [[n] for n in (10, 7, 6, 5, 3, 2, 1)])
        assert other.value("Games", "M2") == book.value("Games", "M2")
        other.close()


def test_a_long_search_is_shown_and_can_be_ended(event: Path, office: Office) -> None:
    with office.book(event) as book:
        assert book.search(REPOSITORY, 1) == [False, False, True]


def test_a_directors_day_without_a_terminal(office: Office, tmp_path: Path) -> None:
    """People in, two rounds, a no-show, a typo, a question, a wrong file, seven more, the page."""
    path = tmp_path / "day.xlsx"
    new.create(path, Plan(find("DCC"), rounds=2, boards=2))
    people, results = tmp_path / "people.csv", tmp_path / "round-1.csv"
    people.write_text("name\n" + "".join(f"Player {n}\n" for n in range(14)))
    with office.book(path) as book:
        menu = lambda word, **wishes: book.menu(word, wishes)  # noqa: E731
        assert menu("take_in", file=str(people))[0]
        assert menu("draw_round", round_=1, seed=1)[0]
        first = [row[0] for row in book.read("Games", "D2:D15")]
        assert sorted(first) == sorted(f"Player {n}" for n in range(14))
        # Somebody of board B did not come, and somebody else is there: A stays.
        book.put("Players", "A19", [["Late Comer"]])
        assert menu("draw_again", round_=1, seed=2, keep="A", away=first[13])[0]
        again = [row[0] for row in book.read("Games", "D2:D15")]
        assert again[:7] == first[:7]
        assert {*again[7:]} == {*first[7:13], "Late Comer"}
        for row, counts in ((2, (10, 7, 6, 5, 3, 2, 1)), (9, (9, 8, 6, 5, 3, 2, 1))):
            book.put("Games", f"E{row}:E{row + 6}", [[n] for n in counts])
        book.put("Games", "E3", [[17]])
        assert "44" in menu("check")[1][0]
        assert book.selected()[0] == "Games"
        book.put("Games", "E3", [[7]])
        assert menu("check")[1] == ["Nothing is wrong."]
        book.select("Games", "D10")
        menu("explain")
        assert book.value("Explain", "B4") == "B"
        rows = [
            f"1,A,{power},{name},{n}"
            for power, name, n in zip(POWERS, again, (7, 7, 4, 4, 4, 4, 4), strict=False)
        ]
        results.write_text("\n".join(["round,board,power,player,centres", *rows]))
        assert menu("take_in", file=str(results))[0]
        assert book.value("Games", "E2") == 7
        assert menu("take_back")[0]
        assert [row[0] for row in book.read("Games", "E2:E8")] == [10, 7, 6, 5, 3, 2, 1]
        book.put("Players", "A20:A25", [[f"New {n}"] for n in range(6)])
        assert menu("draw_round", round_=2, seed=3)[0]  # one more board: saved, made larger, loaded again
        assert {row[0] for row in book.read("Games", "B16:B36")} == {"A", "B", "C"}
        assert menu("publish", folder=str(tmp_path / "site"))[0]
    assert "Late Comer" in (tmp_path / "site" / "index.html").read_text("utf-8")
