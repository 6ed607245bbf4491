"""A ready workbook of each kind, as the author makes it; `.ci/regenerate` makes all of them again."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree.ElementTree import canonicalize, fromstring, tostring

import pytest
from make import READY, create, create_native

from xl_dipscore.author import templates_folder

AGAIN = "make it again: see templates/README.md"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def parts(path: Path) -> dict[str, str]:
    """A workbook's parts: XML without its accidents, and without what one more system changes."""
    with zipfile.ZipFile(path) as archive:
        return {name: canonicalize(without_systems(archive.read(name))) for name in archive.namelist()}


def without_systems(xml: bytes) -> str:
    """Without what stands in or beside a list of systems, and without how far such a list is printed."""
    root = fromstring(xml)
    lists = [cell for cell in root.iter(f"{MAIN}c") if "DIP_SYSTEMS(" in (cell.findtext(f"{MAIN}f") or "")]
    top = min((int(re.sub(r"\D", "", cell.get("r", ""))) for cell in lists), default=None)
    for row in root.iter(f"{MAIN}row") if top is not None else ():
        for cell in row:
            if int(row.get("r", "")) > top or cell.find(f"{MAIN}f") is not None:
                cell.attrib.pop("t", None)
                for value in cell.findall(f"{MAIN}v"):
                    cell.remove(value)
    for name in root.iter(f"{MAIN}definedName"):
        if name.get("name") == "_xlnm.Print_Area":
            name.text = re.sub(r"^('(?:Calculator|Systems)'.*)\$\d+$", r"\1", name.text or "")
    return tostring(root, "unicode")


@pytest.mark.usefixtures("unnamed")
@pytest.mark.parametrize(
    ("name", "make"),
    [
        pytest.param("dcc-top-board", create, marks=pytest.mark.slow),
        pytest.param("anywhere/wbc", create_native, marks=pytest.mark.slow),
    ],
)
def test_a_committed_workbook_is_as_the_author_makes_it(name: str, make, tmp_path: Path) -> None:
    made = tmp_path / "made.xlsx"
    make(made, READY[name.rpartition("/")[2]])
    ours, theirs = parts(made), parts(templates_folder() / f"{name}.xlsx")
    assert ours.keys() == theirs.keys()
    differ = {part for part in ours if ours[part] != theirs[part]}
    assert differ <= {"docProps/core.xml"}, AGAIN  # when it was made
