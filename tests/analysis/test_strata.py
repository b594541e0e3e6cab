"""Scores by strata: kinds of anaphors, types and sizes of entities, distances."""

from __future__ import annotations

import json
import statistics
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore import InputError, Strata
from corefscore.analysis.sizes import SIZES
from corefscore.analysis.strata.distances import SENTENCES, TOKENS, range_names
from corefscore.analysis.strata.strata import BY, stratified
from corefscore.core.settings import DIVISIONS
from tests import brute, scoped_brute
from tests.files import conllu, write
from tests.scoped_brute import Entities, Span
from tests.shared import EXAMPLES

COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
WORDS = {"pronoun": ["he", "she", "it"], "nominal": ["dog", "house"], "name": ["Ann", "Bob"]}
KIND_OF = {word: kind for kind, words in WORDS.items() for word in words}
TYPES = ("person", "place", "")


pytestmark = pytest.mark.filterwarnings("ignore:.* has no mention:corefscore.InputWarning")  # of random files


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[list[str]], Entities, Entities]:
    """Sentences that begin with a plain word, and the entities of key and response, of one word each."""
    lengths = draw(st.lists(st.integers(1, 6), min_size=1, max_size=8))
    sentences = [["then", *(draw(st.sampled_from([*KIND_OF])) for _ in range(length))] for length in lengths]
    words = [word for sentence in sentences for word in sentence]
    sides: list[Entities] = []
    for _ in range(2):
        entities: dict[int, list[Span]] = {}
        for token, word in enumerate(words):
            number = draw(st.integers(-1, 3))
            if word in KIND_OF and number >= 0:
                entities.setdefault(number, []).append((token, token))
        sides.append([*entities.values()])
    return sentences, sides[0], sides[1]


def strata_of(document: tuple[list[list[str]], Entities, Entities], by: str) -> corefscore.Result:
    """The strata of a document that is read from files."""
    sentences, *sides = document
    with TemporaryDirectory() as folder:
        lines = [json.dumps({"doc_key": "d", "sentences": sentences, "clusters": side}) for side in sides]
        paths = [write(Path(folder, f"{number}.jsonl"), f"{line}\n") for number, line in enumerate(lines)]
        return stratified(corefscore.score(paths[0], paths[1], spans="inclusive"), by)


def figures(result: corefscore.Result, name: str) -> list[float]:
    return [getattr(result[name], count) for count in COUNTS]


@settings(deadline=None, max_examples=60)
@given(documents())
def test_anaphors_by_kind(document: tuple[list[list[str]], Entities, Entities]) -> None:
    sentences, key, response = document
    words = [word for sentence in sentences for word in sentence]
    found = strata_of(document, "anaphor-kind")
    assert [*found] == [f"anaphors.{kind}" for kind in ("pronoun", "nominal", "name", "zero")]
    for kind in WORDS:
        expected = scoped_brute.anaphors(key, response, lambda span, kind=kind: KIND_OF[words[span[0]]] == kind)  # type: ignore[misc]
        assert figures(found, f"anaphors.{kind}") == [*expected], kind
    assert figures(found, "anaphors.zero") == [0, 0, 0, 0]


def test_zeros_are_the_anaphors_of_the_metric_zeros(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conllu", conllu("a:(e1--1) b 2.1:1~nsubj:(e1--1) c 3.1:3~nsubj:(e1--1)"))
    response = write(tmp_path / "response.conllu", conllu("a:(e1--1) b 2.1:1~nsubj:(e1--1) c 3.1:3~nsubj:(e2--1)"))
    result = corefscore.score(key, response, ["zeros"])
    assert figures(stratified(result, "anaphor-kind"), "anaphors.zero") == figures(result, "zeros") == [1, 2, 1, 1]


def test_mentions_in_memory_that_are_no_texts_have_no_kind() -> None:
    found = stratified(corefscore.score([[(0, 1), (3, 3)]], [[(0, 1), (3, 3)]]), "anaphor-kind")
    assert figures(found, "anaphors.unknown") == [1, 1, 1, 1]
    texts = stratified(corefscore.score([["Ann", "she"]], [["Ann", "she"]]), "anaphor-kind")
    assert figures(texts, "anaphors.pronoun") == [1, 1, 1, 1]


@settings(deadline=None, max_examples=40)
@given(documents())
def test_links_to_the_closest_antecedent_by_distance(document: tuple[list[list[str]], Entities, Entities]) -> None:
    sentences, key, response = document
    ends = [*accumulate(map(len, sentences))]

    def sentence(span: Span) -> int:
        return sum(end <= span[0] for end in ends)

    for by, begins, at in (("distance", TOKENS, lambda span: span[0]), ("sentence-distance", SENTENCES, sentence)):
        found = strata_of(document, by)
        stops = [*begins[1:], 10**9]
        for name, low, high in zip(range_names(begins), begins, stops, strict=True):
            expected = scoped_brute.antecedents(
                key,
                response,
                lambda one, two, low=low, high=high, at=at: low <= at(two) - at(one) < high,  # type: ignore[misc]
            )
            assert figures(found, f"antecedents.{name}") == [*expected], (by, name)


def test_distances_need_positions(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="have no positions, but distances need tokens"):
        stratified(corefscore.score([["a", "b"]], [["a", "b"]]), "distance")
    table = write(tmp_path / "key.csv", "document,start,end,entity\nd,0,0,1\nd,3,4,1\n")
    result = corefscore.score(table, table, spans="inclusive")
    with pytest.raises(InputError, match=r"is not divided into sentences.*--by distance"):
        stratified(result, "sentence-distance")
    spans = stratified(corefscore.score([[(30, 31), (0, 0)]], [[(30, 31), (0, 0)]]), "distance")
    assert figures(spans, "antecedents.10-49") == [1, 1, 1, 1]


@st.composite
def typed(draw: st.DrawFn) -> tuple[Entities, Entities, dict[Span, str], dict[Span, str]]:
    """Entities of key and response with a type for each mention."""
    sides: list[Entities] = []
    types: list[dict[Span, str]] = []
    for _ in range(2):
        entities: dict[int, list[Span]] = {}
        of: dict[Span, str] = {}
        for token in range(8):
            number = draw(st.integers(-1, 2))
            if number >= 0 or not token:
                entities.setdefault(max(number, 0), []).append((token, token))
                of[token, token] = draw(st.sampled_from(TYPES[:2]))
        sides.append([*entities.values()])
        types.append(of)
    return sides[0], sides[1], types[0], types[1]


@settings(deadline=None, max_examples=60)
@given(typed())
def test_mentions_and_links_by_the_type_of_most_mentions(
    given_sides: tuple[Entities, Entities, dict[Span, str], dict[Span, str]],
) -> None:
    key, response, *types = given_sides
    with TemporaryDirectory() as folder:
        paths = []
        for number, side in enumerate((key, response)):
            rows = [
                f"d,{start},{end},{entity},{types[number][start, end]}"
                for entity, spans in enumerate(side)
                for start, end in spans
            ]
            paths.append(write(Path(folder, f"{number}.csv"), "\n".join(["document,start,end,entity,type", *rows, ""])))
        found = stratified(corefscore.score(paths[0], paths[1], spans="inclusive"), "entity-type")

    sides = [[(entity, number) for entity in side] for number, side in enumerate((key, response))]
    kind = {
        (number, tuple(entity)): scoped_brute.entity_type(entity, types[number], set())
        for side in sides
        for entity, number in side
    }
    for wanted in {*kind.values()}:
        counts = _of_type(key, response, wanted, kind)
        assert figures(found, f"mentions.{wanted}") == counts[0]
        assert figures(found, f"pairwise.{wanted}") == counts[1]


def _of_type(
    key: Entities, response: Entities, wanted: str, kind: dict[tuple[int, tuple[Span, ...]], str]
) -> tuple[list[int], list[int]]:
    """The counts by key entities and by response entities, each with the types of its own side."""
    mentions: list[int] = []
    links: list[int] = []
    for number, (ours, theirs) in enumerate(((key, response), (response, key))):

        def type_of(entity: list[Span], number: int = number, ours: Entities = ours) -> str:
            return kind[number, tuple(entity)] if entity in ours else ""

        own = scoped_brute.of_type(ours, [], wanted, type_of), scoped_brute.of_type(ours, theirs, wanted, type_of)
        assert own[0][0][1] == own[1][0][1]
        mentions += own[1][0][:2]
        links += own[1][1][:2]
    return mentions, links


def test_pronouns_do_not_vote_for_the_type_of_an_entity(tmp_path: Path) -> None:
    text = conllu("then he:(e1-person-1-) and she:(e1-person-1-) the house:(e1-place-1-)", "so it:(e2-person-1-)")
    path = write(tmp_path / "key.conllu", text)
    found = stratified(corefscore.score(path, path), "entity-type")
    assert figures(found, "mentions.place") == [3, 3, 3, 3]
    assert figures(found, "mentions.person") == [1, 1, 1, 1]
    assert figures(found, "pairwise.place") == [3, 3, 3, 3]


def test_a_response_without_types_takes_those_of_the_key(tmp_path: Path) -> None:
    key = write(tmp_path / "key.csv", "document,start,end,entity,type\nd,0,0,a,person\nd,2,3,a,person\nd,5,5,b,place\n")
    response = write(tmp_path / "response.csv", "document,start,end,entity\nd,0,0,1\nd,5,5,1\nd,7,7,2\n")
    found = stratified(corefscore.score(key, response, spans="inclusive"), "entity-type")
    assert figures(found, "mentions.person") == [1, 2, 2, 2]
    assert figures(found, "mentions.place") == [1, 1, 0, 0]
    assert figures(found, "mentions.unknown") == [0, 0, 0, 1]


def test_types_are_needed() -> None:
    with pytest.raises(InputError, match="its entities have no types"):
        stratified(corefscore.score([["a"]], [["a"]]), "entity-type")


def test_sizes_add_up_to_the_whole() -> None:
    result = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll")
    found = stratified(result, "size")
    for metric in ("b3", "lea"):
        parts = [figures(found, f"{metric}.{size.title}") for size in SIZES]
        assert [*map(sum, zip(*parts, strict=True))] == pytest.approx(figures(result, metric))
        for name, scores in found.documents.items():
            of_document = [[getattr(scores[f"{metric}.{size.title}"], count) for count in COUNTS] for size in SIZES]
            whole = [getattr(result.documents[name][metric], count) for count in COUNTS]
            assert [*map(sum, zip(*of_document, strict=True))] == pytest.approx(whole)


def test_json_has_strata_of_the_corpus_and_of_documents() -> None:
    result = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll", ["b3", "muc"])
    for by in set(BY) - {"entity-type"}:
        found = json.loads(Strata(result, by, ["b3", "muc"]).to_json())
        assert found["by"] == by
        assert found["metrics"].keys() == {"b3", "muc"}
        assert found["strata"].keys() == found["strata_documents"]["(story/bakery); part 000"].keys()
    assert found["strata_documents"].keys() == {*result.documents}


def test_each_division_is_explained() -> None:
    assert [*DIVISIONS] == ["document", *BY]


@pytest.mark.filterwarnings("ignore:.*are not reliable")
def test_strata_have_intervals_if_the_result_has() -> None:
    result = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll").with_intervals()
    strata = Strata(result, "anaphor-kind")
    assert strata.result.intervals is not None
    assert "strata_intervals" in strata.to_dict()
    assert "[" in str(strata)


def test_strata_need_mentions_without_weights() -> None:
    with pytest.raises(ValueError, match="strata are not defined for mentions with weights"):
        stratified(corefscore.score([["a"]], [["a"]], ["b3"], weights="tokens"), "size")
    with pytest.raises(ValueError, match="there is no division 'sizes'; did you mean 'size'"):
        stratified(corefscore.score([["a"]], [["a"]]), "sizes")


def test_comparisons_are_of_the_same_strata(tmp_path: Path) -> None:
    title = "document,start,end,entity,type"
    key = write(tmp_path / "key.csv", f"{title}\nd,0,0,a,person\nd,2,3,a,person\n")
    other = write(tmp_path / "other.csv", f"{title}\nd,0,0,a,person\nd,5,5,b,animal\n")
    found = corefscore.compare(key, {"same": key, "other": other}, by="entity-type", spans="inclusive")
    names = ["mentions.person", "pairwise.person", "mentions.animal", "pairwise.animal"]
    assert sorted(metric.name for metric in found.metrics) == sorted(names)
    assert found["same"]["mentions.animal"].precision_denominator == 0
    assert found["other"]["mentions.animal"].precision_denominator == 1


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_named_entity_centred_f1(data: st.DataObject) -> None:
    names = ["Ann", "Bob", "Ann Smith", "Carl"]
    pool = [*names, "she", "the dog", "he", "ms ann", "his friend bob", "it"]
    sides: list[list[list[str]]] = []
    for _ in range(2):
        entities: dict[int, list[str]] = {}
        for mention in pool:
            number = data.draw(st.integers(-1, 3))
            if number >= 0:
                entities.setdefault(number, []).append(mention)
        sides.append([*entities.values()])
    found = corefscore.score(sides[0], sides[1], ["nec"], documents=False)["nec"].to_dict()
    expected = scoped_brute.named_entity_centred(sides[0], sides[1], {*names})
    value, missed = (0, 0) if expected is None else expected
    assert found["value"] == pytest.approx(float(value))
    assert found["missed"] == pytest.approx(float(missed))


def test_among_equal_alignments_the_one_that_finds_most_named_entities_counts() -> None:
    key = [["Ann", "he", "ms ann", "his friend bob", "it"], ["Bob", "Ann Smith", "Carl", "she", "the dog"]]
    response = [["Ann", "Bob", "he"], ["she", "the dog", "ms ann"]]
    found = corefscore.score(key, response, ["nec"], documents=False)["nec"].to_dict()
    assert (found["value"], found["missed"]) == (0.25, 0)


def test_nec_needs_words(tmp_path: Path) -> None:
    table = write(tmp_path / "key.csv", "document,start,end,entity\nd,0,0,1\nd,3,4,1\n")
    with pytest.raises(InputError, match="has no words, so its names are not known"):
        corefscore.score(table, table, ["nec"], spans="inclusive")


def test_nec_is_among_the_f1_of_a_comparison() -> None:
    key = {"1": [["Ann", "she", "the doctor"], ["Bob", "he"]]}
    response = {"1": [["Ann", "she"], ["the doctor", "he"]]}
    found = corefscore.compare(key, {"a": response, "b": key}, ["b3", "nec"])
    assert found.ranked("nec") == ["b", "a"]
    assert found.f1.tolist()[0] == pytest.approx([39 / 71, 2 / 5])
    with pytest.raises(ValueError, match="no F1 is defined for rand"):
        corefscore.compare(key, {"a": response}, ["rand"])


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=6))
def test_deviations_over_documents_are_those_of_a_sample(sizes: list[tuple[int, int]]) -> None:
    key = {str(n): [[f"k{i}" for i in range(size + 1)]] for n, (size, _) in enumerate(sizes)}
    response = {
        str(n): [[f"k{i}" for i in range(min(size, other) + 1)], *([f"x{i}"] for i in range(other))]
        for n, (size, other) in enumerate(sizes)
    }
    result = corefscore.score(key, response, ["b3", "muc", "conll"])
    found = result.to_dict()
    b3 = [scores["b3"].f1 for scores in result.documents.values()]
    assert found["macro_sd"]["b3"]["f1"] == pytest.approx(statistics.stdev(b3))  # type: ignore[index]
    counted = [
        float(numerator / denominator)
        for numerator, denominator, *_ in (brute.muc(*_sets(key[name], response[name])) for name in key)
        if denominator
    ]
    expected = statistics.stdev(counted) if len(counted) > 1 else None
    shown = json.loads(result.to_json())
    assert shown["macro_sd"]["muc"]["recall"] == (None if expected is None else pytest.approx(expected))
    assert shown["macro_all_sd"]["muc"].keys() == shown["macro_all"]["muc"].keys()
    assert shown["macro_sd"]["conll"].keys() == {"f1"}
    assert shown["macro_documents"]["muc"]["recall"] == len(counted)


def _sets(*sides: list[list[str]]) -> list[list[frozenset[str]]]:
    return [[frozenset(entity) for entity in side] for side in sides]
