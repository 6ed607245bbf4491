"""One more system, tie-break, award, rule, function, command, act, sheet and column, a file each by hand.

Works in a copy of the repository, where everything else is unchanged or made by .ci/regenerate.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests import games
from tests.tables.native.engines import Rows, in_ironcalc, in_libreoffice, missing
from tests.workbooks.test_new_by_names import for_ironcalc
from xl_dipscore.sheets.xlsx.package import Package

ROOT = Path(__file__).parents[1]
COPIED = (
    "xl_dipscore",
    "templates",
    "tests",
    ".ci",
    ".github",
    "pyproject.toml",
    "LICENSE",
    *(p.name for p in ROOT.glob("*.md")),
)
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".*_cache", ".hypothesis")

SYSTEM = '''
    """A throw-away system."""

    from xl_dipscore.rules.board import Board
    from xl_dipscore.rules.points import Points, centres
    from xl_dipscore.rules.system import Amount, system


    @system(
        "THROWAWAY",
        "A throw-away system",
        family="top",
        source="nobody, 2026",
        aliases=("Wegwerf",),
        needs=("year",),
        concession=14,
        marks=False,
        combine="middle",
        tiebreak=("thrown away", "wins"),
    )
    def throwaway(board: Board, *, each: Amount = 3) -> Points:
        """Three points a centre in a game whose year is known.

        Options:
            each: points for a centre

        Open:
            Why the year must be known.
        """
        board.need(year=True)
        return centres(board, each)
'''
TIE_BREAK = '''

    @tie_break("thrown away")
    def thrown_away() -> Worth:
        """Games with ten centres or more that were not won."""
        return Number("games", lambda game: game.centres >= 10 and not game.won)
'''
AWARD = '''

    @award("smallest")
    def smallest() -> Compared:
        """The smallest power that survived."""
        return Compared([lambda game: game.survived, lambda game: -game.centres], losers_below=False)
'''
RULE = '''

    @way("middle", "middle")
    def middle() -> Rule:
        """The middle score; of an even number the higher one of the two."""
        def weigh(scores: Scores, rounds: int) -> Weights:
            return _best_first(scores, [*[None] * ((len(scores) - 1) // 2), IN_FULL])

        return Rule("middle", weigh)
'''
FUNCTION = '''
    @function("DIP_THROWAWAY", Argument("centres", "A block of counts"))
    def dip_throwaway(centres: Cell) -> Cell:
        """Twice each count, for nobody."""
        return [[error_in([cell]) or 2.0 * (number(cell) or 0) for cell in row] for row in block(centres)]


'''
COMMAND = '''

    @command()
    def throwaway() -> None:
        """Say something for nobody."""
        print("thrown away")
'''
ACT_RECIPE = "## One more act on a workbook"
"""The heading in CONTRIBUTING above the act and its command, which are added as they stand there."""
GENERIC = (
    "tests/rules/test_laws.py",
    "tests/tables/test_functions.py",
    "tests/tables/native/test_plain_event.py",
    "tests/test_readme.py",
    "tests/test_house.py",
    "tests/test_faults.py",
    "tests/cli/test_cli.py",
    "tests/workbooks/test_event.py",
    "tests/rules/systems",
    "tests/rules/tournament",
    "tests/hosts",
    "tests/workbooks/test_ready.py",
)
CHOSEN = (
    "THROWAWAY and not pyodide and not officejs and not six and not whatever_the_event and not partitions",
    "test_readme and not five_minutes",
    "test_house or every_mistake or mistake_and_its_sentence or known_ones_are_told",
    "every_tie_break_has or every_way_to_combine or no_column_has",
    "one_function_a_name or same_word_takes or list_of_systems",
    "every_command_has_help or systems_lists_every_one",
    "systems_without_draw_members or chains_of_the_articles or everybody_else_adds_up or articles_take_seven",
    "every_system_where_none_is_named or every_system_has_a_total",
    "enough_calls or macros_are_those or macros_read or every_function_is_there_once or excel_can_read",
    "committed_file or committed and ndc-1995",
)
"""The tests of the new system, and one of each test that goes through all systems."""


class Copy:
    """A copy of the repository, and Python in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            path = ROOT / name
            if path.is_dir():
                shutil.copytree(path, folder / name, ignore=NOT_COPIED)
            else:
                shutil.copy(path, folder / name)

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(dedent(text).lstrip(), encoding="utf-8")

    def put(self, file: str, text: str, *, before: str = "") -> None:
        """Write text into a file, at its end or before a line."""
        path = self.folder / file
        there = path.read_text(encoding="utf-8")
        assert there.count(before) == 1 or not before
        at = there.index(before) if before else len(there)
        path.write_text(there[:at] + text + there[at:], encoding="utf-8")

    def run(self, *command: object) -> str:
        """The output of a command; the test fails if the command does."""
        surroundings = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "PYTHON": sys.executable,
            "COLUMNS": "200",
        }
        done = subprocess.run(
            [*map(str, command)],
            cwd=self.folder,
            env=surroundings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout

    def python(self, code: str) -> str:
        return self.run(sys.executable, "-c", dedent(code))

    def dipscore(self, *words: object) -> str:
        return self.run(sys.executable, "-c", "from xl_dipscore.cli import main; main()", *words)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with one more of each, added by hand in one file each, and regenerated."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed here, which runs .ci/regenerate")
    made = Copy(tmp_path_factory.mktemp("copy"))
    made.write("xl_dipscore/rules/systems/throwaway.py", SYSTEM)
    made.put("xl_dipscore/rules/tournament/tiebreaks.py", dedent(TIE_BREAK))
    made.put("xl_dipscore/rules/tournament/awards.py", dedent(AWARD))
    made.put("xl_dipscore/rules/tournament/combine.py", dedent(RULE))
    lists = "xl_dipscore/tables/functions/lists.py"
    made.put(lists, dedent(FUNCTION).lstrip(), before='@function("DIP_VERSION")')
    made.put("xl_dipscore/cli/games.py", dedent(COMMAND))
    act, clear = re.findall(r"```python\n(.*?)```", section_of_contributing(ACT_RECIPE), re.DOTALL)
    made.write("xl_dipscore/workbooks/live/items/clear.py", act)
    made.put("xl_dipscore/cli/workbooks.py", f"\n\n{clear}")
    made.run("bash", ".ci/regenerate", "--pages")
    return made


def section_of_contributing(heading: str) -> str:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return page.partition(f"{heading}\n")[2].partition("\n## ")[0]


pytestmark = pytest.mark.slow
SEVEN = (12, 10, 6, 4, 2, 0, 0)


def test_a_system_is_everywhere(copy: Copy, tmp_path: Path) -> None:
    """Under any of its names, in cells, on the command line, in every host and in a new workbook."""
    assert "THROWAWAY" in copy.dipscore("systems")
    told = copy.python(
        f"""
        from xl_dipscore.tables.functions import FUNCTIONS
        calls = {{function.name: function.call for function in FUNCTIONS}}
        print(calls["DIP_SCORE"]("wegwerf", {SEVEN}, None, None, 1908))
        print(calls["THROWAWAY_SCORE"]({SEVEN}, None, None, 1908, [["each", 5]]))
        print(calls["THROWAWAY_TOTAL"]([[10, 30, 20, None]]))
        print(calls["DIP_SCORE"]("THROWAWAY", {SEVEN})[0][0])
        """
    )
    scores, others, total, unknown = told.splitlines()
    assert scores == str([[3.0 * count for count in SEVEN]])
    assert others == str([[5.0 * count for count in SEVEN]])
    assert (total, unknown) == ("[[20.0]]", "#N/A")
    copy.dipscore("new", "THROWAWAY", tmp_path / "event.xlsx", "--rounds", 1, "--boards", 1)
    shown = copy.python(
        f"""
        from pathlib import Path
        from xl_dipscore.sheets.xlsx.package import Package
        made = Package.read(Path({str(tmp_path / "event.xlsx")!r}))
        print([made.value("Systems", f"A{{row}}") for row in range(2, 202)].count("THROWAWAY"))
        print([made.value("Calculator", f"A{{row}}") for row in range(11, 211)].count("THROWAWAY"))
        said = {{made.value("Guide", f"A{{row}}"): made.value("Guide", f"B{{row}}") for row in range(1, 80)}}
        print(made.value("Setup", "C3"), "|", said["The rule"])
        """
    )
    assert shown.splitlines() == [
        "1",
        "1",
        "A throw-away system | Three points a centre in a game whose year is known.",
    ]


def test_standings_by_the_new_rule_and_tie_break(copy: Copy, tmp_path: Path) -> None:
    """The middle of three scores; of two equal totals the one with more large games comes first."""
    second = [0, 10, 6, 4, 2, 12, 0]
    table = [list(games.HEADER)]
    for round_, centres in ((1, SEVEN), (2, SEVEN), (3, second)):
        players = [f"P{seat}" if round_ < 3 or seat not in (1,) else "newcomer" for seat in range(7)]
        table += games.rows(round_, "A", centres, year=1908, eliminated=gone(centres), players=players)
    played = games.write(tmp_path / "games.csv", table)
    header, *rows = (line.split(",") for line in copy.dipscore("standings", "THROWAWAY", played).splitlines())
    assert header == ["rank", "player", "total", "R1", "R2", "R3", "counted", "thrown away", "wins"]
    totals = {row[1]: (row[0], float(row[2]), row[header.index("thrown away")]) for row in rows}
    assert totals["P0"] == ("1", 3 * 12, "2")
    assert totals["P1"] == ("2", 3 * 10, "2")
    assert totals["newcomer"] == ("3", 3 * 10, "1")


COUNTS = ((12, 10, 6, 4, 2, 0, 0), (10, 12, 4, 6, 0, 2, 0), (6, 10, 8, 4, 2, 4, 0))
"""The centres in three rounds; player P0 is always Austria, P1 England, and so on."""
TOTALS = {
    # Rank, total (three points a centre, in the middle round), large games that were not won.
    "P1": (1, 3 * 10, 3),
    "P0": (2, 3 * 10, 2),
    "P2": (3, 3 * 6, 0),
    "P3": (4, 3 * 4, 0),
    "P4": (5, 3 * 2, 0),
    "P5": (5, 3 * 2, 0),
    "P6": (7, 0, 0),
}
SMALLEST = {
    ("Austria", "P0", 3), ("England", "P1", 1), ("England", "P1", 3), ("France", "P2", 2),
    ("Germany", "P3", 1), ("Germany", "P3", 3), ("Italy", "P4", 1), ("Italy", "P4", 3), ("Russia", "P5", 2),
    ("Turkey", "P6", 1), ("Turkey", "P6", 2), ("Turkey", "P6", 3),
}  # fmt: skip
"""Power, player and round of the smallest survivors; Turkey never survived."""
CHOSEN_AWARD = ("--set", "by=smallest")


def played_games(folder: Path) -> Path:
    table = [list(games.HEADER)]
    for round_, centres in enumerate(COUNTS, 1):
        names = [f"P{seat}" for seat in range(7)]
        table += games.rows(round_, "A", centres, year=1908, eliminated=gone(centres), players=names)
    return games.write(folder / "games.csv", table)


def check_tables(sheets: Mapping[str, Rows]) -> None:
    """The standings and the best of each country, in a workbook as a program computed it."""
    shown = below_heading(sheets["Standings"], "Rank", ("Player", "Rank", "Total", "thrown away (tie-break)"))
    assert {player: tuple(numbers) for player, *numbers in shown} == TOTALS
    assert {*below_heading(sheets["Best countries"], "Power", ("Power", "Player", "Round"))} == SMALLEST


def below_heading(rows: Rows, first: str, headings: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The cells below these headings, in the rows with somebody's name. first: what heads column A."""
    top = next(n for n, row in enumerate(rows) if row[:1] == [first])
    at = [rows[top].index(one) for one in headings]
    for row in rows[top + 1 :]:
        if len(row) > max(at) and row[rows[top].index("Player")]:
            yield tuple(row[n] for n in at)


@pytest.mark.native
def test_rules_are_in_every_kind_of_workbook(copy: Copy, tmp_path: Path) -> None:
    """Tie-break, rule for totals and award, with our functions, in plain formulas, by names and attached."""
    if why := missing():
        pytest.skip(why)
    played, size = played_games(tmp_path), ("--rounds", 3, "--boards", 1)
    kinds = {host: tmp_path / f"{host}.xlsx" for host in ("functions", "native", "names")}
    for host, path in kinds.items():
        word = () if host == "functions" else ("--host", host)
        copy.dipscore("new", "THROWAWAY", path, *size, *word, *CHOSEN_AWARD)
        copy.dipscore("fill", path, played)
    copy.dipscore("attach", kinds["functions"], "--host", "native", "-o", tmp_path / "attached.xlsx")
    tables = ("Standings", "Best countries")
    computed = load_workbook(kinds["functions"], data_only=True)
    check_tables({name: [*map(list, computed[name].values)] for name in tables})
    for book in in_libreoffice([kinds["native"], tmp_path / "attached.xlsx"], tmp_path / "office", tables):
        check_tables(book)
    for_ironcalc(kinds["names"])
    check_tables(in_ironcalc(kinds["names"], tables))


@pytest.mark.native
def test_a_rule_for_totals_is_in_ones_own_workbook(copy: Copy, tmp_path: Path) -> None:
    """DIP_TOTAL by the new rule, in plain formulas and as a name."""
    if why := missing():
        pytest.skip(why)
    book = Workbook()
    book.active.title = "Mine"
    book.active.append([10, 30, 20, None, '=DIP_TOTAL("middle",A1:D1)'])
    for host in ("native", "names"):
        book.save(tmp_path / "own.xlsx")
        copy.dipscore("attach", tmp_path / "own.xlsx", "--host", host, "-o", tmp_path / f"{host}.xlsx")
    (plain,) = in_libreoffice([tmp_path / "native.xlsx"], tmp_path / "office", ["Mine"])
    by_name = in_ironcalc(tmp_path / "names.xlsx", ["Mine"])
    assert (plain["Mine"][0][4], by_name["Mine"][0][4]) == (20, 20)


def gone(centres: tuple[int, ...] | list[int]) -> dict[str, int]:
    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    return {power: 1905 for power, count in zip(powers, centres, strict=True) if count == 0}


def test_a_function_is_in_every_host(copy: Copy, tmp_path: Path) -> None:
    told = copy.python(
        """
        from xl_dipscore.hosts import calc, excel, vba
        from xl_dipscore.hosts.spelling import OURS
        from xl_dipscore.hosts.vba_project import modules_of
        macros = modules_of(vba.vba_project())[vba.MODULE]
        for name in ("DIP_THROWAWAY", "THROWAWAY_SCORE", "THROWAWAY_TOTAL"):
            print(f"Function {name}(" in macros)
            print(f"Attribute {name}.VB_Description = " in macros)
            print(f">{name}</value>" in calc.add_ins(), name in excel.__all__, name in OURS)
        print(calc.method_name("DIP_THROWAWAY").encode() in calc.type_library())
        """
    )
    assert set(told.split()) == {"True"}
    copy.python(
        f"""
        from openpyxl import Workbook
        from openpyxl.worksheet.formula import ArrayFormula
        book = Workbook()
        book.active.append([3, 5])
        book.active["A2"] = ArrayFormula("A2:B2", "=DIP_THROWAWAY(A1:B1)")
        book.active["A3"] = "=SUM(DIP_THROWAWAY(A1:B1))"
        book.save({str(tmp_path / "mine.xlsx")!r})
        """
    )
    copy.dipscore("rebuild", tmp_path / "mine.xlsx")
    with zipfile.ZipFile(tmp_path / "mine.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert [f"<v>{value}</v>" in sheet for value in (2 * 3, 2 * 5, 2 * 3 + 2 * 5)] == [True] * 3


def test_a_command_is_there_with_its_help(copy: Copy) -> None:
    assert "Say something for nobody." in copy.dipscore("--help")
    assert copy.dipscore("throwaway") == "thrown away\n"


def test_an_act_is_a_command_and_an_item_of_the_menu(copy: Copy, tmp_path: Path) -> None:
    """Both clear the same cells, both are on Log, and undo takes the act back."""
    event, listed = tmp_path / "event.xlsx", tmp_path / "players.csv"
    listed.write_text("Player\n" + "\n".join(f"Player {n}" for n in range(14)), encoding="utf-8")
    copy.dipscore("new", "DCC", event, "--rounds", 1, "--boards", 2)
    copy.dipscore("import", listed, "-o", event)
    copy.dipscore("seat", event, "--round", 1)
    drawn = names_of(event)
    done = copy.python(
        f"""
        from tests.opened import opened
        from xl_dipscore.sheets.xlsx.package import Package
        from xl_dipscore.workbooks.live.menu import item_of
        done = item_of("clear_draw").run(opened(Package.read({str(event)!r})), round_=1)
        print(*sorted(one.ref for one in done.edits if one.sheet == "Games" and one.value is None))
        print("Log" in {{one.sheet for one in done.edits}}, *done.said)
        """
    )
    cells, said = done.splitlines()
    assert cells.split() == sorted(drawn)
    assert said == "True 2 boards of round 1 cleared."
    copy.dipscore("clear", event, 1)
    assert names_of(event) == {}
    copy.dipscore("undo", event)
    assert names_of(event) == drawn


def names_of(event: Path) -> dict[str, object]:
    book = Package.read(event)
    names = {f"D{row}": book.value("Games", f"D{row}") for row in range(2, 16)}
    return {ref: name for ref, name in names.items() if name is not None}


def test_what_is_generic_passes(copy: Copy) -> None:
    """Of the tests, none counts or lists by hand things that people may add."""
    told = copy.run(
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *GENERIC,
        "-k",
        " or ".join(f"({one})" for one in CHOSEN),
    )
    last = told.splitlines()[-1]
    assert "passed" in last
    assert "skipped" not in last


# -- sheets of new workbooks ------------------------------------------------------------------


def recipe(title: str) -> str:
    """The first code under a heading of CONTRIBUTING."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.findall(r"```\w*\n(.*?)```", page.partition(f"\n## {title}\n")[2], re.DOTALL)[0]


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with the sheet and the column of CONTRIBUTING."""
    made = Copy(tmp_path_factory.mktemp("larger"))
    made.write("xl_dipscore/workbooks/author/solos.py", recipe("One more sheet"))
    last = '    Heading("score", "player", seldom=True),\n'
    made.put("xl_dipscore/tables/cells/columns.py", recipe("One more column of the players"), before=last)
    return made


@pytest.fixture(scope="module")
def books(larger: Copy, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A new workbook of each kind: Austria won one board, and nobody the other."""
    folder = tmp_path_factory.mktemp("books")
    table = [list(games.HEADER)]
    table += games.rows(1, "A", games.SOLO, year=1908, eliminated=gone(games.SOLO), players=[*"ABCDEFG"])
    table += games.rows(1, "B", games.CLOCK, year=1908, players=[*"HIJKLMN"])
    played = games.write(folder / "games.csv", table)
    made = {"functions": folder / "functions.xlsx", "plain": folder / "plain.xlsx"}
    for kind, path in made.items():
        host = ["--host", "native"] if kind == "plain" else []
        larger.dipscore("new", "SOS", path, "--rounds", 1, "--boards", 2, *host)
        larger.dipscore("fill", path, played)
    return made


LOOK = """
    from pathlib import Path
    from openpyxl import load_workbook
    book, values = (load_workbook({path!r}, data_only=only) for only in (False, True))
    print(book["Solos"].sheet_state, [values["Solos"].cell(row, 2).value for row in range(5, 12)])
    print([row[1].value for row in book["Guide"].iter_rows() if row[0].value == "Solos"])
    headings = [cell.value for cell in book["Players"][4]]
    print(headings[: headings.index("Games")])
    lists = book["Players"].data_validations.dataValidation
    columns = {{column for one in lists for area in one.sqref.ranges for _, column in area.left[:1]}}
    columns |= {{column for one in lists for area in one.sqref.ranges for _, column in area.right[:1]}}
    print(sorted(headings[column - 1] for column in columns))
"""


@pytest.mark.parametrize("kind", ["functions", "plain"])
def test_a_sheet_and_a_column_are_in_both_kinds(larger: Copy, books: dict[str, Path], kind: str) -> None:
    """The sheet is computed and on Guide; the list below Here does not reach the new column."""
    solos, guide, headings, listed = larger.python(LOOK.format(path=str(books[kind]))).splitlines()
    assert solos == f"hidden {[1, *[0] * 6]}"
    assert guide == "['How often each power won alone.']"
    assert headings == str(["Player", "Club", "Apart", "Two boards", "Pronouns", "Here 1", "Note"])
    assert listed == "['Here 1']"


@pytest.mark.skipif(bool(missing(("LibreOffice",))), reason=missing(("LibreOffice",)))
def test_libreoffice_computes_the_new_sheet(books: dict[str, Path], tmp_path: Path) -> None:
    for sheets in in_libreoffice([*books.values()], tmp_path, ["Solos"]):
        assert [row[1] for row in sheets["Solos"][4:11]] == [1, *[0] * 6]


def test_no_test_lists_sheets_or_columns_by_hand(larger: Copy) -> None:
    """New headings need no translation."""
    files = ["workbooks/test_front.py", "workbooks/test_sheets.py", "tables/cells/test_languages.py"]
    chosen = "guide_names_only or guide_leads or drop_downs or declared or every_heading_is_understood"
    told = larger.run(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        *(f"tests/{file}" for file in files), "-k", chosen,
    )  # fmt: skip
    assert "passed" in told.splitlines()[-1]
