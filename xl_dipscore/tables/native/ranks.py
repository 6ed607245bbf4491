"""Columns of Totals for tie-breaks (numbers to compare, and a text to show), for ranks and for places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from xl_dipscore.rules.event.tiebreak import TieBreak
from xl_dipscore.rules.event.worth import (
    InOrder,
    InOrderOfScore,
    LessMeanOfPower,
    NthBestGame,
    NthBestRound,
    Number,
    OfDroppedRounds,
    Ratio,
    Total,
    Worth,
)
from xl_dipscore.tables.native.amounts import AmountColumns, AmountInCells, why_no_form
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.endings import EventEnding
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import LOW, EventPlan, NoFormInEvent, round_heading
from xl_dipscore.tables.native.results import names_before
from xl_dipscore.tables.native.totals import has_marked_row, row_of


@dataclass(frozen=True)
class TieBreakColumns:
    columns: Sequence[Column]
    keys: Sequence[str]
    """Tokens of the numbers to compare, the most important first. A missing value is LOW."""


def shown_token(name: str) -> str:
    """The token of the column that Standings shows for a tie-break."""
    return f"{name} shown"


def make_tiebreaks(plan: EventPlan, games: PlacedColumns) -> list[TieBreakColumns]:
    amounts, found = AmountColumns(plan), []
    for one in plan.breaks:
        assert one.worth is not None, f"{one.name} has no form in cells: refuse it before the plan is made."
        made = _Made(plan, games, one, amounts.read(one.name, one.worth))
        found.append(_FORMS[type(one.worth)](made, one.worth))
    return found


def tiebreaks_without_form(plan: EventPlan) -> Iterator[NoFormInEvent]:
    """Faults for tie-breaks that plain formulas cannot compute, in any event or in this event."""
    for one in plan.breaks:
        if (why := _why_none(plan, one)) is not None:
            yield NoFormInEvent(field="tiebreak", what=f"The tie-break {one.name}", instead=why)


def _why_none(plan: EventPlan, one: TieBreak) -> str | None:
    """The end of the sentence on why formulas cannot compute a tie-break; None if they can compute it."""
    if one.worth is None or type(one.worth) not in _FORMS:
        return one.no_form
    worth = one.worth
    if (why := why_no_form(lambda: AmountColumns(plan).read(one.name, worth))) is not None:
        return why
    if worth.one_game_a_round and plan.settings.double is not None:
        return " where two boards of a round count"
    return None


class _AmountByRound(NamedTuple):
    """The columns with the amount of each round, and the first word of their tokens."""

    columns: list[Column]
    word: str


@dataclass(frozen=True)
class _Made:
    """What the form of a tie-break's words needs: the amounts that the words are about, in cells."""

    plan: EventPlan
    games: PlacedColumns
    one: TieBreak
    amounts: Sequence[AmountInCells]

    @property
    def amount(self) -> AmountInCells:
        return self.amounts[0]

    @property
    def name(self) -> str:
        return self.one.name

    @property
    def heading(self) -> str:
        return self.name.upper() if self.one.letters else self.name.capitalize()

    def theirs(self, amount: AmountInCells) -> str:
        return amount.theirs(self.plan, self.games)

    def total(self, amount: AmountInCells) -> str:
        if amount.alone:
            return f"SUMIF({self.games.column('player no')},[player no],{self.games.column(amount.name)})"
        return f"SUMIFS({self.games.column(amount.name)},{self.theirs(amount)})"

    def if_there(self, text: str) -> str:
        """The formula, if one of the player's games has the amount; otherwise ""."""
        match self.amount.lacks:
            case "rows":
                none = f"COUNTIFS({self.theirs(self.amount)})=0"
                if self.amount.of_score:  # a score shows at less cost that there is such a game
                    none = f"IF(COUNT({row_of(self.plan, 'score')})=0,{none},1=0)"
                return f'IF({none},"",{text})'
            case "cells":
                numbers = f'{self.theirs(self.amount)},{self.games.column(self.amount.name)},">{LOW}"'
                return f'IF(COUNTIFS({numbers})=0,"",{text})'
        return text

    def single(self, text: str) -> TieBreakColumns:
        """A tie-break with one number. text: the formula of the number, "" if the player has no value."""
        shown = shown_token(self.name)
        value = Column(shown, self.heading, Formula(f'IF([player no]=0,"",{text})'))
        compared = f"IF(ISNUMBER([{shown}]),ROUND([{shown}],8),{LOW})"
        return TieBreakColumns(
            [value, Column(self.name, f"{self.heading}, compared", Formula(compared))], [self.name]
        )

    def by_round(self) -> _AmountByRound:
        """The amount in each round: the new columns, and the first word of the tokens for all rounds."""
        if self.amount.name == self.plan.worth:
            return _AmountByRound([], "score")
        word, columns = f"{self.name} in", []
        for n in self.plan.columns:
            mine = f"{self.games.column('player no')},[player no],{self.games.column(self.plan.day)},{n}"
            sound = f",{self.games.column(self.amount.sound)},1" if self.amount.sound else ""
            best = f",{self.games.column('leads')},1" if self.plan.settings.double == "best" else ""
            there = f"{mine}{sound}{best}"
            column = self.games.column(self.amount.name)
            numbers = f'{there},{column},">{LOW}"'
            text = f'IF(COUNTIFS({numbers})=0,"",SUMIFS({column},{there}))'
            columns.append(Column(f"{word} {n}", f"{self.heading}, {round_heading(n)}", Formula(text)))
        return _AmountByRound(columns, word)


def _total(made: _Made, worth: Total) -> TieBreakColumns:
    return made.single(made.if_there(made.total(made.amount)))


def _number(made: _Made, worth: Number) -> TieBreakColumns:
    return made.single(f"0-{made.total(made.amount)}" if worth.fewest else made.total(made.amount))


def _ratio(made: _Made, worth: Ratio) -> TieBreakColumns:
    amount, over = made.amounts
    total, by = made.total(amount), made.total(over)
    if not worth.in_every_game:
        return made.single(f'IF({by}=0,"",{total}/{by})')
    none = f"COUNTIFS({made.theirs(over)},{made.games.column(over.name)},0)"
    return made.single(f'IF({none}>0,"",{total}/MAX(1,{by}))')


def _less_mean(made: _Made, worth: LessMeanOfPower) -> TieBreakColumns:
    return made.single(made.if_there(f"{made.total(made.amount)}/[ranked over]"))


def _nth_best(made: _Made, worth: NthBestGame | NthBestRound) -> TieBreakColumns:
    columns, word = made.by_round()
    amounts = row_of(made.plan, word)
    value = made.single(f'IF(COUNT({amounts})<{worth.n},"",LARGE({amounts},{worth.n}))')
    return replace(value, columns=[*columns, *value.columns])


def _of_dropped_rounds(made: _Made, worth: OfDroppedRounds) -> TieBreakColumns:
    columns, word = made.by_round()
    value = made.single("+".join(f"IF([counts {n}]=0,SUM([{word} {n}]),0)" for n in made.plan.columns))
    return replace(value, columns=[*columns, *value.columns])


def _in_order(made: _Made, worth: InOrder) -> TieBreakColumns:
    columns, word = made.by_round()
    amounts, keys = row_of(made.plan, word), []
    for n in range(1, len(made.plan.columns) + 1):
        text = f"IF(COUNT({amounts})<{n},{LOW},ROUND(LARGE({amounts},{n}),8))"
        keys.append(Column(f"{made.name} {n}", f"{made.heading} {n}", Formula(text)))
    return _in_a_row(made, [*columns, *keys], keys, f"MAX({amounts})")


def _in_order_of_score(made: _Made, worth: InOrderOfScore) -> TieBreakColumns:
    """Columns for each round with its score, its amount and its place, and for each place the amount."""
    plan, games, columns, order = made.plan, made.games, [], []
    name, heading = made.name, worth.heading.capitalize()
    mine = f"{games.column('player no')},[player no]"
    for n in plan.columns:
        of_round = f"{mine},{games.column(plan.day)},{n},{games.column(plan.good)},1"
        score = f"IF(ISNUMBER([score {n}]),ROUND([score {n}],8),{LOW})"
        columns.append(Column(f"{name} score {n}", f"Score {round_heading(n)}", Formula(score)))
        text = f"SUMIFS({games.column(made.amount.name)},{of_round})"
        columns.append(Column(f"{name} of {n}", f"{heading} {round_heading(n)}", Formula(text)))
    for n in plan.columns:
        better = "+".join(f"[counts {m}]*({_before(name, m, n)})" for m in plan.columns if m != n) or "0"
        text = f"IF([counts {n}]=0,0,1+{better})"
        order.append(Column(f"{name} order {n}", f"Place of {round_heading(n)}", Formula(text)))
    keys = []
    for place in range(1, len(plan.columns) + 1):
        these = "+".join(f"IF([{name} order {n}]={place},[{name} of {n}],0)" for n in plan.columns)
        few = f'COUNTIF({row_of(plan, f"{name} order")},">0")<{place}'
        text = f"IF({few},{LOW},{these})"
        keys.append(Column(f"{name} {place}", f"{made.heading} {place}", Formula(text)))
    return _in_a_row(made, [*columns, *order, *keys], keys, f"[{keys[0].name}]")


def _before(name: str, m: int, n: int) -> str:
    """A formula: 1 if round m is before round n in the order: by score, by the amount, then by number."""
    score, amount = f"[{name} score {{}}]", f"[{name} of {{}}]"
    level = f"({score.format(m)}={score.format(n)})"
    more = f"({amount.format(m)}>{amount.format(n)})"
    same = f"+({amount.format(m)}={amount.format(n)})" if m < n else ""
    return f"({score.format(m)}>{score.format(n)})+{level}*({more}{same})"


def _in_a_row(made: _Made, columns: Sequence[Column], keys: Sequence[Column], single: str) -> TieBreakColumns:
    """A tie-break with several numbers, shown in one text. single: the text if only one number is known."""
    first, *others = (one.name for one in keys)
    text = single
    if others:
        words = "".join(f'&IF([{other}]={LOW},""," "&ROUND([{other}],3))' for other in others)
        text = f"IF([{others[0]}]={LOW},{single},ROUND([{first}],3){words})"
    value = Column(
        shown_token(made.name), f"{made.heading}, shown", Formula(f'IF([{first}]={LOW},"",{text})')
    )
    return TieBreakColumns([*columns, value], [first, *others])


_FORMS: dict[type[Worth], Callable[[_Made, Any], TieBreakColumns]] = {
    Total: _total,
    Number: _number,
    Ratio: _ratio,
    LessMeanOfPower: _less_mean,
    NthBestRound: _nth_best,
    NthBestGame: _nth_best,
    OfDroppedRounds: _of_dropped_rounds,
    InOrder: _in_order,
    InOrderOfScore: _in_order_of_score,
}
"""The forms of the words in which tie-breaks state their values."""


def ranks(
    plan: EventPlan, games: PlacedColumns, ending: EventEnding, breaks: Sequence[TieBreakColumns]
) -> Iterator[Column]:
    """Columns for ranks by group, total and tie-breaks. Level players share a rank and are sorted by name."""
    few = plan.number("min rounds", plan.settings.min_rounds)
    out = [f"[present]<{few}"]
    if "unranked" in plan.typed:
        out.append(has_marked_row(games, "no rank"))
    yield Column("out", "Without a rank", Formula(f"IF([player no]=0,0,IF(OR({','.join(out)}),1,0))"))
    yield Column("above others", "Above others", Formula(f"IF([player no]=0,0,{ending.above})"))
    # The groups, the lowest first: players without a total because of a fault, players without a rank, all
    # other players, and players who rank above others.
    group = "20*(1-[no total])+10*(1-[out])"
    yield Column("group", "Group", Formula(f"IF([in table]=0,{LOW},{group}+[above others])"))
    yield Column("total compared", "Total, compared", Formula("IF(ISNUMBER([total]),ROUND([total],8),0)"))
    for one in breaks:
        yield from one.columns
    keys = ["group", "total compared", *(key for one in breaks for key in one.keys)]
    unplaced = "OR([no total]=1,[in table]=0)"
    yield from above("above", keys, unplaced)
    last = f"above {len(keys)}"
    if ending.best_of:
        yield Column("may be champion", "May be champion", Formula(f"IF([player no]=0,0,{ending.best_of})"))
        able = "[may be champion:],1,[in table:],1,[no total:],0,[out:],0"
        best = f'IF(COUNTIFS({able},[{last}:],"<"&[{last}])=0,1,0)'
        text = f"IF(AND([may be champion]=1,[in table]=1,[no total]=0,[out]=0),{best},0)"
        yield Column("champion", "Champion", Formula(text))
        yield Column("champions first", "Champions first", Formula("[group]+[champion]"))
        by_points = f"IF([in table]=0,{LOW},0-[{last}])"
        yield Column("by points", "By points", Formula(by_points))
        yield from above("then above", ["champions first", "by points"], unplaced)
        last = "then above 2"
    # If a late joiner has a solo, the total of that player is unknown, and so is everybody's rank.
    unknown = ",SUM([late:])>0" if plan.valued_at_the_end else ""
    yield Column(
        "rank", "Rank", Formula(f'IF([in table]=0,"",IF(OR([no total]=1,[out]=1{unknown}),"",1+[{last}]))')
    )
    # Mostly nobody is level: to see this costs less than to compare names.
    alone = f"COUNTIF([{last}:],[{last}])=1"
    names = f"IF({alone},1,1+{names_before('player', 'in table')})"
    yield Column("in order", "Name, in order if level", Formula(f"IF([in table]=0,0,{names})"))
    level = f'IF({alone},0,COUNTIFS([in table:],1,[{last}:],[{last}],[in order:],"<"&[in order]))'
    yield Column("place", "Place", Formula(f"IF([in table]=0,0,1+[{last}]+{level})"))
    yield Column("here", "Who stands here", Formula("IFERROR(MATCH([row]-1,[place:],0),0)"))
    best = f"IFERROR(MATCH([row]-1,{games.column('best place')},0),0)"
    yield Column("best here", "Which is best here", Formula(best))


def above(name: str, keys: Sequence[str], unplaced: str = "[no total]=1") -> Iterator[Column]:
    """Columns with the number of players who are above: by the first key, by the first two keys, and so on.

    Players who meet the condition `unplaced` are compared by the first key only. A count with two conditions
    is dear, so only players who are level so far need one.
    """
    for n, key in enumerate(keys, 1):
        if n == 1:
            text = f'COUNTIF([{key}:],">"&[{key}])'
        else:
            level = f"[{name} {n - 1}:],[{name} {n - 1}]"
            more = f'IF(COUNTIF({level})=1,0,COUNTIFS({level},[{key}:],">"&[{key}]))'
            text = f"[{name} {n - 1}]+IF({unplaced},0,{more})"
        yield Column(f"{name} {n}", f"Above, by {key}", Formula(text))
