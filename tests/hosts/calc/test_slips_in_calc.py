"""Slips in a workbook of plain formulas that is open in LibreOffice, and what our functions show there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import games
from tests.hosts.calc.calc_office import Office
from tests.hosts.calc.test_templates import near
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import Plan, make, make_compact_package
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = [pytest.mark.calc, pytest.mark.slow]
NAMES = ("Ada", "Ben", "Cleo", "Dirk", "Edda", "Finn", "Greta")
RIGHT = (12, 9, 8, 5, 0, 0, 0)
SLIPS = {
    "1 A": (RIGHT, "", 1908, ""),
    "1 B": ((11, 10, 5, 0, 0, 0, 0), "", 1908, "26 of 34 centres: was a count typed wrong?"),
    "1 C": ((18, 9, 7, 0, 0, 0, 0), "EF", 1908, "The game was won, so other draw marks do not count."),
    "1 D": ((10, 9, 8, 7, 0, 0, 0), "A", 1908, "Conceded with few centres: if it was drawn, mark the other"),
    "1 E": ((13, 11, 10, 0, 0, 0, 0), "F", 1908, "Conceded, but not to the largest power."),
    "2 A": ((14, 12, 8, 0, 0, 0, 0), "", 1980, "Its year is far from all others: check it."),
    "2 B": ((15, 11, 8, 0, 0, 0, 0), "", 1907, "Another board has the same seven counts: was this one typed"),
    "2 C": ((15, 11, 8, 0, 0, 0, 0), "", 1906, "Another board has the same seven counts: was this one typed"),
    "2 D": ((16, 9, 9, 0, 0, 0, 0), "", 1901, "More centres than a power can have in that year."),
    "2 E": ((17, 9, 8, 0, 0, 0, 0), "", 1907, "A result without a player."),
}
"""Boards of two rounds: counts, marks, the year, and what stands under Check."""


def typed() -> Package:
    package = make_compact_package(make(Plan(find("SOS"), 2, 5), "plain"))
    for n, (name, (counts, marks, year, _)) in enumerate(SLIPS.items()):
        for seat, power in enumerate(POWERS):
            row = 2 + 7 * n + seat
            gone = None if counts[seat] else min(year, 1905)
            mark = "x" if power[0] in marks else None
            player = None if (name, seat) == ("2 E", 2) else f"{NAMES[seat]} {name[2]}"
            for column, value in zip("DEFGH", (player, counts[seat], mark, gone, year), strict=True):
                package.set_value("Games", f"{column}{row}", value)
    for n in range(35):  # as directors type names, with spaces nobody sees
        name = f"{NAMES[n % 7]} {'ABCDE'[n // 7]}"
        spaced = (f" {name}", name.replace(" ", "  "), f"{name} ", name)[n % 4]
        package.set_value("Players", f"A{5 + n}", spaced)
    return package


def test_slips_are_told_in_plain_workbooks(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "plain.xlsx"
    typed().write(path)
    with office.book(path) as book:
        book.calculate()
        (header,) = book.read("Games", "A1:Z1")
        at = chr(ord("A") + next(n for n, cell in enumerate(header) if str(cell).startswith("Check")))

        def checks() -> dict[str, str]:
            said = [cell for (cell,) in book.read("Games", f"{at}2:{at}71")]
            return {name: " ".join(map(str, said[7 * n : 7 * n + 7])) for n, name in enumerate(SLIPS)}

        found = checks()
        assert {name: told for name, (*_, told) in SLIPS.items() if told not in found[name]} == {}
        assert "Doubt" not in found["1 A"]
        assert not any("not on Players" in said for said in found.values())
        # Of 2 D each of three powers has too much.
        assert book.value("Guide", "B3") == f"{len(SLIPS) - 1 + 3} doubts: see Check."
        book.put("Games", "D2", [["Walter Unknown"]])
        assert "This player is not on Players." in checks()["1 A"]
        book.put("Games", "D3:D5", [["Tba "], ["??"], ["italy"]])
        told = checks()["1 A"]
        assert [name for name in ("Tba", "??", "italy") if f"{name} is not a name." not in told] == []
        book.remove("Players")
        book.calculate()
        assert "#" not in "".join(checks().values())


def test_print_shows_the_last_finished_round_and_problems_outlive_players(
    office: Office, tmp_path: Path
) -> None:
    table = games.event()
    half = [row if row[:2] != [2, "B"] else [*row[:4], "", "", "", ""] for row in table]
    package = make_compact_package(make(Plan(find("DCC"), 2, 2)))
    put_games(EventIn(package), read_games(half).games)
    put_games(EventIn(package), read_games(half).to_come)
    package.set_value("Print", "G4", "last round")
    rebuild_package(package, "event.xlsx", engine="python")
    path = tmp_path / "event.xlsx"
    package.write(path)
    with office.book(path) as book:
        book.calculate()
        assert book.value("Print", "G5") == "without the round being played"
        shown = book.read("Print", "A4:E10")
        wrote = [[package.value("Print", f"{c}{row}") for c in "ABCDE"] for row in range(4, 11)]
        assert shown == [[near(value) for value in row] for row in wrote]
        assert shown[1][:4] == [1, "Player 0", 350, 700]
        assert book.value("Standings", "C5") != 350
        before = book.value("Problems", "A2")
        assert before == "1 note."
        book.remove("Players")
        book.calculate()
        assert book.value("Problems", "A2") == before
