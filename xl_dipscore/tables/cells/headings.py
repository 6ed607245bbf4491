"""Find the meaning of a heading: a known noun, alone or with words around it that fit the noun.

`Player`, `Player Name` and `Name des Spielers` mean the player. But `Player No.` does not mean the player,
and `Draw size` does not mean the draw.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.board import FIRST_YEAR
from xl_dipscore.tables.cells.columns import HEADED, LOOSE, OF_PEOPLE, SCORED, TYPED_ORDER, squeeze_heading
from xl_dipscore.tables.cells.languages import (
    WITH_ENGLISH,
    Word,
    heading,
    is_last_resort,
    of_all,
    plain,
    spellings,
    words_of_entry,
)
from xl_dipscore.tables.cells.values import Cell, is_blank, is_in_draw, year

PARTS = ("first name", "last name")
_EITHER = frozenset({"name", "nom", "nombre", "nome", "naam", "namn", "имя"})
"""Headings of a whole name. Beside a column for one part of the name, they mean the other part."""
_GROUPS: Mapping[str, Sequence[str]] = {
    "numbered": ("round", "board"),
    "named": ("board", "power", "player", "club", "team"),
}
"""The columns of each group of patterns in `Language.frames`. Other patterns there have a single column."""
_SIGNS = str.maketrans({"#": "no", "№": "no", "°": "o"})
_DEEP = 2
"""The most patterns that apply to one heading: `final *` and `* count` apply to `Final SC count`."""
EXACT, FOREIGN, LAST, LOOSEST = 20, 15, 10, 5
"""Ranks of headings. Of two headings for one column, the heading of higher rank is used. EXACT is English,
FOREIGN any other language. LAST (foreign) and LOOSEST (English) are for nouns with many other meanings. Each
pattern that is needed subtracts 1."""


class Sense(NamedTuple):
    """The meaning of a heading, and how certain it is."""

    word: Word
    rank: int


class _Frame(NamedTuple):
    """Texts around a noun, one of which may be "", and the columns that the noun may mean."""

    place: int
    """Of the frames that fit a text, the one with the first place is tried first."""
    before: str
    after: str
    words: frozenset[str]


class _Frames(NamedTuple):
    """All frames by their texts before and after a noun; and these texts alone, to find frames quickly."""

    around: dict[tuple[str, str], _Frame]
    before: frozenset[str]
    after: frozenset[str]

    def fitting(self, text: str) -> list[_Frame]:
        """The frames that leave at least one letter of a text for the noun."""
        size = len(text)
        before = [text[:n] for n in range(size) if text[:n] in self.before]
        after = [text[size - n :] for n in range(size) if text[size - n :] in self.after]
        pairs = (pair for pair in product(before, after) if len(pair[0]) + len(pair[1]) < size)
        return sorted(self.around[pair] for pair in pairs if pair in self.around)


@cache
def _frames() -> _Frames:
    found: dict[tuple[str, str], set[str]] = {}
    for of_language in WITH_ENGLISH.values():
        for group, patterns in of_language.frames.items():
            for pattern in patterns.split(","):
                before, _, after = pattern.translate(_SIGNS).partition("*")
                for around in product(spellings(before), spellings(after)):
                    found.setdefault(around, set()).update(_GROUPS.get(group, (group,)))
    frames = {
        around: _Frame(place, *around, frozenset(words))
        for place, (around, words) in enumerate(found.items())
    }
    first, last = (frozenset(around[n] for around in found) for n in (0, 1))
    return _Frames(frames, first, last)


_WITHIN: dict[str, str] = {}
for _one in WITH_ENGLISH.values():
    for _word, _nouns in _one.within.items():
        _WITHIN.update(dict.fromkeys(chain.from_iterable(map(spellings, _nouns.split(", "))), _word))
_STATUS = of_all("status")


def _noun(text: str) -> Sense | None:
    if (word := HEADED.get(text)) is not None:
        return Sense(word, EXACT)
    if (known := heading(text)) in TYPED_ORDER:
        return Sense(str(known), LAST if is_last_resort(text) else FOREIGN)
    return Sense(LOOSE[text], LOOSEST) if text in LOOSE else None


def _match_frame(text: str, deep: int) -> Sense | None:
    """The meaning of a noun with words around it. deep: the most patterns that may be needed (see _DEEP)."""
    for _, before, after, words in _frames().fitting(text) if deep else ():
        noun = text[len(before) : len(text) - len(after)]
        said = _noun(noun) or _match_frame(noun, deep - 1)
        said = Sense(_WITHIN[noun], FOREIGN) if noun in _WITHIN else said
        if said is not None and said.word in words:
            return Sense(said.word, said.rank - 1)
    return None


@lru_cache(maxsize=1 << 12, typed=True)
def meaning(cell: Cell) -> Sense | None:
    """The meaning of a heading in any language: a word of `columns.py`, a year of a centre chart, or None."""
    found = year(cell)
    if isinstance(found, int) and FIRST_YEAR <= found <= 1999 and len(squeeze_heading(cell)) >= 4:
        return Sense(found, EXACT)
    if not isinstance(cell, str):
        return None
    text = plain(cell.translate(_SIGNS))
    return _noun(text) or _match_frame(text, _DEEP) or _meaning_of_pair(cell)


def _meaning_of_pair(text: str) -> Sense | None:
    """The meaning of a heading with two nouns for one column, such as `Power/Country` or `Centres (SCs)`."""
    parts = [part for part in re.split(r"[/()|]", text) if part.strip()]
    said = [meaning(part) for part in parts] if len(parts) > 1 else []
    words = {None if one is None else one.word for one in said}
    return said[0] if len(words) == 1 else None


def header_word(cell: Cell) -> Word | None:
    """The meaning of a heading that is clear without the other headings; otherwise None."""
    said = meaning(cell)
    return None if said is None or said.rank <= LOOSEST else said.word


@lru_cache(maxsize=1 << 12, typed=True)
def games_header(cell: Cell) -> Word | None:
    """The meaning of a heading in a workbook: a column of a games list, or a column of computed values."""
    if isinstance(cell, int | float) and not FIRST_YEAR <= cell <= 1999:
        return None
    word = str(cell).strip().casefold()
    if word in SCORED:
        return word
    if (said := meaning(cell)) is not None:
        return said.word
    return "score" if heading(str(cell)) == "score" else None


def rank(cell: object) -> int:
    """How clear the meaning of a heading is. Of two headings for one column, the clearer heading is used."""
    said = meaning(cell)
    return EXACT if said is None else said.rank


_OF_GAMES = "game games partie spiel partida partita spel partij parti partia gra партия игра"
_GAMES = frozenset(map(plain, _OF_GAMES.split()))


def is_game(cell: Cell) -> bool:
    """Is this a heading with a word for a game, such as `Game No.`? It may mean the board or the round."""
    return isinstance(cell, str) and not _GAMES.isdisjoint(map(plain, re.findall(r"[^\W\d_]+", cell)))


def game_as_round(cells: Sequence[Cell], words: Sequence[Word | None]) -> list[Word | None]:
    """The meanings of headings: Game means the round if nothing else does, and another heading the board.

    A league that plays one evening after the other may call its rounds games.
    """
    found = list(words)
    games = [n for n, word in enumerate(words) if word == "board" and is_game(cells[n])]
    if len(games) == 1 and {"round", "date"}.isdisjoint(words) and words.count("board") > 1:
        found[games[0]] = "round"
    return found


def meanings(header: Iterable[Cell], meant: Callable[[Cell], Word | None]) -> list[Word | None]:
    """The meaning of each heading; None if another heading has the same meaning with a higher rank."""
    cells = list(header)
    found = [meant(cell) for cell in cells]
    if len({*found} - {None}) == len(found) - found.count(None):
        return found
    found = game_as_round(cells, found)
    best: dict[Word | None, int] = {}
    for cell, word in zip(cells, found, strict=True):
        best[word] = max(best.get(word, 0), rank(cell))
    return [word if rank(cell) == best[word] else None for cell, word in zip(cells, found, strict=True)]


def header_words(header: Iterable[Cell]) -> list[Word | None]:
    return meanings(header, lambda cell: None if (said := meaning(cell)) is None else said.word)


def is_status(cell: Cell) -> bool:
    """Can a column with this heading contain words for how the game ended?"""
    return isinstance(cell, str) and plain(cell) in _STATUS


def are_statuses(cells: Iterable[Cell]) -> bool:
    """Does each filled cell have a text for how the game ended? TRUE or 1 could mean anything there."""
    said = [cell for cell in cells if not is_blank(cell)]
    return bool(said) and all(isinstance(cell, str) and is_in_draw(cell) is not None for cell in said)


@cache
def _parts_of_players() -> dict[str, str]:
    """The parts of a player's name by heading, such as `Prénom du joueur` beside `Nom du joueur`.

    The part is "" for headings that may mean the whole name or either part.
    """
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


def list_word(cell: Cell) -> Word | None:
    """The meaning of a heading of a games list, including parts of a name."""
    said = meaning(cell)
    return name_word(cell) if said is None else said.word


@lru_cache(maxsize=1 << 10, typed=True)  # a list's headings are read again with each board
def name_word(cell: Cell) -> str | None:
    """The part of a name that a heading means, or "player" for a whole name; None for other headings."""
    text = str(cell)
    word = OF_PEOPLE.get(squeeze_heading(cell))
    if not word and plain(text) not in HEADED:  # no heading of a games list is a part of a name
        word = heading(text) or _parts_of_players().get(plain(text))
    word = word or str(header_word(cell))
    return str(word) if word in ("player", *PARTS) else None


def parts_of_name(columns: dict[str | int, int], header: Sequence[Cell]) -> None:
    """If `columns` has one part of a name, and a column is headed Name, make Name the other part."""
    missing = [part for part in PARTS if part not in columns]
    if len(missing) != 1 or "player" not in columns:
        return
    other = next(columns[part] for part in PARTS if part in columns)
    whole, part = (str(header[n]) for n in (columns["player"], other))
    parts = _parts_of_players()
    if squeeze_heading(whole) in _EITHER or (parts.get(plain(whole)) == "" and plain(part) in parts):
        columns[missing[0]] = columns.pop("player")
