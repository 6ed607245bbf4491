"""Commands about events: standings, comparisons of systems, qualifiers, and the best players of countries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from xl_dipscore.cli.app import (
    LIMITS,
    OF_AWARDS,
    OF_EVENT,
    OF_TEAMS,
    ListFile,
    group,
    only_for,
)
from xl_dipscore.cli.output import FOR_READING, Document, ShownOutput
from xl_dipscore.cli.records import of_standings
from xl_dipscore.cli.writing import finish_table, note
from xl_dipscore.errors import ERRORS, Fault, Faults, without_cycle_collector
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import find, find_each

if TYPE_CHECKING:
    from xl_dipscore.rules.tournament.table import Standings
    from xl_dipscore.rules.tournament.teams import TeamTable

command = group("Events")
NEVER_LEFT_OUT = ("To", "Player", "Points")
"""Columns of the table of qualifiers that are printed even if they are empty."""
UNRANKED = "?"
WHY_UNRANKED = "?: no rank; the messages beside this table name the missing fact or the fault."


@command("standings")
@without_cycle_collector()
def standings_(
    system: str,
    games: ListFile,
    typed: Mapping[str, Any] = OF_EVENT,
    teams: bool = False,
    of_teams: Mapping[str, Any] = OF_TEAMS,
    set_: list[str] | None = None,
    where: ShownOutput = FOR_READING,
) -> None:
    """The event's table, of players or of teams: rank, total, the score of each round, and tie-breaks.

    Options:
        --teams: The table of teams instead, from a column Team, with the options below.
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import compute_or_refuse, event_in
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.rules.tournament.standings import standings

    known = find(system)
    if of_teams and not teams:
        raise only_for("the table of teams", "--teams", of_teams)
    event = event_in(known, games, {**typed, **of_teams}, set_)
    table = compute_or_refuse(event, standings)
    by_team: TeamTable | None = None
    if teams:
        from xl_dipscore.rules.tournament.teams import team_table

        by_team = compute_or_refuse(event, team_table, table=table)
    faults = [*event.listed.strays, *table.faults, *(by_team.faults if by_team is not None else ())]
    found = problems(*event.call_arguments, table=table)
    notes = [*table.notes, *(by_team.notes if by_team is not None else ())]
    note(*(f"Note: {one}" for one in notes))
    if by_team is not None:
        title = f"{known.name}, teams: {by_team.rule}"
        made = Document("standings-teams", {"system": known.key, "rule": by_team.rule, "notes": notes})
        finish_table(title, by_team.table(), where, faults, found, document=made, lead=3)
    below = "* typed by the director" if any(row.overridden for row in table) else ""
    title, read = f"{known.name}, {table.rule}", _add_stars(table) if where.show and below else ()
    about = {"system": known.key, "rule": table.rule, "tie_breaks": table.tiebreaks, "notes": notes}
    made = Document("standings", {**about, "rows": [*of_standings(table)] if where.json_ else []})
    finish_table(title, table.lines(), where, faults, found, document=made, read=read, lead=3, below=below)


def _add_stars(table: Standings) -> list[list[object]]:
    """The table of standings, with a star behind each score that a director typed."""
    header, *lines = table.table()
    for row, line in zip(table.rows, lines, strict=True):
        for i, round_ in enumerate(table.rounds, 3):
            if round_ in row.overridden:
                cell = line[i]
                line[i] = f"{text(cell) if isinstance(cell, Fraction) else cell}*"
    return [header, *lines]


@command()
@without_cycle_collector()
def compare(games: ListFile, names: list[str] | None = None, where: ShownOutput = FOR_READING) -> None:
    """Each player's rank under each system, by that system's own rules; sorted by the first system.

    With several files, each row begins with its event, and sentences say which fact an event lacks.

    Options:
        names SYSTEM-OR-FILE: Systems or families to compare; by default, the systems that are played most. A
            word that is the name of a file is a further event.
    """
    from xl_dipscore.sheets.xlsx.replace import is_there

    more = [name for name in names or () if is_there(Path(name)) and Path(name).is_file()]
    if more:
        _compare_events([games, *map(Path, more)], [one for one in names or () if one not in more], where)
    from xl_dipscore.cli.reading import games_in, refuse, rows_of, tell_unplayed
    from xl_dipscore.rules.tournament.compare import USUAL_RIVALS, side_by_side
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.tables.cells.games import read_games
    from xl_dipscore.tables.functions.events import own_standings

    if not names:
        note("These systems are played most. Name others after the file: dipscore systems lists them.")
    chosen = find_each(names or USUAL_RIVALS)
    rows = rows_of(games)
    first, *others = sorted({one.fewer for one in chosen})
    listed = games_in(rows, games, fewer=first, people=True)
    listings = {first: listed, **{fewer: read_games(rows, games.name, fewer=fewer) for fewer in others}}
    tell_unplayed(listed, games)
    found = problems(None, listed.games, listed.of_event())
    faults = [one.fault for one in found if one.rank == "wrong"]
    reported = set(map(str, faults))
    tables: list[Standings | str] = []
    for system in chosen:
        try:
            tables.append(table := own_standings(system, listings[system.fewer]))
        except Faults as refused:
            if any(fault.place for fault in refused.faults):
                refuse(listed, refused)
            tables.append(refused.cell)
            note(f"Note: {refused}")
            continue
        _tell_left_out(system.key, table, reported)
    keys = [system.key for system in chosen]
    ranks: list[list[object]] = [["Player", *keys], *side_by_side(listed.games, tables)]
    read = [[UNRANKED if cell in ERRORS else cell for cell in row] for row in ranks]
    below = WHY_UNRANKED if any(UNRANKED in row for row in read) else ""
    title = f"Ranks, sorted by {keys[0]}"
    made = Document("compare", {"systems": keys})
    finish_table(title, ranks, where, faults, found, document=made, read=read, below=below)


def _tell_left_out(key: str, table: Standings, reported: Collection[str]) -> None:
    """Say which boards a system leaves out: a note for each kind of fact that they lack."""
    kinds: dict[type[Fault], list[Fault]] = {}
    for one in table.scored:
        if one.game.board is not None:
            first = {type(fault): fault for fault in reversed(one.faults) if str(fault) not in reported}
            for kind, fault in reversed(first.items()):
                kinds.setdefault(kind, []).append(fault)
    for number, boards in enumerate(kinds.values()):
        verb = "lacks another fact of" if number else "leaves out"
        note(f"Note: {key} {verb} {count_of(len(boards), 'board')}, the first: {boards[0]}")


def _compare_events(files: Sequence[Path], names: Sequence[str], where: ShownOutput) -> NoReturn:
    """Compare several events: a row for each player of each event, then sentences about missing facts."""
    from xl_dipscore.cli.reading import without_hidden
    from xl_dipscore.rules.choice.contender import Contender
    from xl_dipscore.rules.choice.tables import missing, places
    from xl_dipscore.rules.tournament.compare import USUAL_RIVALS
    from xl_dipscore.workbooks.acts.choose import compare_files, read_editions

    editions, faults = read_editions(without_hidden(files) if where.json_ else files)
    contenders = [Contender(one, {}, one.key) for one in find_each(names or USUAL_RIVALS)]
    compared = compare_files(editions, contenders, {})
    section = places(compared)
    notes = [f"{system}, {remark}" for system, remark in missing(compared).rows]
    note(*(f"Note: {one}" for one in notes))
    made = Document("compare-events", {"systems": [one.label for one in contenders], "notes": notes})
    finish_table("Ranks", [section.heads, *section.rows], where, faults, (), document=made, lead=2)


@command("qualify")
@without_cycle_collector()
def qualify_(
    system: str,
    games: ListFile,
    typed: Mapping[str, Any] = OF_EVENT.only("rounds", "combine", "tiebreak"),
    format_: str | None = None,
    more: Mapping[str, Any] = OF_EVENT.only("double", *LIMITS),
    without: list[str] | None = None,
    set_: list[str] | None = None,
    where: ShownOutput = FOR_READING,
) -> None:
    """Who qualifies for the final or the top board, or as the best with each country.

    Options:
        --without NAME: A player who declines, so that the next one qualifies. May be repeated, or 'Ann, Bob'.
        --format: final; or top-board, a last round in which the first seven share a board.
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import compute_or_refuse, event_in
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.rules.tournament.qualify import qualify

    known = find(system)
    event = event_in(known, games, {**typed, "format": format_, **more}, set_)
    found = compute_or_refuse(event, qualify, without=without or ())
    note(*(f"Note: {one}" for one in found.notes))
    table: list[list[object]] = [["To", "Power", "Player", "Points", "Remark"]]
    table += [[one.to, one.power, one.player, one.worth, one.remark] for one in found.rows]
    used = [
        i for i, name in enumerate(table[0]) if name in NEVER_LEFT_OUT or any(row[i] for row in table[1:])
    ]
    read = [[row[i] for i in used] for row in table]
    odd = [one for one in problems(*event.call_arguments) if not one.whole]
    faults = [*event.listed.strays, *found.faults]
    made = Document("qualify", {"system": known.key, "notes": found.notes})
    finish_table(f"{known.name}, who goes on", table, where, faults, odd, document=made, read=read)


@command("awards")
@without_cycle_collector()
def awards_(
    system: str,
    games: ListFile,
    rule: Mapping[str, Any] = OF_AWARDS,
    who: Mapping[str, Any] = OF_EVENT.only("min_games", "from_", "to", "last"),
    set_: list[str] | None = None,
    where: ShownOutput = FOR_READING,
) -> None:
    """The best player of each country, with all ties.

    Options:
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import event_in, faults_of
    from xl_dipscore.rules.tournament.awards import award_table
    from xl_dipscore.rules.tournament.problems import problems
    from xl_dipscore.rules.tournament.standings import scored_event

    known = find(system)
    event = event_in(known, games, {**rule, **who}, set_)
    scored = scored_event(*event.call_arguments)
    table = award_table(scored, event.chosen.settings)
    odd = [one for one in problems(*event.call_arguments, best=True) if not one.whole]
    faults = [*event.listed.strays, *faults_of(scored)]
    made = Document("awards", {"system": known.key})
    finish_table(f"{known.name}, best of each country", table, where, faults, odd, document=made)
