"""The cells of a workbook's sheets as text, for a table on the screen or on paper."""

from xl_dipscore.hosts.page.view import text_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.log import LOG
from xl_dipscore.workbooks.layout.setup import Setup


def sheets(package: Package) -> list[str]:
    """The sheets with contents, without the sheet Log."""
    log = Setup(package).area(LOG)
    listed = (name for name in package.sheet_names if log is None or name != log.sheet)
    return [
        name for name in listed if any(not is_blank(one.value) for one in package.sheet(name).cells.values())
    ]


def rows(package: Package, name: str) -> list[list[str]]:
    """The filled rows and columns of a sheet."""
    cells = {
        place: text_of(one.value)
        for place, one in package.sheet(name).cells.items()
        if not is_blank(one.value)
    }
    columns = sorted({column for _, column in cells})
    return [[cells.get((row, column), "") for column in columns] for row in sorted({row for row, _ in cells})]
