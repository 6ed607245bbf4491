"""Read CSV as spreadsheets save it, and write CSV in which no spreadsheet takes a text for a formula."""

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice, pairwise
from typing import NamedTuple

from xl_dipscore.errors import Doubt, Fault
from xl_dipscore.rules.event.games import place_in_words
from xl_dipscore.rules.points import as_double
from xl_dipscore.tables.cells.languages import heading, seat_named
from xl_dipscore.tables.cells.values import Cell

_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])")
"""The beginning of a text that spreadsheets, also in East Asia, take for a formula, after any apostrophes."""
_NEUTRAL = re.compile(f"'{_FORMULA.pattern}")
"""The beginning of the same text as we write it: with one more apostrophe in front."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_QUOTED = re.compile(r'[",;\t\r\n]')
"""A cell with one of these characters needs quotation marks: separators of any country, and line ends."""
_SEPARATOR = re.compile(r'sep=([^\w"\s]|\t)(?:\r\n?|\n)', re.IGNORECASE)
"""A line that tells Excel the separator; Excel does not show the line."""
_HEADER = re.compile(r'[\r\n]*(?:[^"\r\n]+|"[^"]*")*')
_ALPHABETS = {
    "cp1252": "àâæçéèêëîïôœùûüÿ äöüß áéíñóúü áâãàçéêíóôõúü àèéìíîòóùú åäöéü æøåéöü áéèëïóöúü áðéíóúýþæö",
    "cp1250": "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű čćđšž ăâîşţ",
    "cp1251": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "cp1254": "çğıiöşüâî",
}
_ALPHABETS["mac_roman"] = _ALPHABETS["cp1252"]
"""For each encoding, the letters beyond ASCII of each language that uses the encoding."""
_USUAL = frozenset("éèëüöäáíóúñçßøåæłśżźąęćńščžřýěőışğ" + _ALPHABETS["cp1251"])
_CALLED = {
    "cp1252": "Western European",
    "cp1250": "Central European",
    "cp1251": "Cyrillic",
    "cp1254": "Turkish",
    "mac_roman": "Mac Roman",
}
_WORDS = re.compile(rb"[^\s,;\"()/&-]*[\x80-\xff][^\s,;\"()/&-]*")
_MOST_WORDS = 2_000
_OTHER_FILES = {
    b"PK\x03\x04": ("a workbook or another packed file", "dipscore extract makes a games file of a workbook"),
    b"\xd0\xcf\x11\xe0": ("an old workbook", "save it as CSV in a spreadsheet program"),
    b"\x1f\x8b": ("a packed file", "unpack it first"),
}
"""Kinds of files that are not CSV, by their first bytes, with a name and a remedy."""


class NotCsv(Fault):
    """{file} is {what}, not a CSV file; {help}."""


class AssumedEncoding(Doubt, remedy="If names look wrong, save the file again as CSV UTF-8."):
    """{file} does not say how its letters are encoded; they are read as {encoding}."""


class UnmatchedQuotes(Fault, remedy="Double each quotation mark of the text, or remove them all."):
    """The quotation marks of this cell do not match."""


class CellTooLong(Fault, remedy="Is a quotation mark missing?"):
    """This cell has more than {most} characters."""


class NoText(Fault, remedy="Save the file again as CSV."):
    """This cell has the character NUL, which no text can have."""


def csv_text(table: Iterable[Sequence[Cell]]) -> str:
    """A table as CSV. Text that begins like a formula gets an apostrophe, which reading removes."""
    return "".join(csv_lines(table))


def csv_lines(table: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """As `csv_text`, line by line: the text of a large table needs much memory."""
    for row in table:
        yield ",".join(map(_escape_cell, row)) + "\n" if row != [""] else '""\n'


def as_text(cell: Cell) -> str:
    """A cell as text for a file: a number with all its digits, never with an exponent."""
    if isinstance(cell, Fraction):
        cell = as_double(cell)
    if isinstance(cell, float) and math.isfinite(cell):
        return f"{int(cell)}" if cell.is_integer() else f"{Decimal(repr(cell)):f}"
    if cell is None:
        return ""
    return str(cell).upper() if isinstance(cell, bool) else str(cell)


def _escape_cell(cell: Cell) -> str:
    text = as_text(cell)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        text = f"'{text}"
    return '"{}"'.format(text.replace('"', '""')) if _QUOTED.search(text) else text


_BELOW_TITLE = 2_000
"""The characters in which a separator is sought if the first line has none."""


def csv_rows(data: bytes, file: str) -> list[list[Cell]]:
    """Read CSV with commas, semicolons or tabs, also with a byte-order mark. Raises Fault for other files."""
    text = decode_csv(data, file)
    separator = ""
    if (told := _SEPARATOR.match(text)) is not None:
        separator, text = told[1], text[told.end() :]
    header = _HEADER.match(text)
    bare = re.sub(r'"[^"]*"', "", header[0]) if header is not None else ""
    if not any(sign in bare for sign in ",;\t"):
        bare = re.sub(r'"[^"]*"', "", text[:_BELOW_TITLE])  # the first line may be a title of one word
    separator = separator or max(",;\t", key=bare.count)
    rows = _records(text, separator, file)
    for row in rows if _NEUTRAL.search(text) else ():
        row[:] = [cell[1:] if isinstance(cell, str) and _NEUTRAL.match(cell) else cell for cell in row]
    return rows


def decode_csv(data: bytes, file: str) -> str:
    """Decode a CSV file: UTF-8, UTF-16, or an old encoding of Windows or Mac. Raises NotCsv."""
    for first, (what, help_) in _OTHER_FILES.items():
        if data.startswith(first):
            raise NotCsv(file=file, what=what, help=help_)
    encoding = _encodings(data)[0]
    try:
        return data.decode(encoding, "strict" if encoding.startswith("utf") else "replace")
    except UnicodeDecodeError:
        raise NotCsv(file=file, what="damaged", help="save it again as CSV") from None


def encoding_assumed(data: bytes, file: str) -> Iterator[Fault]:
    """Yield a doubt if the file's encoding is only assumed."""
    first, *others = _encodings(data)
    if others:
        yield AssumedEncoding(file=file, encoding=_CALLED[first])


def _encodings(data: bytes) -> list[str]:
    """The likely encodings of a file, the likeliest first; only one if it is certain."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ["utf-16"]
    if b"\0" in data[:2]:
        return ["utf-16-be" if data[0] == 0 else "utf-16-le"]
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _old_encodings(data)
    return ["utf-8-sig"]


def _old_encodings(data: bytes) -> list[str]:
    """The old encodings that fit the most words with letters beyond ASCII, the likeliest first.

    An encoding that decodes to the same text as the first is left out. If only the first remains, and does
    not fit every word, it is listed twice, because it is not certain.
    """
    words = [*dict.fromkeys(islice((found[0] for found in _WORDS.finditer(data)), _MOST_WORDS))]
    fits: dict[str, tuple[int, int]] = {}
    for page in _ALPHABETS:
        read = [word.decode(page, errors="replace") for word in words]
        known = sum(heading(word) is not None or seat_named(word) is not None for word in read)
        fits[page] = sum(_is_word(word, page) for word in read), known
    best = max(fits.values())
    level = [page for page, its in fits.items() if its == best]
    if "mac_roman" in level and b"\r" in data and b"\n" not in data:  # Excel's line ends on a Mac
        return ["mac_roman"]
    usual = {page: sum(_is_usual(word.decode(page, "replace")) for word in words) for page in level}
    first, *others = sorted(level, key=lambda page: -usual[page])
    text = b" ".join(words)
    unlike = [page for page in others if text.decode(page, "replace") != text.decode(first, "replace")]
    return [first, *(unlike or ([first] if best[0] < len(words) else []))]


def _is_usual(word: str) -> bool:
    """Does a word have only letters that are frequent in European names?"""
    return all(letter.isascii() or letter in _USUAL for letter in word.lower())


def _is_word(word: str, page: str) -> bool:
    """Can a language that uses this encoding have the word, judged by its letters and capitals?"""
    word = _APOSTROPHE.sub("", word)
    special = {letter for letter in word.lower() if not letter.isascii()}
    mixed = page == "cp1251" and special and any(letter.isascii() and letter.isalpha() for letter in word)
    pairs = () if word.isupper() else pairwise(word)  # an ASCII capital may follow a letter, as in McNeil
    odd = any(one.isalpha() and two.isupper() and not (one + two).isascii() for one, two in pairs)
    return not mixed and not odd and any(special <= {*letters} for letters in _ALPHABETS[page].split())


_APOSTROPHE = re.compile("[‘’](?=[A-ZÀ-Þ]|s?$)|^[–—…“”]+$|^“|”$")


def _records(text: str, separator: str, file: str) -> list[list[Cell]]:
    # Old Macs end a line with a carriage return.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[Cell]] = []
    lines, nul = 0, "\0" in text
    equal = dict[str, str]().setdefault  # a column repeats its texts, and each is kept once

    def at(column: int) -> str:
        header = next(filter(None, rows), [])
        return place_in_words(
            file, [len(rows) + 1], str(header[column]).strip() if column < len(header) else ""
        )

    try:
        for row in reader:
            if reader.line_num > lines + 1:
                for column in _columns_over_rows(row, len(rows[0]) if rows else 0, separator):
                    raise UnmatchedQuotes(place=at(column))
            for column in (i for i, cell in enumerate(row) if "\0" in cell) if nul else ():
                raise NoText(place=at(column))
            lines = reader.line_num
            rows.append([equal(cell, cell) for cell in row])
    except csv.Error:
        rest = "".join(islice(io.StringIO(text, newline=""), lines, None))
        column, closed = _find_broken_cell(rest, separator)
        if not closed:
            raise UnmatchedQuotes(place=at(column)) from None
        raise CellTooLong(place=at(column), most=f"{csv.field_size_limit():,}") from None
    return rows


def _columns_over_rows(row: Sequence[str], width: int, separator: str) -> Iterator[int]:
    """Columns whose cell runs on to the same column of a later row, as if a quotation mark were missing."""
    for column, cell in enumerate(row):
        counts = [line.count(separator) for line in re.split(r"\r\n?|\n", cell)]
        if len(counts) > 1 and (counts[0], counts[-1]) == (width - 1 - column, column):
            yield column


class _BrokenCell(NamedTuple):
    """The column of a cell that is too long or unreadable; do its quotation marks match?"""

    column: int
    closed: bool


def _find_broken_cell(row: str, separator: str) -> _BrokenCell:
    """The column of the first cell that is too long or unreadable, and whether its quotation marks match."""
    end = rf"(?=[{re.escape(separator)}\r\n]|\Z)"
    cell = re.compile(rf'"[^"]*(?:""[^"]*)*"{end}|(?!")[^{re.escape(separator)}\r\n]*')
    column = start = 0
    while (found := cell.match(row, start)) is not None and len(found[0]) <= csv.field_size_limit():
        column, start = column + 1, found.end() + 1
    return _BrokenCell(column, found is not None)
