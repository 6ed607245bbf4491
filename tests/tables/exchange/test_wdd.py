"""The two files of the World Diplomacy Database, out and in."""

# ruff: noqa: E501  samples stay whole

from __future__ import annotations

import csv
from io import StringIO

import pytest

from tests import games
from tests.each import each
from tests.tables.exchange.round_trips import (
    FEW,
    as_elsewhere,
    boards_of,
    faults_of,
    file_of,
    games_in,
    outgoing,
    read,
    scores,
    systems_for,
    written,
)
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import End
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.settings import AwardRule
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.exchange.formats import File, NotThatKind, Person, UnknownKind, reader_of
from xl_dipscore.tables.exchange.wdd import AS_IN_ISO, COUNTRIES

pytestmark = pytest.mark.usefixtures("new_books")

POWERS = ["0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU"]
CLASSIFICATION = (
    "FIRST NAME,NAME,HOMONYME,RANK,EXAEQUO,LOCATION,NATIONALITY,SCORE,R1,R2,R3,R4,R5,R6,R7,R8,"
    + "".join(f"RK_{p},PT_{p},CT_{p},HEAT_{p},BOARD_{p}," for p in POWERS)
    + "RK_AWA_1,RK_AWA_2,RK_AWA_3,RK_AWA_4,RK_AWA_5,RK_AWA_6,RK_AWA_7,RK_AWA_8,RK_AWA_9,RK_AWA_10,RK_AWA_11,RK_AWA_12"
)
TOP = ",NAME_TOPBOARD,HEAT_TOPBOARD,BOARD_TOPBOARD,RK_TOPBOARD,CT_TOPBOARD,COUNTRY_TOPBOARD"
TEAMS = ",TEAM,TEAM_SCORE,TEAM_RANK"
BOARDS = (
    "FIRST NAME,NAME,HOMONYME,ROUND,BOARD,COUNTRY,RANK,EXAEQUO,SCORE,NB_CENTRE,YEAR_ELIMINATION,DRAW,"
    "CT_01,CT_02,CT_03,CT_04,CT_05,CT_06,CT_07,CT_08,CT_09,CT_10,CT_11,CT_12,CT_13,CT_14,CT_15,CT_16,CT_17,CT_18,CT_19,CT_20"
)


def table(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(text))]


def event(rows: list[list[object]] | None = None) -> list[Game]:
    """Two rounds of two boards: a solo, a three-way draw, and two stopped by the clock."""
    listed = read_games([list(map(str, row)) for row in (rows or games.event())], "games.csv")
    assert not listed.faults
    return [*listed.games]


# -- out --------------------------------------------------------------------------------------


def test_the_headings_byte_for_byte() -> None:
    files = written("wdd", outgoing(event())).files
    assert files["wdd-boards.csv"].encode().split(b"\n")[0] == BOARDS.encode()
    assert files["wdd-classification.csv"].encode().split(b"\n")[0] == CLASSIFICATION.encode()


def test_a_top_board_has_its_columns() -> None:
    """The board Top of the last round; its players, by the score there."""
    rows = games.event()
    for row in rows:
        row[1] = "Top" if row[:2] == [2, "B"] else row[1]
    played = event(rows)
    text = written("wdd", outgoing(played)).files["wdd-classification.csv"]
    assert text.split("\n")[0] == CLASSIFICATION + TOP
    on_it = {row["NAME"]: row for row in table(text) if row["NAME_TOPBOARD"]}
    assert len(on_it) == 7
    assert {row["NAME_TOPBOARD"] for row in on_it.values()} == {"A"}
    assert {(row["HEAT_TOPBOARD"], row["BOARD_TOPBOARD"]) for row in on_it.values()} == {("2", "2")}
    # The counts of board B are 2 2 8 7 6 5 4, Austria to Turkey.
    by_power = {row["COUNTRY_TOPBOARD"]: (row["RK_TOPBOARD"], row["CT_TOPBOARD"]) for row in on_it.values()}
    assert by_power == {
        "0AU": ("6", "2"),
        "0EN": ("6", "2"),
        "0FR": ("1", "8"),
        "0GE": ("2", "7"),
        "0IT": ("3", "6"),
        "0RU": ("4", "5"),
        "0TU": ("5", "4"),
    }


def test_a_final_of_one_board_is_a_top_board() -> None:
    rows = games.event()
    played = event([*rows[:15], *[["Final", *row[1:]] for row in rows[15:22]]])
    people = table(written("wdd", outgoing(played)).files["wdd-classification.csv"])
    assert {row["HEAT_TOPBOARD"] for row in people} == {"", "2"}
    assert {row["R2"] != "" for row in people if row["HEAT_TOPBOARD"]} == {True}


def test_teams_have_their_columns(dipscore, tmp_path) -> None:
    rows = games.event()
    named = [
        [*rows[0], "team"],
        *([*row, "Reds" if row[3] in ("Player 0", "Player 1") else ""] for row in rows[1:]),
    ]
    games.write(tmp_path / "games.csv", named)
    assert dipscore("export", "wdd", "games.csv", "--system", "SHARE", "-o", "out").status == 0
    text = (tmp_path / "out" / "wdd-classification.csv").read_text()
    assert text.split("\n")[0] == CLASSIFICATION + TEAMS
    teams = {row["NAME"]: (row["TEAM"], row["TEAM_SCORE"], row["TEAM_RANK"]) for row in table(text)}
    reds = {teams.pop(name) for name in ("0", "1")}
    assert [(team, rank) for team, _, rank in reds] == [("Reds", "1")]
    assert set(teams.values()) == {("", "", "")}


def test_rows_of_the_boards() -> None:
    """A solo is 1 and 0, a draw of three is 3 and 0, and the clock says nothing."""
    rows = table(written("wdd", outgoing(event(), "SHARE")).files["wdd-boards.csv"])
    assert len(rows) == 4 * 7
    boards = [rows[n : n + 7] for n in range(0, 28, 7)]
    assert [[row["DRAW"] for row in board] for board in boards] == [
        ["1", "0", "0", "0", "0", "0", "0"],
        ["0", "3", "3", "3", "0", "0", "0"],
        [""] * 7,
        [""] * 7,
    ]
    assert [(board[0]["ROUND"], board[0]["BOARD"]) for board in boards] == [
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("2", "2"),
    ]
    second = boards[1]
    assert [row["COUNTRY"] for row in second] == POWERS
    assert [row["NB_CENTRE"] for row in second] == ["0", "13", "10", "3", "8", "0", "0"]
    assert [row["YEAR_ELIMINATION"] for row in second] == ["3", "", "", "", "", "5", "4"]
    assert [row["CT_08"] for row in second] == ["0", "13", "10", "3", "8", "0", "0"]
    assert [row["CT_07"] for row in second] == [""] * 7
    assert [row["RANK"] for row in second] == ["5", "1", "2", "4", "3", "5", "5"]
    assert [row["EXAEQUO"] for row in second] == ["3", "1", "1", "1", "1", "3", "3"]
    assert [row["HOMONYME"] for row in rows] == ["1"] * 28


def test_the_whole_ranking_by_power() -> None:
    """Each player's best game with a power, and its place: not the first alone."""
    people = table(written("wdd", outgoing(event())).files["wdd-classification.csv"])
    by_rank = sorted((int(row["RK_0AU"]), row) for row in people if row["RK_0AU"])
    assert [rank for rank, _ in by_rank] == [1, 2, 3, 4]
    best = by_rank[0][1]
    # The solo of Austria in round 1, on the first board: 18 centres.
    assert [best[f"{word}_0AU"] for word in ("PT", "CT", "HEAT", "BOARD")] == ["100", "18", "1", "1"]
    assert best["FIRST NAME"] == "Player"
    assert best["NAME"] == "0"
    assert len([row for row in people if row["RK_0TU"]]) == 4


def test_by_centres_where_setup_says_so() -> None:
    """DrawSize gives a fourth of a draw for 3 centres and nothing for 12."""
    few = games.rows(1, "A", (3, 13, 9, 9, 0, 0, 0), draw="AEFG", players="abcdefg")
    many = games.rows(2, "A", (12, 13, 9, 0, 0, 0, 0), draw="EF", players="hijklmn")
    played = event([list(games.HEADER), *few, *many])
    for by, first, second in (("score", "a", "h"), ("centres", "h", "a")):
        text = written("wdd", outgoing(played, "DRAWSIZE", awards=AwardRule(by))).files[
            "wdd-classification.csv"
        ]
        ranks = {row["NAME"]: row["RK_0AU"] for row in table(text)}
        assert (ranks[first], ranks[second]) == ("1", "2")


def test_ranks_scores_and_rounds() -> None:
    event_ = outgoing(event(), "SHARE")
    assert event_.table is not None
    people = table(written("wdd", event_).files["wdd-classification.csv"])
    assert [int(row["RANK"]) for row in people] == [row.rank for row in event_.table]
    for row, standing in zip(people, event_.table, strict=True):
        assert float(row["SCORE"]) == pytest.approx(float(standing.total or 0))
        assert float(row["R1"]) + float(row["R2"]) == pytest.approx(float(row["SCORE"]))
        assert [row[f"R{n}"] for n in range(3, 9)] == [""] * 6
    shared = [row["RANK"] for row in people]
    assert [int(row["EXAEQUO"]) for row in people] == [shared.count(rank) for rank in shared]


def test_an_unranked_player_is_999() -> None:
    rows = games.event()
    unranked = [[*rows[0], "unranked"], *([*row, "x" if row[3] == "Player 0" else ""] for row in rows[1:])]
    people = {
        row["NAME"]: row
        for row in table(written("wdd", outgoing(event(unranked))).files["wdd-classification.csv"])
    }
    assert (people["0"]["RANK"], people["0"]["EXAEQUO"]) == ("999", "1")
    assert people["0"]["RK_0AU"] == ""


def test_names_come_from_the_list_of_players() -> None:
    """The last word is the name, unless Players has the parts; a single word is the name."""
    people = (
        Person({"Player": "Player 0", "First name": "Anna", "Last name": "van der Berg", "Country": "GB"}),
        Person({"Player": "player 1", "Country": "de"}),
        Person({"Player": "Player 2", "Country": "GB-SCT"}),
        Person({"Player": "Player 3", "Country": "RW"}),
        Person({"Player": "Player 4", "Country": "Ruritania"}),
        Person({"Player": "Absent Friend", "Country": "FR"}),
    )
    out = written("wdd", outgoing(event(), people=people))
    rows = {(row["FIRST NAME"], row["NAME"]): row for row in table(out.files["wdd-classification.csv"])}
    codes = {key: (row["LOCATION"], row["NATIONALITY"]) for key, row in rows.items()}
    assert codes["Anna", "van der Berg"] == ("ANG", "ANG")
    assert codes["Player", "1"] == ("ALL", "ALL")
    assert codes["Player", "2"] == ("ANG", "ANG")
    assert codes["Player", "3"] == ("RW", "RW")
    assert codes["Player", "4"] == ("ZZZ", "ZZZ")
    assert codes["Player", "5"] == ("YYY", "YYY")
    assert ("", "O'Brien") in rows
    assert not any("Friend" in last for _, last in rows)
    assert out.notes[0] == (
        "Countries without a code in the World Diplomacy Database are written as ZZZ: Ruritania of Player 4. "
        "On Players, type a country as two letters, such as GB."
    )
    assert ("Anna", "van der Berg") in {
        (row["FIRST NAME"], row["NAME"]) for row in table(out.files["wdd-boards.csv"])
    }


def test_a_country_has_one_code() -> None:
    same = AS_IN_ISO.split()
    assert len(set(same)) == len(same)
    assert not {*same} & {*COUNTRIES}
    assert len(set(COUNTRIES.values())) == len(COUNTRIES)
    known = {
        "GB": "ANG",
        "DE": "ALL",
        "CH": "SUI",
        "NO": "NGE",
        "NL": "HOL",
        "HU": "HON",
        "CN": "CHI",
        "KR": "COR",
    }
    assert known.items() <= COUNTRIES.items()


def test_what_the_database_has_no_place_for() -> None:
    header, *rows = games.event()
    more = [
        [*header, "docked", "civil_disorder", "new_player", "weight", "override", "extra_points", "tiebreak"]
    ]
    more += [[*row, *[""] * 7] for row in rows]
    more[15][8:] = [1, "", "x", 2, "", "", ""]
    more[16][8:] = ["", "x", "", 2, 7, 1, 3]
    notes = written("wdd", outgoing(event(more))).notes
    assert notes == (
        "The World Diplomacy Database has no place for docked centres, civil disorder, new players, typed "
        "tie-breaks, extra points, weights of boards and that scores are typed.",
        "The award columns (RK_AWA_1 ...) are blank: type the ranks for the awards that you gave.",
    )


def test_nobody_on_a_board() -> None:
    rows = games.event()
    rows[3][3] = rows[16][3] = ""
    notes = written("wdd", outgoing(event(rows))).notes
    assert notes[0] == "Not all players are named on boards A of round 1 and A of round 2."


def test_more_rounds_than_there_are_columns() -> None:
    rows = [
        games.HEADER,
        *(row for n in range(1, 10) for row in games.rows(n, "A", games.CLOCK, players="abcdefg")),
    ]
    with pytest.raises(Faults) as refused:
        written("wdd", outgoing(event([list(row) for row in rows])))
    assert str(refused.value) == "The World Diplomacy Database has columns for 8 rounds, but the event has 9."


def test_more_years_than_there_are_columns() -> None:
    rows = [list(games.HEADER), *games.rows(1, "A", games.CLOCK, year=1921, players="abcdefg")]
    with pytest.raises(Faults) as refused:
        written("wdd", outgoing(event(rows)))
    assert str(refused.value) == (
        "games.csv rows 2 to 8: The World Diplomacy Database has columns for years up to 1920, but the board goes on to 1921."
    )


# -- out and in again -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FEW)
def test_an_example_there_and_back(name: str) -> None:
    """Imported boards have the same scores in every system, except for facts that the database lacks."""
    played = games_in(name)
    back = boards_of(read(file_of(written("wdd", outgoing(played)), "wdd-boards.csv")), fewer=True)
    assert len(back) == len(played)
    for one, other in zip(played, back, strict=True):
        assert [seat.player for seat in one.seats] == [seat.player for seat in other.seats]
        for system in systems_for(one):
            assert scores(system, as_elsewhere(one.board)) == scores(system, other.board), (
                system.key,
                one.name,
            )


@pytest.mark.parametrize("name", ["dixiecon", "wbc"])
def test_their_scores_are_read_too(name: str) -> None:
    played = games_in(name)
    event_ = outgoing(played)
    found = read(file_of(written("wdd", event_), "wdd-boards.csv"))
    assert found.scores is not None
    assert len(found.scores) == 7 * len(played)
    for one in event_.scored:
        assert one.scores is not None
        key = event_.rounds[one.game.round], str(event_.numbers[one.game.round, one.game.name])
        assert [found.scores[*key, seat] for seat in range(7)] == [*one.scores]


# -- in ---------------------------------------------------------------------------------------

SAMPLE = """\ufeffFirst Name,NAME,HOMONYME,ROUND,BOARD,COUNTRY,RANK,EXAEQUO,SCORE,NB_CENTRE,YEAR_ELIMINATION,DRAW,CT_01,CT_02,CT_03,CT_04,CT_05,EXTRA
Ann,Lee,1,1,1,0AU,5,3,1,0,4,0,3,2,1,0,0,
"Bob ""Bo"" M.",Lee,1,1,1,0EN,1,1,52,13,,2,5,6,8,10,13,
Ann,Lee,2,1,1,0FR,2,1,25,13,,2,5,6,8,10,13,
,Cher,1,1,1,0GE,3,1,10,4,,0,5,6,6,6,4,
Dan,d'Or,1,1,1,0IT,4,1,5,4,,0,4,6,6,4,4,
Eve,Fox,1,1,1,0RU,5,3,1,0,5,0,6,5,3,2,0,
Gus,Hay,1,1,1,0TU,5,3,1,0,03,0,4,3,0,0,0,
"""


def sample(text: str = SAMPLE) -> File:
    return File("boards.csv", csv_rows(text.encode(), "boards.csv"))


def test_a_board() -> None:
    """A byte-order mark, quotes, other case, a column more, two of a name and one of a single word."""
    found = read(sample())
    (game,) = boards_of(found)
    assert (game.round, game.name) == (1, "1")
    assert [seat.player for seat in game.seats] == [
        *("Ann Lee", 'Bob "Bo" M. Lee', "Ann Lee (2)", "Cher", "Dan d'Or", "Eve Fox", "Gus Hay")
    ]
    board = game.board
    assert board is not None
    assert board.centres == (0, 13, 13, 4, 4, 0, 0)
    assert board.year == 1905
    assert board.eliminated == (1904, None, None, None, None, 1905, 1903)
    assert board.ending.end is End.DRAW
    assert board.drew == (1, 2)
    assert [year for year, _ in board.chart] == [1901, 1902, 1903, 1904, 1905]


def test_a_concession_is_a_mark_and_a_solo_is_none() -> None:
    won = (
        SAMPLE.replace("13,,2,5", "17,,1,5", 1)
        .replace("13,,2,5", "9,,0,5")
        .replace("10,13,\n", "10,17,\n", 1)
    )
    (game,) = boards_of(read(sample(won.replace("10,13,\n", "10,9,\n"))))
    assert game.board is not None
    assert (game.board.ending.end, game.board.winner) == (End.CONCESSION, 1)
    solo = (
        won.replace("17,,1,5", "18,,1,5")
        .replace("10,17,", "10,18,")
        .replace("9,,0,5", "8,,0,5")
        .replace("10,13,", "10,8,")
    )
    (game,) = boards_of(read(sample(solo)))
    assert game.board is not None
    assert (game.board.ending.end, game.board.draw) == (End.SOLO, frozenset())


def without(text: str, *columns: str) -> str:
    header, *rows = csv.reader(StringIO(text.removeprefix("\ufeff")))
    kept = [n for n, name in enumerate(header) if name not in columns]
    return (
        "\n".join(
            ",".join(f'"{row[n].replace(chr(34), chr(34) * 2)}"' for n in kept) for row in [header, *rows]
        )
        + "\n"
    )


def test_counts_at_the_end_alone() -> None:
    years = [f"CT_{n:02}" for n in range(1, 6)]
    (game,) = boards_of(read(sample(without(SAMPLE, *years, "SCORE", "RANK", "EXAEQUO"))))
    assert game.board is not None
    assert (game.board.year, game.board.chart) == (None, ())
    (game,) = boards_of(read(sample(without(SAMPLE, *years[:-1]))))
    assert game.board is not None
    assert (game.board.year, game.board.chart) == (1905, ())
    (game,) = boards_of(read(sample(without(SAMPLE, "NB_CENTRE"))))
    assert game.board is not None
    assert game.board.centres == (0, 13, 13, 4, 4, 0, 0)


def test_a_game_of_one_year_has_all_of_its_chart() -> None:
    first = without(SAMPLE, "NB_CENTRE", "YEAR_ELIMINATION", "DRAW", *(f"CT_{n:02}" for n in range(2, 6)))
    (game,) = boards_of(read(sample(first)))
    assert game.board is not None
    assert game.board.chart == ((1901, (3, 5, 5, 5, 4, 6, 4)),)


@each(
    ("old", "new", "sentence"),
    [
        ("0AU", "0XX", "boards.csv row 2, column COUNTRY: '0XX' is not one of the seven powers."),
        ("13,,2,5", "13,,two,5", "boards.csv row 3, column DRAW: 'two' cannot be in DRAW: type 1 for the winner, the number of powers in the draw, 0, or nothing."),
        ("13,,2,5", "13,,3,5", "boards.csv row 3, column DRAW: DRAW counts 3 powers in the draw, but is above 0 for 2 powers."),
        ("0,4,0,3,2,1,0,0", "0,3,0,3,2,1,0,0", "boards.csv row 2, column YEAR_ELIMINATION: Austria: the centre chart says eliminated in 1904, but 1903 is typed."),
        ("52,13,", "52,12,", "boards.csv row 3, column NB_CENTRE: England: the centre chart says 13, but 12 is typed."),
        ("10,13,\nAnn", "10,x,\nAnn", "boards.csv row 3, column CT_05: England has 'x' centres; a count is a whole number from 0 to 34."),
        ("Gus,Hay,1,1,1,0TU", "Gus,Hay,1,1,1,0RU", "boards.csv row 8, column COUNTRY: Russia is listed twice."),
        ("Ann,Lee,1,1,1,0AU", "Ann,Lee,1,all,1,0AU", "boards.csv row 2, column ROUND: 'all' is not a round; type a whole number from 1 to 9999, or Final."),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_a_sentence(old: str, new: str, sentence: str) -> None:
    assert old in SAMPLE
    assert sentence in faults_of(read(sample(SAMPLE.replace(old, new, 1))))


def test_columns_that_are_missing_or_there_twice() -> None:
    none = without(SAMPLE, "NB_CENTRE", *(f"CT_{n:02}" for n in range(1, 6)))
    assert faults_of(read(sample(none))) == ["boards.csv: There is no column headed NB_CENTRE."]
    twice = SAMPLE.replace("EXTRA", "DRAW")
    assert faults_of(read(sample(twice))) == ["boards.csv: Two columns are headed DRAW."]
    with pytest.raises(UnknownKind):
        reader_of(sample(without(SAMPLE, "HOMONYME")))
    with pytest.raises(NotThatKind) as other:
        reader_of(sample("round,board\n1,A\n"), "wdd")
    assert (
        str(other.value)
        == "boards.csv is not boards of the World Diplomacy Database: its headings are round and board."
    )


def test_a_board_without_draw_column_was_stopped() -> None:
    (game,) = boards_of(read(sample(without(SAMPLE, "DRAW"))))
    assert game.board is not None
    assert game.board.ending.end is End.CLOCK
