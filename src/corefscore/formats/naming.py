"""The names of files and documents. One follows from the other, and no two documents have the same name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corefscore.core.corpus import Corpus, Origin, Origins
from corefscore.core.problems import Problem, warn

UNNAMED = "#"
"""A document without a name is called by this mark and its number."""

UNFIT = r"[/\\:*?\"<>|%\x00-\x1f]"


def uncompressed(file: str) -> str:
    """Return the name of a file without the suffix for compressed files."""
    return file.removesuffix(".gz")


TEXT_SUFFIX, TOKENS_SUFFIX = ".txt", ".tokens"
COMPANIONS = (TEXT_SUFFIX, TOKENS_SUFFIX)
"""The endings of files that are read together with another file."""


def companion(file: str, suffix: str) -> str:
    """Return the file with the same name and another suffix.

    >>> companion("./key/d.ann.gz", ".txt")
    './key/d.txt'
    """
    from pathlib import Path

    plain = uncompressed(file)
    return plain.removesuffix(Path(plain).suffix) + suffix


def document_name(file: str) -> str:
    """Return the name of a document that has the name of its file.

    >>> document_name("key/bc%2Fcctv.ann.gz")
    'bc/cctv'
    """
    from pathlib import Path
    from urllib.parse import unquote

    return unquote(Path(uncompressed(file)).stem)


def file_name(document: str) -> str:
    """Return the name of the file for a document, without a suffix; `document_name` reverses it.

    >>> file_name("(bc/cctv); part 000")
    '(bc%2Fcctv); part 000'
    """
    from urllib.parse import quote

    written = re.sub(UNFIT, lambda found: quote(found[0], safe=""), document)
    return f"%2E{written[1:]}" if written.startswith(".") else written


def dataset_name(file: str) -> str:
    """Return the name of a file up to its first dot.

    >>> dataset_name("key/en_gum.dev.conllu")
    'en_gum'
    """
    from pathlib import Path

    return Path(file).name.partition(".")[0]


def repeated_names(origins: Iterable[Origin]) -> list[Problem]:
    """Return a problem for each document that has the same name as an earlier one."""
    first: dict[str, Origin] = {}
    problems = []
    for origin in origins:
        other = first.setdefault(origin.name, origin)
        if other is not origin:
            location = Problem(other.source.name, other.line, "").location
            shown = f"line {other.line}" if other.source is origin.source else location
            message = f"document {origin.name!r} is also in {shown}; rename or delete one"
            problems.append(Problem(origin.source.name, origin.line, message))
    return problems


def with_file_names(corpora: Sequence[Corpus], files: Sequence[str]) -> list[Corpus]:
    """Give documents without a name the names of their files."""
    return [
        _renamed(corpus, (dataset_name(file) + name if unnamed else name for name, unnamed in names_in_files(corpus)))
        for corpus, file in zip(corpora, files, strict=True)
    ]


def names_in_files(corpus: Corpus) -> Iterable[tuple[str, bool]]:
    """Yield the name of each document, and whether it only replaces a missing name."""
    for number, origin in enumerate(corpus.origins, 1):
        yield origin.name, bool(origin.line) and origin.name == f"{UNNAMED}{number}"


def with_dataset_names(corpora: Sequence[Corpus], files: Sequence[str]) -> list[Corpus]:
    """Put the name of the dataset before the names of documents that are in several datasets."""
    count = Counter(name for corpus in corpora for name in corpus.names)
    repeated = {name for name, times in count.items() if times > 1}
    if not repeated:
        return list(corpora)
    message = f"documents of several files have the same names ({len(repeated):,} names, such as {min(repeated)!r})"
    warn(files[0], 0, f"{message}; the name of the file is put before each of them")
    return [
        _renamed(corpus, (f"{dataset_name(file)}/{name}" if name in repeated else name for name in corpus.names))
        for corpus, file in zip(corpora, files, strict=True)
    ]


def _renamed(corpus: Corpus, names: Iterable[str]) -> Corpus:
    origins = Origins(origin._replace(name=name) for origin, name in zip(corpus.origins, names, strict=True))
    return replace(corpus, origins=origins)
