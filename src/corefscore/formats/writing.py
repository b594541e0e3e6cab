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

from corefscore.corpus import Corpus, Document
from corefscore.formats.files import STANDARD_INPUT
from corefscore.problems import fail, warn

UNFIT = re.compile(r"[^\w.()+=@ -]+|^\.+")


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
    if len(corpus) == 1:
        if corpus.names[0] != path.stem:
            _tell_name(corpus, path, corpus.names[0], path.stem)
        yield corpus.view(0), path
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise fail(
            str(path), 0, f"no directory can be made here for {len(corpus):,} documents ({error.strerror})"
        ) from None
    taken: set[str] = set()
    for document in corpus:
        name = UNFIT.sub("_", document.name) or "_"
        while name in taken:
            name += "_"
        taken.add(name)
        if name != document.name:
            _tell_name(corpus, path, document.name, name)
        yield document, path / f"{name}{suffix}"


def _tell_name(corpus: Corpus, path: Path, name: str, written: str) -> None:
    warn(str(path), 0, f"document {name!r} is named after its file here: {written!r}")
