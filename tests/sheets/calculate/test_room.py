"""Room for deep calls: the decorated function does what it did before."""

import inspect

import pytest

from xl_dipscore.sheets.calculate.room import with_room


def depth_reached(most: int, *, by: int = 1) -> int:
    """Recurse `most` times, and return the depth."""
    return 0 if most <= 0 else by + depth_reached(most - by, by=by)


def test_a_call_with_room_returns_raises_and_looks_as_without() -> None:
    roomy = with_room(depth_reached)
    assert [roomy(most, by=2) for most in range(0, 800, 100)] == [*range(0, 800, 100)]
    assert inspect.signature(roomy) == inspect.signature(depth_reached)
    assert roomy.__doc__ == depth_reached.__doc__
    with pytest.raises(TypeError):
        roomy(*[])


def test_endless_recursion_still_ends() -> None:
    with pytest.raises(RecursionError):
        with_room(depth_reached)(10**9)


def test_a_frame_with_room_can_call_another() -> None:
    inner = with_room(depth_reached)
    assert with_room(lambda most: inner(most) + inner(most))(50) == 100
