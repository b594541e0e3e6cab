"""Scores of plural entities, non-referring mentions and bridges against definitions written apart from the package."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.result import Result
from tests import anaphora_brute as brute
from tests.anaphora_brute import Annotation
from tests.annotated import corpus_of, figures, pairs_of_annotations, read_small, sides
from tests.brute import Counts, rates
from tests.shared import shared_data

METRICS = [*brute.COUNTED, "mentions", "blanc", "nonreferring", "bridging"]
FAMILIES = {"anaphors": "recognition", "mention": "mention", "entity": "entity"}

Pairs = Sequence[tuple[Annotation, Annotation]]


def scored(pairs: Pairs, **policies: str) -> Result:
    key, response = (corpus_of({str(number): pair[side] for number, pair in enumerate(pairs)}) for side in (0, 1))
    metrics = [name for name in METRICS if policies.get("split") != "off" or not name.startswith("split-")]
    return corefscore.score(key, response, metrics, blanc="luo2014", **policies)  # type: ignore[arg-type]


def total(rows: Iterable[Counts]) -> list[float]:
    return [float(sum(column, Fraction(0))) for column in zip(*rows, strict=True)]


def _parts(key: Annotation, response: Annotation, *policies: bool) -> tuple[list[brute.Group], list[brute.Group]]:
    return brute.groups(key, *policies), brute.groups(response, *policies)


@settings(max_examples=150, deadline=None)
@given(pairs_of_annotations, st.sampled_from(["on", "off"]), st.sampled_from(["keep", "drop"]))
def test_every_score_agrees_with_its_definition(pairs: Pairs, split: str, singletons: str) -> None:
    result = scored(pairs, split=split, singletons=singletons)
    parts = [_parts(key, response, split == "on", singletons == "keep") for key, response in pairs]
    for name in result.keys() & brute.COUNTED.keys():
        definition = brute.COUNTED[name]
        expected = total(definition(*part) for part in parts)
        assert figures(result[name]) == pytest.approx(expected, abs=1e-9), name
    blanc = [float(rate) for rate in brute.blanc(parts)]
    assert [result["blanc"].recall, result["blanc"].precision, result["blanc"].f1] == pytest.approx(blanc, abs=1e-9)
    expected = total(brute.nonreferring(*pair) for pair in pairs)
    assert figures(result["nonreferring"]) == expected


@settings(max_examples=150, deadline=None)
@given(pairs_of_annotations)
def test_bridging_agrees_with_its_definition(pairs: Pairs) -> None:
    result = scored(pairs)["bridging"]
    for family in ("recognition", "mention", "entity"):
        expected = total(brute.bridging(*pair)[family] for pair in pairs)
        assert figures(result.families[family]) == expected, family
    entity = result.families["entity"]
    assert (result.recall, result.precision, result.f1) == (entity.recall, entity.precision, entity.f1)


@settings(max_examples=100, deadline=None)
@given(pairs_of_annotations)
def test_split_antecedents_are_no_mentions(pairs: Pairs) -> None:
    with_split, without = scored(pairs), scored(pairs, split="off")
    assert figures(with_split["mentions"]) == figures(without["mentions"])


@settings(max_examples=100, deadline=None)
@given(sides(), st.sampled_from(["keep", "drop"]))
def test_a_file_against_itself_is_perfect(side: Annotation, singletons: str) -> None:
    result = scored([(side, side)], singletons=singletons)
    unknown = any(anchor is None for _, anchor, _ in side.bridges)
    for name, score in result.items():
        for rate, denominator in (
            (score.recall, score.recall_denominator),
            (score.precision, score.precision_denominator),
        ):
            if denominator > 0 and not (name == "bridging" and unknown):
                assert rate == pytest.approx(1), name


@settings(max_examples=100, deadline=None)
@given(sides(), sides(), st.permutations(range(6)), st.integers(0, 50))
def test_names_order_and_position_of_entities_do_not_matter(
    key: Annotation, response: Annotation, order: list[int], shift: int
) -> None:
    plain = scored([(key, response)])
    names = {name: f"e{order[number]}" for number, name in enumerate("ABCDEF")}

    def renamed(side: Annotation) -> Annotation:
        members = sorted(((names[name], mentions) for name, mentions in side.entities.items()))
        elements = {names[name]: frozenset(names[part] for part in parts) for name, parts in side.elements.items()}
        return replace(side, entities=dict(members), elements=elements)

    moved = [corpus_of({"0": renamed(side)}, shift) for side in (key, response)]
    other = corefscore.score(moved[0], moved[1], METRICS, blanc="luo2014")
    for name, score in plain.items():
        assert [*score[:3]] == pytest.approx([*other[name][:3]], abs=1e-12), name


@settings(max_examples=100, deadline=None)
@given(pairs_of_annotations)
def test_without_elements_nothing_depends_on_the_split_policy(pairs: Pairs) -> None:
    plain = [(replace(key, elements={}), replace(response, elements={})) for key, response in pairs]
    assert scored(plain, split="on").counts.rows["b3"].tolist() == scored(plain, split="off").counts.rows["b3"].tolist()


@settings(max_examples=100, deadline=None)
@given(sides(), sides())
def test_anchors_that_are_entities_have_no_mention_level(key: Annotation, response: Annotation) -> None:
    known = [replace(side, bridges=[each for each in side.bridges if each[1]]) for side in (key, response)]
    by_entity = [corpus_of({"0": side}, by_entity=True) for side in known]
    score = corefscore.score(by_entity[0], by_entity[1], ["bridging"])["bridging"]
    assert ("mention" in score.families) == (not any(side.bridges for side in known))
    for each in known:
        side = corpus_of({"0": each}, by_entity=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            itself = corefscore.score(side, side, ["bridging"])["bridging"]
        assert not each.bridges or itself.f1 == 1


def micro() -> list[tuple[str, str, list[Fraction]]]:
    table = shared_data() / "anaphora" / "micro" / "expected.tsv"
    rows = (line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:])
    return [(row[0], row[1], [Fraction(cell) for cell in row[2:5]]) for row in rows]


def small(case: str) -> tuple[Annotation, Annotation]:
    folder = shared_data() / "anaphora" / "micro"
    column = 12 if case.startswith("D") else 10
    key, response = (read_small(folder / f"{case}.{side}.conllua", column) for side in ("key", "response"))
    return key, response


def test_definitions_give_the_fractions_worked_out_by_hand() -> None:
    for case, metric, expected in micro():
        key, response = small(case)
        parts = brute.groups(key), brute.groups(response)
        name, *rest = metric.split()
        if name == "blanc":
            found = brute.blanc([parts])
        elif name == "bridging":
            found = rates(brute.bridging(key, response)[FAMILIES[rest[0]]])
        elif name == "non-referring":
            found = rates(brute.nonreferring(key, response))
        else:
            found = rates(brute.COUNTED[f"split-{name}" if "alone)" in rest else name](*parts))
        assert [*found] == expected, (case, metric)


def test_the_package_gives_the_fractions_worked_out_by_hand() -> None:
    for case, metric, expected in micro():
        result = scored([small(case)])
        name, *rest = metric.split()
        score = result[f"split-{name}" if "alone)" in rest else name]
        score = score.families[FAMILIES[rest[0]]] if name == "bridging" else score
        assert [*score[:3]] == pytest.approx([float(rate) for rate in expected], abs=1e-14), (case, metric)


@pytest.mark.parametrize("metric", ["split-muc", "split-b3", "split-ceafm", "split-ceafe", "split-lea"])
def test_split_antecedents_alone_cannot_be_left_out(metric: str) -> None:
    entities = {"clusters": [["Ann"], ["Bob"], ["they"]], "elements": {"2": ["0", "1"]}}
    message = f"split=off leaves out split antecedents, which '{metric}' is about; choose split=on"
    for policies in ({"split": "off"}, {"profile": "crac18"}):
        with pytest.raises(ValueError, match=message):
            corefscore.score(entities, entities, ["b3", metric], **policies)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        corefscore.Scorer([metric], split="off")
    assert corefscore.score(entities, entities, [metric])[metric].f1 == 1
