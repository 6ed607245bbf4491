"""The style of our workbooks. Its colours can be told apart in grey print and by colour-blind people."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import chain
from math import ceil
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.styles.styleable import StyleableObject
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import quote_sheet, reference
from xl_dipscore.tables.cells.columns import columns_of_kind, title_of
from xl_dipscore.workbooks.layout.marks import MARK, whole_sheet
from xl_dipscore.workbooks.layout.ours import MISSING
from xl_dipscore.workbooks.layout.pages import (
    HEAD_HEIGHT,
    LEAST_SCALE,
    PAPER,
    PRINTED,
    READABLE,
    ROW_HEIGHT,
    SHOWN_LINES,
    UPRIGHT,
    pages_of_list,
    rows_on_a_page,
    scale_by_width,
)

INK, MUTED, LINE = "1F2937", "6B7280", "D1D5DB"
RULE, BOARD_RULE = Side(style="thin", color=LINE), Side(style="medium", color=MUTED)
BOX = Border(top=RULE, bottom=RULE, left=RULE, right=RULE)
CENTRE = Alignment(horizontal="center")
BAND = "1F3A5F"
HEAD = PatternFill("solid", fgColor=BAND)
INPUT = PatternFill("solid", fgColor="FFFBEB")
SHOWN_INPUT = PatternFill("solid", bgColor="FFFBEB")
"""INPUT for conditional formats, which use the background colour of a fill."""
FAULT, DOUBT = PatternFill("solid", bgColor="FAD4D4"), PatternFill("solid", bgColor="FDECC8")
GOOD = "166534"
TITLE = Font(name="Calibri", size=16, bold=True, color=INK)
HEAD_FONT = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
PLAIN = Font(name="Calibri", size=11, color=INK)
BOLD = Font(name="Calibri", size=11, bold=True, color=INK)
GROUP = Font(name="Calibri", size=12, bold=True, italic=True, color=INK)
SMALL = Font(name="Calibri", size=10, italic=True, color=MUTED)
NOTE = Font(name="Calibri", size=11, italic=True, color=MUTED)
"""For sentences on a sheet that is printed with letters that are as small as can be read."""
LINK = Font(name="Calibri", size=11, bold=True, underline="single", color="1D4ED8")
POWER_FILLS = dict(
    zip(POWERS, ("F6C6C6", "C5CDEB", "CBE7F5", "D5D5D5", "CBE8CB", "EFE3F5", "F8EDB3"), strict=True)
)
POWER_LINES = dict(
    zip(POWERS, ("B91C1C", "1E3A8A", "38A3D1", "374151", "2E8B57", "9B6FC0", "D4A72C"), strict=True)
)
"""The powers' colours for areas and lines without text."""
TYPED, COMPUTED, FURTHER = "D97706", "1F3A5F", "9CA3AF"
"""Colours of tabs: of sheets to type on, of sheets to read, and of all other sheets."""
NUMBERS = frozenset((*map(title_of, columns_of_kind("number", "result")), "Total"))
CENTRED = frozenset(map(title_of, columns_of_kind("short", "mark", "year", "count")))
"""Headings above marks, years and other short words."""
FONT = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color"),
    *("name", "family", "charset", "scheme"),
)
"""The parts of a font, in the order in which Excel writes them."""
LIVE = "Functions_live"
"""The defined name of a cell that our functions compute. It has an error only if they are missing."""
VERSION = "DIP_VERSION()"
NAMES_LOST = f"ISERROR({LIVE})"
"""A condition: functions that the workbook carries as names do not work in this program."""
LIKE_GENERAL = "General;-General;General;@"
LOST = "This program lacks our functions: install them (see Guide), or open the same file from anywhere/."
"""The sentence in place of a table if our functions are missing."""
LOST_NAMES = "This program cannot compute this file's functions: see Elsewhere on Guide."
"""The same in a workbook that carries its functions as names."""
FREE = Protection(locked=False)
LAST_COLUMN = 16_384


def apply_style(cell: Any, **look: object) -> None:
    """Style a cell. openpyxl hashes a part of a style, such as a font, for every cell; here, only once."""
    known = vars(cell.parent.parent).setdefault("numbers_of_looks", {})
    cell._style = cell._style or StyleArray()
    for name, part in look.items():
        place = vars(StyleableObject)[name].key
        if (name, id(part)) not in known:
            setattr(cell, name, part)
            known[name, id(part)] = getattr(cell._style, place), part  # keep part: nothing may reuse its id
        setattr(cell._style, place, known[name, id(part)][0])


def widths(sheet: Worksheet, sizes: Sequence[float]) -> None:
    """Set the widths of columns, and unlock all cells. Computed cells are locked when they are written."""
    for column, width in enumerate(sizes, 1):
        dimension = sheet.column_dimensions[letter(column)]
        dimension.width, dimension.protection = width, FREE
    _unlock_from(sheet, len(sizes) + 1)


def _unlock_from(sheet: Worksheet, column: int) -> None:
    """Give this column and all behind it one width, and unlock their cells."""
    rest = sheet.column_dimensions[letter(column)]
    rest.min, rest.max, rest.width, rest.protection = column, LAST_COLUMN, 10, FREE


def _make_room(sheet: Worksheet, last: int) -> None:
    """End the columns that have a width of their own at `last`, not before: no two may overlap."""
    by_letter = sheet.column_dimensions
    rest = next((one for one in by_letter.values() if one.max == LAST_COLUMN), None)
    if rest is not None and rest.min is not None and rest.min <= last:
        rest.max = rest.min
        _unlock_from(sheet, last + 1)


def width_of(heading: str) -> float:
    """The width of a column whose cells are shorter than its heading."""
    return 10 + 0.6 * max(0, len(heading) - 8)


def fold(sheet: Worksheet, columns: Iterable[int] = (), rows: Iterable[int] = ()) -> None:
    """Fold columns or rows. The plus sign comes before them; LibreOffice also needs a mark after them."""
    outline = sheet.sheet_properties.outlinePr
    assert outline is not None
    outline.summaryRight = outline.summaryBelow = False
    by_letter, by_number = sheet.column_dimensions, sheet.row_dimensions
    columns = [*columns]
    if columns:
        _make_room(sheet, max(columns))
    ways: Any = ((by_letter, columns, letter), (by_number, [*rows], int))
    for its, places, key in ways:
        for place in places:
            its[key(place)].outlineLevel, its[key(place)].hidden = 1, True
            for beside in {max(1, place - 1), place + 1}.difference(places):
                its[key(beside)].collapsed = True


def hide(sheet: Worksheet, *columns: int) -> None:
    """Hide columns that only formulas read."""
    for column in columns:
        sheet.column_dimensions[letter(column)].hidden = True


def lines(characters: int, width: float) -> int:
    """The number of lines that a text needs in a column as wide as `width` digits. Letters are narrower."""
    return max(1, ceil(0.9 * characters / width))


def title(sheet: Worksheet, text: str, below: str = "") -> None:
    for row, (cell, font) in enumerate(((text, TITLE), (below, SMALL)), 1):
        if cell:
            write_cell(sheet, row, 1, cell, font)


def write_cell(
    sheet: Worksheet, row: int, column: int, value: object = None, font: Font = PLAIN, **style: object
) -> Cell:
    """Write a text or formula over which nobody should type."""
    cell = sheet.cell(row, column)
    assert isinstance(cell, Cell)
    cell.value = value  # type: ignore[assignment]
    if isinstance(value, float) and float(f"{value:.16g}") != value:  # openpyxl writes 16 digits of a number
        cell.value, cell.data_type = repr(value), "n"
    apply_style(cell, font=font, **style)
    return cell


def keep_texts(sheet: Worksheet) -> None:
    """Store names that look like formulas or errors as the texts that they are; the sheet has no formulas."""
    for text in (one for line in sheet for one in line if one.data_type in ("f", "e")):
        text.data_type = "s"


def write_input(sheet: Worksheet, row: int, column: int, value: object = None, **style: object) -> None:
    write_cell(sheet, row, column, value, PLAIN, fill=INPUT, border=BOX, protection=FREE, **style)


def link(cell: Cell, there: str) -> None:
    """Link a cell to another, such as `'Games'!A1`."""
    cell.hyperlink = Hyperlink(ref=cell.coordinate, location=there)
    cell.font = LINK


def show(sheet: Worksheet, cells: str, *rules: Rule) -> None:
    """Add conditional formats. If several apply to a cell, LibreOffice uses only the first."""
    for rule in rules:
        sheet.conditional_formatting.add(cells, rule)


def looks(sheet: Worksheet, cells: str, **style: object) -> None:
    """Style the cells of an area, such as `A5:K10`."""
    for row in sheet[cells]:
        for cell in row:
            apply_style(cell, **style)


def align(sheet: Worksheet, cells: str, **how: Any) -> None:
    looks(sheet, cells, alignment=Alignment(**how))


def write_event_title(sheet: Worksheet, text: str, below: str = "", *, lost: str | None = None) -> None:
    """Write a title with the event's name, for a printed page.

    lost: a condition under which the line below the title says that our functions are missing; None for the
        usual one, "" if the sheet needs no function.
    """
    title(sheet, f'=IF(Event_name="","{text}","{text}: "&Event_name)', below)
    if lost != "":
        say_lost(sheet, sheet["A2"], below, lost)


def say_lost(sheet: Worksheet, cell: Cell, otherwise: str, lost: str | None = None) -> None:
    """Make a cell show LOST if our functions are missing, and otherwise the text `otherwise`."""
    said = _lost_sentence(lost)
    cell.value = if_lost(otherwise, said, lost=lost)
    loud = when(f'{cell.coordinate}="{said}"', font=Font(bold=True, color="991B1B"))
    show(sheet, cell.coordinate, loud)


def blank_if_missing(formula: str) -> str:
    """A formula that is empty text, in place of #NAME?, in a program without our functions.

    The condition calls a function and does not read the cell LIVE: LibreOffice forgets the stored value of a
    formula that reads an array, and a director may delete the sheet with the cell.
    """
    return f'IF({MISSING},"",{formula})'


def blank_if_names_lost(formula: str, by_name: bool) -> str:
    """A formula that is empty text, in place of an error, where the functions of a workbook do not work.

    by_name: does the workbook carry functions as names? If not, the formula stays.
    """
    return f'IF({NAMES_LOST},"",{formula})' if by_name else formula


def _lost_sentence(lost: str | None) -> str:
    return LOST_NAMES if lost == NAMES_LOST else LOST


def avoid_general_formats(book: Workbook) -> None:
    """Give each formula with the format General another format that looks the same in a wide column.

    If the file stores no result of a formula, LibreOffice 25.2 replaces General when it first computes the
    formula. If that happens while it stores an .xlsx file, it uses memory that it has freed, and may crash.
    """
    for sheet in book.worksheets:
        for cell in chain.from_iterable(sheet.iter_rows()):
            if cell.data_type == "f" and cell.number_format == "General":
                cell.number_format = LIKE_GENERAL


def version_now(results: str) -> str:
    """A formula for the version of our functions. Typing one of the results recomputes the formula."""
    return f"{VERSION}&LEFT(COUNT({results}),0)"


def if_lost(otherwise: str, said: str = LOST, table: str = LIVE, lost: str | None = None) -> str:
    """A formula: the sentence `said` if our functions are missing, otherwise a text or formula.

    lost: the condition; None: the cell `table`, which our functions compute, has the error #NAME?.
    """
    usual = otherwise[1:] if otherwise.startswith("=") else f'"{otherwise}"'
    return f'=IF({lost or f"IFERROR(ERROR.TYPE({table}),0)=5"},"{said}",{usual})'


def hide_errors_if_names_lost(sheet: Worksheet, sentence: str) -> None:
    """Hide errors while the cell `sentence` says that the functions of a workbook do not work.

    The text becomes white on white, because number formats do not hide errors.
    """
    everything = f"A1:{letter(sheet.max_column)}{sheet.max_row}"
    _show_first(sheet, everything, unseen_if_names_lost("A1", sentence, LOST_NAMES))


def hide_heads_if_lost(sheet: Worksheet, sentence: str, heads: str) -> None:
    """Hide headings beside a table while the cell `sentence` says that our functions are missing."""
    _show_first(sheet, heads, _unseen(f'{sentence}="{LOST}"'))


def _show_first(sheet: Worksheet, cells: str, first: Rule) -> None:
    """Add a conditional format before all others."""
    rules = [(str(one.sqref), rule) for one in sheet.conditional_formatting for rule in one.rules]
    sheet.conditional_formatting = ConditionalFormattingList()
    for area, rule in ((cells, first), *rules):
        rule.priority = 0
        show(sheet, area, rule)


def unseen_if_names_lost(first: str, sentence: str, said: str) -> Rule:
    """A rule that hides errors while the cell `sentence` shows `said`. first: the first cell of the area."""
    return _unseen(f'AND({sentence}="{said}",ISERROR({first}))')


def header(
    sheet: Worksheet, row: int, titles: Iterable[object], first: int = 1, side: str = "", *, band: bool = True
) -> None:
    """Write headings, aligned to `side` or to suit the values below them.

    band: are they white on a dark band? If not, a conditional format makes them so.
    """
    look: dict[str, Any] = {"font": HEAD_FONT, "fill": HEAD} if band else {"font": BOLD}
    for column, text in enumerate(titles, first):
        right = text in NUMBERS or (isinstance(text, str) and text[1:].isdigit())
        indent = 1 if text == "Check" else 0
        usual = "center" if text in CENTRED or isinstance(text, int) else "left"
        usual = "right" if right else usual
        look["alignment"] = Alignment(horizontal=side or usual, vertical="center", indent=indent)
        write_cell(sheet, row, column, text or None, **look)
    sheet.row_dimensions[row].height = HEAD_HEIGHT


def computed_header(sheet: Worksheet, row: int, columns: int) -> None:
    """Format a row for headings that a formula computes: each cell with a heading becomes dark."""
    for column in range(1, columns + 1):
        write_cell(sheet, row, column, None, BOLD, alignment=Alignment(vertical="center"))
    sheet.row_dimensions[row].height = HEAD_HEIGHT
    show(sheet, f"A{row}:{letter(columns)}{row}", banded_when(f"LEN(A${row})>0"))


@cache
def _power_fill(name: str) -> PatternFill:
    return PatternFill("solid", fgColor=POWER_FILLS[name])


@cache
def board_border(first: bool, last: bool) -> Border:
    """The lines around a cell of a board: thicker above the board's first row and below its last row."""
    upper, lower = BOARD_RULE if first else RULE, BOARD_RULE if last else RULE
    return Border(top=upper, bottom=lower, left=RULE, right=RULE)


def power(sheet: Worksheet, row: int, column: int, name: str) -> None:
    write_cell(sheet, row, column, name, fill=_power_fill(name), border=BOX)


def array(sheet: Worksheet, top: int, left: int, rows: int, columns: int, formula: str) -> None:
    area = f"{letter(left)}{top}:{letter(left + columns - 1)}{top + rows - 1}"
    sheet[f"{letter(left)}{top}"] = ArrayFormula(area, formula)


def result_table(sheet: Worksheet, top: int, rows: int, columns: int, formula: str, ends: str = "") -> None:
    """Write an array formula with headings in its first row, and a line below rows with a second cell.

    ends: the condition of a row below which there is a line; "": as said.
    """
    computed_header(sheet, top, columns)
    looks(sheet, f"A{top + 1}:{letter(columns)}{top + rows - 1}", font=PLAIN)
    align(sheet, f"B{top + 1}:{letter(columns)}{top + rows - 1}", vertical="center")
    align(sheet, f"A{top}:A{top + rows - 1}", horizontal="center", vertical="center")
    align(sheet, f"C{top}:{letter(columns)}{top}", horizontal="right", vertical="center")
    where = f"A{top + 1}:{letter(columns)}{top + rows - 1}"
    show(sheet, where, underlined(f"AND({ends or f'LEN($B{top + 1})>0'},LEN(A${top})>0)"))
    array(sheet, top, 1, rows, columns, formula)
    sheet.freeze_panes = f"A{top + 1}"


# In LibreOffice's conditional formats a function's empty text is unequal to "", so formulas ask for LEN. If
# several rules hold for a cell, LibreOffice uses only the first.


def when(formula: str, **look: Any) -> Rule:
    """A conditional format for cells in which the formula is true."""
    return Rule(type="expression", formula=[formula], dxf=DifferentialStyle(**look))


_BELOW = Border(bottom=RULE)
underlined = partial(when, border=_BELOW)
ruled_off = partial(when, border=Border(bottom=Side(style="thin", color=INK)))
"""A dark line below. Add this rule before rules with lighter lines."""
boxed = partial(when, border=BOX)
banded_when = partial(when, font=Font(bold=True, color="FFFFFF"), fill=PatternFill("solid", bgColor=BAND))
fault_when = partial(when, fill=FAULT, font=Font(bold=True, color="991B1B"))
doubt_when = partial(when, fill=DOUBT)
good_when = partial(when, font=Font(bold=True, color=GOOD))
bold_when = partial(when, font=Font(bold=True), border=_BELOW)
_unseen = partial(when, font=Font(color="FFFFFF"), fill=PatternFill("solid", bgColor="FFFFFF"))
muted_when = partial(when, font=Font(color="9CA3AF"))
unseen_when = partial(when, numFmt=NumberFormat(numFmtId=999, formatCode=";;;"))
"""Makes cells look empty. The number 999 is free: openpyxl numbers its formats from 164 up."""
DAY = "d mmm yyyy"
day_when = partial(when, numFmt=NumberFormat(numFmtId=170, formatCode=DAY))
whole_when = partial(when, numFmt=NumberFormat(numFmtId=1, formatCode="0"), border=_BELOW)
"""Shows numbers without decimals, with a line below."""


def decimals(sheet: Worksheet, cells: str, pattern: str) -> None:
    """Set a number format. With the format 0, fractions (ties may cause them) still show two decimals."""
    looks(sheet, cells, number_format=pattern)
    if pattern == "0":
        first = cells.partition(":")[0].replace("$", "")
        fraction = f"AND(ISNUMBER({first}),{first}<>ROUND({first},0))"
        show(sheet, cells, when(fraction, numFmt=NumberFormat(numFmtId=2, formatCode="0.00")))


def choice(sheet: Worksheet, cells: str, source: str, name: str, prompt: str, *, strict: bool = True) -> None:
    """Add a drop-down. strict: are other values refused? Otherwise the program asks whether to keep them."""
    rule = DataValidation(type="list", formula1=source, allow_blank=True)
    rule.errorStyle = "stop" if strict else "warning"
    rule.errorTitle = rule.promptTitle = name
    rule.error = prompt if strict else "This is not on the list. Keep it anyway?"
    rule.prompt = prompt
    rule.showErrorMessage = rule.showInputMessage = True
    sheet.add_data_validation(rule)
    rule.add(cells)


def whole(sheet: Worksheet, cells: str, low: int, high: int, name: str, text: str) -> None:
    """Allow only whole numbers from `low` to `high`. Mark TRUE, which LibreOffice allows and counts as 1."""
    show(sheet, cells, fault_when(f"ISLOGICAL({cells.partition(':')[0]})"))
    rule = DataValidation(
        type="whole", operator="between", formula1=str(low), formula2=str(high), allow_blank=True
    )
    rule.error, rule.errorTitle, rule.showErrorMessage = text, name, True
    sheet.add_data_validation(rule)
    rule.add(cells)


def define(book: Workbook, name: str, target: str) -> None:
    book.defined_names[name] = DefinedName(name, attr_text=target)


def mark(sheet: Worksheet) -> None:
    """Mark a sheet that only shows results, for our code that reads workbooks."""
    cells = f"{quote_sheet(sheet.title)}!{reference(whole_sheet(sheet.title))}"
    sheet.defined_names[MARK] = DefinedName(MARK, attr_text=cells, hidden=True)


def page(
    sheet: Worksheet, *, landscape: bool = False, title_rows: str = "", tall: int = 0, area: str = ""
) -> None:
    """Protect the sheet, and set up printing on A4: one page wide, `tall` pages high (0: any number).

    The footer has the sheet's name and the page number.
    """
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = 9
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, tall
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True
    sheet.sheet_view.showGridLines = False
    foot = sheet.oddFooter
    assert foot is not None
    foot.left.text, foot.right.text = "&A", "Page &P of &N"
    if title_rows:
        sheet.print_title_rows = title_rows
    if area:
        sheet.print_area = area
    guard = sheet.protection
    guard.sheet = True
    # Allow everything that harms no formula: False means that the action is allowed.
    guard.formatCells = guard.formatColumns = guard.formatRows = False
    guard.insertColumns = guard.insertRows = guard.insertHyperlinks = False
    guard.sort = guard.autoFilter = False


def fitting_page(
    sheet: Worksheet,
    columns: int,
    rows: int,
    smallest: float,
    *,
    landscape: bool = False,
    title_rows: str = "",
) -> None:
    """Set up one page if its letters can be read then; otherwise as many pages as the width gives.

    smallest: the size of the smallest letters of the sheet, in points.
    """
    paper = PAPER if landscape else UPRIGHT
    dimensions = (sheet.row_dimensions[row] for row in range(1, rows + 1))
    high = sum(one.height or ROW_HEIGHT for one in dimensions if not one.hidden)
    scale = min(scale_by_width(shown_widths(sheet, columns), paper), 72 * paper[1] / high)
    page(sheet, landscape=landscape, tall=int(scale * smallest >= READABLE), title_rows=title_rows)


def pages_across(sheet: Worksheet, columns: int, repeated: int) -> None:
    """Print a wide table on as many pages side by side as it needs. Each repeats the first columns."""
    scale = scale_by_width(shown_widths(sheet, columns))
    if scale < LEAST_SCALE:
        sheet.page_setup.fitToWidth = ceil(LEAST_SCALE / scale)
        sheet.print_title_cols = f"A:{letter(repeated)}"


def list_page(
    sheet: Worksheet, columns: int, top: int, lines: int, usual: int, least: float = LEAST_SCALE
) -> None:
    """Set up the pages of a list below the headings in row `top`.

    usual: the lines that events use. least: the least scale at which the letters can be read.
    """
    pages = pages_of_list(shown_widths(sheet, columns), top, lines, usual, least)
    last = top + pages.lines
    book = sheet.parent
    assert isinstance(book, Workbook)
    define(book, printed_lines(sheet), f"{quote_sheet(sheet.title)}!$A${top + 1}:$A${last}")
    area = f"A1:{letter(columns)}{last}"
    page(sheet, landscape=pages.landscape, tall=pages.number, title_rows=f"1:{top}", area=area)


def hide_spare_lines(sheet: Worksheet, columns: int, top: int, lines: tuple[int, int], usual: int) -> str:
    """Set up the pages of a list on a hidden sheet, as `list_page`. Returns the name of the lines shown.

    LibreOffice prints a hidden sheet if it has a print area, so lines that stay blank are hidden instead.
    lines: those that are expected, and all.
    """
    expected, every = lines
    pages = pages_of_list(shown_widths(sheet, columns), top, expected, usual)
    last = top + pages.lines
    for row in range(last + 1, top + every + 1):
        sheet.row_dimensions[row].hidden = True
    book, name = sheet.parent, SHOWN_LINES + sheet.title.replace(" ", "_")
    assert isinstance(book, Workbook)
    define(book, name, f"{quote_sheet(sheet.title)}!$A${top + 1}:$A${last}")
    page(sheet, landscape=pages.landscape, tall=pages.number, title_rows=f"1:{top}")
    return name


def printed_lines(sheet: Worksheet) -> str:
    """The defined name of the lines of a list that are printed."""
    return PRINTED + sheet.title.replace(" ", "_")


def say_not_printed(sheet: Worksheet, players: str) -> str:
    """A formula for a sentence if a list has more players than are printed.

    players: the number of filled cells in the first column of the list, also below the printed lines.
    """
    # COUNTA, as not every program finds the number of rows of a name.
    return f'IF({players}>COUNTA({printed_lines(sheet)}),"The last players are not printed. ","")'


def shown_widths(sheet: Worksheet, columns: int) -> list[float]:
    seen = (sheet.column_dimensions[letter(column)] for column in range(1, columns + 1))
    return [one.width for one in seen if not one.hidden]


def fitting_rows(sheet: Worksheet, columns: int) -> int:
    """Rows of normal height that fit on a page, if the first `columns` columns fill the page."""
    return rows_on_a_page(shown_widths(sheet, columns))


def break_after(sheet: Worksheet, row: int) -> None:
    sheet.row_breaks.append(Break(id=row))


def fonts_in_order(styles: bytes) -> bytes:
    """Sort the parts of each font in openpyxl's styles into Excel's order."""

    def order_tags(font: re.Match[str]) -> str:
        parts = sorted(re.finditer(r"<(\w+)[^>]*/>", font[2]), key=lambda part: FONT.index(part[1]))
        return font[1] + "".join(part[0] for part in parts) + font[3]

    return re.sub(r"(<font>)(.*?)(</font>)", order_tags, styles.decode("utf-8")).encode("utf-8")
