"""The numbers that a workbook shows, and what differs between two workbooks."""

from typing import Any

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.workbooks.acts.shown_numbers import (
    BEST,
    Difference,
    ShownNumbers,
    Spot,
    compare_results,
    differences,
    numbers,
    played_boards,
)

SCORES = (5, 4, 3, 2, 1, 0, 0)


def games(*headings: str, values: Any = SCORES, counts: Any = (10, 9, 8, 7, 0, 0, 0)) -> ShownNumbers:
    rows = [[*row, *[value] * len(headings)] for row, value in zip(board(counts=counts), values, strict=True)]
    return numbers(event_of({"Games": [[*HEADER, *headings], *rows]}))


def found(old: ShownNumbers, new: ShownNumbers) -> list[Any]:
    return [(one.what, one.power, one.old, one.new) for one in differences(old, new)]


def test_scores_of_played_boards() -> None:
    its = games("Score")
    assert its.scores[Spot("Score", "1", "A", "Austria")] == 5
    assert its.players["1", "A", "Turkey"] == "g"
    assert its.headings == {"Score"}
    assert games(counts=[None] * 7).scores == {}
    assert games().headings == frozenset()


def test_only_columns_that_both_have_are_compared() -> None:
    other = (6, *SCORES[1:])
    assert found(games("Score"), games("Score", values=other)) == [("Score", "Austria", 5, 6)]
    assert found(games("Score"), games("Counts", values=other)) == []
    assert found(games("Score"), games("Score", values=(5 + 1e-12, *SCORES[1:]))) == []


def test_counts_come_before_scores() -> None:
    one, other = games("Score", "Counts"), games("Score", "Counts", values=(6, *SCORES[1:]))
    assert [one.what for one in compare_results(one, other) or ()] == ["Counts"]
    assert [
        one.what for one in compare_results(games("Score"), games("Score", values=(6, *SCORES[1:]))) or ()
    ] == ["Score"]
    assert compare_results(games(), games()) is None
    assert compare_results(games("Score"), games("Score")) == ()
    nothing = ShownNumbers({}, {}, {}, {}, frozenset())
    assert len(compare_results(nothing, one) or ()) == 7


def table(*lines: list[Any]) -> ShownNumbers:
    rows = [[1, *line] for line in lines]
    head = ["Rank", "Player", "Total"]
    formulas = [[f"={n}" for n in range(1, 4)]]
    return numbers(event_of({"Games": [HEADER, *board()], "Standings": [head, *formulas, *rows]}))


def test_the_standings_by_player() -> None:
    its = table(["Ann", 5], ["Bob", 4])
    assert its.standings[Spot("Total", player="Ann")] == 5
    assert its.headings >= {"Rank", "Total"}
    (one,) = differences(its, table(["Bob", 4], ["Ann", 6]))
    assert (one.player, one.what, one.old, one.new) == ("Ann", "Total", 5, 6)
    gone = [(one.player, one.what, one.new) for one in differences(its, table(["Ann", 5]))]
    assert ("Bob", "Total", None) in gone


def test_a_difference_in_words() -> None:
    whole = Difference("Ann", "1", "A", "Austria", "Score", 16, 17.25)
    assert whole.change_line == "round 1, board A, Austria, Ann: Score 16 -> 17.25"
    assert Difference("Ann", "", "", "", "Total", None, "#N/A").change_line == "Ann: Total blank -> #N/A"
    assert Difference("", "", "", "Italy", BEST, True, 1 / 3).change_line == f"Italy: {BEST} True -> 0.333333"


def test_how_many_boards_are_played() -> None:
    rows = [HEADER, *board(), *board(2, counts=[None] * 7)]
    assert played_boards(event_of({"Games": rows})) == 1
    assert played_boards(event_of({"Games": [["Nothing"]]})) is None
