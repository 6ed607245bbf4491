"""A total explained: the same numbers as the standings, line by line, and what decided."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.tournament.events import (
    BAD,
    FIVE,
    FOUR,
    SEVEN,
    SOLO,
    THREE,
    TWO,
    board,
    fixed,
    games,
    listing,
)
from tests.samples import one_of_each_event
from xl_dipscore import Faults, Settings
from xl_dipscore.rules.event.settings import USUAL
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, explain_total
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.tables.functions.events import dip_explain_total


def told(
    system: str, *boards: Any, player: str, settings: Settings = USUAL, **options: Any
) -> list[list[object]]:
    return explain_total(find(system), games(*boards), settings, options, player).table()


def words(system: str, *boards: Any, player: str, **settings: Any) -> list[object]:
    return [row[0] for row in told(system, *boards, player=player, settings=Settings(**settings))]


def decided(*found: Any, **settings: Any) -> list[object]:
    """The sentences on what decided."""
    lines = words(*found, **settings)
    after = lines[lines.index("What decided") + 1 :]
    return after[: after.index(None)] if None in after else after


# -- the total ----------------------------------------------------------------------------------


def test_each_round_its_weight_and_what_it_makes() -> None:
    """Three of four rounds of DC(C) count 95 % over 3."""
    boards = [fixed({"a": 400}), fixed({"a": 300}, 2), fixed({"b": 9, "a": 200}, 3)]
    table = told("DCC", *boards, player="a", settings=Settings(rounds=4))
    weight = Fraction(95, 100) / 3
    assert table[:6] == [
        ["a under DCC", "Score", "Weight", "Counts"],
        ["Round 1, board 1, Austria, typed by the director: 95 %, divided by 3", 400, weight, 400 * weight],
        ["Round 2, board 1, Austria, typed by the director: 95 %, divided by 3", 300, weight, 300 * weight],
        ["Round 3, board 1, England, typed by the director: 95 %, divided by 3", 200, weight, 200 * weight],
        ["Round 4: not played", None, None, None],
        ["Total", None, None, Fraction(95, 100) * 900 / 3],
    ]


def test_what_is_dropped_and_what_counts_in_part() -> None:
    boards = [fixed({"a": s}, n) for n, s in enumerate((10, 40, 30), 1)]
    typed = ", typed by the director"
    best = told("SOS", *boards, player="a", settings=Settings(combine="best 2"))
    assert best[0][0] == "a under SOS, best 2"
    assert best[1] == [f"Round 1, board 1, Austria{typed}: dropped", 10, 0, 0]
    assert best[2] == [f"Round 2, board 1, Austria{typed}: in full", 40, 1, 40]
    half = told("MANORCON", *boards, player="a")
    assert half[0][0] == "a under MANORCON, 100/100/50"
    assert half[1] == [f"Round 1, board 1, Austria{typed}: 50 %", 10, Fraction(1, 2), 5]


def test_two_boards_of_a_round() -> None:
    boards = [fixed({"a": 10}), fixed({"b": 0, "a": 30}, 1, 2)]
    best = told("SOS", *boards, player="a", settings=Settings(double="best"))
    assert [row[1:] for row in best[1:3]] == [[10, 0, 0], [30, 1, 30]]
    assert str(best[1][0]).endswith("the better board of this round counts")
    both = told("SOS", *boards, player="a", settings=Settings(double="sum"))
    assert [row[1:] for row in both[1:4]] == [[10, 1, 10], [30, 1, 30], [None, None, 40]]


def test_a_new_players_welcome_is_a_line() -> None:
    newcomer = board(FOUR, "a", new_player="A")
    table = told("CONQUEST", newcomer, player="a", new_player="event")
    assert ["New player, once for the event", None, None, 5] in table


def test_the_last_round_is_added_in_full() -> None:
    boards = [fixed({"a": 10, "b": 8}), fixed({"a": 20}, 2), fixed({"b": 6, "a": 5}, "Final")]
    table = told("SOS", *boards, player="a", settings=Settings(combine="best 1"))
    assert [row[0] for row in table[1:4]] == [
        "Round 1, board 1, Austria, typed by the director: dropped",
        "Round 2, board 1, Austria, typed by the director: in full",
        "Final, board 1, England, typed by the director: added in full",
    ]


def test_scores_may_be_rounded_first() -> None:
    said = decided("SOS", board(THREE, "abc"), player="a", decimals=1)
    assert "Each score is rounded to 1 decimal before it counts." in said


# -- what decided -------------------------------------------------------------------------------


def test_ahead_and_behind_by_the_total() -> None:
    boards = [fixed({"a": "45.2", "b": "44.1", "c": 3})]
    assert decided("SOS", *boards, player="b") == [
        "Rank 2 of 3.",
        "Behind a by the total: 44.1 to 45.2.",
        "Ahead of c by the total: 44.1 to 3.",
    ]


def test_a_hair_is_shown() -> None:
    boards = [fixed({"a": "10.00002", "b": "10.00001"})]
    assert decided("SOS", *boards, player="a")[1] == "Ahead of b by the total: 10.00002 to 10.00001."


def test_level_on_the_total_and_decided_by_a_tie_break() -> None:
    first, second = fixed({"b": 60, "a": 60, "c": 0}), fixed({"x": 20, "y": 40, "z": 9}, name=2)
    said = decided("SOS", first, second, player="b", tiebreak=("wins", "msd"))
    assert said == ["Rank 1 of 6.", "Level with a on the total and wins; ahead by MSD: 20 to 10."]
    said = decided("SOS", first, second, player="a", tiebreak=("wins", "msd"))
    assert said[1] == "Level with b on the total and wins; behind by MSD: 10 to 20."


def test_level_in_everything() -> None:
    boards = [fixed({"a": 5, "b": 5, "c": 5, "d": 9})]
    said = decided("SOS", *boards, player="b")
    assert said == [
        "Rank 2 of 4.",
        "Level with a and c in everything: they share rank 2.",
        "Behind d by the total: 5 to 9.",
    ]
    many = [fixed(dict.fromkeys("abcdef", 5) | {"g": 6})]
    assert decided("SOS", *many, player="g")[1] == "Ahead of a, b and 4 others by the total: 6 to 5."


def test_no_value_is_below_any() -> None:
    boards = [fixed({"a": 5, "b": 5}, tiebreak={"A": 2})]
    said = decided("CONQUEST", *boards, player="a")
    assert said[1] == "Level with b on the total; ahead by what the director typed: 2 to none."


def test_the_winner_of_the_final_stands_first_whatever_the_points() -> None:
    boards = [fixed({"a": 90, "b": 10}), fixed({"b": 1, "a": 5}, "Final", counts=SOLO)]
    assert decided("SOS", *boards, player="b") == ["Rank 1 of 2.", "Above a as winner of the Final."]
    assert decided("SOS", *boards, player="a") == ["Rank 2 of 2.", "Below b: winner of the Final."]


def test_the_top_board_stands_above_the_others() -> None:
    boards = [fixed({"a": 90, "b": 10, "c": 5}), fixed({"b": 1}, 2, "Top"), fixed({"a": 9}, 2, "X")]
    assert decided("SOS", *boards, player="b", format="top-board")[1] == "Above a as player of the Top board."
    boards.append(fixed({"c": 99}, 2, "Y"))
    said = decided("SOS", *boards, player="a", format="top-board", groups=True)
    assert said[1:] == ["Below b: player of the Top board.", "Above c as player of board X."]


def test_mysterys_champion() -> None:
    before = [board(FOUR, "abcd"), board(THREE, "efab", 1, 2)]
    drawn = board(FOUR, "cd", 2, "Top")
    said = decided("MYSTERY", before[0], drawn, player="c", format="top-board")
    assert said[:2] == ["Rank 1 of 4.", "Level with d in everything: they share rank 1."]
    assert said[2] == "Above a and b as best of the Top board."
    won = board(SOLO, "dcab", "Final")
    assert decided("MYSTERY", before[0], won, player="d")[1] == "Above a, b and c as winner of the Final."
    lines = words("MYSTERY", before[0], won, player="d")
    assert "Final, board 1, Austria: adds no points" in lines


def test_who_is_not_in_the_table() -> None:
    """Under Mystery a drawn Final leaves the finalists."""
    drawn = board(THREE, "abc", "Final")
    found = explain_total(find("MYSTERY"), games(board(FOUR, "abcd"), drawn), Settings(), {}, "d")
    assert found.standing is None
    assert found.table() == [
        ["d under MYSTERY"], ["d is not in the table, which lists a, b and c only."]
    ]  # fmt: skip
    assert decided("MYSTERY", board(FOUR, "abcd"), drawn, player="a")[0] == "Rank 1 of 3."


def test_who_has_no_rank_is_told_why() -> None:
    unranked = [fixed({"a": 5, "b": 4}, unranked="A")]
    assert decided("SOS", *unranked, player="a") == ["No rank: the director marked them Unranked."]
    few = [fixed({"a": 5, "b": 4}), fixed({"a": 5}, 2)]
    assert decided("SOS", *few, player="b", min_rounds=2) == ["No rank: 1 round played, 2 are needed."]
    assert not any("No rank" in line for line in decided("SOS", *few, player="a", min_rounds=2))


def test_who_has_no_total_is_told_which_board() -> None:
    boards = [fixed({"a": 5}), board(BAD, "ab", 2, "Red")]
    lines = words("SOS", *boards, player="a")
    assert lines[1:4] == [
        "Round 1, board 1, Austria, typed by the director",
        "Round 2, board Red, Austria: no score",
        "No total",
    ]
    said = decided("SOS", *boards, player="a")
    assert said[0] == "No rank, because there is no total:"
    assert str(said[1]).startswith("Round 2, board Red, Austria: Austria has 36 centres;")
    early = decided("MYSTERY", board(SOLO, "ac"), board(FOUR, "b", 1, 2), player="a", rounds=2)
    assert str(early[1]).startswith("Round 1, board 1, Austria: MYSTERY has no value for a solo until")
    assert decided("MYSTERY", board(SOLO, "ac"), player="c", rounds=2)[0] == "Rank 1 of 1."


def test_who_is_on_two_boards_of_a_round_is_told_which() -> None:
    boards = [fixed({"a": 5, "b": 4}), fixed({"c": 3, "a": 2}, 1, "Red")]
    lines = words("SOS", *boards, player="a")
    assert lines[1:4] == [
        "Round 1, board 1, Austria, typed by the director",
        "Round 1, board Red, England, typed by the director",
        "No total",
    ]
    assert decided("SOS", *boards, player="a") == [
        "No rank, because there is no total:",
        "Round 1, board Red, England: a is on two boards of round 1: 1 and Red.",
    ]
    assert decided("SOS", *boards, player="b") == ["Rank 1 of 2.", "Ahead of c by the total: 4 to 3."]


# -- tie-breaks ---------------------------------------------------------------------------------


def section(table: Sequence[Sequence[object]], title: str) -> list[list[object]]:
    start = next(n for n, row in enumerate(table) if str(row[0]).startswith(title))
    rows = [list(row) for row in table[start:]]
    end = next((n for n, row in enumerate(rows) if not any(cell is not None for cell in row)), len(rows))
    return rows[:end]


def test_msd_power_by_power() -> None:
    first, second = fixed({"b": 60, "a": 60, "c": 0}), fixed({"x": 20, "y": 40, "z": 9}, name=2)
    table = told("DCC", first, second, player="a", settings=Settings(rounds=4))
    assert section(table, "Tie-break") == [
        ["Tie-break: MSD", "Score", "Mean of the power", "Difference"],
        ["Round 1, board 1, England", 60, Fraction(60 + 40, 2), 60 - Fraction(60 + 40, 2)],
        ["MSD: the sum, divided by 4 rounds", None, None, Fraction(10, 4)],
    ]


def test_count_back_game_by_game() -> None:
    boards = [fixed({"a": 40}, counts=(9, 15, 10, 0, 0, 0, 0)), fixed({"a": 50}, 2, counts=TWO)]
    assert section(told("ARMADA", *boards, player="a"), "Tie-break") == [
        [
            "Tie-break: countback centres (game by game, the best first)",
            "Score",
            "Centres",
            None,
        ],
        ["Round 2, board 1, Austria", 50, 17, None],
        ["Round 1, board 1, Austria", 40, 9, None],
    ]


def test_mean_centres_and_their_game_years() -> None:
    boards = [
        fixed(
            {"a": 5}, counts=(8, 9, 9, 8, 0, 0, 0), y1901=(5, 5, 5, 5, 4, 5, 5), y1902=(8, 9, 9, 8, 0, 0, 0)
        )
    ]
    assert section(told("WBC", *boards, player="a"), "Tie-break") == [
        ["Tie-break: mean centres", "Game-years", "Centres", None],
        ["Round 1, board 1, Austria", 2, 5 + 8, None],
        ["Mean centres: the sum, divided by 2 game-years", None, Fraction(13, 2), None],
    ]
    without = told("WBC", fixed({"a": 5}), player="a")
    assert str(section(without, "Tie-break")[1][0]).startswith("No value")


def test_which_games_were_won_drawn_and_typed() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "ba", 2, draw="AE", tiebreak={"E": 3}), board(THREE, "a", 3)]
    chosen = Settings(tiebreak=("wins", "draws", "best game", "typed", "centres"))
    table = told("SOS", *boards, player="a", settings=chosen)
    won, drew = section(table, "Tie-break: wins"), section(table, "Tie-break: draws")
    assert [row[:2] for row in won[1:]] == [["Round 1, board 1, Austria", 1], ["Wins", 1]]
    assert [row[:2] for row in drew[1:]] == [
        ["Round 2, board 1, England", 1], ["Round 3, board 1, Austria", 1], ["Draws", 2],
    ]  # fmt: skip
    assert [row[:2] for row in section(table, "Tie-break: what the director typed")[1:]] == [
        ["Round 2, board 1, England", 3], ["What the director typed", 3],
    ]  # fmt: skip
    assert [row[1] for row in section(table, "Tie-break: centres")[1:]] == [18, 9, 12, 39]


def test_which_games_msd_counts_and_what_divides_it() -> None:
    """One that best 1 drops, the other board of a round; and the Final is a round of the tournament."""
    boards = [fixed({"a": 40, "b": 10}), fixed({"b": 2, "a": 6}, 2), fixed({"a": 20, "b": 4}, "Final")]
    chosen = Settings(combine="best 1", tiebreak=("msd",))
    *games_, note, made = section(told("DCC", *boards, player="a", settings=chosen), "Tie-break")[1:]
    # Austria made 62 points in three games, and England 20.
    assert [row[3] for row in games_] == [40 - Fraction(62, 3), 6 - Fraction(20, 3), 20 - Fraction(62, 3)]
    assert made[3] == sum(row[3] for row in games_) / 3
    assert "the Final included" in str(made[0])
    assert str(note[0]).startswith("Every game counts here")
    twice = [fixed({"a": 10}), fixed({"b": 0, "a": 30}, 1, 2)]
    chosen = Settings(double="best", tiebreak=("msd",))
    _, *rows = section(told("DCC", *twice, player="a", settings=chosen), "Tie-break")
    assert [row[1] for row in rows] == [10, 30, None, None]


def test_mean_centres_are_those_of_a_dropped_game_too() -> None:
    chart = {"y1901": (5, 5, 5, 5, 4, 5, 5), "y1902": (8, 9, 9, 8, 0, 0, 0)}
    boards = [fixed({"a": 5 - n}, n, counts=(8, 9, 9, 8, 0, 0, 0), **chart) for n in (1, 2, 3)]
    *games_, note, made = section(told("WBC", *boards, player="a"), "Tie-break")[1:]
    assert len(games_) == 3
    assert made[2] == Fraction(3 * (5 + 8), 3 * 2)
    assert str(note[0]).startswith("Every game counts here")
    (*two, made) = section(told("WBC", *boards[:2], player="a"), "Tie-break")[1:]
    assert [row[2] for row in two] == [5 + 8] * 2


def test_a_day_that_was_missed_at_ndc_is_the_articles_discount() -> None:
    """100 points on one day are 33.33: "discounted by 66.66%"."""
    first = told("NDC", fixed({"a": 100}), player="a", settings=Settings(rounds=2))[1]
    assert first[1:] == [100, Fraction(1, 3), Fraction(100, 3)]
    assert "66.66 %" in str(first[0])


# -- Mystery's solo -----------------------------------------------------------------------------


def test_how_mysterys_solo_is_valued() -> None:
    """Two draws of four and one of three make 1100 points in three games, for two solos."""
    boards = [
        board(SOLO, "abcdefg"), board(FOUR, "hijklmn", 1, 2),
        board(FOUR, "abcdefg", 2), board(THREE, "hijklmn", 2, 2), board(SOLO, "o", 2, 3),
    ]  # fmt: skip
    worth = Fraction(400 + 400 + 300, 3) / 2
    valued = [
        ["Mystery"],
        ["Points scored in drawn games", 1100],
        ["Drawn games", 3],
        ["Solos in the event", 2],
        ["A solo counts these points / drawn games / solos", worth],
    ]
    a = told("MYSTERY", *boards, player="a")
    assert [_filled(row) for row in section(a, "Mystery")] == valued
    assert a[1][1] == worth
    late = told("MYSTERY", *boards, player="o")
    own = (Fraction(1100, 3) + Fraction(700, 2)) / 2 / 2
    *same, (_, points), (_, drawn_games), (joined, mean), (of_mppd,) = map(_filled, section(late, "Mystery"))
    assert same == valued
    assert [points, drawn_games, mean] == [700, 2, own]
    assert str(joined).startswith("Joined in round 2, so ")
    assert "MPPD" in str(of_mppd)
    # Austria's games: a's solo and o's, each at its player's value, and three draws.
    mean = (worth + own + 3 * 100) / 5
    assert section(late, "Tie-break")[1][1:] == [own, mean, own - mean]
    assert late[2] == ["Round 2, board 3, Austria: in full", own, 1, own]
    assert any("divided by 1 round, " in str(row[0]) for row in late)
    assert "Mystery" not in words("MYSTERY", *boards, player="b")
    typed = told("MYSTERY", *boards, player="a", solo=150)
    assert ["A solo counts what the director typed", 150, None, None] in typed
    assert typed[1][1] == 150


def _filled(row: Sequence[object]) -> list[object]:
    return [cell for cell in row if cell is not None]


# -- names --------------------------------------------------------------------------------------


def test_a_name_in_any_spelling_that_is_one_players() -> None:
    listed = games(fixed({"Ann Ferris": 3, "Zoë": 2, "Zoe": 1}))
    sos = find("SOS")
    for typed in ("Ann Ferris", " ann   FERRIS "):
        assert explain_total(sos, listed, Settings(), {}, typed).player == "Ann Ferris"
    assert explain_total(sos, listed, Settings(), {}, "ZOË").player == "Zoë"
    with pytest.raises(NoSuchPlayer, match=r"There is no player 'Ann Feris'. Did you mean Ann Ferris\?"):
        explain_total(sos, listed, Settings(), {}, "Ann Feris")


# -- DIP_EXPLAIN_TOTAL --------------------------------------------------------------------------


def test_the_function_is_the_table_with_nothing_where_nothing_is() -> None:
    boards = [fixed({"a": 400}), fixed({"a": 300, "b": 10}, 2)]
    table = dip_explain_total("DCC", listing(*boards), " A ", [["rounds", 4], ["rows", 40], ["columns", 8]])
    assert len(table) == 40
    assert {len(row) for row in table} == {8}
    expected = told("DCC", *boards, player="a", settings=Settings(rounds=4))
    cells = [[_cell(cell) for cell in row] for row in expected]
    assert [row[:4] for row in table[: len(cells)]] == cells
    assert {cell for row in table[len(cells) :] for cell in row} == {""}


def _cell(cell: object) -> object:
    return "" if cell is None else float(cell) if isinstance(cell, Fraction) else cell


def test_the_function_says_whom_it_does_not_know() -> None:
    block = listing(fixed({"Ann": 5, "Bob": 4}))
    assert dip_explain_total("SOS", block, "Anne") == [["There is no player 'Anne'. Did you mean Ann?"]]
    assert dip_explain_total("SOS", block, None) == [[""]]
    assert dip_explain_total("SOS", block, "", [["rows", 2], ["columns", 3]]) == [[""] * 3] * 2
    seven = listing(board(THREE, [7, *"bcdefg"]))
    assert dip_explain_total("SOS", seven, 7.0)[0][0] == "7 under SOS, sum"


@pytest.mark.parametrize(
    ("system", "player", "options", "error"),
    [
        ("NOBODY", "a", None, "#N/A"),
        ("SOS", "#REF!", None, "#REF!"),
        ("SOS", "a", [["combine", "product"]], "#N/A"),
        ("SOS", "a", [["nonsense", 1]], "#VALUE!"),
    ],
)
def test_a_wrong_call_is_one_error(system: str, player: str, options: Any, error: str) -> None:
    assert dip_explain_total(system, listing(fixed({"a": 1})), player, options) == error


# -- the law ------------------------------------------------------------------------------------

PLAYERS = [f"P{n}" for n in range(9)]
COUNTS = st.sampled_from([SOLO, TWO, THREE, FOUR, FIVE, SEVEN, BAD])


@st.composite
def boards(draw: Any) -> list[Any]:
    """An event of up to four rounds of two boards; sometimes a player on both, a Final, a typed score."""
    found = []
    rounds: list[Any] = list(range(1, draw(st.integers(1, 4)) + 1))
    if draw(st.booleans()):
        rounds.append("Final")
    for round_ in rounds:
        for name in range(1, draw(st.integers(1, 2)) + 1 if round_ != "Final" else 2):
            counts = draw(COUNTS)
            marks = draw(st.sampled_from(["", "A", "AE"])) if counts[0] == counts[1] and counts != BAD else ""
            columns = {
                "draw": marks,
                "override": draw(st.sampled_from([{}, {}, {"A": 5, "G": "7.25"}])),
                "tiebreak": draw(st.sampled_from([{}, {"E": 2}])),
                "unranked": draw(st.sampled_from(["", "", "T"])),
                "new_player": draw(st.sampled_from(["", "AFT"])),
            }
            found.append(board(counts, draw(st.permutations(PLAYERS))[:7], round_, name, **columns))
    return found


settings_ = st.builds(
    Settings,
    combine=st.sampled_from([None, "sum", "mean", "mean all", "best 2", "drop 1", "100/100/50", "DCC"]),
    tiebreak=st.sampled_from(
        [None, ("wins", "draws", "best game"), ("msd", "typed"), ("countback centres", "centres")]
    ),
    double=st.sampled_from([None, "best", "sum"]),
    decimals=st.sampled_from([None, 1]),
    min_rounds=st.sampled_from([0, 2]),
    provisional=st.booleans(),
)


@pytest.mark.parametrize("system", [one.key for one in one_of_each_event()])
@settings(max_examples=10)
@given(boards(), settings_)
def test_an_explanation_has_the_numbers_of_the_standings(system: str, rows: Any, chosen: Settings) -> None:
    known = find(system)
    listed = games(*rows, fewer=known.fewer)
    options = {"new_player": "event"} if known.welcome is not None else {}
    try:
        table = standings(known, listed, chosen, options)
    except Faults:  # NDC has no rule for three rounds
        table = standings(known, listed, chosen := Settings(combine="best 2", double="sum"), options)
    for row in table[:: max(len(table) - 1, 1) // 2 or 1]:
        found = explain_total(known, listed, chosen, options, row.player)
        total, decided_, *others = found.sections
        assert found.standing == row
        assert _said_rank(decided_.lines) == row.rank
        breaks = [one for one in others if one.title.startswith("Tie-break")]
        assert tuple(_value(one) for one in breaks) == row.breaks
        lines: dict[Any, list[Any]] = {name: [] for name in row.scores}
        for part in total.parts:
            name, _, _ = part.words.partition(",")
            if part.numbers and name != "New player":
                lines["Final" if name == "Final" else int(name.removeprefix("Round "))].append(part.numbers)
        for name, numbers in lines.items():
            if row.scores[name] is not None:
                scores = [one[0] for one in numbers]
                assert row.scores[name] == (sum(scores) if chosen.double == "sum" else max(scores))
        assert total.lines[-1].numbers == (() if row.total is None else (None, None, row.total))
        if row.total is not None:
            weighed = (score * weight for each in lines.values() for score, weight, _ in each)
            assert sum(weighed) + row.welcome == row.total
            assert sum(part.numbers[2] or 0 for part in total.parts if part.numbers) == row.total
        counted = {name for name, each in lines.items() if any(len(one) > 1 and one[1] for one in each)}
        assert counted == {name for name in row.counted if row.weights[name].exact}


def _said_rank(lines: Any) -> int | None:
    words_ = lines[0].words
    return int(words_.split()[1]) if words_.startswith("Rank ") else None


def _value(section_: Any) -> tuple[Any, ...]:
    if section_.result is not None:
        return (section_.result.numbers[-1],)
    return tuple(part.numbers[-1] for part in section_.parts if part.numbers)
