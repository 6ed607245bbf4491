"""More slips: values in the wrong cell, names with additions, dates, weights and charts."""

from random import Random
from typing import Any

from tests.slips import (
    BOARD,
    CENTRES,
    DRAW,
    GONE,
    PLAYER,
    POWER,
    ROUND,
    SYSTEMS,
    YEAR,
    Event,
    Slip,
    rename,
    right,
    some_board,
)

FURTHER: dict[str, Slip] = {}
CHART = {
    1901: [4, 4, 5, 5, 4, 6, 4],
    1902: [3, 5, 6, 6, 4, 6, 4],
    1903: [2, 6, 7, 6, 4, 5, 4],
    1904: [1, 7, 8, 6, 4, 4, 4],
    1905: [0, 8, 9, 6, 4, 3, 4],
}


def fill(board: list[list[Any]], column: int, values: Any) -> None:
    for row, value in zip(board, values if isinstance(values, list) else [values] * 7, strict=True):
        row[column] = value


def wrong_cell(name: str, column: int, value: Any, *, alive: bool = True) -> None:
    """A slip that types an impossible value in one cell."""

    def plant(event: Event, random: Random) -> None:
        random.choice([row for row in event.rows if bool(row[CENTRES]) == alive])[column] = value

    FURTHER[name] = plant


wrong_cell("a letter in a count", CENTRES, "1O")
wrong_cell("a count below none", CENTRES, -2)
wrong_cell("half a centre", CENTRES, 3.5)
wrong_cell("a mark under eliminated", GONE, "x")
wrong_cell("a year of no game", GONE, 1900, alive=False)
wrong_cell("a power misspelt", POWER, "Gernany")


def wrong_board(name: str, column: int, value: Any) -> None:
    FURTHER[name] = lambda event, random: fill(some_board(event, random), column, value)


wrong_board("a date for a year", YEAR, "2024-05-07")
wrong_board("a year with a digit lost", YEAR, 190)
wrong_board("a year of today", YEAR, 2008)


def wrong_name(name: str, change: Any) -> None:
    """A name in the last round of an event without a list of players."""

    def plant(event: Event, random: Random) -> None:
        event.roster = []
        rename(event, random, change)

    FURTHER[name] = plant


wrong_name("a question mark", lambda name: "?")
wrong_name("to be decided", lambda name: "TBD")
wrong_name("a power for a name", lambda name: "Austria")
wrong_name("an address", lambda name: f"{name.replace(' ', '.').lower()}@mail.example")
wrong_name("a name with its power", lambda name: f"{name} (Italy)")
wrong_name("a name with a number", lambda name: f"{name} 12")
wrong_name("a title", lambda name: f"Dr {name}")
wrong_name("a space lost", lambda name: name.replace(" ", ""))
wrong_name("a middle initial", lambda name: name.replace(" ", " J. "))
NOBODIES = (
    *("CD", "Civil Disorder", "AI", "bot", "Bot 2", "vacant", "standby", "Replacement", "N.N.", "no show"),
    *("dummy", "TD", "GM", "remplaçante", "Ersatzspieler", "IA", "Vacante", "invaller", "Анархия", "nikt"),
)
for word in NOBODIES:
    wrong_name(word, lambda name, word=word: word)
wrong_name("a digit for a letter", lambda name: name[0] + name[1:].translate(str.maketrans("oiea", "0134")))


def further(plant: Slip) -> Slip:
    FURTHER[plant.__name__.replace("_", " ")] = plant
    return plant


@further
def counts_one_row_lower(event: Event, random: Random) -> None:
    board = some_board(event, random)
    fill(board, CENTRES, [None, *(row[CENTRES] for row in board[:6])])


@further
def counts_of_another_board_and_not_its_year(event: Event, random: Random) -> None:
    first, *_, last = event.boards()
    for column in (CENTRES, DRAW):
        fill(last, column, [row[column] for row in first])
    fill(last, GONE, [None if row[CENTRES] else 1904 for row in last])
    fill(last, YEAR, first[0][YEAR] + (1 if first[0][YEAR] < 1908 else -1))


@further
def a_letter_of_another_alphabet(event: Event, random: Random) -> None:
    some_board(event, random)[2][BOARD] = "\N{GREEK CAPITAL LETTER ALPHA}"


@further
def a_board_in_another_round(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    fill(event.boards()[-1], BOARD, "A")
    fill(event.boards()[-1], ROUND, 1)


@further
def a_round_with_a_digit_twice(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    fill(event.boards()[-1], ROUND, 22)


@further
def the_seats_of_another_board(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    fill(event.boards()[-1], PLAYER, [row[PLAYER] for row in event.boards()[0]])


@further
def years_of_all_boards(event: Event, random: Random) -> None:
    for row in event.rows:
        row[YEAR] = 1980


@further
def a_weight_in_per_cent(event: Event, random: Random) -> None:
    event.add("Weight", (0, 100))


@further
def extra_points_far_below(event: Event, random: Random) -> None:
    event.add("Extra points", (random.randrange(len(event.rows)), -99_999))


@further
def words_for_an_override(event: Event, random: Random) -> None:
    event.add("Override", (0, "same"))


@further
def an_override_below_all(event: Event, random: Random) -> None:
    event.add("Override", (random.randrange(len(event.rows)), -50))


@further
def no_weight_in_one_cell(event: Event, random: Random) -> None:
    event.add("Weight", (random.randrange(len(event.rows)), 0))


@further
def an_override_of_0(event: Event, random: Random) -> None:
    """Apply the slip to the largest power of a board."""
    event.add("Override", (max(range(7), key=lambda n: event.rows[n][CENTRES]), 0))


@further
def a_round_seated_as_the_one_before(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    last = [row for row in event.rows if row[ROUND] == 2]
    for row, before in zip(last, event.rows, strict=False):
        row[PLAYER] = before[PLAYER]


@further
def a_round_to_come_seated_as_the_one_before(event: Event, random: Random) -> None:
    last = event.rows[-1][ROUND]
    again = [row for row in event.rows if row[ROUND] == last]
    event.rows += [[last + 1, *row[1:CENTRES], None, None, None, None] for row in again]


@further
def a_round_to_come_without_powers(event: Event, random: Random) -> None:
    last = event.rows[-1][ROUND]
    again = [row for row in event.rows if row[ROUND] == last]
    event.rows += [[last + 1, row[BOARD], None, row[PLAYER], *[None] * 4] for row in again[::-1]]


@further
def a_later_round_without_powers(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    for row in event.rows:
        row[POWER] = row[POWER] if row[ROUND] == 1 else None


@further
def a_heading_of_weights(event: Event, random: Random) -> None:
    event.add("Wieght", (0, 0.5))


@further
def one_who_sat_out_and_played(event: Event, random: Random) -> None:
    event.rows.append([1, "out", None, event.rows[0][PLAYER], None, None, None, None])


@further
def a_date_of_another_year(event: Event, random: Random) -> None:
    event.system = "SOS"
    rename(event, random, lambda name: name)
    for n, board in enumerate(event.boards()):
        fill(board, ROUND, f"2024-01-{5 + n:02}")
    fill(event.boards()[-1], ROUND, "2042-01-12")
    event.header[ROUND] = "Date"


def charted(name: str, *changes: tuple[int, int, int | None]) -> None:
    """A centre chart of the first board with some counts typed wrong: year, seat, count."""

    def plant(event: Event, random: Random) -> None:
        chart: dict[int, list[int | None]] = {year: [*counts] for year, counts in CHART.items()}
        for year, seat, count in changes:
            chart[year][seat] = count
        for year, counts in chart.items():
            event.header.append(year)
            for n, row in enumerate(event.rows):
                row.append(counts[n] if n < 7 else None)
        first = event.boards()[0]
        fill(first, CENTRES, chart[1905])
        fill(first, GONE, [1905, *[None] * 6])
        fill(first, YEAR, 1905)
        fill(first, DRAW, None)

    FURTHER[name] = plant


charted("a chart with five centres lost", (1904, 2, 3))
charted("a chart of 38 centres", (1903, 2, 11))
charted("a chart in which the dead live", (1903, 0, 0), (1903, 1, 8))
charted("a chart with a leap", (1902, 2, 12), (1902, 1, 1), (1902, 3, 4))
charted("a chart with a hole", (1903, 3, None))


def planted_further(times: int = 4) -> list[tuple[str, int, str]]:
    """Each slip in events of several systems: its name, the number of the event, and its system.

    Words that are not names behave alike, so each is tried in one event.
    """
    events = ((at, name, 1 if name in NOBODIES else times) for at, name in enumerate(FURTHER))
    return [
        (name, 100 + n, SYSTEMS[(at + 3 * n) % 8]) for at, name, so_many in events for n in range(so_many)
    ]


def with_further(name: str, number: int, system: str) -> Event:
    event = right(system, number)
    FURTHER[name](event, Random(f"{name} {number}"))
    return event
