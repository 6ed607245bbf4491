"""Figures in the pages: made from the program or from a benchmark's table, not typed."""

from __future__ import annotations

import re

import pytest

from templates.figures import FIGURES, MARKED, ROOT, WORDS, measured, pages, with_figures
from tests.each import each
from xl_dipscore.rules.system import systems
from xl_dipscore.tables.functions import FUNCTIONS

COUNTED = "systems|functions|commands|languages|options|tie-breaks|awards|formats|circuits|megabytes|MB|KB"
FIGURE = re.compile(
    rf"\b(\d[\d,.]*|{'|'.join(WORDS[4:])})\s+\W*(?:(?:scoring|worksheet|other|more)\s+)?({COUNTED})\b"
)
TIME = re.compile(
    rf"(?:about|in|takes) (?:\d[\d,.]*|{'|'.join(WORDS[2:])}) (?:milli)?(?:second|minute|hour)s?\b"
)
TYPED = {
    "BENCHMARKS": ("tests/benchmarks/README.md", "it is where benchmarks' results are kept"),
    "PAGES": ("xl_dipscore/rules/systems/pages/", "each is made from its system"),
}
"""Pages that may have typed figures, and why."""


def words_of(text: str) -> str:
    """The sentences of a page, without marked figures, generated parts, code and links."""
    text = MARKED.sub("FIGURE", text)
    text = re.sub(r"<!-- \[\[\[cog.*?\[\[\[end\]\]\] -->|^ *```.*?^ *```", "", text, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)
    return " ".join(text.split())


def typed_figures(text: str) -> list[str]:
    return [found[0] for pattern in (FIGURE, TIME) for found in pattern.finditer(words_of(text))]


PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in pages()
    if not str(path.relative_to(ROOT)).startswith(tuple(start for start, _ in TYPED.values()))
}


@each("page", PAGES)
def test_no_figure_of_a_page_is_typed_or_old(page: str) -> None:
    assert typed_figures(PAGES[page]) == []
    assert with_figures(PAGES[page]) == PAGES[page]


@each(
    "typed",
    [
        "There are **82 worksheet functions** for it.",
        "All 98 systems: 200 boards each.",
        "need no more memory than one, and\nabout two seconds.",
        "in [ten languages](x.md)",
        "takes about 80 seconds",
        "one file of about 9 MB",
    ],
)
def test_a_typed_figure_is_caught(typed: str) -> None:
    assert typed_figures(typed)


def test_an_old_figure_is_made_anew() -> None:
    made = with_figures("**<!--=systems-->98<!--/--> systems**, <!--=functions-->82<!--/-->")
    assert (
        made
        == f"**<!--=systems-->{len(systems())}<!--/--> systems**, <!--=functions-->{len(FUNCTIONS)}<!--/-->"
    )
    assert typed_figures(made) == []
    with pytest.raises(KeyError):
        with_figures("<!--=nothing-->1<!--/-->")


def test_every_figure_is_on_a_page_and_ratios_are_measured() -> None:
    marked = {found[1] for text in PAGES.values() for found in MARKED.finditer(text)}
    assert marked == FIGURES.keys() - {"commands"}
    assert float(FIGURES["times-openpyxl"]()) == round(
        1 / measured("openpyxl, load and save, nothing computed"), 1
    )
