"""The page of a season, and its table as text."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.workbooks.layout.seasons import EVENTS, book, season_of
from xl_dipscore.sheets.xlsx.target import FileThere
from xl_dipscore.workbooks.layout.identity import OtherPage
from xl_dipscore.workbooks.publish.parts import Contents, Number
from xl_dipscore.workbooks.publish.season import _contents, _lines, publish_season

SAVED = datetime(2026, 5, 2, 9, 5).astimezone()


def page(**facts: Any) -> Contents:
    return _contents(season_of(**facts), SAVED)


def heading(address: str | None) -> str:
    return page(events=[{**EVENTS[0], "Page": address}], lines=()).headings[0]


def test_the_facts_of_a_season() -> None:
    shown = page()
    assert (shown.name, shown.when) == ("Season 2026", "2 May 2026, 09:05")
    assert shown.facts == ("3 events", "3 players")
    assert shown.rule is not None
    assert shown.rule.totals.endswith("; championship in full")
    assert "in full" not in page(circuit="NADF2010").rule.totals  # type: ignore[union-attr]


def test_only_addresses_of_pages_become_links() -> None:
    for address in ("https://example.org/cup", "http://example.org", "spring/index.html"):
        assert heading(address) == f'<a href="{address}">Spring Cup</a>'
    for other in (None, "javascript:alert(1).html", "spring.xlsx", "ftp://example.org/cup"):
        assert heading(other) == "Spring Cup"
    assert "<b>" not in heading('https://example.org/"><b>')


def test_points_that_do_not_count_are_marked() -> None:
    ann, bob, _ = page().standings
    assert ann.rounds == (Number("36"), Number("88"), Number("20", dropped=True))
    assert bob.rounds == (Number("40"), Number(""), Number(""))
    assert (ann.rank, ann.total) == ("1", "124")
    assert ann.why[0].lines[1] == ("Worlds: in full", "88", "1", "88")


def test_faults_are_on_the_page_and_doubts_are_not() -> None:
    results = [("Nowhere", "Ann", 1)]
    names = [("Ann",), ("Bob", None, "Rob")]
    (only,) = page(results=results, names=names).serious
    assert "Nowhere" in only


def test_the_table_as_text() -> None:
    text = [*_lines(season_of(lines=[(1, "Ann", 124.125, 1, 36), ("-", "Cas", None, 0), (3, "Bob", 0, 0)]))]
    assert text == [
        *("Season 2026", "1. Ann: 124.13 (Spring Cup 36)"),
        *("- Cas: total unknown", "3. Bob: 0", ""),
    ]


def saved(path: Path, **facts: Any) -> Path:
    book(**facts).write(path)
    return path


def test_a_page_of_another_season_is_not_replaced(tmp_path: Path) -> None:
    one = saved(tmp_path / "season.xlsx")
    done = publish_season(one, tmp_path / "out", "python")
    assert done.players == 3
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"index.html", "season.txt"}
    assert (
        (tmp_path / "out" / "season.txt").read_text(encoding="utf-8").startswith("Season 2026\n1. Ann: 124")
    )
    other = saved(tmp_path / "other.xlsx", lines=[(1, "Zoe", 9, 1, 9), (2, "Yan", 8, 1, 8)])
    before = {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    with pytest.raises(OtherPage):
        publish_season(other, tmp_path / "out", "python")
    assert {file: file.read_bytes() for file in (tmp_path / "out").iterdir()} == before
    publish_season(other, tmp_path / "out", "python", replace=True)
    assert b"Zoe" in done.page.read_bytes()


def test_a_foreign_text_is_kept_and_no_page_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "season.txt").write_text("My own notes", encoding="utf-8")
    with pytest.raises(FileThere):
        publish_season(saved(tmp_path / "season.xlsx"), out, "python")
    assert [file.name for file in out.iterdir()] == ["season.txt"]
