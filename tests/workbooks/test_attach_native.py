"""Directors' own workbooks made plain: what our functions gave is what plain formulas give, live."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName

from tests.hosts.calc.calc_office import Office
from tests.samples import slow_but
from tests.sheets.books import parts, saved, with_part
from tests.sheets.directors import made as rich
from tests.sheets.directors import out_of_order
from tests.tables.native.engines import at, in_each, missing, same
from tests.workbooks.ooxml import FOLDER, examine
from tests.workbooks.plain_layouts import (
    FIRST,
    LAST,
    LAYOUTS,
    THEN,
    Game,
    Layout,
    Place,
    array,
    book,
    in_a_list,
)
from xl_dipscore.cli.app import FAULTY
from xl_dipscore.errors import ERRORS, NA, NUM
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import address, function_name, position, tokens
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.shown_numbers import differences, numbers
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.plain import columns
from xl_dipscore.workbooks.plain.convert import SHEET, NothingOfOurs, make_plain

OURS = {function.name.replace("_", ""): function.name for function in FUNCTIONS}


def typed(path: Path, cells: Mapping[Place, Any]) -> Package:
    package = Package.read(path)
    for (sheet, cell), value in cells.items():
        if package.value(sheet, cell) != value:
            package.set_value(sheet, cell, value)
    return package


def director(layout: Layout, games: Sequence[Game], folder: Path) -> Path:
    path = saved(layout.make(), folder, "director.xlsx")
    package = typed(path, layout.cells(games))
    package.write(path)
    return path


def plain(path: Path, engine: Any = "python") -> tuple[Path, tuple[str, ...]]:
    package = Package.read(path)
    said = make_plain(package, path, engine=engine)
    new = path.with_name("plain.xlsx")
    new.write_bytes(package.to_bytes())
    return new, said


def formulas(package: Package) -> dict[Place, str]:
    """Every cell that a formula fills."""
    found = {}
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            if cell.formula:
                area = cell.area if cell.kind == "array" else None
                for place in area.cells if area else [(cell.row, cell.column)]:
                    found[name, address(*place)] = cell.formula
    return found


def alike(got: Any, expected: CellValue, table: bool) -> bool:
    """Numbers to 1e-9, the same error, a check for one that says as much. LibreOffice's LARGE of no number is
    #VALUE!, and #NUM! in other programs.

    table: our functions give an error in the cells beyond their table, which stay empty.
    """
    if isinstance(expected, int | float):
        return isinstance(got, int | float) and abs(got - expected) <= 1e-9 * max(1, abs(expected))
    first, second = str(expected or ""), str(got or "")
    if first in ERRORS:
        return second in ERRORS if first == NUM else second == first or (first == NA and table and not second)
    if " " in first and ":" in first:
        return " " in second and first.startswith("OK") == second.startswith("OK")
    return first == second


@pytest.mark.native
@pytest.mark.parametrize("name", LAYOUTS)
def test_it_computes_what_our_functions_do(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]
    path = director(layout, FIRST, tmp_path)
    new, said = plain(path, "auto")
    assert said == ()
    for number, games in enumerate((FIRST, THEN, LAST)):
        cells = layout.cells(games)
        ours = typed(path, cells)
        assert rebuild_package(ours, path).not_computed == ()
        changed = typed(new, cells)
        copy = tmp_path / f"changed {number}.xlsx"
        copy.write_bytes(changed.to_bytes())
        [computed] = in_each([copy], tmp_path / "office")
        for program, sheets in computed.items():
            wrong = {
                place: (got, ours.value(*place))
                for place in formulas(ours)
                if not alike(
                    got := at(sheets[place[0]], *position(place[1])), ours.value(*place), place[0] == "Table"
                )
            }
            assert wrong == {}, program


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but([*LAYOUTS][:1], LAYOUTS))
def test_nothing_of_ours_is_left_and_only_calling_cells_change(name: str, tmp_path: Path) -> None:
    path = director(LAYOUTS[name], FIRST, tmp_path)
    new, _ = plain(path)
    before, after = Package.read(path), Package.read(new)
    used = {
        function_name(token.text[:-1], OURS)
        for formula in formulas(after).values()
        for token in tokens(formula)
        if token.kind == "function"
    }
    assert used.isdisjoint(OURS.values())
    assert not [cell for cell in formulas(after).values() if len(cell) > 2000]
    assert "array" not in {c.kind for n in after.sheet_names for c in after.sheet(n).cells.values()}
    calling = {place for place, formula in formulas(before).items() if calls(formula)}
    for sheet in before.sheet_names:
        for place, cell in before.sheet(sheet).cells.items():
            if (sheet, address(*place)) not in calling:
                there = after.sheet(sheet).cells[place]
                assert there.formula == cell.formula
                assert cell.formula or there.value == cell.value
    assert after.sheet_names == (*before.sheet_names, SHEET)


def calls(formula: str) -> bool:
    return any(token.kind == "function" and token.text[:-1] in OURS.values() for token in tokens(formula))


def values(package: Package, sheet: str, *cells: str) -> list[CellValue]:
    return [package.value(sheet, cell) for cell in cells]


COUNTS = (10, 9, 8, 7, 0, 0, 0)


def one_board(folder: Path, formulas: Mapping[str, str], name: str = "director.xlsx") -> Path:
    """A board in A2:A8 and formulas that call us, arrays by their ranges."""
    made, sheet = book()
    for row, count in enumerate(COUNTS, 2):
        sheet[f"A{row}"] = count
    for cells, formula in formulas.items():
        if ":" in cells:
            array(sheet, cells, formula)
        else:
            sheet[cells] = f"={formula}"
    return saved(made, folder, name)


WITHOUT_FORM = {
    "an explanation": ("C2:J6", 'DIP_EXPLAIN("SOS",A2:A8)', "DIP_EXPLAIN has no form in cells"),
    "the version": ("C2", 'DIP_VERSION()&""', "DIP_VERSION has no form in cells"),
    "a call in a call": ("C2", "DIP_RANK(SOS_SCORE(A2:A8))", "another of our functions"),
    "a function of ranges": ("C2", "SUMPRODUCT(SOS_SCORE(A2:G2))", "it stands in SUMPRODUCT"),
    "a system that is computed": ("C2", 'DIP_SCORE("SO"&"S",A2:A8)', "the result of a formula"),
    "an unknown system": ("C2", 'DIP_SCORE("SOSS",A2:A8)', "There is no scoring system SOSS"),
    "a wrong option": ("C2", 'DIP_SCORE("SOS",A2:A8,,,,E2:F2)', "SOS has no option"),
    "a board written out": ("C2", 'DIP_SCORE("SOS",{1;2;3;4;5;6;7})', "its centres are written out"),
    "differences": ("C2:C8", "DCC_MSD(A2:A8,A2:A8,A2:A8)", "DCC_MSD has no form in cells"),
    "facts of one board": (
        "C2",
        'DIP_SCORE("DCC",A2:A8,,,,{"docked",0,1})',
        "options have facts of one board",
    ),
    "no board": ("C2", 'DIP_SCORE("SOS")', "its centres are not seven cells"),
}


@pytest.mark.parametrize("what", WITHOUT_FORM)
def test_what_has_no_form_in_cells_is_a_value_and_said(what: str, tmp_path: Path) -> None:
    cells, formula, why = WITHOUT_FORM[what]
    path = one_board(tmp_path, {cells: formula, "L2": "SOS_SCORE(A2:A8)"})
    if "E2" in formula:
        typed(path, {("Games", "E2"): "pott", ("Games", "F2"): 5}).write(path)
    before = Package.read(path)
    rebuild_package(before, path, engine="python")
    new, said = plain(path)
    after = Package.read(new)
    assert [line for line in said if line.startswith(f"Games!{cells} ") and why in line]
    first = cells.partition(":")[0]
    assert after.value("Games", first) == before.value("Games", first)
    assert after.cell("Games", first).formula in ("", '""')
    assert "Plain formulas" in after.cell("Games", "L2").formula
    notes = [after.value(SHEET, f"A{row}") for row in range(1, 9)]
    assert set(said) <= set(notes)


def test_one_of_seven_and_arithmetic_stay_where_they_are(tmp_path: Path) -> None:
    path = one_board(
        tmp_path,
        {
            "B2": "INDEX(SOS_SCORE(A2:A8),2)*2+A3",
            "C2": "ROUND(100*INDEX(SOS_SCORE($A$2:$A$8), 1, 1)/SUM(SOS_SCORE($A$2:$A$8)),1)",
            "D2": "SOS_SCORE(A2:A8)",
            "E2:E8": "IF(SOS_SCORE(A2:A8)>20,A2:A8,SUM(A2:A8))",
            "G2:G4": "NDC_PROSPECTS(A2:A4)",
        },
    )
    new, said = plain(path)
    assert said == ()
    opened = openpyxl.load_workbook(new, rich_text=True)
    assert opened[SHEET]["A1"].value[0].font.b
    after = Package.read(new)
    squares = sum(n * n for n in COUNTS)
    shares = [100 * n * n / squares for n in COUNTS]
    found = values(after, "Games", "B2", "C2", "D2")
    assert found == pytest.approx([shares[1] * 2 + 9, round(shares[0], 1), shares[0]])
    each = [n if share > 20 else 34 for n, share in zip(COUNTS, shares, strict=True)]
    assert values(after, "Games", *(f"E{row}" for row in range(2, 9))) == each
    assert values(after, "Games", "G2", "G3", "G4") == pytest.approx([10 / 8, 1, 8 / 10])
    assert after.cell("Games", "B2").formula.endswith("*2+A3")
    assert after.cell("Games", "E3").formula.endswith(">20,A3,SUM(A2:A8))")


@pytest.mark.native
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_prospects_have_our_errors(tmp_path: Path) -> None:
    counts = (17, 18, "x", None, True, 4.5, -1, 0)
    path = one_board(tmp_path, {"L2:L9": "NDC_PROSPECTS(K2:K9)"})
    book = openpyxl.load_workbook(path)
    for row, count in enumerate(counts, 2):
        book["Games"][f"K{row}"] = count
    book.save(path)
    new, _ = plain(path)
    (prospects,) = (one for one in FUNCTIONS if one.name == "NDC_PROSPECTS")
    want = [one for (one,) in prospects.call([[count] for count in counts])]
    (programs,) = in_each([new], tmp_path / "run", ["Games"])
    for program, sheets in programs.items():
        found = [at(sheets["Games"], row, 12) for row in range(2, 10)]
        assert all(map(same, found, want)), (program, found, want)


def test_copies_of_one_formula_are_each_made_plain(tmp_path: Path) -> None:
    path = one_board(tmp_path, {"E2": "SOS_SCORE(A2:A8)"})
    shared = '<f t="shared" ref="E2:E4" si="0">INDEX(SOS_SCORE(A$2:A$8),ROW(A1))</f><v/></c>'
    with_part(
        path,
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(
            r"(<row r=\"4\".*?)(</row>)",
            r'\1<c r="E4"><f t="shared" si="0"/><v/></c>\2',
            re.sub(
                r"(<row r=\"3\".*?)(</row>)",
                r'\1<c r="E3"><f t="shared" si="0"/><v/></c>\2',
                re.sub(r'(<c r="E2"[^>]*>).*?</c>', rf"\1{shared}", xml),
            ),
        ),
    )
    new, _ = plain(path)
    after = Package.read(new)
    squares = sum(n * n for n in COUNTS)
    shares = [100 * n * n / squares for n in COUNTS]
    assert values(after, "Games", "E2", "E3", "E4") == pytest.approx(shares[:3])
    assert re.fullmatch(
        rf"INDEX\('{SHEET}'!\$[A-Z]+\$2:\$[A-Z]+\$8,ROW\(A3\)\)", after.cell("Games", "E4").formula
    )


def test_totals_and_ranks(tmp_path: Path) -> None:
    made, sheet = book("Scores")
    lines = [(10.5, 20, None, 80 / 3), (None,) * 4, (40, None, 20, 10), (20, 10.5, 80 / 3, None)]
    for row, line in enumerate(lines, 2):
        for letter, cell in zip("ABCD", line, strict=True):
            sheet[f"{letter}{row}"] = cell
    sheet["A6"] = "=NA()"
    sheet["N1"], sheet["N2"] = "drop 1", 4
    array(sheet, "F2:F6", 'DIP_TOTAL("best 2",A2:D6)')
    array(sheet, "G2:G6", "DIP_RANK(F2:F6,H2:I6)")
    for row, ties in enumerate([(1, 2), (3, 4), (None, 1), (1, 1), (0, 0)], 2):
        sheet[f"H{row}"], sheet[f"I{row}"] = ties
        sheet[f"J{row}"] = f"=DCC_TOTAL(A{row}:D{row})"
        sheet[f"K{row}"] = f'=IFERROR(DIP_TOTAL($N$1,A{row}:D{row},$N$2),"-")'
        sheet[f"L{row}"] = f'=DIP_TOTAL("100/50",A{row}:D{row})'
        sheet[f"O{row}"] = f'=DIP_TOTAL("London Open",A{row}:D{row})'
        sheet[f"P{row}"] = f'=DIP_TOTAL("sum/(count+10)",A{row}:D{row})'
    new, said = plain(saved(made, tmp_path))
    assert said == ()
    after = Package.read(new)
    third = 80 / 3
    cells = {letter: [after.value("Scores", f"{letter}{row}") for row in range(2, 7)] for letter in "FGJKLOP"}
    assert cells["F"] == [pytest.approx(20 + third), "", 60, pytest.approx(20 + third), NA]
    assert cells["G"] == [2, "", 1, 3, NA]
    mean = (10.5 + 20 + third) / 3
    assert cells["J"] == [
        pytest.approx(mean * 0.95),
        "",
        pytest.approx(70 / 3 * 0.95),
        pytest.approx(mean * 0.95),
        NA,
    ]
    assert cells["K"] == [pytest.approx(10.5 + 20 + third), "", 70, pytest.approx(10.5 + 20 + third), "-"]
    assert cells["L"] == [pytest.approx(third + 10), "", 50, pytest.approx(third + 10), NA]
    assert cells["O"] == [pytest.approx(third + 20 + 10.5 / 2), "", 40 + 20 + 10 / 2, cells["O"][0], NA]
    assert cells["P"][2] == pytest.approx((40 + 20 + 10) / (3 + 10))


def test_years_of_a_chart_that_are_not_played_are_blank(tmp_path: Path) -> None:
    made, sheet = book()
    sheet.append(["Power", 1901, 1902, 1903, "SCs"])
    for seat, count in enumerate(COUNTS):
        sheet.append([POWERS[seat], 4, count, None, count])
    array(sheet, "F2:F8", 'DIP_SCORE("CUSTOM",,,,,K1:L2,A1:E1,A2:E8)')
    sheet["K1"], sheet["L1"], sheet["K2"], sheet["L2"] = "order", "history", "centre", 1
    sheet["G2"] = '=DIP_CHECK("CUSTOM",,,,,K1:L2,A1:E1,A2:E8)'
    new, said = plain(saved(made, tmp_path))
    assert said == ()
    after = Package.read(new)
    assert str(after.value("Games", "G2")).startswith("OK: ")
    assert all("Plain formulas" in after.cell("Games", f"F{row}").formula for row in range(2, 9))


@pytest.mark.slow
def test_numbers_among_the_options_stay_live_and_words_are_fixed(tmp_path: Path) -> None:
    layout = LAYOUTS["a board a row"]
    path = director(layout, FIRST, tmp_path)
    new, said = plain(path)
    assert said == ()
    for cells in ({("Rules", "B2"): 77, ("Rules", "B4"): 1}, {("Rules", "B3"): 60}):
        ours, changed = typed(path, cells), typed(new, cells)
        for package in (ours, changed):
            assert rebuild_package(package, path, engine="python").not_computed == ()
        places = [address(row, column) for row in range(2, 6) for column in range(1, 11)]
        wrong = [
            (place, changed.value("Scores", place), ours.value("Scores", place))
            for place in places
            if not alike(changed.value("Scores", place), ours.value("Scores", place), table=False)
        ]
        assert wrong == []
    other = typed(new, {("Rules", "B1"): "SOS"})
    rebuild_package(other, path, engine="python")
    assert values(other, "Scores", "A2", "J2", "H2") == [NA, NA, "made for Custom: make a new one"]


@pytest.mark.slow
def test_words_of_an_event_are_fixed(tmp_path: Path) -> None:
    made = LAYOUTS["a list of games"].make()
    array(made["Table"], "A1:H20", "DIP_STANDINGS(Options!$B$1,Games!$A$1:$H$29,Options!$A$2:$C$5)")
    path = saved(made, tmp_path)
    typed(path, in_a_list(FIRST)).write(path)
    new, _ = plain(path)
    for place, word, first in (("B4", "Wins", 1), ("B4", "draws", NA), ("C4", "draws", NA)):
        other = typed(new, {("Options", place): word})
        rebuild_package(other, path, engine="python")
        assert other.value("Table", "A2") == first, (place, word)


def test_what_calls_us_elsewhere_is_said(tmp_path: Path) -> None:
    path = one_board(tmp_path, {"C2:C8": "SOS_SCORE(A2:A8)"})
    made = openpyxl.load_workbook(path)
    made.defined_names["Best"] = DefinedName("Best", attr_text="MAX(SOS_SCORE(Games!$A$2:$A$8))")
    rule = FormulaRule(formula=['DIP_CHECK("SOS",$A$2:$A$8)="OK"'], fill=PatternFill(bgColor="FF0000"))
    made["Games"].conditional_formatting.add("A2:A8", rule)
    made["Games"].merge_cells("C4:D5")
    made.save(path)
    new, said = plain(path)
    assert said == (
        "Games!C5 is a value now: a merged cell covers it.",
        "Names that call our functions show an error without them: Best.",
        "Conditional formats or validations call our functions on Games; they stop working.",
    )
    assert Package.read(new).cell("Games", "C6").formula


def test_a_workbook_that_does_not_call_us_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingOfOurs, match="calls our functions"):
        plain(one_board(tmp_path, {"C2": "SUM(A2:A8)"}))


def test_what_a_formula_comes_to_otherwise_is_a_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = columns.compile_system
    monkeypatch.setattr(
        columns, "compile_system", lambda *given: replace(made(*given), score=f"({made(*given).score})*1.01")
    )
    new, said = plain(one_board(tmp_path, {"C2:C8": "SOS_SCORE(A2:A8)", "D2": 'DIP_CHECK("SOS",A2:A8)'}))
    why = "the plain formulas give other results than our functions"
    assert said == (f"Games!C2:C8 are values now: {why}.",)
    after = Package.read(new)
    assert values(after, "Games", "C2", "C5") == pytest.approx([100 * 100 / 294, 49 * 100 / 294])
    assert after.cell("Games", "C2").formula == ""
    assert after.cell("Games", "D2").formula


@pytest.mark.native
def test_our_own_workbook(played: bytes, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(played)
    before = Package.read(path)
    names: dict[CellValue, str] = {}
    for row in range(2, 30):  # some of theirs have characters that no name may have in cells
        name = before.value("Games", f"D{row}")
        before.set_value("Games", f"D{row}", names.setdefault(name, f"Player {len(names)}"))
    rebuild_package(before, path)
    before.write()
    new, said = plain(path, "auto")
    assert [re.sub(r".* now: (\w+).*", r"\1", line) for line in said] == [
        "DIP_VERSION", "DIP_PROBLEMS", "DIP_SEATS_CHECK", "DIP_EXPLAIN", "DCC_MSD", "DIP_EXPLAIN_TOTAL",
        "its", "DIP_COMPARE", "DIP_SYSTEMS", "another", "DIP_WORTH",
    ]  # fmt: skip
    assert "Print!J4:N32 are values now: its argument is the result of a formula." in said
    after = Package.read(new)
    assert (Setup(before).plain, Setup(after).plain) == ("", "DCC")
    assert list(differences(numbers(EventIn(before)), numbers(EventIn(after)))) == []
    for sheet, cell in (("Games", "M2"), ("Games", "O9"), ("Standings", "C5"), ("Best countries", "B6")):
        assert SHEET in after.cell(sheet, cell).formula


def test_on_the_command_line(dipscore: Any, tmp_path: Path) -> None:
    path = one_board(tmp_path, {"C2:C8": "SOS_SCORE(A2:A8)", "D2": "DIP_VERSION()"})
    old = path.read_bytes()
    done = dipscore("attach", path, "--host", "native")
    new = tmp_path / "director plain.xlsx"
    assert done.err.splitlines() == [
        f"{new}: Games!D2 is a value now: DIP_VERSION has no form in cells.",
        f"{new} needs none of our functions: its scores are plain formulas that any spreadsheet computes.",
    ]
    assert path.read_bytes() == old
    again = dipscore("attach", path, "--host", "native")
    assert again.status
    assert "already exists" in again.err
    none = dipscore("attach", new, "--host", "native", "-o", tmp_path / "again.xlsx")
    assert (none.status, none.err) == (FAULTY, f"{NothingOfOurs(name=new.name)}\n")
    other = dipscore("attach", path, "--host", "native", "-o", tmp_path / "book.xlsm")
    assert "must end in .xlsx" in other.err


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    office = Office(tmp_path_factory.mktemp("office"))
    yield office
    office.end()


@pytest.mark.native
def test_rows_of_boards_may_be_sorted(office: Office, tmp_path: Path) -> None:
    made, sheet = book()
    boards = [(10, 9, 8, 7, 0, 0, 0), (5, 5, 5, 5, 5, 5, 4), (20, 0, 14, 0, 0, 0, 0), (8, 8, 8, 8, 1, 1, 0)]
    for row, counts in enumerate(boards, 2):
        for letter, count in zip("ABCDEFG", counts, strict=True):
            sheet[f"{letter}{row}"] = count
        for n in range(7):
            sheet[f"{'IJKLMNO'[n]}{row}"] = f"=INDEX(SOS_SCORE($A{row}:$G{row}),{n + 1})"
        sheet[f"P{row}"] = f"=SUM(SOS_SCORE(A{row}:G{row}))+A{row}"
    new, _ = plain(saved(made, tmp_path))
    with office.book(new) as opened:
        opened.sort("Games", "A2:P5", 0)
        opened.calculate()
        rows = opened.read("Games", "A2:P5")
        opened.copy("Games", "A2:P2", "A9")
        opened.calculate()
        copied = opened.read("Games", "I9:P9")
    assert [row[0] for row in rows] == [5, 8, 10, 20]
    for row in rows:
        squares = sum(n * n for n in row[:7])
        shares = [100 * (n >= 18) if max(row[:7]) >= 18 else 100 * n * n / squares for n in row[:7]]
        assert row[8:] == pytest.approx([*shares, 100 + row[0]])
    assert not any(isinstance(cell, int | float) for cell in copied[0][:7])


@pytest.mark.native
def test_a_list_may_be_sorted(office: Office, tmp_path: Path) -> None:
    layout = LAYOUTS["a list of games"]
    path = director(layout, FIRST, tmp_path)
    new, _ = plain(path, "auto")
    with office.book(new) as opened:
        before = opened.read("Games", "A2:J29")
        table = opened.read("Table", "A1:P20")
        opened.sort("Games", "A2:J29", 2)
        opened.calculate()
        after = opened.read("Games", "A2:J29")
        assert opened.read("Table", "A1:P20") == table
    assert after != before
    assert {(*row[:4], row[8]) for row in after} == {(*row[:4], row[8]) for row in before}
    assert not [row for row in after if row[9] not in ("",) and not str(row[9]).startswith("OK")]


def test_everything_else_in_the_file_stays(tmp_path: Path) -> None:
    path = rich(tmp_path)
    before = parts(path)
    done = Package.read(path)
    make_plain(done, path, engine="python")
    after = parts(done.to_bytes())
    sheets = [name for name in after if name not in before]
    assert sheets == ["xl/worksheets/sheet4.xml"]
    assert [name for name in before if name not in after] == ["xl/calcChain.xml"]
    assert {name for name in after if name in before and after[name] != before[name]} <= {
        "[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
        "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/charts/chart1.xml",
    }  # fmt: skip
    for name in ("xl/worksheets/sheet1.xml", *sheets):
        assert out_of_order(after[name]) == []
    plain_one = Package(done.to_bytes())
    assert plain_one.sheet_names == ("Games", "Print & notes", "Secret", SHEET)
    assert plain_one.value("Games", "C2") == pytest.approx(10 / 34 * 100)


def test_what_spills_is_a_formula_a_cell(tmp_path: Path) -> None:
    path = one_board(tmp_path, {})
    package = Package.read(path)
    package.set_formula("Games", "C2:C8", "SOS_SCORE(A2:A8)", dynamic=True)
    package.write(path)
    new, said = plain(path)
    assert said == ()
    after = Package.read(new)
    cells = [after.cell("Games", f"C{row}") for row in range(2, 9)]
    assert not any(cell.kind or cell.dynamic for cell in cells)
    assert sum(float(cell.value or 0) for cell in cells) == pytest.approx(100)
    assert 'cm="' not in parts(new)["xl/worksheets/sheet1.xml"].decode()


@pytest.mark.ooxml
@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.exists(), reason=f"there are no schemas in {FOLDER}")
def test_it_is_as_the_standard_wants_it(tmp_path: Path) -> None:
    for name, layout in LAYOUTS.items():
        path = director(layout, FIRST, tmp_path)
        new, _ = plain(path)
        assert examine(new).kinds <= examine(path).kinds, name
