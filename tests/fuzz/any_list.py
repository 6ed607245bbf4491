"""Lists made by chance from the shapes that people use, and the law of all lists.

Each typed name and count comes out, or the list has a fault that names a row, a column or a cell.
python -m tests.fuzz.any_list SEED [COUNT] tries lists; python -m tests.fuzz.any_list SEED/17 shows one.
"""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import openpyxl

from tests.fuzz.games_lists import random_counts
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.workbooks.acts.take_in import TakenIn, read_import

Table = list[list[Any]]
FIRST = ("Anna", "Berta", "Carl", "Dora", "Emil", "Frieda", "Gus", "Hanna", "Ida", "Jan", "Kai", "Lea")
LETTERS = "BCDGHKLMNPQRSTVWZ"
GERMAN = ("Österreich", "England", "Frankreich", "Deutschland", "Italien", "Russland", "Türkei")
FLAGS = tuple(
    "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)
    for code in ("AT", "GB", "FR", "DE", "IT", "RU", "TR")
)
ROMAN = ("", "I", "II", "III", "IV")
HEADS: dict[str, Sequence[str]] = {
    "round": ("Round", "Rd", "Week", "Evening", "Session", "Round No.", "Runde", "Heat"),
    "board": ("Board", "Table", "Board Name", "Brett", "Board #"),
    "power": ("Power", "Country", "Great Power", "Power/Country"),
    "player": ("Player", "Name", "Full name", "Participant", "Player's name", "Spieler"),
    "centres": ("Centres", "SCs", "Final SCs", "Supply centers", "Centre count", "Zentren"),
    "draw": ("Draw", "In draw?", "Part of the draw", "Remis"),
    "year": ("Year", "Final year", "Last year played"),
}
ODD = ("Zzz", "Column1", "Info", "Who?", "What", "Drwa", "Playr", "Centrs", "Yeer", "Ronud", "")
ODD_FOR_MARKS = ("Zzz", "Info", "Drwa", "")
"""Marks below a word like another column of marks, such as New player, would mean that column."""
MORE: dict[str, Callable[[random.Random], Any]] = {
    "Paid": lambda dice: dice.choice(("yes", "no", 10)),
    "Ticket type": lambda dice: dice.choice(("Player", "TD")),
    "Notes": lambda dice: dice.choice((None, "see me")),
    "E-mail": lambda dice: f"{dice.choice(LETTERS)}@example.org",
    "Score": lambda dice: dice.choice((0, 49.415)),
    "Order #": lambda dice: dice.randint(900, 990),
}
QUESTIONS = (
    *("Draw", "Which powers share the draw?", "Draw participants", "If drawn, which powers?", "Who drew?"),
    *("Powers in the draw", "Which countries were included in the draw?", "Draw between"),
)
OF_PLAYERS = ("{} player", "Player ({})", "Who played {}?", "{}: name")
SIGN_UPS = (
    *("Name", "Player", "Full name", "What is your full name?", "Attendee name", "Participant", "Teilnehmer"),
    *("First and last name", "Deelnemer", "Name on badge", "Your name"),
)


@dataclass
class Typed:
    """A board as it is typed: each player sits there only once."""

    round: Any
    board: str
    names: list[str]
    counts: list[int]
    drew: frozenset[int]
    year: int | None


@dataclass
class List:
    """A list as people keep it, and what is typed in it."""

    name: str
    table: Table
    boards: list[Typed] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Names in rows with a damaged cell."""

    @property
    def data(self) -> bytes:
        if self.name.endswith(".csv"):
            return csv_text(self.table).encode()
        book, made = openpyxl.Workbook(), io.BytesIO()
        assert book.active is not None
        for row in self.table:
            book.active.append(row)
        book.save(made)
        return made.getvalue()

    @property
    def typed_names(self) -> set[str]:
        """The names that are in the table: damage may have removed some."""
        known = {*self.people, *(name for board in self.boards for name in board.names)}
        return {cell for row in self.table for cell in row if cell in known}


# -- events ---------------------------------------------------------------------------------------


def names(dice: random.Random, count: int) -> list[str]:
    """Names of people, all different."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[f"{dice.choice(FIRST)} {dice.choice(LETTERS)}{''.join(dice.choices('aeioulnr', k=4))}"] = None
    return [*found]


def event(dice: random.Random) -> list[Typed]:
    rounds, boards = dice.randint(1, 3), dice.randint(1, 3)
    people = iter(names(dice, rounds * boards * 7))
    found = []
    for round_ in range(1, rounds + 1):
        for board in range(boards):
            counts = random_counts(dice)
            alive = [seat for seat in SEATS if counts[seat]]
            drew = (
                dice.sample(alive, 2) if max(counts) < 18 and len(alive) > 1 and dice.random() < 0.5 else []
            )
            year = dice.choice((None, 1907, 1910))
            seven = [next(people) for _ in SEATS]
            found.append(Typed(round_, "ABC"[board], seven, counts, frozenset(drew), year))
    return found


def in_words(dice: random.Random, boards: Sequence[Typed]) -> Callable[[Any], Any]:
    """How the rounds of this list are spelt."""
    ways: list[Callable[[Any], Any]] = [
        lambda n: n,
        lambda n: f"R{n}",
        lambda n: f"Round {n}",
        lambda n: f"{n}{('st', 'nd', 'rd')[n - 1]}",
        lambda n: f"Round {ROMAN[n]}",
        lambda n: "Finals" if n == max(board.round for board in boards) > 1 else n,
        lambda n: str(date(2026, 2, 1) + timedelta(7 * n)),
    ]
    return dice.choice(ways)


# -- shapes ---------------------------------------------------------------------------------------


def titled(dice: random.Random, table: Table) -> Table:
    """The table below titles."""
    titles: Table = [["Spring Cup 2026"], ["Venue", "Town Hall"], []]
    return [*dice.choice(([], titles[:1], titles[:1] + titles[2:], titles)), *table]


def long(dice: random.Random) -> List:
    """A row a player."""
    boards = event(dice)
    spelt, powers = in_words(dice, boards), dice.choice((POWERS, POWERS, GERMAN, FLAGS))
    dated = "-" in str(spelt(1))
    words = ["round", "board", "power", "player", "centres", "draw", "year"]
    heads = {word: dice.choice(HEADS[word]) for word in words} | ({"round": "Date"} if dated else {})
    more = [title for title in MORE if dice.random() < 0.2]
    result = dice.choice((lambda n: n, lambda n: f"{n} centres" if n else "Eliminated", lambda n: n or "-"))
    order = dice.sample(words + more, len(words + more)) if dice.random() < 0.3 else words + more
    head = [heads.get(word, word) for word in order]
    table: Table = [head]
    for board in boards:
        again = [head] if dice.random() < 0.1 and len(table) > 1 else []
        table += [*again, *([[]] if again and dice.random() < 0.5 else [])]
        for seat in SEATS:
            cells: dict[str, Any] = {
                "round": spelt(board.round),
                "board": board.board,
                "power": powers[seat],
                "player": board.names[seat],
                "centres": result(board.counts[seat]),
                "draw": "x" if seat in board.drew else None,
                "year": board.year,
            }
            table.append([cells[word] if word in cells else MORE[word](dice) for word in order])
        if dice.random() < 0.1:
            sums: dict[str, Any] = {"player": "Total", "centres": 34}
            table.append([sums.get(word) for word in order])
    return List(dice.choice(("list.csv", "list.xlsx")), titled(dice, table), boards)


def grouped(dice: random.Random) -> List:
    """Boards below one row of headings, each with a title of its own."""
    boards = event(dice)
    for board in boards:
        board.year, board.drew = None, frozenset()
    heads = [dice.choice(HEADS[word]) for word in ("power", "player", "centres")]
    table: Table = [heads]
    once, blank, summed = (dice.random() < 0.3 for _ in range(3))
    last = None
    for board in boards:
        if once:
            table += [[f"Round {board.round}"]] if board.round != last else []
            table.append([f"Board {board.board}"])
        else:
            table.append(
                [dice.choice(("Round {} Board {}", "Round {}, Table {}")).format(board.round, board.board)]
            )
        last = board.round
        table += [[]] if blank else []
        table += ([POWERS[seat], board.names[seat], board.counts[seat]] for seat in SEATS)
        table += [[None, "Total", 34]] if summed else []
    return List(dice.choice(("list.csv", "list.xlsx")), titled(dice, table), boards)


def wide(dice: random.Random) -> List:
    """A row a board."""
    boards = event(dice)
    spelt = in_words(dice, boards)
    dated = "-" in str(spelt(1))
    player, question = dice.choice(OF_PLAYERS), dice.choice(QUESTIONS)
    head = ["Date" if dated else dice.choice(HEADS["round"]), "Board", *POWERS]
    head += [*(player.format(power) for power in POWERS), question, "Year"]
    table: Table = [head]
    for board in boards:
        drew = ", ".join(POWERS[seat] for seat in sorted(board.drew))
        table.append([spelt(board.round), board.board, *board.counts, *board.names, drew, board.year])
    return List(dice.choice(("list.csv", "list.xlsx")), table, boards)


def signed_up(dice: random.Random) -> List:
    """A list of people."""
    people = names(dice, dice.randint(2, 12))
    more = [title for title in MORE if title != "Score" and dice.random() < 0.4]
    head = [dice.choice(SIGN_UPS), *more, *(f"Round {n}" for n in range(1, dice.randint(1, 3)))]
    order = dice.sample(range(len(head)), len(head))
    table: Table = [[head[n] for n in order]]
    for person in people:
        cells = [person, *(MORE[title](dice) for title in more)]
        cells += [dice.choice(("x", None)) for _ in head[len(cells) :]]
        table.append([cells[n] for n in order])
        table += [table[0]] if dice.random() < 0.05 else []
    return List(dice.choice(("list.csv", "list.xlsx")), titled(dice, table), people=people)


SHAPES = (long, long, grouped, wide, signed_up)


# -- damage ---------------------------------------------------------------------------------------


def torn(dice: random.Random, its: List) -> None:
    """Damage a heading or a cell, or remove a row."""
    wide_enough = min(2, max(map(len, its.table)))
    filled = [n for n, row in enumerate(its.table) if len(row) >= wide_enough and row[0] != "Venue"]
    head, *below = [n for n in filled if its.table[n][0] != "Spring Cup 2026"] or [0]
    known = its.typed_names
    match dice.randrange(4):
        case 0:
            column = dice.randrange(len(its.table[head]))
            its.table[head] = [*its.table[head]]
            of_draw = its.table[head][column] in HEADS["draw"]
            its.table[head][column] = dice.choice(ODD_FOR_MARKS if of_draw else ODD)
        case 1 | 2:
            row = its.table[dice.choice(below or [head])]
            column = dice.randrange(len(row))
            its.touched |= known & {cell for cell in row if isinstance(cell, str)}
            row[column] = dice.choice((None, "?", "Atlantis", 35, -1, "x", "9/9", "#N/A", "Total"))
        case 3:
            del its.table[dice.choice(below or [head])]


# -- the law --------------------------------------------------------------------------------------

PLACED = re.compile(
    r"\brows? \d|\bcolumns?\b|\bheadings?\b|\bheaded\b|\b[A-Z]{1,2}\d+\b|\bboard\b", re.IGNORECASE
)


def faults_of(its: List) -> Iterator[str]:
    """What breaks the law."""
    try:
        taken = read_import(its.name, its.data, beside=Path())
    except Faults as refused:
        yield from _unplaced(its, refused.faults)
        return
    yield from _unplaced(its, taken.faults)
    yield from _wrong(its, taken)
    if taken.faults:
        return
    out = {seat.player for game in taken.good for seat in game.seats} | {
        one.player for one in taken.read.people
    }
    if lost := its.typed_names - its.touched - out - _like_titles(its):
        yield f"lost without a word: {sorted(lost)}"
    if (
        strange := out
        - {""}
        - its.typed_names
        - {str(cell) for row in its.table for cell in row if its.touched}
    ):
        yield f"people from nowhere: {sorted(strange)}"


def _like_titles(its: List) -> set[str]:
    """Names above the only heading of a list of one column: nobody can tell them from titles."""
    if any(len(row) > 1 for row in its.table):
        return set()
    heads = [n for n, row in enumerate(its.table) if row and row[0] in HEADS["player"]]
    return {row[0] for row in its.table[: heads[0]] if row} if heads else set()


def _unplaced(its: List, faults: Sequence[Faults]) -> Iterator[str]:
    for fault in faults:
        if not str(fault).startswith(its.name) or not PLACED.search(str(fault)):
            yield f"a fault without a place: {fault}"


def _wrong(its: List, taken: TakenIn) -> Iterator[str]:
    """Results that differ from the typed ones. Boards with a damaged cell are left out."""
    typed = {name: (board, seat) for board in its.boards for seat, name in enumerate(board.names)}
    for game in taken.good:
        seated = [(seat, one.player) for seat, one in enumerate(game.seats) if one.player in typed]
        if not its.touched.isdisjoint(name for _, name in seated):
            continue
        for seat, name in seated:
            typed_board, own = typed[name]
            counts = None if game.board is None else game.board.centres
            if counts is not None and (seat, counts[seat]) != (own, typed_board.counts[own]):
                yield f"{name}: {POWERS[seat]} {counts[seat]}, not {POWERS[own]} {typed_board.counts[own]}"
        if seated and not taken.faults:
            yield from _other_ending(game, typed[seated[0][1]][0])


def _other_ending(game: Game, typed: Typed) -> Iterator[str]:
    """Facts of the whole board that are lost or wrong, in a list without faults."""
    what = f"round {game.round}, board {game.name}"
    if game.board is None:
        yield f"{what}: no counts"
        return
    if game.board.draw != typed.drew:
        yield f"{what}: draw {game.board.draw}, not {typed.drew}"
    if typed.year is not None and game.board.year != typed.year:
        yield f"{what}: year {game.board.year}, not {typed.year}"


def made(seed: str) -> List:
    dice = random.Random(seed)
    its = dice.choice(SHAPES)(dice)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        torn(dice, its)
    return its


def examined(seed: str, count: int) -> list[str]:
    """Try a number of lists, and return what breaks the law."""
    return [f"{seed}/{n}: {fault}" for n in range(count) for fault in faults_of(made(f"{seed}/{n}"))]


def _main(seed: str, count: str = "500") -> None:
    if "/" in seed:
        its = made(seed)
        print(its.name, csv_text(its.table), *faults_of(its), sep="\n")
        try:
            taken = read_import(its.name, its.data, beside=Path())
            print(taken.summary, *taken.faults, *taken.read.notes, sep="\n")
        except Faults as refused:
            print(*refused.faults, sep="\n")
    else:
        print(*examined(seed, int(count)), sep="\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
