"""Doubts about missing entries: boards without a result, and results without a player."""

from collections.abc import Iterator, Sequence
from typing import Any

from xl_dipscore.errors import Doubt, Note, group_by_key, join
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.event.games import Game, round_order
from xl_dipscore.rules.tournament.problem import FEW, Problem, of_game


class NoResultYet(Doubt, remedy="Type its result; or, if it was not played, remove its players."):
    """Board {board} of round {round} has players but no result, and a later round has results."""


class NoSeats(Doubt, remedy="Correct the powers and the players, then type the result."):
    """It is unclear who plays which power on board {board} of round {round}. {why}"""


class ToCome(Note, remedy="Nothing to do while they are played."):
    """Round {round}: {boards} to come."""


class NoPlayer(Doubt, remedy="Type the player's name; or, if nobody played, mark civil disorder."):
    """{powers} {have} a result but no player."""


def missing_entries(games: Sequence[Game], to_come: Sequence[Game]) -> Iterator[Problem]:
    last = max((round_order(game.round) for game in games), default=0)
    for game in to_come:
        for fault in game.faults[:1]:
            facts: dict[str, Any] = {"board": game.name, "round": game.round, "why": fault.sentence}
            doubt = NoSeats(field=fault.field, **facts)
            doubt.place, doubt.row, doubt.cells = fault.place, fault.row, fault.cells
            yield of_game(game, doubt)
        if round_order(game.round) < last:
            yield of_game(game, NoResultYet(field="centres", board=game.name, round=game.round))
    for round_, boards in group_by_key((game.round, game) for game in to_come).items():
        if round_order(round_) >= last and any(game.round == round_ for game in games):
            words = f"board{'s' if len(boards) > 1 else ''} {join(game.name for game in boards)}"
            yield of_game(boards[0], ToCome(field="centres", round=round_, boards=words))
    names = [seat.player for game in games for seat in game.seats]
    if FEW * names.count("") > len(names):
        return
    for game in games:
        board = game.board
        if board is not None:
            played = {*SEATS} - board.unplayed - board.civil_disorder
            empty = [seat for seat in sorted(played) if not game.seats[seat].player]
            have = "has" if len(empty) == 1 else "have"
            if empty:
                powers = join(POWERS[seat] for seat in empty)
                yield of_game(game, NoPlayer(seat=empty[0], field="player", powers=powers, have=have))
