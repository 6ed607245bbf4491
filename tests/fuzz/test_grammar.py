"""The random formulas themselves."""

from __future__ import annotations

from tests.fuzz.grammar import Formula
from tests.fuzz.judge import made
from tests.fuzz.pieces import read


def test_the_same_seed_gives_the_same_formulas() -> None:
    assert made("a", 40) == made("a", 40)
    assert made("a", 40) != made("b", 40)


def test_a_formula_is_read_as_it_is_printed() -> None:
    assert all(Formula.read(str(formula)) == formula for formula in made("printed"))


def test_a_formula_is_taken_apart() -> None:
    tree = read('IF(-A1+2*SUM(B1:B3,"(,)")>=3%,"a"&C1,TRUE)')
    assert [(piece.what, piece.text) for piece in tree.all() if piece.what] == [
        ("IF", 'IF(-A1+2*SUM(B1:B3,"(,)")>=3%,"a"&C1,TRUE)'),
        (">=", '-A1+2*SUM(B1:B3,"(,)")>=3%'),
        ("+", '-A1+2*SUM(B1:B3,"(,)")'),
        ("-", "-A1"),
        ("*", '2*SUM(B1:B3,"(,)")'),
        ("SUM", 'SUM(B1:B3,"(,)")'),
        ("%", "3%"),
        ("&", '"a"&C1'),
    ]
