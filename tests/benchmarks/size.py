"""Measure how much a reader has to take in at once: tokens, statements, comprehensions and wide lines.

    python -m tests.benchmarks.size [--densest N] [PACKAGE ...]

Measures our package, and each installed package that is named. Docstrings and comments are not code. The head
of a compound statement counts without its body. `--densest N` lists the N files of ours with the most tokens
in a statement of a function, and where the longest of these is.
"""

import ast
import importlib.util
import io
import tokenize
from argparse import ArgumentParser
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

OURS = "xl_dipscore"
LONG = 45
"""A statement with more tokens needs a second reading."""
WIDTHS = (88, 100)
COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
_LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


@dataclass(frozen=True)
class Statement:
    """One statement without the bodies inside it."""

    line: int
    tokens: int
    in_function: bool


@dataclass(frozen=True)
class Size:
    """The code of one file: its lines, and what lies on them."""

    path: Path
    lines: Sequence[str]
    tokens: int
    statements: Sequence[Statement]
    comprehensions: int

    @property
    def of_functions(self) -> list[Statement]:
        return [one for one in self.statements if one.in_function]

    @property
    def density(self) -> float:
        """The mean tokens of a statement in functions; a file with few statements has none."""
        inside = self.of_functions
        return mean(one.tokens for one in inside) if len(inside) >= 20 else 0


def is_docstring(node: ast.AST) -> bool:
    """Does a text stand as a statement, and so say something to a reader alone?"""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return False
    return isinstance(node.value.value, str)


def documented_lines(tree: ast.AST) -> set[int]:
    docstrings = [node for node in ast.walk(tree) if is_docstring(node)]
    return {line for node in docstrings for line in range(node.lineno, node.end_lineno + 1)}


def code_tokens(text: str, documented: set[int]) -> list[tokenize.TokenInfo]:
    """The tokens of a source, without layout, comments and docstrings."""
    every = tokenize.generate_tokens(io.StringIO(text).readline)
    return [one for one in every if one.type not in _LAYOUT and one.start[0] not in documented]


def end_of_head(node: ast.AST) -> tuple[int, int]:
    """The line and column where a statement ends, or its body begins."""
    body = [*getattr(node, "body", []), *getattr(node, "cases", [])]
    if not body:
        return node.end_lineno, node.end_col_offset
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return first.lineno, first.col_offset


def walk_statements(tree: ast.AST, in_function: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Every statement except docstrings, and whether it lies in a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.stmt) and not is_docstring(node):
            yield node, in_function
        yield from walk_statements(node, in_function or isinstance(node, FUNCTION))


def size_of_file(path: Path) -> Size:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    tokens = code_tokens(text, documented_lines(tree))
    starts = [one.start for one in tokens]
    statements = []
    for node, in_function in walk_statements(tree):
        first, end = (node.lineno, node.col_offset), end_of_head(node)
        count = bisect_left(starts, end) - bisect_left(starts, first)
        statements.append(Statement(node.lineno, count, in_function))
    covered = {line for one in tokens for line in range(one.start[0], one.end[0] + 1)}
    lines = text.splitlines()
    comprehensions = sum(isinstance(node, COMPREHENSION) for node in ast.walk(tree))
    return Size(path, [lines[line - 1] for line in covered], len(tokens), statements, comprehensions)


def sizes_of_package(name: str) -> list[Size]:
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"{name} is not an installed package.")
    folder = Path(found.submodule_search_locations[0])
    return [size_of_file(path) for path in sorted(folder.rglob("*.py"))]


def figures(sizes: Sequence[Size]) -> list[str]:
    """The figures of a package, in the order of the heading."""
    lines = [line for size in sizes for line in size.lines]
    tokens = sum(size.tokens for size in sizes)
    statements = [one.tokens for size in sizes for one in size.statements]
    comprehensions = sum(size.comprehensions for size in sizes)
    long = sum(count > LONG for count in statements) / len(statements)
    wide = [sum(len(line) > width for line in lines) / len(lines) for width in WIDTHS]
    return [
        f"{tokens:,}",
        f"{tokens / len(lines):.1f}",
        f"{median(statements):.0f}",
        f"{long:.1%}",
        f"{100 * comprehensions / len(lines):.1f}",
        *(f"{share:.1%}" for share in wide),
    ]


HEADING = (
    *("tokens", "tokens a line", "median statement", f"over {LONG} tokens", "comprehensions in 100 lines"),
    *(f"lines over {width}" for width in WIDTHS),
)


def print_densest(sizes: Sequence[Size], number: int) -> None:
    print("\ntokens of a statement in functions: mean, longest and its place")
    for size in sorted(sizes, key=lambda size: size.density, reverse=True)[:number]:
        longest = max(size.of_functions, key=lambda one: one.tokens)
        print(f"{size.density:8.1f}{longest.tokens:6}  {size.path}:{longest.line}")


def main(packages: Sequence[str], densest: int) -> None:
    measured = {name: sizes_of_package(name) for name in (OURS, *packages)}
    print(" " * 16 + "  ".join(HEADING))
    for name, sizes in measured.items():
        cells = [f"{figure:>{len(word)}}" for figure, word in zip(figures(sizes), HEADING, strict=True)]
        print(f"{name:16}" + "  ".join(cells), flush=True)
    if densest:
        print_densest(measured[OURS], densest)


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.benchmarks.size")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--densest", type=int, default=0, metavar="N")
    given = parser.parse_args()
    main(given.packages, given.densest)
