"""`-` is standard input and output of every command that reads or writes a list or a table."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import games
from tests.said import check_refused
from xl_dipscore.cli.app import NotThroughAPipe, ReadTwice

OK, FAULTY = 0, 1
ROSTER = "\n".join(("player", *map(chr, range(ord("a"), ord("a") + 14)))) + "\n"
Run = Callable[..., Any]


@pytest.fixture
def piped(dipscore: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with these bytes on standard input."""

    def run(data: bytes, *words: object) -> Any:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return dipscore(*words)

    return run


@pytest.mark.parametrize(
    "line",
    [
        "score SOS FILE",
        "standings SOS FILE",
        "check SOS FILE",
        "explain SOS FILE --round 1 --board A",
        "compare FILE SOS DCC",
        "qualify SOS FILE",
        "awards SOS FILE",
        "import FILE",
        "export text FILE --system SOS",
    ],
)
def test_games_come_from_standard_input(dipscore: Run, piped: Run, tmp_path: Path, line: str) -> None:
    games.write(tmp_path / "games.csv", games.event())
    words = line.split()
    data = (tmp_path / "games.csv").read_bytes()
    wanted = dipscore(*("games.csv" if word == "FILE" else word for word in words))
    got = piped(data, *("-" if word == "FILE" else word for word in words))
    assert (wanted.status, got.status) == (OK, OK)
    wanted_lines, lines = (
        one.replace("games.csv", "standard input").split("\n") for one in (wanted.out, got.out)
    )
    assert wanted_lines[1:] == lines[1:] != [""]  # the first line of a text names the event after its file
    if words[0] not in ("check", "explain"):
        written = piped(data, *("-" if word == "FILE" else word for word in words), "-o", "-")
        assert (written.status, written.out) == (OK, got.out)
        assert [*tmp_path.iterdir()] == [tmp_path / "games.csv"]


@pytest.mark.slow
def test_other_lists_too(piped: Run, dipscore: Run, tmp_path: Path) -> None:
    seated = piped(ROSTER.encode(), "seat", "-", "--seed", 1, "-o", "-")
    assert seated.status == OK
    assert len(seated.table) == 1 + 14
    games.write(tmp_path / "games.csv", games.event())
    table = dipscore("standings", "SOS", "games.csv").out
    assert piped(table.encode(), "season", "-", "--circuit", "BISMARK", "-o", "season.xlsx").status == OK
    assert (tmp_path / "season.xlsx").exists()


def test_a_fault_names_its_row(piped: Run, tmp_path: Path) -> None:
    data = (tmp_path / "games.csv", games.event())
    games.write(*data)
    broken = data[0].read_text().replace("Austria", "Atlantis", 1).encode()
    got = piped(broken, "check", "SOS", "-")
    assert got.status == FAULTY
    assert "standard input row 2" in got.out + got.err


def test_a_workbook_is_filled_from_standard_input(
    dipscore: Run, piped: Run, tmp_path: Path, small: bytes
) -> None:
    for name in ("one.xlsx", "other.xlsx"):
        (tmp_path / name).write_bytes(small)
    table = dipscore("extract", "one.xlsx", "-o", "-").out or dipscore("extract", "one.xlsx").out
    games.write(tmp_path / "games.csv", games.event())
    data = (tmp_path / "games.csv").read_bytes()
    wanted = dipscore("fill", "one.xlsx", "games.csv", "--no-log")
    got = piped(data, "fill", "other.xlsx", "-", "--no-log")
    assert (got.status, got.err) == (wanted.status, wanted.err.replace("one.xlsx", "other.xlsx"))
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "other.xlsx").read_bytes() != small
    assert dipscore("extract", "one.xlsx", "-o", "-").out == dipscore("extract", "other.xlsx").out != table


@pytest.mark.parametrize(
    "line",
    [
        "new SOS -",
        "rebuild -",
        "rebuild . --report -",
        "extract -",
        "fill - games.csv",
        "fill - -",
        "attach -",
        "attach event.xlsx -o -",
        "publish - -o page",
        "publish event.xlsx -o -",
        "undo -",
        "season event.xlsx -o -",
        "regenerate - --template new.xlsx -o out",
        "template check -",
    ],
)
def test_workbooks_do_not(dipscore: Run, line: str) -> None:
    check_refused(dipscore(*line.split()), NotThroughAPipe)


def test_standard_input_is_read_once(dipscore: Run) -> None:
    check_refused(dipscore("season", "-", "-", "-o", "season.xlsx"), ReadTwice)
