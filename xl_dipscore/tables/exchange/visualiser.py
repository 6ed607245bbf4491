"""Read and write the JSON of the Diplomacy Tournament Visualiser (dipvis), by version 1 of its API.

The file of a tournament has only the final counts of its games. Each game has a further file, named after the
game, with the counts of every year.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from xl_dipscore.errors import Fault, join
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, Board, End
from xl_dipscore.rules.event.games import Game, Round, rounds_in
from xl_dipscore.rules.points import as_double
from xl_dipscore.rules.system import System, find
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.values import Cell, number
from xl_dipscore.tables.exchange.formats import (
    COUNTRY,
    PLAYER,
    WDR_ID,
    File,
    Person,
    Read,
    Seated,
    reads,
    with_last_years,
)
from xl_dipscore.tables.exchange.writers import (
    Outgoing,
    Written,
    last_year,
    missing_name_notes,
    omission_notes,
    seats_of,
    writes,
)

START = (3, 3, 3, 3, 3, 4, 3)
"""The counts of 1900, with which the program's charts begin."""
WHIPPING, YDS = "Whipping", "Your Draw Size (unlimited games)"
THEIRS = {
    WHIPPING: "WHIPPING24",
    "CDiplo 100": "CDIPLO",
    "CDiplo 80": "CDIPLO80",
    "Carnage with elimination order": "CARNAGE",
    "Carnage with dead equal": "CARNAGEDEADEQUAL",
    "Draw size": "DRAWSIZE",
    YDS: "YDSUNLIMITED",
    "Weasel Moot 2007": "WHIPPING",
}
"""By a system's name in the program, our key. Only names that we do not use, or use for another system.

The program has no name for the last system: its name here is written because `Whipping` means another.
"""


class NoGame(Fault):
    """The tournament has no game."""


def system_called(name: str) -> System | None:
    """Our system for a name in the program; None if we do not have that system."""
    ours = {spelling.casefold(): key for spelling, key in THEIRS.items()}
    try:
        return find(ours.get(name.strip().casefold(), name))
    except Fault:
        return None


def name_there(system: System) -> str:
    """The program's name of a system, or our name if the program has no other."""
    return next((name for name, key in THEIRS.items() if key == system.key), system.name)


class NotTheShape(Fault):
    """{what} is not {wanted}."""


@dataclass(frozen=True)
class _Object:
    """A JSON object and its place in the file. Objects inside the object share its list of faults."""

    data: Mapping[str, Any]
    place: str
    faults: list[Fault] = field(default_factory=list)

    def get(self, key: str) -> Any:
        return self.data.get(key)

    def wrong(self, what: str, wanted: str, at: str = "") -> None:
        self.faults.append(NotTheShape(place=f"{self.place}{at}", what=what, wanted=wanted))

    def part(self, key: str) -> _Object:
        """The object under a key; an empty object if the key has no object."""
        found = self.get(key)
        if not isinstance(found, Mapping | None):
            self.wrong(key, "an object")
            found = None
        return replace(self, data=found or {}, place=f"{self.place}, {key}")

    def parts(self, key: str, called: str) -> dict[str, _Object]:
        """The objects inside the object under a key, by name.

        called: what stands before an object's name in its place in the file: ` round` in `file.json round 1`.
        """
        inside = self.part(key).data.items()
        found = {name: replace(self, data=one, place=f"{self.place}{called} {name}") for name, one in inside}
        for one in found.values():
            if not isinstance(one.data, Mapping):
                one.wrong("It", "an object")
        return {name: one for name, one in found.items() if isinstance(one.data, Mapping)}


def _is_tournament(file: File) -> bool:
    return file.keys >= {"name", "rounds"}


def _is_game(file: File) -> bool:
    return file.keys >= {"round_number", "sc_chart"}


@reads("visualiser", "a tournament of the Diplomacy Tournament Visualiser", _is_tournament)
def read_tournament(file: File) -> Read:
    """All games of a tournament with their players, final counts, eliminations and draws; and a game's years,
    if its own file, such as R1GA.json, is in the same folder.

    It also reads the scores, and the names of the scoring systems.
    """
    faults: list[Fault] = []
    rows: list[GameRow] = []
    scores: dict[Seated, Fraction] = {}
    systems: dict[Round, str] = {}
    people: dict[str, Person] = {}
    renamed = False
    for number_, round_ in _Object(file.data, file.name, faults).parts("rounds", " round").items():
        key, system = number(number_), round_.get("scoring_system")
        if isinstance(key, int) and isinstance(system, str):
            systems[key] = system
        games = round_.parts("games", ", game")
        short = _short_names(number_, games)
        renamed = renamed or any(name != other for name, other in short.items())
        for name, game in games.items():
            beside = file.beside(f"{name}.json")
            own = replace(game, data=beside if _is_game(File("", data=beside)) else {})
            board = "Top" if own.get("is_top_board") is True else short[name]
            players = game.parts("players", ",")
            rows += _rows((key or number_, board), game, players, own)
            scores.update(_scores((key, board), players) if isinstance(key, int) else ())
            people.update((person.player, person) for person in _people(players.values()))
    if not rows and not faults:
        faults.append(NoGame(place=file.name))
    note = "Boards are called by the letter at the end of a game's name: R1GA is board A."
    listed, persons = tuple(with_last_years(rows)), tuple(people.values())
    return Read(listed, persons, (note,) if renamed else (), tuple(faults), scores or None, systems)


@reads("visualiser-game", "a game of the Diplomacy Tournament Visualiser", _is_game)
def read_game(file: File) -> Read:
    """A game without players: the counts of every year, and the draw. The board is named after the file."""
    own = _Object(file.data, file.name)
    name = re.sub(r"\.json$", "", file.name, flags=re.IGNORECASE)
    round_ = own.get("round_number")
    board = "Top" if own.get("is_top_board") is True else _short_names(str(round_), [name])[name]
    rows = _rows((round_, board), replace(own, data={}), {}, own)
    note = "A file of a single game names no players. Import the tournament, with its games beside it."
    return Read(tuple(with_last_years(rows)), notes=(note,), faults=tuple(own.faults))


def _short_names(round_: str, games: Iterable[str]) -> dict[str, str]:
    """Our name for each game of a round: A for R1GA, if all games have such names; else the whole name."""
    whole = [*games]
    short = {name: re.fullmatch(rf"R{re.escape(round_)}G(\w+)", name) for name in whole}
    letters = {name: found[1] for name, found in short.items() if found is not None}
    return letters if letters.keys() == short.keys() else {name: name for name in whole}


def _rows(
    key: tuple[Cell, str], game: _Object, players: Mapping[str, _Object], own: _Object
) -> Iterator[GameRow]:
    """A row for each power. key: round and board. own: the game's own file; empty without such a file."""
    draw = (own if own.get("draw") else game).part("draw")
    drew = _powers_in_draw(draw)
    chart = _chart(own)
    last = own.get("final-year") or max(chart, default=None) or _year_of(draw)
    for power in dict.fromkeys((*POWERS, *players)):
        if players and power not in players:
            continue
        player = players.get(power, replace(game, data={}))
        if not isinstance(player.get("name"), str | None):
            player.wrong(repr(player.get("name")), "a name", " name")
        marked = player.get("in_draw") is True or power in drew
        cells: dict[str | int, Cell] = {
            "round": key[0],
            "board": key[1],
            "power": power,
            "player": player.get("name"),
            "centres": player.get("final_scs"),
            "eliminated": player.get("elimination_year"),
            "draw": "x" if marked else None,
            "year": last,
        }
        if "final_scs" not in player.data and chart:
            cells["centres"] = chart[max(chart)].get(power)
        cells |= {year: counts.get(power) for year, counts in chart.items()}
        headers = {"centres": f"{power} final_scs", "eliminated": f"{power} elimination_year"}
        headers |= {"draw": f"{power} in_draw", "year": "final-year", "player": f"{power} name"}
        headers |= {str(year): f"{power} sc_chart {year}" for year in chart}
        yield GameRow(0, cells, headers, game.place)


def _year_of(draw: _Object) -> Any:
    """The last complete year of a game that ended in a draw: for a draw in spring, the year before."""
    year = draw.get("year")
    return year - 1 if str(draw.get("season")).startswith("S") and isinstance(year, int) else year


def _powers_in_draw(draw: _Object) -> list[str]:
    """The powers in a draw. Each name that is no power adds a fault."""
    powers = draw.get("powers")
    names = powers if isinstance(powers, list) else []
    for name in names:
        if name not in POWERS:
            draw.wrong(repr(name), "a power")
    return [name for name in names if name in POWERS]


def _chart(own: _Object) -> dict[int, Mapping[str, Any]]:
    """The counts of each year, without 1900."""
    chart: dict[int, Mapping[str, Any]] = {}
    years = own.part("sc_chart")
    for word, counts in years.data.items():
        year = number(word)
        if not isinstance(year, int) or not isinstance(counts, Mapping):
            years.wrong(repr(word), "a year with its counts")
        elif year >= FIRST_YEAR:
            chart[year] = counts
    return chart


def _scores(key: tuple[int, str], players: Mapping[str, _Object]) -> Iterator[tuple[Seated, Fraction]]:
    for seat, power in enumerate(POWERS):
        score = players[power].get("score") if power in players else None
        exact = None if isinstance(score, str) else number(score)
        if exact is not None:
            yield (*key, seat), Fraction(exact)
        elif score is not None:
            players[power].wrong(repr(score), "a number", " score")


def _people(players: Iterable[_Object]) -> Iterator[Person]:
    for typed in players:
        name = typed.get("name")
        if isinstance(name, str) and name.strip():
            cells = {PLAYER: " ".join(name.split())}
            for heading, key in ((COUNTRY, "location"), (WDR_ID, "wdr_id")):
                if typed.get(key):
                    cells[heading] = str(typed.get(key))
            yield Person(cells, typed.place)


class SameGameTwice(Fault, remedy="Give each board of a round a name of its own."):
    """Two boards would be {name}."""


@writes("json", "JSON of the Diplomacy Tournament Visualiser", scored=True)
def write_json(outgoing: Outgoing) -> Written:
    """Write `tournament.json`, and a file for each game whose last year is known."""
    system = outgoing.system
    scored = outgoing.scored
    assert system is not None, "A format with scores declares that it needs the system."
    games = [*((one.game, one.scores) for one in scored), *((game, None) for game in outgoing.to_come)]
    names = {(game.round, game.name): _game_name(outgoing, game) for game, _ in games}
    folded = [name.casefold() for name in names.values()]
    if twice := [name for name in names.values() if folded.count(name.casefold()) > 1]:
        raise SameGameTwice(name=join(dict.fromkeys(twice), "or"))
    rounds: dict[str, Any] = {
        str(n): {"scoring_system": name_there(system), "games": {}} for n in outgoing.rounds.values()
    }
    files: dict[str, str] = {}
    for game, scores in games:
        name = names[game.round, game.name]
        rounds[str(outgoing.rounds[game.round])]["games"][name] = _game(outgoing, game, scores)
        year = None if game.board is None else last_year(game.board)
        if game.board is not None and year is not None:
            files[f"{name}.json"] = _text(_game_file(outgoing, game, game.board, year))
    held = re.search(r"\b(?:19|20)\d\d\b", outgoing.name)
    data = {
        "name": outgoing.name,
        "year": int(held[0]) if held else None,
        "url": "",
        "wdr_id": None,
        "wdd_id": None,
        "dbn_coverage": [],
        "rounds": rounds,
        "results": [*_results(outgoing)],
    }
    omitted = omission_notes(outgoing, "JSON of the Diplomacy Tournament Visualiser")
    return Written({"tournament.json": _text(data), **files}, (*omitted, *missing_name_notes(outgoing)))


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _game_name(outgoing: Outgoing, game: Game) -> str:
    """`R1GA`. The program needs unique names in a tournament, and uses them in addresses of pages."""
    name = re.sub(r"[^\w-]+", "_", game.name)
    return f"R{outgoing.rounds[game.round]}G{name}"


def _number(exact: Fraction | int | None) -> int | float | None:
    if exact is None:
        return None
    return int(exact) if exact == int(exact) else as_double(exact)


def _draw(board: Board) -> dict[str, Any] | None:
    """The draw or the concession with which the game ended; None for any other ending."""
    match board.ending.end:
        case End.DRAW:
            seats: Sequence[int] = board.drew
        case End.CONCESSION:
            seats = board.placed
        case _:
            return None
    return {"season": "Fall", "year": last_year(board), "powers": [POWERS[seat] for seat in seats]}


def _game(outgoing: Outgoing, game: Game, scores: Sequence[Fraction | None] | None) -> dict[str, Any]:
    board = game.board
    draw = None if board is None else _draw(board)
    players: dict[str, Any] = {}
    for seat in seats_of(game):
        player = game.seats[seat].player
        cells: dict[str, Any] = {
            "name": player,
            "location": outgoing.cell_of(player, COUNTRY),
            "wdr_id": _number(number(outgoing.cell_of(player, WDR_ID))),
        }
        if board is not None:
            if scores is not None and scores[seat] is not None:
                cells["score"] = _number(scores[seat])
            cells["final_scs"] = board.centres[seat]
        cells["elimination_year"] = None if board is None else board.eliminated[seat]
        if draw is not None:
            cells["in_draw"] = POWERS[seat] in draw["powers"]
        players[POWERS[seat]] = cells
    return {"sandbox": "", "started": None, "players": players, "draw": draw}


def _game_file(outgoing: Outgoing, game: Game, board: Board, year: int) -> dict[str, Any]:
    chart = {FIRST_YEAR - 1: START, **(dict(board.chart) or {year: board.centres})}
    top = outgoing.top_board
    return {
        "round_number": outgoing.rounds[game.round],
        "started_at": None,
        "is_finished": True,
        "is_top_board": top is not None and top.game is game,
        "external_url": "",
        "notes": "",
        "final-year": year,
        "draw": _draw(board),
        "sc_chart": {str(year): dict(zip(POWERS, counts, strict=True)) for year, counts in chart.items()},
        "sc_owners": {},
    }


def _results(outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    for row in outgoing.table or ():
        yield {
            "player_name": row.player,
            "player_wdr_id": _number(number(outgoing.cell_of(row.player, WDR_ID))),
            "ranking": row.rank,
            "score": _number(row.total),
            "score_breakdown": [
                {
                    "round": outgoing.rounds[round_],
                    "score": _number(score),
                    "dropped": round_ not in rounds_in(row.counted),
                }
                for round_, score in row.by_round.items()
            ],
        }
