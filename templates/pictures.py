"""Makes the pictures of the README in pictures/: sheets as LibreOffice shows them, a page as a browser does.

menu.png alone is taken by hand: LibreOffice with the menu open above Games, at 96 dots an inch.

python templates/pictures.py

It needs LibreOffice, pdftoppm (poppler), playwright and Chromium. Fonts differ between machines, so nothing
checks the pictures.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl
from openpyxl.utils import range_boundaries
from playwright.sync_api import sync_playwright

from xl_dipscore.calculate.find_office import NoOffice, program, surroundings
from xl_dipscore.publish.page import publish

HERE = Path(__file__).parent
EXAMPLE = HERE / "examples" / "dcc-league.xlsx"
DEMO = "the demo's"
SHOWN = {"Standings": (EXAMPLE, 16), "Explain": (EXAMPLE, 18), "Games": (DEMO, 15)}
"""The sheets, and their last rows that a picture shows."""
PUBLISHED = HERE / "examples" / "wbc.xlsx"
WINDOW = {"width": 1100, "height": 720}
DOTS_PER_INCH = 88
TO_PDF = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}'


def make_pictures(folder: Path) -> None:
    """Write a picture of each sheet, over what was there. Raises NoOffice."""
    soffice = program()
    if soffice is None:
        raise NoOffice
    folder.mkdir(exist_ok=True)
    for sheet, (book, last) in SHOWN.items():
        with tempfile.TemporaryDirectory(prefix="dipscore-") as name:
            alone = Path(name) / "alone.xlsx"
            _only(sheet, last, _demo(Path(name)) if book == DEMO else Path(book)).save(alone)
            profile = f"-env:UserInstallation={(alone.parent / 'profile').as_uri()}"
            convert = [soffice, profile, "--headless", "--convert-to", TO_PDF, "--outdir", name, alone]
            subprocess.run(convert, env=surroundings(), check=True, capture_output=True)
            draw = ["pdftoppm", "-png", "-singlefile", "-r", str(DOTS_PER_INCH)]
            picture = folder / sheet.casefold()
            subprocess.run([*draw, alone.with_suffix(".pdf"), picture], check=True)
    with tempfile.TemporaryDirectory(prefix="dipscore-") as name, sync_playwright() as play:
        page = publish(PUBLISHED, Path(name)).page
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        shown = browser.new_page(viewport=WINDOW, color_scheme="light")
        shown.goto(page.as_uri())
        shown.screenshot(path=folder / "page.png")
        browser.close()


def _demo(folder: Path) -> Path:
    """The workbook that `dipscore demo` makes."""
    command = "from xl_dipscore.cli import main; main()"
    subprocess.run([sys.executable, "-c", command, "demo"], cwd=folder, check=True, capture_output=True)
    return folder / "dipscore-demo" / "event.xlsx"


def _only(sheet: str, last: int, path: Path) -> openpyxl.Workbook:
    """A workbook's values on one sheet, as far as they are printed, to its row `last`."""
    book = openpyxl.load_workbook(path, data_only=True)
    for other in book.worksheets:
        if other.title != sheet:
            book.remove(other)
    book[sheet].delete_rows(last + 1, book[sheet].max_row)
    printed = book[sheet].print_area or book[sheet].dimensions
    _, _, right, _ = range_boundaries(printed.rpartition("!")[2])
    assert isinstance(right, int)
    book[sheet].delete_cols(right + 1, book[sheet].max_column)
    return book


if __name__ == "__main__":
    make_pictures(HERE / "pictures")
