"""Read the options of an event: how its rounds combine, its format, its awards and teams, and its season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

from xl_dipscore.errors import Fault, Faults, WithFaults, check_items
from xl_dipscore.rules.event.days import DATES
from xl_dipscore.rules.event.settings import USUAL, AwardRule, Double, Format, Settings, TeamRule
from xl_dipscore.rules.system import Kind, Option, System
from xl_dipscore.rules.tournament.awards import awards_by_name
from xl_dipscore.tables.cells.dates import date_in, span_in
from xl_dipscore.tables.cells.options import check_once, named_rows, option_value, size_of, width_of
from xl_dipscore.tables.cells.values import Cell, is_blank, number


class SeasonBackwards(Fault):
    """The season begins on {since} but ends on {until}."""


def _worth(typed: object) -> str | None:
    """The text if it is a number from 0 on, alone or followed by `once` (`33`, `33 once`); otherwise None."""
    worth, _, once = (text := str(typed).strip()).partition(" ")
    score = number(worth)
    return text if score is not None and score >= 0 and once.strip() in ("", "once") else None


def _span(typed: object) -> str | None:
    text = str(typed).strip()
    return text if span_in(text) else None


_DAY = Annotated[str, Kind("text", "a date such as 2024-01-31")]
_SPAN = Annotated[str, Kind("text", "a time such as 12 months")]
_WORTH = Annotated[str, Kind("text", "a number from 0 on, such as 33, or 33 once")]
_SEASON = (
    Option("since", _DAY, None, "the first day of the season", called="from", read=date_in),
    Option("until", _DAY, None, "the last day of the season", called="to", read=date_in),
    Option("last", _SPAN, None, "how far back from the last game the season goes", read=_span),
    Option("min_games", int, 0, "the fewest games a player needs for a rank"),
    Option("sit_out", _WORTH, None, "the score for a round sat out", read=_worth),
)


def _powers(typed: object) -> str:
    """Check and return the words as typed. Raises UnknownMethod and NotRegions."""
    from xl_dipscore.rules.seating.wishes import powers_of  # few events need it

    powers_of(str(typed))
    return " ".join(str(typed).split())


def _weight(number: Any) -> Fraction | None:
    """The weight; None for a date, because spreadsheets turn 2/3 into a date."""
    return Fraction(number) if 0 <= number < DATES[0] else None


_WEIGHTS = Kind("numbers", "numbers from 0 on, such as 2/3 as text, and no dates", range(100))

_KINDS = {**Settings.__annotations__, **TeamRule.__annotations__, **AwardRule.__annotations__}
_AWARDS: Any = Literal[tuple(awards_by_name())]
AS_SAID = "what the system says"
"""The format of an event if its director does not choose one."""
OVER = "yes: the event is over, even without all results; no: boards without a winner or draw go on"
PLANNED = "over once all planned rounds have results"
OLDER_FORMATS = {"league": "all rounds"}
EVENT_OPTIONS = {
    option.name.replace(" ", ""): option
    for option in (
        Option("rounds", int, None, "the event's planned number of rounds"),
        Option("format", Format, None, "how the event is decided", usually=AS_SAID, older=OLDER_FORMATS),
        Option("groups", bool, False, "do the boards of the last round keep their places in the table?"),
        Option("double", Double, None, "which of a player's two boards in one round counts"),
        Option("provisional", bool, False, "value a solo before the event is over, from the results so far?"),
        Option("over", bool | None, None, OVER, called="event is over", usually=PLANNED),
        Option("min_rounds", int, 0, "the fewest rounds a player needs for a rank"),
        Option("most_rounds", int, 0, "the most rounds of a player that count, the best ones; 0 for all"),
        Option(
            "tops", _KINDS["tops"], "half", "what a shared board top is worth to each", called="board tops"
        ),
        *_SEASON,
        Option("decimals", int, None, "decimal places each score is rounded to before it is added"),
        Option(
            "round_weights",
            Annotated[tuple[Fraction, ...], _WEIGHTS],
            (),
            "the factors for the scores of round 1, 2, ...",
            read=_weight,
        ),
        Option("award_by", _AWARDS, "score", "what decides the best of each country", called="by"),
        Option("award_losers", _KINDS["losers"], "below", "where players who lost to a winner rank there"),
        Option("award_boards", _KINDS["boards"], "all", "which boards count for the best of each country"),
        Option("award_ties", _KINDS["ties"], "shared", "how ties for the best of each country are settled"),
        Option("award_guests", bool, False, "may unranked players be the best of a country?"),
        Option("team_rule", str, "sum", "how the scores of its members make a team's score"),
        Option("team_size", int, 0, "the members of a team; 0 for any number"),
        Option("team_missing", _KINDS["missing"], "nothing", "what counts for each missing member of a team"),
        Option("team_rounds", str, "all", "the rounds that count for teams"),
        Option(
            "powers",
            Literal["never twice", "regions=FR-IGA-TE", "wheel", "any"],
            None,
            "how powers are given out; seats that break this become problems",
            usually="a repeated power is only noted",
            read=_powers,
        ),
    )
}

SEASON_OPTIONS = tuple(option.name for option in _SEASON)
"""The options that only a league has on Setup."""
TEAM, AWARD = "team_", "award_"
"""Prefixes of the options about teams, and about the best of each country."""


@dataclass(frozen=True)
class EventOptions:
    """The options of an event as Python objects: settings for its standings, and the system's parameters."""

    settings: Settings = USUAL
    parameters: Mapping[str, object] = field(default_factory=dict)
    rows: int = 0
    columns: int = 0
    width: int = 0
    """The most characters of an explanation or of a problem in one row; 0: any number."""


def read_event_options(rows: Iterable[Sequence[Cell]], system: System) -> EventOptions:
    """Read an event's options: rows of a name and its values. Rows without a name or a value are skipped.

    If the option `rows` or `columns` is given more than once, the largest value is used. A second value of
    `rows` is the width of an explanation and of a problem.
    Raises Faults with everything that is wrong.
    """
    options, faults = read_valid_options(rows, system)
    if faults:
        raise Faults(faults)
    return options


def read_valid_options(rows: Iterable[Sequence[Cell]], system: System | None) -> WithFaults[EventOptions]:
    """The valid options of an event, and faults for the others.

    system: if None, options that may be the system's own are skipped.
    """
    settings: dict[str, Any] = {}
    parameters: dict[str, object] = {}
    faults: list[Fault] = []
    seen: dict[str, list[Cell]] = {}
    for name, word, values in named_rows(rows):
        try:
            check_once(seen, word, name, values)
            if word == "combine":
                settings["combine"] = str(values[0])
            elif word == "tiebreak":
                settings["tiebreak"] = tuple(names_of_tie_breaks(values))
            elif word in ("rows", "columns"):
                settings[word] = max(settings.get(word, 0), size_of(word, values[0]))
                settings["width"] = max(settings.get("width", 0), width_of(values) if word == "rows" else 0)
            elif word in EVENT_OPTIONS:
                option = EVENT_OPTIONS[word]
                settings[option.parameter] = option.accept(option_value(option, values))
            elif system is not None:
                option = system.option(str(name))
                parameters[option.parameter] = option.accept(option_value(option, values))
        except Fault as fault:
            faults.append(fault)
    since, until = settings.get("since"), settings.get("until")
    if since and until and since > until:
        faults.append(SeasonBackwards(field="to", since=since, until=until))
    own = {word: settings.pop(word) for word in ("rows", "columns", "width") if word in settings}
    for name, prefix, rule in (("team", TEAM, TeamRule), ("awards", AWARD, AwardRule)):
        its = {word: settings.pop(word) for word in [*settings] if word.startswith(prefix)}
        if its:
            settings[name] = rule(**{word.removeprefix(prefix): value for word, value in its.items()})
    return WithFaults(EventOptions(Settings(**settings), parameters, **own), faults)


def names_of_tie_breaks(cells: Iterable[Cell]) -> Iterator[str]:
    """The tie-breaks in one cell, separated by commas, or in several cells. Raises EmptyItem."""
    for cell in cells:
        if not is_blank(cell):
            check_items("tiebreak", str(cell))
            yield from str(cell).split(",")
