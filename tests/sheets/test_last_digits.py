"""One rule for the last digits of numbers: a result is uncertain only if a neighbour gives another.

The neighbours of a number are the numbers with 15 digits just below and above it. The calculator is certain
about numbers with 15 digits, so it gives the results for both neighbours.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import reduce
from operator import add
from random import Random
from typing import NoReturn

import openpyxl
import pytest

from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.kinds import Why
from xl_dipscore.sheets.calculate.recalc import Office, recalculate
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.package import Package

BY_15_DIGITS = """
{x}=100; {x}<100; {x}>=100; {x}<>7.5; 100<{x}; IF({x}=100,"ok","check"); ROUND({x},2); ROUNDDOWN({x},2);
ROUNDUP({x},1); TRUNC({x}); TRUNC({x},1); INT({x}); INT(-{x}); CEILING({x},1); FLOOR({x},0.5); {x}&"";
SUMPRODUCT(({x}>=100)*1); _xlfn.SWITCH({x},100,"a","b")
"""
"""Formulas that use 15 digits of the cell {x}. H1 is 1; K1:K3 are 0, 7.5 and 100."""
BESIDE_100 = """
COUNTIF({x},100); COUNTIF({x},"<100"); COUNTIF({x},">="&100); COUNTIF({x},">"&{x}); SUMIF({x},"<=100",$H$1)
"""
"""Formulas that some programs compute by 15 digits of {x}; others take a number that is almost 100 as 100."""
BY_ALL_DIGITS = """
MATCH({x},$K$1:$K$3,0); MATCH({x},$K$1:$K$3); VLOOKUP({x},$K$1:$K$3,1,FALSE); LOOKUP({x},$K$1:$K$3);
MATCH(100,{x},0); COUNT(_xlfn.UNIQUE({x}:$K$3)); EVEN({x}); ODD({x});
QUOTIENT({x},10); RANK(100,{x}:$K$3); REPT("x",{x}); MID("text",1,{x})
"""
"""Formulas in which some programs use all digits. I1:K3 has the number and K1:K3, and blank cells."""


def near(target: float) -> list[float]:
    """The number, and doubles beside it: by up to 6 binary digits, and by 15 decimal ones."""
    beside = [target + steps * math.ulp(target) for steps in range(-6, 7)]
    return [*beside, target * (1 - 1e-14), target * (1 + 1e-14), halfway(target)]


def halfway(target: float) -> float:
    """A number beside the target that is halfway between two of 15 digits, as nearly as doubles are."""
    unit = 10.0 ** (math.floor(math.log10(target)) - 14)
    beside = (target + (n + 0.5) * unit for n in range(2000))
    return next(filter(is_halfway, beside), target + unit / 2)


def is_halfway(number: float) -> bool:
    """Do the number and its 17 digits round to different numbers of 15 digits?"""
    seventeen = Decimal(f"{number:.16e}")
    return float(Context(prec=15, rounding=ROUND_HALF_UP).plus(seventeen)) != float(f"{number:.15g}")


def sums() -> list[float]:
    """Sums of 100 shared by squares of centres, with all digits and with 15."""
    dice, found = Random(1), []
    for _ in range(20):
        ends = sorted(dice.randint(0, 34) for _ in range(6))
        counts = [last - first for first, last in zip([0, *ends], [*ends, 34], strict=True)]
        scores = [Fraction(100 * count**2, sum(one**2 for one in counts)) for count in counts]
        found.append(reduce(add, map(float, scores)))
        found.append(reduce(add, (float(f"{float(score):.15g}") for score in scores)))
    return found


NUMBERS = [number for target in (100.0, 7.5, 99.99, 100 / 3, 9.995) for number in near(target)] + sums()


def with_15_digits(number: float, rounding: str) -> float:
    return float(Context(prec=15, rounding=rounding).create_decimal_from_float(number))


def results(
    formulas: Sequence[str], numbers: Sequence[float], office: Office | None = None
) -> list[list[CellValue]]:
    """For each formula, its stored results for the numbers, or a Failure."""
    book = openpyxl.Workbook()
    del book["Sheet"]
    for place in range(len(numbers)):
        sheet = book.create_sheet(f"S{place}")
        sheet["H1"], sheet["K1"], sheet["K2"], sheet["K3"] = 1, 0, 7.5, 100
        for row, formula in enumerate(formulas, 1):
            sheet[f"A{row}"] = "=" + formula.format(x="$I$1")
    data = io.BytesIO()
    book.save(data)
    package = Package.read(data.getvalue())
    for place, number in enumerate(numbers):
        package.set_value(f"S{place}", "I1", number)  # openpyxl stores 16 digits
    report = recalculate(package, (), office)
    listed = {(one.sheet, one.ref): Failure(one.reason) for one in report.not_computed}
    return [
        [listed.get((f"S{place}", cell), package.value(f"S{place}", cell)) for place in range(len(numbers))]
        for cell in (f"A{row}" for row in range(1, len(formulas) + 1))
    ]


def look_equal(one: CellValue, other: CellValue) -> bool:
    if isinstance(one, float | int) and isinstance(other, float | int):
        return f"{one:.15g}" == f"{other:.15g}" and isinstance(one, bool) == isinstance(other, bool)
    return one == other


@pytest.mark.slow
@pytest.mark.parametrize("texts", [BY_15_DIGITS, BESIDE_100, BY_ALL_DIGITS], ids=["15", "beside", "all"])
def test_a_result_is_uncertain_only_if_a_neighbour_gives_another(texts: str) -> None:
    formulas = [text.strip() for text in texts.split(";")]
    roundings = (ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_EVEN)
    sides = [[with_15_digits(number, rounding) for number in NUMBERS] for rounding in roundings]
    asked = [*NUMBERS, *(number for side in sides for number in side)]
    wrong, uncertain = [], 0
    for formula, found in zip(formulas, results(formulas, asked), strict=True):
        size = len(NUMBERS)
        parts = (found[first : first + size] for first in range(0, len(found), size))
        for number, stored, below, above, nearest in zip(NUMBERS, *parts, strict=True):
            halved = is_halfway(number)
            uncertain += isinstance(stored, Failure)
            if isinstance(stored, Failure):
                beside = texts is BESIDE_100 and 0 < abs(number - 100) < 100 * 2**-47
                fine = beside or (not look_equal(below, above) and (halved or texts is BY_ALL_DIGITS))
                fine = fine and stored == Why.BEYOND_15
            else:
                certain = not isinstance(nearest, Failure)
                fine = not certain or look_equal(stored, nearest) or (halved and stored in (below, above))
            if not fine:
                wrong.append(
                    f"{formula} {number!r}: {stored!r}; below {below!r}, above {above!r}, {nearest!r}"
                )
    assert not wrong, "\n".join(wrong)
    assert 0 < uncertain < len(formulas) * len(NUMBERS) / 4


@pytest.mark.parametrize(
    ("formula", "steps", "expected"),
    [
        ("{x}-100", 1, 0),
        ("{x}-100", -4, 0),
        ("-100+{x}", 2, 0),
        ("{x}-100", 40, 40 * math.ulp(100)),
        ("ROUND({x}-100,2)", 3, 0),
        ("ABS({x}-100)<0.001", 3, True),
        ("({x}-100)+50", 3, 50),
        ('IF({x}-100=0,"ok","check")', 3, Why.BEYOND_15),
        ("({x}-100)*1E+15", 3, Why.BEYOND_15),
        ("{x}-100", 6, Why.BEYOND_15),
        ("{x}-100", 0, 0),
    ],
)  # fmt: skip
def test_a_difference_of_last_digits_is_0_at_the_end_of_a_formula(
    formula: str, steps: int, expected: CellValue
) -> None:
    [[found]] = results([formula], [100 + steps * math.ulp(100)])
    assert found == expected
    assert isinstance(found, bool) == isinstance(expected, bool)


def test_libreoffice_does_not_decide_about_last_digits() -> None:
    """It takes numbers for equal that Excel's lookups tell apart, and rounds texts in another way."""

    def office(*_: object) -> NoReturn:
        pytest.fail("LibreOffice is asked")

    formulas = ["MATCH({x},$K$1:$K$3,0)", "({x}-100)*1E+15"]
    assert results(formulas, [100 + math.ulp(100)], office) == [[Why.BEYOND_15]] * 2
