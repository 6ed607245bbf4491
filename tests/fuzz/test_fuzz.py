"""A stored value must equal LibreOffice's."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

import pytest

from tests.fuzz.clubs import Club, ClubGrammar
from tests.fuzz.event import Event
from tests.fuzz.grammar import Formula
from tests.fuzz.judge import Book, Parts, examined, made, same
from tests.fuzz.theirs import DEVIATIONS, reason
from xl_dipscore.sheets.calculate.block import Failure
from xl_dipscore.sheets.calculate.office import installed_office
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark

pytestmark = [
    pytest.mark.calc,
    pytest.mark.fuzz,
    pytest.mark.skipif(installed_office() is None, reason="LibreOffice is not installed here"),
]

STEADY = ("steady:0", "steady:1")
SEED = "DIPSCORE_FUZZ"
"""The environment variable that sets the seed of the new formulas."""

NUM, VALUE, DIV = map(ErrorMark, ("#NUM!", "#VALUE!", "#DIV/0!"))
IN_EXCEL: dict[str, tuple[str, CellValue]] = {
    "Excel joins TRUE as a word, LibreOffice as 1": ('TRUE&"x"', "TRUEx"),
    "TRUE is above every text and number, in LibreOffice it is 1": ("TRUE>2.5", True),
    "TRUE in cells and criteria is no number, in LibreOffice it is 1": ("COUNT(Games!H2:H9)", 2),
    "the text TRUE is no number, in LibreOffice it is 1": ('1+"TRUE"', VALUE),
    "what is computed with TRUE is a number, LibreOffice may show it as TRUE": (
        "-IF(Games!C3<-1,5)",
        0.0,
    ),
    "wildcards are for text, in LibreOffice for numbers too": ('COUNTIF(Games!B2:B22,"*")', 0),
    "a number as criterion is met by a text that reads so, in LibreOffice not": (
        "COUNTIF(Games!F2:F22,5)",
        1,
    ),
    "a text does not find a number that it reads as, in LibreOffice it does": (
        "MATCH(MID(123,2,1),Games!E2:E22,0)",
        ErrorMark("#N/A"),
    ),
    "text typed as an argument that reads as a number counts, in LibreOffice not": ('SUM("9",2)', 11),
    "a text that reads as a number is no condition, in LibreOffice it is": ('NOT("0")', VALUE),
    "the text TRUE as an argument is a condition, LibreOffice refuses it": ('OR(1=1,"TRUE")', True),
    "empty text is found at the start, in LibreOffice it is not": ('FIND("","abc")', 1),
    "the place 0.5 of LARGE is #NUM!, LibreOffice rounds it up": ("LARGE(Games!G2:G22,0.5)", NUM),
    "the geometric mean of a 0 is #NUM!, in LibreOffice 0": ("GEOMEAN(Games!E2:E22,0)", NUM),
    "0^0 is #NUM!, in LibreOffice 1": ("0^0", NUM),
    "what is too small for a number is 0, in LibreOffice an error": ("0.2^1000", 0),
    "rounding to more digits than there are changes nothing, in LibreOffice it fails": (
        "TRUNC(-1,45000)",
        -1,
    ),
    "rounding to a multiple of the other sign is #NUM!, LibreOffice computes it": ("MROUND(10,-3)", NUM),
    "a blank is looked for, as a blank or 0, in LibreOffice it is not found": (
        "_xlfn.XLOOKUP(Games!H7,Games!H6:H7,Games!D6:D7)",
        "Russia",
    ),
    "a number is rounded to 15 digits, in LibreOffice its shortest decimal is": (
        '_xlfn.TEXTJOIN(", ",TRUE,350/17,"x")',
        "20.5882352941176, x",
    ),
    "LibreOffice adds up in another way, and a step lies at the last digit": (
        "INT(SUM(0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1))",
        0,
    ),
    "HYPERLINK is what it shows, in LibreOffice's arrays its address too": (
        'SUMPRODUCT(Games!B2:B8*(Games!D2:D8>HYPERLINK("#A1",1)))',
        34,
    ),
    "XLOOKUP of an error is that error, in LibreOffice it is not found": (
        '_xlfn.XLOOKUP(Games!H5,Games!A2:A22,Games!B2:B22,"-")',
        DIV,
    ),
    "errors are the highest where cells are sorted, in LibreOffice not": (
        "_xlfn._xlws.SORT(Games!H5:H6,,-1)",
        DIV,
    ),
    "LibreOffice's ISLOGICAL is true of a number in a formula that gives TRUE or FALSE": (
        "OR(ISNA(2.5),ISLOGICAL(2.5))",
        False,
    ),
    "an error as a condition is met by such errors, in LibreOffice it is the error": (
        'COUNTIF(Games!B2:B22,">"&LARGE(Games!G2:G22,99))',
        0,
    ),
    "the error is of another kind in LibreOffice": ("ERROR.TYPE(LARGE(Games!G2:G22,99))", 6),
    "Excel has a 29 February 1900; LibreOffice's days before March are one later": ("DATE(1900,2,28)", 59),
    "Excel has no days before 1900, LibreOffice has": ("YEAR(-3)", NUM),
    "Excel has no days after 9999, LibreOffice has": ("YEAR(3000000)", NUM),
    "a ? in a format is a space, LibreOffice's has the width of a digit": ('TEXT(2,"?0.0")', " 2.0"),
    "a blank in an array is 0, in LibreOffice an empty text": ("INDEX(_xlfn.SORTBY(Games!H6:H7,{2;1}),1)", 0),
    "LibreOffice writes exponents with three digits, or zeros instead": ('10^50&""', "1E+50"),
    "#.## keeps its point, LibreOffice drops it": ('TEXT(3,"#.##")', "3."),
    "a space before a format is shown, LibreOffice drops it": ('TEXT(3," 0")', " 3"),
    "a percent rank is cut to three digits, LibreOffice rounds it": ("PERCENTRANK(Games!G2:G5,45031)", 0.794),
}
"""For each difference between LibreOffice and Excel a formula, and Excel's result."""


@pytest.fixture(scope="module", autouse=True)
def _is_new_enough() -> None:
    [found] = Book("new enough", [Formula("_xlfn.XLOOKUP(1,Games!E2:E3,Games!E2:E3)")]).right(new=True)
    if isinstance(found, Failure):
        pytest.skip("LibreOffice 25.2 or newer is needed")


def judged(seed: str, formulas: Sequence[Formula], kind: type[Event] = Event) -> None:
    verdict = examined(seed, formulas, kind)
    print(f"seed {seed}: {verdict}")
    if verdict.wrong:
        pytest.fail("\n".join(map(str, verdict.wrong)), pytrace=False)
    for tally in (verdict.without, verdict.kept):
        assert tally.stored > tally.listed
        assert tally.unknown < tally.stored / 5


@pytest.mark.parametrize("seed", STEADY)
def test_the_same_formulas_each_time(seed: str) -> None:
    judged(seed, made(seed))


def test_new_formulas_each_time() -> None:
    """Most formulas are such as directors write; a random one may differ without a mistake of ours."""
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    judged(seed, made(seed, 200, written=0.8))


def test_formulas_of_a_club() -> None:
    """What directors type about members, fees, evenings, prizes and seasons."""
    seed = os.environ.get(SEED) or secrets.token_hex(4)
    judged(seed, ClubGrammar(seed).club(200), Club)


def test_libreoffice_is_still_not_as_excel_there() -> None:
    formulas = {why: Formula(text) for why, (text, _) in IN_EXCEL.items()}
    parts = Parts("deviations", formulas.values())
    found = {why: parts.whole(formula, IN_EXCEL[why][1]) for why, formula in formulas.items()}
    assert {why: reason(difference) for why, difference in found.items()} == {why: why for why in DEVIATIONS}
    assert [str(one) for one in found.values() if same(one.ours, one.theirs)] == []
