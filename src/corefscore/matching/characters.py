"""Tokens of one side as characters of the other: where they stand in its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus, Origin, Origins, Parts
from corefscore.core.problems import Problem, raise_problems
from corefscore.core.views import CHARACTER, TOKEN

SHOWN_CHARACTERS = 12


class _Bounds(NamedTuple):
    """The first and the last character of each token."""

    first: Ints
    last: Ints

    def of(self, parts: Parts) -> Parts:
        """Return the characters of these tokens."""
        return tuple((int(self.first[start]), int(self.last[end])) for start, end in parts)


def in_characters(side: Corpus, other: Corpus, mixed: Sequence[int]) -> Corpus:
    """Turn the tokens of the mixed documents of a side into the characters of the other side."""
    found = {
        number: _bounds(side.origins[number], other.origins[number])
        for number in mixed
        if side.origins[number].unit == TOKEN
    }
    raise_problems(bounds for bounds in found.values() if isinstance(bounds, Problem))
    bounds_of = {number: bounds for number, bounds in found.items() if isinstance(bounds, _Bounds)}
    origins, start, end = list(side.origins), side.start.copy(), side.end.copy()
    for number, bounds in bounds_of.items():
        rows = side.view(number).rows
        start[rows], end[rows] = bounds.first[start[rows]], bounds.last[end[rows]]
        origins[number] = origins[number]._replace(text=other.origins[number].text, unit=CHARACTER, divided=False)
    moved = replace(side, origins=Origins(origins), start=start, end=end)
    return _with_gaps_in_characters(moved, bounds_of) if "shape" in side.extra else moved


def _with_gaps_in_characters(side: Corpus, bounds_of: Mapping[int, _Bounds]) -> Corpus:
    number = {parts: index for index, parts in enumerate(side.shapes, 1)}
    shape: Ints = side.extra["shape"].copy()
    for row in side.rows_with_gaps.tolist():
        bounds = bounds_of.get(int(side.document[row]))
        if bounds is not None:
            shape[row] = number.setdefault(bounds.of(side.parts(row)), len(number) + 1)
    return replace(side, extra={**side.extra, "shape": shape}, shapes=tuple(number))


def _bounds(tokens: Origin, characters: Origin) -> _Bounds | Problem:
    """Return the characters of tokens in a text, without regard to spaces; a problem if the text is different."""
    assert tokens.text is not None
    assert characters.text is not None
    text = [character for line in characters.text.sentences for character in line]
    kept = ints([number for number, character in enumerate(text) if not character.isspace()])
    written = "".join(text[number] for number in kept.tolist())
    words = ["".join(word.split()) for sentence in tokens.text.sentences for word in sentence]
    lengths = ints([len(word) for word in words])
    ends = np.cumsum(lengths)
    joined = "".join(words)
    if joined == written and lengths.all():
        return _Bounds(kept[ends - lengths], kept[ends - 1])
    offset = next((n for n, pair in enumerate(zip(joined, written, strict=False)) if pair[0] != pair[1]), None)
    offset = min(len(joined), len(written)) if offset is None else offset
    token = min(int(np.searchsorted(ends, offset, "right")), max(len(words) - 1, 0))
    begin = int(ends[token] - lengths[token]) if words else 0
    shown = f"token {token} is {words[token] if words else ''!r}, but {written[begin:][:SHOWN_CHARACTERS]!r} follows"
    message = f"document {tokens.name!r}: {shown} in the text of {characters.source.name}"
    return Problem(tokens.source.name, tokens.text.line_of(token), f"{message}; give both sides the same text")
