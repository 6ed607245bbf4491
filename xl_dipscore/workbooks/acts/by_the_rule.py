"""Compare the values of plain formulas, which call none of our functions, with our own exact results."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from xl_dipscore.errors import NA, VALUE, Faults
from xl_dipscore.rules.event.days import counting_from
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.tournament.awards import award_table
from xl_dipscore.rules.tournament.standings import scored_event
from xl_dipscore.rules.tournament.table import Standing
from xl_dipscore.sheets.calculate.block import EQUAL_WITHIN, agree
from xl_dipscore.sheets.calculate.recalc import Place
from xl_dipscore.sheets.xlsx.book import EditableBook, Page, value_in
from xl_dipscore.sheets.xlsx.cell import CellValue, ErrorMark
from xl_dipscore.tables.cells.columns import SCORED
from xl_dipscore.tables.cells.languages import Word
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.acts.rebuild_data import text_of_value
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import GamesSheet, label
from xl_dipscore.workbooks.layout.system import MadeForAnother
from xl_dipscore.workbooks.layout.tables import BEST, ShownTable, standings_header

PLAIN_FUNCTIONS = frozenset({
    "ABS", "AND", "AVERAGEIF", "CHOOSE", "COUNT", "COUNTIF", "COUNTIFS", "FIND", "IF", "IFERROR", "INDEX",
    "INT", "ISBLANK", "ISERROR", "ISLOGICAL", "ISNUMBER", "ISTEXT", "LARGE", "LEFT", "LEN", "MATCH", "MAX",
    "MIN", "N", "NA", "NOT", "OR", "ROUND", "ROW", "ROWS", "SUBSTITUTE", "SUM", "SUMIF", "SUMIFS",
    "SUMPRODUCT", "SUMSQ", "TRIM", "UPPER", "VALUE",
})  # fmt: skip
ROUNDED_WITHIN = 1e-8
"""The tolerance for values of tie-breaks: plain formulas round these values to eight decimals."""
IN_TABLE = "its table is wrong"
"""Why right values are not stored if their table has a wrong cell: a partly new table may repeat a player."""


def wrong_cells(book: EditableBook) -> dict[Place, str]:
    """Find wrong values in Score, Counts, the standings and the best countries. Returns reasons by cell."""
    wrong, event = _Wrong({}), EventIn(book)
    standing, best = event.standings_shown, event.best_shown
    try:
        if (other := event.scoring.not_as_made()) is not None:
            raise other
        _ = event.given_event
    except Faults as why:
        said = f"and {why.facts['what']}" if isinstance(why, MadeForAnother) else _ours_say(why)
        for home in event.sheets:
            columns = [home.columns[word] for word in SCORED if word in home.columns]
            wrong.note_numbers(home.sheet, columns, home.rows, said)
        for table, word in ((standing, "Total"), (best, "score")):
            if table is not None:
                wrong.note_numbers(table.sheet, [table.columns[word]], table.lines, said)
        return wrong.found
    for home in event.check_sheets():
        _check_games(home, event, wrong)
    if standing is not None:
        _check_standings(standing, event, wrong)
    if best is not None:
        _check_best(best, event, wrong)
    for table in (standing, best):
        if table is not None:
            wrong.note_table_rest(table)
    return wrong.found


def _ours_say(why: Faults) -> str:
    return f"where our functions say: {why}"


Exact = Fraction | int | str | None
"""The number or the text that a cell should show; None if the cell should be blank or #N/A."""


@dataclass(frozen=True)
class _Wrong:
    """The wrong cells found so far, each with the reason."""

    found: dict[Place, str]

    def note_unless(
        self, sheet: Page, row: int, column: int, exact: Exact, why: str = "", within: float = EQUAL_WITHIN
    ) -> None:
        """Note a cell that does not show `exact`; if `exact` is None, a cell that is not blank or #N/A."""
        value = value_in(sheet, row, column)
        if (row, column) not in sheet.cells or _is_shown(value, exact, within):
            return
        rule = "but the rule gives nothing"
        if exact is not None:
            rule = f"the rule gives {text_of_value(exact if isinstance(exact, str) else as_double(exact))}"
        what = "its formula gives" if sheet.is_computed(row, column) else "typed over its formula is"
        self.found[sheet.name, row, column] = f"{what} {text_of_value(value)}, {why or rule}"

    def note_numbers(self, sheet: Page, columns: Iterable[int], rows: Iterable[int], why: str) -> None:
        for row, column in product(rows, columns):
            cell = sheet.cells.get((row, column))
            if cell is not None and isinstance(cell.value, int | float):
                self.note_unless(sheet, row, column, None, why)

    def note_table_rest(self, table: ShownTable) -> None:
        """If a computed cell of the table is noted as wrong, note all other computed cells of the table."""
        cells = product(table.lines, table.columns.values())
        places = [(table.sheet.name, *place) for place in cells if table.sheet.is_computed(*place)]
        if not self.found.keys().isdisjoint(places):
            for place in places:
                self.found.setdefault(place, IN_TABLE)


def _is_shown(value: CellValue, exact: Exact, within: float) -> bool:
    if exact is None or exact == "":
        return is_blank(value) or (isinstance(value, ErrorMark) and value in (NA, VALUE))
    if isinstance(exact, str):
        return not isinstance(value, ErrorMark) and label(value).casefold() == exact.casefold()
    return agree(value, as_double(exact), near=within)


def _check_games(home: GamesSheet, event: EventIn, wrong: _Wrong) -> None:
    """Check the columns Score and Counts. In Counts, scores typed by the director replace computed scores."""
    for word, exact in event.scores_on(home).items():
        if (column := home.columns.get(word)) is not None:
            for row in home.rows:
                *_, score = exact.get(row, (None,))
                wrong.note_unless(home.sheet, row, column, score)


def _check_standings(table: ShownTable, event: EventIn, wrong: _Wrong) -> None:
    """Check that each line shows a player who may be in that line, and the right numbers of that player."""
    try:
        found = event.table
    except Faults as why:
        wrong.note_numbers(table.sheet, [table.columns["Total"]], table.lines, _ours_say(why))
        return
    with counting_from(date1904=table.sheet.date1904):
        headings, *cells = found.table(for_sheet=True)
    words = [standings_header(heading) for heading in headings]
    tie_breaks = words[words.index("Counted") + 1 :]
    lines = {str(line[1]): dict(zip(words, line, strict=True)) for line in cells}
    columns = {word: column for word, column in table.columns.items() if word in words}
    left = {one.player: one for one in found}
    for place, row in enumerate(table.lines):
        due = found[place] if place < len(found) else None
        there = left.pop(label(table.value(row, "Player")), None)
        if there is None or due is None or not _level(there, due):
            wrong.note_unless(table.sheet, row, columns["Player"], due.player if due is not None else None)
        line = there or due
        for word, column in columns.items():
            exact = lines[line.player][str(word)] if line is not None else None
            if isinstance(exact, Fraction | int):
                within = ROUNDED_WITHIN if word in tie_breaks else EQUAL_WITHIN
                wrong.note_unless(table.sheet, row, column, exact, within=within)
            elif word not in tie_breaks:
                wrong.note_unless(table.sheet, row, column, None if exact in (None, NA) else str(exact))


def _level(one: Standing, other: Standing) -> bool:
    """May the two players swap their lines in the table?"""
    return one.rank == other.rank and (one.rank is not None or one.total == other.total)


def _check_best(table: ShownTable, event: EventIn, wrong: _Wrong) -> None:
    """Check that the lines show the best games of each power. The order of the lines is not checked."""
    given = event.given_event
    _, *lines = award_table(scored_event(*given.call_arguments), given.chosen.settings)
    left = [dict(zip(BEST, line, strict=True)) for line in lines]
    others = []
    for row in table.lines:
        game = [label(table.value(row, word)) for word in _GAME]
        line = next((one for one in left if [str(one[word]) for word in _GAME] == game), None)
        if line is None:
            others.append(row)
            continue
        left.remove(line)
        for own in ("score", "centres"):
            wrong.note_unless(table.sheet, row, table.columns[own], line[own])
    for row in others:
        due = left.pop(0) if left else None
        for word, column in table.columns.items():
            wrong.note_unless(table.sheet, row, column, None if due is None else due[word])


_GAME: tuple[Word, ...] = ("power", "player", "round", "board")
"""The columns that identify a game."""
