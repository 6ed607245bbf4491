"""What both calculators do otherwise than Excel, so that their agreement proves nothing.

Judged by the cells where these decide: a rule about unsorted cells is none about sorted ones.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeGuard

from xl_dipscore.calculate.text_order import has_skipped, is_special
from xl_dipscore.calculate.tree import Call, Node, constants, leaves, split, text_of, values_in
from xl_dipscore.calculate.trust import (
    AGREED,
    COMPARISONS,
    GIVES_TEXT,
    GO_OVER,
    NO_WORDS,
    TAKES_CELLS,
    TRUSTED,
    is_last,
)
from xl_dipscore.errors import ERRORS
from xl_dipscore.xlsx.formula import Area, Token, area_of, words
from xl_dipscore.xlsx.sheet import CellValue, ErrorMark

Sheets = Mapping[str, Mapping[tuple[int, int], CellValue]]


@dataclass
class Verdict:
    """What is to be said against two calculators that agree on a formula."""

    reason: str = ""
    """Why that proves nothing."""
    order: bool = False
    """Whether it orders texts that programs put in different places."""
    hidden: bool = False
    """Whether what it counts by their order is not seen in what it comes to."""
    office: bool = True
    """Whether LibreOffice does as Excel does here."""


_CRITERIA = {
    **dict.fromkeys(("COUNTIF", "SUMIF", "AVERAGEIF"), range(1)),
    "COUNTIFS": range(0, 255, 2),
    **dict.fromkeys(("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS"), range(1, 255, 2)),
}
"""Where their ranges stand; the condition comes after each."""
_LOOKUPS = {"MATCH": 2, "VLOOKUP": 3, "HLOOKUP": 3, "LOOKUP": 255, "XLOOKUP": 5, "XMATCH": 3}
"""Where it is said whether, and how, they look in sorted cells."""
_NEAREST = {"XLOOKUP": 4, "XMATCH": 2}
_WHOLE = words(
    """ROW ROWS COLUMN COLUMNS COUNT COUNTA COUNTIF COUNTIFS INT ROUND ROUNDUP ROUNDDOWN TRUNC LEN MATCH RANK
    RANK.EQ SUM MAX MIN"""
)
_MAY_GIVE_TEXT = GIVES_TEXT | words(
    """T IF IFERROR IFS SWITCH IFNA CHOOSE INDEX LOOKUP VLOOKUP HLOOKUP XLOOKUP OFFSET TRANSPOSE SORT SORTBY
    FILTER UNIQUE SINGLE HYPERLINK"""
)
_NO_TEXT = TRUSTED - _MAY_GIVE_TEXT
_KEEPS = words("TRIM LOWER UPPER CLEAN")
_SHOWS = words("IF IFERROR SUM SUMPRODUCT N") | {""}
"""Another number in these is another result."""
_SHOWS_ORDER = _SHOWS | words("INDEX TAKE DROP CHOOSEROWS TRANSPOSE SORT SORTBY TEXTJOIN CONCAT")
"""And another order in these."""
_CHOOSES = words("IF IFS SWITCH CHOOSE IFERROR IFNA")
_PICKS = words("INDEX MATCH VLOOKUP HLOOKUP LOOKUP XLOOKUP XMATCH LARGE SMALL")
_SKIPS_TEXT = NO_WORDS | words("COUNT AND OR GEOMEAN")
"""Text in cells counts for nothing in these, and is an error where it is a value."""
_READS = (
    (TRUSTED - TAKES_CELLS | AGREED)
    - GO_OVER
    - words(
        """IF IFS IFERROR IFNA SWITCH CHOOSE HYPERLINK N T ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA
    ISLOGICAL ISNONTEXT LEN LEFT RIGHT MID REPT CODE UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE FIND
    SEARCH EXACT CONCATENATE CONCAT TEXTJOIN TEXTBEFORE TEXTAFTER UNICODE ARABIC TYPE"""
    )
)
"""These make a number of a text that looks like one."""
_ORDERS = frozenset({"<", ">", "<=", ">="})
_ARITHMETIC = frozenset({"+", "-", "*", "/", "^"})
_MARK = re.compile(r"(<>|[<>]=?|=)?(.*)", re.DOTALL)
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?%?\s*")
_TIME = r"\d\d?:[0-5]\d(?::[0-5]\d)?(?: [AP]M)?"
_READABLE = re.compile(
    rf"{_NUMBER.pattern}|\s*(?:\d{{4}}[-/]\d\d?[-/]\d\d?(?: {_TIME})?|{_TIME})\s*|\D*", re.IGNORECASE
)
"""What both read as Excel does, and everything without a digit."""
_MONTH = re.compile(
    r"""m{3,5} | (?<![a-z])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?
    |sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])""",
    re.IGNORECASE | re.VERBOSE,
)
"""In a text or a format: with a digit, perhaps a date."""
_PARTS = 1024
"""Parts of a number that programs have exactly."""
_NEAR = 1e-9
_ANYTHING = "-1a"
_TILDE = re.compile(r"~(?![*?])")
_LETTER_AFTER_DIGIT = re.compile(r"\d[^\W\d_]")

TILDE = "it looks for a text with ~, which calculators read in different ways"
TRUTH = "it looks for TRUE or FALSE where these stand as text"
UNSORTED = "it looks up the nearest value in cells that are not sorted"
FRACTION = "it asks for a place that is not a whole number"
TEXT_ORDER = "it ranks with a text where the order belongs"
TESTS_ERRORS = "it looks for errors with a condition"
ZERO = "it rounds to multiples that may be 0"
BLANK = "it rounds a blank cell to multiples"
READ = "it reads a number, date or time out of a text"
ENDLESS = "it counts blank cells of whole rows or columns"
WHOLE = "it uses a range where one value belongs"
NEAREST = "it looks up the nearest value, which calculators do in different ways"
SORTS_ERRORS = "it sorts cells with several kinds of errors"
COUNTS_ERRORS = "it counts a value that may be an error"
GENERAL = "it writes a text in the format General"
COUNTS_BLANKS = "it counts what may be a blank cell"
CHOSEN_TEXT = "it chooses a cell that may hold text, where numbers belong"
LEAVES = "it divides by a fraction, of which programs have different last digits"
CAPITALS = "it writes capitals after digits"


def is_wanted(name: str, place: int) -> bool:
    """Whether this argument says what is looked for, and a blank cell there counts as 0."""
    return place - 1 in _CRITERIA.get(name, ()) or (
        place == 0 and name in ("MATCH", "VLOOKUP", "HLOOKUP", "LOOKUP")
    )


BOOLEAN, NUMBER, TEXT, SPECIAL, SKIPPED, SQUIGGLE, TRUE_TEXT, WILD, MONTH = (1 << bit for bit in range(9))
"""What stands in some cells: also texts that are special, with - or ', ~, "TRUE", * or ? or #, or a month."""
_ODD = SPECIAL | SQUIGGLE | TRUE_TEXT | WILD | MONTH


def _facts_of(value: CellValue) -> int:
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int | float):
        return NUMBER
    return _facts_of_text(value) if _is_text(value) else 0


@lru_cache(maxsize=1 << 14)
def _facts_of_text(text: str) -> int:
    return (
        TEXT
        | SPECIAL * is_special(text)
        | SKIPPED * has_skipped(text)
        | SQUIGGLE * ("~" in text)
        | TRUE_TEXT * (text.upper() in ("TRUE", "FALSE"))
        | WILD * any(c in text for c in "*?#")
        | MONTH * bool(_MONTH.search(text))
    )


class Core:
    """Judges formulas by what stands in the cells they refer to."""

    def __init__(self, sheets: Sheets) -> None:
        self._sheets = sheets
        self._facts: dict[Area, int] = {}
        self._found: dict[Area, list[CellValue]] = {}
        self._known: dict[object, Verdict] = {}
        self._written: dict[object, int] = {}
        """What is odd about what such formulas have written out."""

    def verdict(
        self, nodes: Sequence[Node], areas: Iterable[Area], like: object, *, array: bool, endless: bool
    ) -> Verdict:
        """What is to be said against a formula that refers to these areas, of whole rows or columns perhaps.

        Of those that are alike but for the places of cells, one is judged where cells do not matter.
        """
        if like not in self._written:
            self._written[like] = self._odd(nodes, ())
        odd = self._written[like] | self._odd((), areas)
        key = like, odd & _ODD
        if key in self._known:
            return self._known[key]
        judge = _Judge(self, odd, endless)
        judge.level(nodes, Call("" if array else "@"))
        if not judge.looked:
            self._known[key] = judge.verdict
        return judge.verdict

    def _odd(self, nodes: Iterable[Node], areas: Iterable[Area]) -> int:
        found = 0
        for area in areas:
            found |= self.facts(area)
        for part in leaves(nodes):
            if part.kind in ("text", "constants"):
                found |= _facts_of(part.text.strip('"'))
        return found

    def of_office(self, nodes: Iterable[Node], areas: Iterable[Area], *, order: bool) -> bool:
        """Whether LibreOffice does as Excel does with these cells: true and false are numbers to it, and
        for hyphens and apostrophes there is no one order."""
        return not self._odd(nodes, areas) & (BOOLEAN | (SKIPPED if order else 0))

    def facts(self, area: Area) -> int:
        if area not in self._facts:
            found = 0
            for value in self.values(area):
                found |= _facts_of(value)
            self._facts[area] = found
        return self._facts[area]

    def values(self, area: Area) -> list[CellValue]:
        """What stands in an area, row by row; blank cells are left out of large ones."""
        if area not in self._found:
            cells = self._sheets.get(area.sheet, {})
            if area.size <= 4 * len(cells) + 100:
                found = [cells.get(place) for place in area.cells]
            else:
                found = [value for place, value in sorted(cells.items()) if area.holds(place)]
            self._found[area] = found
        return self._found[area]


class _Judge:
    """Goes through one formula."""

    def __init__(self, core: Core, odd: int, endless: bool) -> None:
        """`odd` is what stands in its cells, or in itself."""
        self._core = core
        self._odd = odd
        self._endless = endless
        self.looked = False
        self.verdict = Verdict()
        self._path: tuple[str, ...] = ()
        """The functions around what is judged; = where it is compared, ? where it is the condition of IF."""

    def _against(self, reason: str, *, office: bool = True) -> None:
        self.verdict.reason = self.verdict.reason or reason
        self.verdict.office &= office

    def level(self, nodes: Sequence[Node], parent: Call) -> None:
        """Judge what stands between two commas."""
        operators = {n.text for n in nodes if isinstance(n, Token) and n.kind == "operator"}
        if self._odd & SPECIAL and operators & _ORDERS:
            sides = split(nodes, COMPARISONS)
            may = not any(map(_is_never_text, sides)) and all(map(self._may_be_text, sides))
            if may and any(is_special(text) for side in sides for text in self.texts(side)):
                self._by_order(_SHOWS if any(map(_has_range, sides)) else self._path)
        if operators & _ARITHMETIC:
            self._number(*split(nodes, COMPARISONS | _ARITHMETIC))
        path = self._path
        for node in nodes:
            if isinstance(node, Call):
                self._path = above = (*path, "=") if operators & COMPARISONS else path
                self._call(node, parent, bool(operators))
                for place, argument in enumerate(self._taken(node)):
                    self._path = (*above, "?" if node.name == "IF" and place == 0 else node.name)
                    self.level(argument, node if node.name else parent)
        self._path = path

    def _by_order(self, shows: Collection[str]) -> None:
        """It depends on the order of texts, which is seen where nothing but these is around it."""
        self.verdict.order = True
        self.verdict.hidden |= not set(self._path) <= {*shows}

    def _number(self, *places: Sequence[Node]) -> None:
        """Judge what stands where numbers belong: one of the calculators reads no names of months."""
        if self._odd & MONTH and any(map(_dated, chain.from_iterable(map(self._read, places)))):
            self._against(READ, office=False)

    def _taken(self, call: Call) -> Sequence[Sequence[Node]]:
        """The arguments that are computed: not those of IF behind a cell that is 0, or is not."""
        if call.name != "IF" or len(call.arguments) != 3 or len(call.arguments[0]) != 3:
            return call.arguments
        condition, first, second = call.arguments
        cell, sign, zero = condition
        if not isinstance(sign, Token) or sign.text != "=" or self._given([zero]) != [0]:
            return call.arguments
        found = self._given([cell])
        if len(found) != 1 or not _is_number(found[0]):
            return call.arguments
        return [condition, first if found[0] == 0 else second]

    def _may_be_text(self, nodes: Sequence[Node]) -> bool:
        return (
            any(isinstance(n, Call) and n.name in GIVES_TEXT for n in nodes)
            or any(isinstance(n, Token) and n.text == "&" for n in nodes)
            or any(map(_is_text, self.texts(nodes)))
        )

    def _call(self, call: Call, parent: Call, operators: bool) -> None:
        name, arguments = call.name, call.arguments
        if name in ("COUNT", "COUNTA"):
            self._counts(name, arguments)
        if name in _SKIPS_TEXT and any(map(self._chooses_text, arguments)):
            self._against(CHOSEN_TEXT)
        if name in _READS:
            self._reads(name, arguments)
        if name in _CRITERIA:
            for place in _CRITERIA[name]:
                if place + 1 < len(arguments):
                    self._criterion(arguments[place + 1], arguments[place])
            if self._endless and name in ("COUNTIF", "COUNTIFS") and all(map(self._blank, arguments[1::2])):
                self._against(ENDLESS)
            return
        if name in _LOOKUPS and len(arguments) > 1:
            self._lookup(name, arguments)
        elif name == "SEARCH" and self._tilde(arguments[0]):
            self._against(TILDE)
        elif name in ("LARGE", "SMALL", "AGGREGATE") and len(arguments) > 1:
            if not self._whole(arguments[-1]) and (name != "AGGREGATE" or len(arguments) > 3):
                self._against(FRACTION, office=False)
        elif name in ("RANK", "RANK.EQ", "RANK.AVG") and len(arguments) > 2:
            if any(True for _ in self.texts(arguments[2])):
                self._against(TEXT_ORDER)
        elif name in ("CEILING", "MROUND", "MOD") and len(arguments) > 1:
            self._divides(name, *arguments[:2])
        elif name == "PROPER":
            calls = (node.name for node in arguments[0] if isinstance(node, Call))
            if (
                any(map(_LETTER_AFTER_DIGIT.search, self._read(arguments[0])))
                or set(calls) & GIVES_TEXT - _KEEPS
            ):
                self._against(CAPITALS)
        elif name in ("VALUE", "DATEVALUE", "TIMEVALUE"):
            blank = None in self._given(arguments[0])
            if blank or not all(map(_READABLE.fullmatch, self._read(arguments[0]))):
                self._against(READ, office=False)
        elif name == "INDEX" and (operators or (parent.name and parent.name not in TAKES_CELLS)):
            if any(value == 0 for argument in arguments[1:] for value in self._given(argument)):
                self._against(WHOLE)
        elif name in ("SORT", "SORTBY"):
            for by in arguments[:1] if name == "SORT" else arguments[1::2]:
                if len({value for value in self._within(by) if isinstance(value, ErrorMark)}) > 1:
                    self._against(SORTS_ERRORS)
                if self._odd & SPECIAL and any(map(is_special, self.texts(by))):
                    self._by_order(_SHOWS_ORDER)

    def _divides(self, name: str, number: Sequence[Node], step: Sequence[Node]) -> None:
        numbers, steps = self._given(number), self._given(step)
        if name == "CEILING" and (not steps or any(value in (0, None) for value in steps)):
            self._against(ZERO)
        if name == "MROUND" and (None in [*numbers, *steps] or not number or not step):
            self._against(BLANK)
        if name == "MOD":
            parts = [one for one in steps if _is_number(one) and one * _PARTS % 1]
            times = [one / by for one in numbers if _is_number(one) for by in parts]
            if parts and (not numbers or any(abs(one - round(one)) < _NEAR for one in times)):
                self._against(LEAVES)

    def _criterion(self, criterion: Sequence[Node], cells: Sequence[Node]) -> None:
        if not self._odd & _ODD:
            return
        texts = list(self.texts(criterion))
        if self._tilde(criterion):
            self._against(TILDE)
        if any(_marked(text)[1].upper() in ERRORS for text in texts):
            self._against(TESTS_ERRORS)
        area = _only_area(cells)
        facts = self._facts(area) if area is not None else 0
        true = any(_marked(text)[1].upper() in ("TRUE", "FALSE") for text in texts)
        if facts & TRUE_TEXT and (true or any(isinstance(v, bool) for v in self._within(criterion))):
            self._against(TRUTH, office=False)
        if facts & NUMBER and any({"*", "?"} & set(text) for text in texts):
            self.verdict.office = False
        first = criterion[0] if criterion else None
        leads = [text for text in texts if isinstance(first, Token) and first.text == f'"{text}"'] or texts
        if any(_marked(text)[0] in _ORDERS for text in leads):
            rests = [_marked(text)[1] for text in texts]
            odd = bool(facts & SPECIAL) or any(map(is_special, rests))
            if odd and any(rest and not _NUMBER.fullmatch(rest) for rest in rests):
                self._by_order(_SHOWS)

    def _reads(self, name: str, arguments: Sequence[Sequence[Node]]) -> None:
        self._number(*(arguments[:1] if name == "TEXT" else arguments))
        general = name == "TEXT" and "general" in "".join(self.texts(arguments[-1])).casefold()
        if general and self._may_be_text(arguments[0]):
            self._against(GENERAL)

    def _counts(self, name: str, arguments: Sequence[Sequence[Node]]) -> None:
        if any(map(_may_be_error, arguments)):
            self._against(COUNTS_ERRORS, office=False)
        if name == "COUNTA" and any(map(self._has_blanks, arguments)):
            self._against(COUNTS_BLANKS)

    def _has_blanks(self, nodes: Sequence[Node]) -> bool:
        """Whether it is a choice of cells among which there are blank ones, which may count or not."""
        match nodes:
            case [Call(name=name) as call] if name in GO_OVER or not name:
                return any(None in self._given(one) or self._has_blanks(one) for one in call.arguments)
        return False

    def _chooses_text(self, nodes: Sequence[Node]) -> bool:
        """Whether it is one of several cells, among which there is text."""
        match nodes:
            case [Call(name="", arguments=[inner])]:
                return self._chooses_text(inner)
            case [Call(name=name, arguments=choices)] if name in _CHOOSES:
                areas = filter(None, map(_only_area, choices))
                return any(self._facts(area) & (TEXT | BOOLEAN) for area in areas) or any(
                    map(self._chooses_text, choices)
                )
        return False

    def _blank(self, criterion: Sequence[Node]) -> bool:
        """Whether blank cells may fulfil it."""
        texts = [*self.texts(criterion), *(v for v in self._given(criterion) if isinstance(v, str))]
        if any(isinstance(node, Call) for node in criterion) and not texts:
            return True
        return any(text in ("", "=") or text.startswith("<>") for text in texts)

    def _read(self, nodes: Sequence[Node]) -> list[str]:
        """The texts that are read as numbers: joined of texts and cells, or whatever may come of it."""
        sides = split(nodes, frozenset({"&"}))
        pieces = [self._given(side) for side in sides]
        if len(sides) == 1:
            return list(self.texts(nodes))
        if not all(pieces):
            return [_ANYTHING]
        length = max(map(len, pieces))
        return ["".join(_shown(piece[n % len(piece)]) for piece in pieces) for n in range(length)]

    def _tilde(self, wanted: Sequence[Node]) -> bool:
        """Whether a text that is looked for may have a ~ that is not there for the sake of * or ?."""
        if not self._odd & SQUIGGLE:
            return False
        if any(isinstance(n, Call) and n.name == "SUBSTITUTE" and _doubles(n) for n in wanted):
            return False
        return any(map(_TILDE.search, self.texts(wanted)))

    def _lookup(self, name: str, arguments: Sequence[Sequence[Node]]) -> None:
        mode = self._mode(name, arguments)
        nearest = _NEAREST.get(name)
        if name == "XLOOKUP" and len(arguments) > _NEAREST[name]:
            given = self._given(arguments[_NEAREST[name]])
            if (not given or set(given) - {0, 2}) and not self._are_numbers(arguments[:2]):
                self._against(NEAREST)
        if mode is None:
            if self._tilde(arguments[0]):
                self._against(TILDE)
            if self._odd & SPECIAL and nearest is not None and nearest < len(arguments):
                texts = [*self.texts(arguments[0]), *self.texts(arguments[1])]
                if set(self._given(arguments[nearest])) - {0} and any(map(is_special, texts)):
                    self._by_order(_SHOWS_ORDER)
            return
        if self._is_last(name, arguments):
            return
        among = self._among(name, arguments)
        if among is None or not _is_sorted(among, down=mode < 0):
            self._against(UNSORTED, office=False)
        else:
            texts = [*self.texts(arguments[0]), *(v for v in among if _is_text(v))]
            if any(map(is_special, texts)) and any(map(_is_text, self.texts(arguments[0]))):
                self._by_order(_SHOWS_ORDER)

    def _are_numbers(self, places: Iterable[Sequence[Node]]) -> bool:
        """Whether it is a number that is looked for among numbers."""
        found = [self._given(place) for place in places]
        return all(values and all(map(_is_number, values)) for values in found)

    def _is_last(self, name: str, arguments: Sequence[Sequence[Node]]) -> bool:
        """Whether it finds the last number, whatever order they are in."""
        wanted = arguments[0]
        if name not in ("LOOKUP", "MATCH") or len(wanted) != 1 or not isinstance(wanted[0], Token):
            return False
        among = "".join(node.text for node in arguments[1][:2] if isinstance(node, Token))
        return is_last(wanted[0].text, [among])

    def _mode(self, name: str, arguments: Sequence[Sequence[Node]]) -> int | None:
        """1 for ascending cells, -1 for descending ones, None where any will do."""
        place = _LOOKUPS[name]
        if name in _NEAREST:
            given = set(self._given(arguments[place])) if place < len(arguments) else set()
            return 1 if 2 in given else -1 if -2 in given else None
        if place >= len(arguments):
            return 1
        given = set(self._given(arguments[place])) or {0.0 if not arguments[place] else None}
        if given <= {0}:
            return None
        return -1 if name == "MATCH" and all(_is_number(v) and v < 0 for v in given) else 1

    def _among(self, name: str, arguments: Sequence[Sequence[Node]]) -> list[CellValue] | None:
        """The values that it looks among, None where these are computed."""
        [node, *more] = arguments[1] or [Token("other", "")]
        if more or isinstance(node, Call):
            return None
        across = name == "HLOOKUP"
        if node.kind == "constants":
            rows = constants(node.text)
            first = across or name == "LOOKUP" or len(rows) == 1
            return rows[0] if first and len(rows[0]) >= len(rows) else [row[0] for row in rows]
        if node.kind != "reference":
            return None
        area = area_of(node.text)
        if name in ("VLOOKUP", "LOOKUP") and area.bottom > area.top:
            area = area._replace(right=area.left)
        elif name in ("HLOOKUP", "LOOKUP"):
            area = area._replace(bottom=area.top)
        return self._values(area)

    def _facts(self, area: Area) -> int:
        self.looked = True
        return self._core.facts(area)

    def _values(self, area: Area) -> list[CellValue]:
        self.looked = True
        return self._core.values(area)

    def _whole(self, nodes: Sequence[Node]) -> bool:
        """Whether it is a whole number, or several."""
        for node in nodes:
            if isinstance(node, Call):
                if node.name not in _WHOLE and not (not node.name and self._whole(node.arguments[0])):
                    return False
                if node.name in ("SUM", "MAX", "MIN") and not all(map(self._whole, node.arguments)):
                    return False
                if node.name.startswith("ROUND") and not all(
                    _is_number(v) and v <= 0 for v in self._given(node.arguments[-1])
                ):
                    return False
            elif node.kind == "operator":
                if node.text not in ("+", "-", "*"):
                    return False
            elif node.kind == "percent" or any(
                _is_number(value) and value % 1 for value in self._given([node])
            ):
                return False
        return True

    def _within(self, nodes: Sequence[Node]) -> Iterator[CellValue]:
        """All values that it is computed from."""
        for node in nodes:
            if isinstance(node, Call) and node.name not in ("TRUE", "FALSE"):
                for argument in node.arguments:
                    yield from self._within(argument)
            else:
                yield from self._given([node])

    def _given(self, nodes: Sequence[Node]) -> list[CellValue]:
        """The values of an argument that is written out, or cells; none where it is computed."""
        sign = 1
        while nodes and isinstance(nodes[0], Token) and nodes[0].text in ("-", "+"):
            sign, nodes = -sign if nodes[0].text == "-" else sign, nodes[1:]
        if len(nodes) != 1:
            return []
        [node] = nodes
        if isinstance(node, Call):
            if node.name in ("TRUE", "FALSE"):
                return [node.name == "TRUE"]
            return self._given(node.arguments[0]) if not node.name and len(node.arguments) == 1 else []
        if node.kind == "reference":
            found = self._values(area_of(node.text))
        else:
            found = [*chain.from_iterable(values_in(node) or ())]
        return [sign * value if _is_number(value) else value for value in found]

    def texts(self, nodes: Sequence[Node]) -> Iterator[str]:
        """The texts that may come of it."""
        operators = {n.text for n in nodes if isinstance(n, Token) and n.kind == "operator"}
        if operators & (COMPARISONS | _ARITHMETIC):
            return
        for node in nodes:
            if isinstance(node, Call):
                if node.name not in _NO_TEXT:
                    for argument in node.arguments:
                        yield from self.texts(argument)
            elif node.kind == "text":
                yield text_of(node.text)
            elif node.kind == "reference":
                area = area_of(node.text)
                if self._facts(area) & TEXT:
                    yield from (value for value in self._values(area) if _is_text(value))
            elif node.kind == "constants":
                yield from (value for value in self._given([node]) if _is_text(value))


def _shown(value: CellValue) -> str:
    return "" if value is None else f"{value:.15g}" if _is_number(value) else str(value)


def _marked(criterion: str) -> tuple[str, str]:
    """The comparison that a condition begins with, and what follows."""
    found = _MARK.match(criterion)
    assert found is not None
    return found[1] or "", found[2]


def _dated(text: str) -> bool:
    month = _MONTH.search(text)
    return text == _ANYTHING or (month is not None and (month[0][1] in "mM" or any(map(str.isdigit, text))))


def _doubles(call: Call) -> bool:
    """Whether SUBSTITUTE puts ~~ for ~, among other things perhaps."""
    if any(isinstance(n, Token) and n.text == '"~~"' for argument in call.arguments for n in argument):
        return True
    return any(isinstance(n, Call) and n.name == "SUBSTITUTE" and _doubles(n) for n in call.arguments[0])


def _is_never_text(nodes: Sequence[Node]) -> bool:
    """Whether it is a number, or true or false, whatever the cells hold."""
    return all(
        node.name in _NO_TEXT if isinstance(node, Call) else node.kind in ("number", "operator", "percent")
        for node in nodes
    )


def _may_be_error(nodes: Sequence[Node]) -> bool:
    """Whether it is one value that is computed; of several, none is counted that is an error."""
    match nodes:
        case [Call(name="", arguments=[inner])]:
            return _may_be_error(inner)
        case [Call(name=name)]:
            return name in _PICKS
    return len(nodes) > 1 and not _has_range(nodes)


def _has_range(nodes: Sequence[Node]) -> bool:
    return any(
        part.kind == "constants" or (part.kind == "reference" and not area_of(part.text).single)
        for part in leaves(nodes)
    )


def _only_area(nodes: Sequence[Node]) -> Area | None:
    if len(nodes) == 1 and isinstance(nodes[0], Call) and not nodes[0].name:
        return _only_area(nodes[0].arguments[0])
    if len(nodes) == 1 and isinstance(nodes[0], Token) and nodes[0].kind == "reference":
        return area_of(nodes[0].text)
    return None


def _is_number(value: CellValue) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: CellValue) -> TypeGuard[str]:
    return isinstance(value, str) and not isinstance(value, ErrorMark) and bool(value)


def _is_sorted(values: Iterable[CellValue], *, down: bool) -> bool:
    """Numbers or texts in their order, among blanks; a heading may come first."""
    kept = [value for value in values if value is not None]
    if len(kept) > 1 and _is_text(kept[0]) and not _is_text(kept[1]):
        kept = kept[1:]
    if down:
        kept = kept[::-1]
    numbers = [value for value in kept if _is_number(value)]
    texts = [value.casefold() for value in kept if _is_text(value)]
    if len(kept) not in (len(numbers), len(texts)):
        return False
    return all(a <= b for a, b in pairwise(numbers)) and all(a <= b for a, b in pairwise(texts))
