"""CoNLL-2011 and CoNLL-2012: one token on each line, coreference in brackets in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from corefscore.core.corpus import Corpus
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, WORDS, Format, Reading, always
from corefscore.formats.files import File

BORDER = re.compile(rb"#\s*begin\s+document\b")
NARROWEST = 4


def recognise(head: bytes) -> bool:
    return has_border(head) and not numbers_words(head)


def has_border(head: bytes) -> bool:
    """Return whether a document begins in the first bytes of a file. Most other files do not even have the word."""
    return b"begin" in head and _border(head) is not None


def _border(head: bytes) -> re.Match[bytes] | None:
    """Return the first line that begins a document. A search for a fixed byte is faster than for a line start."""
    found = BORDER.finditer(head)
    return next((each for each in found if each.start() == 0 or head.startswith(b"\n", each.start() - 1)), None)


def numbers_words(head: bytes) -> bool:
    """Return whether the first column counts words and the second has words, as in SemEval-2010."""
    from corefscore.formats.conll.lines import fields

    found = _border(head)
    lines = head[found.end() if found else 0 :].split(b"\n")[1:-1]
    rows = [fields(line) for line in islice((line for line in lines if line.strip() and line[:1] != b"#"), 2)]
    if not rows or min(map(len, rows)) < NARROWEST or rows[0][2] == b"0":
        return False
    if len(rows) == 1:  # the first column may be the name of a document, and the second the number of its part
        return rows[0][0] == b"1" and not rows[0][1].isdigit()
    return [row[0] for row in rows] in ([b"1", b"2"], [b"1", b"1"])


def read(file: File, reading: Reading) -> Corpus:
    from corefscore.formats.conll.reader import read_columns

    return read_columns(file, reading)


def lines(corpus: Corpus) -> Iterator[str]:
    from corefscore.formats.conll import writer as conll_writer

    return conll_writer.lines(corpus)


FORMAT = Format(
    name="conll",
    title="CoNLL-2011 and CoNLL-2012",
    suffixes=("conll",),
    recognise=recognise,
    read=read,
    lines=lines,
    is_certain=always,
    carries=frozenset({TOKENS, WORDS, SENTENCES, EMPTY}),
)
