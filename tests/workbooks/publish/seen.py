"""The visible text of a page: its sections, and their tables row by row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

from xl_dipscore.workbooks.publish.page import Published

TEMPLATES = Path(__file__).parents[3] / "templates"
EXAMPLES = TEMPLATES / "examples"
HEADINGS = {"td", "th"}
NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)


class Seen(HTMLParser):
    """A page, read as a browser without scripts reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.sections: dict[str, list[str]] = defaultdict(list)
        """The words in each section."""
        self.tables: dict[str, list[list[list[str]]]] = defaultdict(list)
        """The tables of each section that are not behind a click."""
        self.behind: dict[str, list[str]] = defaultdict(list)
        """The words that are behind a click."""
        self.links: list[tuple[str, str]] = []
        self.tags: list[tuple[str, Mapping[str, str | None]]] = []
        self._section, self._details, self._open, self._tie, self._table = "", 0, False, False, False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        self.links += [(tag, found[word] or "") for word in ("href", "src", "action") if word in found]
        if tag == "section":
            self._section = found.get("id") or ""
        if tag == "details":
            self._details += 1
        if tag == "small":
            self._tie = True
        behind = self._details and not self._open
        if behind:
            return
        if tag == "table":
            self.tables[self._section].append([])
            self._table = True
        if tag == "tr" and self.tables[self._section]:
            self.tables[self._section][-1].append([])
        if tag in HEADINGS and self.tables[self._section]:
            self.tables[self._section][-1][-1].append("")
        if tag == "summary":
            self._open = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._section = ""
        if tag == "details":
            self._details -= 1
        if tag == "summary":
            self._open = False
        if tag == "table" and not self._details:
            self._table = False
        if tag == "small":
            self._tie = False

    def handle_data(self, data: str) -> None:
        if self._details and not self._open and self.lasttag != "summary":
            self.behind[self._section].append(data.strip())
            return
        self.sections[self._section].append(data)
        tables = self.tables[self._section]
        if self._table and tables[-1] and tables[-1][-1] and not self._tie:
            tables[-1][-1][-1] += data.strip("\n")

    def said(self, section: str) -> str:
        """All words of a section, those behind a click too."""
        words = " ".join([*self.sections[section], *self.behind[section]])
        return re.sub(r"\s+", " ", words).strip()


Make = Callable[..., Seen]
"""What makes the page of an example."""


def seen(done: Published) -> Seen:
    return Seen(done.page.read_text(encoding="utf-8"))
