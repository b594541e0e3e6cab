"""Data frames of a million spans beside the same labels: CPU time, all in turn. Prints Markdown.

python -m benchmarks.frames
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pandas as pd

import corefscore

ROWS, DOCUMENTS, ENTITIES, TURNS = 1_000_000, 1_000, 200, 5


def cases(documents: int) -> dict[str, Callable[[], object]]:
    """The same mentions as labels, and as rows in the order of the text and in any order."""
    rng = np.random.default_rng(documents)
    document = np.sort(rng.integers(0, documents, ROWS))
    start = np.arange(ROWS) - np.searchsorted(document, document)
    entities = ENTITIES * DOCUMENTS // documents
    key, other = (document * entities + rng.integers(0, entities, ROWS) for _ in range(2))
    response = np.where(rng.random(ROWS) < 0.8, key, other)
    spans = pd.DataFrame({"document": document, "start": start, "end": start + rng.integers(0, 4, ROWS)})
    ours, theirs = spans.assign(entity=key), spans.assign(entity=response)
    mixed = [frame.iloc[rng.permutation(ROWS)].reset_index(drop=True) for frame in (ours, theirs)]
    return {
        "labels": lambda: corefscore.score_labels(key, response, document),
        "rows in the order of the text": lambda: corefscore.score(ours, theirs),
        "shuffled rows": lambda: corefscore.score(*mixed),
    }


def measured(documents: int) -> dict[str, float]:
    """The shortest CPU time of each case."""
    found: dict[str, float] = {}
    runs = cases(documents)
    for _ in range(TURNS):
        for name, run in runs.items():
            begun = time.process_time()
            run()
            found[name] = min(found.get(name, np.inf), time.process_time() - begun)
    return found


if __name__ == "__main__":
    print("| documents | input | CPU time | beside labels |\n|---:|---|---:|---:|")
    for documents in (1, DOCUMENTS):
        times = measured(documents)
        for name, seconds in times.items():
            print(f"| {documents:,} | {name} | {seconds:.2f} s | {seconds / times['labels']:.1f} × |")
