"""The table of columns, its derived files, and a further column, which needs only a line there."""

from __future__ import annotations

import ast
import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests.each import each
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.columns import COLUMNS, HEADED, LOOSE, title_of
from xl_dipscore.tables.cells.headings import games_header
from xl_dipscore.tables.cells.wide import WideHeading, read_headings

PACKAGE = Path(__file__).parents[3] / "xl_dipscore"
MORE = """
    Heading("venue", "board", also="place", holds="short"),
    Heading("honour", "power", also="medal", holds="mark"),
    Heading("pronoun", "player"),
    Heading("prospect", "power", holds="result"),
)
PEOPLE = ("""
SCRIPT = """
import sys
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.cli import main
from xl_dipscore.rules.system import find
for words in (["import", "own.csv"], ["extract", "own.xlsx"]):
    sys.argv = ["dipscore", *words, "-o", words[1].replace("own.", "from_") + ".csv"]
    try:
        main()
    except SystemExit as ended:
        print(words, ended.code)
print(*Plan(find("DCC"), 1, 1, every_column=True).inputs, sep=",")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package with one further column of each kind."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    table = tmp_path / PACKAGE.name / "tables" / "cells" / "columns.py"
    before = table.read_text()
    assert before.count(")\nPEOPLE = (") == 1
    table.write_text(before.replace(")\nPEOPLE = (", MORE.strip("\n")))
    return tmp_path


@pytest.mark.slow
def test_one_more_column_of_each_kind(copied: Path) -> None:
    """It is read in a row a board by import and extract, written in its place, and in a ready workbook."""
    seven = [f"{title}" for power in POWERS for title in (power, f"Medal ({power})", f"Pronoun {power}")]
    rows = [["Round", "Board", "Place", *seven], [1, "A", "Lyon", *[5, "x", "they"] * 6, 4, "", "it"]]
    rows[0] += [f"{power} prospect" for power in POWERS]
    rows[1] += [1] * 7
    with (copied / "own.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(copied / "own.xlsx")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=copied,
        env={**os.environ, "PYTHONPATH": str(copied), "XDG_CACHE_HOME": str(copied)},
        capture_output=True,
        text=True,
        check=False,
    )
    inputs = run.stdout.splitlines()[-1].split(",")
    assert {"Venue", "Honour"} < {*inputs}, run.stderr
    assert not {"Pronoun", "Prospect"} & {*inputs}
    found = []
    for name in ("from_csv.csv", "from_xlsx.csv"):
        with (copied / name).open(newline="") as file:
            found.append([{word: said for word, said in row.items() if said} for row in csv.DictReader(file)])
    assert [(row.get("honour"), row["pronoun"]) for row in found[0]] == [("x", "they")] * 6 + [(None, "it")]
    assert found[0][0]["venue"] == found[1][6]["venue"] == "Lyon"
    assert "prospect" not in found[0][0]
    without_venue = [[{**row, "venue": ""} for row in rows] for rows in found]
    assert without_venue[0] == without_venue[1]


@each("column", [one for one in COLUMNS if one.of != "row"], ids=lambda one: one.word)
def test_each_column_is_read_as_we_write_it(column) -> None:
    assert games_header(title_of(column.word)) == column.word
    if "board" in column.of:
        assert read_headings([title_of(column.word)])[0] == WideHeading(column.word)
    if column.of != "board":
        assert read_headings([f"Italy {title_of(column.word)}"])[0] == WideHeading(column.word, 4)


def test_no_heading_has_two_meanings() -> None:
    listed = [word for one in COLUMNS for word in (one.word, *one.also.split(","), *one.loose.split(","))]
    said = [word.replace("_", "").replace(" ", "").casefold() for word in listed if word.strip()]
    assert len(said) == len({*said})
    assert not {*HEADED} & {*LOOSE}


@pytest.mark.slow
def test_a_list_of_facts_stands_nowhere_else() -> None:
    """Except for columns of a row, marks of plain formulas and names, and the arguments of a Board."""
    facts = {one.word for one in COLUMNS if one.fact or one.lost}
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
            if len({part.value for part in parts if isinstance(part, ast.Constant)} & facts) > 2:
                found.add(path.relative_to(PACKAGE).as_posix())
    of_a_board = {"rules/board.py", "tables/cells/given.py"}
    of_formulas = {"tables/native/facts.py", "tables/native/names.py"}
    assert found == {"tables/exchange/writers.py"} | of_formulas | of_a_board
