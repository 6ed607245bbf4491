"""--excel: files for Excel on Windows begin with a byte-order mark, and every command reads such files."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from tests import games
from tests.cli.test_command_words import commands
from tests.said import check_refused
from xl_dipscore.cli.app import NotTogether, OnlyFor
from xl_dipscore.tables.cells.csv_text import csv_text

WRITES = [
    "score SOS games.csv",
    "standings SOS games.csv",
    "compare games.csv SOS DCC",
    "qualify SOS games.csv",
    "awards SOS games.csv",
    "extract event.xlsx",
    "seat roster players.csv --seed 1",
    "seat players.csv --seed 1",
    "import games.csv",
    "export games games.csv",
]
READS = [
    "score SOS games.csv",
    "check SOS games.csv",
    "explain SOS games.csv --round 1 --board A",
    "standings SOS games.csv",
    "compare games.csv games.csv SOS",
    "choose games.csv SOS --names pairs.csv",
    "seat roster players.csv --seed 1",
    "import games.csv",
    "import tournament.json",
    "export games games.csv",
    "fill event.xlsx games.csv",
]


@pytest.fixture
def folder(tmp_path: Path, small: bytes) -> Path:
    names = ["Zoë", "Bob", "Cec", "Dan", "Eve", "Fay", "Gus"]
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK, players=names)]
    (tmp_path / "games.csv").write_text(csv_text([*rows, *games.rows(2, "A", games.CLOCK, players=names)]))
    (tmp_path / "players.csv").write_text("\n".join(["Player", *names]))
    (tmp_path / "pairs.csv").write_text("Zoe,Zoë\n")
    (tmp_path / "event.xlsx").write_bytes(small)
    return tmp_path


def test_every_command_that_writes_csv_has_the_option() -> None:
    has = {" ".join(path) for path, one in commands() if any("--excel" in each.opts for each in one.params)}
    assert has == {" ".join(call.split()[: 1 + (" roster " in call)]) for call in WRITES}


@pytest.mark.parametrize("call", WRITES)
def test_a_file_for_excel_begins_with_one_mark(dipscore, folder, call: str) -> None:
    assert dipscore(*call.split(), "-o", "plain.csv").status == 0
    assert dipscore(*call.split(), "-o", "excel.csv", "--excel").status == 0
    plain, excel = ((folder / name).read_bytes() for name in ("plain.csv", "excel.csv"))
    assert not plain.startswith(BOM_UTF8)
    assert excel == BOM_UTF8 + plain
    check_refused(dipscore(*call.split(), "--excel"), OnlyFor, options="--excel", flag="-o")


def test_a_workbook_has_no_mark(dipscore, folder) -> None:
    check_refused(dipscore("import", "games.csv", "-o", "event.xlsx", "--excel"), NotTogether)


@pytest.mark.parametrize(
    "call",
    [pytest.param(one, marks=pytest.mark.slow if one.startswith("fill") else ()) for one in READS],
)
def test_every_command_reads_such_a_file(dipscore, folder, small, call: str) -> None:
    dipscore("export", "json", "games.csv", "--system", "SOS", "-o", ".")

    def run() -> tuple[int, str, str]:
        (folder / "event.xlsx").write_bytes(small)
        got = dipscore(*call.split())
        return got.status, got.out, got.err

    before = run()
    assert before[0] == 0, before
    marked = [folder / word for word in call.split() if word.endswith((".csv", ".json"))]
    for path in {*marked}:
        path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert marked
    assert run() == before
