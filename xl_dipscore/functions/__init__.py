"""The worksheet functions, each declared once and independent of any host.

`call` takes raw cell values, each a scalar or rows of cells, None for an omitted argument; errors come in as
their marks ("#N/A"). It returns a scalar or rows of cells, and never raises for bad input.
"""

from xl_dipscore.functions import boards, events, lists, totals  # noqa: F401  each declares its own
from xl_dipscore.functions.declared import DECLARED, Function

FUNCTIONS: tuple[Function, ...] = tuple(sorted(DECLARED, key=lambda f: f.name))
"""Every worksheet function, by name."""

for _function in FUNCTIONS:
    for _text in (_function.help, *(argument.help for argument in _function.arguments)):
        if not 0 < len(_text) <= 255:
            raise ValueError(f"{_function.name}: a help text is missing or longer than 255 characters")
