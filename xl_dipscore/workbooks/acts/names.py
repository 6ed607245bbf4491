"""Write our functions into a workbook as names with LAMBDA: Excel then needs no macro, add-in or Python."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from xl_dipscore.errors import Fault, Faults, join, join_at_most
from xl_dipscore.rules.points import NoForm
from xl_dipscore.rules.system import EachCount, EachPlayer, find, systems
from xl_dipscore.rules.tournament.combine import own_rule
from xl_dipscore.sheets.xlsx.book import Book
from xl_dipscore.sheets.xlsx.formula import Name, Token, arguments, function_name, tokens
from xl_dipscore.sheets.xlsx.markup import ATTRIBUTES, unescape
from xl_dipscore.sheets.xlsx.package import Package
from xl_dipscore.tables.cells.options import read_options
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import VERSION
from xl_dipscore.tables.native.name_checks import INSIDE_CHECK, check_name
from xl_dipscore.tables.native.name_totals import any_total_name, each_player_name, total_name
from xl_dipscore.tables.native.name_worth import worth_name
from xl_dipscore.tables.native.names import INSIDE as INSIDE_ANY
from xl_dipscore.tables.native.names import (
    any_score_name,
    constant_name,
    each_count_name,
    rank_name,
    score_name,
)
from xl_dipscore.tables.native.notation import Stored
from xl_dipscore.tables.native.plan import NoFormInEvent
from xl_dipscore.tables.native.single import NoSingleFormula
from xl_dipscore.workbooks.layout.ours import OURS
from xl_dipscore.workbooks.layout.setup import OPTIONS, SYSTEM, Setup, key_of

ANY, CHECK, WORTH = "DIP_SCORE", "DIP_CHECK", "DIP_WORTH"
"""The functions with a system's key as an argument."""
INSIDE = {**INSIDE_CHECK, **INSIDE_ANY}
"""By name of a helper: a function that makes the helper's formula. Formulas of our functions call helpers. A
helper comes before the helpers that it calls."""
_BY_NAME = {function.name: function for function in FUNCTIONS}
_BY_KEY = {system.key: system for system in systems()}
_FORMULAS = re.compile(rf"<(?:[\w.-]+:)?(?:f|formula[12]?|calculatedColumnFormula){ATTRIBUTES}>([^<]+)</")
_MOST_NAMES = 5
"""The most names that a sentence lists."""
NEEDS_MORE = (
    "{name} has no form as a name of a workbook. It needs LibreOffice with our extension, or Excel with "
    "macros or xlwings Lite: dipscore attach WORKBOOK.XLSX"
)


class OtherHost(Fault):
    """{file} has the functions already, as {what}. Names would hide or stop them. Attach the names to a \
copy without {what}."""


class NameTaken(
    Fault, remedy="Rename what is yours: names in Formulas > Name Manager, a table in Table Design."
):
    """{file} has {taken}. In Excel only one of two equal names works."""


class NothingToAttach(Fault):
    """{path} consists of plain formulas. It needs no functions."""


def check_calls_functions(package: Package) -> None:
    """Raise NothingToAttach if the workbook has plain formulas and no names that are functions."""
    if Setup(package).plain and not names_of_functions(package):
        raise NothingToAttach(path=package.name)


def functions_without_name(package: Package) -> list[str]:
    """The functions that the workbook calls, and that cannot be written as names."""
    return formulas_of_names({*_find_called_functions(package)}).lacking


def put_names(package: Package) -> list[str]:
    """Add names for the functions that the workbook calls, or for all our functions if it calls none.

    Returns the functions that cannot be written as names. Raises OtherHost for a workbook with macros, and
    NameTaken.
    """
    if package.related_parts("vbaProject"):
        raise OtherHost(file=package.name, what="macros")
    called = {*_find_called_functions(package)} or {*_BY_NAME}
    made = formulas_of_names(called, _options(package))
    _check_free(package, made.formulas)
    remove_names(package)
    for name, formula in sorted(made.formulas.items()):
        comment = _BY_NAME[name].help if name in _BY_NAME else "Part of the functions; leave it here."
        package.add_name(name, formula, comment)
    return made.lacking


class NamedFormulas(NamedTuple):
    """Formulas for defined names."""

    formulas: dict[str, Stored]
    """By name."""
    lacking: list[str]
    """The functions that cannot be written as names."""


def formulas_of_names(
    called: Collection[str], options: Mapping[str, Mapping[str, object]] = MappingProxyType({})
) -> NamedFormulas:
    """The formulas of the functions `called` and of helpers.

    For a function without a formula, the name has a formula that returns a sentence about this.
    DIP_SCORE, DIP_CHECK and DIP_WORTH work only for systems whose score functions are in `called`.
    options: the options of systems, by the key of the system.
    """
    formulas: dict[str, Stored] = {}
    lacking = []
    for name in sorted({*called} - {ANY, CHECK, WORTH}):
        formula = _formula(name, options)
        if formula is None:
            lacking.append(name)
            parameters = [one.name for one in _BY_NAME[name].arguments]
            formula = constant_name(parameters, NEEDS_MORE.format(name=name))
        formulas[name] = formula
    written = formulas.keys() - {*lacking}
    scored = [system for system in systems() if f"{system.key}_SCORE" in written]
    if {ANY, WORTH} & {*called}:
        formulas[ANY] = any_score_name([system.key for system in scored])
    if CHECK in called:
        formulas[CHECK] = check_name(scored)
    if WORTH in called:
        formulas[WORTH] = worth_name(scored, options)
    for name, make in INSIDE.items():
        if any(f"{name}(" in formula for formula in formulas.values()):
            formulas[name] = make()
    return NamedFormulas(formulas, lacking)


def remove_names(package: Package) -> list[str]:
    """Remove the names that are our functions. Returns a sentence about these names, if there were any.

    Raises NameTaken if a director's name of a sheet is equal to one of them.
    """
    ours = names_of_functions(package)
    _check_free(package, ours)
    package.remove_names(ours)
    return (
        [f"The names that were functions are taken out: {join_at_most(ours, _MOST_NAMES)}."] if ours else []
    )


def renew_names(package: Package) -> bool:
    """Write the names of functions again, because Excel cannot read them in the form that LibreOffice saves.

    In a workbook with macros, remove the names instead. Returns whether a name changed.
    """
    before = {name.name: name.text for name in package.defined_names}
    if not names_of_functions(package):
        return False
    if package.related_parts("vbaProject"):
        remove_names(package)
    else:
        put_names(package)
    return before != {name.name: name.text for name in package.defined_names}


def names_of_functions(package: Book) -> list[str]:
    """The defined names of the workbook that are our functions or helpers."""
    return [name for name, _ in functions_in_names(package)]


def functions_in_names(package: Book) -> list[tuple[str, str]]:
    """The defined names of the workbook that are our functions or helpers, each with its formula."""
    return [(one.name, one.text) for one in package.defined_names if _is_ours(one)]


_LAMBDA = re.compile(r'(?:ERROR\(")?(?:_xlfn\.)?LAMBDA\(((?:\s*_xl(?:op|pm)\.\w+\s*,)*)', re.IGNORECASE)
"""The beginning of a LAMBDA in a file, also as Gnumeric saves it; the group has the parameters."""


def _is_ours(name: Name) -> bool:
    """Is a name a LAMBDA of ours, of any version? A director's LAMBDA of that name has other parameters."""
    function, found = _BY_NAME.get(name.name.upper()), _LAMBDA.match(name.text)
    if found is None or function is None:
        return found is not None and name.name in INSIDE
    known = {argument.name for argument in function.arguments}
    return {*re.findall(r"\.(\w+)", found[1])} <= known


def check_names_of_called(package: Package) -> None:
    """Raise NameTaken if the workbook has a name that hides a function which its formulas call."""
    _check_free(package, {*_find_called_functions(package)})


def _check_free(package: Package, wanted: Collection[str]) -> None:
    """Raise NameTaken if names or tables of the workbook, in any case, are among the names `wanted`."""
    ours = {name.casefold(): name for name in wanted}
    others = [
        (f"the name {one.name}{f' of the sheet {one.sheet}' if one.sheet else ''}", one.name)
        for one in package.defined_names
        if not _is_ours(one)
    ]
    others += [(f"the table {table.name}", table.name) for table in package.tables]
    taken = [f"{what} beside our function {ours[n.casefold()]}" for what, n in others if n.casefold() in ours]
    if taken:
        raise NameTaken(file=package.name, taken=join(taken))


def _find_called_functions(package: Package) -> Iterator[str]:
    for formula in _formulas_of_others(package):
        pieces = tokens(formula) if "(" in formula else ()
        for place, piece in enumerate(pieces):
            name = function_name(piece.text[:-1], OURS) if piece.kind == "function" else ""
            if name in _BY_NAME:
                yield name
            if name in (ANY, CHECK, WORTH):
                yield from _scores_of(arguments(pieces, place)[0])


def _formulas_of_others(package: Package) -> Iterator[str]:
    """All formulas of the workbook but those of our names, which call each other for any system."""
    yield from (name.text for name in package.defined_names if not _is_ours(name))
    tables = [table for part in package.sheet_parts for table in package.related_parts("table", part)]
    for part in (*package.sheet_parts, *tables):
        text = (package.part(part) or b"").decode("utf-8")
        yield from (unescape(found[1]) for found in _FORMULAS.finditer(text))


def _scores_of(system: Iterable[Token]) -> Iterator[str]:
    """The score functions for an argument `system`: one if the argument is a key in quotes, otherwise all."""
    said = "".join(piece.text for piece in system).strip()
    key = said.strip('" ').upper() if said.startswith('"') else ""
    yield from (f"{one}_SCORE" for one in ([key] if key in _BY_KEY else _BY_KEY))


def _options(package: Package) -> Mapping[str, Mapping[str, object]]:
    setup = Setup(package)
    rows = setup.options(OPTIONS) or {}
    with suppress(Faults):
        system = find(key_of(setup.value(SYSTEM)))
        return {system.key: read_options([*map(list, rows.values())], system).parameters}
    return {}


def _formula(name: str, options: Mapping[str, Mapping[str, object]]) -> Stored | None:
    """The formula of the name for a function; None if the function has no formula."""
    if name == "DIP_RANK":
        return rank_name()
    if name == "DIP_VERSION":
        return constant_name((), VERSION)
    if name == "DIP_TOTAL":
        return any_total_name({one.key: own_rule(one) for one in systems() if one.by_scores})
    key, _, word = name.partition("_")
    system = _BY_KEY.get(key)
    if system is None:
        return None
    if word == "SCORE":
        with suppress(NoSingleFormula, NoForm):
            return score_name(system, options.get(key, {}))
        return None
    if word == "TOTAL":
        with suppress(NoFormInEvent):
            return total_name(own_rule(system))
        return None
    declared = system.functions.get(word)
    if isinstance(declared, EachPlayer):
        return each_player_name(declared)
    return each_count_name(system, declared) if isinstance(declared, EachCount) else None
