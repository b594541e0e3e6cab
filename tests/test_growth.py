"""Work grows with blocks and documents, not with tokens or mentions: no Python object for each of them."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

import corefscore
from tests.files import write
from tests.native import built


def book(path: Path, mentions: int, seed: int, documents: int = 1) -> Path:
    """Documents of one-token mentions, every third token, with few large and many small entities."""
    rng = np.random.default_rng(seed)
    entity = rng.zipf(1.5, mentions) % (mentions // 3)
    rows = [f"d\t0\t0\tw\t{f'({entity[n // 3]})' if n % 3 == 0 else '-'}\n" for n in range(3 * mentions)]
    size = len(rows) // documents
    parts = ("".join(rows[n * size : (n + 1) * size]) for n in range(documents))
    return write(path, "".join(f"#begin document d{n}\n{part}#end document\n" for n, part in enumerate(parts)))


def calls(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, are called."""
    count = 0

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@built
def test_reading_and_scoring_call_no_function_for_each_token_or_mention(tmp_path: Path) -> None:
    counts = []
    for mentions in (3_000, 30_000):
        key = book(tmp_path / f"k{mentions}.conll", mentions, seed=1)
        response = book(tmp_path / f"r{mentions}.conll", mentions, seed=2)
        corefscore.score(key, response)
        counts.append(calls(lambda key=key, response=response: corefscore.score(key, response)))  # type: ignore[misc]
    assert counts[1] < 3 * counts[0] < 30_000  # ten times the mentions


def test_memory_grows_with_mentions_not_with_their_square(tmp_path: Path) -> None:
    peaks = []
    for mentions in (5_000, 20_000):
        key = book(tmp_path / f"k{mentions}.conll", mentions, seed=1)
        response = book(tmp_path / f"r{mentions}.conll", mentions, seed=2)
        tracemalloc.start()
        corefscore.score(key, response)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 6 * peaks[0]


@pytest.mark.parametrize("documents", [1, 3000])
def test_long_books_and_many_small_documents(tmp_path: Path, documents: int) -> None:
    key = book(tmp_path / "k.conll", 48_000, seed=1, documents=documents)
    result = corefscore.score(key, key)
    assert result.key.mentions == 48_000
    assert max(np.bincount(corefscore.read(key).entity)) > (7_000 if documents == 1 else 5)
    assert {round(score.f1, 12) for score in result.values()} == {1}


def test_an_entity_of_a_million_links_is_counted_without_listing_them() -> None:
    clusters = [list(range(3_000))]
    links = corefscore.score(clusters, clusters)["blanc"].families["coreference"]
    assert links.recall_numerator == 3_000 * 2_999 / 2
