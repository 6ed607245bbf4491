"""A workbook of a director's own where only formulas name the scoring system."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests import games
from tests.each import each
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.publish.reading import ReadEvent

TWICE = "Ann is on two boards of round 1: A and B."


def event(formula: str, **others: object) -> Package:
    """Two rounds of two boards with Ann on two of the first, a formula a board, and what stands in others."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Results"
    table = games.event()
    table[1][3] = table[8][3] = "Ann"
    for row in [[*map(str.capitalize, table[0]), "Score"], *table[1:]]:
        sheet.append([cell if cell != "" else None for cell in row])
    for top in range(2, 30, 7):
        rows = {word: f"{column}{top}:{column}{top + 6}" for word, column in zip("cdey", "EFGH", strict=True)}
        area = f"I{top}:I{top + 6}"
        sheet[f"I{top}"] = ArrayFormula(area, "=" + formula.format(**rows, top=top))
    for ref, value in others.items():
        sheet[ref] = value
    book.defined_names["Anything"] = DefinedName("Anything", attr_text="Results!$A$1")
    made = BytesIO()
    book.save(made)
    return Package(made.getvalue(), "own.xlsx")


@pytest.mark.parametrize(
    "formula",
    [
        "DCC_SCORE({c},{d},{e},{y})",
        'IF(COUNT({c})=7,dcc_score({c},{d},{e},{y}),"")',
        '_xll.DIP_SCORE("DC(C)",{c},{d},{e},{y})',
        "DIP_SCORE($M$1,{c},{d},{e},{y})",
    ],
)
def test_every_way_to_name_it(formula: str) -> None:
    package = event(formula, M1="DCC")
    assert any(TWICE in line for line in EventIn(package).problem_lines)
    known = ReadEvent(EventIn(package))
    assert known.system is not None
    assert known.system.key == "DCC"


def test_rebuild_publish_export_and_check_say_the_same(dipscore, tmp_path: Path) -> None:
    event("DCC_SCORE({c},{d},{e},{y})").write(tmp_path / "own.xlsx")
    built = dipscore("rebuild", "own.xlsx")
    assert built.status == 0
    assert f"own.xlsx: Results row 9, column Player: {TWICE}" in built.err
    page = dipscore("publish", "own.xlsx", "-o", "out")
    assert f"own.xlsx: Results row 9, column Player: {TWICE}" in page.err
    assert TWICE in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    refused = dipscore("export", "text", "own.xlsx")
    assert (refused.status, refused.out) == (1, "")
    assert TWICE in refused.err
    assert (
        "The scoring system: DCC, which only formulas name." in dipscore("template", "check", "own.xlsx").out
    )


def test_export_writes_the_scores_that_the_cells_show(dipscore, tmp_path: Path) -> None:
    """By the options that the formulas take, where they are the same of every board."""
    package = event("WBC_SCORE({c},{d},{e},{y},$L$1:$M$2)", D9="Bob", L1="win", M1=100)
    assert EventIn(package).scoring.option_rows() == [["win", 100]]
    package.write(tmp_path / "own.xlsx")
    assert dipscore("rebuild", "own.xlsx").status == 0
    assert Package.read(tmp_path / "own.xlsx").value("Results", "I2") == 18 + 100
    assert "Austria (Ann): 18; 118 points." in dipscore("export", "text", "own.xlsx").out


def test_what_the_standings_take_counts_too() -> None:
    package = event("DCC_SCORE({c})", L1='=DIP_STANDINGS("DCC",A1:I29,N1:O2)', N1="double", O1="sum")
    assert EventIn(package).scoring.option_rows() == [["double", "sum"]]
    assert not any(TWICE in line for line in EventIn(package).problem_lines)


@each(
    "formula",
    [
        "E{top}/34",
        "DCC_SCORE({c})+SOS_SCORE({c})",
        "DIP_SCORE($M$1,{c})",
        "DCC_SCORE({c},,,,L{top}:M{top})",
        "DCC_SCORE({c},,,,{{1,2}})",
    ],
)
def test_none_or_several_or_facts_that_stand_in_no_list(formula: str) -> None:
    package = event(formula)
    assert EventIn(package).system_name == ""
    assert EventIn(package).problem_lines == ()


def test_a_comparison_beside_the_scores_changes_nothing() -> None:
    package = event("DCC_SCORE({c})", K2="=SOS_SCORE(E2:E8)", L1='=DIP_STANDINGS("SOS",A1:I29)')
    assert EventIn(package).system_name == "DCC"


def test_a_board_of_fewer_powers() -> None:
    assert EventIn(event("CONQUEST_SCORE({c})")).scoring.takes_fewer
    assert not EventIn(event("DCC_SCORE({c})")).scoring.takes_fewer


def test_a_layout_without_a_list() -> None:
    book = openpyxl.Workbook()
    players = [f"{power} player" for power in POWERS]
    book.active.append(["Round", "Board", *POWERS, *players, "Points"])
    for board in "AB":
        book.active.append([1, board, *games.CLOCK, "Ann", *("BCDEFG" if board == "A" else "HIJKLM")])
    book.active["Q2"] = "=DCC_SCORE(C2:I2)"
    made = BytesIO()
    book.save(made)
    assert any(TWICE in line for line in EventIn(Package(made.getvalue(), "own.xlsx")).problem_lines)


def test_what_setup_says_comes_first() -> None:
    package = event("DCC_SCORE({c})", M1="SOS")
    package.add_hidden_name("Scoring_system", "Results!$M$1")
    assert EventIn(package).system_name == "SOS"
