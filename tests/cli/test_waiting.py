"""The text in a terminal during a long command."""

import sys
from io import StringIO
from time import sleep

import pytest

from xl_dipscore.cli import waiting
from xl_dipscore.errors import without_cycle_collector


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


@pytest.mark.parametrize(("terminal", "patience"), [(True, 0), (True, 60), (False, 0)])
def test_what_takes_long_is_said_on_a_terminal_until_it_ends(monkeypatch, terminal, patience) -> None:
    screen, seen = looks_at(monkeypatch, terminal, patience), terminal and not patience
    with waiting.show_steps():
        with without_cycle_collector("Ranking"), without_cycle_collector():
            sleep(0.1)
            assert screen.line.startswith("Ranking: 0 s") == seen
            with without_cycle_collector("Writing"):
                sleep(0.1)
                assert screen.line.startswith("Writing: 0 s") == seen
        assert screen.line == ""
    assert bool(screen.getvalue()) == seen


def test_a_stopped_command_leaves_no_line(monkeypatch) -> None:
    screen = looks_at(monkeypatch, True, 0)

    def stopped() -> None:
        with waiting.show_steps(), without_cycle_collector("Ranking"):
            sleep(0.1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert "Ranking" in screen.getvalue()
    assert screen.line == ""
