"""The values that separate players with equal totals, and the declaration of tie-breaks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import update_wrapper
from inspect import signature

from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.worth import Value, Worked, Worth

Found = Value | Fraction | int | Worked


def value_of(found: Found) -> Value:
    """Convert the result of a tie-break to the value that is compared for ranks."""
    match found:
        case Worked():
            return found.value
        case tuple():
            return found
    return (Fraction(found),)


Values = Callable[[Event], Mapping[str, Found]]
"""Returns each player's value. The only argument is the event, since any system may use any tie-break."""


@dataclass(frozen=True)
class TieBreak:
    """A rule that separates players with equal totals. Each player has a value; a higher value is better."""

    name: str
    values: Values
    needs: str = ""
    """The unusual fact about games that the tie-break needs: `chart`, or the column `tiebreak`."""
    without: str = ""
    """The note to the director about players without a value."""
    letters: bool = False
    """Is the name an abbreviation?"""
    among: bool = False
    """Does a player's value depend on the players who are level before this tie-break?"""
    worth: Worth | None = None
    """The statement of the value in words that plain formulas can compute too, if there is one."""
    no_form: str = ""
    """The reason why there is no such statement, as the end of a sentence."""

    def each(self, event: Event) -> Iterable[tuple[str, Found]]:
        """Each player who has a value, and how it was computed."""
        return self.values(event).items() if self.worth is None else self.worth.each(event)

    @property
    def short(self) -> str:
        """The name of the tie-break, in capitals if the name is an abbreviation."""
        return self.name.upper() if self.letters else self.name

    @property
    def heading(self) -> str:
        """The column heading on a worksheet."""
        return f"{self.short} (tie-break)"

    @property
    def help(self) -> str:
        """A sentence about the value that is compared."""
        return " ".join((self.values.__doc__ or "").split())


_tie_breaks: dict[str, TieBreak] = {}


def tie_break(
    name: str, *, needs: str = "", without: str = "", letters: bool = False
) -> Callable[[Callable[[], Worth]], Values]:
    """Declare a tie-break with this name. The decorated function states its value in words of `worth`."""

    def declare(state: Callable[[], Worth]) -> Values:
        if signature(state).parameters:
            raise TypeError(f"{name}: state the value in words of worth.py, or use tie_break_without_form.")
        worth = state()

        def values(event: Event) -> Mapping[str, Found]:
            return worth.values(event)

        update_wrapper(values, state)
        _tie_breaks[name] = TieBreak(name, values, needs, without, letters, worth=worth)
        return values

    return declare


def tie_break_without_form(name: str, why: str, *, among: bool = False) -> Callable[[Values], Values]:
    """Declare a tie-break that has no form in cells. The decorated function computes the values of an event.

    why: the reason, as the end of the sentence "... has no form in cells, for it looks at who is level".
    """

    def declare(values: Values) -> Values:
        _tie_breaks[name] = TieBreak(name, values, among=among, no_form=why)
        return values

    return declare


def declared_tie_breaks() -> tuple[TieBreak, ...]:
    """All tie-breaks of loaded modules, sorted by module: first those in `systems`, then in `tournament`."""
    return tuple(sorted(_tie_breaks.values(), key=lambda one: one.values.__module__))
