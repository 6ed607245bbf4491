"""Find the players who qualify for a Final or a Top board."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import Faults, join
from xl_dipscore.rules.event.decision import FINAL, LEVEL, TOP_BOARD, Qualification, Qualified, unsure_note
from xl_dipscore.rules.event.games import Game, last_round
from xl_dipscore.rules.event.settings import TOP_FORMATS, USUAL, Settings
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import rule_of
from xl_dipscore.rules.tournament.explain import NoSuchPlayer, player_in
from xl_dipscore.rules.tournament.games import NO_OPTIONS, event_of
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.table import Standing

TOP = 7


def qualify(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    without: Iterable[str] = (),
) -> Qualification:
    """Choose seven players for the Top board or, in a format without a Top board, for the Final.

    A system may have a rule of its own. Games of the Final, and of a last round with a Top board, are not
    used. Notes name players with too few rounds to qualify, and players who are level for the last places.
    without: players who decline; each text is a name, or several names separated by commas.
    Raises the Faults of `standings`, and Faults for unknown names.
    """
    listed = list(games)
    if gone := _read_player_names(listed, settings, without):
        listed = [_mark_unranked(game, gone) for game in listed]
        found = qualify(system, listed, settings, options)
        return replace(found, notes=(f"Left out, as you asked: {join(sorted(gone))}.", *found.notes))
    if system.qualifies is not None:
        return system.qualifies(event_of(system, listed, settings, options), system.all_settings(options))
    before = [game for game in listed if game.round != "Final"]
    last, rounds = last_round(before), settings.rounds
    if any(game.is_top for game in before if game.round == last):
        before = [game for game in before if game.round != last]
        settings = replace(settings, format="top-board")
        rounds = rounds or last
    to = TOP_BOARD if (settings.format or system.format) in TOP_FORMATS else FINAL
    if rounds is not None and to == TOP_BOARD:
        rounds = max(rounds - 1, last_round(before), 1)
    if system.at_the_end is not None:
        rounds = None  # without planned rounds, the event is treated as over
    combine = settings.combine and (rule_of(settings.combine).before or settings.combine)
    settings = replace(settings, combine=combine, format="all rounds", rounds=rounds, provisional=True)
    table = standings(system, before, settings, options)
    rows, notes = _first_seven(table, to)
    if unknown := [row.player for row in table if row.total is None]:
        notes.append(unsure_note(unknown))
    return Qualification(tuple(rows), (*table.notes, *notes), table.faults)


def _read_player_names(games: Sequence[Game], settings: Settings, typed: Iterable[str]) -> set[str]:
    """Split texts such as `Ann, Bob` into players of the event. Raises Faults for unknown names.

    A whole text that is a player's name is not split: names may contain commas.
    """
    known = {same_person(seat.player) for game in games for seat in game.seats}
    words = ([one] if same_person(one.strip()) in known else re.split("[,;]", one) for one in typed)
    found, faults = set(), []
    for name in filter(str.strip, chain.from_iterable(words)):
        try:
            found.add(player_in(games, settings, name))
        except NoSuchPlayer as nobody:
            faults.append(nobody)
    if faults:
        raise Faults(faults)
    return found


def _mark_unranked(game: Game, players: Collection[str]) -> Game:
    seats = (replace(seat, unranked=seat.unranked or seat.player in players) for seat in game.seats)
    return replace(game, seats=tuple(seats))


class _FirstSeven(NamedTuple):
    """The seven best players, with all who are level for the last places, and notes on such a tie."""

    rows: list[Qualified]
    notes: list[str]


def _first_seven(table: Sequence[Standing], to: str) -> _FirstSeven:
    """The seven best players, including all who are level for the last places; and notes on such a tie."""
    ranked = [row for row in table if row.rank is not None]
    next_one = ranked[TOP].rank if len(ranked) > TOP else None
    sure = [row for row in ranked[:TOP] if row.rank != next_one]
    level = [row for row in ranked if row.rank == next_one] if len(sure) < TOP else []
    notes = []
    if level:
        names, free = join(row.player for row in level), TOP - len(sure)
        notes.append(f"The cut falls inside a tie: {names} are level for {free} of the {TOP} places.")
    rows = [Qualified(to, row.player, "", row.total) for row in sure]
    return _FirstSeven(rows + [Qualified(to, row.player, "", row.total, LEVEL) for row in level], notes)
