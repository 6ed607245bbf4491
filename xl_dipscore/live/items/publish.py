"""The page of the event."""

from xl_dipscore.live.menu import Done, Folder, Host, item
from xl_dipscore.xlsx.book import EditableBook


@item("Publish the Page", order=220, picture="FileSaveAs")
def publish(book: EditableBook, *, folder: Folder, host: Host) -> Done:
    """One page of the event, index.html, for phones, a projector and the club's site.

    Wishes:
        folder: The folder for the page.
    """
    return Done(said=host.publish(folder))
