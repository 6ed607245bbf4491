"""Formulas for a single board: columns to paste beside it, or one formula for the score of a seat.

In the one formula, each token such as `[won]` is replaced by the formula of the column with that name.
Sums and counts over the board become SUM, LARGE and COUNTIF of the seven typed counts, or seven terms if a
number is computed for each seat.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import CENTRES, POWERS, SEATS
from xl_dipscore.rules.system import Need, System
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.compiled import compile_system, find_needed_columns
from xl_dipscore.tables.native.facts import IMPOSSIBLE
from xl_dipscore.tables.native.notation import Formula, Stored, cell_text

LONGEST = 8_000
"""The longest formula, in characters; Excel accepts 8,192."""
OWN = -1
"""In place of a seat: the seat of the cell that contains the formula."""


def block(
    system: System,
    options: Mapping[str, object],
    typed: Mapping[str, str],
    first_row: int,
    columns: Sequence[str],
) -> list[tuple[str, ...]]:
    """Cells to paste beside one board: a row of headings, then a row for each seat, Austria to Turkey. The
    columns are Score, Check, the number of the seat, and helper columns.

    typed: by word, such as `centres`, the letters of typed columns; for a chart, the result of
        `chart_letters`.
    first_row: Austria's row. columns: the letters of enough free columns.
    Raises Faults for an unknown option.
    """
    made = compile_system(system, options, typed, {})
    kept = find_needed_columns(made.columns, (), made.score + made.check)
    seat = Column("seat", "seat", Formula(""))
    shown = [Column("score", "Score", made.score), Column("check", "Check", made.check), seat, *kept]
    letters = {one.name: letter for one, letter in zip(shown, columns, strict=False)}
    table = PlacedColumns({**typed, **letters}, first_row + len(POWERS) - 1, first=first_row)
    rows = (
        tuple(
            str(n + 1) if one is seat else cell_text(table.formula(one.text, first_row + n)) for one in shown
        )
        for n in SEATS
    )
    headings = (one.marked_heading if one in kept else one.heading for one in shown)
    return [tuple(headings), *rows]


class MissingCells(Fault):
    """{system} needs {facts} too; give {options}."""


class NoSingleFormula(Fault):
    """{system} {why}: it takes columns instead of a single formula."""


@dataclass(frozen=True)
class SevenCells:
    cells: Sequence[str]
    """Addresses such as `B2`, Austria to Turkey."""
    down: bool = True
    """Are the cells one below the other?"""
    sheet: str = ""
    """The sheet before a reference to these cells, such as `'Round 1'!`; blank on the formula's own sheet."""

    @property
    def whole(self) -> str:
        """The range of all seven cells, such as `$B$2:$B$8`."""
        return f"{self.sheet}{_make_absolute(self.cells[0])}:{_make_absolute(self.cells[-1])}"

    def of(self, seat: int) -> str:
        """The cell of a seat; for OWN the first cell, as a relative reference that moves with the formula."""
        return self.sheet + (self.cells[0] if seat == OWN else _make_absolute(self.cells[seat]))


def _make_absolute(cell: str) -> str:
    return re.sub(r"([A-Z]+)(\d+)$", r"$\1$\2", cell)


def one_formula(
    system: System, options: Mapping[str, object], given: Mapping[str, SevenCells | str]
) -> Stored:
    """The formula, without an equals sign, for the score of the first seat. Fill it into the other six cells.

    given: `centres`, `draw` and `eliminated` as SevenCells, `year` as a cell; all except `centres` are
        optional.
    Raises MissingCells, NoSingleFormula and Faults.
    """
    check_given(system, given)
    if system.reads is not None:
        raise NoSingleFormula(system=system.key, why="reads the end of a game in a way of its own")
    columns = compile_system(system, options, [*given, "round", "board", "power"], {}, bare=True)
    check_given(system, given, columns.asks)
    texts = {one.name: one.text for one in columns.columns}
    total = Formula("+".join(f"[{line}]" for line in columns.lines))
    score = _Inline(texts, given).formula(total, OWN)
    counted = given["centres"]
    assert isinstance(counted, SevenCells), "The centres are given as seven cells."
    formula = _check_counts(counted, score)
    if len(formula) > LONGEST:
        raise NoSingleFormula(system=system.key, why=f"would take {len(formula):,} characters")
    return formula


def _check_counts(counted: SevenCells, score: Stored) -> Stored:
    """The formula of a score: blank before all counts are typed, #VALUE! for counts that cannot be."""
    counts = counted.whole
    parts = ",".join(f"ISLOGICAL({cell}),{cell}<>INT({cell})" for cell in map(counted.of, SEATS))
    impossible = f"OR(SUM({counts})>{CENTRES},SUM({counts})=0,MIN({counts})<0,{parts})"
    texts = f"COUNT({counts})+COUNTBLANK({counts})<7"
    checked = f'IF(COUNTBLANK({counts})>0,"",IF({impossible},{IMPOSSIBLE},{score}))'
    return Stored(f"IF({texts},{IMPOSSIBLE},{checked})")


_ATOM = re.compile(r"(?:'(?:[^']|'')+'!)?\$?[A-Z]+\$?\d+|\d+(\.\d+)?|[A-Z]+\([^()]*\)")
"""Texts that need no parentheses inside a formula: a cell, a number, or a call without nested calls."""
_NEEDED: Mapping[Need, str] = {
    "year": "the last game year",
    "eliminated": "the years of elimination",
    "chart": "the centre chart",
}


def check_given(system: System, given: Mapping[str, object], asks: Collection[str] = ()) -> None:
    """Raise MissingCells if a fact in the needs of the system, or in `asks`, has no cells.

    asks: facts that the system needs with the chosen options.
    """
    missing = [fact for fact in _NEEDED if (fact in system.needs or fact in asks) and fact not in given]
    if missing:
        facts = " and ".join(_NEEDED[fact] for fact in missing)
        raise MissingCells(system=system.key, facts=facts, options=" ".join(f"--{one}" for one in missing))


class _Inline:
    def __init__(self, texts: Mapping[str, Formula], given: Mapping[str, SevenCells | str]) -> None:
        centres, draw, gone = (given.get(word) for word in ("centres", "draw", "eliminated"))
        assert isinstance(centres, SevenCells), "The centres are given as seven cells."
        place, first = "ROW" if centres.down else "COLUMN", centres.cells[0]
        self._centres = centres
        self._typed: dict[str, Callable[[int], str]] = {
            "owned": centres.of,
            "counts": centres.of,
            "gone": gone.of if isinstance(gone, SevenCells) else lambda seat: "0",
            "seat": lambda seat: (
                f"{place}({first})-{place}({_make_absolute(first)})+1" if seat == OWN else str(seat + 1)
            ),
        }
        if isinstance(draw, SevenCells):
            self._typed["marked"] = draw.of
        facts = _facts(centres.whole, draw.whole if isinstance(draw, SevenCells) else "")
        self._texts = {**texts, **facts, "last_year": str(given.get("year") or 0)}

    def formula(self, tokens: Formula, seat: int) -> Stored:
        """The text as a formula for a seat: each token is replaced by a cell or by its column's formula."""
        here = re.sub(r"SUMIFS\(\[(\w+):\],\[b:\],\[b\],\[(\w+):\],(\d)\)", self._largest, tokens)
        smaller = r'SUMIFS\(\[(counts):\],\[b:\],\[b\],\[\1:\],"<"&\[\1\]\)'
        here = re.sub(smaller, lambda m: self._smaller(m[1], seat), here)
        here = re.sub(r"SUMIF\(\[b:\],\[b\],\[(\w+):\]\)", lambda m: self._sum(m[1]), here)
        compared = r'COUNTIFS\(\[b:\],\[b\],\[(\w+):\],(?:"(.)"&)?\[\w+\]\)'
        here = re.sub(compared, lambda m: self._count(m[1], m[2] or "=", seat), here)
        return Stored(re.sub(r"\[(\w+)\]", lambda m: self._cell(m[1], seat), here))

    def _cell(self, name: str, seat: int) -> str:
        typed = self._typed.get(name)
        here = typed(seat) if typed else self.formula(Formula(self._texts[name]), seat)
        return here if _ATOM.fullmatch(here) else f"({here})"

    def _whole(self, name: str) -> str | None:
        """The range of the typed centres if the column of this name has just these counts, else None."""
        return self._centres.whole if name in ("owned", "counts") else None

    def _sum(self, name: str) -> str:
        whole = self._whole(name)
        summed = {"alive": "all_alive_1", "active": "played_on", "won": "winners", "drew": "draw_size"}
        if whole:
            return f"SUM({whole})"
        if name in summed:
            return self._cell(summed[name], OWN)
        parts = [self._cell(name, seat) for seat in SEATS]
        return f"({'+'.join(parts)})" if len({*parts}) > 1 else f"(7*{parts[0]})"

    def _count(self, name: str, sign: str, seat: int) -> str:
        whole = self._whole(name) or self._whole(self._texts.get(name, "")[1:-1])
        own = self._cell(name, seat)
        if whole:
            return f"COUNTIF({whole},{own})" if sign == "=" else f'COUNTIF({whole},"{sign}"&{own})'
        return f"({'+'.join(f'({self._cell(name, other)}{sign}{own})' for other in SEATS)})"

    def _smaller(self, name: str, seat: int) -> str:
        return f'SUMIF({self._whole(name)},"<"&{self._cell(name, seat)})'

    def _largest(self, found: re.Match[str]) -> str:
        name, k = found[1], found[3]
        if whole := self._whole(name):
            return f"LARGE({whole},{k})"
        assert k == "1", "of numbers computed for each seat only the largest"
        return f"MAX({','.join(self._cell(name, seat) for seat in SEATS)})"


def _facts(centres: str, draw: str) -> dict[str, Formula]:
    """Formulas for facts, shorter than in columns: only centres, years and x are typed.

    draw: the range of x, or "".
    """
    alive, number = "([owned]>0)*1", f'COUNTIF({centres},">0")'
    solo, alone, mark, marks = f"MAX({centres})>17", f"{number}=1", "0", "0"
    won, winner, member, size = f"OR({solo},{alone})", f"IF({alone},{alive},0)", alive, number
    if draw:
        marks, mark = f'COUNTIF({draw},"x")', '([marked]="x")*1'
        last = f"AND({marks}=0,{alone})"
        won, winner = f"OR({solo},{marks}=1,{last})", f"IF({marks}=1,{mark},IF({last},{alive},0))"
        member, size = f"IF({marks}>0,{mark},{alive})", f"IF({marks}>0,{marks},{number})"
    texts = {
        **dict.fromkeys(("alive", "active"), alive),
        **dict.fromkeys(("played_on", "all_alive_1"), number),
        "all_counts_1": f"SUM({centres})",
        "solos": f"({solo})*1",
        "marks": marks,
        "mark": mark,
        "winners": f"({won})*1",
        "conceded": f"(AND(MAX({centres})<18,{won}))*1",
        "won": f"IF({solo},([owned]>17)*1,{winner})",
        "drew": f"IF({won},0,{member})",
        "draw_size": f"IF({won},0,{size})",
        "new": "0",
    }
    return {name: Formula(text) for name, text in texts.items()}
