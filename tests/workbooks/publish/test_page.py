"""The page of an event: the numbers of its cells, the rule's explanations, and no markup from cells."""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import decompress

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.workbooks.publish.seen import EXAMPLES, NOON, TEMPLATES, Make, Seen, seen
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts import new
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.publish.contents import contents
from xl_dipscore.workbooks.publish.page import LARGEST_PLAIN, publish, render
from xl_dipscore.workbooks.publish.parts import Contents

pytestmark = pytest.mark.usefixtures("new_books")

OVER = "Setup!B8"
"""The cell that says whether the event is over."""
COMPUTED = ("mystery", "wbc")
"""Examples that are computed; the cells of the others are taken as they are stored."""
FEW = ("dcc-final-game",)
READY = [
    pytest.param(path.stem, marks=[] if path.stem in FEW else [pytest.mark.slow])
    for path in sorted(EXAMPLES.glob("*.xlsx"))
]
HOSTILE = """</td></table><script>alert(1)</script>&"'`{{ 7*7 }}"""
FOUR_SCRIPTS = ("Ólafur Þór", "Елена Петрова", "田中さくら", "عمر الفاروق")


def near(shown: str, cell: object) -> bool:
    """Does the page show the cell's number?"""
    if cell in (None, ""):
        return shown == ""
    if isinstance(cell, str):
        return shown in (cell, "–")
    decimals = len(shown.partition(".")[2])
    return abs(float(shown.replace("−", "-")) - float(cell)) <= 0.5 * 10**-decimals + 1e-9  # type: ignore[arg-type]


@pytest.mark.parametrize("name", READY)
def test_the_numbers_are_those_of_the_cells(make: Make, name: str) -> None:
    book = openpyxl.load_workbook(EXAMPLES / f"{name}.xlsx", data_only=True)
    page = make(name, computed=name in COMPUTED)
    assert "A score is wrong?" in page.text
    (whole,) = page.tables["standings"]
    parts = [line[1] for line in whole if len(line) == 2]
    assert parts == (["Top board", "The others"] if "top-board" in name else [])
    table = [line for line in whole if len(line) > 2]
    rounds = [heading for heading in table[0] if re.fullmatch(r"R\d|Final", heading)]
    stored = [row for row in book["Standings"].iter_rows(min_row=4, values_only=True) if row[1]]
    headings = stored[0]
    assert len(table) == len(stored) >= 36
    for line, cells in zip(table[1:], stored[1:], strict=True):
        assert line[1] == cells[1]
        for heading, shown in zip(("Rank", "Player", "Total", *rounds), line, strict=False):
            assert heading == "Player" or near(shown, cells[headings.index(heading)]), (line, heading)
    games = [row for row in book["Games"].iter_rows(values_only=True) if row[2]]
    counts = games[0].index("Counts")
    boards = [
        table
        for name, tables in page.tables.items()
        if name.startswith(("round", "final"))
        for table in tables
    ]
    played = [row for row in games[1:] if row[4] is not None]
    lines = [line for board in boards for line in board[1:]]
    assert len(lines) == len(played) >= 7 * 8
    for line, cells in zip(lines, played, strict=True):
        assert line[0] == cells[2]
        assert line[1].split(" ")[0] == cells[3]
        assert near(line[2], cells[4])
        assert near(line[3].rstrip("*"), cells[counts])


@pytest.mark.slow
def test_every_score_and_every_total_is_explained(make: Make) -> None:
    page = make("wbc")
    # Board A of round 1: a point a centre, and 46 for the win.
    first = " ".join(page.behind["round-1"])
    assert re.search(r"1 point per centre\s+0\s+18\s+5\s+0\s+4\s+7\s+0\s+Solo\s+0\s+46\s+0", first)
    assert re.search(r"Total\s+0\s+64\s+5\s+0\s+4\s+7\s+0", first)
    why = " ".join(page.behind["standings"])
    assert re.search(r"Round 1, board D, Turkey: dropped\s+14\s+0\s+Round 2", why)
    assert re.search(r"Round 4, board C, England: in full\s+66\s+66\s+Total\s+89", why)
    assert len(re.findall("<summary>How it is scored", page.text)) == 20
    (table,) = page.tables["standings"]
    assert len(re.findall(r"<th scope=row><details><summary>", page.text)) == len(table) - 1


def test_what_does_not_count_is_struck_through_and_a_tie_says_what_decided(make: Make) -> None:
    page = make("wbc")
    assert "<summary>Raven</summary>" in page.text
    assert "<td>89<td><s>14</s><td><s>0</s><td>23<td>66<td>" in page.text
    assert "Struck through : does not count." in page.said("standings")
    (tie,) = re.findall(r"<small>(Level with Heron[^<]*)</small>", page.text)
    assert tie == "Level with Heron on the total; ahead by mean centres: 5.094 to 4.969."
    shared = make("conquest", computed=False)
    assert "they share rank 6" in shared.said("standings")
    assert "share rank" not in "".join(re.findall(r"<small>[^<]*</small>", shared.text))


@pytest.mark.slow
def test_a_score_that_the_director_typed_is_marked(make: Make) -> None:
    page = make("dcc-league", {"L3": 650})
    assert page.tables["round-1"][0][2] == ["England", "Beaver solo", "18", "650.00*"]
    assert "* typed by the director." in page.said("standings")
    beaver = next(row for row in page.tables["standings"][0] if row[1] == "Beaver")
    assert beaver[3] == "650.00*"


def test_a_number_that_is_not_the_rules_is_shown_and_said(make: Make) -> None:
    page = make("dcc-league", {"N3": 651}, computed=False)
    assert page.tables["round-1"][0][2][3] == "651.00"
    assert "The workbook itself shows other scores: England 651.000." in page.said("round-1")


# -- when -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_stored_numbers_say_when_they_were_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "spring.xlsx"
    path.write_bytes((EXAMPLES / "ndc-1995.xlsx").read_bytes())
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    done = publish(path, tmp_path / "out", engine="python")
    page = seen(done)
    stamp = next(found["datetime"] for tag, found in page.tags if tag == "time")
    assert datetime.fromisoformat(stamp or "") == NOON
    assert "are those that spring.xlsx stored when it was saved." in page.said("")
    assert done.stale == 0
    before = done.page.read_bytes()
    assert publish(path, tmp_path / "out", engine="python").page.read_bytes() == before


@pytest.mark.slow
def test_old_numbers_are_computed_first_in_memory(tmp_path: Path) -> None:
    package = Package.read(EXAMPLES / "dcc-league.xlsx")
    package.set_value("Games", "E3", 17)  # a solo of 18 becomes a game stopped by the clock
    path = tmp_path / "old.xlsx"
    path.write_bytes(data := package.to_bytes())
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    done = publish(path, tmp_path / "out", engine="python")
    page = seen(done)
    # 17, 5, 4 and 7 centres: 600 shared by four survivors, 100 by squares.
    share = 600 / 4 + 100 * 17**2 / (17**2 + 5**2 + 4**2 + 7**2)
    assert page.tables["round-1"][0][2] == ["England", "Beaver", "17", f"{share:.2f}"]
    said = page.said("")
    assert re.search(r"were computed for this page: \d+ numbers that old.xlsx stores are out of date", said)
    assert done.stale > 7
    stamp = next(found["datetime"] for tag, found in page.tags if tag == "time")
    assert datetime.fromisoformat(stamp or "") > NOON
    assert path.read_bytes() == data


@pytest.mark.slow
def test_a_workbook_in_memory_is_taken_as_it_is(tmp_path: Path) -> None:
    package = Package((EXAMPLES / "ndc-1995.xlsx").read_bytes(), "live.xlsx")
    page = seen(publish(package, tmp_path, saved=NOON))
    assert "2 May 2026, 12:00 (UTC)" in page.said("")
    assert "live.xlsx" in page.said("")


@pytest.mark.slow
def test_what_cannot_be_computed_is_said(tmp_path: Path) -> None:
    package = Package.read(EXAMPLES / "ndc-1995.xlsx")
    package.set_formula("Games", "N3", "LAMBDA(x,x+1)(M3)")
    page = seen(publish(package, tmp_path, engine="python"))
    assert "1 number could not be computed and may be out of date." in page.said("")


# -- names ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_names_are_text_in_any_script_and_of_any_length(make: Make) -> None:
    names = [*FOUR_SCRIPTS, "Ann " * 50]
    typed = {f"D{row}": name for row, name in enumerate(names, 3)}
    page = make("dcc-league", {"D2": HOSTILE, "Setup!B2": HOSTILE, **typed})
    assert page.tables["round-1"][0][1][1] == f"{HOSTILE} out 1904"
    assert HOSTILE in [row[1] for row in page.tables["standings"][0]]
    assert [found for tag, found in page.tags if tag == "script"] == [{}]
    assert "{{ 7*7 }}" in page.said("")
    assert re.search("<title>&lt;/td&gt;", page.text)
    shown = {row[1] for row in page.tables["standings"][0]}
    assert {name.strip() for name in names} <= shown


def test_nothing_comes_from_elsewhere(make: Make) -> None:
    page = make("wbc")
    assert all(link.startswith(("#", "data:")) for _, link in page.links)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page.text)
    (policy,) = [found["content"] or "" for tag, found in page.tags if found.get("http-equiv")]
    assert policy.startswith("default-src 'none';")
    for tag in ("style", "script"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", page.text, re.DOTALL)
        digest = b64encode(sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not any("style" in found or any(word.startswith("on") for word in found) for _, found in page.tags)


# -- events that are not as usual --------------------------------------------------------------


@pytest.mark.slow
def test_a_board_in_play_is_shown_as_if_it_ended_now(make: Make) -> None:
    rows = range(2 + 7 * 15, 2 + 7 * 16)  # round 4, board A, stopped by the clock
    blank: dict[str, Any] = {f"H{row}": None for row in rows}
    page = make("wbc", {**blank, OVER: "no"}, computed=False)
    assert "In play" in page.said("round-4")
    assert "If it ended now: stopped by the clock, survivors Austria, England" in page.said("round-4")
    assert re.search(r"Boards? A.* of round 4 ha\w+ no winner and no draw yet\.", page.said("standings"))
    assert re.search(
        r"<summary>Heron</summary>.*?<td><s>7</s><td>12<td>8<td>(<s>7</s>|<i>)", page.text, re.DOTALL
    )
    assert "<i>" in page.text[page.text.index("<summary>Jackal<") :][:700]
    assert "In play" not in make("wbc").text
    for word in (None, "yes"):  # WBC needs no year
        assert "In play" not in make("wbc", {**blank, OVER: word}, computed=False).text


def test_a_board_of_an_earlier_round_is_over(make: Make) -> None:
    rows = range(2 + 7, 2 + 14)  # round 1, board B
    assert "In play" not in make("wbc", {f"H{row}": None for row in rows}, computed=False).text


@pytest.mark.slow
def test_a_faulty_board_says_what_is_wrong_and_has_no_scores(make: Make) -> None:
    page = make("dcc-league", {"E4": 16})
    board = page.tables["round-1"][0]
    assert [line[3] for line in board[1:]] == ["–"] * 7
    assert [line[2] for line in board[1:]] == ["0", "18", "16", "0", "4", "7", "0"]
    assert "The centres add up to 45, but a board has 34." in page.said("round-1")
    assert "The centres add up to 45, but a board has 34." in page.said("problems")
    assert page.text.index("id=problems") < page.text.index("id=standings")
    last = page.tables["standings"][0][-7:]
    assert [row[0] for row in last] == [""] * 7
    assert {row[1] for row in last} == {line[1].split()[0] for line in board[1:]}
    assert {row[2] for row in last} == {"–"}


def test_a_wrong_option_leaves_no_table_and_says_why(make: Make) -> None:
    page = make("dcc-league", {"Setup!B10": "best of luck"}, computed=False)
    assert "best of luck" in page.said("problems")
    assert page.tables["round-1"][0][2][3] == "700.00"


@pytest.mark.slow
def test_an_event_before_its_first_result(make: Make) -> None:
    page = make("ndc-1995", folder=TEMPLATES)
    assert "No board has a result yet." in page.said("standings")
    assert "id=round-1" not in page.text
    seated = make("ndc-1995", {f"D{row}": f"P{row}" for row in range(2, 9)}, folder=TEMPLATES, computed=False)
    assert seated.tables["round-1"][0][1:3] == [["Austria", "P2"], ["England", "P3"]]
    assert "To come" in seated.said("round-1")


def own(folder: Path, formula: str = "=DCC_SCORE(E{0}:E{1})") -> Path:
    """A director's own workbook: a list of games, with or without formulas of ours, and nothing else."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Results"
    sheet.append(["Round", "Board", "Power", "Name", "SCs", "Score"])
    for board, counts in (("A", (5, 6, 7, 0, 6, 10, 0)), ("B", (0, 0, 0, 18, 10, 6, 0))):
        top = sheet.max_row + 1
        for power, count in zip(POWERS, counts, strict=True):
            sheet.append([1, board, power, f"{power} {board}", count])
        if formula:
            cells = f"F{top}:F{top + 6}"
            sheet[f"F{top}"] = ArrayFormula(cells, formula.format(top, top + 6))
    path = folder / "club.xlsx"
    book.save(path)
    return path


def test_a_directors_own_workbook_without_standings(tmp_path: Path) -> None:
    page = seen(publish(own(tmp_path), tmp_path / "out"))
    assert page.said("").startswith("club ")
    (table,) = page.tables["standings"]
    assert table[1][:3] == ["1", "Germany B", "700.00"]
    assert "The workbook has no standings table: this one was computed" in page.said("standings")
    assert "DC(C)" in page.said("rule")
    # Both Turkeys have nothing, but one of them lost to a solo.
    countries = page.tables["countries"][0][1:]
    assert [row[0] for row in countries] == [*POWERS]
    assert countries[-1][1] == "Turkey A"


def test_a_board_to_come_whose_powers_are_not_given(tmp_path: Path) -> None:
    """It shows who sits there; and a table larger than it needs to be makes no players of its errors."""
    path = own(tmp_path)
    book = openpyxl.load_workbook(path)
    for name in "hijklmn":
        book["Results"].append([1, "C", None, name])
    table = book.create_sheet("Table")
    for cells in (("Rank", "Player", "Total"), (1, "Germany B", 700), ("#N/A",) * 3, ("#N/A",) * 3):
        table.append(cells)
    book.save(path)
    page = seen(publish(path, tmp_path / "out"))
    (*_, to_come) = page.tables["round-1"]
    assert to_come[1:] == [["", name] for name in "hijklmn"]
    assert [row[1] for row in page.tables["standings"][0][1:]] == ["Germany B"]


def test_a_workbook_that_names_no_system(tmp_path: Path) -> None:
    page = seen(publish(own(tmp_path, formula=""), tmp_path / "out"))
    assert "names no scoring system, so there are no standings." in page.said("problems")
    assert "There is no table yet." in page.said("standings")
    assert page.tables["round-1"][1][4] == ["Germany", "Germany B solo", "18", ""]
    assert "id=rule" not in page.text


@pytest.mark.slow
def test_plain_formulas(tmp_path: Path) -> None:
    games = [
        game
        for game in EventIn(Package.read(EXAMPLES / "ndc-1995.xlsx")).game_extract.game_list.games
        if game.name != "E"
    ]
    pages = []
    for folder in (TEMPLATES, TEMPLATES / "anywhere"):
        package = Package.read(folder / "ndc-1995.xlsx")
        put_games(EventIn(package), games)
        pages.append(seen(publish(package, tmp_path / folder.name, engine="python")))
    ours, plain = pages
    assert len(ours.tables["standings"][0]) > 7 * 4
    for section in ("standings", "round-1", "round-2", "countries"):
        assert plain.tables[section] == ours.tables[section]


@pytest.mark.slow
def test_teams(tmp_path: Path) -> None:
    path = tmp_path / "teams.xlsx"
    new.create(path, Plan(find("SHARE"), 1, 1, teams=True))
    package = Package.read(path)
    header = ["Round", "Board", "Power", "Player", "Centres", "Year"]
    counts = (4, 5, 6, 7, 8, 4, 0)
    rows = [[1, "A", power, power[0], n, 1908] for power, n in zip(POWERS, counts, strict=True)]
    put_games(EventIn(package), read_games([header, *rows]).games)
    for row, (power, team) in enumerate(zip(POWERS, "NNSSSNN", strict=True), 5):
        package.set_value("Players", f"A{row}", power[0])
        package.set_value("Players", f"B{row}", team)
    page = seen(publish(package, tmp_path / "out", engine="python"))
    (table,) = page.tables["teams"]
    assert table[0][:3] == ["Rank", "Team", "Total"]
    total = Fraction(100 * (6 + 7 + 8), 34)
    assert table[1][:3] == ["1", "S", f"{float(total):.2f}"]
    assert "France: in full" in page.said("teams")


def test_a_table_of_teams_with_no_more_than_their_ranks(tmp_path: Path) -> None:
    path = own(tmp_path)
    book = openpyxl.load_workbook(path)
    sheet = book.create_sheet("Teams")
    for line in (["Rank", "Team"], [1, "North"], [2, "South"], ["", ""]):
        sheet.append(line)
    sheet["A1"] = ArrayFormula("A1:B4", '=DIP_TEAMS("DCC",Results!A1:E15)')
    book.save(path)
    page = Seen(render(contents(EventIn(Package.read(path)), NOON, ["Stored."])))
    (table,) = page.tables["teams"]
    assert [line[:2] for line in table[1:]] == [["1", "North"], ["2", "South"]]


# -- size -------------------------------------------------------------------------------------


def sixty_boards(players: int) -> Contents:
    """The page of an example, its boards three times over, with so many players."""
    package = Package.read(EXAMPLES / "wbc.xlsx")
    shown = contents(EventIn(package), NOON, ["Stored."])
    rounds = [r._replace(boards=r.boards * 3) for r in shown.rounds]
    lines = (shown.standings * (players // len(shown.standings) + 1))[:players]
    return shown._replace(standings=lines, rounds=tuple(rounds))


@pytest.mark.slow
@pytest.mark.parametrize("players", [105, 420])
def test_sixty_boards_are_less_than_200_kilobytes(players: int) -> None:
    shown = sixty_boards(players)
    assert sum(len(round_.boards) for round_ in shown.rounds) == 60
    text = render(shown)
    assert len(text.encode()) < 200_000
    page = Seen(text)
    assert len(page.tables["standings"][0]) == 1 + players


def test_a_large_page_packs_what_is_behind_a_click(make: Make) -> None:
    small = make("wbc")
    assert "id=packed" not in small.text
    shown = sixty_boards(105)
    text = render(shown)
    assert len(text.encode()) > 0 < LARGEST_PLAIN
    (packed,) = re.findall(r"<script type=text/plain id=packed>([^<]*)</script>", text)
    parts = decompress(b64decode(packed)).decode().split("\0")
    assert len(parts) == len(re.findall("<div class=z></div>", text)) == 105 + 2 * 60 + 1
    for part in parts:
        assert f"<div>{part}</div>" in small.text


@pytest.mark.slow
def test_doubts_are_told_to_the_director_and_stand_nowhere_on_the_page(tmp_path: Path) -> None:
    package = Package.read(EXAMPLES / "c-diplo.xlsx")
    package.set_value("Games", "D2", "Bea / Cid")
    done = publish(package, tmp_path, engine="python")
    said = "may be two people, but one player gets the score."
    assert any(said in line for line in done.problems)
    assert said not in done.page.read_text("utf-8")
