"""What is in a corpus, in numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, order_by
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable
from corefscore.core.tables import Column, Table
from corefscore.core.views import CHARACTER, NAME, TOKEN


@dataclass(frozen=True)
class Census(Exportable):
    """The numbers of a corpus. A number that is not known is None.

    `nested` is the greatest number of mentions that are inside one another, `crossing` how many mentions overlap
    another one without either being inside the other. Both look at mentions from their first word to their last.

    Examples
    --------
    >>> import corefscore
    >>> matched = corefscore.score([["a", "b"], ["c"]], [["a"]]).mentions()
    >>> Census.of(matched.key)
    <Census of 1 documents: 3 mentions, 2 entities, 1 singletons>
    """

    documents: int
    tokens: int | None
    characters: int | None
    mentions: int
    entities: int
    singletons: int
    longest_entity: int
    discontinuous: int
    zeros: int
    nested: int | None
    crossing: int | None

    @classmethod
    def of(cls, corpus: Corpus) -> Census:
        """Count a corpus."""
        sizes = corpus.entity_sizes
        places = not any(origin.unit == NAME for origin in corpus.origins)
        start, end = _distinct(corpus)
        return cls(
            documents=len(corpus),
            tokens=_length(corpus, TOKEN) if places else None,
            characters=_length(corpus, CHARACTER) if places else None,
            mentions=corpus.mentions,
            entities=len(sizes),
            singletons=int((sizes == 1).sum()),
            longest_entity=int(sizes.max(initial=0)),
            discontinuous=_count(corpus, "shape"),
            zeros=_count(corpus, "zero"),
            nested=deepest(start, end) if places else None,
            crossing=int(crossing(start, end).sum()) if places else None,
        )

    def __repr__(self) -> str:
        entities = f"{self.mentions:,} mentions, {self.entities:,} entities, {self.singletons:,} singletons"
        return f"<Census of {self.documents:,} documents: {entities}>"

    def table(self) -> Table:
        """A row for each number that is known."""
        known = {name: number for name, number in self.to_dict().items() if number is not None}
        columns = [Column("", "statistic"), Column("Number", "number", "count")]
        return Table(columns, [[TITLES[name], number] for name, number in known.items()])

    def full_table(self) -> Table:
        """One row with all numbers."""
        numbers = self.to_dict()
        return Table([Column(TITLES[name], name, "count") for name in numbers], [list(numbers.values())])

    def to_dict(self) -> dict[str, int | None]:
        """All numbers by name."""
        return asdict(self)


TITLES = {
    "documents": "documents",
    "tokens": "tokens",
    "characters": "characters",
    "mentions": "mentions",
    "entities": "entities",
    "singletons": "entities of one mention",
    "longest_entity": "mentions of the longest entity",
    "discontinuous": "mentions with gaps",
    "zeros": "zeros",
    "nested": "mentions inside one another, at most",
    "crossing": "mentions that cross another",
}


def _count(corpus: Corpus, column: str) -> int:
    return int(np.count_nonzero(corpus.extra[column])) if column in corpus.extra else 0


def _length(corpus: Corpus, unit: str) -> int | None:
    """How many tokens or characters there are; None if a text is not known, or no document is counted in them."""
    documents = [document for document in corpus if document.origin.unit == unit]
    texts = [document.origin.text for document in documents]
    if not texts or any(text is None for text in texts):
        return None
    return sum(len(sentence) for text in texts if text is not None for sentence in text.sentences)


def _distinct(corpus: Corpus) -> tuple[Ints, Ints]:
    """First and last places of the different spans, those of each document behind those of the one before."""
    first = changes(corpus.document, corpus.start, corpus.end)
    document, start, end = corpus.document[first], corpus.start[first], corpus.end[first]
    before = document * (int(corpus.end.max(initial=0)) + 1)
    return before + start, before + end


def deepest(start: Ints, end: Ints) -> int:
    """The longest row of spans each of which is inside the one before.

    >>> from corefscore.core.arrays import ints
    >>> deepest(ints([0, 1, 1, 4]), ints([5, 3, 2, 6]))
    3
    """
    order = order_by(start, int(end.max(initial=0)) - end)
    tails: list[int] = []  # the smallest loss of length with which a row of each length can end
    for last in (-end[order]).tolist():
        place = bisect_right(tails, last)
        tails[place : place + 1] = [last]
    return len(tails)


def crossing(start: Ints, end: Ints) -> Bools:
    """Whether each span overlaps another one without either being inside the other.

    >>> from corefscore.core.arrays import ints
    >>> crossing(ints([0, 1, 3]), ints([2, 4, 4])).tolist()
    [True, True, False]
    """
    by_start, by_end = order_by(start), order_by(end)
    begins_inside = _range(end[by_start], np.maximum, start[by_start], start + 1, end + 1, -1)
    ends_inside = _range(start[by_end], np.minimum, end[by_end], start, end, int(end.max(initial=0)) + 1)
    found: Bools = (begins_inside > end) | (ends_inside < start)
    return found


def _range(values: Ints, best: Callable[..., Ints], keys: Ints, low: Ints, high: Ints, nothing: int) -> Ints:
    """The best of the values whose keys are from `low` to before `high`, for many such stretches at once."""
    first, stop = np.searchsorted(keys, low), np.searchsorted(keys, high)
    levels = [values]  # the best of 1, 2, 4, 8 ... values from each place on
    while 1 << len(levels) <= len(values):
        half = 1 << (len(levels) - 1)
        levels.append(best(levels[-1][:-half], levels[-1][half:]))
    found = np.full(len(first), nothing, dtype=np.int64)
    length = stop - first
    for power, level in enumerate(levels):
        rows = np.flatnonzero((length >> power) == 1)
        found[rows] = best(level[first[rows]], level[stop[rows] - (1 << power)])
    return found
