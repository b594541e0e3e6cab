"""Scopes, windows, links and strata from their definitions, pair by pair. Without a line of the package.

A side is a dictionary of documents; a document is a dictionary of entities by name; a mention is a span (first, last).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
Side: TypeAlias = Mapping[str, Mapping[str, list[Span]]]
Partition: TypeAlias = list[frozenset[Hashable]]
Four: TypeAlias = tuple[int, int, int, int]

LENGTH = 1500


def in_scope(side: Side, scope_of: Callable[[str], str]) -> dict[str, Partition]:
    """For each scope the entities, as sets of (document, span); entities with one name are one."""
    found: dict[str, dict[str, set[Hashable]]] = {}
    for document, entities in side.items():
        joined = found.setdefault(scope_of(document), {})
        for name, spans in entities.items():
            joined.setdefault(name, set()).update((document, span) for span in spans)
    return {scope: [frozenset(each) for each in entities.values()] for scope, entities in found.items()}


def without_singletons(partition: Partition) -> Partition:
    return [entity for entity in partition if len(entity) > 1]


def _links(partition: Partition) -> set[frozenset[Hashable]]:
    return {frozenset(pair) for entity in partition for pair in combinations(entity, 2)}


def links(key: Partition, response: Partition) -> tuple[Four, Four]:
    """Links within documents and links across documents; mentions are (document, span)."""

    def is_within(link: frozenset[Hashable]) -> bool:
        return len({mention[0] for mention in link}) == 1  # type: ignore[index]

    ours, theirs = _links(key), _links(response)
    found = []
    for wanted in (True, False):
        of_key, of_response = ({link for link in side if is_within(link) == wanted} for side in (ours, theirs))
        both = len(of_key & of_response)
        found.append((both, len(of_key), both, len(of_response)))
    return found[0], found[1]


def windows(side: Side, length: int, tokens: Mapping[str, int]) -> list[Partition]:
    """The windows of all documents; a mention belongs to the window of its first token."""
    found: list[Partition] = []
    for document, entities in side.items():
        for number in range(-(-tokens[document] // length)):
            cut = ({span for span in spans if span[0] // length == number} for spans in entities.values())
            found.append([frozenset(each) for each in cut if each])
    return found


def bookcoref_windows(side: Side, tokens: Mapping[str, int]) -> list[Partition]:
    """Windows that end at each multiple of 1500 and at the end of the text, as BookCoref has them."""
    found: list[Partition] = []
    for document, entities in side.items():
        count = tokens[document]
        for stop in [*((number + 1) * LENGTH for number in range(count // LENGTH)), count]:
            cut = ({span for span in spans if stop - LENGTH < span[0] < stop} for spans in entities.values())
            found.append([frozenset(each) for each in cut if each])
    return found


Entities: TypeAlias = list[list[Span]]
"""The entities of one document."""


def _entity_of(mention: Span, side: Entities) -> int | None:
    return next((number for number, entity in enumerate(side) if mention in entity), None)


def _anaphors(side: Entities) -> set[Span]:
    return {mention for entity in side for mention in sorted(entity)[1:]}


def anaphors(key: Entities, response: Entities, is_kind: Callable[[Span], bool]) -> Four:
    """Anaphors of a kind: right, of the key, right, of the response."""
    ours, theirs = (({m for m in _anaphors(side) if is_kind(m)}) for side in (key, response))
    right = 0
    for mention in ours & theirs:
        (entity,) = (entity for entity in key if mention in entity)
        earlier = [each for each in entity if each < mention]
        right += any(_entity_of(each, response) == _entity_of(mention, response) for each in earlier)
    return right, len(ours), right, len(theirs)


def antecedents(key: Entities, response: Entities, in_range: Callable[[Span, Span], bool]) -> Four:
    """Links from each mention to the one before it in its entity, if they are in some range."""
    counts: list[int] = []
    for side, other in ((key, response), (response, key)):
        chains = (sorted(entity) for entity in side)
        pairs = [pair for chain in chains for pair in pairwise(chain) if in_range(*pair)]
        homes = [(_entity_of(one, other), _entity_of(two, other)) for one, two in pairs]
        counts += [sum(one == two and one is not None for one, two in homes), len(pairs)]
    return counts[0], counts[1], counts[2], counts[3]


def entity_type(entity: list[Span], types: Mapping[Span, str], pronouns: set[Span]) -> str:
    """The type of most mentions that are no pronouns, or else of most mentions; of several, the first in the text."""
    voters = [mention for mention in sorted(entity) if mention not in pronouns] or sorted(entity)
    votes = Counter(types[mention] for mention in voters)
    return max(votes, key=lambda each: votes[each])  # which is the first of several


def of_type(key: Entities, response: Entities, wanted: str, type_of: Callable[[list[Span]], str]) -> tuple[Four, Four]:
    """Mentions and links of a type: recall by key entities, precision by response entities."""
    both = {m for entity in key for m in entity} & {m for entity in response for m in entity}
    mentions: list[int] = []
    pairs: list[int] = []
    for side, other in ((key, response), (response, key)):
        chosen = [entity for entity in side if type_of(entity) == wanted]
        mentions += [sum(m in both for entity in chosen for m in entity), sum(map(len, chosen))]
        own = [pair for entity in chosen for pair in combinations(entity, 2)]
        right = [pair for pair in own if _entity_of(pair[0], other) == _entity_of(pair[1], other) is not None]
        pairs += [len(right), len(own)]
    return tuple(mentions), tuple(pairs)  # type: ignore[return-value]


def named_entity_centred(
    key: list[list[str]], response: list[list[str]], names: set[str]
) -> tuple[Fraction, Fraction] | None:
    """NEC and the share of entities missed, trying every alignment; None if no key entity has a name."""
    named = [entity for entity in key if any(mention in names for mention in entity)]
    if not named:
        return None

    def similarity(ours: list[str], theirs: list[str]) -> Fraction:
        own = [mention.lower().split() for mention in ours if mention in names]
        texts = [mention.lower().split() for mention in theirs]
        fits = any(text[i : i + len(name)] == name for name in own for text in texts for i in range(len(text)))
        return Fraction(2 * len({*ours} & {*theirs}), len(ours) + len(theirs)) if fits else Fraction(0)

    best = (Fraction(-1), 0)
    places: list[list[str] | None] = [*response, *[None] * len(named)]
    for chosen in permutations(places, len(named)):
        got = [similarity(ours, theirs) if theirs else Fraction(0) for ours, theirs in zip(named, chosen, strict=True)]
        best = max(best, (sum(got, Fraction(0)), -got.count(Fraction(0))))
    return best[0] / len(named), Fraction(-best[1], len(named))
