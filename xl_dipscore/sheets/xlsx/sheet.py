"""A worksheet's pending changes: new values and formulas of cells."""

import math
import re
from collections.abc import Callable, Sequence
from itertools import chain

from xl_dipscore.errors import NUM, Fault
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, ErrorMark, computes_on_load, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import Area, address, reference
from xl_dipscore.sheets.xlsx.markup import attribute, encode
from xl_dipscore.sheets.xlsx.sheet_part import MOST_CELLS, SheetPart


class CellRefused(Fault):
    """{cell} cannot be changed: {why}."""


class TooLong(Fault):
    """The text for {cell} has more than 32,767 characters, which no cell can hold."""


_KIND = re.compile(r"""\s+(?:t|vm)\s*=\s*(?:"[^"]*"|'[^']*')""")
_LOAD = re.compile(r"""\s+ca\s*=\s*(?:"[^"]*"|'[^']*')""")
_NOTES = re.compile(r"""\s+(?:t|vm|cm)\s*=\s*(?:"[^"]*"|'[^']*')""")


def _type(value: CellValue) -> type:
    return float if type(value) is int else type(value)


class Sheet(SheetPart):
    """A worksheet's cells by row and column, with their pending changes."""

    def __init__(
        self,
        name: str,
        part: str,
        data: bytes,
        strings: Sequence[str] = (),
        date1904: bool = False,
        headers: Sequence[Area] = (),
    ) -> None:
        self.formulas_changed = False
        self._headers = headers
        self._edited: dict[tuple[int, int], str] = {}
        self._replaced: set[tuple[int, int]] = set()
        self._originals: dict[tuple[int, int], Cell] = {}
        self._surroundings: list[Callable[[bytes], bytes]] = []
        super().__init__(name, part, data, strings, date1904)

    @property
    def changed(self) -> bool:
        return bool(self._edited or self._surroundings)

    @property
    def replaced_cells(self) -> frozenset[tuple[int, int]]:
        """Row and column of each cell whose content was replaced."""
        return frozenset(self._replaced)

    def is_replaced(self, row: int, column: int) -> bool:
        return (row, column) in self._replaced

    @property
    def changed_values(self) -> frozenset[tuple[int, int]]:
        """Row and column of each cell whose value differs from the value in the file."""
        pairs = ((place, old.value, self.cells[place].value) for place, old in self._originals.items())
        return frozenset(place for place, old, new in pairs if old != new or _type(old) is not _type(new))

    def original(self, row: int, column: int) -> Cell:
        place = row, column
        found = self._originals.get(place) or self.cells.get(place)
        return Cell(row, column) if found is None else found

    # --- changing

    def set_cached_value(self, row: int, column: int, value: CellValue) -> None:
        """Write the stored value of a cell that a formula or an array formula fills. The formula stays."""
        old = self._cell_at(row, column)
        self._replace_cell(old, value, old.formula_xml, keep=("cm",))

    def compute_on_load(self, row: int, column: int) -> None:
        """Make programs recompute a formula whenever they open the workbook."""
        old = self.cells[row, column]
        if not computes_on_load(old):
            tag, mark, rest = old.formula_xml.partition(">")
            name = f"<{self._prefix}f"
            xml = _LOAD.sub("", tag).replace(name, f'{name} ca="1"', 1) + mark + rest
            self._replace_cell(old._replace(formula_xml=xml), old.value, xml, keep=("cm",))

    def set_value(self, row: int, column: int, value: CellValue) -> None:
        """Replace a cell's content; the value is never read as a formula."""
        old = self._writable_cell(row, column)
        if isinstance(value, str) and len(value) > 32_767:
            raise TooLong(cell=self._full_address(row, column))
        if value is None and old.value is None and not old.formula_xml:
            return
        if old.formula_xml:
            self._prepare_removal(old)
        self._replace_cell(old, value, "", keep=())
        if (row, column) in self._edited:
            self._replaced.add((row, column))

    def set_formula(
        self, area: Area, formula: str, value: CellValue, *, array: bool = False, metadata: int | None = None
    ) -> None:
        """Write a formula into a cell, or an array formula into an area, and empty the area's other cells.

        metadata: for a dynamic array, the value of the attribute `cm` (see `Package`).
        """
        places = list(area.cells)
        for row, column in places:
            if self._writable_cell(row, column).formula_xml and (row, column) != places[0]:
                raise CellRefused(cell=self._full_address(row, column), why="it holds a formula of its own")
        top = self._writable_cell(*places[0])
        if top.formula_xml:
            self._prepare_removal(top)
        self.formulas_changed = True
        for place in places[1:]:
            self._replace_cell(self._writable_cell(*place), None, "", keep=())
        p = self._prefix
        kind = f' t="array" ref="{reference(area)}"' if array else ""
        xml = f"<{p}f{kind}>{encode(formula)}</{p}f>"
        attributes = self._new_attributes(top) if top.start < 0 else _NOTES.sub("", self._attributes(top))
        if metadata is not None:
            attributes += f' cm="{metadata}"'
        new = top._replace(
            formula=formula,
            kind="array" if array else "",
            area=area if array else None,
            dynamic=metadata is not None,
            attributes=attributes,
            formula_xml=xml,
        )
        self._replace_cell(new, value, xml, keep=("cm",))
        if array:
            self._arrays[places[0]] = area
            self.__dict__.pop("_filled", None)
        self._replaced.add(places[0])

    def restore(self, area: Area, formula: str, *, array: bool = False, metadata: int | None = None) -> None:
        """Write a formula that another program has hidden, with its values. This is not noted as a change."""
        values = {
            place: restore_error_mark(cell.value) for place in area.cells if (cell := self.cells.get(place))
        }
        first = area.top, area.left
        if (old := self.cells[first]).kind == "array":
            self._prepare_removal(old)
        for place in values.keys() - {first}:
            self.set_value(*place, None)
        self.set_formula(area, formula, values.get(first), array=array, metadata=metadata)
        for place, value in values.items():
            self.set_cached_value(*place, value)
        for place in area.cells:
            if place in self.cells:
                self._originals[place] = self.cells[place]
        self._replaced.difference_update(area.cells)

    def refit(self, row: int, column: int, rows: int, columns: int) -> bool:
        """Resize a dynamic array; False if its new area is too large or not free."""
        old = self.cells[row, column]
        area = Area(self.name, row, column, row + rows - 1, column + columns - 1)
        assert old.area is not None
        if not area.on_sheet or rows * columns > MOST_CELLS:
            return False
        before, after = set(old.area.cells), set(area.cells)
        further = filter(None, map(self.cells.get, after - before))
        others = (one for place, one in self._arrays.items() if place != (row, column))
        filled = any(cell.value is not None or cell.formula_xml for cell in further)
        if filled or any(one.overlaps(area) for one in chain(others, self._merged)):
            return False
        xml = re.sub(r"""(\sref\s*=\s*["'])[^"']*""", rf"\g<1>{reference(area)}", old.formula_xml, count=1)
        new = old._replace(area=area, formula_xml=xml)
        self._arrays[row, column] = area
        self.__dict__.pop("_filled", None)
        self._replace_cell(new, old.value, xml, keep=("cm",))
        for place in before - after:
            if place in self.cells:
                self._replace_cell(self.cells[place], None, "", keep=())
        return True

    def dissolve(self, row: int, column: int) -> None:
        """Replace a formula by its value; the cells that an array fills become ordinary cells.

        An empty text is written as a formula, because otherwise other formulas would find a blank cell.
        """
        old = self.cells[row, column]
        area = old.area if old.kind == "array" and old.area is not None else None
        self._prepare_removal(old)
        empty = f'<{self._prefix}f>""</{self._prefix}f>'
        for place in (area or Area(self.name, row, column, row, column)).cells:
            if (cell := self.cells.get(place)) is None:
                continue
            plain = cell._replace(formula="", kind="", area=None, dynamic=False, formula_xml="")
            if cell.value == "":
                self._replace_cell(plain._replace(formula='""'), "", empty, keep=())
            else:
                self._replace_cell(plain, cell.value, "", keep=())
            self._replaced.add(place)

    def _full_address(self, row: int, column: int) -> str:
        return f"{self.name}!{address(row, column)}"

    def _writable_cell(self, row: int, column: int) -> Cell:
        """Return the cell if its content may be replaced; otherwise raise CellRefused."""
        old = self._cell_at(row, column)
        if self.is_covered(row, column):
            why = "it is covered by a merged cell"
        elif (row, column) in self._filled and not (old.kind == "array" and old.area and old.area.single):
            why = "it belongs to an array formula"
        elif any(area.contains((row, column)) for area in self._headers):
            why = "it is the heading of a table's column"
        else:
            return old
        raise CellRefused(cell=self._full_address(row, column), why=why)

    def _prepare_removal(self, old: Cell) -> None:
        """Prepare to remove a formula. If other cells share it, the first of these cells gets its text."""
        self.formulas_changed = True
        if old.kind == "array":
            self._arrays.pop(old[:2], None)
            self.__dict__.pop("_filled", None)
        if old.kind != "shared" or old.area is None:
            return
        index = attribute(old.formula_xml.partition(">")[0], "si") or ""
        there = map(self.cells.__getitem__, self._copies[index])
        copies = [cell for cell in there if cell.kind == "shared" and cell.area is None]
        if not copies:
            return
        first = min(copies)
        rows, columns = [cell.row for cell in copies], [cell.column for cell in copies]
        area = Area(self.name, min(rows), min(columns), max(rows), max(columns))
        p = self._prefix
        xml = f'<{p}f t="shared" ref="{reference(area)}" si="{index}">{encode(first.formula)}</{p}f>'
        self._replace_cell(first._replace(area=area, formula_xml=xml), first.value, xml, keep=("cm",))

    def _replace_cell(self, old: Cell, value: CellValue, formula: str, keep: tuple[str, ...]) -> None:
        if isinstance(value, float) and not math.isfinite(value):
            value = ErrorMark(NUM)
        if old.start < 0 and value is None and not formula and (old.row, old.column) not in self._edited:
            return
        key = old.row, old.column
        if old.start < 0 and not old.attributes:
            attributes = self._new_attributes(old)
        elif old.attributes is None:
            attributes = self._attributes(old).partition(" t=")[0]
        else:
            attributes = (_KIND if keep else _NOTES).sub("", old.attributes)
        kind, inner = self._value_xml(value, bool(formula) or key in self._filled)
        if kind:
            attributes += f' t="{kind}"'
        body = formula + inner + old.rest
        xml = f"<{self._prefix}c{attributes}" + (f">{body}</{self._prefix}c>" if body else "/>")
        if old.start >= 0 and self._text.startswith(xml, old.start) and old.end == old.start + len(xml):
            self._edited.pop(key, None)
        else:
            self._edited[key] = xml
        if key not in self._originals:
            self._originals[key] = self.cells.get(key) or Cell(*key)
        if type(value) is ErrorMark:
            self._errors.add(key)
        else:
            self._errors.discard(key)
        said = (old.formula, old.kind, old.area, old.dynamic) if formula else ("", "", None, False)
        parts = (*key, value, *said, attributes, formula, old.rest, old.start, old.end)
        self.cells[key] = tuple.__new__(Cell, parts)

    def change_surroundings(self, change: Callable[[bytes], bytes]) -> None:
        """Change the XML around the cells, such as page breaks, when the sheet is written.

        The part itself is not replaced at once, because the sheet would forget which cells were changed.
        """
        self._surroundings.append(change)

    def to_bytes(self) -> bytes:
        data = self.with_cells(self._edited)
        for change in self._surroundings:
            data = change(data)
        return data
