"""Drop-down lists that are written out, such as those of the rounds and boards that can be explained."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from xl_dipscore.cells import is_blank
from xl_dipscore.workbook.layout.games import blocks_of, find_games, label
from xl_dipscore.xlsx.markup import encode, unescape, xml_text
from xl_dipscore.xlsx.package import Package

LONGEST = 255
"""Characters of a list that Excel takes."""
Headings = tuple[tuple[str, ...], tuple[str, ...]]
_LISTED = re.compile(r"(<(?:\w+:)?formula1>)([^<]*)</")


def headings(package: Package) -> Headings:
    """The rounds and the names of the boards, in the order of the blocks."""
    blocks = blocks_of(find_games(package))
    return _told(block.round for block in blocks), _told(block.board for block in blocks)


def _told(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label(value) for value in values if not is_blank(value)))


def with_choices(package: Package, before: Headings, after: Headings) -> Package:
    """A copy of the workbook, its lists of all rounds and of all boards giving others."""
    package = Package(package.to_bytes(), package.name)
    lists = {_list(old): _list(new) for old, new in zip(before, after, strict=True) if old}
    for part, data in list(_changed(package, lists)):
        package.set_part(part, data)
    return package


def _list(names: tuple[str, ...]) -> str | None:
    text = f'"{",".join(names)}"'
    possible = len(text) <= LONGEST + 2 and not any(mark in name for name in names for mark in ',"')
    return text if possible else None


def _changed(package: Package, lists: Mapping[str | None, str | None]) -> Iterator[tuple[str, bytes]]:
    for part in package.sheet_parts:
        data = package.part(part) or b""
        text, pieces, done = data.decode("utf-8"), [], 0
        for found in _LISTED.finditer(xml_text(data, part)):
            new = lists.get(unescape(found[2]))
            if new is not None:
                pieces += [text[done : found.start(2)], encode(new)]
                done = found.end(2)
        if pieces:
            yield part, "".join([*pieces, text[done:]]).encode("utf-8")
