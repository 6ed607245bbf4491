"""Read and change the cells of a workbook file in place; every other byte of its parts stays.

A workbook is a zip archive. Each file in the archive is called a part.
"""

from __future__ import annotations

import copy
import io
import os
import posixpath
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from xl_dipscore.errors import Fault, without_cycle_collector
from xl_dipscore.sheets.files import TooLarge, workbook_in
from xl_dipscore.sheets.xlsx.cell import Cell, CellValue, ErrorMark, number_of, restore_error_mark
from xl_dipscore.sheets.xlsx.columns import with_folds
from xl_dipscore.sheets.xlsx.formula import BEFORE, Area, Name, Table, area_of, position
from xl_dipscore.sheets.xlsx.markup import Damaged, append_element, decode, encode, xml_text
from xl_dipscore.sheets.xlsx.replace import CannotWrite, check_same, check_writable, replace
from xl_dipscore.sheets.xlsx.sheet import Sheet

if TYPE_CHECKING:
    from typing import Self  # LibreOffice's Python may be 3.10


APPLICATION = "docProps/app.xml"
"""The part that names the program that saved the workbook."""


class NotAWorkbook(Fault):
    """{name} is not an Excel workbook (.xlsx, .xlsm, .xltx or .xltm)."""


class OpenDocument(Fault):
    """{name} is an .ods workbook; only .xlsx and .xlsm are updated. Save it as .xlsx in LibreOffice first."""


class DamagedWorkbook(Fault):
    """{name} is damaged or was only partly copied; take a fresh copy of it."""


class ProtectedOrOld(Fault):
    """{name} has a password or is an old .xls file; save it as an .xlsx workbook without a password."""


class NoSuchSheet(Fault):
    """The workbook has no sheet called {sheet}."""


_LIMIT = 60
"""The most megabytes that may be unpacked from one workbook. Pictures and the like are never unpacked."""

_DYNAMIC = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1">\
<metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" \
splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" \
cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst>\
<ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/>\
</ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>\
</metadata>"""

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml"

_BEFORE_NAMES = re.compile(
    rb"</((?:[\w.-]+:)?)sheets\s*>\s*(?:<\1(functionGroups|externalReferences)\b.*?</\1\2\s*>\s*)*", re.DOTALL
)
"""The elements before the list of defined names in the main part."""
_NO_RELATIONS = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>"""


@dataclass(frozen=True)
class _Relation:
    id: str
    kind: str
    target: str


class Package:
    """A workbook in memory. `write` writes it to a file; `to_bytes` returns the contents of such a file."""

    def __init__(self, data: bytes, name: str = "The workbook") -> None:
        self.name = name.encode(errors="replace").decode()  # the name may hold undecodable bytes
        self._source: Path | None = None
        self._data = data
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            raise ProtectedOrOld(name=name)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError):
            raise (DamagedWorkbook if data.startswith(b"PK") else NotAWorkbook)(name=name) from None
        entries = self._zip.infolist()
        if len({entry.filename for entry in entries}) != len(entries):
            raise DamagedWorkbook(name=name)
        if any(entry.flag_bits & 1 for entry in entries):
            raise ProtectedOrOld(name=name)
        self._sheets: dict[str, Sheet] = {}
        self._new: dict[str, bytes] = {}
        """New or changed parts. Changes of single cells are in `_sheets` instead."""
        self._removed: set[str] = set()
        self.written: bytes | None = None
        """The bytes that `write` put into a file."""
        self._formulas_changed = False
        self._unpacked = 0
        self._read_structure()

    @classmethod
    def read(cls, source: str | os.PathLike[str] | bytes) -> Self:
        """Read a workbook from a file, or from the contents of a file (bytes)."""
        if isinstance(source, bytes):
            return cls(source)
        path = Path(source)
        package = cls(workbook_in(path), path.name)
        package._source = path
        return package

    # --- cells

    @property
    def sheet_names(self) -> tuple[str, ...]:
        """The names of the worksheets in the workbook's order, including hidden worksheets."""
        return tuple(self._parts)

    def sheet(self, name: str) -> Sheet:
        if name not in self._parts:
            raise NoSuchSheet(sheet=name)
        if name not in self._sheets:
            part = self._parts[name]
            headers = [
                table.area._replace(bottom=table.area.top + table.header_rows - 1)
                for table in self.tables
                if table.area.sheet == name and table.header_rows
            ]
            data = self._part(part)
            self._sheets[name] = Sheet(name, part, data, self._strings, self.date1904, headers)
        return self._sheets[name]

    def cell(self, sheet: str, reference: str) -> Cell:
        """A cell, after all changes. A cell that is not in the file is returned as a blank cell."""
        row, column = position(reference)
        return self.sheet(sheet).cells.get((row, column), Cell(row, column))

    def value(self, sheet: str, reference: str) -> CellValue:
        return self.cell(sheet, reference).value

    def set_cached_value(self, sheet: str, reference: str, value: CellValue) -> None:
        """Write the stored value of a cell that a formula or an array formula fills. The formula stays."""
        self.sheet(sheet).set_cached_value(*position(reference), restore_error_mark(value))

    def set_value(self, sheet: str, reference: str, value: CellValue) -> None:
        """Replace a cell's content; None empties it. The text `=1` or `7` stays text; `#N/A` is an error."""
        self.sheet(sheet).set_value(*position(reference), restore_error_mark(value))

    def set_formula(
        self,
        sheet: str,
        reference: str,
        formula: str,
        value: CellValue = None,
        *,
        array: bool = False,
        dynamic: bool = False,
    ) -> None:
        """Write a formula, without its equals sign, into a cell, or an array formula into a block of cells.

        A dynamic array has no `{}` in Excel and may grow: `reference` is the block that it fills at first.
        """
        area = area_of(reference, sheet)
        metadata = self._dynamic_number() if dynamic else None
        self.sheet(sheet).set_formula(
            area, formula, restore_error_mark(value), array=array or dynamic, metadata=metadata
        )

    def with_values(self, areas: Sequence[Area]) -> bytes:
        """The bytes of a copy in which values replace formulas. areas: the cells of each replaced formula."""
        copied = type(self)(self.to_bytes(), self.name)
        for area in areas:
            copied.sheet(area.sheet).dissolve(area.top, area.left)
        return copied.to_bytes()

    def _dynamic_number(self) -> int:
        """The attribute `cm` of dynamic array formulas. Adds the metadata if missing. Raises CannotWrite."""
        if not (parts := self.related_parts("sheetMetadata")):
            kind, content = f"{_RELATIONS}/sheetMetadata", f"{_CONTENT}.sheetMetadata+xml"
            self.add_part("xl/metadata.xml", _DYNAMIC, kind, content)
            return 1
        root = self._tree(parts[0])
        kinds = [e.get("name") for e in root.iter() if _local(e.tag) == "metadataType"]
        notes = [e for e in root.iter() if _local(e.tag) == "cellMetadata"]
        for number, note in enumerate(notes[0] if notes else (), 1):
            if any(kinds[int(rc.get("t") or 0) - 1] == "XLDAPR" for rc in note if rc.get("t")):
                return number
        raise CannotWrite(name=self.name, why="it has no dynamic array of Excel's yet; add one by hand")

    def _add_relation(self, part: str, kind: str, content: str, owner: str | None = None) -> str:
        """Register a part with its owner: a part, None (main part) or "" (file). Returns the relation id."""
        path = self._relations_of(self._workbook if owner is None else owner)
        known = self.part(path) or _NO_RELATIONS
        number = next(n for n in count(1) if f'"rIdDip{n}"'.encode() not in known)
        said = f'Id="rIdDip{number}" Type="{kind}" Target="/{part}"'
        self._new[path] = self._append_element(known, "Relationships", lambda p: f"<{p}Relationship {said}/>")
        self.set_content_type(part, content)
        return f"rIdDip{number}"

    # --- more sheets and names

    def add_sheet(self, name: str, data: bytes) -> None:
        """Add a worksheet after all others. data: its XML. No other sheet may have the name."""
        part = next(path for n in count(1) if self.part(path := f"xl/worksheets/sheet{n}.xml") is None)
        self.set_part(part, data)
        relation = self._add_relation(part, f"{_RELATIONS}/worksheet", f"{_CONTENT}.worksheet+xml")
        numbers = re.findall(rb"""\ssheetId\s*=\s*["'](\d+)""", self._part(self._workbook))
        quoted, number = encode(name).replace('"', "&quot;"), max(map(int, numbers), default=0) + 1
        said = f'xmlns:r="{_RELATIONS}" r:id="{relation}" name="{quoted}" sheetId="{number}"'
        self._append_to_list("sheets", lambda p: f"<{p}sheet {said}/>")

    def add_hidden_name(self, name: str, text: str, sheet: str = "") -> None:
        """Define a name, hidden from users, for the whole workbook or one sheet. The name must be free."""
        local = f' localSheetId="{self._order.index(sheet)}"' if sheet else ""
        self._add_name(f'name="{name}" hidden="1"{local}>{encode(text)}')

    def add_name(self, name: str, text: str, comment: str) -> None:
        """Define a name for the whole workbook. The name must be free. comment: at most 255 characters."""
        said = encode(comment).replace('"', "&quot;")
        self._add_name(f'name="{name}" comment="{said}">{encode(text)}')

    def remove_names(self, names: Collection[str]) -> None:
        """Remove defined names, both of the whole workbook and of single sheets."""
        listed = "|".join(map(re.escape, names)).encode()
        one = (
            rb"""<((?:[\w.-]+:)?)definedName\b(?=[^>]*?\sname=["'](?:%b)["'])[^>]*>[^<]*</\1definedName\s*>"""
        )
        if names:
            data = re.sub(one % listed, b"", self._part(self._workbook))
            empty = rb"<((?:[\w.-]+:)?)definedNames\b[^>]*>\s*</\1definedNames\s*>"
            self.set_part(self._workbook, re.sub(empty, b"", data))

    def _add_name(self, said: str) -> None:
        book = self._part(self._workbook)
        if not re.search(rb"<(?:[\w.-]+:)?definedNames\b", book):
            self.set_part(self._workbook, _BEFORE_NAMES.sub(rb"\g<0><\g<1>definedNames/>", book, count=1))
        self._append_to_list("definedNames", lambda p: f"<{p}definedName {said}</{p}definedName>")

    def _append_to_list(self, listed: str, one: Callable[[str], str]) -> None:
        """Add an element to the list `listed` in the workbook's main part."""
        self.set_part(self._workbook, self._append_element(self._part(self._workbook), listed, one))

    def _append_element(self, data: bytes, listed: str, one: Callable[[str], str]) -> bytes:
        if (found := append_element(data, listed, one)) is None:
            raise DamagedWorkbook(name=self.name)
        return found

    def show(self, name: str) -> None:
        """Unhide a worksheet."""
        book = self._part(self._workbook)
        quoted = encode(name).replace('"', "&quot;").encode()
        for found in re.finditer(rb"""<(?:[\w.-]+:)?sheet\s[^>]*>""", book):
            if re.search(rb"""\sname\s*=\s*["']""" + re.escape(quoted) + rb"""["']""", found[0]):
                seen = re.sub(rb"""\sstate\s*=\s*["']hidden["']""", b"", found[0])
                self.set_part(self._workbook, book[: found.start()] + seen + book[found.end() :])

    # --- whole parts, for `hosts/`, which puts code into the file

    @property
    def main_part(self) -> str:
        """The part with the list of sheets, mostly xl/workbook.xml."""
        return self._workbook

    @property
    def part_names(self) -> tuple[str, ...]:
        there = dict.fromkeys([*self._zip.namelist(), *self._new])
        return tuple(name for name in there if name not in self._removed)

    @property
    def sheet_parts(self) -> tuple[str, ...]:
        return tuple(self._parts.values())

    def part(self, name: str) -> bytes | None:
        """The bytes of a part, after all changes; None if there is no such part."""
        changed = (s for s in self._sheets.values() if s.part == name and s.changed)
        if (sheet := next(changed, None)) is not None:
            return sheet.to_bytes()
        there = name in self._new or name in self._zip.NameToInfo
        return self._part(name) if there and name not in self._removed else None

    def set_part(self, name: str, data: bytes) -> None:
        """Replace or add a part. If it is a sheet, the next call of `sheet` parses the new part."""
        if data == self.part(name):
            return
        self._removed.discard(name)
        for title in [title for title, sheet in self._sheets.items() if sheet.part == name]:
            del self._sheets[title]
        self._new[name] = data
        if name == self._workbook:
            self._read_structure()

    def forget_calculation_chain(self) -> None:
        """Leave Excel's list of formula cells out of the written file, as after any change of formulas."""
        self._formulas_changed = True

    def related_parts(self, kind: str, owner: str | None = None) -> tuple[str, ...]:
        """The parts of a kind that belong to the owner: a part, None (the main part) or "" (the file)."""
        found = self._relations(self._workbook if owner is None else owner)
        return tuple(one.target for one in found if one.kind == kind)

    def add_part(self, name: str, data: bytes, kind: str, content: str, owner: str | None = None) -> str:
        """Add and register a part. kind: a full URI; content: its content type. Returns the relation's id."""
        self.set_part(name, data)
        return self._add_relation(name, kind, content, owner)

    def remove(self, kind: str) -> tuple[str, ...]:
        """Remove and return the workbook's parts of a kind. Also remove parts that belong to these parts."""
        removed = [one for one in self._relations(self._workbook) if one.kind == kind]
        path = self._relations_of(self._workbook)
        for relation in removed:
            types = self._part("[Content_Types].xml")
            types = _remove_element(types, rb"Default", rb"ContentType", self.content_type(relation.target))
            for part in (relation.target, *(one.target for one in self._relations(relation.target))):
                types = _remove_element(types, rb"Override", rb"PartName", f"/{part}")
                self._removed |= {part, self._relations_of(part)}
            self._new["[Content_Types].xml"] = types
            self._new[path] = _remove_element(self._part(path), rb"Relationship", rb"Id", relation.id)
        self._new = {name: data for name, data in self._new.items() if name not in self._removed}
        return tuple(one.target for one in removed)

    def content_type(self, part: str) -> str:
        types = list(self._tree("[Content_Types].xml"))
        own = (e.get("ContentType") for e in types if e.get("PartName") == f"/{part}")
        ending = part.rpartition(".")[2].casefold()
        default = (e.get("ContentType") for e in types if (e.get("Extension") or "").casefold() == ending)
        return next(own, None) or next(default, None) or ""

    def parts_of_type(self, content: str) -> tuple[str, ...]:
        """The parts of this content type."""
        types = self._tree("[Content_Types].xml")
        return tuple((e.get("PartName") or "")[1:] for e in types if e.get("ContentType") == content)

    def set_content_type(self, part: str, content: str) -> None:
        if self.content_type(part) == content:
            return
        types = self._part("[Content_Types].xml")
        types = _remove_element(types, rb"Override", rb"PartName", f"/{part}")
        said = f'PartName="/{part}" ContentType="{content}"'
        self._new["[Content_Types].xml"] = self._append_element(
            types, "Types", lambda p: f"<{p}Override {said}/>"
        )

    @property
    def changed(self) -> bool:
        return bool(self._new) or any(sheet.changed for sheet in self._sheets.values())

    def _read_structure(self) -> None:
        office = next(iter(self.related_parts("officeDocument", "")), "xl/workbook.xml")
        if office not in self._zip.namelist():
            raise (OpenDocument if "content.xml" in self._zip.namelist() else NotAWorkbook)(name=self.name)
        self._workbook = office
        root = self._tree(office)
        if _local(root.tag) != "workbook":
            raise NotAWorkbook(name=self.name)
        relations = {relation.id: relation for relation in self._relations(office)}
        self._parts: dict[str, str] = {}
        self._order: list[str] = []
        self.date1904 = False
        self._external_parts: list[str] = []
        names: list[tuple[str, str, str | None]] = []
        for element in root.iter():
            match _local(element.tag):
                case "workbookPr":
                    self.date1904 = element.get("date1904") in ("1", "true")
                case "externalReference":
                    relation = relations.get(_relation_id(element))
                    self._external_parts.append("" if relation is None else relation.target)
                case "sheet":
                    name = element.get("name") or ""
                    self._order.append(name)
                    relation = relations.get(_relation_id(element))
                    if relation is not None and relation.kind == "worksheet":
                        self._parts[name] = relation.target
                case "definedName":
                    text = "".join(element.itertext()).strip().lstrip(BEFORE)
                    names.append((element.get("name") or "", text, element.get("localSheetId")))
        if not self._order:
            raise NotAWorkbook(name=self.name)
        self.defined_names: tuple[Name, ...] = tuple(
            Name(name, text, "" if local is None else self._order[int(local)])
            for name, text, local in names
            if local is None or int(local) < len(self._order)
        )
        """The names of the whole workbook, and the names of single sheets."""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        found = []
        for sheet, part in self._parts.items():
            for root in map(self._tree, self.related_parts("table", part)):
                name = root.get("displayName") or root.get("name") or ""
                area = area_of(root.get("ref") or "", sheet)
                columns = (one.get("name") or "" for one in root.iter() if _local(one.tag) == "tableColumn")
                headers = int(root.get("headerRowCount") or 1)
                totals = int(root.get("totalsRowCount") or 0)
                found.append(Table(name, area, headers, totals, tuple(map(decode, columns))))
        return tuple(found)

    @cached_property
    def external_values(self) -> dict[tuple[int, str], dict[tuple[int, int], CellValue]]:
        """Excel's copies of other workbooks' cells, by workbook number and sheet, then by row and column."""
        found: dict[tuple[int, str], dict[tuple[int, int], CellValue]] = {}
        for number, part in enumerate(self._external_parts, 1):
            if part in self._zip.namelist():
                for sheet, cells in external_cells(self._tree(part)):
                    found[number, sheet] = cells
        return found

    @cached_property
    def _strings(self) -> list[str]:
        strings = []
        parts = (part for part in self.related_parts("sharedStrings") if part in self._zip.NameToInfo)
        for item in chain.from_iterable(map(self._tree, parts)):
            pieces = []
            for child in item:
                if _local(child.tag) == "t":
                    pieces.append(child.text or "")
                elif _local(child.tag) == "r":
                    pieces += [t.text or "" for t in child if _local(t.tag) == "t"]
            strings.append(decode("".join(pieces)))
        return strings

    def _part(self, part: str) -> bytes:
        """The unpacked bytes of a part, without pending changes of cells. Raises Damaged and TooLarge."""
        if part in self._new:
            return self._new[part]
        try:
            self._unpacked += self._zip.getinfo(part).file_size
            if self._unpacked > _LIMIT * 1_000_000:
                raise TooLarge(name=self.name, limit=_LIMIT)
            # This unpacks no more than the size that the file states.
            return self._zip.read(part)
        except Fault:
            raise
        except Exception as failure:  # such as KeyError, BadZipFile or zlib.error
            raise Damaged(part=part) from failure

    def _tree(self, part: str) -> ElementTree.Element:
        data = self._part(part)
        xml_text(data, part)
        return ElementTree.fromstring(data)

    def _relations(self, part: str) -> list[_Relation]:
        folder = posixpath.dirname(part)
        path = self._relations_of(part)
        if path not in self._zip.NameToInfo and path not in self._new:
            return []
        return [
            _Relation(
                element.get("Id", ""),
                element.get("Type", "").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/"),
            )
            for element in self._tree(path)
            if element.get("TargetMode") != "External"
        ]

    @staticmethod
    def _relations_of(part: str) -> str:
        folder, name = posixpath.split(part)
        return posixpath.join(folder, "_rels", f"{name}.rels")

    # --- writing

    def reread(self) -> Self:
        """The workbook with all changes, as if read from a file: none of its cells counts as replaced."""
        return type(self)(self.to_bytes(), self.name)

    def to_bytes(self) -> bytes:
        """The contents of the file with all changes. Unchanged parts keep their compressed bytes."""
        if not self.changed:
            return self._data
        if self._formulas_changed or any(sheet.formulas_changed for sheet in self._sheets.values()):
            # Excel's list of formula cells must not name a cell without formula; Excel makes a new list.
            self.remove("calcChain")
        new = self._new | {sheet.part: sheet.to_bytes() for sheet in self._sheets.values() if sheet.changed}
        new |= self._restored_folds(new)
        entries = self._zip.infolist()
        starts = sorted([*(entry.header_offset for entry in entries), self._zip.start_dir])
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
            assert target.fp is not None
            for entry in entries:
                if entry.filename in self._removed:
                    continue
                kept = copy.copy(entry)
                if entry.filename in new:
                    fresh = zipfile.ZipInfo(entry.filename, entry.date_time)
                    fresh.compress_type, fresh.external_attr = entry.compress_type, entry.external_attr
                    fresh.create_system = entry.create_system
                    target.writestr(fresh, new[entry.filename])
                    continue
                kept.header_offset = target.fp.tell()
                end = next(start for start in starts if start > entry.header_offset)
                target.fp.write(self._data[entry.header_offset : end])
                target.filelist.append(kept)
                target.NameToInfo[kept.filename] = kept
                target.start_dir = target.fp.tell()
            for part in sorted(new.keys() - self._zip.NameToInfo.keys()):
                target.writestr(zipfile.ZipInfo(part), new[part], zipfile.ZIP_DEFLATED)
            target.comment = self._zip.comment
        return out.getvalue()

    def _restored_folds(self, new: Mapping[str, bytes]) -> dict[str, bytes]:
        """The sheets in which LibreOffice spoilt the signs above folded columns. new: parts that changed."""
        if b"LibreOffice" not in (self._part(APPLICATION) if APPLICATION in self._zip.NameToInfo else b""):
            return {}
        sheets = {part: new[part] if part in new else self._part(part) for part in self.sheet_parts}
        restored = {part: with_folds(data, part) for part, data in sheets.items()}
        return {part: data for part, data in restored.items() if data is not sheets[part]}

    @without_cycle_collector("Writing the file")
    def write(self, path: str | os.PathLike[str] | None = None, *, old: bytes | None = None) -> bool:
        """Write the workbook into a file in one step; False if nothing has changed since reading that file.

        A replaced file keeps its permissions, and its owner if the system allows; its creation time is new.
        old: the contents that the file must still have; by default, the contents as read. If the workbook
            was not read from this file, the file must by default not exist.
        """
        target = self._target(path)
        here = self._source is not None and target.resolve() == self._source.resolve()
        if here and not self.changed:
            return False

        check_writable(target)
        self.written = data = self.to_bytes()

        def check() -> None:
            check_writable(target)
            # Another process of ours may just have written the same bytes.
            check_same(target, old or (self._data if here else None), data)

        replace(target, data, check)
        return True

    def check_writable(self, path: str | os.PathLike[str] | None = None) -> None:
        """Raise the fault that prevents writing, if there is one."""
        check_writable(self._target(path))

    def _target(self, path: str | os.PathLike[str] | None) -> Path:
        if path is not None:
            return Path(path)
        if self._source is None:
            raise CannotWrite(name=self.name, why="it has no file")
        return self._source


def _relation_id(element: ElementTree.Element) -> str:
    return next((v for k, v in element.items() if k.startswith("{") and _local(k) == "id"), "")


def external_cells(root: ElementTree.Element) -> Iterator[tuple[str, dict[tuple[int, int], CellValue]]]:
    """The sheets of another workbook, each with its values that Excel stored in the part `root`."""
    names = [e.get("val") or "" for e in root.iter() if _local(e.tag) == "sheetName"]
    for data in (e for e in root.iter() if _local(e.tag) == "sheetData"):
        index = int(data.get("sheetId") or 0)
        if index < len(names) and data.get("refreshError") not in ("1", "true"):
            cells = (cell for cell in data.iter() if _local(cell.tag) == "cell")
            yield names[index], {position(cell.get("r") or ""): _external_value(cell) for cell in cells}


def _external_value(cell: ElementTree.Element) -> CellValue:
    text = next((v.text or "" for v in cell if _local(v.tag) == "v"), "")
    match cell.get("t") or "n":
        case "n":
            return number_of(text) if text else None
        case "b":
            return text in ("1", "true")
        case "e":
            return ErrorMark(text)
        case _:
            return decode(text)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _remove_element(data: bytes, element: bytes, key: bytes, value: str) -> bytes:
    """Remove the first empty element whose attribute `key` has this value."""
    pattern = rb"<(?:\w+:)?%b\s[^>]*?%b\s*=\s*[\"']%b[\"'][^>]*?(?:/>|>\s*</(?:\w+:)?%b\s*>)"
    return re.sub(pattern % (element, key, re.escape(value.encode()), element), b"", data, count=1)
