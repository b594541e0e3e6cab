"""Pairs of mentions that agree in the least that must be found: annotated with the key, or read off its parses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.formats.conll.words import ColumnText, Parsed
from corefscore.matching.candidates import Pairs, Sides, around, with_same
from corefscore.matching.parses import minimum_span


def near_by_minimum(key: Corpus, response: Corpus, sides: Sides, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Response mentions in a key mention that cover its annotated minimum, or have the same minimum in the parse."""
    if "minimum" in key.extra:
        least = sides.key.least
        anchor = np.full(key.mentions, -1, dtype=np.int64)
        anchor[list(least)] = [min(words) for words in least.values()]
        return around(sides, least.__getitem__, anchor, key_rows[anchor[key_rows] >= 0], response_rows)
    parses = {number: parses for number in range(len(key)) if (parses := _parses(key, number)) is not None}
    if key.mentions and not parses:
        message = "neither minimum spans nor parses are known; choose match=exact (--match), or add them"
        raise fail(key.source_name, 0, message)
    number: dict[tuple[int, frozenset[int]], int] = {}
    codes = [_codes(corpus, rows, parses, number) for corpus, rows in ((key, key_rows), (response, response_rows))]
    known = [rows[code[rows] >= 0] for code, rows in zip(codes, (key_rows, response_rows), strict=True)]
    return with_same(codes[0], codes[1], *known)


def _parses(corpus: Corpus, document: int) -> Sequence[Parsed] | None:
    text = corpus.origins[document].text
    return text.parses if isinstance(text, ColumnText) else None


def _codes(
    corpus: Corpus,
    rows: Ints,
    parses: Mapping[int, Sequence[Parsed]],
    number: dict[tuple[int, frozenset[int]], int],
) -> Ints:
    """A number for the minimum of some mentions, -1 for all others; key and response share the key's parses."""
    code = ints(np.full(corpus.mentions, -1))
    for row in rows.tolist():
        document, start, end = (int(column[row]) for column in (corpus.document, corpus.start, corpus.end))
        words = parses.get(document)
        if words is not None and end < len(words):
            code[row] = number.setdefault((document, minimum_span(words, start, end)), len(number))
    return code
