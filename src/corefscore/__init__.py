"""Scores of coreference resolution.

>>> import corefscore
>>> result = corefscore.score([["Ann", "she"], ["the dog", "it"]], [["Ann", "she", "it"], ["the dog"]])
>>> round(result["muc"].f1, 3)
0.5
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corefscore.version import __version__

if TYPE_CHECKING:
    from corefscore.analysis.errors.prices import prices
    from corefscore.comparison.compare import compare
    from corefscore.comparison.systems import Comparison
    from corefscore.core.corpus import Corpus
    from corefscore.core.problems import InputError, InputWarning
    from corefscore.formats.reading import read
    from corefscore.formats.writing import write
    from corefscore.report.build import write_report
    from corefscore.result import Result, Score
    from corefscore.scoring import Scorer, score, score_labels

# Names are loaded when they are first used, so that the command line starts without NumPy.
_HOMES = {
    "Comparison": "comparison.systems",
    "Corpus": "core.corpus",
    "InputError": "core.problems",
    "InputWarning": "core.problems",
    "Result": "result",
    "Score": "result",
    "Scorer": "scoring",
    "compare": "comparison.compare",
    "prices": "analysis.errors.prices",
    "read": "formats.reading",
    "score": "scoring",
    "score_labels": "scoring",
    "write": "formats.writing",
    "write_report": "report.build",
}

__all__ = [
    "Comparison",
    "Corpus",
    "InputError",
    "InputWarning",
    "Result",
    "Score",
    "Scorer",
    "__version__",
    "compare",
    "prices",
    "read",
    "score",
    "score_labels",
    "write",
    "write_report",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'corefscore' has no attribute {name!r}")
    return getattr(import_module(f"corefscore.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
