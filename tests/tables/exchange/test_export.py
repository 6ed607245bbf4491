"""The command that writes other programs' formats, and its files: lists, games files and lines to post."""

# ruff: noqa: E501  sentences stay whole

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from tests import games
from tests.tables.exchange.round_trips import EXAMPLES, FEW, games_in, outgoing, written
from xl_dipscore.errors import Faults
from xl_dipscore.rules.event.games import Game
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import WrongEnding
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.formats import Person
from xl_dipscore.tables.exchange.writers import NotAFormat, Outgoing, writer_of, writers
from xl_dipscore.workbooks.acts.for_export import people_in
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import SYSTEM, Setup
from xl_dipscore.workbooks.live.menu import item_of

pytestmark = pytest.mark.usefixtures("new_books")


def table(text: str) -> list[list[str]]:
    return [*csv.reader(StringIO(text))]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A games file of two rounds."""
    return games.write(tmp_path / "spring.csv", games.event())


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return Path(shutil.copy(EXAMPLES["dixiecon"], tmp_path / "event.xlsx"))


# -- the command ------------------------------------------------------------------------------


def test_the_kinds() -> None:
    assert sorted(writers()) == ["board-call", "games", "json", "players", "text", "wdd"]
    assert writer_of("BOARD_CALL").key == "board-call"
    with pytest.raises(NotAFormat) as unknown:
        writer_of("jsn")
    assert str(unknown.value) == "'jsn' is not a format that can be written. Did you mean json?"
    with pytest.raises(NotAFormat) as strange:
        writer_of("!!!")
    assert (
        str(strange.value)
        == "'!!!' is not a format that can be written. There are board-call, games, json, players, text and wdd."
    )


def test_the_kinds_are_listed(dipscore) -> None:
    listed = dipscore("export", "--list")
    assert listed.status == 0
    assert [key for key in writers() if f" {key} " not in listed.out] == []
    for words in ((), ("wdd",)):
        asked = dipscore("export", *words)
        assert asked.status == 2
        assert "A kind and an event are needed: dipscore export wdd event.xlsx -o out/" in " ".join(
            asked.err.split()
        )


def test_a_workbook_says_its_system(dipscore, workbook, tmp_path) -> None:
    done = dipscore("export", "wdd", workbook, "-o", "out/wdd")
    assert (done.status, done.out) == (0, "")
    assert [path.name for path in sorted((tmp_path / "out" / "wdd").iterdir())] == [
        "wdd-boards.csv",
        "wdd-classification.csv",
    ]
    assert done.err.splitlines()[0] == "out/wdd: 2 files written, wdd-classification.csv first."
    people = [*csv.DictReader((tmp_path / "out" / "wdd" / "wdd-classification.csv").open(encoding="utf-8"))]
    shown = dipscore("export", "text", workbook)
    first = next(line for line in shown.out.splitlines() if line.startswith("1. "))
    assert first.startswith(f"1. {people[0]['NAME']}: {float(people[0]['SCORE']):g} points (R1 ")


@pytest.mark.parametrize("name", ["conquest", "dcc-top-board", "mystery", "ndc-1995", "wbc"])
def test_what_goes_out_is_what_the_workbook_shows(dipscore, name) -> None:
    """By its own system, options and format."""
    table = EventIn(Package.read(EXAMPLES[name])).standings_shown
    assert table is not None
    rows = [row for row in table.lines if str(table.value(row, "Player") or "").strip()]
    shown = [(table.value(row, "Rank") or 999, float(str(table.value(row, "Total")))) for row in rows]
    assert dipscore("export", "wdd", EXAMPLES[name], "-o", "out").status == 0
    out = [*csv.DictReader(StringIO(Path("out/wdd-classification.csv").read_text(encoding="utf-8")))]
    assert [(float(row["RANK"]), float(row["SCORE"])) for row in out] == [
        (rank, pytest.approx(total)) for rank, total in shown
    ]


def test_another_system_is_an_option(dipscore, workbook) -> None:
    """Options of Setup are the other's then."""
    done = dipscore("export", "text", workbook, "--system", "draw size")
    assert done.status == 0
    assert ", scored by Draw Size\n" in done.out
    assert dipscore("export", "text", workbook, "--system", "nosuch").status == 2


@pytest.mark.slow
def test_a_system_on_setup_that_is_none(dipscore, workbook) -> None:
    """Another one can be named; without, it is refused, as is an option on Setup that is none."""
    package = Package.read(workbook)
    area = Setup(package).area(SYSTEM)
    assert area is not None
    cell = address(area.top, area.left)
    package.set_value(area.sheet, cell, "Nosuch")
    workbook.write_bytes(package.to_bytes())
    assert dipscore("export", "text", workbook, "--system", "SOS").status == 0
    assert "Nosuch" in dipscore("export", "text", workbook).err
    package.set_value(area.sheet, cell, None)
    place = Setup(package).option_cell("combine")
    assert place is not None
    package.set_value(*place, "nonsense")
    workbook.write_bytes(package.to_bytes())
    assert dipscore("export", "text", workbook).err.startswith("There is no rule 'nonsense'")
    done = dipscore("export", "text", workbook, "--system", "SOS")
    assert (done.status, done.out) == (1, "")
    assert "nonsense" in done.err


def test_a_games_file_needs_a_system_where_there_are_scores(dipscore, played) -> None:
    for kind in ("wdd", "json", "text"):
        done = dipscore("export", kind, played)
        assert (done.status, done.out) == (2, "")
        assert (
            done.err.strip()
            == f"{kind} contains scores, but spring.csv names no scoring system. Add --system, such as --system DCC."
        )
    assert dipscore("export", "games", played).status == 0
    assert dipscore("export", "players", played).status == 0


def test_a_workbook_without_a_system_says_where_to_choose_one(dipscore, workbook) -> None:
    package = Package.read(Path(shutil.copy(EXAMPLES["any-system"], workbook)))
    Setup(package).write_named_cell(SYSTEM, None)
    package.write()
    told = f"text contains scores, but {workbook.name} names no scoring system. Choose one on Setup."
    assert told in dipscore("export", "text", workbook).err
    assert item_of("export").run(package, what="text", folder=workbook.parent).said == [told]


def test_a_single_file_goes_where_it_is_told(dipscore, played, tmp_path) -> None:
    shown = dipscore("export", "games", played).out
    assert dipscore("export", "games", played, "-o", "other.csv").err == "other.csv was written.\n"
    assert dipscore("export", "games", played, "-o", "folder").err == "folder/games.csv was written.\n"
    assert (tmp_path / "other.csv").read_text() == (tmp_path / "folder" / "games.csv").read_text() == shown
    (tmp_path / "v1.2").mkdir()
    assert dipscore("export", "games", played, "-o", "v1.2").status == 0
    assert (tmp_path / "v1.2" / "games.csv").read_text() == shown


def test_where_it_does_not_go(dipscore, played, workbook, tmp_path) -> None:
    before = workbook.read_bytes()
    done = dipscore("export", "games", played, "-o", workbook)
    assert (done.status, done.err.strip()) == (
        2,
        str(WrongEnding(path=workbook, ending=".csv", why="")),
    )
    assert workbook.read_bytes() == before
    several = "wdd makes 2 files; name a folder for them, such as -o out/"
    assert dipscore("export", "wdd", played, "--system", "SOS").err.strip() == several
    assert dipscore("export", "wdd", played, "--system", "SOS", "-o", "wdd.csv").err.strip() == several
    done = dipscore("export", "games", played, "-o", "spring.csv/folder")
    assert done.status == 2
    assert done.err.startswith("The folder spring.csv/folder cannot be made: ")


def test_an_event_with_a_fault_does_not_go_out(dipscore, tmp_path) -> None:
    rows = games.event()
    rows[3][4] = 40
    games.write(tmp_path / "spring.csv", rows)
    for kind in ("wdd", "games"):
        done = dipscore("export", kind, "spring.csv", "--system", "SOS", "-o", "out")
        assert done.status == 1
        assert done.err.splitlines() == [
            "spring.csv row 4, column centres: France has 40 centres; a count is a whole number from 0 to 34.",
            "Nothing was written.",
        ]
        assert not (tmp_path / "out").exists()
    assert dipscore("export", "players", "spring.csv").status == 0


def test_a_fault_on_a_board_to_come(dipscore, tmp_path) -> None:
    rows = [[*row[:4], *([""] * 4 if n else row[4:])] for n, row in enumerate(games.event())]
    rows[2][2] = "Austria"
    games.write(tmp_path / "spring.csv", rows)
    done = dipscore("export", "board-call", "spring.csv")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[0] == "spring.csv row 3, column power: Austria is listed twice."


def test_scores_that_are_missing(dipscore, tmp_path) -> None:
    rows = [row[:7] for row in games.event()]
    games.write(tmp_path / "spring.csv", rows)
    done = dipscore("export", "text", "spring.csv", "--system", "NDC")
    assert (done.status, done.out) == (1, "")
    assert "NDC needs the last game year." in done.err


def test_a_rule_that_does_not_go(dipscore, tmp_path) -> None:
    rows = [
        [("Final" if cell == 2 and not n else cell) for n, cell in enumerate(row)] for row in games.event()
    ]
    games.write(tmp_path / "spring.csv", rows)
    assert dipscore("export", "text", "spring.csv", "--system", "SOS").status == 0
    rows[1][3] = rows[8][3] = "Twice"
    games.write(tmp_path / "spring.csv", rows)
    done = dipscore("export", "text", "spring.csv", "--system", "SOS")
    assert (done.status, done.out) == (1, "")
    assert "Twice is on two boards of round 1" in done.err


def test_an_event_without_results(dipscore, tmp_path) -> None:
    rows = [[*row[:4], *([""] * 4 if n else row[4:])] for n, row in enumerate(games.event())]
    games.write(tmp_path / "spring.csv", rows)
    for kind in ("wdd", "json", "text"):
        done = dipscore("export", kind, "spring.csv", "--system", "SOS", "-o", "out")
        assert (done.status, done.err) == (1, "spring.csv has no board with results.\nNothing was written.\n")
    with pytest.raises(Faults) as empty:
        written("games", Outgoing("spring.csv", "spring"))
    assert str(empty.value) == "spring.csv has no board with results."
    assert len(table(dipscore("export", "games", "spring.csv").out)) == 1 + 4 * 7


def test_json_of_a_workbook(dipscore, workbook, tmp_path) -> None:
    done = dipscore("export", "json", workbook, "-o", "out")
    assert done.status == 0
    data = json.loads((tmp_path / "out" / "tournament.json").read_text(encoding="utf-8"))
    assert data["rounds"]["1"]["scoring_system"] == "DixieCon"
    for name in data["rounds"]["1"]["games"]:
        assert (tmp_path / "out" / f"{name}.json").is_file()


# -- games files ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FEW)
def test_an_example_as_a_games_file(name: str) -> None:
    """The file has all facts, and nothing else."""
    found = games_in(name)
    text = written("games", outgoing(found)).files["games.csv"]
    back = read_games(csv_rows(text.encode(), "games.csv"), fewer=True)
    assert not back.faults
    for one, other in zip(found, back.games, strict=True):
        assert (one.round, one.name, one.seats, one.weight) == (
            other.round,
            other.name,
            other.seats,
            other.weight,
        )
        assert one.board == other.board


def test_every_column_of_a_games_file() -> None:
    header, *rows = games.event()
    more = [
        [
            *header,
            "docked",
            "civil_disorder",
            "new_player",
            "unranked",
            "tiebreak",
            "extra_points",
            "weight",
            "override",
            "team",
            1907,
            1908,
        ]
    ]
    more += [[*row, *[""] * 11] for row in rows]
    more[1][8:] = [1, "", "x", "x", "", "1.5", 2, "", "Reds", 18, 18]
    more[2][8:] = ["", "", "", "", "4", "", "", "33.3", "", 3, 3]
    for seat, count in zip(range(2, 7), (6, 4, 3, 0, 0), strict=True):
        more[1 + seat][17:] = [count, count]
    more[6][10] = more[7][9] = ""
    found = read_games([list(map(str, row)) for row in more])
    assert not found.faults
    text = written("games", Outgoing("a.csv", "a", found.games)).files["games.csv"]
    assert text.splitlines()[0] == ",".join(
        str(word)
        for word in [
            *more[0][:8],
            *("docked", "new_player", "unranked", "tiebreak", "extra_points", "weight", "override", "team"),
            1907,
            1908,
        ]
    )
    back = read_games(csv_rows(text.encode(), "a.csv"))
    assert [(one.seats, one.board, one.weight) for one in back.games] == [
        (one.seats, one.board, one.weight) for one in found.games
    ]


# -- lists ------------------------------------------------------------------------------------

PEOPLE = (
    Person({"Player": "Anna Lee", "First name": "Anna", "Last name": "Lee", "Backstabbr": "annal", "WDR id": "17", "Email": "a@example.org"}),
    Person({"Player": "Bob van Dam"}),
    Person({"Player": "Cher"}),
)  # fmt: skip


def test_players() -> None:
    """Everybody once, and without a byte-order mark; columns that nobody fills are left out."""
    out = written("players", Outgoing("e.xlsx", "e", people=PEOPLE))
    assert out.files == {
        "players.csv": "First Name,Last Name,Backstabbr Username,WDR Id\nAnna,Lee,annal,17\nBob van,Dam,,\n,Cher,,\n"
    }
    assert out.notes == ("Without a first name, which the program needs: Cher.",)
    more = written("players", outgoing(games_in("dixiecon"), people=PEOPLE[:1]))
    names = [row[1] for row in table(more.files["players.csv"])[1:]]
    assert names[0] == "Lee"
    assert len(names) == len(set(names)) > 30
    assert more.notes[0].endswith(" more.")
    with pytest.raises(Faults) as nobody:
        written("players", Outgoing("e.xlsx", "e"))
    assert str(nobody.value) == "e.xlsx names no player."


@pytest.mark.slow
def test_addresses_stay_at_home(dipscore, workbook) -> None:
    """Whatever the columns of Players."""
    package = Package.read(workbook)
    people = [*people_in(EventIn(package))]
    assert len(people) > 30
    for column, heading, value in (
        ("K", "First name", "Ann"),
        ("L", "E-mail", "a@b.c"),
        ("M", "Email", "a@b.c"),
        ("N", "Country", "GB"),
    ):
        package.set_value("Players", f"{column}{row_above(people)}", heading)
        package.set_value("Players", f"{column}{row_above(people) + 1}", value)
    workbook.write_bytes(package.to_bytes())
    first = next(people_in(EventIn(Package.read(workbook))))
    assert dict(first.cells) == {**people[0].cells, "First name": "Ann", "Country": "GB"}
    for kind in sorted(writers()):
        done = dipscore("export", kind, workbook, "-o", kind)
        assert "a@b.c" not in "".join(path.read_text() for path in Path(kind).glob("*"))
        assert done.status == (kind == "board-call")


def test_players_of_a_workbook_that_keeps_no_games(dipscore, tmp_path) -> None:
    book = Workbook()
    book.active.title = "Players"
    for row in (["Player", "WDR id"], ["Ann Lee", 17], [None, 18], ["Bob", None]):
        book.active.append(row)
    book.defined_names["Roster"] = DefinedName("Roster", attr_text="Players!$A$2:$A$9")
    book.save(tmp_path / "roster.xlsx")
    done = dipscore("export", "players", "roster.xlsx")
    assert (done.status, done.out) == (0, "First Name,Last Name,WDR Id\nAnn,Lee,17\n,Bob,\n")
    del book.defined_names["Roster"]
    book.save(tmp_path / "list.xlsx")
    assert "list.xlsx names no player." in dipscore("export", "players", "list.xlsx").err
    done = dipscore("export", "games", "roster.xlsx")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(
        "roster.xlsx has no sheet with the headings Round, Board, Power and Centres in one row."
    )


def row_above(people: list[Person]) -> int:
    """The row of headings on Players."""
    return int(people[0].place.rpartition(" ")[2]) - 1


def test_a_board_call(dipscore, tmp_path) -> None:
    rows = [[*row[:4], *([""] * 4 if n and row[0] == 2 else row[4:])] for n, row in enumerate(games.event())]
    rows[16][3] = ""
    games.write(tmp_path / "spring.csv", rows)
    lines = table(dipscore("export", "board-call", "spring.csv").out)
    assert lines[0] == ["Round", "Board", "Power", "Player Name", "Player Id", "Backstabbr Username"]
    assert lines[1] == ["2", "A", "Austria", "a~b", "", ""]
    assert [line[2] for line in lines[2:7]] == ["France", "Germany", "Italy", "Russia", "Turkey"]
    assert len(lines) == 1 + 13
    done = dipscore("export", "board-call", games.write(tmp_path / "played.csv", games.event()))
    assert (done.status, done.out) == (1, "")
    assert (
        done.err.splitlines()[0]
        == "played.csv has no board that has players but no results. Draw a round first, with dipscore seat."
    )


def test_a_board_call_of_a_final_has_a_number() -> None:
    one, *_ = read_games([list(map(str, row)) for row in games.event()]).games
    text = written(
        "board-call", Outgoing("e.csv", "e", [one], [replace(one, round="Final", board=None)], PEOPLE)
    ).files["board-call.csv"]
    assert {line[0] for line in table(text)[1:]} == {"2"}


# -- lines to post ----------------------------------------------------------------------------


def event() -> list[Game]:
    return [*read_games([list(map(str, row)) for row in games.event()], "games.csv").games]


def test_lines_to_post() -> None:
    """England has 13 of 282 shares of 169 to 64: 16900 / 342. A sheet shows two decimals of it."""
    played = event()
    text = written("text", outgoing(played[1:2], name="Spring Open")).files["results.txt"]
    assert text == (
        "Spring Open, scored by Sum of Squares\n"
        "\n"
        "Round 1, board B: 3-way draw England, France and Germany, 1908\n"
        "Austria (=1+1): 0; 0 points.\n"
        f"England (@x): 13; {16900 / 342:.2f} points.\n"
        "France (Jo*): 10; 29.24 points.\n"
        "Germany (a~b): 3; 2.63 points.\n"
        "Italy (>5): 8; 18.71 points.\n"
        "Russia (Zoë): 0; 0 points.\n"
        "Turkey (O'Brien): 0; 0 points.\n"
        "\n"
        "Standings, sum\n"
        "1. @x: 49.42 points\n"
        "2. Jo*: 29.24 points\n"
        "3. >5: 18.71 points\n"
        "4. a~b: 2.63 points\n"
        "5. =1+1: 0 points\n"
        "5. O'Brien: 0 points\n"
        "5. Zoë: 0 points\n"
    )


@pytest.mark.parametrize(
    ("system", "shown"),
    [
        ("SOS", f"{100 * 12 * 12 / (12 * 12 + 2 * 11 * 11):.2f}"),
        ("BOSTON", f"{100 * (12 + 1 + 1 + 1 + 4) / (19 + 2 * (11 + 1 + 1 + 2)):.3f}"),
    ],
)
def test_lines_have_the_decimals_that_a_sheet_shows(system: str, shown: str) -> None:
    """Survivors of a game stopped by the clock are named as people name them."""
    gone = dict.fromkeys(("Germany", "Italy", "Russia", "Turkey"), 1905)
    rows = games.rows(1, "A", (12, 11, 11, 0, 0, 0, 0), eliminated=gone, players="abcdefg")
    listed = read_games([games.HEADER, *rows]).games
    text = written("text", outgoing(listed, system)).files["results.txt"]
    assert "stopped by the clock, survivors Austria, England and France, 1908\n" in text
    assert f"Austria (a): 12; {shown} points." in text
    assert f"1. a: {shown} points" in text


def test_lines_of_several_rounds_and_of_nobody() -> None:
    rows = games.event()
    rows[1][3] = ""
    found = read_games([list(map(str, row)) for row in rows]).games
    text = written("text", outgoing(found, "SHARE")).files["results.txt"]
    assert "\nAustria: 18; " in text
    assert " (R1 " in text


def test_one_point_and_an_unranked_player() -> None:
    rows = games.rows(1, "A", (1, 12, 11, 10, 0, 0, 0), players="abcdefg")
    unranked = [[*map(str, row), "x" if row[3] == "b" else ""] for row in rows]
    listed = read_games([[*games.HEADER, "unranked"], *unranked])
    text = written("text", outgoing(listed.games, "CDIPLO")).files["results.txt"]
    assert "\nItaly (e): 0; 1 point.\n" in text
    assert f"\n- b: {1 + 12 + 38} points\n" in text


def test_lines_of_teams(dipscore, tmp_path) -> None:
    rows = games.event()
    named = [
        [*rows[0], "team"],
        *([*row, "Reds" if row[3] in ("Player 0", "Player 1") else ""] for row in rows[1:]),
    ]
    out = dipscore("export", "text", games.write(tmp_path / "g.csv", named), "--system", "SOS").out
    assert out.split("\n\n")[-1].startswith("Teams, sum\n1. Reds: ")


def test_a_last_name_on_the_list_is_enough() -> None:
    """If Players has one part of a name, the other part is not taken from the displayed name."""
    people = (
        Person({"Player": "Madonna Ciccone", "Last name": "Ciccone"}),
        Person({"Player": "Bob van Dam"}),
    )
    event = Outgoing("event.xlsx", "Spring Cup", people=people)
    assert event.parts_of("Madonna Ciccone") == ("", "Ciccone")
    assert event.parts_of("Bob van Dam") == ("Bob van", "Dam")
