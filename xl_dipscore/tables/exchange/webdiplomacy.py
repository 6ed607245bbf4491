"""Read games of webDiplomacy from its public files: game.json, and history.json for the years.

A turn is half a year; turn 0 is spring 1901. Supply centres change hands at the end of autumn. So the counts
at the end of a year are in the first phase of the next year, or in the phase Builds of the autumn.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xl_dipscore.errors import Fault, WithFaults, join
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, STANDARD_VICTORY
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.values import Cell
from xl_dipscore.tables.exchange.formats import File, Read, reads

IN_ORDER = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
"""The powers in the order of webDiplomacy, which numbers them from 1."""
CLASSIC, FINISHED, BUILDS = "Classic", "Finished", "Builds"
LEFT = frozenset({"Left", "Resigned"})


class OtherVariant(Fault):
    """{name} is a game of {variant}, not of the standard map."""


class WithoutGame(Fault, remedy="Put its game.json into the same folder, and import game.json."):
    """{file} has the turns of a game but not its players."""


class MissingPart(Fault):
    """{what} is missing, or is not {wanted}."""


class OtherGame(Fault, remedy="Put the two files of one game into the folder."):
    """{file} belongs to game {other}, but {own} to game {this}."""


def _is_game(file: File) -> bool:
    return file.keys >= {"gameID", "members", "variant"}


@reads(
    "webdiplomacy-history",
    "the history of a game of webDiplomacy",
    lambda file: file.keys >= {"gameID", "phases"},
)
def read_history(file: File) -> Read:
    """Read the game like `webdiplomacy`, if its `game.json` is in the same folder."""
    game = file.beside("game.json")
    found = File("game.json", data=game, beside=lambda name: file.data)
    if not _is_game(found):
        return Read(faults=(WithoutGame(file=file.name),))
    return _read_game(found, file.data, file.name)


@reads("webdiplomacy", "a game of webDiplomacy", _is_game)
def read_webdiplomacy(file: File) -> Read:
    """A game with its players, counts and ending; its years if `history.json` is in the same folder."""
    return _read_game(file, file.beside("history.json"), "history.json")


def _read_game(file: File, history: Any, history_name: str) -> Read:
    data: Mapping[str, Any] = file.data
    name = str(data.get("name") or data["gameID"])
    faults = [*_unusable(file, name)]
    phases: Sequence[Mapping[str, Any]] = ()
    if history is not None:
        phases, wrong = _phases(data, history, file.name, history_name)
        faults += wrong
    if faults:
        return Read(faults=tuple(faults))
    members: Sequence[Mapping[str, Any]] = data["members"]
    over = data.get("gameOver") in ("Won", "Drawn")
    chart = _chart(phases, won=data.get("gameOver") == "Won") if over else {}
    year = max(chart, default=None) if phases else _last_year(data)
    rows = [_row(file.name, name, data, member, chart, year, over=over) for member in members]
    return Read(tuple(rows), notes=tuple(_notes(data, phases, year, over=over)))


def _unusable(file: File, name: str) -> Iterator[Fault]:
    variant, members = file.data.get("variant"), file.data.get("members")
    if not isinstance(variant, Mapping) or not isinstance(variant.get("name"), str):
        yield MissingPart(place=file.name, what="variant", wanted="an object with a name")
    elif variant["name"] != CLASSIC:
        yield OtherVariant(place=file.name, name=name, variant=variant["name"])
    if not isinstance(members, list) or not members or not all(isinstance(m, Mapping) for m in members):
        yield MissingPart(place=file.name, what="members", wanted="a list of objects")
        return
    for number, member in enumerate(members, 1):
        if member.get("country") not in POWERS:
            yield MissingPart(place=f"{file.name} member {number}", what="country", wanted="a power")


def _phases(
    game: Mapping[str, Any], history: Any, game_name: str, name: str
) -> WithFaults[list[Mapping[str, Any]]]:
    """The phases of a history, and its faults. name: the file of the history; game_name: the game's file."""
    if not isinstance(history, Mapping) or not isinstance(history.get("phases"), list):
        return WithFaults([], [MissingPart(place=name, what="phases", wanted="a list")])
    if history.get("gameID") != game["gameID"]:
        facts = {"file": name, "other": history.get("gameID"), "own": game_name, "this": game["gameID"]}
        return WithFaults([], [OtherGame(**facts)])
    faults: list[Fault] = []
    for number, phase in enumerate(history["phases"], 1):
        place = f"{name} phase {number}"
        good = isinstance(phase, Mapping)
        if not good or type(phase.get("turn")) is not int:
            faults.append(MissingPart(place=place, what="turn", wanted="a whole number"))
        elif not isinstance(phase.get("centers"), list) or not all(map(_is_centre, phase["centers"])):
            wanted = "a list of centres and their owners"
            faults.append(MissingPart(place=place, what="centers", wanted=wanted))
    return WithFaults(history["phases"], faults)


def _is_centre(centre: Any) -> bool:
    return isinstance(centre, Mapping) and type(centre.get("countryID")) is int


def _chart(phases: Sequence[Mapping[str, Any]], *, won: bool) -> dict[int, dict[str, int]]:
    """The counts of each power at the end of each complete year. won: did the game end with a win?"""
    chart: dict[int, dict[str, int]] = {}
    for before, phase in zip([None, *phases], phases, strict=False):
        turn = phase["turn"]
        year, autumn = FIRST_YEAR + turn // 2, turn % 2 == 1
        if not autumn:
            if turn:
                chart[year - 1] = _counts(phase)
        elif phase.get("phase") == BUILDS:
            chart[year] = _counts(phase)
        elif phase.get("phase") == FINISHED:
            # A draw may end the game before the autumn's orders are processed: then the year is incomplete.
            moved = before is not None and _counts(before) != _counts(phase)
            if won or moved or year in chart:
                chart[year] = _counts(phase)
    return chart


def _counts(phase: Mapping[str, Any]) -> dict[str, int]:
    owners = [centre["countryID"] for centre in phase["centers"]]
    return {power: owners.count(number) for number, power in enumerate(IN_ORDER, 1)}


def _last_year(data: Mapping[str, Any]) -> int | None:
    """The last complete year; None if unknown: a draw in autumn may be before or after the orders."""
    turn = data.get("turn")
    if type(turn) is not int or (turn % 2 and data.get("gameOver") != "Won"):
        return None
    year = FIRST_YEAR + (turn + 1) // 2 - 1
    return year if year >= FIRST_YEAR else None


def _row(
    source: str,
    board: str,
    data: Mapping[str, Any],
    member: Mapping[str, Any],
    chart: Mapping[int, Mapping[str, int]],
    year: int | None,
    *,
    over: bool,
) -> GameRow:
    power, status = member["country"], member.get("status")
    count = member.get("supplyCenterNo")
    user = member.get("user")
    cells: dict[str | int, Cell] = {"round": 1, "board": board, "power": power}
    cells["player"] = user.get("username") if isinstance(user, Mapping) else None
    if over:
        won = status == "Won" and isinstance(count, int) and count < STANDARD_VICTORY.centres
        cells |= {"centres": count, "year": year, "draw": "x" if status == "Drawn" or won else None}
        cells["civil_disorder"] = "x" if status in LEFT and count else None
        cells |= {year_: counts.get(power) for year_, counts in chart.items()}
    headers = {"centres": f"{power} supplyCenterNo", "draw": f"{power} status", "year": "turn"}
    headers |= {str(year_): f"{power} in {year_}" for year_ in chart}
    return GameRow(0, cells, headers, source)


def _notes(
    data: Mapping[str, Any], phases: Sequence[Mapping[str, Any]], year: int | None, *, over: bool
) -> Iterator[str]:
    yield "webDiplomacy has no rounds: the game is in round 1, on a board with its name."
    nameless = [m["country"] for m in data["members"] if not isinstance(m.get("user"), Mapping)]
    if not over:
        yield "The game is not over, so it has no result."
    if nameless:
        yield f"The players of {join(nameless)} are not named."
    if over and not phases:
        what = "eliminations" if year is not None else "eliminations and the last year"
        yield f"The years of {what} are in history.json, which is not in the folder."
    yield from _replacement_notes(data)


def _replacement_notes(data: Mapping[str, Any]) -> Iterator[str]:
    """A note for each player who left a power that another player played to the end."""
    named = (member for member in data["members"] if isinstance(member.get("user"), Mapping))
    now = {member["country"]: member["user"].get("username") for member in named}
    for one in data.get("civilDisorders") or ():
        number = one.get("countryID") if isinstance(one, Mapping) else None
        power = IN_ORDER[number - 1] if type(number) is int and 1 <= number <= 7 else ""
        last = now.get(power)
        if power and last and one.get("username") != last:
            turn = one.get("turn")
            when = f" in {FIRST_YEAR + turn // 2}" if type(turn) is int else ""
            yield f"{one.get('username')} left {power}{when}; {last} is named, as the player at the end."
