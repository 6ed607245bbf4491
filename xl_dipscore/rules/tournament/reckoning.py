"""Compute totals from the games of an event, and rank the players."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from xl_dipscore.errors import group_by_key
from xl_dipscore.rules.event.decision import Decision, Tier, Weight
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import OneGame, Round, Unit, round_order, rounds_in
from xl_dipscore.rules.event.scored import ZERO, Result, ResultsByPlayer, Scored, results_of, worth_of
from xl_dipscore.rules.event.settings import Double
from xl_dipscore.rules.event.tiebreak import Found, TieBreak, value_of
from xl_dipscore.rules.points import Exact
from xl_dipscore.rules.tournament.combine import NOTHING, Last, Rule, make_added_rule
from xl_dipscore.rules.tournament.table import Standing

T = TypeVar("T", bound=Found)
_Group = tuple[bool, bool, int]
"""A sort key: no total? no rank? the number of the tier. Thus players without a total come last."""
_Grouping = Callable[[Standing], _Group]
_NO_UNITS: frozenset[Unit] = frozenset()
"""Shared by all rows, because Python makes each empty frozenset anew."""


class Ranked(NamedTuple):
    """Rows of the standings, best first, and the facts by which tie-breaks ranked them."""

    rows: Sequence[Standing]
    rounds: int
    tiers: Sequence[Tier]


@dataclass(frozen=True)
class Reckoning:
    """An event with the rule for its totals and the tie-breaks for its ranks."""

    event: Event
    rule: Rule
    welcome: Exact
    """Points for each new player, once for the event."""
    breaks: Sequence[TieBreak]

    def table(self, decided: Decision, before_the_last: int | None) -> Ranked:
        """The rows of the standings, best first, with ranks.

        decided: from `decision_of`. before_the_last: the number of rounds before the last round; None once
        the last round is played.
        """
        final_to_come = before_the_last == decided.rounds
        decided = decided if final_to_come else self._separate_last_round(decided)
        if decided.added is None:
            rows, tiers = self._combine_rounds(decided, before_the_last), [*decided.tiers]
        else:
            shorter = max(decided.rounds - 1, 1)
            before = self._totals(decided.combined, shorter, out=self._sitting_out)
            if self.rule.then is None and not self.rule.of_ranks:
                rows = self._add_last_round(before, decided.added)
            else:
                whole = replace(decided, combined=[*decided.combined, *decided.added])
                rows = self._combine_rounds(whole, before_the_last)
            qualifying = replace(self, event=replace(self.event, scored=decided.combined))
            tiers = [*decided.tiers, *qualifying._in_order(decided.groups, before, shorter)]
        rows = self._blank_unsure_totals(self._merge_games(rows, decided.placed, NOTHING))
        if decided.only is not None:
            rows = {player: row for player, row in rows.items() if player in decided.only}
        ranked = self._rank_rows(rows, decided.rounds, tiers)
        if decided.champions is not None:
            players, role = decided.champions
            best = [row for row in ranked if row.player in players and row.rank is not None]
            first = {row.player for row in best if row.rank == best[0].rank}
            tiers = [Tier(first, role), *tiers]
            ranked = self._rank_rows({row.player: row for row in ranked}, decided.rounds, tiers)
        return Ranked(ranked, decided.rounds, tiers)

    def workings(self, ranked: Ranked) -> dict[str, tuple[Found, ...]]:
        """What each tie-break found for each player, by the games from which it was computed."""
        rows = {row.player: row for row in ranked.rows}
        return self._break_ties(rows, ranked.rounds, self._grouping(rows, ranked.tiers), lambda found: found)

    def _separate_last_round(self, decided: Decision) -> Decision:
        """If the rule adds the last round and the format does not, move it from `combined` to `added`."""
        if self.rule.last is None or decided.added is not None:
            return decided
        before = [one for one in decided.combined if round_order(one.game.round) < decided.rounds]
        last = [one for one in decided.combined if round_order(one.game.round) >= decided.rounds]
        return replace(decided, combined=before, added=last)

    def _combine_rounds(self, decided: Decision, before_the_last: int | None) -> dict[str, Standing]:
        """Combine all rounds by the rule, or by its rule `then` (if any) once the last round is played."""
        rule, rounds = self.rule, decided.rounds
        if rule.then is not None:
            rule, rounds = (rule.then, rounds) if before_the_last is None else (rule, before_the_last)
        return replace(self, rule=rule)._totals(decided.combined, rounds, decided.placed, self._sitting_out)

    @property
    def _sitting_out(self) -> Collection[str]:
        """Players who sat out a round that is scored like a game."""
        return dict.fromkeys(player for player in self.event.sat_out if self.event.rounds_sat_out(player))

    def _totals(
        self, scored: Iterable[Scored], rounds: int, placed: Iterable[Scored] = (), out: Collection[str] = ()
    ) -> dict[str, Standing]:
        """A row with a total but no rank for each player of `scored` or `out`.

        rounds: the event's number of rounds, for the rule. placed: games that only decide places. Their
        players do not rank as absent in these rounds. out: players who sat out a round scored like a game.
        """
        counted = [one for one in scored if one.game.counts]
        # Most events combine all games: then there is no second set of results.
        known = self.event.results if counted == self.event.by_points else ResultsByPlayer(counted)
        theirs = {player: known.get(player, ()) for player in (*known, *out)} if out else known
        # Only ranks need the scores of all players at once: in a large event, these need much memory.
        ranked: Mapping[str, Mapping[Round, int]] = {}
        if self.rule.of_ranks:
            scores = {player: self._scores(player, results, out) for player, results in theirs.items()}
            ranked = _ranks_in_rounds(scores, results_of(placed))
        no_ranks = WithSharedKeys[Round, int]({}, ())
        return {
            player: self._row(
                player, results, self._scores(player, results, out), ranked.get(player, no_ranks), rounds
            )
            for player, results in theirs.items()
        }

    def _scores(
        self, player: str, results: Iterable[Result], out: Container[str]
    ) -> dict[Unit, Fraction | None]:
        """A player's score in each round or, if games are combined, in each game; None if unknown.

        out: players who sat out a round scored like a game.
        """
        scores: dict[Unit, Fraction | None] = {}
        for result in sorted(results, key=lambda result: round_order(result.round)):
            score = None if result.score is None else worth_of(result)
            unit = self.event.unit(result)
            if unit in scores:
                score = _combine_double(self.event.settings.double, scores[unit], score)
            scores[unit] = score
        if unsure := self.event.unsure.get(player):
            scores.update((unit, None) for unit in scores if not unsure.isdisjoint(rounds_in([unit])))
        if player in out:
            self._sit_out(player, scores)
        return scores

    def _sit_out(self, player: str, scores: dict[Unit, Fraction | None]) -> None:
        """Add to `scores` a score for each round that the player sat out, if it is scored like a game."""
        worth, _ = self.event.worth_out or (Fraction(), False)
        double = self.event.settings.double
        for one in self.event.rounds_sat_out(player):
            unit: Unit = one.unit if self.event.of_games else one.round
            scores[unit] = _combine_double(double, scores[unit], worth) if unit in scores else worth

    def _row(
        self,
        player: str,
        results: Sequence[Result],
        scores: Mapping[Unit, Fraction | None],
        ranks: Mapping[Round, int],
        rounds: int,
    ) -> Standing:
        known = {unit: score for unit, score in scores.items() if score is not None}
        seats = [result.typed for result in results]
        overridden = [one for one, seat in zip(results, seats, strict=True) if seat.override is not None]
        typed = frozenset(map(self.event.unit, overridden)) if overridden else _NO_UNITS
        kept = scores if self.event.of_games else _share_rounds(scores)
        if len(known) < len(scores):
            return Standing(None, player, None, kept, {}, overridden=typed)
        counted: Mapping[Unit, Fraction] = {r: Fraction(-rank) for r, rank in ranks.items()} or known
        total, weights = self.rule(counted, self.event.own_rounds.get(player, rounds))
        new = self.welcome and any(r.board and r.seat in r.board.new_player for r in results)
        welcome = self.welcome if new else 0
        extra = sum((seat.extra for seat in seats if seat.extra), ZERO)
        if welcome or extra:
            total += welcome + extra
        shared = _share_weights(weights)
        return Standing(
            None, player, total, kept, shared, overridden=typed, welcome=welcome, extra=extra, ranks=ranks
        )

    def _blank_unsure_totals(self, rows: Mapping[str, Standing]) -> dict[str, Standing]:
        """Remove the total of each player whose games are in doubt; a player without a row gets a row."""
        found = dict(rows)
        for player, rounds in self.event.unsure.items():
            row = rows.get(player, Standing(None, player, None, {}, {}))
            lost: dict[Unit, None] = {
                r: None for r in rounds if r is not None and r not in rounds_in(row.scores)
            }
            found[player] = replace(row, total=None, scores={**row.scores, **lost}, weights={})
        return found

    def _add_last_round(self, rows: Mapping[str, Standing], last: Iterable[Scored]) -> dict[str, Standing]:
        """Add the last round to the totals of the earlier rounds: in full, or times the rule's factor."""
        factor, top = self.rule.last or Last()
        merged = self._merge_games(rows, last, make_added_rule(factor))
        if not top:
            return merged
        out = self._without_rank(merged.values())
        made = {
            player: row.total - row.welcome - row.extra
            for player, row in rows.items()
            if row.total is not None and merged[player].total is not None
        }
        above = sorted((total for player, total in made.items() if player not in out), reverse=True)
        cut = above[top - 1] if top <= len(above) else None
        best = {player for player, total in made.items() if cut is None or total >= cut}
        plain = self._merge_games(rows, last, make_added_rule())
        return {player: row if player in best else plain[player] for player, row in merged.items()}

    def _without_rank(self, rows: Iterable[Standing]) -> set[str]:
        """Players whom the director marked Unranked, and players with too few rounds or games for a rank."""
        unranked = {result.player for result in results_of(self.event.by_points) if result.typed.unranked}
        settings = self.event.settings
        return {
            row.player
            for row in rows
            if row.player in unranked
            or len(rounds_in(row.scores)) < settings.min_rounds
            or self.event.games_of(row.player) < settings.min_games
        }

    def _merge_games(
        self, rows: Mapping[str, Standing], more: Iterable[Scored], rule: Rule
    ) -> dict[str, Standing]:
        """Combine more games by another rule, and add the results to the totals of the rows."""
        rows = dict(rows)
        for player, final in replace(self, rule=rule)._totals(more, 1).items():
            row = rows.get(player, Standing(None, player, Fraction(), {}, {}))
            total = None if row.total is None or final.total is None else row.total + final.total
            rows[player] = replace(
                row,
                total=total,
                scores={**row.scores, **final.scores},
                weights={**row.weights, **final.weights} if total is not None else {},
                overridden=row.overridden | final.overridden,
                welcome=row.welcome + final.welcome,
                extra=row.extra + final.extra,
            )
        return rows

    def _in_order(
        self, groups: Sequence[Sequence[Tier]], rows: Mapping[str, Standing], rounds: int
    ) -> list[Tier]:
        """The tiers of all groups in one list, the groups in the order of their best players in `rows`."""
        place = {row.player: n for n, row in enumerate(self._rank_rows({**rows}, rounds))} if groups else {}

        def best(group: Sequence[Tier]) -> int:
            return min(
                (place.get(player, len(place)) for tier in group for player in tier.players), default=0
            )

        return [tier for group in sorted(groups, key=best) for tier in group]

    def _rank_rows(
        self, rows: dict[str, Standing], rounds: int, tiers: Sequence[Tier] = ()
    ) -> list[Standing]:
        """Rank by tier, then by total, then by each tie-break; players who are still level share a rank.

        Players without a total get no tie-break values, because the games without a score would be missing.
        Empties `rows`: a large event would need much memory for all rows without and with their ranks.
        """
        group_of = self._grouping(rows, tiers)
        values_of = self._break_ties(rows, rounds, group_of, value_of)

        def order(player: str) -> tuple[object, ...]:
            """A sort key in a group: the total, then the values of tie-breaks."""
            total = rows[player].total or ZERO
            # The float comes first only because floats compare faster than long fractions.
            return float(total), total, values_of[player]

        players = sorted(rows)
        players.sort(key=str.casefold)
        players.sort(key=order, reverse=True)
        players.sort(key=lambda player: group_of(rows[player]))
        ranked: list[Standing] = []
        place_above: object = None
        rank = 0
        for number, player in enumerate(players, 1):
            row, values = rows.pop(player), values_of.pop(player)
            faulty, unranked, tier = group = group_of(row)
            place = group, row.total, values
            rank = rank if place == place_above else number
            place_above = place
            standing = replace(
                row,
                rank=None if faulty or unranked else rank,
                breaks=values,
                tier=tiers[tier].role if tier < len(tiers) else "",
            )
            ranked.append(standing)
        return ranked

    def _grouping(self, rows: Mapping[str, Standing], tiers: Sequence[Tier]) -> _Grouping:
        """Return the group of each row: a player is in the first tier that names them."""
        tier_of: dict[str, int] = {}
        for number, tier in enumerate(tiers):
            for player in tier.players:
                tier_of.setdefault(player, number)
        without_rank = self._without_rank(rows.values())

        def group_of(row: Standing) -> _Group:
            return row.total is None, row.player in without_rank, tier_of.get(row.player, len(tiers))

        return group_of

    def _break_ties(
        self, rows: Mapping[str, Standing], rounds: int, group_of: _Grouping, keep: Callable[[Found], T]
    ) -> dict[str, tuple[T, ...]]:
        """What each tie-break found for each player; nothing for players in doubt or without a total.

        keep: the part to return of what was found, which in a large event needs as much memory as the games.
        """

        def units_in_total(player: str) -> Collection[Unit]:
            return rows[player].weights if player in rows else ()

        event = self.event.with_facts(rounds=max(rounds, 1), counted=units_in_total)
        broken: dict[str, tuple[T, ...]] = dict.fromkeys(rows, ())
        for number, tie_break in enumerate(self.breaks):
            now = event
            if tie_break.among:
                now = event.with_facts(tied=_level_players(rows, group_of, broken))
            for player, found in tie_break.each(now):
                if player in rows and rows[player].total is not None and player not in event.unsure:
                    broken[player] = (*broken[player], keep(found))
            for player, its in broken.items():
                if len(its) == number:
                    broken[player] = (*its, keep(()))
        return broken


K = TypeVar("K")
V = TypeVar("V")


class WithSharedKeys(Mapping[K, V]):
    """A mapping that nobody can change. It shares its keys, and so needs half of a dictionary's memory."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: Mapping[K, int], values: tuple[V, ...]) -> None:
        """places: the place of each key's value."""
        self._places, self._values = places, values

    def __getitem__(self, key: K) -> V:
        return self._values[self._places[key]]

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr({**self})


def _share_rounds(scores: Mapping[Unit, Fraction | None]) -> Mapping[Unit, Fraction | None]:
    """The scores as a mapping that shares its rounds: most players of a large event play the same ones."""
    return WithSharedKeys(_places_of(tuple(scores)), tuple(scores.values()))


@lru_cache(maxsize=1 << 10)
def _places_of(units: tuple[Unit, ...]) -> Mapping[Unit, int]:
    return {unit: place for place, unit in enumerate(units)}


def _share_weights(weights: Mapping[Unit, Weight]) -> Mapping[Unit, Weight]:
    """Equal weights as one mapping: most players of a large event have one weight in the same rounds."""
    first = next(iter(weights.values()), None)
    if first is None or any(one is not first for one in weights.values()):
        return weights
    return _of_one_weight(tuple(weights), first)


@lru_cache(maxsize=1 << 10)
def _of_one_weight(units: tuple[Unit, ...], weight: Weight) -> Mapping[Unit, Weight]:
    return WithSharedKeys(_places_of(units), (weight,) * len(units))


def _level_players(
    rows: Mapping[str, Standing], group_of: _Grouping, values_of: Mapping[str, Sequence[Found]]
) -> dict[str, set[str]]:
    """For each player, all players on the same place before the next tie-break, including the player."""
    place = {
        player: (group_of(row), row.total, tuple(map(value_of, values_of[player])))
        for player, row in rows.items()
    }
    level = group_by_key((same, player) for player, same in place.items())
    return {player: {*level[same]} for player, same in place.items()}


def _ranks_in_rounds(
    scores: Mapping[str, Mapping[Unit, Fraction | None]], elsewhere: Iterable[Result]
) -> dict[str, dict[Round, int]]:
    """Each player's rank in each round. Absent players rank last, or not at all if `elsewhere` has a game."""
    by_round = group_by_key(
        (round_, score)
        for theirs in scores.values()
        for round_, score in theirs.items()
        if score is not None and not isinstance(round_, OneGame)
    )
    worst_first = {round_: sorted(by_round[round_]) for round_ in sorted(by_round, key=round_order)}
    away = {(one.player, one.round) for one in elsewhere}

    def rank(round_: Round, score: Fraction | None) -> int:
        others = worst_first[round_]
        return 1 + len(others) - (0 if score is None else bisect_right(others, score))

    return {
        player: {r: rank(r, theirs.get(r)) for r in worst_first if (player, r) not in away}
        for player, theirs in scores.items()
    }


def _combine_double(double: Double | None, one: Fraction | None, other: Fraction | None) -> Fraction | None:
    """The sum of two scores in a round if `double` is sum, else the better score; None if one is unknown."""
    if one is None or other is None:
        return None
    return one + other if double == "sum" else max(one, other)
