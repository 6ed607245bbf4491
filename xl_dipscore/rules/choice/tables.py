"""A comparison of past events as tables whose headings are explained, for sheets, pages and terminals."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.years import FIRST_SEVEN, Compared, champions_in_words, spelling_doubts


class Part(Fraction):
    """A part of a whole, which is shown as a percentage."""


class Section(NamedTuple):
    """A table: its title, sentences about its columns, its headings and its rows."""

    title: str
    told: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    names: int = 1
    """How many columns name a row."""


SYSTEM = "System"
MOVED = "Places moved"
BEHIND = "7th behind 1st"


def overview(compared: Compared) -> Section:
    """A row for each system: the champions, and how much would have been different."""
    champions = [f"Champion {one.name}" for one in compared.editions]
    heads = [SYSTEM, *champions, MOVED, BEHIND]
    heads += ["For solos", "For draws", "For centres, places", "Last round decided"]
    told = (
        f"{MOVED}: by how many places a player is higher or lower than in the event as it was played (where "
        "nobody knows the system: than under the first system), as the mean of all players.",
        f"{BEHIND}: how much of the first player's total the seventh lacks, as the mean of the events.",
        "For solos: the part of all points that only winners of boards get. For draws: the part that all "
        "members of a draw get alike. For centres, places: all other points.",
        "Last round decided: in how many events somebody else was first before the last round.",
        "A name with a question mark may have won. A question mark alone: nobody knows who won. Missing "
        "names the fact that the list lacks, or the boards that the system refuses.",
    )
    rows = [_overview_row(compared, one) for one in compared.contenders]
    return Section("Overview", told, heads, rows)


def _overview_row(compared: Compared, one: Contender) -> list[object]:
    shares = compared.shares(one)
    decided, known = compared.decided(one)
    return [
        one.label,
        *map(champions_in_words, compared.of(one)),
        compared.moved(one),
        _part(compared.spread(one)),
        *map(_part, shares or [None] * 3),
        f"{decided} of {known}" if known else None,
    ]


def _part(number: Fraction | None) -> Part | None:
    return None if number is None else Part(number)


def first_seven(compared: Compared) -> Section:
    """A row for each event and system: the first seven players."""
    rows: list[list[object]] = []
    for number, edition in enumerate(compared.editions):
        for one in compared.contenders:
            seven = compared.of(one)[number].seven
            if seven:
                filled = [*seven, *[None] * FIRST_SEVEN][:FIRST_SEVEN]
                rows.append([edition.name, one.label, *filled])
    heads = ["Event", SYSTEM, *(f"{place}." for place in range(1, FIRST_SEVEN + 1))]
    told = ("The first seven of each event. Players with equal totals and tie-breaks stand in any order.",)
    return Section("First seven", told, heads, rows, names=2)


def places(compared: Compared) -> Section:
    """A row for each player of each event: the rank under each system."""
    told = ("The rank of each player. 2 to 5: the list lacks a fact, and the rank can be any of these.",)
    heads = ["Event", "Player", *(one.label for one in compared.contenders)]
    rows: list[list[object]] = []
    for number in range(len(compared.editions)):
        rows += _places_of(compared, number)
    return Section("Places", told, heads, rows, names=2)


def _places_of(compared: Compared, number: int) -> Iterator[list[object]]:
    edition = compared.editions[number]
    found = [compared.of(one)[number] for one in compared.contenders]
    before = compared.baseline(edition).ranks
    last = len(before) + 1
    for player in sorted(edition.players, key=lambda name: (before.get(name, last), name)):
        cells: list[object] = []
        for one in found:
            low, high = one.places.get(player, (0, 0))
            between = str(low) if low == high else f"{low} to {high}"
            cells.append(between if low else one.ranks.get(player))
        yield [edition.name, player, *cells]


def missing(compared: Compared) -> Section:
    """A row for each fact that an event lacks under a system."""
    rows = [[one.label, remark] for one in compared.contenders for remark in compared.remarks(one)]
    told = (
        "Which fact an event lacks under which system, or which boards the system refuses. With the fact, "
        "the event can be computed.",
    )
    return Section("Missing", told, [SYSTEM, "Event, and what it lacks"], rows)


def doubtful_names(compared: Compared) -> Section:
    """A row for each pair of names that may be one player."""
    told = (
        "Names that may be one player. If they are, write both into a list of pairs, the right one last, and "
        "give it to --names.",
    )
    rows = [[first, other, f"they {how}"] for first, other, how in spelling_doubts(compared.editions)]
    return Section("Names", told, ["Name", "Other name", "Why"], rows)


def sections(compared: Compared) -> list[Section]:
    """All tables; Missing and Names only if they have rows."""
    always = [overview(compared), first_seven(compared), places(compared)]
    some = [missing(compared), doubtful_names(compared)]
    return always + [one for one in some if one.rows]
