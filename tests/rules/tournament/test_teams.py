"""Tables of teams: rules, missing members, faults; two events' rules as worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.rules.tournament.events import BAD, LETTERS, board, fixed, games, listed, listing, write
from xl_dipscore import Faults, Settings
from xl_dipscore.rules.event.settings import TeamRule
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import NoSuchTeam, explain_team
from xl_dipscore.rules.tournament.problems import problems
from xl_dipscore.rules.tournament.teams import (
    NotTeamRounds,
    RoundsOfTotals,
    TeamOfNobody,
    TeamTable,
    TooManyMembers,
    TwoTeams,
    team_table,
)
from xl_dipscore.tables.functions.events import dip_teams

OK, FAULTY, MISUSED = 0, 1, 2


def teams(*boards: Any, system: str = "SOS", options: Mapping[str, object] | None = None, **rule: Any) -> Any:
    return team_table(find(system), games(*boards), Settings(team=TeamRule(**rule)), options or {})


def totals(table: TeamTable) -> dict[str, Any]:
    return {team.name: team.total for team in table}


def side(players: str, reds: str, blues: str = "") -> list[str]:
    """A team for each player by their letter."""
    return ["Reds" if one in reds else "Blues" if one in blues else "" for one in players.ljust(7)]


def played(scores: Mapping[str, Any], reds: str, blues: str, round_: Any = 1, name: Any = 1) -> Any:
    return fixed(scores, round_, name, team=side("".join(scores), reds, blues))


TWO_ROUNDS = [
    played({"a": 50, "b": 20, "c": 9, "d": 40, "e": 1}, "abc", "de"),
    played({"a": 10, "b": 30, "c": 5, "d": 4, "e": 60}, "abc", "de", 2),
]


# -- rules ----------------------------------------------------------------------------------------


@each(
    ("rule", "reds", "blues"),
    [
        ("sum", 50 + 20 + 9 + 10 + 30 + 5, 40 + 1 + 4 + 60),
        ("best 3", 50 + 30 + 20, 60 + 40 + 4),
        ("Best 1 per round", 50 + 30, 40 + 60),
        ("best2 PER-ROUND", (50 + 20) + (30 + 10), (40 + 1) + (60 + 4)),
        ("mean", Fraction(50 + 20 + 9 + 10 + 30 + 5, 6), Fraction(40 + 1 + 4 + 60, 4)),
        ("mean per round", Fraction(79, 3) + 15, Fraction(41, 2) + 32),
        ("sum of totals", 124, 105),
        ("best 1 of totals", 50 + 10, 1 + 60),
        ("100/50 of totals", 60 + Fraction(50, 2), 61 + Fraction(44, 2)),
        ("drop 1 per round", 50 + 20 + 30 + 10, 40 + 60),
    ],
)
def test_a_rule(rule: str, reds: Any, blues: Any) -> None:
    table = teams(*TWO_ROUNDS, rule=rule)
    assert totals(table) == {"Reds": reds, "Blues": blues}
    assert [team.rank for team in table] == [1, 2]
    assert [team.total for team in table] == sorted((reds, blues), reverse=True)
    for team in table:
        assert sum(share.counts for share in team.shares) == team.total


def test_totals_are_those_of_the_standings() -> None:
    settings = Settings(combine="best 1", team=TeamRule("sum of totals"))
    table = team_table(find("SOS"), games(*TWO_ROUNDS), settings)
    assert totals(table) == {"Blues": 40 + 60, "Reds": 50 + 30 + 9}


def test_only_some_rounds() -> None:
    assert totals(teams(*TWO_ROUNDS, rounds="2")) == {"Blues": 64, "Reds": 45}
    assert totals(teams(*TWO_ROUNDS, rounds="1, 2")) == totals(teams(*TWO_ROUNDS, rounds=" All "))
    final = [*TWO_ROUNDS, fixed({"a": 7, "e": 2}, "Final")]
    table = teams(*final, rounds="final 2")
    assert totals(table) == {"Blues": 64 + 2, "Reds": 45 + 7}
    assert table.rounds == (2, "Final")
    assert teams(*TWO_ROUNDS, rounds="2;3").notes == ("Counts for teams but has no game yet: round 3.",)


def test_two_boards_of_a_round() -> None:
    boards = [*TWO_ROUNDS[:1], played({"a": 20}, "a", "", 1, 2)]
    settings = Settings(double="best", team=TeamRule())
    assert totals(team_table(find("SOS"), games(*boards), settings))["Reds"] == 50 + 20 + 9


def test_level_teams_share_a_rank() -> None:
    boards = [fixed({"a": 5, "b": 5, "c": 4}, team=["Reds", "Blues", "Greens", *[""] * 4])]
    assert [(team.rank, team.name) for team in teams(*boards)] == [(1, "Blues"), (1, "Reds"), (3, "Greens")]


# -- the team of a player ---------------------------------------------------------------------------


def test_a_team_is_that_of_any_row_whatever_its_case() -> None:
    boards = [
        fixed({"a": 5, "b": 3}, team=["Les  Rouges", "LES ROUGES", *[""] * 5]),
        fixed({"a": 2, "b": 4}, 2),
    ]
    (team,) = teams(*boards)
    assert (team.name, team.members, team.total) == ("Les Rouges", ("a", "b"), 5 + 3 + 2 + 4)


def test_a_team_may_be_a_number_and_nobody_counts_for_none() -> None:
    table = teams(fixed({"a": 5, "": 3, "c": 2}, team=[7, "", 7.0, *[""] * 4]))
    assert totals(table) == {"7": 5 + 2}


def test_no_team_at_all() -> None:
    table = teams(fixed({"a": 5}))
    assert len(table) == 0
    assert table.notes == ("No player has a team: type it beside them, in a column headed Team.",)


# -- missing members --------------------------------------------------------------------------------

SHORT = [
    played({"a": 50, "b": 20, "c": 9, "d": 40, "e": 1}, "abc", "de"),
    played({"a": 6, "d": 8}, "abc", "de", 2),
]


@pytest.mark.parametrize(
    ("missing", "reds", "blues"),
    [
        ("nothing", 79 + 6, 41 + 8),
        ("lowest", 79 + 6 + 2 * 6, 41 + 1 + 8 + 2 * 6),
        ("mean", 79 + 6 + 2 * Fraction(6 + 8, 2), 41 + Fraction(120, 5) + 8 + 2 * Fraction(6 + 8, 2)),
    ],
)
def test_what_a_missing_member_counts(missing: str, reds: Any, blues: Any) -> None:
    assert totals(teams(*SHORT, size=3, missing=missing)) == {"Reds": reds, "Blues": blues}


def test_a_missing_member_may_be_dropped_or_make_the_best() -> None:
    lowest = teams(*SHORT, rule="best 2 per round", size=3, missing="lowest")
    assert totals(lowest) == {"Reds": 70 + 6 + 6, "Blues": 41 + 8 + 6}
    mean = teams(*SHORT, rule="best 2 per round", size=3, missing="mean")
    assert totals(mean) == {"Reds": 70 + 7 + 7, "Blues": 40 + 24 + 8 + 7}


def test_of_totals_a_missing_one_is_one_of_the_event() -> None:
    table = teams(*SHORT, rule="sum of totals", size=3, missing="lowest")
    assert totals(table) == {"Reds": 85, "Blues": 49 + 1}


def test_over_the_size_of_a_team() -> None:
    assert totals(teams(*SHORT, rule="mean all per round", size=3)) == {
        "Reds": Fraction(79, 3) + Fraction(6, 3),
        "Blues": Fraction(41, 3) + Fraction(8, 3),
    }


def test_boards_to_come_are_told() -> None:
    settings = listed(*SHORT, board((None,) * 7, "be", 2, 2)).of_event(
        Settings(team=TeamRule(size=3, missing="lowest"))
    )
    (note,) = team_table(find("SOS"), games(*SHORT), settings).notes
    assert note == "Until the last boards of a round have a result, their players are missing in their teams."


# -- what is wrong ----------------------------------------------------------------------------------


def faults(table: TeamTable) -> list[tuple[type, str]]:
    return [(type(fault), str(fault)) for fault in table.faults]


def test_a_player_in_two_teams() -> None:
    boards = [
        fixed({"a": 5, "b": 3, "c": 1}, team=["Reds", "Blues", "Greens", *[""] * 4]),
        fixed({"b": 9, "a": 4}, 2, team=["Blues", "Blues", *[""] * 5]),
    ]
    table = teams(*boards)
    told = "games.csv row 10, column Team: a is in two teams, Reds and Blues."
    assert faults(table) == [(TwoTeams, told)]
    assert totals(table) == {"Greens": 1, "Blues": None, "Reds": None}
    assert [row[2] for row in table.table()[1:]] == [1, "#N/A", "#N/A"]
    (problem,) = [one for one in problems(find("SOS"), games(*boards)) if one.rank == "wrong"]
    assert (str(problem.fault), problem.player, problem.round, problem.row) == (told, "a", 2, 10)


def test_a_team_of_nobody() -> None:
    table = teams(fixed({"a": 5, "": 3}, team=["Reds", "Blues", *[""] * 5]))
    assert faults(table) == [(TeamOfNobody, "games.csv row 3, column Team: No player has the team Blues.")]
    assert totals(table) == {"Reds": 5, "Blues": None}


def test_more_members_than_allowed() -> None:
    table = teams(*TWO_ROUNDS, size=2)
    assert faults(table) == [
        (
            TooManyMembers,
            f"games.csv row {row}, column Team: Reds has 3 members in round {n}, more than 2: a, b and c.",
        )
        for n, row in ((1, 4), (2, 11))
    ]
    assert totals(table) == {"Blues": 105, "Reds": None}
    (of_totals,) = teams(*TWO_ROUNDS, size=2, rule="sum of totals").faults
    assert of_totals.sentence == "Reds has 3 members, more than 2: a, b and c."


def test_substitutes_are_no_more_members_than_play() -> None:
    boards = [played({"a": 5, "b": 3}, "abc", ""), played({"a": 4, "c": 2}, "abc", "", 2)]
    assert totals(teams(*boards, size=2)) == {"Reds": 5 + 3 + 4 + 2}


def test_an_unknown_score_spoils_its_team_only() -> None:
    bad = board(BAD, "b", 2, 2, team=["Reds", *[""] * 6])
    table = teams(*TWO_ROUNDS[:1], bad)
    assert totals(table) == {"Blues": 41, "Reds": None}
    assert totals(teams(*TWO_ROUNDS[:1], bad, rounds="1")) == {"Reds": 79, "Blues": 41}


@each(
    ("rule", "kind", "cell"),
    [
        ({"rule": "median"}, "UnknownTeamRule", "#N/A"),
        ({"rule": "DCC"}, "UnknownTeamRule", "#N/A"),
        ({"rule": ""}, "UnknownTeamRule", "#N/A"),
        ({"rounds": "some"}, NotTeamRounds.__name__, "#VALUE!"),
        ({"rule": "sum of totals", "rounds": "1"}, RoundsOfTotals.__name__, "#VALUE!"),
    ],
)
def test_what_is_no_rule(rule: dict[str, Any], kind: str, cell: str) -> None:
    with pytest.raises(Faults) as caught:
        teams(*TWO_ROUNDS, **rule)
    assert [type(fault).__name__ for fault in caught.value.faults] == [kind]
    assert caught.value.cell == cell


# -- worked examples --------------------------------------------------------------------------------

MANORCON = {n: Fraction(100 * (n * n + 4 * n + 16), 156 + 133 + 112 + 93 + 3 * 16) for n in (10, 9, 8, 7)}
"""Scores on a board of 10, 9, 8 and 7 centres and three dead, of whom each has 0.1 a year to 1905."""


def test_manorcons_sevens() -> None:
    """Teams of seven, one for each power: the sum of their scores in the second round, on Saturday.

    On seven boards each team has every power once, so on equal boards all teams are level.
    """
    names = ["Leicester", "Cambridge", "York", "Mad Policy", "Old Boys", "Ulster", "Exeter"]

    def saturday(number: int, counts: Any) -> Any:
        sides = [(seat - number) % 7 for seat in range(7)]
        players = [f"{names[one]} {LETTERS[seat]}" for seat, one in enumerate(sides)]
        return board(counts, players, 2, number, team=[names[one] for one in sides])

    friday = board((12, 11, 11, 0, 0, 0, 0), [f"Leicester {letter}" for letter in LETTERS])
    even = [saturday(number, (10, 9, 8, 7, 0, 0, 0)) for number in range(7)]
    rule: Any = {"system": "MANORCON", "rounds": "2", "size": 7}
    one_of_each = sum(MANORCON.values()) + 3 * Fraction(5, 10)
    assert totals(teams(friday, *even, **rule)) == dict.fromkeys(sorted(names), one_of_each)
    # On the first board the Austria of Leicester wins instead: 75, and 0.1 for every year to the others.
    solo = saturday(0, (18, 9, 7, 0, 0, 0, 0))
    table = teams(friday, solo, *even[1:], **rule)
    assert totals(table) == {
        "Leicester": one_of_each - MANORCON[10] + 75,
        "Cambridge": one_of_each - MANORCON[9] + Fraction(8, 10),
        "York": one_of_each - MANORCON[8] + Fraction(8, 10),
        "Mad Policy": one_of_each - MANORCON[7] + Fraction(5, 10),
        **dict.fromkeys(["Exeter", "Old Boys", "Ulster"], one_of_each),
    }
    assert [team.rank for team in table] == [1, 2, 2, 2, 5, 6, 7]


def test_the_world_cup_of_webdiplomacy() -> None:
    """Four players in five games against the same six teams: 420 for a win or 420 / n for a draw, and a point
    a centre, at most 18. The two gunboat games of the fourth player are worth half.
    """
    options = {"win": 420, "draw": tuple(Fraction(420, n) for n in range(2, 8)), "cap_centres": 18}
    nations = "ABCDEFG"

    def game(number: int, player: int, round_: int, counts: Any, **more: Any) -> Any:
        sides = [nations[(seat + number) % 7] for seat in range(7)]
        return board(counts, [f"{one}{player}" for one in sides], round_, number, team=sides, **more)

    gunboat: Any = {"draw": "AE", "weight": {"A": 0.5}}
    half = Fraction(420, 2 * 2) + Fraction(17, 2)
    cup = [
        game(0, 1, 1, (18, 9, 7, 0, 0, 0, 0)),
        game(1, 2, 1, (12, 11, 11, 0, 0, 0, 0), draw="AEF"),
        game(2, 3, 1, (10, 9, 8, 7, 0, 0, 0), draw="AEFG"),
        game(3, 4, 1, (17, 17, 0, 0, 0, 0, 0), **gunboat),
        game(4, 4, 2, (17, 17, 0, 0, 0, 0, 0), **gunboat),
    ]
    table = teams(*cup, system="CUSTOM", options=options, size=4)
    won = {
        "A": 420 + 18,
        "B": 9 + (140 + 12),
        "C": 7 + (140 + 11) + (105 + 10),
        "D": (140 + 11) + (105 + 9) + half,
        "E": (105 + 8) + half + half,
        "F": (105 + 7) + half,
        "G": 0,
    }
    assert totals(table) == won
    assert [team.name for team in table] == sorted(won, key=lambda name: -won[name])


# -- on the command line, in worksheets ---------------------------------------------------------------


def test_on_the_command_line(dipscore: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "games.csv", *TWO_ROUNDS)
    got = dipscore("standings", "SOS", path, "--teams", "--team-rule", "best 3")
    assert got.status == OK
    assert got.table == [
        ["rank", "team", "total", "R1", "R2", "counted", "dropped"],
        ["1", "Blues", "104", "40", "64", "e 60, d 44", "e 1 (R1)"],
        ["2", "Reds", "100", "70", "30", "a 50, b 50", "c 9 (R1), a 10 (R2), c 5 (R2)"],
    ]
    words = ("--set", "team rounds=1", "--set", "team missing=lowest", "--team-size", 3, "--show")
    got = dipscore("standings", "SOS", path, "--teams", *words)
    assert "e 1, missing 1" in got.out
    got = dipscore("standings", "SOS", path, "--team-rule", "best 3", "--team-size", 2)
    assert (got.status, got.err) == (
        MISUSED,
        "For the table of teams: --team-rule and --team-size. Give --teams too.\n",
    )
    got = dipscore("standings", "SOS", path, "--teams", "--team-size", 2)
    assert got.status == FAULTY
    assert "games.csv row 4, column Team: Reds has 3 members in round 1, more than 2: a, b and c." in got.err


def test_explained_on_the_command_line(dipscore: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "games.csv", *TWO_ROUNDS)
    got = dipscore("explain", "SOS", path, "--team", " reds ", "--team-rule", "best 3 per round")
    assert got.status == OK
    for line in ("Reds: best 3 per round", "Round 1, a, Austria: in full", "Ahead of Blues: 124 to 105."):
        assert line in got.out
    got = dipscore("explain", "SOS", path, "--team", "blues", "--team-size", 3, "--team-missing", "mean")
    assert "Round 2, a missing member, the mean there: in full" in got.out
    got = dipscore("explain", "SOS", path, "--team", "blues", "--team-size", 3)
    assert "1 member missing in round 1, for whom nothing counts." in got.out
    got = dipscore("explain", "SOS", path, "--team", "reds", "--team-size", 2)
    assert got.status == FAULTY
    assert "No rank, because there is no total:" in got.out
    for words in (["--team", "reds", "--player", "a"], ["--team", "reds", "--round", 1]):
        assert dipscore("explain", "SOS", path, *words).err.startswith("Give either --player or --team")
    got = dipscore("explain", "SOS", path, "--player", "a", "--team-size", 2)
    assert got.err == "For a team's total: --team-size. Give --team too.\n"


def test_explained_adds_up() -> None:
    for rule in ("sum", "best 3", "mean per round", "sum of totals"):
        table = teams(*TWO_ROUNDS, rule=rule, size=3, missing="lowest")
        for name in totals(table):
            team, (lines, _) = explain_team(table, name)
            assert sum(part.numbers[-1] or 0 for part in lines.parts) == team.total
    with pytest.raises(NoSuchTeam, match=r"There is no team 'Red'\. Did you mean Reds\?"):
        explain_team(teams(*TWO_ROUNDS), "Red")


def test_in_a_worksheet() -> None:
    block = listing(*TWO_ROUNDS)
    assert dip_teams("SOS", block, [["team rule", "best 1 per round"], ["rows", 4], ["columns", 8]]) == [
        ["Rank", "Team", "Total", "R1", "R2", "Counted", "Dropped", ""],
        [1, "Blues", 100, 40, 60, "e 60, d 40", "e 1 (R1), d 4 (R2)", ""],
        [2, "Reds", 80, 50, 30, "a 50, b 30", "b 20 (R1), c 9 (R1), a 10 (R2), c 5 (R2)", ""],
        [""] * 8,
    ]
    assert dip_teams("SOS", block, [["team missing", "mode"]]) == "#NUM!"
    assert dip_teams("SOS", block, [["team rounds", 1, 2], ["team size", 2.0]])[2][:3] == ["", "Reds", "#N/A"]
