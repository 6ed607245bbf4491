"""How a system is declared, found and varied."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal

import pytest

from tests.each import each
from xl_dipscore import Board, Faults, systems
from xl_dipscore.rules import system as system_module
from xl_dipscore.rules.points import Points, to_each, winner_takes
from xl_dipscore.rules.system import (
    FAMILIES,
    NOT_IN_PRINT,
    NOT_ONE_SYSTEM,
    Amount,
    ClearTable,
    DrawTable,
    NearTable,
    NotInPrint,
    NotOneSystem,
    Option,
    OptionOutOfRange,
    Options,
    PerPower,
    PlaceTable,
    Signed,
    System,
    TopTable,
    UnknownOption,
    UnknownSystem,
    by_family,
    find,
    system,
    variant,
)
from xl_dipscore.tables.functions import FUNCTIONS

BOARD = Board((20, 14, 0, 0, 0, 0, 0))


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, System]:
    """A registry of its own for a test, so that its systems are gone afterwards."""
    systems()  # every file is loaded, so that none is known to this test alone
    known = dict(system_module._registry)
    monkeypatch.setattr(system_module, "_registry", known)
    return known


def declare(key: str = "TOY", name: str = "A toy", **words: Any) -> Callable[[Callable[..., Points]], System]:
    return system(key, name, **{"family": "any", "source": "nobody", **words})


def toy(board: Board, *, win: Amount = 10, each: Signed = 1) -> Points:
    """The win, and something
    for everybody.

    More of the rule.

    Options:
        win: points for
            the win
        each: for everybody

    Open:
        Who plays.
        Who
            wins.
    """
    return winner_takes(board, win) + to_each("all", each, range(7))


def test_one_declaration_is_a_system(registry: dict[str, System]) -> None:
    made = declare(aliases=("Play Thing",))(toy)
    assert made.help == "The win, and something for everybody."
    assert made.rule_text.endswith("More of the rule.")
    assert [(o.name, o.help) for o in made.options] == [
        ("win", "points for the win"),
        ("each", "for everybody"),
    ]
    assert made.unsettled == ("Who plays.", "Who wins.")
    assert made in systems()
    assert find("play-thing") is made
    assert made.score(BOARD, each=Fraction(1, 2), Win=3) == (Fraction(7, 2), *[Fraction(1, 2)] * 6)


def test_systems_are_a_tuple_in_the_order_of_their_keys() -> None:
    keys = [one.key for one in systems()]
    assert isinstance(systems(), tuple)
    assert keys == sorted(keys)
    assert keys


def test_systems_by_family_are_all_of_them_once() -> None:
    listed = by_family()
    assert list(listed) == [family for family in FAMILIES if family in listed]
    assert all(made.family == family for family, some in listed.items() for made in some)
    assert sorted(made.key for some in listed.values() for made in some) == [made.key for made in systems()]


def test_a_family_is_one_of_the_list(registry: dict[str, System]) -> None:
    with pytest.raises(ValueError, match="TOY: drawish is none of the families draw, place, "):
        declare(family="drawish")(toy)


@each("word", ["dcc", "DCC", "d-c_c", "DC(C)", "dc (c)"])
def test_keys_names_and_aliases_are_found_in_any_spelling(word: str) -> None:
    assert find(word).key == "DCC"


def test_what_has_no_rule_here_is_no_system_and_no_family() -> None:
    for name in (*NOT_IN_PRINT, *NOT_ONE_SYSTEM, "baf", "top chrono", "SuperPastis", "nice1"):
        with pytest.raises((NotInPrint, NotOneSystem)):
            find(name.upper())
    for family in FAMILIES:
        with pytest.raises(UnknownSystem):
            find(family)


@pytest.mark.parametrize("key", ["SOS", "C-Diplo 73", "Dragonflight 1991", "MYSTERY"])
def test_a_system_is_the_same_whichever_is_loaded_first(key: str) -> None:
    """Its score and lists, with their order, are the same in a new Python as here, where all are loaded."""
    script = f"""
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.system import find, systems
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks
one = find({key!r})
print(one.key, one.score(Board((10, 8, 6, 4, 3, 2, 1))), one.help)
keys = [one.key for one in systems()]
ours = [one.name for one in tie_breaks() if one.values.__module__.startswith("xl_dipscore")]
print(keys, ours)
"""
    here = {}
    exec(script, {"print": lambda *said: here.setdefault(len(here), " ".join(map(str, said)))})
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [*here.values()]


def test_every_word_finds_its_own_system() -> None:
    for one in systems():
        for word in (one.key, one.name, *one.aliases):
            assert find(f" {word.lower()} ") is one


def test_an_unknown_system_suggests_the_nearest() -> None:
    with pytest.raises(UnknownSystem, match="Did you mean TOWNSEND"):
        find("Townshend")


@pytest.mark.parametrize(
    ("key", "name", "why"),
    [
        ("dcc2", "Another", "a key is capitals and digits"),
        ("DC.C", "Another", "a key is capitals and digits"),
        ("2DCC", "Another", "a key is capitals and digits"),
        ("DCC", "Another", "already DCC's"),
        ("OTHER", "sum of squares", "already SOS's"),
    ],
)
def test_a_key_or_name_that_cannot_be(registry: dict[str, System], key: str, name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        declare(key, name)(toy)


def test_an_option_without_a_meaning_is_refused(registry: dict[str, System]) -> None:
    def rule(board: Board, *, win: Amount = 10, each: Amount = 1) -> Points:
        """A rule."""
        return winner_takes(board, win)

    with pytest.raises(ValueError, match="the docstring's Options are not the rule's"):
        declare()(rule)


def test_an_option_without_a_meaning_of_its_own_has_the_usual_one(registry: dict[str, System]) -> None:
    def rule(board: Board, *, win: Amount = 10) -> Points:
        """A rule."""
        return winner_takes(board, win)

    assert [option.help for option in declare()(rule).options] == ["points for a win"]


def test_a_help_text_that_excel_would_cut_is_refused(registry: dict[str, System]) -> None:
    def rule(board: Board) -> Points:
        return winner_takes(board, 1)

    rule.__doc__ = "x" * 256
    with pytest.raises(ValueError, match="255"):
        declare()(rule)


def test_a_variant_is_data(registry: dict[str, System]) -> None:
    parent = declare(concession=17)(toy)
    child = variant(parent, "TOY20", "A bigger toy", {"win": 20}, concession=12, aliases=("Big toy",))
    grandchild = variant(child, "TOY2", "The last toy", {"each": 2})
    assert child.score(BOARD)[0] == 20 + 1
    assert child.score(BOARD, win=5)[0] == 5 + 1
    assert grandchild.score(BOARD)[0] == 20 + 2
    assert [option.shown_default() for option in grandchild.options] == ["20", "2"]
    assert (parent.concession, child.concession, child.source) == (17, 12, "nobody")
    assert (find("big toy"), child.aliases, grandchild.aliases) == (child, ("Big toy",), ())
    assert parent.score(BOARD)[0] == 10 + 1
    with pytest.raises(Faults, match="TOY has no option size"):
        variant(parent, "TOY3", "None", {"size": 1})


def test_a_float_is_the_number_that_is_written() -> None:
    option = Option("pot", Amount, 0, "")
    assert [option.accept(typed) for typed in (0.1, 46.5, 3.0)] == [Fraction(1, 10), Fraction(93, 2), 3]


@each(
    ("kind", "good", "bad"),
    [
        (int, [0, 7], [-1, 1.5, Fraction(1, 2), True, "7"]),
        (bool, [True, False], [1, "x"]),
        (Amount, [0, 7, Fraction(1, 3)], [-1, Fraction(-1, 2), False, "7", float("nan")]),
        (Signed, [-1, 0, Fraction(-1, 2)], [True, "7"]),
        (Literal["one", "two"], ["one", "two"], ["three", 1, None]),
        (DrawTable, [(1,), (1, Fraction(1, 2), 3), (1,) * 6], ["x", 3, (1, "x"), (1,) * 8]),
        (PlaceTable, [(38, 14, 7)], [(38, None)]),
        (TopTable, [(5, 1), (9, 3, 1, Fraction(1, 3))], [5, (1,) * 8]),
        (ClearTable, [(4, 2)], [4]),
        (NearTable, [(3, 2, 1)], [3]),
        (PerPower, [(1, -2, -2, 0, 2, 0, -1)], [(1, 2, 3), (1,) * 8]),
    ],
)
def test_what_an_option_takes(kind: Any, good: list[Any], bad: list[Any]) -> None:
    option = Option("toy_size", kind, good[0], "")
    assert option.name == "toy size"
    for value in good:
        assert option.accept(value) == value
    for value in bad:
        with pytest.raises(OptionOutOfRange, match="The option 'toy size' is "):
            option.accept(value)


def test_a_choice_in_any_spelling() -> None:
    assert find("DCC").option(" SCS ").accept("Squares ") == "squares"


def test_a_table_takes_no_yes_or_no() -> None:
    with pytest.raises(OptionOutOfRange, match="The option 'draw'"):
        find("WBC").option("draw").accept([True, False])


def test_all_wrong_options_are_told_together() -> None:
    with pytest.raises(Faults) as caught:
        find("WBC").score(BOARD, win=-1, wine=2)
    assert [fault.cell for fault in caught.value.faults] == ["#NUM!", "#VALUE!"]
    assert isinstance(caught.value.faults[1], UnknownOption)


def test_house_rules_and_missing_facts_are_told_together() -> None:
    with pytest.raises(Faults) as caught:
        find("NDC").score(Board((12, 10, 12, 0, 0, 0, 0), [0, 1]))
    assert [fault.field for fault in caught.value.faults] == ["draw", "year", *["eliminated"] * 4]


def test_notes_are_the_boards_and_the_systems() -> None:
    assert list(find("NDC").notes(Board((9, 9, 9, 6, 0, 0, 0), [0], year=1903))) == [
        "33 centres, one unowned.",
        "NDC does not foresee a concession; it is scored as a win.",
    ]
    assert list(find("WBC").notes(Board((5, 5, 5, 5, 5, 5, 4), range(6)))) == [
        "There are no points for a 6-way draw, only for draws of at most 5."
    ]


def test_a_house_rule_sees_the_options(registry: dict[str, System]) -> None:
    def large_wins(board: Board, options: Options) -> Iterator[str]:
        if options["win"] > 20:
            yield f"A win of {options['win']} is large."

    made = declare(checks=(large_wins,))(toy)
    full = Board((20, 14, 0, 0, 0, 0, 0))
    assert list(made.notes(full, win=21)) == ["A win of 21 is large."]
    assert list(made.notes(full)) == []


def test_a_worksheet_function_of_a_systems_own_is_declared_with_it() -> None:
    made = {f"{one.key}_{word}" for one in systems() for word in one.functions}
    assert made >= {"DCC_MSD", "MYSTERY_MPPD", "NDC_PROSPECTS"}
    assert made < {function.name for function in FUNCTIONS}


def test_scores_below_zero_are_declared_and_seen() -> None:
    """The laws try many boards; three dead powers are enough for nearly all."""
    board = Board(
        (18, 10, 0, 6, 0, 0, 0),
        eliminated={"France": 1904, "Italy": 1905, "Russia": 1902, "Turkey": 1903},
        year=1908,
    )
    known = [one for one in systems() if not any("chart" in need for need in one.needs)]
    told: dict[str, dict[str, object]] = {"MYSTERY": {"solo": 200}}
    below = {one.key for one in known if min(one(board, **told.get(one.key, {})).totals) < 0}
    assert below == {one.key for one in known if one.below_zero} - {"ARMADA18", "BURGESS", "PDL"}
