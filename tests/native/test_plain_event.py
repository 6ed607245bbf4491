"""Standings, tie-breaks and best countries as plain formulas are those of the product, in both programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from engines import Rows, in_both, missing, same
from plain_events import NAMES, Case, board, some_event

from xl_dipscore.event import Settings, tie_breaks
from xl_dipscore.system import systems
from xl_dipscore.tournament import ways


def typed(boards: list[Any], places: Mapping[tuple[int, int], Mapping[str, Any]]) -> list[Any]:
    """The boards with more typed: by board and seat."""
    for (n, seat), cells in places.items():
        boards[n][seat] |= cells
    return boards


def cases() -> Iterator[Case]:
    rules = [way.example for way in ways()]
    for n, rule in enumerate([*rules, "DCC", "drop 3", "best 1", "50/30/20/10"]):
        event = some_event(n, "DRAWSIZE", 4)
        yield Case(f"rule-{n}", "DRAWSIZE", event, 4, Settings(combine=rule, tiebreak=("wins",)))
    for one in tie_breaks():
        for n, combine in enumerate(["best 2", "sum"]):
            event = some_event(40 + n, "DRAWSIZE", 3)
            typed(event, {(k, k % 7): {"Tiebreak": k % 3} for k in range(9)})
            name = one.name.replace(" ", "-")
            yield Case(f"break-{name}-{n}", "DRAWSIZE", event, 3, Settings(combine, tiebreak=(one.name,)))


CASES = list(cases())


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Mapping[str, Rows]]]:
    if why := missing():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("events")
    books = [case.write(folder) for case in CASES]
    found = in_both(books, folder / "office", ["Standings", "Best countries", "Setup"])
    return {case.name: both for case, both in zip(CASES, found, strict=True)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_events(case: Case, computed: Mapping[str, Mapping[str, Mapping[str, Rows]]]) -> None:
    for program, got in computed[case.name].items():
        for title, expected in case.expected().items():
            wrong = differences(got[title], expected)
            assert not wrong, (program, title, wrong[:6])


def differences(got: Rows, expected: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Cells that are not as expected; columns are found by their headings, and others must be blank."""
    heads, wrong = got[0], []
    at = {heading: n for n, heading in enumerate(heads)}
    for n, row in enumerate(expected[1:], 1):
        want = dict(zip(expected[0], row, strict=True))
        for heading, column in at.items():
            cell = got[n][column] if n < len(got) and column < len(got[n]) else None
            if want.get("Total") == "#N/A" and "tie-break" in heading:
                continue
            if not same(cell, want.get(heading)):
                wrong.append((n, heading, cell, want.get(heading), want.get("Player")))
    return wrong + [
        (n, "more", cell)
        for n, row in enumerate(got[len(expected) :], len(expected))
        for cell in row
        if cell not in (None, "")
    ]
