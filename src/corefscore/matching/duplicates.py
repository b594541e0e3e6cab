"""Mentions that a policy leaves out or joins: mentions that occur twice on one side, and singletons."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, ints, numbers, order_by, runs
from corefscore.core.corpus import Corpus
from corefscore.core.problems import SHOWN, InputError, Problem, warn
from corefscore.matching.matched import Matched


def repeats(corpus: Corpus) -> Bools:
    """Return whether each mention has the same tokens as the mention before it."""
    return ~changes(*corpus.span)


def without_singletons(corpus: Corpus) -> Corpus:
    """Return the corpus without entities that have one mention."""
    return corpus.take(corpus.entity_sizes[corpus.entity] > 1)


def documents_with_repeats(key: Corpus, response: Corpus) -> list[int]:
    """Return the documents in which a mention occurs more than once on a side."""
    rows = (side.document[repeats(side)] for side in (key, response))
    return sorted({int(document) for side in rows for document in side})


def span_numbers(matched: Matched) -> tuple[Ints, Ints]:
    """Number the mentions of both sides. Mentions with the same tokens have the same number."""
    key, response = (runs(~repeats(side)) for side in (matched.key, matched.response))
    response = ~response
    response[matched.pairs.response] = key[matched.pairs.key]
    return key, response


def chains_in_order(corpus: Corpus, span: Ints, document: int) -> list[list[Hashable]]:
    """Return the entities of a document as lists of span numbers, in the order of their first occurrence in the source.

    Clusters from memory keep their order. In a file, a mention of one token comes before longer ones that begin there.
    """
    begin, end = corpus.document_bounds[document : document + 2]
    rows = begin + numbers(end - begin)
    start, last = corpus.start[rows], corpus.end[rows]
    if corpus.source_index is None:
        rows = rows[np.argsort(corpus.entity[rows], kind="stable")]
    else:
        rows = rows[np.lexsort((corpus.source_index[rows], last > start, start))]
    chains: dict[int, list[Hashable]] = {}
    for row in rows.tolist():
        chains.setdefault(int(corpus.entity[row]), []).append(int(span[row]))
    return list(chains.values())


def without_duplicates(corpus: Corpus, policy: str) -> Corpus:
    """Return the corpus with each mention in only one entity.

    Parameters
    ----------
    corpus : Corpus
        One side.
    policy : str
        How to treat a mention in two entities: `error`, `first` or `merge`.

    Raises
    ------
    InputError
        If there are such mentions and the policy is `error`.
    """
    if not repeats(corpus).any():
        return corpus
    corpus = _once_in_each_entity(corpus)
    repeated = repeats(corpus)
    if not repeated.any():
        return corpus
    if policy == "error":
        rows = np.flatnonzero(repeated).tolist()
        raise InputError((_problem(corpus, row) for row in rows[:SHOWN]), total=len(rows))
    _warn_of_policy(corpus, int(repeated.sum()), policy)
    if policy == "merge":
        corpus = _merged(corpus, repeated)
    return corpus.take(~repeated)


def _warn_of_policy(corpus: Corpus, count: int, policy: str) -> None:
    if corpus.source_index is None:
        return  # a training loop states its choice in code, and needs no warning in each step
    effect = "these entities become one" if policy == "merge" else "the entity that comes first in the text keeps it"
    what = "1 mention is in a second entity" if count == 1 else f"{count:,} mentions are in a second entity"
    warn(corpus.source_name, 0, f"{what}; {effect} (duplicates={policy})")


def duplicate_problems(corpus: Corpus) -> Iterator[Problem]:
    """Yield a problem for each mention that is in two entities."""
    if repeats(corpus).any():
        corpus = _once_in_each_entity(corpus)
        yield from (_problem(corpus, row) for row in np.flatnonzero(repeats(corpus)).tolist())


def _once_in_each_entity(corpus: Corpus) -> Corpus:
    """Remove mentions that are twice in their entity, with a warning for each."""
    span = runs(~repeats(corpus))
    order = order_by(span, corpus.entity)
    again = np.zeros(corpus.mentions, dtype=bool)
    again[order] = ~changes(span[order], corpus.entity[order])
    rows = np.flatnonzero(again).tolist()
    for row in rows[:SHOWN]:
        message = f"mention {corpus.quoted(row)} is twice in entity {corpus.label(corpus.entity[row])}"
        warn(*corpus.problem(row, f"{message}; it counts once"))
    if len(rows) > SHOWN:
        more = len(rows) - SHOWN
        warn(corpus.source_name, 0, f"{more:,} more mentions are twice in an entity; each counts once")
    return corpus.take(~again) if rows else corpus


def _problem(corpus: Corpus, row: int) -> Problem:
    first, second = (corpus.label(corpus.entity[each]) for each in (row - 1, row))
    message = f"mention {corpus.quoted(row)} is in entity {first} and in entity {second}"
    return corpus.problem(row, f"{message}; keep one, or choose duplicates=first, merge or reference (--duplicates)")


def _merged(corpus: Corpus, repeated: Bools) -> Corpus:
    """Give entities that share a mention the number of the first of them."""
    from corefscore.core.graphs import leaders

    rows = np.flatnonzero(repeated)
    shared = zip(corpus.entity[rows - 1].tolist(), corpus.entity[rows].tolist(), strict=True)
    joined = ints([*leaders(range(len(corpus.labels)), shared).values()])
    relations = corpus.relations and corpus.relations.with_entities(joined)
    return replace(corpus, entity=joined[corpus.entity], relations=relations)
