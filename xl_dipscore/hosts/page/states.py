"""The open workbook after each step: what Undo goes back to, and what has been saved."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.hosts.page.forms import split_cell, value_typed
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.identity import IDENTITY
from xl_dipscore.workbooks.layout.setup import Setup

MOST = 40
"""The most states that are kept, besides the first."""
TYPING = "typing"
"""The label of a state in which cells were typed."""
_NUMBERED = re.compile(r"(?P<stem>.*?)(?: (?P<number>\d{1,3}))?")


class NothingOpen(Fault):
    """No workbook is open. Open one, or start a new event."""


class NothingToUndo(Fault):
    """Nothing has been changed yet."""


class Typed(NamedTuple):
    """A text that was typed into a cell, such as `Games!E5`."""

    cell: str
    text: str


@dataclass(frozen=True)
class State:
    """The workbook after a step."""

    name: str
    stored: bytes
    """The file without the cells in `typed`."""
    label: str
    """The step in words, for Undo."""
    typed: tuple[Typed, ...] = ()
    """Cells that were typed and not computed. To compute, a package must know which cells have changed."""

    @property
    def package(self) -> Package:
        """The workbook, with the typed cells as its changes."""
        package = Package(self.stored, self.name)
        for cell, text in self.typed:
            package.set_value(*split_cell(cell), value_typed(text))
        return package

    @cached_property
    def data(self) -> bytes:
        """The file with the typed cells."""
        return self.package.to_bytes()


@dataclass
class States:
    """The states of the open workbook, the first as it was opened; empty if no workbook is open."""

    listed: list[State] = field(default_factory=list)
    saved: bytes = b""
    """The workbook that was saved last, or opened."""
    number: int = 0
    """The number in the name of the last save; 0 before the first save of a new event."""
    dropped: int = 0
    """The number of states that were dropped behind the first, so that memory does not fill."""
    key: str = ""
    """A word that two tabs with one workbook share, and from which nothing about the event can be read."""

    @classmethod
    def begin(cls, listed: Sequence[State], saved: bytes) -> "States":
        """Begin with the states of a workbook. saved: its contents on the disk; none for a new event."""
        first = listed[0]
        found = _NUMBERED.fullmatch(Path(first.name).stem)
        number = int(found["number"] or 1) if found and saved else 0
        word = Setup(first.package).value(IDENTITY) or first.name
        return cls([*listed], saved, number, key=sha256(str(word).encode()).hexdigest()[:16])

    def __bool__(self) -> bool:
        return bool(self.listed)

    @property
    def now(self) -> State:
        """The present state. Raises NothingOpen."""
        if not self.listed:
            raise NothingOpen
        return self.listed[-1]

    @property
    def first(self) -> State:
        """The workbook as it was opened. Raises NothingOpen."""
        if not self.listed:
            raise NothingOpen
        return self.listed[0]

    @property
    def is_saved(self) -> bool:
        return self.now.data == self.saved

    def push(self, state: State) -> None:
        """Add a state behind the present one."""
        self.listed.append(state)
        while len(self.listed) > MOST + 1:
            del self.listed[1]
            self.dropped += 1

    def type(self, typed: Sequence[Typed]) -> None:
        """Add a state with typed cells. Cells that are typed one after the other are one step of Undo."""
        now = self.now
        state = State(now.name, now.stored, TYPING, (*now.typed, *typed))
        if now.typed:
            self.listed[-1] = state
        else:
            self.push(state)

    def compute(self, data: bytes) -> None:
        """Put the computed file in place of typed cells; without such cells, computing is a step itself."""
        now = self.now
        if now.typed:
            self.listed[-1] = State(now.name, data, now.label)
        elif data != now.stored:
            self.push(State(now.name, data, "Compute"))

    def undo(self) -> State:
        """Go back one step, and return the state that was left. Raises NothingToUndo and NothingOpen."""
        if self.now is self.first:
            raise NothingToUndo
        return self.listed.pop()

    def save(self) -> str:
        """Count the present state as saved, and return the name for its file: `spring 2.xlsx`."""
        path = Path(self.now.name)
        found = _NUMBERED.fullmatch(path.stem)
        stem = found["stem"] if found and found["number"] else path.stem
        self.number += 1
        self.saved = self.now.data
        return f"{stem} {self.number}{path.suffix}" if self.number > 1 else path.name
