"""Find mentions that are given by their words in the text of the key.

The mentions of an entity are in the order of the text. So each mention takes the first free occurrence of its words
that begins after the mention before it. If there is none, it takes the first free occurrence. An occurrence is free if
no other mention has it. A mention may also name its occurrence: ``{"text": "she", "occurrence": 2}``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import shortened, warn
from corefscore.core.views import NAME, TOKEN
from corefscore.formats.json.clusters import NamesText


class Wanted(NamedTuple):
    """The words of a mention, and the number of their occurrence; None if it is not given."""

    text: str
    occurrence: int | None


def can_be_found(key: Origin, response: Origin) -> bool:
    """Return whether the mentions of a response document are words that can be found in the text of the key."""
    if key.unit != TOKEN or response.unit != NAME or key.text is None or not isinstance(response.text, NamesText):
        return False
    return all(_wanted(name) is not None for name in response.text.names)


def found_in_text(key: Corpus, response: Corpus) -> Corpus:
    """Give mentions that are words the tokens of the key. Warnings count mentions that are ambiguous or lost."""
    origins = list(response.origins)
    start, end = response.start.copy(), response.end.copy()
    kept = np.ones(response.mentions, dtype=bool)
    for number, (ours, theirs) in enumerate(zip(key.origins, response.origins, strict=True)):
        if can_be_found(ours, theirs):
            rows = np.arange(response.mentions)[response.view(number).rows]
            first, last = _located(ours, theirs, response, rows)
            start[rows], end[rows], kept[rows] = first, last, first >= 0
            origins[number] = theirs._replace(text=ours.text, unit=TOKEN, empty=ours.empty, divided=ours.divided)
    moved = replace(response, start=start, end=end)
    return (moved if kept.all() else moved.take(kept)).with_documents(origins, numbers(len(origins)))


def _located(key: Origin, response: Origin, corpus: Corpus, rows: Ints) -> tuple[Ints, Ints]:
    """Return the first and last token of the given mentions; -1 for mentions that are not in the text."""
    assert isinstance(response.text, NamesText)
    wanted = [_wanted(name) for name in response.text.names]
    text = SearchedText(key)
    first, last = np.full(len(rows), -1), np.full(len(rows), -1)
    remarks: Counter[str] = Counter()
    example: dict[str, str] = {}
    before: dict[int, int] = {}
    order = np.lexsort((rows if corpus.source_index is None else corpus.source_index[rows], corpus.entity[rows]))
    for index in order.tolist():
        each = wanted[int(corpus.start[rows[index]])]
        assert each is not None
        entity = int(corpus.entity[rows[index]])
        span, remark = text.take(each, before.get(entity, -1))
        if span is not None:
            first[index], last[index] = span
            before[entity] = span[0]
        if remark:
            remarks[remark] += 1
            example.setdefault(remark, each.text)
    for remark, count in remarks.items():
        shown = shortened(example[remark])
        message = f"document {response.name!r}: {count:,} of {len(rows):,} mentions, such as {shown!r}, {remark}"
        warn(response.source.name, response.line, message)
    return first, last


SEVERAL = "occur several times; the first occurrence in the order of the text is used"
BACKWARDS = "do not follow the mention before them in their entity; their first free occurrence is used"
LOST = "are not in the text, or not often enough; they are lost"


class SearchedText:
    """A text in which words are found without regard to spaces. Each occurrence is taken once."""

    def __init__(self, origin: Origin) -> None:
        sentences = origin.text.sentences if origin.text is not None else []
        words = [word for sentence in sentences for word in sentence]
        empty = set(origin.empty.token.tolist()) if origin.empty is not None else set()
        self._begins: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        parts = []
        offset = 0
        for token, word in enumerate(words):
            if token not in empty:
                self._begins[offset] = token
                offset += len(word)
                self._ends[offset] = token
                parts.append(word)
        self._text = "".join(parts)
        self._known: dict[str, list[tuple[int, int]]] = {}
        self._taken: set[tuple[int, int]] = set()

    def take(self, wanted: Wanted, after: int) -> tuple[tuple[int, int] | None, str]:
        """Return an occurrence of the words that begins after a token, and a remark about it."""
        spans = self._spans(wanted.text)
        if wanted.occurrence is not None:
            spans = spans[wanted.occurrence - 1 : wanted.occurrence] if wanted.occurrence > 0 else []
        free = [span for span in spans if span not in self._taken]
        later = [span for span in free if span[0] > after or (span[0] == after and after >= 0)]
        chosen = next(iter(later or free), None)
        if chosen is None:
            return None, LOST
        self._taken.add(chosen)
        if not later:
            return chosen, BACKWARDS
        return chosen, SEVERAL if len(later) > 1 else ""

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Return all occurrences of the words as whole tokens. Case is ignored only if nothing is found otherwise."""
        if text not in self._known:
            plain = "".join(text.split())
            found = [*self._find(self._text, plain)]
            self._known[text] = found or [*self._find(self._text.lower(), plain.lower())]
        return self._known[text]

    def _find(self, text: str, wanted: str) -> Iterator[tuple[int, int]]:
        if len(text) != len(self._text) or not wanted:
            return  # in some scripts, a text in lower case has another length
        position = text.find(wanted)
        while position >= 0:
            end = position + len(wanted)
            if position in self._begins and end in self._ends:
                yield self._begins[position], self._ends[end]
            position = text.find(wanted, position + 1)


def _wanted(name: str) -> Wanted | None:
    """Return the words of a mention in JSON, or None if it is not a text."""
    value = json.loads(name)
    if isinstance(value, str):
        return Wanted(value, None)
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        occurrence = value.get("occurrence")
        if occurrence is None or (isinstance(occurrence, int) and not isinstance(occurrence, bool)):
            return Wanted(value["text"], occurrence)
    return None
