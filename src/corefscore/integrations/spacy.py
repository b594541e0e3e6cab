"""A scorer for spaCy, and a reader for the clusters in ``Doc.spans``.

In a configuration, ``scorer = {"@scorers": "corefscore.coref_scorer.v1"}`` uses it; spaCy finds it by its entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from corefscore.scoring import Scorer

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.training import Example

PREFIX = "coref_clusters"
"""The beginning of the names of span groups that contain clusters, as in spacy-experimental."""

ExampleScorer = Callable[..., dict[str, Any]]


def clusters_of(doc: Doc, prefix: str = PREFIX) -> list[list[tuple[int, int]]]:
    """Return the clusters of a document: a list of spans for each group whose name is the prefix and a number.

    Parameters
    ----------
    doc : spacy.tokens.Doc
        The document.
    prefix : str
        The beginning of the names of the groups.

    Returns
    -------
    list of lists of tuples
        The first token of each span, and the token after its last one.
    """
    groups = [
        [(span.start, span.end) for span in group] for name, group in doc.spans.items() if _is_cluster(name, prefix)
    ]
    return [spans for spans in groups if spans]


def _is_cluster(name: str, prefix: str) -> bool:
    return name.startswith(f"{prefix}_") and name[len(prefix) + 1 :].isdigit()


def score_coref_clusters(
    examples: Iterable[Example], *, span_cluster_prefix: str = PREFIX, prefix: str = "coref", **_: Any
) -> dict[str, float]:
    """Return the scores of examples, for ``nlp.evaluate`` and for training.

    Parameters
    ----------
    examples : iterable of spacy.training.Example
        Pairs of a predicted and a reference document, with the same tokens.
    span_cluster_prefix : str
        The beginning of the names of the groups of spans.
    prefix : str
        The beginning of the names of the figures.

    Returns
    -------
    dict of str to float
        ``coref_f``, ``coref_p`` and ``coref_r`` of LEA, as in spacy-experimental, and all rates of all metrics, such as
        ``coref_muc_f1`` and ``coref_conll_f1``.

    Raises
    ------
    ValueError
        If the two documents of an example have different tokens.
    """
    scorer = Scorer(duplicates="reference", keep_documents=False)
    for example in examples:
        ours, theirs = example.reference, example.predicted
        if [token.text for token in ours] != [token.text for token in theirs]:
            raise ValueError("the predicted and the reference document have different tokens; use the same tokenizer")
        scorer.update(gold=clusters_of(ours, span_cluster_prefix), predicted=clusters_of(theirs, span_cluster_prefix))
    result = scorer.compute()
    lea = result["lea"]
    named = {f"{prefix}_f": lea.f1, f"{prefix}_p": lea.precision, f"{prefix}_r": lea.recall}
    return named | result.flat(f"{prefix}_")


def make_coref_scorer(span_cluster_prefix: str = PREFIX, prefix: str = "coref") -> ExampleScorer:
    """Return the scorer that is registered as ``corefscore.coref_scorer.v1``."""

    def score_examples(examples: Iterable[Example], **_: Any) -> dict[str, float]:
        return score_coref_clusters(examples, span_cluster_prefix=span_cluster_prefix, prefix=prefix)

    return score_examples
