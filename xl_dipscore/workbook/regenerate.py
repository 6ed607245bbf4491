"""A season's results into a new template, and every number that came out different."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from xl_dipscore.cells import is_blank
from xl_dipscore.errors import Fault, Faults, join
from xl_dipscore.workbook.batch import Batch, Failed, Watch, run
from xl_dipscore.workbook.event import FileThere
from xl_dipscore.workbook.extract import (
    EVENT,
    EVENT_OPTIONS,
    OPTIONS,
    SYSTEM,
    YEAR,
    Difference,
    Numbers,
    differences,
    extract,
    named,
    numbers,
    value_of,
)
from xl_dipscore.workbook.fill import find_games, label, put_games
from xl_dipscore.workbook.formula import address
from xl_dipscore.workbook.package import Package
from xl_dipscore.workbook.rebuild import Engine, Report, rebuild_package
from xl_dipscore.workbook.sheet import CellValue

SETUP = {
    EVENT: "the event's name",
    SYSTEM: "the scoring system",
    YEAR: "the last game year",
    EVENT_OPTIONS: "the event's options",
    OPTIONS: "the system's options",
}
DRAWN = frozenset({"rows", "columns"})
"""Options that say how large a table a workbook has, and nothing about the event."""
MOST = 200
"""Rows and columns of an options block that are looked at."""

Row = list[CellValue]


class TemplateInUse(Fault):
    """{file} has results already, those of {boards} boards; a template has none."""


class SameName(Fault):
    """{path} and {other} would both become {target}; regenerate one of them into another folder."""


@dataclass(frozen=True)
class Regenerated:
    """What became of one old workbook."""

    target: Path
    report: Report
    boards: int
    unplayed: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    """What was not carried over, and what could not be compared, as sentences."""


def regenerate(
    paths: Sequence[Path],
    template: Path,
    folder: Path,
    *,
    jobs: int | None = None,
    engine: Engine = "auto",
    watch: Watch = lambda path, done: None,
) -> Batch[Regenerated]:
    """Each old workbook's results in a copy of the template, under the old name in the folder."""
    check_template(Package.read(template))
    targets: dict[str, Path] = {}
    twice: dict[Path, Failed] = {}
    for path in paths:
        target = _target(path, template, folder)
        other = targets.setdefault(target.name.casefold(), path)
        if other != path:
            twice[path] = Failed((str(SameName(path=path, other=other, target=target)),))
    work = partial(regenerate_file, template=template, folder=folder, engine=engine)
    batch = run(work, [path for path in paths if path not in twice], jobs=jobs, watch=watch)
    both = {**batch.done, **twice}
    return Batch({path: both[path] for path in paths if path in both}, batch.left)


def regenerate_file(path: Path, *, template: Path, folder: Path, engine: Engine = "auto") -> Regenerated:
    """One old workbook's results in a copy of the template. Raises Faults, and then writes nothing."""
    target = _target(path, template, folder)
    if target.exists():
        raise FileThere(path=target)
    old, new = Package.read(path), Package.read(template)
    check_template(new)
    # Where the template has a year on Setup, that is carried over as it is.
    found = extract(old, setup_year=named(new, YEAR) is None)
    if found.faults:
        raise Faults(found.faults)
    before = numbers(old)
    notes = [*_carry_setup(old, new)]
    put_games(new, found.games)
    report = rebuild_package(new, target, engine=engine)
    after = numbers(new)
    new.write(target)
    notes += _not_compared(before, after, old.name)
    differing = tuple(differences(before, after))
    return Regenerated(target, report, len(found.games), found.unplayed, differing, tuple(notes))


def check_template(template: Package) -> None:
    """Raise the fault that makes it no template: no games list, or one with results."""
    played = sum(not block.free for sheet in find_games(template) for block in sheet.blocks)
    if played:
        raise TemplateInUse(file=template.name, boards=played)


def _target(path: Path, template: Path, folder: Path) -> Path:
    """The old name with the template's ending, for what is in a file must go with its ending."""
    return folder / f"{path.stem}{template.suffix}"


def _not_compared(before: Numbers, after: Numbers, name: str) -> Iterator[str]:
    if not before.headings:
        yield f"{name} shows no Score, no Counts and no Standings: no number could be compared."
    elif missing := sorted(before.headings - after.headings):
        yield f"The template has no {join(missing, 'or')}: those numbers could not be compared."


# -- what is typed on Setup -------------------------------------------------------------------


def _carry_setup(old: Package, new: Package) -> Iterator[str]:
    """Set system, year and options as the old workbook has them; say what could not be set."""
    unknown = [name for name in SETUP if named(old, name) is None and named(new, name) is not None]
    if unknown:
        what = join(SETUP[name] for name in unknown)
        yield f"{old.name} has no cells named {join(unknown, 'or')}: {what} of the template stay."
    for name in (EVENT, SYSTEM, YEAR):
        goal, value = named(new, name), value_of(old, name)
        if goal is None and not is_blank(value):
            yield _left_out(f"{SETUP[name]} ({value})", f"the template has no cell named {name}.")
        elif goal is not None and named(old, name) is not None:
            yield from _set(new, goal.sheet, goal.top, goal.left, value, SETUP[name])
    for name in (EVENT_OPTIONS, OPTIONS):
        typed, goal = _typed_options(old, name), named(new, name)
        if goal is not None and typed is not None:
            yield from _carry_options(list(typed.values()), new, name, old.name)
        elif used := [row[0] for row in (typed or {}).values() if len(row) > 1]:
            what = f"{SETUP[name]} ({join(map(label, used))})"
            yield _left_out(what, f"the template has no cells named {name}.")


def _carry_options(rows: Sequence[Row], new: Package, name: str, old_name: str) -> Iterator[str]:
    """Each option goes into the row that has its name, or into a free one; no other has a value then."""
    goal, known = named(new, name), _typed_options(new, name)
    assert goal is not None
    assert known is not None
    places = {_word(row[0]): number for number, row in known.items()}
    typed = {_word(row[0]): row for row in rows if len(row) > 1}
    for number, (option, *values) in known.items():
        if values and _word(option) not in typed:
            yield f"The template's own value of the option {option} is not used: {old_name} has none."
        for column in range(goal.left + 1, goal.left + 1 + len(values)):
            yield from _set(new, goal.sheet, number, column, None, f"the option {option}")
    within = set(range(goal.top, min(goal.bottom, goal.top + MOST) + 1))
    free = sorted(within - known.keys() - _others(new, name))
    for word, row in typed.items():
        what = f"the option {label(row[0])}"
        place = places.get(word) or (free.pop(0) if free else None)
        if place is None:
            yield _left_out(what, "the template has no free row for it.")
        elif len(row) > goal.right - goal.left + 1:
            yield _left_out(what, "the template has too few columns for it.")
        else:
            for column, value in enumerate(row, goal.left):
                if column > goal.left or word not in places:
                    yield from _set(new, goal.sheet, place, column, value, what)


def _typed_options(package: Package, name: str) -> dict[int, Row] | None:
    """The rows of an options block that have a name: the name, and the values without blanks behind them.

    None when the workbook has no such block. How large a table is drawn is the template's own affair.
    """
    area = named(package, name)
    if area is None:
        return None
    cells = package.sheet(area.sheet).cells
    rows: dict[int, Row] = {}
    columns = range(area.left, min(area.right, area.left + MOST) + 1)
    for number in range(area.top, min(area.bottom, area.top + MOST) + 1):
        row = [cells[number, column].value if (number, column) in cells else None for column in columns]
        while row and is_blank(row[-1]):
            row.pop()
        if row and not is_blank(row[0]) and _word(row[0]) not in DRAWN:
            rows[number] = row
    return {number: row for number, row in rows.items() if number not in _others(package, name)}


def _others(package: Package, name: str) -> set[int]:
    """The rows of the event's options that are the system's own: their block lies within the other."""
    event, own = named(package, EVENT_OPTIONS), named(package, OPTIONS)
    if name != EVENT_OPTIONS or event is None or own is None or not own.overlaps(event):
        return set()
    return set(range(own.top, own.bottom + 1))


def _set(package: Package, sheet: str, row: int, column: int, value: CellValue, what: str) -> Iterator[str]:
    try:
        package.set_value(sheet, address(row, column), value)
    except Fault as refused:
        yield _left_out(what, str(refused))


def _left_out(what: str, why: str) -> str:
    return f"Not carried over: {what}; {why}"


def _word(name: CellValue) -> str:
    return re.sub(r"[\s_-]", "", str(name)).casefold()
