"""Lines that clubs post: boards, their titles, and lines that are odd."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import games
from tests.each import each
from tests.said import check_said
from xl_dipscore.cli.reading import AnotherKind
from xl_dipscore.errors import Fault
from xl_dipscore.rules.board import CENTRES, POWERS
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.games import MissingPowers, read_games
from xl_dipscore.tables.exchange.formats import File, reader_of
from xl_dipscore.tables.exchange.posted import (
    LeftOut,
    NoLines,
    PerhapsAColumn,
    PerhapsOfNames,
    UnclearRound,
    UnreadLine,
)
from xl_dipscore.tables.exchange.posted_lines import NoCount, TwoReadingsOfLine
from xl_dipscore.tables.exchange.posted_titles import UnclearEnding, read_title

pytestmark = pytest.mark.usefixtures("new_books")

OK, FAULTY = 0, 1


def taken(dipscore: Any, name: str) -> list[Any]:
    """The games of a file."""
    got = dipscore("import", name, "-o", "back.csv")
    assert got.status == OK, got.err
    return list(read_games(csv_rows(Path("back.csv").read_bytes(), "back.csv")).games)


def test_what_is_exported_as_text_is_read_back(dipscore: Any, tmp_path: Path) -> None:
    games.write(tmp_path / "games.csv", games.event())
    assert dipscore("export", "text", "games.csv", "--system", "SOS", "-o", "out").status == OK
    here = read_games(games.event()).games
    back = taken(dipscore, "out/results.txt")
    assert [(one.round, one.name) for one in back] == [(one.round, one.name) for one in here]
    for one, other in zip(back, here, strict=True):
        assert (one.board.centres, one.board.draw) == (other.board.centres, other.board.draw)
        assert [seat.player for seat in one.seats] == [seat.player for seat in other.seats]
        assert one.board.year == other.board.year
    compared = dipscore("standings", "SOS", "back.csv").table
    assert compared == dipscore("standings", "SOS", "games.csv").table


CLUB = """Weasels, June
• Austria (A. Player): 9; 34.615 points.
England (B (new)): 5; 1 point.
Frankreich: 5.
Germany (C): 5; 10,5 points
Italy (D): 5 centres
Russia (E): 5
Turkey (F): 0; points not known yet.

Austria: 34
England: 0
France: 0
Germany: 0
Italy: 0
Russia: 0
Turkey: 0
"""


def test_lines_without_titles_are_boards_one_after_the_other(dipscore: Any, tmp_path: Path) -> None:
    (tmp_path / "post.txt").write_text(CLUB)
    first, second = taken(dipscore, "post.txt")
    assert (first.round, first.name, second.name) == (1, "1", "2")
    assert first.board.centres == (9, 5, 5, 5, 5, 5, 0)
    assert [seat.player for seat in first.seats] == ["A. Player", "B (new)", "", "C", "D", "E", "F"]
    assert second.board.centres == (34, *[0] * 6)


COUNTS = (0, 13, 10, 3, 8, 0, 0)
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFG")
USUAL = "{power} ({name}): {count}; 1.500 points."
EFG = {1, 2, 3}


def post(title: str = "", line: str = USUAL, *, below: str = "") -> str:
    seated = zip(POWERS, NAMES, COUNTS, strict=True)
    lines = (line.format(power=power, name=name, count=count) for power, name, count in seated)
    return "\n".join([title, *lines, below, ""])


def read(text: str) -> Any:
    file = File("post.txt", text=text)
    return reader_of(file).read(file)


def board_of(text: str) -> Any:
    found = read(text)
    assert found.faults == ()
    (game,) = read_games([[*found.rows[0].cells], *([*row.cells.values()] for row in found.rows)]).games
    assert game.board.centres == COUNTS
    assert [seat.player for seat in game.seats] == [*NAMES]
    return game


@each(
    ("title", "round_", "name", "year", "drew"),
    [
        ("Table 3, Round 2", 2, "3", None, set()),
        ("Board 3 of Round 2", 2, "3", None, set()),
        ("R2B3", 2, "3", None, set()),
        ("Round Two, Board Three", 2, "3", None, set()),
        ("Heat 2, Board I", 2, "I", None, set()),
        ("2nd Round, 3rd Board", 2, "3", None, set()),
        ("Ronde 2\nTable 1 :", 2, "1", None, set()),
        ("Round 1, Board A (1907)", 1, "A", 1907, set()),
        ("Round 1 Board A - 3-way draw England France Germany 1907", 1, "A", 1907, EFG),
        ("Game No. 501 ended by time limit after the Fall 1907 turn:", 1, "501", 1907, set()),
        ("Round 2 - Table 4 - ended Spring 1908", 2, "4", 1907, set()),
        ("Board 2: three-way draw E/F/G 1907", 1, "2", 1907, EFG),
        ("Game 12: England/France/Germany 3-way draw", 1, "12", None, EFG),
        ("Board A\nThe game ended in a draw between England, France and Germany (1910)", 1, "A", 1910, EFG),
        ("Finals, Top Board: conceded to England, 1909", "Final", "Top", 1909, {1}),
        ("Round 1, board A (1907): 3-way draw England, France and Germany, 1908", 1, "A (1907)", 1908, EFG),
        ("A great evening with 3 draws\n\nRound 2, Board B", 2, "B", None, set()),
        ("Board A: 4-way draw", 1, "A", None, {1, 2, 3, 4}),
    ],
)
def test_a_title(title: str, round_: object, name: str, year: int | None, drew: set[int]) -> None:
    game = board_of(post(title))
    assert (game.round, game.name, game.board.year, game.board.draw) == (round_, name, year, drew)


@each(
    "ending",
    [
        "England conceded",
        "concession by England",
        "draw: all but Germany",
        "draw without Germany",
        "everyone except Italy drew",
        "draw (not Italy)",
        "Italy out of the draw",
        "draw vetoed by Italy",
        "Germany refused the draw",
        "3-way draw rejected",
        "2-way draw without Italy and Germany",
        "draw proposed by England rejected",
        "draw England/France, Italy survived",
        "Germany drew",
        "Solo ohne England",
        "England didn't win",
        "France conceded to England and Germany",
    ],
)
def test_an_ending_that_excludes_powers_is_refused(ending: str) -> None:
    (fault,) = read(post(f"Round 2, Board 3, {ending}")).faults
    assert (type(fault), fault.row) == (UnclearEnding, 1)


@each(
    ("ending", "drew"),
    [
        ("conceded to England", {1}),
        ("concession to England", {1}),
        ("France and Germany conceded to England", {1}),
        ("conceded to England by France and Germany", {1}),
        ("England won, all others conceded", {1}),
        ("England wins by concession", {1}),
        ("England solo, but close", {1}),
        ("draw England/France/Germany, not a solo", EFG),
        ("3-way draw England/France/Germany, but a great game", EFG),
        ("draw between the survivors England, France and Germany", EFG),
        ("draw proposed and accepted: England, France, Germany", EFG),
        ("stopped without a draw", set()),
    ],
)
def test_an_ending_with_such_words_beside_is_read(ending: str, drew: set[int]) -> None:
    assert board_of(post(f"Round 2, Board 3, {ending}")).board.draw == drew


@each(
    "line",
    [
        "{power}: {count} ({name})",
        "{power} ({name}: {count}; 0.5 points.",
        "- {power[0]} {count} {name}",
        "{power} - {name} - {count} centres",
        "{name} ({power}): {count}",
        "| {power} | {name} | {count} | 12.5 |",
        "{power} {name} {count}",
        "{power}: {name}, {count} SCs, 49 points",
        "• {power} – {name} – {count} SC – 12.5 pts",
        "{power}: {name} ({count})",
        "{power} ({name}, {count})",
    ],
)
def test_a_line_in_any_order(line: str) -> None:
    board_of(post("Round 1, Board A", line))


def test_a_name_keeps_its_full_stop() -> None:
    found = read(post(line="{power} - {name} Jr. - {count}."))
    assert [row.get("player") for row in found.rows] == [f"{name} Jr." for name in NAMES]


def test_a_flag_names_a_power() -> None:
    england = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    flags = ("🇦🇹", england, "🇫🇷", "🇩🇪", "🇮🇹", "🇷🇺", "🇹🇷")
    seated = zip(flags, NAMES, COUNTS, strict=True)
    board_of("\n".join(f"{flag} {name}: {count}" for flag, name, count in seated))
    board_of(post(line="🇫🇷 {power} ({name}): {count}"))


def test_endings_below_the_boards() -> None:
    draw = "3-way draw England France Germany, 1907"
    found = read(post("Round 1, Board A", below=draw) + "\n" + post("Board B", below="1908"))
    assert [row.get("draw") for row in found.rows] == [
        *((seat in EFG and "x") or None for seat in range(7)),
        *[None] * 7,
    ]
    assert [row.get("year") for row in found.rows] == [1907] * 7 + [1908] * 7
    assert {row.get("round") for row in found.rows} == {1}


@each(
    ("text", "kind", "row"),
    [
        (post("Board A: 2-way draw"), UnclearEnding, 1),
        (post("Board A: 3-way draw England France"), UnclearEnding, 1),
        (post().replace(": 10;", ":"), NoCount, 4),
        (post().replace("(Player C): 10", "(Player C): ten"), NoCount, 4),
        (post(line="{power} ({name}): {count}.500 points"), NoCount, 3),
        (post().replace(": 10;", ": 10; 9;"), TwoReadingsOfLine, 4),
        (
            post(line="{power}: {name}, {count}").replace("Player C,", "Player C, Player X,"),
            TwoReadingsOfLine,
            4,
        ),
        (post().replace("Germany", "Germnay"), UnreadLine, 5),
        (post(line="{power} {name} {count}").replace(" 13", " 12"), PerhapsOfNames, 2),
        (post(line="{power} {name} FRA {count}"), PerhapsAColumn, 2),
    ],
)
def test_an_odd_line_is_named(text: str, kind: type[Fault], row: int) -> None:
    found = read(text)
    assert kind in map(type, found.faults)
    assert f"row {row}" in "".join(fault.place for fault in found.faults if isinstance(fault, kind))
    assert found.rows == ()


@each(
    ("title", "place"),
    [
        ("Final 1908", ("Final", "3")),
        ("Final, Fall 1908", ("Final", "3")),
        ("Finals - Board A", ("Final", "A")),
        ("Final Board A", ("Final", "A")),
        ("Final 1908 - Table 1", ("Final", "1")),
        ("Championship Board 1", ("Final", "1")),
        ("Board C\nFinal 1908", (1, "C")),
        ("Board C - final 1908", (1, "C")),
        ("Board C, a final draw England France", (1, "C")),
        ("Saturday, Board 3", UnclearRound),
        ("Semi-final 1, Board A", UnclearRound),
        ("Semi-final 2", UnclearRound),
        ("Flight 2, Board A", UnclearRound),
        ("Board A, Wave 3", UnclearRound),
        ("Board A, June 3", (1, "A")),
        ("Board Three", (1, "3")),
        ("Consolation final, Board A", UnclearRound),
    ],
)
def test_a_board_after_those_of_a_round(title: str, place: tuple[object, str] | type[Fault]) -> None:
    found = read("\n".join([post("Round 1, Board 1"), post("Round 1, Board 2"), post(title)]))
    if isinstance(place, tuple):
        assert found.faults == ()
        assert (found.rows[-1].get("round"), found.rows[-1].get("board")) == place
    else:
        assert [*map(type, found.faults)] == [place]


def test_a_day_below_the_heading_of_a_round_is_no_round() -> None:
    found = read("\n".join(["Round 2", post("Saturday, Board 1"), post("Sunday, Board 2")]))
    assert found.faults == ()
    assert {row.get("round") for row in found.rows} == {2}


def test_other_boards_are_taken(dipscore: Any, tmp_path: Path) -> None:
    short = post("Board B").replace("Germany (Player D): 3; 1.500 points.\n", "")
    (tmp_path / "post.txt").write_text(f"{post('Board A')}\n{short}")
    got = dipscore("import", "post.txt")
    assert got.status == FAULTY
    check_said(got.err, MissingPowers, powers="Germany")


@pytest.mark.parametrize("words", [["score", "SOS"], ["check", "SOS"]])
def test_a_command_about_games_says_how_to_convert_posted_lines(
    dipscore: Any, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "post.txt").write_text(post("Round 1, Board A"))
    got = dipscore(*words, "post.txt")
    assert got.status == FAULTY
    check_said(got.err, AnotherKind, typed="post.txt")


def test_powers_without_a_line_have_no_centres() -> None:
    found = read("\n".join(line for line in post().split("\n") if ": 0" not in line))
    assert [row.get("centres") for row in found.rows] == [13, 10, 3, 8, 0, 0, 0]
    assert str(NoLines(powers="Austria, Russia and Turkey", all=CENTRES)) in found.notes[0]


@each("sign", [") (", "; ", ", ", " - ", " ("])
def test_what_is_left_out_is_told(sign: str) -> None:
    found = read(post().replace("(Player C): 10", f"(Player C{sign}replaced Player J): 10"))
    assert found.faults == ()
    assert found.rows[2].get("player") == "Player C"
    assert str(LeftOut(text="'replaced Player J'")) in found.notes[0]


def test_prose_around_boards_is_left_out() -> None:
    """As on a club's page: a story with other games, years and centres above, remarks below."""
    above = "Who led in Game No. 3 of 1901? Russia built twice in 1902, and had 13 centers in the end. " * 2
    title = f"{above}\n\nThe final center count for the game, which ended in Spring 1909, were:\n"
    game = board_of(post(title, below="\nA good night with 10 centers.\n\nFrance: for me, a great game."))
    assert (game.round, game.name, game.board.year) == (1, "1", 1908)


def test_a_table_and_standings_are_no_boards() -> None:
    standings = "\n".join(f"{n}. {name}: {n} points" for n, name in enumerate("AEFGIRT", 1))
    assert len(read(f"{post()}\nStandings\n{standings}\n").rows) == 7
    csv = File("t.csv", text=post(line="{power},{name},{count}"))
    with pytest.raises(Fault):
        reader_of(csv)


words = st.text(st.characters(categories=["L"], max_codepoint=0x17F), min_size=2, max_size=8)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)
separators = st.sampled_from([": ", " - ", "; ", " | ", " = ", ", ", "  ", " "])
odd = st.sampled_from(["", "", "", "!", "*", " (new)", " points", "12", "-", "(", ")", ": ", " x", " 7"])


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_typed_name_and_count_comes_out_or_is_named(data: st.DataObject) -> None:
    """The law of lists, for lines made by chance: the row has the name and the count, or a fault says why."""
    lines, typed = ["Round 1, Board A"], []
    for power, count in zip(POWERS, COUNTS, strict=True):
        name, between, strange = data.draw(names), data.draw(separators), data.draw(odd)
        inside = data.draw(st.booleans())
        parts = [f"({name})" if inside else name, str(count)]
        parts = parts if data.draw(st.booleans()) else parts[::-1]
        lines.append(f"{power}{' ' if inside else ': '}{between.join(parts)}{strange}")
        typed.append((name, count))
    file = File("post.txt", text="\n".join(lines))
    found = reader_of(file).read(file)
    told = " ".join([*(f"{fault.place} {fault}" for fault in found.faults), *found.notes])
    rows = {row.get("power"): row for row in found.rows}
    for n, (power, (name, count)) in enumerate(zip(POWERS, typed, strict=True), 2):
        row = rows.get(power)
        if row is None:
            assert found.faults, lines
            continue
        assert row.get("centres") == count or f"row {n}:" in told, (lines[n - 1], row)
        assert name in str(row.get("player")) or f"row {n}:" in told, (lines[n - 1], row)


ROUNDS = ("Round {}", "R{}", "{}th round", "Rd {}", "Runde {}", "ROUND {}", "Week {}")
BOARDS = ("Board {}", "Table {}", "board {}", "Board #{}", "Table No. {}", "Tisch {}", "Game {}")
ENDS = (
    "{}",
    "({})",
    "Fall {}",
    "F{}",
    "ended {}",
    "last year {}",
    "ended after the Fall {} turn",
    "Winter {}",
)
DRAWS = (
    "{n}-way draw {}",
    "draw between {}",
    "{} {n}-way draw",
    "{n} way draw ({})",
    "{} draw",
    "shared by {}",
)
JOINED = (" ", ", ", "/", " & ", " and ", "-")
SIGNS = (", ", " - ", " – ", "; ", ": ", " | ")


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_title_has_its_facts_in_any_order(data: st.DataObject) -> None:
    """The law of titles: round and board, then year and draw, in any words and order, are read or refused."""

    def choose(words: tuple[str, ...], *facts: object, **more: object) -> str:
        return data.draw(st.sampled_from(words)).format(*facts, **more)

    round_, name = data.draw(st.integers(4, 12)), data.draw(st.sampled_from(["A", "B", "7", "12", "A3"]))
    year = data.draw(st.integers(1903, 1915))
    seats = sorted(data.draw(st.sets(st.integers(0, 6), min_size=2, max_size=4)))
    powers = data.draw(st.sampled_from(JOINED)).join(POWERS[seat] for seat in seats)
    place = data.draw(st.permutations([choose(ROUNDS, round_), choose(BOARDS, name)]))
    ending = [choose(ENDS, year), choose(DRAWS, powers, n=len(seats))]
    parts = [*place, *data.draw(st.permutations(ending))]
    text = parts[0]
    for part in parts[1:]:
        text += data.draw(st.sampled_from(SIGNS)) + part
    found = read_title(data.draw(st.sampled_from(["{}", "**{}**", "[{}]", "{}.", "== {} =="])).format(text))
    facts = (found.round, found.board, found.year, found.drew)
    assert found.wrong or facts == (round_, name, year, {*seats}), text
