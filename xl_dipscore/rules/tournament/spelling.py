"""Find names that may be two spellings of one player's name."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from unicodedata import combining, normalize

from xl_dipscore.errors import group_by_key, set_by_key
from xl_dipscore.rules.event.games import Game, Round

SHORTEST = 5
"""Two names with fewer letters that differ in one letter are two people, such as Ann and Anna."""
SHORTEST_WORD = 3
"""The fewest letters of a word that may be a first or last name by itself, or be shortened to an initial."""
SERIES = 8
"""More names than this that differ in one letter are a series (Team A, Team B, ...), not misspelt names."""
_LOOK_ALIKE = str.maketrans(
    "аеорсухікмтвнαορνιτκуѕјАВЕНІКМОРСТХЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxikmtbhaopvitkysjABEHIKMOPCTXSJABEZHIKMNOPTYX",
)
"""From Cyrillic and Greek letters to the Latin letters that look the same."""


Rounds = Mapping[str, AbstractSet[Round]]
"""The rounds in which each name played. Two names that played in one round are two people."""


def alike(games: Iterable[Game]) -> Iterator[tuple[Sequence[str], str]]:
    """Names that may belong to one player, and how they differ. Two names in one round are two people."""
    yield from similar_names_in(rounds_of_names(games))


def rounds_of_names(games: Iterable[Game]) -> Rounds:
    """The rounds of each name, the names in the order of their first games."""
    return set_by_key((seat.player, game.round) for game in games for seat in game.seats if seat.player)


def similar_names_in(rounds: Rounds) -> Iterator[tuple[Sequence[str], str]]:
    """As `alike`. rounds: the rounds or events in which each name played."""
    for find, how in _FINDERS.items():
        for names in find(rounds):
            yield names, how


def _spelling_twins(rounds: Rounds) -> list[tuple[str, ...]]:
    """Groups of names with the same letters and digits, or with the same words in another order."""
    found = set()
    for key in (_letters_and_digits, _in_any_order):
        for names in _names_alike(key, rounds).values():
            pairs = combinations(names, 2)
            if any(_may_be_one(one, other, rounds) for one, other in pairs):
                found.add(tuple(names))
    return sorted(found)


def _may_be_one(one: str, other: str, rounds: Rounds) -> bool:
    """Did the two names never play in the same round?"""
    return rounds[one].isdisjoint(rounds[other])


def _find_short_names(rounds: Rounds) -> Iterator[list[str]]:
    """Short names (`Karl`, `Karl I.` or `K. Irving`), each with the possible full names (`Karl Irving`)."""
    words = {name: tuple(re.findall(r"\w+", _fold_letters(name))) for name in rounds}
    whole = group_by_key((short, name) for name, its in words.items() for short in _short_forms(its))
    for name, its in words.items():
        if not "".join(its).isalpha():
            continue
        longer = [other for other in whole.get(its, ()) if _may_be_one(name, other, rounds)]
        if longer:
            yield [name, *longer]


def _short_forms(whole: tuple[str, ...]) -> AbstractSet[tuple[str, ...]]:
    """The short forms of a full name: its first word; its last word; all words, one as an initial."""
    if len(whole) < 2:
        return frozenset()
    short = set[tuple[str, ...]]()
    for n, word in enumerate(whole):
        if len(word) < SHORTEST_WORD:
            continue
        if n in (0, len(whole) - 1):
            short.add((word,))
        short.add((*whole[:n], word[0], *whole[n + 1 :]))
    return short


def _find_adorned_names(rounds: Rounds) -> Iterator[tuple[str, str]]:
    """Names with a title, an address, brackets or digits, each with the plain name: `Dr Karl Irving`,
    `karl.irving@mail`, `Karl Irving (Italy)`, `Karl Irving 12`, `Kar1 Irving`.
    """
    plain = {_without_adornment(name): name for name in rounds if not _ADORNED.search(name)}
    for name in filter(_ADORNED.search, rounds):
        other = plain.get(_without_adornment(name))
        if other is not None and _may_be_one(name, other, rounds):
            yield name, other


_TITLE = re.compile(r"\b(?:dr|mrs?|ms|prof|sir|herr|frau)\b\.? ", re.IGNORECASE)
_ADORNED = re.compile(rf"[\d@(\[]|{_TITLE.pattern}", re.IGNORECASE)


def _without_adornment(name: str) -> str:
    """A name without title, address, brackets and a final number; other digits become similar letters."""
    bare = _TITLE.sub("", re.sub(r"\(.*?\)|\[.*?\]|@.*|[ #]+\d+$", "", name))
    return _letters_and_digits(bare).translate(str.maketrans("01345i", "oleasl"))


def _near_twins(rounds: Rounds) -> list[tuple[str, str]]:
    """Pairs of names that differ in one letter (missing in a name, or different), or in two swapped letters.

    Names that differ in a digit or an initial are left out, and so are names shorter than SHORTEST.
    """
    spellings = _group_names(_letters_and_digits, rounds, SHORTEST)
    played = {}
    for key, names in spellings.items():
        played[key] = frozenset[Round]().union(*(rounds[name] for name in names))
    pairs = set[tuple[str, str]]()
    for keys in _similar_spellings(spellings):
        pairs.update(combinations(sorted(keys), 2))
    twins = []
    for one, other in sorted(pairs):
        if not _a_letter_apart(one, other) or not _may_be_one(one, other, played):
            continue
        first, second = spellings[one][0], spellings[other][0]
        if not _differ_in_initial(first, second):
            twins.append((first, second))
    return twins


_FINDERS: Mapping[Callable[[Rounds], Iterable[Sequence[str]]], str] = {
    _spelling_twins: "differ only in signs, accents or the order of words",
    _near_twins: "differ only in one letter",
    _find_adorned_names: "differ only in a title, an address, brackets or digits",
    _find_short_names: "may be one name, once in short",
}


def _group_names(key: Callable[[str], str], names: Iterable[str], shortest: int = 0) -> dict[str, list[str]]:
    """Group the names for which `key` returns the same text, for example only their letters and digits.

    shortest: texts with fewer letters are left out.
    """
    pairs = ((key(name) or name, name) for name in sorted(names))
    return group_by_key(pair for pair in pairs if not shortest or _count_letters(pair[0]) >= shortest)


def _names_alike(key: Callable[[str], str], names: Iterable[str]) -> dict[str, list[str]]:
    """The groups of `_group_names` that have at least two names: in a large event, few groups have."""
    first: dict[str, str] = {}
    alike: dict[str, list[str]] = {}
    for name in sorted(names):
        same = key(name) or name
        before = first.setdefault(same, name)
        if before != name:
            alike.setdefault(same, [before]).append(name)
    return alike


def _in_any_order(name: str) -> str:
    return " ".join(sorted(re.findall(r"\w+", _fold_letters(name))))


def _letters_and_digits(name: str) -> str:
    return re.sub(r"[\W_]", "", _fold_letters(name))


def _fold_letters(name: str) -> str:
    """A name in lower case, without accents, and with Latin letters for Cyrillic and Greek look-alikes."""
    if name.isascii():
        return name.casefold()
    bare = "".join(c for c in normalize("NFKD", name) if not combining(c))
    return bare.translate(_LOOK_ALIKE).casefold()


def _similar_spellings(spellings: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """Groups of names that become equal if each loses at most one letter. (Comparing all pairs is slow.)"""
    without: dict[str, list[str]] = {}
    for name in spellings:
        letters = [i for i, sign in enumerate(name) if sign.isalpha()]
        if len(letters) < SHORTEST:
            continue
        shorter = {name[:i] + name[i + 1 :] for i in letters}
        for spelling in {name, *shorter}:
            without.setdefault(spelling, []).append(name)
    return (names for names in without.values() if 1 < len(names) <= SERIES)


def _a_letter_apart(one: str, other: str) -> bool:
    if min(map(_count_letters, (one, other))) < SHORTEST:
        return False
    alike = 0
    while alike < min(len(one), len(other)) and one[alike] == other[alike]:
        alike += 1
    shorter, longer = sorted((one[alike:], other[alike:]), key=len)
    if len(longer) > len(shorter):
        return longer[0].isalpha() and longer[1:] == shorter
    if not shorter or not (shorter[0] + longer[0]).isalpha():
        return False
    one_differs = shorter[1:] == longer[1:]
    two_swapped = shorter[1::-1] == longer[:2] and shorter[2:] == longer[2:]
    return one_differs or two_swapped


def _count_letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _differ_in_initial(one: str, other: str) -> bool:
    """Do two names differ in nothing but an initial? Then they are two people."""
    words = [re.findall(r"\w+", _fold_letters(name)) for name in (one, other)]
    if len(words[0]) != len(words[1]):
        return False
    differ = [pair for pair in zip(*words, strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and all(_count_letters(word) <= 1 for word in differ[0])
