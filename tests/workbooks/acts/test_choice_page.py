"""The page of a comparison: cells as text, one open table, and a bar for each system that moves players."""

from fractions import Fraction
from html.parser import HTMLParser

from xl_dipscore.rules.choice.tables import MOVED, Part, Section
from xl_dipscore.workbooks.acts.choice_page import _bars, _is_numeric, cell_text, page_of_choice


def section(*rows: tuple[object, ...], title: str = "First & <best>") -> Section:
    return Section(title, ("Told & said.",), ("System", MOVED), rows)


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "i"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "i":
            assert self.open.pop() == tag


def test_cells() -> None:
    assert [cell_text(one) for one in (None, "a", 5, Fraction(1, 3), Fraction(4, 2))] == [
        "",
        "a",
        "5",
        "0.33",
        "2",
    ]
    assert cell_text(Part(1, 3)) == "33 %"
    assert cell_text(Part(0)) == "0 %"
    assert cell_text(Fraction(5, 1000)) == "0"


def test_columns_with_a_number_are_aligned_to_the_right() -> None:
    its = section(("SOS", None), ("DCC", Part(1, 2)))
    assert not _is_numeric(its, 0)
    assert _is_numeric(its, 1)
    assert not _is_numeric(section(("SOS", None)), 1)


def test_bars_of_systems_that_move_somebody_the_longest_first() -> None:
    lines = [*_bars(section(("SOS", Part(1, 4)), ("DCC", None), ("KIS", Part(1, 2))))]
    assert [line.count("KIS") for line in lines] == [0, 1, 0, 0]
    assert "width:100.0%" in lines[1]
    assert "width:50.0%" in lines[2]
    assert [*_bars(section(("SOS", Part(0)), ("DCC", None)))] == []
    assert [*_bars(section())] == []


def test_the_first_table_is_open_and_others_are_folded() -> None:
    page = page_of_choice(
        [section(("A<b>", Part(1, 2))), section(("C", None), title="Second")], ["About & all."]
    )
    tags = Tags(page)
    assert tags.open == []
    assert tags.seen.count("details") == 1
    assert "About &amp; all." in page
    assert "First &amp; &lt;best&gt;" in page
    assert "A&lt;b&gt;" in page
    assert page.index("bars") < page.index("<details>")
