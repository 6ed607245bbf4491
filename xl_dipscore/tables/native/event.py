"""An event as plain formulas (without our functions): standings, totals, tie-breaks and best countries.

The arguments `games` and `totals` are PlacedColumns: letters of all columns, and the name of the sheet (blank
for formulas on the same sheet). Put the columns of Totals side by side, in order: formulas use ranges.

- Games, each row: `games.formula(column.text, row)`.
- Totals, each row from 2 to plan.players + 1: `totals.formula(column.text, row)`. A formula identifies the
  player by the number of the row, and therefore rows of Totals must not be moved.
- Standings and Best countries, place k: `totals.formula(column.text, k + 1)`, in any row of any sheet. The
  two tables have at most plan.players places. The sentence above them: `totals.formula(status(plan), 2)`.

Games needs the typed columns and the columns of `for_an_event` and `results.games_columns`. The tie-break
`mean centres` also needs `chart`, `chart_before` and `chart_after` (see `chart_letters`). If the value of a
solo depends on the whole event, compile the system with `solo_cell` as the cell of its parameter `solo`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.decision import TOP_TO_COME
from xl_dipscore.rules.system import form_in_cells
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.compiled import Compiled
from xl_dipscore.tables.native.endings import ending_of
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import FINAL, LOW, EventPlan, NoFormInEvent, round_heading
from xl_dipscore.tables.native.ranks import make_tiebreaks, ranks, shown_token, tiebreaks_without_form
from xl_dipscore.tables.native.results import games_columns, why_no_award
from xl_dipscore.tables.native.totals import reasons, score_of, totals, weights, welcome

SOLOS = "solos at their value"
"""The name, given with `in_cells`, of the only hook `System.at_the_end` that plain formulas can compute."""

OF_SEASONS = {"from": "since", "to": "until", "last": "last", "min games": "min_games", "sit out": "sit_out"}
"""Options of an event that plain formulas cannot follow, each with its field in Settings."""


def check(plan: EventPlan) -> None:
    """Raise Faults for what formulas cannot compute, or if the rule for totals is not for so many rounds."""
    asked: Sequence[Callable[[], object]] = (
        lambda: ending_of(plan),
        lambda: weights(plan),
        lambda: welcome(plan),
        lambda: plan.breaks,
    )
    found: list[Fault] = []
    for ask in asked:
        try:
            ask()
        except Faults as faults:
            found += faults.faults
    if not found:
        found += (*tiebreaks_without_form(plan), *_without_form(plan))
    if found:
        raise Faults(found)


IN_A_COLUMN = "; type the weights in a column Weight of Games"


def _without_form(plan: EventPlan) -> Iterator[Fault]:
    """Faults for rules of the system and options of the director that plain formulas cannot compute."""
    if (last := plan.system.at_the_end) is not None and form_in_cells(last) != SOLOS:
        yield NoFormInEvent(what=f"What the end of an event changes for {plan.system.key}", instead="")
    if plan.valued_at_the_end and not plan.rule.of_scores:
        rule = f"The rule {plan.rule.name} for combining rounds"
        yield NoFormInEvent(field="combine", what=rule, instead=f" under {plan.system.key}")
    if plan.rule.of_games:
        yield NoFormInEvent(field="combine", what=f"The rule {plan.rule.name}", instead="")
    for word, field in OF_SEASONS.items():
        if getattr(plan.settings, field):
            yield NoFormInEvent(field=word, what=f"The option {word}", instead="")
    if plan.settings.round_weights:
        yield NoFormInEvent(field="round weights", what="The option round weights", instead=IN_A_COLUMN)
    if (why := why_no_award(plan)) is not None:
        yield NoFormInEvent(field="by", what=f"The award by {plan.settings.awards.by}", instead=why)
    if plan.settings.groups and plan.on_top:
        yield NoFormInEvent(field="groups", what="The option groups", instead="")


def for_an_event(made: Compiled, plan: EventPlan, solo: str = "") -> tuple[Column, ...]:
    """The compiled columns, except that `new` marks a new player in the player's first game only. If the
    value of a solo depends on the whole event, one more column has the points without that value.

    solo: the cell with the value of a solo, as it was passed to compile_system.
    Raises NoFormInEvent if columns other than `ok` and the lines of the score read that cell.
    """
    columns = [
        replace(one, text=Formula(f"MIN({one.text},[first game])"))
        if one.name == "new" and "new_player" in plan.typed
        else one
        for one in made.columns_for(column.text for column in games_columns(plan))
    ]
    if plan.valued_at_the_end:
        lines = [one for one in columns if one.name in made.lines]
        without = "+".join(f"[{one.name}]" for one in lines if solo not in one.text) or "0"
        if any(solo in one.text and one.name not in (*made.lines, "ok") for one in columns):
            raise NoFormInEvent(what=f"What a solo is worth in {plan.system.key}", instead="")
        override = f"IF(ISNUMBER([override]),[override],{without})" if "override" in plan.typed else without
        columns.append(Column("meanwhile", "Points without a solo", Formula(override)))
    return tuple(columns)


def totals_columns(plan: EventPlan, games: PlacedColumns) -> tuple[Column, ...]:
    """The columns of Totals: one row for each player, in the order in which Games first lists them."""
    ending = ending_of(plan)(games)
    return (*totals(plan, games, ending), *ranks(plan, games, ending, make_tiebreaks(plan, games)))


def standings_columns(plan: EventPlan) -> tuple[Column, ...]:
    """The columns of Standings; the tokens are columns of Totals. Place k reads row k + 1 of Totals."""
    headings = {"rank": "Rank", "player": "Player", "total": "Total"}
    headings |= {score_of(n): round_heading(n) for n in plan.columns}
    headings |= {"counted": "Counted"}
    headings |= {shown_token(one.name): one.heading for one in plan.breaks}
    unknown, breaks = ("total", *map(score_of, plan.columns)), [shown_token(one.name) for one in plan.breaks]
    columns = []
    for name, heading in headings.items():
        value = text = f"INDEX([{name}:],MAX(1,[here]))"
        if name in unknown:
            text = f'IF({value}="n/a",NA(),{value})'
        elif name in breaks:
            text = f'IF(INDEX([no total:],MAX(1,[here]))=1,"",{value})'
        columns.append(Column(name, heading, Formula(f'IF([here]=0,"",{text})')))
    return tuple(columns)


def countries_columns(plan: EventPlan, games: PlacedColumns) -> tuple[Column, ...]:
    """The columns of Best countries; the tokens are columns of Totals. Place k reads row k + 1 of Totals."""

    def best(name: str) -> str:
        return f"INDEX({games.column(name)},MAX(1,[best here]))"

    powers = ",".join(f'"{power}"' for power in POWERS)
    texts = {
        "Power": f"CHOOSE({best('seat')},{powers})",
        "Player": best("who"),
        "Score": best("so far" if plan.valued_at_the_end else plan.value),
        "Centres": best("counts"),
        "Round": f'IF({best("turn")}={FINAL},"Final",{best("turn")})',
        "Board": f'TRIM({best("board")}&"")',
    }
    return tuple(
        Column(f"best {heading}", heading, Formula(f'IF([best here]=0,"",{text})'))
        for heading, text in texts.items()
    )


def status(plan: EventPlan) -> str:
    """A formula, with tokens of row 2 of Totals: the first sentence that applies to the standings, or ""."""
    sentences = [(f"[why not]={number}", text) for number, (_, text) in enumerate(reasons(plan), 1)]
    if plan.settings.double is None:
        twice = '" is on two boards of a round, or has two powers on one: correct the name on Games."'
        sentences.append(("SUM([twice:])>0", f"INDEX([player:],MATCH(1,[twice:],0))&{twice}"))
    if plan.valued_at_the_end:
        late = '"Nobody is ranked, because plain formulas cannot value the solo of a late joiner: "'
        sentences.append(("SUM([late:])>0", f"{late}&INDEX([player:],MATCH(1,[late:],0))"))
    if plan.format == "final":
        sentences.append(("[finals]=0", '"No round is called Final yet: this is the table before it."'))
    if plan.on_top:
        sentences.append(("[tops]=0", f'"{TOP_TO_COME}"'))
    for one in plan.breaks:
        if one.without:
            none = f"COUNTIFS([in table:],1,[no total:],0,[{one.name}:],{LOW})>0"
            sentences.append((none, f'"{one.without}."'))
    text = '""'
    for condition, sentence in reversed(sentences):
        text = f"IF({condition},{sentence},{text})"
    return f'IF([size]=0,"",{text})'


def messages(plan: EventPlan) -> tuple[str, ...]:
    """Sentences for the sheet Guide about parts of this event that plain formulas cannot compute."""
    found = []
    if plan.system.qualifies is not None:
        found.append("Plain formulas cannot tell who qualifies country by country: use dipscore qualify.")
    if plan.valued_at_the_end:
        found.append(
            "A player who joins after the first round, plays every round from then on and wins a solo has no "
            "total here: plain formulas cannot value that solo, nor a total of fewer rounds."
        )
    return tuple(found)


def solo_cell(totals: PlacedColumns) -> str:
    """The cell of Totals with the value of a solo: a number, or "" until the event decides the value."""
    return re.sub(r"\$(\w+)\$1:.*", r"$\1$2", totals.column("solo"))
