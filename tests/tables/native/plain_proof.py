"""Do cells equal numbers? Settings tried on boards, in two programs, against the product's scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from tests.tables.native.engines import TWO, Rows, at, in_each, same
from tests.tables.native.plain_boards import Row
from tests.tables.native.plain_books import CHECK, COUNTS, SCORE, Book, Expected, expected, words_of, written
from tests.tables.native.plain_settings import Setting
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.tables.native.compiled import Compiled

FILES = 20
"""Workbooks that LibreOffice computes at once."""


@dataclass(frozen=True)
class Trial:
    """A system with options, and the rows on which it is tried."""

    setting: Setting
    rows: Sequence[Row]
    typed_options: bool = True
    lenient: bool = False
    """May it refuse rows that the package understands? It may never show a wrong score beside OK."""


class Wrong(NamedTuple):
    """A wrong cell, and everything typed of its board."""

    program: str
    column: str
    row: int
    got: Any
    expected: Any
    check: Any
    board: str


@dataclass
class Verdict:
    """The verdict on a trial: the number of compared cells, and the wrong ones."""

    trial: Trial
    compiled: Compiled
    cells: int = 0
    wrong: list[Wrong] = field(default_factory=list)
    refusals: list[tuple[str, tuple[Fault, ...]]] = field(default_factory=list)
    """The text of Check beside each refused row, and the package's reason to refuse it."""

    def __str__(self) -> str:
        told = [f"{self.trial.setting}: {len(self.wrong)} of {self.cells} cells wrong"]
        told += [
            f"  {one.program} row {one.row}, {one.column}: {one.got!r}, not {one.expected!r}; "
            f"Check {one.check!r}\n{one.board}"
            for one in self.wrong[:4]
        ]
        return "\n".join(told)


def proved(trials: Iterable[Trial], folder: Path, programs: Collection[str] = TWO) -> Iterator[Verdict]:
    """Each trial's verdict; `folder` is for its workbooks."""
    waiting = iter(trials)
    for number in count():
        some = list(islice(waiting, FILES))
        if not some:
            return
        here = folder / str(number)
        here.mkdir(parents=True)
        books = [_book(here / f"{n:03}.xlsx", trial) for n, trial in enumerate(some)]
        paths = [book.path for book in books]
        found = in_each(paths, folder, ["Games"], programs)
        for trial, book, computed in zip(some, books, found, strict=True):
            yield _verdict(trial, book, {program: sheets["Games"] for program, sheets in computed.items()})


def _book(path: Path, trial: Trial) -> Book:
    system, options = trial.setting
    return written(path, system, options, trial.rows, typed_options=trial.typed_options)


def _verdict(trial: Trial, book: Book, computed: Mapping[str, Rows]) -> Verdict:
    system, options = trial.setting
    verdict = Verdict(trial, book.compiled)
    said = expected(system, options, trial.rows, words_of(system))
    for program, cells in computed.items():
        for number, one in enumerate(said, 2):
            check = at(cells, number, book.column(CHECK))
            fine = isinstance(check, str) and check.startswith("OK")
            if one.played and not one.ok:
                verdict.refusals.append((str(check), one.faults))
            if trial.lenient and not fine:
                continue
            for name, value in _row(one).items():
                got = at(cells, number, book.column(name))
                verdict.cells += 1
                if not same(got, value):
                    board = told(trial.rows, number)
                    verdict.wrong.append(Wrong(program, name, number, got, value, check, board))
            verdict.cells += 1
            silent = check in ("", None)
            if fine != one.ok or silent == one.played:
                should = "OK" if one.ok else "; ".join(map(str, one.faults)) if one.played else ""
                board = told(trial.rows, number)
                verdict.wrong.append(Wrong(program, CHECK, number, check, should, check, board))
    return verdict


def _row(one: Expected) -> dict[str, Any]:
    """The values of a row's cells, by the names of their columns."""
    if not one.ok:
        mark = Faults(one.faults).cell if one.played else ""
        return {SCORE: mark, "played": int(one.played), "ok": 0, "points": 0}
    return {
        SCORE: one.score,
        COUNTS: one.points,
        "played": 1,
        "ok": 1,
        "points": one.points,
        "counts": one.counts,
        "won": int(one.won),
        "drew": int(one.drew),
        "seat": one.seat,
    }


def told(rows: Sequence[Row], number: int) -> str:
    """The typed cells that identify the board of a row."""
    own = rows[number - 2]
    key = str(own.get("round")).strip(), str(own.get("board")).strip()
    what = own.get("what", "a board")
    its = [row for row in rows if (str(row.get("round")).strip(), str(row.get("board")).strip()) == key]
    typed = (", ".join(f"{k}={v!r}" for k, v in row.items() if v is not None and k != "what") for row in its)
    return "\n".join([f"    {what}", *(f"    {line}" for line in typed)])


def every(verdicts: Iterable[Verdict]) -> None:
    """All is right, or AssertionError with the first cells of each trial that are not."""
    wrong = [str(verdict) for verdict in verdicts if verdict.wrong]
    assert not wrong, "\n".join(wrong)
