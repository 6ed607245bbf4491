"""Shipped workbooks, filled, named and edited, in up to four programs: every cell of every sheet.

Cells equal our functions' results for the typed cells, if there is one; all cells equal in all programs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.calc_office import missing as no_office
from tests.samples import every_fourth
from tests.tables.native.engines import ALL, TWO, Rows, in_each, missing, stored
from tests.tables.native.plain_edits import EDITS, Edit, Games
from tests.tables.native.plain_shipped import FAMILIES, PLANS, SHIPPED, Typed, apart, filled
from xl_dipscore.errors import ERRORS
from xl_dipscore.workbooks.author import Plan

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(bool(missing(ALL) or no_office()), reason=missing(ALL) or no_office()),
]

EDIT_PARTS = 4
SHIPPED_FAMILIES = {plan.system.family for plan in SHIPPED.values()}
EDITED = ("ndc-1995", "dcc-final-game", "townsend", "boston-massacre", "wbc", "dcc-top-board")
"""The workbooks that are edited, in turn; LibreOffice and IronCalc compute each then."""
PARTS: list[tuple[list[str], Collection[str]]] = [
    (["ndc-1995", "mystery"], ALL),
    ([name for name, plan in FAMILIES.items() if plan.system.family not in SHIPPED_FAMILIES], ALL),
    ([name for name in SHIPPED if name not in ("mystery", *EDITED)], ALL[:3]),
]
"""Names, and the programs that compute them: HyperFormula takes as long as the other three."""
SHOWN = 8
"""Number of cells that are printed of each wrong workbook."""


def told(
    typed: Typed, programs: Mapping[str, Mapping[str, Rows]], but: Collection[str] = ()
) -> Iterator[str]:
    """The wrong cells of one workbook. but: headings of columns in which programs may differ."""
    for program, sheets in programs.items():
        for what, wrong in ("wrong", typed.wrong(sheets)), ("apart", [*apart(typed.computed, sheets, but)]):
            if wrong:
                yield f"{typed.path.stem}, {program}: {len(wrong)} cells {what}"
                yield from (f"    {one}" for one in wrong[:SHOWN])


@pytest.mark.parametrize(("names", "asked"), PARTS)
def test_as_it_is_filled_and_named(names: list[str], asked: Collection[str], tmp_path: Path) -> None:
    books = [filled(name, tmp_path / f"{name}.xlsx") for name in names]
    found: list[str] = []
    for name, book, programs in zip(names, books, in_each(books, tmp_path, programs=asked), strict=True):
        typed = Typed(book, PLANS[name], programs["LibreOffice"])
        assert len(typed.results) == 7 * len(PLANS[name].slots)
        assert not [row for row, (value, _) in typed.results.items() if value in ERRORS]
        found += told(typed, programs)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("number", range(EDIT_PARTS))
def test_after_what_a_director_does(number: int, tmp_path: Path) -> None:
    edits = every_fourth(enumerate(EDITS))[number::EDIT_PARTS]
    books = [tmp_path / f"{edit.name.replace('/', ':')}.xlsx" for _, edit in edits]
    plans = [PLANS[name] for name in (EDITED[n % len(EDITED)] for n, _ in edits)]
    office = Office(tmp_path / "profile")
    try:
        for (n, edit), book in zip(edits, books, strict=True):
            name = EDITED[n % len(EDITED)]
            edited(office, filled(name, tmp_path / f"{name}.xlsx"), PLANS[name], edit, book)
    finally:
        office.end()
    found: list[str] = []
    computed = in_each(books, tmp_path, programs=TWO[1:])
    some = books[:1] if number % 2 else []  # the others compute what LibreOffice stores as it is filled
    everywhere = dict(zip(some, in_each(some, tmp_path, programs=ALL[2:3]), strict=True))
    for (_, edit), plan, book, ironcalc in zip(edits, plans, books, computed, strict=True):
        others = {**ironcalc, **everywhere.get(book, {})}
        programs = {"LibreOffice": stored(book), **others}
        typed = Typed(book, plan, programs["LibreOffice"])
        refused = sum(value in ERRORS for value, _ in typed.results.values())
        if refused != edit.refused:
            found.append(f"{edit.name}: we refuse {refused} rows")
        found += told(typed, programs, edit.apart)
    assert not found, "\n".join(found)


def edited(office: Office, filled: Path, plan: Plan, edit: Edit, into: Path) -> None:
    """The workbook with this done to it, as LibreOffice stores it."""
    with office.book(filled) as book:
        book.calculate()
        edit.do(Games(book, plan))
        book.store(into)
