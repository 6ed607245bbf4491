"""The sheet Scores of a new workbook shows the numbers that `score` and DIP_WORTH give."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from xl_dipscore.rules.choice.typical import ScoreSheet
from xl_dipscore.rules.system import find
from xl_dipscore.workbooks.author.scores import FIRST, ROWS, TOP

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("new_books")]


@pytest.mark.parametrize("key", ["NDC", "MYSTERY"])
def test_the_sheet_shows_each_score_and_each_worth(dipscore, key: str) -> None:
    assert dipscore("new", key, "event.xlsx").status == 0
    sheet = openpyxl.load_workbook(Path("event.xlsx"), data_only=True)["Scores"]
    for number, one in enumerate(ScoreSheet(find(key), {}).boards):
        first = TOP + 1 + number * len(ROWS)
        rows = sheet.iter_rows(first, first + len(ROWS) - 1, FIRST, FIRST + 6, values_only=True)
        lines = [[value or 0 for value in row] for row in rows]
        assert lines[0] == [*one.typical.centres]
        assert lines[2] == pytest.approx([float(score or 0) for score in one.scores])
        for row in (3, 4):
            amounts = [None if worth is None else worth[row - 3] for worth in one.worth]
            if None not in [worth[0] for worth in one.worth if worth is not None]:
                assert lines[row] == pytest.approx([float(amount or 0) for amount in amounts])
