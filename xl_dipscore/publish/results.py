"""What a page shows until the awards, as a workbook of values: boards, and who owned how much."""

from xl_dipscore.author import make_of_values, written
from xl_dipscore.author.values import ValueTable
from xl_dipscore.board import POWERS
from xl_dipscore.cells.values import number
from xl_dipscore.publish.parts import Contents
from xl_dipscore.xlsx.package import Package


def results(shown: Contents) -> Package:
    """A workbook with the sheets Print, Games and, where boards are to come, Board calls."""
    boards = [(round_.name, board) for round_ in shown.rounds for board in round_.boards]
    owned = [
        (line.player, number(line.total), *(number(one.text) for one in line.rounds))
        for line in shown.standings
    ]
    played = [
        (round_, board.name, seat.power, seat.player, number(seat.centres), seat.tag, board.ending)
        for round_, board in boards
        if board.played
        for seat in board.seats
    ]
    to_come = [
        (round_, board.name, *(seat.player for seat in board.seats))
        for round_, board in boards
        if not board.played
    ]
    heads = {"Round": 10, "Board": 10}
    columns = {"Power": 12, "Player": 30, "Centres": 10, "Ended": 14, "The board": 50}
    tables = [
        ValueTable("Print", {"Player": 30, "Games": 10, **dict.fromkeys(shown.headings, 10)}, owned),
        ValueTable("Games", {**heads, **columns}, played),
    ]
    calls = ValueTable("Board calls", {**heads, **dict.fromkeys(POWERS, 21)}, to_come)
    told = " ".join(shown.about)
    return written(make_of_values(shown.name, told, [*tables, calls] if to_come else tables))
