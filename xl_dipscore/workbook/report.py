"""What was done to many workbooks, as lines, as a table and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from xl_dipscore.workbook.batch import Batch, Failed
from xl_dipscore.workbook.rebuild import Rebuilt, Report
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

SHOWN = 20
"""Cells of a workbook that are told on the screen."""


def shown(value: CellValue) -> str:
    """A cell's value as a sentence shows it."""
    if value is None or value == "":
        return "blank"
    if isinstance(value, bool | ErrorMark):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else f"{value:.15g}"


def lines_of_changes(batch: Batch[Rebuilt]) -> Iterator[str]:
    """Every cell with its old and its new value, a line each."""
    for path, one in batch.well.items():
        for sheet, ref, old, new in one.report.changed:
            yield f"{path}: {sheet}!{ref} {shown(old)} -> {shown(new)}"


def lines_of_not_computed(path: Path, done: Report, *, report: bool = False) -> Iterator[str]:
    """Every cell that keeps its old value, and why. report: could a report list those that are too many?"""
    for sheet, ref, reason in done.not_computed[:SHOWN]:
        yield f"{path}: {sheet}!{ref} keeps its old value: {reason}"
    if (more := len(done.not_computed) - SHOWN) > 0:
        yield f"{path}: and {more} more cells{'; --report lists them all' if report else ''}."


def summary(batch: Batch[Rebuilt], *, dry_run: bool = False) -> Table:
    """A line a file: boards, changed cells, cells not computed, seconds."""
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
        report = one.report
        row = one.boards or 0, len(report.changed), len(report.not_computed), report.seconds
        rows.append(row)
        boards = "" if one.boards is None else str(one.boards)
        table.add_row(name, boards, *map(str, row[1:3]), f"{row[3]:.2f}")
    if table.show_footer:
        *totals, seconds = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0, 0.0)
        footers = [f"{len(batch.done)} files", *map(str, totals), f"{seconds:.2f}"]
        for column, footer in zip(table.columns, footers, strict=True):
            column.footer = footer
    return table


def as_json(batch: Batch[Rebuilt], *, dry_run: bool = False) -> str:
    """The whole report, for programs."""
    files = [{"path": str(path), **_data(one)} for path, one in batch.done.items()]
    data = {"dry_run": dry_run, "files": files, "not_begun": [str(path) for path in batch.left]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _data(one: Rebuilt | Failed) -> dict[str, object]:
    if isinstance(one, Failed):
        return {"faults": list(one.sentences)}
    report = one.report
    data: dict[str, object] = {
        "boards": one.boards,
        "changed": [
            {"sheet": sheet, "cell": ref, "old": old, "new": new} for sheet, ref, old, new in report.changed
        ],
        "not_computed": [
            {"sheet": sheet, "cell": ref, "reason": why} for sheet, ref, why in report.not_computed
        ],
        "seconds": round(report.seconds, 4),
    }
    if one.moved is not None:
        data["moved"] = [difference._asdict() for difference in one.moved]
    return data
