"""Find boards that are blocks of cells: seven powers below each other or side by side, with headings."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from xl_dipscore.errors import At, Fault
from xl_dipscore.rules.board import FIRST_YEAR, SEATS
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.sheets.xlsx.formula import Area
from xl_dipscore.tables.cells.columns import ONCE_A_BOARD, is_count
from xl_dipscore.tables.cells.headings import game_as_round, is_game
from xl_dipscore.tables.cells.languages import Word, letters_in
from xl_dipscore.tables.cells.values import fraction, is_blank, is_date, named_power, number, year
from xl_dipscore.tables.cells.wide import NotADraw, powers_in
from xl_dipscore.workbooks.layout.games import LONGEST_HEADER, label
from xl_dipscore.workbooks.layout.own import (
    NO_HEADS,
    Grid,
    OwnBoard,
    first_place_if_shared,
    head_word,
    heads_in,
    round_or_date,
    title_in,
    value_at,
)

ABOVE = 3
"""How many lines (columns, if the powers are side by side) above the powers are searched for headings."""
NEAR, FEW_POWERS = 2, 3
"""A board that lacks powers has at least FEW_POWERS of them, each at most NEAR lines below the one above."""
FAR = 12
"""As ABOVE, if there are only titles and blank lines between, such as `Round 1`, and below it `Board A`."""
BESIDE, BELOW = 4, 10
"""How many columns right of a block, and rows below the lowest block, are searched for its labels."""


@dataclass(frozen=True)
class PowerBlock:
    """Seven powers in consecutive lines of a grid, from the line `first` on, and the column of each fact."""

    grid: Grid
    first: int
    across: int
    """The column of the powers (a row of the sheet, if the powers are side by side)."""
    header: int
    """The line of the headings. It may be above an earlier block, if both blocks have the same headings."""
    columns: Mapping[Word, int]
    left: int
    right: int
    """The first and the last column with a heading of the block."""

    @property
    def last(self) -> int:
        return self.first + 6

    @cached_property
    def lines_of_seats(self) -> tuple[int, ...]:
        here = range(self.first, self.last + 1)
        lines = {named_power(self.grid.get(line, self.across)): line for line in here}
        return tuple(lines[seat] for seat in SEATS)

    @cached_property
    def area(self) -> Area:
        """The cells of the block, together with the headings if these are at most ABOVE lines higher."""
        near = self.header if self.first - ABOVE <= self.header else self.first
        corners = self.grid.place(near, self.left), self.grid.place(self.last, self.right)
        (top, left), (bottom, right) = corners
        return Area(self.grid.sheet.name, top, left, bottom, right)

    def is_below_headings(self, place: tuple[int, int]) -> bool:
        """Is a cell between the headings and the powers, where the title of the first board may be?"""
        line, _ = self.grid.place(*place)
        return self.header < line < self.first

    def places(self, word: Word) -> tuple[At, ...]:
        return tuple(self.grid.at(line, self.columns[word]) for line in self.lines_of_seats)


def find_blocks(grid: Grid, taken: Collection[int] = ()) -> list[PowerBlock]:
    """The blocks of a sheet, sorted by line. taken: columns to skip, where powers are headings of a list."""
    runs = sorted((first, across) for across, first in _runs(grid) if across not in taken)
    blocks: list[PowerBlock] = []
    for first, across in runs:
        beside = [n for line, n in runs if abs(line - first) < len(SEATS)]
        near = _lines_above(grid, first)
        block = next(filter(None, (_block_with_headings(grid, first, across, h, beside) for h in near)), None)
        if block is None and head_word(grid.get(first - 1, across)) != "power":
            above = [one for one in blocks if one.across == across and one.last < first]
            # A block without headings of its own may share those of the block above.
            block = _block_of_one_game(replace(above[-1], first=first)) if above else None
        if block is not None:
            blocks.append(block)
    return blocks


def find_broken_runs(blocks: Sequence[PowerBlock]) -> Iterator[tuple[At, frozenset[int]]]:
    """Yield boards in a column of blocks that lack powers: their first cell, and the seats that they have."""
    columns = {(id(one.grid), one.across): one for one in blocks}
    for block in columns.values():
        grid, across = block.grid, block.across
        its = [one for one in blocks if one.grid is grid and one.across == across]
        taken = {line for one in its for line in range(one.first, one.last + 1)}
        counted = [n for word, n in block.columns.items() if is_count(word)]
        runs: list[dict[int, int]] = []
        for line in sorted(line for line, n in grid.cells if n == across and line not in taken):
            seat = named_power(grid.get(line, across))
            if seat is None or all(is_blank(grid.get(line, n)) for n in counted):
                continue
            if not runs or line - max(runs[-1]) > NEAR or not taken.isdisjoint(range(max(runs[-1]), line)):
                runs.append({})
            runs[-1][line] = seat
        for run in runs:
            if len({*run.values()}) >= FEW_POWERS:
                yield grid.at(min(run), across), frozenset(run.values())


def _lines_above(grid: Grid, first: int) -> Iterator[int]:
    """The lines above the powers that may have the headings; those further up only beyond titles."""
    for line in range(first - 1, max(0, first - 1 - FAR), -1):
        yield line
        if first - line >= ABOVE and sum(1 for at, _ in grid.cells if at == line) > 1:
            return


def _runs(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield the column and the first line of each run of seven different powers in consecutive lines."""
    columns: dict[int, dict[int, int]] = {}
    for (line, across), cell in grid.cells.items():
        if isinstance(cell, str) and len(cell) <= LONGEST_HEADER and (seat := named_power(cell)) is not None:
            columns.setdefault(across, {})[line] = seat
    for across, seats in columns.items():
        line = 0
        for first in sorted(seats):
            seven = {seats.get(first + n) for n in range(7)}
            if first > line and seven == {*SEATS}:
                yield across, first
                line = first + 6


def _block_with_headings(
    grid: Grid, first: int, across: int, header: int, beside: Sequence[int]
) -> PowerBlock | None:
    """The block with headings in the line `header`, if `_block_of_one_game` accepts it; otherwise None.

    beside: the columns of powers of this block, and of each block that has a line in common with it.
    """
    left = right = across
    stops = {*beside}
    while grid.get(header, left - 1) is not None or left - 1 in stops:
        left -= 1
    while grid.get(header, right + 1) is not None or right + 1 in stops:
        right += 1
    here = sorted(n for n in stops if left <= n <= right)
    if len(here) > 1:  # blocks side by side without a gap: assume equal columns in all
        offset, after = here[0] - left, [n for n in here if n > across]
        left = across - offset
        right = after[0] - offset - 1 if after else right
    columns: dict[Word, int] = {}
    titles = [grid.get(header, n) for n in range(left, right + 1)]
    words = game_as_round(titles, [*map(head_word, titles)])
    for n, word in enumerate(words, left):
        if n != across and word not in (None, "power"):
            columns.setdefault(word or "", n)
    if any(isinstance(word, int) for word in columns) and FIRST_YEAR not in columns:
        columns = {word: n for word, n in columns.items() if not isinstance(word, int)}
    return _block_of_one_game(PowerBlock(grid, first, across, header, columns, left, right))


def _block_of_one_game(block: PowerBlock) -> PowerBlock | None:
    """Return the block; None if it has no column of centre counts, or if its rows name several games."""
    if not any(map(is_count, block.columns)):
        return None
    for word in {"round", "board"} & block.columns.keys():
        cells = (block.grid.get(line, block.columns[word]) for line in range(block.first, block.last + 1))
        if len({label(cell).casefold() for cell in cells if not is_blank(cell)}) > 1:
            return None
    return block


class _Around:
    """The titles on a sheet that name rounds or boards, and the labels of single facts, such as a year."""

    def __init__(self, grid: Grid, blocks: Sequence[PowerBlock]) -> None:
        self.name = grid.sheet.name
        self.areas = [block.area for block in blocks]
        self.cells = Grid(grid.sheet).cells
        self.wide = {(area.top, area.left): area.right for area in grid.sheet.merged_areas}
        texts = {place: cell for place, cell in self.cells.items() if isinstance(cell, str)}
        self.titles = {place: heads for place, cell in texts.items() if (heads := title_in(cell)) != NO_HEADS}
        words = {
            place: word
            for place, cell in texts.items()
            if place not in self.titles and (word := head_word(cell)) is not None
        }
        games = {place for place, word in words.items() if word == "board" and is_game(texts[place])}
        named = games < {place for place, word in words.items() if word == "board"}
        if named and {"round", "date"}.isdisjoint(words.values()):
            words |= dict.fromkeys(games, "round")  # Game beside Board is the round of a league
        self.labels = {
            place: (word, at)
            for place, word in words.items()
            if word in ONCE_A_BOARD and (at := self._beside(words, place, word)) is not None
        }
        """By the row and column of each label: the meaning of the label, and the cell with the value."""

    def _beside(self, words: Mapping[tuple[int, int], Word], place: tuple[int, int], word: Word) -> At | None:
        """The cell with the value of a label: right of the label, or below it if labels are side by side.

        None if the label is a heading of a table, or if the content of the cell cannot be the value.
        """
        row, column = place
        left = right = column
        while (row, left - 1) in self.cells:
            left -= 1
        while (row, right + 1) in self.cells:
            right += 1
        line = [words.get((row, n)) for n in range(left, right + 1)]
        if any(one is not None and one not in ONCE_A_BOARD for one in line):
            return None
        end = self.wide.get(place, column)
        several = (row, column - 1) in words or (row, end + 1) in words
        at = (row + 1, column) if several else (row, end + 1)
        below = (row + 2, column) if several else (row + 1, column)
        beside = several or (at not in self.cells and (row, column - 1) in self.cells)
        if beside and below in self.cells:
            return None  # the label is a heading of another table
        return (self.name, *at) if _fits(word, self.cells.get(at)) else None

    @cached_property
    def shared_round_cell(self) -> At | None:
        """The cell of the round, if a sheet of several blocks has only one label for a round; else None."""
        rounds = [at for word, at in self.labels.values() if word == "round"]
        return rounds[0] if len(rounds) == 1 and len(self.areas) > 1 else None

    def last_row_below(self, area: Area, left: int, right: int) -> int:
        """The last row of the cells below a block. A blank row, or a name of a round or board, ends them."""
        row = area.bottom
        while True:
            places = [(row + 1, n) for n in range(left, right + 1) if (row + 1, n) in self.cells]
            named = any(
                p in self.titles or self.labels.get(p, ("",))[0] in ("round", "board") for p in places
            )
            if not places or named:
                return row
            row += 1

    def area_around(self, block: PowerBlock) -> Area:
        """The area around a block, up to the next blocks. The titles and labels there belong to the block."""
        own, others = block.area, [area for area in self.areas if area != block.area]
        up = [area for area in others if area.bottom < own.top and _meet(own, area, columns=True)]
        down = [area for area in others if area.top > own.bottom and _meet(own, area, columns=True)]
        nearest = max(up, key=lambda area: area.bottom, default=None)
        top = 1 if nearest is None else nearest.bottom + 1
        beside = [a for a in others if _meet(own._replace(top=top), a, columns=False)]
        left = own.left if any(area.right < own.left for area in beside) else 1
        far = own.right + BESIDE
        right = min((area.left for area in beside if area.left > own.right), default=far + 1) - 1
        if nearest is not None:  # cells directly below the block above belong to that block
            top = self.last_row_below(nearest, left, right) + 1
        bottom = self.last_row_below(own, left, right) if down else own.bottom + BELOW
        return Area(self.name, top, left, bottom, right)

    def titles_of_block(self, block: PowerBlock, here: Area) -> tuple[CellValue, CellValue]:
        """The round and board of titles in a block's corner or left of it, or else of the nearest above."""
        own, corner = block.area, block.grid.place(block.header, block.across)
        above = {
            place: heads
            for place, heads in self.titles.items()
            if (here.top <= place[0] < own.top or block.is_below_headings(place))
            and here.left <= place[1] <= own.right
        }
        left = range(self.last_column_left_of(own) + 1, own.left)
        near = [
            heads
            for place, heads in self.titles.items()
            if place == corner or (own.top <= place[0] <= own.bottom and place[1] in left)
        ]
        rounds = {place: one.round for place, one in above.items() if one.round and self.is_alone(place)}
        names = {place: one.board for place, one in above.items() if one.board}
        round_ = _common_value(heads.round for heads in near) or _common_in_last_row(rounds)
        return round_, _common_value(heads.board for heads in near) or _common_in_last_row(names)

    def last_column_left_of(self, own: Area) -> int:
        """The last column of the next block to the left; 0 if there is none."""
        left = (a.right for a in self.areas if a.right < own.left and _meet(a, own, columns=False))
        return max(left, default=0)

    def is_alone(self, place: tuple[int, int]) -> bool:
        """Does a title stand alone? `Round 1` beside another round or heading does not: it heads a column."""
        if self.titles[place].board is not None:
            return True
        row, column = place
        beside = (row, column - 1), (row, self.wide.get(place, column) + 1)
        return not any(
            head_word(self.cells.get(one)) is not None
            or (one in self.titles and self.titles[one].board is None)
            for one in beside
        )

    def round_before(self, block: PowerBlock) -> CellValue:
        """The round of the nearest title above a block, among the titles that name only a round."""
        row, column = block.area.top, block.area.right
        titles = {place: heads.round for place, heads in self.titles.items() if heads.board is None}
        before = [at for at, round_ in titles.items() if round_ and at[0] < row and at[1] <= column]
        above = max(filter(self.is_alone, before), default=None)
        return None if above is None else titles[above]


def _fits(word: Word, value: CellValue) -> bool:
    """Can `value` belong to a label with the meaning `word`? A blank can: the value may be typed later."""
    if is_blank(value):
        return True
    match word:
        case "round":
            return number(value) is not None or heads_in(value).round is not None
        case "year":
            return isinstance(known := year(value), int) and FIRST_YEAR <= known <= 1999
        case "draw":
            try:
                powers_in(value)
            except NotADraw:
                # One correctly spelt power is enough. Misspelt powers are reported when the game is read.
                names = re.findall(r"\w\w+", str(value))
                return any(named_power(name) is not None for name in names)
            except Fault:
                pass  # the fault is reported when the game is read
            return True
        case "weight":
            return fraction(value) is not None or is_date(value)
    return head_word(value) is None and heads_in(value) == NO_HEADS


def _common_in_last_row(titles: Mapping[tuple[int, int], CellValue]) -> CellValue:
    last = max((row for row, _ in titles), default=0)
    return _common_value(title for (row, _), title in titles.items() if row == last)


def _common_value(entries: Iterable[CellValue]) -> CellValue:
    """The only value among the entries that are not None; None if there are several values or no value."""
    known = {one for one in entries if one is not None}
    return known.pop() if len(known) == 1 else None


def _meet(one: Area, other: Area, *, columns: bool) -> bool:
    (first, last), (start, end) = one.span(columns=columns), other.span(columns=columns)
    return first <= end and start <= last


def boards_of_blocks(package: Book, blocks: Sequence[PowerBlock]) -> Iterator[OwnBoard]:
    around = _Around(blocks[0].grid, blocks) if blocks else None
    for block in blocks:
        assert around is not None
        board = _board(package, block, around)
        if not board.is_view:
            yield board


def _board(package: Book, block: PowerBlock, around: _Around) -> OwnBoard:
    grid, here = block.grid, around.area_around(block)
    places: dict[Word, tuple[At, ...]] = {}
    for word, across in block.columns.items():
        lined = tuple(grid.at(line, across) for line in range(block.first, block.last + 1))
        single = lined[:1] if word in ("round", "board") else first_place_if_shared(package, lined, word)
        places[word] = single if len(single) == 1 else block.places(word)
    for place, (word, at) in around.labels.items():
        if at != around.shared_round_cell and here.contains(place) and not block.area.contains(place):
            places.setdefault(word, (at,))
    sheet = heads_in(around.name)
    title, name = around.titles_of_block(block, here)
    if "round" not in places:
        if around.shared_round_cell is not None:
            title = value_at(package, around.shared_round_cell)
        title = title or around.round_before(block)
        title = _common_value([title, sheet.round])
    if "board" not in places and len(around.areas) == 1:
        name = _common_value([name, sheet.board])
    round_ = _value_or_title(package, places, "round", title)
    board = _value_or_title(package, places, "board", name)
    if isinstance(round_, str):
        round_ = heads_in(round_).round or round_
    round_ = round_or_date(package, round_, places)
    letters = letters_in(grid.get(line, block.across) for line in block.lines_of_seats)
    return OwnBoard(package, "block", around.name, round_, board, places, turned=grid.turned, letters=letters)


def _value_or_title(
    package: Book, places: dict[Word, tuple[At, ...]], word: Word, title: CellValue
) -> CellValue:
    """The value in the cell of `word`; if it is blank, `title`. A title removes the cell from `places`."""
    if word in places and not is_blank(value := value_at(package, places[word][0])):
        return value
    if title is not None:
        places.pop(word, None)
    return title
