"""Other people's files, as games and people for a workbook."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from xl_dipscore.board import count_of
from xl_dipscore.cells.csv_text import csv_rows
from xl_dipscore.cells.games import GameList, game_rows, games_of
from xl_dipscore.cells.values import Cell, is_blank
from xl_dipscore.errors import Fault
from xl_dipscore.event import Game
from xl_dipscore.exchange.differences import with_scores
from xl_dipscore.exchange.formats import File, Read, opened
from xl_dipscore.layout.boards import boards_if_any
from xl_dipscore.layout.extract import Extract, extract
from xl_dipscore.layout.marks import typed_pages
from xl_dipscore.xlsx.book import Page
from xl_dipscore.xlsx.package import Package

TITLES = 30
"""Rows above the headings of a table, with a title perhaps."""
WIDEST = 1_000
"""Columns of a sheet that are looked at."""

PACKED = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How workbooks begin, old and protected ones too."""
OF_OURS = frozenset({"games", "roster"})
"""The kinds of a sheet that a workbook with games may have."""


class NotJson(Fault):
    """{file} is damaged or cut off: line {line}, column {column} is no JSON ({why})."""


class NothingInIt(Fault):
    """{file} has nothing below its headings."""


@dataclass(frozen=True)
class TakenIn:
    """What a file has."""

    told: str
    """What kind of file it is, and how much is in it: `answers to a form, 12 rows.`"""
    read: Read
    listed: GameList
    good: Sequence[Game]
    """Games without a fault."""
    faults: Sequence[Fault]


def taken_in(
    name: str,
    data: bytes,
    kind: str | None = None,
    *,
    beside: Path,
    scores: bool = False,
    fewer: bool = False,
) -> TakenIn:
    """What is in a file of one of the known kinds.

    kind: which it is, where it is not to be found out. beside: the folder with files that belong to it.
    scores: do those of the file stand instead of ours? fewer: may powers have no row?
    Raises Fault for a file that cannot be read at all.
    """
    found, reader = opened(_files(name, data, beside), kind)
    read = reader.read(found)
    if data.startswith(PACKED) and not (kind or scores) and reader.key in OF_OURS:
        package = Package(data, name)
        if boards_if_any(package).sheets and (event := extract(package)).rows:
            return _of_event(name, event, read)
    if scores:
        read = replace(read, rows=with_scores(read))
    listed = games_of(read.rows, fewer=fewer)
    good, wrong = listed.usable
    faults: list[Fault] = [*read.faults, *wrong]
    if not faults and not good and not read.people:
        faults = [NothingInIt(file=name)]
    return TakenIn(f"{reader.name}, {_extent(found, read)}.", read, listed, good, faults)


def _of_event(name: str, event: Extract, sheet: Read) -> TakenIn:
    """All that a workbook keeps like ours: its results, whatever sheets they are on, and its players."""
    header, *rows = event.table
    read = Read(tuple(game_rows(header, rows, name, 2)), sheet.people, tuple(event.notes))
    good, wrong = event.listed.usable
    faults = {str(fault): fault for fault in (*event.faults, *wrong)}
    return TakenIn(
        f"a games list, {count_of(len(rows), 'row')}.", read, event.listed, good, [*faults.values()]
    )


def _files(name: str, data: bytes, folder: Path) -> Iterator[File]:
    """A file in every way in which it may be read. Raises Fault for one that cannot be."""
    if data.startswith(PACKED):
        package = Package(data, name)
        if not package.sheet_names:
            yield File(name)
        for page in typed_pages(package):
            yield from _below_titles(f"{name} {page.name}", _rows(page))
    elif data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        yield File(name, data=_json(name, data), beside=partial(_beside, folder))
    else:
        yield from _below_titles(name, csv_rows(data, name))


def _json(name: str, data: bytes) -> Any:
    """Raises NotJson."""
    try:
        found = json.loads(data)
        # Half a character is no text.
        return json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
    except json.JSONDecodeError as wrong:
        raise NotJson(file=name, line=wrong.lineno, column=wrong.colno, why=wrong.msg) from None
    except (ValueError, RecursionError):
        raise NotJson(file=name, line=1, column=1, why="its characters cannot be read") from None


def _beside(folder: Path, name: str) -> Any:
    """What stands in the JSON file of that name in a folder, None where there is none. Raises Fault."""
    path = folder / name
    return _json(name, path.read_bytes()) if Path(name).name == name and path.is_file() else None


def _rows(sheet: Page) -> list[list[Cell]]:
    """The cells of a sheet, but for what stands far off."""
    cells = {place: cell.value for place, cell in sheet.cells.items() if cell.holds and place[1] <= WIDEST}
    height, width = (max((place[i] for place in cells), default=0) for i in (0, 1))
    return [[cells.get((row, column)) for column in range(1, width + 1)] for row in range(1, height + 1)]


def _below_titles(name: str, rows: Sequence[Sequence[Cell]]) -> Iterator[File]:
    """The table from each row on that may be its headings."""
    yield File(name, rows)
    for first, row in enumerate(rows[1:TITLES], 2):
        if not all(map(is_blank, row)):
            yield File(name, rows[first - 1 :], first=first, above=rows[first - 2])


def _extent(file: File, read: Read) -> str:
    """How much it is, in rows where it is a table."""
    if file.data is not None:
        return count_of(len({(row.get("round"), row.get("board")) for row in read.rows}), "board")
    headless = any(row.row == file.first for row in read.rows)
    return count_of(len([*file.lines]) + headless, "row")
