"""CUSTOM: other systems stated in its options score the same on every board."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from tests.boards import ENDINGS, Facts, full, games
from tests.each import each
from tests.rules.systems.explained import amounts, lines
from tests.rules.systems.finished import finished
from tests.rules.systems.peers import DRAWN, SOLO, TIMED
from xl_dipscore import Board, Faults, score
from xl_dipscore.rules.board import MissingFact
from xl_dipscore.rules.points import Points, as_double
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.cells.values import Cell
from xl_dipscore.tables.functions.boards import dip_score

CUSTOM = find("CUSTOM")

MOST_DRAWS = "draw 10 10 10 10 10 10"
CARNAGE = "win 28034; others 0; places 7000 6000 5000 4000 3000 2000 1000"
CLASSIC = "win 420; others 0; loser year 1; centre 10; survivor 30; dead year 1; last year no"
DIXIE = "places 270 70 50 34 20 10 0; order result; centre 4"
MANORCON = "others 0; loser year 0.1; centre 0; manorcon 100; dead year 0.1"
RANKED = (
    "win 550; others 0; loser year 1; survivor 30; centre 10; places 200 90 60 40 30 20 10; "
    "placed survivors; pairs 135 70 50 35 25 15; dead year 1; last year no"
)
TAPE = "win 75; others 0; places 40 24 15 9 6 3 3"
THIRTEEN = "places 7 6 5 4 3 2 1; order history; cap centres 18; who unbeaten"
VALUES = "centre values 21 21 21 30 30 30 30 42 42 42 70 70 70 105 105 105 105"
WHIPPING = "others 0; centre 10; survivor pot 60; top centre 2; dead year 1"

STATED = {
    # by who wins or shares the draw
    "AVALONCON92": "win 15; draw 7 4 1",
    "CENTRES60": "pot 60",
    "DCC": "win 700; others 0; draw 300 200 150 120 100; centre 0; squares 100",
    "DERRICK": "pot 100; rest yes",
    "DRAGONFLIGHT": "win 61; others 0; centre 0; survivor pot 60",
    "DRAW60": "pot 60; centre 0",
    "DRAWSIZE": "pot 100; centre 0",
    "NICKIECARLOTTA": "win 14; draw 12 10 8 6 4 2; outside part 1/2; centre 0",
    "ODC": "pot 420; who members; loser centre 1",
    "OLLOY": "win 6; draw 3 2; centre 0",
    "PIGGYBACK": "win 80; others 1; winner centre 1; loser centre 1; part 1; draw 34 19 11 6 3 1; top 5",
    "SOLOS": "win 100; centre 0",
    "TEMPEST": "win 150; others 0; centre 0; outside centre 1; pot 150; rest yes",
    "THOMAS": "pot 32; centre 2",
    "TOWNSEND": "win 100; draw 48 31 22 17 13 7; cap centres 18; country 1 -2 -2 0 2 0 -1",
    "VICTORIA": "win 125; draw 100 85 60 30 15 1; conceded centres no",
    "WBC": "win 46; draw 22 10 4 1; conceded 18",
    "YERKEY": "win 21; draw 10 5 3",
    "ZEROSUM": "pot 420; centre 0; part -60",
    # by the order of the seven
    "CARNAGE": f"{CARNAGE}; order survival",
    "CARNAGE09": "win 225; others 10; winner centre 0.001; part 10; centre 0.001; "
    "places 70 60 50 40 30 20 10; placed survivors",
    "CARNAGE23": f"{CARNAGE}; order survival; lead 300",
    "CARNAGE500": "win 39028; others 1000; centre 500; places 7007 6006 5005 4004 3003 2002 1001; "
    "order survival",
    "CARNAGEDEADEQUAL": CARNAGE,
    "CDIPLO": "win 100; others 0; part 1; places 38 14 7",
    "CDIPLO73": "win 73; others 0; part 1; places 38 14 7",
    "CDIPLO80": "win 80; others 0; places 25 14 7",
    "CDIPLOARGIR": "win 93; others 1; part 1; places 37 14 7",
    "DIPLOLIGUE": "centre 0; places 16 14 12 10 8 6 4; placed survivors; top 4 1 1 1 1 1 1",
    "NAMURAGGRAVATED": "win 73; others -15; part 1; centre values 5 9 12 14 16 18; places 38 14 7",
    "WINTIER": f"{CARNAGE}; order survival",
    "CDIPLONAMUR": "win 85; others 0; part 1; centre values 5 9 12 14 16 18; places 38 14 7",
    "DIXIECON": DIXIE,
    "DUCTTAPEV2": TAPE,
    "DUCTTAPEV2YEAR": f"{TAPE}; order survival",
    "HAIGHT": "win 451; others 0; loser centre 5; loser year 1; loser larger yes; centre 10; lead 5; "
    "places 66 55 44 33 22 11; order survival; ties lower; dead year 1",
    "MAXONIAN": f"{THIRTEEN}; centres over 13",
    "PREZCON": DIXIE,
    "RANKEDCLASSIC": f"{RANKED}; ties lower",
    "RANKEDCLASSICV2": f"{RANKED}; ties pair",
    "SEVENELEVEN": f"{THIRTEEN}; centres over 11",
    "SOUTHERNSUN": "win 500; others 0; survivor 30; centre 10; places 130 80 50 30 20 10 10; "
    "placed survivors; whole places yes; dead year 3",
    "SYDNEY": "centre 25; places 700 600 500 400 300 200 100; order survival; dead year 1; "
    "winner times 1.5; loser times 0.5",
    # centres, and more for the largest power
    "BASE3": "win 46; others 0; survivor 3; top 9 3 1 1/3 1/9 1/27 1/81",
    "BEARCON": "win 34; others 0; centre values 4 7; top 5",
    "DUCTTAPE": f"win 49; others 0; {MOST_DRAWS}; who members; top 5",
    "DUCTTAPE24": "win 49; others 0; draw 5 5 5 5 5 5; who members; top 5",
    "MISCHIEF": "win 34; others 0; top 5 1",
    "SUMMERCLASSIC": f"{CLASSIC}; top 48 24",
    "WHIPPING": f"win 450; {WHIPPING}",
    "WHIPPING24": f"win 468; loser year 1; {WHIPPING}",
    "WORLDCLASSIC": f"{CLASSIC}; top pot 48",
    "YDS": f"win 300; others 0; {VALUES}",
    "YDSUNLIMITED": f"win 320; others 0; {VALUES}",
    # centres, and more for all that are near the largest power
    "BANGKOK": "win 41; others 0; loser centre 0.5; near top 3 2 1; near pot 12; survivor 3; dead year 0.3",
    "BANGKOKPIKE": "win 60; others 0; loser year 0.1; survivor 3; top 6 4 4 4 4 4 4; clear top 4 2; "
    "near top 0 4 2; dead year 0.1",
    "WINNAMUR": "win 82; others 0; centre 0; centre values 5 9 12 14 16 18; top pot 18; near top 1 1 1; "
    "near pot 18",
    "OLYMPIC": "win 46; others 0; near top 4 1.5 0.5; near pot 12; survivor 3; dead year 0.3; last year no",
    # by how far powers are apart
    "BOSTON": "win 110; others 0; draw 1 1 1 1 1 1; survive 1; lead 1; places 4 3 2 1; placed survivors; "
    "ties lower; scale 100",
    "CONQUEST": "win 34; others 0; kill 2; lead 2; survive 1; survive year 1905; newcomer 5; cap 27",
    "DETOUR09": "win 110; others 0; loser year 0.25; survivor 2; lead 1; places 4 3 2 1; placed survivors; "
    "ties lower; scale 100; dead year 0.25; last year no; most years 2",
    "HALFTRIBUTE": "win 100; others 0; survivor pot 66; tribute 0.5",
    "HARRIS": "win 100; others 0; draw 50 30 25 20 15 10; who members; centre 0.01; gap 0.1",
    "KUBLACON2": "win 34; others 0; lead 1; survive 1; newcomer 5; cap 27",
    "OMG": "win 100; others 0; centre 1.5; survivor 9; places 4.5 3 1.5; levy 0.5",
    "OPENTRIBUTE": "win 340; others 0; survivor 34; centre 3; open tribute whole",
    "OPENTRIBUTEFRAC": "win 340; others 0; survivor 34; centre 3; open tribute exact",
    "TRIBUTE": "win 100; others 0; survivor pot 66; tribute 1",
    "VULCAN": "win 130; others 0; loser survivor 5; survivor 5; gap 1; top pot 10",
    "WILLIAMS": "win 250; others 0; loser centre 1; who members; beaten 25; centre 3; outside centre 1",
    # in proportion, and by nothing but centres
    "GENCON": "",
    "HURST": "",
    "MANORCON": f"win 75; {MANORCON}",
    "MANORCONORIGINAL": f"win 100; {MANORCON}",
    "MANORCONV2": f"win 100; {MANORCON}; dead weight 0",
    "SHARE": "win 100; others 0; centre 0; share 100",
    "SOS": "win 100; others 0; centre 0; squares 100",
}
"""Systems in options of CUSTOM, each a name and its values, as a director types them."""

DEAD_LEVEL = ("CARNAGEDEADEQUAL", "DUCTTAPEV2")
"""Systems whose options cannot state that a survivor docked to 0 centres ranks above the dead."""


def rows(typed: str) -> list[list[Cell]]:
    """A block of options: the longest name of an option, then a cell for each value."""
    block: list[list[Cell]] = []
    for row in filter(None, map(str.strip, typed.split(";"))):
        name = max((one.name for one in CUSTOM.options if row.startswith(f"{one.name} ")), key=len)
        block.append([name, *row.removeprefix(name).split()])
    return block


def told(key: str) -> dict[str, object]:
    """The rule's arguments for the typed options."""
    return dict(read_options(rows(STATED[key]), CUSTOM).parameters)


@cache
def of_every_kind() -> tuple[Board, ...]:
    """Boards with every ending, and every fact."""
    found = [DRAWN, TIMED, SOLO]
    for ending in ENDINGS:

        @settings(max_examples=60)
        @given(games(endings=[ending]))
        def kept(game: Facts) -> None:
            found.append(game.board())

        kept()
    conceded = ((17, 17, 0, 0, 0, 0, 0), (16, 10, 8, 0, 0, 0, 0), (15, 5, 5, 4, 2, 2, 1))
    won = (full(*counts, draw=[0], year=1901, chart={1901: counts}) for counts in conceded)
    return (*found, *won)


def compared(key: str, boards: Iterator[Board]) -> int:
    """The number of boards on which the system and CUSTOM with these options agree."""
    system, options, number = find(key), told(key), 0
    for board in boards:
        points = scored(system, board)
        if points is not None:
            assert CUSTOM.score(board, **options) == points.totals, board
            number += 1
    return number


@pytest.mark.slow
@pytest.mark.parametrize("key", STATED)
def test_a_system_stated_in_options(key: str) -> None:
    boards = (
        board
        for board in of_every_kind()
        if key not in DEAD_LEVEL or board.counts.count(0) == len(board.dead)
    )
    assert compared(key, boards) > 300


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in STATED if "chart" not in find(key).needs])
def test_a_system_stated_in_options_on_many_splits(key: str) -> None:
    assert compared(key, iter(finished()[::37])) > 300


def scored(system: System, board: Board) -> Points | None:
    """The system's points, or None if its house rules refuse the board."""
    try:
        return system(board)
    except Faults as refused:
        if any(isinstance(fault, MissingFact) for fault in refused.faults):
            raise
    return None


def test_the_unwon_boards_of_ndc() -> None:
    board = full(16, 12, 4, 2, 0, 0, 0, year=1910)
    options = {"centre": 0, "prospects": 100, "year": Fraction(1, 10)}
    assert score("CUSTOM", board, **options) == score("NDC", board)


def test_without_options_a_point_a_centre() -> None:
    assert amounts("CUSTOM", Board((18, 10, 6, 0, 0, 0, 0))) == [[18, 10, 6, 0, 0, 0, 0]]


def test_only_what_is_asked_for_is_explained() -> None:
    board = full(12, 9, 8, 5, 0, 0, 0, draw=[0, 1, 2], new_player=[1])
    assert amounts("CUSTOM", board, **told("WBC")) == [[10, 10, 10, 0, 0, 0, 0], [12, 9, 8, 5, 0, 0, 0]]
    assert sorted(lines("CUSTOM", board, **told("CONQUEST"))) == sorted(lines("CONQUEST", board))


def test_prospects_of_a_power_that_needs_no_more() -> None:
    for counts in ((18, 10, 6, 0, 0, 0, 0), (20, 14, 0, 0, 0, 0, 0)):
        board = Board(counts)
        assert score("CUSTOM", board, centre=0, prospects=100) == (100, 0, 0, 0, 0, 0, 0)


def test_a_missing_fact_is_asked_for_by_name() -> None:
    with pytest.raises(Faults, match="CUSTOM needs the last game year"):
        score("CUSTOM", Board((17, 17, 0, 0, 0, 0, 0)), year=1)


@each("key", STATED)
def test_the_same_options_in_a_worksheet(key: str) -> None:
    centres, gone = [12, 9, 8, 5, 0, 0, 0], [None] * 4 + [1904, 1905, 1907]
    cells = centres, ["x"] * 3 + [None] * 4, gone, 1908
    chart = [[year, *(0 if went and went <= year else 3 for went in gone)] for year in range(1901, 1908)]
    chart.append([1908, *centres])
    board = full(*centres, draw=[0, 1, 2], gone=gone, chart={year: counts for year, *counts in chart})
    expected = [[as_double(n) for n in score(key, board)]]
    assert dip_score("CUSTOM", *cells, rows(STATED[key]) + chart) == expected


def test_none_is_typed_as_none() -> None:
    cells = [18, 10, 6, 0, 0, 0, 0], None, None, None
    assert dip_score("CUSTOM", *cells, [["win", 34], ["others", 0]]) == [[34, 0, 0, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["win", 34], ["others", "None"]]) == [[34 + 18, 10, 6, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["draw", " none "], ["cap", 12]]) == [[12, 10, 6, 0, 0, 0, 0]]
    assert dip_score("CUSTOM", *cells, [["others", "nobody"]]) == [["#NUM!"] * 7]


def test_a_table_in_one_cell() -> None:
    cells = [17, 17, 0, 0, 0, 0, 0], None, None, None
    for typed in (["22 10 4 1"], ["22; 10; 4; 1"], [22, 10, 4, 1], ["22", "10", "4", "1"]):
        assert dip_score("CUSTOM", *cells, [["draw", *typed]]) == [[17 + 22, 17 + 22, 0, 0, 0, 0, 0]]


def test_headings_stand_above_options_that_there_are() -> None:
    headings = [n for n, one in enumerate(CUSTOM.options_with_headings) if isinstance(one, str)]
    assert not any(isinstance(CUSTOM.options_with_headings[n + 1], str) for n in headings)
    assert CUSTOM.options_with_headings[:2] == ("A win", CUSTOM.option("win"))
    assert CUSTOM.options_with_headings.count("The top") == 1
    assert len(CUSTOM.options_with_headings) == len(CUSTOM.options) + len(headings)


def test_options_that_a_win_asks_for() -> None:
    board = full(18, 10, 6, 0, 0, 0, 0, year=1908, gone=[None] * 3 + [1904] * 4)
    told = {"win": 50, "others": 1, "winner_centre": 2, "loser_centre": Fraction(1, 2), "loser_survivor": 3}
    loser = [1 + Fraction(n, 2) + 3 for n in (10, 6)]
    assert list(score("CUSTOM", board, **told)) == [50 + 18 * 2, *loser, 1, 1, 1, 1]
    years = {"win": 50, "others": 0, "loser_year": 1, "last_year": False, "most_years": 6}
    assert list(score("CUSTOM", board, **years)) == [50, 6, 6, 3, 3, 3, 3]
    larger = {"win": 50, "others": 0, "loser_year": 1, "loser_centre": 1, "loser_larger": True}
    assert list(score("CUSTOM", board, **larger)) == [50, 10, 8, 4, 4, 4, 4]


def test_a_conceded_game_without_centres() -> None:
    board = full(15, 10, 9, 0, 0, 0, 0, draw=[0])
    told = {"winner_centre": 1, "loser_centre": 1, "conceded_centres": False}
    assert list(score("CUSTOM", board, win=50, **told)) == [50, 0, 0, 0, 0, 0, 0]


def test_who_gets_points_for_centres_and_the_top() -> None:
    drawn, won = full(12, 10, 8, 4, 0, 0, 0, draw=[1, 2]), full(18, 10, 6, 0, 0, 0, 0)
    for who, in_draw, after_a_win in (
        ("all", [17, 10, 8, 4, 0, 0, 0], [23, 10, 6, 0, 0, 0, 0]),
        ("unbeaten", [17, 10, 8, 4, 0, 0, 0], [23, 0, 0, 0, 0, 0, 0]),
        ("members", [0, 10, 8, 0, 0, 0, 0], [23, 0, 0, 0, 0, 0, 0]),
    ):
        assert list(score("CUSTOM", drawn, top=[5], who=who)) == in_draw
        assert list(score("CUSTOM", won, top=[5], who=who)) == after_a_win


def test_what_all_else_leaves_of_a_pot() -> None:
    board = full(12, 10, 8, 4, 0, 0, 0, draw=[0, 1])
    told = {"pot": 100, "rest": True, "survivor": 3, "part": -1}
    half = Fraction(100 - 34 - 4 * 3 + 7, 2)
    assert list(score("CUSTOM", board, **told)) == [
        *(n + 3 - 1 + half for n in (12, 10)),
        *(n + 3 - 1 for n in (8, 4)),
        *[-1] * 3,
    ]


def test_everything_that_comes_after_the_sum_has_its_turn() -> None:
    """A levy, then the scale, then the years of the dead, then the factors of a win, then the cap."""
    board = full(18, 12, 4, 0, 0, 0, 0, year=1908, gone=[None] * 3 + [1904] * 4)
    told = {"levy": Fraction(1, 2), "scale": 100, "dead_year": 1, "winner_times": 2, "loser_times": 3}
    paid = 6 + 2
    scaled = [Fraction(n * 100, 34) for n in (18 + paid, 12 - 6, 4 - 2)]
    assert list(score("CUSTOM", board, **told)) == [scaled[0] * 2, *(n * 3 for n in scaled[1:]), *[4 * 3] * 4]
    capped = score("CUSTOM", board, cap=50, **told)
    assert list(capped) == [50, 50, scaled[2] * 3, *[4 * 3] * 4]
