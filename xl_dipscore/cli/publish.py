"""The command that writes the web page of an event or a season."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from xl_dipscore.cli.app import EngineName, ScoresShown, check_apart, group, leave
from xl_dipscore.cli.writing import exit_on_fault, lines_of_computed, note, prefix_file
from xl_dipscore.rules.board import count_of

if TYPE_CHECKING:
    from xl_dipscore.workbooks.publish.page import Published

command = group("Workbooks")


@command("publish")
def publish_(
    workbook: Path,
    output: Path,
    values: bool = False,
    watch: bool = False,
    replace: bool = False,
    engine: EngineName = "auto",
    scores: ScoresShown | None = None,
) -> None:
    """Write the event's page, index.html, for phones, a projector and the club's site.

    The page is self-contained. Add #screen to its address for a projector. The workbook is not changed.
    While the workbook's sheet Print hides scores, so does the page.

    Options:
        workbook WORKBOOK.XLSX: A workbook with games.
        -o, --output FOLDER: The folder for the page.
        --values: Beside the page, also write NAME-values.xlsx, for Google Sheets, Numbers, phones and mail:
            the workbook with values in place of our formulas, without private data.
        --watch: Run until Ctrl-C: publish again whenever the workbook is saved, also while it is open.
        --replace: Replace the page in the folder even if it belongs to another event.
    """
    from xl_dipscore.cli.season import is_season
    from xl_dipscore.workbooks.layout.games import NoGamesSheet
    from xl_dipscore.workbooks.publish.page import publish

    def work(path: Path) -> Published:
        if is_season(path):
            from xl_dipscore.workbooks.publish.season import publish_season

            check_apart({f"{path} (a season)": True, "--values": values, "--scores": scores})
            return publish_season(path, output, engine, replace=replace)
        return publish(path, output, engine=engine, values=values, scores=scores or "", replace=replace)

    if watch and workbook.is_file():  # any other path raises a fault below
        from xl_dipscore.cli.watching import Watched

        replace = replace or _may_replace(workbook, output)
        Watched([workbook], work, _lines).watch()
    with exit_on_fault(kinds=NoGamesSheet):
        done = work(workbook)
    note(*_lines(workbook, done))
    leave(done.not_computed)


def _may_replace(workbook: Path, folder: Path) -> bool:
    """Ask whether to replace the page of another event, if there is one. Raises OtherPage after a no."""
    from xl_dipscore.errors import Faults
    from xl_dipscore.workbooks.layout.identity import OtherPage
    from xl_dipscore.workbooks.publish.page import check_page

    try:
        check_page(workbook, folder)
    except OtherPage as other:
        if not _confirm(f"{other} Replace it?"):
            raise
        return True
    except Faults:
        return False  # Watched reports it, and tries again after the next save
    return False


def _confirm(question: str) -> bool:
    """Ask at the terminal. Without anybody who can answer, the answer is no."""
    try:
        return typer.confirm(question, err=True)
    except (typer.Abort, OSError):
        return False


def _lines(workbook: Path, done: Published) -> Iterator[str]:
    """Lines to print about a page that was written."""
    boards = "" if done.boards is None else f"{count_of(done.boards, 'board')}, "
    what = f"{boards}{count_of(done.players, 'player')}"
    yield f"{done.page}: {what}, {done.size / 1000:.0f} KB."
    if done.secret:
        yield f"{workbook}: {done.secret}"
    yield from done.unfinished
    if done.stale:
        yield (
            f"{workbook}: {count_of(done.stale, 'number')} on the page were recomputed; store them with: "
            f"dipscore rebuild {workbook}"
        )
    yield from (*lines_of_computed(workbook, done), *done.outdated)
    if done.values is not None:
        held = (
            "boards and centres, as on the page" if done.secret else "values stand in place of our formulas"
        )
        yield f"{done.values}: {held}."
        yield from prefix_file(done.values, done.about_values)
