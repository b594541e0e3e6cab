"""Variants of B³ and CEAF for keys and responses with different mentions, in use between 2009 and 2013.

A variant rewrites key and response, and then applies the plain metric. M are the missing mentions and S the spurious
mentions. S₁ are the spurious singletons, and S₂ the other spurious mentions. Added mentions (+) are singletons.

========== =========================== ============================== =======================
Variant    Recall                      Precision                      Proposed by
========== =========================== ============================== =======================
b3-0       B³(K, R − S)                B³(K, R − S)                   Stoyanov et al. (2009)
b3-all     B³(K, R + M)                B³(K + S, R)                   Stoyanov et al. (2009)
b3-rn      B³(K, R − S₁ + M)           B³(K + S₂, R − S₁)             Rahman and Ng (2009)
ceafm-rn   CEAF-m(K, R − S₁)           CEAF-m(K, R − S₁)              Rahman and Ng (2009)
b3-sys     B³(K, R − S + M)            B³(K + S₂, R − S₁ + M)         Cai and Strube (2010)
ceafm-sys  CEAF-m(K, R − S + M)        CEAF-m(K + S₂, R − S₁ + M)     Cai and Strube (2010)
ceafe-sys  CEAF-e(K, R − S + M)        CEAF-e(K + S₂, R − S₁ + M)     Cai and Strube (2010)
========== =========================== ============================== =======================

References
----------
Stoyanov et al. (2009), Conundrums in Noun Phrase Coreference Resolution, ACL-IJCNLP. Rahman and Ng (2009), Supervised
Models for Coreference Resolution, EMNLP. Cai and Strube (2010), Evaluation Metrics For End-to-End Coreference
Resolution Systems, SIGDIAL.

Examples
--------
Key {a b c}, response {a b d}: c is missing, d is spurious.

>>> import corefscore
>>> result = corefscore.score([["a", "b", "c"]], [["a", "b", "d"]], ["b3-0", "b3-all", "b3-rn", "b3-sys", "ceafm-sys"])
>>> for name, score in result.items():
...     print(name, score)
b3-0 Score(recall=0.4444, precision=1, f1=0.6154)
b3-all Score(recall=0.5556, precision=0.5556, f1=0.5556)
b3-rn Score(recall=0.5556, precision=0.5556, f1=0.5556)
b3-sys Score(recall=0.5556, precision=0.6667, f1=0.6061)
ceafm-sys Score(recall=0.6667, precision=0.5, f1=0.5714)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, numbers, order_by, runs
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import CountedMetric, RatioMetric
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.overlap import Cells, Entities, Overlap

Step: TypeAlias = Callable[[Overlap], Overlap]
"""A step that rewrites key and response. Explanations show the first line of its docstring."""


def discard_twinless_singletons(overlap: Overlap) -> Overlap:
    """Discard response singletons that the key lacks (line 1)."""
    responses = overlap.responses
    return _with_responses(overlap, (responses.size > 1) | (responses.shared > 0), responses.size)


def put_missing_into_response(overlap: Overlap) -> Overlap:
    """Put key mentions that the response lacks into the response, as singletons (line 2)."""
    keys, missing = _all_shared(overlap.keys)
    responses, number = _with_singletons(overlap.responses, keys, missing)
    cells = _with_cells(overlap.cells, keys, responses, missing, number, _times(keys, missing))
    return _overlap(overlap, cells.take(order_by(cells.key)))


def put_spurious_into_key(overlap: Overlap) -> Overlap:
    """Put response mentions that the key lacks into the key, as singletons (line 4)."""
    responses, spurious = _all_shared(overlap.responses)
    keys, number = _with_singletons(overlap.keys, responses, spurious)
    return _overlap(overlap, _with_cells(overlap.cells, keys, responses, number, spurious, _times(responses, spurious)))


def discard_spurious(overlap: Overlap) -> Overlap:
    """Discard response mentions that the key lacks (line 10)."""
    shared = overlap.responses.shared
    return _with_responses(overlap, shared > 0, shared)


def _with_responses(overlap: Overlap, kept: Bools, size: Ints) -> Overlap:
    """Return the table with the kept response entities and their new sizes. Entities that share a mention are kept."""
    before = overlap.responses
    times = None if before.times is None else before.times[kept]
    responses = Entities(before.document[kept], size[kept], before.shared[kept], times=times)
    cells = overlap.cells
    response = runs(kept)[cells.response]
    return _overlap(overlap, replace(cells, keys=overlap.keys, responses=responses, response=response))


def _all_shared(side: Entities) -> tuple[Entities, Ints]:
    """Return a side as if all its mentions matched, and the entity of each mention that does not match."""
    # In a document with repeated mentions, `shared` may be larger than `size`; its counts are replaced later.
    twinless = np.maximum(side.size - side.shared, 0)
    return side._replace(shared=side.size), np.repeat(numbers(len(side.size)), twinless)


def _times(side: Entities, rows: Ints) -> Ints | None:
    return None if side.times is None else side.times[rows]


def _with_singletons(side: Entities, other: Entities, rows: Ints) -> tuple[Entities, Ints]:
    """Return a side with a matching singleton for each given row of the other side, and the numbers of these."""
    ones = np.ones_like(rows)
    columns = ((side.document, other.document[rows]), (side.size, ones), (side.shared, ones))
    document, size, shared = (np.concatenate(pair) for pair in columns)
    times = _joined(side.times, _times(other, rows))
    return Entities(document, size, shared, times=times), len(side.size) + numbers(len(rows))


def _with_cells(
    cells: Cells, keys: Entities, responses: Entities, key: Ints, response: Ints, times: Ints | None
) -> Cells:
    """Return the pairs of the new entities, with further pairs that share one mention."""
    columns = ((cells.key, key), (cells.response, response), (cells.shared, np.ones_like(key)))
    all_keys, all_responses, shared = (np.concatenate(pair) for pair in columns)
    return Cells(keys, responses, all_keys, all_responses, shared, times=_joined(cells.times, times))


def _joined(times: Ints | None, further: Ints | None) -> Ints | None:
    return None if times is None or further is None else np.concatenate([times, further])


def _overlap(overlap: Overlap, cells: Cells) -> Overlap:
    return Overlap(cells.keys, cells.responses, cells, overlap.document_count)


class Variant(CountedMetric):
    """A metric that rewrites key and response. It may do so in different ways for recall and for precision.

    Parameters
    ----------
    plain : RatioMetric
        The metric that counts the rewritten key and response.
    recall, precision : tuple of callables
        The steps that rewrite key and response, in order.
    **declared
        The fields of any `Metric`.
    """

    def __init__(
        self, *, plain: RatioMetric, recall: tuple[Step, ...], precision: tuple[Step, ...], **declared: Any
    ) -> None:
        super().__init__(**declared)
        self.plain, self.recall, self.precision = plain, recall, precision

    def count(self, overlap: Overlap) -> Floats:
        recall = self.plain.sums(overlap.rewritten(self.recall), self.plain.recall)
        precision = self.plain.sums(overlap.rewritten(self.precision), self.plain.precision)
        return np.column_stack([*recall, *precision])


SYS_RECALL = (discard_twinless_singletons, put_missing_into_response, discard_spurious)
SYS_PRECISION = (discard_twinless_singletons, put_missing_into_response, put_spurious_into_key)


def _sys(plain: str) -> str:
    rates = f"recall {plain}(K, R − S + M), precision {plain}(K + S₂, R − S₁ + M)"
    return f"{rates}; M: missing, S: spurious, S₁: singletons of S, S₂: others"


B3_0 = Variant(
    name="b3-0",
    title="B³-0",
    description="B³ without the response mentions that the key lacks",
    formula="B³(K, R − S); S: spurious mentions",
    cite=("stoyanov-etal-2009", "cai-strube-2010"),
    plain=B3,
    recall=(discard_spurious,),
    precision=(discard_spurious,),
)

B3_ALL = Variant(
    name="b3-all",
    title="B³-all",
    symmetric=True,
    description="B³ in which a mention that the other side lacks counts as a singleton there",
    formula="recall B³(K, R + M), precision B³(K + S, R); M: missing, S: spurious mentions, each a singleton",
    cite=("stoyanov-etal-2009", "cai-strube-2010"),
    plain=B3,
    recall=(put_missing_into_response,),
    precision=(put_spurious_into_key,),
)

B3_RN = Variant(
    name="b3-rn",
    title="B³-r&n",
    description="B³-all without response singletons that the key lacks",
    formula="recall B³(K, R − S₁ + M), precision B³(K + S₂, R − S₁); M: missing, S₁: spurious singletons, S₂: others",
    cite=("rahman-ng-2009", "cai-strube-2010"),
    plain=B3,
    recall=(discard_twinless_singletons, put_missing_into_response),
    precision=(discard_twinless_singletons, put_spurious_into_key),
)

B3_SYS = Variant(
    name="b3-sys",
    title="B³-sys",
    description="B³ after Algorithm 1 of Cai & Strube has given both sides the same mentions",
    formula=_sys("B³"),
    cite=("cai-strube-2010",),
    plain=B3,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)

CEAFM_RN = Variant(
    name="ceafm-rn",
    title="CEAF-m-r&n",
    description="CEAF-m without response singletons that the key lacks",
    formula="CEAF-m(K, R − S₁); S₁: spurious singletons",
    cite=("rahman-ng-2009", "cai-strube-2010"),
    plain=CEAFM,
    recall=(discard_twinless_singletons,),
    precision=(discard_twinless_singletons,),
)

CEAFM_SYS = Variant(
    name="ceafm-sys",
    title="CEAF-m-sys",
    description="CEAF-m after Algorithm 2 of Cai & Strube has given both sides the same mentions",
    formula=_sys("CEAF-m"),
    cite=("cai-strube-2010",),
    plain=CEAFM,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)

CEAFE_SYS = Variant(
    name="ceafe-sys",
    title="CEAF-e-sys",
    description="CEAF-e after Algorithm 2 of Cai & Strube; the authors advise against it",
    formula=_sys("CEAF-e"),
    cite=("cai-strube-2010",),
    plain=CEAFE,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)
