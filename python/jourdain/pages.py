"""Pictures in notebooks: the robot in 3D, and curves of many states."""

import html
import os
import webbrowser
from collections.abc import Sequence
from typing import Any

from ._core import Robot


class View:
    """A page that a notebook shows in place; `path` is its file."""

    def __init__(self, text: str, path: str | None = None) -> None:
        self.text = text
        self.path = path

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.text)}" style="width: 100%; height: 640px; border: 0" '
                'sandbox="allow-scripts"></iframe>')

    def __repr__(self) -> str:
        return f"<jourdain.View {self.path or 'in this notebook'}>"


def show(robot: Robot, motion: Any = None, path: str | os.PathLike[str] | None = None, *, open_browser: bool = False) -> View:
    """The robot in 3D: at home, or along a motion (a Motion, a file or a text for load_motion).

    In a notebook the page is shown in place. With `path` it is written to a file, which `open_browser` opens.

    >>> view = jourdain.load("five-bar").show()
    >>> view.text.lower().startswith("<!doctype html>")
    True
    """
    if isinstance(motion, (str, os.PathLike)):
        motion = robot.load_motion(os.fspath(motion))
    view = View(robot.view_html(motion))
    if path is not None:
        view.path = os.path.abspath(os.fspath(path))
        with open(view.path, "w", encoding="utf-8") as file:
            file.write(view.text)
        if open_browser:
            webbrowser.open("file://" + view.path)
    elif open_browser:
        raise ValueError("open_browser: give a path, too")
    return view


def plot(t: Any, values: Any, names: Sequence[str] | None = None, *, label: str = "", axes: Any = None) -> Any:
    """Curves of values (n, k) over t with matplotlib, which must be there: plot(t, robot.inverse_dynamics(...), robot.motor_names)."""
    import matplotlib.pyplot as pyplot
    axes = axes or pyplot.gca()
    lines = axes.plot(t, values)
    if names is not None:
        axes.legend(lines, names)
    axes.set_xlabel("time (s)")
    axes.set_ylabel(label)
    axes.grid(alpha=0.3)
    return axes
