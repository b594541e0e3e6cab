"""Scores coreference resolution: MUC, B³, CEAF, BLANC, LEA, CoNLL and more.

`score` compares a response with a key and returns a `Result`. `compare` does this for several systems, and `agreement`
for annotators. `read` and `write` convert files, `validate` checks files, and `write_report` writes an HTML page. A
`Scorer` scores documents one by one, `score_labels` scores two labellings of the same mentions, and `score_tables`
scores tables of ids of any size.

All results (`Result`, `Comparison`, `Agreement`, `Groups`, `Strata`, `EntityTable`, `Errors`, `Prices`, `Explanation`,
`Census`) have the methods of `Exportable`: `to_text`, `to_json`, `to_csv`, `to_markdown`, `to_latex`, `to_html`,
`to_frame`, `to_dict` and `records`.

`METRICS` has all metrics by name, with title, formula and references. To add your own metric, define a
`corefscore.metrics.base.RatioMetric` and add it to `METRICS`. Then use it with `score(..., metrics=["its-name"])`.

>>> import corefscore
>>> result = corefscore.score([["Ann", "she"], ["the dog", "it"]], [["Ann", "she", "it"], ["the dog"]])
>>> round(result["muc"].f1, 3)
0.5
>>> corefscore.METRICS["muc"].title
'MUC'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from corefscore.version import __version__

if TYPE_CHECKING:
    from corefscore.analysis.census import Census
    from corefscore.analysis.entities import EntityTable
    from corefscore.analysis.errors.error_table import Errors
    from corefscore.analysis.errors.prices import Prices, prices
    from corefscore.analysis.explain.explanation import Explanation
    from corefscore.analysis.strata.strata import Strata
    from corefscore.analysis.validation import Validation, validate
    from corefscore.comparison.agreement import Agreement, agreement
    from corefscore.comparison.baselines import baseline
    from corefscore.comparison.compare import compare
    from corefscore.comparison.groups import Groups
    from corefscore.comparison.systems import Comparison
    from corefscore.core.corpus import Corpus
    from corefscore.core.export import Exportable
    from corefscore.core.problems import InputError, InputWarning
    from corefscore.core.settings import Settings
    from corefscore.engines.score_tables import score_tables
    from corefscore.formats.reading import read
    from corefscore.formats.writing import write
    from corefscore.matching.weights import with_weights
    from corefscore.metrics.base import Metric
    from corefscore.metrics.registry import METRICS
    from corefscore.report.build import write_report
    from corefscore.result import Counts, Result, Score
    from corefscore.scoring import Scorer, score, score_labels

# Names are loaded on first use, so that the command line can start without NumPy.
_HOMES = {
    "Agreement": "comparison.agreement",
    "Census": "analysis.census",
    "Comparison": "comparison.systems",
    "Corpus": "core.corpus",
    "Counts": "result",
    "EntityTable": "analysis.entities",
    "Errors": "analysis.errors.error_table",
    "Explanation": "analysis.explain.explanation",
    "Exportable": "core.export",
    "Groups": "comparison.groups",
    "InputError": "core.problems",
    "InputWarning": "core.problems",
    "METRICS": "metrics.registry",
    "Metric": "metrics.base",
    "Prices": "analysis.errors.prices",
    "Result": "result",
    "Score": "result",
    "Scorer": "scoring",
    "Settings": "core.settings",
    "Strata": "analysis.strata.strata",
    "Validation": "analysis.validation",
    "agreement": "comparison.agreement",
    "baseline": "comparison.baselines",
    "compare": "comparison.compare",
    "prices": "analysis.errors.prices",
    "read": "formats.reading",
    "score": "scoring",
    "score_labels": "scoring",
    "score_tables": "engines.score_tables",
    "validate": "analysis.validation",
    "with_weights": "matching.weights",
    "write": "formats.writing",
    "write_report": "report.build",
}

__all__ = [
    "METRICS",
    "Agreement",
    "Census",
    "Comparison",
    "Corpus",
    "Counts",
    "EntityTable",
    "Errors",
    "Explanation",
    "Exportable",
    "Groups",
    "InputError",
    "InputWarning",
    "Metric",
    "Prices",
    "Result",
    "Score",
    "Scorer",
    "Settings",
    "Strata",
    "Validation",
    "__version__",
    "agreement",
    "baseline",
    "compare",
    "prices",
    "read",
    "score",
    "score_labels",
    "score_tables",
    "validate",
    "with_weights",
    "write",
    "write_report",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'corefscore' has no attribute {name!r}")
    return getattr(import_module(f"corefscore.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
