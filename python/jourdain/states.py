"""Rows of states: slices and loops, as of an array of their shape."""

from collections.abc import Iterator
from typing import Any, TypeVar

from ._core import PlatformState, MotorState

_States = TypeVar("_States", PlatformState, MotorState)


def _item(states: _States, index: Any) -> _States:
    # Not above: the types of the questions are made where numpy may not be there.
    import numpy
    rows = numpy.arange(int(numpy.prod(states.shape)), dtype=numpy.int64).reshape(states.shape)[index]
    return states._take(numpy.ascontiguousarray(rows).ravel(), list(rows.shape))


def _rows(states: _States) -> Iterator[_States]:
    return (_item(states, row) for row in range(len(states)))


for _kind in (PlatformState, MotorState):
    _kind.__getitem__ = _item
    _kind.__iter__ = _rows
