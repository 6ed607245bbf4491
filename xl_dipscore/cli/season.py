"""The command season, and functions with which other commands read the workbook of a season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from xl_dipscore.cli.app import ListFiles, group, leave
from xl_dipscore.cli.output import print_document
from xl_dipscore.cli.records import of_season_line
from xl_dipscore.cli.writing import exit_on_fault, leave_acted, note
from xl_dipscore.rules.board import count_of

if TYPE_CHECKING:
    from xl_dipscore.rules.tournament.explain import Section
    from xl_dipscore.workbooks.layout.event import EventIn

command = group("Workbooks")


@command("season")
def season_(
    events: ListFiles,
    output: Path,
    circuit: str | None = None,
    set_: list[str] | None = None,
    who: str | None = None,
    no_log: bool = False,
    json_: bool = False,
) -> None:
    """Add up events by the rule of a circuit, in a workbook of plain formulas.

    An event that the season has already is replaced, but what you typed beside it is kept. If one of the
    files is itself a season's workbook, all its events go into the new one.

    Options:
        events EVENT: Workbooks of events, or tables as dipscore standings prints them; - for
            standard input.
        -o, --output SEASON.XLSX: The season's workbook; a new one needs --circuit.
        --circuit KEY: BISMARK, CUSTOMCIRCUIT, NADF2010 or TDF.
        --set NAME=VALUE: An option of CUSTOMCIRCUIT, such as points=25,18,15; may be repeated.
    """
    from xl_dipscore.cli.reading import settings_in
    from xl_dipscore.workbooks.acts.log import Act
    from xl_dipscore.workbooks.acts.season import season

    act = None if no_log else Act("season", ", ".join(path.name for path in events), who or "")
    settings = settings_in(set_)
    with exit_on_fault(output if output.exists() else None):
        report = season(events, output, circuit, settings, act=act)
    if not report.did:
        note(f"{output}: made.")
    if json_:
        _print_season(output, report.notes, hidden=[*_hidden_events(events)])
    leave_acted(output, report)


def _hidden_events(events: Sequence[Path]) -> Iterator[str]:
    """For each workbook that hides its scores, the sentence that says so."""
    from xl_dipscore.cli.reading import secret_scores_of

    return filter(None, map(secret_scores_of, events))


def _print_season(path: Path, notes: Sequence[str], *, hidden: Sequence[str]) -> None:
    """Print the season's table as JSON. If an event hides its scores, nobody has a rank or points."""
    season = _read_event(path).season
    rows = [] if hidden else [*map(of_season_line, season.lines)]
    about = {"workbook": path, "circuit": season.circuit.key, "notes": [*notes, *hidden]}
    print_document("season", season.problems, **about, rows=rows)


def is_season(path: Path) -> bool:
    """Is this the workbook of a season?"""
    if path.suffix.casefold() != ".xlsx" or not path.is_file():
        return False
    return bool(_read_event(path).circuit)


def check_season(path: Path, *, json: bool = False) -> NoReturn:
    """Print what is wrong or doubtful in a season's workbook, and exit."""
    found = _read_event(path).season.problems
    if json:
        print_document("check-season", found)
    else:
        print(*found, sep="\n", end="\n" * bool(found))
    note(f"{path}: {count_of(len(found), 'problem')}.")
    leave(any(fault.rank == "wrong" for fault in found))


def section_of(path: Path, player: str) -> Section:
    """The explanation of a player's total in a season. Raises NoSuchPlayer."""
    return _read_event(path).season.explain_season_total(player)


def _read_event(path: Path) -> EventIn:
    from xl_dipscore.sheets.xlsx.package import Package
    from xl_dipscore.workbooks.layout.event import EventIn

    return EventIn(Package.read(path))
