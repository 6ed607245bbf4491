"""Commands about games: list systems, score games, explain scores, and check games."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from xl_dipscore.cli.app import (
    OF_EVENT,
    OF_TEAMS,
    ListFile,
    check_apart,
    group,
    leave,
    only_for,
)
from xl_dipscore.cli.output import AS_CSV, Document, Output, print_document
from xl_dipscore.cli.records import notes_on_board, of_board, of_read_game, of_section
from xl_dipscore.cli.writing import finish, note, print_faults, print_problems, stdout, with_cell
from xl_dipscore.errors import IS_IT_WRONG, Fault, Faults, join, without_cycle_collector
from xl_dipscore.rules.board import POWERS, Board, count_of
from xl_dipscore.rules.points import Line, text
from xl_dipscore.rules.system import (
    FAMILIES,
    NOT_ONE_SYSTEM,
    Option,
    System,
    by_family,
    find,
    find_each,
    not_in_print,
    systems,
)

if TYPE_CHECKING:
    from xl_dipscore.rules.event.event import Event
    from xl_dipscore.rules.event.games import Game, Round
    from xl_dipscore.rules.tournament.explain import Section
    from xl_dipscore.rules.tournament.problem import Problem
    from xl_dipscore.tables.cells.event import GivenEvent
    from xl_dipscore.tables.cells.games import GameRow

command = group("Games")


@command("systems")
def systems_(names: list[str] | None = None, json_: bool = False) -> None:
    """List every scoring system by family, or describe some in full: rule, options and source.

    Options:
        names SYSTEM: Systems or families to read about; by default, a line for every system.
    """
    chosen = find_each(names) if names else [*systems()]
    if json_:
        print_document("systems", rows=[*map(_as_data, chosen)])
    elif names:
        _describe_systems(chosen)
    else:
        _list_systems()


def _list_systems() -> None:
    """Print a line for each system, below its family; then sentences about rules and missing systems."""
    from rich.markup import escape
    from rich.table import Table

    out = stdout()
    width = max(len(system.key) for system in systems())
    for family, some in by_family().items():
        out.print(f"[bold]{family}[/bold]: {FAMILIES[family]}", highlight=False)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=width + 2, no_wrap=True)
        table.add_column()
        for system in some:
            others = f" ({', '.join(system.aliases)})" if system.aliases else ""
            needs = f"; needs {join(system.needs)}" if system.needs else ""
            table.add_row(f"  {system.key}", escape(f"{system.name}{others}{needs}"))
        out.print(table)
        out.print()
    for sentence in (
        "For the rule, its options and its source type dipscore systems and a key, or a family.",
        f"Not found in print, and so left out: {not_in_print()}. If you know the rule of one, state it in "
        "options of CUSTOM, on the sheet Setup of dipscore new CUSTOM event.xlsx or with --set: "
        "dipscore systems CUSTOM lists them.",
        *NOT_ONE_SYSTEM.values(),
    ):
        out.print(escape(sentence), highlight=False)


def _describe_systems(chosen: Iterable[System]) -> None:
    """Print everything about each system, without rich: importing rich would take most of the time."""
    from shutil import get_terminal_size
    from textwrap import fill

    from typer import secho

    width = get_terminal_size().columns if sys.stdout.isatty() else 160

    def show(paragraph: str, indent: int = 2, *, bold: bool = False) -> None:
        margin = " " * indent
        secho(fill(paragraph, width, initial_indent=margin, subsequent_indent=margin), bold=bold, reset=bold)

    for system in chosen:
        also = f" ({', '.join(system.aliases)})" if system.aliases else ""
        show(f"{system.key}: {system.name}{also}", 0, bold=True)
        paragraphs = [" ".join(lines.split()) for lines in system.rule_text.split("\n\n")]
        paragraphs += [
            system.unmarked_game,
            *system.remarks,
            f"Needs: {join(('centres', *system.needs))}.",
            f"Source: {system.source}.",
        ]
        for paragraph in paragraphs:
            show(paragraph)
        sections = {
            "Options": [*map(_describe_option, system.options_with_headings)],
            "What the source leaves open": system.unsettled,
        }
        for heading, lines in sections.items():
            if lines:
                show(heading, bold=True)
                for line in lines:
                    show(line, 4 if line in system.takes or not system.takes else 6)
        print()


def _describe_option(option: Option | str) -> str:
    """Describe an option in a line: name, meaning, values and default. Return a heading unchanged."""
    if isinstance(option, str):
        return option
    what = "" if option.what == option.help else f"{option.what}; "
    return f"{option.name}: {option.help}; {what}{option.shown_default()} by default"


def _as_data(system: System) -> dict[str, object]:
    return {
        "key": system.key,
        "name": system.name,
        "aliases": list(system.aliases),
        "family": system.family,
        "needs": ["centres", *system.needs],
        "rule": system.rule_text,
        "source": system.source,
        "unmarked": system.unmarked_game,
        "remarks": list(system.remarks),
        "unsettled": list(system.unsettled),
        "options": [
            {"name": o.name, "default": o.shown_default(), "may be": o.what, "meaning": o.help}
            for o in (*system.options, *system.event_options)
        ],
    }


@command()
@without_cycle_collector()
def score(
    system: str,
    games: ListFile,
    set_: list[str] | None = None,
    lines: bool = False,
    where: Output = AS_CSV,
) -> None:
    """Score every game: the rows of the file with a score column added.

    Of a file with a row for each game, a row for each power is printed.

    Options:
        --lines: Print what makes each score instead: a row for each power and line of the explanation,
            without totals.
    """
    from xl_dipscore.cli.reading import faults_of, games_in, options_of, rows_of, tell_unplayed
    from xl_dipscore.rules.tournament.doubts.boards import probable_typos
    from xl_dipscore.rules.tournament.games import event_of
    from xl_dipscore.tables.exchange.tables import is_by_game

    known = find(system)
    rows = rows_of(games)
    listed = games_in(rows, games, fewer=known.fewer)
    tell_unplayed(listed, games)
    options = options_of(known, set_)
    event = event_of(known, listed.games, listed.of_event(), options)
    # Report the faults of boards only if a score is missing. A player on two boards of a round is a fault of
    # the standings, but both boards have scores.
    unknown = any(one.scores is None or (None in one.scores and not one.apart) for one in event.scored)
    faults = [*listed.strays, *(faults_of(event.scored) if unknown else ())]
    odd = [*probable_typos(event.scored)]
    if lines:
        header = ["round", "board", "power", "player", "line", "amount"]
        made = Document("score-lines", {"system": known.key})
        finish([header, *_lines(known, event, options)], where, faults, odd, document=made)
    made = Document("score", {"system": known.key})
    if where.json_ or is_by_game(rows):
        finish(_by_power(event), where, faults, odd, document=made)
    by_row = {
        row: one.scores[seat]
        for one in event.scored
        if one.scores is not None
        for seat, row in enumerate(one.game.place.rows)
        if row is not None
    }
    header = [str(cell).strip().casefold() for cell in rows[0]]
    column = header.index("score") if "score" in header else len(header)
    table = [with_cell(rows[0], column, "score")]
    table += [with_cell(row, column, by_row.get(i, "")) for i, row in enumerate(rows[1:], 2) if any(row)]
    finish(table, where, faults, odd, document=made)


def _by_power(event: Event) -> list[list[object]]:
    """The games as a list with a row for each power, and a column of scores; faulty games have none."""
    from xl_dipscore.tables.exchange.formats import games_table
    from xl_dipscore.tables.exchange.games_file import rows_of
    from xl_dipscore.tables.exchange.writers import seats_of

    rows: list[GameRow] = []
    scores: list[object] = []
    for one in event.scored:
        rows += rows_of(one.game)
        scores += ["" if one.scores is None else one.scores[seat] for seat in seats_of(one.game)]
    header, *table = games_table(rows)
    return [[*header, "score"], *([*row, score] for row, score in zip(table, scores, strict=True))]


def _lines(system: System, event: Event, options: Mapping[str, object]) -> Iterator[list[object]]:
    """Yield a row for each power and each line of its score; a score that a director typed is one row."""
    from xl_dipscore.rules.tournament.games import system_and_options

    for one in event.scored:
        if one.scores is None or one.game.board is None:
            continue
        own, own_options = system_and_options(system, event, one.game, options)
        points = own.so_far(one.game.board, **own_options)
        for seat, power in enumerate(POWERS):
            typed, score = one.game.seats[seat], one.scores[seat]
            if score is None or one.game.place.rows[seat] is None:
                continue
            where = [one.game.round, one.game.name, power, typed.player]
            if typed.override is not None:
                yield [*where, "typed by the director", score]
                continue
            for part in points.lines:
                yield [*where, part.label, part.amounts[seat]]


class OneOrTheOther(Fault):
    """Give either --player or --team for a total, or --round and --board for a board."""


@command()
@without_cycle_collector()
def explain(
    system: str,
    games: ListFile,
    round_: str | None = None,
    board: str | None = None,
    player: str | None = None,
    team: str | None = None,
    typed: Mapping[str, Any] = OF_EVENT,
    of_team: Mapping[str, Any] = OF_TEAMS,
    set_: list[str] | None = None,
    json_: bool = False,
) -> None:
    """Explain one board's scores, or one player's or team's total, line by line.

    Options:
        --round: The board's round: a number, or Final.
        --board: The board's name in the file; not needed if there is only one.
        --player: Explain this player's total, with the options below.
        --team: Explain this team's total, with the options below.
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import event_in
    from xl_dipscore.cli.season import is_season, section_of

    if player is not None and is_season(games):
        of_event = {f"--{word.replace(' ', '-')}": one for word, one in {**typed, **of_team}.items()}
        others = {"--round": round_, "--board": board, "--team": team, "--set": set_, **of_event}
        check_apart({f"{games} (a season)": True, **others})
        _give_sections([section_of(games, player)], player=player, json=json_)
        leave()
    known = find(system)
    if of_team and team is None:
        raise only_for("a team's total", "--team", of_team)
    if (player is not None) + (team is not None) + (round_ is not None or board is not None) > 1:
        raise OneOrTheOther
    if team is not None or player is not None:
        event = event_in(known, games, {**typed, **of_team}, set_)
        _explain_total(event, player, team, json=json_)
    if typed:
        raise only_for("a total", "--player or --team", typed)
    _explain_board(known, games, round_, board, set_, json=json_)


def _explain_total(event: GivenEvent, player: str | None, team: str | None, *, json: bool) -> NoReturn:
    """Explain the total of a player or of a team, and exit."""
    from xl_dipscore.cli.reading import compute_or_refuse
    from xl_dipscore.rules.event.scored import Scored
    from xl_dipscore.rules.tournament.doubts.boards import probable_typos
    from xl_dipscore.rules.tournament.explain import explain_team, explain_total
    from xl_dipscore.rules.tournament.teams import team_table

    games, strays, system = event.listed.games, event.listed.strays, event.system.key
    if team is not None:
        table = compute_or_refuse(event, team_table)
        row, sections = explain_team(table, team)
        known = row.total is not None
        told = [*table.notes]
        _give_sections(sections, strays, json=json, system=system, team=row.name, notes=told)
        note(*(f"Note: {one}" for one in table.notes))
        print_faults(strays)
    else:
        found = compute_or_refuse(event, explain_total, player=player)
        known = found.standing is None or found.standing.total is not None
        theirs = (game for game in games if any(seat.player == found.player for seat in game.seats))
        odd = [*probable_typos(Scored(game, None, (), game.board) for game in theirs)]
        _give_sections(found.sections, strays, odd, json=json, system=system, player=found.player)
        print_faults(strays)
        print_problems(odd)
    leave(strays or not known)


def _give_sections(
    sections: Sequence[Section],
    faults: Sequence[Fault] = (),
    found: Sequence[Problem] = (),
    *,
    json: bool,
    **about: object,
) -> None:
    """Print the parts of an explanation, for reading or as JSON."""
    if not json:
        _print_sections(sections)
        return
    print_document("explain-total", faults, found, **about, sections=[*map(of_section, sections)])


def _print_sections(sections: Sequence[Section]) -> None:
    from rich.markup import escape
    from rich.table import Table

    out = stdout()
    for section in sections:
        width = max(len(section.headings), *(len(line.numbers) for line in section.lines))
        if not width:
            out.print(f"[bold]{escape(section.title)}[/bold]", highlight=False)
            for line in section.lines:
                out.print(escape(line.words), highlight=False)
            out.print()
            continue
        table = Table(escape(section.title))
        for i in range(width):
            table.add_column(section.headings[i] if section.headings else "", justify="right")
        for line in section.lines:
            style = "bold" if line is section.result else None
            cells = ["" if number is None else text(number) for number in line.numbers]
            ends = line is section.parts[-1] if section.parts else False
            table.add_row(escape(line.words), *cells, style=style, end_section=ends)
        out.print(table)
    out.print(IS_IT_WRONG, highlight=False)


class ScoresAlone(Fault):
    """Board {board} of round {round} has only scores, so there are no lines to explain them."""


class WhichBoard(Fault):
    """There are {count} boards: say which one with --round and --board."""


def _explain_board(
    known: System, games: Path, round_: str | None, board: str | None, set_: list[str] | None, *, json: bool
) -> None:
    from xl_dipscore.cli.reading import games_in, games_of, options_of, rows_of
    from xl_dipscore.rules.event.games import add_places
    from xl_dipscore.rules.tournament.games import event_of, system_and_options

    options = options_of(known, set_)
    listed = games_in(rows_of(games), games, fewer=known.fewer)
    found = games_of(listed, round_, board)
    if len(found) > 1:
        for one in found:
            note(f"Round {one.round}, board {one.name}: {_ending_or_faults(known, one, options)}")
        raise WhichBoard(count=len(found))
    (game,) = found
    try:
        if game.board is None:
            raise Faults(game.faults or [ScoresAlone(board=game.name, round=game.round)])
        event = event_of(known, listed.games, listed.of_event(), options)
        own, own_options = system_and_options(known, event, game, options)
        if json:
            typos = own.read(game.board, **own_options).probable_typos()
            lines = of_board(own, game.board, own_options)
            print_document("explain-board", typos, round=game.round, board=game.name, **lines)
        else:
            print_lines(own, game.name, game.round, game.board, own_options)
    except Faults as refused:
        print_faults(add_places(refused.faults, game.place))
        leave(faulty=True)


def print_lines(known: System, name: str, round_: Round, board: Board, options: Mapping[str, Any]) -> None:
    """Print the lines that add up to a board's scores. Raises Faults if the system refuses the board."""
    from rich.table import Table

    points = known.so_far(board, **options)
    out = stdout()
    out.print(f"[bold]{known.name}[/bold]: {known.help}", highlight=False)
    out.print(
        f"Board {name} of round {round_}: {known.text_of_ending(known.read(board, **options))}.",
        highlight=False,
    )
    table = Table("")
    for power in POWERS:
        table.add_column(power, justify="right")
    given = (Line("Centres owned", board.centres), *points.figures)
    for left, part in enumerate(given, 1 - len(given)):
        table.add_row(part.label, *map(text, part.amounts), style="dim", end_section=not left)
    lines = (*points.lines, Line("Total", points.totals))
    for left, part in enumerate(lines, 1 - len(lines)):
        cells = ["?" if seat in points.untold else text(n) for seat, n in enumerate(part.amounts)]
        table.add_row(part.label, *cells, style=None if left else "bold", end_section=left == -1)
    out.print(table)
    remarks = [f"Note: {words}" for words in notes_on_board(known, points, board, options)]
    typos = known.read(board, **options).probable_typos()
    doubts = (f"{typo.rank.capitalize()}: {typo.full_text}" for typo in typos)
    for remark in (*remarks, *doubts, IS_IT_WRONG):
        out.print(remark, highlight=False)


def _ending_or_faults(system: System, game: Game, options: Mapping[str, object]) -> str:
    if game.board is None:
        return " ".join(fault.sentence for fault in game.faults) or "scores alone, typed by the director."
    own, own_options = system.of_game(game.round, game.system, options)
    return f"{own.text_of_ending(own.read(game.board, **own_options))}."


@command()
@without_cycle_collector()
def check(system: str, games: ListFile, set_: list[str] | None = None, json_: bool = False) -> None:
    """Show how each game was read and everything that is wrong, one per line.

    Options:
        --set NAME=VALUE: {OF_SETUP}
    """
    from xl_dipscore.cli.reading import event_in
    from xl_dipscore.cli.season import check_season, is_season
    from xl_dipscore.rules.tournament.problem import summary
    from xl_dipscore.rules.tournament.problems import problems

    if is_season(games):
        check_apart({f"{games} (a season)": True, "--set": set_})
        check_season(games, json=json_)
    known = find(system)
    event = event_in(known, games, {}, set_, nameless=True)
    settings = replace(event.chosen.settings, provisional=True)
    event = replace(event, chosen=replace(event.chosen, settings=settings))
    options, listed = known.for_now(event.chosen.parameters), event.listed
    found = problems(*event.call_arguments)
    played = {(game.round, game.name) for game in listed.games}
    of_game: dict[object, list[Problem]] = {}
    for one in found:
        key = one.round, one.board
        of_game.setdefault(key if key in played else None, []).append(one)
    faulty, said = any(one.rank == "wrong" for one in found), summary(found)
    if json_:
        rows = [of_read_game(game, _reading_of(known, game, options)) for game in listed.games]
        print_document("check", (), found, system=known.key, summary=said, rows=rows)
        note(f"{count_of(len(listed.games), 'board')}: {said}")
        leave(faulty)
    for one in of_game.get(None, ()):
        if one.fault not in listed.unread:  # unread columns are reported already
            print(one)
    for game in listed.games:
        printed = _reading_of(known, game, options)
        for line in re.split(r" (?=(?:Doubt|Note): )", printed) if printed else ():
            print(f"{game.place.of(Fault())}: {line}")
        for one in of_game.get((game.round, game.name), ()):
            if one.fault.sentence not in printed:
                print(one)
    note(f"{count_of(len(listed.games), 'board')}: {said}")
    leave(faulty)


def _reading_of(known: System, game: Game, options: Mapping[str, object]) -> str:
    """How a board was read, in words; blank if it is faulty: its faults are printed as problems."""
    from xl_dipscore.tables.functions.boards import check_text

    if game.board is not None:
        with suppress(Faults):
            own, own_options = known.of_game(game.round, game.system, options)
            return check_text(own, game.board, own_options)
    return ""
