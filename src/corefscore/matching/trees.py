"""The trees of a document, constituents or dependencies, which give the heads of mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Parts, without_empty_nodes
from corefscore.core.problems import warn
from corefscore.core.texts import Text
from corefscore.formats.conll.parsed import Parsed
from corefscore.matching.heads import constituent_head, dependency_head
from corefscore.matching.language import likely_language


class Trees(Protocol):
    """The trees of one document."""

    def cover(self, tokens: Ints) -> bool:
        """Return whether there are trees for the tokens."""
        ...

    def head(self, parts: Parts) -> int:
        """Return the head of a mention."""
        ...


class Constituents:
    """Trees of phrases, in the columns of CoNLL-2012."""

    def __init__(self, words: Sequence[Parsed]) -> None:
        self._words = words
        self._language = likely_language(word.word for word in words)

    def cover(self, tokens: Ints) -> bool:
        """Return whether all tokens are words of the document."""
        return not tokens.size or int(tokens.max()) < len(self._words)

    def head(self, parts: Parts) -> int:
        """Return the head of the first part of a mention."""
        return constituent_head(self._words, *parts[0], self._language)


class Dependencies:
    """Trees of dependencies, in the columns of CoNLL-U."""

    def __init__(self, parents: Sequence[int]) -> None:
        self._parents = parents

    def cover(self, tokens: Ints) -> bool:
        """Return whether all tokens are words of the document."""
        return not tokens.size or int(tokens.max()) < len(self._parents)

    def head(self, parts: Parts) -> int:
        """Return the head of a mention with all its parts."""
        return dependency_head(self._parents, [token for start, end in parts for token in range(start, end + 1)])


def trees_of(text: Text | None) -> Trees | None:
    """Return the trees of a text, with its token numbers, or None if it has none."""
    words: Sequence[Parsed] | None = getattr(text, "parses", None)
    if words is not None:
        return Constituents(words)
    parents: Sequence[int] | None = getattr(text, "parents", None)
    return Dependencies(parents) if parents is not None and any(parent >= 0 for parent in parents) else None


def own_or_other_trees(own: Origin, other: Origin) -> Trees | None:
    """Return the trees of a document of one side, or those of the other side if it has none."""
    found = trees_of(own.text)
    if found is not None or other.text is None or own.has_empty_nodes:
        return found
    return trees_of(without_empty_nodes(other.text))


def with_heads(corpus: Corpus, key: Corpus) -> Corpus:
    """Return the corpus with the heads of all mentions that trees can give. A warning counts these mentions.

    Parameters
    ----------
    corpus : Corpus
        One side. Its own heads stay.
    key : Corpus
        The key with the same documents. Its trees are used if the corpus has none.
    """
    known = corpus.extra.get("head", np.full(corpus.mentions, UNKNOWN["head"]))
    lacking = known < 0
    head = known.copy()
    for document in np.unique(corpus.document[lacking]).tolist():
        trees = own_or_other_trees(corpus.origins[document], key.origins[document])
        rows = np.flatnonzero(lacking & (corpus.document == document))
        if trees is not None and trees.cover(corpus.end[rows]):
            head[rows] = [trees.head(parts) for parts in corpus.parts_of(rows)]
    found = int(np.count_nonzero(lacking & (head >= 0)))
    if found:
        message = f"the heads of {found:,} of {corpus.mentions:,} mentions come from trees"
        warn(corpus.source_name, 0, f"{message}: the head is the word closest to the root")
    return replace(corpus, extra={**corpus.extra, "head": head})
