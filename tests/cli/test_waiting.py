"""The text in a terminal during a long command."""

import gc
import sys
from io import StringIO
from time import monotonic, sleep

import pytest

from xl_dipscore.cli import waiting
from xl_dipscore.errors import watch_steps, without_cycle_collector


class Screen(StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.isatty = lambda: terminal  # type: ignore[method-assign]

    @property
    def line(self) -> str:
        """The visible last line: text after a carriage return overwrites the text before it."""
        shown = ""
        for part in self.getvalue().split("\r"):
            shown = part + shown[len(part) :]
        return shown.strip()


def looks_at(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float) -> Screen:
    screen = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(waiting, "EVERY", 0.01)
    monkeypatch.setattr(waiting, "PATIENCE", patience)
    return screen


def shows(screen: Screen, text: str, expected: bool) -> bool:
    """Wait for a line; if none is expected, for a while. Does the screen show it, as expected?"""
    end = monotonic() + (60 if expected else 0.1)
    while not screen.line.startswith(text) and monotonic() < end:
        sleep(0.01)
    return screen.line.startswith(text) == expected


@pytest.mark.parametrize(("terminal", "patience"), [(True, 0), (True, 60), (False, 0)])
def test_what_takes_long_is_said_on_a_terminal_until_it_ends(monkeypatch, terminal, patience) -> None:
    screen, seen = looks_at(monkeypatch, terminal, patience), terminal and not patience
    with waiting.show_steps():
        with without_cycle_collector("Ranking"), without_cycle_collector():
            assert shows(screen, "Ranking: ", seen)
            with without_cycle_collector("Writing"):
                assert shows(screen, "Writing: ", seen)
        assert screen.line == ""
    assert bool(screen.getvalue()) == seen


def test_a_stopped_command_leaves_no_line(monkeypatch) -> None:
    screen = looks_at(monkeypatch, True, 0)

    def stopped() -> None:
        with waiting.show_steps(), without_cycle_collector("Ranking"):
            assert shows(screen, "Ranking", True)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert "Ranking" in screen.getvalue()
    assert screen.line == ""


@pytest.mark.parametrize("fails_at", [1, 2, 3, 4])
def test_the_collector_runs_again_after_any_failure(fails_at: int) -> None:
    """A window that is closed can no longer show the step; Excel and LibreOffice go on."""
    calls: list[str] = []

    def tell(step: str) -> None:
        calls.append(step)
        if len(calls) == fails_at:
            raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        watch_steps(tell),
        without_cycle_collector("Ranking"),
        without_cycle_collector("Writing"),
    ):
        assert not gc.isenabled()
    assert gc.isenabled()
    assert len(calls) >= fails_at
