"""No file that leaves the house has a private fact, wherever the workbook keeps it."""

from __future__ import annotations

import re
import zipfile
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from zlib import decompress

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from tests import games
from tests.workbooks.ooxml import FOLDER, examine
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.exchange.writers import writers
from xl_dipscore.workbooks import publish
from xl_dipscore.workbooks.publish.private import public_copy

README = Path(publish.__file__).with_name("README.md").read_text(encoding="utf-8")
TYPED = ("Email", "Note", "Apart", "Phone", "Level", "Prefers", "Backstabbr", "Country", "Club", "Team")
"""Columns of the list of players, each with a token in the row of somebody who plays."""
ELSEWHERE = (
    *("Log", "hidden sheet", "very hidden sheet", "hidden sheet name", "properties", "comment", "remark"),
    *("old value", "value of an unknown function", "formula on Email", "hidden name", "mail address"),
    *("path", "other workbook", "printer", "custom part", "text box of a comment"),
    *("phone beside games", "remark beside games", "cell without a heading"),
)
"""Places outside the list with facts that no file may hold."""
PLAYERS = [f"Player {n}" for n in range(7)]
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SOURCE = "event.xlsx"


def token(place: str) -> str:
    return f"Tok{re.sub('[^a-z]', '', place.lower())}Tok"


def plant(path: Path) -> None:
    """Put a token into every place that keeps private facts."""
    book = openpyxl.load_workbook(path)
    players = book["Players"]
    free = next(n for n in range(1, 40) if all(players.cell(row, n).value is None for row in range(3, 6)))
    heads = {str(cell.value): cell.column for cell in players[4] if cell.value}
    for word in TYPED:
        column = heads.setdefault(word, free + len(heads))
        players.cell(4, column).value = word
        players.cell(5, column).value = token(word)
    for seat, name in enumerate(PLAYERS):
        book["Games"].cell(9 + seat, 4).value = name
    last = book["Games"].max_column
    own = ((2, "Phone", "phone beside games"), (3, "Remarks", "remark beside games"))
    for shift, head, place in (*own, (5, None, "cell without a heading")):
        book["Games"].cell(1, last + shift).value = head
        book["Games"].cell(9, last + shift).value = token(place)
    for name, state in (("hidden sheet", "hidden"), ("very hidden sheet", "veryHidden")):
        book.create_sheet(token(f"{name} name"))["A1"] = token(name)
        book[token(f"{name} name")].sheet_state = state
    sheet = book.create_sheet("Prizes")
    email = f"{players.cell(5, heads['Email']).coordinate}"
    sheet["A1"], sheet["A2"], sheet["A3"] = "=1+1", "=NOSUCH(1)", f"=Players!{email}"
    sheet["A4"] = f'={token("hidden sheet name")}!A1&"!"'
    sheet["A5"], sheet["A5"].hyperlink = "Write to us", f"mailto:{token('mail address')}@x.org"
    sheet["A6"].comment = Comment(token("comment"), token("comment"))
    sheet.add_data_validation(DataValidation("list", token("hidden sheet name") + "!$A$1:$A$3", sqref="A7"))
    rule = FormulaRule([f"{token('hidden sheet name')}!$A$1=1"], fill=PatternFill("solid", "FF0000"))
    sheet.conditional_formatting.add("A7:A9", rule)
    book["Problems"]["J5"] = token("remark")
    hidden = DefinedName("Secret", attr_text=f'"{token("hidden name")}"', hidden=True)
    book.defined_names["Secret"] = hidden
    for word in ("creator", "title", "keywords", "lastModifiedBy", "description"):
        setattr(book.properties, word, token("properties"))
    book.save(path)


def plant_parts(path: Path) -> None:
    """Add what openpyxl cannot write."""
    package = Package.read(path)
    log = package.sheet("Log")
    log.set_value(6, 3, token("Log"))
    prizes = package.sheet("Prizes")
    part = prizes.part
    for cell, place in {
        "A1": "old value",
        "A2": "value of an unknown function",
        "A3": "formula on Email",
    }.items():
        package.set_cached_value("Prizes", cell, token(place))
    main = (package.part(package.main_part) or b"").decode()
    sharing = f'<fileSharing userName="{token("path")}"/>'
    package.set_part(
        package.main_part, re.sub(r"<workbookPr", sharing + "<workbookPr", main, count=1).encode()
    )
    for name, kind, place in (
        ("xl/externalLinks/externalLink9.xml", "externalLink", "other workbook"),
        ("xl/printerSettings/printerSettings9.bin", "printerSettings", "printer"),
        ("customXml/item9.xml", "customXml", "custom part"),
    ):
        owner = part if kind == "printerSettings" else None
        package.add_part(name, f"<a>{token(place)}</a>".encode(), f"{REL}/{kind}", "application/xml", owner)
    path.write_bytes(package.to_bytes())


def unpacked(path: Path) -> str:
    """All texts of a file, of the files inside it, and of the packed parts of a page."""
    data = path.read_bytes()
    if zipfile.is_zipfile(BytesIO(data)):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            listed = [name.encode() + archive.read(name) for name in archive.namelist()]
            return (b"".join(listed) + archive.comment).decode(errors="replace")
    text = data.decode(errors="replace")
    return text + "".join(
        decompress(b64decode(one)).decode() for one in re.findall(r"id=packed>([^<]+)", text)
    )


def tokens_in(*paths: Path) -> set[str]:
    text = "".join(map(unpacked, paths))
    return {place for place in (*TYPED, *ELSEWHERE) if token(place) in text}


def on_paper(path: Path) -> set[str]:
    """The places whose tokens are on the sheets that are printed."""
    package = Package.read(path)
    cells = [
        cell for name in ("Print", "Slips", "Board calls") for cell in package.sheet(name).cells.values()
    ]
    text = " ".join(str(cell.value) for cell in cells)
    return {place for place in (*TYPED, *ELSEWHERE) if token(place) in text}


@pytest.fixture
def event(dipscore, tmp_path: Path) -> Path:
    rows = [*games.rows(1, "A", games.CLOCK, year=1907, players=PLAYERS)]
    games.write(tmp_path / "games.csv", [[*games.HEADER], *rows])
    assert dipscore("new", "DCC", SOURCE, "--rounds", "2", "--boards", "1").status == 0
    assert dipscore("fill", SOURCE, "games.csv").status == 0
    people = "Player\n" + "".join(f"{name}\n" for name in PLAYERS)
    (tmp_path / "people.csv").write_text(people, encoding="utf-8")
    assert dipscore("import", "people.csv", "-o", SOURCE).status == 0
    plant(tmp_path / SOURCE)
    dipscore("rebuild", SOURCE)  # not every formula there can be computed
    plant_parts(tmp_path / SOURCE)
    assert tokens_in(tmp_path / SOURCE) == {*TYPED, *ELSEWHERE} - {"text box of a comment"}
    return tmp_path / SOURCE


def told(file: str) -> set[str]:
    """The columns of the list of players that a file may hold, as the page about publishing says."""
    table = README.partition("## What leaves the house")[2].partition("##")[0]
    (facts,) = re.findall(rf"^\|[^|]*{re.escape(file)}[^|]*\|(.*)\|$", table, re.MULTILINE)
    return {word for word in TYPED if word in facts}


def test_a_copy_has_no_value_that_we_cannot_compute() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"], book.active["A3"] = "=NOSUCH(1)", '=A1&"!"', "=1+1"
    book.save(data := BytesIO())
    package = Package(data.getvalue(), "own.xlsx")
    for cell in ("A1", "A2", "A3"):
        package.set_cached_value("Sheet", cell, "old")
    copy = public_copy(package, "python").package
    assert [copy.value("Sheet", cell) for cell in ("A1", "A2", "A3")] == [None, None, 2]


@pytest.mark.slow
@pytest.mark.usefixtures("new_books")
def test_no_file_has_a_private_fact(event: Path, dipscore, tmp_path: Path) -> None:
    shown = dipscore("publish", SOURCE, "-o", "site", "--values")
    assert shown.status == 0, shown.err
    files = {
        "the page": [tmp_path / "site" / "index.html"],
        "`--values`": [tmp_path / "site" / "event-values.xlsx"],
    }
    for kind in writers():
        done = dipscore("export", kind, SOURCE, "-o", kind)
        assert done.status == 0, done.err
        files[f"`export {kind}`"] = [*(tmp_path / kind).iterdir()]
    done = dipscore("season", SOURCE, "--circuit", "BISMARK", "-o", "season.xlsx")
    assert (tmp_path / "season.xlsx").exists(), done.err
    files["`season`"] = [tmp_path / "season.xlsx"]
    held = {name: tokens_in(*paths) for name, paths in files.items()}
    held["Print, Slips and Board calls"] = on_paper(event)
    assert {name: places - told(name) for name, places in held.items()} == {name: set() for name in held}
    assert held["`--values`"] == told("`--values`") == {"Country", "Club", "Team"}
    copy = tmp_path / "site" / "event-values.xlsx"
    assert "Email" in shown.err
    assert "Phone, Remarks and column " in shown.err
    assert "Left out: " in shown.err
    assert "It has the sheets Guide, Setup, Players, " in shown.err
    if FOLDER.exists():
        assert {*examine(copy).findings} <= {*examine(event).findings}  # openpyxl saved the event
    package = Package.read(copy)
    assert package.value("Prizes", "A1") == 2
    assert package.cell("Prizes", "A4").formula == ""
    assert {"Players", "Standings", "Prizes"} <= {*package.sheet_names}
    assert openpyxl.load_workbook(copy)["Players"]["A5"].value == PLAYERS[0]
