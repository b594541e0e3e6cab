"""What people hold, one test for each row of the table of shapes that used to be scored wrongly in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefscore
from corefscore import InputWarning, Scorer
from tests import brute
from tests.files import conll, write

GOLD = [[(0, 0), (2, 3), (5, 5)], [(7, 7), (9, 9)]]
FOUND = [[(0, 0), (2, 3)], [(5, 5), (7, 7), (9, 9)]]


def conll_f1(*documents: tuple[list[list[Any]], list[list[Any]]]) -> float:
    """The CoNLL average by the definitions, which share no code with the package."""
    pairs: Any = [tuple([*map(frozenset, side)] for side in document) for document in documents]
    f1s = [float(brute.rates(brute.total(each, pairs))[2]) for each in (brute.muc, brute.b3, brute.ceafe)]
    return sum(f1s) / 3


ONE, TWO = conll_f1((GOLD, FOUND)), conll_f1((GOLD, FOUND), (FOUND, FOUND))


def figure(key: object, response: object, **options: Any) -> object:
    return pytest.approx(corefscore.score(key, response, **options)["conll"].f1, abs=1e-12)


def test_a_list_of_documents_is_documents() -> None:
    assert figure([GOLD, FOUND], [FOUND, FOUND]) == TWO
    scorer = Scorer()
    scorer.update([GOLD, FOUND], [FOUND, FOUND])
    assert scorer.compute()["conll"].f1 == pytest.approx(TWO, abs=1e-12)


def test_a_dictionary_of_entities_is_entities() -> None:
    key, response = {"e1": ["a", "b", "c"], "e2": ["d"]}, {"x": ["a", "b"], "y": ["c", "d"]}
    assert figure(key, response) == conll_f1(([*key.values()], [*response.values()]))
    assert figure(dict(enumerate(GOLD)), dict(enumerate(FOUND)), documents=False) == ONE


def test_tensors_and_arrays_are_spans() -> None:
    assert figure([np.array(entity) for entity in GOLD], [np.array(entity) for entity in FOUND]) == ONE
    torch = pytest.importorskip("torch")
    assert figure([torch.tensor(entity) for entity in GOLD], [torch.tensor(entity) for entity in FOUND]) == ONE
    spans = [[[torch.tensor(span) for span in entity] for entity in side] for side in (GOLD, FOUND)]
    assert figure(*spans) == ONE
    numbers = [
        [[tuple(torch.tensor(end) for end in span) for span in entity] for entity in side] for side in (GOLD, FOUND)
    ]
    assert figure(*numbers) == ONE


def test_spans_and_groups_of_two_docs_of_spacy_are_spans() -> None:
    nlp = pytest.importorskip("spacy").blank("en")
    sides: list[list[Any]] = []
    for side in (GOLD, FOUND):
        doc = nlp(" ".join("abcdefghij"))
        sides.append([[doc[start : end + 1] for start, end in entity] for entity in side])
        for number, entity in enumerate(sides[-1]):
            doc.spans[str(number)] = entity
        sides[-1].append(doc.spans)
    (*key, key_groups), (*response, response_groups) = sides
    assert figure(key, response) == ONE
    assert figure(key_groups, response_groups) == ONE
    assert figure([*key_groups.values()], [*response_groups.values()]) == ONE


def test_series_of_labels_are_joined_by_their_index() -> None:
    series = pytest.importorskip("pandas").Series
    key, response = series([0, 0, 1], index=["a", "b", "c"]), series([0, 0, 1], index=["c", "b", "a"])
    expected = conll_f1(([["a", "b"], ["c"]], [["c", "b"], ["a"]]))
    assert corefscore.score_labels(key, response)["conll"].f1 == pytest.approx(expected, abs=1e-12)
    with pytest.raises(ValueError, match="the indexes of the key and of response differ"):
        corefscore.score_labels(key, series([0, 0, 1], index=["x", "y", "z"]))


def test_sides_are_named() -> None:
    for gold, predicted in (("gold", "predicted"), ("key", "response")):
        scorer = Scorer()
        scorer.update(**{predicted: [["a", "b"]], gold: [["a", "b", "c"]]})  # type: ignore[arg-type]
        result = scorer.compute()["muc"]
        assert (result.recall, result.precision) == (0.5, 1)


def test_gold_on_disk_and_predictions_in_memory(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", conll("(1) - (1 1) - (1) - (2) - (2)"))
    assert figure(path, FOUND, spans="inclusive") == ONE
    assert figure(path, [[(start, end + 1) for start, end in entity] for entity in FOUND], spans="exclusive") == ONE
    assert corefscore.read(path).clusters == {"(d); part 000": GOLD}


def test_data_frames_of_spans_and_of_records() -> None:
    pytest.importorskip("narwhals")
    frame = pytest.importorskip("pandas").DataFrame
    rows = [[(*span, number) for number, entity in enumerate(side) for span in entity] for side in (GOLD, FOUND)]
    assert figure(*(frame(side, columns=["start", "end", "entity"]) for side in rows)) == ONE
    records = [frame({"record": [f"{a}-{b}" for a, b, _ in side], "cluster": [e for *_, e in side]}) for side in rows]
    assert figure(*records) == ONE


def test_json_lines_without_names_are_paired_by_order(tmp_path: Path) -> None:
    paths = []
    for name, documents in (("key", [GOLD, FOUND]), ("response", [FOUND, FOUND])):
        lines = [{"sentences": [["w"] * 10], "clusters": clusters, "spans": "inclusive"} for clusters in documents]
        paths.append(write(tmp_path / f"{name}.jsonl", "".join(json.dumps(line) + "\n" for line in lines)))
    with pytest.warns(InputWarning, match="paired with the documents of .* in their order"):
        assert figure(*paths) == TWO


def test_span_clusters_of_stanza(tmp_path: Path) -> None:
    paths = []
    for name, clusters in (("key", GOLD), ("response", FOUND)):
        exclusive = [[(start, end + 1) for start, end in entity] for entity in clusters]
        document = {"document_id": "d", "cased_words": ["w"] * 10, "sent_id": [0] * 10, "span_clusters": exclusive}
        paths.append(write(tmp_path / f"{name}.jsonl", json.dumps(document) + "\n"))
    assert figure(*paths) == ONE
