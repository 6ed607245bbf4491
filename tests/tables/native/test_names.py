"""The functions as names of a workbook: formulas that Excel takes, and the results of two engines."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from openpyxl.utils import FORMULAE

from tests.each import each
from tests.samples import every
from tests.tables.native.named import Block, Call, by_cellrune, by_ironcalc, differences, write_calls
from tests.tables.native.plain_boards import SPOILT, Facts, game, games, typed
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.rules.system import System, find, systems
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.native.lambdas import is_name, split_arguments
from xl_dipscore.tables.native.names import LONGEST, LONGEST_COMMENT
from xl_dipscore.workbooks.acts.names import INSIDE, formulas_of_names

needs_engines = pytest.mark.skipif(
    not (find_spec("ironcalc") and find_spec("cellrune")), reason="needs ironcalc and cellrune"
)
KEYS = tuple(system.key for system in systems())
PARTS = 7
"""Of the systems, which are tried one after another."""


SHARED = (
    "DIP_SCORE",
    "DIP_RANK",
    "DIP_VERSION",
    "NDC_PROSPECTS",
    "DIP_TOTAL",
    "DCC_MSD",
    "DIP_CHECK",
    "DIP_WORTH",
)


def names_of(*scored: str) -> dict[str, str]:
    """The names for these systems, and those of other functions."""
    texts, lacking = formulas_of_names(
        [*(f"{key}_SCORE" for key in scored), *SHARED, "DCC_TOTAL", "NDC_TOTAL"]
    )
    assert not lacking
    return texts


# -- what Excel takes -----------------------------------------------------------------------------

_OLD = {*FORMULAE} - {"COUNTIF", "COUNTIFS", "SUMIF", "SUMIFS", "AVERAGEIF", "RANK"}
"""Functions without a prefix in files, except for those that take only references."""


def wrong_with(formula: str, known: Sequence[str]) -> Iterator[str]:
    """The parts of a name's formula that Excel refuses. known: the other names."""
    if len(formula) > LONGEST:
        yield f"{len(formula)} characters"
    bare = re.sub(r'"(?:[^"]|"")*"', '""', formula)
    if bare.count("(") != bare.count(")"):
        yield "parentheses"
    for called in re.findall(r"(?<![\w.])((?:_xlfn\.)?[A-Z_][A-Z0-9_]*)\(", bare):
        younger = called.startswith("_xlfn.") and called.removeprefix("_xlfn.") not in FORMULAE
        if called not in _OLD and called not in known and not younger:
            yield f"the function {called}"
    for word in re.findall(r"_xl[po]m?\.(\w+)", bare):
        if not is_name(word):
            yield f"the variable {word}"
    for word in re.findall(r"_xlpm\.(\w+)\(", bare):
        if word.upper() in {*FORMULAE, "CELL", "COLUMN", "SIGN"}:
            yield f"a call of the variable {word}, which is a function too"
    if "_xlop." in bare.partition("_xlfn.LET")[2]:
        yield "an optional parameter that is not declared at the start"
    yield from twice_in_let(bare)


def twice_in_let(formula: str) -> Iterator[str]:
    """Variables that one LET names twice."""
    for start in re.finditer(r"_xlfn\.LET\(", formula):
        depth, end = 1, start.end()
        while depth:
            depth += (formula[end] == "(") - (formula[end] == ")")
            end += 1
        *pairs, _ = split_arguments(formula[start.end() : end - 1])
        names = pairs[::2]
        yield from (f"{name} twice" for name in {*names} if names.count(name) > 1)


TOO_LONG = f"_xlfn.LAMBDA(_xlpm.x,{'1+' * LONGEST}1)"


@pytest.mark.slow
def test_every_formula_is_one_that_excel_takes() -> None:
    names, _ = formulas_of_names([function.name for function in FUNCTIONS])
    found = {name: [*wrong_with(text, [*names])] for name, text in names.items()}
    assert not {name: wrong for name, wrong in found.items() if wrong}
    assert len(names) == len(FUNCTIONS) + len(INSIDE)
    assert all(len(function.help) <= LONGEST_COMMENT for function in FUNCTIONS)


@each(
    ("formula", "wrong"),
    [
        ("_xlfn.LAMBDA(_xlpm.r,_xlpm.r)", "the variable r"),
        ("_xlfn.LAMBDA(_xlpm.OPT2,1)", "the variable OPT2"),
        ("_xlfn.LAMBDA(_xlpm.result,1)", "the variable result"),
        ("LAMBDA(_xlpm.x,1)", "the function LAMBDA"),
        ("_xlfn.LAMBDA(_xlpm.x,COUNTIF(_xlpm.x,1))", "the function COUNTIF"),
        ("_xlfn.LAMBDA(_xlpm.x,_xlfn.SUM(_xlpm.x))", "the function _xlfn.SUM"),
        ("_xlfn.LAMBDA(_xlpm.x,_xlfn.LET(_xlpm.a,1,_xlpm.a,2,_xlpm.a))", "_xlpm.a twice"),
        ("_xlfn.LAMBDA(_xlpm.sign,_xlpm.sign(1))", "a call of the variable sign, which is a function too"),
        ("_xlfn.LAMBDA(_xlpm.x,(1)", "parentheses"),
        (TOO_LONG, f"{len(TOO_LONG)} characters"),
    ],
)
def test_the_checker_sees_what_excel_refuses(formula: str, wrong: str) -> None:
    assert wrong in {*wrong_with(formula, ())}


# -- what they compute ----------------------------------------------------------------------------


def down(cells: Sequence[Any]) -> Block:
    return [[cell] for cell in cells]


def across(cells: Sequence[Any]) -> Block:
    return [[*cells]]


COUNTS, MARKS, GONE = (10, 8, 16, 0, 0, 0, 0), ("x", "x", *[None] * 5), (*[None] * 3, *[1903] * 4)
BLANK, HEADS = (None,) * 7, ("Power", "SCs", "Draw")
HEADED = ("Turkey", "France", "e", "Austria", "GERMANY", "I", "Russia")
ROWS = [[power, 5, "x" if power in ("e", "I") else None] for power in HEADED[:-1]] + [[HEADED[-1], 4, None]]
RULES = ("sum", "Mean", "mean all", "best 2", "drop 1", "100/100/50", "dcc", "MANORCON", "ARMADA")
SCORES = (
    (10, 20.5, 7), (None, 3, " 4 "), (5, 5, 5), (None,) * 3, (-1, 0, None), (1, "x", 2), (1, "#N/A", "x"),
    (True, 1, 2),
)  # fmt: skip
GAMES = (
    ("Ann", "Austria", 30), ("Bob", "e", 12), ("ann ", "England", 20), (None, "Austria", 3),
    ("Cid", "Italy", None), ("Dan", "Turkey", 5), ("Dan", "Russia", "x"), ("Eve", "xx", 1),
    ("Bob", "AUSTRIA-HUNGARY", 0), ("Flo", "Italy", "#N/A"),
)  # fmt: skip
OF_TWO = [["a" if place == 3 else None if place else "B", *row] for place, row in enumerate(ROWS)]
SHAPES = (
    Call("a column, by the key", "DIP_SCORE", ('"dcc"', down(COUNTS), down(MARKS), down(GONE), [[1907]])),
    Call("of no known system", "DIP_SCORE", ('"XYZ"', down(COUNTS))),
    Call("a row, the year typed in", "DCC_SCORE", (across(COUNTS), across(MARKS), across(GONE), "1907")),
    Call("two boards", "DCC_SCORE", ([COUNTS, (18, 16, *[0] * 5)], [MARKS, BLANK], None, down([1907, 5]))),
    Call("one of two not played", "DCC_SCORE", ([[None] * 7, COUNTS],)),
    Call("not played", "NDC_SCORE", (down([None] * 7),)),
    Call("a constant", "DCC_SCORE", ("{10,8,16,0,0,0,0}",)),
    Call("half typed", "DCC_SCORE", (across([1, 2, None, 4, 5, 6, 7]),)),
    Call("counts as text", "DCC_SCORE", (across(["10", " 8 ", "16", 0, "-", 0, 0]),)),
    Call("an error among them", "DCC_SCORE", (across(["#DIV/0!", *COUNTS[1:]]),)),
    Call("an error alone", "DCC_SCORE", ([["#REF!"]],)),
    Call("too many", "DCC_SCORE", (across([20, 20, *[0] * 5]),)),
    Call("three cells", "DCC_SCORE", (across(COUNTS[:3]),)),
    Call("marks of another shape", "DCC_SCORE", (across(COUNTS), across(MARKS[:3]))),
    Call("without the year it needs", "NDC_SCORE", (across(COUNTS), None, across(GONE))),
    Call("seven years", "NDC_SCORE", (down(COUNTS), None, down(GONE), down([None, 1907, *BLANK[2:]]))),
    Call("rows in any order", "DCC_SCORE", (*[None] * 5, [["Power", "SCs", "Draw"]], ROWS)),
    Call("rows and counts too", "DCC_SCORE", (down(COUNTS), *[None] * 4, [["Power", "SCs", "Draw"]], ROWS)),
    Call("rows on their side", "DCC_SCORE", (*BLANK[:5], down(HEADS), [*zip(*ROWS, strict=True)])),
    Call("two checks", "DIP_CHECK", ('"DCC"', [COUNTS, (18, 16, *[0] * 5), BLANK])),
    Call("an error among them", "DIP_CHECK", ('"WBC"', across(["#DIV/0!", *COUNTS[1:]]))),
    Call("a named board", "DCC_SCORE", (*BLANK[:5], [["Board", *HEADS]], [["A", *one] for one in ROWS])),
    Call("rows of two boards", "DCC_SCORE", (*BLANK[:5], [["Board", *HEADS]], OF_TWO)),
    Call("docked beside", "DCC_SCORE", (down(COUNTS), *[None] * 4, [["Docked"]], down([1, *[None] * 6]))),
    Call("an option as it is", "DCC_SCORE", (down(COUNTS), *[None] * 3, [["SCS", "Squares"], ["rows", 20]])),
    Call("blank options", "DCC_SCORE", (down(COUNTS), *[None] * 3, [["scs", None], ["scale to", " "]])),
    Call("an option of another name", "DCC_SCORE", (down(COUNTS), *[None] * 3, [["sccs", 1]])),
    Call("another number", "CUSTOM_SCORE", (down(COUNTS), *[None] * 3, [["centre", 3]])),
    Call("a number below 0", "WBC_SCORE", (down(COUNTS), *[None] * 3, [["win", -3]])),
    Call("the powers in another order", "DCC_SCORE", (down(COUNTS), *[None] * 3, [["powers", *"TRIGFEA"]])),
    Call("the version", "DIP_VERSION", ()),
    Call("each count", "NDC_PROSPECTS", (across([0, 1, 17, 18, None, "x", 4.5, -1, True, "#N/A"]),)),
    Call("ranks", "DIP_RANK", (down([10, 12, None, 12, "#N/A", 5]),)),
    Call("near ranks", "DIP_RANK", (across([1, 2, 2.0000000001, 2.1]),)),
    Call("ties", "DIP_RANK", (down([9, 12, None, 12, 12]), [[1, 2], [1, 2], [3, 4], [1, 3], [None, 9]])),
    Call("a word for a tie-break", "DIP_RANK", (down([10, 10, 10]), down([None, 1, "x"]))),
    Call("too few tie-breaks", "DIP_RANK", (down([10, 10, 10]), down([1, 1]))),
    *(Call(rule, "DIP_TOTAL", (f'"{rule}"', SCORES)) for rule in RULES),
    *(Call(f"{rule} of 4 rounds", "DIP_TOTAL", (f'"{rule}"', SCORES, "4")) for rule in RULES),
    *(Call("of two rounds", f"{key}_TOTAL", ([[3, 5], [None, 2], [1, None]],)) for key in ("NDC", "DCC")),
    Call("of more rounds", "NDC_TOTAL", (SCORES,)),
    Call("of the rounds of no event", "DCC_TOTAL", (SCORES, "2.5")),
    Call("an unknown rule", "DIP_TOTAL", ('"xyz"', SCORES)),
    Call("an error for a rule", "DIP_TOTAL", ([["#REF!"]], SCORES)),
    Call("of a list of games", "DCC_MSD", tuple(map(down, zip(*GAMES, strict=True)))),
    Call("of a planned event", "DCC_MSD", (*map(across, zip(*GAMES, strict=True)), "5")),
    Call("of columns of two sizes", "DCC_MSD", (down("abc"), down("AE"), down([1, 2, 3]))),
)  # fmt: skip


def check_both(calls: Sequence[Call], names: Mapping[str, str], folder: Path) -> None:
    """Both engines compute the plain functions' results."""
    for number, engine in enumerate((by_ironcalc, by_cellrune)):
        book = folder / f"names{number}.xlsx"
        placed = write_calls(book, names, calls, all_given=engine is by_cellrune)
        assert not [*differences(placed, engine(book))], engine.__name__


@pytest.mark.slow
@needs_engines
def test_shapes_and_errors_are_those_of_the_functions(tmp_path: Path) -> None:
    names = names_of("DCC", "NDC", "CUSTOM", "WBC")
    check_both(SHAPES, names, tmp_path)


WORTHS = (
    *(call for call in SHAPES if call.what in {"two boards", "too many", "rows on their side"}),
    Call("another number", "WBC_SCORE", (down((17, 16, 1, 0, 0, 0, 0)), *[None] * 3, [["win", 3]])),
    Call("a mark left alone", "WBC_SCORE", ([(15, 17, 1, 0, 0, 0, 1)], [[None, "x", *[None] * 4, "x"]])),
    Call("a win that nobody can value yet", "MYSTERY_SCORE", (across((17, 17, *[0] * 5)),)),
    Call("a won board", "MYSTERY_SCORE", (across((18, 16, *[0] * 5)),)),
    *(
        Call(year, "ARMADA_SCORE", ([(17, 15, 2, *[0] * 4)], None, [[*[None] * 3, *[1905] * 4]], year))
        for year in ("1907", "1908")
    ),
    Call("without the year of a last centre", "DIXIECON_SCORE", (across((17, 16, 1, *[0] * 4)),)),
)  # fmt: skip


@pytest.mark.slow
@needs_engines
def test_the_worth_of_a_centre_is_that_of_the_function(tmp_path: Path) -> None:
    keys = [call.function.removesuffix("_SCORE") for call in WORTHS]
    calls = [
        Call(one.what, "DIP_WORTH", (f'"{key}"', *one.arguments))
        for key, one in zip(keys, WORTHS, strict=True)
    ]
    check_both(calls, names_of(*{*keys}), tmp_path)


@needs_engines
@pytest.mark.native
@pytest.mark.slow
def test_a_centre_is_worth_what_its_rule_says(tmp_path: Path) -> None:
    """One drawn game, of a size by chance, under every seventh system; all systems with EVERY=1."""
    dice = random.Random(seed := random.randrange(10**6))
    what, facts = dice.choice([one for one in games(seed, 12) if one[0].endswith("draw")])
    keys = every(7, KEYS)
    calls = [
        Call(f"{key}, {what} of seed {seed}", "DIP_WORTH", (f'"{key}"', *arguments_of(find(key), facts)))
        for key in keys
    ]
    placed = write_calls(book := tmp_path / "names.xlsx", names_of(*keys), calls)
    assert not [*differences(placed, by_ironcalc(book))]


def arguments_of(system: System, facts: Facts, options: Block | None = None) -> tuple[Any, ...]:
    """A board in a column, with the columns beside it; the centre chart only for systems that need it."""
    beside: dict[Any, Sequence[Any]] = {
        "Docked": [count or None for count in facts.docked],
        "Civil disorder": ["x" if seat in facts.civil_disorder else None for seat in SEATS],
        "New player": ["yes" if seat in facts.new_player else None for seat in SEATS],
        **(facts.chart if "chart" in system.needs else {}),
    }
    marks = ["x" if seat in facts.draw else None for seat in SEATS]
    board = (down(facts.centres), down(marks), down(facts.eliminated), [[facts.year]])
    return (*board, options, [[*beside]], [*zip(*beside.values(), strict=True)])


def other_numbers(system: System) -> Block | None:
    """The block with every number other than 0 increased by one."""
    rows = []
    for option in system.options:
        values = option.default if isinstance(option.default, tuple) else (option.default,)
        if values and all(type(one) is int for one in values):
            rows.append([option.name, *(one + (one != 0) for one in values)])
    width = max(map(len, rows), default=0)
    return [[*row, *[None] * (width - len(row))] for row in rows] or None


@needs_engines
@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_system_scores_as_its_rule(part: int, tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    calls = []
    for number, (what, facts) in enumerate(games(seed, 10)):
        for key in KEYS[part::PARTS]:
            system = find(key)
            given = arguments_of(system, facts, other_numbers(system) if number % 2 else None)
            calls.append(Call(f"{what} of seed {seed}", f"{key}_SCORE", given))
    check_both(calls, names_of(*KEYS[part::PARTS]), tmp_path)


@needs_engines
@pytest.mark.native
@pytest.mark.slow
def test_an_option_in_words_is_what_the_names_are_made_for(tmp_path: Path) -> None:
    _, facts = next(games(random.randrange(10**6), 1))
    made_for = [(one, option, word) for one in systems() for option in one.options for word in option.choices]
    for system, option, word in made_for:
        names, _ = formulas_of_names([f"{system.key}_SCORE"], {system.key: {option.parameter: word}})
        given = arguments_of(system, facts, [[option.name, word]])
        placed = write_calls(tmp_path / "names.xlsx", names, [Call(word, f"{system.key}_SCORE", given)])
        assert not [*differences(placed, by_ironcalc(tmp_path / "names.xlsx"))]


UNREAD = ("round", "board", "player", "unranked", "override", "tie-break")
"""Columns of a board's rows that the functions do not read."""


def spoilt_boards(seed: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Boards in rows that are wrong in each way that the functions read, and the arguments of a call."""
    dice = random.Random(seed)
    words = ["power", "centres", "draw", "eliminated", "year", "docked", "civil_disorder", "new_player"]
    heads = [[word.replace("_", " ") for word in words]]
    for name, spoil in SPOILT.items():
        facts = game(dice, "3-way draw")
        while all(facts.centres):
            facts = game(dice, "3-way draw")
        spoil(rows := typed(facts, 1, 1, dice, chart=False, plain=True), dice)
        if len(rows) == len(POWERS) and not any(word in name.replace("new player", "") for word in UNREAD):
            cells = [[row.get(word) for word in words] for row in rows]
            yield f"{name}, seed {seed}", (*[None] * 5, heads, cells)


@needs_engines
@pytest.mark.native
@pytest.mark.slow
def test_boards_that_are_wrong_have_the_errors_of_the_functions(tmp_path: Path) -> None:
    boards = spoilt_boards(random.randrange(10**6))
    calls = [Call(what, f"{key}_SCORE", given) for what, given in boards for key in ("DCC", "NDC", "BOSTON")]
    check_both(calls, names_of("DCC", "NDC", "BOSTON"), tmp_path)


CHECKED = ("DCC", "NDC", "CALGARY", "ARMADA", "WBC", "CDIPLO", "CONQUEST")


@needs_engines
@pytest.mark.native
@pytest.mark.slow
def test_checks_say_ok_where_the_functions_do(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    boards = [
        (key, what, arguments_of(find(key), facts)) for what, facts in games(seed, 5) for key in CHECKED
    ]
    boards += [(key, what, given) for what, given in spoilt_boards(seed) for key in ("DCC", "NDC")]
    calls = [Call(f"{what} of seed {seed}", "DIP_CHECK", (f'"{key}"', *given)) for key, what, given in boards]
    names, _ = formulas_of_names([*(f"{key}_SCORE" for key in CHECKED), "DIP_CHECK"])
    placed = write_calls(book := tmp_path / "names.xlsx", names, calls)
    read = by_ironcalc(book)
    for call, top, ((expected,),) in placed:
        got = read(top, 1)
        ended = got.removesuffix(".").partition(". Note")[0].replace("with 1 centres", "with 1 centre")
        same = expected.startswith(ended) if ended.startswith("OK") else got and not expected.startswith("OK")
        assert same or expected in ERRORS, f"{call.what}, {call.arguments[0]}: {got}, not {expected}"
