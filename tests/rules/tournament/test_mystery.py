"""The Mystery system: the value of a solo, late joiners, its final and its top board."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tournament.events import (
    BAD,
    BLANK,
    FIVE,
    FOUR,
    SOLO,
    THREE,
    TWO,
    Rows,
    board,
    fixed,
    games,
    listed,
    listing,
    ranks,
    totals,
)
from xl_dipscore import Settings, Standings, standings
from xl_dipscore.rules.systems.mystery import EventNotOver, NoDrawnGame
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.boards import dip_check, dip_explain, dip_score

VECTORS = Path(__file__).parents[2] / "vectors" / "tournaments.json"
(VECTOR,) = (one for one in json.loads(VECTORS.read_text("utf-8")) if one["id"] == "mystery")
CALLS = {function.name: function.call for function in FUNCTIONS}
SHAPES: dict[int, tuple[int, ...]] = {3: THREE, 4: FOUR, 5: FIVE}


def mystery(*boards: Rows, options: dict[str, Any] | None = None, **settings: Any) -> Standings:
    found = listed(*boards)
    return standings("MYSTERY", found.games, found.of_event(Settings(**settings)), **(options or {}))


def score_of(table: Standings, player: str, round_: Any) -> Any:
    return next(row for row in table if row.player == player).scores[round_]


def of_the_vector() -> list[Rows]:
    """w wins in round 2; l joins in round 3 with a win and draws in round 4."""
    boards = []
    for i, game in enumerate(VECTOR["games"]):
        n, winner = game["round"], {2: "w", 3: "l"}.get(game["round"], "")
        if game["kind"] == "solo":
            boards.append(board(SOLO, winner, n, i))
        else:
            counts = SHAPES[game["size"]]
            drawn = game["size"]
            if outside := game.get("outside_survivors", 0):
                counts = (9, 8, 8, 7, 2, 0, 0)
            draw = "AEFGIRT"[:drawn] if outside else ""
            # The late joiner draws in round 4; w plays on and is outside every draw but dead there.
            seat = "l" if n == 4 and not outside else ""
            boards.append(board(counts, seat, n, i, draw=draw))
    return boards


# -- what a solo is worth -----------------------------------------------------------------------


def test_the_event_of_the_vectors() -> None:
    table = mystery(*of_the_vector())
    value = Fraction(400 + 300 + 500 + 400 + 400 + 410, 6) / 2
    assert VECTOR["drawn_points"] == 400 + 300 + 500 + 400 + 400 + 410
    assert score_of(table, "w", 2) == value
    assert float(value) == pytest.approx(VECTOR["solo_points"])
    assert totals(table)["w"] == value / 4


def test_the_late_joiner_of_the_vectors() -> None:
    """From round 3: 400, 400 and 410 in three drawn games, over both solos."""
    joiner = VECTOR["late_joiner"]
    table = mystery(*of_the_vector())
    own = Fraction(400 + 400 + 410, 3) / 2
    assert float(own) == pytest.approx(joiner["own"])
    value = (Fraction(2410, 6) / 2 + own) / 2
    assert score_of(table, "l", 3) == value == Fraction(str(joiner["averaged"]))
    assert totals(table)["l"] == (value + 100) / joiner["rounds"]
    assert float(totals(table)["l"]) == joiner["with_one_draw_total"]
    assert ranks(table)[0] == (1, "l")


def test_who_missed_a_round_after_joining_is_no_late_joiner() -> None:
    boards = [rows for rows in of_the_vector() if rows[0]["Round"] != 4]
    boards += [board(FOUR, "", 4, 6), board(FOUR, "", 4, 7)]
    table = mystery(*boards)
    value = Fraction(400 + 300 + 500 + 400 + 400 + 400, 6) / 2
    assert score_of(table, "l", 3) == value
    assert totals(table)["l"] == value / 4


def test_who_joined_late_without_a_solo_is_divided_by_all_rounds() -> None:
    table = mystery(board(FOUR, "a"), board(FOUR, "b", 2))
    assert totals(table) == {"a": 50, "b": 50}


def test_a_late_joiner_from_whose_rounds_nothing_was_drawn() -> None:
    table = mystery(board(FOUR, "a"), board(SOLO, "l", 2))
    assert totals(table) == {"a": 50, "l": 400}


def test_where_a_late_joiner_starts_is_an_option() -> None:
    """l joins in round 2 and is out, draws in 3 and wins in 4: from the first game, or where they scored."""
    boards = [
        board(FOUR),
        board((0, 11, 11, 12, 0, 0, 0), "l", 2),
        board((7, 7, 7, 7, 6, 0, 0), "l", 3),
        board(SOLO, "l", 4),
    ]
    standard = Fraction(400 + 300 + 500, 3)
    started = mystery(*boards)
    own = Fraction(300 + 500, 2)
    assert score_of(started, "l", 4) == (standard + own) / 2
    assert totals(started)["l"] == ((standard + own) / 2 + 100) / 3
    scored = mystery(*boards, options={"start": "scored"})
    assert score_of(scored, "l", 4) == (standard + 500) / 2
    assert totals(scored)["l"] == ((standard + 500) / 2 + 100) / 2
    assert mystery(*boards, options={"start": "started"}).table() == started.table()


def test_who_started_in_round_one_is_never_late() -> None:
    boards = [board((0, 12, 11, 11, 0, 0, 0), "l"), board(SOLO, "l", 2)]
    for start in ("started", "scored"):
        assert totals(mystery(*boards, options={"start": start}))["l"] == Fraction(300, 2)


def test_the_solo_of_a_blank_player_counts_for_the_others() -> None:
    table = mystery(board(FOUR, "a"), board(SOLO, "b", 1, 2), board(SOLO, "", 1, 3))
    assert totals(table) == {"a": 100, "b": Fraction(400, 2)}


def test_a_concession_is_a_solo() -> None:
    table = mystery(board(FOUR, "a"), board(FOUR, "b", 1, 2, draw="A"))
    assert totals(table) == {"a": 100, "b": 400}


def test_scores_rounded_before_they_are_added_are_rounded_solos_too() -> None:
    boards = [board(THREE, "a"), board(FOUR, "", 1, 2), board(FOUR, "", 1, 3), board(SOLO, "b", 1, 4)]
    assert totals(mystery(*boards))["b"] == Fraction(1100, 3)
    assert totals(mystery(*boards, decimals=1))["b"] == Fraction("366.7")


def test_an_override_of_a_solo_counts_as_it_is_typed() -> None:
    table = mystery(fixed({"a": 77}, counts=SOLO), board(FOUR, "b", 1, 2), rounds=3)
    assert totals(table) == {"a": Fraction(77, 3), "b": Fraction(100, 3)}
    assert not table.faults


# -- when nobody knows yet ----------------------------------------------------------------------


def told(table: Standings) -> list[str]:
    return [str(fault) for fault in table.faults]


def test_before_the_last_round_a_solo_is_not_known() -> None:
    boards = [board(SOLO, "ab"), board(FOUR, "cd", 2)]
    table = mystery(*boards, rounds=3)
    assert told(table) == [
        "games.csv row 2, column Centres: MYSTERY has no value for a solo until the event is over "
        "(round 2 of 3 is the last one played)."
    ]
    assert isinstance(table.faults[0], EventNotOver)
    assert ranks(table) == [(1, "d"), (2, "c"), (3, "b"), (None, "a")]
    assert [row[2:4] for row in table.table()[1:] if row[1] == "a"] == [["#N/A", "#N/A"]]
    assert totals(mystery(*boards, rounds=3, provisional=True))["a"] == Fraction(400, 3)


def test_a_board_that_is_still_played() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", 1, 2)]
    waiting = [*boards, board(BLANK, "c", 1, 3)]
    assert "(board 3 of round 1 has no result yet)" in told(mystery(*waiting))[0]
    two = told(mystery(*waiting, board(BLANK, "d", 1, 4)))[0]
    assert "(boards 3 and 4 of round 1 have no result yet)" in two
    assert totals(mystery(*waiting, over=True)) == {"a": 400, "b": 100}
    assert isinstance(mystery(*boards, over=False).faults[0], EventNotOver)
    assert totals(mystery(*waiting, provisional=True)) == {"a": 400, "b": 100}
    spare = [*boards, board(BLANK, "", 1, 3)]
    assert totals(mystery(*spare)) == {"a": 400, "b": 100}


def test_a_faulty_board() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", 1, 2), board(BAD, "c", 1, 3)]
    table = mystery(*boards)
    assert any("(a board is faulty)" in sentence for sentence in told(table))
    assert ranks(table) == [(1, "b"), (None, "a"), (None, "c")]
    assert ranks(mystery(*boards, provisional=True)) == [(1, "a"), (2, "b"), (None, "c")]


def test_without_a_drawn_game_a_solo_has_no_value() -> None:
    table = mystery(board(SOLO, "ab"))
    assert told(table) == [
        "games.csv row 2, column Centres: MYSTERY cannot value a solo without a drawn game in the event; "
        "type its value in the option solo."
    ]
    assert isinstance(table.faults[0], NoDrawnGame)
    assert ranks(table) == [(1, "b"), (None, "a")]
    assert totals(mystery(board(SOLO, "ab"), options={"solo": 150})) == {"a": 150, "b": 0}


def test_a_given_value_needs_no_end_of_the_event() -> None:
    boards = [board(SOLO, "ab"), board(FOUR, "b", 2), board(SOLO, "b", 3)]
    table = mystery(*boards, options={"solo": 150}, rounds=4)
    assert totals(table) == {"a": Fraction(150, 4), "b": Fraction(100 + 150, 4)}
    assert not table.faults


def test_a_given_value_changes_no_averaging() -> None:
    """l joins in round 3: the mean of the typed value and of their own rounds' value, over two rounds."""
    own = Fraction(400 + 400 + 410, 3) / 2
    table = mystery(*of_the_vector(), options={"solo": 150})
    assert score_of(table, "w", 2) == 150
    assert totals(table)["w"] == Fraction(150, 4)
    assert score_of(table, "l", 3) == (150 + own) / 2
    assert totals(table)["l"] == ((150 + own) / 2 + 100) / 2
    assert mystery(*of_the_vector(), options={"solo": Fraction(2410, 6) / 2}).table() == (
        mystery(*of_the_vector()).table()
    )


def test_a_late_joiners_half_of_a_given_value_is_known_at_the_end() -> None:
    boards = [board(FOUR, "a"), board(FOUR, "l", 2), board(SOLO, "l", 3)]
    options = {"solo": 150}
    table = mystery(*boards, options=options, rounds=4)
    assert [type(fault) for fault in table.faults] == [EventNotOver]
    assert totals(table) == {"a": 25, "l": None}
    over = mystery(*boards, options=options)
    assert totals(over)["l"] == (100 + Fraction(150 + 400, 2)) / 2
    assert totals(mystery(*boards, options=options, rounds=4, provisional=True))["l"] == (
        (100 + Fraction(150 + 400, 2)) / 3
    )


def test_the_table_says_whose_solo_counts_otherwise() -> None:
    told = "l joined in round 3: their solo counts 201.25."
    assert mystery(*of_the_vector()).notes == (told,)
    assert mystery(*of_the_vector(), rounds=5).notes == ()  # nobody knows it yet
    assert mystery(board(FOUR, "a"), board(SOLO, "l", 2)).notes == ()  # nothing else was drawn since
    typed = board(SOLO, "l", 2, override=[250, *[None] * 6])
    assert mystery(board(THREE, "a"), typed, board(FOUR, "", 2, 2)).notes == ()


# -- beside one board, and as one cell ----------------------------------------------------------


def test_the_losers_zero_is_certain_before_a_solo_has_its_value() -> None:
    """Beside each board; the one number that nobody knows is an error."""
    rows = [list(SOLO), list(FOUR)]
    assert dip_score("MYSTERY", rows) == [["#N/A", *[0] * 6], [*[100] * 4, 0, 0, 0]]
    assert CALLS["MYSTERY_SCORE"](rows) == dip_score("MYSTERY", rows)
    conceded = dip_score("MYSTERY", [*FOUR], [None, "x", *[None] * 5])
    assert conceded == [[0, "#N/A", *[0] * 5]]
    turned = [["powers", *"TRIGFEA"]]
    assert dip_score("MYSTERY", [*reversed(SOLO)], None, None, None, turned) == [[*[0] * 6, "#N/A"]]


def test_the_explanation_of_a_solo_without_its_value() -> None:
    header, solo, total = dip_explain("MYSTERY", [*SOLO])
    assert header[:3] == ["MYSTERY", "Austria", "England"]
    assert solo == ["Solo", "#N/A", *[0] * 6]
    assert total == ["Total", "#N/A", *[0] * 6]
    given = [["solo", 150]]
    assert dip_explain("MYSTERY", [*SOLO], None, None, None, given)[-1] == ["Total", 150, *[0] * 6]


def test_the_check_of_a_solo_without_its_value() -> None:
    ((check,),) = dip_check("MYSTERY", [*SOLO])
    assert check == (
        "OK: solo Austria with 18 centres. Note: The score of Austria is known when the event is over, or "
        "once the option solo is set."
    )
    ((known,),) = dip_check("MYSTERY", [*SOLO], None, None, None, [["solo", 150]])
    assert known == "OK: solo Austria with 18 centres."


def solo_of(*boards: Rows, options: list[list[Any]] | None = None) -> Any:
    return CALLS["MYSTERY_SOLO"](listing(*boards), options)


def test_the_value_of_a_solo_in_one_cell() -> None:
    """Everybody's: a late joiner has one of their own, and the table says it."""
    assert solo_of(*of_the_vector()) == pytest.approx(2410 / 6 / 2)
    assert solo_of(board(FOUR, "a"), board(SOLO, "b", 1, 2)) == 400
    assert solo_of(*of_the_vector(), options=[["rounds", 4], ["decimals", 1]]) == 200.8


def test_as_long_as_nobody_knows_it_the_cell_is_empty() -> None:
    boards = [board(FOUR, "a"), board(SOLO, "b", 1, 2)]
    assert solo_of(*boards, options=[["rounds", 2]]) == ""
    assert solo_of(*boards, board(BLANK, "c", 1, 3)) == ""
    assert solo_of(*boards, board(BAD, "c", 1, 3)) == ""
    assert solo_of(board(FOUR, "a")) == ""  # no solo, no value
    assert solo_of(board(BLANK, "")) == ""
    assert solo_of(*boards, options=[["rounds", 2], ["provisional", "yes"]]) == 400


def test_a_typed_value_is_the_cells() -> None:
    boards = [board(FOUR, "a"), board(SOLO, "b", 2)]
    assert solo_of(*boards, options=[["solo", 150]]) == 150
    assert solo_of(*boards, options=[["solo", 150], ["rounds", 4]]) == 150
    assert solo_of(board(SOLO, "a"), options=[["solo", 150]]) == 150


def test_what_has_no_value_is_an_error_in_the_cell() -> None:
    assert solo_of(board(SOLO, "a")) == "#N/A"  # no drawn game to take it from
    assert solo_of(board(FOUR, "a"), options=[["prize", 1]]) == "#VALUE!"
    assert solo_of(board(FOUR, "a"), options=[["solo", "#REF!"]]) == "#REF!"
    assert CALLS["MYSTERY_SOLO"]("#NAME?") == "#NAME?"
    assert CALLS["MYSTERY_SOLO"]([["Round", "Board"], [1, 1]]) == "#VALUE!"


# -- the Final Game -----------------------------------------------------------------------------

QUALIFYING = [board(FOUR, "abcdefg"), board(FOUR, "hbadijk", 2), board(SOLO, "aefghij", 3)]
WORTH = Fraction(400 + 400, 2)


def test_a_soloed_final_stands_alone() -> None:
    """j wins it and is the champion; the others, and all points and MPPDs, are as before it."""
    before = mystery(*QUALIFYING)
    table = mystery(*QUALIFYING, board(SOLO, "jabcdef", "Final"))
    assert ranks(table)[0] == (1, "j")
    assert totals(table) == totals(before)
    breaks = {row.player: row.breaks for row in before}
    assert {row.player: row.breaks for row in table} == breaks
    order = [player for _, player in ranks(before) if player != "j"]
    assert [player for _, player in ranks(table)[1:]] == order
    assert table.notes == ("The Final was won: it decides who is first and adds no points.",)
    assert not table.faults


def test_a_drawn_final_is_one_more_round_of_the_finalists() -> None:
    final = board((0, 0, 0, 12, 11, 11, 0), "abcdefg", "Final")
    table = mystery(*QUALIFYING, final)
    worth = Fraction(400 + 400 + 300, 3)
    assert totals(table) == {
        "a": (100 + 100 + worth + 0) / 4,
        "b": Fraction(100 + 100 + 0, 4),
        "c": Fraction(100 + 0, 4),
        "d": Fraction(100 + 100 + 100, 4),
        "e": Fraction(100, 4),
        "f": Fraction(100, 4),
        "g": Fraction(0, 4),
    }
    assert [player for _, player in ranks(table)][:4] == ["d", "e", "f", "a"]
    assert {player for _, player in ranks(table)[:3]} == set("def")
    assert table[0].counted == (1, 2, "Final")


def test_the_drawn_finals_members_are_ordered_by_points_and_mppd() -> None:
    final = board((9, 9, 8, 8, 0, 0, 0), "gabcdef", "Final")
    table = mystery(*QUALIFYING, final)
    assert {player for _, player in ranks(table)[:4]} == set("gabc")
    members = list(table)[:4]
    assert [row.total for row in members] == sorted((row.total for row in members), reverse=True)
    assert members[-1].player == "g"


def test_mppd_of_a_drawn_final_counts_it_as_a_round() -> None:
    boards = [board(FOUR, "a"), board(FOUR, "a", "Final"), board((0, 12, 11, 11, 0, 0, 0), "x", 1, 2)]
    table = mystery(*boards)
    mean = Fraction(100 + 100 + 0, 3)
    assert table[0].breaks == (((100 - mean) * 2 / 2,),)


def test_a_late_joiner_who_plays_the_final_has_one_round_more() -> None:
    boards = [board(FOUR, "a"), board(SOLO, "l", 2), board(FOUR, "la", "Final")]
    table = mystery(*boards)
    standard, own = Fraction(400 + 400, 2), Fraction(400, 1)
    assert totals(table) == {"l": ((standard + own) / 2 + 100) / 2, "a": Fraction(100 + 100, 3)}


def test_a_faulty_final_hides_nobody() -> None:
    table = mystery(board(FOUR, "abcdh"), board(BAD, "abc", "Final"))
    assert ranks(table) == [(1, "d"), (2, "h"), (None, "a"), (None, "b"), (None, "c")]


# -- the Top Board ------------------------------------------------------------------------------


def test_the_champion_is_the_best_of_the_top_board_and_all_others_stand_by_points() -> None:
    """h has the most points and was not on the top board; every round is an ordinary one."""
    boards = [
        board(FOUR, "bcdh"),
        board(FOUR, "acxh", 2),
        board((0, 0, 0, 0, 11, 11, 12), "abcdefg", 3, "Top"),
        board(FOUR, "h", 3, 2),
    ]
    table = mystery(*boards, format="top-board")
    assert totals(table) == totals(mystery(*boards))
    assert totals(table)["h"] == 100
    assert (table[0].player, table[0].total) == ("c", Fraction(200, 3))
    assert ranks(table)[:2] == [(1, "c"), (2, "h")]
    assert [row.total for row in table[1:]] == sorted((row.total or 0 for row in table[1:]), reverse=True)


def test_a_solo_on_the_top_board_wins() -> None:
    boards = [
        board(FOUR, "abcd"), board(FOUR, "abcd", 2), board(TWO, "", 2, 2), board(SOLO, "", 2, 3),
        board(SOLO, "", 1, 9), board(SOLO, "gabcdef", 3, "Top"),
    ]  # fmt: skip
    table = mystery(*boards, format="top-board")
    worth = Fraction(400 + 400 + 200, 3) / 3
    assert totals(table)["g"] == worth  # joined late, in the last of three rounds
    assert ranks(table)[0] == (1, "g")
    given = mystery(*boards, format="top-board", options={"solo": 1})
    assert (ranks(given)[0], totals(given)["g"], totals(given)["a"]) == ((1, "g"), 1, Fraction(200, 3))


def test_level_on_the_top_board_are_level_champions() -> None:
    boards = [board((8, 8, 9, 9, 0, 0, 0), "abch"), board((8, 8, 9, 9, 0, 0, 0), "abce", 2, "Top")]
    table = mystery(*boards, format="top-board")
    assert ranks(table) == [(1, "a"), (1, "b"), (1, "c"), (4, "e"), (4, "h")]


# -- laws ---------------------------------------------------------------------------------------

kinds = st.sampled_from([SOLO, TWO, THREE, FOUR, FIVE])


@given(st.lists(st.lists(kinds, min_size=1, max_size=3), min_size=1, max_size=4))
def test_all_solos_together_are_an_average_drawn_game(event: list[list[tuple[int, ...]]]) -> None:
    boards = [board(counts, "", n, i) for n, shapes in enumerate(event, 1) for i, counts in enumerate(shapes)]
    table = standings("MYSTERY", games(*boards))
    solos = [one.scores[0] for one in table.scored if one.scores and one.board and one.board.winner == 0]
    drawn = [sum(map(bool, counts)) * 100 for shapes in event for counts in shapes if counts != SOLO]
    if drawn and solos:
        assert sum(filter(None, solos)) == Fraction(sum(drawn), len(drawn))
        assert len(set(solos)) == 1
    else:
        assert set(solos) <= {None}
