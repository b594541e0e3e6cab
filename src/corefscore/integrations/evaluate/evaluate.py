"""Coreference scores for Hugging Face `evaluate`."""

from __future__ import annotations

from typing import Any

try:
    import datasets
    import evaluate
except ImportError as error:
    message = "evaluate is not installed; run: pip install 'corefscore[evaluate]'"
    raise ImportError(message) from error

import corefscore

DESCRIPTION = """Scores of coreference resolution: MUC, B3, CEAF, BLANC, LEA and the CoNLL average, as the official
scorers count them. All documents are scored together."""
INPUTS = """
Args:
    predictions: the predicted clusters of each document, each a list of spans [start, end].
    references: the gold clusters of each document, in the same form.
    metrics: names of metrics (optional).
    duplicates: how a mention in two clusters counts (default: reference).
Returns:
    recall, precision and F1 of each metric, such as muc_recall, muc_precision, muc_f1 and conll_f1.
"""


class Coreference(evaluate.Metric):  # type: ignore[misc]
    """Scores of documents that are given as clusters of spans."""

    def _info(self) -> Any:
        clusters = datasets.Sequence(datasets.Sequence(datasets.Sequence(datasets.Value("int64"))))
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="",
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": clusters, "references": clusters}),
        )

    def _compute(
        self, predictions: Any, references: Any, metrics: list[str] | None = None, duplicates: str = "reference"
    ) -> dict[str, float]:
        result = corefscore.score(
            gold=references, predicted=predictions, metrics=metrics, duplicates=duplicates, documents=True
        )
        return result.flat()
