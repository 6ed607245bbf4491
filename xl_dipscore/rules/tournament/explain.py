"""Explain a rank: the total game by game, the difference from the ranks next to it, and the tie-breaks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from xl_dipscore.errors import Fault, did_you_mean, group_by_key, join
from xl_dipscore.rules.board import count_of
from xl_dipscore.rules.event.days import day_in_words
from xl_dipscore.rules.event.decision import Part
from xl_dipscore.rules.event.event import Event
from xl_dipscore.rules.event.games import Game, Round, SatOut, name_of, round_in_words, round_order, rounds_in
from xl_dipscore.rules.event.scored import Result, results_of, worth_of
from xl_dipscore.rules.event.settings import Settings
from xl_dipscore.rules.event.tiebreak import Found, value_of
from xl_dipscore.rules.event.typed import same_person
from xl_dipscore.rules.event.worth import Value, Worked
from xl_dipscore.rules.points import Exact, as_typed, text
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.formats import boards_deciding_places
from xl_dipscore.rules.tournament.games import NO_OPTIONS
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.table import Standing, Standings
from xl_dipscore.rules.tournament.teams import MemberScore, Team, TeamTable
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named


class NoSuchPlayer(Fault):
    """There is no player {name}.{hint}"""


class NoSuchTeam(Fault):
    """There is no team {name}.{hint}"""


@dataclass(frozen=True)
class Section:
    """A part of an explanation: lines of numbers under headings, or sentences."""

    title: str
    parts: Sequence[Part]
    headings: tuple[str, ...] = ()
    result: Part | None = None
    """The last line: the total, or the value of the tie-break."""

    @property
    def lines(self) -> Sequence[Part]:
        return [*self.parts, self.result] if self.result is not None else self.parts


@dataclass(frozen=True)
class Explained:
    player: str
    standing: Standing | None
    """None if the player played but is not in the table."""
    sections: Sequence[Section]

    def table(self) -> list[list[object]]:
        """All sections as one table. Each row has words, then exact numbers; blank rows separate sections."""
        rows: list[list[object]] = []
        for section in self.sections:
            rows += [[]] if rows else []
            rows.append([section.title, *section.headings])
            rows += ([line.words, *line.numbers] for line in section.lines)
        width = max(map(len, rows))
        return [[*row, *[None] * (width - len(row))] for row in rows]


def explain_total(
    system: System, games: Iterable[Game], settings: Settings, options: Mapping[str, object], player: str
) -> Explained:
    """Explain a player's total; the case and spaces of the name do not matter.

    Raises NoSuchPlayer, and the Faults of `standings`.
    """
    listed = list(games)
    name = player_in(listed, settings, player)
    table = standings(system, listed, settings, options)
    row = next((row for row in table if row.player == name), None)
    if row is None:
        others = f", which lists {join(one.player for one in table)} only" if table else ""
        absent = Part(f"{name} is not in the table{others}.")
        return Explained(name, None, [Section(f"{name} under {system.key}", [absent])])
    return explain_row(system, table, row, options)


def explain_row(
    system: System, table: Standings, row: Standing, options: Mapping[str, object] = NO_OPTIONS
) -> Explained:
    explains = system.explains
    own = [] if explains is None else [*explains(table.event, system.all_settings(options), row.player)]
    decided = Section("What decided", [*map(Part, _explain_rank(table, row))])
    sections = [_section_of_total(system, table, row), decided]
    sections += [Section(system.name, own)] if own else []
    broken = zip(table.tiebreaks, table.workings()[row.player], strict=True)
    sections += [_explain_tiebreak(table.event, row, name, found) for name, found in broken]
    return Explained(row.player, row, sections)


def player_in(games: Iterable[Game], settings: Settings, typed: str) -> str:
    """The player's name as the event spells it. Raises NoSuchPlayer, which suggests the most similar name."""
    seated = {seat.player for game in games for seat in game.seats}
    players = sorted(filter(None, seated | {stray.player for stray in settings.besides.rows}))
    name = " ".join(typed.split())
    known = {same_person(player): player for player in players}
    if same_person(name) not in known:
        raise NoSuchPlayer(field="player", name=repr(name), hint=did_you_mean(name, players))
    return known[same_person(name)]


def _section_of_total(system: System, table: Standings, row: Standing) -> Section:
    rule = system.key if table.rule == system.key else f"{system.key}, {table.rule}"
    theirs = {one.round for one in results_of(table.event.scored) if one.player == row.player}
    theirs |= {one.round for one in table.event.sat_out.get(row.player, ())}
    rounds = sorted({*table.rounds, *theirs}, key=round_order)
    lines = [line for round_ in rounds for line in _lines_of_round(table.event, row, round_)]
    if row.welcome:
        lines.append(Part("New player, once for the event", (None, None, row.welcome)))
    reasons = _lines_with_reasons(table.event, row.player)
    lines += reasons
    if rest := row.extra - sum(Fraction(part.numbers[-1] or 0) for part in reasons):
        lines.append(Part("Extra points, typed by the director", (None, None, rest)))
    result = Part("No total") if row.total is None else Part("Total", (None, None, row.total))
    return Section(f"{row.player} under {rule}", lines, ("Score", "Weight", "Counts"), result)


def _lines_with_reasons(event: Event, player: str) -> list[Part]:
    return [
        Part(f"{_where(one)}: extra points, {one.typed.reason}", (None, None, one.typed.extra))
        for one in event.results.get(player, ())
        if one.typed.reason and one.typed.extra
    ]


def _lines_of_round(event: Event, row: Standing, round_: Round) -> Iterator[Part]:
    """The lines of a round: each board with score, weight and product; a round that was missed or sat out."""
    theirs = [one for one in results_of(event.scored) if one.player == row.player and one.round == round_]
    times = [one for one in event.sat_out.get(row.player, ()) if one.round == round_]
    weight, rank = row.weights.get(round_), row.ranks.get(round_)
    counting = [one for one in theirs if one.game.counts]
    if not counting:
        missed = f"{name_of(round_)}: not played"
        if rank is not None and weight is not None and row.total is not None:
            numbers = (-rank, weight.exact, weight.of(Fraction(-rank)))
            yield Part(f"{missed}, so ranked {rank}: {weight}", numbers)
        elif not theirs and not times:
            yield Part(missed)
    for out in times:
        yield _explain_sit_out(event, row, out, played=bool(counting))
    deciding = boards_deciding_places(event) if event.settings.format == "top-places" else ()
    places = {id(one.game) for one in deciding}
    apart = {id(one.game) for one in event.scored if one.apart}
    best = max(counting, key=worth_of, default=None)
    for one in theirs:
        weight = row.weights.get(event.unit(one))
        where = f"{_where(one)}{', typed by the director' if one.typed.override is not None else ''}"
        if id(one.game) in apart:
            yield Part(f"{where}: adds no points")
        elif one.score is None:
            yield Part(f"{where}: no score")
        elif id(one.game) in places:
            yield Part(f"{where}: decides the place and adds nothing", (one.score, 0, 0))
        elif not one.game.counts:
            why = ", a board of weight 0: does not count" if not one.game.weight else ": does not count"
            yield Part(f"{where}{why}", (one.score, 0, 0))
        elif row.total is None:
            yield Part(where, (one.score,))
        elif weight is None:
            yield Part(f"{where}: dropped", (one.score, 0, 0))
        elif event.settings.double == "best" and one is not best and not event.of_games:
            yield Part(f"{where}: the better board of this round counts", (one.score, 0, 0))
        elif rank is not None and one is not best:
            yield Part(f"{where}: score {text(one.score)}, below the board that the rank is by")
        elif rank is not None:
            ranked = f"{where}: score {text(one.score)}, rank {rank}: {weight}"
            yield Part(ranked, (-rank, weight.exact, weight.of(Fraction(-rank))))
        else:
            of_board = one.game.weight
            weighs = f"{where}, a board of weight {as_typed(of_board)}" if of_board != 1 else where
            counts = weight.of(worth_of(one))
            yield Part(f"{weighs}: {weight}", (one.score, weight.exact * of_board, counts))


def _explain_sit_out(event: Event, row: Standing, out: SatOut, *, played: bool) -> Part:
    when = name_of(out.round) if out.date is None else day_in_words(out.date)
    weight = row.weights.get(out.unit if event.of_games else out.round)
    if event.worth_out is None or out not in event.rounds_sat_out(row.player):
        return Part(f"{when}: sat out")
    worth = event.worth_out.score
    if played and not event.of_games:
        both = "its sum with the game" if event.settings.double == "sum" else "the better of it and the game"
        return Part(f"{when}: sat out, worth {text(worth)}; {both} counts")
    if weight is None:
        return Part(f"{when}: sat out: dropped", (worth, 0, 0) if row.total is not None else (worth,))
    return Part(f"{when}: sat out: {weight}", (worth, weight.exact, weight.of(worth)))


def _where(result: Result) -> str:
    date = result.game.date
    when = name_of(result.round) if date is None or result.round == "Final" else day_in_words(date)
    return f"{when}, board {result.game.name}, {result.power}"


def _explain_rank(table: Standings, row: Standing) -> Iterator[str]:
    if row.rank is None:
        yield from _why_without_rank(table, row)
    else:
        by_rank = group_by_key((one.rank, one) for one in table if one.rank is not None)
        yield f"Rank {row.rank} of {sum(map(len, by_rank.values()))}."
        if level := [one for one in by_rank[row.rank] if one.player != row.player]:
            yield f"Level with {_names(level)} in everything: they share rank {row.rank}."
        if above := [rank for rank in by_rank if rank < row.rank]:
            yield _explain_difference(table, row, by_rank[max(above)], behind=True)
        if below := [rank for rank in by_rank if rank > row.rank]:
            yield _explain_difference(table, row, by_rank[min(below)], behind=False)
    if row.player in table.event.own_rounds:
        own = count_of(table.event.own_rounds[row.player], "round")
        yield f"Joined after round 1, so the total is divided by {own}, from the first one that they played."
    if (decimals := table.event.settings.decimals) is not None:
        yield f"Each score is rounded to {count_of(decimals, 'decimal')} before it counts."


def _explain_difference(table: Standings, row: Standing, others: Sequence[Standing], *, behind: bool) -> str:
    """A sentence about the first difference between a row and the rows of the next rank above or below.

    others: the rows of that next rank. behind: is that rank above the row?
    """
    other, names = others[0], _names(others)
    if row.tier != other.tier:
        return f"Below {names}: {other.tier}." if behind else f"Above {names} as {row.tier}."
    assert row.total is not None
    assert other.total is not None
    if row.total != other.total:
        word = "Behind" if behind else "Ahead of"
        return f"{word} {names} by the total: {_compare_values((row.total,), (other.total,))}."
    pairs = zip(map(_tiebreak_name, table.tiebreaks), row.breaks, other.breaks, strict=True)
    same = ["the total"]
    for name, mine, theirs in pairs:
        if mine != theirs:
            word = "behind" if behind else "ahead"
            return f"Level with {names} on {join(same)}; {word} by {name}: {_compare_values(mine, theirs)}."
        same.append(name)
    raise AssertionError(f"{row.player} and {other.player} are level in everything")


def _why_without_rank(table: Standings, row: Standing) -> Iterator[str]:
    counting = (one for one in table.scored if one.game.counts)
    theirs = [(one, its) for one in counting for its in one.results if its.player == row.player]
    if row.total is None:
        yield "No rank, because there is no total:"
        for one, its in theirs:
            for fault in one.faults:
                if one.scores is None or fault.seat == its.seat:
                    yield f"{_where(its)}: {fault.sentence}"
        for stray in table.event.settings.besides.rows:
            if stray.player == row.player:
                why = stray.faults or (f for one in table.scored for f in one.faults if f.row == stray.row)
                yield from (f"Row {stray.row}: {fault.sentence}" for fault in why)
    elif any(its.typed.unranked for _, its in theirs):
        yield "No rank: the director marked them Unranked."
    settings = table.event.settings
    for word, played, fewest in (
        ("round", len(rounds_in(row.scores)), settings.min_rounds),
        ("game", table.event.games_of(row.player), settings.min_games),
    ):
        if played < fewest:
            needed = "1 is" if fewest == 1 else f"{fewest} are"
            yield f"No rank: {count_of(played, word)} played, {needed} needed."


def _names(rows: Sequence[Standing]) -> str:
    """`Ann`, `Ann, Bob and Cat`, or `Ann, Bob and 5 others`."""
    players = [row.player for row in rows]
    return join(players) if len(players) <= 3 else join([*players[:2], f"{len(players) - 2} others"])


def _compare_values(mine: Value, theirs: Value) -> str:
    """`45.2 to 44.1`, rounded to 3 decimals, or to more if two different values would look the same."""
    for decimals in range(3, 16):
        one, other = _format_decimals(mine, decimals), _format_decimals(theirs, decimals)
        if one != other:
            break
    return f"{one} {'to' if len(mine) < 2 and len(theirs) < 2 else 'against'} {other}"


def _format_decimals(value: Value, decimals: int) -> str:
    return ", ".join(f"{float(n):.{decimals}f}".rstrip("0").rstrip(".") for n in value) or "none"


def _explain_tiebreak(event: Event, row: Standing, name: str, found: Found) -> Section:
    (known,) = tie_breaks_named([name])
    name = _tiebreak_name(name)
    title, name = f"Tie-break: {name}", name[:1].upper() + name[1:]
    if not isinstance(found, Worked):
        value = value_of(found)
        if len(value) == 1:
            return Section(title, [], result=Part(name, value))
        numbered = [Part(f"{n}.", (one,)) for n, one in enumerate(value, 1)]
        why = "Level with nobody here." if known.among else "No value, so ranked below those who have one."
        return Section(title, numbered or [Part(why)])
    headings = tuple(word.capitalize() for word in (*found.shown, found.heading))
    games = [
        Part(_where(game), (*(number(game) for number in found.shown.values()), found.amount(game)))
        for game in found.games
    ]
    if found.one_by_one:
        return Section(f"{title} (game by game, the best first)", games, headings)
    if _has_more(event, row, found):
        games.append(Part("Every game counts here, also those that do not count in the total."))
    over = f": the sum, divided by {text(found.over)} {found.of_what}" if found.of_what else ""
    made = Part(f"{name}{over}", (*[None] * len(found.shown), *found.value))
    return Section(title, games, headings, made)


def _tiebreak_name(name: str) -> str:
    (known,) = tie_breaks_named([name])
    return "what the director typed" if name == "typed" else known.short


def _has_more(event: Event, row: Standing, found: Worked) -> bool:
    """Does the tie-break use all games of the player, but the total only some of them?"""
    if len(found.games) < len(event.results.get(row.player, ())):
        return False
    units = [event.unit(game) for game in found.games]
    dropped = any(row.weights.get(unit) is None for unit in units)
    return dropped or (event.settings.double == "best" and len({*units}) < len(units))


STANDS_FOR = {"lowest": "the lowest there", "mean": "the mean there"}
"""The substitute score for a missing member of a team, in words, by the value of the option `missing`."""


class ExplainedTeam(NamedTuple):
    """A team, and the sections that explain its total."""

    team: Team
    sections: Sequence[Section]


def explain_team(table: TeamTable, typed: str) -> ExplainedTeam:
    """Explain a team's total; the case and spaces of the name do not matter. Raises NoSuchTeam."""
    name = " ".join(typed.split())
    team = next((team for team in table if team.name.casefold() == name.casefold()), None)
    if team is None:
        hint = did_you_mean(name, [team.name for team in table])
        raise NoSuchTeam(field="team", name=repr(name), hint=hint)
    lines = [Part(*_explain_share(table, share)) for share in team.shares]
    result = Part("No total") if team.total is None else Part("Total", (None, None, team.total))
    members = Section(f"{team.name}: {table.rule}", lines, ("Score", "Weight", "Counts"), result)
    decided = Section("What decided", [*map(Part, _explain_team_rank(table, team))])
    return ExplainedTeam(team, [members, decided])


class _ExplainedShare(NamedTuple):
    """One member's part in a team's total: in words, and the score, its weight and whether it counts."""

    words: str
    amounts: tuple[Exact | None, ...]


def _explain_share(table: TeamTable, share: MemberScore) -> _ExplainedShare:
    when = "" if share.round is None else f"{name_of(share.round)}, "
    who = share.player or f"a missing member, {STANDS_FOR[table.settings.missing]}"
    results = table.standings.event.results.get(share.player, ())
    powers = [one.power for one in results if share.round == one.round]
    played = f", {join(powers)}" if powers else ""
    how = "dropped" if share.weight is None else str(share.weight)
    weight = 0 if share.weight is None else share.weight.exact
    return _ExplainedShare(f"{when}{who}{played}: {how}", (share.score, weight, share.counts))


def _explain_team_rank(table: TeamTable, team: Team) -> Iterator[str]:
    if team.total is None:
        yield "No rank, because there is no total:"
        yield from (str(fault) for fault in team.faults)
        yield from (f"The score of {player} is not known." for player in team.unknown)
        return
    ranked = [one for one in table if one.total is not None]
    yield f"Rank {team.rank} of {len(ranked)}."
    if level := [one.name for one in ranked if one.rank == team.rank and one is not team]:
        yield f"Level with {join(level)}: they share rank {team.rank}."
    for word, others in (
        ("Behind", [one for one in reversed(ranked) if (one.rank or 0) < (team.rank or 0)]),
        ("Ahead of", [one for one in ranked if (one.rank or 0) > (team.rank or 0)]),
    ):
        names = [one.name for one in others if one.rank == others[0].rank]
        if others and others[0].total is not None:
            yield f"{word} {join(names)}: {_compare_values((team.total,), (others[0].total,))}."
    chosen = table.settings
    for round_ in (None,) if not table.rounds else table.rounds:
        there = [share for share in team.shares if share.round == round_ and share.player]
        if there and len(there) < chosen.size and chosen.missing == "nothing":
            when = "" if round_ is None else f" in {round_in_words(round_)}"
            yield f"{count_of(chosen.size - len(there), 'member')} missing{when}, for whom nothing counts."
