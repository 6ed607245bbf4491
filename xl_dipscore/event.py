"""An event as it was played and scored, and what a system may say about it. Knows no rule."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from typing import Literal, NamedTuple, TypeVar

from xl_dipscore.board import POWERS, SEATS, BlankCount, Board, End
from xl_dipscore.errors import At, Fault, gathered, join
from xl_dipscore.points import Exact, as_fraction, text

Round = int | Literal["Final"]


class OneGame(NamedTuple):
    """What is a score of its own where games are combined, and not rounds: a game, or a time sat out."""

    round: Round
    board: str
    seat: int | None = None
    """None where they sat out."""
    date: date | None = None

    def __str__(self) -> str:
        return f"{self.date or f'R{self.round}'} {self.board}"


Unit = Round | OneGame
"""What the scores of a player that are combined are of."""
Format = Literal["all rounds", "final", "top-board", "top-places"]
TOP_FORMATS: tuple[Format, ...] = ("top-board", "top-places")
"""Those in which a top board decides: a board called Top in the last round, or a round called Final."""
DECIDED: Mapping[Format, str] = {
    "all rounds": "all rounds count alike",
    "final": "the winner of the Final is first",
    "top-board": "the seven players of its top board stand first, by the points of all rounds",
    "top-places": "the scores of its top board decide places 1 to 7 and add nothing to totals",
}
"""How an event is decided, in words."""
Double = Literal["best", "sum"]
Missing = Literal["nothing", "lowest", "mean"]
By = Literal["score", "centres", "results"]
Losers = Literal["below", "level"]
AwardBoards = Literal["all", "without top"]
Ties = Literal["shared", "broken"]
Tops = Literal["half", "1/n"]


# -- games ------------------------------------------------------------------------------------


def where(source: str, rows: Sequence[int], heading: str = "", *, turned: bool = False) -> str:
    """A place in a games list, or of one on its side: `games.csv row 9, column Centres`.

    Where no row has a number, as in a file that is no table: `event.json board A, final_scs`.
    """
    line, other = ("column", "row") if turned else ("row", "column")
    first, last = min(rows, default=0), max(rows, default=0)
    if not last:
        return ", ".join(filter(None, (source, heading)))
    place = f"{line} {first}" if first == last else f"{line}s {first} to {last}"
    return f"{source} {place}{f', {other} {heading}' if heading else ''}".strip()


def cells_of(rows: Sequence[Mapping[str, At]], field: str) -> Sequence[At]:
    """The cells of a fact in these rows; without any, those of the counts, or the first there is."""
    for word in (field, "centres"):
        if found := dict.fromkeys(row[word] for row in rows if word in row):
            return [*found]
    return [*chain.from_iterable(row.values() for row in rows)][:1]


@dataclass(frozen=True)
class Place:
    """Where a game's cells stand, so that a fault can say so."""

    source: str
    rows: tuple[int | None, ...]
    columns: Mapping[str, str]
    turned: bool = False
    """Do the headings stand in a column, and the rows of a list beside each other?"""
    own: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """The headings of each seat, where the seats of a board stand beside each other."""
    without_seat: tuple[int, ...] = ()
    """Its rows that name no power, or one that another row has."""
    cells: Sequence[Mapping[str, At]] = ()
    """In a workbook: the cell of each fact of the seats, and of those rows."""

    @property
    def known(self) -> Sequence[int]:
        """Its rows that have a number."""
        return [*filter(None, self.rows), *self.without_seat]

    def row_of(self, fault: Fault) -> int | None:
        """The row of the seat that it is about."""
        return self.rows[fault.seat] if fault.seat is not None else None

    def cells_of(self, fault: Fault) -> Sequence[At]:
        """The cells in a workbook that it is about."""
        about = fault.seats if isinstance(fault, BlankCount) else [fault.seat]
        seats = [self.cells[seat] for seat in about if seat is not None and self.cells]
        return cells_of(seats or self.cells, fault.field)

    def of(self, fault: Fault) -> str:
        """`games.csv row 9, column Centres`."""
        row = self.row_of(fault)
        known = self.known if row is None else [row]
        own = "" if fault.seat is None else self.own.get((fault.seat, fault.field), "")
        return where(self.source, known, own or self.columns.get(fault.field, ""), turned=self.turned)


@dataclass(frozen=True)
class Seat:
    """One row of a games list: who played a power, and what the director typed about it."""

    player: str = ""
    override: Fraction | None = None
    unranked: bool = False
    tiebreak: Fraction | None = None
    extra: Fraction = Fraction()
    """Points for the total: for sitting out, a handicap, a newcomer's."""
    team: str = ""
    reason: str = ""
    """Why there are extra points."""


def day_in_words(day: date) -> str:
    """`5 January 2024`."""
    return f"{day.day} {MONTHS.split()[day.month - 1]} {day.year}"


MONTHS = "January February March April May June July August September October November December"


FIRST_DAY = date(1899, 12, 30)
LATER = 1462
"""So many days later some workbooks begin to count."""
_later: ContextVar[int] = ContextVar("later", default=0)


def day_number(day: date) -> int:
    """A day as the workbook counts it whose functions are called."""
    return (day - FIRST_DAY).days - _later.get()


def day_of(number: Fraction | int) -> date | None:
    """The day that a workbook counts so whose functions are called; None for a number that hardly is one."""
    days = int(number) + _later.get()
    return FIRST_DAY + timedelta(days) if DATES[0] <= days <= DATES[1] else None


@contextmanager
def counting_from(*, date1904: bool) -> Iterator[None]:
    """Days in cells count from 1900, or from 1904, while functions of a workbook are called."""
    token = _later.set(LATER if date1904 else 0)
    try:
        yield
    finally:
        _later.reset(token)


YES, NO = ("x", "yes", "y", "true", "1", "✓", "✔", "☑", "√"), ("", "no", "n", "false", "0", "☐")
"""Marks as people type them."""
DATES = 10_959, 73_050
"""Days from 1930 to the end of 2099, as spreadsheets count them: what they make of 2/3, or of 3/32."""


@dataclass(frozen=True)
class Game:
    """One board of a round. `board` is None when it is faulty: `faults` then says why."""

    round: Round
    name: str
    seats: tuple[Seat, ...]
    board: Board | None
    place: Place
    faults: tuple[Fault, ...] = ()
    weight: Fraction = Fraction(1)
    """What its scores are multiplied by where they go into totals."""
    date: date | None = None
    left_out: bool = False
    """Did the director say that it does not count?"""
    system: str = ""
    """The key of a scoring system of its own; nothing where the event's scores it."""
    without_power: tuple[str, ...] = ()
    """Who sits on a board to come and has no power yet."""

    @property
    def players(self) -> list[str]:
        """Who sits on it."""
        return [*filter(None, (*(seat.player for seat in self.seats), *self.without_power))]

    @property
    def counts(self) -> bool:
        """Does it go into totals? One of weight 0 is, for them, as though it were not played."""
        return self.weight != 0 and not self.left_out

    @property
    def is_top(self) -> bool:
        """Is it the top board of its round?"""
        return self.name.casefold() == "top"


class Stray(NamedTuple):
    """A row of a games list that belongs to no game, why, and what else can be read of it.

    Of a row that has no seat in its game, the game's faults say why.
    """

    faults: tuple[Fault, ...]
    row: int
    player: str = ""
    round: Round | None = None
    board: str = ""
    power: str = ""


@dataclass(frozen=True)
class SatOut:
    """A player who sat out a round for want of a place."""

    player: str
    round: Round
    date: date | None = None

    @property
    def unit(self) -> OneGame:
        """What a score for it is of."""
        return OneGame(self.round, "out", None, self.date)


@dataclass(frozen=True)
class Scored:
    """A game with its seven scores, or with the faults that leave it without."""

    game: Game
    scores: tuple[Fraction | None, ...] | None
    """A single one is None where only the end of the event will tell."""
    faults: tuple[Fault, ...] = ()
    board: Board | None = None
    """The board as the system read its ending."""
    apart: bool = False
    """Does it stand alone, and make no points for any total?"""

    @property
    def winner(self) -> int | None:
        """The seat that won a game which has its scores."""
        return self.board.winner if self.board is not None and self.scores is not None else None

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """What each player did. A blank player is nobody: the position is credited to no one."""
        return tuple(result for result in self.seated if result.player)

    @property
    def seated(self) -> Iterator[Result]:
        """What was done on each seat, nobody's too."""
        game, scores = self.game, self.scores
        return (
            Result(seat.player, game.round, game, n, scores[n] if scores is not None else None, self.board)
            for n, seat in enumerate(game.seats)
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What one player did in one game. The score is None where the board is faulty."""

    player: str
    round: Round
    game: Game
    seat: int
    score: Fraction | None
    board: Board | None

    @property
    def typed(self) -> Seat:
        """What the director typed about it."""
        return self.game.seats[self.seat]

    @property
    def unit(self) -> OneGame:
        """What its score is of, where games are combined."""
        return OneGame(self.round, self.game.name, self.seat, self.game.date)

    @property
    def power(self) -> str:
        return POWERS[self.seat]

    @property
    def centres(self) -> int:
        """The centres that are scored; 0 of a faulty board."""
        return self.board.counts[self.seat] if self.board is not None else 0

    @property
    def won(self) -> bool:
        return self.board is not None and self.board.winner == self.seat

    @property
    def drew(self) -> bool:
        return self.board is not None and self.seat in self.board.drew


def score_of(result: Result) -> Fraction:
    """The score, and 0 for none."""
    return result.score or Fraction()


def worth_of(result: Result) -> Fraction:
    """The score by its board's weight: what goes into a total."""
    weight = result.game.weight
    return score_of(result) if weight == 1 else score_of(result) * weight


def results_of(scored: Iterable[Scored]) -> Iterator[Result]:
    """Each player's games."""
    return chain.from_iterable(one.results for one in scored)


def by_player(results: Iterable[Result]) -> dict[str, list[Result]]:
    """What each of their players did."""
    return gathered((result.player, result) for result in results)


def same_person(name: str) -> str:
    """What two spellings of one person's name have in common, as a spreadsheet compares texts."""
    return name.lower() if name.isascii() else seen(name).translate(_JOINERS).lower()


def seen(text: str) -> str:
    """What a person sees of a text: letters with their accents in one piece, and nothing that has no width.

    Joiners stay between letters that they shape, as in Persian.
    """
    return text if text.isascii() else _seen(text)


@lru_cache(maxsize=1 << 12)
def _seen(text: str) -> str:
    return _HIDDEN.sub("", unicodedata.normalize("NFC", text.translate(_SPACES)))


WIDTHLESS = (
    "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}"
    "\N{SOFT HYPHEN}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}"
)
"""Those of them that chats and web pages add most often."""
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u202f"), " ")
_JOINERS = dict.fromkeys(map(ord, "\u200c\u200d"))
_SHAPED = "\u0590-\u1fff\u2e80-\U0003ffff"
"""Letters and signs that joiners shape: those of the Middle East and of Asia, and pictures."""
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]"
    f"|[\u200c\u200d](?![{_SHAPED}])|(?<![{_SHAPED}])[\u200c\u200d]"
)
"""Spaces without width, joiners, marks of direction, soft hyphens and variants of signs."""


def players_of(scored: Iterable[Scored]) -> set[str]:
    """Who played in these games."""
    return {result.player for result in results_of(scored)}


def located(faults: Iterable[Fault], place: Place) -> tuple[Fault, ...]:
    """The same faults, each with its place."""
    for fault in (found := tuple(faults)):
        if not fault.place:
            fault.place, fault.row = place.of(fault), place.row_of(fault)
            fault.cells = place.cells_of(fault)
    return found


def rounds_of(games: Iterable[Game]) -> list[Round]:
    """The rounds that have a game, in order, a Final last."""
    return sorted({game.round for game in games}, key=final_last)


def last_round(games: Iterable[Game]) -> int:
    """The highest numbered round that has a game which counts or decides; 0 when none has."""
    rounds = (game.round for game in games if game.counts or game.is_top)
    return max((round_ for round_ in rounds if isinstance(round_, int)), default=0)


def heading_of(round_: Round) -> str:
    """`R2` or `Final`: what stands over its scores."""
    return "Final" if round_ == "Final" else f"R{round_}"


def name_of(round_: Round) -> str:
    """`Round 2` or `Final`."""
    return "Final" if round_ == "Final" else f"Round {round_}"


def final_last(of: Unit | None) -> float:
    """Rounds in order, a Final after them."""
    round_ = of.round if isinstance(of, OneGame) else of
    return round_ if isinstance(round_, int) else float("inf")


def rounds_in(units: Iterable[Unit]) -> set[Round]:
    """The rounds of scores."""
    return {unit.round if isinstance(unit, OneGame) else unit for unit in units}


# -- totals -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weight:
    """How a score counts in a total: a part of it, over a number of rounds."""

    part: Exact = 1
    over: Exact = 1
    added: bool = False
    """Does it stand outside the rule for combining rounds?"""
    why: str = ""
    """What an explanation says of it."""

    @cached_property
    def exact(self) -> Fraction:
        return Fraction(self.part) / self.over

    def of(self, score: Fraction) -> Fraction:
        """What the score makes."""
        return score if self.exact == 1 else score * self.exact

    def __str__(self) -> str:
        """`95 %, divided by 3`."""
        part = f"{text(100 * self.part)} %" if self.part != 1 else ""
        over = f"divided by {text(self.over)}" if self.over != 1 else ""
        if self.added:
            return f"added at {part}" if part else "added in full"
        return ", ".join(filter(None, (part, over, self.why))) or "in full"


IN_FULL = Weight()
Weights = Sequence[Weight | None]
"""One for each of a player's scores; None where it is dropped."""


# -- events -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TeamRule:
    """How the scores of its members make a team's."""

    rule: str = "sum"
    size: int = 0
    """The members of a team; 0 where it may have any number."""
    missing: Missing = "nothing"
    """What stands for the score of each member that a team has too few."""
    rounds: str = "all"
    """The rounds that count for teams: `all`, or their numbers."""


@dataclass(frozen=True)
class AwardRule:
    """What makes a game the best with its power."""

    by: By = "score"
    """What is compared; results: win, draw, survival, elimination, loss; then score, then place (DAANZ)."""
    losers: Losers = "below"
    """Where those who lost to a winner stand: below all others, or wherever the amounts put them."""
    boards: AwardBoards = "all"
    """Do a Final and Top boards count?"""
    ties: Ties = "shared"
    """Are those who are level compared by the other amount too, then by results, then by place?"""
    guests: bool = False
    """May unranked players win?"""


@dataclass(frozen=True)
class Besides:
    """What a games list says besides the games that were played."""

    rows: tuple[Stray, ...] = ()
    """Rows that belong to no game, or to no seat of theirs: nobody knows what their players scored."""
    to_come: tuple[Game, ...] = ()
    """Boards with players and without a result."""
    out: tuple[SatOut, ...] = ()
    unread: tuple[Fault, ...] = ()
    """Columns that nobody reads."""
    by_dates: bool = False
    """Are its rounds the dates of its games?"""

    def is_nobody(self, name: str) -> bool:
        """Is this a word for nobody, and no player's name?"""
        return False


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
    over: bool | None = None
    """Is the event over? None where rounds, dates and results say it."""
    min_rounds: int = 0
    min_games: int = 0
    most_rounds: int = 0
    """So many rounds of a player count at most, the best ones; 0 for all."""
    tops: Tops = "half"
    """What a board top is worth to each of several: half a top, or their part of it."""
    sit_out: str | None = None
    """What a time sat out is worth as a game; after it `once`, where it is only the first."""
    since: date | None = None
    until: date | None = None
    last: str | None = None
    """How long back from the last game the season goes: `12 months`."""
    decimals: int | None = None
    round_weights: tuple[Fraction, ...] = ()
    """What the scores of round 1, 2, ... are multiplied by, where they are not in full."""
    team: TeamRule = TeamRule()
    awards: AwardRule = AwardRule()
    powers: str | None = None
    """How powers are given out from round to round; None where the event does not say."""
    besides: Besides = Besides()


USUAL = Settings()


@dataclass(frozen=True)
class Progress:
    """How far an event is: what is over is asked here and nowhere else.

    The director's word decides. Without it a round is over when its boards have results, and the event when
    its planned rounds are played. A board of the last round that nobody won or drew is in play while it lacks
    the year that its system needs, or while the director says that the event is not over.
    """

    settings: Settings
    games: Sequence[Game]
    """Those with results; of a season their rounds follow their dates."""
    needs_year: bool = False

    @cached_property
    def in_play(self) -> Sequence[Game]:
        """The boards that have counts and no end."""
        last, over = rounds_of(self.games)[-1:], self.settings.over
        asked = over is False or (self.needs_year and over is None)
        return [game for game in self.games if asked and game.round in last and self._has_no_end(game.board)]

    def _has_no_end(self, board: Board | None) -> bool:
        if board is None or board.ending.end is not End.CLOCK:
            return False
        return self.settings.over is False or board.year is None

    @property
    def to_come(self) -> Sequence[Game]:
        """The boards with players that are still to be played."""
        return () if self.settings.over else self.settings.besides.to_come

    @property
    def running(self) -> set[Round]:
        """The rounds with results in which boards are to come or in play; the last, if the event goes on."""
        unfinished = {game.round for game in (*self.to_come, *self.in_play)}
        unfinished |= {*rounds_of(self.games)[-1:]} if self.settings.over is False else set()
        return unfinished & {game.round for game in self.games}

    @property
    def reasons(self) -> Sequence[str]:
        """Why the event is not over, as parts of a sentence; nothing where it is."""
        if self.settings.over:
            return []
        planned, played = self.settings.rounds or 0, last_round(self.games)
        said = [f"round {played} of {planned} is the last one played"] if 0 < played < planned else []
        lacking = ((self.to_come, "no result yet"), (self.in_play, "no winner and no draw yet"))
        for games, what in lacking:
            for round_, names in gathered((self._round(game), game.name) for game in games).items():
                boards, have = ("boards", "have") if len(names) > 1 else ("board", "has")
                said.append(f"{boards} {join(names)} of {round_} {have} {what}")
        return said or (["Setup says that it is not over"] if self.settings.over is False else [])

    @property
    def told(self) -> list[str]:
        """The same as sentences."""
        return [f"{reason[0].upper()}{reason[1:]}." for reason in self.reasons]

    def _round(self, game: Game) -> str:
        if self.settings.besides.by_dates and game.date:
            return day_in_words(game.date)
        return "the Final" if game.round == "Final" else f"round {game.round}"


_NOWHERE = Place("", (None,) * 7, {})


@dataclass(frozen=True)
class Event:
    """The scored games of an event, how many rounds it has, and what the director says about it."""

    scored: Sequence[Scored]
    rounds: int
    settings: Settings = USUAL
    own_rounds: Mapping[str, int] = field(default_factory=dict)
    """Players whose total is made over another number of rounds than the event's."""
    counted: Mapping[str, Sequence[Unit]] = field(default_factory=dict)
    """The rounds or games that make each player's total, once there are totals."""
    of_games: bool = False
    """Are games combined, and not rounds?"""
    tied: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    """Who is level with each player, the player too, where a tie-break looks at that."""
    notes: tuple[str, ...] = ()
    """What the end of the event has to say of it."""
    unsure: Mapping[str, AbstractSet[Round | None]] = field(default_factory=dict)
    """Players whose name may be wrong in these rounds, so that nobody knows their total."""

    @classmethod
    def of_scores(cls, games: Iterable[tuple[str, int, Fraction]], rounds: int) -> Event:
        """An event of which no more is known than who scored how much with which power, game by game."""
        scored = []
        for player, power, score in games:
            seats = tuple(Seat(player if seat == power else "") for seat in SEATS)
            scores = tuple(score if seat == power else None for seat in SEATS)
            scored.append(Scored(Game(1, "", seats, None, _NOWHERE), scores))
        return cls(scored, rounds)

    @cached_property
    def by_points(self) -> Sequence[Scored]:
        """The games that make points."""
        return [one for one in self.scored if not one.apart and one.game.counts]

    @cached_property
    def results(self) -> Mapping[str, Sequence[Result]]:
        """Each player's games, of those that make points."""
        return by_player(results_of(self.by_points))

    def unit(self, result: Result) -> Unit:
        """What its score is of: a game, or a round."""
        return result.unit if self.of_games else result.round

    @cached_property
    def sat_out(self) -> Mapping[str, Sequence[SatOut]]:
        """The times that each player sat out."""
        in_order = sorted(self.settings.besides.out, key=lambda one: final_last(one.round))
        return gathered((one.player, one) for one in in_order)

    @cached_property
    def worth_out(self) -> tuple[Fraction, bool] | None:
        """What sitting out is worth as a game, and whether only the first time; None for nothing."""
        if self.settings.sit_out is None:
            return None
        worth, *once = self.settings.sit_out.split()
        return Fraction(worth.replace(",", ".")), bool(once)

    def games_out(self, player: str) -> Sequence[SatOut]:
        """The times sat out that count as games."""
        times = self.sat_out.get(player, ())
        return () if self.worth_out is None else times[:1] if self.worth_out[1] else times

    def games_of(self, player: str) -> int:
        """Games of a player that make points, and times sat out that count as games."""
        return len(self.results.get(player, ())) + len(self.games_out(player))

    @cached_property
    def played(self) -> int:
        """The last numbered round that has a game."""
        return last_round(one.game for one in self.scored)

    @cached_property
    def finals(self) -> list[Scored]:
        return [one for one in self.scored if one.game.round == "Final"]

    @cached_property
    def tops(self) -> list[Scored]:
        """The top board: the board of that name in the last round; of a Final, any board."""
        called = [one for one in self.last if one.game.is_top]
        return called or self.finals

    @cached_property
    def last(self) -> list[Scored]:
        """The boards of the last round that is played, a Final after all others."""
        return self.finals or [one for one in self.scored if one.game.round == self.played]

    @property
    def is_decided(self) -> bool:
        """Is the round played that decides: the Final, the top board, or the last one?"""
        match self.settings.format:
            case "final":
                return bool(self.finals)
            case "top-board" | "top-places":
                return bool(self.tops)
        return self.played == self.rounds


class Tier(NamedTuple):
    """Players who stand above others whatever their points, and as what: `winner of the Final`."""

    players: AbstractSet[str]
    as_what: str


WINNER = "winner of the Final"
TOP_TO_COME = (
    "No board of the last round is called Top yet, and no round Final: this is the table after qualifying."
)


@dataclass(frozen=True)
class Decision:
    """How the games of an event make its table: what is added up, and who stands above whom."""

    combined: Sequence[Scored]
    """The games that the rule for combining rounds makes totals of."""
    rounds: int
    """The rounds of the event, that of `added` among them."""
    added: Sequence[Scored] | None = None
    """The games of a last round that counts in full and is added to those totals."""
    placed: Sequence[Scored] = ()
    """Games that make places and add nothing."""
    tiers: Sequence[Tier] = ()
    """Each stands above all after it."""
    groups: Sequence[Sequence[Tier]] = ()
    """More of them, together, in the order in which their best stand before the last round is added."""
    champions: Tier | None = None
    """Of these the best by points is first; all others stand by points alone."""
    only: AbstractSet[str] | None = None
    """Who is in the table; None for everybody."""
    notes: tuple[str, ...] = ()


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


def unsure_note(players: Iterable[str]) -> str:
    """That they are left out, and why."""
    return f"No known total, so they cannot qualify: {join(players)}."


FINAL, TOP_BOARD = "final", "top board"
LEVEL = "level at the cut"


class Part(NamedTuple):
    """One line of an explained total: words, and numbers beside them."""

    words: str
    numbers: tuple[Exact | None, ...] = ()


# -- tie-breaks -------------------------------------------------------------------------------

Value = tuple[Fraction, ...]
"""Compared from the left; empty where there is no value, which is below any other."""


@dataclass(frozen=True)
class Worked:
    """A player's value under a tie-break, and the games that make it."""

    heading: str
    games: Sequence[Result]
    amount: Callable[[Result], Exact]
    """What each game gives: all together make the value."""
    shown: Mapping[str, Callable[[Result], Exact]] = field(default_factory=dict)
    """What the amount is made of, or the games are ordered by, under a heading each."""
    over: Exact = 1
    """What the sum of the amounts is divided by, and what that counts."""
    of_what: str = ""
    one_by_one: bool = False
    """Are the amounts compared one after the other, and not added up?"""
    sooner: Fraction | None = None
    """The value, where it is known sooner than by adding up."""

    @property
    def value(self) -> Value:
        if self.sooner is not None:
            return (self.sooner,)
        amounts = map(self.amount, self.games)
        if self.one_by_one:
            return tuple(map(as_fraction, amounts))
        together = as_fraction(sum(amounts))
        return (together if self.over == 1 else together / self.over,)


Found = Value | Fraction | int | Worked


def value_of(found: Found) -> Value:
    """What is compared of what a tie-break found."""
    match found:
        case Worked():
            return found.value
        case tuple():
            return found
    return (Fraction(found),)


Values = Callable[[Event], Mapping[str, Found]]
"""A tie-break takes the event alone, for it can be asked for under any system: a value for each player."""


@dataclass(frozen=True)
class TieBreak:
    """What separates players with equal totals: a value for each, and higher is better."""

    name: str
    values: Values
    needs: str = ""
    """The fact of the games that it looks at beyond the usual ones: `chart`, or the column `tiebreak`."""
    without: str = ""
    """What a director is told about those who have no value."""
    letters: bool = False
    """Is its name an abbreviation?"""
    among: bool = False
    """Does it look at who is level so far?"""

    @property
    def short(self) -> str:
        """Its name, in capitals if it is an abbreviation."""
        return self.name.upper() if self.letters else self.name

    @property
    def heading(self) -> str:
        """What stands over its values on a worksheet."""
        return f"{self.short} (tie-break)"

    @property
    def help(self) -> str:
        """What is compared, in one sentence."""
        return " ".join((self.values.__doc__ or "").split())


_tie_breaks: dict[str, TieBreak] = {}
_AnyValues = TypeVar("_AnyValues", bound=Values)


def tie_break(
    name: str, *, needs: str = "", without: str = "", letters: bool = False, among: bool = False
) -> Callable[[_AnyValues], _AnyValues]:
    """Declare the decorated function as the tie-break of that name."""

    def declare(values: _AnyValues) -> _AnyValues:
        _tie_breaks[name] = TieBreak(name, values, needs, without, letters, among)
        return values

    return declare


def tie_breaks() -> tuple[TieBreak, ...]:
    """Every declared tie-break."""
    return tuple(_tie_breaks.values())


def power_means(event: Event) -> dict[int, Fraction]:
    """The mean score of each power over all games that make points; a position credited to nobody counts."""
    scores = chain.from_iterable(enumerate(one.scores or ()) for one in event.by_points)
    of_power = gathered((seat, score) for seat, score in scores if score is not None)
    return {power: sum(scores, Fraction()) / len(scores) for power, scores in of_power.items()}


def power_difference(event: Event) -> dict[str, Worked]:
    """How much better each player scored than their powers did on average, over the event's rounds.

    A position credited to nobody counts for the average only.
    """
    means = power_means(event)
    rounds = (
        "rounds, the Final included"
        if any(one.game.round == "Final" for one in event.by_points)
        else "rounds"
    )
    shown = {"score": score_of, "mean of the power": lambda result: means[result.seat]}
    # The means of many games have long denominators, and many players had the same powers: add them once.
    expected: dict[tuple[int, ...], Fraction] = {}
    differences: dict[str, Worked] = {}
    for player, results in event.results.items():
        played = [result for result in results if result.score is not None]
        if not played:
            continue
        powers = tuple(sorted(result.seat for result in played))
        if powers not in expected:
            expected[powers] = sum((means[power] for power in powers), Fraction()) / event.rounds
        own = sum(map(score_of, played), Fraction()) / event.rounds
        differences[player] = Worked(
            "difference",
            played,
            lambda result: score_of(result) - means[result.seat],
            shown,
            over=event.rounds,
            of_what=rounds,
            sooner=own - expected[powers],
        )
    return differences
