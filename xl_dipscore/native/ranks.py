"""From totals to an order: who is above whom, key by key, and so ranks and places."""

from collections.abc import Iterator, Sequence

from xl_dipscore.native.breaks import Broken
from xl_dipscore.native.columns import Column, PlacedColumns
from xl_dipscore.native.endings import EventEnding
from xl_dipscore.native.plan import LOW, EventPlan
from xl_dipscore.native.results import before


def ranks(
    plan: EventPlan, games: PlacedColumns, ending: EventEnding, breaks: Sequence[Broken]
) -> Iterator[Column]:
    """By group, then total, then each tie-break; what is still level shares a rank, and stands by name."""
    few = plan.number("min rounds", plan.settings.min_rounds)
    out = [f"[present]<{few}"]
    if "unranked" in plan.typed:
        mine = f"{games.column('player no')},[player no]"
        out.append(f"COUNTIFS({mine},{games.column('no rank')},1)>0")
    yield Column("out", "Without a rank", f"IF([player no]=0,0,IF(OR({','.join(out)}),1,0))")
    yield Column("above others", "Above others", f"IF([player no]=0,0,{ending.above})")
    # A faulty board's players last, before them those without a rank, above all who stands above others.
    group = "20*(1-[lost])+10*(1-[out])"
    yield Column("group", "Group", f"IF([listed]=0,{LOW},{group}+[above others])")
    yield Column("total compared", "Total, compared", "IF(ISNUMBER([total]),ROUND([total],8),0)")
    for one in breaks:
        yield from one.columns
    keys = ["group", "total compared", *(key for one in breaks for key in one.keys)]
    yield from above("above", keys)
    last = f"above {len(keys)}"
    if ending.best_of:
        yield Column("may be champion", "May be champion", f"IF([player no]=0,0,{ending.best_of})")
        able = "[may be champion:],1,[listed:],1,[lost:],0,[out:],0"
        best = f'IF(COUNTIFS({able},[{last}:],"<"&[{last}])=0,1,0)'
        text = f"IF(AND([may be champion]=1,[listed]=1,[lost]=0,[out]=0),{best},0)"
        yield Column("champion", "Champion", text)
        yield Column("champions first", "Champions first", "[group]+[champion]")
        by_points = f"IF([listed]=0,{LOW},0-[{last}])"
        yield Column("by points", "By points", by_points)
        yield from above("then above", ["champions first", "by points"])
        last = "then above 2"
    yield Column("rank", "Rank", f'IF([listed]=0,"",IF(OR([lost]=1,[out]=1),"",1+[{last}]))')
    yield Column("in order", "Name, in order", f"IF([listed]=0,0,1+{before('player', 'listed')})")
    level = f'COUNTIFS([listed:],1,[{last}:],[{last}],[in order:],"<"&[in order])'
    yield Column("place", "Place", f"IF([listed]=0,0,1+[{last}]+{level})")
    yield Column("here", "Who stands here", "IFERROR(MATCH([row]-1,[place:],0),0)")
    best = f"IFERROR(MATCH([row]-1,{games.column('best place')},0),0)"
    yield Column("best here", "Which is best here", best)


def above(name: str, keys: Sequence[str]) -> Iterator[Column]:
    """How many are above by the first key; by the first two; and so on: who has no total stands by name."""
    for n, key in enumerate(keys, 1):
        if n == 1:
            text = f'COUNTIF([{key}:],">"&[{key}])'
        else:
            level = f"[{name} {n - 1}:],[{name} {n - 1}]"
            text = f'[{name} {n - 1}]+IF([lost]=1,0,COUNTIFS({level},[{key}:],">"&[{key}]))'
        yield Column(f"{name} {n}", f"Above, by {key}", text)
