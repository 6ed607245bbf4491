"""Draw a round: decide who sits at which board, and write the names into the player cells of the boards."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from secrets import randbelow
from typing import Any, NamedTuple

from xl_dipscore.errors import At, Fault, Faults, check_items, check_once, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.days import counting_from, day_in_words, day_number
from xl_dipscore.rules.event.decision import LEVEL, TOP_BOARD
from xl_dipscore.rules.seating.attendance import mark_absent
from xl_dipscore.rules.seating.drawing import Drawn, draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.planning import TellProgress
from xl_dipscore.rules.seating.pools import TOP
from xl_dipscore.rules.seating.wishes import Wishes, letters_of
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.book import value_in
from xl_dipscore.sheets.xlsx.cell import CellValue, restore_error_mark
from xl_dipscore.sheets.xlsx.formula import column_letters
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.dates import When, date_in
from xl_dipscore.tables.cells.games import MissingColumn
from xl_dipscore.tables.cells.roster import NAMES, read_roster, roster_word
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.seats import top_board_word
from xl_dipscore.tables.cells.values import is_blank, number
from xl_dipscore.workbooks.acts.edit import Edit, Grown, Room, write_edit
from xl_dipscore.workbooks.acts.fill import as_typed
from xl_dipscore.workbooks.acts.log import Act, Content, set_cells
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import Slot, heading_cells, is_called, is_headed, label
from xl_dipscore.workbooks.layout.grow.boards import with_more_boards
from xl_dipscore.workbooks.layout.grow.choices import headings, with_choices
from xl_dipscore.workbooks.layout.grow.shown import break_pages_at_rounds, page_sizes_by_sheet
from xl_dipscore.workbooks.layout.pages import TOPS_DRAWN
from xl_dipscore.workbooks.layout.roster import NoRoster
from xl_dipscore.workbooks.layout.setup import ROSTER

MOST_BOARDS = 200
SEEDS = 1_000_000
SHOWN_BY_A_DRAW = ("Seats", "Board calls")
"""Sheets that are hidden until the first player sits at a board."""


class NoSuchRound(
    Fault,
    remedy="For more, make a larger workbook with dipscore new, then copy the results into it with "
    "dipscore regenerate.",
    in_menu="New Event makes a workbook with more rounds.",
):
    """{file} has no {round}; it has {rounds}."""


class Computed(Fault):
    """This cell holds a formula, but a draw types names here. Clear the cell first."""


class NoSuchEvening(Fault):
    """{file} has {evenings} but not {round}. Give the date of an evening, such as 2026-05-28."""


class HasResults(Fault):
    """{boards} of {round} {have} results already. Keep these boards to draw the others."""


class HasNames(
    Fault,
    remedy='Add --keep "Board A" for each board to keep; or --again to draw the whole round again.',
    in_menu="To draw the round again, choose Draw Again, Keeping, and type the boards to keep.",
):
    """{boards} of {round} {have} names already."""


class TopToCome(
    Fault,
    remedy=f"Add --top-board; or type its players, and add --keep {TOP}.",
    in_menu=f"Tick Top board; or type its players on Games, then choose Draw Again, Keeping {TOP}.",
):
    """Board {board} of {round} is the top board, for the first seven of the standings."""


class LevelAtTheCut(
    Fault,
    remedy=f"Set the option tiebreak; or type the seven, and add --keep {TOP}.",
    in_menu=f"Set the option tiebreak on Setup; or type the seven on Games, then Draw Again, Keeping {TOP}.",
):
    """The standings do not decide the top board: {names} are level for {free} of its seven places."""


class NoBoardToKeep(Fault):
    """{round} has no board {board} to keep; it has {boards}."""


class AwayOnKept(
    Fault,
    remedy="Leave the name out of --away, or the board out of --keep.",
    in_menu="Leave the name out under Away, or the board out under Keep.",
):
    """{name} cannot be away: they play on board {board} of {round}, which is kept."""


class NotInOneBlock(
    Fault, remedy="Sort Games by Round and Board first; or copy a board below the last one, and name it."
):
    """{file} has {slots} for {round} but needs {needed}, and the rows of a board are not together."""


@dataclass(frozen=True)
class RoundDraw:
    """The options for the draw of a round."""

    round: When
    wishes: Wishes
    _: KW_ONLY
    seed: int
    keep: Sequence[str] = ()
    """The names of the boards that stay unchanged."""
    away: Sequence[str] = ()
    """The names of more absent players, besides the players whom the player list marks as absent."""
    again: bool = False
    """Draw the round again if it has names already?"""
    sit_out: bool = False
    """Let players sit out if their number is not a multiple of seven?"""

    @property
    def round_text(self) -> str:
        return text_of_round(self.round)


def text_of_round(when: When) -> str:
    """`round 2`, or `28 May 2026`."""
    return f"round {when}" if isinstance(when, int) else day_in_words(when)


def seed_of(typed: int | None) -> int:
    """Return the typed seed of a draw; if no seed is typed, a random number."""
    return randbelow(SEEDS) if typed is None else typed


def names_in(typed: str) -> tuple[str, ...]:
    """Split `Ann, Bob` into names. Raises EmptyItem and NamedTwice."""
    check_items("the list of names", typed)
    names = tuple(filter(None, (" ".join(name.split()) for name in re.split("[,;]", typed))))
    check_once("the list of names", names)
    return names


class Seated(NamedTuple):
    """A draw, and the report of the workbook that has it now."""

    drawn: Drawn
    report: Report


def seat(
    path: Path,
    asked: RoundDraw,
    *,
    dry_run: bool = False,
    told: TellProgress | None = None,
    act: Act | None = None,
) -> Seated:
    """Draw a round, write the names into the workbook, compute the workbook and replace its file in one step.

    dry_run: write nothing. told: a function to call with the progress. act: the command to record on the
    sheet Log, or None. Raises Faults, and then writes nothing.
    """
    package = Package.read(path)
    if not dry_run:
        package.check_writable()
    event = EventIn(package)
    event.boards.check_listed()
    edit = draw_edit(event, replace(asked, round=when_in(event, asked.round)), act, told)
    if dry_run:
        return Seated(edit.drawn, Report(path, (), (), 0.0, tuple(edit.before), did=edit.did))
    return Seated(edit.drawn, write_edit(event, path, edit))


@dataclass(frozen=True, kw_only=True)
class Drawing(Edit):
    """The cells for the names of a draw."""

    drawn: Drawn
    before: Sequence[str] = ()
    """Notes on the draw, known before its boards have room."""


def draw_edit(
    event: EventIn, asked: RoundDraw, act: Act | None = None, told: TellProgress | None = None
) -> Drawing:
    """Draw a round. Returns the edit that writes its names, and makes room for its boards. Raises Faults."""
    drawn, more, before = make_draw(event, asked, told)
    boards, added = count_of(len(drawn.calls), "board"), f" ({more} of them added)" if more else ""
    did = f"{boards} of {asked.round_text}{added}, drawn with --seed {asked.seed}"

    def write_names(event: EventIn, further: Sequence[str] = ()) -> Drawing:
        hidden = () if any(_find_board_calls(event)) else SHOWN_BY_A_DRAW
        shows = [name for name in hidden if name in event.book.sheet_names]
        cells = _name_cells(event, asked.round, drawn.calls, asked.keep)
        cells |= _top_board_cells(event, asked, drawn)
        notes = [*before, *further]
        return Drawing(cells, shows, act, notes=notes, did=did, drawn=drawn, before=before)

    if not more:
        return write_names(event)
    why = f"{with_capital(asked.round_text)} needs {count_of(more, 'more board')}."
    room = Room(why, partial(with_boards_for, round_=asked.round, keep=asked.keep, more=more), more)
    return Drawing(room=room, then=write_names, did=did, drawn=drawn, before=before)


class MadeDraw(NamedTuple):
    """A draw in memory, the number of boards to add for it, and notes."""

    drawn: Drawn
    more_boards: int
    notes: list[str]


def make_draw(event: EventIn, asked: RoundDraw, told: TellProgress | None = None) -> MadeDraw:
    """Draw a round in memory. Returns the draw, the number of boards to add, and notes. Raises Faults."""
    when, keep = asked.round, asked.keep
    round_ = when if isinstance(when, int) else _turns(event, when)[when]
    wishes = _with_newcomers(event, asked.wishes.in_round(round_))
    slots, spare = _slots(event, asked.round), _undated_slots(event, asked.round)
    free = [slot for slot in slots if not _is_kept(slot, keep)]
    if any(is_headed(slot.board, "top") for slot in slots if slot not in free):
        wishes = replace(wishes, top_board=False)  # it is there already
    played = [*_find_board_calls(event, asked.round)]
    faults = [*_find_obstacles(event.book.name, slots, asked)]
    players: list[Player] = []
    try:
        players = mark_absent(roster(event), round_, asked.away)
        players, top = _with_standings(event, players, round_, wishes)
    except Faults as found:
        faults += found.faults
    if faults:
        raise Faults(faults)
    names = [label(slot.board) for slot in free]
    called = TOP
    if wishes.top_board and names:
        # A board called Top is the top board. If there is none, the first board is the top board.
        called = next((label(slot.board) for slot in free if is_headed(slot.board, "top")), names[0])
    names += _names_of_more_boards(slots)
    how: dict[str, Any] = {"seed": asked.seed, "keep": keep, "sit_out": asked.sit_out, "told": told}
    drawn = draw(players, [round_], played, wishes, names=names, first=top, top=called, **how)
    more = max(0, len(drawn.calls) - len(free) - len(spare))
    notes = [*_note_name_below_list(event), *_note_double_seats(event, drawn)]
    if drawn.top and not is_headed(drawn.top, "top"):
        notes.append(f"Board {drawn.top} is the top board.")
    return MadeDraw(drawn, more, notes)


def _with_newcomers(event: EventIn, wishes: Wishes) -> Wishes:
    """If the wishes do not tell which powers are for new players, add the powers that the system reserves."""
    if wishes.newcomers is not None:
        return wishes
    with suppress(Faults):
        reserved = event.system.newcomers
        return replace(wishes, newcomers={count: letters_of(letters) for count, letters in reserved.items()})
    return wishes


def costs_of(drawn: Drawn, when: str = "") -> Iterator[str]:
    """Yield sentences on the cost of each board and of the whole draw. when: as for `board_costs`."""
    yield from (*board_costs(drawn, when), *map(str, drawn.sums), *remarks_of(drawn))


def board_costs(drawn: Drawn, when: str = "", *, only_costs: bool = False) -> Iterator[str]:
    """Yield sentences on the cost of each board, such as repeats.

    when: the round, if there is only one. only_costs: leave out boards that cost nothing?
    """
    for board in drawn.boards:
        if only_costs and not board.costs:
            continue
        where = f"{with_capital(when or text_of_round(board.call.round))}, board {board.call.name}"
        yield from (f"{where}: {sentence}." for sentence in board.sentences)


def remarks_of(drawn: Drawn) -> Iterator[str]:
    """Yield sentences about the draw that are not about costs."""
    yield from drawn.remarks
    if not drawn.complete:
        yield "The search was ended: there may be a better draw."


def _top_board_cells(event: EventIn, asked: RoundDraw, drawn: Drawn) -> dict[At, Content]:
    """The cell in which the sheet Seats finds the round's top board, unless its name says so."""
    area = event.setup.area(TOPS_DRAWN)
    if area is None:
        return {}
    before = [*filter(None, str(event.setup.value(TOPS_DRAWN) or "").split("; "))]
    named = [top_board_word(asked.round, drawn.top)] if drawn.top and not is_headed(drawn.top, "top") else []
    kept = {top_board_word(asked.round, name) for name in asked.keep} if not named else set()
    after = [one for one in before if one in kept or not one.startswith(f"{asked.round} ")] + named
    return {} if after == before else {(area.sheet, area.top, area.left): "; ".join(after) or None}


# -- what the workbook says -------------------------------------------------------------------


def roster(event: EventIn) -> list[Player]:
    """Read the workbook's player list, with the wishes in the columns beside the names. Raises Faults."""
    player_list = event.any_roster
    if player_list is None:
        raise NoRoster(file=event.book.name)
    own, header = player_list.area.left, player_list.area.top - 1
    columns = [n for n, title in player_list.titles.items() if roster_word(title) not in (None, *NAMES)]
    across = sorted([own, *columns])
    rows = [
        [value_in(player_list.sheet, row, column) for column in across] for row in (header, *player_list.rows)
    ]
    if roster_word(rows[0][across.index(own)]) != "player":
        rows[0][across.index(own)] = "Player"
    return read_roster(rows, f"{event.book.name} {player_list.sheet.name}", header)


def _note_name_below_list(event: EventIn) -> Iterator[str]:
    area = event.setup.area(ROSTER)
    below = None if area is None else value_in(event.book.sheet(area.sheet), area.bottom + 1, area.left)
    if area is not None and not is_blank(below):
        end = f"the list of players on {area.sheet} ends in row {area.bottom}"
        yield f"{label(below)} is not drawn: {end}."


def _note_double_seats(event: EventIn, drawn: Drawn) -> Iterator[str]:
    """Yield a note if a player has two boards but the option `double`, for scores of two boards, is blank."""
    names = [name for call in drawn.calls for name in call.players]
    place = event.setup.option_cell("double")
    if len({*names}) < len(names) and place is not None and is_blank(event.book.value(*place)):
        advice = "Set the option double to best or sum: how the two boards of a player count."
        plain = "Its formulas are made for one board a round: for two, dipscore new takes --set double=best."
        yield plain if event.setup.plain else advice


def is_league(event: EventIn) -> bool:
    """Do the event's games have dates in place of rounds?"""
    return any(home.by_dates for home in event.check_sheets())


def when_of(slot: Slot) -> When | None:
    """The number of a board's round, or the date of its evening; None for Final or a blank cell."""
    if slot.home.by_dates:
        return date_in(slot.round)
    round_ = round_in(slot.round)
    return round_ if isinstance(round_, int) else None


def _evenings(event: EventIn) -> list[date]:
    return sorted({when for slot in event.slots if isinstance(when := when_of(slot), date)})


def when_in(event: EventIn, when: When) -> When:
    """Convert the number of a league's evening to its date; keep any other `when`. Raises NoSuchEvening."""
    if isinstance(when, date) or not is_league(event):
        return when
    days = _evenings(event)
    if not 1 <= when <= len(days):
        evenings = count_of(len(days), "evening")
        raise NoSuchEvening(file=event.book.name, evenings=evenings, round=f"number {when}")
    return days[when - 1]


class _Evening(int):
    """The number of an evening among all evenings. As text, it is the date of the evening."""

    day: date

    def __str__(self) -> str:
        return day_in_words(self.day)


def _turns(event: EventIn, *more: When) -> dict[date, int]:
    """The number of each evening, by date. more: evenings that may have no game yet."""
    days = sorted({*_evenings(event), *(one for one in more if isinstance(one, date))})
    turns: dict[date, int] = {}
    for n, day in enumerate(days, 1):
        turns[day] = turn = _Evening(n)
        turn.day = day
    return turns


def _slots(event: EventIn, when: When) -> list[Slot]:
    """The boards of a round or of an evening. Raises NoSuchRound."""
    slots = event.slots
    if isinstance(when, date) and is_league(event):
        return [slot for slot in slots if when_of(slot) == when]
    of_round = [slot for slot in slots if isinstance(when, int) and is_called(slot.round, when)]
    if not of_round:
        rounds = list(dict.fromkeys(label(slot.round) for slot in slots if not is_blank(slot.round)))
        held = f"{'rounds' if len(rounds) > 1 else 'round'} {join(rounds)}"
        raise NoSuchRound(file=event.book.name, round=text_of_round(when), rounds=held if rounds else "none")
    return of_round


def _undated_slots(event: EventIn, when: When) -> list[Slot]:
    """The boards of a league without date, players and results, for more games of an evening."""
    slots = event.slots if isinstance(when, date) else []
    return [slot for slot in slots if slot.free and is_blank(slot.round) and not any(_names(slot))]


def _names(slot: Slot) -> tuple[str, ...]:
    return tuple(label(slot.home.value(row, "player")) for row in slot.rows)


def _find_board_calls(event: EventIn, *more: When) -> Iterator[BoardCall]:
    """Yield the players of each board that has players. A Final is left out. more: as for `_turns`."""
    turns = _turns(event, *more)
    for slot in event.slots:
        when = when_of(slot)
        if when is not None and any(names := _names(slot)):
            yield BoardCall(when if isinstance(when, int) else turns[when], label(slot.board), names)


def _is_kept(slot: Slot, keep: Sequence[str]) -> bool:
    words = {" ".join(name.split()).casefold() for name in keep}
    name = label(slot.board).casefold()
    return name in words or f"board {name}" in words


def _find_obstacles(file: str, slots: Sequence[Slot], asked: RoundDraw) -> Iterator[Fault]:
    round_, keep = asked.round_text, asked.keep
    for name in keep:
        if not any(_is_kept(slot, [name]) for slot in slots):
            boards = join(label(slot.board) for slot in slots) or "none"
            place = f"{file} {slots[0].home.name}" if slots else file
            yield NoBoardToKeep(place=place, round=with_capital(round_), board=name, boards=boards)
    gone = {name.casefold() for name in asked.away}
    for slot in slots if keep else ():
        for name in _names(slot) if _is_kept(slot, keep) else ():
            if name.casefold() in gone:
                yield AwayOnKept(place=_place(file, slot), name=name, board=label(slot.board), round=round_)
    free = [slot for slot in slots if not _is_kept(slot, keep)]
    finished = [slot for slot in free if not slot.free]
    begun = [slot for slot in free if slot.free and any(_names(slot))]
    for kind, in_the_way in ((HasResults, finished), (HasNames, [] if asked.again else begun)):
        if in_the_way:
            several = len(in_the_way) > 1
            names = join(label(slot.board) for slot in in_the_way)
            boards, verb = f"Board{'s' if several else ''} {names}", "have" if several else "has"
            yield kind(place=_place(file, in_the_way[0]), boards=boards, have=verb, round=round_)
    for slot in free:
        if is_headed(slot.board, "top") and not asked.wishes.top_board:
            yield TopToCome(place=_place(file, slot), board=label(slot.board), round=round_)
        column = slot.home.columns.get("player")
        if column is None:
            yield MissingColumn(place=f"{file} {slot.home.name}", name="Player")
            return
        for row in slot.rows:
            if slot.home.is_computed(row, column):
                heading = label(slot.home.value(slot.home.header, "player"))
                yield Computed(place=f"{file} {slot.home.name} row {row}, column {heading}")


def _place(file: str, slot: Slot) -> str:
    return f"{file} {slot.home.name} row {min(slot.rows)}"


# -- standings --------------------------------------------------------------------------------


class _WithStandings(NamedTuple):
    """Players with their scores so far, and the names on the top board."""

    players: list[Player]
    top_board: list[str]


def _with_standings(event: EventIn, players: Sequence[Player], round_: int, wishes: Wishes) -> _WithStandings:
    """If a wish needs the standings, add scores so far to the players, and find players of the top board."""
    if wishes.by != "score" and not (wishes.groups or wishes.scoring_groups or wishes.top_board):
        return _WithStandings([*players], [])
    found = event.game_extract
    games = [game for game in found.game_list.games if isinstance(game.round, int) and game.round < round_]
    if not games:
        return _WithStandings([*players], [])
    if found.faults:
        raise Faults(found.faults)
    system, chosen = event.system, event.given_event.chosen
    settings = replace(chosen.settings, provisional=True)
    table = standings(system, games, replace(settings, format="all rounds"), chosen.parameters)
    if table.faults:
        raise Faults(table.faults)
    totals = {row.player: row.total for row in table}
    scored = [replace(one, score=totals.get(one.name, one.score)) for one in players]
    here = {one.name for one in players if one.is_here(round_)}
    top: list[str] = []
    if wishes.top_board:
        absent = [row.player for row in table if row.player not in here]
        listed = qualify(system, games, settings, chosen.parameters, without=absent).rows
        onto_it = [row for row in listed if row.to == TOP_BOARD] or listed
        level = [row.player for row in onto_it if LEVEL in row.remark]
        top = [row.player for row in onto_it if LEVEL not in row.remark][:7]
        if len(top) + len(level) > 7:
            raise LevelAtTheCut(names=join(level), free=7 - len(top))
        top += level
    return _WithStandings(scored, top)


# -- into its cells ---------------------------------------------------------------------------


def _names_of_more_boards(slots: Sequence[Slot]) -> list[str]:
    """Unused names for more boards of a round: numbers if all boards have numbers, otherwise letters."""
    used = {label(slot.board).casefold() for slot in slots}
    numbered = bool(slots) and all(isinstance(number(slot.board), int) for slot in slots)
    names = (str(n) if numbered else column_letters(n) for n in count(1))
    free = (name for name in names if name.casefold() not in used)
    return [next(free) for _ in range(MOST_BOARDS)]


def begun_boards(event: EventIn, round_: When) -> list[str]:
    """The names of a round's boards with players or results. Raises NoSuchRound."""
    slots = () if is_league(event) else _slots(event, round_)
    return [label(slot.board) for slot in slots if not slot.free or any(_names(slot))]


def with_boards_for(event: EventIn, round_: When, keep: Sequence[str], more: int) -> Grown:
    """Add boards to a round. Returns the event, and notes on parts of the workbook that could not grow.

    New boards are inserted before the last board of the round, so that formulas over all boards include them.
    A league gets boards without a date.
    keep: the names of boards that stay unchanged. Raises NotInOneBlock and InTheWay.
    """
    if is_league(event):
        *_, league = (home.name for home in event.check_sheets() if home.by_dates)
        return with_more_boards(event, {league: more})
    slots = _slots(event, round_)
    assert isinstance(round_, int)
    last = slots[-1]
    home = last.home
    if any(max(slot.rows) - min(slot.rows) > 6 for slot in home.slots):
        there, needed = count_of(len(slots), "board"), len(slots) + more
        raise NotInOneBlock(file=event.book.name, slots=there, needed=needed, round=text_of_round(round_))
    at = max(1, home.slots.index(last))
    before, paged = headings(event.slots), page_sizes_by_sheet(event)
    names = _names_of_more_boards(slots)[:more]
    after = before[0], tuple(dict.fromkeys((*before[1], *names)))
    event, notes = with_more_boards(event, {home.name: {at: more}}, a_round=len(slots) + more)
    home = next(one for one in event.check_sheets() if one.name == home.name)
    new = list(home.slots[at : at + more])
    if at < len(home.slots) - more and not _is_kept(last, keep) and not is_headed(last.board, "top"):
        # Name the boards in order: the first new board gets the last board's name, and so on.
        new.append(home.slots[at + more])
        names.insert(0, label(last.board))
    for slot, name in zip(new, names, strict=True):
        set_cells(event.book, _headings(slot, round_, name))
    event = EventIn(with_choices(event.file, before, after))
    break_pages_at_rounds(event, paged)
    return event, notes


def with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _name_cells(
    event: EventIn, round_: When, calls: Sequence[BoardCall], keep: Sequence[str]
) -> dict[At, Content]:
    """The cells for the drawn names, and blank cells for other boards of the round, except those in `keep`.

    Boards that are added to an evening get the date of the evening.
    """
    cells: dict[At, Content] = {}
    seats, slots = {call.name.casefold(): call for call in calls}, _slots(event, round_)
    found = [(slot, seats.pop(label(slot.board).casefold(), None)) for slot in slots]
    for slot, new in zip(_undated_slots(event, round_), [*seats.values()], strict=False):
        assert isinstance(round_, date)
        with counting_from(date1904=event.book.date1904):
            cells |= _headings(slot, day_number(round_), new.name)
        found.append((slot, new))
    for slot, call in found:
        if _is_kept(slot, keep):
            continue
        names = call.players if call else ("",) * 7
        column = slot.home.columns["player"]
        for row, old, name in zip(slot.rows, _names(slot), names, strict=True):
            if old != name:
                cells[slot.home.name, row, column] = restore_error_mark(name or None)
    return cells


def _headings(slot: Slot, round_: CellValue, board: str) -> dict[At, Content]:
    return {
        **dict(heading_cells(slot, "round", round_)),
        **dict(heading_cells(slot, "board", as_typed(board))),
    }
