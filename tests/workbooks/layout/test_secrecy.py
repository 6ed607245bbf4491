"""Which scores may be published."""

from typing import Any

from tests.each import each
from tests.workbooks.layout.books import book_of
from xl_dipscore.workbooks.layout.secrecy import ScoresSetting, read_scores_setting
from xl_dipscore.workbooks.layout.setup import Setup


def setting(value: Any, scores: str = "", **names: str) -> ScoresSetting:
    rows = [["Scores shown", None], [value, None]]
    return read_scores_setting(Setup(book_of({"Print": rows}, **names)), scores)


@each(
    ("value", "shown"),
    [
        *(
            ("now", "now"),
            (None, "now"),
            (" ", "now"),
            ("Last  Round", "last_round"),
            ("after the event", "hidden"),
        ),
        *(("hidden until the awards", "hidden"), ("jetzt", "now"), ("after lunch", "hidden")),
    ],
)
def test_words_in_the_cell(value: Any, shown: str) -> None:
    found = setting(value, Print_shows="Print!$A$2")
    assert (found.shown, found.unknown, found.source) == (shown, "", "Print!A2")
    assert [*found.faults()] == []


def test_an_unknown_word_hides_scores_and_is_reported() -> None:
    found = setting("perhaps", Print_shows="Print!$A$2")
    assert (found.shown, found.unknown) == ("hidden", "perhaps")
    assert [fault.place for fault in found.faults()] == ["Print!A2"]


def test_the_cell_below_its_label_and_no_cell() -> None:
    assert setting("last round") == setting("last round", Print_shows="Print!$A$2")
    none = read_scores_setting(Setup(book_of({"Print": [["x"]]})))
    assert none == ScoresSetting("now", "")


def test_the_option_replaces_the_cell() -> None:
    assert setting("now", "last round").shown == "last_round"
    assert setting("hidden", "now") == ScoresSetting("now", "--scores")
    assert setting("now", "perhaps").shown == "hidden"
