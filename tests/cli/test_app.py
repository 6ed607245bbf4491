"""Options: few in sight, and those of the sheet Setup also as --set, with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer.main

from tests import games
from tests.cli.test_command_words import commands
from tests.said import check_refused
from xl_dipscore.cli.app import MORE, MORE_OF_SETUP, MOST_OPTIONS, OF_AWARDS, OF_EVENT, OF_TEAMS, Kinds
from xl_dipscore.cli.commands import app
from xl_dipscore.errors import NamedTwice
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_text

VALUES = {
    "rounds": "4", "combine": "best 1", "tiebreak": "wins,centres", "format": "top-board", "groups": "yes",
    "double": "best", "provisional": "yes", "min_rounds": "2", "most_rounds": "1", "board_tops": "1/n",
    "min_games": "2", "sit_out": "33", "from_": "2024-02-01", "to": "2024-01-31", "last": "1 months",
    "round_weights": "1/3,2/3", "decimals": "1", "by": "centres", "award_losers": "level",
    "award_boards": "without top", "award_ties": "broken", "award_guests": "yes", "team_rule": "best 2",
    "team_size": "3", "team_missing": "lowest", "team_rounds": "1",
}  # fmt: skip
"""A value of each option that is on Setup."""
SETUP = [
    *(("standings", word) for word in OF_EVENT),
    *(("standings --teams", word) for word in OF_TEAMS),
    *(("awards", word) for word in OF_AWARDS),
]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    header, *rows = games.event()
    table = [[*header, "date", "team", "unranked"]]
    for n, row in enumerate(rows):
        day = "2024-01-05" if row[0] == 1 else "2024-02-05"
        if row[0] == 2 and row[3] == "Player 5":
            row[3] = ""  # has one game only
        table.append([*row, day, row[3] and f"Team {len(row[3]) % 2}", "x" if n == 4 else ""])
    (tmp_path / "games.csv").write_text(csv_text(table))
    return tmp_path / "games.csv"


def test_every_option_of_setup_is_tried() -> None:
    assert VALUES.keys() == OF_EVENT.keys() | OF_TEAMS.keys() | OF_AWARDS.keys()


@pytest.mark.parametrize(("command", "word"), SETUP)
def test_an_old_spelling_does_the_same_as_set(dipscore, listed, command: str, word: str) -> None:
    name, value = word.strip("_").replace("_", "-"), VALUES[word]
    call = [*command.split()[:1], "SOS", "games.csv", *command.split()[1:]]
    old = dipscore(*call, f"--{name}", *([value] if value != "yes" else []))
    spelling = (name, name.replace("-", "_"), name.replace("-", " ").upper())[len(name) % 3]
    new = dipscore(*call, "--set", f"{spelling}={value}")
    assert (new.status, new.out, new.err) == (old.status, old.out, old.err)
    assert old.status != 2, old.err
    plain = dipscore(*call)
    assert old.out != plain.out or old.err != plain.err or word in SAME_HERE


SAME_HERE = {
    "groups",
    "provisional",
    "double",
    "board_tops",
    "sit_out",
    "team_missing",
} | OF_AWARDS.keys() - {"by"}
"""Options that change nothing in these games."""


def panels() -> list[tuple[str, dict[str, list[str]]]]:
    """By command, the options of each panel of its help."""
    found = []
    for words, command in commands():
        one: dict[str, list[str]] = {"": ["--help"]}
        for option in command.params:
            if option.param_type_name == "option":
                one.setdefault(option.rich_help_panel or "", []).append(option.opts[-1])
        found.append((" ".join(words), one))
    return found


def test_help_shows_at_most_ten_options_and_the_rest_in_a_second_panel() -> None:
    many = 0
    for name, found in panels():
        assert len(found.pop("")) <= MOST_OPTIONS, name
        assert len(found) <= 1, name
        assert {*found} <= {MORE, MORE_OF_SETUP}, name
        many += bool(found)
    assert many >= 6


@pytest.mark.parametrize("name", ["explain", "standings", "qualify", "rebuild", "seat workbook"])
def test_the_second_panel_is_printed(dipscore, name: str) -> None:
    told = dipscore(*name.split(), "--help").out
    first, _, second = told.partition(f"\n{MORE}")
    found = dict(panels())[name]
    for title, options in found.items():
        assert [one for one in options if one not in (second if title else first)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("host", "name"), [("", "=1+1"), ("native", "Spring Cup"), ("names", "=A1")])
def test_a_new_event_has_its_name(dipscore, tmp_path, host: str, name: str) -> None:
    how = ["--host", host] if host else []
    assert dipscore("new", "SOS", "a.xlsx", "--name", name, "--rounds", 1, "--boards", 1, *how).status == 0
    assert Package.read(tmp_path / "a.xlsx").value("Setup", "B2") == name


@pytest.mark.slow
def test_a_league_and_a_template_have_their_names(dipscore, tmp_path) -> None:
    assert dipscore("new", "league", "SOS", "a.xlsx", "--games", 1, "--name", "Tuesdays").status == 0
    assert Package.read(tmp_path / "a.xlsx").value("Setup", "B2") == "Tuesdays"
    assert dipscore("new", "SOS", "b.xlsx", "--rounds", 1, "--boards", 1).status == 0
    assert dipscore("new", "SOS", "c.xlsx", "--template", "b.xlsx", "--name", "Autumn").status == 0
    assert Package.read(tmp_path / "c.xlsx").value("Setup", "B2") == "Autumn"


@pytest.mark.slow
def test_rounds_and_format_of_a_new_event_may_be_set(dipscore, tmp_path) -> None:
    by_set = ["--set", "rounds=2", "--set", "format=top-board"]
    assert dipscore("new", "SOS", "a.xlsx", "--boards", 1, *by_set).err.startswith("a.xlsx: 2 rounds")
    assert dipscore("new", "SOS", "b.xlsx", "--boards", 1, "--rounds", 2, "--format", "top-board").status == 0
    one, other = (Package.read(tmp_path / name) for name in ("a.xlsx", "b.xlsx"))
    for sheet in ("Setup", "Games"):
        cells = ({at: cell.value for at, cell in book.sheet(sheet).cells.items()} for book in (one, other))
        assert next(cells) == next(cells)


def test_rounds_of_a_new_event_are_typed_once(dipscore) -> None:
    check_refused(dipscore("new", "SOS", "a.xlsx", "--rounds", 2, "--set", "rounds=2"), NamedTwice)
    for rounds in ("0", "21", "x"):
        assert dipscore("new", "SOS", "a.xlsx", "--set", f"rounds={rounds}").status == 2


def test_the_kinds_share_the_panels() -> None:
    groups = [one for one in typer.main.get_command(app).commands.values() if isinstance(one, Kinds)]
    assert {one.name for one in groups} == {"new", "seat"}
