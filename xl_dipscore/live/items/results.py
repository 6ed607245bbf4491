"""Other people's files, taken in."""

from pathlib import Path

from xl_dipscore.board import count_of
from xl_dipscore.errors import Faults
from xl_dipscore.layout.system import takes_fewer
from xl_dipscore.live.menu import Done, item, refused
from xl_dipscore.workbook.fill import put_games
from xl_dipscore.workbook.log import Act, append, written
from xl_dipscore.workbook.people import lacking, put_people
from xl_dipscore.workbook.take_in import taken_in
from xl_dipscore.xlsx.book import EditableBook
from xl_dipscore.xlsx.package import CannotRead, Package


@item("Take In Results", order=110, picture="ImportTextFile")
def take_in(book: EditableBook, *, file: Path, who: str = "") -> Done:
    """Players and results from a file: a list of players, answers to a form, a games file, another program's.

    Wishes:
        file: A CSV file, a workbook or JSON.
    """
    try:
        data = file.read_bytes()
    except OSError as why:
        raise CannotRead(name=file.name, why=why.strerror) from None
    taken = taken_in(file.name, data, beside=file.parent, fewer=takes_fewer(book))
    people = taken.read.people
    if (more := lacking(book, people)) and not isinstance(book, Package):
        return Done(larger=f"The list of players has too few {more}.")
    before = written(book)
    grown, listed = put_people(book, people)
    put = put_games(grown, taken.good)
    logged = append(grown, Act("import", file.name, who), before if grown is book else None)
    said = [
        f"{file.name}: {taken.told}",
        *([f"{count_of(listed.new, 'player')} added."] if listed.new else []),
        *([f"{count_of(put.boards, 'board')} filled."] if put.boards else []),
        *map(str, (*listed.replaced, *put.replaced)),
        *(*taken.read.notes, *listed.notes, *put.notes, *logged),
    ]
    left = refused(Faults(taken.faults)).said if taken.faults else []
    return Done(said=[*said, *left], book=None if grown is book else grown)
