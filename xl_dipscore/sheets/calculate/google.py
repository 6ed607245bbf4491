"""Restore formulas that call our functions: Google Sheets hides them in a text inside another formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xl_dipscore.errors import join
from xl_dipscore.sheets.calculate.block import OurFunction
from xl_dipscore.sheets.calculate.recalc import array_sizes
from xl_dipscore.sheets.xlsx.formula import COLUMNS, ROWS, Area, by_letters, calls, reference
from xl_dipscore.sheets.xlsx.google import Place, Wrapped, extent_of_array, find_wrapped_formulas, is_call
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.sheet import Sheet

_ROUNDS = 6
"""The most times that all formulas are computed, because arrays may depend on each other's sizes."""
_MOST_CELLS = 100_000
_ENDLESS = ROWS, COLUMNS
_NAMED = 3
"""The most formulas that a sentence lists by cell before "... more"; it never says "1 more"."""
_NEVER_COMPUTED = ("#", "Loading...")
"""Beginnings of values that Google Sheets shows for unknown functions."""


def restore_formulas(package: Package, functions: Sequence[OurFunction]) -> tuple[str, ...]:
    """Restore every hidden formula that calls one of our functions. Returns sentences that list the cells.

    Stored values stay. An array formula fills the same cells as in Google Sheets, or the cells that it would
    fill if Google Sheets had our functions. Formulas that only Google Sheets can compute stay hidden.
    """
    away = {name: find_wrapped_formulas(package.sheet(name)) for name in package.sheet_names}
    ours = by_letters(function.name for function in functions)
    found = ((Area(name, *at, *at), one) for name, cells in away.items() for at, one in cells.items())
    todo = {
        area: one for area, one in found if not (one.further or one.needs_google) and calls(one.formula, ours)
    }
    if not todo:
        return ()
    areas = _areas(package, functions, away, todo)
    back: dict[str, list[str]] = {}
    for here, area in areas.items():
        if any(table.area.overlaps(area) for table in package.tables) and not area.single:
            continue  # Excel allows no arrays in tables
        one = todo[here]
        package.sheet(here.sheet).restore(area, one.formula, array=one.array or not area.single)
        back.setdefault(here.sheet, []).append(reference(area))
    return tuple(_restored_sentence(name, cells) for name, cells in back.items())


def _restored_sentence(sheet: str, cells: Sequence[str]) -> str:
    more = len(cells) - _NAMED
    shown = join([*cells[:_NAMED], f"{more} more"] if more > 1 else cells)
    if len(cells) == 1:
        return f"On {sheet}, a formula that Google Sheets had hidden in a text is restored: {shown}."
    return f"On {sheet}, {len(cells)} formulas that Google Sheets had hidden in texts are restored: {shown}."


def _areas(
    package: Package,
    functions: Sequence[OurFunction],
    away: Mapping[str, Mapping[Place, Wrapped]],
    todo: Mapping[Area, Wrapped],
) -> dict[Area, Area]:
    """The area that each formula fills, by the formula's first cell.

    Google Sheets does not store which array a cell belongs to. The size of an array is computed from its
    formula, or else found from the cells that show parts of arrays.
    """
    spaces = {name: _Space(package.sheet(name), cells) for name, cells in away.items()}
    areas = {
        here: area
        for here, one in todo.items()
        if (area := _area_in_file(here, one, spaces[here.sheet])) is not None
    }
    for area in areas.values():
        spaces[area.sheet].take(area)
    rest = [here for here in todo if here not in areas]
    if not rest:
        return areas
    tried, sizes = _try_formulas(package, functions, spaces, todo, areas)
    for limited in (True, False):
        for here in rest:
            size = sizes.get(here)
            if size is not None or not limited:
                most = size if limited and size is not None else _ENDLESS
                areas[here] = spaces[here.sheet].take_extent(areas.get(here, here), most)
    for here in rest:
        area, space = areas[here], spaces[here.sheet]
        wider = _merge_areas(area, _resize_area(here, sizes.get(here, (1, 1))))
        further = (place for place in wider.cells if place not in set(area.cells))
        if area.single:
            spills = _may_spill(here, todo[here], space)
        else:  # look in the computed copy, because the file has no values in the further cells
            values = (tried.sheet(here.sheet).cells.get(place) for place in further)
            spills = any(cell is not None and cell.value not in (None, "") for cell in values)
        if wider != area and spills and space.is_free(wider, area):
            space.take(wider)
            areas[here] = wider
    return {here: areas[here] for here in todo}


class _Trial(NamedTuple):
    """A copy of a workbook with formulas computed, and the sizes of arrays that were not known."""

    package: Package
    sizes: dict[Area, tuple[int, int]]


def _try_formulas(
    package: Package,
    functions: Sequence[OurFunction],
    spaces: Mapping[str, _Space],
    todo: Mapping[Area, Wrapped],
    known: Mapping[Area, Area],
) -> _Trial:
    """Compute formulas in a copy of the workbook. Returns the copy, and sizes of arrays not in `known`."""
    areas = {here: known.get(here, here) for here in todo}
    sizes: dict[Area, tuple[int, int]] = {}
    for _ in range(_ROUNDS):
        tried = type(package)(package.to_bytes(), package.name)
        for here, area in areas.items():
            number = None if here in known else 1
            tried.sheet(here.sheet).restore(area, todo[here].formula, array=True, metadata=number)
        found = array_sizes(tried, functions)
        sizes = {here: found[area] for here, area in areas.items() if here not in known and area in found}
        larger = {here: _resize_area(here, size) for here, size in sizes.items()}
        larger = {here: area for here, area in larger.items() if spaces[here.sheet].is_free(area, here)}
        if areas == areas | larger:
            break
        areas |= larger
    return _Trial(tried, sizes)


def _area_in_file(here: Area, one: Wrapped, space: _Space) -> Area | None:
    """The formula's area; None if the file does not show it. The area's further cells have only results."""
    if one.size is not None:
        area = _resize_area(here, one.size)
    elif (stored := space.sheet.cells[here.top, here.left].area) is not None and not stored.single:
        area = stored
    else:
        return None if _may_spill(here, one, space) or space.shows_more(here) else here
    return area if space.is_free(area, here, values=True) else None


def _may_spill(here: Area, one: Wrapped, space: _Space) -> bool:
    """May the formula fill more cells than its first cell, although no further cell shows a value?"""
    return one.array or (space.never_computed(here) and is_call(one.formula))


def _resize_area(here: Area, size: tuple[int, int]) -> Area:
    return here._replace(bottom=here.top + size[0] - 1, right=here.left + size[1] - 1)


def _merge_areas(one: Area, other: Area) -> Area:
    """The smallest area that contains two areas with the same first cell."""
    return one._replace(bottom=max(one.bottom, other.bottom), right=max(one.right, other.right))


class _Space:
    """The cells of a sheet that show parts of arrays, and the cells that restored arrays already fill."""

    def __init__(self, sheet: Sheet, away: Mapping[Place, Wrapped]) -> None:
        self.sheet = sheet
        self._further = {place for place, one in away.items() if one.further}
        self._begins = away.keys() - self._further
        self._taken: set[Place] = set()

    def take(self, area: Area) -> None:
        self._taken.update(area.cells)

    def take_extent(self, area: Area, most: tuple[int, int]) -> Area:
        """Extend an array over cells that show parts of arrays, up to the size `most`, and take its cells."""
        first = area.top, area.left
        loose = self._further - (self._taken - set(area.cells))
        its = _merge_areas(area, _resize_area(area, extent_of_array(first, loose, self._begins, most)))
        self.take(its)
        return its

    def shows_more(self, here: Area) -> bool:
        return not self._further.isdisjoint({(here.top, here.left + 1), (here.top + 1, here.left)})

    def never_computed(self, here: Area) -> bool:
        value = self.sheet.cells[here.top, here.left].value
        return value in (None, "") or str(value).startswith(_NEVER_COMPUTED)

    def is_free(self, area: Area, own: Area, *, values: bool = False) -> bool:
        """Are all cells of `area` outside `own` free? values: is a cell with a value but no formula free?"""
        if area.size > _MOST_CELLS or not area.on_sheet:
            return False
        there = set(area.cells) - set(own.cells)
        if not there.isdisjoint(self._begins | self._taken) or any(self.sheet.is_covered(*p) for p in there):
            return False
        cells = [cell for place in there - self._further if (cell := self.sheet.cells.get(place)) is not None]
        return not any(cell.formula_xml or (cell.has_content and not values) for cell in cells)
