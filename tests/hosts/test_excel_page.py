"""The page on Excel: each command in it runs, as far as it goes without Excel."""

import re
import shlex
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from xl_dipscore.cli.commands import app

README = Path(__file__).parents[2] / "xl_dipscore" / "hosts" / "README.md"


def commands() -> list[str]:
    page = re.search(r"^## In Excel\n(.*?)(?=^## )", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert page, "there is no page on Excel"
    return re.findall(r"`dipscore ([^`]+)`", page[1])


def test_every_command_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    book = openpyxl.Workbook()
    book.active["A1"] = '=DIP_SCORE("DCC",B2:H2)'
    book.save("book.xlsx")
    told = commands()
    assert {line.split()[0] for line in told} == {"install", "attach", "uninstall"}
    assert "attach book.xlsx --host lite" in told
    for line in told:
        done = CliRunner().invoke(app, shlex.split(line))
        assert done.exit_code == 0, (line, done.output, done.exception)
    assert Path("book.xlsm").exists()


def test_windows_takes_four_steps_at_most() -> None:
    page = README.read_text("utf-8").partition("## In Excel\n")[2]
    windows = page.partition("**On Windows**")[2].partition("**On a Mac")[0]
    assert len(re.findall(r"^\d\. ", windows, re.MULTILINE)) <= 4
