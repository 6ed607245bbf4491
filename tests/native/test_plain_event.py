"""Standings, tie-breaks and best countries as plain formulas are those of the product, in both programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from engines import Rows, in_both, missing, same
from plain_events import Case, some_event

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


    yield from systems_of_their_own()
    yield from odd_events()
    yield from endings()
    yield from mystery_events()


def systems_of_their_own() -> Iterator[Case]:
    """Every system by its own rule and its own tie-breaks."""
    for n, system in enumerate(systems()):
        rounds = 2 if system.key == "NDC" else 2 + n % 4
        yield Case(f"system-{system.key}", system.key, some_event(n, system.key, rounds, 2), rounds)
    for rounds in (2, 3, 4, 5):
        event = some_event(rounds, "DCC", rounds, 2)
        yield Case(f"dcc-{rounds}", "DCC", event, rounds, options={"divisor": "event"}, shuffled=True)


def odd_events() -> Iterator[Case]:
    """What happens on the day: faults, names twice, substitutes, overrides, who is not ranked, rounds to come."""
    chain = ("wins", "draws", "best game", "countback centres", "msd", "typed")

    def event(seed: int = 3, key: str = "DRAWSIZE", rounds: int = 3) -> list[Any]:
        return some_event(seed, key, rounds)

    yield Case("chain", "SOS", event(), 3, Settings("best 2", tiebreak=chain), shuffled=True)
    faulty = typed(event(), {(1, 0): {"Centres": 36}})
    yield Case("faulty", "DRAWSIZE", faulty, 3, Settings(tiebreak=chain), shuffled=True)
    some = {(n, n % 7): {"Override": 2 * n, "Unranked": "x" if n % 3 else "no"} for n in range(9)}
    yield Case("typed", "DCC", typed(event(4, "DCC"), some), 3, Settings(tiebreak=("wins", "centres")))
    yield Case("min-rounds", "WBC", event(5, "WBC"), 3, Settings("sum", min_rounds=3))
    on_setup = {"rounds": 5, "min rounds": 2, "decimals": 1}
    yield Case("setup", "DCC", event(6, "DCC"), 5, Settings(rounds=5, min_rounds=2, decimals=1), {}, on_setup)
    nothing = {"rounds": None, "min rounds": None, "decimals": None}
    yield Case("blank-setup", "DCC", event(6, "DCC"), 4, Settings("mean all"), {}, nothing)
    yield Case("decimals", "DCC", event(7, "DCC"), 3, Settings("drop 1", decimals=0))
    twice = event(8)
    twice[3][0]["Player"] = twice[4][1]["Player"] = "Twice"
    twice[5][2]["Player"] = twice[5][3]["Player"] = "Two seats"
    yield Case("unsure", "DRAWSIZE", twice, 3)
    yield Case("double-sum", "SOS", twice, 3, Settings(double="sum", tiebreak=("wins", "msd")))
    yield Case("double-best", "SOS", twice, 3, Settings("best 2", double="best", tiebreak=("centres",)))
    stray = event(9)
    stray[0][2]["Board"] = None
    stray[4][5]["Round"] = None
    yield Case("stray", "DRAWSIZE", stray, 3)
    later = event(10)
    for row in (*later[7], *later[8]):
        row |= {"Centres": None, "Draw": None, "Eliminated": None, **dict.fromkeys(range(1901, 1909))}
    yield Case("to-come", "ARMADA", later, 3, Settings(rounds=3))
    nobody = [[row | {"Player": ""} for row in board_] for board_ in event(11)]
    yield Case("nobody", "DRAWSIZE", nobody, 3)
    new = {(n, seat): {"New player": "x"} for n in range(9) for seat in (n % 7, (n + 3) % 7)}
    newcomers = typed(event(12, "CONQUEST"), new)
    yield Case("new", "CONQUEST", newcomers, 3, options={"new player": "event"})
    yield Case(
        "new-setup", "CONQUEST", newcomers, 3, Settings(), {"new player": "event", "newcomer": 7}, {"newcomer": 7}
    )
    yield Case("none", "DCC", [], 3)


def endings() -> Iterator[Case]:
    """Finals, drawn and won and still to come, and top boards."""
    for seed in range(4):
        event = some_event(20 + seed, "DCC", 3, 2, "final")
        yield Case(f"final-{seed}", "DCC", event, 3, Settings(format="final", tiebreak=("msd", "best game")))
        event = some_event(30 + seed, "DRAWSIZE", 3, 2, "final")
        settings = Settings("best 2", tiebreak=("countback centres",), format="final", rounds=3)
        yield Case(f"final-best-{seed}", "DRAWSIZE", event, 3, settings, shuffled=True)
        event = some_event(20 + seed, "DCC", 3, 2, "top-board")
        settings = Settings(("best 2", None, "mean all", "drop 1")[seed], format="top-board")
        yield Case(f"top-{seed}", "DCC", event, 3, settings)
    before = some_event(20, "DCC", 3, 2)
    yield Case("before-final", "DCC", before, 3, Settings(format="final"))
    yield Case("before-top", "DCC", before, 4, Settings("best 2", rounds=4, format="top-board"))
    two = Settings(format="top-board", tiebreak=("countback centres",))
    yield Case("top-of-two", "ARMADA", some_event(21, "ARMADA", 2, 2, "top-board"), 2, two)


def mystery_events() -> Iterator[Case]:
    """Where the event tells what a solo is worth."""
    for seed in range(8):
        last = ("league", "final", "top-board", "final")[seed % 4]
        event = some_event(60 + seed, "MYSTERY", 2, 3, last)
        yield Case(f"mystery-{seed}", "MYSTERY", event, 2, Settings(format=last), shuffled=seed > 3)
    event = some_event(62, "MYSTERY", 3)
    yield Case("mystery-typed", "MYSTERY", event, 3, Settings(), {"solo": 250}, {"solo": 250})
    yield Case("mystery-early", "MYSTERY", event, 4, Settings(rounds=4))
    yield Case("mystery-provisional", "MYSTERY", event, 4, Settings(rounds=4, provisional=True))


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
