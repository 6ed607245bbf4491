"""Values from programs: sequences, mappings, and other libraries' numbers and tables, read like cells."""

from collections import namedtuple
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from tests import boards
from tests.each import each
from tests.lists import board_rows, listed
from xl_dipscore import (
    POWERS,
    Board,
    BoardScore,
    Faults,
    Settings,
    explain,
    score,
    scores,
    standings,
    systems,
)
from xl_dipscore.rules.board import (
    BlankCount,
    NotACount,
    NotAList,
    NotAPower,
    NotAYear,
    NotSeven,
    SamePowerTwice,
)
from xl_dipscore.rules.system import OptionOutOfRange, UnknownOption, UnknownSystem, option_as_typed
from xl_dipscore.tables.cells.boards import NotAMark
from xl_dipscore.tables.cells.games import MissingColumn, NobodyNamed, NotARound, SameColumnTwice
from xl_dipscore.tables.cells.given import NotRows, OwnOption, RowOfOnePower, board_of_row
from xl_dipscore.tables.cells.given_rows import GivenTwice, LostHeading
from xl_dipscore.tables.cells.unread import NearColumn, UnreadFact
from xl_dipscore.tables.cells.wide import NotADraw, UnclearDraw
from xl_dipscore.tables.exchange.formats import File, readers

COUNTS = (0, 13, 10, 3, 8, 0, 0)
SQUARES = 13**2 + 10**2 + 3**2 + 8**2
SCORES = tuple(Fraction(100 * n**2, SQUARES) for n in COUNTS)


class Whole:
    """A number like numpy's, which has a type of its own."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Real(Whole):
    """A number like numpy's that is not an index."""

    __index__ = None  # type: ignore[assignment]

    def __float__(self) -> float:
        return float(self.value)


class Truth:
    """A truth value like numpy's."""

    ndim = 0

    def __init__(self, value: bool) -> None:
        self.value = value

    def item(self) -> bool:
        return self.value


class Missing:
    """A value like pandas.NA, whose equality to itself is unknown."""

    def __eq__(self, other: object) -> Any:
        return self

    __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("ambiguous")


class Broken:
    """A value that can be neither compared nor printed."""

    def __eq__(self, other: object) -> Any:
        raise ValueError

    __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise ValueError


class Series:
    """Values with an index, iterated without it."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values.values())

    def keys(self) -> Any:
        return self.values.keys()

    def items(self) -> Any:
        return self.values.items()


class Numbered(Series):
    """Values whose index counts rows of another table."""

    def items(self) -> Any:
        return [(Whole(n), value) for n, value in enumerate(self.values.values(), 1)]


class Array(list[Any]):
    """An array of numbers of its own type, whose `tolist` gives Python's numbers."""

    def __iter__(self) -> Iterator[Any]:
        return map(Whole, super().__iter__())

    def tolist(self) -> list[Any]:
        return [*super().__iter__()]


class Frame:
    """The part of a pandas table that our code uses."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows, self.columns = rows, [*rows[0]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def to_dict(self, orient: str) -> list[dict[str, Any]]:
        assert orient == "records"
        return self.rows


BY_POWER = dict(zip(POWERS, COUNTS, strict=True))
IN_GERMAN = ("Österreich", "England", "Frankreich", "Deutschland", "Italien", "Russland", "Türkei")


@each(
    "given",
    [
        [*COUNTS],
        COUNTS,
        (n for n in COUNTS),
        map(Whole, COUNTS),
        Array(COUNTS),
        map(Real, COUNTS),
        map(float, COUNTS),
        map(str, COUNTS),
        ["-", "13*", 10, 3, 8, 0, 0],
        BY_POWER,
        dict(reversed(BY_POWER.items())),
        dict(zip("AEFGIRT", COUNTS, strict=True)),
        dict(zip(IN_GERMAN, COUNTS, strict=True)),
        Series(**dict(reversed(BY_POWER.items()))),
        Numbered(**BY_POWER),
        Board(COUNTS),
    ],
)
def test_seven_counts_however_they_are_given(given: Any) -> None:
    assert score("SOS", given) == SCORES


def test_an_explanation_takes_them_too() -> None:
    assert explain("SOS", map(Whole, COUNTS)).totals == SCORES
    assert Board({"England": 18, "F": 16, **dict.fromkeys("AGIRT", 0)}).centres == (0, 18, 16, 0, 0, 0, 0)


@each(
    "draw",
    [
        "EFG",
        "E F G",
        "England, France and Germany",
        ["England", "F", "Allemagne"],
        (power for power in "EFG"),
        {"England", "France", "Germany"},
        [1, 2, 3],
        map(Whole, [1, 2, 3]),
        Array([0, 1, 1, 1, 0, 0, 0]),
        [0, 1, 1, 1, 0, 0, 0],
        ["", "x", "x", "x", None, "", ""],
        map(Truth, [False, True, True, True, False, False, False]),
        {"England": True, "F": "x", "Germany": Whole(1), "Italy": False},
        Series(England=True, France=True, Germany=True, Turkey=False),
        Series(Austria=0, Germany=1, England=1, France=1),
    ],
)
def test_a_draw_however_it_is_given(draw: Any) -> None:
    assert Board(COUNTS, draw).draw == {1, 2, 3}


@each("draw", [None, "", "none", float("nan"), Missing(), [], {}, [""] * 7])
def test_no_draw(draw: Any) -> None:
    assert Board(COUNTS, draw=draw).draw == frozenset()


def test_facts_beside_counts() -> None:
    board = Board(COUNTS, "EFG", {"Austria": 1904}, 1908, docked=[0, 1, 0, 0, 0, 0, 0])
    facts: dict[str, Any] = {"draw": "EFG", "eliminated": {"A": "1904"}, "year": Real(1908), "scs": "share"}
    assert score("DCC", COUNTS, **facts, docked={"England": 1}) == score("DCC", board, scs="share")
    assert Board(COUNTS, eliminated=[1904, *[float("nan")] * 4, 5, Missing()]).eliminated[5] == 1905
    assert Board(COUNTS, year="S1908").year == Board(COUNTS, year="07").year == 1907
    assert Board(COUNTS, chart={"1901": map(Whole, COUNTS)}).chart == ((1901, COUNTS),)
    assert Board(COUNTS, civil_disorder="R T").civil_disorder == {5, 6}


def test_a_fact_that_a_system_has_an_option_for() -> None:
    """The same word cannot mean both."""
    with pytest.raises(OwnOption):
        score("WBC", COUNTS, draw=[1, 2, 3])
    two, three = 22, 10
    assert score("WBC", Board(COUNTS, "EFG"), draw=map(Whole, (two, three)))[1] == 13 + three


def test_options_of_any_kind() -> None:
    assert score("WBC", [18, 16, 0, 0, 0, 0, 0], win=Whole(50))[0] == 18 + 50
    assert score(next(one for one in systems() if one.key == "SOS"), COUNTS) == SCORES
    assert sum(score("SOS", COUNTS, scale_to=Real(34))) == 34


NESTED = [[n] for n in COUNTS]


@each(
    ("kind", "given"),
    [
        (NotSeven, COUNTS[:6]),
        (NotSeven, [*COUNTS, 0]),
        (NotSeven, [COUNTS]),
        (NotAList, "0131038"),
        (NotAList, b"0131038"),
        (NotAList, {*range(7)}),
        (NotAList, 34),
        (NotAList, None),
        (NotAList, Frame([BY_POWER])),
        (NotACount, NESTED),
        (NotACount, [True, *COUNTS[1:]]),
        (NotACount, [-1, *COUNTS[1:]]),
        (NotACount, [0.5, *COUNTS[1:]]),
        (NotACount, ["ten", *COUNTS[1:]]),
        (NotACount, [object(), *COUNTS[1:]]),
        (NotACount, [float("inf"), *COUNTS[1:]]),
        (BlankCount, [None, *COUNTS[1:]]),
        (BlankCount, [float("nan"), *COUNTS[1:]]),
        (BlankCount, [Missing(), *COUNTS[1:]]),
        (BlankCount, {"England": 34}),
        (NotAPower, {**BY_POWER, "Atlantis": 1}),
        (SamePowerTwice, {**BY_POWER, "E": 1}),
    ],
)
def test_no_board(kind: type[Faults], given: Any) -> None:
    with pytest.raises(Faults) as wrong:
        Board(given)
    assert {*map(type, wrong.value.faults)} == {kind}


@each(
    ("kind", "facts"),
    [
        (NotADraw, {"draw": "X"}),
        (NotADraw, {"draw": 5}),
        (SamePowerTwice, {"draw": "EE"}),
        (SamePowerTwice, {"draw": ["England", "England"]}),
        (SamePowerTwice, {"draw": [1, 0, 1]}),
        (NotAPower, {"draw": ["Engalnd"]}),
        (NotAPower, {"draw": [7]}),
        (NotAPower, {"draw": [True]}),
        (NotAPower, {"draw": [["England"]]}),
        (NotAPower, {"draw": ["x"] * 6}),
        (NotAPower, {"civil_disorder": "Q"}),
        (NotAMark, {"draw": [2, 1, 1, 1, 0, 0, 0]}),
        (NotAMark, {"draw": {"England": "maybe"}}),
        (NotAYear, {"year": "never"}),
        (NotAYear, {"year": [1908]}),
        (NotAYear, {"year": 1800}),
        (NotAYear, {"year": object()}),
        (NotAYear, {"year": Broken()}),
        (NotAList, {"chart": [{1901: COUNTS}]}),
        (NotAPower, {"eliminated": {"Austira": 1904}}),
        (NotAList, {"eliminated": 1904}),
        (NotSeven, {"eliminated": [1904]}),
        (NotAList, {"docked": 1}),
        (NotAList, {"chart": 1901}),
        (NotAList, {"chart": [1901]}),
        (NotAList, {"chart": {1901: 34}}),
        (NotAYear, {"chart": {"first": COUNTS, 1901: COUNTS}}),
    ],
)
def test_no_fact(kind: type[Faults], facts: dict[str, Any]) -> None:
    with pytest.raises(Faults) as wrong:
        Board(COUNTS, **facts)
    assert [*map(type, wrong.value.faults)] == [kind]
    assert {fault.field for fault in wrong.value.faults} == {*facts} or kind in (NotSeven, NotAYear)


def test_all_that_is_wrong_at_once() -> None:
    with pytest.raises(Faults) as wrong:
        Board([50, *COUNTS[1:]], draw="Q", year="never")
    assert {*map(type, wrong.value.faults)} == {NotADraw, NotACount, NotAYear}


@each("system", [None, 5, "", ["SOS"], float("nan"), object()])
def test_no_system(system: Any) -> None:
    with pytest.raises(UnknownSystem):
        score(system, COUNTS)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (UnknownOption, {"winner": "England"}),
        (UnknownOption, {"concession": "E"}),
        (OptionOutOfRange, {"win": "much"}),
        (OptionOutOfRange, {"win": None}),
        (OptionOutOfRange, {"win": [1, 2]}),
        (OptionOutOfRange, {"win": {}}),
        (OptionOutOfRange, {"win": object()}),
        (OptionOutOfRange, {"win": True}),
        (OptionOutOfRange, {"win": -1}),
        (UnknownSystem, {"round_systems": [5]}),
    ],
)
def test_no_option(kind: type[Faults], options: dict[str, Any]) -> None:
    for ask in (score, scores, standings):
        with pytest.raises(Faults) as wrong:
            ask("WBC", COUNTS if ask is score else [], **options)
        assert [*map(type, wrong.value.faults)] == [kind]


# -- many boards --------------------------------------------------------------------------------


def test_boards_come_one_by_one() -> None:
    """Iterate without looking ahead: no value is taken before its turn."""

    def boards() -> Iterator[Any]:
        while True:
            yield COUNTS

    found = [*islice(scores("SOS", boards()), 3)]
    assert found == [BoardScore(n, SCORES) for n in (1, 2, 3)]


def test_a_bad_board_spoils_no_other() -> None:
    found = [*scores("SOS", [Board(COUNTS), [50] * 7, None, BY_POWER])]
    assert [one.scores for one in found] == [SCORES, None, None, SCORES]
    assert [{*map(type, one.faults)} for one in found] == [set(), {NotACount}, {NotAList}, set()]
    assert {(fault.place, fault.row) for fault in found[1].faults} == {("Board 2", 2)}
    assert found[0].record == {
        "Board": 1,
        **dict(zip(POWERS, SCORES, strict=True)),
        "Faults": "",
        "Notes": "",
    }
    assert found[2].record["Turkey"] is None


ARCHIVED = {"Game": "g1", **BY_POWER, "Draw": "E/F/G", "Year": Real(1908), "Site": "vdip"}


@pytest.mark.parametrize("table", [[ARCHIVED], Frame([ARCHIVED])])
def test_rows_of_an_archive(table: Any) -> None:
    (found,) = scores("DCC", table)
    assert found.scores == score("DCC", COUNTS, draw="EFG")
    assert not found.notes


def test_a_misspelt_column_is_told() -> None:
    row = {**BY_POWER, "Dockd": 1}
    (found,) = scores("DCC", [row])
    assert found.notes
    assert "Dockd" in found.sentences
    with pytest.raises(Faults) as wrong:
        score("DCC", row)
    assert [*map(type, wrong.value.faults)] == [NearColumn]
    both = [*scores("DCC", [{**row, "Italy": "x"}] * 2)]
    assert [{fault.place for fault in one.faults} for one in both] == [{"Board 1"}, {"Board 2"}]
    (twice,) = scores("DCC", [{**BY_POWER, "ENGLAND": 1}])
    assert [*map(type, twice.faults)] == [SameColumnTwice]


@pytest.mark.parametrize(
    "more", [{"Drwa": "EFG"}, {"Members": "England, France"}, {"Ended": 1907}, {"Drawing": "England, France"}]
)
def test_a_column_that_may_be_a_draw_or_a_year_is_no_note(more: dict[str, Any]) -> None:
    (found,) = scores("DCC", [{**BY_POWER, **more}])
    assert found.scores is None
    assert [*map(type, found.faults)] == [UnreadFact]
    assert next(iter(more)) in found.sentences


def test_a_misspelt_power_is_named() -> None:
    row = {("Itly" if power == "Italy" else power): count for power, count in BY_POWER.items()}
    (found,) = scores("DCC", [row])
    assert found.scores is None
    assert NearColumn in map(type, found.faults)
    assert "Itly" in found.sentences


def test_a_row_of_one_power_is_no_board() -> None:
    (found,) = scores("DCC", [{"Power": "England", "Centres": 13}])
    assert [*map(type, found.faults)] == [RowOfOnePower]


def test_unusual_boards_are_scored_with_a_note() -> None:
    few = [1, 2, 3, 4, 4, 4, 0]
    (found,) = scores("SOS", [few])
    assert found.scores is not None
    assert sum(found.scores) == 100
    assert found.notes == tuple(map(str, Board(few).probable_typos()))
    assert found.notes


def test_letters_are_those_of_the_headings() -> None:
    row = dict(zip(IN_GERMAN, COUNTS, strict=True)) | {"Draw": "E F D"}
    (found,) = scores("DCC", [row])
    assert found.scores == score("DCC", COUNTS, draw="EFG")


def test_a_faulty_row_says_all() -> None:
    (found,) = scores("DCC", [{**BY_POWER, "Italy": "x", "Draw": "Q"}])
    assert {*map(type, found.faults)} == {NotACount, NotADraw}


class Record:
    """A record of numpy."""

    class dtype:  # noqa: N801  as numpy spells it
        names = (*POWERS, "Draw")

    def __getitem__(self, name: str) -> Any:
        return ({**BY_POWER, "Draw": "EFG"})[name]


Named = namedtuple("Named", ["Index", *POWERS, "Draw", "Draw size"], rename=True, defaults=[None])
"""A row of itertuples, which gives other names to headings with blanks."""
BY_NAME = {**BY_POWER, "Draw": "EFG"}
THREE = ["England", "France", "Germany"]
IN_WORDS = ("0", "13 centres", "10 SCs", 3, 8, "Eliminated in 1904", 0)


@each(
    "row",
    [
        BY_NAME,
        Series(**BY_NAME),
        (0, Series(**BY_NAME)),
        Named(0, *COUNTS, "EFG"),
        Record(),
        {**BY_POWER, "Draw": THREE},
        {**BY_POWER, "Draw": Array([1, 2, 3])},
        {**BY_POWER, "Draw": Array([0, 1, 1, 1, 0, 0, 0])},
        {**BY_POWER, "Draw": {*THREE}},
        {**BY_POWER, "Draw": {"England": True, "F": 1, "Germany": "x"}},
        {**BY_POWER, "Draw": Series(England=1, France=1, Germany=1)},
        {"centres": BY_POWER, "draw": "EFG"},
        {"Centers": COUNTS, "Draw": THREE, "id": 5},
        {"SCs": Array(COUNTS), "draw": [1, 2, 3]},
        {"supply centers": Series(**BY_POWER), "In draw": {power.upper() for power in THREE}},
        {("Centres", power): count for power, count in BY_POWER.items()} | {("Draw", ""): "EFG"},
        {**dict(zip(POWERS, IN_WORDS, strict=True)), "Draw": "EFG"},
    ],
)
def test_one_row_however_it_is_given(row: Any) -> None:
    """Law: `score`, `scores` and `explain` read a row alike, whatever library it is from."""
    wanted = score("DCC", COUNTS, draw="EFG")
    assert score("DCC", row) == explain("DCC", row).totals == wanted
    for rows in ([row], iter([row])):
        (found,) = scores("DCC", rows)
        assert (found.scores, found.notes) == (wanted, ())


def test_facts_of_a_row_may_be_given_beside_it() -> None:
    row = {**BY_POWER, "Id": "g1"}
    assert score("DCC", row, draw=THREE) == score("DCC", Series(**row), draw="EFG") == score("DCC", BY_NAME)
    nested = {"centres": COUNTS, "eliminated": {"Austria": 1904}, "docked": [0, 1, 0, 0, 0, 0, 0]}
    board, _ = board_of_row({**nested, "civil disorder": ["Turkey"]})
    assert (board.eliminated[0], board.docked[1], board.civil_disorder) == (1904, 1, {6})
    board, _ = board_of_row({"chart": {1901: COUNTS, "1902": COUNTS}})
    assert (board.centres, board.year) == (COUNTS, 1902)


@each(
    ("kind", "row", "facts"),
    [
        (GivenTwice, {"centres": BY_POWER, "England": 1}, {}),
        (GivenTwice, {**BY_POWER, "draw": "EFG"}, {"draw": "EFG"}),
        (NotAList, {"centres": [1, 2]}, {}),
        (NotAList, {"centres": 34}, {}),
        (NotAPower, {**BY_POWER, "Draw": ["Engalnd"]}, {}),
        (NotADraw, {**BY_POWER, "Draw": "Engalnd"}, {}),
        (LostHeading, Named(0, *COUNTS, "EFG", "x"), {}),
    ],
)
def test_no_row(kind: type[Faults], row: Any, facts: dict[str, Any]) -> None:
    with pytest.raises(Faults) as wrong:
        score("DCC", row, **facts)
    assert [*map(type, wrong.value.faults)] == [kind]


@each(
    ("column", "drew"),
    [
        (("GER", "EFG"), {1, 3, 5}),
        (("GER", "ENG"), {3}),
        (("GER", "GER, FRA"), {3}),
        (("GER", "FRA"), None),
        (("GER", ""), None),
    ],
)
def test_the_whole_column_decides_what_letters_mean(column: tuple[str, str], drew: set[int] | None) -> None:
    counts = (0, 3, 6, 16, 3, 6, 0)
    rows = [{**dict(zip(POWERS, counts, strict=True)), "Draw": draw} for draw in column]
    for table in (rows, Frame(rows)):
        found = next(iter(scores("DRAWSIZE", table)))
        assert found.scores == (score("DRAWSIZE", counts, draw=drew) if drew else None)
    assert {*map(type, next(iter(scores("DRAWSIZE", iter(rows)))).faults)} == {UnclearDraw}
    file = File("", [["Round", "Board", *rows[0]], *([1, n, *row.values()] for n, row in enumerate(rows))])
    read = readers()["wide"].read(file)
    assert {n for n, row in enumerate(read.rows[:7]) if row.get("draw")} == (drew or set())
    assert bool(read.faults) == (drew is None)


# -- events -------------------------------------------------------------------------------------

HEADER, *BELOW = [*listed(COUNTS), *board_rows(COUNTS[::-1], round_=2, players="bcdefga")]
ROWS: list[dict[str, Any]] = [dict(zip(HEADER, row, strict=True)) for row in BELOW]
SHARES = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (3, 4), "e": (4, 3), "f": (5, 2), "g": (6, 1)}


class Tuple(NamedTuple):
    """A row of itertuples."""

    Round: Any
    Board: Any
    Power: Any
    Player: Any
    Centres: Any


def _wide(counts: tuple[int, ...], round_: int, players: str) -> dict[str, Any]:
    seated = {f"Player {power}": name for power, name in zip(POWERS, players, strict=True)}
    return {"Round": round_, "Board": 1, **dict(zip(POWERS, counts, strict=True)), **seated}


def _nested(row: dict[str, Any], centres: str, players: str, kind: Any = dict) -> dict[str, Any]:
    """The row with its counts and its players under one heading each: by power, or in a list."""
    counts = {power: row[power] for power in POWERS}
    named = {power: row[f"Player {power}"] for power in POWERS}
    listed = kind is list
    seats = [[*one.values()] if listed else one for one in (counts, named)]
    return {"Round": row["Round"], "Board": row["Board"], centres: seats[0], players: seats[1]}


WIDE = [_wide(COUNTS, 1, "abcdefg"), _wide(COUNTS[::-1], 2, "bcdefga")]


@each(
    "games",
    [
        ROWS,
        (row for row in ROWS),
        Frame(ROWS),
        [Tuple(*row) for row in BELOW],
        [Series(**row) for row in ROWS],
        [*enumerate(Series(**row) for row in ROWS)],
        [HEADER, *BELOW],
        [{word: str(cell) for word, cell in row.items()} for row in ROWS],
        [{**row, "Centres": Real(row["Centres"]), "Draw": float("nan"), "Year": Missing()} for row in ROWS],
        WIDE,
        Frame(WIDE),
        [_nested(row, "centres", "players") for row in WIDE],
        [_nested(row, "SCs", "Player", list) for row in WIDE],
    ],
)
def test_an_event_however_its_games_are_given(games: Any) -> None:
    table = standings("SOS", games)
    (first, *_) = table.records
    best = SCORES[1] + SCORES[4]
    assert {row.player for row in table} == {*"abcdefg"}
    assert max(row.total or 0 for row in table) == first["Total"] == table[0].total
    assert sum(row.total or 0 for row in table) == 200
    assert next(row.total for row in table if row.player == "b") == SCORES[1] + COUNTS[6] * best
    assert first == {"Rank": 1, "Player": table[0].player, "Total": table[0].total} | {
        key: first[key] for key in [*first][3:]
    }
    assert standings("SOS", [one.game for one in table.scored]).records == table.records


@pytest.mark.parametrize("names", ["AEFGIRT", "TRIGFEA", "EFGIRTA"])
def test_headings_decide_where_players_have_letters(names: str) -> None:
    """Players called A, E, F ... are not powers, in lists with a row a game or a row a player."""
    wide = [_wide(COUNTS, 1, names)]
    long = listed(COUNTS, players=names)
    wanted = {name: SCORES[seat] for seat, name in enumerate(names)}
    for games in (wide, long, [[*wide[0]], [*wide[0].values()]]):
        assert {row.player: row.total for row in standings("SOS", games)} == wanted


def test_settings_as_they_are_typed() -> None:
    best = standings("SOS", ROWS, {"combine": "best 1", "rounds": Whole(2), "tiebreak": ["centres", "wins"]})
    assert best.records == standings("SOS", ROWS, Settings("best 1", 2, ("centres", "wins"))).records
    assert best[0].total == SCORES[1]
    with pytest.raises(Faults) as wrong:
        standings("SOS", ROWS, {"roundz": 3})
    assert [*map(type, wrong.value.faults)] == [UnknownOption]


def test_what_is_wrong_in_an_event() -> None:
    faulty = standings("SOS", [{**ROWS[0], "Centres": "ten"}, *ROWS[1:]])
    assert [*map(type, faulty.faults)] == [NotACount]
    assert {row["Total"] for row in faulty.records} == {None}
    stray = standings("SOS", [{**ROWS[0], "Round": None}, *ROWS[1:]])
    assert str(NotARound(value="A blank cell")) in stray.notes[-1]
    near = standings("SOS", [{**row, "Drwa": "x"} for row in ROWS])
    assert "Drwa" in near.notes[-1]


@each(
    ("kind", "games"),
    [
        (NotRows, "games.csv"),
        (NotRows, None),
        (NotRows, ROWS[0]),
        (NotRows, [1, 2]),
        (NotRows, [ROWS[0], 5]),
        (MissingColumn, [[[1]], [2]]),
        (MissingColumn, [{"Round": 1, "Board": 1, "Power": "A", "Centres": 3}]),
        (NotADraw, [{**WIDE[0], "Draw": "Q"}]),
        (NobodyNamed, [{"Round": 1, "Board": 1, **BY_POWER}]),
    ],
)
def test_no_event(kind: type[Faults], games: Any) -> None:
    with pytest.raises(Faults) as wrong:
        standings("SOS", games)
    assert {*map(type, wrong.value.faults)} == {kind}


@pytest.mark.parametrize("typed", ["32 16 8", "32, 16, 8", "32;16;8", ["32", "16", 8]])
def test_an_option_is_read_as_cells_and_set_read_it(typed: Any) -> None:
    board = Board((12, 9, 6, 4, 3, 0, 0))
    places = (32 + 12, 16 + 9, 8 + 6, 4, 3, 0, 0)
    assert score("CUSTOM", board, places=typed) == places
    assert [one.scores for one in scores("CUSTOM", [board], places=typed)] == [places]


def test_every_option_accepts_its_default_as_a_person_types_it() -> None:
    score("SOS", (34, 0, 0, 0, 0, 0, 0))
    for system in systems():
        for option in (*system.options, *system.event_options):
            if not option.usually:
                assert option.accept_typed(option_as_typed(option.default)) == option.default, (
                    system,
                    option.name,
                )


def test_a_text_that_is_no_value_of_an_option_is_refused() -> None:
    with pytest.raises(Faults) as refused:
        score("CUSTOM", (12, 9, 6, 4, 3, 0, 0), places="32 x 8")
    assert [type(one) for one in refused.value.faults] == [OptionOutOfRange]


class AnyRow(Series):
    """A row of pandas with any headings."""

    def __init__(self, values: dict[Any, Any]) -> None:
        self.values = values


HEADED = (
    lambda board: dict(zip(POWERS, board.centres, strict=True)),
    lambda board: {"centres": [*board.centres]},
    lambda board: {"SCs": dict(zip(POWERS, board.centres, strict=True))},
    lambda board: {("Centers", power): n for power, n in zip(POWERS, board.centres, strict=True)},
    lambda board: {
        f"{power} centres": f"{n} centres" for power, n in zip(POWERS, board.centres, strict=True)
    },
)
DRAWN = (
    lambda board: {"Draw": ", ".join(POWERS[seat] for seat in board.draw)},
    lambda board: {"draw": [*board.draw]},
    lambda board: {"In draw": {POWERS[seat]: "x" for seat in board.draw}},
    lambda board: {"Draw": [seat in board.draw for seat in range(7)]},
)
GONE = (
    lambda board: {f"{power} eliminated": year for power, year in zip(POWERS, board.eliminated, strict=True)},
    lambda board: {"eliminated": [*board.eliminated]},
    lambda board: {"Elim": dict(zip(POWERS, board.eliminated, strict=True))},
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@hypothesis_given(boards.games(), st.data())
def test_a_board_in_any_row_is_the_same_board(facts: Any, data: st.DataObject) -> None:
    """The law of rows: however a board is written as a row, and whatever the row is, it is read the same."""
    board = facts.board(docked=(0,) * 7, civil_disorder=(), new_player=(), chart={})
    row: dict[Any, Any] = {"Id": "g1", "Year": board.year}
    for ways in (HEADED, DRAWN, GONE):
        row |= data.draw(st.sampled_from(ways))(board)
    given = data.draw(st.sampled_from([dict, AnyRow, lambda row: (0, AnyRow(row))]))(row)
    (found,) = scores("SOS", [given])
    assert found.faults == ()
    assert score("SOS", given) == found.scores == score("SOS", board)
    assert board_of_row(row)[0] == board
