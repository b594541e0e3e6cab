"""The populations that intervals and tests are tried on. They were fixed before any method was.

A population is a list of documents with the counts of two systems, A and B. A corpus is drawn from it with
replacement, so the true score of a system is its score on the whole population. Documents come from LitBank (100
documents of similar length, with singletons), from OntoGUM (237 documents, many genres), and from a generated corpus
(2,000 documents with log-normal lengths). In the generated corpus a document has exp(N(log 60, 0.7²)) mentions: the
coefficient of variation of lengths is 0.8, about twice that of OntoGUM (0.43). How well a system does differs from
document to document, so the errors of one document are not independent of each other.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import corefscore
from corefscore.comparison.resampling import StackedMetrics
from corefscore.core.arrays import Floats
from corefscore.metrics.selection import find_metrics

PAIRS = Path(__file__).parents[2] / "shared" / "data" / "pairs"
METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise", "information", "conll")
STACKED = StackedMetrics(find_metrics(METRICS))
SEED = 20130609
GENERATED_DOCUMENTS = 2000
MEDIAN_MENTIONS, SPREAD = 60, 0.7
NEW_ENTITY = 10.0
"""A mention begins an entity with probability 10 / (10 + mentions before it), else it joins one by its size."""
ERRORS = (2.0, 8.0)
"""The share of mentions that a system gets wrong in a document is drawn from this Beta distribution (mean 0.2)."""
MORE_ERRORS = 1.15
"""System B makes 15 % more errors than system A."""

Clusters = list[list[int]]
Documents = Mapping[str, Iterable[Collection[Hashable]]]


@dataclass(frozen=True)
class Population:
    """Documents with the counts of two systems.

    Parameters
    ----------
    name : str
        The name of the corpus.
    a, b : array
        The counts of each system, a row for each document, as `STACKED` stacks them.
    """

    name: str
    a: Floats
    b: Floats

    @property
    def truth(self) -> Floats:
        """The true rates of system A (metrics × recall, precision, F1)."""
        return STACKED.rates(self.a.sum(axis=0))


@cache
def populations() -> list[Population]:
    """All populations whose data is at hand."""
    found = [_of_pair("litbank", "litbank-noisy"), _of_pair("ontogum", "ontogum-xrenner"), generated()]
    return [population for population in found if population is not None]


def generated(documents: int = GENERATED_DOCUMENTS) -> Population:
    """The generated population."""
    rng = np.random.default_rng(SEED)
    keys: dict[str, Clusters] = {}
    a: dict[str, Clusters] = {}
    b: dict[str, Clusters] = {}
    for number in range(documents):
        name = str(number)
        mentions = max(4, round(float(np.exp(rng.normal(np.log(MEDIAN_MENTIONS), SPREAD)))))
        keys[name] = _entities(rng, mentions)
        rate = rng.beta(*ERRORS)
        a[name], b[name] = _response(rng, keys[name], rate), _response(rng, keys[name], min(1, MORE_ERRORS * rate))
    return Population("generated", _counts(keys, a), _counts(keys, b))


def _of_pair(name: str, folder: str) -> Population | None:
    """A real key with the response of a real pair as system A, and with A plus some errors as system B."""
    if not (PAIRS / folder).is_dir():
        return None
    key, response = (PAIRS / folder / f"{side}.conll.gz" for side in ("key", "response"))
    result = corefscore.score(key, response, METRICS, duplicates="first")
    rng = np.random.default_rng(SEED)
    matched = result.mentions()
    spans = [
        {document.name: [[(m.start, m.end) for m in e.mentions] for e in document.entities] for document in side}
        for side in (matched.key, matched.response)
    ]
    b = {}
    for document, clusters in spans[1].items():
        numbered = {span: number for number, span in enumerate(sorted(s for c in clusters for s in c))}
        spans_of = [*numbered]
        worse = _response(rng, [[numbered[s] for s in c] for c in clusters], (MORE_ERRORS - 1) * rng.beta(*ERRORS), 0)
        b[document] = [[spans_of[m] for m in c] for c in worse]
    # Both systems are counted from clusters in memory, so that both have mentions without words.
    return Population(name, _counts(spans[0], spans[1]), _counts(spans[0], b))


def _counts(key: Documents, response: Documents) -> Floats:
    counts = corefscore.score(key, response, METRICS).counts
    return STACKED.stack({part.name: counts.rows[part.name] for part in STACKED.parts})


def _entities(rng: np.random.Generator, mentions: int) -> Clusters:
    entities: Clusters = []
    homes: list[int] = []
    for mention in range(mentions):
        if rng.random() * (NEW_ENTITY + mention) < NEW_ENTITY:
            homes.append(len(entities))
            entities.append([mention])
        else:
            home = homes[rng.integers(mention)]
            homes.append(home)
            entities[home].append(mention)
    return entities


def _response(rng: np.random.Generator, key: Clusters, rate: float, extra: float = 1.0) -> Clusters:
    """A response with errors: a wrong mention is lost, moved to another entity, or split off, each with a third.

    There are `extra` times as many spurious mentions as lost ones on average.
    """
    entities: Clusters = [[] for _ in key]
    split: Clusters = []
    last = max((m for entity in key for m in entity), default=0)
    for home, entity in enumerate(key):
        for mention in entity:
            kind = rng.integers(3) if rng.random() < rate else -1
            if kind == 1:
                entities[rng.integers(len(key))].append(mention)
            elif kind == 2:
                split.append([mention])
            elif kind < 0:
                entities[home].append(mention)
            if rng.random() < extra * rate / 3:
                last += 1
                entities[rng.integers(len(key))].append(last)
    return [entity for entity in [*entities, *split] if entity]
