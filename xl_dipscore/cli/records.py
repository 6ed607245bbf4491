"""Results as records, whose keys `documents` describes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import POWERS, Board
from xl_dipscore.rules.points import Exact, Points
from xl_dipscore.rules.system import System

if TYPE_CHECKING:
    from xl_dipscore.rules.choice.contender import Contender
    from xl_dipscore.rules.choice.tables import Section as ChoiceSection
    from xl_dipscore.rules.event.games import Game
    from xl_dipscore.rules.tournament.explain import Section
    from xl_dipscore.rules.tournament.problem import Problem
    from xl_dipscore.rules.tournament.table import Standings
    from xl_dipscore.workbooks.layout.season import SeasonLine

Record = dict[str, Any]


def heading_for_programs(name: object) -> object:
    """A heading in small letters. R1, Final and the keys of systems keep their capitals."""
    if not isinstance(name, str) or not name[1:].islower() or name == "Final":
        return name
    return name.casefold()


def of_problems(faults: Iterable[Fault], found: Iterable[Problem] = ()) -> Iterator[Record]:
    """Faults and problems as records, each once."""
    from xl_dipscore.rules.tournament.problem import Problem

    problems = [*found]
    there = {str(one.fault) for one in problems}
    problems = [*(Problem(fault) for fault in faults if str(fault) not in there), *problems]
    for one in problems:
        rank, sentence, round_, board, power, player, row, remedy, _ = one.cells
        where = {"round": round_, "board": board, "power": power, "player": player}
        row = one.fault.row if row is None else row
        what = {"rank": rank, "kind": one.fault.kind, "sentence": sentence, "remedy": remedy}
        yield {**what, "place": one.fault.place, **where, "row": row}


def of_standings(table: Standings) -> Iterator[Record]:
    """A record for each player. A tie-break of several numbers is a list; typed scores are named."""
    header, *lines = table.table()
    first = len(header) - len(table.tiebreaks)
    heads = [str(heading_for_programs(name)) for name in header[:first]]
    for row, line in zip(table.rows, lines, strict=True):
        record = dict(zip(heads, line[:first], strict=True))
        record |= dict.fromkeys(table.tiebreaks)
        for name, values, cell in zip(table.tiebreaks, row.breaks, line[first:], strict=False):
            record[name] = values if len(values) > 1 else cell
        overridden = [unit for unit in row.scores if unit in row.overridden]
        record["typed"] = [unit if isinstance(unit, int) else str(unit) for unit in overridden]
        yield record


def of_section(section: Section) -> Record:
    """A part of the explanation of a total."""
    lines = []
    for line in section.lines:
        is_result = line is section.result
        lines.append({"words": line.words, "numbers": [*line.numbers], "result": is_result})
    return {"title": section.title, "headings": section.headings, "lines": lines}


def notes_on_board(known: System, points: Points, board: Board, options: Mapping[str, Any]) -> Iterator[str]:
    """The notes below the explanation of a board."""
    from xl_dipscore.tables.functions.boards import open_score_notes

    yield from (*points.notes, *open_score_notes(known, points), *known.notes(board, **options))


def of_board(known: System, board: Board, options: Mapping[str, Any]) -> Record:
    """The lines that add up to a board's scores. Raises Faults if the system refuses the board."""
    points = known.so_far(board, **options)
    rows = [_of_line("figure", "Centres owned", board.centres)]
    rows += [_of_line("figure", one.label, one.amounts) for one in points.figures]
    rows += [_of_line("line", one.label, one.amounts) for one in points.lines]
    totals = [None if seat in points.untold else one for seat, one in enumerate(points.totals)]
    rows.append(_of_line("total", "Total", totals))
    as_read = known.read(board, **options)
    return {
        "system": known.key,
        "rule": known.help,
        "ending": known.text_of_ending(as_read),
        "rows": rows,
        "notes": [*notes_on_board(known, points, board, options)],
    }


def _of_line(kind: str, label: str, amounts: Sequence[Exact | None]) -> Record:
    return {"line": label, "kind": kind, **dict(zip(POWERS, amounts, strict=True))}


_TEXTS = ("board", "power", "player", "team", "club", "reason", "system", "date")
"""Columns of a games file whose numbers are texts too."""


def of_games(table: Sequence[Sequence[Any]], *, secret: bool) -> Iterator[Record]:
    """The rows of a games file; without scores that a director typed, if they are secret."""
    from xl_dipscore.tables.cells.values import number

    header, *lines = table
    for line in lines:
        row = dict(zip(map(str, header), line, strict=True))
        read = {word: number(cell) for word, cell in row.items() if word not in _TEXTS}
        row |= {word: found for word, found in read.items() if found is not None}
        yield {**row, "override": None} if secret and "override" in row else row


def of_read_game(game: Game, reading: str) -> Record:
    """How a game was read."""
    place = game.place.of(Fault())
    return {"round": game.round, "board": game.name, "place": place, "reading": reading}


def of_season_line(line: SeasonLine) -> Record:
    """A player of a season."""
    rank = int(line.rank) if line.rank.isdecimal() else line.rank
    events = [{"event": event, "points": points} for event, points in line.points.items()]
    return {"rank": rank, "player": line.player, "total": line.total, "events": events}


def of_table(section: ChoiceSection) -> Record:
    """A table about past events."""
    rows = [dict(zip(section.heads, row, strict=True)) for row in section.rows]
    return {"title": section.title, "told": section.told, "columns": section.heads, "rows": rows}


def of_score_sheet(one: Contender) -> Record:
    """The scores of typical boards under a system, and its laws."""
    from xl_dipscore.rules.choice.stored import stored_laws
    from xl_dipscore.rules.choice.typical import UNKNOWN, ScoreSheet, score_table, sentences_about

    sheet = ScoreSheet(one.system, one.options)
    sentences = []
    for heading, words in sentences_about(one.system):
        sentences.append(f"{heading}: {words}" if heading else words)
    _, *rows = score_table(sheet)
    boards = []
    for number, (_, what, *cells) in enumerate(rows):
        board, *_ = rows[number - number % 4]  # the first of a board's four rows has its name
        known = [None if cell in ("", UNKNOWN) else cell for cell in cells]
        boards.append({"board": board, "what": what, **dict(zip(POWERS, known, strict=True))})
    return {
        "label": one.label,
        "name": one.system.name,
        "sentences": [*sentences, *sheet.facts, *sheet.needs],
        "laws": () if one.options else stored_laws(one.system).sentences,
        "boards": boards,
    }
