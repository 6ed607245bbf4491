"""References to parts of Excel tables, for any headings and sizes."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from xl_dipscore.sheets.calculate.reader import Reader, Reading
from xl_dipscore.sheets.xlsx.formula import Area, Name, Table

headings = st.lists(
    st.text("ab AB1'[]#@\",:;()!$&é日\n{}.-ßS", min_size=1, max_size=6).map(str.strip).filter(bool),
    min_size=2,
    max_size=5,
    unique_by=str.casefold,
)
ESCAPED = "[]#'@"
"""Excel writes an apostrophe before these characters of a heading."""


class Case(NamedTuple):
    table: Table
    first: int
    last: int
    """The first and last row of the table's data."""


@st.composite
def tables(draw: Any, name: str = "Points_26.é", sheet: str = "It's") -> Case:
    columns = draw(headings)
    top, left = draw(st.integers(1, 9)), draw(st.integers(1, 30))
    header, totals, rows = draw(st.integers(0, 1)), draw(st.integers(0, 1)), draw(st.integers(1, 5))
    area = Area(sheet, top, left, top + header + rows + totals - 1, left + len(columns) - 1)
    return Case(Table(name, area, header, totals, tuple(columns)), top + header, top + header + rows - 1)


def escaped(heading: str) -> str:
    return "".join(f"'{letter}" if letter in ESCAPED else letter for letter in heading)


def read(formula: str, row: int, *cases: Case, names: Sequence[Name] = ()) -> Reading:
    tables = [case.table for case in cases]
    book: Any = SimpleNamespace(sheet_names=["It's", "Other"], defined_names=names, tables=tables)
    return Reader(book, ()).read(formula, "Other", row, 99)


def columns_of(case: Case, first: str, last: str) -> tuple[int, int]:
    places = sorted(case.table.columns.index(one) + case.table.area.left for one in (first, last))
    return places[0], places[-1]


@given(tables(), tables("Other_1", "Other"), st.data())
def test_each_part_of_a_table_is_found(case: Case, other: Case, data: st.DataObject) -> None:
    table, draw = case.table, data.draw
    one, two = draw(st.sampled_from(table.columns)), draw(st.sampled_from(table.columns))
    row = draw(st.integers(case.first, case.last))
    rows = {
        "#All": (table.area.top, table.area.bottom),
        "#data": (case.first, case.last),
        "#This Row": (row, row),
        **({"#Headers": (table.area.top, table.area.top)} if table.header_rows else {}),
        **({"#TOTALS": (table.area.bottom, table.area.bottom)} if table.totals_rows else {}),
    }
    item, (top, bottom) = draw(st.sampled_from([*rows.items()]))
    left, right = columns_of(case, one, two)
    spaces = draw(st.sampled_from(["", " "]))
    written = draw(st.sampled_from([
        f"[{item}],{spaces}[{escaped(one)}]:[{escaped(two)}]",
        f"{spaces}[{item}],[{escaped(two)}]:[{escaped(one)}]{spaces}",
    ]))  # fmt: skip
    reading = read(f"SUM({table.name.upper()}[{written}])", row, other, case)
    assert (reading.problem, reading.areas) == ("", [Area("It's", top, left, bottom, right)])
    whole = read(f"SUM({table.name}[{item}])", row, other, case)
    assert whole.areas == [Area("It's", top, table.area.left, bottom, table.area.right)]
    place, _ = columns_of(case, one, one)
    column = read(f"1+{table.name}[{escaped(one)}]*A1", row, case, other)
    assert column.areas[0] == Area("It's", case.first, place, case.last, place)
    assert read(f"SUM({table.name}[])", row, case).areas == read(f"SUM({table.name})", row, case).areas


@given(tables(), st.data())
def test_a_name_means_this_row_where_it_is_used(case: Case, data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(case.table.columns))
    name = Name("Here", f"{case.table.name}[[#This Row],[{escaped(one)}]]")
    place = columns_of(case, one, one)[0]
    for row in range(case.first, case.last + 1):
        reading = read("Here*2", row, case, names=[name])
        assert (reading.problem, reading.areas) == ("", [Area("It's", row, place, row, place)])


@given(tables(), st.data())
def test_what_a_table_lacks_is_refused(case: Case, data: st.DataObject) -> None:
    table = case.table
    lacks = [
        "[Gone]",
        "[[#Data],[Gone]]",
        "[#Gone]",
        "[[#This Row],[#Gone]]",
        f"[{escaped(table.columns[0])}x,]",
    ]
    lacks += [] if table.header_rows else ["[#Headers]"]
    lacks += [] if table.totals_rows else ["[#Totals]"]
    first, *_, last = map(escaped, table.columns)
    lacks += [f"[[{first}],[{last}]]", f"[[{first}]:[Gone]]"]
    written = data.draw(st.sampled_from(lacks))
    assert read(f"SUM({table.name}{written})", case.first, case).problem
    assert read(f"{table.name}[[#This Row],[{first}]]", case.last + 1, case).problem
