"""A doubt that the director has marked as checked no longer counts, and the mark stays with it."""

from pathlib import Path

import pytest

from tests import games
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.author import Plan, make, make_compact_package
from xl_dipscore.workbooks.author.plan import PROBLEMS
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards

pytestmark = pytest.mark.slow
KEY = "2 B: same counts"


@pytest.fixture(scope="module")
def doubted() -> bytes:
    """An event in which a board of round 2 has the counts of another."""
    package = make_compact_package(make(Plan(find("SOS"), 2, 2)))
    table = games.event()
    for row, count in zip(table[22:29], games.CLOCK, strict=True):
        row[4] = count
    put_games(EventIn(package), read_games(table).games)
    compute(package)
    return package.to_bytes()


def compute(package: Package) -> Report:
    return rebuild_package(package, "event.xlsx", engine="python")


def lines(package: Package) -> dict[str, object]:
    """The mark beside each line, by the line's key."""
    rows = (
        (package.value("Problems", f"I{row}"), package.value("Problems", f"J{row}"))
        for row in range(5, 5 + PROBLEMS)
    )
    return {str(key): typed for key, typed in rows if key}


def test_ok_goes_with_its_doubt(doubted: bytes, tmp_path: Path) -> None:
    package = Package.read(doubted)
    assert [*lines(package)] == [KEY]
    assert package.value("Guide", "B3") == "1 doubt."
    package.set_value("Problems", "J5", "ok")
    compute(package)
    assert package.value("Guide", "B3") == "No problems."
    assert EventIn(package).problem_lines == ()
    # A doubt that comes before it.
    package.set_value("Games", "E3", 2)
    compute(package)
    assert package.value("Guide", "B3") == "1 doubt."
    assert lines(package) == {"1 A: unowned": None, KEY: "ok"}
    assert EventIn(package).problem_lines[-1] == "1 doubt."
    (tmp_path / "old.xlsx").write_bytes(package.to_bytes())
    (tmp_path / "new.xlsx").write_bytes(make_compact_package(make(Plan(find("SOS"), 2, 3))).to_bytes())
    (tmp_path / "out").mkdir()
    done = regenerate_file(
        tmp_path / "old.xlsx", template=tmp_path / "new.xlsx", folder=tmp_path / "out", engine="python"
    )
    assert lines(Package.read(done.path)) == {"1 A: unowned": None, KEY: "ok"}


def test_a_cell_that_is_computed_twice_is_one_change(doubted: bytes) -> None:
    """Where ok moves with its doubt, all is computed again; the report tells old and last value."""
    package = Package.read(doubted)
    package.set_value("Problems", "J5", "ok")
    compute(package)
    package.set_value("Games", "E3", 2)
    before = Package.read(package.to_bytes())
    told = compute(package).changed
    changed = {(one.sheet, one.ref): one for one in told}
    assert len(changed) == len(told)
    assert ("Guide", "B3") in changed
    for (sheet, ref), one in changed.items():
        assert (one.old, one.new) == (before.value(sheet, ref), package.value(sheet, ref))
        assert one.old != one.new


def test_what_the_list_offers_holds_wherever_it_stands(doubted: bytes) -> None:
    package = Package.read(doubted)
    package.set_value("Problems", "J9", KEY)
    compute(package)
    assert package.value("Guide", "B3") == "No problems."
    assert lines(package) == {KEY: KEY}


def test_nothing_is_looked_at_that_is_wrong(doubted: bytes) -> None:
    package = Package.read(doubted)
    package.set_value("Games", "E2", 34)
    compute(package)
    package.set_value("Problems", "J5", "ok")
    compute(package)
    assert str(package.value("Guide", "B3")).startswith("1 wrong")


def test_it_stays_when_the_workbook_grows(doubted: bytes) -> None:
    """More boards of each round: the doubt's row is another, and the line may be too."""
    package = Package.read(doubted)
    package.set_value("Problems", "J5", "OK")
    event, _ = with_more_boards(EventIn(package), {"Games": {1: 1, 3: 1}})
    grown = event.file
    compute(grown)
    # New boards are still to be named, and come before it.
    assert {key: typed for key, typed in lines(grown).items() if typed} == {KEY: "ok"}
    assert "doubt" not in str(grown.value("Guide", "B3"))
