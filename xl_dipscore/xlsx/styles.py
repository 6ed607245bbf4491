"""One more style for cells of a sheet that is added; those that are there keep their numbers."""

import re

from xl_dipscore.xlsx.package import Package


def add_bold(package: Package) -> int:
    """The number of a new style, the usual font in bold; of the usual style where that cannot be added."""
    part = next(iter(package.related("styles")), "")
    text = (package.part(part) or b"").decode("utf-8")
    fonts, formats = _list(text, "fonts"), _list(text, "cellXfs")
    if fonts is None or formats is None:
        return 0
    first = re.search(r"<((?:[\w.-]+:)?)font(?:\s*/>|>(.*?)</\1font\s*>)", fonts[0], re.DOTALL)
    if first is None:
        return 0
    p, usual = first[1], re.sub(r"<(?:[\w.-]+:)?b\b[^>]*/>", "", first[2] or "")
    font, text = _with_one(text, "fonts", f"{p}font", f"<{p}font><{p}b/>{usual}</{p}font>")
    numbers = f'numFmtId="0" fontId="{font}" fillId="0" borderId="0" xfId="0" applyFont="1"'
    made, text = _with_one(text, "cellXfs", f"{p}xf", f"<{p}xf {numbers}/>")
    package.set_part(part, text.encode("utf-8"))
    return made


def _list(text: str, name: str) -> re.Match[str] | None:
    return re.search(rf"<((?:[\w.-]+:)?{name})\b([^>]*)>(.*?)</\1\s*>", text, re.DOTALL)


def _with_one(text: str, name: str, child: str, one: str) -> tuple[int, str]:
    """The list with one more at its end; the number of that, which is how many there were."""
    found = _list(text, name)
    assert found is not None
    count = len(re.findall(rf"<{child}\b", found[3]))
    attributes = re.sub(r'\bcount\s*=\s*"\d+"', f'count="{count + 1}"', found[2])
    new = f"<{found[1]}{attributes}>{found[3]}{one}</{found[1]}>"
    return count, text[: found.start()] + new + text[found.end() :]
