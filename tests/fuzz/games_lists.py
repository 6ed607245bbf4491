"""Random games lists, correct and damaged, and the answers of every reader.

python -m tests.fuzz.games_lists SEED [COUNT] tries lists; python -m tests.fuzz.games_lists SEED/17 shows one.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from xl_dipscore.cli import main
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.games import event_of
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.event import read_problems
from xl_dipscore.tables.cells.event_options import read_event_options
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.take_in import read_import
from xl_dipscore.workbooks.layout.event import EventIn

Cells = list[list[Any]]

NAMES = (
    *("Ann", "ann", "Bob", "Zoë", "O'Brien", "Łukasz", "de Vries", "=1+1", "TBD", "12", "Ann & Bob", "Jo  N"),
    *("Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Kim", "Lee", "Mo", "Nan", "Ona", "Pat", "Quy", "Rex"),
)
HEADINGS = {
    "Round": ("Round", "round", "Runde", "Ronde"),
    "Board": ("Board", "board", "Game", "Table", "Brett"),
    "Power": ("Power", "Country", "power", "Macht"),
    "Player": ("Player", "Name", "player", "Spieler"),
    "Centres": ("Centres", "Centers", "SCs", "centres", "Zentren"),
}
JUNK = (
    *("", " ", None, 0, 1, -1, 2.5, 34, 35, 18, 1e300, -0.0, 1901, 1908, 5, "x", "X", "no", "?", "1/2"),
    *("#N/A", "#VALUE!", "#DIV/0!", True, False, "Final", "Top", "out", "A", "Italy", "I", "England"),
    *("9" * 400, "1e999", "nan", "inf", "１８", "Round", "Centres", "1908", "'08", "-", "–", "a\nb", "2/3"),
    *(datetime.date(2024, 2, 3), "2024-02-03", "3/2/24", 45000, "=", "𝔄", "ﬀ", "İ", "ß", "\u200b", "[", "*"),
    *("\ufeff", "=A1", "0x10", "total"),
)
OPTIONS = [
    one.strip().replace(";", ",").split(": ")
    for one in """
    rounds: 3, rounds: 0, combine: best 2, combine: mean, combine: sum, combine: x, tiebreak: wins
    tiebreak: centres; losses, format: final, format: top-board, format: league, groups: yes, double: best
    double: sum, provisional: yes, min rounds: 2, sit out: 10, sit out: 10 once, since: 2024-01-01
    by: centres, last: 12 months, rows: 4, round weights: 1; 2, team size: 3, powers: wheel
    """.strip().replace("\n", ",").split(",")
]  # fmt: skip
IN_CELLS = [one for one in FUNCTIONS if one.name.startswith("DIP_")]
COUNTED = "Centres"


# -- lists ----------------------------------------------------------------------------------------


def correct(dice: random.Random) -> Cells:
    """The list of an event, its headings first."""
    words = [*HEADINGS, *(word for word in MORE if dice.random() < 0.25)]
    years = range(1901, 1901 + dice.randint(1, 8)) if dice.random() < 0.15 else ()
    people = dice.sample(NAMES, dice.randint(7, len(NAMES)))
    rows = [[dice.choice(HEADINGS.get(word, (word,))) for word in words] + [*years]]
    for round_ in range(1, dice.randint(2, 4)):
        for board in range(dice.randint(1, 3)):
            seated = dice.sample(people, 7)
            rows += _board(dice, round_, "ABC"[board], seated, words, years)
        if dice.random() < 0.1:
            out = {"Round": round_, "Board": "out", "Player": dice.choice(people)}
            rows.append([out.get(word) for word in words] + [None for _ in years])
    if dice.random() < 0.1:
        rows += _board(dice, "Final", "Top", dice.sample(people, 7), words, years)
    return rows


def _board(
    dice: random.Random,
    round_: object,
    board: str,
    seated: list[str],
    words: list[str],
    years: Sequence[int],
) -> Cells:
    counts, kind = random_counts(dice), dice.randrange(9)
    dead = [1900 + dice.randint(1, 7) if not count else None for count in counts]
    marks = ["x" if kind == 1 and count and dice.random() < 0.7 else None for count in counts]
    played, drawn = kind < 6, kind < 7 or dice.random() < 0.2
    rows = []
    for seat, power in enumerate(POWERS):
        of: dict[str, Any] = {
            "Round": round_,
            "Board": board,
            "Power": power if drawn or (kind == 8 and dice.random() < 0.1) else None,
            "Player": seated[seat],
            COUNTED: counts[seat] if played else None,
            "Draw": marks[seat],
            "Eliminated": dead[seat] if played else None,
            "Year": 1908 if played and (seat == 0 or dice.random() < 0.5) else None,
        }
        cells = [of[word] if word in of else MORE[word](dice) for word in words]
        rows.append([*cells, *(counts[seat] if played else None for _ in years)])
    return rows


def random_counts(dice: random.Random) -> list[int]:
    counts = [0] * 7
    for _ in range(34):
        counts[min(dice.randrange(7), dice.randrange(7))] += 1
    dice.shuffle(counts)
    return counts


MORE: dict[str, Callable[[random.Random], Any]] = {
    "Draw": lambda dice: None,
    "Eliminated": lambda dice: None,
    "Year": lambda dice: None,
    "Date": lambda dice: dice.choice(("2024-01-05", "2024-02-01", datetime.date(2024, 3, 1), None)),
    "Docked": lambda dice: dice.choice((None, None, 0, 1, 3)),
    "Civil disorder": lambda dice: dice.choice((None, None, None, "x")),
    "New player": lambda dice: dice.choice((None, "x")),
    "Unranked": lambda dice: dice.choice((None, None, None, "x")),
    "Not counted": lambda dice: dice.choice((*[None] * 60, "x")),
    "Tiebreak": lambda dice: dice.choice((None, 1, 2.5)),
    "Extra points": lambda dice: dice.choice((None, None, 5, -3.5)),
    "Reason": lambda dice: dice.choice((None, "late")),
    "Weight": lambda dice: dice.choice((*[None] * 40, 2, "2/3")),
    "System": lambda dice: dice.choice((*[None] * 40, "SOS", "DCC")),
    "Override": lambda dice: dice.choice((*[None] * 9, 12)),
    "Team": lambda dice: dice.choice("RGB"),
    "Score": lambda dice: 1,
    "Notes": lambda dice: dice.choice((None, "see me")),
}
"""Further columns, and their values."""


# -- tears ------------------------------------------------------------------------------------------


def torn(rows: Cells, dice: random.Random) -> Cells:
    """Damage a list in a few ways, one after the other."""
    for _ in range(dice.choice((0, 1, 1, 2, 2, 3, 4, 6, 10))):
        if rows and rows[0]:
            rows = dice.choice(TEARS)([[*row] for row in rows], dice)
    return rows


def _place(rows: Cells, dice: random.Random) -> tuple[int, int]:
    row = (
        dice.randrange(len(rows)) if dice.random() < 0.1 else dice.randrange(min(1, len(rows) - 1), len(rows))
    )
    return row, dice.randrange(max(1, len(rows[row])))


def _span(rows: Cells, dice: random.Random) -> tuple[int, int]:
    top = dice.randrange(len(rows))
    return top, min(len(rows), top + dice.choice((1, 1, 3, 7, 7, 14)))


def put(rows: Cells, dice: random.Random) -> Cells:
    row, column = _place(rows, dice)
    rows[row][column : column + 1] = [dice.choice(JUNK)]
    return rows


def blank(rows: Cells, dice: random.Random) -> Cells:
    row, column = _place(rows, dice)
    rows[row][column : column + 1] = [None]
    return rows


def blank_column(rows: Cells, dice: random.Random) -> Cells:
    (top, bottom), (_, column) = _span(rows, dice), _place(rows, dice)
    for row in rows[max(1, top) : bottom]:
        row[column : column + 1] = [None]
    return rows


def swap(rows: Cells, dice: random.Random) -> Cells:
    (row, column), (other, across) = _place(rows, dice), _place(rows, dice)
    if rows[row] and rows[other]:
        rows[row][column], rows[other][across] = rows[other][across], rows[row][column]
    return rows


def cut(rows: Cells, dice: random.Random) -> Cells:
    """Shorten or lengthen a row, or remove rows."""
    row, column = _place(rows, dice)
    if dice.random() < 0.3:
        top, bottom = _span(rows, dice)
        return [*rows[:top], *rows[bottom:]]
    rows[row] = rows[row][:column] if dice.random() < 0.6 else [*rows[row], *dice.choices(JUNK, k=3)]
    return rows


def repeat(rows: Cells, dice: random.Random) -> Cells:
    top, bottom = _span(rows, dice)
    at = dice.randrange(len(rows) + 1)
    return [*rows[:at], *([*row] for row in rows[top:bottom]), *rows[at:]]


def shuffle_rows(rows: Cells, dice: random.Random) -> Cells:
    header, below = rows[:1], rows[1:]
    dice.shuffle(below)
    return header + below


def shuffle_columns(rows: Cells, dice: random.Random) -> Cells:
    order = dice.sample(range(len(rows[0])), len(rows[0]))
    return [[row[n] if n < len(row) else None for n in order] for row in rows]


def drop_column(rows: Cells, dice: random.Random) -> Cells:
    column = dice.randrange(len(rows[0]))
    return [row[:column] + row[column + 1 :] for row in rows]


def twice_a_column(rows: Cells, dice: random.Random) -> Cells:
    column = dice.randrange(len(rows[0]))
    return [[*row, *row[column : column + 1]] for row in rows]


def second_table(rows: Cells, dice: random.Random) -> Cells:
    """Another list below, its columns in another order."""
    other = shuffle_columns(correct(dice), dice)
    return [*rows, *([] for _ in range(dice.randrange(3))), *other]


def beside(rows: Cells, dice: random.Random) -> Cells:
    """Another list to the right."""
    other, width = shuffle_columns(correct(dice), dice), max(map(len, rows)) + dice.randrange(3)
    left = ([*row, *[None] * (width - len(row))] for row in rows)
    return [[*(row or [None] * width), *(more or [])] for row, more in zip_longest(left, other)]


def title(rows: Cells, dice: random.Random) -> Cells:
    return [["Spring Cup"], [], *rows][: dice.choice((None, len(rows)))]


def as_text(rows: Cells, dice: random.Random) -> Cells:
    """The cells as a CSV file has them."""
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


TEARS = (
    *(put, put, put, blank, blank, blank_column, swap, cut, repeat, shuffle_rows, shuffle_columns),
    *(drop_column, twice_a_column, second_table, beside, title, as_text),
)


# -- readers ----------------------------------------------------------------------------------------


class Case:
    """The list of one seed, and every reader's answer."""

    def __init__(self, seed: str) -> None:
        self.seed, self.dice = seed, random.Random(seed)
        self.rows = torn(correct(self.dice), self.dice)
        self.system = self.dice.choice(systems()).key
        self.options: Cells = [[*one] for one in self.dice.sample(OPTIONS, self.dice.choice((0, 0, 1, 2)))]
        if self.options and self.dice.random() < 0.2:
            self.options[0] = [self.options[0][0], self.dice.choice(JUNK)]

    def faults(self) -> Iterator[str]:
        """Mistakes of ours: tracebacks, and texts that show one."""
        ways: list[Callable[[], object]] = [self.as_problems, self.as_event, self.in_cells]
        ways += [self.in_a_workbook] if self.dice.random() < 0.05 else []
        ways += [self.as_a_file] if self.dice.random() < 0.03 else []
        for way in ways:
            try:
                said = way()
            except Faults:
                continue
            except Exception:
                yield f"{self.seed} {way.__name__}: {traceback.format_exc()}"
            else:
                if "internal" in str(said).casefold():
                    yield f"{self.seed} {way.__name__}: {said}"

    def as_problems(self) -> object:
        roster = [[name] for name in self.dice.sample(NAMES, self.dice.randrange(3))]
        found, _ = read_problems(
            lambda: find(self.system),
            lambda fewer: read_games(self.rows, "games.csv", fewer=fewer),
            self.options,
            roster,
            together=True,
        )
        return [str(one) for one in found]

    def as_event(self) -> object:
        """Read the list as commands read a file."""
        system = find(self.system)
        chosen = read_event_options(self.options, system)
        listed = read_games(self.rows, "games.csv", fewer=system.fewer)
        asked = system, listed.games, listed.of_event(chosen.settings), chosen.parameters
        said: list[object] = [list(map(str, listed.faults)), listed.usable]
        match self.dice.randrange(4):
            case 0:
                said.append(awards(event_of(*asked).scored, asked[2]))
            case 1:
                said.append(qualify(*asked))
            case 2:
                said.append(read_import("games.csv", csv_text(self.rows).encode(), beside=Path()).summary)
        table = standings(*asked)
        return [*said, table.table(for_sheet=True), list(map(str, table.faults))]

    def in_cells(self) -> object:
        """Read the list as worksheet functions do, which must not raise."""
        function, width = self.dice.choice(IN_CELLS), max(map(len, self.rows), default=1)
        rows = [[*row, *[None] * (width - len(row))] for row in self.rows] or [[None]]
        given = {
            "system": self.system,
            "games": rows,
            "options": self.options or None,
            "player": self.dice.choice(NAMES),
            "roster": [[name] for name in self.dice.sample(NAMES, 3)],
            "headings": rows[:1],
            "facts": rows[1:8] or None,
            "centres": [row[4:5] or [None] for row in rows[1:8]] or None,
        }
        return function.call(*(given.get(one.name) for one in function.arguments))

    def in_a_workbook(self) -> object:
        """The list on a sheet, with functions beside it."""
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        sheet.title = "Games"
        for row in self.rows:
            sheet.append([_in_excel(cell) for cell in row])
        other = book.create_sheet("Shown")
        other["A1"] = ArrayFormula("A1:J9", f'=DIP_STANDINGS("{self.system}",Games!A1:Z99)')
        other["A11"] = ArrayFormula("A11:I19", f'=DIP_PROBLEMS("{self.system}",Games!A1:Z99)')
        made = io.BytesIO()
        book.save(made)
        package = Package.read(made.getvalue())
        report = rebuild_package(package, "", engine="python")
        said: list[object] = [report, EventIn(package).problem_lines, EventIn(package).problems]
        found = EventIn(package).game_extract
        return [*said, list(map(str, found.faults)), found.notes, csv_text(found.table)]

    def as_a_file(self) -> object:
        Path("games.csv").write_text(csv_text(self.rows), encoding="utf-8")
        command = self.dice.choice(COMMANDS).format(self.system).split()
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            sys.argv = ["dipscore", *command]
            with contextlib.suppress(SystemExit):
                main()
        said = out.getvalue()
        return said if "Traceback" not in said else f"internal: {said}"


COMMANDS = (
    *("standings {} games.csv", "check {} games.csv", "compare games.csv {} SOS", "awards {} games.csv"),
    *("qualify {} games.csv", "score {} games.csv", "import games.csv", "explain {} games.csv --player Ann"),
    *("export games games.csv -o out", "score {} games.csv --lines", "standings {} games.csv --teams"),
)


def _in_excel(cell: Any) -> Any:
    """Is the value one that a cell can hold?"""
    if isinstance(cell, str):
        return "".join(letter for letter in cell if letter >= " " or letter == "\n")
    return cell


def examined(seed: str, count: int) -> list[str]:
    """Try a number of lists, and return what is wrong."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return [fault for n in range(count) for fault in Case(f"{seed}/{n}").faults()]


def _main(seed: str, count: str = "2000") -> None:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
    if "/" in seed:
        case = Case(seed)
        print(case.system, case.options, csv_text(case.rows), sep="\n")
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            print(*case.faults(), sep="\n")
    else:
        print(*examined(seed, int(count)), sep="\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
