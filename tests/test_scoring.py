"""The Python interface: what goes in, and what comes out."""

from __future__ import annotations

import gzip
import json
import math
import pickle
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import corefscore
from corefscore import Result, Scorer
from corefscore.core.problems import InputError, InputWarning
from tests.files import conll, write
from tests.shared import shared_data

KEY = [["a", "b", "c"], ["d", "e", "f", "g"]]
RESPONSE = [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]]


@pytest.fixture
def result() -> Result:
    return corefscore.score(KEY, RESPONSE)


@pytest.mark.parametrize(
    ("metric", "recall", "precision", "f1"),
    [
        ("mentions", 6 / 7, 6 / 8, 0.8),
        ("muc", 2 / 5, 2 / 5, 0.4),
        ("b3", 35 / 12 / 7, 4 / 8, 5 / 11),
        ("ceafm", 4 / 7, 4 / 8, 8 / 15),
        ("ceafe", 1.3 / 2, 1.3 / 3, 0.52),
        ("blanc", 4 / 9, 0.325, (4 / 17 + 1 / 2) / 2),
        ("lea", 5 / 3 / 7, 8 / 3 / 8, 5 / 18),
    ],
)
def test_the_worked_example(result: Result, metric: str, recall: float, precision: float, f1: float) -> None:
    score = result[metric]
    assert (score.recall, score.precision, score.f1) == pytest.approx((recall, precision, f1), abs=1e-12)


def test_the_average_has_an_f1_only(result: Result) -> None:
    assert result["conll"].f1 == pytest.approx((0.4 + 5 / 11 + 0.52) / 3)
    assert math.isnan(result["conll"].recall)
    assert result["conll"].to_dict() == {"f1": result["conll"].f1}


def test_default_metrics_and_aliases(result: Result) -> None:
    assert list(result) == ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll"]
    assert result["bcub"] == result["b3"]
    assert list(corefscore.score(KEY, RESPONSE, metrics=["MUC", "Bcub"])) == ["muc", "b3"]
    assert list(corefscore.score(KEY, RESPONSE, metrics=["bcub", "b3", "pairwise"])) == ["b3", "pairwise"]
    assert list(corefscore.score(KEY, RESPONSE, metrics="muc")) == ["muc"]


def test_what_is_asked_for_in_vain() -> None:
    with pytest.raises(ValueError, match="there is no metric 'bleu'; choose from mentions, muc"):
        corefscore.score(KEY, RESPONSE, metrics=["bleu"])
    with pytest.raises(ValueError, match="no metric is chosen"):
        corefscore.score(KEY, RESPONSE, metrics=[])
    with pytest.raises(ValueError, match="there is no duplicates policy 'last'; choose from error, first"):
        corefscore.score(KEY, RESPONSE, duplicates="last")
    with pytest.raises(ValueError, match="there is no profile 'x'; choose from conll2012"):
        corefscore.score(KEY, RESPONSE, profile="x")
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        corefscore.nothing  # noqa: B018


@pytest.mark.parametrize("shape", [list, set, frozenset, tuple, iter])
def test_clusters_of_any_shape(result: Result, shape: type) -> None:
    again = corefscore.score([shape(c) for c in KEY], iter([shape(c) for c in RESPONSE]))
    assert again.counts.total["b3"].tolist() == result.counts.total["b3"].tolist()


def test_mentions_of_any_kind() -> None:
    spans = [[(0, 1), (3, 3)], [(5, 7)]]
    assert corefscore.score(spans, spans)["b3"].f1 == 1
    lists = json.loads(json.dumps(spans))
    assert corefscore.score(spans, lists)["b3"].f1 == 1
    assert corefscore.score([[("d", (1, 2))]], [[("d", [1, 2])]], documents=False)["b3"].f1 == 1


@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        ([["a"], "abc"], "a cluster is a text; give a list or set of mentions"),
        ([["a"], 5], "5 is not a cluster; give a list or set of mentions"),
    ],
)
def test_clusters_that_are_none(clusters: list[object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        corefscore.score(KEY, clusters)


def test_an_entity_without_mentions_is_an_error_in_the_key_and_dropped_from_the_response(result: Result) -> None:
    with pytest.raises(InputError, match="key: document 'document': cluster 1 is empty; remove it"):
        corefscore.score([["a"], []], RESPONSE)
    with pytest.warns(InputWarning, match="response: 1 empty entity is dropped"):
        again = corefscore.score(KEY, [*RESPONSE, []])
    assert again.to_dict() == result.to_dict()


def test_inputs_that_do_not_go_together(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1)"))
    with pytest.raises(InputError, match="response: some mentions are spans, but others are not; give only spans"):
        corefscore.score(path, KEY)
    with pytest.raises(TypeError, match="5 cannot be scored"):
        corefscore.score(5, KEY)
    with pytest.raises(InputError, match="standard input: cannot be both key and response"):
        corefscore.score("-", "-")


class Equal:
    """Known by its contents, which may change, so that it cannot be looked up."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal)


def test_mentions_that_cannot_be_looked_up() -> None:
    with pytest.raises(InputError, match=r"key: .* is compared by its identity, so no other mention can be equal"):
        corefscore.score([[object()]], KEY)
    with pytest.raises(InputError, match=r"key: .* cannot be a mention; give texts, whole numbers, or spans"):
        corefscore.score([[Equal()]], KEY)
    with pytest.raises(InputError, match="response: None is not a mention"):
        corefscore.score(KEY, [["a", None]])


def test_documents_in_memory_have_exactly_the_same_names() -> None:
    with pytest.raises(InputError, match="document 'a' of key is missing"):
        corefscore.score({"a": [["x", "y"]]}, {"(a)": [["p", "q"]]})
    assert corefscore.score({1: [["x"]]}, {1: [["x"]]})["b3"].f1 == 1


@pytest.mark.parametrize("policy", ["first", "reference"])
def test_with_repeated_mentions_the_order_of_the_other_side_does_not_matter(policy: str) -> None:
    response = [["b", "x"], ["a", "b"]]
    scores = {
        corefscore.score(key, response, duplicates=policy)["conll"].f1
        for key in ([["a", "c"], ["b", "d"]], [["b", "d"], ["a", "c"]], [["d", "b"], ["c", "a"]])
    }
    assert len(scores) == 1


def test_nothing_against_nothing_scores_0() -> None:
    empty = corefscore.score([], [])
    assert {score.f1 for score in empty.values()} == {0}
    assert {score.f1 for score in corefscore.score(KEY, []).values()} == {0}


def test_several_documents(result: Result) -> None:
    both = corefscore.score({"x": KEY, "y": [["a", "b"]]}, {"x": RESPONSE, "y": [["a", "b"]]})
    assert both.documents["x"]["b3"].to_dict() == result["b3"].to_dict()
    assert both.documents["y"]["muc"].f1 == 1
    assert both["muc"].recall == pytest.approx(3 / 6)


def test_macro_means_leave_out_what_is_undefined() -> None:
    key = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": []}
    response = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": [["a", "b"]]}
    result = corefscore.score(key, response, metrics=["muc", "b3", "conll"])
    muc, b3 = result.macro["muc"], result.macro["b3"]
    assert (muc.recall, muc.precision, muc.f1) == (1, 0.5, 0.5)  # x alone; x and z; x and z
    assert (b3.recall, b3.precision, b3.f1) == pytest.approx((1, 2 / 3, 2 / 3))
    assert math.isnan(result.macro["conll"].recall)


def test_macro_means_can_count_what_is_undefined_as_0() -> None:
    key = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": []}
    response = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": [["a", "b"]]}
    result = corefscore.score(key, response, metrics=["muc", "b3", "conll"])
    muc, b3 = result.macro_all["muc"], result.macro_all["b3"]
    assert (muc.recall, muc.precision, muc.f1) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (b3.recall, b3.precision, b3.f1) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    counted = result.to_dict()["macro_documents"]
    assert isinstance(counted, dict)
    assert counted["muc"] == {"recall": 1, "precision": 2, "f1": 2}
    assert counted["b3"] == {"recall": 2, "precision": 3, "f1": 3}


def test_the_macro_mean_of_an_average_is_the_mean_of_its_column_of_documents() -> None:
    key = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": [["a", "b", "c"]], "empty": []}
    response = {"x": [["a", "b"]], "y": [["a"], ["b"]], "z": [["a", "b"]], "empty": []}
    result = corefscore.score(key, response, metrics=["conll"])
    column = [scores["conll"].f1 for scores in result.documents.values()]
    assert column[1] == pytest.approx(2 / 3)  # y has no link, so its MUC is 0
    assert result.macro["conll"].f1 == pytest.approx(sum(column[:3]) / 3)
    assert result.macro_all["conll"].f1 == pytest.approx(sum(column) / 4)


def test_macro_means_of_blanc_leave_out_documents_without_links() -> None:
    key = {"x": [["a", "b"], ["c"]], "y": [["a"]]}
    blanc = corefscore.score(key, key, metrics=["blanc"]).macro["blanc"]
    assert (blanc.recall, blanc.precision, blanc.f1) == (1, 1, 1)  # x alone, since y has a single mention


def test_sums_over_documents_are_exactly_rounded() -> None:
    """Thirds added one after the other or in pairs give other last digits than their true sum."""
    documents = {str(number): [["a", "b", "c"]] for number in range(1000)}
    responses = {name: [["a", "b"], ["c"]] if int(name) % 3 else [["a"], ["b"], ["c"]] for name in documents}
    result = corefscore.score(documents, responses, metrics=["b3"])
    each = [scores["b3"].recall_numerator for scores in result.documents.values()]
    assert result["b3"].recall_numerator == float(sum(map(Fraction, each)))
    assert result["b3"].recall_numerator != reduce(add, each)  # `sum` of Python 3.12 corrects itself


def test_the_signature_names_every_policy() -> None:
    result = corefscore.score(KEY, RESPONSE, profile="conll2012", singletons="drop")
    assert result.signature == (
        f"corefscore:{corefscore.__version__}|match:exact|singletons:drop|duplicates:reference|missing:empty|"
        "extra:ignore|tokens:ignore|blanc:reference|weights:none|zeros:dependency|documents:1"
    )


def test_as_a_dict_and_json(result: Result) -> None:
    found = json.loads(result.to_json())
    assert found == result.to_dict()
    assert found["signature"] == result.signature
    assert found["metrics"]["b3"] == {
        "recall": pytest.approx(0.41666667),
        "precision": 0.5,
        "f1": pytest.approx(5 / 11),
        "recall_numerator": pytest.approx(35 / 12),
        "recall_denominator": 7,
        "precision_numerator": 4,
        "precision_denominator": 8,
    }
    assert found["metrics"]["blanc"]["coreference"]["recall_numerator"] == 2
    assert found["documents"]["document"]["muc"]["f1"] == pytest.approx(0.4)
    assert found["key"] == {"name": "key", "documents": 1, "mentions": 7, "entities": 2, "singletons": 0}


def test_as_text(result: Result) -> None:
    lines = str(result).splitlines()
    assert lines[0] == "Key       key: 1 document, 7 mentions, 2 entities, 0 singletons"
    assert lines[1] == "Response  response: 1 document, 8 mentions, 3 entities, 0 singletons"
    assert lines[5] == "Mentions   85.71      75.00  80.00"
    assert lines[-3] == "CoNLL                        45.82"
    assert lines[-1] == result.short_signature
    assert repr(result).startswith("<Result mentions 80.00, muc 40.00, b3 45.45")


def test_as_markdown_latex_csv_and_html(result: Result) -> None:
    assert "| B³ | 41.67 | 50.00 | 45.45 |" in result.to_markdown()
    assert r"B\textsuperscript{3} & 41.67 & 50.00 & 45.45 \\" in result.to_latex()
    assert r"\toprule" in result.to_latex()
    rows = result.to_csv().splitlines()
    assert rows[0].startswith("metric,recall,precision,f1,recall_numerator")
    assert rows[1] == f"mentions,{6 / 7},0.75,{result['mentions'].f1},6.0,7.0,6.0,8.0"
    assert rows[-1] == f"conll,,,{result['conll'].f1},,,,"
    assert "<td>B³</td>" in result._repr_html_()


def test_a_result_can_be_sent_to_another_process(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1) (2)"))
    result = corefscore.score(path, path, blanc="luo2014")
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()


def test_a_table_of_documents_can_be_sorted() -> None:
    result = corefscore.score({"x": KEY, "y": [["a", "b"]]}, {"x": RESPONSE, "y": [["a", "b"]]})
    table = result.document_table()
    assert [row[0] for row in table.sorted_by("b3").rows] == ["x", "y"]
    assert [row[0] for row in table.sorted_by("document", reverse=True).rows] == ["y", "x"]
    assert table.rows[0][:3] == ["x", 7, 8]
    with pytest.raises(ValueError, match="no column 'z'; choose from document, key"):
        table.sorted_by("z")


class TestScorer:
    def test_documents_are_scored_together_however_many_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = corefscore.score({str(n): KEY for n in range(9)}, {str(n): RESPONSE for n in range(9)})
        monkeypatch.setattr("corefscore.scoring.MENTIONS_AT_ONCE", 40)
        scorer = Scorer()
        for _ in range(9):
            scorer.update(KEY, RESPONSE)
        assert scorer.compute().to_dict() == whole.to_dict()
        assert scorer.compute().to_dict() == whole.to_dict()

    def test_documents_may_have_names(self) -> None:
        scorer = Scorer(["muc"])
        scorer.update(KEY, RESPONSE, name="x")
        scorer.update(KEY, RESPONSE)
        scorer.update({"y": KEY}, {"y": KEY})
        assert list(scorer.compute().documents) == ["x", "1", "y"]
        for again in ((KEY, RESPONSE, "x"), ({"y": KEY}, {"y": RESPONSE}), ({"z": KEY, "x": KEY},) * 2):
            with pytest.raises(ValueError, match=r"two documents have the name '[xy]'"):
                scorer.update(*again)
        assert list(scorer.compute().documents) == ["x", "1", "y"]

    def test_files_and_corpora_too(self, tmp_path: Path) -> None:
        path = write(tmp_path / "k.conll", conll("(1) (1)"))
        scorer = Scorer()
        scorer.update(path, path)
        scorer.update(KEY, KEY)
        assert scorer.compute()["conll"].f1 == 1

    def test_before_the_first_document_and_after_a_reset(self) -> None:
        scorer = Scorer()
        assert scorer.compute()["b3"].f1 == 0
        scorer.update(KEY, KEY)
        scorer.reset()
        assert len(scorer.compute().documents) == 0

    def test_only_like_scorers_add_up(self) -> None:
        with pytest.raises(ValueError, match="different metrics or policies"):
            Scorer(["muc"]) + Scorer(["b3"])
        with pytest.raises(ValueError, match="different metrics or policies"):
            Scorer(blanc="luo2014") + Scorer()

    def test_a_faulty_document_is_an_error_at_once_and_not_added(self) -> None:
        scorer = Scorer()
        scorer.update(KEY, KEY)
        for faulty in ([["a"], ["a"]], [["a"], []]):
            with pytest.raises(InputError, match="document '1'"):
                scorer.update(faulty, KEY)
        with pytest.raises(InputError, match="is missing"):
            scorer.update({"x": KEY}, {"y": KEY})
        scorer.update(KEY, RESPONSE)
        result = scorer.compute()
        assert list(result.documents) == ["0", "1"]
        assert result.documents["0"]["conll"].f1 == 1
        assert result.documents["1"]["muc"].f1 == pytest.approx(0.4)

    def test_repeated_mentions_are_scored_in_their_order_where_a_policy_allows_them(self) -> None:
        scorer = Scorer(["b3"], duplicates="first")
        scorer.update(KEY, KEY)
        scorer.update([["a", "b"]], [["a", "b"], ["b"]])
        scorer.update(KEY, RESPONSE)
        assert [scores["b3"].recall for scores in scorer.compute().documents.values()][:2] == [1, 1]

    def test_names_that_look_like_numbers(self) -> None:
        scorer = Scorer()
        scorer.update(KEY, KEY, name="1")
        scorer.update(KEY, KEY)
        assert list(scorer.compute().documents) == ["1", "#1"]

    def test_scorers_of_several_processes_add_up(self) -> None:
        scorers = [Scorer(["muc", "blanc"], blanc="luo2014") for _ in range(2)]
        for scorer in scorers:
            scorer.update(KEY, RESPONSE)
        sent = [pickle.loads(pickle.dumps(scorer)) for scorer in scorers]
        assert sum(sent).compute().to_dict() == (scorers[0] + scorers[1]).compute().to_dict()


class TestWaiting:
    def test_a_scorer_keeps_counts_of_what_it_has_scored_and_no_mentions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("corefscore.scoring.MENTIONS_AT_ONCE", 40)
        scorer = Scorer()
        waiting = []
        for _ in range(9):
            scorer.update(KEY, RESPONSE)
            waiting.append(len(scorer._waiting))
        assert max(waiting) < 40
        assert waiting.count(0) == 3


class TestLabels:
    def test_labels_are_clusters(self) -> None:
        key, response = [0, 0, 0, 7, 7, 1], ["x", "x", "y", "y", "y", "z"]
        by_label = corefscore.score_labels(key, response)
        by_cluster = corefscore.score([[0, 1, 2], [3, 4], [5]], [[0, 1], [2, 3, 4], [5]])
        for name in by_cluster:
            assert by_label[name][:7] == pytest.approx(by_cluster[name][:7], rel=1e-14, nan_ok=True)
            assert by_label[name].families.keys() == by_cluster[name].families.keys()
        assert (by_label.key.entities, by_label.key.singletons) == (3, 1)

    @pytest.mark.parametrize(
        "labels", [[-5, -5, 10**15, 10**15], [3, 3, 4, 4], [1.5, 1.5, 2.5, 2.5], [True, True, False, False]]
    )
    def test_labels_of_any_kind(self, labels: list[object]) -> None:
        assert corefscore.score_labels(labels, [0, 0, 1, 1])["conll"].f1 == 1  # type: ignore[arg-type]

    def test_a_label_in_two_documents_is_two_entities(self) -> None:
        result = corefscore.score_labels([0, 0, 0, 0], [1, 1, 2, 2], documents=["x", "x", "y", "y"])
        assert result["conll"].f1 == 1
        assert list(result.documents) == ["x", "y"]

    def test_labels_that_do_not_go_together(self) -> None:
        with pytest.raises(ValueError, match="key has 2 labels, but response has 3"):
            corefscore.score_labels([0, 0], [0, 0, 1])
        with pytest.raises(ValueError, match="documents are given for 1"):
            corefscore.score_labels([0, 0], [0, 0], documents=["x"])
        with pytest.raises(ValueError, match="labels have 2 dimensions; give a list of values"):
            corefscore.score_labels(np.zeros((2, 2)), np.zeros((2, 2)))

    def test_labels_far_apart(self) -> None:
        low = -(2**63)
        assert corefscore.score_labels([low, 0, low, 0, 1, 2], [3, 0, 3, 0, 1, 2])["muc"].f1 == 1
        with pytest.raises(ValueError, match="a label is missing"):
            corefscore.score_labels([0.5, math.nan], [0, 1])

    @pytest.mark.parametrize("labels", [[1, "1", 2], np.array([1, "1", 2], dtype=object), np.array([{1}, {2}, {1}])])
    def test_labels_of_several_kinds_are_refused(self, labels: Any) -> None:
        with pytest.raises(ValueError, match="kinds that cannot be compared; give texts or numbers only"):
            corefscore.score_labels(labels, [1, 1, 2])

    @pytest.mark.parametrize("kind", [None, object])
    def test_texts_as_labels_and_documents_are_as_good_as_numbers(self, kind: type | None) -> None:
        rng = np.random.default_rng(4)
        columns = [rng.integers(0, high, 60) for high in (20, 20, 12)]
        texts = [np.array([f"{value:02}" for value in column.tolist()], dtype=kind) for column in columns]
        expected, found = corefscore.score_labels(*columns), corefscore.score_labels(*texts)
        assert found.flat() == pytest.approx(expected.flat(), abs=1e-12)
        assert [*found.documents] == sorted({*texts[2].tolist()})
        for name, scores in found.documents.items():
            assert scores.flat() == pytest.approx(expected.documents[str(int(name))].flat(), abs=1e-12)

    def test_no_labels(self) -> None:
        assert corefscore.score_labels([], [])["b3"].f1 == 0


def test_published_figures_of_real_systems() -> None:
    """Outputs of cross-document systems, with precision and recall as their authors published them."""
    path = shared_data() / "published" / "cdcr-feature-based.json.gz"
    data = json.loads(gzip.decompress(path.read_bytes()))
    compared = 0
    for response in data["responses"]:
        key = data["keys"][response["key"]]
        sizes = [len(labels) for labels in key]
        result = corefscore.score_labels(
            np.concatenate(key), np.concatenate(response["labels"]), np.repeat(np.arange(len(key)), sizes)
        )
        for theirs, ours in {"muc": "muc", "bcub": "b3", "ceafe": "ceafe", "lea": "lea"}.items():
            published = response["published"][theirs]
            assert result[ours].precision == pytest.approx(published["P"], abs=1e-9), (response["path"], ours)
            assert result[ours].recall == pytest.approx(published["R"], abs=1e-9), (response["path"], ours)
            compared += 1
    assert compared == 340 * 4


@pytest.mark.parametrize("side", ["key", "response"])
def test_files_without_any_mention_are_reported_once(tmp_path: Path, side: str) -> None:
    empty = write(tmp_path / "empty.conll", conll("- - -", "a") + conll("- -", "b"))
    other = write(tmp_path / "other.conll", conll("(1) - (1)", "a") + conll("- -", "b"))
    pair = (empty, other) if side == "key" else (other, empty)
    with pytest.warns(InputWarning) as seen:
        assert corefscore.score(*pair)["b3"].f1 == 0
    message = f"the {side} has no mention, so nothing matches; check its format and, in column files, --column"
    assert [str(each.message) for each in seen] == [f"{empty}: {message}"]


def test_documents_without_mentions_are_not_reported(tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.conll", conll("- - -", "a"))
    full = write(tmp_path / "full.conll", conll("- - -", "a") + conll("(1) - (1)", "b"))
    assert corefscore.score(full, full)["b3"].f1 == 1
    assert corefscore.score([["Ann"]], [])["b3"].f1 == 0
    scorer = corefscore.Scorer(["b3"])
    scorer.update(empty, empty)
    scorer.update([["Ann"]], [])
    assert scorer.compute()["b3"].f1 == 0


def test_metrics_of_relations_without_relations_warn(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conll", conll("(1) (1)"))
    message = (
        "key.conll: neither side has anything to score for Split B³, Bridging, so the scores are 0; leave out these"
    )
    with pytest.warns(InputWarning, match=message):
        assert corefscore.score(key, key, ["split-b3", "bridging", "b3"])["bridging"].f1 == 0
    assert corefscore.score(KEY, KEY, ["split-b3", "b3"])["split-b3"].f1 == 0
