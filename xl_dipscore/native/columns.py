"""Columns of a sheet that compute: what stands in the cells of each, and where it stands.

A text for cells has tokens in it: `[won]` is the cell of the column `won` in the same row, `[won:]` the whole
column, headings too, and `[row]` the number of the row in it. What is typed has tokens like what is computed,
by the words of a games list.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from xl_dipscore.event.typed import WIDTHLESS

MARK = "ƒ"
"""How the headings of our own columns begin."""
_ROW = "\0"
"""What stands for the number of a row in a text that is for all rows."""


@dataclass(frozen=True)
class Column:
    """A column of formulas: its token, its heading, and the text of each of its cells, in tokens."""

    name: str
    heading: str
    text: str

    @property
    def marked_heading(self) -> str:
        """Its heading beside what is typed: no reader takes it for a word of a games list, and with two
        spaces no name of a player or a board is the same.
        """
        return f"{MARK}  {self.heading}"


@dataclass(frozen=True)
class PlacedColumns:
    """Where columns stand: the letter of each by its token, on which sheet, down to which row.

    Several columns side by side are one token too: "N:AB", the years of a chart; on another sheet they are
    "'Round 1'!N:AB". The first row has headings,
    and the last ones are free: so no row that is moved, inserted or copied changes what a formula refers to.
    """

    letters: Mapping[str, str]
    last: int
    sheet: str = ""
    """The sheet's name as formulas have it; blank where they stand on it themselves."""
    first: int = 1

    def column(self, name: str) -> str:
        """`Games!$AL$1:$AL$2000`."""
        sheet, (first, last) = self._parts(name)
        return f"{sheet}${first}${self.first}:${last}${self.last}"

    def cell(self, name: str, row: int | str) -> str:
        """`$AL9`, or `$N9:$AB9` where the token has several columns."""
        sheet, (first, last) = self._parts(name)
        return f"{sheet}${first}{row}" if first == last else f"{sheet}${first}{row}:${last}{row}"

    def formula(self, text: str, row: int) -> str:
        """The text with references in place of its tokens, as a cell of this row has it."""
        if text not in self._texts:
            self._texts[text] = self._with_references(text)
        return self._texts[text].replace(_ROW, str(row))

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Those with references already, for any row."""
        return {}

    def _with_references(self, text: str) -> str:
        def reference(token: re.Match[str]) -> str:
            if token[1] == "row":
                first = self._parts(next(iter(self.letters)))[1][0]
                return f"(ROW()-ROW(${first}${self.first})+1)"
            return self.column(token[1]) if token[2] else self.cell(token[1], _ROW)

        return re.sub(r"\[([\w ]+)(:?)\]", reference, text)

    def _parts(self, name: str) -> tuple[str, tuple[str, str]]:
        """The sheet, as it stands before a reference, and the first and the last of the letters."""
        sheet, mark, letters = self.letters[name].rpartition("!")
        first, _, last = letters.partition(":")
        return sheet + mark or (self.sheet and f"{self.sheet}!"), (first, last or first)


def chart_letters(years: Mapping[int, str]) -> dict[str, str]:
    """The letters of a chart's years, side by side: of each, of all, and without the last or the first."""
    if not years:
        return {}
    one = [*years.values()]
    spans = {"chart": one, "chart_before": one[:-1] or one, "chart_after": one[1:] or one}
    found = {str(year): letter for year, letter in years.items()}
    return found | {name: f"{span[0]}:{span[-1]}" for name, span in spans.items()}


TYPED = "typed "
"""Before a word: the token of the column that it is typed in, where others look it up."""


def lookup_columns(words: Iterable[str]) -> tuple[Column, ...]:
    """What is typed, each by its row: whoever cuts a cell and pastes it elsewhere takes no formula along.

    Texts are without outer spaces, and TRUE is no number, which it is in some programs.
    """
    columns = [Column("at", "row", "[row]")]
    for word in words:
        cell = input_in_row(word)
        read = f"IF(ISNUMBER({cell}),{cell},{clean(cell)})"
        text = f'IF(ISLOGICAL({cell}),IF({cell},"TRUE","FALSE"),{read})'
        columns.append(Column(word, word.replace("_", " "), text))
    return tuple(columns)


def input_in_row(word: str) -> str:
    """What is typed in this row."""
    return f"INDEX([{TYPED}{word}:],[at])"


def clean(cell: str) -> str:
    """A text without outer spaces, those of web pages too."""
    return f'TRIM(SUBSTITUTE({cell},"\N{NO-BREAK SPACE}"," "))'


def clean_name(cell: str) -> str:
    """A name without outer spaces, and without most of the characters that nobody sees."""
    for hidden in WIDTHLESS:
        cell = f'SUBSTITUTE({cell},"{hidden}","")'
    return clean(cell)


def exact(text: str) -> str:
    """A name to be matched as it is: without the signs by which a spreadsheet looks for more than that."""
    for sign, other in {"~": "˜", "*": "∗", "?": "？"}.items():
        text = f'SUBSTITUTE({text},"{sign}","{other}")'
    return text
