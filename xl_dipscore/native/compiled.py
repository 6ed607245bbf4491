"""A system as columns: its rule, run on a board that says itself in cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from xl_dipscore.native.columns import Column
from xl_dipscore.system import System

FACTS = ("who", "turn", "b", "played", "ok", "points", "counts", "won", "drew", "seat")
"""Columns that every compiled system has, whatever else it needs: an event reads them."""


@dataclass(frozen=True)
class Compiled:
    """What stands to the right of Check, and in Score, Counts and Check themselves, in tokens."""

    system: System
    columns: tuple[Column, ...]
    score: str
    counts: str
    check: str


def compiled(
    system: System,
    options: Mapping[str, object],
    typed: Collection[str],
    cells: Mapping[str, Sequence[str]],
) -> Compiled:
    """The system with these options, in cells.

    typed: the words of the columns that there are to type in, such as `docked`; `chart` for the years.
    cells: where options are typed, by their parameters: a reference for each value, such as "Setup!$B$9".
    Raises NoForm where the rule says something that has no form in cells.
    """
    raise NotImplementedError
