"""An object that replaces a Board while a rule runs: the rule then returns formulas instead of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xl_dipscore.rules.board import STANDARD_VICTORY, End, Victory
from xl_dipscore.rules.points import InCells, NoForm
from xl_dipscore.tables.native.formulas import DEAD, DREW, WON
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.symbols import (
    COUNTS,
    Num,
    Seats,
    board_sum,
    largest_in,
    seats_of,
    seven,
    sheet,
)


@dataclass(frozen=True)
class BoardInCells(InCells):
    """The attributes of a Board that rules use, as formulas. A property that decides how a rule continues
    passes a condition in cells to `RuleSheet.ask`, which answers yes or no for this run of the rule."""

    victory: Victory = STANDARD_VICTORY
    adjudicated: Seats | None = None

    year: ClassVar = Num(Formula("[last_year]"))
    counts: ClassVar = seven(Formula("[counts]"))
    drew: ClassVar = Seats(DREW)
    survivors: ClassVar = Seats(Formula("[alive]"))
    dead: ClassVar = Seats(DEAD)
    active: ClassVar = Seats(Formula("[active]"))
    idle: ClassVar = Seats(Formula("[idle]"))
    placed: ClassVar = Seats(Formula(f"({WON}+{DREW})"))
    others: ClassVar = Seats(Formula(f"(1-{WON}-{DREW})"))
    outside: ClassVar = Seats(Formula(f"([alive]*(1-{WON}-{DREW}))"))
    left_out: ClassVar = Seats(Formula(f"([active]*(1-{WON}-{DREW}))"))
    new_player: ClassVar = Seats(Formula("[new]"))
    draw_in_words = "draw"

    @property
    def winner(self) -> Num | None:
        return Num(WON) if sheet().ask(Formula("[winners]=1")) else None

    @property
    def conceded(self) -> bool:
        return sheet().ask(Formula("[conceded]=1"))

    @property
    def voted(self) -> bool:
        return sheet().ask(Formula("AND([solos]=0,[marks]>0)"))

    @property
    def ending(self) -> BoardInCells:
        return self

    @property
    def end(self) -> End:
        if sheet().ask(Formula("[solos]=1")):
            return End.SOLO
        if self.conceded:
            return End.CONCESSION
        return End.DRAW if sheet().ask(Formula("[marks]>1")) else End.CLOCK

    @property
    def most(self) -> Num:
        return Num(largest_in(COUNTS))

    @property
    def owned(self) -> Num:
        return Num(board_sum(Formula("[counts]")))

    def need(self, *, year: bool = False, eliminations: object = (), chart: bool = False) -> None:
        """Record facts that the column Check must ask for if a board has the answers of this run so far.

        eliminations: seats whose year of elimination is needed if they have no centre.
        """
        if year:
            sheet().need("year")
        if eliminations != ():
            sheet().need("eliminated", Formula(f"{DEAD}*{seats_of(eliminations).text}"))
        if chart:
            sheet().need("chart")

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NoForm(name)
