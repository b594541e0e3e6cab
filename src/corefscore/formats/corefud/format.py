"""CorefUD: CoNLL-U whose last column has mentions as ``Entity=``, with heads, gaps, and empty nodes for zeros."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice

from corefscore.core.corpus import Corpus
from corefscore.core.problems import SHOWN
from corefscore.formats.base import (
    BRIDGES,
    ELEMENTS,
    EMPTY,
    GAPS,
    HEADS,
    MINIMA,
    NODES,
    SENTENCES,
    TOKENS,
    TYPES,
    WORDS,
    ZEROS,
    Format,
    Reading,
)
from corefscore.formats.base import USUAL as USUAL_READING
from corefscore.formats.files import File

LOOKS = re.compile(rb"# ?(global\.Entity|newdoc|newpar|sent_id|text)\b|\d+([-.]\d+)?(\t[^\t\n]*){9}(\n|\Z)")
DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?(?:#.*\n)*?# ?global\.Entity\b")


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file look like CoNLL-U.

    >>> recognise(b"# newdoc id = a\\n# sent_id = 1\\n"), recognise(b"#begin document a\\n")
    (True, False)
    """
    start = head.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"")
    written = (line for line in BytesIO(start) if line.strip())
    looks = any(LOOKS.match(line.rstrip(b"\n") + b"\n") for line in islice(written, SHOWN))
    if not looks or declares_mentions(head):
        return looks
    from corefscore.formats.universal_anaphora.format import recognise as is_universal_anaphora

    return not is_universal_anaphora(head)


def declares_mentions(head: bytes) -> bool:
    """Return whether the first comments of a file declare the fields of mentions. No other format does that.

    >>> declares_mentions(b"# newdoc id = a\\n# global.Entity = eid-etype-head-other\\n")
    True
    """
    return DECLARED.match(head) is not None


def read(file: File, reading: Reading = USUAL_READING) -> Corpus:
    from corefscore.formats.corefud.reader import read_conllu

    return read_conllu(file, reading)


def lines(corpus: Corpus) -> Iterator[str]:
    from corefscore.formats.corefud import writer as corefud_writer

    return corefud_writer.lines(corpus)


FORMAT = Format(
    name="corefud",
    title="CorefUD CoNLL-U",
    suffixes=("conllu",),
    recognise=recognise,
    read=read,
    lines=lines,
    is_certain=declares_mentions,
    has_datasets=True,
    carries=frozenset({TOKENS, WORDS, SENTENCES, EMPTY, GAPS, ZEROS, HEADS, MINIMA, TYPES, NODES, ELEMENTS, BRIDGES}),
)
