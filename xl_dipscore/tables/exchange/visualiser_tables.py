"""Write and read tables of the Diplomacy Tournament Visualiser (dipvis): players, and seats of a round.

The program reads CSV without a byte-order mark.
"""

from xl_dipscore.errors import Fault, join_at_most
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells.columns import is_count
from xl_dipscore.tables.cells.csv_text import csv_text
from xl_dipscore.tables.cells.headings import header_words
from xl_dipscore.tables.exchange.formats import BACKSTABBR, PLAYER, WDD_ID, WDR_ID, File, Person, Read, reads
from xl_dipscore.tables.exchange.writers import Outgoing, Written, writes

PLAYERS = ("First Name", "Last Name")
IDS = {"Backstabbr Username": BACKSTABBR, "WDD Id": WDD_ID, "WDR Id": WDR_ID}
"""The program's other columns, each with our heading on the sheet Players. Blank columns are left out."""
TOLD = 5
"""The most names in one sentence."""
CALL = ("Round", "Board", "Power", "Player Name", "Player Id", "Backstabbr Username")


class NoPlayerNamed(Fault):
    """{file} names no player."""


class NoCall(Fault, remedy="Draw a round first, with dipscore seat.", in_menu="Draw a round first."):
    """{file} has no board that has players but no results."""


@writes("players", "players of the Diplomacy Tournament Visualiser", games=False)
def write_players(outgoing: Outgoing) -> Written:
    """Write `players.csv`: everybody once, without e-mail addresses. Raises Faults if there is nobody."""
    everybody = outgoing.everybody()
    if not everybody:
        raise NoPlayerNamed(file=outgoing.file)
    rows = []
    for player in everybody:
        numbers = [outgoing.cell_of(player, heading) for heading in IDS.values()]
        rows.append([*outgoing.parts_of(player), *numbers])
    used = [n for n in range(2 + len(IDS)) if n < 2 or any(row[n] for row in rows)]
    table = [[line[n] for n in used] for line in ([*PLAYERS, *IDS], *rows)]
    single = join_at_most((last for first, last, *_ in rows if not first), TOLD)
    notes = [f"Without a first name, which the program needs: {single}."] if single else []
    return Written({"players.csv": csv_text(table)}, tuple(notes))


@writes("board-call", "a board call of the Diplomacy Tournament Visualiser")
def write_board_call(outgoing: Outgoing) -> Written:
    """Write `board-call.csv`: the seats on boards without results. Raises Faults without such a board."""
    if not outgoing.to_come:
        raise NoCall(file=outgoing.file)
    rows = []
    for game in outgoing.to_come:
        board = (outgoing.rounds[game.round], game.name)
        for power, seat in zip(POWERS, game.seats, strict=True):
            if seat.player:
                name_there = outgoing.cell_of(seat.player, BACKSTABBR)
                rows.append((*board, power, seat.player, "", name_there))
    return Written({"board-call.csv": csv_text([CALL, *rows])})


_WORDS = {"round": "round", "board": "board", "power": "power", "playername": "player"}
_ALL = {**_WORDS, "backstabbrusername": BACKSTABBR}


def _is_one(file: File) -> bool:
    if not {*_WORDS, "playerid"} <= {*file.headings}:
        return False
    return not file.rows or not any(map(is_count, header_words(file.rows[0])))


@reads("visualiser-board-call", "board calls from the Diplomacy Tournament Visualiser", _is_one)
def board_call(file: File) -> Read:
    """The seats, and the players' names on Backstabbr."""
    columns = {_ALL[word]: i for i, word in enumerate(file.headings) if word in _ALL}
    rows = [*file.below(columns)]
    people = {}
    for row in rows if BACKSTABBR in columns else ():
        if not row.player:
            continue
        facts = {PLAYER: row.player}
        if name_there := row.name(BACKSTABBR):
            facts[BACKSTABBR] = name_there
        people[row.player] = Person(facts, row.at(""))
    return Read(tuple(rows), tuple(people.values()))
