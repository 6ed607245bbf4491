"""What was done to many workbooks, as lines to read and for programs."""

import json
from collections.abc import Iterator
from pathlib import Path

from xl_dipscore.board import count_of
from xl_dipscore.workbook.batch import Batch, Failed
from xl_dipscore.workbook.rebuild_data import Report, shown

SHOWN = 20
"""Cells of a workbook that are listed on the screen."""


def lines_of_changes(batch: Batch[Report]) -> Iterator[str]:
    """Every cell with its old and its new value, a line each."""
    for path, one in batch.well.items():
        for sheet, ref, old, new in one.changed:
            yield f"{path}: {sheet}!{ref} {shown(old)} -> {shown(new)}"


def lines_of_not_computed(path: Path, done: Report, *, report: bool = False) -> Iterator[str]:
    """Every cell that could not be computed, and why. report: could a report list those that are too many?"""
    for sheet, ref, reason, waits in done.not_computed[:SHOWN]:
        what = "is blank until the workbook is opened" if waits else "keeps its old value"
        yield f"{path}: {sheet}!{ref} {what}: {reason}"
    if (more := len(done.not_computed) - SHOWN) > 0:
        yield f"{path}: and {count_of(more, 'more cell')}{'; --report lists them all' if report else ''}."


def as_json(batch: Batch[Report], *, dry_run: bool = False) -> str:
    """The whole report, for programs."""
    files = [{"path": str(path), **_data(one)} for path, one in batch.done.items()]
    data = {"dry_run": dry_run, "files": files, "not_begun": [str(path) for path in batch.left]}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


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
