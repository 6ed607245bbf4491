"""A system for each rule, for what is dear: its variants differ in numbers alone, which others compare."""

import inspect

from xl_dipscore.system import System, systems


def one_of_each_rule() -> list[System]:
    """The first of each rule, in the order of the lists."""
    return [*{inspect.unwrap(system.rule): system for system in reversed(systems())}.values()][::-1]
