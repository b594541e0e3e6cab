"""Scoring one document after the other, as a training loop does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast

from corefscore.core.corpus import Corpus
from corefscore.core.settings import Settings
from corefscore.formats.memory import KEY, RESPONSE, ClusterColumns, Clusters
from corefscore.metrics.registry import find_metrics
from corefscore.result import Counts, Result, Side, counted_metrics
from corefscore.scoring import Input, count, is_paths, prepare, read_both

MENTIONS_AT_ONCE = 100_000


class Scorer:
    """Collects documents and scores many of them at once; of those it keeps the counts only.

    >>> scorer = Scorer(metrics=["muc"])
    >>> scorer.update([["a", "b"]], [["a", "b"]])
    >>> scorer.update([["a", "b", "c"]], [["a", "b"], ["c"]])
    >>> round(scorer.compute()["muc"].recall, 3)
    0.667
    """

    def __init__(self, metrics: Iterable[str] | None = None, *, profile: str | None = None, **policies: str) -> None:
        self.settings = Settings.of(profile, **policies)
        self.metrics = find_metrics(metrics, self.settings.blanc, profile)
        self.reset()

    def reset(self) -> None:
        """Forget all documents."""
        self._waiting = ClusterColumns()
        self._names: list[str | None] = []
        self._counts: list[Counts] = []
        self._sides = (Side(KEY.name), Side(RESPONSE.name))

    def update(self, key: Input, response: Input, name: str | None = None) -> None:
        """Add a document as two lists of clusters, or several as dicts, corpora or files.

        What is wrong with them is told at once, and they are not added.
        """
        if any(isinstance(side, (Mapping, Corpus)) or is_paths(side) for side in (key, response)):
            self._score_waiting()
            self._score(*read_both(key, response))
            self._names += self._counts[-1].documents
            return
        shown = str(len(self._names)) if name is None else name
        documents = cast("tuple[Clusters, Clusters]", (key, response))
        if not self._waiting.add(shown, *documents, with_repeats=False):
            self._score_waiting()
            alone = ClusterColumns()
            alone.add(shown, *documents)
            self._score(*alone.corpora())
        self._names.append(name)
        if len(self._waiting) >= MENTIONS_AT_ONCE:
            self._score_waiting()

    def compute(self) -> Result:
        """The scores of all documents so far."""
        self._score_waiting()
        if not self._counts:
            self._score(*ClusterColumns().corpora())
        return Result(self.metrics, Counts.joined(self._unique_names(), self._counts), self.settings, *self._sides)

    def _unique_names(self) -> list[str]:
        """The names given, and numbers for documents without one."""
        given = Counter(name for name in self._names if name is not None)
        twice = [name for name, times in given.items() if times > 1]
        if twice:
            raise ValueError(f"two documents are named {twice[0]!r}; give each a name of its own, or none")
        unnamed = (str(number) if str(number) not in given else f"#{number}" for number in range(len(self._names)))
        return [number if name is None else name for name, number in zip(self._names, unnamed, strict=True)]

    def __add__(self, other: Scorer) -> Scorer:
        """A scorer with the documents of both."""
        ours, theirs = ([metric.name for metric in scorer.metrics] for scorer in (self, other))
        if (self.settings, ours) != (other.settings, theirs):
            raise ValueError("scorers with different metrics or policies cannot be added")
        total = Scorer(ours, **self.settings.to_dict())
        for scorer in (self, other):
            scorer._score_waiting()
            total._names += scorer._names
            total._counts += scorer._counts
            key, response = zip(total._sides, scorer._sides, strict=True)
            total._sides = (key[0].plus(key[1]), response[0].plus(response[1]))
        return total

    def __radd__(self, other: object) -> Scorer:
        """What `sum` begins with."""
        return self if other == 0 else NotImplemented

    def __getstate__(self) -> dict[str, object]:
        self._score_waiting()
        return {**self.__dict__, "metrics": [metric.name for metric in self.metrics]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.metrics = find_metrics(state["metrics"], self.settings.blanc)

    def _score_waiting(self) -> None:
        if self._waiting.names:
            self._score(*self._waiting.corpora())
            self._waiting = ClusterColumns()

    def _score(self, key: Corpus, response: Corpus) -> None:
        matched = prepare(key, response, self.settings)
        self._counts.append(count(matched, counted_metrics(self.metrics), self.settings))
        key_side, response_side = self._sides
        self._sides = (key_side.plus(Side.of(matched.key)), response_side.plus(Side.of(matched.response)))
