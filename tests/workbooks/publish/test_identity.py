"""Only a page of the same event replaces a page, whatever its workbook is called and whoever made it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font

from tests import games
from tests.said import check_refused
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import IDENTITY, Identity, OtherPage, give_identity
from xl_dipscore.workbooks.layout.setup import EVENT, Setup
from xl_dipscore.workbooks.plain.values import copy_of_values
from xl_dipscore.workbooks.publish.page import NAME, publish

NAMES = st.lists(st.text("abcdefgh", min_size=3, max_size=6), min_size=14, max_size=14, unique=True)


def rows(names: Sequence[str], counts: Sequence[int] = games.CLOCK, rounds: int = 2) -> list[list[object]]:
    """A list of games: two boards in each round, by the same people in another order."""
    table: list[list[object]] = [list(games.HEADER)]
    for round_ in range(1, rounds + 1):
        seated = [*names[round_:], *names[:round_]]
        for board, name in enumerate("AB"):
            its = seated[7 * board : 7 * board + 7]
            table += games.rows(round_, name, counts, year=1907, players=its)
    return table


def identity(table: Sequence[Sequence[object]], word: str = "") -> Identity:
    listed = read_games(table)  # type: ignore[arg-type]
    found = Identity.of_event(Setup(Package(BLANK)), listed.games, listed.to_come, ())
    return Identity(word, found.played, found.drawn)


def _blank() -> bytes:
    from io import BytesIO

    openpyxl.Workbook().save(made := BytesIO())
    return made.getvalue()


BLANK = _blank()


@given(NAMES, st.integers(0, 13), st.booleans())
def test_an_event_stays_the_same(names: list[str], renamed: int, worded: bool) -> None:
    """Other counts, one more round and another name change nothing, with a word and without one."""
    word = "w" if worded else ""
    first = identity(rows(names), word)
    mended = [*names[:renamed], "Zoe", *names[renamed + 1 :]]
    later = identity(rows(mended, games.SOLO, 3), word)
    assert later.continues(Identity.read(str(first)))


@given(NAMES, st.data(), st.booleans())
def test_another_event_is_another(names: list[str], data: st.DataObject, worded: bool) -> None:
    """Next year the same people sit elsewhere, also in a copy of this year's workbook."""
    others = data.draw(st.permutations(names).filter(lambda it: sum(map(str.__eq__, it, names)) < 4))
    word = "w" if worded else ""
    assert not identity(rows(others, rounds=1), word).continues(identity(rows(names, rounds=1), word))
    assert not identity(rows(names), "one").continues(identity(rows(names), "two"))
    assert not identity(rows(names), word).continues(Identity.read(""))


def event(folder: Path, name: str, title: str = "") -> Package:
    """A workbook of our own list, with another workbook's title and people."""
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active["A1"] = "As of today"
    book.active["B2"], book.active["B2"].font = title or f"The {name} league", Font(size=18)
    for row, cells in enumerate(rows([f"{name} {n}" for n in range(14)]), 4):
        for column, value in enumerate(cells, 1):
            book.active.cell(row, column, value)  # type: ignore[arg-type]
    book.save(folder / f"{name}.xlsx")
    return Package.read(folder / f"{name}.xlsx")


def test_the_command_refuses_and_replaces(dipscore, tmp_path: Path) -> None:
    page = tmp_path / "site" / NAME
    for name in ("One", "Two"):
        event(tmp_path, name)
    assert dipscore("publish", "One.xlsx", "-o", "site").status == 0
    assert "<title>The One league</title>" in (before := page.read_text())
    check_refused(dipscore("publish", "Two.xlsx", "-o", "site"), OtherPage, title="The One league")
    done = dipscore("publish", "Two.xlsx", "-o", "site", "--watch")  # nobody can answer
    assert (done.status, OtherPage.remedy in done.err) == (2, True)
    assert page.read_text() == before
    assert dipscore("publish", "Two.xlsx", "-o", "site", "--replace").status == 0
    assert "<title>The Two league</title>" in page.read_text()
    event(tmp_path, "Two", "Mended").write(tmp_path / "moved.xlsx")
    assert dipscore("publish", "moved.xlsx", "-o", "site").status == 0
    assert "<title>Mended</title>" in page.read_text()
    page.write_text(page.read_text().replace("<meta name=event", "<meta name=other"))
    assert dipscore("publish", "moved.xlsx", "-o", "site").status == 2


@pytest.mark.slow
@pytest.mark.parametrize("made", [new.create, new.create_native])
def test_a_new_workbook_has_a_word_that_survives(made, tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}.xlsx" for n in range(2)]
    for path in paths:
        made(path, Plan(find("DCC"), 2, 2))
    one, other = map(Package.read, paths)
    site = tmp_path / "site"
    publish(one, site, engine=None)
    with pytest.raises(OtherPage):
        publish(other, site, engine=None)
    Setup(one).write_named_cell(EVENT, "Another title")
    publish(Package(one.to_bytes(), "renamed.xlsx"), site, engine=None)
    publish(copy_of_values(one)[0], site, engine=None)
    next_, _ = _next(one)
    assert Setup(next_).value(IDENTITY) != Setup(one).value(IDENTITY) != Setup(other).value(IDENTITY)
    with pytest.raises(OtherPage):
        publish(next_, site, engine=None)


def _next(last: Package) -> tuple[Package, list[str]]:
    from xl_dipscore.workbooks.acts.next_event import next_of

    made, notes = next_of(Package(last.to_bytes(), last.name), Path("next.xlsx"))
    give_identity(Setup(made))
    return made, notes


def test_a_title_is_no_round_and_no_sentence(tmp_path: Path) -> None:
    """Of several lists, only a text above each is the event's title."""
    package = event(tmp_path, "One", "Round 1")
    assert EventIn(package).title == "Round 1"
    book = openpyxl.load_workbook(tmp_path / "One.xlsx")
    book.worksheets[0]["A1"] = "Riverside"
    second = book.copy_worksheet(book.worksheets[0])
    second["B2"] = "Round 2"
    for row in range(5, 33):
        second.cell(row, 1, 3)
    book.save(tmp_path / "two.xlsx")
    assert EventIn(Package.read(tmp_path / "two.xlsx")).title == "Riverside"
