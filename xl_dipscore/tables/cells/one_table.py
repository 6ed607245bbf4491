"""Decide which headings of a row belong to one table: people keep other tables beside their lists.

An empty column ends a table if the columns beyond it repeat a heading of the table, or fill other rows than
the table. Otherwise the table goes on. A centre chart belongs to the table even if it fills other rows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Note, group_by_key, join
from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.tables.cells.columns import COLUMNS, SCORED, is_count
from xl_dipscore.tables.cells.languages import letters_in
from xl_dipscore.tables.cells.unread import letter_of
from xl_dipscore.tables.cells.values import Cell, is_blank, number, power

Meaning = Any
"""The meaning of a heading: a word of `columns.py`, alone or with a power."""
NAMES = frozenset(("power", "player", "first name", "last name", "team", "club"))
"""Columns that may name the rows of another table."""
OF_A_GAME = frozenset(one.word for one in COLUMNS if one.of == "board")
"""Facts that all rows of a board share."""
MOST_CENTRES = 34
NOT_COMPUTED = "="
"""A placeholder for a heading whose formula has no value yet."""
LONGEST_STEP = 2
"""The largest step from one filled row of a table to the next: one blank row may lie between."""


class TwoReadings(
    Fault, remedy="If it is part of the list, delete the empty column; if not, put it on another sheet."
):
    """{headings} in column {column}{place_} may be part of the list whose {first} is in column {list}, or a \
table of its own."""


class OtherTable(Note, remedy="If they belong to the list, delete the empty column before them."):
    """{headings} in column {column}{place_} are read as another table, not as part of the list."""


class TwoLists(Fault, remedy="Put one of them on another sheet, or the rows of both into one list."):
    """{sheet} has two lists of games, with the heading {heading} in {first} and in {second}."""


@dataclass(frozen=True)
class Headings:
    """A row of headings, and the cells below it that are not blank."""

    row: int
    titles: Mapping[int, Cell]
    """The cells of the row, by column."""
    words: Mapping[int, Meaning]
    """The meanings of the titles."""
    cells: Iterable[tuple[tuple[int, int], Cell]] = ()
    """Row, column and value of cells below; used only if a heading between other headings is blank."""

    @cached_property
    def below(self) -> Mapping[int, Mapping[int, Cell]]:
        """The cells below by column, then by row."""
        found: dict[int, dict[int, Cell]] = {}
        for (row, column), value in self.cells:
            if row > self.row and not is_blank(value):
                found.setdefault(column, {})[row] = value
        return found

    @property
    def has_gap(self) -> bool:
        """Is there a blank heading between two other headings?"""
        return max(self.titles) - min(self.titles) >= len(self.titles)

    def tables(self, anchors: Collection[Meaning], needed: Collection[Meaning] = ()) -> Iterator["OneTable"]:
        """The tables that have one of the headings `anchors`."""
        known: set[int] = set()
        for column, word in self.words.items():
            if word in anchors and column not in known:
                table = self.table_of(column, needed)
                known |= table.columns
                yield table

    def table_of(self, anchor: int, needed: Collection[Meaning] = (), last: int = 0) -> "OneTable":
        """The table that has the column `anchor`.

        needed: headings without which the table is incomplete.
        last: the table's last row; by default, the last row of the column.
        """
        table = OneTable(self, anchor, frozenset(needed), last)
        if self.has_gap:
            table.widen()
        else:
            table.columns = {*self.titles}
        return table


@dataclass
class OneTable:
    """A table: its columns, and the groups of columns beside it. Some groups may belong to it (`unsure`)."""

    headings: Headings
    anchor: int
    needed: frozenset[Meaning]
    last: int
    columns: set[int] = field(default_factory=set)
    unsure: list[Sequence[int]] = field(default_factory=list)
    others: list[Sequence[int]] = field(default_factory=list)
    """Groups of columns that belong to other tables."""

    @cached_property
    def boards(self) -> Mapping[int, int]:
        """The rows with a power, each with the number of its board; empty if the anchor is not Power."""
        is_of_powers = self.headings.words.get(self.anchor) == "power"
        cells = self.headings.below.get(self.anchor, {}) if is_of_powers else {}
        letters = letters_in(cells.values())
        boards: dict[int, int] = {}
        seats: set[int] = set()
        board = 0
        for row, seat in sorted((row, power(cell, letters)) for row, cell in cells.items()):
            if seat is not None:
                board, seats = (board + 1, {seat}) if seat in seats else (board, seats | {seat})
                boards[row] = board
        return boards

    def _end(self) -> int:
        """The last row with a power; without powers, the anchor column's last cell before two blank rows."""
        last = self.headings.row
        for row in sorted(self.headings.below.get(self.anchor, ())):
            last = row if row - last <= LONGEST_STEP else last
        return max(self.boards, default=last)

    @cached_property
    def runs(self) -> Sequence[Sequence[int]]:
        """The groups of adjacent used columns. Also sets `last`, and sets `columns` to the anchor's group."""
        self.last = self.last or self._end()
        run = [self.anchor]
        for step in (-1, 1):
            while self._is_used(at := (run[0] if step < 0 else run[-1]) + step):
                run.insert(0 if step < 0 else len(run), at)
        self.columns = {*run}
        while any(self.last + 1 in self.headings.below.get(n, ()) for n in run):
            self.last += 1
        columns = {*self.headings.titles, *filter(self._is_used, self.headings.below)}
        return [*group_by_key((n - i, n) for i, n in enumerate(sorted(columns))).values()]

    def _is_used(self, column: int) -> bool:
        return column in self.headings.titles or any(
            row <= self.last for row in self.headings.below.get(column, ())
        )

    @cached_property
    def lines(self) -> frozenset[int]:
        """The filled rows of the anchor's group of columns."""
        return frozenset(row for row in self._rows(self.columns) if row <= self.last)

    def _rows(self, columns: Iterable[int]) -> set[int]:
        """The rows with a filled cell in these columns, down to the first row below the table."""
        below = self.headings.below
        return {row for n in columns for row in below.get(n, ()) if row <= self.last + 1}

    def words(self, columns: Iterable[int]) -> set[Meaning]:
        words = self.headings.words
        return {words[n] for n in columns if n in words and words[n] not in SCORED}

    def widen(self) -> None:
        """Add the columns on both sides that belong to the table, the nearest first.

        Once a group of columns is not added, the groups beyond it are added only if they are centre charts or
        fill every row of the table.
        """
        runs, lines = self.runs, self.lines
        first, last = min(self.columns), max(self.columns)
        beside = [run for run in runs if run[-1] < first or run[0] > last]
        ended: set[bool] = set()
        for run in sorted(beside, key=lambda run: max(first - run[-1], run[0] - last)):
            left = run[-1] < first
            part = self._is_part(run)
            missing = self.needed - self.words(self.columns)
            part = True if part is None and not missing.isdisjoint(self.words(run)) else part
            if left in ended and part is not False:
                part = bool(part) and (self._is_chart(run) or self._rows(run) >= lines)
            if part:
                self.columns |= {*run}
            else:
                ended.add(left)
                (self.unsure if part is None else self.others).append(run)

    def _is_part(self, run: Sequence[int]) -> bool | None:
        """Do these columns belong to the table? None if unclear."""
        words, rows = self.words(run), self._rows(run)
        if not words.isdisjoint(self.words(self.columns)):
            return False
        if self._is_chart(run) or (self.needed and not self._counting(self.columns) and self._counting(run)):
            return True
        if rows - self.lines:
            return False
        if not rows:
            titles = (self.headings.titles.get(n) for n in run if n not in self.headings.words)
            return all(title in (None, NOT_COMPUTED) for title in titles)
        labels = [n for n in run if self._is_label(n)]
        known = all(n in self.headings.words for n in labels)
        counted = max(self._rows(self._counting(self.columns)), default=0)
        if max(rows) == max(self.lines, default=0) or (known and max(rows) == counted):
            return True
        return self._with_labels(labels, words, rows) if labels else self._of_boards(run, words, rows)

    def _with_labels(self, labels: Iterable[int], words: set[Meaning], rows: set[int]) -> bool | None:
        """Do columns that end above the last row belong to the table? labels: those that may name rows."""
        named = any({*self.headings.below[n]} >= rows for n in labels)
        if self._is_dense(rows):
            # Beside facts such as marks of powers, labels that do not name all rows are notes in the list.
            unnamed = None if words <= OF_A_GAME | NAMES else True
            return False if named else unnamed
        return None if named and min(rows) == min(self.lines) else True

    def _is_dense(self, rows: set[int]) -> bool:
        """Do the rows begin with the list's first row, and include most of the rows up to their last row?"""
        return min(rows) == min(self.lines) and len(rows) * 2 > max(rows) - min(rows)

    def _of_boards(self, run: Sequence[int], words: set[Meaning], rows: set[int]) -> bool | None:
        """Do columns of facts, such as Draw or Date, belong to the table if they end above its last row?"""
        if any(isinstance(word, int) for word in words):
            return False
        said: dict[tuple[Meaning, int], Cell] = {}
        for n in run:
            word = self.headings.words.get(n)
            for row, value in self.headings.below.get(n, {}).items() if word in OF_A_GAME else ():
                if said.setdefault((word, self.boards.get(row, row)), value) != value:
                    return False  # two values for one board
        if words.isdisjoint(OF_A_GAME) or not self._is_dense(rows):
            return True
        return None if len(run) == 1 else False

    def _counting(self, columns: Iterable[int]) -> list[int]:
        """The columns of centres, including columns for the centres of one power."""
        words = {n: self.headings.words.get(n) for n in columns}
        named = {n: word[0] if isinstance(word, tuple) else word for n, word in words.items()}
        return [n for n, w in named.items() if is_count(w) and (w == "centres" or self._has_counts(n))]

    def _is_label(self, column: int) -> bool:
        """May the cells of a column name the rows of another table?"""
        word = self.headings.words.get(column)
        return (word is None or word in NAMES) and bool(self._rows([column]))

    def _is_chart(self, run: Sequence[int]) -> bool:
        """Are these columns a centre chart? A chart with 1901 may have columns of sums or notes beside it."""
        years = [n for n in run if isinstance(self.headings.words.get(n), int)]
        whole = any(self.headings.words[n] == FIRST_YEAR for n in years)
        sound = bool(years) and all(map(self._has_counts, years))
        return sound and (whole or not any(map(self._is_label, run)))

    def _has_counts(self, column: int) -> bool:
        values = [v for row, v in self.headings.below.get(column, {}).items() if row in self.lines]
        counts = (number(value) for value in values if not is_blank(value))
        return all(count is not None and 0 <= count <= MOST_CENTRES for count in counts)

    def doubts(self, place: str = "") -> Iterator[TwoReadings]:
        """Doubts whether further columns belong to the table. place: the sheet's name."""
        first = str(self.headings.titles.get(self.anchor, "")).strip()
        for run in self.unsure:
            yield TwoReadings(**self._fault_facts(run, place), first=first, list=letter_of(self.anchor))

    def notes(self, place: str = "") -> Iterator[OtherTable]:
        """A note about each group of columns that is left out but has a known heading that the list lacks."""
        for run in self.others:
            if self.words(run) - self.words(self.columns):
                yield OtherTable(**self._fault_facts(run, place))

    def _fault_facts(self, run: Sequence[int], place: str) -> dict[str, Any]:
        titles = self.headings.titles
        names = join(repr(str(titles[n]).strip()) for n in run if n in titles)
        return {"headings": names, "column": letter_of(run[0]), "place_": f" of {place}" if place else ""}


class OneList(NamedTuple):
    """The rows of a sheet without other tables, and the list among them as a table, if there is just one."""

    rows: Sequence[Sequence[Cell]]
    table: OneTable | None


def list_alone(
    rows: Sequence[Sequence[Cell]],
    meaning: Callable[[Cell], Meaning | None],
    anchors: Collection[Meaning],
    needed: Collection[Meaning] = (),
) -> OneList:
    """Make the cells of other tables beside a list blank. Return the rows, and the list as a table.

    Returns `rows` and None if no heading between others is blank, or not exactly one list has all `needed`.
    """
    titles = {n: cell for n, cell in enumerate(rows[0] if rows else (), 1) if not is_blank(cell)}
    words = {n: word for n, cell in titles.items() if (word := meaning(cell)) is not None}
    cells = (((row, n), cell) for row, its in enumerate(rows, 1) for n, cell in enumerate(its, 1))
    found = Headings(1, titles, words, cells)
    if not titles or not found.has_gap:
        return OneList(rows, None)
    whole = [one for one in found.tables(anchors, needed) if one.words(one.columns) >= {*needed}]
    if len(whole) != 1:
        return OneList(rows, None)
    its = whole[0].columns
    return OneList([[cell if n in its else None for n, cell in enumerate(row, 1)] for row in rows], whole[0])
