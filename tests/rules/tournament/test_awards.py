"""Best of each country."""

from typing import Any

from tests.rules.tournament.events import BAD, FOUR, SOLO, THREE, board, fixed, games, listing, write
from xl_dipscore import Settings
from xl_dipscore.rules.event.settings import AwardRule
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.awards import awards
from xl_dipscore.rules.tournament.games import score_games
from xl_dipscore.rules.tournament.standings import scored_event
from xl_dipscore.tables.functions.events import dip_awards

BOARDS = [
    fixed({"a": 50, "b": 60}, counts=(12, 10, 12, 0, 0, 0, 0)),
    fixed({"c": 50, "d": 40}, 1, 2, counts=(10, 14, 10, 0, 0, 0, 0)),
    fixed({"b": 30, "a": 60}, 2, 1, counts=(12, 12, 10, 0, 0, 0, 0)),
]


def best(
    *boards: Any, by: Any = "score", system: str = "SOS", min_games: int = 0, **more: Any
) -> list[tuple[str, str]]:
    rule = Settings(awards=AwardRule(by, **more), min_games=min_games)
    return [(one.power, one.player) for one in awards(score_games(find(system), games(*boards)), rule)]


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
    """Two boards in a round, three rounds under NDC, no Top board: awards by country ignore all of these."""
    doubled = listing(fixed({"a": 50}), fixed({"a": 40}, 1, 2))
    assert dip_awards("SOS", doubled)[1][:3] == ["Austria", "a", 50]
    three = listing(*(fixed({"a": n}, n) for n in (1, 2, 3)))
    assert dip_awards("NDC", three, [["format", "top-board"]])[1][:3] == ["Austria", "a", 3]
    assert dip_awards("SOS", doubled, [["by", "luck"]]) == "#NUM!"


def test_a_mystery_solo_is_worth_what_is_known() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", 2)]
    scored = scored_event(find("MYSTERY"), games(*boards), Settings(rounds=4))
    assert next((one.power, one.player, one.score) for one in awards(scored)) == ("Austria", "a", 400)


# -- the rule of an event's own -----------------------------------------------------------------

BEATEN = board((16, 18, 0, 0, 0, 0, 0), "ab")
"""Austria lost to a solo with 16 centres."""
DRAWN = board((9, 9, 8, 8, 0, 0, 0), "cdefghi", 1, 2, draw="EF")
"""Austria survived outside the draw, with 9; Italy, Russia and Turkey are out."""


def test_who_lost_to_a_solo_is_below_all_others() -> None:
    for by in ("centres", "results"):
        assert best(BEATEN, DRAWN, by=by)[0] == ("Austria", "c")
    assert best(BEATEN, DRAWN, by="centres", losers="level")[0] == ("Austria", "a")
    # DixieCon gives a loser with 16 centres 70 + 4 x 16, the survivor in third place 50 + 4 x 9.
    assert best(BEATEN, DRAWN, system="DIXIECON", losers="level")[0] == ("Austria", "a")
    assert best(BEATEN, DRAWN, system="DIXIECON")[0] == ("Austria", "c")


def test_games_are_compared_as_in_australia() -> None:
    """A win, a draw, an elimination, a loss; then points, then the place."""
    won, drew = board(SOLO, "l", 2), board((9, 9, 8, 8, 0, 0, 0), "cdefghi", 1, 2)
    out = board((0, 12, 11, 11, 0, 0, 0), "zyx", 2, 2)
    assert best(won, drew, out, BEATEN, by="results")[0] == ("Austria", "l")
    assert best(drew, out, BEATEN, by="results")[0] == ("Austria", "c")
    assert best(out, BEATEN, by="results")[0] == ("Austria", "z")
    # Draw60 gives each of three 20 points, and each of four 15.
    three, four = board(THREE, "abc"), board(FOUR, "defg", 1, 2)
    assert best(four, three, by="results", system="DRAW60")[0] == ("Austria", "a")
    # With as many points the place decides: first with 10 of 10 8 8 8, second with 12 of 13 12 5 4.
    first, second = board((10, 8, 8, 8, 0, 0, 0), "abcd"), board((12, 13, 5, 4, 0, 0, 0), "efgh", 1, 2)
    assert best(first, second, by="results", system="DRAW60")[0] == ("Austria", "a")


def test_without_the_top_board_and_the_final() -> None:
    boards = [board(FOUR, "a"), board(SOLO, "b", 2, "Top"), board(SOLO, "c", "Final")]
    assert best(*boards)[:2] == [("Austria", "b"), ("Austria", "c")]
    assert best(*boards, boards="without top")[0] == ("Austria", "a")


def test_who_has_too_few_games_wins_no_award() -> None:
    boards = [board(SOLO, "a"), board(FOUR, "b", 1, 2), board(THREE, "xb", 2)]
    assert best(*boards)[0] == ("Austria", "a")
    assert best(*boards, min_games=2)[0] == ("Austria", "b")


def test_guests_win_where_they_may() -> None:
    boards = [board(SOLO, "a", unranked="A"), board(FOUR, "b", 1, 2)]
    assert best(*boards)[0] == ("Austria", "b")
    assert best(*boards, guests=True)[0] == ("Austria", "a")


def test_a_tie_is_broken_by_the_other_amount_then_by_the_result_then_by_the_place() -> None:
    assert best(*BOARDS, ties="broken") == [("Austria", "a"), ("England", "a")]  # each by 12 to 10
    assert best(*BOARDS, by="centres", ties="broken")[:1] == [("Austria", "a")]  # 50 to 30 points
    alike = [
        fixed({"a": 5}, counts=(10, 12, 12, 0, 0, 0, 0)),
        fixed({"b": 5}, 2, counts=(10, 9, 9, 6, 0, 0, 0)),
    ]
    assert best(*alike) == [("Austria", "a"), ("Austria", "b")]
    assert best(*alike, ties="broken")[0] == ("Austria", "b")


def test_the_rule_on_a_worksheet_and_on_the_command_line(dipscore: Any, tmp_path: Any) -> None:
    boards = [BEATEN, DRAWN, board(SOLO, "z", 2, "Top")]
    options = [["by", "centres"], ["award boards", "without top"], ["award losers", "level"]]
    assert dip_awards("SOS", listing(*boards), options)[1][:2] == ["Austria", "a"]
    assert dip_awards("SOS", listing(*boards), options[:2])[1][:2] == ["Austria", "c"]
    assert dip_awards("SOS", listing(*boards), [["min games", 2]])[1:] == []
    assert dip_awards("SOS", listing(*boards), [["award ties", "luck"]]) == "#NUM!"
    path = write(tmp_path / "games.csv", *boards)
    asked = ["--by", "centres", "--award-boards", "without-top"]
    assert dipscore("awards", "SOS", path, *asked, "--award-losers", "level").table[1][:2] == ["Austria", "a"]
    assert dipscore("awards", "SOS", path, *asked).table[1][:2] == ["Austria", "c"]
    assert dipscore("awards", "SOS", path, "--min-games", 2).table[1:] == []
