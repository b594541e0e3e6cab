"""Key and response over the same tokens, although only one of them may have an empty node.

What compares the places of mentions, or shows both sides in one text, needs tokens that mean the same on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers, order_by, ranges
from corefscore.core.corpus import Corpus, EmptyNodes, Origin, Origins, Parts
from corefscore.core.views import NO_WORD
from corefscore.formats.collecting import GivenText
from corefscore.matching.empty_names import empty_names
from corefscore.matching.matched import Matched

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]

NOTHING = EmptyNodes(ints([]), ints([]), ints([]), ints([]), ())


def on_same_tokens(matched: Matched) -> Matched:
    """The same mentions and matches; both sides have the empty nodes of either, and count tokens alike."""
    sides = (matched.key, matched.response)
    if not any(side.origins.have_empty_nodes for side in sides):
        return matched
    names = empty_names(*sides, matched.zeros)
    places = [_places(*each) for each in zip(*(side.origins for side in sides), *names, strict=True)]
    if all(place.is_as_before for place in places):
        return matched
    key, response = (_moved(side, [place[number] for place in places]) for number, side in enumerate(sides))
    key_order, response_order = (order_by(*side.span) for side in (key, response))
    return replace(matched, key=key, response=response).take(key_order, response_order)


class Place(NamedTuple):
    """A document of one side: where its words and empty nodes are among the tokens of both, and what is there."""

    own: EmptyNodes
    all_nodes: EmptyNodes
    node: Ints
    origin: Origin

    @property
    def is_as_before(self) -> bool:
        return len(self.own.token) == len(self.all_nodes.token) and bool((self.own.token == self.node).all())

    def tokens(self, token: Ints) -> Ints:
        """The new numbers of some tokens."""
        before = np.searchsorted(self.own.token, token)
        is_node = np.append(self.own.token, -1)[before] == token
        word = token - before
        moved = word + np.searchsorted(self.all_nodes.word, word, "right")
        return np.where(is_node, np.append(self.node, 0)[before], moved)

    def may_part(self, start: Ints, end: Ints) -> Bools:
        """Which stretches of tokens have an empty node of either side among them, and so may come apart."""
        own = np.searchsorted(self.own.token, end, "right") > np.searchsorted(self.own.token, start)
        longer = self.tokens(end) - self.tokens(start) != end - start
        found: Bools = (own | longer) & (start < end)
        return found


class Places(NamedTuple):
    """The same document on both sides."""

    key: Place
    response: Place

    @property
    def is_as_before(self) -> bool:
        return self.key.is_as_before and self.response.is_as_before


def _places(ours: Origin, theirs: Origin, our_names: Ints, their_names: Ints) -> Places:
    """Where tokens go: words and empty nodes of the key in their order, further nodes of the response behind those."""
    key, response = ours.empty or NOTHING, theirs.empty or NOTHING
    fresh = np.flatnonzero(their_names >= len(our_names))
    word, sentence = (
        np.concatenate([getattr(key, name), getattr(response, name)[fresh]]) for name in ("word", "sentence")
    )
    order = order_by(word, sentence)
    number = np.empty_like(order)
    number[order] = numbers(len(order))
    of_key = number[: len(our_names)]
    of_response = np.empty_like(their_names)
    of_response[fresh] = number[len(our_names) :]
    old = np.flatnonzero(their_names < len(our_names))
    of_response[old] = of_key[their_names[old]]
    nodes = EmptyNodes(word[order] + numbers(len(order)), word[order], numbers(len(order)), sentence[order], ())
    our_ties, their_ties = _ties(key, of_key), _ties(response, of_response)
    key_place, response_place = (
        Place(
            own, nodes._replace(dependency=tuple(ties[node] for node in range(len(order)))), nodes.token[place], origin
        )
        for own, place, origin, ties in (
            (key, of_key, ours, their_ties | our_ties),
            (response, of_response, theirs, our_ties | their_ties),
        )
    )
    places = Places(key_place, response_place)
    if places.is_as_before:
        return places
    text = _text(key_place, response_place, fresh)
    return Places(*(each._replace(origin=each.origin._replace(text=text, empty=each.all_nodes)) for each in places))


def _ties(nodes: EmptyNodes, number: Ints) -> dict[int, Dependency]:
    """What each node depends on, all by their new numbers."""
    return {
        int(number[row]): tuple(
            (parent if parent is None or parent >= 0 else ~int(number[~parent]), relation)
            for parent, relation in dependency
        )
        for row, dependency in enumerate(nodes.dependency)
    }


def _text(key: Place, response: Place, fresh: Ints) -> GivenText | None:
    """The text of the key with the further nodes of the response; None where the words are not known."""
    if key.origin.text is None:
        return None
    words = [(place, word) for place, sentence in enumerate(key.origin.text.sentences) for word in sentence]
    found = dict(zip(key.tokens(numbers(len(words))).tolist(), words, strict=True))
    theirs = [word for sentence in response.origin.text.sentences for word in sentence] if response.origin.text else []
    for node in fresh.tolist():
        token = int(response.own.token[node])
        form = theirs[token] if token < len(theirs) else NO_WORD
        found[int(response.node[node])] = (int(response.own.sentence[node]), form)
    listed = [found[token] for token in sorted(found)]
    return GivenText([[word for _, word in group] for _, group in groupby(listed, key=lambda each: each[0])])


def _moved(corpus: Corpus, places: Sequence[Place]) -> Corpus:
    """A corpus over other tokens; its mentions are in the old order."""
    start, end = corpus.start.copy(), corpus.end.copy()
    head = corpus.extra["head"].copy() if "head" in corpus.extra else None
    apart = np.zeros(corpus.mentions, dtype=bool)
    for number, place in enumerate(places):
        rows = slice(*corpus.document_bounds[number : number + 2].tolist())
        apart[rows] = place.may_part(start[rows], end[rows])
        start[rows], end[rows] = place.tokens(start[rows]), place.tokens(end[rows])
        if head is not None:
            head[rows] = np.where(head[rows] >= 0, place.tokens(np.maximum(head[rows], 0)), head[rows])
    shapes: dict[Parts, int] = {}
    shape = np.zeros(corpus.mentions, dtype=np.int64)
    for row in np.flatnonzero(apart | (corpus.extra.get("shape", shape) > 0)).tolist():
        parts = _parts(corpus.parts(row), places[int(corpus.document[row])])
        start[row], end[row] = parts[0][0], parts[-1][1]
        if len(parts) > 1:
            shape[row] = shapes.setdefault(parts, len(shapes) + 1)
    extra = {**corpus.extra, "shape": shape} if shapes or "shape" in corpus.extra else dict(corpus.extra)
    if head is not None:
        extra["head"] = head
    if "minimum" in corpus.extra:
        extra["minimum"] = _minimum(corpus, places, shapes)
    origins = Origins(place.origin for place in places)
    return replace(corpus, origins=origins, start=start, end=end, extra=extra, shapes=tuple(shapes))


def _minimum(corpus: Corpus, places: Sequence[Place], shapes: dict[Parts, int]) -> Ints:
    minimum: Ints = corpus.extra["minimum"].copy()
    for row in np.flatnonzero(minimum).tolist():
        parts = _parts(corpus.shapes[int(minimum[row]) - 1], places[int(corpus.document[row])])
        minimum[row] = shapes.setdefault(parts, len(shapes) + 1)
    return minimum


def _parts(parts: Parts, place: Place) -> Parts:
    """The same tokens by their new numbers."""
    first, last = (ints(side) for side in zip(*parts, strict=True))
    tokens = np.sort(place.tokens(ranges(first, last - first + 1)))
    begins = np.flatnonzero(np.diff(tokens, prepend=-2) > 1)
    ends = np.append(begins[1:], len(tokens)) - 1
    return tuple(zip(tokens[begins].tolist(), tokens[ends].tolist(), strict=True))
