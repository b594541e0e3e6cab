"""Links: pairs of mentions of one entity, counted separately within documents and across documents.

Definition::

    recall(within) = Σ links(k ∩ r ∩ d) / Σ links(k ∩ d),    links(e) = |e| (|e| − 1) / 2

d are the documents that the scope has joined. Links across documents are all links minus those within documents.
Precision is the same with key and response exchanged. Both kinds together are the pairs of the metric `pairwise`.

References
----------
Upadhyay et al. (2016), Revisiting the Evaluation for Cross Document Event Coreference, COLING, ask for separate scores
of the two kinds of decisions.

Examples
--------
The key has one link in document 1 and two links between the documents. The response has only the link in document 1.

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
    """All links, the links within documents, and the links across documents that a scope joins."""

    @property
    def families(self) -> Mapping[str, slice]:
        """The columns of each kind of link."""
        return {"within": WITHIN, "across": ACROSS}

    def under(self, settings: Settings) -> Links:
        """Return the metric itself if the scope joins documents.

        Raises
        ------
        ValueError
            If the scope is `document`.
        """
        if settings.scope == "document":
            message = f"the metric {self.name!r} needs a scope that joins documents"
            raise ValueError(f"{message}; choose scope=subtopic, scope=topic or scope=corpus (--scope)")
        return self

    def count(self, overlap: Overlap) -> Floats:
        matched = overlap.matched
        if matched is None:
            raise ValueError(f"the metric {self.name!r} needs documents, but labels have none; leave out this metric")
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
    """Return, for each mention, the number of its document before documents were joined."""
    firsts = [[part.first for part in origin.joined] or [0] for origin in corpus.origins]
    width = 1 + max(int(corpus.start.max(initial=0)), max((each[-1] for each in firsts), default=0))
    begin = [number * width + first for number, each in enumerate(firsts) for first in each]
    return np.searchsorted(begin, corpus.document * width + corpus.start, "right") - 1


def _within(document: Ints, entity: Ints, other: Ints, part: Ints, documents: int) -> Floats:
    """Return, for each document, the pairs of mentions with the same entity, other entity and part."""
    order = order_by(entity, other, part)
    first = changes(entity[order], other[order], part[order])
    size = np.bincount(runs(first), minlength=0) if len(order) else numbers(0)
    return sum_by(document[order][first], pairs(size), documents)


LINKS = Links(
    name="links",
    title="Links",
    description="pairs of mentions in one entity, within and across documents (needs a scope that joins documents)",
    formula="Σ links(k ∩ r) / Σ links(k), for pairs within a document and for pairs across documents",
    cite=("upadhyay-etal-2016",),
    carriers=2.75,
    needs_text=True,
    shows_families=True,
)
