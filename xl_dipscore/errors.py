"""One class per mistake: its docstring is the sentence people read, and it knows its cell error.

And what every room needs: words in a list, names that are nearly alike, things put together, a steady pace.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import ClassVar, Literal, Self, TypeVar

NA = "#N/A"
VALUE = "#VALUE!"
NUM = "#NUM!"

ERRORS = frozenset(
    {NA, VALUE, NUM, "#DIV/0!", "#REF!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA"}
)
"""Every error a cell can hold, as the text that stands for it between a host and our functions."""

_WORST_FIRST = (VALUE, NUM, NA)

Rank = Literal["wrong", "doubt", "note"]
At = tuple[str, int, int]
"""A cell of a workbook: its sheet, row and column."""
K = TypeVar("K")
V = TypeVar("V")


class Faults(ValueError):
    """All that is wrong with one input, together; and each Fault by itself."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._faults = tuple(faults)
        super().__init__(str(self))

    @property
    def faults(self) -> Sequence[Fault]:
        """Each of them."""
        return self._faults

    @property
    def cell(self) -> str:
        """The cell error of the gravest fault: impossible before out of range before missing."""
        return next(mark for mark in _WORST_FIRST if any(f.cell == mark for f in self.faults))

    def __str__(self) -> str:
        return " ".join(map(str, self.faults))


class Fault(Faults):
    """Something is wrong."""

    cell: ClassVar[str] = VALUE
    rank: ClassVar[Rank] = "wrong"
    """Is a score or a rank missing? Else it is probably a slip, or unusual and right as far as one knows."""
    remedy: ClassVar[str] = ""
    """What to do about it, where the sentence does not say it already."""
    in_menu: ClassVar[str] = ""
    """The same for the menu's form, where the remedy names options of the command line."""
    passing: ClassVar[bool] = False
    """Whether another try in a moment may do, with the same input."""
    seat: int | None = None
    """The seat (0 = Austria ... 6 = Turkey) the fault is about, where it is about one."""
    field: str = ""
    """The word of the input it is about: centres, draw, eliminated, year, ..."""
    place: str = ""
    """Where a person finds it, filled in by whoever read the input: `row 9, column Centres`."""
    row: int | None = None
    """The number of that row, where it is a single one."""
    cells: Sequence[At] = ()
    """The cells of the workbook where it was found, if any."""

    def __init_subclass__(cls, *, remedy: str = "", in_menu: str = "") -> None:
        cls.remedy, cls.in_menu = remedy or cls.remedy, in_menu or cls.in_menu

    def __init__(self, *, seat: int | None = None, field: str = "", place: str = "", **facts: object) -> None:
        self.seat, self.field, self.place, self.facts = seat, field, place, facts
        ValueError.__init__(self, self.sentence)

    @property
    def seats(self) -> Sequence[int]:
        """The seats it is about, where these are known."""
        return () if self.seat is None else (self.seat,)

    def locate(self, cells: Sequence[At]) -> Self:
        """The fault, found in these cells."""
        self.cells = cells
        return self

    @property
    def faults(self) -> Sequence[Fault]:
        """This one alone."""
        return (self,)

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return (type(self).__doc__ or "").strip().format(**self.facts)

    @property
    def kind(self) -> str:
        """Which mistake it is, in a few words that stay the same: `not a count`."""
        return re.sub(r"\B(?=[A-Z])", " ", type(self).__name__).lower()

    @property
    def full_text(self) -> str:
        """What is wrong and what to do about it."""
        return f"{self.sentence} {self.remedy}".rstrip()

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


class Misuse(Fault):
    """The call itself is wrong, whatever is in the files."""


class Doubt(Fault):
    """Something is probably a slip: what it would mean."""

    rank = "doubt"


class Note(Fault):
    """Something is unusual, and right as far as one knows."""

    rank = "note"


class EmptyItem(Fault):
    """{what} has nothing before or behind a comma: {value}. Type a value there, or remove the comma."""


class NamedTwice(Fault):
    """{what} names {value} twice; leave one out."""


def check_items(what: str, typed: str) -> None:
    """Raise EmptyItem where a list such as `A, B; C` has a blank item."""
    if typed.strip() and not all(map(str.strip, re.split("[,;]", typed))):
        raise EmptyItem(field=what, what=what.capitalize(), value=repr(typed))


def check_once(what: str, items: Iterable[str]) -> None:
    """Raise NamedTwice where two of the items are the same but for their case."""
    seen: set[str] = set()
    for item in items:
        if item.casefold() in seen:
            raise NamedTwice(field=what, what=what.capitalize(), value=repr(item))
        seen.add(item.casefold())


def join(words: Iterable[object], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`: lists as people write them."""
    *head, tail = map(str, words)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def some(words: Iterable[object], most: int) -> str:
    """`A, B and 4 more`; nothing of none."""
    listed = [*words]
    more = len(listed) - most
    return join([*listed[:most], f"{more} more"] if more > 0 else listed or [""])


def group_by_key(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """All values of each key: `{a: [1, 3], b: [2]}` of (a, 1), (b, 2), (a, 3)."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """` Did you mean X?`, or nothing when no known word is near, whatever their case.

    cutoff: how alike they are at least, from 0 to 1.
    """
    words = {one.casefold(): one for one in known}
    near = word.casefold()
    close = [longer for longer in words if near and longer.startswith(near)]
    close = close or get_close_matches(near, words, n=1, cutoff=cutoff)
    return f" Did you mean {words[close[0]]}?" if close else ""


@contextmanager
def steady(step: str = "") -> Iterator[None]:
    """Large events and workbooks at a steady pace: without the collector of cycles.

    Games and cells make none, and it would search for them in vain.
    step: what is being done, for whoever waits; nothing for a part of another step.
    """
    collecting, before = gc.isenabled(), _steps[-1]
    gc.disable()
    tell(step or before)
    try:
        yield
    finally:
        tell(before)
        if collecting:
            gc.enable()


_steps, _watchers = [""], list[Callable[[str], None]]()


def tell(step: str) -> None:
    """Say what is being done; nothing at its end."""
    _steps[-1] = step
    for watch in _watchers[-1:]:
        watch(step)


@contextmanager
def watch_steps(watch: Callable[[str], None]) -> Iterator[None]:
    """Let somebody hear what is being done, in place of whoever hears it now."""
    _watchers.append(watch)
    try:
        yield
    finally:
        _watchers.remove(watch)
