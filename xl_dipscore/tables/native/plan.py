"""The plan of an event for formulas without our functions: system, size, and how games become standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.settings import TOP_FORMATS, USUAL, Format, Settings
from xl_dipscore.rules.event.tiebreak import TieBreak
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import Rule, at_most, is_own, own_rule, rule_of
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named

FINAL = 10_000
"""The number of the round of a Final, larger than any other round."""
LOW = -999_999_999
"""In place of a missing number: less than any number that is compared."""


class NoFormInEvent(Fault):
    """{what} has no form in cells{instead}."""


@dataclass(frozen=True)
class EventPlan:
    """An event to be written in formulas.

    Choices in words are fixed in the formulas: system, combine, tiebreak, format, double. Numbers may change
    later: they are typed in the cells to which `cells` refers.
    """

    system: System
    rounds: int
    """The number of rounds with columns, without a Final."""
    players: int
    """The number of players for whom Totals and Standings have rows."""
    settings: Settings = USUAL
    options: Mapping[str, object] = field(default_factory=dict)
    """Options of the system and of its rule for combining rounds, by name."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """References such as "Setup!$B$9" to the cells of options, by name of an option of the event (`rounds`,
    `min rounds`) or by parameter of the system (`newcomer`, `solo`). A blank cell: the option is not set.
    """
    typed: Sequence[str] = ("unranked", "override")
    """The words of typed columns besides round, board, power, player and centres."""
    chart: bool = False

    @property
    def format(self) -> Format:
        """How the event is decided; the format of the system if the director chose no format."""
        return self.settings.format or self.system.format

    @cached_property
    def rule(self) -> Rule:
        """The rule that combines rounds. Raises Faults."""
        combine = self.settings.combine
        if combine is None or is_own(combine, self.system):
            rule = own_rule(self.system, **self.system.event_settings(self.options))
        else:
            rule = rule_of(combine)
        return at_most(rule, self.settings.most_rounds)

    @cached_property
    def breaks(self) -> Sequence[TieBreak]:
        """The tie-breaks in order, without repetitions. Raises Faults."""
        names = self.settings.tiebreak
        found = tie_breaks_named(self.system.tiebreak if names is None else names)
        return list({one.name: one for one in found}.values())

    @cached_property
    def columns(self) -> Sequence[int]:
        """The rounds with a column. A Final (perhaps a top board) is last, except in format all rounds."""
        numbered = range(1, self.rounds + 1)
        return tuple(numbered) if self.format == "all rounds" else (*numbered, FINAL)

    @property
    def on_top(self) -> bool:
        return self.format in TOP_FORMATS

    @property
    def valued_at_the_end(self) -> bool:
        return self.system.at_the_end is not None

    @property
    def weighs(self) -> bool:
        """Is there a column for weights of boards? Totals treat a board of weight 0 as not played."""
        return "weight" in self.typed

    @property
    def due(self) -> str:
        """The token of the column with a row's round, or -2 if the row's board has weight 0."""
        return "due" if self.weighs else "turn"

    @property
    def day(self) -> str:
        """The token of a column like `due`; without a top board, a won Final has -1: it adds to no total."""
        return "day" if self.valued_at_the_end else self.due

    @property
    def sound(self) -> str:
        """The token of the column with 1 on played boards without faults. A solo may have no value yet."""
        return "sound" if self.valued_at_the_end else "ok"

    @property
    def good(self) -> str:
        """The token of the column with 1 if a row's points are known and go into a total."""
        return "good" if self.valued_at_the_end or self.weighs else "ok"

    @property
    def value(self) -> str:
        """The token of the column with a row's points, rounded if the event sets a number of decimals."""
        rounds = "decimals" in self.cells or self.settings.decimals is not None
        return "value" if rounds or self.valued_at_the_end else "points"

    @property
    def worth(self) -> str:
        """The token of the column with a row's points for a total: multiplied by the weight of the board."""
        return "worth" if self.weighs else self.value

    def solo(self, found: str) -> str:
        """A formula for the value of a solo: the number typed on Setup, the option solo, or else `found`."""
        if "solo" in self.cells:
            return f"IF(ISNUMBER({self.cells['solo']}),{self.cells['solo']},{found})"
        typed = self.system.all_settings(self.options)["solo"]
        return found if typed is None else str(typed)

    def number(self, name: str, otherwise: object = None) -> str:
        """An option's number for formulas: its cell, as in `SUM(Setup!$B$9)`, or else `otherwise` or 0."""
        return f"SUM({self.cells[name]})" if name in self.cells else f"{otherwise or 0}"


def round_heading(round_: int) -> str:
    """The heading of a round's column, `R2` or `Final`."""
    return "Final" if round_ == FINAL else f"R{round_}"
