"""The calculator, formualizer: not every Python has it, and what scores works without."""

from __future__ import annotations

import sys
import sysconfig
from importlib.util import find_spec
from typing import TYPE_CHECKING

from xl_dipscore.errors import Fault

if TYPE_CHECKING:
    from xl_dipscore.calculate.engine import Calculator

_NONE_FOR = {"win32": "32 bits", "win-arm64": "ARM"}
"""The Pythons for which its authors make none."""


class NoCalculator(Fault):
    """Computing needs formualizer ({why}). Run {python} -m pip install "formualizer>=0.13,<0.14"."""


class OtherPython(Fault):
    """This Python is for {kind}. To compute workbooks, install Python for Windows, 64-bit x64, from python.org (on an ARM processor too)."""  # noqa: E501


def check() -> None:
    """Raise the fault that says what is missing, before any work; nothing is imported yet."""
    try:
        found = find_spec("formualizer") is not None
    except (ImportError, ValueError):
        found = False
    if not found:
        raise _missing("it is not installed")


def calculator() -> type[Calculator]:
    try:
        from xl_dipscore.calculate.engine import Calculator
    except ImportError as error:
        raise _missing(str(error)) from None
    return Calculator


def _missing(why: str) -> Fault:
    if kind := _NONE_FOR.get(sysconfig.get_platform()):
        return OtherPython(kind=kind)
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return NoCalculator(why=why, python=python)
