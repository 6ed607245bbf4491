"""Who wins an event by the article of its system, worked out by hand: in Python, functions and workbooks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.rules.tournament.events import THREE, board, fixed, games, listing, ranks, totals, write
from xl_dipscore import Standings, standings
from xl_dipscore.cli.commands import app
from xl_dipscore.rules.event.decision import TOP_TO_COME
from xl_dipscore.rules.event.settings import Format, Settings
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.tables.functions.events import dip_standings
from xl_dipscore.workbooks.author.plan import Plan

pytestmark = pytest.mark.usefixtures("new_books")

QUALIFYING = [
    board((12, 8, 6, 4, 3, 1, 0), "bacdefg", 1, "A"),
    board((14, 7, 5, 4, 3, 1, 0), "hijklmn", 1, "B"),
    board((11, 9, 6, 4, 3, 1, 0), "bacdefg", 2, "A"),
    board((13, 8, 5, 4, 3, 1, 0), "hijklmn", 2, "B"),
]
ON_TOP = (8, 12, 6, 3, 3, 2, 0)
TOP = board(ON_TOP, "bacdefg", 3, "Top")
"""b owns 8 centres and a 12; h is not there."""


def table(system: str, *boards: Any, **settings: Any) -> Standings:
    return standings(system, games(*boards), Settings(**settings))


def order(found: Standings) -> str:
    return "".join(row.player for row in found)


def note_of(system: str) -> str:
    return find(system).how_decided


# -- GenCon: "the winner is the player on the top board that has the most centers" -----------------


def test_the_most_centres_on_the_top_board_win_gencon() -> None:
    found = table("GENCON", *QUALIFYING, TOP)
    assert order(found)[:7] == "abcdefg"  # 12, 8, 6, then 3 and 3 by 4 + 4 against 3 + 3, 2, 0
    assert order(found)[7:] == "hijklmn"
    assert (totals(found)["a"], totals(found)["b"], totals(found)["h"]) == (8 + 9, 12 + 11, 14 + 13)
    assert found.notes[0] == note_of("GENCON")
    assert table("GENCON", *QUALIFYING, TOP, format="all rounds")[0].player == "b"  # 12 + 11 + 8 = 31


@pytest.mark.parametrize("name", ["Final", "Play-off"])
def test_a_round_called_final_is_gencons_top_board(name: str) -> None:
    final = table("GENCON", *QUALIFYING, board(ON_TOP, "bacdefg", "Final", name))
    assert order(final) == order(table("GENCON", *QUALIFYING, TOP))
    assert final[0].by_round["Final"] == 12
    assert final[0].total == 8 + 9


def test_until_the_top_board_is_played_gencon_is_ranked_as_after_qualifying() -> None:
    for rounds in (None, 2, 3):
        before = table("GENCON", *QUALIFYING, rounds=rounds)
        assert ranks(before)[:4] == [(1, "h"), (2, "b"), (3, "a"), (4, "i")]
        assert before.notes == (note_of("GENCON"), TOP_TO_COME)


def test_level_on_gencons_top_board_the_centres_before_decide() -> None:
    level = board((10, 10, 6, 4, 3, 1, 0), "bacdefg", 3, "Top")
    assert order(table("GENCON", *QUALIFYING, level))[:2] == "ba"  # 12 + 11 against 8 + 9


def test_of_a_final_with_a_board_called_top_only_that_one_decides() -> None:
    other = board((17, 9, 4, 2, 1, 1, 0), "hijklmn", "Final", "B")
    found = table("GENCON", *QUALIFYING, board(ON_TOP, "bacdefg", "Final", "Top"), other)
    assert order(found)[:8] == "abcdefgh"
    assert totals(found)["h"] == 14 + 13 + 17


# -- the top boards of PiggyBack, Calgary and Victoria ----------------------------------------------


def test_the_leader_of_piggyback_comes_from_its_top_board() -> None:
    """A solo of h is worth 98 twice: but the leader comes from the top board, by the points of all rounds."""
    solo = (18, 10, 6, 0, 0, 0, 0)
    boards = [fixed(dict(zip("abcdefg", (50, 40, 30, 20, 10, 5, 4), strict=True)), n, "A") for n in (1, 2)]
    boards += [board(solo, "hijklmn", n, "B") for n in (1, 2)]
    drawn = board((12, 9, 8, 5, 0, 0, 0), "bacdefg", 3, "Top", draw="AEF")
    found = table("PIGGYBACK", *boards, drawn)
    made = totals(found)
    assert made["b"] == 2 * 40 + 20 + 12 + 5  # a three-way draw, its centres, and topping the board
    assert made["a"] == 2 * 50 + 20 + 9
    assert made["h"] == 2 * (80 + 18)
    assert order(found)[:8] == "abcdefgh"
    assert table("PIGGYBACK", *boards, drawn, format="all rounds")[0].player == "h"


def test_calgary_has_a_top_board_and_victoria_had_one_before_2003() -> None:
    """Victoria's table of 2003 and its details name no top board; it decides where a director says so."""
    boards = [fixed({"a": 20, "b": 18}, 1, "A"), fixed({"h": 90}, 1, "B"), fixed({"a": 5, "b": 9}, 2, "Top")]
    assert order(table("CALGARY", *boards)) == "bah"  # 18 + 9, 20 + 5, and h was not there
    victoria = table("VICTORIA", *boards)
    assert order(victoria) == "hba"
    assert any(
        "board Top of round 2" in note.casefold().replace("top of", "Top of") for note in victoria.notes
    )
    assert order(table("VICTORIA", *boards, format="top-board")) == "bah"
    assert table("VICTORIA", *boards, format="all rounds").notes == ()


def test_origins_has_no_top_board_and_its_best_two_of_three_rounds_count() -> None:
    scores = ((90, 50), (80, 60), (0, 100))
    boards = [fixed({"a": s, "b": t}, n, "Top", y1901=THREE) for n, (s, t) in enumerate(scores, 1)]
    assert totals(table("ORIGINS", *boards)) == {"a": 90 + 80, "b": 60 + 100}


# -- the formats of DC(C) and of Mystery --------------------------------------------------------------


def test_dcc_has_the_three_formats_of_its_article() -> None:
    """Three rounds and one that decides: the mean of three, and the last one in full."""
    prelims = [fixed({"a": 300, "b": 150, "c": 0}, n) for n in (1, 2, 3)]
    solo = {"b": 700, "a": 0}
    assert totals(table("DCC", *prelims, fixed({"c": 700}, 4)))["c"] == Fraction(700, 4)
    for last in (fixed(solo, "Final"), fixed(solo, 4, "Top")):
        asked: dict[str, Any] = {} if last[0]["Round"] == "Final" else {"format": "top-board"}
        found = table("DCC", *prelims, last, **asked)
        assert totals(found) == {"b": 150 + 700, "a": 300, "c": 0}
        assert order(found) == "bac"
    as_top = table("DCC", *prelims, fixed(solo, "Final"), format="top-board")
    assert totals(as_top) == {"b": 150 + 700, "a": 300, "c": 0}


def test_a_mystery_final_as_a_top_board_is_an_ordinary_round() -> None:
    """Draws of three, 300 points a game: a solo is worth 300 / 1 solo, and counts like any other score."""
    prelims = [board(THREE, "abcdefg", n, draw="AEF") for n in (1, 2)]
    won = board((18, 9, 7, 0, 0, 0, 0), "gabcdef", "Final")
    stands_alone, as_top = (table("MYSTERY", *prelims, won, format=one) for one in ("final", "top-board"))
    assert order(stands_alone)[0] == order(as_top)[0] == "g"
    assert (totals(stands_alone)["g"], totals(stands_alone)["a"]) == (0, Fraction(200, 2))
    assert (totals(as_top)["g"], totals(as_top)["a"]) == (Fraction(300, 3), Fraction(200, 3))
    drawn = board(THREE, "gabcdef", "Final", draw="AE")
    best = table("MYSTERY", *prelims, drawn, format="top-board")
    made = {"a": 300, "b": 200 + 10, "c": 200, "g": 100, **dict.fromkeys("def", 0)}  # b is left outside
    assert totals(best) == {player: Fraction(points, 3) for player, points in made.items()}
    assert best[0].player == "a"


# -- wherever a format is asked for -------------------------------------------------------------------


def test_only_where_an_article_says_so_a_system_is_no_league() -> None:
    """Its table and its section on top boards: GenCon, PiggyBack; the table alone: Calgary."""
    expected: dict[str, Format] = {"GENCON": "top-places", "PIGGYBACK": "top-board", "CALGARY": "top-board"}
    assert {one.key: one.format for one in systems() if one.format != "all rounds"} == expected
    for key in expected:
        assert note_of(key) in find(key).remarks


def test_qualify_and_functions_follow_the_systems_format() -> None:
    assert {row.to for row in qualify(find("CALGARY"), games(*QUALIFYING)).rows} == {"top board"}
    cells = dip_standings("GENCON", listing(*QUALIFYING, TOP))
    assert [row[1] for row in cells[1:9]] == [*"abcdefgh"]
    for said in ("all rounds", "All-Rounds", "league"):  # the last is what it was called before
        assert dip_standings("GENCON", listing(*QUALIFYING, TOP), [["format", said]])[1][1] == "b"
    assert Plan(find("GENCON"), 3, 2).slots[4:] == ((3, "A"), (3, "B"))


def test_the_command_says_how_an_event_is_decided(tmp_path: Path) -> None:
    path = write(tmp_path / "games.csv", *QUALIFYING)
    got = CliRunner().invoke(app, ["standings", "GENCON", str(path)])
    assert f"Note: {note_of('GENCON')}\nNote: {TOP_TO_COME}\n" in got.stderr
    told = " ".join(CliRunner().invoke(app, ["systems", "GENCON"]).stdout.split())
    assert note_of("GENCON") in told


@pytest.mark.slow
@pytest.mark.parametrize("host", [[], ["--host", "native"]], ids=["functions", "plain formulas"])
def test_a_new_workbook_and_its_page_crown_the_right_champion(tmp_path: Path, host: list[str]) -> None:
    import openpyxl

    def run(*words: str) -> None:
        got = CliRunner().invoke(app, [*words])
        assert got.exit_code in (0, 1), got.output  # 1: there are doubts

    book = str(tmp_path / "book.xlsx")
    run("new", "GENCON", book, "--rounds", "3", "--boards", "2", *host)
    for last, column in ((TOP, "R3"), (board(ON_TOP, "bacdefg", "Final", "Final"), "Final")):
        run("fill", book, str(write(tmp_path / "games.csv", *QUALIFYING, last)))
        shown = openpyxl.load_workbook(book, data_only=True)
        rows = [[cell.value for cell in row] for row in shown["Standings"].iter_rows(min_row=4, max_row=12)]
        assert [row[1] for row in rows[1:9]] == [*"abcdefgh"]
        assert rows[1][rows[0].index(column)] == 12
        run("publish", book, "-o", str(tmp_path / "page"))
        page = (tmp_path / "page" / "index.html").read_text()
        assert note_of("GENCON") in page
        assert page.index(">a<") < page.index(">b<") < page.index(">h<")
        if column == "R3":
            printed = [row[1].value for row in shown["Print"].iter_rows(min_row=5, max_row=14)]
            assert printed == ["Top board", *"abcdefg", "The others", "h"]
            book = str(tmp_path / "final.xlsx")
            run("new", "GENCON", book, "--rounds", "3", "--boards", "2", *host)
    run("fill", book, str(write(tmp_path / "games.csv", *QUALIFYING)))
