"""Doubts that plain formulas find: columns with sentences, and a formula that counts the sentences."""

from collections.abc import Collection, Iterable, Iterator

from xl_dipscore.rules.board import ALL_OWNED, CENTRES, LEAST_CONCEDED, POWERS, STARTED
from xl_dipscore.rules.tournament.doubts.boards import FAR, LAST, NoWeight
from xl_dipscore.rules.tournament.doubts.people import NoName
from xl_dipscore.rules.tournament.problem import FEW
from xl_dipscore.tables.cells.languages import NOBODY
from xl_dipscore.tables.cells.languages import words_of_entry as words_of
from xl_dipscore.tables.native.columns import Column, PlacedColumns, clean
from xl_dipscore.tables.native.facts import Found, nest_conditions
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.results import player_in_round

EQUAL_WITHIN = "0.000001"
"""A number that is typed over the formula of a score is reported if it differs by more than this."""


def append_doubts(check: Formula) -> Formula:
    """A formula for the text of Check, followed by the doubts."""
    said = f'TRIM({check}&IF([odd]="",""," Doubt: "&[odd])&IF([odd row]="",""," Doubt: "&[odd row]))'
    return Formula(f'SUBSTITUTE({said},"OK Doubt: ","OK. Doubt: ")')


def columns(typed: Collection[str], lines: Iterable[str], *, fewer: bool) -> Iterator[Column]:
    """Columns that find doubts. lines: the columns that add up to Score. fewer: may a board lack rows?"""
    has = "SUMIFS([owned:],[b:],[b],[won:],1)"
    others = "SUMIFS([mark:],[b:],[b],[won:],0)"
    owned = "SUMIF([b:],[b],[owned:])"
    late = f"OR([last_year]=0,[last_year]>={ALL_OWNED})"
    few = Formula(f'""&{owned}&" of {CENTRES} centres: was a count typed wrong?"')
    in_all = 'COUNTIFS([print:],">0",[last_year:],">0")'
    near = (
        f'COUNTIFS([print:],">0",[last_year:],">"&([last_year]-{FAR}),[last_year:],"<"&([last_year]+{FAR}))'
    )
    board: Found = [
        (Formula(f"AND({owned}<{CENTRES},{late})"), few),
        (Formula(f"IF([solos]=1,{others}>0,1=0)"), "The game was won, so other draw marks do not count."),
        (
            Formula(f'IF([conceded]=1,COUNTIFS([b:],[b],[owned:],">"&{has})>0,1=0)'),
            "Conceded, but not to the largest power.",
        ),
        (
            Formula(f"IF([conceded]*[marks]=1,{has}<{LEAST_CONCEDED},1=0)"),
            "Conceded with few centres: if it was drawn, mark the other powers in the draw too.",
        ),
        (
            Formula("COUNTIF([print:],[print])>1"),
            "Another board has the same seven counts: was this one typed twice?",
        ),
        (
            Formula(f"IF([last_year]>{LAST},1=1,IF([last_year]>0,IF({near}<2,{in_all}>1,1=0),1=0))"),
            "Its year is far from all others: check it.",
        ),
    ]
    again = "Everybody had the same power in the round before: were the seats typed twice?"
    board.append((Formula("SUMIF([b:],[b],[again:])=7"), again))
    others = 'COUNTIF([numbered:],">0")>COUNTIF([numbered:],[numbered])'
    gap = f"AND(COUNTIFS([waiting:],1,[turn:],[turn]-1)=0,{others})"
    gap = f"IF([numbered]>1,IF(ISNUMBER(MATCH([numbered]-1,[numbered:],0)),1=0,{gap}),1=0)"
    board.append((Formula(gap), "No board of the round before counts: check the round."))
    if "weight" in typed:
        board.append((Formula("[due]=-2"), str(NoWeight.__doc__)))
    yield Column("print part", "the count at its place", Formula(f"[owned]*{CENTRES + 1}^([seat]-1)"))
    print_ = "SUMIF([b:],[b],[print part:])"
    yield Column("print", "the seven counts", Formula(f"IF(AND([ok]=1,[seat]=1),{print_},0)"))
    seated = f"IF([player no]=0,0,10*{player_in_round('[turn]')}+[seat])"
    yield Column("seated as", "player, round and power", Formula(seated))
    before = "ISNUMBER(MATCH([seated as]-10,[seated as:],0))"
    yield Column("again", "the same power before", Formula(f"IF([player no]=0,0,IF({before},1,0))"))
    found = nest_conditions(board[1:] if fewer else board)
    late = 'IF(AND([waiting]=1,[turn]<MAX([numbered:])),"No result, but a later round has results.","")'
    yield Column("odd", "doubt about the board", Formula(f'IF([seat]<>1,"",IF([ok]=1,{found},{late}))'))
    seatless = 'IF(AND([waiting]=1,[seat]=0),"A player without a power.","")'
    found = nest_conditions(_rows(typed, lines))
    yield Column("odd row", "doubt about the row", Formula(f"IF([ok]=1,{found},{seatless})"))


def _rows(typed: Collection[str], lines: Iterable[str]) -> Iterator[tuple[Formula, str]]:
    rule = "+".join(f"[{line}]" for line in lines) or "0"
    over = f"IFERROR((ABS([score]-({rule}))>{EQUAL_WITHIN})*1,0)=1"
    yield Formula(over), "A number is typed over the formula of Score: undo it, or type it under Override."
    if "override" in typed:
        few = 'COUNTIFS([b:],[b],[override:],">-1E+99")<7'
        nothing = f"IF(ISNUMBER([override]),IF(AND([override]=0,[score]<>0,{few}),1,0),0)"
        yield Formula(f"IFERROR({nothing},0)=1"), "Counts 0 by Override, but the rule gives another score."
    # Two texts, because texts in formulas have at most 255 characters. Where they meet, || is the empty name.
    english, powers = (f"|{'|'.join(words)}|".upper() for words in (words_of(NOBODY), POWERS))
    bare = "[who]"
    for sign in "?-. ":
        bare = f'SUBSTITUTE({bare},"{sign}","")'
    no_name = f'ISNUMBER(FIND("|"&UPPER({bare})&"|","{english.replace(" ", "")}"&"{powers}"))'
    yield (
        Formula(f"AND([player first]=1,{no_name})"),
        Formula(f'"{NoName.__doc__}"'.replace("{player}", '"&[who]&"')),
    )
    start = f"({min(STARTED)}+([seat]={STARTED.index(max(STARTED)) + 1}))"
    # Also compare with the names as typed, because IronCalc cannot apply TRIM and SUBSTITUTE to a list.
    lists = ("Roster", clean("Roster"))
    as_typed, cleaned = (f'SUMPRODUCT(({names}=[who]&"")*1)>0' for names in lists)
    strange = f'IF({as_typed},0,IF(SUMPRODUCT((Roster<>"")*1)=0,0,IF({cleaned},0,1)))'
    # IFERROR, because the sheet Players may be gone.
    listed = f"IF([player first]=1,IFERROR({strange},0),0)=1"
    yield Formula(listed), "This player is not on Players."
    played, named = "COUNTIF([played:],1)", 'COUNTIFS([played:],1,[player no:],">0")'
    nobody = f'IF([who]="",AND([idle]=0,[owned]>0,{FEW}*({played}-{named})<={played}),1=0)'
    yield Formula(nobody), "A result without a player."
    grown = f"AND([last_year]>0,[last_year]<{ALL_OWNED},[owned]>{start}*2^MAX(0,MIN(4,[last_year]-1900)))"
    yield Formula(grown), "More centres than a power can have in that year."
    if "docked" in typed:
        yield Formula("SUM([docked])>[owned]"), "More centres are docked than it has."


def count(games: PlacedColumns) -> str:
    """A formula for the number of doubts. It subtracts 1 for the heading of each column."""
    return "+".join(f'SUMPRODUCT(({games.column(name)}<>"")*1)-1' for name in ("odd", "odd row"))
