"""The cost of a command, as the operating system counts it for the process and its children.

Processor time hardly depends on what else the machine does; the clock does, and is taken only where several
processes share the work. Programs have their bytecode, as installed ones do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

DIPSCORE = (sys.executable, Path(sys.executable).with_name("dipscore"))
"""The command as people start it; processes that it starts import the same program."""
_bytecode = tempfile.TemporaryDirectory(prefix="bytecode")


class Spent(NamedTuple):
    """The cost of a command: seconds, and the megabytes of its largest process."""

    cpu: float
    clock: float
    memory: float


def spent(command: Sequence[object], **changed: str) -> Spent:
    """Run a command to its end.

    changed: variables of the environment that have another value. Raises RuntimeError for a command that
    fails.
    """
    words = [*map(str, command)]
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": _bytecode.name, **changed}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        running = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment
        )
        _, status, usage = os.wait4(running.pid, 0)
        clock = time.perf_counter() - started
        running.returncode = os.waitstatus_to_exitcode(status)
        if running.returncode:
            errors.seek(0)
            said = errors.read().decode(errors="replace")
            raise RuntimeError(f"{' '.join(words[:8])} ended with {running.returncode}: {said[-2000:]}")
    return Spent(usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024)
