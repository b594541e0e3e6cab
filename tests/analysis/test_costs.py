"""What each entity costs, against scores of responses that were repaired by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import corefscore
from corefscore.analysis.costs import EntityCosts
from corefscore.metrics.overlap import Overlap
from tests.strategies import Document, corpora

Clusters = dict[str, list[list[object]]]


def f1(key: Clusters, response: Clusters, metric: str) -> float:
    return corefscore.score(key, response, [metric])[metric].f1


def without(entities: list[list[object]], mentions: list[object]) -> list[list[object]]:
    left = [[mention for mention in entity if mention not in mentions] for entity in entities]
    return [entity for entity in left if entity]


@pytest.mark.parametrize("metric", ["b3", "muc", "ceafm", "blanc", "conll"])
@settings(max_examples=60, deadline=None)
@given(pairs=corpora)
def test_the_cost_is_what_a_repair_brings(metric: str, pairs: list[Document]) -> None:
    key: Clusters = {str(n): [[str(m) for m in entity] for entity in pair[0]] for n, pair in enumerate(pairs)}
    response: Clusters = {str(n): [[str(m) for m in entity] for entity in pair[1]] for n, pair in enumerate(pairs)}
    result = corefscore.score(key, response, [metric])
    matched = result.mentions()
    costs = EntityCosts.of(Overlap.of(matched), metric)
    old = result[metric].f1
    assert (len(costs.key), len(costs.response)) == (len(matched.key.labels), len(matched.response.labels))
    for side, found in ((matched.key, costs.key), (matched.response, costs.response)):
        for document in side:
            for entity in document.entities:
                mentions: list[object] = [mention.text for mention in entity.mentions]
                cost = found[entity.number]
                kept = without(response[document.name], mentions)
                if side is matched.key:
                    new = f1(key, response | {document.name: [*kept, mentions]}, metric)
                elif any(mention in other for mention in mentions for other in key[document.name]):
                    assert cost == 0
                    continue
                else:
                    new = f1(key, response | {document.name: kept}, metric)
                assert cost == pytest.approx(new - old, abs=1e-9)


def test_perfect_entities_cost_nothing() -> None:
    key = [["a", "b"], ["c"], ["d", "e", "f"]]
    costs = EntityCosts.of(Overlap.of(corefscore.score(key, [*key[:2], ["d", "e"]], ["b3"]).mentions()))
    assert costs.key.tolist()[:2] == [0, 0]
    assert costs.key[2] > 0


def test_entities_that_cost_most_come_first() -> None:
    result = corefscore.score("examples/key.conll", "examples/response.conll", ["b3"])
    table = result.entities.with_costs("b3")
    costs = [record["cost"] for record in table.records()]
    assert costs == sorted(costs, reverse=True)
    assert all(record["cost"] == 0 for record in table.records() if record["category"] == "1")
    assert table.to_dict()["cost_metric"] == "b3"
    assert len(costs) == len(result.entities)
