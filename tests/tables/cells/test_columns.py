"""The known columns: headings, kinds and order."""

from xl_dipscore.tables.cells.columns import (
    ALWAYS,
    FACTS,
    HEADED,
    LOOSE,
    OF_PEOPLE,
    ONCE_A_BOARD,
    SCORED,
    SCORING,
    WIDE_HEADINGS,
    column_order,
    columns_of_kind,
    is_count,
    spoken,
    squeeze_heading,
    title_of,
)


def test_blanks_capitals_and_underscores_do_not_matter() -> None:
    assert {squeeze_heading(text) for text in ("Supply Centres", "supply_centres", " SUPPLYCENTRES ")} == {
        "supplycentres"
    }
    assert squeeze_heading(None) == "none"


def test_a_heading_has_one_meaning_usual_or_loose() -> None:
    assert [HEADED.get(text) for text in ("supplycentres", "name", "guest", "game")] == [
        *("centres", "player", "unranked", None)
    ]
    assert [LOOSE.get(text) for text in ("game", "sc", "drew")] == ["board", "centres", "draw"]
    assert not HEADED.keys() & LOOSE.keys()
    assert OF_PEOPLE["keepapart"] == "apart"
    assert "" not in HEADED | LOOSE | OF_PEOPLE


def test_words_in_headings_and_sentences() -> None:
    assert title_of("civil_disorder") == "Civil disorder"
    assert spoken("civil_disorder") == "civil disorder"
    assert spoken(1901) == "1901"


def test_counts_are_the_end_and_the_years_of_a_chart() -> None:
    assert [is_count(word) for word in ("centres", 1901, "draw", None)] == [True, True, False, False]


def test_kinds_of_columns() -> None:
    assert {"score", "counts"} == SCORED == columns_of_kind("result")
    assert columns_of_kind("year", "count") == {"eliminated", "year", "docked"}
    assert set(FACTS.values()) == {"docked", "civil_disorder", "new_player"}
    assert ALWAYS == ("round", "board", "power", "player", "centres", "draw", "eliminated", "year")
    assert {"centres", "draw", "eliminated", "year", "docked", "civil_disorder", "new_player"} == SCORING
    assert set(ONCE_A_BOARD) == {"round", "board", "draw", "year", "date", "not_counted", "weight", "system"}
    assert {"Austria centres", "Turkey player", "year"} <= {*WIDE_HEADINGS}
    assert "Austria year" not in WIDE_HEADINGS


def test_columns_of_a_game_come_first_and_chart_years_last() -> None:
    mixed = [1902, "club", "draw", 1901, "round"]
    assert sorted(mixed, key=column_order) == ["round", "draw", "club", 1901, 1902]
