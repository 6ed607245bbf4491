"""The identity of an event: a word that its workbook keeps or, without such a word, the event's seats."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from xl_dipscore.errors import Misuse
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.tables.cells.values import text_in_one_line
from xl_dipscore.workbooks.layout.season import SeasonIn
from xl_dipscore.workbooks.layout.setup import Setup

if TYPE_CHECKING:
    from typing import Self  # LibreOffice's Python may be 3.10

IDENTITY = "Event_identity"
"""The defined name of the cell with the word. A cell, because some programs drop defined names of texts."""
LISTS = 3
"""The number of lists of digests in the text of an identity."""
_SIZE = 4
"""The number of characters for a seat: two different seats have the same ones once in 16 million."""


def give_identity(setup: Setup) -> None:
    """Give a new event's workbook a word of its own, if it has a cell for the word."""
    if setup.area(IDENTITY) is not None:
        setup.write_named_cell(IDENTITY, uuid4().hex[:12])


class OtherPage(
    Misuse,
    remedy="Choose another folder, or add --replace.",
    in_menu="Choose another folder, or replace that page.",
):
    """{page} is not known to be a page of this event. Its title is {title}."""


@dataclass(frozen=True)
class Identity:
    """What identifies an event after its workbook was renamed, or got another title or formulas."""

    word: str = ""
    """The word that the workbook keeps; "" for workbooks that we did not make for one event."""
    played: frozenset[str] = frozenset()
    """Digests of who played which power on which board. Results are left out, because they are corrected."""
    drawn: frozenset[str] = frozenset()
    """The same for boards to come. A round may be drawn again, so these prove less."""
    listed: frozenset[str] = frozenset()
    """Digests of the players on the list. The next event may have the same, so these prove least."""

    @classmethod
    def of_event(
        cls, setup: Setup, played: Iterable[Game], to_come: Iterable[Game], players: Iterable[str]
    ) -> "Self":
        return cls(
            text_in_one_line(setup.value(IDENTITY)),
            frozenset(_digests_of(played)),
            frozenset(_digests_of(to_come)),
            frozenset(_digest("player", name) for name in players),
        )

    @classmethod
    def of_season(cls, season: SeasonIn) -> "Self":
        """A season: which players have points in which events."""
        digests = set[str]()
        for line in season.lines:
            digests.update(_digest("season", event, line.player) for event in line.points)
        return cls(played=frozenset(digests))

    @classmethod
    def read(cls, text: str) -> "Self":
        """Read the text that `__str__` made. A text of another form has no identity."""
        word, *lists = text.split(".")
        if len(lists) != LISTS:
            return cls()
        return cls(word, *map(_split_digests, lists))

    def __str__(self) -> str:
        lists = ["".join(sorted(digests)) for digests in (self.played, self.drawn, self.listed)]
        return ".".join((self.word, *lists))

    def continues(self, older: "Identity") -> bool:
        """Is this the same event as `older`, with the same boards or more of them?

        An event keeps at least half of the seats that it has played, even if players are renamed. Equal words
        do not suffice: next year's workbook may be a copy of this year's, emptied by hand.
        """
        if self.word and older.word:
            if self.word != older.word:
                return False
            if not older.played:
                return True
        mine = self.played | self.drawn | self.listed
        theirs = older.played or older.drawn or older.listed
        return bool(theirs) and 2 * len(mine & theirs) >= len(theirs)


def _digests_of(games: Iterable[Game]) -> Iterator[str]:
    for game in games:
        round_ = str(game.round)
        named = any(game.players)
        for seat in SEATS:
            owned = "" if named or game.board is None else str(game.board.centres[seat])
            yield _digest(round_, game.name, POWERS[seat], game.seats[seat].player, owned)
        for name in game.without_power:
            yield _digest(round_, game.name, "", name, "")


def _split_digests(text: str) -> frozenset[str]:
    return frozenset(text[n : n + _SIZE] for n in range(0, len(text), _SIZE))


def _digest(*words: str) -> str:
    data = "\0".join(words).casefold().encode()
    digest = urlsafe_b64encode(sha256(data).digest())
    return digest[:_SIZE].decode()
