"""Workbooks of plain formulas: two calculators against our exact scores and standings."""

import json
from functools import cache

import pytest

from tests import games
from tests.opened import opened
from tests.said import check_said
from tests.workbooks import plain
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import POWERS
from xl_dipscore.sheets.xlsx.formula import Area, address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.check import check
from xl_dipscore.workbooks.acts.fill import put_games
from xl_dipscore.workbooks.acts.rebuild import rebuild_package
from xl_dipscore.workbooks.acts.regenerate import OtherChoice, check_choices
from xl_dipscore.workbooks.layout.event import EventIn, NoFormulaLeft
from xl_dipscore.workbooks.layout.grow.rounds import MadeForRounds
from xl_dipscore.workbooks.layout.system import MadeForAnother
from xl_dipscore.workbooks.layout.without_result import NotInStandings

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1
SQUARES = {"Austria": 4, "England": 5, "France": 6, "Germany": 7, "Italy": 8, "Russia": 2, "Turkey": 2}
"""Of a board stopped by the clock."""


@cache
def usual():
    """The toy workbook with its results, computed, and the messages."""
    package = plain.package()
    put_games(EventIn(package), read_games(plain.results()).games)
    report = rebuild_package(package, package.name, engine="python")
    return package.to_bytes(), package.name, report


def computed(results=None, **options):
    """The toy workbook with these results, computed, and the messages."""
    if not results and not options:
        data, name, report = usual()
        return Package(data, name), report
    package = plain.package(**options)
    put_games(EventIn(package), read_games(results or plain.results()).games)
    return package, rebuild_package(package, package.name, engine="python")


def listed(report):
    return {f"{one.sheet}!{one.ref}": one.reason for one in report.not_computed}


def column(package, sheet, letter, first, last):
    return [package.value(sheet, f"{letter}{row}") for row in range(first, last + 1)]


def test_all_of_it_is_computed_and_equal_to_the_rule():
    package, report = computed()
    assert (report.not_computed, report.notes) == ((), ())
    scores = column(package, "Games", "J", 16, 22)  # round 2, board B1
    assert scores == pytest.approx([100 * n * n / sum(m * m for m in games.CLOCK) for n in games.CLOCK])
    assert column(package, "Standings", "B", 5, 6) == ["Player 0", "Other 1"]
    assert package.value("Standings", "C5") == pytest.approx(100 + 100 * 8 * 8 / 198)
    assert [package.value("Best countries", f"{c}5") for c in "ABCDEF"] == [
        "Austria",
        "Player 0",
        100,
        18,
        1,
        "B1",
    ]


WRONG_SCORE = '=1+IF(S3=0,"",IF(U3=1,X3,NA()))'


def test_a_score_that_differs_keeps_its_old_value_and_is_listed():
    package, report = computed(changed={"Games!J3": WRONG_SCORE})
    assert listed(report) == {"Games!J3": "its formula gives 1, the rule gives 0"}
    assert package.value("Games", "J3") is None
    assert package.value("Games", "J2") == 100


def test_what_depends_on_a_wrong_cell_keeps_its_old_value_too():
    package, report = computed(changed={"Games!J3": WRONG_SCORE, "Games!AD3": "=J3*2", "Games!AD2": "=J2*2"})
    assert listed(report)["Games!AD3"] == "it depends on a cell that could not be computed"
    assert (package.value("Games", "AD3"), package.value("Games", "AD2")) == (None, 200)


def test_a_hidden_line_that_is_wrong_shows_in_score_counts_and_standings():
    tampered = {"Games!X8": "=IF(U8=0,0,5)"}  # what Turkey's score is made of
    _, report = computed(changed=tampered)
    assert listed(report)["Games!J8"] == "its formula gives 5, the rule gives 0"
    assert listed(report)["Games!K8"] == "its formula gives 5, the rule gives 0"
    exact = 100 * 7 * 7 / 198
    wrong = {why for cell, why in listed(report).items() if cell.startswith("Standings!C")}
    assert f"its formula gives {5 + exact:.15g}, the rule gives {exact:.15g}" in wrong


def test_a_total_that_forgets_a_round_holds_the_whole_table_back():
    package, _ = computed()
    package.set_value("Games", "E16", 8)  # two counts change places
    package.set_value("Games", "E20", 4)
    package.sheet("Totals").set_formula(Area("Totals", 2, 6, 2, 6), "IF($D2>0,NA(),SUM($B2:$B2))", None)
    report = rebuild_package(package, package.name, engine="python")
    reasons = listed(report)
    exact = 100 + 100 * 4 * 4 / 198
    assert f"its formula gives 100, the rule gives {exact:.15g}" in reasons.values()
    assert "its table is wrong" in reasons.values()
    assert column(package, "Standings", "C", 5, 18) == [None] * 14
    assert package.value("Games", "J16") == pytest.approx(100 * 8 * 8 / 198)


def test_what_is_wrong_with_itself_is_listed_first():
    _, report = computed(changed={"Totals!F4": "=IF($D4>0,NA(),SUM($B4:$B4))"})
    last = 0
    for number, one in enumerate(report.not_computed):
        if one.reason.startswith("its formula"):
            assert number == last
            last += 1
    assert 0 < last < len(report.not_computed)


def test_a_score_that_is_typed_over_its_formula_is_listed_where_it_differs():
    _, report = computed(changed={"Games!J2": 99, "Games!J3": 0})
    assert listed(report) == {"Games!J2": "typed over its formula is 99, the rule gives 100"}


def test_a_wrong_best_country_and_one_that_is_missing_are_listed():
    _, report = computed(changed={"Best countries!C6": "=5", "Best countries!B7": '="Nobody"'})
    reasons = listed(report)
    assert reasons["Best countries!C6"].startswith("its formula gives 5, the rule gives 49.4")
    assert reasons["Best countries!B7"] == 'its formula gives "Nobody", the rule gives "Player 5"'


def test_a_player_who_is_shown_in_the_place_of_another_is_listed():
    _, report = computed(changed={"Standings!B5": '="Other 1"'})
    assert listed(report)["Standings!B5"] == 'its formula gives "Other 1", the rule gives "Player 0"'


def test_a_faulty_board_has_no_score_and_its_players_no_total():
    package, _ = computed()
    package.set_value("Games", "E9", 1)
    report = rebuild_package(package, package.name, engine="python")
    assert report.not_computed == ()
    assert set(column(package, "Games", "J", 9, 15)) == {"#N/A"}
    assert column(package, "Standings", "C", 12, 18) == ["#N/A"] * 7


@pytest.mark.slow
def test_a_number_where_the_rule_has_none_is_listed():
    package, _ = computed(changed={"Games!U9": "=1"})
    package.set_value("Games", "E9", 1)
    report = rebuild_package(package, package.name, engine="python")
    assert listed(report)["Games!J9"].endswith("but the rule gives nothing")


def problems_of(package: Package, kind: type[Fault]) -> list[Fault]:
    """The faults of this kind, read from the file; the same ones are found in an open program."""
    found, live = (
        [one.fault for one in EventIn(book).problems if isinstance(one.fault, kind)]
        for book in (package, opened(package))
    )
    assert [(str(one), one.cells) for one in found] == [(str(one), one.cells) for one in live]
    return found


def type_below(package: Package, counts: tuple[int | None, ...]) -> int:
    """Type a board below the last one. Returns its first row."""
    home = EventIn(package).sheets[0]
    first = max(home.rows) + 1
    for seat, (power, count) in enumerate(zip(POWERS, counts, strict=True)):
        typed = {"round": 2, "board": "Late", "power": power, "player": f"Late {seat}", "centres": count}
        for word, value in typed.items():
            package.set_value(home.name, address(first + seat, home.columns[word]), value)
    return first


def test_a_board_typed_below_the_formulas_is_named_once():
    package, _ = computed()
    first = type_below(package, games.CLOCK)
    (fault,) = problems_of(package, NotInStandings)
    assert fault.facts["board"] == "Late"
    assert {row for _, row, _ in fault.cells} == {*range(first, first + 7)}
    assert problems_of(package, NoFormulaLeft) == []
    assert fault.sentence in EventIn(package).problem_lines[0]


def test_a_board_below_the_formulas_may_wait_for_its_results():
    package, _ = computed()
    type_below(package, (None,) * 7)
    assert problems_of(package, NotInStandings) == []


def test_a_board_with_other_formulas_lacks_only_its_scores():
    package, _ = computed()
    home = EventIn(package).sheets[0]
    for row in home.slots[0].rows:
        package.set_value(home.name, address(row, home.columns["score"]), None)
    assert problems_of(package, NotInStandings) == []
    (fault,) = problems_of(package, NoFormulaLeft)
    assert fault.cells == [*home.slots[0].cells("score")]


def test_an_override_counts_in_place_of_the_score():
    package, _ = computed()
    package.set_value("Games", "I2", 50)
    report = rebuild_package(package, package.name, engine="python")
    assert report.not_computed == ()
    assert (package.value("Games", "J2"), package.value("Games", "K2")) == (100, 50)


def test_an_unplayed_board_may_show_nothing():
    package, report = computed(plain.results()[:8])
    assert report.not_computed == ()
    assert column(package, "Games", "J", 9, 10) == ["", ""]


def test_values_that_nobody_computed_since_are_computed_anew():
    package, _ = computed()
    package = Package(package.to_bytes(), "spring.xlsx")
    package.set_cached_value("Totals", "F2", 7)
    package.set_cached_value("Standings", "C5", 8)
    package = Package(package.to_bytes(), "spring.xlsx")
    report = rebuild_package(package, package.name, engine="python")
    assert {(one.sheet, one.ref) for one in report.changed} == {("Totals", "F2"), ("Standings", "C5")}


@pytest.mark.slow
def test_a_director_s_own_formula_is_left_alone_where_it_does_not_depend_on_these():
    own = {"Setup!D1": "=CELL(1)", "Setup!D2": '=VLOOKUP("x",A1:B3,2,FALSE)'}
    package, _ = computed(changed=own)
    package.set_cached_value("Setup", "D1", "theirs")
    package.set_cached_value("Setup", "D2", "theirs")
    package = Package(package.to_bytes(), "spring.xlsx")
    report = rebuild_package(package, package.name, engine="python")
    assert report.not_computed == ()
    assert package.value("Setup", "D2") == "theirs"


ORDERS = ["O'Brien", "OBrian", "Smith-Jones", "Smith Jones", "Zoë", "Zoe", "D'Arcy"]


def test_names_that_programs_order_differently_are_right_in_any_order():
    package, report = computed(games_of(ORDERS))
    assert report.not_computed == ()
    assert {*column(package, "Standings", "B", 5, 11)} == {*ORDERS}


def games_of(players):
    return [list(games.HEADER), *games.rows(1, "B1", (18, 4, 4, 4, 4, 0, 0), players=players)]


# -- another Setup ----------------------------------------------------------------------------

ANOTHER = "spring.xlsx is made for SOS, and Setup says WBC."


def test_another_system_on_setup_is_noted_and_no_number_is_stored():
    package, report = computed(system="WBC")
    assert report.notes == (ANOTHER,)
    assert listed(report)["Games!J2"] == "its formula gives 100, and Setup says WBC"
    assert {*column(package, "Games", "J", 2, 29), *column(package, "Standings", "C", 5, 18)} == {None}


def test_no_system_on_setup_is_noted_too():
    _, report = computed(system=None)
    (note,) = report.notes
    assert note == ANOTHER.replace("says WBC", "says nothing")


@pytest.mark.slow
def test_options_that_cannot_be_read_leave_nothing_to_vouch_for():
    _, report = computed(changed={"Setup!A17": "foo", "Setup!B17": 2})
    said = "its formula gives 100, where our functions say: SOS has no option foo. Its options: pot."
    assert listed(report)["Games!J2"] == said
    _, report = computed(changed={"Setup!B10": "bets 2"})
    assert "There is no rule 'bets 2'" in listed(report)["Standings!C5"]
    assert not any(cell.startswith("Games") for cell in listed(report))


def test_numbers_of_setup_are_followed():
    package, report = computed(changed={"Setup!B16": 34})
    assert report.not_computed == ()
    assert package.value("Games", "J2") == 34


# -- commands ---------------------------------------------------------------------------------


@pytest.fixture
def spring(tmp_path):
    """A workbook of plain formulas without results, and a games file."""
    (tmp_path / "spring.xlsx").write_bytes(plain.plain())
    games.write(tmp_path / "games.csv", plain.results())
    return tmp_path / "spring.xlsx"


@pytest.mark.slow
def test_fill_rebuild_and_extract(dipscore, spring):
    got = dipscore("fill", "spring.xlsx", "games.csv")
    assert (got.status, got.err.splitlines()[0][:38]) == (OK, "spring.xlsx: 4 of 4 boards filled, 800")
    filled = spring.read_bytes()
    assert dipscore("rebuild", "spring.xlsx", "--engine", "python").status == OK
    assert spring.read_bytes() == filled
    assert dipscore("extract", "spring.xlsx", "-o", "back.csv").status == OK
    back = read_games([line.split(",") for line in (spring.parent / "back.csv").read_text().splitlines()])
    told = read_games(plain.results())
    assert [(g.round, g.name, g.board, g.seats) for g in back.games] == [
        (g.round, g.name, g.board, g.seats) for g in told.games
    ]


@pytest.mark.slow
def test_a_report_for_programs_lists_wrong_cells(dipscore, spring):
    spring.write_bytes(plain.plain(changed={"Games!J3": WRONG_SCORE}))
    got = dipscore("fill", "spring.xlsx", "games.csv")
    assert got.status == FAULTY
    assert (
        "spring.xlsx: Games!J3 is blank until the workbook is opened: its formula gives 1, the rule gives 0"
        in got.err
    )
    got = dipscore("rebuild", "spring.xlsx", "--engine", "python", "--report", "report.json")
    assert got.status == FAULTY
    (one,) = json.loads((spring.parent / "report.json").read_text())["files"]
    wrong = {"sheet": "Games", "cell": "J3", "reason": "its formula gives 1, the rule gives 0", "kept": False}
    assert one["not_computed"] == [wrong]


@pytest.mark.slow
def test_a_sentence_names_its_file_once(dipscore, spring):
    """Setup asks for another system than the formulas are made for."""
    spring.write_bytes(plain.plain(system="WBC"))
    got = dipscore("fill", "spring.xlsx", "games.csv")
    (told,) = [line for line in got.err.splitlines() if "is made for" in line]
    assert told.startswith("spring.xlsx is made for SOS, and Setup says WBC.")
    in_a_folder = dipscore("rebuild", spring, "--engine", "python").err.splitlines()
    (told,) = [line for line in in_a_folder if "is made for" in line]
    assert told.startswith(f"{spring}: spring.xlsx is made for SOS, ")


def test_rows_in_another_order_are_the_same_boards(dipscore, spring):
    """Sorted by power: each board's rows stand apart, and are filled, computed and read all the same."""
    package = Package.read(spring)
    rows = [[package.value("Games", f"{c}{row}") for c in "ABC"] for row in range(2, 30)]
    for row, cells in enumerate(sorted(rows, key=lambda cells: str(cells[2])), 2):
        for letter, value in zip("ABC", cells, strict=True):
            package.set_value("Games", f"{letter}{row}", value)
    spring.write_bytes(package.to_bytes())
    assert dipscore("fill", "spring.xlsx", "games.csv").status == OK
    package = Package.read(spring)
    assert [package.value("Games", f"{c}2") for c in "ABCDJ"] == [1, "B1", "Austria", "Player 0", 100]
    found = EventIn(package).game_extract
    assert (len(found.game_list.games), found.faults) == (4, [])
    assert package.value("Standings", "B5") == "Player 0"


def test_a_template_check_finds_its_tables_and_misses_no_function(dipscore, spring):
    findings = check(Package.read(spring))
    assert findings.wrong == ()
    assert findings.missing == ()
    assert "Formulas: plain ones, made for SOS, that need no functions of ours." in findings.found
    assert "Standings: Standings!A5:E18, room for 14 lines." in findings.found
    assert "Best countries: Best countries!A5:F16, room for 12 lines." in findings.found


def test_a_template_check_says_what_does_not_fit():
    findings = check(plain.package(players=7, boards=1, system="WBC"))
    assert list(map(str, findings.wrong)) == [ANOTHER]
    short = check(Package(plain.plain(players=7, roster=28), "spring.xlsx"))
    assert list(map(str, short.wrong)) == [
        "Standings A5:E11: it has room for 7 lines below its headings, but there can be 28 players."
    ]
    bare = check(plain.package(without=("Standings", "Best countries", "Totals")))
    assert bare.missing == (
        "No standings: regenerate cannot compare totals and ranks.",
        "No best countries: fill and regenerate do not need it.",
    )


def test_a_template_check_says_which_heading_is_there_twice():
    findings = check(plain.package(changed={"Games!I1": "Player"}))
    assert list(map(str, findings.wrong)) == [
        "Games has the heading Player twice, in D1 and I1; only D1 is used."
    ]
    assert check(plain.package(changed={"Games!AE1": "Player"})).wrong == ()  # not of the list


@pytest.mark.slow
def test_a_heading_right_of_check_is_no_column_to_type_in():
    package, report = computed(changed={"Games!W1": "Docked", "Games!V1": "Player"})
    assert report.not_computed == ()
    assert "docked" not in EventIn(package).game_extract.columns


# -- larger and other templates ---------------------------------------------------------------


@pytest.mark.slow
def test_results_are_poured_into_a_smaller_template_which_grows(dipscore, spring):
    dipscore("fill", "spring.xlsx", "games.csv")
    (spring.parent / "small.xlsx").write_bytes(plain.plain(boards=1, players=7))
    got = dipscore("regenerate", "spring.xlsx", "--template", "small.xlsx", "-o", "out")
    assert (got.status, got.table[1:]) == (OK, [])
    old, new = Package.read(spring), Package.read(spring.parent / "out" / "spring.xlsx")
    assert column(new, "Standings", "B", 5, 18) == column(old, "Standings", "B", 5, 18)
    assert check(new).wrong == ()


@pytest.mark.slow
def test_one_that_grew_has_room_for_all_its_players(dipscore, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert dipscore("new", "SOS", "small.xlsx", "--rounds", 1, "--boards", 1, "--host", "native").status == OK
    assert dipscore("new", "SOS", "large.xlsx", "--template", "small.xlsx", "--boards", 3).status == OK
    boards = [games.rows(1, name, games.SOLO, players=[f"{name}{n}" for n in range(7)]) for name in "ABC"]
    package = Package.read(tmp_path / "large.xlsx")
    put_games(EventIn(package), read_games([games.HEADER, *boards[0], *boards[1], *boards[2]]).games)
    assert rebuild_package(package, "large.xlsx").not_computed == ()
    assert package.value("Guide", "B3") == "3 doubts: see Check."  # three boards with the same counts
    assert len({*column(package, "Standings", "B", 5, 25)} - {None, ""}) == 21


@pytest.mark.slow
def test_before_the_end_a_mystery_solo_is_best_at_what_it_is_worth_so_far(dipscore, tmp_path, monkeypatch):
    """A 4-way draw makes 4 x 100 points, and they are all that was drawn."""
    monkeypatch.chdir(tmp_path)
    made = dipscore("new", "MYSTERY", "e.xlsx", "--rounds", 3, "--boards", 1, "--host", "native")
    assert made.status == OK
    package = Package.read(tmp_path / "e.xlsx")
    names = [f"Player {n}" for n in range(7)]
    boards = (games.SOLO, [""] * 7), ((10, 9, 8, 7, 0, 0, 0), ["x"] * 4 + [""] * 3)
    rows = [
        [number, "A", *row]
        for number, board in enumerate(boards, 1)
        for row in zip(POWERS, names, *board, strict=True)
    ]
    put_games(
        EventIn(package), read_games([["round", "board", "power", "player", "centres", "draw"], *rows]).games
    )
    assert rebuild_package(package, "e.xlsx").not_computed == ()
    assert [package.value("Best countries", f"{letter}5") for letter in "ABCDE"] == [
        "Austria", "Player 0", 400, 18, 1
    ]  # fmt: skip


@pytest.mark.slow
def test_results_go_from_plain_formulas_to_functions_and_back(dipscore, spring):
    dipscore("fill", "spring.xlsx", "games.csv")
    dipscore("new", "SOS", "functions.xlsx", "--rounds", 2, "--boards", 2)
    got = dipscore("regenerate", "spring.xlsx", "--template", "functions.xlsx", "-o", "out")
    assert (got.status, got.table[1:]) == (OK, [])
    (spring.parent / "plain.xlsx").write_bytes(plain.plain())
    got = dipscore("regenerate", "out/spring.xlsx", "--template", "plain.xlsx", "-o", "again")
    assert got.status == OK
    assert Package.read(spring.parent / "again" / "spring.xlsx").value("Standings", "B5") == "Player 0"


@pytest.mark.slow
def test_a_workbook_for_an_event_is_made_from_one(dipscore, spring):
    assert dipscore("new", "SOS", "event.xlsx", "--template", "spring.xlsx", "--boards", 3).status == OK
    package = Package.read(spring.parent / "event.xlsx")
    assert check(package).wrong == ()
    table = plain.results()
    third = games.rows(2, "B3", games.SOLO, players=[f"New {n}" for n in range(7)])
    put_games(EventIn(package), read_games([*table, *third]).games)
    report = rebuild_package(package, "event.xlsx", engine="python")
    assert report.not_computed == ()
    assert {*column(package, "Standings", "B", 5, 25)} >= {"New 0", "New 6"}


def test_what_a_template_is_not_made_for_is_refused(dipscore, spring):
    got = dipscore("new", "WBC", "event.xlsx", "--template", "spring.xlsx")
    assert got.status == FAULTY
    check_said(got.err, MadeForAnother, file="spring.xlsx", made="SOS", what="WBC is asked for")
    got = dipscore("new", "SOS", "event.xlsx", "--template", "spring.xlsx", "--rounds", 3)
    assert got.status == FAULTY
    check_said(got.err, MadeForRounds, file="spring.xlsx", made="2 rounds", needed=3)
    assert not (spring.parent / "event.xlsx").exists()


@pytest.mark.parametrize(
    ("old", "sentence"),
    [
        ({"system": "WBC", "made_for": "WBC"}, "is made for SOS, and old.xlsx says WBC."),
        (
            {"changed": {"Setup!B10": "best 2"}},
            "is made for combine sum, but old.xlsx has best 2: make a new",
        ),
    ],
)
def test_another_event_is_not_poured_into_it(dipscore, spring, old, sentence):
    package = plain.package(**old)
    put_games(EventIn(package), read_games(plain.results()).games)
    (spring.parent / "old.xlsx").write_bytes(package.to_bytes())
    got = dipscore("regenerate", "old.xlsx", "--template", "spring.xlsx", "-o", "out")
    assert got.status == FAULTY
    assert sentence in got.err


def test_one_choice_of_a_system_is_not_poured_into_another():
    by_squares = plain.package(system="DCC", made_for="DCC")
    tribute = plain.package(
        system="DCC", made_for="DCC", changed={"Setup!A17": "scs", "Setup!B17": "tribute"}
    )
    check_choices(EventIn(by_squares), EventIn(by_squares))
    with pytest.raises(OtherChoice, match=r"made for scs squares, but spring[.]xlsx has tribute: "):
        check_choices(EventIn(tribute), EventIn(by_squares))


# -- the workbooks that dipscore new makes ------------------------------------------------------


@pytest.mark.slow
def test_a_new_workbook_is_filled_computed_read_and_poured_into_a_smaller_one(dipscore, tmp_path):
    pytest.importorskip("xl_dipscore.workbooks.author.native")
    dead = {"Russia": 1905, "Turkey": 1904}
    first, second = (
        ["O'Brien", "Zoë", "Smith-Jones", "Ann", "Bob", "Cid", "D'Arcy"],
        [f"No {n}" for n in range(7)],
    )
    table = [
        list(games.HEADER),
        *games.rows(1, "A", games.SOLO, eliminated=dead, players=first),
        *games.rows(
            1, "B", games.THREE_WAY, draw="EFG", eliminated={"Austria": 1903, **dead}, players=second
        ),
        *games.rows(2, "A", games.CLOCK, year=1907, players=[*second[3:], *first[:3]]),
        *games.rows(2, "B", games.CLOCK[::-1], year=1907, players=[*first[3:], *second[:3]]),
    ]
    games.write(tmp_path / "games.csv", table)
    for name, boards in (("event.xlsx", 2), ("small.xlsx", 1)):
        made = dipscore("new", "DCC", name, "--host", "native", "--rounds", 2, "--boards", boards)
        assert made.status == OK
    assert check(Package.read(tmp_path / "event.xlsx")).wrong == ()
    assert dipscore("fill", "event.xlsx", "games.csv").status == OK
    got = dipscore("rebuild", "event.xlsx", "--engine", "python", "--report", "report.json")
    assert got.status == OK
    (one,) = json.loads((tmp_path / "report.json").read_text())["files"]
    assert (one["changed"], one["not_computed"]) == ([], [])
    found = EventIn(Package.read(tmp_path / "event.xlsx")).game_extract
    assert [game.board for game in found.game_list.games] == [game.board for game in read_games(table).games]
    got = dipscore("regenerate", "event.xlsx", "--template", "small.xlsx", "-o", "out")
    assert (got.status, got.table[1:]) == (OK, [])
