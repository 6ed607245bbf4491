"""Read a line about one power in posted results, such as `Austria (Ann): 7; 16.781 points.`

The line names the power and its count, and perhaps the player, the score and how the game ended for the
power. They may come in any order, between brackets, dashes, colons and other signs.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.rules.tournament.doubts.people import REPLACED
from xl_dipscore.tables.cells.languages import is_letter, is_shared, seat_named
from xl_dipscore.tables.cells.results import result_in_words
from xl_dipscore.tables.cells.wide import word_of


class NoCount(Fault, remedy="Type it after the name, such as: Austria (Ann): 7"):
    """{line} has no count of centres."""


class TwoReadingsOfLine(Fault, remedy="Write it as in: Austria (Ann): 7"):
    """{line} has {what}."""


class PostedLine(NamedTuple):
    """The contents of a line about a power."""

    seat: int
    in_letter: bool
    """Is the power a single letter? A letter may also be a name."""
    player: str = ""
    centres: int | None = None
    unsure: bool = False
    """Is the count a number beside a name, which may be part of the name?"""
    score: Fraction | None = None
    eliminated: int | None = None
    drew: str = ""
    """The words by which the power won or drew; blank for others."""
    rest: tuple[str, ...] = ()
    """Texts that are left out."""
    wrong: Fault | None = None


class _Piece(NamedTuple):
    text: str
    inside: bool = False
    """Is the piece in brackets?"""


class _Fact(NamedTuple):
    """The meaning of a piece, such as a count, and its value."""

    what: str
    value: Any
    inside: bool = False


_LONGEST_NAME = 3
"""The most words in a power's name."""
LONGEST = 60
"""The most characters of a line that a sentence quotes."""
_SIGNS = re.compile(r"[;:|=\t•·]|,(?!\d)|\s[-–—>]+(?=\s)|\s{2,}|^[-–—>]+\s|\s[-–—]+$")
_WITHIN = re.compile(r"[;:|,/]|\s[-–—]\s")
_BEFORE_REMARK = re.compile(r"[;|,/(\[]|\s[-–—]\s")
_WORD = r"[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_HEAD = re.compile(rf"[\W_]*(?:\d{{1,2}}[.)]\s+)?[\W_]*({_WORD}(?: {_WORD}){{0,{_LONGEST_NAME - 1}}})")
_FLAG = re.compile("[\\s*•-]*([\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0061-\U000e007f]+)")
_NUMBER = re.compile(r"([-−]?\d+(?:[.,]\d+)?)\s*([^\W\d_%][^\d]*|%)?")
_FIRST = re.compile(r"(\d{1,2})\s+([^\W\d].*)")
_LAST = re.compile(r"([^\W\d].*?)\s+(\d{1,2})")
_UNKNOWN_SCORE = re.compile(r"points? (?:are )?not known yet", re.IGNORECASE)
_ENDS = " .!*+,"


def quote_line(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= LONGEST else f"{line[:LONGEST]}...")


def read_line(text: str) -> PostedLine | None:
    """The contents of a line; None if it does not begin with a power, or with a player and a power."""
    flag = _FLAG.match(text)
    text = visible_text(text)
    if (found := _power_first(text) or _power_in_brackets(text) or _power_of_flag(flag)) is None:
        return None
    seat, letter, pieces = found
    facts = [fact for piece in pieces for fact in _facts(piece)]
    return _line(PostedLine(seat, letter), facts, text)


class _PowerOfLine(NamedTuple):
    """The power that a line names, whether by a single letter, and the other pieces of the line."""

    seat: int
    by_letter: bool
    pieces: list[_Piece]


def _power_first(text: str) -> _PowerOfLine | None:
    if (head := _HEAD.match(text)) is None:
        return None
    words = head[1].split(" ")
    for size in range(len(words), 0, -1):
        name = " ".join(words[:size])
        after = text[head.start(1) + len(name) :]
        if (seat := seat_named(name)) is not None and not after.startswith((",", ";", "\t", '"')):
            return _PowerOfLine(seat, is_letter(name), [*_pieces(after)])
    return None


def _power_of_flag(found: re.Match[str] | None) -> _PowerOfLine | None:
    """A line such as `🇮🇹 Ann: 7`, in which a flag stands for the power."""
    seat = seat_named(found[1]) if found is not None else None
    if found is None or seat is None:
        return None
    return _PowerOfLine(seat, False, [*_pieces(visible_text(found.string[found.end() :]))])


def _power_in_brackets(text: str) -> _PowerOfLine | None:
    """A line such as `Ann (Austria): 7`."""
    pieces = [*_pieces(text)]
    for n, piece in enumerate(pieces[:2]):
        seat = seat_named(piece.text) if piece.inside else None
        if seat is not None and len(piece.text) > 1:
            name = re.sub(r"^\d{1,2}[.)]\s+", "", pieces[0].text)
            return _PowerOfLine(seat, False, [_Piece(name, inside=True), *pieces[n + 1 :]])
    return None


def _pieces(text: str) -> Iterator[_Piece]:
    """The parts of a text between signs, and the parts in brackets. A bracket without its pair is a sign."""
    deep, start = 0, 0
    pairs = {"(": ")", "[": "]"}
    open_at = 0
    for n, sign in enumerate(text):
        if sign in pairs:
            if deep == 0 and pairs[sign] in text[n:]:
                yield from _between_signs(text[start:n])
                open_at = start = n + 1
            deep += 1 if deep or pairs[sign] in text[n:] else 0
        elif sign in pairs.values() and deep:
            deep -= 1
            if deep == 0 or not set(text[n + 1 :]) & {*pairs.values()}:
                deep = 0
                yield from _inside(text[open_at:n])
                start = n + 1
    yield from _between_signs(text[start:])


def _between_signs(text: str) -> Iterator[_Piece]:
    for part in re.split(r"[()\[\]]", text):
        for piece in _SIGNS.split(part):
            if any(map(str.isalnum, piece)):
                yield _Piece(piece.strip())


def _inside(text: str) -> Iterator[_Piece]:
    """The parts of a text in brackets; the whole text if its parts are all names, as in `Smith, John`.

    Words such as `replaced Bob` behind a sign are no part of the name.
    """
    replaced = REPLACED.search(text)
    if replaced and _BEFORE_REMARK.search(text[replaced.start() + 1 : replaced.start(1)]):
        yield from _inside(text[: replaced.start() + 1])
        yield _Piece(text[replaced.start(1) :].strip(" ()[]"))
        return
    parts = [part.strip() for part in _WITHIN.split(text) if part.strip()]
    whole = [_Piece(text.strip(), inside=True)]
    facts = [fact for part in parts for fact in _facts(_Piece(part, inside=True))]
    named = all(fact.what == "name" for fact in facts)
    yield from whole if named else (_Piece(part, inside=True) for part in parts)


def _facts(piece: _Piece) -> Iterator[_Fact]:
    """The meaning of a piece."""
    text = piece.text.strip(_ENDS)
    if found := _NUMBER.fullmatch(text):
        yield _fact_of_number(found[1], (found[2] or "").strip(_ENDS), piece)
    elif (said := result_in_words(text)) is not None:
        yield _Fact("count", said.centres)
        if said.eliminated is not None:
            yield _Fact("eliminated", said.eliminated)
    elif (drew := is_shared(text)) is not None:
        yield _Fact("drew" if drew else "left out", text)
    elif not _UNKNOWN_SCORE.fullmatch(text) and any(map(str.isalnum, text)):
        yield _Fact("name", _name(piece), piece.inside)


def _fact_of_number(digits: str, unit: str, piece: _Piece) -> _Fact:
    whole = digits.isdecimal()
    if not unit:
        return _Fact("number" if whole and len(digits) <= 2 else "score", digits)
    if whole and (said := result_in_words(f"{digits} {unit}")) is not None:
        return _Fact("count", said.centres)
    if unit == "%" or word_of(unit) == "score" or word_of(f"{unit}s") == "score":
        return _Fact("score", digits)
    return _Fact("name", _name(piece), piece.inside)


def _name(piece: _Piece) -> str:
    """A name; outside brackets without the signs behind it, but with the full stop of `S.` or `Jr.`"""
    if piece.inside:
        return piece.text
    bare = piece.text.rstrip(_ENDS)
    short = re.search(r"(?:^|\s)(?:[^\W\d_]|Jr|Sr)$", bare) and piece.text[len(bare) :].startswith(".")
    return f"{bare}." if short else bare


def _line(line: PostedLine, facts: list[_Fact], text: str) -> PostedLine:
    by_kind: dict[str, list[Any]] = {}
    for fact in facts:
        by_kind.setdefault(fact.what, []).append(fact.value)
    names = sorted((fact for fact in facts if fact.what == "name"), key=lambda one: not one.inside)
    counts, unsure = by_kind.get("count") or [int(n) for n in by_kind.get("number", ())], False
    if not counts:
        counts, names, unsure = _count_beside_name(names)
    sure = names and (names[0].inside or len(names) == 1)
    wrong: Fault | None = None
    if not counts:
        wrong = NoCount(line=quote_line(text))
    elif len({*counts}) > 1:
        wrong = TwoReadingsOfLine(what="more than one count", line=quote_line(text))
    elif names and not sure:
        wrong = TwoReadingsOfLine(what="more than one name", line=quote_line(text))
    scores = [Fraction(one.replace(",", ".").replace("−", "-")) for one in by_kind.get("score", ())]
    return line._replace(
        player=names[0].value if names else "",
        centres=counts[0] if counts else None,
        unsure=unsure,
        score=scores[0] if scores else None,
        eliminated=next(iter(by_kind.get("eliminated", ())), None),
        drew=next(iter(by_kind.get("drew", ())), ""),
        rest=tuple(str(one.value) for one in names[1:]),
        wrong=wrong,
    )


class _CountBesideName(NamedTuple):
    """A count that has no sign between it and a name, the names without it, and whether it is unsure."""

    counts: list[int]
    names: list[_Fact]
    unsure: bool


def _count_beside_name(names: list[_Fact]) -> _CountBesideName:
    """A count that has no sign between it and a name, as in `13 Ann`; the other names; is it unsure?"""
    for n, one in enumerate(names):
        if one.inside:
            continue
        if first := _FIRST.fullmatch(one.value):
            return _CountBesideName(
                [int(first[1])], [*names[:n], one._replace(value=first[2]), *names[n + 1 :]], False
            )
        if last := _LAST.fullmatch(one.value):
            return _CountBesideName(
                [int(last[2])], [*names[:n], one._replace(value=last[1]), *names[n + 1 :]], True
            )
    return _CountBesideName([], names, False)
