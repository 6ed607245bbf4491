"""Read a roster, from a worksheet or a CSV file: one row for each player, with the player's wishes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from xl_dipscore.errors import ERRORS, Fault, Faults, did_you_mean, join
from xl_dipscore.rules.seating.people import Player, check_roster
from xl_dipscore.rules.seating.wishes import NotPowers, letters_of
from xl_dipscore.tables.cells.columns import OF_PEOPLE, squeeze_heading
from xl_dipscore.tables.cells.games import GameRow, MissingColumn, columns_in, rows_below
from xl_dipscore.tables.cells.headings import PARTS, meaning, meanings, name_word, parts_of_name
from xl_dipscore.tables.cells.languages import heading, is_novice, presence
from xl_dipscore.tables.cells.one_table import list_alone
from xl_dipscore.tables.cells.values import Cell, is_blank, read_mark, text_in_one_line

NOVICE = ("novice", "beginner", "new", "first time")
OTHERS = ("experienced", "veteran", "expert", "regular")
"""Words in the column Level: NOVICE for novices, OTHERS for all other players."""


class UnknownLevel(Fault):
    """{value} is not a level.{hint} Type {novice} for novices; leave the cell blank for all others."""


class EmptyRoster(Fault):
    """There are no players below the headings."""


NAMES = ("player", *PARTS)
"""The columns that identify a player: the whole name, or its parts."""


def roster_word(cell: Cell) -> str | int | None:
    """The meaning of a heading of a roster in any language; None for an unknown heading.

    A meaning is a word of `PEOPLE`, the number of a round (`Here 2`), or 0 for any round (`Here`).
    """
    word = squeeze_heading(cell)
    if (known := OF_PEOPLE.get(word) or heading(word) or name_word(cell)) in OF_PEOPLE.values():
        return known
    if (said := meaning(cell)) is not None and said.word == "player":
        return "player"  # in a games list, `Attendee` has this meaning only if no other heading has
    here = re.fullmatch(r"here([1-9]\d{0,3})?", word)
    return int(here[1] or 0) if here else presence(word)


def names_in(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """The names in a roster, even if it has faults. Without headings, the names in the first column."""
    rows = list_alone(rows, roster_word, NAMES).rows
    header = rows[0] if rows else ()
    columns, _ = columns_in(header, meanings(header, roster_word), "")
    parts_of_name(columns, header)
    parts = [columns[part] for part in (NAMES[:1] if "player" in columns else PARTS) if part in columns]
    below = rows[1:] if parts else rows
    names = (text_in_one_line(" ".join(text_in_one_line(row[i]) for i in parts or [0])) for row in below)
    return [name for name in names if name and name not in ERRORS]


def read_roster(rows: Sequence[Sequence[Cell]], source: str = "", first_row: int = 1) -> list[Player]:
    """Read players from a block with a header row.

    A blank cell in a column Here means yes. But if all marks of the column are yes, a blank means no.
    source, first_row: the file's name and the header's row number, for faults.
    Raises Faults with everything that is wrong.
    """
    rows, table = list_alone(rows, roster_word, NAMES)
    header = rows[0] if rows else []
    columns, faults = columns_in(header, meanings(header, roster_word), source)
    faults += table.doubts(source) if table is not None else ()
    parts_of_name(columns, header)
    if columns.keys().isdisjoint(NAMES):
        faults.append(MissingColumn(place=source, name="Player"))
    if faults:
        raise Faults(faults)
    listed = [*rows_below(columns, header, rows[1:], source, first_row + 1)]
    if not listed:
        raise EmptyRoster(place=source)
    rounds = [word for word in columns if isinstance(word, int)]
    said = {word: {read_mark(row.get(word)) for row in listed if row.name(word)} for word in rounds}
    marked_only = {word for word in rounds if True in said[word] and False not in said[word]}
    players = [_player(row, rounds, marked_only, faults) for row in listed]
    try:
        check_roster(players)
    except Faults as found:
        for fault in found.faults:
            heading = listed[0].headers.get(fault.field)
            fault.place = ", column ".join(filter(None, (fault.place, heading)))
        faults += found.faults
    if faults:
        raise Faults(faults)
    return players


def _player(
    typed: GameRow, rounds: Iterable[int], marked_only: Container[int], faults: list[Fault]
) -> Player:
    """marked_only: the rounds in which a blank means that the player is not here."""
    faults += typed.errors()
    row = typed.without_errors()
    parts = filter(None, (row.name(part) for part in PARTS))
    away = set()
    for word in rounds:
        if word in marked_only if is_blank(row.get(word)) else not row.is_marked(word, faults):
            away.add(word)
    return Player(
        name=row.player or " ".join(parts),
        club=row.name("club"),
        team=row.name("team"),
        apart=tuple(filter(None, map(str.strip, row.name("apart").split(";")))),
        novice=_novice(row, faults),
        prefers=_prefers(row, faults),
        rating=row.number("rating", faults),
        score=row.number("score", faults),
        away=frozenset(away),
        two_boards=row.is_marked("two boards", faults),
        unranked=row.is_marked("unranked", faults),
        place=row.at(""),
    )


def _novice(row: GameRow, faults: list[Fault]) -> bool:
    level = row.name("level").casefold().replace("-", " ")
    known = is_novice(level)
    if level and known is None and level not in (*NOVICE, *OTHERS):
        facts = {"hint": did_you_mean(level, (*NOVICE, *OTHERS)), "novice": join(NOVICE, "or")}
        faults.append(row.wrong(UnknownLevel, "level", value=repr(level), **facts))
    return level in NOVICE or bool(known) or row.is_marked("novice", faults)


def _prefers(row: GameRow, faults: list[Fault]) -> tuple[int, ...]:
    try:
        return letters_of(row.name("prefers"))
    except NotPowers as wrong:
        faults.append(row.wrong(NotPowers, "prefers", **wrong.facts))
        return ()
