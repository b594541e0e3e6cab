"""Documents with relations as Python values and in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import Reading
from corefscore.formats.pairs import read_pair
from corefscore.formats.reading import read, read_files
from tests.files import write
from tests.formats.relations import bridges, elements, nonreferring

DOCUMENT: dict[str, Any] = {
    "clusters": {"e1": [[0, 0]], "e2": [[2, 2]], "e3": [[4, 4], [6, 6]], "n": [[7, 7]]},
    "elements": {"e3": ["e1", "e2"]},
    "bridges": [[[4, 4], [0, 0], "poss"], [[6, 6], "e2"]],
    "nonreferring": [[7, 7]],
}
PLAIN = [[[0, 0]], [[2, 2]], [[4, 4], [6, 6]], [[7, 7]]]


def related(**changes: object) -> dict[str, Any]:
    return {**DOCUMENT, **changes}


def of_json(path: Path, document: object, side: str | None = None) -> corefscore.Corpus:
    file = write(path / "a.json", json.dumps({"d": document}))
    return read_files(file, Reading(side=side, spans="inclusive"))


def of_lines(path: Path, document: dict[str, Any], side: str | None = None) -> corefscore.Corpus:
    file = write(path / "a.jsonl", json.dumps({"doc_key": "d", "spans": "inclusive", **document}))
    return read_files(file, Reading(side=side))


def entity(*tokens: int) -> tuple[str, frozenset[tuple[tuple[int, int], ...]]]:
    return "d", frozenset(((token, token),) for token in tokens)


def check(corpus: corefscore.Corpus) -> None:
    assert elements(corpus) == {(entity(4, 6), entity(0)), (entity(4, 6), entity(2))}
    assert bridges(corpus) == {
        (("d", ((4, 4),)), ("d", ((0, 0),)), entity(0), "poss"),
        (("d", ((6, 6),)), None, entity(2), ""),
    }
    assert nonreferring(corpus) == {("d", ((7, 7),))}


def test_json_documents_with_relations(tmp_path: Path) -> None:
    check(of_json(tmp_path, DOCUMENT))
    check(of_lines(tmp_path, DOCUMENT))
    named = related(clusters=[*DOCUMENT["clusters"].values()], cluster_labels=[*DOCUMENT["clusters"]])
    check(of_lines(tmp_path, named))
    numbers = related(clusters=PLAIN, elements={"2": ["0", "1"]}, bridges=[[[4, 4], [0, 0], "poss"], [[6, 6], "1"]])
    check(of_json(tmp_path, numbers))
    check(of_lines(tmp_path, numbers))


def test_json_is_written_as_it_was_read(tmp_path: Path) -> None:
    corpus = of_json(tmp_path, DOCUMENT)
    corefscore.write(corpus, tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == {"d": DOCUMENT}
    corefscore.write(corpus, tmp_path / "b.jsonl")
    check(read(tmp_path / "b.jsonl"))


def test_mentions_that_are_names(tmp_path: Path) -> None:
    document = {"clusters": {"a": ["Ann"], "d": ["the door"]}, "bridges": [["the door", "Ann"], ["Ann", "d", "x"]]}
    corpus = read(write(tmp_path / "a.json", json.dumps({"d": document})))
    assert corpus.relations is not None
    assert corpus.relations.anchor.tolist() == [0, -1]
    assert corpus.relations.anchor_entity.tolist() == [0, 1]
    corefscore.write(corpus, tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == {"d": document}
    key, _ = read_pair(document, document)
    assert key.relations is not None
    assert key.relations.anchor.tolist() == [0, -1]


def test_an_entity_that_is_called_clusters_survives(tmp_path: Path) -> None:
    document = {"clusters": {"clusters": [[0, 0]]}}
    corpus = of_json(tmp_path, document)
    corefscore.write(corpus, tmp_path / "b.json")
    assert json.loads((tmp_path / "b.json").read_text()) == {"d": document}


@pytest.mark.parametrize("several", [False, True])
def test_values_in_memory(several: bool) -> None:
    given = {"d": DOCUMENT} if several else DOCUMENT
    key, response = read_pair(given, given)
    for corpus in (key, response):
        assert corpus.relations is not None
        assert [corpus.label(number) for number in corpus.relations.part] == ["e1", "e2"]
        assert corpus.relations.anaphor.tolist() == [2, 3]
        assert corpus.extra["referring"].tolist() == [True] * 4 + [False]
    assert corefscore.score(given, given)["b3"].f1 == 1


def test_one_side_may_have_no_relations() -> None:
    key, response = read_pair(DOCUMENT, PLAIN)
    assert key.relations is not None
    assert response.relations is None
    key, response = read_pair({"d": DOCUMENT, "e": PLAIN}, {"d": PLAIN, "e": DOCUMENT})
    assert key.relations is not None
    assert response.relations is not None
    assert response.relations.whole.tolist() != key.relations.whole.tolist()
    assert [response.label(number) for number in response.relations.whole] == ["e3", "e3"]


def test_values_of_numpy_sets_and_tuples() -> None:
    import numpy as np

    document = {
        "clusters": {"e1": [(0, 0)], "e2": {(2, 2)}, "e3": np.array([[4, 4], [6, 6]])},
        "elements": {"e3": ("e1", "e2")},
        "bridges": [((4, 4), np.array([0, 0]), "poss")],
    }
    key, _ = read_pair(document, PLAIN)
    assert key.relations is not None
    assert (len(key.relations.whole), key.relations.anchor.tolist()) == (2, [0])


def test_values_beside_a_file(tmp_path: Path) -> None:
    corpus = of_json(tmp_path, DOCUMENT)
    _, response = read_pair(corpus, {"d": DOCUMENT}, Reading(spans="inclusive"))
    check(response)


def test_a_scorer_takes_documents_with_relations() -> None:
    scorer = corefscore.Scorer(metrics=["b3"])
    scorer.update(DOCUMENT, DOCUMENT)
    scorer.update(PLAIN, DOCUMENT)
    assert len(scorer.compute().documents) == 2
    with pytest.raises(InputError, match="circular"):
        scorer.update(related(elements={"e1": ["e1"]}), DOCUMENT)
    assert len(scorer.compute().documents) == 2


def test_compare_takes_documents_with_relations() -> None:
    assert corefscore.compare({"d": DOCUMENT}, {"one": {"d": DOCUMENT}, "two": {"d": PLAIN}}, metrics=["b3"])


def test_a_corpus_of_memory_is_given_again() -> None:
    with pytest.warns(InputWarning, match="it counts as wrong"):
        key, response = read_pair(DOCUMENT, related(bridges=[[[9, 9], [0, 0]], [[4, 4], [8, 8]], [[6, 6], "e1"]]))
    with pytest.warns(InputWarning, match="it counts as wrong"):
        again = read_pair({"document": PLAIN}, response)[1]
    assert again.relations is not None
    assert (len(again.relations.whole), again.extra["referring"].sum()) == (2, 4)
    assert again.relations.anchor_entity.tolist() == [-1, 0]
    assert again.relations.unknown_anaphor.tolist() == [0]
    assert elements(read_pair(key, {"document": PLAIN})[0]) == elements(key)


FAULTS: dict[str, dict[str, object]] = {
    "'entities' is not a field; beside 'clusters'": {"entities": []},
    "the elements of entities are circular: e3 has the element e1, which has the element e3": {
        "elements": {"e3": ["e1"], "e1": ["e3"]}
    },
    "the anaphor \\[9, 9\\] of a bridge is not a mention; correct it": {"bridges": [[[9, 9], [0, 0]]]},
    "the anchor \\[9, 9\\] of a bridge is neither a mention nor an entity; correct it": {"bridges": [[[4, 4], [9, 9]]]},
    "the anchor zz of a bridge is neither": {"bridges": [[[4, 4], "zz"]]},
    "'bridges' has .*; write": {"bridges": {"a": 1}},
    "'bridges' has \\[\\[4, 4\\], \\[0, 0\\], 3\\]; write": {"bridges": [[[4, 4], [0, 0], 3]]},
    "'bridges' has 7; write": {"bridges": [7]},
    "'elements' has .*; write": {"elements": ["e1"]},
    "'nonreferring' has 7; write": {"nonreferring": 7},
    "the non-referring mention \\[9, 9\\] is in no cluster": {"nonreferring": [[9, 9]]},
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults_in_json_and_in_memory(tmp_path: Path, message: str) -> None:
    document = related(**FAULTS[message])
    with pytest.raises(InputError, match=f"a\\.json: document 'd': {message}"):
        of_json(tmp_path, document)
    with pytest.raises(InputError, match=f"key: document 'd': {message}"):
        corefscore.score({"d": document}, {"d": DOCUMENT})
    if "entities" not in document:
        with pytest.raises(InputError, match=f"a\\.jsonl:1: document 'd': {message}"):
            of_lines(tmp_path, document)


def test_a_bridge_to_nothing_counts_as_wrong_in_a_response(tmp_path: Path) -> None:
    document = related(bridges=[[[9, 9], [0, 0]], [[4, 4], [9, 9]]])
    for made in (of_json, of_lines):
        with pytest.warns(InputWarning, match="it counts as wrong"):
            corpus = made(tmp_path, document, "response")
        assert corpus.relations is not None
        assert corpus.relations.unknown_anaphor.tolist() == [0]
        assert corpus.relations.anchor.tolist() == [-1]
    with pytest.warns(InputWarning, match="response: document 'd': .*it counts as wrong"):
        corefscore.score({"d": DOCUMENT}, {"d": document})


def test_elements_of_nothing_are_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="'e1' is an element of 'e9', but no entity 'e9' has a mention"):
        of_json(tmp_path, related(elements={"e9": ["e1"]}))
    with pytest.warns(InputWarning, match="1 plural entities such as 'e3' have only one element"):
        read_pair(related(elements={"e3": ["e1"]}), PLAIN)


def test_an_anchor_that_is_a_mention_and_an_entity_is_an_error() -> None:
    with pytest.raises(InputError, match="the anchor Ann may be a mention or an entity"):
        corefscore.score({"clusters": {"Ann": ["Ann"], "b": ["x"]}, "bridges": [["x", "Ann"]]}, [["Ann"]])


def test_two_clusters_of_one_name_cannot_have_relations(tmp_path: Path) -> None:
    document = related(clusters=PLAIN, cluster_labels=["e1", "e2", "e3", "e3"])
    with pytest.raises(InputError, match="two clusters have the same name"):
        of_lines(tmp_path, document)


def test_one_document_on_one_side_and_several_on_the_other() -> None:
    with pytest.raises(InputError, match="a mapping with the key 'clusters' is one document"):
        corefscore.score(DOCUMENT, {"d": DOCUMENT})
    with pytest.raises(InputError, match="a mapping with the key 'clusters' is one document"):
        corefscore.score(DOCUMENT, DOCUMENT, documents=True)
