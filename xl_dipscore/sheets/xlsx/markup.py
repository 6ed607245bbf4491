"""Read the XML of a part (a file inside a workbook), and replace some of its text; all other text stays."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from xml.parsers import expat

from xl_dipscore.errors import Fault


class Damaged(Fault):
    """{part} in the workbook is damaged and cannot be read."""


class Unusual(Fault):
    """{part} in the workbook is written in an unusual way ({how}); save it again in Excel or LibreOffice."""


ATTRIBUTES = r"""(?:\s[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)?/?"""
"""Pattern for the attributes of a start tag, and the final slash of an empty element."""
_HIDDEN = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)


def attribute(attributes: str, name: str) -> str | None:
    found = _attribute(name).search(attributes)
    if found is None:
        return None
    return unescape(found[2] if found[1] is None else found[1])


@cache
def _attribute(name: str) -> re.Pattern[str]:
    return re.compile(rf"""(?:^|\s){name}\s*=\s*(?:"([^"]*)"|'([^']*)')""")


_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

_ENTITY = re.compile(r"&(\w+|#\d+|#x[\da-fA-F]+);")


def unescape(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    code = entity[1]
    if code[0] != "#":
        return _ENTITIES[code]
    return chr(int(code[2:], 16) if code[1] == "x" else int(code[1:]))


_ESCAPE = "x[Dd][89ABab]HH__x[Dd][C-Fc-f]HH_|x(?![Dd][89A-Fa-f])HHHH_".replace("H", "[0-9A-Fa-f]")
_ESCAPED = re.compile(f"_(?:{_ESCAPE})")
_UNWRITABLE = re.compile(rf"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?={_ESCAPE})")


def decode(text: str) -> str:
    """Decode Excel's escapes for characters that XML does not allow, such as `_x000B_`.

    Two escapes may be the halves of one character (`_xD83C__xDFC6_`). A half alone stays as written.
    """
    return _ESCAPED.sub(_escaped_character, text) if "_x" in text else text


def _escaped_character(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("_", "").replace("x", "")).decode("utf-16-be")


def encode(text: str) -> str:
    if "_x" in text or not text.isprintable():
        text = _UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xml_text(data: bytes, part: str) -> str:
    """The text of a part; spaces replace comments, to keep all indexes. Raises Unusual and Damaged."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]:
        raise Unusual(part=part, how="UTF-16")
    head = re.match(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)""", data)
    if head is not None and head[1].lower() not in (b"utf-8", b"utf8", b"us-ascii"):
        raise Unusual(part=part, how=head[1].decode("ascii", "replace"))
    if b"<!DOCTYPE" in data or b"<![CDATA[" in data:
        raise Unusual(part=part, how="it has a DOCTYPE or CDATA")
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError:
        raise Damaged(part=part) from None
    return _HIDDEN.sub(lambda found: " " * len(found[0]), data.decode("utf-8"))


Cut = tuple[int, int, str]
"""Start and end of the text to replace, and the new text."""


def apply_cuts(text: str, cuts: Iterable[Cut]) -> bytes:
    pieces, done = [], 0
    for start, end, xml in sorted(cuts, key=lambda one: one[:2]):
        pieces += [text[done:start], xml]
        done = end
    return "".join([*pieces, text[done:]]).encode("utf-8")


def append_element(data: bytes, listed: str, one: Callable[[str], str]) -> bytes | None:
    """Add an element at the end of the last element called `listed`; None if there is no such element.

    one: makes the XML of the element. Its argument is the prefix of the list's name, such as `x:`.
    """
    prefix = r"((?:[\w.-]+:)?)"
    text = re.sub(
        rf"<{prefix}({listed}\b[^<>]*?)\s*/>", rf"<\1\2></\1{listed}>", data.decode("utf-8"), count=1
    )
    ends = [*re.finditer(rf"</{prefix}{listed}\s*>", text)]
    if not ends:
        return None
    end = ends[-1]
    return (text[: end.start()] + one(end[1]) + text[end.start() :]).encode()


def replace_matches(
    data: bytes, part: str, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str], group: int = 0
) -> bytes:
    """Replace each match of a pattern in a part; with `group`, only this group of each match."""
    found = pattern.finditer(xml_text(data, part))
    return apply_cuts(data.decode("utf-8"), ((*one.span(group), change(one)) for one in found))
