"""Names of entities that several documents share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import warn


def warn_of_entities_across_documents(corpus: Corpus) -> None:
    """Warn if names that mean one entity occur in several documents that are scored separately."""
    listed = corpus.labels.tolist() if corpus.global_names and len(corpus) > 1 else []
    if len({*listed}) == len(listed):
        return
    files = corpus.origins.files  # a name holds inside one file
    several = repeated_names(map(files.__getitem__, entity_documents(corpus).tolist()), listed)
    if several:
        message = f"{len(several):,} entities such as {several[0]} are in several documents"
        advice = "each document counts separately (scope=document); choose scope=topic or corpus (--scope) to join them"
        warn(corpus.source_name, 0, f"{message}; {advice}")


def repeated_names(groups: Iterable[object], names: Iterable[object]) -> list[str]:
    """Return the names that several entities of one group have, in order.

    >>> repeated_names([1, 1, 2], [b"e1", b"e1", b"e1"])
    ['e1']
    """
    counts = Counter(zip(groups, names, strict=True))
    return sorted(_shown(name) for (_, name), count in counts.items() if count > 1)


def entity_documents(corpus: Corpus) -> Ints:
    """Return the document of each entity; 0 for an entity without mentions."""
    found = np.zeros(len(corpus.labels), dtype=np.int64)
    found[corpus.entity] = corpus.document
    return found


def _shown(label: object) -> str:
    return label.decode() if isinstance(label, bytes) else str(label)
