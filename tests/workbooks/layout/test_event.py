"""The event of a workbook: system, scores, standings and problems."""

from typing import Any

import pytest

from tests.workbooks.layout.books import COUNTS, HEADER, board, event_of
from xl_dipscore.rules.system import UnknownSystem, find
from xl_dipscore.workbooks.layout.event import SHOWN, EventIn, NoSystem, SeveralSystems

SQUARES = sum(n * n for n in COUNTS)


def event(rows: Any, system: Any = "SOS", **more: Any) -> EventIn:
    setup = [["Cup", None], [system, None], *more.pop("options", []), [None, None]]
    names = {"Event_name": "Setup!$A$1", "Scoring_system": "Setup!$A$2"}
    names["Event_options"] = f"Setup!$A$3:$B${len(setup)}"
    return event_of({"Setup": setup, "Games": rows}, **names)


def kinds(its: EventIn) -> list[str]:
    return [type(one.fault).__name__ for one in its.problems]


def test_the_system_of_setup() -> None:
    its = event([HEADER, *board()])
    assert (its.title, its.system_name, its.system.key) == ("Cup", "SOS", "SOS")
    with pytest.raises(NoSystem):
        _ = event([HEADER, *board()], None).system
    with pytest.raises(UnknownSystem):
        _ = event([HEADER, *board()], "XYZ").system


def test_the_system_of_formulas() -> None:
    def scored(*formulas: str) -> EventIn:
        rows = [[*HEADER, "Score"]]
        for name, formula in zip("AB", formulas, strict=False):
            rows += [[*row, f"={formula}" if n == 0 else None] for n, row in enumerate(board(1, name))]
        return event_of({"Games": rows})

    assert scored("DCC_SCORE(E2:E8)").system.key == "DCC"
    assert scored('DIP_SCORE("SOS",E2:E8)', 'DIP_SCORE("SOS",E9:E15)').system.key == "SOS"
    with pytest.raises(SeveralSystems):
        _ = scored('DIP_SCORE("SOS",E2:E8)', 'DIP_SCORE("DCC",E9:E15)').system


def test_scores_and_standings() -> None:
    its = event([HEADER, *board(), *board(2, "A", [None] * 7)])
    ((game, scores),) = its.scores()
    assert game.name == "A"
    assert [*scores] == [pytest.approx(100 * n * n / SQUARES) for n in COUNTS]
    assert [row.player for row in its.table][:2] == ["a", "b"]
    exact = its.scores_on(its.sheets[0])
    assert exact["score"][2][1:] == (0, scores[0])
    assert len(exact["counts"]) == 7


def test_a_typed_score_counts() -> None:
    rows = [[*HEADER, "Override"], *([*row, 99 if n == 6 else None] for n, row in enumerate(board()))]
    its = event(rows)
    exact = its.scores_on(its.sheets[0])
    assert (exact["counts"][8][2], exact["score"][8][2]) == (99, 0)
    assert next(iter(its.table)).player == "g"


def test_problems_with_their_cells() -> None:
    assert kinds(event([HEADER, *board()])) == []
    wrong = event([HEADER, *board(counts=(20, 20, 0, 0, 0, 0, 0))])
    assert len(wrong.problems) == 1
    assert wrong.problems[0].rank == "wrong"
    assert wrong.problems[0].fault.cells[0][0] == "Games"
    assert "UnknownOption" in kinds(event([HEADER, *board()], options=[["nonsense", 1]]))
    assert event([HEADER, *board()], None).problem_lines == ()
    assert kinds(event([["x"]])) == ["NoGamesSheet"]


def test_the_progress_of_an_event() -> None:
    two = [HEADER, *board(), *board(2)]
    assert event(two, options=[["rounds", 2]]).progress.reason_sentences == []
    assert event(two, options=[["rounds", 3]]).progress.reason_sentences != []


def test_options_of_another_system_are_ignored() -> None:
    its = EventIn(event([HEADER, *board()]).book, find("DCC"))
    assert its.system.key == "DCC"
    assert its.anew().system.key == "DCC"
    assert SHOWN > 0


def test_the_directors_ok_hides_a_doubt_and_no_fault() -> None:
    rows = [[*HEADER, "Shoe size"], *([*row, 42] for row in board())]
    (note,) = [one for one in event(rows).problems if one.rank != "wrong"]
    faulty = [HEADER, *board(counts=(20, 20, 0, 0, 0, 0, 0))]
    (wrong,) = event(faulty).problems

    def marked(rows: Any, key: str) -> list[str]:
        setup = [["Cup"], ["SOS"], [key, "ok"]]
        names = {"Scoring_system": "Setup!$A$2", "Problem_keys": "Setup!$A$3", "Looked_at": "Setup!$B$3"}
        return kinds(event_of({"Setup": setup, "Games": rows}, **names))

    assert marked(rows, note.key) == []
    assert marked(rows, "another") == [type(note.fault).__name__]
    assert marked(faulty, wrong.key) == [type(wrong.fault).__name__]
