"""Starting the program: -h everywhere, and completion in four shells."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import get_args

import pytest

from xl_dipscore.cli.app import COMPLETE, Shell
from xl_dipscore.cli.start import lines_of_commands
from xl_dipscore.rules.system import systems

SHELLS = get_args(Shell)


def asked(shell: str, line: str) -> dict[str, str]:
    """The environment in which a shell asks for what may follow a line."""
    if shell == "bash":
        words = line.split(" ")
        return {COMPLETE: "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    wanted = {COMPLETE: f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line}
    more = {
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": line.split(" ")[-1],
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    return {**wanted, **more}


@pytest.fixture
def complete(dipscore, monkeypatch):
    def run(shell: str, line: str) -> str:
        for name, value in asked(shell, line).items():
            monkeypatch.setenv(name, value)
        got = dipscore()
        assert (got.status, got.err) == (0, "")
        return got.out

    return run


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_and_systems(complete, shell: str) -> None:
    listed = complete(shell, "dipscore ")
    assert [name for _, name, *_ in lines_of_commands() if name not in listed] == []
    assert "standings" in complete(shell, "dipscore stan")
    assert "rebuild" not in complete(shell, "dipscore stan")
    options = complete(shell, "dipscore standings --te")
    assert "--teams" in options
    assert "--team-rule" in options
    assert "roster" in complete(shell, "dipscore seat ")
    assert "--rounds" in complete(shell, "dipscore new DCC --ro")
    assert "--rounds" in complete(shell, "dipscore new event --ro")
    assert {"DCC", "league"} <= {*re.findall(r"\w+", complete(shell, "dipscore new "))}
    assert "--league" in complete(shell, "dipscore new --le")
    keys = complete(shell, "dipscore standings ")
    assert [one.key for one in systems() if one.key not in keys] == []
    assert "DIXIECON" in complete(shell, "dipscore score DIX")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_in_this_way(dipscore, shell: str) -> None:
    script = dipscore("--show-completion", shell).out
    assert f"{COMPLETE}=complete_{shell}" in script.replace('$Env:_DIPSCORE_COMPLETE = "', f"{COMPLETE}=")
    assert dipscore("--show-completion", "csh").status == 2


@pytest.mark.slow
def test_bash_itself_completes(tmp_path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "dipscore").write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from xl_dipscore.cli import main; main()" "$@"\n'
    )
    (folder / "dipscore").chmod(0o755)
    script = (
        'PATH="$1:$PATH"; source <(dipscore --show-completion bash)\n'
        "COMP_WORDS=(dipscore standings --te); COMP_CWORD=2; _dipscore_completion dipscore\n"
        'echo "${COMPREPLY[@]}"'
    )
    ran = subprocess.run(
        ["bash", "-c", script, "bash", str(folder)], capture_output=True, text=True, check=True
    )
    assert "--teams" in ran.stdout.split()


def test_a_short_word_for_help(dipscore) -> None:
    for words in ("", "score", "new", "new league", "template check", "template"):
        assert dipscore(*words.split(), "-h").out == dipscore(*words.split(), "--help").out != ""


def test_no_cycles_are_looked_for_when_a_command_ends() -> None:
    """Python would look through all objects of the command, though their memory is freed at once then."""
    shown = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0, gc.get_threshold()[0]))"
    )
    code = f"import sys; {shown}; from xl_dipscore.cli import main; sys.argv[1:] = ['--version']; main()"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    frozen, usual = run.stdout.split()[-2:]
    assert frozen == "True"
    assert int(usual) > 10_000
