"""A function for every question of the command line, with its options as keywords; see ask()."""

from .answers import ANALYSES, question_function

for _analysis in ANALYSES.values():
    globals()[_analysis["name"].replace("-", "_")] = question_function(_analysis)
del ANALYSES, question_function
