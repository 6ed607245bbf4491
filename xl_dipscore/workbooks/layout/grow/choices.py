"""Renew drop-down lists whose entries are written out, such as the rounds and boards to explain."""

import re
from collections.abc import Iterable, Sequence

from xl_dipscore.sheets.xlsx.markup import encode, replace_matches, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.layout.games import Slot, label

LONGEST = 255
"""The longest list that Excel accepts, in characters."""
Headings = tuple[tuple[str, ...], tuple[str, ...]]
_LISTED = re.compile(r"<(?:\w+:)?formula1>([^<]*)</")


def headings(slots: Sequence[Slot]) -> Headings:
    """The rounds and the board names, in the order of the slots."""
    return _unique_labels(slot.round for slot in slots), _unique_labels(slot.board for slot in slots)


def _unique_labels(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label(value) for value in values if not is_blank(value)))


def with_choices(package: Package, before: Headings, after: Headings) -> Package:
    """A copy of the workbook in which the drop-down lists of all rounds or all boards have new entries."""
    package = package.reread()
    lists = {_list(old): _list(new) for old, new in zip(before, after, strict=True) if old}

    def replace_choices(found: re.Match[str]) -> str:
        new = lists.get(unescape(found[1]))
        return found[1] if new is None else encode(new)

    for part in package.sheet_parts:
        package.set_part(part, replace_matches(package.part(part) or b"", part, _LISTED, replace_choices, 1))
    return package


def _list(names: tuple[str, ...]) -> str | None:
    text = f'"{",".join(names)}"'
    possible = len(text) <= LONGEST + 2 and not any(mark in name for name in names for mark in ',"')
    return text if possible else None
