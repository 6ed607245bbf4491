"""Read DixieCon's results, in the layout that dipvis reads: no headings, a row per player, no centres."""

import re

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.games import place_in_words
from xl_dipscore.tables.cells.games import GameRow
from xl_dipscore.tables.cells.values import Cell, is_blank, number
from xl_dipscore.tables.exchange.formats import FIRST_NAME, LAST_NAME, File, Person, Read, reads

_ROUNDS = 3
_COLUMNS = ("round", "board", "power", "override")
_CALLED = {"round": "Round", "board": "Game", "power": "Power", "override": "Score"}


class OtherRound(Fault):
    """These columns belong to round {round}, but this cell has {value}."""


def _is_one(file: File) -> bool:
    """Does the first row have two names and, for each round, four cells that are blank or about a game?"""
    row = [*file.rows[0]] if file.rows else []
    if len(row) < 2 + 4 * _ROUNDS or any(is_blank(cell) or number(cell) is not None for cell in row[:2]):
        return False
    played = [row[2 + 4 * n : 6 + 4 * n] for n in range(_ROUNDS)]
    there = [cells for cells in played if not is_blank(cells[0])]
    return bool(there) and all(_is_a_game(cells) for cells in there)


def _is_a_game(cells: list[Cell]) -> bool:
    """Are the cells the number of a round, a letter for the game, a letter for the power, and a score?"""
    letters = all(re.fullmatch(r"\s*[A-Za-z]\s*", str(cell)) for cell in cells[1:3])
    return isinstance(number(cells[0]), int) and letters and number(cells[3]) is not None


@reads("dixiecon", "results of DixieCon", _is_one)
def dixiecon(file: File) -> Read:
    """The games that each player played, with the scores as overrides."""
    rows, people, faults = [], [], []
    for n, row in enumerate(file.rows, file.first):
        if all(map(is_blank, row)):
            continue
        cells = [*row, *[None] * (2 + 4 * _ROUNDS)]
        given, last = (" ".join(str(cell or "").split()) for cell in cells[:2])
        people.append(Person({FIRST_NAME: given, LAST_NAME: last}, place_in_words(file.name, [n])))
        for round_ in range(1, _ROUNDS + 1):
            own = cells[4 * round_ - 2 : 4 * round_ + 2]
            its: dict[str | int, Cell] = dict(zip(_COLUMNS, own, strict=True))
            if all(map(is_blank, its.values())):
                continue
            headers = {word: f"{called} {round_}" for word, called in _CALLED.items()}
            seat = GameRow(n, {**its, "player": people[-1].player}, headers, file.name)
            if number(its["round"]) != round_:
                faults.append(seat.wrong(OtherRound, "round", round=round_, value=repr(its["round"])))
            else:
                rows.append(seat)
    note = "It has scores but no centres: a board counts once its centres are typed. The scores are kept."
    return Read(tuple(rows), tuple(people), (note,), tuple(faults))
