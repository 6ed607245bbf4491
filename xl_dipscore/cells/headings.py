"""What a heading means: a noun that we know, perhaps with words around it that belong to such a noun.

`Player`, `Player Name`, `Name des Spielers`; but `Player No.` is no name, and `Draw size` no mark.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from xl_dipscore.board import FIRST_YEAR
from xl_dipscore.cells.columns import HEADED, LOOSE, OF_PEOPLE, SCORED, TYPED_ORDER, squeeze_heading
from xl_dipscore.cells.languages import (
    WITH_ENGLISH,
    Word,
    heading,
    is_last_resort,
    of_all,
    plain,
    spellings,
    words_of_entry,
)
from xl_dipscore.cells.values import Cell, is_blank, is_in_draw, year
from xl_dipscore.errors import group_by_key

PARTS = ("first name", "last name")
"""The columns of a name's parts."""
_EITHER = frozenset({"name", "nom", "nombre", "nome", "naam", "namn", "имя"})
"""Headings that mean a whole name where they stand alone."""
_GROUPS: Mapping[str, Sequence[str]] = {
    "numbered": ("round", "board"),
    "named": ("board", "power", "player", "club", "team"),
}
"""The columns whose headings have such words around them."""
_SIGNS = str.maketrans({"#": "no", "№": "no", "°": "o"})
_DEEP = 2
"""Words around a noun, such as two of `Final SC count`."""
EXACT, FOREIGN, LAST, LOOSEST = 20, 15, 10, 5
"""Which of two headings has a meaning: one in English, in another language, one that means much else there,
one that means much else in English. Each word around a noun takes one off."""


class Said(NamedTuple):
    """What a heading means, and how surely."""

    word: Word
    rank: int


def _frames() -> dict[tuple[str, str], frozenset[str]]:
    """What stands before and after a noun, and for which columns."""
    found: dict[tuple[str, str], set[str]] = {}
    for of_language in WITH_ENGLISH.values():
        for group, patterns in of_language.frames.items():
            for pattern in patterns.split(","):
                before, _, after = pattern.translate(_SIGNS).partition("*")
                for around in product(spellings(before), spellings(after)):
                    found.setdefault(around, set()).update(_GROUPS.get(group, (group,)))
    return {around: frozenset(words) for around, words in found.items()}


_FRAMES = _frames()
_WITHIN: dict[str, str] = {}
for _one in WITH_ENGLISH.values():
    for _word, _nouns in _one.within.items():
        _WITHIN.update(dict.fromkeys(chain.from_iterable(map(spellings, _nouns.split(", "))), _word))
_STATUS = of_all("status")


def _noun(text: str) -> Said | None:
    """What is meant by a noun alone."""
    if (word := HEADED.get(text)) is not None:
        return Said(word, EXACT)
    if (known := heading(text)) in TYPED_ORDER:
        return Said(str(known), LAST if is_last_resort(text) else FOREIGN)
    return Said(LOOSE[text], LOOSEST) if text in LOOSE else None


def _match_frame(text: str, deep: int) -> Said | None:
    """What is meant by a noun with words around it."""
    for (before, after), words in _FRAMES.items() if deep else ():
        if text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after):
            noun = text[len(before) : len(text) - len(after)]
            said = (
                Said(_WITHIN[noun], FOREIGN)
                if noun in _WITHIN
                else _noun(noun) or _match_frame(noun, deep - 1)
            )
            if said is not None and said.word in words:
                return Said(said.word, said.rank - 1)
    return None


@lru_cache(maxsize=1 << 12, typed=True)
def meaning(cell: Cell) -> Said | None:
    """What a column header means in any language: a word of ours, a chart's year, or None."""
    found = year(cell)
    if isinstance(found, int) and FIRST_YEAR <= found <= 1999 and len(squeeze_heading(cell)) >= 4:
        return Said(found, EXACT)
    if not isinstance(cell, str):
        return None
    text = plain(cell.translate(_SIGNS))
    return _noun(text) or _match_frame(text, _DEEP) or _twice(cell)


def _twice(text: str) -> Said | None:
    """What is meant by two nouns for the same, such as `Power/Country` and `Centres (SCs)`."""
    parts = [part for part in re.split(r"[/()|]", text) if part.strip()]
    said = [meaning(part) for part in parts] if len(parts) > 1 else []
    words = {None if one is None else one.word for one in said}
    return said[0] if len(words) == 1 else None


def header_word(cell: Cell) -> Word | None:
    """What a column header means wherever it stands, whatever the others are."""
    said = meaning(cell)
    return None if said is None or said.rank <= LOOSEST else said.word


@lru_cache(maxsize=1 << 12, typed=True)
def games_header(cell: Cell) -> Word | None:
    """What a header means in a workbook: as in a games list, and the columns that are ours."""
    if isinstance(cell, int | float) and not FIRST_YEAR <= cell <= 1999:
        return None
    word = str(cell).strip().casefold()
    if word in SCORED:
        return word
    if (said := meaning(cell)) is not None:
        return said.word
    return "score" if heading(str(cell)) == "score" else None


def rank(cell: object) -> int:
    """Which of two headings has the meaning that both may have? The clearer one."""
    said = meaning(cell)
    return EXACT if said is None else said.rank


def meanings(header: Iterable[Cell], meant: Callable[[Cell], Word | None]) -> list[Word | None]:
    """What each heading means. Of two for one column the clearer counts; the caller refuses equal ones."""
    cells = list(header)
    found = [meant(cell) for cell in cells]
    if len({*found} - {None}) == len(found) - found.count(None):
        return found
    best: dict[Word | None, int] = {}
    for cell, word in zip(cells, found, strict=True):
        best[word] = max(best.get(word, 0), rank(cell))
    return [word if rank(cell) == best[word] else None for cell, word in zip(cells, found, strict=True)]


def header_words(header: Iterable[Cell]) -> list[Word | None]:
    """What the headings of a row mean."""
    return meanings(header, lambda cell: None if (said := meaning(cell)) is None else said.word)


def is_status(cell: Cell) -> bool:
    """May such a column say how the game ended for each power?"""
    return isinstance(cell, str) and plain(cell) in _STATUS


def are_statuses(cells: Iterable[Cell]) -> bool:
    """Do these say so, and nothing else? A mark may say anything there."""
    said = [cell for cell in cells if not is_blank(cell)]
    return bool(said) and all(isinstance(cell, str) and is_in_draw(cell) is not None for cell in said)


def _parts_of_players() -> dict[str, str]:
    """A name's parts with a noun for players, and the name so: `Prénom du joueur` beside `Nom du joueur`."""
    nouns = group_by_key((word, noun) for noun, word in OF_PEOPLE.items())
    english = {word: ",".join(its) for word, its in nouns.items()}
    found: dict[str, str] = {}
    for one in WITH_ENGLISH.values():
        words = one.headings or english
        players = [n for n in words_of_entry(f"{words['player']},{one.within.get('player', '')}") if n]
        for pattern, name in product(one.frames.get("named", "").split(","), _EITHER):
            for word in (*PARTS, "") if name in pattern else ():
                for noun, player in product(words_of_entry(words.get(word, name)), players):
                    found[plain(pattern.replace(name, noun).replace("*", player))] = word
    return found


_PARTS_OF = _parts_of_players()
"""Nothing for the name itself, which may be either part."""


def list_word(cell: Cell) -> Word | None:
    """What a heading of a games list means, of parts of a name too."""
    said = meaning(cell)
    return name_word(cell) if said is None else said.word


def name_word(cell: Cell) -> str | None:
    """What a heading says of somebody's name: all of it, or a part."""
    word = OF_PEOPLE.get(squeeze_heading(cell)) or heading(str(cell)) or _PARTS_OF.get(plain(str(cell)))
    word = word or str(header_word(cell))
    return str(word) if word in ("player", *PARTS) else None


def parts_of_name(columns: dict[str | int, int], header: Sequence[Cell]) -> None:
    """Beside a first name, the column Name has the last, and beside a last name the first."""
    missing = [part for part in PARTS if part not in columns]
    if len(missing) != 1 or "player" not in columns:
        return
    other = next(columns[part] for part in PARTS if part in columns)
    whole, part = (str(header[n]) for n in (columns["player"], other))
    if squeeze_heading(whole) in _EITHER or (_PARTS_OF.get(plain(whole)) == "" and plain(part) in _PARTS_OF):
        columns[missing[0]] = columns.pop("player")
