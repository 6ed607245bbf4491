"""Read results in the form in which clubs, and `export text`, post them.

Each power has a line such as `Austria (Ann): 7; 16.781 points.` (`posted_lines.py`). The lines above or below
a board name its round, its board, its draw and its last year (`posted_titles.py`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Note, join
from xl_dipscore.rules.board import CENTRES, POWERS, SEATS, STANDARD_VICTORY, BlankCount, NoCentres
from xl_dipscore.rules.event.games import Round, place_in_words
from xl_dipscore.tables.cells.games import GameRow, games_of
from xl_dipscore.tables.cells.languages import is_total
from xl_dipscore.tables.exchange.formats import File, Read, Seated, reads
from xl_dipscore.tables.exchange.posted_lines import PostedLine, quote_line, read_line
from xl_dipscore.tables.exchange.posted_titles import (
    Title,
    UnclearEnding,
    is_dated_final,
    perhaps_round,
    read_title,
)

FEWEST = 4
"""The number of powers with lines that make a text posted results."""
LETTERS_TOGETHER = 5
"""The number of lines one after another that must begin with letters, because a letter may be a name."""
LONGEST_TITLE = 100
"""The most characters of a line far above a board that names its round or board; longer lines are prose."""
LONGEST_STAGE = 3
"""The most words of a line such as `Saturday evening` that may name a round without a board."""
TOP = "Top"


class UnreadLine(Fault, remedy="Write it as in: Austria (Ann): 7"):
    """{line} is between the lines of a board, but names no power."""


class UnclearRound(Fault, remedy="Write it as in: Round 2, Board A"):
    """{line} does not say clearly which round the board is of."""


class PerhapsOfNames(Fault, remedy="Write names in brackets: Austria (Ann): 7"):
    """The numbers behind the names add up to {total}, not {all}; they may belong to the names."""


class PerhapsAColumn(Fault, remedy="Put the names in brackets, or signs such as | between the columns."):
    """All names end in letters such as {code}, which may be a column of its own."""


class LeftOut(Note):
    """{text} is left out."""


class NoLines(Note):
    """No line for {powers}: read as 0 centres without a player, because the others have all {all}."""


class _Line(NamedTuple):
    """A line of the text, with its contents: of a power, or of a title."""

    row: int
    text: str
    power: PostedLine | None
    title: Title

    @property
    def is_ending(self) -> bool:
        """Does the line tell only how a game ended?"""
        return self.title.tells_ending and not self.title.names_place


@dataclass
class _Board:
    """The lines of one board, and the lines of text around it."""

    above: list[_Line]
    lines: list[_Line] = field(default_factory=list)
    odd: list[_Line] = field(default_factory=list)
    """Lines among the lines of the board that are not about a power."""
    below: list[_Line] = field(default_factory=list)
    """Lines below the board about its ending."""
    title: Title = field(default_factory=Title)
    unclear: _Line | None = None
    """A line above the board that may name its round, if no other does."""

    @property
    def powers(self) -> dict[int, PostedLine]:
        return {line.power.seat: line.power for line in self.lines if line.power is not None}

    @property
    def total(self) -> int:
        return sum(one.centres or 0 for one in self.powers.values())

    @property
    def is_open(self) -> bool:
        """May further lines of the board follow?"""
        return len(self.powers) < len(SEATS) and self.total < CENTRES

    def begins_with(self, line: PostedLine) -> bool:
        """Does a line of a power begin the next board?"""
        return line.seat in self.powers or (not self.is_open and bool(line.centres))


def _is_posted(file: File) -> bool:
    return len({seat for board in _boards(file.text) for seat in board.powers}) >= FEWEST


@reads("text", "lines as they are posted", _is_posted)
def read_board_posts(file: File) -> Read:
    """Boards with players, counts and scores, and with the draw and year in the titles around them."""
    rows: list[GameRow] = []
    scores: dict[Seated, Fraction] = {}
    faults: list[Fault] = []
    notes: list[str] = []
    boards = _boards(file.text)
    for number, board in enumerate(boards, 1):
        place = board.title.round or 1, board.title.board or str(number)
        wrong, drew = _check(board)
        for fault in wrong:
            fault.place = place_in_words(file.name, [fault.row] if fault.row else [])
        its = [*_rows(file.name, board, place, drew)]
        if wrong:
            others = games_of(its).faults
            wrong += (one for one in others if not isinstance(one, BlankCount | NoCentres))
        faults += wrong
        rows += [] if wrong else its
        notes += (f"{place_in_words(file.name, [n])}: {note}" for n, note in _notes(board))
        for seat, line in board.powers.items():
            if line.score is not None:
                scores[(*place, seat)] = line.score
    if any(board.title.round is None for board in boards):
        notes.append("Boards without a round above them are taken as boards of round 1.")
    return Read(tuple(rows), notes=tuple(notes), faults=tuple(faults), scores=scores or None)


# -- lines to boards ------------------------------------------------------------------------------


def _boards(text: str) -> Sequence[_Board]:
    """The boards of a text, with their titles."""
    boards: list[_Board] = []
    above: list[_Line] = []
    for line in _lines(text):
        power = line.power
        if power is None:
            above.append(line)
        elif not boards or boards[-1].begins_with(power) or any(map(_names_place, above)):
            boards.append(_Board(above, [line]))
            above = []
        else:
            boards[-1].odd += (one for one in above if one.text.strip() and not one.is_ending)
            boards[-1].below += (one for one in above if one.is_ending)
            boards[-1].lines.append(line)
            above = []
    for board in [one for one in boards if len(one.powers) < FEWEST and not any(map(_has_count, one.lines))]:
        boards.remove(board)  # remarks such as `England: a good game`
    if boards:
        _give_endings(boards, above)
        _find_misspelt(boards, above)
    _give_rounds(boards)
    return boards


def _give_rounds(boards: Sequence[_Board]) -> None:
    """Give boards their titles; those that name no round have that of the board before them."""
    known: Round | None = None
    heading = False
    for board in boards:
        board.title = title = _title(board)
        heading = heading or any(one.title.round and not one.title.board for one in board.above)
        if title.round is None:
            near = board.above[_first_of_title(board.above) :]
            final = title.board == TOP and not heading
            final = final or (not title.board and any(is_dated_final(line.text) for line in near))
            if known is not None and not final:
                board.unclear = next((one for one in near if _is_perhaps_round(one, heading)), None)
            board.title = title._replace(round="Final" if final else known)
        known = board.title.round


def _is_perhaps_round(line: _Line, heading: bool) -> bool:
    """May a line name a round? A day does not, below a heading with the round."""
    short = _names_place(line) or len(line.text.split()) <= LONGEST_STAGE
    board = bool(line.title.board)
    return short and perhaps_round(line.text, days=not heading, board=board)


def _has_count(line: _Line) -> bool:
    return line.power is not None and line.power.centres is not None


def _lines(text: str) -> Sequence[_Line]:
    found = [_line(n, line) for n, line in enumerate(text.splitlines(), 1)]
    lettered: set[int] = set()
    run: list[_Line] = []
    for line in [*found, _Line(0, "-", None, Title())]:
        if line.power is not None:
            run.append(line)
        elif line.text.strip():
            powers = [one.power for one in run if one.power is not None and one.power.in_letter]
            seats = {power.seat for power in powers if power.centres is not None}
            lettered |= {one.row for one in run} if len(seats) >= LETTERS_TOGETHER else set()
            run = []
    return [_without_letter(line) if line.row not in lettered else line for line in found]


def _line(row: int, text: str) -> _Line:
    """The contents of a line. A line with a power and no count may be a title: `England and France draw`."""
    power = read_line(text)
    title = read_title(text) if power is None or power.centres is None else Title()
    named = any(sign in text for sign in "(:")
    if power is not None and power.centres is None and (title.tells_ending or not named):
        power = None
    return _Line(row, text, power, title)


def _without_letter(line: _Line) -> _Line:
    """Read a line with a single letter, such as `E: 45 points`, as a title: the letter may be a name."""
    if line.power is None or not line.power.in_letter:
        return line
    return line._replace(power=None, title=read_title(line.text))


def _give_endings(boards: Sequence[_Board], last: Sequence[_Line]) -> None:
    """Move lines about endings to the boards above them, if the text has them below its boards.

    It does if there is one below the last board, and none above the first.
    """
    if any(line.title.tells_ending for line in boards[0].above) or not any(_endings(last)):
        boards[-1].odd += (line for line in _endings(last) if line.title.drew or line.title.ways)
        return
    for board, following in zip(boards, [*(one.above for one in boards[1:]), last], strict=True):
        board.below += _endings(following)
    for board in boards[1:]:
        board.above = board.above[len([*_endings(board.above)]) :]


def _endings(lines: Iterable[_Line]) -> Iterator[_Line]:
    """The first of these lines, as long as they tell only an ending."""
    return takewhile(lambda line: line.is_ending, lines)


def _find_misspelt(boards: Sequence[_Board], last: Sequence[_Line]) -> None:
    """Add lines right above and below an incomplete board that look like lines of powers to its odd lines."""
    for board, following in zip(boards, [*(one.above for one in boards[1:]), last], strict=True):
        if len(board.powers) < len(SEATS):
            right_above = takewhile(lambda line: line.text.strip(), reversed(board.above))
            right_below = takewhile(lambda line: line.text.strip(), following)
            board.odd += filter(_looks_like_power, (*right_above, *right_below))


def _looks_like_power(line: _Line) -> bool:
    if line.title.names_place or line.title.tells_ending:
        return False
    found = read_line(f"{POWERS[0]} {line.text}")
    if found is None or found.centres is None or found.unsure or found.wrong:
        return False
    return bool(found.player) and not is_total(found.player)


# -- a board --------------------------------------------------------------------------------------


def _first_of_title(above: Sequence[_Line]) -> int:
    """The index of the first of the lines above a board whose ending counts: from its round or board on."""
    filled = [n for n, line in enumerate(above) if line.text.strip()]
    last = filled[-1] if filled else 0
    near = last - len([*takewhile(lambda line: line.text.strip(), reversed(above[:last]))])
    placed = [n for n, line in enumerate(above) if _names_place(line)]
    return min([near, *placed[-1:]])


def _names_place(line: _Line) -> bool:
    return line.title.names_place and len(line.text) <= LONGEST_TITLE


def _title(board: _Board) -> Title:
    """One title from the lines above and below a board. In prose far above, words are no titles."""
    first = _first_of_title(board.above)
    joined = Title()
    for n, line in enumerate((*board.above, *board.below)):
        title = line.title
        if n < first and len(line.text) > LONGEST_TITLE:
            continue
        joined = joined._replace(round=title.round or joined.round, board=title.board or joined.board)
        if n >= first and title.tells_ending:
            wrong = title.wrong or (UnclearEnding(line=quote_line(line.text)) if title.ways else None)
            if wrong is not None:
                wrong.row = line.row
            joined = joined._replace(
                year=title.year or joined.year,
                drew=joined.drew if title.wrong else title.drew or joined.drew,
                ways=title.ways or joined.ways,
                wrong=joined.wrong or wrong,
            )
    return joined


class _CheckedLines(NamedTuple):
    """The faults of a board's lines, each with its row, and the powers in the draw."""

    faults: list[Fault]
    drew: frozenset[int]


def _check(board: _Board) -> _CheckedLines:
    """The faults of a board's lines, each with its row; and the powers in the draw."""
    wrong = ((line, line.power.wrong) for line in board.lines if line.power is not None)
    faults = [_at(line, fault) for line, fault in wrong if fault is not None]
    faults += (_at(line, UnreadLine(line=quote_line(line.text))) for line in board.odd)
    if board.unclear is not None:
        faults.append(_at(board.unclear, UnclearRound(line=quote_line(board.unclear.text))))
    unsure = [line for line in board.lines if line.power is not None and line.power.unsure]
    if unsure and board.total != CENTRES:
        faults.append(_at(unsure[0], PerhapsOfNames(total=board.total, all=CENTRES)))
    codes = [re.search(r"\s([A-Z]{2,3})$", line.power.player) for line in unsure if line.power is not None]
    if len(codes) >= FEWEST and all(codes):
        faults.append(_at(unsure[0], PerhapsAColumn(code=codes[0][1] if codes[0] else "")))
    title, marked = board.title, frozenset(seat for seat, line in board.powers.items() if line.drew)
    survivors = frozenset(seat for seat, line in board.powers.items() if line.centres)
    drew = survivors if title.ways == len(survivors) else title.drew
    unclear = title.wrong is not None and not (title.ways and (drew or title.ways == len(marked)))
    if unclear and title.wrong is not None:
        faults.append(title.wrong)
    elif drew and marked and drew != marked:
        text = next(line.text for line in (*board.above, *board.below) if line.title.drew or line.title.ways)
        faults.append(_at(board.lines[0], UnclearEnding(line=quote_line(text))))
    won = {seat for seat, line in board.powers.items() if (line.centres or 0) >= STANDARD_VICTORY.centres}
    drew = drew or marked
    return _CheckedLines(
        sorted(faults, key=lambda fault: fault.row or 0), frozenset() if drew == won else drew
    )


def _at(line: _Line, fault: Fault) -> Fault:
    fault.row = line.row
    return fault


def _rows(source: str, board: _Board, place: tuple[Round, str], drew: frozenset[int]) -> Iterator[GameRow]:
    facts: dict[str | int, Any] = {"round": place[0], "board": place[1], "year": board.title.year}
    rows = {line.power.seat: line.row for line in board.lines if line.power is not None}
    powers = board.powers
    missing = SEATS if board.total == CENTRES else [*powers]
    for seat in dict.fromkeys((*powers, *missing)):
        line = powers.get(seat, PostedLine(seat, in_letter=False, centres=0))
        cells = {**facts, "power": POWERS[seat], "player": line.player, "centres": line.centres}
        cells |= {"eliminated": line.eliminated, "draw": (line.drew or "x") if seat in drew else None}
        yield GameRow(rows.get(seat, max(rows.values())), cells, dict.fromkeys(map(str, cells), ""), source)


def _notes(board: _Board) -> Iterator[tuple[int, Note]]:
    """Notes on a board's lines, each with its row."""
    for line in board.lines:
        for text in line.power.rest if line.power is not None else ():
            yield line.row, LeftOut(text=repr(text))
    missing = [POWERS[seat] for seat in SEATS if seat not in board.powers]
    if missing and board.total == CENTRES:
        yield board.lines[0].row, NoLines(powers=join(missing), all=CENTRES)
