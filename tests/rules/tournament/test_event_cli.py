"""dipscore standings, qualify, awards and check, as a director calls them."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tournament.events import BAD, BLANK, FOUR, SOLO, THREE, board, fixed, listing, write
from xl_dipscore.rules.points import as_double
from xl_dipscore.tables.functions.events import dip_awards, dip_standings

OK, FAULTY, MISUSED = 0, 1, 2

BOARDS = [
    board(THREE, "abcdefg"),
    board(FOUR, "hijklmn", 1, 2),
    board(SOLO, "nbhdjfa", 2),
    fixed({"a": 100, "c": 7.5}, 3, counts=FOUR),
]


@pytest.fixture
def dipscore(dipscore: Any, tmp_path: Path) -> Any:
    """Run `dipscore COMMAND SYSTEM games.csv` on these boards, in an empty folder."""

    def run(command: str, system: str, boards: Any, *words: object) -> Any:
        if boards is not None:
            write(tmp_path / "games.csv", *boards)
        return dipscore(command, system, "games.csv", *words)

    return run


def number(cell: str) -> Any:
    return float(cell) if re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", cell) else cell


# -- standings ----------------------------------------------------------------------------------


def test_the_old_word_for_all_rounds_is_understood(dipscore: Any) -> None:
    new, old = (dipscore("standings", "GENCON", BOARDS, "--format", one) for one in ("all rounds", "league"))
    assert (new.status, new.table) == (OK, old.table)


def test_the_columns(dipscore: Any) -> None:
    got = dipscore("standings", "BOSTON", BOARDS, "--rounds", 4)
    assert got.status == OK
    assert got.table[0] == [
        "rank", "player", "total", "R1", "R2", "R3", "R4", "counted", "wins", "draws", "best game",
    ]  # fmt: skip
    mine = next(row for row in got.table if row[1] == "c")
    assert (mine[4], mine[6], mine[7]) == ("", "", "1 3")
    final = dipscore("standings", "DCC", [fixed({"a": 1}), fixed({"a": 2}, "final")])
    assert final.table == [
        ["rank", "player", "total", "R1", "Final", "counted", "msd"],
        ["1", "a", "3", "1", "2", "1 Final", "0"],
    ]


@pytest.mark.parametrize(
    ("system", "words", "options"),
    [
        ("DCC", ["--rounds", 4], [["rounds", 4]]),
        ("DCC", ["--combine", "100/100/50"], [["combine", "100/100/50"]]),
        ("NDC", ["--combine", "best 2"], [["combine", "best 2"]]),
        ("NDC", ["--combine", "mean all", "--rounds", 6], [["combine", "mean all"], ["rounds", 6]]),
        ("MYSTERY", [], None),
        ("MYSTERY", ["--rounds", 4, "--provisional"], [["rounds", 4], ["provisional", "yes"]]),
        ("MYSTERY", ["--set", "solo=55", "--set", "start=scored"], [["solo", 55], ["start", "scored"]]),
        ("WBC", [], None),
        ("ARMADA", [], None),
        ("CONQUEST", ["--set", "new player=event"], [["new player", "event"]]),
        ("SOS", ["--tiebreak", "best game,wins"], [["tiebreak", "best game", "wins"]]),
        ("SOS", ["--decimals", 2], [["decimals", 2]]),
        ("DCC", ["--min-rounds", 2, "--set", "divisor=event"], [["min rounds", 2], ["divisor", "event"]]),
    ],
)  # fmt: skip
def test_the_worksheet_gives_what_the_command_line_gives(
    dipscore: Any, system: str, words: Any, options: Any
) -> None:
    got = dipscore("standings", system, BOARDS, *words)
    header, *rows = dip_standings(system, listing(*BOARDS), options)
    assert got.status == OK
    assert [[number(cell) for cell in row] for row in got.table[1:]] == [
        [number(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    ]
    plain = [word.removesuffix(" (tie-break)").casefold() for word in header]
    assert [word.casefold() for word in got.table[0]] == plain


def test_the_figures_of_the_articles_on_the_command_line(dipscore: Any) -> None:
    rounds = [fixed({"a": 300}), fixed({"a": 200}, 2), fixed({"a": 150, "b": 700}, 3)]
    got = dipscore("standings", "DCC", rounds, "--rounds", 4)
    totals = {row[1]: float(row[2]) for row in got.table[1:]}
    assert totals == {"a": pytest.approx(0.95 * 650 / 3), "b": 0.8 * 700 / 2}
    one_day = dipscore("standings", "NDC", [board((34, 0, 0, 0, 0, 0, 0), "a")], "--rounds", 2)
    assert one_day.table[1][:3] == ["1", "a", repr(as_double(Fraction(100, 3)))]
    weighted = dipscore("standings", "DCC", rounds, "--combine", "100/100/50")
    assert {row[1]: row[2] for row in weighted.table[1:]} == {"a": "575", "b": "700"}


def test_a_table_to_read(dipscore: Any, tmp_path: Path) -> None:
    got = dipscore("standings", "DCC", BOARDS, "--show")
    assert got.status == OK
    assert "100*" in got.out
    assert "7.5*" in got.out
    assert "* typed by the director" in got.out
    assert re.search(r"│ +1 │ n +│ +297\.5 │", got.out), got.out
    plain = dipscore("standings", "DCC", BOARDS[:3], "--show")
    assert "*" not in plain.out
    faulty = dipscore("standings", "DCC", [*BOARDS, board(BAD, "z", 4)], "--show")
    assert (faulty.status, "#N/A" in faulty.out) == (FAULTY, True)
    both = dipscore("standings", "DCC", BOARDS, "--show", "-o", "out.csv")
    assert both.status == OK
    assert (tmp_path / "out.csv").read_text() == dipscore("standings", "DCC", BOARDS).out


@pytest.mark.parametrize(
    ("words", "title", "shown"),
    [
        (["awards", "DCC"], "DC(C), best of each country", r"│ Austria │ n +│ +700 │ +18 │ +2 │ +1 │"),
        (["qualify", "SOS"], "Sum of Squares, who goes on", r"│ final │ n +│ +[\d.]+ │"),
        (["qualify", "GENCON"], "GenCon, who goes on", r"│ intermediate round │ Austria │ n +│ +18 │"),
    ],
)
def test_other_tables_to_read(dipscore: Any, tmp_path: Path, words: Any, title: str, shown: str) -> None:
    command, system = words
    got = dipscore(command, system, BOARDS, "--show")
    assert got.status == OK
    assert got.out.splitlines()[0].strip() == title
    assert re.search(shown, got.out), got.out
    both = dipscore(command, system, BOARDS, "--show", "-o", "out.csv")
    assert (both.status, both.out) == (OK, got.out)
    assert (tmp_path / "out.csv").read_text() == dipscore(command, system, BOARDS).out
    faulty = dipscore(command, system, [*BOARDS, board(BAD, "z", 4)], "--show", "-o", "other.csv")
    assert (faulty.status, faulty.out.splitlines()[0].strip()) == (FAULTY, title)
    assert "Austria has 36 centres" in faulty.err
    assert not (tmp_path / "other.csv").exists()


def test_nobody_qualifies_in_a_table_to_read(dipscore: Any) -> None:
    got = dipscore("qualify", "SOS", BOARDS[:1], "--min-rounds", 2, "--show")
    assert got.status == OK
    assert re.search(r"┃ To ┃ Player ┃ Points ┃", got.out), got.out


def test_notes_are_no_part_of_the_table(dipscore: Any) -> None:
    got = dipscore("standings", "WBC", BOARDS[:2])
    assert got.status == OK
    assert got.err.startswith("Note: Without a centre chart for every game there are no mean centres: a, b,")
    got = dipscore("standings", "SOS", BOARDS, "--min-rounds", 3)
    assert got.err.startswith("Note: Fewer than 3 rounds played: n, c, h, b, i, j, k, d, e, f, g, l and m.\n")
    assert [row[0] for row in got.table[1:3]] == ["1", ""]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--combine", "product"], "There is no rule 'product' for combining rounds. Known: sum, mean"),
        (["--tiebreak", "coin"], "There is no tie-break 'coin'."),
        (["--format", "cup"], "The option 'format' is all rounds, final, top-board or top-places, not cup."),
        (["--double", "both"], "The option 'double' is best or sum, not both."),
        (["--rounds", "2"], "2 rounds are planned, but there is a game of round 3."),
        (["--set", "divisors=event"], "has no option divisors"),
        (["--set", "divisor=half"], "The option 'divisor' is played or event, not half."),
    ],
)
def test_a_wrong_call(dipscore: Any, words: Any, sentence: str) -> None:
    got = dipscore("standings", "DCC", BOARDS, *words)
    assert (got.status, got.out) == (MISUSED, "")
    assert sentence in got.err


def test_three_rounds_under_ndc(dipscore: Any) -> None:
    got = dipscore("standings", "NDC", BOARDS)
    assert (got.status, got.out) == (MISUSED, "")
    assert got.err == "NDC says how to combine two rounds, not 3; choose best 2 or mean all.\n"


def test_a_mystery_solo_before_the_end(dipscore: Any) -> None:
    boards = [board(SOLO, "ab"), board(FOUR, "cd", 2)]
    got = dipscore("standings", "MYSTERY", boards, "--rounds", 4)
    assert got.status == FAULTY
    assert got.err == (
        "games.csv row 2, column Centres: MYSTERY has no value for a solo until the event is over "
        "(round 2 of 4 is the last one played).\n"
        "1 wrong.\n"
    )
    assert got.table[-1][:4] == ["", "a", "", ""]
    assert dipscore("standings", "MYSTERY", boards, "--rounds", 4, "--provisional").status == OK


# -- faults -------------------------------------------------------------------------------------


def wrong_file(boards: int) -> tuple[list[Any], list[str]]:
    """A large event with a fault in every hundredth board, and where each must be told."""
    told = []
    rows = []
    faults = [
        (3, "Centres", 2.5), (0, "Centres", "many"), (1, "Draw", "maybe"), (2, "Power", "Spain"),
        (4, "Eliminated", 1899), (5, "Year", 1907), (6, "Override", "lots"), (0, "Tiebreak", "far"),
        (3, "Unranked", "?"), (2, "Round", "once"), (1, "Board", ""), (6, "Centres", "#REF!"),
        (0, "Docked", -1), (5, "Civil disorder", "asleep"),
    ]  # fmt: skip
    for n in range(boards):
        seven = board(
            (9, 9, 8, 8, 0, 0, 0), [f"p{n} {seat}" for seat in range(7)], 1, f"B{n}", draw=BLANK,
            override=BLANK, tiebreak=BLANK, unranked=BLANK, docked=BLANK, civil_disorder=BLANK,
        )  # fmt: skip
        if n % 100 == 50:
            for k in (0, 1):
                seat, column, value = faults[(n // 100 + 5 * k) % len(faults)]
                seven[seat][column] = value
                row = len(rows) + seat + 2
                first = len(rows) + 2
                told.append(
                    f"games.csv rows {first} to {first + 6}, column Year" if column == "Year"
                    else f"games.csv row {row}, column {column}"
                )  # fmt: skip
        rows += seven
    return [rows], told


@pytest.mark.slow
def test_every_fault_of_a_large_file_in_one_run(dipscore: Any, tmp_path: Path) -> None:
    boards, told = wrong_file(1430)
    assert len(boards[0]) > 10_000
    assert len(told) > 25
    got = dipscore("standings", "SOS", boards, "-o", "out.csv")
    assert (got.status, got.out) == (FAULTY, "")
    assert not (tmp_path / "out.csv").exists()
    lines = got.err.splitlines()
    *lines, not_written, problems = lines
    assert not_written == "out.csv was not written."
    assert problems == f"{len(lines)} wrong."
    places = [line.split(": ")[0] for line in lines]
    assert all(
        re.fullmatch(r"games\.csv rows? \d+( to \d+)?, column [A-Z][a-z ]+", place) for place in places
    )
    assert set(told) - set(places) == set()
    boards_told = {(int(re.findall(r"\d+", place)[0]) - 2) // 7 for place in places}
    assert boards_told == set(range(50, 1430, 100))
    checked = dipscore("check", "SOS", None)
    assert checked.status == FAULTY
    assert [line for line in lines if line not in checked.out.splitlines()] == []
    shown = dipscore("standings", "SOS", None)
    assert shown.status == FAULTY
    assert len([row for row in shown.table[1:] if row[0]]) == 7 * (1430 - 14)


def test_two_boards_of_a_round_with_all_other_faults(dipscore: Any) -> None:
    boards = [board(THREE, "ab", year=BLANK), board(FOUR, "b", 1, 2), board(BAD, "c", 1, 3)]
    got = dipscore("standings", "NDC", boards, "--rounds", 1)
    assert got.status == FAULTY
    assert {row[1]: row[0] for row in got.table[1:]} == {"a": "", "b": "", "c": ""}
    assert [line.split(": ")[0] for line in got.err.splitlines()] == [
        "games.csv rows 2 to 8, column Year",
        "games.csv row 9, column Player",
        "games.csv row 16, column Centres",
        "3 wrong.",
    ]
    assert dipscore("standings", "SOS", boards[:2], "--double", "sum").status == OK


# -- check --------------------------------------------------------------------------------------


def test_check_tells_what_a_director_may_want_to_know(dipscore: Any) -> None:
    boards = [
        board(THREE, ["Zoë"], new_player="A", override=[1.5, *BLANK[1:]]),
        board(THREE, ["Zoë"], 1, 2, new_player="A", override=BLANK),
        board(THREE, ["zoe"], 2, new_player="", override=BLANK),
    ]
    got = dipscore("check", "CONQUEST", boards)
    assert got.status == FAULTY
    assert dipscore("check", "CONQUEST", None, "--set", "double=best").status == OK
    assert got.out.splitlines()[1:] == [
        "games.csv row 2, column Override: Note: Austria counts 1.5, typed by the director. Ignore "
        "this if it is intended.",
        "games.csv rows 9 to 15: OK: stopped by the clock, survivors Austria, England, France, 1908.",
        "games.csv row 9, column Player: Zoë is on two boards of round 1: 1 and 2. Correct the name; or, if "
        "both count, set the option double to best or sum.",
        "games.csv row 9, column New player: Doubt: Zoë has played before, so is not a new player here. "
        "Remove the mark.",
        "games.csv rows 16 to 22: OK: stopped by the clock, survivors Austria, England, France, 1908.",
        "games.csv rows 16 to 22, column Centres: Doubt: These boards have the same seven counts: 1 of round "
        "1, 2 of round 1 and 1 of round 2. Check that the results of one were not typed for another.",
        "games.csv row 16, column Player: Doubt: Zoë and zoe differ only in signs, accents or the order of "
        "words: one player or two? If they are one player, write the name the same way everywhere.",
    ]


def test_a_game_with_one_power_still_played(dipscore: Any) -> None:
    boards = [
        board(THREE, "abc", draw=BLANK, civil_disorder="EF"),
        board((13, 11, 10, 0, 0, 0, 0), "def", 1, 2, draw=BLANK, civil_disorder="AEF"),
    ]
    got = dipscore("check", "BOSTON", boards)
    assert got.status == FAULTY
    assert got.out.splitlines() == [
        "games.csv rows 2 to 8: OK: conceded to Austria with 12 centres, 1908.",
        "games.csv rows 2 to 8: Note: England and France in civil disorder. Austria is the only power still "
        "played, and none is marked: read as conceded to it.",
        "games.csv rows 9 to 15, column Draw: All survivors are in civil disorder, so nobody draws: the "
        "director marks the result.",
    ]
    told = dipscore("explain", "BOSTON", boards, "--round", 1, "--board", 1)
    assert "Board 1 of round 1: conceded to Austria with 12 centres, 1908." in told.out
    assert "Note: Austria is the only power still played, and none is marked" in " ".join(told.out.split())
    standings = dipscore("standings", "BOSTON", boards)
    assert standings.status == FAULTY
    rows = {row[1]: dict(zip(standings.table[0], row, strict=True)) for row in standings.table[1:]}
    assert (rows["a"]["total"], rows["a"]["wins"], rows["a"]["draws"]) == ("110", "1", "0")
    assert (rows["d"]["rank"], rows["d"]["total"]) == ("", "")


# -- qualify and awards ---------------------------------------------------------------------------


def test_qualify(dipscore: Any) -> None:
    boards = [fixed(dict(zip("abcdefg", range(90, 20, -10), strict=True))), fixed({"h": 30, "i": 30}, 1, 2)]
    got = dipscore("qualify", "DCC", boards)
    assert got.status == OK
    assert got.table[0] == ["to", "power", "player", "points", "remark"]
    assert [row[2] for row in got.table[1:7]] == list("abcdef")
    assert got.table[7:] == [["final", "", "g", "30", ""]]  # the mean of their power decides
    level = dipscore("qualify", "SOS", boards)
    assert [row[2:] for row in level.table[7:]] == [[p, "30", "level at the cut"] for p in "ghi"]
    assert level.err.startswith(
        "Note: The cut falls inside a tie: g, h and i are level for 1 of the 7 places.\n"
    )
    top = dipscore("qualify", "DCC", boards, "--format", "top-board", "--rounds", 4, "--min-rounds", 2)
    assert top.table == [["to", "power", "player", "points", "remark"]]
    assert top.err.startswith("Note: Fewer than 2 rounds played: a, b, c, d, e, f, g, i and h.\n")


def test_qualify_by_countries(dipscore: Any) -> None:
    got = dipscore("qualify", "GENCON", [board(THREE, "abc")])
    assert [row[:4] for row in got.table[1:4]] == [
        ["intermediate round", "Austria", "a", "12"],
        ["intermediate round", "England", "b", "11"],
        ["intermediate round", "France", "c", "11"],
    ]
    after = dipscore(
        "qualify", "GENCON", [board(THREE, "abc"), board(THREE, "xyz", 2)], "--set", "preliminary=1"
    )
    assert ["top board", "Austria", "x", "12", ""] in after.table


def test_qualify_tells_every_fault(dipscore: Any) -> None:
    boards = [board(THREE, "ab", year=BLANK), board(BAD, "c", 1, 2)]
    for system in ("NDC", "GENCON"):
        got = dipscore("qualify", system, boards, "-o", "out.csv")
        assert got.status == FAULTY
        assert "games.csv row 9, column Centres: Austria has 36 centres" in got.err
        assert ("NDC needs the last game year" in got.err) == (system == "NDC")
        assert "out.csv was not written" in got.err


def test_awards_are_those_of_the_worksheet(dipscore: Any) -> None:
    for by in ("score", "centres"):
        got = dipscore("awards", "DCC", BOARDS, "--by", by)
        assert got.status == OK
        header, *rows = dip_awards("DCC", listing(*BOARDS), [["by", by]])
        assert got.table[0] == [word.casefold() for word in header]
        assert [[number(cell) for cell in row] for row in got.table[1:]] == [
            [number(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
        ]
    assert dipscore("awards", "DCC", BOARDS, "--by", "luck").status == MISUSED


def test_awards_of_what_no_table_can_be_made(dipscore: Any) -> None:
    assert dipscore("awards", "NDC", BOARDS).status == OK
    twice = [fixed({"a": 1}), fixed({"a": 2}, 1, 2)]
    assert dipscore("awards", "SOS", twice).table[1] == ["Austria", "a", "2", "12", "1", "2"]
    got = dipscore("awards", "SOS", [*twice, board(BAD, "c", 2)])
    assert got.status == FAULTY
    assert "row 16, column Centres" in got.err


# -- what only the event tells ------------------------------------------------------------------

LATE = [board(FOUR, "abcdefg"), board(SOLO, "lbcdefg", 2), board(THREE, "lbcdefg", 3), board(SOLO, "x", 1, 2)]


def test_score_knows_the_whole_event(dipscore: Any) -> None:
    """Everybody's solo, and a late joiner's at their own value; typed, the joiner's is averaged still."""
    everybodys, own = Fraction(400 + 300, 2) / 2, Fraction(300, 1) / 2
    got = dipscore("score", "MYSTERY", LATE)
    assert got.status == OK
    scores = [row[-1] for row in got.table[1:]]
    assert number(scores[7]) == (everybodys + own) / 2
    assert scores[8:14] == ["0"] * 6
    assert number(scores[21]) == everybodys
    typed = dipscore("score", "MYSTERY", LATE, "--set", "solo=150").table[1:]
    assert (number(typed[7][-1]), number(typed[21][-1])) == ((150 + own) / 2, 150)


def test_score_leaves_only_the_winner_blank_while_nobody_knows(dipscore: Any) -> None:
    got = dipscore("score", "MYSTERY", [board(SOLO, "a"), board(BLANK, "b", 1, 2)])
    assert got.status == FAULTY
    assert "(board 2 of round 1 has no result yet)" in got.err
    assert [row[-1] for row in got.table[1:8]] == ["", *["0"] * 6]


def test_explain_knows_the_whole_event(dipscore: Any) -> None:
    got = dipscore("explain", "MYSTERY", LATE, "--round", 2, "--board", 1)
    total = next(line for line in got.out.splitlines() if "Total" in line)
    assert re.findall(r"[\d.]+", total)[0] == "162.5"
    other = dipscore("explain", "MYSTERY", LATE, "--round", 1, "--board", 2)
    assert re.findall(r"[\d.]+", other.out.split("Total")[1])[0] == "175"
    plain = dipscore("explain", "MYSTERY", LATE, "--round", 2, "--board", 1, "--set", "solo=100")
    assert re.findall(r"[\d.]+", plain.out.split("Total")[1])[0] == "125"


def test_explain_says_what_is_still_to_come(dipscore: Any) -> None:
    got = dipscore("explain", "MYSTERY", [board(SOLO, "a")], "--round", 1, "--board", 1)
    assert got.status == OK
    assert re.search(r"Total\W+\?\W+0\W+0", got.out)
    assert (
        "Note: The score of Austria is known when the event is over, or once the option solo is set."
        in got.out
    )
