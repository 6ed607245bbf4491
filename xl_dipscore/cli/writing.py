"""Print and write the results of commands: CSV, sentences, and tables to read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from xl_dipscore.cli.app import PRINTED_FAULTS, READ, leave
from xl_dipscore.cli.output import Document, Output, ShownOutput
from xl_dipscore.cli.records import heading_for_programs
from xl_dipscore.errors import ERRORS, Fault, Faults, Misuse
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.points import text

if TYPE_CHECKING:
    from rich.console import Console

    from xl_dipscore.rules.tournament.problem import Problem
    from xl_dipscore.sheets.xlsx.target import FileKind
    from xl_dipscore.tables.cells.values import Cell
    from xl_dipscore.workbooks.acts.rebuild_data import Report


Kinds = type[Faults] | tuple[type[Faults], ...]


def finish(
    table: Iterable[Sequence[Cell]],
    to: Output,
    faults: Sequence[Fault],
    found: Sequence[Problem] = (),
    *,
    document: Document,
    shown: bool = False,
) -> NoReturn:
    """Print the table as CSV or write it to a file, and exit. If there are faults, no file is written.

    table: read once, and only if it is printed or written.
    found: all problems of the event, including the faults.
    document: the same as JSON, for --json; if it has no rows, those of the table.
    shown: was the table printed already for reading? Then it is not printed as CSV.
    """
    from xl_dipscore.tables.cells.csv_text import csv_lines

    output = to.output
    if to.json_:
        if "rows" not in document.parts:
            header, *lines = table
            document = document.with_rows(header, lines)
        written = iter([document.text(faults, found)])
    else:
        written = csv_lines(table)
    print_faults(faults)
    if output is None and shown:
        pass
    elif output is None:
        sys.stdout.writelines(written)
    elif faults:
        note(f"{output} was not written.")
    else:
        write(output, "".join(written), kind_of_json() if to.json_ else None, excel=to.excel)
    print_problems(found, faults)
    leave(faults)


def kind_of_json() -> FileKind:
    from xl_dipscore.sheets.xlsx.target import FileKind

    return FileKind("a result as JSON", ".json", re.compile(rb'\s*{\s*"schema":').match)


def finish_table(
    title: str,
    table: Iterable[Sequence[object]],
    to: ShownOutput,
    faults: Sequence[Fault],
    found: Sequence[Problem],
    *,
    document: Document,
    read: Sequence[Sequence[object]] = (),
    lead: int = 1,
    below: str = "",
) -> NoReturn:
    """With --show, print a table for reading. Then call `finish`, with the headings in small letters.

    read: the table to print instead of `table`, if any. lead, below: as in `show_table`.
    """
    if to.show:
        table = [*table]
        first, *others = read or table
        show_table(title, first, others, lead=lead, below=below)
    lines = iter(table)
    named = [*map(heading_for_programs, next(lines))]
    known = map(_blank_errors, lines)
    finish(chain([named], known), to, faults, found, document=document, shown=to.show)


def _blank_errors(line: Sequence[object]) -> Sequence[object]:
    """The line with None in place of errors: the same line if it has none, as in most of a large table."""
    if any(cell in ERRORS for cell in line):
        return [None if cell in ERRORS else cell for cell in line]
    return line


def write(path: Path, written: str | bytes, kind: FileKind | None = None, *, excel: bool = False) -> None:
    """Write a file, by default CSV, with a note if a file is replaced. Raises a Fault if writing fails.

    excel: begin a text with a byte-order mark, without which Excel on Windows takes it for an old encoding.
    Workbooks (made new or edited in place) and pages of the command publish are written elsewhere.
    """
    from xl_dipscore.sheets.xlsx.target import CSV, write_file

    if excel and isinstance(written, str):
        written = f"\N{ZERO WIDTH NO-BREAK SPACE}{written}"
    if replaced := write_file(path, written, kind or CSV, READ):
        note(f"{replaced} already existed and was replaced.")


def print_or_write(
    path: Path | None, written: str, kind: FileKind | None = None, *, excel: bool = False
) -> None:
    """Print a text, or write it to a file. kind, excel: as in `write`."""
    if path is None:
        print(written, end="")
    else:
        write(path, written, kind, excel=excel)


def check_output(path: Path | None, kind: FileKind | None = None) -> None:
    """Raise a Fault if a file cannot be written. Commands call this before they compute the content."""
    from xl_dipscore.sheets.xlsx.target import CSV, check_target

    if path is not None:
        check_target(path, kind or CSV, READ)


def print_faults(faults: Iterable[Fault]) -> None:
    for fault in faults:
        PRINTED_FAULTS.append(fault)
        print(f"{fault} {fault.remedy}".rstrip(), file=sys.stderr)


def leave_unwritten(output: Path | None, *, whole: bool) -> NoReturn:
    """Exit, because of faults that were printed. whole: is nothing of the input without a fault?"""
    if output is not None:
        note(f"{output} was not {'changed' if output.exists() else 'written'}.")
    if not whole:
        note("--rest leaves out what is faulty, and writes all others.")
    leave(faulty=True)


@contextmanager
def exit_on_fault(unchanged: Path | None = None, kinds: Kinds = Faults) -> Iterator[None]:
    """End the command at faults of `kinds`, except Misuse, with a note that `unchanged` was not changed."""
    try:
        yield
    except Misuse:
        raise
    except kinds as wrong:
        print_faults(wrong.faults)
        if unchanged is not None:
            note(f"{unchanged} was not changed.")
        leave(faulty=True)


def print_problems(found: Sequence[Problem], said: Iterable[Fault] = ()) -> None:
    """Print the problems of an event, and their number. Faults in `said` and unread columns are skipped."""
    from xl_dipscore.rules.tournament.problem import lines_of_problems
    from xl_dipscore.tables.cells.unread import Unread

    columns = (one.fault for one in found if isinstance(one.fault, Unread))  # printed when the file was read
    for line in lines_of_problems(found, [*said, *columns]):
        note(line)


def note(*lines: str) -> None:
    """Print sentences to standard error, where they do not mix with results."""
    for line in lines:
        print(line, file=sys.stderr)


def prefix_file(file: Path, lines: Iterable[object]) -> Iterator[str]:
    """Put the file before each line that does not begin with the file."""
    return (line if line.startswith(str(file)) else f"{file}: {line}" for line in map(str, lines))


def lines_of_computed(path: Path, done: Report, *, report: bool = False) -> Iterator[str]:
    """The lines to print about a computed workbook. report: as in `lines_of_not_computed`."""
    yield from prefix_file(path, done.notes)
    yield from lines_of_not_computed(path, done, report=report)
    yield from prefix_file(path, done.problems)


def leave_acted(path: Path, done: Report, *, faulty: bool = False) -> NoReturn:
    """Print what a command did to a workbook, and exit. faulty: did the command's input have a fault?"""
    if done.did:
        note(f"{path}: {done.did}, {count_of(len(done.changed), 'value')} changed.")
    note(*lines_of_computed(path, done))
    leave(faulty or done.not_computed)


SHOWN = 20
"""The largest number of cells of a workbook that are listed on the screen as not computed."""


def lines_of_not_computed(path: Path, done: Report, *, report: bool = False) -> Iterator[str]:
    """Lines about cells that could not be computed. report: recommend --report, which lists all cells?"""
    for sheet, ref, reason, waits in done.not_computed[:SHOWN]:
        what = "is blank until the workbook is opened" if waits else "keeps its old value"
        yield f"{path}: {sheet}!{ref} {what}: {reason}"
    if (more := len(done.not_computed) - SHOWN) > 0:
        yield f"{path}: and {count_of(more, 'more cell')}{'; --report lists them all' if report else ''}."


def show_table(
    title: str, header: Sequence[object], lines: Iterable[Sequence[object]], *, lead: int = 1, below: str = ""
) -> None:
    """Print a table for reading, and then the line `below`. Columns of numbers are right-aligned.

    A table that is too wide continues further down, with its first `lead` columns repeated.
    """
    from rich.cells import cell_len
    from rich.markup import escape
    from rich.table import Table

    out = stdout()
    named = [str(name) for name in header]
    rows = [[_cell_text(cell) for cell in line] for line in lines]
    columns = [[name, *(row[i] for row in rows)] for i, name in enumerate(named)]
    widths = [max(map(cell_len, column)) + PADDING for column in columns]
    for number, part in enumerate(_parts(widths, lead, out.width - 1)):
        table = Table(title=None if number else escape(title), title_justify="left")
        for i in part:
            numbers = all(map(_is_number, columns[i][1:]))
            table.add_column(escape(named[i]), justify="right" if numbers else "left")
        for row in rows:
            table.add_row(*(escape(row[i]) for i in part))
        out.print(table)
    if below:
        out.print(below, highlight=False, markup=False)


PADDING = 3
"""The width of the spaces and the border of a column."""


def _parts(widths: Sequence[int], lead: int, room: int) -> Iterator[list[int]]:
    """The columns of each part of a wide table: the first `lead` columns, and as many others as fit."""
    part = first = [*range(lead)]
    for i in range(lead, len(widths)):
        if part != first and sum(widths[n] for n in part) + widths[i] > room:
            yield part
            part = first
        part = [*part, i]
    yield part


def _cell_text(cell: object) -> str:
    if cell is None:
        return ""
    return text(cell) if isinstance(cell, Fraction) else str(cell)


def _is_number(cell: str) -> bool:
    return cell in (*ERRORS, "?", "") or cell.rstrip("*").replace(".", "", 1).lstrip("-").isdecimal()


def with_cell(row: Sequence[Cell], column: int, cell: Cell) -> list[Cell]:
    """A copy of a row with `cell` in `column`. The row is lengthened if it has no such column."""
    padded = [*row, *[""] * (column + 1 - len(row))]
    padded[column] = cell
    return padded


def stdout() -> Console:
    return _console(stderr=False)


def stderr() -> Console:
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    """A console to print on. Without a terminal, such as in a pipe, lines may have 160 characters."""
    from rich.console import Console

    terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(stderr=stderr, width=None if terminal else 160)
