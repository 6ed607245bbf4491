"""Names that may be two spellings of one player's."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from unicodedata import combining, normalize

from xl_dipscore.event import Game, Round

SHORTEST = 5
"""Letters from which on one letter more, less or other is a slip: Ann and Anna are two people."""
SERIES = 8
"""So many names a letter apart are not slips but a list, such as Team A, Team B, Team C ..."""


def spelling_twins(games: Iterable[Game]) -> list[list[str]]:
    """Names that differ only in case, spaces, signs or accents; not of two who played in the same round."""
    rounds = _rounds(games)
    return [
        names
        for names in _spellings(rounds).values()
        if any(not rounds[one] & rounds[other] for one, other in combinations(names, 2))
    ]


def near_twins(games: Iterable[Game]) -> list[tuple[str, str]]:
    """Names that differ only in one letter: one more, one less, another one, or two in each other's place.

    Not in a digit, nor in an initial; not short names; not the names of two who played in the same round.
    """
    rounds = _rounds(games)
    spellings = _spellings(rounds)
    played = {key: set().union(*(rounds[name] for name in names)) for key, names in spellings.items()}
    found = {pair for keys in _near(spellings) for pair in combinations(sorted(keys), 2)}
    return [
        (spellings[one][0], spellings[other][0])
        for one, other in sorted(found)
        if _a_letter_apart(one, other)
        and not played[one] & played[other]
        and not _initials(spellings[one][0], spellings[other][0])
    ]


def _rounds(games: Iterable[Game]) -> dict[str, set[Round]]:
    """The rounds of each name."""
    rounds: dict[str, set[Round]] = defaultdict(set)
    for game in games:
        for seat in game.seats:
            if seat.player:
                rounds[seat.player].add(game.round)
    return rounds


def _spellings(names: Iterable[str]) -> dict[str, list[str]]:
    """The names by what is left of them without case, spaces, signs and accents."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        found[_bare(name) or name].append(name)
    return found


def _bare(name: str) -> str:
    return re.sub(r"[\W_]", "", _plain(name))


def _plain(name: str) -> str:
    if name.isascii():
        return name.casefold()
    return "".join(c for c in normalize("NFKD", name) if not combining(c)).casefold()


def _near(spellings: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """Spellings that are the same once a letter is left out of each, or of one: all pairs cost too much."""
    without: dict[str, list[str]] = defaultdict(list)
    for name in spellings:
        if sum(map(str.isalpha, name)) >= SHORTEST:
            for less in {name, *(name[:i] + name[i + 1 :] for i, c in enumerate(name) if c.isalpha())}:
                without[less].append(name)
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


def _initials(one: str, other: str) -> bool:
    """Do they differ in a word of a single letter, which tells two people apart?"""
    words = [re.findall(r"\w+", _plain(name)) for name in (one, other)]
    if len(words[0]) != len(words[1]):
        return False
    differ = [pair for pair in zip(*words, strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and all(sum(map(str.isalpha, word)) <= 1 for word in differ[0])
