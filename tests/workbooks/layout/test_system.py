"""The system of an event: from Setup, or from the formulas beside the boards."""

from typing import Any

from tests.each import each
from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.system import MadeForAnother, NotAsMade, Scoring

HEAD = [*HEADER, "Score"]
NAMES = {"Scoring_system": "Setup!$A$1", "Event_options": "Setup!$A$3:$C$5"}


def games(*formulas: str) -> list[list[Any]]:
    """A board for each formula, which is in the column Score of its first row."""
    rows: list[list[Any]] = [HEAD]
    for n, formula in enumerate(formulas, 1):
        rows += [[*row, None] for row in board(n)]
        rows[-7][-1] = formula
    return rows


def book(*formulas: str, setup: Any = (), names: Any = None, **others: Any) -> Package:
    rows = [*setup, *[[None]] * (5 - len(setup))]
    return book_of(
        {"Games": games(*formulas), "Setup": rows, **others}, **(NAMES if names is None else names)
    )


def scoring(*formulas: str, **facts: Any) -> Scoring:
    return EventIn(book(*formulas, **facts)).scoring


def test_setup_comes_before_the_formulas() -> None:
    assert scoring('=DIP_SCORE("SOS",E2:E8)', setup=[["DCC"]]).system_name == "DCC"
    assert scoring('=DIP_SCORE("SOS",E2:E8)', setup=[[" "]]).system_name == "SOS"
    assert scoring("=SUM(E2:E8)").system_name == ""


@each(
    ("formulas", "system"),
    [
        (['=DIP_SCORE("SOS",E2:E8)', '=DIP_SCORE("sos",E9:E15)'], "sos"),
        (["=SOS_SCORE(E2:E8)", '=DIP_SCORE("SOS",E9:E15)'], "SOS"),
        (['=DIP_SCORE("SOS",E2:E8)', '=DIP_SCORE("DCC",E9:E15)'], ""),
        (["=DIP_SCORE(Other!$A$1,E2:E8)"], "DCC"),
        (['=DIP_SCORE("S"&"OS",E2:E8)'], ""),
        (['=IF(E2="","",DIP_SCORE("SOS",E2:E8))'], "SOS"),
    ],
)
def test_the_system_that_all_formulas_name(formulas: list[str], system: str) -> None:
    assert scoring(*formulas, Other=[["DCC"]]).system_name == system


def test_calls_beside_the_games_come_before_others() -> None:
    others = [['=DIP_SCORE("DCC",Games!E2:E8)']]
    assert scoring('=DIP_SCORE("SOS",E2:E8)', Other=others).system_name == "SOS"
    assert scoring("", Other=others).system_name == "DCC"
    calls = scoring('=DIP_SCORE("SOS",E2:E8)', Other=others).calls
    ((only,),) = calls.values()
    assert only.beside
    assert [area[1:] for area in only.counts] == [(2, 5, 8, 5)]


def test_copies_of_a_formula_have_the_cells_of_their_own_rows() -> None:
    formulas = ("=SOS_SCORE(E2:E8,,,,A2:B2)", "=SOS_SCORE(E9:E15,,,,A9:B9)", "=SOS_SCORE(E16:E22,,,,A16:B16)")
    ((key, calls),) = scoring(*formulas).calls.items()
    assert key == "SOS"
    assert [(call.counts[0].top, call.options[0].text, call.at[1]) for call in calls] == [
        (top, f"'Games'!A{top}:B{top}", top) for top in (2, 9, 16)
    ]
    named = ("=DIP_SCORE(Other!A2,E2:E8)", "=DIP_SCORE(Other!A9,E9:E15)")
    other = [[None], ["SOS"], *[[None]] * 6, ["DCC"]]
    assert [*scoring(*named, Other=other).calls] == ["SOS", "DCC"]


def rows(*formulas: str, **facts: Any) -> list[Any]:
    return scoring(*formulas, **facts).option_rows()


def test_options_in_formulas_count_if_all_boards_have_the_same() -> None:
    own: dict[str, Any] = {"names": {}, "Other": [["pot", 50], ["pot", 60]]}
    first, second = (f'=DIP_SCORE("SOS",E2:E8,,,,Other!$A${n}:$B${n})' for n in (1, 2))
    assert rows(first, **own) == [["pot", 50]]
    assert rows(first, first.replace("E2:E8", "E9:E15"), **own) == [["pot", 50]]
    assert rows(first, second, **own) == []
    assert scoring(first, second, **own).system_name == ""


def test_options_of_setup_and_the_end_of_the_event() -> None:
    setup = [["SOS"], [None], ["rounds", 3], ["pot", 50], ["from", 43538]]
    assert rows(setup=setup)[:2] == [["rounds", 3], ["pot", 50]]
    assert rows(setup=setup)[2] == ["from", 43538]
    over = {**NAMES, "Event_over": "Setup!$D$9"}
    assert rows(setup=setup, names=over)[-1] == ["event is over", None]
    inside = {**NAMES, "Event_over": "Setup!$B$5"}
    assert len(rows(setup=setup, names=inside)) == 3


def test_days_since_1904_are_turned_into_days_since_1900() -> None:
    package = book(setup=[["SOS"], [None], ["from", 43538], ["rounds", 3]])
    main = package.part(package.main_part)
    assert main is not None
    package.set_part(package.main_part, main.replace(b"<workbookPr", b'<workbookPr date1904="1"', 1))
    days = EventIn(package.reread()).scoring.option_rows()
    assert days == [["from", 43538 + 1462], ["rounds", 3]]


def test_formulas_of_another_system_are_told() -> None:
    other = scoring("=SOS_SCORE(E2:E8)", setup=[["DCC"]]).made_for_another()
    assert isinstance(other, MadeForAnother)
    assert other.facts["made"] == "SOS"
    assert "DCC" in other.facts["what"]
    blank = scoring("=SOS_SCORE(E2:E8)").made_for_another()
    assert blank is not None
    assert blank.facts["what"] == "Setup says nothing"
    for same in ("=SOS_SCORE(E2:E8)", '=DIP_SCORE("DCC",E2:E8)', ""):
        assert scoring(same, setup=[["sos"]]).made_for_another() is None
    assert scoring("=SOS_SCORE(E2:E8)", setup=[["DCC"]], names={}).made_for_another() is None


def test_two_functions_are_made_for_no_system() -> None:
    for pair in (["=SOS_SCORE(E2:E8)", "=DCC_SCORE(E9:E15)"], ["=SOS_SCORE(E2:E8)", "=DIP_SCORE(A1,E9:E15)"]):
        assert scoring(*pair, setup=[["BANGKOK"]]).made_for_another() is None


def test_plain_formulas_are_made_for_their_system() -> None:
    names = {**NAMES, "Plain_formulas": '"SOS"', "Made_for": "Setup!$A$2"}
    other = scoring(setup=[["DCC"]], names=names).not_as_made()
    assert isinstance(other, MadeForAnother)
    assert (other.facts["made"], "DCC" in other.facts["what"]) == ("SOS", True)
    said = scoring(setup=[["SOS"], ["Two rounds."]], names=names).not_as_made()
    assert isinstance(said, NotAsMade)
    assert said.facts["what"] == "Two rounds."
    assert scoring(setup=[["SOS"]], names=names).not_as_made() is None
    assert scoring(setup=[["SOS"], ["Two rounds."]]).not_as_made() is None


def test_setup_can_choose_the_system_of_formulas() -> None:
    package = book("=SOS_SCORE(E2:E8)", setup=[["DCC", None, '="made by SOS_SCORE: "&A1']])
    package.set_formula("Setup", "C1", '=IF(A1="SOS","","by SOS_SCORE: "&A1)', array=False)
    (note,) = EventIn(package).scoring.let_setup_choose("DCC")
    assert "SOS_SCORE" in note
    assert package.cell("Games", "F2").formula == "DIP_SCORE(Scoring_system,E2:E8)"
    assert package.value("Setup", "C1") is None
    assert EventIn(package).scoring.let_setup_choose("DCC") == []
    same = book("=SOS_SCORE(E2:E8)", setup=[["SOS"]])
    assert EventIn(same).scoring.let_setup_choose("SOS") == []


def test_boards_of_fewer_powers() -> None:
    assert not scoring(setup=[["SOS"]]).takes_fewer
    assert not scoring(setup=[["NOSUCH"]]).takes_fewer
    assert scoring(setup=[["conquest"]]).takes_fewer
