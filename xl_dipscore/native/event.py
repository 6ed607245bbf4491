"""An event as plain formulas: standings, totals, tie-breaks and best countries.

    plan = EventPlan(system, rounds=4, players=60, settings=Settings(format="final"), cells={...})
    check(plan)                          raises Faults for what has no form in cells
    games_columns(plan)                  more columns of Games, to the right of the compiled ones
    totals_columns(plan, games)          the sheet Totals: headings in row 1, then plan.players rows
    standings_columns(plan, totals)      Rank, Player, Total, R1 ..., Counted, tie-breaks
    countries_columns(plan, totals, games)    Power, Player, Score, Centres, Round, Board
    status(plan, totals)                 one cell: what is wrong with the event, or ""
    messages(plan)                       sentences for the sheet: what has no form
    solo_cell(plan, totals)              where MYSTERY's value of a solo stands

`games` and `totals` are Tables with the letters of all their columns, and the sheet's name.

- Games: every row has `games.formula(column.text, row)`; the Table there has no sheet's name.
- Totals: every row from 2 to plan.players + 1 has `Table(letters, last).formula(column.text, row)`; what it
  says of Games is in the text already. Its rows are counted from row 2: they may not be moved.
- Standings and Best countries: the text for place k, wherever it stands, is `totals.formula(column.text,
  k + 1)` with the sheet's name in the Table. Both have no more than plan.players places.

What is needed of Games is what every compiled system has (compiled.FACTS), and what is typed. Of a system
whose solos the event values (MYSTERY) also the token `meanwhile`: what counts of this row as long as a solo
is worth nothing (an override, or the lines without the solo), and it must not refer to solo_cell, while
`points` does by `N(cell)`: the cell holds a number, or "" while nobody knows.
"""

from __future__ import annotations

from xl_dipscore.native.columns import Column, Table
from xl_dipscore.native.plan import EventPlan

__all__ = [
    "EventPlan",
    "check",
    "countries_columns",
    "games_columns",
    "messages",
    "solo_cell",
    "standings_columns",
    "status",
    "totals_columns",
]


def check(plan: EventPlan) -> None:
    """Raises Faults for whatever has no form in cells, or is not defined for these rounds."""
    raise NotImplementedError


def games_columns(plan: EventPlan) -> tuple[Column, ...]:
    """More columns of Games. Those that others may want: `first game` (1 where it is the first game of its
    player, or nobody's), `good` (1 where its points make a total), `value` (points, rounded as the event
    says)."""
    raise NotImplementedError


def totals_columns(plan: EventPlan, games: Table) -> tuple[Column, ...]:
    """The columns of Totals: a row a player, in the order in which they are first listed on Games."""
    raise NotImplementedError


def standings_columns(plan: EventPlan, totals: Table) -> tuple[Column, ...]:
    """The columns of Standings, in tokens of Totals' row of the place."""
    raise NotImplementedError


def countries_columns(plan: EventPlan, totals: Table, games: Table) -> tuple[Column, ...]:
    """The columns of Best countries, in tokens of Totals' row of the place."""
    raise NotImplementedError


def status(plan: EventPlan, totals: Table) -> str:
    """The text of one cell: what keeps the event from a table, in a sentence, or ""."""
    raise NotImplementedError


def messages(plan: EventPlan) -> tuple[str, ...]:
    """What of this event has no form in cells, as sentences for a sheet."""
    raise NotImplementedError


def solo_cell(plan: EventPlan, totals: Table) -> str:
    """Where the value of a solo stands, for a system whose event tells it: a number, or "" while unknown."""
    raise NotImplementedError
