"""Read results in the form in which clubs, and `export text`, post them.

Each power has a line such as `Austria (Ann): 7; 16.781 points.`
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import place_in_words
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.languages import seat_named
from xl_dipscore.tables.cells.rounds import round_in
from xl_dipscore.tables.cells.wide import powers_in
from xl_dipscore.tables.exchange.formats import File, Read, Seated, reads

_LINE = re.compile(
    r"\W*(\w[\w -]*?)\s*(?:\((.*)\))?\s*:\s*(\d{1,2})\b(?:\s*;\s*(-?\d+(?:[.,]\d+)?) points?)?\W.*"
)
_TITLE = re.compile(r"(.*?)\W*\bboard ([^:]+?)\s*(?::(.*))?", re.IGNORECASE)
_YEAR = re.compile(r"\b(19\d\d)\W*$")
_DRAW = re.compile(r"(?:[2-7]-way draw|conceded to) (.*?)(?: with .*)?(?:, 19\d\d)?\W*", re.IGNORECASE)


Facts = dict[str | int, Any]
"""Cells of a games list, by our word for the column."""


def _lines(file: File) -> Iterator[tuple[int, str, re.Match[str] | None]]:
    """The number and the text of each line, and a match if the line is about a power (otherwise None)."""
    for n, line in enumerate(visible_text(file.text).splitlines(), 1):
        found = _LINE.fullmatch(f"{line} ")
        yield n, line, found if found is not None and seat_named(found[1]) is not None else None


@reads(
    "text",
    "lines as they are posted",
    lambda file: sum(bool(line) for *_, line in _lines(file)) >= len(SEATS),
)
def read_board_posts(file: File) -> Read:
    """Boards with players, counts and scores, and with the draw and year in the titles above them."""
    rows: list[GameRow] = []
    scores: dict[Seated, Fraction] = {}
    faults: list[Fault] = []
    facts: Facts = {}
    title: Facts = {}
    there = {*SEATS}
    for n, line, found in _lines(file):
        if found is None:
            title, there = _title(line, place_in_words(file.name, [n]), faults) or title, {*SEATS}
            continue
        seat = seat_named(found[1]) or 0
        if seat in there:
            boards = len({(row.get("round"), row.get("board")) for row in rows})
            facts = {"round": 1, "board": str(boards + 1), **title}
            title, there = {}, set()
        there.add(seat)
        cells = {**facts, "power": POWERS[seat], "player": found[2], "centres": int(found[3])}
        cells["draw"] = "x" if seat in facts.get("draw", ()) else None
        rows.append(GameRow(n, cells, dict.fromkeys(map(str, cells), ""), file.name))
        if found[4]:
            scores[facts["round"], facts["board"], seat] = Fraction(found[4].replace(",", "."))
    return Read(tuple(rows), faults=tuple(faults), scores=scores or None)


def _title(line: str, place: str, faults: list[Fault]) -> Facts:
    """The facts in the title of a board: `Round 1, board A: 2-way draw Italy and Turkey, 1908`."""
    if (found := _TITLE.fullmatch(line.strip())) is None:
        return {}
    facts: Facts = {"round": round_in(found[1]) or 1, "board": found[2]}
    how = (found[3] or "").strip()
    if year := _YEAR.search(how):
        facts["year"] = int(year[1])
    try:
        if drew := _DRAW.fullmatch(how):
            facts["draw"] = powers_in(drew[1])
    except Fault as fault:
        fault.place = place
        faults.append(fault)
    return facts
