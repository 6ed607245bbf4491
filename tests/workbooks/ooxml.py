"""Workbooks against the schemas of ISO 29500, and against what Excel asks for beside them.

The schemas and their checker lie in a folder that is shared beside this project, where there is one.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.fuzz.recorded import NEWER
from xl_dipscore.sheets.xlsx.formula import Area, address, area_of
from xl_dipscore.workbooks.author.style import FONT

FOLDER = Path(__file__).parents[3] / "shared" / "ooxml"
CHECKER = FOLDER / "check_workbook.py"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
XML = "http://www.w3.org/XML/1998/namespace"
SPACE = "XSD {2}: Element '{0}{1}', attribute '{{{3}}}space': The attribute '{{{3}}}space' is not allowed."
ALLOWED = {
    # The mark that Excel itself writes to keep spaces at the ends of a text; the schemas forgot it.
    *(SPACE.format(MAIN, name, kind, XML) for name in "tv" for kind in ("worksheet", "sst")),
    # A formula that spills; what it points at is looked for below.
    "cm/vm attr",
}

NEWER_FUNCTION = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, NEWER.split()))})\(")


@dataclass(frozen=True)
class Examined:
    """The faults of a workbook, each with its part, and the number of parts that have a schema."""

    findings: tuple[tuple[str, str], ...]
    parts: int

    @property
    def kinds(self) -> set[str]:
        """The findings without their numbers: a file that is longer has no new ones for that."""
        return {re.sub(r"\d+", "N", message) for _, message in self.findings}


def examine(path: Path) -> Examined:
    """Everything but notes."""
    rules = _checker()
    found: list[tuple[str, str]] = []
    rules["say"] = lambda file, part, message: found.append((part, message))
    rules["check"](str(path))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    trees = {name: _tree(data) for name, data in parts.items() if name.endswith((".xml", ".rels"))}
    known = 0
    for name, tree in trees.items():
        kind = tree.tag.rpartition("}")[2]
        if kind in rules["MAIN"]:
            known += 1
        elif tree.tag.startswith(MAIN):
            known += 1
            schema = rules["schema"]("sml.xsd")
            schema.validate(tree)
            found += [(name, f"XSD {kind}: {error.message}") for error in schema.error_log]
        elif kind == "coreProperties":
            found += [(name, text) for text in _core_properties(tree)]
    found += _beside(parts, trees)
    serious = [(part, text) for part, text in found if not text.startswith("note:") and text not in ALLOWED]
    return Examined(tuple(serious), known)


@cache
def _checker() -> dict[str, Any]:
    """The names in the checker, which checks at once the files that it is called with: none here."""
    rules: dict[str, Any] = {"__file__": str(CHECKER), "__name__": "__main__"}
    with patch.object(sys, "argv", [str(CHECKER)]), redirect_stdout(io.StringIO()):
        exec(compile(CHECKER.read_text(encoding="utf-8"), CHECKER, "exec"), rules)
    assert {"say", "check", "schema", "MAIN"} <= rules.keys()
    return rules


def _tree(data: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(data)


def _core_properties(tree: Any) -> Iterator[str]:
    """By the names alone: their schema stands on others that are elsewhere."""
    schema = _tree((FOLDER / "opc-coreProperties.xsd").read_bytes())
    (every,) = schema.iter("{http://www.w3.org/2001/XMLSchema}all")
    known = {(one.get("name") or one.get("ref")).rpartition(":")[2] for one in every}
    names = [child.tag.rpartition("}")[2] for child in tree.iterchildren("{*}*")]
    for name in names:
        if name not in known or names.count(name) > 1:
            yield f"core properties with {names.count(name)} of {name}"


def _beside(parts: dict[str, bytes], trees: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What Excel asks for, and neither the schemas nor their checker."""
    for font in trees["xl/styles.xml"].iter(f"{MAIN}font"):
        names = [child.tag.removeprefix(MAIN) for child in font.iterchildren("{*}*")]
        if names != sorted(names, key=lambda name: FONT.index(name) if name in FONT else len(FONT)):
            yield "xl/styles.xml", "a font's parts in another order than Excel's"
    formats: dict[str, str] = {}
    for one in trees["xl/styles.xml"].iter(f"{MAIN}numFmt"):
        if formats.setdefault(one.get("numFmtId"), one.get("formatCode")) != one.get("formatCode"):
            yield "xl/styles.xml", f"a number for two formats: {one.get('formatCode')}"
    if "xl/vbaProject.bin" in parts and b"macroEnabled" not in parts["[Content_Types].xml"]:
        yield "[Content_Types].xml", "macros in a kind of workbook without them"
    for name, tree in trees.items():
        if tree.tag == f"{CHART}chartSpace":
            for what in ("idx", "order"):
                numbers = [one.find(f"{CHART}{what}").get("val") for one in tree.iter(f"{CHART}ser")]
                if len(set(numbers)) < len(numbers):
                    yield name, f"two series with the same {what}"
    formulas = {
        "f", "formula", "formula1", "formula2", "definedName", "calculatedColumnFormula", "totalsRowFormula",
    }  # fmt: skip
    for name, tree in trees.items():
        for one in tree.iter(*(f"{{*}}{tag}" for tag in formulas)):
            if unknown := NEWER_FUNCTION.search(re.sub(r'"[^"]*"', "", one.text or "")):
                yield name, f"{unknown[0]} without the mark that a newer function has in a file"
    sheets = {name: tree for name, tree in trees.items() if tree.tag == f"{MAIN}worksheet"}
    for name, tree in sheets.items():
        yield from _tables(name, tree, trees)
        yield from _metadata(name, tree, trees.get("xl/metadata.xml"))
    names = [tree.get("displayName").casefold() for tree in trees.values() if tree.tag == f"{MAIN}table"]
    defined = trees["xl/workbook.xml"].iter(f"{MAIN}definedName")
    names += [one.get("name").casefold() for one in defined if one.get("localSheetId") is None]
    if len(set(names)) < len(names):
        yield "xl/workbook.xml", "a table named as another, or as cells are"
    yield from _chain(trees, sheets)


def _tables(name: str, sheet: Any, trees: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Tables that Excel would repair: headings that are not in the cells, cells of two kinds."""
    folder, file = name.rsplit("/", 1)
    related = trees.get(f"{folder}/_rels/{file}.rels")
    targets = [one.get("Target").rsplit("/", 1)[-1] for one in related] if related is not None else []
    tables = [
        tree
        for part, tree in trees.items()
        if tree.tag == f"{MAIN}table" and part.rsplit("/", 1)[-1] in targets
    ]
    if not tables:
        return
    shared = [_text(one) for one in trees["xl/sharedStrings.xml"]] if "xl/sharedStrings.xml" in trees else []
    cells = {one.get("r"): one for one in sheet.iter(f"{MAIN}c")}
    areas = [area_of(table.get("ref"), "") for table in tables]
    formulas = [area_of(one.get("ref"), "") for one in sheet.iter(f"{MAIN}f") if one.get("t") == "array"]
    merged = [area_of(one.get("ref"), "") for one in sheet.iter(f"{MAIN}mergeCell")]
    if any(one.overlaps(other) for one, other in combinations(areas, 2)):
        yield name, "two tables overlap"
    if any(one.overlaps(other) for one in areas for other in [*merged, *(f for f in formulas if f.size > 1)]):
        yield name, "a table with merged cells, or with an array formula of several cells"
    for table, area in zip(tables, areas, strict=True):
        headings = [one.get("name") for one in table.iter(f"{MAIN}tableColumn")]
        if len(headings) != area.right - area.left + 1:
            yield name, "a table with more or fewer columns than cells"
        if len({heading.casefold() for heading in headings}) < len(headings):
            yield name, "a table with two columns of a name"
        if table.get("headerRowCount") != "0" and headings != [*_headings(area, cells, shared)]:
            yield name, f"a table whose headings are not those in its cells: {headings}"


def _metadata(name: str, sheet: Any, metadata: Any) -> Iterator[tuple[str, str]]:
    """Cells that point at a line of the metadata, counted from 1, that is not there."""
    for mark, kind in (("cm", "cellMetadata"), ("vm", "valueMetadata")):
        there = metadata.find(f"{MAIN}{kind}") if metadata is not None else None
        lines = len(there) if there is not None else 0
        for cell in sheet.iter(f"{MAIN}c"):
            if not 0 <= int(cell.get(mark, 0)) <= lines:
                yield name, f"{mark} of {cell.get('r')} points at no {kind}"


def _headings(area: Area, cells: dict[str, Any], shared: list[str]) -> Iterator[str]:
    for column in range(area.left, area.right + 1):
        cell = cells.get(address(area.top, column))
        text = "" if cell is None else _text(cell)
        said = shared[int(text)] if cell is not None and cell.get("t") == "s" else text
        yield re.sub(r"\r?\n", "_x000a_", said)


def _text(tree: Any) -> str:
    return "".join(one.text or "" for one in tree.iter(f"{MAIN}t", f"{MAIN}v"))


def _chain(trees: dict[str, Any], sheets: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Excel's list of formula cells: it repairs a workbook where one is not there."""
    chain = trees.get("xl/calcChain.xml")
    if chain is None:
        return
    key = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    targets = {
        one.get("Id"): one.get("Target").rsplit("/", 1)[-1] for one in trees["xl/_rels/workbook.xml.rels"]
    }
    listed = {
        one.get("sheetId"): f"xl/worksheets/{targets[one.get(key)]}"
        for one in trees["xl/workbook.xml"].iter(f"{MAIN}sheet")
    }
    computed = {
        (name, cell.get("r"))
        for name, tree in sheets.items()
        for cell in tree.iter(f"{MAIN}c")
        if cell.find(f"{MAIN}f") is not None
    }
    sheet = ""
    for cell in chain:
        sheet = cell.get("i") or sheet
        if (listed.get(sheet), cell.get("r")) not in computed:
            yield "xl/calcChain.xml", f"no formula in {cell.get('r')}"
