"""Totals and ranks of an event: who won, and why not me."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, overload

from xl_dipscore.errors import NA, NUM, Fault, Faults, join
from xl_dipscore.points import Exact, text
from xl_dipscore.system import System
from xl_dipscore.tournament.combine import Rule, is_own, own_rule, rule_of
from xl_dipscore.tournament.games import (
    NO_OPTIONS,
    Double,
    Game,
    Result,
    Round,
    Scored,
    doubles,
    final_last,
    located,
    results_of,
    score_games,
)
from xl_dipscore.tournament.mystery import Valued, value_solos
from xl_dipscore.tournament.pace import steady
from xl_dipscore.tournament.tiebreaks import Season, TieBreak, Value, chain

Format = Literal["league", "final", "top-board"]
TOP = 7


class TwoBoards(Fault):
    """{player} is on two boards of round {round}: {boards}."""


class FinalInLeague(Fault):
    """A round is called Final: the format must then be final, not {format}."""


class NoTopBoard(Fault):
    """No board of round {round} is called Top; if it is still to come, give the planned number of rounds."""


class TooFewRounds(Fault):
    """{given} rounds are planned, but there is a game of round {played}."""

    cell = NUM


@dataclass(frozen=True)
class Settings:
    """How an event's games become standings; None is the system's or the usual way."""

    combine: str | None = None
    rounds: int | None = None
    tiebreak: tuple[str, ...] | None = None
    format: Format | None = None
    groups: bool = False
    double: Double | None = None
    provisional: bool = False
    min_rounds: int = 0
    decimals: int | None = None
    unplayed: int = 0
    """Boards that are listed and not played yet: the event is not over."""


USUAL = Settings()


@dataclass(frozen=True)
class Standing:
    """One row of the standings. A score, and so the total, is None where a board is faulty."""

    rank: int | None
    player: str
    total: Fraction | None
    scores: Mapping[Round, Fraction | None]
    counted: tuple[Round, ...]
    breaks: tuple[Value, ...] = ()
    overridden: frozenset[Round] = frozenset()


@dataclass(frozen=True)
class Standings(Sequence[Standing]):
    """The rows, best first, and what their columns are."""

    rows: tuple[Standing, ...]
    rounds: tuple[Round, ...]
    tiebreaks: tuple[str, ...]
    rule: str
    scored: tuple[Scored, ...] = field(repr=False)
    notes: tuple[str, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Standing: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Standing]: ...
    def __getitem__(self, index: int | slice) -> Standing | Sequence[Standing]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def table(self) -> list[list[object]]:
        """A header and the rows: exact numbers, text, None where nothing is, "#N/A" where it is faulty."""
        names = [str(r) if r == "Final" else f"R{r}" for r in self.rounds]
        header: list[object] = ["Rank", "Player", "Total", *names, "Counted", *self.tiebreaks]
        return [header, *map(self._cells, self.rows)]

    def _cells(self, row: Standing) -> list[object]:
        played = {r: NA if score is None else score for r, score in row.scores.items()}
        scores = [played.get(r) for r in self.rounds]
        counted = " ".join(map(str, row.counted))
        total = NA if row.total is None else row.total
        return [row.rank, row.player, total, *scores, counted, *map(_shown, row.breaks)]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that leaves a score out."""
        return tuple(fault for one in self.scored for fault in one.faults)


@steady()
def standings(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Standings:
    """A row a player, best first, ranks 1, 1, 3; players of a faulty board last, without a rank.

    options: the system's own parameters.
    Raises Faults for an option, a rule, a tie-break or a format that is not one, and when a player is on two
    boards of one round and `double` does not say what then.
    """
    event = _event(system, list(games), settings, options)
    match event.format:
        case "league":
            rows = _league(event)
        case "final":
            rows = _final(event)
        case "top-board":
            rows = _top_board(event)
    return Standings(
        tuple(rows),
        tuple(event.columns),
        tuple(name for name, _ in event.chain),
        event.rule.name,
        tuple(event.scored),
        tuple(event.notes(rows)),
    )


@steady()
def scored_event(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
) -> list[Scored]:
    """The games of an event with their scores, the solos at what they are worth as far as it is known.

    Raises Faults for an option that is not one.
    """
    listed = list(games)
    played = last_round(listed)
    known = replace(settings, provisional=True)
    return _scored(system, listed, known, max(settings.rounds or 0, played), options).scored


@dataclass(frozen=True)
class _Event:
    """What the formats work on."""

    system: System
    settings: Settings
    format: Format
    rule: Rule
    rounds: int
    scored: Sequence[Scored]
    divisors: Mapping[str, int]
    welcome: Exact
    chain: Sequence[tuple[str, TieBreak]]

    @property
    def by_points(self) -> Sequence[Scored]:
        """The games that make points: where a Final was won that stands alone, all but that."""
        return [one for one in self.scored if not _stands_alone(self.system, one.game)]

    @property
    def played(self) -> int:
        """The last numbered round that has a game."""
        return last_round(one.game for one in self.scored)

    @property
    def columns(self) -> list[Round]:
        numbered: list[Round] = [*range(1, max(self.rounds, self.played) + 1)]
        return [*numbered, "Final"] if self.has_final else numbered

    @property
    def has_final(self) -> bool:
        return any(one.game.round == "Final" for one in self.scored)

    @property
    def tops(self) -> list[Scored]:
        """The top board: the board of that name in the last round."""
        return [one for one in self.scored if one.game.round == self.played and one.game.is_top]

    def notes(self, rows: Iterable[Standing]) -> Iterator[str]:
        if self.format == "final" and not self.has_final:
            yield "No round is called Final yet: this is the table before it."
        if self.format == "top-board" and not self.tops:
            yield f"No board of round {self.played} is called Top yet: this is the table before it."
        if any(_stands_alone(self.system, one.game) for one in self.scored):
            yield "The Final was won: it decides who is first and adds no points."
        for position, (name, _) in enumerate(self.chain):
            without = [row.player for row in rows if row.total is not None and not row.breaks[position]]
            if without and name == "mean centres":
                yield f"Without a centre chart for every game there are no mean centres: {join(without)}."
        if self.settings.min_rounds:
            few = [row.player for row in rows if len(row.scores) < self.settings.min_rounds]
            if few:
                yield f"Fewer than {self.settings.min_rounds} rounds played: {join(few)}."


def last_round(games: Iterable[Game]) -> int:
    """The highest numbered round that has a game; 0 when none has."""
    return max((game.round for game in games if isinstance(game.round, int)), default=0)


def _event(system: System, games: list[Game], settings: Settings, options: Mapping[str, object]) -> _Event:
    played = last_round(games)
    rounds = settings.rounds or played
    if rounds < played:
        raise Faults([TooFewRounds(field="rounds", given=rounds, played=played)])
    has_final = any(game.round == "Final" for game in games)
    format_ = settings.format or ("final" if has_final else "league")
    if has_final and format_ != "final":
        raise Faults([FinalInLeague(field="format", format=format_)])
    own = system.event_settings(options)
    named = settings.combine
    try:
        rule = own_rule(system, **own) if named is None or is_own(named, system) else rule_of(named)
        breaks = chain(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    except Fault as fault:
        raise Faults([fault]) from None
    valued = _scored(system, games, settings, rounds, options)
    _refuse_doubles(valued.scored, settings)
    divisors = valued.rounds if named is None or is_own(named, system) else {}
    welcome = system.welcome(system.settings(options)) if system.welcome is not None else 0
    return _Event(system, settings, format_, rule, rounds, valued.scored, divisors, welcome, breaks)


def _scored(
    system: System, games: Sequence[Game], settings: Settings, rounds: int, options: Mapping[str, object]
) -> Valued:
    """Every game with its scores, in the order given."""
    if system.event != "solo value":
        return Valued(score_games(system, games, options, decimals=settings.decimals), {})
    alone = [game for game in games if _stands_alone(system, game)]
    valued = value_solos(
        system,
        [game for game in games if not _stands_alone(system, game)],
        options,
        rounds=rounds,
        provisional=settings.provisional,
        unplayed=settings.unplayed,
        decimals=settings.decimals,
    )
    apart = [
        replace(one, scores=(None,) * 7)
        for one in score_games(system, alone, {**options, "solo": 0}, decimals=settings.decimals)
    ]
    return replace(valued, scored=valued.scored + apart)


def _stands_alone(system: System, game: Game) -> bool:
    """Where a solo is worth what the event makes it, a Final that was won decides it, and makes no points."""
    won = game.board is not None and game.board.winner is not None
    return system.event == "solo value" and game.round == "Final" and won


def _refuse_doubles(scored: Sequence[Scored], settings: Settings) -> None:
    """Raises Faults, with everything else that is wrong, when somebody is on two boards of a round."""
    if settings.double is not None:
        return
    twice: list[Fault] = []
    for before, result in doubles(scored):
        boards = join([before.game.name, result.game.name])
        fault = TwoBoards(
            seat=result.seat, field="player", player=result.player, round=result.round, boards=boards
        )
        twice.extend(located([fault], result.game.place))
    if twice:
        raise Faults([*(fault for one in scored for fault in one.faults), *twice])


def _shown(value: Value) -> object:
    """A tie-break's value as a cell: a number, or several as text, the weightiest first."""
    if len(value) > 1:
        return " ".join(map(text, value))
    return value[0] if value else None


# -- one table --------------------------------------------------------------------------------


def _totalled(event: _Event, scored: Iterable[Scored], rounds: int) -> dict[str, Standing]:
    """A row for each player of these games, without a rank."""
    mine: dict[str, list[Result]] = {}
    for result in results_of(scored):
        mine.setdefault(result.player, []).append(result)
    return {player: _row(event, player, results, rounds) for player, results in mine.items()}


def _row(event: _Event, player: str, results: Sequence[Result], rounds: int) -> Standing:
    scores: dict[Round, Fraction | None] = {}
    for result in sorted(results, key=lambda result: final_last(result.round)):
        if result.round not in scores:
            scores[result.round] = result.score
        else:
            scores[result.round] = _doubled(event.settings.double, scores[result.round], result.score)
    known = {round_: score for round_, score in scores.items() if score is not None}
    combined = None
    if len(known) == len(scores):
        combined = event.rule(known, event.divisors.get(player, rounds))
    typed = frozenset(result.round for result in results if result.typed.override is not None)
    total, counted = combined if combined is not None else (None, ())
    new = event.welcome and any(r.board and r.seat in r.board.new_player for r in results)
    if total is not None and new:
        total += event.welcome
    return Standing(None, player, total, scores, counted, overridden=typed)


def _doubled(double: Double | None, one: Fraction | None, other: Fraction | None) -> Fraction | None:
    if one is None or other is None:
        return None
    return one + other if double == "sum" else max(one, other)


def _league(event: _Event) -> list[Standing]:
    return _ranked(event, _totalled(event, event.scored, event.rounds), event.rounds)


def _final(event: _Event) -> list[Standing]:
    """The Final's winner first; a drawn final counts in full and is added.

    Where a solo is worth what the event makes it, a drawn final is one more round of the event instead, and
    the table holds the finalists only, the draw's members above the others.
    """
    finals = [one for one in event.scored if one.game.round == "Final"]
    before = [one for one in event.scored if one.game.round != "Final"]
    players = list(results_of(finals))
    winner = {result.player for result in players if result.won}
    if not finals:
        return _league(event)
    if event.system.event != "solo value":
        return _ranked(event, _added(event, before, finals, event.rounds), event.rounds + 1, [winner])
    if any(_stands_alone(event.system, one.game) for one in finals):
        return _ranked(event, _totalled(event, before, event.rounds), event.rounds, [winner])
    rows = _totalled(event, event.scored, event.rounds + 1)
    if any(one.scores is None for one in finals):
        return _ranked(event, rows, event.rounds + 1)
    drew = {result.player for result in players if result.drew}
    table = {result.player: rows[result.player] for result in players}
    return _ranked(event, table, event.rounds + 1, [drew])


def _top_board(event: _Event) -> list[Standing]:
    """The Top board's seven first; the rounds before it make an event one round shorter, the last is added.

    Where a solo is worth what the event makes it, every round is an ordinary one, and only the champion is
    the best of the Top board.
    """
    last, tops = event.played, event.tops
    to_come = event.settings.unplayed and event.settings.rounds
    if not tops and last == event.rounds > 0 and not to_come:
        raise Faults([NoTopBoard(field="format", round=last)])
    top = {result.player for result in results_of(tops)}
    if event.system.event == "solo value":
        rows = _totalled(event, event.scored, event.rounds)
        won = {result.player for result in results_of(tops) if result.won}
        best = won or {
            row.player
            for row in _ranked(event, {player: rows[player] for player in top}, event.rounds)
            if row.rank == 1
        }
        return _ranked(event, rows, event.rounds, [best])
    final_round = last if tops else event.rounds
    before = [one for one in event.scored if one.game.round != final_round]
    lasts = [one for one in event.scored if one.game.round == final_round]
    shorter = max(event.rounds - 1, 1)
    rows = _added(event, before, lasts, shorter)
    tiers = [top]
    if event.settings.groups:
        qualifying = replace(event, scored=before)
        table = _ranked(qualifying, _totalled(qualifying, before, shorter), shorter)
        order = {row.player: place for place, row in enumerate(table)}
        groups = [{result.player for result in results_of([one])} for one in lasts if not one.game.is_top]
        tiers += sorted(groups, key=lambda group: min((order.get(p, len(order)) for p in group), default=0))
    return _ranked(event, rows, event.rounds, tiers)


def _added(
    event: _Event, before: Iterable[Scored], last: Iterable[Scored], rounds: int
) -> dict[str, Standing]:
    """The rounds before, combined, and the last one added to them in full."""
    rows = _totalled(event, before, rounds)
    for player, final in _totalled(replace(event, rule=rule_of("sum")), last, rounds).items():
        row = rows.get(player, Standing(None, player, Fraction(), {}, ()))
        total = None if row.total is None or final.total is None else row.total + final.total
        rows[player] = replace(
            row,
            total=total,
            scores={**row.scores, **final.scores},
            counted=(*row.counted, *final.counted) if total is not None else (),
            overridden=row.overridden | final.overridden,
        )
    return rows


# -- ranks ------------------------------------------------------------------------------------


def _ranked(
    event: _Event, rows: Mapping[str, Standing], rounds: int, tiers: Sequence[set[str]] = ()
) -> list[Standing]:
    """The rows in order, with ranks: by tier, then total, then each tie-break; what is still level shares.

    tiers: groups of players that stand above everybody after them, whatever their points.
    """
    season = _season(event, rows, rounds)
    tier_of: dict[str, int] = {}
    for n, players in enumerate(tiers):
        for player in players:
            tier_of.setdefault(player, n)
    values = [value_of(season) for _, value_of in event.chain]
    unranked = {result.player for result in results_of(season.scored) if result.typed.unranked}
    entries: list[tuple[_Group, _Level, Standing]] = []
    for row in sorted(rows.values(), key=lambda row: (row.player.casefold(), row.player)):
        tier = tier_of.get(row.player, len(tiers))
        out = row.player in unranked or len(row.scores) < event.settings.min_rounds
        total = row.total or Fraction()
        # The double in front only saves comparing long fractions.
        level = (float(total), total, tuple(value.get(row.player, ()) for value in values))
        entries.append(((row.total is None, out, tier), level, row))
    entries.sort(key=lambda entry: entry[1], reverse=True)
    entries.sort(key=lambda entry: entry[0])
    ranked: list[Standing] = []
    above: object = None
    rank = 0
    for place, (group, level, row) in enumerate(entries, 1):
        rank = rank if (group, level) == above else place
        above = group, level
        faulty, out, _ = group
        ranked.append(replace(row, rank=None if faulty or out else rank, breaks=level[2]))
    return ranked


_Group = tuple[bool, bool, int]
"""Faulty boards last, before them who has no rank, and the tiers of the others."""
_Level = tuple[float, Fraction, tuple[Value, ...]]
"""What a row is ordered by: the total, and each tie-break."""


def _season(event: _Event, rows: Mapping[str, Standing], rounds: int) -> Season:
    results: dict[str, list[Result]] = {player: [] for player in rows}
    scored = event.by_points
    for result in results_of(scored):
        if result.player in results:
            results[result.player].append(result)
    counted = {player: row.counted for player, row in rows.items()}
    return Season(scored, results, counted, max(rounds, 1), event.settings.double)
