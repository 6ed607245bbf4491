"""Powers for new players."""

from random import Random

from xl_dipscore.rules.seating.newcomers import give_newcomers_powers
from xl_dipscore.rules.seating.people import BoardCall, Player
from xl_dipscore.rules.seating.terms import counting_terms
from xl_dipscore.rules.seating.wishes import Wishes

SEVEN = tuple("abcdefg")
PLAYERS = [Player(name, novice=name in "ab") for name in SEVEN]
WISHES = Wishes(newcomers={2: (2, 6)})


def given(round_: int, wishes: Wishes, *before: BoardCall) -> tuple[BoardCall, str]:
    terms = counting_terms({player.name: player for player in PLAYERS}, wishes)
    call = BoardCall(round_, "A", SEVEN)
    (found,) = give_newcomers_powers([call], PLAYERS, wishes, before, terms, Random(1))
    return found


def test_new_players_have_the_powers_for_their_number() -> None:
    call, remark = given(1, WISHES)
    assert {call.players[2], call.players[6]} == {"a", "b"}
    assert {*call.players} == {*SEVEN}
    assert "France" in remark
    assert "Turkey" in remark


def test_others_stay_as_drawn() -> None:
    assert given(1, Wishes()) == (BoardCall(1, "A", SEVEN), "")
    assert given(1, Wishes(newcomers={3: (0, 1, 2)})) == (BoardCall(1, "A", SEVEN), "")
    played = BoardCall(1, "A", ("a", *"hijklm"))
    assert given(2, WISHES, played) == (BoardCall(2, "A", SEVEN), "")
    assert given(1, WISHES, played._replace(round=2))[1]


def test_the_others_play_at_the_least_cost() -> None:
    before = BoardCall(1, "A", ("", "", "", "d", "e", "f", ""))
    call, _ = given(2, WISHES, before)
    assert all(call.players[seat] != name for seat, name in ((3, "d"), (4, "e"), (5, "f")))
