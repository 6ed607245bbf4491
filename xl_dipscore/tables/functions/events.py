"""Worksheet functions about events: standings, teams, awards, problems and seats."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import Faults, without_cycle_collector
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.days import FIRST_DAY, day_number
from xl_dipscore.rules.seating.people import Player
from xl_dipscore.rules.system import System, find
from xl_dipscore.rules.tournament.awards import award_table
from xl_dipscore.rules.tournament.compare import USUAL_RIVALS, side_by_side
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, explain_total
from xl_dipscore.rules.tournament.problem import HEADER
from xl_dipscore.rules.tournament.seats import Checked, check_seats, sentence_with_place
from xl_dipscore.rules.tournament.standings import scored_event, standings
from xl_dipscore.rules.tournament.table import Standings
from xl_dipscore.rules.tournament.teams import team_table
from xl_dipscore.tables.cells.event import GivenEvent, read_problems
from xl_dipscore.tables.cells.event_options import read_event_options
from xl_dipscore.tables.cells.games import GameList, read_games
from xl_dipscore.tables.cells.options import read_systems
from xl_dipscore.tables.cells.roster import EmptyRoster, read_roster
from xl_dipscore.tables.cells.seats import read_seat_options, read_seats, top_board_word
from xl_dipscore.tables.cells.values import Block, Cell, as_cell, block, error_in, is_blank, is_omitted
from xl_dipscore.tables.functions.declared import (
    SYSTEM,
    Argument,
    break_columns,
    break_words,
    found_system,
    function,
    pad_table,
    single_cell_error,
    system_in,
)
from xl_dipscore.tables.functions.totals import text_of_cell

GAMES = Argument("games", "A block with a header row, one row for each player of each game")
EVENT = Argument(
    "options", "A block: rounds, combine, tiebreak, format, ... and the system's own", optional=True
)
PLAYER = Argument("player", "The player's name as in the games, in capital or small letters")


def _rows_given(cells: Cell) -> Block:
    """The rows of a block; [] if the argument is omitted."""
    given = block(cells)
    return [] if is_omitted(given) else given


_RECENT: dict[tuple[object, ...], GameList] = {}
"""The last games list without faults, by all that its reading depends on: many functions read the same."""


def games_in(cells: Block, *, fewer: bool, people: bool = True) -> GameList:
    """Read games as `read_games` does, or return the last list if it had the same cells."""
    key = repr(cells), fewer, day_number(FIRST_DAY), date.today().year
    if key in _RECENT:
        return _RECENT[key]
    try:
        listed = read_games(cells, fewer=fewer, people=True)
    except Faults:
        if people:
            raise
        return read_games(cells, fewer=fewer)
    # Faults gain places and cells from those who report them, so a list with faults is read anew each time.
    if not listed.faults and not listed.unread:
        _RECENT.clear()
        _RECENT[key] = listed
    return listed


def of_event(system: Cell, games: Cell, options: Cell, compute: Callable[[GivenEvent], Cell]) -> Cell:
    """Read an event, and return the result of `compute` for it; a cell error if there are faults."""
    if error := error_in(chain(*block(system), *block(options))) or single_cell_error(games):
        return error
    try:
        known = system_in(system)
        chosen = read_event_options(_rows_given(options), known)
        return compute(GivenEvent(known, games_in(block(games), fewer=known.fewer), chosen))
    except Faults as faults:
        return faults.cell


def _table(
    system: Cell, games: Cell, options: Cell, rows: Callable[[GivenEvent], Sequence[Sequence[object]]]
) -> Cell:
    def fill_table(event: GivenEvent) -> Block:
        return pad_table(rows_of_cells(rows(event)), event.chosen.rows, event.chosen.columns)

    return of_event(system, games, options, fill_table)


def rows_of_cells(table: Iterable[Iterable[object]]) -> Block:
    """Convert the values of a table to cells."""
    return [[as_cell(cell) for cell in row] for row in table]


@function("DIP_STANDINGS", SYSTEM, GAMES, EVENT, headed=True)
@without_cycle_collector()
def dip_standings(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """The table of an event, best first: rank, player, total, each round, rounds counted, tie-breaks."""
    return _table(
        system, games, options, lambda event: standings(*event.call_arguments).table(for_sheet=True)
    )


@function("DIP_TEAMS", SYSTEM, GAMES, EVENT, headed=True)
@without_cycle_collector()
def dip_teams(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """The table of teams, best first: rank, team, total, rounds, members' contributions, dropped scores."""
    return _table(system, games, options, lambda event: team_table(*event.call_arguments).table())


@function("DIP_EXPLAIN_TOTAL", SYSTEM, GAMES, PLAYER, EVENT, headed=True)
@without_cycle_collector()
def dip_explain_total(system: Cell, games: Cell, player: Cell, options: Cell = None) -> Cell:
    """How a player's total is computed: each game, its weight, what decided the rank, and the tie-breaks."""
    (((name, *_), *_)) = block(player)

    def explain_player(event: GivenEvent) -> Sequence[Sequence[object]]:
        if is_omitted([[name]]):
            return [[""]]
        try:
            return explain_total(*event.call_arguments, text_of_cell(name)).table()
        except NoSuchPlayer as nobody:
            return [[nobody.sentence]]

    def fill_table(event: GivenEvent) -> Block:
        chosen = event.chosen
        table = break_words(rows_of_cells(explain_player(event)), chosen.rows, chosen.width)
        return pad_table(table, chosen.rows, chosen.columns)

    return error_in(chain(*block(player))) or of_event(system, games, options, fill_table)


@function(
    "DIP_COMPARE",
    GAMES,
    Argument(
        "systems", "Keys of systems, one in each cell; by default those that are played most", optional=True
    ),
    headed=True,
)
@without_cycle_collector()
def dip_compare(games: Cell, asked: Cell = None) -> Cell:
    """Each player's rank under each system, by its own rules: one column per system, sorted by the first."""
    if error := error_in(chain(*block(asked))) or single_cell_error(games):
        return error
    try:
        chosen = read_systems(asked)
        strict = games_in(block(games), fewer=False)
        listings = {False: strict, True: read_games(block(games), fewer=True) if strict.faults else strict}
    except Faults as faults:
        return faults.cell
    columns = [_column(name, listings) for name in chosen.names or USUAL_RIVALS]
    header: list[Cell] = ["Player", *(heading for heading, _ in columns)]
    rows = side_by_side(strict.games, [table for _, table in columns])
    return pad_table([header, *rows_of_cells(rows)], chosen.rows, chosen.columns)


class _Rival(NamedTuple):
    """The heading of a column, and the standings by a system or a cell error."""

    heading: Cell
    standings: Standings | str


def _column(name: Cell, listings: Mapping[bool, GameList]) -> _Rival:
    """The heading of a column, and the standings by a system or a cell error.

    listings: the games as read for systems that accept fewer than seven powers (True) or do not (False).
    """
    heading = name
    try:
        system = found_system(str(name))
        heading = system.key
        return _Rival(heading, own_standings(system, listings[system.fewer]))
    except Faults as faults:
        return _Rival(heading, faults.cell)


def own_standings(system: System, listed: GameList) -> Standings:
    """The standings by the system's own rules. Raises the same Faults as `standings`."""
    return standings(system, listed.games, listed.of_event())


@function("DIP_AWARDS", SYSTEM, GAMES, EVENT, headed=True)
def dip_awards(system: Cell, games: Cell, options: Cell = None) -> Cell:
    """Best of each country by score, or by centres if the option 'by' says so; ties are all listed."""

    def best(event: GivenEvent) -> Sequence[Sequence[object]]:
        return award_table(scored_event(*event.call_arguments), event.call_arguments[2])

    return _table(system, games, options, best)


@function(
    "DIP_PROBLEMS",
    SYSTEM,
    GAMES,
    EVENT,
    Argument("roster", "The list of players, with its headings or without", optional=True),
    headed=True,
)
@without_cycle_collector()
def dip_problems(system: Cell, games: Cell, options: Cell = None, roster: Cell = None) -> Cell:
    """Problems of an event, the worst first: wrong, doubt or note; what, where, and what to do."""
    if error := single_cell_error(system, games, options, roster):
        return error
    (((name, *_), *_)) = block(system)
    found, chosen = read_problems(
        lambda: find("" if is_blank(name) else str(name)),
        lambda fewer: games_in(block(games), fewer=fewer, people=False),
        _rows_given(options),
        _rows_given(roster),
        together=True,
    )
    table = rows_of_cells([HEADER, *(one.cells for one in found)])
    sentences = [HEADER.index(heading) for heading in ("Problem", "What to do")]
    return pad_table(break_columns(table, sentences, chosen.width), chosen.rows, chosen.columns)


THE_TOP_BOARD = "The top board."
"""The sentence about a top board, whose players have qualified to meet."""


@function(
    "DIP_SEATS_CHECK",
    GAMES,
    Argument(
        "options",
        "A block: powers, met, neighbours, club, team powers, round, double, boards, rows, columns",
        optional=True,
    ),
    Argument("roster", "Players below a header row: Player, and perhaps Club, Team, Apart", optional=True),
    headed=True,
)
@without_cycle_collector()
def dip_seats_check(games: Cell, options: Cell = None, roster: Cell = None) -> Cell:
    """Check who sits where, played or not: a line for each power, opponent or neighbour that a player has
    again and for club mates, and how much of that no draw could avoid; or OK."""
    if error := single_cell_error(games, options, roster):
        return error
    chosen = read_seat_options(_rows_given(options))
    strays = list(map(str, chosen.faults))
    checked: Sequence[Checked] = ()
    closing: list[str] = []
    players: Sequence[Player] = ()
    try:
        if given := _rows_given(roster):
            players = read_roster(given)
    except Faults as unusable:
        strays += [
            sentence_with_place(fault) for fault in unusable.faults if not isinstance(fault, EmptyRoster)
        ]
    try:
        listed = read_seats(block(games))
        strays += map(sentence_with_place, listed.strays)
        asked = replace(chosen.asked, clubs={**listed.clubs, **chosen.asked.clubs}, roster=players)
        checked, closing = check_seats(listed.games, asked, well=not strays)
    except Faults as unusable:
        strays += map(str, unusable.faults)
    table: Block = [["Round", "Board", "Check", *(POWERS if chosen.boards else ())]]
    table += [["", "", words] for words in strays]
    for game, lines, without in checked:
        names = [seat.player for seat in game.seats] if chosen.boards else []
        said = [*lines] or ([without] if names else [])
        if chosen.joined:
            drawn = top_board_word(game.round, game.name) in chosen.tops
            top = [THE_TOP_BOARD] if game.is_top or drawn else []
            met = [*top, *(lines if game.is_top else said)]
            said = [" ".join(met)] if met else []
        table += [[game.round, game.name, words] for words in said]
        if names:
            table[-len(said)] += names
    table += [["", "", words] for words in ([" ".join(closing)] if chosen.joined and closing else closing)]
    return pad_table(table, chosen.rows, chosen.columns)
