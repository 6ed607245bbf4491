"""The helper columns of a workbook of plain formulas, as the author writes them for what Setup says now."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from xl_dipscore.author.native import tables
from xl_dipscore.author.plan import Plan
from xl_dipscore.cells.options import EVENT_OPTIONS, named_rows, option_value
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.layout.setup import EVENT_OPTIONS as EVENT
from xl_dipscore.layout.setup import OPTIONS, plain_for, typed_options
from xl_dipscore.layout.tables import rounds_shown
from xl_dipscore.points import NoForm
from xl_dipscore.system import System, find
from xl_dipscore.xlsx.formula import ROWS, column_number
from xl_dipscore.xlsx.package import Package


def helpers(package: Package) -> Callable[[str, int, int], str]:
    """What stands in a cell, by sheet, row and column, if it is in a helper column of Games or Totals and
    nobody has changed it; nothing elsewhere, nor where Setup cannot be read.

    Only the whole text tells: one that refers to fewer rows, or stands in another column, is a director's.
    """
    pieces = _pieces(package)
    return lambda sheet, row, column: str(row).join(pieces.get((sheet, column), ()))


def _pieces(package: Package) -> dict[tuple[str, int], Sequence[str]]:
    """By sheet and column: the formula, cut where the number of its row stands."""
    try:
        _, games, totals = tables(_plan(package), _rows(package, "Games"), _rows(package, "Totals")[1] - 1)
    except (Fault, Faults, NoForm):
        return {}
    return {
        (sheet, column_number(its.table.letters[one.name])): its.table.formula(one.text, _ROW).split(
            str(_ROW)
        )
        for sheet, its in (("Games", games), ("Totals", totals))
        for one in its.columns
    }


_ROW = ROWS + 1
"""Stands for any row, for no formula has this number."""


def _plan(package: Package) -> Plan:
    """Raises Faults for what cannot be read. How many boards there are `_rows` tells."""
    system = find(plain_for(package))
    typed = [row for name in (EVENT, OPTIONS) for row in (typed_options(package, name) or {}).values()]
    options = dict(_option(system, *named) for named in named_rows(typed))
    options.pop("rounds", None)
    return Plan(system, rounds_shown(package), 1, options.pop("format", system.format), options)


def _option(system: System, name: object, word: str, values: Sequence[Any]) -> tuple[str, Any]:
    if word in ("combine", "tiebreak"):
        return word, str(values[0])
    option = EVENT_OPTIONS.get(word) or system.option(str(name))
    return option.name, option.accept(option_value(option, values))


def _rows(package: Package, name: str) -> tuple[int, int]:
    """From where to where the columns go that most formulas of a sheet look at."""
    texts = (cell.formula for cell in package.sheet(name).cells.values() if cell.formula)
    found = Counter(ends for text in islice(texts, _ENOUGH) for ends in _COLUMN.findall(text))
    [((first, last), _)] = found.most_common(1) or [((1, 1), 0)]
    return int(first), int(last)


_ENOUGH = 200
_COLUMN = re.compile(r"(?<![!\w$])\$[A-Z]+\$(\d+):\$[A-Z]+\$(\d+)")
