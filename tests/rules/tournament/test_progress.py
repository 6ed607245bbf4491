"""Is a game or an event over? Rounds, years and the director's word decide it, in one function."""

from typing import Any

import pytest

from tests.rules.tournament.events import BLANK, FOUR, THREE, Rows, board, listed, listing
from xl_dipscore.rules.event.progress import Progress
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.system import find
from xl_dipscore.tables.functions.events import dip_problems

YEARLESS = {"year": BLANK}
FIRST, LAST = board(THREE, "abcdefg", **YEARLESS), board(FOUR, "gfedcba", 2, "A", **YEARLESS)
WON = board((18, 16, 0, 0, 0, 0, 0), "hijklmn", 2, "B", **YEARLESS)
DRAWN = board(FOUR, "opqrstu", 2, "C", draw="AEF", **YEARLESS)
TO_COME = board(BLANK, "vwxyz", 2, "D")


def progress(system: str, *boards: Rows, **settings: Any) -> Progress:
    found = listed(*boards)
    return find(system).progress(found.of_event(Settings(**settings)), found.games)


@pytest.mark.parametrize(
    ("system", "over", "in_play"),
    [
        ("CDIPLO", None, []),  # needs no year: its counts are its result
        ("NDC", None, ["A"]),  # of round 1 nobody asks any more
        ("NDC", True, []),
        ("CDIPLO", False, ["A"]),
    ],
)
def test_a_board_is_in_play_until_its_end_is_known(
    system: str, over: bool | None, in_play: list[str]
) -> None:
    found = progress(system, FIRST, LAST, WON, DRAWN, over=over)
    assert [game.name for game in found.in_play] == in_play
    assert found.running == ({2} if in_play else set())
    assert bool(found.reasons) == bool(in_play)


def test_a_round_is_over_when_its_boards_are_played_and_an_event_when_its_rounds_are() -> None:
    assert progress("CDIPLO", FIRST, TO_COME).running == set()  # nobody has begun the second
    assert progress("CDIPLO", FIRST, LAST, TO_COME).running == {2}
    assert progress("CDIPLO", FIRST, LAST, TO_COME).reason_sentences == [
        "Board D of round 2 has no result yet."
    ]
    assert progress("CDIPLO", FIRST, LAST, rounds=3).reason_sentences == [
        "Round 2 of 3 is the last one played."
    ]
    assert progress("CDIPLO", FIRST, LAST, rounds=2).reason_sentences == []
    declared = progress("CDIPLO", FIRST, LAST, TO_COME, rounds=3, over=True)
    assert (declared.reason_sentences, declared.running) == ([], set())


def test_evenings_are_called_by_their_dates() -> None:
    days = [{**row, "Round": None, "Date": f"2026-05-0{row['Round']}"} for row in (*FIRST, *LAST, *TO_COME)]
    assert progress("CDIPLO", days).reason_sentences == ["Board D of 2 May 2026 has no result yet."]


def test_problems_ask_for_no_result_of_an_event_that_is_over() -> None:
    games = listing(FIRST, LAST, TO_COME)
    said = [row[1] for row in dip_problems("CDIPLO", games)[1:]]
    over = [row[1] for row in dip_problems("CDIPLO", games, [["Event is over", "yes"]])[1:]]
    assert [one for one in said if one not in over] == ["Round 2: board D to come."]
