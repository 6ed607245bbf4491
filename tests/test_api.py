"""The Python API: what `from xl_dipscore import ...` promises."""

import csv
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import xl_dipscore
from tests import games
from xl_dipscore import Board, Fault, Faults, Points, explain, score, standings, systems
from xl_dipscore.rules.tournament.table import Standing

BOARD = Board((0, 12, 8, 7, 5, 2, 0), ["England", "France", "Germany", "Italy", "Russia"])


def test_every_public_name_is_there() -> None:
    assert {"Board", "score", "explain", "systems", "standings"} <= set(xl_dipscore.__all__)
    assert all(getattr(xl_dipscore, name) for name in xl_dipscore.__all__)
    assert (Path(xl_dipscore.__file__).parent / "py.typed").exists()


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Season'"):
        xl_dipscore.Season  # type: ignore[attr-defined]  # noqa: B018


def test_scores_are_exact() -> None:
    squares = 12**2 + 8**2 + 7**2 + 5**2 + 2**2
    assert score("DC(C)", BOARD)[1] == 120 + Fraction(100 * 144, squares)
    assert score("dcc", BOARD, scs="share")[1] == 120 + Fraction(100 * 12, 34)


def test_an_explanation_is_the_score() -> None:
    points = explain("DCC", BOARD)
    assert isinstance(points, Points)
    assert [line.label for line in points.lines] == [
        "600 points shared by 5 members of the draw",
        "Share of the 100 points: 144 of 286 centres squared is 50.35",
    ]
    assert points.totals == score("DCC", BOARD)
    (squares,) = points.figures
    assert squares.amounts == tuple(n * n for n in BOARD.centres)


def test_mistakes() -> None:
    with pytest.raises(Fault, match="Did you mean TOWNSEND"):
        score("Townshend", BOARD)
    with pytest.raises(Faults, match="has no option"):
        score("DCC", BOARD, size=3)
    with pytest.raises(Faults, match="add up to 40"):
        Board((10, 10, 10, 10, 0, 0, 0))


def changeable(value: object) -> dict[int, object]:
    """All lists, dictionaries and sets in a part of a result, by their identity."""
    found: dict[int, object] = {id(value): value} if isinstance(value, list | dict | set) else {}
    inside = value.values() if isinstance(value, Mapping) else value
    for part in inside if isinstance(inside, Iterable) and not isinstance(value, str) else ():
        found |= changeable(part)
    return found


@pytest.mark.parametrize("combine", ["best 1", "sum", "mean", "DCC", "ranks"])
def test_who_changes_a_row_of_the_standings_changes_no_other(combine: str) -> None:
    """Rows of a large event share what they have in common, and so do all calls in a process."""
    rows = games.event()
    first, second = (standings("DCC", rows, {"combine": combine, "rounds": 2}) for _ in range(2))
    assert first.rows == second.rows
    numbers = [one.name for one in fields(Standing) if one.compare]
    inside = [changeable([getattr(row, name) for name in numbers]) for row in (*first, *second)]
    assert sum(map(len, inside)) == len(set().union(*inside))


def test_systems_say_what_they_are() -> None:
    assert {"NDC", "DCC"} <= {one.key for one in systems()}
    (ndc,) = (one for one in systems() if one.key == "NDC")
    assert (ndc.name, ndc.needs) == ("NDC 1995", ("year", "eliminated"))


# -- the page of the API ------------------------------------------------------------------------

PAGE = Path(xl_dipscore.__file__).with_name("api.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
EXAMPLES = [one for one in BLOCKS if "flask" not in one]
"""All but the web application, which `test_web.py` tries."""
(ARCHIVE,) = re.findall(r"^```csv\n(.*?)^```", PAGE, re.M | re.S)
GAMES = 1000


class Frame:
    """A DataFrame, as far as the page uses one."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.rows = [dict(row) for row in rows]

    @property
    def columns(self) -> list[str]:
        return [*self.rows[0]]

    def __getitem__(self, column: str) -> list[Any]:
        return [row[column] for row in self.rows]

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        return self.rows

    def insert(self, at: int, column: str, values: list[Any]) -> None:
        self.rows = [{column: value, **row} for value, row in zip(values, self.rows, strict=True)]

    def astype(self, kinds: Mapping[str, type]) -> "Frame":
        def changed(column: str, value: Any) -> Any:
            return value if value is None or column not in kinds else kinds[column](value)

        return Frame({one: changed(one, value) for one, value in row.items()} for row in self.rows)

    def to_csv(self, path: str, *, index: bool) -> None:
        with Path(path).open("w", newline="") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(self.rows)


def read_csv(path: str) -> Frame:
    with Path(path).open(newline="") as file:
        return Frame([*csv.DictReader(file)])


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The archive of the page, with its games repeated up to a thousand, and something like pandas."""
    header, *games = ARCHIVE.splitlines()
    lines = [games[n % len(games)] for n in range(GAMES)]
    (tmp_path / "archive.csv").write_text("\n".join([header, *lines, ""]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(read_csv=read_csv, DataFrame=Frame))
    return tmp_path


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(example: str, archive: Path) -> None:
    exec(compile(example, "api.md", "exec"), {})


def test_an_archive_is_scored_again(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = (one for one in EXAMPLES if "rescored.csv" in one)
    exec(compile(example, "api.md", "exec"), {})
    with Path("rescored.csv").open(newline="") as file:
        first, second, third, *others = csv.DictReader(file)
    squares = 13**2 + 10**2 + 3**2 + 8**2
    assert float(first["England"]) == float(200 + Fraction(100 * 13**2, squares))
    assert (first["Id"], second["Austria"], third["Austria"]) == ("g1", "700.0", "")
    assert third["Faults"] in " ".join(PAGE.split())
    assert len(others) == GAMES - 3
    assert len(capsys.readouterr().out.splitlines()) == GAMES // 3


def test_every_public_name_is_on_the_page() -> None:
    listed = re.findall(r"^\| \[`(\w+)`\]\(#", PAGE, re.M)
    assert sorted(listed) == sorted(xl_dipscore.__all__)
