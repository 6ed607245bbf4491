"""Make the figures in the pages, such as the number of systems: `python -m templates.figures [--check]`.

A page marks a figure with comments: `<!--=systems-->99<!--/-->`. A ratio comes from the benchmarks' page,
which has the tables that they print.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from xl_dipscore.cli.app import MOST_OPTIONS
from xl_dipscore.cli.start import lines_of_commands
from xl_dipscore.rules.system import systems
from xl_dipscore.sheets.files import LARGEST_LIST
from xl_dipscore.tables.cells.languages import LANGUAGES
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.publish.page import LARGEST_PLAIN

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "tests" / "benchmarks" / "README.md"
MARKED = re.compile(r"<!--=([a-z-]+)-->(.*?)<!--/-->", re.DOTALL)
WORDS = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def measured(row: str) -> float:
    """The first number of a row of the benchmarks' tables."""
    (found,) = re.findall(rf"^\| {re.escape(row)} \| ([\d.]+)", BENCHMARKS.read_text("utf-8"), re.M)
    return float(found)


def ratio_to_rebuild(row: str) -> Callable[[], str]:
    """How many times as long a rebuild takes as the program in this row."""
    return lambda: f"{measured('`dipscore rebuild --jobs 1`') / measured(row):.1f}"


FIGURES: Mapping[str, Callable[[], str]] = {
    "systems": lambda: str(len(systems())),
    "functions": lambda: str(len(FUNCTIONS)),
    "commands": lambda: str(len(lines_of_commands())),
    "languages": lambda: WORDS[1 + len(LANGUAGES)],
    "options-in-sight": lambda: WORDS[MOST_OPTIONS],
    "kilobytes-of-a-page": lambda: str(LARGEST_PLAIN // 1000),
    "megabytes-of-a-list": lambda: str(LARGEST_LIST),
    "times-csv": lambda: f"{measured('`scores` of 100,000 boards'):.0f}",
    "times-openpyxl": ratio_to_rebuild("openpyxl, load and save, nothing computed"),
}
"""The figures by name. English is one of the languages."""


def pages() -> Iterator[Path]:
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("xl_dipscore", "templates", "tests"):
        yield from sorted((ROOT / folder).rglob("*.md"))


def with_figures(text: str) -> str:
    """The text of a page with each marked figure as it is now. Raises KeyError for an unknown figure."""
    return MARKED.sub(lambda found: f"<!--={found[1]}-->{FIGURES[found[1]]()}<!--/-->", text)


def main(words: list[str]) -> int:
    wrong = 0
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if (made := with_figures(text)) != text:
            wrong += 1
            print(path.relative_to(ROOT))
            if "--check" not in words:
                path.write_text(made, encoding="utf-8")
    return min(wrong, 1) if "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
