"""The menu inside LibreOffice Calc: forms, messages, and edits as one step of the document's Undo.

LibreOffice prescribes the names of the methods. Besides uno, this needs only the standard library.
"""

# ruff: noqa: N802

import contextlib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import uno
import unohelper
from com.sun.star.awt import XActionListener
from com.sun.star.awt.MessageBoxType import ERRORBOX, INFOBOX, QUERYBOX
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import DispatchResultEvent, XDispatchProvider, XNotifyingDispatch
from com.sun.star.frame.DispatchResultState import FAILURE, SUCCESS
from com.sun.star.lang import DisposedException, XInitialization, XServiceInfo

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.hosts.calc_cells import FROM_1904, mark_of
from xl_dipscore.hosts.vba import put_macros
from xl_dipscore.rules.seating.planning import TellProgress
from xl_dipscore.rules.seating.search import Progress
from xl_dipscore.sheets.xlsx.formula import Area, address, quote_sheet, reference
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import temporary_folder
from xl_dipscore.workbooks.layout.log import LOG
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.live.book import CellEdit, book_of
from xl_dipscore.workbooks.live.menu import LARGER, Done, Item, Selected, item_of, make_refusal

SERVICE = "org.diplomacy.xldipscore.Menu"
HANDLER = "com.sun.star.frame.ProtocolHandler"
PROTOCOL = "org.diplomacy.xldipscore:"
EXCEL_GRAMMAR = 3
"""The grammar of formulas in Excel files (AddressConvention.XL_OOX)."""
CONTENT = 1 | 2 | 4 | 16
"""What to clear in a cell (CellFlags): numbers, dates, texts and formulas, but no formats or notes."""
ERRORS = 4
"""The kind of formula cells whose result is an error (FormulaResult.ERROR)."""
LOGICAL = 1024
"""The kind of number formats that show 1 and 0 as TRUE and FALSE (NumberFormat.LOGICAL)."""
OURS = "ORG.DIPLOMACY.XLDIPSCORE."
"""The prefix of our functions in LibreOffice's own formulas."""
MOST_LINES = 12
"""The most lines in a message box; a longer text is shown in a field that scrolls."""
PATIENCE = 1.0
"""How many seconds a search lasts before its progress is shown."""
PLACE = 1 | 2
"""The flag to set a window's position, not its size (PosSize.POS)."""
STOP = "Take the best so far"
Answer = TypeVar("Answer")


class LockedCell(Fault, remedy="To change it, delete the formula or unprotect the sheet first."):
    """This cell was not changed: {why}."""


class NotSaved(Fault, remedy="Save it first."):
    """This workbook has no file yet."""


class NotSavedAsXlsx(Fault, remedy="Save the workbook as Excel 2007-365 (.xlsx) first."):
    """{title} needs an .xlsx file here."""


# -- the open document as a book ------------------------------------------------------------------


def book_of_document(document: Any) -> OpenBook:
    """The document as an OpenBook, with the values that LibreOffice computed."""
    parser = _parser(document)
    sheets = [(sheet.Name, *_cells(document, sheet, parser)) for sheet in document.Sheets]
    names = {name: _content_of_name(document, name) for name in document.NamedRanges.ElementNames}
    merged = {sheet.Name: list(_merged_areas(sheet)) for sheet in document.Sheets}
    return book_of(document.Title, sheets, names, merged, date1904=document.NullDate.Year == FROM_1904)


def _merged_areas(sheet: Any) -> Iterator[str]:
    """The merged areas of a sheet. In a format range, all cells are merged or no cell is merged."""
    for area in sheet.CellFormatRanges:
        if not area.getCellByPosition(0, 0).IsMerged:
            continue
        for row in range(area.Rows.Count):
            for column in range(area.Columns.Count):
                cursor = sheet.createCursorByRange(area.getCellByPosition(column, row))
                cursor.collapseToMergedArea()
                yield reference(_area(cursor.RangeAddress))


def _area(at: Any) -> Area:
    """The area of a RangeAddress, without a sheet name: a RangeAddress has only the number of the sheet."""
    return Area("", at.StartRow + 1, at.StartColumn + 1, at.EndRow + 1, at.EndColumn + 1)


class _CellsOfSheet(NamedTuple):
    """A sheet's values and formulas."""

    values: list[list[object]]
    formulas: list[list[str]]


def _cells(document: Any, sheet: Any, parser: Any) -> _CellsOfSheet:
    """A sheet's values and formulas. Array formulas and formulas with our functions have Excel's grammar."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    used = cursor.RangeAddress
    area = sheet.getCellRangeByPosition(0, 0, used.EndColumn, used.EndRow)
    values = [list(row) for row in area.getDataArray()]
    formulas = [list(row) for row in area.getFormulaArray()]
    for wrong in area.queryFormulaCells(ERRORS).getRangeAddresses():
        for row in range(wrong.StartRow, wrong.EndRow + 1):
            for column in range(wrong.StartColumn, wrong.EndColumn + 1):
                values[row][column] = mark_of(sheet.getCellByPosition(column, row).getError())
    for row, column in _logical_places(document, sheet, used):
        if values[row][column] in (0.0, 1.0):  # typed over TRUE, another number keeps the format
            values[row][column] = bool(values[row][column])
    arrays: dict[str, str] = {}
    for row, line in enumerate(formulas):
        for column, text in enumerate(line):
            if text.startswith("{="):
                if text not in arrays:
                    arrays[text] = f"{{={_array(sheet, row, column, parser)}}}"
                line[column] = arrays[text]
            elif text.startswith("=") and OURS in text.upper():
                cell = sheet.getCellByPosition(column, row)
                line[column] = f"={parser.printFormula(cell.getTokens(), cell.getCellAddress())}"
    return _CellsOfSheet(values, formulas)


def _logical_places(document: Any, sheet: Any, used: Any) -> Iterator[tuple[int, int]]:
    """The cells of a sheet that show TRUE or FALSE, which LibreOffice stores as the numbers 1 and 0."""
    formats, alike = document.NumberFormats, sheet.getUniqueCellFormatRanges()
    for group in map(alike.getByIndex, range(alike.Count)):
        if formats.getByKey(group.NumberFormat).Type & LOGICAL:
            for area in group.RangeAddresses:
                bottom, right = min(area.EndRow, used.EndRow), min(area.EndColumn, used.EndColumn)
                yield from product(range(area.StartRow, bottom + 1), range(area.StartColumn, right + 1))


def _array(sheet: Any, row: int, column: int, parser: Any) -> str:
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
    cursor.collapseToCurrentArray()
    first = cursor.getCellByPosition(0, 0).getCellAddress()
    return str(parser.printFormula(cursor.getArrayTokens(), first))


def _parser(document: Any) -> Any:
    parser = document.createInstance("com.sun.star.sheet.FormulaParser")
    parser.FormulaConvention, parser.CompileEnglish = EXCEL_GRAMMAR, True
    return parser


def _content_of_name(document: Any, name: str) -> str:
    """The content of a defined name: an area as Excel writes it, or else LibreOffice's text."""
    one = document.NamedRanges.getByName(name)
    cells = one.getReferredCells()
    if cells is None:
        return str(one.Content)
    sheet = document.Sheets.getByIndex(cells.RangeAddress.Sheet).Name
    return f"{quote_sheet(sheet)}!{reference(_area(cells.RangeAddress))}"


# -- edits of the document ------------------------------------------------------------------------


def apply_edits(document: Any, book: OpenBook, done: Done, title: str) -> None:
    """Make all edits as one step of Undo. Raises Faults, without any edit, for locked or computed cells.

    Undo and Redo end on the cell of their last edit, or on a sheet that they show. So the first edit, which
    people want to see, comes last in both directions: it is made twice, and sheets are shown in between.
    """
    faults = [*_faults_of_edits(document, book, done.edits)]
    if faults:
        raise Faults(faults)
    parser, undo = _parser(document), document.UndoManager
    undo.enterUndoContext(title)
    document.addActionLock()
    try:
        for one in done.edits:
            _apply_edit(document.Sheets.getByName(one.sheet), one, parser)
        show(document, done.shows)
        for one in done.edits[:1]:
            _apply_edit(document.Sheets.getByName(one.sheet), one, parser)
    finally:
        document.removeActionLock()
        undo.leaveUndoContext()


def show(document: Any, names: Iterable[str]) -> None:
    for sheet in map(document.Sheets.getByName, names):
        if not sheet.IsVisible:
            sheet.IsVisible = True


def _faults_of_edits(document: Any, book: OpenBook, edits: Iterable[CellEdit]) -> Iterable[Fault]:
    """Faults for edits of locked cells and of formulas, which LibreOffice would let our code overwrite.

    The sheet Log is ours, so it may be edited although it is protected.
    """
    log = Setup(book).area(LOG)
    for one in edits:
        sheet = document.Sheets.getByName(one.sheet)
        cell = sheet.getCellRangeByName(one.ref)
        why = ""
        if cell.getCellByPosition(0, 0).getFormula().startswith(("=", "{=")) and not one.old_formula:
            why = "it holds a formula"
        elif sheet.isProtected() and cell.CellProtection.IsLocked and (log is None or log.sheet != one.sheet):
            why = "the sheet is protected"
        if why:
            yield LockedCell(place=f"{one.sheet}!{one.ref}", why=why)


def _apply_edit(sheet: Any, one: CellEdit, parser: Any) -> None:
    cell = sheet.getCellRangeByName(one.ref).getCellByPosition(0, 0)
    if one.array:
        area = sheet.getCellRangeByName(one.array)
        area.setArrayTokens(parser.parseFormula(one.formula, cell.getCellAddress()))
    elif one.formula:
        cell.setTokens(parser.parseFormula(one.formula, cell.getCellAddress()))
    elif one.value is None:
        cell.clearContents(CONTENT)
    elif isinstance(one.value, bool):
        cell.setFormula("=TRUE()" if one.value else "=FALSE()")
    elif isinstance(one.value, int | float):
        cell.setValue(one.value)
    else:
        cell.setString(one.value)


# -- what people see ------------------------------------------------------------------------------


class Window:
    """Messages and forms above a frame."""

    def __init__(self, context: Any, frame: Any) -> None:
        self._context, self.frame = context, frame

    def make(self, name: str) -> Any:
        return self._context.ServiceManager.createInstanceWithContext(f"com.sun.star.{name}", self._context)

    def box(self, title: str, lines: Sequence[str], kind: Any = INFOBOX, buttons: int = 1) -> int:
        if len(lines) > MOST_LINES:
            return self._list(title, lines)
        box = self.make("awt.Toolkit").createMessageBox(
            self.frame.ContainerWindow, kind, buttons, title, "\n".join(lines)
        )
        return int(box.execute())

    def confirm(self, title: str, *lines: str) -> bool:
        yes_no, yes = 3, 2
        return self.box(title, lines, QUERYBOX, yes_no) == yes

    def _list(self, title: str, lines: Sequence[str]) -> int:
        model = self._dialog(title, 320, 200)
        text = self._control(model, "Edit", "lines", 6, 6, 308, 168)
        text.MultiLine, text.ReadOnly, text.VScroll, text.Text = True, True, True, "\n".join(lines)
        self._button(model, "OK", 132, 1)
        return int(self._execute_dialog(model, lambda dialog: 1) or 0)

    def ask(
        self, item: Item, first: Mapping[str, object], helps: Mapping[str, str]
    ) -> dict[str, object] | None:
        """Show the form of an item, and ask for its paths. Returns all values; None if the user cancels.

        helps: the help of each field, by name.
        """
        given = self._form(item, first, helps) if item.form else {}
        if given is None:
            return None
        for wish in item.paths:
            if (path := self._path(wish.kind, f"{item.title}: {wish.in_title}")) is None:
                return None
            given[wish.name] = path
        return given

    def _form(
        self, item: Item, first: Mapping[str, object], helps: Mapping[str, str]
    ) -> dict[str, object] | None:
        model = self._dialog(item.title, 390, 40 + 20 * len(item.form))
        for row, wish in enumerate(item.form):
            label = self._control(model, "FixedText", f"l{row}", 8, 10 + 20 * row, 60, 12)
            means = self._control(model, "FixedText", f"m{row}", 180, 8 + 20 * row, 204, 18)
            label.Label, means.Label, means.MultiLine, means.NoLabel = (
                wish.label,
                helps[wish.name],
                True,
                True,
            )
            kind = {"choice": "ListBox", "tick": "CheckBox"}.get(wish.kind, "Edit")
            one = self._control(model, kind, wish.name, 70, 8 + 20 * row, 100, 14)
            one.HelpText = helps[wish.name]
            value = first.get(wish.name)
            if wish.kind == "choice":
                one.Dropdown, one.StringItemList = True, wish.choices
                one.SelectedItems = (wish.choices.index(str(value)),)
            elif wish.kind == "tick":
                one.State = int(bool(value))
            else:
                one.Text = "" if value is None else str(value)
        self._button(model, "OK", 268, 1)
        self._button(model, "Cancel", 328, 2)
        return self._execute_dialog(
            model,
            lambda dialog: {
                one.name: _read_control(one.kind, dialog.getControl(one.name)) for one in item.form
            },
        )

    def _path(self, kind: str, title: str) -> Path | None:
        picker = self.make("ui.dialogs.FolderPicker" if kind == "folder" else "ui.dialogs.FilePicker")
        picker.setTitle(title)
        if url := self.frame.Controller.Model.URL:
            picker.setDisplayDirectory(url.rpartition("/")[0])
        if not picker.execute():
            return None
        url = picker.getDirectory() if kind == "folder" else picker.getSelectedFiles()[0]
        return Path(uno.fileUrlToSystemPath(url))

    def _dialog(self, title: str, width: int, height: int) -> Any:
        model = self.make("awt.UnoControlDialogModel")
        model.Width, model.Height, model.Title = width, height, title
        return model

    def _control(self, model: Any, kind: str, name: str, *place: int) -> Any:
        one = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        one.PositionX, one.PositionY, one.Width, one.Height = place
        model.insertByName(name, one)
        return one

    def _button(self, model: Any, label: str, left: int, kind: int, width: int = 54) -> None:
        one = self._control(model, "Button", label, left, model.Height - 20, width, 14)
        one.Label, one.PushButtonType, one.DefaultButton = label, kind, kind == 1

    def _execute_dialog(self, model: Any, answer: Callable[[Any], Answer]) -> Answer | None:
        with self.open_dialog(model) as dialog:
            return answer(dialog) if dialog.execute() else None

    @contextlib.contextmanager
    def open_dialog(self, model: Any) -> Iterator[Any]:
        dialog = self.make("awt.UnoControlDialog")
        dialog.setModel(model)
        window = self.frame.ContainerWindow
        dialog.createPeer(self.make("awt.Toolkit"), window)
        here, own = window.PosSize, dialog.PosSize
        dialog.setPosSize((here.Width - own.Width) // 2, (here.Height - own.Height) // 3, 0, 0, PLACE)
        try:
            yield dialog
        finally:
            dialog.dispose()

    @contextlib.contextmanager
    def search(self, title: str) -> Iterator[TellProgress]:
        """Show the progress of a long search, with a button to end it with the best draw so far."""
        model = self._dialog(title, 220, 58)
        line = self._control(model, "FixedText", "line", 8, 8, 204, 10)
        bar = self._control(model, "ProgressBar", "bar", 8, 20, 204, 10)
        bar.ProgressValueMax = 100
        self._button(model, STOP, 65, 0, 90)
        pressed, toolkit, begun = Pressed(), self.make("awt.Toolkit"), monotonic()
        with self.open_dialog(model) as dialog:
            dialog.getControl(STOP).addActionListener(pressed)

            def report_progress(what: str, progress: Progress) -> bool:
                if monotonic() > begun + PATIENCE:
                    if not dialog.isVisible():
                        dialog.setVisible(True)
                        self.frame.ContainerWindow.setEnable(False)
                    line.Label = (
                        f"{what}: costs {progress.best} so far; no draw can cost less than {progress.bound}"
                    )
                    bar.ProgressValue = round(100 * progress.done)
                    toolkit.processEventsToIdle()
                return pressed.once

            try:
                yield report_progress
            finally:
                self.frame.ContainerWindow.setEnable(True)


class Pressed(unohelper.Base, XActionListener):  # type: ignore[misc]
    """Listens to a button; `once` becomes True when the button is pressed."""

    once = False

    def actionPerformed(self, event: Any) -> None:
        self.once = True

    def disposing(self, event: Any) -> None:
        """Required by UNO. There are no resources to release."""


def _read_control(kind: str, control: Any) -> object:
    if kind == "choice":
        return str(control.SelectedItem)
    return bool(control.State) if kind == "tick" else str(control.Text).strip()


# -- the program that an item runs in -------------------------------------------------------------


class CalcHost:
    """The services that the menu's items get from LibreOffice (`live.menu.Host`)."""

    def __init__(self, document: Any) -> None:
        self._document = document

    def file(self) -> Package:
        with temporary_folder() as room:
            copy = room / f"{Path(self._document.Title).stem or 'event'}.xlsx"
            name = PropertyValue(Name="FilterName", Value="Calc MS Excel 2007 XML")
            self._document.storeToURL(copy.as_uri(), (name,))
            return Package(copy.read_bytes(), copy.name)

    def path(self) -> Path:
        """The path of the document's file. Raises NotSaved."""
        if not self._document.URL:
            raise NotSaved
        return Path(uno.fileUrlToSystemPath(self._document.URL))

    def attach(self, package: Package) -> Sequence[str]:
        return put_macros(package)

    def publish(self, folder: Path, *, replace: bool) -> Sequence[str]:
        try:
            import jinja2  # noqa: F401  another extension may provide it
        except ImportError:
            sys.path.append(str(Path(__file__).parents[3] / "libraries"))
        from xl_dipscore.workbooks.publish.page import publish

        return [*publish(self.file(), folder, engine=None, replace=replace).lines]


def open_new(desktop: Any, made: Package) -> Any:
    """Open the workbook that an item made, untitled and at its first sheet. Returns the document's frame."""
    with temporary_folder() as room:
        path = room / made.name
        made.write(path)
        options = (PropertyValue(Name="AsTemplate", Value=True),)
        document = desktop.loadComponentFromURL(path.as_uri(), "_blank", 0, options)
    document.calculateAll()
    document.CurrentController.setActiveSheet(document.Sheets.getByIndex(0))
    return document.CurrentController.Frame


def run_in_saved_file(document: Any, frame: Any, item: Item, wishes: Mapping[str, object]) -> Done:
    """Save a document, run an item on its file, and load it again. A Fault leaves the file unchanged."""
    url = document.URL
    if not url.lower().endswith(".xlsx"):
        raise NotSavedAsXlsx(title=item.title)
    document.store()
    return item.run_in_file(Path(uno.fileUrlToSystemPath(url)), _release_file(document, frame), **wishes)


@contextlib.contextmanager
def _release_file(document: Any, frame: Any) -> Iterator[None]:
    """Close the document, so that its file can be written; at the end load the file into the frame again."""
    url = document.URL
    frame.loadComponentFromURL("private:factory/scalc", "_self", 0, ())
    with contextlib.suppress(DisposedException):
        document.close(True)
    try:
        yield
    finally:
        frame.loadComponentFromURL(url, "_self", 0, ()).calculateAll()


# -- the menu -------------------------------------------------------------------------------------


class Menu(unohelper.Base, XDispatchProvider, XNotifyingDispatch, XInitialization, XServiceInfo):  # type: ignore[misc]
    """Runs an item when LibreOffice sends a URL with our protocol; the URL's path names the item."""

    def __init__(self, context: Any) -> None:
        self._context: Any = context
        self._frame: Any = None

    def initialize(self, given: Sequence[Any]) -> None:
        if given:
            self._frame = given[0]

    def queryDispatch(self, url: Any, target: str, flags: int) -> Any:
        return self if url.Protocol == PROTOCOL else None

    def queryDispatches(self, asked: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(self.queryDispatch(one.FeatureURL, one.FrameName, one.SearchFlags) for one in asked)

    def addStatusListener(self, listener: Any, url: Any) -> None:
        """Required by UNO. No listener is stored, because items are always enabled."""

    def removeStatusListener(self, listener: Any, url: Any) -> None:
        """Required by UNO. No listener was stored."""

    def dispatch(self, url: Any, arguments: Sequence[Any]) -> None:
        self._run_and_report(url, arguments)

    def dispatchWithNotification(self, url: Any, arguments: Sequence[Any], listener: Any) -> None:
        done = self._run_and_report(url, arguments)
        if listener is not None:
            state = FAILURE if done.refused else SUCCESS
            listener.dispatchFinished(DispatchResultEvent(self, state, tuple(done.said)))

    def _run_and_report(self, url: Any, arguments: Sequence[Any]) -> Done:
        # LibreOffice adds its own arguments, such as SynchronMode, which items ignore.
        given = {one.Name: one.Value for one in arguments}
        quiet = bool(given.pop("quiet", False))
        window, item = Window(self._context, self._frame), item_of(url.Path)
        try:
            done = self._ask_and_run(item, window, given, quiet=quiet)
        except Faults as wrong:
            done = make_refusal(wrong)
        except Exception:  # LibreOffice would drop the error without a message
            done = Done(said=traceback.format_exc().splitlines()[-MOST_LINES:], refused=True)
        if not quiet and done.lines:
            window.box(item.title, done.lines, ERRORBOX if done.refused else INFOBOX)
        return done

    def _ask_and_run(self, item: Item, window: Window, given: dict[str, Any], *, quiet: bool) -> Done:
        document = self._frame.Controller.Model
        book = book_of_document(document)
        first = item.initial_values(book)
        helps = {wish.name: wish.help_with(first.get(wish.name)) for wish in item.form}
        while True:
            asked = {} if quiet else window.ask(item, first, helps)
            if asked is None:
                return Done()
            wishes = {**asked, **given, "at": _selected_cell(document), "host": CalcHost(document)}
            search = (
                contextlib.nullcontext() if quiet or not item.needs("told") else window.search(item.title)
            )
            with search as report:
                done = item.run(book, **wishes, told=report)
            if quiet or not done.refused or not item.form:
                break
            window.box(item.title, done.lines, ERRORBOX)  # then show the filled-in form again
            first, book = asked, book_of_document(document)
        if done.question and not quiet:
            if not window.confirm(item.title, *done.asked):
                return Done()
            done = item.run(book, **wishes, agreed=True)
        if done.why_file:
            if not quiet and not window.confirm(item.title, f"{done.why_file} {LARGER}"):
                return Done()
            done = run_in_saved_file(document, self._frame, item, wishes)
            document = self._frame.Controller.Model
        elif done.edits:
            apply_edits(document, book, done, f"Diplomacy: {item.title}")
        if done.made is not None:
            window.frame = open_new(window.make("frame.Desktop"), done.made)
        if (place := done.go or done.first) is not None:
            _go(document, place)
        return done

    def getImplementationName(self) -> str:
        return SERVICE

    def supportsService(self, name: str) -> bool:
        return name in (SERVICE, HANDLER)

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (SERVICE, HANDLER)


def _selected_cell(document: Any) -> Selected:
    selected = document.CurrentController.Selection
    if hasattr(selected, "RangeAddresses") and selected.RangeAddresses:
        at = selected.RangeAddresses[0]
    elif hasattr(selected, "RangeAddress"):
        at = selected.RangeAddress
    else:  # a chart or a picture
        return Selected(document.CurrentController.ActiveSheet.Name, 1, 1)
    area = _area(at)
    return Selected(document.Sheets.getByIndex(at.Sheet).Name, area.top, area.left, area.shape[0])


def _go(document: Any, place: Selected) -> None:
    sheet = document.Sheets.getByName(place.sheet)
    show(document, [place.sheet])
    document.CurrentController.setActiveSheet(sheet)
    document.CurrentController.select(sheet.getCellRangeByName(address(place.row, place.column)))
