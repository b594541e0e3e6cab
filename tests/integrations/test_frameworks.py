"""Each integration with its real framework; where one is absent, the test says so."""

from __future__ import annotations

import math
import os
import socket
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import corefscore
import corefscore.integrations
from corefscore.integrations.sklearn import b3_score, ceafe_score, conll_score, muc_score

KEY = [[(0, 1), (3, 3), (5, 6)], [(8, 8), (9, 12)]]
RESPONSE = [[(0, 1), (3, 3)], [(5, 6), (8, 8)], [(9, 12)]]
FOLDER = Path(str(corefscore.integrations.__file__)).parent


def framework(name: str) -> Any:
    """A framework; where COREFSCORE_FRAMEWORKS=required, it must be there."""
    if os.environ.get("COREFSCORE_FRAMEWORKS") == "required":
        return __import__(name)
    return pytest.importorskip(name)


def test_labels_as_in_scikit_learn() -> None:
    metrics = framework("sklearn.metrics") and __import__("sklearn.metrics", fromlist=["make_scorer"])
    import numpy as np
    from sklearn.cluster import KMeans

    true = [0, 0, 0, 1, 1, 2]
    predicted = [1, 1, 0, 0, 0, 2]
    result = corefscore.score_labels(true, predicted)
    assert b3_score(true, predicted) == result["b3"].f1
    assert conll_score(true, predicted) == result["conll"].f1
    assert (muc_score(true, predicted), ceafe_score(true, predicted)) == (result["muc"].f1, result["ceafe"].f1)
    points = np.array([[0.0], [0.1], [5.0], [5.1]])
    model = KMeans(2, n_init=1, random_state=0).fit(points)
    scorer = metrics.make_scorer(b3_score)
    assert scorer(model, points, [0, 0, 1, 1]) == 1


def test_a_scorer_for_spacy() -> None:
    spacy = framework("spacy")
    from spacy.training import Example

    from corefscore.integrations.spacy import clusters_of

    nlp = spacy.blank("en")
    examples = []
    for clusters in ([[(0, 1), (3, 4)], [(5, 6), (8, 9)]], [[(0, 1), (3, 4), (8, 9)]]):
        docs = [nlp("Ann said that she met Tom and that he left") for _ in range(2)]
        for doc, groups in zip(docs, (clusters, [[(0, 1), (3, 4)], [(5, 6), (8, 9)]]), strict=True):
            for number, spans in enumerate(groups, 1):
                doc.spans[f"coref_clusters_{number}"] = [doc[start:end] for start, end in spans]
            doc.spans["coref_head_clusters_1"] = [doc[0:1]]
        assert clusters_of(docs[0]) == clusters
        examples.append(Example(docs[0], docs[1]))
    score_examples = spacy.registry.scorers.get("corefscore.coref_scorer.v1")()
    found = score_examples(examples)
    gold = [[(0, 1), (3, 4)], [(5, 6), (8, 9)]]
    expected = corefscore.score([gold, gold], [gold, [[(0, 1), (3, 4), (8, 9)]]])
    assert found["coref_f"] == expected["lea"].f1
    assert (found["coref_p"], found["coref_r"]) == (expected["lea"].precision, expected["lea"].recall)
    assert found["coref_conll_f1"] == expected["conll"].f1
    with pytest.raises(ValueError, match="different tokens"):
        score_examples([Example(nlp("Ann"), nlp("Tom left"))])


@pytest.mark.filterwarnings("ignore")
def test_a_module_for_evaluate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    evaluate = framework("evaluate")
    module = evaluate.load(str(FOLDER / "evaluate"), cache_dir=str(tmp_path))
    expected = corefscore.score([KEY, KEY], [RESPONSE, KEY]).flat()
    found = module.compute(predictions=[RESPONSE, KEY], references=[KEY, KEY])
    assert found == expected
    assert not any(math.isnan(value) for value in found.values())
    assert "muc_f1" in module.compute(predictions=[RESPONSE], references=[KEY], metrics=["muc"])


@pytest.mark.filterwarnings("ignore")
class TestTorchmetrics:
    def test_batches_add_up(self) -> None:
        framework("torchmetrics")
        from corefscore.integrations.torchmetrics import CoreferenceScore

        metric = CoreferenceScore(prefix="dev/")
        metric.update([RESPONSE], [KEY])
        metric.update([KEY, [[(0, 0)], [(0, 0)]]], [KEY, KEY])
        expected = corefscore.score(
            [KEY, KEY, KEY], [RESPONSE, KEY, [[(0, 0)], [(0, 0)]]], duplicates="reference"
        ).flat("dev/")
        assert {name: value.item() for name, value in metric.compute().items()} == pytest.approx(expected, abs=1e-15)
        metric.reset()
        assert metric.compute()["dev/conll_f1"] == 0

    def test_two_processes_add_up(self) -> None:
        framework("torchmetrics")
        processes: Any = import_module("torch.multiprocessing")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        processes.spawn(_in_process, args=(port,), nprocs=2)


def _in_process(rank: int, port: int) -> None:
    import torch.distributed as dist

    from corefscore.integrations.torchmetrics import CoreferenceScore

    dist.init_process_group("gloo", f"tcp://127.0.0.1:{port}", rank=rank, world_size=2)
    metric = CoreferenceScore()
    metric.update([RESPONSE if rank else KEY], [KEY])
    found = {name: value.item() for name, value in metric.compute().items()}
    expected = corefscore.score([KEY, KEY], [KEY, RESPONSE]).flat()
    assert found == pytest.approx(expected, abs=1e-15)
    dist.destroy_process_group()


@pytest.mark.filterwarnings("ignore:.*the text differs:corefscore.InputWarning")
def test_tagged_output_of_language_models() -> None:
    from corefscore.integrations.lm_eval.tagged_output import conll_f1, process_results

    gold = "[e1 Ann] said that [e1 she] saw [e2 a dog] . [e2 It] barked"
    items = [process_results({"tagged": gold}, [output])["conll_f1"] for output in (gold, gold.replace("e2", "e1"))]
    assert conll_f1(items[:1]) == 1
    key = [["Ann", "she"], ["dog", "It"]]
    assert conll_f1(items) == pytest.approx(corefscore.score([key, key], [key, [[*key[0], *key[1]]]])["conll"].f1)
    nothing = conll_f1([items[0], (gold, ""), (gold, "I cannot do that.")])
    assert nothing == pytest.approx(corefscore.score([key] * 3, [key, [], []])["conll"].f1)


def test_the_task_file_names_functions_that_exist() -> None:
    from corefscore.integrations.lm_eval import tagged_output

    text = (FOLDER / "lm_eval" / "coreference_tagged.yaml").read_text(encoding="utf-8")
    names = [line.rpartition("tagged_output.")[2].strip() for line in text.splitlines() if "!function" in line]
    assert names == ["process_results", "conll_f1"]
    assert all(callable(getattr(tagged_output, name)) for name in names)
