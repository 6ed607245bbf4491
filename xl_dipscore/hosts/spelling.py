"""Spellings of our functions in formulas, which differ between programs.

Excel stores plain names, such as DCC_SCORE, if the workbook has our macros; LibreOffice reads and writes them
from 25.2 on. xlwings Lite and older versions of LibreOffice need other names.
"""

import re
from collections.abc import Iterable
from typing import Literal

from xl_dipscore.sheets.xlsx.formula import function_name, tokens
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, Cut, apply_cuts, unescape, xml_text
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.ours import OURS as _BY_LETTERS

Spelling = Literal["plain", "lite", "libreoffice"]

LITE = "_xldudf_XLW_"
"""What Excel stores before the name of a function of an add-in; XLW stands for xlwings Lite."""
LIBREOFFICE = "ORG.DIPLOMACY.XLDIPSCORE.DIPSCORE."

OURS = tuple(_BY_LETTERS.values())


def spell_name(name: str, spelling: Spelling) -> str:
    """The name of one of our functions as a program stores it."""
    if spelling == "lite":
        return LITE + name
    return LIBREOFFICE + name.replace("_", "") if spelling == "libreoffice" else name


def respell_formula(formula: str, spelling: Spelling) -> str:
    """The formula with our functions in this spelling, and everything else unchanged."""
    return apply_cuts(formula, _changes(formula, spelling)).decode("utf-8")


def respell(package: Package, spelling: Spelling) -> int:
    """Respell our functions in every formula of the workbook. Returns the number of calls changed."""
    tables = [table for part in package.sheet_parts for table in package.related_parts("table", part)]
    changed = 0
    for part in (package.main_part, *package.sheet_parts, *tables):
        data = package.part(part) or b""
        cuts = list(_cuts(xml_text(data, part), spelling))
        if cuts:
            package.set_part(part, apply_cuts(data.decode("utf-8"), cuts))
        changed += len(cuts)
    return changed


_FORMULAS = re.compile(
    rf"<((?:[\w.-]+:)?(?:f|formula|formula1|formula2|calculatedColumnFormula|definedName)){ATTRIBUTES}>"
    r"([^<]+)</\1\s*>"
)
_ENTITY = re.compile(r"&(?:\w+|#\d+|#x[\da-fA-F]+);")


def _cuts(text: str, spelling: Spelling) -> Iterable[Cut]:
    """The replacements for our functions in all formulas of a part's XML."""
    for found in _FORMULAS.finditer(text):
        written = found[2]
        entities = list(_ENTITY.finditer(written))

        def place(at: int, entities: list[re.Match[str]] = entities) -> int:
            """Convert a position in the formula to one in the XML, where & is &amp;."""
            for entity in entities:
                if entity.start() < at:
                    at += len(entity[0]) - 1
            return at

        for start, end, new in _changes(unescape(written), spelling):
            yield found.start(2) + place(start), found.start(2) + place(end), new


def _changes(formula: str, spelling: Spelling) -> Iterable[Cut]:
    at = 0
    for token in tokens(formula):
        if token.kind == "function":
            written = token.text[:-1]
            name = function_name(written, _BY_LETTERS)
            # Lite's prefix may have any word for the add-in.
            is_lite = spelling == "lite" and written.upper().startswith("_XLDUDF_")
            if name in OURS and not is_lite:
                kept = written[-len(name) :]  # keep a name typed in small letters
                known = kept if kept.upper() == name and spelling != "libreoffice" else name
                new = spell_name(known, spelling)
                if new != written:
                    yield at, at + len(written), new
        at += len(token.text)
