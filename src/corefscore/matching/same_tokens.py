"""Put key and response on the same tokens, even if only one of them has an empty node, and find overlapping mentions.

Views that compare positions of mentions, or that show both sides in one text, need token numbers with the same meaning
on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, ints, numbers, order_by, ranges
from corefscore.core.corpus import Corpus, Origin, Origins, Parts
from corefscore.core.texts import EmptyNodes
from corefscore.core.views import NO_WORD
from corefscore.formats.builder import GivenText
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.mention_words import number_nodes

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]

NO_NODES = EmptyNodes(ints([]), ints([]), ints([]), ints([]), ())


def on_same_tokens(matched: Matched) -> Matched:
    """Return the same mentions and matches on common tokens: the words, and the empty nodes of both sides."""
    sides = (matched.key, matched.response)
    if not any(side.origins.have_empty_nodes for side in sides):
        return matched
    nodes = number_nodes(*sides, matched.zeros)
    maps = [_token_maps(*each) for each in zip(*(side.origins for side in sides), *nodes, strict=True)]
    if all(both.are_identities for both in maps):
        return matched
    key, response = (_moved(side, [both[number] for both in maps]) for number, side in enumerate(sides))
    key_order, response_order = (order_by(*side.span) for side in (key, response))
    return replace(matched, key=key, response=response).take(key_order, response_order)


class TokenMap(NamedTuple):
    """Maps the tokens of one side of a document to the common tokens.

    `own` are the empty nodes of this side, `common` are those of both. `node` has the common token of each own node.
    """

    own: EmptyNodes
    common: EmptyNodes
    node: Ints
    origin: Origin

    @property
    def is_identity(self) -> bool:
        """Whether all tokens keep their numbers."""
        return len(self.own.token) == len(self.common.token) and bool((self.own.token == self.node).all())

    def moved(self, token: Ints) -> Ints:
        """Return the common numbers of the tokens."""
        before = np.searchsorted(self.own.token, token)
        is_node = np.append(self.own.token, -1)[before] == token
        word = token - before
        moved_word = word + np.searchsorted(self.common.word, word, "right")
        return np.where(is_node, np.append(self.node, 0)[before], moved_word)

    def may_split(self, start: Ints, end: Ints) -> Bools:
        """Return whether each span contains an empty node of either side, so that it may get a gap."""
        own = np.searchsorted(self.own.token, end, "right") > np.searchsorted(self.own.token, start)
        longer = self.moved(end) - self.moved(start) != end - start
        found: Bools = (own | longer) & (start < end)
        return found


class TokenMaps(NamedTuple):
    """The maps of both sides of one document."""

    key: TokenMap
    response: TokenMap

    @property
    def are_identities(self) -> bool:
        """Whether all tokens of both sides keep their numbers."""
        return self.key.is_identity and self.response.is_identity


def _token_maps(ours: Origin, theirs: Origin, our_numbers: Ints, their_numbers: Ints) -> TokenMaps:
    """Map the tokens of both sides. Further nodes of the response come after the nodes of the key."""
    key, response = ours.empty or NO_NODES, theirs.empty or NO_NODES
    new = np.flatnonzero(their_numbers >= len(our_numbers))
    word, sentence = (
        np.concatenate([getattr(key, name), getattr(response, name)[new]]) for name in ("word", "sentence")
    )
    order = order_by(word, sentence)
    count = numbers(len(order))
    index = np.empty_like(order)
    index[order] = count
    key_index, new_index = index[: len(our_numbers)], index[len(our_numbers) :]
    response_index = np.empty_like(their_numbers)
    response_index[new] = new_index
    old = np.flatnonzero(their_numbers < len(our_numbers))
    response_index[old] = key_index[their_numbers[old]]
    common = EmptyNodes(word[order] + count, word[order], count, sentence[order], ())
    our_parents, their_parents = _parents(key, key_index), _parents(response, response_index)
    maps = TokenMaps(
        _token_map(key, common, key_index, ours, their_parents | our_parents),
        _token_map(response, common, response_index, theirs, our_parents | their_parents),
    )
    return maps if maps.are_identities else _with_text(maps, _text(maps, new))


def _token_map(
    own: EmptyNodes, common: EmptyNodes, index: Ints, origin: Origin, parents: dict[int, Dependency]
) -> TokenMap:
    dependency = tuple(parents[node] for node in range(len(common.token)))
    return TokenMap(own, common._replace(dependency=dependency), common.token[index], origin)


def _with_text(maps: TokenMaps, text: GivenText | None) -> TokenMaps:
    return TokenMaps(*(each._replace(origin=each.origin._replace(text=text, empty=each.common)) for each in maps))


def _parents(nodes: EmptyNodes, index: Ints) -> dict[int, Dependency]:
    """Return the parents of each node. Empty nodes have their common numbers."""
    return {
        int(index[row]): tuple(
            (parent if parent is None or parent >= 0 else ~int(index[~parent]), relation)
            for parent, relation in dependency
        )
        for row, dependency in enumerate(nodes.dependency)
    }


class _Text(GivenText):
    """The words of both sides, and their parts of speech if they are known."""

    def __init__(self, sentences: list[list[str]], tags: list[str] | None) -> None:
        super().__init__(sentences)
        self.tags = tags


def _text(maps: TokenMaps, new: Ints) -> _Text | None:
    """Return the text of the key with the new nodes of the response, or None if the words are not known."""
    key, response = maps
    if key.origin.text is None:
        return None
    words = [(sentence, word) for sentence, line in enumerate(key.origin.text.sentences) for word in line]
    tags: list[str] | None = getattr(key.origin.text, "tags", None)
    moved = key.moved(numbers(len(words))).tolist()
    found = dict(zip(moved, words, strict=True))
    found_tags = dict(zip(moved, tags or (), strict=False))
    theirs = [word for sentence in response.origin.text.sentences for word in sentence] if response.origin.text else []
    for node in new.tolist():
        token = int(response.own.token[node])
        form = theirs[token] if token < len(theirs) else NO_WORD
        found[int(response.node[node])] = (int(response.own.sentence[node]), form)
    listed = [found[token] for token in sorted(found)]
    sentences = [[word for _, word in group] for _, group in groupby(listed, key=lambda each: each[0])]
    return _Text(sentences, None if tags is None else [found_tags.get(token, NO_WORD) for token in sorted(found)])


def _moved(corpus: Corpus, maps: Sequence[TokenMap]) -> Corpus:
    """Return the corpus on the common tokens. Its mentions are still in the old order."""
    start, end = corpus.start.copy(), corpus.end.copy()
    extra = dict(corpus.extra)
    if "head" in extra:
        extra["head"] = extra["head"].copy()
    split = np.zeros(corpus.mentions, dtype=bool)
    for number, token_map in enumerate(maps):
        rows = corpus.view(number).rows
        split[rows] = token_map.may_split(start[rows], end[rows])
        start[rows], end[rows] = token_map.moved(start[rows]), token_map.moved(end[rows])
        if "head" in extra:
            head = extra["head"][rows]
            extra["head"][rows] = np.where(head >= 0, token_map.moved(np.maximum(head, 0)), head)
    shapes: dict[Parts, int] = {}
    shape = np.zeros(corpus.mentions, dtype=np.int64)
    for row in np.flatnonzero(split | (corpus.extra.get("shape", shape) > 0)).tolist():
        parts = _moved_parts(corpus.parts(row), maps[int(corpus.document[row])])
        start[row], end[row] = parts[0][0], parts[-1][1]
        if len(parts) > 1:
            shape[row] = shapes.setdefault(parts, len(shapes) + 1)
    if shapes or "shape" in extra:
        extra["shape"] = shape
    if "minimum" in extra:
        extra["minimum"] = _moved_minima(corpus, maps, shapes)
    origins = Origins(token_map.origin for token_map in maps)
    return replace(corpus, origins=origins, start=start, end=end, extra=extra, shapes=tuple(shapes))


def _moved_minima(corpus: Corpus, maps: Sequence[TokenMap], shapes: dict[Parts, int]) -> Ints:
    minimum: Ints = corpus.extra["minimum"].copy()
    for row in np.flatnonzero(minimum).tolist():
        parts = _moved_parts(corpus.shapes[int(minimum[row]) - 1], maps[int(corpus.document[row])])
        minimum[row] = shapes.setdefault(parts, len(shapes) + 1)
    return minimum


def _moved_parts(parts: Parts, token_map: TokenMap) -> Parts:
    """Return the same tokens with their common numbers."""
    first, last = (ints(side) for side in zip(*parts, strict=True))
    tokens = np.sort(token_map.moved(ranges(first, last - first + 1)))
    begins = np.flatnonzero(np.diff(tokens, prepend=-2) > 1)
    ends = np.append(begins[1:], len(tokens)) - 1
    return tuple(zip(tokens[begins].tolist(), tokens[ends].tolist(), strict=True))


class Correspondence(NamedTuple):
    """One-to-one pairs of mentions that correspond, and the similarity of each pair."""

    key: Ints
    response: Ints
    likeness: Floats


def overlapping_pairs(key: Corpus, response: Corpus) -> Pairs:
    """Return all pairs of mentions that share a token.

    The work is linear in mentions and pairs, because mentions are in the order of the text.
    """
    pairs = _pairs_of_spans(key, response)
    return pairs if not (key.shapes or response.shapes) else pairs.take(shared_tokens(key, response, pairs) > 0)


def _pairs_of_spans(key: Corpus, response: Corpus) -> Pairs:
    """Return all pairs of mentions that overlap when their gaps are filled."""
    key_begin, response_begin = _positions(key, response)
    # If two spans overlap, one begins inside the other: the response span in the key span, or the reverse.
    length = key.end - key.start
    first = np.searchsorted(response_begin, key_begin)
    last = np.searchsorted(response_begin, key_begin + length, side="right")
    in_key = Pairs(np.repeat(numbers(key.mentions), last - first), ranges(first, last - first))
    length = response.end - response.start
    first = np.searchsorted(key_begin, response_begin, side="right")
    last = np.searchsorted(key_begin, response_begin + length, side="right")
    in_response = Pairs(ranges(first, last - first), np.repeat(numbers(response.mentions), last - first))
    return Pairs(*(np.concatenate(both) for both in zip(in_key, in_response, strict=True)))


def _positions(key: Corpus, response: Corpus) -> tuple[Ints, Ints]:
    """Return the position at which each mention begins, in one text of all documents without overlaps."""
    width = 1 + max(int(side.end.max(initial=0)) for side in (key, response))
    return key.document * width + key.start, response.document * width + response.start


def dice(key: Corpus, response: Corpus, pairs: Pairs) -> Floats:
    """Return Dice's coefficient of each pair: twice the shared tokens, divided by the tokens of both mentions."""
    likeness: Floats = 2 * shared_tokens(key, response, pairs) / (key.sizes[pairs.key] + response.sizes[pairs.response])
    return likeness


def shared_tokens(key: Corpus, response: Corpus, pairs: Pairs) -> Ints:
    """Return how many tokens the two mentions of each pair share. The spans of each pair overlap."""
    last = np.minimum(key.end[pairs.key], response.end[pairs.response])
    shared: Ints = last - np.maximum(key.start[pairs.key], response.start[pairs.response]) + 1
    gaps = np.isin(pairs.key, key.rows_with_gaps) | np.isin(pairs.response, response.rows_with_gaps)
    for index in np.flatnonzero(gaps).tolist():
        sides = ((key, pairs.key), (response, pairs.response))
        ours, theirs = ({*_tokens(side.parts(int(rows[index])))} for side, rows in sides)
        shared[index] = len(ours & theirs)
    return shared


def _tokens(parts: Parts) -> Iterator[int]:
    return (token for start, end in parts for token in range(start, end + 1))


def correspondence(matched: Matched) -> Correspondence:
    """Return the mentions that match and, of the others, all pairs in which each mention is the other's closest one.

    The closest mention is the one with the greatest Dice coefficient. Among equals, it is the first in the text. If key
    and response are exchanged, the same mentions correspond.
    """
    key, response = matched.key, matched.response
    key_rows, response_rows = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    rest = overlapping_pairs(key.take(key_rows), response.take(response_rows))
    rest = Pairs(key_rows[rest.key], response_rows[rest.response])
    likeness = dice(key, response, rest)
    chosen = _mutual(key, response, rest, likeness)
    return Correspondence(
        np.concatenate([matched.pairs.key, rest.key[chosen]]),
        np.concatenate([matched.pairs.response, rest.response[chosen]]),
        np.concatenate([np.ones(len(matched.pairs.key)), likeness[chosen]]),
    )


def _mutual(key: Corpus, response: Corpus, pairs: Pairs, likeness: Floats) -> Ints:
    """Return the pairs that come first for both of their mentions."""
    starts = key.start[pairs.key], response.start[pairs.response]
    ends = key.end[pairs.key], response.end[pairs.response]
    # The partners of one mention differ, so the sum of positions distinguishes its pairs on either side.
    order = np.lexsort((ends[0] + ends[1], starts[0] + starts[1], -likeness))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = numbers(len(order))
    best = []
    for rows, side in ((pairs.key, key), (pairs.response, response)):
        first = np.full(side.mentions, len(order), dtype=np.int64)
        first[rows[order][::-1]] = numbers(len(order))[::-1]
        best.append(first[rows] == rank)
    return np.flatnonzero(best[0] & best[1])
