"""The menu item "Attach the Functions"."""

from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_free
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import Done, Host, item

WITH_MACROS = (".xlsm", ".xltm")


@item("Attach the Functions", order=245, picture="FileSaveAsExcelXlsxMacro")
def attach(event: EventIn, *, host: Host) -> Done:
    """Make a copy of the workbook with the functions for Excel on Windows; in such a copy, renew them."""
    path = host.path()
    if path.suffix.casefold() in WITH_MACROS:
        if not isinstance(event.book, Package):
            return Done(why_file="The functions in the workbook's file are written anew.")
        notes = _with_macros(event.book, host)
        return Done(said=[*notes, f"{path.name} has the functions of this version."], book=event.book)
    copy = path.with_suffix(WITH_MACROS[0])
    check_free(copy)
    package = host.file()
    notes = _with_macros(package, host)
    package.write(copy)
    said = [
        f"{copy} has the functions, for Excel on Windows. Work in it there.",
        "This workbook stays as it is.",
    ]
    return Done(said=[*notes, *said], opens=copy)


def _with_macros(package: Package, host: Host) -> list[str]:
    """Put our functions into `package` as Excel macros. Returns sentences about other changes to it."""
    from xl_dipscore.workbooks.acts.names import (  # this module imports `native`, which xlwings Lite lacks
        check_calls_functions,
        check_names_of_called,
        remove_names,
    )

    check_calls_functions(package)
    check_names_of_called(package)
    return [*remove_names(package), *host.attach(package)]
