"""Counts matched mentions: a row of counts for each document and metric."""

from __future__ import annotations

from collections.abc import Iterable

from corefscore.core.arrays import Floats
from corefscore.core.problems import fail
from corefscore.core.settings import UNWEIGHTED, Settings
from corefscore.matching.duplicates import chains_in_order, documents_with_repeats, repeats, span_numbers
from corefscore.matching.matched import Matched, find_matches
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.repeats import RepeatedMentions


def count_documents(matched: Matched, metrics: Iterable[CountedMetric], settings: Settings) -> dict[str, Floats]:
    """Count each document by each metric.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    metrics : iterable of CountedMetric
        The metrics.
    settings : Settings
        The policies. Only `weights`, `duplicates` and `split` matter here.

    Returns
    -------
    dict of str to array
        For each metric a matrix with a row of counts for each document.

    Raises
    ------
    InputError
        If mentions have weights and a metric is not defined for them.
    """
    listed = list(metrics)
    if settings.weights != UNWEIGHTED:
        _check_weighted(matched, listed, settings)
    overlap = Overlap.of(matched)
    if matched.whole is not None:
        _check_plurals(matched, overlap, settings)
    rows = {metric.name: metric.count(overlap) for metric in listed}
    if settings.duplicates == "reference":
        repeated = documents_with_repeats(matched.key, matched.response)
        if repeated:
            _recount(matched, listed, repeated, rows, settings)
    return rows


def _check_weighted(matched: Matched, metrics: list[CountedMetric], settings: Settings) -> None:
    """Check that all metrics are defined for weights, and that no mention is repeated."""
    without = [metric.name for metric in metrics if not metric.weighted]
    if without:
        raise fail("weights", 0, f"no weights are defined for {', '.join(without)}; leave out such metrics")
    if settings.duplicates == "reference" and documents_with_repeats(matched.key, matched.response):
        message = "the reference scorer has no weights for repeated mentions; choose duplicates=first or merge"
        raise fail("weights", 0, message)


def _check_plurals(matched: Matched, overlap: Overlap, settings: Settings) -> None:
    """Check that every chosen policy is defined for split antecedents."""
    if overlap.split_antecedents is None:
        return
    source = matched.key.source_name
    if settings.weights != "none":
        message = (
            "split antecedents of plural entities have no weights; choose split=off (--split), or score without weights"
        )
        raise fail(source, 0, message)
    if settings.duplicates == "reference" and documents_with_repeats(matched.key, matched.response):
        message = "the reference scorer has no split antecedents for repeated mentions; choose split=off (--split)"
        raise fail(source, 0, f"{message}, duplicates=first or duplicates=merge (--duplicates)")


def _recount(
    matched: Matched, metrics: list[CountedMetric], repeated: list[int], rows: dict[str, Floats], settings: Settings
) -> None:
    """Replace the rows of documents with repeated mentions: count as v8.01 does or, for other metrics, as `first`."""
    once_key, once_response = (side.take(~repeats(side)) for side in (matched.key, matched.response))
    once = Overlap.of(find_matches(once_key, once_response, settings.match, settings.zeros))
    for metric in metrics:
        if metric.repeats is None:
            rows[metric.name][repeated] = metric.count(once)[repeated]
    spans = span_numbers(matched)
    for document in repeated:
        key, response = (
            chains_in_order(side, span, document)
            for side, span in zip((matched.key, matched.response), spans, strict=True)
        )
        chains = RepeatedMentions(key, response)
        for metric in metrics:
            if metric.repeats is not None:
                rows[metric.name][document] = metric.repeats(chains)
