"""Reading and writing files, and which format they are in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from corefscore.corpus import Corpus, concatenate
from corefscore.formats import conll
from corefscore.formats.files import Progress, expand, open_file
from corefscore.problems import InputError, Problem

Paths: TypeAlias = str | Path | Iterable[str | Path]


def read(paths: Paths, column: int = -1, encoding: str | None = None, progress: Progress | None = None) -> Corpus:
    """The corpus of a file, of several, of a directory, or of standard input (`-`)."""
    corpora: list[Corpus] = []
    problems: list[Problem] = []
    for path in expand(paths, conll.SUFFIXES):
        try:
            corpora.append(conll.read(open_file(path, encoding), column, progress))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    corpus = concatenate(corpora)
    _check_names(corpus)
    return corpus


def write(corpus: Corpus, path: str | Path) -> None:
    """Write a corpus as CoNLL-2012."""
    from corefscore.formats import conll_writer

    lines = conll_writer.lines(corpus)
    with Path(path).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(f"{line}\n" for line in lines)


def _check_names(corpus: Corpus) -> None:
    """Documents of several files must not share a name."""
    if len(set(corpus.names)) == len(corpus.names):
        return
    first: dict[str, str] = {}
    problems = []
    for origin in corpus.origins:
        place = f"{origin.source.name}:{origin.line}"
        before = first.setdefault(origin.name, place)
        if before != place:
            message = f"document {origin.name!r} is also in {before}; rename or leave out one"
            problems.append(Problem(origin.source.name, origin.line, message))
    raise InputError(problems)
