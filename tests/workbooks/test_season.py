"""A season's workbook: events taken in and corrected, names that are one player's, the page."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.said import check_refused, check_said
from xl_dipscore.cli.app import NotTogether
from xl_dipscore.errors import NamedTwice
from xl_dipscore.rules.circuit import Field, find_circuit
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.season import (
    NobodyRanked,
    NoCircuit,
    NotASeason,
    NotStandings,
    OtherCircuit,
    SameEvent,
    season,
)
from xl_dipscore.workbooks.layout.season import (
    CopiedEvent,
    NotAPlace,
    NotOnNames,
    OpenProposal,
    SeasonIn,
    TwiceInOneEvent,
    UnknownPoints,
)
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.live.menu import item_of

pytestmark = pytest.mark.slow
PEOPLE = [
    f"{first} {last}" for first in ("Ann", "Bob", "Cas", "Dan") for last in ("Ash", "Elm", "Fir", "Oakes")
]
Places = Mapping[str, Sequence[tuple[str, int]]]


def standings(path: Path, places: Sequence[tuple[str, int]]) -> Path:
    """A table as `standings` prints it; everybody played two rounds."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["rank", "player", "total", "R1", "R2", "counted"])
        out.writerows([rank, name, 100 - rank, 50, 50 - rank, "1 2"] for name, rank in places)
    return path


def some_events(count: int, seed: int = 1) -> Places:
    """Players in some order in each event, some of them level."""
    chance, found = random.Random(seed), {}
    for n in range(count):
        names = chance.sample(PEOPLE, chance.choice((14, 7)))
        ranks = [1]
        for place in range(2, len(names) + 1):
            ranks.append(ranks[-1] if chance.random() < 0.2 else place)
        found[f"event{n}"] = [*zip(names, ranks, strict=True)]
    return found


def expected(
    key: str, events: Places, options: Mapping[str, str] = {}, *, every: bool = False
) -> dict[str, Fraction]:
    """Each player's total by the rule, from the places alone. every: do events of too few boards count?"""
    circuit = find_circuit(key).with_options(options)
    points: dict[str, dict[int, Fraction]] = {}
    for n, places in enumerate(events.values()):
        field = Field(
            Fraction(len(places)), Fraction(2 * (len(places) // 7)), Fraction(2 * len(places)), None
        )
        field = field._replace(first=circuit.points(1, field))
        if field.boards < circuit.least_boards and not every:
            continue
        for name, rank in places:
            level = sum(one == rank for _, one in places)
            points.setdefault(name, {})[n] = circuit.share_of_places(rank, level, field)
    planned = len(events)
    return {name: circuit.rule({**its}, planned).total for name, its in points.items()}


def table_of(book: Path) -> list[list[Any]]:
    rows = openpyxl.load_workbook(book, data_only=True)["Season"].iter_rows(min_row=7, values_only=True)
    return [[*row] for row in rows if row[1]]


def made(folder: Path, events: Places, key: str = "TDF", options: Mapping[str, str] = {}) -> Path:
    paths = [standings(folder / f"{name}.csv", places) for name, places in events.items()]
    book, call = folder / "season.xlsx", repr((events, key, options))
    if call not in MADE:
        season(paths, book, key, options, act=None)
        MADE[call] = book.read_bytes()
    book.write_bytes(MADE[call])
    return book


MADE: dict[str, bytes] = {}
"""Workbooks of seasons by their events: several tests begin with the same one."""


OWN = {"points": "25/18/15/12/10", "total": "best 3"}


@pytest.mark.parametrize(("key", "options"), [("TDF", {}), ("BISMARK", {}), ("CUSTOMCIRCUIT", OWN)])
def test_the_table_is_what_the_rule_makes(tmp_path: Path, key: str, options: Mapping[str, str]) -> None:
    events = some_events(5)
    table = table_of(made(tmp_path, events, key, options))
    totals = expected(key, events, options)
    assert {row[1]: row[2] for row in table} == pytest.approx(
        {name: float(one) for name, one in totals.items()}
    )
    needed = find_circuit(key).with_options(options).events_needed
    ranked = sorted((one for row in table if row[3] >= needed for one in [row[2]]), reverse=True)
    for rank, _, total, played, *_ in table:
        assert rank == ("-" if played < needed else 1 + sum(one > total + 1e-9 for one in ranked))


def test_dropped_points_are_marked(tmp_path: Path) -> None:
    events = {f"e{n}": [("Ann Ash", 1 if n < 3 else 2), ("Bob Elm", 2 if n < 3 else 1)] for n in range(4)}
    book = made(tmp_path, events, "CUSTOMCIRCUIT", {"points": "10,6", "total": "best 2"})
    line = next(one for one in SeasonIn(Setup(Package.read(book))).lines if one.player == "Bob Elm")
    weights = {event: weight for event, _, weight in SeasonIn(Setup(Package.read(book))).weights(line)}
    assert weights == {"e0": 1, "e1": 0, "e2": 0, "e3": 1}
    sheet = openpyxl.load_workbook(book, data_only=True)["Season"]
    row = next(cell.row for cell in sheet["B"] if cell.value == "Bob Elm")
    hidden = [sheet.cell(row, 4 + 12 + n).value for n in (1, 2, 3, 4)]
    assert hidden == [0, 1, 1, 0]


def test_an_event_again_replaces_its_places_and_keeps_what_was_typed(tmp_path: Path, dipscore: Any) -> None:
    events = some_events(3)
    book = made(tmp_path, events)
    package = Package.read(book)
    package.set_value("Events", "G7", "championship")
    package.set_value("Events", "A8", "Autumn Cup")
    package.set_value("Events", "B8", 46000)
    for row in range(7, 50):
        if package.value("Results", f"A{row}") == "event1":
            package.set_value("Results", f"A{row}", "Autumn Cup")
    package.write(book)
    shorter = [(name, n) for n, (name, _) in enumerate(events["event1"][:8], 1)]
    standings(tmp_path / "event1.csv", shorter)
    ran = dipscore("season", tmp_path / "event1.csv", "-o", book)
    assert ran.status == 0, ran.err
    its = SeasonIn(Setup(Package.read(book)))
    assert [*its.row_of_event] == ["event0", "autumn cup", "event2"]
    assert its.events.value(8, "date") == 46000
    assert its.events.text(7, "grade") == "championship"
    rows = [row for row in its.results.rows if its.results.text(row, "event") == "Autumn Cup"]
    assert [(its.results.text(row, "player"), its.results.value(row, "place")) for row in rows] == shorter
    assert dipscore("undo", book).status == 0
    its = SeasonIn(Setup(Package.read(book)))
    rows = [row for row in its.results.rows if its.results.text(row, "event") == "Autumn Cup"]
    assert len(rows) == len(events["event1"])


def test_three_spellings_are_one_player_only_after_a_word(tmp_path: Path, dipscore: Any) -> None:
    def others(first: int) -> list[tuple[str, int]]:
        return [(name, n) for n, name in enumerate([*PEOPLE[first:7], *PEOPLE[:first]], 2)]

    events = {
        "a": [("Jon Smithers", 1), *others(0)],
        "b": [("John Smithers", 1), *others(2)],
        "c": [("Smithers, Jon", 1), *others(4)],
    }
    book = made(tmp_path, events, "CUSTOMCIRCUIT", {"points": "10,6"})
    its = SeasonIn(Setup(Package.read(book)))
    assert [type(one) for one in its.problems] == [OpenProposal, OpenProposal]
    assert sum("Smithers" in row[1] for row in table_of(book)) == 3
    package = Package.read(book)
    for name in ("john smithers", "smithers, jon"):
        package.set_value("Names", f"B{its.row_of_name[name]}", "Jon Smithers")
    package.write(book)
    assert dipscore("rebuild", book).status == 0
    assert table_of(book)[0][:4] == [1, "Jon Smithers", 3 * 10, 3]
    assert sum("Smithers" in row[1] for row in table_of(book)) == 1
    ran = dipscore("check", "CUSTOMCIRCUIT", book)
    assert (ran.status, ran.out) == (0, "")
    ran = dipscore("explain", "CUSTOMCIRCUIT", book, "--player", "john smithers")
    assert ran.status == 0
    assert "30" in ran.out
    for call in (["check", "--set", "least=1"], ["explain", "--player", "Jon Smithers", "--min-rounds", 2]):
        unread = f"{book} (a season) and {call[-2]}"
        check_refused(dipscore(call[0], "CUSTOMCIRCUIT", book, *call[1:]), NotTogether, options=unread)


def test_what_is_amiss_has_its_cell(tmp_path: Path, dipscore: Any) -> None:
    book = made(tmp_path, some_events(3))
    package = Package.read(book)
    package.set_value("Results", "C7", "first")
    package.set_value("Results", "B8", package.value("Results", "B9"))
    package.set_value("Results", "B10", "Eve Newcomer")
    package.write(book)
    found = {type(one): one.place for one in SeasonIn(Setup(Package.read(book))).problems}
    assert found == {NotAPlace: "Results!C7", TwiceInOneEvent: "Results!B9", NotOnNames: "Results!B10"}
    assert dipscore("check", "TDF", book).status == 1
    at, seen = None, set()
    for _ in found:
        at = item_of("check").run(package, at=at).go
        assert at is not None
        seen.add(f"{at.sheet}!{address(at.row, at.column)}")
    assert seen == {*found.values()}


@pytest.mark.parametrize(("key", "heading", "typed"), [("BISMARK", "Games", 21), ("NADF2010", "Boards", 7)])
def test_an_unknown_fact_is_blank_until_it_is_typed(
    tmp_path: Path, dipscore: Any, key: str, heading: str, typed: int
) -> None:
    """An event with rounds, and one of seven players whose table has none: its totals are not known."""
    events = {"known": [(name, n) for n, name in enumerate(PEOPLE[:14], 1)]}
    book = made(tmp_path, events, key)
    bare = "".join(f"{n},{name},{100 - n}\n" for n, name in enumerate(PEOPLE[4:11], 1))
    (tmp_path / "bare.csv").write_text(f"rank,player,total\n{bare}", encoding="utf-8")
    got = dipscore("season", tmp_path / "bare.csv", "-o", book)
    check_said(got.err, UnknownPoints, event="bare", facts=heading)
    its = SeasonIn(Setup(Package.read(book)))
    row, words = its.row_of_event["bare"], [heading.casefold(), "first"]
    assert [its.events.text(row, word) for word in words] == ["", ""]
    unknown = {line[1] for line in table_of(book) if line[2] in (None, "")}
    assert unknown == {*PEOPLE[4:11]}
    assert {line[0] for line in table_of(book) if line[1] in unknown} == {"-"}
    assert {line.player for line in its.lines} >= unknown
    assert dipscore("check", key, book).status == 1
    assert dipscore("publish", book, "-o", tmp_path / "site").status == 0
    assert "total unknown" in (tmp_path / "site" / "season.txt").read_text("utf-8")

    package = Package.read(book)
    package.set_value("Events", address(row, its.events.columns[heading.casefold()]), typed)
    package.write(book)
    assert dipscore("season", tmp_path / "bare.csv", "-o", book).status == 0  # the typed fact stays
    assert dipscore("check", key, book).status == 0
    circuit, points = find_circuit(key), {}
    for name, boards, games in (("known", 4, 28), ("bare", typed, typed)):
        field = Field(Fraction(14 if name == "known" else 7), Fraction(boards), Fraction(games), None)
        field = field._replace(first=circuit.points(1, field))
        people = PEOPLE[:14] if name == "known" else PEOPLE[4:11]
        if boards >= circuit.least_boards:
            for place, player in enumerate(people, 1):
                points.setdefault(player, {})[name] = (
                    circuit.points(place, field) if place > 1 else field.first
                )
    totals = {player: float(circuit.rule(its, 2).total) for player, its in points.items()}
    assert {line[1]: line[2] for line in table_of(book)} == pytest.approx(totals)


def test_an_event_that_is_typed_counts_like_any_other(tmp_path: Path, dipscore: Any) -> None:
    events = some_events(2)
    book = made(tmp_path, events, "CUSTOMCIRCUIT", {"points": "10,6,4"})
    package = Package.read(book)
    package.set_value("Events", "A9", "Typed Open")
    its = SeasonIn(Setup(package))
    row = next(row for row in its.results.rows if not its.results.text(row, "player"))
    for n, name in enumerate(PEOPLE[:3]):
        for column, value in zip("ABC", ("Typed Open", name, n + 1), strict=True):
            package.set_value("Results", f"{column}{row + n}", value)
    package.write(book)
    dipscore("rebuild", book)
    more = {**events, "typed": [(name, n) for n, name in enumerate(PEOPLE[:3], 1)]}
    totals = expected("CUSTOMCIRCUIT", more, {"points": "10,6,4"})
    there = {row[1]: row[2] for row in table_of(book)}
    assert there == pytest.approx({name: float(totals[name]) for name in there})


def test_a_larger_workbook_takes_over_all_that_is_typed(tmp_path: Path) -> None:
    book = made(tmp_path, some_events(3), "BISMARK")
    larger = tmp_path / "larger.xlsx"
    season(
        [book, standings(tmp_path / "more.csv", [("Ann Ash", 1), ("Bob Elm", 2)])], larger, None, {}, act=None
    )
    assert [*SeasonIn(Setup(Package.read(larger))).row_of_event] == ["event0", "event1", "event2", "more"]
    assert SeasonIn(Setup(Package.read(larger))).circuit.key == "BISMARK"


def test_the_page_links_events_and_strikes_out_what_is_dropped(tmp_path: Path, dipscore: Any) -> None:
    book = made(tmp_path, some_events(4), "CUSTOMCIRCUIT", OWN)
    package = Package.read(book)
    package.set_value("Events", "J7", "https://club.example/spring")
    package.set_value("Events", "J8", "javascript:alert(1)")
    package.write(book)
    assert dipscore("publish", book, "-o", tmp_path / "site").status == 0
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert '<a href="https://club.example/spring">event0</a>' in page
    assert "javascript:" not in page
    assert "<s>" in page
    for option in (["--values"], ["--scores", "now"]):
        refused = dipscore("publish", book, "-o", tmp_path / "site", *option)
        check_refused(refused, NotTogether, options=f"{book} (a season) and {option[0]}")
    forum = (tmp_path / "site" / "season.txt").read_text("utf-8").splitlines()
    assert forum[1].startswith(f"1. {table_of(book)[0][1]}: ")


def test_calls_that_cannot_be_right(tmp_path: Path) -> None:
    events = some_events(1)
    path = standings(tmp_path / "a.csv", events["event0"])
    out = tmp_path / "season.xlsx"
    with pytest.raises(NoCircuit):
        season([path], out, None, {}, act=None)
    assert not out.exists()
    season([path], out, "TDF", {}, act=None)
    before = out.read_bytes()
    with pytest.raises(OtherCircuit):
        season([path], out, "BISMARK", {}, act=None)
    wrong = tmp_path / "b.csv"
    wrong.write_text("player,centres\nAnn,7\n")
    with pytest.raises(NotStandings):
        season([wrong], out, None, {}, act=None)
    with pytest.raises(NobodyRanked):
        season([standings(tmp_path / "c.csv", [])], out, None, {}, act=None)
    assert out.read_bytes() == before
    book = openpyxl.Workbook()
    book.save(tmp_path / "other.xlsx")
    with pytest.raises(NotASeason):
        season([path], tmp_path / "other.xlsx", "TDF", {}, act=None)


def test_an_event_is_taken_in_once(tmp_path: Path, dipscore: Any) -> None:
    (name, places), (_, others) = some_events(2).items()
    path, out = standings(tmp_path / f"{name}.csv", places), tmp_path / "season.xlsx"
    (tmp_path / "other").mkdir()
    again = [path, tmp_path / "other" / ".." / path.name]
    (link := tmp_path / "link.csv").symlink_to(path)
    for twin in (*again, link):
        got = dipscore("season", path, twin, "--circuit", "TDF", "-o", out)
        assert got.status == 1
        check_said(got.err, NamedTwice, value=str(twin))
    elsewhere = standings(tmp_path / "other" / path.name, others)
    got = dipscore("season", path, elsewhere, "--circuit", "TDF", "-o", out)
    assert got.status == 1
    check_said(got.err, SameEvent, file=str(elsewhere), other=str(path))
    assert not out.exists()


def test_a_copy_under_another_name_is_a_doubt(tmp_path: Path, dipscore: Any) -> None:
    events = dict(some_events(3))
    first = events["event0"]
    # One correction: two players change places.
    events["copy"] = [(first[1][0], first[0][1]), (first[0][0], first[1][1]), *first[2:]]
    book = made(tmp_path, events)
    found = [one for one in SeasonIn(Setup(Package.read(book))).problems if isinstance(one, CopiedEvent)]
    assert [(one.facts["event"], one.facts["other"], one.place) for one in found] == [
        ("copy", "event0", "Events!A10")
    ]
    got = dipscore("check", "TDF", book)
    check_said(got.out, CopiedEvent, event="copy", other="event0")


def test_the_same_club_on_two_evenings_is_no_copy(tmp_path: Path) -> None:
    chance = random.Random(5)
    club = {f"e{n}": [*zip(chance.sample(PEOPLE[:7], 7), range(1, 8), strict=True)] for n in range(12)}
    book = made(tmp_path, club)
    assert not [one for one in SeasonIn(Setup(Package.read(book))).problems if isinstance(one, CopiedEvent)]


def test_its_status_counts_rows(tmp_path: Path, dipscore: Any) -> None:
    book = made(tmp_path, some_events(3))
    package = Package.read(book)
    package.set_value("Results", "B10", "Eve Newcomer")
    package.set_value("Results", "A11", "No such event")
    package.write(book)
    dipscore("rebuild", book)
    status = Package.read(book).value("Season", "A3")
    assert status == (
        "1 row of Results with an event that is not on Events. "
        "1 row of Results with a name that is not on Names."
    )
