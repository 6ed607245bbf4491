"""Workbooks of a games list with a compiled system beside it, and the package's results for the same rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter

from tests.tables.native.plain_boards import TYPED as WORDS
from tests.tables.native.plain_boards import YEARS, Row
from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.games import NO_OPTIONS, score_games
from xl_dipscore.tables.cells.games import game_rows, read_games
from xl_dipscore.tables.native.columns import TYPED, PlacedColumns, lookup_columns
from xl_dipscore.tables.native.compiled import Compiled, compile_system

SCORE, COUNTS, CHECK = "score", "Counts", "Check"
"""The computed columns beside the typed ones, by their tokens."""
MADE_FOR = "Setup!$A$1"
"""The cells with the settings that the formulas were made for, and those with the chosen ones."""


# -- what the product says ----------------------------------------------------------------------


@dataclass(frozen=True)
class Expected:
    """The package's result for one row: its values if the board has no fault, or else why it has no score."""

    played: bool = True
    faults: tuple[Fault, ...] = ()
    score: Fraction | None = None
    override: Fraction | None = None
    counts: int = 0
    won: bool = False
    drew: bool = False
    seat: int = 0

    @property
    def ok(self) -> bool:
        return self.score is not None

    @property
    def points(self) -> Fraction | None:
        """The score that counts: computed, or typed by the director in its place."""
        return self.score if self.score is None or self.override is None else self.override


def listed(rows: Sequence[Row], words: Sequence[str | int]) -> list[list[Any]]:
    """A games list of these rows, with its headings."""
    return [[*map(heading, words)], *([row.get(word) for word in words] for row in rows)]


def heading(word: str | int) -> str | int:
    return word if isinstance(word, int) else word.replace("_", " ").capitalize()


def words_of(system: System) -> list[str | int]:
    """The columns to type in; a chart only if the system needs one."""
    return [*WORDS, *(YEARS if "chart" in system.needs else ())]


def expected(
    system: System, options: Mapping[str, object], rows: Sequence[Row], words: Sequence[str | int]
) -> list[Expected]:
    """The package's result for each row."""
    table = listed(rows, words)
    games = read_games(table, fewer=system.fewer)
    by_key = {(one.game.round, one.game.name): one for one in score_games(system, games.games, options)}
    strays = {stray.row: stray.faults for stray in games.rows}
    found = [Expected(played=False)] * len(rows)
    for row in game_rows(table[0], table[1:], first=2):
        if strays.get(row.row):
            found[row.row - 2] = Expected(faults=strays[row.row])
        elif one := by_key.get(row.key):
            found[row.row - 2] = _expected(system, options, one, row.row)
    return found


def _expected(system: System, options: Mapping[str, object], one: Scored, row: int) -> Expected:
    if one.scores is None or one.board is None or one.game.board is None:
        return Expected(faults=one.faults)
    seat = one.game.place.rows.index(row)
    return Expected(
        score=system.score(one.game.board, **options)[seat],
        override=one.game.seats[seat].override,
        counts=one.board.counts[seat],
        won=one.board.winner == seat,
        drew=seat in one.board.drew,
        seat=seat + 1,
    )


# -- the workbook -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Book:
    """A workbook as it was written, and the places of its columns."""

    path: Path
    table: PlacedColumns
    compiled: Compiled
    words: tuple[str | int, ...]
    system: System | None = None

    def column(self, name: str) -> int:
        """A column's number on Games, from 1: of a word, of "Score", "Counts", "Check", or a compiled one."""
        letters = self.table.letters.get(f"{TYPED}{name}") or self.table.letters[name]
        return openpyxl.utils.column_index_from_string(letters.partition(":")[0])


def written(
    path: Path,
    system: System,
    options: Mapping[str, object],
    rows: Sequence[Row],
    *,
    typed_options: bool = True,
    words: Sequence[str | int] | None = None,
    last: int | None = None,
) -> Book:
    """A workbook of these rows, scored by plain formulas.

    typed_options: do the formulas refer to the numbers of its options on Setup?
    """
    words = words_of(system) if words is None else words
    cells = references(system, options) if typed_options else {}
    places = {name: [cell for cell, _ in pairs] for name, pairs in cells.items()}
    if typed_options:
        places["made_for"] = [MADE_FOR]
    made = compile_system(system, options, typed(words), places)
    setup = dict(pair for pairs in cells.values() for pair in pairs)
    return replace(write(path, made, rows, words, setup=setup, last=last), system=system)


def typed(words: Sequence[str | int]) -> list[str]:
    """The tokens of the columns to type in, all looked up by their row."""
    years = [str(word) for word in words if isinstance(word, int)]
    return ["at", *(word for word in words if isinstance(word, str)), *(["chart", *years] if years else [])]


def references(system: System, options: Mapping[str, object]) -> dict[str, list[tuple[str, float]]]:
    """The cells of the options' numbers on Setup, and the numbers, by parameter."""
    found: dict[str, list[tuple[str, float]]] = {}
    row = 1
    for name, value in system.settings(options).items():
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(n, bool) or not isinstance(n, int | Fraction) for n in numbers) or not numbers:
            continue
        row += 1
        found[name] = [
            (f"Setup!${get_column_letter(column)}${row}", float(n)) for column, n in enumerate(numbers, 2)
        ]
    return found


def write(
    path: Path,
    made: Compiled,
    rows: Sequence[Row],
    words: Sequence[str | int],
    *,
    setup: Mapping[str, float] = NO_OPTIONS,
    last: int | None = None,
) -> Book:
    """The typed columns, Score, Counts and Check, and the compiled columns to the right."""
    ours = [word for word in words if isinstance(word, str)]
    years = [word for word in words if isinstance(word, int)]
    computed = [*lookup_columns(word for word in ours if word != "player"), *made.columns]
    own = [f"{TYPED}{word}" for word in ours]
    names = [*own, SCORE, COUNTS, CHECK, *map(str, years), *(column.name for column in computed)]
    letters = {name: get_column_letter(number) for number, name in enumerate(names, 1)}
    if years:
        first, second, *_, last_but_one, end = (letters[str(year)] for year in years)
        blocks = {"chart": (first, end), "chart_before": (first, last_but_one), "chart_after": (second, end)}
        letters |= {name: ":".join(block) for name, block in blocks.items()}
    table = PlacedColumns(letters, last or len(rows) + 20)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Games"
    headings = {column.name: column.marked_heading for column in computed}
    typed_in = {(word if isinstance(word, int) else f"{TYPED}{word}"): word for word in words}
    typed_in = {str(name): word for name, word in typed_in.items()}
    sheet.append([headings.get(name) or heading(typed_in.get(name, name)) for name in names])
    texts = {SCORE: made.score, COUNTS: made.counts, CHECK: made.check}
    texts |= {column.name: column.text for column in computed}
    for number, row in enumerate(rows, 2):
        for column, name in enumerate(names, 1):
            value = f"={table.formula(texts[name], number)}" if name in texts else row.get(typed_in[name])
            sheet.cell(number, column, value)
    options = book.create_sheet("Setup")
    for reference, value in {MADE_FOR: '=""', **setup}.items():
        options[reference.partition("!")[2].replace("$", "")] = value
    book.save(path)
    return Book(path, table, made, tuple(words))
