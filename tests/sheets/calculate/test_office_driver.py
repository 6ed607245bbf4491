"""The driver of LibreOffice, with a document in place of LibreOffice's: what is a result, and what is not."""

import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

BAD, MACRO, KNOWN = 107, 111, 5


@pytest.fixture(scope="module")
def driver() -> Any:
    """The program's module, with empty modules in place of LibreOffice's."""
    names = ["uno", "com", "com.sun", "com.sun.star", "com.sun.star.beans", "com.sun.star.connection"]
    with pytest.MonkeyPatch.context() as patch:
        made = {name: ModuleType(name) for name in names}
        made["com.sun.star.beans"].PropertyValue = object  # type: ignore[attr-defined]
        made["com.sun.star.connection"].NoConnectException = OSError  # type: ignore[attr-defined]
        for name, module in made.items():
            patch.setitem(sys.modules, name, module)
        yield importlib.import_module("xl_dipscore.sheets.calculate.office_driver")
        sys.modules.pop("xl_dipscore.sheets.calculate.office_driver")


class Cell:
    """A formula with its result; `error` is LibreOffice's number of an error, `tokens` its codes."""

    def __init__(
        self, formula: str, data: Any = 0.0, *, error: int = 0, logical: bool = False, tokens: Any = ()
    ) -> None:
        self.formula, self.data, self.error, self.tokens = formula, data, error, tokens
        self.NumberFormat = 1024 if logical else 0

    def getError(self) -> int:  # noqa: N802
        return self.error

    def getTokens(self) -> Any:  # noqa: N802
        return [SimpleNamespace(OpCode=code) for code in self.tokens]


class Names:
    def __init__(self, names: dict[str, Cell]) -> None:
        self.names, self.ElementNames = names, [*names]

    def getByName(self, name: str) -> Any:  # noqa: N802
        its = self.names[name]
        return SimpleNamespace(Name=name, Content=its.formula, getTokens=its.getTokens)


class Area:
    """One cell as an area."""

    def __init__(self, place: tuple[int, int], cell: Cell) -> None:
        self.StartRow = self.EndRow = place[0] - 1
        self.StartColumn = self.EndColumn = place[1] - 1
        self.cell = cell

    def getFormulaArray(self) -> Any:  # noqa: N802
        return ((self.cell.formula,),)

    def getDataArray(self) -> Any:  # noqa: N802
        return ((self.cell.data,),)


class Sheet:
    def __init__(self, cells: dict[tuple[int, int], Cell]) -> None:
        self.cells, self.NamedRanges = cells, Names({})

    def getCellByPosition(self, column: int, row: int) -> Cell:  # noqa: N802
        return self.cells[row + 1, column + 1]

    def getCellRangeByPosition(self, left: int, top: int, right: int, bottom: int) -> Area:  # noqa: N802
        return Area((top + 1, left + 1), self.cells[top + 1, left + 1])

    def queryFormulaCells(self, kinds: int) -> Any:  # noqa: N802
        areas = [Area(place, cell) for place, cell in self.cells.items() if kinds != 4 or cell.error]
        return SimpleNamespace(getRangeAddresses=lambda: areas)


def book(
    driver: Any,
    cells: dict[tuple[int, int], Cell],
    *,
    macros: bool = False,
    names: dict[str, Cell] | None = None,
) -> Any:
    sheets = {"S": Sheet(cells)}
    codes = [KNOWN] * 12
    codes[driver.BAD], codes[driver.MACRO] = BAD, MACRO
    entries = [SimpleNamespace(Token=SimpleNamespace(OpCode=code)) for code in codes]
    document = SimpleNamespace(
        createInstance=lambda name: SimpleNamespace(getAvailableMappings=lambda *its: entries),
        NumberFormats=SimpleNamespace(getByKey=lambda key: SimpleNamespace(Type=key)),
        NamedRanges=Names(names or {}),
        Sheets=SimpleNamespace(
            ElementNames=[*sheets], getByName=sheets.__getitem__, hasByName=sheets.__contains__
        ),
    )
    return driver.ComputedBook(document, any_macros=macros)


def one(driver: Any, cell: Cell, **how: Any) -> Any:
    return book(driver, {(1, 1): cell}, **how).rows("S", 1, 1, 1, 1)[0][0]


def test_numbers_texts_and_truths(driver: Any) -> None:
    assert one(driver, Cell("=A2+1", 2.5)) == 2.5
    assert one(driver, Cell("=A2", "1")) == "1"
    for number, truth in ((1.0, True), (0.0, False)):
        assert one(driver, Cell("=A2", number, logical=True)) is truth
        assert one(driver, Cell("=A2", number)) == number
        assert type(one(driver, Cell("=A2", number))) is float
    assert one(driver, Cell("=A2", 2.0, logical=True)) == 2


def test_errors_have_their_marks_and_others_are_no_result(driver: Any) -> None:
    marks = {503: "#NUM!", 519: "#VALUE!", 521: "#NULL!", 524: "#REF!", 532: "#DIV/0!", 32767: "#N/A"}
    for number, mark in {**marks, 502: "#VALUE!"}.items():
        assert one(driver, Cell("=A2", error=number)) == {"error": mark}
    for number in (508, 525, 501):
        assert not one(driver, Cell("=A2", error=number))


def test_a_formula_with_an_unknown_function_is_no_result(driver: Any) -> None:
    assert one(driver, Cell("=IFERROR(unknown(A2),0)", 0.0, tokens=[KNOWN, BAD])) is None
    assert one(driver, Cell("=SUM(a2)", 3.0, tokens=[KNOWN])) == 3
    assert one(driver, Cell('=A2&"unknown"', "x", tokens=[BAD])) == "x"  # a word in a text is no name


def test_macros_are_looked_for_only_where_there_may_be_some(driver: Any) -> None:
    macro = Cell("=MYMACRO(A2)", 1.0, tokens=[MACRO])
    assert one(driver, macro, macros=True) is None
    assert one(driver, macro) == 1


def test_names_that_stand_for_unknown_functions(driver: Any) -> None:
    names = {
        "Inner": Cell("unknown(1)", tokens=[BAD]),
        "Outer": Cell("INNER+1", tokens=[KNOWN]),
        "Fine": Cell("A1", tokens=[KNOWN]),
    }
    assert one(driver, Cell("=OUTER*2", 1.0, tokens=[KNOWN]), names=names) is None
    assert one(driver, Cell("=FINE*2", 1.0, tokens=[KNOWN]), names=names) == 1


def test_cells_without_formulas_and_sheets_that_are_missing(driver: Any) -> None:
    made = book(driver, {(1, 1): Cell("=A2", 1.0), (2, 1): Cell("=A3", 2.0)})
    assert made.rows("S", 1, 1, 2, 1) == [[1.0], [2.0]]
    assert made.rows("S", 1, 1, 1, 2) == [[1.0, None]]
    assert made.rows("S", 3, 1, 3, 1) == made.rows("Other", 1, 1, 1, 1) == driver.NOTHING
