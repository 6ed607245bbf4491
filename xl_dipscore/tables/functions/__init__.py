"""The worksheet functions, each declared once and independent of any spreadsheet program.

`Function.call` accepts raw cell values. An argument is a scalar or rows of cells, or None if omitted. An
error in a cell is a text such as "#N/A". A call returns a scalar or rows of cells. Bad input never raises.
"""

from xl_dipscore.tables.functions import boards, events, lists, totals  # noqa: F401  each declares its own
from xl_dipscore.tables.functions.declared import DECLARED, Function

FUNCTIONS: tuple[Function, ...] = tuple(sorted(DECLARED, key=lambda f: f.name))
"""All worksheet functions, sorted by name."""

for _function in FUNCTIONS:
    for _text in (_function.help, *(argument.help for argument in _function.arguments)):
        if not 0 < len(_text) <= 255:
            raise ValueError(f"{_function.name}: a help text is missing or longer than 255 characters")
