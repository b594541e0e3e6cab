"""What the scores of bridging and of non-referring mentions consist of: rows by relation and by kind of mention."""

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
    """The details of the metrics that have some, by the names of these.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    metrics : collection of str
        The names of the metrics that are wanted.
    """
    if matched.whole is None:
        return {}
    every = matched.whole.matched
    found = {"nonreferring": nonreferring_details, "bridging": bridging_details}
    return {name: details(every) for name, details in found.items() if name in metrics}


def nonreferring_details(matched: Matched) -> dict[str, Any]:
    """Recall by kind of mention, and which mentions of both sides refer on one side alone."""
    ours, theirs = ~refers(matched.key), ~refers(matched.response)
    twin = matched.response_row
    found = ours & (twin >= 0) & np.append(theirs, False)[twin]
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
    """How many bridges to the right entity are of the right relation, and rates by relation.

    Recall is by the relation of the key, precision by that of the response.
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
    """For each relation of a side, how many bridges are right as to their entity, and how many there are."""
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
