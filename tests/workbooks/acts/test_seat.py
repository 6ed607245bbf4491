"""The draw of a round into a workbook: written cells, refusals, and the page for the wall."""

import signal
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests import games
from tests.workbooks import plain
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.seating import planning
from xl_dipscore.rules.seating.attendance import NotAPlayer
from xl_dipscore.rules.seating.wishes import Wishes
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.events import THE_TOP_BOARD
from xl_dipscore.workbooks.acts import new as making
from xl_dipscore.workbooks.acts.fill import fill, put_games
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.new import create, create_native
from xl_dipscore.workbooks.acts.seat import RoundDraw, make_draw, roster, seat, with_boards_for
from xl_dipscore.workbooks.acts.undo import undo
from xl_dipscore.workbooks.author import Plan
from xl_dipscore.workbooks.author import make as made
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.layout.setup import Setup

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
NAMES = [f"{first} {last}" for first in ("Ann", "Bob", "Cid", "Dora") for last in "ABCDEFG"]
RESULTS = (games.SOLO, games.THREE_WAY, games.CLOCK, games.CLOCK[::-1], games.SOLO[::-1])
QUICK = Wishes()


def listed(data: bytes, path: Path, names=NAMES, **columns) -> Path:
    """A workbook with these players; columns: the cells under other headings, by player."""
    package = Package.read(data)
    area = Setup(package).area("Roster")
    for row, name in enumerate(names, area.top):
        package.set_value(area.sheet, f"A{row}", name)
    there, free = EventIn(package).roster.columns, iter(range(24, 30))
    for heading, its in columns.items():
        title = heading.replace("_", " ")
        column = there.get(title.casefold()) or next(free)
        package.set_value(area.sheet, address(area.top - 1, column), title)
        for row, name in enumerate(names, area.top):
            package.set_value(area.sheet, address(row, column), its.get(name))
    path.write_bytes(package.to_bytes())
    return path


def drawn(path: Path, round_: int) -> dict[str, tuple[str, ...]]:
    """Who sits on each board of a round, by power."""
    slots = [slot for slot in EventIn(Package.read(path)).slots if slot.round == round_]
    return {label(slot.board): tuple(slot.home.value(row, "player") for row in slot.rows) for slot in slots}


def results(path: Path, round_: int):
    """A result for each board of a round that has players."""
    rows = [games.HEADER]
    for n, (board, names) in enumerate(drawn(path, round_).items()):
        if any(names):
            centres = RESULTS[(n + round_) % len(RESULTS)]
            gone = {power: 1905 for power, count in zip(POWERS, centres, strict=True) if not count}
            rows += games.rows(round_, board, centres, players=names, eliminated=gone)
    return read_games(rows).games


def shown(path: Path) -> dict[str, float]:
    """The totals on the sheet of the standings."""
    package = Package.read(path)
    rows = [[package.value("Standings", f"{c}{row}") for c in "BC"] for row in range(5, 60)]
    return {name: total for name, total in rows if name and name != "Player"}


def called(path: Path) -> list[list[object]]:
    """The text of the page for the wall."""
    package = Package.read(path)
    rows = [[package.value("Board calls", f"{c}{row}") for c in "ABCDEFGH"] for row in range(5, 20)]
    return [row for row in rows if row[0]]


@pytest.fixture(scope="module")
def event(makes, tmp_path_factory) -> bytes:
    """Two rounds of four boards, 28 players, nothing drawn."""
    return listed(makes("DCC", 2, 4), tmp_path_factory.mktemp("seat") / "event.xlsx").read_bytes()


@pytest.fixture(scope="module")
def first(event, tmp_path_factory) -> bytes:
    """Two rounds of four boards with round 1 drawn."""
    path = tmp_path_factory.mktemp("seat") / "event.xlsx"
    path.write_bytes(event)
    seat(path, RoundDraw(1, QUICK, seed=7))
    return path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("author", "rounds"), [(create, 3), (create_native, 2)])
def test_a_newcomer_draws_rounds_with_results_between(tmp_path, author, rounds):
    path = tmp_path / "event.xlsx"
    author(path, Plan(find("DCC"), rounds, 4))
    listed(path.read_bytes(), path)
    for round_ in range(1, rounds + 1):
        seat(path, RoundDraw(round_, QUICK, seed=round_))
        sat = drawn(path, round_)
        assert list(sat) == ["A", "B", "C", "D"]
        assert sorted(name for names in sat.values() for name in names) == sorted(NAMES)
        assert called(path) == [[board, *names] for board, names in sat.items()]
        assert Package.read(path).value("Board calls", "A1").endswith(f": Round {round_}")
        fill(path, results(path, round_))
    package = Package.read(path)
    played = EventIn(package).game_extract
    assert (len(played.game_list.games), played.faults) == (4 * rounds, [])
    powers = [(seat.player, n) for game in played.game_list.games for n, seat in enumerate(game.seats)]
    assert len({*powers}) == len(powers) == 28 * rounds  # nobody has a power twice
    table = standings(find("DCC"), played.game_list.games)
    assert shown(path) == pytest.approx({row.player: float(row.total) for row in table})
    slips = {package.value("Slips", f"B{4 + 12 * board + n}") for board in range(4) for n in range(7)}
    assert slips == {*NAMES}


def test_only_the_rounds_players_are_written(event, first):
    before, after = Package.read(event), Package.read(first)
    changed = {
        place
        for place, cell in after.sheet("Games").cells.items()
        if cell.value != before.sheet("Games").cells[place].value and not cell.formula_xml
    }
    assert changed == {(row, 4) for row in range(2, 30)}


@pytest.mark.slow
def test_the_same_number_gives_the_same_seats(event, first, tmp_path):
    again, other = tmp_path / "again.xlsx", tmp_path / "other.xlsx"
    again.write_bytes(event)
    other.write_bytes(event)
    seat(again, RoundDraw(1, QUICK, seed=7))
    seat(other, RoundDraw(1, QUICK, seed=8))
    assert again.read_bytes() == first
    (tmp_path / "first.xlsx").write_bytes(first)
    assert drawn(other, 1) != drawn(tmp_path / "first.xlsx", 1)


def test_the_number_is_drawn_and_said_and_a_dry_run_writes_nothing(dipscore, event, tmp_path):
    (tmp_path / "event.xlsx").write_bytes(event)
    got = dipscore("seat", "event.xlsx", "--round", 1, "--dry-run")
    assert got.status == OK
    assert all(name in got.out for name in NAMES)
    assert (tmp_path / "event.xlsx").read_bytes() == event
    *_, told = got.err.splitlines()
    assert told.startswith("event.xlsx was not changed: 4 boards of round 1, drawn with --seed ")
    seed = told.split("--seed ")[1].split(",")[0]
    assert dipscore("seat", "event.xlsx", "--round", 1, "--seed", seed).out == got.out


@pytest.mark.calc
def test_typed_names_stay_unless_the_round_is_drawn_again(dipscore, first, tmp_path):
    path = tmp_path / "event.xlsx"
    path.write_bytes(first)
    got = dipscore("seat", "event.xlsx", "--round", 1, "--seed", 8)
    assert (got.status, got.err.splitlines()) == (
        FAULTY,
        [
            "event.xlsx Games row 2: Boards A, B, C and D of round 1 have names already. "
            'Add --keep "Board A" for each board to keep; or --again to draw the whole round again.',
            "event.xlsx was not changed.",
        ],
    )
    assert path.read_bytes() == first
    before = drawn(path, 1)
    assert (
        dipscore("seat", "event.xlsx", "--round", 1, "--seed", 8, "--again", "--keep", "Board A").status == OK
    )
    after = drawn(path, 1)
    assert after["A"] == before["A"]
    assert all(after[board] != before[board] for board in "BCD")
    assert sorted(name for names in after.values() for name in names) == sorted(NAMES)


@pytest.mark.calc
def test_a_round_with_results_is_not_drawn_again(dipscore, first, tmp_path):
    path = tmp_path / "event.xlsx"
    path.write_bytes(first)
    fill(path, results(path, 1)[:1])
    data = path.read_bytes()
    got = dipscore("seat", "event.xlsx", "--round", 1, "--again")
    told = "event.xlsx Games row 2: Board A of round 1 has results already. Keep these boards"
    assert (got.status, got.err.splitlines()[0]) == (FAULTY, f"{told} to draw the others.")
    assert path.read_bytes() == data
    before = drawn(path, 1)
    assert dipscore("seat", "event.xlsx", "--round", 1, "--again", "--keep", "A", "--seed", 8).status == OK
    assert drawn(path, 1)["A"] == before["A"]
    assert [game.name for game in EventIn(Package.read(path)).game_extract.game_list.games] == ["A"]


@pytest.mark.slow
def test_a_round_with_too_few_boards_grows(first, tmp_path):
    path = listed(first, tmp_path / "event.xlsx", [*NAMES, *(f"Eve {n}" for n in range(7))])
    fill(path, results(path, 1))
    _, done = seat(path, RoundDraw(2, QUICK, seed=7))
    assert "(1 of them added)" in done.did
    assert (list(drawn(path, 2)), list(drawn(path, 1))) == ([*"ABCDE"], [*"ABCD"])
    assert called(path) == [[board, *names] for board, names in drawn(path, 2).items()]
    package = Package.read(path)
    told = [package.value("Slips", f"C{2 + 12 * n}") for n in range(5)]
    assert told == [f"Round 2, board {board}" for board in "ABCDE"]
    fill(path, results(path, 2))
    played = EventIn(Package.read(path)).game_extract
    assert (len(played.game_list.games), played.faults) == (9, [])
    table = standings(find("DCC"), played.game_list.games, Settings(rounds=2))
    assert shown(path) == pytest.approx({row.player: float(row.total) for row in table})


@pytest.mark.slow
def test_spare_slips_take_no_page_of_their_own(tmp_path):
    making.create_native(tmp_path / "event.xlsx", Plan(find("SOS"), 2, 1))
    event, notes = with_boards_for(EventIn(Package.read(tmp_path / "event.xlsx")), 1, (), 3)
    package = event.file
    assert not notes
    slips = [row for (row, _), cell in package.sheet("Slips").cells.items() if cell.value == "Power"]
    assert slips == [3 + 12 * n for n in range(4)]
    assert Setup(package).area("Board_slips") == Area("Slips", 2, 1, 1 + 12 * 4, 17)


@pytest.mark.calc
def test_rows_of_a_native_workbook_in_any_order(tmp_path):
    path = tmp_path / "event.xlsx"
    making.create_native(path, Plan(find("DCC"), 2, 4))
    package = Package.read(listed(path.read_bytes(), path))
    rows = [[package.value("Games", f"{c}{row}") for c in "ABC"] for row in range(2, 58)]
    for row, heads in enumerate(sorted(rows, key=lambda heads: heads[2]), 2):
        for letter, value in zip("ABC", heads, strict=True):
            package.set_value("Games", f"{letter}{row}", value)
    path.write_bytes(package.to_bytes())
    seat(path, RoundDraw(1, QUICK, seed=7))
    assert called(path) == [[board, *names] for board, names in drawn(path, 1).items()]
    longer = listed(path.read_bytes(), tmp_path / "longer.xlsx", [*NAMES, *(f"Eve {n}" for n in range(7))])
    with pytest.raises(
        Exception, match="4 boards for round 1 but needs 5, and the rows of a board are not together"
    ):
        seat(longer, RoundDraw(1, QUICK, seed=7, again=True))


WRONG = {
    "six players": (
        NAMES[:6],
        {},
        "event.xlsx Players: 6 players are here for round 1, but a board takes seven.",
    ),
    "nine players": (
        NAMES[:9],
        {},
        "event.xlsx Players: 9 players are here for round 1, 2 more than 1 board can seat. ",
    ),
    "a name twice": (
        [*NAMES[:6], "Ann A"],
        {},
        "event.xlsx Players row 11, column Player: Ann A is on the roster twice.",
    ),
    "a club of everybody": (
        NAMES[:7],
        {"Club": dict.fromkeys(NAMES, "Leeds")},
        "event.xlsx Players, column Club: All players have the club Leeds, "
        "so no two could share a board. Clear it for some.",
    ),
    "no level": (
        NAMES[:7],
        {"Level": {"Ann B": "novise"}},
        "event.xlsx Players row 6, column Level: 'novise' is not a level. Did you mean novice?",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_bad_input_gets_a_sentence(dipscore, makes, tmp_path, what):
    names, columns, told = WRONG[what]
    package = Package.read(makes("DCC", 1, 2))
    for row, name in enumerate(names, 5):
        package.set_value("Players", f"A{row}", name)
        for heading, its in columns.items():
            letter = "B" if heading == "Club" else "T"
            package.set_value("Players", f"{letter}4", heading)
            package.set_value("Players", f"{letter}{row}", its.get(name))
    (tmp_path / "event.xlsx").write_bytes(package.to_bytes())
    data = (tmp_path / "event.xlsx").read_bytes()
    got = dipscore("seat", "event.xlsx", "--round", 1)
    assert (got.status, got.err[: len(told)]) == (FAULTY, told)
    assert (tmp_path / "event.xlsx").read_bytes() == data


def test_all_faults_are_told_together(dipscore, first, tmp_path):
    names = [*NAMES[:-1], "Ann A"]
    listed(first, tmp_path / "event.xlsx", names, Level={"Bob A": "novise"})
    got = dipscore("seat", "event.xlsx", "--round", 1)
    assert [line.split(":")[0] for line in got.err.splitlines()] == [
        "event.xlsx Games row 2",
        "event.xlsx Players row 12, column Level",
        "event.xlsx Players row 32, column Player",
        "event.xlsx was not changed.",
    ]


def test_what_is_wished_is_read_from_columns(makes, tmp_path):
    path = listed(
        makes("DCC", 2, 4),
        tmp_path / "event.xlsx",
        [*NAMES, "Eve"],
        Apart={"Ann A": "Ann B", "Ann C": "k", "Ann D": "k"},
        Here_2=dict.fromkeys(NAMES, "x"),
        Rating={"Ann A": 1500.5},
        Prefers={"Ann A": "FGI"},
    )
    players = {one.name: one for one in roster(EventIn(Package.read(path)))}
    ann = players["Ann A"]
    assert (ann.apart, ann.prefers, float(ann.rating)) == (("Ann B",), (2, 3, 4), 1500.5)
    assert (players["Eve"].away, ann.away) == ({2}, frozenset())
    seat(path, RoundDraw(2, QUICK, seed=7))
    sat = [{*names} for names in drawn(path, 2).values()]
    assert "Eve" not in set.union(*sat)
    assert not any({"Ann A", "Ann B"} <= names or {"Ann C", "Ann D"} <= names for names in sat)


def test_who_is_away_has_a_dash_or_is_named(dipscore, makes, tmp_path):
    names = NAMES[:14]
    listed(makes("DCC", 2, 2), tmp_path / "event.xlsx", [*names, "Late"], Here_1={names[0]: "-"})
    first = dipscore("seat", "event.xlsx", "--round", 1, "--dry-run", "--seed", 7)
    assert (first.status, names[0] in first.out, "Late" in first.out) == (OK, False, True)
    second = dipscore("seat", "event.xlsx", "--round", 2, "--dry-run", "--away", f"late;{names[1]}, Nobody")
    assert second.err.startswith(NotAPlayer(name="Nobody", hint="").sentence)
    second = dipscore("seat", "event.xlsx", "--round", 2, "--dry-run", "--away", " late")
    assert (second.status, names[0] in second.out, "Late" in second.out) == (OK, True, False)


def test_who_plays_twice_is_told_and_what_to_set(dipscore, makes, tmp_path):
    listed(makes("DCC", 2, 2), tmp_path / "event.xlsx", NAMES[:13], Two_boards={"Ann C": "x"})
    got = dipscore("seat", "event.xlsx", "--round", 1, "--dry-run", "--seed", 7)
    assert "Round 1: Ann C plays on two boards." in got.out
    told = "event.xlsx: Set the option double to best or sum: how the two boards of a player count."
    assert (got.status, got.err.splitlines()[0]) == (OK, told)


@pytest.mark.calc
def test_a_cell_that_keeps_its_value_is_told_with_one_file_name(dipscore, event, tmp_path):
    package = Package.read(event)
    package.set_formula("Games", "Z2", "NOSUCHFUNCTION(M2)", 7)
    (tmp_path / "event.xlsx").write_bytes(package.to_bytes())
    got = dipscore("seat", "event.xlsx", "--round", 1, "--seed", 7)
    (told,) = [line for line in got.err.splitlines() if "keeps its old value" in line]
    assert told.startswith("event.xlsx: Games!Z2 keeps its old value: ")


@pytest.mark.slow
def test_by_standing_and_the_top_board(tmp_path):
    path = tmp_path / "event.xlsx"
    making.create(path, Plan(find("DCC"), 2, 2, "top-board"))
    listed(path.read_bytes(), path, NAMES[:14])
    with pytest.raises(Exception, match="Board Top of round 2 is the top board"):
        seat(path, RoundDraw(2, QUICK, seed=7))
    with pytest.raises(Exception, match="Boards are to be drawn by score"):
        seat(path, RoundDraw(1, Wishes(by="score"), seed=7))
    seat(path, RoundDraw(1, QUICK, seed=7))

    def played(*centres: tuple[int, ...]) -> None:
        rows = [games.HEADER]
        for (board, names), counts in zip(drawn(path, 1).items(), centres, strict=True):
            rows += games.rows(1, board, counts, players=names)
        fill(path, read_games(rows).games)

    played((5, 10, 8, 6, 2, 1, 2), (5, 10, 8, 6, 2, 1, 2))
    with pytest.raises(Exception, match="are level for 1 of its seven places"):  # the two with 5 centres
        seat(path, RoundDraw(2, Wishes(top_board=True), seed=7))
    played((5, 10, 8, 6, 2, 1, 2), (8, 11, 7, 5, 2, 1, 0))
    table = standings(find("DCC"), EventIn(Package.read(path)).game_extract.game_list.games)
    assert not [
        note
        for note in seat(path, RoundDraw(2, Wishes(top_board=True), seed=7))[1].notes
        if "top board" in note
    ]
    assert {*drawn(path, 2)["Top"]} == {row.player for row in table[:7]}


@pytest.mark.slow
def test_where_no_board_is_headed_top_it_is_said_which_is(makes, tmp_path):
    path = listed(makes("DCC", 2, 2), tmp_path / "event.xlsx", NAMES[:14])
    rows = [games.HEADER, *games.rows(1, "A", (9, 8, 7, 5, 3, 2, 0), players=NAMES[:7])]
    rows += games.rows(1, "B", (10, 6, 6, 4, 4, 4, 0), players=NAMES[7:14])
    fill(path, read_games(rows).games)
    assert seat(path, RoundDraw(2, QUICK, seed=7), dry_run=True)[1].notes == ()
    _, done = seat(path, RoundDraw(2, Wishes(top_board=True), seed=7))
    assert done.notes == ("Board A is the top board.",)
    table = standings(find("DCC"), EventIn(Package.read(path)).game_extract.game_list.games)
    assert {*drawn(path, 2)["A"]} == {row.player for row in table[:7]}
    listed(path.read_bytes(), path, NAMES[:15])
    away = RoundDraw(2, Wishes(top_board=True), seed=7, away=(table[0].player,), again=True)
    seat(path, away)
    assert {*drawn(path, 2)["A"]} == {row.player for row in table[1:8]}, "the eighth is there for the first"
    assert tops_on_seats(path) == ["A"]
    seat(path, RoundDraw(2, QUICK, seed=7, keep=("A",), again=True, sit_out=True))
    assert tops_on_seats(path) == ["A"], "it is kept"
    seat(path, RoundDraw(2, QUICK, seed=7, again=True, away=NAMES[14:15]), act=Act("seat"))
    assert tops_on_seats(path) == []
    undo(path)
    assert tops_on_seats(path) == ["A"]


def tops_on_seats(path: Path) -> list[str]:
    """The boards that the sheet Seats marks as top boards."""
    cells = Package.read(path).sheet("Seats").cells
    checks = {row: str(cell.value) for (row, column), cell in cells.items() if column == 3}
    return [str(cells[row, 2].value) for row, said in checks.items() if said.startswith(THE_TOP_BOARD)]


def test_a_name_below_the_list_is_not_drawn_and_told():
    package = plain.package(
        rounds=1, boards=1, players=7, changed={f"Players!A{row}": f"P{row}" for row in range(5, 13)}
    )
    done, _, notes = make_draw(EventIn(package), RoundDraw(1, QUICK, seed=7))
    assert sorted(done.calls[0].players) == sorted(f"P{row}" for row in range(5, 12))
    assert notes == ["P12 is not drawn: the list of players on Players ends in row 11."]


def test_a_workbook_of_a_directors_own(dipscore, tmp_path):
    """Without names of cells: a sheet Players, and one with the headings of games."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Results"
    sheet.append(["Our event"])
    sheet.append(["Power", "Player", "Round", "Board", "Centres"])
    for board in (1, 2):
        for power in POWERS:
            sheet.append([power, None, 1, board, None])
    book.save(tmp_path / "mine.xlsx")
    got = dipscore("seat", "mine.xlsx", "--round", 1)
    assert got.err.startswith("mine.xlsx has no list of players. Name its cells Roster")
    people = book.create_sheet("Players")
    people.append(["Everybody"])
    people.append(["Club", "Name", "Email"])
    for name in NAMES[:14]:
        people.append(["Leeds" if name < "Ann C" else None, name, "someone"])
    book.save(tmp_path / "mine.xlsx")
    assert dipscore("seat", "mine.xlsx", "--round", 1).status == OK
    sat = drawn(tmp_path / "mine.xlsx", 1)
    assert sorted(name for names in sat.values() for name in names) == NAMES[:14]
    assert not any({"Ann A", "Ann B"} <= {*names} for names in sat.values())
    package = Package.read(tmp_path / "mine.xlsx")
    for row in range(17, 22):
        package.set_value("Players", f"B{row}", f"Eve {row}")
        package.set_value("Players", f"A{row}", None)
    package.set_value("Players", "B22", "Finn")
    package.set_value("Players", "B23", "Gus")
    (tmp_path / "mine.xlsx").write_bytes(package.to_bytes())
    assert dipscore("seat", "mine.xlsx", "--round", 1, "--again").status == OK
    assert list(drawn(tmp_path / "mine.xlsx", 1)) == ["1", "2", "3"]


def test_a_formula_in_the_players_column_is_never_written_over(event, tmp_path):
    package = Package.read(event)
    package.set_formula("Games", "D3", "Players!$A$5")
    path = tmp_path / "event.xlsx"
    path.write_bytes(package.to_bytes())
    with pytest.raises(Exception, match=r"event.xlsx Games row 3, column Player: This cell holds a formula"):
        seat(path, RoundDraw(1, QUICK, seed=7))


def test_what_cannot_be_asked_for(dipscore, event, tmp_path):
    (tmp_path / "event.xlsx").write_bytes(event)
    (tmp_path / "players.csv").write_text("player\n" + "\n".join(NAMES), encoding="utf-8")
    assert dipscore("seat", "event.xlsx").status == MISUSED
    assert dipscore("seat", "event.xlsx", "--round", 1, "--rounds", 2).status == MISUSED
    assert dipscore("seat", "players.csv", "--round", 1).status == MISUSED
    assert dipscore("seat", "players.csv", "--again").status == MISUSED
    got = dipscore("seat", "event.xlsx", "--round", 5)
    assert got.err.startswith("event.xlsx has no round 5; it has rounds 1 and 2. For more, make")
    got = dipscore("seat", "event.xlsx", "--round", 1, "--keep", "Q")
    assert got.err.startswith("There is no board 'Q' in round 1 to keep.") or "no board Q" in got.err


KILLED = """
import os, signal, sys
from pathlib import Path
from xl_dipscore.rules.seating import planning
from xl_dipscore.rules.seating.wishes import Wishes
from xl_dipscore.workbooks.acts.seat import RoundDraw, seat
from xl_dipscore.sheets.xlsx.package import Package

path, old, steps = Path(sys.argv[1]), Path(sys.argv[1]).read_bytes(), 1

def step(event, _):
    if event.startswith(("open", "os.", "shutil.", "fcntl.")):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

write = Package.write

def killed(package, *words, **named):
    # All that comes before has opened nothing to write: a copy of this process goes on from here.
    global left, steps
    while child := os.fork():
        status = os.waitpid(child, 0)[1]
        print("old" if path.read_bytes() == old else path.read_bytes() == Path(sys.argv[2]).read_bytes())
        if status == 0:
            os._exit(0)
        path.write_bytes(old)
        steps += 1
    left = [steps]
    sys.addaudithook(step)
    write(package, *words, **named)
    os._exit(0)

Package.write = killed
seat(path, RoundDraw(1, Wishes(), seed=7))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system does not kill so")
def test_killed_at_any_step_the_workbook_is_the_old_or_the_new_one(event, first, tmp_path):
    path, drawn = tmp_path / "event.xlsx", tmp_path / "drawn.xlsx"
    path.write_bytes(event)
    drawn.write_bytes(first)
    run = subprocess.run(
        [sys.executable, "-u", "-c", KILLED, path, drawn], stdout=subprocess.PIPE, check=True
    )
    left = run.stdout.decode().split()
    assert {*left} == {"old", "True"}
    assert (left[0], left[-1], len(left) > 9) == ("old", "True", True)


@pytest.mark.slow
def test_the_round_on_the_page_is_chosen(first, tmp_path):
    """Blank: the last one with players."""
    book = made(Plan(find("DCC"), 2, 1, "final"))
    for name, sheet, cell in (("Calls_round", "Board calls", "B3"), ("Slips_round", "Slips", "B1")):
        assert book.defined_names[name].attr_text == f"'{sheet}'!${cell[0]}${cell[1]}"
        lists = {str(one.sqref): one.formula1 for one in book[sheet].data_validations.dataValidation}
        assert lists == {cell: '"1,2,Final"'}


@pytest.mark.slow
def test_conquest_gives_new_players_their_powers_without_being_asked(makes, tmp_path):
    """Two of the only board are new: France and Turkey, in their first game and not in the next."""
    new = {"Ann A": "new", "Ann C": "beginner"}
    path = listed(makes("CONQUEST", 2, 1), tmp_path / "book.xlsx", NAMES[:7], Level=new)
    asked = RoundDraw(1, Wishes(newcomers={}), seed=4)
    assert make_draw(EventIn(Package.read(path)), asked)[0].remarks == ()
    seat(path, RoundDraw(1, QUICK, seed=4))
    (first,) = drawn(path, 1).values()
    assert {first[2], first[6]} == {*new}
    second = make_draw(EventIn(Package.read(path)), RoundDraw(2, QUICK, seed=4))[0]
    assert second.remarks == ()
    other = listed(makes("SOS", 2, 1), tmp_path / "other.xlsx", NAMES[:7], Level=new)
    assert make_draw(EventIn(Package.read(other)), RoundDraw(1, QUICK, seed=4))[0].remarks == ()


@pytest.mark.slow
def test_gencons_top_board_is_the_best_of_each_country(makes, tmp_path):
    """In round 3, the intermediate one, every country owns more centres on board A than on board B."""
    path = listed(makes("GENCON", 4, 2), tmp_path / "book.xlsx", NAMES[:14])
    rows = [games.HEADER]
    for round_ in (1, 2, 3):
        first, second = NAMES[:7], NAMES[7:14]
        rows += games.rows(round_, "A", (6, 6, 6, 5, 5, 3, 3), players=first)
        rows += games.rows(round_, "B", (5, 5, 5, 4, 4, 2, 2), players=second)
    package = Package.read(path)
    put_games(EventIn(package), read_games(rows).games)
    wishes = Wishes(top_board=True)
    drawn_, _, _ = make_draw(EventIn(package), RoundDraw(4, wishes, seed=1))
    assert {*drawn_.calls[0].players} == {*NAMES[:7]}


@pytest.mark.slow
@pytest.mark.parametrize("system", ["DCC", "DIXIECON", "PIGGYBACK", "SOS", "TRIBUTE"])
def test_the_lot_sends_no_leader_home(system, tmp_path, monkeypatch):
    """22 and 24 people after one round of three boards: 50 seeds draw the last round with a top board."""
    monkeypatch.setattr(planning, "MOVES", 300)
    path = tmp_path / "book.xlsx"
    making.create(path, Plan(find(system), 4, 3, "top-board"))
    for count in (22, 24):
        listed(path.read_bytes(), path, NAMES[:count])
        package = Package.read(path)
        rows = [games.HEADER]
        for board, centres in enumerate(
            [(9, 8, 7, 5, 3, 2, 0), (10, 7, 6, 5, 4, 1, 1), (12, 6, 5, 4, 4, 2, 1)]
        ):
            gone = {power: 1905 for power, left in zip(POWERS, centres, strict=True) if not left}
            its = NAMES[7 * board : 7 * board + 7]
            rows += games.rows(1, "ABC"[board], centres, players=its, eliminated=gone)
        put_games(EventIn(package), read_games(rows).games)
        event = EventIn(package)
        played = event.game_extract.game_list.games
        leaders = {row.player for row in standings(find(system), played)[:7]}
        for seed in range(50):
            drawn_, _, _ = make_draw(event, RoundDraw(4, Wishes(top_board=True), seed=seed, sit_out=True))
            top, *others = drawn_.calls
            assert {*top.players} == leaders
            out = {*NAMES[:count]} - {name for call in drawn_.calls for name in call.players}
            assert len(out) == count % 7
            assert len(others) == 2
            assert any(name in drawn_.remarks[0] for name in out)


def test_whoever_is_away_is_not_on_a_kept_board(dipscore, first, tmp_path):
    (tmp_path / "event.xlsx").write_bytes(first)
    name = drawn(tmp_path / "event.xlsx", 1)["B"][2]
    got = dipscore("seat", "event.xlsx", "--round", 1, "--again", "--keep", "B", "--away", name)
    assert got.status == FAULTY
    assert got.err.startswith(
        f"event.xlsx Games row 9: {name} cannot be away: they play on board B of round 1"
    )
