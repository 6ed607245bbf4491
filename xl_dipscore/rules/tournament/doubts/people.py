"""Doubts about players' names: misspelt, not on the list of players, or not the name of one person."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from xl_dipscore.errors import Doubt, Fault, Note, did_you_mean, group_by_key, join
from xl_dipscore.rules.event.games import Game, Round
from xl_dipscore.rules.event.scored import Result, Scored, results_of
from xl_dipscore.rules.event.settings import Besides
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.tournament.problem import MOST_LINES, Problem, of_result, of_seat
from xl_dipscore.rules.tournament.spelling import alike

NEAR = 0.75
"""The least similarity of a name on the list that is suggested for an unknown name; 1 means equal."""


class AlikeNames(Doubt, remedy="If they are one player, write the name the same way everywhere."):
    """{names} {how}: one player or two?"""


class NotOnPlayers(Doubt, remedy="Correct the name, or add it to the list."):
    """{player} is not on the list of players.{hint}"""


class ManyNotOnPlayers(Doubt, remedy="Add them to the list."):
    """{count} more are not on the list of players."""


class NumberForAName(Doubt, remedy="Type the player's name."):
    """{player} is a number, not a name."""


class NoName(Doubt, remedy="Type the player's name; leave it blank if nobody gets the score."):
    """{player} is not a name."""


class TwoPeople(Doubt, remedy="Type the name of the one who gets it."):
    """{player} may be two people, but one player gets the score."""


class StandsIn(Note, remedy="Correct the name, unless one stood in for the other."):
    """{player} played only round {round}, and {other} every round except that one."""


REPLACED = re.compile(
    r"\w\W+(replac|substitut|subbed|sub for|stood in|standing in|took over|taken over|then |rempla|ersetz"
    r"|vertret|sostitu|sustitu|substitu|vervang|zastąp|ersat|замен)",
    re.IGNORECASE,
)
"""A word after a name that says that another player took the seat: `Ann (replaced Bob)`."""


def odd_names(besides: Besides, everybody: Sequence[Game], roster: Sequence[str]) -> Iterator[Problem]:
    """Doubts about players' names. everybody: all games, including boards without a result."""
    seats = group_by_key(
        (its.player, (game, seat)) for game in everybody for seat, its in enumerate(game.seats) if its.player
    )

    def at(player: str, kind: type[Fault], **facts: Any) -> Problem:
        game, seat = seats[player][0]
        return of_seat(game, seat, kind, "player", player=player, **facts)

    for names, how in alike(everybody):
        # The name with the fewest games is the likeliest to be wrong.
        yield at(min(names, key=lambda name: len(seats[name])), AlikeNames, names=join(names), how=how)
    numbers = [name for name in seats if re.fullmatch(r"[\d.,]+", name)]
    for name in numbers if 2 * len(numbers) < len(seats) else ():
        yield at(name, NumberForAName)
    for name in seats:
        if besides.is_nobody(name) or not re.search(r"\w", name):
            yield at(name, NoName)
        if re.search(r"[^\W\d]\.?( *[/&+] *| (and|or|und|et|y) )[^\W\d]", name) or REPLACED.search(name):
            yield at(name, TwoPeople)
    known = {*map(same_person, roster)}
    strangers = [name for name in seats if known and same_person(name) not in known]
    for name in strangers[:MOST_LINES]:
        yield at(name, NotOnPlayers, hint=did_you_mean(name, roster, NEAR))
    if more := strangers[MOST_LINES:]:
        yield at(more[0], ManyNotOnPlayers, count=len(more))


def stand_ins(scored: Sequence[Scored]) -> Iterator[Problem]:
    """Players who may have stood in for others.

    A round is reported if exactly one player played only that round, and exactly one other player missed
    only that round.
    """
    rounds: dict[str, dict[Round, Result]] = defaultdict(dict)
    for result in results_of(scored):
        if isinstance(result.round, int):
            rounds[result.player][result.round] = result
    played = sorted({round_ for its in rounds.values() for round_ in its})
    once = group_by_key((next(iter(its)), name) for name, its in rounds.items() if len(its) == 1)
    all_but_one = ((name, its) for name, its in rounds.items() if len(its) == len(played) - 1)
    missing = group_by_key((next(r for r in played if r not in its), name) for name, its in all_but_one)
    for round_ in played if len(played) > 2 else ():
        new, gone = once.get(round_, ()), missing.get(round_, ())
        if len(new) == len(gone) == 1:
            fault = StandsIn(field="player", player=new[0], round=round_, other=gone[0])
            yield of_result(rounds[new[0]][round_], fault)
