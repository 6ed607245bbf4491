"""Drives one headless LibreOffice over UNO: a line of JSON in, a line of JSON out.

A separate program, because it runs with LibreOffice's Python and not with that of the tests.

    python driver.py SOFFICE PROFILE [-env:NAME=VALUE ...]
"""

import json
import os
import subprocess
import sys
import time
import traceback
import uuid
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.table import TableSortField

VALUES, ERRORS, EVERYTHING = 7, 4, 1 | 2 | 4 | 16
MARKS = {
    32767: "#N/A", 519: "#VALUE!", 503: "#NUM!", 532: "#DIV/0!", 524: "#REF!", 525: "#NAME?", 521: "#NULL!",
}  # fmt: skip
FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8", ".pdf": "calc_pdf_Export"}


def connect(soffice, profile, options):
    pipe = "dip" + uuid.uuid4().hex
    # Importing uno sets the first of these, with which a soffice of another version does not start; and
    # soffice takes the standard library of the first python3 on the path, which may be that of the tests.
    astray = {"URE_BOOTSTRAP", "PYTHONPATH", "PYTHONHOME"}
    clean = {name: value for name, value in os.environ.items() if name not in astray}
    clean["PATH"] = os.defpath
    process = subprocess.Popen(
        [
            soffice, "--headless", "--norestore", "--nologo", "--nodefault",
            f"--accept=pipe,name={pipe};urp;", f"-env:UserInstallation={Path(profile).as_uri()}", *options,
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean,
    )  # fmt: skip
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    for _ in range(1200):
        if process.poll() is not None:
            raise RuntimeError(f"soffice ended with {process.returncode}")
        try:
            return process, resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.05)
    process.kill()
    raise RuntimeError("soffice does not answer")


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Office:
    """The requests, by name."""

    def __init__(self, context):
        self._context = context
        self._books = {}
        self._dialog = None

    def service(self, name):
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def version(self):
        settings = self.service("com.sun.star.configuration.ConfigurationProvider")
        product = settings.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationAccess",
            properties(nodepath="/org.openoffice.Setup/Product"),
        )
        return product.getByName("ooSetupVersion")

    def functions(self):
        """The function wizard's list, by name: help, category, arguments."""
        known = self.service("com.sun.star.sheet.FunctionDescriptions")
        found = {}
        for name in known.ElementNames:
            told = {one.Name: one.Value for one in known.getByName(name)}
            arguments = [[one.Name, one.Description, one.IsOptional] for one in told["Arguments"] or ()]
            found[name] = [told["Description"], told["Category"], arguments]
        return found

    def newer(self, extension):
        """The newer versions of an extension that LibreOffice finds at its update address."""
        told = self._context.getValueByName("/singletons/com.sun.star.deployment.PackageInformationProvider")
        return [version for _, version in told.isUpdateAvailable(extension)]

    def open(self, path):
        url = "private:factory/scalc" if path is None else Path(path).as_uri()
        desktop = self.service("com.sun.star.frame.Desktop")
        number = len(self._books)
        self._books[number] = desktop.loadComponentFromURL(url, "_blank", 0, properties(Hidden=True))
        return number

    def close(self, book):
        self._books[book].close(True)

    def calculate(self, book):
        """Recompute every formula, and return the seconds."""
        start = time.perf_counter()
        self._books[book].calculateAll()
        return time.perf_counter() - start

    def _cells(self, book, sheet, area):
        return self._books[book].Sheets.getByName(sheet).getCellRangeByName(area)

    def put(self, book, sheet, area, rows):
        """Values as a person types them: a text that begins with = is a formula, None empties the cell."""
        cells = self._cells(book, sheet, area)
        if all(isinstance(value, int | float) for row in rows for value in row):
            cells.setDataArray(tuple(map(tuple, rows)))
            return
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                cell = cells.getCellByPosition(j, i)
                if value is None:
                    cell.clearContents(EVERYTHING)
                elif isinstance(value, str):
                    cell.FormulaLocal = value
                else:
                    cell.Value = value

    def array(self, book, sheet, area, formula):
        """An array formula, in the language of programs: full names, semicolons."""
        self._cells(book, sheet, area).setArrayFormula(formula)

    def read(self, book, sheet, area):
        """The values of cells; an error cell gives its mark, such as #N/A."""
        cells = self._cells(book, sheet, area)
        rows = [list(row) for row in cells.getDataArray()]
        first = cells.getRangeAddress()
        for wrong in cells.queryFormulaCells(ERRORS).getRangeAddresses():
            for i in range(wrong.StartRow - first.StartRow, wrong.EndRow - first.StartRow + 1):
                for j in range(
                    wrong.StartColumn - first.StartColumn, wrong.EndColumn - first.StartColumn + 1
                ):
                    code = cells.getCellByPosition(j, i).getError()
                    rows[i][j] = MARKS.get(code, f"Err:{code}")
        return rows

    def formula(self, book, sheet, cell):
        return self._cells(book, sheet, cell).getCellByPosition(0, 0).Formula

    # What a director does to a workbook.

    def unprotect(self, book):
        for sheet in self._books[book].Sheets.ElementNames:
            self._books[book].Sheets.getByName(sheet).unprotect("")

    def protect(self, book, sheet, password):
        self._books[book].Sheets.getByName(sheet).protect(password)

    def insert(self, book, sheet, what, at, count):
        getattr(self._books[book].Sheets.getByName(sheet), what).insertByIndex(at, count)

    def delete(self, book, sheet, what, at, count):
        getattr(self._books[book].Sheets.getByName(sheet), what).removeByIndex(at, count)

    def hide(self, book, sheet, what, at):
        getattr(self._books[book].Sheets.getByName(sheet), what).getByIndex(at).IsVisible = False

    def hide_sheet(self, book, sheet):
        self._books[book].Sheets.getByName(sheet).IsVisible = False

    def rename(self, book, sheet, name):
        self._books[book].Sheets.getByName(sheet).Name = name

    def remove(self, book, sheet):
        self._books[book].Sheets.removeByName(sheet)

    def move(self, book, sheet, position):
        self._books[book].Sheets.moveByName(sheet, position)

    def sheets(self, book):
        return list(self._books[book].Sheets.ElementNames)

    def merge(self, book, sheet, area):
        self._cells(book, sheet, area).merge(True)

    def look(self, book, sheet, area, looks):
        for name, value in looks.items():
            setattr(self._cells(book, sheet, area), name, value)

    def shift(self, book, sheet, source, target):
        """Cut cells and paste them elsewhere."""
        cells = self._books[book].Sheets.getByName(sheet)
        there = cells.getCellRangeByName(target).getCellByPosition(0, 0).CellAddress
        cells.moveRange(there, cells.getCellRangeByName(source).RangeAddress)

    def copy(self, book, sheet, source, target):
        """Copy cells and paste them elsewhere."""
        cells = self._books[book].Sheets.getByName(sheet)
        there = cells.getCellRangeByName(target).getCellByPosition(0, 0).CellAddress
        cells.copyRange(there, cells.getCellRangeByName(source).RangeAddress)

    def sort(self, book, sheet, area, column):
        """Sort rows by the column with this number among them, from 0; there are no headings in the area."""
        field = TableSortField(Field=column, IsAscending=True)
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        self._cells(book, sheet, area).sort(properties(SortFields=fields, ContainsHeader=False))

    def forget(self, book, name):
        self._books[book].NamedRanges.removeByName(name)

    def lock(self, book, sheet, area):
        cells = self._cells(book, sheet, area)
        looks = cells.CellProtection
        looks.IsLocked = True
        cells.CellProtection = looks

    # What a director does with the menu.

    def menu(self, book, word, wishes):
        """Choose a menu item without its form: was it done, and the message."""
        frame = self._books[book].CurrentController.Frame
        given = properties(quiet=True, **wishes)
        address = f"org.diplomacy.xldipscore:{word}"
        done = self.service("com.sun.star.frame.DispatchHelper").executeDispatch(frame, address, "", 0, given)
        self._books[book] = frame.Controller.Model  # the item may have loaded the workbook again
        return [done.State == 1, list(done.Result)]

    def made(self):
        """The workbook that an item has opened beside the others."""
        shown = self.service("com.sun.star.frame.Desktop").Components.createEnumeration()
        ours = list(self._books.values())
        while shown.hasMoreElements():
            one = shown.nextElement()
            if one not in ours:
                self._books[len(self._books)] = one
        return len(self._books) - 1

    def search(self, book, package, pressed):
        """Show the dialogue of a long search, press its button at step `pressed`, and return its answers."""
        sys.path.insert(0, package)
        from xl_dipscore.hosts import calc_menu
        from xl_dipscore.rules.seating.search import Progress

        calc_menu.PATIENCE = -1
        window = calc_menu.Window(self._context, self._books[book].CurrentController.Frame)
        window.make = self._noted(window.make)
        answers = []
        with window.search("Draw a Round") as told:
            for number in range(3):
                answers.append(told("Round 2", Progress(number / 4, 9, 3)))
                if number == pressed:
                    button = self._dialog.getControl(calc_menu.STOP)
                    button.AccessibleContext.doAccessibleAction(0)
        return answers

    def _noted(self, make):
        def noted(name):
            made = make(name)
            self._dialog = made if name == "awt.UnoControlDialog" else self._dialog
            return made

        return noted

    def address(self, book):
        return self._books[book].URL

    def shown(self, book):
        sheets = self._books[book].Sheets
        return [name for name in sheets.ElementNames if sheets.getByName(name).IsVisible]

    def select(self, book, sheet, cell):
        self._books[book].CurrentController.select(self._cells(book, sheet, cell))

    def selected(self, book):
        at = self._books[book].CurrentController.Selection.RangeAddress
        return [self._books[book].Sheets.getByIndex(at.Sheet).Name, at.StartRow + 1, at.StartColumn + 1]

    def steps(self, book):
        """The steps on LibreOffice's own undo stack, the last first."""
        return list(self._books[book].UndoManager.getAllUndoActionTitles())

    def undo(self, book):
        self._books[book].UndoManager.undo()

    def redo(self, book):
        self._books[book].UndoManager.redo()

    def everything(self, book):
        """Each cell of each sheet, as a formula or a value."""
        found = {}
        for sheet in self._books[book].Sheets:
            cursor = sheet.createCursor()
            cursor.gotoEndOfUsedArea(False)
            end = cursor.RangeAddress
            cells = sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)
            found[sheet.Name] = [list(row) for row in cells.getFormulaArray()]
        return found

    def save(self, book):
        """Save the workbook into its own file."""
        self._books[book].store()

    def store(self, book, path):
        self._books[book].storeToURL(
            Path(path).as_uri(), properties(FilterName=FILTERS[Path(path).suffix], Overwrite=True)
        )


def main(soffice, profile, *options):
    process, context = connect(soffice, profile, options)
    office = Office(context)
    print(json.dumps(["ok", office.version()]), flush=True)
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = ["ok", getattr(office, name)(*arguments)]
        except Exception:
            answer = ["failed", traceback.format_exc()]
        print(json.dumps(answer), flush=True)
    try:
        office.service("com.sun.star.frame.Desktop").terminate()
    finally:
        process.wait(60)


main(*sys.argv[1:])
