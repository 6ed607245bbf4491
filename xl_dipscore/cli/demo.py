"""The command demo, which scores and explains real games and makes workbooks of them."""

import os
from collections.abc import Sequence
from importlib.resources import files
from itertools import count
from pathlib import Path

from xl_dipscore.cli.app import group, leave
from xl_dipscore.cli.games import print_lines
from xl_dipscore.cli.writing import show_table, stdout
from xl_dipscore.rules.board import POWERS
from xl_dipscore.rules.event.games import Game
from xl_dipscore.rules.system import System, find

command = group("Games")
EVENT, EXPLAINED = "Four games of the Windy City Weasels", 165
LINES = 8
"""The most lines to show of the standings, and of the changed cells of each workbook."""
MADE = """
  event.xlsx  the event in a workbook, computed: Guide, its first sheet, says what to do.
  event.xlsm  the same with the functions in it, for Excel on Windows: dipscore install excel
  season/     two copies; in one a centre goes from Russia to Austria. Rebuilding them changed:"""


@command()
def demo() -> None:
    """Score a real club's games, compare them with the published scores, and make workbooks of them."""
    from xl_dipscore.cli.reading import games_in, rows_of
    from xl_dipscore.rules.tournament.standings import standings

    source = Path(str(files("xl_dipscore.cli") / "data" / "weasels.csv"))
    rows = rows_of(source)
    listed, known = games_in(rows, source), find("SOS")
    _say(f"{EVENT}, a Diplomacy club in Chicago: centres, and scores by Sum of Squares.\n")
    agree = _compare_scores(known, listed.games, [str(row[-1]) for row in rows])
    header, *lines = standings(known, listed.games).table()
    show_table("The standings, with numbers in place of the players' names", header, lines[:LINES])
    game = next(game for game in listed.games if game.name == str(EXPLAINED))
    assert game.board is not None
    _say("\nWhy 42.308? Each score is the sum of its lines:\n")
    print_lines(known, game.name, game.round, game.board, {})
    _workbooks(known, listed.games)
    leave(not agree)


def _say(text: str) -> None:
    stdout().print(text, highlight=False, markup=False, soft_wrap=True)


def _compare_scores(known: System, games: Sequence[Game], published: Sequence[str]) -> bool:
    """Show centres and scores by power. Return whether all scores agree with `published` to 3 decimals."""
    columns, agree, seats = [], 0, 0
    for game in games:
        assert game.board is not None
        column = []
        for seat, score in enumerate(known.score(game.board)):
            mine, theirs = f"{float(score):.3f}", published[(game.place.rows[seat] or 0) - 1]
            other = "" if mine == theirs else f" not {theirs}"
            column.append(f"{game.board.centres[seat]:2}  {mine:>6}{other}")
            agree, seats = agree + (mine == theirs), seats + 1
        columns.append(column)
    heads = [f"Game {game.name}" for game in games]
    show_table("", ["Power", *heads], zip(POWERS, *columns, strict=True))
    _say(f"Beside the club's own, {agree} of {seats} scores agree to three decimals.\n")
    return agree == seats


def _workbooks(known: System, games: Sequence[Game]) -> None:
    """Make event.xlsx of the games, event.xlsm with our functions in it, and season/ with two copies."""
    from xl_dipscore.hosts import vba
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.acts.fill import put_games
    from xl_dipscore.workbooks.acts.paths import make_folder
    from xl_dipscore.workbooks.acts.rebuild import rebuild, rebuild_package
    from xl_dipscore.workbooks.acts.rebuild_data import text_of_value
    from xl_dipscore.workbooks.author import Plan, make, make_package
    from xl_dipscore.workbooks.layout.event import EventIn
    from xl_dipscore.workbooks.layout.setup import EVENT as NAME
    from xl_dipscore.workbooks.layout.setup import Setup

    folder = _free_name("dipscore-demo")
    season = folder / "season"
    make_folder(season)
    event, plan = folder / "event.xlsx", Plan(known, rounds=2, boards=2)
    package = make_package(make(plan))
    setup = Setup(package)
    setup.write_named_cell(NAME, EVENT)
    setup.write_named_cell("Explain_board", EXPLAINED)
    setup.write_named_cell("Explain_player", games[0].seats[0].player)
    put_games(EventIn(package), games)
    rebuild_package(package, event)
    package.write(event)
    vba.attach(package)
    package.write(event.with_suffix(".xlsm"))
    _say(f"\n{folder.resolve()} has now{MADE}")
    for name, russia in (("autumn", 9), ("spring", 8)):
        package = Package.read(event)
        package.set_value("Games", f"{plan.column('Centres')}2", 16 - russia)
        package.set_value("Games", f"{plan.column('Centres')}7", russia)
        package.write(season / f"{name}.xlsx")
        changed = rebuild(season / f"{name}.xlsx").changed
        lines = [
            f"{sheet}!{ref} {text_of_value(old)} -> {text_of_value(new)}" for sheet, ref, old, new in changed
        ]
        if len(lines) > LINES:
            lines[LINES:] = [f"and {len(lines) - LINES} cells more."]
        for line in lines or ["no cell changes."]:
            _say(f"                {name}.xlsx: {line}")


def _free_name(name: str) -> Path:
    """The first of the paths name, name-2, name-3, ... at which there is no file or folder."""
    names = (Path(name if n == 1 else f"{name}-{n}") for n in count(1))
    return next(path for path in names if not os.path.lexists(path))
