"""Links: pairs of mentions of one entity, apart for pairs within a document and pairs across documents.

    recall(within) = Σ links(k ∩ r ∩ d) / Σ links(k ∩ d),    links(e) = |e| (|e| − 1) / 2

d are the documents that were joined by the scope. Links across documents are all links less those within documents.
Precision is the same with key and response exchanged. Both kinds together are the pairs of the metric `pairwise`.

References
----------
Upadhyay et al. (2016), Revisiting the Evaluation for Cross Document Event Coreference, COLING, ask for separate scores
of the two kinds of decisions.

Examples
--------
The key has one link in document 1 and two links between the documents. The response has the first of them only.

>>> import corefscore
>>> key = {"1": {"Ann": ["Ann", "she"]}, "2": {"Ann": ["Ms. Smith"]}}
>>> response = {"1": {"x": ["Ann", "she"]}, "2": {"y": ["Ms. Smith"]}}
>>> links = corefscore.score(key, response, ["links"], scope="corpus")["links"]
>>> links.families["within"].recall, links.families["across"].recall
(1.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, order_by, runs, sum_by
from corefscore.core.corpus import Corpus
from corefscore.core.settings import Settings
from corefscore.metrics.base import COUNTS, CountedMetric, pairs, ratio_rates
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.pairwise import PAIRWISE

WITHIN, ACROSS = slice(0, len(COUNTS)), slice(len(COUNTS), 2 * len(COUNTS))


class Links(CountedMetric):
    """All links, and those within and across the documents that a scope joins."""

    @property
    def families(self) -> Mapping[str, slice]:
        """The columns of each kind of link."""
        return {"within": WITHIN, "across": ACROSS}

    def under(self, settings: Settings) -> Links:
        """The metric itself, if documents are joined.

        Raises
        ------
        ValueError
            If the scope is the document.
        """
        if settings.scope == "document":
            message = f"the metric {self.name!r} needs a scope wider than document"
            raise ValueError(f"{message}; choose scope=subtopic, topic or corpus (--scope)")
        return self

    def count(self, overlap: Overlap) -> Floats:
        matched = overlap.matched
        if matched is None:
            raise ValueError(f"the metric {self.name!r} needs documents, and labels have none; leave it out")
        key, response = matched.key, matched.response
        ours, theirs = part_numbers(key), part_numbers(response)
        rows = matched.pairs
        shared = _within(
            key.document[rows.key], key.entity[rows.key], response.entity[rows.response], ours[rows.key], len(key)
        )
        within = [
            shared,
            _within(key.document, key.entity, key.entity, ours, len(key)),
            shared,
            _within(response.document, response.entity, response.entity, theirs, len(key)),
        ]
        columns = np.column_stack(within)
        return np.hstack([columns, PAIRWISE.count(overlap) - columns])

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts[..., WITHIN] + counts[..., ACROSS])


def part_numbers(corpus: Corpus) -> Ints:
    """For each mention the number of the document that it was in before documents were joined."""
    firsts = [[part.first for part in origin.joined] or [0] for origin in corpus.origins]
    width = 1 + max(int(corpus.start.max(initial=0)), max((each[-1] for each in firsts), default=0))
    begin = [number * width + first for number, each in enumerate(firsts) for first in each]
    return np.searchsorted(begin, corpus.document * width + corpus.start, "right") - 1


def _within(document: Ints, entity: Ints, other: Ints, part: Ints, documents: int) -> Floats:
    """For each document the pairs of mentions that are in the same entity, of the same other one, of the same part."""
    order = order_by(entity, other, part)
    first = changes(entity[order], other[order], part[order])
    size = np.bincount(runs(first), minlength=0) if len(order) else numbers(0)
    return sum_by(document[order][first], pairs(size), documents)


LINKS = Links(
    name="links",
    title="Links",
    description="pairs of mentions in one entity, within documents and across documents (needs a wider scope)",
    formula="Σ links(k ∩ r) / Σ links(k), for pairs within a document and for pairs across documents",
    cite=("upadhyay-etal-2016",),
    carriers=2.75,
    needs_text=True,
    shows_families=True,
)
