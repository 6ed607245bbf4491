"""`dipscore import`: the director's call, and the file or workbook after it."""

import csv
import io
import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from tests import games
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.exchange.formats import readers
from xl_dipscore.workbooks.acts import new as making
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import Setup

pytestmark = pytest.mark.usefixtures("new_books")

SAMPLES = Path(__file__).parent / "samples"
OK, FAULTY, MISUSED = 0, 1, 2
HEADS = ("Timestamp", "Round", "Board", "Year", *POWERS, *(f"{power} player" for power in POWERS), "Draw")
COUNTS = ((18, 3, 6, 4, 3, 0, 0), (5, 5, 7, 4, 6, 4, 3), (4, 5, 6, 7, 8, 2, 2), (3, 3, 10, 10, 4, 2, 2))


def answers(rounds: int, boards: int) -> list[list[object]]:
    """A form's rows: every board of an event, with names that change their seats each round."""
    rows: list[list[object]] = [list(HEADS)]
    for round_ in range(1, rounds + 1):
        for board in range(boards):
            names = [f"Player {(board * 7 + seat + 3 * round_) % (7 * boards):02}" for seat in range(7)]
            counts = COUNTS[(round_ + board) % len(COUNTS)]
            drawn = "France, Germany" if counts[2] == 10 else ""
            rows.append(["9:00", round_, chr(65 + board), 1908, *counts, *names, drawn])
    return rows


def written(path: Path, rows: list[list[object]]) -> Path:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def blank(tmp_path_factory) -> bytes:
    """A workbook for two rounds of two boards."""
    path = tmp_path_factory.mktemp("new") / "event.xlsx"
    making.create(path, Plan(find("CARNAGE"), 2, 2))
    return path.read_bytes()


@pytest.fixture
def event(blank, tmp_path) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(blank)
    return path


def people(path: Path) -> list[dict[str, object]]:
    """Each player's cells on the list of players, by heading."""
    package = Package.read(path)
    area = Setup(package).area("Roster")
    assert area is not None
    columns = [address(1, column)[:-1] for column in range(1, 20)]
    heads = [package.value(area.sheet, f"{column}{area.top - 1}") for column in columns]
    found = []
    for row in range(area.top, area.bottom + 1):
        cells = [package.value(area.sheet, f"{column}{row}") for column in columns]
        said = {str(head): cell for head, cell in zip(heads, cells, strict=True) if cell not in (None, "")}
        if "Player" in said:
            found.append({head: cell for head, cell in said.items() if head not in ("Games", *POWERS)})
    return found


# -- games ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_forty_answers_become_standings_in_one_command(dipscore, tmp_path) -> None:
    """Ten boards in four rounds; into a workbook, and as a games file, whose standings are the same."""
    path = tmp_path / "event.xlsx"
    making.create(path, Plan(find("CARNAGE"), 4, 10))
    form = written(tmp_path / "form.csv", answers(4, 10))
    done = dipscore("import", form, "-o", path)
    assert done.status == OK
    assert f"{form}: form responses, 40 rows." in done.err.splitlines()
    assert f"{path}: 40 of 40 boards filled" in done.err
    package = Package.read(path)
    found = EventIn(package).game_extract.game_list.games
    assert [(game.board.centres, len(game.board.draw)) for game in found if game.board is not None] == [
        (COUNTS[(n // 10 + 1 + n % 10) % 4], 2 if (n // 10 + 1 + n % 10) % 4 == 3 else 0) for n in range(40)
    ]
    table = standings(find("CARNAGE"), found)
    shown = {
        package.value("Standings", f"B{row}"): package.value("Standings", f"C{row}") for row in range(5, 75)
    }
    assert shown == pytest.approx({row.player: float(row.total) for row in table})
    assert len(people(path)) == 70
    assert dipscore("import", form, "-o", "games.csv").status == OK
    printed = dipscore("standings", "CARNAGE", "games.csv").table
    assert {row[1]: float(row[2]) for row in printed[1:]} == pytest.approx(shown)


@pytest.mark.slow
def test_a_pipe_makes_standings_without_a_file(tmp_path) -> None:
    form = written(tmp_path / "form.csv", answers(1, 1))
    program = f'"{sys.executable}" -c "from xl_dipscore.cli import main; main()"'
    line = f'{program} import "{form}" | {program} standings CARNAGE -'
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0].startswith("rank,player,total")
    assert len(done.stdout.splitlines()) == 1 + 7


def test_a_correction_comes_into_a_workbook_and_is_told(dipscore, event) -> None:
    rows = answers(1, 2)
    dipscore("import", written(Path("form.csv"), rows), "-o", event)
    rows.append(["14:32", 1, "A", 1909, *COUNTS[2], *[""] * 7, ""])
    done = dipscore("import", written(Path("form.csv"), rows), "-o", event)
    assert done.status == OK
    changed = "row 4 (14:32) corrects row 2: year 1908 -> 1909, Austria 5 -> 4"
    assert f"form.csv: Round 1, board A: {changed}" in done.err
    assert f"{event}: round 1, board A: Year 1908 -> 1909" in done.err
    assert f"{event}: round 1, board A, Austria: Centres 5 -> 4" in done.err
    first = EventIn(Package.read(event)).game_extract.game_list.games[0]
    assert first.board is not None
    assert (first.board.centres, first.seats[0].player) == (COUNTS[2], rows[1][11])


def test_good_boards_are_taken_and_faulty_ones_named(dipscore, event) -> None:
    for output in ("games.csv", event):
        before = Path(output).read_bytes() if Path(output).exists() else b""
        assert dipscore("import", SAMPLES / "form-wrong.csv", "-o", output).status == FAULTY
        assert (Path(output).read_bytes() if Path(output).exists() else b"") == before
        done = dipscore("import", SAMPLES / "form-wrong.csv", "-o", output, "--rest")
        assert done.status == FAULTY
        assert (
            "form-wrong.csv row 3, column Draw: 'Frnce' is not a power in the draw. Write powers" in done.err
        )
        assert "form-wrong.csv row 2: The centres add up to 35" in done.err
    assert [line.split(",")[:2] for line in Path("games.csv").read_text().splitlines()[1:]] == [
        ["1", "F"]
    ] * 7
    assert [game.name for game in EventIn(Package.read(event)).game_extract.game_list.games] == ["F"]


def test_without_a_good_board_nothing_is_written(dipscore, event) -> None:
    before = event.read_bytes()
    rows = [list(HEADS), ["9:00", 1, "A", 1908, 35, *[0] * 6, *[""] * 8]]
    form = written(Path("form.csv"), rows)
    done = dipscore("import", form, "-o", "games.csv")
    assert (done.status, Path("games.csv").exists()) == (FAULTY, False)
    assert "games.csv was not written." in done.err
    assert dipscore("import", form, "-o", event).status == FAULTY
    assert event.read_bytes() == before


def test_a_workbook_with_too_few_boards_is_not_changed(dipscore, event) -> None:
    before = event.read_bytes()
    done = dipscore("import", written(Path("form.csv"), answers(3, 2)), "-o", event)
    assert (done.status, event.read_bytes()) == (FAULTY, before)
    assert "event.xlsx has no free board for board A of round 3" in done.err


def test_a_form_of_microsoft_is_a_workbook(dipscore, tmp_path) -> None:
    """Its times are dates; check boxes end with a semicolon; the first sheet is not the one."""
    book = openpyxl.Workbook()
    book.active.append(["Overview"])
    sheet = book.create_sheet("Sheet1")
    sheet.append(["ID", "Start time", "Completion time", "Email", "Name", *HEADS[1:]])
    for n, row in enumerate(answers(1, 2)[1:], 1):
        times = datetime(2026, 11, 21, 9, n), datetime(2026, 11, 21, 14, 30 + n)
        sheet.append([n, *times, "anonymous", None, *row[1:-1], "France;Germany;"])
    sheet.append([3, *times, "anonymous", None, 1, "B", None, 5, *[None] * 14])
    book.save("form.xlsx")
    assert dipscore("import", "form.xlsx").out == ""
    done = dipscore("import", "form.xlsx", "--rest")
    assert done.status == FAULTY
    assert "form.xlsx: form responses, 3 rows." in done.err
    assert "Round 1, board B: row 4 (14:32) corrects row 3: Austria 4 -> 5." in done.err
    first = [row for row in done.table if row[1] == "A"]
    assert [row[4] for row in first] == [str(count) for count in COUNTS[1]]
    assert [row[2] for row in first if row[5] == "x"] == ["France", "Germany"]
    assert "form.xlsx Sheet1 rows 3 to 4: The centres add up to 35" in done.err


def test_a_games_file_is_understood_with_what_people_call_its_columns(dipscore) -> None:
    rows = [["Game", "Round", "Country", "Name", "Dots", "Elim", "Draw"]]
    rows += [[row[1], row[0], row[2], row[3], row[4], row[6], row[5]] for row in games.event()[1:8]]
    done = dipscore("import", written(Path("own.csv"), rows))
    assert (done.status, len(done.table)) == (OK, 8)
    assert "own.csv: a games file, 7 rows." in done.err
    assert done.table[0][:7] == ["round", "board", "power", "player", "centres", "draw", "eliminated"]
    assert [row[4] for row in done.table[1:]] == [str(count) for count in games.SOLO]
    assert dipscore("score", "CARNAGE", "own.csv").status == OK


def test_usual_headings_go_before_what_people_call_them(dipscore) -> None:
    rows = [["Game", *games.event()[0]], *(["https://", *row] for row in games.event()[1:8])]
    done = dipscore("import", written(Path("own.csv"), rows))
    assert [row[1] for row in done.table[1:]] == ["A"] * 7


def test_seats_without_results_go_to_their_boards(dipscore, event) -> None:
    done = dipscore("import", SAMPLES / "visualiser-board-call.csv", "-o", event)
    assert done.status == OK
    package = Package.read(event)
    assert [package.value("Games", f"D{row}") for row in (2, 3, 8)] == ["Ann Lee", "Bob Öz", "Gus Ox"]
    assert {one["Player"]: one.get("Backstabbr") for one in people(event)}["Fay Ash"] == "fay"
    assert dipscore("import", SAMPLES / "visualiser-board-call.csv").table[1][:4] == [
        *("1", "A", "Austria", "Ann Lee")
    ]


@pytest.mark.slow
def test_an_import_is_on_the_log_and_can_be_taken_back(dipscore, event) -> None:
    new = [["Player", "Club"], ["Ann", "Lyon"]]
    form = written(Path("form.csv"), answers(1, 1))
    dipscore("import", written(Path("list.csv"), new), "-o", event)
    dipscore("import", form, "-o", event, "--who", "Dora")
    package = Package.read(event)
    assert [package.value("Log", f"{column}5") for column in "ACD"] == [1, "import", "list.csv"]
    assert [package.value("Log", f"{column}6") for column in "ACDE"] == [2, "import", "form.csv", "Dora"]
    assert dipscore("undo", event).status == OK
    assert (people(event), EventIn(Package.read(event)).game_extract.game_list.games) == (
        [{"Player": "Ann", "Club": "Lyon"}],
        (),
    )
    dipscore("import", form, "-o", event, "--no-log")
    assert dipscore("undo", event).status == OK
    assert [one["Player"] for one in people(event)] == answers(1, 1)[1][11:18]


def test_scores_of_another_program_are_compared_and_may_be_kept(dipscore) -> None:
    games.write(Path("games.csv"), games.event()[:8])
    assert dipscore("export", "json", "games.csv", "--system", "CARNAGE", "-o", "out").status == OK
    theirs = json.loads(Path("out/tournament.json").read_text(encoding="utf-8"))
    (game,) = theirs["rounds"]["1"]["games"].values()
    game["players"]["Austria"]["score"] += 1
    Path("out/tournament.json").write_text(json.dumps(theirs), encoding="utf-8")
    done = dipscore("import", "out/tournament.json", "-o", "back.csv")
    assert done.status == OK
    assert "tournament.json: Round 1, board A, Carnage: Austria " in done.err
    assert "tournament.json: 1 board compared: 1 with scores that differ from ours." in done.err
    kept = dipscore("import", "out/tournament.json", "--keep-scores").table
    column = kept[0].index("override")
    assert float(kept[1][column]) == game["players"]["Austria"]["score"]


# -- people -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_people_and_their_columns_come_into_players(dipscore, event) -> None:
    done = dipscore("import", SAMPLES / "visualiser-players.csv", "-o", event)
    assert done.status == OK
    assert done.err.splitlines()[1:3] == [
        "E-mail addresses are left out; --email includes them.",
        f"{event}: 3 players added, 12 cells filled.",
    ]
    assert people(event) == [
        {
            "Player": "Ann Lee",
            "First name": "Ann",
            "Last name": "Lee",
            "WDR id": 12,
            "WDD id": 4711,
            "Backstabbr": "annlee",
        },
        {"Player": "Bob Öz", "First name": "Bob", "Last name": "Öz"},
        {"Player": "Mary Jane O'Brien", "First name": "Mary Jane", "Last name": "O'Brien"},
    ]
    done = dipscore("import", SAMPLES / "visualiser-players.csv", "-o", event, "--email")
    assert f"{event}: 0 players added, 3 on the list already, 2 cells filled." in done.err
    assert people(event)[0]["Email"] == "ann@example.org"


@pytest.mark.slow
def test_a_known_player_keeps_their_row_and_a_change_is_told(dipscore, event) -> None:
    first = [["Player", "Club", "Level"], ["Ann", "Lyon", "novice"], ["Bob", "Paris", ""]]
    dipscore("import", written(Path("first.csv"), first), "-o", event)
    second = [["Player", "Club", "Country"], ["Cid", "Rome", "it"], ["bob", "Nice", ""], ["Ann", "", "FR"]]
    done = dipscore("import", written(Path("second.csv"), second), "-o", event)
    assert f"{event}: bob, Club: Paris -> Nice" in done.err.splitlines()
    assert people(event) == [
        {"Player": "Ann", "Club": "Lyon", "Level": "novice", "Country": "FR"},
        {"Player": "Bob", "Club": "Nice"},
        {"Player": "Cid", "Club": "Rome", "Country": "IT"},
    ]
    third = written(Path("third.csv"), [["Player", "Club"], ["Dora", ""], ["Bob", "Nice"]])
    done = dipscore("import", third, "-o", event)
    assert f"{event}: 1 player added, 1 on the list already, 1 cell filled." in done.err
    assert "not changed" not in done.err
    before = event.read_bytes()
    done = dipscore("import", "second.csv", "-o", event)
    assert f"{event} was not changed." in done.err
    assert event.read_bytes() == before


@pytest.mark.slow
def test_new_columns_look_as_their_neighbours_and_nothing_else_moves_off(dipscore, event) -> None:
    dipscore("import", written(Path("form.csv"), answers(2, 2)), "-o", event)
    rows = [["Player", "Country", "WDR id"], *([f"Player {n:02}", "FR", n] for n in range(14))]
    assert dipscore("import", written(Path("list.csv"), rows), "-o", event).status == OK
    sheet = openpyxl.load_workbook(event, data_only=True)["Players"]
    heads = {cell.value: cell for cell in sheet[4] if cell.value}
    assert [*heads][4:10] == ["Here 1", "Here 2", "Country", "WDR id", "Note", "Games"]
    for name in ("Country", "WDR id"):
        assert heads[name].fill.fgColor.rgb == heads["Club"].fill.fgColor.rgb
        below, club = (sheet.cell(6, heads[one].column) for one in (name, "Club"))
        assert (below.fill.fgColor.rgb, below.border.left.style) == (
            club.fill.fgColor.rgb,
            club.border.left.style,
        )
    played = [sum(sheet.cell(row, heads[power].column).value for power in POWERS) for row in range(5, 19)]
    assert played == [sheet.cell(row, heads["Games"].column).value for row in range(5, 19)] == [2] * 14
    area = Setup(Package.read(event)).area("Roster")
    assert area is not None
    assert (area.left, area.right) == (1, 1)


@pytest.mark.slow
def test_a_list_that_is_too_short_becomes_longer(dipscore, event) -> None:
    rows = [["Player", "Club"], *([f"P{n:03}", f"Club {n % 5}"] for n in range(60))]
    done = dipscore("import", written(Path("list.csv"), rows), "-o", event)
    assert done.status == OK
    assert [one["Player"] for one in people(event)] == [f"P{n:03}" for n in range(60)]
    done = dipscore("seat", event, "--round", 1, "--seed", 1, "--sit-out")
    assert done.status == OK


def own_list(path: Path, rows: list[list[object]], *, table: bool = False) -> Path:
    """A director's own workbook: a games sheet, and a list of players without our name."""
    book = openpyxl.Workbook()
    book.active.title = "Results"
    for row in games.event()[:8]:
        book.active.append(row)
    sheet = book.create_sheet("Players")
    for cells in rows:
        sheet.append(cells)
    if table:
        sheet.add_table(Table(displayName="List", ref=f"A1:C{len(rows)}"))
    book.save(path)
    return path


def test_a_list_of_ones_own_goes_on_below_and_keeps_what_it_computes(dipscore) -> None:
    rows = [["Name", "Club", "Country"], ["Ann", '="Ly"&"on"', "DE"], ["Bob", None, None]]
    path = own_list(Path("own.xlsx"), [*rows, [None] * 3, [None, "a note below"]])
    new = [["Player", "Club"], ["Ann", "Paris"], ["Cid", "Rome"], ["Dora", "Bonn"]]
    done = dipscore("import", written(Path("list.csv"), new), "-o", path)
    assert "own.xlsx: Ann, Club: Paris was not written: the cell is computed." in done.err
    assert "own.xlsx: The list of players on Players has no free row for Dora." in done.err
    sheet = openpyxl.load_workbook(path)["Players"]
    assert [[cell.value for cell in row[:2]] for row in sheet["A2:C5"]] == [
        ["Ann", '="Ly"&"on"'],
        ["Bob", None],
        ["Cid", "Rome"],
        [None, "a note below"],
    ]


def test_a_table_of_excel_is_in_the_way_of_columns(dipscore) -> None:
    path = own_list(Path("own.xlsx"), [["Name", "Club", "Extra"], ["Ann", "Lyon", 1]], table=True)
    new = [["Player", "Country", "Club"], ["Ann", "FR", "Paris"]]
    done = dipscore("import", written(Path("list.csv"), new), "-o", path)
    assert "Country left out: the table List is in the way of more columns on Players." in done.err
    assert openpyxl.load_workbook(path)["Players"]["B2"].value == "Paris"


def test_a_workbook_without_a_list_of_players(dipscore) -> None:
    book = openpyxl.Workbook()
    book.save("own.xlsx")
    before = Path("own.xlsx").read_bytes()
    done = dipscore("import", SAMPLES / "roster.csv", "-o", "own.xlsx")
    assert done.status == FAULTY
    assert "own.xlsx has no list of players. Name its cells Roster, or call its sheet Players." in done.err
    assert done.err.endswith("own.xlsx was not changed.\n")
    assert Path("own.xlsx").read_bytes() == before


@pytest.mark.slow
def test_people_who_are_wrong_are_left_out(dipscore, event) -> None:
    done = dipscore("import", SAMPLES / "roster-wrong.csv", "-o", event, "--rest")
    assert done.status == FAULTY
    assert "row 4, column WDR id: 'x' is neither a number nor the address of a player's page." in done.err
    assert [one["Player"] for one in people(event)] == ["Dora", "Eve"]


def test_a_list_of_players_alone_needs_a_workbook(dipscore) -> None:
    done = dipscore("import", SAMPLES / "visualiser-players.csv")
    assert (done.status, done.out) == (MISUSED, "")
    assert done.err.endswith("has players but no games. Write them into a workbook: -o event.xlsx\n")
    assert dipscore("import", SAMPLES / "visualiser-players.csv", "-o", "event.xlsx").status == MISUSED


# -- what a file is ---------------------------------------------------------------------------


def test_every_kind_is_listed(dipscore) -> None:
    listed = dipscore("import", "--list")
    assert listed.status == OK
    assert [key for key in readers() if f" {key} " not in listed.out] == []


def test_a_kind_may_be_said(dipscore) -> None:
    form = written(Path("form.csv"), answers(1, 1))
    assert "a table with one row per board, 1 row." in dipscore("import", form, "--as", "wide").err
    refused = dipscore("import", form, "--as", "roster")
    assert (refused.status, refused.out) == (FAULTY, "")
    assert refused.err.startswith("form.csv is not a list of players: its headings are Timestamp, Round")
    unknown = dipscore("import", form, "--as", "fom")
    assert (unknown.status, unknown.err) == (MISUSED, "'fom' is not a format. Did you mean form?\n")
    assert dipscore("import", form, "--as", "?").err.startswith("'?' is not a format. There are ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\n1,2\n", "x is of no known kind: its headings are a and b."),
        ("", "x is of no known kind: it has no headings."),
        ('{"a": 1, "b": 2}', "x is of no known kind: its keys are a and b."),
        ("[1]", "x is of no known kind: it has no keys."),
        ('{"a": 1,', "x is damaged or incomplete: line 1, column 9 is not JSON"),
        ('{"a": "ÿ"}', "x is damaged or incomplete: line 1, column 1 is not JSON (its characters"),
        ('{"a\\ud83c": 1, "b": 2}', "x is of no known kind: its keys are a? and b."),
        (f'{{"a": {"9" * 5_000}}}', "x is damaged or incomplete: line 1, column 1 is not JSON (its"),
        ("[" * 100_000, "x is damaged or incomplete: line 1, column 1 is not JSON (its characters"),
        ("Player,Club\n", "x has nothing below its headings."),
        ('Player,Club\nAnn,"Lyon\n', "x row 2, column Club: The quotation marks of this cell do not match."),
    ],
)
def test_what_cannot_be_read_is_a_sentence(dipscore, text: str, sentence: str) -> None:
    Path("x").write_text(text, encoding="latin-1")
    done = dipscore("import", "x")
    assert (done.status, done.out) == (FAULTY, "")
    assert sentence in done.err


def test_a_workbook_with_a_chart_and_no_cells(dipscore) -> None:
    book = openpyxl.Workbook()
    book.create_chartsheet("Bars")
    book.remove(book.active)
    book.template = True
    book.save("bars.xltx")
    done = dipscore("import", "bars.xltx")
    assert (done.status, done.out) == (FAULTY, "")
    assert done.err.startswith("bars.xltx is of no known kind: it has no headings.")


def test_misuse(dipscore) -> None:
    assert dipscore("import").status == MISUSED
    assert dipscore("import", "none.csv").err == "There is no file none.csv.\n"
    form = written(Path("form.csv"), answers(1, 1))
    assert dipscore("import", form, "-o", "none/games.csv").status == MISUSED
    assert dipscore("import", form, "-o", "none.xlsx").err == "There is no file none.xlsx.\n"
