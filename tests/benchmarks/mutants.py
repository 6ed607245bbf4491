"""Put small faults into the code by chance, and see whether the nearest tests notice them.

    python -m tests.benchmarks.mutants [--seed N] [--number N] [--jobs N] [FILE or FOLDER ...]

Changes files of the package, each fault in a copy of the project: your files are only read. Without a name it
takes the files that git sees changed since the last commit. The nearest tests of a module are the fast tests
in the file of its name and in the folder of its room. They are run without a fault first, and have to pass.
A fault that changes nothing is not drawn; the reasons are in `equivalent.py`. Prints each fault and whether
a test noticed it.
"""

import ast
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Queue
from time import monotonic

from tests.benchmarks.equivalent import EQUIVALENT

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "xl_dipscore"
PATIENCE = 5
"""How many times the processor time of a run without a fault another may take before it is ended."""

_TURNED: dict[type[ast.AST], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One change of a file: the bytes from `start` to `end` become `text`."""

    path: Path
    operator: str
    start: int
    end: int
    text: bytes

    @property
    def source(self) -> bytes:
        return (PROJECT / self.path).read_bytes()

    def changed(self) -> bytes:
        return self.source[: self.start] + self.text + self.source[self.end :]

    @property
    def name(self) -> str:
        """The same as long as the changed lines stay, wherever they stand in the file."""
        source = self.source
        first, last = source.rfind(b"\n", 0, self.start) + 1, source.find(b"\n", self.end)
        line = b"[-".join([source[first : self.start], source[self.start : self.end]])
        shown = line + b"-+" + self.text + b"+]" + source[self.end : last]
        return f"{self.path.relative_to(PACKAGE.name)}: {' '.join(shown.decode().split())}"

    def __str__(self) -> str:
        line = self.source.count(b"\n", 0, self.start) + 1
        return f"{line:4} {self.operator:10} {self.name}"


class Source:
    """The source of a file, and the bytes of its nodes."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        first = self._starts[node.lineno - 1] + node.col_offset
        return first, self._starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.AST) -> bytes:
        return self.text[slice(*self.span(node))]

    def operator(self, left: ast.AST, right: ast.AST) -> tuple[int, int] | None:
        """The bytes of the operator between two operands; brackets beside it may belong to either."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = re.fullmatch(rb"[\s)]*?\s*(not in|is not|[^\s()]+)\s*[\s(]*", self.text[start:end])
        return (start + found.start(1), start + found.end(1)) if found else None


Change = tuple[str, int, int, bytes]
"""The name of the operator, the first and last byte, and the new text."""


def turned(source: Source, node: ast.AST) -> Iterator[Change]:
    """Another operator: comparison, boundary, arithmetic, `and` and `or`."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            name = "comparison" if isinstance(op, ast.Eq | ast.NotEq | ast.In | ast.NotIn) else "boundary"
        case ast.BinOp(left=left, op=op, right=right):
            name = "arithmetic"
        case ast.BoolOp(op=op, values=[left, right, *_]):
            name = "and, or"
        case _:
            return
    if (new := _TURNED.get(type(op))) and (place := source.operator(left, right)):
        yield name, *place, new.encode()


def replaced(source: Source, node: ast.AST) -> Iterator[Change]:
    """Another value: a condition, a number, a truth, a result, an argument."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", *source.span(node), source.of(operand)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield "condition", *source.span(test), b"(not (" + source.of(test) + b"))"
        case ast.Constant(value=bool(value)):
            yield "truth", *source.span(node), str(not value).encode()
        case ast.Constant(value=int(value)):
            yield "number", *source.span(node), str(value + 1).encode()
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return", *source.span(value), b"None"
        case ast.Call(func=function, args=[ast.expr() as first, ast.expr() as second, *_]):
            if (
                source.of(function) not in (b"max", b"min")
                and not isinstance(first, ast.Starred)
                and not isinstance(second, ast.Starred)
            ):
                between = source.text[source.span(first)[1] : source.span(second)[0]]
                swapped = source.of(second) + between + source.of(first)
                yield "arguments", source.span(first)[0], source.span(second)[1], swapped


def removed(source: Source, node: ast.AST) -> Iterator[Change]:
    """One statement, or one entry of a table, less."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            yield "statement", *source.span(node), b"pass"
        case ast.Continue() | ast.Break() | ast.Raise():
            yield "statement", *source.span(node), b"pass"
        case ast.Set(elts=[*entries]) | ast.List(elts=[*entries]) | ast.Tuple(elts=[*entries]):
            if len(entries) > 2 and all(isinstance(entry, ast.Constant) for entry in entries):
                yield "entry", source.span(entries[0])[0], source.span(entries[1])[0], b""


def is_idle(node: ast.AST) -> bool:
    """Imports, sentences, and assertions about ourselves: they do nothing while the code is right."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Assert)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something when the code runs."""
    for name, inside in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in inside if isinstance(inside, list) else [inside]:
            if isinstance(child, ast.AST) and not is_idle(child):
                yield child
                yield from walk(child)


def faults_of(path: Path) -> Iterator[Fault]:
    """Every possible fault of a file that changes something."""
    source = Source((PROJECT / path).read_bytes())
    for node in walk(ast.parse(source.text)):
        for kind in (turned, replaced, removed):
            for change in kind(source, node):
                fault = Fault(path, *change)
                if fault.changed() != source.text and fault.name not in EQUIVALENT:
                    yield fault


def files(names: Sequence[str]) -> list[Path]:
    """The files of the package that are named or lie in a named folder; otherwise those that are changed."""
    if names:
        paths = [Path(name).resolve() for name in names]
    else:
        changed = subprocess.check_output(["git", "diff", "--name-only", "HEAD"], cwd=PROJECT, text=True)
        paths = [PROJECT / line for line in changed.splitlines() if (PROJECT / line).exists()]
    every = {file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path])}
    return sorted(one.relative_to(PROJECT) for one in every if one.suffix == ".py" and PACKAGE in one.parents)


def room_of(path: Path) -> Path:
    """The folder with the tests of a module's room."""
    room = Path("tests", *path.parent.parts[1:])
    while not (PROJECT / room).is_dir() or room.name == "grow":
        room = room.parent
    return room


def tests_of(room: Path, folder: Path) -> list[Path]:
    return sorted((folder / room).rglob("test_*.py"))


def nearest(path: Path, folder: Path) -> list[Path]:
    """The tests of a module: those in the file of its name, then those in the folder of its room."""
    name = path.parent.name if path.stem == "__init__" else path.stem
    return sorted(tests_of(room_of(path), folder), key=lambda one: one.stem != f"test_{name}")


@dataclass(frozen=True)
class Limits:
    """Seconds that a test run may take: of the processor, and of the clock for one that only waits."""

    processor: int
    clock: float


AT_FIRST = Limits(900, 3600)
"""For a run without a fault, before anything is known of these tests."""


def run_tests(folder: Path, tests: Sequence[Path], limits: Limits) -> bool:
    """Do these tests pass within the limits?"""
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (limits.processor, limits.processor + 5))
    given = {"cwd": folder, "env": env, "preexec_fn": limit, "timeout": limits.clock}
    try:
        ended = subprocess.run(command, capture_output=True, **given)
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode in (0, 5)


def processor_time() -> float:
    """The seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limits_of_room(room: Path, folder: Path) -> Limits:
    """Run the tests of a room without a fault, and allow several times what they took."""
    processor, clock = processor_time(), monotonic()
    if not run_tests(folder, tests_of(room, folder), AT_FIRST):
        raise SystemExit(f"The fast tests in {room} fail or hang without any fault. Mend them first.")
    took = processor_time() - processor
    return Limits(5 + round(PATIENCE * took), 60 + 4 * PATIENCE * (monotonic() - clock))


def is_noticed(fault: Fault, folder: Path, limits: Mapping[Path, Limits]) -> bool:
    path = folder / fault.path
    try:
        path.write_bytes(fault.changed())
        return not run_tests(folder, nearest(fault.path, folder), limits[room_of(fault.path)])
    finally:
        path.write_bytes(fault.source)


def copy_project(folder: Path) -> Path:
    """Copy the files that git knows, and new ones, without their history."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(command, cwd=PROJECT, text=True).split("\0"):
        if name and (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, folder / name)
    return folder


def in_copies(
    folders: Sequence[Path], work: Callable[[Fault, Path], bool], faults: Sequence[Fault]
) -> Iterator[bool]:
    """Work on the faults in order, each in a copy of the project that no other uses."""
    copies: Queue[Path] = Queue()

    def in_one(fault: Fault) -> bool:
        folder = copies.get()
        try:
            return work(fault, folder)
        finally:
            copies.put(folder)

    with ThreadPoolExecutor(len(folders)) as pool:
        for folder in folders:
            copies.put(folder)
        yield from pool.map(in_one, faults)


def main(names: Sequence[str], seed: str, number: int, jobs: int) -> None:
    if not (paths := files(names)):
        raise SystemExit("No file of the package is changed or named.")
    every = [fault for path in paths for fault in faults_of(path)]
    faults = random.Random(seed).sample(every, min(number, len(every)))
    rooms = sorted({room_of(fault.path) for fault in faults})
    noticed = 0
    with tempfile.TemporaryDirectory() as place:
        folders = [copy_project(Path(place, str(job), PROJECT.name)) for job in range(jobs)]
        limits = {room: limits_of_room(room, folders[0]) for room in rooms}
        found = in_copies(folders, partial(is_noticed, limits=limits), faults)
        for fault, is_found in zip(faults, found, strict=True):
            noticed += is_found
            print("noticed " if is_found else "SURVIVES", fault, flush=True)
    print(f"seed {seed}: {noticed} of {len(faults)} noticed")


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.benchmarks.mutants")
    parser.add_argument("names", nargs="*", metavar="FILE or FOLDER")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    main(given.names, given.seed, given.number, given.jobs)
