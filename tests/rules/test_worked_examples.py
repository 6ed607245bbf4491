"""Numbers that others published, and the worked numbers of the rules, as arithmetic from the rule."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.boards import full
from tests.each import each
from xl_dipscore import POWERS, Board, Faults, explain, score
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.system import find
from xl_dipscore.rules.systems.ndc import prospects_of

A, E, F, G, I, R, T = SEATS  # noqa: E741  the powers' initials, as the hobby writes them
VECTORS = Path(__file__).parents[1] / "vectors"
PUBLISHED: list[dict[str, Any]] = json.loads((VECTORS / "published.json").read_text(encoding="utf-8"))
TOURNAMENTS = {one["id"]: one for one in json.loads((VECTORS / "tournaments.json").read_text("utf-8"))}


# -- published.json ---------------------------------------------------------------------------

AROUND: dict[str, Sequence[Board]] = {
    "win with 18 centres; checked 270+72": [
        full(6, 18, 5, 3, 2, 0, 0),
        full(0, 18, 16, 0, 0, 0, 0),
    ],
    "second place with 16 behind a win; 70+64; full board would be 18-16-0..": [full(0, 0, 16, 18, 0, 0, 0)],
    "3-way draw with 1 centre: (270+70+50)/3=130, +4": [full(0, 17, 0, 16, 1, 0, 0, draw=[E, G, I])],
    "4-way with 7: 106+28": [full(0, 12, 9, 0, 7, 6, 0, draw=[E, F, I, R])],
    "5-way with 11: 88.8+44": [full(0, 8, 7, 5, 11, 0, 3, draw=[E, F, G, I, T])],
    "two eliminated in the same year sharing 5th and 6th: (20+10)/2": [
        full(0, 10, 9, 8, 0, 7, 0, gone=[1906, None, None, None, 1906, None, 1903])
    ],
    "same two had they survived with one centre: 15+4": [
        full(1, 10, 9, 8, 1, 5, 0, draw=[E, F, G, R]),
    ],
    "19 c. win by T: 18 (capped)+100-1": [full(0, 0, 0, 0, 0, 15, 19)],
    "PUBLISHED VALUE IS WRONG: the article prints 10 + 48 + 2 = 56; the sum is 60. "
    "expected here is the corrected value": [full(0, 9, 8, 7, 10, 0, 0, draw=[E, I])],
    "7 c. E survivor outside the draw / below a win: 7+0-2": [
        full(0, 7, 0, 14, 13, 0, 0, draw=[G, I]),
        full(0, 7, 0, 0, 0, 18, 9),
    ],
    "F eliminated: 0+0-2 (country adjustment applies to the eliminated as well)": [
        full(10, 10, 0, 14, 0, 0, 0),
        full(0, 16, 0, 18, 0, 0, 0),
    ],
    "9-centre leader: 4+3+7*1+5": [full(8, 8, 9, 5, 4, 0, 0)],
    "13-centre 2nd place": [full(0, 14, 13, 7, 0, 0, 0)],
}
"""The full boards we build where only a seat or two are published, by the entry's note."""


def boards_of(entry: dict[str, Any]) -> Sequence[Board]:
    """The published board, or ours around the published seats."""
    if entry.get("partial"):
        return AROUND[entry["note"]]
    marks = entry["draw"] or ([entry["solo"]] if entry["solo"] else [])
    counts = [entry["sc"][power] for power in POWERS]
    return [Board(counts, marks, dict(_years(entry)), entry["final_year"])]


def _years(entry: dict[str, Any]) -> Any:
    """The elimination years; ours if none are published and no published score depends on them."""
    years = dict(entry["elim_years"])
    dead = [power for power in POWERS if not entry["sc"][power]]
    if not years and "eliminated" in find(entry["system"]).needs:
        assert not set(dead) & set(entry["expected"])
        years = {power: 1903 + i for i, power in enumerate(dead)}
    return years


def test_every_published_number_is_checked() -> None:
    assert all(entry["expected"] for entry in PUBLISHED)
    assert all(AROUND[entry["note"]] for entry in PUBLISHED if entry.get("partial"))
    assert set(AROUND) <= {entry["note"] for entry in PUBLISHED if entry.get("partial")}
    assert {"dixiecon", "townsend", "dcc", "sos", "cdiplo100"} <= {entry["system"] for entry in PUBLISHED}


@each("entry", PUBLISHED, ids=lambda e: f"{e['system']}-{e['note'][:30]}")
def test_published(entry: dict[str, Any]) -> None:
    for board in boards_of(entry):
        for power, centres in entry["sc"].items():
            assert board.centres[POWERS.index(power)] == centres
        if "draw_size" in entry:
            assert len(board.drew) == entry["draw_size"]
        if entry["solo"]:
            assert board.winner == POWERS.index(entry["solo"])
        points = explain(entry["system"], board)
        if "component" in entry:
            (totals,) = (line.amounts for line in points.lines if line.label.startswith("Points by place"))
        else:
            totals = points.totals
        for power, expected in entry["expected"].items():
            # A number published to two decimals may be half a hundredth off.
            assert abs(totals[POWERS.index(power)] - Fraction(str(expected))) <= Fraction(
                str(entry.get("tol", 0))
            )


def test_an_entry_with_places_has_them_filled() -> None:
    """Fifth and sixth place are those with four powers above, and one below."""
    notes = [entry["note"] for entry in PUBLISHED if "places" in entry]
    assert len(notes) == 2
    for note in notes:
        for board in AROUND[note]:
            totals = score("DIXIECON", board)
            assert totals[A] == totals[I]
            assert sum(other > totals[A] for other in totals) == 4


def test_the_slip_in_townsends_article() -> None:
    (entry,) = (entry for entry in PUBLISHED if entry.get("error_in_source"))
    (board,) = boards_of(entry)
    assert score("TOWNSEND", board)[I] == 10 + 48 + 2 == 60
    assert entry["published_expected"] == {"Italy": 56}


# -- NDC --------------------------------------------------------------------------------------

NDC_A = {"centres": (0, 0, 16, 0, 4, 2, 12), "gone": (1904, 1906, None, 1908, None, None, None)}
NDC_B = {"centres": (0, 3, 12, 4, 0, 7, 8), "gone": (1904, None, None, None, 1906, None, None)}


def ndc(centres: Sequence[int], gone: Any, year: int = 1910, **facts: Any) -> list[str]:
    """Scores to three decimals."""
    return [f"{float(s):.3f}" for s in score("NDC", Board(centres, (), gone, year, **facts))]


def test_ndc_a_twelve_beside_a_sixteen() -> None:
    whole = Fraction(16, 2) + Fraction(12, 6) + Fraction(4, 14) + Fraction(2, 16)
    board = Board(NDC_A["centres"], (), NDC_A["gone"], 1910)
    assert score("NDC", board)[T] == 100 * Fraction(12, 6) / whole + 10 * Fraction(1, 10)
    points = explain("NDC", board)
    (own,), (shared, _) = points.figures, points.lines
    assert own.amounts == (
        0,
        0,
        8,
        0,
        Fraction(4, 14),
        Fraction(2, 16),
        2,
    )  # 16 and 12: 8.000, 2.000
    assert shared.label.endswith(": 8 of 10.411 prospects is 76.844")
    assert f"{float(shared.amounts[2]):.3f}" == "76.844"
    assert ndc(*NDC_A.values()) == ["0.300", "0.500", "77.844", "0.700", "3.744", "2.201", "20.211"]


def test_ndc_b_twelve_at_the_top() -> None:
    whole = sum(Fraction(n, 18 - n) for n in (12, 8, 7, 4, 3))
    board = Board(NDC_B["centres"], (), NDC_B["gone"], 1910)
    assert score("NDC", board)[F] == 100 * 2 / whole + 1
    assert ndc(*NDC_B.values()) == ["0.300", "6.099", "51.993", "8.285", "0.500", "17.225", "21.397"]


def test_ndc_a_docked_centre_comes_off_before_the_ratio() -> None:
    scores = ndc(*NDC_A.values(), docked=(0, 0, 1, 0, 0, 0, 0))
    assert (scores[F], scores[T]) == ("68.470", "27.988")


def test_ndc_docking_takes_away_no_win_and_no_survival() -> None:
    win = Board((0, 0, 18, 0, 1, 0, 15), (), (1904, 1904, None, 1904, None, 1904, None), 1910)
    docked = Board(win.centres, (), win.eliminated, win.year, docked=(0, 0, 3, 0, 2, 0, 0))
    assert score("NDC", docked) == score("NDC", win)


def test_ndc_twelve_and_eight_agree_on_ten() -> None:
    gone = (1903, None, None, 1904, None, 1905, None)
    board = Board((0, 10, 10, 0, 8, 0, 6), [E, F], gone, 1908)
    share = Fraction(10, 8) / (2 * Fraction(10, 8) + Fraction(8, 10) + Fraction(6, 12))
    scores = score("NDC", board)
    assert scores[E] == scores[F] == 100 * share + Fraction(8, 10)
    # With 8 and 6 beside them, 33.695 is 100 * 1.25 / 3.8 and 0.8 for the years to 1908.
    assert round(float(scores[E]), 3) == 33.695


def test_ndc_17_all_is_half_each() -> None:
    board = full(17, 17, 0, 0, 0, 0, 0, draw=[A, E], year=1910)
    assert score("NDC", board)[A] == 100 / Fraction(2) + 10 * Fraction(1, 10)


@pytest.mark.parametrize("win", [full(0, 0, 20, 9, 5, 0, 0), full(0, 0, 12, 12, 10, 0, 0, draw=[F])])
def test_ndc_a_win_is_exactly_100_and_the_others_have_their_years(win: Board) -> None:
    scores = score("NDC", win)
    assert scores[F] == 100
    assert scores[G] == scores[I] == 8 * Fraction(1, 10)
    # Eliminated in 1904: three complete years.
    assert scores[A] == 3 * Fraction(1, 10)
    assert score("NDC", win, winner_survival=True)[F] == 100 + 8 * Fraction(1, 10)


def test_ndc_table_of_prospects() -> None:
    printed = {int(n): value for n, value in TOURNAMENTS["ndc_prospects_table"]["rows"].items()}
    assert list(printed) == list(range(1, 18))
    slips = [n for n, value in printed.items() if round(float(prospects_of(n)), 3) != value]
    assert slips == [11]
    assert (printed[11], round(11 / 7, 3)) == (1.570, 1.571)


def test_ndc_takes_no_draw_of_unequal_counts() -> None:
    with pytest.raises(Faults, match="England has 12 centres and France has 8 centres"):
        score("NDC", full(0, 12, 8, 0, 8, 0, 6, draw=[E, F]))


# -- DixieCon ---------------------------------------------------------------------------------

PLACES = (270, 70, 50, 34, 20, 10, 0)


@each("size", range(2, 8))
def test_dixiecon_members_of_a_draw_share_the_first_places(size: int) -> None:
    board = full(*[4] * 7, draw=range(size))
    assert score("DIXIECON", board)[A] == Fraction(sum(PLACES[:size]), size) + 4 * 4


@each(
    ("board", "expected"),
    [
        pytest.param(full(0, 0, 20, 14, 0, 0, 0), {F: 270 + 20 * 4, G: 70 + 14 * 4}, id="no cap on a win"),
        pytest.param(
            full(12, 12, 10, 0, 0, 0, 0, draw=[A]), {A: 270 + 12 * 4, E: 70 + 12 * 4}, id="concession"
        ),
        pytest.param(
            full(17, 17, 0, 0, 0, 0, 0, draw=[A, E]),
            {A: (270 + 70) // 2 + 17 * 4, E: 238},
            id="WDC 1998",
        ),
        pytest.param(
            full(17, 6, 4, 3, 2, 2, 0),
            {A: Fraction(270 + 70 + 50 + 34 + 20 + 10, 6) + 17 * 4, T: 0},
            id="WDC 1998, six-way",
        ),
        pytest.param(
            full(12, 12, 10, 0, 0, 0, 0),
            {A: (270 + 70 + 50) // 3 + 12 * 4, E: 178, F: 170},
            id="DixieCon 2010, 12-12-10",
        ),
        pytest.param(
            full(9, 9, 5, 5, 6, 0, 0, draw=[A, E]),
            {I: 50 + 6 * 4, F: Fraction(34 + 20, 2) + 5 * 4, T: 10, R: 0},
            id="survivors outside the draw by centres, the first to go last",
        ),
    ],
)
def test_dixiecon(board: Board, expected: dict[int, Fraction]) -> None:
    scores = score("DIXIECON", board)
    assert {seat: scores[seat] for seat in expected} == expected


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((11, 11, 12, 0, 0, 0, 0), "DIXIECON takes a concession from 12 centres on; Austria has 11 centres"),
        ((12, 13, 9, 0, 0, 0, 0), "only to the largest power; Austria has 12 centres, another has 13"),
    ],
)
def test_dixiecon_refuses_a_concession(counts: Sequence[int], sentence: str) -> None:
    with pytest.raises(Faults, match=sentence):
        score("DIXIECON", full(*counts, draw=[A]))


# -- DC(C) ------------------------------------------------------------------------------------


def test_dcc_draw_and_squares() -> None:
    squares = 12**2 + 8**2 + 7**2 + 5**2 + 2**2
    board = full(0, 12, 8, 7, 5, 2, 0, draw=[E, F, G, I, R])
    assert score("DCC", board)[E] == Fraction(600, 5) + Fraction(100 * 12**2, squares)


def test_dcc_a_survivor_left_out_has_a_part_in_the_last_hundred() -> None:
    board = full(0, 13, 10, 3, 8, 0, 0, draw=[E, F, G])
    last = Fraction(100 * 8**2, 13**2 + 10**2 + 3**2 + 8**2)
    assert score("DCC", board)[I] == last
    assert score("DCC", board, members="survivors")[I] == Fraction(600, 4) + last


def test_dcc_seven_way_draw_gets_no_600() -> None:
    board = full(10, 9, 5, 4, 3, 2, 1)
    assert sum(score("DCC", board)) == 100
    assert score("DCC", board)[A] == Fraction(100 * 10**2, sum(n * n for n in board.centres))
    six = full(10, 9, 5, 4, 3, 2, 1, draw=[A, E, F, G, I, R])
    assert sum(score("DCC", six)) == 700
    assert sum(score("DCC", six, members="survivors")) == 100


def test_dcc_share_of_centres() -> None:
    board = full(0, 13, 10, 3, 8, 0, 0, draw=[E, F, G])
    assert score("DCC", board, scs="share")[E] == Fraction(600, 3) + Fraction(100 * 13, 34)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        # A point a centre, 66 shared by four, and each pays the top seven: one for each centre over six.
        ((0, 13, 10, 3, 8, 0, 0), {E: 13 + Fraction(66, 4) + 3 * 7, I: 8 + Fraction(66, 4) - 7}),
        ((0, 13, 13, 3, 5, 0, 0), {E: 13 + Fraction(66, 4) + Fraction(2 * 7, 2), G: 3 + Fraction(66, 4) - 7}),
        # Nobody pays more than their share: 66 / 7 is less than the 11 due.
        ((17, 5, 4, 3, 2, 2, 1), {A: 17 + 66, T: 1}),
        # Six at the top are not over six.
        ((6, 6, 6, 6, 6, 4, 0), {A: 6 + Fraction(66, 6), R: 4 + Fraction(66, 6)}),
    ],
)
def test_dcc_tribute(counts: Sequence[int], expected: dict[int, Fraction]) -> None:
    drew = [E, F]
    scores = score("DCC", full(*counts, draw=drew), scs="tribute")
    assert {seat: scores[seat] - (300 if seat in drew else 0) for seat in expected} == expected
    assert sum(scores) == 700


@each("scs", ["squares", "share", "tribute"])
@each("board", [full(0, 18, 16, 0, 0, 0, 0), full(9, 9, 9, 7, 0, 0, 0, draw=[E])])
def test_dcc_a_win_takes_all(board: Board, scs: str) -> None:
    assert score("DCC", board, scs=scs) == (0, 700, 0, 0, 0, 0, 0)


# -- Sum of Squares, WBC, Townsend, C-Diplo ---------------------------------------------------


def test_sos() -> None:
    board = full(0, 15, 14, 5, 0, 0, 0)
    assert score("SOS", board)[E] == Fraction(100 * 15**2, 15**2 + 14**2 + 5**2)
    assert score("SOS", full(0, 18, 16, 0, 0, 0, 0)) == (0, 100, 0, 0, 0, 0, 0)


@each("size", range(2, 8))
def test_wbc_draws(size: int) -> None:
    board = full(*[4] * 7, draw=range(size))
    bonus = {2: 22, 3: 10, 4: 4, 5: 1}.get(size, 0)
    assert score("WBC", board) == tuple(4 + (bonus if seat < size else 0) for seat in SEATS)


def test_wbc_a_win_counts_every_centre() -> None:
    assert score("WBC", full(0, 21, 13, 0, 0, 0, 0)) == (0, 21 + 46, 13, 0, 0, 0, 0)


def test_wbc_a_conceded_win_is_credited_with_18() -> None:
    board = full(15, 10, 9, 0, 0, 0, 0, draw=[A])
    assert score("WBC", board) == (18 + 46, 10, 9, 0, 0, 0, 0)
    assert score("WBC", board, conceded=15) == (15 + 46, 10, 9, 0, 0, 0, 0)


def test_wbc_refuses_a_concession_below_15() -> None:
    with pytest.raises(Faults, match="WBC takes a concession from 15 centres on; Austria has 14 centres"):
        score("WBC", full(14, 10, 10, 0, 0, 0, 0, draw=[A]))


BONUS = {2: 48, 3: 31, 4: 22, 5: 17, 6: 13, 7: 7}


@each(
    ("board", "bonus"),
    [
        (full(21, 13, 0, 0, 0, 0, 0), 100),
        (full(10, 10, 14, 0, 0, 0, 0, draw=[A]), 100),
        *((full(10, 9, 5, 4, 3, 2, 1, draw=range(size)), size * each) for size, each in BONUS.items()),
        (full(9, 9, 9, 7, 0, 0, 0), 4 * BONUS[4]),
    ],
)
def test_townsend_a_board_adds_up(board: Board, bonus: int) -> None:
    # Austria 1, England -2, France -2, Italy 2, Turkey -1: the countries together are -2.
    assert sum(score("TOWNSEND", board)) == bonus + sum(min(n, 18) for n in board.centres) - 2


def test_townsend_countries() -> None:
    assert score("TOWNSEND", full(5, 5, 5, 5, 5, 5, 4)) == tuple(
        n + 7 + country for n, country in zip((5, 5, 5, 5, 5, 5, 4), (1, -2, -2, 0, 2, 0, -1), strict=True)
    )


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param((14, 5, 5, 5, 5, 0, 0), {E: 1 + 5 + Fraction(14 + 7, 4)}, id="four level for second"),
        pytest.param(
            (9, 9, 9, 7, 0, 0, 0), {A: 1 + 9 + Fraction(38 + 14 + 7, 3)}, id="three level for first"
        ),
        pytest.param(
            (17, 17, 0, 0, 0, 0, 0),
            {A: 1 + 17 + Fraction(38 + 14, 2), T: 1 + Fraction(7, 5)},
            id="two survivors",
        ),
        pytest.param(
            (11, 8, 8, 3, 3, 1, 0), {A: 50, E: Fraction("19.5"), G: 4, R: 2, T: 1}, id="WDD example"
        ),
    ],
)
def test_cdiplo(counts: Sequence[int], expected: dict[int, Fraction]) -> None:
    scores = score("CDIPLO", full(*counts))
    assert {seat: scores[seat] for seat in expected} == expected
    assert sum(scores) == 7 + 34 + 38 + 14 + 7 == 100


def test_cdiplo_options() -> None:
    two = full(17, 17, 0, 0, 0, 0, 0)
    assert score("CDIPLO", two, dead_share=False)[T] == 1
    assert score("CDIPLO", two, values=[25, 14, 7], part=0)[A] == 17 + Fraction(25 + 14, 2)
    assert score("CDIPLO", full(18, 16, 0, 0, 0, 0, 0), win=80) == (80, 0, 0, 0, 0, 0, 0)
