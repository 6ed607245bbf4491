"""Tables with a column for each round, beside the standings: more of these columns for more rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from xl_dipscore.cells import is_blank, number
from xl_dipscore.workbook.grow.boards import merged_or_filled, raise_option
from xl_dipscore.workbook.layout.games import label, to_number
from xl_dipscore.workbook.layout.setup import option_cell
from xl_dipscore.workbook.layout.tables import table_formulas
from xl_dipscore.xlsx.formula import (
    Area,
    BadReference,
    address,
    area_in,
    block,
    column_letters,
    continued,
    reference,
    tokens,
)
from xl_dipscore.xlsx.markup import ATTRIBUTES, encode, unescape
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.rows import FORMULA_TEXTS, Cells, Cut, cut, listed_cells, texts
from xl_dipscore.xlsx.sheet import Cell, Sheet

_NUMBERED = re.compile(r"(R|Round ?)(\d+)", re.IGNORECASE)
_COLUMN = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?\d+)")


@dataclass(frozen=True)
class Rounds:
    """The columns of a table that show a round each, from its headings to its last row."""

    area: Area
    others: int
    """How many columns of the table stand right of them."""

    @property
    def beside(self) -> Area:
        return self.area._replace(left=self.area.right + 1, right=self.area.right + self.others)


def with_round_columns(package: Package, before: int, after: int) -> tuple[Package, list[str]]:
    """A copy of a workbook whose tables show so many rounds, and the sheets that could not be changed."""
    notes: list[str] = []
    if before < 2:  # one column does not say how the next would be
        return package, notes
    for name in package.sheet_names:
        for table in list(_tables(package, package.sheet(name), before)):
            if _blocked(package, table, after - before):
                notes.append(
                    f"{name}!{reference(table.area)} shows {before} rounds; the new ones are not there."
                )
            else:
                package = _widened(package, table, after - before)
    return package, notes


# -- found ------------------------------------------------------------------------------------


def _headings(package: Package) -> frozenset[tuple[Area, int]]:
    """The cells of the standings that name a round, and which."""
    return frozenset(
        (Area(sheet.name, area.top, column, area.top, column), column - area.left - BEFORE_ROUNDS + 1)
        for sheet, cell, reading in table_formulas(package)
        if "DIP_STANDINGS" in reading.functions and (area := cell.area) is not None
        for column in range(area.left + BEFORE_ROUNDS, area.right + 1)
    )


def _tables(package: Package, sheet: Sheet, rounds: int) -> Iterator[Rounds]:
    named = _headings(package)
    arrays = [cell.area for cell in sheet.cells.values() if cell.kind == "array" and cell.area is not None]
    for (row, left), cell in sorted(sheet.cells.items()):
        right = left + rounds - 1
        if not _is_round(cell, sheet.name, 1, named):
            continue
        headings = [sheet.cells.get((row, left + n)) for n in range(rounds + 1)]
        there = [_is_round(one, sheet.name, n, named) for n, one in enumerate(headings, 1)]
        if there != [True] * rounds + [False]:
            continue
        bottom = row
        while _next(sheet, bottom + 1, right, 1) is not None:
            bottom += 1
        area = Area(sheet.name, row, left, bottom, right)
        if bottom > row and not any(area.overlaps(array._replace(sheet=sheet.name)) for array in arrays):
            yield Rounds(area, _filled(sheet, row, right + 1))


def _is_round(cell: Cell | None, sheet: str, number: int, named: frozenset[tuple[Area, int]]) -> bool:
    """Does a cell say R1 or Round 1, or show the standings' heading of that round?"""
    if cell is None:
        return False
    if cell.formula:
        with suppress(BadReference):
            return (area_in(cell.formula, sheet), number) in named
        return False
    found = _NUMBERED.fullmatch(cell.value.strip()) if isinstance(cell.value, str) else None
    return found is not None and int(found[2]) == number


def _filled(sheet: Sheet, row: int, column: int) -> int:
    there = column
    while (cell := sheet.cells.get((row, there))) is not None and cell.holds:
        there += 1
    return there - column


def _next(sheet: Sheet, row: int, column: int, steps: int) -> str | None:
    """The formula so many columns right of a cell, as it goes on from the one left of it."""
    first, second = sheet.cells.get((row, column - 1)), sheet.cells.get((row, column))
    if first is None or second is None or not first.formula or not second.formula:
        return None
    return continued(first.formula, second.formula, steps, right=True)


def _blocked(package: Package, table: Rounds, more: int) -> bool:
    """Can the columns right of the rounds not go further right?"""
    area = table.area
    sheet = package.sheet(area.sheet)
    free = area._replace(left=table.beside.right + 1, right=table.beside.right + more)
    taken = any(cell.holds for place in free.cells if (cell := sheet.cells.get(place)) is not None)
    right = area._replace(left=area.right + 1, right=free.right)
    merged = any(one.overlaps(right) for one in sheet.merged)
    arrays = any(
        cell.kind in ("array", "dataTable") for place in right.cells if (cell := sheet.cells.get(place))
    )
    return taken or merged or arrays or (table.others > 0 and _is_used(package, table.beside))


def _is_used(package: Package, moved: Area) -> bool:
    for name in package.sheet_names:
        for cell in package.sheet(name).cells.values():
            for token in tokens(cell.formula) if cell.formula else ():
                if token.kind == "reference":
                    with suppress(BadReference):
                        if area_in(token.text, name).overlaps(moved):
                            return True
    return False


# -- widened ----------------------------------------------------------------------------------


def _widened(package: Package, table: Rounds, more: int) -> Package:
    area = table.area
    sheet = package.sheet(area.sheet)
    content = dict(_content(sheet, area, more))
    new = {sheet.part: _with_columns(package, sheet, table, more)}
    drawings = package.related("drawing", sheet.part)
    for part in drawings:
        new[part] = _moved_aside(package, part, area, more)
        for chart in package.related("chart", part):
            new[chart] = _with_series(package, chart, area, more)
    for part, data in new.items():
        package.set_part(part, data)
    package.forget_calculation_chain()
    package = Package(package.to_bytes(), package.name)
    for place, (formula, heading) in content.items():
        if formula:
            package.set_formula(area.sheet, address(*place), formula)
        else:
            package.set_value(area.sheet, address(*place), heading)
    return Package(package.to_bytes(), package.name)


def _content(sheet: Sheet, area: Area, more: int) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """The formulas and headings of the new columns."""
    for row in range(area.top, area.bottom + 1):
        for step in range(1, more + 1):
            place = row, area.right + step
            formula = _next(sheet, row, area.right, step)
            if formula is not None:
                yield place, (formula, "")
                continue
            found = _NUMBERED.fullmatch(str(sheet.cells[row, area.right].value).strip())
            assert found is not None
            yield place, ("", f"{found[1]}{int(found[2]) + step}")


def _with_columns(package: Package, sheet: Sheet, table: Rounds, more: int) -> bytes:
    """The sheet with cells for the new columns, still empty, and what stood there further right."""
    area = table.area
    text, clean = texts(package, sheet.part)
    cells = Cells(sheet, text, clean)
    cuts: list[Cut] = []
    for row in range(area.top, area.bottom + 1):
        there = cells.of(row)
        kept = {column: cells.xml(cell) for column, cell in there.items() if column <= area.right}
        further = area.right + table.others
        kept |= {column: cells.xml(cell) for column, cell in there.items() if column > further + more}
        for column in range(area.right + 1, further + 1):
            if (cell := there.get(column)) is not None:
                aside = cell._replace(column=column + more)
                kept[column + more] = (
                    cells.with_formula(aside, row, cell.formula, None)
                    if cell.formula_xml
                    else cells.moved(aside, row)
                )
        for step in range(1, more + 1):
            if (cell := there.get(area.right)) is not None:
                kept[area.right + step] = cells.blank(cell._replace(column=area.right + step))
        span, attributes = cells.rows[row]
        cuts.append((*span, cells.row(attributes, kept)))
    whole = area._replace(right=area.right + table.others)
    for start, end in listed_cells(clean, cells.end):
        words = [wider_cells(one, whole, more) for one in clean[start:end].split()]
        cuts.append((start, end, " ".join(words)))
    cuts += cells.dimension(area.bottom, whole.right + more)
    return cut(text, cuts)


_ANCHOR = re.compile(r"<((?:\w+:)?)(?:one|two)CellAnchor[\s>].*?</\1(?:one|two)CellAnchor>", re.DOTALL)
_ANCHORED = re.compile(r"<(?:\w+:)?col>(\d+)</")


def _moved_aside(package: Package, part: str, area: Area, more: int) -> bytes:
    """A drawing whose pictures right of a table stay right of it."""
    text, clean = texts(package, part)
    cuts: list[Cut] = []
    for anchor in _ANCHOR.finditer(clean):
        ends = list(_ANCHORED.finditer(clean, anchor.start(), anchor.end()))
        if ends and int(ends[0][1]) >= area.right:
            cuts += [(*end.span(1), str(int(end[1]) + more)) for end in ends]
    return cut(text, cuts)


_REFERENCE = re.compile(r"<((?:\w+:)?)f>([^<]*)</\1f>")


def _with_series(package: Package, part: str, area: Area, more: int) -> bytes:
    """A chart with a series a round has some for the new rounds, in colours of the program's choice."""
    text, clean = texts(package, part)
    series = re.compile(rf"<((?:\w+:)?)ser({ATTRIBUTES})>.*?</\1ser>", re.DOTALL)
    found = [one for one in series.finditer(clean) if area.right in _columns_of(one[0], area)]
    before = [one for one in series.finditer(clean) if area.right - 1 in _columns_of(one[0], area)]
    if len(found) != 1 or len(before) != 1:
        return text.encode("utf-8")
    last = found[0]
    numbers = map(int, re.findall(r"<(?:\w+:)?(?:idx|order) val=[\"'](\d+)", clean))
    free = max(numbers, default=0)
    copies = [_series(last[0], area, step, free + step) for step in range(1, more + 1)]
    return cut(text, [(last.end(), last.end(), "".join(copies))])


def _columns_of(series: str, area: Area) -> set[int]:
    """The columns of the table that a series is about."""
    there = (_area_in_chart(found[2], area) for found in _REFERENCE.finditer(series))
    return {one.left for one in there if one is not None and one.left == one.right}


def _area_in_chart(formula: str, area: Area) -> Area | None:
    with suppress(BadReference):
        one = area_in(unescape(formula), "")
        if one.sheet == area.sheet and area.left <= one.left <= area.right and one.overlaps(area):
            return one
    return None


def _series(xml: str, area: Area, step: int, number: int) -> str:
    def moved(found: re.Match[str]) -> str:
        one = _area_in_chart(found[2], area)
        if one is None:
            return found[0]
        formula = unescape(found[2])
        mark, cells = formula[: formula.rfind("!") + 1], formula[formula.rfind("!") + 1 :]
        ends = _COLUMN.sub(lambda end: f"{end[1]}{column_letters(one.left + step)}{end[3]}", cells)
        return f"<{found[1]}f>{encode(mark + ends)}</{found[1]}f>"

    xml = re.sub(r"<((?:\w+:)?)spPr[\s>].*?</\1spPr>", "", xml, count=1, flags=re.DOTALL)
    xml = re.sub(r"<((?:\w+:)?)(str|num)Cache>.*?</\1\2Cache>", "", xml, flags=re.DOTALL)
    xml = re.sub(r"(<(?:\w+:)?(?:idx|order) val=[\"'])\d+", rf"\g<1>{number}", xml)
    return _REFERENCE.sub(moved, xml)


def with_more_rounds(package: Package, before: int, after: int) -> tuple[Package, list[str]]:
    """A copy of a workbook whose standings have columns for more rounds, and which could not be widened."""
    package = Package(package.to_bytes(), package.name)
    notes: list[str] = []
    widest = 0
    for sheet, cell, reading in list(table_formulas(package)):
        area = cell.area
        if "DIP_STANDINGS" not in reading.functions or cell.kind != "array" or cell.dynamic or area is None:
            continue
        area = area._replace(sheet=sheet.name)
        if what := _beside(package, area, after - before):
            notes.append(
                f"{sheet.name}!{reference(area)} has no columns for {after - before} more rounds: beside it, "
                f"{what} is in the way."
            )
            continue
        widest = max(widest, area.right - area.left + 1 + after - before)
        package.set_part(sheet.part, wider(package, area, before, after - before))
        package.set_part(package.main_part, wider_names(package, area, after - before))
    made = Package(package.to_bytes(), package.name)
    raise_option(made, "columns", widest)
    return made, notes


def _beside(package: Package, area: Area, more: int) -> str:
    """What stands in the columns right of an array."""
    sheet = package.sheet(area.sheet)
    right = area._replace(left=area.right + 1, right=area.right + more)
    for place, cell in sorted(sheet.cells.items()):
        if right.top <= place[0] <= right.bottom and right.left <= place[1] <= right.right and cell.holds:
            return f"what stands in {address(*place)}"
    return merged_or_filled(package, sheet, right)


def with_rounds(package: Package, rounds: int) -> tuple[Package, list[str]]:
    """The workbook with standings wide enough for so many rounds, and what could not be widened."""
    planned = option_cell(package, "rounds")
    blocks = [block for blocks in to_number(package).values() for block in blocks]
    there = {label(block.round) for block in blocks if not is_blank(block.round)}
    before = (number(package.value(*planned)) if planned is not None else None) or len(there)
    if not isinstance(before, int) or not 0 < before < rounds:
        return package, []
    package, notes = with_more_rounds(package, before, rounds)
    package, further = with_round_columns(package, before, rounds)
    return package, notes + further


BEFORE_ROUNDS = 3
"""Columns of the standings before those of the rounds: rank, player and total."""


def wider(package: Package, area: Area, rounds: int, more: int) -> bytes:
    """A sheet with a wider standings array. What stands right of the old rounds keeps its looks there."""
    sheet = package.sheet(area.sheet)
    text, clean = texts(package, sheet.part)
    last = area.left + BEFORE_ROUNDS + rounds - 1
    wider = area._replace(right=area.right + more)
    cells = Cells(sheet, text, clean)
    cuts: list[Cut] = []
    for row in range(area.top, area.bottom + 1):
        kept = {column: cells.xml(cell) for column, cell in cells.of(row).items()}
        for column in range(last + 1, wider.right + 1):
            looks = cells.of(row).get(min(last, area.right) if column <= last + more else column - more)
            kept.pop(column, None)
            if looks is not None:
                kept[column] = cells.blank(looks._replace(row=row, column=column))
        first = cells.of(row).get(area.left)
        if row == area.top and first is not None:
            kept[area.left] = cells.with_formula(first, row, first.formula, wider)
        if row in cells.rows:
            span, attributes = cells.rows[row]
            cuts.append((*span, cells.row(attributes, kept)))
    for start, end in listed_cells(clean, cells.end):
        words = [wider_cells(one, area, more) for one in clean[start:end].split()]
        cuts.append((start, end, " ".join(words)))
    cuts += cells.dimension(area.bottom, wider.right)
    return cut(text, cuts)


def wider_names(package: Package, area: Area, more: int) -> bytes:
    """The workbook's part, with names and print areas as wide as a wider array."""
    text, clean = texts(package, package.main_part)

    def wider_reference(written: str) -> str:
        mark, cells = written[: written.rfind("!") + 1], written[written.rfind("!") + 1 :]
        with suppress(BadReference):
            covered = area_in(written, "")
            if covered.sheet == area.sheet and wider_cells(reference(covered), area, more) != reference(
                covered
            ):
                first, _, last = cells.rpartition(":")
                end = re.sub("[A-Za-z]+", column_letters(area.right + more), last)
                return f"{mark}{first}:{end}"
        return written

    cuts = []
    for found in FORMULA_TEXTS.finditer(clean):
        pieces = tokens(unescape(found[3]))
        longer = (wider_reference(one.text) if one.kind == "reference" else one.text for one in pieces)
        cuts.append((found.start(3), found.end(3), encode("".join(longer))))
    return cut(text, cuts)


def wider_cells(text: str, area: Area, more: int) -> str:
    covered = block(text, area.sheet)
    if covered.overlaps(area) and covered.left <= area.left and covered.right == area.right:
        return reference(covered._replace(right=area.right + more))
    return text
