"""What `template check` finds in a small workbook: parts, missing parts and faults."""

from typing import Any

import pytest

from tests.each import each
from tests.workbooks.layout.books import HEADER, block, board, book_of
from xl_dipscore.workbooks.acts.check import (
    Findings,
    GamesNotCovered,
    HeadingOnce,
    HeadingTwice,
    NameNowhere,
    NoScore,
    ScoreElsewhere,
    SlotTwice,
    TooFewLines,
    UnnamedBoard,
    check,
)
from xl_dipscore.workbooks.acts.misfits import BrokenSlot
from xl_dipscore.workbooks.layout.games import NoGamesSheet, NoSlots

SCORED = [*HEADER, "Score"]


def rows(change: Any = None, *, head: Any = SCORED) -> list[list[Any]]:
    """Two boards, each with its score in every row."""
    found: list[list[Any]] = [[*head]]
    for n, one in enumerate([*board(1, "A"), *board(2, "B")]):
        top = 2 + n // 7 * 7
        found.append([*one, f'=INDEX(DIP_SCORE("SOS",E{top}:E{top + 6}),{n % 7 + 1})'])
    if change is not None:
        change(found)
    return found


def checked(change: Any = None, sheets: Any = None, arrays: Any = None, **names: str) -> Findings:
    return check(book_of({"Games": rows(change), **(sheets or {})}, arrays, **names))


def wrong(kind: type, *given: Any, **more: Any) -> list[Any]:
    return [fault for fault in checked(*given, **more).wrong if type(fault) is kind]


def test_a_right_workbook_has_no_fault() -> None:
    found = checked()
    assert found.wrong == ()
    assert any(one.startswith("Games: Games, 2 boards in 2 rounds, 2 with results.") for one in found.found)
    assert any("SOS, which only formulas name" in one for one in found.found)
    assert any("Roster" in one for one in found.missing)


def test_parts_are_named_with_their_cells() -> None:
    setup = {"Setup": [["Cup"], ["SOS"]], "Players": [["Player"], ["a"], [None]]}
    found = checked(
        None, setup, Event_name="Setup!$A$1", Scoring_system="Setup!$A$2", Roster="Players!$A$2:$A$3"
    )
    assert "The event's name: Setup!A1 (Cup)." in found.found
    assert "Players: Players!A2:A3, room for 2 names, 1 taken." in found.found
    assert not any("Roster" in one for one in found.missing)


def test_a_workbook_without_games() -> None:
    found = check(book_of({"Notes": [["x"]]}))
    assert isinstance(found.wrong[0], NoGamesSheet)
    assert isinstance(check(book_of({"Games": [SCORED]})).wrong[0], NoSlots | NoGamesSheet)
    own = check(book_of({"Board": [["Round 1 Board A"], *block()]}))
    assert own.wrong == ()
    assert any("a sheet a board" in one for one in own.found)
    assert any("seat and new --template need one" in one for one in own.missing)


def test_tables_of_plain_formulas_are_found_or_missed() -> None:
    standings = [["Rank", "Player", "Total"], *[["=1", "=A1", "=2"]] * 3]
    for sheets, there in (({"Standings": standings}, True), ({}, False)):
        found = checked(None, sheets, Plain_formulas='"SOS"')
        assert any("Standings!A2:C4, room for 3 lines." in one for one in found.found) == there
        assert any("standings" in one for one in found.missing) != there


def set_cells(cells: dict[tuple[int, int], Any]) -> Any:
    """Set cells by row and column, both from 1."""

    def change(found: list[list[Any]]) -> None:
        for (row, column), value in cells.items():
            found[row - 1][column - 1] = value

    return change


def test_boards_without_a_name_or_with_one_twice() -> None:
    (only,) = wrong(UnnamedBoard, set_cells({(row, 2): None for row in range(2, 9)}))
    assert (only.facts["row"], only.facts["what"]) == (2, "board")
    (twice,) = wrong(
        SlotTwice, set_cells({(row, n): v for row in range(9, 16) for n, v in ((1, 1), (2, "a"))})
    )
    assert (twice.facts["row"], twice.facts["first"]) == (9, 2)
    assert wrong(SlotTwice, set_cells({(row, 1): 1 for row in range(9, 16)})) == []


def test_powers_of_a_board() -> None:
    (only,) = wrong(BrokenSlot, set_cells({(3, 3): "Austria"}))
    assert (only.facts["first"], only.facts["last"]) == (2, 8)


def test_scores_that_are_typed_or_read_another_board() -> None:
    (typed,) = wrong(NoScore, set_cells({(4, 6): 5}))
    assert typed.facts["cell"] == "F4"
    assert len(wrong(NoScore, set_cells({(4, 6): None}))) == 1
    for area in ("E9:E15", "E1:E8", "E2:E9"):
        (elsewhere,) = wrong(ScoreElsewhere, set_cells({(4, 6): f'=INDEX(DIP_SCORE("SOS",{area}),3)'}))
        assert (elsewhere.facts["cell"], elsewhere.facts["cells"]) == ("F4", area)
    assert wrong(ScoreElsewhere, set_cells({(4, 6): "=E9/34"})) == []


def test_a_heading_twice() -> None:
    def further(found: list[list[Any]]) -> None:
        for row in found:
            row.append("Centres" if row is found[0] else 5)

    (only,) = wrong(HeadingTwice, further)
    assert (only.facts["heading"], only.facts["first"], only.facts["second"]) == ("Centres", "E1", "G1")


@each(
    ("games", "faults"),
    [("A1:F15", 0), ("A1:F99", 0), ("A2:F15", 1), ("A1:F14", 1), ("B1:F15", 1), ("A1:D15", 1)],
)
def test_standings_must_read_all_games(games: str, faults: int) -> None:
    formula = {"H1:K20": '=DIP_STANDINGS("SOS",A1:F15)'.replace("A1:F15", games)}
    found = wrong(GamesNotCovered, arrays=formula)
    assert len(found) == faults
    if found:
        assert found[0].facts["games"] == "Games!A1:E15"


@pytest.mark.parametrize(("bottom", "lines"), [(15, ""), (14, "13 lines"), (2, "1 line")])
def test_standings_need_a_line_for_each_player(bottom: int, lines: str) -> None:
    found = wrong(TooFewLines, arrays={f"H1:K{bottom}": '=DIP_STANDINGS("SOS",A1:F15)'})
    assert [(one.facts["lines"], one.facts["needed"]) for one in found] == [(lines, "14 players")] * bool(
        lines
    )


def test_rounds_in_merged_cells_are_no_use_to_standings() -> None:
    merged = set_cells({(row, 1): None for row in (*range(3, 9), *range(10, 16))})
    formula = {"H1:K20": '=DIP_STANDINGS("SOS",A1:F15)'}
    (only,) = wrong(HeadingOnce, merged, arrays=formula)
    assert (only.facts["row"], only.facts["what"]) == (2, "round")
    assert wrong(HeadingOnce, merged) == []


def test_names_of_ours_that_point_nowhere() -> None:
    (only,) = wrong(
        NameNowhere, None, None, None, Roster="Players!#REF!", Mine="Setup!#REF!", Event_name="X!#REF!"
    )
    assert only.facts["name"] == "Event_name"
