"""Run the macros of the tab in LibreOffice, on a workbook; what they said, and cells and sheets after it.

    python3 run_menu.py WORKBOOK.XLSX MACROS.BAS PYTHON WORKER PRESSED.JSON PROFILE

Based on run_macros.py: only the parts that Excel alone has are replaced.
"""

import json
import sys
from pathlib import Path

from run_macros import STUB, opened

SAID = """
Public gSaid As String
Public gAnswer As Integer

Function ToldBox(ByVal text, Optional buttons, Optional title)
    gSaid = gSaid & text & "|"
    ToldBox = gAnswer
End Function

Function Said()
    Said = gSaid
    gSaid = ""
End Function
"""
REPLACED = {
    "DipPython().CallUDF(": "CallPython(",
    "MsgBox(more": "ToldBox(more",
    "MsgBox more": "ToldBox more",
    ".Value2": ".Value",
    "Application.OnUndo": "ToldBox",
    "Private Sub DipDo": "Public Sub DipDo",
    "Private Sub DipWish": "Public Sub DipWish",
}


def without_bridge(source):
    """The macros from the tab's first on, without those that reach Python, which is different here."""
    head = source[source.index("' What is chosen on the tab") : source.index("'Made by dipscore")]
    text = head + source[source.index("Public Sub DipText") :]
    for excel, calc in REPLACED.items():
        assert excel in text, excel
        text = text.replace(excel, calc)
    return f"Option VBASupport 1\n{text}"


def main(workbook, macros, python, worker, pressed, profile):
    with opened(workbook, python, worker, profile) as (book, bridge):
        library = book.BasicLibraries.createLibrary("Tab")
        library.insertByName("stub", STUB + SAID)
        library.insertByName("dipscore", without_bridge(Path(macros).read_text()))

        def call(name, *given):
            where = f"vnd.sun.star.script:Tab.{name}?language=Basic&location=document"
            return book.getScriptProvider().getScript(where).invoke(given, (), ())[0]

        call("stub.SetPython", bridge)
        told = []
        for one in json.loads(Path(pressed).read_text()):
            if "hide" in one:
                book.Sheets.getByName(one["hide"]).IsVisible = False
                continue
            for name, value in one["wishes"].items():
                call("dipscore.DipWish", name, value)
            call("dipscore.DipDo", one["tag"])
            told.append(call("stub.Said"))
        sheets = {
            sheet.Name: [list(row) for row in sheet.getCellRangeByName("A1:M60").getDataArray()]
            for sheet in book.Sheets
        }
        shown = [sheet.Name for sheet in book.Sheets if sheet.IsVisible]
        at = book.CurrentController.Selection.RangeAddress
        place = [book.Sheets.getByIndex(at.Sheet).Name, at.StartRow + 1, at.StartColumn + 1]
        print(json.dumps({"told": told, "sheets": sheets, "shown": shown, "place": place}))


main(*sys.argv[1:])
