"""The forms of the menu's items as plain data, and the texts that people type."""

from collections.abc import Iterator, Mapping
from typing import Any

from xl_dipscore.hosts.page.view import text_of
from xl_dipscore.sheets.xlsx.formula import address, position
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.book import book_of
from xl_dipscore.workbooks.live.menu import Item, Selected, Wish

LOOKING = ("check", "explain")
"""Items that only look: the workbook stays as it is, even if the item writes into it to compute."""
NEW = "event.xlsx"
"""The name of a new event's workbook until it is named."""


def form_of(item: Item, event: EventIn | None) -> dict[str, Any]:
    """The form of an item with its initial values. event: None if no workbook is open."""
    first = item.initial_values(book_of(NEW, [], {}) if event is None else event.book)
    fields = [_field(wish, first.get(wish.name)) for wish in item.wishes if wish.kind != "folder"]
    if event is None:  # the only item without a workbook makes one from nothing
        fields = [one for one in fields if one["name"] != "from_nothing"]
    players = [*_players(item, event)]
    return {"title": item.title, "help": item.help, "fields": fields, "players": players}


def _field(wish: Wish, value: object) -> Mapping[str, Any]:
    shown = value if isinstance(value, bool) else text_of(value)
    return {
        "name": wish.name, "label": wish.label, "help": wish.help_with(value), "kind": wish.kind,
        "choices": [*wish.choices], "value": shown,
    }  # fmt: skip


def acts_on_players(item: Item) -> bool:
    """Does the item act on selected rows of the list of players?"""
    return item.needs("at") and item.word not in LOOKING


def _players(item: Item, event: EventIn | None) -> Iterator[str]:
    if acts_on_players(item) and event is not None and event.roster is not None:
        yield from (name for name, _ in event.roster.players_with_rows)


def split_cell(cell: str) -> tuple[str, str]:
    """The sheet and the reference of a cell such as `Games!E5`."""
    sheet, _, ref = cell.rpartition("!")
    return sheet, ref


def place_of(cell: str) -> Selected | None:
    """The place of a cell such as `Games!E5`; None for a blank."""
    if not cell:
        return None
    sheet, ref = split_cell(cell)
    return Selected(sheet, *position(ref))


def cell_of(at: Selected | None) -> str:
    """A place as `Games!E5`; blank for None."""
    return "" if at is None else f"{at.sheet}!{address(at.row, at.column)}"


def value_typed(text: str) -> int | str | None:
    """What a typed text becomes in a cell: a whole number, a text, or nothing."""
    typed = text.strip()
    found = number(typed) if typed else None
    return found if isinstance(found, int) and str(found) == typed else typed or None
