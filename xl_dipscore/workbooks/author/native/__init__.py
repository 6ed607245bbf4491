"""Make workbooks that need none of our functions: every number is a plain formula."""

from collections.abc import Mapping
from dataclasses import replace

from openpyxl import Workbook
from openpyxl.utils import get_column_letter as letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from xl_dipscore.rules.board import LETTERS
from xl_dipscore.tables.native import event
from xl_dipscore.tables.native.columns import MARK, TYPED, PlacedColumns, clean
from xl_dipscore.tables.native.compiled import compile_system
from xl_dipscore.tables.native.plan import FINAL, EventPlan, NoFormInEvent
from xl_dipscore.tables.native.results import games_columns, mark_condition
from xl_dipscore.workbooks.author import style
from xl_dipscore.workbooks.author.charts import event_charts
from xl_dipscore.workbooks.author.front import roster
from xl_dipscore.workbooks.author.guide import guide, new_book
from xl_dipscore.workbooks.author.log import log
from xl_dipscore.workbooks.author.native import doubts
from xl_dipscore.workbooks.author.native.games import Games, games, named_inputs, score_by_name, typed_words
from xl_dipscore.workbooks.author.native.setup import MADE_FOR, Choices, setup
from xl_dipscore.workbooks.author.native.tables import Totals, countries, standings, totals
from xl_dipscore.workbooks.author.plan import Plan
from xl_dipscore.workbooks.author.printed import (
    CentresOwned,
    call_formulas_by_slip,
    standings_page,
    write_calls,
    write_sorted_slips,
)
from xl_dipscore.workbooks.layout.games import HeadingsMoved
from xl_dipscore.workbooks.layout.setup import CLEAN, OVER, PLAIN, STATUS

__all__ = ["make_native", "tables", "without_form"]

WITH_FUNCTIONS = ": leave out --teams, or --host native"
BY_NAME = " by names: use --host native"
ONE_SYSTEM = "The column System has no effect: plain formulas score all games by one system."
"""The sentence in the status if a director adds the column System to Games."""
UNRANKED = (
    "Standings lacks players of Games: copy the formulas of another row into each row of Games without any."
)


def make_native(plan: Plan) -> Workbook:
    """Make a workbook, not computed yet. Raises Faults for parts that plain formulas cannot compute."""
    choices, its, made = tables(plan)
    book, sheets = new_book(plan, plain=True)
    told = {name: event.solo_cell(made.from_elsewhere) for name in choices.rows_of_end_values}
    setup(book, sheets["Setup"], choices, its.compiled, told)
    guide(sheets["Guide"], plan, event.messages(made.plan))
    _players(book, sheets["Players"], its)
    games(sheets["Games"], its)
    standings(sheets["Standings"], plan, made)
    countries(sheets["Best countries"], plan, made)
    _charts(sheets["Charts"], its)
    write_calls(book, sheets["Board calls"], plan, call_formulas_by_slip(its.from_elsewhere))
    write_sorted_slips(book, sheets["Slips"], plan, its.from_elsewhere)
    standings_page(book, sheets["Print"], plan, _ownership_by_row(its))
    totals(sheets["Totals"], made)
    _status(book, sheets["Totals"], made)
    if plan.by_name:
        _hide_lost_names(sheets)
    log(book, sheets["Log"])
    mark = DefinedName(PLAIN, attr_text=f'"{plan.system.key}"', hidden=True)
    book.defined_names[PLAIN] = mark
    style.define(book, "Made_for", MADE_FOR)
    return book


def tables(
    plan: Plan, rows: tuple[int, int] | None = None, players: int | None = None
) -> tuple[Choices, Games, Totals]:
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
        rule = compile_system(*made_of, score=score_by_name(plan))
    own = event.for_an_event(
        rule, of_event, *(choices.cells()[name][0] for name in choices.rows_of_end_values)
    )
    its = Games(plan, rule, (*own, *games_columns(of_event)), rows)
    return choices, its, Totals(of_event, its)


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


def _players(book: Workbook, sheet: Worksheet, its: Games) -> None:
    who, seat = (its.from_elsewhere.column(name) for name in ("who", "seat"))

    def count(player: str, power: str) -> str:
        played = f'*({seat}=FIND(LEFT({power},1),"{LETTERS}"))' if power else "*1"
        return f"SUMPRODUCT(({who}={clean(player)}){played})"

    roster(book, sheet, its.plan, count)


def _ownership_by_row(its: Games) -> CentresOwned:
    """Make formulas that count centres in computed columns of Games, whose rows may be in any order."""
    who, round_, played, owned = map(its.from_elsewhere.column, ("who", "turn", "played", "owned"))

    def of(cell: str, named: int | str | None) -> tuple[str, str]:
        mine = f"({who}={clean(cell)})*({played}=1)"
        if named is not None:
            mine += f"*({round_}={FINAL if named == 'Final' else named})"
        return f"SUMPRODUCT({mine})", f"SUMPRODUCT({mine},{owned})"

    tops = "0"
    if its.plan.ending.startswith("top") and "top-board" not in its.plan.system.formats:
        on_top, no = map(its.from_elsewhere.column, ("on top", "player no"))
        tops = f'COUNTIFS({on_top},1,{no},">0")'
    running = f"AND(NOT({mark_condition(OVER)}),COUNTIF({its.from_elsewhere.column('in play')},1)>0)"
    return CentresOwned(f"MAX({its.from_elsewhere.column('list no')})", of, running, tops)


def _charts(sheet: Worksheet, its: Games) -> None:
    seat, ok, points = (its.from_elsewhere.column(name) for name in ("seat", "ok", "points"))
    power = f'FIND(LEFT($A{{row}},1),"{LETTERS}")'
    boards = f"COUNTIFS({seat},{power},{ok},1)"
    mean = f'IF({boards}=0,"",SUMIFS({points},{seat},{power},{ok},1)/MAX(1,{boards}))'
    heading = 'MATCH("{word}",{among},0)'
    event_charts(sheet, its.plan, heading=heading, mean=mean, boards=boards)


def _hide_lost_names(sheets: Mapping[str, Worksheet]) -> None:
    """Where the workbook's own functions do not work, say so and hide their errors."""
    below = sheets["Print"]["A2"]
    style.say_lost(sheets["Print"], below, below.value, style.NAMES_LOST)
    for name, sentence in {"Standings": "$A$3", "Print": "$A$2", "Best countries": "$A$2"}.items():
        style.hide_lost(sheets[name], sentence, every=True)


def _status(book: Workbook, sheet: Worksheet, made: Totals) -> None:
    """Write cells on Totals: the faults, the summary for other sheets, the doubts, and the version."""
    its = made.games.from_elsewhere
    column = len(made.columns) + 2
    at = f"${letter(column)}$"
    looks = f'IF({at}4=0,"",{at}4&IF({at}4=1," doubt"," doubts")&": see Check.")'
    both = f'TRIM({at}2&" "&{looks})'
    moved = _headings_moved(its)
    texts: tuple[str, ...] = (
        f'IF({moved},"{HeadingsMoved(sheet="Games")}",IF({MADE_FOR}="",{_wrong(made)},{MADE_FOR}))',
        f'IF({both}="","{CLEAN}",{both})',
        f"IF({moved},0,{doubts.count(its)})",
    )
    if made.games.plan.by_name:
        # LibreOffice without our functions computes the second cell again after typing, but never the first.
        style.write_cell(sheet, 6, column, "=DIP_VERSION()", style.BOLD)
        style.write_cell(sheet, 5, column, f"={at}6&LEFT(COUNT({made.games.plan.results}),0)", style.BOLD)
        style.define(book, style.LIVE, f"{sheet.title}!{at}5")
        nothing = ('""', f'"{style.LOST}"', "0")  # no row is wrong only because the program lacks functions
        pairs = zip(nothing, texts, strict=True)
        texts = tuple(f"IF({style.NAMES_LOST},{lost},{text})" for lost, text in pairs)
    for row, text in enumerate(texts, 2):
        style.write_cell(sheet, row, column, f"={text}", style.BOLD)
    style.define(book, STATUS, f"{sheet.title}!{at}3")


def _headings_moved(its: PlacedColumns) -> str:
    """A condition that is true if a sort has moved the headings of Games away from the first row."""
    heads = (f"{TYPED}round", f"{TYPED}power", "odd row")
    first, power, behind = (f"{its.sheet}!${its.letters[name]}${its.first}" for name in heads)
    return f'OR(ISNUMBER({first}),{power}="",LEFT({behind},1)<>"{MARK}")'


def _wrong(made: Totals) -> str:
    """A formula for sentences about the faults in rows of Games and in the event."""
    its = made.games.from_elsewhere
    bad = f"COUNTIFS({its.column('played')},1,{its.column('ok')},0)"
    rows = f'{bad}&IF({bad}=1," row of Games needs"," rows of Games need")&" a look: see Check. "'
    first, last = (f"${its.letters[name]}${its.first}" for name in (f"{TYPED}round", "score"))
    unread_column = f'IF(COUNTIF({its.sheet}!{first}:{last},"System")>0,"{ONE_SYSTEM} ","")'
    typed, who, at = (its.column(name) for name in (f"{TYPED}player", "who", "at"))
    unread, named = f'SUMPRODUCT(({typed}<>"")*({at}=""))', f'SUMPRODUCT(({who}<>"")*1)-1-[waiting]'
    ranked = 'SUM([in table:])-COUNTIF([here:],">0")'
    unranked = f'IF(OR({unread}>0,{named}<>SUM([on games:]),{ranked}<>0),"{UNRANKED} ","")'
    amiss = made.table.formula(f"{unread_column}&{unranked}&{event.status(made.plan)}", 2)
    return f'TRIM(IF({bad}=0,"",{rows})&{amiss})'
