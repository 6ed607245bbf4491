"""Commands that put our functions into workbooks, Excel and LibreOffice."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from xl_dipscore import __version__
from xl_dipscore.cli.app import check_apart, group
from xl_dipscore.cli.writing import exit_on_fault, note, prefix_file, write
from xl_dipscore.errors import Fault, join, join_at_most
from xl_dipscore.sheets.files import reason_of

if TYPE_CHECKING:
    from xl_dipscore.sheets.xlsx.package import Package

command = group("Hosts")
ATTACHED = {
    "excel": "now has the functions as macros, for Excel on Windows.",
    "lite": f"now has xl_dipscore {__version__} for xlwings Lite, in Excel on a Mac, the web or Windows.",
    "names": "now has the functions as names of its own, for Excel 365, 2024, on the web and on phones.",
    "native": "needs none of our functions: its scores are plain formulas that any spreadsheet computes.",
}
PLAIN = "plain"
"""The word that is added to the file name of a copy with plain formulas."""
_NAMED = 5
"""The most functions that a sentence lists, before words such as `and 3 more`."""
T = TypeVar("T")
Program = Annotated[
    Literal["excel", "calc"], typer.Argument(metavar="WHAT", help="excel (on Windows) or calc (LibreOffice).")
]
Bundled = Annotated[
    bool,
    typer.Option("--bundled", help="For every LibreOffice user of this machine; needs the administrator."),
]


class ScoresByName(Fault):
    """{path} consists of plain formulas, except that names compute its scores. For a workbook that needs no \
functions: dipscore new {key} WORKBOOK.XLSX --host native"""


class TablesNeedMore(Fault):
    """{path} computes its tables by {functions}, which cannot be written as names. For an event scored by \
names: dipscore new {key} WORKBOOK.XLSX --host names"""


class OnlyOnWindows(Fault):
    """Excel starts Python only on Windows. On a Mac and on the web, use xlwings Lite: \
dipscore attach WORKBOOK.XLSX --host lite"""


@command()
def attach(
    workbook: Path, host: Literal["excel", "lite", "names", "native"] = "excel", output: Path | None = None
) -> None:
    """Put the functions into a workbook (as names, or for xlwings Lite), or make a copy beside it (with
    macros, or with plain formulas instead of the functions).

    Options:
        workbook WORKBOOK.XLSX: A workbook of your own.
        --host: excel: macros, for Windows. lite: xlwings Lite, for Mac, web and Windows. names: names
            with LAMBDA, for Excel 365 and 2024 with nothing installed. native: plain formulas instead of the
            functions, in a copy for any spreadsheet; its status names the sheets that no longer change.
        -o, --output WORKBOOK: The workbook to write; by default, the same one, or for a copy one beside it.
    """
    from xl_dipscore.hosts import lite, vba
    from xl_dipscore.sheets.calculate.google import restore_formulas
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.sheets.xlsx.target import check_free, check_not_input
    from xl_dipscore.tables.functions import FUNCTIONS
    from xl_dipscore.workbooks.acts.names import check_calls_functions, check_names_of_called, remove_names
    from xl_dipscore.workbooks.layout.setup import Setup
    from xl_dipscore.workbooks.plain.convert import make_plain

    ending = vba.ENDINGS.get(workbook.suffix.casefold(), "") if host == "excel" else workbook.suffix
    copy = workbook.with_stem(f"{workbook.stem} {PLAIN}") if host == "native" else workbook
    target = output or copy.with_suffix(ending or workbook.suffix)
    package = Package.read(workbook)
    if output is not None:
        check_not_input(output, [workbook])
    if target != workbook:
        check_free(target, ending.casefold())
    with exit_on_fault(kinds=Fault):
        check_calls_functions(package)
        if host == "native" and (key := Setup(package).plain):
            raise ScoresByName(path=workbook, key=key)
        if host in ("excel", "lite"):
            check_names_of_called(package)
        notes = [] if host == "names" else remove_names(package)
        notes += make_plain(package, target) if host == "native" else restore_formulas(package, FUNCTIONS)
        if host == "names":
            notes += _with_names(package)
        elif host != "native":
            (vba if host == "excel" else lite).attach(package)
        written = package.write(target)
    note(*prefix_file(target, notes))
    note(f"{target} {ATTACHED[host]}" if written else f"{target} is up to date.")


def _with_names(package: "Package") -> list[str]:
    """Write our functions as defined names. Return a sentence if names cannot compute some functions."""
    from xl_dipscore.hosts import lite
    from xl_dipscore.hosts.spelling import respell
    from xl_dipscore.workbooks.acts.names import (
        OtherHost,
        functions_in_names,
        functions_without_name,
        put_names,
    )
    from xl_dipscore.workbooks.layout.setup import SYSTEM, Setup

    respell(package, "plain")
    system, lacking = Setup(package).value(SYSTEM), functions_without_name(package)
    if lacking and system:
        raise TablesNeedMore(path=package.name, functions=join_at_most(lacking, _NAMED), key=system)
    if "xl_dipscore" in lite.read_lite_code(package).get("main.py", ""):
        raise OtherHost(file=package.name, what="code of xlwings Lite")
    before = dict(functions_in_names(package))
    lacking = put_names(package)
    after = dict(functions_in_names(package))
    older = [name for name, text in before.items() if after.get(name) != text]
    notes = [f"Older functions in the workbook are replaced: {join_at_most(older, _NAMED)}."] if older else []
    if lacking:
        named = join_at_most(lacking, _NAMED)
        notes.append(f"These cannot be written as names, and give a sentence instead: {named}.")
    return notes


@command()
def install(
    what: Program, bundled: Bundled = False, oxt: Path | None = None, xlam: Path | None = None
) -> None:
    """Tell Excel which Python computes, and add the tab Diplomacy; or install the extension in LibreOffice.

    Options:
        --oxt FILE.OXT: Only write the LibreOffice extension to this file.
        --xlam FILE.XLAM: Only write Excel's tab Diplomacy to this file, for another computer's XLSTART.
    """
    check_apart({"--bundled": bundled, "--oxt": oxt, "--xlam": xlam, what: oxt if what == "excel" else xlam})
    check_apart({"excel": what == "excel", "--bundled": bundled})
    if what == "excel" and xlam is not None:
        from xl_dipscore.hosts import windows

        write(xlam, windows.add_in(), windows.ADD_IN)
        note(f"{xlam}: put it into the folder XLSTART of another computer's Excel.")
    elif what == "excel":
        from xl_dipscore.hosts import windows

        note(f"{_in_excel(windows.install)}: Excel will compute with {sys.executable}.")
    elif oxt is not None:
        from xl_dipscore.hosts import calc

        write(oxt, calc.extension(), calc.EXTENSION)
        note(f"{oxt}: open it with LibreOffice to install the functions.")
    else:
        from xl_dipscore.hosts import calc

        calc.install(bundled=bundled)
        note("LibreOffice has the functions. If it is open, restart it.")
        if old := calc.outdated_version():
            note(f"This is LibreOffice {old}: our formulas in Excel files (.xlsx) need 25.2 or newer.")
        if python := calc.misleading_python():
            note(
                f"With {python} first in PATH, our functions do not start. Start LibreOffice from the "
                f"desktop, or in this shell with: PATH={os.defpath} soffice"
            )


@command()
def site(output: Path, pyodide: Path = Path(".pyodide")) -> None:
    """Write the whole product as one page: a browser opens it from any folder, and needs nothing else.

    Options:
        -o, --output DIPSCORE.HTML: The page to write.
        --pyodide FOLDER: The folder into which npm put Pyodide, the browser's Python.
    """
    from xl_dipscore.hosts.page.build import PAGE, page

    data = page(pyodide)
    write(output, data, PAGE)
    note(f"{output} has {len(data) / 1_000_000:.1f} MB: open it in a browser. Nothing leaves the computer.")


@command()
def uninstall(what: Program, bundled: Bundled = False) -> None:
    """Remove everything that install added to Excel or LibreOffice."""
    check_apart({"excel": what == "excel", "--bundled": bundled})
    if what == "excel":
        from xl_dipscore.hosts import windows

        removed = _in_excel(windows.uninstall)
        note(f"Removed: {join(removed)}." if removed else "There is nothing to undo.")
    else:
        from xl_dipscore.hosts import calc

        calc.uninstall(bundled=bundled)
        note("LibreOffice no longer has the functions. If it is open, restart it.")


def _in_excel(change: Callable[[], T]) -> T:
    """Call `change`, which installs or removes our files for Excel. Raises OnlyOnWindows and CannotWrite."""
    from xl_dipscore.sheets.xlsx.replace import CannotWrite

    if sys.platform != "win32":
        raise OnlyOnWindows
    try:
        return change()
    except OSError as error:
        raise CannotWrite(name=error.filename, why=reason_of(error)) from None
