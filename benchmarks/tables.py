"""Tables of ids: memory, DuckDB and er-evaluation on the same generated tables, in one interleaved run.

    python -m benchmarks.tables make DIRECTORY MENTIONS [SIZE]
    python -m benchmarks.tables run DIRECTORY MENTIONS [ROUNDS]
    python -m benchmarks.tables one DIRECTORY MENTIONS ENGINE [MEMORY]

`make` writes key and response with about SIZE mentions an entity (10); `run` takes memory and DuckDB in turn, each in a
process of its own, with `unique=True`; `one` prints processor seconds and peak memory of a single run as JSON. Engines
are memory, duckdb, er-evaluation and tables (`score_tables` with the metrics that er-evaluation has). Imports do not
count.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROWS_AT_ONCE = 10_000_000
MERGED, MOVED, MISSING = 0.05, 0.003, 0.02
"""The shares of entities that the response merges with another, of mentions that it moves, and that a side lacks."""

COMMON = ("pairwise", "clusters", "b3-clusters", "vmeasure", "rand", "adjusted-rand", "fowlkes-mallows")
LIMITS = {10_000_000: "512MB", 100_000_000: "1GB"}


def paths(directory: str, mentions: int) -> tuple[Path, Path]:
    return Path(directory) / f"key-{mentions}.parquet", Path(directory) / f"response-{mentions}.parquet"


def make(directory: str, mentions: int, size: float = 10.0, seed: int = 1) -> None:
    """Write two tables in parts, so that memory stays bounded."""
    import pyarrow
    from pyarrow import parquet

    rng = np.random.default_rng(seed)
    entities = max(1, int(mentions / size))
    home = np.where(rng.random(entities) < MERGED, rng.integers(entities, size=entities), np.arange(entities))
    schema = pyarrow.schema([("mention", pyarrow.int64()), ("entity", pyarrow.int64())])
    key_path, response_path = paths(directory, mentions)
    with parquet.ParquetWriter(key_path, schema) as key, parquet.ParquetWriter(response_path, schema) as response:
        for begin in range(0, mentions, ROWS_AT_ONCE):
            count = min(ROWS_AT_ONCE, mentions - begin)
            # An odd factor shuffles ids without holding all of them.
            mention = (np.arange(begin, begin + count) * 7_368_787) % (1 << 40)
            entity = rng.integers(entities, size=count)
            other = np.where(rng.random(count) < MOVED, rng.integers(entities, size=count), home[entity])
            for writer, column in ((key, entity), (response, other)):
                rows = rng.permutation(count)[: count - int(MISSING * count)]
                writer.write_table(pyarrow.table({"mention": mention[rows], "entity": column[rows]}, schema))


def by_tables(directory: str, mentions: int, **options: Any) -> Callable[[], object]:
    import duckdb  # noqa: F401 (imports do not count)
    from pyarrow import dataset  # noqa: F401

    import corefscore
    from corefscore.engines import arrow_engine, duckdb_engine, sql_plan  # noqa: F401

    key, response = paths(directory, mentions)
    return lambda: corefscore.score_tables(key, response, unique=True, **options)


def by_er_evaluation(directory: str, mentions: int) -> Callable[[], object]:
    import er_evaluation
    import pandas as pd
    import sklearn.metrics

    reference, prediction = (
        pd.read_parquet(path).set_index("mention")["entity"] for path in paths(directory, mentions)
    )

    def run() -> object:
        found = [
            metric(prediction, reference)
            for name in ("pairwise", "cluster", "b_cubed")
            for metric in (getattr(er_evaluation, f"{name}_precision"), getattr(er_evaluation, f"{name}_recall"))
        ]
        both = pd.concat({"p": prediction, "r": reference}, axis=1, join="inner")
        labels = (both["r"].to_numpy(), both["p"].to_numpy())
        found += [sklearn.metrics.homogeneity_completeness_v_measure(*labels)]
        return [*found, sklearn.metrics.rand_score(*labels), sklearn.metrics.adjusted_rand_score(*labels)]

    return run


def one(directory: str, mentions: int, engine: str, memory: str | None = None) -> dict[str, object]:
    """Processor seconds, seconds and peak memory of one run."""
    if engine == "er-evaluation":
        run = by_er_evaluation(directory, mentions)
    elif engine == "tables":
        run = by_tables(directory, mentions, metrics=COMMON, profile="er-evaluation")
    else:
        run = by_tables(directory, mentions, engine=engine, memory=memory)
    cpu, wall = time.process_time(), time.perf_counter()
    run()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {
        "engine": engine,
        "cpu": round(time.process_time() - cpu, 2),
        "wall": round(time.perf_counter() - wall, 2),
        "peak_gb": round(peak, 2),
    }


def interleaved(directory: str, mentions: int, rounds: int = 3) -> None:
    """Memory and DuckDB in turn, each in a process of its own."""
    found: dict[str, list[float]] = {"memory": [], "duckdb": []}
    for _ in range(rounds):
        for engine, seconds in found.items():
            words = [
                "one",
                directory,
                str(mentions),
                engine,
                *([LIMITS.get(mentions, "1GB")] if engine == "duckdb" else []),
            ]
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.tables", *words], capture_output=True, text=True, check=True
            )
            print(done.stdout.strip(), flush=True)
            seconds.append(json.loads(done.stdout)["cpu"])
    ratio = float(np.median(found["duckdb"]) / np.median(found["memory"]))
    print(f"DuckDB takes {ratio:.2f} x the processor time of memory")


def main(command: str, directory: str, mentions: str, *further: str) -> None:
    count = int(float(mentions))
    if command == "make":
        make(directory, count, float(further[0]) if further else 10.0)
    elif command == "run":
        interleaved(directory, count, *map(int, further))
    else:
        print(json.dumps(one(directory, count, *further)))


if __name__ == "__main__":
    main(*sys.argv[1:])
