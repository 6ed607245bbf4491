"""New workbooks whose scores are computed by names that they carry."""

import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from templates.make import READY, make_plain_example
from tests.said import check_said
from xl_dipscore import score
from xl_dipscore.cli.hosts import ScoresByName
from xl_dipscore.cli.new import HOW
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.formula import address, position
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.native.plan import NoFormInEvent
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.names import names_of_functions
from xl_dipscore.workbooks.acts.rebuild import rebuild
from xl_dipscore.workbooks.author import Plan, make, templates_folder

pytestmark = pytest.mark.usefixtures("new_books")

COUNTS = (10, 8, 16, 0, 0, 0, 0)
SHOWN = ("Standings", "Best countries", "Totals")


@pytest.mark.slow
def test_scores_are_computed_by_the_names_that_it_carries(tmp_path: Path, dipscore: Any) -> None:
    made = dipscore(
        "new", "DCC", path := tmp_path / "event.xlsx", "--host", "names", "--rounds", 1, "--boards", 2
    )
    assert (made.status, HOW["names"] in made.err) == (0, True)
    package = Package.read(path)
    assert {*names_of_functions(package)} == {
        "DCC_SCORE",
        "DIP_VERSION",
        "DIP_WORTH",
        "DIP_SCORE",
        "DIP_BOARDS",
        "DIP_FACTS",
    }
    for row, count in enumerate(COUNTS, 2):
        package.set_value("Games", f"E{row}", count)
    package.write(path)
    assert not rebuild(path).not_computed
    package = Package.read(path)
    shown = [package.value("Games", f"M{row}") for row in range(2, 9)]
    assert shown == pytest.approx([float(one) for one in score("DCC", Board(COUNTS))])
    for column in "ABCE":  # Turkey of board A changes places with Austria of board B
        cells = (f"{column}8", f"{column}9")
        for cell, value in zip(cells, [package.value("Games", one) for one in reversed(cells)], strict=True):
            package.set_value("Games", cell, value)
    package.write(path)
    wrong = {(one.sheet, one.ref) for one in rebuild(path).not_computed}
    assert {("Games", f"M{row}") for row in range(2, 16)} <= wrong
    package = Package.read(path)
    assert not [row for row in range(2, 16) if package.value("Games", f"M{row}") is not None]


@pytest.mark.slow
def test_another_host_can_be_attached_to_it(tmp_path: Path, dipscore: Any) -> None:
    new.create_native(path := tmp_path / "event.xlsx", Plan(find("SHARE"), 1, 1, by_name=True))
    got = dipscore("attach", path, "--host", "native")
    check_said(got.err, ScoresByName, path=path, key="SHARE")
    assert dipscore("attach", path, "--host", "excel").status == 0
    assert not names_of_functions(Package.read(path.with_suffix(".xlsm")))
    kept = path.read_bytes()
    assert dipscore("attach", path, "--host", "names").status == 0
    assert path.read_bytes() == kept


@pytest.mark.parametrize("key", ["MYSTERY", "CONQUEST"])
def test_scores_that_an_event_changes_are_refused(key: str) -> None:
    with pytest.raises((NoFormInEvent, Faults), match="host native"):
        make(Plan(find(key), 1, 1, by_name=True), "plain")


def numbers_in(path: Path, *sheets: str) -> dict[tuple[str, str], Any]:
    package = Package.read(path)
    shown = {
        (name, address(*place)): cell.value
        for name in sheets
        for place, cell in package.sheet(name).cells.items()
    }
    return {place: value for place, value in shown.items() if isinstance(value, int | float)}


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.skipif(not find_spec("ironcalc"), reason="needs ironcalc")
def test_standings_are_those_of_plain_formulas_and_of_an_engine(tmp_path: Path) -> None:
    make_plain_example(named := tmp_path / "named.xlsx", replace(READY["ndc-1995"], by_name=True))
    expected = numbers_in(templates_folder() / "examples" / "anywhere" / "ndc-1995.xlsx", *SHOWN)
    assert numbers_in(named, *SHOWN) == pytest.approx(expected)
    assert len(expected) > 500
    for_ironcalc(named)
    assert not [*differing(named)]


def for_ironcalc(path: Path) -> None:
    """IronCalc knows no range between two cells that are computed."""
    package = Package.read(path)
    between = r"INDEX\(\$A\$1:\$A\$\d+,([^)]*)\):INDEX\(\$([A-Z]+)\$1:[^,]*,[^)]*\)"

    def placed(found: re.Match[str]) -> str:
        top = 1 if found[1] == "1" else package.value("Games", found[1].replace("$", "")) or 2
        return f"$A${top}:${found[2]}${1 if found[1] == '1' else int(str(top)) + 6}"

    for place, cell in [*package.sheet("Games").cells.items()]:
        if "_SCORE(" in cell.formula:
            text, shown = re.sub(between, placed, cell.formula), cell.value
            package.set_formula("Games", address(*place), text)
            package.sheet("Games").set_cached_value(*place, shown)
    package.write(path)


def differing(path: Path) -> list[str]:
    """The cells that IronCalc computes otherwise than the file has them."""
    import ironcalc

    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    sheets = {name: number for number, name in enumerate(Package.read(path).sheet_names)}
    return [
        f"{sheet} {cell}"
        for (sheet, cell), value in numbers_in(path, *sheets).items()
        if model.get_cell_value(sheets[sheet], *position(cell)) != pytest.approx(value)
    ]
