"""The workbook that random formulas refer to: three boards, scored by our functions, in two states."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from xl_dipscore.sheets.xlsx.formula import Area

if TYPE_CHECKING:
    from tests.fuzz.grammar import Formula

FIRST, LAST, PER_BOARD = 2, 22, 7
HEADINGS = ("Player", "Centres", "Score", "Power", "Round", "Mix", "Date", "Odd")
TESTS = "Tests"
"""The sheet of the formulas, one below the other."""

PLAYERS = (
    *("Ann", "Ann", "ann", "Ann-Lou", "bob", "Bob", "Cid", "cid", "Émile", "Eva", "Özgür", "Olaf", "O'Neil"),
    *("Åse", "Ærø", "zoë", "de Vries", "Łukasz", "12", "Jo*n", "x?z", "~t", ""),
)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
MIX = (
    *(1, 3, 8, 2.5, -3, 0, 1e6, 0.1, 34, 7, "5", " 7 ", "abc", "1e3", "12%", "2024-05-01", "u", "0"),
    *(None, None, None),
)
ODD = (True, "#N/A", False, "#DIV/0!", 3.5, None, "TRUE", 0.1 + 0.2)
SYSTEMS = ("SOS", "SHARE", "DCC", "TRIBUTE", "CARNAGE09", "CALGARY")
NAMES = {
    "Scores": "Games!$C$2:$C$22",
    "Players": "Games!$A$2:$A$22",
    "Top": "Games!$C$4",
    "Weight": "1.25",
}


class Event:
    """The event of one seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        dice = random.Random(f"event {seed}")
        self._players = dice.sample(PLAYERS, LAST - FIRST + 1)
        self._mix = dice.sample(MIX, LAST - FIRST + 1)
        self._system = dice.choice(("SOS", "SOS", *SYSTEMS))
        boards = (LAST - FIRST + 1) // PER_BOARD
        self._old = [_centres(dice) for _ in range(boards)]
        self._new = [_centres(dice) for _ in range(boards)]
        if dice.randrange(8) == 0:
            self._new[1][0] += 20  # more centres than there are: an error in every cell of a board

    @property
    def ours(self) -> list[Area]:
        """Where the scores are computed."""
        return [Area("Games", top, 3, top + PER_BOARD - 1, 3) for top in range(FIRST, LAST, PER_BOARD)]

    @property
    def new_centres(self) -> dict[str, int]:
        """The corrected centres."""
        return dict(zip(_column("B"), chain.from_iterable(self._new), strict=True))

    def meaning(self, name: str) -> str:
        """The reference behind a name or a column of the table; other texts stay."""
        if name.startswith("Results["):
            letter = "ABCDEFGH"[HEADINGS.index(name[8:-1])]
            return f"Games!{letter}{FIRST}:{letter}{LAST}"
        return NAMES.get(name, name)

    def fill(self, book: openpyxl.Workbook) -> None:
        """Add what else the workbook holds: nothing here."""

    def workbook(self, formulas: Sequence[Formula]) -> bytes:
        """The workbook with the old centres, not computed."""
        book = openpyxl.Workbook()
        del book["Sheet"]
        games, other, tests = map(book.create_sheet, ("Games", "Old games", TESTS))
        for column, heading in enumerate(HEADINGS, 1):
            games.cell(1, column).value = heading
        old = [*chain.from_iterable(self._old)]
        for place, row in enumerate(range(FIRST, LAST + 1)):
            games[f"A{row}"] = self._players[place] or None
            games[f"B{row}"] = old[place]
            games[f"D{row}"] = POWERS[place % PER_BOARD]
            games[f"E{row}"] = place // PER_BOARD + 1
            games[f"F{row}"] = self._mix[place]
            games[f"G{row}"] = 45000 + 13 * place
        for row, odd in enumerate(ODD, FIRST):
            games[f"H{row}"] = odd
        for area in self.ours:
            cells = f"C{area.top}:C{area.bottom}"
            centres = cells.replace("C", "B")
            games[f"C{area.top}"] = ArrayFormula(cells, f"={self._system}_SCORE({centres})")
        games.add_table(Table(displayName="Results", ref=f"A1:H{LAST}"))
        other.append((1.5, 2, "t"))
        other.append((4, "x"))
        for row, formula in enumerate(formulas, 1):
            text = f"={formula.text}"
            tests[f"A{row}"] = ArrayFormula(f"A{row}", text) if formula.array else text
        for name, text in NAMES.items():
            book.defined_names[name] = DefinedName(name, attr_text=text)
        self.fill(book)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()


def _centres(dice: random.Random) -> list[int]:
    """Random centres of a board: a few large powers, some dead, often two equal."""
    counts = [0] * PER_BOARD
    alive = dice.randint(3, PER_BOARD)
    for _ in range(34):
        counts[min(dice.randrange(alive), dice.randrange(PER_BOARD))] += 1
    if dice.random() < 0.5 and (counts[0] + counts[1]) % 2 == 0:
        counts[0] = counts[1] = (counts[0] + counts[1]) // 2
    dice.shuffle(counts)
    return counts


def _column(letter: str) -> list[str]:
    return [f"{letter}{row}" for row in range(FIRST, LAST + 1)]
