"""Compare the events of past years under many systems: read them, and write a workbook and a page."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from xl_dipscore.errors import Fault, Faults, WithFaults, join
from xl_dipscore.rules.choice.contender import Contender
from xl_dipscore.rules.choice.tables import sections
from xl_dipscore.rules.choice.years import Compared, Edition, compare_years, spelling_doubts
from xl_dipscore.rules.system import find, systems
from xl_dipscore.sheets.files import list_in
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.sheets.xlsx.target import check_free, kind_like, write_file
from xl_dipscore.tables.cells.csv_text import csv_rows
from xl_dipscore.tables.cells.values import is_blank, text_in_one_line
from xl_dipscore.tables.exchange.tables import read_table
from xl_dipscore.workbooks.acts.choice_page import cell_text, page_of_choice
from xl_dipscore.workbooks.layout.event import EventIn
from xl_dipscore.workbooks.layout.extract import extract

__all__ = ["cell_text", "spelling_doubts"]
WORKBOOKS = (".xlsx", ".xlsm")


class TooFewPlayers(Fault):
    """{file} names fewer than two players, so there is nobody to compare."""


class NoWorkbooks(Fault):
    """{folder} has no workbook of an event."""


class NotAPair(Fault):
    """{file} row {row}: a pair is a spelling and the player's right name, side by side."""


class PairsDisagree(Fault):
    """{file} row {row}: {name} cannot stand for {spelling}, because a row above says otherwise."""


def read_edition(path: Path) -> Edition:
    """Read a past event from a workbook or a games list. Raises Faults."""
    made = _in_workbook(path) if path.suffix.casefold() in WORKBOOKS else _in_list(path)
    if len(made.players) < 2:
        raise TooFewPlayers(file=path.name)
    return made


def _in_workbook(path: Path) -> Edition:
    event = EventIn(Package.read(path))
    strict, fewer = event.game_extract.game_list, extract(event, fewer=True).game_list
    own = ""
    with suppress(Faults):
        own = event.system.key
    return Edition(
        path.stem, {False: (strict.games, strict.of_event()), True: (fewer.games, fewer.of_event())}, own
    )


def _in_list(path: Path) -> Edition:
    rows = csv_rows(list_in(path), path.name)
    strict, fewer = (read_table(rows, path.name, fewer=few, people=True).with_strays for few in (False, True))
    return Edition(
        path.stem, {False: (strict.games, strict.of_event()), True: (fewer.games, fewer.of_event())}
    )


def read_editions(paths: Sequence[Path]) -> WithFaults[list[Edition]]:
    """The events that can be read, and the faults of the others, which name the file."""
    found: list[Edition] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            found.append(read_edition(path))
        except Faults as unreadable:
            faults += unreadable.faults
    return WithFaults(found, faults)


def read_pairs(path: Path) -> dict[str, str]:
    """The list of pairs: the right name by each other spelling, in small letters. Raises Faults."""
    pairs: dict[str, str] = {}
    faults: list[Fault] = []
    for number, row in enumerate(csv_rows(list_in(path), path.name), 1):
        words = [text_in_one_line(cell) for cell in row if not is_blank(cell)]
        if len(words) == 2:
            spelling, name = words
            if _agree(pairs, spelling, name):
                pairs[spelling.casefold()] = name
            else:
                faults.append(PairsDisagree(file=path.name, row=number, spelling=spelling, name=name))
        elif words:
            faults.append(NotAPair(file=path.name, row=number))
    if faults:
        raise Faults(faults)
    return {spelling: _right_name(pairs, name) for spelling, name in pairs.items()}


def _agree(pairs: Mapping[str, str], spelling: str, name: str) -> bool:
    """May a pair join the pairs above it: has the spelling no other name, and the name not this one?"""
    key = spelling.casefold()
    leads_back = name.casefold() != key and _right_name(pairs, name).casefold() == key
    return pairs.get(key, name) == name and not leads_back


def _right_name(pairs: Mapping[str, str], name: str) -> str:
    """The name at the end of a chain of pairs."""
    while (other := pairs.get(name.casefold(), name)) != name:
        name = other
    return name


def names_of_nobody(editions: Sequence[Edition], pairs: Mapping[str, str]) -> list[str]:
    """The spellings in a list of pairs that no event has."""
    known = {player.casefold() for one in editions for player in one.players}
    return [spelling for spelling in pairs if spelling not in known]


def usual_contenders() -> list[Contender]:
    """Every system with a rule of its own."""
    return [Contender(one, {}, one.key) for one in systems() if one is not find("CUSTOM")]


def compare_files(
    editions: Sequence[Edition], contenders: Sequence[Contender], names: Mapping[str, str]
) -> Compared:
    """Compute every event under every system, with one spelling for each player."""
    renamed = [one.with_names(names) for one in editions] if names else editions
    return compare_years(contenders, _apart(renamed))


def _apart(editions: Sequence[Edition]) -> list[Edition]:
    """The events, with a number behind a name that another event has too."""
    seen: dict[str, int] = {}
    made = []
    for one in editions:
        seen[one.name] = seen.get(one.name, 0) + 1
        made.append(one if seen[one.name] == 1 else replace(one, name=f"{one.name} {seen[one.name]}"))
    return made


def covered(compared: Compared, faults: Sequence[Fault]) -> str:
    """Which events the comparison covers, and how many files it could not read."""
    names = join(one.name for one in compared.editions)
    left = f" Not covered: {' '.join(map(str, faults))}" if faults else ""
    return f"This comparison covers {names}.{left}"


def check_choice_output(out: Path) -> None:
    """Raise a Fault if the workbook or its page cannot be written."""
    check_free(out, ".xlsx")
    check_free(out.with_suffix(".html"))


def may_be_event(path: Path) -> bool:
    """May a file in a folder be an event? Files that a program has open have a twin that begins with ~$."""
    return path.suffix.casefold() in WORKBOOKS and not path.name.startswith(("~$", "."))


def free_name(folder: Path, name: str) -> Path:
    """A path for a new workbook and its page: `name`, or with the first number that is free."""
    names = (folder / f"{name}{number}.xlsx" for number in chain([""], map("-{}".format, count(2))))
    return next(path for path in names if not path.exists() and not path.with_suffix(".html").exists())


def write_files(compared: Compared, out: Path, about: Sequence[str]) -> list[Path]:
    """Write the page and, where openpyxl is installed, the workbook. LibreOffice's own Python lacks it."""
    with suppress(ImportError):
        return [*write_choice(compared, out, about)]
    page, text = out.with_suffix(".html"), page_of_choice(sections(compared), about)
    write_file(page, text, kind_like(text, ".html"))
    return [page]


def write_choice(compared: Compared, out: Path, about: Sequence[str]) -> Iterator[Path]:
    """Write the workbook, and a page beside it. about: sentences that say which events are covered."""
    from xl_dipscore.workbooks.author import make_compact_package  # openpyxl is slow to import
    from xl_dipscore.workbooks.author.choice import make_choice

    shown, page = sections(compared), out.with_suffix(".html")
    text = page_of_choice(shown, about)
    check_choice_output(out)
    make_compact_package(make_choice(shown, about)).write(out)
    write_file(page, text, kind_like(text, ".html"))
    yield from (out, page)
