"""Who goes to the final or the top board, and who advances from each country."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.tournament.events import BAD, BLANK, FOUR, SOLO, THREE, board, fixed, games, listed, write
from xl_dipscore import Faults, Settings, standings
from xl_dipscore.rules.event.decision import Qualification
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.explain import NoSuchPlayer
from xl_dipscore.rules.tournament.qualify import qualify


def through(
    system: str, *boards: Any, options: dict[str, object] | None = None, **settings: Any
) -> Qualification:
    found = listed(*boards)
    chosen = found.of_event(Settings(**settings))
    return qualify(find(system), found.games, chosen, options or {})


def players(found: Qualification, remark: str | None = None) -> str:
    return "".join(row.player for row in found.rows if remark is None or row.remark == remark)


def scores(names: str, *points: int) -> dict[str, int]:
    return dict(zip(names, points, strict=True))


FIRST = fixed(scores("abcdefg", 90, 80, 70, 60, 50, 40, 30))
SECOND = fixed(scores("hijklmn", 85, 75, 65, 55, 45, 35, 25), name=2)


# -- seven --------------------------------------------------------------------------------------


def test_the_best_seven() -> None:
    found = through("SOS", FIRST, SECOND)
    assert players(found) == "ahbicjd"
    assert {(row.to, row.power, row.remark) for row in found.rows} == {("final", "", "")}
    assert [row.worth for row in found.rows] == [90, 85, 80, 75, 70, 65, 60]
    assert (found.notes, found.faults) == ((), ())


def test_fewer_than_seven_all_go() -> None:
    assert players(through("SOS", fixed(scores("abc", 1, 2, 3)))) == "cba"


def test_a_cut_inside_a_tie_is_explained() -> None:
    tied = fixed(scores("hijklmn", 85, 75, 65, 60, 60, 35, 25), name=2)
    found = through("SOS", FIRST, tied)
    assert players(found, "") == "ahbicj"
    assert players(found, "level at the cut") == "dkl"
    assert found.notes == ("The cut falls inside a tie: d, k and l are level for 1 of the 7 places.",)


def test_a_tie_that_the_cut_leaves_whole_is_no_matter() -> None:
    tied = fixed(scores("hijklmn", 85, 75, 60, 25, 25, 25, 25), name=2)
    found = through("SOS", FIRST, tied)
    assert (players(found, ""), found.notes) == ("ahbicdj", ())


def test_a_tie_break_may_decide_the_cut() -> None:
    tied = fixed(scores("hijklmn", 85, 75, 65, 60, 60, 35, 25), name=2)
    found = through("SOS", FIRST, tied, tiebreak=("wins", "best game"))
    assert len(found.rows) > 7
    tied[3]["Tiebreak"] = 1
    found = through("SOS", FIRST, tied, tiebreak=("typed",))
    assert (players(found), found.notes) == ("ahbicjk", ())


def test_who_has_played_too_few_rounds_does_not_qualify_and_is_named() -> None:
    again = fixed(dict.fromkeys("bcdefgh", 1), 2)
    found = through("SOS", FIRST, SECOND, again, min_rounds=2)
    assert players(found) == "hbcdefg"
    assert found.notes == ("Fewer than 2 rounds played: a, i, j, k, l, m and n.",)


def test_who_declines_leaves_their_place_to_the_next() -> None:
    found = listed(FIRST, SECOND)
    asked = find("SOS"), found.games, found.of_event(Settings())
    for without in (["A", "h"], ["a, h"], ["a; h", "H"]):
        declined = qualify(*asked, without=without)
        assert players(declined) == "bicjdke"
        assert declined.notes == ("Left out, as you asked: a and h.",)
    assert qualify(*asked, without=[]) == qualify(*asked)
    with pytest.raises(Faults) as nobody:
        qualify(*asked, without=["a, x", "y", "b"])
    assert [type(one) for one in nobody.value.faults] == [NoSuchPlayer] * 2
    assert [one.facts["name"] for one in nobody.value.faults] == ["'x'", "'y'"]


def test_a_name_may_have_a_comma_of_its_own() -> None:
    found = listed(fixed({"Lee, Ann": 3, "Ann": 2, "Lee": 1}))
    declined = qualify(find("SOS"), found.games, found.of_event(Settings()), without=["lee, ann"])
    assert [row.player for row in declined.rows] == ["Ann", "Lee"]


def test_who_declines_leaves_their_country_to_the_next() -> None:
    boards = [board(SOLO, "abcdefg"), board(THREE, "hijklmn", 1, 2), board(FOUR, "opqrstu", 1, 3)]
    found = listed(*boards)
    asked = find("GENCON"), found.games, found.of_event(Settings())
    for without, first in (([], "ah"), (["a"], "ho")):
        through = [row for row in qualify(*asked, without=without).rows if row.power == "Austria"]
        assert "".join(row.player for row in through if row.to == "intermediate round") == first


def test_who_declines_on_the_command_line(dipscore: Any, tmp_path: Any) -> None:
    path = write(tmp_path / "games.csv", FIRST, SECOND)
    got = dipscore("qualify", "SOS", path, "--without", "a", "--without", "h, b")
    assert [row[2] for row in got.table[1:]] == [*"icjdkel"]
    assert "Left out, as you asked: a, b and h." in got.err
    unknown = dipscore("qualify", "SOS", path, "--without", "Zoe")
    assert unknown.status
    assert "There is no player 'Zoe'." in unknown.err


def test_an_unranked_player_does_not_qualify() -> None:
    house = [{**row, "Unranked": "x" if row["Player"] == "a" else None} for row in FIRST]
    assert players(through("SOS", house, SECOND)) == "hbicjdk"


def test_the_final_itself_is_left_out() -> None:
    final = fixed(scores("abcdefg", 0, 0, 0, 0, 0, 0, 99), "Final")
    assert players(through("DCC", FIRST, SECOND, final)) == players(through("DCC", FIRST, SECOND))


def test_the_top_board_itself_is_left_out() -> None:
    boards = [FIRST, SECOND, fixed(scores("n", 99), 2, 2), fixed(scores("a", 0), 2, "Top")]
    found = through("DCC", *boards)
    assert players(found) == "ahbicjd"
    assert {row.to for row in found.rows} == {"top board"}


def test_for_a_top_board_the_event_is_one_round_shorter() -> None:
    boards = [fixed({"a": 400, "b": 600}), fixed({"a": 300}, 2)]
    top = through("DCC", *boards, rounds=4, format="top-board")
    assert [(row.player, row.worth) for row in top.rows] == [
        ("a", Fraction(85, 100) * 700 / 2),
        ("b", Fraction(75, 100) * 600 / 2),
    ]
    final = through("DCC", *boards, rounds=4)
    assert [(row.player, row.worth) for row in final.rows] == [
        ("a", Fraction(875, 1000) * 700 / 2),
        ("b", Fraction(80, 100) * 600 / 2),
    ]


def test_mystery_qualifies_as_if_the_event_were_over() -> None:
    """After two of three rounds; j joined in the second, and that is all there is."""
    boards = [board(FOUR, "abcdefg"), board(SOLO, "jabcdef", 2), board(BLANK, "abcdefg", 3, "Top")]
    found = through("MYSTERY", *boards, rounds=3)
    over = standings("MYSTERY", games(*boards[:2]))
    assert [(row.player, row.worth) for row in found.rows][:2] == [("j", 400), (over[1].player, 50)]
    assert {row.player: row.worth for row in found.rows} == {row.player: row.total for row in over}
    assert not found.faults


def test_a_faulty_board_is_told_and_its_players_are_not_through() -> None:
    found = through("NDC", board(THREE, "ab", year=BLANK), board(THREE, "c", name=2))
    assert players(found) == "c"
    assert [str(fault) for fault in found.faults] == [
        "games.csv rows 2 to 8, column Year: NDC needs the last game year."
    ]


# -- GENCON -------------------------------------------------------------------------------------


def stage(found: Qualification, to: str, power: str = "Austria") -> list[tuple[str, Any, str]]:
    return [(row.player, row.worth, row.remark) for row in found.rows if (row.to, row.power) == (to, power)]


def austria(centres: int, player: str, round_: int = 1, name: Any = 1, **columns: Any) -> Any:
    """A board on which this player had Austria; the rest is nobody's."""
    return board((centres, 34 - centres - 2, 1, 1, 0, 0, 0), [player], round_, name, **columns)


def test_two_of_each_country_to_the_intermediate_round() -> None:
    boards = [austria(n, p, r, n) for n, p, r in ((9, "a", 1), (7, "b", 1), (8, "c", 2), (3, "d", 2))]
    found = through("GENCON", *boards)
    assert stage(found, "intermediate round") == [("a", 9, ""), ("c", 8, "")]
    assert stage(found, "top board") == [("a", 9, "so far")]
    assert found.notes == (
        "Rounds 1 to 2 are preliminary, round 3 is the intermediate one (option preliminary).",
    )


def test_the_intermediate_round_decides_the_top_board() -> None:
    boards = [austria(9, "a"), austria(8, "c", 2), austria(4, "a", 3, 1), austria(5, "c", 3, 2)]
    found = through("GENCON", *boards)
    assert stage(found, "intermediate round") == [("a", 9, ""), ("c", 8, "")]
    assert stage(found, "top board") == [("c", 5, "")]
    four = through("GENCON", *boards, options={"preliminary": 4})
    assert stage(four, "top board") == [("a", 9, "so far")]
    assert "Rounds 1 to 4 are preliminary, round 5" in four.notes[0]


def test_ties_are_reported_and_not_guessed() -> None:
    boards = [austria(n, p, 1, p) for n, p in ((9, "a"), (7, "b"), (7, "c"), (7, "d"), (2, "e"))]
    found = through("GENCON", *boards)
    tied = "level at the cut"
    assert stage(found, "intermediate round") == [
        ("a", 9, ""),
        ("b", 7, tied),
        ("c", 7, tied),
        ("d", 7, tied),
    ]
    assert found.notes[1:] == (
        "Austria, intermediate round: b, c and d are level with 7 centres; the director decides.",
    )
    top = through("GENCON", *[austria(6, p, 3, p) for p in "ab"], *boards)
    assert stage(top, "top board") == [("a", 6, tied), ("b", 6, tied)]
    assert "Austria, top board: a and b are level with 6 centres; the director decides." in top.notes


def test_where_nobody_survived_the_last_eliminated_advances() -> None:
    boards = [austria(0, p, 1, p, eliminated=[y, None, None, None, 1904, 1904, 1904]) for p, y in
              (("a", 1903), ("b", 1906), ("c", 1905))]  # fmt: skip
    found = through("GENCON", *boards)
    assert stage(found, "intermediate round") == [("b", 0, "eliminated in 1906")]
    level = through("GENCON", *boards, austria(0, "d", 2, eliminated=[1906, *BLANK[:3], *[1904] * 3]))
    assert [player for player, _, _ in stage(level, "intermediate round")] == ["b", "d"]
    assert (
        "Austria, intermediate round: nobody survived, and b and d were eliminated last, in 1906."
        in level.notes
    )
    unknown = through("GENCON", austria(0, "a", eliminated=BLANK))
    assert stage(unknown, "intermediate round") == []
    assert any("no year of elimination is known" in note for note in unknown.notes)
    alone = "nobody survived; only the last one eliminated goes on; the director fills the other place."
    assert f"Austria, intermediate round: {alone}" in found.notes


def test_the_last_eliminated_takes_the_place_that_survivors_leave() -> None:
    """Birsan 2003: "if countries are eliminated the last elimination goes to the next round"."""
    dead = [austria(0, p, 1, p, eliminated=[y, None, None, None, 1904, 1904, 1904]) for p, y in
            (("a", 1903), ("b", 1906), ("e", 1907))]  # fmt: skip
    survivor = austria(1, "e", 2)
    found = through("GENCON", *dead, survivor)
    assert stage(found, "intermediate round") == [("e", 1, ""), ("b", 0, "eliminated in 1906")]
    assert stage(found, "top board") == [("e", 1, "so far")]
    assert len(found.notes) == 1
    two = through("GENCON", *dead, survivor, austria(3, "f", 2, 2))
    assert stage(two, "intermediate round") == [("f", 3, ""), ("e", 1, "")]
    level = through("GENCON", survivor, *(austria(0, p, 2, p) for p in "cd"))
    assert [row[0] for row in stage(level, "intermediate round")] == ["e", "c", "d"]
    last = "Austria, intermediate round: only e survived, and c and d were eliminated last, in 1905."
    assert last in level.notes
    unknown = through("GENCON", survivor, *dead[:1], austria(0, "g", eliminated=BLANK))
    assert [row[0] for row in stage(unknown, "intermediate round")] == ["e", "a"]
    assert any(
        "only e survived, and no year of elimination is known for g." in note for note in unknown.notes
    )


def test_best_in_two_countries_is_for_the_director() -> None:
    other = board((1, 20, 7, 6, 0, 0, 0), ["", "a"], 2)
    found = through("GENCON", austria(9, "a"), other)
    assert (
        "a is through to the intermediate round as Austria and England; the director decides." in found.notes
    )


def test_a_player_has_one_place_in_a_country() -> None:
    found = through("GENCON", austria(9, "a"), austria(8, "a", 2), austria(3, "b", 2, 2))
    assert stage(found, "intermediate round") == [("a", 9, ""), ("b", 3, "")]


def test_who_does_not_advance() -> None:
    """A replacement's position, a house player, and who played too few rounds."""
    boards = [
        austria(9, ""),
        austria(8, "td", 1, 2, unranked="A"),
        austria(7, "once", 1, 3),
        austria(6, "b", 1, 4),
        board(THREE, ["", "", "", "b"], 2),
    ]
    found = through("GENCON", *boards, min_rounds=2)
    assert stage(found, "intermediate round") == [("b", 6, "")]
    assert "Fewer than 2 rounds played: once and td." in found.notes


def test_docked_centres_count_less_but_survival_stays() -> None:
    boards = [austria(2, "a", docked={"A": 2}), austria(0, "b", 2)]
    found = stage(through("GENCON", *boards), "intermediate round")
    assert found == [("a", 0, ""), ("b", 0, "eliminated in 1905")]


def test_a_faulty_board_is_told() -> None:
    found = through("GENCON", austria(9, "a"), board(BAD, ["b"], 1, 2))
    assert stage(found, "intermediate round") == [("a", 9, "")]
    assert len(found.faults) == 1
