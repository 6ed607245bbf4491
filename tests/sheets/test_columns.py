"""The signs above folded columns after LibreOffice has saved a workbook, and the widths of new columns."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.sheets.xlsx.columns import with_folds, with_hidden_rows, with_width

SPANS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4), st.booleans()), min_size=1, max_size=5)
"""For each span of columns: the gap before it, its size, and whether it is folded."""


def sheet(spans: list[tuple[int, int, bool]]) -> tuple[bytes, set[int]]:
    """A sheet of ours as LibreOffice saves it, and its folded columns."""
    columns, folded, last = [], set[int](), 0
    for gap, size, is_folded in spans:
        first = last + gap
        last = first + size - 1
        looks = ' hidden="true" outlineLevel="1"' if is_folded else ' hidden="false" outlineLevel="0"'
        columns.append(f'<col{looks} collapsed="false" max="{last}" min="{first}" style="1" width="9"/>')
        folded |= {*range(first, last + 1)} if is_folded else set()
    text = '<worksheet xmlns="m"><sheetPr><outlinePr summaryBelow="0"/></sheetPr>'
    text += f'<cols>{"".join(columns)}</cols><sheetData><row r="1"/></sheetData></worksheet>'
    return text.encode(), folded


def looks_of(data: bytes) -> dict[int, str]:
    """The attributes of each column; every column is in one span only, and the spans are in order."""
    found: dict[int, str] = {}
    for one in re.findall(r"<col( [^>]*)/>", data.decode()):
        first, last = (int(re.search(rf' {name}="(\d+)"', one)[1]) for name in ("min", "max"))  # type: ignore[index]
        assert not found or first > max(found)
        found |= dict.fromkeys(range(first, last + 1), one)
    return found


@given(SPANS)
def test_the_columns_beside_folded_ones_are_marked_once(spans: list[tuple[int, int, bool]]) -> None:
    data, folded = sheet(spans)
    restored = with_folds(data, "sheet1.xml")
    beside = {max(1, column + step) for column in folded for step in (-1, 1)} - folded
    marked = {column for column, looks in looks_of(restored).items() if 'collapsed="1"' in looks}
    assert marked == beside
    assert (restored == data) == (not beside)
    assert with_folds(restored, "sheet1.xml") == restored
    hidden = {column for column, looks in looks_of(restored).items() if 'hidden="true"' in looks}
    assert hidden == folded


def test_a_sheet_of_somebody_else_stays() -> None:
    data, _ = sheet([(2, 2, True)])
    others = data.replace(b' summaryBelow="0"', b"")
    assert with_folds(others, "sheet1.xml") == others


@given(SPANS, st.integers(1, 20))
def test_one_column_gets_a_width(spans: list[tuple[int, int, bool]], column: int) -> None:
    data, _ = sheet(spans)
    before, after = looks_of(data), looks_of(with_width(data, "sheet1.xml", column, 30))
    assert after.keys() == before.keys() | {column}
    assert 'width="30"' in after[column]
    assert 'hidden="true"' not in after[column]
    for other in before.keys() - {column}:
        assert re.findall('(?:width|hidden|style)="[^"]*"', before[other]) == re.findall(
            '(?:width|hidden|style)="[^"]*"', after[other]
        )


def test_a_sheet_without_columns_gets_one() -> None:
    data = b'<worksheet xmlns="m"><sheetData/></worksheet>'
    assert looks_of(with_width(data, "sheet1.xml", 3, 12)).keys() == {3}


ROWS = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(("", "hidden", "empty"))), min_size=1)
"""For each row: its distance from the row before, and whether it is hidden, or has no cells."""


@given(ROWS, st.sets(st.integers(1, 30)), st.sets(st.integers(1, 30)))
def test_only_given_rows_are_hidden_or_shown(
    rows: list[tuple[int, str]], given_: set[int], hidden: set[int]
) -> None:
    text, row, before = "", 0, set[int]()
    for gap, kind in rows:
        row += gap
        before |= {row} if kind == "hidden" else set()
        looks = " hidden='true' ht=\"20\"" if kind == "hidden" else ' ht="20"'
        text += f'<x:row r="{row}"{looks}/>' if kind == "empty" else f'<x:row r="{row}"{looks}><x:c/></x:row>'
    data = f'<x:worksheet xmlns:x="m"><x:sheetData>{text}</x:sheetData></x:worksheet>'.encode()
    there = {int(one) for one in re.findall(rb' r="(\d+)"', data)}
    made = with_hidden_rows(data, "sheet1.xml", given_, hidden)
    now = {
        int(re.findall(r' r="(\d+)"', one)[0])
        for one in re.findall(r"<x:row [^>]*>", made.decode())
        if 'hidden="1"' in one or "hidden='true'" in one
    }
    assert now == (before - given_) | (there & given_ & hidden)
    assert made.count(b' ht="20"') == len(rows)
    assert made.count(b"<x:c/>") == data.count(b"<x:c/>")
    assert with_hidden_rows(made, "sheet1.xml", given_, hidden) == made
