"""What a format is: how its files are known, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from corefscore.core.corpus import Corpus
from corefscore.formats.files import File, Progress

if TYPE_CHECKING:
    from pathlib import Path

KEY_SIDE, RESPONSE_SIDE = "key", "response"

WORDS, SENTENCES, TOKENS, CHARACTERS, NAMES = "words", "sentences", "tokens", "characters", "names"
GAPS, ZEROS, HEADS, MINIMA, TYPES, EMPTY = "gaps", "zeros", "heads", "minima", "types", "empty documents"
NODES = "empty nodes"

NAMING = "format= (--from of validate and convert, --key-format and --response-format of other commands)"
"""How to name the format of a file, whatever reads it."""


MEANINGS: Mapping[str, str] = {
    "inclusive": "tokens, the end being the last one",
    "exclusive": "tokens, the end being behind the last one",
    "characters": "characters, the end being behind the last one",
    "characters-inclusive": "characters, the end being the last one",
}
"""What the two numbers of a span can mean, by the names of the conventions."""


class Reading(NamedTuple):
    """How to read files.

    Parameters
    ----------
    format : str, optional
        The name of the format; without one, the contents of each file decide.
    column : int, optional
        The coreference column of column files, counted from the right: -1 is the last.
    encoding : str, optional
        The encoding, if it is not UTF-8.
    spans : str, optional
        What the ends of spans mean.
    clusters : str, optional
        The field of JSON documents to read.
    jobs : int
        How many processes read.
    progress : callable, optional
        Called with the number of bytes read, again and again.
    key_format, response_format, key_spans, response_spans : str, optional
        The same for one side of a pair alone.
    side : str, optional
        The side that is read, of a pair.
    key : Corpus, optional
        What is known of the key when the response is read.
    """

    format: str | None = None
    column: int | None = None
    encoding: str | None = None
    spans: str | None = None
    clusters: str | None = None
    jobs: int = 1
    progress: Progress | None = None
    key_format: str | None = None
    response_format: str | None = None
    key_spans: str | None = None
    response_spans: str | None = None
    side: str | None = None
    key: Corpus | None = None

    def of(self, side: str, key: Corpus | None = None) -> Reading:
        """How to read one side of a pair; what is given for that side alone replaces what is given for both."""
        own = (self.key_format, self.key_spans) if side == KEY_SIDE else (self.response_format, self.response_spans)
        return self._replace(format=own[0] or self.format, spans=own[1] or self.spans, side=side, key=key)


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
