"""A club's past events under other systems: who would have won, and what would have been different."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.rules.board import Board, MissingFact
from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.possible import FIRST_YEAR, LAST_YEAR, score_ranges
from xl_dipscore.rules.event.games import Game, Round, round_order
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.points import Points
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.spelling import similar_names_in
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.table import Standings

FIRST_SEVEN = 7


class GamesOfEdition(NamedTuple):
    """The games of an edition without systems of their own, and its settings."""

    games: list[Game]
    settings: Settings


@dataclass(frozen=True)
class Edition:
    """An event of past years, as read for systems that need seven powers and for those that accept fewer."""

    name: str
    listings: Mapping[bool, tuple[Sequence[Game], Settings]]
    own: str = ""
    """The key of the system under which it was played; blank if nobody knows."""

    def games(self, system: System) -> GamesOfEdition:
        """The games without systems of their own, which a comparison replaces."""
        games, settings = self.listings[system.fewer]
        return GamesOfEdition([replace(game, system="") for game in games], settings)

    @cached_property
    def players(self) -> set[str]:
        return {seat.player for game in self.listings[False][0] for seat in game.seats if seat.player}

    def with_names(self, names: Mapping[str, str]) -> "Edition":
        """The event with other spellings of players. names: by spelling in small letters."""
        listings = {
            fewer: ([_rename(game, names) for game in games], settings)
            for fewer, (games, settings) in self.listings.items()
        }
        return replace(self, listings=listings)


def _rename(game: Game, names: Mapping[str, str]) -> Game:
    seats = (replace(seat, player=names.get(seat.player.casefold(), seat.player)) for seat in game.seats)
    return replace(game, seats=tuple(seats))


def spelling_doubts(editions: Sequence[Edition]) -> Iterator[tuple[str, str, str]]:
    """Pairs of names that may be one player, and how they differ. Two names in one event are two people."""
    there: dict[str, set[int]] = {}
    for number, one in enumerate(editions):
        for player in one.players:
            there.setdefault(player, set()).add(number)
    seen = set()
    for names, how in similar_names_in({name: frozenset(some) for name, some in there.items()}):
        first, *others = sorted(names)
        for other in others:
            if (first, other) not in seen:
                seen.add((first, other))
                yield first, other, how


@dataclass(frozen=True)
class Outcome:
    """An event under a system."""

    ranks: Mapping[str, int] = field(default_factory=dict)
    champions: tuple[str, ...] = ()
    seven: tuple[str, ...] = ()
    spread: Fraction | None = None
    """How far the seventh is behind the first, as a part of the first's total."""
    points: tuple[Fraction, Fraction, Fraction] = (Fraction(), Fraction(), Fraction())
    """The points given for solos, for draws, and for centres, places and all else."""
    last_round_decided: bool | None = None
    """Was somebody else ahead before the last round? None if there was only one round."""
    missing: str = ""
    """Which fact is missing, and where; then there are no ranks, only `possible` champions."""
    possible: tuple[str, ...] = ()
    """Who can have won, whatever the missing years are."""
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The best and the worst rank that each player can have had."""
    left_out: frozenset[tuple[object, str]] = frozenset()
    """The round and the name of each board that the system refuses; their players have no rank."""
    notes: tuple[str, ...] = ()


def outcome(contender: Contender, edition: Edition) -> Outcome:
    """Compute an event under a system; with facts missing, the range of what is possible."""
    games, settings = edition.games(contender.system)
    try:
        table = standings(contender.system, games, settings, contender.options)
    except Faults as refused:
        return Outcome(missing=str(refused))
    lacking = {
        one.game.name + str(one.game.round): one.faults
        for one in table.scored
        if one.faults and all(isinstance(fault, MissingFact) for fault in one.faults)
    }
    if lacking:
        return _range(contender, games, settings, [*lacking.values()])
    ranked = [row for row in table if row.rank is not None]
    refused_boards = [one for one in table.scored if one.faults]
    told = _sentence_on_refused(len(games), [one.faults[0] for one in refused_boards])
    if not ranked:
        return Outcome(missing=" ".join(("Nobody has a rank.", *told)))
    champions = tuple(row.player for row in ranked if row.rank == 1)
    return Outcome(
        ranks={row.player: row.rank for row in ranked if row.rank is not None},
        champions=champions,
        seven=tuple(row.player for row in ranked[:FIRST_SEVEN]),
        spread=_spread([row.total for row in ranked if row.total is not None]),
        points=_points_by_kind(contender, table),
        last_round_decided=_last_round_decided(contender, games, settings, champions),
        left_out=frozenset((one.game.round, one.game.name) for one in refused_boards),
        notes=told,
    )


def _sentence_on_refused(boards: int, first_faults: Sequence[Fault]) -> tuple[str, ...]:
    """Say how many boards a system refuses, and why the first of them; nothing if it scores all."""
    if not first_faults:
        return ()
    count = f"{len(first_faults)} of {boards} boards are refused, and their players have no rank"
    return (f"{count}. The first: {first_faults[0]}",)


def _spread(totals: Sequence[Fraction]) -> Fraction | None:
    if len(totals) < FIRST_SEVEN or totals[0] <= 0:
        return None
    return (totals[0] - totals[FIRST_SEVEN - 1]) / totals[0]


def _points_by_kind(contender: Contender, table: Standings) -> tuple[Fraction, Fraction, Fraction]:
    solos = draws = others = Fraction()
    for one in table.scored:
        if one.board is None or one.scores is None:
            continue
        try:
            points = contender.system.so_far(one.board, **contender.options)
        except Faults:
            continue
        solo, draw, other = points_by_kind(points, one.board)
        solos, draws, others = solos + solo, draws + draw, others + other
    return solos, draws, others


def points_by_kind(points: Points, board: Board) -> tuple[Fraction, Fraction, Fraction]:
    """Positive points for a solo, for a draw, and for all else.

    A line is for a solo if only the winner has points in it, and for a draw if each member has the same and
    nobody else has any.
    """
    found = [Fraction(), Fraction(), Fraction()]
    for line in points.lines:
        amounts = [Fraction(amount) for amount in line.amounts]
        having = tuple(seat for seat, amount in enumerate(amounts) if amount)
        kind = 2
        if board.winner is not None and having == (board.winner,):
            kind = 0
        elif board.drew and having == tuple(board.drew) and len({amounts[seat] for seat in having}) == 1:
            kind = 1
        found[kind] += sum(amount for amount in amounts if amount > 0)
    return found[0], found[1], found[2]


def _last_round_decided(
    contender: Contender, games: Sequence[Game], settings: Settings, champions: Sequence[str]
) -> bool | None:
    rounds: list[Round] = sorted({game.round for game in games if game.board is not None}, key=round_order)
    if len(rounds) < 2:
        return None
    before = [game for game in games if game.round != rounds[-1]]
    try:
        table = standings(contender.system, before, settings, contender.options)
    except Faults:
        return None
    leaders = {row.player for row in table if row.rank == 1}
    return leaders != {*champions} if leaders else None


# -- missing years ----------------------------------------------------------------------------


def _range(
    contender: Contender, games: Sequence[Game], settings: Settings, faults: Sequence[Sequence[Fault]]
) -> Outcome:
    """The range of ranks, from the least and the most that each seat can have scored."""
    kinds = {type(fault): str(fault) for fault in reversed([*chain(*faults)])}
    each = " ".join(reversed(kinds.values()))
    missing = f"{len(faults)} of {len(games)} boards lack a fact, the first: {each}"
    low: list[Game] = []
    high: list[Game] = []
    for game in games:
        ranges = None if game.board is None else score_ranges(contender.system, game.board, contender.options)
        if ranges is None and game.board is not None:
            return Outcome(missing=missing)
        for listed, pick in ((low, 0), (high, 1)):
            listed.append(game if ranges is None else _typed(game, ranges.board, ranges.scores[pick]))
    try:
        tables = [standings(contender.system, some, settings, contender.options) for some in (low, high)]
    except Faults as refused:
        return Outcome(missing=str(refused))
    least, most = ({row.player: row.total for row in table} for table in tables)
    known = {}
    for player, total in least.items():
        highest = most.get(player)
        if total is not None and highest is not None:
            known[player] = total, highest
    if not known:
        return Outcome(missing=missing)
    places = dict(_places(known, broken=any(table.tiebreaks for table in tables)))
    return Outcome(
        missing=missing,
        possible=tuple(sorted(player for player, (best, _) in places.items() if best == 1)),
        places=places,
        notes=(f"Missing last years are tried from {FIRST_YEAR} to {LAST_YEAR}.",),
    )


def _typed(game: Game, board: Board, scores: Sequence[Fraction]) -> Game:
    seats = (
        seat if seat.override is not None else replace(seat, override=score)
        for seat, score in zip(game.seats, scores, strict=True)
    )
    return replace(game, board=board, seats=tuple(seats))


def _places(
    known: Mapping[str, tuple[Fraction, Fraction]], *, broken: bool
) -> Iterator[tuple[str, tuple[int, int]]]:
    """The best and the worst place of each player. broken: may a tie-break put an equal total ahead?"""
    for player, (low, high) in known.items():
        ahead = sum(other_low > high for other_low, _ in known.values())
        others = (other_high for other, (_, other_high) in known.items() if other != player)
        maybe = sum(other > low or (broken and other == low) for other in others)
        yield player, (1 + ahead, 1 + maybe)


# -- all of it --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """Every event under every contender."""

    editions: Sequence[Edition]
    contenders: Sequence[Contender]
    outcomes: Mapping[tuple[str, str], Outcome]
    """By the label of the contender and the name of the event."""

    def of(self, contender: Contender) -> list[Outcome]:
        return [self.outcomes[contender.label, one.name] for one in self.editions]

    def baseline(self, edition: Edition) -> Outcome:
        """The ranks from which players move: by the event's own system, or else by the first that ranks.

        One that scores every board goes before one that leaves some out.
        """
        own = [one for one in self.contenders if one.system.key == edition.own and not one.options]
        ranked = [self.outcomes[one.label, edition.name] for one in (*own, *self.contenders)]
        ranked = [one for one in ranked if one.ranks]
        return min(ranked, key=lambda one: len(one.left_out), default=Outcome())

    def moved(self, contender: Contender) -> Fraction | None:
        """By how many places a player moves, as the mean of all players of all events.

        Only where the same boards are scored: places among fewer players are other places.
        """
        moves: list[int] = []
        for edition, found in zip(self.editions, self.of(contender), strict=True):
            base = self.baseline(edition)
            if found.left_out == base.left_out:
                before = base.ranks
                moves += (abs(rank - before[one]) for one, rank in found.ranks.items() if one in before)
        return Fraction(sum(moves), len(moves)) if moves else None

    def shares(self, contender: Contender) -> tuple[Fraction, Fraction, Fraction] | None:
        """The parts of all points that are for solos, for draws, and for all else."""
        sums = [sum((one.points[kind] for one in self.of(contender)), Fraction()) for kind in range(3)]
        whole = sum(sums)
        return (sums[0] / whole, sums[1] / whole, sums[2] / whole) if whole > 0 else None

    def spread(self, contender: Contender) -> Fraction | None:
        found = [one.spread for one in self.of(contender) if one.spread is not None]
        return sum(found, Fraction()) / len(found) if found else None

    def decided(self, contender: Contender) -> tuple[int, int]:
        """How many events the last round decided, of how many."""
        known = [one.last_round_decided for one in self.of(contender) if one.last_round_decided is not None]
        return sum(known), len(known)

    def remarks(self, contender: Contender) -> Iterator[str]:
        """What is missing, and where."""
        for edition, found in zip(self.editions, self.of(contender), strict=True):
            yield from (f"{edition.name}: {one}" for one in (found.missing, *found.notes) if one)


def compare_years(contenders: Sequence[Contender], editions: Sequence[Edition]) -> Compared:
    """Compute every event under every contender."""
    outcomes = {
        (one.label, edition.name): outcome(one, edition) for edition in editions for one in contenders
    }
    return Compared(editions, contenders, outcomes)


def champions_in_words(found: Outcome) -> str:
    """The champions; or who can have won; or a question if nobody knows."""
    if found.champions:
        return join(found.champions) + "?" * bool(found.left_out)
    return f"{' or '.join(found.possible)}?" if found.possible else "?"
