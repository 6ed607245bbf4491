"""The worksheet functions in Excel for Windows, through xlwings' own code."""

import datetime as dt
import inspect
import math
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest
import xlwings

from tests.each import each
from tests.hosts import fake_com
from tests.hosts.fake_com import OMITTED, Excel, Range, Time, Workbook, error_code
from xl_dipscore.errors import ERRORS
from xl_dipscore.hosts import excel as plain
from xl_dipscore.rules.system import systems
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import Argument, Function

MODULE = "xl_dipscore.hosts.excel"
TOYS = "toys"
COUNTS = (10.0, 8.0, 16.0, 0.0, 0.0, 0.0, 0.0)
LOSERS = (4.0, 5.0, 6.0, 7.0, 8.0, 4.0, 0.0)

seen: list[object] = []
"""Arguments with which the toy functions were called."""


def look(*arguments: object) -> object:
    seen[:] = arguments
    return ""


def give(result: object) -> Function:
    """A function of no arguments."""
    return Function("TOY_GIVE", "Gives what it was made with.", (), lambda: result)


LOOK = Function(
    "TOY_LOOK",
    "Looks at its arguments.",
    (Argument("block", "Any cells.", False), Argument("more", "More cells.", True)),
    look,
)


@pytest.fixture(scope="module")
def excel() -> Iterator[Excel]:
    with fake_com.excel(MODULE) as host:
        yield host


@pytest.fixture(scope="module")
def toys(excel: Excel) -> Iterator[ModuleType]:
    """A module for toy functions, registered so that Excel finds it."""
    module = sys.modules[TOYS] = ModuleType(TOYS)
    module.__file__ = __file__
    yield module
    del sys.modules[TOYS]


def put(module: ModuleType, *functions: Function) -> None:
    vars(module).update(sys.modules[MODULE].worksheet_functions(functions))


# What arrives

NA = error_code(2042)
ARRIVALS = {
    "a number": (Range(5.0), 5.0),
    "a number as text": (Range("7"), "7"),
    "a word typed into the formula": ("SOS", "SOS"),
    "a number typed into the formula": (1908.0, 1908.0),
    "a tick": (Range(True), True),
    "a blank cell": (Range(None), None),
    "an empty text": (Range(""), None),
    "nothing between two commas": (None, None),
    "an error cell": (Range(NA), "#N/A"),
    "an error typed into the formula": (NA, "#N/A"),
    "a count formatted as a date": (Range(Time(1900, 1, 7, tzinfo=dt.UTC)), 8.0),
    "a year formatted as a date": (Range(Time(1905, 3, 21, tzinfo=dt.UTC)), 1907.0),
    "a date and a time": (Range(Time(2026, 11, 20, 18, tzinfo=dt.UTC)), 46346.75),
    "a currency cell": (Range(Decimal("20.2100")), 20.21),
    "one board in a row": (Range((COUNTS,)), [list(COUNTS)]),
    "one board in a column": (Range(tuple((count,) for count in COUNTS)), [[count] for count in COUNTS]),
    "two boards": (Range((COUNTS, LOSERS)), [list(COUNTS), list(LOSERS)]),
    "a row of constants": ((COUNTS,), [list(COUNTS)]),
    "a mixed row": (
        Range(((Decimal(3), None, "", Time(1900, 1, 3, tzinfo=dt.UTC), NA, False, "x"),)),
        [[3.0, None, None, 4.0, "#N/A", False, "x"]],
    ),
    "a row of blanks": (Range(((None, None),)), [[None, None]]),
}


@each(("given", "arrived"), ARRIVALS.values(), ids=ARRIVALS)
def test_arguments_arrive_as_plain_values(
    excel: Excel, toys: ModuleType, given: object, arrived: object
) -> None:
    put(toys, LOOK)
    excel.call(TOYS, "TOY_LOOK", given, OMITTED)
    assert seen == [arrived, None]
    assert repr(seen[0]) == repr(arrived)  # 1 is not TRUE, and Decimal is not float
    excel.call(TOYS, "TOY_LOOK", "first", given)
    assert seen == ["first", arrived]


@each(
    ("number", "mark"),
    {
        2000: "#NULL!",
        2007: "#DIV/0!",
        2015: "#VALUE!",
        2023: "#REF!",
        2029: "#NAME?",
        2036: "#NUM!",
        2042: "#N/A",
        2043: "#GETTING_DATA",
        2045: "#SPILL!",
        2047: "#VALUE!",  # one we have no mark for
        2050: "#CALC!",
    }.items(),
)
def test_no_error_cell_passes_for_a_number(excel: Excel, toys: ModuleType, number: int, mark: str) -> None:
    put(toys, LOOK)
    excel.call(TOYS, "TOY_LOOK", Range(((error_code(number), 1.0),)), OMITTED)
    assert seen == [[[mark, 1.0]], None]
    assert mark in ERRORS


# What goes back

GIFTS = {
    "a number": (20.21, 20.21),
    "a word": ("OK", "OK"),
    "an error mark": ("#N/A", "#N/A"),
    "nothing": (None, ""),
    "not a number": (math.nan, "#NUM!"),
    "infinity": (math.inf, "#NUM!"),
    "a row, which VBA takes flat": ([[1.0, 2.0]], [1.0, 2.0]),
    "a column": ([[1.0], [2.0]], [[1.0], [2.0]]),
    "a block": ([[1.0, "", True], [2, None, -math.inf]], [[1.0, "", True], [2, "", "#NUM!"]]),
    "one cell": ([[3.0]], 3.0),
}


@each(("given", "shown"), GIFTS.values(), ids=GIFTS)
def test_results_keep_their_shape(excel: Excel, toys: ModuleType, given: object, shown: object) -> None:
    put(toys, give(given))
    assert excel.call(TOYS, "TOY_GIVE") == shown


# The real functions


ROW = (COUNTS,)
COLUMN = tuple((count,) for count in COUNTS)
BOARDS = (COUNTS, LOSERS)
BY_NAME = {function.name: function for function in FUNCTIONS}
CALLS: list[tuple[object, ...]] = [
    *((f"{system.key}_SCORE", cells) for system in systems() for cells in (ROW, COLUMN, BOARDS)),
    *((f"DIP_{word}", "SOS", cells) for word in ("SCORE", "CHECK", "EXPLAIN") for cells in (ROW, COLUMN)),
    ("DIP_SCORE", "SOS", BOARDS),
    ("DIP_SCORE", "no such system", BOARDS),
    ("DIP_CHECK", "SOS", BOARDS),
    ("DIP_RANK", COLUMN),
    ("DIP_SYSTEMS",),
    ("DIP_VERSION",),
    ("NDC_PROSPECTS", 9.0),
    ("NDC_PROSPECTS", BOARDS),
]


@each("name", {name: None for name, *_ in CALLS})
def test_excel_computes_what_python_computes(excel: Excel, name: str) -> None:
    function = BY_NAME[name]
    for given in (rest for one, *rest in CALLS if one == name):
        in_python = [[list(row) for row in cells] if isinstance(cells, tuple) else cells for cells in given]
        in_excel = [Range(cells) if isinstance(cells, tuple) else cells for cells in given]
        in_excel += [OMITTED] * (len(function.arguments) - len(given))
        assert excel.call(MODULE, name, *in_excel) == as_vba_takes_it(function.call(*in_python)), given


def as_vba_takes_it(result: Any) -> object:
    """xlwings gives VBA one cell as a scalar and one row flat."""
    while isinstance(result, list) and len(result) == 1:
        result = result[0]
    return result


def test_the_row_of_an_array_constant_comes_flat(excel: Excel) -> None:
    """As in =DIP_SYSTEMS({"rows",200})"""
    assert excel.call(MODULE, "DIP_SYSTEMS", ("rows", 200.0)) == BY_NAME["DIP_SYSTEMS"].call([["rows", 200]])


def test_scores_have_the_shape_of_the_centres(excel: Excel) -> None:
    def shape(cells: tuple[object, ...]) -> tuple[int, ...]:
        result = excel.call(MODULE, "SOS_SCORE", Range(cells), *[OMITTED] * 4)
        return (len(result), len(result[0])) if isinstance(result[0], list) else (len(result),)

    assert [shape(ROW), shape(COLUMN), shape(BOARDS)] == [(7,), (7, 1), (2, 7)]


@each(
    "left_out",
    [OMITTED, None, Range(None), Range(""), Range(0.0)],
    ids=["left out", "nothing", "blank", "empty text", "zero"],
)
def test_an_option_left_blank_is_an_option_left_out(excel: Excel, left_out: object) -> None:
    expected = plain.SOS_SCORE([list(COUNTS)])
    assert [excel.call(MODULE, "SOS_SCORE", Range(ROW), *[left_out] * 4)] == expected


def test_text_arguments_come_from_cells_too(excel: Excel) -> None:
    typed = excel.call(MODULE, "DIP_SCORE", "SOS", Range(ROW), *[OMITTED] * 4)
    assert excel.call(MODULE, "DIP_SCORE", Range("SOS"), Range(ROW), *[OMITTED] * 4) == typed


def test_number_formats_do_not_change_a_score(excel: Excel) -> None:
    dressed = (Time(1900, 1, 9, tzinfo=dt.UTC), Decimal(8), "16", 0.0, 0.0, 0.0, 0.0)
    assert excel.call(MODULE, "SOS_SCORE", Range((dressed,)), *[OMITTED] * 4) == excel.call(
        MODULE, "SOS_SCORE", Range(ROW), *[OMITTED] * 4
    )


def test_an_error_in_a_board_goes_through(excel: Excel) -> None:
    broken = (error_code(2023), *COUNTS[1:])
    result = excel.call(MODULE, "SOS_SCORE", Range((broken, LOSERS)), *[OMITTED] * 4)
    assert result[0] == ["#REF!"] * 7
    assert result[1] == plain.SOS_SCORE([list(LOSERS)])[0]


# The VBA module and the help texts


@pytest.fixture(scope="module")
def workbook(excel: Excel) -> Workbook:
    return excel.import_functions(MODULE)


def declared(vba: str) -> dict[str, str]:
    return dict(re.findall(r"^(?:Function|Sub) (\w+)\((.*)\)$", vba, re.MULTILINE))


def test_vba_has_every_function_once_and_no_other(workbook: Workbook) -> None:
    names = re.findall(r"^(?:Function|Sub) (\w+)\(", workbook.vba, re.MULTILINE)
    assert sorted(names) == sorted(function.name for function in FUNCTIONS)


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_vba_takes_the_declared_arguments(workbook: Workbook, function: Function) -> None:
    expected = [("Optional " if one.optional else "") + one.name for one in function.arguments]
    assert declared(workbook.vba)[function.name] == ", ".join(expected)
    assert f'CallUDF("{MODULE}", "{function.name}", ' in workbook.vba


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_help_reaches_excel_whole(workbook: Workbook, function: Function) -> None:
    help_texts = [function.help, *(one.help for one in function.arguments)]
    assert all(0 < len(text) <= 255 for text in help_texts)
    shown = workbook.help[function.name]
    assert [shown["Description"], *(shown["ArgumentDescriptions"] or [])] == help_texts
    assert shown["Category"] == "Diplomacy"


# MS-VBAL 3.3.5.2; names that begin with vb_ are closed too
RESERVED_IN_VBA = """
    abs addressof and any array as attribute boolean byref byte byval call case cbool cbyte ccur cdate cdbl
    cdecl cdec cint circle clng clnglng clngptr close const csng cstr currency cvar cverr date debug decimal
    declare defbool defbyte defcur defdate defdbl defdec defint deflng deflnglng deflngptr defobj defsng
    defstr defvar dim do doevents double each else elseif empty end endif enum eqv erase event exit false fix
    for friend function get global gosub goto if imp implements in input inputb int integer is lbound len
    lenb let like lineinput lock long longlong longptr loop lset me mod new next not nothing null on open
    option optional or paramarray preserve print private pset public put raiseevent redim rem resume return
    rset scale seek select set sgn shared single spc static step stop string sub tab then to true type typeof
    ubound unlock until variant wend while with withevents write xor
"""
USED_BY_THE_WRAPPER = "application range err failed xlpy thisworkbook activeworkbook dipanswer dipcells"
FILLED_BY_XLWINGS = "caller"
CLOSED_TO_NAMES = {*f"{RESERVED_IN_VBA} {USED_BY_THE_WRAPPER} {FILLED_BY_XLWINGS}".split()}


def looks_like_a_cell(name: str) -> bool:
    """Would Excel read the name as a cell, A1 to XFD1048576, or as one in R1C1 style?"""
    if re.fullmatch(r"R\d*C\d*|R\d*|C\d*", name, re.IGNORECASE):
        return True
    cell = re.fullmatch(r"([A-Z]{1,3})0*([1-9]\d{0,6})", name, re.IGNORECASE)
    if not cell:
        return False
    column = 0
    for letter in cell[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column <= 16384 and int(cell[2]) <= 1048576


@each("name", ["A1", "NDC2026", "dcc1", "XFD1048576", "R1C1", "R", "c5"])
def test_names_that_look_like_a_cell(name: str) -> None:
    assert looks_like_a_cell(name)


@each("name", ["XFE1", "A1048577", "A0", "NDC_2026", "SOS_SCORE", "ABCD1"])
def test_names_that_do_not_look_like_a_cell(name: str) -> None:
    assert not looks_like_a_cell(name)


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_names_are_names_in_vba_and_in_a_formula(function: Function) -> None:
    arguments = [one.name.lower() for one in function.arguments]
    for name in (function.name, *arguments):
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,254}", name)
        assert name.lower() not in CLOSED_TO_NAMES
        assert not name.lower().startswith("vb_")
    assert not looks_like_a_cell(function.name)
    assert len({function.name.lower(), *arguments}) == 1 + len(arguments)  # VBA has no capitals


# Anywhere else


@each("function", FUNCTIONS, ids=lambda function: function.name)
def test_functions_are_plain_python_functions(function: Function) -> None:
    python = getattr(plain, function.name)
    assert (python.__name__, python.__qualname__, python.__doc__) == (
        function.name,
        function.name,
        function.help,
    )
    parameters = inspect.signature(python).parameters.values()
    assert [(one.name, one.default is None) for one in parameters] == [
        (one.name, one.optional) for one in function.arguments
    ]
    assert all(one.annotation is inspect.Parameter.empty for one in parameters)
    assert function.name in plain.__all__


def test_functions_can_be_called_by_name_in_python() -> None:
    function = plain.worksheet_functions([LOOK])["TOY_LOOK"]
    assert function(more=[["x"]], block=[[1, 2]]) == ""
    assert seen == [[[1, 2]], "x"]
    function(block=5)
    assert seen == [5, None]


def test_python_gets_no_nothing_either() -> None:
    assert plain.worksheet_functions([give([[None, 1.0]])])["TOY_GIVE"]() == [["", 1.0]]


def test_excel_leaves_nothing_behind() -> None:
    def state() -> tuple[object, ...]:
        ours = ("xlwings", "xl_dipscore", "win32", "pythoncom", "pywintypes")
        engines = xlwings.engines
        return (
            {name: id(module) for name, module in sys.modules.items() if name.startswith(ours)},
            {name: id(value) for name, value in vars(xlwings).items()},
            (engines.active, [*engines], dict(engines.engines_by_name)),
            id(sys.modules["xl_dipscore.hosts"].excel),
        )

    before = state()
    with fake_com.excel(MODULE):
        assert state() != before
        assert "pythoncom" in sys.modules
    assert state() == before
