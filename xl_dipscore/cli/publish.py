"""Commands that show an event: pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xl_dipscore.board import count_of
from xl_dipscore.cli.app import FAULTY, OK, EngineName, group

command = group("Workbooks")


@command("publish")
def publish_(
    workbook: Annotated[Path, typer.Argument(metavar="WORKBOOK.XLSX", help="A workbook with games.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="The folder for the page.")
    ],
    engine: EngineName = "auto",
) -> None:
    """Make one page of the event, index.html, for phones, a projector and the club's site.

    It needs nothing beside it. With #screen after its address it is for a projector. The workbook stays as
    it is.
    """
    from xl_dipscore.calculate import find_calculator
    from xl_dipscore.cli.writing import note, say
    from xl_dipscore.publish.page import publish
    from xl_dipscore.workbook.layout.games import NoGamesSheet
    from xl_dipscore.workbook.report import lines_of_not_computed

    find_calculator.check()
    try:
        done = publish(workbook, output, engine=engine)
    except NoGamesSheet as wrong:
        say([wrong])
        raise typer.Exit(FAULTY) from None
    what = f"{count_of(done.boards, 'board')}, {count_of(done.players, 'player')}"
    note(f"{done.page}: {what}, {done.size / 1000:.0f} KB.")
    if done.stale:
        note(
            f"{workbook}: {count_of(done.stale, 'number')} on the page computed anew; store them with: "
            f"dipscore rebuild {workbook}"
        )
    for line in (*done.report.notes, *done.problems):
        note(f"{workbook}: {line}")
    for line in (*lines_of_not_computed(workbook, done.report), *done.lost):
        note(line)
    raise typer.Exit(FAULTY if done.report.not_computed else OK)
