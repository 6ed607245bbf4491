"""Mistakes and oddities in an event: DIP_PROBLEMS, and one wrong name, which spoils only one player."""

from fractions import Fraction
from time import process_time
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.doubts import DOUBTS, ELSEWHERE, PEOPLE, PLAYED, event
from tests.doubts import OTHERS as THEM
from tests.each import each
from tests.lists import HEADER as HEADINGS
from tests.lists import board_rows
from tests.rules.tournament.events import (
    BAD,
    FOUR,
    SEVEN,
    SOLO,
    THREE,
    board,
    fixed,
    games,
    listed,
    listing,
    ranks,
    totals,
)
from xl_dipscore import Settings, standings, systems
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.problem import HEADER
from xl_dipscore.rules.tournament.problems import problems
from xl_dipscore.rules.tournament.qualify import qualify
from xl_dipscore.rules.tournament.spelling import alike
from xl_dipscore.tables.cells.games import NobodyNamed
from xl_dipscore.tables.functions.events import dip_awards, dip_compare, dip_problems, dip_standings

pytestmark = pytest.mark.usefixtures("new_books")

NAMES = "abcdefg"
OTHERS = "hijklmn"
SMALL = (3, 16, 15, 0, 0, 0, 0)


def told(system: Any, boards: Any, options: Any = None) -> list[dict[str, Any]]:
    header, *rows = dip_problems(system, listing(*boards), options)
    assert header == list(HEADER)
    return [dict(zip(header, row, strict=True)) for row in rows]


def sentences(*arguments: Any) -> list[str]:
    """Problems without those that every small event has."""
    usual = ("Best ", "These boards have the same")
    return [row["Problem"] for row in told(*arguments) if not row["Problem"].startswith(usual)]


# -- one wrong name -----------------------------------------------------------------------------


def test_a_name_picked_twice_spoils_one_player() -> None:
    boards = [board(THREE, NAMES), board(FOUR, "a" + OTHERS[1:], 1, 2), board(FOUR, "bcdefgh", 2)]
    table = dip_standings("SOS", listing(*boards))
    assert [row[:3] for row in table if row[1] == "a"] == [["", "a", "#N/A"]]
    assert [row[0] for row in table[1:-1]] == sorted(row[0] for row in table[1:-1])
    by_player = {row[0]: row[1] for row in dip_compare(listing(*boards), "SOS")[1:]}
    assert by_player.pop("a") == "#N/A"
    assert all(isinstance(rank, int) for rank in by_player.values())
    assert dip_awards("SOS", listing(*boards))[0][0] == "Power"
    (first, *_) = told("SOS", boards)
    assert first == {
        "Rank": "wrong",
        "Problem": "a is on two boards of round 1: 1 and 2.",
        "Round": 1,
        "Board": "2",
        "Power": "Austria",
        "Player": "a",
        "Row": 9,
        "What to do": "Correct the name; or, if both count, set the option double to best or sum.",
        "Key": "1 2 Austria: two boards",
    }
    assert sentences("SOS", boards, [["double", "best"]]) == []


def test_a_name_picked_twice_on_one_board() -> None:
    boards = [fixed({"a": 10, "b": 20}), fixed({"c": 5, "d": 4}, 1, 2)]
    boards[0][4]["Player"] = "a"
    table = standings("SOS", games(*boards))
    assert ranks(table) == [(1, "b"), (2, "c"), (3, "d"), (None, "a")]
    assert str(table.faults[0]) == (
        "games.csv row 6, column Player: a has two powers on board 1 of round 1: Austria and Italy."
    )


def test_the_winner_of_the_others_is_the_champion() -> None:
    """A final won by a name that is on another seat too makes nobody champion, and holds up nobody."""
    boards = [fixed({"a": 30, "b": 20, "c": 10}), board(SOLO, ["a", "b", "a"], "Final")]
    assert ranks(standings("SOS", games(*boards))) == [(1, "b"), (2, "c"), (None, "a")]


def test_who_is_unsure_does_not_qualify_and_is_named() -> None:
    boards = [fixed(dict(zip("abcdefg", range(70, 0, -10), strict=True))), fixed({"a": 5, "h": 4}, 1, 2)]
    found = qualify(find("SOS"), games(*boards))
    assert [row.player for row in found.rows] == [*"bcdefgh"]
    assert "No known total, so they cannot qualify: a." in found.notes
    countries = qualify(find("GENCON"), games(board(THREE, "abcdefg"), board(THREE, "ahijklm", 1, 2)))
    assert "a" not in {row.player for row in countries.rows}
    assert "No known total, so they cannot qualify: a." in countries.notes


def test_a_mystery_solo_in_doubt_has_no_value() -> None:
    """Who joins after the first round has a value of their own, and nobody knows whether z did."""
    drawn = board((10, 8, 8, 8, 0, 0, 0), NAMES, draw="AEFG")
    first, second = board(FOUR, [*"hijklm", ""], 1, 2), board(FOUR, "zbcdefg", 2, draw="AE")
    late = [drawn, first, second, board(SOLO, "zijklmh", 2, 2)]
    table = standings("MYSTERY", games(*late))
    assert ranks(table)[-1] == (None, "z")
    assert table.scored[3].scores == (None, 0, 0, 0, 0, 0, 0)
    assert [row.rank for row in table if row.player != "z" and row.rank is None] == []
    # A solo of the first round is worth the same, whoever won it: nobody joined late who did.
    early = [drawn, board(SOLO, "ahijklm", 1, 2), second]
    average = Fraction(4 * 100 + 0 + 2 * 100 + 2 * 10, 2)
    assert standings("MYSTERY", games(*early)).scored[1].scores == (average, 0, 0, 0, 0, 0, 0)


def test_a_row_that_belongs_to_no_game_spoils_its_player() -> None:
    boards = [board(THREE, NAMES), board(FOUR, OTHERS, 1, 2), board(FOUR, [*"xyzhijk"], 2)]
    boards[1][6]["Round"] = "all"
    boards[2][0]["Board"] = ""
    table = standings("SOS", listed(*boards).games, listed(*boards).of_event())
    assert [player for rank, player in ranks(table) if rank is not None] == [*"abcdefg"]
    assert {player for rank, player in ranks(table) if rank is None} == {*"hijklmn", *"xyz"}
    assert dip_standings("SOS", listing(*boards))[1][:2] == [1, "a"]
    stray = next(row for row in told("SOS", boards) if row["Player"] == "n")
    assert (stray["Rank"], stray["Row"], stray["Power"], stray["Board"]) == ("wrong", 15, "Turkey", "2")


def test_a_stray_row_is_no_power_that_was_not_played() -> None:
    """Under CONQUEST a power without a row was not played; this one was, on a row that nobody can place."""
    five = [row for row in board((12, 8, 6, 5, 3, 0, 0), NAMES) if row["Power"] not in ("Russia", "Turkey")]
    assert dip_standings("CONQUEST", listing(five))[1][0] == 1
    five[1]["Round"] = None
    assert {row[0] for row in dip_standings("CONQUEST", listing(five))[1:]} == {""}


BY_SCORES = [system.key for system in systems() if system.by_scores]


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[list[Any], list[Any], str, str]:
    """An event, the same with a name on a second seat of a round, that name, and whose it took."""
    people = [f"{letter}{letter}" for letter in "abcdefghijklmn"]
    shapes = st.sampled_from([SOLO, THREE, FOUR, (10, 10, 10, 4, 0, 0, 0)])
    rounds = [
        (draw(shapes), draw(shapes), draw(st.permutations(people))) for _ in range(draw(st.integers(1, 3)))
    ]

    def boards() -> list[Any]:
        return [
            board(counts, order[7 * n : 7 * n + 7], round_, n)
            for round_, (*both, order) in enumerate(rounds, 1)
            for n, counts in enumerate(both)
        ]

    right, wrong = boards(), boards()
    at = draw(st.integers(0, len(rounds) - 1))
    one, other = draw(st.permutations(range(14)))[:2]
    rows = [row for rows in wrong[2 * at : 2 * at + 2] for row in rows]
    taken, rows[other]["Player"] = rows[other]["Player"], rows[one]["Player"]
    return right, wrong, rows[one]["Player"], taken


@given(spoilt(), st.sampled_from(BY_SCORES), st.sampled_from(["sum", "best 2", "mean all", None]))
def test_all_others_stand_as_without_the_wrong_name(event: Any, system: str, rule: Any) -> None:
    right, wrong, name, taken = event
    assume(not (system == "NDC" and rule is None))
    before, after = (standings(system, games(*boards), Settings(combine=rule)) for boards in (right, wrong))
    assert [row.rank for row in after if row.player == name] == [None]
    others = [
        [(row.player, row.total, row.breaks) for row in table if row.player not in (name, taken)]
        for table in (before, after)
    ]
    assert others[0] == others[1]
    assert all(row.rank is not None for row in after if row.player != name)


# -- names --------------------------------------------------------------------------------------

SIGNS = "differ only in signs, accents or the order of words"
LETTER = "differ only in one letter"
IN_SHORT = "may be one name, once in short"


@each(
    ("one", "other", "twins"),
    [
        ("Frank", "Fränk", SIGNS),
        ("Frank Otto", "Otto, Frank", SIGNS),
        ("Frank", "Fr\N{CYRILLIC SMALL LETTER A}nk", SIGNS),
        ("Zoë", "ZOE", SIGNS),
        ("Ann Lee", "AnnLee", SIGNS),
        ("Jean-Luc", "Jean Luc", SIGNS),
        ("Frank", "Frnak", LETTER),
        ("Frank", "Frankk", LETTER),
        ("Frank", "Franz", LETTER),
        ("Frank", "Rank", ""),
        ("Philip", "Phillip", LETTER),
        ("John Smith", "Jon Smith", LETTER),
        ("John Smith", "John Smiht", LETTER),
        ("Ann", "Anna", ""),
        ("Tim", "Tom", ""),
        ("Player 1", "Player 2", ""),
        ("Player 1", "Player 11", ""),
        ("Player A", "Player B", ""),
        ("John S", "John T", ""),
        ("Smith 1a", "Smith 1b", ""),
        ("Maria Garcia", "Mario Garcai", ""),
        ("Johann", "Joahnnn", ""),
    ],
)
def test_names_that_may_be_one(one: str, other: str, twins: str) -> None:
    apart = games(board(THREE, [one]), board(FOUR, [other], 2))
    hows = [how for _, how in alike(apart)]
    assert [how for how in hows if how in (SIGNS, LETTER)] == [twins] * bool(twins)
    assert [*alike(games(board(THREE, [one, other])))] == []


def test_a_list_of_names_is_no_list_of_slips() -> None:
    teams = [f"Team {letter}x" for letter in "abcdefghij"]
    assert [*alike(games(*(board(THREE, [team], n) for n, team in enumerate(teams, 1))))] == []


@given(st.text("abcdefg ", min_size=6, max_size=9), st.data())
def test_a_slip_in_a_long_name_is_found(name: str, data: st.DataObject) -> None:
    name = " ".join(f"z{word}z" for word in name.split())
    assume(len(name.replace(" ", "")) > 6)
    at = data.draw(st.integers(0, len(name) - 2))
    assume(" " not in name[at : at + 2] and name[at] != name[at + 1])
    slips = {
        "left out": name[:at] + name[at + 1 :],
        "typed twice": name[: at + 1] + name[at:],
        "another": f"{name[:at]}q{name[at + 1 :]}",
        "swapped": name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    }
    for slip in slips.values():
        found = [*alike(games(board(THREE, [name]), board(FOUR, [slip], 2)))]
        assert [(set(pair), how) for pair, how in found] == [({name, slip}, LETTER)]


def test_frank_and_frank_are_one_and_fraenk_is_a_doubt() -> None:
    boards = [fixed({"Frank": 50, "Bo": 60}), fixed({"frank": 40, "Bo": 10}, 2)]
    assert ranks(standings("SOS", games(*boards))) == [(1, "Frank"), (2, "Bo")]
    boards[1][0]["Player"] = "Fränk"
    found = [row for row in told("SOS", boards) if "differ" in row["Problem"]]
    assert [(row["Problem"], row["Rank"], row["Row"]) for row in found] == [
        (
            "Frank and Fränk differ only in signs, accents or the order of words: one player or two?",
            "doubt",
            2,
        )
    ]


@each(
    ("short", "whole", "one"),
    [
        ("Karl", "Karl Irving", True),
        ("Irving", "Karl Irving", True),
        ("Karl I.", "Karl Irving", True),
        ("K. Irving", "Karl Irving", True),
        ("Karl", "Karla Irving", False),
        ("Al", "Al Irving", False),
        ("Player A", "Player AB", False),
        ("Karl J.", "Karl Irving", False),
    ],
)
def test_a_short_name_beside_the_whole_one(short: str, whole: str, one: bool) -> None:
    apart = games(board(THREE, [short]), board(FOUR, [whole], 2))
    found = [names for names, how in alike(apart) if how == IN_SHORT]
    assert found == ([[short, whole]] if one else [])
    assert [*alike(games(board(THREE, [short, whole])))] == []
    several = games(board(THREE, ["Karl"]), board(FOUR, ["Karl Irving", "Karl Jones"], 2))
    assert [*alike(several)] == [(["Karl", "Karl Irving", "Karl Jones"], IN_SHORT)]


# -- boards and rounds --------------------------------------------------------------------------


def test_a_single_mark_beside_a_small_power() -> None:
    found = told("DCC", [board(SMALL, NAMES, draw="A")])[0]
    assert (found["Problem"], found["Power"], found["Player"], found["Row"]) == (
        "Austria is not the largest power; England has 16 centres.", "Austria", "a", 2,
    )  # fmt: skip
    # Where the system refuses it, that is what is told.
    assert [row["Rank"] for row in told("WBC", [board(SMALL, NAMES, draw="A")])] == ["wrong"] * 2


def test_a_power_again() -> None:
    boards = [board(THREE, NAMES), board(THREE, "ahijklm", 2), board(SMALL, "abcdefg", "Final", draw="EF")]
    again = "a has Austria more than once, in rounds 1 and 2."
    assert again in sentences("SOS", boards)
    assert not any("b has England" in sentence for sentence in sentences("SOS", boards))
    # Many problems of one kind share a line, so that they hide no other.
    many = "These players have a power more than once: a, b, c and 4 more."
    slip = board(SMALL, OTHERS, 3, draw="A")
    drawn = sentences("SOS", [board(THREE, NAMES), board(THREE, NAMES, 2), slip])
    assert drawn[-1] == many
    assert not any("a has Austria" in sentence for sentence in drawn)
    season = [board(THREE, "a", n) for n in range(1, 9)]
    assert not any("more than once" in sentence for sentence in sentences("SOS", season))


def test_finals() -> None:
    boards = [board(THREE, NAMES), board(SOLO, "habcdef", "Final"), board(THREE, "ijklmno", "Final", "B")]
    assert sentences("SOS", boards) == [
        "h won the Final but played no round before it.",
        "There are 2 Finals: boards 1 and B.",
    ]


def test_nobody_survived_as_a_power() -> None:
    boards = [board(FOUR, NAMES), board(FOUR, OTHERS, 1, 2)]
    assert not any(row["Problem"].startswith("Best ") for row in told("SOS", boards)), "after a single round"
    boards[1] = board(FOUR, OTHERS, 2)
    best = [row for row in told("SOS", boards) if row["Problem"].startswith("Best ")]
    assert best[0]["Problem"] == "Best Italy is a player without a centre: e and l."
    assert {row["Power"] for row in best} == {"Italy", "Russia", "Turkey"}


def test_the_hidden_decimal_of_dragonflight() -> None:
    boards = [board(THREE, NAMES, tiebreak=["0.24", 0.25, None, 0, -1, 24, None])]
    assert sentences("DRAGONFLIGHT", boards) == [
        f"DRAGONFLIGHT's hidden decimal is from 0 to 0.24 a game; {player} has {typed}."
        for player, typed in (("b", "0.25"), ("e", "-1"), ("f", "24"))
    ]
    assert sentences("SOS", boards) == []


def test_a_value_that_a_tie_needs() -> None:
    level = [board(THREE, NAMES), board(SEVEN, OTHERS, 1, 2, y1901=SEVEN)]
    without = "Without a centre chart for every game there are no mean centres: b and c."
    assert not any(sentence.startswith("Without") for sentence in sentences("WBC", level[:1]))
    assert any(sentence.startswith(without[:-9]) for sentence in sentences("WBC", level))
    alone = [fixed({"a": 3, "b": 2, "c": 1})]
    assert not any(sentence.startswith("Without") for sentence in sentences("WBC", alone))


def test_too_few_rounds_when_the_event_is_over() -> None:
    boards = [fixed({"a": 3, "b": 2}), fixed({"a": 1}, 2)]
    few = "Fewer than 2 rounds played: b."
    assert few in sentences("SOS", boards, [["min rounds", 2]])
    assert few not in sentences("SOS", boards, [["min rounds", 2], ["rounds", 3]])


def test_boards_to_come_are_no_problem() -> None:
    boards = [board(THREE, NAMES), board((None,) * 7, [*NAMES[::2], *NAMES[1::2]], 2)]
    assert told("NDC", boards, [["rounds", 2]]) == []
    assert sentences("SOS", [board((None,) * 7, NAMES)]) == []


def test_a_board_to_come_without_powers_beside_one_that_is_played() -> None:
    to_come = board_rows((None,) * 7, board=2, players=OTHERS, powers=[None] * 7)
    found = dip_problems("SOS", [[*HEADINGS], *board_rows(THREE), *to_come])[1:]
    assert [line[1].partition(".")[0] for line in found] == [
        "It is unclear who plays which power on board 2 of round 1",
        "Round 1: board 2 to come",
    ]


def test_a_board_without_names_has_scores_but_no_place_in_a_table() -> None:
    nameless = [[*HEADINGS], *board_rows(THREE, players=[""] * 7)]
    (line,) = dip_problems("SOS", nameless)[1:]
    assert (line[0], line[HEADER.index("Row")]) == ("wrong", 2)
    assert line[1] == NobodyNamed().sentence
    assert dip_standings("SOS", nameless) == "#VALUE!"


# -- the whole ----------------------------------------------------------------------------------


def test_the_worst_first_and_then_by_row() -> None:
    boards = [
        board(SMALL, NAMES, draw="A"),
        board(BAD, OTHERS, 1, 2),
        board(FOUR, "a" + OTHERS[1:], 1, 3),
    ]
    found = told("SOS", boards, [["combine", "product"]])
    order = ["wrong", "doubt"]
    places = [(order.index(row["Rank"]), row["Row"] or 0) for row in found]
    assert places == sorted(places)
    assert found[0]["Problem"].startswith("There is no rule 'product' for combining rounds.")
    assert {row["Rank"] for row in found} == {*order}


@pytest.mark.parametrize(
    ("system", "options", "sentence"),
    [
        ("DRAGON", None, "There is no scoring system DRAGON. Did you mean DRAGONFLIGHT?"),
        (None, None, "There is no scoring system with a blank name."),
        ("DCC", [["divisors", 3]], "DCC has no option divisors. Did you mean divisor?"),
        ("DCC", [["divisor", "half"]], "The option 'divisor' is played or event, not half."),
        (
            "DCC",
            [["rounds", "two"]],
            "The option 'rounds' is a whole number from 0 to 9999, not two.",
        ),
        ("DCC", [["rounds", 1]], "1 round is planned, but there is a game of round 2."),
        ("DCC", [["tiebreak", "coin"]], "There is no tie-break 'coin'."),
        ("DCC", [["rows", "many"]], "The option 'rows' is a whole number from 0 to 10000, not 'many'."),
    ],
)
def test_a_setup_that_is_not_understood(system: Any, options: Any, sentence: str) -> None:
    boards = [board(SMALL, NAMES, draw="A"), board(THREE, OTHERS, 2)]
    first, *others = told(system, boards, options)
    assert (first["Rank"], first["Row"]) == ("wrong", "")
    assert first["Problem"].startswith(sentence)
    assert "Austria is not the largest power; England has 16 centres." in {row["Problem"] for row in others}


def test_games_that_cannot_be_read_are_told() -> None:
    _, *rows = dip_problems("DCC", [["Round", "Board"]])
    assert [row[1] for row in rows] == [
        "There is no column headed Power.",
        "There is no column headed Centres.",
    ]
    assert dip_problems("DCC", "#REF!") == "#REF!"
    assert dip_problems("#NAME?", listing(board(THREE))) == "#NAME?"
    assert dip_problems("DCC", listing(board(THREE)), "#N/A") == "#N/A"
    wrong = dip_problems("DCC", listing(board(THREE)), [["rounds", "#REF!"]])
    assert wrong[1][1].endswith(", not #REF!.")


def test_nothing_is_wrong() -> None:
    boards = [board((5, 5, 5, 5, 5, 5, 4), NAMES)]
    assert dip_problems("SOS", listing(*boards)) == [list(HEADER)]
    filled = dip_problems("SOS", listing(*boards), [["rows", 3], ["columns", 10]])
    assert filled == [[*HEADER, ""], *[[""] * 10] * 2]
    unknown = dip_problems("NOBODY", listing(*boards), [["rows", 4]])
    assert len(unknown) == 4


def test_a_table_that_is_made_already_is_not_made_again() -> None:
    boards = games(board(SMALL, NAMES, draw="A"), board(THREE, "a", 1, 2))
    table = standings("DCC", boards)
    with_it, without = (problems(find("DCC"), boards, table=made) for made in (table, None))
    assert [str(one) for one in with_it] == [str(one) for one in without]


def test_totals_are_exact_beside_a_spoilt_one() -> None:
    boards = [board(THREE, NAMES), board(THREE, "a" + OTHERS[1:], 1, 2)]
    assert totals(standings("SOS", games(*boards)))["b"] == Fraction(100 * 11**2, 12**2 + 2 * 11**2)


@each(("kind", "rows", "asked", "sentence"), DOUBTS)
def test_each_kind_of_doubt_has_its_remedy(kind: Any, rows: Any, asked: Any, sentence: str) -> None:
    roster = [[name] for name in asked.get("roster", ())] or None
    _, *lines = dip_problems(asked.get("system", "SOS"), rows, asked.get("options"), roster)
    (line,) = [line for line in lines if line[1] == sentence]
    assert (line[0], line[7], line[8].split(": ")[1]) == (kind.rank, kind.remedy, kind.__new__(kind).kind)
    assert kind.rank != "wrong"
    assert kind.remedy


def test_what_is_right_has_no_doubt() -> None:
    second = board_rows(SOLO, players=[*PEOPLE[1:], "Ada"], round_=2)
    _, *lines = dip_problems(
        "SOS", event(PLAYED, ELSEWHERE, second), None, [[name] for name in PEOPLE + THEM]
    )
    assert {line[0] for line in lines} <= {"note"}


def test_an_evening_is_named_by_its_date() -> None:
    """As the director typed it; and its key stays when an earlier evening is put in."""
    header, *rows = listing(board(THREE, NAMES), board(THREE, NAMES[::-1], 2))
    days = {1: "2024-01-05", 2: "2024-01-12"}
    table = [["Date", *header[1:]], *([days[row[0]], *row[1:]] for row in rows)]
    (twins,) = [line for line in dip_problems("SOS", table)[1:] if line[0] == "doubt"]
    assert twins[1].endswith(" seven counts: 1 of 5 January 2024 and 1 of 12 January 2024.")
    assert (twins[2], twins[8]) == ("2024-01-12", "2024-01-12 1: same counts")
    twice = [[*row[:3], "Ann" if row[2] in ("Austria", "France") else row[3], *row[4:]] for row in table]
    said = [line[1] for line in dip_problems("SOS", twice)[1:] if line[0] == "wrong"]
    assert "Ann has two powers on board 1 of 5 January 2024: Austria and France." in said


# -- large archives -------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_archive_takes_time_in_proportion_to_its_games() -> None:
    people = [f"{first} {last}" for first in ("Anna", "Bert", "Carl") for last in _words(70)]

    def seconds(rounds: int) -> float:
        boards = [
            board(THREE, people[7 * table : 7 * table + 7], round_, table, year=[1901 + round_ % 7] * 7)
            for round_ in range(1, rounds + 1)
            for table in range(1, 26)
        ]
        played = games(*boards)
        start = process_time()
        problems(find("SOS"), played)
        return process_time() - start

    # 4 times the games; what compares all pairs of games takes 16 times as long.
    assert seconds(80) < 8 * seconds(20)


def _words(count: int) -> list[str]:
    return ["".join("bdfgk"[number // 5**n % 5] + "ai" for n in range(3)) for number in range(count)]


@given(width=st.integers(20, 70), cut=st.integers(0, 7))
@settings(max_examples=20)
def test_a_sentence_goes_on_in_the_rows_below(width: int, cut: int) -> None:
    """Joined again, the rows are the table without a width. Each row has text, and none is too wide."""
    boards = listing(board(THREE), board((5, 5, 5, 5, 5, 5, 4 + cut)))
    whole = dip_problems("DCC", boards, [["rows", 30]])
    broken = dip_problems("DCC", boards, [["rows", 90, width]])
    joined: list[list[object]] = []
    for line in broken:
        if line[0]:
            joined.append([*line])
        elif line[1]:
            for n in (1, 7):
                joined[-1][n] = f"{joined[-1][n]} {str(line[n]).strip()}".strip()
    assert joined == [line for line in whole if line[0]]
    assert [n for n, line in enumerate(broken) if line[1]] == [*range(sum(1 for line in broken if line[1]))]
    assert all(len(str(line[n])) <= width + 3 for line in broken for n in (1, 7))
