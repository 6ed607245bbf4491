"""Read a round as people type it: `1`, `R1`, `1st`, `Week 3`, `Round Two`, `Finals`, `Top Board`."""

import re
from functools import lru_cache

from xl_dipscore.rules.event.games import Round
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.rules.system import LARGEST_WHOLE
from xl_dipscore.tables.cells.headings import is_game, meaning
from xl_dipscore.tables.cells.languages import is_final
from xl_dipscore.tables.cells.values import Cell, number

LONGEST_ROUND = 40
_PIECES = re.compile(r"[^\W\d_]+|\d+")
_ORDINAL_ENDINGS = "st nd rd th er re e ère eme ème ste de"
_ENDINGS = frozenset(_ORDINAL_ENDINGS.split())
"""Letters right after a number that make it an ordinal: `1st`, `2e`."""
_NUMBERED = frozenset(("n", "no", "nr", "num", "number", "o", "a", "ª", "º"))
"""Words beside the number of a round: `Round No. 3`, `1a ronda`."""
_SPELT = """one first i, two second ii, three third iii, four fourth iv, five fifth v, six sixth vi,
seven seventh vii, eight eighth viii, nine ninth ix, ten tenth x"""
_WORDS = {word: n for n, words in enumerate(_SPELT.split(","), 1) for word in words.split()}
"""English words and Roman figures for the numbers of rounds."""
_CARDINALS = {words.split()[0].strip(): n for n, words in enumerate(_SPELT.split(","), 1)}
_DAYS = """mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday
sunday am pm morning afternoon night noon"""
_TIMES = frozenset(_DAYS.split())
"""Words for the time of a round, which may stand beside its number: `Round 1 (Friday)`."""


def round_in(cell: Cell) -> Round | None:
    """The round in a cell, such as 1, `R1`, `Runde 1`, `1st` or `Final`; None for other cells."""
    if is_final(cell):
        return "Final"
    value = number(cell)
    if value is None and isinstance(cell, str) and len(cell) <= LONGEST_ROUND:
        value = _number_of_round(cell)
        if value is None and _is_top_board(cell):
            return "Final"
    return value if isinstance(value, int) and 1 <= value <= LARGEST_WHOLE else None


def _is_top_board(text: str) -> bool:
    """Is a text under Round the top board, which is played after all rounds, such as `Top Table`?"""
    first, *others = _PIECES.findall(text.casefold()) or [""]
    return first == "top" and all(said is not None and said.word == "board" for said in map(meaning, others))


@lru_cache(maxsize=1 << 10)
def _number_of_round(text: str) -> int | None:
    """The number in a text that has only words for a round, for numbering and for times besides."""
    words = _PIECES.findall(visible_text(text).casefold())
    rounds = [word for word in words if _is_round(word)]
    others = [word for word in words if not _is_round(word)]
    numbers = [n for word in others if (n := int(word) if word.isdecimal() else _WORDS.get(word)) is not None]
    beside = {word for word in others if not word.isdecimal() and word not in _WORDS}
    if rounds:
        said = beside <= _ENDINGS | _NUMBERED | _TIMES
    else:
        said = others[:1] not in (["v"], ["x"])  # these may be marks
        said = said and (beside <= _NUMBERED - {"a", "o", "n"} or _is_ordinal(text))
    return numbers[0] if said and len(numbers) == 1 else None


def spelt_number(text: str) -> int | None:
    """The number of a text that is a number in words, such as `Three`; None for other texts."""
    return _CARDINALS.get(text.casefold())


def _is_ordinal(text: str) -> bool:
    """Is a text only a number with its ending, such as `1st`?"""
    found = re.fullmatch(r"\s*\d+([^\W\d_]+)\.?\s*", text.casefold())
    return found is not None and found[1] in _ENDINGS


def _is_round(word: str) -> bool:
    said = meaning(word)
    return word in ("r", "day") or is_game(word) or (said is not None and said.word == "round")
