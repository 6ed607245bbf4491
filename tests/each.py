"""Many small cases in one test, where a test of each would cost more than its checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from reprlib import Repr
from typing import Any

import pytest

LONGEST = 100
"""So much of a value is shown in the name of a case."""

GIVEN = type(pytest.param())
"""A case with a name of its own."""

BAD = (Exception, pytest.fail.Exception, pytest.skip.Exception, pytest.xfail.Exception)
"""The ends of a case that are not a success. A case cannot be skipped by itself."""


def each(
    names: str | Sequence[str],
    cases: Iterable[Any],
    *,
    ids: Iterable[str] | Callable[[Any], object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Check every case in one test, which lists all that fail; used like `pytest.mark.parametrize`.

    `pytest -k` finds the test by the names of its cases too. Each case gets the same fixtures, so that
    `parametrize` stays for tests with a folder or a patch of their own, and for slow ones.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    told = ids if ids is None or callable(ids) else [*ids]
    named = dict(_named(names, one, told, number) for number, one in enumerate(cases))
    assert named, "no case is not a test"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def checked(*self: object, **fixtures: object) -> None:
            faults: list[BaseException] = []
            for name, values in named.items():
                try:
                    test(*self, **dict(zip(names, values, strict=True)), **fixtures)
                except BAD as fault:
                    fault.add_note(f"case {name}")
                    faults.append(fault)
            if faults:
                raise _all_of(faults, len(named))

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in names]
        assert len(others) == len(signature.parameters) - len(names), f"{test.__name__} does not take {names}"
        checked.__dict__["__signature__"] = signature.replace(
            parameters=others
        )  # where pytest looks for fixtures
        checked.__dict__.update(dict.fromkeys(named))  # where pytest -k looks
        return checked

    return decorate


def _all_of(faults: list[BaseException], number: int) -> BaseException:
    """The faults of the cases that failed, as one."""
    if len(faults) == 1 and isinstance(faults[0], Exception):
        return faults[0]
    listed = "".join(f"\n{fault.__notes__[-1]}: {str(fault).partition(chr(10))[0]}" for fault in faults)
    return BaseExceptionGroup(f"{len(faults)} of {number} cases failed{listed}", faults)


def _named(names: list[str], case: Any, ids: Any, number: int) -> tuple[str, Sequence[Any]]:
    """The name of a case, with its number so that no two have the same name, and its values."""
    own = None
    if isinstance(case, GIVEN):
        assert not case.marks, "a case with marks is a test of its own"
        own, case = case.id, case.values if len(names) > 1 else case.values[0]
    values = [case] if len(names) == 1 else [*case]
    assert len(values) == len(names), (names, case)
    if own is None and callable(ids):
        own = "-".join(str(ids(value)) for value in values)
    elif own is None and ids is not None:
        own = ids[number]
    return f"{number}: {own or ', '.join(map(_shown, values))}", values


def _shown(value: object) -> str:
    """A value in the name of a case: a system by its key."""
    key = getattr(value, "key", None)
    return key if isinstance(key, str) else SHORT.repr(value)


SHORT = Repr()
SHORT.maxstring = SHORT.maxother = LONGEST
SHORT.maxlist = SHORT.maxtuple = SHORT.maxdict = 8
