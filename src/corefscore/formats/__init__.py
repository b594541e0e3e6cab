"""Reading and writing files, and which format they are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from corefscore.corpus import Corpus, Origins, concatenate
from corefscore.formats import conll
from corefscore.formats.files import Progress, expand, open_file
from corefscore.formats.parallel import read_each
from corefscore.problems import InputError, Problem, all_of

Paths: TypeAlias = str | Path | Sequence[str | Path]

UNNAMED = "#"


def list_files(paths: Paths) -> list[Path]:
    """The files that some paths, directories and patterns stand for."""
    return expand(paths, conll.SUFFIXES)


def read(
    paths: Paths,
    column: int | None = None,
    encoding: str | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Corpus:
    """The corpus of a file, of several (in so many processes), of a directory, or of standard input (`-`)."""
    files = list_files(paths)
    outcomes = list(read_each(partial(_read_one, column, encoding), files, jobs, progress))
    errors = [outcome for outcome in outcomes if isinstance(outcome, InputError)]
    if errors:
        raise all_of(errors)
    corpora = [outcome for outcome in outcomes if isinstance(outcome, Corpus)]
    if len(files) > 1:
        corpora = [_with_file_name(corpus, path) for corpus, path in zip(corpora, files, strict=True)]
    corpus = concatenate(corpora)
    _check_names(corpus)
    return corpus


def _read_one(column: int | None, encoding: str | None, path: Path, progress: Progress | None) -> Corpus:
    return conll.read(open_file(path, encoding), column, progress)


def write(corpus: Corpus, path: str | Path) -> None:
    """Write a corpus as CoNLL-2012."""
    from corefscore.formats import conll_writer

    lines = conll_writer.lines(corpus)
    with Path(path).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(f"{line}\n" for line in lines)


def _with_file_name(corpus: Corpus, path: Path) -> Corpus:
    """Documents without a name of their own are named after their file, where there are several files."""
    origins = Origins(
        origin._replace(name=path.name.split(".")[0] + origin.name) if origin.name.startswith(UNNAMED) else origin
        for origin in corpus.origins
    )
    return replace(corpus, origins=origins)


def _check_names(corpus: Corpus) -> None:
    """Documents of several files must not share a name."""
    if len(corpus.number) == len(corpus.names):
        return
    first: dict[str, str] = {}
    problems = []
    for origin in corpus.origins:
        if origin.name in first:
            message = f"document {origin.name!r} is also in {first[origin.name]}; rename or leave out one"
            problems.append(Problem(origin.source.name, origin.line, message))
        first.setdefault(origin.name, f"{origin.source.name}:{origin.line}")
    raise InputError(problems)
