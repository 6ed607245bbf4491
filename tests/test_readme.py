"""The README says what the registry says, both ways."""

import re
from pathlib import Path

from xl_dipscore import systems
from xl_dipscore.cli import app
from xl_dipscore.functions import FUNCTIONS

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", README, re.M | re.S)
    assert found, heading
    return found[1]


def test_every_system_and_no_other() -> None:
    listed = re.findall(r"^\| `([A-Z0-9]+)` \|", section("The systems"), re.M)
    assert listed == [system.key for system in systems()]


def test_every_open_reading_is_told() -> None:
    told = section("The systems")
    assert [point for system in systems() for point in system.unsettled if point not in told] == []


def test_every_function_and_no_other() -> None:
    listed = set(re.findall(r"^\| `([A-Z0-9_]+)\(", section("The worksheet functions"), re.M))
    own = {f.name for f in FUNCTIONS if f.name.split("_", 1)[1] not in ("SCORE", "TOTAL")}
    assert listed == own | {"DIP_SCORE", "DIP_TOTAL"}


def test_every_command_and_no_other() -> None:
    listed = set(re.findall(r"^\| `dipscore ([a-z]+)", section("The command line"), re.M))
    own = {
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    }
    assert listed == own | {group.name for group in app.registered_groups}


def test_two_commands_and_nothing_else_in_their_blocks() -> None:
    for heading in ("Run", "Test"):
        blocks = re.findall(r"^```\n(.*?)^```", section(heading), re.M | re.S)
        assert [len(block.splitlines()) for block in blocks] == [1]
