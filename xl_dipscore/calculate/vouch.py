"""Whether a value can be vouched for: two calculators agree on it, and nothing is known against both.

They are one, grown apart from the other, so that agreement is evidence; what both get wrong is known to
`both_wrong`, and what hangs on the order of texts shows when accents, hyphens and apostrophes are taken away.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from xl_dipscore.calculate.block import Block, Failure, in_rows
from xl_dipscore.calculate.both_wrong import ENDLESS, Core, Verdict, is_wanted
from xl_dipscore.calculate.links import Unit
from xl_dipscore.calculate.reader import Argument, Reader, is_endless
from xl_dipscore.calculate.text_order import alike, folded_nodes, folded_value
from xl_dipscore.calculate.tree import Call, Node
from xl_dipscore.calculate.trust import numbered
from xl_dipscore.calculate.witness import Formula, testimony
from xl_dipscore.errors import NA
from xl_dipscore.xlsx.formula import Area, Token, area_of
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

ABSENT = "there is no second calculator here to vouch for it"
ORDER = "it depends on the order of names with accents, hyphens or apostrophes"


class Objection(NamedTuple):
    """Why a value is not vouched for."""

    reason: str
    office: bool = True
    """Whether LibreOffice may decide."""
    answers: tuple[Block, ...] = ()
    """Those that differ: what LibreOffice says must be one of them."""
    known: bool = False
    """Whether it stands, whatever the cells above it come to."""


def serial(now: datetime, date1904: bool) -> float:
    """The number that a workbook has for a moment."""
    since = now - datetime(1904, 1, 1) if date1904 else now - datetime(1899, 12, 30)
    return since.total_seconds() / 86_400


def verdict_on(core: Core, unit: Unit, nodes: Sequence[Node]) -> Verdict:
    reading = unit.reading
    endless = is_endless(reading)
    like = unit if unit.ours else (reading.shape, unit.array, endless)
    return core.verdict(nodes, reading.areas, like, array=unit.array, endless=endless)


@dataclass(frozen=True)
class Hearing:
    """The values that the calculator came to, and the cells around them, laid before the witness."""

    reader: Reader
    results: Callable[[str, Sequence[CellValue | Block]], Block | None]
    """What calls of ours have come to."""
    sheets: Mapping[str, Mapping[tuple[int, int], CellValue]]
    """All cells that any formula refers to, new values included."""
    now: float
    date1904: bool
    any_order: Collection[Unit]
    """Those that are right in whatever order names come."""
    proven: Set[Unit]
    """Those that need no second calculator."""

    def doubts(self, values: Mapping[Unit, Block]) -> dict[Unit, Objection]:
        """What is to be said against these; nothing against a call of ours, nor where its arguments
        are computed within it."""
        parts = {
            unit: plain
            for unit in values
            if unit not in self.proven
            and not (unit.ours and self.reader.is_call(unit.reading))
            and (plain := self.reader.plain(unit.reading, self._result)) is not None
        }
        if not parts:
            return {}
        answers = self._answers(self.sheets, parts)
        if answers is None:
            return dict.fromkeys(parts.keys() | (self.proven & values.keys()), Objection(ABSENT))
        core = Core(self.sheets)
        found: dict[Unit, Objection] = {}
        ordering = []
        for unit, plain in parts.items():
            verdict = verdict_on(core, unit, plain)
            by_order = unit not in self.any_order
            if verdict.reason:
                doubt: Objection | None = Objection(verdict.reason, known=True)
            else:
                doubt = _difference(values[unit], answers[unit])
            if doubt is not None and doubt.answers and is_endless(unit.reading):
                doubt = Objection(ENDLESS)
            if doubt is None and verdict.hidden and by_order:
                doubt = Objection(ORDER)
            if doubt is not None:
                found[unit] = doubt._replace(office=doubt.office and verdict.office)
            elif verdict.order and by_order:
                ordering.append(unit)
        for unit in self._moved(parts, answers, ordering) if ordering else ():
            found[unit] = Objection(ORDER)
        for unit, doubt in found.items():
            order = doubt.reason == ORDER
            if doubt.office and not core.of_office(parts[unit], unit.reading.areas, order=order):
                found[unit] = doubt._replace(office=False)
        return found

    def _result(self, name: str, given: Sequence[Argument]) -> str:
        """What a call of ours came to, as an array that is written out; #N/A where it was not needed."""
        arguments = [self._cells(value) if isinstance(value, Area) else value for value in given]
        rows = self.results(name, arguments) or [[ErrorMark(NA)]]
        return "{" + ";".join(",".join(map(_constant, row)) for row in rows) + "}"

    def _cells(self, area: Area) -> CellValue | Block:
        cells = self.sheets.get(area.sheet, {})
        return block_of(area, map(cells.get, area.cells))

    def _answers(
        self,
        sheets: Mapping[str, Mapping[tuple[int, int], CellValue]],
        parts: Mapping[Unit, Sequence[Node]],
    ) -> dict[Unit, Block] | None:
        filled = {(unit.area.sheet, *place) for unit in parts for place in unit.cells}

        def blank(area: Area) -> bool:
            place = area.top, area.left
            return place not in sheets.get(area.sheet, {}) and (area.sheet, *place) not in filled

        formulas = [Formula(unit.area, written(found, blank), unit.array) for unit, found in parts.items()]
        answers = testimony(sheets, formulas, now=self.now, date1904=self.date1904)
        return None if answers is None else dict(zip(parts, answers, strict=True))

    def _moved(
        self,
        parts: Mapping[Unit, Sequence[Node]],
        answers: Mapping[Unit, Block],
        ordering: Iterable[Unit],
    ) -> list[Unit]:
        """Those of `ordering` whose answers change with what orders texts in different ways."""
        plain = {
            name: {place: folded_value(value) for place, value in cells.items()}
            for name, cells in self.sheets.items()
        }
        others = self._answers(plain, {unit: folded_nodes(found) for unit, found in parts.items()})
        if others is None:
            return list(ordering)
        return [
            unit
            for unit in ordering
            if not all(map(alike, chain.from_iterable(answers[unit]), chain.from_iterable(others[unit])))
        ]


def written(nodes: Iterable[Node], blank: Callable[[Area], bool]) -> str:
    """A formula for the witness, to whom a blank cell as a condition is not 0."""
    return "".join([_called(node, blank) if isinstance(node, Call) else node.text for node in nodes])


def _called(call: Call, blank: Callable[[Area], bool]) -> str:
    name, given = call.name, list[str]()
    for place, argument in enumerate(call.arguments):
        match argument:
            case [Token("reference", text)] if name in ("ROW", "COLUMN"):
                return f"({numbered(name, area_of(text))})"
            case [Token("reference", text)] if is_wanted(name, place) and (area := area_of(text)).single:
                given.append("0" if blank(area) else text)
            case [Token(_, text)]:
                given.append(text)
            case _:
                given.append(written(argument, blank))
    return f"{_NAMES.get(name, name)}({','.join(given)})"


_NAMES = {"SINGLE": "@"}


def _constant(value: CellValue) -> str:
    if value is None:
        return '""'
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str) and not isinstance(value, ErrorMark):
        return '"' + value.replace('"', '""') + '"'
    return str(value) if isinstance(value, str) else repr(value)


def block_of(area: Area, values: Iterable[CellValue]) -> CellValue | Block:
    """What a function of ours is handed for some cells, which hold these values."""
    rows = in_rows(map(_handed, values), area)
    return rows[0][0] if area.single else rows


def _handed(value: CellValue) -> CellValue:
    """Whole numbers come as floats from every host; errors as their marks."""
    if type(value) is int:
        return float(value)
    return str(value) if type(value) is ErrorMark else value


def _difference(first: Block, second: Block) -> Objection | None:
    """What is to be said where the two calculators differ."""
    for value, other in zip(chain.from_iterable(first), chain.from_iterable(second), strict=False):
        if isinstance(other, Failure):
            return Objection(str(other))
        if not agree(value, other):
            kinds = isinstance(value, ErrorMark) and isinstance(other, ErrorMark)
            reason = f"two calculators differ: {_shown(value)} and {_shown(other)}"
            return Objection(reason, not kinds, (first, second))
    return None


EQUAL_WITHIN = 1e-9
"""Of a number, or of 1 where that is less: as near as people see."""


def agree(value: CellValue, other: CellValue, *, near: float = 1e-13) -> bool:
    """Equal but for what the order of sums does to the last digits."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=near, abs_tol=near)
    if value in (None, "") and other in (None, ""):
        return True
    return value == other and isinstance(value, ErrorMark) == isinstance(other, ErrorMark)


_LONGEST = 40


def _shown(value: CellValue) -> str:
    if value in (None, ""):
        return "nothing"
    if isinstance(value, bool):
        return str(value).upper()
    text = f"{value:.15g}" if isinstance(value, int | float) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
