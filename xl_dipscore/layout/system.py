"""By which system an event is scored and with which options: what Setup says, or else the formulas."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from xl_dipscore.calculate.reader import Reader
from xl_dipscore.cells.values import is_blank
from xl_dipscore.errors import At, Fault, gathered
from xl_dipscore.functions import FUNCTIONS
from xl_dipscore.layout.games import day_in, games_if_any, label
from xl_dipscore.layout.ours import OURS
from xl_dipscore.layout.setup import (
    EVENT_OPTIONS,
    MADE_FOR,
    OPTIONS,
    OVER,
    SYSTEM,
    Row,
    key_of,
    named,
    plain_for,
    rows_typed,
    typed_options,
    value_of,
)
from xl_dipscore.system import find
from xl_dipscore.xlsx.book import Book, kept
from xl_dipscore.xlsx.cell import CellValue
from xl_dipscore.xlsx.formula import (
    Area,
    Token,
    address,
    area_of,
    arguments,
    function_name,
    reference,
    tokens,
)
from xl_dipscore.xlsx.package import Package

DAYS = frozenset(("from", "to"))
"""Options that are days."""

TABLE = "DIP_STANDINGS"
_ARGUMENTS = {
    function.name: [argument.name for argument in function.arguments]
    for function in FUNCTIONS
    if function.name.endswith("_SCORE") or function.name == TABLE
}


class MadeForAnother(Fault):
    """{file} is made for {made}, and {what}: make a new one with dipscore new {key} NEW.xlsx{host}"""


class NotAsMade(Fault):
    """{file} is not set up as its formulas were made. {what}"""


class _Call(NamedTuple):
    """A call that scores: its system, the pieces of its options, its cell, whether that is beside a board,
    and the counts it reads."""

    function: str
    system: str
    options: tuple[Token, ...]
    at: At
    beside: bool
    counts: tuple[Area, ...]


def system_of(package: Book) -> str:
    """What names the system; nothing where nothing does."""
    typed = value_of(package, SYSTEM)
    return str(typed) if not is_blank(typed) else _named(package)[0]


@kept
def calls_of_systems(package: Book) -> Mapping[str, Sequence[_Call]]:
    """The calls that score boards, or else all that name a system, by its key."""
    calls = _calls(package)
    scores = [call for call in calls if call.beside] or calls
    return gathered((key_of(call.system), call) for call in scores if call.system)


def scored_by(package: Book) -> str:
    """The key of the one system by whose own function boards are scored; nothing where Setup says which."""
    begun: set[str] = set()
    for home in games_if_any(package) if named(package, SYSTEM) else ():
        scored = home.columns.get("score")
        cells = (cell for (_, column), cell in home.sheet.cells.items() if column == scored)
        texts = (cell.formula.upper().partition("SCORE(") for cell in cells)
        begun |= {before + call for before, call, _ in texts if call}
    called = {
        function_name(piece.text[:-1], OURS)
        for text in begun
        for piece in tokens(text)
        if piece.kind == "function"
    }
    keys = {name.removesuffix("_SCORE") for name in called & _ARGUMENTS.keys()}
    return keys.pop() if len(keys) == 1 and not keys & {"DIP"} else ""


def made_for_another(
    package: Book, system: CellValue = None, said: str = "Setup says {}"
) -> MadeForAnother | None:
    """What is to be said where formulas compute another system than this one, or the one of Setup."""
    plain, system = plain_for(package), value_of(package, SYSTEM) if system is None else system
    made = plain or scored_by(package)
    if not made or key_of(made) == key_of(system):
        return None
    blank = is_blank(system)
    what, key = said.format("nothing" if blank else system), "SYSTEM" if blank else key_of(system)
    host = " --host native" if plain else ""
    return MadeForAnother(file=package.name, made=made, what=what, key=key, host=host)


def let_setup_choose(package: Package, system: str) -> list[str]:
    """Where formulas call the function of another system than this, let them take the system from Setup."""
    if plain_for(package) or (other := made_for_another(package, system)) is None:
        return []
    own = f"{other.facts['made']}_SCORE"
    for name in package.sheet_names:
        for (row, column), cell in [*package.sheet(name).cells.items()]:
            where = reference(cell.area) if cell.area else address(row, column)
            if f"{own}(" in cell.formula:
                text = cell.formula.replace(f"{own}(", "DIP_SCORE(Scoring_system,")
                package.set_formula(name, where, text, array=cell.kind == "array")
            elif f"by {own}:" in cell.formula:  # what Setup says where another system is chosen
                package.set_value(name, where, None)
    return [f"Boards are scored by DIP_SCORE, which takes the system from Setup: the template has {own}."]


def not_as_made(package: Book) -> NotAsMade | MadeForAnother | None:
    """What is to be said where Setup asks for something else than plain formulas compute.

    Its own cells say so, once they are computed.
    """
    if (other := made_for_another(package)) is not None:
        return other
    what = value_of(package, MADE_FOR) if plain_for(package) else None
    return None if is_blank(what) else NotAsMade(file=package.name, what=what)


def option_rows(package: Book, *, own: bool = True) -> list[Row]:
    """The rows of options that have a name: the event's, and the system's own where they are asked for."""
    names = (EVENT_OPTIONS, OPTIONS) if own else (EVENT_OPTIONS,)
    rows = [row for name in names for row in (typed_options(package, name) or {}).values()]
    if own and is_blank(value_of(package, SYSTEM)) and not any(named(package, name) for name in names):
        rows += (row for area in _named(package)[1] for row in rows_typed(package, area).values())
    over, event = named(package, OVER), named(package, EVENT_OPTIONS)
    inside = over and event and event.sheet == over.sheet and event.overlaps(over)
    if over is not None and not inside:
        rows.append(["event is over", value_of(package, OVER)])
    return [
        [row[0], *(day_in(package, cell) for cell in row[1:])] if label(row[0]).casefold() in DAYS else row
        for row in rows
    ]


def takes_fewer(package: Book) -> bool:
    """Does the workbook's system take a board of fewer than seven powers?"""
    try:
        return find(system_of(package)).fewer
    except Fault:
        return False


@kept
def _named(package: Book) -> tuple[str, list[Area]]:
    """The only system that the scores beside boards call, or that all formulas do; and its options' cells.

    Nothing where boards have options of their own: what these say stands in no games list.
    """
    by_system, calls = calls_of_systems(package), _calls(package)
    if len(by_system) != 1:
        return "", []
    ((key, scores),) = by_system.items()
    mine = {call.options for call in scores if call.function != TABLE}
    if len(mine) > 1:
        return "", []
    system = scores[-1].system
    shown = {call.options for call in calls if call.function == TABLE and key_of(call.system) == key}
    blocks = [next(iter(found)) for found in (mine, shown) if len(found) == 1]
    if any(len(block) > 1 or (block and block[0].kind != "reference") for block in blocks):
        return "", []
    return system, [area_of(one.text) for one in dict.fromkeys(chain.from_iterable(blocks))]


@kept
def _calls(package: Book) -> list[_Call]:
    """Every call of a function that scores boards or makes the table."""
    found: list[_Call] = []
    reader = Reader(package, _ARGUMENTS.keys())
    beside = {home.name: home.columns.get("score") for home in games_if_any(package)}
    for name in package.sheet_names:
        for (row, column), cell in package.sheet(name).cells.items():
            formula = cell.formula.upper()
            if "SCORE" not in formula and "STANDINGS" not in formula:
                continue
            reading = reader.read(cell.formula, name, row, column)
            parts = [part for part in reading.parts if part.kind != "space"]
            for at, part in enumerate(parts):
                if part.kind == "function" and part.text in _ARGUMENTS:
                    given = dict(zip(_ARGUMENTS[part.text], arguments(parts, at), strict=False))
                    own = part.text.removesuffix("_SCORE")
                    system = _said(package, given["system"]) if "system" in given else own
                    options, its = tuple(given.get("options", ())), beside.get(name) == column
                    read = [one for one in given.get("centres", ()) if one.kind == "reference"]
                    counts = tuple(area_of(one.text) for one in read)
                    found.append(_Call(part.text, system, options, (name, row, column), its, counts))
    return found


def _said(package: Book, parts: Sequence[Token]) -> str:
    """What a text says, or the first cell of a reference; nothing for what is computed."""
    if len(parts) != 1:
        return ""
    if parts[0].kind == "text":
        return parts[0].text[1:-1]
    if parts[0].kind != "reference":
        return ""
    area = area_of(parts[0].text)
    return label(package.value(area.sheet, address(area.top, area.left)))
