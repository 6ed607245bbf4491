"""The walls of the house: what each room may import, and that imports go one way."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "xl_dipscore"
SCORES = "board errors event points system tournament"
MAY_IMPORT = {
    "errors": "",
    "files": "errors",
    "board": "errors",
    "points": "board errors",
    "event": "board errors points",
    "system": "board errors event points systems",
    "circuit": "errors points system tournament",
    "circuits": "circuit",
    "systems": "board errors event points system",
    "seating": "board errors",
    "tournament": "board errors event points seating system systems",
    "native": SCORES,
    "cells": f"{SCORES} seating",
    "__init__": f"{SCORES} systems",
    "functions": f"{SCORES} __init__ cells seating systems",
    "xlsx": "errors files",
    "calculate": "errors xlsx com uno xlwings",
    "exchange": f"{SCORES} cells seating",
    "layout": f"{SCORES} calculate cells circuit circuits functions xlsx",
    "author": f"{SCORES} cells circuit functions layout native xlsx openpyxl",
    "workbook": f"{SCORES} __init__ author calculate cells circuit exchange files functions layout seating "
    "xlsx",
    "plain": f"{SCORES} calculate cells functions layout native workbook xlsx",
    "publish": f"{SCORES} author calculate cells layout plain workbook xlsx jinja2 markupsafe",
    "live": f"{SCORES} cells exchange files layout seating workbook xlsx",
    "hosts": "__init__ calculate errors event files functions layout live publish seating xlsx com jinja2 "
    "olefile org uno unohelper xlwings",
    "cli": f"{SCORES} __init__ author calculate cells exchange files functions hosts layout native plain "
    "publish seating workbook xlsx rich typer",
}
"""For each room its neighbours, and the libraries of others; all have the standard library. The files of a
room import each other, but no system another."""
Module = tuple[str, ...]


def imported(tree: ast.AST, module: Module) -> Iterator[Module]:
    """Everything that a file imports, in functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module[: -node.level] if node.level else ()
            source = (*above, *(node.module.split(".") if node.module else ()))
            yield from ((*source, name.name) for name in node.names)


def room_of(module: Module) -> str:
    """Its room, or the library; what stands in the package itself is of its `__init__`."""
    if module[0] != PACKAGE.name:
        return module[0]
    return module[1] if module[1:] and module[1] in ROOMS else "__init__"


def forbidden(tree: ast.AST, module: Module) -> set[str]:
    """The rooms and libraries that a file imports and may not."""
    room = room_of(module)
    allowed = {*MAY_IMPORT[room].split(), *({room} - {"systems"}), *sys.stdlib_module_names}
    return {room_of(one) for one in imported(tree, module)} - allowed


ROOMS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


@cache
def files() -> dict[Module, ast.Module]:
    return {
        path.relative_to(PACKAGE.parent).with_suffix("").parts: ast.parse(path.read_bytes())
        for path in PACKAGE.rglob("*.py")
    }


def test_every_room_has_its_walls() -> None:
    assert MAY_IMPORT.keys() == ROOMS


def test_every_room_has_a_page_of_one_screen() -> None:
    """Pages that also tell directors all systems, commands or functions may be longer."""
    listed = {"systems", "cli", "hosts", "tournament", "seating", "exchange"}
    rooms = {room for room in ROOMS if (PACKAGE / room).is_dir()}
    lines = {room: len((PACKAGE / room / "README.md").read_text("utf-8").splitlines()) for room in rooms}
    assert {room: count for room, count in lines.items() if count > 50 and room not in listed} == {}


def test_no_file_imports_what_its_room_may_not() -> None:
    found = {"/".join(module): forbidden(tree, module) for module, tree in files().items()}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_each_forbidden_import_is_caught(room: str) -> None:
    module = (PACKAGE.name, room, *(["new"] if (PACKAGE / room).is_dir() else []))
    dots = "." * (len(module) - 1)
    known = {*ROOMS, *" ".join(MAY_IMPORT.values()).split(), "numpy"} - {"__init__"}
    for other in known - set(MAY_IMPORT[room].split()) - ({room} - {"systems"}):
        ways = [f"import {other}", f"def f():\n    from {other} import one", f"import {other}.one"]
        if other in ROOMS:
            ways = [way.replace(other, f"{PACKAGE.name}.{other}") for way in ways]
            ways += [f"from {PACKAGE.name} import {other}", f"from {dots}{other} import one"]
        for way in ways:
            assert forbidden(ast.parse(way), module) == {other}, f"{'.'.join(module)}: {way}"


def test_imports_go_one_way() -> None:
    modules = {module[:-1] if module[-1] == "__init__" else module: module for module in files()}
    graph = {
        name: {one if one in modules else one[:-1] for one in imported(files()[module], module)} - {name}
        for name, module in modules.items()
    }
    TopologicalSorter({name: found & modules.keys() for name, found in graph.items()}).prepare()


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python 3.11.4 and older, such as Debian's, read on where such a group has failed halfway."""
    found = [path.name for path in PACKAGE.rglob("*.py") if re.search(r"\)[*+?]\+", path.read_text("utf-8"))]
    assert found == []
