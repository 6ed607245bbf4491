"""Keep the director's `ok` beside the same lines of the list of doubts when the lines move."""

from collections.abc import Mapping

from xl_dipscore.rules.tournament.problem import OK
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.setup import KEYS, LOOKED_AT, Setup


def read_ok_marks(setup: Setup) -> dict[str, str]:
    """The marks by key of the accepted line: `ok` beside that line, or its key, typed beside any line."""
    lines = [*_lines(setup).values()]
    keys = {key for key, _ in lines if key}
    return {text: text for _, text in lines if text in keys} | {
        key: OK for key, text in lines if key and text == OK
    }


def move_ok_marks(setup: Setup, looked: Mapping[str, str]) -> bool:
    """Move each mark to its line; remove it if the line is not listed. Returns whether a cell changed."""
    area = setup.area(LOOKED_AT)
    if area is None:
        return False
    keys = {*looked, *(key for key, _ in _lines(setup).values())}
    moved = False
    for row, (key, text) in _lines(setup).items():
        wanted = looked.get(key, "")
        if text != wanted and (wanted or text == OK or text in keys) and (not text or text in (OK, *keys)):
            setup.book.set_value(area.sheet, address(row, area.left), wanted or None)
            moved = True
    return moved


def _lines(setup: Setup) -> dict[int, tuple[str, str]]:
    """By row, the key of each line and the text typed beside it."""
    keys, area = setup.area(KEYS), setup.area(LOOKED_AT)
    if keys is None or area is None:
        return {}
    found = {}
    for row in range(area.top, area.bottom + 1):
        key, typed = (setup.book.value(place.sheet, address(row, place.left)) for place in (keys, area))
        text = label(typed)
        found[row] = label(key), OK if text.casefold() == OK else text
    return found
