"""The command line as a director calls it: streams, exit statuses, sentences."""

import json
import re
import subprocess
import sys

import pytest
from rich.console import Console

from tests import games
from tests.said import check_refused
from xl_dipscore import POWERS, Board, score, systems
from xl_dipscore.cli import start
from xl_dipscore.errors import IS_IT_WRONG
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import FAMILIES, NOT_IN_PRINT, UnknownSystem, by_family, find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions.declared import VERSION

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
OTHER_WORK = {
    "xlwings", "openpyxl", "olefile", "dask",
    "urllib.request", "http.client",
    "xl_dipscore.sheets.xlsx", "xl_dipscore.sheets.calculate",
    "xl_dipscore.workbooks.layout", "xl_dipscore.workbooks.author", "xl_dipscore.workbooks.acts",
    "xl_dipscore.workbooks.plain", "xl_dipscore.hosts",
}  # fmt: skip
NOT_FOR_LISTS = OTHER_WORK | {
    "rich.table", "xl_dipscore.tables.functions", "xl_dipscore.tables.exchange.formats",
}  # fmt: skip
NOT_TO_DESCRIBE = OTHER_WORK | {
    "xl_dipscore.tables.cells", "xl_dipscore.rules.tournament", "xl_dipscore.rules.event.event",
    "xl_dipscore.rules.systems.dcc", "xl_dipscore.cli.new", "rich",
}  # fmt: skip


@pytest.fixture
def event(tmp_path):
    return games.write(tmp_path / "games.csv", games.event())


def test_score_adds_a_column_and_keeps_the_rows(dipscore, event):
    got = dipscore("score", "DCC", event)
    assert (got.status, got.err) == (OK, "")
    header, *rows = got.table
    assert header == [*games.HEADER, "score"]
    assert [row[:-1] for row in rows] == [list(map(str, row)) for row in games.event()[1:]]
    expected = [
        *score("DCC", Board(games.SOLO)),
        *score("DCC", Board(games.THREE_WAY, draw=["England", "France", "Germany"])),
        *score("DCC", Board(games.CLOCK)),
        *score("DCC", Board(games.CLOCK[::-1])),
    ]
    assert [float(row[-1]) for row in rows] == list(map(as_double, expected))


def test_score_writes_a_file_and_prints_nothing(dipscore, event, tmp_path):
    shown = dipscore("score", "SOS", event).out
    got = dipscore("score", "SOS", event, "-o", "scored.csv")
    assert (got.status, got.out) == (OK, "")
    assert (tmp_path / "scored.csv").read_text(encoding="utf-8") == shown


def test_an_option_is_set(dipscore, event):
    plain, tribute = (
        dipscore("score", "DCC", event, *words).table for words in ([], ["--set", "scs=tribute"])
    )
    assert plain != tribute
    got = dipscore("score", "TOWNSEND", event, "--set", "country table=0,0,0,0,0,0,0", "--set", "win=50")
    assert float(got.table[1][-1]) == 18 + 50


def test_a_score_column_that_is_there_is_replaced(dipscore, tmp_path):
    table = [[*row, "score" if i == 0 else "old"] for i, row in enumerate(games.event())]
    got = dipscore("score", "SOS", games.write(tmp_path / "g.csv", table))
    assert got.table[0] == [*games.HEADER, "score"]
    assert "old" not in got.out


BAD = {
    "36 centres": ({1: {4: 20}}, "rows 2 to 8, column centres", "add up to 36"),
    "2.5 centres": ({1: {4: 2.5}}, "row 2, column centres", "Austria has 2.5 centres"),
    "a blank count": ({2: {4: ""}}, "row 3, column centres", "England has no centres typed yet"),
    "a duplicate power": ({2: {2: "Austria"}}, "row 3, column power", "Austria is listed twice"),
    "an unknown power": ({2: {2: "Spain"}}, "row 3, column power", "'Spain' is not one of the seven powers"),
    "a dead draw member": (
        {8: {5: "x"}},
        "row 9, column draw",
        "Austria is marked in the draw but has no centre",
    ),
    "alive and eliminated": ({1: {6: 1905}}, "row 2, column eliminated", "Austria has 18 centres and also"),
    "a strange mark": ({1: {5: "maybe"}}, "row 2, column draw", "'maybe'"),
    "a strange round": ({1: {0: "all"}}, "row 2, column round", "'all' is not a round"),
    "no board": ({1: {1: ""}}, "row 2, column board", "does not name its board"),
    "two years": ({1: {7: 1907}}, "rows 2 to 8, column year", "differ"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_a_sentence_with_row_and_column(dipscore, tmp_path, name):
    changes, place, sentence = BAD[name]
    table = games.event()
    for row, cells in changes.items():
        for column, cell in cells.items():
            table[row][column] = cell
    path = games.write(tmp_path / "bad.csv", table)
    for words in (
        ["score", "DCC", path],
        ["check", "DCC", path],
        ["standings", "DCC", path, "--combine", "sum"],
    ):
        got = dipscore(*words)
        told = got.out if words[0] == "check" else got.err
        assert got.status == FAULTY
        assert re.search(rf"^bad\.csv {place}: .*{re.escape(sentence)}", told, re.M), told
    scores = [row[-1] for row in dipscore("score", "DCC", path).table[1:]]
    board = range((min(changes) - 1) // 7 * 7, (min(changes) - 1) // 7 * 7 + 7)
    assert [score == "" for score in scores] == [row in board for row in range(len(scores))]
    got = dipscore("score", "DCC", path, "-o", "out.csv")
    assert got.status == FAULTY
    assert "out.csv was not written" in got.err
    assert not (tmp_path / "out.csv").exists()


def test_all_faults_are_told_together(dipscore, tmp_path):
    table = games.event()
    table[1][4], table[9][4], table[16][6] = 2.5, "many", 1904
    got = dipscore("score", "DCC", games.write(tmp_path / "bad.csv", table))
    assert [line.split(":")[0] for line in got.err.splitlines()] == [
        "bad.csv row 2, column centres",
        "bad.csv row 10, column centres",
        "bad.csv row 17, column eliminated",
    ]


@pytest.mark.parametrize(
    ("delimiter", "encoding"), [(",", "utf-8-sig"), (";", "utf-8"), ("\t", "utf-16"), (";", "cp1252")]
)
def test_other_csv_dialects_give_the_same_scores(dipscore, event, tmp_path, delimiter, encoding):
    other = games.write(tmp_path / "other.csv", games.event(), delimiter, encoding)
    assert dipscore("score", "DCC", other).table == dipscore("score", "DCC", event).table


def test_columns_in_another_order_under_other_names(dipscore, event, tmp_path):
    order = [4, 2, 7, 0, 3, 6, 1, 5]
    table = [[row[i] for i in order] for row in games.event()]
    table[0] = ["SCs", "Country", "Year", "ROUND", "Name", "Eliminated", "Board", "Draw"]
    other = dipscore("score", "DCC", games.write(tmp_path / "other.csv", table)).table
    assert [row[-1] for row in other[1:]] == [row[-1] for row in dipscore("score", "DCC", event).table[1:]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["score", "DCCC", "games.csv"], "There is no scoring system DCCC. Did you mean DCC?"),
        (["score", "DCC", "nowhere.csv"], "There is no file nowhere.csv."),
        (["score", "DCC", "games.csv", "--set", "scs"], "'scs' is not NAME=VALUE."),
        (["score", "DCC", "games.csv", "--set", "sc=share"], "DCC has no option sc. Did you mean scs?"),
        (
            ["score", "DCC", "games.csv", "--set", "scs=cubes"],
            "'scs' is squares, share or tribute, not cubes",
        ),
        (
            ["score", "NDC", "games.csv", "--set", "pot=-1"],
            "The option 'pot' is a number, 0 or more, not -1.",
        ),
        (["standings", "DCC", "games.csv", "--combine", "sums"], "There is no rule 'sums'"),
        (
            ["standings", "DCC", "games.csv", "--rounds", "1000000000"],
            "The option 'rounds' is a whole number from 0 to 9999, not 1000000000.",
        ),
        (["explain", "DCC", "games.csv", "--round", "1", "--board", "Z"], "There is no board Z in round 1."),
        (
            ["score", "DCC", "games.csv", "-o", "no/where.csv"],
            "where.csv cannot be written: there is no such folder",
        ),
        (["rebuild", "nowhere.xlsx"], "There is no file nowhere.xlsx"),
        (["new", "DCC", "games.csv"], "games.csv must end in .xlsx"),
    ],
)
def test_a_wrong_call_is_a_sentence(dipscore, event, words, sentence):
    got = dipscore(*words)
    assert got.status == MISUSED
    assert sentence in got.err
    assert got.out == ""


def test_a_file_without_the_columns_says_which(dipscore, tmp_path):
    path = games.write(tmp_path / "g.csv", [["power", "centres", "SCs"], ["Austria", 5, 5]])
    got = dipscore("score", "DCC", path)
    assert got.status == FAULTY
    assert got.err.splitlines() == [
        "g.csv: Two columns are headed SCs.",
        "g.csv: There is no column headed Round.",
        "g.csv: There is no column headed Board.",
    ]


def test_standings_are_ranked_and_exact(dipscore, event):
    got = dipscore("standings", "DCC", event, "--combine", "sum")
    assert (got.status, got.err) == (OK, "")
    header, *rows = got.table
    assert header == ["rank", "player", "total", "R1", "R2", "counted", "msd"]
    assert len(rows) == 14
    by_player = {row[1]: row for row in rows}
    solo, clock = score("DCC", Board(games.SOLO)), score("DCC", Board(games.CLOCK))
    assert by_player["Player 0"][:-1] == [
        "1", "Player 0", repr(as_double(solo[0] + clock[4])), "700", repr(as_double(clock[4])), "1 2",
    ]  # fmt: skip
    assert [float(row[2]) for row in rows] == sorted((float(row[2]) for row in rows), reverse=True)


def test_players_of_a_faulty_board_come_last_without_a_rank(dipscore, tmp_path):
    table = games.event()
    table[1][4] = 20
    got = dipscore("standings", "DCC", games.write(tmp_path / "g.csv", table), "--combine", "sum")
    assert got.status == FAULTY
    unranked = got.table[-7:]
    assert [(row[0], row[2], row[3]) for row in unranked] == [("", "", "")] * 7
    assert {row[1] for row in unranked} == {f"Player {i}" for i in range(7)}
    assert all(row[0] for row in got.table[1:-7])


def test_a_player_on_two_boards_of_a_round_has_no_rank(dipscore, tmp_path):
    table = games.event()
    table[8][3] = "Player 0"
    got = dipscore("standings", "DCC", games.write(tmp_path / "g.csv", table), "--combine", "sum")
    assert got.status == FAULTY
    assert got.table[-1][:3] == ["", "Player 0", ""]
    assert all(row[0] for row in got.table[1:-1])
    assert got.err.splitlines()[0] == (
        "g.csv row 9, column player: Player 0 is on two boards of round 1: A and B. Correct the name; or, if "
        "both count, set the option double to best or sum."
    )
    assert got.err.splitlines()[-1] == "1 wrong."


def test_a_player_on_two_boards_of_a_round_costs_no_score(dipscore, tmp_path):
    table = games.event()
    table[8][3] = "Player 0"
    got = dipscore("score", "DCC", games.write(tmp_path / "g.csv", table))
    assert (got.status, got.err) == (OK, "")
    assert all(row[-1] for row in got.table)


def test_explain_adds_up(dipscore, event):
    got = dipscore("explain", "DCC", event, "--round", 1, "--board", "b")
    assert got.status == OK
    assert "3-way draw England, France, Germany, 1908" in got.out
    assert got.out.splitlines()[-1] == IS_IT_WRONG
    total = dipscore("explain", "DCC", event, "--player", "Player 1")
    assert total.out.splitlines()[-1] == IS_IT_WRONG
    lines = {
        cells[0]: list(map(float, cells[1:]))
        for line in got.out.splitlines()
        if len(cells := [cell.strip() for cell in re.split("[│┃]", line)[1:-1]]) == 8
        and cells[1][:1].isdigit()
    }
    total = lines.pop("Total")
    assert lines.pop("Centres squared") == [n * n for n in lines.pop("Centres owned")]
    assert total == pytest.approx([sum(column) for column in zip(*lines.values(), strict=True)], abs=0.002)


def test_check_says_how_each_game_was_read(dipscore, event):
    got = dipscore("check", "DCC", event)
    assert got.status == OK
    stopped = "OK: stopped by the clock: scored as a draw of all 7 survivors"
    assert got.out.splitlines() == [
        "games.csv rows 2 to 8: OK: solo Austria with 18 centres, 1908.",
        "games.csv rows 9 to 15: OK: 3-way draw England, France, Germany, 1908.",
        f"games.csv rows 16 to 22: {stopped}, {', '.join(POWERS)}, 1907.",
        f"games.csv rows 23 to 29: {stopped}, {', '.join(POWERS)}, 1907.",
    ]


def test_systems_lists_every_one(dipscore):
    shown = dipscore("systems").out
    listed = json.loads(dipscore("systems", "--json").out)["rows"]
    assert [entry["key"] for entry in listed] == [system.key for system in systems()]
    for system in systems():
        assert system.key in shown


def test_systems_are_listed_by_family_on_80_columns(dipscore, monkeypatch):
    monkeypatch.setattr("xl_dipscore.cli.games.stdout", lambda: Console(width=80))
    lines = dipscore("systems").out.splitlines()
    assert max(map(len, lines)) <= 80
    headed = {family: lines.index(f"{family}: {FAMILIES[family]}") for family in by_family()}
    assert [*headed.values()] == sorted(headed.values())
    for family, some in by_family().items():
        below = lines[headed[family] + 1 : headed[family] + 1 + lines[headed[family] :].index("") - 1]
        assert [line.split()[0] for line in below if line[2] != " "] == [system.key for system in some]


def test_what_is_not_in_print_is_listed_with_the_way_to_it(dipscore):
    told = " ".join(dipscore("systems").out.split())
    assert [name for name in NOT_IN_PRINT if name not in told] == []
    assert "Super Pastis (EDC 2016, WDC 2019)" in told
    assert "options of CUSTOM" in told
    refused = dipscore("score", "super pastis", "games.csv")
    assert (refused.status, refused.out) == (MISUSED, "")
    assert "not found in print" in refused.err


def test_all_about_some_systems(dipscore):
    told = " ".join(dipscore("systems", "tribute", "Chart").out.split())
    for system in (find("TRIBUTE"), *by_family()["chart"]):
        for text in (system.rule_text, system.source, *system.unsettled, *(o.help for o in system.options)):
            assert " ".join(text.split()) in told
    assert "SOS" not in told
    some = json.loads(dipscore("systems", "chart", "--json").out)["rows"]
    assert [one["key"] for one in some] == [system.key for system in by_family()["chart"]]
    refused = dipscore("systems", "Dixicon")
    check_refused(refused, UnknownSystem, name="Dixicon", hint=" Did you mean DIXIECON?")
    assert "dipscore systems" in refused.err


def test_only_systems_stand_apart(dipscore):
    *lines, last = map(str.rstrip, dipscore("systems", "DCC").out.splitlines())
    assert last == ""
    assert "" not in lines
    assert {"  Options", "  What the source leaves open"} <= {*lines}


def test_every_command_has_help(dipscore):
    names = re.findall(r"^  (\w+)  +[A-Z]", dipscore("--help").out, re.M)
    assert {"demo", "systems", "score", "explain", "check", "standings", "new", "fill", "rebuild"} <= set(
        names
    )
    for name in names:
        assert dipscore(name, "--help").status == OK


def test_the_demo_compares_every_score_with_the_clubs(dipscore, monkeypatch):
    monkeypatch.setattr("xl_dipscore.cli.demo._workbooks", lambda *_: None)
    got = dipscore("demo")
    assert got.status == OK
    assert "28 of 28 scores agree to three decimals." in got.out


@pytest.mark.slow
def test_demo_agrees_with_what_the_club_published(dipscore, tmp_path):
    (tmp_path / "dipscore-demo").mkdir()
    got = dipscore("demo")
    assert got.status == OK
    assert "28 of 28 scores agree to three decimals." in got.out
    first = tmp_path / "dipscore-demo-2"
    assert f"{first} has now" in got.out
    assert "1 │ Player 14 │ 69.198 │ 42.308 │ 26.891" in got.out
    assert re.search(r"100 points.*│ +42.308 │", got.out)
    assert (first / "event.xlsm").exists()
    # 100 points by squares, of 7 + 1, 6, 7, 1, 4 and 9 - 1 centres.
    austria = 100 * 64 / (64 + 36 + 49 + 1 + 16 + 64)
    assert f"spring.xlsx: Games!M2 21.1206896551724 -> {austria:.15g}" in got.out
    assert "autumn.xlsx: no cell changes." in got.out
    event, spring = (Package.read(first / name) for name in ("event.xlsx", "season/spring.xlsx"))
    scores = [package.value("Games", "M2") for package in (event, spring)]
    assert scores == pytest.approx([100 * 49 / 232, austria])
    assert event.value("Setup", "B2") == "Four games of the Windy City Weasels"
    assert event.value("Standings", "B5") == "Player 14"
    assert event.value("Explain", "A14").startswith("OK: stopped by the clock")
    assert [*(tmp_path / "dipscore-demo").iterdir()] == []


def test_the_version(dipscore):
    assert dipscore("--version").out.strip() == VERSION


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (["score", "SOS", "games.csv"], NOT_FOR_LISTS),
        (["standings", "SOS", "games.csv"], NOT_FOR_LISTS),
        (["systems"], OTHER_WORK | {"xl_dipscore.tables.cells", "xl_dipscore.rules.tournament"}),
        (["systems", "SOS"], NOT_TO_DESCRIBE),
        pytest.param(
            ["rebuild", "event.xlsx", "--changes"],
            {"rich.console", "xlwings", "openpyxl"},
            marks=pytest.mark.slow,
        ),
        (["--help"], NOT_TO_DESCRIBE | {"xl_dipscore.rules.system"}),
        (["--version"], NOT_TO_DESCRIBE | {"typer", "xl_dipscore.rules.system"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_short_command_starts_without_what_only_others_need(event, small, tmp_path, words, without):
    (tmp_path / "event.xlsx").write_bytes(small)
    script = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from xl_dipscore.cli import main; main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *words], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    imported = set(ran.stderr.splitlines()[-1].split())
    assert ran.stdout
    assert "xl_dipscore.cli" in imported
    assert imported & without == set()


@pytest.mark.slow
@pytest.mark.parametrize("host", ["lite", "names"])
def test_functions_are_attached_without_xlwings(small, tmp_path, host):
    (tmp_path / "event.xlsx").write_bytes(small)
    script = (
        "import sys; sys.modules['xlwings'] = None;"  # so that every import of it fails
        "from xl_dipscore.cli import main; main()"
    )
    words = ["attach", "event.xlsx", "--host", host]
    ran = subprocess.run([sys.executable, "-c", script, *words], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_start_knows_every_command_and_its_file() -> None:
    # In a process of its own: commands are in the order in which modules were imported.
    listed = subprocess.check_output([sys.executable, "-m", "xl_dipscore.cli.commands"], encoding="utf-8")
    assert start.COMMANDS.read_text("utf-8") == listed, "run .ci/regenerate --pages"


@pytest.mark.slow
def test_a_command_is_found_where_the_table_is_out_of_date(tmp_path) -> None:
    table = tmp_path / "commands.tsv"
    table.write_text("hosts\tsystems\tMore: games\tIn another file.\n", "utf-8")
    script = (
        "import pathlib, sys; from xl_dipscore.cli import start;"
        f"start.COMMANDS = pathlib.Path({str(table)!r}); start.run_command_line()"
    )
    ran = subprocess.run([sys.executable, "-c", script, "systems", "SOS"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout[:4]) == (OK, "SOS:")


@pytest.mark.parametrize("words", [(), ("DCC",)])
def test_a_new_workbook_needs_a_system_and_a_name(dipscore, words) -> None:
    got = dipscore("new", *words)
    assert got.status == 2
    assert "A scoring system and a workbook are needed" in got.err
