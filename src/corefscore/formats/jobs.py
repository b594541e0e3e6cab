"""Reading many files, in this process or in several, with the same outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, Problem, collected_warnings, warn
from corefscore.formats.files import Progress

ReadCorpus: TypeAlias = tuple[Corpus, str]
"""A corpus, and the name of its format."""

FileReader: TypeAlias = Callable[[str, Progress | None], ReadCorpus]

CHUNKS_PER_PROCESS = 8


def read_each(
    read: FileReader, paths: Sequence[str], jobs: int, progress: Progress | None
) -> Iterator[ReadCorpus | InputError]:
    """Read each file.

    Parameters
    ----------
    read : callable
        Reads one file.
    paths : sequence of str
        The files.
    jobs : int
        How many processes read. With 1, this process reads.
    progress : callable, optional
        Called with the number of bytes read, again and again.

    Yields
    ------
    tuple of Corpus and str, or InputError
        For each file, in the order of the paths, the corpus and the name of its format, or what is wrong with the file.
    """
    if min(jobs, len(paths)) > 1:
        return _in_processes(read, paths, jobs, progress)
    return (_attempt(read, path, progress) for path in paths)


def _attempt(read: FileReader, path: str, progress: Progress | None) -> ReadCorpus | InputError:
    try:
        return read(path, progress)
    except InputError as error:
        return error


def _in_processes(
    read: FileReader, paths: Sequence[str], jobs: int, progress: Progress | None
) -> Iterator[ReadCorpus | InputError]:
    from corefscore.core.parallel import in_processes

    chunk = -(-len(paths) // (jobs * CHUNKS_PER_PROCESS))
    outcomes = in_processes(partial(_attempt_elsewhere, read), paths, jobs, chunk=chunk)
    for path, (outcome, problems) in zip(paths, outcomes, strict=True):
        for problem in problems:
            warn(*problem)
        if progress is not None and Path(path).exists():
            progress(Path(path).stat().st_size)
        yield outcome


def _attempt_elsewhere(read: FileReader, path: str) -> tuple[ReadCorpus | InputError, list[Problem]]:
    """The outcome in another process, and its warnings, which this process repeats."""
    with collected_warnings() as problems:
        outcome = _attempt(read, path, None)
    return outcome, problems
