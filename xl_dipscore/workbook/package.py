"""A workbook file: its cells are read and changed in place, every other byte of every part stays."""

from __future__ import annotations

import copy
import io
import os
import posixpath
import re
import stat
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self
from xml.etree import ElementTree

from xl_dipscore.errors import Fault
from xl_dipscore.workbook.formula import Name, Table, block, position
from xl_dipscore.workbook.markup import Damaged, decode, xml_text
from xl_dipscore.workbook.sheet import Cell, CellValue, Sheet


class NotAWorkbook(Fault):
    """{name} is not an Excel workbook (.xlsx, .xlsm, .xltx or .xltm)."""


class DamagedWorkbook(Fault):
    """{name} is damaged or was only partly copied; take a fresh copy of it."""


class ProtectedOrOld(Fault):
    """{name} has a password or is an old .xls file; save it as an .xlsx workbook without a password."""


class TooLarge(Fault):
    """{name} unpacks to more than {limit} megabytes, which no tournament's workbook needs."""


class NoSuchFile(Fault):
    """There is no file {name}."""


class CannotRead(Fault):
    """{name} cannot be read ({why})."""


class CannotWrite(Fault):
    """{name} cannot be written ({why})."""


class OpenElsewhere(Fault):
    """{name} is open in {program}; close it there first. (If it is not, delete the file {lock} beside it.)"""


class WriteProtected(Fault):
    """{name} is write-protected."""


class ChangedMeanwhile(Fault):
    """{name} was changed by another program meanwhile; nothing was written."""


class NoSuchSheet(Fault):
    """The workbook has no sheet called {sheet}."""


_LIMIT = 1_000
"""Megabytes a workbook may unpack to."""


@dataclass(frozen=True)
class _Relation:
    id: str
    kind: str
    target: str


class Package:
    """A workbook, read into memory; `write` or `to_bytes` give it back."""

    def __init__(self, data: bytes, name: str = "The workbook") -> None:
        self.name = name
        self._source: Path | None = None
        self._stamp: tuple[int, int] | None = None
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
        if sum(entry.file_size for entry in entries) > _LIMIT * 1_000_000:
            raise TooLarge(name=name, limit=f"{_LIMIT:,}")
        self._sheets: dict[str, Sheet] = {}
        self._read_structure()

    @classmethod
    def read(cls, source: str | os.PathLike[str] | bytes) -> Self:
        """The workbook in a file, or in bytes that came from one."""
        if isinstance(source, bytes):
            return cls(source)
        path = Path(source)
        try:
            with path.open("rb") as file:
                stamp = _stamp(os.fstat(file.fileno()))
                data = file.read()
        except FileNotFoundError:
            raise NoSuchFile(name=path.name) from None
        except OSError as why:
            raise CannotRead(name=path.name, why=why.strerror) from None
        package = cls(data, path.name)
        package._source, package._stamp = path, stamp
        return package

    # --- what is in it

    @property
    def sheet_names(self) -> tuple[str, ...]:
        """The worksheets in the workbook's order, hidden ones too."""
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
        """A cell as it stands, changes included; one that is not in the file is blank."""
        row, column = position(reference)
        return self.sheet(sheet).cells.get((row, column), Cell(row, column))

    def value(self, sheet: str, reference: str) -> CellValue:
        return self.cell(sheet, reference).value

    def set_cached(self, sheet: str, reference: str, value: CellValue) -> None:
        """Write a value beside the formula that gives it, or into a cell that an array fills."""
        self.sheet(sheet).set_cached(*position(reference), value)

    def set_value(self, sheet: str, reference: str, value: CellValue) -> None:
        """Replace what a cell holds: text stays text whatever it looks like, None empties the cell."""
        self.sheet(sheet).set_value(*position(reference), value)

    @property
    def changed(self) -> bool:
        return any(sheet.changed for sheet in self._sheets.values())

    def _read_structure(self) -> None:
        office = next(
            (r.target for r in self._relations("") if r.kind.endswith("/officeDocument")), "xl/workbook.xml"
        )
        if office not in self._zip.namelist():
            raise NotAWorkbook(name=self.name)
        self._workbook = office
        root = self._tree(office)
        if _local(root.tag) != "workbook":
            raise NotAWorkbook(name=self.name)
        relations = {relation.id: relation for relation in self._relations(office)}
        self._parts: dict[str, str] = {}
        self._order: list[str] = []
        self._relation_kinds = {r.kind.rpartition("/")[2]: r for r in relations.values()}
        self.date1904 = False
        names: list[tuple[str, str, str | None]] = []
        for element in root.iter():
            match _local(element.tag):
                case "workbookPr":
                    self.date1904 = element.get("date1904") in ("1", "true")
                case "sheet":
                    name = element.get("name") or ""
                    key = next((v for k, v in element.items() if k.startswith("{") and _local(k) == "id"), "")
                    self._order.append(name)
                    relation = relations.get(key)
                    if relation is not None and relation.kind.endswith("/worksheet"):
                        self._parts[name] = relation.target
                case "definedName":
                    text = "".join(element.itertext()).strip()
                    names.append((element.get("name") or "", text, element.get("localSheetId")))
        if not self._order:
            raise NotAWorkbook(name=self.name)
        self.defined_names: tuple[Name, ...] = tuple(
            Name(name, text, "" if local is None else self._order[int(local)])
            for name, text, local in names
            if local is None or int(local) < len(self._order)
        )
        """The workbook's names and its sheets' own."""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        found = []
        for sheet, part in self._parts.items():
            for relation in self._relations(part):
                if relation.kind.endswith("/table"):
                    root = self._tree(relation.target)
                    name = root.get("displayName") or root.get("name") or ""
                    area = block(root.get("ref") or "", sheet)
                    found.append(Table(name, area, int(root.get("headerRowCount") or 1)))
        return tuple(found)

    @cached_property
    def _strings(self) -> list[str]:
        relation = self._relation_kinds.get("sharedStrings")
        if relation is None or relation.target not in self._zip.namelist():
            return []
        strings = []
        for item in self._tree(relation.target):
            pieces = []
            for child in item:
                if _local(child.tag) == "t":
                    pieces.append(child.text or "")
                elif _local(child.tag) == "r":
                    pieces += [t.text or "" for t in child if _local(t.tag) == "t"]
            strings.append(decode("".join(pieces)))
        return strings

    def _part(self, part: str) -> bytes:
        try:
            return self._zip.read(part)
        except (KeyError, zipfile.BadZipFile, NotImplementedError, EOFError, OSError):
            raise Damaged(part=part) from None
        except Exception as failure:  # zlib.error has no common parent with the others
            raise Damaged(part=part) from failure

    def _tree(self, part: str) -> ElementTree.Element:
        data = self._part(part)
        xml_text(data, part)
        return ElementTree.fromstring(data)

    def _relations(self, part: str) -> list[_Relation]:
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self._zip.namelist():
            return []
        return [
            _Relation(
                element.get("Id") or "",
                element.get("Type") or "",
                posixpath.normpath(posixpath.join("/", folder, element.get("Target") or "")).lstrip("/"),
            )
            for element in self._tree(path)
            if element.get("TargetMode") != "External"
        ]

    # --- giving it back

    def to_bytes(self) -> bytes:
        """The file with its changes; the packed bytes of every other part are the old ones."""
        new = {sheet.part: sheet.to_bytes() for sheet in self._sheets.values() if sheet.changed}
        if not new:
            return self._data
        dropped: set[str] = set()
        if any(sheet.formulas_changed for sheet in self._sheets.values()):
            dropped = self._drop_calculation_chain(new)
        entries = self._zip.infolist()
        starts = sorted([*(entry.header_offset for entry in entries), self._zip.start_dir])
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
            assert target.fp is not None
            for entry in entries:
                if entry.filename in dropped:
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
            target.comment = self._zip.comment
        return out.getvalue()

    def _drop_calculation_chain(self, new: dict[str, bytes]) -> set[str]:
        """Excel's list of formula cells must not name one that is gone; Excel makes it anew."""
        relation = self._relation_kinds.get("calcChain")
        if relation is None:
            return set()
        folder, name = posixpath.split(self._workbook)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        new[relations] = _without(self._part(relations), rb"Relationship", rb"Id", relation.id)
        types = "[Content_Types].xml"
        new[types] = _without(self._part(types), rb"Override", rb"PartName", f"/{relation.target}")
        return {relation.target}

    def write(self, path: str | os.PathLike[str] | None = None) -> bool:
        """Put the workbook in place of the old file, in one step; False when there was nothing to change."""
        target = self._target(path)
        # A symbolic link stays one: the file it points to is replaced.
        real = target.resolve()
        if not self.changed and self._source is not None and real == self._source.resolve():
            return False
        self.check_writable(target)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o666 & ~_umask()
        try:
            _replace(real, self.to_bytes(), mode)
        except OSError as why:
            raise CannotWrite(name=target.name, why=why.strerror) from None
        return True

    def check_writable(self, path: str | os.PathLike[str] | None = None) -> None:
        """Raise the fault that stands against writing, if there is one."""
        target = self._target(path)
        real = target.resolve()
        for file in {target, real}:
            for lock, program in ((f"~${file.name}", "Excel"), (f".~lock.{file.name}#", "LibreOffice")):
                if file.with_name(lock).exists():
                    raise OpenElsewhere(name=file.name, program=program, lock=lock)
        if not real.exists():
            return
        found = real.stat()
        if not found.st_mode & 0o222 or not os.access(real, os.W_OK):
            raise WriteProtected(name=target.name)
        if self._source is not None and real == self._source.resolve() and _stamp(found) != self._stamp:
            raise ChangedMeanwhile(name=target.name)

    def _target(self, path: str | os.PathLike[str] | None) -> Path:
        if path is not None:
            return Path(path)
        if self._source is None:
            raise CannotWrite(name=self.name, why="it has no file")
        return self._source


def _replace(path: Path, data: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current


def _stamp(found: os.stat_result) -> tuple[int, int]:
    return found.st_mtime_ns, found.st_size


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _without(data: bytes, element: bytes, key: bytes, value: str) -> bytes:
    """The part without the one empty element that has this attribute."""
    pattern = rb"<(?:\w+:)?%b\s[^>]*?%b\s*=\s*[\"']%b[\"'][^>]*?(?:/>|>\s*</(?:\w+:)?%b\s*>)"
    return re.sub(pattern % (element, key, re.escape(value.encode()), element), b"", data, count=1)
