"""Compute the new positions of lines, areas and formulas after rows or columns are inserted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from xl_dipscore.errors import group_by_key
from xl_dipscore.xlsx.formula import (
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
"""The first and the last of some lines."""


@dataclass(frozen=True, eq=False)
class Insertion:
    """Copies of a piece, the lines just before `at`, inserted there. Lines are rows, or columns."""

    sheet: str
    at: int
    """The first line that moves away."""
    size: int
    """Lines of a piece."""
    times: int
    number: int
    """Pieces that the list has already."""
    before: int
    """Pieces of the list before the place."""
    across: range
    """The columns (for columns: the rows) that its table spans."""
    typed: Mapping[int, bool] = field(default_factory=dict)
    """Columns (rows) whose typed cells are always copied (True) or never (False). Other typed cells are
    copied if they are equal in each piece, or count on.
    """
    paged: bool = False
    """Do its pieces fill one page, unless a page break says otherwise?"""
    band: range | None = None
    """The columns (rows) in which cells move, if not in the whole sheet."""

    @property
    def source(self) -> range:
        return range(self.at - self.size, self.at)

    @property
    def behind(self) -> range:
        return range(self.at, self.at + self.size * (self.number - self.before))

    @property
    def lines(self) -> int:
        return self.size * self.times

    @property
    def start(self) -> int:
        return self.at - self.before * self.size

    def moves(self, cross: Span, *, whole: bool) -> bool:
        """Does it move all of these columns (rows), or any?"""
        if self.band is None:
            return True
        inside = [line in self.band for line in cross]
        return all(inside) if whole else cross[0] <= self.band[-1] and cross[1] >= self.band[0]


class Moves:
    """New positions after some insertions."""

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
        """The new first and last of some lines. cross: the columns (rows) that are meant.

        A span that covers all of a list covers new pieces at its end. If the list has a single piece, the
        span means only that piece, unless it is `fixed` or covers more.
        """
        (first, last), (start, end) = lines, lines
        for one in self.of(sheet):
            among = cross or (one.across[0], one.across[0])
            all_ = one.before == one.number and first <= one.start and last == one.at - 1
            all_ = all_ and (fixed or one.number > 1 or first < one.start)
            if one.at <= first and one.moves(among, whole=True):
                start, end = start + one.lines, end + one.lines
            elif (first < one.at <= last or all_) and one.moves(among, whole=False):
                end += one.lines
        return min(start, self._last), min(end, self._last)

    def area(self, area: Area, *, fixed: bool = True) -> Area:
        along, cross = area.span(columns=self.columns), area.span(columns=not self.columns)
        return area.to(self.span(area.sheet, along, cross, fixed=fixed), columns=self.columns)

    def on(self, area: Area, by: int) -> Area:
        first, last = area.span(columns=self.columns)
        return area.to((first + by, last + by), columns=self.columns)

    def _reference(self, text: str, sheet: str) -> str:
        """A reference's new text. sheet: the sheet of a reference without one."""
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
        """A formula of the piece, rewritten for a piece right behind it, as if nothing had moved.

        References to the piece's own lines move along, with or without $. Others move if they have no $.
        """

        def move_reference(text: str) -> str:
            mark, ends = split_reference(text)
            fixed = [end.has_dollar(columns=self.columns) for end in ends]
            lines = [end.line(columns=self.columns) for end in ends]
            here = (_sheet_of_mark(mark) or one.sheet).casefold() == one.sheet.casefold()
            whole = one.number == 1 and all(fixed) and lines == [one.source[0], one.source[-1]]
            own = here and not whole and all(line in one.source for line in lines)
            return join_reference(
                mark,
                (
                    end if still and not own else end.on(one.size, columns=self.columns)
                    for end, still in zip(ends, fixed, strict=True)
                ),
            )

        return with_references(formula, move_reference)

    def formula_of_copy(self, formula: str, one: Insertion, step: int) -> str:
        """A formula of the piece, rewritten for its copy so many pieces on."""
        on = self.continue_by_pieces(formula, self.following(formula, one), step - 1, one.sheet)
        return self.formula(formula, one.sheet) if on is None else on

    def continue_by_pieces(self, before: str, formula: str, steps: int, sheet: str) -> str | None:
        """Continue a series of two formulas by so many pieces; None if they are not a series."""
        still = partial(self.reference, sheet=sheet)
        return continue_formula(before, formula, steps, right=self.columns, still=still)


def _sheet_of_mark(mark: str) -> str:
    return unquote_sheet(mark.removesuffix("!"))
