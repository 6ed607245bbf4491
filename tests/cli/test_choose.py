"""The command choose: sheets of systems, and past events under other systems."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xl_dipscore import POWERS, score, standings
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import Board
from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.possible import FIRST_YEAR, LAST_YEAR, possible_boards, score_ranges
from xl_dipscore.rules.choice.years import points_by_kind
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.workbooks.acts import choose
from xl_dipscore.workbooks.acts.choose import read_pairs
from xl_dipscore.workbooks.layout.ours import templates_folder
from xl_dipscore.workbooks.live.menu import item_of

Centres = Sequence[int]
PLAYERS = ["Ann", "Bob", "Cecil", "Dora", "Emil", "Fritz", "Gusta"]
EVENT: Sequence[Centres] = ([16, 10, 8, 0, 0, 0, 0], [2, 0, 4, 17, 11, 0, 0])


def write_event(
    path: str,
    boards: Sequence[Centres] = EVENT,
    *,
    year: int | None = 1908,
    gone: bool = True,
    players: Sequence[str] = PLAYERS,
) -> str:
    """A games list with a board in each round; all survivors draw."""
    heads = ["round", "board", "power", "player", "centres", "year", "eliminated"]
    rows: list[list[object]] = [heads]
    for number, board in enumerate(boards, 1):
        for seat, count in enumerate(board):
            dead = 1905 if not count and gone else ""
            rows.append([number, "A", POWERS[seat], players[seat], count, year or "", dead])
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_a_system_is_shown_without_files(dipscore) -> None:
    got = dipscore("choose", "WBC", "--with", "WBC win=40")
    assert got.status == 0
    rows = [line.split() for line in got.out.splitlines() if line.startswith("  Score")]
    assert len(rows) == 16
    usual, tried = rows[0][1:], rows[8][1:]
    assert [usual[0], tried[0]] == [str(18 + 46), str(18 + 40)]
    assert usual[1:] == tried[1:] == ["9", "7", "0", "0", "0", "0"]
    assert "WBC win=40" in got.out


@pytest.mark.parametrize(
    "words",
    [
        ["nosuch"],
        ["gone-2022.xlsx"],
        [],
        ["--with", "WBC nosuch=1"],
        ["--with", "nosuch win=1"],
        ["--with", "WBC win=40 win=50"],
        ["--with", "WBC win=1/0"],
        ["x" * 400],
        ["WBC", "--names", "pairs.csv"],
        ["WBC", "-o", "choose.xlsx"],
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(dipscore, words: Sequence[str]) -> None:
    Path("pairs.csv").write_text("a,b\n", "utf-8")
    got = dipscore("choose", *words)
    assert got.status == 2
    assert got.err.strip()
    assert not Path("choose.xlsx").exists()


def test_a_word_is_a_system_only_if_no_file_has_its_name(dipscore) -> None:
    write_event("SOS")
    got = dipscore("choose", "SOS", "WBC")
    assert "covers SOS" in got.err
    assert got.status == 0


def test_a_folder_with_the_name_of_a_system_is_the_system(dipscore) -> None:
    Path("SOS").mkdir()
    Path("years").mkdir()
    write_event("old.csv")
    assert "│ SOS" in dipscore("choose", "old.csv", "SOS").out
    got = dipscore("choose", "years", "SOS")
    assert got.status == 2
    assert "years is a folder" in got.err


def test_a_contender_is_compared_once_however_it_is_typed(dipscore) -> None:
    options = ["--with", "wbc  win = 40", "--with", "WBC win=40", "--with", "WBC"]
    lines = dipscore("choose", "WBC", *options).out.splitlines()
    heads = [line.partition(": ")[0] for line in lines if line.endswith(find("WBC").name)]
    assert heads == ["WBC", "WBC win=40"]


@pytest.mark.slow
def test_ranks_are_those_of_standings(dipscore) -> None:
    write_event("spring.csv")
    write_event("autumn.csv", EVENT[::-1])
    got = dipscore("choose", "spring.csv", "autumn.csv", "WBC", "SOS", "--with", "WBC win=40", "-o", "c.xlsx")
    assert got.status == 0
    book = load_workbook("c.xlsx")
    assert book.sheetnames == ["Overview", "Chart", "First seven", "Places"]
    shown = [*map(list, book["Places"].iter_rows(values_only=True))]
    (top,) = [n for n, row in enumerate(shown) if row[:2] == ["Event", "Player"]]
    games = [*csv.reader(Path("spring.csv").read_text("utf-8").splitlines())]
    expected = {key: {row.player: row.rank for row in standings(key, games)} for key in ("WBC", "SOS")}
    seen = {row[1]: row[2:4] for row in shown[top + 1 :] if row[0] == "spring"}
    assert seen == {name: [expected["WBC"][name], expected["SOS"][name]] for name in PLAYERS}
    page = Path("c.html").read_text("utf-8")
    assert "WBC win=40" in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_compared(dipscore) -> None:
    write_event("spring.csv")
    Path("bad.xlsx").write_bytes(b"junk")
    got = dipscore("choose", "spring.csv", "bad.xlsx", "WBC", "-o", "c.xlsx")
    assert got.status == 1
    assert "bad.xlsx" in got.err
    told = load_workbook("c.xlsx")["Overview"]["A2"].value
    assert isinstance(told, str)
    assert "spring" in told
    assert "bad.xlsx" in told


def test_an_existing_workbook_or_page_stays(dipscore) -> None:
    write_event("spring.csv")
    for name in ("c.xlsx", "c.html"):
        Path(name).write_text("mine", "utf-8")
        got = dipscore("choose", "spring.csv", "WBC", "-o", "c.xlsx")
        assert got.status == 2
        assert Path(name).read_text("utf-8") == "mine"
        Path(name).unlink()


def test_a_missing_year_gives_a_range(dipscore) -> None:
    write_event("old.csv", year=None, gone=False)
    got = dipscore("choose", "old.csv", "ARMADA", "ORIGINS", "WBC")
    assert got.status == 0
    lines = [line for line in got.out.splitlines() if "ARMADA" in line]
    assert any("?" in line for line in lines)
    assert any("old.csv" in line for line in lines)
    every = dipscore("compare", "old.csv", "old.csv", "ARMADA").err
    assert "last game year" in every
    assert "eliminated" in every


def test_the_range_holds_every_possible_score() -> None:
    """ARMADA takes off a point a year; with nothing known, a power that died in 1902 has 2."""
    ranges = score_ranges(find("ARMADA"), Board([12, 11, 11, 0, 0, 0, 0]), {})
    assert ranges is not None
    least, most = ranges.scores
    assert (least[0], most[0]) == (56 - (LAST_YEAR - 1900), 56 - (FIRST_YEAR - 1900))
    assert (least[3], most[3]) == (2, LAST_YEAR - 1900)
    known = Board([12, 11, 11, 0, 0, 0, 0], (), [None] * 3 + [1904] * 4, 1908)
    assert [*possible_boards(known)] == [known]


def test_two_spellings_are_a_doubt_that_a_list_of_pairs_settles(dipscore) -> None:
    write_event("one.csv", players=["Karl Irving", *PLAYERS[1:]])
    write_event("two.csv", players=["Karl Irwing", *PLAYERS[1:]])
    assert "Karl Irwing" in dipscore("choose", "one.csv", "two.csv", "WBC").err
    Path("pairs.csv").write_text("Karl Irwing,Karl Irving\n", "utf-8")
    settled = dipscore("choose", "one.csv", "two.csv", "WBC", "--names", "pairs.csv")
    assert "Irwing" not in settled.err + settled.out
    Path("pairs.csv").write_text("Karl Irwing\n", "utf-8")
    assert dipscore("choose", "one.csv", "WBC", "--names", "pairs.csv").status == 2


def test_pairs_lead_to_the_last_name_of_a_chain(dipscore) -> None:
    Path("chain.csv").write_text("Anna,Anne\nAnne,Ann\nann,Ann\n", "utf-8")
    assert read_pairs(Path("chain.csv")) == {"anna": "Ann", "anne": "Ann", "ann": "Ann"}


@pytest.mark.parametrize("pairs", ["Anna,Ann\nANNA,Hanna\n", "Anna,Ann\nAnn,Anne\nAnne,Anna\n"])
def test_pairs_that_disagree_are_refused(dipscore, pairs: str) -> None:
    Path("pairs.csv").write_text(pairs, "utf-8")
    with pytest.raises(Faults) as refused:
        read_pairs(Path("pairs.csv"))
    (fault,) = refused.value.faults
    assert isinstance(fault, choose.PairsDisagree)
    assert fault.facts["row"] == len(pairs.splitlines())


def test_a_pair_for_nobody_is_told(dipscore) -> None:
    write_event("one.csv")
    Path("pairs.csv").write_text("Bop,Bob\nann,Anne\n", "utf-8")
    told = dipscore("choose", "one.csv", "WBC", "--names", "pairs.csv").err
    assert "bop" in told
    assert "ann" not in told


def test_pairs_are_read_without_regard_to_case(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("KARL,Karl Irving\n\n", "utf-8")
    assert read_pairs(tmp_path / "pairs.csv") == {"karl": "Karl Irving"}


def test_points_are_for_the_solo_the_draw_or_all_else() -> None:
    wbc = find("WBC")
    won = Board([18, 9, 7, 0, 0, 0, 0])
    drawn = Board([12, 11, 11, 0, 0, 0, 0])
    assert points_by_kind(wbc(won), won) == (46, 0, 34)
    assert points_by_kind(wbc(drawn), drawn) == (0, 3 * 10, 34)
    assert sum(points_by_kind(wbc(drawn), drawn)) == sum(score("WBC", drawn)) == Fraction(64)


def test_fewer_than_two_players_are_refused(dipscore) -> None:
    write_event("alone.csv", EVENT[:1], players=["Ann", *[""] * 6])
    got = dipscore("choose", "alone.csv", "WBC")
    assert got.status == 2
    assert "alone.csv" in got.err


def test_a_name_that_looks_like_a_formula_or_markup_stays_a_name(dipscore) -> None:
    odd = ["=1+1", "@SUM", "<b>Bob</b>", *PLAYERS[3:]]
    write_event("one.csv", players=odd)
    assert dipscore("choose", "one.csv", "WBC", "-o", "c.xlsx").status == 0
    cells = [cell for row in load_workbook("c.xlsx")["Places"].iter_rows() for cell in row]
    assert {cell.value for cell in cells if cell.data_type != "n"} >= {*odd}
    assert not [cell.value for cell in cells if cell.data_type in {"f", "e"}]
    assert "<b>Bob" not in Path("c.html").read_text("utf-8")


@pytest.mark.slow
def test_the_menu_compares_a_folder(tmp_path: Path, monkeypatch) -> None:
    """Without openpyxl, as in LibreOffice, it writes the page alone. An existing page stays."""
    sources = [Contender(find(key), {}, key) for key in ("WBC", "SOS")]
    monkeypatch.setattr(choose, "usual_contenders", lambda: sources)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.delitem(sys.modules, "xl_dipscore.workbooks.author.choice", raising=False)
    shipped = templates_folder() / "examples" / "wbc.xlsx"
    (tmp_path / "spring.xlsx").write_bytes(shipped.read_bytes())
    (tmp_path / "choose.html").write_text("mine", "utf-8")
    done = item_of("choose_a_system").run(Package.read(shipped), folder=tmp_path)
    assert not done.refused
    (champion,) = (line for line in done.said if line.startswith("Champion of spring: "))
    assert sum(map(int, re.findall(r" under (\d+)", champion))) == len(sources)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["choose-2.html", "choose.html", "spring.xlsx"]
    assert (tmp_path / "choose.html").read_text("utf-8") == "mine"


def test_compare_takes_several_events_and_names_what_is_missing(dipscore) -> None:
    write_event("new.csv")
    write_event("old.csv", EVENT[::-1], year=None, gone=False)
    got = dipscore("compare", "new.csv", "NDC", "old.csv", "WBC", "ORIGINS")
    assert got.status == 0
    heads, *rows = csv.reader(got.out.splitlines())
    assert heads == ["event", "player", "NDC", "WBC", "ORIGINS"]
    assert sorted({row[0] for row in rows}) == ["new", "old"]
    assert "#N/A" not in got.out
    assert {row[2] for row in rows if row[0] == "new"} > {"1"}
    for key, event in (("NDC", "old"), ("ORIGINS", "new"), ("ORIGINS", "old")):
        assert f"{key}, {event}: " in got.err
