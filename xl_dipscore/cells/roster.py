"""A roster, from a worksheet or a CSV file: one row a player, and what is wished for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from xl_dipscore.cells.boards import NotAMark
from xl_dipscore.cells.columns import OF_PEOPLE, squeezed
from xl_dipscore.cells.games import MissingColumn, NotANumber, SameColumnTwice
from xl_dipscore.cells.languages import heading, is_novice, meanings, presence
from xl_dipscore.cells.values import Cell, error_in, in_a_line, is_blank, marked, number, shown
from xl_dipscore.errors import Fault, Faults, join, nearest
from xl_dipscore.event import where
from xl_dipscore.seating.people import Player, check_roster
from xl_dipscore.seating.wishes import NotPowers, letters_of

NOVICE = ("novice", "beginner", "new", "first time")
OTHERS = ("experienced", "veteran", "expert", "regular")
"""What the column Level says of a player."""


class UnknownLevel(Fault):
    """{value} is not a level.{hint} Novices are those marked {novice}; leave it blank for all others."""


class ErrorInRoster(Fault):
    """One of the cells holds an error, {value}."""


class NoPlayers(Fault):
    """There are no players below the headings."""


NAMES = ("player", "first name", "last name")
"""The columns that say who it is: the whole name, or its parts."""
_EITHER = frozenset({"name", "nom", "nombre", "nome", "naam", "namn", "имя"})
"""Headings that mean a whole name where they stand alone."""


def roster_word(cell: Cell) -> str | int | None:
    """What a heading means, in any language that we know: a word of ours, the number of a round (`Here 2`),
    or None for another column."""
    word = squeezed(cell)
    if (known := OF_PEOPLE.get(word) or heading(word)) in OF_PEOPLE.values():
        return known
    here = re.fullmatch(r"here([1-9]\d{0,3})", word)
    return int(here[1]) if here else presence(word)


def parts_of_name(columns: dict[str | int, int], header: Sequence[Cell]) -> None:
    """Beside a first name, the column Name has the last, and beside a last name the first."""
    missing = [part for part in NAMES[1:] if part not in columns]
    if len(missing) == 1 and "player" in columns:
        said = str(header[columns["player"]])
        if re.sub(r"[\s_]", "", said).casefold() in _EITHER:
            columns[missing[0]] = columns.pop("player")


def read_roster(rows: Sequence[Sequence[Cell]], source: str = "", first_row: int = 1) -> list[Player]:
    """Players from a block with a header row. A blank or missing column Here means everybody.

    source, first_row: how faults name the place. Raises Faults: all that is wrong, together.
    """
    header = rows[0] if rows else []
    columns: dict[str | int, int] = {}
    faults: list[Fault] = []
    for i, (cell, word) in enumerate(zip(header, meanings(header, roster_word), strict=True)):
        if word in columns:
            faults.append(SameColumnTwice(place=source, name=str(cell).strip()))
        elif word is not None:
            columns[word] = i
    parts_of_name(columns, header)
    if columns.keys().isdisjoint(NAMES):
        faults.append(MissingColumn(place=source, name="Player"))
    if faults:
        raise Faults(faults)
    reader = _Reader(columns, [str(cell).strip() for cell in header], source)
    listed = [(n, row) for n, row in enumerate(rows[1:], first_row + 1) if not all(map(is_blank, row))]
    reader.here = {
        word
        for word, column in columns.items()
        if isinstance(word, int) and any(not is_blank(row[column]) for _, row in listed if column < len(row))
    }
    players = [reader.player(n, row) for n, row in listed]
    faults = reader.faults
    if not players:
        raise Faults([NoPlayers(place=source)])
    try:
        check_roster(players)
    except Faults as found:
        faults = [*faults, *(_placed(fault, reader) for fault in found.faults)]
    if faults:
        raise Faults(faults)
    return players


def _placed(fault: Fault, reader: _Reader) -> Fault:
    """A fault of the roster with its column."""
    fault.place = ", column ".join(filter(None, (fault.place, reader.heading(fault.field))))
    return fault


class _Reader:
    """The columns of a roster, and what is wrong in their cells."""

    def __init__(self, columns: dict[str | int, int], header: Sequence[str], source: str) -> None:
        self.columns, self.header, self.source = columns, header, source
        self.here: set[int] = set()
        """The rounds of which somebody's cell says whether they are here."""
        self.faults: list[Fault] = []

    def heading(self, word: str | int) -> str:
        return self.header[self.columns[word]] if word in self.columns else ""

    def player(self, n: int, row: Sequence[Cell]) -> Player:
        rounds = {word for word in self.columns if isinstance(word, int)}
        here = {one for one in rounds if one not in self.here or self._mark(n, row, one)}
        return Player(
            name=self._text(n, row, "player") or self._name(n, row),
            club=self._text(n, row, "club"),
            team=self._text(n, row, "team"),
            apart=tuple(self._words(n, row)),
            novice=self._novice(n, row),
            prefers=self._prefers(n, row),
            rating=self._number(n, row, "rating"),
            score=self._number(n, row, "score"),
            away=frozenset(rounds - here),
            two_boards=self._mark(n, row, "two boards"),
            unranked=self._mark(n, row, "unranked"),
            place=where(self.source, [n]),
        )

    def _wrong(self, kind: type[Fault], n: int, word: str | int, **facts: Any) -> None:
        place = where(self.source, [n], self.heading(word))
        self.faults.append(kind(place=place, field=str(word), **facts))

    def _cell(self, n: int, row: Sequence[Cell], word: str | int) -> Cell:
        column = self.columns.get(word, len(row))
        cell = row[column] if column < len(row) else None
        if error := error_in([cell]):
            self._wrong(ErrorInRoster, n, word, value=error)
            return None
        return cell

    def _text(self, n: int, row: Sequence[Cell], word: str) -> str:
        return in_a_line(self._cell(n, row, word))

    def _name(self, n: int, row: Sequence[Cell]) -> str:
        return " ".join(filter(None, (self._text(n, row, part) for part in NAMES[1:])))

    def _words(self, n: int, row: Sequence[Cell]) -> Iterator[str]:
        for word in self._text(n, row, "apart").split(";"):
            if word.strip():
                yield word.strip()

    def _novice(self, n: int, row: Sequence[Cell]) -> bool:
        level = self._text(n, row, "level").casefold().replace("-", " ")
        known = is_novice(level)
        if level and known is None and level not in (*NOVICE, *OTHERS):
            hint = nearest(level, (*NOVICE, *OTHERS))
            self._wrong(UnknownLevel, n, "level", value=repr(level), hint=hint, novice=join(NOVICE, "or"))
        return level in NOVICE or bool(known) or self._mark(n, row, "novice")

    def _prefers(self, n: int, row: Sequence[Cell]) -> tuple[int, ...]:
        try:
            return letters_of(self._text(n, row, "prefers"))
        except NotPowers as wrong:
            self._wrong(NotPowers, n, "prefers", **wrong.facts)
            return ()

    def _number(self, n: int, row: Sequence[Cell], word: str) -> Fraction | int | None:
        cell = self._cell(n, row, word)
        value = number(cell)
        if value is None and not is_blank(cell):
            self._wrong(NotANumber, n, word, value=shown(cell))
        return value

    def _mark(self, n: int, row: Sequence[Cell], word: str | int) -> bool:
        cell = self._cell(n, row, word)
        value = marked(cell)
        if value is None:
            self._wrong(NotAMark, n, word, power="The row", value=shown(cell))
        return bool(value)
