"""Pages of help: plain text that cuts nothing off, however narrow the terminal is."""

from __future__ import annotations

import re

import pytest

from tests.cli.test_command_words import commands
from tests.cli.test_kinds import GROUPS
from xl_dipscore.cli.start import lines_of_commands


def words(text: str) -> str:
    """The text in one line. A word with a hyphen may be on two lines."""
    return " ".join(text.split()).replace("- ", "-")


@pytest.mark.parametrize("columns", [50, 200])
def test_a_page_says_everything_about_its_options(dipscore, monkeypatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    kinds_left_out = [[name] for name in GROUPS]
    for name, command in commands():
        if name in kinds_left_out:  # its page is that of the group
            continue
        lines = dipscore(*name, "--help").out.splitlines()
        assert max(map(len, lines)) <= 80, name
        told = words("\n".join(lines))
        assert not re.search("[{}]|<(str|int|path|float)", told), name
        for one in command.params:
            if one.param_type_name == "argument":
                assert re.search(
                    rf"{re.escape(one.metavar)}\]?{re.escape('...' if one.nargs < 0 else ' ')}", told
                )
            named = one.opts if one.param_type_name == "option" else [one.metavar]
            missing = [text for text in (*named, words(one.help)) if text not in told]
            assert missing == [], (name, one.name)


def test_the_first_page_says_everything_about_the_commands(dipscore) -> None:
    page = dipscore("--help").out
    for _, name, heading, meaning in lines_of_commands():
        assert f" {name} {words(meaning)}" in words(page)
        assert f"\n\n{heading}\n" in page


def test_a_page_is_plain_letters(dipscore) -> None:
    assert dipscore("--help").out.isascii()
    assert dipscore("standings", "--rounds", "x").err.isascii()
