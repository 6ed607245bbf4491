"""What the page shows of an event, as plain data: boards with their cells, problems, standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from typing import Any

from xl_dipscore.errors import At, Faults
from xl_dipscore.rules.board import CENTRES, POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.points import text
from xl_dipscore.rules.tournament.games import event_of, system_and_options
from xl_dipscore.rules.tournament.problem import Problem
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.tables.cells.dates import date_in
from xl_dipscore.tables.cells.values import is_blank, read_mark
from xl_dipscore.tables.functions.boards import check_text
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import Slot, label
from xl_dipscore.workbooks.layout.own import OwnBoard, is_computed, value_at

AnyBoard = Slot | OwnBoard
OF_SEATS = ("centres", "draw", "eliminated")
"""The facts of each power that can be typed on the page."""
OF_BOARDS = ("year",)
"""The facts of a whole board that can be typed on the page."""


def screen(event: EventIn) -> dict[str, Any]:
    """Everything that the page shows of a workbook."""
    if event.circuit:
        return _season(event)
    return {
        **_head(event, _system_of(event)), "boards": boards(event), "problems": [*_problems(event.problems)],
        "standings": standings(event),
    }  # fmt: skip


def _season(event: EventIn) -> dict[str, Any]:
    """A workbook that adds up events: problems, and who has how many points from which event."""
    found = [Problem(one) for one in event.season.problems]
    lines: list[list[str]] = []
    with suppress(Faults):
        season = event.season.lines
        names = [*dict.fromkeys(name for one in season for name in one.points)]
        lines.append(["Rank", "Player", "Total", *names])
        for one in season:
            points = (text_of(one.points.get(name)) for name in names)
            lines.append([one.rank, one.player, text_of(one.total), *points])
    head = {"title": event.season.title, "system": event.circuit}
    return {**head, "boards": [], "problems": [*_problems(found)], "standings": lines}


def _head(event: EventIn, system: str) -> dict[str, str]:
    return {"title": event.title, "system": system}


def _system_of(event: EventIn) -> str:
    with suppress(Faults):
        return f"{event.system.key}: {event.system.name}"
    return ""


def standings(event: EventIn) -> list[list[str]]:
    """The standings with their headings; empty if they cannot be computed."""
    with suppress(Faults):
        return [[*map(text_of, row)] for row in event.table.table()]
    return []


def boards(event: EventIn) -> list[dict[str, Any]]:
    """The boards of the event with the cells to type into, in the workbook's order."""
    slots = event.boards.sound.slots
    now, checks = _round_now(slots), _checks(event)
    wrong = {cell: one for one in event.problems for cell in one.fault.cells}
    return [_board(event, slot, now, checks, wrong) for slot in slots]


def _round_now(slots: Sequence[AnyBoard]) -> str:
    """The round of the first drawn board without results; else the last with results; else the first."""
    named = [slot for slot in slots if any(_player(slot, seat) for seat in SEATS)]
    waiting = next((slot for slot in named if slot.free), None)
    played = [slot for slot in slots if not slot.free]
    found = [waiting] if waiting is not None else played or slots[:1]
    return label(found[-1].round) if found else ""


def _round_title(slot: AnyBoard) -> str:
    """The heading of a board's round: `Round 2`, `Final`, or in a league the date of the evening."""
    if slot.by_dates and (day := date_in(slot.round)) is not None:
        return str(day)
    name = label(slot.round)
    if not name:
        return "No date yet" if slot.by_dates else "No round yet"
    return f"Round {name}" if name.isdigit() else name


def _board(
    event: EventIn,
    slot: AnyBoard,
    now: str,
    checks: Mapping[tuple[str, str], str],
    wrong: Mapping[At, Problem],
) -> dict[str, Any]:
    round_, name = label(slot.round), label(slot.board)
    words = _words(slot)
    cells = {word: slot.cells(word) for word in words}
    own = {at for its in cells.values() for at in its}
    found = [one for at, one in wrong.items() if at in own]
    is_wrong = any(one.rank == "wrong" for one in found)
    told = dict.fromkeys(one.text_without_commands for one in found if one.rank == "wrong" or not is_wrong)
    about = [*told] if is_wrong else [checks.get((round_, name), ""), *told]
    seats = [
        {
            "power": POWERS[seat], "player": _player(slot, seat),
            "cells": [_cell(event, slot, word, cells[word][seat]) for word in words if len(cells[word]) > 1],
        }
        for seat in SEATS
    ]  # fmt: skip
    whole = [_cell(event, slot, word, cells[word][0]) for word in words if len(cells[word]) == 1]
    year = [_cell(event, slot, word, its[0]) for word in OF_BOARDS if (its := slot.cells(word))]
    return {
        "round": round_, "title": _round_title(slot), "name": name, "now": round_ == now,
        "free": slot.free, "seats": seats,
        "whole": [*whole, *year], "check": " ".join(filter(None, about)), "wrong": is_wrong, "of": CENTRES,
    }  # fmt: skip


def _words(slot: AnyBoard) -> list[str]:
    """The facts to type of each power: the final counts, or else the counts of each year; marks."""
    counts = ["centres"] if slot.cells("centres") else [*map(str, _count_words(slot))]
    return [word for word in (*counts, *OF_SEATS[1:]) if slot.cells(word)]


def _count_words(slot: AnyBoard) -> Sequence[object]:
    return slot.home.count_words if isinstance(slot, Slot) else slot.count_words


def _player(slot: AnyBoard, seat: int) -> str:
    if isinstance(slot, Slot):
        return label(slot.home.value(slot.rows[seat], "player"))
    cells = slot.cells("player")
    return label(value_at(slot.package, cells[seat])) if len(cells) > seat else ""


def _cell(event: EventIn, slot: AnyBoard, word: str, at: At) -> dict[str, Any]:
    sheet, row, column = at
    value = value_at(event.book, at)
    return {
        "word": word, "heading": slot.heading(word) or word.capitalize(),
        "cell": f"{sheet}!{address(row, column)}",
        "value": "" if is_blank(value) else text_of(value), "locked": is_computed(event.book, at),
        "mark": read_mark(value) if word == "draw" else None,
    }  # fmt: skip


def _checks(event: EventIn) -> dict[tuple[str, str], str]:
    """What DIP_CHECK says of each played board, by round and name."""
    return dict(_find_checks(event))


def _find_checks(event: EventIn) -> Iterator[tuple[tuple[str, str], str]]:
    with suppress(Faults):
        system, _, _, parameters = event.given_event.call_arguments
        whole = event_of(*event.given_event.call_arguments)
        for game in (one.game for one in whole.scored):
            yield (str(game.round), game.name), _check_game(system, whole, game, parameters)


def _check_game(system: Any, whole: Any, game: Game, parameters: Any) -> str:
    if game.board is None:
        return ""
    try:
        own, options = system_and_options(system, whole, game, parameters)
        return check_text(own, game.board, options)
    except Faults as wrong:
        return str(wrong)


def _problems(found: Iterable[Problem]) -> Iterator[dict[str, str]]:
    for one in found:
        cells = [f"{sheet}!{address(row, column)}" for sheet, row, column in one.fault.cells[:1]]
        board = [f"Round {one.round}", f"board {one.board}"] if one.board else []
        where = ", ".join(filter(None, (*board, one.power, one.player)))
        text_ = f"{where}: {one.text_without_commands}" if where else one.text_without_commands
        yield {"rank": one.rank, "text": text_, "cell": "".join(cells)}


def text_of(value: object) -> str:
    """A value as people read it: a number with at most three decimals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | Fraction) and isfinite(value):
        return text(Fraction(value))
    return str(value)
