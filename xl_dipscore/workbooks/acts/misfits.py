"""Find formulas with our functions that cannot be right: they read deleted cells, wrong rows or headings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from xl_dipscore.errors import VALUE, Fault, group_by_key, join, join_at_most
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.sheets.calculate.reader import Reader, Reading
from xl_dipscore.sheets.xlsx.cell import Cell
from xl_dipscore.sheets.xlsx.formula import Area, Name, Token, address, function_name, reference, tokens
from xl_dipscore.tables.cells.columns import SCORING
from xl_dipscore.tables.cells.languages import Word, letters_in
from xl_dipscore.tables.cells.values import fill_down, is_blank, power
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, label
from xl_dipscore.workbooks.layout.ours import OURS, without_guard
from xl_dipscore.workbooks.layout.setup import option_word, rows_of

MOST_LISTED = 3
"""The most faults of one kind, or words in a sentence, that are listed. If there are more, only the number
of the others is given; but if this number would be 1, the last fault or word is listed too.
"""


class BrokenReference(Fault):
    """{sheet} {cells}: {what} points at deleted cells ({reference}); undo the deletion, or enter it again."""


class BrokenSlot(Fault):
    """{sheet} rows {first} to {last} are not a board of seven powers: {what}."""


class RowsOfOthers(Fault):
    """{sheet} rows {first} to {last} are scored as one board, but belong to {boards}. Put the rows of \
each board together."""


class OtherOrder(Fault):
    """{sheet} rows {first} to {last} are scored as {wanted}, but are {found}; put them in that order."""


class HeadingsElsewhere(Fault):
    """{sheet} {cell}: the score reads {rows} with the headings {headings}; give both the same columns."""


class NotABoard(Fault):
    """{sheet} {cell}: {area} is not one board. Give the seven cells of its counts, such as {example}."""


class FactElsewhere(Fault):
    """{sheet} {cell}: the score reads {rows}, but {headings} is elsewhere. Move that column back."""


class AlikeElsewhere(Fault):
    """{sheet}: the same fault occurs on {more}."""


def misfits(event: EventIn) -> list[Fault]:
    """The faults of formulas with our functions. Of many faults of one kind, the first few are listed."""
    homes = event.sheets
    boards = [
        *first_of_each_kind(find_misfits(event, homes)),
        *first_of_each_kind(_find_too_large_areas(event)),
    ]
    return [*broken_references(event), *boards]


def broken_references(event: EventIn) -> Iterator[Fault]:
    """Find formulas with broken references, on sheets that call our functions.

    A name that points to deleted cells is a broken reference too, if the formula calls one of our functions.
    """
    nowhere = {name.name.casefold(): name for name in event.book.defined_names if "#REF!" in name.text}
    for title in event.book.sheet_names:
        formulas = {
            place: cell.formula for place, cell in event.book.sheet(title).cells.items() if cell.formula
        }
        found: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for place, formula in sorted(formulas.items()):
            if "#REF!" not in formula and not any(name in formula.casefold() for name in nowhere):
                continue
            pieces = without_guard(tokens(formula))
            called = sorted({name for name in map(_function, pieces) if name})
            if what := _find_broken_reference(pieces, nowhere if called else {}):
                found.setdefault((join(called) or "a formula", what), []).append(place)
        for (called_by, what), places in found.items() if found and _call_ours(formulas.values()) else ():
            cells = _some([address(*place) for place in places])
            yield BrokenReference(sheet=title, cells=cells, what=called_by, reference=what)


def _call_ours(formulas: Iterable[str]) -> bool:
    """Does any of these formulas call one of our functions?"""
    likely = (one for one in formulas if any(word in one.upper() for word in ("DIP_", "_SCORE")))
    return any(any(map(_function, tokens(one))) for one in likely)


def _find_broken_reference(pieces: Iterable[Token], nowhere: Mapping[str, Name]) -> str:
    """The first broken reference or name in a formula; blank if there is none."""
    for piece in pieces:
        if piece.kind == "error" and piece.text.endswith("#REF!"):
            return "#REF!"
        if piece.kind == "name" and (name := nowhere.get(piece.text.rpartition("!")[2].casefold())):
            return f"the name {name.name}"
    return ""


def _function(piece: Token) -> str:
    if piece.kind != "function":
        return ""
    name = function_name(piece.text[:-1], OURS)
    return name if name in OURS.values() else ""


def first_of_each_kind(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the first faults of each kind on each sheet, then a fault with the number of the others."""
    groups = group_by_key(((type(fault), fault.facts["sheet"]), fault) for fault in faults)
    for (_, sheet), alike in groups.items():
        more = len(alike) - MOST_LISTED
        yield from alike[:MOST_LISTED] if more > 1 else alike
        if more > 1:
            yield AlikeElsewhere(sheet=sheet, more=f"{more} more boards")


def find_misfits(event: EventIn, homes: Iterable[GamesSheet]) -> Iterator[Fault]:
    """Find scores that are computed from wrong rows or headings. Yields one fault per board and kind."""
    reader = Reader(event.book, _SCORES)
    fewer = event.scoring.takes_fewer
    for home in homes:
        seen: set[object] = set()  # each row of a board may have a formula with the same fault
        for cell in home.sheet.cells.values():
            if not cell.formula or "SCORE" not in cell.formula.upper():
                continue
            reading = reader.read(cell.formula, home.name, cell.row, cell.column)
            if reading.functions & _SCORES and (same := tuple(reading.areas)) not in seen:
                seen.add(same)
                fault = _misfit(event, home, cell, reading, fewer)
                yield from () if fault is None else [fault]


def _find_too_large_areas(event: EventIn) -> Iterator[Fault]:
    """Find scores that are computed from more cells than a board has, such as a whole column or table."""
    reader = Reader(event.book, _SCORES)
    for title in event.book.sheet_names:
        for cell in event.book.sheet(title).cells.values():
            if cell.value != VALUE or "SCORE" not in cell.formula.upper():
                continue
            reading = reader.read(cell.formula, title, cell.row, cell.column)
            high = (one for one in reading.areas if one.bottom - one.top >= len(SEATS))
            area = next((one for one in high if one.left == one.right or one.top == 1), None)
            if area is not None and reading.functions & _SCORES:
                top, column = max(area.top, 2), area.left if area.left == area.right else 2
                seven = Area(title, top, column, top + 6, column)
                where = address(cell.row, cell.column)
                yield NotABoard(sheet=title, cell=where, area=reference(area), example=reference(seven))


_SCORES = {function.name for function in FUNCTIONS if function.name.endswith("_SCORE")}


def _misfit(event: EventIn, home: GamesSheet, cell: Cell, reading: Reading, fewer: bool) -> Fault | None:
    """The fault of the rows that a score's formula reads; None if they are right, or are not seven rows.

    fewer: does the system accept boards with fewer than seven powers?
    """
    counted = [home.columns[word] for word in home.count_words]
    here = [area for area in reading.areas if area.sheet == home.name]
    read = [a for a in here if a.top > home.header and any(a.left <= c <= a.right for c in counted)]
    blocks = {(area.top, area.bottom) for area in read}
    if len(blocks) != 1:
        return None
    ((first, last),) = blocks
    if last - first != 6:
        return None
    place: dict[str, Any] = {"sheet": home.name, "first": first, "last": last}
    rows = range(first, last + 1)
    heads = dict.fromkeys(
        zip(_labels_of_rows(home, rows, "round"), _labels_of_rows(home, rows, "board"), strict=True)
    )
    if len(heads) > 1:
        boards = [f"board {board or '(blank)'} of round {round_ or '(blank)'}" for round_, board in heads]
        return RowsOfOthers(boards=_some(boards), **place)
    powers = [home.seat(row) for row in rows]
    blank = [row for row in rows if is_blank(home.value(row, "power"))]
    if what := wrong_powers(powers, fewer=fewer and not home.has_results(blank)):
        return BrokenSlot(what=what, **place)
    column = home.columns["power"]
    listed = next((area for area in read if area.left <= column <= area.right), None)
    if listed is not None:
        return _misfit_of_headings(home, cell, here, listed)
    wanted = _order(event, home, reading)
    if all(found in (None, seat) for found, seat in zip(powers, wanted, strict=True)):
        return None
    return OtherOrder(wanted=_names(wanted), found=_names(powers), **place)


def _labels_of_rows(home: GamesSheet, rows: Sequence[int], word: Word) -> list[str]:
    """The texts in these rows under a heading. A blank cell has the text of the cell above."""
    values = [home.value(row, word) for row in rows]
    return fill_down([None if is_blank(value) else label(value) for value in values])


def _names(seats: Iterable[int | None]) -> str:
    return " ".join(POWERS[seat] for seat in seats if seat is not None)


def _some(words: Sequence[str]) -> str:
    """Join the words. Only the first `MOST_LISTED` words are listed if at least two more would follow."""
    return join_at_most(words, MOST_LISTED if len(words) > MOST_LISTED + 1 else MOST_LISTED + 1)


def wrong_powers(powers: Iterable[int | None], *, fewer: bool = False) -> str:
    """Tell which powers are missing or listed twice; blank if all are right. fewer: may powers be missing?"""
    seats = Counter(powers)
    lacking = [POWERS[seat] for seat in SEATS if seat not in seats and not fewer]
    again = [POWERS[seat] for seat in SEATS if seats[seat] > 1]
    what = [f"{join(lacking)} {_is(lacking)} missing"] if lacking else []
    what += [f"{join(again)} {_is(again)} listed twice"] if again else []
    return join(what)


def _is(words: Sequence[str]) -> str:
    return "is" if len(words) == 1 else "are"


def _misfit_of_headings(home: GamesSheet, cell: Cell, here: Iterable[Area], listed: Area) -> Fault | None:
    """The fault of the headings that a score's formula reads for the rows `listed`; None if all are right."""
    where = address(cell.row, cell.column)
    place: dict[str, Any] = {"sheet": home.name, "cell": where, "rows": reference(listed)}
    above = [area for area in here if area.top == area.bottom == home.header]
    if not any((area.left, area.right) == (listed.left, listed.right) for area in above):
        headings = join(map(reference, above)) or "of no row"
        return HeadingsElsewhere(headings=headings, **place)
    outside = [
        str(home.sheet.cells[home.header, column].value).strip()
        for word, column in home.columns.items()
        if (word in SCORING or isinstance(word, int)) and not listed.left <= column <= listed.right
    ]
    return FactElsewhere(headings=join(outside), **place) if outside else None


def _order(event: EventIn, home: GamesSheet, reading: Reading) -> list[int]:
    """The order of powers that a score's formula expects: its option `powers`, otherwise the usual order."""
    for area in reading.areas:
        cells = event.book.sheet(area.sheet).cells
        for row in rows_of(area) if area.sheet != home.name else ():
            name = cells.get((row, area.left))
            if name is not None and option_word(name.value) == "powers":
                beside = (cells.get((row, area.left + n)) for n in range(1, 8))
                names = [one.value for one in beside if one is not None]
                seats = [power(name, letters_in(names)) for name in names]
                known = [seat for seat in seats if seat is not None]
                if sorted(known) == list(SEATS):
                    return known
    return list(SEATS)
