"""Clusters from JSON lines, and figures to standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

Clusters: TypeAlias = list[list[Any]]


def documents() -> Iterator[tuple[Clusters, Clusters]]:
    """The clusters of the two files named on the command line, document by document."""
    with Path(sys.argv[1]).open() as key, Path(sys.argv[2]).open() as response:
        for ours, theirs in zip(key, response, strict=True):
            yield json.loads(ours)["clusters"], json.loads(theirs)["clusters"]


def as_sets(clusters: Clusters) -> list[frozenset[tuple[int, int]]]:
    return [frozenset((start, end) for start, end in cluster) for cluster in clusters]


def report(f1: Mapping[str, float]) -> None:
    print(json.dumps(f1))
