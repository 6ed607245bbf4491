"""The sizes of fonts in a workbook's cells."""

from collections.abc import Sequence
from contextlib import suppress
from xml.etree import ElementTree

from xl_dipscore.sheets.xlsx.package import Package

USUAL = 11.0
"""The size, in points, of a font without a size."""


def font_sizes(package: Package) -> Sequence[float]:
    """For each number of a cell's format, the size of its font in points. Empty without readable formats."""
    for part in package.related_parts("styles"):
        with suppress(ElementTree.ParseError, ValueError, IndexError):
            root = ElementTree.fromstring(package.part(part) or b"")
            sizes = [_size(font) for font in root.iterfind("{*}fonts/{*}font")]
            return [sizes[int(one.get("fontId", 0))] for one in root.iterfind("{*}cellXfs/{*}xf")]
    return ()


def _size(font: ElementTree.Element) -> float:
    found = font.find("{*}sz")
    return USUAL if found is None else float(found.get("val", USUAL))
