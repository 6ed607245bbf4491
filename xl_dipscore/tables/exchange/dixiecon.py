"""Read DixieCon's results, in the layout that dipvis reads: no headings, a row per player, no centres."""

import re
from collections.abc import Sequence

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.games import place_in_words
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.values import Cell, is_blank, number
from xl_dipscore.tables.exchange.formats import FIRST_NAME, LAST_NAME, File, Person, Read, reads

_ROUNDS = 3
_WIDTH = 2 + 4 * _ROUNDS
"""The columns of a player: two names, and four cells for each round."""
_COLUMNS = ("round", "board", "power", "override")
_CALLED = {"round": "Round", "board": "Game", "power": "Power", "override": "Score"}


class OtherRound(Fault):
    """These columns belong to round {round}, but this cell has {value}."""


def _is_one(file: File) -> bool:
    """Does the first row have two names and, for each round, four cells that are blank or about a game?"""
    if not file.rows:
        return False
    row = [*file.rows[0]]
    names = row[:2]
    if len(row) < _WIDTH or any(is_blank(cell) or number(cell) is not None for cell in names):
        return False
    games = [_cells_of_round(row, round_) for round_ in range(1, _ROUNDS + 1)]
    played = [cells for cells in games if not is_blank(cells[0])]
    return bool(played) and all(map(_is_a_game, played))


def _cells_of_round(row: Sequence[Cell], round_: int) -> list[Cell]:
    """The four cells of a round, behind the two names and the cells of earlier rounds."""
    first = 2 + 4 * (round_ - 1)
    return [*row[first : first + 4]]


def _is_a_game(cells: list[Cell]) -> bool:
    """Are the cells the number of a round, a letter for the game, a letter for the power, and a score?"""
    round_, game, power, score = cells
    if not isinstance(number(round_), int) or number(score) is None:
        return False
    return all(re.fullmatch(r"\s*[A-Za-z]\s*", str(cell)) for cell in (game, power))


@reads("dixiecon", "results of DixieCon", _is_one)
def dixiecon(file: File) -> Read:
    """The games that each player played, with the scores as overrides."""
    rows, people, faults = [], [], []
    for n, row in enumerate(file.rows, file.first):
        if all(map(is_blank, row)):
            continue
        cells = [*row, *[None] * _WIDTH]
        given, last = (" ".join(str(cell or "").split()) for cell in cells[:2])
        person = Person({FIRST_NAME: given, LAST_NAME: last}, place_in_words(file.name, [n]))
        people.append(person)
        for round_ in range(1, _ROUNDS + 1):
            own = _cells_of_round(cells, round_)
            if all(map(is_blank, own)):
                continue
            typed: dict[str | int, Cell] = dict(zip(_COLUMNS, own, strict=True))
            headers = {word: f"{called} {round_}" for word, called in _CALLED.items()}
            seat = GameRow(n, {**typed, "player": person.player}, headers, file.name)
            if number(typed["round"]) == round_:
                rows.append(seat)
            else:
                value = repr(typed["round"])
                faults.append(seat.wrong(OtherRound, "round", round=round_, value=value))
    note = "It has scores but no centres: a board counts once its centres are typed. The scores are kept."
    return Read(tuple(rows), tuple(people), (note,), tuple(faults))
