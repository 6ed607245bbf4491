"""Headings as people write them: nouns with words around them, in each language; and headings beside them."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.each import each
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.tables.cells import languages
from xl_dipscore.tables.cells.columns import HEADED, LOOSE
from xl_dipscore.tables.cells.games import MissingColumn, NobodyNamed, find_columns_by_cells, read_games
from xl_dipscore.tables.cells.headings import (
    _GROUPS,
    PARTS,
    _parts_of_players,
    header_words,
    meaning,
    name_word,
)
from xl_dipscore.tables.cells.languages import WITH_ENGLISH, Word, plain, words_of_entry
from xl_dipscore.tables.cells.unread import SecondColumn
from xl_dipscore.tables.cells.values import Cell, power
from xl_dipscore.tables.functions.events import dip_standings

SOURCES = {
    "https://www.world-diplomacy-database.com (boards as CSV)": """
        ROUND:round BOARD:board COUNTRY:power NB_CENTRE:centres YEAR_ELIMINATION:eliminated DRAW:draw""",
    "https://www.world-diplomacy-reference.com/api/v1": """
        player_full_name:player board_number:board player_name:player board_name:board
        round_number:round""",
    "Diplomacy Tournament Visualiser (CSV files, API v1)": """
        Player_Name:player Power:power final_scs:centres elimination_year:eliminated in_draw:draw
        final-year:year
        Round:round Board:board game_name:board""",
    "https://github.com/kestasjk/webDiplomacy (lib/gamefiles.php)": """
        country:power supplyCenterNo:centres status:draw gameID:board""",
    "Diplomacy Dataset of playdiplomacy.com (table players)": """
        game_id:board num_supply_centers:centres eliminated:eliminated end_turn:year won:-""",
    "https://world-diplomacy.fandom.com (World DipCon)": "Country:power Player:player SC:centres Nat:- Res:-",
    "Diplomacy Competition Manager (a game as text)": "Result:draw Centers:centres Years:- Other:-",
    "http://www.solentware.co.uk (chessvalidate, tablespecs.txt)": "Date_Played:date Event:- Board:board",
    "http://diplom.org/manorcon/dipscore.htm": "supply_centres_owned_at_the_end:centres",
    "http://la-gazzetta-del-diplomatico.webnode.it": (
        "Centri_posseduti:centres Anno_di_eliminazione:eliminated"
    ),
    "http://de.playchess.de (Turniertabelle)": "Spieler:player Spielername:player",
    "Usual in the sheets of directors": """
        Full_Name:player Name_of_player:player Player's_name:player Final_SCs:centres SC_count:centres
        Center_Count:centres #_of_SCs:centres No._of_centres:centres Number_of_Supply_Centers:centres
        Ending_centers:centres Final_dots:centres Total_SCs:centres SCs_at_end:centres
        Final_SC_count:centres
        In_draw?:draw In_the_draw:draw Included_in_draw:draw Part_of_draw:draw Drawn:draw Draw_(y/n):draw
        Outcome:draw Round_#:round Round_No.:round Rd:round Board_No.:board Board_#:board Table_number:board
        Game_#:board Game_name:board Great_Power:power Country_played:power Power_played:power
        Power_name:power
        Final_Year:year Last_year:year Game_year:year Last_year_played:year Year_ended:year End_year:year
        Year_eliminated:eliminated Eliminated_in:eliminated Elim._year:eliminated
        Power/Country:power Centres_(SCs):centres
        Year_of_elimination:eliminated
        Year_out:eliminated Game_date:date Date_of_game:date""",
    "The same in other languages": """
        Nom_du_joueur:player N°_de_ronde:round Numéro_de_table:board Nombre_de_centres:centres
        Année_d'élimination:eliminated Rundennummer:round Brett-Nr.:board Zentrenzahl:centres Endjahr:year
        Nombre_del_jugador:player Número_de_mesa:board Centros_finales:centres Año_de_eliminación:eliminated
        Nome_del_giocatore:player Numero_di_centri:centres Nome_do_jogador:player Naam_van_de_speler:player
        Aantal_centra:centres Bordnummer:board Antal_centra:centres Nazwisko_gracza:player
        Liczba_centrów:centres
        Имя_игрока:player Количество_центров:centres Номер_стола:board""",
}
"""A hundred headings and their meanings, by where we found them; `-` for a heading we do not read."""


def headings() -> Iterator[tuple[str, str]]:
    for words in SOURCES.values():
        for one in words.split():
            heading, _, word = one.rpartition(":")
            yield heading.replace("_", " ") if not heading.islower() else heading, word


CELLS: dict[str, Cell] = {
    "round": 1,
    "board": "A",
    "power": "Austria",
    "player": "Ann",
    "centres": 5,
    "year": 1908,
    "date": "2024-01-31",
    "draw": "Drawn",
    "eliminated": 1905,
    "-": "something",
}
NEEDED = ("round", "board", "power", "player", "centres")


def read(heading: str, word: str) -> tuple[Word | None, tuple[str, ...]]:
    """The meaning of a list's column with this heading, and the notes on it."""
    columns = [one for one in NEEDED if one != word]
    header: list[Cell] = [*map(str.capitalize, columns), heading]
    row = [CELLS[one] for one in (*columns, word)]
    told = tuple(map(str, read_games([header, row]).unread)) if word in ("-", *NEEDED) else ()
    drew = find_columns_by_cells({}, header, lambda i: [row[i]]).get("draw")
    return "draw" if drew == len(columns) else header_words(header)[-1], told


def test_of_a_hundred_headings_ninety_are_read_and_none_is_dropped_silently() -> None:
    found = [*headings()]
    assert len(found) >= 100
    wrong = {}
    for heading, word in found:
        meant, told = read(heading, word)
        if (meant or "-") != word or (meant is None and heading not in str(told)):
            wrong[heading] = meant, told
    assert wrong == {}
    assert Counter(word == "-" for _, word in found)[False] >= 90


OTHERS = ("Player No.", "Draw size", "Years played", "Centre", "Elimination", "Season", "Player id", "Rounds")


@each("heading", [*OTHERS, "Full", "Final", "Number", "Count of players", "Board size"])
def test_each_noun_has_its_own_words(heading: str) -> None:
    assert meaning(heading) is None


@pytest.mark.parametrize("heading", ["Players", "Player full", "Of player"])
def test_a_noun_for_players_is_no_part_of_a_name(heading: str) -> None:
    assert name_word(heading) is None


def framed() -> Iterator[tuple[str, str]]:
    """Every noun with each word that may stand beside it, and the meaning."""
    english = {word: [h for h, its in (HEADED | LOOSE).items() if its == word] for word in CELLS}
    for name, one in WITH_ENGLISH.items():
        nouns = {
            word: [
                *words_of_entry(one.headings.get(word, "")),
                *filter(None, one.within.get(word, "").split(", ")),
            ]
            for word in CELLS
        }
        nouns = {word: [*its, *(english[word] if name == "English" else [])] for word, its in nouns.items()}
        for group, patterns in one.frames.items():
            for word, pattern in product(_GROUPS.get(group, (group,)), patterns.split(", ")):
                yield from ((pattern.replace("*", noun), word) for noun in nouns.get(word, ()) if noun)


def test_no_heading_with_words_around_it_means_two_things() -> None:
    meant: dict[str, set[str]] = {}
    for heading, word in framed():
        meant.setdefault(plain(heading), set()).add(word)
    assert len(meant) > 1900
    assert {heading: words for heading, words in meant.items() if len(words) > 1} == {}


@each(
    ("header", "meant"),
    [
        (["Board", "Board name"], ["board", None]),
        (["Board No.", "Table"], ["board", None]),
        (["Player", "Player Name"], ["player", None]),
        (["Year", "Final year"], ["year", None]),
        (["Final SCs", "Ending SCs"], ["centres", "centres"]),
        (["Centres", "SC count"], ["centres", None]),
    ],
)
def test_of_two_headings_for_a_noun_the_plain_one_counts(header: list[Cell], meant: list[str | None]) -> None:
    assert header_words(header) == meant


@each(
    ("heading", "word"),
    [
        *((one, "board") for one in ("Partie n°", "Spiel Nr.", "Nº de partida", "Partita", "Tavolo n.")),
        *((one, "centres") for one in ("Nombre final de centres", "Końcowa liczba centrów")),
        ("Eliminierungsjahr", "eliminated"),
        ("Am Remis beteiligt", "draw"),
        ("Finish year", "year"),
    ],
)
def test_games_and_their_facts_in_other_words(heading: str, word: str) -> None:
    assert header_words([heading]) == [word]


# -- lists --------------------------------------------------------------------------------------


def listing(**columns: list[Cell]) -> list[list[Cell]]:
    """A board with these columns."""
    usual: dict[str, list[Cell]] = {
        "Round": [1] * 7,
        "Board": ["A"] * 7,
        "Power": [*POWERS],
        "Player": [*"abcdefg"],
        "Centres": [0, 13, 10, 3, 8, 0, 0],
    }
    both = {name.replace("_", " "): cells for name, cells in {**usual, **columns}.items() if cells}
    return [[*both], *map(list, zip(*both.values(), strict=True))]


@each(
    ("first", "last"),
    [
        ("First name", "Last name"),
        ("Vorname", "Nachname"),
        ("Prénom", "Nom"),
        ("First name", "Name"),
        ("Player First Name", "Player Last Name"),
        ("Prénom du joueur", "Nom du joueur"),
        ("Vorname des Spielers", "Spielername"),
        ("Nome do jogador", "Sobrenome do jogador"),
    ],
)
def test_first_and_last_name_are_one_name(first: str, last: str) -> None:
    rows = listing(Player=[], **{first: [*"ABCDEFG"], last: ["Lee"] * 7})
    found = read_games(rows, people=True)
    assert found.unread == ()
    assert [seat.player for seat in found.games[0].seats] == [f"{one} Lee" for one in "ABCDEFG"]
    assert {row[1] for row in dip_standings("SOS", rows)[1:]} == {f"{one} Lee" for one in "ABCDEFG"}


def test_parts_of_a_name_beside_the_whole_name_are_told() -> None:
    rows = listing(First_name=["x"] * 7, Last_name=["y"] * 7)
    found = read_games(rows)
    assert {seat.player for seat in found.games[0].seats} == {*"abcdefg"}
    assert "'First name' and 'Last name'" in str(found.unread[0])


@each("heading", ["Status", "Result", "Ergebnis", "Résultat", "Статус"])
@each("drawn", ["Drawn", "draw", "3-way draw", "Remis", "nul"])
def test_a_status_says_who_drew(heading: str, drawn: str) -> None:
    cells: list[Cell] = ["Eliminated", drawn, drawn, drawn, "Survived", "Défaite", "eliminiert"]
    (game,) = read_games(listing(**{heading: cells})).games
    assert game.faults == ()
    assert game.board is not None
    assert game.board.draw == {1, 2, 3}


def test_one_who_won_was_conceded_to_or_has_won() -> None:
    (game,) = read_games(listing(Status=["Lost", "Won", *["Survived"] * 3, "Lost", "Lost"])).games
    assert game.board is not None
    assert game.board.draw == {1}


@pytest.mark.parametrize("cells", [["Paid"] * 7, [1, 0, 0, 0, 0, 0, 0], ["Drawn", "?", *["Drawn"] * 5]])
def test_a_status_of_something_else_is_told_and_no_draw(cells: list[Cell]) -> None:
    found = read_games(listing(Status=cells))
    assert found.games[0].board is not None
    assert not found.games[0].board.draw
    assert "'Status'" in str(found.unread)


def test_beside_a_draw_a_status_is_no_draw() -> None:
    rows = listing(Draw=[None, "x", "x", *[None] * 4], Status=["Drawn"] * 7)
    (game,) = read_games(rows).games
    assert game.board is not None
    assert game.board.draw == {1, 2}


def test_an_event_without_names_is_wrong_and_never_an_empty_table(dipscore, tmp_path: Path) -> None:
    nameless, unnamed = listing(Player=[], Colour=[*"abcdefg"]), listing(Player=[""] * 7)
    for rows, kind in ((nameless, MissingColumn), (unnamed, NobodyNamed)):
        with pytest.raises(Faults) as caught:
            read_games(rows, people=True)
        assert [type(one) for one in caught.value.faults] == [kind]
        assert dip_standings("SOS", rows) == "#VALUE!"
        with (tmp_path / "games.csv").open("w", newline="") as file:
            csv.writer(file).writerows(rows)
        for command in ("standings", "check"):
            got = dipscore(command, "SOS", "games.csv")
            assert (got.status, got.out) == (1, "")
            assert str(caught.value.faults[0].sentence) in got.err
        assert dipscore("score", "SOS", "games.csv").status == 0, "a game has scores whoever played it"


def test_a_list_without_counts_says_which_column_it_lacks(dipscore, tmp_path: Path) -> None:
    with (tmp_path / "games.csv").open("w", newline="") as file:
        csv.writer(file).writerows(listing(Centres=[], Dots_or_so=[*range(7)]))
    got = dipscore("standings", "SOS", "games.csv")
    assert (got.status, got.out) == (1, "")
    assert str(MissingColumn(name="Centres")) in got.err


def test_the_second_column_is_told_by_both_names() -> None:
    (told,) = read_games(listing(SC_count=[5] * 7)).unread
    assert isinstance(told, SecondColumn)
    assert {told.facts["column"], told.facts["first"]} == {"'SC count'", "'Centres'"}


def test_no_heading_of_a_games_list_is_a_part_of_a_name() -> None:
    assert [text for text, part in _parts_of_players().items() if part and text in HEADED] == []
    both = ({word, languages.heading(text) or word} for text, word in HEADED.items())
    assert [words for words in both if len(words) > 1 and not words.isdisjoint({"player", *PARTS})] == []


def test_no_heading_of_powers_is_a_power() -> None:
    """So a row with a power is no row of headings, whatever else is in it."""
    entries = [one.headings.get("power", "") for one in WITH_ENGLISH.values()]
    headings = [text for entry in entries for text in words_of_entry(entry)]
    headings += [text for text, word in {**HEADED, **LOOSE}.items() if word == "power"]
    assert len(headings) > 20
    assert [text for text in headings if power(text) is not None] == []
