"""Anaphors by their kind: pronouns, nominals, names and zeros.

An anaphor is a mention that is not the first of its entity. An anaphor is right if it matches a response mention, and
if the entity of this response mention also matches an earlier mention of the key entity. The metric `zeros` is the same
for zeros only.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefscore.analysis.strata.stratum import StratumCounts
from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.formats.memory import MentionText
from corefscore.matching.language import NAME, NOMINAL, PRONOUN, TYPES, UNKNOWN, ZERO, TextFeatures
from corefscore.matching.matched import Matched
from corefscore.metrics.anaphors import count_anaphors

KINDS = (PRONOUN, NOMINAL, NAME, ZERO)


def anaphors_by_kind(matched: Matched) -> Iterator[StratumCounts]:
    """Yield the anaphors of each kind. Anaphors of unknown kind, if there are any, come last."""
    key, response = kinds_of_mentions(matched)
    for kind in (*KINDS, UNKNOWN):
        if kind in KINDS or (key == kind).any() or (response == kind).any():
            rows = count_anaphors(matched, key == kind, response == kind)
            yield StratumCounts(TYPES[kind], "anaphors", "Anaphors", rows)


def kinds_of_mentions(matched: Matched) -> tuple[Ints, Ints]:
    """Return the kind of each mention of both sides, as an index in `TYPES`; unknown if the words are not known."""
    features = TextFeatures(matched.key, matched.response)
    sides = (matched.key, matched.response)
    key, response = (np.where(_wordless(side), UNKNOWN, features.of_mentions(side).type) for side in sides)
    return key, response


def _wordless(corpus: Corpus) -> Ints:
    """Return whether each mention is from memory and is not a text, such as a span of numbers."""
    found = np.zeros(corpus.mentions, dtype=bool)
    for number, origin in enumerate(corpus.origins):
        if isinstance(origin.text, MentionText):
            values = origin.text.mention_values
            rows = corpus.view(number).rows
            found[rows] = [not isinstance(values[token], str) for token in corpus.start[rows].tolist()]
    return found
