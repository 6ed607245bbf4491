"""Sums over a board are computed once for each board, and every formula that needs them still finds them."""

from xl_dipscore.tables.native.columns import Column
from xl_dipscore.tables.native.notation import Formula
from xl_dipscore.tables.native.once import HOME, OncePerBoard

SUM = Formula("SUMIF([b:],[b],[won:])")
IN_FIRST = f"IF([{HOME.name}]=[row],{SUM},0)"


def texts(*columns: Column, more: tuple[Formula, ...] = ()) -> dict[str, str]:
    return {one.name: one.text for one in OncePerBoard.of(columns, more).columns}


def test_a_sum_stands_in_the_first_row_and_is_looked_up_elsewhere() -> None:
    made = OncePerBoard.of(
        [Column("winners", "", SUM), Column("drew", "", Formula("IF([winners]=1,0,[alive])"))], []
    )
    found = {one.name: one.text for one in made.columns}
    assert found["winners"] == IN_FIRST
    assert found["drew"] == f"IF(INDEX([winners:],[{HOME.name}])=1,0,[alive])"
    assert made.formula(Formula(f"1+{SUM}")) == f"1+INDEX([winners:],[{HOME.name}])"


def test_a_sum_that_two_formulas_need_has_a_column() -> None:
    twice = Column("a", "", Formula(f"1+{SUM}")), Column("b2", "", Formula(f"2+{SUM}"))
    found = texts(*twice)
    assert found["all of won"] == IN_FIRST
    assert found["a"] == f"1+INDEX([all of won:],[{HOME.name}])"
    assert "all of won" not in texts(twice[0])  # one formula alone needs no column


def test_a_column_that_is_read_as_a_whole_keeps_its_number_in_every_row() -> None:
    columns = Column("years", "", SUM), Column("near", "", Formula('COUNTIF([years:],">"&[years])'))
    assert texts(*columns)["years"] == SUM


def test_a_count_that_depends_on_the_row_stays_in_every_row() -> None:
    above = Formula('COUNTIFS([b:],[b],[n:],">"&[n])')
    assert texts(Column("above", "", above))["above"] == above
