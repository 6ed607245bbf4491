"""Insert rows or columns in a sheet, as a spreadsheet program does.

A line is a row; if columns are inserted, it is a column. A piece is a group of lines that a list repeats,
such as the rows of one board. New lines are copies of the piece just before them. Cells behind the new lines
move, and references to these cells follow. Areas grow if the new lines lie inside.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, count, pairwise, product

from xl_dipscore.sheets.xlsx.breaks import breaks_cut, page_breaks
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue
from xl_dipscore.sheets.xlsx.formula import COLUMNS, Area, BadReference, address, area_of, reference, tokens
from xl_dipscore.sheets.xlsx.markup import (
    ATTRIBUTES,
    Cut,
    Unusual,
    apply_cuts,
    attribute,
    encode,
    unescape,
    xml_text,
)
from xl_dipscore.sheets.xlsx.moves import Insertion, Moves
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet


def obstacle(package: Package, one: Insertion, *, columns: bool = False) -> str:
    """Words for the what-if table or Excel table that prevents the insertion; empty if no table does."""
    for cell in package.sheet(one.sheet).cells.values():
        if cell.kind == "dataTable" and cell.area is not None:
            first, last = cell.area.span(columns=columns)
            if first < one.at and last >= one.source[0]:
                return f"the what-if table in {address(cell.row, cell.column)}"
    for name, area in ((table.name, table.area) for table in package.tables if columns):
        between = area.sheet == one.sheet and area.left < one.at <= area.right
        if between and one.moves((area.top, area.bottom), whole=False):
            return f"the table {name}"
    return ""


# -- the package ------------------------------------------------------------------------------


def insert(package: Package, insertions: Sequence[Insertion], *, columns: bool = False) -> Package:
    """A copy of a workbook, with new lines. A formula that then covers more cells loses its stored value."""
    if not insertions:
        return package
    package = package.reread()
    moves = Moves(insertions, columns=columns)
    uncertain = _finder_of_uncertain(package, moves)
    sheets = [_Sheet(package, package.sheet(name), moves, uncertain) for name in package.sheet_names]
    owners: dict[str, str] = {}
    for sheet, kind in product(sheets, _BESIDE):
        owners |= dict.fromkeys(package.related_parts(kind, sheet.part), sheet.sheet)
    others = (part for part in package.part_names if _POINTING.match(part) or part == package.main_part)
    names = {**owners, **dict.fromkeys(others)}
    parts = [_Part(package, part, owners.get(part, ""), moves) for part in names]
    for one in (*sheets, *parts):
        package.set_part(one.part, one.to_bytes())
    for sheet in sheets:
        for place, value in sheet.counted.items():
            package.set_value(sheet.sheet, address(*place), value)
    package.forget_calculation_chain()
    return package.reread()


_OF_LINES = r'\b(?:(?:ROW|COLUMN)S?\s*\(|CELL\s*\(\s*"(?:row|col|address)")'
"""Finds functions whose results may differ although a formula covers the same cells as before."""


def _finder_of_uncertain(package: Package, moves: Moves) -> re.Pattern[str]:
    """A pattern that finds formulas whose values may differ after the insertion, whatever cells they name."""
    names = [table.name for table in package.tables if moves.area(table.area).size > table.area.size]
    waiting = {name.name: name.text for name in package.defined_names}
    while True:
        written = "|".join([*map(re.escape, names)]) or "(?!)"
        finder = re.compile(rf"{_OF_LINES}|(?<![\w.\\])(?:{written})(?![\w.(])", re.IGNORECASE)
        found = [name for name, text in waiting.items() if _grows(text, moves) or finder.search(text)]
        if not found:
            return finder
        names += found
        waiting = {name: text for name, text in waiting.items() if name not in found}


def _grows(formula: str, moves: Moves) -> bool:
    return _count_cells(moves.formula(formula, "")) != _count_cells(formula)


_BESIDE = ("table", "comments", "threadedComment", "pivotTable", "drawing", "vmlDrawing", "ctrlProp")
"""Kinds of parts that belong to a sheet and refer to its cells."""

_POINTING = re.compile(r"xl/(?:charts/.*\.xml|pivotCache/pivotCacheDefinition.*)$")
_FORMULA = re.compile(
    r"<((?:\w+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula|FmlaRange|FmlaLink))"
    rf"({ATTRIBUTES})>([^<]*)</\1\s*>"
)
_POINTER = re.compile(r"""\s(?:location|fmla\w+|linkedCell|listFillRange)=(["'])(.*?)\1""")
_CELLS = re.compile(
    r"""\s(?:ref|sqref|activeCell|topLeftCell)=(["'])(.+?)\1|<((?:\w+:)?sqref)>([^<]*)</\3\s*>"""
)
_SOURCE = re.compile(rf"<(?:\w+:)?worksheetSource({ATTRIBUTES})>")
_ANCHOR = re.compile(r"<((?:\w+:)?(?:twoCellAnchor|oneCellAnchor|anchor))[\s>].*?</\1\s*>", re.DOTALL)
_VML_ANCHOR = re.compile(r"<(?:\w+:)?Anchor>([^<]*)</")


class _Part:
    """A file inside the workbook (a part), and the changes to positions and references in its text."""

    def __init__(self, package: Package, part: str, sheet: str, moves: Moves) -> None:
        """sheet: the sheet of references that name no sheet."""
        data = package.part(part) or b""
        self.text = data.decode("utf-8")
        # Excel's VML is not always valid XML.
        self.clean = self.text if part.endswith(".vml") else xml_text(data, part)
        self.part, self.sheet, self.moves = part, sheet, moves
        self.own = moves.of(sheet)

    def to_bytes(self) -> bytes:
        return apply_cuts(self.text, self.cuts(0, len(self.clean)))

    def cuts(self, start: int, end: int) -> Iterator[Cut]:
        """The changes between two indexes of the part's text."""
        yield from self._find_changes(_FORMULA, 3, self._formula, start, end)
        yield from self._find_changes(_POINTER, 2, self._formula, start, end)
        for found in _SOURCE.finditer(self.clean, start, end):
            sheet, cells = attribute(found[1], "sheet"), _CELLS.search(found[1])
            if sheet is not None and cells is not None:
                first, last = (found.start(1) + place for place in cells.span(2))
                yield first, last, self.moves.reference(cells[2], sheet)
        if not self.own:
            return
        for found in _CELLS.finditer(self.clean, start, end):
            group = 2 if found[2] else 4
            yield *found.span(group), self.areas(found[group], found.start())
        yield from self._anchors(start, end)
        tag = "Column" if self.moves.columns else "Row"
        yield from self._find_changes(re.compile(rf"<(?:\w+:)?{tag}>\s*(\d+)\s*</"), 1, self._row, start, end)
        yield from self._find_changes(_VML_ANCHOR, 1, self._corners, start, end)

    def areas(self, text: str, place: int) -> str:
        """Move references separated by spaces. place: the index of the attribute that contains them."""
        return self._moved_areas(text)

    def _moved_areas(self, text: str, *, fixed: bool = True) -> str:
        areas = ((one, area_of(one, self.sheet)) for one in text.split())
        moved = ((one, area, self.moves.area(area, fixed=fixed)) for one, area in areas)
        return " ".join(one if new == area else reference(new) for one, area, new in moved)

    def _anchors(self, start: int, end: int) -> Iterator[Cut]:
        """Move pictures, charts and controls with the cells under their corners."""
        kind = "col" if self.moves.columns else "row"
        number = re.compile(rf"<((?:\w+:)?){kind}>(\d+)</")
        for anchor in _ANCHOR.finditer(self.clean, start, end):
            keeps_size = "oneCell" in anchor[0][: anchor[0].index(">")]
            by: int | None = None
            for corner in number.finditer(self.clean, *anchor.span()):
                if by is None or not keeps_size:
                    by = int(self._row(corner[2])) - int(corner[2])
                yield *corner.span(2), str(int(corner[2]) + by)

    def _row(self, text: str) -> str:
        """The new number of a row or column. Numbers start at 0 here."""
        return str(self.moves.line(self.sheet, int(text) + 1) - 1)

    def _corners(self, text: str) -> str:
        """Move the anchor (eight numbers) at which older programs draw a comment or control."""
        numbers, place = text.split(","), 0 if self.moves.columns else 2
        by = int(self._row(numbers[place])) - int(numbers[place])
        for corner in (place, place + 4):
            numbers[corner] = f" {int(numbers[corner]) + by}"
        return ",".join(numbers).strip()

    def _formula(self, text: str) -> str:
        return encode(self.moves.formula(unescape(text), self.sheet))

    def _find_changes(
        self, pattern: re.Pattern[str], group: int, change: Callable[[str], str], start: int, end: int
    ) -> Iterator[Cut]:
        for found in pattern.finditer(self.clean, start, end):
            if (new := change(found[group])) != found[group]:
                yield *found.span(group), new


# -- a sheet ----------------------------------------------------------------------------------

_TAG = re.compile(rf"<(?:\w+:)?(\w+)({ATTRIBUTES})>")


class _Sheet(_Part):
    """The part of one sheet, with the sheet's new lines, if any."""

    def __init__(self, package: Package, sheet: Sheet, moves: Moves, uncertain: re.Pattern[str]) -> None:
        """uncertain: finds formulas that lose their values."""
        super().__init__(package, sheet.part, sheet.name, moves)
        self._uncertain = uncertain
        if self.own:
            sheet.parse_blank_rows()
        self._cells, self._is_computed = sheet.cells, sheet.is_computed
        self.counted: dict[tuple[int, int], CellValue] = {}
        """New values, by row and column, of typed cells that number the pieces, such as board numbers."""
        data = re.search(rf"<((?:\w+:)?)sheetData{ATTRIBUTES}>", self.clean)
        assert data is not None
        self._p = data[1]
        self._start = data.end()
        close = self.clean.find(f"</{self._p}sheetData", data.end())
        self._end = data.end() if close < 0 else close
        self._formulas = {at: self._formula_of(c) for at, c in self._cells.items() if c.formula_xml}
        self._apart = bool(self.own) or any(
            formula != self._cells[place].formula
            for place, formula in self._formulas.items()
            if self._cells[place].kind == "shared"
        )
        self._single = list(self._elements()) if self.own else []

    def to_bytes(self) -> bytes:
        cuts = [*self.cuts(self._end, len(self.clean))]
        if not self.own:
            changed = ((cell, self._move_cell(cell)) for cell in self._cells.values() if cell.formula_xml)
            cuts += [(cell.start, cell.end, xml) for cell, xml in changed if xml != self._xml(cell)]
            return apply_cuts(self.text, cuts)
        cuts += self.cuts(0, self._start)
        cuts += [(self._start, self._end, "".join(self._rows()))] if self._cells else []
        cuts += [(end, end, new) for _, end, new in self._single]
        cuts += self._widths() if self.moves.columns else self._breaks()
        merged = re.compile(rf"<{self._p}mergeCells({ATTRIBUTES})>").search(self.clean, self._end)
        if merged is not None:
            cuts.append((*merged.span(1), _drop_attributes(merged[1], "count")))
        return apply_cuts(self.text, cuts)

    # --- rows and cells

    def _rows(self) -> Iterator[str]:
        """The XML of every row after the insertion, including the new rows."""
        columns = self.moves.columns
        attributes: dict[int, str] = {}
        rows: dict[int, dict[int, str]] = {}
        for number, said in self._row_attributes.items():
            new = number if columns else self.moves.line(self.sheet, number)
            attributes[new] = said
            for one in self.own if not columns else ():
                copies = range(new + one.size, new + one.lines + 1, one.size) if number in one.source else ()
                attributes |= dict.fromkeys(copies, said)
        for place, cell in self._cells.items():
            row, column = self._place(cell)
            rows.setdefault(row, {})[column] = self._move_cell(cell)
            for one in self.own:
                inside = one.band is None or place[not columns] in one.band
                copied = place[columns] in one.source and inside
                for step in range(1, one.times + 1) if copied else ():
                    row, column = self._place(cell, step * one.size)
                    rows.setdefault(row, {})[column] = self._copied_cell(cell, one, step, (row, column))
        for number in sorted(attributes.keys() | rows.keys()):
            inner = "".join(xml for _, xml in sorted(rows.get(number, {}).items()))
            said = _with_attribute(_drop_attributes(attributes.get(number, ""), "spans"), "r", str(number))
            yield f"<{self._p}row{said}>{inner}</{self._p}row>"

    @cached_property
    def _row_attributes(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for row in re.finditer(rf"<{self._p}row({ATTRIBUTES})>", self.clean[self._start : self._end]):
            number = attribute(row[1], "r")
            if number is None:
                raise Unusual(part=self.part, how="its rows have no numbers")
            found[int(number)] = row[1].rstrip("/").rstrip()
        return found

    def _lines(self, cell: Cell) -> tuple[int, int]:
        """A cell's row and column; if columns are inserted, its column and row."""
        return (cell.column, cell.row) if self.moves.columns else (cell.row, cell.column)

    def _place(self, cell: Cell, by: int = 0) -> tuple[int, int]:
        """The new row and column of a cell, plus `by` lines."""
        line, cross = self._lines(cell)
        line = self.moves.span(self.sheet, (line, line), (cross, cross))[0] + by
        return (cross, line) if self.moves.columns else (line, cross)

    def _beside(self, cell: Cell, one: Insertion, pieces: int) -> Cell | None:
        """The matching cell `pieces` pieces later in the list (negative: earlier); None if there is none."""
        line, cross = self._lines(cell)
        line += one.size * pieces
        place = (cross, line) if self.moves.columns else (line, cross)
        inside = one.start <= line < one.start + one.size * one.number
        return self._cells.get(place) if inside else None

    def _insertions_before(self, cell: Cell) -> Iterator[tuple[Insertion, Cell]]:
        """The insertions before a cell in its list, each with the matching cell of the previous piece."""
        line, cross = self._lines(cell)
        for one in self.own:
            before = self._beside(cell, one, -1)
            if before is not None and cross in one.across and line in one.behind:
                yield one, before

    def _formula_of(self, cell: Cell) -> str:
        """A cell's new formula. In the piece behind the copies, it continues their series of formulas."""
        for one, before in self._insertions_before(cell):
            if before.formula_xml and self._lines(before)[0] in one.source:
                on = self.moves.continue_by_pieces(before.formula, cell.formula, one.times, self.sheet)
                if on is not None:
                    return on
        return self.moves.formula(cell.formula, self.sheet)

    def _xml(self, cell: Cell) -> str:
        return self.text[cell.start : cell.end]

    def _move_cell(self, cell: Cell) -> str:
        """The XML of a cell after the insertion. A formula for more or other cells loses its stored value."""
        place = self._place(cell)
        moved = place != (cell.row, cell.column)
        if not cell.formula_xml:
            self._count_on(cell, place)
            return self._with_address(self._xml(cell), place) if moved else self._xml(cell)
        formula, area = self._formulas[cell.row, cell.column], self._area_of_array(cell, place)
        apart = cell.kind == "shared" and self._apart
        uncertain = self._uncertain.search(formula) is not None
        if formula == cell.formula and area == cell.area and not (moved or apart or uncertain):
            return self._xml(cell)
        same = not uncertain and formula == self.moves.formula(cell.formula, self.sheet)
        valued = same and _count_cells(formula) == _count_cells(cell.formula)
        return self._with_formula(cell, place, formula, area, valued=valued)

    def _count_on(self, cell: Cell, place: tuple[int, int]) -> None:
        """Increase a typed value behind the copies if it is one more than in the previous piece."""
        for one, before in self._insertions_before(cell) if cell.has_content else ():
            typed = self._lines(cell)[1] not in one.typed and not self._is_computed(cell.row, cell.column)
            if typed and _difference(before.value, cell.value) == 1:
                self.counted[place] = _increase(self.counted.get(place, cell.value), one.times)

    def _area_of_array(self, cell: Cell, place: tuple[int, int]) -> Area | None:
        """The cells that an array formula fills after the move. A dynamic array keeps its size."""
        if cell.area is None or cell.kind == "shared":
            return cell.area
        return _move_area_to(cell.area, place) if cell.dynamic else self.moves.area(cell.area, fixed=False)

    def _copied_cell(self, cell: Cell, one: Insertion, step: int, place: tuple[int, int]) -> str:
        inside = self._lines(cell)[1] in one.across
        other = self._beside(cell, one, 1 if one.pieces_before < one.number else -1)
        if not inside and one.number > 1 and (other is None or self._style(other) != self._style(cell)):
            return ""  # a cell beside the table is not copied if its style differs between pieces
        if cell.formula_xml and (inside or self._repeats(cell, one)):
            area = _move_area_to(cell.area, place) if cell.kind == "array" and cell.area is not None else None
            return self._with_formula(cell, place, self._copied_formula(cell, one, step), area, valued=False)
        value = self._copied_value(cell, one, step) if inside and not cell.formula_xml else None
        if value is None:
            return self._blank(cell, place)
        if value != cell.value:
            self.counted[place] = value
        return self._with_address(self._xml(cell), place)

    def _copied_formula(self, cell: Cell, one: Insertion, step: int) -> str:
        behind = self._beside(cell, one, 1)
        on = behind and self.moves.continue_by_pieces(cell.formula, behind.formula, step - 1, self.sheet)
        return on or self.moves.formula_of_copy(cell.formula, one, step)

    def _copied_value(self, cell: Cell, one: Insertion, step: int) -> CellValue:
        """The value to type into the copy; None for a blank."""
        kept = one.typed.get(self._lines(cell)[1], one.number == 1 or None)
        if kept is False or not cell.has_content or self._is_computed(cell.row, cell.column):
            return None
        if kept:
            return cell.value
        before, behind = self._beside(cell, one, -1), self._beside(cell, one, 1)
        for first, second in ((cell, behind), (before, cell)):
            if first is not None and second is not None:
                more = _difference(first.value, second.value)
                if more is not None:
                    return _increase(cell.value, more * step)
        return None

    def _repeats(self, cell: Cell, one: Insertion) -> bool:
        """Does the previous or the next piece have this cell's formula, moved by one piece?"""
        before, behind = self._beside(cell, one, -1), self._beside(cell, one, 1)
        earlier = replace(one, at=one.at - one.size)
        return (behind is not None and self.moves.following(cell.formula, one) == behind.formula) or (
            before is not None and self.moves.following(before.formula, earlier) == cell.formula
        )

    def _with_address(self, xml: str, place: tuple[int, int]) -> str:
        tag = _TAG.match(xml)
        assert tag is not None
        return xml[: tag.start(2)] + _with_attribute(tag[2], "r", address(*place)) + xml[tag.end(2) :]

    def _style(self, cell: Cell) -> str | None:
        tag = _TAG.match(self.clean, cell.start)
        return None if tag is None else attribute(tag[2], "s")

    def _blank(self, cell: Cell, place: tuple[int, int]) -> str:
        tag = _TAG.match(self.clean, cell.start)
        assert tag is not None
        said = _with_attribute(_drop_attributes(tag[2].rstrip("/"), "t", "vm", "cm"), "r", address(*place))
        return f"<{self._p}c{said}/>"

    def _with_formula(
        self, cell: Cell, place: tuple[int, int], formula: str, area: Area | None, *, valued: bool
    ) -> str:
        p, xml = self._p, self._with_address(self.clean[cell.start : cell.end], place)
        found = _TAG.match(cell.formula_xml)
        assert found is not None
        said = found[2].rstrip("/")
        if cell.kind == "shared":
            said, area = _drop_attributes(said, "t", "ref", "si"), None
        if area is not None:
            said = _with_attribute(said, "ref", reference(area))
        for name in ("r1", "r2"):
            if (typed := attribute(said, name)) is not None:
                said = _with_attribute(said, name, self.moves.reference(typed, self.sheet))
        new = f"<{p}f{said}>{encode(formula)}</{p}f>"
        if valued:
            return xml.replace(cell.formula_xml, new, 1)
        tag = _TAG.match(xml)
        assert tag is not None
        return f"<{p}c{_drop_attributes(tag[2], 't', 'vm')}>{new}</{p}c>"

    # --- merged cells, rules, formats, widths and page breaks

    def _copies_of(self, area: Area, one: Insertion, *, fixed: bool) -> list[Area]:
        """The matching area in each copy; empty if `area` reaches out of the copied piece, or grows."""
        first, last = area.span(columns=self.moves.columns)
        moved = self.moves.area(area, fixed=fixed)
        if first < one.source[0] or last > one.source[-1] or moved.size != area.size:
            return []
        return [self.moves.shift_area(moved, step * one.size) for step in range(1, one.times + 1)]

    def areas(self, text: str, place: int) -> str:
        """Move the areas of a rule, such as a data validation, and add the matching areas in the copies."""
        single = any(start <= place < end for start, end, _ in self._single)
        moved = self._moved_areas(text, fixed=not single)
        if single or place < self._start or self.clean.startswith("ref", place + 1):
            return moved
        areas = [area_of(one, self.sheet) for one in text.split()]
        each = (self._copies_of(area, one, fixed=True) for one in self.own for area in areas)
        return " ".join([moved, *map(reference, chain.from_iterable(each))])

    def _elements(self) -> Iterator[Cut]:
        """Copy elements for each copy of a piece: merged cells, sparklines, conditional formats of one piece.

        Each board needs its own colour scale: one scale for two boards would show other colours.
        """
        ranks = map(int, re.findall(r"""\spriority=["'](\d+)""", self.clean[self._end :]))
        rank = count(max(ranks, default=0) + 1)
        element = re.compile(
            rf"<({self._p}mergeCell|{self._p}conditionalFormatting|(?:\w+:)?sparkline){ATTRIBUTES}"
            r"(?:(?<=/)>|>(?:(?!</\1).)*</\1\s*>)",
            re.DOTALL,
        )
        for found in element.finditer(self.clean, self._end):
            cells = _CELLS.search(found[0])
            assert cells is not None
            text = cells[2] or cells[4]
            areas = [area_of(one, self.sheet) for one in text.split()]
            sides = {side for area in areas for side in area.span(columns=not self.moves.columns)}
            formats, new = found[1].endswith("Formatting"), []
            for one in self.own:
                copies = [self._copies_of(area, one, fixed=False) for area in areas]
                spread = formats and (one.size == 1 or one.number == 1 or "extLst" in found[0])
                if spread or (found[1].endswith("mergeCell") and not sides <= {*one.across}):
                    continue
                for step, there in enumerate(zip(*copies, strict=False), 1):
                    xml = found[0].replace(text, " ".join(map(reference, there)), 1)
                    xml = re.sub(r"""(\spriority=["'])\d+""", lambda m: f"{m[1]}{next(rank)}", xml)
                    new.append(_FORMULA.sub(partial(self._copied_text, one=one, step=step), xml))
            if new or not formats:
                yield *found.span(), "".join(new)

    def _copied_text(self, found: re.Match[str], one: Insertion, step: int) -> str:
        text = encode(self.moves.formula_of_copy(unescape(found[3]), one, step))
        return f"<{found[1]}{found[2]}>{text}</{found[1]}>"

    def _widths(self) -> Iterator[Cut]:
        """Give new columns the width of the copied columns."""
        whole = [one for one in self.own if one.band is None]
        for found in re.finditer(rf"<{self._p}col({ATTRIBUTES})>", self.clean[: self._start]):
            said = found[1]
            for name, beyond in (("min", 0), ("max", 1)):
                line = int(attribute(said, name) or 0)
                moved = line + sum(one.lines for one in whole if one.at <= line + beyond)
                said = _with_attribute(said, name, str(min(moved, COLUMNS)))
            yield *found.span(1), said

    def _breaks(self) -> Iterator[Cut]:
        """Continue the regular page breaks of a list; the remaining breaks stay before the same rows."""
        old = page_breaks(self.clean)
        others, new = set(old), set[int]()
        for one in self.own:
            mine, then = self._regular_breaks(one, old)
            others, new = others - mine, new | then
        new |= {self.moves.line(self.sheet, row + 1) - 1 for row in others}
        if new != old:
            yield breaks_cut(self.clean, new)

    def _regular_breaks(self, one: Insertion, old: set[int]) -> tuple[set[int], set[int]]:
        """The old and the new page breaks of a list, if their distances are regular; otherwise empty sets."""
        top, size = one.start - 1, one.size
        held = (row for (row, _), cell in self._cells.items() if row in one.source and cell.has_content)
        end = top + size * one.number + min(held, default=one.source[0]) - one.source[0]
        mine = sorted(row for row in old if top < row <= end) or ([end] if one.paged else [])
        steps = {after - before for before, after in pairwise(mine)} or {
            (row - top) // size * size for row in mine
        }
        step = max(steps, default=0)
        if not step or len(steps) > 1 or step % size or mine[-1] + step < top + size * one.number:
            return set(), set()
        alike = (other.times for other in self.own if (other.start, other.size) == (one.start, size))
        total = one.number + sum(alike)
        by = self.moves.line(self.sheet, one.start) - one.start
        return set(mine), set(range(mine[0] + by, top + by + size * total, step))


def _count_cells(formula: str) -> int:
    """The number of cells in all ranges of a formula."""
    count = 0
    for one in tokens(formula):
        if one.kind == "reference" and ":" in one.text:
            with suppress(BadReference):
                count += area_of(one.text).size
    return count


def _move_area_to(area: Area, place: tuple[int, int]) -> Area:
    """Move an area so that it begins at `place`."""
    down, right = place[0] - area.top, place[1] - area.left
    return Area(area.sheet, *place, area.bottom + down, area.right + right)


def _difference(first: CellValue, second: CellValue) -> int | None:
    """0 if both are equal, 1 if the second is one more than the first, else None."""
    return next((more for more in (0, 1) if _increase(first, more) == second), None)


def _increase(value: CellValue, more: int) -> CellValue:
    """Add to a number, or to the number at the end of a text; None for other values."""
    if not more:
        return value
    if isinstance(value, str):
        found = re.fullmatch(r"(.*?)(\d+)", value, re.DOTALL)
        return f"{found[1]}{int(found[2]) + more}" if found is not None else None
    return value + more if isinstance(value, int | float) and not isinstance(value, bool) else None


def _drop_attributes(attributes: str, *names: str) -> str:
    for name in names:
        attributes = re.sub(rf"""\s+{name}\s*=\s*(?:"[^"]*"|'[^']*')""", "", attributes)
    return attributes


def _with_attribute(attributes: str, name: str, value: str) -> str:
    """Set an attribute in the text of an element's attributes; a missing attribute is added in front."""
    found = re.search(rf"""(?<=\s){name}\s*=\s*(?:"[^"]*"|'[^']*')""", attributes)
    if found is None:
        return f' {name}="{value}"{attributes}'
    return f'{attributes[: found.start()]}{name}="{value}"{attributes[found.end() :]}'
