"""Reading and writing files, and which format they are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from corefscore.corpus import Corpus, concatenate
from corefscore.formats import conll
from corefscore.formats.files import File, Progress, expand, open_file
from corefscore.formats.scan import BORDER
from corefscore.problems import InputError, Problem, all_of

Paths: TypeAlias = str | Path | Sequence[str | Path]

UNNAMED = "#"
SEEN = 1 << 14


def read(
    paths: Paths, column: int | None = None, encoding: str | None = None, progress: Progress | None = None
) -> Corpus:
    """The corpus of a file, of several, of a directory, or of standard input (`-`)."""
    corpora: list[Corpus] = []
    errors: list[InputError] = []
    files = expand(paths, (*conll.SUFFIXES, "conllu"))
    for path in files:
        try:
            corpora.append(_read(open_file(path, encoding), column, progress))
        except InputError as error:
            errors.append(error)
    if errors:
        raise all_of(errors)
    if len(files) > 1:
        corpora = [_with_file_name(corpus, path) for corpus, path in zip(corpora, files, strict=True)]
    corpus = concatenate(corpora)
    _check_names(corpus)
    return corpus


def _read(file: File, column: int | None, progress: Progress | None) -> Corpus:
    head = file.read(0, SEEN)
    if column is None and not BORDER.search(head):
        from corefscore.formats import corefud

        if corefud.recognise(head):
            return corefud.read(file, progress)
    return conll.read(file, column, progress)


def write(corpus: Corpus, path: str | Path) -> None:
    """Write a corpus as CoNLL-2012."""
    from corefscore.formats import conll_writer

    lines = conll_writer.lines(corpus)
    with Path(path).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(f"{line}\n" for line in lines)


def _with_file_name(corpus: Corpus, path: Path) -> Corpus:
    """Documents without a name of their own are named after their file, where there are several files."""
    origins = tuple(
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
