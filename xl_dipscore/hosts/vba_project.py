"""Read the source text of the macros in a workbook's VBA project, as [MS-OVBA] describes it.

The project with our own macros is built from templates/macros/ before a release.
"""

import io
import struct
from collections.abc import Iterator
from typing import NamedTuple


def modules_of(data: bytes) -> dict[str, str] | None:
    """The text of each module in any VBA project; None if it cannot be read."""
    import olefile  # missing in LibreOffice, where we attach macros only to workbooks that have none

    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            folder = next(path[:-1] for path in file.listdir() if path[-1].casefold() == "dir")
            listed = decompress(file.openstream([*folder, "dir"]).read())
            code_page, modules = _read_directory(listed)
            return {
                name: decompress(file.openstream([*folder, stream]).read()[offset:]).decode(
                    code_page, "replace"
                )
                for name, stream, offset in modules
            }
    except (OSError, ValueError, LookupError, StopIteration, struct.error):
        return None


class _Directory(NamedTuple):
    """The code page of a project; for each module its name, its stream, and the offset of its text there."""

    code_page: str
    modules: list[tuple[str, str, int]]


def _read_directory(directory: bytes) -> _Directory:
    """The code page; for each module its name, its stream, and the offset of its text in that stream."""
    code_page = "cp1252"
    modules: list[tuple[str, str, int]] = []
    name = stream = ""
    offset = 0
    for number, data in _records(directory):
        match number:
            case 0x03:
                code_page = f"cp{struct.unpack('<H', data)[0]}"
            case 0x19:
                name = data.decode(code_page, "replace")
            case 0x47:
                name = data.decode("utf-16-le")
            case 0x32:
                stream = data.decode("utf-16-le")
            case 0x31:
                (offset,) = struct.unpack("<I", data)
            case 0x2B:
                modules.append((name, stream, offset))
    return _Directory(code_page, modules)


def _records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 6 <= len(directory):
        number, size = struct.unpack_from("<HI", directory, at)
        if number == 0x09:
            size = 6
        yield number, directory[at + 6 : at + 6 + size]
        at += 6 + size


def decompress(data: bytes) -> bytes:
    """Decompress a stream of a VBA project. Raises ValueError for data in another format."""
    if data[:1] != b"\x01":
        raise ValueError("not compressed")
    out = bytearray()
    at = 1
    while at + 2 <= len(data):
        (header,) = struct.unpack_from("<H", data, at)
        end = min(at + (header & 0xFFF) + 3, len(data))
        chunk = data[at + 2 : end]
        out += _decompress_chunk(chunk) if header & 0x8000 else chunk
        at = end
    return bytes(out)


def _decompress_chunk(chunk: bytes) -> bytes:
    out = bytearray()
    at = 0
    while at < len(chunk):
        flags = chunk[at]
        at += 1
        for bit in range(8):
            if at >= len(chunk):
                break
            if flags >> bit & 1:
                if at + 2 > len(chunk):
                    raise ValueError("cut off")
                (copy,) = struct.unpack_from("<H", chunk, at)
                bits = offset_bits(len(out))
                back, length = (copy >> (16 - bits)) + 1, (copy & (0xFFFF >> bits)) + 3
                if back > len(out):
                    raise ValueError("a copy of nothing")
                for _ in range(length):
                    out.append(out[-back])
                at += 2
            else:
                out.append(chunk[at])
                at += 1
    return bytes(out)


def offset_bits(at: int) -> int:
    """The number of bits for the offset in a copy token of 16 bits, after `at` decompressed bytes."""
    return max((at - 1).bit_length(), 4)
