"""Who goes on: to a final, to a top board, or from each country."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.errors import Fault, join
from xl_dipscore.system import System
from xl_dipscore.tournament.games import NO_OPTIONS, Game, Round, Scored, results_of, score_games
from xl_dipscore.tournament.standings import TOP, USUAL, Settings, Standing, last_round, standings

FINAL, TOP_BOARD, INTERMEDIATE = "final", "top board", "intermediate round"
LEVEL = "level at the cut"


@dataclass(frozen=True)
class Qualified:
    """One who goes on: where to, why, and how sure that is."""

    to: str
    player: str
    power: str
    worth: Fraction | None
    remark: str = ""


@dataclass(frozen=True)
class Qualification:
    """Who goes on, what the director has to know or decide, and what is wrong with the games."""

    rows: tuple[Qualified, ...]
    notes: tuple[str, ...]
    faults: tuple[Fault, ...]


def qualify(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Qualification:
    """Seven for the final or, in the format top-board, for the top board; for a system by countries, who
    advances from each.

    The games are those before it: a Final and a last round with a Top board are left out. Players under the
    fewest rounds do not qualify and are named in the notes, and so is a cut that falls inside a tie.
    Raises Faults as `standings`.
    """
    listed = list(games)
    if system.event == "countries":
        return _by_country(system, listed, settings, options)
    before = [game for game in listed if game.round != "Final"]
    last, rounds = last_round(before), settings.rounds
    if any(game.is_top for game in before if game.round == last):
        before = [game for game in before if game.round != last]
        settings = replace(settings, format="top-board", rounds=rounds or last)
        rounds = settings.rounds
    to = TOP_BOARD if settings.format == "top-board" else FINAL
    if rounds is not None and to == TOP_BOARD:
        rounds = max(rounds - 1, 1)
    if system.event == "solo value":
        rounds = None  # as if the event were over
    table = standings(
        system, before, replace(settings, format="league", rounds=rounds, provisional=True), options
    )
    rows, notes = _first_seven(table, to)
    return Qualification(tuple(rows), (*table.notes, *notes), table.faults)


def _first_seven(table: Sequence[Standing], to: str) -> tuple[list[Qualified], list[str]]:
    ranked = [row for row in table if row.rank is not None]
    sure = [row for row in ranked if _last_place(ranked, row) <= TOP]
    level = ranked[len(sure) :] if len(sure) < TOP else []
    level = [row for row in level if row.rank == level[0].rank]
    notes = []
    if level:
        names, free = join(row.player for row in level), TOP - len(sure)
        notes.append(f"The cut falls inside a tie: {names} are level for {free} of the {TOP} places.")
    rows = [Qualified(to, row.player, "", row.total) for row in sure]
    return rows + [Qualified(to, row.player, "", row.total, LEVEL) for row in level], notes


def _last_place(ranked: Sequence[Standing], row: Standing) -> int:
    """The lowest place that the players level with this one fill."""
    return (row.rank or 0) + sum(other.rank == row.rank for other in ranked) - 1


# -- by countries -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Stage:
    """One step on: where to, the places of each country, the games that decide, a remark on all of it."""

    to: str
    places: int
    scored: Sequence[Scored]
    remark: str = ""


def _by_country(
    system: System, games: Sequence[Game], settings: Settings, options: Mapping[str, object]
) -> Qualification:
    """The best two counts of each country in the preliminary rounds go to the intermediate round, the best
    one of that to the top board.

    Until the intermediate round is played, who is best so far stands for the top board.
    """
    rounds = system.event_settings(options)["preliminary"]
    assert isinstance(rounds, int)
    scored = score_games(system, games, options, decimals=settings.decimals)
    first = [one for one in scored if one.game.round != "Final" and one.game.round <= rounds]
    then = [one for one in scored if one.game.round == rounds + 1]
    words = "Round 1 is the preliminary round" if rounds == 1 else f"Rounds 1 to {rounds} are preliminary"
    notes = [f"{words}, round {rounds + 1} is the intermediate one (option preliminary)."]
    few, nobody = _left_out(first, settings.min_rounds)
    if few:
        notes.append(f"Fewer than {settings.min_rounds} rounds played: {join(sorted(few))}.")
    barred = few | nobody
    stages = (
        _Stage(INTERMEDIATE, 2, first),
        _Stage(TOP_BOARD, 1, then) if then else _Stage(TOP_BOARD, 1, first, "so far"),
    )
    rows = [row for stage in stages for row in _advancing(stage, barred, notes)]
    return Qualification(tuple(rows), tuple(notes), tuple(fault for one in scored for fault in one.faults))


def _left_out(scored: Sequence[Scored], min_rounds: int) -> tuple[set[str], set[str]]:
    """Who has played too few rounds, and who is unranked or nobody at all."""
    played: dict[str, set[Round]] = {}
    unranked: set[str] = set()
    for result in results_of(scored):
        played.setdefault(result.player, set()).add(result.round)
        if result.typed.unranked:
            unranked.add(result.player)
    few = {player for player, rounds in played.items() if len(rounds) < min_rounds}
    return few, unranked | ({""} if played else set())


def _advancing(stage: _Stage, barred: set[str], notes: list[str]) -> list[Qualified]:
    rows: list[Qualified] = []
    for seat in SEATS:
        rows += _of_country(stage, seat, barred, notes)
    if not stage.remark:
        powers: dict[str, list[str]] = {}
        for row in rows:
            powers.setdefault(row.player, []).append(row.power)
        for player, theirs in powers.items():
            if player and len(theirs) > 1:
                notes.append(
                    f"{player} is through to the {stage.to} as {join(theirs)}; the director decides."
                )
    return rows


def _of_country(stage: _Stage, seat: int, barred: set[str], notes: list[str]) -> list[Qualified]:
    """The best of one country, each player once; what is level at the cut is reported, not guessed."""
    power = POWERS[seat]
    best: dict[str, tuple[int, Game]] = {}
    for one in stage.scored:
        player, board = one.game.seats[seat].player, one.game.board
        if one.scores is None or board is None or player in barred:
            continue
        worth = (board.counts[seat], one.game) if board.centres[seat] else None
        name = player or f"board {one.game.name} of round {one.game.round}"
        if worth is not None and worth[0] > best.get(name, (-1,))[0]:
            best[name] = worth
    if not best:
        return _last_to_go(stage, seat, barred, notes)
    ranked = sorted(best, key=lambda name: (-best[name][0], name.casefold(), name))
    cut = best[ranked[min(stage.places, len(ranked)) - 1]][0]
    through = [name for name in ranked if best[name][0] >= cut]
    level = [name for name in through if best[name][0] == cut] if len(through) > stage.places else []
    if level and not stage.remark:
        notes.append(
            f"{power}, {stage.to}: {join(level)} are level with {_centres(cut)}; the director decides."
        )
    return [
        Qualified(
            stage.to,
            best[name][1].seats[seat].player,
            power,
            Fraction(best[name][0]),
            ", ".join(filter(None, (stage.remark, LEVEL if name in level else ""))),
        )
        for name in through
    ]


def _last_to_go(stage: _Stage, seat: int, barred: set[str], notes: list[str]) -> list[Qualified]:
    """Where nobody survived as a country, the last one eliminated advances."""
    power = POWERS[seat]
    gone = [
        (one.game.board.eliminated[seat], one.game.seats[seat].player)
        for one in stage.scored
        if one.scores is not None and one.game.board is not None and one.game.seats[seat].player not in barred
    ]
    latest = max((year for year, _ in gone if year is not None), default=None)
    told = not stage.remark
    if latest is None:
        if gone and told:
            notes.append(f"{power}, {stage.to}: nobody survived, and no year of elimination is known.")
        return []
    last = sorted(player for year, player in gone if year == latest)
    if len(last) > 1 and told:
        names = join(last) if all(last) else str(len(last))
        notes.append(f"{power}, {stage.to}: nobody survived, and {names} were eliminated last, in {latest}.")
    words = (stage.remark, f"eliminated in {latest}", LEVEL if len(last) > 1 else "")
    remark = ", ".join(filter(None, words))
    return [Qualified(stage.to, player, power, Fraction(0), remark) for player in last]


def _centres(count: int) -> str:
    return "1 centre" if count == 1 else f"{count} centres"
