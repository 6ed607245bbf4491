"""Columns of Totals for tie-breaks (numbers to compare, and a text to show), for ranks and for places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from xl_dipscore.rules.event.tiebreak import TieBreak
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.endings import EventEnding
from xl_dipscore.tables.native.plan import LOW, EventPlan, NoFormInEvent, round_heading
from xl_dipscore.tables.native.results import names_before
from xl_dipscore.tables.native.totals import row_of


@dataclass(frozen=True)
class TieBreakColumns:
    columns: Sequence[Column]
    keys: Sequence[str]
    """Tokens of the numbers to compare, the most important first. A missing value is LOW."""


def shown_token(name: str) -> str:
    """The token of the column that Standings shows for a tie-break."""
    return f"{name} shown"


def make_tiebreaks(plan: EventPlan, games: PlacedColumns) -> list[TieBreakColumns]:
    return [FORMS[one.name](plan, games) for one in plan.breaks]


def tiebreaks_without_form(plan: EventPlan) -> Iterator[NoFormInEvent]:
    """Faults for tie-breaks that plain formulas cannot compute, in any event or in this event."""
    for one in plan.breaks:
        if (why := _why_none(plan, one)) is not None:
            yield NoFormInEvent(field="tiebreak", what=f"The tie-break {one.name}", instead=why)


def _why_none(plan: EventPlan, one: TieBreak) -> str | None:
    """The end of the sentence on why formulas cannot compute a tie-break; None if they can compute it."""
    if one.among:
        return ", for it looks at who is level"
    if one.name not in FORMS:
        return ""
    if one.needs == "chart" and not plan.chart:
        return " without a column for each year of a chart"
    if one.needs == "tiebreak" and "tiebreak" not in plan.typed:
        return " without a column Tiebreak"
    if one.name in ONE_BY_ONE and plan.settings.double is not None:
        return " where two boards of a round count"
    return None


ONE_BY_ONE = frozenset({"best game", "countback centres"})
"""Tie-breaks that use only one game of each round."""


def _single(name: str, heading: str, text: str) -> TieBreakColumns:
    """A tie-break with one number. text: the formula of the number, "" if the player has no value."""
    value = Column(shown_token(name), heading, f'IF([player no]=0,"",{text})')
    compared = f"IF(ISNUMBER([{shown_token(name)}]),ROUND([{shown_token(name)}],8),{LOW})"
    return TieBreakColumns([value, Column(name, f"{heading}, compared", compared)], [name])


def _sum(plan: EventPlan, games: PlacedColumns, name: str, of: str) -> TieBreakColumns:
    theirs = f"{games.column('player no')},[player no],{games.column(plan.sound)},1"
    there = f'{games.column(plan.day)},">0"'
    return _single(name, name.capitalize(), f"SUMIFS({games.column(of)},{theirs},{there})")


def _difference(plan: EventPlan, games: PlacedColumns, name: str) -> TieBreakColumns:
    """The sum of (score - mean score of the power), over all games of the player, divided by the rounds."""
    scored = f"{games.column('player no')},[player no],{games.column(plan.good)},1"
    mean = f"SUMIFS({games.column('difference')},{scored})/[ranked over]"
    return _single(name, name.upper(), f'IF(COUNTIFS({scored})=0,"",{mean})')


def typed_tiebreak(plan: EventPlan, games: PlacedColumns) -> TieBreakColumns:
    """The sum of the numbers typed under Tiebreak."""
    theirs = f'{games.column("player no")},[player no],{games.column(plan.day)},">0"'
    column = games.column("tiebreak")
    total = f"SUMIFS({column},{theirs})"
    return _single("typed", "Typed", f'IF(COUNTIFS({theirs},{column},">{LOW}")=0,"",{total})')


def mean_centres(plan: EventPlan, games: PlacedColumns) -> TieBreakColumns:
    """Centres per game-year, from the charts; no value if a game of the player has no complete chart."""
    theirs = f'{games.column("player no")},[player no],{games.column(plan.day)},">0"'
    years = games.column("game years")
    total, over = f"SUMIFS({games.column('year centres')},{theirs})", f"MAX(1,SUMIFS({years},{theirs}))"
    text = f'IF(COUNTIFS({theirs},{years},0)>0,"",{total}/{over})'
    return _single("mean centres", "Mean centres", text)


def best_game(plan: EventPlan, games: PlacedColumns) -> TieBreakColumns:
    """The best score, then the second best, and so on."""
    scores, columns = row_of(plan, "score"), []
    for n in range(1, len(plan.columns) + 1):
        text = f"IF(COUNT({scores})<{n},{LOW},ROUND(LARGE({scores},{n}),8))"
        columns.append(Column(f"best game {n}", f"Best game {n}", text))
    return _in_a_row("best game", columns, columns, f"MAX({scores})")


def _nth_round(plan: EventPlan, games: PlacedColumns, name: str, n: int) -> TieBreakColumns:
    scores = row_of(plan, "score")
    return _single(name, name.capitalize(), f'IF(COUNT({scores})<{n},"",LARGE({scores},{n}))')


def dropped_scores(plan: EventPlan, games: PlacedColumns) -> TieBreakColumns:
    """The sum of the scores that the total does not include."""
    dropped = (f"IF([counts {n}]=0,SUM([score {n}]),0)" for n in plan.columns)
    return _single("dropped scores", "Dropped scores", "+".join(dropped))


def countback_centres(plan: EventPlan, games: PlacedColumns) -> TieBreakColumns:
    """The centres in the best game that the total includes, then in the next best game, and so on."""
    mine, columns, order = f"{games.column('player no')},[player no]", [], []
    for n in plan.columns:
        of_round = f"{mine},{games.column(plan.day)},{n},{games.column(plan.good)},1"
        score = f"IF(ISNUMBER([score {n}]),ROUND([score {n}],8),{LOW})"
        columns.append(Column(f"countback score {n}", f"Score {round_heading(n)}", score))
        text = f"SUMIFS({games.column('counts')},{of_round})"
        columns.append(Column(f"countback centres {n}", f"Centres {round_heading(n)}", text))
    for n in plan.columns:
        better = "+".join(f"[counts {m}]*({_before(m, n)})" for m in plan.columns if m != n) or "0"
        text = f"IF([counts {n}]=0,0,1+{better})"
        order.append(Column(f"countback order {n}", f"Place of {round_heading(n)}", text))
    keys = []
    for place in range(1, len(plan.columns) + 1):
        these = "+".join(f"IF([countback order {n}]={place},[countback centres {n}],0)" for n in plan.columns)
        few = f'COUNTIF({row_of(plan, "countback order")},">0")<{place}'
        text = f"IF({few},{LOW},{these})"
        keys.append(Column(f"countback {place}", f"Count-back {place}", text))
    return _in_a_row("countback centres", [*columns, *order, *keys], keys, f"[{keys[0].name}]")


def _before(m: int, n: int) -> str:
    """A formula: 1 if round m is before round n in the count-back: by score, by centres, then by number."""
    score, count = "[countback score {}]", "[countback centres {}]"
    level = f"({score.format(m)}={score.format(n)})"
    more = f"({count.format(m)}>{count.format(n)})"
    same = f"+({count.format(m)}={count.format(n)})" if m < n else ""
    return f"({score.format(m)}>{score.format(n)})+{level}*({more}{same})"


def _in_a_row(name: str, columns: Sequence[Column], keys: Sequence[Column], single: str) -> TieBreakColumns:
    """A tie-break with several numbers, shown in one text. single: the text if only one number is known."""
    first, *others = (one.name for one in keys)
    text = single
    if others:
        words = "".join(f'&IF([{other}]={LOW},""," "&ROUND([{other}],3))' for other in others)
        text = f"IF([{others[0]}]={LOW},{single},ROUND([{first}],3){words})"
    value = Column(shown_token(name), f"{name.capitalize()}, shown", f'IF([{first}]={LOW},"",{text})')
    return TieBreakColumns([*columns, value], [first, *others])


FORMS: dict[str, Callable[[EventPlan, PlacedColumns], TieBreakColumns]] = {
    "wins": partial(_sum, name="wins", of="won"),
    "draws": partial(_sum, name="draws", of="drew"),
    "centres": partial(_sum, name="centres", of="counts"),
    "msd": partial(_difference, name="msd"),
    "mppd": partial(_difference, name="mppd"),
    "typed": typed_tiebreak,
    "mean centres": mean_centres,
    "best game": best_game,
    "best round": partial(_nth_round, name="best round", n=1),
    "second best": partial(_nth_round, name="second best", n=2),
    "dropped scores": dropped_scores,
    "countback centres": countback_centres,
}


def ranks(
    plan: EventPlan, games: PlacedColumns, ending: EventEnding, breaks: Sequence[TieBreakColumns]
) -> Iterator[Column]:
    """Columns for ranks by group, total and tie-breaks. Level players share a rank and are sorted by name."""
    few = plan.number("min rounds", plan.settings.min_rounds)
    out = [f"[present]<{few}"]
    if "unranked" in plan.typed:
        mine = f"{games.column('player no')},[player no]"
        out.append(f"COUNTIFS({mine},{games.column('no rank')},1)>0")
    yield Column("out", "Without a rank", f"IF([player no]=0,0,IF(OR({','.join(out)}),1,0))")
    yield Column("above others", "Above others", f"IF([player no]=0,0,{ending.above})")
    # The groups, the lowest first: players without a total because of a fault, players without a rank, all
    # other players, and players who rank above others.
    group = "20*(1-[no total])+10*(1-[out])"
    yield Column("group", "Group", f"IF([in table]=0,{LOW},{group}+[above others])")
    yield Column("total compared", "Total, compared", "IF(ISNUMBER([total]),ROUND([total],8),0)")
    for one in breaks:
        yield from one.columns
    keys = ["group", "total compared", *(key for one in breaks for key in one.keys)]
    yield from above("above", keys)
    last = f"above {len(keys)}"
    if ending.best_of:
        yield Column("may be champion", "May be champion", f"IF([player no]=0,0,{ending.best_of})")
        able = "[may be champion:],1,[in table:],1,[no total:],0,[out:],0"
        best = f'IF(COUNTIFS({able},[{last}:],"<"&[{last}])=0,1,0)'
        text = f"IF(AND([may be champion]=1,[in table]=1,[no total]=0,[out]=0),{best},0)"
        yield Column("champion", "Champion", text)
        yield Column("champions first", "Champions first", "[group]+[champion]")
        by_points = f"IF([in table]=0,{LOW},0-[{last}])"
        yield Column("by points", "By points", by_points)
        yield from above("then above", ["champions first", "by points"])
        last = "then above 2"
    # If a late joiner has a solo, the total of that player is unknown, and so is everybody's rank.
    unknown = ",SUM([late:])>0" if plan.valued_at_the_end else ""
    yield Column("rank", "Rank", f'IF([in table]=0,"",IF(OR([no total]=1,[out]=1{unknown}),"",1+[{last}]))')
    yield Column("in order", "Name, in order", f"IF([in table]=0,0,1+{names_before('player', 'in table')})")
    level = f'COUNTIFS([in table:],1,[{last}:],[{last}],[in order:],"<"&[in order])'
    yield Column("place", "Place", f"IF([in table]=0,0,1+[{last}]+{level})")
    yield Column("here", "Who stands here", "IFERROR(MATCH([row]-1,[place:],0),0)")
    best = f"IFERROR(MATCH([row]-1,{games.column('best place')},0),0)"
    yield Column("best here", "Which is best here", best)


def above(name: str, keys: Sequence[str]) -> Iterator[Column]:
    """Columns with the number of players who are above: by the first key, by the first two keys, and so on.

    Players without a total are compared by the first key only.
    """
    for n, key in enumerate(keys, 1):
        if n == 1:
            text = f'COUNTIF([{key}:],">"&[{key}])'
        else:
            level = f"[{name} {n - 1}:],[{name} {n - 1}]"
            text = f'[{name} {n - 1}]+IF([no total]=1,0,COUNTIFS({level},[{key}:],">"&[{key}]))'
        yield Column(f"{name} {n}", f"Above, by {key}", text)
