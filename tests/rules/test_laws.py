"""The laws that every scoring system is held to, whoever adds it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import fsum, isfinite
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, reject, settings
from hypothesis import strategies as st

from tests.boards import DRAWS, POOL, Facts, full, shared
from xl_dipscore import Faults, systems
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import CENTRES, POWERS, SEATS, Board, End, MissingFact
from xl_dipscore.rules.points import Points, as_double, text
from xl_dipscore.rules.system import ANY_SYSTEM, USUALLY, NobodyDraws, Option, System
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.functions.boards import dip_check, dip_explain, dip_score
from xl_dipscore.workbooks.author import Plan

pytestmark = pytest.mark.slow

GAMES, SOLOS, DRAWN, STOPPED = shared(), shared(["solo"]), shared(DRAWS), shared(["clock"])

SYSTEMS = systems()
OPTIONS = tuple((system, option) for system in SYSTEMS for option in system.options)
NEEDS = tuple((system, need) for system in SYSTEMS for need in system.needs)
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
every_option = pytest.mark.parametrize(
    ("system", "option"), OPTIONS, ids=lambda one: getattr(one, "key", getattr(one, "parameter", None))
)

TOLD: dict[str, dict[str, object]] = {"MYSTERY": {"solo": 200}}
"""Options that an event computes, and a system needs before it can score a solo."""


def scored(system: System, board: Board, **options: object) -> Points:
    """The board's points; hypothesis tries another board where the system's house rules refuse this one."""
    try:
        return system(board, **options)
    except Faults:
        reject()


def standing(board: Board, seat: int) -> tuple[object, ...]:
    """A seat's standing: powers of one standing differ only in centres."""
    facts = (board.civil_disorder, board.new_player, board.survivors, board.drew)
    return (seat == board.winner, *(seat in some for some in facts), board.eliminated[seat] or 0)


def test_there_are_systems_to_hold_to_the_laws() -> None:
    assert isinstance(SYSTEMS, tuple)
    assert {"CDIPLO", "DCC", "DIXIECON", "NDC", "SOS", "TOWNSEND", "WBC"} <= {s.key for s in SYSTEMS}
    assert OPTIONS
    assert NEEDS


def test_the_boards_are_of_every_kind() -> None:
    seen = set()

    @settings(max_examples=POOL)
    @given(GAMES)
    def look(game: Facts) -> None:
        board = game.board()
        traits = {
            "civil disorder": board.civil_disorder & set(board.survivors),
            "docked": board.counts != board.centres,
            "unowned": sum(board.centres) < CENTRES,
            "all owned": sum(board.centres) == CENTRES,
            "equal draw": len(board.drew) > 1 and len({board.centres[seat] for seat in board.drew}) == 1,
            "new player": board.new_player,
        }
        seen.update(trait for trait, shown in traits.items() if shown)
        seen.add((board.ending.end, len(board.drew) if board.ending.end is End.DRAW else 0))

    look()
    assert seen >= {(end, 0) for end in End if end is not End.DRAW}
    assert seen >= {(End.DRAW, size) for size in DRAWS}
    assert seen >= {"civil disorder", "docked", "unowned", "all owned", "equal draw", "new player"}


# -- scores -----------------------------------------------------------------------------------


@pytest.mark.parametrize("system", [s for s in SYSTEMS if s.pot is not None], ids=lambda system: system.key)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(GAMES, st.data())
def test_a_board_adds_up_to_the_declared_pot(system: System, game: Facts, data: st.DataObject) -> None:
    """As published, and with other amounts."""
    amounts = [option.parameter for option in system.options if option.kind == "amount"]
    changed = data.draw(st.dictionaries(st.sampled_from(amounts), st.integers(0, 200))) if amounts else {}
    for options in ({}, changed):
        board = system.read(game.board(), **options)
        assert system.pot is not None
        pot = system.pot(board, system.settings(options))
        assume(pot is not None)
        assert sum(scored(system, board, **options).totals) == pot


@every_system
@given(game=GAMES, lots=st.permutations(SEATS))
def test_renaming_the_seats_renames_the_scores(system: System, game: Facts, lots: list[int]) -> None:
    there = scored(system, game.board()).totals
    here = scored(system, game.seated(lots).board()).totals
    moved = tuple(there[lot] for lot in lots)
    if system.by_country:
        assert sum(here) == sum(moved)
    else:
        assert here == moved


@pytest.mark.parametrize("system", [s for s in SYSTEMS if s.monotone], ids=lambda system: system.key)
@given(game=GAMES)
def test_the_larger_power_of_one_standing_never_scores_less(system: System, game: Facts) -> None:
    board = system.read(game.board())
    before = scored(system, board).totals
    level = defaultdict(list)
    for seat in sorted(SEATS, key=lambda seat: board.counts[seat]):
        level[standing(board, seat)].append(seat)
    for smaller, larger in chain(*map(pairwise, level.values())):
        # The two change lots, so that what a country is worth stays out of it.
        lots = list(SEATS)
        lots[smaller], lots[larger] = larger, smaller
        after = scored(system, game.seated(lots).board()).totals
        assert after[smaller] >= before[smaller]
        assert after[larger] <= before[larger]


@pytest.mark.parametrize("system", [s for s in SYSTEMS if s.solo_is_best], ids=lambda system: system.key)
@given(SOLOS)
def test_a_soloist_is_never_beaten(system: System, game: Facts) -> None:
    """Except for a penalty: docked centres may take the winner below the second."""
    board = system.read(game.board(docked=(0,) * 7))
    assert board.winner is not None
    totals = scored(system, board, **TOLD.get(system.key, {})).totals
    assert totals[board.winner] == max(totals)


@every_system
@given(GAMES)
def test_scores_are_exact_and_only_where_declared_below_zero(system: System, game: Facts) -> None:
    points = scored(system, game.board())
    assert len(points.totals) == 7
    assert {type(total) for total in points.totals} == {Fraction}
    assert all(len(part.amounts) == 7 for part in points.lines)
    assert all(isinstance(amount, int | Fraction) for part in points.lines for amount in part.amounts)
    if not system.below_zero:
        assert min(points.totals) >= 0


@pytest.mark.parametrize("system", [s for s in SYSTEMS if not s.marks], ids=lambda system: system.key)
@given(DRAWN)
def test_where_marks_do_not_matter_an_agreed_draw_is_like_the_clock(system: System, game: Facts) -> None:
    unmarked = game.board(draw=())
    assert scored(system, game.board()).totals == scored(system, unmarked).totals
    left_out = set(unmarked.survivors) - game.draw
    assert any("takes no draw members" in note for note in system.notes(game.board())) == bool(left_out)


@every_system
@given(game=STOPPED, lot=st.integers(0, 6))
def test_a_game_with_one_power_still_played_is_conceded_to_it(system: System, game: Facts, lot: int) -> None:
    alive = [seat for seat in SEATS if game.centres[seat]]
    alone = alive[lot % len(alive)]
    idle = frozenset(alive) - {alone}
    unmarked = game.board(civil_disorder=idle)
    conceded = game.board(civil_disorder=idle, draw=[alone])
    assert found(system, unmarked) == found(system, conceded)


@every_system
@given(game=STOPPED, lot=st.integers(0, 6))
def test_where_nobody_is_left_to_draw_the_director_marks_the_result(
    system: System, game: Facts, lot: int
) -> None:
    nobody = game.board(civil_disorder=SEATS)
    assume(system.read(nobody).ending.end is End.CLOCK)
    assert found(system, nobody) == [(NobodyDraws, None)]
    alive = nobody.survivors
    marked = game.board(civil_disorder=SEATS, draw=[alive[lot % len(alive)]])
    assert (NobodyDraws, None) not in found(system, marked)


def found(system: System, board: Board) -> Sequence[object]:
    """The lines of the board's score, or the kind and the seat of every fault."""
    try:
        return system(board, **TOLD.get(system.key, {})).lines
    except Faults as faults:
        return [(type(fault), fault.seat) for fault in faults.faults]


@every_system
@given(GAMES)
def test_same_board_same_score(system: System, game: Facts) -> None:
    assert scored(system, game.board()) == scored(system, game.board())


@every_system
@given(GAMES)
def test_the_lines_add_up_to_the_score(system: System, game: Facts) -> None:
    points = scored(system, game.board())
    assert points.lines
    assert all(part.label for part in points.lines)
    added = [sum(part.amounts[seat] for part in points.lines) for seat in SEATS]
    assert list(system.score(game.board())) == added


SHARE, EACH = re.compile(r": (\S+) of (\S+)[ \w]* is (\S+)$"), re.compile(r"(-?[\d.]+) each\b")
"""The points that a label states: `1 of 3.206 prospects is 31.195`, `places 1 and 2, 130 each`."""


@every_system
@given(game=GAMES, data=st.data())
def test_a_number_that_a_label_announces_is_in_its_cells(
    system: System, game: Facts, data: st.DataObject
) -> None:
    points = scored(system, game.board(), **data.draw(one_option(system)))
    for one in (*points.lines, *points.figures):
        cells = [text(n) for n in one.amounts]
        assert {*EACH.findall(one.label)} <= {*cells}, one
        for part, whole, share in SHARE.findall(one.label):
            of_whole = [
                f for f in points.figures if text(sum(f.amounts)) == whole or system.key in DEAD_WEIGHT
            ]
            made = {(text(n), cell) for f in of_whole for n, cell in zip(f.amounts, cells, strict=True)}
            assert (part, share) in made, one


DEAD_WEIGHT = {"MANORCON", "MANORCONORIGINAL", "MANORCONV2", "CUSTOM"}
"""An option may give the dead another weight in the sum than in their figures."""


# -- in a worksheet ---------------------------------------------------------------------------


def cells(game: Facts) -> tuple[object, ...]:
    """The game as a director has it in cells."""

    def marks(seats: frozenset[int]) -> list[object]:
        return ["x" if seat in seats else None for seat in SEATS]

    options = [
        ["docked", *game.docked],
        ["civil disorder", *marks(game.civil_disorder)],
        ["new player", *marks(game.new_player)],
        *([year, *map(float, row)] for year, row in game.chart.items()),
    ]
    return [*map(float, game.centres)], marks(game.draw), list(game.eliminated), game.year, options


@every_system
@given(GAMES)
def test_a_worksheet_gets_the_number_with_15_digits(system: System, game: Facts) -> None:
    exact = scored(system, game.board()).totals
    assert dip_score(system.key, *cells(game)) == [[as_double(total) for total in exact]]
    assert all(map(isfinite, map(float, exact)))
    ((check,),) = dip_check(system.key, *cells(game))
    assert check.startswith("OK: ")


@every_system
@given(game=GAMES, upright=st.booleans())
def test_a_fact_counts_the_same_in_the_options_and_beside_the_rows(
    system: System, game: Facts, upright: bool
) -> None:
    centres, draw, gone, year, options = cells(game)
    board = [
        list(map(list, zip(cells_, strict=True))) if upright else cells_ for cells_ in (centres, draw, gone)
    ]
    headings = [name for name, *_ in options]
    rows = [values for _, *values in options]
    beside = ([headings], [*zip(*rows, strict=True)]) if upright else ([[name] for name in headings], rows)
    for call in (dip_score, dip_explain, dip_check):
        assert call(system.key, *board, year, None, *beside) == call(system.key, *board, year, options)


@every_system
@given(game=GAMES, order=st.permutations(SEATS), upright=st.booleans())
def test_the_rows_of_a_games_list_give_the_same_in_any_order(
    system: System, game: Facts, order: list[int], upright: bool
) -> None:
    centres, draw, gone, year, options = cells(game)
    headings = ["Power", "SCs", "Draw", "Eliminated", "Year", *(name for name, *_ in options)]
    columns = [POWERS, centres, draw, gone, [year] * 7, *(values for _, *values in options)]
    rows = [[column[seat] for column in columns] for seat in order]
    pair = ([headings], rows) if upright else ([[word] for word in headings], [*zip(*rows, strict=True)])
    beside = (None, None, None, None, None, *pair)
    usual = [as_double(total) for total in scored(system, game.board()).totals]
    scores = [cell for row in dip_score(system.key, *beside) for cell in row]
    assert scores == [usual[seat] for seat in order]
    assert dip_check(system.key, *beside) == dip_check(system.key, *cells(game))
    table = dip_explain(system.key, *beside)
    assert table[0] == [system.key, *(POWERS[seat] for seat in order)]
    assert table[-1] == ["Total", *scores]


@every_system
@given(GAMES)
def test_the_explanation_adds_up_to_its_total(system: System, game: Facts) -> None:
    scored(system, game.board())
    header, *lines, total = dip_explain(system.key, *cells(game))
    assert header[0] == system.key
    assert total[0] == "Total"
    assert [total[1:]] == dip_score(system.key, *cells(game))
    for column in range(1, 8):
        added = fsum(part[column] for part in lines if not isinstance(part[column], str))
        assert added == pytest.approx(total[column], abs=1e-9)


@st.composite
def one_option(draw: st.DrawFn, system: System) -> dict[str, object]:
    """No option, or one option with a value that it takes."""
    option = draw(st.sampled_from((*system.options, *ANY_SYSTEM)))
    numbers = st.integers(0, 40)
    values = (numbers, st.booleans(), st.sampled_from(option.choices or ("",)), st.lists(numbers, max_size=9))
    try:
        return {option.parameter: option.accept(draw(st.one_of(values)))}
    except Fault:
        return {}


@every_system
def test_the_explanation_has_room_on_its_sheet(system: System) -> None:
    plan = Plan(system, 3, 4)
    room = plan.explanation_lines - len(["the system", "Total"])

    @given(game=GAMES, data=st.data())
    def has_room(game: Facts, data: st.DataObject) -> None:
        points = scored(system, game.board(), **data.draw(one_option(system)))
        assert len(points.lines) + len(points.figures) + len(points.notes) <= room

    if plan.names_its_system:
        has_room()


# -- needs ------------------------------------------------------------------------------------

GONE: dict[str, dict[str, Any]] = {
    "year": {"year": None},
    "eliminated": {"eliminated": (None,) * 7},
    "chart": {"chart": {}},
}


def missing(system: System, board: Board) -> set[str]:
    """The facts that the system says are missing."""
    try:
        system(board)
    except Faults as faults:
        return {fault.field for fault in faults.faults if isinstance(fault, MissingFact)}
    return set()


@every_system
@given(game=GAMES, gone=st.sets(st.sampled_from(sorted(GONE))))
def test_only_declared_facts_are_needed(system: System, game: Facts, gone: set[str]) -> None:
    without = {name: value for fact in gone for name, value in GONE[fact].items()}
    assert missing(system, game.board(**without)) <= gone & set(system.needs)


@pytest.mark.parametrize(
    ("system", "need"), NEEDS, ids=lambda one: one.key if isinstance(one, System) else one
)
def test_a_declared_need_is_needed(system: System, need: str) -> None:
    @settings(phases=[Phase.generate])
    @given(GAMES)
    def nobody_misses_it(game: Facts) -> None:
        assert not missing(system, game.board(**GONE[need]))

    with pytest.raises(AssertionError):
        nobody_misses_it()


# -- options and words ------------------------------------------------------------------------


@every_option
def test_a_default_is_one_that_may_be_typed(system: System, option: Option) -> None:
    default = system.preset.get(option.parameter, option.default)
    assert option.default == default
    assert option.accept(default) == default
    typed = option.shown_default().split() if option.many else [option.shown_default()]
    assert read_options([[option.name, *typed]], system).parameters == {option.parameter: default}


@every_option
def test_an_option_set_to_its_default_changes_nothing(system: System, option: Option) -> None:
    for board in ENDED:
        assert outcome(system, board, **{option.parameter: option.default}) == outcome(system, board)


ENDED = (
    full(18, 5, 5, 4, 2, 0, 0),
    full(15, 9, 6, 4, 0, 0, 0, draw=[0]),
    full(10, 10, 8, 4, 2, 0, 0, draw=[0, 1]),
    full(9, 8, 7, 5, 3, 2, 0),
    full(20, 14, 0, 0, 0, 0, 0),
    full(17, 17, 0, 0, 0, 0, 0),
)


def outcome(system: System, board: Board, **options: object) -> object:
    try:
        return system(board, **options)
    except Faults as faults:
        return str(faults)


def lines_of(system: System) -> Iterator[str]:
    return (line.strip() for line in (system.rule.__doc__ or "").splitlines())


@every_system
def test_the_docstring_is_read_whole(system: System) -> None:
    assert system.help.endswith(".")
    assert system.source
    said = [*lines_of(system)]
    called = "solo" if re.search(r"\bsolo\b", system.help) else "win"
    usually = {**USUALLY, "win": f"points for a {called}"}
    own = [
        one
        for one in (() if system.takes else system.options)  # a table says it of its own
        if one.help != usually.get(one.name) or any(line.startswith(f"{one.name}: ") for line in said)
    ]
    assert ("Options:" in lines_of(system)) == bool(own)
    assert ("Open:" in lines_of(system)) == bool(system.unsettled)
    assert not {"Options:", "Open:"} & set(system.rule_text.splitlines())
    read = [
        system.rule_text,
        *(f"{option.name}: {option.help}" for option in own),
        *system.unsettled,
    ]
    words = " ".join(read).split()
    assert words == [w for line in lines_of(system) for w in line.split() if line not in SECTIONS]


SECTIONS = ("Options:", "Open:")
