"""Writes a VBA project, the file inside a workbook, from the text of its modules.

After [MS-OVBA] and [MS-CFB]. Only source text is written; Excel compiles it when it opens the workbook.
"""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from xl_dipscore.hosts.vba_project import offset_bits

_CODE_PAGE = "cp1252"

# -- compression, [MS-OVBA] 2.4.1 ---------------------------------------------------------------

_CHUNK = 4096


def compress(data: bytes) -> bytes:
    out = bytearray(b"\x01")
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        packed = _packed(chunk)
        if len(packed) < _CHUNK:
            out += struct.pack("<H", 0xB000 | (len(packed) - 1)) + packed
        else:
            out += struct.pack("<H", 0x3FFF) + chunk.ljust(_CHUNK, b"\0")
    return bytes(out)


def _packed(chunk: bytes) -> bytes:
    """Groups of eight: a byte of flags, then each a byte of text or a copy of what came before."""
    out = bytearray()
    at = 0
    while at < len(chunk):
        flags, group = 0, bytearray()
        for bit in range(8):
            if at >= len(chunk):
                break
            back, length = _longest(chunk, at)
            if length >= 3:
                flags |= 1 << bit
                bits = offset_bits(at)
                group += struct.pack("<H", (back - 1) << (16 - bits) | (length - 3))
            else:
                length = 1
                group.append(chunk[at])
            at += length
        out += bytes([flags]) + group
    return bytes(out)


def _longest(chunk: bytes, at: int) -> tuple[int, int]:
    """How far back, and how long, the longest text like that from here on is."""
    most = min((0xFFFF >> offset_bits(at)) + 3, len(chunk) - at)
    length, place = 2, at
    while length < most and (found := chunk.rfind(chunk[at : at + length + 1], 0, at + length)) >= 0:
        length, place = length + 1, found
    return at - place, length


# -- the project, [MS-OVBA] 2.3 ---------------------------------------------------------------

_HERE = Path(__file__).parent


def project(modules: Mapping[str, str], workbook: str = "ThisWorkbook") -> bytes:
    """A project with these modules and an empty page for the workbook."""
    page = (_HERE / "workbook.bas").read_text("ascii").format(workbook=workbook)
    sources = {workbook: page, **modules}
    streams = {name: compress(_encoded(text)) for name, text in sources.items()}
    streams["dir"] = compress(_directory(workbook, list(modules)))
    # The version that belongs to no Excel: every Excel compiles the source.
    streams["_VBA_PROJECT"] = bytes.fromhex("cc61ffff000000")
    return compound_file(
        {
            "VBA": streams,
            "PROJECT": _encoded(_listing(workbook, list(modules))),
            "PROJECTwm": b"".join(
                name.encode(_CODE_PAGE) + b"\0" + name.encode("utf-16-le") + b"\0\0" for name in sources
            )
            + b"\0\0",
        }
    )


def _encoded(text: str) -> bytes:
    return text.replace("\r\n", "\n").replace("\n", "\r\n").encode(_CODE_PAGE)


def _record(number: int, data: bytes) -> bytes:
    return struct.pack("<HI", number, len(data)) + data


def _directory(workbook: str, modules: Sequence[str]) -> bytes:
    def long(number: int) -> bytes:
        return struct.pack("<I", number)

    def short(number: int) -> bytes:
        return struct.pack("<H", number)

    records = [
        (0x01, long(1)), (0x02, long(0x409)), (0x14, long(0x409)), (0x03, short(1252)),
        (0x04, b"VBAProject"), (0x05, b""), (0x40, b""), (0x06, b""), (0x3D, b""), (0x07, long(0)),
        (0x08, long(0)),
    ]  # fmt: skip
    out = b"".join(_record(*record) for record in records)
    out += struct.pack("<HIIH", 0x09, 4, 1, 1)  # the version: its length counts only a part of it
    out += _record(0x0C, b"") + _record(0x3C, b"")
    out += _record(0x0F, short(1 + len(modules))) + _record(0x13, short(0xFFFF))
    for name in (workbook, *modules):
        narrow, wide = name.encode(_CODE_PAGE), name.encode("utf-16-le")
        kind = 0x22 if name == workbook else 0x21
        records = [
            (0x19, narrow), (0x47, wide), (0x1A, narrow), (0x32, wide), (0x1C, b""), (0x48, b""),
            (0x31, long(0)), (0x1E, long(0)), (0x2C, short(0xFFFF)), (kind, b""), (0x2B, b""),
        ]  # fmt: skip
        out += b"".join(_record(*record) for record in records)
    return out + _record(0x10, b"")


def _listing(workbook: str, modules: Sequence[str]) -> str:
    """CMG, DPB and GC say, scrambled by the ID: no protection, no password, and nothing hidden."""
    text = (_HERE / "project.txt").read_text("ascii")
    return text.format(
        workbook=workbook,
        modules="".join(f"Module={name}\n" for name in modules),
        windows="".join(f"{name}=0, 0, 0, 0, C\n" for name in (workbook, *modules)),
    )


# -- the container, [MS-CFB] ----------------------------------------------------------------------

_Folder: TypeAlias = "Mapping[str, bytes | _Folder]"
_SECTOR, _SMALL, _CUT = 512, 64, 4096
_BLACK = 1
_FREE, _END, _TABLE, _NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF


@dataclass
class _Entry:
    name: str
    kind: int
    data: bytes = b""
    size: int = 0
    start: int = 0
    left: int = _NONE
    right: int = _NONE
    child: int = _NONE

    def to_bytes(self) -> bytes:
        name = self.name.encode("utf-16-le")
        length = len(name) + 2 if name else 0
        return b"".join(
            (
                name.ljust(64, b"\0"),
                struct.pack("<HBB", length, self.kind, _BLACK),
                struct.pack("<III", self.left, self.right, self.child),
                bytes(36),
                struct.pack("<IQ", self.start, self.size),
            )
        )


class _Sectors:
    """Sectors, and the table that says which follows which."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.data = bytearray()
        self.next: list[int] = []

    def put(self, data: bytes) -> int:
        """The number of the first sector."""
        if not data:
            return _END
        start = len(self.next)
        count = -(-len(data) // self.size)
        self.data += data.ljust(count * self.size, b"\0")
        self.next += [after for _, after in pairwise(range(start, start + count))]
        self.next.append(_END)
        return start


def compound_file(folder: _Folder) -> bytes:
    """A file of streams and folders."""
    root = _Entry("Root Entry", 5)
    entries = [root]
    root.child = _tree(folder, entries)
    small, big = _Sectors(_SMALL), _Sectors(_SECTOR)
    for entry in entries:
        if entry.kind == 2:
            entry.size = len(entry.data)
            entry.start = (small if entry.size < _CUT else big).put(entry.data)
    root.start, root.size = big.put(bytes(small.data)), len(small.data)
    small_table = _numbers(small.next)
    small_start = big.put(small_table)
    listing = b"".join(entry.to_bytes() for entry in entries)
    listing += _Entry("", 0).to_bytes() * (-len(entries) % 4)
    listing_start = big.put(listing)
    tables = 1
    while len(big.next) + tables > tables * (_SECTOR // 4):
        tables += 1
    if tables > 109:
        raise ValueError("more than seven megabytes of macros")
    first = len(big.next)
    big.next += [_TABLE] * tables
    header = struct.pack(
        "<8s16x5H6x9I",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
        0, tables, listing_start, 0, _CUT, small_start, len(small_table) // _SECTOR, _END, 0,
    )  # fmt: skip
    header += _numbers(list(range(first, first + tables))).ljust(_SECTOR - len(header), b"\xff")[
        : _SECTOR - len(header)
    ]
    return header + bytes(big.data) + _numbers(big.next)


def _numbers(numbers: Sequence[int]) -> bytes:
    """Whole sectors of numbers, the last filled up."""
    data = struct.pack(f"<{len(numbers)}I", *numbers)
    return data.ljust(-(-len(data) // _SECTOR) * _SECTOR, b"\xff")


def _tree(folder: _Folder, entries: list[_Entry]) -> int:
    """Add the folder's entries, as a balanced tree by name, all of it black; the number of its root."""
    numbers = []
    for name in sorted(folder, key=lambda name: (len(name), name.upper())):
        content = folder[name]
        entry = _Entry(name, 2, content) if isinstance(content, bytes) else _Entry(name, 1)
        numbers.append(len(entries))
        entries.append(entry)
        if not isinstance(content, bytes):
            entry.child = _tree(content, entries)

    def grow(low: int, high: int) -> int:
        if low >= high:
            return _NONE
        middle = (low + high) // 2
        entry = entries[numbers[middle]]
        entry.left, entry.right = grow(low, middle), grow(middle + 1, high)
        return numbers[middle]

    return grow(0, len(numbers))
