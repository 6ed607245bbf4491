"""The last entry of the sheet Log, taken back."""

from xl_dipscore.live.menu import Done, item
from xl_dipscore.workbook.undo import take_back as taken_back
from xl_dipscore.xlsx.book import EditableBook


@item("Take Back the Last Entry of the Log", order=140, picture="Undo")
def take_back(book: EditableBook, *, who: str = "") -> Done:
    """What the last draw, fill or import changed is as it was before."""
    entry = taken_back(book, who=who)
    return Done(said=[f"Taken back: {entry.told}."])
