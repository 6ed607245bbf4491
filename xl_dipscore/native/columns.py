"""Columns of formulas on a sheet: their texts and their places.

Texts contain tokens: `[won]` is the cell of the column `won` in the same row, `[won:]` the whole column with
its heading, and `[row]` the row's number, counted from the heading as 1. The tokens of typed columns are the
words of a games list, such as `centres`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from xl_dipscore.event.typed import WIDTHLESS

MARK = "ƒ"
"""The first character in the headings of computed columns."""
_ROW = "\0"
"""Takes the place of the row's number in a text that serves every row."""


@dataclass(frozen=True)
class Column:
    """A column of formulas: its token, its heading, and the text of its cells, in tokens."""

    name: str
    heading: str
    text: str

    @property
    def marked_heading(self) -> str:
        """The heading on the sheet. MARK and two spaces make it unlike any typed word or name."""
        return f"{MARK}  {self.heading}"


@dataclass(frozen=True)
class PlacedColumns:
    """The places of columns: the letters of each token, the sheet, the row of the headings and the last row.

    A token may have several columns side by side, such as "N:AB" for the years of a chart, or
    "'Round 1'!N:AB" on another sheet. The first row has headings and the last rows are free, so moving,
    inserting or copying rows does not change the references.
    """

    letters: Mapping[str, str]
    last: int
    sheet: str = ""
    """The sheet's name as formulas write it; blank on the sheet itself."""
    first: int = 1

    def column(self, name: str) -> str:
        """A whole column, such as `Games!$AL$1:$AL$2000`."""
        sheet, (first, last) = self._parts(name)
        return f"{sheet}${first}${self.first}:${last}${self.last}"

    def cell(self, name: str, row: int | str) -> str:
        """A cell, such as `$AL9`; for several columns `$N9:$AB9`."""
        sheet, (first, last) = self._parts(name)
        return f"{sheet}${first}{row}" if first == last else f"{sheet}${first}{row}:${last}{row}"

    def formula(self, text: str, row: int) -> str:
        """The text for a cell in this row, with references in place of tokens."""
        if text not in self._texts:
            self._texts[text] = self._with_references(text)
        return self._texts[text].replace(_ROW, str(row))

    @cached_property
    def _texts(self) -> dict[str, str]:
        """A cache: each text with references for its tokens, and with _ROW for the row number."""
        return {}

    def _with_references(self, text: str) -> str:
        def reference(token: re.Match[str]) -> str:
            if token[1] == "row":
                first = self._parts(next(iter(self.letters)))[1][0]
                return f"(ROW()-ROW(${first}${self.first})+1)"
            return self.column(token[1]) if token[2] else self.cell(token[1], _ROW)

        return re.sub(r"\[([\w ]+)(:?)\]", reference, text)

    def _parts(self, name: str) -> tuple[str, tuple[str, str]]:
        """The sheet with its ! as it begins a reference, and the letters of the first and the last column."""
        sheet, mark, letters = self.letters[name].rpartition("!")
        first, _, last = letters.partition(":")
        return sheet + mark or (self.sheet and f"{self.sheet}!"), (first, last or first)


def chart_letters(years: Mapping[int, str]) -> dict[str, str]:
    """The letters of a chart's years, side by side, by token.

    A year is its own column, `chart` all of them, `chart_before` all except the last, `chart_after` all
    except the first.
    """
    if not years:
        return {}
    one = [*years.values()]
    spans = {"chart": one, "chart_before": one[:-1] or one, "chart_after": one[1:] or one}
    found = {str(year): letter for year, letter in years.items()}
    return found | {name: f"{span[0]}:{span[-1]}" for name, span in spans.items()}


TYPED = "typed "
"""The prefix in the token of a typed column; the token without it is a column that looks its cells up."""


def lookup_columns(words: Iterable[str]) -> tuple[Column, ...]:
    """Columns that look up typed cells by their row, so that cutting and pasting a cell moves no formula.

    Texts lose spaces at their ends. TRUE and FALSE become texts, because some programs take them for numbers.
    """
    columns = [Column("at", "row", "[row]")]
    for word in words:
        cell = input_in_row(word)
        read = f"IF(ISNUMBER({cell}),{cell},{clean(cell)})"
        text = f'IF(ISLOGICAL({cell}),IF({cell},"TRUE","FALSE"),{read})'
        columns.append(Column(word, word.replace("_", " "), text))
    return tuple(columns)


def input_in_row(word: str) -> str:
    return f"INDEX([{TYPED}{word}:],[at])"


def clean(cell: str) -> str:
    """A formula for the text without spaces at its ends, even non-breaking spaces copied from web pages."""
    return f'TRIM(SUBSTITUTE({cell},"\N{NO-BREAK SPACE}"," "))'


def clean_name(cell: str) -> str:
    """A formula for the name without spaces at its ends and without most invisible characters."""
    for hidden in WIDTHLESS:
        cell = f'SUBSTITUTE({cell},"{hidden}","")'
    return clean(cell)


def escape_wildcards(text: str) -> str:
    """A formula that replaces ~ * ? in a text by look-alikes, which lookups do not read as wildcards."""
    for sign, other in {"~": "˜", "*": "∗", "?": "？"}.items():
        text = f'SUBSTITUTE({text},"{sign}","{other}")'
    return text
