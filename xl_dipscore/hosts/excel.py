"""The module that xlwings imports, with every worksheet function in Excel's form.

On Windows, and where xlwings runs on a server or in a browser, its decorators `func` and `arg` register a
function with Excel. Elsewhere they return the function unchanged, and this module has plain functions.
"""

import sys
from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from math import isfinite
from typing import Annotated, Literal

from xlwings import arg, func

from xl_dipscore.errors import NUM, VALUE
from xl_dipscore.hosts.excel_values import YOUNGER_ERRORS, cell_value
from xl_dipscore.rules.system import systems
from xl_dipscore.tables.functions import FUNCTIONS
from xl_dipscore.tables.functions.declared import SYSTEM, Function

CATEGORY = "Diplomacy"
"""The heading under which Excel's Insert Function dialogue lists the functions."""


def worksheet_functions(functions: Iterable[Function]) -> dict[str, Callable[..., object]]:
    """One Python function per worksheet function, by name, registered with Excel if possible."""
    return {function.name: _worksheet_function(function) for function in functions}


def _worksheet_function(function: Function) -> Callable[..., object]:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    defaults = {one.name: None if one.optional else Parameter.empty for one in function.arguments}
    signature = Signature([Parameter(name, kind, default=default) for name, default in defaults.items()])

    def call(*values: object, **named: object) -> object:
        bound = signature.bind(*values, **named)
        bound.apply_defaults()
        return _to_excel(function.call(*map(_from_excel, bound.args)))

    call.__name__ = call.__qualname__ = function.name
    call.__doc__ = function.help
    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__annotations__ = _choice_annotations(function)

    registered: Callable[..., object] = call
    for argument in function.arguments:
        registered = arg(argument.name, ndim=2, err_to_str=True, doc=argument.help)(registered)
    return func(category=CATEGORY)(registered)


def _choice_annotations(function: Function) -> dict[str, object]:
    """Annotations from which some versions of xlwings make a drop-down list of systems, by key and name.

    Other versions, such as the one behind the macros, get none: they would take the type for a converter.
    """
    makes_lists = hasattr(sys.modules[func.__module__], "extract_enum_descriptor")
    return {one.name: _SYSTEMS for one in function.arguments if one is SYSTEM and makes_lists}


_NAMES = {system.key: system.name for system in systems()}
_SYSTEMS: object = Annotated[Literal[*_NAMES], {"tooltips": _NAMES}]


def _from_excel(argument: object) -> object:
    """The argument as our functions take it: rows of values, or the value of a single cell."""
    if not isinstance(argument, list | tuple):
        return cell_value(argument)
    rows = [[cell_value(cell) for cell in row] for row in argument]
    return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows


def _to_excel(result: object) -> object:
    """The result in a form that xlwings passes on unchanged: a value, or a list of rows."""
    if isinstance(result, list | tuple):
        return [[_value_for_excel(value) for value in row] for row in result]
    return _value_for_excel(result)


def _value_for_excel(value: object) -> object:
    """The value for a cell: None becomes empty text, infinity and NaN become #NUM!."""
    if value is None:
        return ""
    if isinstance(value, float) and not isfinite(value):
        return NUM
    # Neither macros nor Office.js can return newer errors. Sums would ignore a text, so #VALUE! is returned.
    return VALUE if value in YOUNGER_ERRORS.values() else value


_FUNCTIONS = worksheet_functions(FUNCTIONS)
globals().update(_FUNCTIONS)  # xlwings finds functions as attributes of their module
__all__ = list(_FUNCTIONS)  # so that `import *` brings them into a main.py of xlwings Lite
