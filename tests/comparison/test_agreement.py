"""Agreement of annotators: α against its definition, and metrics that declare to be symmetric."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.comparison.alpha import DISTANCES
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS
from tests.shared import EXAMPLES

Entities = list[list[str]]
Label = frozenset[str] | None


def distance(one: Label, other: Label, how: str) -> Fraction:
    """The distance of two labels, by its definition; None is the label of a mention that was not marked."""
    if one == other:
        return Fraction(0)
    if not one or not other:
        return Fraction(1)
    shared = len(one & other)
    jaccard = Fraction(shared, len(one | other))
    containment = Fraction(0) if not shared else Fraction(2, 3) if one <= other or other <= one else Fraction(1, 3)
    return 1 - {"passonneau": containment, "jaccard": jaccard, "masi": jaccard * containment}[how]


def alpha(documents: list[list[Entities]], how: str) -> float:
    """Krippendorff's α by its definition: all pairs of labels are compared."""
    observed = expected = Fraction(0)
    for marked in documents:
        labels = [{m: frozenset(e) - {m} for e in entities for m in e} for entities in marked]
        units = sorted(set().union(*labels))
        pairs = len(marked) - 1
        for unit in units:
            for one, other in permutations(labels, 2):
                observed += distance(one.get(unit), other.get(unit), how) / pairs
        values = [each.get(unit) for each in labels for unit in units]
        if len(values) > 1:
            total = sum(distance(one, other, how) for one, other in permutations(values, 2))
            expected += Fraction(total) / (len(values) - 1)
    return float(1 - observed / expected) if observed else 1.0


@st.composite
def annotated(draw: st.DrawFn, annotators: int) -> list[Entities]:
    """What each annotator marked in a short text; nobody marked nothing."""
    found = []
    for _ in range(annotators):
        labels = draw(st.lists(st.integers(-1, 3), min_size=1, max_size=6).filter(lambda each: max(each) >= 0))
        entities: dict[int, list[str]] = {}
        for number, label in enumerate(labels):
            if label >= 0:
                entities.setdefault(label, []).append(f"m{number}")
        found.append(list(entities.values()))
    return found


@pytest.mark.parametrize("how", DISTANCES)
@pytest.mark.parametrize("annotators", [2, 3])
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_alpha_is_what_its_definition_says(how: str, annotators: int, data: st.DataObject) -> None:
    documents = [data.draw(annotated(annotators)) for _ in range(data.draw(st.integers(1, 2)))]
    given = {
        str(number): {str(index): document[number] for index, document in enumerate(documents)}
        for number in range(annotators)
    }
    found = corefscore.agreement(given, ["b3"], distance=how)
    assert found.alpha == pytest.approx(alpha(documents, how), abs=1e-9)
    for pair in combinations(range(annotators), 2):
        both = [[document[number] for number in pair] for document in documents]
        assert found.of_pairs[pair].alpha == pytest.approx(alpha(both, how), abs=1e-9)


def test_a_worked_example() -> None:
    """Labels of Ann: a {b}, b {a}, c {}; of Bob: a {b c}, b {a c}, c {a b}.

    Observed, for each mention: {b} is in {b c} (1/3), {a} in {a c} (1/3), {} and {a b} (1): 2 (1/3 + 1/3 + 1) = 10/3.
    Expected: of the 15 pairs of labels, {b} with {a b} and {b c}, {a} with {a c} and {a b} are contained (1/3), the
    three labels of Bob overlap each other (2/3), and 8 have nothing in common (1): 2 (4/3 + 2 + 8) / 5 = 68/15.
    """
    found = corefscore.agreement({"Ann": [["a", "b"], ["c"]], "Bob": [["a", "b", "c"]]}, ["b3"])
    assert found.alpha == pytest.approx(1 - Fraction(10, 3) / Fraction(68, 15))


@pytest.mark.parametrize("how", DISTANCES)
def test_identical_annotations_agree_completely(how: str) -> None:
    same = dict.fromkeys(("Ann", "Bob", "Eve"), "examples/key.conll")
    found = corefscore.agreement(same, distance=how)
    assert found.alpha == 1
    assert set(found.matrix["conll"]["Ann"].values()) == {1.0}
    assert found.disagrees_most is None
    assert found.listed == []


@pytest.mark.parametrize("how", DISTANCES)
def test_random_annotations_agree_by_chance_only(how: str) -> None:
    rng = random.Random(5)

    def partition() -> Entities:
        entities: dict[int, list[str]] = {}
        for mention in range(40):
            entities.setdefault(rng.randrange(12), []).append(str(mention))
        return list(entities.values())

    given = {name: {str(document): partition() for document in range(60)} for name in ("Ann", "Bob")}
    found = corefscore.agreement(given, ["b3"], distance=how, intervals=True)
    assert found.alpha is not None
    assert abs(found.alpha) < 0.05
    low, high = found.alpha_interval or (1, 1)
    assert low < found.alpha < high


def test_a_metric_that_declares_to_be_symmetric_is() -> None:
    rng = random.Random(3)
    declared = [name for name, metric in METRICS.items() if metric.symmetric and not isinstance(metric, ValueMetric)]
    assert {"mentions", "muc", "b3", "ceafm", "ceafe", "lea", "conll"} <= set(declared)
    others = {"b3-0", "b3-sys", "ceafe-sys", "b3-clusters", "blanc"}
    assert not others & set(declared)
    differing = set()
    for _ in range(100):
        one, other = ([[f"{m}" for m in range(8) if rng.random() < 0.4] or ["0"] for _ in range(1)] for _ in range(2))
        one, other = ([side[0][:2], side[0][2:]] if side[0][2:] else side for side in (one, other))
        there = corefscore.score(one, other, [*declared, *others])
        back = corefscore.score(other, one, [*declared, *others])
        for name in declared:
            assert there[name].f1 == pytest.approx(back[name].f1, abs=1e-12), name
        differing |= {name for name in others if abs(there[name].f1 - back[name].f1) > 1e-9}
    assert differing == others


def test_a_metric_that_depends_on_the_direction_is_shown_in_both() -> None:
    one, other = [["a", "b"], ["c"]], [["a", "b", "c", "d"]]
    found = corefscore.agreement({"Ann": one, "Bob": other}, ["b3", "b3-sys"])
    assert found.matrix["b3"]["Ann"]["Bob"] == found.matrix["b3"]["Bob"]["Ann"]
    assert found.matrix["b3-sys"]["Ann"]["Bob"] == corefscore.score(one, other, ["b3-sys"])["b3-sys"].f1
    assert found.matrix["b3-sys"]["Bob"]["Ann"] == corefscore.score(other, one, ["b3-sys"])["b3-sys"].f1
    assert [row[0] for row in found.table().rows] == ["Ann – Bob", "Bob – Ann"]
    luo = corefscore.agreement({"Ann": one, "Bob": other}, ["blanc"], blanc="luo2014")
    assert len(luo.table().rows) == 1


def test_who_disagrees_most_and_what_it_costs() -> None:
    key = {"1": [["a", "b", "c"], ["d", "e"]], "2": [["f", "g"]]}
    odd = {"1": [["a", "d"], ["b", "e"], ["c"]], "2": [["f"], ["g"]]}
    found = corefscore.agreement({"Ann": key, "Bob": key, "Eve": odd}, ["b3", "conll"])
    assert found.disagrees_most == "Eve"
    assert found.opinions["Eve"].f1 < found.opinions["Ann"].f1
    costs = [float(str(record["cost"])) for record in found.listed]
    assert costs == sorted(costs, reverse=True)
    assert all("Eve" in record["annotators"] for record in found.listed)  # type: ignore[operator]


def test_documents_in_another_order_and_under_other_names_are_the_same(tmp_path: Path) -> None:
    text = Path("examples/key.conll").read_text()
    documents = text.split("#end document\n")
    turned = "#end document\n".join([*reversed([each for each in documents if each.strip()]), ""])
    other = tmp_path / "turned.conll"
    other.write_text(turned.replace("part 000", "part 0"))
    found = corefscore.agreement({"Ann": "examples/key.conll", "Bob": other, "Eve": "examples/response.conll"})
    plain = corefscore.agreement({"Ann": "examples/key.conll", "Eve": "examples/response.conll"})
    assert found.of_pairs[0, 1].alpha == 1
    assert found.of_pairs[1, 2].alpha == plain.alpha


def test_alpha_is_not_defined_for_other_matches() -> None:
    pair = {"Ann": "examples/corefud/key.conllu", "Bob": "examples/corefud/shifted.conllu"}
    found = corefscore.agreement(pair, ["b3"], match="head")
    assert found.alpha is None
    assert "α is not defined" in found.to_text()


def test_one_annotator_is_not_enough() -> None:
    with pytest.raises(ValueError, match="two or more"):
        corefscore.agreement({"Ann": [["a"]]})
    with pytest.raises(ValueError, match="there is no distance 'massi'; did you mean 'masi'"):
        corefscore.agreement({"Ann": [["a"]], "Bob": [["a"]]}, distance="massi")
    with pytest.raises(ValueError, match="no F1"):
        corefscore.agreement({"Ann": [["a"]], "Bob": [["a"]]}, ["rand"])


def test_documents_that_some_annotators_lack_are_left_out_for_all_alike(tmp_path: Path) -> None:
    text = Path("examples/key.conll").read_text()
    part = tmp_path / "part.conll"
    part.write_text("".join(each + "#end document\n" for each in text.split("#end document\n")[:2]))
    given = {"Ann": "examples/key.conll", "Bob": part, "Eve": "examples/response.conll"}
    with pytest.raises(ValueError, match="missing"):
        corefscore.agreement(given)
    with pytest.raises(ValueError, match="use missing=skip"):
        corefscore.agreement(given, missing="empty")
    with pytest.warns(corefscore.InputWarning):
        there = corefscore.agreement(given, missing="skip")
    with pytest.warns(corefscore.InputWarning):
        back = corefscore.agreement(dict(reversed(given.items())), missing="skip")
    assert there.alpha == pytest.approx(back.alpha)
    assert len(there.results[0, 1].documents) == 2


def test_annotations_have_names() -> None:
    with pytest.raises(TypeError, match="by the names of annotators"):
        corefscore.agreement([[["a"]], [["a"]]])  # type: ignore[arg-type]


def test_csv_has_the_alpha_of_all_annotators() -> None:
    annotations = {"Ann": [["a", "b"], ["c"]], "Bob": [["a", "b", "c"]], "Cem": [["a"], ["b", "c"]]}
    found = corefscore.agreement(annotations, ["muc"])
    head, *pairs, every = found.to_csv().splitlines()
    assert head == "annotators,alpha,muc"
    assert len(pairs) == 3
    assert every == f"all annotators,{found.alpha},"
    assert "all annotators" not in found.table().to_csv()
    files = {name: EXAMPLES / "corefud" / f"{name}.conllu" for name in ("key", "swapped")}
    partly = corefscore.agreement(files, ["muc"], match="partial")
    assert partly.alpha is None
    assert "all annotators" not in partly.to_csv()
