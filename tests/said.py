"""Compare a command's message with the sentence of the fault.

A reworded sentence touches the test of its fault alone (`tests/test_faults.py`).
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

from xl_dipscore.errors import Fault


def sentence(kind: type[Fault], **facts: object) -> str:
    """A pattern for the fault's sentence with these facts and any other ones, its place and its remedy."""
    parts = re.split(r"\{(\w+)(?:![rs])?\}", cleandoc(kind.__doc__ or ""))
    assert facts.keys() <= {*parts[1::2]}, f"{kind.__name__} has no such facts"
    said = (re.escape(str(facts[part])) if part in facts else ".*" for part in parts[1::2])
    texts = [re.escape(text) for text in parts[::2]]
    whole = texts[0] + "".join(f"{fact}{text}" for fact, text in zip(said, texts[1:], strict=True))
    return f"(?:.+: )?{whole}(?: {re.escape(kind.remedy)})?"


def check_said(text: str, kind: type[Fault], **facts: object) -> None:
    """Check that one of the lines is the fault's sentence."""
    wanted = sentence(kind, **facts)
    assert any(re.fullmatch(wanted, line) for line in text.splitlines()), (wanted, text)


def check_refused(got: Any, kind: type[Fault], **facts: object) -> None:
    """Check that the call was refused (exit code 2), and printed only the fault's sentence."""
    assert (got.status, got.out) == (2, ""), got.err
    assert re.fullmatch(f"{sentence(kind, **facts)}\n", got.err), (sentence(kind, **facts), got.err)
