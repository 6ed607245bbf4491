"""Totals and ranks of an event: who won, and why not me."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, overload

from xl_dipscore.board import are, count_of
from xl_dipscore.errors import NA, NUM, Fault, Note, gathered, join, steady
from xl_dipscore.event import (
    DECIDED,
    TOP_FORMATS,
    TOP_TO_COME,
    USUAL,
    Decision,
    Double,
    Event,
    Format,
    Found,
    Game,
    OneGame,
    Result,
    Round,
    Scored,
    Settings,
    TieBreak,
    Tier,
    Unit,
    Value,
    Weight,
    by_player,
    day_number,
    final_last,
    heading_of,
    last_round,
    results_of,
    rounds_in,
    value_of,
    worth_of,
)
from xl_dipscore.points import Exact, text
from xl_dipscore.system import Options, System
from xl_dipscore.tournament.combine import NOTHING, Last, Rule, added, at_most, is_own, own_rule, rule_of
from xl_dipscore.tournament.formats import USUALLY, after_qualifying
from xl_dipscore.tournament.games import NO_OPTIONS, event_of
from xl_dipscore.tournament.tiebreaks import board_tops, chain

T = TypeVar("T")
MOST_BEST = 5
"""So many of a player's scores are shown where no round has a column and all may count."""


class FinalAmongAll(Fault):
    """A round is called Final: the format must then be final, top-board or top-places, not all rounds."""


class NoTieBreak(Note, remedy="Type the missing value, or choose another tie-break."):
    """{without}: {players}."""


class TooFewPlayed(Note, remedy="Type their missing games, unless they left."):
    """Fewer than {fewest} played: {players}."""


class TooFewRounds(Fault):
    """{given} planned, but there is a game of round {played}."""

    cell = NUM


@dataclass(frozen=True)
class Standing:
    """One row of the standings.

    A score, and so the total, is None where a board is faulty, or where nobody knows whose it is.
    """

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Unit, Fraction | None]
    """Of each round, or of each game where games are combined."""
    weights: Mapping[Unit, Weight]
    """How each of them counts that makes the total: their sum, a new player's welcome and extra points."""
    breaks: tuple[Value, ...] = ()
    overridden: frozenset[Unit] = frozenset()
    welcome: Exact = 0
    extra: Fraction = Fraction()
    """What the director typed as extra points."""
    ranks: Mapping[Round, int] = field(default_factory=dict)
    """The ranks in the rounds, where these and not the scores make the total."""
    tier: str = ""
    """As what they stand above players whatever the points: `winner of the Final`."""
    worked: tuple[Found, ...] = field(default=(), repr=False, compare=False)
    """How each tie-break came to its value."""

    @property
    def counted(self) -> tuple[Unit, ...]:
        """The rounds or games that make the total."""
        return tuple(self.weights)

    @property
    def by_round(self) -> Mapping[Round, Fraction | None]:
        """The score of each round: where games are combined, of all its games together."""
        found: dict[Round, Fraction | None] = {}
        for unit, score in self.scores.items():
            round_ = unit.round if isinstance(unit, OneGame) else unit
            before = found.get(round_, Fraction())
            found[round_] = None if score is None or before is None else before + score
        return found

    @property
    def best(self) -> list[tuple[Unit, Fraction]]:
        """What makes the total, the best first."""
        known = [(unit, score) for unit, score in self.scores.items() if score is not None]
        return sorted((one for one in known if one[0] in self.weights), key=lambda one: -one[1])


@dataclass(frozen=True)
class BestFirst(Sequence[T]):
    """The rows of a table, and the rounds that have a column."""

    rows: tuple[T, ...]
    rounds: tuple[Round, ...]

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def headings(self) -> list[str]:
        """The headings of the rounds."""
        return [*map(heading_of, self.rounds)]


@dataclass(frozen=True)
class Standings(BestFirst[Standing]):
    """The rows, best first, and what their columns are."""

    tiebreaks: tuple[str, ...]
    rule: str
    event: Event = field(repr=False)
    notes: tuple[str, ...] = ()
    bests: int = 0
    """So many of a player's best scores have columns, with their dates, where no round has one."""

    def table(self, *, for_sheet: bool = False) -> list[list[object]]:
        """A header and the rows: exact numbers, text, None where nothing is, "#N/A" where it is faulty.

        for_sheet: the headings of tie-breaks say that they are some.
        """
        breaks = [one.heading for one in chain(self.tiebreaks)] if for_sheet else self.tiebreaks
        header: list[object] = ["Rank", "Player", "Total"]
        if self.bests:
            tops = {player: one.value[0] for player, one in board_tops(self.event).items()}
            dated = "Date" if any(one.game.date for one in self.scored) else "Game"
            header += ["Games", "Board tops", "Sat out"]
            header += [f"{word} {n}" for n in range(1, self.bests + 1) for word in ("Best", dated)]
            return [[*header, *breaks], *(self._of_games(row, tops, for_sheet) for row in self.rows)]
        return [[*header, *self.headings, "Counted", *breaks], *map(self._of_rounds, self.rows)]

    def _of_games(self, row: Standing, tops: Mapping[str, Fraction], for_sheet: bool) -> list[object]:
        """A row without a column for each round. for_sheet: a date is the number of its day."""
        best: list[object] = []
        for unit, score in row.best[: self.bests]:
            day = self._dates.get(unit) if not isinstance(unit, OneGame) else unit.date
            best += [score, str(unit) if day is None else day_number(day) if for_sheet else str(day)]
        best += [None] * (2 * self.bests - len(best))
        games, out = self.event.games_of(row.player), len(self.event.sat_out.get(row.player, ()))
        return self._cells(row, [games, tops.get(row.player, Fraction()), out, *best])

    @cached_property
    def _dates(self) -> Mapping[Unit, date | None]:
        """The date of each round."""
        return {one.game.round: one.game.date for one in self.scored}

    @property
    def too_few(self) -> Iterator[tuple[list[str], str]]:
        """Who has played too few rounds, and who too few games, and how many are needed."""
        settings = self.event.settings
        rounds = [row.player for row in self.rows if len(rounds_in(row.scores)) < settings.min_rounds]
        games = [row.player for row in self.rows if self.event.games_of(row.player) < settings.min_games]
        needed = count_of(settings.min_rounds, "round"), count_of(settings.min_games, "game")
        return (one for one in zip((rounds, games), needed, strict=True) if one[0])

    def _of_rounds(self, row: Standing) -> list[object]:
        played = {r: NA if score is None else score for r, score in row.scores.items()}
        return self._cells(row, [*map(played.get, self.rounds), " ".join(map(str, row.counted))])

    def _cells(self, row: Standing, told: Sequence[object]) -> list[object]:
        total = NA if row.total is None else row.total
        return [row.rank, row.player, total, *told, *map(_shown, row.breaks)]

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


@steady("Ranking the players")
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
    listed, said = list(games), settings.format
    settings = replace(settings, format=format_of(system, listed, settings))
    chosen = system.chosen(options)
    own = settings.combine is None or is_own(settings.combine, system)
    rule = own_rule(system, **system.event_settings(options)) if own else rule_of(settings.combine or "")
    rule = at_most(rule, settings.most_rounds)
    breaks = chain(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    event = event_of(system, listed, settings, options)
    welcome = system.welcome(event, chosen) if system.welcome is not None else 0
    reckoning = _Reckoning(event if own else replace(event, own_rounds={}), rule, welcome, breaks)
    decided = _decision(system, event, chosen)
    before = decided.rounds if _is_before(event) else max(event.rounds - 1, 1)
    rows = reckoning.table(decided, None if event.is_decided else before)
    told = (*event.notes, *decided.notes, *(_ranks_may_change(event) if rule.of_ranks else ()))
    notes = (*_how_decided(system, event, said), *_to_come(event), *told)
    names = tuple(one.name for one in breaks)
    bests = (rule.most or MOST_BEST) if rule.of_games or settings.besides.by_dates else 0
    columns = () if bests else rounds_with_columns(event)
    table = Standings(tuple(rows), columns, names, rule.name, reckoning.event, notes, bests)
    return replace(table, notes=(*notes, *_about(table, breaks)))


@steady("Scoring the games")
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


def format_of(system: System, games: Sequence[Game], settings: Settings) -> Format:
    """How the event is decided: as the director says, else as the system does, else in the Final it has.

    Raises Faults when more rounds are played than planned, or for all rounds where there is a Final.
    """
    played = last_round(games)
    if settings.rounds and settings.rounds < played:
        raise TooFewRounds(field="rounds", given=are(settings.rounds, "round"), played=played)
    has_final = any(game.round == "Final" for game in games)
    if has_final and settings.format == "all rounds":
        raise FinalAmongAll(field="format")
    usual: Format = "final" if has_final and system.format == "all rounds" else system.format
    return settings.format or usual


def _decision(system: System, event: Event, options: Options) -> Decision:
    """How the games make the table, or that before a Final or a top board that nobody has begun."""
    if _is_before(event):
        return after_qualifying(event)
    return {**USUALLY, **system.formats}[event.settings.format or "all rounds"](event, options)


def _is_before(event: Event) -> bool:
    """Are a Final or a top board, and the other boards of its round, still to be played?"""
    format_, to_come = event.settings.format, event.settings.besides.to_come
    begun = format_ != "final" and any(one.is_top and one.round == event.played for one in to_come)
    return format_ != "all rounds" and not event.is_decided and not begun


def parts_of(rows: Iterable[Standing]) -> Iterator[str]:
    """For each row, the heading of the part of the table that begins with it; nothing where none does.

    A table has parts where some stand above others whatever the points: `Top board`, `The others`.
    """
    apart, before = False, ""
    for row in rows:
        found = re.fullmatch(r"(?:player|number \d+) of (?:the )?(.+)", row.tier)
        part = found[1] if found else row.tier or ("the others" if apart else "")
        part = part[:1].upper() + part[1:]
        yield part if part != before and row.rank is not None else ""
        apart, before = apart or bool(part), before if row.rank is None else part


def rounds_with_columns(event: Event) -> tuple[Round, ...]:
    return (*range(1, max(event.rounds, event.played) + 1), *(["Final"] if event.finals else []))


def _how_decided(system: System, event: Event, said: Format | None) -> Iterator[str]:
    """What the director did not say: the system's own format; or that a board called Top decides nothing."""
    if said is None and system.format != "all rounds":
        yield system.how_decided
    elif said is None and event.settings.format == "all rounds" and event.tops:
        yield (
            f"Board Top of round {event.played} counts like any other, for {DECIDED['all rounds']}. "
            "If it decides, choose the format top-board or top-places."
        )


def _to_come(event: Event) -> Iterator[str]:
    if event.settings.format == "final" and not event.finals:
        yield "No round is called Final yet: this is the table before it."
    if event.settings.format in TOP_FORMATS and not event.tops:
        yield TOP_TO_COME


def _ranks_may_change(event: Event) -> Iterator[str]:
    rounds = sorted({one.game.round for one in event.by_points if one.scores is None}, key=final_last)
    if rounds:
        yield f"Ranks in round {join(rounds)} may change: one of its boards has no scores."


def _about(table: Standings, breaks: Sequence[TieBreak]) -> Iterator[str]:
    """Who has no value under a tie-break that looks for one, and who has played too few rounds or games."""
    for position, one in enumerate(breaks):
        without = [row.player for row in table if row.total is not None and not row.breaks[position]]
        if without and one.without:
            yield str(NoTieBreak(without=one.without, players=join(without)))
    yield from (str(TooFewPlayed(fewest=fewest, players=join(few))) for few, fewest in table.too_few)


# -- its table --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reckoning:
    """What makes totals of an event's games, and an order of totals."""

    event: Event
    rule: Rule
    welcome: Exact
    breaks: Sequence[TieBreak]

    def table(self, decided: Decision, before_the_last: int | None) -> list[Standing]:
        """The rows in order, with ranks. before_the_last: so many rounds, while the last one is to come."""
        final_to_come = before_the_last == decided.rounds
        decided = decided if final_to_come else self._last_apart(decided)
        if decided.added is None:
            rows, tiers = self._combined(decided, before_the_last), [*decided.tiers]
        else:
            shorter = max(decided.rounds - 1, 1)
            before = self._totals(decided.combined, shorter, out=self._out)
            if self.rule.then is None and not self.rule.of_ranks:
                rows = self._added(before, decided.added)
            else:
                whole = replace(decided, combined=[*decided.combined, *decided.added])
                rows = self._combined(whole, before_the_last)
            qualifying = replace(self, event=replace(self.event, scored=decided.combined))
            tiers = [*decided.tiers, *qualifying._in_order(decided.groups, before, shorter)]
        rows = self._with_strays(self._merged(rows, decided.placed, NOTHING))
        if decided.only is not None:
            rows = {player: row for player, row in rows.items() if player in decided.only}
        ranked = self._ranked(rows, decided.rounds, tiers)
        if decided.champions is not None:
            players, as_what = decided.champions
            best = [row for row in ranked if row.player in players and row.rank is not None]
            first = {row.player for row in best if row.rank == best[0].rank}
            ranked = self._ranked(rows, decided.rounds, [Tier(first, as_what), *tiers])
        return ranked

    def _last_apart(self, decided: Decision) -> Decision:
        """The last round beside those before it, where the rule says so and the format does not."""
        if self.rule.last is None or decided.added is not None:
            return decided
        before = [one for one in decided.combined if final_last(one.game.round) < decided.rounds]
        last = [one for one in decided.combined if final_last(one.game.round) >= decided.rounds]
        return replace(decided, combined=before, added=last)

    def _combined(self, decided: Decision, before_the_last: int | None) -> dict[str, Standing]:
        """Totals of all rounds by the rule, or by the one that follows it when the last is played."""
        rule, rounds = self.rule, decided.rounds
        if rule.then is not None:
            rule, rounds = (rule.then, rounds) if before_the_last is None else (rule, before_the_last)
        return replace(self, rule=rule)._totals(decided.combined, rounds, decided.placed, self._out)

    @property
    def _out(self) -> list[str]:
        """Who sat out when that counts as a game."""
        return [player for player in self.event.sat_out if self.event.games_out(player)]

    def _totals(
        self,
        scored: Iterable[Scored],
        rounds: int,
        placed: Iterable[Scored] = (),
        out: Iterable[str] = (),
    ) -> dict[str, Standing]:
        """A row for each player of these games, without a rank; in those placed nobody misses a round.

        out: who sat out when that counts as a game.
        """
        theirs = by_player(results_of(one for one in scored if one.game.counts))
        scores = {player: self._scores(player, results) for player, results in theirs.items()}
        for player in out:
            theirs.setdefault(player, [])
            self._sit_out(player, scores.setdefault(player, {}))
        ranked = _ranks_in_rounds(scores, results_of(placed)) if self.rule.of_ranks else {}
        return {
            player: self._row(player, results, scores[player], ranked.get(player, {}), rounds)
            for player, results in theirs.items()
        }

    def _scores(self, player: str, results: Iterable[Result]) -> dict[Unit, Fraction | None]:
        """What each round or game gives, None where nobody knows."""
        scores: dict[Unit, Fraction | None] = {}
        for result in sorted(results, key=lambda result: final_last(result.round)):
            score = None if result.score is None else worth_of(result)
            unit = self.event.unit(result)
            if unit in scores:
                score = _doubled(self.event.settings.double, scores[unit], score)
            scores[unit] = score
        unsure = self.event.unsure.get(player, frozenset())
        scores.update((unit, None) for unit in scores if not unsure.isdisjoint(rounds_in([unit])))
        return scores

    def _sit_out(self, player: str, scores: dict[Unit, Fraction | None]) -> None:
        """Each time sat out that counts as a game, with its score."""
        worth, _ = self.event.worth_out or (Fraction(), False)
        for one in self.event.games_out(player):
            unit: Unit = one.unit if self.event.of_games else one.round
            scores[unit] = (
                _doubled(self.event.settings.double, scores[unit], worth) if unit in scores else worth
            )

    def _row(
        self,
        player: str,
        results: Sequence[Result],
        scores: Mapping[Unit, Fraction | None],
        ranks: Mapping[Round, int],
        rounds: int,
    ) -> Standing:
        known = {unit: score for unit, score in scores.items() if score is not None}
        typed = frozenset(self.event.unit(result) for result in results if result.typed.override is not None)
        if len(known) < len(scores):
            return Standing(None, player, None, scores, {}, overridden=typed)
        counted: Mapping[Unit, Fraction] = {r: Fraction(-rank) for r, rank in ranks.items()} or known
        total, weights = self.rule(counted, self.event.own_rounds.get(player, rounds))
        new = any(r.board and r.seat in r.board.new_player for r in results)
        welcome, extra = self.welcome if new else 0, sum((r.typed.extra for r in results), Fraction())
        return Standing(
            None,
            player,
            total + welcome + extra,
            scores,
            weights,
            overridden=typed,
            welcome=welcome,
            extra=extra,
            ranks=ranks,
        )

    def _with_strays(self, rows: Mapping[str, Standing]) -> dict[str, Standing]:
        """The rows, without a total where more may belong to it; and who is on no row of a game at all."""
        found = dict(rows)
        for player, rounds in self.event.unsure.items():
            row = rows.get(player, Standing(None, player, None, {}, {}))
            lost: dict[Unit, None] = {
                r: None for r in rounds if r is not None and r not in rounds_in(row.scores)
            }
            found[player] = replace(row, total=None, scores={**row.scores, **lost}, weights={})
        return found

    def _added(self, rows: Mapping[str, Standing], last: Iterable[Scored]) -> dict[str, Standing]:
        """The rounds before, combined, and the last one added to them: in full, or as the rule says."""
        factor, top = self.rule.last or Last()
        merged = self._merged(rows, last, added(factor))
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
        plain = self._merged(rows, last, added())
        return {player: row if player in best else plain[player] for player, row in merged.items()}

    def _without_rank(self, rows: Iterable[Standing]) -> set[str]:
        """Who the director marked so, or played too few rounds."""
        unranked = {result.player for result in results_of(self.event.by_points) if result.typed.unranked}
        settings = self.event.settings
        return {
            row.player
            for row in rows
            if row.player in unranked
            or len(rounds_in(row.scores)) < settings.min_rounds
            or self.event.games_of(row.player) < settings.min_games
        }

    def _merged(
        self, rows: Mapping[str, Standing], more: Iterable[Scored], rule: Rule
    ) -> dict[str, Standing]:
        """The rows, and what these games make by this rule beside them."""
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
        """Groups of players, by the best place that one of each has."""
        place = {row.player: n for n, row in enumerate(self._ranked(rows, rounds))} if groups else {}

        def best(group: Sequence[Tier]) -> int:
            return min(
                (place.get(player, len(place)) for tier in group for player in tier.players), default=0
            )

        return [tier for group in sorted(groups, key=best) for tier in group]

    def _ranked(
        self, rows: Mapping[str, Standing], rounds: int, tiers: Sequence[Tier] = ()
    ) -> list[Standing]:
        """By tier, then total, then each tie-break; what is still level shares a rank.

        Who has no total has no values under tie-breaks either: those would leave games out.
        """
        counted = {player: row.counted for player, row in rows.items()}
        event = replace(self.event, rounds=max(rounds, 1), counted=counted)
        tier_of: dict[str, int] = {}
        for n, one in enumerate(tiers):
            for player in one.players:
                tier_of.setdefault(player, n)
        without_rank = self._without_rank(rows.values())
        groups: dict[str, _Group] = {
            player: (row.total is None, player in without_rank, tier_of.get(player, len(tiers)))
            for player, row in rows.items()
        }
        broken: dict[str, tuple[Found, ...]] = dict.fromkeys(rows, ())
        for break_ in self.breaks:
            now = replace(event, tied=_level(rows, groups, broken)) if break_.among else event
            values = break_.values(now)
            for player, before in broken.items():
                known = player not in event.unsure and rows[player].total is not None
                broken[player] = (*before, values.get(player, ()) if known else ())
        values_of = {player: tuple(map(value_of, found)) for player, found in broken.items()}
        # The double in front only saves comparing long fractions.
        order = {
            player: (float(total := row.total or Fraction()), total, values_of[player])
            for player, row in rows.items()
        }
        players = sorted(rows, key=lambda player: (player.casefold(), player))
        players.sort(key=order.__getitem__, reverse=True)
        players.sort(key=groups.__getitem__)
        ranked: list[Standing] = []
        above: object = None
        rank = 0
        for place, player in enumerate(players, 1):
            faulty, out, tier = group = groups[player]
            rank = rank if (group, order[player]) == above else place
            above = group, order[player]
            rank_ = None if faulty or out else rank
            above_by = tiers[tier].as_what if tier < len(tiers) else ""
            breaks, worked = values_of[player], broken[player]
            ranked.append(replace(rows[player], rank=rank_, breaks=breaks, worked=worked, tier=above_by))
        return ranked


_Group = tuple[bool, bool, int]
"""Players of faulty boards last, before them those without a rank, and the tiers of the others."""


def _level(
    rows: Mapping[str, Standing], groups: Mapping[str, _Group], broken: Mapping[str, Sequence[Found]]
) -> dict[str, set[str]]:
    """Who is level with each player so far, the player too."""
    place = {
        player: (groups[player], row.total, tuple(map(value_of, broken[player])))
        for player, row in rows.items()
    }
    level = gathered((same, player) for player, same in place.items())
    return {player: {*level[same]} for player, same in place.items()}


def _ranks_in_rounds(
    scores: Mapping[str, Mapping[Unit, Fraction | None]], elsewhere: Iterable[Result]
) -> dict[str, dict[Round, int]]:
    """Each player's rank in every round, but where they were elsewhere; who missed it is below all others."""
    by_round = gathered(
        (round_, score)
        for theirs in scores.values()
        for round_, score in theirs.items()
        if score is not None and not isinstance(round_, OneGame)
    )
    worst_first = {round_: sorted(by_round[round_]) for round_ in sorted(by_round, key=final_last)}
    away = {(one.player, one.round) for one in elsewhere}

    def rank(round_: Round, score: Fraction | None) -> int:
        others = worst_first[round_]
        return 1 + len(others) - (0 if score is None else bisect_right(others, score))

    return {
        player: {r: rank(r, theirs.get(r)) for r in worst_first if (player, r) not in away}
        for player, theirs in scores.items()
    }


def _doubled(double: Double | None, one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return None
    return one + other if double == "sum" else max(one, other)
