"""Every question of the command line as a function: ask("sizing", "delta", motion="circle radius=50mm speed=1m/s")."""

import inspect
import json
import os
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from . import _core
from ._core import Answer, Robot

_FLAGS = {True: [], False: None, None: None}


def _words(name: str, value: Any, kind: str | None) -> Any:
    """The words that the command line would have, or the columns of a log in memory; None: not given."""
    if kind in ("file", "log") and hasattr(value, "keys"):
        return value
    if value is None or isinstance(value, bool):
        return _FLAGS[value]
    if isinstance(value, (list, tuple)) and kind == "texts":
        return [_word(name, entry) for entry in value]
    return [_word(name, value)]


def _word(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}={_word(name, entry)}" for key, entry in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_word(name, entry) for entry in value)
    raise TypeError(f"{name}: expected text, a number, a path, a list or a dict, found {type(value).__name__}")


ANALYSES = {analysis["name"]: analysis for analysis in _core._analyses()}


def keyword(option: str) -> str:
    """The Python name of an option; words that have a meaning already, such as `model` and `in`, end in `_`."""
    return option + "_" if option == "model" or iskeyword(option) else option.replace("-", "_")


def ask(question: str, model: Robot | str | os.PathLike[str] | None = None, **options: Any) -> Answer:
    """The answer to a question of the command line, with its options as keywords (`no_friction` for --no-friction).

    The model is a Robot, a file or a name of the catalogue. Values are text as on the command line, or numbers, lists
    and dicts in SI units; a log is a file, or a dict of arrays or DataFrame with its columns. Ctrl-C stops a long one.

    >>> answer = jourdain.ask("sizing", "delta", motion="circle radius=50mm speed=1m/s")
    >>> answer.ok, answer.key_numbers["peak_force"] > 0
    (True, True)
    """
    analysis = ANALYSES.get(question)
    if analysis is None:
        raise ValueError(f"there is no question '{question}': possible are {', '.join(ANALYSES)}")
    if analysis["takes_model"] and model is None:
        raise TypeError(f"{question}: give a model")
    kinds = {option["name"]: option["kind"] for option in analysis["options"]}
    given = []
    for name, value in options.items():
        word = name.rstrip("_").replace("_", "-")
        words = _words(name, value, kinds.get(word))
        if words is not None:
            given.append((word, words))
    robot = model if isinstance(model, Robot) else None
    return _core._ask(question, robot, "" if robot is not None or model is None else os.fspath(model), given)


def study(robot: Robot, folder: str | os.PathLike[str], *, motion: Any = None, log: Any = None,
          seed: int = 1) -> list[tuple[str, str, str]]:
    """Everything about a robot in one go: writes report.html, its numbers and files into a folder. Returns
    (step, 'good', 'caution', 'bad' or 'left out', result) for each step."""
    steps = ask("study", robot, out=folder, motion=motion or None, log=log or None, seed=seed).table("steps")
    return list(zip(steps["name"], steps["outcome"], steps["result"]))


def _to_dict(answer: Answer) -> Any:
    """All of it as dicts, lists and numbers, as --json has it."""
    return json.loads(answer.json())


def _frame(answer: Answer, key: str) -> Any:
    """A table as a pandas DataFrame; pandas must be there."""
    import pandas
    return pandas.DataFrame(answer.table(key))


def question_function(analysis: dict[str, Any]) -> Callable[..., Answer]:
    """ask() with the options of one analysis in its signature."""
    name = analysis["name"]

    def function(model: Any = None, **options: Any) -> Answer:
        return ask(name, model, **options)

    empty, keyword_only = inspect.Parameter.empty, inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("model", inspect.Parameter.POSITIONAL_OR_KEYWORD)] if analysis["takes_model"] else []
    lines = []
    for option in analysis["options"]:
        word = keyword(option["name"])
        default = empty if option["required"] else False if option["kind"] == "flag" else None
        parameters.append(inspect.Parameter(word, keyword_only, default=default))
        one_of = f" ({', '.join(option['words'])})" if option["words"] else ""
        lines.append(f"{word}: {option['help']}{one_of}")
    function.__name__ = function.__qualname__ = name.replace("-", "_")
    function.__module__ = "jourdain.questions"
    function.__signature__ = inspect.Signature(parameters, return_annotation=Answer)
    function.__doc__ = "\n".join([analysis["what"], "", *lines])
    return function


Answer.to_dict = _to_dict
Answer.frame = _frame
Answer._repr_html_ = lambda answer: f"<pre>{answer.text().replace('&', '&amp;').replace('<', '&lt;')}</pre>"
Robot.study = study
Robot.ask = lambda robot, question, **options: ask(question, robot, **options)
Robot.ask.__doc__ = "The answer to a question of the command line; see ask()."
