"""Rows of tables as programs give them, made flat: a heading and a cell for each fact, as in a file.

A row is a mapping, a Series, a row of `itertuples` or `iterrows`, or a record of numpy. A value may be a
list, an array or a mapping by power, such as `{"centres": {"Austria": 5, ...}, "draw": ["Italy"]}`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import POWERS, Board, NotAList
from xl_dipscore.rules.event.given import cell_of, has_items, is_frame, quoted
from xl_dipscore.tables.cells.columns import OF_A_POWER, spoken
from xl_dipscore.tables.cells.values import Cell, is_blank
from xl_dipscore.tables.cells.wide import word_of

Row = Mapping[Any, Any]
Read = Callable[[Any, str], Any]
PLAIN_CELLS = frozenset((str, int, float, bool, type(None)))
"""Types of values that are cells already."""
_RENAMED = re.compile(r"_\d+")
"""The names that `itertuples` gives to columns whose headings have blanks."""


class LostHeading(Fault, remedy='Give the DataFrame itself, or the rows of to_dict("records").'):
    """The heading of column {column} is lost: a row of itertuples keeps no heading with blanks."""


class GivenTwice(Fault):
    """{heading} is given twice, in {first} and in {other}."""


def row_given(given: Any) -> Row | None:
    """A row by its headings; None for other values, such as a list of counts or a Series without headings."""
    if type(given) in (list, Board):  # the usual boards, quickly
        return None
    if isinstance(given, Mapping):
        return given
    if isinstance(given, tuple) and len(given) == 2 and _has_headings(given[1]):
        given = given[1]  # of iterrows: the index, and the row
    if hasattr(given, "_asdict"):
        return dict(_named_fields(given._asdict()))
    names = getattr(getattr(given, "dtype", None), "names", None)
    if names:
        return {name: given[name] for name in names}
    return dict(given.items()) if _has_headings(given) else None


def _has_headings(given: Any) -> bool:
    """Is this a Series, or another mapping of another library, whose keys are texts?"""
    if not (hasattr(given, "keys") and hasattr(given, "items")) or hasattr(given, "columns"):
        return False
    return any(isinstance(cell_of(key), str) for key, _ in given.items())


def _named_fields(row: Row) -> Iterator[tuple[Any, Any]]:
    """The fields of a named tuple. Raises LostHeading for a value in a column that was renamed."""
    for n, (name, value) in enumerate(row.items(), "Index" not in row):
        if not _RENAMED.fullmatch(name):
            yield name, value
        elif has_items(value) or not is_blank(cell_of(value)):
            raise Faults([LostHeading(column=n)])


def headings_of(row: Row) -> tuple[Any, ...]:
    """The headings of a row; those in several lines of a DataFrame are joined."""
    if tuple not in map(type, row):
        return tuple(row)
    return tuple(" ".join(filter(None, map(str, key))) if isinstance(key, tuple) else key for key in row)


def flat_row(row: Row, by_seat: Read, powers: Read) -> dict[Any, Cell]:
    """The cells of a row by their headings, with one for each power where a value has seven.

    by_seat: reads seven cells, in the order of the seats or by power. powers: reads powers or seven marks.
    Raises Faults.
    """
    if not any(isinstance(key, tuple) for key in row) and PLAIN_CELLS.issuperset(map(type, row.values())):
        return dict(row)
    found: dict[Any, Cell] = {}
    given: dict[Any, Any] = {}
    for heading, value in zip(headings_of(row), row.values(), strict=True):
        for name, cell in _cells(heading, value, by_seat, powers):
            if name in found:
                raise Faults([GivenTwice(heading=name, first=repr(given[name]), other=repr(heading))])
            found[name], given[name] = cell, heading
    return found


def _cells(heading: Any, value: Any, by_seat: Read, powers: Read) -> Iterator[tuple[Any, Cell]]:
    """The headings and cells of one value."""
    if isinstance(value, str | bytes) or not (has_items(value) or is_frame(value)):
        yield heading, cell_of(value)
        return
    word = "chart" if heading == "chart" else word_of(cell_of(heading))
    if word is None and isinstance(heading, str):
        word = word_of(heading.strip().removesuffix("s"))  # `players` has seven names
    if word == "chart":
        for year, counts in value.items() if hasattr(value, "items") else value:
            yield from _of_each_power(cell_of(year), by_seat(counts, "counts"))
    elif word == "draw":
        yield heading, ", ".join(POWERS[seat] for seat in sorted(powers(value, "draw"))) or None
    elif word in ("civil_disorder", "new_player"):
        seats = powers(value, str(word))
        yield from _of_each_power(word, ["x" if seat in seats else None for seat in range(len(POWERS))])
    elif word in OF_A_POWER or isinstance(word, int):
        yield from _of_each_power(word, by_seat(value, str(word)))
    else:
        yield heading, cell_of(value)


def _of_each_power(word: Any, cells: Sequence[Cell]) -> Iterator[tuple[str, Cell]]:
    """The headings and cells of a fact that each power has. Raises NotAList."""
    if len(cells) != len(POWERS):
        raise NotAList(field=str(word), value=quoted(cells), what=f"seven {spoken(word)}, Austria to Turkey")
    for power, cell in zip(POWERS, cells, strict=True):
        yield power if word == "centres" else f"{power} {spoken(word)}", cell
