"""Best of each country."""

from typing import Any

from events import BAD, FOUR, SOLO, THREE, board, fixed, games, listing

from xl_dipscore import Settings
from xl_dipscore.functions import dip_awards
from xl_dipscore.system import find
from xl_dipscore.tournament import awards, score_games, scored_event

BOARDS = [
    fixed({"a": 50, "b": 60}, counts=(12, 10, 12, 0, 0, 0, 0)),
    fixed({"c": 50, "d": 40}, 1, 2, counts=(10, 14, 10, 0, 0, 0, 0)),
    fixed({"b": 30, "a": 60}, 2, 1, counts=(12, 12, 10, 0, 0, 0, 0)),
]


def best(*boards: Any, by: Any = "score", system: str = "SOS") -> list[tuple[str, str]]:
    return [(one.power, one.player) for one in awards(score_games(find(system), games(*boards)), by)]


def test_by_score_ties_all_listed() -> None:
    assert best(*BOARDS) == [("Austria", "a"), ("Austria", "c"), ("England", "a"), ("England", "b")]


def test_by_centres_ties_all_listed() -> None:
    assert best(*BOARDS, by="centres") == [("Austria", "a"), ("Austria", "b"), ("England", "d")]


def test_permuting_the_games_changes_nothing() -> None:
    for by in ("score", "centres"):
        assert best(*BOARDS, by=by) == best(*BOARDS[::-1], by=by)


def test_who_wins_no_award() -> None:
    """Nobody for a replacement's position, a house player's game, or a faulty board."""
    boards = [
        *BOARDS,
        board(SOLO, ["", "z"], 3),
        board((17, 17, 0, 0, 0, 0, 0), ["td"], 3, 2, unranked="A"),
        board(BAD, "x", 3, 3),
    ]
    assert ("Austria", "a") in best(*boards, by="centres")
    assert {player for _, player in best(*boards, by="centres")} == set("abd")


def test_without_names_all_positions_count() -> None:
    found = best(board(THREE), board(FOUR, "", 1, 2), by="centres")
    assert found[:4] == [("Austria", ""), ("England", ""), ("France", ""), ("Germany", "")]


def test_docked_centres_do_not_count() -> None:
    docked = board((12, 11, 11, 0, 0, 0, 0), "a", docked={"A": 3})
    assert best(docked, board(FOUR, "b", 1, 2), by="centres") == [("Austria", "b")]


def test_in_a_worksheet() -> None:
    block = listing(*BOARDS)
    assert dip_awards("SOS", block) == [
        ["Power", "Player", "Score", "Centres", "Round", "Board"],
        ["Austria", "a", 50, 12, 1, "1"],
        ["Austria", "c", 50, 10, 1, "2"],
        ["England", "a", 60, 12, 2, "1"],
        ["England", "b", 60, 10, 1, "1"],
    ]
    by_centres = dip_awards("SOS", block, [["by", "Centres"], ["rows", 6]])
    assert [row[:4] for row in by_centres] == [
        ["Power", "Player", "Score", "Centres"],
        ["Austria", "a", 50, 12],
        ["Austria", "b", 30, 12],
        ["England", "d", 40, 14],
        [""] * 4,
        [""] * 4,
    ]


def test_what_stops_a_table_does_not_stop_the_awards() -> None:
    """Two boards in a round, three rounds under NDC, no Top board: nothing of that is about countries."""
    doubled = listing(fixed({"a": 50}), fixed({"a": 40}, 1, 2))
    assert dip_awards("SOS", doubled)[1][:3] == ["Austria", "a", 50]
    three = listing(*(fixed({"a": n}, n) for n in (1, 2, 3)))
    assert dip_awards("NDC", three, [["format", "top-board"]])[1][:3] == ["Austria", "a", 3]
    assert dip_awards("SOS", doubled, [["by", "luck"]]) == "#NUM!"


def test_a_mystery_solo_is_worth_what_is_known() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", 2)]
    scored = scored_event(find("MYSTERY"), games(*boards), Settings(rounds=4))
    assert next((one.power, one.player, one.score) for one in awards(scored)) == ("Austria", "a", 400)
