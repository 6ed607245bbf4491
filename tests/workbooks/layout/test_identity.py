"""Is a page or a workbook of the same event?"""

from tests.workbooks.layout.books import HEADER, board, book_of, event_of
from xl_dipscore.workbooks.layout.identity import IDENTITY, Identity, give_identity
from xl_dipscore.workbooks.layout.setup import Setup


def sets(text: str) -> frozenset[str]:
    return frozenset(text)


def test_its_text_is_read_back() -> None:
    one = Identity("word", frozenset({"abcd", "efgh"}), frozenset(), frozenset({"ijkl"}))
    assert Identity.read(str(one)) == one
    assert Identity.read("anything") == Identity.read("a.b") == Identity()


def test_other_words_are_other_events() -> None:
    assert not Identity("a", sets("x")).continues(Identity("b", sets("x")))
    assert Identity("a").continues(Identity("a"))
    assert not Identity("a", sets("y")).continues(Identity("a", sets("x")))


def test_half_of_the_played_seats_are_enough() -> None:
    assert Identity("", sets("abxy")).continues(Identity("", sets("abcd")))
    assert not Identity("", sets("axyz")).continues(Identity("", sets("abcd")))
    assert Identity("", sets("ab"), sets("cd")).continues(Identity("", sets("abcd")))
    assert Identity("", sets("abcdef")).continues(Identity("", sets(""), sets("ab")))
    assert not Identity().continues(Identity())


def test_who_played_which_power_counts_and_the_result_does_not() -> None:
    def identity(rows: list[list[object]]) -> Identity:
        event = event_of({"Games": [HEADER, *rows]})
        listed = event.game_extract.game_list
        return Identity.of_event(event.setup, listed.games, listed.to_come, ["a"])

    first = identity(board())
    assert len(first.played) == 7
    assert identity(board(counts=(17, 17, 0, 0, 0, 0, 0))).played == first.played
    assert identity(board(players="hijklmn")).played.isdisjoint(first.played)
    assert identity(board(2)).played.isdisjoint(first.played)
    assert identity(board(counts=[None] * 7)).drawn == first.played


def test_a_new_event_has_a_word_of_its_own() -> None:
    package = book_of({"S": [["old"]]}, **{IDENTITY: "S!$A$1"})
    give_identity(Setup(package))
    word = package.value("S", "A1")
    give_identity(Setup(package))
    assert isinstance(word, str)
    assert len(word) == 12
    assert package.value("S", "A1") != word
    give_identity(Setup(book_of({"S": [["old"]]})))
