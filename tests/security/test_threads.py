"""Threads do not disturb each other: each gets the figures that it would get alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import corefscore
from corefscore.formats.reading import read
from corefscore.formats.writing import write as write_corpus
from tests.files import conll, write

THREADS, TASKS, FILES = 8, 80, 8


@pytest.fixture(autouse=True)
def many_switches() -> Iterator[None]:
    """Threads take turns a thousand times more often than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Folders with more files than stay open, whose words are compared."""
    found = [tmp_path / f"{number}" for number in range(4)]
    for folder in found:
        for side, cells in (("key", "(1) (2) (1) (2)"), ("response", "(1) (2) (2) -")):
            (folder / side).mkdir(parents=True)
            for file in range(FILES):
                marks = " ".join([cells, "(3)"] * (file + int(folder.name)))
                write(folder / side / f"{file}.conll", conll(marks or "-", name=f"d{file}"))
    return found


def alike(work: Callable[[int], object]) -> bool:
    """Whether many tasks in several threads have the outcomes that they have one after the other."""
    expected = [work(task) for task in range(TASKS)]
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(TASKS))) == expected


def test_scores_of_files(folders: list[Path]) -> None:
    def scored(task: int) -> object:
        folder = folders[task % len(folders)]
        result = corefscore.score(folder / "key", folder / "response")
        return {name: list(counts.ravel()) for name, counts in result.counts.rows.items()}

    assert alike(scored)


def test_scores_against_a_key_that_all_share(folders: list[Path]) -> None:
    keys = [read(folder / "key") for folder in folders]

    def scored(task: int) -> object:
        number = task % len(folders)
        result = corefscore.score(keys[number], folders[number] / "response")
        return result["muc"], result["blanc"], [document.tokens for document in keys[number]]

    assert alike(scored)


def test_files_that_are_written(folders: list[Path], tmp_path: Path) -> None:
    corpora = [read(folder / "key") for folder in folders]

    def written(task: int) -> object:
        target = tmp_path / f"{task}.conll"
        write_corpus(corpora[task % len(folders)], target)
        return target.read_bytes()

    assert alike(written)
