"""Events as workbooks: the columns of Games as values, with our exact scores; plain formulas for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter as letter
from openpyxl.worksheet.worksheet import Worksheet

from tests.tables.native.engines import Rows, same
from xl_dipscore.errors import Faults
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.scored import Scored
from xl_dipscore.rules.event.settings import Format, Settings
from xl_dipscore.rules.system import find
from xl_dipscore.rules.tournament.awards import award_table
from xl_dipscore.rules.tournament.games import score_games
from xl_dipscore.rules.tournament.standings import scored_event, standings
from xl_dipscore.tables.cells.games import GameList, read_games
from xl_dipscore.tables.native.columns import Column, PlacedColumns
from xl_dipscore.tables.native.compiled import FACTS, compile_system
from xl_dipscore.tables.native.event import (
    check,
    countries_columns,
    for_an_event,
    solo_cell,
    standings_columns,
    status,
    totals_columns,
)
from xl_dipscore.tables.native.plan import EventPlan
from xl_dipscore.tables.native.results import games_columns

YEARS = tuple(range(1901, 1909))
WORDS = ("Round", "Board", "Power", "Player", "Centres", "Draw", "Eliminated", "Year")
WORDS += ("New player", "Unranked", "Tiebreak", "Extra points", "Weight", "Override")
HEADINGS: list[Any] = [*WORDS, *YEARS]
KNOWN = (*FACTS, "out")
LAST = 400
SOLO = "Totals!$A$2"
NAMES = tuple(
    f"{first} {last}"
    for last in ("Ash", "Birch")
    for first in (
        "Ann",
        "Bob",
        "Cid",
        "Dora",
        "Eve",
        "Finn",
        "Gus",
        "Hal",
        "Ida",
        "Jim",
        "Kim",
        "Leo",
        "Mia",
        "Ned",
    )
)
Row = dict[Any, Any]


def board(
    round_: Any, name: Any, players: Sequence[str], centres: Sequence[Any], **typed: Mapping[int, Any]
) -> list[Row]:
    """Seven rows; `typed` is by heading and seat. The game ended in 1908, the dead went in 1905."""
    rows = []
    for seat, power in enumerate(POWERS):
        row: Row = {"Round": round_, "Board": name, "Power": power, "Player": players[seat]}
        row |= {"Centres": centres[seat], "Year": 1908 if centres[seat] is not None else None}
        row["Eliminated"] = 1905 if centres[seat] == 0 else None
        row |= {word.capitalize().replace("_", " "): values.get(seat) for word, values in typed.items()}
        rows.append(row)
    return rows


def chart_of(rows: Sequence[Row], dice: Random) -> None:
    """A year's count in every column, the last as it is typed."""
    for row in rows:
        for year in YEARS:
            dead = row["Eliminated"] and year >= row["Eliminated"]
            row[year] = row["Centres"] if year == YEARS[-1] else 0 if dead else dice.randint(1, 4)


def some_counts(dice: Random) -> list[int]:
    """34 centres among two to seven powers, now and then 18 of them together."""
    alive = dice.sample(range(7), dice.randint(2, 7))
    counts = [0] * 7
    for seat in alive:
        counts[seat] = 1
    if dice.random() < 0.25:
        counts[alive[0]] = 18
    for _ in range(34 - sum(counts)):
        counts[dice.choice([s for s in alive if counts[s] != 17] if 18 not in counts else alive[1:])] += 1
    return counts


def some_event(
    seed: int, key: str, rounds: int, boards: int = 3, last: Format = "all rounds"
) -> list[list[Row]]:
    """Boards that the system scores: missed rounds, nobody at a power, solos, draws, many totals level."""
    dice, played = Random(seed), []
    for number in range(1, rounds + 1 + (last == "final")):
        here = [*NAMES[: boards * 7 + 5]]
        dice.shuffle(here)
        final = number > rounds
        for n in range(1 if final else boards):
            name = "Top" if last == "top-board" and number == rounds and n == 1 else "ABCDEF"[n]
            players = here[7 * n : 7 * n + 7]
            if dice.random() < 0.4 and not final:
                players[dice.randrange(7)] = ""
            while True:
                counts = some_counts(dice)
                alive = [seat for seat in range(7) if counts[seat]]
                drew = dice.sample(alive, dice.randint(2, len(alive))) if max(counts) < 18 else []
                marks = dict.fromkeys(drew if dice.random() < 0.6 else [], "x")
                rows = board("Final" if final else number, name, players, counts, draw=marks)
                chart_of(rows, dice)
                if scored_alone(key, rows):
                    break
            played.append(rows)
    return played


def scored_alone(key: str, rows: Sequence[Row]) -> bool:
    """Does the system score this board without notes?"""
    system = find(key)
    (one,) = score_games(system, listed([rows]).games, system.for_now({}))
    return one.scores is not None


def listed(boards: Sequence[Sequence[Row]], *, fewer: bool = False) -> GameList:
    table = [HEADINGS, *([row.get(word) for word in HEADINGS] for rows in boards for row in rows)]
    return read_games(table, fewer=fewer)


@dataclass
class Case:
    """An event, and the settings that it is made for."""

    name: str
    key: str
    boards: list[list[Row]]
    rounds: int
    settings: Settings = field(default_factory=Settings)
    options: Mapping[str, object] = field(default_factory=dict)
    typed_on_setup: Mapping[str, Any] = field(default_factory=dict)
    """Numbers that the formulas take from a sheet, by the names of EventPlan.cells."""
    shuffled: bool = False
    players: int = 40
    with_facts: bool = False
    """Are the facts of boards formulas too, because amounts of tie-breaks read them?"""

    @property
    def compiled(self) -> bool:
        """Are the facts formulas too? Then the event's and the scores' formulas refer to each other."""
        system = find(self.key)
        return self.with_facts or system.at_the_end is not None or system.welcome is not None

    @property
    def plan(self) -> EventPlan:
        cells = {name: f"Setup!$B${n}" for n, name in enumerate(self.typed_on_setup, 1)}
        return EventPlan(
            find(self.key),
            self.rounds,
            self.players,
            self.settings,
            self.options,
            cells,
            ("unranked", "override", "tiebreak", "new_player", "extra_points", "weight"),
            chart=True,
        )

    @property
    def rows(self) -> list[Row]:
        rows = [row for board in self.boards for row in board]
        if self.shuffled:
            Random(5).shuffle(rows)
        return rows

    @property
    def games(self) -> GameList:
        return listed([self.rows], fewer=find(self.key).fewer)

    def write(self, folder: Path) -> Path:
        """The workbook, its formulas not computed yet."""
        plan = self.plan
        check(plan)
        book = openpyxl.Workbook()
        games, totals = book.active, book.create_sheet("Totals")
        assert games is not None
        games.title = "Games"
        setup = book.create_sheet("Setup")
        for n, (name, value) in enumerate(self.typed_on_setup.items(), 1):
            setup.cell(n, 1, name)
            setup.cell(n, 2, value)
        tokens = [word.lower().replace(" ", "_") for word in WORDS] + [*map(str, YEARS)]
        letters = {word: letter(n) for n, word in enumerate(tokens, 1)}
        letters["chart"] = f"{letters[tokens[-len(YEARS)]]}:{letters[tokens[-1]]}"
        letters["chart_before"] = f"{letters[tokens[-len(YEARS)]]}:{letters[tokens[-2]]}"
        letters["chart_after"] = f"{letters[tokens[1 - len(YEARS)]]}:{letters[tokens[-1]]}"
        columns = tuple(games_columns(plan))
        if self.compiled:
            cells = {"solo": [SOLO]} if plan.valued_at_the_end else {}
            made = compile_system(plan.system, self.options, {*tokens, "chart"}, cells)
            score = Column("score", "Score", made.score)
            columns = (score, *for_an_event(made, plan, SOLO), *columns)
        else:
            letters |= {fact: letter(n) for n, fact in enumerate(KNOWN, len(HEADINGS) + 1)}
            letters["weighs"] = letters["weight"]  # they are typed as numbers
            letters["last_year"] = letters["year"]
        first = len(letters)  # A chart has no column of its own: take the first free one, and two more.
        letters |= {column.name: letter(n) for n, column in enumerate(columns, first)}
        self._facts(games)
        _write(games, columns, PlacedColumns(letters, LAST), first, 1 + len(self.rows) + 7)
        elsewhere = PlacedColumns(letters, LAST, "Games")
        columns = totals_columns(plan, elsewhere)
        own = {column.name: letter(n) for n, column in enumerate(columns, 1)}
        _write(totals, columns, PlacedColumns(own, self.players + 5), 1, self.players + 1)
        there = PlacedColumns(own, self.players + 5, "Totals")
        assert not plan.valued_at_the_end or solo_cell(there) == SOLO
        for title, shown in (
            ("Standings", standings_columns(plan)),
            ("Best countries", countries_columns(plan, elsewhere)),
        ):
            sheet = book.create_sheet(title)
            for n, column in enumerate(shown, 1):
                sheet.cell(1, n, column.heading)
                for place in range(1, self.players + 1):
                    sheet.cell(place + 1, n, "=" + there.formula(column.text, place + 1))
        setup.cell(1, 4, "=" + there.formula(status(plan), 2))
        path = folder / f"{self.name}.xlsx"
        book.save(path)
        return path

    def _facts(self, sheet: Worksheet) -> None:
        system, first = find(self.key), len(HEADINGS)
        given = score_games(system, self.games.games, system.for_now(self.options))
        scored: dict[Any, Scored] = {(str(one.game.round), one.game.name): one for one in given}
        for n, word in enumerate(HEADINGS if self.compiled else [*HEADINGS, *KNOWN], 1):
            sheet.cell(1, n, word)
        seen: dict[Any, int] = {}
        for n, row in enumerate(self.rows, 2):
            for column, word in enumerate(HEADINGS, 1):
                sheet.cell(n, column, row.get(word))
            if self.compiled:
                continue
            key = str(row["Round"] or ""), str(row["Board"] or "")
            turn = 10_000 if key[0] == "Final" else int(key[0] or 0)
            b = seen.setdefault(key, n) if turn and key[1] else 0
            one, seat = scored.get(key), POWERS.index(row["Power"])
            facts: list[Any] = [row["Player"], turn, b, int(one is not None), 0, 0, 0, 0, 0, seat + 1]
            facts.append(int(row.get("Unranked") not in (None, "", "no")))
            if one is not None and one.scores is not None:
                assert one.board is not None
                won, drew = one.board.winner == seat, seat in one.board.drew
                points = float(one.scores[seat] or 0)
                facts[4:9] = [1, points, one.board.counts[seat], int(won), int(drew)]
            for column, fact in enumerate(facts, first + 1):
                sheet.cell(n, column, '=""' if fact == "" else fact)

    def expected(self) -> dict[str, list[list[Any]]]:
        """Standings and Best countries as the package computes them."""
        system, games = find(self.key), self.games
        chosen = games.of_event(self.settings)
        table = standings(system, games.games, chosen, self.options).table(for_sheet=True)
        best = award_table(scored_event(system, games.games, chosen, self.options), chosen)
        return {"Standings": table, "Best countries": best}

    @property
    def refused(self) -> bool:
        try:
            self.expected()
        except Faults:
            return True
        return False


def _write(sheet: Worksheet, columns: Sequence[Column], table: PlacedColumns, first: int, last: int) -> None:
    for n, column in enumerate(columns, first):
        sheet.cell(1, n, column.heading)
        for row in range(2, last + 1):
            text = table.formula(column.text, row)
            assert len(text) < 2000, (column.name, len(text))
            assert "[" not in text, (column.name, text)
            sheet.cell(row, n, f"={text}")


def differences(got: Rows, expected: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Cells that are not as expected; columns are found by their headings, and the others must be blank."""
    wrong: list[tuple[Any, ...]] = []
    for n, row in enumerate(expected[1:], 1):
        want = dict(zip(expected[0], row, strict=True))
        for column, heading in enumerate(got[0]):
            cell = got[n][column] if n < len(got) and column < len(got[n]) else None
            # Tie-breaks of players without a total need not be known.
            skipped = want.get("Total") == "#N/A" and "tie-break" in str(heading)
            if not skipped and not same(cell, want.get(heading)):
                wrong.append((n, heading, cell, want.get(heading), want.get("Player")))
    beyond = [cell for row in got[len(expected) :] for cell in row if cell not in (None, "")]
    return wrong + [("more", cell) for cell in beyond]
