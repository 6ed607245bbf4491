"""The menu items "Publish the Page" and "Export"."""

from collections.abc import Mapping
from typing import Literal

from xl_dipscore.errors import Faults
from xl_dipscore.sheets.xlsx.replace import bytes_of, replace
from xl_dipscore.tables.exchange.writers import writer_of
from xl_dipscore.workbooks.acts.for_export import outgoing_of_workbook, write_export
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.identity import OtherPage
from xl_dipscore.workbooks.live.menu import Done, Folder, Host, item, make_refusal

Kinds = Literal["wdd", "text", "games", "json", "players", "board-call"]
"""The kinds of export; `dipscore export --list` explains them."""


def check_games(event: EventIn) -> Mapping[str, object]:
    """Raise Faults for a workbook without a games list, before the form asks for a folder."""
    event.boards.check_listed()
    event.check_sheets()
    return {}


@item("Publish the Page", order=220, picture="FileSaveAs", starts=check_games)
def publish(event: EventIn, *, folder: Folder, host: Host, agreed: bool = False) -> Done:
    """Write the event's page, index.html, for phones, a projector and the club's site.

    Wishes:
        folder: The folder for the page.
    """
    try:
        return Done(said=host.publish(folder, replace=agreed))
    except Faults as wrong:
        if not any(isinstance(one, OtherPage) for one in wrong.faults):
            raise
        return Done(said=make_refusal(wrong).said, refused=True, question="Replace that page?")


@item("Export", order=230, picture="ExportExcel")
def export(event: EventIn, *, what: Kinds = "wdd", folder: Folder) -> Done:
    """Write files that archives, other programs and forums accept, without e-mail addresses.

    Wishes:
        what: wdd: for the World Diplomacy Database; text: a forum; games: a games file; json: a visualiser.
        folder: The folder for the files.
    """
    writer = writer_of(what)
    outgoing, notes, odd = outgoing_of_workbook(event, writer)
    written, secret = write_export(writer, outgoing)
    for name, text in written.files.items():
        replace(folder / name, bytes_of(text))
    files = [f"{folder / name} was written." for name in written.files]
    problems = [one.text_without_commands for one in odd]
    return Done(said=[*files, *filter(None, [secret]), *written.notes, *notes, *problems])
