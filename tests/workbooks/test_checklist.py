"""The checklist for Excel: its numbers are the rule's, its commands run, and its steps come true."""

import re
import shlex
from fractions import Fraction
from pathlib import Path
from shutil import copy

import openpyxl
import pytest
from typer.testing import CliRunner

from tests.workbooks import checklist
from xl_dipscore.cli.commands import app
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild

BOARD = {"England": 13, "France": 10, "Germany": 3, "Italy": 8}
SQUARES = 13**2 + 10**2 + 3**2 + 8**2
SCORES = [100 * Fraction(BOARD.get(power, 0) ** 2, SQUARES) for power in POWERS]
TYPED, SCORE, EXPECTED = "C", "D", "E"
ROWS = range(5, 12)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.output


@pytest.fixture(scope="module")
def checklists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the checklist: 500 boards take a second to make and compute."""
    folder = tmp_path_factory.mktemp("checklist")
    checklist.make(folder / "excel.xlsx")
    return folder


@pytest.fixture
def made(checklists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return Path(copy(checklists / "excel.xlsx", tmp_path))


def column(path: Path, letter: str) -> list[object]:
    package = Package.read(path)
    return [package.value("Try", f"{letter}{row}") for row in ROWS]


def types(path: Path, counts: list[object]) -> None:
    package = Package.read(path)
    for row, count in zip(ROWS, counts, strict=True):
        package.set_value("Try", f"{TYPED}{row}", count)
    package.write(path)
    report = rebuild(path)
    assert not report.not_computed


def told(path: Path, step: int) -> tuple[str, str]:
    """What to do, and what should be seen."""
    sheet = openpyxl.load_workbook(path)["Checklist"]
    found = next(row for row in sheet.iter_rows(values_only=True) if row[0] == step)
    return str(found[1]), str(found[2])


def test_there_are_twelve_steps_with_a_place_for_each_answer(made: Path) -> None:
    sheet = openpyxl.load_workbook(made)["Checklist"]
    steps = [row for row in sheet.iter_rows() if isinstance(row[0].value, int)]
    assert [row[0].value for row in steps] == list(range(1, 13))
    offered = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert offered[f"D{steps[0][0].row}:D{steps[-1][0].row}"] == '"as described,otherwise"'
    for row in steps:
        assert all(isinstance(cell.value, str) for cell in row[1:3])
        assert not any(cell.protection.locked for cell in row[3:5])


def test_the_expected_numbers_are_the_rules(made: Path) -> None:
    expected = column(made, EXPECTED)
    assert expected == [pytest.approx(float(score), rel=1e-14) for score in SCORES]
    package = Package.read(made)
    assert column(made, "B") == [BOARD.get(power, 0) for power in POWERS]
    assert package.value("Try", "E12") == 100
    assert package.value("Try", "B12") == 34


@pytest.mark.slow
def test_what_is_typed_in_steps_4_and_5_shows_what_they_say(made: Path) -> None:
    assert set(column(made, SCORE)) == {""}
    counts = column(made, "B")
    types(made, [*counts[:2], *[None] * 5])
    assert set(column(made, SCORE)) == {ErrorMark("#N/A")}
    types(made, counts)
    assert column(made, SCORE) == column(made, EXPECTED)
    do, see = told(made, 5)
    assert "England from 13 to 14" in do
    types(made, [0, 14, *counts[2:]])
    package = Package.read(made)
    assert {*column(made, SCORE), package.value("Try", "D12")} == {ErrorMark("#VALUE!")}
    assert f"become #VALUE!, and Check says: {package.value('Try', 'B14')} Then" in see
    types(made, counts)
    assert see.endswith(f"Check says: {Package.read(made).value('Try', 'B14')}")


def test_the_boards_of_step_7_are_many_different_ones(made: Path) -> None:
    package = Package.read(made)
    assert package.value("Speed", "B4") == pytest.approx(500 * 100)
    assert "sum is still 50000." in told(made, 7)[1]
    assert len({tuple(board.centres) for board in checklist.boards()}) == 500


@pytest.mark.slow
@pytest.mark.parametrize("name", ["excel.xlsx", "first try.xlsx"])
def test_every_command_in_the_steps_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    checklist.make(Path(name))
    text = "\n".join(told(Path(name), step)[0] for step in range(1, 12))
    calls = re.findall(r"^dipscore (.+)$", text, re.MULTILINE)
    assert [call.split()[0] for call in calls] == ["attach", "attach"]
    said = [run(*shlex.split(call)) for call in calls]
    stem = Path(name).stem
    assert f"{stem}.xlsm now has the functions" in told(Path(name), 2)[1]
    assert f"{stem}.xlsm now has the functions" in said[0]
    for made in (f"{stem}.xlsm", f"{stem}-lite.xlsx"):
        assert Path(made).name in text
        again = rebuild(made)
        assert not again.changed
        assert not again.not_computed
        assert not again.notes
