"""Make the ready workbooks in this folder, and each filled with an invented event in examples/. The versions
in plain formulas, which need nothing installed, go into anywhere/ and examples/anywhere/.

python -m templates.make [NAME...]
"""

from __future__ import annotations

import argparse
import re
import shutil
import zipfile
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from openpyxl import Workbook
from openpyxl.styles import Alignment, PatternFill
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.properties import PageSetupProperties

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.cells.values import Cell
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.names import put_names
from xl_dipscore.workbooks.acts.new import create, create_native
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.author import make_package
from xl_dipscore.workbooks.author.guide import as_it_is
from xl_dipscore.workbooks.author.plan import Plan, fitting_rounds
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import IDENTITY
from xl_dipscore.workbooks.layout.setup import EVENT, Setup

ANY_OPTIONS = {"win": 100, "draw": (50, 33, 25, 20, 17, 14), "centre": 1, "lead": 1}
"""The first options of custom-system, as an example to change."""
READY: Mapping[str, Plan] = {
    "ndc-1995": Plan(find("NDC"), 2, 4),
    "dcc-league": Plan(find("DCC"), 4, 4),
    "dcc-final-game": Plan(find("DCC"), 3, 4, "final"),
    "dcc-top-board": Plan(find("DCC"), 4, 4, "top-board"),
    "mystery": Plan(find("MYSTERY"), 4, 4),
    "dixiecon": Plan(find("DIXIECON"), 3, 4),
    "wbc": Plan(find("WBC"), 4, 4),
    "boston-massacre": Plan(find("BOSTON"), 3, 4),
    "townsend": Plan(find("TOWNSEND"), 3, 4),
    "conquest": Plan(find("CONQUEST"), 3, 4),
    "c-diplo": Plan(find("CDIPLO"), 3, 4),
    "custom-system": Plan(find("CUSTOM"), 3, 4, options=ANY_OPTIONS),
    "any-system": Plan(find("SOS"), 3, 4, every_column=True),
}
LEAGUE = "league"
"""The name of the workbook for a league of any system; it has no example."""
FUNCTIONS_BOOK = "functions"
"""The name of the workbook that has every function as a name, each applied to one board."""
EVERY = (*READY, LEAGUE, FUNCTIONS_BOOK)
OF_LEAGUE = Plan(find("SOS"), 1, 40, every_column=True, league=True)
ANYWHERE = tuple(name for name in READY if name != "any-system")
"""The ready workbooks that also exist in plain formulas, which are made for one system each."""
ROUNDS, BOARDS = 4, 5
"""The size of the invented event; it has fewer rounds if the system's own rule has no total for so many."""
EVENT_NAME = "The Menagerie (an invented event)"
_NAMES = """
Badger Beaver Bison Camel Cheetah Coyote Crane Dingo Dolphin Eagle Egret Falcon Ferret
Gazelle Gecko Heron Ibex Jackal Kestrel Lemur Lynx Marten Moose Narwhal Ocelot Osprey
Otter Panther Puffin Quail Raven Seal Stork Tapir Turtle Vole
"""
PLAYERS = tuple(_NAMES.split())
LATE, HOUSE = "Weasel", "Yak"
NOTES = {
    LATE: "joined in round 2",
    HOUSE: "house player, took over in mid-game",
    PLAYERS[0]: "new to the hobby",
}
HOUSE_AT = 2, 3, 2
"""Round, board and seat of the house player; the board and the seat count from 0."""
START = (3, 3, 3, 3, 3, 4, 3)


@dataclass(frozen=True)
class Result:
    """The end of an invented board. Powers are given by their first letters."""

    centres: Sequence[int]
    draw: str = ""
    gone: str = ""
    """Eliminated powers, in the order of their elimination."""
    year: int = 1908
    docked: str = ""

    def died(self, seat: int) -> int | None:
        """The year in which a seat lost its last centre; None if it survived."""
        letter = POWERS[seat][0]
        if letter not in self.gone:
            return None
        return 1902 + (self.year - 1902) * self.gone.index(letter) // len(self.gone)

    def owned(self, seat: int, year: int) -> int:
        """A seat's centres at the end of a year: between the first and the last count, in equal steps."""
        died, start, end = self.died(seat), START[seat], self.centres[seat]
        if died is not None:
            left = start * (died - year) / (died - FIRST_YEAR + 1)
            return max(1, int(left)) if year < died else 0
        return max(1, int(start + (end - start) * (year - FIRST_YEAR + 1) / (self.year - FIRST_YEAR + 1)))


SPECIAL = {
    (1, 0): Result((0, 18, 5, 0, 4, 7, 0), gone="TAG"),  # a solo
    (1, 2): Result((11, 11, 0, 0, 1, 11, 0), draw="AER", gone="FTG"),  # a draw that leaves out a survivor
    (2, 1): Result((4, 0, 17, 6, 3, 4, 0), draw="F", gone="ET"),  # a concession
    (2, 3): Result((8, 0, 8, 8, 2, 0, 8), draw="AFGT", gone="RE", year=1907),
    (3, 0): Result((0, 9, 7, 6, 0, 5, 7), gone="IA", docked="R"),  # stopped by the clock; a docked centre
    (3, 4): Result((0, 0, 0, 17, 0, 0, 17), draw="GT", gone="AIERF", year=1911),
    (4, 0): Result((6, 7, 0, 5, 9, 7, 0), gone="TF", year=1909),
    (4, 2): Result((0, 20, 0, 3, 0, 5, 6), gone="AIF", year=1909),  # a second solo
}


def games(plan: Plan, players: Sequence[str] = PLAYERS) -> list[Game]:
    """The games of the invented event, in the rounds, boards and columns of a plan."""
    dice = Random("menagerie")
    table: list[list[Cell]] = [[*plan.inputs]]
    found: list[Game] = []
    for round_ in plan.round_names:
        names = [name for its_round, name in plan.slots if its_round == round_]
        seated = _seated(plan, players, round_, len(names), dice, found)
        had = {(seat.player, power) for game in found for power, seat in enumerate(game.seats)}
        boards = (seated[start : start + 7] for start in range(0, len(seated), 7))
        seated = [
            player
            for name, board in zip(names, boards, strict=True)
            for player in (board if name in ("Final", "Top") else _new_powers(board, had))
        ]
        for number, name in enumerate(names):
            result = SPECIAL.get((ROUNDS + 1 if round_ == "Final" else int(round_), number)) or _stopped(dice)
            for seat in SEATS:
                known = {
                    "Round": round_,
                    "Board": name,
                    "Power": POWERS[seat],
                    "Player": seated[7 * number + seat],
                }
                table.append([known.get(str(word), _fact(result, seat, known, word)) for word in plan.inputs])
        listed = read_games(table, "the invented event", fewer=plan.system.fewer)
        if listed.faults:
            raise Faults(listed.faults)
        found = list(listed.games)
    return found


def _seated(
    plan: Plan,
    players: Sequence[str],
    round_: int | str,
    boards: int,
    dice: Random,
    before: Sequence[Game],
) -> list[str]:
    """The players of a round, seven names for each board. A top board or Final gets the best so far."""
    if round_ == 1:
        there = list(players)
    elif round_ == plan.rounds and plan.ending == "top-board":
        leaders = _leaders(plan, before)
        others = [player for player in (*players, LATE) if player not in leaders]
        return [*dice.sample(leaders, 7), *dice.sample(others, 7 * (boards - 1))]
    elif round_ == "Final":
        return dice.sample(_leaders(plan, before), 7)
    else:
        there = [*players, LATE]
    seated = dice.sample([player for player in there if player != LATE], 7 * boards)
    if LATE in there:
        seated[7 * boards - 3] = LATE
    if round_ == HOUSE_AT[0] and boards > HOUSE_AT[1]:
        seated[7 * HOUSE_AT[1] + HOUSE_AT[2]] = HOUSE
    return seated


def _new_powers(board: Sequence[str], had: Container[tuple[str, int]]) -> Sequence[str]:
    """The players of a board in an order that gives nobody a power again, if there is one.

    had: players with the seats that they have had. The house player keeps their seat.
    """

    def is_new(order: Sequence[str]) -> bool:
        moved = any((one == HOUSE) != (other == HOUSE) for one, other in zip(order, board, strict=True))
        return not moved and not any((player, seat) in had for seat, player in enumerate(order))

    return next(filter(is_new, permutations(board)), board)


def _leaders(plan: Plan, games_: Sequence[Game]) -> list[str]:
    rows = standings(plan.system, games_, Settings(rounds=plan.rounds, format="all rounds")).rows
    return [row.player for row in rows if row.rank is not None][:7]


def _stopped(dice: Random) -> Result:
    """A random board that the clock stopped, with three to six survivors and nobody near a win."""
    alive = sorted(dice.sample(SEATS, dice.randint(3, 6)))
    while True:
        cuts = sorted(dice.sample(range(1, 34), len(alive) - 1))
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, 34], strict=True)]
        if max(shares) <= 14:
            break
    centres = dict(zip(alive, shares, strict=True))
    gone = [POWERS[seat][0] for seat in SEATS if seat not in centres]
    dice.shuffle(gone)
    return Result([centres.get(seat, 0) for seat in SEATS], gone="".join(gone), year=dice.randint(1907, 1909))


def _fact(result: Result, seat: int, known: Mapping[str, object], word: str | int) -> Cell:
    """The value for a power under the heading `word`. known: the first cells of its row, by heading."""
    if isinstance(word, int):
        return result.owned(seat, word) if word <= result.year else None
    letter = POWERS[seat][0]
    player = known["Player"]
    marks = {
        "Draw": letter in result.draw,
        "New player": player == PLAYERS[0] and known["Round"] == 1,
        "Unranked": player == HOUSE,
    }
    if word in marks:
        return "x" if marks[word] else None
    facts: dict[str, Cell] = {
        "Centres": result.centres[seat],
        "Eliminated": result.died(seat),
        "Year": result.year,
        "Docked": 1 if letter in result.docked else None,
    }
    return facts.get(word)


def make_ready(folder: Path, names: Sequence[str] = EVERY) -> None:
    """Write workbooks by name into `folder` and its subfolders, replacing existing files."""
    if FUNCTIONS_BOOK in names:
        with draft_of(folder / f"{FUNCTIONS_BOOK}.xlsx") as path:
            make_functions(path)
    examples = folder / "examples"
    made_in = {folder: create, examples: make_example}
    plain = {folder / "anywhere": create_native, examples / "anywhere": make_plain_example}
    for place in made_in | plain:
        place.mkdir(parents=True, exist_ok=True)
    for name in set(names) - {FUNCTIONS_BOOK}:
        plan = READY.get(name, OF_LEAGUE)
        places = made_in | (plain if name in ANYWHERE else {})
        for place, made in ({folder: create} if name == LEAGUE else places).items():
            with draft_of(place / f"{name}.xlsx") as path:
                made(path, plan)
                identify(path, f"example-{name}" if examples in (place, *place.parents) else None)


HOW_TO = (
    "This workbook has our functions as names. Excel 365 and 2024 compute them, on phones and the web too.",
    "Type another board into the yellow cells. Change or clear its centres by year, which few systems need.",
    "DIP_CHECK says what is wrong with a board. Formulas > Name Manager lists the functions.",
    "For another workbook: dipscore attach BOOK.XLSX --host names adds the functions that it calls.",
    "Without Python: right-click this tab, Move or Copy, choose the other workbook, Create a copy. The names "
    "are copied too; then delete the copied sheet.",
)


CHART = (
    (4, 5, 6, 8, 10, 11, 12), (4, 5, 6, 8, 10, 11, 12), (5, 7, 9, 10, 10, 10, 10), (4, 2, *[0] * 5),
    (4, 3, *[0] * 5), (5, 3, *[0] * 5), (4, 2, *[0] * 5),
)  # fmt: skip
"""For each power its centres at the end of 1901 to 1907."""
AT_WORK: Mapping[str | int, Sequence[object]] = {
    "": POWERS,
    "Centres": (12, 12, 10, 0, 0, 0, 0),
    "Draw": ("x", "x"),
    "Eliminated": (None, None, None, *[1903] * 4),
    "Year": (1907,),
    **dict(zip(range(1901, 1908), zip(*CHART, strict=True), strict=True)),
    "Players": "ABCDEFG",
    "Scores": (50, 30.5),
}
"""The board in the workbook of functions: a row for each heading, a column for each power."""


def make_functions(path: Path) -> None:
    """Write the workbook that has every function as a name, and applies each to one board."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Functions"
    for row, line in enumerate(HOW_TO, 1):
        sheet.cell(row, 1, line)
    at = {word: len(HOW_TO) + 2 + n for n, word in enumerate(AT_WORK)}
    for word, cells in AT_WORK.items():
        sheet.cell(at[word], 1, word or None)
        for column in range(2, 9) if word not in ("Year", "Scores") else range(2, 2 + len(cells)):
            cell = sheet.cell(at[word], column, (*cells, *[None] * 7)[column - 2])
            cell.alignment = Alignment(horizontal="right")
            if word:
                cell.fill = PatternFill("solid", fgColor="FFF2CC")
    where = {word: f"$B${row}:$H${row}" for word, row in at.items()}
    chart = f"$A${at[1901]}:$A${at[1907]},$B${at[1901]}:$H${at[1907]}"
    board = f"{where['Centres']},{where['Draw']},{where['Eliminated']},$B${at['Year']},,{chart}"
    scores = f"$B${at['Scores']}:$C${at['Scores']}"
    given = dict.fromkeys(("DIP_CHECK", "DIP_SCORE", "DIP_WORTH"), f'"DCC",{board}') | {"DIP_VERSION": ""}
    given |= {f"{one.key}_SCORE": board for one in systems()}
    given |= {"DIP_RANK": scores, "NDC_PROSPECTS": where["Centres"], "DIP_TOTAL": f'"mean",{scores}'}
    differences = f"{where['Players']},{where['']},{where['Centres']}"
    given |= dict.fromkeys(("DCC_MSD", "MYSTERY_MPPD"), differences)
    given |= {f"{one.key}_TOTAL": scores for one in systems() if one.by_scores}
    helps = {function.name: function.help for function in FUNCTIONS}
    row = max(at.values()) + 2
    for name, arguments in given.items():
        rows = 2 if name == "DIP_WORTH" else 1
        alone = name.endswith(("_TOTAL", "_VERSION", "_CHECK"))
        last = "C" if name == "DIP_RANK" else "B" if alone else "H"
        sheet.cell(row, 1, name)
        sheet[f"B{row}"] = ArrayFormula(f"B{row}:{last}{row + rows - 1}", f"={name}({arguments})")
        for column in range(1, 9):
            sheet.cell(row, column).alignment = Alignment(vertical="top")
        sheet.cell(row, 9, helps[name]).alignment = Alignment(wrap_text=True, vertical="top", indent=1)
        row += rows
    sheet.column_dimensions["A"].width, sheet.column_dimensions["I"].width = 30, 70
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    package = make_package(as_it_is(book))
    put_names(package)
    rebuild_package(package, path)
    path.unlink(missing_ok=True)
    package.write(path)


def make_plain_example(path: Path, plan: Plan) -> None:
    """Write the example in plain formulas."""
    make_example(path, plan, create_native)


def make_example(path: Path, plan: Plan, create: Callable[[Path, Plan], object] = create) -> None:
    """Write a ready workbook that is sized for the invented event and filled with it."""
    sized = replace(plan, rounds=fitting_rounds(plan.system, ROUNDS, plan.ending), boards=BOARDS)
    create(path, sized)
    played = games(sized)
    package = Package.read(path)
    roster = EventIn(package).roster
    assert roster is not None
    chosen = {EVENT: EVENT_NAME, "Explain_board": sized.slots[2][1], "Explain_player": PLAYERS[0]}
    for name, value in chosen.items():
        if Setup(package).area(name) is not None:  # plain formulas have no sheet Explain
            Setup(package).write_named_cell(name, value)
    for row, player in enumerate([*PLAYERS, LATE, HOUSE], roster.area.top):
        package.set_value(roster.sheet.name, address(row, roster.area.left), player)
        if player in NOTES:
            package.set_value(roster.sheet.name, address(row, roster.columns["note"]), NOTES[player])
    put_games(EventIn(package), played)
    rebuild_package(package, path)
    package.write()


def identify(path: Path, word: str | None) -> None:
    """Set the word that identifies an event. None: copies of a template become different events."""
    package = Package.read(path)
    Setup(package).write_named_cell(IDENTITY, word)
    package.write()


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A path for a new version of a workbook, which replaces the old one only if any part of it is different.

    Another Python may compress the same parts into other bytes, and the history keeps every version.
    """
    with TemporaryDirectory() as work:
        draft = Path(work, path.name)
        yield draft
        forget_when(draft)
        if not path.is_file() or parts_of(path) != parts_of(draft):
            shutil.copyfile(draft, path)


def parts_of(path: Path) -> dict[str, bytes]:
    """The parts of a workbook by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def forget_when(path: Path) -> None:
    """Set the times in a workbook to a fixed one, so that making it again gives the same bytes."""
    parts = parts_of(path)
    times = re.compile(rb"(<dcterms:(?:created|modified)\b[^>]*>)[^<]*")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            whole = times.sub(rb"\g<1>2026-01-01T00:00:00Z", data) if name == "docProps/core.xml" else data
            archive.writestr(zipfile.ZipInfo(name), whole, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the ready workbooks and their examples.")
    parser.add_argument("name", nargs="*", help=f"all, if none is given; or some of {', '.join(EVERY)}")
    chosen = parser.parse_args().name
    if unknown := sorted({*chosen} - {*EVERY}):
        parser.error(f"There is no ready workbook called {', '.join(unknown)}.")
    make_ready(Path(__file__).parent, chosen or EVERY)
