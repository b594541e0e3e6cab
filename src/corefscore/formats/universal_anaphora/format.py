"""Universal Anaphora, exploded: CoNLL-U Plus with columns for identity, bridging and discourse deixis."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefscore.core.corpus import Corpus
from corefscore.formats.base import (
    ANCHORS,
    BRIDGES,
    ELEMENTS,
    EMPTY,
    GAPS,
    LAYERS,
    MINIMA,
    NODES,
    REFERRING,
    SEMANTIC_TYPES,
    SENTENCES,
    TOKENS,
    WORDS,
    ZEROS,
    Format,
    Reading,
    always,
)
from corefscore.formats.files import File

DECLARED = re.compile(rb"^#\s*global\.columns\s*=[^\n]*\b(?:IDENTITY|BRIDGING|DISCOURSE_DEIXIS)\b", re.M)
MARKABLE = re.compile(rb"^[0-9][^\n]*[ \t][)@]*\(?(?:Entity|Markable|Mention)ID=", re.M | re.I)


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file name the columns of Universal Anaphora, or contain a markable.

    >>> recognise(b"# global.columns = ID FORM IDENTITY\\n"), recognise(b"# newdoc id = a\\n# sent_id = 1\\n")
    (True, False)
    """
    return DECLARED.search(head) is not None or MARKABLE.search(head) is not None


def read(file: File, reading: Reading) -> Corpus:
    from corefscore.formats.universal_anaphora.reader import read_universal

    return read_universal(file, reading)


def lines(corpus: Corpus) -> Iterator[str]:
    from corefscore.formats.universal_anaphora import writer as universal_writer

    return universal_writer.lines(corpus)


FORMAT = Format(
    name="ua",
    title="Universal Anaphora, exploded",
    suffixes=("conllua",),
    recognise=recognise,
    read=read,
    lines=lines,
    is_certain=always,
    carries=frozenset(
        {
            *(TOKENS, WORDS, SENTENCES, EMPTY, GAPS, ZEROS, MINIMA, NODES, LAYERS),
            *(REFERRING, SEMANTIC_TYPES, ELEMENTS, BRIDGES, ANCHORS),
        }
    ),
)
