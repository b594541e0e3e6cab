"""The names of key entities, and the response entities that have these names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.matching.language import NAME, UNKNOWN, MentionFeatures, TextFeatures
from corefscore.matching.matched import Matched

Words: TypeAlias = tuple[str, ...]
"""A name as words in lower case."""


class EntityNames:
    """The names of entities in matched documents.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    """

    def __init__(self, matched: Matched) -> None:
        self._matched = matched
        self._features = TextFeatures(matched.key, matched.response)

    def of_key(self) -> dict[int, set[Words]]:
        """Return the names of each key entity that has a name.

        Raises
        ------
        InputError
            If the key has no words.
        """
        key = self._matched.key
        found = self._features.of_mentions(key)
        if key.mentions and (found.type == UNKNOWN).all():
            raise fail(key.source_name, 0, "has no words, so its names are not known; leave out the metric nec")
        names: dict[int, set[Words]] = {}
        for row in np.flatnonzero(found.type == NAME).tolist():
            words = self._words(key, found, row)
            if words:
                names.setdefault(int(key.entity[row]), set()).add(words)
        return names

    def in_response(self, names: Mapping[int, set[Words]], key: Ints, response: Ints) -> list[bool]:
        """Return for each pair whether a mention of the response entity contains a name of the key entity."""
        corpus = self._matched.response
        found = self._features.of_mentions(corpus)
        lengths = {len(name) for each in names.values() for name in each}
        pairs = [*zip(key.tolist(), response.tolist(), strict=True)]
        parts: dict[int, set[Words]] = {theirs: set() for ours, theirs in pairs if ours in names}
        for row, entity in enumerate(corpus.entity.tolist()):
            if entity in parts:
                words = self._words(corpus, found, row)
                parts[entity].update(words[i : i + n] for n in lengths for i in range(len(words) - n + 1))
        return [ours in names and not names[ours].isdisjoint(parts[theirs]) for ours, theirs in pairs]

    def _words(self, corpus: Corpus, found: MentionFeatures, row: int) -> Words:
        """Return the words of a mention without articles and possessives. A mention in memory may have many words."""
        tokens = self._features[int(corpus.document[row])]
        if tokens is None:
            return ()
        text = " ".join(tokens.tokens[int(found.start[row]) : int(found.end[row]) + 1])
        return tuple(text.lower().split())
