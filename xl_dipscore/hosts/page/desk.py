"""The workbook that is open on the page, and everything that a director does with it.

The page calls `answer` with the name of a request and its values, and shows what comes back.
"""

import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault, Faults, watch_steps
from xl_dipscore.hosts.page import paper, view
from xl_dipscore.hosts.vba import put_macros
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.seating import Progress
from xl_dipscore.sheets.xlsx.formula import address
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.values import number
from xl_dipscore.workbooks.acts.rebuild import compute_in_memory, rebuild
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import IDENTITY
from xl_dipscore.workbooks.live.book import book_of
from xl_dipscore.workbooks.live.menu import Done, Item, Selected, Wish, item_of, items, make_refusal
from xl_dipscore.workbooks.publish.page import publish

NEW = "event.xlsx"
"""The name of a new event's workbook until it is named."""
PASTED = "pasted.csv"
"""The name of the file that pasted text becomes."""
LOOKING = ("check", "explain")
"""Items that only look: the workbook stays as it is, even if the item writes into it to compute."""
MOST_STATES = 40
"""The most steps that Undo can take back."""
PATIENCE = 60
"""Seconds after which a search ends with the best draw so far."""
_NUMBERED = re.compile(r"(?P<stem>.*?)(?: (?P<number>\d{1,3}))?")


class NothingOpen(Fault):
    """No workbook is open. Open one, or start a new event."""


class NothingToUndo(Fault):
    """Nothing has been changed yet."""


class NoPlayersChosen(Fault):
    """No player is chosen. Tick at least one."""


class NothingGiven(Fault):
    """There is no file and no pasted text. Choose a file, or paste the text."""


class NotTyped(Fault):
    """{cell} holds a formula, so nothing was typed into it."""


class State(NamedTuple):
    """The workbook after a step."""

    name: str
    data: bytes
    label: str
    """The step in words, for Undo."""
    computed: bool = True
    """Do its formulas show values of its present cells?"""


class PageHost:
    """The services that items of the menu get from the page (`live.menu.Host`)."""

    def __init__(self, state: State | None, folder: Path) -> None:
        self._state, self._folder = state, folder

    def file(self) -> Package:
        if self._state is None:
            raise NothingOpen
        return Package(self._state.data, self._state.name)

    def path(self) -> Path:
        if self._state is None:
            raise NothingOpen
        return self._folder / self._state.name

    def publish(self, folder: Path, *, replace: bool) -> Sequence[str]:
        return [*publish(self.file(), folder, replace=replace).lines]

    def attach(self, package: Package) -> Sequence[str]:
        return put_macros(package)


@dataclass
class Answer:
    """What the page shows after a request. Files are given by their paths, and the page reads them."""

    said: Sequence[str] = ()
    refused: bool = False
    question: str = ""
    table: Sequence[Sequence[object]] = ()
    go: str = ""
    """The cell to go to, as `Games!E5`."""
    shown: Mapping[str, Any] = field(default_factory=dict)
    """Further facts, by the name that the page knows."""
    files: Sequence[Path] = ()

    def as_json(self) -> str:
        facts = {
            "said": [*self.said], "refused": self.refused, "question": self.question, "go": self.go,
            "table": [[*map(view.text_of, row)] for row in self.table], **self.shown,
            "files": [str(path) for path in self.files],
        }  # fmt: skip
        return json.dumps(facts)


class Desk:
    """The open workbook, its earlier states, and the folder for files that the page takes or gives.

    tell: called with words on the present step, and the part of it that is done (0 to 1, or None).
    """

    def __init__(self, folder: Path, tell: Callable[[str, float | None], None] = lambda words, done: None):
        self._folder, self._tell = folder, tell
        self._states: list[State] = []
        self._original: State | None = None
        self._saved: bytes = b""
        self._number = 0
        """The number in the name of the last save; 0 before the first save of a new event."""
        self._at: Selected | None = None
        """The cell of the problem that Check showed last."""
        self._rebuilt: dict[str, bytes] = {}

    # -- what the page asks ----------------------------------------------------------------------

    def answer(self, request: str, given: Mapping[str, Any]) -> Answer:
        """Do what the page asks. Faults become a refusal, and then nothing has changed."""
        out = self._folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        try:
            with watch_steps(lambda step: self._tell(step, None) if step else None):
                return getattr(self, f"do_{request}")(**given)  # type: ignore[no-any-return]
        except Faults as wrong:
            done = make_refusal(wrong)
            return Answer(done.said, refused=True)

    def do_menu(self) -> Answer:
        """The items of the menu, in its order and groups."""
        listed = [
            {"word": one.word, "title": one.title, "help": one.help, "group": one.order // 100}
            for one in items()
        ]
        return Answer(shown={"items": listed})

    def do_open(self, name: str) -> Answer:
        """Open a workbook that the page put into the folder. Raises Faults if it cannot be read."""
        path = self._folder / "in" / name
        data = path.read_bytes()
        path.unlink()
        self._begin(State(name, data, ""), saved=data)
        return self._with_screen(Answer())

    def do_form(self, word: str) -> Answer:
        """The form of an item, with its initial values."""
        item = item_of(word)
        event = self._event() if self._states else None
        first = item.initial_values(book_of(NEW, [], {}) if event is None else event.book)
        fields = [_field_of(wish, first.get(wish.name)) for wish in item.wishes if wish.kind != "folder"]
        if event is None:  # the only item without a workbook makes one from nothing
            fields = [one for one in fields if one["name"] != "from_nothing"]
        choices = [*_players_to_choose(item, event)]
        return Answer(shown={"title": item.title, "help": item.help, "fields": fields, "players": choices})

    def do_run(
        self,
        word: str,
        wishes: Mapping[str, Any],
        at: str = "",
        players: Sequence[int] = (),
        pasted: str = "",
        agreed: bool = False,
        seed: int | None = None,
    ) -> Answer:
        """Run an item of the menu, and compute the workbook if the item changed it.

        at: the cell of a board, as `Games!E5`. players: the chosen rows of the list of players, from 0.
        """
        item = item_of(word)
        typed = {**wishes, **self._given_file(item, wishes, pasted), "agreed": agreed}
        if seed is not None:
            typed["seed"] = seed
        if not self._states:
            return self._without_workbook(item, typed)
        package = self._package()
        if item.needs("at") and word not in LOOKING:
            done = self._run_for_players(item, package, typed, players)
        else:
            here = self._at if word == "check" else _place_of(at)
            done = self._run(item, package, typed, here)
        return self._after(item, package, done)

    def do_type(self, cells: Sequence[Mapping[str, str]]) -> Answer:
        """Type into cells of a board, without computing. Each has `cell` as `Games!E5`, and `text`."""
        package, first = self._package(), True
        for one in cells:
            sheet, ref = _split(one["cell"])
            at = _place_of(one["cell"])
            if at is not None and package.sheet(sheet).is_computed(at.row, at.column):
                raise NotTyped(cell=f"{sheet} {ref}")
            package.set_value(sheet, ref, _value_of(one["text"]))
            first = False
        if not first:
            self._push(State(self._state.name, package.to_bytes(), "typing", computed=False))
        return self._with_boards(Answer())

    def do_compute(self) -> Answer:
        """Compute the workbook, as `dipscore rebuild` does."""
        report = self._compute()
        return self._with_screen(Answer(_lines_of(report)))

    def do_screen(self) -> Answer:
        return self._with_screen(Answer(_lines_of(self._compute()) if not self._state.computed else ()))

    def do_undo(self) -> Answer:
        """Go back to the state before the last step."""
        if len(self._states) < 2:
            raise NothingToUndo
        undone = self._states.pop()
        return self._with_screen(Answer([f"Undone: {undone.label}."]))

    def do_save(self) -> Answer:
        """The workbook as a file with the next number in its name; a page cannot replace a file."""
        if not self._state.computed:
            self._compute()
        state = self._state
        stem, ending = Path(state.name).stem, Path(state.name).suffix
        found = _NUMBERED.fullmatch(stem)
        base = found["stem"] if found and found["number"] else stem
        self._number += 1
        name = f"{base} {self._number}{ending}" if self._number > 1 else state.name
        self._saved = state.data
        return self._with_screen(
            Answer([f"{name} was given to the browser to save."], files=[self._put(name, state.data)])
        )

    def do_original(self) -> Answer:
        """The workbook as it was when it was opened."""
        if self._original is None:
            raise NothingOpen
        path = Path(self._original.name)
        return Answer(files=[self._put(f"{path.stem} as it was{path.suffix}", self._original.data)])

    def do_close(self) -> Answer:
        """Forget the workbook and all its states."""
        self._states, self._original, self._saved, self._number, self._at = [], None, b"", 0, None
        shutil.rmtree(self._folder, ignore_errors=True)
        return Answer()

    def do_restore(self, states: Sequence[Mapping[str, Any]], saved: int, number_: int) -> Answer:
        """Put back states that the page kept, after a stopped act or a crash of the tab.

        states: for each its `name`, `label`, whether `computed`, and the `file` with its bytes in the folder;
        the first is the workbook as it was. saved: the index of the saved state, or -1.
        """
        found = []
        for one in states:
            path = self._folder / "in" / one["file"]
            found.append(State(one["name"], path.read_bytes(), one["label"], one["computed"]))
            path.unlink()
        self._begin(found[0], saved=found[saved].data if saved >= 0 else b"")
        self._states, self._number = found[1:] or found[:1], number_
        return self._with_screen(Answer())

    def do_sheets(self) -> Answer:
        """The names of the sheets that can be printed."""
        return Answer(shown={"sheets": paper.sheets(self._package())})

    def do_paper(self, sheets: Sequence[str]) -> Answer:
        """The cells of sheets, for the browser's own print."""
        if not self._state.computed:
            self._compute()
        package = self._package()
        return Answer(
            shown={"paper": [{"title": name, "rows": paper.rows(package, name)} for name in sheets]}
        )

    def do_rebuild(self, name: str) -> Answer:
        """Rebuild one of several workbooks in the folder; `do_rebuilt` gives all of them back."""
        path = self._folder / "in" / name
        try:
            report = rebuild(path)
            self._rebuilt[_free_name(name, self._rebuilt)] = path.read_bytes()
        finally:
            path.unlink(missing_ok=True)
        return Answer([f"{name}: {count_of(len(report.changed), 'cell')} changed.", *_lines_of(report)])

    def do_rebuilt(self) -> Answer:
        """The rebuilt workbooks as one zip file."""
        path = self._folder / "out" / "rebuilt.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:  # workbooks are packed already
            for name, data in self._rebuilt.items():
                archive.writestr(name, data)
        self._rebuilt = {}
        return Answer(files=[path])

    # -- states ----------------------------------------------------------------------------------

    @property
    def _state(self) -> State:
        if not self._states:
            raise NothingOpen
        return self._states[-1]

    def _package(self) -> Package:
        return Package(self._state.data, self._state.name)

    def _event(self) -> EventIn:
        return EventIn(self._package())

    def _begin(self, state: State, *, saved: bytes) -> None:
        """Open a workbook in place of the present one. Raises Faults, and then the present one stays."""
        event = EventIn(Package(state.data, state.name))
        view.screen(event)
        found = _NUMBERED.fullmatch(Path(state.name).stem)
        self._states, self._original, self._saved, self._at = [state], state, saved, None
        self._number = int(found["number"] or 1) if found and saved else 0

    def _push(self, state: State) -> None:
        self._states.append(state)
        del self._states[1:-MOST_STATES]  # the first stays: the workbook as it was

    def _compute(self) -> Report:
        """Compute the present state in place. Raises Faults, and then it stays as it is."""
        state = self._state
        report, event = compute_in_memory(self._event(), state.name)
        self._states[-1] = state._replace(data=event.file.to_bytes(), computed=True)
        return report

    def _put(self, name: str, data: bytes) -> Path:
        path = self._folder / "out" / name
        path.write_bytes(data)
        return path

    # -- items -----------------------------------------------------------------------------------

    def _given_file(self, item: Item, wishes: Mapping[str, Any], pasted: str) -> Mapping[str, Path]:
        """The paths for an item's files: what was chosen or pasted, and a folder for what the item writes."""
        given: dict[str, Path] = {}
        for wish in item.paths:
            if wish.kind == "folder":
                given[wish.name] = self._folder / "out"
            elif pasted.strip():
                given[wish.name] = self._folder / "in" / PASTED
                given[wish.name].parent.mkdir(parents=True, exist_ok=True)
                given[wish.name].write_text(pasted, "utf-8")
            elif not wishes.get(wish.name):
                raise NothingGiven
            else:
                given[wish.name] = self._folder / "in" / Path(str(wishes[wish.name])).name
        return given

    def _run(self, item: Item, package: Any, typed: Mapping[str, Any], at: Selected | None) -> Done:
        host = PageHost(self._states[-1] if self._states else None, self._folder / "out")
        end = monotonic() + PATIENCE

        def told(what: str, progress: Progress) -> bool:
            self._tell(
                f"{what}: costs {progress.best} so far; none can cost less than {progress.bound}",
                progress.done,
            )
            return monotonic() > end

        given = {**typed, "host": host, "told": told} | ({"at": at} if at is not None else {})
        return item.run(package, **given)

    def _run_for_players(
        self, item: Item, package: Package, typed: Mapping[str, Any], players: Sequence[int]
    ) -> Done:
        """Run an item once for each chosen row of the list of players."""
        roster = EventIn(package).roster
        if roster is None or not players:
            raise NoPlayersChosen
        said: list[str] = []
        rows = roster.players_with_rows
        done = Done()
        for row in (rows[n][1] for n in players):
            done = self._run(item, package, typed, Selected(roster.sheet.name, row, roster.area.left))
            said += done.said
            if done.refused:
                return done
        return Done(said=said, edits=done.edits)

    def _without_workbook(self, item: Item, typed: Mapping[str, Any]) -> Answer:
        done = self._run(item, book_of(NEW, [], {}), {**typed, "from_nothing": True}, None)
        return self._refusal(done) if done.made is None else self._open_made(done)

    def _refusal(self, done: Done) -> Answer:
        return Answer(done.said, refused=True, question=done.question, table=done.table)

    def _open_made(self, done: Done) -> Answer:
        assert done.made is not None
        report, event = compute_in_memory(EventIn(done.made), done.made.name)
        said = [line for line in done.said if not line.startswith("Save the new workbook")]
        self._begin(State(done.made.name, event.file.to_bytes(), ""), saved=b"")
        return self._with_screen(Answer([*said, *_lines_of(report)]))

    def _after(self, item: Item, package: Package, done: Done) -> Answer:
        """The answer after an item: the changed workbook is computed, and becomes the open one."""
        if done.refused:
            return self._refusal(done)
        if done.made is not None:
            return self._open_made(done)
        book = package if done.book is None else done.book
        assert isinstance(book, Package)
        if item.word in LOOKING:
            return self._looked(done, book)
        files = sorted(path for path in (self._folder / "out").rglob("*") if path.is_file())
        said = [*done.said]
        if book.changed and not files:
            report, event = compute_in_memory(EventIn(book.reread()), self._state.name)
            self._push(State(self._state.name, event.file.to_bytes(), item.title))
            said += _lines_of(report)
        go = done.go or done.first
        answer = Answer(said, table=done.table, go=_cell_of(go), files=files)
        page = next((path for path in files if path.suffix == ".html"), None)
        if page is not None:
            answer.shown = {"preview": page.read_text("utf-8")}
        return self._with_screen(answer)

    def _looked(self, done: Done, book: Package) -> Answer:
        """The answer of an item that only looks: a sheet that it filled is shown as a table."""
        table: Sequence[Sequence[object]] = done.table
        if done.go is not None and done.edits:
            _, event = compute_in_memory(EventIn(book.reread()), self._state.name)
            table = paper.rows(event.file, done.go.sheet)
        else:
            self._at = done.go
        return Answer(done.said or (), table=table, go=_cell_of(done.go))

    # -- the screen ------------------------------------------------------------------------------

    def _with_boards(self, answer: Answer) -> Answer:
        answer.shown = {**answer.shown, "boards": view.boards(self._event()), **self._standing()}
        return answer

    def _with_screen(self, answer: Answer) -> Answer:
        answer.shown = {**answer.shown, "screen": view.screen(self._event()), **self._standing()}
        return answer

    def _standing(self) -> Mapping[str, Any]:
        """What is open and saved, and the present state for the page to keep."""
        state = self._state
        path = self._folder / "state"
        path.write_bytes(state.data)
        first = self._original or state
        kept = {"name": state.name, "label": state.label, "computed": state.computed, "file": str(path)}
        return {
            "open": {
                "name": state.name, "saved": state.data == self._saved,
                "undo": state.label if len(self._states) > 1 else "",
                "key": _key_of(first), "number": self._number, "steps": len(self._states),
            },
            "state": kept,
        }  # fmt: skip


def _field_of(wish: Wish, value: object) -> dict[str, Any]:
    """A field of a form as plain data."""
    shown = value if isinstance(value, bool) else view.text_of(value)
    return {
        "name": wish.name, "label": wish.label, "help": wish.help, "kind": wish.kind,
        "choices": [*wish.choices], "value": shown,
    }  # fmt: skip


def _players_to_choose(item: Item, event: EventIn | None) -> Iterator[str]:
    """The names on the list of players, for an item that acts on selected rows of the list."""
    if item.needs("at") and item.word not in LOOKING and event is not None and event.roster is not None:
        yield from (name for name, _ in event.roster.players_with_rows)


def _lines_of(report: Report) -> list[str]:
    """What computing found: notes, and the cells that keep no value."""
    left = [*map(str, report.not_computed)]
    return [*report.notes, *left]


def _split(cell: str) -> tuple[str, str]:
    sheet, _, ref = cell.rpartition("!")
    return sheet, ref


def _place_of(cell: str) -> Selected | None:
    from xl_dipscore.sheets.xlsx.formula import position

    if not cell:
        return None
    sheet, ref = _split(cell)
    return Selected(sheet, *position(ref))


def _cell_of(at: Selected | None) -> str:
    return "" if at is None else f"{at.sheet}!{address(at.row, at.column)}"


def _value_of(text: str) -> int | str | None:
    """What a typed text becomes in a cell: a whole number, a text, or nothing."""
    typed = text.strip()
    found = number(typed) if typed else None
    return found if isinstance(found, int) and str(found) == typed else typed or None


def _key_of(state: State) -> str:
    """A word that two tabs with one workbook share, and from which nothing about the event can be read."""
    event = EventIn(Package(state.data, state.name))
    return sha256(f"{event.setup.value(IDENTITY) or state.name}".encode()).hexdigest()[:16]


def _free_name(name: str, taken: Iterable[str]) -> str:
    path, there = Path(name), {*taken}
    return next(one for one in _names(path) if one not in there)


def _names(path: Path) -> Iterator[str]:
    yield path.name
    for n in range(2, 1000):
        yield f"{path.stem} {n}{path.suffix}"
