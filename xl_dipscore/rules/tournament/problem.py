"""The lines of the list of doubts (what looks wrong, where, and the remedy), and the summary below them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, get_args

from xl_dipscore.errors import Fault, Rank
from xl_dipscore.rules.board import POWERS, count_of
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.games import Game, Round, Stray, add_places
from xl_dipscore.rules.event.scored import Result

RANKS: tuple[Rank, ...] = get_args(Rank)
"""`wrong`, `doubt` and `note`: the worst first."""
HEADER = ("Rank", "Problem", "Round", "Board", "Power", "Player", "Row", "What to do", "Key")
OK = "ok"
"""The director types this beside a line that is in order."""
MOST_LINES = 10
"""The most lines of one kind: more would hide the other lines."""
FEW = 3
"""A small number. For example, blank seats are reported if they are at most one seat in this many."""
MOST_NAMES = 3
"""The most names in one sentence."""


@dataclass(frozen=True)
class Problem:
    """One line of the list: a fault, doubt or note, and its place in the event."""

    fault: Fault
    round: Round | None = None
    board: str = ""
    power: str = ""
    player: str = ""
    row: int | None = None
    whole: bool = False
    """Does the fault prevent all standings?"""
    days: Mapping[Round, date | None] = field(default_factory=dict)
    """The date of each round, if rounds are the evenings of a league."""

    @property
    def rank(self) -> Rank:
        return self.fault.rank

    @property
    def key(self) -> str:
        """The place and the kind, which stay the same when other lines change: `2 B Italy: typed score`."""
        who = self.player if not self.power else ""
        place = " ".join(str(part) for part in (self._when, self.board, self.power, who) if part)
        return f"{place or 'event'}: {self.fault.kind}"

    @property
    def cells(self) -> list[object]:
        """The cells of the line, in the order of HEADER; None: blank."""
        where = (self._when, self.board, self.power, self.player, self.row)
        sentence = self._replace_round_numbers(self.fault.sentence)
        return [self.rank, sentence, *where, self.fault.remedy, self.key]

    @property
    def _when(self) -> object:
        """The round or, in a league, the date of the evening."""
        day = None if self.round is None else self.days.get(self.round)
        return self.round if day is None else str(day)

    def _replace_round_numbers(self, words: str) -> str:
        """In a league, replace round numbers by dates, because the director typed dates and no rounds."""

        def evening(found: re.Match[str]) -> str:
            day = self.days.get(int(found[1]))
            return found[0] if day is None else day_in_words(day)

        return re.sub(r"\b[Rr]ound (\d+)\b", evening, words)

    @property
    def full_text(self) -> str:
        return self._replace_round_numbers(self.fault.full_text)

    @property
    def text_without_commands(self) -> str:
        """The sentence and the remedy, for people without a command line."""
        words = f"{self.fault.sentence} {self.fault.remedy_without_commands}"
        return self._replace_round_numbers(words.rstrip())

    def __str__(self) -> str:
        """`games.csv row 9, column Player: Note: Ann ...`."""
        place = f"{self.fault.place}: " if self.fault.place else ""
        kind = "" if self.rank == "wrong" else f"{self.rank.capitalize()}: "
        return f"{place}{kind}{self.full_text}"


def worst_first(found: Iterable[Problem]) -> list[Problem]:
    """Sort by rank. In a rank, problems that prevent all standings come first, then other problems by row."""
    return sorted(found, key=lambda one: (RANKS.index(one.rank), not one.whole, one.row or float("inf")))


def summary(found: Sequence[Problem]) -> str:
    """`1 wrong, 2 doubts, 1 note.`, or `nothing wrong.`"""
    count = Counter(one.rank for one in found)
    parts = [f"{count['wrong']} wrong"] if count["wrong"] else []
    parts += [count_of(count[rank], rank) for rank in RANKS[1:] if count[rank]]
    return f"{', '.join(parts) or 'nothing wrong'}."


def lines_of_problems(
    found: Sequence[Problem], said: Iterable[Fault] = (), *, most: int | None = None
) -> Iterator[str]:
    """A line for each problem that is not reported yet, then the summary; no lines if there is no problem.

    said: the faults that are reported already.
    most: the most lines for doubts and notes; None: no limit. Problems of rank `wrong` all have a line.
    """
    before = set(map(str, said))
    room = len(found) if most is None else most
    left = 0
    for one in found:
        if str(one.fault) in before:
            continue
        room -= one.rank != "wrong"
        if room < 0 and one.rank != "wrong":
            left += 1
        else:
            yield str(one)
    if left:
        yield f"And {left} more to look at."
    if found:
        yield summary(found)


def of_stray(fault: Fault, stray: Stray) -> Problem:
    """Make a problem about a row that belongs to no game."""
    return Problem(fault, stray.round, stray.board, stray.power, stray.player, stray.row)


def of_game(game: Game, fault: Fault) -> Problem:
    """Make a problem about a board or, if the fault names a seat or a seat's row, about that seat."""
    add_places([fault], game.place)
    seat = fault.seat
    if seat is None and fault.row is not None and fault.row in game.place.rows:
        seat = game.place.rows.index(fault.row)
    power, player = ("", "") if seat is None else (POWERS[seat], game.seats[seat].player)
    row = fault.row or min(game.place.known_rows, default=None)
    return Problem(fault, game.round, game.name, power, player, row)


def of_seat(game: Game, seat: int, kind: type[Fault], word: str, **facts: Any) -> Problem:
    return of_game(game, kind(seat=seat, field=word, **{"power": POWERS[seat], **facts}))


def of_result(result: Result, fault: Fault) -> Problem:
    fault.seat = result.seat
    return of_game(result.game, fault)
