"""question_stubs.py FOLDER FILE: types of jourdain.questions, for type checkers, from the package in FOLDER."""

import pathlib
import sys

KINDS = {"flag": "bool", "text": "Value", "texts": "Values", "file": "Path", "log": "Log", "whole": "int | str", "number": "float | str"}


def annotation(option):
    if option["words"]:
        return f"Literal[{', '.join(repr(word) for word in option['words'])}]"
    return KINDS[option["kind"]]


def function(analysis, keyword):
    arguments = ["model: Model"] if analysis["takes_model"] else []
    if analysis["options"]:
        arguments.append("*")
    for option in analysis["options"]:
        name, kind = keyword(option["name"]), annotation(option)
        default = "" if option["required"] else " = ..."
        optional = kind if option["required"] or option["kind"] == "flag" else f"{kind} | None"
        arguments.append(f"{name}: {optional}{default}")
    return f"def {analysis['name'].replace('-', '_')}({', '.join(arguments)}) -> Answer: ...\n"


def main():
    sys.path.insert(0, sys.argv[1])
    import jourdain
    text = ("import os\nfrom collections.abc import Mapping, Sequence\nfrom typing import Any, Literal\n\n"
            "from ._core import Answer, Robot\n\nModel = Robot | str | os.PathLike[str]\nPath = str | os.PathLike[str]\nLog = Path | Mapping[str, Any]\n"
            "Value = str | float | os.PathLike[str] | Sequence[Any] | Mapping[str, Any]\nValues = Value\n\n")
    pathlib.Path(sys.argv[2]).write_text(text + "\n".join(function(analysis, jourdain.answers.keyword) for analysis in jourdain._core._analyses()))


main()
