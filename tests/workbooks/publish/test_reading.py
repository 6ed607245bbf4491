"""An event as typed and as scored."""

from typing import Any

from tests.workbooks.layout.books import COUNTS, HEADER, board, event_of
from xl_dipscore.workbooks.publish.reading import ReadEvent


def read(rows: Any, **names: str) -> ReadEvent:
    return ReadEvent(event_of({"Setup": [["SOS"]], "Games": rows}, **names))


SYSTEM = {"Scoring_system": "Setup!$A$1"}


def test_without_a_system_there_are_boards_and_no_scores() -> None:
    its = read([HEADER, *board()])
    assert (its.system, its.table, its.event, its.rows) == (None, None, None, {})
    assert [one.scores for one in its.scored] == [None]
    assert its.shown_standings is None


def test_scores_by_the_rule_where_no_column_has_them() -> None:
    its = read([HEADER, *board()], **SYSTEM)
    (one,) = its.scored
    assert its.counted_value(one, 0) == 100 * 100 / sum(n * n for n in COUNTS)
    assert its.last_round == 1
    assert its.decimals == 2
    assert its.rows.keys() == {*"abcdefg"}


def test_cells_come_before_the_rule() -> None:
    rows = [
        [*HEADER, "Score", "Counts"],
        *([*row, n, 50 if n == 1 else None] for n, row in enumerate(board())),
    ]
    its = read(rows, **SYSTEM)
    (one,) = its.scored
    assert [its.counted_value(one, seat) for seat in (1, 2)] == [50, 2]
    assert its.typed_cell(one, 0, "player") == "a"


def test_no_games_no_table() -> None:
    its = read([HEADER, *board(counts=[None] * 7)], **SYSTEM)
    assert (its.table, its.last_round, its.teams) == (None, None, None)
