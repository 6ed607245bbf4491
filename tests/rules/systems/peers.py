"""Three boards on which all systems of other programs are tried, each with its centre chart.

DRAWN: a draw of England, France and Germany in 1908; Italy survives outside it.
TIMED: stopped by the clock in 1908, England and Germany level at the top.
SOLO: France has won in 1909.
"""

from xl_dipscore import Board


def _charted(rows: str, draw: str = "") -> Board:
    """A row of counts for every year from 1901 on, Austria to Turkey; the last one ends the game."""
    chart = {1901 + n: [int(count, 36) for count in row] for n, row in enumerate(rows.split())}
    last, counts = list(chart.items())[-1]
    gone = [next((year for year, row in chart.items() if not row[seat]), None) for seat in range(7)]
    return Board(counts, map("AEFGIRT".index, draw), gone, last, chart=chart)


# A count above 9 is a letter, a for 10 to i for 18.
DRAWN = _charted("4554464 3664564 1873663 0984760 0a94830 0ca4800 0d94800 0da3800", "EFG")
TIMED = _charted("4555464 5646364 5736355 5827255 5818246 5908246 5909146 5909137")
SOLO = _charted("4564464 2575474 0586483 0596383 05b6282 04d6182 04f6090 03h6080 03i5080")
