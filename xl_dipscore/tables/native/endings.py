"""Formulas that decide an event: which rounds are combined or added, and which players rank above others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from xl_dipscore.rules.system import form_in_cells
from xl_dipscore.tables.native.columns import PlacedColumns
from xl_dipscore.tables.native.plan import FINAL, EventPlan, NoFormInEvent


@dataclass(frozen=True)
class EventEnding:
    """Formulas for a player's row of the sheet Totals. Their tokens are columns of Totals."""

    over: str = "MAX(1,[rounds])"
    """The number of rounds to pass to the rule that combines rounds."""
    ranked: str = "MAX(1,[rounds])"
    """The number of rounds by which a tie-break divides."""
    added: str = ""
    """The round whose score is added to the combined rounds; "" for no round."""
    placed: str = ""
    """The round that decides a player's place and adds nothing; 0 for players
    without such a round, "" if no round decides places."""
    above: str = "0"
    """From 1 to 9 for players who rank above others regardless of points (9 ranks first), else 0."""
    best_of: str = ""
    """1 for players who can be champion. The best of them by points ranks first. "" if everybody can be."""
    listed: str = "1"
    """1 for players whom the table lists, else 0."""


def final(games: PlacedColumns) -> EventEnding:
    """The winner of the Final ranks first. The score of the Final is added in full to the other rounds."""
    won = f"SUMIFS({games.column('won')},{_mine(games)},{games.column('turn')},{FINAL},{_sound(games)})"
    return EventEnding(ranked="MAX(1,[rounds]+[finals])", added=f"{FINAL}", above=f"IF({won}>0,1,0)")


QUALIFYING = "MAX(1,[last],[rounds]-1)"
"""The number of rounds that are combined until the Top board of the last round has begun."""


def top_board(games: PlacedColumns) -> EventEnding:
    """The players of the Top board rank first. The last round is added to the total of the earlier rounds."""
    return EventEnding(
        over=f"IF([to come]=1,{QUALIFYING},MAX(1,[rounds]+[finals]-1))",
        ranked=f"IF([to come]=1,{QUALIFYING},MAX(1,[rounds]+[finals]))",
        added=f"IF([to come]=1,0,IF([finals]=1,{FINAL},IF([tops]>0,[last],[rounds])))",
        above=f"IF(COUNTIFS({_mine(games)},{games.column('on top')},1)>0,1,0)",
    )


def top_places(games: PlacedColumns) -> EventEnding:
    """The scores of the Top board decide places 1 to 7 and are not added to totals."""
    mine, top = _mine(games), f"{games.column('on top')},1"
    compared = games.column("compared")
    better = (
        f'COUNTIFS({top},{games.column("player no")},">0",{compared},">"&SUMIFS({compared},{mine},{top}))'
    )
    there = f"COUNTIFS({mine},{top})>0"
    rounds = f"IF([to come]=1,{QUALIFYING},MAX(1,[rounds]))"
    return EventEnding(
        over=rounds,
        ranked=rounds,
        placed=f"IF({there},IF([finals]=1,{FINAL},[last]),0)",
        above=f"IF({there},7-{better},0)",
    )


def final_without_points(games: PlacedColumns) -> EventEnding:
    """If the Final is won, the winner ranks first, and the points of the Final go into no total. A drawn
    Final is one more round: then only its players are listed, and the members of the draw rank first.
    """
    mine, turn = _mine(games), f"{games.column('turn')},{FINAL}"
    won = f"COUNTIFS({games.column('day')},-1)"
    faulty = f"COUNTIFS({turn},{games.column('played')},1,{games.column('sound')},0)"
    champion, member = (
        f"SUMIFS({games.column(fact)},{mine},{turn},{_sound(games, 'sound')})" for fact in ("won", "drew")
    )
    rounds = f"MAX(1,[rounds]+IF({won}>0,0,[finals]))"
    there = f"COUNTIFS({mine},{turn},{games.column('played')},1)"
    ordinary = f'COUNTIFS({mine},{games.column("day")},">=0",{games.column("day")},"<{FINAL}")'
    return EventEnding(
        over=rounds,
        ranked=rounds,
        above=f"IF({won}>0,IF({champion}>0,1,0),IF({faulty}>0,0,IF({member}>0,1,0)))",
        listed=f"IF({won}>0,IF({ordinary}>0,1,0),IF(OR([finals]=0,{faulty}>0),1,IF({there}>0,1,0)))",
    )


def champion_on_top(games: PlacedColumns) -> EventEnding:
    """All rounds count alike. The winner of the Top board ranks first; without a winner, its best player."""
    mine, top = _mine(games), f"{games.column('on top')},1"
    won = f"SUMIFS({games.column('won')},{top},{_sound(games, 'sound')})"
    mine_won = f"SUMIFS({games.column('won')},{mine},{top},{_sound(games, 'sound')})"
    rounds = f"IF([to come]=1,{QUALIFYING},MAX(1,[rounds]+[finals]))"
    return EventEnding(
        over=rounds,
        ranked=rounds,
        above=f"IF({mine_won}>0,1,0)",
        best_of=f"IF({won}>0,0,IF(COUNTIFS({mine},{top})>0,1,0))",
    )


def tiers_of_winners(games: PlacedColumns) -> EventEnding:
    good = "good" if "good" in games.letters else "ok"
    return EventEnding(above=f"MIN(9,SUMIFS({games.column('won')},{_mine(games)},{_sound(games, good)}))")


def _mine(games: PlacedColumns) -> str:
    return f"{games.column('player no')},[player no]"


def _sound(games: PlacedColumns, fact: str = "ok") -> str:
    return f"{games.column(fact)},1"


ENDINGS: Mapping[str, Callable[[PlacedColumns], EventEnding]] = {
    "all rounds": lambda games: EventEnding(),
    "final": final,
    "top-board": top_board,
    "top-places": top_places,
    "final without points": final_without_points,
    "champion on the top board": champion_on_top,
    "tiers of winners": tiers_of_winners,
}
"""By name: the formats of `event.settings`, and names that `in_cells` declares for formats of a system."""


def ending_of(plan: EventPlan) -> Callable[[PlacedColumns], EventEnding]:
    """The function that makes this event's ending. Raises Faults if formulas cannot express the ending."""
    own = plan.system.formats.get(plan.format)
    form = plan.format if own is None else form_in_cells(own)
    if form not in ENDINGS:
        what = f"How {plan.system.key} decides an event with the format {plan.format}"
        raise NoFormInEvent(field="format", what=what, instead="")
    return lambda games: _with_rule(plan, ENDINGS[form](games))


def _with_rule(plan: EventPlan, ending: EventEnding) -> EventEnding:
    """Adapt the ending to a combining rule that treats the last round in its own way, or combines ranks."""
    rule = plan.rule
    if rule.last and not ending.added:
        last = f"IF([finals]=1,{FINAL},[rounds])" if ending.best_of else "[rounds]"
        over, last = (f"MAX(1,{ending.ranked}-1)", last)
        if plan.on_top:
            over, last = (f"IF([to come]=1,{one},{other})" for one, other in ((QUALIFYING, over), (0, last)))
        return replace(ending, over=over, added=last)
    if not rule.then and not rule.of_ranks:
        return ending
    over = ending.ranked
    if rule.then and plan.format != "final":
        over = f"IF({is_over(plan)},{over},MAX(1,[rounds]-1))"
        over = f"IF([to come]=1,{QUALIFYING},{over})" if plan.on_top else over
    return replace(ending, over=over, added="")


def is_over(plan: EventPlan) -> str:
    """A condition: the deciding round has been played."""
    if plan.format == "final":
        return "[finals]=1"
    return "[tops]>0" if plan.on_top else "[last]=[rounds]"
