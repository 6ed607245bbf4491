"""The menu items "Draw a Round", "Draw Again, Keeping" and "More Boards"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any, Literal

from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.rules.seating.planning import TellProgress
from xl_dipscore.rules.seating.wishes import Wishes, order_of, powers_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.dates import When
from xl_dipscore.tables.cells.values import is_blank
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.seat import (
    RoundDraw,
    begun_boards,
    board_costs,
    draw_edit,
    is_league,
    names_in,
    remarks_of,
    seed_of,
    when_in,
    when_of,
    with_boards_for,
)
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.games import label
from xl_dipscore.workbooks.live.menu import Done, done_by, item

FEW = 6
"""The most costs that a message lists. If there are more costs, the message says which sheet lists them."""
SEATS = "Seats"
Powers = Literal["never twice", "wheel", "preferences", "any"]
Meets = Literal["as it falls", "score", "rating", "dragonflight"]


def _rounds(event: EventIn) -> dict[Any, bool]:
    """For each numbered round or evening, in order: does a board of this round have names or results?"""
    event.boards.check_listed()
    begun: dict[Any, bool] = {}
    for slot in event.slots:
        if (when := when_of(slot)) is not None:
            names = (slot.home.value(row, "player") for row in slot.rows)
            begun[when] = begun.get(when, False) or not slot.free or not all(map(is_blank, names))
    return dict(sorted(begun.items()))


def form_of_next_round(event: EventIn) -> Mapping[str, object]:
    """The first round without names or results; otherwise the last round, or the next evening of a league."""
    rounds = _rounds(event)
    if_none_free = _next_evening if is_league(event) else partial(max, default=1)
    free = [when for when, begun in rounds.items() if not begun]
    return {"round_": free[0] if free else if_none_free([*rounds])}


def _next_evening(days: Sequence[date]) -> date:
    """The last day plus the gap between the last two; a week after a single day; today if `days` is empty."""
    if not days:
        return date.today()
    return days[-1] + (days[-1] - days[-2] if len(days) > 1 else timedelta(7))


def form_of_open_round(event: EventIn) -> Mapping[str, object]:
    """The last round with names if it has no results yet; otherwise the next round."""
    form = _form_of_last_round(event)
    return form_of_next_round(event) if form.get("keep") else {"round_": form["round_"]}


def _form_of_last_round(event: EventIn) -> Mapping[str, object]:
    """The last round with names or results, and its boards with results: a new draw keeps these boards."""
    begun = [when for when, begun in _rounds(event).items() if begun]
    if not begun:
        return form_of_next_round(event)
    slots = (slot for slot in event.slots if when_of(slot) == begun[-1])
    return {"round_": begun[-1], "keep": ", ".join(label(slot.board) for slot in slots if not slot.free)}


def draw_with_wishes(
    event: EventIn,
    *,
    round_: When,
    keep: str = "",
    powers: Powers = "never twice",
    who_meets: Meets = "as it falls",
    top_board: bool = False,
    away: str = "",
    sit_out: bool = False,
    seed: int | None = None,
    who: str = "",
    told: TellProgress | None = None,
    again: bool = False,
) -> Done:
    """Draw a round.

    Wishes:
        round_: The round to draw; in a league the date of the evening, such as 2026-05-28.
        keep: Boards that stay as they are, such as A, C.
        powers: How the powers are given out.
        who_meets: Anyone; players with similar scores or ratings; or scoring groups, as at Dragonflight.
        top_board: The first seven of the standings play on one board.
        away: Players who miss this round and are not marked away on the sheet Players, such as Ann, Bob.
        sit_out: If the players do not fill the boards, let those sit out who have sat out least.
    """
    order = {} if who_meets == "as it falls" else order_of(who_meets)
    when, wished = when_in(event, round_), Wishes(powers=powers_of(powers), top_board=top_board, **order)
    names = {"keep": names_in(keep), "away": names_in(away)}
    asked = RoundDraw(when, wished, seed=seed_of(seed), **names, again=again, sit_out=sit_out)
    edit = draw_edit(event, asked, Act("seat", f"seed {asked.seed}", who), told)
    found = edit.drawn
    table = [("Board", *POWERS), *((call.name, *call.players) for call in found.calls)]
    costs = [*board_costs(found, asked.round_text, only_costs=True)]
    if len(costs) > FEW:
        listed = [f"The sheet {SEATS} lists who meets again, board by board."]
        costs = listed if SEATS in event.book.sheet_names else []
    said = [*map(str, found.sums), *costs, *remarks_of(found)]
    done = done_by(event, edit, lambda made: [*said, *made.notes])
    return done if done.why_file else replace(done, table=table)


@item(
    "Draw a Round",
    order=10,
    goes=True,
    picture="DistributionListSelectMembers",
    starts=form_of_next_round,
    less=("keep", "again"),
    asks=draw_with_wishes,
)
def draw_round(event: EventIn, **wishes: Any) -> Done:
    """Draw who sits at which board and plays which power, in a round without names."""
    return draw_with_wishes(event, **wishes)


@item(
    "Draw Again, Keeping",
    order=20,
    goes=True,
    picture="RefreshAll",
    starts=_form_of_last_round,
    less=("again",),
    asks=draw_with_wishes,
)
def draw_again(event: EventIn, **wishes: Any) -> Done:
    """Draw a round again in place of its names, except on the boards that you keep."""
    return draw_with_wishes(event, again=True, **wishes)


@item("More Boards", order=40, picture="TableInsert", starts=form_of_next_round, only_in_file=True)
def more_boards(event: EventIn, *, round_: When, boards: int = 1) -> Done:
    """Add boards to a round; the standings and the other sheets include them.

    Wishes:
        round_: The round that needs more boards; in a league the date of any evening, such as 2026-05-28.
        boards: The number of boards to add.
    """
    which = "The league" if is_league(event) else f"Round {round_}"
    if not isinstance(event.book, Package):
        return Done(why_file=f"{which} gets {count_of(boards, 'more board')}.")
    grown, notes = with_boards_for(event, round_, begun_boards(event, round_), boards)
    return Done(said=[f"{which} has {count_of(boards, 'more board')}.", *notes], book=grown.book)
