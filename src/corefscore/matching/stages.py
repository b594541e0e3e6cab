"""Match in stages: zeros by the words they depend on, then equal mentions, then similar ones.

These are the rules of the shared tasks on CorefUD. Similar mentions, such as those with the same head, are matched all
together, by the greatest sum of |key ∩ response| / |key|, the share of a key mention that its response mention covers.
Among equal sums, mentions that come earlier in the text match.
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Ints, changes
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, Problem
from corefscore.matching.candidates import best_of, covering, with_same_code, with_same_head, word_codes
from corefscore.matching.matched import NO_MATCH, Pairs
from corefscore.matching.mention_words import BothWords, common_words, number_nodes
from corefscore.matching.zeros import align_zeros


def match_in_stages(key: Corpus, response: Corpus, match: str, zeros: str) -> tuple[Ints, BothWords]:
    """Return the row of the key mention that each response mention matches, and the words of both sides."""
    if match in ("head", "partial"):
        key, response = _with_heads(key, key), _with_heads(response, key) if match == "head" else response
        _check_heads([key, response] if match == "head" else [key])
    nodes = number_nodes(key, response, zeros)
    words = common_words(key, response, nodes)
    pairing = _Pairing(key.mentions, response.mentions)
    if zeros == "dependency":
        pairing.add(align_zeros(key, response, nodes))
    codes = word_codes(words, with_heads=match == "head")
    pairing.add(_first_of_each(with_same_code(*codes, *pairing.left())))
    if match == "craft":
        from corefscore.matching.craft import with_stretch_inside

        pairing.add(with_stretch_inside(key, response, *pairing.left()))
    elif match != "exact":
        pairing.add(_best(words, _similar(key, response, words, match, pairing)))
    return pairing.key_row, words


def _with_heads(corpus: Corpus, key: Corpus) -> Corpus:
    """Return the corpus with the heads of all mentions, as far as they are known or can be found in trees."""
    if "head" in corpus.extra and (corpus.extra["head"] >= 0).all():
        return corpus
    from corefscore.matching.trees import with_heads  # files with heads do not need these modules

    return with_heads(corpus, key)


def _similar(key: Corpus, response: Corpus, words: BothWords, match: str, pairing: _Pairing) -> Pairs:
    """Return pairs of the remaining mentions that match by head, in part, or by their minimum."""
    if match == "head":
        return with_same_head(words, *pairing.left())
    if match == "partial":
        head = words.key.head
        return covering(words, lambda row: frozenset([int(head[row])]), head, *pairing.left())
    from corefscore.matching.minimum import with_same_minimum

    return with_same_minimum(key, response, words, *pairing.left())


def _check_heads(corpora: list[Corpus]) -> None:
    message = "the heads of mentions are not known, and there are no trees to find them"
    message += "; choose match=exact (--match), or give a key in CorefUD, which has heads"
    heads = ((corpus, corpus.extra.get("head")) for corpus in corpora if corpus.mentions)
    problems = [Problem(corpus.source_name, 0, message) for corpus, head in heads if head is None or (head < 0).any()]
    if problems:
        raise InputError(problems)


class _Pairing:
    """The pairs found so far, and the remaining mentions."""

    def __init__(self, key_mentions: int, response_mentions: int) -> None:
        self.key_free = np.ones(key_mentions, dtype=bool)
        self.key_row = np.full(response_mentions, NO_MATCH, dtype=np.int64)

    def add(self, pairs: Pairs) -> None:
        self.key_row[pairs.response] = pairs.key
        self.key_free[pairs.key] = False

    def left(self) -> tuple[Ints, Ints]:
        return np.flatnonzero(self.key_free), np.flatnonzero(self.key_row == NO_MATCH)


def _first_of_each(pairs: Pairs) -> Pairs:
    """Keep for each response mention the pair with its first key mention. No key mention is in two pairs."""
    pairs = pairs.take(np.lexsort((pairs.key, pairs.response)))
    return pairs.take(changes(pairs.response))


def _best(words: BothWords, pairs: Pairs) -> Pairs:
    """Return the one-to-one pairs with the greatest sum of the share of a key mention that its response covers."""
    return best_of(pairs, words.shared(pairs) / words.key.size[pairs.key])
