"""The definition of a format: how its files are recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from corefscore.core.corpus import Corpus
from corefscore.formats.files import File, Progress

if TYPE_CHECKING:
    from pathlib import Path

    from corefscore.core.settings import Settings

KEY_SIDE, RESPONSE_SIDE = "key", "response"

# The parts of a corpus that a format can hold.
WORDS, SENTENCES, TOKENS, CHARACTERS, NAMES = "words", "sentences", "tokens", "characters", "names"
GAPS, ZEROS, HEADS, MINIMA, TYPES, EMPTY = "gaps", "zeros", "heads", "minima", "types", "empty documents"
NODES, LAYERS = "empty nodes", "layers"
REFERRING, SEMANTIC_TYPES = "non-referring mentions", "semantic types"
ELEMENTS, BRIDGES, ANCHORS = "elements", "bridges", "mentions that are anchors"

NAMING = "format= (--from of validate and convert, --key-format and --response-format of other commands)"
"""How a user names the format of a file, in Python and on the command line."""


MEANINGS: Mapping[str, str] = {
    "inclusive": "tokens; the end is the last token",
    "exclusive": "tokens; the end is the token after the last one",
    "characters": "characters; the end is the character after the last one",
    "characters-inclusive": "characters; the end is the last character",
}
"""The meanings of the two numbers of a span, by the names of the conventions."""


LARGEST = (1 << 24) - 1
"""The largest number of a token or character. A document and two such numbers fit into one integer."""


class Reading(NamedTuple):
    """How to read files.

    Parameters
    ----------
    format : str, optional
        The name of the format. Without it, each file is recognised by its contents.
    column : int, optional
        The coreference column of column files, counted from the right: -1 is the last.
    encoding : str, optional
        The encoding, if it is not UTF-8.
    spans : str, optional
        The meaning of the ends of spans.
    clusters : str, optional
        The field of JSON documents to read.
    jobs : int
        How many processes read files.
    progress : callable, optional
        Called repeatedly with the number of bytes read so far.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to; see `files.unpacked`.
    layer : str, optional
        The layer of annotation to read, if a file has several: `identity` (the default) or `deixis`.
    key_format, response_format, key_spans, response_spans : str, optional
        The format and the meaning of spans for one side of a pair.
    brackets : str, optional
        How to treat a bracket without an entity or a partner: `error` (the default) or `ignore`.
    minima : bool
        Whether minimum spans are needed. If not, those that do not fit their mentions are removed with a warning.
    documents : bool, optional
        For values in memory: whether the outer level contains documents (True) or entities (False).
    side : str, optional
        Which side of a pair is read: `key` or `response`.
    key : Corpus, optional
        The key, if the response is read.

    Examples
    --------
    >>> Reading(spans="exclusive", key_format="conll").of("key").format
    'conll'
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
    documents: bool | None = None
    side: str | None = None
    key: Corpus | None = None
    max_bytes: int | None = None
    layer: str | None = None
    brackets: str | None = None
    minima: bool = True

    def under(self, settings: Settings) -> Reading:
        """Return how to read files for these settings."""
        return self._replace(brackets=settings.brackets, minima=settings.match == "min", layer=settings.layer)

    def of(self, side: str, key: Corpus | None = None) -> Reading:
        """Return how to read one side of a pair. Options for one side replace the options for both."""
        own = (self.key_format, self.key_spans) if side == KEY_SIDE else (self.response_format, self.response_spans)
        return self._replace(format=own[0] or self.format, spans=own[1] or self.spans, side=side, key=key)


USUAL = Reading()


def always(head: bytes) -> bool:
    """Return True. For `Format.is_certain`: a file that looks like the format is always in it."""
    return True


def never(head: bytes) -> bool:
    """Return False. For `Format.is_certain`: a file that looks like the format may be in another one."""
    return False


class Format(NamedTuple):
    """A file format for a corpus.

    Parameters
    ----------
    name : str
        The name by which users choose it.
    title : str
        A short description.
    suffixes : tuple of str
        The endings of the names of its files.
    recognise : callable
        Returns whether a file that begins with these bytes looks like this format.
    read : callable
        Reads a `File` according to a `Reading`, and returns a `Corpus`.
    lines : callable, optional
        Returns the lines to write for a corpus, if all documents go into one text file.
    write : callable, optional
        Writes a corpus to a path, if `lines` is not enough.
    may_be_empty : bool
        Whether an empty file is a document without mentions. If not, it is an error.
    is_certain : callable
        Returns whether a file that looks like this format cannot be in another one.
    first_bytes_mislead : bool
        Whether a long file must be read completely before it is recognised.
    needs_words : bool
        Whether it needs the words of all tokens.
    has_datasets : bool
        Whether each file is a dataset. Then documents in two files may have the same name.
    carries : frozenset of str
        The parts of a corpus that are not lost when it is written, such as `WORDS` or `HEADS`.
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
