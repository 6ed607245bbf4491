"""Give deep calls room, so that they cost no more than others."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_SLOTS = 1 << 17
"""The room that a frame claims, in words of memory. The system gives memory only where it is used."""


def with_room(function: Callable[P, T]) -> Callable[P, T]:
    """Let the calls inside a function cost the same at every depth.

    Python keeps the frames of calls in pieces of 16 kB. If a loop runs at the end of a piece, each of its
    calls takes a new piece from the system and gives it back: some depths are three times slower than
    others. A frame that claims much room gets a large piece, where the frames of all calls inside it fit.
    """

    def call(*given: P.args, **named: P.kwargs) -> T:
        return function(*given, **named)

    call.__code__ = call.__code__.replace(co_stacksize=_SLOTS)
    return wraps(function)(call)
