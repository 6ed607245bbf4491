"""Rules with the word games: every game is a score of its own, whatever its round."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.rules.tournament.events import THREE, Rows, board, fixed, games, listing, write
from xl_dipscore import Settings, Standing, Standings, standings
from xl_dipscore.rules.tournament.combine import rule_of, total_of
from xl_dipscore.tables.functions import FUNCTIONS

CALLS = {function.name: function.call for function in FUNCTIONS}
EVENING: list[Rows] = [
    fixed({"Ann": 40, "Bob": 1}, 1, "A"),
    fixed({"Ann": 61, "Cas": 2}, 1, "B"),
    fixed({"Ann": 22}, 2, "A"),
    fixed({"Ann": 35}, 3, "A"),
]
"""Two games on one evening, and one on each of two later ones."""


def row_of(table: Standings, player: str) -> Standing:
    return next(row for row in table if row.player == player)


def total(rule: str, *scores: Any) -> Fraction | None:
    return total_of(rule_of(rule), [None if s is None else Fraction(s) for s in scores])


@each(
    ("rule", "scores", "made"),
    [
        ("sum/(games+3)", (48, 20, 10), Fraction(48 + 20 + 10, 3 + 3)),
        ("sum/(games+3)", (70,), Fraction(70, 1 + 3)),
        ("sum/(games+10)", (30, 20, 10, 10, 0), Fraction(70, 5 + 10)),
        ("best 3 games", (40, 61, 22, 35), 61 + 40 + 35),
        ("Best 3 Games", (40, None, 61), 40 + 61),
        ("best 1 game", (40, 61), 61),
        ("best 2 games + half the mean of the rest", (40, 61, 22, 35), 61 + 40 + Fraction(22 + 35, 2) / 2),
        ("best 2 games + half the mean of the rest", (40, 61), 61 + 40),
        ("best 2 games + half the mean of the rest", (40,), 40),
        ("best 2 games + half the mean of the rest", (-5, 7, -3), 7 - 3 + Fraction(-5, 2)),
        ("100/100/50 games", (40, 61, 22, 35), 61 + 40 + Fraction(35, 2)),
        ("mean games", (40, 61, 22, 35), Fraction(40 + 61 + 22 + 35, 4)),
        ("sum games", (40, 61), 40 + 61),
    ],
)
def test_each_way_as_in_its_source(rule: str, scores: tuple[Any, ...], made: Fraction) -> None:
    assert total(rule, *scores) == made
    cells = CALLS["DIP_TOTAL"](rule, [list(scores)])
    assert cells[0][0] == pytest.approx(float(made))


@each("double", [None, "best", "sum"])
@each(
    ("rule", "made"),
    [
        ("best 1 games", 61),
        ("best 3 games", 61 + 40 + 35),
        ("best 2 games + half the mean of the rest", 61 + 40 + Fraction(22 + 35, 2) / 2),
        ("sum/(games+3)", Fraction(40 + 61 + 22 + 35, 4 + 3)),
        ("best 1 games + last", 61 + 35),
    ],
)
def test_two_games_of_an_evening_are_two_scores_whatever_double_says(
    rule: str, made: Fraction, double: Any
) -> None:
    table = standings("SOS", games(*EVENING), Settings(combine=rule, double=double))
    assert row_of(table, "Ann").total == made
    assert not table.faults


def test_a_rule_of_rounds_still_asks_what_two_boards_of_a_round_are() -> None:
    table = standings("SOS", games(*EVENING), Settings(combine="best 3"))
    assert row_of(table, "Ann").total is None


def test_two_powers_on_one_board_are_a_slip_all_the_same() -> None:
    table = standings("SOS", games(board(THREE, ["Ann", "Ann"])), Settings(combine="best 3 games"))
    assert "two powers on board 1" in str(table.faults[0])


def test_a_mix_with_rounds_is_no_rule() -> None:
    for rule in ("ranks best 2 games", "best 2 games then best 3"):
        with pytest.raises(Exception, match="There is no rule"):
            rule_of(rule)


def test_the_table_has_the_best_games_in_place_of_rounds() -> None:
    header, first, *_ = CALLS["DIP_STANDINGS"]("SOS", listing(*EVENING), [["combine", "best 3 games"]])
    best = [word for n in (1, 2, 3) for word in (f"Best {n}", f"Game {n}")]
    assert header == ["Rank", "Player", "Total", "Games", "Board tops", "Sat out", *best]
    assert first[:6] == [1, "Ann", 136, 4, 4, 0]
    assert first[6:] == [61, "R1 B", 40, "R1 A", 35, "R3 A"]


def test_tie_breaks_look_at_the_games_that_count() -> None:
    listed = games(*EVENING, fixed({"Bob": 60}, 4, "A"), fixed({"Bob": 1}, 5, "A"))
    asked = Settings(combine="best 1 games", tiebreak=("second best", "dropped scores", "countback centres"))
    ann, bob = (row_of(standings("SOS", listed, asked), name) for name in ("Ann", "Bob"))
    assert ann.breaks[:2] == ((40,), (40 + 22 + 35,))
    assert bob.breaks[:2] == ((1,), (1 + 1,))
    assert len(ann.breaks[2]) == 1


def test_explain_names_each_game(dipscore: Any, tmp_path: Path) -> None:
    file, rows = write(tmp_path / "games.csv", *EVENING), listing(*EVENING)
    said = dipscore("explain", "SOS", file, "--player", "ann", "--combine", "best 2 games").out
    assert "Round 1, board B, Austria, typed by the director: in full" in said
    assert "Round 1, board A, Austria, typed by the director: in full" in said
    assert "Round 3, board A, Austria, typed by the director: dropped" in said
    told = CALLS["DIP_EXPLAIN_TOTAL"]("SOS", rows, "Ann", [["combine", "best 2 games"]])
    assert [row[3] for row in told if str(row[0]).startswith("Round ")] == [40, 61, 0, 0]


def test_two_hundred_evenings_equal_a_table_made_by_other_means() -> None:
    chance = random.Random(7)
    names = [f"P{n}" for n in range(40)]
    listed, plain = [], dict[str, list[int]]()
    for evening in range(1, 201):
        for name in ("A", "B")[: chance.choice((1, 1, 2))]:
            scores = {player: chance.randrange(0, 90) for player in chance.sample(names, 7)}
            listed.append(fixed(scores, evening, name))
            for player, score in scores.items():
                plain.setdefault(player, []).append(score)
    made = {player: sum(sorted(scores)[-3:]) for player, scores in plain.items()}
    table = standings("SOS", games(*listed), Settings(combine="best 3 games"))
    assert {row.player: row.total for row in table} == made
    assert {row.player: row.rank for row in table} == {
        player: 1 + sum(other > total for other in made.values()) for player, total in made.items()
    }
