"""Columns of Games that an event needs besides Score: the player, the round, and the points for totals."""

from collections.abc import Generator, Iterator, Sequence

from xl_dipscore.rules.event.settings import AwardRule
from xl_dipscore.rules.event.typed import NO
from xl_dipscore.rules.tournament.awards import amounts_compared
from xl_dipscore.tables.native.amounts import FIRST_OF_POWER, SOMEONE_WON, AmountColumns, why_no_form
from xl_dipscore.tables.native.columns import Column, escape_wildcards
from xl_dipscore.tables.native.facts import BOARD_WEIGHT, SOUND
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL, EventPlan


def mark_condition(token: str) -> str:
    """A condition: the cell has a mark. As in a games list, a mark is any text except a word for no."""
    word = f'TRIM({token}&"")'
    said = ",".join(f'{word}="{no}"' for no in NO)
    return f"NOT(OR({token}=(1=0),{said}))"


def player_in_round(round_: str | int) -> str:
    """A formula for a number of its own for each player and round. Both are whole; a round is -2 to 10000.

    A count of this number needs a single condition, and programs keep an index for such counts.
    """
    return f"([player no]*{10 * FINAL}+{round_})"


def names_before(token: str, among: str) -> str:
    """A formula for the number of names in a column that are before this row's name in the alphabet.

    Only rows with 1 in the column `among` are compared: programs sort blanks and headings in different ways.
    """
    return f"SUMPRODUCT(([{token}:]<[{token}])*([{among}:]=1))"


def games_columns(plan: EventPlan) -> Iterator[Column]:
    """More columns of Games. They are right whatever the order of the rows.

    If there is a typed column new_player, a column `newcomer` has 1 for the first game of a marked player.
    """
    yield from _players(plan)
    yield from _rounds(plan)
    yield from _points(plan)
    if plan.settings.double == "best":
        yield from _best_of_the_round(plan)
    yield from _typed_marks(plan)
    amounts = AmountColumns(plan)
    for one in plan.breaks:
        if one.worth is not None:
            amounts.read(one.name, one.worth)
    yield from amounts.columns
    if plan.on_top:
        yield from _top_board()
    yield from _best_of_countries(plan, amounts)


def _players(plan: EventPlan) -> Iterator[Column]:
    """Columns that identify players. The number of a player is the number of the first row with the name."""
    yield Column(
        "named", "In the event?", Formula(f'IF(OR([played]=1,[turn]=0,[b]=0),{escape_wildcards("[who]")},"")')
    )
    yield Column("player no", "Player no.", Formula('IF([named]="",0,MATCH([named],[named:],0))'))
    yield Column(
        "list no",
        "Place in the list",
        Formula('IF([player first]=1,1+COUNTIFS([player first:],1,[player no:],"<"&[player no]),0)'),
    )
    some = ',COUNTIFS([player no:],[player no],[due:],">-2")>0' if plan.weighs else ""
    yield Column("player first", "First row", Formula(f"IF(AND([player no]>0,[player no]=[row]{some}),1,0)"))


def _rounds(plan: EventPlan) -> Iterator[Column]:
    yield Column("stray", "Of no board", Formula('IF(AND([who]<>"",OR([turn]=0,[b]=0)),1,0)'))
    decides = f',OR({BOARD_WEIGHT}>0,TRIM([board]&"")="top")' if plan.weighs else ""
    yield Column(
        "numbered", "Round played", Formula(f"IF(AND([played]=1,[b]>0,[turn]<{FINAL}{decides}),[turn],0)")
    )
    yield Column("waiting", "To be played", Formula('IF(AND([who]<>"",[b]>0,[turn]>0,[played]=0),1,0)'))
    begun = "COUNTIFS([turn:],[turn],[played:],1)>0"
    no_end = [f'TRIM({plan.cells["event is over"]}&"")="no"'] if "event is over" in plan.cells else []
    no_end += ["AND([ok]=0,[last_year]=0)"] if "year" in plan.system.needs else []
    open_ = f"AND([played]=1,[b]>0,OR({','.join(no_end)}))"
    open_ = f"IF({open_},IF([turn]>=MAX([numbered:]),1,0),0)" if no_end else "0"
    yield Column("in play", "In a round that is played", Formula(f"IF([waiting]=1,IF({begun},1,0),{open_})"))
    if plan.weighs:
        yield Column(
            "due", "Round that counts", Formula(f"IF(AND([played]=1,[b]>0,{BOARD_WEIGHT}=0),-2,[turn])")
        )
    if plan.valued_at_the_end:
        # This condition does not use [ok]: until the value of a solo is known, [ok] is 0.
        yield Column("sound", "Without fault", Formula(f"IF(AND({SOUND}),1,0)"))
        alone = f"IF(AND([turn]={FINAL},[sound]=1,SUMIF([b:],[b],[won:])>0),-1,[{plan.due}])"
        yield Column("day", "Round of points", Formula(f"[{plan.due}]" if plan.on_top else alone))


def _points(plan: EventPlan) -> Iterator[Column]:
    day, good, value = plan.day, plan.good, plan.value
    if good == "good":
        yield Column("good", "Scored", Formula(f"IF(AND([ok]=1,[{day}]>0),1,0)"))
    appeared = player_in_round(f"[{day}]")
    yield Column("appeared", "Player and round", Formula(f"IF([player no]=0,0,{appeared})"))
    if plan.settings.double is not None:
        yield Column("appeared well", "Player and round, scored", Formula(f"IF([{good}]=1,[appeared],0)"))
    if plan.valued_at_the_end:
        yield Column(
            "drawn", "Nobody won", Formula("IF(AND([sound]=1,[day]>0),IF(SUMIF([b:],[b],[won:])=0,1,0),0)")
        )
        before = f"IF([drawn]=1,{round_formula(plan, '[meanwhile]')},0)"
        yield Column("drawn value", "Points of a drawn game", Formula(before))
        yield Column("solo so far", "A solo is worth so far", Formula(_solo(plan)))
    if value != "points":
        known = "ok" if plan.weighs else good
        yield Column("value", "Points", Formula(f"IF([{known}]=1,{round_formula(plan, '[points]')},0)"))
    yield Column("compared", "To compare", Formula(f"ROUND([{value}],8)"))
    if plan.weighs:
        yield Column(
            "worth", "Points by the board's weight", Formula(f"IF([{good}]=1,[{value}]*{BOARD_WEIGHT},0)")
        )


def _best_of_the_round(plan: EventPlan) -> Iterator[Column]:
    """For the option double = best: the column `leads` with 1 for the best game of a player in a round."""
    day, good = plan.day, plan.good
    same = f"[player no:],[player no],[{day}:],[{day}],[{good}:],1"
    by = "worth compared" if plan.weighs else "compared"
    if plan.weighs:
        yield Column(by, "Worth, to compare", Formula("ROUND([worth],8)"))
    better = f'COUNTIFS({same},[{by}:],">"&[{by}])'
    level = f'COUNTIFS({same},[{by}:],[{by}],[counts:],">"&[counts])'
    leads = f"IF({better}+{level}=0,1,0)"
    yield Column("leads", "Best of the round", Formula(f"IF(AND([player no]>0,[{good}]=1),{leads},0)"))


def _typed_marks(plan: EventPlan) -> Iterator[Column]:
    if "new_player" in plan.typed:
        due = plan.due
        yield Column(
            "first game",
            "First game",
            Formula(
                "IF([player no]=0,1,IF("
                f'COUNTIFS([player no:],[player no],[b:],">0",[{due}:],">0",[{due}:],"<"&[turn])'
                f'+COUNTIFS([player no:],[player no],[{due}:],[turn],[b:],">0",[b:],"<"&[b])=0,1,0))'
            ),
        )
        counts = ",[due]>-2" if plan.weighs else ""
        new = f"IF(AND([played]=1,[first game]=1,{mark_condition('[new_player]')}{counts}),1,0)"
        yield Column("newcomer", "New player's first", Formula(new))
    if "unranked" in plan.typed:
        out = f"AND([player no]>0,[b]>0,[{plan.day}]>0,[out]<>0)"
        yield Column("no rank", "Unranked", Formula(f"IF({out},1,0)"))


def _top_board() -> Iterator[Column]:
    yield Column("called top", "Called Top", Formula('IF(TRIM([board]&"")="top",1,0)'))
    final = f'COUNTIFS([turn:],{FINAL},[played:],1,[b:],">0"'
    deciding = f"[turn]={FINAL},[played]=1,[b]>0,OR([called top]=1,{final},[called top:],1)=0)"
    top = "[numbered]>0,[numbered]=MAX([numbered:]),[called top]=1"
    yield Column("on top", "On the Top board", Formula(f"IF(IF({final})>0,AND({deciding}),AND({top})),1,0)"))


def round_formula(plan: EventPlan, text: str) -> str:
    """A formula that rounds a score to the event's number of decimals."""
    if "decimals" in plan.cells:
        said = plan.cells["decimals"]
        return f"IF(ISNUMBER({said}),ROUND({text},{said}),{text})"
    decimals = plan.settings.decimals
    return text if decimals is None else f"ROUND({text},{decimals})"


def _solo(plan: EventPlan) -> str:
    """The value of a solo: points on boards without a winner / number of these boards / number of solos."""
    boards = "COUNTIFS([drawn:],1,[seat:],1)"
    won = shared = 'COUNTIFS([won:],1,[sound:],1,[day:],">0")'
    if plan.weighs:  # solos on boards of weight 0 have this value too, but are not in the number of solos
        won, shared = shared.replace('">0"', '"<>-1"'), f"MAX(1,{shared})"
    worth = round_formula(plan, f"SUMIFS([drawn value:],[drawn:],1)/{boards}/{shared}")
    return plan.solo(f'IF(OR({boards}=0,{won}=0),"",{worth})')


def _so_far(plan: EventPlan) -> Iterator[Column]:
    """Columns for Best countries before the event is over: points with each solo at its value so far."""
    alone = "AND([won]=1,NOT(ISNUMBER([override])))" if "override" in plan.typed else "[won]=1"
    unknown = f"AND({alone},NOT(ISNUMBER([solo so far])))"
    points = round_formula(plan, f"[meanwhile]+IF({alone},[solo so far],0)")
    here = "[day]<>-1" if plan.weighs else "[day]>0"
    yield Column("told", "Known so far", Formula(f"IF(AND([sound]=1,{here}),IF({unknown},0,1),0)"))
    yield Column("so far", "Points so far", Formula(f"IF([told]=1,{points},0)"))
    yield Column("so far compared", "Points so far, to compare", Formula("ROUND([so far],8)"))


def _comparison_columns(
    rule: AwardRule, amounts: AmountColumns, score: str
) -> Generator[Column, None, list[str]]:
    """Yield columns to compare a power's games like `worth_by`; return their names, most important first."""
    compared, _ = amounts_compared(rule)
    there = len(amounts.columns)
    keys = amounts.read_award(compared, score)
    yield from amounts.columns[there:]
    return keys


def _best_of_its_power(keys: Sequence[str], *, losers_below: bool) -> Iterator[Column]:
    """Columns for the best games of each power, compared by these columns, the most important first.

    After each column, a game has a number that is smaller for a better game, and larger for a later power.
    Such counts have a single condition, which is much quicker than several, and their numbers are exact.
    """
    number = power = "[seat]"
    if losers_below:
        number, power = f"(2*[seat]+IF([won]=1,0,IF({SOMEONE_WON},1,0)))", "2*[seat]"
    name = ""
    for n, key in enumerate(keys, 1):
        if name:
            number, power = (f'COUNTIF([{name}:],"<"&{one})' for one in (f"[{name}]", power))
        text = f'{number}*ROWS([seat:])+COUNTIF([{key}:],">"&[{key}])'
        name, power = f"best order {n}", f"{power}*ROWS([seat:])"
        heading = "Power, then games above" + (f", {n}" if n > 1 else "")
        yield Column(name, heading, Formula(f'IF([eligible]=1,{text},"")'))
    smallest = f'LARGE([{name}:],COUNTIF([{name}:],">="&{power}))'
    first = f"IF({FIRST_OF_POWER}=[row],IFERROR({smallest},0),0)"
    yield Column("best of power", "Best of the power, in its first row", Formula(first))
    found = f"[{name}]=INDEX([best of power:],{FIRST_OF_POWER})"
    yield Column("best", "Best of its power", Formula(f"IF([eligible]=1,IF({found},1,0),0)"))


def why_no_award(plan: EventPlan) -> str | None:
    """The end of the sentence on why formulas cannot compute this event's awards; None if they can."""
    compared, _ = amounts_compared(plan.settings.awards)
    return why_no_form(lambda: AmountColumns(plan).read_award(compared, "compared"))


def _best_of_countries(plan: EventPlan, amounts: AmountColumns) -> Iterator[Column]:
    rule = plan.settings.awards
    who = ",[out]=0" if "unranked" in plan.typed and not rule.guests else ""
    if rule.boards == "without top":
        who += f',[turn]<>{FINAL},TRIM([board]&"")<>"top"'
    # The conditions do not use [good], because the weight of a board affects totals only.
    scored, here = f'[ok:],1,[{plan.day}:],"<>-1"', f"[ok]=1,[{plan.day}]<>-1"
    if not plan.weighs:
        scored, here = f"[{plan.good}:],1", f"[{plan.good}]=1"
    compared = "compared"
    if plan.valued_at_the_end:
        yield from _so_far(plan)
        scored, here, compared = "[told:],1", "[told]=1", "so far compared"
    named = f'IF([player no]>0,1=1,COUNTIFS([player no:],">0",{scored})=0)'
    yield Column("eligible", "May be best", Formula(f"IF(AND({here},[seat]>0,{named}{who}),1,0)"))
    keys = yield from _comparison_columns(rule, amounts, compared)
    yield from _best_of_its_power(keys, losers_below=amounts_compared(rule)[1])
    yield Column("best name", "Name, in order", Formula(f"IF([best]=1,{names_before('named', 'best')},0)"))
    # In order of power, name, round and board.
    same, text = "[best:],1", "IF([best]=1,1"
    for by in ("seat", "best name", "turn", "b"):
        text += f'+COUNTIFS({same},[{by}:],"<"&[{by}])'
        same += f",[{by}:],[{by}]"
    yield Column("best place", "Place among the best", Formula(f"{text},0)"))
