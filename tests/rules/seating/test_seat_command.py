"""dipscore seat: a roster in, a games file without results out."""

from __future__ import annotations

import csv
import re
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest

from xl_dipscore.cli import seat
from xl_dipscore.sheets.xlsx.target import FileThere

pytestmark = pytest.mark.usefixtures("short")


@pytest.fixture
def roster(tmp_path) -> Path:
    """28 players, of whom five are of a club and two are a couple."""
    path = tmp_path / "players.csv"
    lines = [f"P{n},{'Bonn' if n < 5 else ''},{'x' if n in (3, 9) else ''},{1000 + n}" for n in range(28)]
    path.write_text("\n".join(["Player,Club,Apart,Rating", *lines]), encoding="utf-8")
    return path


def test_four_rounds(dipscore, roster) -> None:
    drawn = dipscore("seat", roster, "--rounds", 4, "-o", "games.csv", "--seed", 7)
    assert drawn.status == 0
    assert drawn.err == "16 boards in 4 rounds, drawn with --seed 7.\n"
    assert "Round 1, board 2: nobody meets again." in drawn.out
    assert "meet again (round 1)." in drawn.out
    assert "; no draw could avoid " in drawn.out
    with Path("games.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 4 * 28
    assert len({(row["round"], row["player"]) for row in rows}) == 4 * 28
    assert {row["centres"] for row in rows} == {""}
    assert dipscore("check", "SOS", "games.csv").status == 0


def test_the_same_seed_gives_the_same_seats(dipscore, roster) -> None:
    first, second, other = (dipscore("seat", roster, "--rounds", 2, "--seed", n) for n in (1, 1, 2))
    assert first.out == second.out != other.out
    assert first.out.startswith("round,board,power,player,centres,draw,eliminated,year\n1,1,Austria,P")
    assert "meet again" in first.err


def test_a_seed_by_chance_is_told_and_gives_the_same(dipscore, roster) -> None:
    drawn = dipscore("seat", roster)
    seed = drawn.err.split("--seed ")[1].rstrip(".\n")
    assert dipscore("seat", roster, "--seed", seed).out == drawn.out


def test_every_wish(dipscore, roster) -> None:
    words = ("--powers", "regions=FR-IGA-TE", "--by", "groups=2", "--top-board", "--novices", "spread")
    more = ("--novice-powers", "FT", "--weight", "met=20", "--weight", "novice-powers=1")
    drawn = dipscore("seat", roster, "--rounds", 3, *words, *more, "--seed", 1)
    assert drawn.status == 0
    assert "1,Top,Austria,P2" in drawn.out
    assert "again (round 1)" in drawn.err


def test_never_over_a_file_that_is_there(dipscore, roster) -> None:
    Path("games.csv").write_text("results")
    refused = dipscore("seat", roster, "-o", "games.csv")
    assert refused.status == 2
    assert refused.err == f"{FileThere(path='games.csv', what='')}\n"
    assert Path("games.csv").read_text() == "results"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Player", *"abcdef"], ["players.csv: 6 players are here for round 1, but a board takes seven."]),
        (
            ["Player,Prefers", "a,X", "a,F"],
            [
                "players.csv row 2, column Prefers: 'X' is not a list of powers: ",
                "players.csv row 3, column Player: a is on the roster twice. Write a second name in full",
            ],
        ),
        (
            ["Player", *"abcdefgh"],
            ["players.csv: 8 players are here for round 1, 1 more than 1 board can seat. "],
        ),
    ],
)
def test_what_is_wrong_with_a_roster(dipscore, roster, lines, told) -> None:
    roster.write_text("\n".join(lines))
    refused = dipscore("seat", roster, "-o", "games.csv")
    assert refused.status == 1
    assert [*map(str.startswith, refused.err.splitlines(), told)] == [True] * len(told)
    assert not Path("games.csv").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--weight", "met"),
            "'met' is not NAME=WEIGHT with a whole number from 0 to 100000, such as met=20.",
        ),
        (("--by", "score"), "A whole event is drawn before there are scores. Order the boards by rating"),
        (("--powers", "auction"), "'auction' is not a way to assign powers."),
        (("--weight", "luck=1"), "There is no weight 'luck'."),
    ],
)
def test_a_call_that_is_wrong(dipscore, roster, words, told) -> None:
    refused = dipscore("seat", roster, *words)
    assert refused.status == 2
    assert refused.err.startswith(told)


def test_sitting_out(dipscore, roster) -> None:
    with roster.open("a") as file:
        file.write("\nZoe,,,\n")
    drawn = dipscore("seat", roster, "--sit-out", "--rounds", 2, "--seed", 3)
    assert drawn.status == 0
    first, second = re.findall(r"Round [12]: (\w+) sits out, drawn by lot among (\d+) who", drawn.err)
    assert (first[1], second[1]) == ("29", "28"), "who sat out first is no equal any more"
    assert first[0] != second[0]


def test_stopped_with_the_best_so_far(dipscore, roster, monkeypatch) -> None:
    def press(what: str, progress: object) -> bool:
        signal.raise_signal(signal.SIGINT)
        return True

    real = seat._progress

    @contextmanager
    def pressing(best_so_far):
        with real(best_so_far) as told:
            yield lambda what, progress: press(what, progress) and told(what, progress)

    monkeypatch.setattr(seat, "_progress", pressing)
    drawn = dipscore("seat", roster, "--rounds", 3, "--best-so-far", "-o", "games.csv", "--seed", 1)
    assert drawn.status == 0
    assert "The search was ended: there may be a better draw." in drawn.out
    stopped = dipscore("seat", roster, "--rounds", 3, "-o", "other.csv", "--seed", 1)
    assert stopped.status == 130
    assert not Path("other.csv").exists()
