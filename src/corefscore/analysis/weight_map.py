"""The weight of each mention of a corpus, and the distribution of weights over the discourse.

Holen (2013) ends with a question: information weights "conform to discourse structure"; what is the pattern? Two views
answer this question. One view follows each entity: does its first mention have a higher weight than later mentions? The
other view follows each document, from its beginning to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, order_by, runs
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable
from corefscore.core.plots import panels
from corefscore.core.settings import UNWEIGHTED, weights_policy
from corefscore.core.tables import Column, Table
from corefscore.matching.weights import Weights, weigh

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

PARTS = 10
"""The number of parts of equal length into which a document is divided."""
ORDERS = (("1", 1), ("2", 2), ("3", 3), ("4 to 5", 5), ("6 to 10", 10), ("above 10", np.iinfo(np.int64).max))
"""Classes of mentions by their order in the entity: the title of each class, and the number of its last mention."""


@dataclass(frozen=True, eq=False)
class WeightMap(Exportable):
    """The weights of the mentions of a corpus.

    Parameters
    ----------
    corpus : Corpus
        The mentions.
    weight : array of float
        The weight of each mention.
    how : str
        The name of the weights: `information`, `tokens`, or `given`.
    only_summary : bool
        Whether the tables for readers leave out the list of mentions.

    Examples
    --------
    >>> import corefscore
    >>> corpus = corefscore.score([["Ann Lee", "she", "her"], ["the old dog", "it"]], []).mentions().key
    >>> print(WeightMap.of(corpus).by_order().to_text())
    Mention of its entity  Mentions  Mean weight  First mentions %
    ---------------------  --------  -----------  ----------------
    1                             2         1.79            100.00
    2                             2         0.10              0.00
    3                             1         0.10              0.00
    """

    corpus: Corpus
    weight: Floats
    how: str
    only_summary: bool = False

    def __repr__(self) -> str:
        return f"<WeightMap of {self.corpus.mentions:,} mentions: {self.how}>"

    @classmethod
    def of(cls, corpus: Corpus, how: Weights = "information") -> WeightMap:
        """Return the weights of one corpus.

        Parameters
        ----------
        corpus : Corpus
            The mentions.
        how : str, path or callable
            `information`, `tokens`, the path of a file, or a function of a mention.

        Returns
        -------
        WeightMap
            The weight of each mention.
        """
        weighed, _ = weigh(corpus, corpus, how)
        weight = np.ones(corpus.mentions) if weighed.weight is None else weighed.weight
        return cls(corpus, weight, weights_policy(how) or UNWEIGHTED)

    def summary(self) -> WeightMap:
        """Return the same weights without the list of mentions."""
        return replace(self, only_summary=True)

    @property
    def order(self) -> Ints:
        """The number of each mention in its entity, from 1, in the order of the text."""
        rows = order_by(self.corpus.entity, self.corpus.start, self.corpus.end)
        first = changes(self.corpus.entity[rows])
        found = np.empty(len(rows), dtype=np.int64)
        found[rows] = 1 + numbers(len(rows)) - np.flatnonzero(first)[runs(first)]
        return found

    @property
    def part(self) -> Ints:
        """The part of the document in which each mention begins, from 0."""
        lengths = np.ones(len(self.corpus), dtype=np.int64)
        np.maximum.at(lengths, self.corpus.document, self.corpus.end + 1)
        for number, document in enumerate(self.corpus):
            lengths[number] = max(lengths[number], len(document.tokens or ()))
        return PARTS * self.corpus.start // lengths[self.corpus.document]

    def table(self) -> Table:
        """Return a row for each mention, in the order of the text."""
        columns = (
            Column("Document", "document"),
            Column("Start", "start", "count"),
            Column("End", "end", "count"),
            Column("Entity", "entity"),
            Column("No.", "number", "count"),
            Column("Weight", "weight", "number"),
            Column("Mention", "text"),
        )
        order, weight = self.order.tolist(), self.weight.tolist()
        rows = []
        for document in self.corpus:
            for mention in document.mentions:
                label = self.corpus.label(mention.entity)
                span = (document.name, mention.start, mention.end, label)
                rows.append([*span, order[mention.row], weight[mention.row], mention.text])
        return Table(columns, rows, foot=[f"weights: {self.how}"])

    def tables(self) -> list[Table]:
        maps = [self.by_order(), self.by_position()]
        return maps if self.only_summary else [self.table(), *maps]

    def by_order(self) -> Table:
        """Return the mean weight of first, second and later mentions of entities."""
        classes = np.searchsorted([last for _, last in ORDERS], self.order)
        return self._map(Column("Mention of its entity", "order"), classes, [title for title, _ in ORDERS])

    def by_position(self) -> Table:
        """Return the mean weight in each part of documents, from the beginning to the end."""
        titles = [f"{100 * part // PARTS} to {100 * (part + 1) // PARTS} %" for part in range(PARTS)]
        return self._map(Column("Part of the document", "part"), self.part, titles)

    def _map(self, first: Column, classes: Ints, titles: list[str]) -> Table:
        columns = (
            first,
            Column("Mentions", "mentions", "count"),
            Column("Mean weight", "weight", "number"),
            Column("First mentions %", "first", "percent"),
        )
        order = self.order
        rows = []
        for number, title in enumerate(titles):
            inside = classes == number
            if inside.any():
                rows.append(
                    [title, int(inside.sum()), float(self.weight[inside].mean()), float((order[inside] == 1).mean())]
                )
        return Table(columns, rows)

    def to_dict(self) -> dict[str, object]:
        maps = {"by_order": self.by_order().to_records(), "by_position": self.by_position().to_records()}
        mentions = {} if self.only_summary else {"mentions": self.table().to_records()}
        return {"weights": self.how, **mentions, **maps}

    def figure(self) -> Picture:
        """Return a picture: the mean weight along entities, and along documents."""
        figure, axes = panels(1, 2, width=4.5, height=3.2)
        for axis, table, title in zip(
            axes, (self.by_order(), self.by_position()), ("Mention of its entity", "Part of the document"), strict=True
        ):
            records = table.to_records()
            names = [str(next(iter(record.values()))) for record in records]
            axis.bar(range(len(names)), [float(str(record["weight"])) for record in records])
            axis.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
            axis.set_xlabel(title)
        axes[0].set_ylabel(f"mean weight ({self.how})")
        return figure
