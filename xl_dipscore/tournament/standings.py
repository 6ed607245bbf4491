"""Totals and ranks of an event: who won, and why not me."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import overload

from xl_dipscore.errors import NA, NUM, Fault, Faults, join
from xl_dipscore.event import (
    USUAL,
    Decision,
    Double,
    Event,
    Format,
    Found,
    Game,
    Result,
    Round,
    Scored,
    Settings,
    TieBreak,
    Tier,
    Value,
    Weight,
    final_last,
    last_round,
    results_of,
    value_of,
)
from xl_dipscore.points import Exact, text
from xl_dipscore.system import System
from xl_dipscore.tournament.combine import ADDED, Rule, is_own, own_rule, rule_of
from xl_dipscore.tournament.formats import USUALLY, league
from xl_dipscore.tournament.games import NO_OPTIONS, event_of
from xl_dipscore.tournament.pace import steady
from xl_dipscore.tournament.tiebreaks import chain


class FinalInLeague(Fault):
    """A round is called Final: the format must then be final, not {format}."""


class NoTopBoard(Fault):
    """No board of round {round} is called Top; if it is still to come, give the planned number of rounds."""


class NoTieBreak(Fault):
    """{without}: {players}."""


class TooFewPlayed(Fault):
    """Fewer than {fewest} rounds played: {players}."""


class TooFewRounds(Fault):
    """{given} rounds are planned, but there is a game of round {played}."""

    cell = NUM


@dataclass(frozen=True)
class Standing:
    """One row of the standings.

    A score, and so the total, is None where a board is faulty, or where nobody knows whose it is.
    """

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Round, Fraction | None]
    weights: Mapping[Round, Weight]
    """How each round counts that makes the total: it is their sum, and what a new player is welcomed with."""
    breaks: tuple[Value, ...] = ()
    overridden: frozenset[Round] = frozenset()
    welcome: Exact = 0
    tier: str = ""
    """As what they stand above players whatever the points: `winner of the Final`."""
    worked: tuple[Found, ...] = field(default=(), repr=False, compare=False)
    """How each tie-break came to its value."""

    @property
    def counted(self) -> tuple[Round, ...]:
        """The rounds that make the total."""
        return tuple(self.weights)


@dataclass(frozen=True)
class Standings(Sequence[Standing]):
    """The rows, best first, and what their columns are."""

    rows: tuple[Standing, ...]
    rounds: tuple[Round, ...]
    tiebreaks: tuple[str, ...]
    rule: str
    event: Event = field(repr=False)
    notes: tuple[str, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Standing: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Standing]: ...
    def __getitem__(self, index: int | slice) -> Standing | Sequence[Standing]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def table(self, *, for_sheet: bool = False) -> list[list[object]]:
        """A header and the rows: exact numbers, text, None where nothing is, "#N/A" where it is faulty.

        for_sheet: the headings of tie-breaks say that they are some.
        """
        names = [str(r) if r == "Final" else f"R{r}" for r in self.rounds]
        breaks = [one.heading for one in chain(self.tiebreaks)] if for_sheet else self.tiebreaks
        header: list[object] = ["Rank", "Player", "Total", *names, "Counted", *breaks]
        return [header, *map(self._cells, self.rows)]

    def _cells(self, row: Standing) -> list[object]:
        played = {r: NA if score is None else score for r, score in row.scores.items()}
        scores = [played.get(r) for r in self.rounds]
        counted = " ".join(map(str, row.counted))
        total = NA if row.total is None else row.total
        return [row.rank, row.player, total, *scores, counted, *map(_shown, row.breaks)]

    @property
    def scored(self) -> Sequence[Scored]:
        """The games, as they are scored once the event is over."""
        return self.event.scored

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that leaves a score out."""
        return tuple(fault for one in self.scored for fault in one.faults)


def _shown(value: Value) -> object:
    """A tie-break's value as a cell: a number, or several as text, the weightiest first."""
    if len(value) > 1:
        return " ".join(map(text, value))
    return value[0] if value else None


@steady()
def standings(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Standings:
    """A row a player, best first, ranks 1, 1, 3; players of a faulty board last, without a rank.

    So are players on two boards of a round, where `double` does not say what then.
    options: the system's own parameters.
    Raises Faults for an option, a rule, a tie-break or a format that is not one.
    """
    listed = list(games)
    format_ = _format(listed, settings)
    chosen = system.chosen(options)
    own = settings.combine is None or is_own(settings.combine, system)
    try:
        rule = own_rule(system, **system.event_settings(options)) if own else rule_of(settings.combine or "")
        breaks = chain(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    except Fault as fault:
        raise Faults([fault]) from None
    event = event_of(system, listed, settings, options)
    if format_ == "top-board":
        _need_top_board(event)
    welcome = system.welcome(event, chosen) if system.welcome is not None else 0
    reckoning = _Reckoning(event if own else replace(event, own_rounds={}), rule, welcome, breaks)
    decide = {**USUALLY, **system.formats}[format_]
    decided = (league if format_ == "final" and not event.finals else decide)(event, chosen)
    rows = reckoning.table(decided)
    notes = (*_to_come(event, format_), *event.notes, *decided.notes, *_about(rows, breaks, settings))
    names = tuple(one.name for one in breaks)
    return Standings(tuple(rows), _columns(event), names, rule.name, reckoning.event, notes)


@steady()
def scored_event(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Sequence[Scored]:
    """The games of an event with their scores, as far as they are known before its end.

    Raises Faults for an option that is not one.
    """
    return event_of(system, games, replace(settings, provisional=True), options).scored


# -- the event --------------------------------------------------------------------------------


def _format(games: Sequence[Game], settings: Settings) -> Format:
    """How the event is decided.

    Raises Faults when more rounds are played than planned, or for another format where there is a Final.
    """
    played = last_round(games)
    if settings.rounds and settings.rounds < played:
        raise Faults([TooFewRounds(field="rounds", given=settings.rounds, played=played)])
    has_final = any(game.round == "Final" for game in games)
    format_: Format = settings.format or ("final" if has_final else "league")
    if has_final and format_ != "final":
        raise Faults([FinalInLeague(field="format", format=format_)])
    return format_


def _need_top_board(event: Event) -> None:
    """Raises Faults when the last round of the event has been played without one."""
    to_come = event.settings.unplayed and event.settings.rounds
    if not event.tops and event.played == event.rounds > 0 and not to_come:
        raise Faults([NoTopBoard(field="format", round=event.played)])


def _columns(event: Event) -> tuple[Round, ...]:
    return (*range(1, max(event.rounds, event.played) + 1), *(["Final"] if event.finals else []))


def _to_come(event: Event, format_: Format) -> Iterator[str]:
    if format_ == "final" and not event.finals:
        yield "No round is called Final yet: this is the table before it."
    if format_ == "top-board" and not event.tops:
        yield f"No board of round {event.played} is called Top yet: this is the table before it."


def _about(rows: Sequence[Standing], breaks: Sequence[TieBreak], settings: Settings) -> Iterator[str]:
    """Who has no value under a tie-break that looks for one, and who has played too few rounds."""
    for position, one in enumerate(breaks):
        without = [row.player for row in rows if row.total is not None and not row.breaks[position]]
        if without and one.without:
            yield str(NoTieBreak(without=one.without, players=join(without)))
    if few := [row.player for row in rows if len(row.scores) < settings.min_rounds]:
        yield str(TooFewPlayed(fewest=settings.min_rounds, players=join(few)))


# -- its table --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reckoning:
    """What makes totals of an event's games, and an order of totals."""

    event: Event
    rule: Rule
    welcome: Exact
    breaks: Sequence[TieBreak]

    def table(self, decided: Decision) -> list[Standing]:
        """The rows in order, with ranks."""
        if decided.added is None:
            rows, tiers = self._totals(decided.combined, decided.rounds), [*decided.tiers]
        else:
            shorter = max(decided.rounds - 1, 1)
            before = self._totals(decided.combined, shorter)
            rows = self._added(before, decided.added)
            qualifying = replace(self, event=replace(self.event, scored=decided.combined))
            tiers = [*decided.tiers, *qualifying._in_order(decided.groups, before, shorter)]
        rows = self._with_strays(rows)
        if decided.only is not None:
            rows = {player: row for player, row in rows.items() if player in decided.only}
        ranked = self._ranked(rows, decided.rounds, tiers)
        if decided.champions is not None:
            players, as_what = decided.champions
            best = [row for row in ranked if row.player in players and row.rank is not None]
            first = {row.player for row in best if row.rank == best[0].rank}
            ranked = self._ranked(rows, decided.rounds, [Tier(first, as_what), *tiers])
        return ranked

    def _totals(self, scored: Iterable[Scored], rounds: int) -> dict[str, Standing]:
        """A row for each player of these games, without a rank."""
        theirs: dict[str, list[Result]] = {}
        for result in results_of(scored):
            theirs.setdefault(result.player, []).append(result)
        return {player: self._row(player, results, rounds) for player, results in theirs.items()}

    def _row(self, player: str, results: Sequence[Result], rounds: int) -> Standing:
        scores: dict[Round, Fraction | None] = {}
        for result in sorted(results, key=lambda result: final_last(result.round)):
            if result.round not in scores:
                scores[result.round] = result.score
            else:
                double = self.event.settings.double
                scores[result.round] = _doubled(double, scores[result.round], result.score)
        unsure = self.event.unsure.get(player, ())
        scores.update((round_, None) for round_ in unsure if round_ in scores)
        known = {round_: score for round_, score in scores.items() if score is not None}
        typed = frozenset(result.round for result in results if result.typed.override is not None)
        if len(known) < len(scores):
            return Standing(None, player, None, scores, {}, overridden=typed)
        total, weights = self.rule(known, self.event.own_rounds.get(player, rounds))
        new = any(r.board and r.seat in r.board.new_player for r in results)
        welcome = self.welcome if new else 0
        return Standing(None, player, total + welcome, scores, weights, overridden=typed, welcome=welcome)

    def _with_strays(self, rows: Mapping[str, Standing]) -> dict[str, Standing]:
        """The rows, without a total where more may belong to it; and who is on no row of a game at all."""
        found = dict(rows)
        for player, rounds in self.event.unsure.items():
            row = rows.get(player, Standing(None, player, None, {}, {}))
            lost: dict[Round, None] = {r: None for r in rounds if r is not None}
            found[player] = replace(row, total=None, scores={**row.scores, **lost}, weights={})
        return found

    def _added(self, rows: Mapping[str, Standing], last: Iterable[Scored]) -> dict[str, Standing]:
        """The rounds before, combined, and the last one added to them in full."""
        rows = dict(rows)
        for player, final in replace(self, rule=ADDED)._totals(last, 1).items():
            row = rows.get(player, Standing(None, player, Fraction(), {}, {}))
            total = None if row.total is None or final.total is None else row.total + final.total
            rows[player] = replace(
                row,
                total=total,
                scores={**row.scores, **final.scores},
                weights={**row.weights, **final.weights} if total is not None else {},
                overridden=row.overridden | final.overridden,
                welcome=row.welcome + final.welcome,
            )
        return rows

    def _in_order(self, groups: Sequence[Tier], rows: Mapping[str, Standing], rounds: int) -> list[Tier]:
        """Groups of players, by the best place that one of each has."""
        if not groups:
            return []
        place = {row.player: n for n, row in enumerate(self._ranked(rows, rounds))}
        return sorted(
            groups, key=lambda group: min((place.get(p, len(place)) for p in group.players), default=0)
        )

    def _ranked(
        self, rows: Mapping[str, Standing], rounds: int, tiers: Sequence[Tier] = ()
    ) -> list[Standing]:
        """By tier, then total, then each tie-break; what is still level shares a rank."""
        counted = {player: row.counted for player, row in rows.items()}
        event = replace(self.event, rounds=max(rounds, 1), counted=counted)
        tier_of: dict[str, int] = {}
        for n, one in enumerate(tiers):
            for player in one.players:
                tier_of.setdefault(player, n)
        found = [one.values(event) for one in self.breaks]
        unranked = {result.player for result in results_of(event.by_points) if result.typed.unranked}
        entries: list[tuple[_Group, _Order, Standing, tuple[Found, ...]]] = []
        for row in sorted(rows.values(), key=lambda row: (row.player.casefold(), row.player)):
            tier = tier_of.get(row.player, len(tiers))
            out = row.player in unranked or len(row.scores) < event.settings.min_rounds
            total = row.total or Fraction()
            # The double in front only saves comparing long fractions.
            known = row.player not in event.unsure
            worked = tuple(values.get(row.player, ()) if known else () for values in found)
            order = (float(total), total, tuple(map(value_of, worked)))
            entries.append(((row.total is None, out, tier), order, row, worked))
        entries.sort(key=lambda entry: entry[1], reverse=True)
        entries.sort(key=lambda entry: entry[0])
        ranked: list[Standing] = []
        above: object = None
        rank = 0
        for place, (group, order, row, worked) in enumerate(entries, 1):
            rank = rank if (group, order) == above else place
            above = group, order
            faulty, out, tier = group
            rank_ = None if faulty or out else rank
            above_by = tiers[tier].as_what if tier < len(tiers) else ""
            ranked.append(replace(row, rank=rank_, breaks=order[2], worked=worked, tier=above_by))
        return ranked


_Group = tuple[bool, bool, int]
"""Faulty boards last, before them who has no rank, and the tiers of the others."""
_Order = tuple[float, Fraction, tuple[Value, ...]]
"""What a row is ordered by: the total, and each tie-break."""


def _doubled(double: Double | None, one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return None
    return one + other if double == "sum" else max(one, other)
