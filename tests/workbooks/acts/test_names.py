"""Functions as names of a workbook: which are written, which stay away, and whose names are whose."""

from typing import Any

import pytest

from tests.workbooks.layout.books import book_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts.names import (
    NameTaken,
    NothingToAttach,
    OtherHost,
    check_calls_functions,
    check_names_of_called,
    formulas_of_names,
    functions_in_names,
    names_of_functions,
    put_names,
    remove_names,
    renew_names,
)

SCORE = "=SOS_SCORE(B1:B7)"


def book(*formulas: str, **names: str) -> Package:
    return book_of({"Games": [[text] for text in formulas or (SCORE,)]}, **names)


def test_called_functions_become_names_and_others_do_not() -> None:
    package = book("=SOS_SCORE(B1:B7)", "=DIP_RANK(B1:B7)", '="DCC_SCORE("')
    assert put_names(package) == []
    mine = {*names_of_functions(package)}
    assert {"SOS_SCORE", "DIP_RANK"} <= mine
    assert "DCC_SCORE" not in mine
    assert "DIP_SCORE" not in mine


def test_a_key_in_quotes_needs_only_its_system() -> None:
    package = book('=DIP_SCORE("sos",B1:B7)')
    put_names(package)
    mine = {*names_of_functions(package)}
    assert {"DIP_SCORE", "SOS_SCORE"} <= mine
    assert "DCC_SCORE" not in mine


def test_what_has_no_formula_says_so() -> None:
    made = formulas_of_names(["SOS_SCORE", "DIP_EXPLAIN"])
    assert made.lacking == ["DIP_EXPLAIN"]
    assert "has no form as a name" in made.formulas["DIP_EXPLAIN"]


def test_helpers_come_with_the_functions_that_call_them() -> None:
    assert formulas_of_names(["DIP_RANK"]).formulas.keys() == {"DIP_RANK"}
    made = formulas_of_names(["DCC_SCORE", "SOS_SCORE", "DIP_CHECK"]).formulas
    helpers = [name for name in made if name not in ("DCC_SCORE", "SOS_SCORE", "DIP_CHECK")]
    assert helpers
    for name in helpers:
        assert any(f"{name}(" in text for other, text in made.items() if other != name)


def test_names_are_taken_out_and_told() -> None:
    package = book()
    put_names(package)
    (said,) = remove_names(package)
    assert "SOS_SCORE" in said
    assert names_of_functions(package) == []
    assert remove_names(package) == []


@pytest.mark.parametrize(
    ("names", "taken"),
    [
        ({"SOS_SCORE": "Games!$A$1"}, True),
        ({"sos_score": "Games!$A$1"}, True),
        ({"SOS_SCORE": "_xlfn.LAMBDA(_xlpm.mine,1)"}, True),
        ({"DCC_SCORE": "Games!$A$1"}, False),
    ],
)
def test_a_directors_own_name_is_never_replaced(names: dict[str, str], taken: bool) -> None:
    package = book(**names)
    if not taken:
        put_names(package)
        check_names_of_called(package)
        return
    for act in (put_names, check_names_of_called):
        with pytest.raises(NameTaken) as wrong:
            act(package)
        assert "SOS_SCORE" in str(wrong.value.facts["taken"])


def test_names_of_another_version_are_ours() -> None:
    package = book(SOS_SCORE="_xlfn.LAMBDA(_xlop.centres,1)")
    assert [name for name, _ in functions_in_names(package)] == ["SOS_SCORE"]
    put_names(package)
    (text,) = [text for name, text in functions_in_names(package) if name == "SOS_SCORE"]
    assert text != "_xlfn.LAMBDA(_xlop.centres,1)"


def with_macros(package: Package, monkeypatch: pytest.MonkeyPatch) -> Package:
    related = package.related_parts

    def parts(kind: str, *of: Any) -> Any:
        return ["xl/vbaProject.bin"] if kind == "vbaProject" else related(kind, *of)

    monkeypatch.setattr(package, "related_parts", parts)
    return package


def test_a_workbook_with_macros_has_the_functions_already(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OtherHost):
        put_names(with_macros(book(), monkeypatch))
    package = book(SOS_SCORE="_xlfn.LAMBDA(_xlop.centres,1)")
    assert renew_names(with_macros(package, monkeypatch))
    assert names_of_functions(package) == []


def test_names_are_renewed_once() -> None:
    package = book()
    assert not renew_names(package)
    assert names_of_functions(package) == []
    old = book(SOS_SCORE="_xlfn.LAMBDA(_xlop.centres,1)")
    assert renew_names(old)
    assert not renew_names(old)


def test_plain_formulas_need_no_functions() -> None:
    with pytest.raises(NothingToAttach):
        check_calls_functions(book("=1", Plain_formulas='"SOS"'))
    check_calls_functions(book("=1"))
    check_calls_functions(book("=1", Plain_formulas='"SOS"', SOS_SCORE="_xlfn.LAMBDA(_xlop.centres,1)"))
