"""The tables and numbers that a workbook stores, and their texts on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from xl_dipscore.rules.event.games import Round, round_order
from xl_dipscore.rules.points import as_double, round_to_decimals, text
from xl_dipscore.rules.tournament.table import Standings
from xl_dipscore.sheets.calculate.block import Change, NotComputed
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.sheets.xlsx.formula import Area, position
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.tables.cells.values import Cell, is_blank, power
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.tables import NUMBERED, ShownTable

MOST_DECIMALS = 3
USUAL_DECIMALS = 2
"""The number of decimals if scores need more than MOST_DECIMALS to be shown exactly."""
TINY = 1e-9
NO_NUMBER = "–"
"""The text for a cell with an error."""


def number_in(value: Cell) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def decimals_of(numbers: Iterable[float]) -> int:
    """The fewest decimals, up to MOST_DECIMALS, that show all numbers exactly; or else USUAL_DECIMALS."""
    listed = [*numbers]
    for decimals in range(MOST_DECIMALS + 1):
        if all(abs(round(n, decimals) - n) <= TINY * max(1, abs(n)) for n in listed):
            return decimals
    return USUAL_DECIMALS


def format_value(value: Cell, decimals: int) -> str:
    """A cell's value as text: a number with this many decimals, halves rounded away from zero."""
    if is_blank(value):
        return ""
    if isinstance(value, ErrorMark):
        return NO_NUMBER
    number = number_in(value)
    if number is None:
        return str(value)
    exact = round_to_decimals(Fraction(repr(number)), decimals)
    return f"{float(exact):.{decimals}f}".replace("-", "−")


def format_short(value: CellValue, decimals: int = MOST_DECIMALS) -> str:
    """A number for a label, with at most this many decimals."""
    shown = format_value(value, decimals)
    return shown.rstrip("0").rstrip(".") if number_in(value) is not None and "." in shown else shown


def shows_result(one: CellValue, other: Fraction | None) -> bool:
    """Does the cell's value `one` show the rule's result `other`?"""
    number = number_in(one)
    if number is None or other is None:
        return number is None and other is None
    return abs(number - float(other)) <= TINY * max(1, abs(number))


def _round(heading: str) -> Round | None:
    """The round that a heading of the standings names: R1, Round 1 or Final; None for other headings."""
    if heading == "Final":
        return "Final"
    found = NUMBERED.fullmatch(heading)
    return int(found[2]) if found else None


@dataclass(frozen=True)
class StoredRow:
    rank: CellValue
    player: str
    total: CellValue
    rounds: Mapping[Round, CellValue]
    counted: frozenset[str] | None
    """The rounds that count in the total; None if the workbook does not say."""
    breaks: tuple[CellValue, ...] = ()


@dataclass(frozen=True)
class StoredTable:
    """The standings from a workbook's cells, best first."""

    rows: tuple[StoredRow, ...]
    rounds: tuple[Round, ...]
    tiebreaks: tuple[str, ...] = ()


def stored_standings(table: ShownTable | None, tiebreaks: Iterable[str]) -> StoredTable | None:
    """The standings in a table, with its columns for these tie-breaks. None if there is no table."""
    if table is None:
        return None
    rounds = {round_: str(word) for word in table.columns if (round_ := _round(str(word))) is not None}
    in_order = sorted(rounds, key=round_order)
    breaks = [word for name in tiebreaks if (word := name.capitalize()) in table.columns]
    rows = []
    for line in table.rows_with_value("Player"):
        if isinstance(table.value(line, "Player"), ErrorMark):
            continue  # a dynamic table shows errors below its last line
        counted = table.value(line, "Counted")
        known = "Counted" in table.columns and not is_blank(counted)
        rows.append(
            StoredRow(
                table.value(line, "Rank"),
                label(table.value(line, "Player")),
                table.value(line, "Total"),
                {round_: table.value(line, rounds[round_]) for round_ in in_order},
                frozenset(label(counted).split()) if known else None,
                tuple(table.value(line, word) for word in breaks),
            )
        )
    ranks = [number_in(row.rank) for row in rows]
    order = sorted(range(len(rows)), key=lambda n: (ranks[n] is None, ranks[n] or 0))
    return StoredTable(tuple(rows[n] for n in order), tuple(in_order), tuple(breaks))


def to_stored_table(table: Standings) -> StoredTable:
    """Convert standings that were computed by the rule to a StoredTable."""

    def cell(score: Fraction | None) -> CellValue:
        return None if score is None else as_double(score)

    rows = (
        StoredRow(
            row.rank,
            row.player,
            cell(row.total),
            {r: cell(score) for r, score in row.by_round.items() if r in table.rounds},
            frozenset(map(str, row.counted)),
            tuple(" ".join(map(text, value)) for value in row.breaks),
        )
        for row in table
    )
    return StoredTable(tuple(rows), table.rounds, tuple(name.capitalize() for name in table.tiebreaks))


def stored_best(table: ShownTable | None) -> list[tuple[int, list[CellValue]]] | None:
    """The table of best countries. Each line becomes the seat of the power, and a list of the player, score,
    centres, round and board. None if there is no table.
    """
    if table is None:
        return None
    found = []
    for row in table.rows_with_value("power"):
        seat = power(table.value(row, "power"))
        if seat is not None and (not table.lines or row in table.lines):
            words = ("player", "score", "centres", "round", "board")
            found.append((seat, [table.value(row, word) for word in words]))
    return found


def stored_teams(event: EventIn) -> list[list[CellValue]] | None:
    """The table of teams, headings first; None if the workbook has no such table."""
    area = _teams(event)
    if area is None:
        return None
    sheet, across = event.book.sheet(area.sheet), range(area.left, area.right + 1)
    rows = [[value_in(sheet, row, column) for column in across] for row in range(area.top, area.bottom + 1)]
    width = max((n for n, heading in enumerate(rows[0], 1) if not is_blank(heading)), default=0)
    return [row[:width] for row in rows if len(row) > 1 and not is_blank(row[1])]


def _teams(event: EventIn) -> Area | None:
    for sheet, cell, reading in event.table_formulas:
        if "DIP_TEAMS" in reading.functions and cell.area is not None:
            return cell.area._replace(sheet=sheet.name)
    return None


def cells_on_page(event: EventIn, cells: Iterable[Change | NotComputed]) -> Iterator[Change | NotComputed]:
    """The cells in `cells` whose values a page shows."""
    columns = {
        sheet.name: {sheet.columns[word] for word in SCORED & sheet.columns.keys()} for sheet in event.sheets
    }
    areas = [_whole_area(table) for table in (event.standings_shown, event.best_shown) if table is not None]
    if (teams := _teams(event)) is not None:
        areas.append(teams)
    for cell in cells:
        place = position(cell.ref)
        shown = any(area.sheet == cell.sheet and area.contains(place) for area in areas)
        if shown or place[1] in columns.get(cell.sheet, ()):
            yield cell


def _whole_area(table: ShownTable) -> Area:
    """The area of a table, from the headings to the last filled line."""
    columns = table.columns.values()
    last = max((row for row, column in table.sheet.cells if column in columns), default=table.header)
    return Area(table.sheet.name, table.header, min(columns), last, max(columns))
