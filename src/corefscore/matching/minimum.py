"""Match mentions with the same minimum span, which is annotated in the key or found in its parses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.formats.conll.parsed import Parsed
from corefscore.matching.candidates import covering, with_same_code
from corefscore.matching.matched import Pairs
from corefscore.matching.mention_words import BothWords
from corefscore.matching.parse_trees import Phrase, phrase_of

NOMINAL, VERBAL = frozenset(["NP", "NM", "QP", "NX"]), frozenset(["VP"])
NOMINAL_ROOTS = frozenset(["NP", "NM"])
LIGHT = frozenset(["CC", "DT", "IN"])
BRACKETS = frozenset(["-LRB-", "-RRB-"])


def with_same_minimum(key: Corpus, response: Corpus, words: BothWords, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Return pairs in which the response covers the annotated minimum, or both have the same minimum in the parse."""
    if "minimum" in key.extra:
        minimum = words.key.minimum
        anchor = np.full(key.mentions, -1, dtype=np.int64)
        anchor[list(minimum)] = [min(tokens) for tokens in minimum.values()]
        return covering(words, minimum.__getitem__, anchor, key_rows[anchor[key_rows] >= 0], response_rows)
    parses = {number: parses for number in range(len(key)) if (parses := _parses(key, number)) is not None}
    if key.mentions and not parses:
        message = "neither minimum spans nor parses are known; add them, or choose match=exact (--match)"
        raise fail(key.source_name, 0, message)
    number: dict[tuple[int, frozenset[int]], int] = {}
    codes = [_codes(corpus, rows, parses, number) for corpus, rows in ((key, key_rows), (response, response_rows))]
    known = [rows[code[rows] >= 0] for code, rows in zip(codes, (key_rows, response_rows), strict=True)]
    return with_same_code(codes[0], codes[1], *known)


def _parses(corpus: Corpus, document: int) -> Sequence[Parsed] | None:
    parses: Sequence[Parsed] | None = getattr(corpus.origins[document].text, "parses", None)
    return parses


def _codes(
    corpus: Corpus,
    rows: Ints,
    parses: Mapping[int, Sequence[Parsed]],
    number: dict[tuple[int, frozenset[int]], int],
) -> Ints:
    """Number the minimum spans of the given mentions, and give all others -1. Both sides use the parses of the key."""
    code = ints(np.full(corpus.mentions, -1))
    for row in rows.tolist():
        document, start, end = (int(column[row]) for column in (corpus.document, corpus.start, corpus.end))
        words = parses.get(document)
        if words is not None and end < len(words):
            code[row] = number.setdefault((document, minimum_span(words, start, end)), len(number))
    return code


class Leaf:
    """Adjacent words directly below a node."""

    def __init__(self, tokens: Sequence[int], words: Sequence[Parsed]) -> None:
        self.tokens = tokens
        self.counts = any(_counts(words[token]) for token in tokens)


class Node:
    """A phrase. Its adjacent words are one leaf."""

    def __init__(self, phrase: Phrase, words: Sequence[Parsed]) -> None:
        self.tag = phrase.label[:2]
        self.children: list[Tree] = []
        for is_word, group in groupby(phrase.children, key=lambda child: isinstance(child, int)):
            if is_word:
                self.children.append(Leaf([child for child in group if isinstance(child, int)], words))
            else:
                self.children += [Node(child, words) for child in group if isinstance(child, Phrase)]

    @property
    def leaves(self) -> Iterator[Leaf]:
        """The words directly below."""
        return (child for child in self.children if isinstance(child, Leaf))

    @property
    def phrases(self) -> Iterator[Node]:
        """The phrases directly below."""
        return (child for child in self.children if isinstance(child, Node))


Tree: TypeAlias = Leaf | Node


def _counts(word: Parsed) -> bool:
    readable = any(letter.isalnum() for letter in word.word) or word.word == "%"
    return readable and word.word not in BRACKETS and word.pos not in LIGHT


def minimum_span(words: Sequence[Parsed], start: int, end: int) -> frozenset[int]:
    """Return the tokens of the minimum span of a mention.

    >>> bits = [("the", "DT", "(NP(NP*"), ("use", "NN", "*)"), ("of", "IN", "(PP*"), ("art", "NN", "(NP*)))")]
    >>> sorted(minimum_span([Parsed(*bit) for bit in bits], 0, 3))
    [0, 1]
    """
    found = _minimum(_grouped(words, start, end))
    return found or frozenset(range(start, end + 1))


def _grouped(words: Sequence[Parsed], start: int, end: int) -> Tree:
    """Return the parse of the given words, in which adjacent words of a phrase are one leaf."""
    top = Node(phrase_of(words, start, end), words)
    return top.children[0] if len(top.children) == 1 else top


def _minimum(root: Tree) -> frozenset[int]:
    if isinstance(root, Leaf):
        return frozenset(root.tokens if root.counts else ())
    direct = frozenset(token for leaf in root.leaves if leaf.counts for token in leaf.tokens)
    if direct:
        return direct
    wanted = _wanted(root)
    phrases = [child for child in root.phrases if child.children and child.tag in wanted]
    if phrases:
        return frozenset[int]().union(*(_nearest(phrase, wanted) for phrase in phrases))
    return _nearest(root, None)


def _wanted(root: Node) -> frozenset[str]:
    """Return the labels of phrases that can contain the minimum."""
    if root.tag in VERBAL:
        return VERBAL
    tags = {child.tag for child in root.phrases}
    if root.tag not in NOMINAL_ROOTS and not tags & NOMINAL_ROOTS and tags & VERBAL:
        return VERBAL
    return NOMINAL


def _nearest(root: Node, wanted: frozenset[str] | None) -> frozenset[int]:
    """Return the words with the fewest steps below a phrase, where all steps go through phrases with a wanted label.

    Without wanted labels, the first nominal or verbal phrase decides.
    """
    found: set[int] = set()
    nearest = None
    queue: deque[tuple[Tree, int]] = deque([(root, 0)])
    while queue:
        tree, depth = queue.popleft()
        if nearest is not None and depth > nearest:
            break
        if isinstance(tree, Leaf):
            if tree.counts:
                found.update(tree.tokens)
                nearest = depth
            continue
        wanted = wanted or _kind(tree)
        if depth == 0 or wanted is None or tree.tag in wanted:
            fitting = wanted is not None and tree.tag in wanted
            queue.extend((child, depth + 1) for child in tree.children if fitting or isinstance(child, Node))
    return frozenset(found)


def _kind(node: Node) -> frozenset[str] | None:
    if node.tag in NOMINAL_ROOTS:
        return NOMINAL
    return VERBAL if node.tag in VERBAL else None
