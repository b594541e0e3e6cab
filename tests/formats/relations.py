"""What the relations of a corpus are, in plain Python, whatever the numbers and names of entities."""

from __future__ import annotations

from typing import TypeAlias

from corefscore.core.corpus import Corpus, Parts

Named: TypeAlias = tuple[str, frozenset[Parts]]
"""An entity: its document, and its mentions."""


def entity(corpus: Corpus, number: int) -> Named | None:
    if number < 0:
        return None
    rows = (corpus.entity == number).nonzero()[0].tolist()
    return corpus.names[int(corpus.document[rows[0]])], frozenset(corpus.parts(row) for row in rows)


def mention(corpus: Corpus, row: int) -> tuple[str, Parts] | None:
    return None if row < 0 else (corpus.names[int(corpus.document[row])], corpus.parts(row))


def elements(corpus: Corpus) -> set[tuple[Named | None, Named | None]]:
    """Each plural entity with one of its elements."""
    r = corpus.relations
    if r is None:
        return set()
    pairs = zip(r.whole.tolist(), r.part.tolist(), strict=True)
    return {(entity(corpus, whole), entity(corpus, part)) for whole, part in pairs}


def bridges(corpus: Corpus, anchors: bool = True, names: bool = True) -> set[tuple[object, ...]]:
    """Each bridge: the anaphor, the anchor, the entity of the anchor, the relation."""
    r = corpus.relations
    if r is None:
        return set()
    columns = zip(r.anaphor.tolist(), r.anchor.tolist(), r.anchor_entity.tolist(), r.relation.tolist(), strict=True)
    return {
        (
            mention(corpus, anaphor),
            mention(corpus, anchor) if anchors else None,
            entity(corpus, number),
            relation if names else "",
        )
        for anaphor, anchor, number, relation in columns
    }


def nonreferring(corpus: Corpus) -> set[tuple[str, Parts] | None]:
    if "referring" not in corpus.extra:
        return set()
    return {mention(corpus, row) for row in (~corpus.extra["referring"].astype(bool)).nonzero()[0].tolist()}
