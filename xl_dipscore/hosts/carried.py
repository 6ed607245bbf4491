"""The files of this package to put into spreadsheet programs: the code for scores and for the menu."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import xl_dipscore
from xl_dipscore.workbooks.layout.ours import templates_folder
from xl_dipscore.workbooks.live.items.new import TEMPLATE

PARTS = Path(__file__).with_name("parts")
_CARRIED = (".py", ".json", ".html", ".css", ".js")
_MODULES = ("__init__", "errors", "tables/__init__", "workbooks/__init__")
_FOLDERS = ("rules", "tables/cells", "tables/functions")
MENU = ("workbooks/live", "workbooks/layout", "workbooks/acts", "tables/exchange", "sheets")
"""Further folders of code, which items of the menu need."""
WHOLE = (*MENU, "tables/native", "workbooks/plain", "workbooks/publish")
"""The folders of MENU, and further folders for all items, such as for the page of an event."""
LIBRARIES = ("jinja2", "markupsafe")
"""Libraries that the page of an event needs, for programs whose Python lacks them."""


def files(*hosts: str, more: Iterable[str] = ()) -> Iterator[tuple[str, bytes]]:
    """The package's files that functions need. hosts: modules of hosts/ to add. more: folders to add."""
    package = Path(xl_dipscore.__file__).parent
    paths = [package / f"{name}.py" for name in _MODULES]
    for folder in (*_FOLDERS, *more):
        paths.extend(sorted(one for one in (package / folder).rglob("*.*") if one.suffix in _CARRIED))
    paths.extend(package / "hosts" / f"{name}.py" for name in ("__init__", *hosts))
    for path in paths:
        yield f"xl_dipscore/{path.relative_to(package).as_posix()}", path.read_bytes()


class Carried(NamedTuple):
    """A file that a host carries: where the package looks for it, and its bytes."""

    path: str
    data: bytes


def template(name: str = TEMPLATE) -> Carried:
    """A template, by default the one for any system, at the path where the package looks for it."""
    return Carried(f"xl_dipscore/templates/{name}", (templates_folder() / name).read_bytes())


def macros() -> Carried:
    """Excel's macros, at the path where `vba.py` looks for them."""
    name = "vbaProject.bin"
    return Carried(f"xl_dipscore/hosts/parts/{name}", (PARTS / name).read_bytes())


def libraries() -> Iterator[tuple[str, bytes]]:
    """The Python files and the licences of LIBRARIES."""
    for name in LIBRARIES:
        for one in distribution(name).files or ():
            if one.suffix == ".py" or "licenses" in one.parts:
                yield one.as_posix(), one.read_binary()


def parts(folder: str, **facts: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder in PARTS, with `facts` in place of the placeholders in their text."""
    for path in sorted((PARTS / folder).rglob("*.*")):
        if path.is_file():
            data = path.read_bytes()
            written = data if path.suffix == ".png" else data.decode().format(**facts).encode()
            yield path.relative_to(PARTS / folder).as_posix(), written


def make_zip(parts: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A reproducible zip file: equal parts give equal bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in parts:
            # Equal bytes need a fixed date. The mode lets all users read the unpacked files.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = method, 0o100644 << 16
            archive.writestr(entry, data)
    return made.getvalue()
