"""Compute the new positions of lines, areas and formulas after rows or columns are inserted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from xl_dipscore.errors import group_by_key
from xl_dipscore.sheets.xlsx.formula import (
    COLUMNS,
    ROWS,
    Area,
    continue_formula,
    join_reference,
    split_reference,
    unquote_sheet,
    with_references,
)

Span = tuple[int, int]
"""The first and the last of adjacent lines (rows or columns)."""


@dataclass(frozen=True, eq=False)
class Insertion:
    """Copies of a piece, inserted at the line `at`.

    A line is a row; if columns are inserted, it is a column. A list consists of pieces of equal size,
    such as the rows of one board. The piece just before `at` is copied.
    """

    sheet: str
    at: int
    """The first line that moves away."""
    size: int
    """The number of lines of a piece."""
    times: int
    """How many copies are inserted."""
    number: int
    """How many pieces the list has without the copies."""
    pieces_before: int
    """How many pieces of the list are before `at`."""
    across: range
    """The columns that the list's table spans; if lines are columns, the rows that it spans."""
    typed: Mapping[int, bool] = field(default_factory=dict)
    """Columns (rows) whose typed cells are always copied (True) or never (False). Other typed cells are
    copied if the list has one piece, or if the next or previous piece has an equal or consecutive value."""
    paged: bool = False
    """If there is no page break among the pieces: are they one page together, ending after the last?"""
    band: range | None = None
    """The columns (rows) in which cells move; None if the cells of the whole sheet move."""

    @property
    def source(self) -> range:
        return range(self.at - self.size, self.at)

    @property
    def behind(self) -> range:
        return range(self.at, self.at + self.size * (self.number - self.pieces_before))

    @property
    def lines(self) -> int:
        return self.size * self.times

    @property
    def start(self) -> int:
        return self.at - self.pieces_before * self.size

    def moves(self, cross: Span, *, whole: bool) -> bool:
        """Do cells move in all columns (rows) of `cross`? If not `whole`: do cells move in any of them?"""
        if self.band is None:
            return True
        inside = [line in self.band for line in cross]
        return all(inside) if whole else cross[0] <= self.band[-1] and cross[1] >= self.band[0]


class Moves:
    """Compute new positions after insertions."""

    def __init__(self, insertions: Iterable[Insertion], *, columns: bool = False) -> None:
        self.columns = columns
        in_order = sorted(insertions, key=lambda one: one.at)
        self._of = group_by_key((one.sheet.casefold(), one) for one in in_order)
        self._spelled = [name.replace("'", "''") for name in self._of]
        self._last = COLUMNS if columns else ROWS
        self.reference = cache(self._reference)

    def of(self, sheet: str) -> Sequence[Insertion]:
        return self._of.get(sheet.casefold(), ())

    def line(self, sheet: str, line: int) -> int:
        return self.span(sheet, (line, line))[0]

    def span(self, sheet: str, lines: Span, cross: Span | None = None, *, fixed: bool = True) -> Span:
        """The new first and last line of adjacent lines. cross: the columns (rows) of their cells.

        Lines that cover a whole list also cover pieces added at the list's end. Exception: if a
        list has only one piece, lines that are exactly this piece do not grow unless `fixed`.
        fixed: do both ends of the reference have a $?
        """
        (first, last), (start, end) = lines, lines
        for one in self.of(sheet):
            among = cross or (one.across[0], one.across[0])
            all_ = one.pieces_before == one.number and first <= one.start and last == one.at - 1
            all_ = all_ and (fixed or one.number > 1 or first < one.start)
            if one.at <= first and one.moves(among, whole=True):
                start, end = start + one.lines, end + one.lines
            elif (first < one.at <= last or all_) and one.moves(among, whole=False):
                end += one.lines
        return min(start, self._last), min(end, self._last)

    def area(self, area: Area, *, fixed: bool = True) -> Area:
        along, cross = area.span(columns=self.columns), area.span(columns=not self.columns)
        return area.to(self.span(area.sheet, along, cross, fixed=fixed), columns=self.columns)

    def shift_area(self, area: Area, by: int) -> Area:
        first, last = area.span(columns=self.columns)
        return area.to((first + by, last + by), columns=self.columns)

    def _reference(self, text: str, sheet: str) -> str:
        """The new text of a reference. sheet: the sheet of a reference that names no sheet."""
        mark, ends = split_reference(text)
        there = _sheet_of_mark(mark) or sheet
        lines = [end.line(columns=self.columns) for end in ends]
        if not self.of(there) or not all(lines):
            return text
        fixed = len(ends) == 2 and all(end.has_dollar(columns=self.columns) for end in ends)
        crossing = [end.line(columns=not self.columns) for end in ends]
        cross = (min(crossing), max(crossing)) if all(crossing) else (1, ROWS)
        first, last = self.span(there, (min(lines), max(lines)), cross, fixed=fixed)
        new = (first, last) if lines[0] <= lines[-1] else (last, first)
        moved = (end.at(line, columns=self.columns) for end, line in zip(ends, new, strict=False))
        return join_reference(mark, moved)

    def formula(self, formula: str, sheet: str) -> str:
        if not self.of(sheet) and not any(name in formula.casefold() for name in self._spelled):
            return formula
        return with_references(formula, partial(self.reference, sheet=sheet))

    def following(self, formula: str, one: Insertion) -> str:
        """Rewrite a formula of the copied piece for the piece after it, as if nothing had been inserted.

        References to lines of the copied piece move, with or without $. Exception: if the
        list has only one piece, a reference with $ to exactly this piece stays.
        Other references move if they have no $.
        """

        def move_reference(text: str) -> str:
            mark, ends = split_reference(text)
            fixed = [end.has_dollar(columns=self.columns) for end in ends]
            lines = [end.line(columns=self.columns) for end in ends]
            here = (_sheet_of_mark(mark) or one.sheet).casefold() == one.sheet.casefold()
            whole = one.number == 1 and all(fixed) and lines == [one.source[0], one.source[-1]]
            own = here and not whole and all(line in one.source for line in lines)
            pairs = zip(ends, fixed, strict=True)
            new = (
                e if still and not own else e.move_by(one.size, columns=self.columns) for e, still in pairs
            )
            return join_reference(mark, new)

        return with_references(formula, move_reference)

    def formula_of_copy(self, formula: str, one: Insertion, step: int) -> str:
        """Rewrite a formula of the copied piece for the copy that is `step` pieces later."""
        on = self.continue_by_pieces(formula, self.following(formula, one), step - 1, one.sheet)
        return self.formula(formula, one.sheet) if on is None else on

    def continue_by_pieces(self, before: str, formula: str, steps: int, sheet: str) -> str | None:
        """Continue the series of two formulas by `steps` pieces; None if they are no series."""
        still = partial(self.reference, sheet=sheet)
        return continue_formula(before, formula, steps, right=self.columns, still=still)


def _sheet_of_mark(mark: str) -> str:
    return unquote_sheet(mark.removesuffix("!"))
