"""Explains how a metric computes the figures of one document.

Every value comes from the terms of the metric itself, applied to the table of the document in exact fractions. So an
explanation adds up to the score that it explains. The text next to a value shows the calculation by hand.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from corefscore.analysis.explain.accounts import account, exact_f1, link_accounts
from corefscore.analysis.explain.case import Case
from corefscore.analysis.explain.counted import counted_explanation
from corefscore.analysis.explain.explanation import Account, Explanation, Statement, equals
from corefscore.core.problems import fail
from corefscore.core.settings import Settings
from corefscore.matching.documents import document_number
from corefscore.matching.duplicates import documents_with_repeats
from corefscore.matching.matched import Matched
from corefscore.metrics.average import Average
from corefscore.metrics.base import CountedMetric, Metric, RatioMetric, check_rates
from corefscore.metrics.blanc import Blanc
from corefscore.metrics.selection import find_metrics
from corefscore.metrics.variants import Step, Variant


def explain(matched: Matched, document: str | None, metric: Metric, settings: Settings) -> Explanation:
    """Explain how a metric counts one document.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    document : str or None
        The name of the document, or a part that no other name has; None if there is only one document.
    metric : Metric
        The metric.
    settings : Settings
        The policies with which the document was scored.

    Returns
    -------
    Explanation
        The steps of the computation.

    Raises
    ------
    ValueError
        If there is no such document, or if the metric cannot be explained.
    InputError
        If the document has a repeated mention, and the policy is `duplicates=reference`.
    """
    check_rates([metric])
    number = document_number(matched.key, document)
    name = matched.key.names[number]
    if settings.duplicates == "reference" and number in documents_with_repeats(matched.key, matched.response):
        message = f"document {name!r} has a repeated mention, and duplicates=reference cannot be explained for it"
        raise fail(matched.key.source_name, 0, f"{message}; choose duplicates=first or duplicates=merge")
    return _explained(matched, number, name, metric)


def _explained(matched: Matched, number: int, document: str, metric: Metric) -> Explanation:
    case = Case.of(matched, number)
    if isinstance(metric, Average):
        parts = [_explained(matched, number, document, part) for part in find_metrics(metric.of)]
        return _mean(case, document, metric, parts)
    weighted = matched.key.weight is not None
    if isinstance(metric, CountedMetric) and (weighted or not isinstance(metric, (RatioMetric, Variant, Blanc))):
        return counted_explanation(matched, number, document, metric)
    if isinstance(metric, Blanc):
        return _blanc(case, document, metric)
    if not isinstance(metric, (RatioMetric, Variant)):
        raise ValueError(f"the metric {metric.name} cannot be explained; choose another metric")
    accounts = _variant_accounts(case, metric) if isinstance(metric, Variant) else [account(case, metric)]
    recall, precision = (rate.value for each in accounts for rate in each.rates)
    f1 = exact_f1(recall, precision)
    conclusion = (Statement("F1", f"2 × precision × recall / (precision + recall) {equals(f1)}"),)
    return Explanation(
        document, metric.name, metric.title, case.partitions(), tuple(accounts), conclusion, recall, precision, f1
    )


def _variant_accounts(case: Case, metric: Variant) -> list[Account]:
    """Return the accounts of recall and of precision, each on the key and response that the variant rewrites for it."""
    accounts = []
    for name, steps in (("Recall", metric.recall), ("Precision", metric.precision)):
        rewritten = case.rewritten(steps)
        plain = account(rewritten, metric.plain, name, f"{name}: {metric.plain.title} of rewritten sides")
        notes = (*map(_sentence, steps), *plain.notes)
        accounts.append(replace(plain, notes=notes, partitions=rewritten.partitions()))
    return accounts


def _sentence(step: Step) -> str:
    """Return a sentence that says what a step does, from its docstring."""
    return (step.__doc__ or "").split(" (line")[0] + "."


def _blanc(case: Case, document: str, metric: Blanc) -> Explanation:
    accounts = link_accounts(case)
    counted = [each for each in accounts if _occurs(each, metric.edge)]
    names = " and ".join(each.title.lower() for each in counted)
    means = []
    conclusion = [Statement("", _which(counted, metric.edge))] if len(counted) < len(accounts) else []
    for index, name in enumerate(("Recall", "Precision", "F1")):
        figures = [(*(rate.value for rate in each.rates), each.f1 or Fraction(0))[index] for each in counted]
        mean = sum(figures, Fraction(0)) / max(len(figures), 1)
        means.append(mean)
        conclusion.append(Statement(name, f"mean over {names or 'nothing'} {equals(mean)}"))
    return Explanation(
        document,
        metric.name,
        metric.title,
        case.partitions(),
        accounts,
        tuple(conclusion),
        means[0],
        means[1],
        means[2],
    )


def _occurs(each: Account, edge: str) -> bool:
    in_key, in_response = (bool(rate.denominator.total) for rate in each.rates)
    return in_key if edge == "reference" else in_key or in_response


def _which(counted: list[Account], edge: str) -> str:
    whose = "the key" if edge == "reference" else "either side"
    return f"Only links of a kind that {whose} has count: {', '.join(each.title.lower() for each in counted) or 'none'}"


def _mean(case: Case, document: str, metric: Average, parts: list[Explanation]) -> Explanation:
    accounts = []
    for part in parts:
        *first, last = part.accounts
        accounts += [*first, replace(last, title=part.title, f1=part.f1)]
    f1 = sum((part.f1 for part in parts), Fraction(0)) / len(parts)
    figures = " + ".join(f"{float(part.f1):.4f}" for part in parts)
    conclusion = (Statement("F1", f"({figures}) / {len(parts)} {equals(f1)}"),)
    return Explanation(
        document, metric.name, metric.title, case.partitions(), tuple(accounts), conclusion, None, None, f1
    )
