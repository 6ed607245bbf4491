"""Powers, headings and marks as people type them, from languages.json. We write only English."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import chain
from pkgutil import get_data
from typing import Literal, NamedTuple, get_args

from xl_dipscore.rules.board import POWERS

Word = str | int
"""The meaning of a column: a word of ours, or a year of the centre chart."""
LONGEST = 60
"""The most characters of a word that is looked up."""


class Language(NamedTuple):
    """The words of a language, separated by commas."""

    powers: str
    """Names in the order of POWERS. Further names follow after slashes; their initials are not used."""
    headings: Mapping[str, str]
    """By our word for a column, its headings; those in English are in columns.py. A heading in brackets is
    used only if no other heading of a sheet means the same."""
    frames: Mapping[str, str]
    """Patterns of words around a heading, such as `number of *`; by column or by group of columns."""
    within: Mapping[str, str]
    """Nouns that mean a column only together with words of `frames`: `Centre` alone may be a place, while
    `Centre count` is the column of counts. They are inflected as those words need."""
    status: str
    """Headings of a column with words such as Drawn or Won."""
    here: str
    """Headings of roster columns on attendance; the number of a round follows."""
    novice: str
    experienced: str
    """Levels of players."""
    yes: str
    no: str
    won: str
    drew: str
    lost: str
    survived: str
    """How a game ended for a power; `survived` has all other words, also for eliminated powers."""
    spring: str
    fall: str
    """Words before a game year. `fall` includes Winter: the year is complete after Fall and after Winter."""
    final: str
    sent: str
    """Google's and Microsoft's heading above the times of a form's answers."""
    email: str
    """Google's and Microsoft's heading above e-mail addresses."""
    nobody: str
    """Words in place of a player: to be decided, nobody, a program, a substitute, the director."""
    now: str
    last_round: str
    hidden: str
    """Which scores may be published: all of them, those of finished rounds, or none yet."""
    total: str
    """Words beside a sum or a mean: their row is no player and no power."""
    conjunction: str
    terms: str
    """The source of the game's terms."""


SOURCE = (
    "Countries, yes and no are from Unicode's CLDR 48 (https://cldr.unicode.org), TRUE and FALSE from Excel, "
    "other names and the terms of the game from rules and reports in the language."
)

# JSON, because LibreOffice may have an older Python, which cannot read TOML.
WITH_ENGLISH: Mapping[str, Language] = {
    name: Language(**words)
    for name, words in json.loads(get_data(__package__, "languages.json") or "").items()
}
_ENGLISH, *_OTHERS = WITH_ENGLISH
LANGUAGES: Mapping[str, Language] = {name: WITH_ENGLISH[name] for name in _OTHERS}
"""The languages other than English."""
NOBODY = WITH_ENGLISH[_ENGLISH].nobody
"""English words in place of a player."""
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_UNMARKED = str.maketrans({"ł": "l", "œ": "oe"})
"""Letters that Unicode normalisation would leave as they are."""


@lru_cache(maxsize=1 << 12)
def plain(word: str) -> str:
    """A word's letters and digits, without case and accents: `osterreich` for `Österreich`."""
    if len(word) > LONGEST:
        return ""
    letters = word.casefold()
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", letters.translate(_UNMARKED))
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))


def scores_shown(text: str) -> Literal["now", "last_round", "hidden"] | None:
    """The scores that may be published by this word in any language; None for other words.

    Capitals and spaces do not matter, but every letter does: formulas look for the same words.
    """
    word = " ".join(text.split()).casefold()
    entries: tuple[Literal["now", "last_round", "hidden"], ...] = ("now", "last_round", "hidden")
    return next((entry for entry in entries if word in words_of_scores(entry)), None)


def words_of_scores(entry: Literal["now", "last_round", "hidden"]) -> list[str]:
    """The words of an entry for `scores_shown` in all languages, without capitals."""
    words = (words_of_entry(getattr(one, entry)) for one in WITH_ENGLISH.values())
    return list(dict.fromkeys(word.casefold() for word in chain.from_iterable(words)))


def words_of_entry(words: str) -> list[str]:
    """The words of an entry of languages.json, without brackets."""
    return [word.strip(" ()") for word in words.split(",")]


def spellings(word: str) -> set[str]:
    """The spellings by which a word is looked up: `osterreich` and `oesterreich` for `Österreich`."""
    composed = word.casefold()
    spelt = composed.translate(_SPELT)
    return {plain(one) for one in {composed, spelt}}


def _spellings_of_entry(words: str) -> set[str]:
    return set(chain.from_iterable(map(spellings, words_of_entry(words))))


def of_all(entry: str) -> set[str]:
    """The words of an entry in all languages, as `spellings` returns them."""
    words = (_spellings_of_entry(getattr(one, entry)) for one in WITH_ENGLISH.values())
    return set(chain.from_iterable(words)) - {""}


_YES, _NO, _FINAL, _HERE = map(of_all, ("yes", "no", "final", "here"))
_TOTAL = of_all("total")
_NOVICE, _EXPERIENCED = map(of_all, ("novice", "experienced"))
_SPRING, _FALL = map(of_all, ("spring", "fall"))
Status = Literal["won", "drew", "lost", "survived"]
_STATUSES: Mapping[str, Status] = {word: status for status in get_args(Status) for word in of_all(status)}
_GONE = _spellings_of_entry("eliminated, elim, dead, out, knocked out, died")
_TURN = re.compile(r"([^\W\d_]+)(\d{4}|\d\d)|(\d{4})([^\W\d_]+)")
_WAYS = re.compile(r"[2-7]waydraw|draw[2-7]way")


class _Headings(NamedTuple):
    """Our word for each heading in another language, and the headings in brackets."""

    words: Mapping[str, str]
    last_resort: AbstractSet[str]


@cache
def _headings() -> _Headings:
    """Read when the first heading is not English: it takes as long as all other tables of this file."""
    words: dict[str, str] = {}
    last_resort: set[str] = set()
    for one in LANGUAGES.values():
        for word, entry in one.headings.items():
            words.update(dict.fromkeys(_spellings_of_entry(entry), word))
            last_resort.update(*(spellings(text) for text in entry.split(",") if "(" in text))
    return _Headings(words, last_resort)


def heading(text: str) -> str | None:
    """Our word for a column's heading in another language, if known."""
    return _headings().words.get(plain(text))


def presence(text: str) -> int | None:
    """The round of a heading on attendance, such as `Présent 2`; None for other headings."""
    found = re.fullmatch(r"(\D+)([1-9]\d{0,3})", plain(text))
    return int(found[2]) if found and found[1] in _HERE else None


def is_last_resort(text: str) -> bool:
    """Does this heading have its meaning only if no other heading has it?"""
    return plain(text) in _headings().last_resort


def _either(text: str, yes: set[str], no: set[str]) -> bool | None:
    word = plain(text)
    return word in yes if word in yes or word in no else None


def mark(text: str) -> bool | None:
    """Is a text yes (True) or no (False) in any language? None for other words."""
    return _either(text, _YES, _NO)


def status_in(text: str) -> Status | None:
    """How a game ended for a power, in words such as `Won` or `3-way draw`; None for other words."""
    return "drew" if _WAYS.fullmatch(plain(text)) else _STATUSES.get(plain(text))


def is_shared(text: str) -> bool | None:
    """Did a power with this status win or draw? None for other words."""
    status = status_in(text)
    return None if status is None else status in ("won", "drew")


def is_total(cell: object) -> bool:
    """Is this a word beside a sum, such as `Total` or `Summe:`?"""
    return isinstance(cell, str) and plain(cell) in _TOTAL


def is_gone(text: str) -> bool:
    """Does a text mean that a power was eliminated, such as `Eliminated` or `ausgeschieden`?"""
    word = plain(text)
    return word in _GONE or heading(word) == "eliminated"


class Turn(NamedTuple):
    """A turn of a game."""

    year: int
    in_spring: bool


def turn_in(text: str) -> Turn | None:
    """The year of a turn such as `Fall 1908` or `S08`, and whether the turn is in Spring; otherwise None."""
    if not (found := _TURN.fullmatch(plain(text))):
        return None
    season = found[1] or found[4]
    if season not in _SPRING | _FALL:
        return None
    return Turn(int(found[2] or found[3]), season in _SPRING)


def is_final(cell: object) -> bool:
    """Is this the round Final, in any of the languages?"""
    return isinstance(cell, str) and (cell.strip().casefold() == "final" or plain(cell) in _FINAL)


def is_novice(level: str) -> bool | None:
    """Is this the level of novices (True) or of all others (False)? None for other words."""
    return _either(level, _NOVICE, _EXPERIENCED)


_SEATS: dict[str, int] = {}
_LANGUAGES_OF_NAME: dict[str, frozenset[str]] = {}
"""The languages of each power's name."""
_INITIALS: dict[str, dict[str, dict[int, str]]] = {}
"""For each language: by initial, the seats and names of the powers."""
for _language in WITH_ENGLISH:
    _INITIALS[_language] = {}
    for _seat, _names in enumerate(WITH_ENGLISH[_language].powers.split(",")):
        _all = _names.strip().split("/")
        _INITIALS[_language].setdefault(plain(_all[0])[0], {})[_seat] = _all[0]
        for _name in set(chain.from_iterable(map(spellings, _all))):
            _SEATS[_name] = _seat
            _LANGUAGES_OF_NAME[_name] = _LANGUAGES_OF_NAME.get(_name, frozenset()) | {_language}


_TWO_NAMES = re.compile(r"[()\[\]/|:=]|\s[-\N{EN DASH}]\s")
_CODES: dict[str, int | None] = {}
"""The first three letters of names in any language; None if two powers share them."""
for _name, _seat in [*_SEATS.items()]:
    _CODES[_name[:3]] = _seat if _CODES.get(_name[:3], _seat) == _seat else None
for _seat, _name in enumerate(POWERS):
    _SEATS |= dict.fromkeys((_name[0].casefold(), _name[:3].casefold()), _seat)


def seat_named(text: str) -> int | None:
    """The seat of a power by name, English initial or three letters, or by two of these: `England (E)`."""
    found = _SEATS.get(plain(text)) if text.isascii() or plain(text) else _seat_of_flag(text)
    if found is None and len(parts := [part for part in _TWO_NAMES.split(text) if plain(part)]) > 1:
        seats = {_SEATS.get(plain(part)) for part in parts}
        return seats.pop() if len(seats) == 1 else None
    return found


def seat_of_name(word: str) -> int | None:
    """The seat of a power by one name, in letters and digits alone."""
    return _SEATS.get(word.casefold() if word.isascii() else plain(word))


_FLAGS = ("AT", "GB", "FR", "DE", "IT", "RU", "TR")
"""The countries of flags, in the order of POWERS."""
_LETTERS_OF_FLAGS = {0x1F1E6 + n: chr(ord("A") + n) for n in range(26)}
"""The characters of which flags are made, with their letters."""
_FLAG_OF_ENGLAND = "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng")


def _seat_of_flag(text: str) -> int | None:
    """The seat of a power by a flag alone, as chats and phones type it."""
    if _FLAG_OF_ENGLAND in text:
        return 1
    country = "".join(_LETTERS_OF_FLAGS.get(ord(one), "") for one in text)
    return _FLAGS.index(country) if country in _FLAGS else None


def seat_coded(text: str) -> int | None:
    """The seat of a power by the first three letters of its name in any language: ANG, DEU.

    Use it only for cells that must name a power, because ALL means Allemagne here.
    """
    return _CODES.get(plain(text))


@cache
def _nobody() -> AbstractSet[str]:
    """The words for nobody."""
    idle = {word for word, meant in _headings().words.items() if meant == "civil_disorder"}
    return of_all("nobody") | idle | {word for word in _SEATS if len(word) > 3}


def is_nobody(name: str) -> bool:
    """Is the name a word for nobody in some language, such as `CD`, `N.N.` or `Bot 2`, or a power's name?"""
    return plain(name).rstrip("0123456789") in _nobody()


class Letters(NamedTuple):
    """The meaning of single letters in a column that names powers in languages other than English."""

    languages: tuple[str, ...]

    def _powers(self, letter: str) -> dict[int, dict[str, None]]:
        """The powers with a name that begins with the letter; for each, all such names."""
        found: dict[int, dict[str, None]] = {}
        for language in self.languages:
            for seat, name in _INITIALS[language].get(plain(letter), {}).items():
                found.setdefault(seat, {})[name] = None
        return found

    def seat(self, letter: str) -> int | None:
        """The power whose name begins with this letter, if only one does."""
        seats = self._powers(letter)
        return next(iter(seats)) if len(seats) == 1 else None

    def names(self, letter: str) -> list[str]:
        return [*dict.fromkeys(chain.from_iterable(self._powers(letter).values()))]


def is_letter(text: str) -> bool:
    """Is the text a single letter, with or without a full stop?"""
    return len(word := plain(text)) == 1 and word.isalpha()


_USUAL = frozenset({"", "None", *POWERS, *(power[0] for power in POWERS)})


def letters_in(column: Iterable[object]) -> Letters | None:
    """The meaning of single letters in a column of powers; None if all names in the column are English."""
    words = {*map(str, column)}
    if words <= _USUAL:
        return None
    spoken = [found for word in words if (found := _LANGUAGES_OF_NAME.get(plain(word)))]
    if all(_ENGLISH in found for found in spoken):
        return None
    sure = frozenset[str]().union(*(found for found in spoken if len(found) == 1))
    rest = [found for found in spoken if not found & sure]
    if rest:
        sure |= frozenset.intersection(*rest) or frozenset.union(*rest)
    return Letters(tuple(one for one in WITH_ENGLISH if one in sure))
