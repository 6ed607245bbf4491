"""The menu in xlwings Lite: buttons in the add-in's pane, each of which runs a script in main.py.

Items that need files or insert rows are left out: Lite has no files.
"""

from typing import Any

from xl_dipscore.hosts.excel_values import cell_value
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.workbooks.live.book import book_of, strips
from xl_dipscore.workbooks.live.menu import (
    Done,
    Item,
    Selected,
    Wish,
    item_of,
    items,
    stop_after_half_a_minute,
)

MOST_LINES = 20
"""The most lines of a message."""
MADE_LARGER = "Make the workbook larger on a computer: dipscore new --template, or dipscore seat."


def scripts() -> str:
    return "".join(_script(one) for one in items() if not one.needs_files)


def _script(item: Item) -> str:
    asked = "".join(f"\n    {one}," for one in ("book: xw.BookAsync", *map(_parameter, item.wishes)))
    given = "".join(f"\n        {wish.name}={_parameter_name(wish)}," for wish in item.wishes)
    return f'''

@script(name="{item.title}")
async def dip_{item.word}({asked}
):
    """{item.help}"""
    from xl_dipscore.hosts.lite_menu import run

    await run(
        book,
        "{item.word}",{given}
    )
'''


def _parameter_name(wish: Wish) -> str:
    """The name of the script's parameter, which the pane shows."""
    return wish.name.rstrip("_")


def _parameter(wish: Wish) -> str:
    """The declaration of the script's parameter. For 0 or blank, the item uses its own initial value."""
    if wish.choices:
        kind = f"Literal[{', '.join(map(repr, wish.choices))}]"
        return f"{_parameter_name(wish)}: {kind} = {wish.default!r}"
    kind, blank = {"number": ("int", 0), "tick": ("bool", False)}.get(wish.kind, ("str", ""))
    return f"{_parameter_name(wish)}: {kind} = {blank!r}"


async def run(book: Any, word: str, **wishes: object) -> Done:
    """Run an item in the open workbook, and show its result."""
    item, opened = item_of(word), await _read_open_book(book)
    asked = {name: value for name, value in wishes.items() if value not in (0, "")}
    selected = book.selection
    at = Selected(book.sheets.active.name, selected.row, selected.column, selected.shape[0])
    done = item.run(opened, **asked, at=at, told=stop_after_half_a_minute())
    for strip in strips(done.edits):
        cells = book.sheets[strip.sheet].range((strip.top, strip.left))
        if strip.formula:
            cells.formula = f"={strip.formula}"
        else:
            cells.value = [[_escape_text(value)] for value in strip.values]
    for name in done.shows:
        book.sheets[name].visible = True
    if done.go is not None:
        book.sheets[done.go.sheet].visible = True
        book.sheets[done.go.sheet].activate()
        book.sheets[done.go.sheet].range((done.go.row, done.go.column)).select()
    if said := [done.why_file, MADE_LARGER] if done.why_file else done.lines:
        book.app.alert("\n".join(said[:MOST_LINES]), item.title)
    return done


async def _read_open_book(book: Any) -> OpenBook:
    sheets = []
    for sheet in book.sheets:
        end = sheet.used_range.last_cell
        area = sheet.range((1, 1), (end.row, end.column))
        typed = await area.options(ndim=2, err_to_str=True).get_value()
        values = [[cell_value(cell) for cell in row] for row in typed]
        sheets.append((sheet.name, values, await area.options(ndim=2).get_formula()))
    return book_of(book.name, sheets, {name.name: name.refers_to for name in book.names})


def _escape_text(value: object) -> object:
    """Put an apostrophe before a text that Excel would read as a number or a formula."""
    misread = isinstance(value, str) and (value[:1] in "=+-@'" or value.replace(".", "").isdigit())
    return f"'{value}" if misread and value else value
