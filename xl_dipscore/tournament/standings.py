"""Totals and ranks of an event: who won, and why not me."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, overload

from xl_dipscore.errors import NA, NUM, Fault, Faults, join
from xl_dipscore.points import Exact, text
from xl_dipscore.system import System
from xl_dipscore.tournament.combine import Rule, own_rule, rule_of
from xl_dipscore.tournament.games import (
    NO_OPTIONS,
    Double,
    Game,
    Result,
    Round,
    Scored,
    final_last,
    located,
    results_of,
    score_games,
)
from xl_dipscore.tournament.mystery import value_solos
from xl_dipscore.tournament.tiebreaks import Season, TieBreak, Value, chain

Format = Literal["league", "final", "top-board"]
TOP = 7


class TwoBoards(Fault):
    """{player} is on two boards of round {round}: {boards}."""


class NoFinal(Fault):
    """There is no round called Final in the games."""


class FinalInLeague(Fault):
    """There is a round called Final: that is the format final, not {format}."""


class NoTopBoard(Fault):
    """No board of round {round} is called Top."""


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
    def columns(self) -> list[Round]:
        played = [one.game.round for one in self.scored]
        last = max([self.rounds, *(r for r in played if isinstance(r, int))])
        numbered: list[Round] = [*range(1, last + 1)]
        return [*numbered, "Final"] if "Final" in played else numbered

    def notes(self, rows: Iterable[Standing]) -> Iterator[str]:
        for position, (name, _) in enumerate(self.chain):
            without = [row.player for row in rows if row.total is not None and not row.breaks[position]]
            if without and name == "mean centres":
                yield f"Without a centre chart for every game there are no mean centres: {join(without)}."
        if self.settings.min_rounds:
            few = [row.player for row in rows if len(row.scores) < self.settings.min_rounds]
            if few:
                yield f"Fewer than {self.settings.min_rounds} rounds played: {join(few)}."


def _event(system: System, games: list[Game], settings: Settings, options: Mapping[str, object]) -> _Event:
    played = max((game.round for game in games if isinstance(game.round, int)), default=0)
    rounds = settings.rounds or played
    if rounds < played:
        raise Faults([TooFewRounds(field="rounds", given=rounds, played=played)])
    has_final = any(game.round == "Final" for game in games)
    format_ = settings.format or ("final" if has_final else "league")
    if has_final and format_ != "final":
        raise Faults([FinalInLeague(field="format", format=format_)])
    if format_ == "final" and not has_final:
        raise Faults([NoFinal(field="format")])
    try:
        own = system.event_settings(options)
        rule = own_rule(system, **own) if settings.combine is None else rule_of(settings.combine)
        breaks = chain(system.tiebreak if settings.tiebreak is None else settings.tiebreak)
    except Fault as fault:
        raise Faults([fault]) from None
    divisors: Mapping[str, int] = {}
    if system.event == "solo value":
        counted = [game for game in games if not _stands_alone(game)]
        alone = [game for game in games if _stands_alone(game)]
        valued = value_solos(
            system,
            counted,
            options,
            rounds=rounds,
            provisional=settings.provisional,
            unplayed=settings.unplayed,
            decimals=settings.decimals,
        )
        scored = valued.scored + score_games(
            system, alone, {**options, "solo": 0}, decimals=settings.decimals
        )
        divisors = valued.rounds if settings.combine is None else {}
    else:
        scored = score_games(system, games, options, decimals=settings.decimals)
    _refuse_doubles(scored, settings)
    welcome = system.welcome(system.settings(options)) if system.welcome is not None else 0
    return _Event(system, settings, format_, rule, rounds, scored, divisors, welcome, breaks)


def _stands_alone(game: Game) -> bool:
    """A soloed Final decides the event and is no part of its points."""
    return game.round == "Final" and game.board is not None and game.board.winner is not None


def _refuse_doubles(scored: Iterable[Scored], settings: Settings) -> None:
    if settings.double is not None:
        return
    faults: list[Fault] = []
    seated: dict[tuple[str, Round], Result] = {}
    for result in results_of(scored):
        before = seated.setdefault((result.player, result.round), result)
        if before is not result:
            boards = join([before.game.name, result.game.name])
            twice = TwoBoards(
                seat=result.seat, field="player", player=result.player, round=result.round, boards=boards
            )
            faults.extend(located([twice], result.game.place))
    if faults:
        raise Faults(faults)


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
    if total is not None and any(r.board and r.seat in r.board.new_player for r in results):
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
    winner, finalists, drew = set(), set(), set()
    for result in results_of(finals):
        finalists.add(result.player)
        if result.won:
            winner.add(result.player)
        if result.drew:
            drew.add(result.player)
    before = [one for one in event.scored if one.game.round != "Final"]
    if event.system.event == "solo value":
        if winner:
            rows = _totalled(event, before, event.rounds)
            last = {result.player: result for result in results_of(finals)}
            rows = {
                player: replace(
                    row, scores={**row.scores, **({"Final": last[player].score} if player in last else {})}
                )
                for player, row in rows.items()
            }
            return _ranked(event, rows, event.rounds, [winner])
        further = replace(event, divisors={p: n + 1 for p, n in event.divisors.items()})
        rows = _totalled(further, event.scored, event.rounds + 1)
        return _ranked(event, {p: rows[p] for p in finalists}, event.rounds + 1, [drew])
    rows = _added(event, before, finals, event.rounds)
    return _ranked(event, rows, event.rounds + 1, [winner])


def _top_board(event: _Event) -> list[Standing]:
    """The Top board's seven first; the rounds before it make an event one round shorter, the last is added.

    Where a solo is worth what the event makes it, every round is an ordinary one, and only the champion is
    the best of the Top board.
    """
    last = max((one.game.round for one in event.scored if isinstance(one.game.round, int)), default=0)
    lasts = [one for one in event.scored if one.game.round == last]
    tops = [one for one in lasts if one.game.is_top]
    if not tops:
        raise Faults([NoTopBoard(field="format", round=last)])
    top = {result.player for result in results_of(tops)}
    if event.system.event == "solo value":
        rows = _totalled(event, event.scored, event.rounds)
        won = {result.player for result in results_of(tops) if result.won}
        best = won or {p for p, _ in _best_of(event, rows, top)}
        return _ranked(event, rows, event.rounds, [best])
    before = [one for one in event.scored if one.game.round != last]
    rows = _added(event, before, lasts, max(event.rounds - 1, 1))
    tiers = [top]
    if event.settings.groups:
        qualifying = _ranked(event, _totalled(event, before, max(event.rounds - 1, 1)), event.rounds)
        order = {row.player: place for place, row in enumerate(qualifying)}
        groups = [{result.player for result in results_of([one])} for one in lasts if not one.game.is_top]
        tiers += sorted(groups, key=lambda group: min(order.get(p, len(order)) for p in group))
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


def _best_of(event: _Event, rows: Mapping[str, Standing], players: set[str]) -> list[tuple[str, Standing]]:
    ranked = _ranked(event, {player: rows[player] for player in players}, event.rounds)
    return [(row.player, row) for row in ranked if row.rank == 1]


# -- ranks ------------------------------------------------------------------------------------


def _ranked(
    event: _Event, rows: Mapping[str, Standing], rounds: int, tiers: Sequence[set[str]] = ()
) -> list[Standing]:
    """The rows in order, with ranks: by tier, then total, then each tie-break; what is still level shares.

    tiers: groups of players that stand above everybody after them, whatever their points.
    """
    season = _season(event, rows, rounds)
    values = [value_of(season) for _, value_of in event.chain]
    unranked = {r.player for one in season.results.values() for r in one if r.typed.unranked}
    keyed = []
    for row in rows.values():
        row = replace(row, breaks=tuple(value.get(row.player, ()) for value in values))
        tier = next((n for n, tier in enumerate(tiers) if row.player in tier), len(tiers))
        out = row.player in unranked or len(row.scores) < event.settings.min_rounds
        keyed.append(((row.total is None, out, tier), row))
    keyed.sort(key=lambda pair: (pair[1].player.casefold(), pair[1].player))
    keyed.sort(key=lambda pair: (pair[1].total or 0, pair[1].breaks), reverse=True)
    keyed.sort(key=lambda pair: pair[0])
    ranked: list[Standing] = []
    above: object = None
    rank = 0
    for place, ((faulty, out, tier), row) in enumerate(keyed, 1):
        level = (tier, row.total, row.breaks)
        rank = rank if level == above else place
        above = level
        ranked.append(row if faulty or out else replace(row, rank=rank))
    return ranked


def _season(event: _Event, rows: Mapping[str, Standing], rounds: int) -> Season:
    results: dict[str, list[Result]] = {player: [] for player in rows}
    for result in results_of(event.scored):
        if result.player in results:
            results[result.player].append(result)
    counted = {player: row.counted for player, row in rows.items()}
    return Season(event.scored, results, counted, max(rounds, 1))
