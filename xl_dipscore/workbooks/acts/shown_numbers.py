"""The numbers that a workbook shows for games and players, and the differences between two workbooks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.calculate.block import EQUAL_WITHIN, agree
from xl_dipscore.sheets.xlsx.cell import CellValue
from xl_dipscore.tables.cells.values import is_blank, power
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.own import value_at
from xl_dipscore.workbooks.layout.tables import ShownTable

SCORES = ("score", "counts")
BEST = "Best country"
"""The heading for numbers from the table of best countries."""
DIFFERENCE_COLUMNS = ("player", "round", "board", "power", "what", "old", "new")


class Spot(NamedTuple):
    """The subject of a number: a power on a board, a player in the standings, or a power's best player."""

    heading: str
    round: str = ""
    board: str = ""
    power: str = ""
    player: str = ""


class Difference(NamedTuple):
    """A number that differs between two workbooks. player: as in the old workbook, if it names a player."""

    player: str
    round: str
    board: str
    power: str
    what: str
    old: CellValue
    new: CellValue

    @property
    def change_line(self) -> str:
        """`round 1, board A, Austria, Ann: Score 16 -> 17`."""
        board = (f"round {self.round}, board {self.board}",) if self.board else ()
        where = ", ".join((*board, *filter(None, (self.power, self.player))))
        return f"{where}: {self.what} {_text_of_number(self.old)} -> {_text_of_number(self.new)}"


@dataclass(frozen=True)
class ShownNumbers:
    """The numbers that a workbook shows for its games and players."""

    scores: Mapping[Spot, CellValue]
    standings: Mapping[Spot, CellValue]
    best: Mapping[Spot, CellValue]
    """The scores of the players who were best with each power."""
    players: Mapping[tuple[str, str, str], str]
    """The player of each round, board and power."""
    headings: frozenset[str]
    """The headings of all columns that show these numbers."""


def numbers(event: EventIn) -> ShownNumbers:
    """Read Score and Counts of each power on each played board, the standings, and the best countries."""
    scores: dict[Spot, CellValue] = {}
    players: dict[tuple[str, str, str], str] = {}
    headings, standings = _standings(event.standings_shown)
    best = _best(event.best_shown)
    headings |= {BEST} if best else set()
    there = event.boards.sound
    ours = [word for word in SCORES if word in there.words]
    headings |= {word.capitalize() for word in ours}
    for place, cells in there.results:
        found = {word: value_at(event.book, cells[word]) for word in (*ours, "player") if word in cells}
        if not is_blank(player := found.get("player")):
            players[place] = label(player)
        for word in ours:
            scores.setdefault(Spot(word.capitalize(), *place), found.get(word))
    return ShownNumbers(scores, standings, best, players, frozenset(headings))


def played_boards(event: EventIn) -> int | None:
    """The number of boards with results; None if the workbook has no games."""
    found = event.boards.sound
    if not found.sheets and not found.own:
        return None
    listed = sum(sheet.has_results(rows) for sheet in found.sheets for rows in sheet.boards.values())
    return listed + sum(not board.free for board in found.own)


def differences(old: ShownNumbers, new: ShownNumbers) -> Iterator[Difference]:
    """Yield the numbers that differ between two workbooks, in columns that both workbooks have."""
    shared = old.headings & new.headings
    for before, after in ((old.scores, new.scores), (old.standings, new.standings), (old.best, new.best)):
        for spot in dict.fromkeys((*before, *after)):
            was, now = before.get(spot), after.get(spot)
            if spot.heading in shared and not agree(was, now, near=EQUAL_WITHIN):
                place = spot.round, spot.board, spot.power
                player = spot.player or old.players.get(place) or new.players.get(place) or ""
                yield Difference(player, *place, spot.heading, was, now)


def compare_results(before: ShownNumbers, after: ShownNumbers) -> tuple[Difference, ...] | None:
    """The scores, totals, ranks and best countries that changed; None if the workbook shows no such numbers.

    If there is a column Counts, Score is not compared: Counts includes scores that the director typed.
    """
    headings = after.headings
    compared = {"Counts" if "Counts" in headings else "Score", "Total", "Rank", BEST}
    if not compared & headings:
        return None
    before = replace(before, headings=headings)  # before the first computation there are no headings
    return tuple(one for one in differences(before, after) if one.what in compared)


def _text_of_number(value: CellValue) -> str:
    if is_blank(value):
        return "blank"
    return f"{value:.6g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


class _ShownStandings(NamedTuple):
    """The headings of shown standings, and the cells by player and heading."""

    headings: set[str]
    cells: dict[Spot, CellValue]


def _standings(table: ShownTable | None) -> _ShownStandings:
    if table is None:
        return _ShownStandings(set(), {})
    found: dict[Spot, CellValue] = {}
    for line in table.rows_with_value("Player"):
        player = label(table.value(line, "Player"))
        for heading in table.columns:
            if heading != "Player":
                found.setdefault(Spot(str(heading), player=player), table.value(line, heading))
    return _ShownStandings(set(map(str, table.columns)) - {"Player"}, found)


def _best(table: ShownTable | None) -> dict[Spot, CellValue]:
    if table is None:
        return {}
    found: dict[Spot, CellValue] = {}
    for row in table.rows_with_value("power"):
        seat = power(table.value(row, "power"))
        if seat is not None and table.is_computed(row, "power"):
            spot = Spot(BEST, power=POWERS[seat], player=label(table.value(row, "player")))
            found.setdefault(spot, table.value(row, "score"))
    return found
