"""Every mistake of a roster and a draw has its sentence, and every sentence is reached."""

# ruff: noqa: E501  sentences stay whole

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Sequence
from importlib import import_module

import pytest

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules import seating
from xl_dipscore.rules.seating.attendance import NotAPlayer, NotSevens, TooFew, choose_players, mark_absent
from xl_dipscore.rules.seating.drawing import KeptNotWhole, NoSuchKept, draw
from xl_dipscore.rules.seating.people import (
    ApartFromNobody,
    BoardCall,
    NamelessPlayer,
    NameTwice,
    OneGroup,
    Player,
)
from xl_dipscore.rules.seating.pools import NoStanding
from xl_dipscore.rules.seating.wishes import (
    NotPowers,
    NotRegions,
    NotSoManyPowers,
    UnknownMethod,
    UnknownOrder,
    UnknownWeight,
    Wishes,
    letters_of,
    novice_powers_of,
    order_of,
    powers_of,
)
from xl_dipscore.tables.cells import roster
from xl_dipscore.tables.cells.boards import NotAMark
from xl_dipscore.tables.cells.games import ErrorInCell, MissingColumn, NotANumber, SameColumnTwice
from xl_dipscore.tables.cells.roster import EmptyRoster, UnknownLevel, read_roster

pytestmark = pytest.mark.usefixtures("short")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jan")


def read(header: Sequence[str], *rows: Sequence[object]) -> list[Player]:
    return read_roster([header, *rows], "players.csv")


def column(name: str, *cells: object) -> list[Player]:
    """A roster with these cells in one column, beside names."""
    return read(["Player", name], *(list(row) for row in zip(NAMES, cells, strict=False)))


def people(count: int) -> list[Player]:
    return [Player(f"P{n}", place=f"players.csv row {n + 2}") for n in range(count)]


BOARD = BoardCall(1, "A", tuple(f"P{n}" for n in range(7)))
SENTENCES: list[tuple[type[Fault], Callable[[], object], str]] = [
    (
        NotAPlayer,
        lambda: mark_absent([Player("Ann")], 1, ["Anne"]),
        "Anne cannot be away: the list of players has no such name. Did you mean Ann?",
    ),
    # a roster
    (MissingColumn, lambda: read(["Club"], ["Bonn"]), "players.csv: There is no column headed Player."),
    (
        SameColumnTwice,
        lambda: read(["Player", "Name"], ["Ann", "A"]),
        "players.csv: Two columns are headed Name.",
    ),
    (
        EmptyRoster,
        lambda: read(["Player"], [""]),
        "players.csv: There are no players below the headings.",
    ),
    (
        NamelessPlayer,
        lambda: read(["Player", "Club"], ["Ann", ""], ["", "Bonn"]),
        "players.csv row 3, column Player: A player without a name cannot be seated.",
    ),
    (
        NameTwice,
        lambda: read(["Player"], ["Ann"], ["Bob"], [" Ann"]),
        "players.csv row 4, column Player: Ann is on the roster twice.",
    ),
    (
        ApartFromNobody,
        lambda: column("Apart", "Bib", "x", "x"),
        "players.csv row 2, column Apart: Ann is to be kept apart from Bib, but no player and no other line has that name. Did you mean Bob?",
    ),
    (
        OneGroup,
        lambda: column("Club", "Bonn", "Bonn", "Bonn"),
        "players.csv, column Club: All players have the club Bonn, so no two could share a board. Clear it for some.",
    ),
    (
        UnknownLevel,
        lambda: column("Level", "novise", "veteran", "Novice"),
        "players.csv row 2, column Level: 'novise' is not a level. Did you mean novice? Type novice, beginner, new or first time for novices; leave the cell blank for all others.",
    ),
    (
        NotPowers,
        lambda: column("Prefers", "FGX", "fg", "F, G > I"),
        "players.csv row 2, column Prefers: 'FGX' is not a list of powers: write letters of A, E, F, G, I, R and T, each once, such as FGIRT.",
    ),
    (
        NotANumber,
        lambda: column("Rating", "high", 1200),
        "players.csv row 2, column Rating: 'high' is not a number.",
    ),
    (
        NotAMark,
        lambda: column("Here 2", "x", "late"),
        "players.csv row 3, column Here 2: The row is marked 'late'; type x for yes, or leave it blank for no.",
    ),
    (
        ErrorInCell,
        lambda: column("Club", "#REF!", "Bonn"),
        "players.csv row 2, column Club: A cell holds an error, #REF!.",
    ),
    # who plays
    (
        TooFew,
        lambda: draw(people(6), [1], seed=1),
        "players.csv: 6 players are here for round 1, but a board takes seven.",
    ),
    (
        NotSevens,
        lambda: draw(people(30), [1], seed=1),
        "players.csv: 30 players are here for round 1, 2 more than 4 boards can seat. Either P1 and P0 sit out (by lot), or P9, P28, P3, P0 and P12 play on two boards (by lot).",
    ),
    (
        NotSevens,
        lambda: draw(people(13), [1], seed=1),
        "players.csv: 13 players are here for round 1, 6 more than 1 board can seat. Either P0, P9, P12, P1, P7 and P2 sit out (by lot), or P5 plays on two boards (by lot).",
    ),
    (
        TooFew,
        lambda: choose_players(people(8), 1, {}, seated=BOARD.players),
        "1 player is left for round 1, but a board takes seven.",
    ),
    # what is wished
    (
        UnknownMethod,
        lambda: powers_of("wheels"),
        "'wheels' is not a way to assign powers. Did you mean wheel? Known: never twice, regions, wheel, preferences and any.",
    ),
    (
        NotRegions,
        lambda: powers_of("regions=FR-IGA-T"),
        "'FR-IGA-T' does not divide the seven powers into regions. Use each of A, E, F, G, I, R and T once.",
    ),
    (NotRegions, lambda: powers_of("regions=AEFGIRT"), None),
    (
        NotSoManyPowers,
        lambda: novice_powers_of("2=FT, 3=FE"),
        "'3=FE' does not give each new player a power. Type a letter for each, such as 2=FT,3=FEG.",
    ),
    (
        NotPowers,
        lambda: letters_of("FF"),
        "'FF' is not a list of powers: write letters of A, E, F, G, I, R and T, each once, such as FGIRT.",
    ),
    (
        UnknownOrder,
        lambda: order_of("groups=0"),
        "'groups=0' is not an order for the boards; choose score, rating, groups=2 or dragonflight.",
    ),
    (
        UnknownWeight,
        lambda: draw(people(7), [1], (), Wishes(weights={"meet": 1}), seed=1),
        "There is no weight 'meet'. Did you mean met? Known: at once, apart, team, power, team powers, club, novices, met, region, wheel, novice powers, neighbours, preference and standing.",
    ),
    (
        NoStanding,
        lambda: draw(people(7), [1], (), Wishes(by="rating"), seed=1),
        "Boards are to be drawn by rating, but nobody has one yet.",
    ),
    (
        NoStanding,
        lambda: draw(people(7), [1], (), Wishes(top_board=True), seed=1),
        "Boards are to be drawn by score or rating, but nobody has one yet.",
    ),
    # boards that are kept
    (
        NoSuchKept,
        lambda: draw(people(14), [1], [BOARD], seed=1, keep=["Board B"]),
        "There is no board Board B of round 1 to keep.",
    ),
    (
        KeptNotWhole,
        lambda: draw(people(14), [1], [BOARD._replace(players=("", *BOARD.players[1:6], ""))], seed=1, keep=["a"]),
        "Board A of round 1 cannot be kept: it has no player for Austria or Turkey. Type one.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "provoke", "sentence"),
    SENTENCES,
    ids=[f"{kind.__name__}-{i}" for i, (kind, _, _) in enumerate(SENTENCES)],
)
def test_a_mistake_and_its_sentence(kind: type[Fault], provoke: Callable[[], object], sentence: str) -> None:
    with pytest.raises((Fault, Faults)) as caught:
        provoke()
    (fault,) = getattr(caught.value, "faults", [caught.value])
    assert type(fault) is kind
    assert sentence is None or str(fault) == sentence


def test_every_mistake_is_reached() -> None:
    modules = [
        import_module(f"xl_dipscore.rules.seating.{one.name}")
        for one in pkgutil.iter_modules(seating.__path__)
    ]
    kinds = {
        kind
        for module in (*modules, roster)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Fault) and kind is not Fault
    }
    assert len(kinds) > 15
    assert kinds <= {kind for kind, _, _ in SENTENCES}


def test_all_mistakes_are_told_together() -> None:
    with pytest.raises(Faults) as caught:
        read(
            ["Player", "Prefers", "Here 1", "Rating"],
            ["Ann", "Q", "x", 1],
            ["Ann", "", "maybe", "x"],
        )
    assert [type(one) for one in caught.value.faults] == [NotPowers, NotAMark, NotANumber, NameTwice]
    with pytest.raises(Faults) as caught:
        draw(people(8), [1, 2], seed=1)
    first, second = (one.facts["out"] for one in caught.value.faults)
    assert (first, second) == ("P0 sits out (by lot)", "P1 sits out (so far least often, by lot among 7)")
