"""Calls of dipscore publish."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.workbooks.publish.seen import EXAMPLES
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.boards import OwnLayout
from xl_dipscore.workbooks.publish import page

NDC = EXAMPLES / "ndc-1995.xlsx"


@pytest.mark.slow
def test_a_page_beside_nothing_else(dipscore, tmp_path: Path) -> None:
    done = dipscore("publish", NDC, "-o", "club/site")
    assert done.status == 0
    assert done.out == ""
    page = tmp_path / "club" / "site" / "index.html"
    assert [*page.parent.iterdir()] == [page]
    kilobytes = round(page.stat().st_size / 1000)
    assert f"index.html: 10 boards, 38 players, {kilobytes} KB." in done.err.replace("\\", "/")


@pytest.mark.slow
def test_what_rebuild_found_finished_is_not_computed_again(dipscore, monkeypatch) -> None:
    shutil.copy(NDC, "event.xlsx")
    computed = dipscore("publish", "event.xlsx", "-o", "computed", "--values")
    dipscore("rebuild", "event.xlsx")
    with monkeypatch.context() as patch:
        patch.setattr(page, "compute_in_memory", None)
        known = dipscore("publish", "event.xlsx", "-o", "known", "--values")
    assert (known.status, known.err) == (0, computed.err.replace("computed", "known"))
    assert {file.name for file in Path("known").iterdir()} == {"index.html", "event-values.xlsx"}
    for file in Path("known").iterdir():
        assert file.read_bytes() == Path("computed", file.name).read_bytes()


@pytest.mark.slow
def test_old_numbers_and_problems_are_told(dipscore, tmp_path: Path) -> None:
    package = Package.read(NDC)
    package.set_value("Games", "E4", 16)
    Path("old.xlsx").write_bytes(package.to_bytes())
    done = dipscore("publish", "old.xlsx", "-o", "out")
    assert done.status == 0
    assert "numbers on the page were recomputed; store them with: dipscore rebuild old.xlsx" in done.err
    assert "old.xlsx: Games rows 2 to 8, column Centres: The centres add up to 45" in done.err


@pytest.mark.slow
def test_a_number_that_may_be_old_fails(dipscore) -> None:
    package = Package.read(NDC)
    package.set_formula("Games", "N3", "LAMBDA(x,x+1)(M3)")
    Path("odd.xlsx").write_bytes(package.to_bytes())
    done = dipscore("publish", "odd.xlsx", "-o", "out", "--engine", "python")
    assert done.status == 1
    assert "odd.xlsx: Games!N3 keeps its old value" in done.err
    assert Path("out/index.html").is_file()


@pytest.mark.parametrize(
    ("made", "call", "status", "said"),
    [
        (None, ["no.xlsx", "-o", "out"], 2, "There is no file no.xlsx."),
        (None, [".", "-o", "out"], 2, " is a folder, not a workbook."),
        (b"Round,Board", ["games.xlsx", "-o", "out"], 2, "games.xlsx is not an Excel workbook"),
        (b"PK\3\4half", ["games.xlsx", "-o", "out"], 2, "games.xlsx is damaged"),
        (None, ["event.xlsx"], 2, "--output"),
        (b"a page", ["event.xlsx", "-o", "games.xlsx"], 2, "games.xlsx is a file, not a folder."),
        (
            b"a page",
            ["event.xlsx", "-o", "games.xlsx/deeper"],
            2,
            "The folder games.xlsx/deeper cannot be made: ",
        ),
    ],
)
def test_what_cannot_be(
    dipscore, small: bytes, made: bytes | None, call: list[str], status: int, said: str
) -> None:
    Path("event.xlsx").write_bytes(small)
    if made is not None:
        Path("games.xlsx").write_bytes(made)
    done = dipscore("publish", *call)
    assert done.status == status
    assert said in done.err.replace("\\", "/")
    assert not Path("out").exists()


def test_a_workbook_without_games(dipscore) -> None:
    import openpyxl

    openpyxl.Workbook().save("empty.xlsx")
    done = dipscore("publish", "empty.xlsx", "-o", "out")
    assert done.status == 1
    assert "empty.xlsx has no sheet with the headings Round, Board, Power and Centres in one row." in done.err
    assert not Path("out").exists()


def test_a_layout_of_its_own_is_said(dipscore) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["Round", "Board", *POWERS])
    book.active.append([1, "A", 5, 5, 7, 4, 6, 4, 3])
    book.save("mine.xlsx")
    done = dipscore("publish", "mine.xlsx", "-o", "out")
    assert done.status == 1
    assert str(OwnLayout(file="mine.xlsx")) in done.err
    assert OwnLayout.remedy in done.err
    assert not Path("out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_last_page_stays_where_it_cannot_be_replaced(dipscore, small: bytes) -> None:
    Path("event.xlsx").write_bytes(small)
    assert dipscore("publish", "event.xlsx", "-o", "out").status == 0
    page = Path("out/index.html")
    before = page.read_bytes()
    page.chmod(0o444)
    package = Package(small)
    package.set_value("Games", "D2", "Somebody else")
    Path("event.xlsx").write_bytes(package.to_bytes())
    done = dipscore("publish", "event.xlsx", "-o", "out")
    assert done.status == 2
    assert "index.html is write-protected." in done.err
    assert page.read_bytes() == before
    Path("event.xlsx").write_bytes(b"half a file")
    assert dipscore("publish", "event.xlsx", "-o", "out").status == 2
    assert page.read_bytes() == before


def test_only_what_we_wrote_is_replaced(dipscore, small: bytes) -> None:
    Path("event.xlsx").write_bytes(small)
    page, copy = Path("out/index.html"), Path("out/event-values.xlsx")

    def published() -> int:
        return dipscore("publish", "event.xlsx", "-o", "out", "--values").status

    assert [published(), published()] == [0, 0]
    mark = b"<meta name=generator content=xl_dipscore>\n"
    older = page.read_bytes().replace(mark, b"")
    page.write_bytes(older)
    assert published() == 0
    assert mark in page.read_bytes() != older
    package = Package.read(copy)
    package.set_value("Games", "D2", "Somebody else")
    package.write()
    changed, before = copy.read_bytes(), page.read_bytes()
    assert published() == 2
    assert (copy.read_bytes(), page.read_bytes()) == (changed, before)
    copy.unlink()
    page.write_bytes(b"<!doctype html>\n<title>Our club</title>")
    assert published() == 2
    assert not copy.exists()
