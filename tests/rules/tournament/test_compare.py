"""DIP_COMPARE and dipscore compare: one event's ranks under several systems."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from tests.boards import Facts
from tests.boards import games as any_game
from tests.each import each
from tests.rules.tournament.events import BAD, BLANK, FOUR, SOLO, THREE, board, fixed, listing, write
from xl_dipscore import systems
from xl_dipscore.errors import did_you_mean
from xl_dipscore.rules.board import SEATS
from xl_dipscore.rules.system import System, UnknownSystem, by_family, find, find_all
from xl_dipscore.rules.tournament.compare import USUAL_RIVALS
from xl_dipscore.tables.functions.events import dip_compare, dip_standings

KEYS = [system.key for system in systems()]
OK, FAULTY, MISUSED = 0, 1, 2

BOARDS = [
    board(FOUR, "abcdefg"),
    board(THREE, "hijklmn", 1, 2, draw="EF"),
    board(SOLO, "nbhdjfa", 2),
]
GAMES = listing(*BOARDS)


def by_player(table: Any) -> dict[str, dict[str, Any]]:
    header, *rows = table
    return {row[0]: dict(zip(header[1:], row[1:], strict=True)) for row in rows}


def ranks(system: str, block: Any) -> dict[str, Any]:
    """The rank column of DIP_STANDINGS; where there is no total, that."""
    header, *rows = dip_standings(system, block)
    rank, player, total = (header.index(word) for word in ("Rank", "Player", "Total"))
    return {row[player]: row[total] if row[total] == "#N/A" else row[rank] for row in rows}


# -- DIP_COMPARE --------------------------------------------------------------------------------


def test_a_column_a_system_best_first_by_the_first() -> None:
    """By centres 16 lead 15; by the size of the draw the six survivors of two 3-way draws are level."""
    block = listing(board((16, 9, 9, 0, 0, 0, 0), "abcdefg"), board((15, 15, 4, 0, 0, 0, 0), "hijklmn", 1, 2))
    table = dip_compare(block, [["SHARE", "DRAWSIZE"]])
    assert table[0] == ["Player", "SHARE", "DRAWSIZE"]
    assert table[1:7] == [["a", 1, 1], ["h", 2, 1], ["i", 2, 1], ["b", 4, 1], ["c", 4, 1], ["j", 6, 1]]
    assert [row[0] for row in table[7:]] == [*"defgklmn"]
    turned = dip_compare(block, [["DRAWSIZE", "SHARE"]])
    assert [row[0] for row in turned[1:]] == [*"abchij", *"defgklmn"]


@each("key", KEYS)
def test_a_column_is_the_ranks_of_the_standings(key: str) -> None:
    assert {player: row[key] for player, row in by_player(dip_compare(GAMES, key)).items()} == ranks(
        key, GAMES
    )


@st.composite
def events(draw: st.DrawFn) -> Any:
    """One or two rounds of a board or two, the players in any seats, some facts left out."""
    boards = []
    for round_ in range(1, draw(st.integers(1, 2)) + 1):
        players = draw(st.permutations("abcdefghijklmn"))
        for n in range(draw(st.integers(1, 2))):
            facts: Facts = draw(any_game())
            game = {
                "draw": ["x" if seat in facts.draw else None for seat in SEATS],
                "eliminated": list(facts.eliminated),
                "year": [facts.year if draw(st.booleans()) else None] * 7,
                "new_player": ["x" if seat in facts.new_player else None for seat in SEATS],
                "unranked": ["x" if draw(st.integers(0, 9)) == 0 else None for _ in SEATS],
            }
            boards.append(board(facts.centres, players[7 * n :], round_, n, **game))
    return listing(*boards)


@pytest.mark.slow
@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
@given(block=events())
@settings(max_examples=5)
def test_whatever_the_event_a_column_is_the_ranks_of_the_standings(system: System, block: Any) -> None:
    compared = {player: row[system.key] for player, row in by_player(dip_compare(block, system.key)).items()}
    table = dip_standings(system.key, block)
    if isinstance(table, str):
        assert set(compared.values()) == {table}
        return
    unranked = {row[3] for row in block[1:] if row[block[0].index("Unranked")] == "x"}
    expected = ranks(system.key, block)
    assert compared == {player: "" if player in unranked else expected.get(player, "") for player in compared}
    assert set(expected) <= set(compared)


@pytest.mark.parametrize("nothing", [None, "", 0, [[None]], [["", None], [" ", None]]])
def test_the_usual_systems_where_none_is_named(nothing: Any) -> None:
    assert dip_compare(GAMES, nothing)[0] == ["Player", *USUAL_RIVALS]
    assert dip_compare(GAMES, nothing) == dip_compare(GAMES, [USUAL_RIVALS])


def test_the_usual_systems_are_few_and_known() -> None:
    assert 5 <= len(USUAL_RIVALS) <= 10
    assert [find(key).key for key in USUAL_RIVALS] == [*USUAL_RIVALS]


@pytest.mark.parametrize(
    "asked",
    [
        ["sos", "c-diplo"],
        [["sos"], ["c-diplo"]],
        [["sos", None], ["", " C diplo "]],
        [[" SOS ", "C-Diplo 100"]],
    ],
)
def test_systems_in_any_cells(asked: Any) -> None:
    assert dip_compare(GAMES, asked) == dip_compare(GAMES, [["SOS", "CDIPLO"]])
    assert dip_compare(GAMES, asked)[0] == ["Player", "SOS", "CDIPLO"]


def test_the_same_system_twice() -> None:
    assert dip_compare(GAMES, ["WBC", "SOS", "wbc"])[0] == ["Player", "WBC", "SOS", "WBC"]
    assert all(row[1] == row[3] for row in dip_compare(GAMES, ["WBC", "SOS", "wbc"]))


def test_an_unknown_system_is_na_under_its_own_name() -> None:
    table = dip_compare(GAMES, ["Dixicon", "SOS", 7])
    assert table[0] == ["Player", "Dixicon", "SOS", 7]
    assert {(row[1], row[3]) for row in table[1:]} == {("#N/A", "#N/A")}
    assert [[row[0], row[2]] for row in table] == dip_compare(GAMES, "SOS")
    alone = dip_compare(GAMES, "Dixicon")
    assert alone == [["Player", "Dixicon"], *([player, "#N/A"] for player in "abcdefghijklmn")]


def test_a_missing_fact_spoils_only_its_own_cells() -> None:
    block = listing(board(THREE, "abcdefg"), board(THREE, "hijklmn", 1, 2, year=BLANK, eliminated=BLANK))
    table = by_player(dip_compare(block, ["SOS", "NDC"]))
    assert {player for player, row in table.items() if row["NDC"] == "#N/A"} == set("hijklmn")
    assert {row["SOS"] for row in table.values()} == {1, 3, 7}
    assert table["a"]["NDC"] == 1


def test_a_faulty_board_spoils_its_players_under_every_system() -> None:
    table = by_player(dip_compare(listing(board(THREE, "abcdefg"), board(BAD, "hijklmn", 1, 2))))
    assert {cell for player in "hijklmn" for cell in table[player].values()} == {"#N/A"}
    assert table["a"]["SOS"] == 1


def test_who_is_not_ranked_has_empty_text() -> None:
    unranked = [*BLANK[:6], "x"]
    block = listing(
        board(THREE, "abcdefg", unranked=unranked),
        board(BAD, "hijklmn", 1, 2, unranked=unranked),
        board(BLANK, "opqrstu", 1, 3),
    )
    table = by_player(dip_compare(block, ["SOS", "WBC"]))
    assert [table[player] for player in "gn"] == [{"SOS": "", "WBC": ""}] * 2
    assert table["m"] == {"SOS": "#N/A", "WBC": "#N/A"}
    assert set(table) == set("abcdefghijklmn")


def test_a_final_of_mystery_ranks_the_finalists_only() -> None:
    block = listing(board(THREE, "abcdefg", draw="AEF"), board(FOUR, "hijklmn", 1, 2), board(
        THREE, "abchijk", "Final", draw="AEF"))  # fmt: skip
    table = by_player(dip_compare(block, ["MYSTERY", "SOS"]))
    assert {player for player, row in table.items() if row["MYSTERY"] == ""} == set("defglmn")
    assert "" not in {row["SOS"] for row in table.values()}


def test_a_system_that_allows_fewer_powers_than_seven() -> None:
    block = [row for row in listing(board(FOUR, "abcd")) if row[2] not in ("Italy", "Russia", "Turkey")]
    table = by_player(dip_compare(block, ["CONQUEST", "SOS"]))
    assert {row["SOS"] for row in table.values()} == {"#N/A"}
    assert [table[player]["CONQUEST"] for player in "abcd"] == [1, 2, 3, 4]


def test_a_system_that_refuses_the_event_has_its_own_error() -> None:
    """NDC 1995 says how one round and two become a total."""
    three = listing(*(board(THREE, "abcdefg", round_) for round_ in (1, 2, 3)))
    table = dip_compare(three, ["NDC", "SOS"])
    assert dip_standings("NDC", three) == "#NUM!"
    assert {row[1] for row in table[1:]} == {"#NUM!"}
    assert table[1][2] == 1


def test_a_wrong_name_spoils_one_player() -> None:
    twice = dip_compare(listing(board(THREE, "abcdefg"), board(THREE, "aijklmn", 1, 2)), ["SOS", "DCC"])
    table = by_player(twice)
    assert table.pop("a") == {"SOS": "#N/A", "DCC": "#N/A"}
    assert all(isinstance(rank, int) for row in table.values() for rank in row.values())
    stray = by_player(dip_compare([*GAMES, ["x", *GAMES[1][1:]], ["x", 1, "Italy", "o"]], "SOS"))
    assert [player for player, row in stray.items() if row["SOS"] == "#N/A"] == ["a", "o"]


@pytest.mark.parametrize("block", [[["Round", "Board"]], "SOS", "#REF!"])
def test_games_that_cannot_be_read_are_as_in_the_standings(block: Any) -> None:
    assert dip_compare(block, ["SOS", "DCC"]) == dip_standings("SOS", block)
    assert str(dip_compare(block, "SOS")).startswith("#")


def test_no_game_is_played() -> None:
    assert dip_compare(listing(board(BLANK, "abcdefg")), ["SOS", "DCC"]) == [["Player", "SOS", "DCC"]]


@pytest.mark.parametrize("error", ["#REF!", "#N/A"])
def test_an_error_among_the_systems_goes_through(error: str) -> None:
    assert dip_compare(GAMES, error) == error
    assert dip_compare(GAMES, [["SOS"], [error]]) == error


@pytest.mark.parametrize(
    "asked",
    [
        [["SOS", "WBC"], ["rows", 20], ["columns", 5]],
        [["SOS"], ["Rows"], ["20"], ["WBC"], ["columns"], [5.0]],
        [["rows", 20, "SOS", None, "columns", 5, "WBC", "rows", 3, "rows", None]],
    ],
)
def test_rows_and_columns_fill_with_empty_text(asked: Any) -> None:
    short = dip_compare(GAMES, ["SOS", "WBC"])
    assert dip_compare(GAMES, asked) == [*([*row, "", ""] for row in short), *[[""] * 5] * (20 - len(short))]


def test_a_table_of_the_usual_systems_can_be_filled_too() -> None:
    assert dip_compare(GAMES, [["rows", 17]]) == [*dip_compare(GAMES), *[[""] * (1 + len(USUAL_RIVALS))] * 2]


@each("size", [-1, 2.5, "many", 10**6, True])
def test_a_size_that_is_none_is_num(size: Any) -> None:
    assert dip_compare(GAMES, [["SOS", None], ["rows", size]]) == "#NUM!"


# -- dipscore compare ---------------------------------------------------------------------------


@pytest.fixture
def compare(dipscore: Any, tmp_path: Any) -> Any:
    def run(boards: Any, *words: object) -> Any:
        write(tmp_path / "games.csv", *boards)
        return dipscore("compare", "games.csv", *words)

    return run


def test_the_command_line_gives_the_table_of_the_worksheet(compare: Any) -> None:
    got = compare(BOARDS, "sos", "C-Diplo", "NDC")
    header, *rows = dip_compare(GAMES, ["SOS", "CDIPLO", "NDC"])
    assert got.status == OK
    assert got.table == [
        ["player", *header[1:]],
        *([str(cell).replace("#N/A", "") for cell in r] for r in rows),
    ]


def test_the_usual_systems_on_the_command_line(compare: Any) -> None:
    got = compare(BOARDS)
    assert got.status == OK
    assert got.table[0] == ["player", *USUAL_RIVALS]
    assert "Name others after the file: dipscore systems lists them." in got.err


def test_a_family_on_the_command_line(compare: Any) -> None:
    got = compare(BOARDS, "SOS", "lead", "place")
    assert got.table[0] == [
        "player",
        "SOS",
        *(one.key for one in find_all("Lead")),
        *(one.key for one in by_family()["place"]),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 120])
def test_a_wide_table_to_read_goes_on_below(compare: Any, monkeypatch: Any, width: int) -> None:
    monkeypatch.setattr("xl_dipscore.cli.writing.stdout", lambda: Console(width=width))
    got = compare(BOARDS, *KEYS, "--show")
    assert got.status == OK
    lines = got.out.splitlines()
    assert lines[0].strip() == f"Ranks, sorted by {KEYS[0]}"
    assert max(map(len, lines)) <= width
    headings = [line.replace("┃", " ").split() for line in lines if line.startswith("┃")]
    assert {words[0] for words in headings} == {"Player"}
    assert [key for words in headings for key in words[1:]] == list(KEYS)
    assert len([line for line in lines if line.startswith("│ a ")]) == len(headings) > 1


def test_what_a_system_lacks_is_a_note(compare: Any) -> None:
    years = {"year": BLANK, "eliminated": BLANK}
    got = compare([board(THREE, "abcdefg"), board(THREE, "hijklmn", 1, 2, **years)], "NDC", "SOS")
    assert got.status == OK
    assert got.err.startswith("Note: NDC leaves out 1 board, the first: games.csv row")
    assert {row[0] for row in got.table[1:] if not row[1]} == set("hijklmn")


def test_a_table_to_read_has_no_cell_errors_and_each_missing_fact_is_told(compare: Any) -> None:
    """One board lacks its year, the other one only the year of an elimination."""
    no_year = board(THREE, "abcdefg", year=BLANK)
    got = compare([no_year, board(THREE, "hijklmn", 1, 2, eliminated=BLANK)], "ARMADA", "SOS", "--show")
    assert got.status == OK
    assert "#" not in got.out.replace("#1", "")
    assert "?: " in got.out
    told = [line for line in got.err.splitlines() if line.startswith("Note: ARMADA")]
    assert ["year in which" in line for line in told] == [False, True]
    assert "?: " not in compare([board(THREE, "abcdefg")], "SOS", "--show").out


def test_a_system_that_refuses_is_a_note(compare: Any) -> None:
    got = compare([board(THREE, "abcdefg", round_) for round_ in (1, 2, 3)], "NDC", "SOS")
    assert got.status == OK
    assert got.err.startswith("Note: NDC says how to combine two rounds, not 3; choose best 2 or mean all.\n")
    assert {row[1] for row in got.table[1:]} == {""}


def test_faults_of_the_list_are_told_and_nothing_is_written(compare: Any, tmp_path: Any) -> None:
    boards = [board(THREE, "abcdefg"), board(BAD, "hijklmn", 1, 2)]
    got = compare(boards, "SOS", "WBC")
    assert got.status == FAULTY
    assert got.err.count("games.csv row 9, column Centres: Austria has 36 centres") == 1
    assert got.table[1] == ["a", "1", "1"]
    assert compare(boards, "SOS", "-o", "out.csv").status == FAULTY
    assert not (tmp_path / "out.csv").exists()
    assert compare(boards[:1], "SOS", "-o", "out.csv").status == OK
    assert (tmp_path / "out.csv").read_text().splitlines()[:2] == ["player,SOS", "a,1"]


def test_a_player_on_two_boards_of_a_round(compare: Any) -> None:
    got = compare([fixed({"a": 1, "b": 5}), fixed({"a": 2, "c": 4}, name=2)], "SOS")
    assert got.status == FAULTY
    assert got.table == [["player", "SOS"], ["b", "1"], ["c", "2"], ["a", ""]]
    assert got.err.count("games.csv row 9, column Player: a is on two boards of round 1: 1 and 2.") == 1


def test_an_unknown_system_is_a_misuse(compare: Any) -> None:
    got = compare(BOARDS, "SOS", "NDX")
    assert (got.status, got.out) == (MISUSED, "")
    assert str(UnknownSystem(name="NDX", hint=did_you_mean("NDX", ["NDC"]))) in got.err
