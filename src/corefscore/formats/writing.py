"""Where a corpus is written: one file, or a file for each document in a directory."""

from __future__ import annotations

import gzip
import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from corefscore.corpus import Corpus, Document
from corefscore.formats.files import STANDARD_INPUT, stem
from corefscore.problems import fail, warn

UNFIT = re.compile(r"[/\\:*?\"<>|%\x00-\x1f]")


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """A text stream to a path, compressed if its name ends in .gz; `-` is standard output."""
    if str(path) == STANDARD_INPUT:
        yield sys.stdout
        return
    try:
        if path.suffix == ".gz":
            with gzip.open(path, "wb") as packed, io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream:
                yield stream
        else:
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                yield stream
    except OSError as error:
        raise fail(str(path), 0, f"cannot be written ({error.strerror or error})") from None


def document_paths(corpus: Corpus, path: Path, suffix: str) -> Iterator[tuple[Document, Path]]:
    """A file for each document: the path itself for one document, else files below it that are named as they are."""
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
