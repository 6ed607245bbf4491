"""Declare scoring systems and their variants, and find them by name.

One decorated function is a whole system. The worksheet functions, the help texts, the drop-down in the
templates, the command line, the documentation and the laws in the tests are derived from that function.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, field, replace
from fractions import Fraction
from functools import cached_property, wraps
from types import MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, NoReturn, TypeVar, Union

from xl_dipscore.errors import NA, NUM, Fault, Faults, check_once, did_you_mean, join
from xl_dipscore.rules.board import POWERS, SEATS, Board, End, count_of
from xl_dipscore.rules.event.given import option_given
from xl_dipscore.rules.points import Exact, Points, centres_of, counts_of, number_of
from xl_dipscore.rules.systems import declare, declare_all

if TYPE_CHECKING:
    from xl_dipscore.rules.event.decision import Decision, Part, Qualification, Weights
    from xl_dipscore.rules.event.event import Event
    from xl_dipscore.rules.event.games import Game, Round
    from xl_dipscore.rules.event.progress import Progress
    from xl_dipscore.rules.event.scored import Result
    from xl_dipscore.rules.event.settings import Format, Settings
    from xl_dipscore.rules.event.tiebreak import Values

Need = Literal["year", "eliminated", "chart"]
Family = Literal["draw", "place", "top", "near the top", "lead", "proportional", "chart", "country", "any"]
FAMILIES: Mapping[Family, str] = {
    "draw": "by who wins or shares the draw",
    "place": "by the order of the seven",
    "top": "centres, and more for the largest power",
    "near the top": "centres, and more for all that are near the largest power",
    "lead": "by how far powers are apart",
    "proportional": "a pot in proportion to what each owns",
    "chart": "by the centres of every year",
    "country": "by the best of those who played a country",
    "any": "by the options you set",
}
"""For each family of systems, what decides most of a score. Systems are listed in this order."""
Options = Mapping[str, Any]
"""The values of a system's options, by the names of the parameters: as passed, or the defaults."""

House = Callable[[Board, Options], Iterable[Fault | str]]
"""A house rule: a system's own check of a board. It yields faults, and notes as plain text."""

Combine = Callable[..., "Weights"]
"""A system's own rule for totals: called with a player's scores and the number of the event's rounds, it
returns the weight of each score."""


class UnknownSystem(
    Fault, remedy="dipscore systems lists them all.", in_menu="The sheet Systems lists them all."
):
    """There is no scoring system {name}.{hint}"""

    cell = NA


class NotInPrint(
    UnknownSystem,
    remedy="For CUSTOM's settings: dipscore systems CUSTOM",
    in_menu="Choose CUSTOM on Setup, and set its options.",
):
    """{name}: its rule is not found in print. If you know it, state it in CUSTOM."""

    in_menu = ""


class NotOneSystem(UnknownSystem):
    """{why}"""

    remedy = in_menu = ""


class UnknownOption(Fault):
    """{system} has no option {name}.{hint}"""


class OptionOutOfRange(Fault):
    """The option {name} is {what}, not {value}."""

    cell = NUM


class ConcessionTooSmall(Fault):
    """{system} takes a concession from {least} centres on; {power} has {has}.{why}"""


class ConcessionToSmaller(Fault):
    """{system} takes a concession only to the largest power; {power} has {has}, another has {most}.{why}"""


class NobodyDraws(Fault):
    """All survivors are in civil disorder, so nobody draws: the director marks the result."""

    cell = NA


class Kind(NamedTuple):
    """The values that an option accepts: their kind, a description, and for lists the allowed lengths."""

    kind: str
    what: str
    lengths: Sequence[int] = ()


Numbers = tuple[Exact, ...]
Amount = Annotated[Exact, Kind("amount", "a number, 0 or more")]
Signed = Annotated[Exact, Kind("signed", "a number")]
DrawTable = Annotated[Numbers, Kind("numbers", "points each in a 2-, 3-, ... 7-way draw", range(7))]
PlaceTable = Annotated[Numbers, Kind("numbers", "points for first, second, ... place", range(8))]
CountTable = Annotated[Numbers, Kind("numbers", "points for 1, 2, 3, ... centres", range(35))]
_TOP = "points each for a lone top, for two level at the top, three, ...; then 0"
TopTable = Annotated[Numbers, Kind("numbers", _TOP, range(8))]
_CLEAR = "more points for a lone top with nobody within 1, 2, ... centres"
ClearTable = Annotated[Numbers, Kind("numbers", _CLEAR, range(8))]
_NEAR = "points for the top, one centre off it, two off, ...; then 0"
NearTable = Annotated[Numbers, Kind("numbers", _NEAR, range(8))]
_YEARS = "numbers for 1901, 1902, ...; the last one holds from then on"
YearTable = Annotated[Numbers, Kind("numbers", _YEARS, range(1, 100))]
_OR_NOT = Kind("yes, no or numbers", "yes, no, or numbers for 1901, 1902, ...", range(1, 100))
YearsOrNot = Annotated[bool | tuple[int, ...], _OR_NOT]
PerPower = Annotated[Numbers, Kind("numbers", "seven numbers, Austria to Turkey", (7,))]


class Option:
    """One parameter of a system: its name, its allowed values, its meaning."""

    reader: ClassVar[Callable[[Option, Sequence[object]], object] | None] = None
    """Converts values typed as text, such as `32 16 8`. The package xl_dipscore sets this function."""

    def __init__(
        self,
        name: str,
        annotation: Any,
        default: object,
        help: str,  # noqa: A002
        *,
        called: str = "",
        usually: str = "",
        read: Callable[[Any], object] | None = None,
        older: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """called: the option's name, if it differs from the parameter's name. usually: the default in words.

        read: converts a typed value, or each number of several; returns None for a value out of range.
        older: outdated words for choices, each with the word that is used today.
        """
        self.name = called or name.replace("_", " ")
        self.parameter = name
        self.default = default
        self.usually = usually
        self.read = read
        self.older = older
        self.closed = read is None
        """Are the choices, if the option has any, the only values that may be typed?"""
        self.help = help
        self.optional = typing.get_origin(annotation) in (Union, UnionType)
        if self.optional:
            (annotation,) = (one for one in typing.get_args(annotation) if one is not NoneType)
        self.choices: tuple[str, ...] = ()
        if typing.get_origin(annotation) is Literal:
            self.choices = typing.get_args(annotation)
            kind = Kind("choice", join(self.choices, "or"))
        else:
            kind = (
                typing.get_args(annotation)[1]
                if typing.get_origin(annotation) is Annotated
                else _KIND_OF_TYPE[annotation]
            )
        self.kind, self.what, self.lengths = kind
        if self.optional:
            self.what += ", or none"

    def with_default(self, default: object) -> Option:
        changed = copy(self)
        changed.default = default
        return changed

    @property
    def many(self) -> bool:
        """Does the option accept several values, typed side by side?"""
        return bool(self.lengths)

    def accept_typed(self, value: object) -> Any:
        """Like `accept`, for a value given by a program, which may also be typed as text."""
        given = option_given(value)
        typed = given if isinstance(given, tuple) else (given,)
        if Option.reader is not None and any(isinstance(one, str) for one in typed):
            given = Option.reader(self, typed)
        return self.accept(given)

    def accept(self, value: object) -> Any:
        """The value in the type that the rule needs. Raises OptionOutOfRange, or a fault from `read`."""
        if self.read is None:
            return self._check_value(value)
        if self.many:
            return tuple(map(self._read_value, self._check_value(value)))
        return self._read_value(value)

    def _read_value(self, value: object) -> object:
        assert self.read is not None, f"The option {self.name} has no function to read texts."
        try:
            found = self.read(value)
        except Fault as fault:
            fault.field = self.name
            raise
        return self._refuse(value) if found is None else found

    def _check_value(self, value: object) -> Any:
        if isinstance(value, float) and value - value == 0:
            value = Fraction(repr(value)) if value % 1 else int(value)
        value = self.older.get(_fold(value), value) if isinstance(value, str) else value
        match self.kind, value:
            case _, None if self.optional:
                return None
            case _, str() if self.optional and _fold(value) == "none":
                return None
            case "numbers", [str(word)] if 0 in self.lengths and _fold(word) == "none":
                return ()
            case "text", str():
                return value
            case "choice", str() if found := [one for one in self.choices if _fold(one) == _fold(value)]:
                return found[0]
            case "yes or no" | "yes, no or numbers", bool():
                return value
            case "whole", int() if 0 <= value <= LARGEST_WHOLE and type(value) is int:
                return value
            case "amount", int() | Fraction() if value >= 0 and type(value) is not bool:
                return value
            case "signed", int() | Fraction() if type(value) is not bool:
                return value
            case "numbers" | "yes, no or numbers", [*numbers] if len(numbers) in self.lengths:
                if all(isinstance(n, int | Fraction) and type(n) is not bool for n in numbers):
                    return tuple(numbers)
        return self._refuse(value)

    def _refuse(self, value: object) -> NoReturn:
        raise OptionOutOfRange(
            field=self.name, name=f"{self.name!r}", what=self.what, value=option_as_typed(value)
        )

    def shown_default(self) -> str:
        """The default as a person types it."""
        return self.usually or option_as_typed(self.default)


LARGEST_WHOLE = 9999
"""The largest value of an option that is a whole number. A larger number of rounds would make a table that
fills the memory."""
_KIND_OF_TYPE = {
    int: Kind("whole", f"a whole number from 0 to {LARGEST_WHOLE}"),
    bool: Kind("yes or no", "yes or no"),
    str: Kind("text", "a word"),
}


def _keys_in(typed: Any) -> tuple[str, ...]:
    """The keys of the systems listed in a text. Raises UnknownSystem."""
    names = typed if isinstance(typed, tuple) else re.split(r"[,;]", str(typed))
    return tuple(find(name.strip()).key for name in map(str, names) if name.strip())


ANY_SYSTEM = (
    Option(
        "scale_to",
        Amount | None,
        None,
        "the points of each board in all, to which its scores are scaled in proportion",
    ),
    Option(
        "round_systems",
        Annotated[str, Kind("text", "keys from the sheet Systems, with commas between them")],
        (),
        "if rounds use different systems: theirs, in order",
        usually="the event's own",
        read=_keys_in,
    ),
)
"""The options that every system accepts."""


@dataclass(frozen=True)
class EachCount:
    """A worksheet function KEY_WORD(centres): a number for each centre count, whatever other powers own."""

    number: Callable[[int], Fraction]


@dataclass(frozen=True)
class EachPlayer:
    """A worksheet function KEY_WORD(players, powers, scores, [rounds]): one value for each player.

    The arguments are columns with a row for each game of a player; the result has the player's value in each
    row. No other facts of the event are known.
    """

    values: Values


@dataclass(frozen=True)
class OfEvent:
    """A worksheet function KEY_WORD(games, [options]): one number about an event.

    `value` returns the number, or None until it can be known, and raises Faults. If the system's `meanwhile`
    has an option whose name is WORD in small letters, the number is the value of that option. Then `value`
    also accepts `player=`, and returns the value of the option for that player.
    """

    value: Callable[..., Fraction | None]


USUALLY = {
    "draw": "points each in a 2-, 3-, ... 7-way draw",
    "centre": "points for every centre",
    "values": "points for first, second, ... seventh place",
    "survivor": "points for being alive at the end",
    "top": "points each for a lone top, for two level at the top, three, ...",
    "win": "points for a win",
}
"""Meanings of options by name, unless the rule's docstring has others. A win may be called a solo."""

_in_cells: dict[Callable[..., object], str] = {}
Hook = TypeVar("Hook", bound=Callable[..., object])


def in_cells(form: str) -> Callable[[Hook], Hook]:
    """Declare that plain formulas can compute a hook (see Declared). form: the formulas' name in `native`."""

    def declare(hook: Hook) -> Hook:
        _in_cells[hook] = form
        return hook

    return declare


def form_in_cells(hook: Callable[..., object]) -> str:
    """The name in `native` of the formulas for a hook; empty if plain formulas cannot compute the hook."""
    return _in_cells.get(hook, "")


@dataclass(frozen=True)
class Declared:
    """The declaration of a system, without its rule. The functions in the fields are called hooks."""

    key: str
    name: str
    _: KW_ONLY
    family: Family
    source: str
    needs: tuple[Need, ...] = ()
    aliases: tuple[str, ...] = ()

    # about a board
    concession: int | None = None
    """The fewest centres for a concession, if the source has such a number; otherwise None. With a number,
    the game may be conceded only to the largest power."""
    checks: tuple[House, ...] = ()
    """The system's house rules: each yields faults, and notes as plain text."""
    reads: Callable[[Board, Options], Board] | None = None
    """The system's own reading of how a game ended: returns the Board with that ending."""
    pot: Callable[[Board, Options], Exact | None] | None = None
    """Computes the sum that the scores of a board must have; None if the rule does not determine the sum."""
    by_country: bool = False
    """Does a score depend on the power that was played?"""
    monotone: bool = True
    """Among powers with the same result, such as members of a draw, does a larger power never score less?"""
    taking_costs: str = ""
    """Why taking a centre can lower a score though the game ends in the same way; empty if it cannot."""
    below_zero: bool = False
    """Can a score be negative?"""
    solo_is_best: bool = True
    """Is a soloist's score never lower than another score on the board, if no centres are docked?"""
    marks: bool = True
    """Does it matter which survivors are marked as being in the draw?"""
    unmarked: str = ""
    """How a game without marks is read, if marks matter and it is not read as a draw of all survivors."""
    fewer: bool = False
    """Does the system accept fewer than seven powers? Powers that nobody played are scored as dead."""

    newcomers: Mapping[int, str] = field(default_factory=dict)
    """By the number of new players on a board: letters of the powers that they get in their first game."""

    takes: Sequence[str | Option] = ()
    """Options, with headings among them, of a rule that has too many for a signature and takes `**chosen`."""

    # about an event
    combine: str | Combine = "sum"
    """How an event's rounds make a total: the name of a rule, or the system's own rule."""
    tiebreak: tuple[str, ...] = ()
    """The tie-breaks between equal totals; the first tie-break is applied first."""
    welcome: Callable[[Event, Options], Exact] | None = None
    """Computes the points that are added once to the total of a new player, besides the scores."""
    meanwhile: Options = field(default_factory=dict)
    """Options whose value is known only at the end of the event, with the values assumed until then."""
    at_the_end: Callable[[Event, Options], Event] | None = None
    """Changes the event after every game has been scored with the values in `meanwhile`."""
    format: Format = "all rounds"
    """The format of an event in the source, unless the director chooses another format."""
    formats: Mapping[Format, Callable[[Event, Options], Decision]] = field(default_factory=dict)
    """For each format that has a special meaning in this system, the function that decides an event."""
    qualifies: Callable[[Event, Options], Qualification] | None = None
    """Finds the players who qualify; None if the first seven of the standings qualify."""
    explains: Callable[[Event, Options, str], Iterable[Part]] | None = None
    """Yields explanations of a player's total beside the explanation of the rule that combines rounds."""
    doubts: Callable[[Event, Options], Iterable[tuple[Result, Fault]]] | None = None
    """Yields doubts for the director to check, each with its result. They change no score."""
    functions: Mapping[str, EachCount | EachPlayer | OfEvent] = field(default_factory=dict)
    """The system's own worksheet functions, by the word after its key."""


class ScoredBy(NamedTuple):
    """The system of a game, and its options."""

    system: System
    options: Options


@dataclass(frozen=True)
class System(Declared):
    """A scoring system. Call it like its rule: system(board, option=value) returns Points."""

    rule: Callable[..., Points] = field(kw_only=True)
    preset: Options = field(default_factory=dict, kw_only=True)
    """A variant's own defaults for options of the parent's rule, by the names of the parameters."""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that the system declares in `takes`, then the rule's keyword-only parameters."""
        return tuple(one for one in self._rule_options_with_headings if isinstance(one, Option))

    @cached_property
    def _rule_options_with_headings(self) -> tuple[str | Option, ...]:
        own = self.preset
        declared = (
            one.with_default(own[one.parameter]) if isinstance(one, Option) and one.parameter in own else one
            for one in self.takes
        )
        return (*declared, *_options(self.rule, own))

    @cached_property
    def event_options(self) -> tuple[Option, ...]:
        """The options of the system's own combining rule."""
        return tuple(_options(self.combine)) if callable(self.combine) else ()

    @property
    def options_with_headings(self) -> tuple[str | Option, ...]:
        """Every option of the rule and of the event, with the headings among them."""
        return (*self._rule_options_with_headings, *self.event_options)

    @property
    def computed_at_the_end(self) -> Mapping[str, OfEvent]:
        """The options whose values depend on the whole event, each with the function that computes it."""
        own = {name: self.functions.get(name.upper()) for name in self.meanwhile}
        return {name: value for name, value in own.items() if isinstance(value, OfEvent)}

    def progress(self, settings: Settings, games: Sequence[Game]) -> Progress:
        """The progress of an event whose games this system scores."""
        from xl_dipscore.rules.event.progress import Progress

        return Progress(settings, games, "year" in self.needs)

    @property
    def by_scores(self) -> bool:
        """Does each total depend only on the player's own scores, and do totals decide who is first?"""
        return self.at_the_end is None and self.qualifies is None

    @property
    def help(self) -> str:
        return parts_of(self.rule).summary

    @property
    def rule_text(self) -> str:
        """The rule in words, with our readings of the source."""
        return parts_of(self.rule).body

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Points that the source leaves open."""
        return parts_of(self.rule).open_points

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about results that may surprise a player."""
        costs = (f"Taking a centre can lower a score: {self.taking_costs}.",) if self.taking_costs else ()
        return costs if self.format == "all rounds" else (*costs, self.how_decided)

    @property
    def how_decided(self) -> str:
        """How an event is decided by default, as a sentence."""
        from xl_dipscore.rules.event.settings import HOW_DECIDED

        return f"A {self.name} event has the format {self.format}: {HOW_DECIDED[self.format]}."

    @property
    def readings(self) -> str:
        """Sentences: how an unmarked game is scored, the remarks, and the open points."""
        return " ".join((self.unmarked_game, *self.remarks, *self.unsettled))

    @property
    def draws_unmarked(self) -> bool:
        """Do marks matter, and is a game without marks scored as a draw of all survivors?"""
        return self.marks and not self.unmarked

    @property
    def unmarked_game(self) -> str:
        """How a game without marks of a draw is scored, in one sentence."""
        if not self.marks:
            return "Marks of a draw change no score: a game without them is worth the same."
        how = self.unmarked or "scored as a draw of all survivors"
        return f"A game without a winner and without marks of a draw is {how}."

    def __call__(self, board: Board, **options: object) -> Points:
        """The points for a board, as lines. Raises Faults if the system refuses the board or an option."""
        accepted = self.accept(options)
        settings = _with_defaults(self.options, accepted)
        faults: list[Fault] = []
        try:
            board = self._read_ending(board, settings)
            faults = [found for found in self._check_board(board, settings) if isinstance(found, Fault)]
            points = self.rule(board, **settings)
            if (to := accepted.get("scale_to")) is not None:
                points = points.scaled(to)  # type: ignore[arg-type]
        except Faults as missing:
            for fault in missing.faults:
                fault.facts["system"] = self.key
            faults.extend(missing.faults)
        if faults:
            raise Faults(faults)
        return points

    def of_game(self, round_: Round | None, own: str, options: Options) -> ScoredBy:
        """The system and options for a game. own: the system that is typed for the game, or blank.

        The option `round_systems` may set the system of a round. If the game has another system than the
        event, only the option `scale_to` is kept. Raises Faults for a bad option.
        """
        accepted: Options = self.accept(options)
        by_round = accepted.get("round_systems", ())
        if not own and isinstance(round_, int) and round_ <= len(by_round):
            own = by_round[round_ - 1]
        if not own or (system := find(own)) is self:
            return ScoredBy(self, options)
        return ScoredBy(system, {name: accepted[name] for name in ("scale_to",) if name in accepted})

    def score(self, board: Board, **options: object) -> tuple[Fraction, ...]:
        """Seven exact scores in the order of POWERS. Raises Faults."""
        return self(board, **options).totals

    def so_far(self, board: Board, **options: object) -> Points:
        """The points before the event ends. `untold` has the seats whose score may change. Raises Faults."""
        if not self.meanwhile:
            return self(board, **options)
        told = self.accept(options)
        untold = {name: value for name, value in self.meanwhile.items() if told.get(name) is None}
        points = self(board, **{**told, **untold})
        other = self(board, **{**told, **{name: value + 1 for name, value in untold.items()}})
        depend = (seat for seat in SEATS if points.totals[seat] != other.totals[seat])
        return replace(points, untold=frozenset(depend))

    def read(self, board: Board, **options: object) -> Board:
        """The board with its ending as this system reads it. Raises Faults for a bad option."""
        return self._read_ending(board, self.settings(options))

    def text_of_ending(self, board: Board) -> str:
        """The ending, in words, of a board that `read` has returned."""
        return board.ending_in_words(drawn=self.draws_unmarked)

    def notes(self, board: Board, **options: object) -> Iterator[str]:
        """Sentences about facts that a director may want to know. Raises Faults for a bad option."""
        read = self._read_ending(board, self.settings(options))
        yield from read.notes()
        left = [POWERS[seat] for seat in read.survivors if seat not in read.drew]
        if not self.marks and read.ending.end is End.DRAW and left:
            yield f"{self.key} takes no draw members: every survivor is scored, {join(left)} too."
        yield from self.house_notes(board, **options)

    def house_notes(self, board: Board, **options: object) -> Iterator[str]:
        """The notes of the system's house rules about a board. Raises Faults for a bad option."""
        settings = self.settings(options)
        for found in self._check_board(self._read_ending(board, settings), settings):
            if isinstance(found, str):
                yield found

    def option(self, name: str) -> Option:
        """The option of that name; case, spaces, `-` and `_` are ignored. Raises UnknownOption."""
        options = (*self.options, *self.event_options)
        for known in (*options, *ANY_SYSTEM):
            if _fold(known.name) == _fold(name):
                return known
        hint = did_you_mean(name, [known.name for known in (*options, *ANY_SYSTEM)])
        if not hint:
            names = join(known.name for known in options) or "none"
            hint = f" Its options: {names}."
        raise UnknownOption(field="options", system=self.key, name=name, hint=hint)

    def accept(self, options: Mapping[str, object]) -> dict[str, object]:
        """The given options by parameter, as values for the rule. Raises Faults with all faults."""
        accepted: dict[str, object] = {}
        faults: list[Fault] = []
        for name, value in options.items():
            try:
                known = self.option(name)
                accepted[known.parameter] = known.accept_typed(value)
            except Fault as fault:
                faults.append(fault)
        if faults:
            raise Faults(faults)
        return accepted

    def settings(self, options: Mapping[str, object]) -> dict[str, object]:
        """The values of all options of the rule, as passed or by default. Raises Faults."""
        return _with_defaults(self.options, self.accept(options))

    def event_settings(self, options: Mapping[str, object]) -> dict[str, object]:
        """The values of all options of the event's combining rule, as passed or by default. Raises Faults."""
        return _with_defaults(self.event_options, self.accept(options))

    def all_settings(self, options: Mapping[str, object]) -> Options:
        """The values of all options of the rule and of the event, for calling hooks. Raises Faults."""
        return _with_defaults((*self.options, *self.event_options), self.accept(options))

    def for_now(self, options: Mapping[str, object]) -> dict[str, object]:
        """The given options, and the values in `meanwhile` for options that are not given. Raises Faults."""
        accepted = self.accept(options)
        untold = {name: value for name, value in self.meanwhile.items() if accepted.get(name) is None}
        return {**accepted, **untold}

    def treats_powers_alike(self, options: Mapping[str, object]) -> bool:
        """Do two powers with the same centres and the same result score the same? Raises Faults."""
        settings = self.settings(options)
        by_power = (settings[one.parameter] for one in self.options if tuple(one.lengths) == (len(POWERS),))
        told = (values for values in by_power if isinstance(values, Iterable))
        return not self.by_country and all(len({*values}) == 1 for values in told)

    def _read_ending(self, board: Board, settings: Options) -> Board:
        return board if self.reads is None else self.reads(board, settings)

    def _check_board(self, board: Board, settings: Options) -> Iterator[Fault | str]:
        if board.ending.end is End.CLOCK and not board.active:
            yield NobodyDraws(field="draw")
        if self.concession is not None and board.ending.end is End.CONCESSION:
            winner = board.ending.winner
            assert winner is not None
            has, most = board.centres[winner], max(board.centres)
            facts = {"system": self.key, "power": POWERS[winner], "has": count_of(has)}
            why = board.why_conceded and f" {board.why_conceded}"
            if has < self.concession:
                yield ConcessionTooSmall(seat=winner, field="draw", least=self.concession, why=why, **facts)
                why = ""
            if has < most:
                yield ConcessionToSmaller(seat=winner, field="draw", most=most, why=why, **facts)
        for check in self.checks:
            yield from check(board, settings)


def _with_defaults(options: Iterable[Option], accepted: Mapping[str, object]) -> dict[str, object]:
    return {one.parameter: accepted.get(one.parameter, one.default) for one in options}


_registry: dict[str, System] = {}
"""Every declared system, by its folded key, name and aliases."""


class system(Declared):  # noqa: N801  a decorator; its arguments are the fields of Declared
    """Declare the decorated rule as a scoring system.

    The rule takes a Board and keyword-only options, and returns Points. Users read the docstring: its first
    paragraph is the help text; a section `Options:` gives the meaning of each option where it differs from
    USUALLY; a section `Open:` lists the points that the source leaves unsettled.
    """

    def __call__(self, rule: Callable[..., Points]) -> System:
        return _register(System(**vars(self), rule=rule))


def variant(
    parent: System,
    key: str,
    name: str,
    options: Mapping[str, object] = MappingProxyType({}),
    *,
    aliases: tuple[str, ...] = (),
    doc: str = "",
    **changes: Any,
) -> System:
    """Declare a named variant: the parent's rule with other defaults of options.

    doc: the variant's docstring, if the parent's does not fit. The parent's meanings of options are added.
    changes: the fields of the declaration that differ from the parent's fields.
    """
    preset = MappingProxyType({**parent.preset, **parent.accept(options)})
    rule = _replace_doc(parent.rule, doc) if doc else parent.rule
    return _register(
        replace(parent, key=key, name=name, aliases=aliases, rule=rule, preset=preset, **changes)
    )


def _replace_doc(rule: Callable[..., Points], doc: str) -> Callable[..., Points]:
    """The rule with another docstring, to which the section `Options:` of its old docstring is added."""

    @wraps(rule)
    def call_rule(board: Board, **options: Any) -> Points:
        return rule(board, **options)

    body, *rest = re.split(r"^(?=Open:\n)", inspect.cleandoc(doc), flags=re.M)
    meanings = re.search(r"^Options:\n(?:(?!Open:).*\n?)*", inspect.getdoc(rule) or "", flags=re.M)
    parts = (body, meanings[0] if meanings else "", *rest)
    call_rule.__doc__ = "\n\n".join(part.strip() for part in parts if part)
    return call_rule


# -- house rules that several systems have: a note if a board contradicts the rule ----------------


def draw_takes(votes: int) -> House:
    """A note if survivors are left out of an agreed draw whose members own fewer than `votes` centres."""

    def check(board: Board, options: Options) -> Iterator[str]:
        owned = centres_of(board, board.drew, docked=False)
        if board.ending.end is End.DRAW and board.outside and owned < votes:
            yield f"A draw takes the votes of {votes} centres; its members own {owned}."

    return check


def concession_takes(least: int) -> House:
    """A note if the game was conceded to a power with fewer than `least` centres."""

    def check(board: Board, options: Options) -> Iterator[str]:
        if board.conceded and centres_of(board, board.placed, docked=False) < least:
            yield f"A concession takes {least} centres; {counts_of(board, board.placed)}."

    return check


def no_vote_before(year: int) -> House:
    """A note if the players agreed on a draw or a concession before the Fall of `year` was over."""

    def check(board: Board, options: Options) -> Iterator[str]:
        if board.voted and board.year is not None and board.year < year:
            yield f"There is no vote before the Fall of {year} is over; this game ended in {board.year}."

    return check


def largest_draw(most: int | None = None) -> House:
    """A note that an agreed draw of more than `most` powers gets no points. None: the largest in `draw`."""

    def check(board: Board, options: Options) -> Iterator[str]:
        largest = 1 + len(options["draw"]) if most is None else most
        size = number_of(board.drew)
        if board.ending.end is End.DRAW and size > largest > 1:
            yield f"There are no points for a {size}-way draw, only for draws of at most {largest}."

    return check


# -- finding a system -------------------------------------------------------------------------


def systems() -> tuple[System, ...]:
    """Every declared system, sorted by key."""
    declare_all()
    return tuple(known for word, known in sorted(_registry.items()) if word == known.key.casefold())


def by_family() -> dict[Family, tuple[System, ...]]:
    """The declared systems, sorted by key, of each family that has any, in the order of FAMILIES."""
    grouped = {family: tuple(one for one in systems() if one.family == family) for family in FAMILIES}
    return {family: some for family, some in grouped.items() if some}


NOT_IN_PRINT: Mapping[str, str] = {
    "Super Pastis": "EDC 2016, WDC 2019",
    "Baf": "Tour de France",
    **dict.fromkeys(("Top Chrono", "Nice.1", "Angevin", "Souris", "UK2024", "SemiTribute", "Bangkok100"), ""),
    **dict.fromkeys(("Carnage21", "Carnage100", "CDiploRoundDown", "EDC2021", "PoppyCon2021"), ""),
    **dict.fromkeys(("B.A.D.Ass.", "SimpleRank", "SimpleRankWithOE"), ""),
}
"""Known names of systems whose rule nobody has found in print, and where they were used."""

NOT_ONE_SYSTEM: Mapping[str, str] = {
    "Calhamer": "CALHAMER may be either of two systems: type NDC for NDC 1995, or CALHAMER82 for "
    "Calhamer 1982.",
    "Saul": "The scores of SAUL are votes: choose a system for the wins, such as DRAWSIZE, and type each "
    "player's votes as their override.",
}
"""Names that mean no single rule here, and what to type instead."""


def not_in_print() -> str:
    """The names in NOT_IN_PRINT, and where they were used, as a list in a sentence."""
    return join(f"{name} ({used})" if used else name for name, used in NOT_IN_PRINT.items())


def find(name: str) -> System:
    """The system of that key, name or alias; case, spaces, hyphens and underscores are ignored.

    Raises UnknownSystem, with a similar key or with advice.
    """
    folded = _fold(name)
    if folded not in _registry:
        declare(folded)
    if folded not in _registry:
        declare_all()
    if folded in _registry:
        return _registry[folded]
    for known in NOT_IN_PRINT:
        if folded.replace(".", "") == _fold(known).replace(".", ""):
            raise NotInPrint(field="system", name=known)
    for known, why in NOT_ONE_SYSTEM.items():
        if folded == _fold(known):
            raise NotOneSystem(field="system", why=why)
    hint = did_you_mean(name.upper(), [known.key for known in systems()])
    raise UnknownSystem(field="system", name=name if folded else "with a blank name", hint=hint)


def find_all(name: str) -> tuple[System, ...]:
    """The systems of the family `name`, or the one system of that name. Raises UnknownSystem."""
    of_family = (by_family().get(family, ()) for family in FAMILIES if _fold(family) == _fold(name))
    return next(of_family, ()) or (find(name),)


def find_each(names: Iterable[str]) -> list[System]:
    """The systems of these names and families, each once. Raises UnknownSystem and NamedTwice."""
    found = [find_all(name) for name in names]
    check_once("the list of systems", (", ".join(one.key for one in some) for some in found))
    return [*{one.key: one for some in found for one in some}.values()]


def _register(new: System) -> System:
    if not re.fullmatch("[A-Z][A-Z0-9]*", new.key):
        raise ValueError(f"{new.key}: a key is capitals and digits")
    if new.family not in FAMILIES:
        raise ValueError(f"{new.key}: {new.family} is none of the families {join(FAMILIES)}")
    words = {_fold(word) for word in (new.key, new.name, *new.aliases)}
    for word in words:
        if word in _registry:
            raise ValueError(f"{new.key}: its key, its name or an alias is already {_registry[word].key}'s")
    for rule in (new.rule, new.combine):
        names = {p.name.replace("_", " ") for p in _parameters(rule)} if callable(rule) else set()
        if callable(rule) and not names - {*USUALLY} <= {*parts_of(rule).options} <= names:
            raise ValueError(f"{rule.__name__}: the docstring's Options are not the rule's")
    if len(new.help) > 255:
        raise ValueError(f"{new.key}: the first paragraph is longer than the 255 characters Excel shows")
    _registry.update(dict.fromkeys(words, new))
    return new


def _parameters(rule: Callable[..., Any]) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(rule).parameters.values() if p.kind is p.KEYWORD_ONLY]


def _options(rule: Callable[..., Any], preset: Options = MappingProxyType({})) -> Iterator[Option]:
    first, _, own, _ = parts_of(rule)
    won = "points for a solo" if re.search(r"\bsolo\b", first) else USUALLY["win"]
    meanings = {**USUALLY, "win": won, **own}
    kinds = typing.get_type_hints(rule, include_extras=True)
    for parameter in _parameters(rule):
        name = parameter.name
        default = preset.get(name, parameter.default)
        yield Option(name, kinds[name], default, meanings[name.replace("_", " ")])


class DocParts(NamedTuple):
    """The parts of a docstring."""

    summary: str
    """The first paragraph."""
    body: str
    """The text before the sections."""
    options: dict[str, str]
    """By option, its meaning."""
    open_points: tuple[str, ...]


def parts_of(rule: Callable[..., Any]) -> DocParts:
    """Split a docstring: first paragraph, text before sections, {option: meaning}, points under `Open:`."""
    doc = inspect.getdoc(rule) or ""
    sections = re.split(r"^(Options|Open):\n", doc, flags=re.M)
    body = sections[0].strip()
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    first = " ".join(body.split("\n\n")[0].split())
    entries = {
        word: [
            " ".join(entry.split())
            for entry in re.split(r"\n(?=    \S)", "\n" + found.get(word, ""))
            if entry.strip()
        ]
        for word in ("Options", "Open")
    }
    meanings = dict(entry.split(": ", 1) for entry in entries["Options"])
    return DocParts(first, body, meanings, tuple(entries["Open"]))


def _fold(word: str) -> str:
    return re.sub(r"[\s_-]", "", word).casefold()


def option_as_typed(value: object) -> str:
    """An option's value as a person types it."""
    match value:
        case None | ():
            return "none"
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return " ".join(map(option_as_typed, value))
        case Fraction() if value.denominator != 1:
            exact = float(value)
            return f"{exact:g}" if Fraction(f"{exact:g}") == value else str(value)
    return str(value)
