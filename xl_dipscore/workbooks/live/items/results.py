"""The menu items "Take In Results" and "Take Back the Last Entry of the Log"."""

from pathlib import Path

from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.sheets.files import list_in
from xl_dipscore.workbooks.acts.fill import Filling, fill_edit
from xl_dipscore.workbooks.acts.log import Act
from xl_dipscore.workbooks.acts.take_in import read_import
from xl_dipscore.workbooks.acts.undo import undo_edit
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.live.menu import Done, done_by, item, make_refusal


@item("Take In Results", order=110, picture="ImportTextFile", goes=True)
def take_in(event: EventIn, *, file: Path, who: str = "", agreed: bool = False) -> Done:
    """Read players or results from a file: a list of players, form answers, games, another program's file.

    If some boards or players of the file are faulty, it asks before it takes the others.

    Wishes:
        file: A CSV file, a workbook or JSON.
    """
    fewer = event.scoring.takes_fewer
    taken = read_import(file.name, list_in(file), beside=file.parent, fewer=fewer)
    people = taken.read.people
    left = make_refusal(Faults(taken.faults)).said if taken.faults else []
    if left and not agreed:
        rest = [*([count_of(len(taken.good), "board")] if taken.good else [])]
        rest += [count_of(len(people), "player")] if people else []
        question = f"Take in the rest, {join(rest)}?" if rest else ""
        return Done(said=[f"{file.name}: {taken.summary}", *left], refused=True, question=question)

    def say(filling: Filling) -> list[str]:
        boards = filling.put.boards
        filled = [f"{count_of(boards, 'board')} filled."] if boards else []
        return [f"{file.name}: {taken.summary}", *filled, *filling.notes, *taken.read.notes, *left]

    return done_by(event, fill_edit(event, taken.good, people, Act("import", file.name, who)), say)


@item("Take Back the Last Entry of the Log", order=140, picture="Undo", goes=True)
def take_back(event: EventIn, *, who: str = "", agreed: bool = False) -> Done:
    """Undo the last draw, fill or import: its cells show what they showed before.

    If some of its cells were changed since, or its boards have results, it asks before it undoes the rest.
    """
    edit = undo_edit(event, who=who, rest=True)
    if edit.left and not agreed:
        rest = count_of(edit.restored, "cell")
        question = f"Take back the rest, {rest}?" if edit.restored else ""
        return Done(said=make_refusal(Faults(edit.left)).said, refused=True, question=question)
    return done_by(event, edit, lambda made: [f"Taken back: {made.entry_label}.", *made.notes])
