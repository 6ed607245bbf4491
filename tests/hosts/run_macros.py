"""Run a workbook's own macros in LibreOffice; the cells they fill come out as JSON.

    python3 run_macros.py WORKBOOK.XLSM PYTHON WORKER FORMULAS.JSON PROFILE

Run with the Python that has LibreOffice's `uno`. Four things are replaced that only Excel has: the way to
Python, CVErr (LibreOffice makes it text), Value2 and Date1904.
"""

import json
import os
import re
import struct
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.script.provider import XScript
from com.sun.star.uno import RuntimeException

ERRORS = {2042: 32767, 2015: 519, 2036: 503, 2007: 532, 2023: 524, 2029: 525, 2000: 521}
"""Calc's own numbers of the errors."""

STUB = """Option VBASupport 1
Public Const xlErrNull = 2000
Public Const xlErrDiv0 = 2007
Public Const xlErrValue = 2015
Public Const xlErrRef = 2023
Public Const xlErrName = 2029
Public Const xlErrNum = 2036
Public Const xlErrNA = 2042
Public gPython As Object

Sub SetPython(python)
    Set gPython = python
End Sub

Function CallPython(moduleName, functionName, given)
    Dim indices(), outs()
    CallPython = Plane(gPython.invoke(Array(moduleName, functionName, given), indices, outs))
End Function

Function ErrorCell(number)
    Dim indices(), outs()
    ErrorCell = gPython.invoke(Array("", "", number), indices, outs)
End Function

Function Plane(rows)
    Dim cells(), i, j
    If Not IsArray(rows) Then
        Plane = rows
        Exit Function
    End If
    If Not IsArray(rows(0)) Then
        Plane = rows
        Exit Function
    End If
    ReDim cells(0 To UBound(rows), 0 To UBound(rows(0)))
    For i = 0 To UBound(rows)
        For j = 0 To UBound(rows(0))
            cells(i, j) = rows(i)(j)
        Next j
    Next i
    Plane = cells
End Function
"""


class Python(unohelper.Base, XScript):
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def invoke(self, given, _indices, _outs):
        module, name, arguments = given
        if not name:
            return struct.unpack("<d", struct.pack("<II", ERRORS[int(arguments)], 0x7FF80000))[0], (), ()
        print(json.dumps([module, name, arguments]), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "failure" in answer:
            raise RuntimeException(answer["failure"], self)
        result = answer["result"]
        if isinstance(result, list):
            result = tuple(tuple(row) if isinstance(row, list) else row for row in result)
        return result, (), ()


def option(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(0.25)
    raise SystemExit("LibreOffice does not start")


def prepared(source):
    replaced = {"CVErr(": "ErrorCell(", ".Value2": ".Value"}
    if "Date1904" in source:  # Calc's workbooks have no such property
        replaced["cells.Worksheet.Parent.Date1904"] = "False"
    if "#If" in source:  # LibreOffice knows no #If, which separates the way to Python from a Mac's text
        source = re.sub(r"^#If Mac.*?^#End If$", "", source, flags=re.M | re.S)
        source = re.sub(r"^ +#If Mac.*?^ +#Else$(.*?)^ +#End If$", r"\1", source, flags=re.M | re.S)
        replaced["DipPython().CallUDF("] = "CallPython("
    for excel, calc in replaced.items():
        assert excel in source, excel
        source = source.replace(excel, calc)
    for name in ("DIP_ECHO", "DIP_BOOM"):  # the wrapper of another function of one argument
        start = source.index("Function NDC_PROSPECTS(")
        end = source.index("End Function", start) + len("End Function")
        source += "\n" + source[start:end].replace("NDC_PROSPECTS", name) + "\n"
    return source


@contextmanager
def opened(workbook, python, worker, profile, **options):
    """Open the workbook in a LibreOffice of its own, with a Python worker; end both afterwards."""
    os.environ.pop("URE_BOOTSTRAP", None)  # `import uno` sets it, perhaps for another version of LibreOffice
    pipe = f"xldipscore{os.getpid()}"
    office = subprocess.Popen(
        [
            "soffice", "--headless", "--norestore", f"-env:UserInstallation={Path(profile).as_uri()}",
            f"--accept=pipe,name={pipe};urp;",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    bridge = Python([python, worker])
    try:
        context = connect(pipe)
        desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        given = tuple(option(name, value) for name, value in {"MacroExecutionMode": 4, **options}.items())
        book = desktop.loadComponentFromURL(Path(workbook).as_uri(), "_blank", 0, given)
        yield book, bridge
        book.close(True)
        with suppress(RuntimeException):  # LibreOffice may end before it answers
            desktop.terminate()
        office.wait(30)
    finally:
        for process in (office, bridge.process):
            if process.poll() is None:
                process.terminate()


def main(workbook, python, worker, formulas, profile):
    with opened(workbook, python, worker, profile, Hidden=True) as (book, bridge):
        macros = book.BasicLibraries.getByName("VBAProject")
        modules = list(macros.ElementNames)
        macros.insertByName("stub", STUB)
        macros.replaceByName("dipscore", prepared(macros.getByName("dipscore")))
        where = "vnd.sun.star.script:VBAProject.stub.SetPython?language=Basic&location=document"
        book.getScriptProvider().getScript(where).invoke((bridge,), (), ())
        sheet = book.Sheets.getByIndex(0)
        wanted = json.loads(Path(formulas).read_text())
        for address, content in wanted["cells"].items():
            cell = sheet.getCellRangeByName(address)
            if isinstance(content, str) and content.startswith("{="):
                cell.setArrayFormula(content[1:-1])
            elif isinstance(content, str) and content.startswith("="):
                cell.setFormula(content)
            elif isinstance(content, str):
                cell.setString(content)
            elif content is not None:
                cell.setValue(content)
        book.calculateAll()
        shown = {}
        for address in wanted["show"]:
            cells = sheet.getCellRangeByName(address)
            shown[address] = [
                [value(cells.getCellByPosition(j, i)) for j in range(cells.Columns.Count)]
                for i in range(cells.Rows.Count)
            ]
        print(json.dumps({"modules": modules, "shown": shown}))


def value(cell):
    if cell.getError():
        return cell.String
    data = cell.getDataArray() if hasattr(cell, "getDataArray") else ((cell.String,),)
    return data[0][0]


if __name__ == "__main__":
    main(*sys.argv[1:])
