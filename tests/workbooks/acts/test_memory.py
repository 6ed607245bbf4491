"""Finished workbooks that need no second computation."""

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import xl_dipscore
from tests.workbooks.layout.books import book_of
from xl_dipscore.sheets.calculate.block import NotComputed
from xl_dipscore.workbooks.acts import memory
from xl_dipscore.workbooks.acts.memory import find_remembered_report, remember
from xl_dipscore.workbooks.acts.rebuild_data import Order, Report

PYTHON = Order(engine="python")
_PIECES = [
    *(b"<f>", b"<f ", b"<x:f>", b"</f>", b"(", b" (", b"\t\n(", b")", b"1+", b" ", b"<", b"A"),
    *(b"TODAY", b"now", b"Rand", b"BETWEEN.NV", b"CELL", b"Info", b"RTD", b"DDE", b"WebService", b"import"),
    *(b"XML", b"<![CDATA", b"<![cdata", b"\0"),
]
"""Pieces of a sheet's XML, of which some make formulas that may move."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "xl_dipscore" / "finished"


def book(folder: Path, text: Any = "=1+1", name: str = "cup.xlsx", **names: str) -> Path:
    path = folder / name
    book_of({"Games": [[text]]}, **names).write(path)
    return path


def report(path: Path, **facts: Any) -> Report:
    return replace(Report(path, (), (), 1.5, boards=4), **facts)


def stored(path: Path, order: Order = PYTHON, **facts: Any) -> Report | None:
    remember(path.read_bytes(), path, order, report(path, **facts))
    return find_remembered_report(path, order)


def test_a_report_is_kept_under_the_bytes_of_its_file(tmp_path: Path) -> None:
    path = book(tmp_path)
    found = stored(path, notes=("cup.xlsx: a note", "once"), once=("once",), problems=("cup.xlsx is odd",))
    assert found is not None
    assert (found.notes, found.problems, found.boards, found.moved) == (
        *(("cup.xlsx: a note",), ("cup.xlsx is odd",), 4, None),
    )
    copy = path.with_name("copy.xlsx")
    copy.write_bytes(path.read_bytes())
    again = find_remembered_report(copy, PYTHON)
    assert again is not None
    assert again.notes == ("copy.xlsx: a note",)
    path.write_bytes(path.read_bytes() + b"\n")
    assert find_remembered_report(path, PYTHON) is None


def test_other_options_have_other_reports(tmp_path: Path) -> None:
    path = book(tmp_path)
    assert stored(path, moved=()) is not None
    assert find_remembered_report(path, replace(PYTHON, changes=True)) is None
    found = find_remembered_report(path, PYTHON)
    assert found is not None
    assert found.moved == ()


@pytest.mark.parametrize(
    "text", ["=TODAY()", "=1+now()", "=RANDBETWEEN(1,2)", '=CELL("width")', "=rand.nv()"]
)
def test_what_may_be_another_value_tomorrow_is_computed_again(tmp_path: Path, text: str) -> None:
    assert stored(book(tmp_path, text)) is None


@pytest.mark.parametrize("text", ["=SUM(A2:A3)", "TODAY()", "=BRAND(1)", "=KNOWN(1)"])
def test_other_formulas_and_texts_stay(tmp_path: Path, text: str) -> None:
    assert stored(book(tmp_path, text)) is not None


def test_names_and_uncomputed_cells_count_too(tmp_path: Path) -> None:
    assert stored(book(tmp_path, Mine="TODAY()")) is None
    missing = (NotComputed("Games", "A1", "why"),)
    assert stored(book(tmp_path, name="other.xlsx"), not_computed=missing) is None


def test_excel_and_a_damaged_store_give_no_report(tmp_path: Path, cache: Path) -> None:
    path = book(tmp_path)
    assert stored(path, Order(engine="excel")) is None
    assert stored(path) is not None
    (entry,) = cache.iterdir()
    for text in (
        "",
        "{",
        "[]",
        '{"boards": 4}',
        '{"boards": "x", "lists_players": 0, "notes": [], "problems": []}',
    ):
        entry.write_text(text)
        assert find_remembered_report(path, PYTHON) is None


def test_large_and_missing_files_are_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = book(tmp_path)
    assert stored(path) is not None
    assert find_remembered_report(tmp_path / "gone.xlsx", PYTHON) is None
    size = path.stat().st_size
    monkeypatch.setattr(memory, "_LARGEST", size)
    assert find_remembered_report(path, PYTHON) is not None
    monkeypatch.setattr(memory, "_LARGEST", size - 1)
    assert find_remembered_report(path, PYTHON) is None


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert stored(book(tmp_path)) is None


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(4):
        (tmp_path / str(n)).touch()
        os.utime(tmp_path / str(n), (n + 1, n + 1))
    monkeypatch.setattr(memory, "MOST", 2)
    memory._forget_the_least_used.__wrapped__(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == ["2", "3"]


@pytest.mark.slow
def test_a_change_in_any_wing_is_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "xl_dipscore"
    shutil.copytree(Path(xl_dipscore.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    here = Path(memory.__file__).relative_to(Path(xl_dipscore.__file__).parent)
    monkeypatch.setattr(memory, "__file__", str(copy / here))
    programs = memory._programs.__wrapped__
    seen = [programs("python")]
    assert programs("python") == seen[0]
    wings = {path.relative_to(copy).parts[0] for path in copy.glob("*/**/*.py")}
    assert wings == {"rules", "sheets", "tables", "workbooks", "hosts", "cli"}
    for wing in wings:
        with min((copy / wing).rglob("*.py")).open("a", encoding="utf-8") as file:
            file.write("# another rule\n")
        seen.append(programs("python"))
    assert len({*seen}) == 1 + len(wings)
    assert programs("excel") == ""
    (copy / "rules" / "__pycache__").mkdir()
    (copy / "rules" / "__pycache__" / "a.pyc").touch()
    assert programs("python") == seen[-1]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map(b"".join))
@example(b"<f>RANDBETWEEN (1,2)</f>")
@example(b"<x:f >importXML\n(A1)</x:f>")
def test_each_formula_that_may_move_has_a_sign(data: bytes) -> None:
    assert memory._has_sign(data) or not memory._MOVING_CELL.search(data)
