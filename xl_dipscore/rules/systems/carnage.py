"""Carnage, Vermont: points for places, the system of today's North American conventions."""

from collections import Counter
from fractions import Fraction
from typing import Literal

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.board import SEATS, Board, count_of
from xl_dipscore.rules.event.decision import Decision, Tier
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.scored import results_of
from xl_dipscore.rules.points import (
    Exact,
    Points,
    by_centres,
    by_survival,
    centres,
    lead,
    places,
    to_each,
    winner_takes,
)
from xl_dipscore.rules.system import Amount, Options, PlaceTable, in_cells, system, variant


def pot(board: Board, options: Options) -> Exact | None:
    """The sum of a board's scores; None if it depends on the dead, on a lead or on the winner's centres."""
    if options["dead"] == "nothing" or options["lead_bonus"] or options["centres_of_win"]:
        return None
    won: Exact = options["win"] + 6 * options["others"]
    drawn: Exact = sum(options["values"]) + options["centre"] * board.owned
    part: Exact = 7 * options["part"]
    return part + (drawn if board.winner is None else won)


@in_cells("tiers of winners")
def by_tier(event: Event, options: Options) -> Decision:
    """Rank players by the number of games they have won, and by points if that number is equal."""
    won = Counter(result.player for result in results_of(event.by_points) if result.won)
    level = group_by_key((games, player) for player, games in won.most_common())
    tiers = [Tier({*players}, f"winner of {count_of(games, 'game')}") for games, players in level.items()]
    return Decision(event.scored, event.rounds, tiers=tiers)


@system(
    "CARNAGE",
    "Carnage",
    family="place",
    source="World Diplomacy Wiki, Carnage Scoring System; webDiplomacy forum, thread 1325258",
    needs=("eliminated",),
    aliases=("Carnage with elimination order",),
    pot=pot,
    marks=False,
)
def carnage(
    board: Board,
    *,
    win: Amount = 28034,
    others: Amount = 0,
    values: PlaceTable = (7000, 6000, 5000, 4000, 3000, 2000, 1000),
    centre: Amount = 1,
    lead_bonus: Amount = 0,
    part: Amount = 0,
    dead: Literal["by year", "equal", "nothing"] = "by year",
    centres_of_win: bool = False,
) -> Points:
    """7000/6000/5000/4000/3000/2000/1000 for first to seventh place and a point a centre; the dead are
    placed by the year of their elimination. A solo scores 28,034, the others 0.

    Level powers share the values of the places they fill. There are no draw members: every survivor is placed
    by centres. A concession is scored as a solo. In 2003 Edi Birsan's article called Carnage "in flux".

    Options:
        others: points for each of the others when there is a solo
        lead bonus: points for every centre of a sole leader's lead
        part: points for taking part, in a lost game too
        dead: how the dead are placed, by the year of their elimination, all level, or not at all
        centres of win: does the winner get points for centres beside those for the solo?
    """
    taking_part = to_each("Taking part", part, SEATS) if part else Points()
    if board.winner is not None:
        won = winner_takes(board, win, others)
        return taking_part + (won + centres(board, centre).only(board.placed) if centres_of_win else won)
    match dead:
        case "by year":
            ranking = by_survival(board)
        case "equal":
            ranking = [*by_centres(board, board.survivors), board.dead]
        case "nothing":
            ranking = by_centres(board, board.survivors)
    points = taking_part + places(values, ranking) + centres(board, centre)
    return points + lead(board, lead_bonus) if lead_bonus else points


variant(
    carnage,
    "CARNAGEDEADEQUAL",
    "Carnage, dead equal",
    {"dead": "equal"},
    aliases=("Carnage with dead equal",),
    source="A variant of Carnage that diplomacytv.com scores",
    needs=(),
    doc="""7000/6000/5000/4000/3000/2000/1000 for first to seventh place and a point a centre; the dead share
    the last places. A solo scores 28,034, the others 0.

    Carnage without the years of elimination. Level powers share the values of the places they fill, and the
    dead are level. A concession is scored as a solo.
    """,
)

variant(
    carnage,
    "CARNAGE09",
    "Carnage 2009",
    {
        "win": 215,
        "values": (70, 60, 50, 40, 30, 20, 10),
        "centre": Fraction(1, 1000),
        "part": 10,
        "dead": "nothing",
        "centres_of_win": True,
    },
    source="Carnage on the Mountain 2009 (Carnage 3R), World Diplomacy Database, tournament 1260",
    needs=(),
    pot=None,
    doc="""10 for taking part, 70/60/50/40/30/20/10 for first to seventh place among the survivors, and 0.001
    a centre. A solo scores 215 and its centres beside the 10; the others only get the 10.

    Level survivors share the values of the places they fill; the dead have no place. Draws include all
    survivors. A concession is scored as a solo. A player who was asked to stand down for a round gets the 10
    too, which the director adds.

    Open:
        The losers of a solo get no 0.001 a centre: "no additional points are awarded to any other players".
    """,
)

variant(
    carnage,
    "WINTIER",
    "Winning tiers",
    source="World Diplomacy Database, scoring system 14",
    formats={"all rounds": by_tier},
    doc="""7000/6000/5000/4000/3000/2000/1000 for first to seventh place and a point a centre, as in Carnage.
    In the event every solo lifts its player a tier: the tier decides, then the points.

    The dead are placed by the year of their elimination. A solo scores 28,034, the others 0. Level powers
    share the values of the places they fill. There are no draw members. A concession is scored as a solo, and
    lifts a tier too.

    Open:
        With a Final or a Top board, the usual order holds and tiers decide nothing.
    """,
)

variant(
    carnage,
    "CARNAGE500",
    "Center-count Carnage",
    {"win": 39028, "others": 1000, "values": (7007, 6006, 5005, 4004, 3003, 2002, 1001), "centre": 500},
    source="A variant of Carnage that diplomacytv.com scores",
    aliases=("Carnage 500",),
    doc="""7007/6006/5005/4004/3003/2002/1001 for first to seventh place and 500 a centre; the dead are placed
    by the year of their elimination. A solo scores 39,028, the others 1,000 each.

    Carnage in which centres count for more. Level powers share the values of the places they fill. There are
    no draw members. A concession is scored as a solo.
    """,
)

variant(
    carnage,
    "CARNAGE23",
    "Carnage 2023",
    {"lead_bonus": 300},
    pot=None,
    source="A variant of Carnage that diplomacytv.com scores",
    aliases=("Carnage with lead",),
    doc="""7000/6000/5000/4000/3000/2000/1000 for first to seventh place, a point a centre, and 300 for every
    centre by which a sole leader is ahead. A solo scores 28,034, the others 0.

    Carnage with a bonus for the lead. Level powers share the values of the places they fill; the dead are
    placed by the year of their elimination. There are no draw members. A concession is scored as a solo.
    """,
)

duct_tape = variant(
    carnage,
    "DUCTTAPEV2",
    "Duct Tape V2",
    {"win": 75, "values": (40, 24, 15, 9, 6, 3, 3), "dead": "equal"},
    source="diplomacytv.com, Duct Tape V2",
    needs=(),
    doc="""40/24/15/9/6/3/3 for first to seventh place and a point a centre; the dead share the last places. A
    win scores 75, the others 0.

    Level powers share the values of the places they fill, and the dead are level. There are no draw members.
    A concession is scored as a win.
    """,
)

variant(
    duct_tape,
    "DUCTTAPEV2YEAR",
    "Duct Tape V2 with elimination order",
    {"dead": "by year"},
    needs=("eliminated",),
    doc="""40/24/15/9/6/3/3 for first to seventh place and a point a centre; the dead are placed by the year
    of their elimination. A win scores 75, the others 0.

    Level powers share the values of the places they fill. There are no draw members. A concession is scored
    as a win.
    """,
)
