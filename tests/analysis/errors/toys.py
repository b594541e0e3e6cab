"""Small documents for the error analysis, and taxonomies written from their definitions, apart from the package."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from corefscore.analysis.errors.error_table import Errors
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.matching.matched import Matched, find_matches
from tests import brute

Span: TypeAlias = tuple[int, int]
Entity: TypeAlias = frozenset[int]


@dataclass(frozen=True)
class Written:
    """A text as a list of sentences."""

    sentences: list[list[str]]

    def line_of(self, token: int) -> int:
        return 0


def corpus(entities: Iterable[Iterable[Span]], sentences: Sequence[Sequence[str]] | None = None) -> Corpus:
    """One document of spans (inclusive)."""
    rows = [(0, start, end, number) for number, spans in enumerate(entities) for start, end in spans]
    document, start, end, entity = (ints(column) for column in zip(*rows, strict=True)) if rows else [ints([])] * 4
    text = Written([list(sentence) for sentence in sentences]) if sentences else None
    labels = np.arange(int(entity.max(initial=-1)) + 1)
    return Corpus.build([Origin("d", Memory("toy"), text=text)], document, start, end, entity, labels)


def matched(
    key: Iterable[Iterable[Span]], response: Iterable[Iterable[Span]], sentences: Sequence[Sequence[str]] | None = None
) -> Matched:
    return find_matches(corpus(key, sentences), corpus(response, sentences))


def numbered(pair: tuple[list[brute.Entity], list[brute.Entity]]) -> tuple[list[Entity], list[Entity]]:
    """Random entities, whose mentions are numbers."""
    key, response = ([frozenset(int(str(mention)) for mention in entity) for entity in side] for side in pair)
    return key, response


def singles(entities: Iterable[Iterable[int]]) -> list[list[Span]]:
    """Entities of mentions of one token each."""
    return [[(token, token) for token in sorted(entity)] for entity in entities]


def counts(errors: Errors) -> dict[str, int]:
    """The kinds that occur."""
    return {kind: count for kind, count in errors.counts.items() if count}


def parsed(text: str) -> list[list[tuple[int, str]]]:
    """Entities as the table of vectors writes them: "A0 he1 | B2 B3" has mentions 0 to 3 and their words."""
    return [[_mention(word) for word in part.split()] for part in text.split("|") if part.strip()]


def _mention(word: str) -> tuple[int, str]:
    name = word.rstrip("0123456789")
    return int(word[len(name) :]), name


def toy(key: str, response: str) -> Matched:
    """Sentences of the form "X runs .", in which X is the mention."""
    sides = parsed(key), parsed(response)
    words = dict(mention for side in sides for entity in side for mention in entity)
    sentences = [[words.get(number, "It"), "runs", "."] for number in range(max(words) + 1)]
    spans = [[[(3 * number, 3 * number) for number, _ in entity] for entity in side] for side in sides]
    return matched(spans[0], spans[1], sentences)


def anchor(mentions: Iterable[int], pronouns: set[int]) -> int | None:
    return min((mention for mention in mentions if mention not in pronouns), default=None)


def kummerfeld(key: Sequence[Entity], response: Sequence[Entity], pronouns: set[int]) -> dict[str, int]:
    """Kummerfeld and Klein's operations on sets, step by step, as their paper and program have them."""
    missing, divided, missing_entities = _alone_and_parts(key, response, pronouns)
    extra, conflated, extra_entities = _alone_and_parts(response, key, pronouns)
    in_key, in_response = set().union(*key), set().union(*response)
    found = {
        "conflated": conflated,
        "extra-mention": extra,
        "extra-entity": extra_entities,
        "divided": divided,
        "missing-mention": missing,
        "missing-entity": missing_entities,
        "extra-singleton": sum(len(theirs) == 1 and not theirs & in_key for theirs in response),
        "missing-singleton": sum(len(ours) == 1 and not ours & in_response for ours in key),
    }
    return {kind: count for kind, count in found.items() if count}


def _alone_and_parts(side: Sequence[Entity], others: Sequence[Entity], pronouns: set[int]) -> tuple[int, int, int]:
    """Mentions that the others lack, parts that they have elsewhere, and entities of which they have nothing.

    Seen from the response, cutting off a part is a split; seen from the key, it is a merge.
    """
    elsewhere = set().union(*others)
    operations: list[tuple[Entity, Entity, bool]] = []
    whole = 0
    for entity in side:
        alone = entity - elsewhere
        operations += [(entity & other, entity, False) for other in others if entity & other]
        if len(alone) >= 2 and (entity & elsewhere) <= pronouns:
            whole += 1
        else:
            operations += [(frozenset({mention}), entity, True) for mention in sorted(alone)]
    errors = [lacking for part, entity, lacking in operations if not _is_core(part, entity, pronouns)]
    return sum(errors), len(errors) - sum(errors), whole


def _is_core(part: Entity, entity: Entity, pronouns: set[int]) -> bool:
    """Whether a part has the first mention that is no pronoun, or if all are pronouns, the first."""
    ours, all_of_it = anchor(part, pronouns), anchor(entity, pronouns)
    return ours == all_of_it if ours is not None or all_of_it is not None else min(part) == min(entity)


def links(
    entities: Sequence[Entity], others: Sequence[Entity], types: Sequence[str] | None = None
) -> set[tuple[int, int]]:
    """Martschat and Strube's errors, mention by mention: the closest tree, or with types that of accessibility."""
    found = set()
    for entity in entities:
        members = sorted(entity)
        for index, mention in enumerate(members[1:], start=1):
            before = members[:index]
            if any({mention, other} <= set(part) for other in before for part in others):
                continue
            found.add((mention, _antecedent(mention, before, types)))
    return found


def _antecedent(mention: int, before: list[int], types: Sequence[str] | None) -> int:
    if types is not None and types[mention] != "pronoun":
        for wanted in ("name", "nominal"):
            having = [other for other in before if types[other] == wanted]
            if having:
                return having[-1]
    return before[-1]


def partition(side: Corpus) -> set[frozenset[Hashable]]:
    """The entities of a corpus, as sets of spans."""
    return {
        frozenset((document.name, mention.start, mention.end) for mention in entity.mentions)
        for document in side
        for entity in document.entities
    }
