"""What a format is: how its files are known, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from corefscore.core.corpus import Corpus
from corefscore.formats.files import File, Progress

if TYPE_CHECKING:
    from pathlib import Path

KEY_SIDE, RESPONSE_SIDE = "key", "response"

WORDS, SENTENCES, TOKENS, CHARACTERS, NAMES = "words", "sentences", "tokens", "characters", "names"
GAPS, ZEROS, HEADS, MINIMA, TYPES, EMPTY = "gaps", "zeros", "heads", "minima", "types", "empty documents"
NODES = "empty nodes"

NAMING = "format= (--format of validate, --from of convert, --key-format and --response-format of other commands)"
"""How to name the format of a file, whatever reads it."""


class Reading(NamedTuple):
    """How to read files that leave a choice.

    `column` is the coreference column of column files, `spans` what the ends of spans mean, `clusters` the field of
    JSON documents to read. `side` and `key` are for a pair of files: on which side a file is, and what is known of the
    key when the response is read.
    """

    column: int | None = None
    spans: str | None = None
    clusters: str | None = None
    side: str | None = None
    key: Corpus | None = None
    progress: Progress | None = None


USUAL = Reading()


def always(head: bytes) -> bool:
    """What looks like a format is that format, whatever its first bytes are."""
    return True


def never(head: bytes) -> bool:
    """What looks like a format may be another one."""
    return False


class Format(NamedTuple):
    """A way to write a corpus down.

    `recognise` tells from the first bytes of a file whether it looks like this. Text in one file is written by `lines`,
    anything else by `write`; `carries` names what survives. Where a file `may_be_empty`, it is a document without
    mentions then. What is recognised, and `is_certain` to be this by its first bytes, is no other format. Where
    `first_bytes_mislead`, a longer file that begins like this is looked at as a whole. A format that `needs_words`
    cannot hold tokens whose words are not known. Where a format `has_datasets`, each file is one, and documents of two
    files may have the same name.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    recognise: Callable[[bytes], bool]
    read: Callable[[File, Reading], Corpus]
    lines: Callable[[Corpus], Iterator[str]] | None = None
    write: Callable[[Corpus, Path], None] | None = None
    may_be_empty: bool = False
    is_certain: Callable[[bytes], bool] = never
    first_bytes_mislead: bool = False
    needs_words: bool = False
    has_datasets: bool = False
    carries: frozenset[str] = frozenset()
