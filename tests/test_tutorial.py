"""The facts of templates/TUTORIAL.md; templates/tour.py takes its steps in LibreOffice."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.each import each
from xl_dipscore import Board, score
from xl_dipscore.sheets.files import list_in
from xl_dipscore.tables.cells.languages import LANGUAGES
from xl_dipscore.workbooks.acts.take_in import read_import

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
TUTORIAL = (TEMPLATES / "TUTORIAL.md").read_text(encoding="utf-8")


def test_fourteen_sign_up_and_two_are_kept_apart() -> None:
    file = TEMPLATES / "examples" / "sign-up.csv"
    read = read_import(file.name, list_in(file), beside=file.parent)
    assert not read.faults
    assert len({one.player for one in read.read.people}) == 2 * 7
    apart = {one.player: one.cells.get("Apart") for one in read.read.people}
    assert {player: other for player, other in apart.items() if other} == {"Dingo": "Camel"}


def test_the_explained_lines_add_up_to_the_score() -> None:
    third, by_squares = Fraction(600, 3), 100 * Fraction(13**2, 13**2 + 10**2 + 3**2 + 8**2)
    board = Board([0, 13, 10, 3, 8, 0, 0], draw=["England", "France", "Germany"])
    assert score("DCC", board)[1] == third + by_squares
    assert (
        f"{third} for a third of 600 points, and\n{float(by_squares) + 1e-9:.2f} for 169 of 342" in TUTORIAL
    )


@pytest.mark.parametrize("page", ["TUTORIAL.md", "README.md"])
def test_every_picture_is_used_and_small(page: str) -> None:
    shown = re.findall(r"!\[[^\]]+\]\((pictures/[^)]+)\)", (TEMPLATES / page).read_text(encoding="utf-8"))
    assert len(shown) >= 6
    assert [name for name in shown if (TEMPLATES / name).stat().st_size > 80_000] == []


@each("language", LANGUAGES)
def test_a_language_has_a_table_of_its_headings(language: str) -> None:
    pages = (ROOT / "xl_dipscore" / "tables" / "cells").glob("headings-*.md")
    page = "\n".join(one.read_text(encoding="utf-8") for one in pages)
    section = page.partition(f"## {language}\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.M))
    expected = {word.replace("_", " "): words for word, words in LANGUAGES[language].headings.items()}
    assert expected.items() <= rows.items()
