"""Tables with a row for each game, such as an archive, in all commands that read games."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.said import check_said
from xl_dipscore import POWERS, scores
from xl_dipscore.rules.board import TooManyCentres
from xl_dipscore.tables.cells.games import MissingColumn, NobodyNamed

OK, FAULTY = 0, 1
HEADER = ["Id", "Date", *POWERS, "Draw", "Year"]
ROWS = [
    ["g1", "2001-05-02", 0, 13, 10, 3, 8, 0, 0, "EFG", 1908],
    ["g2", "2001-05-09", 18, 0, 4, 4, 4, 4, 0, "", 1907],
    ["g3", "2001-05-16", 5, 4, 9, 6, 6, 4, 0, "FGI", 1907],
]


def archive(*without: str, rows: list[list[Any]] = ROWS) -> str:
    kept = [n for n, word in enumerate(HEADER) if word not in without]
    file = io.StringIO()
    csv.writer(file).writerows([row[n] for n in kept] for row in [HEADER, *rows])
    return file.getvalue()


@pytest.mark.parametrize("without", [(), ("Id",), ("Date",), ("Id", "Date"), ("Id", "Draw", "Year")])
def test_an_archive_has_the_same_scores_in_the_terminal_and_in_python(
    dipscore: Any, tmp_path: Path, without: tuple[str, ...]
) -> None:
    (tmp_path / "archive.csv").write_text(archive(*without))
    got = dipscore("score", "DCC", "archive.csv")
    assert got.status == OK, got.err
    head, *rows = got.table
    printed = [Fraction(row[head.index("score")]) for row in rows]
    wanted = [one.scores for one in scores("DCC", csv.DictReader(io.StringIO(archive(*without))))]
    exact = [float(score) for board in wanted for score in board or ()]
    assert [*map(float, printed)] == pytest.approx(exact)
    assert dipscore("import", "archive.csv", "-o", "games.csv").status == OK
    assert dipscore("score", "DCC", "games.csv").table[1][-1] == rows[0][-1]
    checked = dipscore("check", "DCC", "archive.csv")
    assert checked.status == OK
    assert [line.partition(":")[0] for line in checked.out.splitlines() if ": OK" in line] == [
        f"archive.csv row {n}" for n in (2, 3, 4)
    ]
    named = {row[1] for row in rows}
    assert named == ({"g1", "g2", "g3"} if "Date" in without and "Id" not in without else named)


def test_a_faulty_game_is_named_by_its_row(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "archive.csv").write_text(archive(rows=[*ROWS[:2], ["g3", "2001-05-16", *[5] * 7, "", 1907]]))
    got = dipscore("score", "DCC", "archive.csv")
    assert got.status == FAULTY
    check_said(got.err, TooManyCentres, total=35)
    assert "archive.csv row 4" in got.err
    assert [row[-1] for row in got.table[15:]] == [""] * 7


def test_standings_need_players(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "archive.csv").write_text(archive())
    got = dipscore("standings", "DCC", "archive.csv")
    assert got.status == FAULTY
    check_said(got.err, NobodyNamed)


def test_a_list_of_players_games_still_needs_its_rounds(dipscore: Any, tmp_path: Path) -> None:
    """Without rounds nobody knows which games of a player are of one round."""
    header = [*POWERS, *(f"{power} player" for power in POWERS)]
    rows = [[*row[2:9], *"abcdefg"] for row in ROWS]
    text = "\n".join(",".join(map(str, row)) for row in (header, *rows))
    (tmp_path / "games.csv").write_text(text)
    got = dipscore("score", "DCC", "games.csv")
    assert got.status == FAULTY
    check_said(got.err, MissingColumn, name="Round")
