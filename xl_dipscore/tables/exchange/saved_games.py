"""Read games of the Python package `diplomacy`: the files that its server saves, and its exported games.

A file has one game, a list of games, or a game on each line. A phase, such as F1907M, has the centres from
before the orders of that phase. So the counts at the end of a year are in the first phase after the Fall
phases of that year.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, join, join_at_most
from xl_dipscore.rules.board import FIRST_YEAR, POWERS, STANDARD_VICTORY
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.exchange.formats import File, Read, reads
from xl_dipscore.tables.exchange.webdiplomacy import MissingPart, OtherVariant

STANDARD = "standard"
OVER, CANCELLED = "completed", "canceled"
ENDED = "COMPLETED"
"""The name of the phase after the end of a game."""
_DUMMY = "dummy"
"""The server's name for the player of a power that nobody plays."""
_EXPORTED = frozenset(("map", "phases"))
_ON_SERVER = frozenset(("game_id", "map_name", "outcome", "powers", "state_history", "status"))
_PHASE = re.compile(r"([SFW])(\d{4})([MRA])")
_WINNERS = re.compile(r"Victory by: (.*)")
_SEASONS, _KINDS = "SFW", "MRA"
MOST_NAMED = 5
"""The most games that a note names."""
Counts = Mapping[str, int]


class NoWholeYear(Fault):
    """Game {board} of {file} has no complete year with the centres of all seven powers."""


class CancelledGame(Fault):
    """Game {board} of {file} was cancelled, so it has no result."""


class _Saved(NamedTuple):
    """A game as both kinds of files describe it."""

    map: str
    phases: Sequence[tuple[str, Any]]
    """The names and the contents of the phases, in their order."""
    winners: frozenset[str] = frozenset()
    """The powers that won or drew; none if the file does not say."""
    players: Mapping[str, Sequence[str]] = {}
    """The players of each power, one after another."""
    status: str = ""
    """The server's word for the state of the game; blank in an exported game."""
    last: str = ""
    """The phase in which the game ended, if the file says so."""


NO_ROUNDS = "Saved games have no rounds: all are taken as boards of round 1."


@reads("diplomacy", "saved games of the package diplomacy", lambda file: bool(_games(file.data)))
def read_saved_games(file: File) -> Read:
    """Each game with the counts of every year, as a board of round 1; with its draw and players if named."""
    rows: list[GameRow] = []
    faults: list[Fault] = []
    games: dict[str, _Saved] = {}
    names: dict[str, int] = {}
    for n, game in enumerate(_games(file.data), 1):
        name = str(game.get("id") or game.get("game_id") or n)
        names[name] = names.get(name, 0) + 1
        board = name if names[name] == 1 else f"{name} ({names[name]})"
        try:
            saved = (_on_server if game.keys() >= _ON_SERVER else _exported)(
                game, f"{file.name} game {board}"
            )
            rows += _rows(file.name, board, saved)
            games[board] = saved
        except Fault as fault:
            faults.append(fault)
    told = (NO_ROUNDS,) if rows else ()
    notes = (*told, *_notes(games), *_changes_of_players(games))
    return Read(tuple(rows), notes=notes, faults=tuple(faults))


def _games(data: Any) -> Sequence[Mapping[str, Any]]:
    """The games; [] if the data is no game or list of games."""
    games = data if isinstance(data, list) else [data]
    return games if all(map(_is_game, games)) else []


def _is_game(data: Any) -> bool:
    if not isinstance(data, Mapping):
        return False
    return data.keys() >= _ON_SERVER or (data.keys() >= _EXPORTED and isinstance(data["phases"], list))


def _exported(game: Mapping[str, Any], place: str) -> _Saved:
    """Read a game that the package exported. Its last phase has a note that names the winners."""
    phases = [(str(one.get("name")), one.get("state")) for one in game["phases"] if isinstance(one, Mapping)]
    last = phases[-1][1] if phases else None
    note = last.get("note") if isinstance(last, Mapping) else None
    found = _WINNERS.fullmatch(note) if isinstance(note, str) else None
    codes = found[1].split(", ") if found else []
    return _Saved(game["map"], phases, _powers(codes, lambda name: name[:3], place, "note"))


def _on_server(game: Mapping[str, Any], place: str) -> _Saved:
    """Read a game that the server saved. Raises MissingPart."""
    history, powers, outcome = (game[key] for key in ("state_history", "powers", "outcome"))
    for key, kind, wanted in (
        ("state_history", Mapping, "an object of phases"),
        ("powers", Mapping, "an object of seven powers"),
        ("outcome", list, "a list of a phase and powers"),
        ("status", str, "a word"),
    ):
        if not isinstance(game[key], kind):
            raise MissingPart(place=place, what=key, wanted=wanted)
    seven = {*powers} == {power.upper() for power in POWERS} or game["map_name"] != STANDARD
    if not seven or any(not isinstance(one, Mapping) for one in powers.values()):
        raise MissingPart(place=place, what="powers", wanted="an object of seven powers")
    phases = sorted(history.items(), key=lambda one: _order(one[0]))
    now = {"centers": {name: one.get("centers") for name, one in powers.items()}}
    last, *winners = outcome or [""]
    return _Saved(
        game["map_name"],
        [*phases, (_phase_now(game), now)],
        _powers(winners, lambda name: name, place, "outcome"),
        {str(name).capitalize(): _players(one.get("controller")) for name, one in powers.items()},
        game["status"],
        str(last),
    )


def _powers(names: Sequence[Any], spell: Callable[[str], str], place: str, what: str) -> frozenset[str]:
    """Our names of powers. spell: how the file spells a name in capitals. Raises MissingPart."""
    known = {spell(power.upper()): power for power in POWERS}
    if not {*map(str, names)} <= known.keys():
        raise MissingPart(place=place, what=what, wanted=f"a list of {join(known)}")
    return frozenset(known[str(name)] for name in names)


def _phase_now(game: Mapping[str, Any]) -> str:
    """The short name of the phase that a game is in: F1907M for FALL 1907 MOVEMENT."""
    words = str(game.get("phase")).split()
    return f"{words[0][0]}{words[1]}{words[2][0]}" if len(words) == 3 else ENDED


def _players(controllers: Any) -> Sequence[str]:
    """The names of a power's players in the order of time. controllers: a name for each time of a change."""
    if not isinstance(controllers, Mapping):
        return ()
    in_time = sorted(controllers.items(), key=lambda one: (len(one[0]), one[0]))
    return [name for _, name in in_time if isinstance(name, str)]


def _order(name: str) -> tuple[int, int, int]:
    found = _PHASE.fullmatch(name)
    return (int(found[2]), _SEASONS.index(found[1]), _KINDS.index(found[3])) if found else (0, 0, 0)


def _rows(source: str, board: str, game: _Saved) -> Iterator[GameRow]:
    """The rows of a game. Raises OtherVariant, CancelledGame and NoWholeYear."""
    if game.map != STANDARD:
        raise OtherVariant(name=board, variant=game.map)
    if game.status == CANCELLED:
        raise CancelledGame(board=board, file=source)
    chart = dict(_years(game))
    if not chart or any({*counts} != {*POWERS} for counts in chart.values()):
        raise NoWholeYear(board=board, file=source)
    last = max(chart)
    whole = {*range(FIRST_YEAR, last + 1)} == {*chart}
    solo = {power for power in game.winners if chart[last][power] >= STANDARD_VICTORY.centres}
    for power in POWERS:
        cells: dict[str | int, Any] = {"round": 1, "board": board, "power": power, "year": last}
        cells["player"] = _player_at_end(game, power)
        cells["centres"] = chart[last][power]
        cells["draw"] = "x" if power in game.winners and not solo else None
        cells |= {year: counts[power] for year, counts in chart.items()} if whole else {}
        yield GameRow(0, cells, {str(word): str(word) for word in cells}, source)


def _player_at_end(game: _Saved, power: str) -> str | None:
    named = [name for name in game.players.get(power, ()) if name != _DUMMY]
    return named[-1] if named else None


def _notes(games: Mapping[str, _Saved]) -> Iterator[str]:
    if not all(game.status for game in games.values()):
        yield "Exported games name no players."
    clock = "read as stopped by the clock"
    running = [board for board, game in games.items() if game.status not in ("", OVER)]
    if running:
        yield f"Not over, and {clock}: {join_at_most(running, MOST_NAMED)}."
    unmarked = [board for board, game in games.items() if not game.winners and board not in running]
    if unmarked:
        yield f"Without a winner or a draw, and {clock}: {join_at_most(unmarked, MOST_NAMED)}."


def _changes_of_players(games: Mapping[str, _Saved]) -> Iterator[str]:
    """A note for each power that a player left before the end."""
    for board, game in games.items():
        for power, names in game.players.items():
            named = [*dict.fromkeys(name for name in names if name != _DUMMY)]
            last = _player_at_end(game, power)
            if len(named) > 1:
                others = join(name for name in named if name != last)
                yield f"Game {board}: {others} left {power}; {last} is named, as the player at the end."
            elif named and names[-1] == _DUMMY:
                yield f"Game {board}: {last} left {power}, and nobody played it at the end; {last} is named."


def _years(game: _Saved) -> Iterator[tuple[int, Counts]]:
    """Each complete year, once, and the counts at its end.

    In the phase after the end, a Fall has been adjudicated only if centres changed hands: a draw may end a
    game before the orders.
    """
    last, before, owned = FIRST_YEAR - 1, None, None
    for name, state in game.phases:
        found = _PHASE.fullmatch(name)
        season, year = (found[1], int(found[2])) if found else ("", 0)
        moved = game.last.startswith("W") or _owners(state) != owned
        if season == "S":
            season, year = "W", year - 1
        elif name == ENDED and before is not None and (before[0] != "F" or moved):
            season, year = "W", before[1] - (before[0] == "S")
        before, owned = (found[1], int(found[2])) if found else before, _owners(state)
        if season == "W" and year > last:
            last = year
            yield year, _counts(state)


def _owners(state: Any) -> Any:
    return state.get("centers") if isinstance(state, Mapping) else None


def _counts(state: Any) -> Counts:
    centres = _owners(state)
    owned = centres.items() if isinstance(centres, Mapping) else ()
    return {str(power).capitalize(): len(its) for power, its in owned if isinstance(its, list)}
