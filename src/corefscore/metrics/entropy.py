"""Entropies of key and response, and their mutual information, over the mentions that both sides have."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, Numeric
from corefscore.metrics.overlap import Overlap


class Entropies(NamedTuple):
    """Sums for each document, in nats: each entropy times the number of mentions that both sides have.

    Such sums can be added over documents. The total, divided by the number of all mentions, is the mean entropy within
    documents.
    """

    mutual: Floats
    key: Floats
    response: Floats
    mentions: Floats

    @classmethod
    def of(cls, overlap: Overlap) -> Entropies:
        """Return the sums for an overlap table."""
        cells, documents = overlap.cells, overlap.document_count
        mentions = np.asarray(overlap.documents.shared_mentions, dtype=np.float64)
        key, response = overlap.keys.shared_mentions[cells.key], overlap.responses.shared_mentions[cells.response]
        shared = cells.shared_mentions
        chance = (key / mentions[cells.document]) * response
        mutual = cells.total(shared * np.log(shared / chance), documents)
        ours, theirs = (
            side.total(_surprise(side.shared_mentions, mentions, side.document), documents)
            for side in (overlap.keys, overlap.responses)
        )
        return cls(np.clip(mutual, 0.0, np.minimum(ours, theirs)), ours, theirs, mentions)


def _surprise(size: Numeric, mentions: Floats, document: Ints) -> Floats:
    """Return what an entity adds to the entropy of its side, times the number of mentions of the document."""
    found = size > 0
    return np.where(found, size * np.log(np.where(found, mentions[document], 1) / np.where(found, size, 1)), 0.0)
