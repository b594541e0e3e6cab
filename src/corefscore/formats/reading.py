"""Read a corpus from files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from corefscore.core.corpus import Corpus, concatenate
from corefscore.core.problems import InputError, Problem, all_of, check_choice, collected_warnings, fail, warn
from corefscore.core.settings import CHOICES, IDENTITY_LAYER
from corefscore.formats.base import LAYERS, NAMING, Format, Reading
from corefscore.formats.conll import format as conll
from corefscore.formats.files import (
    STANDARD_INPUT,
    AnyPath,
    File,
    Progress,
    exists,
    is_directory,
    is_plain_file,
    open_file,
    refuse_special,
)
from corefscore.formats.naming import repeated_names, uncompressed, with_dataset_names, with_file_names
from corefscore.formats.registry import FORMATS, detect, empty, find_format, formats_of_empty

Paths: TypeAlias = AnyPath | Sequence[AnyPath]


ReadCorpus: TypeAlias = tuple[Corpus, str]
"""A corpus, and the name of its format."""
FileReader: TypeAlias = Callable[[str, Progress | None], ReadCorpus]
CHUNKS_PER_PROCESS = 8
PATTERN_MARKS = "*?["


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
    max_bytes: int | None = None,
    layer: str | None = None,
    brackets: str | None = None,
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
        Called repeatedly with the number of bytes read so far.
    jobs : int
        How many processes read, if there are several files.
    format : str, optional
        The name of a format. Without it, each file is recognised by its contents.
    spans : str, optional
        The meaning of the ends of spans: `inclusive`, `exclusive`, `characters` or `characters-inclusive`.
    clusters : str, optional
        The field of JSON documents to read.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to. Without it, the limit is 1 GiB or 100 times the size of the
        file, whichever is larger.
    layer : str, optional
        The layer of annotation to read, if files have several: `identity` (the default) or `deixis`.
    brackets : str, optional
        How to treat a CoNLL or SemEval bracket without an entity or a partner: `error` (the default), or `ignore`, so
        that it is read as no mention.

    Returns
    -------
    Corpus
        The documents of all files.

    Raises
    ------
    InputError
        If a file cannot be read. All problems are listed, with file, line and remedy.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "key.json").write_text('{"story": [["Ann", "she"], ["Tom"]]}')
    ...     read(f"{folder}/key.json")
    <Corpus: 1 documents, 3 mentions, 2 entities>
    """
    reading = Reading(format, column, encoding, spans, clusters, jobs, progress)
    return read_files(paths, reading._replace(max_bytes=max_bytes, brackets=brackets, layer=layer))


def read_files(paths: Paths, reading: Reading) -> Corpus:
    """Read a corpus from files, as `read` does.

    Parameters
    ----------
    paths : path or list of paths
        Files, directories, patterns, or `-` for standard input.
    reading : Reading
        How to read them.
    """
    return read_with_format(paths, reading)[0]


def read_with_format(paths: Paths, reading: Reading) -> ReadCorpus:
    """Read a corpus from files, as `read_files` does, and also return the name of their format."""
    if reading.layer is not None:
        check_choice("layer", reading.layer, CHOICES["layer"])
    files = list_files(paths, reading.format)
    read_one = partial(_read_one, reading._replace(progress=None))
    outcomes = list(read_each(read_one, files, reading.jobs, reading.progress))
    errors = [outcome for outcome in outcomes if isinstance(outcome, InputError)]
    if errors:
        raise all_of(errors)
    found = [outcome for outcome in outcomes if not isinstance(outcome, InputError)]
    if reading.format is None:
        found = _with_empty_files(found, files, reading)
    form = _common_format(found, files)
    corpora = [corpus for corpus, _ in found]
    if len(files) > 1:
        corpora = with_file_names(corpora, files)
        if form.has_datasets:
            corpora = with_dataset_names(corpora, files)
    corpus = concatenate(corpora)
    if len(corpus.number) < len(corpus.names):
        raise InputError(repeated_names(corpus.origins))
    return corpus, form.name


def have_layers(paths: Paths, reading: Reading) -> bool:
    """Return whether files have a format with several layers of annotation; False for standard input."""
    files = list_files(paths, reading.format)
    if STANDARD_INPUT in files:
        return False
    return any(LAYERS in _opened(reading, path)[2].carries for path in files[:1])


def list_files(paths: Paths, form: str | None = None) -> list[str]:
    """Return the files of these paths, directories and patterns, if they are read in a format."""
    return expand(paths, *_suffixes(paths, find_format(form, FORMATS) if form is not None else None))


def _suffixes(paths: Paths, form: Format | None) -> list[tuple[str, ...]]:
    """Return which files of a directory to read: files of the format, else CoNLL files, else files of any format."""
    if form is not None:
        return [form.suffixes]
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    if all(map(is_plain_file, listed)):  # without a directory, the other formats need not be loaded
        return [conll.FORMAT.suffixes]
    every = dict.fromkeys(suffix for each in FORMATS.values() for suffix in each.suffixes)
    return [conll.FORMAT.suffixes, tuple(every)]


def _opened(reading: Reading, path: str) -> tuple[File, bytes, Format]:
    """Return a file, its first bytes, and its format."""
    file = open_file(path, reading.encoding, reading.max_bytes)
    head = file.take_head()
    return file, head, FORMATS[reading.format] if reading.format is not None else detect(file, head, FORMATS)


def _read_one(reading: Reading, path: str, progress: Progress | None) -> ReadCorpus:
    file, head, form = _opened(reading, path)
    if not form.may_be_empty and not head:
        raise empty(file)
    if reading.layer not in (None, IDENTITY_LAYER) and LAYERS not in form.carries:
        message = f"{form.name} files have no layer {reading.layer!r}"
        raise fail(path, 0, f"{message}; leave out layer= (--layer), or give files of Universal Anaphora")
    return form.read(file, reading._replace(progress=progress)), form.name


def _with_empty_files(found: Sequence[ReadCorpus], files: Sequence[str], reading: Reading) -> list[ReadCorpus]:
    """Give empty files the format of the other files, because an empty file shows no format."""
    is_empty = [_is_empty(outcome, path, reading) for outcome, path in zip(found, files, strict=True)]
    if not any(is_empty):
        return [*found]
    known = {name for (_, name), without_contents in zip(found, is_empty, strict=True) if not without_contents}
    complete = []
    for (corpus, name), path, without_contents in zip(found, files, is_empty, strict=True):
        others = [each.name for each in formats_of_empty(path, FORMATS) if without_contents and each.name != name]
        if others and not known:
            advice = f"if it is {' or '.join(others)}, name the format with {NAMING}"
            warn(path, 0, f"the file is empty and is read as {name}; {advice}")
        fitting = next((other for other in others if known == {other}), None)
        complete.append((corpus, name) if fitting is None else _read_one(reading._replace(format=fitting), path, None))
    return complete


def _is_empty(outcome: ReadCorpus, path: str, reading: Reading) -> bool:
    corpus, name = outcome
    if corpus.mentions or not FORMATS[name].may_be_empty:
        return False
    return not open_file(path, reading.encoding, reading.max_bytes).take_head()


def _common_format(found: Sequence[ReadCorpus], files: Sequence[str]) -> Format:
    """Return the format of all files. Raises InputError if there are several."""
    used: dict[str, str] = {}
    for (_, name), path in zip(found, files, strict=True):
        used.setdefault(name, path)
    if len(used) > 1:
        (one, path), (other, other_path), *_ = used.items()
        advice = f"read files of one format at a time, or name the format with {NAMING}"
        raise fail(path, 0, f"this is {one}, but {other_path} is {other}; {advice}")
    return FORMATS[next(iter(used))]


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
        Called repeatedly with the number of bytes read so far.

    Yields
    ------
    tuple of Corpus and str, or InputError
        For each file, in the order of the paths: the corpus and the name of its format, or the problems of the file.
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
    from pathlib import Path

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
    """Return the outcome in another process, and its warnings. This process then repeats the warnings."""
    with collected_warnings() as problems:
        outcome = _attempt(read, path, None)
    return outcome, problems


def expand(paths: AnyPath | Iterable[AnyPath], *suffixes: tuple[str, ...]) -> list[str]:
    """Return the files of these paths, directories and patterns.

    Parameters
    ----------
    paths : path or iterable of paths
        Files, directories and patterns. Their names stay as they are given: ``./x`` does not become ``x``.
    *suffixes : tuple of str
        Endings of the files to take from a directory. If no file there has one of the first suffixes, the next suffixes
        are tried.

    Returns
    -------
    list of str
        The files. The files of a directory or pattern are sorted by name. Hidden files are left out.

    Raises
    ------
    InputError
        If no path is given, or if a directory or a pattern has no such file.
    """
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed or "" in listed:
        raise fail("paths", 0, "no path is given; name a file, a directory or a pattern")
    return [file for path in listed for file in _expand_one(_as_text(path), suffixes)]


def _as_text(path: AnyPath) -> str:
    text: str | bytes = os.fspath(path)
    if isinstance(text, bytes):
        raise TypeError(f"{text!r} is a path in bytes; give it as text")
    return text


def _expand_one(path: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    if is_directory(path):
        return _files_below(path, suffixes)
    if not exists(path) and any(mark in path for mark in PATTERN_MARKS):
        from glob import glob
        from pathlib import Path

        # A final '**' matches directories and everything inside them; the directories are enough.
        pattern = f"{path}/" if path.endswith("**") else path
        # pathlib would match hidden files, and shorten './x' to 'x'.
        found = sorted(glob(pattern, recursive=True), key=lambda each: Path(each).parts)  # noqa: PTH207
        if not found:
            raise fail(path, 0, "no file matches this pattern; check the pattern")
        return list(dict.fromkeys(file for each in found for file in _expand_one(each, suffixes)))
    return [path]


def _files_below(directory: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    from pathlib import Path

    files: list[str] = []
    for folder, folders, names in os.walk(directory, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [f"{folder.removesuffix('/')}/{name}" for name in sorted(names) if not name.startswith(".")]
    for endings in suffixes:
        fitting = [file for file in files if uncompressed(file).endswith(endings)]
        if fitting:
            refuse_special(fitting)
            return fitting
    seen = sorted({Path(file).suffix or Path(file).name for file in files})[:5]
    contents = f"it has {', '.join(seen)}" if seen else "it is empty"
    wanted = ", ".join(f"*{suffix}" for suffix in suffixes[-1])
    message = f"no file in this directory is named {wanted} ({contents}); name the files themselves"
    raise fail(directory, 0, message)


def _refuse(error: OSError) -> None:
    message = f"this directory cannot be read ({error.strerror}); check its permissions"
    raise fail(str(error.filename), 0, message)
