"""Directors' workbooks that call our functions, in many layouts, with their typed cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import POWERS

Place = tuple[str, str]
"""A sheet and a cell."""


class Game(NamedTuple):
    """A director's cells for one board, in the order of the powers."""

    centres: Sequence[Any] = (None,) * 7
    draw: Sequence[Any] = (None,) * 7
    gone: Sequence[Any] = (None,) * 7
    year: Any = None


SOLO = Game((0, 18, 3, 5, 8, 0, 0), gone=(1903, None, None, None, None, 1906, 1905), year=1908)
DRAW = Game(
    (12, 11, 11, 0, 0, 0, 0), ("x", "x", "", *[None] * 4), (None,) * 3 + (1905, 1906, 1904, 1907), 1909
)
CLOCK = Game((5, 5, 5, 5, 4, 5, 5), year=1907)
CONCEDED = Game((14, 8, 6, 6, 0, 0, 0), ("yes", *[None] * 6), (None,) * 4 + (1906, 1903, 1905), 1910)
THIRTY_FIVE = Game((10, 10, 10, 5, 0, 0, 0), gone=(None,) * 4 + (1906, 1903, 1905), year=1910)
HALF = Game((10, 10, None, 5, 0, 0, 0), gone=(None,) * 4 + (1906, 1903, 1905), year=1910)
NOBODY = Game((12, 11, 11, 0, 0, 0, 0), (None, None, None, "x", *[None] * 3), (None,) * 3 + (1905,) * 4, 1909)
UNPLAYED = Game()

FIRST = (SOLO, DRAW, CLOCK, UNPLAYED)
THEN = (CONCEDED, THIRTY_FIVE, UNPLAYED, DRAW)
LAST = (HALF, CLOCK, NOBODY, SOLO)


@dataclass(frozen=True)
class Layout:
    """A workbook without games, and where those are typed; which are wanted for how many."""

    make: Callable[[], Workbook]
    cells: Callable[[Sequence[Game]], Mapping[Place, Any]]
    values: int = 0
    """How many formulas have no form in cells."""


def book(title: str = "Games") -> tuple[Workbook, Worksheet]:
    made = Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = title
    return made, sheet


def array(sheet: Worksheet, cells: str, formula: str) -> None:
    sheet[cells.partition(":")[0]] = ArrayFormula(cells, f"={formula}")


def rows_of(game: Game) -> Iterator[tuple[Any, Any, Any]]:
    return zip(game.centres, game.draw, game.gone, strict=True)


# -- a board in a column, below each other ------------------------------------------------------


def upright() -> Workbook:
    made, sheet = book()
    for n in range(4):
        top, end = 2 + 9 * n, 8 + 9 * n
        for row, power in enumerate(POWERS, top):
            sheet[f"A{row}"] = power
        given = f"B{top}:B{end},C{top}:C{end},D{top}:D{end},E{top}"
        array(sheet, f"F{top}:F{end}", f"WBC_SCORE({given})")
        sheet[f"G{top}"] = f'=DIP_CHECK("WBC",{given})'
        array(sheet, f"H{top}:H{end}", f'IFERROR(DIP_SCORE("DCC",{given})*2+B{top}:B{end},"?")')
        for row in range(top, end + 1):
            sheet[f"I{row}"] = f'=INDEX(DIP_SCORE("sos",{given}),{row - top + 1})'
        sheet[f"J{top}"] = f"=SUM(WBC_SCORE({given}))/7"
        sheet[f"K{top}"] = f"=LARGE(WBC_SCORE({given}),2)+MAX(DCC_SCORE({given}))"
    sheet["N2"] = "=COUNT(F2:F36)"
    return made


def in_columns(games: Sequence[Game]) -> Mapping[Place, Any]:
    cells = {}
    for n, game in enumerate(games):
        for row, typed in enumerate(rows_of(game), 2 + 9 * n):
            cells |= {("Games", f"{letter}{row}"): cell for letter, cell in zip("BCD", typed, strict=True)}
        cells["Games", f"E{2 + 9 * n}"] = game.year
    return cells


# -- a board a row, scores on another sheet; the rule and its numbers are typed -------------------


def flat() -> Workbook:
    made, sheet = book("The games")
    sheet.append(["Year", *POWERS, *POWERS, *POWERS])
    rules = made.create_sheet("Rules")
    for row, line in enumerate((("system", "custom"), ("win", 100), ("draw", 30), ("centre", 2.5)), 1):
        rules[f"A{row}"], rules[f"B{row}"] = line
    scores = made.create_sheet("Scores")
    given = "'The games'!B{0}:H{1},'The games'!I{0}:O{1},'The games'!P{0}:V{1},'The games'!A{0}:A{1}"
    block = given.format(2, 5)
    array(scores, "A2:G5", f"DIP_SCORE(Rules!$B$1,{block},Rules!$A$2:$B$4)")
    array(scores, "H2:H5", f"DIP_CHECK(Rules!$B$1,{block},Rules!$A$2:$B$4)")
    for row in range(2, 6):
        one = given.format(row, row)
        scores[f"I{row}"] = f"=INDEX(DIP_SCORE(Rules!$B$1,{one},Rules!$A$2:$B$4),1,2)"
        scores[f"J{row}"] = f"=SUM(DIP_SCORE(Rules!$B$1,{one},Rules!$A$2:$B$4))"
    return made


def in_rows(games: Sequence[Game]) -> Mapping[Place, Any]:
    cells: dict[Place, Any] = {}
    for row, game in enumerate(games, 2):
        line = [game.year, *game.centres, *game.draw, *game.gone]
        cells |= {("The games", f"{chr(65 + n)}{row}"): cell for n, cell in enumerate(line)}
    return cells


# -- names for the ranges, boards beside each other ------------------------------------------------


def named() -> Workbook:
    made, sheet = book("Board sheet")
    for n in range(4):
        left, marks, score = (chr(65 + 4 * n + k) for k in (0, 1, 2))
        for name, letter in (("Centres", left), ("Marks", marks)):
            text = f"'Board sheet'!${letter}$3:${letter}$9"
            made.defined_names[f"{name}_{n}"] = DefinedName(f"{name}_{n}", attr_text=text)
        array(sheet, f"{score}3:{score}9", f"SHARE_SCORE(Centres_{n},Marks_{n})")
        sheet[f"{score}2"] = f'=DIP_CHECK("SHARE",Centres_{n},Marks_{n})'
        sheet[f"{score}10"] = f"=MAX(SHARE_SCORE(Centres_{n},Marks_{n}))"
    return made


def beside(games: Sequence[Game]) -> Mapping[Place, Any]:
    cells = {}
    for n, game in enumerate(games):
        for row, (centres, mark, _) in enumerate(rows_of(game), 3):
            cells["Board sheet", f"{chr(65 + 4 * n)}{row}"] = centres
            cells["Board sheet", f"{chr(66 + 4 * n)}{row}"] = mark
    return cells


# -- rows that say their powers, and a list of games with its standings ----------------------------

HEADINGS = ("Round", "Board", "Player", "Country", "SCs", "Draw", "Eliminated", "Year")
ORDER = (3, 0, 6, 1, 5, 2, 4)


def listed() -> Workbook:
    made, sheet = book()
    sheet.append([*HEADINGS, "Score", "Check"])
    options = made.create_sheet("Options")
    for line in (
        ("system", "DCC"),
        ("rounds", 2),
        ("combine", "sum"),
        ("tiebreak", "wins"),
        ("scs", "share"),
    ):
        options.append(line)
    for n in range(4):
        top, end = 2 + 7 * n, 8 + 7 * n
        for row, seat in enumerate(ORDER, top):
            line = [n // 2 + 1, "AB"[n % 2], f"Player {(row - 2) * 3 % 14 + n // 2}", POWERS[seat]]
            for letter, cell in zip("ABCD", line, strict=True):
                sheet[f"{letter}{row}"] = cell
        given = f"Options!$B$1,,,,,Options!$A$5:$B$5,$A$1:$H$1,A{top}:H{end}"
        array(sheet, f"I{top}:I{end}", f"DIP_SCORE({given})")
        sheet[f"J{top}"] = f"=DIP_CHECK({given},ROW(A{top}))"
    table = made.create_sheet("Table")
    array(table, "A1:H20", "DIP_STANDINGS(Options!$B$1,Games!$A$1:$H$29,Options!$A$2:$B$5)")
    array(table, "K1:P12", "DIP_AWARDS(Options!$B$1,Games!$A$1:$H$29,Options!$A$2:$B$5)")
    return made


def in_a_list(games: Sequence[Game]) -> Mapping[Place, Any]:
    cells = {}
    for n, game in enumerate(games):
        typed = [*rows_of(game)]
        for row, seat in enumerate(ORDER, 2 + 7 * n):
            cells |= {
                ("Games", f"{letter}{row}"): cell for letter, cell in zip("EFG", typed[seat], strict=True)
            }
            cells["Games", f"H{row}"] = game.year
    return cells


LAYOUTS = {
    "upright": Layout(upright, in_columns),
    "a board a row": Layout(flat, in_rows),
    "names, boards beside each other": Layout(named, beside),
    "a list of games": Layout(listed, in_a_list),
}
