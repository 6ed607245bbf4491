"""Odd words on the command line: blank ones, letters that no cell holds, missing files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main

from tests import games
from tests.said import check_refused, check_said
from xl_dipscore.cli.app import Kinds
from xl_dipscore.cli.commands import app
from xl_dipscore.cli.words import REPEATED, ControlCharacter, EmptyWord, LinkToItself, StrayBytes
from xl_dipscore.sheets.files import NoSuchFile
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_text

READS = [
    *(f"{name} SOS C" for name in ("score", "explain", "check", "standings", "qualify", "awards")),
    *("compare C", "seat C", "seat X --round 1", "new SOS out.xlsx --template X", "new --from X out.xlsx"),
    *(
        "seat roster C",
        "seat workbook X --round 1",
        "new from-template X SOS out.xlsx",
        "new from-last X out.xlsx",
    ),
    *("fill X C", "undo X", "rename A B X", "extract X", "rebuild X", "rebuild X X --jobs 2"),
    *(
        "rebuild X --watch",
        "publish X -o out --watch",
        "publish X -o out",
        "template check X",
        "template map X",
        "season X X -o s.xlsx --circuit TDF",
    ),
    *(
        "regenerate gone --template X -o out",
        "import C",
        "import C -o X",
        "attach X",
        "attach X --host native",
    ),
    *("export wdd X -o out", "export wdd C --system SOS -o out"),
]
"""Calls with the files that they read: C for games.csv, X for event.xlsx."""
NO_FILE = {"systems", "choose", "demo", "formula", "install", "uninstall", "site"}
"""Commands that read no file, or that read files among other words."""


def commands() -> Iterator[tuple[list[str], typer.core.TyperCommand]]:
    """The words of each command, and its arguments."""
    for name, top in typer.main.get_command(app).commands.items():
        inner = getattr(top, "commands", {})
        yield from (([name, word], one) for word, one in inner.items())
        if not inner or isinstance(top, Kinds):
            yield [name], getattr(top, "unnamed", top)


@pytest.fixture
def event(tmp_path: Path, small: bytes) -> Path:
    (tmp_path / "games.csv").write_text(csv_text([games.HEADER, *games.rows(1, "A", games.CLOCK)]))
    path = tmp_path / "event.xlsx"
    path.write_bytes(small)
    return path


def test_a_blank_word_is_refused_wherever_it_stands(dipscore) -> None:
    tried = 0
    for words, command in commands():
        for one in command.params:
            if one.param_type_name == "option" and not one.is_flag:
                calls = [[*words, one.opts[-1], ""], [*words, f"{one.opts[-1]}="]]
            else:
                calls = [[*words, " "]]
            for call in calls:
                check_refused(dipscore(*call), EmptyWord)
                tried += 1
    assert tried > 200


def test_only_these_options_may_be_repeated() -> None:
    options = [one for _, command in commands() for one in command.params if one.param_type_name == "option"]
    assert {one.opts[-1] for one in options if one.multiple} == REPEATED


def test_every_command_that_reads_a_file_is_tried() -> None:
    assert {words[0] for words, _ in commands()} == {call.split()[0] for call in READS} | NO_FILE


@pytest.mark.parametrize("call", READS)
def test_a_missing_file_ends_with_2(dipscore, event, call: str) -> None:
    words = call.split()
    for missing in (n for n, word in enumerate(words) if word in "CX"):
        there = ["games.csv" if word == "C" else "event.xlsx" if word == "X" else word for word in words]
        there[missing] = f"gone-{there[missing]}"
        got = dipscore(*there)
        assert got.status == 2
        check_said(got.err, NoSuchFile, name=there[missing])


@pytest.mark.parametrize(
    "call",
    ["score SOS L.csv", "rebuild L.xlsx", "score SOS games.csv -o L.csv", "attach event.xlsx -o L.xlsx"],
)
def test_a_link_to_itself(dipscore, event, call: str) -> None:
    for name in ("L.csv", "L.xlsx"):
        event.with_name(name).symlink_to(name)
    check_refused(dipscore(*call.split()), LinkToItself)


@pytest.mark.parametrize(
    ("word", "kind"),
    [("Bj\udcf6rn", StrayBytes), ("Bj\x01rn", ControlCharacter), ("A\nB", ControlCharacter)],
    ids=ascii,
)
def test_a_text_that_no_cell_holds(dipscore, event, word: str, kind: type) -> None:
    before = event.read_bytes()
    for call in (
        ("rename", "a", word, event),
        ("rename", word, "a", event),
        ("undo", event, "--who", word),
        ("standings", "SOS", "games.csv", "--set", f"pot={word}"),
        ("seat", event, "--round", 1, "--keep", "A", "--keep", word),
        ("compare", "games.csv", word),
    ):
        check_refused(dipscore(*call), kind)
    assert event.read_bytes() == before


@pytest.mark.slow
def test_the_name_of_a_file_may_have_them(dipscore, event, played) -> None:
    event.write_bytes(played)
    odd = event.with_name("Bj\udcf6rn\x01.csv")
    odd.write_bytes(event.with_name("games.csv").read_bytes())
    got = dipscore("fill", event, odd)
    assert got.status == 0, got.err
    log = Package.read(event).sheet("Log").cells.values()
    assert "Bj\ufffdrn\ufffd.csv" in {cell.value for cell in log}


def test_a_name_that_looks_like_an_escape_is_kept(dipscore, event) -> None:
    with_log = dipscore("rename", "a", "_x0001_", event, "--no-log")
    assert with_log.status == 0
    cells = Package.read(event).sheet("Games").cells.values()
    assert "_x0001_" in {cell.value for cell in cells}
