"""Conquest and KublaCon, California: points for dead powers (kills) and for a lead."""

from collections.abc import Iterator
from typing import Literal

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import Board, End
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.points import Exact, Points, alive_after, centres, kills, lead, to_each, winner_takes
from xl_dipscore.rules.system import Amount, Options, system, variant


def no_concession(board: Board, options: Options) -> Iterator[Fault | str]:
    if board.ending.end is End.CONCESSION:
        yield "Conquest and KublaCon have no votes; the concession is scored as a win."


def newcomer_points(event: Event, options: Options) -> Exact:
    """The points for a new player that are added to the total; 0 if a game's score has them already."""
    points: Exact = options["newcomer"]
    return points if options["new_player"] == "event" else 0


@system(
    "CONQUEST",
    "Conquest",
    family="lead",
    source="Edi Birsan, North American Face to Face Tournament Scoring Systems, 2003; World Diplomacy "
    "Database, scoring systems 15, 17 and 48",
    needs=("year", "eliminated"),
    aliases=("KUBLACON", "Kill"),
    checks=(no_concession,),
    combine="best 2",
    tiebreak=("typed",),
    welcome=newcomer_points,
    marks=False,
    fewer=True,
    newcomers={2: "FT", 3: "FEG"},
)
def conquest(
    board: Board,
    *,
    win: Amount = 34,
    kill: Amount = 2,
    lead_bonus: Amount = 2,
    newcomer: Amount = 5,
    new_player: Literal["game", "event"] = "game",
    cap: Amount = 27,
) -> Points:
    """1 a centre, 1 for being alive after 1905, 2 for each dead position, 2 for every centre of a sole lead,
    5 for a new player; at most 27. A win scores 34, the others 0.

    Every survivor gets the 2 for each dead position; a power in civil disorder, or that nobody played, is a
    dead position too. A power eliminated after 1905 keeps that point. New players are those in
    their first game who attended the mentor round. In that game two of them on a board are given France and
    Turkey, three of them France, England and Germany: `dipscore seat` does that. A board may have fewer than
    seven powers: leave the others out of the games, or type 0 centres and 1901 as Eliminated.

    Options:
        kill: points for each dead position
        lead bonus: points for every centre of the leader's lead
        newcomer: points for a new player
        new player: whether the points for a new player are in the game's score, or in the event's total
        cap: the most points for a game

    Open:
        Every survivor gets the 2 for a dead position: nobody records who did the killing, and a maximum of 27
            makes sense only in this way.
        Level leaders have no lead.
        The article gives a new player's five points "in first game" and also as "tournament points": they are
            in the game's score and under its maximum. With `event` they are no part of a game's score.
        A concession is not foreseen: scored as a win.
        One new player on a board, or more than three: the article gives them no powers of their own.
    """
    if board.winner is not None:
        return winner_takes(board, win)
    points = centres(board) + alive_after(board, 1905, 1)
    if kill:
        points += kills(board, kill)
    points += lead(board, lead_bonus)
    if new_player == "game" and board.new_player:
        points += to_each("New player", newcomer, board.new_player)
    return points.capped(cap)


variant(
    conquest,
    "KUBLACON2",
    "KublaCon 2 Lead",
    {"kill": 0, "lead_bonus": 1},
    source="World Diplomacy Database, scoring system 16",
    doc="""1 a centre, 1 for being alive after 1905, a sole leader's lead over the second, 5 for a new player;
    at most 27. A win scores 34, the others 0.

    Conquest without the points for dead positions. A power eliminated after 1905 keeps that point.
    New players are those in their first game who attended the mentor round. KublaCon 2004 gave them
    nothing: `newcomer` 0.

    Open:
        The source prints the maximum of 27 beside the lead. Here it limits a game's whole score, a new
            player's points included, as in Conquest.
        Level leaders have no lead.
        A concession is not foreseen: scored as a win.
    """,
)
