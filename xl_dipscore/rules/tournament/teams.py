"""Team tables: each team's total from the scores of its members.

Teams are typed beside players in the column Team: on the sheet Players, or in the rows of games. A rule for
combining rounds combines the members' scores in the rounds of the option `team rounds`: `best 5` adds up the
best five of all scores, `best 5 per round` the best five of each round, and `best 5 of totals` the best five
totals of members. If teams have a size, the option `team missing` sets the score of a missing member: none
(`nothing`), or the lowest or the mean score of all players in that round. With `nothing`, the rule `mean` is
the mean of the members who play, and `mean all` divides by the size.

ManorCon's sevens: a team has seven players, one for each power, and its total is the sum of their scores in
the round on Saturday. With three rounds that is `team rule` sum, `team size` 7, `team rounds` 2.

The World Cup of webDiplomacy: a team has four players in five games, of which two are gunboat, played by one
member and worth half. A game gives 420 for a win, 420 / n for a draw, and a point a centre, 18 for a win; a
team's total is the sum. That is `team rule` sum, `team size` 4, under CUSTOM with `win` 420, `draw` 210 140
105 84 70 60 and `cap centres` 18; the two gunboat games are in two rounds, with Weight 0.5.

A score in a round is multiplied by the weight of its board. Only totals include extra points.

Open:
    ManorCon's pages say that the total of the round counts. They do not say how a missing member counts (read
    as: nothing), or how level teams are separated (read as: they share a rank). The World Cup wants a
    substitute for a missing player, who counts as a member. How an empty place counts was not found: read as
    nothing. Of level teams in its final, the team with more points in the group stage is first; a table of
    teams knows one stage only, so here level teams share a rank. No page says whether an unranked player
    counts: whoever has a team counts for it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from xl_dipscore.errors import NA, Fault, check_items, check_once, join, join_at_most, without_cycle_collector
from xl_dipscore.rules.event.decision import Weight
from xl_dipscore.rules.event.games import Game, Round, add_places, heading_of, round_in_words, round_order
from xl_dipscore.rules.event.scored import Result, Scored, results_of
from xl_dipscore.rules.event.settings import USUAL, Settings, TeamRule
from xl_dipscore.rules.points import text
from xl_dipscore.rules.system import System
from xl_dipscore.rules.tournament.combine import Rule, ways
from xl_dipscore.rules.tournament.games import NO_OPTIONS
from xl_dipscore.rules.tournament.standings import standings
from xl_dipscore.rules.tournament.table import BestFirst, Standing, Standings, rounds_with_columns

Scope = Literal["", "per round", "of totals"]
"""The scores that a rule combines: all scores (""), the scores of each round by themselves, or totals."""
KINDS = frozenset({"sum", "mean", "mean all", "best N", "drop N", "weights such as 100/100/50"})
"""The kinds of rules for combining rounds that can also combine the scores of a team."""
NAMED = 3
"""The most names in one sentence."""


class UnknownTeamRule(Fault):
    """There is no rule {name} for teams. Known: {known}, alone or with "per round" or "of totals"."""

    cell = NA


class NotTeamRounds(Fault):
    """{value} is not all, Final or numbers of rounds, such as 1, 3."""


class RoundsOfTotals(Fault):
    """Totals include all rounds: leave out either the rounds of teams or "of totals"."""


class TwoTeams(Fault, remedy="Give the player one team, spelt the same way everywhere."):
    """{player} is in two teams, {team} and {other}."""


class TeamOfNobody(Fault, remedy="Type the player, or remove the team."):
    """No player has the team {team}."""


class TooManyMembers(Fault, remedy="Correct a player's team, or the size of teams."):
    """{team} has {count} members{when}, more than {size}: {players}."""


class MemberScore(NamedTuple):
    """One score of a member, in a round or in total, and its weight in the team's total."""

    player: str
    """The member's name; blank for a missing member."""
    round: Round | None
    """None if the score is the member's total."""
    score: Fraction
    weight: Weight | None
    """None if the score is dropped."""

    @property
    def counts(self) -> Fraction:
        return Fraction() if self.weight is None else self.weight.of(self.score)


@dataclass(frozen=True)
class Team:
    """One row of the team table. The total is None if a member's score is unknown or the team has a fault."""

    rank: int | None
    name: str
    total: Fraction | None
    members: tuple[str, ...]
    shares: tuple[MemberScore, ...] = ()
    faults: tuple[Fault, ...] = ()
    """Faults of the team itself, not of boards."""
    unknown: tuple[str, ...] = ()
    """Members with an unknown score."""

    def share_of_round(self, round_: Round) -> Fraction | None:
        shares = [share for share in self.shares if share.round == round_]
        return sum((share.counts for share in shares), Fraction()) if shares else None


@dataclass(frozen=True)
class TeamTable(BestFirst[Team]):
    """The teams, best first, and the facts about their columns."""

    rule: str
    settings: TeamRule
    standings: Standings = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of all teams, each once. Faults of boards are not among them."""
        return tuple({str(fault): fault for team in self.rows for fault in team.faults}.values())

    def table(self) -> list[list[object]]:
        """A header and the rows: exact numbers and text; None is blank, and "#N/A" is an unknown total."""
        header: list[object] = ["Rank", "Team", "Total", *self.headings, "Counted", "Dropped"]
        return [header, *map(self._cells, self.rows)]

    def _cells(self, team: Team) -> list[object]:
        if team.total is None:
            return [None, team.name, NA, *[None] * len(self.rounds), join_at_most(team.members, NAMED), None]
        made = map(team.share_of_round, self.rounds)
        counted = [share for share in team.shares if share.weight is not None]
        dropped = [share for share in team.shares if share.weight is None]
        return [team.rank, team.name, team.total, *made, _list_contributions(counted), _list_dropped(dropped)]


def _list_contributions(shares: Iterable[MemberScore]) -> str | None:
    """`Ann 34.5, Bob 20`: the points that each member adds to the total, the most points first."""
    gave: dict[str, Fraction] = {}
    for share in shares:
        gave[share.player] = gave.get(share.player, Fraction()) + share.counts
    best = sorted(gave, key=lambda player: (-gave[player], not player, player.casefold()))
    return ", ".join(f"{player or 'missing'} {text(gave[player])}" for player in best) or None


def _list_dropped(shares: Iterable[MemberScore]) -> str | None:
    """`Cat 5 (R2)`: the dropped scores, each with its round."""
    parts = []
    for share in shares:
        when = "" if share.round is None else f" ({heading_of(share.round)})"
        parts.append(f"{share.player or 'missing'} {text(share.score)}{when}")
    return ", ".join(parts) or None


# -- the rule ---------------------------------------------------------------------------------


class _OfTeams(NamedTuple):
    """A rule for teams: the rule that combines scores, and the scores that it combines."""

    rule: Rule
    scope: Scope

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.rule.name, self.scope)))


def team_rule(typed: str) -> _OfTeams:
    """Parse `best 5`, `mean per round` or `sum of totals`, in any case or spacing. Raises UnknownTeamRule."""
    folded = re.sub(r"[\s_-]", "", typed).casefold()
    scopes: tuple[Scope, ...] = ("per round", "of totals")
    scope: Scope = next((one for one in scopes if folded.endswith(one.replace(" ", ""))), "")
    folded = folded.removesuffix(scope.replace(" ", ""))
    known = [way for way in ways() if way.name in KINDS]
    for way in known:
        if found := re.fullmatch(way.pattern, folded):
            return _OfTeams(way.make(*found.groups()), scope)
    names = join([way.name for way in known], "or")
    raise UnknownTeamRule(field="team rule", name=repr(typed), known=names)


def rounds_chosen(typed: str) -> frozenset[Round] | None:
    """Parse `1, 3, Final`, or `all` (as None). Raises NotTeamRounds, EmptyItem and NamedTwice."""
    if typed.strip().casefold() in ("", "all"):
        return None
    check_items("team rounds", typed)
    words = re.split(r"[\s,;/]+", typed.strip())
    check_once("team rounds", words)
    found: set[Round] = set()
    for word in words:
        if word.casefold() == "final":
            found.add("Final")
        elif word.isdecimal() and int(word):
            found.add(int(word))
        else:
            raise NotTeamRounds(field="team rounds", value=repr(typed))
    return frozenset(found)


# -- the teams --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Roll:
    """The members of each team, and the faults in the typed teams."""

    teams: Mapping[str, Sequence[str]]
    """The players of each team. Teams and players are in alphabetical order."""
    faults: Mapping[str, Sequence[Fault]]
    team_of: Mapping[str, str]
    """Each player's team, spelt as it was typed first."""


def _roll(games: Sequence[Game]) -> _Roll:
    spelt: dict[str, str] = {}
    named: dict[str, str] = {}
    faults: dict[str, list[Fault]] = {}
    reported: set[tuple[str, str]] = set()
    for game in sorted(games, key=lambda game: round_order(game.round)):
        for n, seat in enumerate(game.seats):
            if not seat.team:
                continue
            team = spelt.setdefault(seat.team.casefold(), seat.team)
            if not seat.player:
                nobody = TeamOfNobody(seat=n, field="team", team=team)
                faults.setdefault(team, []).extend(add_places([nobody], game.place))
                continue
            first = named.setdefault(seat.player, team)
            if first != team and (seat.player, team) not in reported:
                reported.add((seat.player, team))
                two = TwoTeams(seat=n, field="team", player=seat.player, team=first, other=team)
                for one in (first, team):
                    faults.setdefault(one, []).extend(add_places([two], game.place))
    teams: dict[str, list[str]] = {team: [] for team in sorted(spelt.values(), key=str.casefold)}
    for player in sorted(named, key=str.casefold):
        teams[named[player]].append(player)
    return _Roll(teams, faults, named)


@without_cycle_collector()
def team_table(
    system: System,
    games: Iterable[Game],
    settings: Settings = USUAL,
    options: Mapping[str, object] = NO_OPTIONS,
    *,
    table: Standings | None = None,
) -> TeamTable:
    """A row for each team, best first, with ranks such as 1, 1, 3. Teams without a total come last, unranked.

    A team that is typed beside a player in one game is the player's team in all games. The score of a seat
    without a player is added to no team.
    table: the standings; None: compute the standings.
    Raises Faults as `standings` does, and for an invalid `team rule` or invalid `team rounds`.
    """
    listed = list(games)
    rule, chosen = team_rule(settings.team.rule), rounds_chosen(settings.team.rounds)
    if rule.scope == "of totals" and chosen is not None:
        raise RoundsOfTotals(field="team rounds")
    table = table or standings(system, listed, settings, options)
    roll = _roll(listed)
    rounds = tuple(r for r in rounds_with_columns(table.event) if chosen is None or r in chosen)
    making = _Making(table, settings.team, rule, () if rule.scope == "of totals" else rounds, roll)
    rows = [making.team(name, players) for name, players in roll.teams.items()]
    notes = tuple(_notes(table, listed, settings, roll, chosen))
    return TeamTable(_rank_teams(rows), making.rounds, rule.name, settings.team, table, notes)


def _rank_teams(teams: Iterable[Team]) -> tuple[Team, ...]:
    """Rank teams by total. Teams with the same total share a rank and stay in alphabetical order."""
    rows = sorted(teams, key=lambda team: (team.total is None, -(team.total or 0)))
    totals = [team.total for team in rows]
    return tuple(
        team if team.total is None else replace(team, rank=1 + totals.index(team.total)) for team in rows
    )


@dataclass(frozen=True)
class _Making:
    """Makes rows of the team table from the standings, the rule and the members of each team."""

    table: Standings
    settings: TeamRule
    rule: _OfTeams
    rounds: tuple[Round, ...]
    """The rounds whose scores are combined; empty if the rule combines the members' totals."""
    roll: _Roll

    def team(self, name: str, players: Sequence[str]) -> Team:
        own = list(self.roll.faults.get(name, ()))
        rows = (self._rows[player] for player in players if player in self._rows)
        scores = [found for row in rows for found in self._scores_of(row)]
        unknown = tuple(dict.fromkeys(player for player, _, score in scores if score is None))
        own += self._too_many(name, players)
        if own or unknown:
            return Team(None, name, None, tuple(players), (), tuple(own), unknown)
        known = [
            MemberScore(player, when, score, None) for player, when, score in scores if score is not None
        ]
        there = {when: [share for share in known if share.round == when] for when in self._parts}
        groups = [[*group, *self._for_missing(when, group)] for when, group in there.items()]
        if not self.rule.scope:
            groups = [[share for group in groups for share in group]]
        shares = tuple(share for group in groups for share in self._weigh_group(group))
        total = sum((share.counts for share in shares), Fraction())
        return Team(None, name, total, tuple(players), shares)

    @cached_property
    def _rows(self) -> Mapping[str, Standing]:
        return {row.player: row for row in self.table}

    @property
    def _counting(self) -> Sequence[Scored]:
        return [one for one in self.table.scored if one.game.counts]

    @cached_property
    def _parts(self) -> tuple[Round | None, ...]:
        """The played rounds whose scores are combined; (None,) if the rule combines the members' totals."""
        if self.rule.scope == "of totals":
            return (None,)
        played = {one.game.round for one in self._counting}
        return tuple(r for r in self.rounds if r in played)

    def _scores_of(self, row: Standing) -> Iterator[tuple[str, Round | None, Fraction | None]]:
        """Each score of a player: the name, the round (None for a total) and the score (None if unknown)."""
        if self.rule.scope == "of totals":
            yield row.player, None, row.total
        else:
            scores = row.by_round
            yield from ((row.player, r, scores[r]) for r in self.rounds if r in scores)

    def _too_many(self, name: str, players: Sequence[str]) -> Iterator[Fault]:
        """A fault for each round with too many members of the team, at the first member above the size."""
        for when in self._parts if self.settings.size else ():
            results = (one for one in results_of(self._counting) if one.player in players)
            first: dict[str, Result] = {}
            for one in sorted(results, key=lambda one: one.game.place.rows[one.seat] or 0):
                if when in (None, one.round):
                    first.setdefault(one.player, one)
            if len(first) > self.settings.size:
                one = [*first.values()][self.settings.size]
                fault = TooManyMembers(
                    seat=one.seat,
                    field="team",
                    team=name,
                    count=len(first),
                    when="" if when is None else f" in {round_in_words(when)}",
                    size=self.settings.size,
                    players=join(first),
                )
                yield from add_places([fault], one.game.place)

    def _for_missing(self, when: Round | None, group: Sequence[MemberScore]) -> list[MemberScore]:
        short = max(0, self.settings.size - len(group))
        if not short or self.settings.missing == "nothing":
            return []
        amounts = [row.total if when is None else row.by_round.get(when) for row in self.table]
        known = [amount for amount in amounts if amount is not None]
        if not known:
            return []
        lowest = self.settings.missing == "lowest"
        score = min(known) if lowest else sum(known, Fraction()) / len(known)
        return [MemberScore("", when, score, None)] * short

    def _weigh_group(self, group: Sequence[MemberScore]) -> Iterator[MemberScore]:
        rounds = 1 if self.rule.scope else len(self._parts)
        expected = max(self.settings.size * rounds, len(group))
        weights = self.rule.rule.weigh([one.score for one in group], expected)
        for share, weight in zip(group, weights, strict=True):
            yield share._replace(weight=weight)


def _notes(
    table: Standings, games: Sequence[Game], settings: Settings, roll: _Roll, chosen: frozenset[Round] | None
) -> Iterator[str]:
    players = {seat.player for game in games for seat in game.seats if seat.player}
    if not roll.teams and players:
        yield "No player has a team: type it beside them, in a column headed Team."
    in_table = {row.player for row in table}
    if lost := sorted(p for p in roll.team_of if p not in in_table):
        yield f"Not in the standings, so no score for their teams: {join_at_most(lost, NAMED)}."
    played = {game.round for game in games}
    if chosen is not None and (to_come := sorted(chosen - played, key=round_order)):
        yield f"Counts for teams but has no game yet: {join(map(round_in_words, to_come))}."
    if settings.besides.to_come and settings.team.size and settings.team.missing != "nothing":
        yield "Until the last boards of a round have a result, their players are missing in their teams."
