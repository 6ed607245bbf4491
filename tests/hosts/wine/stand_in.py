"""A stand-in for Excel on Windows: it does what the macros of a workbook do, with the same library.

    python.exe stand_in.py CALLS ANSWERS

CALLS is a list in JSON. An entry has `module`, `function`, `arguments`, and `by`: `values`, as our macros
pass cells, or `ranges`, as xlwings' own macros do. An entry with `python` is text that Excel's Python
runs. An entry with `wait` is a file: wait until it exists.
ANSWERS gets a line in JSON for the start and for each entry: the seconds, and `answer` or `failed`.
"""

import ctypes
import datetime as dt
import json
import os
import sys
import time
from decimal import Decimal
from pathlib import Path

import pythoncom
import pywintypes
import win32api
import win32com.client
from win32com.server import policy, util

RANGE = pywintypes.IID("{00020846-0000-0000-C000-000000000046}")
"""Excel's interface Range: by this name xlwings knows a reference."""
OMITTED = win32com.client.VARIANT(pythoncom.VT_ERROR, -2147352572)
"""What VBA passes for an optional argument that is not there."""
NO_ERROR, SYS_WIN64 = 0, 3


def range_type():
    """A description of the interface Range, of which xlwings asks only the name."""
    library = pythoncom.CreateTypeLib2(SYS_WIN64, "range.tlb")
    made = library.CreateTypeInfo("Range", pythoncom.TKIND_DISPATCH)
    made.SetGuid(RANGE)
    made.LayOut()
    return made.QueryInterface(pythoncom.IID_ITypeInfo)


class Described(policy.DesignatedWrapPolicy):
    """A COM object with a description of its interface."""

    def _GetTypeInfoCount_(self):  # noqa: N802
        return 1

    def _GetTypeInfo_(self, index, lcid):  # noqa: N802
        return index, self._obj_.description


class Thing:
    """An object of Excel with properties only."""

    _public_methods_ = ()

    def __init__(self, **properties):
        self._public_attrs_ = tuple(properties)
        vars(self).update(properties)


def thing(**properties):
    return util.wrap(Thing(**properties))


class Range(Thing):
    """A reference to cells. `Value` is a single value for one cell."""

    description = None

    def __init__(self, rows):
        # A tuple would be a result and further arguments that come back.
        value = [*rows] if len(rows) > 1 or len(rows[0]) > 1 else rows[0][0]
        excel = thing(Name="Microsoft Excel", Hwnd=1, Version="16.0")
        book = thing(Name="Book.xlsm", Application=excel)
        super().__init__(
            Value=value,
            Row=1,
            Column=1,
            Count=len(rows) * len(rows[0]),
            Rows=thing(Count=len(rows)),
            Columns=thing(Count=len(rows[0])),
            Worksheet=thing(Name="Sheet1", Parent=book, Application=excel),
        )


def cell(value, *, formatted):
    """A cell as COM carries it; with its format, a date is a date and money is money."""
    if not isinstance(value, dict):
        return float(value) if type(value) is int else value
    ((kind, inside),) = value.items()
    if kind == "error":
        return inside  # pywin32 sends no errors; it receives them as integers
    if kind == "date" and formatted:
        return pywintypes.TimeType(1899, 12, 30, tzinfo=dt.UTC) + dt.timedelta(days=inside)
    return Decimal(f"{inside:.4f}") if kind == "money" and formatted else float(inside)


def argument(given, by):
    if isinstance(given, dict) and "row" in given:
        return tuple(given["row"])
    if by == "values":
        if isinstance(given, list):
            return tuple(tuple(cell(one, formatted=False) for one in row) for row in given)
        return None if given == "omitted" else cell(given["cell"], formatted=False)
    if given == "omitted":
        return OMITTED
    rows = given if isinstance(given, list) else [[given["cell"]]]
    reference = Range(tuple(tuple(cell(one, formatted=True) for one in row) for row in rows))
    return util.wrap(reference, usePolicy=Described)


class Variant(ctypes.Structure):
    """A value as Windows lays it out."""

    _fields_ = (("kind", ctypes.c_ushort), ("_", ctypes.c_ushort * 3), ("data", ctypes.c_void_p * 2))

    def text(self):
        return ctypes.wstring_at(self.data[0])


class Given(ctypes.Structure):
    """The arguments of a call, the last one first."""

    _fields_ = (
        ("values", ctypes.POINTER(Variant)),
        ("named", ctypes.c_void_p),
        ("count", ctypes.c_uint),
        ("count_named", ctypes.c_uint),
    )


def activate():
    """The macros DipPython and DipLoad: load the library, then ask it for Python; twice, as they do."""
    folder = str(Path(os.environ["USERPROFILE"], ".dipscore"))
    if not folder.isascii():
        folder = win32api.GetShortPathName(folder)
    library = ctypes.WinDLL(str(Path(folder, "dipscore64.dll")))
    found = Variant()
    wrong = library.XLPyDLLActivate(ctypes.byref(found), b"dipscore.conf", 1)
    if wrong != NO_ERROR and "(2nd)" in found.text():
        wrong = library.XLPyDLLActivate(ctypes.byref(found), b"dipscore.conf", 1)
    if wrong != NO_ERROR:
        raise OSError(found.text() if found.kind == pythoncom.VT_BSTR else f"error {wrong}")
    return found.data[0]


def call_with_error(pointer, python, code):
    """Call NDC_PROSPECTS with an error cell as Excel passes it, which pywin32 cannot send."""
    automation = ctypes.windll.oleaut32
    automation.SysAllocString.restype = automation.SafeArrayCreateVector.restype = ctypes.c_void_p
    cells = automation.SafeArrayCreateVector(pythoncom.VT_VARIANT, 0, 1)
    error = Variant(kind=pythoncom.VT_ERROR, data=(code & 0xFFFFFFFF, None))
    automation.SafeArrayPutElement(
        ctypes.c_void_p(cells), ctypes.byref(ctypes.c_long(0)), ctypes.byref(error)
    )
    words = [automation.SysAllocString(one) for one in ("NDC_PROSPECTS", "xl_dipscore.hosts.excel")]
    texts = [Variant(kind=pythoncom.VT_BSTR, data=(word, None)) for word in words]
    array = Variant(kind=pythoncom.VT_ARRAY | pythoncom.VT_VARIANT, data=(cells, None))
    given = Given((Variant * 3)(array, *texts), None, 3, 0)
    answer, nobody = Variant(), (ctypes.c_byte * 16)()
    types = (ctypes.c_long, ctypes.c_void_p, ctypes.c_long, ctypes.c_ushort, *[ctypes.c_void_p] * 4)
    invoke = ctypes.WINFUNCTYPE(ctypes.c_long, *types)(6, "Invoke")
    name = python._oleobj_.GetIDsOfNames("CallUDF")
    reached = [ctypes.byref(one) for one in (given, answer)]
    wrong = invoke(ctypes.c_void_p(pointer), name, nobody, 0, pythoncom.DISPATCH_METHOD, *reached, None, None)
    return answer.text() if wrong == NO_ERROR and answer.kind == pythoncom.VT_BSTR else [wrong, answer.kind]


def run(one):
    if "wait" in one:
        while not Path(one["wait"]).exists():  # the test ends this program if that never comes
            time.sleep(0.1)
        return True
    pointer = activate()  # for each call, as the macro does
    python = win32com.client.Dispatch(pythoncom.ObjectFromAddress(pointer, pythoncom.IID_IDispatch))
    if "python" in one:
        return python.Exec(one["python"])
    if "error" in one:
        return call_with_error(pointer, python, one["error"])
    given = tuple(argument(each, one["by"]) for each in one["arguments"])
    return python.CallUDF(one["module"], one["function"], given)


def main():
    calls, answers = map(Path, sys.argv[1:])
    pythoncom.CoInitialize()
    Range.description = range_type()
    with answers.open("w", encoding="utf-8") as file:
        for one in json.loads(calls.read_text(encoding="utf-8")):
            began = time.perf_counter()
            try:
                line = {"answer": run(one)}
            except (OSError, pythoncom.com_error) as wrong:
                line = {"failed": str(wrong)}
            line["seconds"] = round(time.perf_counter() - began, 4)
            print(json.dumps(line, default=str), file=file, flush=True)


if __name__ == "__main__":
    main()
