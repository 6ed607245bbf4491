"""Past events from files, pairs of names, and names of new files."""

from pathlib import Path

import pytest

from tests import games
from tests.workbooks.layout.books import HEADER, board, book_of
from xl_dipscore.errors import Fault, Faults
from xl_dipscore.workbooks.acts.choose import (
    NotAPair,
    PairsDisagree,
    TooFewPlayers,
    _apart,
    free_name,
    may_be_event,
    names_of_nobody,
    read_edition,
    read_editions,
    read_pairs,
    usual_contenders,
)


def listed(folder: Path, name: str = "cup.csv", players: str = "abcdefg") -> Path:
    return games.write(folder / name, [games.HEADER, *games.rows(1, "A", games.CLOCK, players=players)])


def pairs(folder: Path, text: str) -> dict[str, str]:
    path = folder / "pairs.csv"
    path.write_text(text, encoding="utf-8")
    return read_pairs(path)


def test_an_event_from_a_list_and_from_a_workbook(tmp_path: Path) -> None:
    book = tmp_path / "spring.xlsx"
    book_of({"Games": [HEADER, *board()], "Setup": [["SOS"]]}, Scoring_system="Setup!$A$1").write(book)
    one, other = read_edition(listed(tmp_path)), read_edition(book)
    assert (one.name, {*one.players}) == ("cup", {*"abcdefg"})
    assert (other.name, {*other.players}) == ("spring", {*"abcdefg"})
    assert (one.own, other.own) == ("", "SOS")


def test_files_that_cannot_be_read_leave_the_others(tmp_path: Path) -> None:
    nobody = listed(tmp_path, "nobody.csv", ["", "", "", "", "", "", "a"])  # type: ignore[arg-type]
    found, faults = read_editions([listed(tmp_path), tmp_path / "gone.csv", nobody])
    assert [one.name for one in found] == ["cup"]
    assert len(faults) == 2
    assert isinstance(faults[1], TooFewPlayers)


def test_pairs_and_chains_of_pairs(tmp_path: Path) -> None:
    assert pairs(tmp_path, "Bob, Robert\n\n Rob ,bob\n") == {"bob": "Robert", "rob": "Robert"}
    assert pairs(tmp_path, "bob,Bob\n") == {"bob": "Bob"}


@pytest.mark.parametrize(
    ("text", "kind", "row"),
    [
        ("a,b,c\n", NotAPair, 1),
        ("a\n", NotAPair, 1),
        ("a,b\na,c\n", PairsDisagree, 2),
        ("a,b\nb,a\n", PairsDisagree, 2),
        ("a,b\nb,c\nc,a\n", PairsDisagree, 3),
    ],
)
def test_pairs_that_contradict_each_other(tmp_path: Path, text: str, kind: type[Fault], row: int) -> None:
    with pytest.raises(Faults) as wrong:
        pairs(tmp_path, text)
    (only,) = wrong.value.faults
    assert (type(only), only.facts["row"]) == (kind, row)


def test_spellings_that_nobody_has(tmp_path: Path) -> None:
    edition = read_edition(listed(tmp_path))
    assert names_of_nobody([edition], {"A": "Ann", "z": "Zoe"}) == ["A", "z"]
    assert names_of_nobody([edition], {"a": "Ann"}) == []


def test_events_of_one_name_get_numbers(tmp_path: Path) -> None:
    edition = read_edition(listed(tmp_path))
    assert [one.name for one in _apart([edition, edition, edition])] == ["cup", "cup 2", "cup 3"]


def test_every_system_but_that_of_free_options_takes_part() -> None:
    keys = {one.system.key for one in usual_contenders()}
    assert "SOS" in keys
    assert "CUSTOM" not in keys


def test_which_files_of_a_folder_may_be_events() -> None:
    names = ("a.xlsx", "a.XLSM", "a.csv", "~$a.xlsx", ".a.xlsx")
    assert [may_be_event(Path(name)) for name in names] == [True, True, False, False, False]


def test_a_name_that_neither_workbook_nor_page_has(tmp_path: Path) -> None:
    assert free_name(tmp_path, "choice").name == "choice.xlsx"
    (tmp_path / "choice.html").touch()
    assert free_name(tmp_path, "choice").name == "choice-2.xlsx"
    (tmp_path / "choice-2.xlsx").touch()
    assert free_name(tmp_path, "choice").name == "choice-3.xlsx"
