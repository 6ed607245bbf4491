"""DixieCon, Chapel Hill."""

from xl_dipscore.rules.board import Board
from xl_dipscore.rules.points import Points, by_result, centres, places
from xl_dipscore.rules.system import Amount, PlaceTable, no_vote_before, system, variant


@system(
    "DIXIECON",
    "DixieCon",
    family="place",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003; DixieCon rules",
    needs=("eliminated",),
    aliases=("Dixie",),
    concession=12,
    checks=(no_vote_before(1905),),
)
def dixiecon(
    board: Board, *, values: PlaceTable = (270, 70, 50, 34, 20, 10, 0), centre: Amount = 4
) -> Points:
    """270/70/50/34/20/10/0 for first to seventh place and 4 points a centre. The draw's members share the
    places they fill.

    The winner or the draw's members come first, whatever their centres; then survivors by centres; then the
    dead by the year of their elimination, the first to go last. Powers that are level share the values of the
    places they fill. The centres of a win count in full. A concession needs 12 centres and no power may be
    larger; it is a win with the centres owned. Votes are unanimous, and there are none before the Fall of
    1905 is over: a note names a game that was drawn or conceded sooner.
    """
    return places(values, by_result(board)) + centres(board, centre)


variant(
    dixiecon,
    "PREZCON",
    "PrezCon",
    source="PrezCon 2005, 'using the Dixiecon system and rules' (dixiecon.com)",
    doc="""The DixieCon system, which PrezCon used in 2005: 270/70/50/34/20/10/0 for first to seventh place
    and 4 points a centre. The draw's members share the places they fill.

    The winner or the draw's members come first, whatever their centres; then survivors by centres; then the
    dead by the year of their elimination, the first to go last. Level powers share the values of the places
    they fill. A concession needs 12 centres and no power may be larger; it is a win with the centres owned.
    Votes are unanimous, and there are none before the Fall of 1905 is over: a note names a sooner one.

    Open:
        Before 2005 PrezCon had a system of its own, of which the article of 2003 says only "Draw/Lead".
    """,
)
