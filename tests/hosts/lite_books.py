"""Workbooks attached for xlwings Lite, and a reader of their code that is not ours."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from typer.testing import CliRunner

from xl_dipscore.cli.commands import app

PART = "xl/webextensions/webextension1.xml"


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stderr


def new_and_attached(folder: Path) -> Path:
    """A fresh event of one of our systems."""
    run("new", "NDC", folder / "event.xlsx")
    run("attach", folder / "event.xlsx", "--host", "lite")
    return folder / "event.xlsx"


def code_in(book: Path) -> dict[str, str]:
    with zipfile.ZipFile(book) as file:
        root = ElementTree.fromstring(file.read(PART))
    return {
        one.attrib["name"]: json.loads(one.attrib["value"])
        for one in root.iter()
        if one.tag.endswith("}property")
    }
