"""MOR, the mention overlap ratio: the words of mentions that the mentions of the other side share.

    recall = max Σ |m ∩ p(m)| / Σ |m|

m are key mentions as sets of words. The maximum is over all one-to-one pairings p of key mentions and response
mentions. Precision divides the same sum by the words of all response mentions.

References
----------
Žabokrtský et al. (2022), Findings of the Shared Task on Multilingual Coreference Resolution, CRAC.

Examples
--------
A key mention of tokens 0 to 3 and a response mention of tokens 2 to 4 share two words.

>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> def one_mention(start, end):
...     columns = map(ints, ([0], [start], [end], [0]))
...     return Corpus.build([Origin("story", Memory("example"))], *columns, labels=np.array(["Ann"]))
>>> corefscore.score(one_mention(0, 3), one_mention(2, 4), ["mor"])["mor"]
Score(recall=0.5, precision=0.6667, f1=0.5714)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, ranges, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.core.corpus import Corpus
from corefscore.matching.candidates import with_same_code, word_codes
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.mention_words import PLAIN, BothWords, MentionWords
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.overlap import Overlap


class MentionOverlapRatio(CountedMetric):
    """The words that mentions share if they are paired one to one so that they share the most.

    Neither matches nor entities play a part. A mention that is not a range of tokens, as in clusters from memory, is
    one word.
    """

    def count(self, overlap: Overlap) -> Floats:
        if overlap.matched is None:
            return MENTIONS.count(overlap)
        from corefscore.metrics.mor import count_shared_words

        shared, key, response = count_shared_words(overlap.matched)
        return np.column_stack([shared, key, shared, response])


MOR = MentionOverlapRatio(
    name="mor",
    title="MOR",
    description="mention overlap ratio: words of mentions that overlap, of all words of mentions",
    formula="max Σ |m ∩ p(m)| / Σ |m|, over all one-to-one pairings p of mentions m, which are sets of words",
    cite=("zabokrtsky-etal-2022",),
)


def count_shared_words(matched: Matched) -> tuple[Floats, Floats, Floats]:
    """For each document the words shared, the words of key mentions and those of response mentions."""
    documents = len(matched.key)
    words = matched.words or BothWords(_plain_words(matched.key), _plain_words(matched.response))
    key, response = words
    equal = _equal(words)
    left = BothWords(_without(key, equal.key), _without(response, equal.response))
    pairs, shared = _overlapping(left)
    chosen = best_assignment(pairs.key, pairs.response, shared, len(left.key.size), len(left.response.size))
    found = sum_by(left.key.document[pairs.key[chosen]], shared[chosen], documents)
    found += sum_by(key.document[equal.key], key.size[equal.key], documents)
    return found, sum_by(key.document, key.size, documents), sum_by(response.document, response.size, documents)


def _plain_words(corpus: Corpus) -> MentionWords:
    """Mentions whose words are their tokens, all from the first to the last."""
    plain = np.full(corpus.mentions, PLAIN, dtype=np.int64)
    size = corpus.end - corpus.start + 1
    return MentionWords(corpus.document, corpus.start, corpus.end, plain, size, np.full(corpus.mentions, -1), [])


def _equal(words: BothWords) -> Pairs:
    """Mentions of the same words, one to one. Some best pairing has them all.

    If K and R are the same words and K is paired with R', K' with R, then K with R and K' with R' share no less.
    """
    codes = word_codes(words)
    key_rows, response_rows = (np.unique(code, return_index=True)[1] for code in codes)
    return with_same_code(*codes, key_rows, response_rows)


def _without(side: MentionWords, rows: Ints) -> MentionWords:
    return side.take(np.delete(numbers(len(side.size)), rows))


def _overlapping(words: BothWords) -> tuple[Pairs, Floats]:
    """Pairs of mentions that share words, in the order of their rows, and how many they share."""
    key, response = words
    width = 1 + _largest(words)
    (key_word, key_row), (response_word, response_row) = _all_words(key, width), _all_words(response, width)
    order = np.argsort(key_word, kind="stable")
    low, high = (np.searchsorted(key_word[order], response_word, side) for side in ("left", "right"))
    pair = key_row[order[ranges(low, high - low)]] * max(len(response.size), 1) + np.repeat(response_row, high - low)
    pair.sort()
    first = np.flatnonzero(changes(pair))
    pairs = Pairs(*np.divmod(pair[first], max(len(response.size), 1)))
    return pairs, np.diff(first, append=len(pair)).astype(np.float64)


def _largest(words: BothWords) -> int:
    """The greatest number of a word; the sets are the same on both sides."""
    return max(*(int(side.last.max(initial=0)) for side in words), *map(max, words.key.sets))


def _all_words(side: MentionWords, width: int) -> tuple[Ints, Ints]:
    """Every word of every mention, and the row of its mention."""
    plain, with_shape = np.flatnonzero(side.shape == PLAIN), np.flatnonzero(side.shape != PLAIN)
    sets = (np.fromiter(side.of(row), dtype=np.int64) for row in with_shape.tolist())
    words = np.concatenate([ranges(side.first[plain], side.size[plain]), *sets])
    mentions = np.concatenate([plain, with_shape])
    rows = np.repeat(mentions, side.size[mentions])
    return side.document[rows] * width + words, rows
