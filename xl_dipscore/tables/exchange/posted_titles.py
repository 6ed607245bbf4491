"""Read the lines around posted boards: `Table 3, Round 2`, `Board A: 2-way draw Italy Turkey, 1908`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import FIRST_YEAR, LETTERS
from xl_dipscore.rules.event.games import Round
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.tables.cells.headings import meaning
from xl_dipscore.tables.cells.languages import is_final
from xl_dipscore.tables.cells.rounds import round_in, spelt_number
from xl_dipscore.tables.cells.values import last_year
from xl_dipscore.tables.cells.wide import first_power, powers_in


class UnclearEnding(Fault, remedy="Write the powers, such as: 3-way draw England France Germany"):
    """{line} does not say clearly who drew or won."""


class Title(NamedTuple):
    """The facts in a line above or below a board."""

    round: Round | None = None
    board: str = ""
    year: int | None = None
    drew: frozenset[int] = frozenset()
    ways: int | None = None
    """The number of powers in the draw, if the line gives the number without their names."""
    wrong: Fault | None = None

    @property
    def names_place(self) -> bool:
        return self.round is not None or bool(self.board)

    @property
    def tells_ending(self) -> bool:
        return bool(self.year or self.drew or self.ways or self.wrong)


_SHORT = re.compile(r"\b[rR](\d{1,3})[ -]?[bBtTgG](\d{1,3}|[A-Z])\b")
"""A round and a board such as `R2B3` or `R1GA`."""
_OURS = re.compile(r"(?:Round (\d{1,4})|(Final)), board (.+?): (.+)")
"""A title as `export text` writes it: the name of its board may have any signs."""
_OUR_ENDING = re.compile(r"(?:stopped by the clock|[2-7]-way draw|solo|conceded to)\b")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_YEAR = re.compile(r"(?:\b([^\W\d_]+)(?:\s+of)?\W{0,2})?(?<!\d)(19\d\d)(?![\d])(?!-\d\d-\d\d)")
_SIGN = r"[,;:()\[\]|]|\s[-–—>/]+(?:\s|$)"
_SIGNS = re.compile(_SIGN)
_ENDS_NAME = re.compile(rf"{_SIGN}|\bended\b|\b[rR]\d{{1,3}}\b|\b[sfwSFW]?19\d\d\b")
_NUMBERS = ["two", "three", "four", "five", "six", "seven"]
_WAYS = re.compile(rf"\b([2-7]|{'|'.join(_NUMBERS)})(?:[\s-]*way|\s+powers?|\s+players?)\b", re.IGNORECASE)
_DREW = re.compile(r"\b(?:draws?|drawn|drew|shared|split)\b", re.IGNORECASE)
_DRAW = re.compile(r"\b(?:draw|drew)\b", re.IGNORECASE)
"""Words for nothing but a draw: of a line with one of them, the powers must be known."""
_NOT_DRAWN = re.compile(
    r"\b(?:no|without(?: a)?|not a) (?:draw|solo|win)\b|\bdraw (?:size|based)\b", re.IGNORECASE
)
_WON = re.compile(r"\b(?:solo(?:ed|s)?|conce(?:ded|des|ssion)|won|wins?|victory|winner)\b", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:but|except|excluding|excepting|without|minus|ohne|au(?:ß|ss)er|sans|sauf|sin|salvo|excepto|senza|tranne)\b",
    re.IGNORECASE,
)
"""Words that exclude the powers behind them."""
_NOT = re.compile(
    r"\b(?:not(?! an?\b)|never|out of|surviv(?:ed|es?)|eliminated|lost|nicht|niet|pas)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words after which some powers of a line did not draw or win."""
_REFUSED = re.compile(r"\b(?:veto|refus|reject|declin|fail|block|abgelehnt|refusé)\w*", re.IGNORECASE)
_PROPOSED = re.compile(r"\b(?:propos|offer|suggest)(?!.*\b(?:accept|pass|agree))\w*", re.IGNORECASE)
_CONCEDED = re.compile(r"\bconce(?:ded|des)\b", re.IGNORECASE)
_GIVEN_BY = re.compile(r"\bconce(?:ded|des|ssion)\s+(?:by|from)\b", re.IGNORECASE)
_TO = re.compile(r"\bto\b", re.IGNORECASE)
_CONCEDED_TO = re.compile(r"\bconce(?:de[ds]?|des|ssion)\b.*?\bto\b(.*?)(?=\b(?:by|from)\b|$)", re.IGNORECASE)
"""Words before the winner of a concession, and the winner's name."""
_OUTRIGHT = re.compile(r"\b(?:solo(?:ed|s)?|won|wins?|victory|winner)\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b(?:stopped|survivors?|time limit|clock)\b", re.IGNORECASE)
_DATE = re.compile(
    r"(?:\b(?:spring|summer|autumn|fall|winter)(?:\s+of)?\W{0,2})?\b[sfw]?(?:19|20)\d\d\b", re.IGNORECASE
)
_STAGE = re.compile(
    r"\b(?:semi|quarter|demi|halb|viertel)[\s-]*fin\w+|\bplay-?offs?\b|\bfinals?\b[\s,:–-]*(?:board|table)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:frei|sams|sonn)tag\b|\bsamedi\b|\bdimanche\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))([A-Z][^\W\d_]{2,})\s+#?\d{1,2}\b"
)
"""A word with a capital letter and a number beside it that is no date."""
_LETTERS = frozenset(LETTERS)
_SKIPPED = frozenset(("no", "nr", "number", "num", "n"))
_VERBS = frozenset(
    ("ended", "ends", "was", "is", "results", "result", "scores", "game", "games", "call", "calls")
)


def read_title(line: str) -> Title:
    text = visible_text(line).strip().strip("*_#=~ ")
    if ours := _OURS.fullmatch(text):
        ending = _ending(ours[4], ours[4])
        if _OUR_ENDING.match(ours[4]):
            return ending._replace(round="Final" if ours[2] else int(ours[1]), board=ours[3])
    spans: list[tuple[int, int]] = []
    place = _place(text, spans)
    rest = text
    for start, end in spans:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    ending = _ending(rest, text)
    return ending._replace(round=place.round, board=place.board)


def _place(text: str, spans: list[tuple[int, int]]) -> Title:
    """The round and the board that a line names. Adds where they stand in the text to `spans`."""
    if short := _SHORT.search(text):
        spans.append(short.span())
        return Title(int(short[1]), short[2])
    tokens = [*_TOKEN.finditer(text)]
    labels = [(n, said) for n, token in enumerate(tokens) if (said := _label(token[0])) is not None]
    rounds = (_round_at(text, tokens, n) for n, said in labels if said == "round")
    round_, span = next(filter(None, rounds), (None, None)) or (None, None)
    spans += [] if span is None else [span]
    if round_ is None:
        round_ = next(_rounds_without_label(text, tokens, spans), None)
    boards: list[tuple[bool, str, tuple[int, int]]] = []
    for n in (n for n, said in labels if said == "board"):
        after = (start for start, _ in spans if start > tokens[n].start())
        boards += _board_at(text[: min(after, default=len(text))], tokens, n)
    boards.sort(key=lambda one: one[0])  # `Game 501` names a board only if no other word does
    if boards:
        spans += (span for *_, span in boards)
        first, name = min(span[0] for *_, span in boards), boards[0][1]
        board = str(spelt_number(name) or name)  # `Board Three` is board 3, as `Round Three` is round 3
        return Title(round_ or _final_before(text[:first], text[first:]), board)
    return Title(round_)


def _label(word: str) -> str | None:
    said = meaning(word)
    return str(said.word) if said is not None and said.word in ("round", "board") else None


class _RoundInText(NamedTuple):
    """A round that a text names, and where its words begin and end."""

    round: Round
    span: tuple[int, int]


def _round_at(text: str, tokens: Sequence[re.Match[str]], n: int) -> _RoundInText | None:
    """The round whose label is token n: `Round 2`, `Round No. 2`, `2nd round`."""
    windows = [(n, n + 2), (n, n + 3), (n - 1, n + 1), (n - 2, n + 1)]
    ordinal = text[tokens[n - 2].start() : tokens[n].start()] if n > 1 else ""
    if re.fullmatch(r"\d{1,3}[^\W\d_]+\s+", ordinal):
        windows.insert(0, windows.pop())  # `6th round`, whatever follows
    for first, last in windows:
        if first < 0 or last > len(tokens):
            continue
        span = tokens[first].start(), tokens[last - 1].end()
        said = text[span[0] : span[1]]
        others = any(_label(tokens[other][0]) == "board" for other in range(first, last))
        if not others and not _SIGNS.search(said) and (found := round_in(said)) is not None:
            return _RoundInText(found, span)
    return None


def _rounds_without_label(
    text: str, tokens: Sequence[re.Match[str]], spans: list[tuple[int, int]]
) -> Iterator[Round]:
    """A round such as `R2`, or `Final` between signs."""
    for part in re.finditer(r"[^,;:()\[\]|]+", text):
        said = part[0].strip(" -–—")
        if is_final(said):
            spans.append(part.span())
            yield "Final"
    for found in re.finditer(r"\b[rR](\d{1,3})\b", text):
        spans.append(found.span())
        yield int(found[1])


def _final_before(text: str, label: str) -> Round | None:
    """Final if the words right before the label of a board say so, as in `Finals - Board A`."""
    before = _SIGNS.split(text.rstrip(" -–—,;:"))[-1]
    whole = f"{before} {label.split()[0].strip(':#.')}"
    return "Final" if is_dated_final(before) or is_final(whole) else None


def is_dated_final(text: str) -> bool:
    """Is a text the round Final, perhaps beside a year, as in `Final 1908` or `Final Fall 1908`?"""
    return is_final(_DATE.sub(" ", text))


def perhaps_round(line: str, *, days: bool, board: bool = False) -> bool:
    """Does a title name a round that we cannot number, such as `Semi-final 1`?

    days: count days, too. board: does the line name a board? Then a word with a number beside it, such as
    `Flight 2`, may be the round.
    """
    return bool(_STAGE.search(line) or (days and (_DAY.search(line) or (board and _has_counted_word(line)))))


def _has_counted_word(line: str) -> bool:
    words = (found[1] for found in _COUNTED.finditer(line))
    return any(_label(word) is None and first_power([word]).seat is None for word in words)


def _board_at(
    text: str, tokens: Sequence[re.Match[str]], n: int
) -> Iterator[tuple[bool, str, tuple[int, int]]]:
    """The board whose label is token n: is the label a loose one, its name, and where it stands."""
    label = tokens[n]
    loose = label[0].casefold() not in ("board", "table", "brett", "tisch", "plateau", "bord", "tafel")
    before = tokens[n - 1][0].casefold() if n else ""
    if before == "top":
        yield False, "Top", (tokens[n - 1].start(), label.end())
        return
    start = label.end()
    while n + 1 < len(tokens) and tokens[n + 1][0].casefold() in _SKIPPED:
        n += 1
        start = tokens[n].end()
    start += len(text[start:]) - len(text[start:].lstrip(" .#:"))
    end = _ENDS_NAME.search(text, start)
    stop = min([end.start() if end else len(text), *_draw_starts(text, start)])
    name = re.sub(r"\s(?:of|in|at)\s*$", "", text[start:stop]).strip(" .-–—#\"'")
    words = name.split()
    short = len(words) == 1 and (any(map(str.isdigit, name)) or len(name) == 1 or name.casefold() == "top")
    alone = not loose and 1 <= len(words) <= 3 and _VERBS.isdisjoint(word.casefold() for word in words)
    whole = stop == len(text) or text[stop] in ",;:(["
    if short or (alone and whole):
        yield loose, name, (label.start(), stop)
    elif words and any(map(str.isdigit, words[0])):
        yield loose, words[0].strip(" .,"), (label.start(), start + len(words[0]))
    elif ordinal := re.search(r"\b(\d{1,3})(?:st|nd|rd|th|\.)?\s*$", text[: label.start()]):
        yield loose, ordinal[1], (ordinal.start(), label.end())


def _draw_starts(text: str, start: int) -> Iterator[int]:
    for pattern in (_WAYS, _DREW, _WON):
        if found := pattern.search(text, start):
            yield found.start()


def _ending(text: str, line: str) -> Title:
    """The year, and who drew or won, in a text. line: the whole line, for a fault."""
    years = [(found[1] or "", int(found[2])) for found in _YEAR.finditer(text)]
    year = _year(*years[-1]) if years else None
    text = _NOT_DRAWN.sub(" ", text)
    drew, won, ways = _DREW.search(text), _WON.search(text), _number_of_ways(text)
    if (not drew and not won) or (_CLOCK.search(text) and not drew):
        return Title(year=year)
    try:
        seats = _powers(text)
    except Fault as fault:
        return Title(year=year, wrong=fault)
    if won and not drew and len(seats) != 1:
        conceded = _CONCEDED_TO.search(text)
        winners = _powers(conceded[1]) if conceded else frozenset[int]()
        if conceded and seats and len(winners) != 1:
            return Title(year=year, wrong=UnclearEnding(line=repr(line)))
        seats = winners
    alone = drew and not won and len(seats) == 1
    if alone or _REFUSED.search(text) or _PROPOSED.search(text) or (seats and _excludes(text, ways)):
        wrong = UnclearEnding(line=repr(line)) if seats or drew else None
        return Title(year=year, drew=seats, wrong=wrong)
    if won and not drew:
        return Title(year=year, drew=seats)
    if not seats and (ways or not _DRAW.search(text)):
        return Title(year=year, ways=ways)
    if not seats or (ways and len(seats) != ways):
        return Title(year=year, wrong=UnclearEnding(line=repr(line)))
    return Title(year=year, drew=seats)


def _excludes(text: str, ways: int | None) -> bool:
    """Do the words about a draw or win exclude a power that they name?"""
    excepted = (found for found in _EXCEPT.finditer(text) if _powers(text[found.end() :]))
    for found in (*excepted, *_NOT.finditer(text)):
        if ways is None or len(_powers(text[: found.start()])) != ways:
            return True
    return _is_by_loser(text)


def _is_by_loser(text: str) -> bool:
    """Does a text name the power that conceded, and not the winner?"""
    if _OUTRIGHT.search(text) or _TO.search(text):
        return False
    conceded = _CONCEDED.search(text)
    return bool(_GIVEN_BY.search(text) or (conceded and _powers(text[: conceded.start()])))


def _number_of_ways(text: str) -> int | None:
    found = _WAYS.search(text)
    if found is None:
        return None
    word = found[1].casefold()
    return int(word) if word.isdigit() else _NUMBERS.index(word) + 2


def _year(season: str, year: int) -> int | None:
    found = last_year(f"{season} {year}") if season else year
    found = found if isinstance(found, int) else year
    return found if found >= FIRST_YEAR else None


def _powers(text: str) -> frozenset[int]:
    """The powers that a text names, in full or, behind the word for the draw, by their letters."""
    words = re.findall(r"[^\W\d_]+", _WAYS.sub(" ", text))
    found: set[int] = set()
    seat, words = first_power(words)
    while seat is not None:
        found.add(seat)
        seat, words = first_power(words)
    if found:
        return frozenset(found)
    *_, behind = parts = _DREW.split(text)
    letters = _letters_in(behind) or _letters_in(parts[0])
    return powers_in(" ".join(letters)) if letters else frozenset()


def _letters_in(text: str) -> list[str]:
    return [word for word in re.findall(r"\b[A-Z]+\b", text) if {*word} <= _LETTERS]
