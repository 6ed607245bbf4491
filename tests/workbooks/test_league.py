"""The workbook of a league: a season of evenings, from one file to the table on the wall."""

from __future__ import annotations

import random
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests import games
from tests.lists import HEADER, board_rows
from tests.said import check_said
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.days import day_number
from xl_dipscore.rules.system import find
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.workbooks.acts.fill import NoDate, NoRound, SameDay, put_games
from xl_dipscore.workbooks.author import Plan, make
from xl_dipscore.workbooks.layout.event import EventIn

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY, MISUSED = 0, 1, 2
PLAYERS = [
    f"{first} {last}" for first in ("Ann", "Bob", "Cas", "Dan") for last in ("Ash", "Elm", "Fir", "Oak")
]


def counts(chance: random.Random) -> list[int]:
    """Seven counts that add up to 34, none of them a solo."""
    while True:
        cuts = sorted(chance.sample(range(1, 34), 6))
        found = [after - before for before, after in zip([0, *cuts], [*cuts, 34], strict=True)]
        if max(found) < 18:
            return found


def season(path: Path, evenings: int) -> dict[str, list[tuple[Fraction, date]]]:
    """A file of evenings, some with two boards, and each player's scores by Sum of Squares."""
    chance, day = random.Random(evenings), date(2024, 1, 5)
    made: dict[str, list[tuple[Fraction, date]]] = {}
    lines = ["date,board,power,player,centres,year"]
    for number in range(evenings):
        there = chance.sample(PLAYERS, 16)
        boards = [("A", there[:7])] + ([("B", there[7:14])] if number % 10 == 9 else [])
        for name, players in boards:
            board = counts(chance)
            squares = sum(count * count for count in board)
            for power, player, count in zip(POWERS, players, board, strict=True):
                lines.append(f"{day},{name},{power},{player},{count},1908")
                made.setdefault(player, []).append((Fraction(100 * count * count, squares), day))
        if number % 7 == 3:
            lines.append(f"{day},out,,{there[14]},,")
        day += timedelta(days=chance.choice((6, 7, 8)))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return made


def best(scores: list[tuple[Fraction, date]]) -> list[tuple[Fraction, date]]:
    return sorted(scores, key=lambda one: -one[0])[:3]


def table_of(book: Path, sheet: str = "Standings") -> list[list[Any]]:
    rows = [[cell.value for cell in row] for row in openpyxl.load_workbook(book, data_only=True)[sheet]]
    top = next(n for n, row in enumerate(rows) if row[0] == "Rank")
    return [row for row in rows[top:] if row[1]]


@pytest.fixture
def league(dipscore: Any, tmp_path: Path) -> Path:
    book = tmp_path / "league.xlsx"
    got = dipscore("new", "SOS", book, "--league", "--games", 8)
    assert got.status == OK
    assert "a league with places for 8 games, scored by Sum of Squares" in got.err
    return book


def test_guide_and_players_speak_of_evenings() -> None:
    book = make(Plan(find("SOS"), 1, 8, league=True))
    told = [
        str(cell.value) for sheet in ("Guide", "Players") for row in book[sheet] for cell in row if cell.value
    ]
    assert not [one for one in told if "Here 1" in one or "round 1" in one.casefold()]
    assert "7 Next evening" in told
    assert any("--round 2026-05-28" in one for one in told)


@pytest.mark.slow
def test_a_season_of_thirty_evenings_in_one_workbook_from_one_file(
    dipscore: Any, league: Path, tmp_path: Path
) -> None:
    """The workbook grows with each fill; each total is the three best of a plain list of scores."""
    made = season(tmp_path / "season.csv", 30)
    got = dipscore("fill", league, tmp_path / "season.csv")
    assert got.status == OK, got.err
    head, *rows = table_of(league)
    assert head[:10] == [
        *("Rank", "Player", "Total", "Games", "Board tops", "Sat out", "Best 1", "Date 1", "Best 2", "Date 2")
    ]
    totals = {player: sum(score for score, _ in best(scores)) for player, scores in made.items()}
    assert {row[1] for row in rows} == set(made)
    for row in rows:
        assert row[2] == pytest.approx(float(totals[row[1]]))
        assert row[0] == 1 + sum(other > totals[row[1]] for other in totals.values())
        assert row[3] == len(made[row[1]])
        for n, (score, day) in enumerate(best(made[row[1]])):
            assert row[6 + 2 * n] == pytest.approx(float(score))
            assert getattr(row[7 + 2 * n], "date", lambda: None)() == day or row[7 + 2 * n] == day_number(day)
    assert sum(row[5] for row in rows) == 4
    assert table_of(league, "Print")[1][:6] == rows[0][:6]
    dipscore("extract", league, "-o", tmp_path / "out.csv")
    asked = ("--combine", "best 3 games")
    before = dipscore("standings", "SOS", tmp_path / "season.csv", *asked).out
    assert dipscore("standings", "SOS", tmp_path / "out.csv", *asked).out == before
    filled = league.read_bytes()
    assert dipscore("rebuild", league).status == OK
    assert league.read_bytes() == filled
    assert dipscore("fill", league, tmp_path / "season.csv").status == OK
    assert [row[:3] for row in table_of(league)[1:]] == [row[:3] for row in rows]


@pytest.mark.slow
def test_rounds_are_not_typed_as_dates(dipscore: Any, tmp_path: Path) -> None:
    book = tmp_path / "league.xlsx"
    make(Plan(find("SOS"), 1, 4, league=True)).save(book)
    before = book.read_bytes()
    games.write(tmp_path / "games.csv", games.event())
    got = dipscore("fill", book, "games.csv")
    assert (got.status, book.read_bytes()) == (FAULTY, before)
    for round_, board in ((1, "A"), (1, "B"), (2, "A"), (2, "B")):
        check_said(got.err, NoDate, file=book.name, board=board, round=round_)
    dated = [["date", *games.HEADER[1:]], *(["2026-01-05", *row[1:]] for row in games.event()[1:15])]
    games.write(tmp_path / "games.csv", dated)
    assert dipscore("fill", book, "games.csv").status == OK
    assert dipscore("undo", book).status == OK
    typed = Package.read(book).sheet("Games").cells
    assert [typed[row, 1].value for row in (2, 9, 16)] == [None] * 3


@pytest.mark.parametrize(
    ("heads", "clash"),
    [
        ([(1, "A"), (2, "A")], [("A", "1 and 2")]),
        ([(1, "A"), (1, "B"), (2, "a"), (3, "A")], [("A", "1, 2 and 3")]),
        ([(1, "A"), (2, "B")], []),
    ],
)
def test_two_rounds_of_one_evening_are_not_one_board(
    heads: list[tuple[int, str]], clash: list[tuple[str, str]], six_games: bytes
) -> None:
    package = Package(six_games, "league.xlsx")
    more = [
        row
        for round_, board in heads
        for row in board_rows(round_=round_, board=board, players=PLAYERS[:7], date=["2026-03-05"] * 7)
    ]
    try:
        put_games(EventIn(package), read_games([[*HEADER, "Date"], *more]).games)
    except Faults as found:
        said = [(one.facts["board"], one.facts["rounds"]) for one in found.faults if isinstance(one, SameDay)]
        assert (said, package.to_bytes()) == (clash, six_games)
        return
    assert not clash
    corrected = [[*row[:3], "Zoe Yew", *row[4:]] if row[2] == "Austria" else row for row in more]
    put = put_games(EventIn(package), read_games([[*HEADER, "Date"], *corrected]).games)
    changed = f'Player "{PLAYERS[0]}" -> "Zoe Yew"'
    assert [one.partition(": ")[2] for one in put.replaced] == [changed] * len(heads)


@pytest.fixture(scope="module")
def six_games() -> bytes:
    make(Plan(find("SOS"), 1, 6, league=True)).save(out := BytesIO())
    return Package(out.getvalue(), "league.xlsx").to_bytes()


@pytest.mark.slow
def test_dates_are_not_typed_as_rounds(dipscore: Any, tmp_path: Path, makes: Any) -> None:
    book = tmp_path / "event.xlsx"
    book.write_bytes(makes())
    dated = [["date", *games.HEADER[1:]], *(["2026-01-05", *row[1:]] for row in games.event()[1:8])]
    games.write(tmp_path / "games.csv", dated)
    before = book.read_bytes()
    got = dipscore("fill", book, "games.csv")
    assert (got.status, book.read_bytes()) == (FAULTY, before)
    check_said(got.err, NoRound, file=book.name, board="A", round="5 January 2026")


@pytest.mark.slow
def test_a_guest_and_a_game_that_does_not_count(dipscore: Any, league: Path, tmp_path: Path) -> None:
    rows = ["date,board,power,player,override,not counted"]
    for day, marked in (("2024-01-05", ""), ("2024-01-12", "x")):
        seats = zip(POWERS, PLAYERS[:7], strict=True)
        rows += [f"{day},A,{power},{name},{n},{marked}" for n, (power, name) in enumerate(seats)]
    rows.append(f"Final,A,France,{PLAYERS[0]},2,")
    (tmp_path / "games.csv").write_text("\n".join(rows))
    assert dipscore("fill", league, tmp_path / "games.csv").status == OK
    book = openpyxl.load_workbook(league)
    place = next(row for row in range(5, 20) if book["Players"][f"A{row}"].value == PLAYERS[6])
    assert book["Players"]["B4"].value == "Guest"
    book["Players"][f"B{place}"] = "x"
    book.save(league)
    assert dipscore("rebuild", league).status == OK
    _, first, *others = table_of(league)
    assert next(row for row in others if row[1] == PLAYERS[0])[2:4] == [0 + 2, 2]
    assert first[:4] == [1, PLAYERS[5], 5, 1]
    assert others[-1][:4] == [None, PLAYERS[6], 6, 1]


@pytest.mark.slow
def test_it_grows_by_typing_below(dipscore: Any, league: Path) -> None:
    book = openpyxl.load_workbook(league)
    games, last = book["Games"], 1 + 7 * 8
    assert games.cell(last, 3).value == "Turkey"
    for top, day in ((2, date(2024, 1, 5)), (last + 1, date(2024, 1, 12))):
        games.cell(top, 1).value = day
        for n, count in enumerate((10, 8, 6, 5, 3, 1, 1)):
            for column, value in ((4, PLAYERS[n]), (5, count)):
                games.cell(top + n, column).value = value
            if top > last:  # as the seven rows above, copied
                for column, value in ((1, day), (2, "A"), (3, POWERS[n])):
                    games.cell(top + n, column).value = value
    book.save(league)
    assert dipscore("rebuild", league).status == OK
    squares = 100 + 64 + 36 + 25 + 9 + 1 + 1
    _, first, *_ = table_of(league)
    assert first[:2] == [1, PLAYERS[0]]
    assert first[2] == pytest.approx(2 * 100 * 10**2 / squares)


def test_a_league_counts_the_best_three_games_unless_a_director_says_otherwise() -> None:
    assert Plan(find("SOS"), 1, 8, league=True).rule == "best 3 games"
    assert Plan(find("SOS"), 1, 8, league=True, options={"combine": "best 5 games"}).rule == "best 5 games"
    assert Plan(find("SOS"), 2, 4).rule == ""


def test_what_a_league_has_not_is_said(dipscore: Any, tmp_path: Path) -> None:
    for words, told in (
        (("--league", "--rounds", 3), "leave --rounds out"),
        (("--league", "--host", "native"), "cannot be made of plain formulas"),
        (("--games", 30), "--games is for --league"),
    ):
        got = dipscore("new", "SOS", tmp_path / "book.xlsx", *words)
        assert got.status == MISUSED
        assert told in " ".join(got.err.split())


@pytest.mark.slow
def test_plain_formulas_have_no_form_of_a_league(dipscore: Any, league: Path, tmp_path: Path) -> None:
    got = dipscore("attach", league, "--host", "native", "-o", tmp_path / "plain.xlsx")
    assert "Standings!A4:S" in got.err
    assert "are values now: its rows do not all say their round and board." in got.err


@pytest.mark.slow
def test_eighty_evenings(dipscore: Any, tmp_path: Path) -> None:
    book, file = tmp_path / "league.xlsx", tmp_path / "season.csv"
    made = season(file, 80)
    assert dipscore("new", "SOS", book, "--league", "--games", 100).status == OK
    assert dipscore("fill", book, file).status == OK
    for row in table_of(book)[1:]:
        assert row[2] == pytest.approx(float(sum(score for score, _ in best(made[row[1]]))))
