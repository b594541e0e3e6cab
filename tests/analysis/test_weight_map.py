"""The map of weights over entities and documents."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.analysis.weight_map import WeightMap
from tests.files import conll, write
from tests.shared import EXAMPLES


@pytest.fixture(scope="module")
def example() -> WeightMap:
    return WeightMap.of(corefscore.read(EXAMPLES / "key.conll"))


def test_every_mention_is_listed_with_its_weight_and_its_number_in_the_entity(example: WeightMap) -> None:
    seen: dict[tuple[str, str], int] = {}
    for record in example.records():
        entity = (record["document"], record["entity"])
        seen[entity] = seen.get(entity, 0) + 1
        assert record["number"] == seen[entity]
    weights = {record["text"]: record["weight"] for record in example.records()}
    assert weights["his"] == 0.1
    assert weights["Ilse Ndiaye"] == 2


def test_means_along_entities_and_documents_cover_all_mentions(example: WeightMap) -> None:
    for table in (example.by_order(), example.by_position()):
        records = table.to_records()
        mentions = np.array([record["mentions"] for record in records])
        assert mentions.sum() == example.corpus.mentions
        assert (mentions * [record["weight"] for record in records]).sum() == pytest.approx(example.weight.sum())
        first = (mentions * [record["first"] for record in records]).sum()
        assert first == pytest.approx(len(example.corpus.labels))


def test_first_mentions_weigh_more_than_later_ones_in_the_example(example: WeightMap) -> None:
    means = [record["weight"] for record in example.by_order().to_records()]
    assert means[0] > means[1] > means[2]


def test_a_position_is_a_part_of_the_whole_document_not_of_its_mentions(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conll", conll("(0) - (0) - - - - - - -"))
    assert WeightMap.of(corefscore.read(path), "tokens").part.tolist() == [0, 2]


def test_other_weights_and_json(example: WeightMap) -> None:
    longer = WeightMap.of(example.corpus, lambda mention: len(mention.text))
    assert longer.how == "given"
    found = json.loads(longer.to_json())
    assert set(found) == {"weights", "mentions", "by_order", "by_position"}
    assert set(json.loads(longer.summary().to_json())) == {"weights", "by_order", "by_position"}
    assert len(longer.figure().axes) == 2
