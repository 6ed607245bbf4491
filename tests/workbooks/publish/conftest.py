"""Pages of the ready examples, as they are and with changed cells."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.workbooks.publish.seen import EXAMPLES, NOON, Make, Seen, seen
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.publish.contents import contents
from xl_dipscore.workbooks.publish.page import publish, render

_made: dict[str, Seen] = {}
"""The pages of the unchanged examples."""


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """The page of an example with some changed cells, not recomputed.

    computed: as `publish` does; otherwise the page of what the cells store, in half of the time.
    """
    numbers = itertools.count()

    def made(
        name: str,
        changes: dict[str, object] | None = None,
        *,
        folder: Path = EXAMPLES,
        computed: bool = True,
    ) -> Seen:
        source = folder / f"{name}.xlsx"
        if not changes and str(source) in _made:
            return _made[str(source)]
        package = Package.read(source)
        for cell, value in (changes or {}).items():
            where, _, reference = cell.rpartition("!")
            package.set_value(where or "Games", reference, value)  # type: ignore[arg-type]
        if not computed:
            return Seen(render(contents(EventIn(package), NOON, ["Stored."])))
        page = seen(publish(package, tmp_path / str(next(numbers)), engine="python"))
        if not changes:
            _made[str(source)] = page
        return page

    return made
