"""Who sits where and plays what, as the Diplomacy Tournament Visualiser (dipvis) writes it."""

from xl_dipscore.cells import GameRow
from xl_dipscore.exchange.formats import BACKSTABBR, PLAYER, File, Person, Read, reads

_WORDS = {"round": "round", "board": "board", "power": "power", "playername": "player"}


def _is_one(file: File) -> bool:
    return {*_WORDS, "playerid"} <= {*file.headings}


@reads("visualiser-board-call", "board calls from the Diplomacy Tournament Visualiser", _is_one)
def board_call(file: File) -> Read:
    """The seats, and the names that players have on Backstabbr."""
    columns = {_WORDS[word]: i for i, word in enumerate(file.headings) if word in _WORDS}
    headers = {word: str(file.rows[0][i]).strip() for word, i in columns.items()}
    rows, people = [], {}
    for n, row in file.lines:
        whole = [*row, *[None] * len(file.headings)]
        rows.append(GameRow(n, {word: whole[i] for word, i in columns.items()}, headers, file.name))
        name = str(whole[columns["player"]] or "").strip()
        if name and "backstabbrusername" in file.headings:
            known = str(whole[file.headings.index("backstabbrusername")] or "").strip()
            people[name] = Person({PLAYER: name, **({BACKSTABBR: known} if known else {})}, rows[-1].at(""))
    return Read(tuple(rows), tuple(people.values()))
