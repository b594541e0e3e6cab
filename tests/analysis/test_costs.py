"""What each entity costs, against scores of responses that were repaired by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import corefscore
from corefscore.analysis.costs import EntityCosts
from corefscore.metrics.overlap import Overlap
from tests.strategies import Document, corpora

Clusters = dict[str, list[list[object]]]


def b3(key: Clusters, response: Clusters) -> float:
    return corefscore.score(key, response, ["b3"])["b3"].f1


def without(entities: list[list[object]], mentions: list[object]) -> list[list[object]]:
    left = [[mention for mention in entity if mention not in mentions] for entity in entities]
    return [entity for entity in left if entity]


@settings(max_examples=150, deadline=None)
@given(corpora)
def test_the_cost_is_what_a_repair_brings(pairs: list[Document]) -> None:
    key: Clusters = {str(n): [[str(m) for m in entity] for entity in pair[0]] for n, pair in enumerate(pairs)}
    response: Clusters = {str(n): [[str(m) for m in entity] for entity in pair[1]] for n, pair in enumerate(pairs)}
    result = corefscore.score(key, response, ["b3"])
    matched = result.mentions()
    costs = EntityCosts.of(Overlap.of(matched))
    old = result["b3"].f1
    assert (len(costs.key), len(costs.response)) == (len(matched.key.labels), len(matched.response.labels))
    for side, found in ((matched.key, costs.key), (matched.response, costs.response)):
        for document in side:
            for entity in document.entities:
                mentions: list[object] = [mention.text for mention in entity.mentions]
                cost = found[entity.number]
                kept = without(response[document.name], mentions)
                if side is matched.key:
                    new = b3(key, response | {document.name: [*kept, mentions]})
                elif any(mention in other for mention in mentions for other in key[document.name]):
                    assert cost == 0
                    continue
                else:
                    new = b3(key, response | {document.name: kept})
                assert cost == pytest.approx(new - old, abs=1e-9)


def test_perfect_entities_cost_nothing() -> None:
    key = [["a", "b"], ["c"], ["d", "e", "f"]]
    costs = EntityCosts.of(Overlap.of(corefscore.score(key, [*key[:2], ["d", "e"]], ["b3"]).mentions()))
    assert costs.key.tolist()[:2] == [0, 0]
    assert costs.key[2] > 0
