"""The columns of the sheet Totals left of the ranks: a player's rounds and total. Each row is one player."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.tournament.formats import FinalAmongAll
from xl_dipscore.tables.native.columns import Column, EventColumn, PlacedColumns
from xl_dipscore.tables.native.endings import EventEnding, is_over
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL, LOW, EventPlan, NoFormInEvent, round_heading
from xl_dipscore.tables.native.results import mark_condition, player_in_round
from xl_dipscore.tables.native.weights import ORDER, weight_text


def totals(plan: EventPlan, games: PlacedColumns, ending: EventEnding) -> Iterator[Column]:
    """Yield the columns left of the ranks, in order. The scores of rounds are side by side as one range."""
    if plan.valued_at_the_end:
        yield EventColumn("solo", "A solo is worth", Formula(_solo(plan, games)))
    listed = games.column("list no")
    yield Column("player no", "No.", Formula(f"IFERROR(MATCH([row]-1,{listed},0),0)"))
    yield Column(
        "player", "Player", Formula(f'IF([player no]=0,"",INDEX({games.column("who")},MAX(1,[player no])))')
    )
    yield from _the_event(plan, games)
    mine = f"{games.column('player no')},[player no]"
    yield from _rows_of_rounds(plan, games)
    for one in plan.columns:
        yield Column(score_of(one), round_heading(one), Formula(_score(plan, games, one)))
    yield Column("on games", "Rows of Games", Formula(f"IF([player no]=0,0,COUNTIF({mine}))"))
    scores = row_of(plan, "score")
    yield Column("present", "Rounds played", Formula(f'COUNT({scores})+COUNTIF({scores},"n/a")'))
    if plan.settings.double is None:
        more = ",".join(f"{_rows(games, n)}>1" for n in plan.columns)
        yield Column("twice", "On two boards", Formula(f"IF([rows too many]=0,0,IF(OR({more}),1,0))"))
    if plan.valued_at_the_end:
        yield from _late(plan, games)
    late = ",[late]=1" if plan.valued_at_the_end else ""
    strays = has_marked_row(games, "stray")
    unknown = f'OR(COUNTIF({scores},"n/a")>0,{strays},[why not]>0{late})'
    yield Column("no total", "No total", Formula(f"IF([player no]=0,0,IF({unknown},1,0))"))
    yield Column("in table", "In the table", Formula(f"IF([player no]=0,0,{ending.listed})"))
    yield from _weight_columns(plan, ending)
    parts = _parts(plan)
    if ending.added:
        yield from _factor(plan)
        parts.append("SUM([added])*[factor]" if plan.rule.last else "SUM([added])")
    if "extra_points" in plan.typed:
        there = f'{games.column("played")},1,{games.column(plan.day)},">0"'
        parts.append(f"IF([extra rows]=0,0,SUMIFS({games.column('extra_points')},{mine},{there}))")
    if points := welcome(plan):
        new = f'SUMIFS({games.column("newcomer")},{mine},{games.column("player no")},">0")'
        parts.append(f"IF({new}>0,{points},0)")
    total = f'IF([no total]=1,"n/a",{"+".join(parts)})'
    yield Column("total", "Total", Formula(f'IF([in table]=0,"",{total})'))
    for n in plan.columns:
        there = f"[added round]={n},ISNUMBER([score {n}]){_not_placed(ending, n)}"
        too = f",AND({there})" if ending.added else ""
        counts = f"IF([no total]=1,0,IF(OR(ISNUMBER([weight {n}]){too}),1,0))"
        yield Column(f"counts {n}", f"Counts {round_heading(n)}", Formula(counts))
    words = (f'IF([counts {n}]=1,"{"Final" if n == FINAL else n} ","")' for n in plan.columns)
    yield Column("counted", "Counted", Formula(f"TRIM({'&'.join(words)})"))


def has_marked_row(games: PlacedColumns, name: str) -> str:
    """A condition: a row of this player has 1 in the column. Mostly no row of Games has."""
    mine, marks = f"{games.column('player no')},[player no]", games.column(name)
    return f"IF([{name} rows]=0,1=0,COUNTIFS({mine},{marks},1)>0)"


def score_of(round_: int) -> str:
    return f"score {round_}"


def row_of(plan: EventPlan, name: str) -> str:
    """The range of the columns `name` of all rounds, in a player's row."""
    return f"[{name} {plan.columns[0]}]:[{name} {plan.columns[-1]}]"


def _the_event(plan: EventPlan, games: PlacedColumns) -> Iterator[Column]:
    """Columns for the whole event: how far it is, and why there can be no totals."""
    last, planned = f"MAX({games.column('numbered')})", plan.number("rounds", plan.settings.rounds)
    yield EventColumn("last", "Last round played", Formula(last))
    yield EventColumn("planned", "Rounds planned", Formula(planned))
    yield EventColumn("rounds", "Rounds", Formula("MAX([last],[planned])"))
    turns = games.column("turn")
    finals = f'COUNTIFS({turns},{FINAL},{games.column("played")},1,{games.column("b")},">0")'
    text = f"IF(COUNTIF({turns},{FINAL})=0,0,IF({finals}>0,1,0))"
    yield EventColumn("finals", "A Final", Formula(text))
    yield EventColumn("waiting", "Rows to be played", Formula(f"SUM({games.column('waiting')})"))
    yield EventColumn("size", "Players", Formula(f"MAX({games.column('list no')})"))
    yield EventColumn("rows for players", "Rows for players", Formula("COUNT([player no:])"))
    yield EventColumn("stray rows", "Rows of no board", Formula(f"SUM({games.column('stray')})"))
    if "unranked" in plan.typed:
        text = f"SUM({games.column('no rank')})"
        yield EventColumn("no rank rows", "Rows marked Unranked", Formula(text))
    if "extra_points" in plan.typed:
        text = f"COUNT({games.column('extra_points')})"
        yield EventColumn("extra rows", "Rows with extra points", Formula(text))
    if plan.on_top:
        yield EventColumn("tops", "On the Top board", Formula(f"SUM({games.column('on top')})"))
        waiting = f"{games.column('waiting')},1,{games.column('called top')},1,{games.column('turn')},[last]"
        beside = f"{games.column('turn')},{FINAL},{games.column('played')},1,{games.column('on top')},0"
        yield EventColumn("beside", "Beside the Top board in a Final", Formula(f"COUNTIFS({beside})"))
        to_come = f"IF(AND([tops]=0,COUNTIFS({waiting})=0),1,0)"
        yield EventColumn("to come", "Top board to come", Formula(to_come))
    text = "0"
    for number, (reason, _) in reversed([*enumerate(reasons(plan), 1)]):
        text = f"IF({reason},{number},{text})"
    yield EventColumn("why not", "Why no totals", Formula(text))


def reasons(plan: EventPlan) -> list[tuple[str, str]]:
    """Conditions under which nobody can have a total, and their sentences; both are formulas."""
    found = [
        (
            "[size]>[rows for players]",
            '"There are "&[size]&" players on Games, but rows for "&[rows for players]'
            '&": make a new workbook."',
        ),
        (
            f"MAX([last],[planned])>{plan.rounds}",
            f'"There are columns for {count_of(plan.rounds, "round")}, not for "&MAX([last],[planned])'
            '&": make a new workbook."',
        ),
        (
            "AND([planned]<>0,[planned]<[last])",
            '[planned]&IF([planned]=1," round is"," rounds are")&" planned, but there is a game of round "'
            '&[last]&"."',
        ),
        ("[planned]<>INT([planned])", '"The number of rounds is a whole number, not "&[planned]&"."'),
    ]
    if plan.format == "all rounds":
        found.append(("[finals]=1", f'"{FinalAmongAll()}"'))
    if plan.format == "top-places":
        told = "A board of the Final is not called Top, but another one is: give its round a number."
        found.append(("[beside]>0", f'"{told}"'))
    most, why = _combined_rounds(plan)
    return [*found, (f"[rounds combined]>{most}", f'"{why}"')] if why else found


def _rows(games: PlacedColumns, round_: int) -> str:
    """A formula for the number of a player's rows in a round."""
    return f"COUNTIF({games.column('appeared')},{player_in_round(round_)})"


def _rows_of_rounds(plan: EventPlan, games: PlacedColumns) -> Iterator[Column]:
    """Columns for a player's row in each round; if two may count, for the number of such rows.

    To find a row costs less than to count rows. Only if rows are more than were found, somebody has two.
    """
    if plan.settings.double is not None:
        for n in plan.columns:
            text = f"IF([player no]=0,0,{_rows(games, n)})"
            yield Column(f"rows {n}", f"Rows of {round_heading(n)}", Formula(text))
        return
    appeared = games.column("appeared")
    for n in plan.columns:
        found = f"IFERROR(MATCH({player_in_round(n)},{appeared},0),0)"
        yield Column(f"at {n}", f"Row of {round_heading(n)}", Formula(f"IF([player no]=0,0,{found})"))
    less = "".join(f'-COUNTIF([at {n}:],">0")' for n in plan.columns)
    text = f'COUNTIF({appeared},">0"){less}'
    yield EventColumn("rows too many", "Rows beyond the first of a round", Formula(text))


def _score(plan: EventPlan, games: PlacedColumns, round_: int) -> str:
    """A formula for the score in a round: "" if the player did not play, "n/a" if the score is unknown."""
    value = games.column(plan.worth)
    if plan.settings.double is None:
        at = f"[at {round_}]"
        score = f'IF(INDEX({games.column(plan.good)},{at})=1,INDEX({value},{at}),"n/a")'
        return f'IF({at}=0,"",IF(IF([rows too many]=0,1=0,{_rows(games, round_)}>1),"n/a",{score}))'
    here, rows = player_in_round(round_), f"[rows {round_}]"
    well = games.column("appeared well")
    sure, score = f"COUNTIF({well},{here})={rows}", f"SUMIF({well},{here},{value})"
    if plan.settings.double == "best":
        best = f"{well},{here},{games.column('leads')},1"
        score = f"SUMIFS({value},{best})/MAX(1,COUNTIFS({best}))"
    return f'IF({rows}=0,"",IF({sure},{score},"n/a"))'


def _weight_columns(plan: EventPlan, ending: EventEnding) -> Iterator[Column]:
    """Columns for the steps to the weight of each round in the total. A dropped round has the weight ""."""
    yield EventColumn("rounds combined", "Rounds combined", Formula(ending.over))
    yield EventColumn("ranked over", "Rounds compared", Formula(ending.ranked))
    if ending.added:
        yield EventColumn("added round", "Added round", Formula(ending.added))
        added = "".join(
            f"IF(AND([added round]={n}{_not_placed(ending, n)}),[score {n}]," for n in plan.columns
        )
        yield Column("added", "Added score", Formula(f'{added}""{")" * len(plan.columns)}'))
    if ending.placed:
        yield Column("placed round", "Round for the place", Formula(ending.placed))
    if plan.rule.of_ranks:
        yield from _rank_columns(plan, ending)
    for n in plan.columns:
        apart = f"[added round]<>{n}," if ending.added else ""
        known = f"AND({apart}ISNUMBER([{_value(plan)} {n}]){_not_placed(ending, n)})"
        text = f"IF({known},ROUND([{_value(plan)} {n}],8),{LOW})"
        yield Column(f"level {n}", f"Compared {round_heading(n)}", Formula(text))
    levels = row_of(plan, "level")
    yield Column("played", "Rounds that may count", Formula(f'COUNTIF({levels},">{LOW}")'))
    weighing = weights(plan)
    if any(ORDER in text for texts in weighing for text in texts):
        for n in plan.columns:
            # The earlier of two equal scores ranks higher.
            before = "".join(f"+([level {m}]=[level {n}])*1" for m in plan.columns if m < n)
            order = f'1+COUNTIF({levels},">"&[level {n}]){before}'
            yield Column(
                f"order {n}", f"Place of {round_heading(n)}", Formula(f"IF([level {n}]={LOW},0,{order})")
            )
    found = []
    for which, texts in enumerate(weighing):
        yield from _choice(plan, which, texts)
        found.append([_best_weight(which, texts, n) for n in plan.columns])
    for place, n in enumerate(plan.columns):
        text = (
            found[0][place] if len(found) == 1 else f"IF({is_over(plan)},{found[1][place]},{found[0][place]})"
        )
        yield Column(
            f"weight {n}",
            f"Weight {round_heading(n)}",
            Formula(f'IF(OR([no total]=1,[level {n}]={LOW}),"",{text})'),
        )


def weights(plan: EventPlan) -> list[list[str]]:
    """The formulas for the weight of a score (see weight_text), in one list for each rule.

    The first list belongs to the main rule; a second list belongs to the rule that replaces it after the last
    round. If a list has several formulas, the formula with the largest total is used. Raises Faults.
    """
    most, _ = _combined_rounds(plan)
    rules = [plan.rule, plan.rule.then] if plan.rule.then else [plan.rule]
    return [[weight_text(one, most) for one in rule.either or (rule,)] for rule in rules]


def _choice(plan: EventPlan, which: int, texts: Sequence[str]) -> Iterator[Column]:
    """Columns for a rule with several ways to combine rounds: the weights and the total of each way."""
    for way, text in enumerate(texts if len(texts) > 1 else ()):
        name = f"by {which} {way}"
        for n in plan.columns:
            weight = text.replace(ORDER, f"[order {n}]")
            heading = f"Weight {round_heading(n)}, {way + 1}. way"
            yield Column(f"{name} {n}", heading, Formula(f'IF([level {n}]={LOW},"",{weight})'))
        parts = (f"IF(ISNUMBER([{name} {n}]),[{name} {n}]*[level {n}],0)" for n in plan.columns)
        yield Column(name, f"Total, {way + 1}. way", Formula(f"ROUND({'+'.join(parts)},8)"))


def _best_weight(which: int, texts: Sequence[str], n: int) -> str:
    """A formula for the weight of round n in the way with the largest total."""
    if len(texts) == 1:
        return texts[0].replace(ORDER, f"[order {n}]")
    names = [f"by {which} {way}" for way in range(len(texts))]
    most, text = ",".join(f"[{name}]" for name in names), f"[{names[-1]} {n}]"
    for name in reversed(names[:-1]):
        text = f"IF([{name}]=MAX({most}),[{name} {n}],{text})"
    return text


def _value(plan: EventPlan) -> str:
    return "minus rank" if plan.rule.of_ranks else "score"


def _parts(plan: EventPlan) -> list[str]:
    """A formula for each round: its points times its weight."""
    value = _value(plan)
    return [f"IF(ISNUMBER([weight {n}]),[weight {n}]*[{value} {n}],0)" for n in plan.columns]


def _not_placed(ending: EventEnding, n: int) -> str:
    return f",[placed round]<>{n}" if ending.placed else ""


def _rank_columns(plan: EventPlan, ending: EventEnding) -> Iterator[Column]:
    """Columns for each round's rank, as a negative number. A player without a score in a round ranks last."""
    for n in plan.columns:
        known = f"AND(ISNUMBER([score {n}]){_not_placed(ending, n)})"
        yield Column(
            f"near {n}", f"Rounded {round_heading(n)}", Formula(f'IF({known},ROUND([score {n}],8),"")')
        )
    for n in plan.columns:
        above = f'IF(ISNUMBER([near {n}]),COUNTIF([near {n}:],">"&[near {n}]),COUNT([near {n}:]))'
        text = f'IF(OR([player no]=0,COUNT([near {n}:])=0),"",0-1-{above})'
        yield Column(f"minus rank {n}", f"Less rank {round_heading(n)}", Formula(text))


def _factor(plan: EventPlan) -> Iterator[Column]:
    """Columns for the factor of the last round, if the rule multiplies the score of that round."""
    last = plan.rule.last
    if last is None:
        return
    text = f"{last.factor}"
    if last.top:
        unknown = "OR([player no]=0,[no total]=1,[played]=0)"
        before = f"IF({unknown},{LOW},ROUND({'+'.join(_parts(plan))},8))"
        yield Column("before", "Before the last round", Formula(before))
        first = f'COUNTIFS([before:],">"&[before],[out:],0)<{last.top}'
        text = f"IF([before]={LOW},1,IF({first},{last.factor},1))"
    yield Column("factor", "Factor of the last round", Formula(text))


class _CombinedRounds(NamedTuple):
    """The largest number of rounds that a rule can combine, and the sentence to show if there are more."""

    most: int
    why: str


def _combined_rounds(plan: EventPlan) -> _CombinedRounds:
    """The largest number of rounds that the rule can combine, and the sentence to show if there are more. The
    sentence is "" if there cannot be more.
    """
    if plan.valued_at_the_end or plan.rule.then or plan.rule.of_ranks:
        return _CombinedRounds(len(plan.columns), "")
    if plan.format == "all rounds" and plan.rule.last:
        return _CombinedRounds(max(1, plan.rounds - 1), "")
    try:
        weight_text(plan.rule, plan.rounds)
    except Faults as refused:
        if plan.format == "top-board" and plan.rounds > 1:
            return _CombinedRounds(plan.rounds - 1, str(refused))
    return _CombinedRounds(plan.rounds, "")


def welcome(plan: EventPlan) -> str:
    """The formula of a new player's bonus; "" for no bonus. Raises Faults if formulas cannot express it."""
    if plan.system.welcome is None or "new_player" not in plan.typed:
        return ""
    chosen = plan.system.all_settings(plan.options)
    # An unlikely number for each option with a cell shows whether the bonus is the number in that cell.
    probes = {name: Fraction(n + 1, 1_000_003) for n, name in enumerate(plan.cells) if name in chosen}
    found = plan.system.welcome(Event([], plan.rounds), {**chosen, **probes})
    for name, probe in probes.items():
        if found == probe:
            return plan.number(name)
    if found != plan.system.welcome(Event([], plan.rounds), chosen):
        what = f"What {plan.system.key} welcomes new players with"
        raise NoFormInEvent(what=what, instead="; type it as a plain number")
    return f"{Fraction(found)}" if found else ""


def _solo(plan: EventPlan, games: PlacedColumns) -> str:
    """A formula for the value of a solo, "" while the value is unknown."""
    counting = f',{games.column("day")},">-2"' if plan.weighs else ""
    faulty = (
        f'COUNTIFS({games.column("played")},1,{games.column("b")},">0",{games.column("sound")},0{counting})'
    )
    declared = plan.cells.get("event is over", '""')
    over = f"AND(OR({mark_condition(declared)},AND([last]=[rounds],[waiting]=0)),{faulty}=0)"
    if "provisional" in plan.cells:
        over = f"OR({mark_condition(plan.cells['provisional'])},{over})"
    elif plan.settings.provisional:
        over = "1=1"
    return plan.solo(f'IF({over},INDEX({games.column("solo so far")},2),"")')


def _late(plan: EventPlan, games: PlacedColumns) -> Iterator[Column]:
    """The column `late`: 1 for a player with a solo who joined after round 1 and then missed no round.

    For this player, a solo has another value and the total is of fewer rounds. Formulas cannot express that,
    and the player gets no total. The column `first round` is made too.
    """
    numbered = [n for n in plan.columns if n != FINAL]
    first = "".join(f'IF([score {n}]<>"",{n},' for n in numbered)
    yield Column("first round", "First round", Formula(f"{first}0{')' * len(numbered)}"))
    held = f"{games.column('played')},1,{games.column(plan.day)}"
    missed = "+".join(
        f'IF([score {n}]="",IF([first round]<{n},IF(COUNTIFS({held},{n})>0,1,0),0),0)' for n in plan.columns
    )
    sound = f'{games.column("sound")},1,{games.column(plan.day)},">0"'
    wins = f"SUMIFS({games.column('won')},{games.column('player no')},[player no],{sound})"
    late = f"IF({wins}>0,IF({missed}=0,1,0),0)"
    yield Column(
        "late", "Late joiner with a solo", Formula(f"IF([player no]=0,0,IF([first round]>1,{late},0))")
    )
