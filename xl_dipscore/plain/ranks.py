"""Ranks of totals that stand below each other: columns for the rows of a call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.layout.added import AddedSheet
from xl_dipscore.native.columns import Column, PlacedColumns
from xl_dipscore.native.plan import LOW
from xl_dipscore.native.ranks import above
from xl_dipscore.plain.calls import NotPlain, Source, Sources, quoted
from xl_dipscore.plain.columns import put, row_of
from xl_dipscore.xlsx.formula import Area


@dataclass
class Ranks:
    """Ranks 1, 1, 3 of totals; ties are broken by more columns."""

    typed: Mapping[str, Sequence[Source]]
    first: tuple[str, int, int]
    """The cell of the first total."""
    table: PlacedColumns | None = None

    @property
    def columns(self) -> Sequence[Column]:
        keys = ["compared", *(f"{name} compared" for name in self.typed if name != "total")]
        compared = [
            Column(key, f"{name.capitalize()}, compared", f"IF(ISNUMBER([{name}]),ROUND([{name}],8),{LOW})")
            for key, name in zip(keys, self.typed, strict=True)
        ]
        rank = f'IF([lost]=0,[above {len(keys)}]+1,IF([total]="","",NA()))'
        lost = Column("lost", "No total", "IF(ISNUMBER([total]),0,1)")
        return [lost, *compared, *above("above", keys), Column("rank", "Rank", rank)]

    def write(self, page: AddedSheet) -> None:
        count = len(self.typed["total"])
        rows = range(2, count + 2)
        letters = {
            "at": page.column("row", {row: f"=ROW({one.reference})" for row, one in self._in("total")})
        }
        for name in self.typed:
            cells = {row: f"={one.copied}" for row, one in self._in(name) if one.copied}
            letters[name] = page.column(name.capitalize(), cells)
        put(page, self.columns, letters, rows, count + 2)
        self.table = PlacedColumns(letters, count + 2, quoted(page.name))

    def _in(self, name: str) -> enumerate[Source]:
        return enumerate(self.typed[name], 2)

    def cell(self, row: int, here: Area) -> str:
        """The rank of a row, found by the director's own."""
        assert self.table is not None
        found = f"MATCH({row_of(self.first, row, here)},{self.table.column('at')},0)"
        return f"INDEX({self.table.column('rank')},{found})"


def ranks(totals: Sources, ties: Sources) -> Ranks:
    """Raises NotPlain."""
    first = totals[0][0].place
    if len(totals[0]) != 1 or first is None:
        raise NotPlain("only totals in cells below each other are ranked in cells")
    typed = {"total": [row[0] for row in totals]}
    if not (len(ties) == 1 and len(ties[0]) == 1 and ties[0][0].blank):
        if len(ties) != len(totals):
            raise NotPlain("its tie-breaks do not stand beside its totals")
        typed |= {f"tie {n}": [row[n - 1] for row in ties] for n in range(1, len(ties[0]) + 1)}
    return Ranks(typed, first)
