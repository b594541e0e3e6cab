"""The statistics of a corpus: documents, mentions, entities, and nested and crossing mentions."""

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
    """The statistics of a corpus. A number that is not known is None.

    Parameters
    ----------
    documents, tokens, characters, mentions, entities : int
        The numbers of these. Tokens are counted if mentions are ranges of tokens, characters if mentions are ranges of
        characters.
    singletons : int
        The number of entities with one mention.
    longest_entity : int
        The number of mentions of the largest entity.
    discontinuous, zeros : int
        The number of mentions with gaps, and of mentions that have no word in the text.
    nested : int
        The greatest number of mentions that are nested, each inside another.
    crossing : int
        The number of mentions that overlap with another mention, while neither is inside the other. For `nested` and
        `crossing`, a mention reaches from its first word to its last word.
    nonreferring, elements, bridges : int
        The numbers of mentions that refer to nothing, of elements of plural entities, and of bridges; None if the
        corpus has none.

    Examples
    --------
    >>> import corefscore
    >>> Census.of(corefscore.score([["a", "b"], ["c"]], [["a"]]).mentions().key)
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
    nonreferring: int | None = None
    elements: int | None = None
    bridges: int | None = None

    @classmethod
    def of(cls, corpus: Corpus) -> Census:
        """Return the statistics of one corpus.

        Parameters
        ----------
        corpus : Corpus
            The corpus.

        Returns
        -------
        Census
            Its statistics.
        """
        sizes = corpus.entity_sizes
        has_spans = not any(origin.unit == NAME for origin in corpus.origins)
        start, end = _distinct(corpus)
        return cls(
            documents=len(corpus),
            tokens=_length(corpus, TOKEN) if has_spans else None,
            characters=_length(corpus, CHARACTER) if has_spans else None,
            mentions=corpus.mentions,
            entities=len(sizes),
            singletons=int((sizes == 1).sum()),
            longest_entity=int(sizes.max(initial=0)),
            discontinuous=_count(corpus, "shape"),
            zeros=_count(corpus, "zero"),
            nested=deepest(start, end) if has_spans else None,
            crossing=int(crossing(start, end).sum()) if has_spans else None,
            nonreferring=_nonreferring(corpus),
            elements=None if corpus.relations is None else len(corpus.relations.whole),
            bridges=None if corpus.relations is None else len(corpus.relations.anaphor),
        )

    def __repr__(self) -> str:
        entities = f"{self.mentions:,} mentions, {self.entities:,} entities, {self.singletons:,} singletons"
        return f"<Census of {self.documents:,} documents: {entities}>"

    def table(self) -> Table:
        """Return a row for each number that is known.

        Returns
        -------
        Table
            The titles and the numbers.
        """
        known = {name: number for name, number in self.to_dict().items() if number is not None}
        columns = [Column("", "statistic"), Column("Number", "number", "count")]
        return Table(columns, [[TITLES[name], number] for name, number in known.items()])

    def full_table(self) -> Table:
        """Return one row with all numbers.

        Returns
        -------
        Table
            A column for each number, even if it is not known.
        """
        numbers = self.to_dict()
        return Table([Column(TITLES[name], name, "count") for name in numbers], [list(numbers.values())])

    def to_dict(self) -> dict[str, int | None]:
        """Return all numbers by name. The numbers of relations are there only if the corpus has relations.

        Returns
        -------
        dict of str to (int or None)
            The numbers. A number that is not known is None.
        """
        return {name: number for name, number in asdict(self).items() if number is not None or name not in RELATIONS}


RELATIONS = ("nonreferring", "elements", "bridges")
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
    "nonreferring": "non-referring mentions",
    "elements": "elements of plural entities",
    "bridges": "bridges",
}


def _count(corpus: Corpus, column: str) -> int:
    return int(np.count_nonzero(corpus.extra[column])) if column in corpus.extra else 0


def _nonreferring(corpus: Corpus) -> int | None:
    refers = corpus.extra.get("referring")
    return None if refers is None else int(np.count_nonzero(~refers.astype(bool)))


def _length(corpus: Corpus, unit: str) -> int | None:
    """Return the number of tokens or characters; None if a text is not known, or no document uses this unit."""
    documents = [document for document in corpus if document.origin.unit == unit]
    texts = [document.origin.text for document in documents]
    if not texts or any(text is None for text in texts):
        return None
    return sum(len(sentence) for text in texts if text is not None for sentence in text.sentences)


def _distinct(corpus: Corpus) -> tuple[Ints, Ints]:
    """Return the first and last positions of the different spans. Positions continue from document to document."""
    first = changes(corpus.document, corpus.start, corpus.end)
    document, start, end = corpus.document[first], corpus.start[first], corpus.end[first]
    before = document * (int(corpus.end.max(initial=0)) + 1)
    return before + start, before + end


def deepest(start: Ints, end: Ints) -> int:
    """Return the length of the longest chain of spans, each inside the one before.

    >>> from corefscore.core.arrays import ints
    >>> deepest(ints([0, 1, 1, 4]), ints([5, 3, 2, 6]))
    3
    """
    order = order_by(start, int(end.max(initial=0)) - end)
    tails: list[int] = []  # for each length, the greatest end of a chain of this length, as a negative number
    for last in (-end[order]).tolist():
        length = bisect_right(tails, last)
        tails[length : length + 1] = [last]
    return len(tails)


def crossing(start: Ints, end: Ints) -> Bools:
    """Return whether each span crosses another span: they overlap, and neither is inside the other.

    >>> from corefscore.core.arrays import ints
    >>> crossing(ints([0, 1, 3]), ints([2, 4, 4])).tolist()
    [True, True, False]
    """
    by_start, by_end = order_by(start), order_by(end)
    begins_inside = _best_in_ranges(end[by_start], np.maximum, start[by_start], start + 1, end + 1, -1)
    ends_inside = _best_in_ranges(start[by_end], np.minimum, end[by_end], start, end, int(end.max(initial=0)) + 1)
    found: Bools = (begins_inside > end) | (ends_inside < start)
    return found


def _best_in_ranges(values: Ints, best: Callable[..., Ints], keys: Ints, low: Ints, high: Ints, nothing: int) -> Ints:
    """Return the best of the values whose keys are from `low` to before `high`, for many such ranges at once."""
    first, stop = np.searchsorted(keys, low), np.searchsorted(keys, high)
    levels = [values]  # the best of 1, 2, 4, 8 ... values from each row on
    while 1 << len(levels) <= len(values):
        half = 1 << (len(levels) - 1)
        levels.append(best(levels[-1][:-half], levels[-1][half:]))
    found = np.full(len(first), nothing, dtype=np.int64)
    length = stop - first
    for power, level in enumerate(levels):
        rows = np.flatnonzero((length >> power) == 1)
        found[rows] = best(level[first[rows]], level[stop[rows] - (1 << power)])
    return found
