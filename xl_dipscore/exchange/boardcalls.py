"""Who sits where and plays what, as the Diplomacy Tournament Visualiser (dipvis) writes it."""

from xl_dipscore.cells.games import name_in, player_of
from xl_dipscore.exchange.formats import BACKSTABBR, PLAYER, File, Person, Read, reads

_WORDS = {"round": "round", "board": "board", "power": "power", "playername": "player"}
_ALL = {**_WORDS, "backstabbrusername": BACKSTABBR}


def _is_one(file: File) -> bool:
    return {*_WORDS, "playerid"} <= {*file.headings}


@reads("visualiser-board-call", "board calls from the Diplomacy Tournament Visualiser", _is_one)
def board_call(file: File) -> Read:
    """The seats, and the names that players have on Backstabbr."""
    columns = {_ALL[word]: i for i, word in enumerate(file.headings) if word in _ALL}
    rows = [*file.below(columns)]
    people = {}
    for row in rows if BACKSTABBR in columns else ():
        if name := player_of(row):
            known = name_in(row, BACKSTABBR)
            people[name] = Person({PLAYER: name, **({BACKSTABBR: known} if known else {})}, row.at(""))
    return Read(tuple(rows), tuple(people.values()))
