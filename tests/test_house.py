"""The walls of the house: the imports allowed to each room, all in one direction."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.each import each

PACKAGE = Path(__file__).parents[1] / "xl_dipscore"
WALLS = {
    "errors": "",
    # The game; no cell.
    "rules/board": "errors",
    "rules/points": "errors board",
    "rules/event": "errors board points",
    "rules/system": "errors board points event systems",
    "rules/systems": "errors board points event system",
    "rules/seating": "errors board",
    "rules/tournament": "errors board points event system systems seating",
    "rules/choice": "errors board points event system systems tournament",
    "rules/circuit": "errors points system tournament",
    "rules/circuits": "circuit",
    # Workbooks and formulas; no Diplomacy.
    "sheets/files": "errors",
    "sheets/xlsx": "errors files",
    "sheets/calculate": "errors xlsx com uno xlwings",
    # The game in cells and lists; no file of a workbook.
    "tables/cells": "errors rules",
    "tables/functions": "errors rules cells __init__",
    "tables/native": "errors rules",
    "tables/exchange": "errors rules cells",
    # What `from xl_dipscore import ...` gives.
    "__init__": "errors rules cells exchange",
    # A director's workbook.
    "workbooks/layout": "errors rules sheets cells functions",
    "workbooks/author": "errors rules xlsx cells functions native layout openpyxl",
    "workbooks/acts": "errors rules sheets cells exchange functions native layout author __init__",
    "workbooks/plain": "errors rules sheets cells functions native layout acts",
    "workbooks/publish": "errors rules sheets cells layout author acts plain jinja2 markupsafe",
    "workbooks/live": "errors rules files xlsx cells exchange layout acts",
    # The doors.
    "hosts": "errors rules sheets cells functions layout acts live publish __init__ "
    "com jinja2 olefile org uno unohelper xlwings",
    "cli": "errors rules sheets tables layout author acts plain live publish hosts __init__ "
    "pythoncom rich typer win32com",
}
"""What each room may import: rooms, whole wings, and libraries. Every room may import the standard library,
and the files of a room each other, except that no system imports another."""
WINGS = ("rules", "sheets", "tables", "workbooks")
CODE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
Module = tuple[str, ...]


def imported(nodes: Iterable[ast.AST], module: Module) -> Iterator[Module]:
    """All modules that a file imports, in functions too. nodes: all nodes of the file."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module[: -node.level] if node.level else ()
            source = (*above, *(node.module.split(".") if node.module else ()))
            yield from ((*source, name.name) for name in node.names)


def room_of(module: Module) -> str:
    """The room or library of a module; modules of the package itself belong to its `__init__`."""
    if module[0] != PACKAGE.name:
        return module[0]
    inside = module[1:3] if module[1:2] and module[1] in WINGS else module[1:2]
    return "/".join(inside) if "/".join(inside) in ROOMS else "__init__"


def allowed_in(room: str) -> set[str]:
    """The rooms and libraries that a room may import."""
    words = WALLS[room].split()
    rooms = {one for one in ROOMS if {*one.split("/")} & {*words}}
    return {*rooms, *words, *sys.stdlib_module_names, *({room} - {"rules/systems"})}


def forbidden(found: Iterable[Module], module: Module) -> set[str]:
    """The rooms and libraries among the modules that a file imports, if it may not import them."""
    return {room_of(one) for one in found} - allowed_in(room_of(module))


def rooms_in(folder: Path) -> set[str]:
    """The rooms of a folder: its packages and modules."""
    found = {one.stem for one in folder.iterdir() if one.suffix == ".py" or (one / "__init__.py").exists()}
    return {(folder / name).relative_to(PACKAGE).as_posix() for name in found}


ROOMS = rooms_in(PACKAGE) - {*WINGS}
for wing in WINGS:
    ROOMS |= rooms_in(PACKAGE / wing) - {f"{wing}/__init__"}


def nodes_of(text: str | bytes) -> list[ast.AST]:
    return [*ast.walk(ast.parse(text))]


@cache
def files() -> dict[Module, list[ast.AST]]:
    """The nodes of each file."""
    return {
        path.relative_to(PACKAGE.parent).with_suffix("").parts: nodes_of(path.read_bytes())
        for path in PACKAGE.rglob("*.py")
    }


@cache
def imports() -> dict[Module, list[Module]]:
    """The modules that each file imports."""
    return {module: [*imported(nodes, module)] for module, nodes in files().items()}


def test_every_room_has_its_walls() -> None:
    assert WALLS.keys() == ROOMS


def test_a_wing_itself_holds_no_code() -> None:
    for wing in WINGS:
        (docstring,) = ast.parse((PACKAGE / wing / "__init__.py").read_bytes()).body
        assert isinstance(docstring, ast.Expr)


def test_every_room_has_a_page_of_one_screen() -> None:
    """Pages that also tell directors all systems, commands or functions may be longer."""
    listed = {"rules/systems", "cli", "hosts", "rules/tournament", "rules/seating", "tables/exchange"}
    rooms = {room for room in ROOMS if (PACKAGE / room).is_dir()}
    lines = {room: len((PACKAGE / room / "README.md").read_text("utf-8").splitlines()) for room in rooms}
    assert {room: count for room, count in lines.items() if count > 50 and room not in listed} == {}


def test_no_file_imports_what_its_room_may_not() -> None:
    found = {"/".join(module): forbidden(names, module) for module, names in imports().items()}
    assert {file: names for file, names in found.items() if names} == {}


@each("room", WALLS)
def test_each_forbidden_import_is_caught(room: str) -> None:
    module = (PACKAGE.name, *room.split("/"), *(["new"] if (PACKAGE / room).is_dir() else []))
    dots = "." * (len(module) - 1)
    libraries = {one for words in WALLS.values() for one in words.split()} - {*WINGS, "__init__"}
    libraries -= {one.rpartition("/")[2] for one in ROOMS}
    for other in {*ROOMS, *libraries, "numpy"} - allowed_in(room) - {"__init__"}:
        name, (*wing, last) = other.replace("/", "."), other.split("/")
        ways = [f"import {name}", f"def f():\n    from {name} import one", f"import {name}.one"]
        if other in ROOMS:
            above = ".".join([PACKAGE.name, *wing])
            ways = [way.replace(name, f"{PACKAGE.name}.{name}") for way in ways]
            ways += [f"from {above} import {last}", f"from {dots}{name} import one"]
        for way in ways:
            found = imported(nodes_of(way), module)
            assert forbidden(found, module) == {other}, f"{'.'.join(module)}: {way}"


def test_imports_go_one_way() -> None:
    modules = {module[:-1] if module[-1] == "__init__" else module: module for module in files()}
    graph = {
        name: {one if one in modules else one[:-1] for one in imports()[module]} - {name}
        for name, module in modules.items()
    }
    TopologicalSorter({name: found & modules.keys() for name, found in graph.items()}).prepare()


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python 3.11.4 and older, such as Debian's, read on where such a group has failed halfway."""
    found = [path.name for path in PACKAGE.rglob("*.py") if re.search(r"\)[*+?]\+", path.read_text("utf-8"))]
    assert found == []


# -- questions about the computer ----------------------------------------------------------------

SERVICES = {"getpass", "grp", "platform", "pwd", "winreg"}
"""Modules whose answers come from a service of the system or from its list of users. `platform` asks the
management service of Windows, which takes seconds or is turned off; `pwd` may ask over a network."""
SLOW_QUESTIONS = {
    "os": {"getlogin", "uname"},
    "socket": {"getaddrinfo", "getfqdn", "gethostbyaddr", "gethostbyname", "gethostbyname_ex"},
    "uuid": {"getnode", "uuid1"},
    "locale": {"getdefaultlocale"},
}
"""Functions of other modules that ask such a service, a name server or the network card."""


def questions(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The services of the computer that a file asks."""
    for found in imported(nodes, ("file",)):
        if found[0] in SERVICES or found[-1] in SLOW_QUESTIONS.get(found[0], ()):
            yield ".".join(found)
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in SLOW_QUESTIONS.get(ast.unparse(node.value), ()):
            yield ast.unparse(node)


def test_no_file_asks_a_service_of_the_computer() -> None:
    found = {"/".join(module): [*questions(nodes)] for module, nodes in files().items()}
    assert {file: names for file, names in found.items() if names} == {}


@each(
    ("text", "asked"),
    [
        ("import platform", "platform"),
        ("def f():\n    from platform import node", "platform.node"),
        ("import os\nos.uname().nodename", "os.uname"),
        ("from socket import getfqdn as name", "socket.getfqdn"),
        ("import uuid\nuuid.uuid1()", "uuid.uuid1"),
        ("import getpass as g", "getpass"),
    ],
)
def test_a_question_to_a_service_is_caught(text: str, asked: str) -> None:
    assert [*questions(nodes_of(text))] == [asked]
    assert [*questions(nodes_of("import socket, sys\nsocket.gethostname(), sys.platform"))] == []


# -- functions and expressions that are read once ----------------------------------------------

COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
LONGEST, MOST_LOOPS, MOST_PARTS = 60, 2, 4


def lines_of(function: ast.FunctionDef) -> int:
    """The number of lines of a function, without its docstring."""
    told = function.body[0] if ast.get_docstring(function) is not None else None
    docstring = 0 if told is None else told.end_lineno - told.lineno + 1
    return function.end_lineno - function.lineno + 1 - docstring


def parts_of(comprehension: ast.AST) -> int:
    """Loops, conditions, `and`, `or`, conditional expressions and `:=`, also of inner comprehensions."""
    found = 0
    for node in ast.walk(comprehension):
        if isinstance(node, ast.comprehension):
            found += 1 + len(node.ifs)
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        else:
            found += isinstance(node, ast.IfExp | ast.NamedExpr)
    return found


def walk_made(comprehension: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a comprehension's result, without inner conditions and comprehensions."""
    for part in ast.iter_child_nodes(comprehension):
        if not isinstance(part, COMPREHENSION | ast.comprehension):
            yield part
            yield from walk_made(part)


def named(tree: ast.AST, kind: type[ast.NamedExpr | ast.Name]) -> set[str]:
    """The names that are bound or used."""
    return {ast.unparse(getattr(one, "target", one)) for one in ast.walk(tree) if isinstance(one, kind)}


def read_twice(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Code that needs a second reading: the line, and the reason."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and lines_of(node) > LONGEST:
            yield node.lineno, f"{node.name} has {lines_of(node)} lines"
        elif isinstance(node, ast.IfExp) and any(isinstance(one, ast.IfExp) for one in [*ast.walk(node)][1:]):
            yield node.lineno, "a conditional expression is inside another"
        elif isinstance(node, ast.IfExp) and named(node.test, ast.NamedExpr) & named(node.body, ast.Name):
            yield node.lineno, "a conditional expression uses a value before it makes it"
        elif isinstance(node, COMPREHENSION):
            if len(node.generators) > MOST_LOOPS:
                yield node.lineno, f"a comprehension has {len(node.generators)} loops"
            if parts_of(node) > MOST_PARTS:
                yield node.lineno, f"a comprehension has {parts_of(node)} parts"
            if any(isinstance(one, ast.NamedExpr) for one in walk_made(node)):
                yield node.lineno, "a comprehension keeps a value that it makes"


@pytest.mark.slow
def test_nothing_needs_a_second_reading() -> None:
    """Ruff holds the complexity of functions."""
    found = {"/".join(module): [*read_twice(nodes)] for module, nodes in files().items()}
    assert {file: lines for file, lines in found.items() if lines} == {}


@each(
    "text",
    [
        "def f():\n" + "    g()\n" * LONGEST,
        "a if b else c if d else e",
        "f(a if b else [c if d else e])",
        "a.c if (a := b) else c",
        "[a for a in b for c in a for d in c]",
        "[a for a in b if a and a.c and (d := a.e) and d.f]",
        "[a if a else [c for c in a if c] for a in b if a]",
        "[(c := a.c, c + 1) for a in b]",
    ],
)
def test_what_needs_a_second_reading_is_caught(text: str) -> None:
    assert len([*read_twice(nodes_of(text))]) == 1


def test_what_can_be_read_once_may_stay() -> None:
    text = 'def f():\n    """\n\n    Told."""\n' + "    g()\n" * (LONGEST - 1)
    text += "h = None if (a := b) is None else a.c\n"
    text += "a = [b if b else c for b in d for c in b if c]\ne = a if b else c\ng = c if d else e"
    assert [*read_twice(nodes_of(text))] == []


TESTED_BESIDE = (
    *("rules/seating", "sheets/calculate", "tables/cells"),
    *("workbooks/acts", "workbooks/layout", "workbooks/publish"),
)
"""Rooms in which the tests of each module have a file of its name, in the same folder of `tests/`."""


def without_tests(folder: Path, tests: Path) -> list[str]:
    """The modules of a folder that lack a file of tests."""
    found = []
    for module in sorted(folder.rglob("*.py")):
        name = module.parent.name if module.stem == "__init__" else module.stem
        beside = tests / module.parent.relative_to(folder) / f"test_{name}.py"
        holds_code = any(isinstance(one, CODE) for one in ast.parse(module.read_text(encoding="utf-8")).body)
        if holds_code and not beside.exists():
            found.append(str(module.relative_to(folder)))
    return found


@pytest.mark.parametrize("room", TESTED_BESIDE)
def test_the_tests_of_a_module_have_its_name(room: str) -> None:
    assert without_tests(PACKAGE / room, Path(__file__).parent / room) == []


def test_a_module_without_tests_is_caught(tmp_path: Path) -> None:
    for folder, name, text in (
        *(("room", "tested.py", "def f(): ..."), ("room", "bare.py", "class A: ...")),
        *(("room/deeper", "more.py", "def f(): ..."), ("room", "constants.py", "A = 1")),
        *(
            ("room", "__init__.py", '"""A room."""'),
            ("tests", "test_tested.py", ""),
            ("tests", "test_more.py", ""),
        ),
    ):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    assert without_tests(tmp_path / "room", tmp_path / "tests") == ["bare.py", "deeper/more.py"]
