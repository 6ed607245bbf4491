"""The list of players in next year's workbook."""

from tests.workbooks.layout.books import book_of
from xl_dipscore.workbooks.acts.next_event import _clear_player_list
from xl_dipscore.workbooks.layout.roster import named_list
from xl_dipscore.workbooks.layout.setup import Setup


def test_attendance_and_scores_go_and_clubs_and_formulas_stay() -> None:
    rows = [["Player", "Club", "Score", "Here 2"], ["a", "C", 12, "x"], ["b", None, "=1+1", None]]
    package = book_of({"Players": rows}, Roster="Players!$A$2:$A$3")
    there = named_list(Setup(package))
    assert there is not None
    cleared, kept = _clear_player_list(package, there)
    assert cleared == "Cleared on Players: Score and Here 2."
    assert kept == "Kept: 2 players, with Club."
    assert [package.value("Players", cell) for cell in ("A2", "B2", "C2", "D2")] == ["a", "C", None, None]
    assert package.sheet("Players").cells[3, 3].formula
