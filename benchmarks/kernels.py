"""Work in memory, timed in this process: alignments, labels, and a training loop."""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import corefscore
from benchmarks import inputs
from benchmarks.inputs import Ints
from corefscore.analysis.errors.error_table import Errors
from corefscore.comparison.intervals import jackknife
from corefscore.comparison.resampling import StackedMetrics, swaps
from corefscore.comparison.significance import p_values
from corefscore.core.arrays import Floats
from corefscore.core.assignment import best_assignment
from corefscore.matching.matched import Matched
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.overlap import Cells, Overlap
from corefscore.metrics.registry import METRICS
from corefscore.report.build import page_of

WITHOUT_CEAF = ["mentions", "muc", "b3", "blanc", "lea", "pairwise"]


def medians(works: Sequence[Callable[[], Any]], repeat: int) -> list[float]:
    """Median processor seconds of several pieces of work, done in turn."""
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(repeat):
        for place, work in enumerate(works):
            begin = time.process_time()
            work()
            seconds[place].append(time.process_time() - begin)
    return [statistics.median(each) for each in seconds]


def peak_megabytes(work: Callable[[], Any]) -> float:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def cells_of(labels: tuple[Ints, Ints]) -> Cells:
    key, response = labels
    sizes = [np.bincount(side) for side in labels]
    documents = [np.zeros(len(size), dtype=np.int64) for size in sizes]
    return Overlap.from_pairs(documents[0], sizes[0], documents[1], sizes[1], key, response, 1).cells


def ours_on(cells: Cells, weight: Floats) -> float:
    chosen = best_assignment(cells.key, cells.response, weight, len(cells.keys.size), len(cells.responses.size))
    return float(weight[chosen].sum())


def dense_on(cells: Cells, weight: Floats) -> float:
    """SciPy's dense solver on the whole matrix."""
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros((len(cells.keys.size), len(cells.responses.size)))
    matrix[cells.key, cells.response] = weight
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())


def alignment_rows(repeat: int, dense_limit: int = 5000) -> list[list[str]]:
    """Giant components: our exact assignment against the dense solver, where that fits."""
    rows = []
    for title, labels in (
        ("1,000 × 1,000 at random, 95,000 cells", inputs.dense_labels()),
        ("2,000 × 2,000, fives shuffled", inputs.shuffled_fives(2_000)),
        ("20,000 × 20,000, fives shuffled", inputs.shuffled_fives(20_000)),
    ):
        cells = cells_of(labels)
        for name, similarity in (("CEAF-m", shared_mentions), ("CEAF-e", likeness)):
            weight = np.asarray(similarity(cells), dtype=np.float64)
            if len(cells.keys.size) <= dense_limit:
                difference = abs(ours_on(cells, weight) - dense_on(cells, weight))
                assert difference < 1e-12 * max(1, len(cells.keys.size)), difference
                ours, dense = medians([partial(ours_on, cells, weight), partial(dense_on, cells, weight)], repeat)
                against = f"{dense / ours:.1f} ×"
            else:
                ours, against = medians([partial(ours_on, cells, weight)], repeat)[0], "does not fit"
            memory = peak_megabytes(partial(ours_on, cells, weight))
            per_cell = 1e6 * memory / len(cells.key)
            rows.append([title, name, f"{len(cells.key):,}", f"{1000 * ours:.1f} ms", against, f"{per_cell:.0f} bytes"])
    return rows


def label_rows(repeat: int, sizes: Sequence[int]) -> list[list[str]]:
    """Labels of all mentions, against the contingency table alone of scikit-learn."""
    from sklearn.metrics.cluster import contingency_matrix

    rows = []
    for size in sizes:
        key, response = inputs.label_pairs(size)
        table = contingency_matrix(key, response, sparse=True)
        overlap = cells_of((key, response))
        assert np.array_equal(np.sort(table.data), np.sort(overlap.shared))
        ours, theirs = medians(
            [
                partial(corefscore.score_labels, key, response, metrics=WITHOUT_CEAF),
                partial(contingency_matrix, key, response, sparse=True),
            ],
            repeat,
        )
        rows.append([f"{size:,}", f"{ours:.2f} s", f"{theirs:.2f} s", f"{ours / theirs:.2f} ×"])
    return rows


def loop_rows(repeat: int, documents: int) -> list[list[str]]:
    """A training loop: one small document after the other, and all of them at once."""
    from corefeval import Document, Scorer

    metrics = ["muc", "b3", "ceafe", "lea"]
    pairs = [(d.key.clusters(), d.response.clusters()) for d in inputs.small_documents(documents)]
    key = {str(n): pair[0] for n, pair in enumerate(pairs)}
    response = {str(n): pair[1] for n, pair in enumerate(pairs)}

    def one_by_one() -> corefscore.Result:
        scorer = corefscore.Scorer(metrics)
        for ours, theirs in pairs:
            scorer.update(ours, theirs)
        return scorer.compute()

    def at_once() -> corefscore.Result:
        return corefscore.score(key, response, metrics)

    def peer() -> dict[str, Any]:
        scorer = Scorer()
        for ours, theirs in pairs:
            scorer.update(Document(theirs, ours))
        figures: dict[str, Any] = scorer.detailed_score("", "", verbose=False)[1]
        return figures

    expected = {name.replace("b_cubed", "b3"): score["f1"] for name, score in peer().items()}
    for result in (one_by_one(), at_once()):
        assert all(abs(result[name].f1 - expected[name]) < 1e-9 for name in metrics)
    alone, batch, theirs = medians([one_by_one, at_once, peer], repeat)
    return [
        ["`Scorer.update` one by one", f"{1e6 * alone / documents:.0f} µs", f"{theirs / alone:.1f} ×"],
        ["`score` of all at once", f"{1e6 * batch / documents:.0f} µs", f"{theirs / batch:.1f} ×"],
        ["coreference-eval", f"{1e6 * theirs / documents:.0f} µs", "1 ×"],
    ]


VARIANTS = {
    "b3-0": "b3",
    "b3-all": "b3",
    "b3-rn": "b3",
    "b3-sys": "b3",
    "ceafm-rn": "ceafm",
    "ceafm-sys": "ceafm",
    "ceafe-sys": "ceafe",
}


def variant_rows(repeat: int, folder: Path) -> list[list[str]]:
    """Each variant for predicted mentions against its plain metric: from files, from corpora, and counting alone."""
    files = folder / "key.conll", folder / "response.conll"
    corpora = corefscore.read(files[0]), corefscore.read(files[1])
    matched = corefscore.score(*corpora).matched
    assert matched is not None
    names = [*VARIANTS, *dict.fromkeys(VARIANTS.values())]
    works: list[Callable[[], Any]] = []
    for name in names:
        works += [
            partial(corefscore.score, *files, [name]),
            partial(corefscore.score, *corpora, [name]),
            partial(_count_afresh, matched, name),
        ]
    seconds = dict(zip(names, np.reshape(medians(works, repeat), (-1, 3)).tolist(), strict=True))
    return [
        [
            name,
            plain,
            *(
                f"{1000 * one:.1f} ms, {one / other:.2f} ×"
                for one, other in zip(seconds[name], seconds[plain], strict=True)
            ),
        ]
        for name, plain in VARIANTS.items()
    ]


def _count_afresh(matched: Matched, name: str) -> None:
    """What a metric costs on top of matching, with nothing kept from the metric before."""
    metric = METRICS[name]
    assert isinstance(metric, CountedMetric)
    metric.count(Overlap.of(matched))


def resampling_rows(repeat: int, documents: int = 348, systems: int = 10, looped: int = 50) -> list[list[str]]:
    """Tests and intervals of ten systems, and one test as a loop over (few) resamples."""
    counts = []
    for seed in range(systems):
        pairs = [(d.key.clusters(), d.response.clusters()) for d in inputs.small_documents(documents, seed=seed)]
        key, response = ({str(n): pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
        result = corefscore.score(key, response, list(METRICS))
        stacked = StackedMetrics(result.metrics)
        counts.append(stacked.stack(result.counts.rows))
    drawn = np.concatenate(list(swaps(documents, looped, seed=1)))

    def loop() -> Floats:
        """What a loop does: exchange, sum, divide, one resample after the other."""
        seen = [abs(stacked.f1(system.sum(axis=0)) - stacked.f1(counts[0].sum(axis=0))) for system in counts[1:]]
        as_large = np.zeros((systems - 1, len(stacked.metrics)))
        for row in drawn.astype(bool)[:, :, np.newaxis]:
            for place, system in enumerate(counts[1:]):
                first = stacked.f1(np.where(row, system, counts[0]).sum(axis=0))
                second = stacked.f1(np.where(row, counts[0], system).sum(axis=0))
                as_large[place] += abs(second - first) >= seen[place] - 1e-10
        return np.asarray((1 + as_large) / (1 + looped))

    assert np.allclose(loop(), p_values("randomisation", stacked, counts[0], counts[1:], looped, seed=1))
    works: dict[str, Callable[[], Any]] = {
        "approximate randomisation": partial(p_values, "randomisation", stacked, counts[0], counts[1:]),
        "paired bootstrap": partial(p_values, "bootstrap", stacked, counts[0], counts[1:]),
        "jackknife intervals": lambda: [jackknife(stacked, system) for system in counts],
    }
    *ours, theirs = medians([*works.values(), loop], repeat)
    whole = theirs * 10_000 / looped
    return [
        *([name, f"{seconds:.2f}", f"{whole / seconds:.0f} ×"] for name, seconds in zip(works, ours, strict=True)),
        [f"randomisation as a loop, {looped} resamples taken {10_000 // looped} times", f"{whole:.0f}", "1 ×"],
    ]


def error_columns(folder: Path, repeat: int) -> list[str]:
    """How many errors two files have, and how long it takes to score them, to find the errors, to price and to show."""

    def scored() -> corefscore.Result:
        return corefscore.score(folder / "key.conll", folder / "response.conll")

    result = scored()
    matched = result.matched
    assert matched is not None
    works = [
        scored,
        lambda: Errors.of(matched),
        lambda: corefscore.prices(result),
        lambda: page_of([result], limit=1000),
    ]
    base, *others = medians(works, repeat)
    return [f"{len(result.errors):,}", f"{base:.2f} s", *(f"{each:.2f} s ({each / base:.1f} ×)" for each in others)]
