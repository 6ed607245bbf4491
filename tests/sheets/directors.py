"""Makes a director's workbook with one of everything that other programs lose, and our formulas inside."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import DataBarRule, IconSetRule
from openpyxl.styles import Font, Protection
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table
from openpyxl.worksheet.worksheet import Worksheet

from tests.sheets.books import CENTRES, board, parts, saved
from xl_dipscore.sheets.xlsx.formula import join_reference, split_reference, tokens

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f0001050101"
    "272718e30000000049454e44ae426082"
)
GAMES = "xl/worksheets/sheet1.xml"

EXTENSIONS = f"""<extLst><ext xmlns:x14="{X14}" uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}">\
<x14:conditionalFormattings><x14:conditionalFormatting \
xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:cfRule type="dataBar" \
id="{{DA7ABA51-AAAA-BBBB-0001-000000000001}}"><x14:dataBar minLength="0" maxLength="100">\
<x14:cfvo type="num"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="autoMax"/>\
<x14:negativeFillColor rgb="FFFF0000"/></x14:dataBar>\
</x14:cfRule><xm:sqref>B2:B8</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>\
<ext xmlns:x14="{X14}" uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}"><x14:sparklineGroups \
xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup displayEmptyCellsAs="gap">\
<x14:sparklines><x14:sparkline><xm:f>Games!C2:C8</xm:f><xm:sqref>J2</xm:sqref></x14:sparkline>\
</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"""

METADATA = f"""{HEAD}<metadata xmlns="{MAIN}" \
xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1">\
<metadataType name="XLDAPR" minSupportedVersion="120000" cellMeta="1"/></metadataTypes>\
<futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}">\
<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>\
<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>"""

SHAPES = f"""{HEAD}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" \
xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:twoCellAnchor><xdr:from>\
<xdr:col>1</xdr:col>\
<xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>3</xdr:col>\
<xdr:colOff>0</xdr:colOff><xdr:row>4</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:sp macro="[0]!Import">\
<xdr:nvSpPr><xdr:cNvPr id="2" name="Button"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr/><xdr:txBody>\
<a:bodyPr/><a:p><a:r><a:t>Read me</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/>\
</xdr:twoCellAnchor></xdr:wsDr>"""

EXTRA: dict[str, tuple[str, str | bytes]] = {
    # part: (content type, data)
    "xl/metadata.xml": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml",
        METADATA,
    ),
    "xl/calcChain.xml": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml",
        f'{HEAD}<calcChain xmlns="{MAIN}"><c r="C2" i="1" a="1"/><c r="E2"/></calcChain>',
    ),
    "xl/vbaProject.bin": ("application/vnd.ms-office.vbaProject", bytes(range(256)) * 8),
    "xl/persons/person.xml": (
        "application/vnd.ms-excel.person+xml",
        f'{HEAD}<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<person displayName="TD" id="{11111111-1111-1111-1111-111111111111}" userId="TD" providerId="None"/>'
        "</personList>",
    ),
    "xl/threadedComments/threadedComment1.xml": (
        "application/vnd.ms-excel.threadedcomments+xml",
        f"{HEAD}<ThreadedComments "
        'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<threadedComment ref="A2" dT="2026-01-01T00:00:00.00" '
        'personId="{11111111-1111-1111-1111-111111111111}"'
        ' id="{22222222-2222-2222-2222-222222222222}"><text>Agreed at the table</text></threadedComment>'
        "</ThreadedComments>",
    ),
    "xl/pivotCache/pivotCacheDefinition1.xml": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml",
        f'{HEAD}<pivotCacheDefinition xmlns="{MAIN}" refreshOnLoad="0" recordCount="0"><cacheSource '
        'type="worksheet"><worksheetSource ref="A1:C8" sheet="Games"/></cacheSource><cacheFields count="0"/>'
        "</pivotCacheDefinition>",
    ),
    "xl/slicers/slicer1.xml": (
        "application/vnd.ms-excel.slicer+xml",
        f'{HEAD}<slicers xmlns="{X14}"><slicer name="Power" cache="Slicer_Power"/></slicers>',
    ),
    "xl/charts/style1.xml": ("application/vnd.ms-office.chartstyle+xml", f"{HEAD}<x/>"),
    "xl/charts/colors1.xml": ("application/vnd.ms-office.chartcolorstyle+xml", f"{HEAD}<x/>"),
    "xl/ctrlProps/ctrlProp1.xml": (
        "application/vnd.ms-excel.controlproperties+xml",
        f'{HEAD}<formControlPr xmlns="{X14}" objectType="Button" lockText="1"/>',
    ),
    "xl/drawings/drawing9.xml": ("application/vnd.openxmlformats-officedocument.drawing+xml", SHAPES),
    "xl/drawings/vmlDrawing9.vml": (
        "application/vnd.openxmlformats-officedocument.vmlDrawing",
        '<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="LH" type="#_x0000_t75"/></xml>',
    ),
    "xl/media/image9.png": ("image/png", PIXEL),
    "xl/richData/richValueRel.xml": (
        "application/vnd.ms-excel.richvaluerel+xml",
        f'{HEAD}<richValueRels xmlns="http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel"/>',
    ),
    "customXml/item1.xml": ("application/xml", '<event xmlns="urn:a-club"><year>2026</year></event>'),
    "xl/printerSettings/printerSettings1.bin": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings",
        b"\0\1\2printer",
    ),
}


def made(folder: Path) -> Path:
    """An .xlsm workbook; its formulas of ours and what depends on them have no values yet."""
    book = openpyxl.Workbook()
    games, other = book.active, book.create_sheet("Print & notes")
    games.title = "Games"
    board(games)
    board(games, 10, tuple(reversed(CENTRES)))
    games["A1"].font = Font(bold=True)
    games["E2"], games["E3"] = "=ROUND(SUM(C2:C16),2)", '=IF(E2=2,"complete","open")'
    games["E4"], games["E5"] = "=B2&B3", "  lead and trail  "
    games["F2"] = ArrayFormula("F2:F8", "=B2:B8*2")
    games["G2"] = ArrayFormula("G2:G8", '=DIP_SCORE("SHARE",B2:B8)')
    games["A2"].comment = Comment("typed from the sheet of table 3", "TD")
    games.conditional_formatting.add("C2:C8", DataBarRule("num", 0, "num", 1, "FF0000"))
    games.conditional_formatting.add("B2:B8", IconSetRule("3Arrows", "percent", [0, 33, 67]))
    games.add_data_validation(DataValidation("whole", sqref="B2:B8", formula1="0", formula2="34"))
    games.freeze_panes = "B2"
    games.protection.sheet = True
    games.protection.set_password("secret")
    games["B2"].protection = Protection(locked=False)
    games.merge_cells("L2:M3")
    games.row_dimensions[20].outline_level = 1
    games.print_area = "A1:G16"
    games.oddHeader.center.text = "Round &P of &N"
    chart = BarChart()
    chart.add_data(Reference(games, min_col=3, min_row=2, max_row=8))
    games.add_chart(chart, "O2")
    for row, line in enumerate((("Player", "Points"), ("P1", "=Games!C3"), ("P2", 4)), 1):
        for column, value in enumerate(line, 1):
            other.cell(row, column).value = value
    other.add_table(Table(displayName="Points", ref="A1:B3"))
    other["D1"] = "=SUM(Points[Points])"
    book.defined_names["Scores"] = DefinedName("Scores", attr_text="Games!$C$2:$C$8")
    book.defined_names["All"] = DefinedName("All", attr_text="OFFSET(Games!$A$1,0,0,COUNTA(Games!$A:$A),1)")
    book.create_sheet("Secret").sheet_state = "veryHidden"
    book["Secret"]["A1"] = "untouched"
    path = saved(book, folder, "rich.xlsx")
    return _enriched(path, folder / "event.xlsm")


def _enriched(source: Path, target: Path) -> Path:
    import zipfile

    old = parts(source)
    text = {name: data.decode() for name, data in old.items() if name.endswith((".xml", ".rels"))}
    sheet = text[GAMES]
    sheet = sheet.replace('<c r="G2"', '<c r="G2" cm="1"')
    # Rich text with its parts, an empty cell with a style, a cell kept as Excel's own kind of attribute.
    sheet = re.sub(
        r'<c r="A3"[^>]*>.*?</c>',
        '<c r="A3" t="inlineStr"><is><r><rPr><b/></rPr><t>P</t></r>'
        '<r><t xml:space="preserve">1 </t></r></is></c>',
        sheet,
    )
    sheet = sheet.replace("</worksheet>", EXTENSIONS + "</worksheet>")
    text[GAMES] = sheet
    text["xl/worksheets/_rels/sheet1.xml.rels"] = _related(
        text["xl/worksheets/_rels/sheet1.xml.rels"],
        (
            "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
            "threadedComments/threadedComment1.xml",
        ),
        (f"{OFFICE}/relationships/printerSettings", "printerSettings/printerSettings1.bin"),
        (f"{OFFICE}/relationships/ctrlProp", "ctrlProps/ctrlProp1.xml"),
        ("http://schemas.microsoft.com/office/2007/relationships/slicer", "slicers/slicer1.xml"),
    )
    text["xl/_rels/workbook.xml.rels"] = _related(
        text["xl/_rels/workbook.xml.rels"],
        (f"{OFFICE}/relationships/sheetMetadata", "metadata.xml"),
        (f"{OFFICE}/relationships/calcChain", "calcChain.xml"),
        (f"{OFFICE}/relationships/pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"),
        ("http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"),
        ("http://schemas.microsoft.com/office/2017/10/relationships/person", "persons/person.xml"),
    )
    types = "".join(
        f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, (kind, _) in EXTRA.items()
    )
    text["[Content_Types].xml"] = (
        text["[Content_Types].xml"]
        .replace("</Types>", types + "</Types>")
        .replace(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
            "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
        )
    )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in old.items():
            file.writestr(name, text.get(name, data))
        for name, (_, content) in EXTRA.items():
            file.writestr(name, content)
        file.comment = b"as Excel never writes it"
    return target


def _related(xml: str, *relations: tuple[str, str]) -> str:
    added = "".join(
        f'<Relationship Id="rIdExtra{number}" Type="{kind}" Target="/xl/{target}"/>'
        for number, (kind, target) in enumerate(relations)
    )
    return xml.replace("</Relationships>", added + "</Relationships>")


# --- the order that the schema of sheets asks for

ORDER = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState", "dataConsolidate",
    "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting", "dataValidations",
    "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks",
    "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing", "legacyDrawing",
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems",
    "tableParts", "extLst",
]  # fmt: skip


def out_of_order(xml: bytes) -> list[str]:
    """What in a sheet does not stand where the schema wants it."""
    from xml.etree import ElementTree

    root = ElementTree.fromstring(xml)
    names = [child.tag.rpartition("}")[2] for child in root]
    wrong = [name for name in names if name not in ORDER]
    places = [ORDER.index(name) for name in names if name in ORDER]
    if places != sorted(places):
        wrong.append(f"parts: {names}")
    rows = root.findall(f"{{{MAIN}}}sheetData/{{{MAIN}}}row")
    numbers = [int(row.get("r") or 0) for row in rows]
    if numbers != sorted(set(numbers)):
        wrong.append("rows")
    for row in rows:
        columns = []
        for cell in row:
            found = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r") or "")
            assert found is not None
            if found[2] != row.get("r"):
                wrong.append(f"{cell.get('r')} in row {row.get('r')}")
            columns.append(openpyxl.utils.column_index_from_string(found[1]))
            inside = [child.tag.rpartition("}")[2] for child in cell]
            if inside not in ([], ["v"], ["f"], ["f", "v"], ["is"]):
                wrong.append(f"{cell.get('r')}: {inside}")
            if cell.get("t") == "inlineStr" and inside != ["is"]:
                wrong.append(f"{cell.get('r')}: text without text")
        if columns != sorted(set(columns)):
            wrong.append(f"cells of row {row.get('r')}")
    return wrong


# --- a column deleted, as every spreadsheet does it


def without_columns(path: Path, sheet: str, *headings: object) -> None:
    """Delete the columns of headings in row 1: ranges shrink, and what pointed at one alone is #REF!."""
    book = openpyxl.load_workbook(path)
    for heading in headings:
        (gone,) = (cell.column for cell in book[sheet][1] if cell.value == heading)
        _delete(book, book[sheet], gone)
    book.save(path)


def _delete(book: openpyxl.Workbook, home: Worksheet, gone: int) -> None:
    def after(formula: str, own: bool) -> str:
        if not own and home.title not in formula:
            return formula
        return "".join(
            _reference_after(token.text, home.title, gone, own) if token.kind == "reference" else token.text
            for token in tokens(formula)
        )

    merged = [str(cells) for cells in home.merged_cells.ranges]
    for cells in merged:
        home.unmerge_cells(cells)
    for one in book:
        for row in one.iter_rows():
            for cell in row:
                if isinstance(cell.value, ArrayFormula):
                    cell.value.text = after(cell.value.text, one is home)
                    cell.value.ref = after(cell.value.ref, own=True) if one is home else cell.value.ref
                elif isinstance(cell.value, str) and cell.value.startswith("="):
                    cell.value = after(cell.value, one is home)
    for name in book.defined_names.values():
        name.attr_text = after(name.attr_text, own=False)
    home.delete_cols(gone)
    for cells in merged:
        home.merge_cells(after(cells, own=True))


def _reference_after(text: str, sheet: str, gone: int, own: bool) -> str:
    mark, ends = split_reference(text)
    if mark.strip("'!") not in ({sheet, ""} if own else {sheet}):
        return text
    lines = [end.line(columns=True) for end in ends]
    if set(lines) == {gone}:
        return f"{mark}#REF!"
    last = len(lines) - 1
    kept = [line - (line > gone or (n == last > 0 and line == gone)) for n, line in enumerate(lines)]
    return join_reference(mark, (end.at(line, columns=True) for end, line in zip(ends, kept, strict=True)))
