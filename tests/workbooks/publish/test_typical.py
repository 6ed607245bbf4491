"""The fold of typical boards, for systems with and without options."""

from typing import Any

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.rules.choice.typical import TYPICAL, UNKNOWN, WORTH_ROWS
from xl_dipscore.workbooks.publish.parts import TypicalBoard, TypicalScores
from xl_dipscore.workbooks.publish.reading import ReadEvent
from xl_dipscore.workbooks.publish.typical import LONGEST, _number, typical_scores


def typical(system: str, *options: list[Any]) -> TypicalScores | None:
    setup = [[system], *options, [None]]
    names = {"Scoring_system": "Setup!$A$1", "Event_options": f"Setup!$A$2:$C${len(setup)}"}
    return typical_scores(ReadEvent(event_of({"Setup": setup, "Games": [HEADER, *board()]}, **names)))


def first(shown: TypicalScores | None) -> TypicalBoard:
    assert shown is not None
    assert len(shown.boards) == len(TYPICAL)
    return shown.boards[0]


def test_an_unknown_system_has_no_fold() -> None:
    assert typical("NOSUCH") is None


def test_laws_hold_only_without_options() -> None:
    usual, other = typical("SOS"), typical("SOS", ["pot", 50])
    assert usual is not None
    assert other is not None
    assert usual.laws
    assert other.laws == ()


def test_the_lines_of_a_board() -> None:
    shown = first(typical("SOS"))
    labels = [label for label, _ in shown.lines]
    assert labels[:2] == ["Centres", "Score"]
    assert {*WORTH_ROWS} >= {*labels[2:]}
    assert all(len(numbers) == 7 for _, numbers in shown.lines)
    assert shown.lines[0][1] == tuple(map(str, TYPICAL[0].centres))


def test_long_numbers_need_wide_columns() -> None:
    assert not first(typical("DRAWSIZE", ["pot", 1])).wide
    wide = typical("SOS", ["pot", 1_000_000])
    assert wide is not None
    for one in wide.boards:
        assert one.wide == any(len(text) > LONGEST for _, numbers in one.lines for text in numbers)
    assert first(wide).wide


def test_an_unknown_number_has_its_own_sign() -> None:
    assert _number(None, 2) == UNKNOWN
