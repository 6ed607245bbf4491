"""What runs inside the programs that call us: everything that scores, and nothing that knows files."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import xl_dipscore

_MODULES = ("__init__", "errors", "board", "points", "event", "system", "functions")
_FOLDERS = ("systems", "seating", "tournament", "cells")


def files(*hosts: str) -> Iterator[tuple[str, bytes]]:
    """The package up to the worksheet functions, and the modules of hosts/ that one program needs besides."""
    package = Path(xl_dipscore.__file__).parent
    paths = [package / f"{name}.py" for name in _MODULES]
    for folder in _FOLDERS:
        paths.extend(
            sorted(path for path in (package / folder).rglob("*.*") if path.suffix in (".py", ".json"))
        )
    paths.extend(package / "hosts" / f"{name}.py" for name in ("__init__", *hosts))
    for path in paths:
        yield f"xl_dipscore/{path.relative_to(package).as_posix()}", path.read_bytes()


def zipped(parts: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The same bytes for the same parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in parts:
            # A fixed date, and readable for everybody where it is unpacked.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = method, 0o100644 << 16
            archive.writestr(entry, data)
    return made.getvalue()
