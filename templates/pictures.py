"""Make the pictures of our pages in pictures/: sheets as LibreOffice prints them, its windows on a tour
through an event (tour.py), and published pages as a browser shows them.

python templates/pictures.py

It needs LibreOffice, pdftoppm (poppler), playwright, Chromium, and the programs that tour.py names. Fonts
differ between machines, so nothing checks the pictures.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import openpyxl
from openpyxl.utils import range_boundaries
from playwright.sync_api import sync_playwright

from xl_dipscore.hosts import calc
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.calculate.find_office import NoOffice, environment, program, pythons
from xl_dipscore.workbooks.acts.new import create
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.publish.page import publish

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
DEMO = "the demo's"
SHEETS = {
    "standings": ("Standings", EXAMPLES / "dcc-league.xlsx", 16),
    "explain": ("Explain", EXAMPLES / "dcc-league.xlsx", 18),
    "games": ("Games", DEMO, 15),
}
"""By picture: the sheet, the workbook and the last row to show."""
GALLERY = {
    "small-system": ("Games", EXAMPLES / "ndc-1995.xlsx", 15),
    "small-any": ("Setup", EXAMPLES / "any-system.xlsx", 18),
    "small-custom": ("Setup", EXAMPLES / "custom-system.xlsx", 36),
    "small-league": ("Games", HERE / "league.xlsx", 15),
    "small-functions": ("", HERE / "functions.xlsx", 24),
    "small-anywhere": ("Games", EXAMPLES / "anywhere" / "dcc-league.xlsx", 15),
}
"""The same for the gallery of templates; "" means the first sheet."""
PUBLISHED = EXAMPLES / "wbc.xlsx"
WINDOW = {"width": 1100, "height": 720}
DOTS_PER_INCH, SMALL = 88, 40
TO_PDF = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}'


def make_pictures(folder: Path) -> None:
    """Write all pictures, replacing existing files. Raises NoOffice."""
    soffice = program()
    if soffice is None:
        raise NoOffice
    folder.mkdir(exist_ok=True)
    for pictures, dots in ((SHEETS, DOTS_PER_INCH), (GALLERY, SMALL)):
        for name, (sheet, book, last) in pictures.items():
            _draw_sheet(soffice, book, sheet, last, folder / name, dots)
    with tempfile.TemporaryDirectory(prefix="dipscore-") as name:
        _draw_page(publish(PUBLISHED, Path(name)).page, folder / "page.png")
    _take_tour(soffice, folder)


def _draw_sheet(soffice: Path, book: Path | str, sheet: str, last: int, picture: Path, dots: int) -> None:
    with tempfile.TemporaryDirectory(prefix="dipscore-") as name:
        alone = Path(name) / "alone.xlsx"
        _only(sheet, last, _demo(Path(name)) if book == DEMO else Path(book)).save(alone)
        profile = f"-env:UserInstallation={(alone.parent / 'profile').as_uri()}"
        convert = [soffice, profile, "--headless", "--convert-to", TO_PDF, "--outdir", name, alone]
        subprocess.run(convert, env=environment(), check=True, capture_output=True)
        draw = ["pdftoppm", "-png", "-singlefile", "-r", str(dots)]
        subprocess.run([*draw, alone.with_suffix(".pdf"), picture], check=True)


def _draw_page(page: Path, picture: Path) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        shown = browser.new_page(viewport=WINDOW, color_scheme="light")
        shown.goto(page.as_uri())
        shown.screenshot(path=picture)
        browser.close()


def _take_tour(soffice: Path, folder: Path) -> None:
    """Make the pictures of TUTORIAL.md, from the sign-up form to the published page."""
    with tempfile.TemporaryDirectory(prefix="dipscore-") as name:
        extensions, event = Path(name, "extensions"), Path(name, "Spring")
        event.mkdir()
        with zipfile.ZipFile(io.BytesIO(calc.extension())) as archive:
            archive.extractall(extensions / "xl_dipscore")
        create(event / "spring.xlsx", Plan(find("DCC"), rounds=3, boards=2))
        shutil.copy(EXAMPLES / "sign-up.csv", event)
        knows_office = next(python for python in pythons(soffice) if _knows_office(python))
        tour = [
            knows_office,
            HERE / "tour.py",
            extensions,
            event / "spring.xlsx",
            event / "sign-up.csv",
            folder,
        ]
        subprocess.run(tour, env=environment(), check=True)
        _draw_page(event / "site" / "index.html", folder / "tour-page.png")


def _knows_office(python: Path) -> bool:
    command = [python, "-c", "import uno"]
    return subprocess.run(command, env=environment(), capture_output=True, check=False).returncode == 0


def _demo(folder: Path) -> Path:
    """The workbook that `dipscore demo` makes."""
    command = "from xl_dipscore.cli import main; main()"
    subprocess.run([sys.executable, "-c", command, "demo"], cwd=folder, check=True, capture_output=True)
    return folder / "dipscore-demo" / "event.xlsx"


def _only(sheet: str, last: int, path: Path) -> openpyxl.Workbook:
    """The values of one sheet without its other sheets, cut to the print area and to row `last`."""
    book = openpyxl.load_workbook(path, data_only=True)
    sheet = sheet or book.sheetnames[0]
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
