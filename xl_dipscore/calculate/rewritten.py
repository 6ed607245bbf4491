"""Formulas in words that calculators know: what LET calls by a name is put in, places that are known without
computing are written out, hidden rows are left out where a formula leaves them out.

In memory only. What cannot be written so stays as it is, and is listed by the name of its function.
"""

from collections.abc import Callable
from itertools import pairwise

from xl_dipscore.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    Token,
    area_of,
    arguments,
    closing,
    quoted,
    reference,
)
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

REWRITTEN = frozenset({"LET", "OFFSET", "INDIRECT", "SUBTOTAL", "AGGREGATE"})
OF_VALUES = frozenset({"OFFSET", "INDIRECT"})
"""Whose references depend on values."""
_MOST_PARTS = 20_000
"""What is put in may hold what was put in before, twice, and so on."""
_MOST_PIECES = 50
"""Between hidden rows."""
_CHANCE = frozenset({"RAND", "RANDBETWEEN", "RANDARRAY", "LAMBDA"})
"""What must not be put in twice, or has names of its own."""
_TOTALS = (
    "",
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT", "STDEV", "STDEVP", "SUM", "VAR", "VARP"),
)
"""What SUBTOTAL does, by its number."""
_HIDDEN = 100
"""More than this is added to the number where rows hidden by hand are left out too."""
_ARRAYS = 14
"""From this number on, AGGREGATE takes one array and a place in it."""

Parts = list[Token]
Resolve = Callable[[str], Parts]
"""From the text of a reference to what it means."""


def without_let(parts: Parts) -> Parts:
    """A formula with what its LETs call by a name in the places of these names."""
    parts = [part for part in parts if part.kind != "space"]
    while (start := _last_let(parts)) is not None and len(parts) < _MOST_PARTS:
        end, given = closing(parts, start), arguments(parts, start)
        if end is None or len(given) % 2 == 0 or any(_bare(part) in _CHANCE for part in parts[start:end]):
            return parts
        named: dict[str, Parts] = {}
        for name, value in zip(given[::2], given[1::2], strict=False):
            if len(name) != 1 or name[0].kind != "name" or not value:
                return parts
            named[name[0].text.casefold()] = meant = _together(_put_in(value, named))
            if len(meant) > _MOST_PARTS:
                return parts
        parts[start : end + 1] = _together(_put_in(given[-1], named))
    return parts


def _last_let(parts: Parts) -> int | None:
    return next((place for place in reversed(range(len(parts))) if _bare(parts[place]) == "LET"), None)


def _bare(part: Token) -> str:
    return part.text[:-1].upper().removeprefix("_XLFN.") if part.kind == "function" else ""


def _put_in(parts: Parts, named: dict[str, Parts]) -> Parts:
    found: Parts = []
    for part in parts:
        found += named.get(part.text.casefold(), [part]) if part.kind == "name" else [part]
    return found


def _together(parts: Parts) -> Parts:
    if len(parts) == 1 or (parts[0].kind in ("function", "open") and closing(parts, 0) == len(parts) - 1):
        return parts
    return [_OPEN, *parts, _CLOSE]


_OPEN, _CLOSE, _COMMA = Token("open", "("), Token("close", ")"), Token("comma", ",")


class Rewriter:
    """What is known of the places in one workbook without computing anything."""

    def __init__(self, package: Package) -> None:
        self._package = package

    def rewritten(self, parts: Parts, here: Area, resolve: Resolve) -> tuple[Parts, list[Area]]:
        """A formula whose names are resolved, as calculators know it, and the further cells in it."""
        found = [part for part in parts if part.kind != "space"]
        for start in range(len(found) - 1, -1, -1):
            if found[start].kind != "function" or (end := closing(found, start)) is None:
                continue
            given = arguments(found, start)
            fresh: Parts | None = None
            match found[start].text:
                case "OFFSET":
                    fresh = self._moved(given, here)
                case "INDIRECT":
                    fresh = self._meant(given, here, resolve)
                case "INDEX" if _COLON in (found[start - 1 : start] + found[end + 1 : end + 2]):
                    fresh = self._picked(given, here)
                case "SUBTOTAL":
                    fresh = self._total(given)
                case "AGGREGATE":
                    fresh = self._aggregate(given)
            if fresh is not None:
                found[start : end + 1] = fresh
        while (place := _between(found)) is not None:
            ends = area_of(found[place - 1].text), area_of(found[place + 1].text)
            found[place - 1 : place + 2] = [_token(ends[0].hull(ends[1]))]
        if len(found) == 1 and (area := _area(found)) is not None and not area.single:
            return parts, []  # several cells that are computed fill several; those that are named do not
        old = {part for part in parts if part.kind == "reference"}
        new = [area_of(part.text) for part in found if part.kind == "reference" and part not in old]
        return found, new

    def _moved(self, given: list[Parts], here: Area) -> Parts | None:
        """The cells that OFFSET means."""
        area = _area(given[0])
        if area is None or not 3 <= len(given) <= 5:
            return None
        usual = zip([*given[1:], [], []], (0, 0, *area.shape), strict=False)
        known = [self._number(part, here) if part else one for part, one in usual]
        if len(numbers := [number for number in known if number is not None]) < len(known):
            return None
        down, right, height, width = numbers
        top, left = area.top + down, area.left + right
        if height < 1 or width < 1:
            return None
        if top < 1 or left < 1 or top + height - 1 > ROWS or left + width - 1 > COLUMNS:
            return [Token("error", "#REF!")]
        return [_token(Area(area.sheet, top, left, top + height - 1, left + width - 1))]

    def _picked(self, given: list[Parts], here: Area) -> Parts | None:
        """The cell that INDEX means, at one end of a range."""
        area = _area(given[0])
        known = [self._number(part, here) for part in given[1:]]
        if area is None or not known or None in known or len(known) > 2:
            return None
        row, column = (
            known if len(known) == 2 else (known[0], 1) if area.left == area.right else (1, known[0])
        )
        if len(known) == 1 and 1 not in area.shape:
            return None
        if not (row and column and 0 < row <= area.shape[0] and 0 < column <= area.shape[1]):
            return None
        top, left = area.top + row - 1, area.left + column - 1
        return [_token(Area(area.sheet, top, left, top, left))]

    def _meant(self, given: list[Parts], here: Area, resolve: Resolve) -> Parts | None:
        """The cells that INDIRECT means."""
        if len(given) > 1:
            return None
        text = self._known(given[0], here)
        found = resolve(text) if isinstance(text, str) and text else []
        return found if len(found) == 1 and found[0].kind == "reference" else None

    def _total(self, given: list[Parts]) -> Parts | None:
        """SUBTOTAL as the function that it stands for, of the rows that count."""
        number = _literal(given[0])
        kind = number - _HIDDEN if number > _HIDDEN else number
        if not 0 < kind < len(_TOTALS):
            return None
        areas = self._counted(given[1:], by_hand=number > _HIDDEN, nested=False)
        return None if not areas else _call(_TOTALS[kind], [[_token(area)] for area in areas])

    def _aggregate(self, given: list[Parts]) -> Parts | None:
        """AGGREGATE that leaves out errors, or nothing, of the rows that count."""
        kind, option = (_literal(part) for part in [*given, [], []][:2])
        if not 1 <= kind <= 19 or not 0 <= option <= 7 or given[1] == []:
            return None
        sound, by_hand = option in (2, 3, 6, 7), option % 2 == 1
        what = given[2:3] if kind >= _ARRAYS else given[2:]
        pieces = what
        if all(_area(part) is not None for part in what):
            areas = self._counted(what, by_hand=by_hand, nested=option > 3)
            if not areas or (kind >= _ARRAYS and len(areas) > 1):
                return None
            pieces = [[_token(area)] for area in areas]
        elif kind < _ARRAYS:
            return None
        head = [[Token("number", str(kind))], [Token("number", "6" if sound else "4")]]
        return _call("AGGREGATE", [*head, *pieces, *given[2 + len(what) :]])

    def _counted(self, given: list[Parts], *, by_hand: bool, nested: bool) -> list[Area] | None:
        """The cells of these references in rows that count; None where that is not known.

        by_hand: are rows that were hidden by hand left out? nested: do other totals among them count?
        """
        found: list[Area] = []
        for part in given:
            area = _area(part)
            if area is None or area.sheet not in self._package.sheet_names:
                return None
            sheet = self._package.sheet(area.sheet)
            if not nested and any(area.holds(place) for place in self._totals(area.sheet)):
                return None
            hidden = [row for row in sheet.hidden_rows if area.top <= row <= area.bottom]
            if hidden and not by_hand:
                # A filter's rows are left out always, those that a person hid are not.
                if "filterColumn" in sheet.behind or any(
                    t.area.sheet == area.sheet for t in self._package.tables
                ):
                    return None
                hidden = []
            edges = pairwise([area.top - 1, *hidden, area.bottom + 1])
            found += [
                area._replace(top=before + 1, bottom=after - 1)
                for before, after in edges
                if after - before > 1
            ]
        return found if len(found) <= _MOST_PIECES else None

    def _totals(self, name: str) -> list[tuple[int, int]]:
        """The cells with other totals of that kind."""
        return self._package.found(_find_totals).get(name, [])

    def _number(self, parts: Parts, here: Area) -> int | None:
        value = self._known(parts, here)
        return int(value) if isinstance(value, int | float) and value == int(value) else None

    def _known(self, parts: Parts, here: Area) -> CellValue:
        """What it comes to where nothing in it is computed; None where that is not known."""
        if parts and parts[0].kind == "open" and closing(parts, 0) == len(parts) - 1:
            return self._known(parts[1:-1], here)
        if (place := _operator(parts, "&")) is not None:
            pair = self._known(parts[:place], here), self._known(parts[place + 1 :], here)
            return None if None in pair else "".join(map(_text, pair))
        for signs in ("+-", "*"):
            if (place := _operator(parts, signs)) is not None:
                sign = parts[place].text
                one = self._known(parts[:place], here) if place else 0
                other = self._known(parts[place + 1 :], here)
                if not isinstance(one, int | float) or not isinstance(other, int | float):
                    return None
                return one + other if sign == "+" else one - other if sign == "-" else one * other
        match [part.kind for part in parts]:
            case ["number"] if parts[0].text not in ("TRUE", "FALSE"):
                return float(parts[0].text)
            case ["text"]:
                return parts[0].text[1:-1].replace('""', '"')
            case ["reference"]:
                return self._typed(area_of(parts[0].text))
            case ["function", "close"] if parts[0].text in ("ROW", "COLUMN"):
                return here.top if parts[0].text == "ROW" else here.left
            case ["function", "reference", "close"]:
                return self._of_places(parts[0].text, area_of(parts[1].text))
        return None

    def _of_places(self, name: str, area: Area) -> int | None:
        match name:
            case "ROW" | "COLUMN":
                return area.top if name == "ROW" else area.left
            case "ROWS" | "COLUMNS":
                return area.shape[name == "COLUMNS"]
            case "COUNTA" if area.sheet in self._package.sheet_names:
                sheet = self._package.sheet(area.sheet)
                there = [place for place in sheet.cells if area.holds(place)]
                if not any(sheet.is_computed(*place) for place in there):
                    return sum(sheet.cells[place].value is not None for place in there)
        return None

    def _typed(self, area: Area) -> CellValue:
        if not area.single or area.sheet not in self._package.sheet_names:
            return None
        sheet, place = self._package.sheet(area.sheet), (area.top, area.left)
        cell = sheet.cells.get(place)
        if cell is None or sheet.is_computed(*place) or isinstance(cell.value, bool | ErrorMark):
            return None
        return cell.value


def _find_totals(package: Package) -> dict[str, list[tuple[int, int]]]:
    return {
        name: [
            place
            for place, cell in package.sheet(name).cells.items()
            if cell.formula_xml and any(word in cell.formula.upper() for word in ("SUBTOTAL(", "AGGREGATE("))
        ]
        for name in package.sheet_names
        if package.sheet(name).mentions("SUBTOTAL", "AGGREGATE")
    }


def _text(value: CellValue) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if whole and isinstance(value, float) else str(value)


def _operator(parts: Parts, signs: str) -> int | None:
    """Where the last of these stands that is not inside parentheses, and not a sign before a number."""
    depth, found = 0, None
    for place, part in enumerate(parts):
        depth += {"function": 1, "open": 1, "close": -1}.get(part.kind, 0)
        if depth == 0 and part.kind == "operator" and part.text in signs:
            before = parts[place - 1].kind if place else ""
            if place == 0 and part.text in "+-" and found is None:
                found = 0
            elif before not in ("", "operator"):
                found = place
    return found


def _literal(parts: Parts) -> int:
    """A whole number that is written out; -1 for anything else."""
    return int(parts[0].text) if len(parts) == 1 and parts[0].text.isdecimal() else -1


def _area(parts: Parts) -> Area | None:
    return area_of(parts[0].text) if len(parts) == 1 and parts[0].kind == "reference" else None


def _token(area: Area) -> Token:
    return Token("reference", f"{quoted(area.sheet)}!{reference(area)}")


def _call(name: str, given: list[Parts]) -> Parts:
    found = [Token("function", name)]
    for number, part in enumerate(given):
        found += [_COMMA, *part] if number else part
    return [*found, _CLOSE]


_COLON = Token("other", ":")


def _between(parts: Parts) -> int | None:
    """Where a colon stands between two references on one sheet."""
    for place in range(1, len(parts) - 1):
        one, other = _area(parts[place - 1 : place]), _area(parts[place + 1 : place + 2])
        if parts[place] == _COLON and one is not None and other is not None and one.sheet == other.sheet:
            return place
    return None
