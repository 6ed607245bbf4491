"""Columns of a sheet that compute: what stands in the cells of each, and where it stands.

A text for cells has tokens in it: `[won]` is the cell of the column `won` in the same row, `[won:]` the whole
column, headings too. What is typed has tokens like what is computed, by the words of a games list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A column of formulas: its token, its heading, and the text of each of its cells, in tokens."""

    name: str
    heading: str
    text: str

    @property
    def marked(self) -> str:
        """Its heading beside what is typed: no reader takes it for a word of a games list."""
        return f"ƒ {self.heading}"


@dataclass(frozen=True)
class Table:
    """Where columns stand: the letter of each by its token, on which sheet, down to which row.

    Several columns side by side are one token too: "N:AB", the years of a chart. The first row has headings,
    and the last ones are free: so no row that is moved, inserted or copied changes what a formula refers to.
    """

    letters: Mapping[str, str]
    last: int
    sheet: str = ""
    """The sheet's name as formulas have it; blank where they stand on it themselves."""
    first: int = 1

    def column(self, name: str) -> str:
        """`Games!$AL$1:$AL$2000`."""
        first, _, last = self.letters[name].partition(":")
        return f"{self._sheet}${first}${self.first}:${last or first}${self.last}"

    def cell(self, name: str, row: int) -> str:
        """`$AL9`, or `$N9:$AB9` where the token has several columns."""
        return self._sheet + ":".join(f"${letter}{row}" for letter in self.letters[name].split(":"))

    def formula(self, text: str, row: int) -> str:
        """The text with references in place of its tokens, as a cell of this row has it."""

        def reference(token: re.Match[str]) -> str:
            return self.column(token[1]) if token[2] else self.cell(token[1], row)

        return re.sub(r"\[([\w ]+)(:?)\]", reference, text)

    @property
    def _sheet(self) -> str:
        return f"{self.sheet}!" if self.sheet else ""
