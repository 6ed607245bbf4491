"""Finished events for a season: what is read of them, and where it goes."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbooks.layout import seasons
from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.errors import Faults, NamedTwice
from xl_dipscore.rules.circuit import find_circuit
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.season import (
    Finished,
    NobodyRanked,
    NoCircuit,
    NotStandings,
    OtherCircuit,
    SameEvent,
    _check_apart,
    _check_once,
    _circuit,
    _put_event,
    _put_names,
    _read_workbook,
    read_standings,
)
from xl_dipscore.workbooks.layout.season import SeasonIn
from xl_dipscore.workbooks.layout.setup import Setup

NADF = find_circuit("NADF2010")


def table(folder: Path, *rows: str, head: str = "rank,player,total,R1,R2") -> Path:
    path = folder / "event.csv"
    path.write_text("".join(f"{row}\n" for row in (head, *rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("scored", "known"),
    [
        ((7, 7), (2, 14)),
        ((14, 7), (3, 21)),
        ((6, 8), (None, None)),
        ((9, 10), (None, None)),
        ((), (None, None)),
    ],
)
def test_rounds_without_whole_boards_leave_boards_and_games_blank(
    scored: tuple[int, ...], known: tuple[int | None, int | None], tmp_path: Path
) -> None:
    """scored: by round, the number of players with a score; known: the numbers of boards and of games."""
    rounds = range(len(scored))
    rows = []
    for place in range(1, max(scored, default=7) + 1):
        cells = ("5" if place <= scored[n] else "" for n in rounds)
        rows.append(",".join([str(place), f"P{place}", "5", *cells]))
    head = ",".join(["rank", "player", "total", *(f"R{n + 1}" for n in rounds)])
    facts = read_standings(table(tmp_path, *rows, head=head), NADF).facts
    assert (facts["boards"], facts["games"]) == known


def test_only_ranked_players_have_places(tmp_path: Path) -> None:
    found = read_standings(table(tmp_path, "1,Ann,9,5,4", "-,Bob,1,1,", "2, Cas  Fir ,5,5,"), NADF)
    assert found.places == [("Ann", 1), ("Cas Fir", 2)]
    assert (found.facts["event"], found.facts["file"], found.facts["ranked"]) == ("event", "event.csv", 2)


def test_what_is_no_table_of_standings(tmp_path: Path) -> None:
    with pytest.raises(NotStandings):
        read_standings(table(tmp_path, "1,9", head="rank,total"), NADF)
    with pytest.raises(NobodyRanked):
        read_standings(table(tmp_path, "-,Ann,9,5,4"), NADF)


def test_an_event_from_its_workbook() -> None:
    rows = [
        ["Date", *HEADER],
        *[["2026-05-02", *row] for row in board()],
        *[["2026-05-03", *row] for row in board(2)],
    ]
    setup = [["Cup"], ["SOS"]]
    names = {"Event_name": "Setup!$A$1", "Scoring_system": "Setup!$A$2"}
    found = _read_workbook(Path("cup.xlsx"), event_of({"Games": rows, "Setup": setup}, **names), NADF)
    assert (found.facts["event"], found.facts["boards"], found.facts["games"]) == ("Cup", 2, 14)
    assert found.places[0] == ("a", 1)
    assert len(found.places) == 7
    untitled = event_of({"Games": rows, "Setup": setup}, Scoring_system="Setup!$A$2")
    assert _read_workbook(Path("cup.xlsx"), untitled, NADF).facts["event"] == "cup"


def finished(name: str = "Cup", file: str = "cup.xlsx", *places: tuple[str, int], **facts: Any) -> Finished:
    return Finished({"event": name, "file": file, **facts}, places or (("Ann", 1), ("Bob", 2)))


def test_one_file_is_named_once(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    _check_once([path, tmp_path / "b.xlsx"])
    with pytest.raises(NamedTwice):
        _check_once([path, tmp_path / "x" / ".." / "a.xlsx"])


def test_two_files_of_one_event_are_told() -> None:
    paths = [Path("a/cup.xlsx"), Path("b/other.xlsx"), Path("c/cup.xlsx")]
    _check_apart(paths[:2], [finished("Cup"), finished("Worlds")])
    for names, what, other in ((("Cup", "CUP"), "name", "CUP"), (("Cup", "Worlds"), "file name", "cup.xlsx")):
        with pytest.raises(Faults) as wrong:
            _check_apart([paths[0], paths[1 if what == "name" else 2]], [finished(name) for name in names])
        (only,) = wrong.value.faults
        assert isinstance(only, SameEvent)
        assert (only.facts["what"], only.facts["value"]) == (what, other)


def test_which_circuit() -> None:
    there = seasons.season_of()
    assert _circuit(there, None, new=False).key == _circuit(there, "tdf", new=False).key == "TDF"
    assert _circuit(there, "BISMARK", new=True).key == "BISMARK"
    assert _circuit(None, "BISMARK", new=True).key == "BISMARK"
    with pytest.raises(NoCircuit):
        _circuit(None, None, new=True)
    with pytest.raises(OtherCircuit):
        _circuit(there, "BISMARK", new=False)


RESULTS = [("Spring Cup", "Ann", 1), ("Spring Cup", "Bob", 2), ("Spring Cup", "Cas", 3), *[(None,) * 3] * 3]
EVENTS = [{**seasons.EVENTS[0], "File": "spring.xlsx", "Date": 46000}, *[dict.fromkeys(("Event",))] * 2]


def season() -> Package:
    return seasons.book(
        events=EVENTS, lines=(), results=RESULTS, names=[("Ann",), ("Bob",), ("Cas",), *[(None,)] * 5]
    )


def results(package: Package) -> list[tuple[Any, ...]]:
    its = SeasonIn(Setup(package)).results
    return [tuple(its.value(row, word) for word in ("event", "player", "place")) for row in its.rows]


def test_a_new_event_gets_free_rows() -> None:
    package = season()
    said = _put_event(package, finished("Worlds", "worlds.xlsx", boards=9))
    assert said == "Worlds: added, 2 players."
    assert results(package)[3:5] == [("Worlds", "Ann", 1), ("Worlds", "Bob", 2)]
    its = SeasonIn(Setup(package))
    row = its.row_of_event["worlds"]
    assert its.events.value(row, "boards") == 9
    assert its.events.text(row, "grade") == (its.circuit.grades[0] if its.circuit.grades else "")


@pytest.mark.parametrize(("name", "file"), [("Renamed", "spring.xlsx"), ("SPRING cup", "other.xlsx")])
def test_an_event_that_is_there_is_replaced(name: str, file: str) -> None:
    package = season()
    said = _put_event(package, finished(name, file, boards=None, first=50, date=47000))
    assert said == "Spring Cup: replaced, 2 players."
    assert results(package)[:3] == [("Spring Cup", "Ann", 1), ("Spring Cup", "Bob", 2), (None, None, None)]
    its = SeasonIn(Setup(package)).events
    facts = {word: its.value(3, word) for word in ("event", "date", "boards", "first")}
    assert facts == {"event": "Spring Cup", "date": 46000, "boards": 4, "first": 50}


def test_new_spellings_get_a_row_and_a_proposal() -> None:
    package = season()
    _put_event(package, finished("Worlds", "worlds.xlsx", ("Ann Oakes", 1), ("Ann Oaks", 2)))
    _put_event(package, finished("Picnic", "picnic.xlsx", ("ann", 1)))
    _put_names(package)
    its = SeasonIn(Setup(package)).names
    there = {its.text(row, "name"): its.text(row, "proposal") for row in its.rows if its.text(row, "name")}
    assert [*there] == ["Ann", "Bob", "Cas", "Ann Oakes", "Ann Oaks"]
    assert there["Bob"] == ""
