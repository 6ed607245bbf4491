"""The costs of a typed draw: DIP_SEATS_CHECK, and the problems that the option powers adds."""

from itertools import chain
from typing import Any

import pytest

from tests.rules.tournament.events import BLANK, THREE, board, listing, write
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.seating.drawing import draw
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.wishes import Wishes
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.problems import problems
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.events import THE_TOP_BOARD, dip_problems, dip_seats_check, dip_standings

pytestmark = pytest.mark.usefixtures("new_books")

FIRST = "abcdefg"
OTHERS = "hijklmn"
NOBODY = {"met": "no", "neighbours": "no"}


def draws(*boards: Any) -> list[Any]:
    """Boards without results: (round, players) or (round, players, board)."""
    return [board(BLANK, players, round_, *name) for round_, players, *name in boards]


def block(options: dict[str, Any]) -> list[list[Any]]:
    return [[word, *(value if isinstance(value, list) else [value])] for word, value in options.items()]


def checked(*boards: Any, **options: Any) -> list[list[Any]]:
    """The lines below the headings."""
    header, *lines = dip_seats_check(listing(*draws(*boards)), block(options) or None)
    assert header[:3] == ["Round", "Board", "Check"]
    return lines


def words(*boards: Any, **options: Any) -> list[str]:
    return [line[2] for line in checked(*boards, **options)]


# -- a draw as it stands --------------------------------------------------------------------------


def test_all_is_well() -> None:
    assert checked((1, FIRST), (1, OTHERS, 2)) == [
        [
            "",
            "",
            "OK: 14 players on 2 boards of 1 round: no powers again, meetings again or neighbours again.",
        ]
    ]
    assert words((1, FIRST), (2, OTHERS), powers="any", **NOBODY) == [
        "OK: 14 players on 2 boards of 2 rounds."
    ]
    assert words((1, FIRST), powers="regions", club=["Paris", "a"], **NOBODY) == [
        "OK: 7 players on 1 board of 1 round: no powers again, club mates together or regions again."
    ]
    assert words((1, FIRST), powers="wheel", met="no") == [
        "OK: 7 players on 1 board of 1 round: no powers again, steps off the wheel or neighbours again."
    ]


def test_nothing_is_drawn_yet() -> None:
    assert dip_seats_check(listing(board(BLANK)), [["rows", 3], ["columns", 4]]) == [
        ["Round", "Board", "Check", ""],
        ["", "", "", ""],
        ["", "", "", ""],
    ]


def test_a_power_a_second_and_a_third_time() -> None:
    assert checked((1, "ab"), (2, "ac"), (3, "ad"), **NOBODY) == [
        [1, "1", "Nobody plays France, Germany, Italy, Russia and Turkey."],
        [2, "1", "Nobody plays France, Germany, Italy, Russia and Turkey."],
        [2, "1", "a plays Austria a second time (round 1)."],
        [3, "1", "Nobody plays France, Germany, Italy, Russia and Turkey."],
        [3, "1", "a plays Austria a third time (rounds 1 and 2)."],
        ["", "", "Powers again: 5."],
    ]
    assert not [line for line in words((1, "ab"), (2, "ac"), powers="any") if "plays Austria" in line]


def test_who_meets_again_and_who_are_neighbours_again() -> None:
    """Austria and Russia are neighbours; Austria and England are not."""
    austria_russia, russia_austria = ["a", *[""] * 4, "b"], ["b", *[""] * 4, "a"]
    empty = "Nobody plays England, France, Germany, Italy and Turkey."
    assert words((1, austria_russia), (2, russia_austria), (3, austria_russia), powers="any") == [
        empty,
        empty,
        "b and a meet again (round 1).",
        "b and a are neighbours again (round 1).",
        empty,
        "a and b meet a third time (rounds 1 and 2).",
        "a and b are neighbours again (rounds 1 and 2).",
        "Meetings again: 3.",
        "Neighbours again: 3.",
    ]
    assert words((1, austria_russia), (2, "ab"), powers="any")[2:] == [
        "a and b meet again (round 1).",
        "Meetings again: 1.",
    ]


def test_what_is_left_out_and_what_is_forced() -> None:
    """Seven who play a second time are 21 pairs, whoever plays what."""
    turned = (1, FIRST), (2, "bcdefga")
    assert words(*turned, neighbours="no")[-1] == "Meetings again: 21; no draw could avoid them."
    assert words(*turned, met="no")[-1].startswith("Neighbours again: ")
    assert words(*turned, **NOBODY)[-1].startswith("OK: 7 players on 2 boards of 2 rounds: no powers again")


def test_regions_and_the_wheel() -> None:
    assert words((1, FIRST), (2, "bcadefg"), powers="regions=FR-IGA-TE", **NOBODY) == [
        "d plays Germany a second time (round 1).",
        "e plays Italy a second time (round 1).",
        "f plays Russia a second time (round 1).",
        "g plays Turkey a second time (round 1).",
        "d plays in IGA again (round 1).",
        "e plays in IGA again (round 1).",
        "f plays in FR again (round 1).",
        "g plays in TE again (round 1).",
        "Powers again: 4.",
        "Regions again: 4.",
    ]
    # E-I-R-T-G-F-A: who had England has Italy next.
    assert words((1, FIRST), (2, "cadgbef"), powers="wheel", **NOBODY)[-1].startswith("OK: ")
    assert words((1, FIRST), (2, "cabgdef"), powers="wheel", **NOBODY) == [
        "b plays France; the wheel gives Italy.",
        "d plays Italy; the wheel gives France.",
        "Steps off the wheel: 7.",
    ]


def test_club_mates_typed_beside_the_names_or_as_an_option() -> None:
    games = listing(*draws((1, FIRST)))
    games = [[*games[0], "Club"], *([*row, club] for row, club in zip(games[1:], "PPQ....", strict=True))]
    games[4][-1] = games[5][-1] = games[6][-1] = games[7][-1] = None
    assert [line[2] for line in dip_seats_check(games)[1:]] == [
        "a and b are both of P.",
        "Club mates together: 1; no draw could avoid it.",
    ]
    assert [line[2] for line in dip_seats_check(games, [["club", "no"]])[1:]] == [
        "OK: 7 players on 1 board of 1 round: no powers again, meetings again or neighbours again."
    ]
    assert words((1, FIRST), club=["Paris", "a", None, "g"]) == [
        "a and g are both of Paris.",
        "Club mates together: 1; no draw could avoid it.",
    ]


ROSTER = [
    ["Player", "Note", "Club", "Team", "Apart"],
    ["a", "late", "Paris", None, "c"],
    ["b", None, "Paris", "Reds", None],
    ["c", None, None, "Reds", None],
    ["z", None, "Rome", None, "c"],
]


def test_a_roster_tells_of_clubs_teams_and_couples() -> None:
    games = listing(*draws((1, FIRST)))
    assert [line[2] for line in dip_seats_check(games, None, ROSTER)[1:]] == [
        "a and c are to be kept apart.",
        "b and c are both of the team Reds.",
        "a and b are both of Paris.",
        "Together, though to be kept apart: 1.",
        "Team mates together: 1; no draw could avoid it.",
        "Club mates together: 1; no draw could avoid it.",
    ]
    others = listing(*draws((1, OTHERS)))
    assert [line[2] for line in dip_seats_check(others, block(NOBODY), ROSTER)[1:]] == [
        "OK: 7 players on 1 board of 1 round: no team mates together, powers again or club mates together."
    ]
    nobody = [["Player", "Club"], [None, None]]
    assert dip_seats_check(others, None, nobody) == dip_seats_check(others)
    assert [line[2] for line in dip_seats_check(others, None, [*ROSTER, ["a"]])[1:]] == [
        "Row 6, column Player: a is on the roster twice."
    ]


def test_two_seats_in_one_round() -> None:
    lines = checked((1, FIRST), (1, "ahijklm", 2), **NOBODY)
    assert lines == [
        [1, "2", "a is on two boards of round 1: 1 and 2."],
        [1, "2", "a plays Austria on two boards at once."],
        [1, "2", "a plays Austria a second time (round 1)."],
        ["", "", "The same power on two boards at once: 1."],
        ["", "", "Powers again: 1."],
    ]
    assert words((1, FIRST), (1, "hajklmi", 2), double="best", **NOBODY)[-1].startswith("OK: 13 players")
    assert words((1, "abcdefa"), **NOBODY) == ["a has two powers on board 1 of round 1: Austria and Turkey."]


def test_a_final_and_a_top_board_are_earned() -> None:
    again = [(1, FIRST), (1, OTHERS, 2), (2, FIRST, "Top"), ("Final", FIRST, "Final")]
    assert [line for line in checked(*again) if line[2][:2] != "OK"] == []
    assert checked(*again[:3], ("Final", "abcdefa", "Final"))[0] == [
        "Final",
        "Final",
        "a has two powers on board Final of round Final: Austria and Turkey.",
    ]
    assert words(*again, round="final")[-1].startswith("OK: 7 players on 1 board of 1 round")


def test_one_round_is_looked_at_after_those_before_it() -> None:
    boards = [(1, FIRST), (2, "abcdegf"), (3, "gabcdef")]
    rounds = {line[0] for line in checked(*boards, round=2)}
    assert rounds == {2, ""}
    assert "Powers again: 5; no draw could avoid them." not in words(*boards, round=2)
    assert words(*boards, round=2, **NOBODY)[-1] == "Powers again: 5."
    assert (
        words(*boards, round=3, powers="any", neighbours="no")[-1]
        == "Meetings again: 42; no draw could avoid them."
    )


def test_each_board_has_a_line_with_those_who_sit_on_it() -> None:
    header, *lines = dip_seats_check(
        listing(*draws((1, FIRST), (2, "gabcdef"))), block({"boards": "yes", **NOBODY})
    )
    assert header[3:] == ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
    assert lines[0] == [1, "1", "Nothing to report.", *FIRST]
    assert lines[1] == [2, "1", "Nothing to report.", *"gabcdef"], "all meet again, but this was left out"
    assert lines[2][3:] == [""] * 7
    first, *_ = dip_seats_check(listing(*draws((1, FIRST))), [["boards", "yes"]])[1:]
    assert first[2] == "Nobody meets again."
    *_, top, _ = dip_seats_check(listing(*draws((1, FIRST), (2, FIRST, "Top"))), [["boards", "yes"]])
    assert top[:3] == [2, "Top", "Nothing to report."], "nobody looks for meetings on a top board"
    twice = dip_seats_check(listing(*draws((1, FIRST), (2, "abcdegf"))), block({"boards": "yes", **NOBODY}))
    assert [line[3] for line in twice[1:]] == ["a", "a", "", "", "", "", ""]


def test_a_board_has_one_line_if_they_are_joined() -> None:
    asked = {"boards": "yes", "joined": "yes", **NOBODY}
    boards = draws((1, FIRST), (2, "abcdegf"))
    header, first, second, sums, *others = dip_seats_check(listing(*boards), block(asked))
    assert (header[2], others) == ("Check", [])
    assert [first[3:], second[3:]] == [[*FIRST], [*"abcdegf"]]
    each = [line[2] for line in dip_seats_check(listing(*boards), block(NOBODY))[1:] if line[0] == 2]
    assert (len(each) > 1, second[2]) == (True, " ".join(each))
    assert sums[:2] == ["", ""]


def test_a_board_drawn_as_the_top_board_says_so_whatever_its_name() -> None:
    asked = {"boards": "yes", "joined": "yes", "tops": "2 1; 1 C", **NOBODY}
    lines = dip_seats_check(listing(*draws((1, FIRST), (2, FIRST))), block(asked))[1:3]
    assert [line[2].startswith(THE_TOP_BOARD) for line in lines] == [line[0] == 2 for line in lines]
    assert "meet again" not in lines[1][2]


def test_what_is_drawn_at_its_bound_says_so() -> None:
    """28 players, 4 boards: 12 meetings again are forced between two rounds."""
    names = [f"Player {n}" for n in range(28)]
    drawn = draw([Player(name) for name in names], range(1, 3), (), Wishes(), seed=1)
    boards = [(call.round, call.players, call.name) for call in drawn.calls]
    assert words(*boards, neighbours="no")[-1] == "Meetings again: 12; no draw could avoid them."
    assert [line[2] for line in checked(*boards, neighbours="no")[:-1] if "meet again" not in line[2]] == []


@pytest.mark.parametrize(("people", "seed"), [(22, 1), (24, 2), (25, 3), (35, 4)])
def test_the_check_states_the_sum_of_what_the_draws_stated(people: int, seed: int) -> None:
    """Three rounds drawn one after the other, with others sitting out each time."""
    players = [Player(f"P{n}") for n in range(people)]
    calls: list[BoardCall] = []
    forced = 0
    for round_ in (1, 2, 3):
        drawn = draw(players, [round_], calls, seed=seed, sit_out=True)
        forced += sum(one.forced for one in drawn.sums if one.title == "Meetings again")
        calls += drawn.calls
    boards = [(call.round, call.players, call.name) for call in calls]
    said = next(line for line in words(*boards) if line.startswith("Meetings again"))
    times = int(said.split(": ")[1].split(";")[0].rstrip("."))
    assert f"no draw could avoid {'them' if times == forced else f'{forced} of them'}" in said


# -- what cannot be read --------------------------------------------------------------------------


def test_games_that_are_read_in_part() -> None:
    games = listing(*draws((1, FIRST), (2, "hijklmn")))
    games[1][0] = "soon"
    games[2][2] = "Engelland"
    games[3][2] = "Germany"
    games[9][3] = "#N/A"
    assert dip_seats_check(games, block(NOBODY))[1:] == [
        ["", "", "Row 2, column Round: 'soon' is not a round; type a whole number from 1 to 9999, or Final."],
        [1, "1", "Row 3, column Power: 'Engelland' is not one of the seven powers."],
        [1, "1", "Row 5, column Power: Germany is listed twice."],
        [1, "1", "Nobody plays Austria, England and France."],
        [2, "1", "Row 10, column Player: A cell holds an error, #N/A."],
        [2, "1", "Nobody plays England."],
    ]


def test_team_mates_with_the_same_power_are_said_where_that_is_asked() -> None:
    games = listing(*draws((1, FIRST), (1, OTHERS, 2)))
    roster = [["Player", "Team"], ["a", "Reds"], ["h", "Reds"], ["b", "Blues"]]
    assert [line[2] for line in dip_seats_check(games, [["team powers", "yes"]], roster)[1:]] == [
        "h and a, both of the team Reds, play Austria.",
        "Team mates with the same power: 1.",
    ]
    assert dip_seats_check(games, None, roster)[1][2].startswith("OK: 14 players on 2 boards of 1 round")


def test_what_is_typed_wrong_is_a_line() -> None:
    assert words(
        (1, FIRST), powers="whel", round="soon", boards="maybe", club="Paris", double=1, prize=1
    ) == [
        "'whel' is not a way to assign powers. Did you mean wheel? "
        "Known: never twice, regions, wheel, preferences and any.",
        "The option 'round' is the number of a round, or Final, not soon.",
        "The option 'boards' is yes or no, not maybe.",
        "The option 'club' is yes or no, or a club and then its members, not Paris.",
        "The option 'double' is best or sum, not 1.",
        "A check of seats has no option prize. Its options: powers, met, neighbours, club, team powers, "
        "round, double, boards, rows and columns.",
    ]
    assert words((1, FIRST), prizes=1, neighbors="no")[-1] == (
        "A check of seats has no option neighbors. Did you mean neighbours?"
    )
    assert words((1, FIRST), powers="regions=FR-IGA") == [
        "'FR-IGA' does not divide the seven powers into regions. Use each of A, E, F, G, I, R and T once."
    ]
    assert words((1, FIRST), rows=-1) == ["The option 'rows' is a whole number from 0 to 10000, not -1."]
    assert dip_seats_check([["Round", "Board", "Player"]]) == [
        ["Round", "Board", "Check"],
        ["", "", "There is no column headed Power."],
    ]
    assert dip_seats_check("#REF!") == "#REF!"


# -- among the problems ---------------------------------------------------------------------------


def told(powers: str | None, *boards: Any) -> list[str]:
    """The problems that the option powers makes, as they stand on a sheet."""
    options = None if powers is None else [["powers", powers]]
    return [
        line[1]
        for line in dip_problems("SOS", listing(*boards), options)[1:]
        if line[0] != "note" or "more than once" in line[1]
    ]


AGAIN = [board(THREE, FIRST), board(BLANK, "ahbijkl", 2)]


def test_a_power_again_is_a_problem_where_the_event_forbids_it() -> None:
    assert told("never twice", *AGAIN) == ["a plays Austria a second time (round 1)."]
    assert told("any", *AGAIN) == []
    assert told(None, *AGAIN) == []
    line = next(row for row in dip_problems("SOS", listing(*AGAIN), [["powers", "wheel"]]) if row[5] == "a")
    assert line == [
        "doubt",
        "a plays Austria a second time (round 1).",
        2,
        "1",
        "Austria",
        "a",
        9,
        "Correct the player or the power; or, if any draw is allowed, set the option powers to any.",
        "2 1 Austria: against the draw",
    ]


def test_where_an_event_says_nothing_a_power_again_is_only_noted() -> None:
    played = [board(THREE, FIRST), board((13, 10, 11, 0, 0, 0, 0), "ahijklm", 2)]
    assert told(None, *played) == ["a has Austria more than once, in rounds 1 and 2."]
    assert told("any", *played) == []
    assert told("never twice", *played) == ["a plays Austria a second time (round 1)."]


def test_regions_and_the_wheel_among_the_problems() -> None:
    assert told("regions=FR-IGA-TE", *AGAIN) == [
        "a plays Austria a second time (round 1).",
        "a plays in IGA again (round 1).",
    ]
    assert told("wheel", *AGAIN) == [
        "a plays Austria a second time (round 1).",
        "a plays Austria; the wheel gives England.",
        "b plays France; the wheel gives Italy.",
    ]


def test_many_are_one_sentence() -> None:
    turned = [board(BLANK, FIRST), board(BLANK, OTHERS, 1, 2)]
    turned += [board(BLANK, FIRST, 2), board(BLANK, OTHERS, 2, 2)]
    assert told("never twice", *turned)[1:] == ["Powers again: 14."]


def test_what_is_forced_is_no_problem() -> None:
    """Seven players have played everything after seven rounds, and two have a region twice in three."""
    rounds = [board(BLANK, FIRST[n:] + FIRST[:n], n + 1) for n in range(7)]
    assert told("never twice", *rounds) == []
    assert told("never twice", *rounds, board(BLANK, FIRST, 8)) == []


def test_options_that_are_none() -> None:
    assert told("whel", *AGAIN) == [
        "'whel' is not a way to assign powers. Did you mean wheel? "
        "Known: never twice, regions, wheel, preferences and any."
    ]
    assert dip_standings("SOS", listing(*AGAIN), [["powers", "whel"]]) == "#VALUE!"
    assert dip_standings("SOS", listing(*AGAIN), [["powers", None]])[1][1] == "a"


def test_boards_to_come_are_known_to_the_event() -> None:
    listed = read_games(listing(*AGAIN))
    assert [game.name for game in listed.to_come] == ["1"]
    found = problems(find("SOS"), listed.games, listed.of_event(Settings(powers="never twice")))
    assert [one.player for one in found if "second time" in one.fault.sentence] == ["a"]


@pytest.mark.parametrize("command", ["check", "standings"])
def test_on_the_command_line(command: str, dipscore: Any, tmp_path: Any) -> None:
    path = write(tmp_path / "games.csv", *AGAIN)
    done = dipscore(command, "SOS", path, "--set", "powers=never twice")
    said = [line for line in chain(done.out.splitlines(), done.err.splitlines()) if "second time" in line]
    assert said == [
        "games.csv row 9, column Player: Doubt: a plays Austria a second time (round 1). Correct the player "
        "or the power; or, if any draw is allowed, set the option powers to any."
    ]
    assert "second time" not in (other := dipscore(command, "SOS", path)).out + other.err
