"""Make workbooks that need none of our functions: every number is a plain formula."""

from dataclasses import replace
from typing import NamedTuple

from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.compiled import compile_system
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.plan import EventPlan, NoFormInEvent
from xl_dipscore.tables.native.results import games_columns
from xl_dipscore.workbooks.author.native.games import Games, named_inputs, score_by_name, typed_words
from xl_dipscore.workbooks.author.native.setup import Choices
from xl_dipscore.workbooks.author.native.tables import Totals
from xl_dipscore.workbooks.author.plan import Plan

__all__ = ["contents", "without_form"]

WITH_FUNCTIONS = ": leave out --teams, or --host native"
BY_NAME = " by names: use --host native"


class PlainContents(NamedTuple):
    """The contents of Setup, Games and Totals."""

    choices: Choices
    games: Games
    totals: Totals


def contents(plan: Plan, rows: tuple[int, int] | None = None, players: int | None = None) -> PlainContents:
    """The contents of Setup, Games and Totals.

    rows: the row of the headings of Games, and the last row that formulas read. players: the number of rows
        of Totals. None: as in a new workbook.
    Raises Faults for parts of the event that plain formulas cannot compute.
    """
    if plan.teams:
        raise NoFormInEvent(what="The table of teams", instead=WITH_FUNCTIONS)
    choices = Choices(plan)
    of_event = _event_plan(plan, choices)
    of_event = replace(of_event, players=players or of_event.players)
    event.check(of_event)
    made_of = plan.system, choices.options, typed_words(plan), choices.cells()
    rule = compile_system(*made_of)
    if plan.by_name:
        if of_event.valued_at_the_end or any("[new]" in one.text for one in rule.columns):
            raise NoFormInEvent(what=f"What an event changes in scores by {plan.system.key}", instead=BY_NAME)
        rule = compile_system(*made_of, score=Formula(score_by_name(plan)))
    own = event.for_an_event(
        rule, of_event, *(choices.cells()[name][0] for name in choices.rows_of_end_values)
    )
    its = Games(plan, rule, (*own, *games_columns(of_event)), rows)
    return PlainContents(choices, its, Totals(of_event, its))


def without_form(plan: Plan) -> tuple[str, ...]:
    """Sentences about parts of this event that plain formulas cannot compute."""
    return event.messages(_event_plan(plan, Choices(plan)))


def _event_plan(plan: Plan, choices: Choices) -> EventPlan:
    chosen = choices.event
    return EventPlan(
        plan.system,
        plan.rounds,
        plan.expected_players,
        chosen.settings,
        {**choices.options, **chosen.parameters},
        choices.event_cells(),
        [word for _, word in named_inputs(plan)],
        plan.has_chart,
    )
