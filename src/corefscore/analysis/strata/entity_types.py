"""Mentions and links by the type of their entity, such as person or place.

The type of an entity is the most frequent type of its mentions that are not pronouns. Recall is divided by the types of
key entities, precision by the types of response entities. If the response has no types, its mentions take the types of
the key mentions that they match.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefscore.analysis.strata.anaphor_kinds import kinds_of_mentions
from corefscore.analysis.strata.stratum import StratumCounts, by_class
from corefscore.core.arrays import Array, Bools, Ints, changes, ints, numbers, order_by
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.matching.language import PRONOUN, ZERO
from corefscore.matching.matched import Matched
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.pairwise import PAIRWISE

UNTYPED = "unknown"
NO_TYPE = 0


def by_entity_type(matched: Matched) -> Iterator[StratumCounts]:
    """Yield the mentions and links of each type.

    Raises
    ------
    InputError
        If neither side has types.
    """
    names, key_type, response_type = _types_of_mentions(matched)
    kinds = kinds_of_mentions(matched)
    sides = zip((matched.key, matched.response), (key_type, response_type), kinds, strict=True)
    key_class, response_class = (
        majority(side, types, (kind == PRONOUN) | (kind == ZERO)) for side, types, kind in sides
    )
    found = [*by_class(Overlap.of(matched), (MENTIONS, PAIRWISE), names, key_class, response_class)]
    first = [each for each in found if each.part != UNTYPED]
    return iter([*first, *(each for each in found if each.part == UNTYPED and each.rows.any())])


def _types_of_mentions(matched: Matched) -> tuple[list[str], Ints, Ints]:
    """Return the names of all types, and the number of the type of each mention of both sides."""
    key, response = matched.key, matched.response
    if all("type" not in side.extra for side in (key, response)):
        advice = "use a format with types, such as CorefUD, LitBank, brat or a table"
        raise fail(key.source_name, 0, f"its entities have no types; {advice}")
    texts = [_texts(side) for side in (key, response)]
    if "type" not in response.extra:
        texts[1][matched.pairs.response] = texts[0][matched.pairs.key]
    if "type" not in key.extra:
        texts[0][matched.pairs.key] = texts[1][matched.pairs.response]
    names = [UNTYPED, *sorted({*texts[0].tolist(), *texts[1].tolist()} - {""})]
    number = {name: index for index, name in enumerate(names)} | {"": NO_TYPE}
    ours, theirs = (ints([number[each] for each in column.tolist()]) for column in texts)
    return names, ours, theirs


def _texts(corpus: Corpus) -> Array:
    column = corpus.extra.get("type", np.full(corpus.mentions, ""))
    found = np.empty(corpus.mentions, dtype=object)
    found[:] = [each.decode() if isinstance(each, bytes) else str(each) for each in column.tolist()]
    return found


def majority(corpus: Corpus, types: Ints, pronoun: Bools) -> Ints:
    """Return the most frequent type of the mentions of each entity. If several are equally frequent, the first counts.

    Parameters
    ----------
    corpus : Corpus
        One side.
    types : array of int
        The type of each mention; 0 if it has none.
    pronoun : array of bool
        Whether each mention is a pronoun or a zero. These count only if an entity has no other mentions.

    Returns
    -------
    array of int
        The type of each entity.
    """
    found = _most_frequent(corpus, types, types != NO_TYPE)
    better = _most_frequent(corpus, types, (types != NO_TYPE) & ~pronoun)
    return np.where(better != NO_TYPE, better, found)


def _most_frequent(corpus: Corpus, types: Ints, counting: Bools) -> Ints:
    """Return the most frequent type of the counting mentions of each entity; 0 for an entity without such mentions."""
    rows = numbers(corpus.mentions)[counting]
    rows = rows[order_by(corpus.entity[rows], types[rows])]
    first = np.flatnonzero(changes(corpus.entity[rows], types[rows]))
    times = np.diff(first, append=len(rows))
    votes = rows[first]  # the first mention of each type of each entity
    best = order_by(corpus.entity[votes], times.max(initial=0) - times, votes)
    leading = best[changes(corpus.entity[votes][best])]
    found = np.full(len(corpus.labels), NO_TYPE, dtype=np.int64)
    found[corpus.entity[votes[leading]]] = types[votes[leading]]
    return found
