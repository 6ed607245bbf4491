"""Read other people's files as games and people for a workbook."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.games import Game
from xl_dipscore.sheets.xlsx.book import Page
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue
from xl_dipscore.sheets.xlsx.open_book import OpenBook, OpenPage
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_rows, decode_csv, encoding_assumed
from xl_dipscore.tables.cells.games import GameList, GameRow, games_of
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.tables.exchange.differences import with_scores
from xl_dipscore.tables.exchange.formats import (
    File,
    NotThatKind,
    Read,
    Table,
    UnknownKind,
    find_known_file,
    readers,
)
from xl_dipscore.tables.exchange.games_file import rows_of
from xl_dipscore.tables.exchange.titles import rows_of_headings
from xl_dipscore.workbooks.layout.boards import Boards, boards_left_out
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.extract import extract, without_value

WIDEST = 1_000
"""The most columns of a sheet that are read."""

PACKED = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of workbooks: of usual workbooks, and of old or protected workbooks."""


class NotJson(Fault):
    """{file} is damaged or incomplete: line {line}, column {column} is not JSON ({why})."""


class NothingInIt(Fault):
    """{file} has nothing below its headings."""


@dataclass(frozen=True)
class TakenIn:
    """The games and people that were read from a file."""

    summary: str
    """The kind of file, and its size: `answers to a form, 12 rows.`"""
    read: Read
    listed: GameList
    good: Sequence[Game]
    """Games without a fault."""
    faults: Sequence[Fault]


def read_import(
    name: str,
    data: bytes,
    kind: str | None = None,
    *,
    beside: Path,
    scores: bool = False,
    fewer: bool = False,
) -> TakenIn:
    """Read the games and people of a file from its content.

    kind: the kind of file; None to detect the kind. beside: the file's folder, for files that belong to it.
    scores: are the file's scores used as overrides? fewer: may a board have rows for fewer than seven powers?
    Raises Fault for a file that cannot be read at all.
    """
    event = EventIn(Package(data, name)) if data.startswith(PACKED) else None
    try:
        found, reader = find_known_file(_files(name, data, event, beside), kind)
    except (UnknownKind, NotThatKind):
        sheets = event or _as_sheet(name, data)
        if sheets is None or kind not in (None, *LISTS) or not _has_games(sheets.boards):
            raise
        return _with_games(sheets, Read(), fewer=fewer)
    read = reader.read(found)
    if event is None and found.data is None:
        read = replace(read, notes=(*map(str, encoding_assumed(data, name)), *read.notes))
    lists = (*LISTS, *([] if kind else ["roster"]))
    if event is not None and not scores and reader.key in lists and _has_games(event.boards):
        return _with_games(event, read if reader.key == "roster" else Read(), fewer=fewer)
    read = replace(read, faults=(*read.faults, *_without_value(event, found)))
    if scores:
        read = replace(read, rows=with_scores(read))
    listed = games_of(read.rows, fewer=fewer)
    good, wrong = listed.usable
    faults: list[Fault] = [*read.faults, *wrong]
    if not faults and not good and not read.people:
        faults = [NothingInIt(file=name)]
    return TakenIn(f"{reader.name}, {_extent(found, read)}.", read, listed, good, faults)


LISTS = ("games", "wide")
"""The kinds of tables that may be the games list of one of our workbooks."""


def _has_games(there: Boards) -> bool:
    return bool(there.sheets or there.own or there.faults or any(boards_left_out(there)))


def _as_sheet(name: str, data: bytes) -> EventIn | None:
    """A CSV file as a sheet, because it may have boards in a layout of its own; None for JSON."""
    if _is_json(data):
        return None
    rows = ((n, enumerate(row, 1)) for n, row in enumerate(csv_rows(data, name), 1))
    cells = {(n, m): Cell(n, m, _as_typed(text)) for n, row in rows for m, text in row if not is_blank(text)}
    return EventIn(OpenBook(name, [OpenPage("", cells)]))


def _as_typed(text: object) -> CellValue:
    """A text of a CSV file as the spreadsheet program that saved it had it: a number or a text."""
    found = number(text)
    return found if isinstance(found, int) else str(text)


def _with_games(event: EventIn, read: Read, *, fewer: bool) -> TakenIn:
    """A workbook's games, and people in `read`. If a value is missing or a board double, no game is good."""
    try:
        found = extract(event, fewer=fewer)
    except Faults as refused:
        for fault in refused.faults:
            if event.book.name not in str(fault):
                fault.place = f"{event.book.name} {fault.place}".rstrip()
        left = replace(read, faults=(*read.faults, *refused.faults))
        return TakenIn("a workbook with games.", left, GameList(), (), left.faults)
    good, (_, wrong) = found.good_games, found.game_list.usable
    cells = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    cells += ({**row.cells} for game in found.game_list.to_come for row in rows_of(game))
    rows = (GameRow(n, its, {}, event.book.name) for n, its in enumerate(cells))
    faults = [
        *read.faults,
        *{str(fault): fault for fault in (*found.unread_facts, *found.faults, *wrong)}.values(),
    ]
    if not faults and not good and not read.people:
        faults = [NothingInIt(file=event.book.name)]
    told = f"a workbook with games, {count_of(found.game_list.boards, 'board')}."
    read = replace(
        read, rows=tuple(rows), notes=(*read.notes, *found.notes_beside_facts), faults=tuple(faults)
    )
    return TakenIn(told, read, found.game_list, good, faults)


def _without_value(event: EventIn | None, file: File) -> Iterator[Fault]:
    """If `file` is a table of a workbook, report the first cell that has a formula but no value."""
    if event is not None and file.name.startswith(f"{event.book.name} "):
        name = file.name.removeprefix(f"{event.book.name} ")
        heads = file.rows[0] if file.rows else ()
        across = [n for n, cell in enumerate(heads, 1) if not is_blank(cell)]
        places = ((name, file.first + n, m) for n in range(len(file.rows)) for m in across)
        yield from without_value(event.book, places)


def _files(name: str, data: bytes, event: EventIn | None, folder: Path) -> Iterator[File]:
    """Yield the file as text, JSON or tables, in each way that a reader may recognise. Raises Fault."""
    if event is not None:
        if not event.book.sheet_names:
            yield File(name)
        for page in event.pages:
            yield from _below_titles(f"{name} {page.name}", _rows(page))
    elif _is_json(data):
        yield File(name, data=_read_json(name, data), beside=partial(_read_json_beside, folder))
    else:
        text = File(name, text=decode_csv(data, name))
        if any(reader.matches(text) for reader in readers().values()):
            yield text
        yield from _below_titles(name, csv_rows(data, name))


def _is_json(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"["))


def _read_json(name: str, data: bytes) -> Any:
    """Read JSON. Raises NotJson."""
    try:
        found = _parse_json(data)
        # A lone surrogate, half of a character, cannot be stored as text: replace it.
        return json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
    except json.JSONDecodeError as wrong:
        raise NotJson(file=name, line=wrong.lineno, column=wrong.colno, why=wrong.msg) from None
    except (ValueError, RecursionError):
        raise NotJson(file=name, line=1, column=1, why="its characters cannot be read") from None


def _parse_json(data: bytes) -> Any:
    """Parse JSON. If each of several lines is a value of its own, return a list of the values."""
    first, *more = [line for line in data.splitlines() if line.strip()] or [data]
    with suppress(json.JSONDecodeError):
        if more:
            return [json.loads(first), *map(json.loads, more)]
    return json.loads(data)


def _read_json_beside(folder: Path, name: str) -> Any:
    """The content of a JSON file in a folder; None if there is no such file. Raises Fault."""
    path = folder / name
    return _read_json(name, path.read_bytes()) if Path(name).name == name and path.is_file() else None


def _rows(sheet: Page) -> list[list[object]]:
    """The values of a sheet from A1 on, up to the column `WIDEST`."""
    cells: dict[tuple[int, int], object] = {
        place: cell.value for place, cell in sheet.cells.items() if cell.has_content and place[1] <= WIDEST
    }
    height, width = (max((place[i] for place in cells), default=0) for i in (0, 1))
    return [[cells.get((row, column)) for column in range(1, width + 1)] for row in range(1, height + 1)]


def _below_titles(name: str, rows: Table) -> Iterator[File]:
    """Yield tables of these rows, each with another row of headings, below titles."""
    found = [*rows_of_headings(rows)]
    for n in found:
        yield File(name, rows[n:], first=n + 1, above=rows[n - 1] if n else ())
    if not found:
        yield File(name)


def _extent(file: File, read: Read) -> str:
    """The size of a file: the number of rows if the file is a table, otherwise the number of boards."""
    if file.data is not None or file.text:
        return count_of(len({(row.get("round"), row.get("board")) for row in read.rows}), "board")
    headless = any(row.row == file.first for row in read.rows)
    return count_of(len([*file.lines]) + headless, "row")
