"""Ctrl-C and similar signals, from the first moment of a command to its last."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import xl_dipscore
from tests.samples import every_fourth
from xl_dipscore.cli.stopping import STOPPED

GAMES = Path(xl_dipscore.__file__).parent / "cli" / "data" / "weasels.csv"
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
HEARD = f"for number in {[*map(int, SIGNALS)]}: signal.signal(number, signal.SIG_DFL)"
"""The process that runs the tests may ignore the signals."""
COMMANDS = {
    "standings": ("standings", "SOS", GAMES, "--double", "sum"),
    "systems": ("systems",),
    "help": ("--help",),
    "new": ("new", "SOS", "new.xlsx", "--rounds", "1", "--boards", "1"),
    "wrong": ("score", "NOSUCH", GAMES),
}
AT_IMPORT = """
import atexit
class Finder:
    seen = 0
    def find_spec(self, *_):
        Finder.seen += 1
        if Finder.seen == {moment}: os.kill(os.getpid(), {number:d})
sys.meta_path.insert(0, Finder)
Finder.find_spec = Finder().find_spec
atexit.register(lambda: open("imports", "w").write(str(Finder.seen)))
"""
AT_END = "import atexit; atexit.register(os.kill, os.getpid(), {number:d})"
AT_CLEANING = """
from xl_dipscore.cli import games
class Kept:
    def __del__(self): os.kill(os.getpid(), {number:d})
tell = games.note
def note(*lines):
    kept = Kept(); del kept
    import time; time.sleep(5)
games.note = note
"""


def run(folder: Path, before: str, *words: object) -> subprocess.CompletedProcess[str]:
    script = f"import os, signal, sys\n{HEARD}\nfrom xl_dipscore.cli import main\n{before}\nmain()"
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def imports_of(folder: Path, *words: object) -> int:
    run(folder, AT_IMPORT.format(moment=0, number=0), *words)
    return int((folder / "imports").read_text())


@pytest.mark.parametrize("number", SIGNALS)
def test_while_it_starts_it_says_so_and_ends(tmp_path, number) -> None:
    ran = run(tmp_path, AT_IMPORT.format(moment=1, number=number), *COMMANDS["systems"])
    assert (ran.returncode, ran.stdout, ran.stderr) == (128 + number, "", f"{STOPPED}\n")


@pytest.mark.slow
def test_at_ten_moments_it_says_so_and_ends(tmp_path) -> None:
    lasts = {name: imports_of(tmp_path, *words) for name, words in COMMANDS.items()}
    (tmp_path / "new.xlsx").unlink()
    for n in range(10):
        name, number = [*COMMANDS][n % len(COMMANDS)], SIGNALS[n % len(SIGNALS)]
        # Not the last tenth: a slow command may import a little more, and the last imports follow the work.
        before = AT_IMPORT.format(moment=1 + n * (lasts[name] - 1) // 10, number=number)
        ran = run(tmp_path, before, *COMMANDS[name])
        assert (ran.returncode, ran.stderr) == (128 + number, f"{STOPPED}\n"), (n, name)
        assert not (tmp_path / "new.xlsx").exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_when_all_is_done_the_status_stands(tmp_path, number) -> None:
    ran = run(tmp_path, AT_END.format(number=number), *COMMANDS["standings"])
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("number", every_fourth(SIGNALS))
def test_in_the_middle_of_an_import_it_waits_for_its_end(tmp_path, number) -> None:
    """Python makes a RuntimeError of an exception in `__set_name__`."""
    (tmp_path / "late.py").write_text(
        "import os\nclass Named:\n    def __set_name__(self, owner, name): "
        f"os.kill(os.getpid(), {number:d})\nclass Owner: named = Named()\n"
    )
    before = (
        "from xl_dipscore.cli import commands, games\n"
        "def by_family():\n    sys.path.insert(0, ''); import late, time; time.sleep(5)\n"
        "games.by_family = by_family"
    )
    ran = run(tmp_path, before, "systems")
    assert (ran.returncode, ran.stderr) == (128 + number, f"{STOPPED}\n")


@pytest.mark.slow
@pytest.mark.parametrize("number", every_fourth(SIGNALS))
def test_where_python_would_forget_it_it_comes_again(tmp_path, number) -> None:
    ran = run(tmp_path, AT_CLEANING.format(number=number), "check", "SOS", GAMES)
    assert (ran.returncode, ran.stderr) == (128 + number, f"{STOPPED}\n")
