"""Small workbooks of a season: its four tables with typed cells, without formulas."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.workbooks.layout.books import book_of
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.season import TABLES, SeasonIn
from xl_dipscore.workbooks.layout.setup import Setup

EVENTS: Sequence[Mapping[str, Any]] = (
    {"Event": "Spring Cup", "Boards": 4, "First": 40, "Counts": "Yes"},
    {"Event": "Worlds", "Boards": 9, "First": 90, "Grade": "championship", "Counts": "Yes"},
    {"Event": "Picnic", "Boards": 2, "First": 20, "Counts": "No"},
)
LINES: Sequence[Sequence[Any]] = (
    (1, "Ann", 124, 2, 36, 88, 20),
    (2, "Bob", 40, 1, 40, None, None),
    ("-", "Cas", None, 1, None, None, 18),
)
"""Rank, player, total, number of events; then the points of each event."""


def book(
    *,
    events: Sequence[Mapping[str, Any]] = EVENTS,
    lines: Sequence[Sequence[Any]] = LINES,
    results: Sequence[Sequence[Any]] = (),
    names: Sequence[Sequence[Any]] = (),
    circuit: str = "TDF",
    options: str = "",
    title: str | None = "Season 2026",
) -> Package:
    tables: Mapping[str, Sequence[Sequence[Any]]] = {
        "Season": [[*TABLES["Season"], *(one["Event"] for one in events)], *lines],
        "Events": [TABLES["Events"], *([one.get(head) for head in TABLES["Events"]] for one in events)],
        "Results": [TABLES["Results"], *results],
        "Names": [TABLES["Names"], *names],
    }
    areas = {
        f"Table_{name.casefold()}": f"{name}!A2:{address(len(rows) + 2, len(TABLES[name]))}"
        for name, rows in tables.items()
    }
    sheets = {name: [[title], *rows] for name, rows in tables.items()}
    setup = [[circuit], [options]]
    return book_of({**sheets, "Setup": setup}, Circuit="Setup!$A$1", Circuit_options="Setup!$A$2", **areas)


def season_of(**facts: Any) -> SeasonIn:
    return SeasonIn(Setup(book(**facts)))
