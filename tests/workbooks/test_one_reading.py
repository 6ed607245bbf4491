"""Six commands read an event in one way, however oddly its workbook was changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import games
from tests.samples import every_fourth
from tests.workbooks.publish.seen import Seen
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]
Odd = Callable[[Package], None]
HEADINGS = {
    "A1": "Ronde",
    "B1": "Table",
    "C1": "Puissance",
    "D1": "Joueur",
    "E1": "Centres de ravitaillement",
}


def typed(sheet: str, **cells: object) -> Odd:
    def change(package: Package) -> None:
        for ref, value in cells.items():
            package.set_value(sheet, ref, value)

    return change


def on_setup(label: str, value: object) -> Odd:
    """Beside what Setup has in its first column."""

    def change(package: Package) -> None:
        cells = package.sheet("Setup").cells.items()
        (row,) = {row for (row, column), cell in cells if column == 1 and cell.value == label}
        package.set_value("Setup", f"B{row}", value)

    return change


ODD: dict[str, Odd] = {
    "as it is": lambda package: None,
    "an alias of the system": on_setup("System", "dc(c)"),
    "another rule for totals": on_setup("combine", "best 1"),
    "headings in French": typed("Games", **HEADINGS),
    "a board that is not played any more": typed("Games", **{f"E{row}": None for row in range(23, 30)}),
    "a score in place of one": typed("Games", L3=100),
    "two boards of a player": typed("Games", D9="Player 0"),
    "a power twice": typed("Games", C17="Austria"),
    "37 centres": typed("Games", E16=7),
    "an option that is none": on_setup("combine", "bst 1"),
    "no year": typed("Games", **{f"H{row}": None for row in range(16, 23)}),
}


@pytest.fixture(scope="module")
def event(makes: Callable[..., bytes], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two rounds of two boards with results, and one to come."""
    path = tmp_path_factory.mktemp("odd") / "event.xlsx"
    path.write_bytes(makes(rounds=3))
    table = games.event()
    for row in table:
        row.append("extra points" if row is table[0] else 0.5 if row[3] == "O'Brien" else None)
    fill(path, read_games(table).games)  # nobody is level for the top board
    return path.read_bytes()


Totals = dict[str, float]


def stored(path: Path) -> Totals:
    """The totals on Standings by player, from first place on."""
    table = EventIn(Package.read(path)).standings_shown
    names = (
        []
        if table is None
        else [(row, str(table.value(row, "Player"))) for row in table.rows_with_value("Player")]
    )
    totals = {name: table.value(row, "Total") for row, name in names if table is not None}
    return {name: total for name, total in totals.items() if isinstance(total, int | float)}


def problems(said: str) -> list[str]:
    """The messages on the event, without the file's name and the counting line."""
    lines = (line.removeprefix("event.xlsx").lstrip(": ") for line in said.splitlines())
    return sorted(
        line
        for line in lines
        if line.startswith(("Games", "Setup", "There is"))
        and not re.search("Note:|keeps its old value", line)
    )


@pytest.mark.parametrize("odd", every_fourth(ODD))
def test_all_have_the_same_standings_and_the_same_problems(
    odd: str, event: bytes, makes: Callable[..., bytes], dipscore, tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(event)
    package = Package.read(path)
    ODD[odd](package)
    path.write_bytes(package.to_bytes())
    (tmp_path / "larger.xlsx").write_bytes(makes(rounds=3, boards=3))

    rebuilt = dipscore("rebuild", "event.xlsx", "--engine", "python")
    totals = stored(path)
    published = dipscore("publish", "event.xlsx", "-o", "out")
    exported = dipscore("export", "text", "event.xlsx")

    page = Seen((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    rows = page.tables["standings"][0][1:] if page.tables["standings"] else []
    assert {row[1]: row[2] for row in rows if row[0]} == {name: f"{n:.2f}" for name, n in totals.items()}
    assert problems(published.err) == problems(rebuilt.err)
    if wrong := problems(rebuilt.err):
        assert (exported.status, exported.out) == (1, "")
        assert set(problems(exported.err)) <= set(wrong)
        return
    lines = dict(re.findall(r"^\d+\. (.+): (\S+) points?", exported.out, re.MULTILINE))
    assert {name: pytest.approx(float(said), abs=0.005) for name, said in lines.items()} == totals
    again = dipscore("regenerate", "event.xlsx", "--template", "larger.xlsx", "-o", "new")
    assert again.status == 0
    assert stored(tmp_path / "new" / "event.xlsx") == pytest.approx(totals)
    seated = dipscore("seat", "event.xlsx", "--round", 3, "--top-board", "--again", "--dry-run")
    (top,) = (line.split("│")[2:9] for line in seated.out.splitlines() if line.startswith("│ A "))
    assert {name.strip() for name in top} == {*[*totals][:7]}
