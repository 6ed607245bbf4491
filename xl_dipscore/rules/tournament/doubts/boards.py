"""Doubts about boards: probable typos, contradictions to the rule, and odd counts, years and weights."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from xl_dipscore.errors import Doubt, Note, group_by_key, join_at_most
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.problem import MOST_NAMES, Problem, of_game

FAR = 15
"""A game looks wrong if it ends at least this many years before or after each other game of its event."""
PAST = 7
"""If most other games end in one year and none after it, a game that ends this many years after it, or
more, looks wrong."""
A_WEEKEND = 60
"""With more boards than this, equal counts of two boards are likely, and therefore not reported."""
LAST = 1900 + 4 * FAR
"""A game that ends after this year looks wrong in every event."""
HEAVY = 3
"""A board with a weight above this looks wrong."""
SAME_END = 5
"""The fewest boards that must end in a year, so that the year can be taken as the event's last year."""


class RuleNote(Note, remedy="Ignore this if the table agreed to it."):
    """{words}"""


class SameCounts(Doubt, remedy="Check that the results of one were not typed for another."):
    """These boards have the same seven counts: {boards}."""


class FarYear(Doubt, remedy="Check the year."):
    """The game ended in {year}, other games around {usual}."""


class PastLastYear(Doubt, remedy="Check the year."):
    """The game ended in {year}; the event's last year seems to be {usual}."""


class MuchWeight(Doubt, remedy="Check the column Weight."):
    """The scores of this board count {weight} times."""


class NoWeight(Doubt, remedy="Correct the column Weight; or mark the board under Not counted."):
    """The scores of this board do not count: its weight is 0."""


def probable_typos(scored: Iterable[Scored]) -> Iterator[Problem]:
    for one in scored:
        if one.board is not None and (one.scores is not None or not one.faults):
            yield from (of_game(one.game, fault) for fault in one.board.probable_typos())


def against_the_rule(
    system: System, scored: Sequence[Scored], options: Mapping[str, object]
) -> Iterator[Problem]:
    """Scored boards that contradict the rule.

    If at least half of several boards contradict the rule in the same way, this is not reported.
    """
    found: list[tuple[Game, str]] = []
    for one in scored:
        if one.game.board is not None and one.scores is not None:
            own, its = system.of_game(one.game.round, one.game.system, options)
            found += ((one.game, words) for words in own.house_notes(one.game.board, **its))
    often = Counter(_alike(words) for _, words in found)
    for game, words in found:
        if len(scored) == 1 or 2 * often[_alike(words)] < len(scored):
            yield of_game(game, RuleNote(field="draw", words=words))


def _alike(words: str) -> str:
    return re.sub(rf"\d+|{'|'.join(POWERS)}", "", words)


def odd_boards(games: Sequence[Game]) -> Iterator[Problem]:
    """Boards with equal counts, years far from those of the other boards, and unlikely weights."""
    played = [(game, game.board) for game in games if game.board is not None]
    same = group_by_key((board.centres, game) for game, board in played)
    for twins in same.values() if len(played) <= A_WEEKEND else ():
        if len(twins) > 1:
            named = [f"{game.name} of round {game.round}" for game in twins]
            yield of_game(twins[-1], SameCounts(field="centres", boards=join_at_most(named, MOST_NAMES)))
    years = Counter(board.year for _, board in played if board.year is not None)
    for game, board in played:
        if board.year is not None:
            yield from _odd_year(game, board.year, years)
    for game in games:
        if game.weight > HEAVY:
            yield of_game(game, MuchWeight(field="weight", weight=text(game.weight)))
        elif not game.weight and not game.left_out:
            yield of_game(game, NoWeight(field="weight"))


def _odd_year(game: Game, year: int, years: Counter[int]) -> Iterator[Problem]:
    others = years - Counter([year])
    count = others.total()
    latest = max(others, default=year)
    times = others[latest]
    if others and min(abs(year - other) for other in others) >= FAR:
        from statistics import median  # its import takes long, and few lists need it

        yield of_game(game, FarYear(field="year", year=year, usual=int(median(others.elements()))))
    elif year > LAST:
        yield of_game(game, FarYear(field="year", year=year, usual="1908 as a rule"))
    elif times >= SAME_END and 4 * times >= 3 * count and year >= latest + PAST:
        yield of_game(game, PastLastYear(field="year", year=year, usual=latest))
