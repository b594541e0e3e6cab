"""Count key and response in the same unit: tokens, characters, or names of mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, Memory, Origin, Origins, Parts
from corefscore.core.problems import InputError, Problem, fail, raise_problems, warn
from corefscore.core.views import CHARACTER, NAME, TOKEN
from corefscore.matching.documents import are_in_memory

ADVICE = {
    TOKEN: "give both sides their text, or state the meaning of the other side's spans (--spans)",
    CHARACTER: "give both sides their text, or state the meaning of spans (--spans)",
    NAME: "state their meaning with spans= (--spans)",
}


COUNTED_IN_TOKENS = {"head", "minimum"}
"""Columns that have no meaning in characters."""

SHOWN_CHARACTERS = 12


def same_units(key: Corpus, response: Corpus) -> tuple[Corpus, Corpus]:
    """Return key and response with mentions in the same unit.

    Names get the same numbers on both sides. If the key has tokens, names of the response are searched in its text. If
    one side counts tokens and the other characters of the same text, tokens become their characters.

    Raises
    ------
    InputError
        If a document has names on only one side, or tokens and characters that cannot be aligned.
    """
    if are_in_memory(key, response):
        return key, response
    if any(
        ours.unit == TOKEN and theirs.unit == NAME for ours, theirs in zip(key.origins, response.origins, strict=True)
    ):
        from corefscore.matching.occurrences import found_in_text

        response = found_in_text(key, response)
    pairs = list(zip(key.origins, response.origins, strict=True))
    mixed = [number for number, (ours, theirs) in enumerate(pairs) if _differ(ours, theirs)]
    for number in mixed:
        if not (_is_aligned(key, response, number) or _is_aligned(response, key, number)):
            raise _different_units(*pairs[number])
    if mixed:
        key, response = _in_characters(key, response, mixed), _in_characters(response, key, mixed)
        message = f"{len(mixed):,} of {len(pairs):,} documents count tokens on one side and characters on the other"
        warn(response.source_name, 0, f"{message}; tokens are aligned with the characters of the text")
    if any(origin.unit == NAME for origin in key.origins):
        return key, _with_names_of(key, response)
    return key, response


def _differ(ours: Origin, theirs: Origin) -> bool:
    return ours.unit != theirs.unit and not isinstance(theirs.source, Memory)


def _is_aligned(side: Corpus, other: Corpus, number: int) -> bool:
    """Return whether the tokens of a document can be turned into characters of the other side."""
    ours, theirs = side.origins[number], other.origins[number]
    has_texts = ours.text is not None and theirs.text is not None and ours.empty is None
    return has_texts and (ours.unit, theirs.unit) == (TOKEN, CHARACTER) and not COUNTED_IN_TOKENS & {*side.extra}


def _different_units(ours: Origin, theirs: Origin) -> InputError:
    message = f"mentions of document {theirs.name!r} are {theirs.unit}s, but {ours.unit}s in {ours.source.name}"
    advice = ADVICE[NAME if NAME in (ours.unit, theirs.unit) else ours.unit]
    return fail(theirs.source.name, theirs.line, f"{message}; {advice}")


class _Bounds(NamedTuple):
    """The first and the last character of each token."""

    first: Ints
    last: Ints

    def of(self, parts: Parts) -> Parts:
        """Return the characters of these tokens."""
        return tuple((int(self.first[start]), int(self.last[end])) for start, end in parts)


def _in_characters(side: Corpus, other: Corpus, mixed: Sequence[int]) -> Corpus:
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


def _with_names_of(key: Corpus, response: Corpus) -> Corpus:
    """Number the names of the response as in the key."""
    from corefscore.formats.json.clusters import NamesText

    start = response.start.copy()
    origins = list(response.origins)
    for number, (ours, theirs) in enumerate(zip(key.origins, response.origins, strict=True)):
        if not isinstance(ours.text, NamesText) or not isinstance(theirs.text, NamesText):
            continue
        number_of = {name: index for index, name in enumerate(ours.text.names)}
        table = ints([number_of.setdefault(name, len(number_of)) for name in theirs.text.names])
        rows = response.view(number).rows
        start[rows] = table[start[rows]]
        origins[number] = theirs._replace(text=NamesText([*number_of]))
    renamed = replace(response, start=start, end=start)
    return renamed.with_documents(origins, numbers(len(origins)))
