"""Declare the items of the menu: functions that accept an event and return a `Done`.

```python
@item("Check", order=40, picture="Spelling")
def check(event: EventIn, *, at: Selected) -> Done:
    "Select the first problem of the event; press it again for the next problem."
```

The function's keyword-only parameters, without the parameters in `NOT_ASKED`, are the fields of the item's
form. The first paragraph of the docstring is the help text; the section `Wishes:` explains each field.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

from xl_dipscore.errors import Fault, Faults
from xl_dipscore.rules.seating.planning import TellProgress
from xl_dipscore.sheets.files import CannotRead, reason_of
from xl_dipscore.sheets.xlsx.book import EditableBook
from xl_dipscore.sheets.xlsx.formula import position
from xl_dipscore.sheets.xlsx.open_book import OpenBook
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.replace import keep_old
from xl_dipscore.tables.cells.dates import When, when_typed
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.acts.edit import E, Edit, carry_out
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.log import LOG
from xl_dipscore.workbooks.layout.setup import Setup
from xl_dipscore.workbooks.live.book import CellEdit, edits_in

LARGER = (
    "This saves the workbook, changes its file and opens it again. The old file is kept beside it as .bak; "
    "Undo cannot go back past this step. Go on?"
)
"""The question before an item changes the file."""
Kind = Literal["number", "when", "choice", "tick", "text", "file", "folder"]


class Selected(NamedTuple):
    """The selected cell, or the cell to select."""

    sheet: str
    row: int
    column: int
    rows: int = 1
    """The number of selected rows, counted from `row`."""


class Host(Protocol):
    """Services of the spreadsheet program that some items need."""

    def file(self) -> Package:
        """The open workbook as a file, with the current values of its cells."""
        ...

    def path(self) -> Path:
        """The path of the open workbook. Raises a Fault if it was never saved."""
        ...

    def publish(self, folder: Path, *, replace: bool) -> Sequence[str]:
        """Write the open workbook's web page into a folder. Returns sentences to show.

        replace: may the page replace the page of another event? If not, OtherPage is raised.
        """
        ...

    def attach(self, package: Package) -> Sequence[str]:
        """Put our functions into `package` as Excel macros. Returns sentences about other changes to it."""
        ...


MOST_REASONS = 8
"""The most reasons above a question: a message box has no more room."""


@dataclass(frozen=True)
class Done:
    """The result of running an item."""

    edits: Sequence[CellEdit] = ()
    said: Sequence[str] = ()
    """Sentences to show."""
    table: Sequence[Sequence[object]] = ()
    """Rows to show before the sentences, headings first."""
    go: Selected | None = None
    """The cell to select."""
    first: Selected | None = None
    """The first change that people want to see. Programs that move to changes of their own select it."""
    refused: bool = False
    """Did the item refuse? Then it changed no cell, and `said` contains the reasons."""
    question: str = ""
    """A question, if the item refused only because it may not decide. After a yes it runs with `agreed`."""
    why_file: str = ""
    """The reason why the item must change the workbook's file; otherwise blank. For example, rows are
    inserted only into a file, never into an open workbook."""
    book: EditableBook | None = None
    """The changed workbook, if its file must be written again."""
    made: Package | None = None
    """A new workbook to open beside the open workbook."""
    opens: Path | None = None
    """The path of a workbook that the item wrote, for Excel to open."""
    shows: Sequence[str] = ()
    """Hidden sheets of an open workbook to show, because the item has made their first entries."""

    @property
    def lines(self) -> list[str]:
        """The rows of the table as text, then the sentences."""
        rows = [f"{row[0]}: {', '.join(map(str, row[1:]))}" for row in self.table]
        return [*rows, *self.said]

    @property
    def asked(self) -> list[str]:
        """The reasons why the item asks, and its question: people answer when they have read both."""
        reasons, more = self.lines[:MOST_REASONS], len(self.lines) - MOST_REASONS
        return [*reasons, *([f"... and {more} more."] if more > 0 else []), self.question]


Act = Callable[..., Done | Edit]
"""An item returns an Edit if the changes and their notes are all that it gives."""


IN_A_LEAGUE = "; in a league "
"""Parts the help of a field into the words for an event of rounds, and those for a league."""


class NoNumber(Fault):
    """{label} is {typed}. Type a whole number there, 0 or more."""


class Wish:
    """A field of an item's form, made from a parameter of the item's function."""

    def __init__(self, parameter: inspect.Parameter, annotation: Any, help: str) -> None:  # noqa: A002
        self.name = parameter.name
        self.label = parameter.name.replace("_", " ").strip().capitalize()
        self.default = parameter.default
        self.help = help
        self.choices: tuple[str, ...] = get_args(annotation) if get_origin(annotation) is Literal else ()
        kinds: dict[Any, Kind] = {int: "number", When: "when", bool: "tick", str: "text"}
        kinds |= {Path: "file", Folder: "folder"}
        self.kind: Kind = "choice" if self.choices else kinds[annotation]

    @property
    def in_title(self) -> str:
        """The help for the title of a window that asks for a file or a folder."""
        return self.help[0].lower() + self.help[1:].removesuffix(".")

    def help_with(self, value: object) -> str:
        """The help in a form with this initial value: a date in a league, the number of a round elsewhere."""
        of_rounds, parted, of_league = self.help.partition(IN_A_LEAGUE)
        if not parted:
            return self.help
        return of_league[0].upper() + of_league[1:] if isinstance(value, date) else f"{of_rounds}."

    def read(self, typed: object) -> object:
        """Convert a typed or chosen value, or the index of a choice. Raises NoNumber or NoRoundNoDate."""
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
    """The type of a parameter whose field asks for a folder."""


NOT_ASKED = ("at", "host", "told", "seed", "who", "agreed")
"""Parameters that the spreadsheet program supplies: the selected cell; a `Host`; a function that receives the
progress of a search and ends the search by returning true; the seed of a draw; the user's name; whether the
user said yes to the item's question."""


@dataclass(frozen=True, eq=False)
class Item:
    act: Act
    title: str
    _: KW_ONLY
    order: int
    """The item's place in the menu. Each hundred begins a new group."""
    picture: str
    """The imageMso name of an Office icon."""
    starts: Callable[[EventIn], Mapping[str, object]] = lambda event: {}
    """Returns initial values of the form for an event; fields without such a value have the default."""
    asks: Act | None = None
    """The function whose parameters are the fields of the form; None if the function is `act`."""
    less: Sequence[str] = ()
    """Parameters left out of the form."""
    goes: bool = False
    """Do people want to see the first cell that the item has changed?"""
    only_in_file: bool = False
    """Does the item change the workbook's file, never the open workbook? An example is inserting rows."""

    @property
    def word(self) -> str:
        return self.act.__name__

    @property
    def help(self) -> str:
        return " ".join((inspect.getdoc(self.act) or "").partition("\n\n")[0].split())

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
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
        """Does the item accept the parameter `name`, such as `at` (the selected cell) or `host`?"""
        return name in self._parameters

    @cached_property
    def paths(self) -> Sequence[Wish]:
        """The wishes that ask for a file or a folder."""
        return [wish for wish in self.wishes if wish.kind in ("file", "folder")]

    @cached_property
    def form(self) -> Sequence[Wish]:
        """The wishes that ask for neither a file nor a folder."""
        return [wish for wish in self.wishes if wish not in self.paths]

    @property
    def needs_files(self) -> bool:
        """Does the item need a spreadsheet program that has access to files?"""
        return self.only_in_file or self.needs("host") or bool(self.paths)

    @property
    def in_play(self) -> bool:
        """Is the item often needed while games are played? Then a toolbar shows the item, too."""
        return self.order < 200 and not self.paths

    def initial_values(self, book: EditableBook) -> dict[str, object]:
        return self._initial_values_in(EventIn(book))

    def _initial_values_in(self, event: EventIn) -> dict[str, object]:
        asked = [wish for wish in self.wishes if wish.default is not inspect.Parameter.empty]
        return {wish.name: wish.default for wish in asked} | dict(self.starts(event))

    def _read_wishes(self, wishes: Mapping[str, object]) -> dict[str, object]:
        """The values in `wishes` for parameters of the item. Values of the form's fields are converted."""
        readers = {wish.name: wish.read for wish in self.wishes}
        given = {name: wishes[name] for name in self._parameters if name in wishes}
        return {name: readers[name](value) if name in readers else value for name, value in given.items()}

    def run(self, book: EditableBook, **wishes: object) -> Done:
        """Run the item. Faults become a refusal without edits.

        wishes: values of the form's fields as typed, and of parameters in `NOT_ASKED`, by name. A field
        without a value keeps its initial value. Values for parameters that the item lacks are ignored.
        """
        try:
            given, event = self._read_wishes(wishes), EventIn(book)
            done = self.act(event, **self._initial_values_in(event) | given)
            done = done_by(event, done) if isinstance(done, Edit) else done
        except Faults as wrong:
            return make_refusal(wrong)
        if done.why_file or done.refused:
            return done
        shows = book.shown if isinstance(book, OpenBook) else ()
        edits = log_last(event.setup, edits_in(done.book or book))
        first = _first_to_see(event, edits) if self.goes and edits else None
        return replace(done, edits=tuple(edits), shows=shows, first=first)

    def run_in_file(self, path: Path, closed: AbstractContextManager[object], **wishes: object) -> Done:
        """Run the item in a workbook's file, and keep the old file beside it.

        closed: a context manager. Within it, no program has the file open.
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


def _say(edit: Edit) -> Sequence[str]:
    return edit.notes or ([f"{edit.did}."] if edit.did else [])


def done_by(event: EventIn, edit: E, say: Callable[[E], Sequence[str]] = _say) -> Done:
    """Carry out an edit. An open workbook that lacks room stays unchanged: its file is needed.

    say: returns the sentences to show, from the edit as `carry_out` returns it.
    """
    if edit.room is not None and not isinstance(event.book, Package):
        return Done(why_file=edit.room.why)
    changed, edit = carry_out(event, edit)
    return Done(said=say(edit), book=None if changed.book is event.book else changed.book)


def log_last(setup: Setup, edits: Iterable[CellEdit]) -> list[CellEdit]:
    """The edits in order, those of the sheet Log last: nobody needs to look at its hidden columns."""
    log = setup.area(LOG)
    return sorted(edits, key=lambda one: log is not None and one.sheet == log.sheet)


def _first_to_see(event: EventIn, edits: Sequence[CellEdit]) -> Selected:
    """The cell of the first name that an item wrote into the games or, without names, its first change."""
    players = {home.name: home.columns.get("player") for home in event.sheets}
    places = [(one, position(one.ref)) for one in edits]
    names = ((one, at) for one, at in places if one.value is not None and at[1] == players.get(one.sheet))
    edit, (row, column) = next(names, places[0])
    return Selected(edit.sheet, row, column)


def stop_after_half_a_minute() -> TellProgress:
    """A progress function that ends a search 30 seconds from now, with the best draw so far. It is for
    programs in which the user cannot end a search."""
    end = monotonic() + 30
    return lambda what, progress: monotonic() > end


def make_refusal(wrong: Faults) -> Done:
    """Turn faults into a refusal: a sentence for each fault, with its remedy for users of the menu."""
    return Done(said=[one.text_without_commands for one in wrong.faults], refused=True)


_ITEMS: dict[str, Item] = {}


_AnAct = TypeVar("_AnAct", bound=Act)


def item(title: str, **facts: Any) -> Callable[[_AnAct], _AnAct]:
    """Declare an item of the menu. facts: fields of `Item`."""

    def declare(act: _AnAct) -> _AnAct:
        _ITEMS[act.__name__] = Item(act, title, **facts)
        return act

    return declare


@cache
def _import_items() -> None:
    from xl_dipscore.workbooks.live import items as package

    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")


def items() -> tuple[Item, ...]:
    """All items, in the order of the menu."""
    _import_items()
    return tuple(sorted(_ITEMS.values(), key=lambda one: one.order))


def item_of(word: str) -> Item:
    return next(one for one in items() if one.word == word)
