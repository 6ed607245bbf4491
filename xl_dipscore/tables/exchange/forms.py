"""Read tables with one row per board: answers to a form, or a director's own table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xl_dipscore.errors import Fault, WithFaults, join
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Round, place_in_words
from xl_dipscore.tables.cells.columns import SCORED, WIDE_HEADINGS, spoken
from xl_dipscore.tables.cells.games import GameRow, MissingColumn, SameColumnTwice, games_of, read_dates
from xl_dipscore.tables.cells.headings import name_word
from xl_dipscore.tables.cells.languages import Letters, Word, is_total, seat_named
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.unread import find_unread_columns, is_time, notes_and_faults
from xl_dipscore.tables.cells.values import Cell, is_blank, number, quote_value
from xl_dipscore.tables.cells.wide import (
    WideHeading,
    letters_of,
    read_headings,
    wide_headings,
    wide_table,
    word_of,
)
from xl_dipscore.tables.cells.wide_rows import LABELS, cells_of_seats, initials_in
from xl_dipscore.tables.exchange.archives import is_archive, names_of_archive
from xl_dipscore.tables.exchange.formats import File, Read, reads

_PLACE_WORDS = ("round", "board")


class MissingCounts(Fault):
    """There is no column for the centres of {powers}."""


class BoardTwice(
    Fault, remedy="Delete one of them. (Only in form answers does a later row correct an earlier one.)"
):
    """Board {board} of round {round} is in row {first} already."""


class _Columns(NamedTuple):
    places: Mapping[WideHeading, int]
    """The position of each column, by the meaning of its heading."""
    header: Sequence[str]
    time: int | None
    """The position of the column with the time at which answers were sent; None without such a column."""

    def heading(self, asked: WideHeading) -> str:
        return self.header[self.places[asked]] if asked in self.places else ""

    @property
    def letters(self) -> Letters | None:
        """The meaning of single letters in a draw, if the headings name the powers in another language."""
        return letters_of(self.heading(one) for one in self.places if one.counts)

    @property
    def counted_seats(self) -> list[int]:
        """The seats with a column of centres, at the end of the game or of any year."""
        about = {one.seat for one in self.places if one.counts}
        return [seat for seat in SEATS if seat in about]


def _columns(file: File) -> WithFaults[_Columns]:
    header = ["" if cell is None else str(cell).strip() for cell in (file.rows[0] if file.rows else ())]
    places: dict[WideHeading, int] = {}
    faults: list[Fault] = []
    time: int | None = None
    meant = wide_headings(header, file.above) or read_headings(header)
    above = [*file.above, *[None] * (len(header) - len(file.above))]
    titles = {n: one for n, cell in enumerate(header, 1) if (one := cell or above[n - 1])}
    cells = (((row, n), cell) for row, line in file.lines for n, cell in enumerate(line, 1))
    table = wide_table(file.first, dict(enumerate(meant, 1)), titles, cells)  # without any other table
    meant = [one if table is None or n in table.columns else None for n, one in enumerate(meant, 1)]
    faults += table.doubts() if table is not None else ()
    for i, (title, about) in enumerate(zip(header, meant, strict=True)):
        if is_time(title):
            time = i  # of the columns for start and completion, the later
        elif about in places:
            faults.append(SameColumnTwice(place=file.name, name=title))
        elif about is not None:
            places[about] = i
    found = _Columns(places, header, time)
    heads = _missing_labels(file, places)
    faults += [MissingColumn(place=file.name, name=word.capitalize()) for word in heads]
    faults += _find_numbers_for_players(file, found)
    if missing := [POWERS[seat] for seat in SEATS if seat not in found.counted_seats]:
        faults.append(MissingCounts(place=file.name, powers=join(missing)))
    return WithFaults(found, faults)


def _find_numbers_for_players(file: File, columns: _Columns) -> Iterator[Fault]:
    """A fault for each column of numbers that is headed with a power alone, beside its column of counts."""
    for about, i in columns.places.items():
        bare = about.word == "player" and seat_named(columns.header[i]) is not None
        cells = [row[i] for _, row in file.lines if i < len(row) and not is_blank(row[i])]
        if bare and cells and all(number(cell) is not None for cell in cells):
            yield SameColumnTwice(place=file.name, name=columns.header[i])


def _missing_labels(file: File, places: Mapping[WideHeading, int]) -> list[str]:
    """The columns Round and Board, as far as they are missing and the rows need them.

    A date replaces the round. A list with one row each day or round needs no board, one row needs neither.
    An archive needs neither: its boards have the names of its column Id, or numbers.
    """
    if is_archive(file, places):
        return []
    there = [word for word in LABELS if WideHeading(word) in places]
    dated = {"round"} if "date" in there else set()
    missing = [word for word in _PLACE_WORDS if word not in {*there, *dated}]
    counts = [i for about, i in places.items() if about.counts]
    games = [row for _, row in file.lines if any(i < len(row) and number(row[i]) is not None for i in counts)]
    at = [places[WideHeading(word)] for word in there]
    named = {tuple(str(row[i]) if i < len(row) else "" for i in at) for row in games}
    unlike = "board" in there or len(named) < len(games) or any(map(name_word, file.rows[0] if games else ()))
    return missing if unlike or ("round" in missing and at) else []


def _is_wide(file: File) -> bool:
    columns, _ = _columns(file)
    headed = {WideHeading(word) for word in LABELS} & columns.places.keys()
    headed |= {WideHeading("board")} if not _missing_labels(file, columns.places) else set()
    two_rows = bool(file.rows[1:]) and any(wide_headings(file.rows[1], file.rows[0]))
    return len(columns.counted_seats) > 3 and bool(headed) and not two_rows


BY_GAME = ("form", "wide")
"""The kinds of tables with a row for each game."""


@reads("form", "form responses", lambda file: any(map(is_time, file.headings)) and _is_wide(file))
def form(file: File) -> Read:
    """One row per board; a later row corrects an earlier one for the same board."""
    return _read_answers(file, corrects=True)


@reads("wide", "a table with one row per board", _is_wide, tried_last=True)
def wide(file: File) -> Read:
    """One row per board; a second row for the same board is a fault."""
    return _read_answers(file, corrects=False)


@dataclass
class _BoardAnswers:
    """All answers about a board, from the first row for the board and from the rows that correct that row."""

    sent: Cell
    """The time at which the last of these rows was sent."""
    cells: dict[WideHeading, Cell]
    rows: dict[WideHeading, int]
    """The number of the row that each answer is from."""


def _read_answers(file: File, *, corrects: bool) -> Read:
    columns, faults = _columns(file)
    if faults:
        return Read(faults=tuple(faults))
    boards: dict[tuple[Round, str], _BoardAnswers] = {}
    notes: list[str] = []
    answers = [*_answers(file, columns)]
    firsts, _ = read_dates(_first_row(file, columns, new) for new in answers)
    of_rows = {first.row: first for first in firsts}
    for new in answers:
        first = of_rows.get(max(new.rows.values()))
        if first is None:
            continue
        try:
            key = first.read_round(), first.read_board_name()
        except Fault as fault:
            faults.append(fault)
            continue
        old = boards.setdefault((key[0], key[1].casefold()), new)
        if old is new:
            continue
        if corrects:
            notes.append(f"Round {key[0]}, board {key[1]}: {_apply_correction(old, new)}")
        else:
            there = max(old.rows.values())
            faults.append(first.wrong(BoardTwice, "board", board=key[1], round=key[0], first=there))
    rows: list[GameRow] = []
    initials = initials_in(new.cells.get(WideHeading("draw")) for new in answers)
    for board in boards.values():
        its, wrong = _rows_of_board(file, columns, board, initials)
        if wrong is None:
            rows += its
        else:
            faults += [wrong, *games_of(its).faults]
    read = columns.places.values()
    unread = find_unread_columns(columns.header, file.rows[1:], read, WIDE_HEADINGS, words=columns.places)
    left, wrong_columns = notes_and_faults(unread, file.name)
    notes, faults = [*notes, *left], [*faults, *wrong_columns]
    return Read(tuple(rows), notes=tuple(notes), faults=tuple(faults))


def _answers(file: File, columns: _Columns) -> Iterator[_BoardAnswers]:
    """The answers of each row, up to a remark below the list. Missing labels are 1."""
    last = file.first
    missing = [word for word in _PLACE_WORDS if WideHeading(word) not in columns.places]
    if WideHeading("date") in columns.places:
        missing = [word for word in missing if word != "round"]
    names = names_of_archive(file) if is_archive(file, columns.places) else {}
    for n, row in file.lines:
        cells = {
            about: _strip_label(about, row[i]) if i < len(row) else None
            for about, i in columns.places.items()
            if about.word not in SCORED
        }
        if all(map(is_blank, cells.values())) or _is_sum(cells):
            continue  # a row of another table, or of sums
        counted = any(about.counts and number(cell) is not None for about, cell in cells.items())
        if n > last + 1 and not counted and round_in(cells.get(WideHeading("round"))) is None:
            return  # a remark below the list
        last = n
        cells |= {WideHeading(word): 1 for word in missing}
        cells |= {WideHeading("board"): names[n]} if names else {}
        sent = row[columns.time] if columns.time is not None and columns.time < len(row) else None
        yield _BoardAnswers(sent, cells, dict.fromkeys(cells, n))


def _is_sum(cells: Mapping[WideHeading, Cell]) -> bool:
    """Has a row a word such as Total instead of a round or board, and nothing else besides numbers?"""
    texts = [
        (about.word, cell) for about, cell in cells.items() if not is_blank(cell) and number(cell) is None
    ]
    labelled = any(about.word in LABELS and number(cell) is not None for about, cell in cells.items())
    return not labelled and len(texts) == 1 and texts[0][0] in LABELS and is_total(texts[0][1])


def _strip_label(about: WideHeading, cell: Cell) -> Cell:
    """The cell without a leading word for round or board: `1` for `Round 1`, and `A` for `Board A`."""
    word, _, rest = str(cell).strip().partition(" ")
    offered = about.word in _PLACE_WORDS and rest.strip() and word_of(word) == about.word
    return rest if offered else cell


class _RowsOfBoard(NamedTuple):
    """The rows of a board's seven seats, and the fault of its draw."""

    rows: list[GameRow]
    wrong_draw: Fault | None


def _rows_of_board(
    file: File, columns: _Columns, board: _BoardAnswers, initials: bool | None
) -> _RowsOfBoard:
    """The rows of a board's seven seats. If the draw cannot be read: also a fault, and no draw marks."""
    typed, wrong = cells_of_seats(board.cells, columns.letters, initials=initials)
    if wrong is not None:
        draw = WideHeading("draw")
        wrong.place = place_in_words(file.name, [board.rows[draw]], columns.heading(draw))
    return _RowsOfBoard([_row_of_seat(file, columns, board, seat, typed) for seat in SEATS], wrong)


def _row_of_seat(
    file: File, columns: _Columns, board: _BoardAnswers, seat: int, typed: Mapping[Word, Sequence[Cell]]
) -> GameRow:
    """The row of a seat. typed: the seven cells of each fact."""
    counted = WideHeading("centres", seat)
    cells: dict[Word, Cell] = {"power": POWERS[seat], **{word: its[seat] for word, its in typed.items()}}
    headers = {"power": columns.heading(counted)}
    for word in typed:
        own = WideHeading(word, seat)
        headers[str(word)] = columns.heading(own if own in board.cells else WideHeading(word))
    return GameRow(board.rows.get(counted, max(board.rows.values())), cells, headers, file.name)


def _first_row(file: File, columns: _Columns, board: _BoardAnswers) -> GameRow:
    """The row of the first seat, which tells which board it is. Its draw is not read."""
    others = {about: cell for about, cell in board.cells.items() if about.word != "draw"}
    return _row_of_seat(file, columns, board, 0, cells_of_seats(others).cells)


def _apply_correction(old: _BoardAnswers, new: _BoardAnswers) -> str:
    """Overwrite the earlier answers `old` with a later row, and describe the changes.

    A blank cell keeps the earlier answer. But in a row with all seven counts, a whole result, a blank cell
    keeps only a player's name, and erases any other answer.
    """
    counted = {one.seat for one, cell in new.cells.items() if one.counts and not is_blank(cell)}
    whole = counted >= {*SEATS}
    before, after = max(old.rows.values()), max(new.rows.values())
    changes = []
    for about, cell in new.cells.items():
        blank = is_blank(cell) and (not whole or about.word == "player")
        if blank or about.word in _PLACE_WORDS:
            continue
        if (was := _text_of_answer(old.cells[about])) != (now := _text_of_answer(cell)):
            changes.append(f"{_text_of_heading(about)} {was or 'blank'} -> {now or 'blank'}")
        old.cells[about], old.rows[about] = cell, after
    clock, early = _clock(new.sent), _was_sent_before(new.sent, old.sent)
    old.sent = new.sent
    what = f"corrects row {before}: {', '.join(changes)}" if changes else f"says the same as row {before}"
    sentence = f"row {after}{f' ({clock})' if clock else ''} {what}."
    return f"{sentence} Its time is earlier, so check which of them is right." if early else sentence


def _text_of_heading(about: WideHeading) -> str:
    word, seat = about
    said = "" if word == "centres" else spoken(word)
    return " ".join(filter(None, (POWERS[seat] if seat is not None else "", said)))


def _text_of_answer(cell: Cell) -> str:
    if is_blank(cell):
        return ""
    return " ".join(str(cell).split()) if number(cell) is None else quote_value(cell)


_TIME = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*([AaPp])?")


def _clock(cell: Cell) -> str:
    """The hours and minutes in a cell: as written, or from a spreadsheet's date; "" if there is no time."""
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        minutes = round(cell % 1 * 1440) % 1440
        return f"{minutes // 60}:{minutes % 60:02}"
    found = _TIME.search(str(cell))
    if found is None:
        return ""
    return f"{found[1]}:{found[2]}" + (f" {found[4].lower()}m" if found[4] else "")


def _was_sent_before(one: Cell, other: Cell) -> bool:
    """Is the time `one` surely before `other`? Different days are compared only if both dates begin with the
    year, because countries read 3/4/2024 differently.
    """
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one < other
    days, moments = [], []
    for cell in (one, other):
        found = _TIME.search(str(cell))
        if found is None:
            return False
        day = str(cell)[: found.start()].strip(" ,T")
        year_first = re.fullmatch(r"(\d{4})\W(\d\d?)\W(\d\d?)", day)
        days.append(tuple(map(int, year_first.groups())) if year_first else (day,))
        afternoon = 12 if (found[4] or "").casefold() == "p" else 0
        hour = int(found[1]) % 12 + afternoon if found[4] else int(found[1])
        moments.append((hour, int(found[2]), int(found[3] or 0)))
    if days[0] == days[1]:
        return moments[0] < moments[1]
    return len(days[0]) == len(days[1]) == 3 and days[0] < days[1]
