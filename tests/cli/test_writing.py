"""No command overwrites a foreign file: tries all commands, and every argument that names an output."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import openpyxl
import pytest
import typer
from openpyxl.workbook.defined_name import DefinedName

from tests import games
from tests.hosts.made_pyodide import write_pyodide
from xl_dipscore.cli.app import WRITTEN, group
from xl_dipscore.cli.commands import app
from xl_dipscore.cli.writing import write
from xl_dipscore.hosts import calc
from xl_dipscore.hosts.page import build

pytestmark = pytest.mark.usefixtures("new_books")

Dipscore = Callable[..., Any]
OK, MISUSED = 0, 2
GIVEN = {
    "system": "SOS",
    "games": "games.csv",
    "workbook": "event.xlsx",
    "event": "event.xlsx",
    "file": "games.csv",
    "paths": "event.xlsx",
    "old": "event.xlsx",
    "template": "template.xlsx",
    "last": "event.xlsx",
    "kind": "json",
    "events": "table.csv",
    "what": "calc",
}
"""The values for arguments, and for options without a default, by name."""
OTHERWISE = {
    ("seat", "output"): {"event": "players.csv"},
    ("seat roster", "output"): {"event": "players.csv"},
    ("new from-last", "out"): {"system": "SOS"},
    ("export", "output"): {"event": "games.csv"},
    ("install", "xlam"): {"what": "excel"},
}
FURTHER = {
    "export": ["--system", "SOS"],
    "publish": ["--values"],
    "new": ["--template", "template.xlsx"],
    "new event": ["--rounds", "1", "--boards", "1"],
    "new league": ["--games", "1"],
    "season": ["--circuit", "TDF"],
    "choose": ["games.csv", "SOS"],
}
ENDINGS = {"out": ".xlsx", "report": ".json", "oxt": ".oxt", "xlam": ".xlam"}
"""The endings of files that options name; .csv otherwise."""
WORKBOOKS = {"attach": ".xlsm", "season": ".xlsx", "choose": ".xlsx", "site": ".html"}
"""The endings for commands that write a workbook, or a page."""
MADE = ("new event", "new league", "season")
"""Commands that make a new workbook, which takes a second."""
NEVER_REPLACED = ("attach", "choose", "new", "regenerate", "seat")
"""Commands that replace no file, not even their own."""
FOREIGN = {
    "notes": b"Dear all,\n\nthe event begins at nine.\nBring pens, please.\n",
    "page": b"<!doctype html>\n<html lang=en><title>Our club</title><p>Rules, history, photographs",
    "JSON": b'{"name": "our-club", "scripts": {}}',
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR, a, picture",
    "old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1, made, in, 1999",
    "CSV": b"Name,Paid\nAnn,yes\nBob,no\n",
}
"""Things in the place of the output file, besides workbooks and the inputs."""


@dataclass(frozen=True)
class Written:
    """An option or argument that names an output of a command."""

    command: str
    name: str
    words: tuple[str, ...]
    """The word before its value on the command line."""
    others: tuple[str, ...]
    """The further words that the command needs."""
    folder: bool

    def call(self, target: Path | str) -> list[str]:
        return [*self.command.split(), *self.others, *self.words, str(target)]

    @property
    def ending(self) -> str:
        return WORKBOOKS.get(self.command) or ENDINGS.get(self.name, ".csv")

    @property
    def inputs(self) -> list[str]:
        return [word for word in self.others if Path(word).suffix]


def declared() -> Iterator[Written]:
    """All outputs of all commands, as the program declares them."""
    groups = [(f"{one.name} ", one.typer_instance) for one in app.registered_groups]
    for before, its in [("", app), *groups]:
        for one in its.registered_commands:
            assert one.callback is not None
            name = (one.name or one.callback.__name__).replace("_", "-")
            name = name if name == before.strip() else before + name
            yield from _written(name, _parameters(one.callback))


def _parameters(command: Callable[..., object]) -> dict[str, tuple[object, Any, object]]:
    """A command's parameters by name: the type, typer's settings, and the default."""
    found = {}
    for name, one in inspect.signature(command, eval_str=True).parameters.items():
        kind, told = (
            get_args(one.annotation)[:2]
            if get_origin(one.annotation) is Annotated
            else (one.annotation, None)
        )
        found[name] = kind, told, one.default
    return found


def _options(told: Any) -> tuple[str, ...]:
    """An option's spellings, such as -o and --output; empty for an argument."""
    words = (getattr(told, "default", None), *(getattr(told, "param_decls", None) or ()))
    return tuple(word for word in words if isinstance(word, str) and word.startswith("-"))


def _written(command: str, parameters: Mapping[str, tuple[object, Any, object]]) -> Iterator[Written]:
    for name, (_, told, _) in parameters.items():
        words = _options(told)
        if name not in WRITTEN and not {"-o", "--output"} & {*words}:
            continue
        given = GIVEN | OTHERWISE.get((command, name), {})
        others: list[str] = []
        for other, (_, about, usual) in parameters.items():
            if other == name or other not in given:
                continue
            option = _options(about)
            if not option:
                others.append(given[other])
            elif usual is inspect.Parameter.empty:
                others += [option[-1], given[other]]
        folder = "FOLDER" in str(getattr(told, "metavar", "")) or (command == "export")
        yield Written(command, name, words[-1:], (*others, *FURTHER.get(command, ())), folder)


KNOWN = [*declared()]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def room(tmp_path: Path, small: bytes, template: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the commands' inputs, and with workbooks that they do not read."""
    games.write(tmp_path / "games.csv", games.event()[:8])
    games.write(tmp_path / "players.csv", [["Player"], *([f"P{n}"] for n in range(7))])
    (tmp_path / "table.csv").write_text("rank,player,total,R1\n1,Ann,9,9\n2,Bob,3,3\n", "utf-8")
    (tmp_path / "template.xlsx").write_bytes(template)
    for name in ("event.xlsx", "spring.xlsx", "spring.xlsm"):
        (tmp_path / name).write_bytes(small)
    write_pyodide(tmp_path / ".pyodide")
    monkeypatch.setattr(calc, "extension", cache(calc.extension))
    monkeypatch.setattr(build, "page", cache(build.page))
    return tmp_path


@pytest.fixture(scope="module")
def template() -> bytes:
    book = openpyxl.Workbook()
    for row in ([*games.HEADER, "Score"], *games.rows("", "", [""] * 7, year="")):
        book.worksheets[0].append(row)
    book.defined_names["Scoring_system"] = DefinedName("Scoring_system", attr_text="Sheet!$L$1")
    book.save(kept := BytesIO())
    return kept.getvalue()


Attack = tuple[str, list[str]]


def attacks(one: Written, room: Path, fresh: list[str], *, some: bool) -> Iterator[Attack]:
    """Put something in the place of the output file; returns it, and the call.

    fresh: the files that it writes. some: a few attacks, in a tenth of the time.
    """
    target = "new" if one.folder else f"new{one.ending}"
    foreign = {**FOREIGN, "workbook": (room / "spring.xlsx").read_bytes()}
    for name in fresh:
        path = room / name
        path.parent.mkdir(exist_ok=True)
        for what in ("notes", "CSV", "workbook") if some else foreign:
            path.write_bytes(foreign[what])
            yield f"{what} at {name}", one.call(target)
            path.unlink()
        for source in one.inputs:
            for link in (os.link,) if some else (os.link, os.symlink):
                link(room / source, path)
                yield f"{link.__name__} to {source} at {name}", one.call(target)
                path.unlink()
    (room / "sub").mkdir()
    takes_workbooks = one.command == "import"  # and fills their cells
    names = [] if takes_workbooks else ["spring.xlsx", "spring.xlsm"]
    names += [f"sub/../{name}" for name in one.inputs] + ([] if some else one.inputs)
    for name in [] if one.folder else names:
        yield name, one.call(name)


def walk(one: Written, room: Path, dipscore: Dipscore, *, some: bool = True) -> list[str]:
    """The forbidden effects of the command."""
    before = contents(room)
    done = dipscore(*one.call("new" if one.folder else f"new{one.ending}"))
    fresh = sorted(contents(room).keys() - before.keys())
    assert (done.status, bool(fresh)) == (OK, True), done.err
    again = dipscore(*one.call("new" if one.folder else f"new{one.ending}"))
    assert (again.status == OK) != (one.command.split()[0] in NEVER_REPLACED), again.err
    for name in fresh:
        (room / name).unlink()
    for name, data in before.items():
        (room / name).write_bytes(data)  # rebuild has changed its workbook
    wrong = []
    for what, call in attacks(one, room, fresh, some=some):
        before = contents(room)
        done = dipscore(*call)
        after = contents(room)
        lost = [name for name in before if after.get(name) != before[name]]
        replaced = what.startswith("CSV") and all(
            f"{name} already existed and was replaced" in done.err for name in lost
        )
        if done.status != (OK if lost and replaced else MISUSED):
            wrong.append(f"{what}: status {done.status}")
        if (lost and not replaced) or (done.status and after.keys() != before.keys()):
            wrong.append(f"{what}: {lost}, {after.keys() - before.keys()}")
        for name in after:
            if name not in before:
                (room / name).unlink()
            else:
                (room / name).write_bytes(before[name])
    return wrong


@pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize(
    "one",
    [pytest.param(one, marks=pytest.mark.slow) if one.command in MADE else one for one in KNOWN],
    ids=lambda one: f"{one.command} {one.name}",
)
def test_nothing_is_lost(one: Written, room: Path, dipscore: Dipscore, some: bool) -> None:
    assert walk(one, room, dipscore, some=some) == []


def by_itself(games: Path, output: Annotated[Path, typer.Option("-o")]) -> None:
    """A command that writes without the guarded writer."""
    output.write_bytes(b"a,b\n" + games.read_bytes()[:9])


def by_the_writer(games: Path, output: Path | None = None) -> None:
    """A command that writes with the guarded writer."""
    assert output is not None
    write(output, "a,b\n")


@pytest.mark.parametrize(("command", "kept"), [(by_itself, False), (by_the_writer, True)])
def test_the_walk_meets_a_new_command(
    room: Path, dipscore: Dipscore, command: Callable[..., None], kept: bool
) -> None:
    known = [*app.registered_commands]
    try:
        (group("Games") if kept else app.command)()(command)
        (one,) = {*declared()} - {*KNOWN}
        wrong = walk(one, room, dipscore)
    finally:
        app.registered_commands[:] = known
    assert one.command == command.__name__.replace("_", "-")
    assert bool(wrong) != kept
    said = " ".join(wrong)
    assert kept or all(
        what in said for what in ("notes at", "workbook at", "link to games.csv", "spring.xlsm")
    )


def test_every_path_is_known_as_read_or_written() -> None:
    """A new option that names a file is one that the writer guards, or one that it may write."""
    known = "games workbook event events file paths old template from_ names pyodide"
    read = {*known.split()}
    for one in app.registered_commands:
        assert one.callback is not None
        paths = {name for name, (kind, *_) in _parameters(one.callback).items() if "Path" in str(kind)}
        assert paths <= read | {*WRITTEN}, one.callback.__name__


@pytest.mark.parametrize(
    ("what", "data", "replaced"),
    [
        ("semicolons, as Excel saves them", b"\xef\xbb\xbfName;Paid\r\nAnn;yes\r\n", True),
        ("UTF-16", "Name\tPaid\nAnn\tyes\n".encode("utf-16"), True),
        ("an old code page", b"Name,Club\nJos\xe9,x\n", True),
        ("a table without rows", b"rank,player,total\n", True),
        ("an empty file", b"", True),
        ("a letter", b"Dear all, we begin at nine.\n", False),
        ("JSON in a line", b'{"a":1,"b":2}\n', False),
        ("a page in a line", b"<p>one,two</p>\n", False),
        ("a column", b"Ann\nBob\n", False),
        ("quotes that do not match", b'Name,Paid\n"Ann,yes\n', False),
    ],
)
def test_a_list_is_known_by_its_contents(
    room: Path, dipscore: Dipscore, what: str, data: bytes, replaced: bool
) -> None:
    target = room / "out.csv"
    target.write_bytes(data)
    done = dipscore("score", "SOS", "games.csv", "-o", "out.csv")
    assert (done.status, target.read_bytes() != data) == ((OK, True) if replaced else (MISUSED, False)), what
    assert ("replaced" in done.err) == bool(replaced and data)


def test_results_to_post_are_replaced_by_those_of_the_same_event(room: Path, dipscore: Dipscore) -> None:
    call = ["export", "text", "games.csv", "--system", "SOS", "-o", "results.txt"]
    assert [dipscore(*call).status, dipscore(*call).status] == [OK, OK]
    Path("results.txt").write_text("Remember to bring pens.\n")
    assert dipscore(*call).status == MISUSED


def test_what_is_no_file(room: Path, dipscore: Dipscore) -> None:
    for name in ("loop.csv", "gone.csv"):
        Path(name).symlink_to({"loop.csv": "loop.csv", "gone.csv": "here.csv"}[name])
    Path("folder.csv").mkdir()
    call = ("score", "SOS", "games.csv", "-o")
    assert [dipscore(*call, name).status for name in ("loop.csv", "folder.csv", os.devnull)] == [2, 2, OK]
    assert dipscore(*call, "gone.csv").status == OK
    assert (Path("gone.csv").is_symlink(), Path("here.csv").is_file()) == (True, True)
    Path("site").mkdir()
    Path("site/event-values.xlsx").symlink_to("nowhere/copy.xlsx")
    assert dipscore("publish", "event.xlsx", "--values", "-o", "site").status == MISUSED
    assert not Path("site/index.html").exists()


def test_a_workbook_stays_where_a_command_would_make_another(room: Path, dipscore: Dipscore) -> None:
    before = contents(room)
    Path("event.xlsm").symlink_to("event.xlsx")
    for call in (
        ["attach", "event.xlsx"],
        ["attach", "spring.xlsm", "-o", "spring.xlsm"],
        ["attach", "event.xlsx", "--host", "lite", "-o", "./event.xlsx"],
        ["attach", "event.xlsx", "--host", "native", "-o", "event.xlsx"],
        ["import", "event.xlsx", "-o", "event.xlsx"],
        ["new", "SOS", "event.xlsx"],
    ):
        assert dipscore(*call).status == MISUSED, call
    Path("event.xlsm").unlink()
    assert contents(room) == before
