"""The sheet Guide, with the director's tasks, the sheets and the rule."""

import re
from collections.abc import Iterator

from openpyxl import Workbook
from openpyxl.styles import Alignment
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.errors import WHERE_TO_REPORT
from xl_dipscore.tables.cells.values import block, replace_backticks
from xl_dipscore.tables.functions.lists import dip_systems
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.plan import LISTED, Plan
from xl_dipscore.workbooks.author.problems import write_status
from xl_dipscore.workbooks.author.sheets import EventCells, sheet_kind, sheets_of


def _lines(text: str) -> list[list[str]]:
    """The lines of a text, each split at " | ". An indented line continues the line above."""
    return [line.split(" | ") for line in re.sub(r"\n +", " ", text.strip()).split("\n")]


CORRECTED = """Menu Diplomacy, Rename a Player: changes a name everywhere; or dipscore
 rename "Jon" "John" FILE. Take Back the Last Entry of the Log: undoes a draw or import; or dipscore undo
 FILE."""
DAY = _lines(f"""
1 People | Players | One row for each player, latecomers too. Under Here 1, a blank means here in round 1, and
 - means away.
2 Draw | Games | Menu Diplomacy, Draw a Round: draws who plays which power on which board; or dipscore seat
 FILE --round 1. Both add boards if there are too few; More Boards adds one without a draw. Or choose names
 on Games. Then print Slips, a form for each board, and Board calls for the wall.
3 Type | Games | Type the final centres of each power, 0 too, and x under Draw for each power in the draw. The
 + above Games opens columns that few boards need.
4 Check | Problems | Check, beside each board, says how it was read or what is wrong; Problems lists
 everything. If nothing changes as you type: dipscore rebuild FILE.
5 Show | Standings | Standings fills itself, and Print is for the wall. Menu Diplomacy, Publish the Page:
 writes a page for phones and the projector; or dipscore publish FILE -o FOLDER.
6 Correct | Explain | Type over mistakes. Explain shows how a score is made. {CORRECTED}
7 Next round | Players | Type - under Here 2 for those who are away. Menu Diplomacy, Draw a Round: draws the
 next round, with a top board if you like; or dipscore seat FILE --round 2, and --top-board. If the number of
 players is not a multiple of seven, the draw suggests who sits out or plays twice.
8 End | Best countries | Print the standings and the best countries. Menu Diplomacy, Export: writes them for a
 forum; or dipscore export text FILE -o FOLDER. New Event: starts next year's; or dipscore new --from FILE
 NEXT.xlsx.
""")
"""The director's tasks, in order: label, sheet for the task, and text. FILE stands for the workbook."""


def _lines_by_number(text: str) -> dict[str, list[str]]:
    """The lines of a text, by the number of a task at the beginning of the line."""
    return {line[0][0]: line for line in _lines(text)}


OF_EVENINGS = _lines_by_number("""
1 People | Players | One row for each member; x under Here for those who are here this evening.
2 Draw | Games | Menu Diplomacy, Draw a Round: takes the evening's date, and draws who plays which power; or
 dipscore seat FILE --round 2026-05-28. Or type date and names on Games.
7 Next evening | Players | Change the marks under Here, and draw the next evening. If the number of players is
 not a multiple of seven, the draw suggests who sits out or plays twice.
""")
"""Lines for a league. Each replaces the line of DAY with the same number."""
PLAIN_DAY = _lines_by_number("""
2 Draw | Games | Choose the names on Games, seven for each board. Then print Slips, and
 Board calls for the wall.
4 Check | Games | Check says how a board was read, in its first row, or what is wrong, beside the power.
 Status, at the top, counts the rows with problems.
5 Show | Standings | Standings fills itself, and Print is for the wall.
6 Correct | Games | Type over mistakes. Change a player's name both on Players and on Games.
7 Next round | Players | Type - under Here 2 for those who are away. Then choose the names of the next boards
 on Games.
8 End | Best countries | Print the standings and the best countries, and keep this file with the results.
""")
"""Lines about work by hand, for plain formulas. Each replaces the line of DAY with the same number."""
IN_SHORT = "In short"
SHORT = (
    "Type people on Players and results on Games, into the yellow cells: all other sheets follow. The menu "
    "Diplomacy is there after dipscore install, once on this computer. Commands such as dipscore undo FILE "
    "are typed in a terminal, with the name of this file in place of FILE."
)
PLAIN_SHORT = (
    "Type people on Players and results on Games, into the yellow cells: all other sheets follow, in any "
    "spreadsheet program."
)
NAMES_SHORT = (
    "Type people on Players and results on Games, into the yellow cells: all other sheets follow, in Excel "
    "365 and 2024. For other programs see Elsewhere below."
)
SUBSTITUTE = """
A substitute | Type one name for each power on Games: the player who gets the score by your rules, even if
 another began or ended the game. Type the other name under Note on Players. x under Unranked: the player
 only fills a seat, without rank. If a substitute has their own board in the same round,"""
FOLDED = """
Folded | The + above Games and beside Setup opens columns and options that few events need. If it does not
 open, unprotect the sheet, which has no password. Excel: Review > Unprotect Sheet. LibreOffice: Tools >
 Protect Sheet.
"""
ANSWERS = f"""{SUBSTITUTE.strip()} set the option double on Setup to best or sum.{FOLDED.rstrip()}
For paper | {{}}Print is for the wall. Long sheets such as Games take as many pages as they need; the others
 take one each. A hidden sheet is printed once you unhide it.
Empty tables | This program lacks our functions. LibreOffice: type dipscore install calc in a terminal.
 Excel on Windows: run Install of the folder for Windows; elsewhere type dipscore install excel. Then type
 dipscore attach FILE, and open the file that it writes. If you cannot install anything, use the file of the
 same name in templates/anywhere, which computes in any program, or make such a file of this one: dipscore
 attach FILE --host native. For a copy with values only: dipscore publish FILE --values -o FOLDER.
Your own style | Rename, restyle and move anything, but keep the headings and the names of cells. To write
 your own score formula, select its seven cells, type the formula, and press Ctrl+Shift+Enter.
More help | dipscore install calc adds the menu Diplomacy to LibreOffice, and dipscore install excel a tab
 Diplomacy to Excel. dipscore --help lists the commands. The README of xl_dipscore has every rule and its
 source.
A score is wrong? | {WHERE_TO_REPORT}
"""
SLIPS_FIRST = "Slips are for the tables, one for each board of a round; choose it in the first row. "
PLAIN_ANSWERS = f"""
Nothing to install | Every number is a plain formula, which your spreadsheet program computes as you type.
Why this score? | On Games, open the columns right of Check with the plus sign above them. Each line of the
 rule is a column, and Score is the sum of these columns. Click a cell to see how it is made.
Any order | A row finds its board by Round and Board, so rows of Games may be sorted, moved and inserted.
 For one more board, copy the seven rows of another, paste them below the last row, and change Round, Board
 and the results. Games is not locked: do not type into Score or the columns to its right.{SUBSTITUTE}
 make another workbook, as under Fixed, with --set double=best.
Fixed | The formulas were made for this system, for the rounds of this event and for the choices on Setup
 that are not yellow. For others, make another workbook: dipscore new {{}} event.xlsx --host {{}}
Not in cells | To explain scores with worked figures or to compare systems, write the results to a file by
 dipscore extract, for dipscore explain and dipscore compare. To check who sits where, use a workbook with our
 functions.{{}}
With dipscore | After installing dipscore, type in a terminal: dipscore seat FILE --round 2 to draw a round,
 dipscore rename "Jon" "John" FILE to change a name everywhere, dipscore undo FILE to take back the last entry
 of Log, dipscore publish FILE -o FOLDER to make a page for phones. dipscore --help lists all commands.
More help | The menu that dipscore install excel or dipscore install calc adds works here too. The README of
 xl_dipscore has every rule and its source.
A score is wrong? | {WHERE_TO_REPORT}
"""
BY_NAME = _lines(f"""
Nothing to install | This file contains its scoring functions as names, which Excel 365 and 2024 compute,
 also on the web, on Macs and on phones. All other cells are plain formulas.
Elsewhere | LibreOffice: type dipscore install calc in a terminal. After saving in LibreOffice choose menu
 Diplomacy, Repair the Functions; or type dipscore rebuild FILE. For other programs make a workbook with
 --host native.
More boards | Keep the seven rows of a board together, because its function reads them as one block. For one
 more board, copy the seven rows of another, paste them below the last row, and change Round, Board and the
 results. Games is not locked: do not type into Score or the columns to its right.{SUBSTITUTE}
 make another workbook, as under Fixed, with --set double=best.
""")
"""Lines for a workbook that computes scores by names. They replace as many of PLAIN_ANSWERS."""
CURRENT_EXCEL = 191029
"""The number of Excel's calculation engine. With an older number, Excel recalculates a file on opening."""
NOT_LIVE = "not live in this program: see Empty tables below"
NAMES_NOT_LIVE = "not live in this program: see Elsewhere below"
LABELS, TEXTS = 20, 104
"""The widths of Guide's two columns, in characters."""


def as_it_is(book: Workbook) -> Workbook:
    """Make Excel open the book on its first sheet, without computing the book again."""
    book.worksheets[0].sheet_view.tabSelected = True  # openpyxl selects no sheet
    book.calculation = CalcProperties(calcId=CURRENT_EXCEL, fullCalcOnLoad=False)
    return book


@sheet_kind("Guide", "", place=0, written=15, colour=style.COMPUTED, hidden=False)
def guide(sheet: Worksheet, of: EventCells) -> None:
    """Write the director's tasks, the sheets, answers, and the system's rule in words."""
    plan, without_form = of.plan, of.without_form
    plain = without_form is not None
    style.widths(sheet, [LABELS, TEXTS])
    style.title(sheet, '=IF(Event_name="","A Diplomacy tournament",Event_name)', "=System_name")
    style.write_cell(sheet, 3, 1, "Status", style.BOLD)
    write_status(sheet, 3, 2, 1)
    sheet.cell(3, 2).alignment = Alignment(wrap_text=True, vertical="top")
    sheet.cell(3, 1).alignment = Alignment(vertical="top")
    sheet.row_dimensions[3].height = 3 + 15 * 2  # for a longer sentence
    if not plain:
        write_version_check(sheet, 4, plan.results)
    if plan.by_name:
        style.write_cell(sheet, 4, 1, "Functions", style.BOLD)
        style.write_cell(sheet, 4, 2, f'=IF({style.NAMES_LOST},"{NAMES_NOT_LIVE}",{style.LIVE})', style.BOLD)
        _mark_version(sheet, "B4")
    plain_short = NAMES_SHORT if plan.by_name else PLAIN_SHORT
    row = _write_line(sheet, 5, IN_SHORT, plain_short if plain else SHORT)
    instead = (PLAIN_DAY if plain else {}) | (OF_EVENINGS if plan.league else {})
    for line in DAY:
        label, name, text = instead.get(line[0][0], line)
        row = _write_line(sheet, row, label, text, link=name)
    described = [one for one in sheets_of(plan, of.kind) if one.sentence]
    hidden = [(one.name, one.sentence_for(plan)) for one in described if one.hidden]
    row += 1
    for one in described:
        if not one.hidden:
            row = _write_line(sheet, row, one.name, one.sentence_for(plan), link=one.name)
    unhide = ("Hidden sheets", "Right-click a tab and choose Unhide (LibreOffice: Show Sheet).")
    answers = _lines(ANSWERS.format("" if plan.league else SLIPS_FIRST))
    if without_form is not None:
        more = "".join(f" {sentence}" for sentence in without_form)
        host = "names" if plan.by_name else "native"
        answers = _lines(PLAIN_ANSWERS.format(plan.system.key, host, more))
        answers = [*BY_NAME, *answers[len(BY_NAME) :]] if plan.by_name else answers
    for part in ([unhide, *hidden], answers):
        row += 1
        for label, text in part:
            row = _write_line(sheet, row, label, text)
    for label, text, longest in lines_about_system(plan, plain=plain):
        row = _write_line(sheet, row + (label == RULE), label, text, longest)
    style.fitting_page(sheet, 2, row, smallest=10)


RULE, NEEDED, SOURCE, READ = "The rule", "What it needs", "Source", "How it is read"
CENTRES_ONLY = "centres only"


def lines_about_system(plan: Plan, *, plain: bool) -> Iterator[tuple[str, str, int]]:
    """For each line about the system: label, text or formula, and the length of the longest text."""
    return _its_rule(plan) if plain else _any_rule()


def _any_rule() -> Iterator[tuple[str, str, int]]:
    """For each line about the system on Setup: label, formula, and length of the formula's longest result."""
    _, *known = block(dip_systems())
    asked = ((RULE, 5, ""), (NEEDED, 3, CENTRES_ONLY), (SOURCE, 4, ""), (READ, 6, ""))
    for label, column, nothing in asked:
        found = f"INDEX(Systems!${'ABCDEFG'[column]}$2:${'ABCDEFG'[column]}${LISTED + 1},System_row)"
        shown = f'IF(LEN({found})=0,"{nothing}",{found})' if nothing else found
        yield label, f'=IFERROR({shown},"")', max(len(str(its[column])) for its in known)


def _its_rule(plan: Plan) -> Iterator[tuple[str, str, int]]:
    system = plan.system
    texts = (system.help, ", ".join(system.needs) or CENTRES_ONLY, system.source, system.readings)
    for label, text in zip((RULE, NEEDED, SOURCE, READ), map(replace_backticks, texts), strict=True):
        yield label, text, len(text)


def write_version_check(
    sheet: Worksheet, row: int, results: str, column: int = 1, table: str = style.LIVE
) -> None:
    """Write the version of our functions or, if they are missing, a sentence that says what to do.

    The formula reads the typed results, so that typing a result recomputes it. It also reads the cell
    `table`, which has an error without our functions. The row is two lines high, for the longer message of
    Excel's macros.
    """
    top = Alignment(wrap_text=True, vertical="top")
    style.write_cell(sheet, row, column, "Functions", style.BOLD, alignment=top)
    live = f'=IFERROR({style.version_now(results)},"{NOT_LIVE}")'
    shown = style.if_lost(live, NOT_LIVE, table)
    cell = style.write_cell(sheet, row, column + 1, shown, style.BOLD, alignment=top).coordinate
    sheet.row_dimensions[row].height = 3 + 15 * 2
    _mark_version(sheet, cell)


def _mark_version(sheet: Worksheet, cell: str) -> None:
    """Mark a sentence in the place of the version."""
    not_live = style.doubt_when(f'ISNUMBER(SEARCH(" ",{cell}))')
    style.show(sheet, cell, not_live, style.good_when(f"LEN({cell})>0"))


def _write_line(
    sheet: Worksheet, row: int, label: str, text: str, longest: int = 0, *, link: str = ""
) -> int:
    """Write a label with a text beside it. Return the row below.

    longest: the length of the longest text, if `text` is a formula. link: a sheet that the label links to.
    """
    beside = style.write_cell(sheet, row, 1, label, style.BOLD, alignment=Alignment(vertical="top"))
    style.write_cell(sheet, row, 2, text, alignment=Alignment(wrap_text=True, vertical="top"))
    sheet.row_dimensions[row].height = 3 + 15 * style.lines(longest or len(text), TEXTS)
    if link:
        style.link(beside, f"'{link}'!A1")
    return row + 1
