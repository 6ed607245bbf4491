"""Read files of games and settings for commands, and report their faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer

from xl_dipscore.cli.app import FAULTY, MISUSED, as_typed, leave
from xl_dipscore.cli.writing import exit_on_fault, note, prefix_file, print_faults
from xl_dipscore.errors import Fault, Faults, check_items, check_once, did_you_mean, join
from xl_dipscore.rules.event.games import Game, Round, rounds_of
from xl_dipscore.rules.system import Option, System, UnknownOption
from xl_dipscore.sheets.files import list_in
from xl_dipscore.tables.cells.csv_text import (
    CellTooLong,
    NotCsv,
    NoText,
    UnmatchedQuotes,
    csv_rows,
    encoding_assumed,
)
from xl_dipscore.tables.cells.games import GameList, MissingColumn
from xl_dipscore.tables.cells.options import option_value
from xl_dipscore.tables.cells.unread import notes_and_faults
from xl_dipscore.tables.cells.values import Cell, is_blank

if TYPE_CHECKING:
    from xl_dipscore.rules.event.scored import Scored
    from xl_dipscore.tables.cells.event import GivenEvent

T = TypeVar("T")
NOT_CSV_FAULTS = (CellTooLong, NotCsv, NoText, UnmatchedQuotes)
"""Faults of a file that is not CSV."""


class NotASetting(Fault):
    """{word} is not NAME=VALUE."""


class NotOfABoard(Fault):
    """The option {name} concerns the totals of an event, not the scores of a board; leave it out here."""


class NoSuchGame(Fault):
    """There is no {what}.{hint}"""


class EmptyFile(Fault):
    """{path} is empty."""


class NoGames(Fault):
    """{path} has no game below its headings."""


class NoneOfSeason(Fault):
    """{path} has no game of this season: its games are from {first} to {last}."""


class AnotherKind(Fault):
    """{path} is {kind}. First convert it to a games file: dipscore import {typed} -o games.csv"""


def rows_of(path: Path) -> list[list[Cell]]:
    """The rows of a CSV file or pipe. Other content ends the command. Raises the faults of `list_in`."""
    data = list_in(path)
    with exit_on_fault(kinds=NOT_CSV_FAULTS):
        rows = csv_rows(data, path.name)
    note(*map(str, encoding_assumed(data, path.name)))
    return rows


def games_in(
    rows: Sequence[Sequence[Cell]], path: Path, *, fewer: bool = False, people: bool = False
) -> GameList:
    """The games of a file. A file without games or without usable headings ends the command.

    fewer: may powers have no row? people: must the file contain players' names?
    """
    from xl_dipscore.tables.exchange.tables import read_table

    filled = (not all(map(is_blank, row)) for row in rows)
    try:
        if not any(filled):
            raise EmptyFile(path=path.name)
        table = read_table(rows, path.name, fewer=fewer, people=people)
        listed = table.with_strays
        if not any(filled):
            raise NoGames(path=path.name)
    except Faults as unusable:
        missing = any(isinstance(fault, MissingColumn) for fault in unusable.faults)
        print_faults((missing and [*_of_another_kind(rows, path)]) or unusable.faults)
        leave(faulty=True)
    notes, wrong = notes_and_faults(listed.unread, path.name)
    note(*prefix_file(path, (*notes, *table.notes)))
    if wrong:
        print_faults([*wrong, *listed.faults])
        leave(faulty=True)
    return listed


def _of_another_kind(rows: Sequence[Sequence[Cell]], path: Path) -> Iterator[Fault]:
    """Yield a fault if the file has games in another format than ours; for a list of players, nothing."""
    from xl_dipscore.tables.exchange.formats import File, UnknownKind, reader_of

    text = "\n".join(", ".join(str(cell) for cell in row if not is_blank(cell)) for row in rows)
    for file in (File(path.name, rows), File(path.name, text=text)):
        with suppress(UnknownKind):
            reader = reader_of(file)
            if reader.key != "games" and ((read := reader.read(file)).rows or not read.people):
                yield AnotherKind(path=path, kind=reader.name, typed=as_typed(path))
            return


def tell_unplayed(listed: GameList, path: Path) -> None:
    """Print a note if no board has results: that is no fault before an event, but explains empty tables."""
    if not listed.games:
        note(f"{path} has no board with results.")


def options_of(system: System, settings: Iterable[str] | None, flag: str = "--set") -> dict[str, object]:
    """Values of the system's parameters, by parameter, from the typed `name=value`. Raises Faults.

    flag: the option of the command line in which they were typed.
    """
    named = [(_option_of_boards(system, name), typed) for name, typed in map(_name_and_value, settings or ())]
    check_once(flag, (option.name for option, _ in named))
    return {option.parameter: _parse_option(option, typed) for option, typed in named}


def _option_of_boards(system: System, name: str) -> Option:
    """The system's option of that name. Raises NotOfABoard and UnknownOption."""
    try:
        return system.option(name)
    except UnknownOption:
        from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS

        if _word(name) in {"combine", "tiebreak", *EVENT_OPTIONS}:
            raise NotOfABoard(name=name) from None
        raise


def _word(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def _parse_option(option: Option, typed: str) -> object:
    """Convert the typed value of an option. Raises OptionOutOfRange."""
    values = _values(typed)
    return option.accept(option_value(option, values if option.many else [typed]))


def setup_of(system: System, settings: Iterable[str] | None) -> dict[str, object]:
    """Options for the sheet Setup, by name, from the typed `--set name=value`. Raises Faults."""
    from xl_dipscore.rules.tournament.combine import rule_of
    from xl_dipscore.rules.tournament.teams import rounds_chosen, team_rule
    from xl_dipscore.rules.tournament.tiebreaks import tie_breaks_named
    from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, names_of_tie_breaks, read_event_options

    options: dict[str, object] = {}
    named = [*map(_name_and_value, settings or ())]
    read_event_options([(name, *_values(typed)) for name, typed in named], system)
    for name, typed in named:
        word = _word(name)
        if word == "combine":
            rule_of(typed)
        elif word == "tiebreak":
            tie_breaks_named(names_of_tie_breaks([typed]))
        else:
            option = EVENT_OPTIONS.get(word) or system.option(name)
            options[option.name] = _parse_option(option, typed)
            if word == "teamrule":
                team_rule(typed)
            elif word == "teamrounds":
                rounds_chosen(typed)
            continue
        options[word] = typed
    return options


def settings_in(settings: Iterable[str] | None) -> dict[str, str]:
    """The typed values of `--set name=value`, by name. Raises NotASetting, EmptyItem and NamedTwice."""
    named = [*map(_name_and_value, settings or ())]
    check_once("--set", (name for name, _ in named))
    for name, typed in named:
        check_items(name, typed)
    return dict(named)


def _name_and_value(word: str) -> tuple[str, str]:
    name, _, typed = (part.strip() for part in word.partition("="))
    if not (name and typed):
        raise NotASetting(word=repr(word))
    return name, typed


def _values(typed: str) -> list[Cell]:
    """Split a list such as `22,10,4,1`, as if each value were in a cell of its own. Raises EmptyItem."""
    check_items("the list of values", typed)
    return [*typed.replace(";", " ").replace(",", " ").split()] if "," in typed or ";" in typed else [typed]


def event_in(
    system: System,
    path: Path,
    typed: Mapping[str, Cell],
    settings: Iterable[str] | None,
    *,
    nameless: bool = False,
) -> GivenEvent:
    """The games of a file and the options of the event. Raises Faults for unknown options.

    nameless: may a table with a row for each game, such as an archive, be without players?
    """
    from xl_dipscore.tables.cells.event import GivenEvent
    from xl_dipscore.tables.cells.event_options import EVENT_OPTIONS, read_event_options
    from xl_dipscore.tables.exchange.tables import is_by_game

    words: list[tuple[Cell, ...]] = []
    for name, said in map(_name_and_value, settings or ()):
        if name.casefold() in ("rows", "columns"):
            system.option(name)  # raises a fault, because only worksheet functions have these options
        words.append((name, *_values(said)))
    for name, value in typed.items():
        if value is not None:
            known = EVENT_OPTIONS.get(_word(name))
            several = known is not None and known.many
            words.append((name, *(_values(str(value)) if several else [value])))
    chosen = read_event_options(words, system)
    rows = rows_of(path)
    listed = games_in(rows, path, fewer=system.fewer, people=not (nameless and is_by_game(rows)))
    tell_unplayed(listed, path)
    given = GivenEvent(system, listed, chosen)
    days = sorted(game.date for game in listed.games if game.date is not None)
    if days and not compute_or_refuse(given, lambda _, games, *rest: games):
        print_faults([NoneOfSeason(path=path.name, first=days[0], last=days[-1])])
        leave(faulty=True)
    return given


def compute_or_refuse(event: GivenEvent, make: Callable[..., T], **further: object) -> T:
    """Call `make` with the event's games and options. Faults end the command."""
    try:
        return make(*event.call_arguments, **further)
    except Faults as refused:
        refuse(event.listed, refused)


def refuse(listed: GameList, refused: Faults) -> NoReturn:
    """Print all faults and exit, with status FAULTY if a fault has a place in the file, otherwise MISUSED."""
    placed = any(fault.place for fault in refused.faults)
    print_faults([*(listed.strays if placed else ()), *refused.faults])
    raise typer.Exit(FAULTY if placed else MISUSED)


def games_of(listed: GameList, round_: str | None, board: str | None) -> list[Game]:
    """The games of a round and a board (None: any round, any board). Raises NoSuchGame."""
    boards = [game for game in listed.games if board is None or _is_same_name(game.name, board)]
    found = [game for game in boards if round_ is None or _is_same_name(game.round, round_)]
    if found:
        return found
    here = [game.name for game in listed.games if round_ is None or _is_same_name(game.round, round_)]
    if here:
        what = f"board {board}" if round_ is None else f"board {board} in round {round_}"
        hint = did_you_mean(board or "", here) or _hint_of_names("board", here)
    else:
        what = f"{'board' if round_ is None else f'round {round_}'} with a result"
        hint = _hint_of_names("round", map(str, rounds_of(listed.games)))
    raise NoSuchGame(what=what, hint=hint)


def _hint_of_names(word: str, names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    if len(known) < 2:
        return f" There is only {word} {known[0]}." if known else ""
    return f" There are {word}s {join(known)}."


def _is_same_name(name: Round | str, typed: str) -> bool:
    return str(name).casefold() == " ".join(typed.split()).casefold()


def faults_of(scored: Iterable[Scored]) -> Iterator[Fault]:
    for one in scored:
        yield from one.faults


def secret_scores_of(path: Path) -> str:
    """The sentence that a workbook hides its scores; blank if it shows them, or for another file."""
    if path.suffix.casefold() not in (".xlsx", ".xlsm"):
        return ""
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.layout.event import EventIn
    from xl_dipscore.workbooks.layout.pages import find_secrecy_cell, secrecy_message

    with suppress(Faults):  # a file that is not a workbook has no scores
        cell = find_secrecy_cell(EventIn(Package.read(path)))
        return f"{path.name}: {secrecy_message(cell)}" if cell else ""
    return ""


def without_hidden(paths: Iterable[Path]) -> list[Path]:
    """The files, without workbooks that hide their scores. A note says which ones are left out."""
    hidden = {path: secret_scores_of(path) for path in paths}
    note(*filter(None, hidden.values()))
    return [path for path, sentence in hidden.items() if not sentence]
