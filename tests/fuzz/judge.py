"""Compare the values stored for formulas with LibreOffice's values."""

from __future__ import annotations

import contextlib
import math
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.fuzz.event import TESTS, Event
from tests.fuzz.grammar import Formula, Grammar
from tests.fuzz.pieces import Piece, read
from tests.fuzz.theirs import Argument, Difference, joined_as_words, reason
from xl_dipscore.errors import VALUE
from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area, area_of, is_reference
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import rebuild_package

BATCH = 500
"""Formulas in one workbook."""
WRITTEN = 0.3
"""The part of the formulas that are such as directors write."""


@dataclass(frozen=True)
class Wrong:
    """A stored value that is wrong."""

    seed: str
    formula: Formula
    kept: bool
    """Did the formula have a value before, from the old centres?"""
    stored: CellValue
    right: CellValue
    smallest: tuple[Difference, ...] = ()
    kind: type[Event] = Event

    def __str__(self) -> str:
        of = [] if self.kind is Event else ["--clubs"]
        again = shlex.join(["python", "-m", "tests.fuzz.again", *of, self.seed, str(self.formula)])
        had = "a value" if self.kept else "no value"
        parts = "".join(f"\n    smallest part: {part}" for part in self.smallest)
        return (
            f"{self.formula}\n    seed {self.seed}, with {had} before: stored {self.stored!r}, "
            f"LibreOffice {self.right!r}{parts}\n    again: {again}"
        )


@dataclass
class Tally:
    """Results for formulas with a value from before, or for those without."""

    stored: int = 0
    listed: int = 0
    unknown: int = 0
    """The number of stored values that LibreOffice cannot compute."""
    theirs: int = 0
    """The number of values that differ only because LibreOffice differs from Excel."""
    differ: int = 0

    def add(self, other: Tally) -> None:
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def __str__(self) -> str:
        rate = 1000 * self.differ / max(self.stored, 1)
        return (
            f"{self.stored} stored, {self.listed} listed, {self.differ} differ ({rate:.2f} of a thousand "
            f"stored), {self.theirs} differ as LibreOffice does from Excel, {self.unknown} it cannot compute"
        )


@dataclass
class Verdict:
    """The results of formulas, each computed twice: without and with a value from before."""

    formulas: int = 0
    without: Tally = field(default_factory=Tally)
    kept: Tally = field(default_factory=Tally)
    theirs: Counter[str] = field(default_factory=Counter)
    """How often LibreOffice differs from Excel, by the reason."""
    wrong: list[Wrong] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        self.formulas += other.formulas
        self.without.add(other.without)
        self.kept.add(other.kept)
        self.theirs += other.theirs
        self.wrong += other.wrong

    def __str__(self) -> str:
        return f"{self.formulas} formulas\nwithout a value before: {self.without}\nwith one: {self.kept}"


def made(seed: str, count: int = BATCH, *, written: float = WRITTEN) -> list[Formula]:
    """The formulas of one seed; `written` is the part of them such as directors write."""
    grammar = Grammar(seed)
    known = grammar.written(round(written * count))
    nested = [one for one in grammar.nested(count) if one not in known]
    return [*known, *nested][:count]


def examined(seed: str, formulas: Sequence[Formula], kind: type[Event] = Event) -> Verdict:
    """Compute the formulas in a workbook of this kind, and compare the stored values with LibreOffice's."""
    book = Book(seed, formulas, kind)
    right = book.right(new=True)
    verdict = Verdict(len(formulas))
    differing = []
    for tally, before in ((verdict.without, None), (verdict.kept, book.right(new=False))):
        for formula, stored, theirs in zip(formulas, book.stored(before), right, strict=True):
            if isinstance(stored, Failure):
                tally.listed += 1
                continue
            tally.stored += 1
            if isinstance(theirs, Failure):
                tally.unknown += 1
            elif not same(stored, theirs):
                differing.append(Wrong(seed, formula, before is not None, stored, theirs, kind=kind))
    if not differing:
        return verdict
    parts = Parts(seed, {wrong.formula: None for wrong in differing}, kind)
    for wrong in differing:
        tally = verdict.kept if wrong.kept else verdict.without
        smallest = parts.smallest(wrong.formula, wrong.stored)
        reasons = [reason(part) for part in smallest]
        if all(reasons):
            tally.theirs += 1
            verdict.theirs.update(set(reasons))
        else:
            tally.differ += 1
            verdict.wrong.append(replace(wrong, smallest=smallest))
    return verdict


def same(ours: CellValue, theirs: CellValue) -> bool:
    """Compare numbers to 12 digits: sums in another order differ in the last ones. All errors are alike."""
    if isinstance(ours, ErrorMark) or isinstance(theirs, ErrorMark):
        return isinstance(ours, ErrorMark) and isinstance(theirs, ErrorMark)
    if isinstance(ours, str) or isinstance(theirs, str):
        return ours == theirs
    if isinstance(ours, bool) != isinstance(theirs, bool):
        return False
    return math.isclose(ours or 0, theirs or 0, rel_tol=1e-12, abs_tol=1e-12)


class Book:
    """Formulas in an event's workbook, which was saved with its old centres and has the new ones now."""

    def __init__(self, seed: str, formulas: Sequence[Formula], kind: type[Event] = Event) -> None:
        self._event = kind(seed)
        self._areas = [Area(TESTS, row, 1, row, 1) for row in range(1, len(formulas) + 1)]
        empty = self._event.workbook(formulas)
        self._old = self._scored(empty, {})
        self._new = self._scored(empty, self._event.new_centres)

    def _scored(self, data: bytes, centres: Mapping[str, int]) -> bytes:
        """The workbook with these centres, and with values for our functions only."""
        package, scores = Package.read(data), Package.read(self._event.workbook([]))
        for one in (package, scores):
            for cell, count in centres.items():
                one.set_value("Games", cell, count)
        rebuild_package(scores, "", engine="python")
        for area in self._event.ours:
            for place in area.cells:
                package.sheet("Games").set_cached_value(*place, scores.sheet("Games").cells[place].value)
        return package.to_bytes()

    def right(self, *, new: bool) -> list[CellValue]:
        """LibreOffice's values; a Failure for a formula that it cannot compute."""
        office = installed_office()
        assert office is not None, "LibreOffice is not installed"
        package = Package.read(self._new if new else self._old)
        return [block[0][0] for block in office(package, self._event.ours, self._areas)]

    def stored(self, before: Sequence[CellValue] | None) -> list[CellValue]:
        """The values that a rebuild stores over these earlier values; a Failure for a listed cell."""
        package = Package.read(self._old)
        for cell, count in self._event.new_centres.items():
            package.set_value("Games", cell, count)
        for area, value in zip(self._areas, before or (), strict=before is not None):
            if not isinstance(value, Failure):
                package.sheet(TESTS).set_cached_value(area.top, 1, value)
        package = Package.read(package.to_bytes())
        report = rebuild_package(package, "", engine="python")
        listed = {one.ref: Failure(one.reason) for one in report.not_computed if one.sheet == TESTS}
        cells = package.sheet(TESTS).cells
        return [listed.get(f"A{area.top}", cells[area.top, 1].value) for area in self._areas]

    def cells(self, text: str) -> tuple[CellValue, ...]:
        """The values behind a reference or a name, without blanks; a constant gives itself."""
        text = self._event.meaning(text)
        if not is_reference(text):
            return (_constant(text),)
        area = area_of(text, TESTS)
        return tuple(
            cell.value
            for (row, column), cell in Package.read(self._new).sheet(area.sheet).cells.items()
            if area.top <= row <= area.bottom and area.left <= column <= area.right and cell.value is not None
        )


def _constant(text: str) -> CellValue:
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    if text.startswith('"'):
        return text[1:-1].replace('""', '"')
    with contextlib.suppress(ValueError):
        return float(text)
    return text


class Parts:
    """The parts of formulas, each computed by itself."""

    def __init__(self, seed: str, formulas: Iterable[Formula], kind: type[Event] = Event) -> None:
        self._trees = {formula: read(formula.text) for formula in formulas}
        parts = {
            Formula(piece.text, formula.array): None
            for formula, tree in self._trees.items()
            for piece in tree.all()
            if piece.what
        }
        self._book = Book(seed, [*parts], kind)
        self._ours = dict(zip(parts, self._book.stored(None), strict=True))
        theirs = zip(parts, self._book.right(new=True), strict=True)
        # An IFERROR may hide a function that LibreOffice does not know.
        self._theirs = {one: ErrorMark(VALUE) if isinstance(v, Failure) else v for one, v in theirs}

    def smallest(self, formula: Formula, stored: CellValue) -> tuple[Difference, ...]:
        """The innermost parts that differ from LibreOffice; if there are none, the whole formula."""
        found = self._smallest(self._trees[formula], formula.array)
        return tuple(found) or (self.whole(formula, stored),)

    def whole(self, formula: Formula, stored: CellValue) -> Difference:
        return self._difference(self._trees[formula], formula.array, stored)

    def _smallest(self, piece: Piece, array: bool) -> list[Difference]:
        inside = [one for each in piece.arguments for one in self._smallest(each, array)]
        part = Formula(piece.text, array)
        if inside or part not in self._ours:
            return inside
        ours, theirs = self._known(piece, array), self._theirs[part]
        if isinstance(ours, Failure) or same(ours, theirs):
            return []
        return [self._difference(piece, array, ours)]

    def _difference(self, piece: Piece, array: bool, ours: CellValue) -> Difference:
        arguments = tuple(self._argument(one, array) for one in piece.arguments)
        theirs = self._theirs[Formula(piece.text, array)]
        return Difference(piece.text, piece.what, arguments, ours, theirs, piece.compares_truth)

    def _argument(self, piece: Piece, array: bool) -> Argument:
        if not piece.what:
            values = self._book.cells(piece.text)
            return Argument(piece.text, values, values)
        known, theirs = self._known(piece, array), self._theirs[Formula(piece.text, array)]
        return Argument(piece.text, (theirs if isinstance(known, Failure) else known,), (theirs,))

    def _known(self, piece: Piece, array: bool) -> CellValue:
        """The value that is stored for a part, or would be if it stood alone."""
        found = self._ours[Formula(piece.text, array)]
        if not isinstance(found, Failure):
            return found
        words = joined_as_words(piece.what, [self._argument(one, array) for one in piece.arguments])
        return found if words is None else words
