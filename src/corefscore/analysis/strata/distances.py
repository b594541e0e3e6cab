"""Links to the closest antecedent, by their distance in tokens or in sentences.

Each mention of an entity, except the first, has a link to the previous mention of its entity. A link of the key is
found (recall) if both of its mentions match mentions of one response entity. Precision is the same for links of the
response. The distance is measured from first token to first token, or from sentence to sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from corefscore.analysis.strata.stratum import StratumCounts
from corefscore.core.arrays import Bools, Floats, Ints, numbers, order_by, sum_by
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.matching.matched import Matched
from corefscore.matching.positions import first_tokens

TOKENS = (0, 10, 50, 200, 1000)
SENTENCES = (0, 1, 2, 5, 10, 50)
"""The first distance of each range of distances."""


class ClosestLinks(NamedTuple):
    """A link for each mention that is not the first of its entity: its row, and the row of the mention before it."""

    anaphor: Ints
    antecedent: Ints

    @classmethod
    def of(cls, corpus: Corpus, position: Ints) -> ClosestLinks:
        """Return the links of one side, given the positions of its mentions."""
        order = order_by(corpus.entity, position)
        same = corpus.entity[order[1:]] == corpus.entity[order[:-1]]
        return cls(order[1:][same], order[:-1][same])

    def found(self, match: Ints, other: Corpus) -> Bools:
        """Return whether both mentions of each link match mentions of one entity of the other side."""
        ends = [match[rows] for rows in self]
        both = (ends[0] >= 0) & (ends[1] >= 0)
        entity = np.append(other.entity, -1)
        right: Bools = both & (entity[ends[0]] == entity[ends[1]])
        return right


def by_tokens(matched: Matched) -> Iterator[StratumCounts]:
    """Yield the links by their distance in tokens."""
    positions = [first_tokens(side, "distances") for side in (matched.key, matched.response)]
    return _by_distance(matched, positions, positions, TOKENS)


def by_sentences(matched: Matched) -> Iterator[StratumCounts]:
    """Yield the links by their distance in sentences.

    Raises
    ------
    InputError
        If a text is not divided into sentences.
    """
    positions = [first_tokens(side, "distances") for side in (matched.key, matched.response)]
    return _by_distance(matched, positions, [*map(_sentences, (matched.key, matched.response))], SENTENCES)


def _sentences(corpus: Corpus) -> Ints:
    """Return the number of the sentence in which each mention begins."""
    found = np.zeros(corpus.mentions, dtype=np.int64)
    for number, origin in enumerate(corpus.origins):
        rows = corpus.view(number).rows
        if rows.start == rows.stop:
            continue
        if origin.text is None or not origin.divided:
            message = f"document {origin.name!r} is not divided into sentences"
            raise fail(origin.source.name, origin.line, f"{message}; use distances in tokens (--by distance)")
        ends = np.cumsum([*map(len, origin.text.sentences)])
        found[rows] = np.searchsorted(ends, corpus.start[rows], "right")
    return found


def _by_distance(
    matched: Matched, positions: list[Ints], measured: list[Ints], begins: tuple[int, ...]
) -> Iterator[StratumCounts]:
    key, response = matched.key, matched.response
    sides = ((key, matched.response_row, response), (response, matched.key_row, key))
    documents, classes = len(key), len(begins)
    columns: list[Floats] = []
    for (own, match, other), position, measure in zip(sides, positions, measured, strict=True):
        links = ClosestLinks.of(own, position)
        distance = measure[links.anaphor] - measure[links.antecedent]
        code = own.document[links.anaphor] * classes + np.searchsorted(begins, distance, "right") - 1
        right = links.found(match, other)
        columns += [sum_by(code[chosen], 1, documents * classes) for chosen in (right, numbers(len(code)))]
    table = np.column_stack(columns).reshape(documents, classes, -1)
    for number, part in enumerate(range_names(begins)):
        yield StratumCounts(part, "antecedents", "Antecedents", table[:, number])


def range_names(begins: tuple[int, ...]) -> list[str]:
    """Return the names of ranges that begin at the given numbers.

    >>> range_names((0, 1, 2, 5))
    ['0', '1', '2-4', '5+']
    """
    ends = [*(begin - 1 for begin in begins[1:]), None]
    return [
        f"{begin}+" if end is None else f"{begin}" if begin == end else f"{begin}-{end}"
        for begin, end in zip(begins, ends, strict=True)
    ]
