"""Worksheet functions that combine scores and rank totals."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from xl_dipscore.errors import NUM, VALUE, Fault, Faults
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import systems
from xl_dipscore.rules.tournament.combine import Rule, own_rule, rule_of, total_of
from xl_dipscore.tables.cells.values import Block, Cell, block, error_in, is_blank, is_omitted, number
from xl_dipscore.tables.functions.declared import Argument, declare, function, single_cell_error

EQUAL_WITHIN = 1e-9
"""Totals are equal if they differ by at most this amount, because programs add with small errors."""
ROUND_SCORES = Argument("scores", "One row a player, one column a round; blank where not played")
ROUNDS = Argument(
    "rounds", "The event's planned number of rounds; by default, the columns of scores", optional=True
)


@function(
    "DIP_TOTAL", Argument("rule", "sum, mean, best 2, drop 1, 100/100/50, NDC, DCC ..."), ROUND_SCORES, ROUNDS
)
def dip_total(rule: Cell, scores: Cell, rounds: Cell = None) -> Cell:
    """Each player's total by a rule for combining rounds: one total for each row of scores."""
    (((name, *_), *_)) = block(rule)
    if error := error_in([name]):
        return [[error] for _ in block(scores)]
    try:
        combine = rule_of("" if is_blank(name) else text_of_cell(name))
    except Fault as fault:
        return [[fault.cell] for _ in block(scores)]
    return _totals(combine, scores, rounds)


def text_of_cell(cell: Cell) -> str:
    """The text of a cell, even if it contains a number. A whole number is written without decimals."""
    exact = number(cell)
    return str(exact) if isinstance(exact, int) else str(cell)


def _totals(rule: Rule, scores: Cell, rounds: Cell = None) -> Block:
    rows = block(scores)
    event = planned_rounds(rounds) or len(rows[0])
    if isinstance(event, str):
        return [[event] for _ in rows]

    def one(row: Sequence[Cell]) -> Cell:
        if isinstance(numbers := _numbers(row), str):
            return numbers
        if any(n is not None for n in numbers[event:]):
            return NUM
        try:
            total = total_of(rule, [None if n is None else Fraction(n) for n in numbers], event)
        except Faults as faults:
            return faults.cell
        return "" if total is None else as_double(total)

    return [[one(row)] for row in rows]


def _numbers(cells: Sequence[Cell]) -> list[Fraction | int | None] | str:
    """The cells as numbers, None for a blank. If a cell is an error or a text: one cell error instead."""
    numbers = [None if is_blank(cell) else number(cell) for cell in cells]
    unread = any(n is None and not is_blank(cell) for n, cell in zip(numbers, cells, strict=True))
    return error_in(cells) or (VALUE if unread else numbers)


def planned_rounds(rounds: Cell) -> int | str | None:
    """The planned number of rounds; None if omitted; a cell error if not a whole number above 0."""
    given = block(rounds)
    if is_omitted(given) or single_cell_error(rounds):
        return single_cell_error(rounds) or None
    planned = number(given[0][0])
    return planned if isinstance(planned, int) and planned > 0 else NUM


for _system in systems():
    if _system.by_scores:
        _rule = own_rule(_system)
        _help = f"Each player's total under {_system.name}: one total for each row of scores ({_rule.name})."
        declare(f"{_system.key}_TOTAL", _help, (ROUND_SCORES, ROUNDS), partial(_totals, _rule))


@function(
    "DIP_RANK",
    Argument("totals", "The totals to rank; higher is better"),
    Argument("tiebreaks", "Columns that break ties, the first column first; higher is better", optional=True),
)
def dip_rank(totals: Cell, tiebreaks: Cell = None) -> Cell:
    """Ranks 1, 1, 3 ... of totals, the highest first. A blank has no rank; an error stays in its row."""
    rows = block(totals)
    tie_columns = block(tiebreaks)
    if error := single_cell_error(tiebreaks):
        return [[error] * len(row) for row in rows]
    has_ties = not is_omitted(tie_columns)
    if has_ties and (len(rows[0]) != 1 or len(tie_columns) != len(rows)):
        return [[VALUE] * len(row) for row in rows]
    answer: Block = [[""] * len(row) for row in rows]
    ranked: dict[tuple[int, int], list[Fraction | int | None]] = {}
    for i, row in enumerate(rows):
        for j, total in enumerate(row):
            if is_blank(total):
                continue
            if isinstance(key := _numbers([total, *(tie_columns[i] if has_ties else ())]), str):
                answer[i][j] = key
            else:
                ranked[i, j] = key
    columns = map(_ordinals, zip(*ranked.values(), strict=True))
    standing = [*zip(*columns, strict=True)]
    in_order = sorted(standing)
    for (i, j), one in zip(ranked, standing, strict=True):
        answer[i][j] = 1 + bisect_left(in_order, one)
    return answer


def _ordinals(numbers: Sequence[Fraction | int | None]) -> list[int]:
    """0 for the highest number, 1 for the next ... Neighbours within EQUAL_WITHIN are level. Blanks last."""
    ordered = sorted({n for n in numbers if n is not None}, reverse=True)
    ordinal: dict[Fraction | int | None, int] = {}
    above = None
    for n in ordered:
        apart = above is not None and above - n > EQUAL_WITHIN
        ordinal[n] = (ordinal[above] + apart) if above is not None else 0
        above = n
    ordinal[None] = len(ordered)
    return [ordinal[n] for n in numbers]
