"""Columns of formulas on a sheet: the texts of the formulas, and the places of the columns.

Texts contain tokens: `[won]` is the cell of the column `won` in the same row. `[won:]` is the whole column
with its heading. `[row]` is the number of the row; the row of the headings is number 1. The token of a typed
column is the word for this column in a games list, such as `centres`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from xl_dipscore.rules.event.typed import WIDTHLESS
from xl_dipscore.tables.native.notation import Formula, Stored, Token, token_of

MARK = "ƒ"
"""The first character in the headings of computed columns."""
_ROW = "\0"
"""A placeholder for the row number, in a text that is kept for all rows."""


@dataclass(frozen=True)
class Column:
    """A column of formulas: the name in its tokens, its heading, and the formula of its cells."""

    name: str
    heading: str
    text: Formula

    @property
    def token(self) -> Token:
        return token_of(self.name)

    @property
    def marked_heading(self) -> str:
        """The heading on the sheet. No typed word or name begins with MARK and two spaces."""
        return f"{MARK}  {self.heading}"


class EventColumn(Column):
    """A column of Totals with one value for the whole event, which stands in the row of the first player."""


class _Place(NamedTuple):
    """The beginning of a reference, such as `Games!`, and the letters of its first and last column."""

    sheet: str
    letters: tuple[str, str]


@dataclass(frozen=True)
class PlacedColumns:
    """The places of columns: the letters of each token, the sheet, the row of the headings and the last row.

    A token may have the letters of several columns side by side, such as "N:AB" for the years of a chart, or
    "'Round 1'!N:AB" on another sheet. A range begins with the headings and ends with free rows. Therefore
    moving, inserting or copying rows between them does not change the references.
    """

    letters: Mapping[str, str]
    last: int
    sheet: str = ""
    """The sheet's name as formulas write it; blank for formulas on the same sheet."""
    first: int = 1
    single: frozenset[str] = frozenset()
    """The tokens of columns with a single cell, below the heading, to which formulas of all rows refer."""

    def column(self, name: str) -> Stored:
        """The range of a whole column, such as `Games!$AL$1:$AL$2000`."""
        sheet, (first, last) = self._parts(name)
        return Stored(f"{sheet}${first}${self.first}:${last}${self.last}")

    def cell(self, name: str, row: int | str) -> Stored:
        """The cell of a column, such as `$AL9`; the range `$N9:$AB9` if the token has several columns."""
        sheet, (first, last) = self._parts(name)
        if name in self.single:
            return Stored(f"{sheet}${first}${self.first + 1}")
        return Stored(f"{sheet}${first}{row}" if first == last else f"{sheet}${first}{row}:${last}{row}")

    def formula(self, text: Formula, row: int) -> Stored:
        """The formula for a cell in this row: the text with references in place of tokens."""
        if text not in self._texts:
            self._texts[text] = self._with_references(text)
        return Stored(self._texts[text].replace(_ROW, str(row)))

    @cached_property
    def _texts(self) -> dict[Formula, str]:
        """A cache: by text, the same text with references in place of tokens, and _ROW as the row number."""
        return {}

    def _with_references(self, text: Formula) -> str:
        def reference(token: re.Match[str]) -> str:
            if token[1] == "row":
                first = self._parts(next(iter(self.letters))).letters[0]
                return f"(ROW()-ROW(${first}${self.first})+1)"
            return self.column(token[1]) if token[2] else self.cell(token[1], _ROW)

        return re.sub(r"\[([\w ]+)(:?)\]", reference, text)

    def _parts(self, name: str) -> _Place:
        """The beginning of a reference, such as `Games!`; then the letters of the first and last column."""
        sheet, mark, letters = self.letters[name].rpartition("!")
        first, _, last = letters.partition(":")
        return _Place(sheet + mark or (self.sheet and f"{self.sheet}!"), (first, last or first))


def chart_letters(years: Mapping[int, str]) -> dict[str, str]:
    """By token, the letters of a centre chart's columns: one column for each year, side by side.

    The token of a single column is its year. `chart` has all columns, `chart_before` all columns except the
    last, `chart_after` all columns except the first. If there is only one column, all three have it.
    """
    if not years:
        return {}
    one = [*years.values()]
    spans = {"chart": one, "chart_before": one[:-1] or one, "chart_after": one[1:] or one}
    found = {str(year): letter for year, letter in years.items()}
    return found | {name: f"{span[0]}:{span[-1]}" for name, span in spans.items()}


TYPED = "typed "
"""The prefix in the token of a typed column. A lookup column has the same token without the prefix."""


def lookup_columns(words: Iterable[str]) -> tuple[Column, ...]:
    """Columns that look up typed cells by row number: a direct reference would follow a cell that is moved.

    Texts lose the spaces at their ends. TRUE and FALSE, which some programs take for numbers, become texts.
    """
    columns = [Column("at", "row", Formula("[row]"))]
    for word in words:
        cell = input_in_row(word)
        read = f"IF(ISNUMBER({cell}),{cell},{clean(cell)})"
        text = f'IF(ISLOGICAL({cell}),IF({cell},"TRUE","FALSE"),{read})'
        columns.append(Column(word, word.replace("_", " "), Formula(text)))
    return tuple(columns)


def input_in_row(word: str) -> str:
    return f"INDEX([{TYPED}{word}:],[at])"


def clean(cell: str) -> str:
    """A formula for a cell's text, trimmed. Non-breaking spaces (from web pages) become ordinary spaces."""
    return f'TRIM(SUBSTITUTE({cell},"\N{NO-BREAK SPACE}"," "))'


def clean_name(cell: str) -> str:
    """A formula for the name in a cell, without spaces at its ends and without characters in WIDTHLESS."""
    for hidden in WIDTHLESS:
        cell = f'SUBSTITUTE({cell},"{hidden}","")'
    return clean(cell)


def escape_wildcards(text: str) -> str:
    """A formula that replaces ~ * ? in a text by look-alikes, which lookups do not read as wildcards."""
    for sign, other in {"~": "˜", "*": "∗", "?": "？"}.items():
        text = f'SUBSTITUTE({text},"{sign}","{other}")'
    return text
