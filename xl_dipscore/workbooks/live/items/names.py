"""The menu item "Repair the Functions", for functions that the workbook carries as defined names."""

from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import Done, item


@item("Repair the Functions", order=250, picture="NameManager", only_in_file=True)
def repair(event: EventIn) -> Done:
    """Repair the functions that the workbook carries as names, which LibreOffice spoils when it saves."""
    from xl_dipscore.workbooks.acts.names import (
        names_of_functions,  # imports `native`, which xlwings Lite lacks
    )

    if not names_of_functions(event.book):
        return Done(said=["The workbook carries no functions as names, so there is nothing to repair."])
    if not isinstance(event.book, Package):
        return Done(why_file="The functions in the workbook's file are written anew, for Excel.")
    report = rebuild_package(event.book, event.book.name)
    return Done(said=report.notes, book=event.book)
