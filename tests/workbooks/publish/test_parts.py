"""The parts of a page: what is usual unless somebody says otherwise."""

from xl_dipscore.workbooks.publish.parts import BoardShown, Contents, Number, PlayerLine


def contents(headings: tuple[str, ...], tiebreaks: tuple[str, ...]) -> Contents:
    return Contents("Cup", "", "", "", None, (), headings, (), (), (), tiebreaks=tiebreaks)


def test_rounds_and_tie_breaks_are_columns() -> None:
    assert contents((), ()).columns == 0
    assert contents(("R1", "R2"), ("best",)).columns == 3


def test_a_plain_number_a_board_and_a_line_have_no_marks() -> None:
    assert not any((Number("5").dropped, Number("5").typed, Number("5").open))
    board = BoardShown("A", ())
    assert (board.played, board.open, board.wide, board.chart) == (True, False, False, None)
    assert PlayerLine("1", "Ann", "5", (), ()).part == ""
    assert not contents((), ()).secret
