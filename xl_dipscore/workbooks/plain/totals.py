"""Totals by a rule for combining rounds, in the director's cells; ranks, in columns of the added sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.rules.tournament.combine import NotOfScoresAlone, Rule, rule_of
from xl_dipscore.sheets.xlsx.formula import Area, quote_sheet
from xl_dipscore.tables.cells.values import is_omitted, number
from xl_dipscore.tables.functions.totals import text_of_cell
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import LOW
from xl_dipscore.tables.native.ranks import above
from xl_dipscore.tables.native.weights import PLAYED, Cases, sum_text, weights_in
from xl_dipscore.workbooks.layout.added import AddedSheet
from xl_dipscore.workbooks.plain.calls import NotPlain, Source, Sources, formula_literal
from xl_dipscore.workbooks.plain.columns import add_columns, row_of


def rule_named(rule: Source) -> Rule:
    """The rule for combining rounds that a cell names. Raises Fault."""
    return rule_of("" if rule.blank else text_of_cell(rule.value))


def totals(rule: Rule, name: Source | None, scores: Sources, rounds: Source, sheet: str) -> list[str]:
    """The formula, on `sheet`, for the total of each row of scores. Raises NotPlain or Faults.

    name, rounds: the cells of the rule and of the planned rounds. If one of the two changes, totals are #N/A.
    """
    width = len(scores[0])
    planned = width if is_omitted([[rounds.value]]) else number(rounds.value)
    if not isinstance(planned, int) or planned < 1:
        raise NotPlain("its rounds are not a whole number")
    if not rule.of_scores:
        raise NotOfScoresAlone(name=rule.name)
    weights = [_weights(one, min(width, planned), planned) for one in rule.either or (rule,)]
    same = []
    if name is not None and name.reference:
        same.append(f"TRIM({name.reference})={formula_literal(str(name.value).strip())}")
    if rounds.reference:
        same.append(f"SUM({rounds.reference})={formula_literal(rounds.value if rounds.value else 0)}")
    found = []
    for row in scores:
        first, last = row[0].relative_reference(sheet), row[-1].relative_reference(sheet).rpartition("!")[2]
        if not row[0].place:
            raise NotPlain("its scores are written out")
        text = _total(weights, f"{first}:{last}" if width > 1 else first)
        found.append(f"IF(AND({','.join(same)}),{text},NA())" if same else text)
    return found


def _weights(rule: Rule, most: int, planned: int) -> Cases:
    found = weights_in(rule, planned, most)
    return {case: "0" if weight is None else str(weight.exact) for case, weight in found.items()}


def _total(weights: Sequence[Cases], scores: str) -> str:
    count, made = f"COUNT({scores})", [sum_text(one, scores) for one in weights]
    text = made[0] if len(made) == 1 else f"MAX({','.join(made)})"
    return f'IF({count}=0,IF(SUM({scores})=0,"",""),{text.replace(PLAYED, count)})'


@dataclass
class Ranks:
    """Ranks of totals, such as 1, 1, 3. Further typed columns may break ties."""

    typed: Mapping[str, Sequence[Source]]
    """The cells of the column `total`, and of the tie-breaks `tie 1`, `tie 2` ..."""
    first: tuple[str, int, int]
    """The cell of the first total."""
    table: PlacedColumns | None = None

    @property
    def columns(self) -> Sequence[Column]:
        keys = ["compared", *(f"{name} compared" for name in self.typed if name != "total")]
        compared = [
            Column(
                key,
                f"{name.capitalize()}, compared",
                Formula(f"IF(ISNUMBER([{name}]),ROUND([{name}],8),{LOW})"),
            )
            for key, name in zip(keys, self.typed, strict=True)
        ]
        rank = f'IF([no total]=0,[above {len(keys)}]+1,IF([total]="","",NA()))'
        missing = Column("no total", "No total", Formula("IF(ISNUMBER([total]),0,1)"))
        return [missing, *compared, *above("above", keys), Column("rank", "Rank", Formula(rank))]

    def write(self, page: AddedSheet) -> None:
        count = len(self.typed["total"])
        rows = range(2, count + 2)
        letters = {
            "at": page.column("row", {row: f"=ROW({one.reference})" for row, one in self._by_row("total")})
        }
        for name in self.typed:
            cells = {row: f"={one.copy_formula}" for row, one in self._by_row(name) if one.copy_formula}
            letters[name] = page.column(name.capitalize(), cells)
        add_columns(page, self.columns, letters, rows, count + 2)
        self.table = PlacedColumns(letters, count + 2, quote_sheet(page.name))

    def _by_row(self, name: str) -> enumerate[Source]:
        return enumerate(self.typed[name], 2)

    def cell(self, row: int, here: Area) -> str:
        """A formula for the rank of a total. It looks up the row of the total, since rows may be sorted."""
        assert self.table is not None
        found = f"MATCH({row_of(self.first, row, here)},{self.table.column('at')},0)"
        return f"INDEX({self.table.column('rank')},{found})"


def ranks(totals: Sources, ties: Sources) -> Ranks:
    """Ranks of these totals; `ties` are columns of tie-breaks beside them. Raises NotPlain."""
    first = totals[0][0].place
    if len(totals[0]) != 1 or first is None:
        raise NotPlain("only totals in a single column of cells can be ranked")
    typed = {"total": [row[0] for row in totals]}
    if not (len(ties) == 1 and len(ties[0]) == 1 and ties[0][0].blank):
        if len(ties) != len(totals):
            raise NotPlain("its tie-breaks do not stand beside its totals")
        typed |= {f"tie {n}": [row[n - 1] for row in ties] for n in range(1, len(ties[0]) + 1)}
    return Ranks(typed, first)
