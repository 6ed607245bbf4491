"""Board calls of a workbook that needs nothing: columns of Games say which seat is in which round."""

from __future__ import annotations

from xl_dipscore.board import SEATS
from xl_dipscore.native.columns import Column
from xl_dipscore.native.facts import FINAL
from xl_dipscore.workbook.author.native.games import Games
from xl_dipscore.workbook.author.printed import FURTHER, LINE, ROUND_CALLED, Called

A_ROUND, A_BOARD = 1_000_000, 10
"""What a seat's number has for each round, and for each row down to its board's first."""
CALLS = (
    Column("seated", "Round of a player", 'IF(OR([who]="",[b]=0),0,[turn])'),
    Column(
        "call",
        "Round, board, seat",
        f"IF(OR([turn]=0,[b]=0),0,[turn]*{A_ROUND}+[b]*{A_BOARD}+[seat])",
    ),
)
"""Columns of Games: seats of a round have numbers in the order in which its boards are listed."""


def called(its: Games) -> Called:
    """Each line has the next board: the one with the least number above that of the line before it."""
    who, board, seated, call = map(its.from_elsewhere.column, ("who", "board", "seated", "call"))
    before = LINE.replace("row", "above")
    here, beyond = f'">"&MAX({FURTHER},{before})+9', f'"<"&{FURTHER}+{A_ROUND}'
    following = f"LARGE({call},MAX(1,COUNTIF({call},{here})))"
    none = f"OR({before}=0,COUNTIFS({call},{here},{call},{beyond})=0)"
    return Called(
        who,
        f'IF(MAX({seated})={FINAL},"Final",MAX(1,{seated}))',
        f'IF(ISNUMBER({ROUND_CALLED}),{ROUND_CALLED},IF(UPPER(TRIM({ROUND_CALLED}))="FINAL",{FINAL},0))*{A_ROUND}',
        f'AND({LINE}>0,COUNTIFS({call},">"&{LINE}+9,{call},{beyond})>0)',
        f"IF({none},0,INT({following}/{A_BOARD})*{A_BOARD})",
        f"INDEX({board},MAX(1,({LINE}-{FURTHER})/{A_BOARD}))",
        [f"IF({LINE}=0,0,IFERROR(MATCH({LINE}+{seat + 1},{call},0),0))" for seat in SEATS],
    )
