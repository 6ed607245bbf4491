"""Find small changes of the code that no test notices.

    python -m tests.benchmarks.mutants [N [SEED [ROOM ...]]] [--slow]

N changes by chance, shared out over the rooms, each in a copy of the project: first the fast tests of the
files that import the changed module, then the whole fast run; with --slow then the slow tests of those files.
Prints how each ended, and a table by room. What survives is a hole in the tests, or nobody can see it.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
ROOMS = (
    *("rules/systems", "rules/tournament", "rules/seating", "rules", "sheets/xlsx", "sheets/calculate"),
    *("tables/cells", "tables/functions", "tables/native", "tables/exchange"),
    *("workbooks/layout/grow", "workbooks/layout", "workbooks/author", "workbooks/acts", "workbooks/plain"),
    *("workbooks/publish", "hosts", "cli"),
)
"""Folders of the package, each without the rooms inside it that have a name here."""
FAST = "not slow"
SLOW = (
    "slow and not calc and not native and not dask and not browser and not folder and not ooxml and not vba"
)
PATIENCE = 900
"""Seconds after which a test run counts as hanging."""

_TURNED: dict[type[ast.AST], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: of a file, by an operator, from one text to another."""

    room: str
    path: Path
    operator: str
    line: int
    start: int
    end: int
    text: bytes

    def __str__(self) -> str:
        old = (PROJECT / self.path).read_bytes()[self.start : self.end].decode()
        return f"{self.path}:{self.line} {self.operator}: {old!r} -> {self.text.decode()!r}"


def changes(source: bytes) -> Iterator[tuple[str, int, int, int, bytes]]:
    """Every possible change of a file: operator, line, first and last byte, and the new text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        last, column = node.end_lineno or 0, node.end_col_offset or 0
        return starts[node.lineno - 1] + node.col_offset, starts[last - 1] + column

    def between(left: ast.expr, right: ast.expr) -> tuple[int, int]:
        return span(left)[1], span(right)[0]

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                pair, name = between(left, right), "comparison"
            case ast.BinOp(left=left, op=op, right=right):
                pair, name = between(left, right), "arithmetic"
            case ast.BoolOp(op=op, values=[left, right, *_]):
                pair, name = between(left, right), "and, or"
            case ast.UnaryOp(op=ast.Not()):
                yield "negation", node.lineno, span(node)[0], span(node)[0] + len("not "), b""
                continue
            case ast.If(test=test) | ast.IfExp(test=test):
                yield "branch", node.lineno, *span(test), b"(not (" + source[slice(*span(test))] + b"))"
                continue
            case ast.Constant(value=bool(value)):
                yield "truth", node.lineno, *span(node), str(not value).encode()
                continue
            case ast.Constant(value=int(value)):
                yield "number", node.lineno, *span(node), f"{value + 1}".encode()
                continue
            case _:
                continue
        # A bracket between the two may belong to either, and stays.
        gap = source[slice(*pair)]
        found = re.fullmatch(rb"([\s)]*?)(\s*)(not in|is not|[^\s()]+)(\s*)([\s(]*)", gap)
        if found and (turned := _TURNED.get(type(op))):
            at = pair[0] + found.start(3)
            yield name, left.end_lineno or 0, at, pair[0] + found.end(3), turned.encode()


def files_of(room: str) -> list[Path]:
    package = PROJECT / "xl_dipscore"
    inner = [package / other for other in ROOMS if other.startswith(f"{room}/")]
    return [
        path.relative_to(PROJECT)
        for path in sorted((package / room).rglob("*.py"))
        if not any(one in path.parents for one in inner)
    ]


def chosen(number: int, seed: str, rooms: list[str]) -> list[Mutant]:
    """A number of changes, shared out over the rooms."""
    found = []
    for place, room in enumerate(rooms):
        every = [
            Mutant(room, path, *change)
            for path in files_of(room)
            for change in changes((PROJECT / path).read_bytes())
        ]
        share = number // len(rooms) + (place < number % len(rooms))
        found += random.Random(f"{seed} {room}").sample(every, share)
    return found


def near(path: Path, folder: Path) -> list[str]:
    """The test files that import a module; if none does, those that import its room."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    while "." in module:
        room, name = module.rsplit(".", 1)
        named = re.compile(rf"{re.escape(module)}\b|from {re.escape(room)} import .*\b{name}\b")
        tests = sorted(folder.glob("tests/**/test_*.py"))
        if found := [str(one.relative_to(folder)) for one in tests if named.search(one.read_text())]:
            return found
        module = room
    return ["tests"]


def notices(folder: Path, marker: str, *what: str) -> bool:
    """Do these tests fail? Finding no test to run is no failure."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", marker, *what]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    try:
        ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    return ended.returncode not in (0, 5)


def fate(mutant: Mutant, folder: Path, slow: bool, stamp: int) -> str:
    """The tests that notice a change: `near`, `fast` or `slow`; `survives` if none does."""
    path = folder / mutant.path
    source = path.read_bytes()
    beside = near(mutant.path, folder)
    runs: list[tuple[str, Callable[[], bool]]] = [
        ("near", lambda: notices(folder, FAST, *beside)),
        ("fast", lambda: notices(folder, FAST, "tests")),
    ]
    if slow:
        runs.append(("slow", lambda: notices(folder, SLOW, *beside)))
    try:
        path.write_bytes(source[: mutant.start] + mutant.text + source[mutant.end :])
        os.utime(path, (stamp, stamp))  # otherwise Python would use its bytecode of the unchanged file
        return next((name for name, noticed in runs if noticed()), "survives")
    finally:
        path.write_bytes(source)
        os.utime(path, (stamp - 1, stamp - 1))


def main(number: int, seed: str, rooms: list[str], slow: bool) -> None:
    mutants = chosen(number, seed, rooms)
    fates: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        folders: Queue[Path] = Queue()
        tracked = subprocess.check_output(["git", "ls-files", "-z"], cwd=PROJECT).decode().split("\0")
        for copy in range(os.cpu_count() or 1):
            folder = Path(work, str(copy), PROJECT.name)
            for name in filter(None, tracked):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(PROJECT / name, folder / name)
            folders.put(folder)

        def tried(place: int) -> tuple[Mutant, str]:
            folder = folders.get()
            try:
                return mutants[place], fate(mutants[place], folder, slow, 1_000_000_000 + 10 * place)
            finally:
                folders.put(folder)

        for mutant, ended in pool.map(tried, range(len(mutants))):
            print(f"{ended:8}  {mutant}", flush=True)
            fates[mutant.room, ended] += 1
    ends = ("near", "fast", "slow", "survives")
    print(f"\n{'':24}" + "".join(f"{one:>9}" for one in ends))
    for room in rooms:
        print(f"{room.split()[0]:24}" + "".join(f"{fates[room, one]:9}" for one in ends))
    print(f"{'':24}" + "".join(f"{sum(fates[room, one] for room in rooms):9}" for one in ends))


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--slow"]
    count, start, *only = [*words, *("100", "1")[len(words) :]]
    main(int(count), start, only or [*ROOMS], "--slow" in sys.argv)
