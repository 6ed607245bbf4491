"""Numbers that change with the version, as against numbers that change with the results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests import games
from xl_dipscore import __version__
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.computed_by import SHOWN
from xl_dipscore.workbooks.layout.setup import COMPUTED_BY

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]

OK = 0


@pytest.fixture
def event(dipscore, tmp_path, played) -> Path:
    path = tmp_path / "event.xlsx"
    path.write_bytes(played)
    return path


def by_another(path: Path, version: str, **counts: float | str) -> None:
    """The workbook as another version would have computed it, with other values in cells of Games."""
    package = Package.read(path)
    said = str(package.value("Systems", "J2"))
    assert said.startswith(f"{__version__} ")
    package.set_value("Systems", "J2", said.replace(__version__, version, 1))
    assert package.value("Games", "N1") == "Counts"
    for ref, value in counts.items():
        package.set_cached_value("Games", ref, value)
    package.write()


def told(got) -> list[str]:
    """The message about changed numbers."""
    return [line for line in got.err.splitlines() if "though" in line or " -> " in line]


def reported(path: Path) -> object:
    """The part of the report for programs about changed numbers."""
    (one,) = json.loads(path.read_text())["files"]
    return one.get("changed_without_input")


@pytest.mark.calc
def test_numbers_that_changed_with_the_version_are_told_apart(dipscore, event):
    by_another(event, "0.0.9", N2=690, N9=0.5)
    before = event.read_bytes()
    said = [
        f"{event}: 2 numbers changed although nothing typed changed; version 0.0.9 computed them before.",
        f"{event}: round 1, board A, Austria, Player 0: Counts 690 -> 700",
        f"{event}: round 1, board B, Austria, =1+1: Counts 0.5 -> 0",
    ]
    got = dipscore("rebuild", event, "--dry-run")
    assert (told(got), event.read_bytes()) == (said, before)
    got = dipscore("rebuild", event, "--report", "report.json")
    assert (got.status, told(got)) == (OK, said)
    assert reported(event.with_name("report.json")) == {
        "computed_before_by": "0.0.9",
        "numbers": [
            {
                "player": player,
                "round": "1",
                "board": board,
                "power": "Austria",
                "what": "Counts",
                "old": old,
                "new": new,
            }
            for player, board, old, new in (("Player 0", "A", 690, 700), ("=1+1", "B", 0.5, 0))
        ],
    }
    after = event.read_bytes()
    got = dipscore("rebuild", event, "--report", "report.json")
    assert (told(got), reported(event.with_name("report.json")), event.read_bytes()) == ([], None, after)


@pytest.mark.calc
def test_a_corrected_board_is_no_matter_of_the_version(dipscore, event):
    """A total depends on all boards, so it is missing too."""
    by_another(event, "0.0.9", N2=690, N9=0.5)
    package = Package.read(event)
    package.set_value("Games", "E2", 17)
    package.set_value("Games", "E3", 4)
    package.write()
    assert told(dipscore("rebuild", event)) == [
        f"{event}: 1 number changed although nothing typed changed; version 0.0.9 computed it before.",
        f"{event}: round 1, board B, Austria, =1+1: Counts 0.5 -> 0",
    ]


def test_totals_and_ranks_are_told_where_nothing_was_typed(dipscore, event):
    package = Package.read(event)
    name = package.value("Standings", "B5")
    total = package.value("Standings", "C5")
    package.set_cached_value("Standings", "C5", 1)
    package.write()
    by_another(event, "0.0.9")
    assert told(dipscore("rebuild", event))[1:] == [f"{event}: {name}: Total 1 -> {total:.6g}"]


def test_another_choice_on_setup_is_no_matter_of_the_version(dipscore, event):
    by_another(event, "0.0.9", N2=690)
    package = Package.read(event)
    package.set_value("Setup", "B3", "SOS")
    package.write()
    assert told(dipscore("rebuild", event)) == []


def test_what_functions_that_did_not_live_left_is_no_change(dipscore, event):
    by_another(event, "0.0.9", N2="#NAME?", N3="")
    assert told(dipscore("rebuild", event)) == []


@pytest.mark.calc
def test_the_same_version_did_not_come_to_other_numbers(dipscore, event):
    by_another(event, __version__, N2=690)
    assert told(dipscore("rebuild", event, "--report", "report.json"))[0] == (
        f"{event}: 1 number changed although nothing typed changed; the version that computed it before "
        "is unknown."
    )
    found = reported(event.with_name("report.json"))
    assert isinstance(found, dict)
    assert found["computed_before_by"] is None


@pytest.mark.parametrize("left", ["no such cell", "blank", "of a person", "a formula"])
def test_without_a_place_of_ours_nobody_knows(dipscore, event, left):
    by_another(event, "0.0.9", N2=690)
    package = Package.read(event)
    if left == "no such cell":
        book = (package.part("xl/workbook.xml") or b"").decode()
        book = re.sub(rf'<definedName name="{COMPUTED_BY}"[^>]*>[^<]*</definedName>', "", book)
        package.set_part("xl/workbook.xml", book.encode())
    elif left == "a formula":
        package.set_formula("Systems", "J2", "1+1", 2)
    else:
        package.set_value("Systems", "J2", None if left == "blank" else "mine")
    package.write()
    said = package.cell("Systems", "J2")
    assert told(dipscore("rebuild", event)) == []
    after = Package.read(event)
    if left in ("no such cell", "a formula"):
        assert (after.value("Systems", "J2"), after.cell("Systems", "J2").formula) == (
            said.value,
            said.formula,
        )
    else:
        assert str(after.value("Systems", "J2")).startswith(f"{__version__} ")


@pytest.mark.calc
def test_where_the_event_tells_what_a_solo_is_worth_boards_hang_together(dipscore, tmp_path):
    dipscore("new", "MYSTERY", "event.xlsx", "--rounds", 1, "--boards", 2)
    games.write(
        tmp_path / "games.csv",
        [games.HEADER, *games.rows(1, "A", games.SOLO), *games.rows(1, "B", games.CLOCK)],
    )
    dipscore("fill", "event.xlsx", "games.csv")
    package = Package.read("event.xlsx")
    letter = next(c for c in "LMNOPQ" if package.value("Games", f"{c}1") == "Counts")
    version = str(package.value("Systems", "J2")).replace(__version__, "0.0.9")
    package.set_value("Systems", "J2", version)
    package.set_cached_value("Games", f"{letter}2", 1.5)
    package.write()
    two = tmp_path / "two.xlsx"
    two.write_bytes((tmp_path / "event.xlsx").read_bytes())
    assert len(told(dipscore("rebuild", "event.xlsx"))) >= 2
    package = Package.read(two)
    package.set_value("Games", "E9", 5)
    package.set_value("Games", "E10", 4)
    package.write()
    assert told(dipscore("rebuild", two)) == []


@pytest.mark.calc
def test_a_long_list_is_cut_short(dipscore, event):
    by_another(event, "0.0.9", **{f"N{row}": 0.5 for row in range(2, 30)})
    said = told(dipscore("rebuild", event))
    assert said[0].startswith(f"{event}: 28 numbers changed although")
    assert len(said) == 1 + SHOWN
