"""Tournaments and games of the Diplomacy Tournament Visualiser: import, export, and its other scores."""

# ruff: noqa: E501  sentences stay whole

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

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
from xl_dipscore.rules.board import POWERS, End
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.system import find, systems
from xl_dipscore.tables.cells.games import games_of, read_games
from xl_dipscore.tables.exchange.differences import differences, with_scores
from xl_dipscore.tables.exchange.formats import File, Person, Read
from xl_dipscore.tables.exchange.visualiser import THEIRS, name_there, system_called

# D of the boards that peers are compared on: England 13, France 10 and Germany 3 drew, Italy 8 did not.
COUNTS = (0, 13, 10, 3, 8, 0, 0)
GONE = (1904, None, None, None, None, 1906, 1904)
DREW = ("England", "France", "Germany")


def players(scored: Any = (), *, drew: Any = DREW, counts: Any = COUNTS, gone: Any = GONE) -> dict[str, Any]:
    told = {}
    for seat, power in enumerate(POWERS):
        told[power] = {
            "name": f"{power} Player",
            "location": "GB" if seat == 1 else "",
            "wdr_id": 100 + seat if seat < 2 else None,
            "final_scs": counts[seat],
            "elimination_year": gone[seat],
        }
        if scored:
            told[power]["score"] = scored[seat]
        if drew is not None:
            told[power]["in_draw"] = power in drew
    return told


def tournament(scored: Any = (), system: str = "Sum of Squares", **changes: Any) -> dict[str, Any]:
    game: dict[str, Any] = {
        "sandbox": "",
        "started": "2026-05-01T10:00:00Z",
        "players": players(scored),
        "draw": {"season": "Fall", "year": 1908, "powers": [*DREW]},
    }
    return {
        "name": "Spring Open",
        "year": 2026,
        "url": "https://example.org/1",
        "wdr_id": None,
        "wdd_id": None,
        "dbn_coverage": [],
        "rounds": {"1": {"scoring_system": system, "games": {"R1GA": {**game, **changes}}}},
        "results": [],
    }


def file(data: Any, **beside: Any) -> File:
    return File("event.json", data=data, beside={f"{name}.json": one for name, one in beside.items()}.get)


CHART = {
    "1900": [3, 3, 3, 3, 3, 4, 3],
    "1901": [4, 5, 5, 4, 4, 6, 4],
    "1902": [3, 6, 6, 4, 5, 6, 4],
    "1903": [1, 8, 7, 3, 6, 6, 3],
    "1904": [0, 9, 8, 4, 7, 6, 0],
    "1905": [0, 10, 9, 4, 8, 3, 0],
    "1906": [0, 12, 10, 4, 8, 0, 0],
    "1907": [0, 13, 9, 4, 8, 0, 0],
    "1908": [0, 13, 10, 3, 8, 0, 0],
}


def game(**changes: Any) -> dict[str, Any]:
    return {
        "round_number": 1,
        "started_at": "2026-05-01T10:00:00Z",
        "is_finished": True,
        "is_top_board": False,
        "external_url": "",
        "notes": "",
        "final-year": 1908,
        "draw": {"season": "Fall", "year": 1908, "powers": [*DREW]},
        "sc_chart": {year: dict(zip(POWERS, counts, strict=True)) for year, counts in CHART.items()},
        "sc_owners": {},
        **changes,
    }


# -- in ---------------------------------------------------------------------------------------


def test_a_tournament() -> None:
    found = read(file(tournament()))
    (one,) = boards_of(found)
    assert (one.round, one.name) == (1, "A")
    assert one.seats[1].player == "England Player"
    board = one.board
    assert board is not None
    assert (board.centres, board.eliminated, board.year) == (COUNTS, GONE, 1908)
    assert (board.ending.end, board.drew) == (End.DRAW, (1, 2, 3))
    assert found.systems == {1: "Sum of Squares"}
    assert found.scores is None
    assert found.people[1] == Person(
        {"Player": "England Player", "Country": "GB", "WDR id": "101"},
        "event.json round 1, game R1GA, England",
    )
    assert found.notes == ("Boards are called by the letter at the end of a game's name: R1GA is board A.",)


def test_a_draw_in_spring_is_of_the_year_before() -> None:
    draw = {"season": "Spring", "year": 1909, "powers": [*DREW]}
    (one,) = boards_of(read(file(tournament(draw=draw))))
    assert one.board is not None
    assert one.board.year == 1908


def test_a_game_that_was_stopped_has_no_year_without_its_own_file() -> None:
    data = tournament(players=players(drew=None), draw=None)
    (one,) = boards_of(read(file(data)))
    assert one.board is not None
    assert (one.board.year, one.board.ending.end) == (None, End.CLOCK)
    (one,) = boards_of(read(file(data, R1GA=game(draw=None))))
    assert one.board is not None
    assert (one.board.year, one.board.ending.end) == (1908, End.CLOCK)
    assert [year for year, _ in one.board.chart] == [*range(1901, 1909)]
    assert one.seats[0].player == "Austria Player"


def test_the_last_year_of_a_chart_alone_is_no_chart() -> None:
    last = {year: game()["sc_chart"][year] for year in ("1900", "1908")}
    (one,) = boards_of(read(file(tournament(), R1GA=game(sc_chart=last))))
    assert one.board is not None
    assert (one.board.year, one.board.chart) == (1908, ())


def test_a_top_board_and_names_that_are_no_letters() -> None:
    (one,) = boards_of(read(file(tournament(), R1GA=game(is_top_board=True))))
    assert one.name == "Top"
    data = tournament()
    data["rounds"]["1"]["games"] = {
        "R1GA": data["rounds"]["1"]["games"]["R1GA"],
        "Fens": tournament()["rounds"]["1"]["games"]["R1GA"],
    }
    found = read(file(data))
    assert [one.name for one in boards_of(found)] == ["R1GA", "Fens"]
    assert found.notes == ()


def test_a_game_without_results_has_its_players() -> None:
    seated = {
        power: {"name": power, "location": "", "wdr_id": None, "elimination_year": None} for power in POWERS
    }
    listed = games_of(read(file(tournament(players=seated, draw=None))).rows)
    assert listed.games == ()
    assert [seat.player for seat in listed.to_come[0].seats] == [*POWERS]


def test_a_game_alone_names_nobody() -> None:
    found = read(File("R1GB.json", data=game()))
    (one,) = boards_of(found)
    assert (one.round, one.name) == (1, "B")
    assert one.board is not None
    assert (one.board.centres, one.board.year, one.board.drew) == (COUNTS, 1908, (1, 2, 3))
    assert one.board.eliminated == GONE
    assert {seat.player for seat in one.seats} == {""}
    assert found.notes == (
        "A file of a single game names no players. Import the tournament, with its games beside it.",
    )


def edited(path: str, value: object) -> dict[str, Any]:
    """The tournament with another value at this place; `...` removes the place."""
    data = copy.deepcopy(tournament(scored=[1, 2, 3, 4, 5, 6, 7]))
    *way, last = path.split("/")
    part: Any = data
    for key in way:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return data


R1GA = "rounds/1/games/R1GA"
AUSTRIA = f"{R1GA}/players/Austria"
PLACE = "event.json round 1, game R1GA"


@each(
    ("path", "value", "sentence"),
    [
        (f"{AUSTRIA}/final_scs", 3, f"{PLACE}: The centres add up to 37, but a board has 34."),
        (f"{AUSTRIA}/final_scs", "three", f"{PLACE}, Austria final_scs: Austria has 'three' centres; a count is a whole number from 0 to 34."),
        (f"{AUSTRIA}/final_scs", None, f"{PLACE}, Austria final_scs: Austria has no centres typed yet; type 0 for a power without any."),
        (f"{AUSTRIA}/elimination_year", 1910, f"{PLACE}, Austria elimination_year: Austria was eliminated in 1910, but the game's last year is 1908."),
        (f"{AUSTRIA}/in_draw", True, f"{PLACE}, Austria in_draw: Austria is marked in the draw but has no centre."),
        (f"{AUSTRIA}/score", "9", f"{PLACE}, Austria score: '9' is not a number."),
        (f"{AUSTRIA}/name", 7, f"{PLACE}, Austria name: 7 is not a name."),
        (AUSTRIA, ..., f"{PLACE}: Board A of round 1 has no row for Austria."),
        (AUSTRIA, [], f"{PLACE}, Austria: It is not an object."),
        (f"{R1GA}/players/Poland", {}, f"{PLACE}: 'Poland' is not one of the seven powers."),
        (f"{R1GA}/draw", "no", f"{PLACE}: draw is not an object."),
        (f"{R1GA}/draw/powers", ["Poland"], f"{PLACE}, draw: 'Poland' is not a power."),
        (f"{R1GA}/players", 7, f"{PLACE}: players is not an object."),
        (R1GA, None, f"{PLACE}: It is not an object."),
        ("rounds/1/games", [], "event.json round 1: games is not an object."),
        ("rounds/1", [], "event.json round 1: It is not an object."),
        ("rounds", [], "event.json: rounds is not an object."),
        ("rounds", {}, "event.json: The tournament has no game."),
    ],
)  # fmt: skip
def test_a_wrong_part_is_a_sentence(path: str, value: object, sentence: str) -> None:
    assert sentence in faults_of(read(file(edited(path, value))))


def test_a_round_that_is_none() -> None:
    data = tournament()
    data["rounds"] = {"all": data["rounds"]["1"]}
    told = faults_of(read(file(data)))
    assert (
        told[0]
        == "event.json round all, game R1GA: 'all' is not a round; type a whole number from 1 to 9999, or Final."
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"sc_chart": [1]}, f"{PLACE}: sc_chart is not an object."),
        ({"sc_chart": {"spring": {}}}, f"{PLACE}, sc_chart: 'spring' is not a year with its counts."),
        ({"sc_chart": {"1901": 7}}, f"{PLACE}, sc_chart: '1901' is not a year with its counts."),
        ({"final-year": 1907}, f"{PLACE}, final-year: The centre chart ends in 1908, but 1907 is typed."),
    ],
)
def test_a_wrong_part_of_a_game_is_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in faults_of(read(file(tournament(), R1GA=game(**changes))))


def test_a_chart_with_other_counts_than_the_tournament() -> None:
    own = game()
    own["sc_chart"]["1908"]["Italy"] = 7
    told = faults_of(read(file(tournament(), R1GA=own)))
    assert told == [f"{PLACE}, Italy final_scs: Italy: the centre chart says 7, but 8 is typed."]


# -- out --------------------------------------------------------------------------------------


def event() -> list[Game]:
    listed = read_games([list(map(str, row)) for row in games.event()], "games.csv")
    assert not listed.faults
    return [*listed.games]


def test_the_shape() -> None:
    """Every key as their API has it."""
    people = (Person({"Player": "Player 0", "Country": "GB", "WDR id": "17", "Email": "p@example.org"}),)
    out = written("json", outgoing(event(), "SHARE", people=people))
    assert [*out.files] == ["tournament.json", "R1GA.json", "R1GB.json", "R2GA.json", "R2GB.json"]
    data = json.loads(out.files["tournament.json"])
    assert [*data] == ["name", "year", "url", "wdr_id", "wdd_id", "dbn_coverage", "rounds", "results"]
    assert (data["name"], data["year"]) == ("Spring 2026", 2026)
    assert {key: [*round_["games"]] for key, round_ in data["rounds"].items()} == {
        "1": ["R1GA", "R1GB"],
        "2": ["R2GA", "R2GB"],
    }
    assert {round_["scoring_system"] for round_ in data["rounds"].values()} == {"Centre Share"}
    solo, draw = data["rounds"]["1"]["games"].values()
    assert solo["draw"] is None
    assert draw["draw"] == {"season": "Fall", "year": 1908, "powers": ["England", "France", "Germany"]}
    first = solo["players"]["Austria"]
    assert first == {
        "name": "Player 0",
        "location": "GB",
        "wdr_id": 17,
        "score": 100,
        "final_scs": 18,
        "elimination_year": None,
    }
    assert draw["players"]["Austria"]["elimination_year"] == 1903
    assert {power: told["in_draw"] for power, told in draw["players"].items()} == {
        p: p in DREW for p in POWERS
    }
    assert "example.org" not in json.dumps(out.files)
    result = data["results"][0]
    assert [*result] == ["player_name", "player_wdr_id", "ranking", "score", "score_breakdown"]
    assert [*result["score_breakdown"][0]] == ["round", "score", "dropped"]
    assert [row["ranking"] for row in data["results"]] == sorted(row["ranking"] for row in data["results"])
    own = json.loads(out.files["R1GB.json"])
    assert [*own] == [*game()]
    assert own["final-year"] == 1908
    assert own["sc_chart"] == {
        "1900": dict(zip(POWERS, (3, 3, 3, 3, 3, 4, 3), strict=True)),
        "1908": dict(zip(POWERS, COUNTS, strict=True)),
    }


def test_boards_to_come_have_their_players() -> None:
    *played, last = event()
    out = written("json", outgoing(played, to_come=[replace(last, board=None)]))
    told = json.loads(out.files["tournament.json"])["rounds"]["2"]["games"]["R2GB"]
    assert [*told["players"]["Austria"]] == ["name", "location", "wdr_id", "elimination_year"]
    assert "R2GB.json" not in out.files


def test_two_games_of_one_name() -> None:
    one, *others = event()
    with pytest.raises(Faults) as refused:
        written("json", outgoing([replace(one, name="A b"), replace(others[0], name="a_B")]))
    assert str(refused.value) == "Two boards would be R1GA_b or R1Ga_B."


@pytest.mark.parametrize("name", FEW)
def test_an_example_there_and_back(name: str) -> None:
    """Imported boards have the same scores in every system, except for facts that their files cannot hold."""
    played = games_in(name)
    event_ = outgoing(played)
    found = read(file_of(written("json", event_), "tournament.json"))
    back = boards_of(found, fewer=True)
    assert len(back) == len(played)
    for one, other in zip(played, back, strict=True):
        top = event_.top_board is not None and event_.top_board.game is one
        assert (event_.rounds[one.round], "Top" if top else one.name) == (other.round, other.name)
        assert [seat.player for seat in one.seats] == [seat.player for seat in other.seats]
        for system in systems_for(one):
            assert scores(system, as_elsewhere(one.board)) == scores(system, other.board), (
                system.key,
                one.name,
            )


def test_the_same_scores_are_no_difference() -> None:
    found = read(file_of(written("json", outgoing(event(), "SOS")), "tournament.json"))
    assert differences(found, boards_of(found)) == ["4 boards compared: all scores are the same."]


# -- their scores -----------------------------------------------------------------------------


def compared(system: str, scored: Any, **changes: Any) -> list[str]:
    found = read(file(tournament(scored, system, **changes)))
    return differences(found, boards_of(found))


def test_their_names_are_our_systems() -> None:
    assert {name: system_called(name) for name in THEIRS} == {name: find(key) for name, key in THEIRS.items()}
    for system in systems():
        assert system_called(name_there(system)) == system, system.key
    assert system_called("whipping") == find("WHIPPING24")
    assert system_called("Haight v1.0") == find("HAIGHT")
    assert system_called("Gap Incentivised Rank SC Hybrid") is None


# Their scores of the same board, from their own program.
EQUAL = {
    "Carnage 2023": (1500, 7913, 6010, 4003, 5008, 3000, 1500),
    "Haight v1.0": (4, 211, 155, 63, 124, 28, 4),
    "Olympic": (0.8999999999999999, 28, 13, 6, 11, 1.5, 0.8999999999999999),
    "Southern Sun": (12, 290, 210, 90, 160, 18, 12),
    "Vulcan": (0, 85, 54, 17, 42, 0, 0),
    "Open Mind the Gap": (0, 42, 24, 10.5, 19.5, 0, 0),
    "World Classic": (3, 208, 130, 60, 110, 5, 3),
}


@each("name", EQUAL)
def test_equal_scores(name: str) -> None:
    """Floats of theirs that were added up are the same number."""
    assert compared(name, EQUAL[name]) == ["1 board compared: all scores are the same."]


def test_the_last_year_is_the_reason() -> None:
    """They count 1904 as three years, 0.9; the text of Bangkok counts four, 1.2."""
    assert compared("Bangkok", (0.9, 28, 13, 6, 11, 1.5, 0.9)) == [
        "Round 1, board A, Bangkok: Austria 0.9, here 1.2; Russia 1.5, here 1.8; Turkey 0.9, here 1.2. "
        "The program leaves out the last year, which the system's own text counts.",
        "1 board compared: 1 with scores that differ from ours.",
    ]
    weights = [n * n + 4 * n + 16 for n in COUNTS]
    shares = [Fraction(100 * weight, sum(weights)) for weight in weights]
    theirs = [
        float(share) if count else (gone - 1901) / 10
        for share, count, gone in zip(shares, COUNTS, GONE, strict=True)
    ]  # type: ignore[operator]
    first, _ = compared("ManorCon", theirs)
    assert first == (
        "Round 1, board A, ManorCon: Austria 0.3, here 0.4; Russia 0.5, here 0.6; Turkey 0.3, here 0.4. "
        "The program leaves out the last year, which the system's own text counts."
    )


def test_a_conceded_game_is_the_reason() -> None:
    """Conceded to England, and scored as if it were not: 38 for the first place, 13 centres and 1."""
    conceded = {
        "players": players((1, 52, 25, 4, 16, 1, 1), drew=("England",)),
        "draw": {"season": "Fall", "year": 1908, "powers": ["England"]},
    }
    assert compared("CDiplo 100", (), **conceded) == [
        "Round 1, board A, C-Diplo: Austria 1, here 0; England 52, here 100; France 25, here 0; Germany 4, here 0; "
        "Italy 16, here 0; Russia 1, here 0; Turkey 1, here 0. The program scores a conceded game as a drawn one.",
        "1 board compared: 1 with scores that differ from ours.",
    ]


def test_two_reasons() -> None:
    conceded = {
        "players": players((0.9, 28, 13, 6, 11, 1.5, 0.9), drew=("England",)),
        "draw": {"season": "Fall", "year": 1908, "powers": ["England"]},
    }
    first, _ = compared("Bangkok", (), **conceded)
    assert first.endswith(
        "The program scores a conceded game as a drawn one and leaves out the last year, which the system's own text counts."
    )


def test_no_reason_is_made_up() -> None:
    (square, *_) = compared(
        "Sum of Squares", (0, 50, 29.239766081871345, 2.6315789473684212, 18.71345029239766, 0, 0)
    )
    assert square == (
        "Round 1, board A, Sum of Squares: England 50, here 49.4152046783626. "
        "The reason is unknown: check the counts, the draw and the years there, or look for a typed score."
    )


def test_what_is_not_compared() -> None:
    assert compared("Gap Incentivised Rank SC Hybrid", EQUAL["Vulcan"]) == [
        "Round 1: not compared, for 'Gap Incentivised Rank SC Hybrid' is not a system here."
    ]
    data = tournament(EQUAL["Vulcan"])
    data["rounds"]["1"]["scoring_system"] = None
    found = read(file(data))
    assert differences(found, boards_of(found)) == ["Round 1: not compared, for the file names no system."]
    assert compared("Bangkok", EQUAL["Vulcan"], players=players(EQUAL["Vulcan"], gone=(None,) * 7)) == [
        "Round 1, board A, Bangkok: not compared. BANGKOK needs the year in which Austria was eliminated."
    ]
    assert compared("Vulcan", ()) == []
    partly = players(EQUAL["Vulcan"])
    del partly["England"]["score"]
    assert compared("Vulcan", (), players=partly) == ["1 board compared: all scores are the same."]


def test_their_scores_may_be_kept() -> None:
    found = read(file(tournament((1, 2.5, 3, 4, 5, 6, 7))))
    (one,) = boards_of(replace(found, rows=with_scores(found)))
    assert [seat.override for seat in one.seats] == [1, Fraction(5, 2), 3, 4, 5, 6, 7]
    torn = Read((found.rows[0]._replace(cells={"power": "Austria", "round": "?"}),), scores=found.scores)
    assert with_scores(torn) == torn.rows
