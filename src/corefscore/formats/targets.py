"""Where a corpus is written: one file, or a file for each document in a directory."""

from __future__ import annotations

import gzip
import io
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, BinaryIO, NamedTuple, TextIO, cast
from urllib.parse import quote
from uuid import uuid4

from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail, warn
from corefscore.core.views import Document
from corefscore.formats.files import STANDARD_INPUT, stem

DEVICES = ("/dev/", "/proc/")
UNFIT = re.compile(r"[/\\:*?\"<>|%\x00-\x1f]")


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """A text stream to a path, compressed if its name ends in .gz; `-` is standard output.

    What is at the path stays until everything is written: it may be what is being read, and an error leaves it alone.
    """
    try:
        with nullcontext(sys.stdout) if str(path) == STANDARD_INPUT else _file(path) as stream:
            yield stream
    except UnicodeEncodeError as error:
        message = f"{error.object[error.start : error.end]!r} is half of a character and cannot be written"
        raise fail(str(path), 0, f"{message}; correct the name or the text that has it") from None


@contextmanager
def _file(path: Path) -> Iterator[TextIO]:
    try:
        with (
            _replacing(path) as raw,
            _packed(path, raw) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
        ):
            yield stream
    except OSError as error:
        raise fail(str(path), 0, f"cannot be written ({error.strerror or error})") from None


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream to a new file, which takes the place of the one at a path when it is complete; links stay links.

    Devices cannot be replaced, so what is written goes there at once.
    """
    if str(path.absolute()).startswith(DEVICES) or (path.exists() and not path.is_file()):
        with path.open("wb") as stream:
            yield stream
        return
    target = path.resolve()
    unfinished = target.with_name(f".{uuid4().hex}.part")
    try:
        with unfinished.open("xb") as stream:
            yield stream
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _packed(path: Path, raw: BinaryIO) -> AbstractContextManager[IO[bytes]]:
    if path.suffix != ".gz":
        return nullcontext(raw)
    return cast("AbstractContextManager[IO[bytes]]", gzip.GzipFile(path.name, "wb", fileobj=raw))


class Place(NamedTuple):
    """Where a document goes: its mentions, and beside them its text."""

    document: Document
    mentions: Path
    text: Path


def document_places(corpus: Corpus, path: Path, suffix: str, text_suffix: str) -> Iterator[Place]:
    """Files for each document: the path itself for one document, else files below it that are named as they are."""
    sources = {identity for source in corpus.origins.sources if (identity := _identity(source)) is not None}
    for document, mentions in _document_paths(corpus, path, suffix):
        text = Path(str(mentions).removesuffix(".gz")).with_suffix(text_suffix)
        if text == mentions:
            message = f"the text goes into a file that ends in {text_suffix}, and mentions into another"
            raise fail(str(path), 0, f"{message}; choose another ending, such as {suffix}")
        if _identity(text) in sources:
            message = f"the text would be written over {str(text)!r}, which was read"
            raise fail(str(mentions), 0, f"{message}; choose another name")
        yield Place(document, mentions, text)


def _identity(path: str | Path) -> tuple[int, int] | None:
    """What tells a file from all others; None if there is no such file."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _document_paths(corpus: Corpus, path: Path, suffix: str) -> Iterator[tuple[Document, Path]]:
    if str(path) == STANDARD_INPUT:
        raise fail("standard output", 0, "this format has several files for a document; name a directory")
    if len(corpus) == 1 and not path.is_dir():
        name = stem(str(path))
        if corpus.names[0] != name:
            message = f"document {corpus.names[0]!r} is named after its file here: {name!r}"
            warn(str(path), 0, message)
        yield corpus.view(0), path
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"no directory can be made here for {len(corpus):,} documents ({error.strerror})"
        raise fail(str(path), 0, message) from None
    yield from ((document, path / f"{file_name(document.name)}{suffix}") for document in corpus)


def file_name(name: str) -> str:
    """The name of a document as one of a file, from which `stem` makes it again.

    >>> file_name("(bc/cctv); part 000")
    '(bc%2Fcctv); part 000'
    """
    written = UNFIT.sub(lambda found: quote(found[0], safe=""), name)
    return f"%2E{written[1:]}" if written.startswith(".") else written
