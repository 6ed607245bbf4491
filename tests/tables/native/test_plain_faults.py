"""Boards wrong in every way are refused when the package refuses them, and Check says why."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.samples import every_fourth
from tests.tables.native.engines import STRICT, TWO, missing
from tests.tables.native.plain_boards import boards, faulty, mixed, strange
from tests.tables.native.plain_proof import Trial, Verdict, every, proved
from tests.tables.native.plain_settings import TOLD, Setting
from xl_dipscore.errors import Fault
from xl_dipscore.rules.system import find, systems

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(bool(missing()), reason=missing()),
    pytest.mark.usefixtures("new_books"),
]

SYSTEMS = list(
    {(one.needs, one.concession, one.reads, one.checks, one.fewer): one.key for one in systems()}.values()
)
"""One for each set of demands: years, eliminations, a chart, concessions, house rules, fewer powers."""

IN_BOTH = ("DCC", "ORIGINS")
"""Systems that LibreOffice computes too: one without a chart, and one with it."""
ELSEWHERE = {"Another row of this board is wrong.", "See this board's first row."}
COUNT = "A count is a whole number from 0 to 34."
DOCKED = "Docked is a whole number from 0 to 34."
YEAR = "A game year is 1901 or later."
MARK = "Type x for yes, or leave the cell blank."
NAME = "Type the round and the board."
GAP = "A year of the centre chart is missing."
SAID = {
    "AliveAndEliminated": ["It has centres and also a year of elimination."],
    "BackFromTheDead": ["It has centres after a year without any."],
    "BlankCount": ["No centres typed yet; type 0 for a power without any.", GAP],
    "ChartDiffers": ["The centre chart ends differently."],
    "ChartEliminationDiffers": ["The centre chart says eliminated in another year."],
    "ChartYearDiffers": ["The centre chart ends in another year."],
    "ConcessionToSmaller": ["takes a concession only to the largest power."],
    "ConcessionTooSmall": ["takes a concession from"],
    "DeadInDraw": ["Marked in the draw, but without a centre."],
    "EliminatedTooLate": ["Eliminated after the last game year."],
    "ErrorInCell": [COUNT, DOCKED, YEAR, MARK, NAME, "Which power is this?", "A player's name has none of"],
    "MissingChart": ["The centre chart is missing."],
    "MissingChartYears": [GAP],
    "MissingElimination": ["The year of elimination is missing: type it."],
    "MissingPowers": [", not 7."],
    "MissingYear": ["The last game year is missing."],
    "NoBoardName": [NAME],
    "NoCentres": ["No power has a centre."],
    "NobodyDraws": ["nobody draws: mark the result."],
    "NotACount": [COUNT, DOCKED],
    "NotAMark": [MARK],
    "NotANumber": ["Override is a number.", "Tiebreak is a number."],
    "NotAPower": ["Which power is this?"],
    "NotARound": ["A round is a whole number from 1 to 9999, or Final.", NAME],
    "NotAYear": [YEAR],
    "SamePowerTwice": ["There are two rows of this power.", GAP],
    "TooManyCentres": ["adds up to more than 34.", "The centres add up to"],
    "YearsDiffer": ["The years of this board differ.", YEAR, "The centre chart ends in another year."],
}
"""What Check says of each fault that a row or a board can have; of a house rule, its own words."""
UNREAD = {"ErrorInCell", "NotAMark"}
"""If a mark cannot be read, Check may ask other rows for facts that follow from the mark."""


def setting(key: str) -> Setting:
    return Setting(find(key), TOLD.get(key, {}))


def said(verdicts: Iterable[Verdict]) -> set[str]:
    """The kinds of faults found. A text of Check is a fault of its board, or one in another row."""
    found: set[str] = set()
    for verdict in verdicts:
        for check, faults in verdict.refusals:
            fit = [fault for fault in faults if any(words in check for words in _words(fault))]
            unread = UNREAD & {type(fault).__name__ for fault in faults}
            assert fit or unread or check in ELSEWHERE, (
                str(verdict.trial.setting),
                check,
                list(map(str, faults)),
            )
            found |= {type(fault).__name__ for fault in fit}
    return found


def _words(fault: Fault) -> list[str]:
    own = str(fault).removeprefix(f"{fault.place}: ").partition(";")[0]
    return SAID.get(type(fault).__name__, [own])


@pytest.mark.parametrize("key", every_fourth(SYSTEMS))
def test_refused_where_the_product_refuses_and_check_says_why(key: str, tmp_path: Path) -> None:
    one = setting(key)
    chart = "chart" in one.system.needs
    many = 57 if one.system.concession or "year" in one.system.needs else 19  # some faults are rare
    wrong = [*faulty(2, chart=chart), *boards(2, many, chart=chart, first=400)]
    # If powers may lack a row, a row of no board makes every short board doubtful.
    programs = TWO if key in IN_BOTH else STRICT
    verdicts = list(proved([Trial(one, mixed(wrong, 2), lenient=one.system.fewer)], tmp_path, programs))
    every(verdicts)
    assert said(verdicts) >= {"NotACount", "BlankCount", "SamePowerTwice", "NobodyDraws", *_demanded(one)}


def _demanded(one: Setting) -> set[str]:
    """The faults that a system of this kind must find in some boards."""
    system, found = one.system, set()
    found |= {"MissingYear"} if "year" in system.needs else set()
    found |= {"MissingElimination"} if "eliminated" in system.needs else set()
    found |= {"MissingChart", "MissingChartYears", "ChartDiffers"} if "chart" in system.needs else set()
    found |= {"ConcessionTooSmall", "ConcessionToSmaller"} if system.concession else set()
    return found


@pytest.mark.parametrize("key", ["SOS", "BOSTON"])
def test_nothing_wrong_beside_ok_however_it_is_typed(key: str, tmp_path: Path) -> None:
    every(proved([Trial(setting(key), mixed(strange(3), 3), lenient=True)], tmp_path))
