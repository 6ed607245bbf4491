"""A row a board says the same to `dipscore import` and `dipscore extract`, in a file and in a workbook."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from xl_dipscore.rules.board import POWERS, SEATS
from xl_dipscore.tables.cells.languages import LANGUAGES

COUNTS = (5, 5, 7, 4, 6, 4, 3)
CODES = tuple(power[:3].upper() for power in POWERS)
FRENCH, GERMAN = (
    tuple(names.strip().split("/")[0] for names in LANGUAGES[language].powers.split(","))
    for language in ("French", "German")
)
VALUES: dict[str, Any] = {
    "round": 1,
    "board": "A",
    "year": 1908,
    "weight": "2/3",
    "draw": "France, Italy",
    "centres": COUNTS,
    "1905": COUNTS,
    "player": ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus"),
    "eliminated": ("",) * 7,
    "civil_disorder": ("x", *[""] * 6),
    "new_player": ("x", *[""] * 6),
    "docked": (1, *[""] * 6),
    "override": (12, *[""] * 6),
    "score": (30, 20, 10, 5, 5, 5, 5),
    "": ("no use",) * 7,
}
OF_POWERS = [
    ("{}", POWERS, "centres"),
    ("{}", CODES, "centres"),
    ("{}", tuple("AEFGIRT"), "centres"),
    ("{}", FRENCH, "centres"),
    ("{} - centres", POWERS, "centres"),
    ("{} SC", CODES, "centres"),
    ("Dots ({})", POWERS, "centres"),
    ("How many centres did {} have?", POWERS, "centres"),
    ("Number of supply centers: {}", CODES, "centres"),
    ("Zentren {}", GERMAN, "centres"),
    ("{}'s centers", POWERS, "centres"),
    ("How many supply centres did the country of {} have at the end?", POWERS, "centres"),
    ("{} 1905", POWERS, "1905"),
    ("1905: {}", CODES, "1905"),
    ("{}_1905", CODES, "1905"),
    ("{} player", POWERS, "player"),
    ("Player ({})", CODES, "player"),
    ("Who played {}?", POWERS, "player"),
    ("{}: name", POWERS, "player"),
    ("Name of {}'s player", POWERS, "player"),
    ("{} joueur", FRENCH, "player"),
    ("Spieler {}", GERMAN, "player"),
    ("{} civil disorder", POWERS, "civil_disorder"),
    ("New player {}", CODES, "new_player"),
    ("{} docked", POWERS, "docked"),
    ("{} override", POWERS, "override"),
    ("{} points", POWERS, "score"),
    ("Score ({})", CODES, "score"),
    ("{} comments", POWERS, ""),
    ("Best of {}", POWERS, ""),
    ("Who won as {}?", POWERS, ""),
    ("{} opponent", CODES, ""),
    ("Times played as {}", POWERS, ""),
    ("Joueur favori {}", FRENCH, ""),
]
OF_BOARD = [
    ("Which round was this game?", "round"),
    ("Runde", "round"),
    ("Game", "board"),
    ("Board name", "board"),
    ("Tisch", "board"),
    ("Last game year", "year"),
    ("In which year did the game end?", "year"),
    ("Année", "year"),
    ("Weight", "weight"),
    ("Draw", "draw"),
    ("Which powers were in the draw?", "draw"),
    ("Remis", "draw"),
    ("How many powers were in the draw?", ""),
    ("Draw size", ""),
    ("Last game", ""),
    ("Austria and England", ""),
    ("Best player", ""),
]


def write(rows: list[list[Any]]) -> None:
    """The same table as a CSV file and on a sheet."""
    with Path("own.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save("own.xlsx")


def asked(dipscore) -> list[Any]:
    """The result of each command: the rows of a games file without blanks, or the refusal."""
    found: list[Any] = []
    for words in (("import", "own.csv"), ("import", "own.xlsx"), ("extract", "own.xlsx")):
        Path("out.csv").unlink(missing_ok=True)
        got = dipscore(*words, "-o", "out.csv")
        if got.status:
            lines = [line for line in got.err.splitlines() if re.match(r"own\.\S+ .*row \d", line)]
            found.append([re.sub(r"^own\.\S+( Sheet)? ", "", line) for line in lines] or [got.err])
            continue
        with Path("out.csv").open(newline="", encoding="utf-8") as file:
            found.append([{word: said for word, said in row.items() if said} for row in csv.DictReader(file)])
        for row in found[-1]:  # what is of the whole board may be said in its first row, or in each
            first = next(one for one in found[-1] if one["round"] == row["round"])
            row.update({word: first[word] for word in ("year", "weight") if word in first})
    return found


def table(of_board: dict[str, str], of_powers: list[tuple[list[str], str]]) -> list[list[Any]]:
    """A game under these headings: the board's by their words, and the seven powers'."""
    header, cells = list(of_board.values()), [VALUES[word] for word in of_board]
    for titles, word in of_powers:
        header += titles
        cells += VALUES[word]
    return [header, [1 if cell == ("no use",) * 7 else cell for cell in cells]]


@pytest.mark.parametrize(("title", "names", "word"), OF_POWERS)
def test_a_heading_of_a_power(dipscore, title: str, names: tuple[str, ...], word: str) -> None:
    titles = [title.format(name) for name in names]
    plain = [] if word in ("centres", "1905") else [([*POWERS], "centres")]
    heads = {"round": "Round", "board": "Board"} | (
        {} if word == "1905" else {"year": "Year", "draw": "Draw"}
    )
    write(table(heads, [*plain, (titles, word)]))
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    assert [row["power"] for row in by_csv] == [*POWERS]
    typed = word if word not in ("", "score") else "centres"
    for row, cell in zip(by_csv, VALUES[typed], strict=True):
        assert row.get(typed, "") == str(cell)
    usual = {"round", "board", "power", typed, *([] if word == "1905" else ["centres", "year", "draw"])}
    assert {key for row in by_csv for key in row} == usual


@pytest.mark.parametrize(("title", "word"), OF_BOARD)
def test_a_heading_of_a_board(dipscore, title: str, word: str) -> None:
    heads = {"round": "Round", "board": "Board", word: title}
    write(table(heads, [([*POWERS], "centres")]))
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    if word == "draw":
        assert [row["power"] for row in by_csv if row.get("draw") == "x"] == ["France", "Italy"]
    elif word:
        assert VALUES[word] == type(VALUES[word])(by_csv[0][word])
    else:
        assert {key for row in by_csv for key in row} == {"round", "board", "power", "centres"}


GOOD_DRAWS = (
    *("", "none", "No draw", "-", "n/a", "Solo", "no", "nobody"),
    *("France, Italy", "F/I", "FGI", "FRA ITA", "Austria-Hungary & Russia", "T;R", "A E T", "A.E.T."),
    *("France and Italy", "France et Italie", "Gran Bretagna e Turchia", "A, E and T", "TUR", "italy"),
    *("France\nItaly", "France - Italy", "E + F + R", "Австрия и Турция"),
)
BAD_DRAWS = (
    *("Austria, Spain", "all", "AEX", 3, "A, A, T", "a e t", "ITA", "A ET F", "#REF!", "x", "yes", "Frnace"),
    *("AUSTRIA I TURCJA", "3-way"),
)


@pytest.mark.parametrize(("cells", "refused"), [(GOOD_DRAWS, 0), (BAD_DRAWS, len(BAD_DRAWS))])
@pytest.mark.parametrize("names", [POWERS, CODES])
def test_cells_of_a_draw(dipscore, cells: tuple[Any, ...], refused: int, names: tuple[str, ...]) -> None:
    write([["Round", "Board", *names, "Draw"], *([n, "A", *COUNTS, cell] for n, cell in enumerate(cells, 1))])
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    if refused:
        assert len(by_csv) == refused
        assert all(f"row {n}, column Draw" in line for n, line in enumerate(by_csv, 2))
    else:
        assert len(by_csv) == 7 * len(cells)


@pytest.mark.parametrize("names", [FRENCH, GERMAN])
@pytest.mark.parametrize("end", ["{0}, {6}", "{1} et {6}", "{2}/{4}", "RT", "A, R", "F T"])
def test_draws_in_other_languages(dipscore, names: tuple[str, ...], end: str) -> None:
    draw = end.format(*names)
    for title in ("{}", "{} centres"):
        titles = [title.format(name) for name in names]
        write([["Round", "Board", *titles, "Draw"], [1, "A", *COUNTS, draw]])
        by_csv, by_import, by_extract = asked(dipscore)
        assert by_csv == by_import == by_extract
        if "{" in end:
            seats = {seat for seat in SEATS if f"{{{seat}}}" in end}
            assert {POWERS.index(row["power"]) for row in by_csv if row.get("draw")} == seats


@pytest.mark.parametrize(("says", "asks"), [("Year", "Last game year"), ("Draw", "Drawn"), ("Board", "Game")])
def test_beside_a_heading_that_says_it_a_question_is_not_ours(dipscore, says: str, asks: str) -> None:
    heads = ["Round", "Board", *([says] if says != "Board" else []), *POWERS, asks]
    write([heads, [1, "A", *([VALUES[says.lower()]] if says != "Board" else []), *COUNTS, "?"]])
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    assert by_csv[0]["board"] == "A"


def test_beside_a_power_alone_a_looser_heading_of_its_centres_is_not_ours(dipscore) -> None:
    heads = ["Round", "Board", *POWERS, *(f"Final centres for {power}" for power in POWERS)]
    write([heads, [1, "A", *COUNTS, *COUNTS[::-1]]])
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    assert tuple(int(row["centres"]) for row in by_csv) == COUNTS


@pytest.mark.parametrize("own", ["Last game", "Last table", "Games", "Number of boards", "Best game"])
def test_a_directors_own_column_makes_no_games(dipscore, own: str) -> None:
    """A table of how often each player had each power is nobody's result."""
    write([["Player", own, *POWERS], ["Ann", 3, *COUNTS], ["Bob", 2, *COUNTS]])
    for words in (("import", "own.csv"), ("import", "own.xlsx"), ("extract", "own.xlsx")):
        assert dipscore(*words, "-o", "out.csv").status
        assert not Path("out.csv").exists()


TWO = [word for power in POWERS for word in (power, "")]
IN_TWO_ROWS = {
    "titles": [["", "", "Players", *[""] * 6, "Centres", *[""] * 6], ["Round", "Board", *POWERS, *POWERS]],
    "powers": [["", "", *TWO], ["Round", "Board", *["Player", "SCs"] * 7]],
    "powers and all": [["Round", "Board", *TWO], ["", "", *["Player", "SCs"] * 7]],
    "beside": [["Round", "Board", *(one or "SCs" for one in TWO)]],
}


@pytest.mark.parametrize("layout", IN_TWO_ROWS)
def test_headings_in_two_rows(dipscore, layout: str) -> None:
    names = VALUES["player"]
    both = (
        [*names, *COUNTS]
        if layout == "titles"
        else [one for pair in zip(names, COUNTS, strict=True) for one in pair]
    )
    write([*IN_TWO_ROWS[layout], [1, "A", *both], [1, "B", *both]])
    by_csv, by_import, by_extract = asked(dipscore)
    assert by_csv == by_import == by_extract
    assert [(row["player"], int(row["centres"])) for row in by_csv] == [*zip(names, COUNTS, strict=True)] * 2
