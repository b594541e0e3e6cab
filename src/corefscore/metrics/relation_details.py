"""The details of the scores of bridging and of non-referring mentions: by relation and by kind of mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from corefscore.matching.matched import Matched
from corefscore.matching.scored_mentions import refers
from corefscore.metrics.base import divide, harmonic
from corefscore.metrics.bridges import Judged, judge

UNKNOWN = ""


def relation_details(matched: Matched, metrics: Collection[str]) -> dict[str, object]:
    """Return the details of the metrics that have details, by the name of the metric.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    metrics : collection of str
        The names of the chosen metrics.

    Returns
    -------
    dict of str to object
        The details of each metric that has some.
    """
    if matched.whole is None:
        return {}
    every = matched.whole.matched
    found = {"nonreferring": nonreferring_details, "bridging": bridging_details}
    return {name: details(every) for name, details in found.items() if name in metrics}


def nonreferring_details(matched: Matched) -> dict[str, Any]:
    """Return recall by kind of mention, and the shared mentions that refer on one side only."""
    ours, theirs = ~refers(matched.key), ~refers(matched.response)
    match = matched.response_row
    found = ours & (match >= 0) & np.append(theirs, False)[match]
    kinds = matched.key.extra.get("semtype", np.full(matched.key.mentions, UNKNOWN))
    every, right = (Counter(map(_text, kinds[rows].tolist())) for rows in (ours, found))
    pairs = matched.pairs
    names = ("referring", "nonreferring")
    both = Counter(zip(ours[pairs.key].tolist(), theirs[pairs.response].tolist(), strict=True))
    return {
        "kinds": {
            kind: {"recall": right[kind] / count, "recall_numerator": right[kind], "recall_denominator": count}
            for kind, count in sorted(every.items())
        },
        "confusion": {
            key: {response: both[bool(k), bool(r)] for r, response in enumerate(names)} for k, key in enumerate(names)
        },
    }


def bridging_details(matched: Matched) -> dict[str, Any]:
    """Return how many bridges to the right entity have the right relation, and the rates by relation.

    Recall is by the relation of the key, precision by the relation of the response.
    """
    key, response = judge(matched)
    stated = key.entity & (key.bridges.relation.astype(str) != UNKNOWN)
    compared, right = int(stated.sum()), int((stated & key.same_relation).sum())
    accuracy = {"value": right / compared} if compared else {}
    names = sorted({*_by_relation(key), *_by_relation(response)})
    return {
        "relation_accuracy": {**accuracy, "right": right, "compared": compared},
        "relations": {name: _rates(_by_relation(key), _by_relation(response), name) for name in names},
    }


def _by_relation(side: Judged) -> dict[str, tuple[int, int]]:
    """Return, for each relation of a side, how many bridges have the right entity, and how many bridges there are."""
    every = Counter(map(_text, side.bridges.relation.tolist()))
    right = Counter(map(_text, side.bridges.relation[side.entity].tolist()))
    return {name: (right[name], count) for name, count in every.items()}


def _rates(key: Mapping[str, tuple[int, int]], response: Mapping[str, tuple[int, int]], name: str) -> dict[str, float]:
    found, every = key.get(name, (0, 0))
    right, given = response.get(name, (0, 0))
    recall, precision = divide(np.array(found), np.array(every)), divide(np.array(right), np.array(given))
    return {
        "recall": float(recall),
        "precision": float(precision),
        "f1": float(harmonic(recall, precision)),
        "recall_numerator": found,
        "recall_denominator": every,
        "precision_numerator": right,
        "precision_denominator": given,
    }


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
