"""A copy of a workbook with only those parts of its file that show cells, charts and pictures.

Whatever is not known to be needed for this is left out: comments, properties, links to other files, printers,
caches of pivot tables, macros and so on.
"""

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from io import BytesIO
from xml.etree import ElementTree
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from xl_dipscore.sheets.xlsx.markup import encode
from xl_dipscore.sheets.xlsx.package import Package

_OF_BOOK = frozenset({"worksheet", "chartsheet", "styles", "sharedStrings", "theme", "sheetMetadata"})
_OF_SHEET = frozenset({"drawing", "table"})
_OF_DRAWING = frozenset({"chart", "chartEx", "image", "chartStyle", "chartColorStyle", "themeOverride"})
"""The kinds of relations that the copy keeps: of the main part, of sheets, and of drawings and charts."""
_BOOK = frozenset({"fileVersion", "workbookPr", "workbookProtection", "sheets", "definedNames", "calcPr"})
_SHEET = frozenset({
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetProtection",
    "autoFilter", "mergeCells", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions",
    "pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks", "ignoredErrors", "drawing",
    "tableParts",
})  # fmt: skip
"""The elements that the copy keeps, of the main part and of a sheet."""
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_PRINTER = re.compile(rb"""\s(?:[\w.-]+:)?id\s*=\s*["'][^"']*["']""")


def public_package(package: Package, dropped: Collection[str], keeps_name: Callable[[str], bool]) -> Package:
    """Copy a workbook without the sheets `dropped` and without parts that are not known to be public.

    No formula of the other sheets may refer to these sheets. keeps_name: may this hidden name stay?
    """
    return _Copy(package, dropped, keeps_name).package()


def find_hidden_sheets(package: Package) -> list[str]:
    """The sheets that the workbook hides, of any kind."""
    sheets = _sheets_in(package.part(package.main_part) or b"")
    return [one.get("name") or "" for one in sheets if one.get("state", "visible") != "visible"]


class _Copy:
    def __init__(self, package: Package, dropped: Collection[str], keeps_name: Callable[[str], bool]) -> None:
        self._package, self._dropped, self._keeps_name = package, dropped, keeps_name
        self._parts: dict[str, bytes] = {}
        self._relations: dict[str, list[tuple[str, str, str]]] = {}
        """For each kept part: the id, type and target of its relations."""
        gone = (re.escape(encode(one.replace("'", "''"))) for one in dropped)
        # Also other workbooks: [1]Sheet1!A1.
        self._mentions = re.compile(
            rf"(?i)(?<![\w.])(?:{'|'.join(gone) or '(?!)'})'?!|#REF!|(?<![\w\]])\[\d+\]"
        )

    def package(self) -> Package:
        main = self._package.main_part
        self._take(main, self._kept_sheets(main))
        self._parts[main] = self._main(self._parts[main])
        sheets = [part for part, kind in self._kinds(main) if kind == "worksheet"]
        for part in sheets:
            self._take(part, self._wanted(part, _OF_SHEET))
            self._parts[part] = self._sheet(self._parts[part], part)
        drawings = [target for part in sheets for target, kind in self._kinds(part) if kind == "drawing"]
        for part in drawings:
            self._take_drawing(part)
        for part in [target for target, kind in self._kinds(main) if kind == "sharedStrings"]:
            self._parts[part] = self._strings(self._parts[part], sheets)
        return Package(self._bytes(), self._package.name)

    def _kept_sheets(self, main: str) -> list[tuple[str, str, str]]:
        sheets = _sheets_in(self._package.part(main) or b"")
        gone = {_id(one) for one in sheets if one.get("name") in self._dropped}
        return [one for one in self._wanted(main, _OF_BOOK) if one[0] not in gone]

    def _wanted(self, part: str, kinds: Collection[str]) -> list[tuple[str, str, str]]:
        return [one for one in _relations_of(self._package, part) if one[1].rpartition("/")[2] in kinds]

    def _take(self, part: str, relations: list[tuple[str, str, str]]) -> None:
        """Keep a part, these relations, and the parts that they lead to."""
        self._relations[part] = relations
        for name in (part, *(target for *_, target in relations)):
            self._parts.setdefault(name, self._package.part(name) or b"")

    def _take_drawing(self, part: str) -> None:
        """Keep a drawing with its charts and pictures, without links and without points of dropped sheets."""
        self._take(part, self._wanted(part, _OF_DRAWING))
        links = rb"<((?:[\w.-]+:)?hlink(?:Click|Hover))\b[^>]*?(?:/>|>.*?</\1\s*>)"
        self._parts[part] = re.sub(links, b"", self._parts[part], flags=re.DOTALL)
        for target, kind in self._kinds(part):
            if kind in ("chart", "chartEx"):
                self._take(target, self._wanted(target, _OF_DRAWING))
                self._parts[target] = self._chart(self._parts[target])

    def _chart(self, data: bytes) -> bytes:
        for name in (rb"externalData", rb"userShapes"):
            data = re.sub(
                rb"<((?:[\w.-]+:)?%b)\b[^>]*?(?:/>|>.*?</\1\s*>)" % name, b"", data, flags=re.DOTALL
            )
        reference = rb"<((?:[\w.-]+:)?(?:num|str|multiLvlStr)Ref)\b[^>]*>.*?</\1\s*>"
        return re.sub(reference, self._reference, data, flags=re.DOTALL)

    def _reference(self, found: re.Match[bytes]) -> bytes:
        """A chart's reference to cells; without its formula and points if it mentions a dropped sheet."""
        formula = re.search(rb"<((?:[\w.-]+:)?)f\b[^>]*>(.*?)</\1f\s*>", found[0], re.DOTALL)
        if formula is None or not self._mentions.search(formula[2].decode()):
            return found[0]
        prefix = formula[1]
        return b"<%b><%bf>#REF!</%bf></%b>" % (found[1], prefix, prefix, found[1])

    def _kinds(self, part: str) -> list[tuple[str, str]]:
        """The parts that a kept part leads to, each with the kind of its relation."""
        return [(target, kind.rpartition("/")[2]) for _, kind, target in self._relations.get(part, ())]

    # --- the contents of parts

    def _main(self, data: bytes) -> bytes:
        kept = {relation for relation, *_ in self._relations[self._package.main_part]}
        order = [
            one.get("name") or "" for one in ElementTree.fromstring(data).iter() if _local(one.tag) == "sheet"
        ]
        places = {str(n): name for n, name in enumerate(order)}
        new = {name: str(n) for n, name in enumerate(one for one in order if one not in self._dropped)}

        def sheet(found: re.Match[bytes]) -> bytes:
            [relation] = re.findall(rb"""\s[\w.-]+:id\s*=\s*["']([^"']*)""", found[0])
            return found[0] if relation.decode() in kept else b""

        def name(found: re.Match[bytes]) -> bytes:
            its, text = _attributes(found[2]), found[3].decode()
            local = places.get(its.get("localSheetId", ""), "")
            hidden = its.get("hidden") in ("1", "true") and not self._keeps_name(its.get("name", ""))
            if hidden or local in self._dropped or self._mentions.search(text):
                return b""
            beside = f' localSheetId="{new[local]}"' if local else ""
            seen = ' hidden="1"' if "hidden" in its else ""
            tag = found[1].decode()
            said = f'<{tag} name="{encode(its["name"])}"{beside}{seen}>{text}</{tag}>'
            return said.encode()

        data = _keep_elements(data, _BOOK)
        data = re.sub(rb"<((?:[\w.-]+:)?sheet)\s[^>]*?(?:/>|>\s*</\1\s*>)", sheet, data)
        names = rb"<((?:[\w.-]+:)?definedName)\b([^>]*)>([^<]*)</\1\s*>"
        data = re.sub(names, name, data)
        return re.sub(rb"<((?:[\w.-]+:)?definedNames)\b[^>]*>\s*</\1\s*>", b"", data)

    def _sheet(self, data: bytes, part: str) -> bytes:
        data = _keep_elements(data, _SHEET, self._element)
        if not self._wanted(part, {"drawing"}):
            data = re.sub(rb"<(?:[\w.-]+:)?drawing\s[^>]*?/>", b"", data)
        return data

    def _element(self, name: str, data: bytes) -> bytes:
        """The public part of an element of a sheet."""
        match name:
            case "pageSetup":
                return _PRINTER.sub(b"", data)
            case "sheetData":  # cells without the pictures and records that Excel keeps in parts of their own
                return re.sub(rb"""(<(?:[\w.-]+:)?c\s[^>]*?)\svm\s*=\s*["']\d+["']""", rb"\1", data)
            case "autoFilter":  # without the chosen values
                opening = data[: data.index(b">") + 1]
                return opening if opening.endswith(b"/>") else opening[:-1] + b"/>"
            case "hyperlinks":  # links within the workbook stay
                data = re.sub(rb"<(?:[\w.-]+:)?hyperlink\b(?=[^>]*\s[\w.-]+:id\s*=)[^>]*?/>", b"", data)
                return data if re.search(rb"hyperlink\s", data) else b""
            case "conditionalFormatting" | "dataValidations" if self._mentions.search(data.decode()):
                return self._without_mentions(data)
        return data

    def _without_mentions(self, data: bytes) -> bytes:
        """Rules for formats and for typed values, without those that mention a dropped sheet."""
        rule = rb"<((?:[\w.-]+:)?(?:cfRule|dataValidation))\b[^>]*?(?:/>|>.*?</\1\s*>)"
        left = re.sub(
            rule, lambda one: b"" if self._mentions.search(one[0].decode()) else one[0], data, flags=re.DOTALL
        )
        count = len(re.findall(rb"<(?:[\w.-]+:)?(?:cfRule|dataValidation)\b", left))
        left = re.sub(
            rb"""(<(?:[\w.-]+:)?dataValidations\b[^>]*\scount=["'])\d+""", rb"\g<1>%d" % count, left
        )
        return left if count else b""

    def _strings(self, data: bytes, sheets: Collection[str]) -> bytes:
        """The shared texts: a text that no kept cell shows becomes empty."""
        cell = re.compile(rb"""<(?:[\w.-]+:)?c\s[^>]*\st=["']s["'][^>]*>\s*(?:<[^>]*v>)\s*(\d+)""")
        used = {int(number) for part in sheets for number in cell.findall(self._parts[part])}
        number = iter(range(len(data)))

        def item(found: re.Match[bytes]) -> bytes:
            if next(number) not in used:
                return b"<%bsi><%bt/></%bsi>" % ((found[1],) * 3)
            phonetic = rb"<((?:[\w.-]+:)?(?:rPh|phoneticPr))\b[^>]*?(?:/>|>.*?</\1\s*>)"
            return re.sub(phonetic, b"", found[0], flags=re.DOTALL)

        return re.sub(rb"<((?:[\w.-]+:)?)si(?:\s*/>|\s*>.*?</\1si\s*>)", item, data, flags=re.DOTALL)

    # --- the file

    def _bytes(self) -> bytes:
        main = self._package.main_part
        office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
        self._relations[""] = [("rId1", office, main)]
        texts = {"[Content_Types].xml": self._types().encode()}
        for part, relations in self._relations.items():
            if relations:
                folder, name = posixpath.split(part)
                texts[posixpath.join(folder, "_rels", f"{name}.rels")] = _relations_text(relations).encode()
        with ZipFile(out := BytesIO(), "w") as archive:
            for part, text in (*texts.items(), *self._parts.items()):
                archive.writestr(ZipInfo(part), text, ZIP_DEFLATED)  # without the time, which others can see
        return out.getvalue()

    def _types(self) -> str:
        types = (
            f'<Override PartName="/{part}" ContentType="{self._package.content_type(part)}"/>'
            for part in self._parts
        )
        default = f'<Default Extension="rels" ContentType="{_CONTENT_OF_RELATIONS}"/>'
        return f'{_HEAD}<Types xmlns="{_TYPES}">{default}{"".join(types)}</Types>'


_CONTENT_OF_RELATIONS = "application/vnd.openxmlformats-package.relationships+xml"


def _relations_text(relations: list[tuple[str, str, str]]) -> str:
    listed = (f'<Relationship Id="{one}" Type="{kind}" Target="/{to}"/>' for one, kind, to in relations)
    return f'{_HEAD}<Relationships xmlns="{_RELATIONS}">{"".join(listed)}</Relationships>'


def _relations_of(package: Package, part: str) -> list[tuple[str, str, str]]:
    """The id, type and target of the relations that lead to parts of the file."""
    folder, name = posixpath.split(part)
    data = package.part(posixpath.join(folder, "_rels", f"{name}.rels"))
    found = []
    for one in ElementTree.fromstring(data) if data else ():
        target = posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/")
        if one.get("TargetMode") != "External" and package.part(target) is not None:
            found.append((one.get("Id", ""), one.get("Type", ""), target))
    return found


def _keep_elements(
    data: bytes, kept: Collection[str], change: Callable[[str, bytes], bytes] = lambda name, data: data
) -> bytes:
    """The XML with only these children of its root; `change` may shorten a child."""
    out, last = [], 0
    for name, start, end in _children(data):
        out += [data[last:start], change(name, data[start:end]) if name in kept else b""]
        last = end
    return b"".join([*out, data[last:]])


def _children(data: bytes) -> Iterator[tuple[str, int, int]]:
    """The children of the root: the name without prefix, and the positions of the start and the end."""
    found: list[tuple[str, int, int]] = []
    depth, begun = 0, ("", 0)
    parser = expat.ParserCreate()

    def begin(tag: str, _: Mapping[str, str]) -> None:
        nonlocal depth, begun
        depth += 1
        if depth == 2:
            begun = tag.rpartition(":")[2], parser.CurrentByteIndex

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 1:
            name, start = begun
            opening = _TAG.match(data, start)
            assert opening is not None
            empty = opening[0].endswith(b"/>")
            found.append(
                (name, start, opening.end() if empty else data.index(b">", parser.CurrentByteIndex) + 1)
            )

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.Parse(data, True)
    return iter(found)


def _attributes(text: bytes) -> dict[str, str]:
    root = ElementTree.fromstring(b'<a xmlns:xr="x" xmlns:x="x"%b/>' % text.rstrip(b"/"))
    return {_local(name): value for name, value in root.items()}


def _sheets_in(data: bytes) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(data).iter() if _local(one.tag) == "sheet"]


def _id(element: ElementTree.Element) -> str:
    ids = (value for name, value in element.items() if name.startswith("{") and _local(name) == "id")
    return next(ids, "")


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
