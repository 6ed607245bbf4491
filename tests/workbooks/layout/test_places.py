"""From cells to meanings and back."""

from tests.workbooks.layout.books import HEADER, board, event_of
from xl_dipscore.workbooks.layout.places import About, Places

EVENT = event_of(
    {
        "Games": [HEADER, *board(), *board("Final", "Top")],
        "Players": [["Player", "Team"], ["a", "Red"], ["b", None]],
    },
    Roster="Players!$A$2:$A$3",
)


def test_cells_of_boards() -> None:
    places = Places(EVENT)
    about = places.about("Games", 3, 5)
    assert about == About("centres", "1", "A", "England")
    assert places.of(about) == [("Games", 3, 5)]
    assert places.heading("Games", 3, 5) == "Centres"
    assert places.of(About("centres", "FINAL", "top", "Turkey")) == [("Games", 15, 5)]
    assert places.about("Games", 3, 9) == places.about("Games", 1, 5) == About()
    assert places.of(About("draw", "1", "A", "England")) == []


def test_cells_of_players() -> None:
    places = Places(EVENT)
    assert places.about("Players", 2, 2) == About("team", player="a")
    assert places.about("Players", 2, 1) == About("player", player="a")
    assert places.of(About("team", player="b")) == [("Players", 3, 2)]
    assert places.of(About("team", player="z")) == places.of(About("shoes", player="a")) == []
    assert places.about("Players", 4, 2) == places.about("Players", 2, 3) == About()
