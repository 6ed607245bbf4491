"""Boards as rows of a games list, random ones and all kinds of wrong ones, to try plain formulas on.

A row is a dict of typed cells by the words of a games list; the key of a year's count is the year.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, count
from random import Random
from typing import Any, NamedTuple

from tests.boards import Facts
from tests.rules.systems.finished import splits
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import CENTRES, FIRST_YEAR, POWERS, SEATS

Row = dict[str | int, Any]

ENDINGS = (
    "solo", "solo, marked", "conceded", "conceded to a smaller", *(f"{n}-way draw" for n in range(2, 8)),
    "all survivors", "clock", "clock, level", "clock, few", "one power left", "alone on the board",
    "nobody left",
)  # fmt: skip
"""How games end, and how they are marked. `nobody left`: all survivors are in civil disorder."""

TYPED = (
    "round", "board", "power", "player", "centres", "draw", "eliminated", "year",
    "docked", "civil_disorder", "new_player", "unranked", "tiebreak", "override",
)  # fmt: skip
"""The words of every column that is typed, the years of a chart aside."""
YEARS = tuple(range(FIRST_YEAR, FIRST_YEAR + 16))
"""The years that a chart may have."""


class Typed(NamedTuple):
    """One board as it is typed: its name for the tests, and its rows."""

    what: str
    rows: list[Row]


# -- games that were played ---------------------------------------------------------------------


def game(dice: Random, ending: str) -> Facts:
    """A finished game that ends in this way, by chance; every fact of it is known."""
    while True:
        centres = _counts(dice, ending)
        alive = [seat for seat in SEATS if centres[seat]]
        drew = _marks(dice, ending, centres)
        year = dice.randint(FIRST_YEAR + 2, FIRST_YEAR + 15)
        gone = tuple(None if n else dice.randint(FIRST_YEAR, year) for n in centres)
        docked = [dice.choice((0, 0, 1, 2, 3)) for _ in SEATS] if dice.random() < 0.2 else [0] * 7
        if not any(own > off for own, off in zip(centres, docked, strict=True)):
            docked = [0] * 7
        idle: list[int] = []
        if ending == "one power left":
            idle = [seat for seat in alive if seat != alive[-1]]
        elif ending == "nobody left":
            idle = alive
        elif ending.startswith("clock") and dice.random() < 0.3:
            idle = [seat for seat in alive[1:] if dice.random() < 0.3]
        new = [seat for seat in SEATS if dice.random() < 0.2] if dice.random() < 0.4 else []
        facts = Facts(
            tuple(centres),
            frozenset(drew),
            gone,
            year,
            tuple(docked),
            frozenset(idle),
            frozenset(new),
            _chart(dice, centres, gone, year),
        )
        try:
            facts.board()
        except Faults:
            continue
        return facts


def _counts(dice: Random, ending: str) -> list[int]:
    """Seven random counts; if the game was won, one is at least 18."""
    least, most = 1, 7
    if ending.endswith("-way draw"):
        least = int(ending[0])
    elif ending == "clock, few":
        most = 4
    elif ending == "alone on the board":
        most = 1
    elif ending in ("conceded to a smaller", "one power left", "clock, level"):
        least = 2
    while True:
        powers = dice.randint(least, most)
        total = CENTRES if dice.random() < 0.8 else dice.randint(powers, CENTRES)
        if ending.startswith("solo"):
            first = dice.randint(18, CENTRES - powers + 1)
            parts = [first, *_parts(dice, CENTRES - first, powers - 1)]
        elif ending == "clock, level" or dice.random() < (0.35 if ending.endswith("draw") else 0.1):
            parts = [min(17, total // powers)] * powers
        elif ending == "conceded to a smaller" and dice.random() < 0.5:
            parts = [dice.randint(16, 17), dice.randint(12, 15)]
        elif ending == "alone on the board":
            parts = [dice.randint(1, 17)]
        else:
            parts = _parts(dice, total, powers)
        if (max(parts) >= 18) == ending.startswith("solo") and sum(parts) <= CENTRES and min(parts) > 0:
            counts = [*parts, *[0] * (7 - len(parts))]
            dice.shuffle(counts)
            return counts


def _parts(dice: Random, total: int, parts: int) -> list[int]:
    """A number of counts of 1 or more that add up to the total."""
    if not parts:
        return []
    cuts = sorted(dice.sample(range(1, total), parts - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


def _marks(dice: Random, ending: str, centres: Sequence[int]) -> list[int]:
    alive = sorted((seat for seat in SEATS if centres[seat]), key=lambda seat: -centres[seat])
    if ending.endswith("-way draw"):
        size = int(ending[0])
        return alive[:size] if dice.random() < 0.3 else dice.sample(alive, size)
    match ending:
        case "conceded":
            return alive[:1]
        case "conceded to a smaller":
            return alive[-1:]
        case "all survivors":
            return alive
        case "solo, marked":
            return [seat for seat in SEATS if dice.random() < 0.5]
    return []


def _chart(
    dice: Random, centres: Sequence[int], gone: Sequence[int | None], last: int
) -> dict[int, tuple[int, ...]]:
    """Random counts of every year that end in these counts."""
    chart = {}
    for year in range(FIRST_YEAR, last):
        counts = [0 if end and end <= year else dice.randint(1, 6) for end in gone]
        while sum(counts) > CENTRES:
            counts[counts.index(max(counts))] -= 1
        chart[year] = tuple(counts)
    return {**chart, last: tuple(centres)}


def games(seed: int, many: int) -> Iterator[tuple[str, Facts]]:
    """A number of games, with every ending in turn; some lack a fact that a system may need."""
    dice = Random(seed)
    for number in range(many):
        ending = ENDINGS[number % len(ENDINGS)]
        facts = game(dice, ending)
        without = dice.random()
        if without < 0.08:
            yield f"{ending}, no year", _without(facts, year=None)
        elif without < 0.16:
            yield f"{ending}, no eliminations", _without(facts, eliminated=(None,) * 7)
        else:
            yield ending, facts


def _without(facts: Facts, **changes: Any) -> Facts:
    """The game without one fact, which a chart would tell."""
    return Facts(**{**vars(facts), **changes, "chart": {}})


def every_split() -> Iterator[tuple[str, Facts]]:
    """Every way to split 34 centres into seven counts, whichever power has which.

    The seats of the counts and the ending of the game change from one split to the next.
    """
    dice = Random(34)
    for counts in splits(CENTRES, 7, CENTRES):
        seated = list(counts)
        dice.shuffle(seated)
        alive = [seat for seat in SEATS if seated[seat]]
        drew = [] if max(counts) >= 18 else dice.sample(alive, dice.randint(0, len(alive)))
        if len(drew) == 1:
            drew = [seated.index(max(seated))]
        year = dice.randint(FIRST_YEAR + 2, FIRST_YEAR + 15)
        gone = tuple(None if n else dice.randint(FIRST_YEAR, year) for n in seated)
        chart = _chart(dice, seated, gone, year)
        nobody: frozenset[int] = frozenset()
        yield (
            f"{'-'.join(map(str, counts))}",
            Facts(tuple(seated), frozenset(drew), gone, year, (0,) * 7, nobody, nobody, chart),
        )


# -- as they are typed --------------------------------------------------------------------------

YES = ("x", "X", "yes", "Yes", "y", " x ", True, 1, "true", "✓")
NO = (None, None, None, "", "no", "No", 0, False, "false", "n")
"""Marks as they are spelled."""
SPELLED = {
    "Austria": ("Austria", "A", "austria", " Austria ", "Austria-Hungary"),
    **{power: (power, power[0], power.lower(), power.upper(), f" {power}") for power in POWERS[1:]},
}


def typed(
    facts: Facts, round_: Any, board: Any, dice: Random, *, chart: bool, plain: bool = False
) -> list[Row]:
    """A game's seven rows, in the order of the powers, spelled in many ways.

    plain: every word and mark in the usual way, every fact on every row.
    """

    def mark(seat: int, seats: Collection[int]) -> Any:
        if plain:
            return "x" if seat in seats else None
        return dice.choice(YES) if seat in seats else dice.choice(NO)

    told = dice.randrange(7) if not plain and dice.random() < 0.5 else None
    from_chart = chart and bool(facts.chart) and not plain and dice.random() < 0.5
    two_digits = not plain and dice.random() < 0.1
    rows: list[Row] = []
    for seat in SEATS:
        row: Row = {
            "round": round_,
            "board": board,
            "power": POWERS[seat] if plain else dice.choice(SPELLED[POWERS[seat]]),
            "player": f"Player {round_} {board} {seat}",
            "draw": mark(seat, facts.draw),
            "civil_disorder": mark(seat, facts.civil_disorder),
            "new_player": mark(seat, facts.new_player),
            "docked": facts.docked[seat] or dice.choice((None, 0)),
            "unranked": None if plain else dice.choice((None,) * 20 + YES),
            "tiebreak": None if plain else dice.choice((None,) * 20 + (1, 2.5)),
            "override": None if plain else dice.choice((None,) * 20 + (0, 12.5, -3)),
        }
        if not from_chart:
            row["centres"] = facts.centres[seat]
            row["eliminated"] = facts.eliminated[seat]
            if facts.year is not None and told in (None, seat):
                row["year"] = facts.year - 1900 * two_digits
        if chart:
            row |= {year: counts[seat] for year, counts in facts.chart.items()}
        rows.append(row)
    return rows


def boards(seed: int, many: int, *, chart: bool = False, plain: bool = False, first: int = 1) -> list[Typed]:
    """A number of boards of every ending, as typed, round by round."""
    return as_typed(games(seed, many), seed, chart=chart, plain=plain, first=first)


def as_typed(
    played: Iterable[tuple[str, Facts]],
    seed: int,
    *,
    chart: bool = False,
    plain: bool = False,
    first: int = 1,
) -> list[Typed]:
    """These games as typed, ten boards a round."""
    dice = Random(seed)
    return [
        Typed(what, typed(facts, *_called(number), dice, chart=chart, plain=plain))
        for number, (what, facts) in zip(count(first), played, strict=False)
    ]


def _called(number: int) -> tuple[Any, Any]:
    """The round and the name of a board: numbers, letters and words."""
    round_, board = 1 + number // 10, number % 10
    names = (1, 2, "3", "D", "Top", "Table 6", "g", 8, "I", "Board of the youth")
    return ("Final" if round_ == 4 else round_), names[board]


def mixed(typed_boards: Iterable[Typed], seed: int) -> list[Row]:
    """The rows of all boards in random order, each with its board's name for the tests."""
    rows = [{**row, "what": board.what} for board in typed_boards for row in board.rows]
    Random(seed).shuffle(rows)
    return rows


# -- boards that are wrong ----------------------------------------------------------------------

Spoil = Callable[[list[Row], Random], None]

SPOILT: dict[str, Spoil] = {}
"""Every way to be wrong, by its name, for plainly typed boards without a winner and with a dead power."""
SPOILT_CHARTS: dict[str, Spoil] = {}
"""Ways to be wrong that need a chart."""


def _spoils(name: str, where: dict[str, Spoil] = SPOILT) -> Callable[[Spoil], Spoil]:
    def named(spoil: Spoil) -> Spoil:
        where[name] = spoil
        return spoil

    return named


def _alive(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["centres"]]


def _dead(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not row["centres"]]


def _types(name: str, word: str, *values: Any, of: Callable[[list[Row]], list[Row]] = list) -> None:
    """Declare a way to be wrong: a value that is not allowed under a heading, in some row."""

    @_spoils(name)
    def spoil(rows: list[Row], dice: Random) -> None:
        dice.choice(of(rows))[word] = dice.choice(values)


_types("a count is missing", "centres", None, "", " ")
_types("a count over 34", "centres", 35, 40, 100, of=_alive)
_types("a count below 0", "centres", -1, -5)
_types("half a centre", "centres", 4.5, 0.5)
_types("a word for a count", "centres", "abc", "many", "-")
_types("docked is not a count", "docked", -1, 1.5, 35, "abc")
_types("a mark that is none", "draw", "maybe", 2, "?", -1, "xx", 0.5)
_types("civil disorder, a mark that is none", "civil_disorder", "maybe", 2)
_types("new player, a mark that is none", "new_player", "maybe", 3)
_types("unranked, a mark that is none", "unranked", "perhaps", 7)
_types("override is no number", "override", "abc", "n/a")
_types("tie-break is no number", "tiebreak", "abc", "first")
_types("marked without a centre", "draw", "x", of=_dead)
_types("centres and a year of elimination", "eliminated", 1903, of=_alive)
_types("eliminated before 1901", "eliminated", 1890, 1900, of=_dead)
_types("eliminated in no year", "eliminated", "soon", 1903.5, -3, of=_dead)
_types("no power", "power", None, "Spain", "", "Eng land x", 5)
_types("no round", "round", None, "", 0, -1, 1.5, "first", 10000)
_types("no board", "board", None, "", "  ")
for _word in (
    "round",
    "board",
    "power",
    "centres",
    "draw",
    "eliminated",
    "year",
    "docked",
    "civil_disorder",
    "new_player",
    "player",
):
    _types(f"an error in {_word.replace('_', ' ')}", _word, "#N/A", "#DIV/0!")
del _word


@_spoils("more than 34 centres")
def _(rows: list[Row], dice: Random) -> None:
    row = min(_alive(rows), key=lambda row: row["centres"])
    row["centres"] += 35 - sum(row["centres"] for row in rows)


@_spoils("no centres at all")
def _(rows: list[Row], dice: Random) -> None:
    for row in rows:
        row.update(centres=0, draw=None, eliminated=1903)


@_spoils("eliminated after the last year")
def _(rows: list[Row], dice: Random) -> None:
    row = dice.choice(_dead(rows))
    row["eliminated"] = row["year"] + 1


def _years(name: str, *values: Any) -> None:
    @_spoils(name)
    def spoil(rows: list[Row], dice: Random) -> None:
        year = dice.choice(values)
        for row in rows:
            row["year"] = year


_years("no year", None, "", 0)
_years("a year before 1901", 1850, 1900)
_years("a year after 1999", 2004)
_years("half a year", 1905.5)
_years("a word for a year", "late")


@_spoils("years that differ")
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(rows)["year"] += 1


@_spoils("one year is a word")
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(rows)["year"] = "?"


@_spoils("no elimination")
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(_dead(rows))["eliminated"] = None


@_spoils("two rows of a power")
def _(rows: list[Row], dice: Random) -> None:
    one, other = dice.sample(rows, 2)
    one["power"] = other["power"]


@_spoils("six rows")
def _(rows: list[Row], dice: Random) -> None:
    rows.remove(dice.choice(rows))


@_spoils("six rows, one without a power")
def _(rows: list[Row], dice: Random) -> None:
    rows.remove(dice.choice(rows))
    dice.choice(rows)["power"] = None


@_spoils("a single row")
def _(rows: list[Row], dice: Random) -> None:
    del rows[1:]


@_spoils("eight rows")
def _(rows: list[Row], dice: Random) -> None:
    rows.append({**dice.choice(rows), "player": "Somebody else"})


@_spoils("eight rows, one without counts")
def _(rows: list[Row], dice: Random) -> None:
    kept = ("round", "board", "power")
    rows.append({word: value for word, value in dice.choice(rows).items() if word in kept})


@_spoils("fourteen rows")
def _(rows: list[Row], dice: Random) -> None:
    rows.extend([dict(row) for row in rows])


@_spoils("one row only is typed")
def _(rows: list[Row], dice: Random) -> None:
    for row in rows[1:]:
        row["centres"] = None


@_spoils("marked before a count is typed", SPOILT)
def _(rows: list[Row], dice: Random) -> None:
    rows[0].update(centres=None, draw="x")


def _counted(rows: Sequence[Row]) -> list[int]:
    """The years of a chart."""
    return sorted(word for word in rows[0] if isinstance(word, int))


@_spoils("no chart", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    for year in _counted(rows):
        for row in rows:
            del row[year]


@_spoils("a year of the chart is missing", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    year = dice.choice(_counted(rows)[:-1])
    for row in rows:
        del row[year]


@_spoils("a chart's count is missing", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(rows)[dice.choice(_counted(rows))] = None


@_spoils("a chart's count is none", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(rows)[dice.choice(_counted(rows))] = dice.choice((-1, 35, 2.5, "abc"))


@_spoils("more than 34 in a year of the chart", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    for row in _alive(rows):
        row[_counted(rows)[0]] = 34


@_spoils("back from the dead", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    dice.choice(_alive(rows))[_counted(rows)[0]] = 0


@_spoils("the chart ends otherwise", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    row = dice.choice(_alive(rows))
    row["centres"] -= 1
    if not row["centres"]:
        row.update(centres=2)


@_spoils("the chart ends in another year", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    for row in rows:
        row["year"] += 1


@_spoils("the chart has another elimination", SPOILT_CHARTS)
def _(rows: list[Row], dice: Random) -> None:
    row = dice.choice(_dead(rows))
    row["eliminated"] += 1 if row["eliminated"] < row["year"] else -1


def faulty(seed: int, *, chart: bool = False, each: int = 1, first: int = 1) -> list[Typed]:
    """A number of boards that are wrong in each way."""
    dice, found = Random(seed), []
    number = first
    for name, spoil in chain(SPOILT.items(), SPOILT_CHARTS.items() if chart else ()):
        for _ in range(each):
            rows = typed(_spoilable(dice), *_called(number), dice, chart=chart, plain=True)
            spoil(rows, dice)
            found.append(Typed(name, rows))
            number += 1
    return found


def _spoilable(dice: Random) -> Facts:
    """A game in which nobody won, that lasted, and in which at least one power died."""
    endings = [ending for ending in ENDINGS if not ending.startswith(("solo", "nobody", "7", "one", "alone"))]
    while True:
        facts = game(dice, dice.choice(endings))
        if 0 in facts.centres and facts.year and facts.year > FIRST_YEAR + 3 and not facts.civil_disorder:
            return facts


def strange(seed: int, first: int = 1) -> list[Typed]:
    """Boards typed in ways that we understand and plain formulas need not: right, or not OK."""
    dice, found = Random(seed), []

    def add(what: str, change: Callable[[list[Row]], None]) -> None:
        rows = typed(_spoilable(dice), *_called(first + len(found)), dice, chart=False, plain=True)
        change(rows)
        found.append(Typed(what, rows))

    def each(rows: list[Row], word: str, value: Callable[[Any], Any]) -> None:
        for row in rows:
            if row.get(word) not in (None, ""):
                row[word] = value(row[word])

    def swapped(rows: list[Row]) -> None:
        for row in rows[3:]:
            row["board"] = f"  {row['board']} ".replace(" ", "  ")

    def other_case(rows: list[Row]) -> None:
        for row in rows[3:]:
            row["board"] = str(row["board"]).swapcase()

    add("counts as text", lambda rows: each(rows, "centres", str))
    add("counts as text, one", lambda rows: rows[0].update(centres=str(rows[0]["centres"])))
    add("counts with a comma", lambda rows: each(rows, "centres", lambda n: f"{n},0"))
    add("years as text", lambda rows: each(rows, "year", str))
    add("eliminations as text", lambda rows: each(rows, "eliminated", str))
    add("eliminations in two digits", lambda rows: each(rows, "eliminated", lambda y: y - 1900))
    add("docked as text", lambda rows: rows[0].update(docked="1"))
    add("rounds as text", lambda rows: each(rows, "round", str))
    add("final", lambda rows: [row.update(round="final ") for row in rows])
    add("spaces in the board's name", swapped)
    add("the board's name in another case", other_case)
    add("one mark as the number 1", lambda rows: _alive(rows)[0].update(draw=1))
    add("a tick", lambda rows: _alive(rows)[0].update(draw="☑"))
    add("full stops in a power", lambda rows: rows[0].update(power="A."))
    add("a power spelled like another", lambda rows: rows[1].update(power="Englnd"))
    add("an odd power", lambda rows: rows[2].update(power="FRANCE "))
    add("override as text", lambda rows: rows[0].update(override="12"))
    add("a player who is a number", lambda rows: rows[0].update(player=12))
    add("a space in a count", lambda rows: rows[0].update(centres=f" {rows[0]['centres']} "))
    add("a space in draw", lambda rows: _alive(rows)[0].update(draw=" "))
    add("a space in year", lambda rows: [row.update(year=" ") for row in rows[1:]])
    add("a space in eliminated", lambda rows: _alive(rows)[0].update(eliminated=" "))
    add("a space in docked", lambda rows: rows[0].update(docked=" "))
    add("elimination 0", lambda rows: _alive(rows)[0].update(eliminated=0))
    add("year 0", lambda rows: [row.update(year=0) for row in rows[1:]])
    return found
