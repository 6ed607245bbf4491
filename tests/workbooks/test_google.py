"""Workbooks that were in Google Sheets: the formulas that it wrapped are restored, computed and reported."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests import games
from tests.each import each
from tests.sheets.books import parts
from tests.workbooks.googled import ARRAYS, COMPUTED, OURS, cells, downloaded, wrapper
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.recalc import recalculate
from xl_dipscore.sheets.xlsx.formula import area_of, tokens
from xl_dipscore.sheets.xlsx.google import unwrap_formula
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import fill
from xl_dipscore.workbooks.acts.new import create_from
from xl_dipscore.workbooks.acts.rebuild import Report, rebuild, rebuild_package
from xl_dipscore.workbooks.acts.regenerate import regenerate_file
from xl_dipscore.workbooks.author import templates_folder
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

SCORE = "DCC_SCORE(B2:B8,C2:C8)"
CENTRES = (10, 9, 8, 7, 0, 0, 0)
ONLY = "only Google Sheets can compute its formula"
Cells = Mapping[str, Any]


def saved(
    path: Path, formulas: Cells, *, centres: tuple[int | None, ...] = CENTRES, values: Cells | None = None
) -> Path:
    """Centres in B2:B8, draws in C2:C8, formulas where they are said, and the values shown beside them."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Games"
    for row, count in enumerate(centres, 2):
        sheet.cell(row, 1, f"P{row - 1}")
        sheet.cell(row, 2, count)
        sheet.cell(row, 3, "x" if count else None)
    for place, formula in formulas.items():
        if ":" in place:
            sheet[place.partition(":")[0]] = ArrayFormula(place, f"={formula}")
        else:
            sheet[place] = f"={formula}" if isinstance(formula, str) else formula
    book.save(path)
    if values:
        package = Package.read(path)
        for place, value in values.items():
            package.set_cached_value("Games", place, value)
        package.write()
    return path


def away(formulas: Mapping[str, tuple[str, Any]]) -> tuple[dict[str, str], dict[str, Any]]:
    """The same as Google Sheets writes it: formulas with the values that it shows."""
    written = {place: wrapper(text, value) for place, (text, value) in formulas.items()}
    return written, {place: value for place, (_, value) in formulas.items()}


def spilled(first: str, last: str, text: str, values: list[Any]) -> dict[str, tuple[str, Any]]:
    """An array in a column or a block: the cell with the formula, and those that show the rest of it."""
    places = [*area_of(f"{first}:{last}").cells]
    names = [f"{openpyxl.utils.get_column_letter(column)}{row}" for row, column in places]
    return {
        name: (text if name == first else COMPUTED, value)
        for name, value in zip(names, values, strict=True)
        if value is not None
    }


def back(tmp_path: Path, formulas: Mapping[str, tuple[str, Any]], **more: Any) -> tuple[Package, Report]:
    """The workbook after its formulas were in Google Sheets and it was rebuilt."""
    written, values = away(formulas)
    others = more.pop("others", {})
    path = saved(tmp_path / "event.xlsx", {**written, **others}, values=values, **more)
    report = rebuild(path, engine="python")
    return Package.read(path), report


def scores(package: Package, cells: str = "D2:D8") -> list[Any]:
    places = area_of(cells).cells
    return [package.sheet("Games").cells[place].value for place in places]


# -- a wrapped workbook gives the same cells as its twin --------------------------------------


@lru_cache(2)
def rebuilt(data: bytes) -> tuple[Report, dict[Any, Any]]:
    """The messages, and every cell."""
    package = Package.read(data)
    return rebuild_package(package, "event.xlsx", engine="python"), cells(package)


def same(twin: bytes, other: bytes) -> None:
    """Rebuilt, they have the same formulas, over the same cells, with the same values."""
    (before, first), (after, second) = rebuilt(twin), rebuilt(other)
    assert before.not_computed == after.not_computed
    assert after.notes != before.notes
    assert {place: (first.get(place), second.get(place)) for place in first | second} == {
        place: (one, one) for place, one in first.items()
    }
    assert not any("DUMMYFUNCTION" in str(one[0]) for one in second.values())


@pytest.mark.slow
@pytest.mark.parametrize("arrays", ARRAYS)
def test_with_results_corrected_since(corrected: bytes, arrays: str) -> None:
    same(corrected, downloaded(corrected, arrays))


@pytest.mark.parametrize("unknown", [False, True])
def test_whether_google_sheets_knew_the_functions_or_not(small: bytes, unknown: bool) -> None:
    same(small, downloaded(small, unknown=unknown))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "folder", "arrays"),
    [
        *((name, "examples", "spilled") for name in ("mystery", "dcc-final-game")),
        *(("ndc-1995", folder, "kept") for folder in ("", "examples")),
    ],
)
def test_ready_workbooks(name: str, folder: str, arrays: str) -> None:
    """The cells keep the values with which they were made."""
    made = (templates_folder() / folder / f"{name}.xlsx").read_bytes()
    package = Package.read(downloaded(made, arrays))
    report = rebuild_package(package, "event.xlsx", engine="python")
    assert (report.changed, report.not_computed) == ((), ())
    assert cells(package) == cells(made)


@pytest.mark.slow
def test_only_the_cells_with_formulas_of_ours_change(played: bytes) -> None:
    """Every other part stays as it is, byte for byte, and every other cell."""
    wrapped = downloaded(played)
    package = Package.read(wrapped)
    rebuild_package(package, "event.xlsx", engine="python")
    before, after = parts(wrapped), parts(package.to_bytes())
    touched = {package.sheet(name).part for name in package.sheet_names}
    assert before.keys() - after.keys() <= {"xl/calcChain.xml"}
    assert {name for name in after if after[name] != before.get(name)} <= touched
    cell = re.compile(r'<c r="[A-Z]+\d+"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
    for part in touched:
        old, new = (re.sub(r"<row [^>]*>", "", cell.sub("", xml[part].decode())) for xml in (before, after))
        assert old == new


@pytest.mark.slow
@settings(max_examples=10)
@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), max_size=200))
def test_any_text_comes_out_as_it_went_in(text: str) -> None:
    formula = 'DCC_SCORE(B2:B8)&"' + text.replace('"', '""') + '"'
    found = unwrap_formula(wrapper(formula, 26.6))
    assert found is not None
    assert found.formula == formula


@given(st.text("\"&,;()={}'AB12$:!.+ ", max_size=40), st.sampled_from(["", '"', ")", "),1)+2"]))
def test_whatever_is_put_away_is_read(text: str, after: str) -> None:
    """And what would be put back can be a formula: all that it opens is closed."""
    found = unwrap_formula(f"{wrapper(text, 1)}{after}")
    if found is not None and not found.needs_google and not found.further:
        pieces = tokens(found.formula)
        opened = sum(piece.kind in ("function", "open") for piece in pieces)
        assert opened == sum(piece.kind == "close" for piece in pieces)


# -- how Google Sheets writes -----------------------------------------------------------------


@each(
    ("written", "formula"),
    [
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),26.6)', SCORE),
        (f'=IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),26.6)', SCORE),
        (f'IFERROR(__xludf.DUMMYFUNCTION("={SCORE}"),26.6)', SCORE),
        (f'iferror(__xludf.dummyfunction("{SCORE}"), 26.6)', SCORE),
        (f'IFERROR(@__xludf.DUMMYFUNCTION("{SCORE}"),-2.5E-3)', SCORE),
        (f'IFERROR(_xludf.DUMMYFUNCTION("{SCORE}"),"#NAME?")', SCORE),
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),#N/A)', SCORE),
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),TRUE)', SCORE),
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),"it says ""no"", (twice)")', SCORE),
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"))', SCORE),
        (f'__xludf.DUMMYFUNCTION("{SCORE}")', SCORE),
        ('IFERROR(__xludf.DUMMYFUNCTION("DIP_SCORE(""DCC"",B2:B8)"),1)', 'DIP_SCORE("DCC",B2:B8)'),
        ('IFERROR(__xludf.DUMMYFUNCTION("DIP_SCORE("&"""DCC"","&"B2:B8)"),1)', 'DIP_SCORE("DCC",B2:B8)'),
        (
            'IFERROR(__xludf.DUMMYFUNCTION("DIP_SCORE(""DCC"";B2:B8;;;1,5)"),1)',
            'DIP_SCORE("DCC",B2:B8,,,1.5)',
        ),
        (
            'IFERROR(__xludf.DUMMYFUNCTION("DIP_SCORE(""a;b"";\'x;y\'!B2:B8;{1,5\\2;3\\4})"),1)',
            "DIP_SCORE(\"a;b\",'x;y'!B2:B8,{1.5,2;3,4})",
        ),
        ('IFERROR(__xludf.DUMMYFUNCTION("DIP_SCORE(""DCC"",{1,2;3,4})"),1)', 'DIP_SCORE("DCC",{1,2;3,4})'),
        (
            "IFERROR(__xludf.DUMMYFUNCTION(\"DIP_TEAMS(A1,'Round 1'!A2:$H)+SUM($B2:2)\"),1)",
            "DIP_TEAMS(A1,'Round 1'!A2:$H1048576)+SUM($B2:XFD2)",
        ),
        ('IFERROR(__xludf.DUMMYFUNCTION("IFNA(DIP_VERSION(),A1)"),1)', "_xlfn.IFNA(DIP_VERSION(),A1)"),
        (f'IFERROR(__xludf.DUMMYFUNCTION("{SCORE}"),26.6)+1', f"({SCORE})+1"),
        (f'IFERROR(__xludf.DUMMYFUNCTION("SUM(ArrayFormula({SCORE}*2))"),1)', f"SUM(({SCORE}*2))"),
    ],
)
def test_spellings(written: str, formula: str) -> None:
    found = unwrap_formula(written)
    assert found is not None
    assert (found.formula, found.needs_google, found.further) == (formula, False, False)


@pytest.mark.parametrize(
    "written",
    [
        "SUM(A1:A3)",
        'IFERROR(DCC_SCORE(B2:B8),"DUMMYFUNCTION")',
        'IFERROR(DUMMYFUNCTION(A1),"__xludf.DUMMYFUNCTION(A2)")',
        "IFERROR(__xludf.DUMMYFUNCTION(A1),2)",
    ],
)
def test_ordinary_formulas(written: str) -> None:
    assert unwrap_formula(written) is None


# -- how far an array goes --------------------------------------------------------------------


class TestArrays:
    def test_a_board_in_a_column(self, tmp_path: Path) -> None:
        package, report = back(tmp_path, spilled("D2", "D8", SCORE, [1, 2, 3, 4, 5, 6, 7]))
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")
        assert package.cell("Games", "D3").formula_xml == ""
        assert scores(package) == scores(_twin(tmp_path, {"D2:D8": SCORE}))
        assert len(report.changed) == 7
        assert report.not_computed == ()
        told = "On Games, a formula that Google Sheets had hidden in a text is restored: D2:D8."
        assert report.notes == (told,)

    def test_two_boards_beside_and_below_each_other(self, tmp_path: Path) -> None:
        shown = [1.5] * 7
        formulas = {
            **spilled("D2", "D8", SCORE, shown),
            **spilled("E2", "E8", "WBC_SCORE(B2:B8,C2:C8)", shown),
            **spilled("D9", "D15", "SOS_SCORE(B2:B8,C2:C8)", shown),
        }
        package, _ = back(tmp_path, formulas)
        areas = {place: package.cell("Games", place).area for place in ("D2", "E2", "D9")}
        assert areas == {
            place: area_of(cells, "Games")
            for place, cells in {"D2": "D2:D8", "E2": "E2:E8", "D9": "D9:D15"}.items()
        }

    def test_what_it_comes_to_decides_between_neighbours(self, tmp_path: Path) -> None:
        """One cell stands over a row that begins left of it, and a column right of one that begins higher."""
        row = "DCC_SCORE(TRANSPOSE(B2:B8))"
        formulas = {
            "F2": ('DIP_CHECK("DCC",B2:B8,C2:C8)', "OK"),
            **spilled("E3", "K3", row, [1] * 7),
            **spilled("D2", "D8", SCORE, [1] * 7),
        }
        package, _ = back(tmp_path, formulas)
        assert package.cell("Games", "F2").area is None
        assert package.cell("Games", "E3").area == area_of("E3:K3", "Games")
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")
        assert scores(package, "E3:K3") == scores(package)

    def test_blanks_of_which_nothing_is_written(self, tmp_path: Path) -> None:
        text = 'IF(B2:B8>0,DCC_SCORE(B2:B8,C2:C8),"")'
        shown = [1, None, 3, 4, None, None, None]
        package, _ = back(
            tmp_path, spilled("D2", "D8", f"ARRAYFORMULA({text})", shown), centres=(10, 9, 8, 7, 0, 0, 0)
        )
        assert package.cell("Games", "D2").formula == text
        assert package.cell("Games", "D2").area in (area_of("D2:D5", "Games"), area_of("D2:D8", "Games"))
        assert scores(package, "D2:D5") == scores(_twin(tmp_path, {"D2:D8": SCORE}), "D2:D5")

    def test_an_array_that_grew_since(self, tmp_path: Path) -> None:
        package, _ = back(tmp_path, spilled("D2", "D5", SCORE, [1] * 4))
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")

    def test_it_never_goes_over_other_cells(self, tmp_path: Path) -> None:
        package, _ = back(tmp_path, spilled("D2", "D5", SCORE, [1] * 4), others={"D7": 12})
        assert package.cell("Games", "D2").area == area_of("D2:D5", "Games")
        assert package.value("Games", "D7") == 12

    @pytest.mark.parametrize("shown", ["#NAME?", "#ERROR!", "Loading...", ""])
    def test_functions_that_were_not_known_there(self, shown: str, tmp_path: Path) -> None:
        package, _ = back(tmp_path, {"D2": (SCORE, shown)}, others={"E2": "SUM(D2:D8)"})
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")
        assert package.value("Games", "E2") == pytest.approx(sum(scores(package)))

    def test_one_that_showed_one_value_stays_one(self, tmp_path: Path) -> None:
        package, _ = back(tmp_path, {"D2": (SCORE, 26.6), "E2": (f"ROUND(SUM({SCORE}),2)+1", 5)})
        assert (package.cell("Games", "D2").kind, package.cell("Games", "E2").kind) == ("", "")
        assert package.value("Games", "D3") is None
        twin = _twin(tmp_path, {"D2": SCORE, "E2": f"ROUND(SUM({SCORE}),2)+1"})
        assert scores(package, "D2:E2") == scores(twin, "D2:E2")

    def test_the_size_that_is_stated(self, tmp_path: Path) -> None:
        """Of an array formula of Excel's, with values beside it that are written as such."""
        text = f"ARRAY_CONSTRAIN(ARRAYFORMULA({SCORE}), 7, 1)"
        others = {f"D{row}": 5 for row in range(3, 9)}
        package, _ = back(tmp_path, {"D2": (text, 5)}, others=others)
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")
        assert package.cell("Games", "D2").formula == SCORE
        assert scores(package) == scores(_twin(tmp_path, {"D2:D8": SCORE}))

    def test_the_cells_that_the_file_names(self, tmp_path: Path) -> None:
        path = saved(tmp_path / "event.xlsx", {"D2:D8": wrapper(SCORE, 1)})
        rebuild(path, engine="python")
        package = Package.read(path)
        assert package.cell("Games", "D2").area == area_of("D2:D8", "Games")
        assert scores(package) == scores(_twin(tmp_path, {"D2:D8": SCORE}))

    def test_one_array_out_of_another(self, tmp_path: Path) -> None:
        formulas = {
            "D2": (SCORE, "#NAME?"),
            "E2": ("DIP_RANK(D2:D8)", "#NAME?"),
            "F2": ('DIP_TOTAL("sum",D2:E8)', "#NAME?"),
        }
        package, _ = back(tmp_path, formulas)
        twin = _twin(
            tmp_path, {"D2:D8": SCORE, "E2:E8": "DIP_RANK(D2:D8)", "F2:F8": 'DIP_TOTAL("sum",D2:E8)'}
        )
        assert cells(package) == cells(twin)

    def test_a_table_of_excels_has_no_arrays(self, tmp_path: Path) -> None:
        written, values = away(spilled("D2", "D8", SCORE, [1] * 7))
        path = saved(tmp_path / "event.xlsx", written, values=values)
        book = openpyxl.load_workbook(path)
        book["Games"].append([])
        for column, heading in enumerate("ABCD", 1):
            book["Games"].cell(1, column, heading)
        book["Games"].add_table(Table(displayName="board", ref="A1:D8"))
        book.save(path)
        report = rebuild(path, engine="python")
        assert "DUMMYFUNCTION" in Package.read(path).cell("Games", "D2").formula
        assert ("Games", "D2", ONLY, False) in report.not_computed

    def test_no_values_in_the_file(self, tmp_path: Path) -> None:
        """As openpyxl leaves it."""
        written, _ = away(spilled("D2", "D8", SCORE, [1] * 7))
        path = saved(tmp_path / "event.xlsx", written)
        rebuild(path, engine="python")
        assert scores(Package.read(path)) == scores(_twin(tmp_path, {"D2:D8": SCORE}))


def _twin(tmp_path: Path, formulas: Cells) -> Package:
    path = saved(tmp_path / "twin.xlsx", formulas)
    rebuild(path, engine="python")
    return Package.read(path)


# -- what Google Sheets alone can compute -----------------------------------------------------


class TestGooglesOwn:
    SORTED = spilled("F2", "G4", "SORT(A2:D8, 4, FALSE)", ["P1", 1, "P2", 1, "P3", 1])

    def test_what_hangs_on_a_score_is_listed(self, tmp_path: Path) -> None:
        """Every cell of the array, and the cells that depend on it."""
        board = spilled("D2", "D8", SCORE, [1] * 7)
        package, report = back(tmp_path, {**board, **self.SORTED}, others={"H2": "SUM(G2:G4)"})
        listed = {one.ref: one.reason for one in report.not_computed}
        assert listed == {
            **dict.fromkeys(("F2", "G2", "F3", "G3", "F4", "G4"), ONLY),
            "H2": "it depends on a cell that could not be computed",
        }
        assert package.value("Games", "G4") == 1
        assert package.cell("Games", "F2").formula == wrapper("SORT(A2:D8, 4, FALSE)", "P1")

    def test_what_does_not_is_left_in_peace(self, tmp_path: Path) -> None:
        imported = spilled("F2", "G3", 'IMPORTRANGE("key", "Games!A1:B2")', ["A", 1, "B", 2])
        package, report = back(
            tmp_path, {**spilled("D2", "D8", SCORE, [1] * 7), **imported}, others={"H2": "SUM(G2:G3)+D2"}
        )
        assert report.not_computed == ()
        assert package.value("Games", "H2") == pytest.approx(3 + scores(package)[0])
        assert "IMPORTRANGE" in package.cell("Games", "F2").formula

    @pytest.mark.parametrize(
        "text",
        [
            f'QUERY({SCORE}, "select *")',
            f"SORT({SCORE}, 1, FALSE)",
            f"SUM(MAP({SCORE}, LAMBDA(x, x)))",
            "DCC_SCORE({B2:B5;B6:B8}, C2:C8)",
            f"SUM(ARRAY_CONSTRAIN({SCORE}, COUNT(B2:B8), 1))",
            "DCC_SCORE(B2:B8, C2:C8",
            'DCC_SCORE(B2:B8, C2:C8)&"',
            "DCC_SCORE(B2:B8, C2:C8)+{1",
            "DCC_SCORE(B2:B8, C2:C8)+1)",
        ],
    )
    def test_a_function_of_ours_within(self, text: str, tmp_path: Path) -> None:
        package, report = back(tmp_path, {"D2": (text, 26.6)})
        assert report.not_computed == (("Games", "D2", ONLY, False),)
        assert report.notes == ()
        assert package.cell("Games", "D2").formula == wrapper(text, 26.6)
        assert package.value("Games", "D2") == 26.6

    def test_libreoffice_is_not_asked(self, tmp_path: Path) -> None:
        """It would take the value of the old results for computed."""
        written, values = away({**spilled("D2", "D8", SCORE, [1] * 7), **self.SORTED})
        path = saved(
            tmp_path / "event.xlsx", {**written, "H2": "SUM(G2:G4)", "I2": "SUM(D2:D8)"}, values=values
        )
        package, asked = Package.read(path), []

        def office(package: Package, ours: Any, areas: Any) -> Any:
            asked.extend(areas)
            return [[[1.0]] for _ in areas]

        rebuild_package(package, path, engine="python")
        done = recalculate(package, FUNCTIONS, office, everything=True)
        assert {(area.left, area.top) for area in asked} == {(9, 2)}
        assert {one.ref for one in done.not_computed} == {"F2", "G2", "F3", "G3", "F4", "G4", "H2"}


# -- every act --------------------------------------------------------------------------------


@pytest.fixture
def event(corrected: bytes, tmp_path: Path) -> Path:
    """A corrected event that comes out of Google Sheets."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(downloaded(corrected))
    return path


def ours(path: Path) -> int:
    """How many formulas call a function of ours."""
    return sum(bool(OURS.search(str(one[0]))) for one in cells(path.read_bytes()).values())


class TestActs:
    @pytest.mark.slow
    def test_rebuild(self, event: Path, corrected: bytes, dipscore: Callable[..., Any]) -> None:
        before = event.read_bytes()
        tried = dipscore("rebuild", event, "--dry-run")
        assert "were put" not in tried.err
        assert re.search(r"On Games, \d+ formulas that Google Sheets", " ".join(tried.err.split()))
        assert event.read_bytes() == before
        done = dipscore("rebuild", event, "--report", "report.json")
        assert (tried.status, done.status) == (0, 0)
        told = (event.parent / "report.json").read_text()
        assert "Google Sheets had hidden in texts are restored: A1:G121 and J4" in told
        assert not any("DUMMYFUNCTION" in str(one[0]) for one in cells(event.read_bytes()).values())
        again = dipscore("rebuild", event)
        assert "Google" not in again.err

    @pytest.mark.slow
    def test_fill(self, makes: Callable[[], bytes], tmp_path: Path) -> None:
        listed = read_games(games.event()).games
        paths = tmp_path / "twin.xlsx", tmp_path / "event.xlsx"
        paths[0].write_bytes(makes())
        paths[1].write_bytes(downloaded(makes()))
        reports = [fill(path, listed) for path in paths]
        assert any("Google Sheets" in note for note in reports[1].notes)
        assert cells(paths[0].read_bytes()) == cells(paths[1].read_bytes())

    @pytest.mark.slow
    def test_fill_makes_standings_that_spilled_larger(self, played: bytes, tmp_path: Path) -> None:
        """Players who are new since are in them."""
        book = openpyxl.load_workbook(io.BytesIO(played))
        book.remove(book["Standings"])
        sheet = book.create_sheet("Mine")
        text = 'DIP_STANDINGS("DCC",Games!A1:K29)'
        sheet["A1"] = ArrayFormula("A1:G15", f"={text}")
        path = tmp_path / "event.xlsx"
        book.save(path)
        rebuild(path, engine="python")
        path.write_bytes(downloaded(path.read_bytes(), "spilled"))
        package = Package.read(path)
        for row in range(16, 23):
            package.set_value("Games", f"D{row}", f"New {row}")
        rebuild_package(package, path, engine="python")
        area = package.cell("Mine", "A1").area
        assert area is not None
        players = {package.sheet("Mine").cells[row, 2].value for row in range(area.top, area.bottom + 1)}
        assert players >= {f"New {row}" for row in range(16, 23)}

    def test_extract(self, event: Path, corrected: bytes) -> None:
        assert (
            EventIn(Package.read(event)).game_extract.table
            == EventIn(Package.read(corrected)).game_extract.table
        )

    @pytest.mark.slow
    @pytest.mark.parametrize("host", ["excel", "lite"])
    def test_attach(self, host: str, event: Path, corrected: bytes, dipscore: Callable[..., Any]) -> None:
        twin = event.with_name("twin.xlsx")
        twin.write_bytes(corrected)
        done = dipscore("attach", event, "--host", host)
        dipscore("attach", twin, "--host", host)
        assert "that Google Sheets had hidden in texts are restored" in " ".join(done.err.split())
        ending = ".xlsm" if host == "excel" else ".xlsx"
        attached, other = (path.with_suffix(ending) for path in (event, twin))
        assert ours(attached) == ours(other)
        assert cells(attached.read_bytes()) == cells(other.read_bytes())

    @pytest.mark.slow
    def test_regenerate(self, event: Path, makes: Callable[[], bytes], tmp_path: Path) -> None:
        """Out of a wrapped workbook into a wrapped template."""
        targets = []
        for name, template in (("twin", makes()), ("wrapped", downloaded(makes()))):
            (tmp_path / name).mkdir()
            (tmp_path / f"{name}.xlsx").write_bytes(template)
            done = regenerate_file(event, template=tmp_path / f"{name}.xlsx", folder=tmp_path / name)
            targets.append(done.path)
        assert any("Google Sheets" in note for note in done.notes)
        assert cells(targets[0].read_bytes()) == cells(targets[1].read_bytes())

    @pytest.mark.slow
    def test_new_from_a_template(
        self, makes: Callable[[], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With more boards than it has."""
        monkeypatch.setattr("xl_dipscore.workbooks.layout.identity.uuid4", lambda: UUID(int=1))
        made = []
        for name, template in (("twin", makes()), ("wrapped", downloaded(makes()))):
            (tmp_path / f"{name}.xlsx").write_bytes(template)
            out = tmp_path / f"{name} new.xlsx"
            report = create_from(tmp_path / f"{name}.xlsx", out, find("DCC"), rounds=3, boards=3)
            made.append(cells(out.read_bytes()))
        assert any("Google Sheets" in note for note in report.notes)
        assert made[0] == made[1]

    @pytest.mark.slow
    def test_check_of_a_template(self, makes: Callable[[], bytes]) -> None:
        twin, wrapped = check(Package.read(makes())), check(Package.read(downloaded(makes())))
        assert [line for line in wrapped.found if "Google Sheets" not in line] == list(twin.found)
        assert (wrapped.missing, wrapped.unfilled, wrapped.wrong) == (twin.missing, twin.unfilled, twin.wrong)
        assert any("Google Sheets" in line for line in wrapped.found)
