"""Compare one event under several systems: would another player have won under another system?"""

from collections.abc import Iterable, Mapping, Sequence

from xl_dipscore.errors import NA
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.event.scored import results_of
from xl_dipscore.rules.tournament.table import Standings

USUAL_RIVALS = ("SOS", "DRAWSIZE", "CDIPLO", "TRIBUTE", "OPENTRIBUTE", "CARNAGE", "DIXIECON", "WBC")
"""The systems that are played most. An event is compared under these if no systems are named."""


def side_by_side(games: Iterable[Game], tables: Sequence[Standings | str]) -> list[list[object]]:
    """A row for each player: the name, then the rank in each table. Rows are sorted by the first standings.

    tables: for each system the standings, or an error as text. Such a text fills the whole column.
    A rank is None for a player whom the rules do not rank, and "#N/A" for a player without a total.
    """
    columns = [table if isinstance(table, str) else _ranks(table) for table in tables]
    leading: Mapping[str, object] = next((ranks for ranks in columns if not isinstance(ranks, str)), {})

    def standing(player: str) -> tuple[float, str, str]:
        rank = leading.get(player)
        return rank if isinstance(rank, int) else float("inf"), player.casefold(), player

    players = {seat.player for game in games for seat in game.seats if seat.player}
    players |= {row.player for table in tables if not isinstance(table, str) for row in table}
    return [
        [player, *(ranks if isinstance(ranks, str) else ranks.get(player) for ranks in columns)]
        for player in sorted(players, key=standing)
    ]


def _ranks(table: Standings) -> dict[str, object]:
    unranked = {result.player for result in results_of(table.event.by_points) if result.typed.unranked}
    return {row.player: NA if row.total is None and row.player not in unranked else row.rank for row in table}
