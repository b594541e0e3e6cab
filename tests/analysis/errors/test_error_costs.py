"""What each error costs, against scores of responses that were repaired by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.analysis.errors.error_table import ErrorRecord

Entities = list[list[str]]


@st.composite
def partitions(draw: st.DrawFn) -> Entities:
    """Some of ten mentions in entities; those of the key come in the order in which they are given."""
    labels = draw(st.lists(st.integers(-1, 3), min_size=1, max_size=10).filter(lambda found: max(found) >= 0))
    found: dict[int, list[str]] = {}
    for token, label in enumerate(labels):
        if label >= 0:
            found.setdefault(label, []).append(f"m{token}")
    return list(found.values())


def without(entities: Entities, mentions: list[str]) -> Entities:
    left = [[mention for mention in entity if mention not in mentions] for entity in entities]
    return [entity for entity in left if entity]


def joined(entities: Entities, home: str | None, mentions: list[str]) -> Entities:
    """The mentions in the entity of another mention, or in one of their own."""
    if home is None:
        return [*entities, mentions]
    return [[*entity, *mentions] if home in entity else entity for entity in entities]


def owner(entities: Entities, mention: str) -> list[str]:
    return next((entity for entity in entities if mention in entity), [])


def repaired(key: Entities, response: Entities, error: ErrorRecord) -> Entities:
    """The response after the repair of one error. No mention is a pronoun, so the core is the first mention."""
    mention = error["text"]
    ours, theirs = owner(key, mention), owner(response, mention)
    kind = error["kind"]
    piece = [each for each in theirs if each in ours]
    shared = [each for each in ours if owner(response, each)]
    home = None if not shared else ours[0] if ours[0] in shared else shared[0]
    if kind == "conflated":
        return [*without(response, piece), piece]
    if kind == "divided":
        if home in piece:
            return joined(response, home, [ours[0]])
        return joined(without(response, piece), home, piece)
    if kind.startswith("missing"):
        added = [mention] if kind == "missing-mention" else [each for each in ours if each not in shared]
        return joined(response, home if kind == "missing-mention" else None, added)
    assert kind.startswith("extra")
    keep = [each for each in theirs if owner(key, each)]
    return without(response, [mention] if kind != "extra-entity" else [each for each in theirs if each not in keep])


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafe", "blanc", "lea", "conll"])
@settings(max_examples=60, deadline=None)
@given(one=st.tuples(partitions(), partitions()), two=st.tuples(partitions(), partitions()))
def test_the_cost_of_an_error_is_what_its_repair_brings(
    metric: str, one: tuple[Entities, Entities], two: tuple[Entities, Entities]
) -> None:
    key, response = ({"one": first, "two": second} for first, second in zip(one, two, strict=True))
    result = corefscore.score(key, response, [metric])
    for error in result.errors.with_costs(metric).records():
        name = error["document"]
        after = {**response, name: repaired(key[name], response[name], error)}
        gain = corefscore.score(key, after, [metric])[metric].f1 - result[metric].f1
        assert error["cost"] == pytest.approx(gain, abs=1e-9), error


def test_the_repair_of_a_span_error_gives_the_mention_the_borders_of_the_key() -> None:
    result = corefscore.score("examples/key.conll", "examples/response.conll", ["b3"])
    span = next(error for error in result.errors.with_costs("b3").records() if error["kind"] == "span")
    wrong, right = (span["other_start"], span["other_end"]), (span["start"], span["end"])
    response = {
        name: [
            [right if name == span["document"] and each == wrong else each for each in entity] for entity in entities
        ]
        for name, entities in result.mentions().response.clusters.items()
    }
    after = corefscore.score("examples/key.conll", response, ["b3"], spans="inclusive")
    assert span["cost"] == pytest.approx(after["b3"].f1 - result["b3"].f1, abs=1e-9)


def test_errors_that_cost_most_come_first_and_the_metric_is_named() -> None:
    result = corefscore.score("examples/key.conll", "examples/response.conll", ["b3"])
    errors = result.errors.with_costs("bcub")
    costs = [error["cost"] for error in errors.records()]
    assert costs == sorted(costs, reverse=True)
    assert errors.to_dict()["cost_metric"] == "b3"
    assert "the F1 of B³" in errors.to_text()


def test_errors_without_costs_are_as_they_were() -> None:
    errors = corefscore.score([["a", "b"]], [["a"], ["b"]]).errors
    assert "cost" not in errors.records()[0]
    assert "cost" not in errors.to_csv()


def test_a_metric_without_an_f1_is_refused() -> None:
    errors = corefscore.score([["a", "b"]], [["a"], ["b"]]).errors
    with pytest.raises(ValueError, match="no F1 is defined for rand"):
        errors.with_costs("rand")
    with pytest.raises(ValueError, match="costs are not defined for the metric information"):
        errors.with_costs("information")
