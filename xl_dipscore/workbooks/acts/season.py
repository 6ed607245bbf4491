"""Add events to a season's workbook, or replace events. All else that was typed in the workbook stays."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import is_zipfile

from xl_dipscore.errors import Fault, Faults, Misuse, NamedTwice
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.circuit import Circuit, find_circuit
from xl_dipscore.rules.event.days import day_number
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.tournament.spelling import similar_names_in
from xl_dipscore.sheets.files import list_in
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_free
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.values import Cell, is_blank, number, text_in_one_line
from xl_dipscore.workbooks.acts.log import Act, add_log_entry
from xl_dipscore.workbooks.acts.new import put_new
from xl_dipscore.workbooks.acts.rebuild import compute_and_write
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.season import TABLES, SeasonIn, SeasonTable, circuit_in, set_cell
from xl_dipscore.workbooks.layout.setup import Setup


class NoCircuit(Misuse):
    """A new season needs a circuit: --circuit TDF, for example."""


class OtherCircuit(Misuse):
    """{file} is a season of {there}, not of {other}. Leave out --circuit, or name another workbook."""


class NotASeason(Misuse):
    """{file} is not a season's workbook. Name a new one after -o."""


class NotStandings(Fault):
    """{file} has no columns Rank and Player. Make it with: dipscore standings SYSTEM GAMES.CSV"""


class NobodyRanked(Fault):
    """{file} ranks nobody yet, so a season cannot add it up."""


class SameEvent(Fault, remedy="If they are two events, rename one; otherwise leave one out."):
    """{file} and {other} are one event for a season, because both have the {what} {value}."""


class NoRoom(Fault):
    """{file} has no room for {what}. Make a larger one: dipscore season {file} EVENT... -o NEW.XLSX"""


class Finished(NamedTuple):
    """A finished event: its facts, by headings of the table Events, and the place of each ranked player."""

    facts: Mapping[str, Cell]
    places: Sequence[tuple[str, int]]


def season(
    paths: Sequence[Path], out: Path, key: str | None, options: Mapping[str, str], *, act: Act | None
) -> Report:
    """Put events into the season's workbook `out`, compute it and write its file in one step.

    If `out` does not exist, make it, and copy into it what was typed in a season's workbook among `paths`.
    Raises Faults, and then writes nothing.
    """
    _check_once(paths)
    package = None
    if out.is_file() and out.suffix.casefold() == ".xlsx":
        package = Package.read(out) if is_zipfile(out) else None
        if package is None or not circuit_in(Setup(package)):
            raise NotASeason(file=out.name)
    else:
        check_free(out, ".xlsx")
    read = {path: Package.read(path) for path in paths if path.suffix.casefold() in (".xlsx", ".xlsm")}
    setups = {path: Setup(one) for path, one in read.items()}
    seasons = {path: SeasonIn(one) for path, one in setups.items() if circuit_in(one)}
    there = SeasonIn(Setup(package)) if package is not None else next(iter(seasons.values()), None)
    circuit = _circuit(there, key, new=package is None).with_options(options)
    events = [
        _read_workbook(path, EventIn(read[path]), circuit) if path in read else read_standings(path, circuit)
        for path in paths
        if path not in seasons
    ]
    _check_apart([path for path in paths if path not in seasons], events)
    if package is None:
        package = _make_workbook(circuit, events, there)
        report = put_new(package, out, [*_write_season(package, events, there)])
        return replace(report, problems=tuple(map(str, SeasonIn(Setup(package)).problems)))
    package.check_writable()
    notes = [*_write_season(package, events, None)]
    event = EventIn(package)
    notes += add_log_entry(event, act)
    return compute_and_write(event, out, f"{count_of(len(events), 'event')} taken in", notes)


def _check_once(paths: Iterable[Path]) -> None:
    """Raise NamedTwice if two paths lead to one file, however they are spelled."""
    seen: set[Path] = set()
    for path in paths:
        if (real := path.resolve()) in seen:
            raise NamedTwice(field="events", what="The list of events", value=path)
        seen.add(real)


def _check_apart(paths: Sequence[Path], events: Sequence[Finished]) -> None:
    """Raise Faults with each pair of files that the season would take for one event."""
    seen: dict[tuple[str, str], Path] = {}
    faults = []
    for path, one in zip(paths, events, strict=True):
        keys = {("name", str(one.facts["event"]).casefold()): one.facts["event"]}
        keys["file name", path.name] = path.name
        if twice := [key for key in keys if key in seen]:
            facts: dict[str, Any] = {"what": twice[0][0], "value": keys[twice[0]]}
            faults.append(SameEvent(file=path, other=seen[twice[0]], **facts))
        seen |= dict.fromkeys(keys, path)
    if faults:
        raise Faults(faults)


def _circuit(there: SeasonIn | None, key: str | None, *, new: bool) -> Circuit:
    if there is None and key is None:
        raise NoCircuit
    if there is None or (new and key is not None):
        return find_circuit(key or "")
    if key is not None and find_circuit(key).key != there.circuit.key:
        raise OtherCircuit(file=there.file, there=there.circuit.key, other=key)
    return there.circuit


def _read_workbook(path: Path, event: EventIn, circuit: Circuit) -> Finished:
    """Read a finished event from its workbook. Raises Faults for an event without standings."""
    table = event.table
    games = [game for game in event.game_extract.game_list.games if _is_played(game)]
    played = Counter(seat.player for game in games for seat in game.seats if seat.player)
    days = [game.date for game in games if game.date is not None]
    facts = {
        "event": event.title or path.stem,
        "date": day_number(max(days)) if days else None,
        "file": path.name,
        "boards": _count_boards(circuit, Counter(game.round for game in games)),
        "games": _count_games(circuit, played),
    }
    return _make_finished_event(facts, [(row.player, row.rank) for row in table])


def _is_played(game: Game) -> bool:
    """Does the game have a result, or a typed score for each player?"""
    typed = [seat.override is not None for seat in game.seats if seat.player]
    return game.board is not None or (bool(typed) and all(typed))


def read_standings(path: Path, circuit: Circuit) -> Finished:
    """Read a finished event from a table that `dipscore standings` printed. Raises NotStandings.

    The table lacks the number of boards: every seven players of a round are taken as one board. Without
    columns of rounds, or with a round whose players make no whole boards, the numbers of boards and games are
    unknown.
    """
    heads, *rows = csv_rows(list_in(path), path.name) or [[]]
    named = {text_in_one_line(cell).casefold(): n for n, cell in enumerate(heads)}
    if not named.keys() >= {"rank", "player"}:
        raise NotStandings(file=path.name)
    rounds = [n for head, n in named.items() if round_in(head.removeprefix("r")) is not None]
    ranked: list[tuple[str, int | None]] = []
    played, by_round = Counter[str](), Counter[object]()
    for row in rows:
        name, place = text_in_one_line(row[named["player"]]), number(row[named["rank"]])
        ranked.append((name, place if isinstance(place, int) else None))
        for n in rounds:
            if n < len(row) and not is_blank(row[n]):
                played[name] += 1
                by_round[n] += 1
    facts = {
        "event": path.stem,
        "file": path.name,
        "boards": _count_boards(circuit, Counter({n: count // 7 for n, count in by_round.items()})),
        "games": _count_games(circuit, played),
    }
    if not by_round or any(count % 7 for count in by_round.values()):
        facts |= {"boards": None, "games": None}
    return _make_finished_event(facts, ranked)


def _count_boards(circuit: Circuit, by_round: Counter[object]) -> int:
    return sum(sorted(by_round.values(), reverse=True)[: circuit.largest_rounds or None])


def _count_games(circuit: Circuit, played: Counter[str]) -> int:
    return sum(min(count, circuit.most_games or count) for count in played.values())


def _make_finished_event(facts: Mapping[str, Cell], ranked: Iterable[tuple[str, int | None]]) -> Finished:
    places = [(player, rank) for player, rank in ranked if rank is not None]
    if not places:
        raise NobodyRanked(file=facts["file"])
    return Finished({**facts, "ranked": len(places)}, places)


def _make_workbook(circuit: Circuit, events: Sequence[Finished], before: SeasonIn | None) -> Package:
    from xl_dipscore.workbooks.author import make_compact_package  # openpyxl is slow to import
    from xl_dipscore.workbooks.author.season import SeasonPlan, make_season

    usual = SeasonPlan(circuit)
    names = {player.casefold() for one in events for player, _ in one.places}
    results, count, places = sum(len(one.places) for one in events), len(events), [0]
    places += (len(one.places) for one in events)
    if before is not None:
        names |= before.row_of_name.keys()
        rows = [row for row in before.results.rows if before.results.text(row, "player")]
        results, count = results + len(rows), count + len(before.row_of_event)
        earlier = (number(before.results.value(row, "place")) for row in rows)
        places += (place for place in earlier if isinstance(place, int))
    plan = SeasonPlan(
        circuit,
        events=max(usual.events, count + 4),
        results=max(usual.results, 2 * results),
        names=max(usual.names, 2 * len(names)),
        places=max(usual.places, max(places) + 20),
    )
    return make_compact_package(make_season(plan))


def _write_season(package: Package, events: Sequence[Finished], before: SeasonIn | None) -> Iterator[str]:
    """Write events, results and names into free rows, or over the rows of the same event."""
    if before is not None:
        _take_over(package, before)
    for one in events:
        yield _put_event(package, one)
    _put_names(package)


def _take_over(package: Package, before: SeasonIn) -> None:
    """Copy all typed cells of `before`, an existing workbook of a season, into the new workbook."""
    now = SeasonIn(Setup(package))
    for source, table, words in zip(
        (before.events, before.results, before.names),
        (now.events, now.results, now.names),
        (TABLES["Events"], TABLES["Results"], TABLES["Names"]),
        strict=True,
    ):
        for shift, row in enumerate(source.rows):
            for word in map(str.casefold, words):
                value = source.value(row, word)
                if not is_blank(value) and not source.sheet.is_computed(row, source.columns[word]):
                    set_cell(package, table, table.rows[shift], word, value)


def _free_rows(package: Package, table: SeasonTable, word: str, what: str) -> Iterator[int]:
    """Yield the rows of a table that are blank under the heading `word`. Raises NoRoom after the last row."""
    yield from (row for row in table.rows if not table.text(row, word))
    raise NoRoom(file=package.name, what=what)


def _put_event(package: Package, one: Finished) -> str:
    """Write an event into the row with the same file or name, or into a free row. Returns a sentence."""
    its = SeasonIn(Setup(package))
    events, results = its.events, its.results
    file, name = str(one.facts["file"]), str(one.facts["event"])
    same = [row for row in its.row_of_event.values() if events.text(row, "file") == file]
    same += [row for known, row in its.row_of_event.items() if known == name.casefold()]
    row = same[0] if same else next(_free_rows(package, events, "event", f"the event {name}"))
    called = events.text(row, "event") or name
    for word, value in one.facts.items():
        # An unknown fact does not replace what the director typed.
        if not events.text(row, word) or (word not in ("event", "date") and value is not None):
            set_cell(package, events, row, word, value)
    if not same and its.circuit.grades:
        set_cell(package, events, row, "grade", its.circuit.grades[0])
    old = [row for row in results.rows if results.text(row, "event").casefold() == called.casefold()]
    free = _free_rows(package, results, "player", f"the players of {called}")
    for player, place in one.places:
        at = old.pop(0) if old else next(free)
        for word, value in (("event", called), ("player", player), ("place", place)):
            set_cell(package, results, at, word, value)
    for at in old:
        for word in ("event", "player", "place"):
            set_cell(package, results, at, word, None)
    return f"{called}: {'replaced' if same else 'added'}, {count_of(len(one.places), 'player')}."


def _put_names(package: Package) -> None:
    """Add a row for each new spelling of a name. Propose earlier spellings that may mean the same person."""
    its = SeasonIn(Setup(package))
    first: dict[str, str] = {}
    events: dict[str, set[int]] = {}
    for row in its.results.rows:
        if name := its.results.text(row, "player"):
            name = first.setdefault(name.casefold(), name)
            event = its.results.text(row, "event").casefold()
            events.setdefault(name, set()).add(its.row_of_event.get(event, 0))
    rows, free = {**its.row_of_name}, _free_rows(package, its.names, "name", "more names")
    for name in events:
        if name.casefold() not in rows:
            rows[name.casefold()] = row = next(free)
            set_cell(package, its.names, row, "name", name)
    found: dict[str, str] = {}
    for names, how in similar_names_in({name: frozenset(there) for name, there in events.items()}):
        earliest, *others = sorted(names, key=lambda name: rows[name.casefold()])
        for name in others:
            found.setdefault(name.casefold(), f"{earliest}: they {how}")
    for name, row in rows.items():
        if its.names.text(row, "proposal") != found.get(name, ""):
            set_cell(package, its.names, row, "proposal", found.get(name))
