"""Who goes on: to a final, to a top board, or from each country."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.errors import join
from xl_dipscore.system import System
from xl_dipscore.tournament.games import NO_OPTIONS, Game, Scored, score_games
from xl_dipscore.tournament.standings import TOP, USUAL, Settings, Standing, standings

INTERMEDIATE = 2


@dataclass(frozen=True)
class Qualified:
    """One who goes on: where to, why, and how sure that is."""

    to: str
    player: str
    power: str
    worth: Fraction | None
    remark: str = ""


def qualify(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> tuple[list[Qualified], tuple[str, ...]]:
    """Seven for the final or the top board; for a system by countries, who advances from each.

    The games are those before it; a Final in them is left out. Players under the fewest rounds do not qualify
    and are named in the notes, and so is a cut that falls inside a tie. Raises Faults as `standings`.
    """
    before = [game for game in games if game.round != "Final"]
    if system.event == "countries":
        return _by_country(score_games(system, before, options, decimals=settings.decimals))
    table = standings(system, before, replace(settings, format="league", provisional=True), options)
    ranked = [row for row in table if row.rank is not None]
    sure = [row for row in ranked if row.rank is not None and _last_place(ranked, row) <= TOP]
    level = [row for row in ranked if row not in sure and row.rank is not None and row.rank <= TOP]
    notes = list(table.notes)
    if level:
        free = TOP - len(sure)
        names = join(row.player for row in level)
        notes.append(f"The cut falls inside a tie: {names} are level for {free} of the {TOP} places.")
    rows = [Qualified("final", row.player, "", row.total) for row in sure]
    rows += [Qualified("final", row.player, "", row.total, "level at the cut") for row in level]
    return rows, tuple(notes)


def _last_place(ranked: Sequence[Standing], row: Standing) -> int:
    """The lowest place that the players level with this one fill."""
    return (row.rank or 0) + sum(other.rank == row.rank for other in ranked) - 1


def _by_country(scored: Sequence[Scored]) -> tuple[list[Qualified], tuple[str, ...]]:
    """The best two counts of each country to the intermediate round, the best one to the top board."""
    rows: list[Qualified] = []
    notes: list[str] = []
    for seat in SEATS:
        power = POWERS[seat]
        played = [one.game for one in scored if one.scores is not None and one.game.board is not None]
        alive = [game for game in played if game.board is not None and game.board.centres[seat]]
        if not alive:
            rows += _last_to_go(power, seat, played, notes)
            continue
        ranked = sorted(alive, key=lambda game: -_count(game, seat))
        for to, places in (("top board", 1), ("intermediate round", INTERMEDIATE)):
            cut = _count(ranked[min(places, len(ranked)) - 1], seat)
            through = [game for game in ranked if _count(game, seat) >= cut]
            level = [game for game in through if _count(game, seat) == cut]
            tied = len(through) > places
            for game in through:
                remark = "level at the cut" if tied and game in level else ""
                rows.append(
                    Qualified(to, game.seats[seat].player, power, Fraction(_count(game, seat)), remark)
                )
            if tied:
                names = join(game.seats[seat].player or f"board {game.name}" for game in level)
                notes.append(f"{power}, {to}: {names} are level with {cut} centres; the director decides.")
    return rows, tuple(notes)


def _last_to_go(power: str, seat: int, played: Sequence[Game], notes: list[str]) -> list[Qualified]:
    """Where nobody survived as a country, the last one eliminated advances."""
    years = [(game.board.eliminated[seat] or 0, game) for game in played if game.board is not None]
    latest = max((year for year, _ in years), default=0)
    if not latest:
        if played:
            notes.append(f"{power}: nobody survived, and no year of elimination is known.")
        return []
    last = [game for year, game in years if year == latest]
    if len(last) > 1:
        notes.append(f"{power}: nobody survived, and {len(last)} were eliminated in {latest}, the last year.")
    remark = f"eliminated in {latest}"
    return [Qualified("intermediate round", g.seats[seat].player, power, Fraction(0), remark) for g in last]


def _count(game: Game, seat: int) -> int:
    return game.board.counts[seat] if game.board is not None else 0
