"""Random events without mistakes, and the slips that a tired scorer makes in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from xl_dipscore.rules.board import POWERS, SEATS

SYSTEMS = ("SOS", "DCC", "NDC", "WBC", "DIXIECON", "TRIBUTE", "DRAWSIZE", "CDIPLO")
HEADER = ["Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year"]
ROUND, BOARD, POWER, PLAYER, CENTRES, DRAW, GONE, YEAR = range(8)
FIRST = [
    "Ada",
    "Bruno",
    "Celia",
    "Dario",
    "Edith",
    "Fabio",
    "Gilda",
    "Henri",
    "Ilona",
    "Jorge",
    "Katja",
    "Lorenz",
    "Mirka",
    "Nestor",
    "Olga",
]
LAST = [
    "Quint",
    "Rosso",
    "Sauer",
    "Tibbet",
    "Umber",
    "Vogel",
    "Wexler",
    "Young",
    "Zander",
    "Abbot",
    "Brandt",
    "Clough",
    "Dorsey",
    "Ewald",
]
PEOPLE = [
    f"{first} {last}" for first, last in zip(FIRST * 2, [*LAST, "Yorke", *LAST[3:], *LAST[:4]], strict=False)
]


@dataclass
class Event:
    """A games list, and the director's other settings."""

    system: str
    rows: list[list[Any]]
    header: list[Any] = field(default_factory=lambda: [*HEADER])
    options: list[list[Any]] = field(default_factory=list)
    roster: list[str] = field(default_factory=list)

    @property
    def table(self) -> list[list[Any]]:
        return [self.header, *self.rows]

    def boards(self) -> list[list[list[Any]]]:
        return [self.rows[n : n + 7] for n in range(0, len(self.rows), 7)]

    def add(self, heading: str, place: tuple[int, Any]) -> None:
        """A column of its own, with one value."""
        self.header.append(heading)
        for n, row in enumerate(self.rows):
            row.append(place[1] if n == place[0] else None)


def counts_of(random: Random, most: int = 17) -> list[int]:
    """Random counts of 34 centres: one largest power, and at least two survivors."""
    while True:
        alive = random.sample(SEATS, random.randint(3, 7))
        cuts = sorted(random.sample(range(1, 34), len(alive) - 1))
        parts = [b - a for a, b in zip([0, *cuts], [*cuts, 34], strict=True)]
        if max(parts) <= most and parts.count(max(parts)) == 1:
            return [parts[alive.index(seat)] if seat in alive else 0 for seat in SEATS]


def right(system: str, seed: int) -> Event:
    """Some rounds of two or three boards, with nothing wrong."""
    random = Random(f"{system} {seed}")
    boards = random.randint(2, 3)
    players = random.sample(PEOPLE, 7 * boards)
    event = Event(system, [], roster=sorted(players))
    seen = set()
    for round_ in range(1, 2 if system == "NDC" and random.random() < 0.2 else 3):
        seated = random.sample(players, len(players))
        for n in range(boards):
            while (counts := tuple(counts_of(random, random.choice((12, 15, 17))))) in seen:
                pass
            seen.add(counts)
            year = random.randint(1905, 1911)
            largest = counts.index(max(counts))
            alive = [seat for seat in SEATS if counts[seat]]
            marked: set[int] = set()
            if system != "NDC" and random.random() < 0.5:
                marked = {largest, *random.sample(alive, random.randint(2, min(4, len(alive))))}
            for seat, power in enumerate(POWERS):
                gone = None if counts[seat] else random.randint(1902, year)
                event.rows.append(
                    [
                        round_,
                        "ABC"[n],
                        power,
                        seated[7 * n + seat],
                        counts[seat],
                        "x" if seat in marked else None,
                        gone,
                        year,
                    ]
                )
    return event


Slip = Callable[[Event, Random], object]
SLIPS: dict[str, Slip] = {}


def slip(plant: Slip) -> Slip:
    SLIPS[plant.__name__.replace("_", " ")] = plant
    return plant


def some_board(event: Event, random: Random) -> list[list[Any]]:
    return random.choice(event.boards())


def without_marks(board: Sequence[list[Any]]) -> None:
    for row in board:
        row[DRAW] = None


def rename(event: Event, random: Random, change: Callable[[str], str]) -> None:
    """Apply the slip only in the last round; the player has the right name in earlier ones."""
    row = random.choice(event.boards()[-1])
    if len({row[ROUND] for row in event.rows}) < 2:
        event.rows += [
            [2, *row[1:PLAYER], event.rows[-7 + n][PLAYER], *row[CENTRES:]]
            for n, row in enumerate(event.rows[:7])
        ]
        row = event.rows[-7]
        for n, its in enumerate(event.rows[-7:]):
            its[CENTRES], its[GONE], its[DRAW] = (10, 9, 8, 7, 0, 0, 0)[n], 1904 if n > 3 else None, None
    row[PLAYER] = change(row[PLAYER])


def _set(board: list[list[Any]], column: int, values: Sequence[Any]) -> None:
    for row, value in zip(board, values, strict=True):
        row[column] = value


@slip
def ten_centres_lost(event: Event, random: Random) -> None:
    board = next(board for board in event.boards() if max(row[CENTRES] for row in board) > 10)
    next(row for row in board if row[CENTRES] > 10)[CENTRES] -= 10


@slip
def one_centre_less(event: Event, random: Random) -> None:
    random.choice([row for row in event.rows if row[CENTRES] > 1])[CENTRES] -= 1


@slip
def one_centre_more(event: Event, random: Random) -> None:
    random.choice([row for row in event.rows if row[CENTRES]])[CENTRES] += 1


@slip
def a_count_left_out(event: Event, random: Random) -> None:
    random.choice(event.rows)[CENTRES] = None


@slip
def a_result_typed_twice(event: Event, random: Random) -> None:
    first, *_, last = event.boards()
    for column in (CENTRES, DRAW, GONE, YEAR):
        _set(last, column, [row[column] for row in first])


@slip
def year_1901(event: Event, random: Random) -> None:
    board = some_board(event, random)
    _set(board, YEAR, [1901] * 7)
    _set(board, GONE, [None if row[CENTRES] else 1901 for row in board])


@slip
def a_lone_mark_on_a_small_power(event: Event, random: Random) -> None:
    board = some_board(event, random)
    without_marks(board)
    min((row for row in board if row[CENTRES]), key=lambda row: row[CENTRES])[DRAW] = "x"


@slip
def a_lone_mark_on_the_largest_of_few(event: Event, random: Random) -> None:
    board = some_board(event, random)
    _set(board, CENTRES, (9, 8, 7, 6, 4, 0, 0))
    _set(board, GONE, (*[None] * 5, 1903, 1904))
    _set(board, DRAW, ("x", *[None] * 6))


@slip
def marks_beside_a_solo(event: Event, random: Random) -> None:
    board = some_board(event, random)
    _set(board, CENTRES, (18, 9, 7, 0, 0, 0, 0))
    _set(board, GONE, (*[None] * 3, *[1904] * 4))
    _set(board, DRAW, (None, "x", "x", *[None] * 4))


@slip
def a_mark_beside_a_dead_power(event: Event, random: Random) -> None:
    board = next(
        b for b in event.boards() if any(not row[CENTRES] for row in b) and max(r[CENTRES] for r in b) < 18
    )
    next(row for row in board if not row[CENTRES])[DRAW] = "x"


@slip
def the_mark_of_the_largest_forgotten(event: Event, random: Random) -> None:
    event.system = "SOS" if event.system == "NDC" else event.system
    board = some_board(event, random)
    _set(board, CENTRES, (14, 8, 7, 5, 0, 0, 0))
    _set(board, GONE, (*[None] * 4, *[1904] * 3))
    _set(board, DRAW, (None, "x", "x", *[None] * 4))


@slip
def year_1980(event: Event, random: Random) -> None:
    _set(some_board(event, random), YEAR, [1980] * 7)


@slip
def years_of_one_board_differ(event: Event, random: Random) -> None:
    random.choice(event.rows)[YEAR] += 1


@slip
def gone_after_the_end(event: Event, random: Random) -> None:
    board = some_board(event, random)
    _set(board, CENTRES, (10, 9, 8, 7, 0, 0, 0))
    without_marks(board)
    _set(board, GONE, (*[None] * 4, 1903, 1904, 1925))


@slip
def gone_and_alive(event: Event, random: Random) -> None:
    random.choice([row for row in event.rows if row[CENTRES]])[GONE] = 1903


@slip
def no_result_of_an_early_board(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    for column in (CENTRES, DRAW, GONE, YEAR):
        _set(event.boards()[0], column, [None] * 7)


@slip
def nobody(event: Event, random: Random) -> None:
    random.choice(event.rows)[PLAYER] = None


@slip
def a_row_lost(event: Event, random: Random) -> None:
    event.rows.remove(random.choice(event.rows))


@slip
def a_power_twice_on_a_board(event: Event, random: Random) -> None:
    first, second, *_ = some_board(event, random)
    second[POWER] = first[POWER]


@slip
def a_letter_wrong(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name[:2] + "q" + name[3:])


@slip
def letters_swapped(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name[0] + name[2] + name[1] + name[3:])


@slip
def an_accent(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name.replace("a", "á", 1).replace("e", "é", 1).replace("o", "ö", 1))


@slip
def last_name_first(event: Event, random: Random) -> None:
    rename(event, random, lambda name: ", ".join(name.split()[::-1]))


@slip
def first_name_alone(event: Event, random: Random) -> None:
    event.roster = []
    rename(event, random, lambda name: name.split()[0])


@slip
def an_initial(event: Event, random: Random) -> None:
    event.roster = []
    rename(event, random, lambda name: f"{name.split()[0]} {name.split()[1][0]}.")


@slip
def a_cyrillic_letter(event: Event, random: Random) -> None:
    event.roster = []
    rename(
        event,
        random,
        lambda name: (
            name.replace("a", "\N{CYRILLIC SMALL LETTER A}")
            .replace("o", "\N{CYRILLIC SMALL LETTER O}")
            .replace("e", "\N{CYRILLIC SMALL LETTER IE}")
        ),
    )


@slip
def a_number_for_a_name(event: Event, random: Random) -> None:
    rename(event, random, lambda name: "12")


@slip
def two_people(event: Event, random: Random) -> None:
    rename(event, random, lambda name: f"{name} / Someone Else")


@slip
def somebody_who_is_not_on_players(event: Event, random: Random) -> None:
    rename(event, random, lambda name: "Walter Unknown")


@slip
def on_two_boards_of_a_round(event: Event, random: Random) -> None:
    one, other, *_ = event.boards()
    other[0][PLAYER] = one[3][PLAYER]


@slip
def a_heading_misspelt(event: Event, random: Random) -> None:
    event.header[random.choice((DRAW, GONE, YEAR))] += "g"


@slip
def a_heading_deleted(event: Event, random: Random) -> None:
    event.rows[0][DRAW] = event.rows[1][DRAW] = event.rows[2][DRAW] = "x"
    event.header[DRAW] = None


@slip
def a_heading_twice(event: Event, random: Random) -> None:
    event.header[GONE] = "Year"


@slip
def final_for_a_board_of_a_round(event: Event, random: Random) -> None:
    _set(event.boards()[-1], ROUND, ["Final"] * 7)


@slip
def a_round_that_is_none(event: Event, random: Random) -> None:
    random.choice(event.rows)[ROUND] = "twice"


@slip
def extra_points_too_many(event: Event, random: Random) -> None:
    event.add("Extra points", (random.randrange(len(event.rows)), 99_999))


@slip
def extra_points_beside_nobody(event: Event, random: Random) -> None:
    event.rows[3][PLAYER] = None
    event.add("Extra points", (3, 1))


@slip
def an_override_too_high(event: Event, random: Random) -> None:
    event.add("Override", (random.randrange(len(event.rows)), 99_999))


@slip
def an_override_left_behind(event: Event, random: Random) -> None:
    event.add("Override", (random.randrange(len(event.rows)), 1))


@slip
def unranked_in_one_game(event: Event, random: Random) -> None:
    rename(event, random, lambda name: name)
    twice = [row[PLAYER] for row in event.rows]
    event.add("Unranked", (next(n for n, name in enumerate(twice) if twice.count(name) > 1), "x"))


@slip
def docked_too_much(event: Event, random: Random) -> None:
    event.add("Docked", (random.randrange(len(event.rows)), 33))


@slip
def a_power_again(event: Event, random: Random) -> None:
    event.options.append(["powers", "never twice"])
    rename(event, random, lambda name: name)
    first, last = event.rows[0], event.boards()[-1][0]
    other = next(
        (row for row in event.rows[-7 * (len(event.boards()) // 2) :] if row[PLAYER] == first[PLAYER]), None
    )
    if other is not None:
        other[PLAYER] = last[PLAYER]
    last[PLAYER] = first[PLAYER]


@slip
def sorted_by_player(event: Event, random: Random) -> None:
    event.rows.sort(key=lambda row: row[PLAYER])


def planted(times: int = 4) -> list[tuple[str, int, str]]:
    """Each slip in events of several systems: its name, the number of the event, and its system."""
    names = [*SLIPS]
    return [
        (name, n, SYSTEMS[(at + 3 * n) % len(SYSTEMS)]) for at, name in enumerate(names) for n in range(times)
    ]


def with_slip(name: str, number: int, system: str) -> Event:
    event = right(system, number)
    SLIPS[name](event, Random(f"{name} {number}"))
    return event
