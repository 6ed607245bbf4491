"""Commands of several kinds: each has its own options, and the old spelling without a kind does the same."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
import typer.main
from typer.core import TyperCommand

from tests.sheets.books import parts
from xl_dipscore.cli.app import Kinds
from xl_dipscore.cli.commands import app

GROUPS = {
    name: group for name, group in typer.main.get_command(app).commands.items() if isinstance(group, Kinds)
}
SEVEN = "Player\nAnn\nBob\nCec\nDan\nEve\nFay\nGus\n"
WORDS = {
    "new event": ["SOS", "out.xlsx"],
    "new league": ["SOS", "out.xlsx"],
    "new from-last": ["event.xlsx", "out.xlsx"],
    "new from-template": ["event.xlsx", "SOS", "out.xlsx"],
    "seat workbook": ["event.xlsx", "--round", "1"],
    "seat roster": ["players.csv"],
}
"""The options that each kind needs."""
SAME = [
    ("new event SOS out.xlsx --set teams=2", "new SOS out.xlsx --set teams=2"),
    ("new league SOS out.xlsx --set teams=2", "new SOS out.xlsx --league --set teams=2"),
    ("new from-last event.xlsx out.xlsx --name Next", "new out.xlsx --from event.xlsx --name Next"),
    ("new from-last event.xlsx out.xlsx --system DCC", "new DCC out.xlsx --from event.xlsx"),
    ("new from-template gone.xlsx SOS out.xlsx", "new SOS out.xlsx --template gone.xlsx"),
    ("seat workbook event.xlsx --round 1 --seed 1", "seat event.xlsx --round 1 --seed 1"),
    ("seat workbook event.xlsx --round 9", "seat event.xlsx --round 9"),
    ("seat roster players.csv --rounds 1 --seed 1", "seat players.csv --rounds 1 --seed 1"),
    ("seat roster players.csv --by score", "seat players.csv --by score"),
]
"""A kind, and its old spelling."""
MADE = [
    ("new event SOS out.xlsx --rounds 1 --boards 1", "new SOS out.xlsx --rounds 1 --boards 1"),
    ("new league SOS out.xlsx --games 1", "new SOS out.xlsx --league --games 1"),
]


@pytest.fixture
def folder(tmp_path: Path, small: bytes) -> Path:
    (tmp_path / "event.xlsx").write_bytes(small)
    (tmp_path / "players.csv").write_text(SEVEN)
    return tmp_path


def options(command: TyperCommand) -> dict[str, list[str]]:
    """A call of each option, by its name, with a value where it takes one."""
    return {
        one.opts[0]: one.opts[:1] if one.is_flag else [one.opts[0], "1"]
        for one in command.params
        if one.param_type_name == "option"
    }


def test_every_kind_is_tried() -> None:
    assert {f"{name} {kind}" for name, group in GROUPS.items() for kind in group.commands} == {*WORDS}


@pytest.mark.parametrize("call", WORDS)
def test_a_kind_has_no_option_of_another(dipscore, folder: Path, call: str) -> None:
    name, kind = call.split()
    its, all_of_them = options(GROUPS[name].commands[kind]), options(GROUPS[name].unnamed)
    assert its.keys() - {"--system"} < all_of_them.keys()
    for option in all_of_them.keys() - its.keys():
        refused = dipscore(name, kind, *WORDS[call], *all_of_them[option])
        assert refused.status == 2
        assert option in refused.err
    assert {path.name for path in folder.iterdir()} == {"event.xlsx", "players.csv"}


@pytest.fixture
def one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every new event the same word."""
    monkeypatch.setattr("xl_dipscore.workbooks.layout.identity.uuid4", lambda: UUID(int=1))


def _without_times(path: Path) -> object:
    """The contents of a file, without the time when it was made."""
    if path.suffix != ".xlsx":
        return path.read_bytes()
    return {name: data for name, data in parts(path).items() if name != "docProps/core.xml"}


@pytest.mark.usefixtures("one_word")
@pytest.mark.parametrize(
    ("call", "older"), [*SAME, *(pytest.param(*calls, marks=pytest.mark.slow) for calls in MADE)]
)
def test_the_old_spelling_does_the_same(dipscore, folder: Path, small: bytes, call: str, older: str) -> None:
    done = []
    for words in (call, older):
        said = vars(dipscore(*words.split()))
        done.append((said, {path.name: _without_times(path) for path in folder.iterdir()}))
        (folder / "out.xlsx").unlink(missing_ok=True)
        (folder / "event.xlsx").write_bytes(small)
    assert done[0] == done[1]


def test_both_spellings_ask_which_round(dipscore, folder: Path) -> None:
    for words in (["seat"], ["seat", "workbook"]):
        asked = dipscore(*words, "event.xlsx")
        assert (asked.status, "Add --round" in asked.err) == (2, True)


@pytest.mark.parametrize("name", GROUPS)
def test_help_lists_the_kinds_wherever_it_is_asked_for(dipscore, name: str) -> None:
    told = dipscore(name, "--help")
    assert told.out == dipscore(name, "SOS", "--help").out
    assert all(kind in told.out for kind in GROUPS[name].commands)
