"""The tree of a formula: calls within calls, arguments that are left out, constants."""

from typing import Any

import pytest

from tests.each import each
from xl_dipscore.sheets.calculate.tree import Call, NotParsed, constant, constants, parse_tokens, text_of
from xl_dipscore.sheets.xlsx.cell import ErrorMark
from xl_dipscore.sheets.xlsx.formula import tokens


def tree(formula: str) -> Any:
    """The tree as lists: a call is a tuple of its name and its arguments."""

    def shown(nodes: Any) -> Any:
        return [
            (one.name, *map(shown, one.arguments)) if isinstance(one, Call) else one.text for one in nodes
        ]

    return [shown(one) for one in parse_tokens(tokens(formula))]


def test_calls_stand_within_calls() -> None:
    assert tree("SUM(A1,MAX(2,3)) + 1") == [
        [("SUM(", ["A1"], [("MAX(", ["2"], ["3"])]), "+", "1"],
    ]
    assert tree("(1)") == [[("", ["1"])]]


def test_arguments_that_are_left_out() -> None:
    (((name, *given),),) = tree("IF(,1,)")
    assert (name, given) == ("IF(", [[], ["1"], []])
    call = parse_tokens(tokens("PI()"))[0][0]
    assert isinstance(call, Call)
    assert call.given == []
    one = parse_tokens(tokens("F(,)"))[0][0]
    assert isinstance(one, Call)
    assert one.given == [[], []]


def test_commas_outside_of_calls_separate_ranges() -> None:
    assert tree("A1,B1") == [["A1"], ["B1"]]


@each("formula", ["(1", "1)", "SUM(1))", "SUM((1)", ")("])
def test_parentheses_that_do_not_match(formula: str) -> None:
    with pytest.raises(NotParsed, match="do not match"):
        parse_tokens(tokens(formula))


def test_only_so_many_within_each_other() -> None:
    assert parse_tokens(tokens("(" * 99 + "1" + ")" * 99))
    with pytest.raises(NotParsed, match="too many"):
        parse_tokens(tokens("(" * 100 + "1" + ")" * 100))


def test_constants() -> None:
    assert text_of('"a ""b"""') == 'a "b"'
    assert [constant(one) for one in (" 1.5", "true", "False", '"1"', "-2")] == [1.5, True, False, "1", -2.0]
    assert constant("#N/A") == ErrorMark("#N/A")
    assert isinstance(constant("#N/A"), ErrorMark)
    assert constants('{1,"a,b;c";TRUE,#N/A}') == [[1.0, "a,b;c"], [True, ErrorMark("#N/A")]]
    assert constants("{1}") == [[1.0]]
