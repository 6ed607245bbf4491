"""Find names that may be two spellings of one player's name."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from unicodedata import combining, normalize

from xl_dipscore.errors import group_by_key
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
    seats = ((seat.player, game.round) for game in games for seat in game.seats if seat.player)
    yield from similar_names_in({name: frozenset(played) for name, played in group_by_key(seats).items()})


def similar_names_in(rounds: Rounds) -> Iterator[tuple[Sequence[str], str]]:
    """As `alike`. rounds: the rounds or events in which each name played."""
    for find, how in _FINDERS.items():
        yield from ((names, how) for names in find(rounds))


def _spelling_twins(rounds: Rounds) -> list[tuple[str, ...]]:
    """Groups of names with the same letters and digits, or with the same words in another order."""
    keys = (_letters_and_digits, _in_any_order)
    groups = [names for key in keys for names in _group_names(key, rounds).values()]
    return sorted(
        {
            tuple(names)
            for names in groups
            if any(rounds[one].isdisjoint(rounds[other]) for one, other in combinations(names, 2))
        }
    )


def _find_short_names(rounds: Rounds) -> Iterator[list[str]]:
    """Short names (`Karl`, `Karl I.` or `K. Irving`), each with the possible full names (`Karl Irving`)."""
    words = {name: tuple(re.findall(r"\w+", _fold_letters(name))) for name in rounds}
    whole = group_by_key((short, name) for name, its in words.items() for short in _short_forms(its))
    for name, its in words.items():
        longer = whole.get(its, ()) if "".join(its).isalpha() else ()
        if apart := [other for other in longer if rounds[name].isdisjoint(rounds[other])]:
            yield [name, *apart]


def _short_forms(whole: tuple[str, ...]) -> AbstractSet[tuple[str, ...]]:
    """The short forms of a full name: its first word; its last word; all words, one as an initial."""
    if len(whole) < 2:
        return frozenset()
    long = [n for n, word in enumerate(whole) if len(word) >= SHORTEST_WORD]
    alone = {(whole[n],) for n in long if n in (0, len(whole) - 1)}
    return alone | {(*whole[:n], whole[n][0], *whole[n + 1 :]) for n in long}


def _find_adorned_names(rounds: Rounds) -> Iterator[tuple[str, str]]:
    """Names with a title, an address, brackets or digits, each with the plain name: `Dr Karl Irving`,
    `karl.irving@mail`, `Karl Irving (Italy)`, `Karl Irving 12`, `Kar1 Irving`.
    """
    plain = {_without_adornment(name): name for name in rounds if not _ADORNED.search(name)}
    for name in filter(_ADORNED.search, rounds):
        other = plain.get(_without_adornment(name))
        if other is not None and rounds[name].isdisjoint(rounds[other]):
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
    spellings = _group_names(_letters_and_digits, rounds)
    played = {key: frozenset().union(*map(rounds.__getitem__, names)) for key, names in spellings.items()}
    found = {pair for keys in _similar_spellings(spellings) for pair in combinations(sorted(keys), 2)}
    return [
        (spellings[one][0], spellings[other][0])
        for one, other in sorted(found)
        if _a_letter_apart(one, other)
        and played[one].isdisjoint(played[other])
        and not _differ_in_initial(spellings[one][0], spellings[other][0])
    ]


_FINDERS: Mapping[Callable[[Rounds], Iterable[Sequence[str]]], str] = {
    _spelling_twins: "differ only in signs, accents or the order of words",
    _near_twins: "differ only in one letter",
    _find_adorned_names: "differ only in a title, an address, brackets or digits",
    _find_short_names: "may be one name, once in short",
}


def _group_names(key: Callable[[str], str], names: Iterable[str]) -> dict[str, list[str]]:
    """Group the names for which `key` returns the same text, for example only their letters and digits."""
    return group_by_key((key(name) or name, name) for name in sorted(names))


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
        letters = [i for i, c in enumerate(name) if c.isalpha()]
        if len(letters) >= SHORTEST:
            for less in {name, *(name[:i] + name[i + 1 :] for i in letters)}:
                without.setdefault(less, []).append(name)
    return (names for names in without.values() if 1 < len(names) <= SERIES)


def _a_letter_apart(one: str, other: str) -> bool:
    if min(sum(map(str.isalpha, name)) for name in (one, other)) < SHORTEST:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        differ = one[len(other) :] + other[len(one) :]
        return len(differ) == 1 and differ.isalpha()
    a, b = one[start:], other[start:]
    differ = (a[0] if len(a) >= len(b) else "") + (b[0] if len(b) >= len(a) else "")
    if len(a) != len(b):
        shorter, longer = sorted((a, b), key=len)
        return longer[1:] == shorter and differ.isalpha()
    return differ.isalpha() and (a[1:] == b[1:] or (a[1::-1] == b[:2] and a[2:] == b[2:]))


def _differ_in_initial(one: str, other: str) -> bool:
    """Do two names differ in nothing but an initial? Then they are two people."""
    words = [re.findall(r"\w+", _fold_letters(name)) for name in (one, other)]
    if len(words[0]) != len(words[1]):
        return False
    differ = [pair for pair in zip(*words, strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and all(sum(map(str.isalpha, word)) <= 1 for word in differ[0])
