"""Faults: a class for each kind of mistake. The docstring of the class is the sentence that people read.

Also helpers for all modules: lists in words, similar names, grouping by key, and reports of slow steps.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import ClassVar, Generic, Literal, NamedTuple, Self, TypeVar

NA = "#N/A"
VALUE = "#VALUE!"
NUM = "#NUM!"

ERRORS = frozenset(
    {NA, VALUE, NUM, "#DIV/0!", "#REF!", "#NAME?", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA"}
)
"""The error values of cells, as the texts that spreadsheet programs and our functions exchange."""

_WORST_FIRST = (VALUE, NUM, NA)

ADDRESS = ""
"""Where people ask and report a wrong score: a person fills in an e-mail or https address."""

Rank = Literal["wrong", "doubt", "note"]
At = tuple[str, int, int]
"""Sheet, row and column of a workbook's cell."""
K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def where_to_report(address: str) -> str:
    """What to do with a score that is wrong."""
    if address:
        return f"Send the board and the rule that it breaks to {address}."
    return "Report it where you found xl_dipscore, with the board and the rule that it breaks."


WHERE_TO_REPORT = where_to_report(ADDRESS)
"""README says the same, at its end."""
IS_IT_WRONG = f"Is this wrong? {WHERE_TO_REPORT}"


class Faults(ValueError):
    """All faults of one input, raised together. A Fault is also a Faults, with itself as the only fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self._faults = tuple(faults)
        super().__init__(str(self))

    @property
    def faults(self) -> Sequence[Fault]:
        return self._faults

    @property
    def cell(self) -> str:
        """The cell error of the gravest fault: impossible (#VALUE!), out of range (#NUM!), missing (#N/A)."""
        return next(mark for mark in _WORST_FIRST if any(f.cell == mark for f in self.faults))

    def __str__(self) -> str:
        return " ".join(map(str, self.faults))


class Fault(Faults):
    """Something is wrong."""

    cell: ClassVar[str] = VALUE
    rank: ClassVar[Rank] = "wrong"
    """How grave the fault is. `wrong`: it leaves a score or a place in the standings without a value;
    `doubt`: probably a mistake; `note`: unusual, probably right.
    """
    remedy: ClassVar[str] = ""
    """Advice about the fault, if the sentence has none."""
    in_menu: ClassVar[str] = ""
    """The remedy for people without a command line, if `remedy` names a command or an option."""
    passing: ClassVar[bool] = False
    """May the same input succeed a moment later?"""
    seat: int | None = None
    """The single seat (0 = Austria ... 6 = Turkey) that the fault is about; None for several or no seats."""
    field: str = ""
    """The input that the fault is about: centres, draw, eliminated, year, ..."""
    place: str = ""
    """Words for the place of the mistake: `row 9, column Centres`. The code that read the input sets it."""
    row: int | None = None
    """The number of the row in `place`; None if `place` has no row or several."""
    cells: Sequence[At] = ()
    """The workbook cells where the mistake was found, if any."""

    def __init_subclass__(cls, *, remedy: str = "", in_menu: str = "") -> None:
        cls.remedy, cls.in_menu = remedy or cls.remedy, in_menu or cls.in_menu

    def __init__(self, *, seat: int | None = None, field: str = "", place: str = "", **facts: object) -> None:
        self.seat, self.field, self.place, self.facts = seat, field, place, facts
        ValueError.__init__(self, self.sentence)

    @property
    def seats(self) -> Sequence[int]:
        """The seats that the fault is about, if known."""
        return () if self.seat is None else (self.seat,)

    def locate(self, cells: Sequence[At]) -> Self:
        self.cells = cells
        return self

    @property
    def faults(self) -> Sequence[Fault]:
        return (self,)

    @property
    def sentence(self) -> str:
        """The sentence with its facts, without the place."""
        return (type(self).__doc__ or "").strip().format(**self.facts)

    @property
    def kind(self) -> str:
        """A fixed name for programs: the name of the class in words, such as `not a count`."""
        return re.sub(r"\B(?=[A-Z])", " ", type(self).__name__).lower()

    @property
    def full_text(self) -> str:
        return f"{self.sentence} {self.remedy}".rstrip()

    @property
    def remedy_without_commands(self) -> str:
        """The remedy for people without a command line; blank if there is none."""
        return self.in_menu or ("" if names_command(self.remedy) else self.remedy)

    @property
    def text_without_commands(self) -> str:
        """The place, the sentence and the remedy, for people without a command line."""
        return f"{self} {self.remedy_without_commands}".rstrip()

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


class Misuse(Fault):
    """The call itself is wrong, whatever is in the files."""


class Doubt(Fault):
    """Something is probably a mistake."""

    rank = "doubt"


class Note(Fault):
    """Something is unusual, but probably right."""

    rank = "note"


class WithFaults(NamedTuple, Generic[T]):
    """The part of an input that can be used, and the faults of the rest."""

    sound: T
    faults: list[Fault]


class WithNotes(NamedTuple, Generic[T]):
    """What was made, and sentences about it for the director."""

    made: T
    notes: list[str]


class EmptyItem(Fault):
    """{what} has nothing before or behind a comma: {value}. Type a value there, or remove the comma."""


class NamedTwice(Fault):
    """{what} names {value} twice; leave one out."""


def names_command(text: str) -> bool:
    """Does a sentence name a command or an option of a command line?"""
    return bool(re.search(r"(?<!\w)--\w|\bdipscore [a-z]|\b(pip|npm) ", text))


def check_items(what: str, typed: str) -> None:
    """Raise EmptyItem if a list such as `A, B; C` has a blank item."""
    if typed.strip() and not all(map(str.strip, re.split("[,;]", typed))):
        raise EmptyItem(field=what, what=what.capitalize(), value=repr(typed))


def check_once(what: str, items: Iterable[str]) -> None:
    """Raise NamedTwice if two items are equal; case is ignored."""
    seen: set[str] = set()
    for item in items:
        if item.casefold() in seen:
            raise NamedTwice(field=what, what=what.capitalize(), value=repr(item))
        seen.add(item.casefold())


def join(words: Iterable[object], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`: the words as a list in a sentence; an empty text for no words."""
    *head, tail = [*map(str, words)] or [""]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def join_at_most(words: Iterable[object], most: int) -> str:
    """`A, B and 4 more`, with the first `most` words; an empty text for no words."""
    listed = [*words]
    more = len(listed) - most
    return join([*listed[:most], f"{more} more"] if more > 0 else listed)


def group_by_key(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """All values of each key: `{a: [1, 3], b: [2]}` from the pairs (a, 1), (b, 2), (a, 3)."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def set_by_key(pairs: Iterable[tuple[K, V]]) -> dict[K, frozenset[V]]:
    """The different values of each key. Most equal sets are one object: many people play the same rounds."""
    found: dict[K, frozenset[V]] = {}
    with_one_more: dict[tuple[frozenset[V], V], frozenset[V]] = {}
    nothing = frozenset[V]()
    for key, value in pairs:
        before = found.get(key, nothing)
        if (after := with_one_more.get((before, value))) is None:
            after = with_one_more[before, value] = before | {value}
        found[key] = after
    return found


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """` Did you mean X?`, or an empty text if no known word is similar. Case is ignored.

    cutoff: the least similarity, from 0 to 1.
    """
    words = {one.casefold(): one for one in known}
    near = word.casefold()
    close = [longer for longer in words if near and longer.startswith(near)]
    close = close or get_close_matches(near, words, n=1, cutoff=cutoff)
    return f" Did you mean {words[close[0]]}?" if close else ""


@contextmanager
def without_cycle_collector(step: str = "") -> Iterator[None]:
    """Run without Python's collector of reference cycles, for large events and workbooks.

    Games and cells form no cycles, so the collector would only cost time.
    step: words for the waiting person; blank if this is part of a step that has been reported already.
    """
    collecting, before = gc.isenabled(), _steps[-1]
    gc.disable()
    try:
        report_step(step or before)
        yield
    finally:
        if collecting:  # before the report, which may fail: a host's process goes on
            gc.enable()
        report_step(before)


_steps, _watchers = [""], list[Callable[[str], None]]()


def report_step(step: str) -> None:
    """Tell the present watcher (see `watch_steps`) which step begins; an empty text: the step has ended."""
    _steps[-1] = step
    for watch in _watchers[-1:]:
        watch(step)


@contextmanager
def watch_steps(watch: Callable[[str], None]) -> Iterator[None]:
    """Report steps to `watch` instead of the present watcher, until the context ends."""
    _watchers.append(watch)
    try:
        yield
    finally:
        _watchers.remove(watch)
