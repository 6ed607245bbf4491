"""Results in words."""

from xl_dipscore.tables.cells.results import are_results_in_words, result_in_words


def test_centres_and_the_year_of_an_elimination() -> None:
    assert result_in_words("13 centres") == (13, None)
    assert result_in_words("5 SCs.") == (5, None)
    assert result_in_words("1 Zentren") == (1, None)
    assert result_in_words("Eliminated") == (0, None)
    assert result_in_words("Eliminated in 1905") == (0, 1905)
    assert result_in_words("Eliminated (05)") == (0, 1905)
    assert result_in_words("out 1901") == (0, 1901)


def test_other_cells_are_no_results() -> None:
    others = (13, None, "", "13", "13 points", "113 centres", "survived", "Eliminated in 2005", "centres")
    assert [result_in_words(cell) for cell in others] == [None] * len(others)


def test_a_column_needs_one_result_and_no_other_text() -> None:
    assert are_results_in_words(["13 centres", 5, None, "Eliminated"])
    assert not are_results_in_words([13, 5])
    assert not are_results_in_words(["13 centres", "Ann"])
    assert not are_results_in_words([None, ""])
