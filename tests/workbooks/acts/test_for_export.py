"""What a workbook gives to an export: its system, people and games, and what stays secret."""

from dataclasses import replace
from typing import Any

import pytest

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.errors import Faults
from xl_dipscore.workbooks.acts.for_export import (
    NoneOnSetup,
    ScoresSecret,
    WhichSystem,
    outgoing_of_workbook,
    people_in,
    system_for,
    write_export,
)
from xl_dipscore.workbooks.layout.event import EventIn


def writer(**facts: Any) -> Any:
    """A format; its file has the names of all players, and `scored` if it has scores."""

    class Format:
        key, scored, games, secret = "test", True, True, True

        def write(self, outgoing: Any) -> Any:
            return ["scored" if outgoing.table is not None else "plain"]

    made = Format()
    for name, value in facts.items():
        setattr(made, name, value)
    return made


def event(rows: Any = None, *, system: str = "SOS", people: Any = (), **names: str) -> EventIn:
    sheets = {"Games": rows or [HEADER, *board()], "Setup": [[system], ["Cup"]]}
    if people:
        sheets["Players"] = people
        names["Roster"] = f"Players!$A$2:$A${len(people)}"
    return event_of(sheets, Scoring_system="Setup!$A$1", Event_name="Setup!$A$2", **names)


def outgoing(event: EventIn, **facts: Any) -> Any:
    return outgoing_of_workbook(event, writer(**facts))[0]


def test_games_and_standings_of_an_event() -> None:
    found = outgoing(event())
    assert (found.name, found.file, len(found.games)) == ("Cup", "book.xlsx", 1)
    assert found.table is not None
    assert found.teams is None
    assert outgoing(event(), scored=False).table is None


def test_without_a_title_the_files_name_counts() -> None:
    its = event()
    its.book.set_value("Setup", "A2", None)
    assert outgoing(EventIn(its.book)).name == "book"


def test_a_faulty_board_stops_an_export_of_games() -> None:
    wrong = event([HEADER, *board(counts=(40, 0, 0, 0, 0, 0, 0))])
    with pytest.raises(Faults):
        outgoing(wrong)
    with pytest.raises(Faults):
        outgoing(event([HEADER, *board(), *board(2, counts=(20, 20, 0, 0, 0, 0, 0))]))


def test_which_system() -> None:
    assert system_for(writer(), "f", "DCC", "SOS").key == "DCC"  # type: ignore[union-attr]
    assert system_for(writer(), "f", "", "SOS").key == "SOS"  # type: ignore[union-attr]
    assert system_for(writer(scored=False), "f", "", "SOS") is None
    assert system_for(writer(scored=False), "f", "", "") is None
    assert system_for(writer(scored=False), "f", "DCC").key == "DCC"  # type: ignore[union-attr]
    with pytest.raises(NoneOnSetup):
        system_for(writer(), "f", "", "")
    with pytest.raises(WhichSystem):
        system_for(writer(), "f", "")


def test_a_typed_system_scores_in_place_of_that_of_setup() -> None:
    found = outgoing_of_workbook(event(system="NOSUCH"), writer(), "SOS")[0]
    assert found.system is not None
    assert found.system.key == "SOS"


def test_people_with_their_facts_and_without_addresses() -> None:
    players = [
        ["Player", "Club", "E-mail", "Secret"],
        ["Ann", "Reds", "a@b.org", "x"],
        ["Bob", None, None, None],
    ]
    ann, bob = people_in(event(people=players))
    assert dict(ann.cells) == {"Player": "Ann", "Club": "Reds"}
    assert (bob.player, bob.place) == ("Bob", "Players row 3")
    assert [*people_in(event())] == []


def test_scores_that_are_secret() -> None:
    its = outgoing(event())
    assert write_export(writer(), its) == (["scored"], "")
    hidden = replace(its, hidden="Setup!A9", table=None)
    written, said = write_export(writer(), hidden)
    assert written == ["plain"]
    assert "Setup!A9" in said
    with pytest.raises(ScoresSecret):
        write_export(writer(secret=False), hidden)


def test_a_format_without_scores_tells_of_secrets_only_if_it_lost_something() -> None:
    def write(outgoing: Any) -> list[Any]:
        return [seat.override for game in outgoing.games for seat in game.seats]

    rows = [[*HEADER, "Override"], *([*row, None] for row in board())]
    for typed, told in ((None, False), (50, True)):
        rows[1][-1] = typed
        hidden = replace(outgoing(event(rows), scored=False), hidden="Setup!A9")
        written, said = write_export(writer(scored=False, write=write), hidden)
        assert written == [None] * 7
        assert bool(said) == told
