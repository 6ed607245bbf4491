"""The columns of one board, to be pasted beside it."""

from collections.abc import Mapping, Sequence

from xl_dipscore.board import POWERS, SEATS
from xl_dipscore.native.columns import Column, PlacedColumns
from xl_dipscore.native.compiled import compiled, read_by
from xl_dipscore.system import System


def block(
    system: System,
    options: Mapping[str, object],
    typed: Mapping[str, str],
    first_row: int,
    columns: Sequence[str],
) -> list[tuple[str, ...]]:
    """The columns of the board that is typed in these columns from this row on, Austria to Turkey: headings,
    then a row for each seat. Score and check come first, then what they are made of.

    typed: the letters of the columns by what is typed there, such as `centres`; a chart has `chart`,
        `chart_before` and `chart_after` too, as columns.PlacedColumns has them, and each year.
    columns: the letters of the columns to fill, as many as it may take.
    Raises Faults for an option that is not one.
    """
    made = compiled(system, options, typed, {})
    kept = read_by(made.columns, (), made.score + made.check)
    seat = Column("seat", "seat", "")
    shown = [Column("score", "Score", made.score), Column("check", "Check", made.check), seat, *kept]
    letters = {one.name: letter for one, letter in zip(shown, columns, strict=False)}
    table = PlacedColumns({**typed, **letters}, first_row + len(POWERS) - 1, first=first_row)
    rows = (
        tuple(str(n + 1) if one is seat else f"={table.formula(one.text, first_row + n)}" for one in shown)
        for n in SEATS
    )
    headings = (one.marked if one in kept else one.heading for one in shown)
    return [tuple(headings), *rows]
