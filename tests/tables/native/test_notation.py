"""Tokens, formulas, formulas as files store them, and sentences: mypy refuses one where another is meant."""

from pathlib import Path

import pytest

from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.facts import nest_conditions
from xl_dipscore.tables.native.notation import Formula, Token, cell_text, token_of

PRELUDE = """
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.facts import nest_conditions
from xl_dipscore.tables.native.lambdas import BoardFormula, as_file, let_formula
from xl_dipscore.tables.native.notation import Formula, LambdaText, Stored, Token, cell_text, token_of
from xl_dipscore.tables.native.symbols import cell_line, count_above, largest_in, sheet

def mixed(column: Token, tokens: Formula, label: str, text: LambdaText, stored: Stored,
          table: PlacedColumns, board: BoardFormula) -> None:
"""
RIGHT = (
    'Column("wins", label, tokens)',
    "Column(label, label, column)",
    "largest_in(column, 2)",
    "cell_text(table.formula(column, 2))",
    "cell_line(label, tokens)",
    "nest_conditions([(tokens, label), (column, tokens)])",
    'let_formula([("@n", board.convert(tokens).text)], text)',
    "as_file(text)",
)
MIXED_UP = (
    "Column(tokens, label, label)",  # a heading as a formula
    'Column("wins", "Wins", "SUM([won:])")',  # a text that nobody called a formula
    "largest_in(column.name)",  # a name without brackets as a token
    "count_above(tokens)",  # a formula as a column
    "cell_line(tokens, label)",  # the label and the formula exchanged
    "cell_text(tokens)",  # tokens in a cell
    "table.formula(stored, 2)",  # references where tokens are meant
    "board.convert(text)",  # variables of a name where tokens are meant
    "as_file(tokens)",  # tokens in a name
    "as_file(as_file(text))",  # stored twice
    'sheet().column("part", label)',
    "nest_conditions([(label, tokens)])",  # the condition and the sentence exchanged
)


@pytest.mark.slow
def test_mypy_refuses_each_mix_up(tmp_path: Path) -> None:
    from mypy import api

    source = tmp_path / "mixed.py"
    source.write_text(PRELUDE + "".join(f"    {line}\n" for line in (*RIGHT, *MIXED_UP)), "utf-8")
    first = len(PRELUDE.splitlines()) + len(RIGHT) + 1
    said, wrong, _ = api.run(["--strict", "--follow-imports=silent", "--hide-error-context", str(source)])
    refused = {int(line.split(":")[1]) for line in said.splitlines() if "error:" in line}
    assert not wrong
    assert refused == {*range(first, first + len(MIXED_UP))}, said


def test_a_token_is_a_column_and_its_cell() -> None:
    won = token_of("won")
    table = PlacedColumns({"won": "AL", "counts": "AM"}, 20, "Games")
    assert (won.name, won.whole, f"{won}*2") == ("won", "[won:]", "[won]*2")
    assert Column("won", "Won", Formula("1")).token == won
    assert (
        cell_text(table.formula(Formula(f"{won}+SUM({won.whole})"), 9))
        == "=Games!$AL9+SUM(Games!$AL$1:$AL$20)"
    )


def test_a_sentence_is_quoted_and_its_formula_is_not() -> None:
    found = [(Token("[bad]"), "Wrong."), (Formula("1=1"), Formula('[n]&" rows"'))]
    assert nest_conditions(found) == 'IF([bad],"Wrong.",IF(1=1,[n]&" rows",""))'
