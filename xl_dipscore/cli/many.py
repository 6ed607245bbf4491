"""Progress, summaries and reports of the commands that work on many workbooks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer

from xl_dipscore.cli.app import MISUSED, leave
from xl_dipscore.cli.output import print_document
from xl_dipscore.cli.reading import secret_scores_of
from xl_dipscore.cli.stopping import status_of
from xl_dipscore.cli.waiting import can_draw
from xl_dipscore.cli.writing import lines_of_computed, note, stderr, write
from xl_dipscore.errors import watch_steps
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.xlsx.target import FileKind
from xl_dipscore.workbooks.acts.attempt import Failed, Watch
from xl_dipscore.workbooks.acts.batch import Batch
from xl_dipscore.workbooks.acts.rebuild_data import Order, Report, text_of_value

if TYPE_CHECKING:
    from rich.table import Table

OneReport = TypeVar("OneReport", bound=Report)
REPORT = FileKind("a report of rebuild", ".json", re.compile(rb'{\s*"dry_run": \w+,\s*"files": \[').match)


@contextmanager
def progress(files: int) -> Iterator[Watch]:
    """Show a progress bar if there is a terminal. Yields the function that updates the bar."""
    if not can_draw():
        yield lambda path, done: None
        return
    from rich import progress as bars
    from rich.console import Console
    from rich.markup import escape

    with bars.Progress(
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
        bars.TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=files)

        def watch(path: Path, done: int) -> None:
            bar.update(task, completed=done, description=escape(path.name))

        with watch_steps(lambda step: bar.update(task, description=step)):
            yield watch


def line_of_report(path: Path, one: Report, *, dry_run: bool = False) -> str:
    """`spring.xlsx: 60 boards, 470 cells changed, in 1.0 seconds.`"""
    changed, left = count_of(len(one.changed), "cell"), count_of(len(one.not_computed), "cell")
    parts = [] if one.boards is None else [count_of(one.boards, "board")]
    if one.changed:
        parts.append(f"{changed} would change" if dry_run else f"{changed} changed")
    else:
        parts.append("nothing to change")
    if one.not_computed:
        parts.append(f"{left} not computed")
    return f"{path}: {', '.join(parts)}, in {one.seconds:.1f} seconds."


def print_summary(batch: Batch[Report], *, dry_run: bool = False) -> None:
    """Print a line on a single file, and a table of several."""
    if len(batch.done) == len(batch.results) == 1:  # without rich, whose import takes time
        note(*(line_of_report(path, one, dry_run=dry_run) for path, one in batch.results.items()))
    else:
        stderr().print(summary(batch, dry_run=dry_run))


def summary(batch: Batch[Report], *, dry_run: bool = False) -> Table:
    """A table with a line for each file: boards, changed cells, cells not computed, seconds."""
    from rich.table import Table
    from rich.text import Text

    table = Table("File", show_footer=len(batch.done) > 1)
    for heading in ("Boards", "Would change" if dry_run else "Changed cells", "Not computed", "Seconds"):
        table.add_column(heading, justify="right")
    rows: list[tuple[int, int, int, float]] = []
    for path, one in batch.done.items():
        name = Text(str(path), overflow="fold")
        if isinstance(one, Failed):
            table.add_row(name, "", "not done", "", "")
            continue
        row = one.boards or 0, len(one.changed), len(one.not_computed), one.seconds
        rows.append(row)
        boards = "" if one.boards is None else str(one.boards)
        table.add_row(name, boards, *map(str, row[1:3]), f"{row[3]:.2f}")
    if table.show_footer:
        *totals, seconds = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0, 0.0)
        footers = [f"{len(batch.done)} files", *map(str, totals), f"{seconds:.2f}"]
        for column, footer in zip(table.columns, footers, strict=True):
            column.footer = footer
    return table


def print_differences(batch: Batch[Report]) -> None:
    """Print the changed numbers of players and games as CSV."""
    from xl_dipscore.tables.cells.csv_text import csv_text
    from xl_dipscore.workbooks.acts.shown_numbers import DIFFERENCE_COLUMNS

    lines = ([path, *one] for path, done in batch.results.items() for one in done.moved or ())
    print(csv_text([["workbook", *DIFFERENCE_COLUMNS], *lines]), end="")


def leave_rebuilt(
    batch: Batch[Report], order: Order, report: Path | None, *, as_document: bool = False
) -> NoReturn:
    """Print the changes that a rebuild made or would make, write the report for programs, and exit.

    as_document: print the result as JSON instead of sentences and CSV.
    """
    if as_document:
        files = [_record(path, one) for path, one in batch.done.items()]
        print_document("rebuild", dry_run=order.dry_run, not_begun=batch.left, rows=files)
    elif order.changes:
        print_differences(batch)
    elif order.dry_run:
        for path, one in batch.results.items():
            for sheet, ref, old, new in one.changed:
                print(f"{path}: {sheet}!{ref} {text_of_value(old)} -> {text_of_value(new)}")
    print_summary(batch, dry_run=order.dry_run)
    for path, one in batch.results.items():
        note(*lines_of_computed(path, one, report=report is None))
        if order.changes and one.moved is None:
            note(f"{path}: no players to list: it has neither a Score column nor Standings.")
    if report is not None:
        write(report, as_json(batch, dry_run=order.dry_run), REPORT)
    leave_many(batch)


def as_json(batch: Batch[Report], *, dry_run: bool = False) -> str:
    """The report of the command rebuild as JSON, for programs."""
    data = {"dry_run": dry_run, "files": [], "not_begun": [str(path) for path in batch.left]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    # One by one: the lists of all changed cells of a season need gigabytes of memory.
    files = (_text({"path": str(path), **_data(one)}) for path, one in batch.done.items())
    inside = ",\n".join(files)
    return text.replace('"files": []', f'"files": [\n{inside}\n ]', 1) if inside else text


def _text(file: dict[str, object]) -> str:
    """A file's part of the report."""
    text = json.dumps(file, indent=1, ensure_ascii=False)
    return "  " + text.replace("\n", "\n  ")


def _data(one: Report | Failed) -> dict[str, object]:
    if isinstance(one, Failed):
        return {"faults": list(one.sentences)}
    data: dict[str, object] = {
        "boards": one.boards,
        "changed": [
            {"sheet": sheet, "cell": ref, "old": old, "new": new} for sheet, ref, old, new in one.changed
        ],
        "not_computed": [
            {"sheet": sheet, "cell": ref, "reason": why, "kept": not waits}
            for sheet, ref, why, waits in one.not_computed
        ],
        "notes": list(one.notes),
        "seconds": round(one.seconds, 4),
    }
    if (others := one.by_version) is not None:
        data["changed_without_input"] = {
            "computed_before_by": others.version or None,
            "numbers": [difference._asdict() for difference in others.changes],
        }
    if one.moved is not None:
        data["moved"] = [difference._asdict() for difference in one.moved]
    return data


def _record(path: Path, one: Report | Failed) -> dict[str, object]:
    """A workbook in the document of `--json`. While it hides its scores, its numbers are left out."""
    if isinstance(one, Failed):
        return {"path": path, "faults": one.sentences}
    secret = secret_scores_of(path)
    data = {**_data(one), "cells_changed": len(one.changed), "secret": secret}
    data.pop("changed_without_input", None)
    if secret:
        data |= {"changed": [], "moved": []}
    return {"path": path, **data}


def regenerated_record(done: tuple[Path, Report | Failed]) -> dict[str, object]:
    """A workbook in the document of regenerate. While it hides its scores, its numbers are left out."""
    path, one = done
    if isinstance(one, Failed):
        return {"path": path, "faults": one.sentences}
    secret, moved = secret_scores_of(one.path), one.moved or ()
    return {
        "path": path,
        "new": one.path,
        "secret": secret,
        "boards": one.boards,
        "numbers_changed": len(moved),
        "not_computed": len(one.not_computed),
        "moved": [] if secret else [difference._asdict() for difference in moved],
        "notes": one.notes,
    }


def leave_many(done: Batch[OneReport]) -> NoReturn:
    """Print why workbooks failed, and how many workbooks are left to do; then exit."""
    for failed in done.failed_files.values():
        for sentence in failed.sentences:
            note(sentence)
    if done.left:
        files = len(done.done) + len(done.left)
        note(f"Stopped: {len(done.results)} of {count_of(files, 'workbook')} done.")
        note("The rest were not touched; run the command again to finish.")
    if done.left and done.stopped is not None:
        raise typer.Exit(status_of(done.stopped))
    if any(failed.misuse for failed in done.failed_files.values()):
        raise typer.Exit(MISUSED)
    leave(done.failed_files or any(one.not_computed for one in done.results.values()))
