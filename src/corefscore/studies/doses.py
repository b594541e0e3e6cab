"""Study how each metric reacts to one kind of error when its share increases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Array, Ints, changes, numbers, order_by
from corefscore.core.corpus import UNKNOWN, Corpus
from corefscore.core.problems import fail
from corefscore.core.settings import Settings
from corefscore.metrics.base import Metric
from corefscore.scoring import prepare
from corefscore.studies.sweep import (
    DRAWS,
    STEPS,
    Advance,
    Observation,
    Sweep,
    counted_draws,
    no_progress,
    observed,
    scores_of,
    shares,
)

METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")

Random: TypeAlias = np.random.Generator
Error: TypeAlias = Callable[[Corpus, float, Random], Corpus]


def missing_mentions(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Leave out a share of the mentions."""
    kept = np.ones(corpus.mentions, dtype=bool)
    kept[_some(corpus.mentions, share, rng)] = False
    return corpus.take(kept)


def spurious_mentions(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Add mentions, as a share of the existing ones. Each goes to the entity of a random mention."""
    hosts = _some(corpus.mentions, share, rng)
    return _with_mentions(corpus, corpus.document[hosts], corpus.entity[hosts], len(corpus.labels))


def spurious_singletons(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Add entities with one mention, as a share of the existing mentions."""
    hosts = _some(corpus.mentions, share, rng)
    entities = len(corpus.labels)
    return _with_mentions(corpus, corpus.document[hosts], entities + numbers(len(hosts)), entities + len(hosts))


def shifted_boundaries(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Move the ends of a share of the mentions, until no other mention has the same span."""
    rows = _some(corpus.mentions, share, rng)
    all_rows = np.concatenate([numbers(corpus.mentions), rows])
    document, start, end = corpus.document[all_rows], corpus.start[all_rows], corpus.end[all_rows]
    shifted = numbers(len(all_rows)) >= corpus.mentions
    taken = np.flatnonzero(shifted)
    while taken.size:
        end[taken] += 1
        order = order_by(document, start, end, shifted.astype(np.int64))
        taken = order[~changes(document[order], start[order], end[order])]
    moved = corpus.end.copy()
    moved[rows] = end[shifted]
    return _rebuilt(corpus, corpus.document, corpus.start, moved, corpus.entity, len(corpus.labels))


def split_entities(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Divide a share of the entities with two or more mentions into two random parts."""
    sizes = corpus.entity_sizes
    large = np.flatnonzero(sizes > 1)
    chosen = large[_some(len(large), share, rng)]
    cut = sizes.copy()
    cut[chosen] = rng.integers(1, sizes[chosen])
    entities = len(corpus.labels)
    entity = np.where(_index_in_entity(corpus) < cut[corpus.entity], corpus.entity, entities + corpus.entity)
    return _rebuilt(corpus, corpus.document, corpus.start, corpus.end, entity, 2 * entities)


def merged_entities(corpus: Corpus, share: float, rng: Random) -> Corpus:
    """Make random pairs of the entities of a document, and merge a share of the pairs."""
    entity = rng.permutation(len(corpus.labels))
    entity = entity[order_by(corpus.entity_documents[entity])]
    document = corpus.entity_documents[entity]
    index = numbers(len(entity)) - np.searchsorted(document, document)
    second = np.flatnonzero(index % 2 == 1)
    second = second[_some(len(second), share, rng)]
    joined = numbers(len(corpus.labels))
    joined[entity[second]] = entity[second - 1]
    return _rebuilt(corpus, corpus.document, corpus.start, corpus.end, joined[corpus.entity], len(corpus.labels))


ERRORS: Mapping[str, Error] = {
    "missing mentions": missing_mentions,
    "spurious mentions": spurious_mentions,
    "spurious singletons": spurious_singletons,
    "shifted boundaries": shifted_boundaries,
    "split entities": split_entities,
    "merged entities": merged_entities,
}
"""The kinds of error, and the function that makes each."""

SHARES_IN_TABLE = (0.0, 0.1, 0.5, 1.0)


def pieces(steps: int, draws: int) -> int:
    """Return how many times a study scores a response."""
    return len(ERRORS) * (1 + draws * steps)


def study(
    key: Corpus,
    response: Corpus,
    metrics: Sequence[Metric],
    settings: Settings,
    steps: int = STEPS,
    draws: int = DRAWS,
    seed: int = 0,
    advance: Advance = no_progress,
) -> Sweep:
    """Add more and more errors of each kind to a response, and score it.

    Parameters
    ----------
    key, response : Corpus
        Both sides. The response may be the key itself.
    metrics : sequence of Metric
        The metrics.
    settings : Settings
        The policies.
    steps : int
        The number of steps from no error to the largest share.
    draws : int
        How many times each share is drawn.
    seed : int
        The seed of the random numbers.
    advance : callable
        A function that is called after each scored response.

    Returns
    -------
    Sweep
        The scores of all kinds, shares and draws.

    Raises
    ------
    InputError
        If a side has no mentions.
    """
    for side in (key, response):
        if not side.mentions:
            raise fail(side.source_name, 0, "has no mentions, so no errors can be added; give a corpus with mentions")
    settings = replace(settings, tokens="ignore")  # both sides have the words of the same file
    observations: list[Observation] = []
    for kind, share, draw, rng in _plan(steps, draws, seed):
        worse = ERRORS[kind](response, share, rng)
        observations += observed(kind, share, draw, scores_of(prepare(key, worse, settings), metrics, settings))
        advance()
    head = (
        f"Errors made in {response.source_name}: {response.mentions:,} mentions, {len(response.labels):,} entities",
        f"F1 when a share of the mentions or entities is affected: mean of {counted_draws(draws)}, seed {seed}",
    )
    what = "mentions or entities affected (%)"
    return Sweep(tuple(metrics), tuple(observations), what, SHARES_IN_TABLE, head)


def _plan(steps: int, draws: int, seed: int) -> Iterator[tuple[str, float, int, Random]]:
    """Yield each kind of error, share and draw, with its own random numbers. Without errors, one draw is enough."""
    for number, kind in enumerate(ERRORS):
        for draw in range(1, draws + 1):
            for share in shares(steps):
                if draw == 1 or share:
                    # All shares of a draw use the same random numbers, so that a curve has little noise.
                    yield kind, share, draw, np.random.default_rng([seed, number, draw])


def _some(count: int, share: float, rng: Random) -> Ints:
    """Return a random share of the numbers below `count`. A larger share contains a smaller one."""
    return np.sort(rng.permutation(count)[: round(share * count)])


def _index_in_entity(corpus: Corpus) -> Ints:
    """Return the index of each mention in its entity, counted from 0."""
    order = order_by(corpus.entity)
    index = np.empty(corpus.mentions, dtype=np.int64)
    grouped = corpus.entity[order]
    index[order] = numbers(corpus.mentions) - np.searchsorted(grouped, grouped)
    return index


def _with_mentions(corpus: Corpus, document: Ints, entity: Ints, entities: int) -> Corpus:
    """Return a corpus with more mentions, each on its own token after the end of the text."""
    token = (int(corpus.end.max()) if corpus.mentions else 0) + 1 + numbers(len(document))
    return _rebuilt(
        corpus,
        np.concatenate([corpus.document, document]),
        np.concatenate([corpus.start, token]),
        np.concatenate([corpus.end, token]),
        np.concatenate([corpus.entity, entity]),
        entities,
    )


def _rebuilt(corpus: Corpus, document: Ints, start: Ints, end: Ints, entity: Ints, entities: int) -> Corpus:
    """Return a corpus of the same documents with other mentions: first the old ones, then the new ones."""
    extra = _extra(corpus, start, end)
    rebuilt = Corpus.build(
        corpus.origins, document, start, end, entity, numbers(entities), extra=extra, shapes=corpus.shapes
    )
    return rebuilt.take(np.ones(len(entity), dtype=bool))


def _extra(corpus: Corpus, start: Ints, end: Ints) -> dict[str, Array]:
    """Return the optional columns of the mentions. A mention whose end was moved has no gaps."""
    new = len(start) - corpus.mentions
    extra = {name: np.concatenate([known, np.full(new, UNKNOWN[name])]) for name, known in corpus.extra.items()}
    if "head" in extra:
        extra["head"][corpus.mentions :] = start[corpus.mentions :]
    if "shape" in extra:
        extra["shape"][: corpus.mentions][end[: corpus.mentions] != corpus.end] = UNKNOWN["shape"]
    return extra
