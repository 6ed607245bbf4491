"""The walls that lint holds: each list of what a room may not import is whole."""

import tomllib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "xl_dipscore"
ROOMS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def walls(room: str) -> set[str]:
    settings = tomllib.loads((PACKAGE / room / ".ruff.toml").read_text(encoding="utf-8"))
    banned = settings["lint"]["flake8-tidy-imports"]["banned-api"]
    return {name.removeprefix("xl_dipscore.") for name in banned if name.startswith("xl_dipscore.")}


@pytest.mark.parametrize(("room", "may_import"), [("xlsx", set()), ("calculate", {"xlsx"})])
def test_what_knows_no_diplomacy_imports_nothing_of_ours_but_errors(room: str, may_import: set[str]) -> None:
    assert walls(room) == ROOMS - {"__init__", "errors", "data", room} - may_import


def test_seats_are_drawn_from_plain_data() -> None:
    assert walls("seating") == ROOMS - {"__init__", "errors", "data", "board", "seating"}


def test_a_system_knows_no_tournament_and_no_other_system() -> None:
    assert walls("systems") == ROOMS - {"__init__", "errors", "data", "board", "points", "event", "system"}
