"""Write lines for a forum or a chat: each board as clubs post it, and the standings."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from xl_dipscore.errors import join
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import heading_of, name_of
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.points import round_to_decimals, text
from xl_dipscore.rules.tournament.decimals import score_decimals
from xl_dipscore.rules.tournament.table import parts_of
from xl_dipscore.tables.exchange.writers import Outgoing, Written, seats_of, writes

Shown = Callable[[Fraction], str]


@writes("text", "lines to post", scored=True)
def write_text(outgoing: Outgoing) -> Written:
    """Write `results.txt`: a line for each power of a board, `Austria (Ann): 7; 16.781 points.`; then the
    standings, with a line for each player.

    While scores are secret, a power's line is `Austria (Ann): 7.`, and the standings are left out.
    """
    assert outgoing.system is not None, "A format with scores declares that it needs the system."
    decimals = max(2, score_decimals(outgoing.system))

    def format_score(score: Fraction) -> str:
        """The score, rounded to as many decimals as a sheet shows, or to two if a sheet shows fewer."""
        return text(round_to_decimals(score, decimals))

    head = [f"{outgoing.name}, scored by {outgoing.system.name}" if outgoing.name else outgoing.system.name]
    parts = [head, *(list(_board(one, None if outgoing.hidden else format_score)) for one in outgoing.scored)]
    parts += filter(None, (list(_standings(outgoing, format_score)), list(_teams(outgoing, format_score))))
    return Written({"results.txt": "\n".join("\n".join(part) + "\n" for part in parts)})


def _board(one: Scored, shown: Shown | None) -> Iterator[str]:
    game, board = one.game, one.board or one.game.board
    assert board is not None, "A format with scores is given games with a board."
    yield f"{name_of(game.round)}, board {game.name}: {board.ending_in_words(join)}"
    for seat in seats_of(game):
        player = game.seats[seat].player
        who = f"{POWERS[seat]} ({player})" if player else POWERS[seat]
        score = None if one.scores is None else one.scores[seat]
        points = "" if shown is None else f"; {_points(score, shown)}"
        yield f"{who}: {board.centres[seat]}{points}."


def _points(score: Fraction | None, shown: Shown) -> str:
    if score is None:
        return "points not known yet"
    return f"{shown(score)} point{'' if shown(score) == '1' else 's'}"


def _standings(outgoing: Outgoing, shown: Shown) -> Iterator[str]:
    table = outgoing.table
    yield from () if table is None else [f"Standings, {table.rule}"]
    for part, row in zip(parts_of(table or ()), table or (), strict=True):
        if part:
            yield f"{part}:"
        known = ((round_, score) for round_, score in row.by_round.items() if score is not None)
        rounds = [f"{heading_of(round_)} {shown(score)}" for round_, score in known]
        made = f" ({', '.join(rounds)})" if len(rounds) > 1 else ""
        place = "-" if row.rank is None else f"{row.rank}."
        yield f"{place} {row.player}: {_points(row.total, shown)}{made}"


def _teams(outgoing: Outgoing, shown: Shown) -> Iterator[str]:
    if outgoing.teams:
        yield f"Teams, {outgoing.teams.rule}"
        for team in outgoing.teams:
            place = "-" if team.rank is None else f"{team.rank}."
            yield f"{place} {team.name}: {_points(team.total, shown)}"
