"""A game without marks: every system says in one sentence how it scores it, and does so."""

from collections.abc import Collection

from tests.each import each
from xl_dipscore import Board, systems
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.functions.boards import dip_check, dip_explain
from xl_dipscore.tables.functions.lists import dip_systems

COUNTS = (9, 8, 7, 5, 5, 0, 0)
GONE = (None,) * 5 + (1906, 1905)
CHART = {1901: (3, 3, 3, 3, 3, 4, 3), 1902: (5, 4, 5, 4, 4, 3, 2), 1903: (6, 6, 6, 4, 5, 4, 3)}
CHART |= {1904: (7, 7, 7, 5, 4, 2, 2), 1905: (9, 8, 7, 5, 4, 1, 0), 1906: COUNTS}
SURVIVORS = range(5)
DRAW_PAYS = (
    *("TOWNSEND", "MYSTERY", "ARMADA", "DIXIECON", "PIGGYBACK", "TEMPEST"),
    *("VICTORIA", "WBC", "DRAW60", "CENTRES60", "DRAWSIZE", "ORIGINS"),
)
OTHERWISE = {"CALGARY": "adjudicated", "NDC": "counts as they stand"}
READ = {row[0]: row[6] for row in dip_systems()[1:]}
"""Guide's lines on each system."""


def scores(system: System, marked: Collection[int]) -> object:
    return system.score(Board(COUNTS, marked, GONE, 1906, chart=CHART))


@each("system", systems(), ids=lambda system: system.key)
def test_every_system_says_what_a_game_without_marks_is_worth(system: System) -> None:
    said, unmarked = system.unmarked_game, scores(system, ())
    assert READ[system.key].startswith(said)
    if not system.marks:
        assert "change no score" in said
        assert unmarked == scores(system, SURVIVORS) == scores(system, (0, 1))
    elif system.draws_unmarked:
        assert "a draw of all survivors" in said
        assert unmarked == scores(system, SURVIVORS)
        assert system.key == "CUSTOM" or unmarked != scores(system, (0, 1))
    else:
        assert OTHERWISE[system.key] in said


def test_systems_tells_it(dipscore) -> None:
    for key in (*DRAW_PAYS, *OTHERWISE, "SOS"):
        assert find(key).unmarked_game in " ".join(dipscore("systems", key).out.split())


@each("key", DRAW_PAYS)
def test_check_and_explain_agree_that_it_is_a_draw(key: str) -> None:
    """DixieCon's 9 8 7 5 5: five share 270 + 70 + 50 + 34 + 20, so 9 centres make 88.8 + 4 x 9 = 124.8."""
    chart = [[year, *counts] for year, counts in CHART.items()]
    board = [COUNTS, None, None, None, chart] if key == "ORIGINS" else [COUNTS, None, [GONE], 1906]
    survivors = ", ".join(POWERS[:5])
    read = f"OK: stopped by the clock: scored as a draw of all 5 survivors, {survivors}, 1906."
    assert str(dip_check(key, *board)[0][0]).startswith(read)
    assert not any("5-way draw" in str(row[0]) for row in dip_explain(key, *board))
    if key == "DIXIECON":
        assert dip_explain(key, *board)[-1][1] == (270 + 70 + 50 + 34 + 20) / 5 + 4 * 9


def test_those_in_civil_disorder_are_in_no_draw() -> None:
    ((read,),) = dip_check("DRAW60", COUNTS, None, None, 1906, [["civil disorder", *"x      "]])
    assert "scored as a draw of the 4 survivors still played, Austria (in civil disorder), England" in read


def test_townsend_says_how_to_type_who_was_cut_out_by_the_time() -> None:
    """An alliance of three to whom the draw is adjudicated; 5 centres of Italy, which gets 2, make 7."""
    townsend = find("TOWNSEND")
    assert any("mark the others" in words for words in townsend.unsettled)
    assert scores(townsend, (0, 1, 2)) == (9 + 31 + 1, 8 + 31 - 2, 7 + 31 - 2, 5, 5 + 2, 0, -1)
