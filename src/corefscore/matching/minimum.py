"""Pairs of mentions that agree in their minimum span, which is annotated in the key or follows from its parses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.formats.conll.words import ColumnText, Parsed
from corefscore.matching.candidates import covering, with_same_code
from corefscore.matching.matched import Pairs
from corefscore.matching.mention_words import BothWords
from corefscore.matching.parses import minimum_span


def with_same_minimum(key: Corpus, response: Corpus, words: BothWords, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Pairs in which the response mention covers the annotated minimum, or both have the same minimum in the parse."""
    if "minimum" in key.extra:
        minimum = words.key.minimum
        anchor = np.full(key.mentions, -1, dtype=np.int64)
        anchor[list(minimum)] = [min(tokens) for tokens in minimum.values()]
        return covering(words, minimum.__getitem__, anchor, key_rows[anchor[key_rows] >= 0], response_rows)
    parses = {number: parses for number in range(len(key)) if (parses := _parses(key, number)) is not None}
    if key.mentions and not parses:
        message = "neither minimum spans nor parses are known; add them, or choose match=exact (--match)"
        raise fail(key.source_name, 0, message)
    number: dict[tuple[int, frozenset[int]], int] = {}
    codes = [_codes(corpus, rows, parses, number) for corpus, rows in ((key, key_rows), (response, response_rows))]
    known = [rows[code[rows] >= 0] for code, rows in zip(codes, (key_rows, response_rows), strict=True)]
    return with_same_code(codes[0], codes[1], *known)


def _parses(corpus: Corpus, document: int) -> Sequence[Parsed] | None:
    text = corpus.origins[document].text
    return text.parses if isinstance(text, ColumnText) else None


def _codes(
    corpus: Corpus,
    rows: Ints,
    parses: Mapping[int, Sequence[Parsed]],
    number: dict[tuple[int, frozenset[int]], int],
) -> Ints:
    """A number for the minimum of some mentions, and -1 for all others; both sides use the parses of the key."""
    code = ints(np.full(corpus.mentions, -1))
    for row in rows.tolist():
        document, start, end = (int(column[row]) for column in (corpus.document, corpus.start, corpus.end))
        words = parses.get(document)
        if words is not None and end < len(words):
            code[row] = number.setdefault((document, minimum_span(words, start, end)), len(number))
    return code
