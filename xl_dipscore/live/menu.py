"""The items of the menu: each is a function from an event to what is to be done, declared once.

```python
@item("Check", order=40, picture="Spelling")
def check(event: EventIn, *, at: Selected) -> Done:
    "Go to the first problem of the event; again: to the next."
```

The keyword-only parameters are what is asked for, in a form; the docstring is the help, and its section
`Wishes:` says what each one means.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

from xl_dipscore.cells.dates import When, when_typed
from xl_dipscore.cells.values import number
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.files import CannotRead, reason_of
from xl_dipscore.layout.event import EventIn
from xl_dipscore.live.book import Edit, OpenBook, edits_in
from xl_dipscore.seating import Told
from xl_dipscore.xlsx.book import EditableBook
from xl_dipscore.xlsx.package import Package
from xl_dipscore.xlsx.replace import keep_old

LARGER = (
    "This saves the workbook, changes its file and opens it again. The old file is kept beside it as .bak; "
    "Undo cannot go back past this step. Go on?"
)
"""What is asked before."""
Kind = Literal["number", "when", "choice", "tick", "text", "file", "folder"]


class Selected(NamedTuple):
    """A cell that is selected, or is to be."""

    sheet: str
    row: int
    column: int
    rows: int = 1
    """How many are selected, from this one on."""


class Host(Protocol):
    """What some items need of the program they run in."""

    def file(self) -> Package:
        """The open workbook as a file, with what its cells show now."""
        ...

    def path(self) -> Path:
        """The file of the open workbook. Raises a Fault if it was never saved."""
        ...

    def publish(self, folder: Path) -> Sequence[str]:
        """Write the page of the open workbook into a folder; what is to be said about it."""
        ...

    def attach(self, package: Package) -> Sequence[str]:
        """Put the functions into a workbook as macros of Excel; what else was changed."""
        ...


@dataclass(frozen=True)
class Done:
    """What an item comes to."""

    edits: Sequence[Edit] = ()
    said: Sequence[str] = ()
    """Sentences to show."""
    table: Sequence[Sequence[object]] = ()
    """Rows to show before them, a header first."""
    go: Selected | None = None
    """The cell to select."""
    refused: bool = False
    """Is something against it? Then nothing is changed, and `said` is why."""
    larger: str = ""
    """Why it needs a larger workbook: rows are put into the file, never into an open workbook."""
    book: EditableBook | None = None
    """The workbook that it was done in, where rows were put into a file."""
    made: Package | None = None
    """A new workbook, to be opened beside this one."""
    opens: Path | None = None
    """A workbook that was written, which Excel opens."""
    shows: Sequence[str] = ()
    """Sheets of an open workbook that have their first entries now; some of them may be hidden."""

    @property
    def lines(self) -> list[str]:
        """A line for each row of the table, and the sentences."""
        rows = [f"{row[0]}: {', '.join(map(str, row[1:]))}" for row in self.table]
        return [*rows, *self.said]


Act = Callable[..., Done]


class NoNumber(Fault):
    """{label} is {typed}. Type a whole number there, 0 or more."""


class Wish:
    """Something that an item asks for, by one of its parameters."""

    def __init__(self, parameter: inspect.Parameter, annotation: Any, help: str) -> None:  # noqa: A002
        self.name = parameter.name
        self.label = parameter.name.replace("_", " ").strip().capitalize()
        self.default = parameter.default
        self.help = help
        self.choices: tuple[str, ...] = get_args(annotation) if get_origin(annotation) is Literal else ()
        kinds: dict[Any, Kind] = {int: "number", When: "when", bool: "tick", str: "text"}
        kinds |= {Path: "file", Folder: "folder"}
        self.kind: Kind = "choice" if self.choices else kinds[annotation]

    def read(self, typed: object) -> object:
        """What a person typed or chose, a choice also by its place among them. Raises NoNumber and
        NoRoundNoDate."""
        if self.kind == "when":
            return when_typed(typed)
        if self.kind == "number":
            whole = number(typed)
            if not isinstance(whole, int) or whole < 0:
                raise NoNumber(label=self.label, typed=repr(typed))
            return whole
        if self.kind == "choice" and typed not in self.choices:
            return self.choices[int(float(str(typed)))]
        return Path(str(typed)) if self.kind in ("file", "folder") else typed


class Folder(Path):
    """A folder that is asked for."""


NOT_ASKED = ("at", "host", "told", "seed", "who")
"""Parameters that a program gives by itself: the selected cell, itself, a function that shows how far a
search is and may end it, a number by chance, who does it."""


@dataclass(frozen=True, eq=False)
class Item:
    """One line of the menu."""

    act: Act
    title: str
    _: KW_ONLY
    order: int
    """Its place, in tens; another hundred is another group."""
    picture: str
    """One of Office's own, by its imageMso."""
    starts: Callable[[EventIn], Mapping[str, object]] = lambda event: {}
    """What stands in its form at first, beside the defaults."""
    asks: Act | None = None
    """The function whose parameters are its form, where it is another one."""
    less: Sequence[str] = ()
    """Those of its parameters that are not asked for."""
    grows: bool = False
    """Is it done in the file alone, as rows are put in?"""

    @property
    def word(self) -> str:
        return self.act.__name__

    @property
    def help(self) -> str:
        return " ".join((inspect.getdoc(self.act) or "").partition("\n\n")[0].split())

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
        """What it asks for, in this order."""
        hints = get_type_hints(self.asks or self.act)
        text = (inspect.getdoc(self.asks or self.act) or "").partition("Wishes:")[2]
        means = dict(re.findall(r"^    (\w+): (.+)$", text, re.M))
        return tuple(
            Wish(one, hints[name], means.get(name, ""))
            for name, one in self._parameters.items()
            if name not in NOT_ASKED
        )

    @cached_property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        all_ = inspect.signature(self.asks or self.act).parameters.items()
        return {name: one for name, one in all_ if one.kind is one.KEYWORD_ONLY and name not in self.less}

    def needs(self, name: str) -> bool:
        """Does it take the selected cell (`at`), the program itself (`host`), or another such thing?"""
        return name in self._parameters

    @cached_property
    def paths(self) -> Sequence[Wish]:
        """The wishes that are a file or a folder."""
        return [wish for wish in self.wishes if wish.kind in ("file", "folder")]

    @cached_property
    def form(self) -> Sequence[Wish]:
        """The other wishes."""
        return [wish for wish in self.wishes if wish not in self.paths]

    @property
    def needs_files(self) -> bool:
        """Can only a program with files of its own have it?"""
        return self.grows or self.needs("host") or bool(self.paths)

    @property
    def in_play(self) -> bool:
        """Is it wanted again and again while games are played? Then it stands on a toolbar too."""
        return self.order < 200 and not self.paths

    def first(self, book: EditableBook) -> dict[str, object]:
        """What stands in its form at first."""
        return self._first(EventIn(book))

    def _first(self, event: EventIn) -> dict[str, object]:
        asked = [wish for wish in self.wishes if wish.default is not inspect.Parameter.empty]
        return {wish.name: wish.default for wish in asked} | dict(self.starts(event))

    def _read_wishes(self, wishes: Mapping[str, object]) -> dict[str, object]:
        """The wishes that its function takes, read if they are asked for."""
        readers = {wish.name: wish.read for wish in self.wishes}
        given = {name: wishes[name] for name in self._parameters if name in wishes}
        return {name: readers[name](value) if name in readers else value for name, value in given.items()}

    def run(self, book: EditableBook, **wishes: object) -> Done:
        """Do it. Whatever is wrong is in the answer, and then there is nothing to change.

        wishes: by name, as typed, but for what is as in its form at first; and of what is not asked for
        whatever the item takes of it.
        """
        try:
            given, event = self._read_wishes(wishes), EventIn(book)
            done = self.act(event, **self._first(event) | given)
        except Faults as wrong:
            return make_refusal(wrong)
        if done.larger or done.refused:
            return done
        shows = book.shown if isinstance(book, OpenBook) else ()
        return replace(done, edits=tuple(edits_in(done.book or book)), shows=shows)

    def run_in_file(self, path: Path, closed: AbstractContextManager[object], **wishes: object) -> Done:
        """Do it in the file of a workbook, and keep the old one beside it.

        closed: within it, no program has the file open.
        """
        try:
            old = path.read_bytes()
            done = self.run(Package.read(path), **wishes)
            if isinstance(done.book, Package):
                keep_old(path)
                with closed:
                    done.book.write(path, old=old)
        except OSError as why:
            return make_refusal(CannotRead(name=path.name, why=reason_of(why)))
        except Faults as wrong:
            return make_refusal(wrong)
        return replace(done, edits=(), shows=())


def half_a_minute() -> Told:
    """Ends a search then, with the best draw so far, in a program where nobody can."""
    end = monotonic() + 30
    return lambda what, progress: monotonic() > end


def make_refusal(wrong: Faults) -> Done:
    """Why something is not done, and what to do in a menu."""

    def remedy(one: Fault) -> str:
        return one.in_menu or ("" if "--" in one.remedy else one.remedy)

    said = [f"{one} {remedy(one)}".rstrip() for one in wrong.faults]
    return Done(said=said, refused=True)


_ITEMS: dict[str, Item] = {}


def item(title: str, **facts: Any) -> Callable[[Act], Act]:
    """Declare an item of the menu. facts: as of `Item`."""

    def declare(act: Act) -> Act:
        _ITEMS[act.__name__] = Item(act, title, **facts)
        return act

    return declare


@cache
def _import_items() -> None:
    from xl_dipscore.live import items as room

    for module in iter_modules(room.__path__):
        import_module(f"{room.__name__}.{module.name}")


def items() -> tuple[Item, ...]:
    """All of them, as they stand in the menu."""
    _import_items()
    return tuple(sorted(_ITEMS.values(), key=lambda one: one.order))


def item_of(word: str) -> Item:
    """The item with this word."""
    return next(one for one in items() if one.word == word)
