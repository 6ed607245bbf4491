"""Work for other processes, which import it from here."""

import os
import time
from pathlib import Path


def length(path: Path) -> int:
    """Breaks down, raises or counts, as the file's name says."""
    if "dies" in path.name:
        os._exit(9)
    if "raises" in path.name:
        raise RuntimeError("no such thing")
    return len(path.read_bytes())


def sleeps(path: Path) -> None:
    """Says that it has begun, and is busy for longer than any test."""
    path.write_text("begun")
    time.sleep(600)
