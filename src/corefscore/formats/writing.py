"""Write a corpus to one file, or to files for each document."""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, TextIO, cast

from corefscore.core.corpus import Corpus
from corefscore.core.escaping import without_control
from corefscore.core.problems import fail, warn
from corefscore.core.replacing import all_or_nothing, identity, make_directory, replaced
from corefscore.core.views import Document
from corefscore.formats.files import STANDARD_INPUT, AnyPath, is_directory
from corefscore.formats.losses import fitted
from corefscore.formats.naming import companion, document_name, file_name
from corefscore.formats.registry import FORMATS, by_suffix, find_format


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file that `opened` opens."""
    with opened(path) as stream:
        stream.writelines(f"{line}\n" for line in lines)


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a file to write text in UTF-8.

    An existing file stays until everything is written: it may be the one that is read, and an error must not change it.

    Parameters
    ----------
    path : Path
        The file. It is compressed if its name ends in .gz; `-` is standard output.

    Raises
    ------
    InputError
        If the file cannot be written, or if UTF-8 cannot encode a text.
    """
    try:
        with _standard_output() if str(path) == STANDARD_INPUT else _text_file(path) as stream:
            yield stream
    except UnicodeEncodeError as error:
        message = f"{error.object[error.start : error.end]!r} is a lone surrogate, which cannot be written"
        raise fail(str(path), 0, f"{message}; correct the name or the text that contains it") from None


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """Open standard output. On a terminal, control characters are escaped, because the terminal would obey them."""
    if not sys.stdout.isatty():
        yield sys.stdout
        return
    with io.StringIO() as kept:
        yield kept
        sys.stdout.write("\t".join(map(without_control, kept.getvalue().split("\t"))))


@contextmanager
def _text_file(path: Path) -> Iterator[TextIO]:
    with opened_binary(path) as binary, io.TextIOWrapper(binary, encoding="utf-8", newline="\n") as stream:
        yield stream


@contextmanager
def opened_binary(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write bytes; see `opened`."""
    try:
        with replaced(path) as raw, _packed(path, raw) as stream:
            yield stream
    except OSError as error:
        raise fail(str(path), 0, f"cannot be written ({error.strerror or error})") from None


def _packed(path: Path, raw: BinaryIO) -> AbstractContextManager[IO[bytes]]:
    if path.suffix != ".gz":
        return nullcontext(raw)
    return cast("AbstractContextManager[IO[bytes]]", gzip.GzipFile(path.name, "wb", fileobj=raw))


class DocumentFiles(NamedTuple):
    """The files of a document: one for its mentions, and one beside it for its text."""

    document: Document
    mentions: Path
    text: Path


def document_files(corpus: Corpus, path: Path, suffix: str, text_suffix: str) -> Iterator[DocumentFiles]:
    """Yield the files of each document, for formats that have a file of mentions and a file of text.

    Parameters
    ----------
    corpus : Corpus
        The documents.
    path : Path
        The file of mentions if there is one document, else a directory. Its files get the names of the documents.
    suffix, text_suffix : str
        The suffixes of the two files.

    Raises
    ------
    InputError
        If both files would be the same, or if the text would replace a file that was read.
    """
    sources = {found for source in corpus.origins.sources if (found := identity(source)) is not None}
    for document, mentions in _document_paths(corpus, path, suffix):
        text = Path(companion(str(mentions), text_suffix))
        if text == mentions:
            message = f"the text is written to a file that ends in {text_suffix}, so the mentions need another one"
            raise fail(str(path), 0, f"{message}; choose another ending, such as {suffix}")
        if identity(text) in sources:
            message = f"the text would overwrite {str(text)!r}, which was read"
            raise fail(str(mentions), 0, f"{message}; choose another name")
        yield DocumentFiles(document, mentions, text)


def _document_paths(corpus: Corpus, path: Path, suffix: str) -> Iterator[tuple[Document, Path]]:
    if str(path) == STANDARD_INPUT:
        raise fail("standard output", 0, "this format writes several files for a document; name a directory")
    if len(corpus) == 1 and not is_directory(path):
        name = document_name(str(path))
        if corpus.names[0] != name:
            warn(str(path), 0, f"document {corpus.names[0]!r} gets the name of its file: {name!r}")
        yield corpus.view(0), path
        return
    try:
        make_directory(path)
    except OSError as error:
        message = f"a directory for {len(corpus):,} documents cannot be made here ({error.strerror})"
        raise fail(str(path), 0, f"{message}; choose another path") from None
    yield from ((document, path / f"{file_name(document.name)}{suffix}") for document in corpus)


def write(corpus: Corpus, path: AnyPath, format: str | None = None) -> None:  # noqa: A002
    """Write a corpus to a file, or to a directory with a file for each document.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    path : path
        The path to write; `-` is standard output. An existing file is replaced when the new one is complete.
    format : str, optional
        The name of a format. Without it, the ending of the path decides.

    Raises
    ------
    InputError
        If the format cannot hold the corpus, or if the file cannot be written.

    Warns
    -----
    InputWarning
        If the format cannot hold a part of the corpus. This part is lost.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from corefscore.formats.reading import read
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "key.json").write_text('{"story": [["Ann", "she"], ["Tom"]]}')
    ...     write(read(f"{folder}/key.json"), f"{folder}/copy.json")
    ...     print(Path(folder, "copy.json").read_text())
    {
     "story": [["Ann", "she"], ["Tom"]]
    }
    <BLANKLINE>
    """
    form = find_format(format, FORMATS) if format is not None else by_suffix(path, FORMATS)
    corpus = fitted(corpus, form, os.fspath(path))
    with all_or_nothing():
        if form.write is not None:
            form.write(corpus, Path(path))
        elif form.lines is not None:
            write_lines(Path(path), form.lines(corpus))
