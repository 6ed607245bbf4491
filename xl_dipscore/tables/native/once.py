"""Compute what all rows of a board share in its first row only, and look it up in the other rows.

A sum over a board reads every row of Games. In each row it would cost seven times as much, and programs
compute it again after every typed count.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from xl_dipscore.tables.native.columns import Column
from xl_dipscore.tables.native.notation import Formula

HOME = Column("home", "first row of the board", Formula("IF([b]=0,[row],[b])"))
"""The number of the first row of a row's board; the row's own number if it belongs to none."""
_SUM = re.compile(r"(?:SUMIF\(\[b:\],\[b\],\[([\w ]+):\]\)|COUNTIF\(\[b:\],\[b\]\))")
"""A sum over the rows of a board, or their number."""
_OF_BOARD = re.compile(r'(?:SUMIF|COUNTIF)S?\((?:\[b\]|\[[\w ]+:\]|[^()\[\]"]|"[^"]*")*\)')
"""A sum or count that depends on nothing of the row except its board."""


@dataclass(frozen=True)
class OncePerBoard:
    """Columns in which sums over a board stand in its first row only.

    `formula` changes any other text that reads such a column, or that has such a sum.
    """

    columns: tuple[Column, ...]
    names: frozenset[str]
    """Names of the columns with a number in the first row of each board, and 0 in its other rows."""
    sums: Mapping[Formula, str]
    """The names of these columns by the sums that they have."""

    @classmethod
    def of(cls, columns: Sequence[Column], texts: Iterable[Formula]) -> Self:
        """texts: further formulas of the rows, such as the score."""
        others = [*texts]
        read = "".join([*others, *(one.text for one in columns)])
        known = {
            one.text: one.name
            for one in columns
            if _OF_BOARD.fullmatch(one.text) and "[b:],[b]" in one.text and f"[{one.name}:]" not in read
        }
        used = Counter(Formula(found[0]) for found in _SUM.finditer(read))
        new = [_column(sum_) for sum_, times in used.items() if times > 1 and sum_ not in known]
        sums = known | {one.text: one.name for one in new}
        made = cls((), frozenset(sums.values()), sums)
        return replace(made, columns=(*map(made._with_lookups, (*columns, *new)), HOME))

    def formula(self, text: Formula) -> Formula:
        """The formula, with lookups in the first row of the board."""
        short = _SUM.sub(lambda found: self._lookup(self.sums.get(Formula(found[0]), ""), found[0]), text)
        return Formula(re.sub(r"\[([\w ]+)\]", lambda found: self._lookup(found[1], found[0]), short))

    def _lookup(self, name: str, otherwise: str) -> str:
        return f"INDEX([{name}:],[{HOME.name}])" if name in self.names else otherwise

    def _with_lookups(self, one: Column) -> Column:
        if one.name in self.names:
            return replace(one, text=Formula(f"IF([{HOME.name}]=[row],{one.text},0)"))
        return replace(one, text=self.formula(one.text))


def _column(sum_: Formula) -> Column:
    found = _SUM.fullmatch(sum_)
    if found is None or found[1] is None:
        return Column("rows of the board", "rows of the board", sum_)
    return Column(f"all of {found[1]}", f"{found[1]}, all", sum_)
