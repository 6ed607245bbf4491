"""Everything that the page can ask for. It calls `Desk.answer` with the name of a request and its values."""

import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from xl_dipscore.errors import Fault, Faults, watch_steps
from xl_dipscore.hosts.page import forms, paper, view
from xl_dipscore.hosts.page.forms import LOOKING, NEW
from xl_dipscore.hosts.page.services import PageHost
from xl_dipscore.hosts.page.states import State, States, Typed
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.seating.search import Progress
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.rebuild import compute_in_memory, rebuild
from xl_dipscore.workbooks.acts.rebuild_data import Report
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.book import book_of
from xl_dipscore.workbooks.live.menu import Done, Item, Selected, item_of, items, make_refusal

PASTED = "pasted.csv"
"""The name of the file that pasted text becomes."""
LISTS = (".csv", ".tsv", ".txt")
"""The endings of files that are taken into a workbook, and are not opened."""
FOLDER = Path("/event")
"""The folder of the page's files in the memory of the browser's Python."""
_FOLDER = re.compile(rf"{FOLDER.as_posix()}/(?:in|out)/")
PATIENCE = 60
"""Seconds after which a search ends with the best draw so far."""


class NoPlayersChosen(Fault):
    """No player is chosen. Tick at least one."""


class NothingGiven(Fault):
    """There is no file and no pasted text. Choose a file, or paste the text."""


class ListInsteadOfWorkbook(Fault):
    """{file} is a list and not a workbook. Open your workbook or start a new event, then choose {item}."""


class NotTyped(Fault):
    """{cell} holds a formula, so nothing was typed into it."""


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
            "said": [*map(_without_folder, self.said)], "refused": self.refused,
            "question": self.question, "go": self.go,
            "table": [[*map(view.text_of, row)] for row in self.table], **self.shown,
            "files": [str(path) for path in self.files],
        }  # fmt: skip
        return json.dumps(facts)


class Desk:
    """The open workbook, and the folder for files that the page takes or gives.

    tell: called with words on the present step, and the part of it that is done (0 to 1, or None).
    """

    def __init__(self, folder: Path, tell: Callable[[str, float | None], None] = lambda words, done: None):
        self._in, self._out, self._kept = folder / "in", folder / "out", folder / "state"
        self._tell = tell
        self._states = States()
        self._at: Selected | None = None
        """The cell of the problem that Check showed last."""
        self._rebuilt: dict[str, bytes] = {}

    def answer(self, request: str, given: Mapping[str, Any]) -> Answer:
        """Do what the page asks. Faults become a refusal, and then nothing has changed."""
        shutil.rmtree(self._out, ignore_errors=True)
        self._out.mkdir(parents=True)
        try:
            with watch_steps(lambda step: self._tell(step, None) if step else None):
                return getattr(self, f"do_{request}")(**given)  # type: ignore[no-any-return]
        except Faults as wrong:
            return Answer(make_refusal(wrong).said, refused=True)

    # -- opening and saving ----------------------------------------------------------------------

    def do_open(self, name: str) -> Answer:
        """Open a workbook that the page put into the folder. Raises Faults if it cannot be read."""
        data = self._take(name)
        if Path(name).suffix.lower() in LISTS:
            raise ListInsteadOfWorkbook(file=name, item=item_of("take_in").title)
        self._begin([State(name, data, "")], saved=data)
        return self._with_screen(Answer())

    def do_save(self) -> Answer:
        """The workbook as a file with the next number in its name; a page cannot replace a file."""
        self._compute_if_typed()
        name = self._states.save()
        path = self._put(name, self._states.now.data)
        return self._with_screen(Answer([f"{name} is handed to the browser to save."], files=[path]))

    def do_original(self) -> Answer:
        """The workbook as it was when it was opened."""
        first = self._states.first
        path = Path(first.name)
        return Answer(files=[self._put(f"{path.stem} as it was{path.suffix}", first.data)])

    def do_close(self) -> Answer:
        """Forget the workbook and all its states."""
        self._states, self._at = States(), None
        for one in (self._in, self._out):
            shutil.rmtree(one, ignore_errors=True)
        self._kept.unlink(missing_ok=True)
        return Answer()

    def do_restore(self, states: Sequence[Mapping[str, Any]], saved: int, number: int) -> Answer:
        """Put back states that the page kept, after a stopped act or a crash of the tab.

        states: for each its `name`, `label`, cells `typed`, and the `file` with its bytes in the folder.
        saved: the index of the saved state, or -1. number: the number of the last save.
        """
        found = [
            State(
                one["name"], self._take(one["file"]), one["label"], tuple(Typed(*it) for it in one["typed"])
            )
            for one in states
        ]
        self._begin(found, saved=found[saved].data if saved >= 0 else b"")
        self._states.number = number
        return self._with_screen(Answer())

    def do_rebuild(self, name: str) -> Answer:
        """Rebuild one of several workbooks in the folder; `do_rebuilt` gives all of them back."""
        path = self._in / name
        try:
            report = rebuild(path)
            self._rebuilt[next(one for one in _names(path) if one not in self._rebuilt)] = path.read_bytes()
        finally:
            path.unlink(missing_ok=True)
        return Answer([f"{name}: {count_of(len(report.changed), 'cell')} changed.", *_lines_of(report)])

    def do_rebuilt(self) -> Answer:
        """The rebuilt workbooks as one zip file; none if there are none."""
        path = self._out / "rebuilt.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:  # workbooks are packed already
            for name, data in self._rebuilt.items():
                archive.writestr(name, data)
        found, self._rebuilt = [path] if self._rebuilt else [], {}
        return Answer(files=found)

    # -- acts ------------------------------------------------------------------------------------

    def do_menu(self) -> Answer:
        """The items of the menu, in its order and groups."""
        listed = [
            {"word": one.word, "title": one.title, "help": one.help, "group": one.order // 100}
            for one in items()
        ]
        return Answer(shown={"items": listed})

    def do_form(self, word: str) -> Answer:
        """The form of an item, with its initial values."""
        return Answer(shown=forms.form_of(item_of(word), self._event() if self._states else None))

    def do_run(
        self,
        word: str,
        wishes: Mapping[str, Any],
        at: str = "",
        players: Sequence[int] = (),
        pasted: str = "",
        agreed: bool = False,
    ) -> Answer:
        """Run an item of the menu, and compute the workbook if the item changed it.

        at: the cell of a board, as `Games!E5`. players: the chosen rows of the list of players, from 0.
        """
        item = item_of(word)
        typed = {**wishes, **self._paths(item, wishes, pasted), "agreed": agreed}
        if not self._states:
            done = self._run(item, book_of(NEW, [], {}), {**typed, "from_nothing": True}, None)
            return self._refusal(done) if done.made is None else self._open_made(done)
        self._compute_if_typed()
        package = self._states.now.package
        if forms.acts_on_players(item):
            done = self._run_for_players(item, package, typed, players)
        else:
            here = self._at if word == "check" else forms.place_of(at)
            done = self._run(item, package, typed, here)
        return self._after(item, package, done)

    def do_type(self, cells: Sequence[Mapping[str, str]]) -> Answer:
        """Type into cells of boards, without computing. Each has `cell` as `Games!E5`, and `text`."""
        package = self._states.now.package
        for one in cells:
            sheet, ref = forms.split_cell(one["cell"])
            at = forms.place_of(one["cell"])
            if at is not None and package.sheet(sheet).is_computed(at.row, at.column):
                raise NotTyped(cell=f"{sheet} {ref}")
        self._states.type([Typed(one["cell"], one["text"]) for one in cells])
        return Answer(shown={"boards": view.boards(self._event()), **self._standing()})

    def do_compute(self) -> Answer:
        """Compute the workbook, as `dipscore rebuild` does."""
        return self._with_screen(Answer(_lines_of(self._compute())))

    def do_screen(self) -> Answer:
        """What the page shows, computed if cells were typed."""
        self._compute_if_typed()
        return self._with_screen(Answer())

    def do_undo(self) -> Answer:
        """Go back to the state before the last step."""
        return self._with_screen(Answer([f"Undone: {self._states.undo().label}."]))

    def do_sheets(self) -> Answer:
        """The names of the sheets that can be printed."""
        return Answer(shown={"sheets": paper.sheets(self._states.now.package)})

    def do_paper(self, sheets: Sequence[str]) -> Answer:
        """The cells of sheets, for the browser's own print."""
        self._compute_if_typed()
        package = self._states.now.package
        printed = [{"title": name, "rows": paper.rows(package, name)} for name in sheets]
        return Answer(shown={"paper": printed})

    # -- files and states ------------------------------------------------------------------------

    def _take(self, name: str) -> bytes:
        """The contents of a file that the page put into the folder; the file is deleted."""
        path = self._in / name
        data = path.read_bytes()
        path.unlink()
        return data

    def _put(self, name: str, data: bytes) -> Path:
        path = self._out / name
        path.write_bytes(data)
        return path

    def _event(self) -> EventIn:
        return EventIn(self._states.now.package)

    def _begin(self, states: Sequence[State], *, saved: bytes) -> None:
        """Open a workbook in place of the present one. Raises Faults, and then the present one stays."""
        view.screen(EventIn(states[-1].package))
        self._states, self._at = States.begin(states, saved), None

    def _compute(self) -> Report:
        """Compute the present state: in place if cells were typed, otherwise as a step. Raises Faults."""
        report, event = compute_in_memory(self._event(), self._states.now.name)
        self._states.compute(event.file.to_bytes())
        return report

    def _compute_if_typed(self) -> None:
        if self._states.now.typed:
            self._compute()

    # -- items -----------------------------------------------------------------------------------

    def _paths(self, item: Item, wishes: Mapping[str, Any], pasted: str) -> Mapping[str, Path]:
        """The paths for an item's files: what was chosen or pasted, and a folder for what the item writes."""
        given: dict[str, Path] = {}
        for wish in item.paths:
            name = str(wishes.get(wish.name) or "")
            if wish.kind == "folder":
                given[wish.name] = self._out
            elif pasted.strip():
                given[wish.name] = self._in / PASTED
                self._in.mkdir(parents=True, exist_ok=True)
                given[wish.name].write_text(pasted, "utf-8")
            elif not name:
                raise NothingGiven
            else:
                given[wish.name] = self._in / Path(name).name
        return given

    def _run(self, item: Item, book: Any, typed: Mapping[str, Any], at: Selected | None) -> Done:
        end = monotonic() + PATIENCE

        def told(what: str, progress: Progress) -> bool:
            words = f"{what}: costs {progress.best} so far; no draw can cost less than {progress.bound}"
            self._tell(words, progress.done)
            return monotonic() > end

        given = {**typed, "host": PageHost(self._states, self._out), "told": told}
        return item.run(book, **given, **({} if at is None else {"at": at}))

    def _run_for_players(
        self, item: Item, package: Package, typed: Mapping[str, Any], players: Sequence[int]
    ) -> Done:
        """Run an item once for each chosen row of the list of players."""
        roster = EventIn(package).roster
        if roster is None or not players:
            raise NoPlayersChosen
        listed, said = roster.players_with_rows, list[str]()
        for row in (listed[n][1] for n in players):
            done = self._run(item, package, typed, Selected(roster.sheet.name, row, roster.area.left))
            if done.refused:
                return done
            said += done.said
        return Done(said=said)

    def _refusal(self, done: Done) -> Answer:
        return Answer(done.said, refused=True, question=done.question, table=done.table)

    def _open_made(self, done: Done) -> Answer:
        """Open the workbook that an item made."""
        assert done.made is not None
        report, event = compute_in_memory(EventIn(done.made), done.made.name)
        self._begin([State(done.made.name, event.file.to_bytes(), "")], saved=b"")
        return self._with_screen(Answer([*done.said, *_lines_of(report)]))

    def _after(self, item: Item, package: Package, done: Done) -> Answer:
        """The answer after an item: a changed workbook is computed, and becomes the present state."""
        if done.refused:
            return self._refusal(done)
        if done.made is not None:
            return self._open_made(done)
        book = package if done.book is None else done.book
        assert isinstance(book, Package)
        if item.word in LOOKING:
            return self._looked(done, book)
        files = self._files_of(item)
        said = [*done.said]
        if book.changed and not files:
            name = self._states.now.name
            report, event = compute_in_memory(EventIn(book), name)
            self._states.push(State(name, event.file.to_bytes(), item.title))
            said += _lines_of(report)
        answer = Answer(said, table=done.table, go=forms.cell_of(done.go or done.first), files=files)
        page = next((path for path in files if path.suffix == ".html"), None)
        if page is not None:
            answer.shown = {"preview": page.read_text("utf-8")}
        return self._with_screen(answer)

    def _files_of(self, item: Item) -> list[Path]:
        """The files that an item wrote; several as one zip file, since browsers ask about each download."""
        found = sorted(path for path in self._out.rglob("*") if path.is_file())
        if len(found) < 2:
            return found
        with zipfile.ZipFile(self._out / f"{item.title}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in found:
                archive.write(path, path.relative_to(self._out))
        return [self._out / f"{item.title}.zip"]

    def _looked(self, done: Done, book: Package) -> Answer:
        """The answer of an item that only looks: a sheet that it filled is shown as a table."""
        table: Sequence[Sequence[object]] = done.table
        if done.go is not None and done.edits:
            _, event = compute_in_memory(EventIn(book), self._states.now.name)
            table = paper.rows(event.file, done.go.sheet)
        else:
            self._at = done.go
        return Answer(done.said, table=table, go=forms.cell_of(done.go))

    # -- the screen ------------------------------------------------------------------------------

    def _with_screen(self, answer: Answer) -> Answer:
        answer.shown = {**answer.shown, "screen": view.screen(self._event()), **self._standing()}
        return answer

    def _standing(self) -> Mapping[str, Any]:
        """What is open and saved, and the present state for the page to keep."""
        states, state = self._states, self._states.now
        self._kept.write_bytes(state.stored)
        steps = len(states.listed)
        kept = {"name": state.name, "label": state.label, "typed": state.typed, "file": str(self._kept)}
        standing = {
            "name": state.name, "saved": states.is_saved, "undo": state.label if steps > 1 else "",
            "key": states.key, "number": states.number, "steps": steps, "dropped": states.dropped,
        }  # fmt: skip
        return {"open": standing, "state": kept}


def _without_folder(line: str) -> str:
    """A sentence without the page's own folder, which is nowhere on the person's disk."""
    return _FOLDER.sub("", line)


def _lines_of(report: Report) -> list[str]:
    """What computing found: notes, and the cells that have no value or an old one."""
    return [*report.notes, *map(str, report.not_computed)]


def _names(path: Path) -> Iterator[str]:
    """Names for a file: its own, then with 2, 3, ... behind it."""
    yield path.name
    for n in range(2, 1000):
        yield f"{path.stem} {n}{path.suffix}"
