"""Results into a workbook's own cells, which are found by their headers and powers, never by address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.board import SEATS
from xl_dipscore.cells import Cell, header_word, is_blank, number, power
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.tournament import Game, Round
from xl_dipscore.workbook.formula import address
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.sheet import Sheet

HEADER_ROWS = 30
NEEDED = frozenset({"round", "board", "power", "centres"})


class NoGamesSheet(Fault):
    """{file} has no sheet with a row of headers Round, Board, Power and Centres."""


class NoBlock(Fault):
    """{file} has no free board for board {board} of round {round}; it holds {blocks} boards of seven rows."""


class NoColumn(Fault):
    """{file} has no column for {what}, which board {board} of round {round} has."""


@dataclass(frozen=True)
class Block:
    """Seven rows of a workbook that hold one board."""

    round: Cell
    board: Cell
    rows: tuple[int, ...]
    free: bool

    def holds(self, game: Game) -> bool:
        return _same(self.round, game.round) and _same(self.board, game.name)


@dataclass(frozen=True)
class GamesSheet:
    """Where a workbook keeps its games."""

    name: str
    columns: Mapping[str | int, int]
    blocks: Sequence[Block]


def find_games(package: Package) -> GamesSheet:
    """The sheet whose headers are those of a games list, and its blocks of seven. Raises NoGamesSheet."""
    for name in package.sheet_names:
        sheet = package.sheet(name)
        headers: dict[int, dict[str | int, int]] = {}
        for (row, column), cell in sorted(sheet.cells.items()):
            if row <= HEADER_ROWS and (word := games_header(cell.value)) is not None:
                headers.setdefault(row, {}).setdefault(word, column)
        for row, columns in headers.items():
            if columns.keys() >= NEEDED:
                return GamesSheet(name, columns, tuple(_blocks(sheet, row, columns)))
    raise NoGamesSheet(file=package.name)


def games_header(cell: Cell) -> str | int | None:
    """What a header means in a workbook: as in a games list, and the Score column that is ours."""
    return "score" if str(cell).strip().casefold() == "score" else header_word(cell)


def _blocks(sheet: Sheet, header: int, columns: Mapping[str | int, int]) -> Iterator[Block]:
    def value(row: int, word: str) -> Cell:
        cell = sheet.cells.get((row, columns[word]))
        return cell.value if cell is not None else None

    rows: dict[int, int] = {}
    for row in range(header + 1, max(row for row, _ in sheet.cells) + 1):
        seat = power(value(row, "power"))
        if seat is None or seat in rows:
            rows = {}
        if seat is not None:
            rows[seat] = row
        if len(rows) == 7:
            top = min(rows.values())
            free = all(is_blank(value(r, "centres")) for r in rows.values())
            yield Block(value(top, "round"), value(top, "board"), tuple(rows[s] for s in SEATS), free)
            rows = {}


def put_games(package: Package, games: Sequence[Game]) -> None:
    """Set the games' cells in a workbook. Raises Faults, and then has set nothing.

    A game goes into the block of its round and board; otherwise into a free block of its round, or a free
    block of another round. Blocks of other games stay as they are.
    """
    found = find_games(package)
    faults: list[Fault] = []
    edits: list[tuple[str, Cell]] = []
    for game, block in _seated(found.blocks, games):
        facts = {"file": package.name, "board": game.name, "round": game.round}
        if block is None:
            faults.append(NoBlock(blocks=len(found.blocks), **facts))
            continue
        for word, values in _values(game):
            column = found.columns.get(word)
            if column is not None:
                refs = (address(row, column) for row in block.rows)
                edits += zip(refs, values, strict=True)
            elif not all(map(is_blank, values)):
                faults.append(NoColumn(what=str(word).replace("_", " "), **facts))
    if faults:
        raise Faults(faults)
    for ref, value in edits:
        package.set_value(found.name, ref, value)


def _seated(blocks: Sequence[Block], games: Iterable[Game]) -> Iterator[tuple[Game, Block | None]]:
    """Each game with its block, or None when there is none left."""
    games = list(games)
    own = {id(game): next((b for b in blocks if b.holds(game)), None) for game in games}
    free = [b for b in blocks if b.free and b not in own.values()]
    for game in games:
        block = own[id(game)]
        if block is None:
            in_round = [b for b in free if _same(b.round, game.round)]
            block = next(iter(in_round or free), None)
            if block is not None:
                free.remove(block)
        yield game, block


def _values(game: Game) -> Iterator[tuple[str | int, Sequence[Cell]]]:
    """What stands in each column of a game's seven rows; columns that its source has not are left alone."""
    board = game.board
    assert board is not None
    given = game.place.columns

    def marks(seats: Iterable[int]) -> list[Cell]:
        chosen = frozenset(seats)
        return ["x" if seat in chosen else None for seat in SEATS]

    yield "round", [game.round] * 7
    yield "board", [_as_typed(game.name)] * 7
    yield "centres", board.centres
    columns: dict[str, Sequence[Cell]] = {
        "player": [seat.player or None for seat in game.seats],
        "draw": marks(board.draw),
        "eliminated": board.eliminated,
        "year": [board.year] * 7,
        "docked": [n or None for n in board.docked],
        "civil_disorder": marks(board.civil_disorder),
        "new_player": marks(board.new_player),
        "unranked": marks(s for s in SEATS if game.seats[s].unranked),
        "override": [_float(seat.override) for seat in game.seats],
        "tiebreak": [_float(seat.tiebreak) for seat in game.seats],
    }
    for word, values in columns.items():
        if word in given:
            yield word, values
    yield from board.chart


def _as_typed(name: str) -> Cell:
    """A board called 116 is a number, as a person types it."""
    return int(name) if name.isdigit() and str(int(name)) == name else name


def _float(value: object) -> Cell:
    return None if value is None else float(value)  # type: ignore[arg-type]


def label(cell: Cell) -> str:
    """A round or a board as text, whether it is typed as a number or as text."""
    value = number(cell)
    return str(value) if value is not None else " ".join(str(cell).split())


def _same(cell: Cell, other: Round | str) -> bool:
    return label(cell).casefold() == str(other).casefold()
