"""A scorer: running sums, threads, processes."""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscore
from corefscore import Result, Scorer
from corefscore.comparison.groups import Groups
from corefscore.core.sums import ExactSums
from corefscore.metrics.running import RunningCounts
from tests.shared import ROOT

KEY = [["a", "b", "c"], ["d", "e", "f", "g"]]
RESPONSE = [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]]
DOCUMENTS = 4000


def random_document(seed: int) -> tuple[list[list[tuple[int, int]]], list[list[tuple[int, int]]]]:
    random = Random(seed)
    sides = []
    for _ in range(2):
        entities: dict[int, list[tuple[int, int]]] = {}
        for start in random.sample(range(30), 12):
            entities.setdefault(random.randrange(4), []).append((start, start + 1))
        sides.append([*entities.values()])
    return sides[0], sides[1]


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e200, max_value=1e200), max_size=80),
    st.integers(0, 80),
)
def test_sums_are_exact_however_many_rows_come_at_once(values: list[float], cut: int) -> None:
    sums, others = ExactSums(1), ExactSums(1)
    sums.add(np.array(values[:cut]).reshape(-1, 1))
    others.add(np.array(values[cut:]).reshape(-1, 1))
    assert sums.plus(others).rounded()[0] == float(sum(map(Fraction, values))) == math.fsum(values)


def test_sums_of_many_rows_are_exact() -> None:
    values = np.random.default_rng(1).random((1000, 3)) * [1, 1e-320, 1e15]
    sums = ExactSums(3)
    sums.add(values)
    assert sums.rounded().tolist() == [math.fsum(column) for column in values.T.tolist()]


def test_rows_that_were_handed_out_do_not_change() -> None:
    counts = RunningCounts()
    counts.add({"b3": np.ones((3, 4))})
    rows = counts.rows
    total = counts.plus(counts)
    counts.add({"b3": np.zeros((500, 4))})
    assert rows is not None
    assert rows["b3"].tolist() == np.ones((3, 4)).tolist()
    assert (len(total), total.total["b3"].tolist()) == (6, [6.0] * 4)


def test_the_cost_of_a_result_does_not_grow_with_the_documents() -> None:
    """Computing after each document is linear: the second half takes about as long as the first."""
    scorer = Scorer(["muc", "b3"])
    halves = []
    for _ in range(2):
        begin = time.process_time()
        for _ in range(300):
            scorer.update(KEY, RESPONSE)
            f1 = scorer.compute()["b3"].f1
        halves.append(time.process_time() - begin)
    assert f1 == corefscore.score(KEY, RESPONSE)["b3"].f1
    assert halves[1] < 2 * halves[0]


def test_a_result_stays_as_it_was_computed() -> None:
    scorer = Scorer()
    scorer.update(KEY, RESPONSE)
    before = scorer.compute()
    scorer.update(KEY, KEY, name="0")
    assert len(before.documents) == 1
    assert before.to_dict() == corefscore.score({"0": KEY}, {"0": RESPONSE}).to_dict()
    assert list(scorer.compute().documents) == ["#0", "0"]


class TestWithoutDocuments:
    def test_sums_are_the_same_and_documents_are_refused(self) -> None:
        scorers = [Scorer(keep_documents=keep) for keep in (True, False)]
        for scorer in scorers:
            for seed in range(20):
                scorer.update(*random_document(seed), name=f"d{seed}")
        kept, summed = (scorer.compute() for scorer in scorers)
        assert summed.flat() == kept.flat()
        assert summed.signature == kept.signature
        assert {"macro", "documents"}.isdisjoint(summed.to_dict())
        assert '"conll"' in summed.to_json()
        assert summed.to_text() == kept.to_text()
        for ask in (lambda: summed.macro, lambda: list(summed.documents), summed.document_table):
            with pytest.raises(ValueError, match=r"did not keep documents; use Scorer\(keep_documents=True\)"):
                ask()
        again = pickle.loads(pickle.dumps(summed))
        assert again.flat() == kept.flat()

    def test_memory_is_constant(self) -> None:
        scorer = Scorer(["b3"], keep_documents=False)
        sizes = []
        for _ in range(3):
            for number in range(200):
                scorer.update(KEY, RESPONSE, name=f"d{number}")  # names that come again cannot be found
            scorer.compute()
            sizes.append(len(pickle.dumps(scorer)))
        assert max(sizes) - min(sizes) < 200

    def test_scorers_that_keep_documents_are_not_added_to_others(self) -> None:
        with pytest.raises(ValueError, match="cannot be added"):
            Scorer() + Scorer(keep_documents=False)


def test_eight_threads_share_a_scorer() -> None:
    expected = Scorer()
    scorer = Scorer()
    for number in range(DOCUMENTS):
        expected.update(*random_document(number % 50), name=f"d{number}")

    def work(number: int) -> None:
        scorer.update(*random_document(number % 50), name=f"d{number}")
        if number % 500 == 0:
            scorer.compute()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(DOCUMENTS)))
    finally:
        sys.setswitchinterval(interval)
    result, serial = scorer.compute(), expected.compute()
    assert result.flat() == serial.flat()
    assert len(result.documents) == DOCUMENTS
    assert result.documents["d7"].to_dict() == serial.documents["d7"].to_dict()


def share_of(part: int) -> Scorer:
    scorer = Scorer()
    for seed in range(part * 10, part * 10 + 10):
        scorer.update(*random_document(seed), name=f"d{seed}")
    return scorer


def in_fresh_process(method: str) -> bytes:
    """The sum of the scorers of two processes, pickled; made where no thread of another test can hold a lock."""
    code = (
        "import multiprocessing, pickle, sys\n"
        "from tests.test_scorer import share_of\n"
        "if __name__ == '__main__':\n"
        f"    with multiprocessing.get_context({method!r}).Pool(2) as pool:\n"
        "        sys.stdout.buffer.write(pickle.dumps(sum(pool.map(share_of, range(3)))))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, timeout=120)
    return done.stdout


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_scorers_of_processes_add_up(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    total = pickle.loads(in_fresh_process(method))
    assert isinstance(total, Scorer)
    expected = Scorer()
    for seed in range(30):
        expected.update(*random_document(seed), name=f"d{seed}")
    assert total.compute().to_dict() == expected.compute().to_dict()
    with pytest.raises(ValueError, match="two documents have the name 'd0'"):
        total + share_of(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_fork_while_another_thread_updates_leaves_the_scorer_usable() -> None:
    scorer = Scorer(["b3"])
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            scorer.update(KEY, RESPONSE)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                scorer.update(KEY, RESPONSE)
                usable = len(scorer.compute().documents) == len(scorer)
                os._exit(0 if usable else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        thread.join()


def test_one_name_for_several_documents_is_refused() -> None:
    scorer = Scorer()
    with pytest.raises(ValueError, match="is for one document, but there are 2"):
        scorer.update([KEY, KEY], [KEY, RESPONSE], name="x")
    assert len(scorer.compute().documents) == 0


class TestFlat:
    def test_floats_without_nan(self) -> None:
        flat = corefscore.score(KEY, RESPONSE).flat()
        assert {"muc_recall", "muc_precision", "muc_f1", "conll_f1", "blanc_f1"} <= flat.keys()
        assert "conll_recall" not in flat
        assert {type(value) for value in flat.values()} == {float}
        assert not any(map(math.isnan, flat.values()))
        assert corefscore.score(KEY, RESPONSE).flat("dev/").keys() == {f"dev/{name}" for name in flat}

    def test_a_metric_of_one_figure_has_a_value(self) -> None:
        result = corefscore.score({"x": KEY, "y": KEY}, {"x": RESPONSE, "y": KEY}, ["muc", "rand"])
        assert [*result.flat()] == ["muc_recall", "muc_precision", "muc_f1", "rand_value"]
        assert result.flat()["rand_value"] == result["rand"].value
        means = Groups(result, "(.)").flat()
        parts = [corefscore.score(KEY, response, ["rand"])["rand"].value for response in (RESPONSE, KEY)]
        assert means["mean_rand_value"] == pytest.approx(sum(parts) / 2)
        assert f"{sum(parts) / 2:.4f}" in Groups(result, "(.)").table().to_text()


class TestFromJson:
    @pytest.mark.parametrize("indent", [None, 2])
    def test_a_result_is_read_back(self, indent: int | None) -> None:
        result = corefscore.score({"x": KEY, "y": KEY}, {"x": RESPONSE, "y": KEY}, blanc="luo2014")
        again = Result.from_json(result.to_json(indent))
        assert again.to_dict() == result.to_dict()
        assert again.document_table().to_records() == result.document_table().to_records()
        assert again.counts.total.keys() == result.counts.total.keys()

    @pytest.mark.parametrize("metric", [name for name in corefscore.METRICS if name != "links"])  # needs a scope
    @pytest.mark.parametrize("documents", [0, 2])
    def test_the_counts_of_every_metric_are_read_back(self, metric: str, documents: int) -> None:
        scorer = corefscore.Scorer(metrics=[metric])
        for number in range(documents):
            scorer.update(KEY, (KEY, RESPONSE)[number])
        result = scorer.compute()
        again = Result.from_json(result.to_json())
        assert again.to_dict() == result.to_dict()
        assert again.counts.documents == result.counts.documents
        rows = {name: row.tolist() for name, row in result.counts.rows.items()}
        assert {name: row.tolist() for name, row in again.counts.rows.items()} == rows

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"settings": {}}', '{"settings": {"match": "no"}}'])
    def test_other_texts_are_refused(self, text: str) -> None:
        with pytest.raises(
            ValueError, match=r"this is not the JSON of a result .*; use the JSON that Result.to_json returned"
        ):
            Result.from_json(text)

    def test_without_counts_of_mentions_sizes_are_not_known(self) -> None:
        result = Result.from_json(corefscore.score(KEY, RESPONSE, metrics=["muc"]).to_json())
        assert result["muc"] == corefscore.score(KEY, RESPONSE)["muc"]


def test_policies_are_for_the_scorer_and_not_for_an_update() -> None:
    scorer = Scorer(["b3"], match=None, singletons="drop")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Scorer\.update has no option 'singletons'"):
        scorer.update(KEY, RESPONSE, singletons="drop")  # type: ignore[call-arg]
    assert len(scorer) == 0
    with pytest.raises(ValueError, match=r"there is no policy 'singleton'; did you mean 'singletons'\?"):
        Scorer(singleton="drop")
