"""CSV files: written cells are read back and never open as formulas; unreadable files are reported."""

import csv
import gzip
import io
import os
import re
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import games
from tests.each import each
from xl_dipscore.errors import ERRORS
from xl_dipscore.rules.event.typed import visible_text
from xl_dipscore.rules.tournament.doubts.missing import ToCome
from xl_dipscore.tables.cells.csv_text import csv_rows, csv_text
from xl_dipscore.tables.cells.games import read_games
from xl_dipscore.tables.functions.events import dip_problems

OK, FAULTY = 0, 1
ODD = ["=1+1", "'=x", "''", "-3.5", "@x; y", "+A1\tB1", '"', "'tHooft", "＝1", " =1", "-", "'-3.5", "a,b\nc"]

NUMBER = re.compile(r"[+-][0-9.,eE+-]+")
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
FORMULAS = st.builds(str.__add__, st.sampled_from(["", "'", "''", " "]), st.sampled_from(ODD))
TABLES = st.lists(st.lists(TEXTS | FORMULAS, max_size=4), max_size=4)


def read_back(table):
    return csv_rows(csv_text(table).encode(), "it")


@given(TABLES)
def test_any_table_is_read_back_as_it_was(table):
    whole = [list(games.HEADER), *table]
    assert read_back(whole) == whole


@given(st.lists((TEXTS | FORMULAS).filter(lambda name: name not in ERRORS), min_size=7, max_size=7))
def test_any_players_name_is_read_back_as_it_was(names):
    rows = [games.HEADER, *games.rows(1, "A", games.CLOCK, players=names)]
    (game,) = read_games(read_back(rows)).games
    assert [seat.player for seat in game.seats] == [" ".join(visible_text(name).split()) for name in names]


@given(TABLES)
def test_no_cell_begins_like_a_formula(table):
    for row in csv.reader(io.StringIO(csv_text(table), newline="")):
        for cell in row:
            assert NUMBER.fullmatch(cell) or not cell.lstrip(" ").startswith(tuple("=+-@\t\r\n＝＋－＠"))


def test_numbers_stay_numbers():
    numbers = [-3.5, "-3.5", "+2", "-,5", "-1e-05", -7, 0, None, ""]
    assert csv_text([numbers]) == '-3.5,-3.5,+2,"-,5",-1e-05,-7,0,,\n'


def event(tmp_path, names=ODD):
    """Two rounds of a board with odd names."""
    first, second = names[:7], [*names[7:], *names][:7]
    table = [
        games.HEADER,
        *games.rows(1, "=A", games.CLOCK, players=first),
        *games.rows(2, "A", games.CLOCK[::-1], players=second),
    ]
    (tmp_path / "games.csv").write_text(csv_text(table), encoding="utf-8", newline="")
    return table


@pytest.mark.parametrize(
    "words",
    [
        ["score", "SOS", "games.csv"],
        ["score", "SOS", "games.csv", "--lines"],
        ["standings", "SOS", "games.csv"],
        ["awards", "SOS", "games.csv"],
        ["compare", "games.csv", "SOS", "DCC"],
        ["qualify", "GENCON", "games.csv"],
    ],
)
def test_every_command_writes_texts_that_are_no_formulas(dipscore, tmp_path, words):
    event(tmp_path)
    got = dipscore(*words)
    raw = [cell for row in csv.reader(io.StringIO(got.out, newline="")) for cell in row]
    assert "'=1+1" in raw
    assert not {"=1+1", "@x; y", "-"} & set(raw)
    cells = {cell for row in got.table for cell in row}
    assert {"=1+1", "'=x", "@x; y"} <= cells
    dipscore(*words, "-o", "out.csv")
    assert csv_rows((tmp_path / "out.csv").read_bytes(), "") == got.table


def test_scored_games_are_games_again(dipscore, tmp_path):
    table = event(tmp_path)
    dipscore("score", "SOS", "games.csv", "-o", "scored.csv")
    again = dipscore("score", "SOS", "scored.csv")
    assert [row[:-1] for row in again.table] == [[str(cell) for cell in row] for row in table]


def swallowed_row(text):
    return text.replace(",P0,", ',"P0,').replace(",P1,", ',P1",')


TORN = {
    "the rest": (
        lambda text: text.replace(",P2,", ',"P2,'),
        "row 4, column player: The quotation marks of this cell do not match. "
        "Double each quotation mark of the text, or remove them all.",
    ),
    "the rest of a long file": (
        lambda text: text.replace(",P2,", ',"P2,') + "1,B,Austria,P7,1,,,\n" * 9000,
        "row 4, column player: The quotation marks of this cell do not match.",
    ),
    "a row": (swallowed_row, "row 2, column player: The quotation marks of this cell do not match."),
    "a name": (
        lambda text: text.replace("P3", '"Ann "Rock" Smith"'),
        "row 5, column player: The quotation marks of this cell do not match.",
    ),
    "the header": (
        lambda text: text.replace("player", '"player', 1),
        "games.csv row 1: The quotation marks of this cell do not match.",
    ),
    "a long name": (
        lambda text: text.replace("P4", "x" * 200_000),
        "row 6, column player: This cell has more than 131,072 characters. Is a quotation mark missing?",
    ),
    "a long quoted name": (
        lambda text: text.replace("P4", f'"{"x" * 200_000}"'),
        "row 6, column player: This cell has more than 131,072 characters.",
    ),
    "a zero byte": (
        lambda text: text.replace("P5", "P\0005"),
        "row 7, column player: This cell has the character NUL, which no text can have. Save the file",
    ),
    "nothing": (lambda text: "", "games.csv is empty."),
    "blank lines": (lambda text: "\n,,,\n\n", "games.csv is empty."),
    "a header": (lambda text: text.splitlines()[0], "games.csv has no game below its headings."),
    "a header and blank lines": (
        lambda text: text.splitlines()[0] + "\n\n,,,,,,,\n",
        "games.csv has no game below its headings.",
    ),
}
COMMANDS = {
    "score": ["SOS", "games.csv", "-o", "out.csv"],
    "standings": ["SOS", "games.csv", "-o", "out.csv"],
    "awards": ["SOS", "games.csv", "-o", "out.csv"],
    "qualify": ["GENCON", "games.csv", "-o", "out.csv"],
    "compare": ["games.csv", "-o", "out.csv"],
    "explain": ["SOS", "games.csv"],
    "check": ["SOS", "games.csv"],
}


@pytest.fixture
def seven():
    return games.text([games.HEADER, *games.rows(1, "A", games.CLOCK, players=[f"P{i}" for i in range(7)])])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("torn", ["the rest", "a long name", "a zero byte", "nothing", "a header"])
def test_no_command_takes_a_torn_file(dipscore, tmp_path, seven, command, torn):
    tear, sentence = TORN[torn]
    (tmp_path / "games.csv").write_text(tear(seven), encoding="utf-8")
    got = dipscore(command, *COMMANDS[command])
    assert (got.status, got.out) == (FAULTY, "")
    assert sentence in got.err
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("torn", TORN)
def test_what_is_torn_is_told_with_its_place(dipscore, tmp_path, seven, torn):
    tear, sentence = TORN[torn]
    (tmp_path / "games.csv").write_text(tear(seven), encoding="utf-8")
    got = dipscore("score", "SOS", "games.csv")
    assert (got.status, got.out) == (FAULTY, "")
    assert got.err.startswith("games.csv")
    assert sentence in got.err


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"PK\x03\x04....",
            "games.csv is a workbook or another packed file, not a CSV file; dipscore extract",
        ),
        (b"\xd0\xcf\x11\xe0....", "games.csv is an old workbook, not a CSV file; save it as CSV"),
        (gzip.compress(b"round", mtime=0), "games.csv is a packed file, not a CSV file; unpack it first."),
        ("round,board".encode("utf-16")[:-1], "games.csv is damaged, not a CSV file; save it again as CSV."),
    ],
)
def test_other_kinds_of_files(dipscore, tmp_path, data, sentence):
    (tmp_path / "games.csv").write_bytes(data)
    got = dipscore("score", "SOS", "games.csv")
    assert (got.status, got.out) == (FAULTY, "")
    assert sentence in got.err


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: f"sep=;\r\n{text.replace(',', ';')}".encode(),
        lambda text: f"sep=|\n{text.replace(',', '|')}".encode(),
        lambda text: text.replace(",", ";").replace("draw", '"draw (x, or y,\nor 1,,,,,)"').encode(),
        lambda text: text.replace("P6", '"P6"').encode(),
    ],
)
def test_other_ways_to_save_a_file(dipscore, tmp_path, seven, saved):
    (tmp_path / "games.csv").write_text(seven, encoding="utf-8")
    plain = dipscore("awards", "SOS", "games.csv").out
    (tmp_path / "games.csv").write_bytes(saved(seven))
    assert dipscore("awards", "SOS", "games.csv").out == plain


def test_boards_to_come_are_no_fault(dipscore, tmp_path):
    pairings = [games.HEADER, *games.rows(1, "A", [""] * 7, year="", players=[f"P{i}" for i in range(7)])]
    games.write(tmp_path / "games.csv", pairings)
    for command in ("score", "standings", "awards", "compare", "check"):
        got = dipscore(command, *[word for word in COMMANDS[command] if word != "-o" and word != "out.csv"])
        assert got.status == OK
        assert "games.csv has no board with results." in got.err


def test_a_seating_list_beside_a_played_board(dipscore, tmp_path):
    """Powers that are not given yet are no mistake; nor is one given twice, until the board has results."""
    note = ToCome(round=1, boards="board B")
    seated = games.rows(1, "B", [""] * 7, year="", players=[*"hijklmn"])
    for powers in ([""] * 7, ["", "Italy", "Italy", *[""] * 4]):
        seated = [[*row[:2], power, *row[3:]] for power, row in zip(powers, seated, strict=True)]
        played = games.rows(1, "A", games.CLOCK, players=[*"abcdefg"])
        path = games.write(tmp_path / "games.csv", [games.HEADER, *played, *seated])
        for command in ("standings", "awards", "compare", "qualify", "check"):
            got = dipscore(command, *[*(["SOS"] if command != "compare" else []), "games.csv"])
            assert got.status == OK
            assert f"games.csv rows 9 to 15, column centres: Note: {note}" in got.out + got.err
        [header, *rows] = dip_problems("SOS", csv_rows(path.read_bytes(), "games.csv"))
        assert (note.sentence, 9) in [
            (row[header.index("Problem")], row[header.index("Row")]) for row in rows
        ]


@pytest.mark.slow
def test_a_pipe_takes_every_letter(tmp_path):
    rows = games.rows(1, "A", games.CLOCK, players=["Łukasz", *"bcdefg"])
    games.write(tmp_path / "games.csv", [games.HEADER, *rows])
    script = "from xl_dipscore.cli import main; main()"
    got = subprocess.run(
        [sys.executable, "-c", script, "awards", "SOS", "games.csv"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert "Łukasz" in got.stdout.decode("utf-8")


def test_numbers_have_all_their_digits_and_no_exponent() -> None:
    assert csv_text([[Fraction(80, 3), 26.0, 1e-7, True, None]]) == f"{80 / 3},26,0.0000001,TRUE,\n"


@each("title", ["Championship Game", "Results", '"Round 1, Board A"'])
@each("sign", [",", ";", "\t"])
def test_a_title_of_one_cell_does_not_hide_the_separator(title: str, sign: str) -> None:
    text = f"{title}\nPlayer{sign}Club\nAnn{sign}Leeds\n"
    assert csv_rows(text.encode(), "list.csv")[1:] == [["Player", "Club"], ["Ann", "Leeds"]]
