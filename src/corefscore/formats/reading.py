"""Reading and writing files, and which format they are in."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from corefscore.core.corpus import Corpus, Origins, concatenate
from corefscore.core.problems import InputError, Problem, all_of, fail, warn
from corefscore.formats.base import NAMING, Format, Reading
from corefscore.formats.conll import format as conll
from corefscore.formats.detection import detect, empty, formats_of_empty, named
from corefscore.formats.files import AnyPath, Progress, open_file
from corefscore.formats.jobs import ReadCorpus, read_each
from corefscore.formats.listing import expand
from corefscore.formats.registry import FORMATS

Paths: TypeAlias = AnyPath | Sequence[AnyPath]

UNNAMED = "#"


def read(
    paths: Paths,
    column: int | None = None,
    encoding: str | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    *,
    format: str | None = None,  # noqa: A002
    spans: str | None = None,
    clusters: str | None = None,
) -> Corpus:
    """Read a corpus from files.

    Parameters
    ----------
    paths : path or list of paths
        Files, directories, patterns, or `-` for standard input.
    column : int, optional
        The coreference column of column files, counted from the right: -1 is the last.
    encoding : str, optional
        The encoding, if it is not UTF-8.
    progress : callable, optional
        Called with the number of bytes read, again and again.
    jobs : int
        How many processes read, if there are several files.
    format : str, optional
        The name of a format; without one, the contents of each file decide.
    spans : str, optional
        What the ends of spans mean: `inclusive`, `exclusive`, `characters` or `characters-inclusive`.
    clusters : str, optional
        The field of JSON documents to read.

    Raises
    ------
    InputError
        If a file cannot be read; all problems are listed, with file, line and remedy.
    """
    return read_files(paths, Reading(format, column, encoding, spans, clusters, jobs, progress))


def read_files(paths: Paths, reading: Reading) -> Corpus:
    """The corpus of some files, read as `reading` says."""
    files = list_files(paths, reading.format)
    read_one = partial(_read_one, reading._replace(progress=None))
    outcomes = list(read_each(read_one, files, reading.jobs, reading.progress))
    errors = [outcome for outcome in outcomes if isinstance(outcome, InputError)]
    if errors:
        raise all_of(errors)
    found = [outcome for outcome in outcomes if not isinstance(outcome, InputError)]
    if reading.format is None:
        found = _with_empty_files(found, files, reading)
    used: dict[str, str] = {}
    for (_, name), path in zip(found, files, strict=True):
        used.setdefault(name, path)
    if len(used) > 1:
        raise _mixed(used)
    corpora = [corpus for corpus, _ in found]
    if len(files) > 1:
        corpora = [_with_file_name(corpus, path) for corpus, path in zip(corpora, files, strict=True)]
        if FORMATS[next(iter(used))].has_datasets:
            corpora = _with_dataset_names(corpora, files)
    corpus = concatenate(corpora)
    _check_names(corpus)
    return corpus


def list_files(paths: Paths, form: str | None = None) -> list[str]:
    """The files that some paths, directories and patterns stand for."""
    return expand(paths, *_suffixes(paths, named(form, FORMATS) if form is not None else None))


def _suffixes(paths: Paths, chosen: Format | None) -> list[tuple[str, ...]]:
    """Which files of a directory to read: of the format chosen, else of CoNLL, else of any."""
    if chosen is not None:
        return [chosen.suffixes]
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    if all(os.path.isfile(path) for path in listed):
        return [conll.FORMAT.suffixes]
    every = dict.fromkeys(suffix for each in FORMATS.values() for suffix in each.suffixes)
    return [conll.FORMAT.suffixes, tuple(every)]


def _read_one(reading: Reading, path: str, progress: Progress | None) -> tuple[Corpus, str]:
    file = open_file(path, reading.encoding)
    head = file.take_head()
    form = FORMATS[reading.format] if reading.format is not None else detect(file, head, FORMATS)
    if not form.may_be_empty and not head:
        raise empty(file)
    return form.read(file, reading._replace(progress=progress)), form.name


def _with_empty_files(found: Sequence[ReadCorpus], files: Sequence[str], reading: Reading) -> list[ReadCorpus]:
    """What was read, with empty files, which look like nothing, in the format of the others."""
    untold = [_is_untold(outcome, path, reading.encoding) for outcome, path in zip(found, files, strict=True)]
    if not any(untold):
        return [*found]
    told = {name for (_, name), is_untold in zip(found, untold, strict=True) if not is_untold}
    complete = []
    for (corpus, name), path, is_untold in zip(found, files, untold, strict=True):
        others = [each.name for each in formats_of_empty(path, FORMATS) if is_untold and each.name != name]
        if others and not told:
            advice = f"if it is {' or '.join(others)}, say so with {NAMING}"
            warn(path, 0, f"the file is empty, and read as {name}; {advice}")
        fitting = next((other for other in others if told == {other}), None)
        complete.append((corpus, name) if fitting is None else _read_one(reading._replace(format=fitting), path, None))
    return complete


def _is_untold(outcome: ReadCorpus, path: str, encoding: str | None) -> bool:
    corpus, name = outcome
    return not corpus.mentions and FORMATS[name].may_be_empty and not open_file(path, encoding).take_head()


def _mixed(used: Mapping[str, str]) -> InputError:
    (one, path), (other, other_path), *_ = used.items()
    message = f"this is {one}, but {other_path} is {other}; read files of one format at a time, or say it with {NAMING}"
    return fail(path, 0, message)


def _with_file_name(corpus: Corpus, path: str) -> Corpus:
    """Documents without a name of their own are named after their file, where there are several files."""
    names = (
        _stem(path) + name if origin.line and name == f"{UNNAMED}{number}" else name
        for number, (name, origin) in enumerate(zip(corpus.names, corpus.origins, strict=True), 1)
    )
    return _renamed(corpus, names)


def _with_dataset_names(corpora: Sequence[Corpus], files: Sequence[str]) -> list[Corpus]:
    """Documents of the same name in several datasets are named after these, too."""
    count = Counter(name for corpus in corpora for name in corpus.names)
    repeated = {name for name, times in count.items() if times > 1}
    if not repeated:
        return list(corpora)
    message = f"{len(repeated):,} names of documents such as {min(repeated)!r} are also in other files"
    warn(files[0], 0, f"{message}; these documents are named after their files, too")
    return [
        _renamed(corpus, (f"{_stem(path)}/{name}" if name in repeated else name for name in corpus.names))
        for corpus, path in zip(corpora, files, strict=True)
    ]


def _stem(path: str) -> str:
    return os.path.basename(path).split(".")[0]


def _renamed(corpus: Corpus, names: Iterable[str]) -> Corpus:
    origins = Origins(origin._replace(name=name) for origin, name in zip(corpus.origins, names, strict=True))
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
        first.setdefault(origin.name, f"{origin.source.name}:{origin.line}" if origin.line else origin.source.name)
    raise InputError(problems)
