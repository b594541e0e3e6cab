"""Minimum spans from parses (MINA): the words next to the root of a mention's parse, without deeper phrases.

The rules are those of Moosavi et al. (2019). Words directly below a node of the wanted kind count if one of them is
more than a determiner, a preposition or a conjunction. Each conjunct has its own minimum. A mention in which no word
counts is its own minimum.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from corefscore.formats.conll.words import Parsed

OPENED = re.compile(r"\(([^()*\s]+)")
NOMINAL, VERBAL = frozenset(["NP", "NM", "QP", "NX"]), frozenset(["VP"])
NOMINAL_ROOTS = frozenset(["NP", "NM"])
LIGHT = frozenset(["CC", "DT", "IN"])
BRACKETS = frozenset(["-LRB-", "-RRB-"])


class Leaf:
    """Adjacent words directly below a node."""

    def __init__(self, tokens: Sequence[int], words: Sequence[Parsed]) -> None:
        self.tokens = tokens
        self.counts = any(_counts(word) for word in words)


class Node:
    """A phrase."""

    def __init__(self, tag: str) -> None:
        self.tag = tag[:2]
        self.children: list[Tree] = []

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
    """The tokens of the minimum of a mention.

    >>> bits = [("the", "DT", "(NP(NP*"), ("use", "NN", "*)"), ("of", "IN", "(PP*"), ("art", "NN", "(NP*)))")]
    >>> sorted(minimum_span([Parsed(*bit) for bit in bits], 0, 3))
    [0, 1]
    """
    found = _minimum(_tree(words, start, end))
    return found or frozenset(range(start, end + 1))


def _tree(words: Sequence[Parsed], start: int, end: int) -> Tree:
    """The parse of some words; brackets that open before them or close after them are ignored."""
    top = Node("NP")
    open_nodes = [top]
    leaf_tokens: list[int] = []

    def end_leaf() -> None:
        if leaf_tokens:
            open_nodes[-1].children.append(Leaf(list(leaf_tokens), [words[token] for token in leaf_tokens]))
            leaf_tokens.clear()

    for token in range(start, end + 1):
        opening, _, closing = words[token].bit.partition("*")
        for tag in OPENED.findall(opening):
            end_leaf()
            node = Node(tag)
            open_nodes[-1].children.append(node)
            open_nodes.append(node)
        leaf_tokens.append(token)
        for _ in range(closing.count(")")):
            end_leaf()
            if len(open_nodes) > 1:
                open_nodes.pop()
    end_leaf()
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
    """The kind of phrases that can have the minimum."""
    if root.tag in VERBAL:
        return VERBAL
    tags = {child.tag for child in root.phrases}
    if root.tag not in NOMINAL_ROOTS and not tags & NOMINAL_ROOTS and tags & VERBAL:
        return VERBAL
    return NOMINAL


def _nearest(root: Node, wanted: frozenset[str] | None) -> frozenset[int]:
    """The words that are fewest steps below a phrase, where all steps go through phrases of the wanted kind.

    Without a wanted kind, the first nominal or verbal phrase decides.
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
