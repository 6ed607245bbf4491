"""Directors' own workbooks with the functions as names: put in, beside other hosts, and mended."""

import re
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.opened import opened
from tests.said import check_said
from tests.workbooks.ooxml import FOLDER, examine
from xl_dipscore import score
from xl_dipscore.cli.app import FAULTY
from xl_dipscore.cli.hosts import TablesNeedMore
from xl_dipscore.rules.board import Board
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.names import INSIDE, NEEDS_MORE, NameTaken, OtherHost, names_of_functions
from xl_dipscore.workbooks.acts.rebuild import NAMES_ANEW
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.live.menu import item_of

OF_BOARDS = ("DIP_BOARDS", "DIP_FACTS", "DIP_OPTION")
COUNTS = (10, 8, 16, 0, 0, 0, 0)
SCORES = [float(one) for one in score("DCC", Board(COUNTS))]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A director's own workbook, with a name of its own that calls us."""
    book = openpyxl.Workbook()
    sheet = book.active
    for seat, count in enumerate(COUNTS):
        sheet.cell(2 + seat, 2, count)
    sheet["E2"] = ArrayFormula("E2:E8", "=DCC_SCORE(B2:B8)")
    sheet["F2"] = ArrayFormula("F2:F8", "=DIP_RANK(E2:E8)")
    sheet["G2"] = '=INDEX(DIP_EXPLAIN("DCC",B2:B8),2,1)'
    sheet["H2"] = "=SUM(E2:E8)"
    book.defined_names["Best"] = DefinedName("Best", attr_text="MAX(CDIPLO_SCORE(Sheet!$B$2:$B$8))")
    path = tmp_path / "own.xlsx"
    book.save(path)
    return path


def names_in(path: Path) -> dict[str, DefinedName]:
    return dict(openpyxl.load_workbook(path).defined_names)


def column(path: Path, letter: str) -> list[Any]:
    sheet = openpyxl.load_workbook(path, data_only=True).active
    return [sheet[f"{letter}{row}"].value for row in range(2, 9)]


def test_what_a_workbook_calls_is_put_into_it(own: Path, dipscore: Any) -> None:
    before = {name: ZipFile(own).read(name) for name in ZipFile(own).namelist()}
    got = dipscore("attach", own, "--host", "names")
    assert got.status == 0
    assert "DIP_EXPLAIN" in got.err
    after = {name: ZipFile(own).read(name) for name in ZipFile(own).namelist()}
    assert {name for name in after if after[name] != before.get(name)} == {"xl/workbook.xml"}
    names = names_in(own)
    assert names.keys() == {"Best", "DCC_SCORE", "CDIPLO_SCORE", "DIP_RANK", "DIP_EXPLAIN", *OF_BOARDS}
    helps = {function.name: function.help for function in FUNCTIONS}
    assert all(names[name].comment == helps[name] for name in names.keys() & helps.keys())
    assert NEEDS_MORE.format(name="DIP_EXPLAIN") in names["DIP_EXPLAIN"].attr_text
    kept = own.read_bytes()
    dipscore("attach", own, "--host", "names")
    assert own.read_bytes() == kept


RANGE = "Sheet!$K$1"


def with_name(path: Path, name: str, text: str = RANGE, *, sheet: bool = False) -> None:
    book = openpyxl.load_workbook(path)
    names = book.active.defined_names if sheet else book.defined_names
    names[name] = DefinedName(name, attr_text=text)
    book.save(path)


@pytest.mark.parametrize("sheet", [False, True])
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("DCC_SCORE", "DCC_SCORE"),
        ("dcc_score", "DCC_SCORE"),
        ("DIP_BOARDS", "DIP_BOARDS"),
        ("Dip_Facts", "DIP_FACTS"),
        ("DIP_EXPLAIN", "DIP_EXPLAIN"),
    ],
)
def test_a_name_that_the_workbook_has_already_is_refused(
    name: str, function: str, sheet: bool, own: Path, dipscore: Any
) -> None:
    with_name(own, name, sheet=sheet)
    before = own.read_bytes()
    got = dipscore("attach", own, "--host", "names")
    where = f"{name} of the sheet Sheet" if sheet else name
    assert got.status == FAULTY
    taken = f"the name {where} beside our function {function}"
    check_said(got.err, NameTaken, file=own.name, taken=taken)
    assert own.read_bytes() == before


def test_a_table_and_a_lambda_of_the_director_are_refused_together(own: Path, dipscore: Any) -> None:
    with_name(own, "DIP_RANK", "_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)")
    book = openpyxl.load_workbook(own)
    book.active["K1"], book.active["K2"] = "Club", "North"
    book.active.add_table(Table(displayName="Cdiplo_Score", ref="K1:K2"))
    book.save(own)
    taken = (
        "the name DIP_RANK beside our function DIP_RANK and the table Cdiplo_Score beside our function "
        "CDIPLO_SCORE"
    )
    check_said(dipscore("attach", own, "--host", "names").err, NameTaken, taken=taken)


def test_a_name_that_is_not_needed_stays(own: Path, dipscore: Any) -> None:
    with_name(own, "SOS_SCORE")
    assert dipscore("attach", own, "--host", "names").status == 0
    assert names_in(own)["SOS_SCORE"].attr_text == RANGE


def test_an_older_function_of_ours_is_replaced_with_a_word(own: Path, dipscore: Any) -> None:
    with_name(own, "DCC_SCORE", "_xlfn.LAMBDA(_xlop.centres,_xlop.draw,SUM(_xlpm.centres))")
    got = dipscore("attach", own, "--host", "names")
    assert got.status == 0
    assert "Older functions in the workbook are replaced: DCC_SCORE." in got.err
    assert "DIP_BOARDS" in names_in(own)["DCC_SCORE"].attr_text
    assert "replaced" not in dipscore("attach", own, "--host", "names").err


@pytest.mark.parametrize("host", ["excel", "lite"])
def test_a_name_that_hides_a_macro_is_refused(host: str, own: Path, dipscore: Any) -> None:
    with_name(own, "dip_rank")
    got = dipscore("attach", own, "--host", host)
    assert got.status == FAULTY
    check_said(got.err, NameTaken, taken="the name dip_rank beside our function DIP_RANK")


def test_a_name_of_a_sheet_is_not_taken_out_with_ours(own: Path, dipscore: Any) -> None:
    dipscore("attach", own, "--host", "names")
    with_name(own, "DIP_RANK", sheet=True)
    before = own.read_bytes()
    got = dipscore("attach", own, "--host", "native")
    check_said(got.err, NameTaken, taken="the name DIP_RANK of the sheet Sheet beside our function DIP_RANK")
    assert own.read_bytes() == before


@pytest.mark.slow
def test_every_function_of_ours_is_recognised(tmp_path: Path, dipscore: Any) -> None:
    openpyxl.Workbook().save(path := tmp_path / "blank.xlsx")
    dipscore("attach", path, "--host", "names")
    assert {*names_of_functions(Package.read(path))} == names_in(path).keys()


def test_rebuild_computes_the_calls_of_names(own: Path, dipscore: Any) -> None:
    dipscore("attach", own, "--host", "names")
    names = names_in(own)
    assert dipscore("rebuild", own).status == 0
    assert column(own, "E") == pytest.approx(SCORES)
    assert column(own, "F") == [2, 3, 1, 4, 4, 4, 4]
    assert column(own, "H")[0] == pytest.approx(sum(SCORES))
    assert names_in(own).keys() == names.keys()


def test_rebuild_writes_names_anew_that_another_program_spoilt(own: Path, dipscore: Any) -> None:
    dipscore("attach", own, "--host", "names")
    dipscore("rebuild", own)
    whole = {name: (one.attr_text, one.comment) for name, one in names_in(own).items()}
    spoil(own)
    got = dipscore("rebuild", own)
    assert NAMES_ANEW in got.err + got.out
    assert {name: (one.attr_text, one.comment) for name, one in names_in(own).items()} == whole
    assert column(own, "E") == pytest.approx(SCORES)


def spoil(path: Path) -> None:
    """As LibreOffice 25.2 saves it: LAMBDA in small letters, no comments, other values in the cells."""
    package = Package.read(path)
    book = re.sub(rb' comment="[^"]*"', b"", package.part(package.main_part) or b"")
    package.set_part(package.main_part, book.replace(b"_xlfn.LAMBDA(", b"_xlfn.lambda("))
    sheet = package.part(package.sheet_parts[0]) or b""
    package.set_part(package.sheet_parts[0], re.sub(rb"<v>1?\d\d\.\d+</v>", b"<v>0</v>", sheet))
    package.write(path)


def test_names_that_gnumeric_has_saved_are_written_anew_too(own: Path, dipscore: Any) -> None:
    dipscore("attach", own, "--host", "names")
    whole = {name: one.attr_text for name, one in names_in(own).items()}
    package = Package.read(own)
    book = package.part(package.main_part) or b""
    # Gnumeric 1.12.55 cannot read such a name, and writes its text as that of an error.
    package.set_part(package.main_part, re.sub(rb">(_xlfn\.LAMBDA[^<]*)<", rb'>ERROR("\1")<', book))
    package.write(own)
    assert NAMES_ANEW in dipscore("rebuild", own).err
    assert {name: one.attr_text for name, one in names_in(own).items()} == whole


def test_the_menu_repairs_them_in_the_file(own: Path, dipscore: Any) -> None:
    repair = item_of("repair")
    assert not repair.run(opened(Package.read(own))).why_file
    dipscore("attach", own, "--host", "names")
    whole = names_in(own)
    spoil(own)
    assert repair.run(opened(Package.read(own))).why_file
    done = repair.run_in_file(own, nullcontext())
    assert done.said == (NAMES_ANEW,)
    assert {name: one.attr_text for name, one in names_in(own).items()} == {
        name: one.attr_text for name, one in whole.items()
    }
    assert column(own, "E") == pytest.approx(SCORES)


@pytest.mark.parametrize("host", ["excel", "lite", "native"])
def test_another_host_takes_the_names_out(host: str, own: Path, dipscore: Any) -> None:
    dipscore("attach", own, "--host", "names")
    other = own.with_name(f"other{'.xlsm' if host == 'excel' else '.xlsx'}")
    got = dipscore("attach", own, "--host", host, "--output", other)
    assert got.status == 0
    assert "DCC_SCORE" in got.err
    assert names_of_functions(Package.read(other)) == []
    assert names_of_functions(Package.read(own))


@pytest.mark.parametrize(("host", "what"), [("excel", "macros"), ("lite", "code of xlwings Lite")])
def test_names_are_refused_beside_another_host(host: str, what: str, own: Path, dipscore: Any) -> None:
    other = own.with_name(f"other{'.xlsm' if host == 'excel' else '.xlsx'}")
    dipscore("attach", own, "--host", host, "--output", other)
    kept = other.read_bytes()
    got = dipscore("attach", other, "--host", "names")
    assert (got.status, got.out) == (FAULTY, "")
    check_said(got.err, OtherHost, file=other.name, what=what)
    assert other.read_bytes() == kept


@pytest.mark.slow
@pytest.mark.parametrize("host", ["", "excel", "lite"])
def test_an_event_with_tables_of_functions_is_refused(tmp_path: Path, dipscore: Any, host: str) -> None:
    """The sentence names the command that helps, also if the event has macros or the code of Lite."""
    event = Path(shutil.copy(templates_folder() / "wbc.xlsx", tmp_path))
    if host:
        other = event.with_name(f"other{'.xlsm' if host == 'excel' else '.xlsx'}")
        dipscore("attach", event, "--host", host, "--output", other)
        event = other
    kept = event.read_bytes()
    got = dipscore("attach", event, "--host", "names")
    lacking = "DIP_AWARDS, DIP_COMPARE, DIP_EXPLAIN, DIP_EXPLAIN_TOTAL, DIP_PROBLEMS and 3 more"
    assert got.status == FAULTY
    check_said(got.err, TablesNeedMore, path=event.name, functions=lacking, key="WBC")
    assert event.read_bytes() == kept


@pytest.mark.slow
def test_a_workbook_that_calls_nothing_gets_every_function(tmp_path: Path, dipscore: Any) -> None:
    openpyxl.Workbook().save(path := tmp_path / "blank.xlsx")
    dipscore("attach", path, "--host", "names")
    assert names_in(path).keys() == {function.name for function in FUNCTIONS} | INSIDE.keys()


@pytest.mark.slow
@pytest.mark.ooxml
@pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the shared folder ooxml")
def test_the_names_are_valid_in_the_file(own: Path, dipscore: Any) -> None:
    before = examine(own).kinds
    dipscore("attach", own, "--host", "names")
    assert examine(own).kinds <= before
