"""Lists of players, board calls, results without centres: their contents, and faults by cell."""

from pathlib import Path

import pytest

from tests.each import each
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import games_of
from xl_dipscore.tables.cells.roster import read_roster
from xl_dipscore.tables.exchange.formats import File, Read, reader_of, readers

SAMPLES = Path(__file__).parent / "samples"
ANN = {"First name": "Ann", "Last name": "Lee"}


def sample(name: str) -> tuple[str, Read]:
    file = File(name, csv_rows((SAMPLES / name).read_bytes(), name))
    reader = reader_of(file)
    return reader.key, reader.read(file)


def listed(*rows: object) -> Read:
    file = File("list.csv", rows)
    assert reader_of(file).key == "roster"
    return reader_of(file).read(file)


def test_players_of_the_visualiser() -> None:
    key, found = sample("visualiser-players.csv")
    assert (key, found.faults, found.notes) == ("visualiser-players", (), ())
    assert [dict(person.cells) for person in found.people] == [
        {**ANN, "Email": "ann@example.org", "Backstabbr": "annlee", "WDD id": "4711", "WDR id": "12"},
        {"First name": "Bob", "Last name": "Öz"},
        {"First name": "Mary Jane", "Last name": "O'Brien", "Email": "mj@example.org"},
    ]
    assert [person.player for person in found.people] == ["Ann Lee", "Bob Öz", "Mary Jane O'Brien"]
    assert found.people[2].place == "visualiser-players.csv row 4"


def test_preferences_of_the_visualiser() -> None:
    key, found = sample("visualiser-preferences.csv")
    assert key == "visualiser-preferences"
    assert [dict(person.cells) for person in found.people] == [
        {**ANN, "Prefers": "FGIRT"},
        {"First name": "Bob", "Last name": "Öz"},
    ]
    (fault,) = found.faults
    assert str(fault) == (
        "visualiser-preferences.csv row 4, column Preferences: 'fx' is not a list of powers: write letters "
        "of A, E, F, G, I, R and T, each once, such as FGIRT."
    )


def test_board_calls_of_the_visualiser() -> None:
    key, found = sample("visualiser-board-call.csv")
    assert key == "visualiser-board-call"
    (game,) = games_of(found.rows).to_come
    assert (game.round, game.name, game.faults) == (1, "A", ())
    names = ["Ann Lee", "Bob Öz", "Cid Rey", "Dora Day", "Eve Orr", "Fay Ash", "Gus Ox"]
    assert [seat.player for seat in game.seats] == names
    known = [dict(person.cells) for person in found.people if "Backstabbr" in person.cells]
    assert known == [
        {"Player": "Ann Lee", "Backstabbr": "annlee"},
        {"Player": "Fay Ash", "Backstabbr": "fay"},
    ]


def test_a_power_that_is_none_in_a_board_call() -> None:
    rows = [["Round", "Board", "Power", "Player Name", "Player Id"], [1, "A", "Spain", "Ann", 3]]
    file = File("call.csv", rows)
    found = reader_of(file).read(file)
    assert [str(fault) for game in games_of(found.rows).to_come for fault in game.faults] == [
        "call.csv row 2, column Power: 'Spain' is not one of the seven powers."
    ]


def test_results_of_dixiecon_are_seats_and_scores() -> None:
    key, found = sample("dixiecon.csv")
    assert (key, found.faults) == ("dixiecon", ())
    assert [person.player for person in found.people][::6] == ["Ann Lee", "Gus Ox"]
    first, second = games_of(found.rows).games
    assert [seat.player for seat in first.seats] == [person.player for person in found.people]
    assert [seat.player for seat in second.seats[:3]] == ["Gus Ox", "Ann Lee", "Bob Öz"]
    scores = {(row.get("round"), row.get("power"), row.get("override")) for row in found.rows}
    assert {("1", "A", "100"), ("1", "T", "106"), ("2", "E", "50"), ("2", "A", "56")} <= scores
    assert len(scores) == 7 + 6  # Germany of the first round missed the second


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            "Bob,Öz,2,A,E,101",
            "a.csv row 2, column Round 1: These columns belong to round 1, but this cell has '2'.",
        ),
        (
            "Bob,Öz,,A,E,101",
            "a.csv row 2, column Round 1: These columns belong to round 1, but this cell has ''.",
        ),
    ],
)
def test_a_round_of_dixiecon_in_the_columns_of_another(row: str, fault: str) -> None:
    rest = "," * 9
    file = File("a.csv", csv_rows(f"Ann,Lee,1,A,A,100{rest}\n{row}{rest}\n".encode(), "a.csv"))
    assert [str(one) for one in reader_of(file).read(file).faults] == [fault]


# -- lists of any form ------------------------------------------------------------------------


def test_a_list_of_a_club() -> None:
    """Semicolons and Western Windows' letters; Name is the last name beside a first; decimal commas."""
    key, found = sample("roster.csv")
    assert (key, found.faults) == ("roster", ())
    assert [dict(person.cells) for person in found.people] == [
        {
            **ANN,
            "Country": "FR",
            "Club": "Lyon",
            "Email": "ann@example.org",
            "Here 1": "x",
            "Rating": "1500",
        },
        {"First name": "René", "Last name": "Öz", "Country": "Suisse", "Club": "Genève", "Rating": "1420,5"},
    ]
    assert found.notes == ("Columns left out: T-shirt.",)


def test_answers_to_a_form_for_players() -> None:
    """Microsoft's first columns name the person who answered, often as anonymous."""
    asked = ["ID", "Start time", "Completion time", "Email", "Name"]
    answers = [1, 46347.5, 46347.6, "anonymous", "anonymous"]
    found = listed(
        [*asked, "Your first name", "Surname", "Your club?"],
        [*answers, "Ann", "Lee", "Lyon"],
    )
    assert [dict(person.cells) for person in found.people] == [{**ANN, "Club": "Lyon"}]
    found = listed([*asked, "Player name", "E-mail"], [*answers, "Ann Lee", "ann@example.org"])
    assert [dict(person.cells) for person in found.people] == [
        {"Player": "Ann Lee", "Email": "ann@example.org"}
    ]
    found = listed([*asked, "Club"], [*answers[:3], "ann@example.org", "Ann Lee", "Lyon"])
    assert [dict(person.cells) for person in found.people] == [
        {"Player": "Ann Lee", "Email": "ann@example.org", "Club": "Lyon"}
    ]


def test_the_same_person_twice_is_one_if_nothing_differs() -> None:
    found = listed(["Name", "Club", "WDR id"], ["Ann", "Lyon", ""], ["ann ", "", 7], ["Ann", "LYON", 7])
    assert [dict(person.cells) for person in found.people] == [
        {"Player": "Ann", "Club": "Lyon", "WDR id": "7"}
    ]
    assert found.notes == (
        "ann is in rows 2 and 3, and taken once.",
        "Ann is in rows 2 and 4, and taken once.",
    )


def test_each_wrong_row_has_its_sentence_and_the_others_are_taken() -> None:
    key, found = sample("roster-wrong.csv")
    assert key == "roster"
    assert [str(fault) for fault in found.faults] == [
        "roster-wrong.csv row 2, column Prefers: 'FGF' is not a list of powers: write letters of A, E, F, G, "
        "I, R and T, each once, such as FGIRT.",
        "roster-wrong.csv row 3: This row has no name.",
        "roster-wrong.csv row 4, column WDR id: 'x' is neither a number nor the address of a player's page.",
        "roster-wrong.csv row 5, column Club: A cell holds an error, #REF!.",
        "roster-wrong.csv row 7, column Club: Dora is in row 6 already, with another Club: Lyon, not Paris.",
    ]
    assert [person.player for person in found.people] == ["Dora", "Eve"]


def test_two_columns_that_say_the_same() -> None:
    found = listed(["Player", "Country", "Nationality"], ["Ann", "FR", "DE"])
    assert [str(fault) for fault in found.faults] == [
        "list.csv: Two columns mean the same: Country and Nationality."
    ]


@each(
    ("typed", "read"),
    [
        ("4711", "4711"),
        (4711.0, "4711"),
        ("https://www.world-diplomacy-reference.com/players/4711/", "4711"),
        ("https://world-diplomacy-database.com/fiche.php?id_player=4711", "4711"),
        ("-1", None),  # nobody's, as the visualiser has it
        ("", None),
    ],
)
def test_ids_as_numbers_and_as_addresses(typed: object, read: str | None) -> None:
    (person,) = listed(["Player", "WDD id"], ["Ann", typed]).people
    assert person.cells.get("WDD id") == read


@each(
    "headings",
    [
        ["Rank", "Player", "Total"],
        ["Round", "Board", "Player"],
        ["First name", "Club"],
        # Surnames alone would be taken for players.
        ["FIRST NAME", "NAME", "HOMONYME", "ROUND", "BOARD", "COUNTRY", "RANK", "EXAEQUO"],
        ["FIRST NAME", "NAME", "HOMONYME", "RANK", "EXAEQUO"],
        ["Email"],
        [],
    ],
)
def test_what_is_no_list_of_players(headings: list[str]) -> None:
    file = File("list.csv", [headings, ["x"] * len(headings)])
    knowing = [reader.key for reader in readers().values() if reader.matches(file)]
    assert {"roster", "games", "form", "wide"}.isdisjoint(knowing)


# -- a list straight into a draw of seats -----------------------------------------------------


@each(
    "header",
    [
        ["First name", "Last name"],
        ["Given name", "Surname"],
        ["Shirt", "First name", "Name"],
        ["FIRST_NAME", "Family name"],
        ["Name", "Surname"],
        ["Vorname", "Nachname"],
        ["Prénom", "Nom de famille"],
        ["Имя", "Фамилия"],
    ],
)
def test_names_in_parts_are_names_for_a_draw(header: list[str]) -> None:
    parts = ["x"] * (len(header) - 2) + ["Ann", "Lee"]
    (player,) = read_roster([header, parts])
    assert player.name == "Ann Lee"


def test_a_whole_name_goes_before_its_parts() -> None:
    rows = [["Player", "First name", "Last name"], ["A. Lee", "Ann", "Lee"], ["", "Bob", "Öz"]]
    assert [player.name for player in read_roster(rows)] == ["A. Lee", "Bob Öz"]


def test_a_list_without_names_cannot_be_drawn() -> None:
    with pytest.raises(Faults, match="no column headed Player"):
        read_roster([["Club"], ["Lyon"]])


def test_the_visualisers_players_are_drawn(dipscore, tmp_path: Path) -> None:
    rows = [f"P{n},Lee,p{n}@example.org" for n in range(7)]
    (tmp_path / "players.csv").write_text("First Name,Last Name,Email Address\n" + "\n".join(rows))
    done = dipscore("seat", "players.csv", "--seed", 1)
    assert done.status == 0
    assert {row[2] for row in done.table[1:]} == {*POWERS}
    assert {row[3] for row in done.table[1:]} == {f"P{n} Lee" for n in range(7)}
